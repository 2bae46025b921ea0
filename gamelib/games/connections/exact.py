"""Connections solved exactly: one player's way to the goal as an absorbing Markov chain.

With independent draws the table before a roll is a position (circuit, space, points, points toward the hundred, escape
card), and each turn leads from one to another with known probabilities. So the number of turns to the goal has a
distribution that can be calculated instead of simulated, and the best use of the escape card can be found.

The positions and what follows from them come from the rules themselves (`chain.py`).
"""

from __future__ import annotations

import math
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import sparse

from gamelib import game as games
from gamelib import luck, twin
from gamelib.games.connections import chain, rules
from gamelib.kit import Kit

if TYPE_CHECKING:
    import pandas

LOWEST = -400  # points below this count as this much; `Chain.at_the_edge` says how seldom that is
ROOM = 150_000  # positions
BEST = "best"


class Chain:
    """One player's way to the goal, with independent draws.

    Args:
        kit: a kit of Connections or changes to the default one; players and draws are set here.

    Raises:
        ValueError: house rules with which a turn depends on more than the position (examples that fade, or the escape
            card elsewhere than against a drawn card) or a game can end before a roll.
        MemoryError: more positions than there is room for, as with a very high goal.
    """

    def __init__(self, kit: Kit | dict[str, Any] | None = None):
        self.game = games.load("connections")
        self.kit = self.game.kit(kit).changed(players=1, draws="independent")
        values = self.kit.values
        if values["example_fade"] or values["escape_before_roll"] or values["escape_pitfall"]:
            raise ValueError("expected example_fade 0, escape_before_roll and escape_pitfall off: see Chain")
        if (values["advance_when"], values["win_where"]) == ("next turn", "only in B"):
            raise ValueError("expected a goal that is reached within a turn, not 'next turn' and 'only in B' together")
        self._picks: dict[str, np.ndarray] = {}
        self._expand("answer")

    @property
    def positions(self) -> int:
        """How many positions before a roll there are."""
        return len(self._keys)

    @property
    def strategies(self) -> list[str]:
        """Strategies that can be asked for: those of the game, and the best one."""
        return [*(name for name in twin.strategy_names(self.game) if name in _own(self.game)), BEST]

    def turns(self, strategy: str = "answer", most: int = 400) -> np.ndarray:
        """The distribution of turns to the goal: entry t is the probability to reach it in turn t, for t = 0 to `most`.

        Args:
            strategy: one of `strategies`.
            most: turns after which to stop; what is left has probability 1 - sum.
        """
        onward, home = self.matrix(strategy)
        onto = onward.T.tocsr()
        here = np.zeros(self.positions)
        here[0] = 1.0
        found = np.zeros(most + 1)
        for turn in range(1, most + 1):
            found[turn] = here @ home
            here = onto @ here
            if here.sum() < 1e-15:
                break
        return found

    def distribution(self, strategy: str = "answer", most: int = 60) -> dict[int, float]:
        """The same as value -> chance, as charts take it."""
        return {turn: float(chance) for turn, chance in enumerate(self.turns(strategy, most)) if chance > 0}

    def mean(self, strategy: str = "answer") -> float:
        """The expected number of turns to the goal."""
        onward, home = self.matrix(strategy)
        here = np.zeros(self.positions)
        here[0] = 1.0
        total, transposed = 0.0, onward.T.tocsr()
        while (left := here.sum()) > 1e-12:
            total += left
            here = transposed @ here
            if total > 1e6:
                raise ValueError(f"with {strategy!r} the goal is as good as out of reach in this kit")
        return float(total)

    def matrix(self, strategy: str = "answer") -> tuple[sparse.csr_array, np.ndarray]:
        """The chain itself: from position to position (rows sum to less than 1), and to the goal."""
        return self._matrix(self.picks(strategy))

    def picks(self, strategy: str) -> np.ndarray:
        """What a strategy answers in each roll and card, with and without an example in mind: shape (nodes, 2)."""
        if strategy not in self._picks:
            if strategy == BEST:
                self._picks[BEST] = self._improve()
            elif strategy in self.strategies:
                self._expand(strategy)
            else:
                raise ValueError(f"no strategy {strategy!r} here; there are {', '.join(self.strategies)}")
        return self._picks[strategy]

    def advice(self, strategy: str = BEST) -> pandas.DataFrame:
        """Where a strategy plays the escape card: one row for each circuit and card, with how often it does when it
        still can, weighted by how often the position occurs."""
        import pandas as pd

        self.picks(strategy)
        where = self.positions_frame()
        has_card = where["escape"].to_numpy()[self._owner] == 1
        names = np.array(self.kit.names("card"))
        weight = self._visits(strategy)[self._owner] * self._chance
        chosen = self._picks[strategy][:, 0] == 1
        asked = has_card & (self._subject >= 0)
        frame = pd.DataFrame(
            {
                "circuit": np.where(where["circuit"].to_numpy()[self._owner] == rules.A, "A", "B"),
                "card": names[self._subject],
                "weight": weight,
                "escapes": weight * chosen,
            }
        )[asked]
        told = frame.groupby(["circuit", "card"]).sum()
        told["escapes"] = told["escapes"] / told["weight"]
        return told.rename(columns={"weight": "met per game"}).reset_index()

    def positions_frame(self) -> pandas.DataFrame:
        """All positions: circuit, space, points, toward, escape."""
        import pandas as pd

        unit, low, many, low_toward, many_toward = self._grid
        rest, escape = np.divmod(self._keys, 2)
        rest, toward = np.divmod(rest, many_toward)
        rest, points = np.divmod(rest, many)
        circuit, space = np.divmod(rest, rules.SPACES)
        return pd.DataFrame(
            {
                "circuit": circuit,
                "space": space,
                "points": low + unit * points,
                "toward": low_toward + unit * toward,
                "escape": escape,
            }
        )

    def at_the_edge(self, strategy: str = "answer") -> float:
        """The expected number of turns spent at the lowest points, where the chain is cut off."""
        frame = self.positions_frame()
        lowest = (frame["points"] == self._grid[1]) | (frame["toward"] == self._grid[3])
        return float(self._visits(strategy)[lowest.to_numpy()].sum())

    # ---------------------------------------------------------------- how it works

    def _expand(self, strategy: str) -> None:
        """Let the rules list all positions and what follows from them, and a strategy its answers."""
        record = self.kit.record
        grid = _grid(record)
        index = np.full(2 * rules.SPACES * int(grid[2] * grid[4]) * 2, -1, np.int64)
        keys = np.zeros(ROOM, np.int64)
        room = ROOM * 20
        owner, chance, subject = np.zeros(room, np.int64), np.zeros(room), np.zeros(room, np.int64)
        after, picks = np.zeros((room, chain.ANSWERS), np.int64), np.zeros((room, 2), np.int64)
        always, never = self.kit.changed(example_chance=100).record, self.kit.changed(example_chance=0).record
        fast = twin.compiled(self.game)
        choosers = (fast.strategy(strategy),) * rules.MAX_SEATS
        with luck.wrapping():
            positions, nodes = _expander(fast)(
                record, always, never, choosers, grid, index, keys, owner, chance, subject, after, picks
            )
        if positions < 0:
            raise MemoryError(f"more than {ROOM:,} positions; a lower goal or points in larger units would have fewer")
        self._grid, self._keys = grid, keys[:positions].copy()
        self._owner, self._chance = owner[:nodes].copy(), chance[:nodes].copy()
        self._subject, self._after = subject[:nodes].copy(), after[:nodes].copy()
        self._picks[strategy] = picks[:nodes].copy()

    def _matrix(self, picks: np.ndarray) -> tuple[sparse.csr_array, np.ndarray]:
        likely = int(self.kit.record.example_chance) / 100
        rows, columns, values = [], [], []
        home = np.zeros(self.positions)
        for column, share in ((0, likely), (1, 1 - likely)):
            after = np.take_along_axis(self._after, picks[:, column : column + 1], axis=1)[:, 0]
            over = after == chain.GAME_OVER
            home += np.bincount(self._owner[over], share * self._chance[over], self.positions)
            rows.append(self._owner[~over])
            columns.append(after[~over])
            values.append(share * self._chance[~over])
        shape = (self.positions, self.positions)
        onward = sparse.coo_array((np.concatenate(values), (np.concatenate(rows), np.concatenate(columns))), shape)
        return onward.tocsr(), home

    def _visits(self, strategy: str) -> np.ndarray:
        """How often each position is met in a game, on average."""
        transposed = self.matrix(strategy)[0].T.tocsr()
        here = np.zeros(self.positions)
        here[0] = 1.0
        total = np.zeros(self.positions)
        while here.sum() > 1e-12:
            total += here
            here = transposed @ here
        return total

    def _improve(self) -> np.ndarray:
        """The answers with which the goal is reached in the fewest turns (Howard's policy iteration)."""
        self.picks("answer")
        picks = self._picks["answer"].copy()
        left = np.zeros(self.positions)
        while True:
            left = self._turns_left(picks, left)
            onward = np.where(self._after >= 0, left[self._after], 0.0)
            onward[self._after == chain.NOT_ALLOWED] = np.inf
            better = picks.copy()
            for column, allowed in ((0, [0, 1, 2]), (1, [1, 2])):
                cost = onward[:, allowed]
                now = np.take_along_axis(onward, picks[:, column : column + 1], axis=1)[:, 0]
                # Only for a real gain, so that rounding can't make it go round in circles.
                gain = np.isfinite(cost.min(axis=1)) & (cost.min(axis=1) < now - 1e-9)
                better[gain, column] = np.array(allowed)[cost.argmin(axis=1)][gain]
            if (better == picks).all():
                return picks
            picks = better

    def _turns_left(self, picks: np.ndarray, left: np.ndarray) -> np.ndarray:
        """The expected number of turns from each position, starting from a guess."""
        onward, _ = self._matrix(picks)
        for _ in range(100_000):
            following = 1 + onward @ left
            if np.abs(following - left).max() < 1e-10:
                return following
            left = following
        raise ValueError("the goal is as good as out of reach in this kit")


