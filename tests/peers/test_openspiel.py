"""OpenSpiel's own suites on every game: random simulations, its API tests, and a playthrough kept as text.

A playthrough that differs is a change of rules (or of the adapter): look at it, then make it anew with
`python tests/peers/test_openspiel.py`.
"""

import contextlib
import hashlib
import io
import sys
from pathlib import Path

import numpy as np
import pytest

from gamelib.errors import BadFile

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel here")

from absl import flags  # noqa: E402
from open_spiel.python.algorithms import generate_playthrough  # noqa: E402

from gamelib.adapters import openspiel  # noqa: E402

sys.path.insert(0, str(Path(__file__).parent))
from conftest import PEERS  # noqa: E402

GOLDEN = Path(__file__).parent / "golden"
MOVES = 16  # of a playthrough
LONG = 300  # letters of a line of a playthrough
SIMULATED = 16  # moves of a simulation, which is saved and restored after each of them
POSITIONS = 60
openspiel.register(*(peer.path for peer in PEERS))

from open_spiel.integration_tests import api_test  # noqa: E402

if not flags.FLAGS.is_parsed():
    flags.FLAGS(["api_test", "--test_only_games=gamelib_"])


def load(peer, horizon=0, **parameters):
    return openspiel.load(peer.path, horizon=horizon or peer.limit, **peer.kit, **parameters)


def _api_case(peer):
    """OpenSpiel's test case for games that are too large for their whole tree."""
    base = api_test.EnforceAPIOnPartialTreeBase

    def setUpClass(cls):
        # As theirs, with fewer positions.
        super(base, cls).setUpClass()
        cls.game = load(peer)
        cls.game_type = cls.game.get_type()
        cls.some_states = api_test.sample_some_states.sample_some_states(cls.game, max_states=POSITIONS)

    members = {"game_name": f"gamelib_{peer.name}", "setUpClass": classmethod(setUpClass)}
    return type(f"TestApi_{peer.name}", (base,), members)


for _peer in PEERS:
    globals()[f"TestApi_{_peer.name}"] = _api_case(_peer)


def test_all_are_among_openspiels_games(peer):
    assert f"gamelib_{peer.name}" in pyspiel.registered_names()
    assert f"gamelib_{peer.name}" in api_test._GAMES_TO_TEST


def test_random_simulations(peer):
    with contextlib.redirect_stdout(io.StringIO()):
        pyspiel.random_sim_test(load(peer, SIMULATED), num_sims=2, serialize=True, verbose=False)


def playthrough(peer):
    """OpenSpiel's text of a game's first moves; of a very long line its beginning and a digest are kept."""
    text = f"gamelib_{peer.name}({','.join(f'{k}={v}' for k, v in {**peer.kit, 'horizon': MOVES}.items())})"
    lines = generate_playthrough.playthrough(text, [], seed=1).splitlines()
    return "\n".join(line if len(line) < LONG else short(line) for line in lines) + "\n"


def short(line):
    return f"{line[: LONG // 2]}... ({len(line)} letters, {hashlib.sha256(line.encode()).hexdigest()[:16]})"


def test_playthrough(peer):
    kept = GOLDEN / f"{peer.name}.txt"
    assert kept.exists(), "no playthrough is kept yet: see the top of this file"
    assert playthrough(peer) == kept.read_text(encoding="utf-8")


def test_a_clone_goes_its_own_way(peer):
    state = load(peer).new_initial_state()
    rng = np.random.default_rng(1)
    for _ in range(25):
        if state.is_terminal():
            break
        before = str(state)
        clone = state.clone()
        clone.apply_action(clone.legal_actions()[-1])
        assert str(state) == before
        state.apply_action(int(rng.choice(state.legal_actions())))


def test_house_rules_are_parameters(peer):
    game = load(peer)
    wanted = {**game.get_parameters()}
    for name, value in peer.kit.items():
        assert wanted[name] == value
    with pytest.raises(BadFile, match="players"):
        load(peer, players=99)


def test_a_state_can_leave_out_what_does_not_matter():
    text = str(openspiel.load("habits", ignore="turn phase").new_initial_state())
    assert "turn=" not in text and "phase=" not in text and "good=" in text
    with pytest.raises(ValueError, match="no field tern"):
        openspiel.load("habits", ignore="tern")


def test_chance_is_uniform(peer):
    state = load(peer).new_initial_state()
    rng = np.random.default_rng(2)
    for _ in range(30):
        if state.is_terminal():
            break
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(p for _, p in outcomes) == pytest.approx(1)
            assert len({p for _, p in outcomes}) == 1
        state.apply_action(int(rng.choice(state.legal_actions())))


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for each in PEERS:
        (GOLDEN / f"{each.name}.txt").write_text(playthrough(each), encoding="utf-8")
