"""Random boards and cards of the same shape as the kit's, to study how far the invented parts decide the game.

What the rulebook prints stays: the opening, the trees of panel B, the first Must Do of panel F, the Environment card
Cold, mantra C, the Share and Talking faces that it shows. The Must Dos stay where they are, and each half of the board
keeps its mantras; everything else changes places or is drawn anew.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gamelib import game
from gamelib.kit import Kit

Rows = list[dict[str, Any]]

GAINS = ("awakening", "energy", "focus", "paradox", "awakening", "energy", "focus", "wisdom", "mantra", "deep breath")
LOSSES = ("lose awakening", "lose energy", "lose focus", "lose paradox", "lose any")
SHARED = ("awakening", "energy", "focus", "paradox", "mantra", "deep breath", "mood back", "energy", "focus", "wisdom")
LAST = ([["wisdom", 1]], [["wisdom", 1]], [["awakening", 1]], [["awakening", 1]], [["paradox", 2]])  # of a path
STEPS = ("items", "items", "items", "intense", "intense", "environment", "fire", "talking", "share")
APART = 4  # spaces at least between two personal paths


def tables(seed: int, kit: Kit | None = None) -> dict[str, Rows]:
    """Random tables of components: `kit.with_tables(**tables(seed, kit))` puts them into a kit.

    Args:
        seed: decides all of them.
        kit: whose shape to keep; None: the game's own.
    """
    rng = np.random.default_rng(seed)
    kit = kit or game.load("mushroom").default_kit
    source = f"invented, at random (seed {seed})"
    rows = {name: [dict(row) for row in kit.data[name]] for name in ("space", "environment", "card", "mantra", "path")}
    return {
        "space": board(rng, rows["space"], source),
        "environment": [weather(rng, row, source) for row in rows["environment"]],
        "card": [common(rng, row, source) for row in rows["card"]],
        "mantra": [mantra(rng, row, source) for row in rows["mantra"]],
        "path": [path(rng, row, source) for row in rows["path"]],
    }


def board(rng: np.random.Generator, spaces: Rows, source: str) -> Rows:
    """The spaces that are no Must Dos change places within each half; intensities stay near those of their panel."""
    usual = {
        panel: np.mean([row["number"] for row in spaces if row["panel"] == panel and row["action"] == "intense"] or [6])
        for panel in "ABCDEFGHIJ"
    }
    for half in ("ABCDE", "FGHIJ"):
        free = [i for i, row in enumerate(spaces) if row["panel"] in half and is_free(row)]
        kept = [spaces[i] for i in free]
        for i, j in zip(free, rng.permutation(len(free)), strict=True):
            row = {key: value for key, value in kept[j].items() if key not in ("branch", "sources")}
            row.update(panel=spaces[i]["panel"], source=source)
            if row["action"] == "intense":
                row["number"] = 5 if row["panel"] == "B" else int(round(usual[row["panel"]] + rng.integers(-1, 2)))
            kept_at = {**row, "branch": bool(spaces[i].get("branch"))}
            spaces[i] = kept_at
    return branches(rng, spaces)


def is_free(row: dict[str, Any]) -> bool:
    """May the space change places?"""
    return not row.get("must") and row["action"] != "jelly"


def branches(rng: np.random.Generator, spaces: Rows) -> Rows:
    """As many personal paths branch off as before, some spaces apart from one another."""
    count = sum(bool(row.pop("branch", False)) for row in spaces)
    taken = [i for i, row in enumerate(spaces) if row["action"] == "personal path"]
    for i in rng.permutation(np.arange(4, len(spaces) - 4)):
        if count and is_free(spaces[i]) and all(abs(int(i) - other) >= APART for other in taken):
            spaces[i]["branch"] = True
            taken.append(int(i))
            count -= 1
    return spaces


def weather(rng: np.random.Generator, row: dict[str, Any], source: str) -> dict[str, Any]:
    """An Environment card: a line for each number, three of ten a loss, some zeros without a line."""
    if row.get("source", "").startswith("rulebook"):
        return row
    lines = [effect(rng, LOSSES if rng.random() < 0.3 else GAINS) for _ in range(4)]
    if rng.random() < 0.4:
        lines[0] = []
    return {**row, "effects": lines, "source": source}


def common(rng: np.random.Generator, row: dict[str, Any], source: str) -> dict[str, Any]:
    """A Share and Talking card, less what the rulebook prints of it."""
    printed = row.get("sources", {})
    drawn = {
        "share": [[word, 1] for word in rng.choice(SHARED, 3, replace=False).tolist()],
        "talk": effect(rng, LOSSES if rng.random() < 0.5 else GAINS),
    }
    return {**row, **{key: value for key, value in drawn.items() if key not in printed}, "source": source}


def mantra(rng: np.random.Generator, row: dict[str, Any], source: str) -> dict[str, Any]:
    """A mantra: two items or a wisdom; what is lost without it."""
    drawn = {
        "effects": [["wisdom", 1]] if rng.random() < 0.3 else effect(rng, GAINS[:7]) + effect(rng, GAINS[:7]),
        "penalty": effect(rng, LOSSES),
    }
    printed = row.get("sources", {})
    return {**row, **{key: value for key, value in drawn.items() if key not in printed}, "source": source}


def path(rng: np.random.Generator, row: dict[str, Any], source: str) -> dict[str, Any]:
    """A personal path: two to four actions and a last one that gives a wisdom, an awakening or two paradoxes."""
    actions, effects = [], []
    for step in rng.choice(STEPS, rng.integers(2, 5)).tolist():
        actions.append(step)
        effects.append(effect(rng, LOSSES if rng.random() < 0.15 else GAINS[:7]) if step == "items" else [])
    actions.append("items")
    effects.append(LAST[int(rng.integers(len(LAST)))])
    drawn = {"base": int(rng.integers(4, 8)), "actions": actions, "numbers": [], "effects": effects}
    return {**row, **drawn, "source": source}


def effect(rng: np.random.Generator, words: tuple[str, ...]) -> list[list[Any]]:
    """One of a number of effects."""
    return [[str(rng.choice(words)), 1]]
