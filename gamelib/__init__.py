"""gamelib: the rules of tabletop games, to step through, simulate and explore.

Everything that a notebook needs is here; what is heavy is imported when it is first used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

# Where each name comes from; a module's own name means the module.
_HOMES = {
    "games": "gamelib.games",
    "Match": "gamelib.match",
    "Kit": "gamelib.kit",
    "scenario": "gamelib.scenario",
    "testing": "gamelib.testing",
    "simulate": "gamelib.study",
    "compare": "gamelib.study",
    "tournament": "gamelib.study",
    "Table": "gamelib.show",
    "Explorer": "gamelib.show",
    "Example": "gamelib.show",
    "charts": "gamelib.show.charts",
    "tables": "gamelib.show.tables",
    "check_install": "gamelib.install",
    "BadFile": "gamelib.errors",
    "Refused": "gamelib.errors",
    "NotUnderstood": "gamelib.errors",
}
__all__ = [*_HOMES]

if TYPE_CHECKING:
    from gamelib import games, scenario, testing
    from gamelib.errors import BadFile, NotUnderstood, Refused
    from gamelib.install import check_install
    from gamelib.kit import Kit
    from gamelib.match import Match
    from gamelib.show import Example, Explorer, Table, charts
    from gamelib.study import compare, simulate, tournament


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'gamelib' has no attribute {name!r}")
    module = importlib.import_module(home)
    return module if home.rpartition(".")[2] == name else getattr(module, name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
