"""Pig, a game outside the package: it passes the conformance suite, and its figures are the published ones."""

import math
import shutil
from pathlib import Path

import numpy as np
import pytest

import gamelib as gl
from gamelib import exact, game
from gamelib.errors import StrategyFault, UnknownGame

PIG = Path(__file__).parent / "games" / "pig"


def test_conformance():
    gl.testing.check_game(PIG, games=4, steps=200)


def test_a_short_house_rule_passes_too():
    gl.testing.check_game(PIG, {"players": 1, "goal": 30, "faces": 3, "may_pass": True}, games=3, steps=100)


def test_its_scenarios_hold_and_name_every_rule():
    reports = gl.scenario.run(PIG / "scenarios", PIG)
    assert all(reports), [str(report) for report in reports if not report]
    told = {rule for report in reports for rule in report.rules}
    assert told == {rule.number for rule in game.load(PIG).rulebook.values()}


def test_the_package_does_not_know_it():
    assert "pig" not in game.names()


def test_optimal_play_is_the_published_one():
    """Neller and Presser 2004: with optimal play to 100, the first player wins 53.06 % of games."""
    solution = exact.solve(PIG)
    assert solution.value()[0] == pytest.approx(0.5306, abs=5e-5)
    assert solution.value().sum() == pytest.approx(1)
    # The best answer to a rule of thumb beats it from either seat, and is no worse than playing it oneself.
    state = solution.states[0].copy()
    assert solution.best(state) == [0]
    # With 0 to 0 points, "hold at 20" is right nearly everywhere: Neller and Presser hold at 20 and 21 at the start.
    holds = []
    for total in range(2, 40):
        state.total = total
        holds.append(int(solution.after(state)[:, 0].argmax()))
    assert holds.index(1) + 2 in (20, 21)


def test_against_a_known_strategy():
    """The best answer to "hold" is worth more than "hold" itself, and played as a strategy worth what it promises."""
    kit = {"goal": 15, "hold_at": 8}
    best = exact.solve(PIG, kit, fixed={1: "hold"})
    both = exact.solve(PIG, kit, fixed={0: "hold", 1: "hold"})
    assert both.value()[0] < best.value()[0]
    played = exact.solve(PIG, kit, fixed={0: best.choose, 1: "hold"})
    assert played.value() == pytest.approx(best.value(), abs=1e-9)
    # What is exact is what simulation finds.
    study = gl.simulate(PIG, 100_000, "hold", seed=3, kit=kit, workers=1, progress=False)
    assert study.frame["win_1"].mean() == pytest.approx(both.value()[0], abs=4 * 0.5 / math.sqrt(100_000))


def test_hold_at_20_has_the_published_figures():
    """A turn of "hold at 20" scores 8.14 on average, and ends with a pig in 62.45 % of cases.

    Alone and with 20 points to reach, the game is over with the first turn that ends without a pig: exactly one turn
    in each game does.
    """
    kit = {"players": 1, "goal": 20, "hold_at": 20}
    study = gl.simulate(PIG, 400_000, "hold", seed=1, kit=kit, workers=1, progress=False)
    turns = study.frame["turn"].to_numpy()
    kept = 1 / turns.mean()
    assert 1 - kept == pytest.approx(0.6245, abs=0.002)
    assert study.frame["points"].mean() * kept == pytest.approx(8.14, abs=0.03)
    # The same exactly: 21.68 points are kept in the turns that keep any.
    points = exact.solve(PIG, kit, fixed={0: "hold"}, objective="points").value()[0]
    assert points * (1 - 0.6245) == pytest.approx(8.14, abs=0.005)
    assert study.frame["points"].mean() == pytest.approx(points, abs=0.02)


def test_the_race_beats_hold_at_20():
    study = gl.simulate(PIG, 100_000, ["race", "hold"], seed=1, workers=1, progress=False)
    assert study.frame["win_1"].mean() > 0.53


