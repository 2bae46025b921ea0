"""The rules of Habitat, North Woods Edition, numbered as in RULES.md beside this file: how a game goes, step by step.

The words and records stand in `terms.py`, who may eat whom in `diet.py`, chains, displays and the deck in `forest.py`.
"""

# ruff: noqa: F405

import numpy as np

from gamelib.luck import CHANCE, OVER, TABLE, WHIM, below, draw, note

from .diet import (
    feeds_on,
    is_hungry,
    is_population,
    is_ranked,
    is_resource,
    learn_foods,
    meets,
    not_food,
    rank_of,
    scavenging,
)
from .forest import (
    attach,
    bitten,
    bottom_of,
    cards_in,
    has_room,
    in_forest,
    in_hand,
    leave,
    lift,
    may_go_to,
    misplaced,
    open_slots,
    pile_of,
    put,
    put_in,
    put_on_pile,
    renew_deck,
    scare_off,
    show,
    stand,
    steal,
    take_out,
    top_of,
    unsuited,
)
from .terms import *  # noqa: F403


def setup(state, kit):
    """Shuffle, lay out the Draw Display and deal (NW-42); then everybody chooses in secret (NW-43)."""
    state.winner = -1
    state.event = -1
    state.victim = -1
    for slot in range(SLOTS):
        state.shown[slot] = -1
        state.pile[slot] = -1
    lay_down_cards(state, kit)
    learn_foods(state, kit)
    deck = np.arange(CARDS)
    left = state.cards
    for _ in range(SLOTS):
        left = pick_card(state, deck, left)
        show(state, deck[left])
    for seat in range(kit.players):
        for _ in range(kit.deal):
            left = pick_card(state, deck, left)
            take_in_hand(state, seat, deck[left], 1 << seat)
    state.deck = left
    state.phase = SETTING_UP


def lay_down_cards(state, kit):
    """Every card of the kit gets its number and lies in the deck."""
    card = 0
    for species in range(SPECIES):
        for _ in range(max(0, kit.species_copies[species])):
            state.kind[card] = species
            card += 1
    for event in range(kit.events):
        for _ in range(kit.event_copies[event]):
            state.kind[card] = SPECIES + event
            card += 1
    state.cards = card
    for other in range(card, CARDS):
        state.kind[other] = -1
        state.place[other] = NOWHERE
    for other in range(CARDS):
        state.under[other] = -1
        state.eater[other] = -1
        state.second[other] = -1
        state.abundance[other] = -1


def pick_card(state, deck, left):
    """One of the first `left` cards of the list, at random, comes to its end. Returns where that is."""
    at = below(state.luck, TABLE, left)
    card = deck[at]
    deck[at] = deck[left - 1]
    deck[left - 1] = card
    return left - 1


def take_in_hand(state, seat, card, seen):
    """A card comes into a hand; `seen` says which seats know it."""
    put(state, card, HAND + seat)
    state.seen[card] = seen
    state.holding[seat] += 1


def leave_hand(state, seat, card):
    """A card is no longer in a hand; the caller says where it is now."""
    state.holding[seat] -= 1
    state.seen[card] = 0


def to_act(state):
    """The seat to act: whose turn it is, the victim of an event, or chance, which deals what is owed (NW-45)."""
    if state.phase == ENDED:
        return OVER
    if state.holes > 0 or state.owed > 0 or state.phase == LAYING:
        return CHANCE
    if state.phase == LOSING:
        return state.victim
    return state.seat


# ------------------------------------------------------------------ what may be done


def legal(state, kit, out):
    """All that may be done now, in a stable order."""
    if state.holes > 0:
        return offer_each(state, out, 0, SHOWN, IN_DECK)
    if state.owed > 0:
        return offer_each(state, out, 0, DEALT, IN_DECK)
    if state.phase == ACTING:
        return legal_acts(state, kit, out)
    if state.phase == DRAW_STEP:
        return legal_draws(state, kit, out)
    if state.phase == SETTING_UP:
        return legal_choices(state, kit, out)
    if state.phase == LAYING:
        n = 0
        for seat in range(kit.players):
            n = offer_each(state, out, n, LAY, ASIDE + seat)
        return n
    if state.phase == PUTTING_AWAY:
        return offer_piles(state, out, 0, PUT_AWAY, state.event)
    return legal_losses(state, kit, out)


def offer(out, n, kind, card=0, on=0, under=0, pile=0):
    """Write one action into the list; returns how many it holds now."""
    action = out[n]
    action.kind = kind
    action.card = card
    action.on = on
    action.under = under
    action.pile = pile
    return n + 1


def offer_each(state, out, n, kind, place):
    """One action for every card that is in some place."""
    where = state.place
    for card in range(state.cards):
        if where[card] == place:
            n = offer(out, n, kind, card)
    return n


def offer_piles(state, out, n, kind, card):
    """One action for every pile that a card may go to (NW-26)."""
    for pile in range(SLOTS):
        if may_go_to(state, pile):
            n = offer(out, n, kind, card, 0, 0, pile)
    return n


