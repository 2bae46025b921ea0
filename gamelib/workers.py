"""The games of a study, played in pieces by whoever has hands free: threads here, or the workers of an executor.

Each game is determined by (kit, strategies, seed, number) alone, so it does not matter who plays it, in which piece, or
how often: a piece that was lost with its worker is simply played again.
"""

from __future__ import annotations

import functools
import importlib.util
import json
import operator
import os
import pickle
import re
import sys
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor, as_completed, wait
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType

import numpy as np

from gamelib import game as games
from gamelib import luck, twin
from gamelib.errors import UnknownStrategy
from gamelib.game import Game
from gamelib.kit import Kit

Strategy = str | Callable[..., int]
Piece = tuple[int, int]  # number of the first game, and how many

ATTEMPTS = 3  # how often an executor may lose a piece before it is played here
PIECES = 100  # of a study: fine enough for a progress bar
TAKEN = ("won", "points")  # no event is called so, even where several play and have win_1, points_1, ...
LARGEST = 1_000  # games of a piece: interrupting waits for one


@dataclass
class Fault:
    """A strategy raised, or returned what is no index: in which game, at which step (None: not found out)."""

    game: int
    step: int | None
    says: str
    error: BaseException | None = None


@dataclass
class Chunk:
    """What came of one piece: a column each, one entry a game; fewer games than asked for where there is a fault."""

    first: int
    columns: dict[str, np.ndarray]
    fault: Fault | None = None


@dataclass(frozen=True)
class Job:
    """All that decides the games of a study, in a form that can be sent to another process and looked up there."""

    game: str
    kit: str
    strategies: tuple[str | bytes, ...]
    seed: int
    limit: int


@dataclass
class Crew:
    """Who plays the games of a study: one strategy a seat, compiled where that can be done.

    Args:
        strategies: one a seat, each the name of a strategy or a function `choose(state, kit, actions, n)`.

    Raises:
        UnknownStrategy: there is none of that name; says which there are.
        ValueError, TypeError: not one strategy a seat; something that is no strategy.
    """

    game: Game
    kit: Kit
    strategies: Sequence[Strategy]
    seed: int
    limit: int
    notes: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        players = int(self.kit.record.players)
        if len(self.strategies) != players:
            raise ValueError(f"expected a strategy for each of {players} seats, got {len(self.strategies)}")
        for strategy in self.strategies:
            if not isinstance(strategy, str) and not callable(strategy):
                raise TypeError(f"a strategy is a name or a function, not {strategy!r:.80}")
        self.names = tuple(name_of(strategy) for strategy in self.strategies)
        self.twin = twin.compiled(self.game)
        made = self._made()
        self._choosers = tuple(made[min(seat, players - 1)] for seat in range(self.game.rules.MAX_SEATS))

    def _made(self) -> list[Callable[..., int]]:
        """The strategies as functions; all interpreted where one of them can't be compiled."""
        made: dict[Strategy, Callable[..., int]] = {}
        for strategy in self.strategies:
            if strategy in made:
                continue
            if isinstance(strategy, str):
                made[strategy] = self._named(strategy)
                continue
            if not self.twin.compiled:
                made[strategy] = _whole_numbers_only(strategy)
                continue
            try:
                made[strategy] = self.twin.adopt(strategy)
            except Exception as error:  # whatever Numba says
                self.notes.append(
                    f"{name_of(strategy)} can't be compiled, so these games run interpreted, "
                    f"some 1000 times slower: {_in_short(error)}"
                )
                self.twin = twin.interpreted(self.game)
                return self._made()
            self.notes.append(f"{name_of(strategy)} is compiled")
        return [made[strategy] for strategy in self.strategies]

    def _named(self, name: str) -> Callable[..., int]:
        known = twin.strategy_names(self.game)
        if name not in known:
            raise UnknownStrategy(f"{self.game.name} has no strategy {name!r}; there are {', '.join(known)}")
        return self.twin.strategy(name)

    def play(self, first: int, count: int) -> Chunk:
        """Play games `first`, `first + 1`, ... as far as the strategies let it."""
        rules = self.game.rules
        states = self.game.new_states(count)
        moves = np.zeros(count, np.int64)
        scores = np.zeros((count, rules.MAX_SEATS, 2))
        tallies = np.zeros((count, rules.EVENTS), np.int64)
        error = None
        try:
            with luck.wrapping():
                stopped = self.twin.loop("play_many")(
                    self.kit.record, self._choosers, self.seed, first, self.limit, states, moves, scores, tallies
                )
        except Exception as raised:
            # Games that were begun have luck; the last of them is the one in which it happened.
            stopped, error = int(np.count_nonzero(states["luck"].any(axis=1))) - 1, raised
            if stopped < 0:
                raise
        done = count if stopped < 0 else int(stopped)
        columns = self._columns(first, states[:done], moves[:done], scores[:done], tallies[:done])
        if stopped < 0:
            return Chunk(first, columns)
        return Chunk(first, columns, self._fault(first + done, error))

    def steps(self, number: int) -> np.ndarray:
        """The index of the action taken at each step of one game."""
        steps = np.full(self.limit, -1, np.int64)
        return steps[: self._replay(number, self.game.new_states(), steps)]

    def _replay(self, number: int, state: np.ndarray, steps: np.ndarray) -> int:
        rules, view, room = self.game.rules, self.game.new_states(), self.game.new_actions()
        log, tally = np.zeros(luck.LOG_SHAPE, np.int64), np.zeros(rules.EVENTS, np.int64)
        play = self.twin.loop("play")
        with luck.wrapping():
            luck.start_luck(state[0].luck, self.seed, number)
            rules.setup(state[0], self.kit.record)
            return int(play(state[0], self.kit.record, self._choosers, view, room, log, tally, steps, self.limit))

    def _fault(self, number: int, error: BaseException | None) -> Fault:
        """Play the game again, to see at which step and in whose hands it stops."""
        state, steps = self.game.new_states(), np.full(self.limit, -1, np.int64)
        says = f"raised {error!r}" if error else "returned what is no index of a legal action"
        try:
            step: int | None = -1 - self._replay(number, state, steps)
        except Exception:
            step = int(np.count_nonzero(steps >= 0))
        else:
            if error is not None or step is None or step < 0:
                return Fault(number, None, f"a strategy {says} (but not when the game was played again)", error)
        seat = int(self.game.rules.to_act(state[0]))
        who = self.names[seat] if 0 <= seat < len(self.names) else "the rules"
        return Fault(number, step, f"{who} {says}", error)

    def _columns(
        self, first: int, states: np.ndarray, moves: np.ndarray, scores: np.ndarray, tallies: np.ndarray
    ) -> dict[str, np.ndarray]:
        """One column each of what a study keeps. Numbers are 32 bits wide: narrower ones overflow in a user's sums."""
        players = int(self.kit.record.players)
        columns: dict[str, np.ndarray] = {
            "game": np.arange(first, first + len(moves), dtype=np.int32),
            "moves": moves.astype(np.int32),
        }
        for name in self.game.words.METRICS:
            columns.update(_metric(name, states[name], players, self.game.rules.MAX_SEATS))
        share, points = scores[:, :players, 0], scores[:, :players, 1]
        if players == 1:
            columns["won"], columns["points"] = share[:, 0] > 0, points[:, 0].copy()
        else:
            for seat in range(players):
                columns[f"win_{seat + 1}"], columns[f"points_{seat + 1}"] = (
                    share[:, seat].copy(),
                    points[:, seat].copy(),
                )
        # A win that is shared has no winner.
        columns["winner"] = np.where(share.max(axis=1) == 1, share.argmax(axis=1) + 1, 0).astype(np.int32)
        columns["finished"] = moves < self.limit
        for row in np.flatnonzero(~columns["finished"]):
            columns["finished"][row] = self.game.rules.to_act(states[row]) == luck.OVER
        for event, name in enumerate(event_names(self.game)):
            columns[f"event_{name}" if name in columns or name in TAKEN else name] = tallies[:, event].astype(np.int32)
        return columns

    def job(self) -> Job:
        """The same, to be sent away.

        Raises:
            Exception: a function among the strategies can't be sent; whatever pickle says.
        """
        home = str(self.game.folder) if self.game.folder.parent != games.HOME else self.game.name
        kit = json.dumps(self.kit.data)
        return Job(home, kit, tuple(_packed(strategy) for strategy in self.strategies), self.seed, self.limit)


