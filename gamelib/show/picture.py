"""A figure as a still picture, for wherever no script runs: code hosts, untrusted notebooks, static exports.

Plotly's own export starts a browser, which Binder has not; so this draws the part of Plotly that our boards and charts
use (markers, lines, bars, texts, error bars, rectangles, circles, paths, annotations, linear and category axes) as SVG.
Such a picture goes into a page as `<img alt="..." src="data:...">`, since code hosts strip `<svg>`.
"""

from __future__ import annotations

import base64
import html
import math
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from gamelib.show.theme import CYCLE, FONT

Point = tuple[float, float]
TOKEN = re.compile(r"[A-Za-z]|-?\d*\.?\d+(?:e-?\d+)?")
TAG = re.compile(r"(<[^>]+>)")
ENTITY = re.compile(r"&(?!amp;|lt;|gt;|quot;|#\d+;)")
# Symbols as points of a shape of radius 1; y grows downwards.
POLYGONS: dict[str, list[Point]] = {
    "square": [(-1, -1), (1, -1), (1, 1), (-1, 1)],
    "diamond": [(0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)],
    "triangle-up": [(0, -1.15), (1.15, 0.75), (-1.15, 0.75)],
    "triangle-down": [(0, 1.15), (1.15, -0.75), (-1.15, -0.75)],
    "triangle-left": [(-1.15, 0), (0.75, 1.15), (0.75, -1.15)],
    "triangle-right": [(1.15, 0), (-0.75, 1.15), (-0.75, -1.15)],
    "cross": [(-0.4, -1.2), (0.4, -1.2), (0.4, -0.4), (1.2, -0.4), (1.2, 0.4), (0.4, 0.4)]
    + [(0.4, 1.2), (-0.4, 1.2), (-0.4, 0.4), (-1.2, 0.4), (-1.2, -0.4), (-0.4, -0.4)],
}
POLYGONS["x"] = [((x - y) * 0.7071, (x + y) * 0.7071) for x, y in POLYGONS["cross"]]


def _regular(corners: int, inner: float = 0.0, turn: float = 0.0, size: float = 1.0) -> list[Point]:
    steps = corners * (2 if inner else 1)
    radii = [size if not inner or i % 2 == 0 else inner * size for i in range(steps)]
    angles = [2 * math.pi * i / steps - math.pi / 2 + turn for i in range(steps)]
    return [(r * math.cos(a), r * math.sin(a)) for r, a in zip(radii, angles, strict=True)]


POLYGONS["star"] = _regular(5, 0.382, size=1.4)
POLYGONS["pentagon"] = _regular(5)
POLYGONS["hexagon"] = _regular(6, turn=math.pi / 6)
POLYGONS["hexagon2"] = _regular(6)
POLYGONS["octagon"] = _regular(8, turn=math.pi / 8)
POLYGONS["hexagram"] = _regular(6, 0.577, size=1.3)


def img(figure: Any, alt: str, width: int | None = None) -> str:
    """The figure as an HTML `<img>` with alternative text."""
    data = base64.b64encode(svg(figure).encode()).decode()
    size = f' width="{width}"' if width else ""
    style = "max-width:100%;height:auto"
    return f'<img alt="{html.escape(alt)}"{size} style="{style}" src="data:image/svg+xml;base64,{data}">'


def svg(figure: Any) -> str:
    """The figure as SVG text. `figure`: a Plotly figure, or a dict of `data` and `layout`."""
    content = figure if isinstance(figure, dict) else figure.to_plotly_json()
    return _Picture(content["data"], content["layout"]).text()


