"""What the outcome notebook of The Mushroom Eaters asks: sources of Experience, decisions, panic, cubes, seats."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

import gamelib as gl
from gamelib import game, luck, twin
from gamelib.games.mushroom import invent, rules, strategies
from gamelib.games.mushroom.items import put_in
from gamelib.games.mushroom.turns import half_points_of_items
from gamelib.show import charts
from gamelib.show import theme as themes

if TYPE_CHECKING:
    from gamelib.kit import Kit
    from gamelib.study import Study

SOURCES = ("awakenings", "wisdom", "faces", "paradoxes", "awards")
ITEMS = ("awakening", "wisdom", "faces", "paradox")  # the fields of a state behind all of these but the awards
PATTERNS = ("", "/", "x", ".", "-")
EASIER = {"personal_paths": False, "jelly": False}  # MUS-70
RIVALS = ("balanced", "collector", "brave", "wanderer")
Z = 1.96  # of a 95 % interval


# ------------------------------------------------------------------------------------------------ where it comes from


def by_source(study: Study) -> np.ndarray:
    """Experience by source, shape (games, seats, 5), in the order of `SOURCES` (MUS-17 to MUS-19)."""
    kit = study.kit.record
    players = int(kit.players)

    def seats(name: str) -> np.ndarray:
        return study.frame[[f"{name}_{seat + 1}" for seat in range(players)]].to_numpy(float)

    parts = [_worth_of_one(item, kit) * seats(item) for item in ITEMS]
    return np.stack([*parts, seats("points") - np.sum(parts, axis=0)], axis=2)


def _worth_of_one(item: str, kit: np.record) -> float:
    """The Experience of one such item, as the rules count it."""
    state = game.load("mushroom").new_states()
    state[item][0, 0] = 1
    return int(half_points_of_items(state[0], kit, 0)) / 2


def by_strategy(studies: Mapping[str, Study], title: str) -> charts.Chart:
    """Mean Experience of a player by source: one stacked bar for each study."""
    means = {name: by_source(study).mean(axis=(0, 1)) for name, study in studies.items()}
    return stacked(means, title, "all four follow this strategy", _in_all(title, means))


def by_kit(found: pd.DataFrame, title: str) -> charts.Chart:
    """The same for what `over_kits` found: one stacked bar for each kit."""
    means = {str(name): row.to_numpy(float) for name, row in found[list(SOURCES)].iterrows()}
    return stacked(means, title, "all follow the same strategy", _in_all(title, means))


def _in_all(title: str, means: Mapping[str, np.ndarray]) -> str:
    return f"{title} In all: {', '.join(f'{name} {mean.sum():.1f}' for name, mean in means.items())}."


def by_score(study: Study, title: str, width: int = 5) -> charts.Chart:
    """Players by how much Experience they ended with, in classes of `width`: the mean of each class by source.

    A class with fewer than one player in a hundred is left out.
    """
    parts = by_source(study).reshape(-1, len(SOURCES))
    classes = parts.sum(axis=1).astype(int) // width
    means, shares = {}, []
    for number in range(classes.max() + 1):
        inside = classes == number
        if inside.mean() >= 0.01:
            means[f"{number * width} to {(number + 1) * width - 1}"] = parts[inside].mean(axis=0)
            shares.append(inside.mean())
    low, high = (means[name] for name in (min(means, key=lambda n: means[n].sum()), list(means)[-1]))
    most = int((high - low).argmax())
    words = f"{title} From the lowest class to the highest, {SOURCES[most]} grow most: "
    words += f"from {low[most]:.1f} to {high[most]:.1f} of {low.sum():.1f} and {high.sum():.1f}."
    made = stacked(means, title, "Experience at the end", words)
    made.table.insert(1, "share of the players", shares)
    return made


def stacked(means: Mapping[str, np.ndarray], title: str, x: str, words: str) -> charts.Chart:
    """One bar for each name, of pieces in the order of `SOURCES`."""
    look, top = themes.get(None), max(float(mean.sum()) for mean in means.values())
    traces: list[dict[str, Any]] = []
    for i, part in enumerate(SOURCES):
        values = [round(float(mean[i]), 3) for mean in means.values()]
        pattern = {"shape": PATTERNS[i], "fillmode": "overlay", "fgcolor": look.paper, "solidity": 0.15}
        marker = {"color": themes.CYCLE[i], "pattern": pattern, "line": {"color": look.paper, "width": 1}}
        trace = {"type": "bar", "x": list(means), "y": values, "name": part, "marker": marker}
        traces.append(trace | {"hovertemplate": "%{x}, " + part + ": %{y:.1f}<extra></extra>"})
    columns = {part: [float(mean[i]) for mean in means.values()] for i, part in enumerate(SOURCES)}
    layout = charts.layout(look, title, x, "Experience", (-0.5, len(means) - 0.5), (0, top * 1.05))
    layout["xaxis"] |= {"type": "category"}
    layout["legend"] |= {"traceorder": "normal"}
    return charts.chart(traces, layout | {"barmode": "stack"}, words, pd.DataFrame({x: list(means), **columns}))


# ------------------------------------------------------------------------------------------------------ what decides


def blunders(games: int = 1_000, seed: int = 1, strategy: str = "balanced") -> pd.DataFrame:
    """What it costs to decide one kind of decision at random, and all else as before, with the same luck.

    Each seat of five in turn plays `blunderer` among `balanced` players: which kind of decision it leaves to chance
    depends on the seat. Its points are compared with those of the same seat in the same games without that.

    Returns one row a kind of decision, the dearest first: `at random`, `Experience lost`, `low`, `high` (95 %).
    """
    kit = {"players": rules.MAX_SEATS}
    base = gl.simulate("mushroom", games, strategy, seed, kit, progress=False).frame
    rows = []
    for seat, kind in enumerate(strategies.KINDS_OF_DECISION):
        table = [strategy] * rules.MAX_SEATS
        table[seat] = "blunderer"
        changed = gl.simulate("mushroom", games, table, seed, kit, progress=False).frame
        lost = (base[f"points_{seat + 1}"] - changed[f"points_{seat + 1}"]).to_numpy(float)
        rows.append({"at random": kind, "Experience lost": lost.mean(), **_low_and_high(lost)})
    return pd.DataFrame(rows).sort_values("Experience lost", ascending=False, ignore_index=True)


def _low_and_high(values: np.ndarray) -> dict[str, float]:
    error = Z * values.std(ddof=1) / np.sqrt(len(values))
    return {"low": values.mean() - error, "high": values.mean() + error}


def blunders_chart(found: pd.DataFrame, title: str) -> charts.Chart:
    """What `blunders` found, the dearest kind of decision at the top."""
    rows = [tuple(row) for row in found.iloc[::-1].itertuples(index=False)]
    dearest, cheapest = found.iloc[0], found.iloc[-1]
    words = f"{title} Most: {dearest['at random']}, {dearest['Experience lost']:.1f} Experience; "
    words += f"least: {cheapest['at random']}, {cheapest['Experience lost']:.1f}."
    return charts.intervals(rows, title, "Experience lost by deciding this at random", words, found, False)


def panics(studies: Mapping[str, Study]) -> pd.DataFrame:
    """How often challenges overwhelm and panic comes (MUS-33 to MUS-36), one row a study.

    A challenge is met by each player who takes part: `stood`, `overwhelmed` and `breathed` are shares of these.
    """
    rows = {}
    for name, study in studies.items():
        frame = study.frame
        met = frame["stood"] + frame["overwhelmed"] + frame["breathed"]
        row = {"challenges a game": frame["challenges"].mean()}
        row |= {how: frame[how].sum() / met.sum() for how in ("stood", "overwhelmed", "breathed")}
        row |= {"panics a game": frame["panics"].mean(), "games with a panic": (frame["panics"] > 0).mean()}
        rows[name] = row
    return pd.DataFrame.from_dict(rows, orient="index")


# ------------------------------------------------------------------------------------------------------ a focus cube


def cube_worth(positions: int = 40, rollouts: int = 25, seed: int = 1, strategy: str = "balanced") -> pd.DataFrame:
    """What one more focus cube is worth on each board, by hour (MUS-27, MUS-30).

    An hour goes from one face to the next. Each of `positions` for each hour is played on `rollouts` times as it is,
    with a cube of the current player added at the bottom of the one board, and of the other, with the same luck. What
    is compared is that player's Experience at the end.

    Returns one row for an hour and a board: `hour`, `board`, `worth`, `low`, `high` (95 %, from one position to the
    next).
    """
    found = turns_by_hour(positions, seed, strategy)

    def worth_here(state: np.void) -> tuple[float, float]:
        return _with_a_cube(state, rollouts, seed, strategy)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        worth = [list(pool.map(worth_here, states)) for states in found]
    rows = []
    for board, name in enumerate(("Hour Board", "Shaman Drum Board")):
        for hour, each in enumerate(worth, 1):
            values = np.array(each)[:, board]
            rows.append({"hour": hour, "board": name, "worth": values.mean(), **_low_and_high(values)})
    return pd.DataFrame(rows)


def turns_by_hour(games: int, seed: int, strategy: str) -> list[np.ndarray]:
    """Positions in which a space is about to be experienced: for each hour about one from each of so many games."""
    mushroom = game.load("mushroom")
    kit, play = mushroom.default_kit.record, twin.compiled(mushroom).loop("play_many")
    ends = np.flatnonzero(kit.space_action[: kit.spaces] == rules.FACE)
    first: list[dict[int, np.ndarray]] = [{} for _ in ends]
    states = mushroom.new_states(games)
    limit = 0
    while not states["ended"].all():
        limit += 6  # moves: about every third turn is met
        states = mushroom.new_states(games)
        play(kit, _all_play(strategy), seed, 0, limit, states, *_results(games))
        for number, state in enumerate(states):
            hour = int(np.searchsorted(ends, state["pawn"]))
            top = state["stack"][state["depth"] - 1]
            if top[0] == rules.EXPERIENCE and top[1] == state["current"] and hour < len(ends):
                first[hour].setdefault(number, states[number : number + 1].copy())
    return [np.concatenate(list(each.values())) for each in first]


def _all_play(strategy: str) -> tuple[Any, ...]:
    return (twin.compiled(game.load("mushroom")).strategy(strategy),) * rules.MAX_SEATS


def _results(games: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Room for moves, scores and events."""
    scores, tallies = np.zeros((games, rules.MAX_SEATS, 2)), np.zeros((games, rules.EVENTS), np.int64)
    return np.zeros(games, np.int64), scores, tallies


