"""What players say in Connections: the list of their examples, and whether a new one may count.

The words are no part of a state (a state is numbers), so they live here, beside the match. Nothing in this file needs a
browser; `extras.py` shows it at the table.
"""

from __future__ import annotations

import csv
import html
import io
import os
import re
import tempfile
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gamelib.errors import Refused
from gamelib.games.connections import rules, words
from gamelib.kit import Kit
from gamelib.match import Match, Step

LONGEST = 500  # letters of an example; a sentence or two
LONGEST_NAME = 40
ALOUD = "(said aloud)"


@dataclass(frozen=True)
class Example:
    """One example that counted.

    `seat` said it of `subject` (a row of the kit's cards); `text` is empty where it was only said aloud. `step` is the
    step of the match with which it counted, None for one that belongs to no match.
    """

    seat: int
    subject: int
    text: str
    aloud: bool
    step: Step | None = None


class Examples:
    """The examples of one match.

    Args:
        kit: names the cards; its `different_from` says whose examples a new one must differ from; a card's `prompt` is
            a question that helps to think of one.
        match: where it is given, examples that were undone don't count and are not listed.
    """

    def __init__(self, kit: Kit, match: Match | None = None):
        self.kit, self.match = kit, match
        self.names = [words.seat_name(kit, seat, "en") for seat in range(kit.record.players)]
        self.prompts = [str(row.get("prompt", "")) for row in kit.tables["card"]]
        self._given: list[Example] = []

    @property
    def given(self) -> list[Example]:
        """The examples that count, in the order in which they were given."""
        if self.match is None:
            return list(self._given)
        taken = {id(step) for step in self.match.steps[: self.match.step]}
        return [example for example in self._given if example.step is None or id(example.step) in taken]

    def earlier(self, seat: int, subject: int) -> list[Example]:
        """The player's own earlier examples for a card."""
        return [example for example in self.given if (example.seat, example.subject) == (seat, subject)]

    def refusal(
        self, seat: int, subject: int, text: str = "", aloud: bool = False, said_by: int | None = None
    ) -> tuple[str, str] | None:
        """Why an example may not count, as (rule, reason); None where it may.

        Args:
            seat: whose turn it is.
            subject: what the drawn card is of.
            text: the example, as typed.
            aloud: was it said aloud? Then it need not be typed.
            said_by: who says it; None: the player on turn.
        """
        card = self.kit.names("card")[subject]
        if said_by is not None and said_by != seat:
            return _cite(18), f"only {self.names[seat]} may give an example now, nobody for somebody else"
        if len(text) > LONGEST:
            return _cite(9), f"expected at most {LONGEST} letters, got {len(text)}"
        if not plain(text) and not aloud:
            return _cite(9), f"type a personal example of {card}, or tick that it was said aloud"
        for example in self._to_differ_from(seat, subject):
            if plain(text) and plain(example.text) == plain(text):
                whose = "you have" if example.seat == seat else f"{self.names[example.seat]} has"
                return _cite(17), f"{whose} given this example of {card} already; give a different one"
        return None

    def give(
        self,
        seat: int,
        subject: int,
        text: str = "",
        aloud: bool = False,
        said_by: int | None = None,
        step: Step | None = None,
    ) -> Example:
        """Keep an example; arguments as for `refusal`, and `step`: the step of the match with which it counted.

        Raises:
            Refused: it may not count; names the rule (CON-9, CON-17 or CON-18).
        """
        refused = self.refusal(seat, subject, text, aloud, said_by)
        if refused:
            raise Refused("give an example", *refused)
        example = Example(seat, subject, tidy(text), aloud, step)
        self._given.append(example)
        return example

    def name(self, seat: int, name: str) -> None:
        """Call a player by name; an empty name takes it back."""
        self.names[seat] = tidy(name)[:LONGEST_NAME] or words.seat_name(self.kit, seat, "en")

    def by_subject(self) -> dict[str, list[Example]]:
        """The examples by habit or ideal, in the order of the kit; only those with an example."""
        found: dict[str, list[Example]] = {}
        for subject, card in enumerate(self.kit.names("card")):
            some = [example for example in self.given if example.subject == subject]
            if some:
                found[card] = some
        return found

    def rows(self, names: bool = True) -> list[dict[str, Any]]:
        """The list as rows: kind of card, card, player (where names are wanted), example.

        Without names the examples of a card are in alphabetical order, so that the order doesn't tell who spoke.
        """
        rows = []
        for card, some in self.by_subject().items():
            colour = int(self.kit.record.card_colour[some[0].subject])
            for example in some if names else sorted(some, key=lambda e: e.text.casefold()):
                row = {"kind": words.KINDS_OF_CARD[colour], "card": card}
                if names:
                    row["player"] = self.names[example.seat]
                rows.append({**row, "example": example.text or ALOUD})
        return rows

    def to_csv(self, path: str | Path | None = None, names: bool = True) -> str:
        """The list as CSV text, and as a file where one is named (an interrupted write leaves an old file whole).

        Spreadsheets take what begins with = + - @ for a formula, so such a text gets an apostrophe before it.
        """
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["kind", "card", *(["player"] if names else []), "example"])
        writer.writerows([_harmless(value) for value in row.values()] for row in self.rows(names))
        text = out.getvalue()
        if path is not None:
            _write(Path(path), text)
        return text

    def __len__(self) -> int:
        return len(self.given)

    def _repr_html_(self) -> str:
        """The list by habit, for a notebook; what was typed is escaped."""
        parts = []
        for card, some in self.by_subject().items():
            lines = "".join(
                f"<li>{html.escape(e.text or ALOUD)} <small>({html.escape(self.names[e.seat])})</small></li>"
                for e in some
            )
            parts.append(f"<b>{html.escape(card)}</b><ul>{lines}</ul>")
        return "".join(parts) or "<p>no examples yet</p>"

    def __repr__(self) -> str:
        lines = [f"{row['card']}: {row['example']} ({row['player']})" for row in self.rows()]
        return "\n".join(lines) or "no examples yet"

    def _to_differ_from(self, seat: int, subject: int) -> list[Example]:
        """Whose examples for the card a new one must differ from (CON-17)."""
        if self.kit.values["different_from"] == "all examples":
            return [example for example in self.given if example.subject == subject]
        return self.earlier(seat, subject)


def plain(text: str) -> str:
    """What makes two examples the same: their words, whatever the case, the spaces and the punctuation."""
    return " ".join(re.findall(r"\w+", unicodedata.normalize("NFKC", text).casefold()))


def tidy(text: str) -> str:
    """One line, without signs that can't be seen."""
    seen = "".join(c if unicodedata.category(c)[0] != "C" else " " for c in text)
    return " ".join(seen.split())


def subject_of(card: int) -> int:
    """What a card is of."""
    return int(card) // rules.COPIES


def _cite(rule: int) -> str:
    return f"{words.PREFIX}-{rule}"


def _harmless(value: str) -> str:
    return f"'{value}" if value[:1] in ("=", "+", "-", "@") else value


def _write(path: Path, text: str) -> None:
    """Write aside, then replace."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile("w", dir=path.parent, delete=False, encoding="utf-8", newline="") as file:
        file.write(text)
    os.replace(file.name, path)
