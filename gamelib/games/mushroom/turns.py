"""Game Play, Personal Path, Special Action, End Game: cards are played, the pawn and the octagons move.

As in items.py, `do_...` works on the topmost frame and says whether anything is left to ask.
"""

import numpy as np

from gamelib.luck import note

from .items import path_cards, refill
from .moments import begin_action, card_of, turn_over, worth
from .table import (
    A_PASS,
    AFTER,
    AVOID_MANTRA,
    AVOIDED,
    AWARD_PARADOX,
    AWARD_PATHS,
    CARD_WORDS,
    DISCARDED,
    DRAW_PATH,
    EXPERIENCE,
    EXPERIENCED,
    IDENTITY,
    IDENTITY_AS,
    IN_DECK,
    IN_DISCARDS,
    IN_HAND,
    JELLY,
    JELLY_REACHED,
    LAST_SPACE,
    LOWERED,
    MOODS,
    MOVED,
    MOVING_FORWARD,
    MUST_DO_STOPS,
    OPEN_PANELS,
    OWNED,
    PANELS,
    PASSED,
    PATH_DECK,
    PATH_DONE,
    PATH_DRAWN,
    PATH_END,
    PATH_ENTERED,
    PATH_LOCKED,
    PATH_SOURCE,
    PATH_STEPS,
    PATH_WALKED,
    PATHS,
    PERSONAL_PATH,
    PLAY_CARD,
    PLAYED,
    SCORED,
    SEATS,
    SHAMAN,
    SHARED_SHAMAN,
    SPECIAL_USED,
    STAYED,
    TURN_BEGAN,
    UNFINISHED,
    WALKED,
    current,
    detail,
    next_seat,
    on_path,
    owe,
    pawn,
    pop,
    push,
    whose,
)

# ------------------------------------------------------------------------------------------------------------- the path


def beyond(kit, space):
    """The next space, -1 after the last; without personal paths their spaces do not count (MUS-70)."""
    space += 1
    while space < kit.spaces and kit.personal_paths == 0 and kit.space_action[space] == PERSONAL_PATH:
        space += 1
    return space if space < kit.spaces else -1


def stops(kit, space):
    """Does the pawn have to stop here: at the beginning of a Must Do series, or at the end? (MUS-6, MUS-134)"""
    return (kit.space_must[space] == 1 and kit.space_joined[space] == 0) or space == kit.spaces - 1


def steps_possible(kit, space, steps):
    """How many of so many steps the pawn can go."""
    for done in range(steps):
        space = beyond(kit, space)
        if space < 0:
            return done
        if stops(kit, space):
            return done + 1
    return steps


def space_after(kit, space, steps):
    """Where the pawn is after so many steps, all of them possible."""
    for _ in range(steps):
        space = beyond(kit, space)
    return space


def has_path(kit, space):
    """Is this a Personal Path space, or does one branch off here?"""
    return kit.space_branch[space] == 1 or kit.space_action[space] == PERSONAL_PATH


def locked(state, kit, space):
    """Is somebody on the personal path of this space? (MUS-57)"""
    for seat in range(kit.players):
        if state.path_at[seat] == space:
            return True
    return False


def path_is_free(state, kit, space):
    """May somebody enter the personal path of a space? It needs a card, too."""
    if kit.personal_paths == 0 or not has_path(kit, space) or locked(state, kit, space):
        return False
    for card in range(PATHS):
        if state.paths[card] == IN_DECK or state.paths[card] == DISCARDED:
            return True
    return False


def steps_to_path(state, kit, target, limit):
    """How many steps lead onto the personal path of a space, the step onto a branch counted (MUS-55, MUS-113).

    -1 where more than `limit`, or where a Must Do comes before it (MUS-112).
    """
    space = pawn(state)
    branch = kit.space_branch[target]
    for steps in range(limit + 1):
        if space == target and steps + branch > 0:
            return steps + branch if steps + branch <= limit else -1
        space = beyond(kit, space)
        if space < 0 or space > target or stops(kit, space):
            return -1
    return -1


def path_is_forced(state, kit):
    """Is there a free personal path one or two steps away? A 2 must then be played onto it (MUS-56, MUS-113)."""
    if kit.forced_paths == 0:
        return False
    space = pawn(state)
    for target in range(space, min(space + 3, np.int64(kit.spaces))):
        if path_is_free(state, kit, target) and steps_to_path(state, kit, target, 2) > 0:
            return True
    return False


# ------------------------------------------------------------------------------------------ what forbids to play a card


def forbids_card(state, seat, code):
    """A card of the own hand (MUS-4); Identity as another number only after the Jelly (MUS-69)."""
    if code < 0 or code >= CARD_WORDS:
        return 4
    if state.hand[seat, card_of(code)] != IN_HAND:
        return 4
    if code >= IDENTITY_AS and state.jelly == 0:
        return 69
    if code == IDENTITY and state.jelly == 1:
        return 69
    return 0


