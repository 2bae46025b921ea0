"""What boards are drawn with: cards, dice, labels and clickable spots, as plain data for Plotly.

A board is drawn in its own units; `board_figure` fixes how many pixels a unit has, so that what is given in pixels
(fonts, markers) fits what is given in units. Shapes and annotations cost time in the browser, points of a trace hardly
any: draw what there is much of (pips, marks, tokens) as one trace of markers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import plotly.graph_objects as go

from gamelib.show.theme import FONT, Theme

Shape = dict[str, Any]

TITLE_ROOM = 34  # pixels above a board at normal size
EDGE = 6  # pixels around a board
PIPS = {
    1: [(0, 0)],
    2: [(-1, 1), (1, -1)],
    3: [(-1, 1), (0, 0), (1, -1)],
    4: [(-1, 1), (1, 1), (-1, -1), (1, -1)],
    5: [(-1, 1), (1, 1), (0, 0), (-1, -1), (1, -1)],
    6: [(-1, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (1, -1)],
}


def unit(theme: Theme, x: Sequence[float]) -> float:
    """How many pixels a unit has on a board that spans `x`."""
    return (theme.board - 2 * EDGE) / (x[1] - x[0])


def board_figure(
    traces: list[dict[str, Any]],
    theme: Theme,
    *,
    x: Sequence[float],
    y: Sequence[float],
    title: str = "",
    shapes: Iterable[Shape] = (),
    annotations: Iterable[dict[str, Any]] = (),
) -> go.Figure:
    """A board that spans `x` and `y` in its own units, as wide as the theme says; its height follows.

    Traces, shapes and annotations are dicts as Plotly documents them. They are not validated here, since that takes
    60 ms a board: the tests do that.
    """
    bottom, top = EDGE, theme.px(TITLE_ROOM)
    layout = {
        "width": theme.board,
        "height": round(unit(theme, x) * (y[1] - y[0]) + top + bottom),
        "margin": {"l": EDGE, "r": EDGE, "t": top, "b": bottom, "pad": 0},
        "paper_bgcolor": theme.paper,
        "plot_bgcolor": theme.felt,
        "showlegend": False,
        "hovermode": "closest",
        "hoverdistance": 1,
        "dragmode": False,
        "font": {"family": FONT, "size": theme.px(13), "color": theme.ink},
        "hoverlabel": {"font": {"family": FONT, "size": theme.px(13)}, "align": "left"},
        "title": {
            "text": title,
            "x": 0,
            "xref": "paper",
            "xanchor": "left",
            "y": 1,
            "yref": "container",
            "yanchor": "top",
            "pad": {"t": theme.px(8), "l": 2},
            "font": {"size": theme.px(16), "color": theme.ink},
        },
        "xaxis": {"range": list(x), "visible": False, "fixedrange": True},
        "yaxis": {"range": list(y), "visible": False, "fixedrange": True},
        "shapes": list(shapes),
        "annotations": list(annotations),
    }
    return go.Figure({"data": traces, "layout": layout}, _validate=False)


def rounded(x0: float, y0: float, x1: float, y1: float, radius: float = 0.08, **style: Any) -> Shape:
    """A rectangle with round corners. `style`: `fillcolor`, `line`, `layer`, `opacity`, ..."""
    x0, x1, y0, y1 = min(x0, x1), max(x0, x1), min(y0, y1), max(y0, y1)
    r = min(radius, (x1 - x0) / 2, (y1 - y0) / 2)
    path = (
        f"M {n(x0 + r)},{n(y0)} L {n(x1 - r)},{n(y0)} Q {n(x1)},{n(y0)} {n(x1)},{n(y0 + r)} "
        f"L {n(x1)},{n(y1 - r)} Q {n(x1)},{n(y1)} {n(x1 - r)},{n(y1)} "
        f"L {n(x0 + r)},{n(y1)} Q {n(x0)},{n(y1)} {n(x0)},{n(y1 - r)} "
        f"L {n(x0)},{n(y0 + r)} Q {n(x0)},{n(y0)} {n(x0 + r)},{n(y0)} Z"
    )
    return {"type": "path", "path": path, "layer": "below", "line": {"width": 0}, **style}


def polygon(points: Iterable[tuple[float, float]], **style: Any) -> Shape:
    """A closed line through points."""
    path = "M " + " L ".join(f"{n(x)},{n(y)}" for x, y in points) + " Z"
    return {"type": "path", "path": path, "layer": "below", "line": {"width": 0}, **style}


def circle(x: float, y: float, radius: float, **style: Any) -> Shape:
    """A disc."""
    box = {"x0": n(x - radius), "y0": n(y - radius), "x1": n(x + radius), "y1": n(y + radius)}
    return {"type": "circle", **box, "layer": "below", "line": {"width": 0}, **style}


def line(x0: float, y0: float, x1: float, y1: float, colour: str, width: float = 1, **style: Any) -> Shape:
    """A straight line."""
    ends = {"x0": n(x0), "y0": n(y0), "x1": n(x1), "y1": n(y1)}
    return {"type": "line", **ends, "layer": "below", "line": {"color": colour, "width": width}, **style}


def label(x: float, y: float, text: str, size: float, colour: str, **style: Any) -> dict[str, Any]:
    """A text, centred on a place. `style`: `xanchor`, `yanchor`, `align`, `bgcolor`, `textangle`, ..."""
    font = {"size": size, "color": colour}
    return {"x": n(x), "y": n(y), "text": text, "showarrow": False, "font": font, "borderpad": 0, **style}


def markers(
    x: Sequence[float],
    y: Sequence[float],
    colour: str | Sequence[str],
    size: float | Sequence[float],
    symbol: str | Sequence[str] = "circle",
    outline: str | Sequence[str] = "rgba(0,0,0,0)",
    width: float | Sequence[float] = 0,
) -> dict[str, Any]:
    """A trace of many small things that are not clicked."""
    marker = {"color": colour, "size": size, "symbol": symbol, "opacity": 1, "line": {"color": outline, "width": width}}
    return {
        "type": "scatter",
        "mode": "markers",
        "x": list(x),
        "y": list(y),
        "marker": marker,
        "hoverinfo": "skip",
        "cliponaxis": False,
    }


def texts(
    x: Sequence[float], y: Sequence[float], words: Sequence[str], size: float, colour: str | Sequence[str], **style: Any
) -> dict[str, Any]:
    """A trace of texts that are not clicked. `style`: `textposition`, ..."""
    return {
        "type": "scatter",
        "mode": "text",
        "x": list(x),
        "y": list(y),
        "text": list(words),
        "textfont": {"size": size, "color": colour},
        "hoverinfo": "skip",
        "cliponaxis": False,
        **style,
    }


def clickable(
    x: Sequence[float],
    y: Sequence[float],
    words: Sequence[str],
    hover: Sequence[str],
    size: float | Sequence[float],
    symbol: str = "square",
) -> dict[str, Any]:
    """A trace of unseen spots that can be clicked.

    Args:
        words: what the game's actions call them.
        hover: what the mouse is told there.
    """
    return {
        "type": "scatter",
        "mode": "markers",
        "x": list(x),
        "y": list(y),
        "customdata": list(words),
        "hovertext": list(hover),
        "hovertemplate": "%{hovertext}<extra></extra>",
        "marker": {"size": size, "symbol": symbol, "color": "rgba(0,0,0,0)", "line": {"width": 0}},
        "cliponaxis": False,
    }


def dice(
    places: Sequence[tuple[float, float]], values: Sequence[int], side: float, pixels: float, theme: Theme
) -> tuple[list[Shape], list[tuple[float, float, float, str]], list[dict[str, Any]]]:
    """Dice with pips (above six with the number; empty at zero).

    Returns shapes, pips as (x, y, size in pixels, colour), and labels. `pixels`: of a unit.
    """
    shapes, pips, labels = [], [], []
    for (x, y), value in zip(places, values, strict=True):
        h = side / 2
        face, ink = ("#ffffff", "#15191d") if value else (theme.felt, theme.soft)
        border = {"color": ink if value else theme.line, "width": theme.px(1.5)}
        shapes.append(rounded(x - h, y - h, x + h, y + h, side * 0.2, fillcolor=face, line=border))
        for right, up in PIPS.get(value, []):
            pips.append((n(x + right * side * 0.26), n(y + up * side * 0.26), round(side * pixels * 0.19, 1), ink))
        if value > 0 and value not in PIPS:
            labels.append(label(x, y, str(value), round(side * pixels * 0.5, 1), ink))
    return shapes, pips, labels


def wrap(text: str, width: int, lines: int = 3) -> str:
    """A name broken into lines of about `width` letters, for a card; what has no room is cut with an ellipsis."""
    rows = [""]
    for word in text.split():
        if rows[-1] and len(rows[-1]) + 1 + len(word) > width:
            rows.append(word)
        else:
            rows[-1] = f"{rows[-1]} {word}".strip()
    if len(rows) > lines:
        rows = [*rows[: lines - 1], rows[lines - 1] + " …"]
    return "<br>".join(rows)


def escape(text: str) -> str:
    """Words that a person typed or a file holds, shown as they are (Plotly reads a little HTML in texts)."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def n(value: float) -> float:
    """A coordinate, rounded so that equal pictures have equal data."""
    return round(float(value), 4)
