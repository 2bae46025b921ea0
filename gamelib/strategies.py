"""The strategies that every game shares. A strategy is a plain function

    choose(state, kit, actions, n) -> index

that gets what its seat can see, the kit, and the n legal actions, and returns the index of one. It may change the state
that it gets, which is a copy. Like `loops.py`, this source is laid into the namespace of each game by `twin.py`.

A game's own `strategies.py` adds more: every function called `choose_NAME` is the strategy NAME.
"""

import numpy as np

from gamelib.luck import CHANCE, LOG_SHAPE, OVER, WHIM, below

ROLLOUTS = 40  # random games per action, for `montecarlo`
LOOKS = 400  # playouts per decision, for `tree`
DEPTH = 2_000  # moves after which a playout stops and counts as it stands
CURIOSITY = 1.0  # the constant of UCT: how much an action that was seldom tried is worth a look


def choose_random(state, kit, actions, n):
    """Any legal action, each as likely as the others."""
    return below(state.luck, WHIM, n)


def choose_first(state, kit, actions, n):
    """Always the first action listed."""
    return 0


def choose_greedy(state, kit, actions, n):
    """The action after which the own standing is best at once; among equals, any."""
    if n == 1:
        return 0
    seat = to_act(state)
    trial = np.zeros(1, STATE)
    log = np.empty(LOG_SHAPE, np.int64)  # 20 kB: to clear them takes longer than most moves
    standing = np.zeros((MAX_SEATS, 2))
    best, best_value, ties = 0, -1e300, 0
    for i in range(n):
        trial[0] = state
        log[0, 0] = 0
        apply(trial[0], kit, actions[i], log)
        score(trial[0], kit, standing)
        value = 1e6 * standing[seat, 0] + standing[seat, 1]
        if value > best_value:
            best, best_value, ties = i, value, 1
        elif value == best_value:
            ties += 1
            if below(state.luck, WHIM, ties) == 0:
                best = i
    return best


def choose_montecarlo(state, kit, actions, n):
    """Plays each action on at random a number of times, and takes the one with the best mean result."""
    seat = to_act(state)
    trial = np.zeros(1, STATE)
    room = np.zeros(MAX_ACTIONS, ACTION)
    log = np.zeros(LOG_SHAPE, np.int64)
    standing = np.zeros((MAX_SEATS, 2))
    best, best_value = 0, -1e300
    for i in range(n):
        total = 0.0
        for _ in range(ROLLOUTS):
            imagine(state, kit, seat, trial)
            log[0, 0] = 0
            apply(trial[0], kit, actions[i], log)
            play_at_random(trial[0], kit, room, log)
            score(trial[0], kit, standing)
            total += value_of(standing, seat, kit.players)
        if total > best_value:
            best, best_value = i, total
    return best


def choose_tree(state, kit, actions, n):
    """Tree search: looks more often where looking has paid (UCT, Kocsis and Szepesvari 2006), with chance rolled anew
    and hidden cards reshuffled at each look (as in information-set search, Cowling et al. 2012)."""
    if n == 1:
        return 0
    seat = to_act(state)
    trial = np.zeros(1, STATE)
    room = np.zeros(MAX_ACTIONS, ACTION)
    log = np.zeros(LOG_SHAPE, np.int64)
    standing = np.zeros((MAX_SEATS, 2))
    # Node 0 is the decision at hand; the others are what followed an action at their parent.
    parent = np.full(LOOKS + 2, -1, np.int64)
    via = np.zeros(LOOKS + 2, np.int64)
    child = np.full(LOOKS + 2, -1, np.int64)  # the first child
    sibling = np.full(LOOKS + 2, -1, np.int64)
    mover = np.full(LOOKS + 2, -1, np.int64)  # who chose the action that leads here
    visits = np.zeros(LOOKS + 2)
    total = np.zeros(LOOKS + 2)
    nodes = 1
    for _ in range(LOOKS):
        imagine(state, kit, seat, trial)
        node = 0
        for _ in range(DEPTH):
            turn = to_act(trial[0])
            if turn == OVER:
                break
            m = legal(trial[0], kit, room)
            log[0, 0] = 0
            if turn == CHANCE:
                apply(trial[0], kit, room[below(trial[0].luck, WHIM, m)], log)
                continue
            index = promising(trial[0], node, m, child, sibling, via, visits, total)
            apply(trial[0], kit, room[index], log)
            below_node = find_child(node, index, child, sibling, via)
            if below_node >= 0:
                node = below_node
                continue
            parent[nodes], via[nodes], mover[nodes] = node, index, turn
            sibling[nodes] = child[node]
            child[node] = nodes
            node = nodes
            nodes += 1
            break
        play_at_random(trial[0], kit, room, log)
        score(trial[0], kit, standing)
        while node >= 0:
            visits[node] += 1
            if mover[node] >= 0:
                total[node] += value_of(standing, mover[node], kit.players)
            node = parent[node]
    return most_visited(n, child, sibling, via, visits)


def promising(state, node, m, child, sibling, via, visits, total):
    """An action never tried from this node, else the one with the best upper bound."""
    tried = 0
    seen = child[node]
    best, best_bound = 0, -1e300
    while seen >= 0:
        if via[seen] < m:
            tried += 1
            bound = total[seen] / visits[seen] + CURIOSITY * np.sqrt(np.log(visits[node] + 1.0) / visits[seen])
            if bound > best_bound:
                best, best_bound = via[seen], bound
        seen = sibling[seen]
    if tried == m:
        return best
    untried = below(state.luck, WHIM, m - tried)
    for index in range(m):
        if find_child(node, index, child, sibling, via) < 0:
            if untried == 0:
                return index
            untried -= 1
    return best


def find_child(node, index, child, sibling, via):
    """The node that an action leads to, or -1."""
    seen = child[node]
    while seen >= 0:
        if via[seen] == index:
            return seen
        seen = sibling[seen]
    return -1


def most_visited(n, child, sibling, via, visits):
    """The action that the search looked at most."""
    best, most = 0, -1.0
    for index in range(n):
        seen = find_child(0, index, child, sibling, via)
        if seen >= 0 and visits[seen] > most:
            best, most = index, visits[seen]
    return best


def imagine(state, kit, seat, trial):
    """A table that could be the real one, as far as the seat knows."""
    trial[0] = state
    hide(trial[0], kit, seat)
    state.luck[WHIM] = trial[0].luck[WHIM]
    # The next look must not meet the same luck.
    state.luck[WHIM] += np.uint64(0x632BE59BD9B4E019)


def play_at_random(state, kit, room, log):
    """Random moves to the end, or for DEPTH moves."""
    for _ in range(DEPTH):
        if to_act(state) == OVER:
            break
        n = legal(state, kit, room)
        log[0, 0] = 0
        apply(state, kit, room[below(state.luck, WHIM, n)], log)


def value_of(standing, seat, players):
    """A result as one number from 0 to 1: the share of the win, and a little for points ahead of the best rival."""
    lead = standing[seat, 1]
    if players > 1:
        rival = -1e300
        for other in range(players):
            if other != seat:
                rival = max(rival, standing[other, 1])
        lead -= rival
    return 0.9 * standing[seat, 0] + 0.1 * (0.5 + 0.5 * lead / (1.0 + abs(lead)))
