"""Habits: what can be counted or solved exactly, and what strategies make of it."""

import numpy as np
import pytest

import gamelib as gl
from gamelib import game
from gamelib.games.habits import exact, invent
from gamelib.games.habits import rules as r


@pytest.fixture(scope="module")
def habits():
    return game.load("habits")


def test_rolls_that_reach_each_cell():
    """The table of rule_cases HAB-E6 as counts of 36 rolls; a roll reaches 7.19 of 9 cells on average."""
    counts = exact.reach()
    assert counts.tolist() == [[36, 35, 32], [35, 25, 24], [32, 24, 16]]
    assert counts.sum() / 36 == pytest.approx(7.19, abs=0.005)


@pytest.mark.parametrize(
    "roll, cells",
    [
        ((1, 1), {"A1"}),
        ((1, 2), {"A1", "B1", "A2"}),
        ((1, 6), {"A1", "B1", "C1", "A2", "A3"}),
        ((2, 2), {"A1", "B1", "A2", "B2"}),
        ((2, 3), {"A1", "B1", "C1", "A2", "B2", "C2", "A3", "B3"}),
        ((3, 3), {"A1", "B1", "C1", "A2", "B2", "C2", "A3", "B3", "C3"}),
    ],
)
def test_cells_that_a_roll_reaches(habits, roll, cells):
    """HAB-E6, through the table itself: every cell once blue, so that no game is won."""
    reached = set()
    for spare in range(2):
        state = gl.Match("habits", auto="none").state
        state.good[:] = 1
        state.good[8 * spare] = 0
        state.phase, state.cube, state.dice = r.YOUR_MOVE, 8 * spare, roll
        match = gl.Match.from_state("habits", state, auto="none")
        reached |= {a.text.split()[1] for a in match.actions if a.kind == r.TRIGGER}
    assert reached == cells


@pytest.fixture(scope="module")
def hand_solved(habits):
    """Two by two, three faces. B1 turns only A1, A2 turns only B2, and B2's bad side turns everything.

    The cube goes to B2 next, so this turn must turn B2: A2 does it for a 2 at the side, any roll but {1, 1}.
    Then only A1 is blue, which harms nobody: B1 turns it sooner or later. The chance to win is 8/9.
    """
    row = {"good_marks": [], "bad_marks": []}
    everything = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
    kit = habits.default_kit.changed(side=2, faces=3)
    return kit.with_rows(
        "habit", [row, {**row, "good_marks": ["W"]}, {**row, "good_marks": ["E"]}, {**row, "bad_marks": everything}]
    )


def test_a_case_solved_by_hand(hand_solved):
    solution = exact.solve(hand_solved)
    assert solution.win[0b0110, 0, 4] == pytest.approx(8 / 9, abs=1e-8)
    assert exact.solve(hand_solved, turns=1).win[0b0110, 0, 4] == pytest.approx(1 / 9)  # at once: only {3, 3} pays both


@pytest.mark.parametrize("seed", [0, 1])
def test_no_strategy_beats_the_best_chance(habits, seed):
    """Without swaps, on one layout, no strategy wins more often than the exact best, beyond sampling error."""
    from scipy import stats

    from gamelib import luck, twin

    kit = habits.default_kit.changed(swap_cost=r.NO_SWAPS)
    start = habits.new_states()
    with luck.wrapping():
        luck.start_luck(start[0].luck, seed, 0)
        r.setup(start[0], kit.record)
    best = exact.solve(kit, start[0].card).chance(start[0])
    assert 0 <= best <= 1
    fast, games = twin.compiled(habits), 2000
    for name in ("random", "greedy", "planner", "guardian"):
        results = np.zeros((games, 2))
        choosers = (fast.strategy(name),)
        fast.loop("rollouts")(start[0], kit.record, choosers, 0, 0, 1, 0, 3000, results)
        wins = int(results[:, 0].sum())
        low = stats.binomtest(wins, games).proportion_ci(0.9999, "wilson").low
        assert low <= best + 1e-9, f"{name} wins {wins} of {games}, the best is {best}"


def test_random_decks(habits):
    for seed in range(5):
        kit = habits.default_kit.with_tables(**invent.tables(seed, 0.5, 0.5))
        assert all(len(row["good_marks"]) >= 1 and len(row["bad_marks"]) >= 1 for row in kit.tables["habit"])
        assert kit.source("habit", 0).startswith("invented")
    assert invent.tables(1) == invent.tables(1) != invent.tables(2)
    with pytest.raises(ValueError, match="densities"):
        invent.tables(1, good=0)


def test_the_deck_plays_well(habits):
    """Random play neither always wins nor always loses, and every card turns something from some cell."""
    study = gl.simulate("habits", games=300, strategy="random", seed=3, progress=False)
    assert 0.01 < study.frame["won"].mean() < 0.99
    for row in habits.default_kit.tables["habit"]:
        assert row["good_marks"] and row["bad_marks"]


def test_within_so_many_turns(hand_solved):
    """Each round of the iteration adds a turn, and games that are played on from a position keep to it."""
    solution = exact.solve(hand_solved)
    match = gl.Match("habits", kit=hand_solved.changed(swap_cost=r.NO_SWAPS), auto="none")
    state = match.state
    state.card[:], state.good[:] = range(9), [0, 1, 1, 0, 0, 0, 0, 0, 0]
    match = gl.Match.from_state("habits", state, kit=match.kit, auto="none")
    assert solution.chance(match.state, 1) == pytest.approx(1 / 9)
    chances = [solution.chance(match.state, turns) for turns in range(solution.steps + 5)]
    assert chances == sorted(chances) and chances[-1] == solution.chance(match.state)
    frame = exact.played(match, "planner", games=500)
    assert frame.equals(exact.played(match, "planner", games=500))
    assert not frame.equals(exact.played(match, "planner", games=500, seed=2))
    at_once = (frame.won & (frame.turn == 1)).mean()
    assert frame.finished.all() and at_once == pytest.approx(1 / 9, abs=0.06)
