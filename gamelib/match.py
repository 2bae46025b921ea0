"""One table at which a game is played step by step: what may be done, why something else may not, and the way back."""

from __future__ import annotations

import copy
import json
import math
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from gamelib import game as games
from gamelib import luck
from gamelib.errors import BadFile, NotUnderstood, Refused, StrategyFault
from gamelib.game import Game
from gamelib.kit import Kit, readable
from gamelib.phrases import Phrasebook

Auto = Literal["none", "forced", "chance"]
FORMAT = 1
MAX_SAVE = 50_000_000  # bytes


@dataclass(frozen=True)
class Action:
    """One thing that may be done now.

    `record` is what the rules see; `index` its place in the list; `rule` the number of the rule that allows it;
    `touched` the words of its fields, as elements of the board are called.
    """

    record: np.record
    index: int
    kind: int
    text: str
    heading: str
    rule: str
    touched: frozenset[str]

    def __str__(self) -> str:
        return self.text


class Actions(Sequence[Action]):
    """The legal actions of a position, in a stable order: count them, index them, ask `"..." in match.actions`."""

    def __init__(self, match: Match):
        self._match = match
        room = match.game.new_actions()
        count = 0 if match.seat == luck.OVER else int(match.game.rules.legal(match._row[0], match.kit.record, room))
        self._records = room[:count]

    def __len__(self) -> int:
        return len(self._records)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        if not -len(self) <= index < len(self):
            raise IndexError(f"there are {len(self)} legal actions, no number {index}")
        index %= len(self)
        return self._match._describe(self._records[index], index)

    def __contains__(self, wanted: object) -> bool:
        try:
            return bool(self._match.explain(wanted))  # type: ignore[arg-type]
        except NotUnderstood:
            return False

    def __repr__(self) -> str:
        texts = [f"{action.index}: {action.text}" for action in self]
        if len(texts) > 40:
            texts = texts[:40] + [f"... and {len(texts) - 40} more"]
        return "\n".join(texts) if texts else "(none: the game is over)"


@dataclass(frozen=True)
class Verdict:
    """Whether an action is legal (true or false), the rule that says so, and the reason in words."""

    legal: bool
    action: str
    rule: str
    reason: str
    answer: str  # "yes" or "no", in the language of the match

    def __bool__(self) -> bool:
        return self.legal

    def __str__(self) -> str:
        return f"{self.answer}: {self.reason} ({self.rule})"


@dataclass(frozen=True)
class Line:
    """One line of the log."""

    text: str
    rule: str
    event: int

    def __str__(self) -> str:
        return f"{self.text} ({self.rule})" if self.rule else self.text


@dataclass(frozen=True)
class Outcome:
    """How a game ended: in words, by which rule, and the seats that won (or shared the win)."""

    text: str
    rule: str
    winners: tuple[int, ...]
    points: tuple[float, ...]

    def __str__(self) -> str:
        return f"{self.text} ({self.rule})"


@dataclass(frozen=True)
class Step:
    """One step of the record: who did what, what followed, and whether the table took it by itself."""

    seat: int
    record: np.ndarray
    lines: np.ndarray
    auto: bool


@dataclass(frozen=True)
class Odds:
    """What one action is worth so far: share of games won and mean points over `n` rollouts, with standard errors."""

    action: Action
    n: int
    win: float
    win_error: float
    points: float
    points_error: float


class SavedMatch(BaseModel):
    """The shape of a saved match."""

    model_config = ConfigDict(extra="forbid")

    gamelib: int
    game: str
    kit: dict[str, Any]
    lang: str
    seed: int = Field(ge=0, lt=2**64)
    number: int = Field(ge=0, lt=2**31)
    auto: Auto
    start: dict[str, Any]
    steps: list[tuple[list[int], bool]] = Field(max_length=1_000_000)
    at: int = Field(ge=0)
    end: dict[str, Any]


