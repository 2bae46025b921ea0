"""What the notebooks of The Mushroom Eaters show beside the table: rules, the board and house rules as tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamelib import game
from gamelib.games.mushroom import words
from gamelib.show import tables

if TYPE_CHECKING:
    from pandas.io.formats.style import Styler


def board_table(lang: str = "en") -> Styler:
    """The spaces of the board: what they are called, what they do, whether the pawn must stop, and the source."""
    kit = game.load("mushroom").default_kit
    k, titles = kit.record, kit.names("space", lang=lang)
    rows = []
    for space, name in enumerate(words.space_names(kit)):
        must = "series" if k.space_joined[space] else "Must Do" if k.space_must[space] else ""
        rows.append(
            {
                "space": name,
                "name": titles[space],
                "does": words.say_space(kit, lang, space),
                "Must Do": must,
                "path": "branches off" if k.space_branch[space] else "",
                "source": kit.source("space", space, "number" if k.space_number[space] else "action"),
            }
        )
    return tables.readable(rows)
