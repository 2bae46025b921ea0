"""The rules of The Mushroom Eaters, numbered as in RULES.md beside this file.

One pawn goes along one path; what happens where it lands asks the players for decisions, one inside the other. The
rules are split as the rulebook is: `table` (what there is, and the stack of what is still to be done), `items` (nerves,
focus, gaining and losing), `moments` (the actions of spaces), `turns` (cards, movement, personal paths, the end). Here
they come together: who is to act, what is legal, what is forbidden, what is done.
"""

import numpy as np

from gamelib.luck import CHANCE, OVER

from .items import (
    add_cube,
    asked_for,
    can_lower,
    can_raise,
    can_receive,
    cards_in,
    cubes_on,
    deepen,
    do_discard,
    do_energy,
    do_focus,
    do_lose,
    do_lose_energy,
    do_mantra,
    do_mood_back,
    gain,
    keep_cubes,
    lose,
    lose_cube,
    mantras_left,
    move_cube,
    owned,
    raise_energy,
    room,
    stock,
    take_back,
    take_mantra,
)
from .moments import (
    accept_loss,
    bagged,
    breathe,
    burn_card,
    do_answer,
    do_drain,
    do_give_back,
    do_give_card,
    do_keep_one,
    do_missing,
    do_open_panels,
    do_outcome,
    do_round,
    do_talk_on,
    do_talk_over,
    drain,
    draw_share,
    draw_talk,
    draw_token,
    draw_weather,
    give_item,
    give_talk,
    keep_mantra,
    may_breathe,
    may_get,
    may_special,
    ready,
    receivers,
    roll_die,
    show_card,
    stand,
    token_on,
)
from .table import (  # noqa: F401  (kits and scenarios find their words among the names of this module)
    A_FACE,
    A_FIRST_EXPERIENCE,
    A_MANTRA,
    A_PARADOX,
    A_PASS,
    A_PATH_CARD,
    A_WISDOM,
    ACCEPT,
    ACTION,
    ACTIONS_OF_SPACES,
    ADD_CUBE,
    ADD_ENERGY,
    ADD_FOCUS,
    AFTER,
    AFTER_THE_ROLL,
    ALREADY_DEEP,
    AN_AWAKENING,
    ANSWER,
    AT_ANY_MOMENT,
    AVOID_MANTRA,
    AVOIDED,
    AWAKENING,
    AWARD_PARADOX,
    AWARD_PATHS,
    BEFORE_THE_ROLL,
    BEGIN,
    BREATH_DEEP,
    BREATHE,
    BREATHE_DEEP,
    BREATHED,
    BURN,
    BURN_CARD,
    BURNED,
    CARD_BACK,
    CARD_WORDS,
    CARDS,
    CHOOSE,
    CUBE_ADDED,
    CUBE_PUSHED,
    CUBE_REMOVED,
    CUBES_KEPT,
    DEEP_BREATH,
    DISCARD,
    DISCARDED,
    DRAIN,
    DRAW_PATH,
    DRAW_SHARE,
    DRAW_TALK,
    DRAW_TOKEN,
    DRAW_WEATHER,
    DRUM,
    DRUM_WON,
    EARNED,
    EFFECTS,
    ENERGY,
    ENERGY_FULL,
    ENTER,
    ENVIRONMENT,
    EVENTS,
    EXPERIENCE,
    EXPERIENCED,
    FACE,
    FACE_UP,
    FACE_WON,
    FEEL,
    FIRE,
    FOCUS,
    FRAMES,
    GAIN_PARADOX,
    GAINED,
    GAVE,
    GIVE,
    GIVE_BACK,
    GIVE_CARD,
    GIVE_ITEM,
    GIVE_NOBODY,
    GIVE_TALK,
    HAND_REFILLED,
    HELD,
    HOUR,
    IDENTITY,
    IDENTITY_AS,
    IN_BAG,
    IN_DECK,
    IN_DISCARDS,
    IN_HAND,
    IN_PLAY,
    INTENSE,
    INTENSITY,
    ITEM_WORDS,
    ITEMS,
    JELLY,
    JELLY_REACHED,
    KEEP_CUBES,
    KEEP_MANTRA,
    KEEP_ONE,
    KINDS_OF_ACTION,
    KIT,
    LAST_SPACE,
    LAY_OUT,
    LETTERS,
    LINE_MISSING,
    LOSE,
    LOSE_ANY,
    LOSE_AWAKENING,
    LOSE_CUBE,
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
    MANTRA_SPACE,
    MISSED,
    MISSING,
    MOOD_BACK,
    MOODS,
    MOVE_CUBE,
    MOVED,
    MOVING_FORWARD,
    MUST_DO_STOPS,
    NEXT_TURN,
    NO_CARD_BACK,
    NO_FACE,
    NO_FOCUS,
    NO_MANTRA,
    NOBODY,
    NOTHING,
    NOTHING_LOST,
    ONE_A,
    ONE_B,
    OPEN_PANELS,
    OPTION,
    OR,
    OUTCOME,
    OVERWHELMED,
    OWNED,
    PANELS,
    PANIC,
    PARADOX,
    PASSED,
    PATH_CARD,
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
    PICK_UP,
    PLACE,
    PLAY,
    PLAY_CARD,
    PLAYED,
    PUSH,
    PUSH_IN,
    RAISE,
    RAISED,
    RESHUFFLED,
    RETURN_MANTRAS,
    RETURNED,
    ROLL,
    ROLL_DIE,
    ROLLED,
    ROUND,
    SCORED,
    SEATS,
    SHAMAN,
    SHAMAN_DRUM,
    SHARE,
    SHARE_CARD,
    SHARE_DRAWN,
    SHARED_SHAMAN,
    SHOW,
    SHOW_CARD,
    SHOWED,
    SIDES,
    SPACES,
    SPECIAL,
    SPECIAL_USED,
    SPECIALS,
    STAND,
    START,
    STATE,
    STAYED,
    STOOD,
    TAKE_BACK,
    TAKE_MANTRA,
    TALK_CARD,
    TALK_DECK,
    TALK_DRAWN,
    TALK_ON,
    TALK_OVER,
    TALKED,
    TALKING,
    THREE_A,
    THREE_B,
    TOKEN,
    TOKEN_LAID,
    TOKEN_SOURCE,
    TOKENS,
    TRACK_ROOM,
    TURN_BEGAN,
    TWO_A,
    TWO_B,
    UNDERSTOOD,
    UNFINISHED,
    WALKED,
    WEATHER,
    WEATHER_DECK,
    WEATHER_DRAWN,
    WEATHERS,
    WISDOM,
    ZERO,
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
    I,
    J,
    current,
    detail,
    on_path,
    owe,
    pawn,
    pop,
    push,
    what_now,
    whose,
)
from .turns import (
    begin,
    do_after,
    do_next_turn,
    do_path_end,
    draw_path,
    enter,
    experience,
    forbids_card,
    forbids_enter,
    forbids_play,
    half_points,
    has_path,
    last_step,
    path_is_forced,
    play_card,
    ready_paths,
    use_special,
)

