"""All that one turn can lead to, for the exact analysis in `exact.py`.

One player alone, each draw from the whole deck: then the table before a roll is (circuit, space, points, points toward
the hundred, escape card) and nothing else. This lists every such position that can be met from the start, and for each
of them every roll and card with its probability and what follows each answer. It plays by `rules.py` itself, so no rule
stands here.
"""

import numpy as np

from gamelib.luck import LOG_SHAPE, OVER

from .rules import (
    ACTION,
    COPIES,
    GIVE_EXAMPLE,
    MAX_ACTIONS,
    SPACES,
    STATE,
    TO_ROLL,
    apply,
    copies,
    legal,
    setup,
    to_act,
)

GAME_OVER, NOT_ALLOWED = -1, -2  # in place of a position that follows
ANSWERS = 3  # an example, the escape card, nothing


def expand_turns(kit, always, never, choosers, grid, index, keys, owner, chance, subject, after, picks):
    """Fill in all that can be met, from the start on.

    Args:
        kit: one player, independent draws.
        always, never: the same kit where an example always, or never, comes to mind.
        choosers: the strategies to ask, seat by seat.
        grid: unit of points; lowest points, and how many; lowest points toward the hundred, and how many.
        index: (room for every key,) filled with -1; gets the number of the position with that key.
        keys: (positions,) gets the key of each position.
        owner, chance, subject: (nodes,) each; one node for each roll and card: its position, its probability, what
            the card is of (-1 without a card).
        after, picks: (nodes, 3), (nodes, 2): the position after each answer, and what the strategy answers with and
            without an example in mind.

    Returns:
        (positions, nodes), or (-1, -1) where there is too little room.
    """
    start = np.zeros(1, STATE)
    rolled = np.zeros(1, STATE)
    drawn = np.zeros(1, STATE)
    rolls = np.zeros(MAX_ACTIONS, ACTION)
    trial = np.zeros(1, STATE)
    draws = np.zeros(MAX_ACTIONS, ACTION)
    answers = np.zeros(MAX_ACTIONS, ACTION)
    log = np.zeros(LOG_SHAPE, np.int64)
    setup(start[0], kit)
    keys[0] = key_of(start[0], grid)
    index[keys[0]] = 0
    positions, nodes, done = 1, 0, 0
    while done < positions:
        if nodes + MAX_ACTIONS * kit.faces > owner.shape[0] or positions + 3 * MAX_ACTIONS * kit.faces > keys.shape[0]:
            return -1, -1
        position_of(start[0], kit, keys[done], grid)
        faces = legal(start[0], kit, rolls)
        for face in range(faces):
            rolled[0] = start[0]
            log[0, 0] = 0
            apply(rolled[0], kit, rolls[face], log)
            if to_act(rolled[0]) == OVER or rolled[0].phase == TO_ROLL:
                owner[nodes], chance[nodes], subject[nodes] = done, 1.0 / faces, -1
                positions = found(rolled[0], grid, index, keys, positions, after[nodes], 0)
                after[nodes, 1], after[nodes, 2] = NOT_ALLOWED, NOT_ALLOWED
                nodes += 1
                continue
            cards = legal(rolled[0], kit, draws)
            for card in range(cards):
                if draws[card].card % COPIES == 0:  # the copies of a card lead to the same
                    drawn[0] = rolled[0]
                    log[0, 0] = 0
                    apply(drawn[0], kit, draws[card], log)
                    owner[nodes] = done
                    subject[nodes] = draws[card].card // COPIES
                    chance[nodes] = copies(kit, subject[nodes]) / (faces * cards)
                    positions = answers_to(
                        (drawn[0], trial, answers, log), kit, always, never, choosers, grid, index, keys, positions,
                        after[nodes], picks[nodes],
                    )  # fmt: skip
                    nodes += 1
        done += 1
    return positions, nodes


def answers_to(room, kit, always, never, choosers, grid, index, keys, positions, after, picks):
    """Where each answer to a drawn card leads, and which the strategy gives. `room`: the table, and room to work in."""
    drawn, trial, actions, log = room
    after[:] = NOT_ALLOWED
    n = legal(drawn, kit, actions)
    for i in range(n):
        trial[0] = drawn
        log[0, 0] = 0
        apply(trial[0], kit, actions[i], log)
        positions = found(trial[0], grid, index, keys, positions, after, actions[i].kind - GIVE_EXAMPLE)
    trial[0] = drawn
    picks[0] = actions[choosers[0](trial[0], always, actions, n)].kind - GIVE_EXAMPLE
    trial[0] = drawn
    picks[1] = actions[choosers[0](trial[0], never, actions, n)].kind - GIVE_EXAMPLE
    return positions


def found(state, grid, index, keys, positions, after, answer):
    """Note which position follows; a new one gets the next number."""
    if to_act(state) == OVER:
        after[answer] = GAME_OVER
        return positions
    key = key_of(state, grid)
    if index[key] < 0:
        index[key] = positions
        keys[positions] = key
        positions += 1
    after[answer] = index[key]
    return positions


def key_of(state, grid):
    """A position before a roll as one number; points below the lowest count as the lowest."""
    unit, low, many, low_toward, many_toward = grid[0], grid[1], grid[2], grid[3], grid[4]
    points = min(max((state.points[0] - low) // unit, 0), many - 1)
    toward = min(max((state.toward[0] - low_toward) // unit, 0), many_toward - 1)
    place = state.circuit[0] * SPACES + state.space[0]
    return ((place * many + points) * many_toward + toward) * 2 + state.escapes[0]


def position_of(state, kit, key, grid):
    """The table that a key stands for."""
    unit, low, many, low_toward, many_toward = grid[0], grid[1], grid[2], grid[3], grid[4]
    state.phase = TO_ROLL
    state.turn = 1
    state.seat = 0
    state.card = -1
    state.escapes[0] = key % 2
    state.escaped = 1 - key % 2
    key //= 2
    state.toward[0] = low_toward + unit * (key % many_toward)
    key //= many_toward
    state.points[0] = low + unit * (key % many)
    key //= many
    state.space[0] = key % SPACES
    state.circuit[0] = key // SPACES
