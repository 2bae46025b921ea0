"""Studies on other machines, by way of Dask: the same games, and a worker may die."""

import logging
import os
import signal
import threading
import time
from pathlib import Path

import pandas as pd
import pytest

import gamelib as gl

distributed = pytest.importorskip("distributed", reason="needs the extra `cluster`")
pytestmark = pytest.mark.slow

PIG = Path(__file__).parent / "games" / "pig"


@pytest.fixture(scope="module")
def client():
    """Two workers, each a process of its own."""
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def play(games, strategy="hold", **more):
    return gl.simulate(PIG, games, strategy, kit={"goal": 30}, progress=False, **more)


def test_the_same_games_as_here(client):
    there = play(2_000, executor=client.get_executor())
    pd.testing.assert_frame_equal(there.frame, play(2_000).frame)
    assert there.complete
    assert there.notes == []


def test_a_strategy_of_ones_own_goes_along(client):
    least = 12

    def choose_mine(state, kit, actions, n):
        return 1 if n > 1 and state.total >= least else 0

    there = play(200, choose_mine, executor=client.get_executor())
    pd.testing.assert_frame_equal(there.frame, play(200, choose_mine).frame)
    assert there.notes == ["mine is compiled"]


def test_a_killed_worker_costs_nothing_but_time(client):
    before = client.run(os.getpid)
    victim = next(iter(before.values()))
    marks = []

    def kill():
        """Once work is under way."""
        while not any(client.processing().values()):
            time.sleep(0.01)
        os.kill(victim, signal.SIGKILL)
        marks.append(time.monotonic())

    killer = threading.Thread(target=kill, daemon=True)
    killer.start()
    there = play(200_000, executor=client.get_executor())
    ended = time.monotonic()
    killer.join(5)
    assert marks and marks[0] < ended, "it was killed while there was work"
    assert there.complete
    pd.testing.assert_frame_equal(there.frame, play(200_000).frame)
    assert victim not in client.run(os.getpid).values()
