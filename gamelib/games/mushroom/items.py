"""Understanding Nerves, Focus and the Expanding Mind: what players gain and lose, one effect at a time.

Functions called `do_...` work on the topmost frame. They return True where the frame is done or has made way for
others, False where somebody has to choose. Nothing is asked that has one answer (MUS-160).
"""

import numpy as np

from gamelib.luck import note

from .table import (
    A_FACE,
    A_MANTRA,
    A_PARADOX,
    A_PATH_CARD,
    A_WISDOM,
    ALREADY_DEEP,
    AN_AWAKENING,
    BREATH_DEEP,
    CARD_BACK,
    CUBE_ADDED,
    CUBE_PUSHED,
    CUBE_REMOVED,
    CUBES_KEPT,
    DEEP_BREATH,
    DISCARDED,
    DRUM,
    EARNED,
    ENERGY,
    ENERGY_FULL,
    FOCUS,
    GAINED,
    HAND_REFILLED,
    HOUR,
    IN_DISCARDS,
    IN_HAND,
    IN_PLAY,
    INTENSITY,
    LETTERS,
    LOSE_ANY,
    LOSE_AWAKENING,
    LOSE_ENERGY,
    LOSE_FACE,
    LOSE_FOCUS,
    LOSE_MANTRA,
    LOSE_PARADOX,
    LOSE_PATH_CARD,
    LOSE_WISDOM,
    LOST,
    LOWERED,
    MANTRA,
    MOOD_BACK,
    MOODS,
    MOVING_FORWARD,
    NO_CARD_BACK,
    NO_MANTRA,
    NOTHING_LOST,
    OWNED,
    PATHS,
    RAISED,
    RETURNED,
    TRACK_ROOM,
    detail,
    pop,
    push,
    what_now,
    whose,
)

# --------------------------------------------------------------------------------------------------- the nervous system


def can_raise(state, kit, seat, track):
    """Is there room above on a track of the Nervous System? (MUS-20)"""
    if track == INTENSITY:
        return state.strength[seat] < kit.max_strength
    return state.moving[seat] < kit.max_moving


def can_lower(state, seat, track):
    """Is there energy left on a track? Intensity ends at 1, Moving Forward at 0 (MUS-20)."""
    if track == INTENSITY:
        return state.strength[seat] > 1
    return state.moving[seat] > 0


def shift_energy(state, seat, track, by, log):
    """Move the cube of a track one up or down."""
    if track == INTENSITY:
        state.strength[seat] += by
        level = np.int64(state.strength[seat])
    else:
        state.moving[seat] += by
        level = np.int64(state.moving[seat])
    note(log, RAISED if by > 0 else LOWERED, seat, track, level)


def do_energy(state, kit, log):
    """Each point of energy goes onto either track, as its owner likes (MUS-21); what fits on neither is lost."""
    seat = whose(state)
    if detail(state, 0) <= 0:
        pop(state)
        return True
    strength = can_raise(state, kit, seat, INTENSITY)
    moving = can_raise(state, kit, seat, MOVING_FORWARD)
    if strength and moving:
        return False
    if strength or moving:
        raise_energy(state, seat, INTENSITY if strength else MOVING_FORWARD, log)
    else:
        note(log, ENERGY_FULL, seat)
        pop(state)
    return True


def raise_energy(state, seat, track, log):
    """One point of the energy that is owed."""
    count_down(state)
    shift_energy(state, seat, track, 1, log)


def count_down(state):
    """One of the number in the topmost frame is done."""
    state.stack[state.depth - 1, 2] -= 1


def do_lose_energy(state, kit, log):
    """Each point comes off either track (MUS-22); at the bottom of both nothing is lost (MUS-128)."""
    seat = whose(state)
    if detail(state, 0) <= 0:
        pop(state)
        return True
    strength, moving = can_lower(state, seat, INTENSITY), can_lower(state, seat, MOVING_FORWARD)
    if strength and moving:
        return False
    count_down(state)
    if strength or moving:
        shift_energy(state, seat, INTENSITY if strength else MOVING_FORWARD, -1, log)
    else:
        note(log, NOTHING_LOST, seat, INTENSITY)
        if kit.panic_everywhere:
            push(state, LOSE_ANY, seat, 1)
    return True