def _own(game: games.Game) -> list[str]:
    """The strategies of the game itself: the shared ones look ahead, which needs a whole table."""
    return [name.removeprefix(twin.PREFIX) for name in vars(game.strategies) if name.startswith(twin.PREFIX)]


def _grid(kit: Any) -> np.ndarray:
    """The unit that all points are multiples of, and the ranges of points and of points toward the hundred."""
    unit = math.gcd(*(int(n) for n in kit.card_points[: kit.cards]), LOWEST)
    low = LOWEST if kit.below_zero else 0
    high = kit.goal if kit.win_where == rules.EITHER_CIRCUIT else kit.goal - LOWEST
    return np.array([unit, low, (high - low) // unit + 1, LOWEST, (kit.hundred - LOWEST) // unit + 1], np.int64)


def _expander(fast: twin.Twin) -> Any:
    """`expand_turns`, compiled once for all strategies."""
    function = fast.expand_turns
    if fast.compiled and not function.signatures:
        from numba import types as t

        choose = fast.signatures["choose"]
        kit, choosers = choose.args[1], t.UniTuple(t.FunctionType(choose), rules.MAX_SEATS)
        i8s, i8ss, f8s = t.Array(t.int64, 1, "C"), t.Array(t.int64, 2, "C"), t.Array(t.float64, 1, "C")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # functions as values are called experimental
            function.compile((kit, kit, kit, choosers, i8s, i8s, i8s, i8s, f8s, i8s, i8ss, i8ss))
        function.disable_compile()
    return function


def wins_by_seat(turns: np.ndarray, players: int) -> np.ndarray:
    """How often each seat wins, counted from who goes first, where nobody gets in another's way: shape (players,).

    Whoever needs the fewest turns wins, and of those who need equally many the one who began earlier.

    Args:
        turns: the distribution of turns to the goal of one player (`Chain.turns`).
        players: how many play.
    """
    later = 1 - np.cumsum(turns)  # the chance to need more than t turns
    at_least = later + turns
    shares = [(turns * later**seat * at_least ** (players - 1 - seat)).sum() for seat in range(players)]
    return np.array(shares)