def survey(state, kit, mine, size, tops):
    """A forest at a glance, sets as one bit each.

    Returns the species in it, the species that its lowest cards could feed on, its ranks, and how many cards have room
    for one more chain: those are listed in `tops`.
    """
    kind, foods, under = state.kind, state.foods, state.under
    there, wanted, ranks, ends = 0, 0, 0, 0
    for i in range(size):
        card = mine[i]
        there |= 1 << int(kind[card])
        ranks |= 1 << rank_of(state, kit, card)
        if under[card] < 0:
            wanted |= int(foods[kind[card]])
        tops[ends] = card
        ends += has_room(state, card)
    return there, wanted, ranks, ends


def legal_choices(state, kit, out):
    """The set-up: play ranked cards or set any aside (NW-43)."""
    lists = np.empty((3, CARDS), np.int16)
    mine, hand = lists[0], lists[1]
    size, held = cards_in(state, FOREST + state.seat, mine), cards_in(state, HAND + state.seat, hand)
    there, wanted, _, _ = survey(state, kit, mine, size, lists[2])
    n = 0
    for i in range(held):
        if is_ranked(state, hand[i]):
            n = offer(out, n, SET_OUT_ALONE, hand[i])
            n = offer_places(state, out, n, SET_OUT_ALONE, hand[i], mine, size, there, wanted)
        n = offer(out, n, SET_ASIDE, hand[i])
    return n


def legal_draws(state, kit, out):
    """Step 1: the next draw, Territoriality in place of the first, events and a declaration (NW-46, NW-65)."""
    hand = np.empty(CARDS, np.int16)
    held = cards_in(state, HAND + state.seat, hand)
    n = 0
    if not_a_habitat(state, kit, state.seat) == 0:
        n = offer(out, n, DECLARE)
    if state.deck > 0:
        n = offer(out, n, DRAW)
    for slot in range(SLOTS):
        if state.shown[slot] >= 0:
            n = offer(out, n, TAKE, state.shown[slot])
    if forbids_skip(state) == 0:
        n = offer(out, n, SKIP_DRAW)
    if kit.events_first:
        n = offer_events(state, kit, out, n, hand, held)
    if state.drawn == 0:
        n = offer_bullies(state, kit, out, n, hand, held)
    return n


def offer_events(state, kit, out, n, hand, held):
    """Every event card in the hand, an Abundance with every resource that it could go to (NW-15, NW-41)."""
    for i in range(held):
        if is_ranked(state, hand[i]):
            continue
        if kit.event_effect[state.kind[hand[i]] - SPECIES] != ABUNDANCE:
            n = offer(out, n, USE, hand[i])
            continue
        for card in range(state.cards):
            if forbids_abundance(state, kit, hand[i], card) == 0:
                n = offer(out, n, USE_ON, hand[i], card)
    return n


def offer_bullies(state, kit, out, n, hand, held):
    """Every population in the hand against every chain of the others (NW-36)."""
    highest = 0
    for i in range(held):
        if is_ranked(state, hand[i]):
            highest = max(highest, rank_of(state, kit, hand[i]))
    if highest < 2:
        return n
    tops = np.empty(CARDS, np.int16)
    for seat in range(kit.players):
        if seat != state.seat:
            for k in range(cards_in(state, FOREST + seat, tops)):
                if state.eater[tops[k]] < 0 and rank_of(state, kit, tops[k]) < highest:
                    for i in range(held):
                        if forbids_bully(state, kit, hand[i], tops[k]) == 0:
                            n = offer(out, n, BULLY, hand[i], tops[k])
    return n


def legal_acts(state, kit, out):
    """Step 2: play, move, rescue, use events, declare, in any order and number (NW-47, NW-50)."""
    lists = np.empty((3, CARDS), np.int16)
    mine, hand, tops = lists[0], lists[1], lists[2]
    size, held = cards_in(state, FOREST + state.seat, mine), cards_in(state, HAND + state.seat, hand)
    there, wanted, ranks, ends = survey(state, kit, mine, size, tops)
    n = 0
    if ranks == ALL_RANKS and not_a_habitat(state, kit, state.seat) == 0:
        n = offer(out, n, DECLARE)
    for i in range(held):
        if is_ranked(state, hand[i]):
            n = offer(out, n, PLAY_ALONE, hand[i])
            n = offer_places(state, out, n, PLAY_ALONE, hand[i], mine, size, there, wanted)
    n = offer_events(state, kit, out, n, hand, held)
    for pile in range(SLOTS):
        card = state.pile[pile]
        if forbids_rescued(state, kit, card) == 0:
            alone = fed_alone(state, kit, card, pile)
            if alone:
                n = offer(out, n, RESCUE_ALONE, card)
            # Under another card there is nothing to feed on: such places are for what has food elsewhere (NW-31).
            n = offer_places(state, out, n, RESCUE_ALONE, card, mine, size, there, wanted if alone else 0)
    n = offer_moves(state, out, n, mine, size, tops, ends)
    return offer(out, n, END_TURN)


def offer_places(state, out, n, form, card, mine, size, there, wanted):
    """Where in the own forest a card could go: on a card, under one, between two (NW-18, NW-19)."""
    kind, foods, under, eater, second = state.kind, state.foods, state.under, state.eater, state.second
    eats, own = foods[kind[card]], int(kind[card])
    if eats & there == 0 and (wanted >> own) & 1 == 0:
        return n
    for i in range(size):
        on = mine[i]
        if (eats >> kind[on]) & 1:
            if unsuited(state, card, on, -1) == 0:
                n = offer(out, n, form + 1, card, on)
            for branch in range(2):
                above = eater[on] if branch == 0 else second[on]
                if above >= 0 and unsuited(state, card, on, above) == 0:
                    n = offer(out, n, form + 3, card, on, above)
        elif under[on] < 0 and (wanted >> own) & 1 and unsuited(state, card, -1, on) == 0:
            n = offer(out, n, form + 2, card, 0, on)
    return n