MAX_SEATS = SEATS
MAX_ACTIONS = 256
MOVE_LIMIT = 20_000
HIDDEN = 0


def setup(state, kit):
    """The pawn in the Shaman's hut, a full hand for each, the decks shuffled (MUS-2)."""
    state.current = 0
    state.lander = -1
    state.card = -1
    state.faces_left = kit.face_tokens
    for seat in range(SEATS):
        state.path_at[seat] = -1
        state.path_card[seat] = -1
        if seat < kit.players:
            state.strength[seat] = kit.start_strength
            state.moving[seat] = kit.start_moving
            state.breath[seat] = kit.start_breath
            for card in range(MOODS):
                state.hand[seat, card] = IN_HAND
    for board in range(2):
        for place in range(TRACK_ROOM):
            state.tracks[board, place] = -1
    for token in range(TOKENS):
        state.tokens[token] = IN_BAG
    push(state, NEXT_TURN, 0)
    push(state, BEGIN, 0)


# -------------------------------------------------------------------------------------------------------- who is to act


def is_chance(what):
    """Is it chance that the topmost frame waits for? What a space does is a step of its own, that nobody chooses."""
    return what == BEGIN or what == EXPERIENCE or ROLL_DIE <= what <= DRAW_TOKEN


def to_act(state):
    """The seat that the topmost frame names, chance, or nobody any more (MUS-76)."""
    if state.ended:
        return OVER
    if is_chance(what_now(state)):
        return CHANCE
    return whose(state)


def run(state, kit, log):
    """Do what lies on the stack, until somebody has to choose or chance has to speak."""
    while state.depth > 0 and proceed(state, kit, log):
        pass


