"""What actions, events and refusals are called, and the way back from words to actions.

A game's `words.py` holds phrases such as "trigger {cell} with {first:die} across": each field of an action stands where
its word goes, `{field}` or `{field:domain}`. A domain says what the numbers of a field are called: a list (the word of
0, 1, ...), a range (the numbers themselves) or a dict. From one phrase both directions are made, so that whatever can
be said can be read back.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from typing import Any

import numpy as np

from gamelib.errors import NotUnderstood
from gamelib.kit import Kit

# What is not a game's own words.
OWN = {
    "en": {"yes": "yes", "no": "no", "over": "the game is over", "not allowed": "the rules do not allow it"},
    "fr": {"yes": "oui", "no": "non", "over": "la partie est finie", "not allowed": "les règles ne le permettent pas"},
}
FIELD = re.compile(r"\{(\w+)(?::(\w+))?\}")


class Phrasebook:
    """The words of one game, for one kit, in one language.

    Args:
        kit: names of cards and ranges of numbers come from it.
        lang: one of the game's `LANGUAGES`; the first of them where it is None.
    """

    def __init__(self, kit: Kit, lang: str | None = None):
        self.kit, self.game = kit, kit.game
        self.words = kit.game.words
        languages = getattr(self.words, "LANGUAGES", ("en",))
        self.lang = lang or languages[0]
        if self.lang not in languages:
            raise NotUnderstood(f"{self.game.title} speaks {', '.join(languages)}, not {self.lang!r}")
        self.domains = {name: _as_dict(domain) for name, domain in self.words.domains(kit, self.lang).items()}

    def action(self, kind: int, **fields: int) -> np.record:
        """An action from its kind and fields, legal or not; fields that are not given are 0."""
        array = np.zeros(1, self.game.rules.ACTION)
        array[0].kind = kind
        for name, value in fields.items():
            array[0][name] = value
        return array[0]

    def say(self, action: np.record) -> str:
        """An action in words."""
        return self._fill(self._phrases[int(action.kind)], action)

    def heading(self, kind: int) -> str:
        """The heading under which actions of a kind are shown."""
        return self.words.KINDS[self.lang].get(kind, "")

    def kinds(self) -> list[int]:
        """All kinds of action, in the order of the words file."""
        return list(self._phrases)

    def menu(self, kind: int) -> list[tuple[str, list[tuple[str, int]]]]:
        """What can be filled in for a kind of action: each field with its choices (word, number)."""
        return [
            (field, [(word, number) for number, word in self.domains[domain].items()])
            for field, domain in fields_of(self._phrases[kind])
        ]

    def touched(self, action: np.record) -> frozenset[str]:
        """The words of an action's fields: what it touches on the board."""
        return frozenset(
            self.domains[domain].get(int(action[field]), "")
            for field, domain in fields_of(self._phrases[int(action.kind)])
        )

    def parse(self, text: str) -> np.record:
        """Read an action back from words; case and spaces don't matter.

        Raises:
            NotUnderstood: the words say no action; says the nearest ways to say one.
        """
        plain = _plain(text)
        for kind, pattern, fields in self._patterns:
            found = pattern.fullmatch(plain)
            if found:
                values = {}
                for (field, domain), word in zip(fields, found.groups(), strict=True):
                    values[field] = self._numbers[domain][word]
                return self.action(kind, **values)
        raise NotUnderstood(self._advice(text))

    def tell(self, event: Iterable[int]) -> str:
        """One line of the log in words; "" for events without words."""
        kind, a, b, c, d = (int(x) for x in event)
        phrase = self.words.EVENTS[self.lang].get(kind, "")
        return self._fill(phrase, {"a": a, "b": b, "c": c, "d": d})

    def refusal(self, state: np.record, action: np.record, rule: int) -> str:
        """Why a rule forbids an action, in words."""
        telling = getattr(self.words, "reason", None)
        said = telling(state, self.kit, action, rule, self.lang) if telling else None
        if said:
            return said
        phrase = self.words.REFUSALS[self.lang].get(rule)
        if phrase is not None:
            return self._fill(phrase, action)
        return self.rule_text(rule) or self.own("not allowed")

    def rule_text(self, rule: int) -> str:
        """What a rule says; "" where there is none of that number."""
        line = self.game.rulebook_in(self.lang).get(rule)
        return line.text if line else ""

    def own(self, what: str) -> str:
        """One of the few words that no game brings along, in English where they are not in its language."""
        return OWN.get(self.lang, OWN["en"])[what]

    def seat(self, seat: int) -> str:
        """What a seat is called."""
        named = getattr(self.words, "seat_name", None)
        if named:
            return named(self.kit, seat, self.lang)
        return "the player" if self.kit.record.players == 1 else f"player {seat + 1}"

    def situation(self, state: np.record) -> str:
        """A position in a sentence or two."""
        return self.words.situation(state, self.kit, self.lang)

    @functools.cached_property
    def _phrases(self) -> dict[int, str]:
        return self.words.ACTIONS[self.lang]

    @functools.cached_property
    def _numbers(self) -> dict[str, dict[str, int]]:
        return {
            name: {_plain(word): number for number, word in domain.items()} for name, domain in self.domains.items()
        }

    @functools.cached_property
    def _patterns(self) -> list[tuple[int, re.Pattern[str], list[tuple[str, str]]]]:
        patterns = []
        for kind, phrase in self._phrases.items():
            fields = fields_of(phrase)
            parts = [re.escape(_plain(part, strip=False)) for part in FIELD.split(phrase)[::3]]
            pattern = parts[0]
            for (_, domain), part in zip(fields, parts[1:], strict=True):
                # The longest word first, so that "fruit & berries" is not read as "fruit".
                words = sorted(self._numbers[domain], key=len, reverse=True)
                pattern += "(" + "|".join(re.escape(word) for word in words) + ")" + part
            patterns.append((kind, re.compile(pattern), fields))
        return patterns

    def _fill(self, phrase: str, values: Any) -> str:
        def word(found: re.Match[str]) -> str:
            field, domain = found[1], found[2] or found[1]
            try:
                number = int(values[field])
            except (KeyError, ValueError):
                return found[0]
            return self.domains.get(domain, {}).get(number, str(number))

        return FIELD.sub(word, phrase)

    def _advice(self, text: str) -> str:
        forms = "; ".join(FIELD.sub(lambda m: f"<{m[2] or m[1]}>", phrase) for phrase in self._phrases.values())
        return f"{self.game.title} has no action {text!r:.80}. It has: {forms}"


def fields_of(phrase: str) -> list[tuple[str, str]]:
    """The fields of a phrase with their domains, in order."""
    return [(field, domain or field) for field, domain in FIELD.findall(phrase)]


def _as_dict(domain: Any) -> dict[int, str]:
    if isinstance(domain, dict):
        return {int(k): str(v) for k, v in domain.items()}
    if isinstance(domain, range):
        return {n: str(n) for n in domain}
    return {n: str(word) for n, word in enumerate(domain)}


def _plain(text: str, strip: bool = True) -> str:
    text = re.sub(r"\s+", " ", text.casefold())
    return text.strip() if strip else text
