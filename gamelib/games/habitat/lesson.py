"""What the notebooks of Habitat show beside the table: rules, cards and house rules, and the food web to take apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gamelib import game
from gamelib.games.habitat import foodweb
from gamelib.kit import Kit
from gamelib.show import tables
from gamelib.show import theme as themes
from gamelib.show.theme import Theme

if TYPE_CHECKING:
    from pandas.io.formats.style import Styler

    from gamelib.show import charts


def cards_table(kit: Kit | None = None) -> Styler:
    """The ranked cards with all that stands on them, how many there are, and what of it is from the rulebook."""

    rows = [
        {
            "rank": row["rank"],
            "card": row["name"],
            "copies": row["copies"],
            "diet": row["diet"],
            "realms": ", ".join(row["realms"]),
            "eats": ", ".join(row["eats"]),
            "scavenger": "true" if row["true_scavenger"] else row["scavenges"].replace("never", ""),
            "restriction": ", ".join(f"{word} {value}" for word, value in row["restrictions"]),
            "from the rulebook": ", ".join(
                f"{key} ({value.split()[1]})" for key, value in row.get("sources", {}).items()
            ),
        }
        for row in (kit or game.load("habitat").default_kit).tables["species"]
    ]
    return tables.readable(rows)


def events_table(kit: Kit | None = None) -> Styler:
    """The events: how many, what they say, and what of it is from the rulebook."""

    rows = [
        {
            "event": row["name"],
            "copies": row["copies"],
            "text": row["text"],
            "from the rulebook": ", ".join(row.get("sources", {})) or "nothing",
        }
        for row in (kit or game.load("habitat").default_kit).tables["event"]
    ]
    return tables.readable(rows)


class FoodWeb:
    """The food web to take apart: click a species, or choose it from the list, and see who goes hungry without it.

    Args:
        kit: whose deck; None: the default one.
        removed: what is gone from the start.
        theme: "light", "dark", "projector", ...
    """

    def __init__(self, kit: Kit | None = None, removed: tuple[str, ...] = (), theme: Theme | str | None = None):
        self.graph = foodweb.web(kit or game.load("habitat").default_kit)
        foodweb.remove(self.graph, removed)  # raises for what is not there
        self.removed = list(removed)
        self.focus = ""
        self.theme = themes.get(theme)
        self._widget: Any = None

    @property
    def loss(self) -> foodweb.Loss:
        """Who goes hungry now."""
        return foodweb.remove(self.graph, self.removed)

    def figure(self) -> charts.Chart:
        """The picture as it is now."""
        return foodweb.figure(self.graph, self.removed, self.focus, self.theme)

    def toggle(self, name: str) -> None:
        """Take a species out, or put it back.

        Raises:
            ValueError: it is not in the web.
        """
        foodweb.remove(self.graph, [name])
        if name in self.removed:
            self.removed.remove(name)
        else:
            self.removed.append(name)
        self._show()

    def restore(self) -> None:
        """Put everything back."""
        self.removed.clear()
        self._show()

    def look_at(self, name: str) -> None:
        """Draw the links of one species strong ("": of none)."""
        self.focus = name if name in self.graph else ""
        self._show()

    def handle(self, event: str, id: str, value: Any = None) -> None:
        """What the panel tells."""
        if event == "set" and id == "remove" and value in self.graph:
            self.toggle(str(value))
        elif event == "set" and id == "focus":
            self.look_at(str(value))
        elif event == "click" and id == "restore":
            self.restore()

    def controls(self) -> list[dict[str, Any]]:
        """The panel: what to remove, whose links to show, who goes hungry, the measures."""
        from gamelib.show.panel import button, note, row, select, table

        names = sorted(self.graph, key=lambda name: (self.graph.nodes[name]["rank"], name))
        choices = [("", "choose ..."), *((n, f"{'put back ' if n in self.removed else ''}{n}") for n in names)]
        links = [("", "nobody"), *((n, n) for n in names)]
        left = self.graph.copy()
        left.remove_nodes_from([*self.removed, *self.loss.hungry])
        rows = [[m.name, _short(m.value), _short(n.value), m.means] for m, n in self._measures(left)]
        return [
            row(
                [select("remove", "Take out", choices, ""), select("focus", "Show the links of", links, self.focus)],
                "pick",
            ),
            row([button("restore", "Put everything back", disabled=not self.removed)], "back"),
            note(str(self.loss) if self.removed else "Nothing is gone yet: click a species.", key="loss", live=True),
            table("The measures of this web", ["measure", "whole web", "what is left", "meaning"], rows),
        ]

    def _measures(self, left: Any) -> list[tuple[foodweb.Measure, foodweb.Measure]]:
        return list(zip(foodweb.measures(self.graph), foodweb.measures(left), strict=True))

    @property
    def widget(self) -> Any:
        """The widget, made at the first look."""
        if self._widget is None:
            import ipywidgets

            from gamelib.show.panel import LiveFigure, Panel

            self._live, self._panel = LiveFigure(self.figure(), self.toggle), Panel(self.handle)
            self._live.widget.add_class("gl-foodweb")
            self._panel.add_class("gl-settings")
            self._widget = ipywidgets.VBox([self._live.widget, self._panel])
            self._show()
        return self._widget

    def _show(self) -> None:
        if self._widget is not None:
            self._live.show(self.figure())
            self._panel.view = {"dark": self.theme.dark, "scale": self.theme.scale, "items": self.controls()}

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        """The live view; for where no kernel is, a picture with alternative text and the words."""
        return {**self.widget._repr_mimebundle_(), **self.figure().still()}


def _short(value: float) -> str:
    return f"{value:.0f}" if value == int(value) else f"{value:.3f}"