def proceed(state, kit, log):
    """Do the topmost frame as far as nothing is asked; False where something is."""
    what = what_now(state)
    if what < EFFECTS:
        return proceed_effect(state, kit, what, log)
    if what >= NEXT_TURN:
        return proceed_by_itself(state, kit, what, log)
    if what == OUTCOME:
        return do_outcome(state, kit, log)
    if what == DRAIN:
        return do_drain(state, kit, log)
    if what == ANSWER:
        return do_answer(state, kit)
    if what == MISSING:
        return do_missing(state, kit, log)
    if what == KEEP_ONE:
        return do_keep_one(state, log)
    if what == GIVE_CARD:
        return do_give_card(state, kit, log)
    if what == DRAW_PATH:
        ready_paths(state, log)
    elif is_chance(what):
        ready(state, what, log)
    return False


def proceed_effect(state, kit, what, log):
    """What is owed to a seat, or by it."""
    seat, count = whose(state), detail(state, 0)
    if what == AWAKENING or what == WISDOM or what == PARADOX:
        pop(state)
        gain(state, seat, what, count, log)
        return True
    if what == DEEP_BREATH:
        pop(state)
        deepen(state, seat, log)
        return True
    if what == ENERGY:
        return do_energy(state, kit, log)
    if what == FOCUS:
        return do_focus(state, kit, log)
    if what == MANTRA:
        return do_mantra(state, kit, log)
    if what == MOOD_BACK:
        return do_mood_back(state, log)
    if what == LOSE_ENERGY:
        return do_lose_energy(state, kit, log)
    return do_lose(state, log)


def proceed_by_itself(state, kit, what, log):
    """What happens without anybody's doing."""
    if what == ROUND:
        return do_round(state, kit, log)
    if what == DISCARD:
        return do_discard(state, log)
    if what == AFTER:
        return do_after(state, kit, log)
    if what == NEXT_TURN:
        return do_next_turn(state, kit, log)
    if what == OPEN_PANELS:
        return do_open_panels(state, kit)
    if what == GIVE_BACK:
        return do_give_back(state, log)
    if what == TALK_ON:
        return do_talk_on(state, kit, log)
    if what == TALK_OVER:
        return do_talk_over(state)
    return do_path_end(state, kit, log)


# -------------------------------------------------------------------------------------------------------- what is legal


def legal(state, kit, out):
    """All that may be done now, in a stable order."""
    what = what_now(state)
    if is_chance(what):
        return legal_chance(state, kit, what, out)
    if what == PLAY_CARD:
        n = legal_plays(state, kit, out)
    elif what < EFFECTS:
        n = legal_effects(state, kit, what, out)
    else:
        n = legal_answers(state, kit, what, out)
    if state.jelly:
        for option in range(SPECIALS):
            if forbids_special(state, what, option) == 0:
                n = plain(out, n, SPECIAL, 0, option)
    return n


def offer(out, n, kind, card, energy, space, item, seat, board, place, source):
    """Write one action into the list; returns how many it holds now."""
    action = out[n]
    action.kind = kind
    action.card = card
    action.energy = energy
    action.space = space
    action.thing = item
    action.seat = seat
    action.board = board
    action.place = place
    action.source = source
    return n + 1


def plain(out, n, kind, card, thing):
    """Write an action that names a card, a thing or neither."""
    return offer(out, n, kind, card, 0, 0, thing, 0, 0, 0, 0)


def legal_chance(state, kit, what, out):
    """The outcomes of chance, all equally likely."""
    if what == BEGIN:
        return plain(out, 0, START, 0, 0)
    if what == EXPERIENCE:
        return plain(out, 0, FEEL, 0, 0)
    kind, size = ROLL, np.int64(kit.dies)
    if what == DRAW_WEATHER:
        kind, size = WEATHER, np.int64(kit.environments)
    elif what == DRAW_SHARE:
        kind, size = SHARE_CARD, np.int64(kit.cards)
    elif what == DRAW_TALK:
        kind, size = TALK_CARD, np.int64(kit.cards)
    elif what == DRAW_PATH:
        kind, size = PATH_CARD, np.int64(kit.paths)
    elif what == DRAW_TOKEN:
        kind, size = TOKEN, np.int64(kit.tokens)
    n = 0
    for card in range(size):
        if forbids_chance(state, kit, kind, card) == 0:
            n = plain(out, n, kind, card, 0)
    return n


