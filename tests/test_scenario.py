"""Scenario files: what is wrong in one is said with file, key and what was expected."""

import pytest

import gamelib as gl

GOOD = """
game = "habits"
title = "A test"
rules = ["HAB-14"]
[state]
card = [0, 1, 2, 3, 4, 5, 6, 7, 8]
good = [1, 0, 0, 0, 0, 0, 0, 0, 0]
phase = "your move"
cube = 1
dice = [3, 4]
[[step]]
do = "trigger A1 with 3 across"
[step.expect]
dice = [2, 3]
"""


def run(tmp_path, text):
    path = tmp_path / "position.toml"
    path.write_text(text)
    return gl.scenario.run(path)


def test_a_scenario_that_holds(tmp_path):
    assert run(tmp_path, GOOD)


def test_a_scenario_that_does_not_hold(tmp_path):
    report = run(tmp_path, GOOD.replace("dice = [2, 3]", "dice = [2, 2]\nover = true\nwinner = 0"))
    assert not report
    assert "step 1: dice: expected [2, 2], got [2, 3]" in report.faults
    assert any("over: expected True" in fault for fault in report.faults)
    assert any("winner" in fault for fault in report.faults)


@pytest.mark.parametrize(
    "old, new, message",
    [
        ('"habits"', '"chess"', "game: no game 'chess'"),
        ('"HAB-14"', '"HAB-99"', "no rule HAB-99"),
        ("dice = [3, 4]", "dices = [3, 4]", "state.dices: no such field"),
        ("dice = [3, 4]", "dice = [3]", r"expected shape \(2,\)"),
        ("dice = [3, 4]", "dice = [3, 77]", "law 4"),
        ("dice = [3, 4]", 'dice = ["three", 4]', "know no word 'three'"),
        ("trigger A1 with 3 across", "explode", "step.1.do: Habits has no action 'explode'"),
        ("dice = [2, 3]", "dices = [2, 3]", "expect.dices: no such field"),
        ('title = "A test"', "", "title: Field required"),
        ("[state]", "[stat]", "stat: Extra inputs"),
        ("[state]", "[kit]\nswap_cost = 0\n[state]", "kit: rules.swap_cost: expected 1 to 25"),
        ("cube = 1", "cube = 12", "law 3"),
        ("GOOD", "", ""),
    ],
)
def test_faults_are_told(tmp_path, old, new, message):
    if not message:
        with pytest.raises(gl.BadFile, match="not valid TOML"):
            run(tmp_path, GOOD + "[[[")
        return
    with pytest.raises(gl.BadFile, match=message):
        run(tmp_path, GOOD.replace(old, new))


def test_refusals_are_checked(tmp_path):
    blue = GOOD.replace("trigger A1 with 3 across", "trigger B1 with 3 across")
    assert "refused by HAB-15" in str(run(tmp_path, blue))
    assert run(tmp_path, blue.replace("dice = [2, 3]", 'refused = "HAB-15"'))
    assert not run(tmp_path, blue.replace("dice = [2, 3]", 'refused = "HAB-14"'))
    assert "it was legal" in str(run(tmp_path, GOOD.replace("dice = [2, 3]", 'refused = "HAB-14"')))


def test_opening_shows_the_start():
    match = gl.scenario.open("gamelib/games/habits/scenarios/06_four_and_six.toml")
    assert match.step == 0 and len(match.steps) == 2
    match.redo()
    assert list(match.state.dice) == [4, 2]
