"""The table at which a match is shown and played: the model in plain Python, and its view in a notebook.

`Table` can be used, and tested, without a browser: `table.click("Undo")`, `table.set("step", 3)`,
`table.controls()`. The widgets are made only when it is displayed.
"""

from __future__ import annotations

import functools
import html
import logging
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from gamelib import luck, scenario, twin
from gamelib.errors import GamelibError
from gamelib.match import Action, Line, Match, Odds, Verdict
from gamelib.phrases import FIELD
from gamelib.show import theme as themes
from gamelib.show.panel import Control, button, check, group, note, number, row, scroll, select, slider, text, walk
from gamelib.show.postbox import Postbox
from gamelib.show.speech import spoken

Guard = Callable[[Match, Action], "tuple[str, str] | None"]

MANY = 12  # more actions than this under one heading become a list to choose from
LAST_STEPS = 40  # so many steps of the log are shown
PLAY_EVERY = 1200  # milliseconds between steps while a recording plays
MOVE_EVERY = 700  # milliseconds between the moves of strategies
ALL_OPEN, CURTAIN, PERSON = "all", "curtain", ""
NOBODY = -9  # whose eyes see the table while the curtain is closed: no seat, nor chance
TABS = (("play", "Actions"), ("why", "Why not?"), ("hint", "Hint"), ("setup", "Set up"))
AUTO = (("none", "I click every step"), ("forced", "I roll, the rest by itself"), ("chance", "all by itself"))


