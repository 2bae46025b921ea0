"""Random Pig side by side: gamelib, OpenSpiel and plain Numba loops, all in one run on one core.

    python -m benchmarks.peers

All play the same rules (a turn may be held at once, throwing on with enough to win is allowed) and count the same
moves: each decision is one, each die that falls is one. The systems take turns in many short rounds. A speed is that of
the best round; a ratio is the median of the ratios in each round, so that what else the machine does hurts neither.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from gamelib import game, twin

PIG = Path(__file__).parents[1] / "tests" / "games" / "pig"
GOAL, FACES, SEATS = 100, 6, 2
LIMIT = 1000  # moves, as OpenSpiel has it

Run = Callable[[int], tuple[int, float]]  # games -> moves, seconds


def ours(strategy: str = "random") -> Run:
    """Compiled gamelib: scores, events and the last state of each game are kept."""
    pig = game.load(PIG)
    kit = pig.kit({"may_pass": True, "stop_at_goal": False, "goal": GOAL, "faces": FACES}).record
    fast = twin.compiled(pig)
    loop, choosers = fast.loop("play_many"), (fast.strategy(strategy),) * SEATS

    def run(games: int) -> tuple[int, float]:
        states, moves = pig.new_states(games), np.zeros(games, np.int64)
        scores, tallies = np.zeros((games, SEATS, 2)), np.zeros((games, pig.rules.EVENTS), np.int64)
        start = time.perf_counter()
        loop(kit, choosers, 1, 0, LIMIT, states, moves, scores, tallies)
        return int(moves.sum()), time.perf_counter() - start

    return run


def plain(draws: str) -> Run:
    """A loop that knows only Pig, and keeps the same figures of each game: moves, turns, points and counts of events.

    `draws`: "numpy" for np.random.randint, as one writes it; "splitmix" for gamelib's random numbers, laid into it.
    """
    import numba

    if draws == "numpy":

        @numba.njit
        def below(luck, n):
            return np.random.randint(n)

    else:

        @numba.njit
        def below(luck, n):
            luck[0] += np.uint64(0x9E3779B97F4A7C15)
            z = luck[0]
            z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
            z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
            z = z ^ (z >> np.uint64(31))
            # Without the rejection step, which two and six outcomes need once in a thousand million times.
            return np.int64(((z >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))

    @numba.njit
    def loop(goal, faces, limit, moves, turns, points, events):
        luck = np.ones(1, np.uint64)
        for row in range(len(moves)):
            seat, total, turns[row] = 0, 0, 1
            while moves[row] < limit:
                moves[row] += 1
                if below(luck, 2) == 0:
                    moves[row] += 1
                    events[row, 0] += 1
                    face = below(luck, faces) + 1
                    if face > 1:
                        total += face
                        continue
                    events[row, 1] += 1
                else:
                    points[row, seat] += total
                    events[row, 2] += 1
                    if points[row, seat] >= goal:
                        events[row, 3] += 1
                        break
                turns[row] += 1
                total = 0
                seat = 1 - seat

    def run(games: int) -> tuple[int, float]:
        moves, turns = np.zeros(games, np.int64), np.zeros(games, np.int64)
        points, events = np.zeros((games, SEATS), np.int64), np.zeros((games, 4), np.int64)
        start = time.perf_counter()
        loop(GOAL, FACES, LIMIT, moves, turns, points, events)
        return int(moves.sum()), time.perf_counter() - start

    run(1)
    return run


def spiel_cpp() -> Run:
    """OpenSpiel's own Pig in its C++ loop: its random bots play whole games."""
    import pyspiel

    pig = pyspiel.load_game("pig", {"winscore": GOAL, "diceoutcomes": FACES, "horizon": LIMIT})
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(SEATS)]

    def run(games: int) -> tuple[int, float]:
        states = [pig.new_initial_state() for _ in range(games)]
        start = time.perf_counter()
        for number, state in enumerate(states):
            pyspiel.evaluate_bots(state, bots, number)
        seconds = time.perf_counter() - start
        return sum(len(state.history()) for state in states), seconds

    return run


def spiel_python() -> Run:
    """OpenSpiel's own Pig, stepped from Python."""
    import pyspiel

    pig = pyspiel.load_game("pig", {"winscore": GOAL, "diceoutcomes": FACES, "horizon": LIMIT})
    rng = np.random.default_rng(1)

    def run(games: int) -> tuple[int, float]:
        moves, start = 0, time.perf_counter()
        for _ in range(games):
            state = pig.new_initial_state()
            while not state.is_terminal():
                actions = state.legal_actions()
                state.apply_action(actions[int(rng.integers(len(actions)))])
                moves += 1
        return moves, time.perf_counter() - start

    return run


def measure(seconds: float = 0.1, rounds: int = 25) -> dict[str, np.ndarray]:
    """Moves a second of each in each round; each system plays for about so many seconds in a round."""
    runs: dict[str, Run] = {"gamelib": ours()}
    if not twin.NUMBA_MISSING:
        runs["plain Numba loop (np.random)"] = plain("numpy")
        runs["plain Numba loop (our random numbers)"] = plain("splitmix")
    try:
        runs["OpenSpiel, C++ loop"] = spiel_cpp()
        runs["OpenSpiel, Python loop"] = spiel_python()
    except ImportError:
        print("OpenSpiel has no wheel for this platform")
    sizes = {}
    for name, run in runs.items():
        games, took = 1, 0.0
        while took < 0.05:
            games *= 2
            _, took = run(games)
        sizes[name] = max(1, int(games * seconds / took))
    speeds = {name: np.zeros(rounds) for name in runs}
    for number in range(rounds):
        for name, run in runs.items():
            moves, took = run(sizes[name])
            speeds[name][number] = moves / took
    return speeds


def report(speeds: dict[str, np.ndarray]) -> str:
    """The speeds as a table, with how many times faster gamelib is."""
    lines = ["random Pig, one core: moves a second, and gamelib as a multiple"]
    for name, speed in speeds.items():
        ratio = np.median(speeds["gamelib"] / speed)
        lines.append(f"  {name:<40} {speed.max() / 1e6:9.2f} million {ratio:9.2f}")
    return "\n".join(lines)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=0.1, help="a round of one system")
    parser.add_argument("--rounds", type=int, default=25)
    asked = parser.parse_args()
    print(report(measure(asked.seconds, asked.rounds)))


if __name__ == "__main__":
    main()
