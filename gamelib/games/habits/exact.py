"""What can be known exactly about Habits: which cells a roll reaches, and the best chance to win without swaps.

All of it goes through the rules themselves (`forbids`, `apply`), compiled; nothing of them is said again here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from gamelib import game as games
from gamelib import luck, twin
from gamelib.games.habits import rules as r
from gamelib.kit import Kit

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

    `win` is the chance to win from before step 1, shape (sides, cells, cells + 1): by the sides as a number (bit i is 1
    where cell i is yellow), the cell of the cube, and the protected cell (the last index: none). `steps` is how many
    rounds of value iteration it took; the chances are exact to 1e-9 from below.
    """

    win: np.ndarray
    steps: int
    kit: Kit
    card: np.ndarray

    def chance(self, state: Any) -> float:
        """The best chance to win from a state that is about to be triggered (phase CUBE_STEP)."""
        shield = int(state.shield) if state.shield >= 0 else self.win.shape[2] - 1
        return min(1.0, float(self.win[sides_of(state.good, self.win.shape[1]), int(state.cube), shield]))


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
    win = np.zeros((2**cells, cells, cells + 1))
    win[-1] = 1.0
    steps, change = 0, 1.0
    sides, cubes = np.arange(2**cells)[:, None], np.arange(cells)[None, :]
    while change > EPSILON and steps != turns:
        after = win[sides, moved, cells]  # value of ending the turn with these sides, by where the cube was
        guarded = np.max(np.where(_yellow(cells)[:, None, :], win[sides, moved, :cells], 0.0), axis=2)
        best = np.zeros((2**cells, cells))
        for start, (where, first) in enumerate(zip(starts[:-1], starts[1:], strict=True)):
            if first > where:
                best[start // len(weights)] += weights[start % len(weights)] * np.maximum(
                    after[ends[where:first]].max(axis=0), guarded[start // len(weights)]
                )
        best[-1] = 1.0
        new = best[triggered, cubes[:, :, None]]
        new[-1] = 1.0
        change = float(np.abs(new - win).max())
        win, steps = new, steps + 1
    return Solution(win, steps, kit, card)


def sides_of(good: Any, cells: int) -> int:
    """The sides of the cards as a number: bit i is 1 where cell i is yellow."""
    return int(sum(int(good[cell]) << cell for cell in range(cells)))


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
                    triggered[sides, cube, shield] = sides_of(state[0].good, cells)
    return triggered, moved


def _turns(kit: Kit, card: np.ndarray, cells: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """What a turn can lead to: for each sides and each roll, the sides in which it can end.

    Returns:
        (starts, ends, weights): the ends of (sides s, roll k) are `ends[starts[i]:starts[i + 1]]`, i = s * rolls + k;
        `weights[k]` is the chance of roll k.
    """
    faces = int(kit.record.faces)
    rolls = [(a, b) for a in range(1, faces + 1) for b in range(a, faces + 1)]
    weights = np.array([(1 if a == b else 2) / faces**2 for a, b in rolls])
    known: dict[tuple[int, int, int], set[int]] = {}
    fast, room = twin.compiled(kit.game), kit.game.new_actions()
    log = np.zeros(luck.LOG_SHAPE, np.int64)

    def ends_of(state: np.ndarray) -> set[int]:
        """All sides in which a turn can end from here by triggers alone, stopping where the table allows it."""
        sides, dice = sides_of(state[0].good, cells), sorted(int(die) for die in state[0].dice)
        if state[0].phase != r.YOUR_MOVE:
            return {sides}
        key = (sides, dice[0], dice[1])
        if key not in known:
            found = known[key] = set()
            n = fast.legal(state[0], kit.record, room)
            for action in room[:n][np.isin(room["kind"][:n], (r.TRIGGER, r.STOP))].copy():
                after = state.copy()
                log[0, 0] = 0
                fast.apply(after[0], kit.record, action, log)
                found |= ends_of(after)
        return known[key]

    starts, ends = [0], []
    state = _position(kit, card=card)
    for good in _goods(cells):
        for roll in rolls:
            if good[:cells].any() and not good[:cells].all():
                state[0].good[:], state[0].dice[:] = good, roll
                ends += sorted(ends_of(state))
            starts.append(len(ends))
    return np.array(starts), np.array(ends), weights
