"""What the outcome notebook of Habitat asks: bottlenecks, hunger, events, and what hangs on the invented deck."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pandas as pd

from gamelib import game, study, twin
from gamelib.games.habitat import foodweb, invent
from gamelib.games.habitat import rules as r
from gamelib.kit import Kit
from gamelib.luck import wrapping


def last_positions(strategy: str, games: int, seed: int = 1, kit: Kit | dict | None = None) -> np.ndarray:
    """The positions in which games 0, 1, ... of a study end: shape (games,), dtype STATE."""
    habitat = game.load("habitat")
    record = habitat.kit(kit).record
    fast = twin.compiled(habitat)
    states, moves = habitat.new_states(games), np.zeros(games, np.int64)
    scores, tallies = np.zeros((games, r.MAX_SEATS, 2)), np.zeros((games, r.EVENTS), np.int64)
    choosers = (fast.strategy(strategy),) * r.MAX_SEATS
    with wrapping():
        fast.loop("play_many")(record, choosers, seed, 0, r.MOVE_LIMIT, states, moves, scores, tallies)
    return states


def missing_ranks(states: np.ndarray, kit: Kit) -> pd.DataFrame:
    """Of those who did not win: how often each rank is what they lack at the end, and is all that they lack.

    Columns `rank`, `cards` (in the deck), `missing`, `only this missing` (shares of the players who lost).
    """
    lacking = []
    for state in states:
        for seat in range(int(kit.record.players)):
            if seat != state["winner"]:
                ranks = int(r.covered(state, kit.record, seat))
                lacking.append([not ranks >> rank & 1 for rank in range(1, r.TOP_RANK + 1)])
    table = np.array(lacking, bool).reshape(-1, r.TOP_RANK)
    alone = table & (table.sum(axis=1) == 1)[:, None]
    cards = [sum(row["copies"] for row in kit.tables["species"] if row["rank"] == k + 1) for k in range(r.TOP_RANK)]
    return pd.DataFrame(
        {
            "rank": range(1, r.TOP_RANK + 1),
            "cards": cards,
            "missing": table.mean(axis=0),
            "only this missing": alone.mean(axis=0),
        }
    )


def by_players(strategy: str, games: int, seed: int = 1, counts: Iterable[int] = range(2, 7)) -> pd.DataFrame:
    """How long games of two to six are, how many have a winner, and how often each seat wins."""
    rows = []
    for players in counts:
        frame = study.simulate("habitat", games, strategy, seed, {"players": players}, progress=False).frame
        row = {"players": players, "rounds": (frame["turn"] / players).mean(), "turns": frame["turn"].mean()}
        row["longest"] = frame["turn"].max()
        row["with a winner"] = frame["winner"].gt(0).mean()
        rows.append(row | {f"seat {seat} wins": frame["winner"].eq(seat).mean() for seat in range(1, players + 1)})
    return pd.DataFrame(rows)


def without_event(kit: Kit, name: str) -> Kit:
    """The same deck with one event taken out, and as many cards of the most frequent resource in its place."""
    rows = [dict(row) for row in kit.tables["event"] if row["name"] != name]
    if len(rows) == len(kit.tables["event"]):
        raise ValueError(f"no event {name!r}; there are {', '.join(row['name'] for row in kit.tables['event'])}")
    gone = sum(row["copies"] for row in kit.tables["event"] if row["name"] == name)
    species = [dict(row) for row in kit.tables["species"]]
    common = max((row for row in species if row["rank"] == 1), key=lambda row: row["copies"])
    common["copies"] += gone
    return kit.with_tables(event=rows, species=species)


def each_event(strategy: str, games: int, seed: int = 1, kit: Kit | None = None) -> pd.DataFrame:
    """What games are like with all events, and without each of them in turn (a resource in its place).

    Columns `without`, `copies`, `turns` and `give or take` (half of its 95 % interval), and per game how many cards are
    `lost` to events, `starved` and `bullied` chains.
    """
    whole = kit or game.load("habitat").default_kit
    rows = []
    for name, copies in [("nothing", 0), *((row["name"], row["copies"]) for row in whole.tables["event"])]:
        deck = without_event(whole, name) if copies else whole
        frame = study.simulate("habitat", games, strategy, seed, deck, progress=False).frame
        row = {"without": name, "copies": copies, "turns": frame["turn"].mean()}
        row["give or take"] = 1.96 * frame["turn"].std() / games**0.5
        counts = {"lost": "card_lost", "starved": "card_starved", "bullied": "bullied"}
        rows.append(row | {word: frame[column].mean() for word, column in counts.items()})
    return pd.DataFrame(rows)


def over_decks(decks: int, games: int, strategies: tuple[str, ...], seed: int = 1) -> pd.DataFrame:
    """The same questions on random decks of the same shape: length, seat advantage, hunger, and who beats whom.

    For each strategy after the first, the last columns hold its share of wins against the first, at a table of two.
    """
    base = game.load("habitat").default_kit
    rows = []
    for deck in range(decks):
        kit = base.with_tables(**invent.tables(base, deck + 1))
        frame = study.simulate("habitat", games, strategies[0], seed, kit, progress=False).frame
        row = {
            "deck": deck + 1,
            "connectance": foodweb.measures(foodweb.web(kit))[3].value,
            "turns": frame["turn"].mean(),
            "with a winner": frame["winner"].gt(0).mean(),
            "first seat wins": frame["winner"].eq(1).mean(),
            "starved a game": frame["card_starved"].mean(),
        }
        two = kit.changed(players=2)
        for other in strategies[1:]:
            ahead = [
                study.simulate("habitat", games // 2, pair, seed, two, progress=False).frame["winner"].eq(seat).mean()
                for pair, seat in (([other, strategies[0]], 1), ([strategies[0], other], 2))
            ]
            row[f"{other} beats {strategies[0]}"] = float(np.mean(ahead))
        rows.append(row)
    return pd.DataFrame(rows)
