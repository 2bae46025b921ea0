"""One source of rules, run two ways.

The rules of a game, the strategies and the loops that play are laid into one generated file, in which each function is
compiled by Numba on its first use (`compiled`), or left as it is (`interpreted`). Stepping uses the very module `rules`,
so that a debugger shows the file that people read.

The generated file lies in a cache folder named after a digest of everything in it: machine code is found again by later
processes, and a changed source can never be served stale. Where the cache can't be written or Numba is missing, all
still works, only slower.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import importlib.util
import os
import sys
import tempfile
import time
import types
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import platformdirs

from gamelib import loops, luck, strategies
from gamelib.game import Game

PREFIX = "choose_"
DECORATOR = "@njit(cache=True, nogil=True)"
FIXED_TIME = 1_700_000_000  # of every generated file: Numba's cache compares times of change

try:
    if os.environ.get("GAMELIB_NO_NUMBA"):
        raise ImportError("switched off by GAMELIB_NO_NUMBA")
    import importlib

    importlib.util.find_spec("numba") or (_ for _ in ()).throw(ImportError("numba is not installed"))
    NUMBA_MISSING = ""
except ImportError as error:
    NUMBA_MISSING = str(error)


def cache_folder() -> Path:
    """Where generated files and machine code are kept; `GAMELIB_CACHE` says otherwise."""
    return Path(os.environ.get("GAMELIB_CACHE") or platformdirs.user_cache_path("gamelib"))


def source(game: Game) -> str:
    """All that plays a game, as one module: luck, rules, strategies, loops, each function decorated."""
    parts = [Path(luck.__file__), *_modules(game, "rules"), Path(strategies.__file__)]
    if game.strategies:
        parts += [path for path in _modules(game, "strategies") if path not in parts]
    parts.append(Path(loops.__file__))
    return "import numpy as np\nfrom numba import njit\n" + "\n\n".join(_decorated(path) for path in parts)


def _modules(game: Game, name: str) -> list[Path]:
    """A module of the game's folder and those beside it that it imports, the imported first."""
    found: list[Path] = []

    def visit(path: Path) -> None:
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ImportFrom):
                other = game.folder / f"{(node.module or '').rpartition('.')[2]}.py"
                if _of_the_game(node, game) and other.exists() and other not in found:
                    visit(other)
        if path not in found:
            found.append(path)

    visit(game.folder / f"{name}.py")
    return found


def _of_the_game(node: ast.ImportFrom, game: Game) -> bool:
    return node.level == 1 or (node.module or "").startswith(game.package)


def _decorated(path: Path) -> str:
    """A source file without its imports (all names share one namespace here) and with each function decorated."""
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    for node in ast.parse(text).body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            for number in range(node.lineno - 1, node.end_lineno or node.lineno):
                lines[number] = ""
        elif isinstance(node, ast.FunctionDef) and node.name != "wrapping":
            lines[node.lineno - 1] = DECORATOR + "\n" + lines[node.lineno - 1]
    return f"# from {path.name}\n" + "\n".join(lines)


class Twin:
    """One way to run a game: its functions as attributes, and its strategies by name."""

    def __init__(self, game: Game, namespace: dict[str, Any], compiled: bool):
        self.game, self.namespace, self.compiled = game, namespace, compiled

    def __getattr__(self, name: str) -> Any:
        try:
            return self.namespace[name]
        except KeyError:
            raise AttributeError(name) from None

    def strategy(self, name: str) -> Callable[..., int]:
        """A strategy by its name, ready to stand in a tuple of strategies."""
        function = self.namespace[PREFIX + name]
        return self._ready(function) if self.compiled else function

    def _ready(self, function: Any) -> Any:
        if not function.signatures:
            function.compile(self.signatures["choose"])
            function.disable_compile()
        return function

    def adopt(self, function: Callable[..., int]) -> Callable[..., int]:
        """Compile a strategy that somebody wrote elsewhere; names of the game's rules in it are this twin's.

        Raises:
            Exception: whatever Numba says where the function can't be compiled.
        """
        if not self.compiled:
            return function
        numba = _numba()
        function = getattr(function, "py_func", function)
        known = dict(function.__globals__)
        for name in _names_in(function.__code__):
            if callable(known.get(name)) and getattr(known[name], "__module__", "").startswith(self.game.package):
                known[name] = self.namespace[name]
        local = types.FunctionType(
            function.__code__, known, function.__name__, function.__defaults__, function.__closure__
        )
        with _quiet():
            return numba.njit(self.signatures["choose"], nogil=True)(local)

    def loop(self, name: str) -> Callable[..., Any]:
        """One of the loops of `loops.py`, compiled for any mix of strategies."""
        function = self.namespace[name]
        if self.compiled and not function.signatures:
            with _quiet():
                function.compile(self.signatures[name])
            function.disable_compile()
        return function

    @functools.cached_property
    def signatures(self) -> dict[str, Any]:
        """The argument types of what is compiled for all strategies at once."""
        numba = _numba()
        t = numba.types
        rules = self.game.rules
        state, kit, action = (numba.from_dtype(d) for d in (rules.STATE, rules.KIT, rules.ACTION))
        kit = numba.typeof(self.game.default_kit.record)
        choose = t.int64(state, kit, t.Array(action, 1, "C"), t.int64)
        choosers = t.UniTuple(t.FunctionType(choose), rules.MAX_SEATS)
        row = t.Array(state, 1, "C")
        i8, i8s, i8ss = t.int64, t.Array(t.int64, 1, "C"), t.Array(t.int64, 2, "C")
        f8ss, f8sss = t.Array(t.float64, 2, "C"), t.Array(t.float64, 3, "C")
        return {
            "choose": choose,
            "play": i8(state, kit, choosers, row, t.Array(action, 1, "C"), i8ss, i8s, i8s, i8),
            "play_many": i8(kit, choosers, i8, i8, i8, row, i8s, f8sss, i8ss),
            "rollouts": i8(state, kit, choosers, i8, i8, i8, i8, i8, f8ss),
        }


