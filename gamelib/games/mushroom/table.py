"""What lies on the table: names, the record of a position, the kit, and the stack of what is still to be done.

The first part of the rules of The Mushroom Eaters (see rules.py). Seats go clockwise. A position holds a stack of
frames: the topmost says what is being done now and, where somebody has to choose, who; what lies below it resumes when
it is done. So a decision inside a decision is one more frame, and a copy of the position is a copy of all of it.
"""

import numpy as np

SEATS = 5
MOODS = 8  # mood cards of a player
LETTERS = 5
TRACK_ROOM = 12  # spaces that a focus board may have at most
SPACES = 128
PANELS = 10
TOKENS = 17
WEATHERS = 10  # environment cards
CARDS = 10  # share and talking cards
PATHS = 36
PATH_STEPS = 6
SIDES = 6  # of the challenge die
FRAMES = 24  # room of the stack

# The letters of mantras and panels, as the board has them.
A, B, C, D, E, F, G, H, I, J = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9  # noqa: E741

# Mood cards by their place in the kit; 8 to 11 stand for an Identity card that is played as 0 to 3 (MUS-69).
IDENTITY, THREE_A, THREE_B, TWO_A, TWO_B, ONE_A, ONE_B, ZERO = 0, 1, 2, 3, 4, 5, 6, 7
IDENTITY_AS = 8
CARD_WORDS = 12

IN_HAND, IN_DISCARDS, IN_PLAY = 1, 0, 2  # where a mood card is
IN_DECK, DISCARDED, HELD, FACE_UP = 0, 1, 2, 3  # where a card of a common deck is; a path card that is owned: 10 + seat
OWNED = 10
WALKED = 20  # a path card that a seat walks just now: 20 + seat
IN_BAG = -1  # where a place token is, before it lies on a space

HOUR, DRUM = 0, 1  # the focus boards

# Effects: the one vocabulary of spaces, tokens and cards. Each is also a frame of the stack: (effect, seat, how many).
AWAKENING, WISDOM, PARADOX, ENERGY, FOCUS, MANTRA, DEEP_BREATH, MOOD_BACK = 1, 2, 3, 4, 5, 6, 7, 8
LOSE_AWAKENING, LOSE_WISDOM, LOSE_PARADOX, LOSE_ENERGY, LOSE_FOCUS, LOSE_MANTRA = 11, 12, 13, 14, 15, 16
LOSE_PATH_CARD, LOSE_FACE, LOSE_ANY = 17, 18, 19
OR = 20  # between two effects: the player has the one or the other
EFFECTS = 21

# What a space, a place token or a step of a personal path is.
NOTHING, ITEMS, FACE, SHAMAN_DRUM, INTENSE, MANTRA_SPACE, ENVIRONMENT = 0, 1, 2, 3, 4, 5, 6
SHARE, TALKING, FIRE, PLACE, PERSONAL_PATH, JELLY, RETURN_MANTRAS = 7, 8, 9, 10, 11, 12, 13
ACTIONS_OF_SPACES = 14

# Frames of the stack beside effects. First those that wait for somebody or for chance.
BEGIN, PLAY_CARD, EXPERIENCE, ROLL_DIE, DRAW_WEATHER, DRAW_SHARE, DRAW_TALK, DRAW_PATH = 30, 31, 32, 33, 34, 35, 36, 37
DRAW_TOKEN, SHOW_CARD, BURN_CARD, GIVE_ITEM, GIVE_CARD, ANSWER, OUTCOME, DRAIN = 38, 39, 40, 41, 42, 43, 44, 45
MISSING, KEEP_ONE, OPTION = 46, 47, 48
# Then those that happen by themselves.
NEXT_TURN, ROUND, AFTER, OPEN_PANELS, DISCARD, GIVE_BACK, TALK_ON, PATH_END, LAY_OUT, TALK_OVER = (
    60, 61, 62, 63, 64, 65, 66, 67, 68, 69,
)  # fmt: skip
PICK_UP = 70

