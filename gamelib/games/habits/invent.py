"""Random decks for Habits, to study how much the invented influence marks matter.

Each of the eight neighbours of a card is marked with a given chance (the density), on each side on its own; a side
without any mark is drawn again, so that no card is useless.
"""

from __future__ import annotations

from typing import Any

import numpy as np

WAYS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]


def tables(seed: int, good: float = 0.4, bad: float = 0.4, cards: int = 9) -> dict[str, list[dict[str, Any]]]:
    """A deck of random marks: `kit.with_tables(**tables(seed))` puts it into a kit.

    Args:
        seed: decides all marks.
        good: the chance of each mark on a good side, above 0 to 1.
        bad: the same for bad sides.
        cards: how many cards, 4 to 9.

    Raises:
        ValueError: a density or the number of cards is out of range.
    """
    if not (0 < good <= 1 and 0 < bad <= 1 and 4 <= cards <= 9):
        raise ValueError(f"expected densities above 0 up to 1 and 4 to 9 cards, got {good}, {bad}, {cards}")
    rng = np.random.default_rng(seed)
    habits = [
        {
            "name": f"Good habit {number}",
            "bad_name": f"Bad habit {number}",
            "good_marks": marks(rng, good),
            "bad_marks": marks(rng, bad),
            "source": f"invented, at random (seed {seed})",
        }
        for number in range(1, cards + 1)
    ]
    return {"habit": habits}


def marks(rng: np.random.Generator, density: float) -> list[str]:
    """At least one neighbour, each with the same chance."""
    while True:
        chosen = [way for way in WAYS if rng.random() < density]
        if chosen:
            return chosen
