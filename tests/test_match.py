"""One table: doing, refusing with the rule, going back, branching, keeping."""

import json

import pytest

import gamelib as gl
from gamelib import errors, luck


@pytest.fixture
def match():
    """Habits after the first roll, four and six."""
    match = gl.Match("habits", seed=7)
    match.play("roll 4")
    match.play("roll 6")
    return match


def test_actions_are_a_container(match):
    assert len(match.actions) == len(list(match.actions)) > 3
    assert match.actions[0].text in match.actions
    assert "trigger A1 with 4 across" not in match.actions
    assert "no such words" not in match.actions
    assert match.actions[0].text in repr(match.actions)
    with pytest.raises(IndexError, match="there are"):
        match.actions[999]


def test_four_ways_to_say_an_action(match):
    text = match.actions[0].text
    cell = text.split()[1]
    first = int(text.split()[3])
    results = []
    for say in (text, 0, match.actions[0], text.upper().replace(" ", "  ")):
        other = match.branch()
        other.play(say)
        results.append(other.state)
    other = match.branch()
    other.play(kind="trigger", cell=cell, first=first)
    results.append(other.state)
    assert all(state == results[0] for state in results)


def test_a_refusal_names_the_rule_and_changes_nothing(match):
    before = match.state
    with pytest.raises(gl.Refused) as refused:
        match.play("trigger B2 with 6 across")
    assert refused.value.rule == "HAB-15"
    assert "B2" in refused.value.reason
    assert match.state == before
    verdict = match.explain("trigger B2 with 6 across")
    assert not verdict and verdict.rule == "HAB-15"
    assert match.explain("stop") and match.explain("stop").rule == "HAB-22"


@pytest.mark.parametrize("nonsense", ["", "trigger", "trigger D9 with 6 across", "fly to the moon", 10_000, -10_000])
def test_words_that_say_nothing(match, nonsense):
    with pytest.raises(gl.NotUnderstood):
        match.play(nonsense)


def test_fields_that_say_nothing(match):
    with pytest.raises(gl.NotUnderstood, match="no kind"):
        match.play(kind="explode")
    with pytest.raises(gl.NotUnderstood, match="expected one of"):
        match.play(kind="trigger", cell="Z9", first=4)
    with pytest.raises(gl.NotUnderstood, match="colour"):
        match.play(kind="trigger", colour=4)


def test_undo_and_redo(match):
    states = [match.state]
    for _ in range(3):
        match.play(0)
        states.append(match.state)
        if match.seat == luck.CHANCE:
            break
    for state in reversed(states[:-1]):
        match.undo()
        assert match.state == state
    for state in states[1:]:
        match.redo()
        assert match.state == state
    match.redo()
    assert match.state == states[-1]


def test_undo_goes_over_steps_that_follow_by_themselves(match):
    before, step = match.state, match.step
    match.play("stop")  # then the cube moves and triggers by itself
    assert match.step == step + 3
    match.undo()
    assert match.step == step and match.state == before


def test_undo_at_the_start_does_nothing():
    match = gl.Match("habits", seed=1)
    state = match.state
    match.undo()
    assert match.state == state
    with pytest.raises(IndexError, match="from 0 to"):
        match.goto(99)


def test_a_branch_meets_the_same_luck(match):
    other = match.branch()
    match.play("stop")
    other.play("stop")
    assert match.roll()[0].text == other.roll()[0].text
    assert match.state == other.state
    other.roll()
    assert other.step == match.step + 1


def test_dice_set_by_hand_do_not_shift_later_luck():
    one, two = gl.Match("habits", seed=3), gl.Match("habits", seed=3)
    one.roll()
    two.play("roll 1" if one.state.dice[0] != 1 else "roll 2")
    one.roll()
    two.roll()
    assert one.state.dice[1] == two.state.dice[1]


