"""A game: a folder with `rules.py`, `kit.toml`, `words.py`, `board.py`, `strategies.py`, `RULES.md` and `scenarios/`.

Games of the package are found by name, others by the path of their folder.
"""

from __future__ import annotations

import functools
import hashlib
import importlib
import importlib.util
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from pydantic import ValidationError

from gamelib.errors import BadFile, UnknownGame
from gamelib.kit import Kit, KitFile, read_toml, readable
from gamelib.rows import quick

HOME = Path(__file__).parent / "games"
NEEDED = ("rules.py", "words.py", "kit.toml", "RULES.md")
ROW = re.compile(r"^\|\s*([A-Z]+-(\d+))\s*\|([^|]*)\|(.*)\|\s*$")


@dataclass(frozen=True)
class Rule:
    """One line of a RULES.md: its number ("HAB-7"), where the rulebook says it, and what it says."""

    number: str
    source: str
    text: str


class Game:
    """The parts of one game, loaded when they are needed."""

    def __init__(self, folder: Path, package: str):
        self.folder, self.package, self.name = folder, package, folder.name
        self._rulebooks: dict[str, dict[int, Rule]] = {}  # by language

    def _part(self, name: str) -> ModuleType:
        return importlib.import_module(f"{self.package}.{name}")

    @functools.cached_property
    def rules(self) -> Any:
        """The module `rules`: plain functions over one record."""
        return self._part("rules")

    @functools.cached_property
    def words(self) -> Any:
        """The module `words`: what actions, events and refusals are called."""
        return self._part("words")

    @functools.cached_property
    def board(self) -> Any:
        """The module `board`: a state as a figure."""
        return self._part("board")

    @functools.cached_property
    def strategies(self) -> Any:
        """The module `strategies`, or None where the folder has none."""
        return self._part("strategies") if (self.folder / "strategies.py").exists() else None

    @property
    def title(self) -> str:
        """The game's name as people say it."""
        return self.words.TITLE

    @functools.cached_property
    def rulebook(self) -> dict[int, Rule]:
        """The numbered rules of RULES.md."""
        return _numbered(self.folder / "RULES.md")

    def rulebook_in(self, lang: str) -> dict[int, Rule]:
        """The numbered rules in a language: those of RULES.fr.md where it is "fr"; of RULES.md without such a file."""
        if lang not in self._rulebooks:
            path = self.folder / f"RULES.{lang}.md"
            self._rulebooks[lang] = _numbered(path) if path.exists() else self.rulebook
        return self._rulebooks[lang]

    def rule(self, number: int) -> str:
        """A rule's number as it is cited: 7 -> "HAB-7"."""
        return f"{self.words.PREFIX}-{number}"

    @functools.cached_property
    def kit_model(self) -> KitFile:
        """The kit file in the game's folder, which says what house rules, tables and columns a kit of this game has."""
        path = self.folder / "kit.toml"
        try:
            return KitFile.model_validate(read_toml(path))
        except ValidationError as error:
            raise BadFile(path, readable(error)) from None

    @functools.cached_property
    def default_kit(self) -> Kit:
        """The kit that lies in the game's folder."""
        return Kit.load(self, self.folder / "kit.toml")

    def kit(self, kit: Kit | dict[str, Any] | str | Path | None = None) -> Kit:
        """The kit that somebody means: a kit, changes to the default, a path, or nothing."""
        if kit is None:
            return self.default_kit
        if isinstance(kit, Kit):
            return kit
        if isinstance(kit, dict):
            return self.default_kit.changed(kit)
        return Kit.load(self, kit)

    def check_kit(self, kit: Kit) -> list[str]:
        """What is inconsistent in a kit, as the game itself sees it (`check_kit` in its words)."""
        check = getattr(self.words, "check_kit", None)
        return check(kit) if check else []

    @functools.cached_property
    def scenarios(self) -> list[Path]:
        """The files of its rule examples, sorted."""
        return sorted((self.folder / "scenarios").rglob("*.toml"))

    def example(self, name: str) -> Path:
        """The file of a rule example, by its name with or without its number: "four_and_six".

        Raises:
            LookupError: there is none; says which there are.
        """
        short = {re.sub(r"^\d+_", "", path.stem): path for path in self.scenarios}
        found = {**short, **{path.stem: path for path in self.scenarios}}.get(name)
        if found is None:
            raise LookupError(f"{self.title} has no example {name!r}; there are {', '.join(short)}")
        return found

    def new_states(self, count: int = 1) -> np.ndarray:
        """Blank states, all zeros: shape (count,), dtype STATE."""
        return np.zeros(count, quick(self.rules.STATE))

    def new_actions(self) -> np.ndarray:
        """Room for the legal actions of a position: shape (MAX_ACTIONS,), dtype ACTION."""
        return np.zeros(self.rules.MAX_ACTIONS, quick(self.rules.ACTION))

    def __repr__(self) -> str:
        return f"<game {self.name}>"


def names() -> list[str]:
    """The games of the package."""
    return sorted(path.parent.name for path in HOME.glob("*/rules.py"))


def _numbered(path: Path) -> dict[int, Rule]:
    """The rows of a table of rules, by number."""
    found = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        match = ROW.match(line)
        if match:
            number = int(match[2])
            if number in found:
                raise BadFile(path, f"{match[1]} stands there twice")
            found[number] = Rule(match[1], match[3].strip(), match[4].strip())
    return found


@functools.cache
def _load(folder: Path, version: str) -> Game:
    if folder.parent == HOME:
        return Game(folder, f"gamelib.games.{folder.name}")
    return Game(folder, _outside(folder, version))


def _version(folder: Path) -> str:
    """Tells whether something in a folder was changed since: who writes a game tries it out again and again."""
    missing = [name for name in NEEDED if not (folder / name).exists()]
    if missing:
        raise UnknownGame(f"{folder} is not the folder of a game: it has no {', '.join(missing)}")
    if folder.parent == HOME:
        return ""
    files = sorted(path for path in folder.glob("**/*") if path.suffix in (".py", ".toml", ".md"))
    return repr([(str(path), path.stat().st_mtime_ns, path.stat().st_size) for path in files])


def _outside(folder: Path, version: str) -> str:
    """Make a folder outside the package importable, under a name that no other folder and no older version gets."""
    package = f"gamelib_game_{folder.name}_{hashlib.sha256(f'{folder} {version}'.encode()).hexdigest()[:8]}"
    spec = importlib.util.spec_from_loader(package, loader=None, is_package=True)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    module.__path__ = [str(folder)]
    sys.modules[package] = module
    return package


def load(game: str | Path | Game) -> Game:
    """A game by its name, by the path of its folder, or itself.

    Raises:
        UnknownGame: there is no such game; says which there are.
    """
    if isinstance(game, Game):
        return game
    if isinstance(game, str) and game in names():
        return _load(HOME / game, _version(HOME / game))
    if Path(game).is_dir():
        folder = Path(game).resolve()
        return _load(folder, _version(folder))
    raise UnknownGame(f"no game {str(game)!r}; there are {', '.join(names())}, or give the path of a game's folder")
