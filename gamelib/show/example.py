"""A rule example to read: the position, what is done or refused and by which rule, and what comes of it."""

from __future__ import annotations

import html
from pathlib import Path
from typing import Any

from gamelib import game as games
from gamelib import scenario
from gamelib.errors import Refused
from gamelib.game import Game
from gamelib.match import Match
from gamelib.show import picture

WIDTH = 400  # pixels of a picture; two of them fit side by side on a projector


class Example:
    """One of a game's rule examples, played and checked.

    Args:
        game: the name of a game, or the path of its folder.
        name: the example's file name, with or without its number: "four_and_six".

    Raises:
        LookupError: the game has no example of that name; says which it has.

    Attributes:
        title: what it is about.
        report: what the example says must hold, and does not: true where all holds.
        before, after: the match before the first and after the last step.
    """

    def __init__(self, game: str | Path | Game, name: str):
        loaded = games.load(game)
        self.scenario = scenario.Scenario(loaded.example(name), loaded)
        self.title, self.report = self.scenario.file.title, self.scenario.run()
        self.before = self.scenario.start()
        self.after, self.told = self._play(self.before.branch())

    def _play(self, match: Match) -> tuple[Match, list[dict[str, Any]]]:
        """Each thing that is done, with what followed: lines and rules, or the refusal."""
        told: list[dict[str, Any]] = []
        for step in self.scenario.file.step:
            says = step.says
            for text in [step.do] if isinstance(step.do, str) else step.do:
                try:
                    lines = [(line.text, line.rule) for line in match.play(text)]
                    told.append({"do": text, "lines": lines, "says": says, "no": False})
                except Refused as refusal:
                    told.append({"do": text, "lines": [(refusal.reason, refusal.rule)], "says": says, "no": True})
                says = ""
        return match, told

    def match(self) -> Match:
        """The example to step through, shown at its start: `gl.Table(example.match())`."""
        return self.scenario.open()

    def _figure(self, match: Match, lit: frozenset[str] = frozenset()) -> str:
        """A position as a picture."""
        board = match.game.board.figure(match.state, match.kit, lang=match.lang, lit=lit)
        return picture.img(board, match.situation, WIDTH)

    def _lit(self) -> frozenset[str]:
        """What the first thing to be done touches."""
        if not self.told:
            return frozenset()
        book = self.before.phrases
        return book.touched(book.parse(self.told[0]["do"])) - {""}

    def _changed(self) -> bool:
        return bool(self.before.state.tobytes() != self.after.state.tobytes())

    def _repr_html_(self) -> str:
        file = self.scenario.file
        rules = self.before.game.rulebook.values()
        numbers = [rule for rule in rules if rule.number in file.rules]
        parts = [f"<p><b>{html.escape(self.title)}</b> · {', '.join(file.rules)} · {html.escape(file.source)}<br>"]
        parts.append(f"{html.escape(file.says)}</p>" if file.says else "</p>")
        if (self.before.game.folder / "board.py").exists():
            pictures = [("before" if self._changed() else "the position", self._figure(self.before, self._lit()))]
            pictures += [("after", self._figure(self.after))] if self._changed() else []
            cells = "".join(f"<td style='text-align:left'><b>{when}</b><br>{img}</td>" for when, img in pictures)
            parts.append(f"<table><tr>{cells}</tr></table>")
        parts.append(self._steps())
        parts += [f"<p>✗ {html.escape(fault)}</p>" for fault in self.report.faults]
        lines = "".join(f"<li>{rule.number}: {html.escape(rule.text.replace('*', ''))}</li>" for rule in numbers)
        parts.append(f"<details><summary>the rules</summary><ul>{lines}</ul></details>")
        return "".join(parts)

    def _steps(self) -> str:
        items = []
        for step in self.told:
            mark = "✗ not allowed" if step["no"] else "→"
            says = f"<br><i>{html.escape(step['says'])}</i>" if step["says"] else ""
            lines = "".join(
                f"<br>{mark} {html.escape(text)}" + (f" ({rule})" if rule else "") for text, rule in step["lines"]
            )
            items.append(f"<li><b>{html.escape(step['do'])}</b>{says}{lines}</li>")
        return f"<ol>{''.join(items)}</ol>" if items else ""

    def __repr__(self) -> str:
        lines = [f"{self.title} ({', '.join(self.scenario.file.rules)})", f"  before: {self.before.situation}"]
        for step in self.told:
            mark = "not allowed: " if step["no"] else ""
            lines.append(f"  {step['do']}")
            lines += [f"    {mark}{text}" + (f" ({rule})" if rule else "") for text, rule in step["lines"]]
        lines += [f"  after: {self.after.situation}"] if self._changed() else []
        return "\n".join(lines + [f"  does not hold: {fault}" for fault in self.report.faults])
