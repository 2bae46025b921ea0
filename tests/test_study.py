"""Studies: the same games whoever plays them, faults and interruptions survived, numbers that are right."""

import os
import signal
import subprocess
import sys
import textwrap
import time
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import gamelib as gl
from gamelib import game, study, workers
from gamelib.errors import BadFile, StrategyFault, UnknownStrategy

PIG = Path(__file__).parent / "games" / "pig"
SHORT = {"goal": 20}
MORTAL = os.environ.get("GAMELIB_TEST_MORTAL", "")


def pig(games=300, strategy="hold", **more):
    """A study of short games of Pig."""
    return gl.simulate(PIG, games, strategy, kit=SHORT, progress=False, **more)


# Strategies of somebody else.


def choose_brave(state, kit, actions, n):
    return 1 if n > 1 and state.total >= 15 else 0


def choose_brave_but_slow(state, kit, actions, n):
    return 1 if n > 1 and int(Path(str(state.total)).name) >= 15 else 0


def choose_raise(state, kit, actions, n):
    if state.turn == 9:
        raise ValueError("nine is too much")
    return 0 if state.total < 10 else n - 1


def choose_raise_slowly(state, kit, actions, n):
    if Path(str(state.turn)).name == "9":
        raise ValueError("nine is too much")
    return 0 if state.total < 10 else n - 1


def choose_beyond(state, kit, actions, n):
    return n if state.turn == 9 else 0 if state.total < 10 else n - 1


def choose_mortal(state, kit, actions, n):
    """Kills the process that it runs in, once; and can't be compiled."""
    if os.environ.get("GAMELIB_TEST_MORTAL") and not Path(MORTAL).exists():
        Path(MORTAL).touch()
        os._exit(1)
    return choose_brave(state, kit, actions, n)


# ---------------------------------------------------------------- the same games


def test_results_do_not_depend_on_workers_or_pieces(monkeypatch):
    expected = pig(workers=1).frame
    assert len(expected) == 300
    assert expected["turn"].nunique() > 5
    for hands in (2, 3, 8):
        pd.testing.assert_frame_equal(pig(workers=hands).frame, expected)
    for pieces in (1, 7, 299):
        monkeypatch.setattr(workers, "PIECES", pieces)
        pd.testing.assert_frame_equal(pig().frame, expected)


def test_results_do_not_depend_on_the_executor():
    expected = pig().frame
    with ThreadPoolExecutor(2) as pool:
        pd.testing.assert_frame_equal(pig(executor=pool).frame, expected)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        there = pig(executor=pool)
    pd.testing.assert_frame_equal(there.frame, expected)
    assert there.notes == []


def test_a_game_does_not_depend_on_how_many_there_are():
    pd.testing.assert_frame_equal(pig(40).frame, pig(300).frame.head(40))


def test_seeds_differ():
    assert not pig(seed=1).frame["moves"].equals(pig(seed=2).frame["moves"])


def test_pieces_cover_all_games_once():
    for count in (1, 2, 99, 100, 101, 10_000, 1_234_567):
        pieces = workers.pieces_of(count)
        assert pieces[0][0] == 0
        assert all(a + n == b for (a, n), (b, _) in zip(pieces, pieces[1:], strict=False))
        assert sum(n for _, n in pieces) == count
        assert max(n for _, n in pieces) <= workers.LARGEST


# ---------------------------------------------------------------- the frame


def test_columns_of_a_game_for_two():
    frame = pig().frame
    wanted = ["game", "moves", "turn", "win_1", "points_1", "win_2", "points_2", "winner", "finished"]
    assert list(frame) == [*wanted, "fell", "pigged", "banked", "event_won"]
    assert frame["finished"].all()
    assert (frame["win_1"] + frame["win_2"] == 1).all()
    assert (frame["winner"] == np.where(frame["win_1"] == 1, 1, 2)).all()
    winners = np.where(frame["winner"] == 1, frame["points_1"], frame["points_2"])
    assert (winners >= 20).all()
    assert (frame["event_won"] == 1).all()
    assert pig().events == ["fell", "pigged", "banked", "event_won"]


