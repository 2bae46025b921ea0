"""What the notebooks of Auntie Mildred show beside the table, in English and French: a turn, rules, cards."""

from __future__ import annotations

import html
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gamelib import game
from gamelib.games.mildred import words
from gamelib.kit import read_toml
from gamelib.show import tables

if TYPE_CHECKING:
    from pandas.io.formats.style import Styler

FOLDER = Path(__file__).parent
NAMES = {"en": "English", "fr": "Français"}

HEADS = {
    "en": ("phase", "what happens", "rules AM-"),
    "fr": ("phase", "ce qui se passe", "règles AM-"),
}


def turn_html(lang: str = "en") -> str:
    """A turn in short, as an HTML table."""
    turn = [(row["phase"], row["says"], row["rules"]) for row in read_toml(FOLDER / "turn.toml")[lang]]
    head = "".join(f"<th style='text-align:left;white-space:nowrap'>{html.escape(word)}</th>" for word in HEADS[lang])
    rows = ""
    for phase, says, rules in turn:
        cells = ((phase, "nowrap"), (says, "normal"), (rules, "nowrap"))
        styled = (f"<td style='text-align:left;white-space:{how}'>{html.escape(cell)}</td>" for cell, how in cells)
        rows += f"<tr>{''.join(styled)}</tr>"
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def tour(lang: str = "en") -> Any:
    """A turn in short, with a switch between the languages."""
    import ipywidgets

    switch = ipywidgets.ToggleButtons(
        options=[(name, code) for code, name in NAMES.items()],
        value=lang,
        description="language / langue",
        style={"description_width": "initial"},
    )
    text = ipywidgets.HTML(turn_html(lang))
    switch.add_class("gl-language")
    switch.observe(lambda change: text.set_trait("value", turn_html(change["new"])), "value")
    return ipywidgets.VBox([switch, text])


COLUMNS = {
    "en": {
        "card": "card",
        "effect": "effect",
        "source": "source",
        "dice": "dice",
        "cookies": "cookies",
        "dice source": "source of the dice",
        "cookies source": "source of the cookies",
        "equal": "{} equal",
        "straight": "{} in a row",
    },
    "fr": {
        "card": "carte",
        "effect": "effet",
        "source": "source",
        "dice": "dés",
        "cookies": "cookies",
        "dice source": "source des dés",
        "cookies source": "source des cookies",
        "equal": "{} de même valeur",
        "straight": "{} à la suite",
    },
}


def tasks_table(lang: str = "en") -> Styler:
    """All task cards of the default kit, with where their kind and effects come from."""
    kit = game.load("mildred").default_kit
    column = COLUMNS[lang]
    rows = []
    for card, name in enumerate(words.task_names(kit, lang)):
        sources = {tables.source_text(kit.source("task", card, part), lang) for part in ("kind", "effects")}
        effect = words.effects_text(kit, card, lang)
        rows.append({column["card"]: name, column["effect"]: effect, column["source"]: ", ".join(sorted(sources))})
    return tables.readable(rows)


def cards_table(lang: str = "en") -> Styler:
    """All Indulgency cards of the default kit."""
    kit = game.load("mildred").default_kit
    column = COLUMNS[lang]
    return tables.readable(
        {
            column["card"]: name,
            column["dice"]: column["straight" if row["shape"] == "straight" else "equal"].format(
                "+".join(map(str, row["rows"]))
            ),
            column["cookies"]: row["cookies"],
            column["dice source"]: tables.source_text(kit.source("card", number, "rows"), lang),
            column["cookies source"]: tables.source_text(kit.source("card", number, "cookies"), lang),
        }
        for number, (name, row) in enumerate(zip(kit.names("card", lang=lang), kit.tables["card"], strict=True))
    )


def starters_share(study: Any) -> Any:
    """How often who started has won, with a 95 % interval (normal), as a data frame of one row."""
    import pandas as pd

    frame = study.frame
    won = frame["win_1"].where(frame["starter"] == 0, frame["win_2"])
    error = 1.96 * float(won.std()) / len(won) ** 0.5
    mean = float(won.mean())
    return pd.DataFrame([{"games": len(won), "starter wins": mean, "low": mean - error, "high": mean + error}])


def alike(strategies: list[str], games: int, seed: int = 1) -> Any:
    """Each strategy against itself: the starter's share of the wins, and the rounds that a game takes."""
    import pandas as pd

    from gamelib.study import simulate

    rows = []
    for name in strategies:
        study = simulate("mildred", games, name, seed=seed, progress=False)
        rounds = study.frame["rounds"].quantile([0.05, 0.5, 0.95])
        length = dict(zip(("rounds, 5 %", "median", "95 %"), rounds, strict=True))
        rows.append(starters_share(study).assign(strategy=name, **length))
    return pd.concat(rows).set_index("strategy")


def with_other_cards(kits: int, games: int, seed: int = 1) -> Any:
    """The same questions on random kits: rounds, the starter's share, and how balanced does against the climber."""
    import pandas as pd

    from gamelib.games.mildred import invent
    from gamelib.study import simulate

    default, rows = game.load("mildred").default_kit, []
    for number in range(kits):
        kit = default.with_tables(**invent.tables(default, number))
        alike = simulate("mildred", games, "balanced", seed=seed, kit=kit, progress=False)
        climbing = simulate("mildred", games, ["balanced", "climber"], seed=seed, kit=kit, progress=False)
        rows.append(
            {
                "kit": number,
                "rounds": alike.frame["rounds"].mean(),
                "starter wins": starters_share(alike)["starter wins"][0],
                "balanced against climber": climbing.frame["win_1"].mean(),
            }
        )
    return pd.DataFrame(rows).set_index("kit")