def _with_a_cube(state: np.void, rollouts: int, seed: int, strategy: str) -> tuple[float, float]:
    """How much more Experience the current player has at the end, on average, with a cube on each board."""
    mushroom = game.load("mushroom")
    kit, play = mushroom.default_kit.record, twin.compiled(mushroom).loop("rollouts")
    seat, points = int(state["current"]), []
    for board in (None, rules.HOUR, rules.DRUM):
        trial, results = mushroom.new_states(), np.zeros((rollouts, 2))
        trial[0] = state
        if board is not None and rules.stock(trial[0], kit, seat) > 0:
            put_in(trial[0], kit, seat, board, np.zeros(luck.LOG_SHAPE, np.int64))
        play(trial[0], kit, _all_play(strategy), seat, 0, seed, 0, rules.MOVE_LIMIT, results)
        points.append(float(results[:, 1].mean()))
    return points[1] - points[0], points[2] - points[0]


def cube_chart(found: pd.DataFrame, title: str) -> charts.Chart:
    """What `cube_worth` found, as two lines with 95 % intervals."""
    look = themes.get(None)
    traces: list[dict[str, Any]] = []
    for number, (board, rows) in enumerate(found.groupby("board", sort=False)):
        error = {"type": "data", "array": (rows["high"] - rows["worth"]).tolist(), "color": look.seat(number)}
        trace = {"type": "scatter", "mode": "lines+markers", "name": str(board), "error_y": error}
        trace["x"] = (rows["hour"] + (0.06 if number else -0.06)).tolist()  # side by side, so that both can be seen
        trace["y"] = rows["worth"].tolist()
        trace["line"] = {"color": look.seat(number), "width": look.px(2), "dash": charts.DASHES[number]}
        trace["marker"] = {"symbol": look.symbol(number), "size": look.px(9), "color": look.seat(number)}
        traces.append(trace | {"hovertemplate": "%{y:.2f}<extra>" + str(board) + "</extra>"})
    best = found.loc[found["worth"].idxmax()]
    words = f"{title} Most in hour {best['hour']} on the {best['board']}: {best['worth']:.2f} Experience."
    hours = found["hour"].max()
    low, high = min(0.0, found["low"].min()), found["high"].max()
    room = 0.08 * (high - low)
    layout = charts.layout(look, title, "hour of the game", "Experience", (0.5, hours + 0.5), (low - room, high + room))
    layout["xaxis"] |= {"tickvals": list(range(1, hours + 1))}
    layout["yaxis"] |= {"zeroline": True}
    return charts.chart(traces, layout, words, found)


