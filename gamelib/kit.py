"""A game's kit: what the rulebook leaves open, as data in a TOML file that a person can edit.

A kit file holds house rules (`[rules.NAME]`: one value each, with its range or choices) and tables of components
(`[[habit]]`: cards, spaces, ...). Every entry says where it comes from: `rulebook L38`, `public <page>` or `invented`.

The rules see a kit as one record of dtype `KIT`. Each of its fields is filled by name:

- a house rule of that name gives its value;
- `<table>s` is the number of rows of a table;
- `<table>_<column>` is a column of a table, padded with -1 where the field has room for more.

A word in the file (`colour = "tan"`) is the constant of that name in the game's rules (`TAN`), so the file reads as the
rulebook does; failing that, it is the number of the row of that name in one of the file's tables (`eats = ["Plants"]`).
"""

from __future__ import annotations

import copy
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from gamelib.errors import BadFile
from gamelib.rows import quick

if TYPE_CHECKING:
    from gamelib.game import Game

MAX_FILE = 4_000_000  # bytes; a kit is a few pages of text


class HouseRule(BaseModel):
    """One number or choice that a table may decide for itself."""

    model_config = ConfigDict(extra="forbid")

    value: bool | int | str
    range: tuple[int, int] | None = None
    choices: list[str] | None = None
    says: str = Field(max_length=400)
    rule: str
    source: str = Field(pattern=r"^(rulebook|public|invented|house rule)\b")

    @model_validator(mode="after")
    def fits(self) -> HouseRule:
        self.check(self.value)
        return self

    def check(self, value: object) -> None:
        """Raise ValueError where a value is not one that this rule can take."""
        if isinstance(self.value, bool):
            if not isinstance(value, bool | int) or value not in (0, 1):
                raise ValueError(f"expected true or false, got {value!r}")
        elif self.choices is not None:
            if value not in self.choices:
                raise ValueError(f"expected one of {', '.join(self.choices)}, got {value!r}")
        elif self.range is None:
            raise ValueError("a number needs a range, a word needs choices")
        elif isinstance(value, bool) or not isinstance(value, int | np.integer):
            raise ValueError(f"expected a whole number, got {value!r}")
        elif not self.range[0] <= value <= self.range[1]:
            raise ValueError(f"expected {self.range[0]} to {self.range[1]}, got {value}")


class KitFile(BaseModel):
    """The shape of a kit file; every other top-level key is a table of components."""

    model_config = ConfigDict(extra="allow")

    game: str
    title: str = Field(max_length=200)
    says: str = ""
    rules: dict[str, HouseRule]
    defaults: dict[str, dict[str, Any]] = {}

    @model_validator(mode="after")
    def tables_are_tables(self) -> KitFile:
        for name, rows in (self.model_extra or {}).items():
            if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
                raise ValueError(f"{name}: expected a table of components ([[{name}]])")
            for number, row in enumerate(rows, 1):
                source = row.get("source", self.defaults.get(name, {}).get("source"))
                if not isinstance(source, str) or not source.startswith(("rulebook", "public", "invented")):
                    raise ValueError(
                        f"{name} {number}: source: expected 'rulebook ...', 'public ...' or 'invented', got {source!r}"
                    )
        return self

    def tables(self) -> dict[str, list[dict[str, Any]]]:
        """The tables of components by name, each row with the defaults of its table filled in."""
        return {
            name: [{**self.defaults.get(name, {}), **row} for row in rows]
            for name, rows in (self.model_extra or {}).items()
        }


def unlike(file: KitFile, model: KitFile) -> list[str]:
    """Where a kit has other house rules, tables, columns or kinds of value than the one in the game's folder."""
    faults = [f"rules.{name} is missing" for name in model.rules if name not in file.rules]
    faults += [f"rules.{name}: no such house rule" for name in file.rules if name not in model.rules]
    tables, wanted = file.tables(), model.tables()
    faults += [f"{name}: expected a table [[{name}]]" for name in wanted if name not in tables]
    for name, rows in tables.items():
        if name not in wanted:
            faults.append(f"{name}: no such table; there are {', '.join(wanted)}")
            continue
        for number, row in enumerate(rows, 1):
            faults += [f"{name} {number}: {fault}" for fault in _row_unlike(row, wanted[name])]
    return faults