def test_columns_of_a_game_for_one():
    frame = gl.simulate("habits", 20, "greedy", limit=300, progress=False).frame
    assert list(frame)[:7] == ["game", "moves", "turn", "won", "points", "winner", "finished"]
    assert frame["won"].dtype == bool
    assert (frame["event_won"] == frame["won"]).all()
    assert (frame["winner"] == frame["won"]).all()
    assert (frame["moves"] <= 300).all()


def test_event_names_are_those_of_the_rules():
    for name in (*game.names(), PIG):
        rules = workers._where_events_are(game.load(name))
        names = workers.event_names(game.load(name))
        assert len(names) == rules.EVENTS == len(set(names))
        assert [getattr(rules, each.upper()) for each in names] == list(range(rules.EVENTS))


def test_moves_that_were_broken_off_are_told():
    short = pig(limit=10)
    assert (~short.frame["finished"]).sum() > 0
    assert "broken off after 10 moves" in short.notes[0]


@pytest.mark.parametrize("strategy", ["hold", ["hold", "random"], choose_brave, ["race", choose_brave]])
def test_any_game_can_be_reopened(strategy):
    played = pig(60, strategy)
    events = game.load(PIG).rules
    for number in (0, 1, 17, 59):
        row = played.frame.loc[number]
        match = played.reopen(number)
        assert match.step == 0
        match.goto(len(match.steps))
        assert match.step == row["moves"]
        assert match.over
        assert match.outcome.winners == (row["winner"] - 1,)
        assert match.outcome.points == (row["points_1"], row["points_2"])
        kinds = [line.event for line in match.log]
        for name in ("fell", "pigged", "banked", "event_won"):
            assert kinds.count(getattr(events, name.removeprefix("event_").upper())) == row[name]


def test_reopening_takes_forced_steps_by_itself():
    match = gl.simulate("habits", 3, "greedy", progress=False, limit=200).reopen(2)
    assert match.steps[0].auto
    assert not match.steps[1].auto


def test_reopening_finds_out_a_strategy_that_remembers():
    calls = [0]

    def forgetful(state, kit, actions, n):
        calls[0] += 1
        return n - 1 if calls[0] > 24 else 0

    played = pig(2, forgetful)
    with pytest.raises(StrategyFault, match="must depend on nothing but what it is given"):
        played.reopen(0)
    with pytest.raises(ValueError, match="expected a whole number from 0 to 1"):
        played.reopen(2)


def test_files(tmp_path):
    played = pig(50)
    played.to_csv(tmp_path / "new" / "games.csv")
    pd.testing.assert_frame_equal(pd.read_csv(tmp_path / "new" / "games.csv"), played.frame, check_dtype=False)
    pytest.importorskip("pyarrow")
    played.to_parquet(tmp_path / "games.parquet")
    pd.testing.assert_frame_equal(pd.read_parquet(tmp_path / "games.parquet"), played.frame)
    assert {path.name for path in tmp_path.rglob("*")} == {"new", "games.csv", "games.parquet"}


# ---------------------------------------------------------------- strategies of one's own


def test_a_function_is_compiled_or_interpreted_and_plays_the_same():
    fast = pig(30, choose_brave)
    slow = pig(30, choose_brave_but_slow)
    assert fast.notes == ["brave is compiled"]
    assert len(slow.notes) == 1
    assert slow.notes[0].startswith("brave_but_slow can't be compiled, so these games run interpreted")
    assert "Path" in slow.notes[0], "the reason"
    pd.testing.assert_frame_equal(fast.frame, slow.frame)
    assert "brave_but_slow can&#x27;t be compiled" in slow._repr_html_()


def test_a_function_that_is_changed_is_compiled_anew():
    bound = 5

    def choose_own(state, kit, actions, n):
        return 1 if n > 1 and state.total >= bound else 0

    first = pig(20, choose_own).frame
    bound = 19
    assert not first.equals(pig(20, choose_own).frame)