# --------------------------------------------------------------------------------------------- seats, players, boards


def by_seat(studies: Mapping[str, Study]) -> pd.DataFrame:
    """How many games each seat won (a shared win is a part of one), one row a study.

    `most` is how far the seat that is furthest from its fair share is away from it, `give or take` the half width of
    the 95 % interval of a share.
    """
    rows = {}
    for name, study in studies.items():
        players = len(study.strategies)
        wins = [study.frame[f"win_{seat + 1}"] for seat in range(players)]
        row = {f"seat {seat + 1}": win.mean() for seat, win in enumerate(wins)}
        row["most"] = max(abs(win.mean() - 1 / players) for win in wins)
        rows[name] = row | {"give or take": max(Z * win.std() / np.sqrt(len(win)) for win in wins)}
    return pd.DataFrame.from_dict(rows, orient="index")


def over_kits(kits: Mapping[str, Any], games: int = 500, seed: int = 1, strategy: str = "balanced") -> pd.DataFrame:
    """The same questions for several kits, or dicts of house rules: one row each, means of a game or a player."""
    rows = {}
    for name, kit in kits.items():
        study = gl.simulate("mushroom", games, strategy, seed, kit, progress=False)
        parts = by_source(study)
        row = {"turns": study.frame["turn"].mean(), "panics": study.frame["panics"].mean()}
        row |= {"Experience": parts.sum(axis=2).mean(), "winner": parts.sum(axis=2).max(axis=1).mean()}
        rows[name] = row | dict(zip(SOURCES, parts.mean(axis=(0, 1)), strict=True))
    return pd.DataFrame.from_dict(rows, orient="index")


