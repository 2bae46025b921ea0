"""What things are called in Connections."""

from typing import Any

import numpy as np

from gamelib.games.connections import rules as r
from gamelib.luck import LOG_SHAPE

TITLE, PREFIX = "Connections", "CON"
LANGUAGES = ("en",)

ACTIONS = {
    "en": {
        r.ROLL_FOR_START: "roll {value:face} for the start",
        r.ROLL: "roll {value:face}",
        r.DRAW: "draw {card}",
        r.GIVE_EXAMPLE: "give an example",
        r.PLAY_ESCAPE: "play the escape card",
        r.GIVE_NONE: "give no example",
        r.GO_ON: "go on",
    }
}

KINDS = {
    "en": {
        r.ROLL_FOR_START: "Who goes first?",
        r.ROLL: "Roll the die",
        r.DRAW: "Draw a card",
        r.GIVE_EXAMPLE: "Your example",
        r.PLAY_ESCAPE: "The escape card",
        r.GIVE_NONE: "No example",
        r.GO_ON: "Without the escape card",
    }
}

EVENTS = {
    "en": {
        r.START_ROLLED: "{a:seat} rolls {b:face} for the start",
        r.START_TIED: "{b} players are tied with {a:face}: they roll again",
        r.STARTS: "{a:seat} goes first with {b:face}",
        r.TURN_BEGINS: "turn {b}: {a:seat}",
        r.ROLLED: "{a:seat} rolls {b:face}",
        r.MOVED: "the token goes to {b:circuit}{c:space} ({d:colour})",
        r.NEUTRAL: "green is neutral: no card",
        r.FELL: "Emotional Pitfall: {a:seat} goes back to A Start, keeps {b} points and needs another hundred",
        r.DREW: "{a:seat} draws {b:card} ({c:signed}) and reads it aloud",
        r.EXAMPLE: "{a:seat} gives a personal example of {b:subject}",
        r.SCORED: "{a:seat} gets {b:signed}{d:doubled} and has {c} points",
        r.ESCAPED: "{a:seat} gives up the escape card instead of an example of {b:subject}",
        r.NO_EXAMPLE: "{a:seat} gives no example of {b:subject}",
        r.PUT_UNDER: "{a:card} goes under its deck",
        r.ADVANCED: "{a:seat} has earned circuit B and goes to B Start, with {b} points",
        r.PASSED: "{a:seat} gives up the escape card and passes",
        r.PITFALL_PASSED: "{a:seat} gives up the escape card and stays out of the pitfall",
        r.LAST_ROUND: "{a:seat} has {b} points: this round is the last",
        r.WON: "{a:seat} wins with {b} points",
    }
}

RULE_OF_ACTION = {
    r.ROLL_FOR_START: 5,
    r.ROLL: 7,
    r.DRAW: 8,
    r.GIVE_EXAMPLE: 9,
    r.PLAY_ESCAPE: 24,
    r.GIVE_NONE: 26,
    r.GO_ON: 30,
}

RULE_OF_EVENT = {
    r.START_ROLLED: 5,
    r.START_TIED: 5,
    r.STARTS: 5,
    r.TURN_BEGINS: 6,
    r.ROLLED: 7,
    r.MOVED: 7,
    r.NEUTRAL: 16,
    r.FELL: 21,
    r.DREW: 8,
    r.EXAMPLE: 9,
    r.SCORED: 10,
    r.ESCAPED: 24,
    r.NO_EXAMPLE: 26,
    r.PUT_UNDER: 15,
    r.ADVANCED: 19,
    r.PASSED: 30,
    r.PITFALL_PASSED: 30,
    r.LAST_ROUND: 32,
    r.WON: 23,
}

REFUSALS = {
    "en": {
        5: "first all players roll for the start",
        7: "no die shows {value:face}",
        10: "there is no drawn card to give an example of",
        15: "{card} can't be on top of its deck now",
        24: "there is no drawn card to escape from",
        25: "the escape card has been used already: once a game",
        27: "who gives no example surrenders the escape card",
        30: "the escape card helps against a drawn card only",
    }
}

ENDINGS = (r.WON,)
METRICS = ("turn", "first", "falls", "escaped", "unanswered")

STEPS = {
    r.WHO_STARTS: "{who} is about to roll for the start",
    r.BEFORE_ROLL: "{who} may roll, or pass with the escape card",
    r.TO_ROLL: "{who} is about to roll",
    r.IN_PITFALL: "{who} has landed in the Emotional Pitfall and may play the escape card",
    r.TO_DRAW: "{who} is about to draw a {colour} card",
    r.TO_ANSWER: "{who} has drawn {card} and is asked for a personal example",
    r.ENDED: "the game is over",
}