def legal_plays(state, kit, out):
    """Phase 1 of a turn: each card with each number of energy, and each personal path that it may lead to."""
    n, seat = 0, current(state)
    walking = on_path(state, seat)
    energies = 1 if walking else np.int64(state.moving[seat]) + 1
    forced = not walking and path_is_forced(state, kit)
    here = pawn(state)
    beyond_reach = here if walking else min(here + 8, np.int64(kit.spaces))  # nobody goes further than 3 + 4
    for code in range(CARD_WORDS):
        if forbids_card(state, seat, code) == 0:
            for energy in range(energies):
                if forbids_play(state, kit, seat, code, energy, forced) == 0:
                    n = offer(out, n, PUSH if energy else PLAY, code, energy, 0, 0, 0, 0, 0, 0)
                for space in range(here, beyond_reach):
                    if has_path(kit, space) and forbids_enter(state, kit, seat, code, energy, space, forced) == 0:
                        n = offer(out, n, PUSH_IN if energy else ENTER, code, energy, space, 0, 0, 0, 0, 0)
    return n


def legal_effects(state, kit, what, out):
    """How the topmost effect may be had."""
    n, seat = 0, whose(state)
    if what == ENERGY:
        return legal_things(state, kit, what, RAISE, INTENSITY, MOVING_FORWARD, out)
    if what == MANTRA:
        return legal_things(state, kit, what, TAKE_MANTRA, 0, LETTERS - 1, out)
    if what == MOOD_BACK:
        for card in range(MOODS):
            n = plain(out, n, TAKE_BACK, card, 0)
            n -= forbids_effect(state, kit, what, out[n - 1]) != 0
        return n
    if what == FOCUS:
        return legal_cubes(state, kit, seat, out)
    n = legal_things(state, kit, what, LOSE, AN_AWAKENING, A_MANTRA + LETTERS - 1, out)
    if what == LOSE_ANY or what == LOSE_FOCUS:
        for board in range(2):
            for place in range(cubes_on(state, board)):
                if is_own_cube(state, seat, board, place + 1):
                    n = offer(out, n, LOSE_CUBE, 0, 0, 0, 0, 0, board, place + 1, 0)
    return n


def legal_things(state, kit, what, kind, first, last, out):
    """An effect of which a thing is to be named."""
    n = 0
    for thing in range(first, last + 1):
        n = plain(out, n, kind, 0, thing)
        n -= forbids_effect(state, kit, what, out[n - 1]) != 0
    return n


def legal_cubes(state, kit, seat, out):
    """Where a cube may go, from the stock or, where that is empty, from a board."""
    n = 0
    if stock(state, kit, seat) > 0:
        for board in range(2):
            n = offer(out, n, ADD_CUBE, 0, 0, 0, 0, 0, board, 0, 0)
        return n
    n = plain(out, 0, KEEP_CUBES, 0, 0)
    for source in range(2):
        for place in range(cubes_on(state, source)):
            if is_own_cube(state, seat, source, place + 1):
                for board in range(2):
                    n = offer(out, n, MOVE_CUBE, 0, 0, 0, 0, 0, board, place + 1, source)
    return n


def legal_answers(state, kit, what, out):
    """What the topmost frame asks for: all that could be an answer, less what is forbidden."""
    n, some = 0, possible_answers(state, kit, what, out)
    for i in range(some):
        if forbids_answer(state, kit, what, out[i]) == 0:
            out[n] = out[i]
            n += 1
    return n


def possible_answers(state, kit, what, out):
    """What could be an answer to the topmost frame."""
    n = 0
    if what == SHOW_CARD:
        for code in range(CARD_WORDS):
            n = plain(out, n, SHOW, code, 0)
    elif what == BURN_CARD:
        for card in range(MOODS):
            n = plain(out, n, BURN, card, 0)
    elif what == GIVE_ITEM:
        for thing in range(3):
            n = plain(out, n, GIVE_NOBODY, 0, thing)
            for other in range(kit.players):
                n = offer(out, n, GIVE, 0, 0, 0, thing, other, 0, 0, 0)
    elif what == GIVE_CARD:
        for card in range(kit.cards):
            for other in range(kit.players):
                n = offer(out, n, GIVE_TALK, card, 0, 0, 0, other, 0, 0, 0)
    elif what == OPTION:
        for option in range(3):
            n = plain(out, n, CHOOSE, 0, option)
    elif what == KEEP_ONE:
        for letter in range(LETTERS):
            n = plain(out, n, KEEP_MANTRA, 0, letter)
    elif what == MISSING:
        n = plain(out, n, ACCEPT, 0, 0)
    elif what == DRAIN:
        n = plain(out, n, BREATHE, 0, 0)
        n = plain(out, n, LOSE, 0, INTENSITY)
        n = plain(out, n, LOSE, 0, MOVING_FORWARD)
        n = plain(out, n, ACCEPT, 0, 0)
    else:
        n = plain(out, n, BREATHE, 0, 0)
        n = plain(out, n, STAND, 0, 0)
    return n


