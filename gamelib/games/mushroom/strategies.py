"""Strategies for The Mushroom Eaters: one look ahead, with a different idea of what is worth something.

All of them try each action, let chance take the steps that leave nothing to choose, and add up what the seat then has,
what it is owed and what it may expect from a die or card that is about to come. They differ in their weights.
"""

import numpy as np

from gamelib.games.mushroom.rules import (
    ACTION,
    ANSWER,
    BEGIN,
    BURN_CARD,
    DRAIN,
    DRAW_SHARE,
    DRAW_TALK,
    DRAW_WEATHER,
    DRUM,
    EFFECTS,
    ENERGY,
    EXPERIENCE,
    FOCUS,
    GIVE_ITEM,
    HOUR,
    LOSE_ANY,
    LOSE_AWAKENING,
    LOSE_ENERGY,
    LOSE_FACE,
    LOSE_FOCUS,
    LOSE_PARADOX,
    LOSE_WISDOM,
    MANTRA,
    MOOD_BACK,
    OPTION,
    OUTCOME,
    PLAY_CARD,
    ROLL_DIE,
    SHOW_CARD,
    STATE,
    apply,
    legal,
    on_path,
    to_act,
    what_now,
    whose,
)
from gamelib.luck import LOG_SHAPE, WHIM, below

from .items import cubes_of, leader, mantras_of
from .turns import half_points_of_items, last_step

# What things are worth, in Experience: a point of Intensity, of Moving Forward; a cube on the Hour Board, on the Shaman
# Drum Board; a paradox beyond its half point; a mantra; Deep Breathing; a finished path (half of it for one that is
# walked); how much the best rival's Experience counts against the own.
STRENGTH, MOVING, HOUR_CUBE, DRUM_CUBE, MORE_PARADOX, A_SONG, BREATH, A_PATH, RIVAL = 0, 1, 2, 3, 4, 5, 6, 7, 8
COLLECTOR = (0.05, 0.04, 0.1, 0.1, 0.0, 0.3, 0.2, 0.0, 0.0)
FOCUSED = (0.15, 0.1, 1.2, 0.2, 0.1, 0.5, 0.5, 0.3, 0.1)
DRUMMER = (0.15, 0.1, 0.2, 1.0, 0.4, 0.5, 0.5, 0.3, 0.1)
BRAVE = (0.6, 0.05, 0.3, 0.5, 0.5, 0.4, 0.3, 0.3, 0.1)
WANDERER = (0.3, 0.1, 0.4, 0.3, 0.1, 0.5, 0.4, 3.0, 0.1)
BALANCED = (0.4, 0.2, 0.7, 0.5, 0.25, 0.7, 0.7, 1.2, 0.2)
NEAR = 0.2  # Experience that makes no difference
KINDS_OF_DECISION = (
    "which card to play, and where to",
    "which track to raise or lower",
    "where to put focus",
    "which card for the Environment and the Fire",
    "the rest: losses, sharing, breathing, mantras",
)
STEPS_AHEAD = 6  # of chance, that leave nothing to choose


def choose_collector(state, kit, actions, n):
    """Takes what gives most Experience now."""
    return best_by(state, kit, actions, n, COLLECTOR)


def choose_focused(state, kit, actions, n):
    """The Hour Board first: faces."""
    return best_by(state, kit, actions, n, FOCUSED)


def choose_drummer(state, kit, actions, n):
    """The Shaman Drum Board first: paradoxes two at a time."""
    return best_by(state, kit, actions, n, DRUMMER)


def choose_brave(state, kit, actions, n):
    """Intensity high, to stand the challenges and earn paradoxes."""
    return best_by(state, kit, actions, n, BRAVE)


def choose_wanderer(state, kit, actions, n):
    """Onto personal paths wherever there is one."""
    return best_by(state, kit, actions, n, WANDERER)


def choose_balanced(state, kit, actions, n):
    """A bit of everything, and an eye on the rivals."""
    return best_by(state, kit, actions, n, BALANCED)


def choose_blunderer(state, kit, actions, n):
    """Balanced, but at random in one kind of decision; which kind depends on the seat (`KINDS_OF_DECISION`)."""
    if kind_of_decision(what_now(state)) == to_act(state):
        return below(state.luck, WHIM, n)
    return best_by(state, kit, actions, n, BALANCED)


def kind_of_decision(what):
    """The place of a decision in `KINDS_OF_DECISION`."""
    if what == PLAY_CARD:
        return 0
    if what == ENERGY or what == LOSE_ENERGY or what == DRAIN:
        return 1
    if what == FOCUS or what == LOSE_FOCUS:
        return 2
    if what == SHOW_CARD or what == BURN_CARD or what == OPTION or what == MOOD_BACK:
        return 3
    return 4


def best_by(state, kit, actions, n, weights):
    """The action after which the seat expects most; among those that are about as good, any."""
    if n == 1:
        return 0
    seat = to_act(state)
    trial = np.zeros(1, STATE)
    room = np.zeros(1, ACTION)
    log = np.empty(LOG_SHAPE, np.int64)  # 20 kB: to clear them takes longer than a move
    values = np.zeros(n)
    for i in range(n):
        trial[0] = state
        log[0, 0] = 0
        apply(trial[0], kit, actions[i], log)
        carry_on(trial[0], kit, room, log)
        values[i] = worth_of_all(trial[0], kit, seat, weights)
    return about_the_best(state, values)


