"""Random task cards and Indulgency cards, to study how much the invented parts of the kit matter.

What the rulebook tells of a card stays as told; on other cards effects of the vocabulary are drawn anew, stronger ones
on higher levels, and so are the Indulgencies' cookies.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gamelib.kit import Kit

Rows = list[dict[str, Any]]

# Effects that may be drawn for a reward, with what one unit of each is worth: those that bring cookies, turn after
# turn, are found on higher levels only.
REWARDS = {
    "gain cookies": 1.8,
    "steal cookies": 1.8,
    "reroll": 0.35,
    "shift": 0.4,
    "turn": 0.7,
    "add prank": 0.5,
    "add dodge": 0.4,
}


def tables(kit: Kit, seed: int, spread: float = 0.5) -> dict[str, Rows]:
    """Random cards for a kit: `kit.with_tables(**invent.tables(kit, seed))`.

    Args:
        kit: whose shape, names and told parts are kept.
        seed: decides all.
        spread: how far a card's worth may be from what its level or its dice suggest, from 0 to 1.

    Raises:
        ValueError: a spread below 0 or above 1.
    """
    if not 0 <= spread <= 1:
        raise ValueError(f"spread: expected 0 to 1, got {spread}")
    rng = np.random.default_rng(seed)
    source = f"invented, at random (seed {seed})"
    return {
        "task": [task(rng, row, spread, source) for row in kit.tables["task"]],
        "card": [card(rng, row, spread, source) for row in kit.tables["card"]],
    }


def task(rng: np.random.Generator, row: dict[str, Any], spread: float, source: str) -> dict[str, Any]:
    """One task card: unchanged where the rulebook tells its kind or effect, or where a rule stands or falls with it."""
    told = row.get("sources", {})
    if "effects" in told or "kind" in told or row["kind"] != "reward" or row["effects"][0][0] not in REWARDS:
        return dict(row)
    worth = (0.4 + 0.35 * row["level"]) * rng.uniform(1 - spread, 1 + spread)
    effect = str(rng.choice([effect for effect, unit in REWARDS.items() if unit <= 1.5 * worth]))
    amount = int(np.clip(round(worth / REWARDS[effect]), 1, 4))
    return {**row, "effects": [[effect, amount]], "source": source}


def card(rng: np.random.Generator, row: dict[str, Any], spread: float, source: str) -> dict[str, Any]:
    """One Indulgency card with other cookies."""
    cookies = int(np.clip(round(row["cookies"] * rng.uniform(1 - spread, 1 + spread)), 1, 5))
    return {**row, "cookies": cookies, "sources": {**row.get("sources", {}), "cookies": source}}