class Table:
    """A match to look at and to play, with everything around it.

    Args:
        match: a Match, or the name of a game (then `options` go to Match: `seed`, `kit`, `lang`, `auto`).
        view: whose eyes see the table: "all" (everything open), a seat from 0, or "curtain" (the seat to act, after it
            has said that it is there). Matters only where a game has something hidden.
        strategies: who plays a seat that no person plays: {1: "greedy"}.
        theme: "light", "dark", "projector" or "dark projector"; in JupyterLab light or dark follows its theme.

    Attributes:
        match: the match shown; another one after "New game".
        guards: functions (match, action) -> None, or (rule, reason) to hold an action back. A game's extras use them.
    """

    def __init__(
        self,
        match: Match | str | Path,
        *,
        view: str | int = ALL_OPEN,
        strategies: dict[int, str] | None = None,
        theme: themes.Theme | str | None = None,
        **options: Any,
    ):
        self.match = match if isinstance(match, Match) else Match(match, **options)
        self.theme = themes.get(theme)
        self.guards: list[Guard] = []
        self._view: str | int = ALL_OPEN
        self.set_view(view)
        self.strategies = dict(strategies or {})
        self.tab, self.filter, self.then, self._looked = "play", "", "", ""
        self._chosen: dict[str, str] = {}  # what is picked in the lists of many actions, by heading
        self._wish_kind, self._wish = 0, dict[str, int]()
        self._notice, self._tone = "", ""
        self.playing, self.revision = False, 0
        self.hint = Hint(self._changed_aside)
        self._hint_strategy = "random"
        self._example, self._path = "", f"{self.match.game.name}.json"
        self._seen_by = -1  # the seat for which the curtain is open
        self._listeners: list[Callable[[], None]] = []
        self._widget: _TableWidget | None = None
        self._watch()

    # ---------------------------------------------------------------- for people who program

    def click(self, what: str) -> None:
        """Press a button, by its words or its id; or click on an element of the board, by its word.

        Raises:
            LookupError: there is no such button now; says which there are.
        """
        buttons = [c for c in walk(self.controls()) if c["type"] == "button"]
        for control in buttons:
            if what in (control["text"], control["id"]) and not control.get("disabled"):
                self.handle("click", control["id"])
                return
        if what in self._board_words():
            self.board_clicked(what)
            return
        names = ", ".join(repr(c["text"]) for c in buttons if not c.get("disabled"))
        raise LookupError(f"no button {what!r} can be pressed now; there are {names}")

    def set(self, what: str, value: Any) -> None:
        """Move a slider, choose from a list, type: by the control's label or id.

        Raises:
            LookupError: there is no such control now; says which there are.
        """
        controls = [c for c in walk(self.controls()) if "value" in c]
        for control in controls:
            if what in (control["label"], control["id"]):
                self.handle("set", control["id"], value)
                return
        names = ", ".join(repr(c["label"] or c["id"]) for c in controls)
        raise LookupError(f"no control {what!r}; there are {names}")

    def on_change(self, listener: Callable[[], None]) -> None:
        """Call `listener()` whenever something at the table has changed."""
        self._listeners.append(listener)

    def use(self, match: Match) -> None:
        """Put another match on the table."""
        self.hint.stop()
        self.match = match
        self.filter, self.then, self._looked, self._seen_by = "", "", "", -1
        self._chosen.clear()
        self._watch()
        self._changed()

    def set_view(self, view: str | int) -> None:
        """Whose eyes see the table: "all", "curtain", or a seat."""
        if view not in (ALL_OPEN, CURTAIN) and not (str(view).isdigit() and int(view) < self.match.players):
            seats = f"a seat from 0 to {self.match.players - 1}"
            raise ValueError(f"view: expected 'all', 'curtain' or {seats}, got {view!r}")
        self._view = view if view in (ALL_OPEN, CURTAIN) else int(view)

    @property
    def hidden(self) -> bool:
        """Has the game something that not every seat may see?"""
        return bool(self.match.game.rules.HIDDEN)

    @property
    def eyes(self) -> int | None:
        """The seat whose view is shown; None where all is open, NOBODY where a curtain is closed.

        While strategies and chance have the say, the last who was there goes on looking.
        """
        if not self.hidden or self._view == ALL_OPEN:
            return None
        if self._view == CURTAIN:
            return NOBODY if self.curtain_closed or self._seen_by < 0 else self._seen_by
        return int(self._view)

    @property
    def curtain_closed(self) -> bool:
        """Does the table wait until the seat to act has said that it is there?"""
        if not self.hidden or self._view != CURTAIN or self.match.seat < 0:
            return False
        return self._seen_by != self.match.seat and not self.strategies.get(self.match.seat)

    def figure(self) -> Any:
        """The board as a Plotly figure, as it is shown now."""
        if not (self.match.game.folder / "board.py").exists():
            return self._figure_of_words()
        if self.eyes == NOBODY:
            return self._closed_figure()
        return self.match.game.board.figure(
            self.match.state, self.match.kit, lang=self.match.lang, lit=self.lit, seat=self.eyes, theme=self.theme
        )

    @property
    def lit(self) -> frozenset[str]:
        """The words of what is lit on the board."""
        action = self._action_by_id(self._looked)
        if action:
            return action.touched - {""}
        return frozenset([self.filter, self.then]) - {""}

    @property
    def sentence(self) -> str:
        """The position in plain text, as far as whoever looks may know it."""
        seed = f"{self.match.game.title}, seed {self.match.seed}, step {self.match.step}: "
        if self.eyes is not None and not self.match.over:
            return f"{seed}{self._who()} to act"
        return seed + self.match.situation

    # ---------------------------------------------------------------- what was done

    def handle(self, event: str, id: str, value: Any = None) -> None:
        """Something was done with a control. What goes wrong is said at the table, never raised."""
        try:
            if event == "look":
                self._look(id)
                return
            if event == "tick":
                if id == str(self.revision):
                    self._quiet = True
                    self._tick()
                else:
                    return
            elif event not in ("click", "set"):
                return
            else:
                self._act(event, id, value)
        except (GamelibError, OSError, ValueError, IndexError) as error:
            self._say(str(error), "bad")
        except Exception as error:  # a fault of ours: the class sees one line, the log the rest
            logging.getLogger(__name__).exception("while handling %s %s", event, id)
            self._say(f"that did not work: {error!r}", "bad")
        finally:
            self._quiet = False
        self._changed()

    def _act(self, event: str, id: str, value: Any) -> None:
        """Call what belongs to a control: the click on "do:3" is `_click_do("3")`."""
        if id != "dark":
            self._say("")
        self._quiet = True  # shown once, at the end
        name, _, rest = id.partition(":")
        method = getattr(self, f"_{event}_{name}", None)
        if method is not None:
            method(*([rest] if rest else []), *([value] if event == "set" else []))

    def board_clicked(self, word: Any) -> None:
        """An element of the board was clicked: show what can be done with it; once more: show all again.

        Where something can be done with this and what was clicked before it (a card, then where to), show that alone.
        """
        word = str(word)
        if self.tab == "why" and self._wish_for(word):
            self._changed()
            return
        if word in (self.filter, self.then):
            self.filter, self.then = "", ""
        elif self.filter and self._may_act() and any({self.filter, word} <= a.touched for a in self.match.actions):
            self.then = word
        else:
            self.filter, self.then = word, ""
        self._looked, self.tab = "", "play"
        idle = self.filter and self._may_act() and not self._filtered()
        self._say(f"nothing can be done with {word} now" if idle else "")
        self._changed()

    def _wish_for(self, word: str) -> bool:
        """Put an element of the board into the first menu of the wish that has it."""
        for field, choices in self.match.phrases.menu(self._wish_kind) if self._wish_kind >= 0 else []:
            if word in dict(choices):
                self._wish[field] = dict(choices)[word]
                return True
        return False

    def do(self, action: Action) -> bool:
        """Play an action, unless a guard holds it back. Returns whether it was played."""
        for guard in self.guards:
            held = guard(self.match, action)
            if held:
                self._say(f"{action.text}: {held[1]} ({held[0]})" if held[0] else f"{action.text}: {held[1]}", "bad")
                return False
        self._looked, self.filter, self.then = "", "", ""
        self.match.play(action)
        return True

    def _click_do(self, index: str) -> None:
        action = self.match.actions[int(index)]
        if self._may_act():
            self.do(action)

    def _click_pick(self, heading: str) -> None:
        picked = self._chosen.get(heading) or self._lists()[heading][0].text
        self.do(next(action for action in self.match.actions if action.text == picked))

    def _set_pick(self, heading: str, value: str) -> None:
        self._chosen[heading] = str(value)
        action = next((a for a in self.match.actions if a.text == value), None)
        self._looked = f"do:{action.index}" if action else ""

    def _click_roll(self) -> None:
        self._looked = self.filter = self.then = ""
        self.match.roll()

    def _click_move(self) -> None:
        self._strategy_moves()

    def _click_here(self) -> None:
        self._seen_by = self.match.seat

    def _click_undo(self) -> None:
        self.playing = False
        self.match.undo()

    def _click_redo(self) -> None:
        self.playing = False
        self.match.redo()

    def _click_start(self) -> None:
        self.playing = False
        self.match.goto(0)

    def _click_play(self) -> None:
        self.playing = not self.playing
        if self.playing and self.match.step == len(self.match.steps) and not self._strategy_to_move():
            self.match.goto(0)

    def _set_step(self, value: Any) -> None:
        self.playing = False
        self.match.goto(int(value))

    def _click_tab(self, name: str) -> None:
        if name in dict(TABS):
            self.tab = name

    def _click_all(self) -> None:
        self.filter, self.then = "", ""

    def _set_filter(self, value: Any) -> None:
        self.filter, self.then = str(value), ""

    def _set_wish(self, *what: Any) -> None:
        field, value = (what[0], int(what[1])) if len(what) == 2 else ("", int(what[0]))
        book = self.match.phrases
        if not field and value in book.kinds():
            self._wish_kind, self._wish = value, {}
        elif value in self._wish_choices(field):
            self._wish[field] = value
        else:
            raise ValueError("there is no such choice")

    def _wish_choices(self, field: str) -> list[int]:
        menus = dict(self.match.phrases.menu(self._wish_kind)) if self._wish_kind >= 0 else {}
        return [number for _, number in menus.get(field, [])]

    def _click_wish(self) -> None:
        if not self._may_ask():
            return
        record = self._wished()
        action = next((a for a in self.match.actions if a.record == record), None)
        if action is None:
            raise ValueError("no legal action says exactly that")
        self.do(action)

    def _click_odds(self) -> None:
        if self.hint.running:
            self.hint.stop()
        elif self._may_ask():
            self.hint.start(self.match.branch(), self._position(), self._hint_strategy)

    def _set_odds(self, value: Any) -> None:
        self._hint_strategy = str(value)
        self.hint.stop()

    def _set_seed(self, value: Any) -> None:
        self._seed = int(value)

    def _click_new(self) -> None:
        self._new_game(self._seed if self._seed is not None else self.match.seed)

    def _click_next(self) -> None:
        self._new_game(self.match.seed + 1)

    def _set_example(self, value: Any) -> None:
        self._example = str(value)

    def _click_example(self) -> None:
        path = self._example or (str(self.match.game.scenarios[0]) if self.match.game.scenarios else "")
        if path:
            example = scenario.Scenario(path, self.match.game)
            match = example.open()
            match.lang = self.match.lang
            self.use(match)
            self.tab = "play"
            rules = ", ".join(example.file.rules)
            self._say(f"{example.file.title} ({rules}). Redo shows its steps. {example.file.says}", "soft")

    def _set_auto(self, value: Any) -> None:
        if value not in dict(AUTO):
            raise ValueError(f"chance steps: expected one of {', '.join(dict(AUTO))}, got {value!r}")
        self.match.auto = value

    def _set_seat(self, seat: str, value: Any) -> None:
        self.strategies[int(seat)] = str(value)

    def _set_view(self, value: Any) -> None:
        self.set_view(value)
        self._seen_by = -1

    def _set_lang(self, value: Any) -> None:
        self.match.lang = str(value)
        self._chosen.clear()

    def dress(self, theme: themes.Theme) -> None:
        """Show everything in another theme."""
        self.theme = theme
        self._changed()

    def _set_projector(self, value: Any) -> None:
        self.theme = themes.Theme(dark=self.theme.dark, projector=bool(value))

    def _set_dark(self, value: Any) -> None:
        self.theme = themes.Theme(dark=bool(value), projector=self.theme.projector)

    def _set_path(self, value: Any) -> None:
        self._path = str(value)
        if self.match.autosave is not None:
            self.match.autosave = self._path

    def _set_autosave(self, value: Any) -> None:
        self.match.autosave = self._path if value else None
        if value:
            self._click_save()

    def _click_save(self) -> None:
        self.match.save(self._path)
        self._say(f"saved in {self._path}", "good")

    def _click_load(self) -> None:
        keeps = self.match.autosave
        match = Match.load(self._path, self.match.game)
        match.autosave = keeps
        self.use(match)
        self._say(f"loaded {self._path}", "good")

    # ---------------------------------------------------------------- how it goes on

    _seed: int | None = None

    def _position(self) -> tuple[Any, ...]:
        """Differs where the position differs."""
        return id(self.match), self.match.step, self.match.state.tobytes()

    def _watch(self) -> None:
        match = self.match

        def changed() -> None:
            if match is self.match:
                self._looked = ""
                self._changed()

        match.on_change(changed)
        self._seed = None
        self._wish_kind, self._wish = -1, {}

    _quiet = False

    def _changed(self) -> None:
        """Everything is shown anew; what stays the same is not sent."""
        if self._quiet:
            return
        self.revision += 1
        self.hint.forget_unless(self._position())
        if self.curtain_closed:
            self._seen_by = -1
        if self._widget is not None:
            self._widget.show()
        for listener in list(self._listeners):
            listener()

    def _changed_aside(self) -> None:
        """The hint has new figures: only the panel is shown anew."""
        if self._widget is not None:
            self._widget.show_panels()

    def _look(self, id: str) -> None:
        self._looked = id if self._action_by_id(id) else ""
        if self._widget is not None:
            self._widget.show_board()

    def _say(self, text: str, tone: str = "") -> None:
        self._notice, self._tone = text, tone

    def _tick(self) -> None:
        if self.match.step < len(self.match.steps):
            self.match.redo()
        elif self._strategy_to_move():
            self._strategy_moves()
        else:
            self.playing = False

    def _strategy_to_move(self) -> bool:
        if self.match.over or self.match.step < len(self.match.steps):
            return False
        return bool(self.strategies.get(self.match.seat)) if self.match.seat >= 0 else self._rolls_for_strategies()

    def _rolls_for_strategies(self) -> bool:
        """Where no person plays, chance need not wait for a click."""
        return all(self.strategies.get(seat) for seat in range(self.match.players))

    def _strategy_moves(self) -> None:
        """One step by whoever is to act: a strategy, or chance."""
        if self.match.seat == luck.CHANCE:
            self.match.roll()
        elif self.match.seat >= 0:
            self.do(self.match.suggest(self.strategies.get(self.match.seat) or "random"))

    def _new_game(self, seed: int) -> None:
        old = self.match
        match = Match(old.game, seed, old.kit, lang=old.lang, auto=old.auto, autosave=old.autosave)
        self.use(match)
        self.tab = "play"

    # ---------------------------------------------------------------- what is shown

    def controls(self) -> list[Control]:
        """All controls at the table, as data."""
        return [*self.main_controls(), *self.step_controls(), *self.log_controls()]

    def main_controls(self) -> list[Control]:
        """The panel beside the board."""
        tabs = [button(f"tab:{name}", words, pressed=self.tab == name, tab=True) for name, words in TABS]
        notice = note(self._notice, self._tone or "soft", key="notice", live=True)
        body = getattr(self, f"_{self.tab}_tab")()
        shown = [row(tabs, "tabs", "what to do", tabs=True), *([notice] if self._notice else []), *body]
        return spoken(shown, self.match.lang)

    def _play_tab(self) -> list[Control]:
        match, seat = self.match, self.match.seat
        if self.curtain_closed:
            who = match.phrases.seat(seat)
            return [
                note(f"{who} to act. Nobody else may look.", "head", key="head"),
                button("here", f"I am {who}: open", primary=True),
            ]
        if match.over:
            outcome = match.outcome
            assert outcome is not None
            again = row([button("next", f"New game (seed {match.seed + 1})", primary=True)], "over")
            return [note(f"Game over: {outcome}", "head", key="head"), again]
        head = [note(f"{self._who()} to act", "head", key="head")]
        if self.eyes is None:
            head.append(note(match.situation, "soft", key="situation"))
        if match.step < len(match.steps):
            head.append(note("You look at the past. What you do here starts another course.", "soft", key="past"))
        if seat >= 0 and self.strategies.get(seat):
            name = self.strategies[seat]
            return [*head, row([button("move", f"Let {name} move", primary=True)], "move")]
        if not self._may_act():
            return [*head, note("Only who is to act sees what may be done.", "soft", key="secret")]
        return [*head, *self._action_controls()]

    def _who(self) -> str:
        seat = self.match.seat
        if seat == luck.CHANCE:
            return "Chance"
        return _capital(self.match.phrases.seat(seat)) if seat >= 0 else "Nobody"

    def _may_act(self) -> bool:
        """May whoever looks see and choose the actions?"""
        return self.eyes is None or self.match.seat < 0 or self.match.seat == self.eyes

    def _may_ask(self) -> bool:
        """May whoever looks ask about any action? An answer may tell what only the seat to act knows."""
        return self.eyes is None or self.match.seat == self.eyes

    def _tells_secrets(self, action: Action) -> bool:
        """Would it tell what is hidden from whoever looks, that this action can happen?"""
        return self.eyes is not None and action.kind in getattr(self.match.game.words, "SECRET_ACTIONS", ())

    def _action_controls(self) -> list[Control]:
        controls = []
        actions = list(self.match.actions)
        if self.match.seat == luck.CHANCE:
            one = len(actions) == 1
            label = _capital(actions[0].text) if one else self._luck_words()
            controls.append(row([button("roll", label, primary=True)], "luck"))
            if one or self._tells_secrets(actions[0]):
                return controls
            controls.append(note("or say what fell:", "soft", key="fell"))
        else:
            controls += self._filter_controls(actions)
        lists = self._lists()
        groups = []
        for heading, some in lists.items():
            if len(some) > MANY:
                groups.append(group(f"{heading} ({len(some)})", self._picker(heading, some), key=heading))
            else:
                buttons = [button(f"do:{a.index}", a.text, title=a.rule, look=True) for a in some]
                groups.append(group(heading, buttons, key=heading))
        controls.append(scroll(groups, "actions", "what may be done"))
        return controls

    def _luck_words(self) -> str:
        """What it is called when chance takes its step, where the game says."""
        words = getattr(self.match.game.words, "LUCK", {})
        return words.get(self.match.lang, "Roll for me")

    def _picker(self, heading: str, actions: list[Action]) -> list[Control]:
        texts = [action.text for action in actions]
        picked = self._chosen.get(heading)
        picked = picked if picked in texts else texts[0]
        choice = select(f"pick:{heading}", "", [(t, t) for t in texts], picked, wide=True)
        items = [choice, button(f"pick:{heading}", "Do it", title=actions[0].rule)]
        return [{**row(items, "pick"), "pick": True}]

    def _lists(self) -> dict[str, list[Action]]:
        """The legal actions that are shown, by heading."""
        lists: dict[str, list[Action]] = {}
        for action in self._filtered():
            lists.setdefault(action.heading, []).append(action)
        return lists

    def _filtered(self) -> list[Action]:
        actions = list(self.match.actions)
        if not self.filter or self.match.seat == luck.CHANCE:
            return actions
        return [action for action in actions if {self.filter, self.then or self.filter} <= action.touched]

    def _filter_controls(self, actions: list[Action]) -> list[Control]:
        """Only what touches one element of the board; the same as a click on it."""
        words = self._board_words()
        touched = {word for action in actions for word in action.touched}
        options = [("", "everything"), *((word, word) for word in words if word in touched or word == self.filter)]
        if len(options) < 3 and not self.filter:
            return []
        controls = [select("filter", "Show what can be done with", options, self.filter)]
        if self.then:
            controls.append(note(f"and {self.then}", key="then"))
        if self.filter:
            controls.append(button("all", "Show all"))
        return [row(controls, "filter")]

    def _board_words(self) -> list[str]:
        """What can be clicked on the board."""
        words = []
        for trace in self._board_data():
            words += [str(word) for word in _flat(trace.get("customdata"))]
        return list(dict.fromkeys(words))

    def _board_data(self) -> list[dict[str, Any]]:
        if self._widget is not None:
            return self._widget.board.shown["data"]
        return self.figure().to_plotly_json()["data"]

    def _why_tab(self) -> list[Control]:
        if not self._may_ask():
            return [note("Only who is to act may ask, as the answer could tell what others hold.", "soft", key="lead")]
        book = self.match.phrases
        if self._wish_kind < 0:
            self._wish_kind = self._likely_wish()
        kinds = [(str(kind), book.heading(kind) or book.say(book.action(kind))) for kind in book.kinds()]
        controls = [select("wish", "What if I wanted this:", kinds, str(self._wish_kind))]
        fields = self._wish_menus()
        verdict = self._verdict()
        answer = f"{_capital(verdict.action)}: " + ("yes, you may." if verdict else f"no. {_capital(verdict.reason)}")
        shown = [
            note("Choose anything, allowed or not, and see which rule says so.", "soft", key="lead"),
            row(controls, "wish-kind"),
            *([row(fields, "wish")] if fields else []),
            note(answer, "good" if verdict else "bad", key="verdict", live=True),
        ]
        rule = self._rule_text(verdict.rule)
        if rule:
            shown.append(note(f"{verdict.rule}: {rule}", "soft", key="rule"))
        if verdict and self._may_act():
            shown.append(row([button("wish", "Do it", primary=True)], "wish-do"))
        return shown

    def _wish_menus(self) -> list[Control]:
        """The phrase of the kind that is wished for, with a menu where each field stands."""
        book = self.match.phrases
        pieces = FIELD.split(self.match.game.words.ACTIONS[book.lang][self._wish_kind])
        menus = []
        for (field, choices), before in zip(book.menu(self._wish_kind), pieces[::3], strict=False):
            options = [(str(value), word) for word, value in choices]
            value = str(self._wish.setdefault(field, choices[0][1]))
            menus.append(select(f"wish:{field}", before.strip() or field, options, value))
        if pieces[-1].strip() and menus:
            menus.append(note(pieces[-1].strip(), key="after"))
        return menus

    def _likely_wish(self) -> int:
        """The kind of action that somebody may be asking about: one with much to choose."""
        now = [action.kind for action in self.match.actions]
        kinds = self.match.phrases.kinds()
        return max(kinds, key=lambda kind: (len(self.match.phrases.menu(kind)), kind in now))

    def _wished(self) -> Any:
        return self.match.phrases.action(self._wish_kind, **self._wish)

    def _verdict(self) -> Verdict:
        return self.match.explain(self._wished())

    def _rule_text(self, number: str) -> str:
        rules = self.match.game.rulebook_in(self.match.lang)
        return next((rule.text.replace("*", "") for rule in rules.values() if rule.number == number), "")

    def _hint_tab(self) -> list[Control]:
        if self.match.over or self.match.seat < 0:
            return [note("A hint can be had when a player is to act.", "soft", key="lead")]
        if not self._may_ask():
            return [note("Only who is to act may have a hint.", "soft", key="lead")]
        names = list(twin.strategy_names(self.match.game))
        names = [name for name in names if name not in ("montecarlo", "tree")] or names
        choice = select("odds", "then all go on by", [(n, n) for n in names], self._hint_strategy)
        start = button("odds", "Stop" if self.hint.running else "Work out the odds", primary=not self.hint.running)
        lead = "How often does each move win, when the game is played on many times after it?"
        shown = [note(lead, "soft", key="lead"), row([start, choice], "odds")]
        rows = self.hint.rows
        if rows:
            games = f"{rows[0].n:,} games a move; the mark on a bar spans where the true chance lies, 19 times in 20"
            shown.append(note(games + ("; going on ..." if self.hint.running else "."), "soft", key="games"))
            shown.append(scroll([{"type": "odds", "items": odds_items(rows), "key": "odds"}], "odds", "odds"))
        elif self.hint.fault:
            shown.append(note(self.hint.fault, "bad", key="games"))
        elif self.hint.running:
            slow = "working it out ... (the first time on a machine, the rules are compiled: up to half a minute)"
            shown.append(note(slow, "soft", key="games"))
        return shown

    def _setup_tab(self) -> list[Control]:
        match, game = self.match, self.match.game
        seed = match.seed if self._seed is None else self._seed
        parts = [
            group("New game", [number("seed", "seed", seed, min=0), button("new", "New game")]),
        ]
        if game.scenarios:
            titles = [(str(path), title) for path, title in example_titles(game)]
            choice = select("example", "", titles, self._example or titles[0][0], wide=True)
            parts.append(group("Rule examples", [choice, button("example", "Open the example")]))
        parts.append(group("Table", self._table_controls()))
        saving = [
            text("path", "file", self._path),
            button("save", "Save"),
            button("load", "Load"),
            check("autosave", "save after each step", match.autosave is not None),
        ]
        parts.append(group("Keep", saving))
        return [scroll(parts, "setup", "set up")]

    def _table_controls(self) -> list[Control]:
        match = self.match
        controls = [
            select("auto", "dice and cards", AUTO, match.auto),
            check("projector", "large, for a projector", self.theme.projector),
        ]
        languages = getattr(match.game.words, "LANGUAGES", ("en",))
        if len(languages) > 1:
            controls.append(select("lang", "language", [(code, code) for code in languages], match.lang))
        players = range(match.players)
        if self.hidden:
            views = [(ALL_OPEN, "all open"), (CURTAIN, "in turn, with a curtain")]
            views += [(str(seat), match.phrases.seat(seat)) for seat in players]
            controls.append(select("view", "who looks", views, str(self._view)))
        names = [(PERSON, "a person"), *((name, name) for name in twin.strategy_names(match.game))]
        for seat in players:
            label = f"{match.phrases.seat(seat)} is"
            controls.append(select(f"seat:{seat}", label, names, self.strategies.get(seat, PERSON)))
        return controls

    def step_controls(self) -> list[Control]:
        """The panel under the board: back and forth in the record."""
        at, last = self.match.step, len(self.match.steps)
        steps = [
            button("undo", "Undo", disabled=at == 0),
            button("redo", "Redo", disabled=at == last),
            button("play", "Pause" if self.playing else "Replay", title="step by step", disabled=last == 0),
            slider("step", "step {value}" + f" of {last}", 0, last, at, title=f"seed {self.match.seed}"),
        ]
        return spoken([row(steps, "steps", "the record")], self.match.lang)

    def log_controls(self) -> list[Control]:
        """The panel with what happened."""
        entries = self.log_entries()
        last = entries[-1]["lines"][-1]["text"] if entries and entries[-1]["lines"] else ""
        number = f", game {self.match.number}" if self.match.number else ""
        heading = f"What happened (seed {self.match.seed}{number})"
        shown = [
            note(heading, "head", key="head"),
            {"type": "log", "items": entries, "key": "log"},
            note(last, "unseen", key="last", live=True),
        ]
        return spoken(shown, self.match.lang)

    def log_entries(self) -> list[dict[str, Any]]:
        """The last steps, each with its lines and their rules."""
        match = self.match
        first = max(0, match.step - LAST_STEPS)
        entries = []
        for count, step in enumerate(match.steps[first : match.step], first + 1):
            lines = [
                {"text": line.text, "rule": line.rule, "says": self._rule_text(line.rule)}
                for line in match.lines(step)
                if self._may_know(line, step.lines)
            ]
            entries.append({"step": count, "text": f"{count}. {self._told(step)}", "lines": lines})
        return entries

    def _told(self, step: Any) -> str:
        secret = getattr(self.match.game.words, "SECRET_ACTIONS", ())
        if self.eyes is not None and step.seat != self.eyes and int(step.record[0].kind) in secret:
            kind = self.match.phrases.heading(int(step.record[0].kind))
            return kind if step.seat < 0 else f"{self.match.phrases.seat(step.seat)}: {kind}"
        return self.match.describe(step)

    def _may_know(self, line: Line, events: Any) -> bool:
        """Lines of SECRET_EVENTS are for the seat in their first field alone."""
        secret = getattr(self.match.game.words, "SECRET_EVENTS", ())
        if self.eyes is None or line.event not in secret:
            return True
        return any(int(event[0]) == line.event and int(event[1]) == self.eyes for event in events)

    def _action_by_id(self, id: str) -> Action | None:
        name, _, index = id.partition(":")
        if name != "do" or not index.isdigit() or int(index) >= len(self.match.actions):
            return None
        return self.match.actions[int(index)]

    def _figure_of_words(self) -> Any:
        """A game that has no board is shown in words."""
        from gamelib.show import draw

        words = draw.wrap(draw.escape(self.match.situation), 44, lines=12)
        text = draw.label(0.5, 0.5, words, self.theme.px(15), self.theme.ink)
        title = self.match.game.title
        return draw.board_figure([], self.theme, x=(0, 1), y=(0, 1), title=title, annotations=[text])

    def _closed_figure(self) -> Any:
        """The board behind a closed curtain: the same traces, emptied."""
        from gamelib.show import draw

        open_figure = self.match.game.board.figure(self.match.state, self.match.kit, theme=self.theme).to_dict()
        layout = open_figure["layout"]
        x, y = layout["xaxis"]["range"], layout["yaxis"]["range"]
        words = draw.label(
            (x[0] + x[1]) / 2, (y[0] + y[1]) / 2, f"<b>{self._who()}</b><br>to act", self.theme.px(24), self.theme.ink
        )
        traces = [_emptied(trace) for trace in open_figure["data"]]
        return draw.board_figure(traces, self.theme, x=x, y=y, title=self.match.game.title, annotations=[words])

    # ---------------------------------------------------------------- the notebook

    @property
    def widget(self) -> Any:
        """The widget, made at the first look."""
        return self._made().whole

    def _made(self) -> _TableWidget:
        if self._widget is None:
            self._widget = _TableWidget(self)
        return self._widget

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        """The live view; for where no kernel is, a picture with alternative text, and a line of plain text."""
        made = self._made()
        return {**made.whole._repr_mimebundle_(), **self.still()}

    def still(self) -> dict[str, str]:
        """The table as a picture and as a line of text."""
        from gamelib.show import picture

        words = html.escape(self.sentence)
        return {"text/html": f"{picture.img(self.figure(), self.sentence)}<p>{words}</p>", "text/plain": self.sentence}


