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


# The heads of the tables, and how a source begins, by language.
RULES = {"en": ("rule", "rulebook", "what it says"), "fr": ("règle", "livret", "ce qu'elle dit")}
HOUSE_RULES = {
    "en": ("name", "value", "may be", "says", "rule", "source"),
    "fr": ("nom", "valeur", "possible", "ce qu'elle dit", "règle", "source"),
}
BETWEEN = {"en": "{} to {}", "fr": "de {} à {}"}
SOURCES = {
    "fr": {"rulebook": "livret", "public": "public", "invented": "inventé", "house rule": "règle maison"},
}


def rules(game: str | Path | Game, lang: str = "en") -> Styler:
    """All rules of a game: number, line of the rulebook, what it says; in another language where the game has them."""
    numbered = games.load(game).rulebook_in(lang).values()
    heads = RULES.get(lang, RULES["en"])
    return readable(dict(zip(heads, (r.number, r.source, r.text.replace("*", "")), strict=True)) for r in numbered)


def house_rules(game: str | Path | Game, lang: str = "en") -> Styler:
    """All house rules of a game's kit: name, value, what else it may be, what it says, the rule and the source.

    In another language what they say comes from `HOUSE_RULES` of the game's words.
    """
    found = games.load(game)
    said = getattr(found.words, "HOUSE_RULES", {}).get(lang, {})
    heads = HOUSE_RULES.get(lang, HOUSE_RULES["en"])
    rows = []
    for name, rule in found.default_kit.rules.items():
        says, source = said.get(name, rule.says), source_text(rule.source, lang)
        cells = (name, _word(rule.value), _choices(rule, lang), says, rule.rule, source)
        rows.append(dict(zip(heads, cells, strict=True)))
    return readable(rows)


def source_text(source: str, lang: str) -> str:
    """A source of a kit in a language: in French "rulebook L75" is "livret L75"."""
    for word, said in SOURCES.get(lang, {}).items():
        if source.startswith(word):
            return said + source.removeprefix(word)
    return source


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


def _choices(rule: HouseRule, lang: str) -> str:
    if isinstance(rule.value, bool):
        return "true, false"
    if rule.choices:
        return ", ".join(rule.choices)
    low, high = rule.range or (rule.value, rule.value)
    return BETWEEN.get(lang, BETWEEN["en"]).format(low, high)
