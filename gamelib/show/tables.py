"""A game's rules and house rules as tables to read, and the one way in which tables look in notebooks."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gamelib import game as games
from gamelib.game import Game
from gamelib.kit import HouseRule

if TYPE_CHECKING:
    from pandas.io.formats.style import Styler

LEFT = {"text-align": "left", "vertical-align": "top", "white-space": "normal"}


# The heads of a table of rules: number, line of the rulebook, what it says.
RULES = {"en": ("rule", "rulebook", "what it says"), "fr": ("règle", "livret", "ce qu'elle dit")}


def rules(game: str | Path | Game, lang: str = "en") -> Styler:
    """All rules of a game: number, line of the rulebook, what it says; in another language where the game has them."""
    numbered = games.load(game).rulebook_in(lang).values()
    number, source, says = RULES.get(lang, RULES["en"])
    return readable({number: r.number, source: r.source, says: r.text.replace("*", "")} for r in numbered)


def house_rules(game: str | Path | Game) -> Styler:
    """All house rules of a game's kit: name, value, what else it may be, what it says, the rule and the source."""
    return readable(
        {
            "name": name,
            "value": _word(rule.value),
            "may be": _choices(rule),
            "says": rule.says,
            "rule": rule.rule,
            "source": rule.source,
        }
        for name, rule in games.load(game).default_kit.rules.items()
    )


def readable(rows: Iterable[dict[str, Any]]) -> Styler:
    """Rows as a table: words to the left and wrapped, no row numbers, no names in the HTML that change."""
    import pandas as pd

    frame = pd.DataFrame(list(rows))
    words = [column for column in frame if not pd.api.types.is_numeric_dtype(frame[column])]
    style = frame.style.hide(axis="index").set_uuid("table").format(precision=3)
    style = style.set_properties(subset=words, **LEFT)
    return style.set_table_styles([{"selector": "th", "props": [("text-align", "left")]}])


def _word(value: bool | int | str) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _choices(rule: HouseRule) -> str:
    if isinstance(rule.value, bool):
        return "true, false"
    return ", ".join(rule.choices) if rule.choices else "{} to {}".format(*(rule.range or (rule.value, rule.value)))
