"""Strategies for Pig: from a fixed sum to a race."""

from .rules import HOLD


def choose_hold(state, kit, actions, n):
    """Throws until the turn's sum is the kit's `hold_at` (20), or enough to win."""
    return pick_kind(actions, n, state.total >= kit.hold_at)


def choose_greedy(state, kit, actions, n):
    """Holds where a throw would gain nothing on average: a one loses the sum, the rest add (faces + 2) / 2."""
    return pick_kind(actions, n, 2 * state.total >= (kit.faces - 1) * (kit.faces + 2))


def choose_race(state, kit, actions, n):
    """Keeps pace and ends the race (Neller and Presser 2010): with anybody at 71, throws to win; else holds at 21, and
    an eighth of what it lies behind."""
    own, rival = state.points[state.seat], state.points[kit.players - 1 - state.seat]
    if own >= 71 or rival >= 71:
        return pick_kind(actions, n, False)
    return pick_kind(actions, n, state.total >= 21 + (rival - own + 4) // 8)


def pick_kind(actions, n, hold):
    """The index of HOLD, or of what is no HOLD, where the list has it; else the only action."""
    for i in range(n):
        if (actions[i].kind == HOLD) == hold:
            return i
    return 0
