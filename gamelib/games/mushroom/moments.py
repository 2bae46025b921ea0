"""The actions of spaces, place tokens and personal paths: faces, drums, intense moments, mantras, cards, fires.

As in items.py, `do_...` works on the topmost frame and says whether anything is left to ask.
"""

import numpy as np

from gamelib.luck import note

from .items import (
    can_lower,
    can_receive,
    gain,
    leader,
    mantras_of,
    refill,
    return_mantra,
    shift_energy,
    top_cube_leaves,
)
from .table import (
    A_PARADOX,
    ANSWER,
    AT_ANY_MOMENT,
    BEFORE_THE_ROLL,
    BREATHED,
    BURN_CARD,
    BURNED,
    CARDS,
    DISCARD,
    DISCARDED,
    DRAIN,
    DRAW_SHARE,
    DRAW_TALK,
    DRAW_TOKEN,
    DRAW_WEATHER,
    DRUM,
    DRUM_WON,
    ENVIRONMENT,
    FACE,
    FACE_UP,
    FACE_WON,
    FIRE,
    GAVE,
    GIVE_BACK,
    GIVE_CARD,
    GIVE_ITEM,
    HELD,
    HOUR,
    IDENTITY,
    IDENTITY_AS,
    IN_DECK,
    IN_PLAY,
    INTENSE,
    INTENSITY,
    ITEMS,
    JELLY,
    KEEP_ONE,
    LETTERS,
    LINE_MISSING,
    LOSE_ANY,
    MANTRA_SPACE,
    MISSED,
    MISSING,
    MOVING_FORWARD,
    NO_FACE,
    NO_FOCUS,
    NOBODY,
    OUTCOME,
    OVERWHELMED,
    PANIC,
    PATH_SOURCE,
    PATH_STEPS,
    PLACE,
    RESHUFFLED,
    RETURN_MANTRAS,
    ROLL_DIE,
    ROLLED,
    ROUND,
    SHAMAN_DRUM,
    SHARE,
    SHARE_DRAWN,
    SHOW_CARD,
    SHOWED,
    STOOD,
    TALK_DECK,
    TALK_DRAWN,
    TALK_ON,
    TALK_OVER,
    TALKED,
    TALKING,
    TOKEN_LAID,
    TOKEN_SOURCE,
    UNDERSTOOD,
    WEATHER_DECK,
    WEATHER_DRAWN,
    WEATHERS,
    current,
    detail,
    next_seat,
    on_path,
    owe,
    pop,
    push,
    whose,
)

# ---------------------------------------------------------------------------------------------------- what an action is


def path_of(source):
    """The card of a step of a personal path."""
    return (source - PATH_SOURCE) // PATH_STEPS


def step_of(source):
    """The step of a personal path."""
    return (source - PATH_SOURCE) % PATH_STEPS


def action_of(kit, source):
    """What a space, a place token or a step of a path is: ITEMS, FACE, ..."""
    if source >= PATH_SOURCE:
        return np.int64(kit.path_actions[path_of(source), step_of(source)])
    if source >= TOKEN_SOURCE:
        return np.int64(kit.token_action[source - TOKEN_SOURCE])
    return np.int64(kit.space_action[source])


def number_of(kit, source):
    """The intensity or the letter that is printed on it; on a personal path the intensity is the card's (MUS-63)."""
    if source >= PATH_SOURCE:
        if action_of(kit, source) == INTENSE:
            return np.int64(kit.path_base[path_of(source)])
        return np.int64(kit.path_numbers[path_of(source), step_of(source)])
    if source >= TOKEN_SOURCE:
        return np.int64(kit.token_number[source - TOKEN_SOURCE])
    return np.int64(kit.space_number[source])