# Items by which a loss, a gain or a track is named.
AN_AWAKENING, A_WISDOM, A_PARADOX, INTENSITY, MOVING_FORWARD, A_FACE, A_PATH_CARD, A_MANTRA = 1, 2, 3, 4, 5, 6, 7, 8
ITEM_WORDS = 13  # a mantra's letter is added to A_MANTRA

# Sources of an action: a space as it is, a place token or a step of a path card with a number added.
TOKEN_SOURCE, PATH_SOURCE = 1000, 2000

# Special actions (MUS-68).
ADD_FOCUS, ADD_ENERGY, AVOID_MANTRA, BREATHE_DEEP, GAIN_PARADOX = 0, 1, 2, 3, 4
SPECIALS = 5

# House rules that are a choice of words.
AFTER_THE_ROLL, BEFORE_THE_ROLL, AT_ANY_MOMENT = 0, 1, 2
A_PASS, A_FIRST_EXPERIENCE = 0, 1

# Kinds of action. Chance:
START, FEEL, ROLL, WEATHER, SHARE_CARD, TALK_CARD, PATH_CARD, TOKEN = 0, 1, 2, 3, 4, 5, 6, 7
# Players:
PLAY, PUSH, ENTER, PUSH_IN, RAISE, ADD_CUBE, MOVE_CUBE, KEEP_CUBES, TAKE_MANTRA = 8, 9, 10, 11, 12, 13, 14, 15, 16
KEEP_MANTRA, TAKE_BACK, CHOOSE, LOSE, LOSE_CUBE, SHOW, BURN, GIVE, GIVE_NOBODY = 17, 18, 19, 20, 21, 22, 23, 24, 25
GIVE_TALK, BREATHE, STAND, ACCEPT, SPECIAL = 26, 27, 28, 29, 30
KINDS_OF_ACTION = 31

# Kinds of event.
TURN_BEGAN, PLAYED, HAND_REFILLED, MOVED, MUST_DO_STOPS, EXPERIENCED, PASSED, GAINED, LOST, NOTHING_LOST = range(10)
RAISED, LOWERED, ENERGY_FULL, CUBE_ADDED, CUBE_PUSHED, CUBE_REMOVED, CUBES_KEPT, FACE_WON, DRUM_WON, NO_FOCUS = range(
    10, 20
)
NO_FACE, ROLLED, STOOD, OVERWHELMED, BREATHED, PANIC, UNDERSTOOD, MISSED, EARNED, RETURNED = range(20, 30)
NO_MANTRA, WEATHER_DRAWN, SHOWED, SHARE_DRAWN, GAVE, NOBODY, TALK_DRAWN, TALKED, BURNED, CARD_BACK = range(30, 40)
NO_CARD_BACK, BREATH_DEEP, ALREADY_DEEP, PATH_ENTERED, PATH_DRAWN, PATH_WALKED, PATH_DONE, TOKEN_LAID = range(40, 48)
JELLY_REACHED, SPECIAL_USED, AVOIDED, RESHUFFLED, LAST_SPACE, AWARD_PARADOX, AWARD_PATHS, SCORED, SHAMAN = range(48, 57)
SHARED_SHAMAN, UNFINISHED, PATH_LOCKED, LINE_MISSING, STAYED = range(57, 62)
EVENTS = 62

WEATHER_DECK, TALK_DECK, PATH_DECK = 0, 1, 2  # as events name them

