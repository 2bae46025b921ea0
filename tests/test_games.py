"""Every game keeps the promises of `gamelib.testing`; a playthrough of each is kept as a golden text."""

from pathlib import Path

import pytest

from gamelib import game, scenario, testing

HERE = Path(__file__).parent
OUTSIDE = sorted(path.parent for path in (HERE / "games").glob("*/rules.py"))
ALL = [*game.names(), *OUTSIDE]
GOLDEN = HERE / "golden"


def name_of(item):
    return item.name if isinstance(item, Path) else getattr(item, "__name__", str(item))


@pytest.mark.parametrize("check", testing.CHECKS, ids=name_of)
@pytest.mark.parametrize("which", ALL, ids=name_of)
def test_promise(which, check):
    found = game.load(which)
    check(testing.Trial(found, found.default_kit, games=4, steps=150, golden=GOLDEN / f"{found.name}.txt"))


@pytest.mark.parametrize("which", ALL, ids=name_of)
def test_twins_over_many_games(which):
    found = game.load(which)
    testing.check_twins(testing.Trial(found, found.default_kit, games=200, steps=60))


@pytest.mark.parametrize("path", [p for which in ALL for p in game.load(which).scenarios], ids=lambda p: p.stem)
def test_scenario(path):
    report = scenario.run(path)
    assert report, str(report)