@pytest.mark.parametrize("strategy", [choose_raise, choose_raise_slowly, choose_beyond])
@pytest.mark.parametrize("hands", [1, 2])
def test_a_strategy_at_fault_is_told_and_what_was_done_is_kept(strategy, hands):
    whole = pig(60, choose_brave_but_slow if strategy is choose_raise_slowly else choose_brave)
    assert whole.frame["turn"].max() >= 9
    with pytest.raises(StrategyFault) as caught:
        pig(60, strategy, workers=hands)
    fault = caught.value
    assert f"game {fault.game_number}, step {fault.step}: " in str(fault)
    assert strategy.__name__.removeprefix("choose_") in str(fault)
    if strategy is choose_beyond:
        assert "no index" in str(fault)
    else:
        assert "nine is too much" in str(fault)
        assert isinstance(fault.__cause__, ValueError)
    assert len(fault.study.frame) == fault.game_number
    assert not fault.study.complete
    assert (fault.study.frame["turn"] < 9).all()
    assert (fault.game_number, fault.step) == FAULTS.setdefault("at", (fault.game_number, fault.step))
    # It can be looked at: the game up to that step.
    assert fault.study.frame["game"].tolist() == list(range(fault.game_number))


FAULTS: dict = {}


def test_a_strategy_that_reads_beyond_an_array_is_at_fault():
    def choose_far(state, kit, actions, n):
        return state.points[n + 7]

    with pytest.raises(StrategyFault, match="game 0, step 0: far raised IndexError"):
        pig(5, choose_far)


@pytest.mark.parametrize("nonsense", [None, "hold", 0.5, -1])
def test_nonsense_is_a_fault(nonsense):
    with pytest.raises(StrategyFault, match="game 0, step 0"):
        pig(5, lambda state, kit, actions, n: nonsense)


def test_bad_input_is_told():
    with pytest.raises(UnknownStrategy, match="no strategy 'hodl'; there are hold, greedy, race, random"):
        pig(strategy="hodl")
    with pytest.raises(ValueError, match="a strategy for each of 2 seats, got 3"):
        pig(strategy=["hold"] * 3)
    for games in (0, -1, 1.5, True, "10", 2**31):
        with pytest.raises(ValueError, match="games: expected a whole number"):
            pig(games)
    for seed in (-1, 2**63, None, 0.5):
        with pytest.raises(ValueError, match="seed: expected a whole number"):
            pig(seed=seed)
    with pytest.raises(ValueError, match="workers: expected"):
        pig(workers=0)
    with pytest.raises(BadFile, match="no such house rule"):
        gl.simulate(PIG, kit={"gaol": 20})
    with pytest.raises(KeyError, match="no column 'turns'; there are game, moves"):
        pig(3).plot("turns")
    with pytest.raises(TypeError, match="a strategy is a name or a function, not 7"):
        pig(3, [7, "hold"])


# ---------------------------------------------------------------- workers that die, and being interrupted


class Flaky(Executor):
    """Loses each piece once."""

    def __init__(self):
        self.seen = set()

    def submit(self, fn, /, *args, **kwargs):
        future = Future()
        if args[1] in self.seen:
            future.set_result(fn(*args, **kwargs))
        else:
            self.seen.add(args[1])
            future.set_exception(ConnectionError("the worker is gone"))
        return future


def test_a_lost_piece_is_played_again():
    again = pig(executor=Flaky())
    pd.testing.assert_frame_equal(again.frame, pig().frame)
    assert again.complete
    assert again.notes == [
        "300 of 300 games were lost with a worker (ConnectionError: the worker is gone), and played again by the others"
    ]


def test_a_pool_that_breaks_costs_a_retry(tmp_path, monkeypatch):
    mark = tmp_path / "dead"
    monkeypatch.setenv("GAMELIB_TEST_MORTAL", str(mark))
    expected = pig(40, choose_brave).frame
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        # The worker imports this file, and so finds the name of the mark in its environment.
        played = pig(40, choose_mortal_of(), executor=pool)
    assert mark.exists()
    pd.testing.assert_frame_equal(played.frame, expected)
    assert played.complete
    assert any("BrokenProcessPool" in note and note.endswith("played again here") for note in played.notes)


def choose_mortal_of():
    """The deadly strategy, disarmed in this process."""
    globals()["MORTAL"] = __file__  # exists
    return choose_mortal


def test_a_strategy_that_cannot_be_sent_is_played_here(monkeypatch):
    monkeypatch.setattr(workers.importlib.util, "find_spec", lambda name: None)

    def choose_local(state, kit, actions, n):
        return 0

    with ThreadPoolExecutor(1) as pool:
        played = pig(5, choose_local, executor=pool, limit=50)
    assert len(played.frame) == 5
    assert any("played again here" in note for note in played.notes)