def offer_moves(state, out, n, mine, size, tops, ends):
    """A card with all that stands on it: apart, or onto one of those that have room (NW-20, NW-92)."""
    kind, foods, moved, room = state.kind, state.foods, state.moved, 0
    for k in range(ends):
        room |= 1 << int(kind[tops[k]])
    for i in range(size):
        card = mine[i]
        if forbids_apart(state, card) == 0:
            n = offer(out, n, MOVE_ALONE, card)
        eats = foods[kind[card]]
        if eats & room == 0 or moved[card] >= 2:
            continue
        for k in range(ends):
            if (eats >> kind[tops[k]]) & 1 and forbids_onto(state, card, tops[k]) == 0:
                n = offer(out, n, MOVE_ON, card, tops[k])
    return n


def legal_losses(state, kit, out):
    """The end of a turn, or an event: one card more goes to the Starving Display (NW-33, NW-48, NW-49)."""
    seat = to_act(state)
    cards, n = np.empty(CARDS, np.int16), 0
    for i in range(cards_in(state, FOREST + seat, cards)):
        if forbids_starving(state, kit, cards[i]) == 0:
            n = offer_piles(state, out, n, STARVE, cards[i])
    for i in range(cards_in(state, HAND + seat, cards)):
        if forbids_discard(state, kit, cards[i]) == 0:
            n = offer_piles(state, out, n, DISCARD, cards[i])
    return n


# ------------------------------------------------------------------ what forbids an action


def forbids(state, kit, action):
    """The number of the rule that forbids an action, 0 where none does."""
    kind, card = action.kind, action.card
    rule = wrong_time(state, kit, kind)
    if rule != 0:
        return rule
    if says_too_much(action):
        return 47
    if kind == DRAW:
        return 0 if state.deck > 0 else 67
    if kind == END_TURN:
        return 0
    if kind == DECLARE:
        return not_a_habitat(state, kit, state.seat)
    if kind == SKIP_DRAW:
        return forbids_skip(state)
    if card < 0 or card >= state.cards:
        return 47
    if PLAY_ALONE <= kind <= PLAY_BETWEEN:
        return forbids_play(state, kit, action, kind - PLAY_ALONE)
    if kind >= SET_OUT_ALONE:
        return forbids_play(state, kit, action, kind - SET_OUT_ALONE)
    if RESCUE_ALONE <= kind <= RESCUE_BETWEEN:
        return forbids_rescue(state, kit, action)
    if kind == MOVE_ALONE or kind == MOVE_ON:
        return forbids_move(state, kit, action)
    if kind == USE or kind == USE_ON:
        return forbids_event(state, kit, action)
    if kind == BULLY:
        return forbids_bully(state, kit, card, action.on)
    return forbids_handling(state, kit, action)


def says_too_much(action):
    """Does it fill a field that its kind has no use for?"""
    used = FIELDS[action.kind]
    if action.card != 0 and used & 1 == 0 or action.on != 0 and used & 2 == 0:
        return True
    return action.under != 0 and used & 4 == 0 or action.pile != 0 and used & 8 == 0


def wrong_time(state, kit, kind):
    """The rule that says when a kind of action may be done, where it is not now; 0 where it is."""
    phase = state.phase
    if phase == ENDED:
        return 2
    if state.holes > 0:
        return 0 if kind == SHOWN else 24
    if state.owed > 0:
        return 0 if kind == DEALT else 21
    if phase == LAYING or kind == LAY:
        return 0 if kind == LAY and phase == LAYING else 44
    if kind == SHOWN:
        return 24
    if kind == DEALT:
        return 21
    at_the_set_up = kind == SET_ASIDE or SET_OUT_ALONE <= kind <= SET_OUT_BETWEEN
    if phase == SETTING_UP or at_the_set_up:
        return 0 if phase == SETTING_UP and at_the_set_up else 43
    if phase == LOSING:
        wanted = STARVE if effect(state, kit, state.event) == LOSE_POPULATION else DISCARD
        return 0 if kind == wanted else 33
    if phase == PUTTING_AWAY or kind == PUT_AWAY:
        return 0 if phase == PUTTING_AWAY and kind == PUT_AWAY else 16
    return wrong_step(state, kit, kind)


def wrong_step(state, kit, kind):
    """The same for the three steps of a turn (NW-46 to NW-49)."""
    phase = state.phase
    if kind == DRAW or kind == TAKE or kind == SKIP_DRAW:
        return 0 if phase == DRAW_STEP else 46
    if kind == BULLY:
        return 0 if phase == DRAW_STEP and state.drawn == 0 else 35
    if kind == DECLARE:
        return 0 if phase == DRAW_STEP or phase == ACTING else 63
    if kind == USE or kind == USE_ON:
        return 0 if phase == ACTING or (phase == DRAW_STEP and kit.events_first) else 15
    if kind == STARVE:
        return 0 if phase == STARVING else 48
    if kind == DISCARD:
        return 0 if phase == DISCARDING else 49
    if kind == END_TURN:
        return 0 if phase == ACTING else 48
    return 0 if phase == ACTING and PLAY_ALONE <= kind <= MOVE_ON else 47


