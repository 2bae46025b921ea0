"""Strategies for Habits, from a look at the next trigger to a look at the whole turn."""

import numpy as np

from gamelib.games.habits.rules import (
    ACTION,
    BLUE,
    MAX_ACTIONS,
    PROTECT,
    STATE,
    STOP,
    TRIGGER,
    YOUR_MOVE,
    apply,
    cells,
    influence,
    legal,
    next_blue,
    yellow_cards,
)
from gamelib.luck import LOG_SHAPE, WHIM, below

PLIES = 3  # how many actions of a turn the planner looks through


def choose_greedy(state, kit, actions, n):
    """Triggers the habit that turns most blue cards now; where none turns any, does something at random."""
    best, most, ties = 0, -1, 0
    for i in range(n):
        turned = influence(state, kit, actions[i].cell, 0) if actions[i].kind == TRIGGER else 0
        if turned > most:
            best, most, ties = i, turned, 1
        elif turned == most:
            ties += 1
            if below(state.luck, WHIM, ties) == 0:
                best = i
    return best


def choose_planner(state, kit, actions, n):
    """Looks through what this turn's dice can do, and starts what leaves most yellow after the next bad habit."""
    value, first = best_sequence(state, kit, PLIES)
    return first


def choose_guardian(state, kit, actions, n):
    """Plans like the planner, but protects a card where the next bad habit would cost more than the turn can gain."""
    value, first = best_sequence(state, kit, PLIES)
    best, most = first, value
    for i in range(n):
        if actions[i].kind == PROTECT:
            kept = yellow_cards(state, kit) - next_loss(state, kit, actions[i].cell)
            if kept > most:
                best, most = i, kept
    return best


def best_sequence(state, kit, plies):
    """The best yellow count that this turn can leave after the cube's next trigger, and the first action towards it.

    Goes through all sequences of at most `plies` triggers and swaps; shorter ones win ties.
    """
    trial = np.zeros(plies + 1, STATE)
    lists = np.zeros((plies + 1, MAX_ACTIONS), ACTION)
    counts = np.zeros(plies + 1, np.int64)
    at = np.zeros(plies + 1, np.int64)
    log = np.zeros(LOG_SHAPE, np.int64)
    trial[0] = state
    counts[0] = legal(trial[0], kit, lists[0])
    best, first, depth = -100, stop_or_first(lists[0], counts[0]), 0
    while depth >= 0:
        if at[depth] >= counts[depth]:
            depth -= 1
            continue
        index = at[depth]
        at[depth] += 1
        kind = lists[depth][index].kind
        if kind == PROTECT or (kind != TRIGGER and kind != STOP and depth > 0):
            continue  # swaps are tried as a first action only: more of them cannot be paid for
        trial[depth + 1] = trial[depth]
        log[0, 0] = 0
        apply(trial[depth + 1], kit, lists[depth][index], log)
        value = yellow_cards(trial[depth + 1], kit)
        if value < cells(kit):
            value -= next_loss(trial[depth + 1], kit, -1)
        if value > best:
            best = value
            first = at[0] - 1
        if depth + 1 < plies and trial[depth + 1].phase == YOUR_MOVE:
            depth += 1
            counts[depth] = legal(trial[depth], kit, lists[depth])
            at[depth] = 0
    return best, first


def stop_or_first(actions, n):
    """The action that ends the turn, or the first where this table does not allow one to stop."""
    for i in range(n):
        if actions[i].kind == STOP:
            return i
    return 0


def next_loss(state, kit, shield):
    """How many yellow cards the bad habit that triggers next would turn, one card being protected (-1: none)."""
    kept = state.shield
    state.shield = shield
    cube = next_blue(state, kit)
    lost = influence(state, kit, cube, 0) if state.good[cube] == BLUE else 0
    state.shield = kept
    return lost