STATE = np.dtype(
    (
        np.record,
        [
            ("luck", "u8", (2,)),
            ("turn", "i4"),  # 1 in the first turn, which is the opening Must Do series
            ("current", "i4"),  # the seat whose turn it is
            ("pawn", "i4"),  # the space of the Action Pawn
            ("opened", "i4"),  # how many panels have been seen
            ("lander", "i4"),  # who moved the pawn here and experienced the space first, or -1
            ("must_move", "i4"),  # 1 after somebody passed because he could not move: the next one must
            ("jelly", "i4"),  # 1 once the Jelly Space was reached
            ("ended", "i4"),
            ("printed", "i4"),  # of the challenge at hand
            ("challenge", "i4"),  # its total, once the die has fallen
            ("card", "i4"),  # the common card that is looked at now
            ("panics", "i4"),  # how often somebody panicked, for studies
            ("challenges", "i4"),  # how many challenges there were, for studies
            ("faces_left", "i2"),
            ("done", "i2", (SEATS,)),  # who has experienced the pawn's space as current player
            ("hand", "i2", (SEATS, MOODS)),  # IN_HAND, IN_DISCARDS or IN_PLAY
            ("strength", "i2", (SEATS,)),  # the Intensity track
            ("moving", "i2", (SEATS,)),  # the Moving Forward track
            ("awakening", "i2", (SEATS,)),
            ("wisdom", "i2", (SEATS,)),
            ("paradox", "i2", (SEATS,)),
            ("faces", "i2", (SEATS,)),
            ("mantras", "i2", (SEATS, LETTERS)),
            ("breath", "i2", (SEATS,)),  # 1 where the Breathe token shows Deep Breathing
            ("special", "i2", (SEATS,)),  # 1 once the special action is used
            ("tracks", "i2", (2, TRACK_ROOM)),  # HOUR and DRUM from the top: whose cube, or -1
            ("collected", "i2", (SEATS,)),  # how many finished path cards a seat has
            ("path_at", "i2", (SEATS,)),  # the space whose personal path a seat walks, or -1
            ("path_card", "i2", (SEATS,)),
            ("path_step", "i2", (SEATS,)),
            ("path_done", "i2", (SEATS,)),  # 1 where that step was experienced
            ("weathers", "i2", (WEATHERS,)),  # where each card of a deck is
            ("talks", "i2", (CARDS,)),
            ("paths", "i2", (PATHS,)),
            ("tokens", "i2", (TOKENS,)),  # the space of each place token, or IN_BAG
            ("breathed", "i2", (SEATS,)),  # who has left the challenge at hand
            ("talked", "i2", (SEATS,)),  # who has got a card in the talk at hand
            ("depth", "i4"),  # frames in use
            ("stack", "i2", (FRAMES, 5)),  # frames: (what, seat, a, b, c); the last one in use is done next
        ],
    )
)

ACTION = np.dtype(
    (
        np.record,
        [
            ("kind", "i4"),
            ("card", "i4"),  # a mood card, a common card, a side of the die, a place token
            ("energy", "i4"),  # Moving Forward energy that is added
            ("space", "i4"),  # the personal path that is entered
            ("thing", "i4"),  # an item, a track, a letter, an option
            ("seat", "i4"),  # who is given something
            ("board", "i4"),  # a focus board
            ("place", "i4"),  # a place on it, 1 at the top
            ("source", "i4"),  # the board that a cube is taken from
        ],
    )
)