def _metric(name: str, values: np.ndarray, players: int, seats: int) -> dict[str, np.ndarray]:
    """A field of the states as columns: one, or one an entry, counted from 1 (and only of seats that play)."""
    if values.ndim == 1:
        return {name: values.copy()}
    flat = values.reshape(len(values), -1)
    width = players if values.shape[1:] == (seats,) else flat.shape[1]
    return {f"{name}_{entry + 1}": flat[:, entry].copy() for entry in range(width)}


@functools.cache
def event_names(game: Game) -> tuple[str, ...]:
    """What each kind of event is called in the game's rules, in lower case.

    The names are those that stand last before `EVENTS =` in the rules, counted down from EVENTS - 1 to 0.
    """
    constants = list(vars(_where_events_are(game)).items())  # in the order of the file
    wanted = int(game.rules.EVENTS) - 1
    found: dict[int, str] = {}
    for name, value in reversed(constants[: [name for name, _ in constants].index("EVENTS")]):
        if type(value) is int and value == wanted:
            found[wanted] = name.lower()
            wanted -= 1
    return tuple(found.get(event, f"event_{event}") for event in range(game.rules.EVENTS))


def _where_events_are(game: Game) -> ModuleType:
    """The part of a game's rules that defines EVENTS: rules.py, or one that it imports."""
    rules: ModuleType = game.rules
    for module in [rules, *list(sys.modules.values())]:
        ours = module is rules or getattr(module, "__name__", "").startswith(game.package + ".")
        if ours and re.search(r"^EVENTS = ", Path(str(module.__file__)).read_text(encoding="utf-8"), re.MULTILINE):
            return module
    return rules