def test_which_steps_run_by_themselves():
    by_hand = gl.Match("habits", seed=3, auto="none")
    assert by_hand.step == 0 and [a.text for a in by_hand.actions] == ["the cube triggers"]
    forced = gl.Match("habits", seed=3)
    assert forced.step == 1
    chance = gl.Match("habits", seed=3, auto="chance")
    assert chance.step == 3 and chance.seat == 0
    for _ in range(2):
        by_hand.roll() if by_hand.step else by_hand.play("the cube triggers")
    by_hand.roll()
    assert by_hand.state == chance.state


def test_the_log_cites_rules(match):
    assert all(line.rule.startswith("HAB-") and line.text for line in match.log)
    lines = match.play(0)
    assert match.log[-len(lines) :] == lines


def test_outcome_says_why():
    state = gl.Match("habits").state
    match = gl.scenario.open("gamelib/games/habits/scenarios/27_won.toml")
    assert match.outcome is None
    match.goto(len(match.steps))
    assert match.outcome.winners == (0,) and match.outcome.rule == "HAB-4"
    assert match.over and len(match.actions) == 0
    with pytest.raises(gl.Refused, match="over"):
        match.play("stop")
    assert state.result == 0


def test_odds_get_sharper(match):
    tables = list(match.odds(rollouts=40, chunk=20))
    assert len(tables) > 1
    first, last = tables[0], tables[-1]
    assert [odds.action.text for odds in last] == [action.text for action in match.actions]
    assert last[0].n == 40 > first[0].n
    assert all(0 <= odds.win <= 1 and odds.win_error > 0 for odds in last)


def test_suggest_changes_nothing(match):
    before = match.state
    assert match.suggest("greedy").text == match.suggest("greedy").text
    assert match.state == before
    with pytest.raises(errors.UnknownStrategy, match="greedy"):
        match.suggest("clairvoyant")


def test_save_and_load(match, tmp_path):
    match.play(0)
    match.undo()
    path = tmp_path / "lesson.json"
    match.save(path)
    loaded = gl.Match.load(path)
    assert loaded.state == match.state and loaded.step == match.step
    loaded.redo()
    match.redo()
    assert loaded.state == match.state
    assert [str(line) for line in loaded.log] == [str(line) for line in match.log]
    assert not list(tmp_path.glob("tmp*"))


def test_autosave_keeps_all_but_nothing(tmp_path):
    path = tmp_path / "auto.json"
    match = gl.Match("habits", seed=2, autosave=path)
    match.roll()
    assert gl.Match.load(path).state == match.state


def test_a_save_that_was_tampered_with_says_where_it_parts(match, tmp_path):
    path = tmp_path / "lesson.json"
    match.save(path)
    data = json.loads(path.read_text())
    data["end"]["turn"] += 1
    path.write_text(json.dumps(data))
    with pytest.raises(gl.BadFile, match="part at turn"):
        gl.Match.load(path)
    data["end"]["turn"] -= 1
    data["steps"][1][0][3] = 99
    path.write_text(json.dumps(data))
    with pytest.raises(gl.BadFile, match=r"steps\.2.*HAB-13"):
        gl.Match.load(path)


@pytest.mark.parametrize("seed", [-1, 2**63, 1.5, "7", True])
def test_seeds_that_are_none(seed):
    with pytest.raises(ValueError, match="seed"):
        gl.Match("habits", seed=seed)


def test_unknown_games_name_those_there_are():
    with pytest.raises(errors.UnknownGame, match="habits"):
        gl.Match("chess")


def test_kits(tmp_path):
    assert gl.Match("habits", kit={"swap_cost": 4}).kit.values["swap_cost"] == 4
    with pytest.raises(gl.BadFile, match="swap_cost: expected 1 to 25, got 99"):
        gl.Match("habits", kit={"swap_cost": 99})
    with pytest.raises(gl.BadFile, match="no such house rule"):
        gl.Match("habits", kit={"gravity": 1})
    with pytest.raises(gl.BadFile, match="can't be read"):
        gl.Match("habits", kit=tmp_path / "none.toml")
