"""A panel of controls that is described as data, and the figure that is updated in place.

Controls are dicts such as `button("undo", "Undo")`. One panel is one widget, however many controls it has, so a click
is answered fast; they are the browser's own buttons, lists and sliders, with names, reachable by keyboard, and
JupyterLab's one-letter commands are kept out of them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import anywidget
import plotly.graph_objects as go
import traitlets

HERE = Path(__file__).parent
Control = dict[str, Any]
Handler = Callable[[str, str, Any], None]
PUSH_AFTER = 0.4  # seconds of rest after which a figure is laid down for pages that connect later


class Panel(anywidget.AnyWidget):
    """One widget for many controls.

    Args:
        handler: is called as `handler(event, id, value)`: "click", "set", "look" or "tick".
    """

    _esm = HERE / "panel.js"
    _css = HERE / "panel.css"
    view = traitlets.Dict().tag(sync=True)

    def __init__(self, handler: Handler):
        super().__init__()
        self._handler = handler
        self.on_msg(self._heard)

    def _heard(self, _widget: Any, content: Any, _buffers: Any) -> None:
        if isinstance(content, dict):
            self._handler(str(content.get("event", "")), str(content.get("id", "")), content.get("value"))


def button(id: str, text: str, **more: Any) -> Control:
    """`more`: `title`, `disabled`, `pressed`, `primary`, `look` (tell when it has the mouse or the focus)."""
    return {"type": "button", "id": id, "text": text, **more}


def select(id: str, label: str, options: Iterable[tuple[str, str]], value: str, **more: Any) -> Control:
    """A drop-down list of (value, text)."""
    return {"type": "select", "id": id, "label": label, "options": [list(o) for o in options], "value": value, **more}


def check(id: str, label: str, value: bool, **more: Any) -> Control:
    """A switch."""
    return {"type": "check", "id": id, "label": label, "value": value, **more}


def slider(id: str, label: str, low: int, high: int, value: int, **more: Any) -> Control:
    """A slider; "{value}" in the label is its value."""
    return {"type": "range", "id": id, "label": label, "min": low, "max": high, "value": value, **more}


def number(id: str, label: str, value: int, **more: Any) -> Control:
    """A whole number to type. `more`: `min`, `max`."""
    return {"type": "number", "id": id, "label": label, "value": value, **more}


def text(id: str, label: str, value: str) -> Control:
    """Some words to type."""
    return {"type": "text", "id": id, "label": label, "value": value}


def note(text: str, tone: str = "", key: str = "", live: bool = False) -> Control:
    """A paragraph. `tone`: "head", "soft", "good" or "bad"; `live`: screen readers say it when it changes."""
    return {"type": "note", "text": text, "tone": tone, "live": live, **({"key": key} if key else {})}


def group(heading: str, items: list[Control], key: str = "") -> Control:
    """Controls under a heading."""
    return {"type": "group", "heading": heading, "items": items, "key": key or heading}


def row(items: list[Control], key: str, label: str = "", tabs: bool = False) -> Control:
    """Controls side by side."""
    return {"type": "row", "items": items, "key": key, "label": label, "tabs": tabs}


def scroll(items: list[Control], key: str, label: str) -> Control:
    """Controls that scroll where there are too many."""
    return {"type": "scroll", "items": items, "key": key, "label": label}


def table(label: str, head: list[str], rows: list[list[Any]], key: str = "table") -> Control:
    """A table of data that can be opened."""
    return {"type": "table", "label": label, "head": head, "rows": rows, "key": key}


def walk(controls: Iterable[Control]) -> Iterator[Control]:
    """All controls, those in groups and rows included."""
    for control in controls:
        yield control
        yield from walk(control.get("items", ()) if control["type"] in ("group", "row", "scroll") else ())


class LiveFigure:
    """A Plotly figure in a page, updated in place: only what differs is sent.

    Args:
        figure: what is shown first. Later figures must have the same traces in the same order.
        clicked: is called with the customdata of what is clicked.

    Attributes:
        shown: the figure as it is shown now, as plain data.
        widget: what a page shows.
    """

    def __init__(self, figure: go.Figure, clicked: Callable[[Any], None]):
        self.shown = _plain(figure)
        self.widget = go.FigureWidget(go.Figure(self.shown))
        quiet = {"displayModeBar": False, "responsive": False, "doubleClick": False}
        self.widget._config = {**self.widget._config, **quiet}
        self._clicked = clicked
        self._rest: asyncio.TimerHandle | None = None
        for trace in self.widget.data:
            trace.on_click(self._hear)

    def _hear(self, trace: Any, points: Any, _state: Any) -> None:
        if points.point_inds and trace.customdata is not None and len(trace.customdata) > points.point_inds[0]:
            self._clicked(trace.customdata[points.point_inds[0]])

    def show(self, figure: go.Figure) -> None:
        """Show another figure in place of this one."""
        new = _plain(figure)
        old, self.shown = self.shown, new
        before, after = old["layout"], new["layout"]
        with self.widget.batch_update():  # one message, however much has changed
            for trace, a, b in zip(self.widget.data, old["data"], new["data"], strict=True):
                for key in {**a, **b}:
                    if a.get(key) != b.get(key):
                        trace[key] = b.get(key)
            for key in {**before, **after}:
                if before.get(key) != after.get(key):
                    self.widget.layout[key] = after.get(key)
        if old != new:
            self._lay_down_soon()

    def _lay_down_soon(self) -> None:
        """A page that connects later (a reload, a second view) sees what was laid down last."""
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            self._lay_down()
            return
        if self._rest is not None:
            self._rest.cancel()
        self._rest = loop.call_later(PUSH_AFTER, self._lay_down)

    def _lay_down(self) -> None:
        self._rest = None
        self.widget._repr_mimebundle_()


def _plain(figure: go.Figure) -> dict[str, Any]:
    """A figure as plain dicts and lists; an empty template, since Plotly's own costs time and overrides our colours."""
    content = figure.to_plotly_json()
    return {"data": content["data"], "layout": {**content["layout"], "template": {}}}
