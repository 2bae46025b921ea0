"""The rules of Connections, numbered as in RULES.md beside this file.

Tokens walk round two circuits, A and then B. The colour of a space says which card to draw; the player on turn gives a
personal example of what the card names and only then gets its points. The first to 1,000 points wins.

What a player says is no number and so not part of a state: `examples.py` keeps it. Here it only counts that an example
was given.

A deck is never shuffled. As long as nobody knows a card's place, it has none (`place` is 0), and a draw may turn up any
card that was not seen yet. Each card goes under its deck, so that after one pass the whole order is known (CON-15).
"""

import numpy as np

from gamelib.luck import CHANCE, OVER, note

MAX_SEATS = 6
MAX_ACTIONS = 128
MOVE_LIMIT = 20_000
HIDDEN = 0
SPACES = 64  # room for the spaces of one circuit
SUBJECTS = 24  # room for the subjects of the cards: habits and ideals
COPIES = 4  # room for the copies of one card; copy c of subject s is card s * COPIES + c
DECKS = 3

A, B = 0, 1

# Colours of spaces. A deck has the number of its colour, less one.
GREEN, TAN, RED, GOLD, PITFALL = 0, 1, 2, 3, 4

# Steps of a game: who starts, then turn by turn (CON-31).
WHO_STARTS, BEFORE_ROLL, TO_ROLL, IN_PITFALL, TO_DRAW, TO_ANSWER, ENDED = 0, 1, 2, 3, 4, 5, 6

# Kinds of action.
ROLL_FOR_START, ROLL, DRAW, GIVE_EXAMPLE, PLAY_ESCAPE, GIVE_NONE, GO_ON = 0, 1, 2, 3, 4, 5, 6

# Kinds of event.
START_ROLLED, START_TIED, STARTS, TURN_BEGINS, ROLLED, MOVED, NEUTRAL, FELL = 0, 1, 2, 3, 4, 5, 6, 7
DREW, EXAMPLE, SCORED, ESCAPED, NO_EXAMPLE, PUT_UNDER, ADVANCED, PASSED = 8, 9, 10, 11, 12, 13, 14, 15
PITFALL_PASSED, LAST_ROUND, WON = 16, 17, 18
EVENTS = 19

# House rules that are a choice of words.
AT_ONCE, NEXT_TURN, FINISH_THE_ROUND = 0, 1, 2
NET_POINTS, POINTS_GAINED = 0, 1
EITHER_CIRCUIT, ONLY_IN_B = 0, 1
TAN_ONLY, TAN_AND_RED = 0, 1
MINUS_ALL_THE_SAME, NOTHING = 0, 1
CYCLING_DECKS, INDEPENDENT = 0, 1

STATE = np.dtype(
    (
        np.record,
        [
            ("luck", "u8", (2,)),
            ("turn", "i4"),  # 1 in the first turn, all players' turns counted
            ("phase", "i4"),
            ("seat", "i4"),  # whose turn it is, or who rolls for the start
            ("first", "i4"),  # who took the first turn
            ("contending", "i4", (MAX_SEATS,)),  # 1 who still rolls for the start
            ("start_roll", "i4", (MAX_SEATS,)),  # 0 before it fell
            ("die", "i4"),  # this turn's roll, 0 before it
            ("card", "i4"),  # the drawn card, -1 while there is none
            ("circuit", "i4", (MAX_SEATS,)),  # A or B
            ("space", "i4", (MAX_SEATS,)),  # counted clockwise, 0 is the green start
            ("points", "i4", (MAX_SEATS,)),
            ("toward", "i4", (MAX_SEATS,)),  # what counts towards the hundred that opens B
            ("escapes", "i4", (MAX_SEATS,)),  # 1 who still has the escape card
            ("place", "i2", (SUBJECTS, COPIES)),  # of a card in its deck's order, from 1; 0 while nobody knows
            ("cards_in", "i4", (DECKS,)),  # how many cards a deck has
            ("known", "i4", (DECKS,)),  # how many places of a deck are known
            ("top", "i4", (DECKS,)),  # how far a deck has gone round: its top card has place top + 1
            ("given", "i2", (MAX_SEATS, SUBJECTS)),  # how many examples a player gave of a subject
            ("last_round", "i4"),  # 1 once a player has made it and the others finish the round
            ("falls", "i4"),  # how often a token fell into the Emotional Pitfall
            ("escaped", "i4"),  # how many escape cards were played
            ("unanswered", "i4"),  # how many cards got no example and no escape card
        ],
    )
)

ACTION = np.dtype((np.record, [("kind", "i4"), ("value", "i4"), ("card", "i4")]))