def only_zero(state, kit, seat):
    """Has the player nothing in hand that could move the pawn?"""
    for card in range(MOODS):
        if state.hand[seat, card] == IN_HAND and kit.mood_value[card] > 0:
            return False
    return True


def passes_beside_path(state, kit):
    """Is the pawn beside, or on, a personal path that somebody walks, so that a 0 is a pass? (MUS-57, MUS-116)"""
    if not locked(state, kit, pawn(state)):
        return False
    return kit.zero_beside_path == A_PASS or kit.space_branch[state.pawn] == 0


def forbids_zero(state, kit, seat):
    """Staying is for who has not experienced the space, and never on a Must Do (MUS-8, MUS-73, MUS-74)."""
    if only_zero(state, kit, seat):
        return 0
    if state.must_move:
        return 73
    if kit.space_must[state.pawn]:
        return 74
    if state.done[seat]:
        return 8
    return 0


def forbids_play(state, kit, seat, code, energy, forced):
    """A mood card, with Moving Forward energy or without: on the path or on a personal path."""
    rule = forbids_card(state, seat, code)
    if rule:
        return rule
    if on_path(state, seat):
        return 117 if energy != 0 else 0
    if energy < 0 or energy > state.moving[seat]:
        return 23
    value = worth(kit, code)
    if value + energy == 0:
        return forbids_zero(state, kit, seat)
    if energy > 0 and steps_possible(kit, pawn(state), value + energy) < value + energy:
        return 23
    if value == 2 and forced:
        landing = space_after(kit, pawn(state), steps_possible(kit, pawn(state), 2))
        if energy > 0 or kit.space_action[landing] != PERSONAL_PATH or not path_is_free(state, kit, landing):
            return 56
    return 0


def forbids_enter(state, kit, seat, code, energy, space, forced):
    """A mood card that leads onto the personal path of a space, the rest of its number lost (MUS-55, MUS-56)."""
    if kit.personal_paths == 0:
        return 70
    if space < 0 or space >= kit.spaces or not has_path(kit, space):
        return 55
    rule = forbids_card(state, seat, code)
    if rule:
        return rule
    if on_path(state, seat):
        return 58
    if energy < 0 or energy > state.moving[seat]:
        return 23
    if not path_is_free(state, kit, space):
        return 57
    value = worth(kit, code)
    steps = steps_to_path(state, kit, space, value + energy)
    if steps < 0:
        return 55
    if energy > 0 and (kit.energy_to_paths == 0 or value >= steps or value + energy != steps):
        return 114
    if value == 2 and steps > 2 and forced:
        return 56
    if kit.space_branch[space] == 0 and not (value == 2 and steps < 2 and kit.forced_paths):
        return 54
    return 0


# --------------------------------------------------------------------------------------------------------------- a turn


def start_turn(state, kit, seat, log):
    """The next player's turn: he plays a card (MUS-3)."""
    state.current = seat
    state.turn += 1
    note(log, TURN_BEGAN, seat, np.int64(state.turn))
    refill(state, seat, log)
    push(state, PLAY_CARD, seat)


def do_next_turn(state, kit, log):
    """The turn passes clockwise (MUS-3)."""
    start_turn(state, kit, next_seat(state, kit, current(state)), log)
    return True


def begin(state, kit, log):
    """The first player experiences the opening Must Do series (MUS-14)."""
    pop(state)
    state.turn = 1
    note(log, TURN_BEGAN, current(state), 1)
    push(state, EXPERIENCE, current(state), pawn(state))
    see_panels(state, kit)


def see_panels(state, kit):
    """Panels come into sight as the pawn goes on (MUS-159)."""
    seen = min(np.int64(kit.space_panel[state.pawn]) + 1 + kit.panels_ahead, PANELS)
    if seen > state.opened:
        state.opened = seen
        push(state, OPEN_PANELS, current(state))


def lay_down(state, kit, code, energy, log):
    """Phase 1: the card goes to the discards, energy off its track (MUS-4, MUS-23)."""
    seat = current(state)
    pop(state)
    note(log, PLAYED, seat, code, energy)
    state.hand[seat, card_of(code)] = IN_DISCARDS
    if energy > 0:
        state.moving[seat] -= energy
        note(log, LOWERED, seat, MOVING_FORWARD, np.int64(state.moving[seat]))
    refill(state, seat, log)


def play_card(state, kit, code, energy, log):
    """Phases 1 and 2: play a card and move (MUS-3), the pawn or the own octagon (MUS-58)."""
    seat, value = current(state), worth(kit, code)
    lay_down(state, kit, code, energy, log)
    if on_path(state, seat):
        walk(state, kit, seat, value, log)
    elif value + energy == 0:
        stay(state, kit, seat, log)
    else:
        land(state, kit, seat, value + energy, log)


