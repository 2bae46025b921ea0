"""The loops that play: from one step to many games. Never imported for use: `twin.py` lays this source into the
namespace of each game, after its rules, once interpreted and once compiled. So `legal`, `apply` and the other names of
the rules are the game's own here.
"""

import numpy as np

from gamelib.luck import CHANCE, LOG_SHAPE, OVER, TABLE, WHIM, below, start_luck


def outcome(state, n):
    """Which of the n outcomes listed comes to pass."""
    if n == 1:
        return 0
    return below(state.luck, TABLE, n)


def play(state, kit, choosers, view, actions, log, tally, steps, limit):
    """Play a position on to its end. Counts events in `tally`, keeps the index of each action in `steps`.

    Returns the number of moves, or -1 - moves where a strategy returned an index that is not in the list.
    """
    moves = 0
    while moves < limit:
        seat = to_act(state)
        if seat == OVER:
            break
        n = legal(state, kit, actions)
        if seat == CHANCE:
            choice = outcome(state, n)
        else:
            # Not a function of its own: one that is handed arrays counts references, which costs as much as all the
            # rest of a move of a small game.
            view[0] = state
            hide(view[0], kit, seat)
            choice = choosers[seat](view[0], kit, actions, n)
            state.luck[WHIM] = view[0].luck[WHIM]
        if choice < 0 or choice >= n:
            return -1 - moves
        if moves < steps.shape[0]:
            steps[moves] = choice
        log[0, 0] = 0
        apply(state, kit, actions[choice], log)
        for row in range(1, log[0, 0] + 1):
            tally[log[row, 0]] += 1
        moves += 1
    return moves


def play_many(kit, choosers, seed, first, limit, states, moves, scores, tallies):
    """Play games `first`, `first + 1`, ... of a study, one a row of the (zeroed) arrays.

    Returns -1, or the row of the game in which a strategy returned nonsense (its moves are then negative).
    """
    view = np.zeros(1, STATE)
    actions = np.zeros(MAX_ACTIONS, ACTION)
    log = np.zeros(LOG_SHAPE, np.int64)
    steps = np.zeros(0, np.int64)
    for row in range(states.shape[0]):
        start_luck(states[row].luck, seed, first + row)
        setup(states[row], kit)
        moves[row] = play(states[row], kit, choosers, view, actions, log, tallies[row], steps, limit)
        if moves[row] < 0:
            return row
        score(states[row], kit, scores[row])
    return -1


def rollouts(state, kit, choosers, seat, index, seed, first, limit, results):
    """Try one action many times: play each on to the end and keep the seat's standing in `results` (rows: win, points).

    What the seat cannot see is shuffled anew each time. Row i has the same luck whichever the action.
    """
    view = np.zeros(1, STATE)
    trial = np.zeros(1, STATE)
    actions = np.zeros(MAX_ACTIONS, ACTION)
    log = np.zeros(LOG_SHAPE, np.int64)
    tally = np.zeros(EVENTS, np.int64)
    steps = np.zeros(0, np.int64)
    standing = np.zeros((MAX_SEATS, 2))
    for row in range(results.shape[0]):
        trial[0] = state
        start_luck(trial[0].luck, seed, first + row)
        hide(trial[0], kit, seat)
        legal(trial[0], kit, actions)
        log[0, 0] = 0
        apply(trial[0], kit, actions[index], log)
        if play(trial[0], kit, choosers, view, actions, log, tally, steps, limit) < 0:
            return row
        score(trial[0], kit, standing)
        results[row, 0] = standing[seat, 0]
        results[row, 1] = standing[seat, 1]
    return -1


def expand(states, kit, seats, counts, children, standings):
    """All that can follow: the positions after each legal action of each state, one after another in `children`.

    Args:
        states: shape (n,).
        seats, counts: shape (n,); get the seat to act, and how many children a state has.
        children: room for at least MAX_ACTIONS.
        standings: shape (n, MAX_SEATS, 2); gets the score of each state.

    Returns how many states are done: fewer than n where `children` could not have held those of one more.
    """
    actions = np.zeros(MAX_ACTIONS, ACTION)
    log = np.zeros(LOG_SHAPE, np.int64)
    written = 0
    for row in range(states.shape[0]):
        if written + MAX_ACTIONS > children.shape[0]:
            return row
        score(states[row], kit, standings[row])
        seats[row] = to_act(states[row])
        counts[row] = 0 if seats[row] == OVER else legal(states[row], kit, actions)
        for index in range(counts[row]):
            children[written] = states[row]
            log[0, 0] = 0
            apply(children[written], kit, actions[index], log)
            written += 1
    return states.shape[0]
