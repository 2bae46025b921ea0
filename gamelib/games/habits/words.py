"""What things are called in Habits."""

from gamelib.games.habits import rules as r

TITLE, PREFIX = "Habits", "HAB"
LANGUAGES = ("en",)

ACTIONS = {
    "en": {
        r.CUBE_TRIGGERS: "the cube triggers",
        r.ROLL: "roll {first:face}",
        r.TRIGGER: "trigger {cell} with {first:face} across",
        r.SWAP: "swap {cell} and {other:cell} paying {first:cost}+{second:cost}",
        r.PROTECT: "protect {cell}",
        r.STOP: "stop",
        r.CUBE_MOVES: "the cube moves",
        r.CONCEDE: "concede",
    }
}

KINDS = {
    "en": {
        r.CUBE_TRIGGERS: "Step 1: the cube",
        r.ROLL: "Step 2: the dice",
        r.TRIGGER: "Trigger a good habit",
        r.SWAP: "Swap two good habits",
        r.PROTECT: "Protect a good habit",
        r.STOP: "End the turn",
        r.CUBE_MOVES: "Step 4: the cube",
        r.CONCEDE: "Give up",
    }
}

EVENTS = {
    "en": {
        r.CUBE_TRIGGERED: "the cube triggers {b:bad} on {a:cell}",
        r.FLIPPED: "{a:cell} turns {c:side}: {b:habit}",
        r.SHIELDED: "{b:good} on {a:cell} is protected and stays yellow",
        r.ROLLED: "die {a:die} shows {b:face}",
        r.TRIGGERED: "{b:good} on {a:cell} triggers; left on the dice: {c:face} across, {d:face} at the side",
        r.SWAPPED: "the cards on {a:cell} and {b:cell} change places; left on the dice: {c:face} and {d:face}",
        r.PROTECTED: "{b:good} on {a:cell} is protected until the next roll",
        r.STOPPED: "the player stops",
        r.TURN_OVER: "the turn is over with {a:face} and {b:face} left on the dice",
        r.CUBE_MOVED: "the cube moves from {a:cell} to {b:cell}",
        r.WON: "all cards are yellow: won",
        r.ALL_BLUE: "all cards are blue: lost",
        r.STUCK: "not even the best roll could turn a card: lost",
        r.CONCEDED: "the player gives up: lost",
        r.BROKEN_OFF: "too many turns: the game is broken off, not won",
    }
}

RULE_OF_ACTION = {
    r.CUBE_TRIGGERS: 11,
    r.ROLL: 13,
    r.TRIGGER: 14,
    r.SWAP: 17,
    r.PROTECT: 18,
    r.STOP: 22,
    r.CUBE_MOVES: 12,
    r.CONCEDE: 25,
}

RULE_OF_EVENT = {
    r.CUBE_TRIGGERED: 11,
    r.FLIPPED: 7,
    r.SHIELDED: 18,
    r.ROLLED: 13,
    r.TRIGGERED: 14,
    r.SWAPPED: 17,
    r.PROTECTED: 18,
    r.STOPPED: 22,
    r.TURN_OVER: 19,
    r.CUBE_MOVED: 12,
    r.WON: 4,
    r.ALL_BLUE: 6,
    r.STUCK: 5,
    r.CONCEDED: 25,
    r.BROKEN_OFF: 26,
}

REFUSALS = {
    "en": {
        13: "no die shows {first:face}",
        15: "{cell} is not yellow: only good habits can be triggered",
        18: "protecting takes a yellow card, and must be the first and only action of the turn",
        22: "this table plays on until nothing can be done",
        23: "this table allows no trigger that turns nothing, and {cell} would turn nothing",
        25: "this table does not give up",
    }
}

ENDINGS = (r.WON, r.ALL_BLUE, r.STUCK, r.CONCEDED, r.BROKEN_OFF)
METRICS = ("turn",)

STEPS = {
    r.CUBE_STEP: "the cube is about to trigger",
    r.FIRST_DIE: "the dice are about to be rolled",
    r.SECOND_DIE: "the second die is about to be rolled",
    r.YOUR_MOVE: "it is your move",
    r.CUBE_WALK: "the cube is about to move",
    r.ENDED: "the game is over",
}


def domains(kit, lang):
    """Cells are named as on a map: a letter for the column, a number for the row, A1 at the top left."""
    side = int(kit.record.side)
    good = kit.names("habit")
    bad = kit.names("habit", "bad_name")
    return {
        "cell": [f"{'ABC'[cell % side]}{cell // side + 1}" for cell in range(side * side)],
        "face": range(r.MOST_FACES + 1),
        "cost": range(r.NO_SWAPS + 1),
        "die": {0: "one", 1: "two"},
        "side": ["blue", "yellow"],
        "good": good,
        "bad": bad,
        "habit": [f"{g} / {b}" for g, b in zip(good, bad, strict=True)],
    }


def cell_name(kit, cell):
    """A cell as people say it: 4 -> "B2"."""
    return domains(kit, "en")["cell"][cell]


def situation(state, kit, lang):
    """The position in a sentence or two."""
    yellow = int(r.yellow_cards(state, kit.record))
    text = f"Turn {state.turn}: {yellow} of {r.cells(kit.record)} cards are yellow, "
    text += f"the cube is on {cell_name(kit, state.cube)}"
    if state.phase == r.YOUR_MOVE:
        text += f", the dice have {state.dice[0]} and {state.dice[1]} left"
    if state.shield >= 0:
        text += f", {cell_name(kit, state.shield)} is protected"
    return f"{text}; {STEPS[int(state.phase)]}."


def reason(state, kit, action, rule, lang):
    """Why not, where the position has more to say than the rule alone."""
    if rule == 16 and action.kind == r.TRIGGER:
        down = int(state.dice[0] + state.dice[1] - action.first)
        return (
            f"{cell_name(kit, action.cell)} takes {r.column(kit.record, action.cell)} across and "
            f"{r.row(kit.record, action.cell)} at the side; the dice have {action.first} and {down}"
        )
    if rule == 16:
        return f"the dice have only {state.dice[0]} and {state.dice[1]}"
    if rule == 17:
        return f"a swap takes two different yellow cards and exactly {kit.record.swap_cost} in all"
    if rule == 21:
        return f"not now: {STEPS[int(state.phase)]}"
    return None


def check_kit(kit):
    """Marks twice on a card, too few cards, or a square too small for the cards' names."""
    faults = []
    if len(kit.tables["habit"]) < kit.record.side**2:
        faults.append(f"habit: expected at least {kit.record.side**2} cards, got {len(kit.tables['habit'])}")
    for number, row in enumerate(kit.tables["habit"], 1):
        for column in ("good_marks", "bad_marks"):
            if len(set(row[column])) < len(row[column]):
                faults.append(f"habit {number}: {column}: a mark stands there twice")
    for column in ("name", "bad_name"):
        if len(set(kit.names("habit", column))) < len(kit.tables["habit"]):
            faults.append(f"habit: two cards have the same {column}")
    return faults