def _names_in(code: types.CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _names_in(constant)


def _numba() -> Any:
    import numba

    return numba


class _quiet(warnings.catch_warnings):
    """Numba calls functions as values experimental; that is no news to who plays."""

    def __enter__(self) -> Any:
        result = super().__enter__()
        warnings.filterwarnings("ignore", message="First-class function type", category=Warning)
        return result


@functools.cache
def interpreted(game: Game) -> Twin:
    """The game as plain Python."""
    text = source(game).replace("from numba import njit\n", "").replace(DECORATOR + "\n", "")
    namespace: dict[str, Any] = {"__name__": f"gamelib_interpreted_{game.name}"}
    exec(compile(text, f"<{game.name}, interpreted>", "exec"), namespace)
    return Twin(game, namespace, compiled=False)


@functools.cache
def compiled(game: Game) -> Twin:
    """The game as machine code; interpreted (said once) where Numba is missing."""
    if NUMBA_MISSING:
        print(f"gamelib: {NUMBA_MISSING}, so games run interpreted: all works, some 1000 times slower.", file=sys.stderr)
        return interpreted(game)
    path, fresh = _written(game)
    name = f"gamelib_compiled_{path.parent.name}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    twin = Twin(game, vars(module), compiled=True)
    if fresh:
        _warm_loudly(twin)
    return twin


def _warm_loudly(twin: Twin) -> None:
    """The first compilation on a machine takes a while: say so."""
    started = time.perf_counter()
    print(f"gamelib: compiling {twin.game.name}, once on this machine ...", end="", file=sys.stderr, flush=True)
    twin.strategy("random")
    twin.loop("play_many")
    print(f" {time.perf_counter() - started:.0f} s", file=sys.stderr)


def _written(game: Game) -> tuple[Path, bool]:
    """The generated file of a game, and whether it had to be written."""
    text = source(game)
    digest = hashlib.sha256(text.encode()).hexdigest()[:16]
    folder = cache_folder() / f"{game.name}-{digest}"
    path = folder / "rules.py"
    if path.exists():
        return path, False
    try:
        _write(path, text)
    except OSError as error:
        folder = Path(tempfile.mkdtemp(prefix="gamelib-"))
        path = folder / "rules.py"
        warnings.warn(
            f"the cache folder {cache_folder()} can't be written ({error.strerror}): "
            f"{game.name} is compiled anew in each process. Set GAMELIB_CACHE to a folder that can.",
            stacklevel=3,
        )
        _write(path, text)
    return path, True


def _write(path: Path, text: str) -> None:
    """Write aside, then rename: another process may be doing the same."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile("w", dir=path.parent, delete=False, encoding="utf-8") as file:
        file.write(text)
    os.utime(file.name, (FIXED_TIME, FIXED_TIME))
    os.replace(file.name, path)


def strategy_names(game: Game) -> dict[str, str]:
    """The strategies of a game by name, each with the first line of its docstring; its own first."""
    modules = [game.strategies, strategies] if game.strategies else [strategies]
    found: dict[str, str] = {}
    for module in modules:
        for name, value in vars(module).items():
            if name.startswith(PREFIX) and callable(value):
                found.setdefault(name.removeprefix(PREFIX), " ".join((value.__doc__ or "").split()))
    return found
