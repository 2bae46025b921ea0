"""What things are called in The Mushroom Eaters: in the rulebook's own theme and in a neutral one.

The neutral theme tells of a walk through the night. It is made from the rulebook's words by a list of other names, so
that both say the same; only names of spaces and cards stand twice in the kit.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from gamelib.games.mushroom import rules as r
from gamelib.kit import Kit

TITLE, PREFIX = "The Mushroom Eaters", "MUS"
LANGUAGES = ("en", "en-neutral")
SEATS = ("Wendy", "Jason", "Arielle", "Tyler", "Robin")  # the rulebook's examples have four of them; clockwise
MOOD_WORDS = ("Identity", "3a", "3b", "2a", "2b", "1a", "1b", "0")
LETTERS = "ABCDE"
SEAT_FIELDS = ("awakening", "wisdom", "paradox", "faces", "strength", "moving", "breath", "special")

# The rulebook's words and those of the neutral theme, the longer ones first.
NEUTRAL = (
    ("The Mushroom Eaters", "The Night Walk"),
    ("Shaman Drum Board", "Night Drum Board"),
    ("Shaman Drum", "Night Drum"),
    ("Greater Paradox", "Greater Riddle"),
    ("Paradox Challenge", "Storm"),
    ("Most Personal Paths", "Most Side Trails"),
    ("Personal Path", "Side Trail"),
    ("personal path", "side trail"),
    ("Nervous System", "Stamina"),
    ("Moving Forward", "Pace"),
    ("Intensity", "Courage"),
    ("Deep Breathing", "Rest"),
    ("breathes deeply", "rests"),
    ("breathe deeply", "rest"),
    ("Breathe token", "Rest token"),
    ("Environment", "Weather"),
    ("panics", "is worn out"),
    ("panic", "exhaustion"),
    ("Shaman", "Guide"),
    ("Identity", "Wild"),
    ("Jelly", "Spring"),
    ("mantra", "song"),
    ("Mantra", "Song"),
    ("awakening", "spark"),
    ("Awakening", "Spark"),
    ("wisdom", "insight"),
    ("Wisdom", "Insight"),
    ("a insight", "an insight"),
    ("an spark", "a spark"),
    ("paradox", "riddle"),
    ("Paradox", "Riddle"),
    ("face", "badge"),
    ("Face", "Badge"),
    ("intense", "stormy"),
    ("challenge", "storm"),
    ("Challenge", "Storm"),
    ("mood card", "card"),
)


def neutral(text: str) -> str:
    """A phrase in the words of the neutral theme; what stands in braces stays."""
    parts = re.split(r"(\{[^}]*\})", text)
    for i in range(0, len(parts), 2):
        for ours, theirs in NEUTRAL:
            parts[i] = parts[i].replace(ours, theirs)
    return "".join(parts)


def both(words: dict[int, str]) -> dict[str, dict[int, str]]:
    """Phrases in both themes."""
    return {"en": words, "en-neutral": {key: neutral(text) for key, text in words.items()}}


def themed(text: str, lang: str) -> str:
    """A text in the theme that is asked for."""
    return neutral(text) if lang == "en-neutral" else text


ACTIONS = both(
    {
        r.START: "begin",
        r.FEEL: "experience it",
        r.ROLL: "the die falls on {card:side}",
        r.WEATHER: "the Environment is {card:weather}",
        r.SHARE_CARD: "the Share card is {card:common}",
        r.TALK_CARD: "the Talking card is {card:common}",
        r.PATH_CARD: "the path card is {card:path}",
        r.TOKEN: "the token is {card:token}",
        r.PLAY: "play {card:mood}",
        r.PUSH: "play {card:mood} with {energy} energy",
        r.ENTER: "play {card:mood} to the path at {space}",
        r.PUSH_IN: "play {card:mood} with {energy} energy to the path at {space}",
        r.RAISE: "raise {thing:track}",
        r.ADD_CUBE: "add a cube to the {board}",
        r.MOVE_CUBE: "move the cube at place {place} of the {source:board} to the {board}",
        r.KEEP_CUBES: "leave the cubes",
        r.TAKE_MANTRA: "take mantra {thing:letter}",
        r.KEEP_MANTRA: "keep mantra {thing:letter}",
        r.TAKE_BACK: "take back {card:mood}",
        r.CHOOSE: "choose the {thing:option}",
        r.LOSE: "lose {thing:item}",
        r.LOSE_CUBE: "lose the cube at place {place} of the {board}",
        r.SHOW: "show {card:mood}",
        r.BURN: "burn {card:mood}",
        r.GIVE: "give item {thing:number} to {seat}",
        r.GIVE_NOBODY: "give item {thing:number} to nobody",
        r.GIVE_TALK: "give {card:common} to {seat}",
        r.BREATHE: "breathe deeply",
        r.STAND: "stand the challenge",
        r.ACCEPT: "accept",
        r.SPECIAL: "special: {thing:special}",
    }
)

KINDS = both(
    {
        r.START: "The game begins",
        r.FEEL: "Phase 3: experience the action",
        r.ROLL: "The challenge die",
        r.WEATHER: "An Environment card",
        r.SHARE_CARD: "A Share card",
        r.TALK_CARD: "A Talking card",
        r.PATH_CARD: "A Personal Path card",
        r.TOKEN: "A place token",
        r.PLAY: "Play a mood card",
        r.PUSH: "Play a mood card with Moving Forward energy",
        r.ENTER: "Onto a personal path",
        r.PUSH_IN: "Onto a personal path with Moving Forward energy",
        r.RAISE: "Gain energy",
        r.ADD_CUBE: "Add focus",
        r.MOVE_CUBE: "Use a cube again",
        r.KEEP_CUBES: "Add no focus",
        r.TAKE_MANTRA: "Earn a mantra",
        r.KEEP_MANTRA: "Keep one mantra",
        r.TAKE_BACK: "A mood card back",
        r.CHOOSE: "One of two",
        r.LOSE: "Lose an item",
        r.LOSE_CUBE: "Lose a focus cube",
        r.SHOW: "Environment: play a mood card",
        r.BURN: "Fire: play a mood card",
        r.GIVE: "Share",
        r.GIVE_NOBODY: "Share",
        r.GIVE_TALK: "Talking",
        r.BREATHE: "Deep Breathing",
        r.STAND: "Stand",
        r.ACCEPT: "Accept",
        r.SPECIAL: "Special action",
    }
)

EVENTS = both(
    {
        r.TURN_BEGAN: "turn {b}: {a:seat}",
        r.PLAYED: "{a:seat} plays {b:mood}{c:plus}",
        r.HAND_REFILLED: "{a:seat} takes the discards as a new hand",
        r.MOVED: "the pawn moves from {a:space} to {b:space}",
        r.MUST_DO_STOPS: "the pawn has to stop at {a:space}",
        r.EXPERIENCED: "{a:seat} experiences {b:deed}",
        r.PASSED: "{a:seat} passes",
        r.STAYED: "{a:seat} stays at {b:space}",
        r.GAINED: "{a:seat} gains {c} × {b:item}",
        r.LOST: "{a:seat} loses {b:item}",
        r.NOTHING_LOST: "{a:seat} has nothing of that kind to lose",
        r.RAISED: "{a:seat} raises {b:item} to {c}",
        r.LOWERED: "{a:seat} lowers {b:item} to {c}",
        r.ENERGY_FULL: "{a:seat} is at the top of both tracks: the energy is lost",
        r.CUBE_ADDED: "{a:seat} adds a cube at the bottom of the {b:board}",
        r.CUBE_PUSHED: "{a:seat}'s cube is pushed off the top of the {b:board}",
        r.CUBE_REMOVED: "{a:seat}'s cube at place {c} leaves the {b:board}",
        r.CUBES_KEPT: "{a:seat} leaves the cubes where they are",
        r.FACE_WON: "{a:seat} has focused most this hour and earns the face",
        r.DRUM_WON: "{a:seat} has focused most on the Shaman Drum",
        r.NO_FOCUS: "nobody has a cube on the {a:board}",
        r.NO_FACE: "there is no face left",
        r.ROLLED: "the die falls on {a:side}: the challenge is {b}",
        r.STOOD: "{a:seat} stands the challenge",
        r.OVERWHELMED: "{a:seat} is below the challenge",
        r.BREATHED: "{a:seat} breathes deeply and passes from the challenge",
        r.PANIC: "{a:seat} has no energy left and panics",
        r.UNDERSTOOD: "{a:seat} understands mantra {b:letter}",
        r.MISSED: "{a:seat} does not have mantra {b:letter}",
        r.EARNED: "{a:seat} earns mantra {b:letter}",
        r.RETURNED: "{a:seat} returns mantra {b:letter}",
        r.NO_MANTRA: "there is no mantra left for {a:seat}",
        r.WEATHER_DRAWN: "the Environment is {a:weather}",
        r.SHOWED: "{a:seat} plays {b:mood}",
        r.LINE_MISSING: "the card has no line for that: nothing happens to {a:seat}",
        r.SHARE_DRAWN: "{a:seat} shares {b:common}",
        r.GAVE: "{a:seat} gives {b:seat} {c:effect}",
        r.NOBODY: "nobody can receive {b:effect}",
        r.TALK_DRAWN: "{a:seat} draws {b:common}",
        r.TALKED: "{a:seat} gives {b:seat} {c:common}",
        r.BURNED: "{a:seat} burns {b:mood}",
        r.CARD_BACK: "{a:seat} takes {b:mood} back into the hand",
        r.NO_CARD_BACK: "{a:seat} has no card to take back",
        r.BREATH_DEEP: "{a:seat} turns to Deep Breathing",
        r.ALREADY_DEEP: "{a:seat} has Deep Breathing already",
        r.PATH_ENTERED: "{a:seat} enters the personal path at {b:space}",
        r.PATH_DRAWN: "{a:seat} draws {b:path}",
        r.PATH_WALKED: "{a:seat} moves up to action {b:step}",
        r.PATH_DONE: "{a:seat} has completed {b:path}",
        r.PATH_LOCKED: "the personal path at {a:space} is locked: there is no action",
        r.TOKEN_LAID: "{a:token} is laid on {b:space}",
        r.JELLY_REACHED: "the Jelly is reached: special actions are open to all",
        r.SPECIAL_USED: "{a:seat} uses the special action: {b:special}",
        r.AVOIDED: "{a:seat} avoids the loss",
        r.RESHUFFLED: "the {a:deck} deck is shuffled anew",
        r.LAST_SPACE: "the last space is reached",
        r.UNFINISHED: "{a:seat} has not completed {b:path}",
        r.AWARD_PARADOX: "{a:seat} has the Greater Paradox: {b} Experience",
        r.AWARD_PATHS: "{a:seat} has the Most Personal Paths: {b} Experience",
        r.SCORED: "{a:seat} has {b:half} Experience",
        r.SHAMAN: "{a:seat} becomes the Shaman",
        r.SHARED_SHAMAN: "{a} players share the title of Shaman",
    }
)

RULE_OF_ACTION = {
    r.START: 14, r.FEEL: 9, r.ROLL: 32, r.WEATHER: 42, r.SHARE_CARD: 47, r.TALK_CARD: 49, r.PATH_CARD: 54, r.TOKEN: 15,
    r.PLAY: 3, r.PUSH: 23, r.ENTER: 55, r.PUSH_IN: 114, r.RAISE: 21, r.ADD_CUBE: 24, r.MOVE_CUBE: 26, r.KEEP_CUBES: 26,
    r.TAKE_MANTRA: 153, r.KEEP_MANTRA: 137, r.TAKE_BACK: 53, r.CHOOSE: 53, r.LOSE: 65, r.LOSE_CUBE: 162, r.SHOW: 42,
    r.BURN: 52, r.GIVE: 47, r.GIVE_NOBODY: 48, r.GIVE_TALK: 49, r.BREATHE: 36, r.STAND: 33, r.ACCEPT: 39, r.SPECIAL: 67,
}  # fmt: skip

RULE_OF_EVENT = {
    r.TURN_BEGAN: 3, r.PLAYED: 4, r.HAND_REFILLED: 4, r.MOVED: 5, r.MUST_DO_STOPS: 6, r.EXPERIENCED: 9, r.PASSED: 8,
    r.STAYED: 8, r.GAINED: 149, r.LOST: 65, r.NOTHING_LOST: 45, r.RAISED: 21, r.LOWERED: 22, r.ENERGY_FULL: 158,
    r.CUBE_ADDED: 24, r.CUBE_PUSHED: 25, r.CUBE_REMOVED: 124, r.CUBES_KEPT: 26, r.FACE_WON: 27, r.DRUM_WON: 30,
    r.NO_FOCUS: 29, r.NO_FACE: 126, r.ROLLED: 32, r.STOOD: 33, r.OVERWHELMED: 33, r.BREATHED: 36, r.PANIC: 35,
    r.UNDERSTOOD: 38, r.MISSED: 39, r.EARNED: 153, r.RETURNED: 38, r.NO_MANTRA: 40, r.WEATHER_DRAWN: 42, r.SHOWED: 42,
    r.LINE_MISSING: 44, r.SHARE_DRAWN: 47, r.GAVE: 47, r.NOBODY: 48, r.TALK_DRAWN: 49, r.TALKED: 49, r.BURNED: 52,
    r.CARD_BACK: 53, r.NO_CARD_BACK: 53, r.BREATH_DEEP: 53, r.ALREADY_DEEP: 53, r.PATH_ENTERED: 54, r.PATH_DRAWN: 54,
    r.PATH_WALKED: 58, r.PATH_DONE: 64, r.PATH_LOCKED: 115, r.TOKEN_LAID: 15, r.JELLY_REACHED: 144, r.SPECIAL_USED: 67,
    r.AVOIDED: 68, r.RESHUFFLED: 46, r.LAST_SPACE: 16, r.UNFINISHED: 120, r.AWARD_PARADOX: 18, r.AWARD_PATHS: 19,
    r.SCORED: 17, r.SHAMAN: 75, r.SHARED_SHAMAN: 133,
}  # fmt: skip

REFUSALS = both(
    {
        4: "{card:mood} is not in the hand",
        8: "who has experienced this space as current player can't do so again",
        15: "{card:token} is not among the place tokens that can be drawn",
        16: "the game is over",
        20: "the track has no room for that",
        21: "energy goes onto Intensity or Moving Forward",
        22: "an energy has to be lost, of Intensity or Moving Forward",
        23: "Moving Forward energy must be there, and must move the pawn on without passing a Must Do",
        24: "a cube goes onto the Hour Board or the Shaman Drum Board",
        26: "a cube comes from the stock, or from a board where the stock is empty and the cube is one's own",
        32: "the die has no such side",
        34: "there is energy left to lose",
        37: "the Breathe token does not show Deep Breathing, or this is not the moment",
        40: "no mantra {thing:letter} is left in the supply",
        41: "there is no mantra {thing:letter} to keep",
        42: "{card:weather} is not in the deck",
        47: "one of the three items goes to another player",
        48: "the third item goes to somebody who can receive it, and to nobody only where nobody can",
        49: "this is not the card that was drawn, or not in the deck",
        51: "the card goes to somebody who has none yet, and not to who gives it",
        52: "{card:mood} is not in the hand",
        53: "that is not among what can be chosen",
        54: "a path space on the main route is entered by landing on it: play the card without naming it",
        55: "there is no personal path at {space} within the reach of this card",
        56: "a personal path is in range of this 2: the card must be played onto it",
        57: "somebody walks the personal path at {space}",
        58: "on a personal path a mood card moves the octagon only",
        65: "that is nothing that the player has and that is asked for",
        67: "the special action is used up, or the Jelly not reached yet",
        68: "there is no missing mantra to avoid",
        69: "Identity moves 2 before the Jelly, and is played as 0 to 3 after it",
        70: "this table plays without personal paths",
        72: "only cards that lie face up can be given",
        73: "a player has passed here: who holds more than a 0 must move the pawn",
        74: "a Must Do is never repeated: who holds more than a 0 must move the pawn",
        114: "Moving Forward energy leads onto a path only as far as it is needed, if the table allows it",
        117: "Moving Forward energy is of no use on a personal path",
        143: "in another's turn only a missing mantra can be avoided",
    }
)

LUCK = {"en": "Let chance decide", "en-neutral": "Let chance decide"}
ENDINGS = (r.SHAMAN, r.SHARED_SHAMAN)
METRICS = ("turn", "panics", "challenges", "awakening", "wisdom", "paradox", "faces", "collected")

ASKS = {
    r.BEGIN: "the game is about to begin",
    r.PLAY_CARD: "play a mood card",
    r.EXPERIENCE: "the action is about to be experienced",
    r.ROLL_DIE: "the challenge die is about to fall",
    r.DRAW_WEATHER: "an Environment card is about to be turned up",
    r.DRAW_SHARE: "a Share card is about to be drawn",
    r.DRAW_TALK: "a Talking card is about to be drawn",
    r.DRAW_PATH: "a Personal Path card is about to be drawn",
    r.DRAW_TOKEN: "a place token is about to be turned up",
    r.SHOW_CARD: "play a mood card for the Environment",
    r.BURN_CARD: "play a mood card at the Fire",
    r.GIVE_ITEM: "share: which item to give to whom",
    r.GIVE_CARD: "talk: whom to give the card",
    r.ANSWER: "breathe deeply before the die falls, or not",
    r.OUTCOME: "stand the challenge or breathe deeply",
    r.DRAIN: "lose an energy after the challenge",
    r.MISSING: "accept the loss of a missing mantra or avoid it",
    r.KEEP_ONE: "which mantra to keep",
    r.OPTION: "choose one of two",
    r.ENERGY: "which track to raise",
    r.FOCUS: "where to add a focus cube",
    r.MANTRA: "which mantra to take",
    r.MOOD_BACK: "which mood card to take back",
    r.LOSE_ENERGY: "which energy to lose",
    r.LOSE_FOCUS: "which focus cube to lose",
    r.LOSE_MANTRA: "which mantra to lose",
    r.LOSE_ANY: "which item to lose",
}

EFFECT_WORDS = {
    r.AWAKENING: "awakening",
    r.WISDOM: "wisdom",
    r.PARADOX: "paradox",
    r.ENERGY: "energy",
    r.FOCUS: "focus",
    r.MANTRA: "mantra",
    r.DEEP_BREATH: "Deep Breathing",
    r.MOOD_BACK: "a mood card back",
    r.LOSE_AWAKENING: "lose awakening",
    r.LOSE_WISDOM: "lose wisdom",
    r.LOSE_PARADOX: "lose paradox",
    r.LOSE_ENERGY: "lose energy",
    r.LOSE_FOCUS: "lose focus",
    r.LOSE_MANTRA: "lose mantra",
    r.LOSE_PATH_CARD: "lose personal path card",
    r.LOSE_FACE: "lose face",
    r.LOSE_ANY: "lose any item",
    r.OR: "or",
}

ACTION_WORDS = {
    r.NOTHING: "nothing",
    r.FACE: "Face",
    r.SHAMAN_DRUM: "Shaman Drum",
    r.INTENSE: "Intense",
    r.MANTRA_SPACE: "Mantra",
    r.ENVIRONMENT: "Environment",
    r.SHARE: "Share",
    r.TALKING: "Talking",
    r.FIRE: "Fire",
    r.PLACE: "Place",
    r.PERSONAL_PATH: "Personal Path",
    r.JELLY: "Jelly",
    r.RETURN_MANTRAS: "return all mantras but one",
}

ITEMS = (
    "nothing",
    "an awakening",
    "a wisdom",
    "a paradox",
    "Intensity",
    "Moving Forward",
    "a face",
    "a personal path card",
    "mantra A",
    "mantra B",
    "mantra C",
    "mantra D",
    "mantra E",
)


def domains(kit: Kit, lang: str) -> dict[str, Any]:
    """What the numbers of actions and events are called."""
    say = lambda words: [themed(word, lang) for word in words]  # noqa: E731
    moods = list(kit.names("mood", lang=lang))
    return {
        "seat": [seat_name(kit, seat, lang) for seat in range(len(SEATS))],
        "mood": moods + [f"{moods[0]} as {value}" for value in range(4)],
        "plus": {0: "", **{n: f" with {n} energy" for n in range(1, 21)}},
        "energy": range(1, 21),
        "space": space_names(kit),
        "deed": deeds(kit, lang),
        "item": say(ITEMS),
        "track": {r.INTENSITY: themed("Intensity", lang), r.MOVING_FORWARD: themed("Moving Forward", lang)},
        "board": say(["Hour Board", "Shaman Drum Board"]),
        "place": range(1, r.TRACK_ROOM + 1),
        "letter": list(LETTERS),
        "number": {0: "1", 1: "2", 2: "3"},
        "option": ["first", "second", "third"],
        "side": [f"side {i + 1} ({row['add']:+d})" for i, row in enumerate(kit.tables["die"])],
        "weather": kit.names("environment", lang=lang),
        "common": kit.names("card", lang=lang),
        "path": kit.names("path", lang=lang),
        "step": {n: str(n + 1) for n in range(r.PATH_STEPS)},
        "token": kit.names("token", lang=lang),
        "special": say(kit.names("special")),
        "effect": {key: themed(word, lang) for key, word in EFFECT_WORDS.items()},
        "deck": say(["Environment", "Share and Talking", "Personal Path"]),
        "half": {n: half(n) for n in range(2000)},
    }


def half(points: int) -> str:
    """Twice the Experience as people say it: 45 -> "22.5"."""
    return f"{points // 2}.5" if points % 2 else str(points // 2)


def seat_name(kit: Kit, seat: int, lang: str) -> str:
    """The players of the rulebook's examples; they sit clockwise."""
    return SEATS[seat]