class Match:
    """A table.

    Args:
        game: the name of a game, or the path of a game's folder.
        seed: decides all chance that is not set by hand.
        kit: None, a dict of house rules to change, the path of a kit file, or a Kit.
        lang: one of the game's languages.
        auto: which of chance's steps the table takes by itself: "none", "forced" (those that leave nothing to
            choose) or "chance" (dice and cards too).
        number: which game of a study with this seed it is.
        autosave: a path; the match is saved there after each step.

    Raises:
        UnknownGame, BadFile: there is no such game; the kit can't be used.
    """

    game: Game
    kit: Kit
    phrases: Phrasebook
    seed: int
    number: int
    auto: Auto
    _row: np.ndarray  # the position shown, shape (1,)
    _states: list[np.ndarray]  # before the first step, and after each
    _steps: list[Step]
    _at: int
    _actions: Actions | None
    _listeners: list[Callable[[], None]]

    def __init__(
        self,
        game: str | Path | Game,
        seed: int = 0,
        kit: Kit | dict[str, Any] | str | Path | None = None,
        *,
        lang: str | None = None,
        auto: Auto = "forced",
        number: int = 0,
        autosave: str | Path | None = None,
    ):
        self.game = games.load(game)
        self.kit = self.game.kit(kit)
        if not isinstance(seed, int | np.integer) or isinstance(seed, bool) or not 0 <= seed < 2**63:
            raise ValueError(f"seed: expected a whole number from 0 to 2**63 - 1, got {seed!r}")
        self.seed, self.number, self.auto = int(seed), number, auto
        self.phrases = Phrasebook(self.kit, lang)
        self.autosave = autosave
        self._listeners = []
        start = self.game.new_states()
        with luck.wrapping():
            luck.start_luck(start[0].luck, self.seed, number)
            self.game.rules.setup(start[0], self.kit.record)
        self._begin(start)
        self._run_by_itself()

    # ---------------------------------------------------------------- what is there

    @property
    def state(self) -> np.record:
        """A copy of the position: one record of dtype STATE."""
        return self._row.copy()[0]

    @property
    def seat(self) -> int:
        """The seat to act: 0, 1, ..., `luck.CHANCE` (-1) or `luck.OVER` (-2)."""
        return int(self.game.rules.to_act(self._row[0]))

    @property
    def over(self) -> bool:
        """Has the game ended?"""
        return self.seat == luck.OVER

    @property
    def players(self) -> int:
        """How many play."""
        return int(self.kit.record.players)

    @property
    def lang(self) -> str:
        """The language that the match speaks; may be set."""
        return self.phrases.lang

    @lang.setter
    def lang(self, lang: str) -> None:
        self.phrases = Phrasebook(self.kit, lang)
        self._actions = None
        self._tell()

    @property
    def actions(self) -> Actions:
        """What may be done now."""
        if self._actions is None:
            self._actions = Actions(self)
        return self._actions

    @property
    def step(self) -> int:
        """How many steps have been taken up to the position shown."""
        return self._at

    @property
    def steps(self) -> list[Step]:
        """All steps of the record, those that were undone and may be redone included."""
        return list(self._steps)

    def describe(self, step: Step) -> str:
        """A step in words: who did what."""
        said = self.phrases.say(step.record[0])
        return said if step.seat == luck.CHANCE else f"{self.phrases.seat(step.seat)}: {said}"

    def lines(self, step: Step) -> list[Line]:
        """What happened in a step, line by line."""
        rules = self.game.words.RULE_OF_EVENT
        told = []
        for event in step.lines:
            text = self.phrases.tell(event)
            if text:
                kind = int(event[0])
                told.append(Line(text, self.game.rule(rules[kind]) if kind in rules else "", kind))
        return told

    @property
    def log(self) -> list[Line]:
        """What happened up to the position shown, each line with its rule."""
        return [line for step in self._steps[: self._at] for line in self.lines(step)]

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, and by which rule; None while it goes on."""
        if not self.over:
            return None
        endings = [line for line in self.log if line.event in self.game.words.ENDINGS]
        last = endings[-1] if endings else Line("the game is over", "", -1)
        standing = self.standing()
        winners = tuple(int(seat) for seat in range(self.players) if standing[seat, 0] > 0)
        return Outcome(last.text, last.rule, winners, tuple(float(x) for x in standing[: self.players, 1]))

    @property
    def situation(self) -> str:
        """The position in a sentence or two of plain text."""
        outcome = self.outcome
        return str(outcome) if outcome else self.phrases.situation(self._row[0])

    def standing(self) -> np.ndarray:
        """The score of each seat: shape (players, 2), share of the win and points."""
        out = np.zeros((self.game.rules.MAX_SEATS, 2))
        self.game.rules.score(self._row[0], self.kit.record, out)
        return out[: self.players]

    # ---------------------------------------------------------------- doing things

    def play(self, action: str | int | Action | np.record | None = None, /, **fields: Any) -> list[Line]:
        """Do something: by its words, its index in `actions`, as an action, or by kind and fields
        (`play(kind="trigger", cell="C2", first=4)`).

        Returns what happened, line by line.

        Raises:
            NotUnderstood: the words say no action.
            Refused: a rule forbids it; names the rule. The position is unchanged.
        """
        record = self._record(action, fields)
        verdict = self._judge(record)
        if not verdict:
            raise Refused(verdict.action, verdict.rule, verdict.reason)
        return self._do(record)

    def roll(self) -> list[Line]:
        """Let chance take its step: the die falls, the card is drawn, as the match's seed has it.

        Raises:
            Refused: it isn't chance's turn.
        """
        if self.seat != luck.CHANCE:
            raise Refused("roll", "", "it is not chance's turn" if not self.over else "the game is over")
        return self._do(None)

    def explain(self, action: str | int | Action | np.record, /, **fields: Any) -> Verdict:
        """May this be done now? True or false, with the rule that allows or forbids it.

        Raises:
            NotUnderstood: the words say no action of this game.
        """
        return self._judge(self._record(action, fields))

    def undo(self) -> None:
        """Back to before the last step that the table did not take by itself. At the start, nothing happens."""
        at = self._at
        while at > 0 and self._steps[at - 1].auto:
            at -= 1
        if at > 0:
            self.goto(at - 1)

    def redo(self) -> None:
        """Forward again over what was undone, with the steps that the table took by itself."""
        at = self._at
        if at < len(self._steps):
            at += 1
            while at < len(self._steps) and self._steps[at].auto:
                at += 1
            self.goto(at)

    def goto(self, step: int) -> None:
        """Show the position after so many steps of the record (0: the start). What lies ahead stays for `redo`."""
        if not 0 <= step <= len(self._steps):
            raise IndexError(f"expected a step from 0 to {len(self._steps)}, got {step}")
        self._at = step
        self._row = self._states[step].copy()
        self._actions = None
        self._tell()

    def branch(self) -> Match:
        """A what-if: a copy at this position, with the same luck, that goes its own way."""
        other = copy.copy(self)
        other._states = self._states[: self._at + 1]
        other._steps = self._steps[: self._at]
        other._row = self._row.copy()
        other._actions = None
        other._listeners = []
        other.autosave = None
        return other

    def suggest(self, strategy: str | Callable[..., int] = "greedy") -> Action:
        """What a strategy would do here, on what the seat to act can see.

        Raises:
            Refused: no player is to act.
            StrategyFault: the strategy raised, or named an action that isn't there.
        """
        from gamelib import twin

        seat = self.seat
        if seat < 0:
            raise Refused("suggest", "", "no player is to act")
        choose = twin.compiled(self.game).strategy(strategy) if isinstance(strategy, str) else strategy
        view = self.view(seat)
        with luck.wrapping():  # the same position at another step meets other whims
            view[0].luck[luck.WHIM] ^= luck.mix(np.uint64(self.step))
        room = self.game.new_actions()
        room[: len(self.actions)] = self.actions._records
        try:
            with luck.wrapping():
                index = int(choose(view[0], self.kit.record, room, len(self.actions)))
        except Exception as error:
            raise StrategyFault(f"strategy {strategy!r} raised at step {self.step}: {error!r}") from error
        if not 0 <= index < len(self.actions):
            raise StrategyFault(
                f"strategy {strategy!r} returned {index} at step {self.step}, expected 0 to {len(self.actions) - 1}"
            )
        return self.actions[index]

    def view(self, seat: int) -> np.ndarray:
        """A position as a seat could think it is: what it can't see is reshuffled. Shape (1,), dtype STATE."""
        view = self._row.copy()
        with luck.wrapping():
            self.game.rules.hide(view[0], self.kit.record, seat)
        return view

    def odds(self, rollouts: int = 2000, strategy: str = "random", chunk: int = 100) -> Iterator[list[Odds]]:
        """What each legal action is worth to the seat to act: play on many times after each, all with the same luck.

        Yields a list of Odds (one an action, in order) after each chunk of rollouts, until all are done: the first
        figures come at once, and get sharper.
        """
        from gamelib import twin

        seat = self.seat
        if seat < 0:
            return
        actions = list(self.actions)
        rules, fast, limit = self.game.rules, twin.compiled(self.game), 20_000
        loop, choosers = fast.loop("rollouts"), (fast.strategy(strategy),) * rules.MAX_SEATS
        row, kit = self._row.copy(), self.kit.record
        results = np.zeros((len(actions), rollouts, 2))
        done = 0
        while done < rollouts:
            size = min(chunk if done else max(1, chunk // 10), rollouts - done)
            for action in actions:
                part = np.zeros((size, 2))
                with luck.wrapping():
                    loop(row[0], kit, choosers, seat, action.index, self.seed, done, limit, part)
                results[action.index, done : done + size] = part
            done += size
            yield [_odds(action, results[action.index, :done]) for action in actions]

    # ---------------------------------------------------------------- keeping

    def save(self, path: str | Path) -> None:
        """Keep the match in a file (JSON), atomically: an interrupted save leaves the old file whole."""
        text = json.dumps(self._as_data(), ensure_ascii=False)
        path = Path(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=path.parent, delete=False, encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(file.name, path)

    @classmethod
    def load(cls, path: str | Path, game: str | Path | Game | None = None) -> Match:
        """Open a saved match and replay it to the step at which it was saved.

        Args:
            path: the file.
            game: the folder of the game, where it is not one of the package's.

        Raises:
            BadFile: it is no saved match, or it does not replay to the state that it stored; says where it parts.
        """
        try:
            if Path(path).stat().st_size > MAX_SAVE:
                raise BadFile(path, f"expected at most {MAX_SAVE:,} bytes")
            saved = SavedMatch.model_validate_json(Path(path).read_text(encoding="utf-8"), strict=False)
        except OSError as error:
            raise BadFile(path, f"can't be read ({error.strerror})") from None
        except UnicodeDecodeError as error:
            raise BadFile(path, f"is not text: {error}") from None
        except ValidationError as error:
            raise BadFile(path, readable(error)) from None
        if saved.gamelib != FORMAT:
            raise BadFile(path, f"gamelib: expected format {FORMAT}, got {saved.gamelib}")
        found = games.load(game if game is not None else saved.game)
        match = cls.__new__(cls)
        match.game, match.kit = found, Kit(found, saved.kit, path)
        match.seed, match.number, match.auto, match.autosave = saved.seed, saved.number, saved.auto, None
        match._listeners = []
        try:
            match.phrases = Phrasebook(match.kit, saved.lang)
        except NotUnderstood as error:
            raise BadFile(path, f"lang: {error}") from None
        match._begin(state_from(found, saved.start, path, "start"))
        match.check(path, "start")
        match._replay(saved, path)
        return match

    @classmethod
    def from_state(cls, game: str | Path | Game, state: np.record, kit: Any = None, **options: Any) -> Match:
        """A match that starts from a position of one's own: a record of dtype STATE, such as a changed `match.state`.

        Raises:
            BadFile: the position breaks a law of the game.
        """
        match = cls(game, kit=kit, **{**options, "auto": "none"})
        match.auto = options.get("auto", "forced")
        start = match.game.new_states()
        start[:] = state
        match._begin(start)
        match.check()
        match._run_by_itself()
        return match

    def check(self, where: object = "match", key: str = "state") -> None:
        """Make sure that the position is a possible one.

        Raises:
            BadFile: a law of conservation is broken, or a number is out of all range.
        """
        try:
            law = int(self.game.rules.broken(self._row[0], self.kit.record))
        except IndexError as error:
            raise BadFile(where, f"{key}: a number is out of range ({error})") from None
        if law:
            raise BadFile(where, f"{key}: law {law} of `broken` in {self.game.name}/rules.py does not hold")

    def on_change(self, listener: Callable[[], None]) -> None:
        """Call `listener()` whenever the position shown has changed."""
        self._listeners.append(listener)

    def __repr__(self) -> str:
        return f"<{self.game.title}, seed {self.seed}, step {self.step}: {self.situation}>"

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        from gamelib import show

        return show.bundle(self)

    # ---------------------------------------------------------------- how it works

    def _begin(self, start: np.ndarray) -> None:
        self._row = start.copy()
        self._states = [start]
        self._steps = []
        self._at = 0
        self._actions = None

    def _describe(self, record: np.record, index: int) -> Action:
        kind = int(record.kind)
        book = self.phrases
        rule = self.game.rule(self.game.words.RULE_OF_ACTION[kind])
        return Action(record, index, kind, book.say(record), book.heading(kind), rule, book.touched(record))

    def _record(self, action: Any, fields: dict[str, Any]) -> np.record:
        if isinstance(action, Action):
            return action.record
        if isinstance(action, np.record | np.void):
            return action  # type: ignore[return-value]
        if isinstance(action, str) and not fields:
            return self.phrases.parse(action)
        if isinstance(action, int | np.integer) and not isinstance(action, bool):
            try:
                return self.actions[int(action)].record
            except IndexError as error:
                raise NotUnderstood(str(error)) from None
        kind = fields.pop("kind", action)
        if kind is None:
            raise NotUnderstood("expected the words of an action, its index, or kind=... with its fields")
        return self._from_fields(kind, fields)

    def _from_fields(self, kind: Any, fields: dict[str, Any]) -> np.record:
        if isinstance(kind, str):
            from gamelib.kit import constant

            number = getattr(self.game.rules, constant(kind), None)
            if number not in self.phrases.kinds():
                raise NotUnderstood(f"{self.game.title} has no kind of action {kind!r}")
            kind = number
        menus = dict(self.phrases.menu(kind))
        values = {}
        for name, value in fields.items():
            if name not in menus:
                raise NotUnderstood(f"{name}: expected one of {', '.join(menus) or '(no fields)'}")
            words = {word.casefold(): number for word, number in menus[name]}
            values[name] = words.get(str(value).casefold(), value)
            if not isinstance(values[name], int | np.integer):
                raise NotUnderstood(f"{name}: expected one of {', '.join(word for word, _ in menus[name])}")
        return self.phrases.action(kind, **values)

    def _judge(self, record: np.record) -> Verdict:
        book = self.phrases
        text, no = book.say(record), book.own("no")
        if self.over:
            outcome = self.outcome
            return Verdict(False, text, outcome.rule if outcome else "", book.own("over"), no)
        rule = int(self.game.rules.forbids(self._row[0], self.kit.record, record))
        if rule:
            return Verdict(False, text, self.game.rule(rule), book.refusal(self._row[0], record, rule), no)
        allowing = self.game.words.RULE_OF_ACTION[int(record.kind)]
        return Verdict(True, text, self.game.rule(allowing), book.rule_text(allowing), book.own("yes"))

    def _do(self, record: np.record | None) -> list[Line]:
        """Take a step and those that follow by themselves; what was undone before is forgotten."""
        del self._steps[self._at :]
        before = self._at
        self._take(record, auto=False)
        self._run_by_itself()
        self._tell()
        return [line for step in self._steps[before : self._at] for line in self.lines(step)]

    def _take(self, record: np.record | None, auto: bool) -> None:
        """Take one step; None lets chance decide. Chance draws even where its step is set by hand: what comes after
        then meets the same luck."""
        seat = self.seat
        kept = np.zeros(1, self.game.rules.ACTION)
        drawn = self._drawn() if seat == luck.CHANCE else None
        kept[0] = drawn if record is None else record
        log = np.zeros(luck.LOG_SHAPE, np.int64)
        with luck.wrapping():
            self.game.rules.apply(self._row[0], self.kit.record, kept[0], log)
        if log[0, 1]:
            raise IndexError(f"{self.game.name}: an action wrote more than the {luck.LOG_ROOM} lines that a log holds")
        self._steps.append(Step(seat, kept, log[1 : log[0, 0] + 1].copy(), auto))
        del self._states[self._at + 1 :]
        self._states.append(self._row.copy())
        self._at += 1
        self._actions = None

    def _run_by_itself(self) -> None:
        while self.auto != "none" and self.seat == luck.CHANCE:
            if self.auto == "forced" and len(self.actions) > 1:
                break
            self._take(None, auto=True)

    def _drawn(self) -> np.record:
        records = self.actions._records
        if len(records) == 1:
            return records[0]
        with luck.wrapping():
            return records[int(luck.below(self._row[0].luck, luck.TABLE, len(records)))]

    def _tell(self) -> None:
        if self.autosave is not None:
            self.save(self.autosave)
        for listener in list(self._listeners):
            listener()

    def _as_data(self) -> dict[str, Any]:
        return {
            "gamelib": FORMAT,
            "game": self.game.name,
            "kit": self.kit.data,
            "lang": self.lang,
            "seed": self.seed,
            "number": self.number,
            "auto": self.auto,
            "start": as_fields(self._states[0][0]),
            "steps": [([int(x) for x in step.record[0]], step.auto) for step in self._steps],
            "at": self._at,
            "end": as_fields(self._states[-1][0]),
        }

    def _replay(self, saved: SavedMatch, path: str | Path) -> None:
        width = len(self.game.rules.ACTION.names)
        for number, (values, auto) in enumerate(saved.steps, 1):
            if len(values) != width:
                raise BadFile(path, f"steps.{number}: expected {width} numbers, got {len(values)}")
            record = np.zeros(1, self.game.rules.ACTION)
            try:
                record[0] = tuple(values)
            except (OverflowError, ValueError) as error:
                raise BadFile(path, f"steps.{number}: {error}") from None
            try:
                verdict = self._judge(record[0])
                if verdict:
                    self._take(record[0], auto)
            except (KeyError, IndexError, ValueError, OverflowError) as error:
                raise BadFile(path, f"steps.{number}: no action of this game ({error!r})") from None
            if not verdict:
                raise BadFile(path, f"steps.{number}: {verdict.action}: {verdict.reason} ({verdict.rule})")
        if as_fields(self._states[-1][0]) != saved.end:
            ours, theirs = as_fields(self._states[-1][0]), saved.end
            field = next((name for name in ours if ours[name] != theirs.get(name)), "?")
            raise BadFile(path, f"end: the steps do not lead to the state that was saved; they part at {field}")
        if saved.at > len(self._steps):
            raise BadFile(path, f"at: expected at most {len(self._steps)}, got {saved.at}")
        self.goto(saved.at)


def _odds(action: Action, results: np.ndarray) -> Odds:
    n = len(results)
    win, points = results.mean(axis=0)
    # The rule of succession keeps the error above zero where all games went one way.
    p = (results[:, 0].sum() + 1) / (n + 2)
    points_error = float(results[:, 1].std(ddof=1) / math.sqrt(n)) if n > 1 else math.inf
    return Odds(action, n, float(win), math.sqrt(p * (1 - p) / n), float(points), points_error)


def as_fields(record: np.record) -> dict[str, Any]:
    """A state as plain numbers and lists, by field."""
    return {name: record[name].tolist() for name in record.dtype.names or ()}


def state_from(game: Game, fields: dict[str, Any], where: object, key: str) -> np.ndarray:
    """A state from plain numbers and lists, shape (1,).

    Raises:
        BadFile: a field is unknown or missing, has the wrong shape, or a number does not fit.
    """
    state = game.new_states()
    names = state.dtype.names or ()
    faults = [f"{key}.{name}: no such field" for name in fields if name not in names]
    for name in names:
        fault = put(state, name, fields[name]) if name in fields else "is missing"
        if fault:
            faults.append(f"{key}.{name}: {fault}")
    if faults:
        raise BadFile(where, faults)
    return state


def put(state: np.ndarray, name: str, value: Any) -> str:
    """Put a number or list into a field of a state; returns what is wrong with it, or ""."""
    dtype = state.dtype[name]
    try:
        given = np.array(value, dtype=object)
    except ValueError:
        return "expected a list of one shape"
    if given.shape != dtype.shape:
        return f"expected shape {dtype.shape}, got {given.shape}"
    limits = np.iinfo(dtype.base)
    for number in given.flat:
        if isinstance(number, bool) or not isinstance(number, int):
            return f"expected whole numbers, got {number!r:.80}"
        if not limits.min <= number <= limits.max:
            return f"expected {limits.min} to {limits.max}, got {number}"
    state[name][0] = given.astype(dtype.base)
    return ""
