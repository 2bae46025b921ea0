"""Random circuits for Connections, to study how much the invented spaces matter.

The real board's lengths, colours and pitfall are unknown. Here they are drawn anew: lengths and shares of colours in a
range that a board could plausibly have, the colours in any order, the Emotional Pitfall as one area of B.
"""

from __future__ import annotations

from typing import Any

import numpy as np

Rows = list[dict[str, Any]]


def tables(
    seed: int,
    a_length: tuple[int, int] = (20, 36),
    b_length: tuple[int, int] = (16, 32),
    pitfall: tuple[int, int] = (1, 4),
) -> dict[str, Rows]:
    """Two random circuits: `kit.with_tables(**tables(seed))` puts them into a kit.

    Args:
        seed: decides all.
        a_length, b_length: the fewest and most spaces of a circuit, within 12 to 64.
        pitfall: the fewest and most spaces of the pitfall's area, within 0 to 6.

    Raises:
        ValueError: a range is empty or goes beyond those bounds.
    """
    for name, (low, high), least, most in (
        ("a_length", a_length, 12, 64),
        ("b_length", b_length, 12, 64),
        ("pitfall", pitfall, 0, 6),
    ):
        if not least <= low <= high <= most:
            raise ValueError(
                f"{name}: expected two numbers within {least} to {most}, the lower first, got {low}, {high}"
            )
    rng = np.random.default_rng(seed)
    source = f"invented, at random (seed {seed})"
    # From a third to a half tan, a fifth to a third red, a tenth to a fifth gold; the rest is green.
    shares = [rng.uniform(0.33, 0.5), rng.uniform(0.2, 0.33), rng.uniform(0.1, 0.2)]
    a = colours(rng, int(rng.integers(a_length[0], a_length[1] + 1)), shares)
    b = colours(rng, int(rng.integers(b_length[0], b_length[1] + 1)), shares)
    size = int(rng.integers(pitfall[0], pitfall[1] + 1))
    place = int(rng.integers(1, len(b) - size + 1))
    b[place : place + size] = ["pitfall"] * size
    return {
        "a_space": [{"colour": colour, "source": source} for colour in a],
        "b_space": [{"colour": colour, "source": source} for colour in b],
    }


def colours(rng: np.random.Generator, length: int, shares: list[float]) -> list[str]:
    """A green start, then the colours in their shares, in any order."""
    counts = [max(1, round(share * (length - 1))) for share in shares]
    rest = ["tan"] * counts[0] + ["red"] * counts[1] + ["gold"] * counts[2]
    rest += ["green"] * (length - 1 - len(rest))
    return ["green", *(str(colour) for colour in rng.permutation(rest[: length - 1]))]
