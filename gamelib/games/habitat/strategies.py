"""Strategies for Habitat. They share one way to judge an action at a glance, and differ in what they prize."""

# ruff: noqa: F405

import numpy as np

from gamelib.luck import CHANCE, LOG_SHAPE, OVER, WHIM, below
from gamelib.strategies import find_child, imagine, most_visited, promising

from .diet import feeds_on, is_hungry, is_population, is_ranked, is_resource, rank_of, scavenging
from .forest import bitten, cards_in, has_room
from .rules import apply, covered, legal, score, to_act
from .terms import *  # noqa: F403

BUILDS, HOARDS, BULLIES, SCAVENGES = 0, 1, 2, 3
HIGH = 6  # ranks from here on are rare
WORLDS = 80  # ways to deal the unseen cards that tree search looks at for a decision
BRANCHES = 4  # so many actions it tries
FORESIGHT = 40  # steps after which such a look ends and counts as it stands
SHARP = 8.0  # how much a better standing weighs against an action that was seldom tried


def choose_builder(state, kit, actions, n):
    """Plays whatever covers a new rank and is fed, and draws what is missing."""
    return best_at_a_glance(state, kit, actions, n, BUILDS)


def choose_greedy(state, kit, actions, n):
    """The builder: the ranks that one action covers at once would say too little."""
    return best_at_a_glance(state, kit, actions, n, BUILDS)


def choose_hoarder(state, kit, actions, n):
    """Like the builder, but keeps ranks from 6 on in the hand, safe, until all lower ones are covered."""
    return best_at_a_glance(state, kit, actions, n, HOARDS)


def choose_bully(state, kit, actions, n):
    """Like the builder, but exerts Territoriality whenever it can: most cards first."""
    return best_at_a_glance(state, kit, actions, n, BULLIES)


def choose_scavenger(state, kit, actions, n):
    """Like the builder, but rescues and scavenges first, and leaves starving animals uncovered."""
    return best_at_a_glance(state, kit, actions, n, SCAVENGES)


def choose_peaceful(state, kit, actions, n):
    """The builder without events: shows what they are worth."""
    kept, m = np.zeros(n, np.int64), 0
    for i in range(n):
        if actions[i].kind != USE and actions[i].kind != USE_ON:
            kept[m] = i
            m += 1
    return kept[best_at_a_glance(state, kit, actions[kept[:m]], m, BUILDS)]


def choose_tree(state, kit, actions, n):
    """Tree search over hidden hands, among what the builder thinks best: many ways to deal the unseen cards.

    Each look deals them anew and goes down the one tree of what may be done (information-set search, Cowling, Powley
    and Whitehouse 2012), looking more often where that has paid (UCT, Kocsis and Szepesvari 2006). Then all play on as
    builders for a while, and the ranks that are covered count.
    """
    if n == 1:
        return 0
    seat = to_act(state)
    world = np.zeros(1, STATE)
    room = np.zeros(MAX_ACTIONS, ACTION)
    log = np.empty(LOG_SHAPE, np.int64)
    standing = np.zeros((MAX_SEATS, 2))
    best = np.empty(BRANCHES, np.int64)
    # Node 0 is the decision at hand; the others are what followed an action at their parent.
    parent, via, child, sibling, mover = np.full((5, WORLDS + 2), -1, np.int64)
    visits, total = np.zeros((2, WORLDS + 2))
    nodes = 1
    for _ in range(WORLDS):
        imagine(state, kit, seat, world)
        node, fresh = 0, False
        while not fresh and to_act(world[0]) != OVER:
            turn, m = to_act(world[0]), legal(world[0], kit, room)
            log[0, 0] = 0
            if turn == CHANCE:
                apply(world[0], kit, room[below(world[0].luck, WHIM, m)], log)
                continue
            few = shortlist(world[0], kit, room, m, best)
            index = promising(world[0], node, few, child, sibling, via, visits, total)
            apply(world[0], kit, room[best[index]], log)
            after = find_child(node, index, child, sibling, via)
            if after < 0:
                parent[nodes], via[nodes], mover[nodes], sibling[nodes] = node, index, turn, child[node]
                child[node], after, fresh = nodes, nodes, True
                nodes += 1
            node = after
        play_on(world[0], kit, room, log)
        score(world[0], kit, standing)
        while node >= 0:
            visits[node] += 1
            if mover[node] >= 0:
                total[node] += prospect(standing, mover[node], kit.players)
            node = parent[node]
    few = shortlist(state, kit, actions, n, best)
    return best[most_visited(few, child, sibling, via, visits)]