def owe_printed(state, kit, seat, source):
    """What is printed on a space, a token or a step is owed to a seat."""
    if source >= PATH_SOURCE:
        owe(state, seat, kit.path_effects[path_of(source), step_of(source)])
    elif source >= TOKEN_SOURCE:
        owe(state, seat, kit.token_effects[source - TOKEN_SOURCE])
    else:
        owe(state, seat, kit.space_effects[source])


def is_for_one(kit, source):
    """Is it marked with a 1? (MUS-10)"""
    if source >= PATH_SOURCE:
        return True
    if source >= TOKEN_SOURCE:
        return kit.token_one[source - TOKEN_SOURCE] == 1
    return kit.space_one[source] == 1


def take_part(state, kit, seat, source):
    """How many seats take part, the current player first and then clockwise (MUS-11); one where it is marked so."""
    if is_for_one(kit, source) or on_path(state, seat):
        return 1
    return np.int64(kit.players)


def begin_action(state, kit, seat, source, log):
    """The current player experiences an action."""
    action = action_of(kit, source)
    seats = take_part(state, kit, seat, source)
    if action == ITEMS or action == MANTRA_SPACE or action == FIRE or action == RETURN_MANTRAS:
        push(state, ROUND, seat, seats, action, source)
    elif action == JELLY:
        if kit.jelly:
            push(state, ROUND, seat, seats, ITEMS, source)
    elif action == FACE:
        face(state, kit, seat, seats, log)
    elif action == SHAMAN_DRUM:
        shaman_drum(state, kit, seat, seats, log)
    elif action == INTENSE:
        begin_challenge(state, kit, seat, seats, number_of(kit, source))
    elif action == ENVIRONMENT:
        push(state, ROUND, seat, seats, ENVIRONMENT)
        push(state, DRAW_WEATHER, seat)
    elif action == SHARE:
        push(state, DRAW_SHARE, seat)
    elif action == TALKING:
        begin_talking(state, kit, seat, seats)
    elif action == PLACE:
        token = token_on(state, kit, source)
        if token >= 0:
            begin_token(state, kit, seat, token, log)


def begin_token(state, kit, seat, token, log):
    """The place token that lies on a space is its action (MUS-15). (Apart from begin_action: nothing calls itself.)"""
    source = TOKEN_SOURCE + token
    action = action_of(kit, source)
    seats = take_part(state, kit, seat, source)
    if action == ITEMS or action == MANTRA_SPACE or action == FIRE:
        push(state, ROUND, seat, seats, action, source)
    elif action == SHAMAN_DRUM:
        shaman_drum(state, kit, seat, seats, log)
    elif action == INTENSE:
        begin_challenge(state, kit, seat, seats, number_of(kit, source))
    elif action == ENVIRONMENT:
        push(state, ROUND, seat, seats, ENVIRONMENT)
        push(state, DRAW_WEATHER, seat)
    elif action == SHARE:
        push(state, DRAW_SHARE, seat)
    elif action == TALKING:
        begin_talking(state, kit, seat, seats)


def token_on(state, kit, space):
    """The place token on a space, or -1."""
    for token in range(kit.tokens):
        if state.tokens[token] == space:
            return token
    return -1


def do_round(state, kit, log):
    """One after the other, clockwise (MUS-11); who walks a personal path is left out (MUS-59)."""
    seat, left, action, source = whose(state), detail(state, 0), detail(state, 1), detail(state, 2)
    if left == 0:
        pop(state)
        return True
    frame = state.stack[state.depth - 1]
    frame[1] = next_seat(state, kit, seat)
    frame[2] = left - 1
    if on_path(state, seat) and is_common(state, seat, action, kit):
        return True
    if action == ITEMS:
        owe_printed(state, kit, seat, source)
    elif action == MANTRA_SPACE:
        hear_mantra(state, kit, seat, number_of(kit, source), log)
    elif action == FIRE:
        push(state, BURN_CARD, seat)
        refill(state, seat, log)
    elif action == ENVIRONMENT:
        push(state, SHOW_CARD, seat)
        refill(state, seat, log)
    elif action == RETURN_MANTRAS:
        push(state, KEEP_ONE, seat)
    else:
        push(state, action, seat, 1)  # LOSE_ANY, ANSWER, OUTCOME, DRAIN
    return True


