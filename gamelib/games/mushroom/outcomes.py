"""Questions about outcomes of The Mushroom Eaters that the notebook asks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

import gamelib as gl
from gamelib import game as games_of
from gamelib import luck, twin
from gamelib.games.mushroom import invent, rules, strategies
from gamelib.games.mushroom.items import put_in
from gamelib.show import charts
from gamelib.show import theme as themes

if TYPE_CHECKING:
    import pandas

    from gamelib.study import Study

SOURCES = ("awakenings", "wisdom", "faces", "paradoxes", "awards")


def by_source(study: Study) -> np.ndarray:
    """Experience by source, shape (games, seats, 5): awakenings, wisdom, faces, paradoxes, awards."""
    frame, kit = study.frame, study.kit.record
    players = int(kit.players)

    def seats(name: str) -> np.ndarray:
        return frame[[f"{name}_{seat + 1}" for seat in range(players)]].to_numpy(float)

    parts = [
        kit.awakening_xp * seats("awakening"),
        kit.wisdom_xp * seats("wisdom"),
        kit.face_xp * seats("faces"),
        0.5 * seats("paradox"),
    ]
    return np.stack([*parts, seats("points") - sum(parts)], axis=2)


def stacked(studies: dict[str, Study], title: str) -> charts.Chart:
    """Mean Experience a player by source, one stacked bar for each study."""
    import pandas as pd

    look = themes.get(None)
    means = {name: by_source(study).mean(axis=(0, 1)) for name, study in studies.items()}
    table = pd.DataFrame({"": list(means), **{part: [m[i] for m in means.values()] for i, part in enumerate(SOURCES)}})
    traces: list[dict[str, Any]] = []
    for i, part in enumerate(SOURCES):
        values = [round(float(m[i]), 3) for m in means.values()]
        marker = {"color": themes.CYCLE[i], "pattern": {"shape": ("", "/", "x", ".", "-")[i]}}
        traces.append({"type": "bar", "x": list(means), "y": values, "name": part, "marker": marker})
    top = max(float(m.sum()) for m in means.values())
    layout = charts.layout(look, title, "", "Experience", (-0.5, len(means) - 0.5), (0, top * 1.1))
    words = ", ".join(f"{name} {float(m.sum()):.1f}" for name, m in means.items())
    return charts.chart(traces, layout | {"barmode": "stack"}, f"{title}. In all: {words}.", table)


def blunders(games: int = 2_000, seed: int = 1) -> pandas.DataFrame:
    """What it costs to decide one kind of decision at random, all else balanced, on the same luck.

    Each seat of five in turn plays the strategy `blunderer`, whose kind of decision depends on the seat; its points are
    compared with those of the same seat in the same games where all play `balanced`.
    """
    import pandas as pd

    kit = {"players": rules.MAX_SEATS}
    base = gl.simulate("mushroom", games, "balanced", seed, kit, progress=False).frame
    rows = []
    for seat, kind in enumerate(strategies.KINDS_OF_DECISION):
        players = ["balanced"] * rules.MAX_SEATS
        players[seat] = "blunderer"
        changed = gl.simulate("mushroom", games, players, seed, kit, progress=False).frame
        lost = (base[f"points_{seat + 1}"] - changed[f"points_{seat + 1}"]).to_numpy(float)
        error = 1.96 * lost.std(ddof=1) / np.sqrt(games)
        rows.append({"at random": kind, "Experience lost": lost.mean(), "give or take": error})
    return pd.DataFrame(rows).sort_values("Experience lost", ascending=False, ignore_index=True)


def cube_worth(games: int = 400, seed: int = 1, strategy: str = "balanced") -> pandas.DataFrame:
    """What one more focus cube is worth on each board, by the panel that the pawn has just reached.

    Games are played to that panel, then on from there twice with the same luck: as they are, and with a cube of the
    current player added at the bottom. What is compared is that player's Experience at the end.
    """
    import pandas as pd

    found = games_of.load("mushroom")
    fast, kit = twin.compiled(found), found.default_kit.record
    table = _Fast(fast, found, kit, strategy)
    gains = np.zeros((2, rules.PANELS, games))
    for number in range(games):
        state = found.new_states()
        with luck.wrapping():
            luck.start_luck(state[0].luck, seed, number)
            rules.setup(state[0], kit)
            for panel in range(1, rules.PANELS):
                table.play_to(state, panel)
                gains[:, panel, number] = table.with_a_cube(state)
    rows = []
    for panel in range(1, rules.PANELS):
        row: dict[str, Any] = {"panel": "ABCDEFGHIJ"[panel]}
        for board, name in enumerate(("Hour Board", "Shaman Drum Board")):
            row[name] = gains[board, panel].mean()
            row[f"{name}, give or take"] = 1.96 * gains[board, panel].std(ddof=1) / np.sqrt(games)
        rows.append(row)
    return pd.DataFrame(rows)


class _Fast:
    """Compiled play from any position, a move at a time or to the end."""

    def __init__(self, fast: Any, found: Any, kit: np.record, strategy: str):
        self.loop, self.kit = fast.loop("play"), kit
        self.choosers = (fast.strategy(strategy),) * rules.MAX_SEATS
        self.view, self.room = found.new_states(), found.new_actions()
        self.log, self.tally = np.zeros(luck.LOG_SHAPE, np.int64), np.zeros(rules.EVENTS, np.int64)
        self.steps = np.zeros(0, np.int64)

    def play(self, state: np.ndarray, moves: int) -> None:
        self.loop(state[0], self.kit, self.choosers, self.view, self.room, self.log, self.tally, self.steps, moves)

    def play_to(self, state: np.ndarray, panel: int) -> None:
        """Until a turn begins on that panel or beyond it."""
        while not state[0].ended:
            turn = rules.what_now(state[0]) == rules.PLAY_CARD
            if turn and self.kit.space_panel[state[0].pawn] >= panel:
                return
            self.play(state, 1)

    def with_a_cube(self, state: np.ndarray) -> list[float]:
        """How much more the current player has at the end with one more cube, for each board; 0 after the end."""
        if state[0].ended:
            return [0.0, 0.0]
        seat = int(state[0].current)
        points = []
        for board in (-1, rules.HOUR, rules.DRUM):
            trial = state.copy()
            if board >= 0 and rules.stock(trial[0], self.kit, seat) > 0:
                self.log[0, 0] = 0
                put_in(trial[0], self.kit, seat, board, self.log)
            self.play(trial, rules.MOVE_LIMIT)
            points.append(int(rules.half_points(trial[0], self.kit, seat)) / 2)
        return [points[1] - points[0], points[2] - points[0]]


def by_seat(study: Study) -> pandas.DataFrame:
    """How often each seat won, with a 95 % interval, and its mean Experience."""
    import pandas as pd
    from scipy import stats

    rows = []
    for seat in range(int(study.kit.record.players)):
        won = study.frame[f"win_{seat + 1}"].to_numpy(float)
        interval = stats.binomtest(round(won.sum()), len(won)).proportion_ci(0.95, method="wilson")
        row = {"seat": seat + 1, "wins": won.mean(), "low": interval.low, "high": interval.high}
        rows.append({**row, "Experience": study.frame[f"points_{seat + 1}"].mean()})
    return pd.DataFrame(rows)


def over_boards(boards: int = 20, games: int = 400, seed: int = 1) -> pandas.DataFrame:
    """The same questions on random boards and cards of the same shape: one row a board.

    Experience of a balanced player, panics a game, and how often each of four strategies wins against the others.
    """
    import pandas as pd

    kit = games_of.load("mushroom").default_kit
    names = ["balanced", "collector", "brave", "focused"]
    rows = []
    for number in range(boards):
        board = kit.with_tables(**invent.tables(number, kit))
        equal = gl.simulate("mushroom", games, "balanced", seed, board, progress=False).frame
        row = {"Experience": equal[[f"points_{s + 1}" for s in range(4)]].to_numpy().mean()}
        row |= {"panics": equal["panics"].mean(), "turns": equal["turn"].mean()}
        wins = np.zeros(4)
        for turn in range(4):  # each strategy on each seat
            order = names[turn:] + names[:turn]
            mixed = gl.simulate("mushroom", games // 4, order, seed, board, progress=False).frame
            for seat, name in enumerate(order):
                wins[names.index(name)] += mixed[f"win_{seat + 1}"].mean() / 4
        rows.append({**row, **dict(zip(names, wins, strict=True))})
    return pd.DataFrame(rows)