def forbids_play(state, kit, action, form):
    """A ranked card of the own hand, where the own chains allow it (NW-17 to NW-19)."""
    if not in_hand(state, state.seat, action.card):
        return not_in_hand(state, action.card)
    if not is_ranked(state, action.card):
        return 43 if state.phase == SETTING_UP else 16
    return forbids_place(state, kit, action, form)


def not_in_hand(state, card):
    """Why a card can't come from the hand: it is another's (NW-45), played already (NW-52), or elsewhere (NW-47).

    What the seat can't see could be another's, even if it lies in the deck: a refusal tells nothing about hands.
    """
    if HAND <= state.place[card] < FOREST or hidden_from(state, state.seat, card):
        return 45
    return 52 if state.place[card] >= FOREST else 47


def forbids_place(state, kit, action, form):
    """Where a card may go. `form`: 0 alone, 1 on a card, 2 under one, 3 between two."""
    on = action.on if form == 1 or form == 3 else -1
    under = action.under if form >= 2 else -1
    if form % 2 == 1 and on < 0:
        return 51
    if form >= 2 and under < 0:
        return 19
    rule = misplaced(state, state.seat, action.card, on, under)
    if rule == 53 and on >= 0 and not feeds_on(state, action.card, on):
        return not_food(kit, state.kind[action.card], state.kind[on])
    if rule == 53:
        return not_food(kit, state.kind[under], state.kind[action.card])
    return rule


def forbids_rescue(state, kit, action):
    """The top card of a pile, where it is supported at once (NW-29 to NW-32)."""
    card, form = action.card, action.kind - RESCUE_ALONE
    rule = forbids_rescued(state, kit, card)
    if rule != 0:
        return rule
    if form == 0 or form == 2:
        if not fed_alone(state, kit, card, pile_of(state, card)):
            return 31
    elif 0 <= action.on < CARDS and not in_forest(state, state.seat, action.on):
        return 45 if FOREST <= state.place[action.on] < ASIDE else 51
    return forbids_place(state, kit, action, form)


def forbids_rescued(state, kit, card):
    """What can be rescued at all: an uncovered population (NW-30, NW-32, NW-70)."""
    if card < 0 or pile_of(state, card) < 0:
        return 30
    if not is_ranked(state, card):
        return 32
    return 70 if is_resource(state, kit, card) and not kit.rescue_resources else 0


def fed_alone(state, kit, card, pile):
    """Could the top card of a pile live at the bottom of a chain? (NW-31)"""
    return is_resource(state, kit, card) or scavenging(state, kit, card, pile)


def forbids_move(state, kit, action):
    """A card of the own forest, with all that stands on it (NW-20)."""
    if not in_forest(state, state.seat, action.card):
        return 20
    if action.kind == MOVE_ALONE:
        return forbids_apart(state, action.card)
    if not in_forest(state, state.seat, action.on):
        return 51
    rule = forbids_onto(state, action.card, action.on)
    return not_food(kit, state.kind[action.card], state.kind[action.on]) if rule == 53 else rule


def forbids_apart(state, card):
    """It stands on something and was not moved since the last other step (NW-92)."""
    return 0 if state.under[card] >= 0 and state.moved[card] == 0 else 92


def forbids_onto(state, card, on):
    """It can feed there, there is room, and it was not put on a card since the last other step (NW-92)."""
    if not feeds_on(state, card, on):
        return 53
    if state.under[card] == on or state.moved[card] >= 2:
        return 92
    return 0 if has_room(state, on) else 87


def forbids_event(state, kit, action):
    """An event card of the own hand (NW-15)."""
    if not in_hand(state, state.seat, action.card):
        return not_in_hand(state, action.card)
    if is_ranked(state, action.card):
        return 16
    if action.kind == USE_ON:
        return forbids_abundance(state, kit, action.card, action.on)
    return 41 if effect(state, kit, action.card) == ABUNDANCE else 0


def forbids_abundance(state, kit, event, resource):
    """Only an Abundance goes to a card: to a resource of the own forest that has none yet (NW-41, NW-95)."""
    if effect(state, kit, event) != ABUNDANCE:
        return 16
    if not in_forest(state, state.seat, resource) or not is_resource(state, kit, resource):
        return 95
    return 95 if state.abundance[resource] >= 0 else 0


def forbids_bully(state, kit, bully, top):
    """A population of the hand that outranks a chain on a resource and can feed on something in it (NW-36 to NW-41)."""
    if not in_hand(state, state.seat, bully) or not is_population(state, kit, bully):
        return 36
    if top < 0 or top >= state.cards or state.place[top] < FOREST or state.place[top] >= ASIDE:
        return 36
    if in_forest(state, state.seat, top) or state.eater[top] >= 0:
        return 36
    bottom = bottom_of(state, top)
    if not is_resource(state, kit, bottom):
        return 37
    if rank_of(state, kit, top) >= rank_of(state, kit, bully):
        return 38
    if state.second[bottom] >= 0:
        for branch in range(2):
            highest = top_of(state, state.eater[bottom] if branch == 0 else state.second[bottom])
            if rank_of(state, kit, highest) >= rank_of(state, kit, bully):
                return 41
    return 77 if bitten(state, bully, top) < 0 else 0