# --------------------------------------------------------------------------------------------------------- focus boards


def room(kit, board):
    """How many spaces a focus board has; with 3 players one fewer, with 2 two fewer (MUS-71)."""
    spaces = kit.hour_spaces if board == HOUR else kit.drum_spaces
    if kit.fewer_spaces and kit.players < 4:
        spaces -= 4 - kit.players
    return spaces


def cubes_of(state, seat, board):
    """How many cubes a seat has on a board."""
    count = 0
    for place in range(TRACK_ROOM):
        if state.tracks[board, place] == seat:
            count += 1
    return count


def stock(state, kit, seat):
    """How many focus cubes lie before a seat, unused."""
    return kit.focus_cubes - cubes_of(state, seat, HOUR) - cubes_of(state, seat, DRUM)


def cubes_on(state, board):
    """How many cubes lie on a board, packed from the top (MUS-125)."""
    count = 0
    while count < TRACK_ROOM and state.tracks[board, count] >= 0:
        count += 1
    return count


def take_out(state, board, place):
    """Take a cube off a board: those below slide up (MUS-26, MUS-124)."""
    for i in range(place, TRACK_ROOM - 1):
        state.tracks[board, i] = state.tracks[board, i + 1]
    state.tracks[board, TRACK_ROOM - 1] = -1


def put_in(state, kit, seat, board, log):
    """A cube goes to the bottom; on a full board all move up and the topmost falls off, back to its owner (MUS-25)."""
    count = cubes_on(state, board)
    if count >= room(kit, board):
        note(log, CUBE_PUSHED, np.int64(state.tracks[board, 0]), board)
        take_out(state, board, 0)
        count -= 1
    state.tracks[board, count] = seat
    note(log, CUBE_ADDED, seat, board)


def do_focus(state, kit, log):
    """Each cube goes onto either board, as its owner likes (MUS-24): always a choice, while any are owed."""
    if detail(state, 0) > 0:
        return False
    pop(state)
    return True


def add_cube(state, kit, board, log):
    """One of the cubes that are owed, from the stock."""
    count_down(state)
    put_in(state, kit, whose(state), board, log)


def move_cube(state, kit, source, place, board, log):
    """One of the cubes that are owed, from a board (MUS-26)."""
    count_down(state)
    take_out(state, source, place)
    put_in(state, kit, whose(state), board, log)


def keep_cubes(state, log):
    """A seat without stock leaves its cubes where they are: it may use one of them, it need not (MUS-26)."""
    note(log, CUBES_KEPT, whose(state))
    pop(state)


def leader(state, board):
    """Who has most cubes on a board; among equals, whose cube is nearest to the top (MUS-27, MUS-30). -1: nobody."""
    best, most = -1, 0
    for place in range(TRACK_ROOM):
        seat = state.tracks[board, place]
        if seat < 0:
            break
        count = cubes_of(state, seat, board)
        if count > most:
            best, most = np.int64(seat), count
    return best


def top_cube_leaves(state, seat, board, log):
    """The winner's topmost cube goes back to its owner (MUS-28)."""
    for place in range(TRACK_ROOM):
        if state.tracks[board, place] == seat:
            take_out(state, board, place)
            note(log, CUBE_REMOVED, seat, board, place + 1)
            return


# ----------------------------------------------------------------------------------------------- mantras, cards, breath


def mantras_left(state, kit, letter):
    """How many tokens of a letter are in the supply (MUS-40)."""
    left = kit.mantra_tokens
    for seat in range(kit.players):
        left -= state.mantras[seat, letter]
    return left


def letters_left(state, kit):
    """Of how many letters there is a token in the supply."""
    count = 0
    for letter in range(LETTERS):
        if mantras_left(state, kit, letter) > 0:
            count += 1
    return count


def mantras_of(state, seat):
    """How many mantra tokens a seat has."""
    count = 0
    for letter in range(LETTERS):
        count += state.mantras[seat, letter]
    return count


