"""What `python -m gamelib` does, from the outside."""

import builtins
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

import gamelib as gl
from gamelib.__main__ import main

PIG = str(Path(__file__).parent / "games" / "pig")


@pytest.fixture
def typed(monkeypatch):
    """Lines that somebody types."""

    def type_in(*lines):
        waiting = list(lines)

        def read(prompt=""):
            if not waiting:
                raise EOFError
            return waiting.pop(0)

        monkeypatch.setattr(builtins, "input", read)

    return type_in


def test_games(capsys):
    assert main(["games"]) == 0
    out = capsys.readouterr().out
    assert "habits: Habits, for 1" in out
    assert "greedy" in out


def test_simulate(capsys, tmp_path):
    table = tmp_path / "out.csv"
    arguments = ["simulate", PIG, "--games", "50", "--strategy", "hold,random", "--rule", "goal=20", "--seed", "3"]
    assert main([*arguments, "--csv", str(table)]) == 0
    out = capsys.readouterr().out
    assert "hold against random" in out
    assert "pigged" in out
    expected = gl.simulate(PIG, 50, ["hold", "random"], 3, {"goal": 20}, progress=False).frame
    pd.testing.assert_frame_equal(pd.read_csv(table), expected, check_dtype=False)


def test_simulate_with_a_kit_file_and_words(capsys, tmp_path):
    kit = tmp_path / "kit.toml"
    kit.write_text((Path(PIG) / "kit.toml").read_text().replace("value = 100", "value = 30"))
    assert (
        main(["simulate", PIG, "--games", "20", "--strategy", "hold", "--kit", str(kit), "--rule", "may_pass=true"])
        == 0
    )
    assert "Pig, 20 games, hold, seed 1" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["simulate", "chess"], "no game 'chess'; there are"),
        (["simulate", PIG, "--strategy", "hodl"], "no strategy 'hodl'; there are hold"),
        (["simulate", PIG, "--games", "0"], "games: expected a whole number from 1"),
        (["simulate", PIG, "--rule", "goal"], "expected NAME=VALUE, got 'goal'"),
        (["simulate", PIG, "--rule", "goal=x"], "rules.goal: expected a whole number, got 'x'"),
        (["simulate", PIG, "--rule", "gaol=9"], "rules.gaol: no such house rule"),
        (["simulate", PIG, "--kit", "none.toml"], "none.toml: can't be read"),
        (["check", "none.toml"], "none.toml: no such file, folder or game"),
        (["play", PIG, "--load", "none.json"], "none.json: can't be read"),
    ],
)
def test_bad_input_is_told_in_one_line(arguments, said, capsys):
    assert main(arguments) == 2
    err = capsys.readouterr().err
    assert err.startswith("gamelib: ")
    assert said in err
    assert err.count("\n") == 1


def test_nonsense_gets_the_usage(capsys):
    with pytest.raises(SystemExit) as stop:
        main(["dance"])
    assert stop.value.code == 2
    assert "usage: python -m gamelib" in capsys.readouterr().err


def test_check(capsys, tmp_path):
    assert main(["check", str(Path(PIG) / "scenarios")]) == 0
    out = capsys.readouterr().out
    count = len(list((Path(PIG) / "scenarios").rglob("*.toml")))
    assert f"{count} checked, 0 failed" in out
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(
        'game = "pig"\ntitle = "Two ones"\nrules = ["PIG-3"]\n[[step]]\ndo = "throw"\n[step.expect]\nturn = 2\n'
    )
    assert main(["check", str(wrong), "--game", PIG]) == 1
    out = capsys.readouterr().out
    assert "turn: expected 2, got 1" in out
    assert "1 checked, 1 failed" in out
    wrong.write_text("game = ")
    assert main(["check", str(wrong)]) == 1
    assert "is not valid TOML" in capsys.readouterr().out


def test_a_folder_without_scenarios_is_no_success(tmp_path):
    assert main(["check", str(tmp_path)]) == 1


def test_warm(capsys):
    assert main(["warm", PIG]) == 0
    assert "pig: ready after" in capsys.readouterr().out


def test_play_a_game(typed, capsys, tmp_path):
    saved = tmp_path / "match.json"
    typed(
        "help",
        "",
        "0",
        "why not hold?",
        "hold",
        "the die shows 4",
        "log",
        "undo",
        "redo",
        "actions",
        "hint",
        "dance",
        "99",
        "roll",
        f"save {saved}",
        "new 5",
        "new x",
    )
    assert main(["play", PIG, "--seed", "7", "--auto", "none"]) == 0
    out = capsys.readouterr().out
    assert "[0] Turn 1, 0 to 0 points: player 1 is to move" in out
    assert "  0: throw" in out
    assert "no: a die is in the air: it must fall first (PIG-2)" in out
    assert "player 1 throws 4 (PIG-3)" in out
    assert out.count("[2] Turn 1, 0 to 0 points: player 1 is to move, with 4") == 2, "played, and redone"
    assert "% +-" in out
    assert "Pig has no action 'dance'" in out
    assert "there are 2 legal actions, no number 99" in out
    assert "no: it is not chance's turn" in out
    assert f"saved in {saved}" in out
    assert "the seed is a whole number" in out
    assert gl.Match.load(saved, PIG).step == 2
    typed("hold", "quit", "never read")
    assert main(["play", PIG, "--load", str(saved)]) == 0
    assert "player 1 keeps 4 and has 4 points" in capsys.readouterr().out.replace("has 4", "has 4 points", 1)


def test_play_to_the_end(typed, capsys):
    typed(*["throw", "the die shows 6"] * 2, "hold", "log", "undo", "quit")
    assert main(["play", PIG, "--rule", "goal=12"]) == 0
    assert "player 1 wins with 12 (PIG-7)" in capsys.readouterr().out


def test_as_a_program():
    done = subprocess.run([sys.executable, "-m", "gamelib", "games"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0
    assert "Habits" in done.stdout
