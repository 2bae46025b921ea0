"""What the notebooks of The Mushroom Eaters show beside the table: rules, the board and house rules as tables."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from gamelib import game
from gamelib.games.mushroom import words

if TYPE_CHECKING:
    import pandas
    from pandas.io.formats.style import Styler

FOLDER = Path(__file__).parent


def example(name: str) -> Path:
    """The file of a rule example, by its name without the number: "cold".

    Raises:
        LookupError: there is none; says which there are.
    """
    found = {path.stem[4:]: path for path in sorted((FOLDER / "scenarios").glob("*.toml"))}
    if name not in found:
        raise LookupError(f"no rule example {name!r}; there are {', '.join(found)}")
    return found[name]


def rules_table() -> Styler:
    """All rules: number, line of the rulebook, what it says."""
    rules = game.load("mushroom").rulebook.values()
    columns = ("rule", "rulebook", "what it says")
    return _readable([dict(zip(columns, (r.number, r.source, r.text.replace("*", "")), strict=True)) for r in rules])


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
    return _readable(rows)


def house_rules_table() -> Styler:
    """All house rules: name, value, choices or range, what it says, the rule that it belongs to and its source."""
    rows = []
    for name, rule in game.load("mushroom").default_kit.rules.items():
        if isinstance(rule.value, bool):
            others = "true, false"
        else:
            others = ", ".join(rule.choices) if rule.choices else "{} to {}".format(*(rule.range or (0, 0)))
        value = str(rule.value).lower() if isinstance(rule.value, bool) else rule.value
        row = {"name": name, "value": value, "choices": others, "says": rule.says}
        rows.append({**row, "rule": rule.rule, "source": rule.source})
    return _readable(rows)


def _readable(rows: list[dict[str, Any]]) -> Styler:
    """Text to the left and wrapped, no row numbers, no changing names in the HTML."""
    import pandas as pd

    frame: pandas.DataFrame = pd.DataFrame(rows)
    left = {"text-align": "left", "vertical-align": "top", "white-space": "normal"}
    style = frame.style.hide(axis="index").set_properties(**left).set_uuid("table")  # type: ignore[arg-type]
    return style.set_table_styles([{"selector": "th", "props": [("text-align", "left")]}])
