"""What the notebooks of Connections show beside the table: rules, cards and house rules as tables."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from gamelib import game
from gamelib.games.connections import rules, words

if TYPE_CHECKING:
    import pandas
    from pandas.io.formats.style import Styler

    from gamelib.games.connections.examples import Examples
    from gamelib.show.table import Table

FOLDER = Path(__file__).parent


def example(name: str) -> Path:
    """The file of a rule example, by its name.

    Raises:
        LookupError: there is none; says which there are.
    """
    path = FOLDER / "scenarios" / f"{name}.toml"
    if not path.exists():
        names = ", ".join(sorted(p.stem for p in path.parent.glob("*.toml")))
        raise LookupError(f"no rule example {name!r}; there are {names}")
    return path


def rules_table() -> Styler:
    """All rules: number, line of the rulebook, what it says."""
    import pandas as pd

    numbered = game.load("connections").rulebook.values()
    frame = pd.DataFrame(
        [{"rule": r.number, "rulebook": r.source, "what it says": r.text.replace("*", "")} for r in numbered]
    )
    return _readable(frame)


def cards_table() -> Styler:
    """All cards of the default kit: what they are of, their points in B and in A, how many, and the prompt."""
    import pandas as pd

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
    return _readable(pd.DataFrame(rows))


def house_rules_table() -> Styler:
    """All house rules: name, value, choices or range, what it says, the rule that it belongs to and its source."""
    import pandas as pd

    rows = []
    for name, rule in game.load("connections").default_kit.rules.items():
        if isinstance(rule.value, bool):
            others = "true, false"
        else:
            others = ", ".join(rule.choices) if rule.choices else "{} to {}".format(*(rule.range or (0, 0)))
        value = str(rule.value).lower() if isinstance(rule.value, bool) else rule.value
        rows.append(
            {
                "name": name,
                "value": value,
                "choices": others,
                "says": rule.says,
                "rule": rule.rule,
                "source": rule.source,
            }
        )
    return _readable(pd.DataFrame(rows))


def examples_of(table: Table) -> Examples:
    """The examples given at a table so far."""
    from gamelib.games.connections.extras import ExamplesPanel

    return ExamplesPanel.of(table).examples


def _readable(frame: pandas.DataFrame) -> Styler:
    """Text to the left and wrapped, no row numbers, no changing names in the HTML."""
    left = {"text-align": "left", "vertical-align": "top", "white-space": "normal"}
    style = frame.style.hide(axis="index").set_properties(**left).set_uuid("table")  # type: ignore[arg-type]
    return style.set_table_styles([{"selector": "th", "props": [("text-align", "left")]}])