class _Picture:
    """One figure being drawn."""

    def __init__(self, data: Sequence[dict[str, Any]], layout: dict[str, Any]):
        self.data, self.layout = data, layout
        self.width, self.height = float(layout.get("width") or 640), float(layout.get("height") or 360)
        margin = {"l": 60, "r": 20, "t": 40, "b": 50, **(layout.get("margin") or {})}
        self.left, self.right = float(margin["l"]), self.width - float(margin["r"])
        self.top, self.bottom = float(margin["t"]), self.height - float(margin["b"])
        self.ink = _get(layout, "font", "color") or "#222222"
        self.size = float(_get(layout, "font", "size") or 12)
        self.xaxis = _Axis(layout.get("xaxis") or {}, data, "x")
        self.yaxis = _Axis(layout.get("yaxis") or {}, data, "y")

    def x(self, value: Any) -> float:
        return self.left + self.xaxis.part(value) * (self.right - self.left)

    def y(self, value: Any) -> float:
        return self.bottom - self.yaxis.part(value) * (self.bottom - self.top)

    def text(self) -> str:
        family = html.escape(_get(self.layout, "font", "family") or FONT)
        shapes = self.layout.get("shapes") or ()
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{_(self.width)}" height="{_(self.height)}" '
            f'viewBox="0 0 {_(self.width)} {_(self.height)}" font-family="{family}">',
            self.rect(0, 0, self.width, self.height, self.layout.get("paper_bgcolor") or "#ffffff"),
            self.rect(self.left, self.top, self.right, self.bottom, self.layout.get("plot_bgcolor") or "#ffffff"),
            *self.axes(),
            *(self.shape(shape) for shape in shapes if shape.get("layer") == "below"),
            *self.traces(),
            *(self.shape(shape) for shape in shapes if shape.get("layer") != "below"),
            *(self.annotation(note) for note in self.layout.get("annotations") or ()),
            self.title(),
            *self.legend(),
            "</svg>",
        ]
        return "".join(parts)

    @staticmethod
    def rect(x0: float, y0: float, x1: float, y1: float, fill: str, extra: str = "") -> str:
        box = f'x="{_(min(x0, x1))}" y="{_(min(y0, y1))}" width="{_(abs(x1 - x0))}" height="{_(abs(y1 - y0))}"'
        return f'<rect {box} fill="{html.escape(fill)}"{extra}/>'

    def words(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        colour: str,
        anchor: str = "middle",
        middle: float = 0.5,
        turn: float = 0,
    ) -> str:
        """A text of one or more lines; `middle`: which part of its height lies at y (0 top, 1 bottom)."""
        lines = re.split(r"<br\s*/?>", str(text))
        step = 1.3 * size
        first = y - middle * step * len(lines) + 0.5 * step + 0.35 * size
        rotation = f' transform="rotate({turn} {_(x)} {_(y)})"' if turn else ""
        spans, opened = "", list[str]()
        for i, line in enumerate(lines):
            inner, opened = _rich(line, opened)
            spans += f'<tspan x="{_(x)}" y="{_(first + i * step)}">{inner}</tspan>'
        return (
            f'<text font-size="{_(size)}" fill="{html.escape(colour)}" text-anchor="{anchor}"{rotation}>{spans}</text>'
        )

    def axes(self) -> Iterator[str]:
        if self.layout.get("yaxis", {}).get("visible") is not False:
            for value, word in self.yaxis.ticks():
                y = self.y(value)
                yield f'<path d="M{_(self.left)} {_(y)}H{_(self.right)}" stroke="{self.grid(self.yaxis)}"/>'
                yield self.words(self.left - 6, y, word, self.tick_size(self.yaxis), self.ink, "end")
            title = _get(self.yaxis.spec, "title", "text")
            if title:
                middle = (self.top + self.bottom) / 2
                yield self.words(self.size * 0.9, middle, title, self.size, self.ink, turn=-90)
        if self.layout.get("xaxis", {}).get("visible") is not False:
            for value, word in self.xaxis.ticks():
                yield self.words(self.x(value), self.bottom + 5, word, self.tick_size(self.xaxis), self.ink, middle=0)
            title = _get(self.xaxis.spec, "title", "text")
            if title:
                yield self.words((self.left + self.right) / 2, self.height - 4, title, self.size, self.ink, middle=1)

    def tick_size(self, axis: _Axis) -> float:
        return float(_get(axis.spec, "tickfont", "size") or self.size)

    @staticmethod
    def grid(axis: _Axis) -> str:
        return axis.spec.get("gridcolor") or "#dddddd"

    def shape(self, shape: dict[str, Any]) -> str:
        line = shape.get("line") or {}
        width = 2 if line.get("width") is None else line["width"]
        dash = _dash(line.get("dash"), width)
        fill, stroke = html.escape(shape.get("fillcolor") or "none"), html.escape(line.get("color") or "#444")
        opacity = _(shape.get("opacity", 1))
        style = f' fill="{fill}" stroke="{stroke}" stroke-width="{_(width)}" opacity="{opacity}"{dash}'
        if shape.get("type") == "path":
            return f'<path d="{self.path(shape["path"])}"{style}/>'
        x, y = self.place_on(shape.get("xref", "x"), shape.get("yref", "y"))
        x0, x1, y0, y1 = x(shape["x0"]), x(shape["x1"]), y(shape["y0"]), y(shape["y1"])
        if shape.get("type") == "line":
            return f'<path d="M{_(x0)} {_(y0)}L{_(x1)} {_(y1)}"{style}/>'
        if shape.get("type") == "circle":
            centre = f'cx="{_((x0 + x1) / 2)}" cy="{_((y0 + y1) / 2)}"'
            return f'<ellipse {centre} rx="{_(abs(x1 - x0) / 2)}" ry="{_(abs(y1 - y0) / 2)}"{style}/>'
        box = f'x="{_(min(x0, x1))}" y="{_(min(y0, y1))}" width="{_(abs(x1 - x0))}" height="{_(abs(y1 - y0))}"'
        return f"<rect {box}{style}/>"

    def place_on(self, xref: str, yref: str) -> tuple[Callable[[Any], float], Callable[[Any], float]]:
        """The functions from a coordinate to a pixel, for data and for "paper"."""
        x: Callable[[Any], float] = self.x
        y: Callable[[Any], float] = self.y
        if str(xref).startswith(("paper", "x domain")):
            x = lambda value: self.left + float(value) * (self.right - self.left)  # noqa: E731
        if str(yref).startswith(("paper", "y domain")):
            y = lambda value: self.bottom - float(value) * (self.bottom - self.top)  # noqa: E731
        return x, y

    def path(self, text: str) -> str:
        """A path in data coordinates (absolute commands) in pixels."""
        out, command, at_x = [], "M", True
        for token in TOKEN.findall(text):
            if token.isalpha():
                command, at_x = token.upper(), token.upper() != "V"
                out.append(command)
                continue
            out.append(_(self.x(float(token)) if at_x else self.y(float(token))))
            at_x = at_x if command in "HV" else not at_x
        return " ".join(out)

    def traces(self) -> Iterator[str]:
        bars = [trace for trace in self.data if trace.get("type") == "bar"]
        for number, trace in enumerate(self.data):
            if trace.get("visible") in (False, "legendonly"):
                continue
            colour = CYCLE[number % len(CYCLE)]
            if trace.get("type") == "bar":
                yield from self.bars(trace, colour, bars)
            elif trace.get("type", "scatter") in ("scatter", "scattergl"):
                yield from self.scatter(trace, colour)

    def bars(self, trace: dict[str, Any], colour: str, all_bars: list[dict[str, Any]]) -> Iterator[str]:
        marker = trace.get("marker") or {}
        along = trace.get("orientation") == "h"
        xs, ys = _list(trace.get("x")), _list(trace.get("y"))
        grouped = self.layout.get("barmode", "group") == "group" and len(all_bars) > 1
        share = 1 / len(all_bars) if grouped else 1
        shift = (all_bars.index(trace) - (len(all_bars) - 1) / 2) * share if grouped else 0
        gap = 1 - float(self.layout.get("bargap", 0.2))
        axis = self.yaxis if along else self.xaxis
        places = [axis.number(value) for value in (ys if along else xs)]
        step = min((abs(b - a) for a, b in zip(places, places[1:], strict=False) if a != b), default=1.0)
        for i, place in enumerate(places):
            wide = float(_at(trace.get("width"), i) or step * gap * share)
            middle = place + shift * step * gap + float(_at(trace.get("offset"), i) or 0)
            length = float(xs[i] if along else ys[i])
            fill = _at(marker.get("color"), i) or colour
            opacity = _at(trace.get("opacity", marker.get("opacity", 1)), i)
            line = marker.get("line") or {}
            extra = (
                f' opacity="{_(opacity)}" stroke="{_at(line.get("color"), i) or "none"}" '
                f'stroke-width="{_(_at(line.get("width"), i) or 0)}"'
            )
            low, high = middle - wide / 2, middle + wide / 2
            if along:
                yield self.rect(self.x(0), self.y(low), self.x(length), self.y(high), fill, extra)
            else:
                yield self.rect(self.x(low), self.y(0), self.x(high), self.y(length), fill, extra)
            yield from self.errors(trace, i, length if along else middle, middle if along else length)

    def errors(self, trace: dict[str, Any], i: int, x: Any, y: Any) -> Iterator[str]:
        for name in ("error_x", "error_y"):
            error = trace.get(name) or {}
            more = _at(error.get("array"), i)
            if more is None:
                continue
            less = _at(error.get("arrayminus"), i)
            less = more if less is None else less
            colour, width = error.get("color") or self.ink, _(error.get("thickness") or 2)
            if name == "error_x":
                a, b, at = _(self.x(x - less)), _(self.x(x + more)), self.y(y)
                ends = (_(at - 4), _(at + 4))
                path = f"M{a} {ends[0]}V{ends[1]}M{a} {_(at)}H{b}M{b} {ends[0]}V{ends[1]}"
            else:
                a, b, at = _(self.y(y - less)), _(self.y(y + more)), self.x(x)
                ends = (_(at - 4), _(at + 4))
                path = f"M{ends[0]} {a}H{ends[1]}M{_(at)} {a}V{b}M{ends[0]} {b}H{ends[1]}"
            yield f'<path d="{path}" stroke="{colour}" stroke-width="{width}" fill="none"/>'

    def scatter(self, trace: dict[str, Any], colour: str) -> Iterator[str]:
        mode = trace.get("mode", "lines+markers")
        xs, ys = _list(trace.get("x")), _list(trace.get("y"))
        points = [(self.x(x), self.y(y)) if _known(x) and _known(y) else None for x, y in zip(xs, ys, strict=False)]
        if "lines" in mode:
            yield from self.polyline(trace, points, colour)
        for i, point in enumerate(points):
            if point is None:
                continue
            yield from self.errors(trace, i, xs[i], ys[i])
            if "markers" in mode:
                yield self.marker(trace, i, point, colour)
            if "text" in mode:
                yield self.scatter_text(trace, i, point)

    def polyline(self, trace: dict[str, Any], points: list[Point | None], colour: str) -> Iterator[str]:
        line = trace.get("line") or {}
        width = 2 if line.get("width") is None else line["width"]
        stroke = line.get("color") or _at((trace.get("marker") or {}).get("color"), 0) or colour
        path, pen = [], "M"
        stepped = line.get("shape") == "hv"
        for point in points:
            if point is None:
                pen = "M"
                continue
            if stepped and pen == "L":
                path.append(f"H{_(point[0])}")
            path.append(f"{pen}{_(point[0])} {_(point[1])}")
            pen = "L"
        if trace.get("fill") == "toself":
            yield f'<path d="{"".join(path)}Z" fill="{trace.get("fillcolor") or stroke}" stroke="none"/>'
        if width:
            yield (
                f'<path d="{"".join(path)}" fill="none" stroke="{html.escape(stroke)}" stroke-width="{_(width)}" '
                f'opacity="{_(trace.get("opacity", 1))}"{_dash(line.get("dash"), width)}/>'
            )

    def marker(self, trace: dict[str, Any], i: int, point: Point, colour: str) -> str:
        marker = trace.get("marker") or {}
        fill = _at(marker.get("color"), i) or colour
        radius = float(_at(marker.get("size", 6), i) or 0) / 2
        if fill == "rgba(0,0,0,0)" or radius == 0:
            return ""
        symbol = str(_at(marker.get("symbol", "circle"), i))
        line = marker.get("line") or {}
        outline, width = _at(line.get("color"), i) or "none", float(_at(line.get("width"), i) or 0)
        if "-open" in symbol:
            outline, width, fill = fill, width or 2, "none"
        opacity = float(_at(marker.get("opacity", 1), i) or 0) * float(trace.get("opacity", 1))
        fill, outline = html.escape(str(fill)), html.escape(str(outline))
        style = f'fill="{fill}" stroke="{outline}" stroke-width="{_(width)}" opacity="{_(opacity)}"'
        corners = POLYGONS.get(symbol.replace("-open", "").replace("-dot", ""))
        if corners is None:
            return f'<circle cx="{_(point[0])}" cy="{_(point[1])}" r="{_(radius)}" {style}/>'
        places = " ".join(f"{_(point[0] + radius * x)},{_(point[1] + radius * y)}" for x, y in corners)
        return f'<polygon points="{places}" {style}/>'

    def scatter_text(self, trace: dict[str, Any], i: int, point: Point) -> str:
        font = trace.get("textfont") or {}
        size = float(_at(font.get("size"), i) or self.size)
        position = str(_at(trace.get("textposition", "middle center"), i))
        anchor = "end" if "left" in position else "start" if "right" in position else "middle"
        middle = 1.0 if "top" in position else 0.0 if "bottom" in position else 0.5
        text = _at(trace.get("text"), i)
        return self.words(
            *point, "" if text is None else text, size, _at(font.get("color"), i) or self.ink, anchor, middle
        )

    def annotation(self, note: dict[str, Any]) -> str:
        if not note.get("text") or note.get("visible") is False:
            return ""
        to_x, to_y = self.place_on(note.get("xref", "x"), note.get("yref", "y"))
        x, y = to_x(note["x"]) + float(note.get("xshift") or 0), to_y(note["y"]) - float(note.get("yshift") or 0)
        if note.get("showarrow") is not False:
            x, y = x + float(note.get("ax") or 0), y + float(note.get("ay") or 0)
        font = note.get("font") or {}
        anchor = {"left": "start", "right": "end"}.get(note.get("xanchor", "center"), "middle")
        middle = {"top": 0.0, "bottom": 1.0}.get(note.get("yanchor", "middle"), 0.5)
        size = float(font.get("size") or self.size)
        background = ""
        if note.get("bgcolor"):
            lines = re.split(r"<br\s*/?>", str(note["text"]))
            wide = max(len(TAG.sub("", line)) for line in lines) * size * 0.6 + 6
            high = len(lines) * size * 1.3 + 2
            left = {"start": x - 3, "end": x - wide + 3}.get(anchor, x - wide / 2)
            background = self.rect(left, y - middle * high, left + wide, y - middle * high + high, note["bgcolor"])
        words = self.words(
            x, y, note["text"], size, font.get("color") or self.ink, anchor, middle, float(note.get("textangle") or 0)
        )
        return background + words

    def title(self) -> str:
        title = self.layout.get("title")
        title = {"text": title} if isinstance(title, str) else title or {}
        if not title.get("text"):
            return ""
        size = float(_get(title, "font", "size") or 17)
        return self.words(
            self.left + float(_get(title, "pad", "l") or 0),
            float(_get(title, "pad", "t") or 8),
            title["text"],
            size,
            _get(title, "font", "color") or self.ink,
            "start",
            0,
        )

    def legend(self) -> Iterator[str]:
        named = [trace for trace in self.data if trace.get("name") and trace.get("showlegend") is not False]
        if self.layout.get("showlegend") is False or (len(named) < 2 and not self.layout.get("showlegend")):
            return
        x, y = self.left + 8, self.top - self.size * 0.9
        for trace in named:
            number = next(i for i, other in enumerate(self.data) if other is trace)
            colour = (
                _at((trace.get("marker") or {}).get("color"), 0)
                or (trace.get("line") or {}).get("color")
                or CYCLE[number % len(CYCLE)]
            )
            extra = f' opacity="{_(_at(trace.get("opacity", 1), 0))}"'
            yield self.rect(x, y - self.size * 0.4, x + self.size * 0.8, y + self.size * 0.4, colour, extra)
            yield self.words(x + self.size * 1.2, y, trace["name"], self.size, self.ink, "start")
            x += self.size * (2.6 + 0.6 * len(TAG.sub("", str(trace["name"]))))