COLOURS = ["green", "tan", "red", "gold", "Emotional Pitfall"]
KINDS_OF_CARD = ["", "Connecting", "Disconnecting", "Quality World"]


def domains(kit, lang):
    """Cards by name, a second copy with its number; spaces by their circuit and number, as "A5" or "B Start"."""
    subjects = kit.names("card", lang=lang)
    cards = {
        subject * r.COPIES + copy: name if copy == 0 else f"{name} {copy + 1}"
        for subject, name in enumerate(subjects)
        for copy in range(r.COPIES)
    }
    points = range(-2000, 2001)
    return {
        "face": range(13),
        "card": cards,
        "subject": {card: subjects[card // r.COPIES] for card in cards},
        "seat": [seat_name(kit, seat, lang) for seat in range(kit.record.players)],
        "circuit": ["A", "B"],
        "space": [" Start"] + [str(space) for space in range(1, r.SPACES)],
        "colour": COLOURS,
        "signed": {n: f"{n:+d}" for n in points},
        "doubled": ["", " (double)"],
    }


def seat_name(kit, seat, lang):
    """What a seat is called."""
    return "the player" if kit.record.players == 1 else f"player {seat + 1}"


def space_name(circuit, space):
    """A space as people say it: "A5", or "B Start"."""
    return f"{'AB'[circuit]}{space}" if space else f"{'AB'[circuit]} Start"


def find_space(kit, name):
    """The way back: "A5" -> (0, 5).

    Raises:
        ValueError: there is no such space.
    """
    for circuit in (r.A, r.B):
        for space in range(r.circuit_length(kit.record, circuit)):
            if space_name(circuit, space).casefold() == str(name).casefold():
                return circuit, space
    raise ValueError(f"no space {name!r}; they are called A Start, A1, ..., B Start, B1, ...")


def card_name(kit, card):
    """What a card is of: a habit or an ideal."""
    return kit.names("card")[int(card) // r.COPIES]


def situation(state, kit, lang):
    """The position in a sentence or two."""
    step = step_in_words(state, kit, lang)
    places = [
        f"{seat_name(kit, seat, lang)} on {space_name(int(state.circuit[seat]), int(state.space[seat]))} "
        f"with {state.points[seat]} points" + ("" if state.escapes[seat] else ", escape card used")
        for seat in range(kit.record.players)
    ]
    return f"Turn {state.turn}: {'; '.join(places)}. {step[0].upper()}{step[1:]}."


def step_in_words(state, kit, lang):
    """What is about to happen."""
    return STEPS[int(state.phase)].format(
        who=seat_name(kit, int(state.seat), lang),
        colour=COLOURS[int(r.colour_under(state, kit.record))],
        card=card_name(kit, state.card) if state.card >= 0 else "",
    )


def reason(state, kit, action, rule, lang):
    """Why not, where the position has more to say than the rule alone."""
    who = seat_name(kit, int(state.seat), lang)
    if rule in (10, 30, 31):
        return f"{REFUSALS[lang].get(rule, 'not now')}: {step_in_words(state, kit, lang)}"
    if rule == 8 and action.kind == r.DRAW and state.phase == r.TO_DRAW:
        colour = COLOURS[int(r.colour_under(state, kit.record))]
        return f"{who} stands on {colour}, and draws from the deck of that colour"
    return None


def position(state, kit, data: dict[str, Any]) -> None:
    """The friendlier keys of a scenario: whose turn it is, the drawn card, where tokens are, points, escape cards."""
    for name, values in (("points", state.points), ("toward", state.toward)):
        if name in data:
            _fill(values, data.pop(name), kit, name)
            if name == "points":
                _count_toward(state, kit)
    if "escapes" in data:
        _fill(state.escapes, data.pop("escapes"), kit, "escapes")
        state.escaped = int(kit.record.players - state.escapes.sum())
    if "at" in data:
        places = data.pop("at")
        if not isinstance(places, list) or len(places) > kit.record.players:
            raise ValueError(f"at: expected a list of at most {kit.record.players} spaces, got {places!r}")
        for seat, name in enumerate(places):
            state.circuit[seat], state.space[seat] = find_space(kit, name)
            if state.circuit[seat] == r.B:
                state.toward[seat] = 0
    for colour, names in data.pop("decks", {}).items():
        _stack(state, kit, colour, names)
    for key, phase in (("to_roll", r.TO_ROLL), ("to_draw", r.TO_DRAW), ("in_pitfall", r.IN_PITFALL)):
        if key in data:
            _give_turn(state, kit, data.pop(key), phase, key)
    if "drawn" in data:
        _draw(state, kit, data.pop("drawn"))


def _fill(field: Any, values: Any, kit: Any, name: str) -> None:
    """Put a number for each player into a field."""
    wanted = int(kit.record.players)
    if not isinstance(values, list) or len(values) not in (wanted, len(field)):
        raise ValueError(f"{name}: expected a list of {wanted} numbers, one a player, got {values!r}")
    if not all(isinstance(n, int) and abs(n) < 1_000_000 for n in values):
        raise ValueError(f"{name}: expected whole numbers below a million, got {values!r}")
    for seat, number in enumerate(values):
        field[seat] = number


def _count_toward(state, kit):
    """In the first walk round A, all points count towards the hundred."""
    for seat in range(kit.record.players):
        state.toward[seat] = state.points[seat]


def _give_turn(state, kit, seat, phase, key):
    """It is this player's turn, in this step."""
    if not isinstance(seat, int) or not 0 <= seat < kit.record.players:
        raise ValueError(f"{key}: expected a seat from 0 to {kit.record.players - 1}, got {seat!r}")
    state.contending[:] = 0
    state.seat = seat
    state.phase = phase


def find_card(kit, name, key):
    """A card by its name: "Listening 2"."""
    cards = {word.casefold(): card for card, word in domains(kit, "en")["card"].items()}
    card = cards.get(str(name).casefold())
    if card is None or card // r.COPIES >= kit.record.cards:
        raise ValueError(f"{key}: no card {name!r}; there are {', '.join(kit.names('card'))}")
    return card


def _stack(state, kit, colour, names):
    """These cards of a deck were drawn already, in this order; if it is all of them, the first is on top again."""
    if colour not in COLOURS[r.TAN : r.GOLD + 1]:
        raise ValueError(f"decks: expected tan, red or gold, got {colour!r}")
    deck = COLOURS.index(colour) - 1
    for place, name in enumerate(names, 1):
        card = find_card(kit, name, f"decks: {colour}")
        subject, copy = card // r.COPIES, card % r.COPIES
        if kit.record.card_colour[subject] != deck + 1 or copy >= r.copies(kit.record, subject):
            raise ValueError(f"decks: {colour}: {name} is not in that deck")
        if state.place[subject, copy]:
            raise ValueError(f"decks: {colour}: {name} stands there twice")
        state.place[subject, copy] = place
    state.known[deck] = len(names)
    state.top[deck] = len(names) % state.cards_in[deck]


def _draw(state, kit, name):
    """The player to draw has drawn this card."""
    card = find_card(kit, name, "drawn")
    action = kit.game.new_actions()[0]
    action.kind, action.card = r.DRAW, card
    forbidden = int(r.forbids(state, kit.record, action))
    if forbidden:
        raise ValueError(f"drawn: {name} can't be drawn there ({PREFIX}-{forbidden}); say to_draw and at, too")
    r.draw_card(state, kit.record, card, np.zeros(LOG_SHAPE, np.int64))


def report(state, kit):
    """The friendlier names that a scenario's `expect` may use."""
    players = range(kit.record.players)
    return {
        "at": [space_name(int(state.circuit[seat]), int(state.space[seat])) for seat in players],
        "scores": [int(state.points[seat]) for seat in players],
        "escape_cards": [int(state.escapes[seat]) for seat in players],
        "drawn": card_name(kit, state.card) if state.card >= 0 else "",
    }


def check_kit(kit):
    """Circuits that don't begin green, a pitfall in A, colours without cards, cards that share a name."""
    faults = []
    record = kit.record
    for circuit, table in ((r.A, "a_space"), (r.B, "b_space")):
        colours = [int(r.colour_of(record, circuit, i)) for i in range(r.circuit_length(record, circuit))]
        if len(colours) < 2 or colours[0] != r.GREEN:
            faults.append(f"{table} 1: expected at least two spaces, the first of them green (the start)")
        if circuit == r.A and r.PITFALL in colours:
            faults.append(f"{table} {colours.index(r.PITFALL) + 1}: the Emotional Pitfall is in circuit B (CON-29)")
        for deck in range(r.DECKS):
            if deck + 1 in colours and r.deck_size(record, deck) == 0:
                faults.append(f"{table}: there are {COLOURS[deck + 1]} spaces but no such cards")
    for number, row in enumerate(kit.tables["card"], 1):
        if row.get("colour") not in ("tan", "red", "gold"):
            faults.append(f"card {number}: colour: expected tan, red or gold, got {row.get('colour')!r}")
        if not 1 <= row["copies"] <= r.COPIES:
            faults.append(f"card {number}: copies: expected 1 to {r.COPIES}, got {row['copies']}")
        if not -1000 <= row["points"] <= 1000:
            faults.append(f"card {number}: points: expected -1000 to 1000, got {row['points']}")
    if len({name.casefold() for name in kit.names("card")}) < len(kit.tables["card"]):
        faults.append("card: two cards have the same name")
    return faults