class _TableWidget:
    """What a Table looks like in a notebook."""

    def __init__(self, table: Table):
        import ipywidgets

        from gamelib.show.panel import LiveFigure, Panel

        self.table = table
        self.board = LiveFigure(table.figure(), table.board_clicked)
        self.main, self.steps, self.log = (Panel(table.handle) for _ in range(3))
        for panel, name in ((self.main, "gl-main"), (self.steps, "gl-steps"), (self.log, "gl-happened")):
            panel.add_class(name)
        self.extras = ipywidgets.VBox(_extras(table))
        self.left = ipywidgets.VBox([self.board.widget, self.steps])
        right = ipywidgets.VBox([self.main, self.extras, self.log])
        self.board.widget.add_class("gl-board")
        self.left.add_class("gl-left")
        right.add_class("gl-right")
        self.whole = ipywidgets.Box([self.left, right])
        self.whole.add_class("gl-whole")
        self.show_panels()

    def show(self) -> None:
        """Show all as it is now; the board first, since that is what eyes are on."""
        self.show_board()
        self.show_panels()

    def show_board(self) -> None:
        self.board.show(self.table.figure())

    def show_panels(self) -> None:
        table = self.table
        self.left.layout.width = f"{table.theme.board + 8}px"
        look = {"dark": table.theme.dark, "scale": table.theme.scale}
        self.main.view = {**look, "items": table.main_controls(), "watch": True}
        self.log.view = {**look, "items": table.log_controls()}
        tick = PLAY_EVERY if table.playing else MOVE_EVERY if self._strategy_waits() else 0
        self.steps.view = {**look, "items": table.step_controls(), "tick": tick, "revision": table.revision}

    def _strategy_waits(self) -> bool:
        """A strategy moves by itself where a person plays too; where none does, Play starts it."""
        return self.table._strategy_to_move() and not self.table._rolls_for_strategies()


