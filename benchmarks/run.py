"""How fast gamelib is, beside what it should reach.

    python -m benchmarks                    all games
    python -m benchmarks habits --quick     one game; no compiling from nothing

Times are of the clock; where others use the machine too, the processor's own time (cpu) says more. Ratios come from
measurements taken in turns, so that they stand whatever else runs.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import gamelib as gl
from gamelib import game as games
from gamelib import twin
from gamelib.study import simulate
from gamelib.workers import Crew

PIG = Path(__file__).parent.parent / "tests" / "games" / "pig"
RANDOM_PER_SECOND = {"pig": 30e6, "habits": 3e6, "connections": 3e6}  # the rest: 1 million
ENOUGH = 0.7  # seconds that a measurement takes at least
ROUNDS = 3
LARGEST_GAME = 60.0  # seconds of compiling that the largest game may take
MILLION_KIT = {"goal": 20}


@dataclass
class Line:
    """One line of the table."""

    what: str
    measured: str
    reach: str = ""
    good: bool | None = None

    def __str__(self) -> str:
        mark = "" if self.good is None else "ok" if self.good else "MISSED"
        return f"{self.what:<58} {self.measured:>26}   {self.reach:<22} {mark}"


def main(arguments: list[str] | None = None) -> int:
    """Measure and print; the exit code does not judge."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("game", nargs="*", help="names or folders of games (default: all, and Pig)")
    parser.add_argument("--quick", action="store_true", help="leave out what takes minutes: compiling from nothing")
    options = parser.parse_args(arguments)
    print(f"{platform.platform()}, {os.cpu_count()} cores, Python {platform.python_version()}, load {_load()}")
    print(Line("import gamelib", *_import_time()), flush=True)
    for name in options.game or [str(PIG), *games.names()]:
        for measure in MEASURES if options.quick else [compiling, *MEASURES]:
            try:
                lines = measure(games.load(name))
            except Exception as error:  # one game at fault, or half made, should not hide the others
                lines = [Line(f"{Path(name).name}: {measure.__name__}", f"{type(error).__name__}: {error}"[:60])]
            for line in lines:
                print(line, flush=True)
    if not options.quick:
        print(_million(), flush=True)
    print(f"load at the end {_load()}")
    return 0


def _load() -> str:
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "?"


def _seconds(code: str, **environment: str) -> list[float]:
    """Run a program in a fresh process; the numbers that it prints."""
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **environment}, capture_output=True, text=True, check=True
    )
    return [float(word) for word in done.stdout.split()]


CLOCK = "import time; began, work = time.perf_counter(), time.process_time()\n"
TELL = "print(time.perf_counter() - began, time.process_time() - work)\n"


def _import_time() -> tuple[str, str, bool]:
    tries = [_seconds(CLOCK + "import gamelib\ngamelib.Match\n" + TELL) for _ in range(ROUNDS)]
    wall, cpu = min(wall for wall, _ in tries), min(cpu for _, cpu in tries)
    return f"{wall:.2f} s (cpu {cpu:.2f})", "under 0.5 s", min(wall, cpu) < 0.5


def compiling(game: games.Game) -> list[Line]:
    """From nothing, and from the cache: what a first study under one strategy needs, Numba's own start left out."""
    code = (
        "from gamelib import game, twin\nimport sys\ntwin._numba()\n"
        + CLOCK
        + f"fast = twin.compiled(game.load({str(game.folder)!r}))\n"
        + "fast.strategy('greedy'), fast.loop('play_many')\n"
        + TELL
    )
    if game.folder.parent == games.HOME:
        code = code.replace(repr(str(game.folder)), repr(game.name))
    with tempfile.TemporaryDirectory() as cache:
        cold = _seconds(code, GAMELIB_CACHE=cache)
        warm = _seconds(code, GAMELIB_CACHE=cache)
    return [
        Line(
            f"{game.name}: compile from nothing",
            f"{cold[0]:.1f} s (cpu {cold[1]:.1f})",
            "under 20 s (largest 60)",
            cold[1] < 20 or None if cold[1] < LARGEST_GAME else False,
        ),
        Line(f"{game.name}: load from cache", f"{warm[0]:.2f} s (cpu {warm[1]:.2f})", "under 0.5 s", warm[1] < 0.5),
    ]


def interpreted(game: games.Game) -> list[Line]:
    """Random play in plain Python."""
    crew = Crew(game, game.default_kit, ["random"] * game.default_kit.record.players, 1, 400)
    crew.twin = twin.interpreted(game)
    crew._choosers = (crew.twin.strategy("random"),) * game.rules.MAX_SEATS
    rate = _rate(crew, 1)
    return [Line(f"{game.name}: interpreted, moves a second", f"{rate:,.0f}", "over 2,000", rate > 2_000)]