def land(state, kit, seat, steps, log):
    """The pawn goes on and the current player experiences where it lands (MUS-5, MUS-9)."""
    possible = steps_possible(kit, pawn(state), steps)
    space = space_after(kit, pawn(state), possible)
    if possible < steps:
        note(log, MUST_DO_STOPS, space)
    if kit.space_action[space] == PERSONAL_PATH and not path_is_free(state, kit, space):
        note(log, PATH_LOCKED, space)
        move_pawn(state, kit, space, log)
        return
    push(state, EXPERIENCE, seat, space)
    move_pawn(state, kit, space, log)


def move_pawn(state, kit, space, log):
    """The pawn goes forward, never back (MUS-7); nobody has experienced the new space yet."""
    start = pawn(state)
    state.pawn = space
    state.lander = -1
    state.must_move = 0
    for seat in range(SEATS):
        state.done[seat] = 0
    note(log, MOVED, start, space)
    reach_jelly(state, kit, start, space, log)
    see_panels(state, kit)


def reach_jelly(state, kit, start, space, log):
    """The Jelly Space is reached when the pawn lands on it or passes it (MUS-144), for all players (MUS-155)."""
    if kit.jelly == 0 or state.jelly == 1:
        return
    for passed in range(start + 1 if kit.jelly_by_passing else space, space + 1):
        if kit.space_action[passed] == JELLY:
            state.jelly = 1
            note(log, JELLY_REACHED, passed)


def stay(state, kit, seat, log):
    """A 0: the same action once more (MUS-8), or a pass where that is not allowed (MUS-57, MUS-73, MUS-74)."""
    if state.must_move or state.done[seat] or kit.space_must[state.pawn]:
        state.must_move = 1
        note(log, PASSED, seat)
    elif passes_beside_path(state, kit):
        note(log, PASSED, seat)
    elif kit.space_action[state.pawn] == PERSONAL_PATH and not path_is_free(state, kit, pawn(state)):
        note(log, PASSED, seat)
    else:
        note(log, STAYED, seat, pawn(state))
        push(state, EXPERIENCE, seat, pawn(state))


def experience(state, kit, log):
    """Phase 3: what the space does (MUS-9)."""
    seat, source = whose(state), detail(state, 0)
    pop(state)
    note(log, EXPERIENCED, seat, source)
    if source >= PATH_SOURCE:
        state.path_done[seat] = 1
        if state.path_step[seat] == last_step(kit, np.int64(state.path_card[seat])):
            push(state, PATH_END, seat)
        begin_action(state, kit, seat, source, log)
        return
    state.done[seat] = 1
    if state.lander < 0:
        state.lander = seat
    push(state, AFTER, seat, source)
    if kit.space_action[source] == PERSONAL_PATH:
        if path_is_free(state, kit, source):
            enter_path(state, seat, source, log)
    else:
        begin_action(state, kit, seat, source, log)


def do_after(state, kit, log):
    """The game ends on the last space (MUS-16); a Must Do series goes on with the same player (MUS-13)."""
    seat, space = whose(state), detail(state, 0)
    pop(state)
    if space == kit.spaces - 1:
        finish(state, kit, log)
    elif kit.space_joined[space + 1]:
        push(state, EXPERIENCE, seat, space + 1)
        move_pawn(state, kit, space + 1, log)
    return True


# ------------------------------------------------------------------------------------------------------- personal paths


def enter(state, kit, code, energy, space, log):
    """Onto a personal path: the pawn goes to the space beside it, which is not played (MUS-55, MUS-56)."""
    seat = current(state)
    lay_down(state, kit, code, energy, log)
    if space != state.pawn:
        move_pawn(state, kit, space, log)
    enter_path(state, seat, space, log)


def enter_path(state, seat, space, log):
    """An octagon on the space, a card from the deck, the other octagon on its first action (MUS-54)."""
    state.path_at[seat] = space
    note(log, PATH_ENTERED, seat, space)
    push(state, DRAW_PATH, seat)


def draw_path(state, card, log):
    """The first action is not played: the player has only prepared (MUS-54)."""
    seat = whose(state)
    pop(state)
    state.paths[card] = WALKED + seat
    state.path_card[seat] = card
    state.path_step[seat] = 0
    state.path_done[seat] = 0
    note(log, PATH_DRAWN, seat, card)


def last_step(kit, card):
    """The final Must Do of a personal path."""
    step = PATH_STEPS - 1
    while step > 0 and kit.path_actions[card, step] < 0:
        step -= 1
    return step


