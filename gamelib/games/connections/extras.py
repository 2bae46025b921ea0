"""The examples at the table: a place to type one, or to say that it was said aloud; points come only with it.

`ExamplesPanel` is plain Python: its controls are data, as the table's own are, so it can be used and tested without a
browser: `panel.set("example", "...")`, `panel.click("Give this example")`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gamelib.errors import GamelibError
from gamelib.games.connections import rules, words
from gamelib.games.connections.examples import ALOUD, Examples, subject_of
from gamelib.match import Action, Match, Step
from gamelib.show.panel import Control, Panel, button, check, group, note, row, scroll, select, table, text, walk

if TYPE_CHECKING:
    from gamelib.show.table import Table


class ExamplesPanel:
    """The examples of the match at a table.

    Args:
        at: the table. From now on it holds back "give an example" until there is one (CON-9, CON-10).

    Attributes:
        examples: the list of examples of the match at the table; another match has another list.
    """

    def __init__(self, at: Table):
        self.table = at
        self.examples = Examples(at.match.kit, at.match)
        self.file = "examples.csv"
        self.nameless, self.all_shown, self.teacher = False, False, False
        self._notice, self._tone = "", ""
        self._widget: Panel | None = None
        self._clear()
        at.guards.append(self._guard)
        at.on_change(self._changed)

    @classmethod
    def of(cls, at: Table) -> ExamplesPanel:
        """The panel of a table; made now where there is none yet."""
        for guard in at.guards:
            owner = getattr(guard, "__self__", None)
            if isinstance(owner, cls):
                return owner
        return cls(at)

    # ---------------------------------------------------------------- what is done

    def click(self, what: str) -> None:
        """Press a button, by its words or its id.

        Raises:
            LookupError: there is no such button now.
        """
        for control in walk(self.controls()):
            if control["type"] == "button" and what in (control["text"], control["id"]):
                self.handle("click", control["id"])
                return
        raise LookupError(f"no button {what!r} now")

    def set(self, what: str, value: Any) -> None:
        """Type, tick or choose, by the control's label or id.

        Raises:
            LookupError: there is no such control now.
        """
        for control in walk(self.controls()):
            if "value" in control and what in (control["label"], control["id"]):
                self.handle("set", control["id"], value)
                return
        raise LookupError(f"no control {what!r} now")

    def handle(self, event: str, id: str, value: Any = None) -> None:
        """Something was done with a control; what goes wrong is said in the panel."""
        name, _, rest = id.partition(":")
        method = getattr(self, f"_{event}_{name}", None)
        if method is None:
            return
        if event == "click":
            self._notice, self._tone = "", ""
        try:
            method(*([rest] if rest else []), *([value] if event == "set" else []))
        except (GamelibError, OSError, ValueError, LookupError) as error:
            self._say(str(error), "bad")
        self._show()

    def _set_example(self, value: Any) -> None:
        self._text = str(value)

    def _set_aloud(self, value: Any) -> None:
        self._aloud = bool(value)

    def _set_speaker(self, value: Any) -> None:
        self._speaker = int(value)

    def _set_nameless(self, value: Any) -> None:
        self.nameless = bool(value)

    def _set_file(self, value: Any) -> None:
        self.file = str(value).strip()

    def _set_teacher(self, value: Any) -> None:
        self.teacher = bool(value)

    def _set_name(self, seat: str, value: Any) -> None:
        self.examples.name(int(seat), str(value))

    def _set_prompt(self, subject: str, value: Any) -> None:
        self.examples.prompts[int(subject)] = str(value)

    def _click_give(self) -> None:
        self._do(rules.GIVE_EXAMPLE)

    def _click_escape(self) -> None:
        self._do(rules.PLAY_ESCAPE)

    def _click_none(self) -> None:
        self._do(rules.GIVE_NONE)

    def _click_all(self) -> None:
        self.all_shown = not self.all_shown

    def _click_csv(self) -> None:
        if not self.file:
            raise ValueError("name a file")
        self.examples.to_csv(self.file, names=not self.nameless)
        count = len(self.examples)
        self._say(f"{count} example{' is' if count == 1 else 's are'} in {self.file}", "good")

    def _do(self, kind: int) -> None:
        """Play an action at the table, if no rule and no missing example holds it back."""
        if kind == rules.GIVE_EXAMPLE:
            refused = self._refusal()
            if refused:
                self._say(f"{refused[1][:1].upper()}{refused[1][1:]} ({refused[0]}).", "bad")
                return
        action = next(action for action in self.match.actions if action.kind == kind)
        self.table.do(action)

    # ---------------------------------------------------------------- how it hangs together with the table

    @property
    def match(self) -> Match:
        """The match at the table."""
        return self.table.match

    @property
    def asked(self) -> bool:
        """Is a person at the table asked for an example?"""
        seat = self.match.seat
        return seat >= 0 and self.match.state.phase == rules.TO_ANSWER and not self.table.strategies.get(seat)

    def _refusal(self) -> tuple[str, str] | None:
        state = self.match.state
        speaker = None if self._speaker < 0 else self._speaker
        return self.examples.refusal(self.match.seat, subject_of(state.card), self._text, self._aloud, speaker)

    def _guard(self, match: Match, action: Action) -> tuple[str, str] | None:
        """No points without an example, whichever button is pressed (CON-10). Strategies are not asked for theirs."""
        if action.kind != rules.GIVE_EXAMPLE or match is not self.match or not self.asked:
            return None
        refused = self._refusal()
        if refused is None:
            self._ready = (match.seat, subject_of(match.state.card), self._text, self._aloud)
        return refused

    def _changed(self) -> None:
        """Something at the table has changed: an example has counted, or there is another match."""
        if self.examples.match is not self.match:
            self._begin_anew()
        at = self._where[1]
        if (id(self.match), self.match.step) != self._where:
            if self._ready is not None and self.match.step > at:
                self._keep(self.match.steps[at])
            self._clear()
        self._show()

    def _begin_anew(self) -> None:
        """Another match has other examples; the players keep their names."""
        names = self.examples.names
        self.examples = Examples(self.match.kit, self.match)
        if len(names) == len(self.examples.names):
            self.examples.names = names
        self._say("", "")
        self._clear()

    def _keep(self, step: Step) -> None:
        """The example that was held ready counts, if it was an example that followed."""
        if self._ready is not None and int(step.record[0].kind) == rules.GIVE_EXAMPLE:
            self.examples.give(*self._ready, step=step)
            self._say(f"{self.examples.names[self._ready[0]]}'s example counts.", "good")

    def _clear(self) -> None:
        """An empty form for the next card."""
        self._text, self._aloud, self._speaker = "", False, -1
        self._ready: tuple[int, int, str, bool] | None = None
        self._where = (id(self.match), self.match.step)

    def _say(self, text: str, tone: str) -> None:
        self._notice, self._tone = text, tone

    # ---------------------------------------------------------------- what is shown

    def controls(self) -> list[Control]:
        """All controls of the panel, as data."""
        shown = [note("Examples", "head", key="head")]
        if self.asked:
            shown += self._form()
        if self._notice:
            shown.append(note(self._notice, self._tone, key="notice", live=True))
        shown += self._list()
        return shown

    def _form(self) -> list[Control]:
        """Where the player on turn types an example, or plays the escape card instead."""
        match, seat, card = self.match, self.match.seat, int(self.match.state.card)
        subject = subject_of(card)
        name = self.examples.names[seat]
        points = int(rules.worth(match.kit.record, subject, int(match.state.circuit[seat])))
        legal = {action.kind for action in match.actions}
        shown = [
            note(
                f"{name}, read your card aloud: {words.card_name(match.kit, card)}, {points:+d}.", key="asks", live=True
            )
        ]
        if self.examples.prompts[subject]:
            shown.append(note(self.examples.prompts[subject], "soft", key="prompt"))
        earlier = self.examples.earlier(seat, subject)
        if earlier:
            told = "; ".join(f"“{example.text}”" if example.text else ALOUD for example in earlier)
            shown.append(note(f"Given already: {told}. A different one is needed (CON-17).", "soft", key="earlier"))
        shown.append(row([text("example", f"{name}'s own example", self._text)], "type"))
        speakers = [("-1", name), *((str(s), n) for s, n in enumerate(self.examples.names) if s != seat)]
        inputs = [check("aloud", "said aloud", self._aloud)]
        if len(speakers) > 1:
            inputs.append(select("speaker", "said by", speakers, str(self._speaker)))
        shown.append(row(inputs, "how"))
        buttons = [button("give", f"Give this example: {points:+d}", primary=True, title="CON-9, CON-10")]
        if rules.PLAY_ESCAPE in legal:
            buttons.append(button("escape", "Play the escape card instead", title="CON-24"))
        if rules.GIVE_NONE in legal:
            buttons.append(button("none", "No example", title="CON-26"))
        return [*shown, row(buttons, "answer")]

    def _list(self) -> list[Control]:
        """The examples so far: a table that opens, all by habit at the end or when asked for, names, prompts, CSV."""
        count = len(self.examples)
        said = f"{count} example{'' if count == 1 else 's'} so far"
        rows = self.examples.rows(names=not self.nameless)
        shown: list[Control] = []
        if rows:
            head = [name for name in rows[0] if name != "kind"]  # there is little room beside the board
            shown.append(table(said, head, [[r[name] for name in head] for r in rows], key="examples"))
        if self.match.over or self.all_shown:
            shown.append(scroll(self._by_habit(), "by-habit", "all examples by habit"))
        hide = "Hide the examples" if self.all_shown else "Show all by habit"
        tools = [button("all", hide, pressed=self.all_shown)] if count and not self.match.over else []
        shown.append(row([*tools, check("teacher", "names, prompts, saving", self.teacher)], "tools"))
        if self.teacher:
            shown += self._for_the_teacher()
        return shown

    def _by_habit(self) -> list[Control]:
        groups = []
        for card, some in self.examples.by_subject().items():
            if self.nameless:
                lines = sorted(example.text or ALOUD for example in some)
            else:
                lines = [f"{example.text or ALOUD} ({self.examples.names[example.seat]})" for example in some]
            groups.append(group(card, [note(line, key=str(i)) for i, line in enumerate(lines)], key=f"of {card}"))
        return groups or [note("No example was given.", "soft", key="none")]

    def _for_the_teacher(self) -> list[Control]:
        names = [text(f"name:{seat}", f"seat {seat + 1}", name) for seat, name in enumerate(self.examples.names)]
        shown = [group("Names", names)]
        if self.match.state.card >= 0:
            subject = subject_of(self.match.state.card)
            label = self.match.kit.names("card")[subject]
            shown.append(group("Prompt", [text(f"prompt:{subject}", label, self.examples.prompts[subject])]))
        saving = [
            text("file", "file", self.file),
            check("nameless", "leave names out", self.nameless),
            button("csv", "Save as CSV"),
        ]
        return [*shown, group("Keep the examples", saving)]

    @property
    def widget(self) -> Panel:
        """The panel as a widget."""
        if self._widget is None:
            self._widget = Panel(self.handle)
            self._widget.add_class("gl-examples")
            self._show()
        return self._widget

    def _show(self) -> None:
        if self._widget is not None:
            look = {"dark": self.table.theme.dark, "scale": self.table.theme.scale}
            self._widget.view = {**look, "items": self.controls()}
