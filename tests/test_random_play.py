"""Hypothesis plays random legal games of every game, and looks for the shortest one in which something breaks."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import gamelib as gl
from gamelib import game

CHOICES = st.lists(st.integers(0, 10_000), max_size=60)
QUICK = settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))


def played(name, seed, choices):
    match = gl.Match(name, seed=seed, auto="none")
    for choice in choices:
        if match.over:
            break
        match.play(choice % len(match.actions))
    return match


@pytest.mark.parametrize("name", game.names())
@QUICK
@given(seed=st.integers(0, 2**32), choices=CHOICES)
def test_no_law_is_broken(name, seed, choices):
    match = played(name, seed, choices)
    for step in range(len(match.steps) + 1):
        match.goto(step)
        assert match.game.rules.broken(match.state, match.kit.record) == 0
        assert match.over or len(match.actions) > 0


@pytest.mark.parametrize("name", game.names())
@QUICK
@given(seed=st.integers(0, 2**32), choices=CHOICES, data=st.data())
def test_there_and_back(name, seed, choices, data):
    match = played(name, seed, choices)
    end, at = match.state, match.step
    match.goto(data.draw(st.integers(0, at)))
    while match.step < at:
        match.redo()
    assert match.state == end
    while match.step:
        match.undo()
    again = gl.Match(name, seed=seed, auto="none")
    assert match.state == again.state
    for step in match.steps:
        again.play(step.record[0])
    assert again.state == end


@pytest.mark.parametrize("name", game.names())
@QUICK
@given(seed=st.integers(0, 2**32), choices=CHOICES)
def test_saved_and_loaded(name, seed, choices):
    match = played(name, seed, choices)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "match.json"
        match.save(path)
        loaded = gl.Match.load(path)
    assert loaded.state == match.state
    assert [str(line) for line in loaded.log] == [str(line) for line in match.log]