KIT = np.dtype(
    (
        np.record,
        [
            ("players", "i4"),
            ("faces", "i4"),
            ("goal", "i4"),
            ("hundred", "i4"),  # the points that open B
            ("hundred_counts", "i4"),
            ("advance_when", "i4"),
            ("win_where", "i4"),
            ("ending", "i4"),
            ("doubling", "i4"),
            ("below_zero", "i4"),
            ("red_unanswered", "i4"),
            ("keep_escape", "i4"),
            ("escape_before_roll", "i4"),
            ("escape_pitfall", "i4"),
            ("most_copies", "i4"),
            ("draws", "i4"),
            ("example_chance", "i4"),
            ("example_fade", "i4"),
            ("cards", "i4"),
            ("card_colour", "i4", (SUBJECTS,)),
            ("card_points", "i4", (SUBJECTS,)),
            ("card_copies", "i4", (SUBJECTS,)),
            ("a_spaces", "i4"),
            ("a_space_colour", "i4", (SPACES,)),
            ("b_spaces", "i4"),
            ("b_space_colour", "i4", (SPACES,)),
        ],
    )
)


def setup(state, kit):
    """Tokens on A Start, an escape card each, decks face down; then all roll for the start (CON-2 to CON-5)."""
    state.turn = 1
    state.card = -1
    for seat in range(kit.players):
        state.escapes[seat] = 1
        state.contending[seat] = 1
    for deck in range(DECKS):
        state.cards_in[deck] = deck_size(kit, deck)
    state.phase = WHO_STARTS
    if kit.players == 1:
        state.contending[0] = 0
        state.phase = before_roll(state, kit)


def to_act(state):
    """Chance rolls and draws, the player on turn answers (CON-31)."""
    if state.phase == ENDED:
        return OVER
    if state.phase == TO_ANSWER or state.phase == BEFORE_ROLL or state.phase == IN_PITFALL:
        return state.seat
    return CHANCE


def legal(state, kit, out):
    """All that may be done now, in a stable order."""
    n = 0
    if state.phase == WHO_STARTS or state.phase == TO_ROLL:
        kind = ROLL if state.phase == TO_ROLL else ROLL_FOR_START
        for value in range(1, kit.faces + 1):
            n = offer(out, n, kind, value, 0)
    elif state.phase == TO_DRAW:
        colour = colour_under(state, kit)
        for subject in range(kit.cards):
            if kit.card_colour[subject] == colour:
                for copy in range(copies(kit, subject)):
                    if may_be_on_top(state, kit, colour - 1, state.place[subject, copy]):
                        n = offer(out, n, DRAW, 0, subject * COPIES + copy)
    elif state.phase != ENDED:
        for kind in range(GIVE_EXAMPLE, GO_ON + 1):
            offer(out, n, kind, 0, 0)
            if forbids(state, kit, out[n]) == 0:
                n += 1
    return n


def offer(out, n, kind, value, card):
    """Write one action into the list; returns how many it holds now."""
    out[n].kind = kind
    out[n].value = value
    out[n].card = card
    return n + 1


def forbids(state, kit, action):
    """The number of the rule that forbids an action, 0 where none does."""
    kind = action.kind
    if kind != DRAW and action.card != 0:
        return 8
    if kind == ROLL_FOR_START or kind == ROLL:
        return forbids_roll(state, kit, kind, action.value)
    if action.value != 0:
        return 7
    if kind == DRAW:
        return forbids_draw(state, kit, action.card)
    if kind == PLAY_ESCAPE:
        return forbids_escape(state)
    if kind == GIVE_NONE:
        return forbids_silence(state, kit)
    if kind == GIVE_EXAMPLE:
        return 0 if state.phase == TO_ANSWER else 10
    if kind == GO_ON:
        return 0 if state.phase == BEFORE_ROLL or state.phase == IN_PITFALL else 31
    return 31


def forbids_roll(state, kit, kind, value):
    """One die, for the start (CON-5) or at the beginning of a turn (CON-7)."""
    if kind == ROLL and state.phase == WHO_STARTS:
        return 5
    if kind == ROLL_FOR_START and state.phase != WHO_STARTS or kind == ROLL and state.phase != TO_ROLL:
        return 31
    if value < 1 or value > kit.faces:
        return 7
    return 0


def forbids_draw(state, kit, card):
    """From the deck in the colour of the space (CON-8), a card that can be on top (CON-15)."""
    if state.phase != TO_DRAW:
        return 31
    subject = card // COPIES
    if card < 0 or subject >= kit.cards or card % COPIES >= copies(kit, subject):
        return 8
    if kit.card_colour[subject] != colour_under(state, kit):
        return 8
    if not may_be_on_top(state, kit, kit.card_colour[subject] - 1, state.place[subject, card % COPIES]):
        return 15
    return 0