def space_names(kit: Kit) -> list[str]:
    """Each space by its panel's letter and its place on it: A1, A2, ..."""
    names, counts = [], [0] * r.PANELS
    for space in range(kit.record.spaces):
        panel = int(kit.record.space_panel[space])
        counts[panel] += 1
        names.append(f"{'ABCDEFGHIJ'[panel]}{counts[panel]}")
    return names


def deeds(kit: Kit, lang: str) -> dict[int, str]:
    """What is experienced: spaces, and steps of personal paths."""
    codes, titles = space_names(kit), kit.names("space", lang=lang)
    found = {space: f"{codes[space]}, {titles[space]}" for space in range(kit.record.spaces)}
    for card, name in enumerate(kit.names("path", lang=lang)):
        for step in range(r.PATH_STEPS):
            found[r.PATH_SOURCE + card * r.PATH_STEPS + step] = f"action {step + 1} of {name}"
    return found


def say_effects(effects: np.ndarray, lang: str) -> str:
    """A list of effects in words: "2 awakening or mantra"."""
    said: list[str] = []
    joined = ""
    for effect, count in effects:
        if effect < 0:
            break
        if effect == r.OR:
            joined = " or "
            continue
        word = themed(EFFECT_WORDS[int(effect)], lang)
        number = f"{count} " if count > 1 else ""
        said.append((joined or (", " if said else "")) + number + word)
        joined = ""
    return "".join(said)