def forbids_skip(state):
    """Nothing is drawn only where there is nothing to draw (NW-67)."""
    if state.deck > 0:
        return 46
    for slot in range(SLOTS):
        if state.shown[slot] >= 0:
            return 46
    return 0


def forbids_handling(state, kit, action):
    """Cards that go where a step sends them: chance's, and those for the Starving Display."""
    kind, card = action.kind, action.card
    if kind == DEALT or kind == SHOWN:
        return 0 if state.place[card] == IN_DECK else 21
    if kind == LAY:
        return 0 if state.place[card] >= ASIDE else 44
    if kind == TAKE:
        return 0 if state.place[card] == IN_DRAW_DISPLAY else 46
    if kind == SET_ASIDE:
        return 0 if in_hand(state, state.seat, card) else not_in_hand(state, card)
    rule = 0
    if kind == STARVE:
        rule = forbids_starving(state, kit, card)
    elif kind == DISCARD:
        rule = forbids_discard(state, kit, card)
    elif card != state.event:
        rule = 16
    return 26 if rule == 0 and not may_go_to(state, action.pile) else rule


def forbids_starving(state, kit, card):
    """At the end of a turn, a Hungry card (NW-48, NW-88); in an event, a population that it names (NW-33)."""
    if state.phase == LOSING:
        if effect(state, kit, state.event) != LOSE_POPULATION:
            return 33
        return 0 if may_lose(state, kit, state.victim, card) else 33
    if state.phase != STARVING:
        return 48
    if not in_forest(state, state.seat, card):
        return 48
    return 0 if is_hungry(state, kit, card) else 88


def forbids_discard(state, kit, card):
    """A card of the own hand: down to the limit at the end of a turn (NW-49), or what an event asks for (NW-33)."""
    if state.phase == LOSING:
        if effect(state, kit, state.event) != DISCARD_FROM_HAND:
            return 33
        return 0 if in_hand(state, state.victim, card) else 33
    return 0 if state.phase == DISCARDING and in_hand(state, state.seat, card) else 49


def may_lose(state, kit, seat, card):
    """Is it a population of that forest that the event in use names?"""
    if not in_forest(state, seat, card) or is_resource(state, kit, card):
        return False
    return meets(kit, kit.event_conditions[state.kind[state.event] - SPECIES], state.kind[card])


def effect(state, kit, event):
    """What an event card does; -1 for a ranked card."""
    if is_ranked(state, event):
        return -1
    return kit.event_effect[state.kind[event] - SPECIES]


def not_a_habitat(state, kit, seat):
    """The rule that keeps a seat from declaring a Habitat: a rank is missing (2), or something is Hungry (63)."""
    ranks = covered(state, kit, seat)
    if ranks | 1 != ALL_RANKS | 1:
        return 2
    return 63 if kit.all_fed and ranks & 1 else 0


def covered(state, kit, seat):
    """The ranks of the supported cards in a forest, bit 1 for rank 1 to bit 8; bit 0 says that something is Hungry."""
    cards, ranks = np.empty(CARDS, np.int16), 0
    for i in range(cards_in(state, FOREST + seat, cards)):
        if is_hungry(state, kit, cards[i]):
            ranks |= 1
        else:
            ranks |= 1 << rank_of(state, kit, cards[i])
    return ranks


# ------------------------------------------------------------------ what happens


def apply(state, kit, action, log):
    """Make a legal action happen."""
    kind, card = int(action.kind), int(action.card)
    if kind == MOVE_ALONE or kind == MOVE_ON:
        move(state, kit, action, log)
        return
    state.moved[:] = 0
    if kind == SHOWN:
        show_card(state, kit, card, log)
    elif kind == DEALT:
        deal_card(state, kit, card, log)
    elif kind == DRAW or kind == TAKE or kind == SKIP_DRAW:
        draw_one(state, kit, kind, card, log)
    elif PLAY_ALONE <= kind <= PLAY_BETWEEN:
        come_in(state, action, kind - PLAY_ALONE)
        leave_hand(state, state.seat, card)
        note(log, CARD_PLAYED, card, state.seat, state.under[card])
    elif RESCUE_ALONE <= kind <= RESCUE_BETWEEN:
        lift(state, pile_of(state, card))
        come_in(state, action, kind - RESCUE_ALONE)
        note(log, CARD_RESCUED, card, state.seat, state.under[card])
    elif kind == SET_ASIDE:
        leave_hand(state, state.seat, card)
        put(state, card, ASIDE + state.seat)
        next_chooser(state, kit, log)
    elif kind >= SET_OUT_ALONE:
        come_in(state, action, kind - SET_OUT_ALONE)
        leave_hand(state, state.seat, card)
        next_chooser(state, kit, log)
    elif kind == LAY:
        lay(state, kit, card, log)
    elif kind == BULLY:
        exert_territoriality(state, kit, card, action.on, log)
    elif kind == DECLARE:
        win(state, log)
    else:
        apply_end_or_event(state, kit, action, log)


