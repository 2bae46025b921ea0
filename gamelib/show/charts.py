"""Charts of outcomes. Each is a Plotly figure that also carries a sentence and its numbers as a table.

In a notebook a chart shows the figure, then the sentence and, folded away, the table. Where no script runs there is a
picture with the sentence as its alternative text.
"""

from __future__ import annotations

import html
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from gamelib.show import picture
from gamelib.show import theme as themes
from gamelib.show.theme import CYCLE, FONT, VERMILION, Theme

if TYPE_CHECKING:
    from gamelib.match import Match
    from gamelib.study import Comparison, Study

MOST_BARS = 40  # more values than this are put into classes
WIDTH, HEIGHT = 640, 340
DASHES = ("solid", "dash", "dot", "dashdot", "longdash")

Look = Theme | str | None


class Chart(go.Figure):
    """A figure with its meaning in words (`sentence`) and its numbers (`table`)."""

    sentence: str = ""
    table: pd.DataFrame = pd.DataFrame()

    def still(self) -> dict[str, str]:
        """The chart as a picture with alternative text, the sentence and the table; and as one line of text."""
        return {"text/html": picture.img(self, self.sentence) + self.words(), "text/plain": self.sentence}

    def words(self) -> str:
        """The sentence and the table as HTML that needs no script."""
        rows = self.table.to_html(index=False, border=0, float_format=lambda x: f"{x:.4g}")
        details = f"<details><summary>the numbers</summary>{rows}</details>"
        return f"<p>{html.escape(self.sentence)}</p>{details}"

    def _repr_mimebundle_(self, *_: Any, **__: Any) -> dict[str, Any]:
        content = self.to_plotly_json()
        live = {"data": content["data"], "layout": content["layout"], "config": {"displaylogo": False}}
        return {"application/vnd.plotly.v1+json": live, **self.still()}

    def _ipython_display_(self) -> None:
        """Two outputs: a notebook shows only the richest of each, and the words must show beside the live figure."""
        from IPython.display import HTML, display

        bundle = self._repr_mimebundle_()
        display({**bundle, "text/html": picture.img(self, self.sentence)}, raw=True)
        display(HTML(self.words()))


def chart(traces: list[dict[str, Any]], layout: dict[str, Any], sentence: str, table: pd.DataFrame) -> Chart:
    """A chart from plain data."""
    made = Chart({"data": traces, "layout": layout})
    made.sentence, made.table = sentence, table
    return made


def layout(
    theme: Theme, title: str, x: str, y: str, x_range: Sequence[float], y_range: Sequence[float], **more: Any
) -> dict[str, Any]:
    """The frame of a chart: fixed ranges, so that it does not jump when its data change."""
    axis = {
        "gridcolor": theme.faint,
        "linecolor": theme.line,
        "zerolinecolor": theme.line,
        "tickfont": {"size": theme.px(13), "color": theme.ink},
        "fixedrange": True,
        "automargin": False,
    }

    def titled(text: str) -> dict[str, Any]:
        return {"text": text, "font": {"size": theme.px(14), "color": theme.ink}}

    return {
        "template": {},
        "width": round(theme.px(WIDTH)),
        "height": round(theme.px(HEIGHT)),
        "margin": {"l": theme.px(64), "r": theme.px(16), "t": theme.px(58), "b": theme.px(52)},
        "paper_bgcolor": theme.paper,
        "plot_bgcolor": theme.paper,
        "font": {"family": FONT, "size": theme.px(13), "color": theme.ink},
        "title": {"text": title, "x": 0, "xref": "paper", "xanchor": "left", "font": {"size": theme.px(16)}}
        | {"y": 1, "yref": "container", "yanchor": "top", "pad": {"t": theme.px(6)}},
        "legend": {"orientation": "h", "x": 0, "y": 1.0, "yanchor": "bottom", "xanchor": "left"}
        | {"bgcolor": "rgba(0,0,0,0)", "font": {"size": theme.px(13), "color": theme.ink}},
        "bargap": 0.08,
        "barmode": "overlay",
        "hovermode": "closest",
        "dragmode": False,
        "xaxis": {**axis, "title": titled(x), "range": list(x_range), "showgrid": False, "zeroline": False},
        "yaxis": {**axis, "title": titled(y), "range": list(y_range)},
        **more,
    }


# ---------------------------------------------------------------- classes of values


