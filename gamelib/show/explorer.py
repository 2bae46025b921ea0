"""What-if: house rules as sliders and switches, and the outcomes of many games that follow them.

A click on a bar opens one of its games in a table below. `Explorer` can be used, and tested, without a browser:
`explorer.set("swap_cost", 4)`, `explorer.wait()`, `explorer.open_bar(3)`.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from gamelib import study as studies
from gamelib import twin
from gamelib.errors import GamelibError
from gamelib.game import Game, load
from gamelib.kit import HouseRule, Kit
from gamelib.show import charts
from gamelib.show import theme as themes
from gamelib.show.panel import Control, button, check, group, note, number, row, scroll, select, slider, table, walk
from gamelib.show.postbox import Postbox
from gamelib.show.table import Table

GAMES = (1_000, 10_000, 100_000)
TASTE = 200  # games played and shown first
PATIENCE = 60.0  # seconds; what would take longer is asked for first
LONG_RANGE = 40  # a house rule with more values than this is typed, not dragged


class Explorer:
    """House rules and strategies to change, and what comes of it.

    Args:
        game: the name of a game, or the path of its folder.
        column: which outcome is shown first; None: the game's first metric.
        strategy: who plays, a name for all seats or a list with one for each.
        games: how many games are played for each setting.
        seed: decides all chance.
        kit: the kit to start from.
        theme: "light", "dark", "projector" or "dark projector"; light or dark follows JupyterLab's theme.
    """

    def __init__(
        self,
        game: str | Path | Game,
        *,
        column: str | None = None,
        strategy: str | list[str] = "greedy",
        games: int = 10_000,
        seed: int = 1,
        kit: Any = None,
        theme: themes.Theme | str | None = None,
    ):
        self.game = load(game)
        self.start_kit = self.kit = self.game.kit(kit)
        self.theme = themes.get(theme)
        self.names = twin.strategy_names(self.game)
        seats = self._seats(self.kit)
        asked = [strategy] * seats if isinstance(strategy, str) else list(strategy)
        self.strategies = [name if name in self.names else "random" for name in asked]
        self.count, self.seed = games, seed
        metrics = tuple(getattr(self.game.words, "METRICS", ()))
        self.column = column or (metrics[0] if metrics else "moves")
        self.study: studies.Study | None = None
        self.before: studies.Study | None = None
        self.table: Table | None = None
        self.opened: int | None = None
        self.notice, self.tone, self.busy = "", "", False
        self._turns: dict[int, int] = {}  # how often each bar has been clicked
        self._widget: _ExplorerWidget | None = None
        self._run = self._shown_run = 0
        self._postbox = Postbox()
        self._thread: threading.Thread | None = None
        self._play()

    # ---------------------------------------------------------------- for people who program

    def set(self, what: str, value: Any) -> None:
        """Change a house rule by its name, or another control by its label or id.

        Raises:
            LookupError: there is no such control; says which there are.
        """
        controls = [c for c in walk(self.controls()) if "value" in c]
        for control in controls:
            if what in (control["id"], control["id"].partition(":")[2], control["label"]):
                self.handle("set", control["id"], value)
                return
        raise LookupError(f"no control {what!r}; there are {', '.join(c['id'] for c in controls)}")

    def click(self, what: str) -> None:
        """Press a button, by its words or its id.

        Raises:
            LookupError: there is no such button; says which there are.
        """
        buttons = [c for c in walk(self.controls()) if c["type"] == "button"]
        for control in buttons:
            if what in (control["text"], control["id"]):
                self.handle("click", control["id"])
                return
        raise LookupError(f"no button {what!r}; there are {', '.join(c['text'] for c in buttons)}")

    def wait(self, seconds: float = 120) -> None:
        """Wait until the outcomes of the last setting are there.

        Raises:
            TimeoutError: they are not there in time.
        """
        end = time.monotonic() + seconds
        while self.busy:
            if time.monotonic() > end:
                raise TimeoutError(f"no outcomes within {seconds} s")
            if self._thread is not None:
                self._thread.join(0.05)
            self._postbox.deliver()
        if self._thread is not None:
            self._thread.join()  # it may still be telling

    def open_bar(self, place: int) -> int:
        """Open one of the games that a bar counts, another one at each call; returns its number.

        Raises:
            LookupError: the bar is empty, or there are no outcomes yet.
        """
        if self.study is None:
            raise LookupError("no outcomes yet")
        frame = self.study.frame
        found = frame["game"][self.bins.place(frame[self.column]) == place].to_numpy()
        if not len(found):
            raise LookupError("no game ended so")
        turn = self._turns.get(place, 0)
        self._turns[place] = turn + 1
        game = int(found[turn % len(found)])
        self.open_game(game)
        return game

    def open_game(self, game: int) -> None:
        """Open a game of the study in the table below."""
        assert self.study is not None
        match = self.study.reopen(game)
        self.opened = game
        if self.table is None:
            self.table = Table(match, theme=self.theme)
        else:
            self.table.use(match)

    @property
    def bins(self) -> charts.Bins:
        """The classes of what is shown, wide enough for what was shown before."""
        shown = [study.frame[self.column] for study in (self.study, self.before) if study is not None]
        return charts.bins(*[values for values in shown if len(values)])

    @property
    def sentence(self) -> str:
        """What came out, in words."""
        if self.study is None:
            return f"{self.game.title}: playing ..."
        text = charts.in_words(self.study) + " " + charts.described(self.column, self.study.frame[self.column])
        if self.before is not None:
            text += f" With the setting before: {self.before.headline()}; {_mean(self.column, self.before)}."
        return text

    def figure(self) -> charts.Chart:
        """The outcomes as bars, those of the setting before as an outline."""
        classes = self.bins
        now, before = self._shares(self.study, classes), self._shares(self.before, classes)
        traces = [
            charts.bars(classes, now, "now", charts.CYCLE[0]),
            charts.outline(classes, before, "before", self.theme) | {"visible": self.before is not None},
        ]
        top = max(now.max(), before.max(), 0.01)
        frame = charts.layout(
            self.theme,
            f"<b>{self.game.title}</b> · {self.column.replace('_', ' ')}",
            self.column.replace("_", " "),
            "share of the games",
            (classes.edges[0], classes.edges[-1]),
            (0, top * 1.08),
            showlegend=True,
        )
        frame["yaxis"]["tickformat"] = ".0%" if top > 0.04 else ".1%"
        frame["xaxis"] |= charts.ticks(classes)
        frame["width"] = self.theme.board
        frame["height"] = round(self.theme.px(380))
        return charts.chart(traces, frame, self.sentence, self.numbers())

    def numbers(self) -> Any:
        """What the chart shows, as a data frame."""
        import pandas as pd

        classes = self.bins
        columns = {self.column: classes.labels, "now": self._shares(self.study, classes)}
        if self.before is not None:
            columns["before"] = self._shares(self.before, classes)
        return pd.DataFrame(columns)

    def _shares(self, study: studies.Study | None, classes: charts.Bins) -> np.ndarray:
        if study is None or not len(study.frame):
            return np.zeros(classes.count)
        return classes.shares(study.frame[self.column])

    # ---------------------------------------------------------------- what was done

    def handle(self, event: str, id: str, value: Any = None) -> None:
        """Something was done with a control. What goes wrong is said, never raised."""
        if id != "dark":
            self.notice, self.tone = "", ""
        name, _, rest = id.partition(":")
        method = getattr(self, f"_{event}_{name}", None)
        try:
            if method is not None:
                method(*([rest] if rest else []), *([value] if event == "set" else []))
        except (GamelibError, ValueError, LookupError) as error:
            self.notice, self.tone = str(error), "bad"
        except Exception as error:  # a fault of ours: the class sees one line, the log the rest
            logging.getLogger(__name__).exception("while handling %s %s", event, id)
            self.notice, self.tone = f"that did not work: {error!r}", "bad"
        self._changed()

    def _set_rule(self, name: str, value: Any) -> None:
        kind = type(self.kit.rules[name].value)
        kit = self.kit.changed({name: kind(value)})
        seats = self._seats(kit)
        self.kit = kit
        self.strategies = (self.strategies + [self.strategies[-1]] * seats)[:seats]
        self._play()

    def _set_strategy(self, seat: str, value: Any) -> None:
        self.strategies[int(seat)] = str(value)
        self._play()

    def _set_column(self, value: Any) -> None:
        if self.study is not None and value not in self.study.frame:
            raise LookupError(f"no outcome {value!r}")
        self.column = str(value)
        self._turns.clear()

    def _set_games(self, value: Any) -> None:
        self.count = int(value)
        self._play()

    def _set_seed(self, value: Any) -> None:
        if value is None or int(value) < 0:
            raise ValueError("seed: expected a whole number from 0")
        self.seed = int(value)
        self._play()

    def _set_projector(self, value: Any) -> None:
        self._dress(themes.Theme(dark=self.theme.dark, projector=bool(value)))

    def _set_dark(self, value: Any) -> None:
        self._dress(themes.Theme(dark=bool(value), projector=self.theme.projector))

    def _dress(self, theme: themes.Theme) -> None:
        self.theme = theme
        if self.table is not None:
            self.table.dress(theme)

    def _click_reset(self) -> None:
        self.kit = self.start_kit
        seats = self._seats(self.kit)
        self.strategies = (self.strategies + [self.strategies[-1]] * seats)[:seats]
        self._play()

    def _click_all(self) -> None:
        self._play(patient=True)

    def _click_forget(self) -> None:
        self.before = None

    def bar_clicked(self, place: Any) -> None:
        """A bar was clicked."""
        try:
            self.notice = f"game {self.open_bar(int(place))} of this study is open below; click again for another"
            self.tone = "good"
        except (GamelibError, LookupError) as error:
            self.notice, self.tone = str(error), "bad"
        self._changed()

    # ---------------------------------------------------------------- playing

    @staticmethod
    def _seats(kit: Kit) -> int:
        return int(kit.record.players)

    def _play(self, patient: bool = False) -> None:
        """Play the setting beside the page; only the last one that was asked for counts."""
        self._run += 1
        self.busy = True
        asked = (self._run, self.kit, list(self.strategies), self.count, self.seed, patient)
        self._thread = threading.Thread(target=self._work, args=(*asked, self._postbox.post), daemon=True)
        self._thread.start()

    def _work(
        self,
        run: int,
        kit: Kit,
        strategies: list[str],
        count: int,
        seed: int,
        patient: bool,
        post: Callable[..., Any],
    ) -> None:
        try:
            if self.study is None:
                self._simulate(kit, strategies, 1, seed)  # compiles, which should not count below
            started = time.perf_counter()
            study = self._simulate(kit, strategies, min(TASTE, count), seed)
            if count > TASTE:
                all_take = (time.perf_counter() - started) / TASTE * count
                go_on = patient or all_take < PATIENCE
                post(self._arrived, run, study, "", go_on)
                if not go_on or run != self._run:
                    return
                study = self._simulate(kit, strategies, count, seed)
            post(self._arrived, run, study, "", False)
        except Exception as error:
            logging.getLogger(__name__).exception("while playing a setting")
            post(self._arrived, run, None, f"that did not work: {error}", False)

    def _simulate(self, kit: Kit, strategies: list[str], count: int, seed: int) -> studies.Study:
        return studies.simulate(self.game, count, strategies, seed, kit, progress=False)

    def _arrived(self, run: int, study: studies.Study | None, fault: str, more: bool) -> None:
        """Outcomes of a setting: of a few games first, then (`more` is False) of all."""
        if run != self._run:
            return
        self.busy = more
        if study is None:
            self.notice, self.tone = fault, "bad"
        else:
            if self._shown_run != run:
                self.before = self.study
            self._shown_run, self.study = run, study
            if self.column not in study.frame:
                self.column = "moves"
            self._turns.clear()
        self._changed()

    def _changed(self) -> None:
        if self._widget is not None:
            self._widget.show()

    # ---------------------------------------------------------------- what is shown

    def controls(self) -> list[Control]:
        """All controls, as data."""
        status = "playing ..." if self.busy else ""
        if self.busy and self.study is not None and self._shown_run == self._run:
            status = f"playing ... {len(self.study.frame):,} of {self.count:,} games so far"
        elif self.busy and self.study is None:
            status = "playing ... (the first time on a machine, the rules are compiled: up to half a minute)"
        rules = [self._rule_control(name, rule) for name, rule in self.kit.rules.items() if not _fixed(rule)]
        buttons = [button("reset", "As it was at first"), button("forget", "Forget the setting before")]
        waiting = []
        if self.study is not None and not self.busy and len(self.study.frame) < self.count:
            status = f"{len(self.study.frame):,} games: {self.count:,} take a while with these strategies"
            waiting = [row([button("all", f"Play all {self.count:,}", primary=True)], "all")]
        shown = [
            note(self.notice, self.tone or "soft", key="notice", live=True),
            note(status, "soft", key="status"),
            *waiting,
            scroll(
                [
                    group("House rules", rules, key="rules"),
                    row(buttons, "buttons"),
                    group("Who plays", self._strategy_controls(), key="who"),
                    group("What is shown", self._shown_controls(), key="shown"),
                ],
                "settings",
                "settings",
            ),
        ]
        return [control for control in shown if control["type"] != "note" or control["text"]]

    def _rule_control(self, name: str, rule: HouseRule) -> Control:
        id, badge = f"rule:{name}", {"badge": badge_of(rule.source), "title": f"{rule.rule}; {rule.source}"}
        if isinstance(rule.value, bool):
            return check(id, rule.says, rule.value, **badge)
        if rule.choices is not None:
            return select(id, rule.says, [(c, c) for c in rule.choices], str(rule.value), wide=True, **badge)
        assert rule.range is not None
        low, high = rule.range
        if high - low > LONG_RANGE:
            return number(id, rule.says, int(rule.value), min=low, max=high, **badge)
        return slider(id, rule.says + ": {value}", low, high, int(rule.value), lazy=True, wide=True, **badge)

    def _strategy_controls(self) -> list[Control]:
        options = [(name, name) for name in self.names]
        seat_name = getattr(self.game.words, "seat_name", None)
        controls = []
        for seat, name in enumerate(self.strategies):
            label = "strategy" if len(self.strategies) == 1 else f"player {seat + 1}"
            label = seat_name(self.kit, seat, self.game.words.LANGUAGES[0]) if seat_name else label
            controls.append(select(f"strategy:{seat}", label, options, name, title=self.names[name]))
        return controls

    def _shown_controls(self) -> list[Control]:
        names = [str(name) for name in self.study.frame] if self.study else [self.column]
        columns = [name for name in names if name not in ("game", "finished")]
        counts = sorted({*GAMES, self.count})
        return [
            select("column", "outcome", [(c, c.replace("_", " ")) for c in columns], self.column),
            select("games", "games", [(str(c), f"{c:,}") for c in counts], str(self.count)),
            number("seed", "seed", self.seed, min=0),
            check("projector", "large, for a projector", self.theme.projector),
        ]

    def outcome_controls(self) -> list[Control]:
        """What stands under the chart: the sentence, and the numbers as a table."""
        frame = self.numbers()
        rows = [[line[0], *(charts.percent(x) for x in line[1:])] for line in frame.itertuples(index=False)]
        hint = "Click a bar to open one of its games." if self.study is not None else ""
        return [
            note(self.sentence, key="sentence", live=True),
            note(hint, "soft", key="hint"),
            table("the numbers", list(frame.columns), rows),
        ]

    # ---------------------------------------------------------------- the notebook

    @property
    def widget(self) -> Any:
        """The widget, made at the first look."""
        return self._made().whole

    def _made(self) -> _ExplorerWidget:
        if self._widget is None:
            self._widget = _ExplorerWidget(self)
        return self._widget

    def still(self) -> dict[str, str]:
        """The chart as a picture, in words and as a table: what shows where no kernel is."""
        self.wait()
        return self.figure().still()

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        made = self._made()
        return {**made.whole._repr_mimebundle_(), **self.still()}


class _ExplorerWidget:
    """What an Explorer looks like in a notebook."""

    def __init__(self, explorer: Explorer):
        import ipywidgets

        from gamelib.show.panel import LiveFigure, Panel

        self.explorer = explorer
        self.chart = LiveFigure(explorer.figure(), explorer.bar_clicked)
        self.chart.widget.add_class("gl-chart")
        self.settings, self.outcome = Panel(explorer.handle), Panel(explorer.handle)
        self.settings.add_class("gl-settings")
        self.outcome.add_class("gl-outcome")
        self.left = ipywidgets.VBox([self.chart.widget, self.outcome])
        self.left.add_class("gl-left")
        right = ipywidgets.VBox([self.settings])
        right.add_class("gl-right")
        top = ipywidgets.Box([self.left, right])
        top.add_class("gl-whole")
        self.below = ipywidgets.VBox([])
        self.whole = ipywidgets.VBox([top, self.below])
        self.show()

    def show(self) -> None:
        explorer = self.explorer
        self.chart.show(explorer.figure())
        self.left.layout.width = f"{explorer.theme.board + 8}px"
        look = {"dark": explorer.theme.dark, "scale": explorer.theme.scale}
        self.settings.view = {**look, "items": explorer.controls(), "watch": True}
        self.outcome.view = {**look, "items": explorer.outcome_controls()}
        if explorer.table is not None and not self.below.children:
            self.below.children = (explorer.table.widget,)


def badge_of(source: str) -> list[str]:
    """A source as a badge: its kind, and what stands on it."""
    kind = next((k for k in ("rulebook", "public", "invented") if source.startswith(k)), "house rule")
    return [kind, source if kind == "rulebook" and len(source) < 18 else kind]


def _fixed(rule: HouseRule) -> bool:
    """Nothing to choose?"""
    return rule.range is not None and rule.range[0] == rule.range[1]


def _mean(column: str, study: studies.Study) -> str:
    values = study.frame[column]
    return f"{column.replace('_', ' ')} {values.mean():.2f} on average"