def test_an_interrupted_study_keeps_what_is_done(monkeypatch, capsys):
    whole = pig()
    real = workers.spread

    def interrupted(*args):
        for number, chunk in enumerate(real(*args)):
            if number == 10:
                raise KeyboardInterrupt
            yield chunk

    monkeypatch.setattr(study, "spread", interrupted)
    part = pig(workers=1)
    assert not part.complete
    assert "30 of 300 games are kept" in capsys.readouterr().err
    pd.testing.assert_frame_equal(part.frame, whole.frame.head(30))
    assert "30 of 300 games" in repr(part)
    part.summary()


@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise on Windows")
def test_a_real_interrupt(tmp_path):
    code = f"""
        import gamelib as gl
        gl.simulate({str(PIG)!r}, 10, "hold", progress=False)
        print("ready", flush=True)
        study = gl.simulate({str(PIG)!r}, 50_000_000, "hold", progress=False)
        print("kept", len(study.frame), study.complete, flush=True)
    """
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "ready\n"
    time.sleep(2)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    word, kept, complete = out.split()
    assert (word, complete) == ("kept", "False"), err
    assert 0 < int(kept) < 50_000_000
    assert "games are kept" in err
    assert process.returncode == 0


def test_a_fault_takes_the_lowest_game_even_where_later_ones_fail_first():
    class Backwards(Executor):
        def submit(self, fn, /, *args, **kwargs):
            future = Future()
            self.calls = [*getattr(self, "calls", []), (future, fn, args)]
            if len(self.calls) == 60:
                for each, function, given in reversed(self.calls):
                    each.set_result(function(*given))
            return future

    with pytest.raises(StrategyFault) as there:
        pig(60, choose_beyond, executor=Backwards())
    with pytest.raises(StrategyFault) as here:
        pig(60, choose_beyond, workers=1)
    assert str(there.value) == str(here.value)
    pd.testing.assert_frame_equal(there.value.study.frame, here.value.study.frame)


# ---------------------------------------------------------------- numbers


def test_intervals_are_the_textbook_ones():
    eight_of_ten = pd.Series([True] * 8 + [False] * 2, name="won")
    assert study._interval(eight_of_ten) == pytest.approx((0.8, 0.4901625, 0.9433178), abs=1e-6)  # Wilson 1927
    assert study._interval(pd.Series([1.0, 2.0, 3.0, 4.0], name="turn")) == pytest.approx(
        (2.5, 2.5 - 3.182446 * 1.290994 / 2, 2.5 + 3.182446 * 1.290994 / 2), abs=1e-5
    )
    assert study._interval(pd.Series([3, 3, 3], name="turn")) == (3, 3, 3)
    assert study._interval(pd.Series([True], name="won"))[0] == 1
    assert np.isnan(study._interval(pd.Series([2.0], name="turn"))[1])
    shared = pd.Series([1.0, 0.5, 0.0, 1.0], name="win_1")
    assert study._interval(shared)[0] == 0.625


def test_summary():
    played = pig()
    summary = played.summary()
    assert "game" not in summary.index
    assert list(summary) == ["mean", "low", "high", "sd", "least", "most", "q05", "q25", "q50", "q75", "q95"]
    turn = played.frame["turn"]
    assert summary.loc["turn", "mean"] == turn.mean()
    assert summary.loc["turn", "q50"] == turn.median()
    assert summary.loc["turn", "most"] == turn.max()
    assert summary.loc["win_1", "low"] < turn.size and summary.loc["win_1", "low"] < summary.loc["win_1", "mean"]
    assert "seat 1 (hold)" in repr(played)
    assert "<table" in played._repr_html_()


def test_intervals_hold_what_they_promise():
    """Over many studies, about 95 % of the intervals hold the true share (that of all games together)."""
    whole = pig(20_000, "hold").frame["win_1"]
    truth = whole.mean()
    parts = whole.to_numpy().reshape(200, 100)
    hits = sum(low <= truth <= high for _, low, high in (study._interval(pd.Series(p, name="win_1")) for p in parts))
    assert 180 <= hits <= 199


