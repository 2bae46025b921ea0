"""The rules of Pig, numbered as in RULES.md beside this file.

In turn, each player throws one die as often as they dare and adds up what falls. A one loses the turn's sum; who holds
in time keeps it. The first with 100 points wins.
"""

import numpy as np

from gamelib.luck import CHANCE, OVER, note

MAX_SEATS = 2
MAX_ACTIONS = 20
MOVE_LIMIT = 1_000_000
HIDDEN = 0
PIG = 1  # the face that loses the sum

# What the table waits for.
YOUR_MOVE, DIE, ENDED = 0, 1, 2

# Kinds of action.
THROW, HOLD, FALL = 0, 1, 2

# Kinds of event.
FELL, PIGGED, BANKED, WON = 0, 1, 2, 3
EVENTS = 4

STATE = np.dtype(
    (
        np.record,
        [
            ("luck", "u8", (2,)),
            ("turn", "i4"),  # 1 in the first turn
            ("phase", "i4"),
            ("seat", "i4"),  # whose turn it is
            ("total", "i4"),  # the sum of this turn so far
            ("points", "i4", (MAX_SEATS,)),
        ],
    )
)

ACTION = np.dtype((np.record, [("kind", "i4"), ("face", "i4")]))

KIT = np.dtype(
    (
        np.record,
        [
            ("players", "i4"),
            ("goal", "i4"),
            ("faces", "i4"),
            ("may_pass", "i4"),
            ("stop_at_goal", "i4"),
            ("hold_at", "i4"),
        ],
    )
)


def setup(state, kit):
    """Nobody has points; the first player begins (PIG-1)."""
    state.turn = 1


def to_act(state):
    """The player whose turn it is, unless a die is in the air."""
    if state.phase == YOUR_MOVE:
        return state.seat
    return CHANCE if state.phase == DIE else OVER


def legal(state, kit, out):
    """All that may be done now, in a stable order."""
    n = 0
    if state.phase == DIE:
        for face in range(1, kit.faces + 1):
            n = offer(out, n, FALL, face)
        return n
    for kind in range(THROW, HOLD + 1):
        offer(out, n, kind, 0)
        n += forbids(state, kit, out[n]) == 0
    return n


def offer(out, n, kind, face):
    """Write one action into the list; returns how many it holds now."""
    out[n].kind = kind
    out[n].face = face
    return n + 1


def forbids(state, kit, action):
    """The number of the rule that forbids an action, 0 where none does."""
    if action.kind == FALL:
        return 0 if state.phase == DIE and 1 <= action.face <= kit.faces else 3
    if state.phase != YOUR_MOVE or action.kind < THROW or action.kind > HOLD:
        return 2
    if action.kind == HOLD:
        return 0 if state.total > 0 or kit.may_pass else 6
    return 8 if kit.stop_at_goal and state.points[state.seat] + state.total >= kit.goal else 0


def apply(state, kit, action, log):
    """Make a legal action happen."""
    if action.kind == THROW:
        state.phase = DIE
    elif action.kind == FALL:
        fall(state, kit, action.face, log)
    else:
        bank(state, log)
        if state.points[state.seat] >= kit.goal:
            win(state, log)
        else:
            next_turn(state, kit)


def fall(state, kit, face, log):
    """The die lies: a one loses the sum and ends the turn, anything else adds to it (PIG-3, PIG-4)."""
    note(log, FELL, state.seat, face)
    state.phase = YOUR_MOVE
    if face == PIG:
        note(log, PIGGED, state.seat, state.total)
        next_turn(state, kit)
    else:
        state.total += face


def bank(state, log):
    """The player holds and keeps the sum (PIG-5)."""
    state.points[state.seat] += state.total
    note(log, BANKED, state.seat, state.total, state.points[state.seat])


def win(state, log):
    """The game is won (PIG-7)."""
    state.phase = ENDED
    note(log, WON, state.seat, state.points[state.seat])


def next_turn(state, kit):
    """On to the next player, who starts with a sum of nothing (PIG-2)."""
    state.total = 0
    state.turn += 1
    state.seat += 1
    if state.seat == kit.players:
        state.seat = 0


def score(state, kit, out):
    """Column 0: 1 for the winner; column 1: points."""
    for seat in range(kit.players):
        out[seat, 0] = 1 if state.phase == ENDED and state.seat == seat else 0
        out[seat, 1] = state.points[seat]


def hide(state, kit, seat):
    """Nothing is hidden in Pig."""


def broken(state, kit):
    """0, or the law that does not hold: 1 seat or phase, 2 sum, 3 points, 4 the end."""
    if state.seat < 0 or state.seat >= kit.players or state.phase < YOUR_MOVE or state.phase > ENDED:
        return 1
    if state.total < 0 or state.total == PIG or state.turn < 1:
        return 2
    for seat in range(MAX_SEATS):
        if state.points[seat] < 0 or (seat >= kit.players and state.points[seat] != 0):
            return 3
        won = state.points[seat] >= kit.goal
        if won != (state.phase == ENDED and state.seat == seat):
            return 4
    return 0