def may_be_on_top(state, kit, deck, place):
    """Could the top card of a deck be one with this place in its order? (CON-15, CON-34)"""
    if kit.draws == INDEPENDENT:
        return True
    if state.known[deck] == state.top[deck]:
        # The order is unknown from here on: it is any card that nobody has seen.
        return place == 0
    return place == state.top[deck] + 1


def forbids_escape(state):
    """Against a drawn card (CON-24), once a game (CON-25); by house rule before a roll or in the pitfall (CON-30)."""
    if state.phase != TO_ANSWER and state.phase != BEFORE_ROLL and state.phase != IN_PITFALL:
        return 30
    if state.escapes[state.seat] == 0:
        return 25
    return 0


def forbids_silence(state, kit):
    """Who gives no example surrenders the escape card where there is one (CON-27)."""
    if state.phase != TO_ANSWER:
        return 31
    if state.escapes[state.seat] > 0 and not kit.keep_escape:
        return 27
    return 0


def copies(kit, subject):
    """How many copies of a card are in its deck (CON-33)."""
    return min(kit.card_copies[subject], kit.most_copies)


def deck_size(kit, deck):
    """How many cards a deck has."""
    size = 0
    for subject in range(kit.cards):
        if kit.card_colour[subject] == deck + 1:
            size += copies(kit, subject)
    return size


def circuit_length(kit, circuit):
    """How many spaces a circuit has."""
    return kit.a_spaces if circuit == A else kit.b_spaces


def colour_of(kit, circuit, space):
    """The colour of a space."""
    if circuit == A:
        return kit.a_space_colour[space]
    return kit.b_space_colour[space]


def colour_under(state, kit):
    """The colour under the token of the player on turn."""
    return colour_of(kit, state.circuit[state.seat], state.space[state.seat])


def apply(state, kit, action, log):
    """Make a legal action happen."""
    if action.kind == ROLL_FOR_START:
        roll_for_start(state, kit, action.value, log)
    elif action.kind == ROLL:
        roll(state, kit, action.value, log)
    elif action.kind == DRAW:
        draw_card(state, kit, action.card, log)
    elif action.kind == GIVE_EXAMPLE:
        give_example(state, kit, log)
    elif action.kind == PLAY_ESCAPE:
        play_escape(state, kit, log)
    elif action.kind == GIVE_NONE:
        give_none(state, kit, log)
    elif state.phase == BEFORE_ROLL:
        state.phase = TO_ROLL
    else:
        fall(state, log)
        end_turn(state, kit, log)


def roll_for_start(state, kit, value, log):
    """Each player rolls the die; the highest goes first (CON-5)."""
    state.start_roll[state.seat] = value
    note(log, START_ROLLED, state.seat, value)
    for seat in range(state.seat + 1, kit.players):
        if state.contending[seat]:
            state.seat = seat
            return
    settle_start(state, kit, log)


def settle_start(state, kit, log):
    """All have rolled: the highest begins, those tied for it roll again (CON-5)."""
    highest = 0
    for seat in range(kit.players):
        if state.contending[seat]:
            highest = max(highest, state.start_roll[seat])
    tied = 0
    for seat in range(kit.players - 1, -1, -1):
        if state.contending[seat] and state.start_roll[seat] < highest:
            state.contending[seat] = 0
        if state.contending[seat]:
            tied += 1
            state.seat = seat
        state.start_roll[seat] = 0
    if tied > 1:
        note(log, START_TIED, highest, tied)
        return
    state.contending[state.seat] = 0
    state.first = state.seat
    note(log, STARTS, state.seat, highest)
    begin_turn(state, kit, log)


def begin_turn(state, kit, log):
    """A turn begins with the die (CON-31)."""
    state.die = 0
    note(log, TURN_BEGINS, state.seat, state.turn)
    if kit.advance_when == NEXT_TURN and may_advance(state, kit):
        advance(state, log)
        if may_win(state, kit, state.seat):
            reach_goal(state, kit, log)
    if state.phase != ENDED:
        state.phase = before_roll(state, kit)


def before_roll(state, kit):
    """The step with which a turn begins: where a house rule allows to pass (CON-30), the player is asked first."""
    if kit.escape_before_roll and state.escapes[state.seat] > 0:
        return BEFORE_ROLL
    return TO_ROLL


