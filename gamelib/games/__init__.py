"""The games of the package, a folder each. `gamelib.games()` lists them: the module can be called."""

from __future__ import annotations

import sys
from html import escape
from types import ModuleType
from typing import NamedTuple


class Entry(NamedTuple):
    """One game of the package: the name to type, its title, and how many can play."""

    name: str
    title: str
    seats: str


class Entries(list[Entry]):
    """The games as a list that shows itself as a table."""

    def __repr__(self) -> str:
        return "\n".join(f"{entry.name:<12} {entry.title} ({entry.seats})" for entry in self)

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td><code>{escape(e.name)}</code></td><td>{escape(e.title)}</td><td>{escape(e.seats)}</td></tr>"
            for e in self
        )
        return (
            f"<table><thead><tr><th>name</th><th>title</th><th>players</th></tr></thead><tbody>{rows}</tbody></table>"
        )


class _Shelf(ModuleType):
    def __call__(self) -> Entries:
        """All games: names, titles, seats."""
        from gamelib import game

        return Entries(Entry(name, game.load(name).title, _seats(name)) for name in game.names())


def _seats(name: str) -> str:
    from gamelib import game

    rule = game.load(name).default_kit.rules["players"]
    low, high = rule.range or (rule.value, rule.value)
    return str(low) if low == high else f"{low} to {high}"


sys.modules[__name__].__class__ = _Shelf