def is_common(state, seat, action, kit):
    """Does what happens belong to the pawn, so that it passes by who walks a path? His own path does not."""
    if action == LOSE_ANY and kit.path_players_suffer:
        return False
    return seat != current(state)


# ------------------------------------------------------------------------------------------------------ faces and drums


def face(state, kit, seat, seats, log):
    """The most focused on the Hour Board earns the face and takes the topmost cube back (MUS-27 to MUS-29)."""
    winner = leader(state, HOUR)
    if winner < 0:
        nobody_focused(state, seat, seats, HOUR, log)
    elif state.faces_left == 0:
        note(log, NO_FACE)
    else:
        state.faces[winner] += 1
        state.faces_left -= 1
        note(log, FACE_WON, winner)
        top_cube_leaves(state, winner, HOUR, log)


def shaman_drum(state, kit, seat, seats, log):
    """The most focused on the Shaman Drum Board earns paradoxes and takes the topmost cube back (MUS-30, MUS-31)."""
    winner = leader(state, DRUM)
    if winner < 0:
        nobody_focused(state, seat, seats, DRUM, log)
        return
    note(log, DRUM_WON, winner)
    gain(state, winner, A_PARADOX, np.int64(kit.drum_paradox), log)
    top_cube_leaves(state, winner, DRUM, log)


def nobody_focused(state, seat, seats, board, log):
    """An empty board: all lose an item (MUS-29, MUS-31)."""
    note(log, NO_FOCUS, board)
    push(state, ROUND, seat, seats, LOSE_ANY)


# --------------------------------------------------------------------------------------------------- the intense moment


def begin_challenge(state, kit, seat, seats, base):
    """The Paradox Challenge: roll, outcome, loss of energy (MUS-32 to MUS-34)."""
    state.printed = base
    state.challenge = 0
    state.challenges += 1
    for other in range(kit.players):
        state.breathed[other] = 0
    push(state, ROUND, seat, seats, DRAIN)
    push(state, ROUND, seat, seats, OUTCOME)
    push(state, ROLL_DIE, seat)
    if kit.breathe == BEFORE_THE_ROLL or kit.breathe == AT_ANY_MOMENT:
        push(state, ROUND, seat, seats, ANSWER)


def roll_die(state, kit, side, log):
    """Step 1: the die is added to the intensity that is printed (MUS-32)."""
    pop(state)
    state.challenge = state.printed + kit.die_add[side]
    note(log, ROLLED, side, np.int64(state.challenge))


def may_breathe(state, kit, seat, moment):
    """Does the token show Deep Breathing, and is this a moment to use it? (MUS-36, MUS-37, MUS-129)"""
    if state.breath[seat] == 0 or state.breathed[seat]:
        return False
    if kit.breathe == AT_ANY_MOMENT:
        return True
    return moment == (ANSWER if kit.breathe == BEFORE_THE_ROLL else OUTCOME)


def may_special(state, seat):
    """Has a player his special action left, after the Jelly? (MUS-67)"""
    return state.jelly == 1 and state.special[seat] == 0


def asks(state, kit, seat, moment):
    """Is there anything to decide about breathing? A special action could still turn the token (MUS-67)."""
    if may_breathe(state, kit, seat, moment):
        return True
    return moment == OUTCOME and seat == current(state) and may_special(state, seat) and not state.breathed[seat]


def do_answer(state, kit):
    """Before the roll, where the table plays so (MUS-129)."""
    if asks(state, kit, whose(state), ANSWER):
        return False
    pop(state)
    return True


def do_outcome(state, kit, log):
    """Step 2: breathe deeply and pass, or stand the challenge (MUS-33, MUS-36)."""
    if asks(state, kit, whose(state), OUTCOME):
        return False
    stand(state, kit, log)
    return True