def mixed(names: Sequence[str] = RIVALS, games: int = 200, seed: int = 1, kit: Kit | None = None) -> dict[str, float]:
    """The share of games that each of four strategies wins at one table, each of them on each seat in turn."""
    wins = dict.fromkeys(names, 0.0)
    for turn in range(len(names)):
        order = [*names[turn:], *names[:turn]]
        frame = gl.simulate("mushroom", games, order, seed, kit, progress=False).frame
        for seat, name in enumerate(order):
            wins[name] += frame[f"win_{seat + 1}"].mean() / len(names)
    return wins


def over_boards(boards: Iterable[int], games: int = 200, seed: int = 1, names: Sequence[str] = RIVALS) -> pd.DataFrame:
    """The same questions on random boards and cards of the kit's shape (`invent.py`): one row a board.

    Means of a player's Experience and its part from each source, panics a game and the furthest seat (see `by_seat`)
    where all are balanced; then how often each of four strategies wins at one table, a quarter of the games on a seat.
    """
    kit = game.load("mushroom").default_kit
    rows = []
    for number in boards:
        board = kit.with_tables(**invent.tables(number, kit))
        study = gl.simulate("mushroom", games, "balanced", seed, board, progress=False)
        parts = by_source(study)
        row: dict[str, Any] = {"board": number, "Experience": parts.sum(axis=2).mean()}
        row |= dict(zip(SOURCES, parts.mean(axis=(0, 1)), strict=True))
        row |= {"turns": study.frame["turn"].mean(), "panics": study.frame["panics"].mean()}
        rows.append(row | mixed(names, max(1, games // len(names)), seed, board))
    return pd.DataFrame(rows)


def boards_chart(found: pd.DataFrame, title: str, names: Sequence[str] = RIVALS) -> charts.Chart:
    """What `over_boards` found: how often each strategy wins, on average over the boards, at least and at most."""
    rows = [(name, found[name].mean(), found[name].min(), found[name].max()) for name in names]
    rows.sort(key=lambda row: row[1])
    spread = ", ".join(f"{name} {low:.0%} to {high:.0%}" for name, _, low, high in reversed(rows))
    table = pd.DataFrame(rows[::-1], columns=["strategy", "mean", "least", "most"])
    return charts.intervals(rows, title, "games won", f"{title} Over {len(found)} boards: {spread}.", table, True)
