"""Scenarios: positions and rule examples as files.

A scenario (TOML) gives a position, actions, and what must then be true:

    game = "habits"
    title = "The roll of four and six"
    rules = ["HAB-14"]
    source = "rulebook L34-36"

    [state]                 # only what matters; the rest is a fresh table
    dice = [6, 4]

    [[step]]
    do = "trigger B2 with 6 across"
    [step.expect]
    dice = [4, 2]

`[kit]` changes house rules; `[[kit.habit]]` gives the first cards of a table other columns, so that an example doesn't
hang on invented cards. Keys of `expect`: fields of the state (`dice`, or `"dice.0"` for one entry), the friendlier
names that the game's RULES.md lists, and

- `refused = "HAB-9"`: the rule that must forbid what was to be done;
- `legal = [...]`: all legal actions, in any order; `can`, `cannot`: some that are or aren't;
- `log = [...]`: lines (or parts of lines, or rule numbers) that must have been written, in this order;
- `winner = 0`, or a list of seats; `over = true`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from gamelib import game as games
from gamelib.errors import BadFile, GamelibError, NotUnderstood, Refused
from gamelib.game import Game
from gamelib.kit import Kit, constant, read_toml, readable
from gamelib.match import Auto, Line, Match, put

SPECIAL = ("refused", "legal", "can", "cannot", "log", "winner", "over")


class StepFile(BaseModel):
    """One step of a scenario file."""

    model_config = ConfigDict(extra="forbid")

    do: str | list[str] = []
    says: str = ""
    expect: dict[str, Any] = {}


class ScenarioFile(BaseModel):
    """The shape of a scenario file."""

    model_config = ConfigDict(extra="forbid")

    game: str
    title: str = Field(max_length=200)
    rules: list[str]
    source: str = ""
    says: str = ""
    case: str | list[str] = []
    kit: dict[str, Any] = {}
    seed: int = Field(default=0, ge=0, lt=2**63)
    auto: Auto = "none"
    lang: str | None = None
    state: dict[str, Any] = {}
    expect: dict[str, Any] = {}
    step: list[StepFile] = []


@dataclass
class Report:
    """What came of one scenario: the faults found (none: it holds), and the match as it stands after its last step."""

    path: Path
    title: str
    rules: list[str]
    faults: list[str] = field(default_factory=list)
    match: Match | None = None

    def __bool__(self) -> bool:
        return not self.faults

    def __str__(self) -> str:
        mark = "ok  " if self else "FAIL"
        return "\n".join([f"{mark} {self.path.name}: {self.title}"] + [f"     {fault}" for fault in self.faults])


class Scenario:
    """A checked scenario file.

    Args:
        path: the file.
        game: the game, where it isn't one of the package's and the file doesn't lie in its folder.

    Raises:
        BadFile: something in the file is unknown, missing or out of range; says which key and what was expected.
    """

    def __init__(self, path: str | Path, game: str | Path | Game | None = None):
        self.path = Path(path)
        try:
            self.file = ScenarioFile.model_validate(read_toml(path))
        except ValidationError as error:
            raise BadFile(path, readable(error)) from None
        try:
            self.game = games.load(game if game is not None else self._home() or self.file.game)
        except GamelibError as error:
            raise BadFile(path, f"game: {error}") from None
        self._check_rules()

    def _home(self) -> Path | None:
        """The folder of the game that the file lies in, if it does."""
        for folder in self.path.resolve().parents:
            if folder.name == self.file.game and (folder / "rules.py").exists():
                return folder
        return None

    def _check_rules(self) -> None:
        known = {rule.number for rule in self.game.rulebook.values()}
        unknown = [number for number in self.file.rules if number not in known]
        if unknown:
            raise BadFile(self.path, f"rules: {self.game.title} has no rule {', '.join(unknown)}")

    def start(self) -> Match:
        """A match at the scenario's position."""
        match = Match(self.game, self.file.seed, self.kit(), lang=self.file.lang, auto="none")
        state = match._row.copy()
        given = dict(self.file.state)
        friendly = getattr(self.game.words, "position", None)
        if friendly:
            try:
                friendly(state[0], match.kit, given)
            except (KeyError, ValueError, IndexError, TypeError) as error:
                raise BadFile(self.path, f"state: {error}") from None
        faults = []
        for name, value in given.items():
            fault = self._put(state, name, value)
            if fault:
                faults.append(f"state.{name}: {fault}")
        if faults:
            raise BadFile(self.path, faults)
        match._begin(state)
        match.check(self.path)
        match.auto = self.file.auto
        match._run_by_itself()
        return match

    def kit(self) -> Kit:
        """The default kit with the scenario's changes: house rules, and columns of the first rows of tables."""
        kit = self.game.default_kit
        rules = {name: value for name, value in self.file.kit.items() if not isinstance(value, list)}
        try:
            if rules:
                kit = kit.changed(rules)
            for table, rows in self.file.kit.items():
                if isinstance(rows, list):
                    kit = kit.with_rows(table, rows)
        except BadFile as error:
            raise BadFile(self.path, [f"kit: {fault}" for fault in error.faults]) from None
        return kit

    def _put(self, state: np.ndarray, name: str, value: Any) -> str:
        field, *indices = name.split(".")
        if field not in (state.dtype.names or ()):
            return f"no such field; there are {', '.join(state.dtype.names or ())}"
        try:
            number = numbers(self.game, value)
            if not indices:
                return put(state, field, number)
            state[field][(0, *(int(i) for i in indices))] = number
        except (ValueError, IndexError, OverflowError) as error:
            return str(error)
        return ""

    def run(self) -> Report:
        """Play it and say what does not hold."""
        report = Report(self.path, self.file.title, self.file.rules)
        match = report.match = self.start()
        report.faults += [f"at the start: {fault}" for fault in self._unmet(match, self.file.expect, [], None)]
        for number, step in enumerate(self.file.step, 1):
            lines, refusal = self._do(match, step, number)
            unmet = self._unmet(match, step.expect, lines, refusal)
            report.faults += [f"step {number}: {fault}" for fault in unmet]
            law = int(match.game.rules.broken(match._row[0], match.kit.record))
            if law:
                report.faults.append(f"step {number}: law {law} is broken")
        return report

    def open(self) -> Match:
        """A match with all its (allowed) steps taken, shown at the start: step through it."""
        match = self.start()
        for number, step in enumerate(self.file.step, 1):
            self._do(match, step, number)
        match.goto(0)
        return match

    def _do(self, match: Match, step: StepFile, number: int) -> tuple[list[Line], Refused | None]:
        lines: list[Line] = []
        for text in [step.do] if isinstance(step.do, str) else step.do:
            try:
                lines += match.play(text)
            except Refused as refusal:
                return lines, refusal
            except NotUnderstood as error:
                raise BadFile(self.path, f"step.{number}.do: {error}") from None
        return lines, None

    def _unmet(self, match: Match, expect: dict[str, Any], lines: list[Line], refusal: Refused | None) -> list[str]:
        faults = []
        wanted = expect.get("refused")
        if refusal and wanted != refusal.rule:
            faults.append(f"refused by {refusal.rule} ({refusal.reason}); expected {wanted or 'it to be legal'}")
        if wanted and not refusal:
            faults.append(f"expected a refusal by {wanted}; it was legal")
        for key, value in expect.items():
            if key not in SPECIAL:
                faults += self._compare(match, key, value)
        faults += self._check_actions(match, expect)
        faults += _missing_lines(lines, expect.get("log", []))
        if "over" in expect and match.over != expect["over"]:
            faults.append(f"over: expected {expect['over']}, got {match.over}")
        if "winner" in expect:
            seats = expect["winner"] if isinstance(expect["winner"], list) else [expect["winner"]]
            got = list(match.outcome.winners) if match.outcome else None
            if got != seats:
                faults.append(f"winner: expected {seats}, got {got if match.outcome else 'a game that goes on'}")
        return faults

    def _compare(self, match: Match, key: str, value: Any) -> list[str]:
        field, *indices = key.split(".")
        row = match._row
        if field in (row.dtype.names or ()):
            try:
                expected = numbers(self.game, value)
                found = row[field][0]
                for index in indices:
                    found = found[int(index)]
            except (ValueError, IndexError, TypeError) as error:
                raise BadFile(self.path, f"expect.{key}: {error}") from None
            got = found.tolist()
        else:
            report = getattr(self.game.words, "report", None)
            friendly = report(match.state, match.kit) if report else {}
            if key not in friendly:
                raise BadFile(self.path, f"expect.{key}: no such field; see the list in {self.game.name}/RULES.md")
            expected, got = value, friendly[key]
        return [] if got == expected else [f"{key}: expected {expected}, got {got}"]

    def _check_actions(self, match: Match, expect: dict[str, Any]) -> list[str]:
        faults = []
        try:
            if "legal" in expect:
                asked = {match.phrases.say(match.phrases.parse(text)) for text in expect["legal"]}
                there = {action.text for action in match.actions}
                faults += [f"legal: {text!r} is not" for text in sorted(asked - there)]
                faults += [f"legal: {text!r} is too" for text in sorted(there - asked)]
            faults += [f"can: {text!r}: {why}" for text in expect.get("can", []) if not (why := match.explain(text))]
            faults += [f"cannot: {text!r} is legal" for text in expect.get("cannot", []) if match.explain(text)]
        except NotUnderstood as error:
            raise BadFile(self.path, f"expect: {error}") from None
        return faults


