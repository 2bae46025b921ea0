"""Random decks of the same shape, to study how much the invented cards of Habitat decide.

The shape stays: how many species and cards of each rank, the resources, the events. What is drawn anew is who a species
is: its diet, realms, foods, scavenging and restriction, each as often as in the deck that it is modelled on. A deck in
which an animal finds no food, or a resource no eater, is drawn again.
"""

from __future__ import annotations

import collections
from typing import Any

import numpy as np

from gamelib.errors import BadFile
from gamelib.games.habitat import foodweb
from gamelib.kit import Kit

TRIES = 200


def tables(kit: Kit, seed: int) -> dict[str, list[dict[str, Any]]]:
    """A random deck: `kit.with_tables(**tables(kit, seed))` puts it into a kit.

    Args:
        kit: whose shape it has.
        seed: decides everything.

    Raises:
        RuntimeError: no playable deck was found: the shape is too unusual.
    """
    rng = np.random.default_rng(seed)
    for _ in range(TRIES):
        species = [reinvented(row, kit, rng, seed) for row in kit.tables["species"]]
        try:
            if not foodweb.faults(kit.with_tables(species=species)):
                return {"species": species}
        except BadFile:  # such as a restriction that names a species which got another rank
            continue
    raise RuntimeError(f"no playable deck in {TRIES} tries from seed {seed}")


def reinvented(row: dict[str, Any], kit: Kit, rng: np.random.Generator, seed: int) -> dict[str, Any]:
    """Another animal of the same rank and number of copies. Resources stay what they are."""
    if row["rank"] == 1:
        return dict(row)
    animals = [other for other in kit.tables["species"] if other["rank"] > 1]
    diet = model(animals, row["rank"], rng)["diet"]
    alike = [other for other in animals if other["diet"] == diet]
    realms = alike[rng.integers(len(alike))]["realms"]
    scavenger = animals[rng.integers(len(animals))]
    return {
        "name": row["name"],
        "rank": row["rank"],
        "copies": row["copies"],
        "diet": diet,
        "realms": list(realms),
        "eats": [] if diet == "carnivore" else foods(alike, kit, rng),
        "scavenges": scavenger["scavenges"] if row["rank"] > 2 else "never",
        "true_scavenger": False,
        "restrictions": restriction(animals, diet, row["rank"], rng),
        "source": f"invented, at random (seed {seed})",
    }


def model(animals: list[dict[str, Any]], rank: int, rng: np.random.Generator) -> dict[str, Any]:
    """An animal of a rank near by, copies counted, from which a diet is taken. At rank 2 nothing lives on animals."""
    near = [row for row in animals if abs(row["rank"] - rank) <= 1 and (rank > 2 or row["diet"] != "carnivore")]
    weights = np.array([row["copies"] for row in near], float)
    return near[rng.choice(len(near), p=weights / weights.sum())]


def foods(alike: list[dict[str, Any]], kit: Kit, rng: np.random.Generator) -> list[str]:
    """As many resources as some animal of that diet lists, each as likely as it is listed in the deck."""
    count = max(1, len(alike[rng.integers(len(alike))]["eats"]))
    listed = collections.Counter(food for row in kit.tables["species"] for food in row["eats"])
    names = [row["name"] for row in kit.tables["species"] if row["rank"] == 1]
    weights = np.array([1.0 + listed[name] for name in names])
    chosen = rng.choice(len(names), size=min(count, len(names)), replace=False, p=weights / weights.sum())
    return [names[i] for i in sorted(chosen)]


def restriction(animals: list[dict[str, Any]], diet: str, rank: int, rng: np.random.Generator) -> list[list[Any]]:
    """For predators of rank 3 or more, as often as in the deck: food up to some lower rank only."""
    predators = [row for row in animals if row["diet"] != "forager"]
    share = sum(bool(row["restrictions"]) for row in predators) / max(1, len(predators))
    if diet == "forager" or rank < 3 or rng.random() >= share:
        return []
    return [["only rank up to", int(rng.integers(2, rank))]]
