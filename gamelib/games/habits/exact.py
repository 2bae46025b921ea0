"""What can be known exactly about Habits: which cells a roll reaches, and the best chance to win without swaps; and the
same layout played many times, to lay beside it.

All of it goes through the rules themselves (`forbids`, `apply`), compiled; nothing of them is said again here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from gamelib import game as games
from gamelib import luck, twin
from gamelib.games.habits import rules as r
from gamelib.kit import Kit
from gamelib.match import Match

EPSILON = 1e-9


def reach(kit: Kit | None = None) -> np.ndarray:
    """How many of the rolls (in order, faces x faces of them) can trigger each cell with a first move.

    Returns:
        Counts, shape (side, side): row 0 is the top row.
    """
    kit = kit or games.load("habits").default_kit
    faces, side = int(kit.record.faces), int(kit.record.side)
    state = _position(kit, good=np.ones(r.CELLS, int))
    counts = np.zeros(side * side, int)
    for first in range(1, faces + 1):
        for second in range(1, faces + 1):
            state[0].dice[:] = first, second
            for cell in range(side * side):
                ways = [r.forbids_trigger(state[0], kit.record, cell, across) for across in (first, second)]
                counts[cell] += 0 in ways
    return counts.reshape(side, side)


@dataclass(frozen=True)
class Solution:
    """The best that can be done without swaps on one layout.

    `rounds[n]` is the chance to win within n turns from before step 1, shape (sides, cells, cells + 1): by the sides as
    a number (bit i is 1 where cell i is yellow), the cell of the cube, and the protected cell (the last index: none).
    """

    rounds: list[np.ndarray]
    kit: Kit
    card: np.ndarray

    @property
    def win(self) -> np.ndarray:
        """The last round: the chance to win ever, exact to 1e-9 from below, unless fewer turns were asked for."""
        return self.rounds[-1]

    @property
    def steps(self) -> int:
        """How many rounds of value iteration it took."""
        return len(self.rounds) - 1

    def chance(self, state: Any, turns: int | None = None) -> float:
        """The best chance to win from a state that is about to be triggered (phase CUBE_STEP), ever or within so many
        turns."""
        win = self.rounds[-1 if turns is None else min(turns, self.steps)]
        shield = int(state.shield) if state.shield >= 0 else win.shape[2] - 1
        return min(1.0, float(win[sides_of(state.good, win.shape[1]), int(state.cube), shield]))


def solve(kit: Kit | None = None, card: Any = None, turns: int | None = None) -> Solution:
    """The best possible chance to win without swaps, for a fixed layout, by value iteration to 1e-9.

    Args:
        kit: its price of a swap is taken as beyond all dice.
        card: which habit lies on each cell, shape (9,); in order of the kit where it is None.
        turns: the chance to win within so many turns, instead of ever: each round of the iteration adds one.
    """
    kit = (kit or games.load("habits").default_kit).changed(swap_cost=r.NO_SWAPS, may_concede=False)
    card = np.arange(r.CELLS) if card is None else np.asarray(card)
    cells = int(kit.record.side) ** 2
    triggered, moved = _fixed_steps(kit, card, cells)
    starts, ends, weights = _turns(kit, card, cells)
    yellow, sides, cubes = _yellow(cells), np.arange(2**cells)[:, None], np.arange(cells)[None, :]
    win = np.zeros((2**cells, cells, cells + 1))
    win[-1] = 1.0
    rounds, change = [win], 1.0
    while change > EPSILON and len(rounds) - 1 != turns:
        after = win[sides, moved, cells]  # value of ending the turn with these sides, by where the cube was
        guarded = np.max(np.where(yellow[:, None, :], win[sides, moved, :cells], 0.0), axis=2)
        # By sides (all but the ends of the game), roll, and where the cube was.
        acted = np.maximum.reduceat(after[ends], starts, axis=0).reshape(2**cells - 2, len(weights), cells)
        best = np.zeros((2**cells, cells))
        best[1:-1] = np.einsum("k,skc->sc", weights, np.maximum(acted, guarded[1:-1, None, :]))
        best[-1] = 1.0
        new = best[triggered, cubes[:, :, None]]
        new[-1] = 1.0
        change = float(np.abs(new - win).max())
        win = new
        rounds.append(win)
    return Solution(rounds, kit, card)


def played(
    match: Match, strategy: str = "greedy", games: int = 2_000, seed: int = 1, limit: int = 10_000
) -> pd.DataFrame:
    """Play on from one position many times.

    Args:
        match: the position; its kit counts.
        strategy: who plays.
        games: how many.
        seed: decides all chance.
        limit: moves after which a game is broken off.

    Returns:
        One row a game: `won`, `turn` (the one in which it ended), `finished`.

    Raises:
        UnknownStrategy: there is none of that name.
    """
    fast, kit = twin.compiled(match.game), match.kit.record
    choosers, play = (fast.strategy(strategy),) * r.MAX_SEATS, fast.loop("play")
    start, view, room = match.state, match.game.new_states(), match.game.new_actions()
    log, tally, steps = np.zeros(luck.LOG_SHAPE, np.int64), np.zeros(r.EVENTS, np.int64), np.zeros(0, np.int64)
    states = match.game.new_states(games)
    states[:] = start
    with luck.wrapping():
        for game in range(games):
            luck.start_luck(states[game].luck, seed, game)
            play(states[game], kit, choosers, view, room, log, tally, steps, limit)
    ended = {"won": states["result"] == 1, "turn": states["turn"], "finished": states["phase"] == r.ENDED}
    return pd.DataFrame(ended)


def sides_of(good: Any, cells: int) -> int:
    """The sides of the cards as a number: bit i is 1 where cell i is yellow."""
    return int(sum(int(good[cell]) << cell for cell in range(cells)))


def _places(cells: int) -> np.ndarray:
    """What each cell adds to the number of the sides where it is yellow: shape (CELLS,)."""
    return np.array([1 << cell if cell < cells else 0 for cell in range(r.CELLS)])


def _yellow(cells: int) -> np.ndarray:
    """Which cells are yellow, by sides: shape (2**cells, cells)."""
    return (np.arange(2**cells)[:, None] >> np.arange(cells)) & 1 == 1


def _position(kit: Kit, **fields: Any) -> np.ndarray:
    state = kit.game.new_states()
    with luck.wrapping():
        r.setup(state[0], kit.record)
    state["phase"] = r.YOUR_MOVE
    for name, value in fields.items():
        state[name][0] = value
    return state


def _goods(cells: int) -> np.ndarray:
    """The field `good` for each number of sides: shape (2**cells, CELLS)."""
    goods = np.zeros((2**cells, r.CELLS), int)
    goods[:, :cells] = _yellow(cells)
    return goods


def _fixed_steps(kit: Kit, card: np.ndarray, cells: int) -> tuple[np.ndarray, np.ndarray]:
    """What follows by itself: the sides after the cube's trigger, by (sides, cube, shield), and where the cube goes, by
    (sides, cube)."""
    fast = twin.compiled(kit.game)
    state, log = _position(kit, card=card), np.zeros(luck.LOG_SHAPE, np.int64)
    triggered = np.zeros((2**cells, cells, cells + 1), int)
    moved = np.zeros((2**cells, cells), int)
    places = _places(cells)
    for sides, good in enumerate(_goods(cells)):
        for cube in range(cells):
            state[0].good[:], state[0].cube = good, cube
            moved[sides, cube] = fast.next_blue(state[0], kit.record)
            for shield in range(cells + 1):
                triggered[sides, cube, shield] = sides
                if not good[cube]:
                    state[0].good[:], state[0].shield = good, shield if shield < cells else -1
                    log[0, 0] = 0
                    fast.spread(state[0], kit.record, cube, log)
                    triggered[sides, cube, shield] = state["good"][0] @ places
    return triggered, moved


def _turns(kit: Kit, card: np.ndarray, cells: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """For each sides but all blue and all yellow, and each roll: the sides in which the turn can end.

    Returns:
        (starts, ends, weights): the ends of (sides s, roll k) begin at `ends[starts[i]]`, i = (s - 1) * rolls + k;
        `weights[k]` is the chance of roll k.
    """
    faces = int(kit.record.faces)
    rolls = [(a, b) for a in range(1, faces + 1) for b in range(a, faces + 1)]
    weights = np.array([(1 if a == b else 2) / faces**2 for a, b in rolls])
    known: dict[tuple[int, int, int], set[int]] = {}
    fast, log = twin.compiled(kit.game), np.zeros(luck.LOG_SHAPE, np.int64)
    # A row and a list of actions for each depth, with views of their fields: looking those up is most of the work.
    depths = 2 * faces + 2  # an action takes at least one from each die
    trial = np.repeat(_position(kit, card=card), depths)
    rows, lists = [trial[depth] for depth in range(depths)], [kit.game.new_actions() for _ in range(depths)]
    kinds = [room["kind"] for room in lists]
    good, dice, phase = trial["good"], trial["dice"], trial["phase"]
    places = _places(cells)

    def ends_of(depth: int) -> set[int]:
        """All sides in which a turn can end from here by triggers alone, stopping where the table allows it."""
        sides = int(good[depth] @ places)
        if phase[depth] != r.YOUR_MOVE:
            return {sides}
        key = (sides, int(dice[depth].min()), int(dice[depth].max()))
        if key not in known:
            found = known[key] = set()
            n = fast.legal(rows[depth], kit.record, lists[depth])
            for index in range(n):
                if kinds[depth][index] in (r.TRIGGER, r.STOP):
                    trial[depth + 1] = trial[depth]
                    log[0, 0] = 0
                    fast.apply(rows[depth + 1], kit.record, lists[depth][index], log)
                    found |= ends_of(depth + 1)
        return known[key]

    starts: list[int] = []
    ends: list[int] = []
    for sides in _goods(cells)[1:-1]:
        for roll in rolls:
            good[0], dice[0] = sides, roll
            starts.append(len(ends))
            ends += sorted(ends_of(0))
    return np.array(starts), np.array(ends), weights