def say_action(kit: Kit, lang: str, action: int, number: int, effects: np.ndarray) -> str:
    """What a space, a token or a step of a path does, in words."""
    if action == r.ITEMS:
        return say_effects(effects, lang)
    word = themed(ACTION_WORDS[action], lang)
    if action == r.INTENSE:
        return f"{word} {number}"
    if action == r.MANTRA_SPACE:
        return f"{word} {LETTERS[number]}"
    if action == r.JELLY:
        return f"{word}: {say_effects(effects, lang)}".rstrip(": ")
    return word


def say_space(kit: Kit, lang: str, space: int) -> str:
    """What a space of the board does, in words."""
    k = kit.record
    said = say_action(kit, lang, int(k.space_action[space]), int(k.space_number[space]), k.space_effects[space])
    return said + (" (1)" if k.space_one[space] else "")


def situation(state: np.record, kit: Kit, lang: str) -> str:
    """The position in a sentence or two."""
    where = space_names(kit)[state.pawn]
    title = kit.names("space", lang=lang)[state.pawn]
    text = f"Turn {state.turn}, {seat_name(kit, state.current, lang)}'s: the pawn is on {where}, {title}"
    text += f" ({say_space(kit, lang, int(state.pawn))}). "
    what = int(r.what_now(state))
    asked = themed(ASKS.get(what, "it goes on"), lang)
    if r.is_chance(what):
        text += asked[0].upper() + asked[1:]
    else:
        text += f"{seat_name(kit, int(r.whose(state)), lang)} decides: {asked}"
    if what in (r.OUTCOME, r.DRAIN):
        text += themed(f" (challenge {state.challenge})", lang)
    return text + "."