class _Axis:
    """From a value to its part of an axis' length."""

    def __init__(self, spec: dict[str, Any], data: Sequence[dict[str, Any]], letter: str):
        self.spec = spec
        values = [value for trace in data for value in _list(trace.get(letter))]
        self.categories: dict[str, int] = {}
        if any(isinstance(value, str) for value in values):
            order = _list(spec.get("categoryarray")) or list(dict.fromkeys(map(str, values)))
            self.categories = {str(word): i for i, word in enumerate(order)}
        self.low, self.high = self._range(values, data, letter)

    def _range(self, values: list[Any], data: Sequence[dict[str, Any]], letter: str) -> tuple[float, float]:
        if self.spec.get("range") is not None:
            low, high = self.spec["range"]
            return float(low), float(high)
        numbers = [self.number(value) for value in values if _known(value)]
        if not numbers:
            return 0.0, 1.0
        low, high = min(numbers), max(numbers)
        bars = [trace for trace in data if trace.get("type") == "bar"]
        lengths = [trace for trace in bars if (trace.get("orientation") == "h") == (letter == "x")]
        if lengths:
            low, high = min(low, 0.0), max(high, 0.0) * 1.05
        elif bars or self.categories:
            low, high = low - 0.5, high + 0.5
        else:
            room = (high - low) * 0.05 or 0.5
            low, high = low - room, high + room
        if self.spec.get("autorange") == "reversed":
            low, high = high, low
        return low, high if high != low else low + 1

    def number(self, value: Any) -> float:
        """A category's place or a number."""
        if isinstance(value, str):
            return float(self.categories.get(value, 0))
        return float(value)

    def part(self, value: Any) -> float:
        return (self.number(value) - self.low) / (self.high - self.low)

    def ticks(self) -> list[tuple[float, str]]:
        """Where ticks are, and what stands there."""
        if self.spec.get("showticklabels") is False:
            return []
        low, high = sorted((self.low, self.high))
        if self.spec.get("tickvals") is not None:
            values = _list(self.spec["tickvals"])
            words = _list(self.spec.get("ticktext")) or [f"{value:g}" for value in values]
            return [
                (self.number(v), str(w)) for v, w in zip(values, words, strict=False) if low <= self.number(v) <= high
            ]
        if self.categories:
            return [(float(i), word) for word, i in self.categories.items() if low <= i <= high]
        step = float(self.spec.get("dtick") or nice_step((high - low) / 6))
        first = math.ceil(low / step - 1e-9)
        return [(i * step, self._word(i * step)) for i in range(first, int(high / step + 1e-9) + 1)]

    def _word(self, value: float) -> str:
        style = self.spec.get("tickformat") or ""
        if "%" in style:
            return f"{100 * value:g}%"
        return f"{value:,.10g}" + (self.spec.get("ticksuffix") or "")