def shortlist(state, kit, actions, n, best):
    """The few actions that are worth most at a glance, the best first; returns how many they are."""
    seat = to_act(state)
    have = covered(state, kit, seat)
    hand = np.empty(CARDS, np.int16)
    held = cards_in(state, HAND + seat, hand)
    worths = np.empty(BRANCHES, np.int64)
    few = 0
    for i in range(n):
        value = worth(state, kit, actions[i], seat, have, hand, held, BUILDS)
        if few > 0 and value < 0 or few == BRANCHES and value <= worths[few - 1]:
            continue
        at = min(few, BRANCHES - 1)
        while at > 0 and worths[at - 1] < value:
            worths[at], best[at] = worths[at - 1], best[at - 1]
            at -= 1
        worths[at], best[at] = value, i
        few = min(few + 1, BRANCHES)
    return few


def play_on(state, kit, room, log):
    """To the end, or for so many steps, everybody plays as the builder."""
    for _ in range(FORESIGHT):
        turn = to_act(state)
        if turn == OVER:
            break
        n = legal(state, kit, room)
        index = below(state.luck, WHIM, n) if turn == CHANCE else best_at_a_glance(state, kit, room, n, BUILDS)
        log[0, 0] = 0
        apply(state, kit, room[index], log)


def prospect(standing, seat, players):
    """A standing as one number, from 0 to SHARP: a win, else how far the seat is ahead of the best of the others."""
    rival = 0.0
    for other in range(players):
        if other != seat:
            rival = max(rival, standing[other, 1] + 8.0 * standing[other, 0])
    return SHARP * (0.5 + (standing[seat, 1] + 8.0 * standing[seat, 0] - rival) / 32.0)


def best_at_a_glance(state, kit, actions, n, style):
    """The action that is worth most; among equals, any."""
    if n == 1:
        return 0
    seat = to_act(state)
    have = covered(state, kit, seat)
    hand = np.empty(CARDS, np.int16)
    held = cards_in(state, HAND + seat, hand)
    best, best_value, ties = 0, -1_000_000, 0
    for i in range(n):
        value = worth(state, kit, actions[i], seat, have, hand, held, style)
        if value > best_value:
            best, best_value, ties = i, value, 1
        elif value == best_value:
            ties += 1
            if below(state.luck, WHIM, ties) == 0:
                best = i
    return best


def worth(state, kit, action, seat, have, hand, held, style):
    """What an action is worth at a glance, against 0 for ending the turn."""
    kind, card = action.kind, action.card
    if kind == DECLARE:
        return 10_000
    if kind == DRAW:
        return 100
    if kind == TAKE:
        return worth_taking(state, kit, card, seat, have, hand, held, style)
    if PLAY_ALONE <= kind <= RESCUE_BETWEEN or kind >= SET_OUT_ALONE:
        return worth_playing(state, kit, action, seat, have, hand, held, style)
    if kind == MOVE_ALONE or kind == MOVE_ON:
        return worth_moving(state, kit, action, have, hand, held)
    if kind == BULLY:
        return worth_bullying(state, kit, card, action.on, seat, have, style)
    if kind == USE or kind == USE_ON:
        return worth_using(state, kit, action)
    if kind == SET_ASIDE:
        return 30 - worth_keeping(state, kit, card, have, hand, held, style)
    if kind == DISCARD or kind == STARVE or kind == PUT_AWAY:
        value = worth_covering(state, kit, action.pile, have, style)
        return value if kind == PUT_AWAY else value - 10 * worth_keeping(state, kit, card, have, hand, held, style)
    return 0


def is_new(state, kit, card, have):
    """Is its rank not covered yet?"""
    return (have >> rank_of(state, kit, card)) & 1 == 0


def wanted_by(state, kit, food, have, hand, held):
    """How many cards of the hand would cover a new rank on this food?"""
    count = 0
    for i in range(held):
        if is_ranked(state, hand[i]) and is_new(state, kit, hand[i], have) and feeds_on(state, hand[i], food):
            count += 1
    return count


def has_food(state, kit, card, seat):
    """Is there something in the own forest that a card could stand on, or carrion for it?"""
    if is_resource(state, kit, card) or scavenging(state, kit, card, -1):
        return True
    forest = np.empty(CARDS, np.int16)
    for i in range(cards_in(state, FOREST + seat, forest)):
        other = forest[i]
        if feeds_on(state, card, other):
            if has_room(state, other) or feeds_on(state, state.eater[other], card):
                return True
    return False