def reason(state: np.record, kit: Kit, action: np.record, rule: int, lang: str) -> str | None:
    """Why not, where the position has more to say than the rule alone."""
    if rule == 76:
        what = int(r.what_now(state))
        asked = themed(ASKS.get(what, "it goes on"), lang)
        if r.is_chance(what):
            return f"not now: {asked}"
        return f"not now: {seat_name(kit, int(r.whose(state)), lang)} is asked to decide: {asked}"
    return None


# ----------------------------------------------------------------------------------------------- positions of scenarios


PLACING = frozenset({"current", "pawn", "landing", "effects", "all_effects", "lander"})


def position(state: np.record, kit: Kit, data: dict[str, Any]) -> None:
    """Take the friendly words of a scenario's position out of `data` and put them into the state.

    Raises:
        ValueError: a word is not known; says which and what was expected.
    """
    k = kit.record
    fresh = PLACING.isdisjoint(data)
    for name in SEAT_FIELDS:
        if name in data:
            _by_seat(state[name], data.pop(name))
    if "current" in data:
        state.current = _seat(data.pop("current"))
    landing = data.pop("landing", None)
    where = landing or data.pop("pawn", None)
    if where is not None:
        state.pawn = _space(kit, where)
        state.opened = min(int(k.space_panel[state.pawn]) + 1 + k.panels_ahead, r.PANELS)
    _cards(state, k, data)
    _boards(state, data)
    _paths(state, kit, data)
    for space, token in data.pop("tokens", {}).items():
        state.tokens[token] = _space(kit, space)
    if "jelly" in data:
        state.jelly = int(bool(data.pop("jelly")))
    state.faces_left = k.face_tokens - sum(int(n) for n in state.faces)
    if not fresh:
        _frames(state, kit, data, landing is not None)