@dataclass(frozen=True)
class Bins:
    """Classes of whole numbers: class i holds `first + i * width` to the one before the next class.

    Where `open`, the last class also holds all that is greater.
    """

    first: int
    width: int
    count: int
    open: bool = False

    @property
    def starts(self) -> np.ndarray:
        """The least value of each class."""
        return self.first + self.width * np.arange(self.count)

    @property
    def centres(self) -> np.ndarray:
        """Where the bars stand."""
        return self.starts + (self.width - 1) / 2

    @property
    def edges(self) -> np.ndarray:
        """The borders of the bars: count + 1 of them."""
        return self.first - 0.5 + self.width * np.arange(self.count + 1)

    @property
    def labels(self) -> list[str]:
        """What each class is called."""
        words = [str(a) if self.width == 1 else f"{a} to {a + self.width - 1}" for a in self.starts]
        return [*words[:-1], f"{self.starts[-1]} or more"] if self.open else words

    def place(self, values: Any) -> np.ndarray:
        """The class of each value."""
        whole = np.asarray(values, float).round().astype(np.int64)
        return ((whole - self.first) // self.width).clip(0, self.count - 1)

    def shares(self, values: Any) -> np.ndarray:
        """The share of the values in each class."""
        counted = np.bincount(self.place(values), minlength=self.count)
        return counted / max(1, counted.sum())


def bins(*columns: Any) -> Bins:
    """Classes that hold all values of some columns: one for each whole number, or wider ones of a round width.

    Where a few values lie far beyond the others, the last class is open.
    """
    full = [np.asarray(column, float) for column in columns if len(column)]
    if not full:
        return Bins(0, 1, 1)
    low = math.floor(min(values.min() for values in full))
    high = math.ceil(max(values.max() for values in full))
    usual = max(math.ceil(np.quantile(values, 0.95)) for values in full)
    far = high - low >= MOST_BARS and high - low > 2 * (usual - low)
    high = usual + 1 if far else high
    width = 1
    if high - low >= MOST_BARS:
        width = max(1, round(picture.nice_step((high - low + 1) / (MOST_BARS * 0.75))))
        low = low // width * width
    return Bins(low, width, (high - low) // width + 1, far)


# ---------------------------------------------------------------- the charts


def histogram(
    study: Study, column: str = "moves", exact: Mapping[int, float] | None = None, theme: Look = None
) -> Chart:
    """How a column of a study is distributed; `exact` chances of each value are laid over it as diamonds."""
    look = themes.get(theme)
    values = study.frame[column]
    classes = bins(values, *([list(exact)] if exact else []))
    shares = classes.shares(values)
    traces = [bars(classes, shares, f"simulated: {len(values):,} games", CYCLE[0])]
    table = pd.DataFrame({column: classes.labels, "share": shares, "games": (shares * len(values)).round().astype(int)})
    top = shares.max()
    words = f"{in_words(study)} {described(column, values)}"
    if exact:
        chances = np.zeros(classes.count)
        np.add.at(chances, classes.place(list(exact)), list(exact.values()))
        traces.append(diamonds(classes, chances, "exact", look))
        table["exact"] = chances
        top = max(top, chances.max())
        words += f" The greatest difference from the exact chances is {percent(abs(shares - chances).max())}."
    frame = layout(
        look,
        f"{study.game.title}: {column}",
        column.replace("_", " "),
        "share of the games",
        (classes.edges[0], classes.edges[-1]),
        (0, top * 1.08 or 1),
    )
    frame["yaxis"]["tickformat"] = ".0%" if top > 0.04 else ".1%"
    frame["xaxis"] |= ticks(classes)
    return chart(traces, frame, words, table)


def distributions(
    series: Mapping[str, Mapping[int, float]], title: str, x: str, theme: Look = None, exact: Sequence[str] = ()
) -> Chart:
    """Several distributions (value -> chance) over each other, as lines with markers; those in `exact` as diamonds."""
    look = themes.get(theme)
    classes = bins(*[list(chances) for chances in series.values()])
    table = pd.DataFrame({x: classes.labels})
    traces, top, means = [], 0.0, []
    for number, (name, chances) in enumerate(series.items()):
        shares = np.zeros(classes.count)
        np.add.at(shares, classes.place(list(chances)), list(chances.values()))
        table[name] = shares
        top = max(top, shares.max())
        means.append(f"{name} {sum(value * chance for value, chance in chances.items()):.2f}")
        made = diamonds(classes, shares, name, look) if name in exact else steps(classes, shares, name, number, look)
        traces.append(made)
    frame = layout(look, title, x, "chance", (classes.edges[0], classes.edges[-1]), (0, top * 1.08 or 1))
    frame["yaxis"]["tickformat"] = ".0%" if top > 0.04 else ".1%"
    frame["xaxis"] |= ticks(classes)
    return chart(traces, frame, f"{title}. Means: {', '.join(means)}.", table)


def comparison(compared: Comparison, column: str = "won", theme: Look = None) -> Chart:
    """The mean of a column for each strategy, with its 95 % interval; the best at the top."""
    summary = compared.summary(column)
    rows = [
        (str(name), float(line["mean"]), float(line["low"]), float(line["high"])) for name, line in summary.iterrows()
    ]
    rows.sort(key=lambda row: row[1])
    share = bool(summary["low"].min() >= 0 and summary["high"].max() <= 1)
    best = rows[-1]
    games = compared.frame["game"].nunique()
    words = f"{compared.game.title}, {games:,} games with the same luck: {column} is greatest with {best[0]}: "
    value, least, most = (number_word(x, share) for x in best[1:])
    words += f"{value} (95% interval {least} to {most})."
    title = f"{compared.game.title}: {column}, by strategy"
    table = summary.reset_index(names="strategy")
    return intervals(rows, title, column, words, table, share, theme)


def odds(match: Match, rollouts: int = 2000, strategy: str = "random", theme: Look = None) -> Chart:
    """How often each legal action wins, when `strategy` plays on after it; with 95 % intervals."""
    found = (list(match.odds(rollouts=rollouts, strategy=strategy)) or [[]])[-1]
    title = f"{match.game.title}: how often each move wins"
    if not found:
        return intervals(
            [], title, "games won", "No player is to act, so there is nothing to compare.", pd.DataFrame(), True, theme
        )
    found = sorted(found, key=lambda line: (line.win, line.points))
    rows = [
        (
            line.action.text,
            line.win,
            max(0.0, line.win - 1.96 * line.win_error),
            min(1.0, line.win + 1.96 * line.win_error),
        )
        for line in found
    ]
    best = rows[-1]
    words = f"Best is {best[0]!r}: it wins {percent(best[1])} of {rollouts:,} games in which {strategy} plays on "
    words += f"(95% interval {percent(best[2])} to {percent(best[3])})."
    table = pd.DataFrame(rows[::-1], columns=["action", "won", "low", "high"])
    return intervals(rows, title, "games won", words, table, True, theme)


def intervals(
    rows: list[tuple[str, float, float, float]],
    title: str,
    x: str,
    words: str,
    table: pd.DataFrame,
    share: bool,
    theme: Look = None,
) -> Chart:
    """Horizontal bars with intervals: rows of (name, value, low, high), the last at the top."""
    look = themes.get(theme)
    names, places = [name for name, *_ in rows], list(range(len(rows)))
    high = max([row[3] for row in rows], default=1.0)
    low = min([row[2] for row in rows], default=0.0)
    error = {
        "type": "data",
        "array": [row[3] - row[1] for row in rows],
        "arrayminus": [row[1] - row[2] for row in rows],
        "color": look.ink,
        "thickness": look.px(2),
    }
    trace = {
        "type": "bar",
        "orientation": "h",
        "x": [row[1] for row in rows],
        "y": places,
        "error_x": error,
        "marker": {"color": CYCLE[0], "opacity": 0.85},
        "hovertext": names,
        "hovertemplate": "%{hovertext}: %{x}<extra></extra>",
        "showlegend": False,
    }
    widest = max([len(name) for name in names], default=4)
    frame = layout(look, title, x, "", (min(0.0, low), high * 1.05 or 1.0), (-0.6, max(1, len(rows)) - 0.4))
    frame["margin"] = {**frame["margin"], "l": look.px(min(300, 16 + 7.6 * widest)), "t": look.px(40)}
    frame["height"] = round(look.px(40 + 52 + max(1, len(rows)) * 28))
    frame["yaxis"] |= {"tickvals": places, "ticktext": names, "showgrid": False, "zeroline": False}
    frame["xaxis"] |= {"showgrid": True, "zeroline": True}
    if share:
        frame["xaxis"]["tickformat"] = ".0%"
    return chart([trace], frame, words, table)


# ---------------------------------------------------------------- parts of charts


def bars(classes: Bins, shares: np.ndarray, name: str, colour: str, **more: Any) -> dict[str, Any]:
    """A distribution as bars. Their customdata is the number of the class."""
    return {
        "type": "bar",
        "name": name,
        "x": classes.centres.tolist(),
        "y": shares.round(6).tolist(),
        "width": [classes.width * 0.92] * classes.count,
        "customdata": list(range(classes.count)),
        "hovertext": [f"{label}: {percent(share)}" for label, share in zip(classes.labels, shares, strict=True)],
        "hovertemplate": "%{hovertext}<extra></extra>",
        "marker": {"color": colour, "opacity": 0.85},
        **more,
    }


def outline(classes: Bins, shares: np.ndarray, name: str, theme: Theme) -> dict[str, Any]:
    """A distribution as the outline of its bars."""
    xs, ys = [classes.edges[0]], [0.0]
    for left, right, share in zip(classes.edges, classes.edges[1:], shares, strict=False):
        xs += [left, right]
        ys += [share, share]
    return {
        "type": "scatter",
        "mode": "lines",
        "name": name,
        "x": [float(x) for x in (*xs, classes.edges[-1])],
        "y": [round(float(y), 6) for y in (*ys, 0.0)],
        "line": {"color": theme.ink, "width": theme.px(2), "dash": "dash"},
        "hoverinfo": "skip",
    }


def diamonds(classes: Bins, shares: np.ndarray, name: str, theme: Theme) -> dict[str, Any]:
    """A distribution as diamonds: what is exact, beside what is simulated."""
    return {
        "type": "scatter",
        "mode": "markers",
        "name": name,
        "x": classes.centres.tolist(),
        "y": shares.round(6).tolist(),
        "hovertext": [f"{label}: {percent(share)}" for label, share in zip(classes.labels, shares, strict=True)],
        "hovertemplate": "%{hovertext}<extra></extra>",
        "marker": {"symbol": "diamond", "size": theme.px(9), "color": VERMILION}
        | {"line": {"color": theme.ink, "width": 1.5}},
    }


def steps(classes: Bins, shares: np.ndarray, name: str, number: int, theme: Theme) -> dict[str, Any]:
    """A distribution as a line with markers; each number has a colour, a dash and a symbol of its own."""
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "name": name,
        "x": classes.centres.tolist(),
        "y": shares.round(6).tolist(),
        "line": {"color": theme.seat(number), "width": theme.px(2), "dash": DASHES[number % len(DASHES)]},
        "marker": {"symbol": theme.symbol(number), "size": theme.px(7), "color": theme.seat(number)},
        "hovertemplate": "%{x}: %{y:.1%}<extra></extra>",
    }


def ticks(classes: Bins) -> dict[str, Any]:
    """Ticks under whole classes: all of few, some of many."""
    every = max(1, round(picture.nice_step(classes.count / 10)))
    chosen = [i for i in range(classes.count) if (int(classes.starts[i]) // classes.width) % every == 0] or [0]
    if classes.open:
        chosen = [i for i in chosen if i < classes.count - every / 2] + [classes.count - 1]
    words = [str(start) for start in classes.starts]
    if classes.open:
        words[-1] += "+"
    places = classes.centres if classes.width == 1 else classes.edges
    return {"tickvals": [float(places[i]) for i in chosen], "ticktext": [words[i] for i in chosen]}


def in_words(study: Study) -> str:
    """Who played how often, and how that went."""
    return f"{study.game.title}, {len(study.frame):,} games by {study.label}, seed {study.seed}: {study.headline()}."


def described(column: str, values: pd.Series) -> str:
    """A column in a sentence."""
    if values.dtype == bool or set(values.unique()) <= {0, 1}:
        return f"{_capital(column)}: yes in {percent(values.mean())}."
    quarter, half, three = (float(values.quantile(q)) for q in (0.25, 0.5, 0.75))
    text = f"{_capital(column)}: {values.mean():.2f} on average, half of the games between {quarter:g} and {three:g}, "
    return text + f"{half:g} in the middle, {values.min():g} to {values.max():g} in all."


def percent(share: float) -> str:
    """A share as people read it."""
    return f"{100 * share:.1f}%"


def number_word(value: float, share: bool) -> str:
    """A mean as people read it."""
    return percent(value) if share else f"{value:.2f}"


def _capital(words: str) -> str:
    return (words[:1].upper() + words[1:]).replace("_", " ")