def breathe(state, log):
    """Deep Breathing: out of the whole challenge, without gain or loss (MUS-36)."""
    seat = whose(state)
    state.breath[seat] = 0
    state.breathed[seat] = 1
    note(log, BREATHED, seat)
    pop(state)


def stand(state, kit, log):
    """Energy that reaches the challenge earns a paradox, less loses an item (MUS-33)."""
    seat = whose(state)
    pop(state)
    if state.breathed[seat]:
        return
    if state.strength[seat] >= state.challenge:
        note(log, STOOD, seat)
        gain(state, seat, A_PARADOX, 1, log)
    else:
        note(log, OVERWHELMED, seat)
        push(state, LOSE_ANY, seat, 1)


def do_drain(state, kit, log):
    """Step 3: everybody loses an energy (MUS-34); who has none left panics and loses an item (MUS-35)."""
    seat = whose(state)
    if state.breathed[seat]:
        pop(state)
        return True
    strength, moving = can_lower(state, seat, INTENSITY), can_lower(state, seat, MOVING_FORWARD)
    if may_breathe(state, kit, seat, DRAIN) or (strength and moving):
        return False
    drain(state, seat, INTENSITY if strength else MOVING_FORWARD, strength or moving, log)
    return True


def drain(state, seat, track, left, log):
    """The energy is lost, or the panic comes."""
    pop(state)
    if left:
        shift_energy(state, seat, track, -1, log)
    else:
        state.panics += 1
        note(log, PANIC, seat)
        push(state, LOSE_ANY, seat, 1)


# -------------------------------------------------------------------------------------------------------------- mantras


def hear_mantra(state, kit, seat, letter, log):
    """Who owns the mantra collects what it shows and returns it (MUS-38); who does not loses (MUS-39)."""
    if state.mantras[seat, letter] > 0:
        note(log, UNDERSTOOD, seat, letter)
        push(state, GIVE_BACK, seat, letter)
        owe(state, seat, kit.mantra_effects[letter])
    else:
        note(log, MISSED, seat, letter)
        push(state, MISSING, seat, letter)


def do_give_back(state, log):
    """The understood mantra goes back to the supply (MUS-38)."""
    seat, letter = whose(state), detail(state, 0)
    pop(state)
    if state.mantras[seat, letter] > 0:
        return_mantra(state, seat, letter, log)
    return True


def do_missing(state, kit, log):
    """A special action avoids the loss, in another's turn too (MUS-68, MUS-143); else it happens."""
    if may_special(state, whose(state)):
        return False
    accept_loss(state, kit)
    return True


def accept_loss(state, kit):
    """What the Mantra Overview Card says (MUS-39)."""
    seat, letter = whose(state), detail(state, 0)
    pop(state)
    owe(state, seat, kit.mantra_penalty[letter])


def do_keep_one(state, log):
    """All mantras but one are returned (MUS-41): the owner chooses which he keeps (MUS-137)."""
    seat = whose(state)
    if mantras_of(state, seat) > 1 and letters_of(state, seat) > 1:
        return False
    for letter in range(LETTERS):
        if state.mantras[seat, letter] > 0:
            keep_mantra(state, letter, log)
            return True
    pop(state)
    return True


def letters_of(state, seat):
    """Of how many letters a seat has a mantra."""
    count = 0
    for letter in range(LETTERS):
        if state.mantras[seat, letter] > 0:
            count += 1
    return count


def keep_mantra(state, kept, log):
    """One token of this letter stays, the rest is returned (MUS-41)."""
    seat = whose(state)
    pop(state)
    for letter in range(LETTERS):
        while state.mantras[seat, letter] > (1 if letter == kept else 0):
            return_mantra(state, seat, letter, log)


# --------------------------------------------------------------------------------------------- environment, share, fire


