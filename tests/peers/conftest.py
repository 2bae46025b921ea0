"""Which games the other systems' suites run on: all of the package, and Pig, cut down so that they end soon."""

from dataclasses import dataclass, field
from pathlib import Path

from gamelib import game as games

PIG = Path(__file__).parents[1] / "games" / "pig"


@dataclass(frozen=True)
class Peer:
    """A game with what makes it short: house rules, and steps after which it is broken off.

    The rules run plain: that is fast enough here, and the compiled ones do the same, as other tests prove.
    """

    name: str
    path: str | Path
    kit: dict = field(default_factory=dict)
    limit: int = 60

    def __str__(self):
        return self.name


def peers():
    """A game whose words can't be imported is none yet."""
    found = [Peer("pig", PIG, {"goal": 20})]
    for name in games.names():
        try:
            games.load(name).words  # noqa: B018
        except ImportError:
            continue
        found.append(Peer(name, name))
    return found


PEERS = peers()


def pytest_generate_tests(metafunc):
    if "peer" in metafunc.fixturenames:
        metafunc.parametrize("peer", PEERS, ids=str)
