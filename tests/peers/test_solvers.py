"""Other solvers as oracles: on cut-down games they and ours must find the same values."""

import re
import sys
import threading
import types
from pathlib import Path

import numpy as np
import pytest

from gamelib import Match, exact
from gamelib import game as games

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel here")

from gamelib.adapters import openspiel  # noqa: E402

PIG = Path(__file__).parents[1] / "games" / "pig"
SIDE_BY_SIDE = 1e-6


def value_iteration(game):
    """OpenSpiel's values by the text of each position, of player 0."""
    # It imports a solver of matrix games, for simultaneous moves, which needs packages that nothing here needs.
    sys.modules.setdefault("open_spiel.python.algorithms.lp_solver", types.ModuleType("lp_solver"))
    import open_spiel.python.algorithms as algorithms

    if not hasattr(algorithms, "lp_solver"):
        algorithms.lp_solver = sys.modules["open_spiel.python.algorithms.lp_solver"]
    from open_spiel.python.algorithms import value_iteration as theirs

    found = {}

    def run():
        found.update(theirs.value_iteration(game, -1, 1e-10, cyclic_game=True))

    # It goes through the positions by recursion, as deep as the longest way without a repetition.
    limit, size = sys.getrecursionlimit(), threading.stack_size(256 * 1024 * 1024)
    sys.setrecursionlimit(1_000_000)
    try:
        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
    finally:
        sys.setrecursionlimit(limit)
        threading.stack_size(size)
    return found


def side_by_side(game, kit, utility, seed=0, file=None, ignore=("turn",), rolls=()):
    """Compare the values of all decisions; returns ours."""
    spiel = openspiel.load(game, kit=str(file or ""), seed=seed, ignore=" ".join(ignore), compiled=True, **kit)
    theirs = value_iteration(AfterRolls(spiel, rolls))
    whole = games.load(game).kit(file).changed(kit)
    start = Match(game, seed, whole, auto="none")
    for roll in rolls:
        start.play(roll)
    solution = exact.solve(game, start=start, ignore=("luck", *ignore))
    table = spiel.new_initial_state().table
    compared = []
    for number in range(len(solution)):
        table.row[0] = solution.states[number]
        text = table.text(skip=ignore)
        if text in theirs:
            ours = utility(solution.values[number])
            assert ours == pytest.approx(theirs[text], abs=SIDE_BY_SIDE)
            compared.append(ours)
    assert len(compared) == len(theirs)
    return np.array(compared)


def test_pig():
    values = side_by_side(PIG, {"goal": 7}, lambda value: value[0] - value[1])
    assert len(values) > 500


# Which cards lie on a square of four is decided by the seed; these leave something to chance.
@pytest.mark.parametrize(
    ("seed", "kit"),
    [
        (74, {"side": 2, "faces": 3, "swap_cost": 12, "may_stop": False}),
        (90, {"side": 2, "faces": 2, "swap_cost": 2}),
    ],
)
def test_habits_on_four_cards(seed, kit):
    values = side_by_side("habits", kit, lambda value: value[0], seed)
    assert len(values) > 10


SHORT_PATH = """
[[a_space]]
colour = "green"
[[a_space]]
colour = "tan"
[[a_space]]
colour = "red"
[[b_space]]
colour = "green"
[[b_space]]
colour = "gold"
[[b_space]]
colour = "pitfall"
"""
THREE_CARDS = (("tan", 25), ("red", -50), ("gold", 75))


@pytest.fixture
def short_path(tmp_path):
    """A kit file of Connections with three spaces a circuit and three cards."""
    whole = (games.load("connections").folder / "kit.toml").read_text(encoding="utf-8")
    rules, _, _ = re.sub(r"(?ms)^[ab]_space = \[.*?^\]\n", "", whole).partition("[[card]]")
    cards = [
        f'[[card]]\nname = "{colour}"\ncolour = "{colour}"\npoints = {points}\ncopies = 1\nprompt = "Who?"\n'
        for colour, points in THREE_CARDS
    ]
    file = tmp_path / "short_path.toml"
    file.write_text(rules + 'source = "invented"\n'.join([SHORT_PATH, *cards, ""]), encoding="utf-8")
    return file


class AfterRolls:
    """An OpenSpiel game that starts after some of chance's actions.

    Its value iteration goes through chance without a memory, so that who ties for the start would tie for ever.
    """

    def __init__(self, game, rolls):
        self._game, self._rolls = game, rolls

    def __getattr__(self, name):
        return getattr(self._game, name)

    def new_initial_state(self):
        state = self._game.new_initial_state()
        for roll in self._rolls:
            state.apply_action(roll)
        return state

    def new_initial_states(self):
        return [self.new_initial_state()]


def test_connections_on_a_short_path(short_path):
    """Two players, 100 points to win: when is it time for the escape card?"""
    kit = {
        "players": 2, "faces": 2, "goal": 100, "hundred": 50,
        "below_zero": False, "escape_before_roll": True, "draws": "independent",
    }  # fmt: skip
    counters = ("turn", "given", "falls", "escaped", "unanswered", "first")
    values = side_by_side(
        "connections", kit, lambda value: value[0] - value[1], file=short_path, ignore=counters, rolls=(1, 0)
    )
    assert len(np.unique(values.round(6))) > 100


def test_some_of_these_leave_something_to_chance():
    kit = {"side": 2, "faces": 2, "swap_cost": 2}
    found = [exact.solve("habits", kit, Match("habits", seed, kit, auto="none"), most=20_000) for seed in (74, 90)]
    assert any(0.01 < value < 0.99 for solution in found for value in solution.values[:, 0])


def test_pig_to_20_by_the_published_equations():
    """Neller and Presser's equations for P(i, j, k), iterated without any of our rules."""
    goal, faces = 20, 6
    size = goal
    win = np.zeros((size, size, size))

    def at(i, j, k):
        """The chance to win with i points, j of the opponent's and k in this turn."""
        return 1.0 if i + k >= goal else win[i, j, k]

    for _ in range(200):
        change = 0.0
        for i in reversed(range(size)):
            for j in reversed(range(size)):
                for k in reversed(range(goal - i)):
                    lost = 1.0 - at(j, i, 0)
                    throw = (lost + sum(at(i, j, k + face) for face in range(2, faces + 1))) / faces
                    hold = 1.0 - at(j, i + k, 0) if k else 0.0
                    value = max(throw, hold)
                    change = max(change, abs(value - win[i, j, k]))
                    win[i, j, k] = value
        if change < 1e-12:
            break
    solution = exact.solve(PIG, {"goal": goal})
    decisions = np.flatnonzero(solution.seats >= 0)
    compared = 0
    for number in decisions:
        state = solution.states[number]
        own, other = state.points[state.seat], state.points[1 - state.seat]
        if own + state.total < goal:
            assert solution.values[number, state.seat] == pytest.approx(win[own, other, state.total], abs=SIDE_BY_SIDE)
            compared += 1
    assert compared > 5000