class Hint:
    """The odds of each action, worked out beside the table, which stays usable meanwhile.

    Args:
        tell: is called when there are new figures.
    """

    def __init__(self, tell: Callable[[], None]):
        self.tell = tell
        self.rows: list[Odds] = []
        self.fault, self.running = "", False
        self._key: Any = None
        self._run = 0

    def start(self, match: Match, key: Any, strategy: str, rollouts: int = 2000) -> None:
        """Begin for a position; `match` is a copy that nobody else touches."""
        self.stop()
        self.rows, self.fault, self.running, self._key = [], "", True, key
        post = Postbox().post
        threading.Thread(target=self._work, args=(match, strategy, rollouts, self._run, post), daemon=True).start()

    def stop(self) -> None:
        """Leave it at what is known."""
        self._run += 1
        self.running = False

    def forget_unless(self, key: Any) -> None:
        """Another position has other odds."""
        if self._key != key:
            self.stop()
            self.rows, self.fault, self._key = [], "", None

    def _work(self, match: Match, strategy: str, rollouts: int, run: int, post: Callable[..., Any]) -> None:
        try:
            for rows in match.odds(rollouts=rollouts, strategy=strategy):
                if run != self._run:
                    return
                post(self._arrived, run, rows, "", True)
            post(self._arrived, run, None, "", False)
        except Exception as error:
            logging.getLogger(__name__).exception("while working out odds")
            post(self._arrived, run, None, f"that did not work: {error}", False)

    def _arrived(self, run: int, rows: list[Odds] | None, fault: str, running: bool) -> None:
        if run != self._run:
            return
        self.rows = self.rows if rows is None else rows
        self.fault, self.running = fault, running
        self.tell()