def roll(state, kit, value, log):
    """The die falls and the token advances clockwise (CON-7); its space says what follows (CON-8, CON-16, CON-21)."""
    seat = state.seat
    state.die = value
    note(log, ROLLED, seat, value)
    state.space[seat] = (state.space[seat] + value) % circuit_length(kit, state.circuit[seat])
    colour = colour_under(state, kit)
    note(log, MOVED, seat, state.circuit[seat], state.space[seat], colour)
    if colour == GREEN:
        note(log, NEUTRAL, seat)
        end_turn(state, kit, log)
    elif colour != PITFALL:
        state.phase = TO_DRAW
    elif kit.escape_pitfall and state.escapes[seat] > 0:
        state.phase = IN_PITFALL
    else:
        fall(state, log)
        end_turn(state, kit, log)


def fall(state, log):
    """From the Emotional Pitfall back to A Start; the points stay (CON-21).

    The next hundred begins at 0 (CON-22), where `toward` has been since the token went to B.
    """
    seat = state.seat
    state.circuit[seat] = A
    state.space[seat] = 0
    state.falls += 1
    note(log, FELL, seat, state.points[seat])


def draw_card(state, kit, card, log):
    """The top card of the deck is turned up; its place in the order is known from now on (CON-8, CON-15)."""
    subject = card // COPIES
    deck = kit.card_colour[subject] - 1
    state.card = card
    if kit.draws == CYCLING_DECKS and state.place[subject, card % COPIES] == 0:
        state.known[deck] += 1
        state.place[subject, card % COPIES] = state.known[deck]
    state.phase = TO_ANSWER
    note(log, DREW, state.seat, card, kit.card_points[subject])


def give_example(state, kit, log):
    """The player gives a personal example (CON-9), and only then the points count (CON-10)."""
    subject = state.card // COPIES
    state.given[state.seat, subject] += 1
    note(log, EXAMPLE, state.seat, state.card)
    score_card(state, kit, log)
    put_under(state, kit, log)
    end_turn(state, kit, log)


def play_escape(state, kit, log):
    """The escape card is surrendered and the turn passes, without gain or loss (CON-24)."""
    state.escapes[state.seat] = 0
    state.escaped += 1
    if state.phase == TO_ANSWER:
        note(log, ESCAPED, state.seat, state.card)
        put_under(state, kit, log)
    elif state.phase == IN_PITFALL:
        note(log, PITFALL_PASSED, state.seat)
    else:
        note(log, PASSED, state.seat)
    end_turn(state, kit, log)