def _row_unlike(row: dict[str, Any], rows: list[dict[str, Any]]) -> list[str]:
    kinds: dict[str, set[str]] = {}
    for known in rows:
        for column, value in known.items():
            kinds.setdefault(column, set()).add(_kind(value))
    faults = [
        f"{column} is missing" for column in kinds if column not in row and all(column in known for known in rows)
    ]
    for column, value in row.items():
        if column not in kinds:
            faults.append(f"{column}: no such column; there are {', '.join(kinds)}")
        elif _kind(value) not in kinds[column]:
            faults.append(f"{column}: expected {' or '.join(sorted(kinds[column]))}, got {value!r:.60}")
    return faults


def _kind(value: Any) -> str:
    """What sort of value it is, as people say it."""
    if isinstance(value, bool | int):
        return "a whole number"
    known: dict[type, str] = {str: "a word", list: "a list", dict: "a table"}
    return known.get(type(value), "something else")


class Kit:
    """A checked kit: `record` for the rules, names and sources for people.

    Args:
        game: the game that it is for.
        data: what a kit file holds, as parsed.
        where: said in errors.

    Raises:
        BadFile: something is missing, unknown, of the wrong kind or out of range.
    """

    def __init__(self, game: Game, data: dict[str, Any], where: object = "kit"):
        self.game, self.data, self.where = game, data, where
        try:
            self.file = KitFile.model_validate(data)
        except ValidationError as error:
            raise BadFile(where, readable(error)) from None
        if self.file.game != game.name:
            raise BadFile(where, f"game: expected {game.name!r}, got {self.file.game!r}")
        self.tables = self.file.tables()
        faults = unlike(self.file, game.kit_model)
        if faults:
            raise BadFile(where, faults)
        self.record = self._fill()
        faults = game.check_kit(self)
        if faults:
            raise BadFile(where, faults)

    @classmethod
    def load(cls, game: Game, path: str | Path) -> Kit:
        """Read a kit file."""
        return cls(game, read_toml(path), path)

    @property
    def rules(self) -> dict[str, HouseRule]:
        """The house rules by name."""
        return self.file.rules

    @property
    def values(self) -> dict[str, bool | int | str]:
        """The value of each house rule by name."""
        return {name: rule.value for name, rule in self.rules.items()}

    def changed(self, changes: dict[str, Any] | None = None, /, **more: Any) -> Kit:
        """The same kit with other values for some house rules."""
        data = copy.deepcopy(self.data)
        for name, value in {**(changes or {}), **more}.items():
            if name not in self.rules:
                raise BadFile(self.where, f"rules.{name}: no such house rule; there are {', '.join(self.rules)}")
            try:
                self.rules[name].check(value)
            except ValueError as error:
                raise BadFile(self.where, f"rules.{name}: {error}") from None
            wanted = type(self.rules[name].value)
            data["rules"][name]["value"] = wanted(value)
        return Kit(self.game, data, self.where)

    def with_tables(self, **tables: list[dict[str, Any]]) -> Kit:
        """The same kit with some tables of components replaced whole."""
        return Kit(self.game, {**self.data, **tables}, self.where)

    def with_rows(self, table: str, rows: list[dict[str, Any]]) -> Kit:
        """The same kit with some columns of the first rows of a table replaced."""
        if table not in self.tables or len(rows) > len(self.tables[table]):
            raise BadFile(self.where, f"{table}: expected a table of this kit with at least {len(rows)} rows")
        old = self.data[table]
        merged = [{**row, **new} for row, new in zip(old, rows, strict=False)]
        return self.with_tables(**{table: merged + old[len(rows) :]})

    def names(self, table: str, column: str = "name", lang: str = "en") -> list[str]:
        """A column of words, one a row: `name_fr` before `name` where the language is French."""
        return [str(row.get(f"{column}_{lang}", row.get(column, ""))) for row in self.tables[table]]

    def source(self, table: str, row: int, column: str = "") -> str:
        """Where a row, or one value of it, comes from."""
        entry = self.tables[table][row]
        return entry.get("sources", {}).get(column, entry["source"])

    @property
    def invented(self) -> list[str]:
        """What in this kit is invented: house rules and tables by name."""
        rules = [name for name, rule in self.rules.items() if rule.source.startswith("invented")]
        tables = [
            name
            for name, rows in self.tables.items()
            if any(self.source(name, i).startswith("invented") for i in range(len(rows)))
        ]
        return rules + tables

    def __repr__(self) -> str:
        return f"<kit of {self.game.name}: " + ", ".join(f"{k}={v}" for k, v in self.values.items()) + ">"

    def _fill(self) -> np.record:
        record = np.zeros(1, quick(self.game.rules.KIT))
        faults: list[str] = []
        for name in record.dtype.names or ():
            try:
                record[name][0] = self._field(name, record.dtype[name])
            except (ValueError, TypeError, OverflowError) as error:
                faults.append(f"{name}: {error}")
        if faults:
            raise BadFile(self.where, faults)
        record.flags.writeable = False
        return record[0]

    def _field(self, name: str, dtype: np.dtype) -> Any:
        if name in self.rules:
            return self._number(self.rules[name].value)
        if name.endswith("s") and name[:-1] in self.tables:
            return len(self.tables[name[:-1]])
        for table, rows in self.tables.items():
            if name.startswith(table + "_"):
                return self._column(table, name.removeprefix(table + "_"), rows, dtype)
        raise ValueError(f"expected a house rule [rules.{name}] or a column of a table")

    def _column(self, table: str, column: str, rows: list[dict[str, Any]], dtype: np.dtype) -> np.ndarray:
        out = np.full(dtype.shape, -1, dtype.base)
        if len(rows) > dtype.shape[0]:
            raise ValueError(f"expected at most {dtype.shape[0]} rows, got {len(rows)}")
        for number, row in enumerate(rows):
            if column not in row:
                raise ValueError(f"{table} {number + 1}: {column} is missing")
            try:
                self._pour(out, (number,), row[column])
            except ValueError as error:
                raise ValueError(f"{table} {number + 1}: {error}") from None
        return out

    def _pour(self, out: np.ndarray, place: tuple[int, ...], value: Any) -> None:
        """Put a number, or lists of them, where they belong in a padded array."""
        room = out.shape[len(place) :]
        if not isinstance(value, list):
            if room:
                raise ValueError(f"expected a list, got {value!r}")
            out[place] = self._number(value)
            return
        if not room:
            raise ValueError(f"expected one value, got {value!r}")
        if len(value) > room[0]:
            raise ValueError(f"expected at most {room[0]} entries, got {len(value)}")
        for i, item in enumerate(value):
            self._pour(out, (*place, i), item)

    def _number(self, value: Any) -> int:
        if isinstance(value, bool | int):
            return int(value)
        if isinstance(value, str):
            found = getattr(self.game.rules, constant(value), None)
            if isinstance(found, int) and not isinstance(found, bool):
                return found
            for rows in self.tables.values():
                for number, row in enumerate(rows):
                    if str(row.get("name", "")).casefold() == value.casefold():
                        return number
            raise ValueError(f"the rules know no word {value!r}")
        raise ValueError(f"expected a whole number or a word, got {value!r}")


def constant(word: str) -> str:
    """The name that a word of a file has among the constants of the rules: 'fruit & berries' -> FRUIT_BERRIES."""
    return "_".join("".join(c if c.isalnum() else " " for c in word).upper().split())


def read_toml(path: str | Path) -> dict[str, Any]:
    """Parse a TOML file of a reasonable size.

    Raises:
        BadFile: it is missing, too large, not text or not TOML.
    """
    path = Path(path)
    try:
        if path.stat().st_size > MAX_FILE:
            raise BadFile(path, f"expected at most {MAX_FILE:,} bytes")
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadFile(path, f"can't be read ({error.strerror})") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadFile(path, f"is not valid TOML: {error}") from None


def readable(error: ValidationError) -> list[str]:
    """Pydantic's faults as 'place: what was expected'."""
    lines = []
    for fault in error.errors(include_url=False):
        place = ".".join(str(part) for part in fault["loc"])
        message = fault["msg"].removeprefix("Value error, ")
        got = f", got {fault['input']!r}"[:80] if fault["type"] not in ("value_error", "missing") else ""
        lines.append((f"{place}: " if place else "") + message + got)
    return lines