def about_the_best(state, values):
    """One of the highest values, with some tolerance: nobody counts in tenths of a point."""
    best, ties = 0, 0
    for i in range(values.shape[0]):
        if values[i] > values[best]:
            best = i
    chosen, highest = best, values[best]
    for i in range(values.shape[0]):
        if values[i] >= highest - NEAR:
            ties += 1
            if below(state.luck, WHIM, ties) == 0:
                chosen = i
    return chosen


def carry_on(state, kit, room, log):
    """Chance takes the steps that leave nothing to choose: what a space does is then seen."""
    for _ in range(STEPS_AHEAD):
        what = what_now(state)
        if what != EXPERIENCE and what != BEGIN:
            return
        legal(state, kit, room)
        log[0, 0] = 0
        apply(state, kit, room[0], log)


def worth_of_all(state, kit, seat, weights):
    """What a seat has, is owed and may expect, in Experience."""
    total = worth_of_items(state, kit, seat, weights) + worth_of_stack(state, kit, seat, weights)
    if weights[RIVAL] > 0.0:
        rival = 0.0
        for other in range(kit.players):
            if other != seat:
                rival = max(rival, experience_of(state, kit, other))
        total -= weights[RIVAL] * rival
    return total


def experience_of(state, kit, seat):
    """Experience without the awards."""
    return 0.5 * half_points_of_items(state, kit, seat)


def worth_of_items(state, kit, seat, weights):
    """What lies before a seat, and its cubes."""
    total = experience_of(state, kit, seat) + weights[MORE_PARADOX] * state.paradox[seat]
    total += weights[STRENGTH] * state.strength[seat] + weights[MOVING] * state.moving[seat]
    total += weights[HOUR_CUBE] * focus_of(state, seat, HOUR) + weights[DRUM_CUBE] * focus_of(state, seat, DRUM)
    total += weights[A_SONG] * min(mantras_of(state, seat), 3) + weights[BREATH] * state.breath[seat]
    total += (0.5 + weights[A_PATH]) * state.collected[seat]
    if on_path(state, seat):
        card = np.int64(state.path_card[seat])
        ahead = 0.5
        if card >= 0:
            ahead += 0.4 * (state.path_step[seat] + state.path_done[seat]) / (last_step(kit, card) + 1)
        total += weights[A_PATH] * ahead
    # The special action is worth keeping, but not beyond the last panel.
    if state.special[seat] == 0 and kit.space_panel[state.pawn] < 9:
        total += 1.1
    return total


def focus_of(state, seat, board):
    """Cubes on a board, the fourth and more worth less, and two more for who leads it."""
    cubes = cubes_of(state, seat, board)
    return min(cubes, 3) + 0.3 * max(cubes - 3, 0) + (2.0 if leader(state, board) == seat else 0.0)


def worth_of_stack(state, kit, seat, weights):
    """What the seat is owed or owes, and what chance is about to bring it."""
    total = 0.0
    for i in range(state.depth):
        what, who = state.stack[i, 0], state.stack[i, 1]
        if who == seat and what < EFFECTS:
            total += state.stack[i, 2] * worth_of_effect(what, weights)
        elif who == seat and what == OPTION:
            total += 2.0
        elif who == seat and what == BURN_CARD:
            total += 1.0
        elif who == seat and what == SHOW_CARD:
            total += 0.6
        elif who == seat and what == GIVE_ITEM:
            total += 2.0
    what = what_now(state)
    taking_part = whose(state) == seat or not on_path(state, seat)
    if what == DRAW_WEATHER and taking_part:
        total += 0.6
    elif what == DRAW_SHARE:
        total += 2.2 if whose(state) == seat else 0.7 / (kit.players - 1)
    elif what == DRAW_TALK and taking_part:
        total -= 0.2
    elif (what == ROLL_DIE or what == ANSWER or what == OUTCOME) and taking_part:
        total += worth_of_challenge(state, kit, seat, weights)
    elif what == DRAIN and taking_part and not state.breathed[seat]:
        total -= min(weights[STRENGTH], weights[MOVING])
    return total


def worth_of_effect(what, weights):
    """One of an effect that is owed."""
    if what == ENERGY:
        return max(weights[STRENGTH], weights[MOVING])
    if what == FOCUS:
        return 1.2 * max(weights[HOUR_CUBE], weights[DRUM_CUBE])
    if what == MANTRA:
        return weights[A_SONG]
    if what == LOSE_ENERGY:
        return -min(weights[STRENGTH], weights[MOVING])
    if what == LOSE_ANY or what == LOSE_AWAKENING or what == LOSE_PARADOX:
        return -0.5
    if what == LOSE_WISDOM or what == LOSE_FACE:
        return -2.0
    return 0.2


def worth_of_challenge(state, kit, seat, weights):
    """A paradox or an item, by the sides of the die that are still possible, and an energy; or nothing of it."""
    if state.breathed[seat]:
        return 0.0
    stood, sides = 0.0, 0.0
    for side in range(kit.dies):
        total = np.int64(state.challenge) if what_now(state) == OUTCOME else state.printed + kit.die_add[side]
        stood += 1.0 if state.strength[seat] >= total else 0.0
        sides += 1.0
    stood /= sides
    gained = stood * (0.5 + weights[MORE_PARADOX]) - 0.8 * (1.0 - stood)
    gained -= min(weights[STRENGTH], weights[MOVING])
    return max(gained, -weights[BREATH]) if state.breath[seat] else gained
