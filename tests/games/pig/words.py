"""What things are called in Pig."""

from . import rules as r

TITLE, PREFIX = "Pig", "PIG"
LANGUAGES = ("en",)

ACTIONS = {"en": {r.THROW: "throw", r.HOLD: "hold", r.FALL: "the die shows {face}"}}

KINDS = {"en": {r.THROW: "Risk it", r.HOLD: "Keep it", r.FALL: "The die"}}

EVENTS = {
    "en": {
        r.FELL: "{a:player} throws {b:face}",
        r.PIGGED: "a pig: {a:player} loses {b:points}",
        r.BANKED: "{a:player} keeps {b:points} and has {c:points}",
        r.WON: "{a:player} wins with {b:points}",
    }
}

RULE_OF_ACTION = {r.THROW: 2, r.HOLD: 5, r.FALL: 3}
RULE_OF_EVENT = {r.FELL: 3, r.PIGGED: 4, r.BANKED: 5, r.WON: 7}

REFUSALS = {
    "en": {
        2: "a die is in the air: it must fall first",
        3: "no die is in the air",
        6: "a turn begins with a throw",
        8: "this is enough to win: hold",
    }
}

ENDINGS = (r.WON,)
METRICS = ("turn",)


def domains(kit, lang):
    """Players are counted from 1."""
    return {
        "face": range(1, int(kit.record.faces) + 1),
        "player": [f"player {seat + 1}" for seat in range(r.MAX_SEATS)],
    }


def situation(state, kit, lang):
    """The position in a sentence."""
    points = " to ".join(str(state.points[seat]) for seat in range(kit.record.players))
    doing = "throws" if state.phase == r.DIE else "is to move"
    return f"Turn {state.turn}, {points} points: player {state.seat + 1} {doing}, with {state.total} in this turn."
