"""What the notebooks of Habits show beside the table: rules, puzzles, and what hangs on luck, play and marks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from gamelib import game, scenario, study
from gamelib.games.habits import exact, invent
from gamelib.kit import Kit
from gamelib.match import Match
from gamelib.show import charts, tables
from gamelib.show import theme as themes

if TYPE_CHECKING:
    from pandas.io.formats.style import Styler

FOLDER = Path(__file__).parent
DECKS = 20
GOOD, BAD = 0.65, 0.7  # densities of marks, those of the deck in kit.toml


def cards_table() -> Styler:
    """All cards of the default kit, with their marks and where each comes from."""
    kit = game.load("habits").default_kit
    rows = [
        {
            "good side": row["name"],
            "it turns": " ".join(row["good_marks"]),
            "bad side": row["bad_name"],
            "it turns back": " ".join(row["bad_marks"]),
            "names": kit.source("habit", number, "name"),
            "marks": kit.source("habit", number, "good_marks"),
        }
        for number, row in enumerate(kit.tables["habit"])
    ]
    return tables.readable(rows)


# ---------------------------------------------------------------- puzzles


def puzzles() -> list[scenario.Scenario]:
    """The puzzles, in order. Their steps are an answer."""
    return [scenario.Scenario(path) for path in sorted((FOLDER / "puzzles").glob("*.toml"))]


def puzzle(number: int) -> Match:
    """A puzzle, from 1, without its answer.

    Raises:
        ValueError: there is no such puzzle.
    """
    known = puzzles()
    if not 1 <= number <= len(known):
        raise ValueError(f"puzzle: expected 1 to {len(known)}, got {number!r}")
    match = known[number - 1].start()
    match.auto = "forced"
    return match


def puzzle_table() -> Any:
    """A table for the puzzles, with a switch between them."""
    import ipywidgets

    from gamelib.show import Table

    options = [(puzzle.file.title, number) for number, puzzle in enumerate(puzzles(), 1)]
    switch = ipywidgets.ToggleButtons(options=options, style={"button_width": "auto"})
    again = ipywidgets.Button(description="Begin again")
    table = Table(puzzle(1))
    switch.observe(lambda change: table.use(puzzle(change["new"])), "value")
    again.on_click(lambda _: table.use(puzzle(switch.value)))
    switch.add_class("gl-puzzles")
    return ipywidgets.VBox([ipywidgets.HBox([switch, again]), table.widget])


# ---------------------------------------------------------------- exact beside simulated


def layout(seed: int) -> Match:
    """A fresh table on which swaps cost more than any dice have: what can be known exactly needs that."""
    return Match("habits", seed, {"swap_cost": 25}, auto="none")


def within(
    match: Match, strategies: Sequence[str], turns: Sequence[int] = range(1, 11), games: int = 1_000, seed: int = 1
) -> pd.DataFrame:
    """The chance to win within so many turns: the best possible, exactly, and as strategies do in simulated games.

    Returns:
        One row a number of turns: `turns`, `best possible`, and a column for each strategy.
    """
    solution = exact.solve(match.kit, match.state.card)
    frame = pd.DataFrame({"turns": list(turns)})
    frame["best possible"] = [solution.chance(match.state, n) for n in turns]
    for name in strategies:
        ended = exact.played(match, name, games, seed)
        frame[name] = [float((ended["won"] & (ended["turn"] <= n)).mean()) for n in turns]
    return frame


def within_chart(frame: pd.DataFrame) -> charts.Chart:
    """The outcome of `within` as lines; what is exact as diamonds."""
    look, turns = themes.get(None), frame["turns"].tolist()
    traces: list[dict[str, Any]] = []
    for number, name in enumerate(frame.columns[2:]):
        line = {"color": look.seat(number), "width": look.px(2), "dash": charts.DASHES[number % len(charts.DASHES)]}
        marker = {"symbol": look.symbol(number), "size": look.px(7), "color": look.seat(number)}
        traces.append({"type": "scatter", "mode": "lines+markers", "name": name, "x": turns, "y": frame[name].tolist()})
        traces[-1] |= {"line": line, "marker": marker, "hovertemplate": "within %{x} turns: %{y:.1%}<extra></extra>"}
    best = {
        "symbol": "diamond",
        "size": look.px(11),
        "color": charts.VERMILION,
        "line": {"color": look.ink, "width": 1},
    }
    traces.append({"type": "scatter", "mode": "markers", "name": "best possible (exact)", "x": turns, "marker": best})
    traces[-1] |= {"y": frame["best possible"].tolist(), "hovertemplate": "within %{x} turns: %{y:.1%}<extra></extra>"}
    frame_of = charts.layout(
        look, "Won within so many turns, without swaps", "turns", "chance", (0.5, turns[-1] + 0.5), (0, 1.05)
    )
    frame_of["yaxis"]["tickformat"] = ".0%"
    first = frame.iloc[min(2, len(frame) - 1)]
    parts = ", ".join(f"{name} {first[name]:.1%}" for name in frame.columns[2:])
    words = f"Within {int(first['turns'])} turns the best possible chance is {first['best possible']:.1%}; {parts}."
    return charts.chart(traces, frame_of, words, frame)


# ---------------------------------------------------------------- how much the invented marks matter


def decks(count: int = DECKS, good: float = GOOD, bad: float = BAD) -> list[Kit]:
    """Kits with random marks of the density of ours, seeds 1, 2, ..."""
    kit = game.load("habits").default_kit
    return [kit.with_tables(**invent.tables(seed, good, bad)) for seed in range(1, count + 1)]


def over_decks(kits: Sequence[Kit], strategies: Sequence[str], games: int = 200, seed: int = 1) -> pd.DataFrame:
    """How often each strategy wins with each deck: one row a deck (`deck` 1, 2, ...), a column a strategy."""
    rows: list[dict[str, Any]] = []
    for number, kit in enumerate(kits, 1):
        row: dict[str, Any] = {"deck": number}
        for name in strategies:
            row[name] = study.simulate("habits", games, name, seed, kit, progress=False).frame["won"].mean()
        rows.append(row)
    return pd.DataFrame(rows)


def decks_chart(frame: pd.DataFrame) -> charts.Chart:
    """The spread over the decks: the middle one, from the least to the most."""
    names = [str(name) for name in frame.columns if name != "deck"]
    rows = [(name, frame[name].median(), frame[name].min(), frame[name].max()) for name in names]
    parts = [f"{name} {low:.1%} to {high:.1%}, {middle:.1%} in the middle" for name, middle, low, high in rows]
    words = f"Games won, over {len(frame)} decks with random marks: {'; '.join(parts)}."
    title = f"Games won with {len(frame)} random decks (line: least to most)"
    return charts.intervals(rows, title, "games won", words, frame, True)
