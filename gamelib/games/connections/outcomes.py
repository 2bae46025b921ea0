"""Questions about outcomes of Connections that the notebook asks: who goes first, what the pitfall does, what the
invented board does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gamelib import game as games_of
from gamelib.games.connections import invent, rules
from gamelib.kit import Kit

if TYPE_CHECKING:
    import pandas

    from gamelib.study import Study


def distribution(study: Study, column: str = "turn") -> dict[int, float]:
    """How often each value of a column came out: value -> share."""
    return {int(value): float(share) for value, share in study.frame[column].value_counts(normalize=True).items()}


def wins_by_order(study: Study) -> pandas.DataFrame:
    """How often who went first, second, ... won, with a 95 % interval (Wilson); shared wins count by their part.

    Args:
        study: games for two or more players, as from `gl.simulate("connections", ...)`.

    Raises:
        ValueError: it is a study of one player.
    """
    import pandas as pd
    from scipy import stats

    players = int(study.kit.record.players)
    if players < 2:
        raise ValueError("expected two players or more")
    frame = study.frame
    wins = np.stack([frame[f"win_{seat + 1}"].to_numpy(float) for seat in range(players)], axis=1)
    seats = (frame["first"].to_numpy()[:, None] + np.arange(players)) % players
    ordered = np.take_along_axis(wins, seats, axis=1)
    rows = []
    for place in range(players):
        won = ordered[:, place]
        interval = stats.binomtest(round(won.sum()), len(won)).proportion_ci(0.95, method="wilson")
        rows.append({"order": place + 1, "wins": won.mean(), "low": interval.low, "high": interval.high})
    return pd.DataFrame(rows)


def without_pitfall(kit: Kit) -> Kit:
    """The same board with green spaces in place of the Emotional Pitfall."""
    rows = [{**row, "colour": "green"} if row["colour"] == "pitfall" else row for row in kit.tables["b_space"]]
    return kit.with_tables(b_space=rows)


def gains(kit: Kit) -> pandas.DataFrame:
    """What a landing is worth on average: mean points by circuit and colour, how many spaces, and over all spaces."""
    import pandas as pd

    record, rows = kit.record, []
    for circuit, name in ((rules.A, "A"), (rules.B, "B")):
        length = int(rules.circuit_length(record, circuit))
        colours = [int(rules.colour_of(record, circuit, space)) for space in range(length)]
        total = 0.0
        for colour, word in ((rules.TAN, "tan"), (rules.RED, "red"), (rules.GOLD, "gold")):
            cards = [s for s in range(record.cards) if record.card_colour[s] == colour]
            weights = [int(rules.copies(record, s)) for s in cards]
            mean = float(np.average([int(rules.worth(record, s, circuit)) for s in cards], weights=weights))
            total += mean * colours.count(colour)
            rows.append({"circuit": name, "colour": word, "spaces": colours.count(colour), "mean points": mean})
        rows.append({"circuit": name, "colour": "all", "spaces": length, "mean points": total / length})
    return pd.DataFrame(rows)


def over_boards(boards: int = 40, games: int = 4_000, kit: Any = None, first_seed: int = 1) -> pandas.DataFrame:
    """The same questions asked of random boards: how much of an answer hangs on the invented spaces?

    Args:
        boards: how many random boards, of the seeds `first_seed` and up.
        games: how many games of one player on each, with the same luck for each question.
        kit: house rules to change, or a kit.

    Returns one row a board: its seed, its lengths, the spaces of the pitfall, and the mean turns to the goal under
    "answer", under "worst_red", and under "answer" without the pitfall.
    """
    import pandas as pd

    start = games_of.load("connections").kit(kit).changed(players=1)
    rows = []
    for seed in range(first_seed, first_seed + boards):
        board = start.with_tables(**invent.tables(seed))
        rows.append(
            {
                "seed": seed,
                "A": int(board.record.a_spaces),
                "B": int(board.record.b_spaces),
                "pitfall": sum(row["colour"] == "pitfall" for row in board.tables["b_space"]),
                "answer": _mean_turns(board, "answer", games),
                "worst_red": _mean_turns(board, "worst_red", games),
                "without pitfall": _mean_turns(without_pitfall(board), "answer", games),
            }
        )
    return pd.DataFrame(rows)


def _mean_turns(kit: Kit, strategy: str, games: int) -> float:
    from gamelib.study import simulate

    found = simulate("connections", games=games, strategy=strategy, seed=1, kit=kit, workers=1, progress=False)
    return float(found.frame["turn"].mean())