def _frames(state: np.record, kit: Kit, data: dict[str, Any], landing: bool) -> None:
    """What is done next: an action that was landed on, effects that are owed, or a card to be played."""
    k, log = kit.record, np.zeros((512, 5), np.int64)
    owed = [(effects, False) for effects in [data.pop("effects", None)] if effects]
    owed += [(effects, True) for effects in [data.pop("all_effects", None)] if effects]
    lander = data.pop("lander", None)
    state.depth, state.stack[:] = 0, 0
    state.turn = max(2, int(state.turn))
    r.push(state, r.NEXT_TURN, 0)
    state.lander = -1
    state.done[:] = 0
    if landing:
        r.push(state, r.EXPERIENCE, int(state.current), int(state.pawn))
        return
    if lander != "nobody":
        before = (int(state.current) - 1) % int(k.players)
        state.lander = _seat(lander) if lander else before
        state.done[state.lander] = 1
    if owed:
        for effects, for_all in owed:
            pairs = np.full((4, 2), -1, np.int64)
            for i, (word, count) in enumerate(effects):
                pairs[i] = (_effect(word), count)
            seats = range(int(k.players)) if for_all else range(1)
            for i in reversed(seats):
                r.owe(state, (int(state.current) + i) % int(k.players), pairs)
        r.run(state, k, log)
    else:
        r.push(state, r.PLAY_CARD, int(state.current))


