"""Studies: many games, as a data frame with one row a game.

    study = simulate("habits", games=10_000, strategy="greedy", seed=1, kit={"swap_cost": 4})
    study.frame, study.summary(), study.plot("turn"), study.reopen(4217)
    compare("habits", ["random", "greedy"], games=2_000).summary()

Game i of a study is determined by (kit, strategies, seed, i) alone, so results depend neither on the number of workers
nor on who they are, and any game can be opened again.
"""

from __future__ import annotations

import html
import itertools
import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from gamelib import game as games_
from gamelib.errors import StrategyFault
from gamelib.game import Game
from gamelib.kit import Kit
from gamelib.match import Match
from gamelib.workers import Chunk, Crew, Strategy, event_names, name_of, pieces_of, spread

if TYPE_CHECKING:
    import plotly.graph_objects as go

KitLike = Kit | dict[str, Any] | str | Path | None
Players = Strategy | Sequence[Strategy]
LEVEL = 0.95  # of all confidence intervals
DELAY = 1.0  # seconds after which a progress bar is worth showing
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


def simulate(
    game: str | Path | Game,
    games: int = 10_000,
    strategy: Players = "random",
    seed: int = 1,
    kit: KitLike = None,
    *,
    executor: Executor | None = None,
    workers: int | None = None,
    progress: bool | None = None,
    limit: int | None = None,
) -> Study:
    """Play many games.

    Args:
        game: the name of a game, or the path of a game's folder.
        games: how many.
        strategy: the name of a strategy for all seats, or a list with one for each. A function
            `choose(state, kit, actions, n) -> index` will do too: it is compiled where it can be, else interpreted, and
            `notes` of the study say which and why.
        seed: decides all chance. The same seed gives the same games, on any machine.
        kit: None, a dict of house rules to change, the path of a kit file, or a Kit.
        executor: any `concurrent.futures.Executor` whose workers have gamelib; None: threads of this process. What a
            worker loses by dying is played again.
        workers: how many threads; None: one for each core.
        progress: show a bar; None: only where it takes longer than a second.
        limit: moves after which a game is broken off; None: the game's own MOVE_LIMIT, which no game should reach.

    Raises:
        UnknownGame, UnknownStrategy, BadFile: there is no such game or strategy; the kit can't be used.
        ValueError, TypeError: a number is out of range; not one strategy a seat, or something that is none.
        StrategyFault: a strategy raised, or returned what is no index; its `study` holds the games before that one.

    Interrupting (Ctrl-C, the stop button of a notebook) returns what is done, with `complete` False.
    """
    study = _blank(game, games, strategy, seed, kit, limit)
    return _play(study, executor, workers, progress)


def _blank(game: str | Path | Game, games: int, strategy: Players, seed: int, kit: KitLike, limit: int | None) -> Study:
    """A study of which no game is played yet; all that was asked for is checked."""
    games = _whole("games", games, 1, 2**31 - 1)
    seed = _whole("seed", seed, 0, 2**63 - 1)
    loaded = games_.load(game)
    most = int(loaded.rules.MOVE_LIMIT)
    limit = most if limit is None else _whole("limit", limit, 1, most)
    checked = loaded.kit(kit)
    seats = int(checked.record.players)
    each = [strategy] * seats if isinstance(strategy, str) or callable(strategy) else list(strategy)
    return Study(Crew(loaded, checked, each, seed, limit), games)