# ---------------------------------------------------------------------------------------------------- what is forbidden


def forbids(state, kit, action):
    """The number of the rule that forbids an action, 0 where none does."""
    what, kind = what_now(state), np.int64(action.kind)
    if state.ended:
        return 16
    if kind < 0 or kind >= KINDS_OF_ACTION:
        return 76
    if is_chance(what):
        if not fits_chance(what, kind):
            return 76
        return forbids_chance(state, kit, kind, np.int64(action.card))
    if kind == SPECIAL:
        return forbids_special(state, what, np.int64(action.thing))
    if not fits(what, kind):
        return 76
    if what == PLAY_CARD:
        return forbids_turn(state, kit, action)
    if what < EFFECTS:
        return forbids_effect(state, kit, what, action)
    return forbids_answer(state, kit, what, action)


def fits_chance(what, kind):
    """Which step of chance the topmost frame waits for."""
    if what == BEGIN:
        return kind == START
    if what == EXPERIENCE:
        return kind == FEEL
    return kind - ROLL == what - ROLL_DIE


def fits(what, kind):
    """Which answers the topmost frame takes (MUS-76)."""
    if what == PLAY_CARD:
        return PLAY <= kind <= PUSH_IN
    if what == ENERGY:
        return kind == RAISE
    if what == FOCUS:
        return kind == ADD_CUBE or kind == MOVE_CUBE or kind == KEEP_CUBES
    if what == MANTRA:
        return kind == TAKE_MANTRA
    if what == MOOD_BACK:
        return kind == TAKE_BACK
    if what == LOSE_ANY or what == LOSE_FOCUS:
        return kind == LOSE or kind == LOSE_CUBE
    if what < EFFECTS:
        return kind == LOSE
    if what == SHOW_CARD:
        return kind == SHOW
    if what == BURN_CARD:
        return kind == BURN
    if what == GIVE_ITEM:
        return kind == GIVE or kind == GIVE_NOBODY
    if what == GIVE_CARD:
        return kind == GIVE_TALK
    if what == OPTION:
        return kind == CHOOSE
    if what == KEEP_ONE:
        return kind == KEEP_MANTRA
    if what == MISSING:
        return kind == ACCEPT
    if what == DRAIN:
        return kind == BREATHE or kind == LOSE or kind == ACCEPT
    return kind == BREATHE or kind == STAND


def forbids_chance(state, kit, kind, card):
    """Sides that the die has, cards that are in their deck, tokens that are in the bag."""
    if kind == START or kind == FEEL:
        return 0
    if kind == ROLL:
        return 0 if 0 <= card < kit.dies else 32
    if kind == WEATHER:
        return 0 if 0 <= card < kit.environments and state.weathers[card] == IN_DECK else 42
    if kind == SHARE_CARD:
        return 0 if 0 <= card < kit.cards and state.talks[card] == IN_DECK else 47
    if kind == TALK_CARD:
        return 0 if 0 <= card < kit.cards and state.talks[card] == IN_DECK else 49
    if kind == PATH_CARD:
        return 0 if 0 <= card < kit.paths and state.paths[card] == IN_DECK else 54
    return 0 if 0 <= card < kit.tokens and bagged(state, kit, card) else 15


def forbids_turn(state, kit, action):
    """Phase 1 and 2 of a turn."""
    seat, kind = current(state), np.int64(action.kind)
    code, energy, space = np.int64(action.card), np.int64(action.energy), np.int64(action.space)
    if (kind == PUSH or kind == PUSH_IN) != (energy != 0):
        return 23
    if kind == PLAY or kind == PUSH:
        return forbids_play(state, kit, seat, code, energy, path_is_forced(state, kit))
    return forbids_enter(state, kit, seat, code, energy, space, path_is_forced(state, kit))


def forbids_effect(state, kit, what, action):
    """How an effect may not be had."""
    seat, kind, item = whose(state), np.int64(action.kind), np.int64(action.thing)
    if what == ENERGY:
        if item != INTENSITY and item != MOVING_FORWARD:
            return 21
        return 0 if can_raise(state, kit, seat, item) else 20
    if what == MANTRA:
        return 0 if 0 <= item < LETTERS and mantras_left(state, kit, item) > 0 else 40
    if what == MOOD_BACK:
        card = np.int64(action.card)
        return 0 if 0 <= card < MOODS and state.hand[seat, card] == IN_DISCARDS else 53
    if what == FOCUS:
        return forbids_cube(state, kit, seat, kind, action)
    if kind == LOSE_CUBE:
        return 0 if is_own_cube(state, seat, np.int64(action.board), np.int64(action.place)) else 65
    return forbids_lose(state, seat, what, item)