def _cards(state: np.record, k: np.record, data: dict[str, Any]) -> None:
    for name, cards in data.pop("hands", {}).items():
        seat = _seat(name)
        state.hand[seat] = r.IN_DISCARDS
        for card in cards:
            state.hand[seat, _index(MOOD_WORDS, card, "mood card")] = r.IN_HAND
    for name, letters in data.pop("mantras", {}).items():
        for letter in letters:
            state.mantras[_seat(name), _index(LETTERS, letter, "mantra")] += 1
    for deck in ("weathers", "talks"):
        if deck in data:
            for card in data.pop(deck):
                state[deck][card] = r.DISCARDED
    for card in data.pop("face_up", []):
        state.talks[card] = r.FACE_UP


def _boards(state: np.record, data: dict[str, Any]) -> None:
    for board, name in enumerate(("hour", "drum")):
        for place, owner in enumerate(data.pop(name, [])):
            state.tracks[board, place] = _seat(owner)


def _paths(state: np.record, kit: Kit, data: dict[str, Any]) -> None:
    for name, cards in data.pop("collected", {}).items():
        for card in cards:
            state.paths[card] = r.OWNED + _seat(name)
            state.collected[_seat(name)] += 1
    for name, path in data.pop("paths", {}).items():
        seat = _seat(name)
        unknown = set(path) - {"at", "card", "step", "done"}
        if unknown:
            raise ValueError(f"paths: expected at, card, step and done, got {', '.join(sorted(unknown))}")
        state.path_at[seat] = _space(kit, path["at"])
        state.path_card[seat] = path["card"]
        state.path_step[seat] = path.get("step", 0)
        state.path_done[seat] = int(path.get("done", False))
        state.paths[path["card"]] = r.WALKED + seat


def _by_seat(field: np.ndarray, values: Any) -> None:
    if isinstance(values, dict):
        for name, value in values.items():
            field[_seat(name)] = int(value)
    else:
        for seat, value in enumerate(values):
            field[seat] = int(value)