def walk(state, kit, seat, value, log):
    """The octagon goes up the path, at most to its end (MUS-58, MUS-117); a 0 experiences where it is (MUS-62)."""
    card = np.int64(state.path_card[seat])
    step = min(np.int64(state.path_step[seat]) + value, last_step(kit, card))
    if value > 0:
        state.path_step[seat] = step
        state.path_done[seat] = 0
        note(log, PATH_WALKED, seat, step)
    if state.path_done[seat]:
        note(log, PASSED, seat)
    else:
        push(state, EXPERIENCE, seat, PATH_SOURCE + card * PATH_STEPS + step)


def do_path_end(state, kit, log):
    """The card is kept, the octagons come back, the player joins the others at once (MUS-64)."""
    seat = whose(state)
    pop(state)
    card = np.int64(state.path_card[seat])
    state.paths[card] = OWNED + seat
    state.collected[seat] += 1
    leave_path(state, seat)
    note(log, PATH_DONE, seat, card)
    return True


def leave_path(state, seat):
    """Both octagons are back."""
    state.path_at[seat] = -1
    state.path_card[seat] = -1
    state.path_step[seat] = 0
    state.path_done[seat] = 0


def ready_paths(state, log):
    """Path cards that were lost come back when the deck is used up."""
    turn_over(state.paths, PATHS, PATH_DECK, log)


# ------------------------------------------------------------------------------------------------------- special action


def use_special(state, kit, option, log):
    """Once in a game, and not a turn (MUS-67, MUS-68)."""
    seat = whose(state)
    state.special[seat] = 1
    note(log, SPECIAL_USED, seat, option)
    if option == AVOID_MANTRA:
        note(log, AVOIDED, seat)
        pop(state)
    else:
        owe(state, seat, kit.special_effects[option])


# -------------------------------------------------------------------------------------------------------------- the end


def paths_counted(state, kit, seat):
    """Personal paths that count at the end; unfinished ones only where the table plays so (MUS-120)."""
    count = path_cards(state, seat)
    if kit.unfinished_paths and state.path_card[seat] >= 0:
        count += 1
    return count


def award_paradox(state, kit, seat):
    """The Greater Paradox: for the most, divided among equals and rounded down; nobody has it with none (MUS-18)."""
    mine, equals = np.int64(state.paradox[seat]), 0
    if mine == 0:
        return 0
    for other in range(kit.players):
        if state.paradox[other] > mine:
            return 0
        if state.paradox[other] == mine:
            equals += 1
    return divided(kit.greater_paradox, equals)


def divided(prize, equals):
    """Among equals, rounded down (MUS-132)."""
    return np.int64(prize) if equals <= 1 else np.int64(prize) // equals


def award_paths(state, kit, seat):
    """Most Personal Paths, likewise (MUS-19)."""
    mine, equals = paths_counted(state, kit, seat), 0
    if mine == 0:
        return 0
    for other in range(kit.players):
        theirs = paths_counted(state, kit, other)
        if theirs > mine:
            return 0
        if theirs == mine:
            equals += 1
    return divided(kit.most_paths, equals)


def half_points(state, kit, seat):
    """Twice the Experience of a seat, so that a half is a whole number (MUS-17 to MUS-19)."""
    awards = award_paradox(state, kit, seat) + award_paths(state, kit, seat)
    return half_points_of_items(state, kit, seat) + 2 * awards


def half_points_of_items(state, kit, seat):
    """Twice the Experience of a seat's items, without the awards (MUS-17)."""
    points = np.int64(state.paradox[seat])
    points += 2 * kit.awakening_xp * state.awakening[seat]
    points += 2 * kit.wisdom_xp * state.wisdom[seat]
    return points + 2 * kit.face_xp * state.faces[seat]


def finish(state, kit, log):
    """Experience is added up; the player with the most becomes the Shaman (MUS-16, MUS-75), or they share (MUS-133)."""
    state.depth = 0
    state.stack[:] = 0
    state.ended = 1
    note(log, LAST_SPACE)
    best, shamans, winner = -1, 0, 0
    for seat in range(kit.players):
        if on_path(state, seat):
            note(log, UNFINISHED, seat, np.int64(state.path_card[seat]))
        if award_paradox(state, kit, seat) > 0:
            note(log, AWARD_PARADOX, seat, award_paradox(state, kit, seat))
        if award_paths(state, kit, seat) > 0:
            note(log, AWARD_PATHS, seat, award_paths(state, kit, seat))
    for seat in range(kit.players):
        points = half_points(state, kit, seat)
        note(log, SCORED, seat, points)
        if points > best:
            best, shamans, winner = points, 1, seat
        elif points == best:
            shamans += 1
    note(log, SHAMAN if shamans == 1 else SHARED_SHAMAN, winner if shamans == 1 else shamans)