def forbids_lose(state, seat, what, item):
    """An item that is asked for and owned (MUS-65, MUS-66); energy down to the bottom of its track (MUS-20)."""
    if not asked_for(what, item):
        return 22 if what == LOSE_ENERGY else 65
    if owned(state, seat, item) <= 0:
        return 20 if item == INTENSITY or item == MOVING_FORWARD else 65
    return 0


def is_own_cube(state, seat, board, place):
    """Is there a cube of this seat? Places are counted from 1 at the top."""
    if board < 0 or board > 1 or place < 1 or place > TRACK_ROOM:
        return False
    return state.tracks[board, place - 1] == seat


def forbids_cube(state, kit, seat, kind, action):
    """A cube from the stock, or an own one from a board where the stock is empty (MUS-24, MUS-26)."""
    board = np.int64(action.board)
    if (kind == ADD_CUBE) != (stock(state, kit, seat) > 0):
        return 26
    if kind == KEEP_CUBES:
        return 0
    if board < 0 or board > 1:
        return 24
    if kind == MOVE_CUBE and not is_own_cube(state, seat, np.int64(action.source), np.int64(action.place)):
        return 26
    return 0


def forbids_answer(state, kit, what, action):
    """What the topmost frame does not take for an answer."""
    seat, kind, item = whose(state), np.int64(action.kind), np.int64(action.thing)
    if kind == SHOW:
        return forbids_card(state, seat, np.int64(action.card))
    if kind == BURN:
        card = np.int64(action.card)
        return 0 if 0 <= card < MOODS and state.hand[seat, card] == IN_HAND else 52
    if kind == GIVE or kind == GIVE_NOBODY:
        return forbids_give(state, kit, seat, kind, item, np.int64(action.seat))
    if kind == GIVE_TALK:
        rule = forbids_talk_card(state, np.int64(action.card))
        if rule:
            return rule
        return 0 if may_get(state, kit, seat, np.int64(action.seat)) else 51
    if kind == CHOOSE:
        return 0 if 0 <= item <= 2 and detail(state, item) > 0 else 53
    if kind == KEEP_MANTRA:
        return 0 if 0 <= item < LETTERS and state.mantras[seat, item] > 0 else 41
    if kind == BREATHE:
        return 0 if may_breathe(state, kit, seat, what) else 37
    if kind == LOSE:
        return forbids_lose(state, seat, LOSE_ENERGY, item)
    if kind == ACCEPT and what == DRAIN:
        return 34 if can_lower(state, seat, INTENSITY) or can_lower(state, seat, MOVING_FORWARD) else 0
    return 0


def forbids_give(state, kit, giver, kind, item, to):
    """One of three items, to another player who can receive it; to nobody only where nobody can (MUS-47, MUS-48)."""
    if item < 0 or item > 2:
        return 47
    card = detail(state, 0)
    if kind == GIVE_NOBODY:
        return 48 if receivers(state, kit, giver, card, item) > 0 else 0
    if to < 0 or to >= kit.players or to == giver:
        return 47
    return 0 if can_receive(state, kit, to, np.int64(kit.card_share[card, item, 0])) else 48


def forbids_talk_card(state, card):
    """The card that was drawn (MUS-49), or one of those that lie face up (MUS-72)."""
    if card < 0 or card >= CARDS:
        return 49
    if detail(state, 0):
        return 0 if state.talks[card] == FACE_UP else 72
    return 0 if state.card == card else 49


def forbids_special(state, what, option):
    """After the Jelly, once, in the own turn (MUS-67); against a missing mantra in any (MUS-68, MUS-143)."""
    seat = whose(state)
    if option < 0 or option >= SPECIALS:
        return 68
    if not may_special(state, seat):
        return 67
    if option == AVOID_MANTRA:
        return 0 if what == MISSING else 68
    return 0 if seat == current(state) else 143


# --------------------------------------------------------------------------------------------------------- what is done