def apply_end_or_event(state, kit, action, log):
    """Events, what they cost, and the end of a turn."""
    kind, card = int(action.kind), int(action.card)
    if kind == USE_ON:
        leave_hand(state, state.seat, card)
        attach(state, card, action.on)
        note(log, MADE_ABUNDANT, action.on, card, state.seat)
    elif kind == USE:
        use_event(state, kit, card, log)
    elif kind == PUT_AWAY:
        put_event_away(state, card, action.pile, log)
    elif kind == END_TURN:
        state.phase = STARVING
        go_on_ending(state, kit, log)
    elif state.phase == LOSING:
        lose(state, kit, action, log)
    elif kind == STARVE:
        take_out(state, kit, card, log)
        put_on_pile(state, card, action.pile)
        note(log, CARD_STARVED, card, state.seat, action.pile)
        go_on_ending(state, kit, log)
    elif kind == DISCARD:
        leave_hand(state, state.seat, card)
        put_on_pile(state, card, action.pile)
        note(log, CARD_DISCARDED, card, state.seat, action.pile)
        go_on_ending(state, kit, log)


def come_in(state, action, form):
    """A card goes into the own forest. `form`: 0 alone, 1 on a card, 2 under one, 3 between two."""
    on = int(action.on) if form == 1 or form == 3 else -1
    under = int(action.under) if form >= 2 else -1
    put_in(state, state.seat, int(action.card), on, under)


def move(state, kit, action, log):
    """A card with all that stands on it goes apart, or onto another card (NW-20)."""
    card = int(action.card)
    leave(state, card)
    if action.kind == MOVE_ON:
        stand(state, card, int(action.on))
        state.moved[card] = 2
    else:
        state.moved[card] = 1
    note(log, CARD_MOVED, card, state.seat, state.under[card])
    if is_hungry(state, kit, card):
        note(log, WENT_HUNGRY, card, state.seat)


def next_chooser(state, kit, log):
    """The set-up goes on until every hand is down to the limit; then all is revealed at once (NW-43, NW-97)."""
    if state.holding[state.seat] > kit.hand_limit:
        return
    for step in range(1, kit.players):
        seat = (state.seat + step) % kit.players
        if state.holding[seat] > kit.hand_limit:
            state.seat = seat
            return
    note(log, REVEALED)
    for card in range(state.cards):
        if FOREST <= state.place[card] < ASIDE:
            note(log, CARD_REVEALED, card, state.place[card] - FOREST, state.under[card])
    state.seat = 0
    state.phase = LAYING
    if set_aside(state) == 0:
        begin_turn(state, kit, 0, log)


def set_aside(state):
    """How many cards lie aside still."""
    count = 0
    for card in range(state.cards):
        if state.place[card] >= ASIDE:
            count += 1
    return count


def lay(state, kit, card, log):
    """The cards set aside are laid out in random order, a pile after the other (NW-44, NW-84)."""
    pile = state.laid % SLOTS
    put_on_pile(state, card, pile)
    state.laid += 1
    note(log, CARD_LAID, card, pile)
    if set_aside(state) == 0:
        begin_turn(state, kit, 0, log)


def begin_turn(state, kit, seat, log):
    """The next seat's turn, unless the game has had all its rounds (NW-89)."""
    state.turn += 1
    state.seat = seat
    if state.turn > kit.rounds * kit.players:
        state.phase = ENDED
        note(log, OUT_OF_TURNS)
        return
    state.phase = DRAW_STEP
    state.drawn = 0
    state.bullied = 0
    renew_deck(state, kit, log)
    state.holes = open_slots(state)
    note(log, TURN_BEGAN, seat, state.turn)


def draw_one(state, kit, kind, card, log):
    """One draw of step 1: from the deck, by chance, or from the Draw Display, filled at once (NW-24, NW-46)."""
    state.drawn += 1
    if kind == DRAW:
        state.owed = 1
    elif kind == TAKE:
        for slot in range(SLOTS):
            if state.shown[slot] == card:
                state.shown[slot] = -1
        take_in_hand(state, state.seat, card, (1 << MAX_SEATS) - 1)
        note(log, CARD_TAKEN, card, state.seat)
    else:
        note(log, NOTHING_TO_DRAW, state.seat)
    if state.drawn >= kit.draws:
        state.phase = ACTING
    if kind == TAKE and (kit.refill_each or state.drawn >= kit.draws):
        renew_deck(state, kit, log)
        state.holes = open_slots(state)


def deal_card(state, kit, card, log):
    """Chance says which card of the deck it was; only who draws it sees it (NW-21)."""
    take_in_hand(state, state.seat, card, 1 << state.seat)
    note(log, CARD_DRAWN, state.seat, card)
    state.owed -= 1
    deck_shrank(state, kit, log)


def show_card(state, kit, card, log):
    """Chance says which card of the deck fills the Draw Display (NW-24)."""
    slot = show(state, card)
    note(log, CARD_SHOWN, card, slot)
    state.holes -= 1
    deck_shrank(state, kit, log)


def deck_shrank(state, kit, log):
    """One card fewer in the deck: with the last, it is made anew (NW-22); then what goes on after chance."""
    state.deck -= 1
    if state.deck == 0:
        renew_deck(state, kit, log)
        state.holes = open_slots(state)
        if state.deck == 0 and state.owed > 0:
            state.owed = 0
            note(log, NOTHING_TO_DRAW, state.seat)
    if state.owed == 0 and state.holes == 0 and state.event >= 0:
        finish_event(state, kit, log)