# ---------------------------------------------------------------- comparing


def compare(strategies, games=200, **more):
    return gl.compare(PIG, strategies, games, kit=SHORT, progress=False, **more)


def test_the_same_strategy_twice_differs_in_nothing():
    def choose_hold(state, kit, actions, n):
        return 1 if n > 1 and state.total >= kit.hold_at else 0

    table = compare(["hold", choose_hold])
    assert set(table.frame["strategy"]) == {"hold", "hold 2"}
    assert table.summary().loc["hold 2", ["more", "more_low", "more_high"]].tolist() == [0, 0, 0]


def test_each_strategy_takes_each_seat():
    table = compare(["hold", "random"])
    counts = table.frame.groupby(["strategy", "seat"], observed=True).size()
    assert counts.tolist() == [200] * 4
    by_game = table.by_game()
    assert list(by_game) == ["hold", "random"]
    assert (by_game["hold"] == 0.5).all(), "against itself"
    assert len(table.studies) == 3, "each table is played once"
    summary = table.summary()
    assert summary.loc["random", "more_high"] < 0, "random loses"
    assert list(table.differences()["mean"]) == [-summary.loc["random", "more"]]


def test_paired_differences_are_sharper():
    """The point of common luck: the interval of the difference is narrower than that of two separate studies."""

    def choose_near(state, kit, actions, n):
        return 1 if n > 1 and state.total >= kit.hold_at - 1 else 0

    table = compare(["hold", choose_near], 2_000, opponent="random")
    summary = table.summary()
    paired = summary.loc["near", "more_high"] - summary.loc["near", "more_low"]
    apart = np.hypot(*(summary["high"] - summary["low"]))
    assert paired < 0.8 * apart
    assert table.frame["against"].unique().tolist() == ["random"]


def test_comparing_a_game_for_one():
    table = gl.compare("habits", ["random", "greedy"], 30, progress=False, kit={"side": 2})
    assert set(table.frame["seat"]) == {1}
    assert table.summary().index.tolist() == ["random", "greedy"]
    assert "same luck" in repr(table)
    assert table.by_game("turn").shape[1] == 2
    with pytest.raises(KeyError, match="there are strategy, against"):
        table.by_game("turns")


def test_a_tournament_shares_out_all_wins():
    cup = gl.tournament(PIG, ["hold", "random", "race"], 100, kit=SHORT, progress=False)
    table = cup.table()
    assert list(table) == list(table.index) == ["hold", "random", "race"]
    for one in table:
        for two in table:
            if one != two:
                assert table.loc[one, two] + table.loc[two, one] == pytest.approx(1)
    assert len(cup.studies) == 6, "two seatings for each pair"
    assert cup.summary().loc["random", "mean"] < cup.summary().loc["hold", "mean"]


def test_comparisons_refuse_what_makes_no_sense():
    with pytest.raises(ValueError, match="expected a list of strategies"):
        compare("hold")
    with pytest.raises(ValueError, match="at least one"):
        compare([])
    with pytest.raises(ValueError, match="two players or more"):
        gl.tournament("habits", ["random", "greedy"])


# ---------------------------------------------------------------- size


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="memory is measured the way Linux does")
def test_a_million_games_take_less_than_a_gigabyte():
    code = f"""
        import gamelib as gl
        study = gl.simulate({str(PIG)!r}, 1_000_000, "hold", kit={SHORT!r}, progress=False)
        # VmHWM, because ru_maxrss begins with what the parent has.
        peak = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
        print(len(study.frame), peak.split()[1])
    """
    out = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, timeout=300)
    games, kilobytes = map(int, out.stdout.split())
    assert games == 1_000_000
    assert kilobytes < 1_000_000


# ---------------------------------------------------------------- charts


def test_plots_are_figures():
    go = pytest.importorskip("plotly.graph_objects")
    played = pig(100)
    for column in ("moves", "win_1", "pigged", "finished"):
        assert isinstance(played.plot(column), go.Figure)
    assert isinstance(compare(["hold", "random"], 50).plot(), go.Figure)
    cup = gl.tournament(PIG, ["hold", "random"], 20, kit=SHORT, progress=False)
    assert isinstance(cup.plot("points"), go.Figure)