def apply(state, kit, action, log):
    """Make a legal action happen, and all that follows until somebody has to choose."""
    kind, card, item = np.int64(action.kind), np.int64(action.card), np.int64(action.thing)
    if kind <= TOKEN:
        apply_chance(state, kit, kind, card, log)
    elif kind == PLAY or kind == PUSH:
        play_card(state, kit, card, np.int64(action.energy), log)
    elif kind == ENTER or kind == PUSH_IN:
        enter(state, kit, card, np.int64(action.energy), np.int64(action.space), log)
    elif kind == SPECIAL:
        use_special(state, kit, item, log)
    elif what_now(state) < EFFECTS:
        apply_effect(state, kit, kind, action, log)
    else:
        apply_answer(state, kit, kind, action, log)
    run(state, kit, log)


def apply_chance(state, kit, kind, card, log):
    """The die falls, a card is drawn, a space does what it does."""
    if kind == FEEL:
        experience(state, kit, log)
    elif kind == ROLL:
        roll_die(state, kit, card, log)
    elif kind == WEATHER:
        draw_weather(state, card, log)
    elif kind == SHARE_CARD:
        draw_share(state, card, log)
    elif kind == TALK_CARD:
        draw_talk(state, card, log)
    elif kind == PATH_CARD:
        draw_path(state, card, log)
    elif kind == TOKEN:
        draw_token(state, card, log)
    else:
        begin(state, kit, log)


def apply_effect(state, kit, kind, action, log):
    """A part of what is owed is had or paid."""
    item, board, place = np.int64(action.thing), np.int64(action.board), np.int64(action.place)
    if kind == RAISE:
        raise_energy(state, whose(state), item, log)
    elif kind == ADD_CUBE:
        add_cube(state, kit, board, log)
    elif kind == MOVE_CUBE:
        move_cube(state, kit, np.int64(action.source), place - 1, board, log)
    elif kind == KEEP_CUBES:
        keep_cubes(state, log)
    elif kind == TAKE_MANTRA:
        take_mantra(state, item, log)
    elif kind == TAKE_BACK:
        take_back(state, np.int64(action.card), log)
    elif kind == LOSE:
        lose(state, item, log)
    elif kind == LOSE_CUBE:
        lose_cube(state, board, place - 1, log)


def apply_answer(state, kit, kind, action, log):
    """An answer to the topmost frame."""
    card, item = np.int64(action.card), np.int64(action.thing)
    if kind == SHOW:
        show_card(state, kit, card, log)
    elif kind == BURN:
        burn_card(state, kit, card, log)
    elif kind == GIVE:
        give_item(state, kit, item, np.int64(action.seat), log)
    elif kind == GIVE_NOBODY:
        give_item(state, kit, item, -1, log)
    elif kind == GIVE_TALK:
        give_talk(state, kit, card, np.int64(action.seat), log)
    elif kind == CHOOSE:
        choose_option(state, item)
    elif kind == KEEP_MANTRA:
        keep_mantra(state, item, log)
    elif kind == BREATHE:
        breathe(state, log)
    elif kind == LOSE:
        drain(state, whose(state), item, True, log)
    elif what_now(state) == MISSING:
        accept_loss(state, kit)
    elif what_now(state) == DRAIN:
        drain(state, whose(state), INTENSITY, False, log)
    elif what_now(state) == ANSWER:
        pop(state)
    else:
        stand(state, kit, log)