def exert_territoriality(state, kit, bully, top, log):
    """The bully scares off what it can't feed on and takes the rest of the chain (NW-35 to NW-41)."""
    bully, top = int(bully), int(top)
    bite = bitten(state, bully, top)
    note(log, BULLIED, bully, state.seat, state.place[top] - FOREST, bite)
    scare_off(state, kit, top, bite, log)
    steal(state, bite, state.seat, log)
    leave_hand(state, state.seat, bully)
    put_in(state, state.seat, bully, bite, -1)
    state.bullied = 1
    state.drawn = kit.draws
    state.phase = ACTING


def use_event(state, kit, card, log):
    """An event does what its card says (NW-16); then it is put away."""
    number = state.kind[card] - SPECIES
    leave_hand(state, state.seat, card)
    put(state, card, BEING_USED)
    state.event = card
    state.back = state.phase
    note(log, EVENT_USED, card, state.seat)
    if kit.event_effect[number] == DRAW_CARDS:
        renew_deck(state, kit, log)
        state.holes = open_slots(state)
        if state.deck > 0:
            state.owed = kit.event_amount[number]
        else:
            finish_event(state, kit, log)
    else:
        next_victim(state, kit, 1 if kit.event_whom[number] == OTHERS else 0, log)


def next_victim(state, kit, distance, log):
    """The next seat in the order of play that has something to lose, from so many seats after the player (NW-33)."""
    number = state.kind[state.event] - SPECIES
    last = 0 if kit.event_whom[number] == SELF else kit.players - 1
    while distance <= last:
        seat = (state.seat + distance) % kit.players
        losses = min(kit.event_amount[number], what_it_could_lose(state, kit, seat))
        if losses > 0:
            state.phase = LOSING
            state.victim = seat
            state.losses = losses
            return
        distance += 1
    state.victim = -1
    finish_event(state, kit, log)


def what_it_could_lose(state, kit, seat):
    """How many cards of a seat the event in use could take."""
    if effect(state, kit, state.event) == DISCARD_FROM_HAND:
        return int(state.holding[seat])
    cards, count = np.empty(CARDS, np.int16), 0
    for i in range(cards_in(state, FOREST + seat, cards)):
        if may_lose(state, kit, seat, cards[i]):
            count += 1
    return count


def lose(state, kit, action, log):
    """The victim of an event gives up one card, and chooses which and where it goes (NW-33, NW-96)."""
    card, seat = int(action.card), int(state.victim)
    if action.kind == STARVE:
        take_out(state, kit, card, log)
    else:
        leave_hand(state, seat, card)
    put_on_pile(state, card, action.pile)
    note(log, CARD_LOST, card, seat, action.pile)
    state.losses -= 1
    if state.losses == 0:
        next_victim(state, kit, (seat - state.seat) % kit.players + 1, log)


def finish_event(state, kit, log):
    """A used event goes to the Starving Display, unless its text says otherwise (NW-16); then the turn goes on."""
    state.phase = state.back
    if kit.event_after[state.kind[state.event] - SPECIES] == OUT_OF_THE_GAME:
        put(state, state.event, OUT)
        state.event = -1
        return
    for pile in range(SLOTS):
        if state.pile[pile] < 0 and may_go_to(state, pile):
            put_event_away(state, int(state.event), pile, log)
            return
    state.phase = PUTTING_AWAY


def put_event_away(state, card, pile, log):
    """A used event comes to lie face up on a pile."""
    put_on_pile(state, card, pile)
    note(log, EVENT_AWAY, card, state.seat, pile)
    state.event = -1
    state.phase = state.back


def go_on_ending(state, kit, log):
    """Step 3: the Hungry starve (NW-48); a Habitat counts then (NW-63); the hand (NW-49); then the next seat."""
    if state.phase == STARVING:
        if anything_hungry(state, kit):
            return
        if not_a_habitat(state, kit, state.seat) == 0:
            win(state, log)
            return
        state.phase = DISCARDING
    if state.holding[state.seat] <= kit.hand_limit:
        begin_turn(state, kit, (state.seat + 1) % kit.players, log)


def anything_hungry(state, kit):
    """Is there a Hungry card in the forest of the seat whose turn it is?"""
    return covered(state, kit, state.seat) & 1 != 0


def win(state, log):
    """The seat declares a Habitat and has won (NW-2)."""
    state.winner = state.seat
    state.phase = ENDED
    note(log, HABITAT_DECLARED, state.seat)


def score(state, kit, out):
    """Column 0: 1 for who declared a Habitat; column 1: how many ranks the supported cards of a forest cover."""
    for seat in range(kit.players):
        ranks = covered(state, kit, seat)
        count = 0
        for rank in range(1, TOP_RANK + 1):
            count += (ranks >> rank) & 1
        out[seat, 0] = 1 if state.winner == seat else 0
        out[seat, 1] = count


# ------------------------------------------------------------------ what a seat can see