def _whole(name: str, value: Any, least: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or not least <= value <= most:
        raise ValueError(f"{name}: expected a whole number from {least:,} to {most:,}, got {value!r}")
    return int(value)


def _play(study: Study, executor: Executor | None, workers: int | None, progress: bool | None) -> Study:
    """Play all games of a blank study."""
    workers = None if workers is None else _whole("workers", workers, 1, 1_000)
    done: dict[int, Chunk] = {}
    fault = None
    pieces = pieces_of(study.asked)
    bar = _bar(study, progress)
    try:
        for chunk in spread(study.crew, pieces, executor, workers):
            done[chunk.first] = chunk
            bar.update(len(chunk.columns["game"]))
            if chunk.fault and (fault is None or chunk.first < fault.first):
                fault = chunk
            # Who was first to fall over is by chance; which game is the first to fail is not.
            if fault is not None and all(first in done for first, _ in pieces if first < fault.first):
                break
    except KeyboardInterrupt:
        study.complete = False
    finally:
        bar.close()
    study.complete = study.complete and fault is None
    last = fault.first if fault else study.asked
    study.frame = _frame([done[first] for first in sorted(done) if first <= last])
    if fault is not None and fault.fault is not None:
        raise _as_error(study, fault) from fault.fault.error
    if not study.complete:
        print(f"gamelib: interrupted; {len(study.frame):,} of {study.asked:,} games are kept", file=sys.stderr)
    unfinished = int((~study.frame["finished"]).sum()) if len(study.frame) else 0
    if unfinished:
        were = "game was" if unfinished == 1 else "games were"
        study.notes.append(f"{unfinished:,} {were} broken off after {study.crew.limit:,} moves")
    return study


def _as_error(study: Study, chunk: Chunk) -> StrategyFault:
    fault = chunk.fault
    assert fault is not None
    at = f"game {fault.game}, step {fault.step}" if fault.step is not None else f"game {fault.game}"
    return StrategyFault(f"{at}: {fault.says}", fault.game, fault.step, study)


def _bar(study: Study, progress: bool | None) -> Any:
    from tqdm.auto import tqdm

    # tqdm's own switch, which its bars for notebooks forget.
    switched_off = os.environ.get("TQDM_DISABLE", "0") not in ("", "0")
    shown: dict[str, Any] = {"delay": 0 if progress else DELAY, "leave": bool(progress)}
    shown["disable"] = progress is False or switched_off
    return tqdm(total=study.asked, unit=" games", desc=f"{study.game.name}, {study.label}", **shown)


def _frame(chunks: list[Chunk]) -> pd.DataFrame:
    """The chunks' columns one below the other; each is let go as soon as it is copied, for the sake of memory."""
    if not chunks:
        return pd.DataFrame()
    columns = {}
    for name in list(chunks[0].columns):
        columns[name] = np.concatenate([chunk.columns.pop(name) for chunk in chunks])
    return pd.DataFrame(columns, copy=False)


@dataclass(repr=False)
class Study:
    """Games of one kind.

    `frame` has a row for each game, with the columns

    - `game`: its number, for `reopen`;
    - `moves`: how many actions were taken, chance's included; `finished`: False where it was broken off;
    - fields of the last position, those that the game's words.py names as METRICS, such as `turn`;
    - `won` and `points` where one plays; else `win_1`, `points_1`, ... for each seat (a shared win is a part of 1);
    - `winner`: the seat that won alone, counted from 1, or 0;
    - how often each kind of event happened (`event_` goes before a name that is taken).

    `notes` say what to know about how it was played; `complete` is False where it was interrupted.
    """

    crew: Crew
    asked: int
    complete: bool = True
    frame: pd.DataFrame = field(default_factory=pd.DataFrame)

    @property
    def game(self) -> Game:
        """The game."""
        return self.crew.game

    @property
    def kit(self) -> Kit:
        """The kit that it was played with."""
        return self.crew.kit

    @property
    def seed(self) -> int:
        """What all chance follows from."""
        return self.crew.seed

    @property
    def strategies(self) -> tuple[str, ...]:
        """The name of the strategy on each seat."""
        return self.crew.names

    @property
    def notes(self) -> list[str]:
        """What to know about how it was played."""
        return self.crew.notes

    @property
    def label(self) -> str:
        """Who played."""
        return " against ".join(self.strategies) if len(set(self.strategies)) > 1 else self.strategies[0]

    @property
    def events(self) -> list[str]:
        """The columns that count events, in the order of the game's rules."""
        named = [f"event_{name}" if f"event_{name}" in self.frame else name for name in event_names(self.game)]
        return [name for name in named if name in self.frame]

    def summary(self) -> pd.DataFrame:
        """One row a column: its mean with a 95 % confidence interval (`low`, `high`), spread and quantiles.

        The interval of a share is Wilson's; that of a mean is Student's.
        """
        rows = {name: _describe(self.frame[name]) for name in self.frame if name not in ("game", "winner")}
        return pd.DataFrame.from_dict(rows, orient="index")

    def plot(self, column: str = "moves") -> go.Figure:
        """How a column is distributed, as a Plotly figure.

        Raises:
            KeyError: there is no such column; says which there are.
        """
        _known(self.frame, column)
        from gamelib.show import charts

        return charts.histogram(self, column)

    def reopen(self, number: int) -> Match:
        """Game `number` of the study as a match, with every step, shown at its start.

        Raises:
            ValueError: the study has no such game.
            StrategyFault: the strategies don't play it again as they did: they depend on more than what they are given.
        """
        number = _whole("game", number, 0, self.asked - 1)
        match = Match(self.game, self.seed, self.kit, auto="none", number=number)
        for index in self.crew.steps(number):
            records = match.actions._records
            match._take(records[index], auto=match.seat < 0 and len(records) == 1)
        self._compare(match, number)
        match.auto = "forced"
        match.goto(0)
        return match

    def _compare(self, match: Match, number: int) -> None:
        """A reopened game must be the one that was counted."""
        for _, row in self.frame[self.frame["game"] == number].iterrows():
            names = ["points"] if "won" in row else [f"points_{seat}" for seat in range(1, match.players + 1)]
            points = [float(row[name]) for name in names]
            if (row["moves"], row["finished"], points) != (match.step, match.over, list(match.standing()[:, 1])):
                raise StrategyFault(
                    f"game {number} went otherwise when it was played again: "
                    f"a strategy must depend on nothing but what it is given",
                    number,
                )

    def to_csv(self, path: str | Path) -> None:
        """Write the frame as CSV; an interrupted write leaves an old file whole."""
        _write(Path(path), lambda aside: self.frame.to_csv(aside, index=False))

    def to_parquet(self, path: str | Path) -> None:
        """Write the frame as a Parquet file; an interrupted write leaves an old file whole.

        Raises:
            ImportError: pyarrow is missing (`pip install gamelib[export]`).
        """
        _write(Path(path), lambda aside: self.frame.to_parquet(aside, index=False))

    def headline(self) -> str:
        """What came out, in a line."""
        if not len(self.frame):
            return "no game was played"
        if "won" in self.frame:
            mean, low, high = _interval(self.frame["won"])
            return f"won {mean:.1%} (95 % interval {low:.1%} to {high:.1%})"
        parts = []
        for seat, name in enumerate(self.strategies, 1):
            mean, low, high = _interval(self.frame[f"win_{seat}"])
            parts.append(f"seat {seat} ({name}) {mean:.1%} (95 % interval {low:.1%} to {high:.1%})")
        return "wins: " + ", ".join(parts)

    def __len__(self) -> int:
        return len(self.frame)

    def __repr__(self) -> str:
        of = "" if self.complete else f" of {self.asked:,}"
        lines = [f"{self.game.title}, {len(self):,}{of} games, {self.label}, seed {self.seed}: {self.headline()}"]
        return "\n".join(lines + [f"note: {note}" for note in self.notes])

    def _repr_html_(self) -> str:
        return _as_html(repr(self), self.summary())


# ---------------------------------------------------------------- numbers


def _interval(values: pd.Series) -> tuple[float, float, float]:
    """A mean and its confidence interval: of a share by Wilson, of anything else by Student."""
    from scipy import stats

    data = values.to_numpy()
    n, mean = len(data), float(data.mean()) if len(data) else np.nan
    if n == 0:
        return np.nan, np.nan, np.nan
    if _is_share(values):
        found = stats.binomtest(int(data.sum()), n).proportion_ci(LEVEL, method="wilson")
    elif n == 1:
        return mean, np.nan, np.nan
    elif (data == data[0]).all():
        return mean, mean, mean
    else:
        found = stats.ttest_1samp(data, 0.0).confidence_interval(LEVEL)
    return mean, float(found.low), float(found.high)


def _is_share(values: pd.Series) -> bool:
    """Yes or no for each game? A win that is shared is neither."""
    return values.dtype == bool or (str(values.name).startswith("win_") and bool(values.isin((0.0, 1.0)).all()))


def _describe(values: pd.Series) -> dict[str, Any]:
    mean, low, high = _interval(values)
    numbers = values.astype(float)
    quantiles = {f"q{int(100 * q):02d}": float(numbers.quantile(q)) for q in QUANTILES}
    spread = {"sd": float(numbers.std()), "least": float(numbers.min()), "most": float(numbers.max())}
    return {"mean": mean, "low": low, "high": high, **spread, **quantiles}


def _known(frame: pd.DataFrame, column: str) -> None:
    if column not in frame:
        raise KeyError(f"no column {column!r}; there are {', '.join(map(str, frame.columns))}")


def _write(path: Path, save: Callable[[Path], object]) -> None:
    """Write aside, then replace."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, suffix=path.suffix)
    os.close(handle)
    try:
        save(Path(name))
        os.replace(name, path)
    finally:
        Path(name).unlink(missing_ok=True)


def _as_html(text: str, table: pd.DataFrame) -> str:
    lines = "<br>".join(html.escape(line) for line in text.splitlines())
    return f"<p>{lines}</p>" + table.to_html(float_format=lambda x: f"{x:.4g}")


# ---------------------------------------------------------------- comparing


def compare(
    game: str | Path | Game,
    strategies: Iterable[Strategy],
    games: int = 2_000,
    seed: int = 1,
    kit: KitLike = None,
    *,
    opponent: Strategy | None = None,
    executor: Executor | None = None,
    workers: int | None = None,
    progress: bool | None = None,
) -> Comparison:
    """Let strategies play the same games, with the same luck.

    Where one plays, each strategy plays games 0, 1, ... of the seed. Where several play, the strategy under test takes
    each seat in turn, with `opponent` (None: the first of the list) on all others, and what counts for a game is its
    mean over the seats; so nobody gains by where they sit.

    Args and raises: as for `simulate`.
    """
    named = _named(strategies)
    seats = int(games_.load(game).kit(kit).record.players)
    other = next(iter(named.values())) if opponent is None else opponent
    parts = []
    for name, strategy in named.items():
        for seat in range(seats):
            table = [strategy if place == seat else other for place in range(seats)]
            parts.append(_Part(name, name_of(other) if seats > 1 else "", [seat], table))
    return Comparison(*_play_parts(game, games, seed, kit, parts, executor, workers, progress))


def tournament(
    game: str | Path | Game,
    strategies: Iterable[Strategy],
    games: int = 500,
    seed: int = 1,
    kit: KitLike = None,
    *,
    executor: Executor | None = None,
    workers: int | None = None,
    progress: bool | None = None,
) -> Tournament:
    """Everybody against everybody, with the same luck for all.

    For each two strategies, one of them takes each seat in turn with the other on all the others, and the other way
    round.

    Raises:
        ValueError: fewer than two strategies, or a game that is played alone: `compare` does that.
    Args and more that is raised: as for `simulate`.
    """
    named = _named(strategies)
    seats = int(games_.load(game).kit(kit).record.players)
    if seats < 2 or len(named) < 2:
        raise ValueError("a tournament takes two strategies or more, and a game of two players or more; see `compare`")
    parts = []
    for one, two in itertools.permutations(named, 2):
        for seat in range(seats):
            table = [named[one] if place == seat else named[two] for place in range(seats)]
            parts.append(_Part(one, two, [seat], table))
    return Tournament(*_play_parts(game, games, seed, kit, parts, executor, workers, progress))


@dataclass
class _Part:
    """A study that belongs to a comparison: who is looked at, against whom, on which seats."""

    name: str
    against: str
    seats: list[int]
    table: list[Strategy]


def _named(strategies: Iterable[Strategy]) -> dict[str, Strategy]:
    """Strategies by name; a name that comes twice gets a number."""
    if isinstance(strategies, str) or callable(strategies):
        raise ValueError(f"expected a list of strategies, got {strategies!r:.80}")
    named: dict[str, Strategy] = {}
    for strategy in strategies:
        name, count = name_of(strategy), 2
        while name in named and named[name] is not strategy:
            name, count = f"{name_of(strategy)} {count}", count + 1
        named[name] = strategy
    if not named:
        raise ValueError("expected at least one strategy")
    return named


def _play_parts(
    game: str | Path | Game,
    games: int,
    seed: int,
    kit: KitLike,
    parts: list[_Part],
    executor: Executor | None,
    workers: int | None,
    progress: bool | None,
) -> tuple[pd.DataFrame, list[Study]]:
    """Play each table once, though it may be asked for several times; stop where somebody interrupts."""
    played: dict[tuple[Strategy, ...], Study] = {}
    frames = []
    for part in parts:
        key = tuple(part.table)
        if key not in played:
            study = _blank(game, games, part.table, seed, kit, None)
            played[key] = _play(study, executor, workers, progress)
        for seat in part.seats:
            frames.append(_of_seat(played[key], part, seat))
        if not played[key].complete:
            break
    frame = pd.concat(frames, ignore_index=True)
    for column in ("strategy", "against"):
        frame[column] = frame[column].astype("category")
    return frame, list(played.values())


def _of_seat(study: Study, part: _Part, seat: int) -> pd.DataFrame:
    """What a study says about one seat; the seats' own columns become `won` and `points`."""
    frame = study.frame
    if not len(frame):
        return pd.DataFrame(columns=["strategy", "against", "seat", "game", "won", "points"])
    solo = "won" in frame
    mine = {
        "strategy": part.name,
        "against": part.against,
        "seat": seat + 1,
        "game": frame["game"],
        "won": frame["won"].astype(float) if solo else frame[f"win_{seat + 1}"],
        "points": frame["points"] if solo else frame[f"points_{seat + 1}"],
    }
    own = {f"{kind}_{place}" for kind in ("win", "points") for place in range(1, len(study.strategies) + 1)}
    rest = [name for name in frame if name not in own and name not in ("won", "points", "game")]
    return pd.DataFrame(mine).join(frame[rest])


@dataclass(repr=False)
class Comparison:
    """Strategies that met the same luck. `frame` has a row for each game of each strategy (on each seat)."""

    frame: pd.DataFrame
    studies: list[Study]

    @property
    def game(self) -> Game:
        """The game."""
        return self.studies[0].game

    @property
    def complete(self) -> bool:
        """False where it was interrupted."""
        return all(study.complete for study in self.studies)

    @property
    def notes(self) -> list[str]:
        """What to know about how it was played."""
        return list(dict.fromkeys(note for study in self.studies for note in study.notes))

    def by_game(self, column: str = "won") -> pd.DataFrame:
        """One row a game, one column a strategy: its mean over the seats.

        Raises:
            KeyError: there is no such column; says which there are.
        """
        _known(self.frame, column)
        numbers = self.frame.assign(**{column: self.frame[column].astype(float)})
        table = numbers.groupby(["game", "strategy"], observed=True)[column].mean().unstack()
        order = list(dict.fromkeys(self.frame["strategy"]))
        return table[order].dropna()

    def summary(self, column: str = "won") -> pd.DataFrame:
        """One row a strategy: its mean with a 95 % interval, and how much more that is than the first one's.

        `more`, `more_low`, `more_high` is the mean of the differences game by game: since both met the same luck, it is
        known better than the difference of two separate studies would be.
        """
        table = self.by_game(column)
        rows = {}
        for name in table:
            mean, low, high = _interval(_yes_or_no(table[name]))
            more, more_low, more_high = _interval(table[name] - table.iloc[:, 0])
            rows[name] = {"mean": mean, "low": low, "high": high}
            rows[name] |= {"more": more, "more_low": more_low, "more_high": more_high}
        frame = pd.DataFrame.from_dict(rows, orient="index")
        return frame.rename_axis(f"{column}, and more than {table.columns[0]}")

    def differences(self, column: str = "won") -> pd.DataFrame:
        """Each two strategies: the mean difference game by game (first less second), with its 95 % interval."""
        table = self.by_game(column)
        rows = []
        for one, two in itertools.combinations(table, 2):
            mean, low, high = _interval(table[one] - table[two])
            rows.append({"strategy": one, "less": two, "mean": mean, "low": low, "high": high})
        return pd.DataFrame(rows, columns=["strategy", "less", "mean", "low", "high"])

    def plot(self, column: str = "won") -> go.Figure:
        """The strategies' means with their intervals, as a Plotly figure."""
        from gamelib.show import charts

        return charts.comparison(self, column)

    def __repr__(self) -> str:
        games = self.frame["game"].nunique()
        title = f"{self.game.title}, {games:,} games with the same luck, seed {self.studies[0].seed}"
        return "\n".join([title, self.summary().to_string(), *(f"note: {note}" for note in self.notes)])

    def _repr_html_(self) -> str:
        title = repr(self).splitlines()[0]
        return _as_html("\n".join([title, *(f"note: {note}" for note in self.notes)]), self.summary())


def _yes_or_no(values: pd.Series) -> pd.Series:
    """Values that are all 0 or 1 as yes or no, so that they get the interval of a share."""
    return values.astype(bool) if values.isin((0.0, 1.0)).all() else values


class Tournament(Comparison):
    """Everybody against everybody. `frame` has a row for each game of a strategy against another, on each seat."""

    def table(self, column: str = "won") -> pd.DataFrame:
        """The mean of a column, for the strategy of the row against that of the column of the table."""
        _known(self.frame, column)
        means = self.frame.groupby(["strategy", "against"], observed=True)[column].mean().unstack()
        order = list(dict.fromkeys(self.frame["strategy"]))
        return means.reindex(index=order, columns=order)