def worth_taking(state, kit, card, seat, have, hand, held, style):
    """A card of the Draw Display, against 100 for one from the deck."""
    if not is_ranked(state, card):
        return 90
    rank = rank_of(state, kit, card)
    if style == SCAVENGES and kit.species_scavenges[state.kind[card]] != NEVER:
        rank += 4
    if not is_new(state, kit, card, have):
        return 60 + 50 * wanted_by(state, kit, card, have, hand, held)
    return (200 if has_food(state, kit, card, seat) else 95) + 5 * rank


def worth_playing(state, kit, action, seat, have, hand, held, style):
    """A card that comes into the forest: high where its rank is new and it is fed."""
    kind, card = action.kind, action.card
    rescue = RESCUE_ALONE <= kind <= RESCUE_BETWEEN
    form = kind - SET_OUT_ALONE if kind >= SET_OUT_ALONE else (kind - PLAY_ALONE) % 4
    if is_resource(state, kit, card):
        value = 500 if is_new(state, kit, card, have) else 40 + 20 * wanted_by(state, kit, card, have, hand, held)
        if form == 2:
            value += 300 if is_hungry(state, kit, action.under) else -30
        return value
    fed = form == 1 or form == 3 or rescue or scavenging(state, kit, card, -1)
    if not fed:
        return -1000
    rank = rank_of(state, kit, card)
    if not is_new(state, kit, card, have):
        # A double is worth a place where nothing else is lost by it: between two cards, or alone on carrion.
        return 15 + form if form != 1 else 5 - rank if kit.species_diet[state.kind[card]] == CARNIVORE else 8
    if style == HOARDS and rank >= HIGH and not rescue and have & 62 != 62:
        return -20
    value = 500 + 10 * rank + (5 if form == 3 else 0)
    if form == 0:
        value += 20  # carrion for one is carrion for all: no food is used up
    if form == 2 and is_hungry(state, kit, action.under):
        value += 200
    return value + (100 if style == SCAVENGES and (rescue or form == 0) else 0)


def worth_moving(state, kit, action, have, hand, held):
    """Moving pays where it feeds a Hungry card, or makes room for a new rank."""
    card = action.card
    if action.kind == MOVE_ON:
        return 450 if is_hungry(state, kit, card) else -10
    on = state.under[card]
    if wanted_by(state, kit, on, have, hand, held) == 0:
        return -10
    if scavenging(state, kit, card, -1):
        return 300
    # A double may go hungry for a new rank; never a card that carries others.
    alone = state.eater[card] < 0
    return 250 if alone and doubled(state, kit, card) else -10


def doubled(state, kit, card):
    """Is there another card of its rank in its forest?"""
    same = np.empty(CARDS, np.int16)
    for i in range(cards_in(state, state.place[card], same)):
        if same[i] != card and rank_of(state, kit, same[i]) == rank_of(state, kit, card):
            return True
    return False


def worth_bullying(state, kit, bully, top, seat, have, style):
    """Territoriality against two drawn cards (about 200): what is taken, and whether the bully's rank is new."""
    bite = bitten(state, bully, top)
    spoils, card = 0, bite
    while card >= 0:
        spoils += 40 if is_new(state, kit, card, have) else 10
        card = state.under[card]
    if style == BULLIES:
        return 1000 + spoils
    if not is_new(state, kit, bully, have):
        return -10
    return (150 if has_food(state, kit, bully, seat) else 250) + spoils


def worth_using(state, kit, action):
    """Events: cards for nothing first, then harm to others, then room on a resource that is taken."""
    what = kit.event_effect[state.kind[action.card] - SPECIES]
    if what == DRAW_CARDS:
        return 480
    if what == ABUNDANCE:
        return 35 if state.eater[action.on] >= 0 else 20
    return 25


def worth_keeping(state, kit, card, have, hand, held, style):
    """What a card is worth in the hand or the forest."""
    if not is_ranked(state, card):
        return 6
    rank = rank_of(state, kit, card)
    if is_resource(state, kit, card):
        return 30 if is_new(state, kit, card, have) else 8 + 10 * wanted_by(state, kit, card, have, hand, held)
    if style == HOARDS and rank >= HIGH:
        return 60 + 10 * rank
    return 30 + 8 * rank if is_new(state, kit, card, have) else rank


def worth_covering(state, kit, pile, have, style):
    """Which pile to put a card on: not on what one would rescue or feed on."""
    top = state.pile[pile]
    if top < 0 or not is_population(state, kit, top):
        return 5000
    if style == SCAVENGES:
        return 4900 - rank_of(state, kit, top)
    return 4950 - (rank_of(state, kit, top) if is_new(state, kit, top, have) else 0)
