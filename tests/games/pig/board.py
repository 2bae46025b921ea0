"""A state of Pig as a picture: a track for each player with points and the turn's sum, and the faces of the die."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np
import plotly.graph_objects as go

from gamelib.kit import Kit
from gamelib.show import draw
from gamelib.show import theme as themes
from gamelib.show.theme import BLACK, Theme

from . import rules

LEFT, RIGHT = 1.6, 9.4  # where a track begins and ends
TRACK = 0.16  # half of its height
DIE = 0.9

WORDS = {
    "en": {
        "player": "player {number}",
        "points": "{points} of {goal}",
        "sum": "this turn: <b>{total}</b>",
        "falls": "the die falls: which face?",
        "wins": "player {number} wins!",
        "turn": "turn {turn}",
        "face": "the die shows {face}",
        "pig": "a one is a pig: the turn's sum is lost",
    }
}


def figure(
    state: np.record,
    kit: Kit,
    lang: str = "en",
    lit: Collection[str] = (),
    seat: int | None = None,
    theme: Theme | str | None = None,
) -> go.Figure:
    """The table as a Plotly figure; always the same traces in the same order. All see all in Pig."""
    look, words = themes.get(theme), WORDS[lang if lang in WORDS else "en"]
    players, faces = int(kit.record.players), int(kit.record.faces)
    x, y = (0, 10), (-players - 1.9, -0.2)
    pixels = draw.unit(look, x)
    side = min(DIE, 8.6 / faces / 1.2)
    places = [(5 + (i - (faces - 1) / 2) * side * 1.2, -players - 1.1) for i in range(faces)]
    dice, pips, labels = draw.dice(places, list(range(1, faces + 1)), side, pixels, look)
    shapes = [shape for who in range(players) for shape in track(state, kit, who, look)] + dice
    shapes += [frame(places[face - 1], side, look) for face in range(1, faces + 1) if str(face) in lit]
    xs, ys = zip(*places, strict=True)
    hover = [words["face"].format(face=face) for face in range(1, faces + 1)]
    hover[0] += f"<br>{words['pig']}"
    traces = [
        draw.markers(*columns(pips)),
        tokens(state, kit, look),
        draw.clickable(xs, ys, [str(face) for face in range(1, faces + 1)], hover, round(side * pixels, 1)),
    ]
    labels += names(state, kit, words, look)
    return draw.board_figure(traces, look, x=x, y=y, title=title(state, words), shapes=shapes, annotations=labels)


def title(state: np.record, words: dict[str, Any]) -> str:
    """Turn, and what the table waits for."""
    now = {
        rules.YOUR_MOVE: words["sum"].format(total=state.total),
        rules.DIE: words["falls"],
        rules.ENDED: words["wins"].format(number=state.seat + 1),
    }[int(state.phase)]
    return f"<b>Pig</b> · {words['turn'].format(turn=state.turn)} · {now}"


def at(kit: Kit, points: int) -> float:
    """Where on a track so many points are."""
    return LEFT + (RIGHT - LEFT) * min(1.0, points / int(kit.record.goal))


def track(state: np.record, kit: Kit, who: int, look: Theme) -> list[dict[str, Any]]:
    """Points in full colour, what the turn may add hatched out behind them."""
    y = -who - 0.75
    points = int(state.points[who])
    total = int(state.total) if who == state.seat else 0
    ends = ((RIGHT, look.card), (at(kit, points + total), look.lit), (at(kit, points), look.seat(who)))
    edge = {"color": look.line, "width": 1}
    return [
        draw.rounded(LEFT, y - TRACK, max(end, LEFT + 0.01), y + TRACK, 0.1, fillcolor=colour, line=edge)
        for end, colour in ends
    ]


def tokens(state: np.record, kit: Kit, look: Theme) -> dict[str, Any]:
    """A token for each player, each of a shape of its own."""
    seats = range(int(kit.record.players))
    xs, ys = [at(kit, int(state.points[who])) for who in seats], [-who - 0.75 for who in seats]
    colours, symbols = [look.seat(who) for who in seats], [look.symbol(who) for who in seats]
    return draw.markers(xs, ys, colours, look.px(22), symbols, BLACK, look.px(1.5))


def names(state: np.record, kit: Kit, words: dict[str, Any], look: Theme) -> list[dict[str, Any]]:
    """Whose track it is, and how far it is."""
    labels = []
    for who in range(int(kit.record.players)):
        name = words["player"].format(number=who + 1)
        name = f"<b>{name} ◂</b>" if who == state.seat else name
        points = words["points"].format(points=state.points[who], goal=kit.record.goal)
        labels.append(draw.label(0.1, -who - 0.75, name, look.px(13), look.ink, xanchor="left"))
        labels.append(draw.label(RIGHT, -who - 0.42, points, look.px(12), look.soft, xanchor="right"))
    return labels


def frame(place: tuple[float, float], side: float, look: Theme) -> dict[str, Any]:
    """Lights a face up."""
    (x, y), h = place, side * 0.58
    return draw.rounded(
        x - h,
        y - h,
        x + h,
        y + h,
        side * 0.25,
        fillcolor="rgba(0,0,0,0)",
        line={"color": look.lit, "width": look.px(4)},
    )


def columns(pips: list[tuple[float, float, float, str]]) -> tuple[list[float], list[float], list[str], list[float]]:
    """Pips as the columns that `markers` takes."""
    return [p[0] for p in pips], [p[1] for p in pips], [p[3] for p in pips], [p[2] for p in pips]
