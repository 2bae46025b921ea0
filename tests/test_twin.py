"""One source of rules, run two ways: the same games byte for byte; a cache that is never stale and may fail."""

import copy
import os
import pickle
import shutil
import subprocess
import sys
import textwrap
import warnings
from pathlib import Path

import numpy as np
import pytest

from gamelib import game, luck, rows, twin

PIG = Path(__file__).parent / "games" / "pig"
numba_only = pytest.mark.skipif(bool(twin.NUMBA_MISSING), reason="needs Numba")


def run(code, **environment):
    """A fresh process; returns what it printed."""
    done = subprocess.run(
        [sys.executable, "-W", "error::UserWarning:gamelib", "-c", textwrap.dedent(code)],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split(), done.stderr


def played(one, strategies, games, limit, first=0, seed=5):
    """Everything that comes of some games: states, moves, scores and tallies."""
    rules, kit = one.game.rules, one.game.default_kit.record
    states, moves = one.game.new_states(games), np.zeros(games, np.int64)
    scores, tallies = np.zeros((games, rules.MAX_SEATS, 2)), np.zeros((games, rules.EVENTS), np.int64)
    choosers = tuple(one.strategy(strategies[seat % len(strategies)]) for seat in range(rules.MAX_SEATS))
    with luck.wrapping():
        assert one.loop("play_many")(kit, choosers, seed, first, limit, states, moves, scores, tallies) == -1
    return states, moves, scores, tallies


@numba_only
@pytest.mark.parametrize("strategies", [["random"], ["hold", "random"], ["greedy"], ["race", "first"]], ids="-".join)
def test_compiled_is_interpreted_byte_for_byte(strategies):
    pig = game.load(PIG)
    limit = 40 if "first" in strategies else 60
    fast = played(twin.compiled(pig), strategies, 200, limit)
    slow = played(twin.interpreted(pig), strategies, 200, limit)
    for one, other in zip(fast, slow, strict=True):
        assert one.tobytes() == other.tobytes()
    assert len({state.tobytes() for state in fast[0]}) == 200


@numba_only
@pytest.mark.parametrize("strategy", ["montecarlo", "tree"])
def test_searches_are_the_same_too(strategy):
    pig = game.load(PIG)
    one, other = (played(way(pig), [strategy], 1, 3) for way in (twin.compiled, twin.interpreted))
    assert one[0].tobytes() == other[0].tobytes()


@numba_only
def test_rollouts_are_the_same():
    pig = game.load(PIG)
    results = []
    for way in (twin.compiled(pig), twin.interpreted(pig)):
        state, out = pig.new_states(), np.zeros((20, 2))
        with luck.wrapping():
            luck.start_luck(state[0].luck, 1, 0)
            pig.rules.setup(state[0], pig.default_kit.record)
            choosers = (way.strategy("hold"),) * 2
            assert way.loop("rollouts")(state[0], pig.default_kit.record, choosers, 0, 0, 3, 0, 1000, out) == -1
        results.append(out)
    assert (results[0] == results[1]).all()
    assert set(results[0][:, 0]) == {0.0, 1.0}


@numba_only
def test_a_warning_that_is_no_news_is_not_shown():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        played(twin.compiled(game.load(PIG)), ["random", "hold"], 2, 50)


@numba_only
def test_each_function_is_compiled_once():
    fast = twin.compiled(game.load(PIG))
    played(fast, ["random"], 1, 10)
    for name, function in fast.namespace.items():
        if hasattr(function, "signatures"):
            assert len(function.signatures) <= 1, f"{name} is compiled for {function.signatures}"


# ---------------------------------------------------------------- the cache


@pytest.fixture
def own_pig(tmp_path):
    """Pig in a folder that may be changed."""
    folder = tmp_path / "pig"
    shutil.copytree(PIG, folder)
    return folder


COUNT = """
    import sys
    import gamelib as gl
    study = gl.simulate(sys.argv[1] if len(sys.argv) > 1 else {folder!r}, 50, "hold", progress=False)
    print(study.frame["moves"].sum(), study.frame["points_1"].max())
    from gamelib import game, twin
    fast = twin.compiled(game.load({folder!r}))
    hits = getattr(fast.namespace["play_many"], "_cache_hits", {{}})
    print(sum(hits.values()))
"""


@numba_only
def test_a_later_process_finds_the_machine_code(own_pig, tmp_path):
    code = COUNT.format(folder=str(own_pig))
    first, _ = run(code, GAMELIB_CACHE=str(tmp_path / "cache"))
    second, told = run(code, GAMELIB_CACHE=str(tmp_path / "cache"))
    assert first[:2] == second[:2]
    assert (first[2], second[2]) == ("0", "1")
    assert "compiling" not in told


@numba_only
def test_a_changed_rule_is_never_served_stale(own_pig, tmp_path):
    code, cache = COUNT.format(folder=str(own_pig)), str(tmp_path / "cache")
    before, _ = run(code, GAMELIB_CACHE=cache)
    rules = own_pig / "rules.py"
    age = rules.stat()
    # A pig no longer loses the sum. The file keeps its size and its time, which is all that Numba looks at.
    text = rules.read_text()
    assert text.count("        state.total += face") == 1
    rules.write_text(text.replace("        state.total += face", "        state.total += 1000")[: len(text)])
    rules.write_text(text.replace("PIG = 1 ", "PIG = 6 "))
    os.utime(rules, ns=(age.st_atime_ns, age.st_mtime_ns))
    assert rules.stat().st_size == age.st_size
    after, _ = run(code, GAMELIB_CACHE=cache)
    assert before != after
    # And back: the old machine code is still there, and right.
    rules.write_text(text)
    again, _ = run(code, GAMELIB_CACHE=cache)
    assert again[:2] == before[:2]
    assert again[2] == "1"


def test_the_cache_is_keyed_by_all_that_is_compiled(own_pig, monkeypatch, tmp_path):
    """Core files as well: luck, strategies, loops, and the way of compiling."""
    monkeypatch.setenv("GAMELIB_CACHE", str(tmp_path / "cache"))
    pig = game.load(own_pig)
    places = {twin._written(pig)}
    for module in (twin.luck, twin.strategies, twin.loops):
        changed = tmp_path / Path(module.__file__).name
        changed.write_text(Path(module.__file__).read_text() + "\n# changed\n")
        monkeypatch.setattr(module, "__file__", str(changed))
        places.add(twin._written(pig))
    changed = tmp_path / "twin.py"
    changed.write_text(Path(twin.__file__).read_text() + "\n# changed\n")
    monkeypatch.setattr(twin, "__file__", str(changed))
    places.add(twin._written(pig))
    assert len(places) == 5
    assert all(place.exists() for place in places)


def test_old_machine_code_is_forgotten(own_pig, monkeypatch, tmp_path):
    monkeypatch.setenv("GAMELIB_CACHE", str(tmp_path / "cache"))
    names = ["pig-0123456789abcdef", "pig-fedcba9876543210", "pigeon-0123456789abcdef", "pig-notes"]
    old, recent, other, own = folders = [tmp_path / "cache" / name for name in names]
    for folder in folders:
        (folder / "__pycache__").mkdir(parents=True)
        for each in (folder / "__pycache__", folder):
            os.utime(each, (0, 0))
    os.utime(recent / "__pycache__")
    twin._written(game.load(own_pig))
    assert not old.exists()
    assert recent.exists() and other.exists() and own.exists()


def test_a_damaged_file_in_the_cache_is_mended(own_pig, monkeypatch, tmp_path):
    monkeypatch.setenv("GAMELIB_CACHE", str(tmp_path / "cache"))
    path = twin._written(game.load(own_pig))
    path.write_text("half a fi")
    assert twin._written(game.load(own_pig)) == path
    assert path.read_text() == twin.source(game.load(own_pig))


@numba_only
def test_a_cache_that_cannot_be_written_is_survived(own_pig, tmp_path):
    (tmp_path / "file").write_text("not a folder")
    code = COUNT.format(folder=str(own_pig)).replace(
        "import sys", "import sys, warnings\n    warnings.simplefilter('always')"
    )
    there, told = run(code, GAMELIB_CACHE=str(tmp_path / "file" / "cache"))
    good, _ = run(COUNT.format(folder=str(own_pig)), GAMELIB_CACHE=str(tmp_path / "cache"))
    assert there[:2] == good[:2]
    assert "can't be written" in told
    assert "Set GAMELIB_CACHE" in told


# ---------------------------------------------------------------- without Numba, and before it


def test_all_works_without_numba(tmp_path):
    code = f"""
        import sys
        import gamelib as gl
        study = gl.simulate({str(PIG)!r}, 20, "hold", progress=False, kit={{"goal": 20}})
        mine = gl.simulate({str(PIG)!r}, 5, lambda s, k, a, n: 0, progress=False, kit={{"goal": 20}})
        match = study.reopen(3)
        match.goto(len(match.steps))
        print(study.frame["moves"].sum(), match.over, len(mine.frame))
        print(gl.compare({str(PIG)!r}, ["hold", "random"], 5, progress=False, kit={{"goal": 20}}).frame.shape[0])
        odds = list(gl.Match({str(PIG)!r}).odds(rollouts=4))[-1]
        print(len(odds), "numba" in sys.modules)
    """
    slow, told = run(code, GAMELIB_NO_NUMBA="1")
    assert told.count("interpreted: all works") == 1, "said once"
    assert slow[1:] == ["True", "5", "20", "1", "False"]
    if not twin.NUMBA_MISSING:
        fast, told = run(code)
        assert fast[:4] == slow[:4]
        assert "all works" not in told


def test_import_is_light():
    out, _ = run(
        """
        import sys, time
        started = time.process_time()
        import gamelib
        took = time.process_time() - started
        heavy = {"numba", "pandas", "plotly", "scipy", "ipywidgets", "IPython"} & set(sys.modules)
        print(took, *heavy)
        gamelib.Match, gamelib.games
        """
    )
    assert float(out[0]) < 0.5
    assert out[1:] == []


# ---------------------------------------------------------------- strategies of one's own


def helper(state, least):
    return state.total >= least


def choose_with_helper(state, kit, actions, n):
    return 1 if n > 1 and helper(state, 12) else 0


@numba_only
def test_a_strategy_may_use_helpers_and_the_rules():
    pig = game.load(PIG)
    rules, draw = pig.rules, luck.below

    def choose_by_rules(state, kit, actions, n):
        for i in range(n):
            if rules.forbids(state, kit, actions[i]) == 0 and actions[i].kind == rules.HOLD and state.total > 10:
                return i
        return draw(state.luck, luck.WHIM, n)

    fast = twin.compiled(pig)
    for strategy in (choose_with_helper, choose_by_rules):
        made = fast.adopt(strategy)
        assert len(made.nopython_signatures) == 1
        results = []
        for way, choose in ((fast, made), (twin.interpreted(pig), strategy)):
            way.namespace["choose_tested"] = choose
            results.append(played_with(way, choose))
        assert results[0].tobytes() == results[1].tobytes()


def played_with(way, choose):
    rules, kit = way.game.rules, way.game.default_kit.record
    states, moves = way.game.new_states(30), np.zeros(30, np.int64)
    scores, tallies = np.zeros((30, rules.MAX_SEATS, 2)), np.zeros((30, rules.EVENTS), np.int64)
    with luck.wrapping():
        way.loop("play_many")(kit, (choose,) * rules.MAX_SEATS, 5, 0, 80, states, moves, scores, tallies)
    return states


@numba_only
def test_a_strategy_that_returns_no_whole_number_is_refused():
    fast = twin.compiled(game.load(PIG))
    for nonsense in (0.5, None, "hold"):
        with pytest.raises(TypeError, match="expected the index of an action"):
            fast.adopt(returning(nonsense))


def returning(value):
    return lambda state, kit, actions, n: value


# ---------------------------------------------------------------- rows


def test_quick_rows_are_the_same_rows():
    pig = game.load(PIG)
    plain = np.zeros(2, pig.rules.STATE)
    quick = plain.view(rows.quick(pig.rules.STATE))
    assert quick.dtype == plain.dtype
    assert rows.quick(pig.rules.STATE) is rows.quick(pig.rules.STATE)
    quick[0].turn = 7
    quick[0].points[1] = 9
    assert (plain[0].turn, plain["points"][0].tolist()) == (7, [0, 9])
    assert isinstance(quick[0], np.record)
    assert quick[0] == plain[0]
    assert type(quick[0].turn) is type(plain[0].turn)
    quick[1] = plain[0]
    assert plain[1].tobytes() == plain[0].tobytes()
    with pytest.raises(AttributeError):
        _ = quick[0].nosuch
    with pytest.raises(OverflowError):
        quick[0].turn = 2**40
    for kept in (pickle.loads(pickle.dumps(quick)), copy.deepcopy(quick)):
        assert kept.tobytes() == quick.tobytes()
    assert pickle.loads(pickle.dumps(quick[0])).points.tolist() == [0, 9]


def test_a_method_of_numpy_goes_before_a_field():
    """As with numpy.record, so that nothing depends on which of the two a row is."""
    odd = np.zeros(1, rows.quick(np.dtype((np.record, [("copy", "i4"), ("turn", "i4")]))))
    assert callable(odd[0].copy)
    assert odd[0]["copy"] == 0