def choose_option(state, option):
    """One of two effects (MUS-53)."""
    seat, chosen = whose(state), detail(state, option)
    pop(state)
    push(state, chosen // 16, seat, chosen % 16)


# -------------------------------------------------------------------------------------------------------- how it stands


def score(state, kit, out):
    """Column 0: the share of being Shaman; column 1: Experience (MUS-17 to MUS-19, MUS-75, MUS-133)."""
    best, equals = -1.0, 1.0
    for seat in range(kit.players):
        points = 0.5 * half_points(state, kit, seat)
        out[seat, 1] = points
        if points > best:
            best, equals = points, 1.0
        elif points == best:
            equals += 1.0
    for seat in range(kit.players):
        out[seat, 0] = 1.0 / equals if out[seat, 1] == best else 0.0


def hide(state, kit, seat):
    """Nothing is hidden: cards are played openly, and nobody knows the order of a deck."""


# ---------------------------------------------------------------------------------------------------- what always holds


def broken(state, kit):
    """0, or the law that does not hold: 1 seats and spaces, 2 mood cards, 3 cubes, 4 mantras, 5 faces, 6 tracks,
    7 items, 8 common cards, 9 personal paths, 10 place tokens, 11 the stack."""
    if not (0 <= state.current < kit.players and 0 <= state.pawn < kit.spaces and -1 <= state.lander < kit.players):
        return 1
    if state.opened < 0 or state.opened > PANELS or state.card < -1 or state.card >= max(WEATHERS, CARDS):
        return 1
    for seat in range(SEATS):
        law = broken_seat(state, kit, seat)
        if law:
            return law
    for board in range(2):
        if not packed_well(state, kit, board):
            return 3
    faces = np.int64(state.faces_left)
    for seat in range(SEATS):
        faces += state.faces[seat]
    if faces != kit.face_tokens or state.faces_left < 0:
        return 5
    return broken_cards(state, kit) or broken_stack(state, kit)


def broken_seat(state, kit, seat):
    """What a seat has is possible; an empty seat has nothing."""
    plays = seat < kit.players
    for card in range(MOODS):
        if state.hand[seat, card] < 0 or state.hand[seat, card] > (IN_PLAY if plays else 0):
            return 2
    if plays and cards_in(state, seat, IN_HAND) + cards_in(state, seat, IN_PLAY) == 0:
        return 2
    if stock(state, kit, seat) < 0 or (not plays and stock(state, kit, seat) != kit.focus_cubes):
        return 3
    for letter in range(LETTERS):
        if state.mantras[seat, letter] < 0 or mantras_left(state, kit, letter) < 0:
            return 4
    low = 1 if plays else 0
    if not (low <= state.strength[seat] <= kit.max_strength and 0 <= state.moving[seat] <= kit.max_moving):
        return 6
    if min(state.awakening[seat], state.wisdom[seat], state.paradox[seat], state.faces[seat]) < 0:
        return 7
    flags = state.breath[seat] | state.special[seat] | state.done[seat] | state.path_done[seat]
    if flags < 0 or flags > 1:
        return 7
    return broken_path(state, kit, seat)


def broken_path(state, kit, seat):
    """Who walks a path has its card; nobody else stands on the same space."""
    space, card = np.int64(state.path_at[seat]), np.int64(state.path_card[seat])
    if space == -1:
        return 0 if card == -1 and state.path_step[seat] == 0 else 9
    if space < 0 or space >= kit.spaces or not has_path(kit, space) or seat >= kit.players:
        return 9
    for other in range(kit.players):
        if other != seat and state.path_at[other] == space:
            return 9
    if card == -1:
        return 0 if what_now(state) == DRAW_PATH and whose(state) == seat else 9
    if card < 0 or card >= kit.paths or state.paths[card] != WALKED + seat:
        return 9
    return 0 if 0 <= state.path_step[seat] <= last_step(kit, card) else 9


def packed_well(state, kit, board):
    """Cubes lie at the top without gaps, no more than there are spaces (MUS-125)."""
    count = cubes_on(state, board)
    if count > room(kit, board):
        return False
    for place in range(TRACK_ROOM):
        seat = state.tracks[board, place]
        if (seat != -1) if place >= count else (seat < 0 or seat >= kit.players):
            return False
    return True


def broken_cards(state, kit):
    """Each common card is in one place, each place token on its own symbol."""
    for card in range(WEATHERS):
        if state.weathers[card] != IN_DECK and state.weathers[card] != DISCARDED:
            return 8
    for card in range(CARDS):
        if state.talks[card] < IN_DECK or state.talks[card] > FACE_UP:
            return 8
    owned_cards = np.zeros(SEATS, np.int64)
    for card in range(PATHS):
        where = np.int64(state.paths[card])
        if not (where == IN_DECK or where == DISCARDED or 0 <= where % 10 < kit.players):
            return 9
        if OWNED <= where < WALKED:
            owned_cards[where - OWNED] += 1
        if where >= WALKED and (where >= WALKED + kit.players or state.path_card[where - WALKED] != card):
            return 9
    for seat in range(SEATS):
        if state.collected[seat] != owned_cards[seat]:
            return 9
    for token in range(TOKENS):
        space = np.int64(state.tokens[token])
        if space < IN_BAG or space >= kit.spaces or (space >= 0 and kit.space_action[space] != PLACE):
            return 10
        if space >= 0 and token_on(state, kit, space) != token:
            return 10
    return 0


def broken_stack(state, kit):
    """The stack ends below with the next turn, each frame names a seat, there is room; after the end it is empty."""
    if state.ended:
        return 0 if state.depth == 0 else 11
    if state.depth < 2 or state.depth >= FRAMES or state.stack[0, 0] != NEXT_TURN:
        return 11
    for frame in range(state.depth):
        if state.stack[frame, 1] < 0 or state.stack[frame, 1] >= kit.players:
            return 11
    return 0