def hidden_from(state, seat, card):
    """Is it in the deck, in another's hand unseen, or chosen in secret by another? (NW-21, NW-43)"""
    place = state.place[card]
    if place == IN_DECK:
        return True
    if place < HAND:
        return False
    if place < FOREST:
        return place != HAND + seat and (state.seen[card] >> seat) & 1 == 0
    return state.phase == SETTING_UP and place != FOREST + seat and place != ASIDE + seat


def hide(state, kit, seat):
    """Shuffle what a seat can't see: the deck, the unseen cards of the other hands, and what chance has in store.

    Who has chosen in secret during the set-up is to choose again: any choice that nobody could know is as good.
    """
    state.luck[TABLE] = draw(state.luck, WHIM)
    lists = np.empty((2, CARDS), np.int16)
    cards, owners = lists[0], lists[1]
    kinds = 3 if state.phase == SETTING_UP else 1  # of places: hands; at the set-up forests too, and what lies aside
    hidden = 0
    for other in range(kit.players):
        for k in range(kinds if other != seat else 0):
            for i in range(cards_in(state, HAND + k * MAX_SEATS + other, cards)):
                if hidden_from(state, seat, cards[i]):
                    back_to_deck(state, cards[i], other)
                    owners[hidden] = other
                    hidden += 1
    luck, where, size = state.luck, state.place, state.cards
    for i in range(hidden):
        card = below(luck, WHIM, size)
        while where[card] != IN_DECK:
            card = below(luck, WHIM, size)
        put(state, card, HAND + owners[i])
        state.seen[card] = 1 << owners[i]


def back_to_deck(state, card, owner):
    """A hidden card lies in the deck, to be dealt anew to its owner's hand."""
    if state.place[card] >= FOREST:
        state.holding[owner] += 1
        state.under[card] = -1
        state.eater[card] = -1
    put(state, card, IN_DECK)
    state.seen[card] = 0


def observe(state, kit, seat):
    """Only what a seat sees: cards that are hidden from it have place -1, as has all else that would tell of them."""
    state.held[:] = 0
    for card in range(state.cards):
        if hidden_from(state, seat, card):
            state.place[card] = -1
            state.seen[card] = -1
            state.under[card] = -1
            state.eater[card] = -1
        elif state.place[card] >= HAND:
            state.held[state.place[card] - HAND, card // BITS] |= 1 << card % BITS
    if state.phase == SETTING_UP:
        for other in range(kit.players):
            if other != seat:
                state.holding[other] = -1
    state.luck[TABLE] = 0
    state.luck[WHIM] = 0


# ------------------------------------------------------------------ what always holds


def broken(state, kit):
    """0, or the law that is broken: 1 places, 2 counts, 3, 4 displays, 5 chains, 6 feeding, 7 Abundance, 8 steps.

    9: what a place holds is not what lies there.
    """
    if state.phase < SETTING_UP or state.phase > ENDED or state.seat < 0 or state.seat >= kit.players:
        return 8
    held = np.zeros(MAX_SEATS, np.int64)
    in_deck, shown, starved, used = 0, 0, 0, 0
    for card in range(state.cards):
        place = state.place[card]
        if place == IN_DECK:
            in_deck += 1
        elif place == IN_DRAW_DISPLAY:
            shown += 1
        elif place == IN_STARVING_DISPLAY:
            starved += 1
        elif place == BEING_USED:
            used += 1
        elif HAND <= place < HAND + kit.players:
            held[place - HAND] += 1
        elif FOREST <= place < FOREST + kit.players:
            law = broken_chain(state, card)
            if law != 0:
                return law
        elif place == ATTACHED:
            if state.abundance[state.under[card]] != card:
                return 7
        elif place != OUT and not ASIDE <= place < ASIDE + kit.players:
            return 1
    if in_deck != state.deck or used != (1 if state.event >= 0 else 0):
        return 2
    for seat in range(kit.players):
        if held[seat] != state.holding[seat]:
            return 2
    for card in range(state.cards):
        for place in range(HAND, AFTER):
            is_held = (state.held[place - HAND, card // BITS] >> card % BITS) & 1 != 0
            if is_held != (state.place[card] == place):
                return 9
    return broken_displays(state, shown, starved)


def broken_displays(state, shown, starved):
    """The displays hold just the cards that say they lie there."""
    for slot in range(SLOTS):
        if state.shown[slot] >= 0:
            shown -= 1
            if state.place[state.shown[slot]] != IN_DRAW_DISPLAY:
                return 3
        card = state.pile[slot]
        while card >= 0 and starved >= 0:
            starved -= 1
            if state.place[card] != IN_STARVING_DISPLAY:
                return 4
            card = state.under[card]
    if shown != 0:
        return 3
    return 0 if starved == 0 else 4


def broken_chain(state, card):
    """A card in a forest stands on food of the same forest, and carries what stands on it."""
    on, above, second = state.under[card], state.eater[card], state.second[card]
    if not is_ranked(state, card):
        return 5
    if on >= 0:
        if state.place[on] != state.place[card] or (state.eater[on] != card and state.second[on] != card):
            return 5
        if not feeds_on(state, card, on):
            return 6
    if above >= 0 and state.under[above] != card:
        return 5
    if second >= 0 and (state.under[second] != card or above < 0 or above == second or state.abundance[card] < 0):
        return 7
    if state.abundance[card] >= 0 and state.place[state.abundance[card]] != ATTACHED:
        return 7
    return 0