KIT = np.dtype(
    (
        np.record,
        [
            ("players", "i4"),
            ("personal_paths", "i4"),
            ("jelly", "i4"),
            ("hour_spaces", "i4"),
            ("drum_spaces", "i4"),
            ("fewer_spaces", "i4"),
            ("start_strength", "i4"),
            ("start_moving", "i4"),
            ("start_breath", "i4"),
            ("max_strength", "i4"),
            ("max_moving", "i4"),
            ("focus_cubes", "i4"),
            ("mantra_tokens", "i4"),
            ("face_tokens", "i4"),
            ("drum_paradox", "i4"),
            ("awakening_xp", "i4"),
            ("wisdom_xp", "i4"),
            ("face_xp", "i4"),
            ("greater_paradox", "i4"),
            ("most_paths", "i4"),
            ("panels_ahead", "i4"),
            ("advanced_tokens", "i4"),
            ("breathe", "i4"),
            ("zero_beside_path", "i4"),
            ("forced_paths", "i4"),
            ("energy_to_paths", "i4"),
            ("jelly_by_passing", "i4"),
            ("unfinished_paths", "i4"),
            ("path_players_suffer", "i4"),
            ("panic_everywhere", "i4"),
            ("spaces", "i4"),
            ("space_panel", "i2", (SPACES,)),
            ("space_action", "i2", (SPACES,)),
            ("space_one", "i2", (SPACES,)),  # 1 where only the current player takes part
            ("space_must", "i2", (SPACES,)),
            ("space_joined", "i2", (SPACES,)),  # 1 where it continues the Must Do series of the space before
            ("space_number", "i2", (SPACES,)),  # an intensity or a letter
            ("space_effects", "i2", (SPACES, 4, 2)),
            ("space_branch", "i2", (SPACES,)),  # 1 where a personal path branches off
            ("tokens", "i4"),
            ("token_action", "i2", (TOKENS,)),
            ("token_one", "i2", (TOKENS,)),
            ("token_number", "i2", (TOKENS,)),
            ("token_effects", "i2", (TOKENS, 4, 2)),
            ("token_advanced", "i2", (TOKENS,)),
            ("moods", "i4"),
            ("mood_value", "i2", (MOODS,)),
            ("mood_effects", "i2", (MOODS, 4, 2)),  # beside its Fire
            ("mantras", "i4"),
            ("mantra_effects", "i2", (LETTERS, 4, 2)),
            ("mantra_penalty", "i2", (LETTERS, 4, 2)),
            ("environments", "i4"),
            ("environment_effects", "i2", (WEATHERS, 4, 4, 2)),  # by the number that is played
            ("cards", "i4"),
            ("card_share", "i2", (CARDS, 3, 2)),
            ("card_talk", "i2", (CARDS, 4, 2)),
            ("paths", "i4"),
            ("path_base", "i2", (PATHS,)),
            ("path_actions", "i2", (PATHS, PATH_STEPS)),
            ("path_numbers", "i2", (PATHS, PATH_STEPS)),
            ("path_effects", "i2", (PATHS, PATH_STEPS, 4, 2)),
            ("dies", "i4"),  # sides of the challenge die
            ("die_add", "i2", (SIDES,)),
            ("specials", "i4"),
            ("special_effects", "i2", (SPECIALS, 4, 2)),
        ],
    )
)


def push(state, what, seat, a=0, b=0, c=0):
    """Lay a frame on the stack: it comes before all that lies there already."""
    if state.depth >= FRAMES:
        return  # `broken` says that it is full; an exception would make Numba count references: half the speed
    frame = state.stack[state.depth]
    frame[0] = what
    frame[1] = seat
    frame[2] = a
    frame[3] = b
    frame[4] = c
    state.depth += 1


def pop(state):
    """Take the topmost frame away: it is done."""
    state.depth -= 1
    state.stack[state.depth][:] = 0


def what_now(state):
    """What the topmost frame is, or -1 where there is none."""
    if state.depth == 0:
        return -1
    return np.int64(state.stack[state.depth - 1, 0])


def whose(state):
    """The seat of the topmost frame."""
    return np.int64(state.stack[state.depth - 1, 1])


def detail(state, i):
    """A number of the topmost frame: 0 to 2."""
    return np.int64(state.stack[state.depth - 1, 2 + i])


def owe(state, seat, effects):
    """Lay a list of effects on the stack for a seat, the first on top; what an OR joins becomes one choice."""
    i = 0
    while i < effects.shape[0] and effects[i, 0] >= 0:
        i += 1
    i -= 1
    while i >= 0:
        if i >= 2 and effects[i - 1, 0] == OR:
            i = owe_choice(state, seat, effects, i)
        else:
            push(state, np.int64(effects[i, 0]), seat, np.int64(effects[i, 1]))
        i -= 1


def owe_choice(state, seat, effects, last):
    """One or the other effect, up to three that end at `last`: a frame that holds them; returns where they begin."""
    first = last - 2
    if first >= 2 and effects[first - 1, 0] == OR:
        first -= 2
        push(state, OPTION, seat, packed(effects, first), packed(effects, first + 2), packed(effects, last))
    else:
        push(state, OPTION, seat, packed(effects, first), packed(effects, last), 0)
    return first


def packed(effects, i):
    """An effect and its number as one number."""
    return np.int64(effects[i, 0]) * 16 + np.int64(effects[i, 1])


def next_seat(state, kit, seat):
    """Clockwise."""
    return seat + 1 if seat + 1 < kit.players else 0


def current(state):
    """Whose turn it is."""
    return np.int64(state.current)


def pawn(state):
    """The space of the Action Pawn."""
    return np.int64(state.pawn)


def on_path(state, seat):
    """Does the seat walk a personal path?"""
    return state.path_at[seat] >= 0
