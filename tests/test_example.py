"""Rule examples to read, and the check of the installation."""

import pytest

import gamelib as gl


def test_an_example_shows_what_is_done_and_what_is_refused():
    example = gl.Example("habits", "order_of_a_turn")
    assert example.report
    text = repr(example)
    assert "not allowed: not now: the cube is about to trigger (HAB-21)" in text
    assert "  roll 3\n    die one shows 3 (HAB-13)" in text
    assert example.before.step == 0 and example.after.state.turn == 2
    assert example.match().step == 0 and len(example.match().steps) == 5


def test_an_example_as_html_has_its_pictures_and_escapes_what_was_typed():
    assert gl.Example("habits", "06_four_and_six")._repr_html_().count("<img ") == 2
    refused = gl.Example("habits", "only_yellow")
    assert refused._repr_html_().count("<img ") == 1  # nothing changed: one picture is enough
    refused.title = "<script>"
    assert "<script>" not in refused._repr_html_()


def test_an_example_that_is_not_there():
    with pytest.raises(LookupError, match="four_and_six"):
        gl.Example("habits", "nonsense")


def test_every_example_of_every_game_can_be_shown():
    for entry in gl.games():
        for path in gl.Match(entry.name, auto="none").game.scenarios[:3]:
            assert gl.Example(entry.name, path.stem)._repr_html_()


def test_the_check_of_the_installation(monkeypatch, tmp_path):
    from gamelib import install, twin

    monkeypatch.setenv("GAMELIB_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(twin, "NUMBA_MISSING", "")
    assert repr(gl.check_install()).startswith("All is well")
    monkeypatch.setattr(twin, "NUMBA_MISSING", "Numba is not installed")
    assert "Numba is not here (Numba is not installed)" in repr(gl.check_install())
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("GAMELIB_CACHE", str(tmp_path / "file" / "cache"))
    assert "can't be written" in repr(gl.check_install())
    monkeypatch.setitem(install.NEEDED, "no_such_package", "this test")
    assert "no_such_package is missing or broken, which is needed for this test" in repr(gl.check_install())
    assert "make lab" in repr(gl.check_install())
