"""Small games solved exactly: every position that can be reached, and what it is worth when all play their best.

    solution = solve("path/to/pig", kit={"goal": 20})
    solution.value()                # of the start, for each seat
    solution.best(match)            # the indices of the best actions
    solve("path/to/pig", fixed={1: "hold"}).value()    # the best answer to a known strategy

Positions come from the rules themselves (`legal` and `apply`); chance is averaged over what `legal` lists. Each seat
maximises its own value. Positions that lead back to themselves are iterated from zero until nothing changes by more
than a tolerance, so play that never ends is worth nothing; all others take one pass from the last to the first.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from gamelib import game as games
from gamelib import luck, twin
from gamelib.errors import GamelibError, StrategyFault
from gamelib.game import Game
from gamelib.kit import Kit
from gamelib.match import Match

Strategy = str | Callable[..., int]

AT_ONCE = 20_000  # positions that are expanded in one call
ROOM = 400_000  # and their children
MOST = 5_000_000  # positions
SWEEPS = 100_000
NEARLY = 1e-9  # two values this close are equally good


class TooLarge(GamelibError, MemoryError):
    """More positions than one is ready to wait for."""


class Solution:
    """What every position is worth.

    Attributes:
        states: all positions, shape (n,), dtype STATE, with the ignored fields 0; the start is first.
        seats: the seat to act in each, shape (n,).
        values: shape (n, players): what it is worth to each seat.
        starts, children: the positions after the actions of position i are `children[starts[i] : starts[i + 1]]`.
    """

    def __init__(self, game: Game, kit: Kit, ignore: tuple[str, ...]):
        self.game, self.kit, self.ignore = game, kit, ignore
        self.states = game.new_states(0)
        self.seats = np.zeros(0, np.int64)
        self.starts = np.zeros(1, np.int64)
        self.children = np.zeros(0, np.int64)
        self.values = np.zeros((0, int(kit.record.players)))
        self._numbers = _Numbers(game.rules.STATE.itemsize)

    def __len__(self) -> int:
        return len(self.states)

    def number(self, position: Match | np.ndarray | np.record | None = None) -> int:
        """The place of a position in `states`; None is the start.

        Raises:
            KeyError: it can't be reached from the start.
        """
        if position is None:
            return 0
        row = self.game.new_states()
        row[0] = position.state if isinstance(position, Match) else position
        number = int(self._numbers.find(self._plain(row))[0])
        if number < 0:
            raise KeyError("this position can't be reached from the start that was solved")
        return number

    def value(self, position: Match | np.ndarray | np.record | None = None) -> np.ndarray:
        """What a position is worth to each seat; None is the start. Shape (players,).

        Raises:
            KeyError: it can't be reached from the start.
        """
        return self.values[self.number(position)].copy()

    def after(self, position: Match | np.ndarray | np.record | None = None) -> np.ndarray:
        """What each legal action is worth to each seat. Shape (actions, players)."""
        number = self.number(position)
        return self.values[self.children[self.starts[number] : self.starts[number + 1]]]

    def best(self, position: Match | np.ndarray | np.record | None = None) -> list[int]:
        """The indices of the best actions of the seat to act; none where no player is to act."""
        seat = int(self.seats[self.number(position)])
        if seat < 0:
            return []
        worth = self.after(position)[:, seat]
        return [int(index) for index in np.flatnonzero(worth >= worth.max() - NEARLY)]

    def choose(self, state: np.record, kit: np.record, actions: np.ndarray, n: int) -> int:
        """The solution as a strategy: always the first of the best actions."""
        return self.best(state)[0]

    def __repr__(self) -> str:
        worth = ", ".join(f"{value:.4f}" for value in self.values[0])
        return f"<{self.game.title} solved: {len(self):,} positions, the start is worth {worth}>"

    # ---------------------------------------------------------------- how it works

    def _plain(self, states: np.ndarray) -> np.ndarray:
        """Positions without the fields that do not count."""
        for field in self.ignore:
            states[field] = 0
        return states

    def _reach(self, start: np.ndarray, most: int) -> np.ndarray:
        """Go through all positions; returns the standing of each."""
        rules = self.game.rules
        expand = twin.compiled(self.game).namespace["expand"]
        room = self.game.new_states(max(ROOM, rules.MAX_ACTIONS))
        seats, counts, children, standings = [], [], [], []
        self._numbers.add(self._plain(start))
        done = 0
        while done < len(self._numbers):
            here = self._numbers.rows(done, done + AT_ONCE).view(rules.STATE)[:, 0]
            seat, count = np.zeros(len(here), np.int64), np.zeros(len(here), np.int64)
            standing = np.zeros((len(here), rules.MAX_SEATS, 2))
            with luck.wrapping():
                expanded = int(expand(here, self.kit.record, seat, count, room, standing))
            written = int(count[:expanded].sum())
            children.append(self._numbers.add(self._plain(room[:written])))
            seats.append(seat[:expanded])
            counts.append(count[:expanded])
            standings.append(standing[:expanded])
            done += expanded
            if len(self._numbers) > most:
                raise TooLarge(f"{self.game.title} with this kit has more than {most:,} positions")
        self.states = self._numbers.rows(0, done).view(rules.STATE)[:, 0].copy()
        self.seats, self.children = np.concatenate(seats), np.concatenate(children)
        self.starts = np.concatenate([[0], np.cumsum(np.concatenate(counts))])
        return np.concatenate(standings)

    def _fix(self, seat: int, strategy: Strategy) -> np.ndarray:
        """What a strategy does in each position of a seat: which child, -1 elsewhere."""
        choose = twin.interpreted(self.game).strategy(strategy) if isinstance(strategy, str) else strategy
        room, view = self.game.new_actions(), self.game.new_states()
        chosen = np.full(len(self), -1, np.int64)
        for number in np.flatnonzero(self.seats == seat):
            view[0] = self.states[number]
            n = int(self.game.rules.legal(view[0], self.kit.record, room))
            with luck.wrapping():
                chosen[number] = choose(view[0], self.kit.record, room, n)
            if not 0 <= chosen[number] < n:
                raise StrategyFault(f"strategy {strategy!r} returned {chosen[number]}, expected 0 to {n - 1}")
        return chosen

    def _settle(self, fixed: np.ndarray, tolerance: float) -> None:
        """Work the values out, from the last positions to the first."""
        settle = _compiled(_settle)
        for knot in self._knots():
            if not settle(knot, self.seats, self.starts, self.children, fixed, self.values, tolerance, SWEEPS):
                raise GamelibError(
                    f"{self.game.title}: {len(knot):,} positions lead back to themselves and do not settle"
                )

    def _knots(self) -> Iterator[np.ndarray]:
        """Sets of positions that lead back to each other, each before those that lead to it.

        All positions on their own that need only one pass come in one array where nothing is between them.
        """
        n = len(self)
        origins = np.repeat(np.arange(n), np.diff(self.starts))
        graph = csr_array((np.ones(len(self.children), np.int8), self.children, self.starts), shape=(n, n))
        count, label = connected_components(graph, directed=True, connection="strong")
        # Labels come with the last positions first; if ever they did not, all is one knot: right too, only slower.
        if np.any(label[self.children] > label[origins]):
            yield np.arange(n)[::-1]
            return
        order = np.argsort(label, kind="stable")
        sizes = np.bincount(label, minlength=count)
        ends = np.cumsum(sizes)
        alone = sizes == 1
        alone[label[origins[origins == self.children]]] = False
        first = 0
        for knot in np.flatnonzero(~alone):
            start = ends[knot] - sizes[knot]
            if start > first:
                yield order[first:start]
            yield order[start : ends[knot]][::-1]
            first = ends[knot]
        if first < n:
            yield order[first:]


def solve(
    game: str | Path | Game,
    kit: Kit | dict[str, Any] | str | Path | None = None,
    start: Match | np.ndarray | None = None,
    *,
    objective: Literal["win", "points"] = "win",
    fixed: dict[int, Strategy] | None = None,
    ignore: tuple[str, ...] = ("luck", "turn"),
    most: int = MOST,
    tolerance: float = 1e-12,
) -> Solution:
    """Solve a small game, or the rest of one.

    Args:
        game, kit: as for a Match; cut the kit down until the game is small.
        start: a position, as a Match or an array of shape (1,); None: a fresh table with seed 0. What `setup` shuffles
            is part of the position.
        objective: what each seat maximises: its share of the win, or its points at the end.
        fixed: seats that play a known strategy, which must not roll dice in its head: {1: "greedy"}.
        ignore: fields of the state on which nothing depends; positions that differ only there are one.
        most: positions after which to give up.
        tolerance: how much a value may still change from one pass to the next.

    Raises:
        TooLarge: there are more positions than `most`.
        ValueError: the game has hidden information, for which backward induction is not right, or `ignore` or
            `objective` names nothing.
        StrategyFault: a fixed strategy returned nonsense.
    """
    loaded = games.load(game)
    checked = start.kit if isinstance(start, Match) and kit is None else loaded.kit(kit)
    if loaded.rules.HIDDEN:
        raise ValueError(f"{loaded.title} has hidden information: its positions have no value on their own")
    unknown = set(ignore) - set(loaded.rules.STATE.names)
    if unknown:
        raise ValueError(f"ignore: {loaded.title} has no field {', '.join(sorted(unknown))}")
    if objective not in ("win", "points"):
        raise ValueError(f"objective: expected 'win' or 'points', got {objective!r}")
    row = loaded.new_states()
    if start is None:
        row[0] = Match(loaded, kit=checked, auto="none").state
    else:
        row[0] = start.state if isinstance(start, Match) else start[0]
    solution = Solution(loaded, checked, ignore)
    standings = solution._reach(row, most)
    players = int(checked.record.players)
    solution.values = np.zeros((len(solution), players))
    over = solution.seats == luck.OVER
    solution.values[over] = standings[over, :players, 0 if objective == "win" else 1]
    chosen = np.full(len(solution), -1, np.int64)
    for seat, strategy in (fixed or {}).items():
        chosen = np.maximum(chosen, solution._fix(seat, strategy))
    solution._settle(chosen, tolerance)
    return solution


class _Numbers:
    """Numbers for rows of bytes, in the order in which they are first met."""

    def __init__(self, width: int):
        self._width = width
        self._words = -(-width // 8)
        self._store = np.zeros((1024, self._words), np.uint64)
        self._table = np.full(4096, -1, np.int64)
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def rows(self, start: int, stop: int) -> np.ndarray:
        """The bytes of rows, shape (rows, width)."""
        return np.ascontiguousarray(self._store[start : min(stop, self._count)].view(np.uint8)[:, : self._width])

    def add(self, states: np.ndarray) -> np.ndarray:
        """The number of each state; new ones get the next."""
        packed = self._packed(states)
        ids = np.zeros(len(packed), np.int64)
        self._grow(self._count + len(packed))
        self._count = int(_compiled(_number)(packed, self._store, self._table, self._count, ids, True))
        return ids

    def find(self, states: np.ndarray) -> np.ndarray:
        """The number of each state, -1 where it has none."""
        packed = self._packed(states)
        ids = np.zeros(len(packed), np.int64)
        _compiled(_number)(packed, self._store, self._table, self._count, ids, False)
        return ids

    def _packed(self, states: np.ndarray) -> np.ndarray:
        packed = np.zeros((len(states), self._words * 8), np.uint8)
        packed[:, : self._width] = np.ascontiguousarray(states).view(np.uint8).reshape(len(states), self._width)
        return packed.view(np.uint64)

    def _grow(self, wanted: int) -> None:
        while wanted > len(self._store):
            self._store = np.concatenate([self._store, np.zeros_like(self._store)])
        if 2 * wanted > len(self._table):
            size = len(self._table)
            while 2 * wanted > size:
                size *= 2
            self._table = np.full(size, -1, np.int64)
            ids = np.zeros(self._count, np.int64)
            _compiled(_number)(self._store[: self._count].copy(), self._store, self._table, 0, ids, True)


@functools.cache
def _compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    if twin.NUMBA_MISSING:
        return _wrapping(function)
    return twin._machine_code(function)


def _wrapping(function: Callable[..., Any]) -> Callable[..., Any]:
    def quiet(*args: Any) -> Any:
        with luck.wrapping():
            return function(*args)

    return quiet


def _number(rows, store, table, count, ids, adding):
    """Find each row in a hash table, and add it where it is new (and `adding`). Returns how many there are then."""
    mask = len(table) - 1
    for i in range(len(rows)):
        mixed = np.uint64(0)
        for word in rows[i]:
            # One round of SplitMix64 for each word.
            mixed = (mixed ^ word) + np.uint64(0x9E3779B97F4A7C15)
            mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
            mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
            mixed = mixed ^ (mixed >> np.uint64(31))
        slot = np.int64(mixed >> np.uint64(2)) & mask
        while table[slot] >= 0 and not np.array_equal(store[table[slot]], rows[i]):
            slot = (slot + 1) & mask
        if table[slot] < 0 and adding:
            store[count] = rows[i]
            table[slot] = count
            count += 1
        ids[i] = table[slot]
    return count


def _settle(knot, seats, starts, children, fixed, values, tolerance, sweeps):
    """Pass over some positions until no value changes by more than the tolerance; says whether that came about."""
    players = values.shape[1]
    new = np.zeros(players)
    for _ in range(sweeps):
        change = 0.0
        for number in knot:
            first, last, seat = starts[number], starts[number + 1], seats[number]
            if first == last:
                continue
            if seat >= 0:
                best = children[first + fixed[number]] if fixed[number] >= 0 else children[first]
                if fixed[number] < 0:
                    for edge in range(first + 1, last):
                        if values[children[edge], seat] > values[best, seat]:
                            best = children[edge]
                new[:] = values[best]
            else:
                new[:] = 0.0
                for edge in range(first, last):
                    new += values[children[edge]]
                new /= last - first
            for player in range(players):
                change = max(change, abs(new[player] - values[number, player]))
                values[number, player] = new[player]
        if change <= tolerance:
            return True
    return False