def _missing_lines(lines: list[Line], wanted: list[str]) -> list[str]:
    """The wanted lines that were not written, or not in this order."""
    faults, place = [], 0
    for text in wanted:
        found = next((i for i in range(place, len(lines)) if text.casefold() in str(lines[i]).casefold()), None)
        if found is None:
            faults.append(f"log: no line {text!r} among {[str(line) for line in lines[place:]]}")
        else:
            place = found + 1
    return faults


def numbers(game: Game, value: Any) -> Any:
    """Words in a scenario are the constants of the rules; lists are gone through."""
    if isinstance(value, list):
        return [numbers(game, item) for item in value]
    if isinstance(value, str):
        found = getattr(game.rules, constant(value), None)
        if not isinstance(found, int):
            raise ValueError(f"the rules know no word {value!r}")
        return found
    if isinstance(value, bool):
        return int(value)
    if not isinstance(value, int):
        raise ValueError(f"expected a whole number, got {value!r}")
    return value


def run(path: str | Path, game: str | Path | Game | None = None) -> Report | list[Report]:
    """Run a scenario file, or all in a folder (a list then).

    Raises:
        BadFile: a file can't be used. What does not hold is no error, but stands in the report.
    """
    if Path(path).is_dir():
        return [Scenario(file, game).run() for file in sorted(Path(path).rglob("*.toml"))]
    return Scenario(path, game).run()


def run_all(game: str | Path | Game) -> list[Report]:
    """Run all rule examples of a game."""
    found = games.load(game)
    return [Scenario(path, found).run() for path in found.scenarios]


def open(path: str | Path, game: str | Path | Game | None = None) -> Match:
    """A match that steps through a scenario, shown at its start."""
    return Scenario(path, game).open()