def name_of(strategy: Strategy) -> str:
    """What a strategy is called: its name, or that of the function."""
    if isinstance(strategy, str):
        return strategy
    return getattr(strategy, "__name__", type(strategy).__name__).removeprefix(twin.PREFIX)


def _whole_numbers_only(strategy: Callable[..., int]) -> Callable[..., int]:
    """The same strategy; what is no index is a TypeError in the step in which it is returned."""
    return lambda state, kit, actions, n: operator.index(strategy(state, kit, actions, n))


def _in_short(error: Exception) -> str:
    """The one line of what Numba says that tells the reason."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    lines = [line for line in lines if not line.startswith(("Failed in nopython", "During:", "File ", "- "))]
    return lines[0][:300] if lines else type(error).__name__


def _packed(strategy: Strategy) -> str | bytes:
    """A strategy as it is sent to another process."""
    if isinstance(strategy, str):
        return strategy
    # cloudpickle comes with Dask, and takes functions of a notebook too.
    packer = importlib.import_module("cloudpickle" if importlib.util.find_spec("cloudpickle") else "pickle")
    return packer.dumps(strategy)


@functools.lru_cache(maxsize=8)
def _crew(job: Job) -> Crew:
    game = games.load(job.game if job.game in games.names() else Path(job.game))
    strategies = [pickle.loads(item) if isinstance(item, bytes) else item for item in job.strategies]
    return Crew(game, Kit(game, json.loads(job.kit)), strategies, job.seed, job.limit)


_LOCK = threading.Lock()  # a worker with several threads gets one crew


def play_piece(job: Job, first: int, count: int, attempt: int = 0) -> Chunk:
    """What a worker of an executor does. `attempt` tells one try from the next, where results are kept by arguments."""
    with _LOCK:
        crew = _crew(job)
    chunk = crew.play(first, count)
    if chunk.fault:
        chunk.fault.error = None  # it may be of a class that the other side does not have
    return chunk


def pieces_of(count: int) -> list[Piece]:
    """The games 0 to count - 1 in pieces."""
    size = min(LARGEST, max(1, -(-count // PIECES)))
    return [(first, min(size, count - first)) for first in range(0, count, size)]


def spread(crew: Crew, pieces: list[Piece], executor: Executor | None, workers: int | None) -> Iterator[Chunk]:
    """Play all pieces, and yield what came of them in the order in which they get done.

    On KeyboardInterrupt yields what is done already, and raises it again.
    """
    if executor is not None:
        pieces = yield from _away(crew, pieces, executor)
    hands = workers or os.cpu_count() or 1
    if hands == 1 or not crew.twin.compiled or len(pieces) < 2:
        for first, count in pieces:
            yield crew.play(first, count)
        return
    pool = ThreadPoolExecutor(hands)
    try:
        yield from _all_done(lambda piece: pool.submit(crew.play, *piece), pieces, None)
    finally:
        pool.shutdown(cancel_futures=True)


def _away(crew: Crew, pieces: list[Piece], executor: Executor) -> Generator[Chunk, None, list[Piece]]:
    """Have pieces played by an executor; returns those that it could not do."""
    asked = sum(count for _, count in pieces)
    missed, why = 0, ""
    try:
        job = crew.job()
        for attempt in range(ATTEMPTS):
            lost: list[tuple[Piece, Exception]] = []
            submit = functools.partial(_send, executor, job, attempt)
            yield from _all_done(submit, pieces, lost)
            pieces = [piece for piece, _ in lost]
            if not lost:
                break
            missed, why = sum(count for _, count in pieces), _in_words(lost[0][1])
    except Exception as error:  # a pool that broke takes no more work
        why = why or _in_words(error)
        missed = missed or asked
    if missed:
        where = "here" if pieces else "by the others"
        crew.notes.append(f"{missed:,} of {asked:,} games were lost with a worker ({why}), and played again {where}")
    return pieces


def _in_words(error: Exception) -> str:
    return f"{type(error).__name__}: {_in_short(error)}" if str(error) else type(error).__name__


def _send(executor: Executor, job: Job, attempt: int, piece: Piece) -> Future:
    return executor.submit(play_piece, job, *piece, attempt)


def _all_done(
    submit: Callable[[Piece], Future], pieces: list[Piece], lost: list[tuple[Piece, Exception]] | None
) -> Iterator[Chunk]:
    """Yield each result as it comes; put into `lost` what raised. Whatever ends it takes back what is not begun."""
    waiting: dict[Future, Piece] = {}
    try:
        for piece in pieces:
            waiting[submit(piece)] = piece
        for future in as_completed(list(waiting)):
            piece = waiting.pop(future)
            try:
                chunk = future.result()
            except Exception as error:
                if lost is None:
                    raise
                lost.append((piece, error))
                continue
            yield chunk
    except KeyboardInterrupt:
        running = [future for future in waiting if not future.cancel()]
        if lost is None:  # here they stop after their piece; elsewhere they may take any time
            wait(running)
        for future in running:
            if future.done() and not future.cancelled() and future.exception() is None:
                yield future.result()
        raise
    finally:
        for future in waiting:
            future.cancel()
