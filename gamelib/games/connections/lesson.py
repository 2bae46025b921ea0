"""What the notebooks of Connections show beside the table: rules, cards and house rules as tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamelib import game
from gamelib.games.connections import rules, words
from gamelib.show import tables

if TYPE_CHECKING:
    from pandas.io.formats.style import Styler

    from gamelib.games.connections.examples import Examples
    from gamelib.show.table import Table


def cards_table() -> Styler:
    """All cards of the default kit: what they are of, their points in B and in A, how many, and the prompt."""

    kit = game.load("connections").default_kit
    rows = []
    for subject, card in enumerate(kit.tables["card"]):
        colour = card["colour"]
        rows.append(
            {
                "colour": colour,
                "kind": words.KINDS_OF_CARD[words.COLOURS.index(colour)],
                "card": card["name"],
                "in B": int(rules.worth(kit.record, subject, rules.B)),
                "in A": int(rules.worth(kit.record, subject, rules.A)),
                "copies": card["copies"],
                "source of the points": kit.source("card", subject),
                "prompt (invented)": card["prompt"],
            }
        )
    return tables.readable(rows)


def examples_of(table: Table) -> Examples:
    """The examples given at a table so far."""
    from gamelib.games.connections.extras import ExamplesPanel

    return ExamplesPanel.of(table).examples