def in_state(cards, n, where):
    """How many cards of a deck are somewhere."""
    count = 0
    for card in range(n):
        if cards[card] == where:
            count += 1
    return count


def turn_over(cards, n, deck, log):
    """Where the deck is used up, the discards are shuffled to form a new one (MUS-46)."""
    if in_state(cards, n, IN_DECK) > 0 or in_state(cards, n, DISCARDED) == 0:
        return
    for card in range(n):
        if cards[card] == DISCARDED:
            cards[card] = IN_DECK
    note(log, RESHUFFLED, deck)


def draw_weather(state, card, log):
    """An Environment card is turned up for all (MUS-42)."""
    pop(state)
    state.weathers[card] = DISCARDED
    state.card = card
    note(log, WEATHER_DRAWN, card)


def card_of(code):
    """The mood card that is meant: Identity may be played as another number (MUS-69)."""
    return IDENTITY if code >= IDENTITY_AS else code


def worth(kit, code):
    """The number of a mood card, or that which Identity is played as (MUS-69)."""
    return code - IDENTITY_AS if code >= IDENTITY_AS else np.int64(kit.mood_value[code])


def show_card(state, kit, code, log):
    """The number of the card that is played says what happens to its player (MUS-42, MUS-44)."""
    seat, value = whose(state), worth(kit, code)
    pop(state)
    note(log, SHOWED, seat, code)
    state.hand[seat, card_of(code)] = IN_PLAY
    push(state, DISCARD, seat)
    effects = kit.environment_effects[state.card, value]
    if effects[0, 0] < 0:
        note(log, LINE_MISSING, seat)
    owe(state, seat, effects)


def burn_card(state, kit, card, log):
    """The items beside the Fire of the card that is played (MUS-52, MUS-53)."""
    seat = whose(state)
    pop(state)
    note(log, BURNED, seat, card)
    state.hand[seat, card] = IN_PLAY
    push(state, DISCARD, seat)
    owe(state, seat, kit.mood_effects[card])


def draw_share(state, card, log):
    """A Share card is looked at (MUS-47); it goes to the discards (MUS-141)."""
    seat = whose(state)
    pop(state)
    state.talks[card] = DISCARDED
    state.card = card
    note(log, SHARE_DRAWN, seat, card)
    push(state, GIVE_ITEM, seat, card)


def receivers(state, kit, giver, card, item):
    """How many others could receive an item of a Share card; who walks a path may too (MUS-48, MUS-61)."""
    count = 0
    for seat in range(kit.players):
        if seat != giver and can_receive(state, kit, seat, np.int64(kit.card_share[card, item, 0])):
            count += 1
    return count


def give_item(state, kit, given, to, log):
    """The current player takes two items, another player the third (MUS-47); -1: nobody can (MUS-48)."""
    giver, card = whose(state), detail(state, 0)
    pop(state)
    if to >= 0:
        note(log, GAVE, giver, to, np.int64(kit.card_share[card, given, 0]))
        owe_share(state, kit, to, card, given)
    else:
        note(log, NOBODY, giver, np.int64(kit.card_share[card, given, 0]))
    for item in range(2, -1, -1):
        if item != given:
            owe_share(state, kit, giver, card, item)


def owe_share(state, kit, seat, card, item):
    """One of the three items."""
    push(state, np.int64(kit.card_share[card, item, 0]), seat, np.int64(kit.card_share[card, item, 1]))


# -------------------------------------------------------------------------------------------------------------- talking


def begin_talking(state, kit, seat, seats):
    """All who take part get one card each (MUS-49); with two players there are four to choose from (MUS-72)."""
    state.card = -1
    for other in range(kit.players):
        state.talked[other] = 0 if seats > 1 and not on_path(state, other) else 1
    state.talked[seat] = 0
    push(state, TALK_OVER, seat)
    push(state, TALK_ON, seat, 1 if kit.players == 2 and waiting(state, kit) == 2 else 0)


