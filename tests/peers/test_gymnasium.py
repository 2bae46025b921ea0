"""Gymnasium's own checker on every game, and what a learner meets."""

import warnings

import numpy as np
import pytest

from gamelib.errors import UnknownStrategy

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium has no wheel here")
pytest.importorskip("pettingzoo", reason="PettingZoo has no wheel here")

from gymnasium.utils.env_checker import check_env  # noqa: E402

from gamelib.adapters.gymnasium import SeatEnv  # noqa: E402


def make(peer, **options):
    return SeatEnv(peer.path, peer.kit, compiled=False, limit=peer.limit, **options)


def test_check_env(peer):
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        check_env(make(peer))
    # The only thing to say: it was made here, and not by `gymnasium.make`.
    assert not [str(w.message) for w in told if "not having a spec" not in str(w.message)]


def test_every_seat_plays_to_the_end(peer):
    seats = make(peer).table.players
    for seat in range(seats):
        env = make(peer, seat=seat, others="greedy" if peer.name == "pig" else "random")
        seen, info = env.reset(seed=seat)
        done, steps = False, 0
        while not done:
            assert int(seen["action_mask"].sum()) == len(info["words"]) > 0
            seen, reward, ended, cut, info = env.step(env.action_space.sample(seen["action_mask"]))
            done = ended or cut
            steps += 1
            assert done or reward == 0
        assert -1 <= reward <= 1
        assert env.match().over == ended


def test_same_seed_same_game(peer):
    games = []
    for _ in range(2):
        env = make(peer)
        rows = []
        for seed in (7, None):
            seen, _ = env.reset(seed=seed)
            for _ in range(5):
                rows.append(seen["observation"])
                seen, _, ended, cut, _ = env.step(0)
        games.append(np.array(rows))
    assert np.array_equal(*games)
    assert len({tuple(row) for row in games[0]}) > 1


def test_illegal_actions_change_nothing_and_end(peer):
    env = make(peer)
    seen, info = env.reset(seed=1)
    for _ in range(peer.limit):
        again, reward, ended, cut, told = env.step(env.action_space.n - 1 if not seen["action_mask"][-1] else -1)
        assert np.array_equal(again["observation"], seen["observation"])
        assert "legal actions" in told["refused"]
        if cut:
            break
    assert cut


def test_others_and_seats(peer):
    with pytest.raises(UnknownStrategy, match="there are"):
        make(peer, others="cheating")
    with pytest.raises(ValueError, match="seat"):
        make(peer, seat=99)
    with pytest.raises(ValueError, match="others"):
        make(peer, others=["random"] * 9)


def test_a_strategy_of_ones_own_sits_at_the_table(peer):
    met = []

    def last(state, kit, actions, n):
        met.append(n)
        return n - 1

    env = make(peer, others=last)
    seen, _ = env.reset(seed=2)
    for _ in range(60):
        if env.table.over:
            break
        seen, *_ = env.step(int(np.flatnonzero(seen["action_mask"])[0]))
    assert bool(met) == (env.table.players > 1)