def odds_items(rows: list[Odds]) -> list[dict[str, Any]]:
    """Odds as bars, the best first."""
    best = max(row.win for row in rows)
    items = []
    for line in sorted(rows, key=lambda row: (-row.win, -row.points)):
        low, high = max(0.0, line.win - 1.96 * line.win_error), min(1.0, line.win + 1.96 * line.win_error)
        items.append(
            {
                "id": f"do:{line.action.index}",
                "text": line.action.text,
                "share": round(line.win, 4),
                "low": round(low, 4),
                "high": round(high, 4),
                "figure": f"{100 * line.win:.1f}% ± {196 * line.win_error:.1f}",
                "best": line.win == best,
            }
        )
    return items


@functools.cache
def example_titles(game: Any) -> list[tuple[Path, str]]:
    """The rule examples of a game with their titles."""
    return [(path, scenario.Scenario(path, game).file.title) for path in game.scenarios]


def _extras(table: Table) -> list[Any]:
    """What a game adds under the actions."""
    make = getattr(table.match.game.board, "extras", None)
    return list(make(table)) if make else []


def _emptied(value: Any) -> Any:
    """A trace without its points. Every list is sent as an empty one: what is not sent stays in the page as it was."""
    if isinstance(value, dict):
        return {key: _emptied(part) for key, part in value.items()}
    return value if isinstance(value, str | int | float | None) else []


def _flat(words: Any) -> Iterator[Any]:
    if words is None:
        return
    yield from words


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