def test_the_board_is_a_valid_picture_at_every_step():
    import plotly.graph_objects as go

    match = gl.Match(PIG, seed=2, auto="none", kit={"goal": 20})
    shapes = set()
    while not match.over:
        figure = match.game.board.figure(match.state, match.kit, lit={"4"})
        checked = go.Figure(figure.to_dict())
        shapes.add(tuple(trace.type for trace in checked.data))
        if match.seat < 0:
            match.roll()
        else:
            match.play("hold" if match.state.total >= 8 else 0)
    assert len(shapes) == 1


# ------------------------------------------------------------------ the solver


def test_solver_on_a_game_that_can_be_done_by_hand():
    """A die of two faces, two points to win: whoever throws the 2 first. 1/2 + 1/8 + 1/32 + ... = 2/3."""
    solution = exact.solve(PIG, {"faces": 2, "goal": 2})
    assert solution.value() == pytest.approx([2 / 3, 1 / 3])
    match = gl.Match(PIG, kit={"faces": 2, "goal": 2}, auto="none")
    match.play("throw")
    assert solution.value(match) == pytest.approx([2 / 3, 1 / 3])
    match.play("the die shows 2")
    assert solution.value(match) == pytest.approx([1, 0])
    assert [match.actions[index].text for index in solution.best(match)] == ["hold"]
    match.play("hold")
    assert solution.best(match) == []


def test_solver_starts_from_any_position():
    match = gl.Match(PIG, kit={"goal": 20}, auto="none")
    whole = exact.solve(PIG, {"goal": 20})
    for action in ("throw", "the die shows 6", "hold", "throw", "the die shows 5"):
        match.play(action)
    rest = exact.solve(PIG, start=match)
    assert len(rest) < len(whole)
    assert rest.value() == pytest.approx(whole.value(match), abs=1e-9)
    with pytest.raises(KeyError, match="can't be reached"):
        rest.value(gl.Match(PIG, kit={"goal": 20}, auto="none"))


def test_solver_refuses_what_it_cannot_do():
    with pytest.raises(exact.TooLarge, match="more than 1,000"):
        exact.solve(PIG, {"goal": 50}, most=1000)
    with pytest.raises(ValueError, match="no field points_of_view"):
        exact.solve(PIG, {"goal": 20}, ignore=("points_of_view",))
    with pytest.raises(ValueError, match="objective"):
        exact.solve(PIG, {"goal": 20}, objective="fame")
    with pytest.raises(StrategyFault, match="expected 0 to"):
        exact.solve(PIG, {"goal": 20}, fixed={0: lambda state, kit, actions, n: 7})


def test_numbers_for_rows_survive_growing():
    numbers = exact._Numbers(12)
    rng = np.random.default_rng(1)
    rows = np.zeros(5000, "V12")
    rows[:] = rng.integers(0, 3, (5000, 12)).astype(np.uint8).view("V12")[:, 0]
    ids = np.concatenate([numbers.add(rows[:100]), numbers.add(rows[100:])])
    distinct = {row.tobytes() for row in rows}
    assert len(numbers) == len(distinct) == len(set(ids))
    assert np.array_equal(numbers.find(rows), ids)
    assert np.array_equal(numbers.rows(0, len(numbers))[ids], rows.view(np.uint8).reshape(5000, 12))


def test_a_changed_file_is_seen_at_once(tmp_path):
    """Who writes a game changes a file and looks again, in the same process."""
    folder = tmp_path / "pig"
    shutil.copytree(PIG, folder)
    before = gl.Match(folder)
    assert game.load(folder) is before.game
    words = folder / "words.py"
    words.write_text(words.read_text(encoding="utf-8").replace('"hold"', '"keep what I have"'), encoding="utf-8")
    after = gl.Match(folder, kit={"may_pass": True})
    assert [action.text for action in after.actions] == ["throw", "keep what I have"]
    assert before.explain("hold").reason == "a turn begins with a throw"
    (folder / "kit.toml").unlink()
    with pytest.raises(UnknownGame, match=r"kit\.toml"):
        game.load(folder)