def _seat(name: Any) -> int:
    return name if isinstance(name, int) else _index(SEATS, name, "player")


def _space(kit: Kit, name: Any) -> int:
    return name if isinstance(name, int) else _index(space_names(kit), name, "space")


def _effect(word: str) -> int:
    found = {r_word.casefold(): key for key, r_word in EFFECT_WORDS.items()} | {
        "deep breath": r.DEEP_BREATH,
        "mood back": r.MOOD_BACK,
        "lose any": r.LOSE_ANY,
        "lose path card": r.LOSE_PATH_CARD,
    }
    if word not in found:
        raise ValueError(f"expected one of the effects {', '.join(found)}, got {word!r}")
    return found[word]


def _index(words: Any, word: Any, what: str) -> int:
    if word not in words:
        raise ValueError(f"expected a {what} ({', '.join(words)}), got {word!r}")
    return list(words).index(word)


def report(state: np.record, kit: Kit) -> dict[str, Any]:
    """The friendly words of a position, for what a scenario expects."""
    k = kit.record
    seats = range(int(k.players))
    what = int(r.what_now(state))
    who = "nobody" if state.ended else "chance" if r.is_chance(what) else SEATS[int(r.whose(state))]
    spaces = space_names(kit)
    walking = {SEATS[s]: spaces[state.path_at[s]] for s in seats if state.path_at[s] >= 0}
    boards = [[SEATS[cube] for cube in board if cube >= 0] for board in state.tracks]
    held = {SEATS[s]: "".join(letter * n for letter, n in zip(LETTERS, state.mantras[s], strict=True)) for s in seats}
    hands = {SEATS[s]: [MOOD_WORDS[c] for c in range(r.MOODS) if state.hand[s, c] == r.IN_HAND] for s in seats}
    return {
        "at": spaces[state.pawn],
        "whose": who,
        "asks": ASKS.get(what, ""),
        "turn_of": SEATS[int(state.current)],
        "hour": boards[r.HOUR],
        "drum": boards[r.DRUM],
        "hand_of": hands,
        "mantras_of": {name: letters for name, letters in held.items() if letters},
        "experience": [int(r.half_points(state, k, s)) / 2 for s in seats],
        "on_path": walking,
    }


# --------------------------------------------------------------------------------------------------- what is a good kit

ON_TOKENS = (r.ITEMS, r.SHAMAN_DRUM, r.INTENSE, r.MANTRA_SPACE, r.ENVIRONMENT, r.SHARE, r.TALKING, r.FIRE)
ON_PATHS = (r.ITEMS, r.INTENSE, r.MANTRA_SPACE, r.ENVIRONMENT, r.SHARE, r.TALKING, r.FIRE)


def check_kit(kit: Kit) -> list[str]:
    """What is inconsistent in a kit: the board, the tokens, the cards, in that order."""
    return [*_check_sizes(kit), *_check_board(kit), *_check_tokens(kit), *_check_cards(kit), *_check_paths(kit)]


def _check_sizes(kit: Kit) -> list[str]:
    k = kit.record
    wanted = {"mood": r.MOODS, "mantra": r.LETTERS, "special": r.SPECIALS, "panel": r.PANELS}
    faults = [
        f"{table}: expected {count} rows, got {len(kit.tables.get(table, []))}"
        for table, count in wanted.items()
        if len(kit.tables.get(table, [])) != count
    ]
    for table, least in (("space", 3), ("die", 1), ("environment", 1), ("card", int(k.players) + 4), ("path", 1)):
        if len(kit.tables.get(table, [])) < least:
            faults.append(f"{table}: expected at least {least} rows, got {len(kit.tables.get(table, []))}")
    for table in ("environment", "card", "path", "token", "mood"):
        for lang in LANGUAGES:
            names = [name.casefold() for name in kit.names(table, lang=lang)]
            if len(set(names)) < len(names):
                faults.append(f"{table}: two rows have the same name")
                break
    if (k.mood_value[r.IDENTITY], k.mood_value[r.ZERO]) != (2, 0):
        faults.append("mood: expected Identity (2) in the first row and the 0 in the last")
    for rule in ("hour_spaces", "drum_spaces"):
        if k[rule] - (4 - min(4, k.players) if k.fewer_spaces else 0) < 1:
            faults.append(f"rules.{rule}: no space is left with {k.players} players")
    return faults