def do_mantra(state, kit, log):
    """Who earns a mantra chooses its letter among those left (MUS-153); where none is, nothing (MUS-40)."""
    if detail(state, 0) <= 0:
        pop(state)
        return True
    letters = letters_left(state, kit)
    if letters == 0:
        note(log, NO_MANTRA, whose(state))
        pop(state)
        return True
    if letters > 1:
        return False
    for letter in range(LETTERS):
        if mantras_left(state, kit, letter) > 0:
            take_mantra(state, letter, log)
            break
    return True


def take_mantra(state, letter, log):
    """One of the mantras that are owed."""
    seat = whose(state)
    count_down(state)
    state.mantras[seat, letter] += 1
    note(log, EARNED, seat, letter)


def return_mantra(state, seat, letter, log):
    """A mantra goes back to the supply."""
    state.mantras[seat, letter] -= 1
    note(log, RETURNED, seat, letter)


def cards_in(state, seat, where):
    """How many mood cards of a seat are in its hand, its discards or in play."""
    count = 0
    for card in range(MOODS):
        if state.hand[seat, card] == where:
            count += 1
    return count


def refill(state, seat, log):
    """Without a card in hand a player takes his discards as a new hand (MUS-4)."""
    if cards_in(state, seat, IN_HAND) > 0 or cards_in(state, seat, IN_DISCARDS) == 0:
        return
    for card in range(MOODS):
        if state.hand[seat, card] == IN_DISCARDS:
            state.hand[seat, card] = IN_HAND
    note(log, HAND_REFILLED, seat)


def do_discard(state, log):
    """A mood card that was shown or burned is done with (MUS-106)."""
    seat = whose(state)
    for card in range(MOODS):
        if state.hand[seat, card] == IN_PLAY:
            state.hand[seat, card] = IN_DISCARDS
    pop(state)
    refill(state, seat, log)
    return True


def do_mood_back(state, log):
    """Take a card from the own discards back into the hand (MUS-53): a choice where there are several."""
    seat = whose(state)
    there = cards_in(state, seat, IN_DISCARDS)
    if detail(state, 0) <= 0 or there == 0:
        if there == 0:
            note(log, NO_CARD_BACK, seat)
        pop(state)
        return True
    if there > 1:
        return False
    for card in range(MOODS):
        if state.hand[seat, card] == IN_DISCARDS:
            take_back(state, card, log)
            break
    return True


def take_back(state, card, log):
    """One of the cards that are owed."""
    seat = whose(state)
    count_down(state)
    state.hand[seat, card] = IN_HAND
    note(log, CARD_BACK, seat, card)


def deepen(state, seat, log):
    """The Breathe token is turned to Deep Breathing; it may show it already (MUS-53)."""
    note(log, ALREADY_DEEP if state.breath[seat] else BREATH_DEEP, seat)
    state.breath[seat] = 1


# --------------------------------------------------------------------------------------------------------- losing items


def owned(state, seat, item):
    """How many of an item a seat has to lose (MUS-65); a mantra is A_MANTRA with its letter added."""
    if item == AN_AWAKENING:
        return np.int64(state.awakening[seat])
    if item == A_WISDOM:
        return np.int64(state.wisdom[seat])
    if item == A_PARADOX:
        return np.int64(state.paradox[seat])
    if item == INTENSITY:
        return np.int64(state.strength[seat]) - 1
    if item == MOVING_FORWARD:
        return np.int64(state.moving[seat])
    if item == A_FACE:
        return np.int64(state.faces[seat])
    if item == A_PATH_CARD:
        return path_cards(state, seat)
    if A_MANTRA <= item < A_MANTRA + LETTERS:
        return np.int64(state.mantras[seat, item - A_MANTRA])
    return 0


def path_cards(state, seat):
    """How many personal paths a seat has collected."""
    return np.int64(state.collected[seat])


def asked_for(what, item):
    """May this item pay for that loss?"""
    if what == LOSE_ANY:
        return AN_AWAKENING <= item < A_MANTRA + LETTERS
    if what == LOSE_ENERGY:
        return item == INTENSITY or item == MOVING_FORWARD
    if what == LOSE_MANTRA:
        return A_MANTRA <= item < A_MANTRA + LETTERS
    return item == item_of(what)


