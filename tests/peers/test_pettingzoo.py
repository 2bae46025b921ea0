"""PettingZoo's own suite on every game, and what an agent meets."""

import warnings

import numpy as np
import pytest

from gamelib.errors import Refused

pytest.importorskip("pettingzoo", reason="PettingZoo has no wheel here")

from pettingzoo.test import api_test, seed_test  # noqa: E402

from gamelib.adapters import pettingzoo, seats  # noqa: E402

# PettingZoo says these of its own board games, too, unless they stand on its list of exceptions.
KNOWN = ("Observation is not a NumPy array", "Observation space for each agent probably should be")


def make(peer, **options):
    return pettingzoo.env(peer.path, peer.kit, compiled=False, limit=peer.limit, **options)


def test_api(peer):
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        api_test(make(peer), num_cycles=25)
    odd = [str(w.message) for w in told if "pettingzoo" in w.filename and not str(w.message).startswith(KNOWN)]
    assert not odd


def test_seed(peer):
    seed_test(lambda: make(peer), num_cycles=15)


def test_a_game_to_its_end(peer):
    """Masks are the legal actions, rewards come at the end, and the game is the one that its match shows."""
    env = make(peer, render_mode="ansi")
    env.reset(seed=3)
    rng = np.random.default_rng(3)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, ended, cut, info = env.last()
        total[agent] += reward
        if ended or cut:
            env.step(None)
            continue
        legal = np.flatnonzero(observation["action_mask"])
        assert len(legal) == len(info["words"]) == len(env.table.records)
        assert env.render()
        env.step(int(rng.choice(legal)))
    assert list(total.values()) == env.table.rewards()
    if len(total) > 1:
        assert sum(total.values()) == pytest.approx(0)
    match = env.match()
    state = match.state
    assert np.array_equal(match._row.view(np.uint8), env.table.row.view(np.uint8))
    assert match.over == (env.table.over and not env.table.cut)
    assert len(seats.names_of(peer.path)) == len(env.table.observe(0))
    if not match.game.rules.HIDDEN:
        seen = dict(zip(seats.names_of(peer.path), env.table.observe(0), strict=True))
        assert seen["turn"] == state.turn


def test_what_is_hidden_is_not_observed(peer):
    """Two tables that a seat can't tell apart look the same to it; where nothing is hidden, all seats see the same."""
    env = make(peer)
    env.reset(seed=5)
    if not env.table.game.rules.HIDDEN:
        assert len({env.table.observe(seat).tobytes() for seat in range(env.table.players)}) == 1
        return
    rng = np.random.default_rng(5)
    differed = False
    for _ in range(40):
        if env.table.over:
            break
        for seat in range(env.table.players):
            before = env.table.observe(seat)
            kept = env.table.row.copy()
            with np.errstate(over="ignore"):
                env.table.twin.hide(env.table.row[0], env.table.kit.record, seat)
            differed |= env.table.row.tobytes()[16:] != kept.tobytes()[16:]
            assert np.array_equal(env.table.observe(seat), before)
            env.table.row[:] = kept
        env.step(int(rng.integers(env.table.count)))
    assert differed


def test_refusals(peer):
    env = make(peer)
    env.reset(seed=1)
    before = env.table.row.tobytes()
    for action in (env.table.count, -1, 10**6, None):
        with pytest.raises(Refused):
            env.step(action)
    assert env.table.row.tobytes() == before


def test_bad_arguments(peer):
    for options in ({"reward": "money"}, {"render_mode": "human"}):
        with pytest.raises(ValueError, match="expected"):
            pettingzoo.env(peer.path, peer.kit, compiled=False, **options)
    with pytest.raises(ValueError, match="limit"):
        pettingzoo.env(peer.path, peer.kit, compiled=False, limit=0)