def _check_board(kit: Kit) -> list[str]:
    k, names, faults = kit.record, space_names(kit), []
    last = int(k.spaces) - 1
    for space in range(last + 1):
        here, action = f"space {names[space]}", int(k.space_action[space])
        before = max(space - 1, 0)
        if not 0 <= action < r.ACTIONS_OF_SPACES:
            faults.append(f"{here}: action: {action} is no action of a space")
        if k.space_panel[space] < k.space_panel[before]:
            faults.append(f"{here}: panel: the panels must follow one another")
        if k.space_joined[space] and not (k.space_must[space] and k.space_must[before] and space > 0):
            faults.append(f"{here}: joined: a Must Do series is broken: it and the space before must be Must Dos")
        if k.space_branch[space] and (k.space_must[space] or action == r.PERSONAL_PATH):
            faults.append(f"{here}: branch: no path can branch off a Must Do or another path")
        if action == r.PERSONAL_PATH and k.space_must[space]:
            faults.append(f"{here}: must: a Personal Path space can't be a Must Do")
        faults += _check_action(here, action, int(k.space_number[space]), k.space_effects[space])
    if not (k.space_must[0] and k.space_joined[1]) or k.space_joined[2]:
        faults.append("space A1: the game opens with a series of two Must Do actions")
    if k.space_action[last] == r.PERSONAL_PATH or k.space_branch[last]:
        faults.append(f"space {names[last]}: the path has no end: the last space can't be, or have, a personal path")
    for action, most in ((r.JELLY, 1), (r.RETURN_MANTRAS, 9)):
        if sum(k.space_action == action) > most:
            faults.append(f"space: expected at most {most} of {ACTION_WORDS[action]}")
    return faults


def _check_action(here: str, action: int, number: int, effects: np.ndarray) -> list[str]:
    """One action with its number and its effects."""
    if action == r.MANTRA_SPACE and not 0 <= number < r.LETTERS:
        return [f"{here}: number: expected a letter A to E that has mantra tokens, got {number}"]
    if action == r.INTENSE and not 1 <= number <= 20:
        return [f"{here}: number: expected an intensity from 1 to 20, got {number}"]
    if action not in (r.ITEMS, r.JELLY) and effects[0, 0] >= 0:
        return [f"{here}: effects: only items and the Jelly have effects of their own"]
    return _check_effects(here, effects)


def _check_effects(here: str, effects: np.ndarray) -> list[str]:
    """A list of effects of the vocabulary, each with how many, and an OR only between two."""
    faults, previous = [], r.OR
    for effect, count in effects:
        if effect < 0:
            break
        if effect not in EFFECT_WORDS:
            faults.append(f"{here}: effects: {effect} is no effect")
        elif effect == r.OR and previous == r.OR:
            faults.append(f"{here}: effects: 'or' stands between two effects")
        elif effect != r.OR and not 1 <= count <= 15:
            faults.append(f"{here}: effects: {EFFECT_WORDS[int(effect)]}: expected 1 to 15, got {count}")
        previous = effect
    if previous == r.OR and effects[0, 0] >= 0:
        faults.append(f"{here}: effects: 'or' stands between two effects")
    return faults


def _check_tokens(kit: Kit) -> list[str]:
    k, faults = kit.record, []
    for token in range(int(k.tokens)):
        here, action = f"token {token + 1}", int(k.token_action[token])
        if action not in ON_TOKENS:
            faults.append(f"{here}: action: a place token can't be that")
        faults += _check_action(here, action, int(k.token_number[token]), k.token_effects[token])
    symbols = int(sum(k.space_action == r.PLACE))
    regular = int(sum(k.token_advanced == 0))
    if symbols > regular:
        faults.append(f"token: {symbols} place symbols on the board need as many regular tokens, got {regular}")
    return faults


def _check_cards(kit: Kit) -> list[str]:
    k, faults = kit.record, []
    for card in range(min(int(k.moods), r.MOODS)):
        faults += _check_effects(f"mood {card + 1}", k.mood_effects[card])
    for letter in range(min(int(k.mantras), r.LETTERS)):
        faults += _check_effects(f"mantra {LETTERS[letter]}", k.mantra_effects[letter])
        faults += _check_effects(f"mantra {LETTERS[letter]}: penalty", k.mantra_penalty[letter])
    for card in range(int(k.environments)):
        for value in range(4):
            faults += _check_effects(f"environment {card + 1}, {value}", k.environment_effects[card, value])
    for card in range(int(k.cards)):
        items = k.card_share[card]
        if (items[:, 0] < r.AWAKENING).any() or (items[:, 0] > r.MOOD_BACK).any():
            faults.append(f"card {card + 1}: share: expected three items to gain")
        faults += _check_effects(f"card {card + 1}: share", items)
        faults += _check_effects(f"card {card + 1}: talk", k.card_talk[card])
    for option in range(min(int(k.specials), r.SPECIALS)):
        faults += _check_effects(f"special {option + 1}", k.special_effects[option])
    return faults


def _check_paths(kit: Kit) -> list[str]:
    k, faults = kit.record, []
    for card in range(int(k.paths)):
        here = f"path {card + 1}"
        count = int(sum(k.path_actions[card] >= 0))
        if count == 0:
            faults.append(f"{here}: actions: a path without an end")
        for step in range(count):
            action, number = int(k.path_actions[card, step]), max(0, int(k.path_numbers[card, step]))
            if action == r.INTENSE:
                number = int(k.path_base[card])
            if action not in ON_PATHS:
                faults.append(f"{here}: actions: action {step + 1} can't be on a personal path")
            faults += _check_action(f"{here}, action {step + 1}", action, number, k.path_effects[card, step])
        if len(kit.tables["path"][card].get("effects", [])) > count:
            faults.append(f"{here}: effects: more of them than actions")
    return faults