def waiting(state, kit):
    """How many have not got a card yet."""
    count = 0
    for seat in range(kit.players):
        if state.talked[seat] == 0:
            count += 1
    return count


def do_talk_on(state, kit, log):
    """The one who talks draws a card and gives it to somebody without one, who talks next (MUS-49)."""
    seat, two = whose(state), detail(state, 0)
    if waiting(state, kit) == 0:
        pop(state)
        return True
    if two and waiting(state, kit) == 2 and in_state(state.talks, CARDS, FACE_UP) < 4:
        push(state, DRAW_TALK, seat, 1)
        return True
    pop(state)
    push(state, GIVE_CARD, seat, two)
    if not two:
        push(state, DRAW_TALK, seat, 0)
    return True


def draw_talk(state, card, log):
    """A Talking card is turned up."""
    seat, two = whose(state), detail(state, 0)
    pop(state)
    state.talks[card] = FACE_UP if two else HELD
    state.card = card
    note(log, TALK_DRAWN, seat, card)


def may_get(state, kit, giver, seat):
    """Somebody without a card, not the giver unless he is alone (MUS-49, MUS-51)."""
    if seat < 0 or seat >= kit.players or state.talked[seat]:
        return False
    return seat != giver or waiting(state, kit) == 1


def do_give_card(state, kit, log):
    """Whom to give the card to, where there is a choice."""
    giver, two = whose(state), detail(state, 0)
    if two:
        return False
    found, to = 0, 0
    for seat in range(kit.players):
        if may_get(state, kit, giver, seat):
            found += 1
            to = seat
    if found > 1:
        return False
    give_talk(state, kit, np.int64(state.card), to, log)
    return True


def give_talk(state, kit, card, to, log):
    """The effect of the bubble is the receiver's; then it is he who talks (MUS-49, MUS-50)."""
    giver, two = whose(state), detail(state, 0)
    pop(state)
    state.talks[card] = HELD
    state.talked[to] = 1
    note(log, TALKED, giver, to, card)
    push(state, TALK_ON, to, two)
    owe(state, to, kit.card_talk[card])


def do_talk_over(state):
    """The cards that were given are shuffled back into the deck (MUS-49, MUS-156)."""
    pop(state)
    for card in range(CARDS):
        if state.talks[card] == HELD:
            state.talks[card] = IN_DECK
    return True


# --------------------------------------------------------------------------------------------------------- place tokens


def bagged(state, kit, token):
    """Is a place token still face down, and one that the table plays with? (MUS-15, MUS-150)"""
    return state.tokens[token] < 0 and (kit.advanced_tokens == 1 or kit.token_advanced[token] == 0)


def tokens_in_bag(state, kit):
    """How many place tokens may still be drawn."""
    count = 0
    for token in range(kit.tokens):
        if bagged(state, kit, token):
            count += 1
    return count


def do_open_panels(state, kit):
    """Each place symbol that has come into sight gets a token at once, as long as there are any (MUS-15, MUS-159)."""
    for space in range(kit.spaces):
        if kit.space_panel[space] >= state.opened:
            break
        if kit.space_action[space] == PLACE and token_on(state, kit, space) < 0 and tokens_in_bag(state, kit) > 0:
            push(state, DRAW_TOKEN, current(state), space)
            return True
    pop(state)
    return True


def draw_token(state, token, log):
    """A place token is turned up on its symbol (MUS-15)."""
    space = detail(state, 0)
    pop(state)
    state.tokens[token] = space
    note(log, TOKEN_LAID, token, space)


def ready(state, what, log):
    """Before a card is drawn, a deck that is used up is made anew."""
    if what == DRAW_WEATHER:
        turn_over(state.weathers, WEATHERS, WEATHER_DECK, log)
    elif what == DRAW_SHARE or what == DRAW_TALK:
        turn_over(state.talks, CARDS, TALK_DECK, log)
