"""Files from outside that are damaged or made to harm: a clear error or an equal match, never a crash or a hang."""

import copy
import json
import random
import tomllib

import pytest

import gamelib as gl
from gamelib import game
from gamelib.errors import GamelibError

NASTY = [None, -1, 0, 1, 7, 2**31, 2**63, 2**70, -(2**70), 1.5, float("nan"), "", "x", "../../etc/passwd", [], {}, True]
NASTY += [[[[[1]]]], {"a": {"b": []}}, "__import__('os').system('true')", "\x00", "é" * 300, [0] * 5000, list(range(9))]
ROUNDS = 400  # of each kind of file


def places(data, path=()):
    """All places in nested data."""
    yield path
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield from places(value, (*path, key))


def mutated(data, rng):
    """The data with one to three places changed, deleted or exchanged."""
    data = copy.deepcopy(data)
    for _ in range(rng.randint(1, 3)):
        path = rng.choice([p for p in places(data) if p])
        holder = data
        for key in path[:-1]:
            holder = holder[key]
        if rng.random() < 0.3:
            del holder[path[-1]]
        else:
            holder[path[-1]] = copy.deepcopy(rng.choice(NASTY))
    return data


def scrambled(text, rng):
    """Text with some characters lost, doubled or replaced."""
    letters = list(text)
    for _ in range(rng.randint(1, 8)):
        i = rng.randrange(len(letters))
        letters[i] = rng.choice(["", letters[i] * 2, rng.choice('{}[]",:=0x9\n\x00é')])
    return "".join(letters)


@pytest.fixture(scope="module", params=game.names())
def saved(request, tmp_path_factory):
    match = gl.Match(request.param, seed=5)
    rng = random.Random(1)
    while match.step < 25 and not match.over:
        match.play(rng.randrange(len(match.actions)))
    path = tmp_path_factory.mktemp("saved") / "match.json"
    match.save(path)
    return match, path


def test_saved_matches(saved, tmp_path):
    match, good = saved
    text = good.read_text(encoding="utf-8")
    data = json.loads(text)
    rounds = ROUNDS // len(game.names())
    refused = 0
    for seed in range(2 * rounds):
        rng = random.Random(seed)
        path = tmp_path / "match.json"
        if seed % 2:
            path.write_text(json.dumps(mutated(data, rng)), encoding="utf-8")
        else:
            path.write_bytes(scrambled(text, rng).encode())
        try:
            loaded = gl.Match.load(path)
        except GamelibError as error:
            assert str(path) in str(error) or "no game" in str(error)
            refused += 1
        else:
            assert loaded.game is match.game
            assert loaded.situation
    assert refused > rounds / 2


@pytest.mark.parametrize("name", game.names())
def test_kits(name, tmp_path):
    found = game.load(name)
    text = (found.folder / "kit.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    rounds = ROUNDS // len(game.names())
    refused = 0
    for seed in range(2 * rounds):
        rng = random.Random(seed)
        path = tmp_path / "kit.toml"
        try:
            if seed % 2:
                kit = gl.Kit(found, mutated(data, rng), path)
            else:
                path.write_bytes(scrambled(text, rng).encode())
                kit = gl.Kit.load(found, path)
        except GamelibError as error:
            assert str(path) in str(error)
            refused += 1
        else:
            assert gl.Match(found, kit=kit).situation
    assert refused > rounds / 4


@pytest.mark.parametrize("name", game.names())
def test_scenarios(name, tmp_path):
    found = game.load(name)
    rounds = ROUNDS // len(game.names())
    refused = 0
    for seed in range(2 * rounds):
        rng = random.Random(seed)
        path = tmp_path / "scenario.toml"
        text = rng.choice(found.scenarios).read_text(encoding="utf-8")
        path.write_bytes(scrambled(text, rng).encode())
        try:
            gl.scenario.run(path)
        except GamelibError as error:
            assert str(path) in str(error)
            refused += 1
    assert refused > rounds / 4


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"[" * 100_000, b"{" * 100_000, b"null", b'"text"'])
@pytest.mark.parametrize("load", [gl.Match.load, gl.scenario.run, lambda p: gl.Kit.load(game.load("habits"), p)])
def test_no_file_at_all(load, content, tmp_path):
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(gl.BadFile, match="file"):
        load(path)
    with pytest.raises(gl.BadFile, match="can't be read"):
        load(tmp_path / "missing")