def item_of(what):
    """The one item that an effect gives or takes."""
    if what == LOSE_AWAKENING:
        return AN_AWAKENING
    if what == LOSE_WISDOM:
        return A_WISDOM
    if what == LOSE_PARADOX:
        return A_PARADOX
    if what == LOSE_FACE:
        return A_FACE
    if what == LOSE_PATH_CARD:
        return A_PATH_CARD
    return 0


def ways_to_lose(state, seat, what):
    """How many different answers there are to a loss: items of different kinds, and each own cube on a board."""
    ways = 0
    for item in range(AN_AWAKENING, A_MANTRA + LETTERS):
        if asked_for(what, item) and owned(state, seat, item) > 0:
            ways += 1
    if what == LOSE_ANY or what == LOSE_FOCUS:
        ways += cubes_of(state, seat, HOUR) + cubes_of(state, seat, DRUM)
    return ways


def do_lose(state, log):
    """Lose something: the loser chooses what (MUS-65); who has nothing that fits loses nothing (MUS-45)."""
    seat, what = whose(state), what_now(state)
    if detail(state, 0) <= 0:
        pop(state)
        return True
    ways = ways_to_lose(state, seat, what)
    if ways > 1:
        return False
    if ways == 0:
        note(log, NOTHING_LOST, seat)
        pop(state)
        return True
    for item in range(AN_AWAKENING, A_MANTRA + LETTERS):
        if asked_for(what, item) and owned(state, seat, item) > 0:
            lose(state, item, log)
            return True
    for board in range(2):
        for place in range(TRACK_ROOM):
            if state.tracks[board, place] == seat:
                lose_cube(state, board, place, log)
                return True
    return True


def lose(state, item, log):
    """One of the losses that are owed, paid with an item."""
    seat = whose(state)
    count_down(state)
    give_up(state, seat, item, log)


def give_up(state, seat, item, log):
    """An item goes back to where it came from; a face token whole, no change is given (MUS-65, MUS-127)."""
    if item == INTENSITY or item == MOVING_FORWARD:
        shift_energy(state, seat, item, -1, log)
        return
    if item >= A_MANTRA:
        return_mantra(state, seat, item - A_MANTRA, log)
        return
    if item == AN_AWAKENING:
        state.awakening[seat] -= 1
    elif item == A_WISDOM:
        state.wisdom[seat] -= 1
    elif item == A_PARADOX:
        state.paradox[seat] -= 1
    elif item == A_FACE:
        state.faces[seat] -= 1
        state.faces_left += 1
    elif item == A_PATH_CARD:
        for card in range(PATHS):
            if state.paths[card] == OWNED + seat:
                state.paths[card] = DISCARDED
                state.collected[seat] -= 1
                break
    note(log, LOST, seat, item, 1)


def lose_cube(state, board, place, log):
    """One of the losses that are owed, paid with an own cube on a board."""
    count_down(state)
    take_out(state, board, place)
    note(log, CUBE_REMOVED, whose(state), board, place + 1)


def gain(state, seat, item, count, log):
    """Items that are simply taken from the supply (MUS-149: there is no end of them)."""
    if item == AN_AWAKENING:
        state.awakening[seat] += count
    elif item == A_WISDOM:
        state.wisdom[seat] += count
    else:
        state.paradox[seat] += count
    note(log, GAINED, seat, item, count)


def can_receive(state, kit, seat, effect):
    """Would the item of a Share card be of any use to a seat? (MUS-48)"""
    if effect == ENERGY:
        return can_raise(state, kit, seat, INTENSITY) or can_raise(state, kit, seat, MOVING_FORWARD)
    if effect == MANTRA:
        return letters_left(state, kit) > 0
    if effect == MOOD_BACK:
        return cards_in(state, seat, IN_DISCARDS) > 0
    if effect == FOCUS:
        return True
    return not (effect == DEEP_BREATH and state.breath[seat])