def compiled(game: games.Game) -> list[Line]:
    """Random play, on one core and on all, in turns."""
    most = min(20_000, int(game.rules.MOVE_LIMIT))
    crew = Crew(game, game.default_kit, ["random"] * game.default_kit.record.players, 1, most)
    crew.play(0, 1)
    rate = max(_rate(crew, 5) for _ in range(ROUNDS))
    reach = RANDOM_PER_SECOND.get(game.name, 1e6)
    lines = [
        Line(
            f"{game.name}: compiled, one core, moves a second",
            f"{rate / 1e6:.2f} million",
            f"over {reach / 1e6:.0f} million",
            rate > reach,
        )
    ]
    return [*lines, _both_cores(game, crew)]


def _rate(crew: Crew, count: int) -> float:
    """Moves a second, of processor time: other processes on the machine count for less."""
    while _clock(lambda size=count: crew.play(0, size)) < ENOUGH / 10:
        count *= 2
    began, moves, first = time.process_time(), 0, 0
    while time.process_time() - began < ENOUGH:
        chunk = crew.play(first, count)
        moves += int(chunk.columns["moves"].sum())
        first += count
    return moves / (time.process_time() - began)


def _both_cores(game: games.Game, crew: Crew) -> Line:
    """How much sooner a study is done with two threads than with one."""

    def takes(count: int, hands: int) -> float:
        return _clock(lambda: simulate(game, count, "random", workers=hands, progress=False, limit=crew.limit))

    count = 200
    while takes(count, 1) < ENOUGH:
        count *= 2
    pairs = [(takes(count, 1) / takes(count, 2), _machine_gives()) for _ in range(2 * ROUNDS)]
    ratio, given = (statistics.median(each) for each in zip(*pairs, strict=True))
    # Where others hold the cores, no ratio says anything about gamelib.
    reached = True if ratio >= 1.7 else None if given < 1.8 else False
    says = f"{ratio:.2f} times (hashing: {given:.2f})"
    return Line(f"{game.name}: two cores beside one", says, "at least 1.7 times", reached)


def _machine_gives() -> float:
    """How much sooner two threads are done with work that shares nothing: 2, unless others use the cores too."""
    data = bytes(40_000_000)

    def work(hands: int) -> None:
        with ThreadPoolExecutor(hands) as pool:
            list(pool.map(lambda _: hashlib.sha256(data).digest(), range(8)))

    return _clock(lambda: work(1)) / _clock(lambda: work(2))


def _clock(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def greedy(game: games.Game) -> list[Line]:
    """A study of 10,000 games under the greedy strategy."""
    simulate(game, 10, "greedy", progress=False)
    study = None

    def play() -> None:
        nonlocal study
        study = simulate(game, 10_000, "greedy", progress=False)

    took = min(_clock(play) for _ in range(2))
    assert study is not None
    moves = study.frame["moves"].mean()
    return [Line(f"{game.name}: 10,000 greedy games ({moves:,.0f} moves each)", f"{took:.2f} s", "under 2 s", took < 2)]


def hint(game: games.Game) -> list[Line]:
    """Win chances of each legal action at the first decision: 2,000 rollouts each."""
    match = gl.Match(game, 1, auto="chance")
    for _ in match.odds(rollouts=1):
        pass
    began = time.perf_counter()
    times = [time.perf_counter() - began for _ in match.odds(rollouts=2_000)]
    if not times:
        return [Line(f"{game.name}: hint", "nothing to choose at the start")]
    what = f"{game.name}: hint, {len(match.actions)} actions"
    return [Line(what, f"{times[0]:.2f} s, all {times[-1]:.1f} s", "first in 0.5 s", times[0] < 0.5)]


def click(game: games.Game) -> list[Line]:
    """What the kernel does for a click: play, describe what is legal, draw the board."""
    match = gl.Match(game, 1, auto="chance")
    match.game.board.figure(match.state, match.kit)
    times = []
    for number in range(30):
        if match.over:
            match = gl.Match(game, number + 2, auto="chance")
        began = time.perf_counter()
        match.play(0)
        texts = [str(action) for action in match.actions]
        match.game.board.figure(match.state, match.kit, lit=texts)
        times.append(time.perf_counter() - began)
    took = statistics.median(times)
    return [Line(f"{game.name}: a click, in the kernel", f"{1000 * took:.0f} ms", "150 ms with the page", took < 0.1)]


MEASURES = [interpreted, compiled, greedy, hint, click]


def _million() -> Line:
    """A million (short) games of Pig: time and memory of the whole process."""
    code = (
        "import resource\nimport gamelib as gl\n"
        + CLOCK
        + f"gl.simulate({str(PIG)!r}, 1_000_000, 'hold', kit={MILLION_KIT!r}, progress=False)\n"
        + "print(time.perf_counter() - began, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )
    took, kilobytes = _seconds(code)
    return Line("pig: 1,000,000 games", f"{took:.1f} s, {kilobytes / 1024:.0f} MB", "under 1 GB", kilobytes < 1e6)


if __name__ == "__main__":
    np.seterr(over="ignore")
    sys.exit(main())