def nice_step(rough: float) -> float:
    """1, 2 or 5 times a power of ten, at least `rough`."""
    if rough <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(rough))
    return next(f * power for f in (1, 2, 5, 10) if f * power >= rough * 0.999)


def _(value: Any) -> str:
    """A number of pixels, short."""
    return f"{float(value):.2f}".rstrip("0").rstrip(".")


def _get(tree: dict[str, Any], *keys: str) -> Any:
    """A value deep in nested dicts, or None."""
    node: Any = tree
    for key in keys:
        node = node.get(key) if isinstance(node, dict) else None
    return node


def _list(values: Any) -> list[Any]:
    """A column as a list; Plotly keeps some as arrays, or as text with a type."""
    if values is None:
        return []
    if isinstance(values, dict) and "bdata" in values:
        return np.frombuffer(base64.b64decode(values["bdata"]), np.dtype(values["dtype"])).tolist()
    return values.tolist() if hasattr(values, "tolist") else list(values)


def _at(values: Any, i: int) -> Any:
    """Entry i of what may be one value for all."""
    if isinstance(values, list | tuple | np.ndarray):
        return values[i] if i < len(values) else None
    return values


def _known(value: Any) -> bool:
    return value is not None and not (isinstance(value, float) and math.isnan(value))


def _dash(dash: str | None, width: float) -> str:
    steps = {"dash": (6, 4), "dot": (1, 2.5), "longdash": (10, 5), "dashdot": (6, 3, 1, 3)}.get(dash or "")
    return f' stroke-dasharray="{" ".join(_(s * max(width, 1)) for s in steps)}"' if steps else ""


STYLES = {"b": 'font-weight="bold"', "i": 'font-style="italic"'}


def _rich(text: str, opened: list[str]) -> tuple[str, list[str]]:
    """A line of Plotly's little HTML as SVG, and the tags that are still open after it.

    Bold and italic are kept, other tags dropped, stray signs escaped.
    """
    out, stack = [f"<tspan {STYLES[tag]}>" for tag in opened], list(opened)
    for part in TAG.split(text):
        tag = part.strip("</>")
        if not TAG.fullmatch(part):
            out.append(ENTITY.sub("&amp;", part).replace("<", "&lt;").replace(">", "&gt;"))
        elif tag in STYLES and part.startswith("</"):
            if tag in stack:
                out.append("</tspan>")
                stack.remove(tag)
        elif tag in STYLES:
            out.append(f"<tspan {STYLES[tag]}>")
            stack.append(tag)
    return "".join(out) + "</tspan>" * len(stack), stack