def give_none(state, kit, log):
    """No example and no escape card: nothing is won, but a red card's points are lost all the same (CON-26)."""
    state.unanswered += 1
    note(log, NO_EXAMPLE, state.seat, state.card)
    if kit.card_colour[state.card // COPIES] == RED and kit.red_unanswered == MINUS_ALL_THE_SAME:
        score_card(state, kit, log)
    put_under(state, kit, log)
    end_turn(state, kit, log)


def score_card(state, kit, log):
    """The drawn card's points go to the player's score (CON-10, CON-28) and count towards the hundred (CON-22)."""
    seat = state.seat
    won = worth(kit, state.card // COPIES, state.circuit[seat])
    if not kit.below_zero:
        won = max(won, -state.points[seat])
    state.points[seat] += won
    if state.circuit[seat] == A and (won > 0 or kit.hundred_counts == NET_POINTS):
        state.toward[seat] += won
    note(log, SCORED, seat, won, state.points[seat], doubled(kit, state.card // COPIES, state.circuit[seat]))


def worth(kit, subject, circuit):
    """What a card counts in a circuit (CON-11 to CON-14)."""
    return kit.card_points[subject] * (2 if doubled(kit, subject, circuit) else 1)


def doubled(kit, subject, circuit):
    """Tan cards count double in A, and nothing does in B (CON-11); red ones too by house rule."""
    if circuit != A:
        return 0
    colour = kit.card_colour[subject]
    return 1 if colour == TAN or colour == RED and kit.doubling == TAN_AND_RED else 0


def put_under(state, kit, log):
    """The card goes face down under its own deck (CON-15)."""
    deck = kit.card_colour[state.card // COPIES] - 1
    if kit.draws == CYCLING_DECKS:
        state.top[deck] += 1
        if state.top[deck] == state.cards_in[deck]:
            state.top[deck] = 0
    note(log, PUT_UNDER, state.card)
    state.card = -1


def may_advance(state, kit):
    """A hundred points open B (CON-19, CON-22)."""
    seat = state.seat
    return state.circuit[seat] == A and state.toward[seat] >= kit.hundred


def advance(state, log):
    """On to B Start; the points come along (CON-19, CON-20)."""
    seat = state.seat
    state.circuit[seat] = B
    state.space[seat] = 0
    state.toward[seat] = 0
    note(log, ADVANCED, seat, state.points[seat])


def end_turn(state, kit, log):
    """On to B where it is earned, the goal where it is reached (CON-23), else the next player clockwise (CON-6)."""
    if kit.advance_when == AT_ONCE and may_advance(state, kit):
        advance(state, log)
    if may_win(state, kit, state.seat):
        reach_goal(state, kit, log)
    if state.phase == ENDED:
        return
    following = (state.seat + 1) % kit.players
    if state.last_round and following == state.first:
        finish(state, kit, log)
        return
    state.seat = following
    state.turn += 1
    begin_turn(state, kit, log)


def may_win(state, kit, seat):
    """Has a player the thousand points? (CON-23)"""
    return state.points[seat] >= kit.goal and (kit.win_where == EITHER_CIRCUIT or state.circuit[seat] == B)


def reach_goal(state, kit, log):
    """The game ends at once, or by house rule with the round (CON-32)."""
    if kit.ending == AT_ONCE:
        finish(state, kit, log)
    elif not state.last_round:
        state.last_round = 1
        note(log, LAST_ROUND, state.seat, state.points[state.seat])


def finish(state, kit, log):
    """The game is over."""
    state.phase = ENDED
    best = best_points(state, kit)
    for seat in range(kit.players):
        if may_win(state, kit, seat) and state.points[seat] == best:
            note(log, WON, seat, state.points[seat])


def best_points(state, kit):
    """The most points among those who have made it."""
    best = kit.goal
    for seat in range(kit.players):
        if may_win(state, kit, seat):
            best = max(best, state.points[seat])
    return best


def score(state, kit, out):
    """Column 0: 1 for a win, shared among equals; column 1: points."""
    best = best_points(state, kit)
    winners = 0
    for seat in range(kit.players):
        out[seat, 0] = 0
        out[seat, 1] = state.points[seat]
        if state.phase == ENDED and may_win(state, kit, seat) and state.points[seat] == best:
            out[seat, 0] = 1
            winners += 1
    for seat in range(kit.players):
        if winners > 1:
            out[seat, 0] /= winners


def hide(state, kit, seat):
    """Nothing is hidden: what nobody knows is not decided yet, and the order of the known cards all have seen."""


def broken(state, kit):
    """0, or the law that does not hold: 1 decks, 2 the drawn card, 3 tokens, 4 escape cards, 5 steps, 6 points."""
    for deck in range(DECKS):
        if not deck_is_whole(state, kit, deck):
            return 1
    if (state.card >= 0) != (state.phase == TO_ANSWER) or state.card >= kit.cards * COPIES:
        return 2
    gone = 0
    for seat in range(MAX_SEATS):
        if seat >= kit.players:
            if state.points[seat] != 0 or state.space[seat] != 0 or state.escapes[seat] != 0:
                return 3
            continue
        circuit = state.circuit[seat]
        if circuit != A and circuit != B:
            return 3
        if state.space[seat] < 0 or state.space[seat] >= circuit_length(kit, circuit):
            return 3
        if state.escapes[seat] != 0 and state.escapes[seat] != 1:
            return 4
        gone += 1 - state.escapes[seat]
        if circuit == B and state.toward[seat] != 0 or not kit.below_zero and state.points[seat] < 0:
            return 6
    if gone != state.escaped:
        return 4
    if state.phase < WHO_STARTS or state.phase > ENDED or state.seat < 0 or state.seat >= kit.players:
        return 5
    if state.die < 0 or state.die > kit.faces:
        return 5
    return 0


def deck_is_whole(state, kit, deck):
    """Do the known cards of a deck have the places 1, 2, 3, ... and is the top one of them, or just after them?"""
    if state.cards_in[deck] != deck_size(kit, deck):
        return False
    taken = np.zeros(SUBJECTS * COPIES + 1, np.int64)
    count = 0
    for subject in range(kit.cards):
        if kit.card_colour[subject] == deck + 1:
            for copy in range(COPIES):
                place = state.place[subject, copy]
                if place < 0 or place > state.cards_in[deck] or place != 0 and copy >= copies(kit, subject):
                    return False
                if place != 0:
                    count += 1 - taken[place]
                    taken[place] = 1
    if count != state.known[deck] or taken[: count + 1].sum() != count or state.top[deck] < 0:
        return False
    # A known card is on top once all are known; before that, the known ones have gone under the unknown ones.
    if count == state.cards_in[deck]:
        return state.top[deck] < max(count, 1)
    return state.top[deck] == count or state.card >= 0 and state.top[deck] == count - 1
