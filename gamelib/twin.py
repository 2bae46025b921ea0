"""One source of rules, run two ways.

The rules of a game, the strategies and the loops that play are laid into one generated file, in which each function is
compiled by Numba on its first use (`compiled`), or left as it is (`interpreted`). Stepping uses the very module
`rules`, so that a debugger shows the file that people read.

The generated file lies in a cache folder named after a digest of everything in it: machine code is found again by later
processes, and a changed source can never be served stale. Where the cache can't be written or Numba is missing, all
still works, only slower.
"""

from __future__ import annotations

import ast
import contextlib
import functools
import hashlib
import importlib.util
import os
import shutil
import sys
import tempfile
import threading
import time
import types
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import platformdirs

from gamelib import loops, luck, strategies
from gamelib.errors import UnknownStrategy
from gamelib.game import Game
from gamelib.rows import quick

PREFIX = "choose_"
DECORATOR = "@machine_code"
FIXED_TIME = 1_700_000_000  # of every generated file: Numba's cache compares times of change
KEPT = 30 * 86_400.0  # seconds without a change after which machine code of another version is deleted
PATIENCE = 1.0  # seconds of compiling before it is worth a word

_LOCK = threading.RLock()  # a table may compile in the background what a study needs too


def _why_no_numba() -> str:
    """Empty where Numba is there and wanted, else why not."""
    if os.environ.get("GAMELIB_NO_NUMBA"):
        return "Numba is switched off by GAMELIB_NO_NUMBA"
    return "" if importlib.util.find_spec("numba") else "Numba is not installed"


NUMBA_MISSING = _why_no_numba()


def cache_folder() -> Path:
    """Where generated files and machine code are kept; `GAMELIB_CACHE` says otherwise."""
    return Path(os.environ.get("GAMELIB_CACHE") or platformdirs.user_cache_path("gamelib"))


def source(game: Game) -> str:
    """All that plays a game, as one module: luck, rules, strategies, loops, each function decorated."""
    parts = [Path(luck.__file__), *_modules(game, "rules"), Path(strategies.__file__)]
    if game.strategies:
        parts += [path for path in _modules(game, "strategies") if path not in parts]
    parts.append(Path(loops.__file__))
    return "import numpy as np\n" + "\n\n".join(_decorated(path) for path in parts)


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
        """A strategy by its name, ready to stand in a tuple of strategies.

        Raises:
            UnknownStrategy: there is none of that name; says which there are.
        """
        known = strategy_names(self.game)
        if name not in known:
            raise UnknownStrategy(f"{self.game.name} has no strategy {name!r}; there are {', '.join(known)}")
        return self._ready(PREFIX + name, "choose")

    def loop(self, name: str) -> Callable[..., Any]:
        """One of the loops of `loops.py`, compiled for any mix of strategies."""
        return self._ready(name, name)

    def _ready(self, name: str, key: str) -> Callable[..., Any]:
        """A function, compiled for exactly the types that it will meet."""
        function = self.namespace[name]
        if self.compiled:
            with _LOCK:
                _numba()
                wanted = self.signatures[key]
                if getattr(wanted, "args", wanted) not in function.overloads:
                    with _telling(f"{self.game.name}: {name.removeprefix(PREFIX)}"):
                        function.compile(wanted)
                function.disable_compile()  # Numba mixes strategies in a tuple only where each has one list of types
        return function

    def adopt(self, function: Callable[..., int]) -> Callable[..., int]:
        """Compile a strategy that somebody wrote elsewhere; what it uses of the game's rules is this twin's.

        Helper functions that it calls are compiled with it. An index beyond an array is an IndexError, as in Python.

        Raises:
            TypeError: it does not return a whole number.
            Exception: whatever Numba says where the function can't be compiled.
        """
        if not self.compiled:
            return function
        with _LOCK:
            numba, choose = _numba(), self.signatures["choose"]
            local = self._at_home(function, {})
            with _telling(function.__name__):
                made = numba.njit(choose.args, nogil=True, boundscheck=True)(local)
                returned = made.nopython_signatures[0].return_type
                if not isinstance(returned, numba.types.Integer | numba.types.Boolean):
                    raise TypeError(f"it returns {returned}, expected the index of an action")
                if returned != choose.return_type:
                    made = numba.njit(choose, nogil=True, boundscheck=True)(local)
        return made

    def _at_home(self, function: Any, met: dict[Any, Any]) -> types.FunctionType:
        """The same function, with the functions that it knows replaced by compiled ones."""
        function = getattr(function, "py_func", function)
        known = dict(function.__globals__)
        held = [types.CellType(self._twin_of(cell.cell_contents, met)) for cell in function.__closure__ or ()]
        local = types.FunctionType(function.__code__, known, function.__name__, function.__defaults__, tuple(held))
        for name in set(_names_in(function.__code__)) & set(known):
            known[name] = self._twin_of(known[name], met)
        return local

    def _twin_of(self, value: Any, met: dict[Any, Any]) -> Any:
        """What a name in an adopted function stands for, compiled."""
        if isinstance(value, types.ModuleType) and self._is_ours(value.__name__):
            twin = types.ModuleType(value.__name__)
            vars(twin).update({name: self.namespace.get(name, own) for name, own in vars(value).items()})
            return twin
        if not isinstance(value, types.FunctionType):
            return value
        if self._is_ours(value.__module__):
            return self.namespace.get(value.__name__, value)
        if value not in met:
            met[value] = None
            met[value] = _numba().njit(nogil=True, boundscheck=True)(self._at_home(value, met))
        return met[value]

    def _is_ours(self, module: str) -> bool:
        return module.startswith(self.game.package + ".") or module in (luck.__name__, strategies.__name__)

    @functools.cached_property
    def signatures(self) -> dict[str, Any]:
        """The types of a strategy, and of the arguments of each loop: compiled once for all strategies."""
        numba = _numba()
        t = numba.types
        rules = self.game.rules
        state, action = numba.from_dtype(rules.STATE), numba.from_dtype(rules.ACTION)
        kit = numba.typeof(self.game.default_kit.record)
        choose = t.int64(state, kit, t.Array(action, 1, "C"), t.int64)
        choosers = t.UniTuple(t.FunctionType(choose), rules.MAX_SEATS)
        row = t.Array(state, 1, "C")
        i8, i8s, i8ss = t.int64, t.Array(t.int64, 1, "C"), t.Array(t.int64, 2, "C")
        f8ss, f8sss = t.Array(t.float64, 2, "C"), t.Array(t.float64, 3, "C")
        return {
            "choose": choose,
            "play": (state, kit, choosers, row, t.Array(action, 1, "C"), i8ss, i8s, i8s, i8),
            "play_many": (kit, choosers, i8, i8, i8, row, i8s, f8sss, i8ss),
            "rollouts": (state, kit, choosers, i8, i8, i8, i8, i8, f8ss),
        }


def _names_in(code: types.CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _names_in(constant)


def _numba() -> Any:
    """Numba, imported and started when it is first needed: that takes a second."""
    import numba
    from numba.core.registry import cpu_target

    cpu_target.typing_context.refresh()
    cpu_target.target_context.refresh()
    # It calls functions as values experimental, each time such a function is met; that is no news to who plays.
    warnings.filterwarnings("ignore", "First-class function type", numba.NumbaExperimentalFeatureWarning)
    return numba


def _machine_code(function: Callable[..., Any]) -> Any:
    """The decorator of each function in a generated file."""
    # Only strategies are called through a pointer, and only that needs this wrapper.
    options = {"nogil": True, "no_cfunc_wrapper": not function.__name__.startswith(PREFIX)}
    try:
        dispatcher = _numba().njit(cache=True, **options)(function)
    except RuntimeError:  # no folder at all where machine code can be kept
        dispatcher = _numba().njit(**options)(function)
    dispatcher.__class__ = _wide()
    return dispatcher


@functools.cache
def _wide() -> type:
    """A dispatcher that takes whole numbers as 64 bits wide and default values as numbers.

    Numba would compile `offer(out, n, kind, cell=0)` once more for each mix of widths and of arguments left out: that
    is half of all compiling.
    """
    from numba import types as t
    from numba.core.registry import CPUDispatcher

    def widened(kind: Any) -> Any:
        if isinstance(kind, t.Omitted) and type(kind.value) is int:
            return t.int64
        kind = t.unliteral(kind)
        return t.int64 if isinstance(kind, t.Integer) and kind != t.uint64 else kind

    class Wide(CPUDispatcher):
        def get_call_template(self, args: Any, kws: Any) -> Any:
            _, folded = self.fold_argument_types(args, kws)
            return super().get_call_template(tuple(widened(kind) for kind in folded), {})

    return Wide


@contextlib.contextmanager
def _telling(what: str) -> Iterator[None]:
    """Say that something is being compiled, where that takes long enough to wonder."""
    told = threading.Event()

    def tell() -> None:
        told.set()
        print(f"gamelib: compiling {what}, once on this machine ...", end="", file=sys.stderr, flush=True)

    timer = threading.Timer(PATIENCE, tell)
    timer.daemon = True
    started = time.perf_counter()
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        if told.is_set():
            print(f" {time.perf_counter() - started:.0f} s", file=sys.stderr)


def interpreted(game: Game) -> Twin:
    """The game as plain Python."""
    with _LOCK:  # for the cache's sake, and since Python 3.11 may fail where two threads parse at once
        return _interpreted(game)


@functools.cache
def _interpreted(game: Game) -> Twin:
    text = source(game).replace(DECORATOR + "\n", "")
    namespace: dict[str, Any] = {"__name__": f"gamelib_interpreted_{game.name}"}
    exec(compile(text, f"<{game.name}, interpreted>", "exec"), namespace)
    namespace.update({name: quick(namespace[name]) for name in ("STATE", "ACTION", "KIT")})
    return Twin(game, namespace, compiled=False)


def compiled(game: Game) -> Twin:
    """The game as machine code; interpreted (said once) where Numba is missing."""
    if NUMBA_MISSING:
        _say_slow()
        return interpreted(game)
    with _LOCK:
        return _compiled(game)


@functools.cache
def _say_slow() -> None:
    print(f"gamelib: {NUMBA_MISSING}, so games run interpreted: all works, some 1000 times slower.", file=sys.stderr)


@functools.cache
def _compiled(game: Game) -> Twin:
    path = _written(game)
    name = f"gamelib_compiled_{path.parent.name}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    vars(module)[DECORATOR.removeprefix("@")] = _machine_code
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return Twin(game, vars(module), compiled=True)


def _written(game: Game) -> Path:
    """The generated file of a game, written where it is not there yet."""
    text = source(game)
    # How it is compiled counts too, not only what.
    digest = hashlib.sha256(text.encode() + Path(__file__).read_bytes()).hexdigest()[:16]
    path = cache_folder() / f"{game.name}-{digest}" / "rules.py"
    try:
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            _forget_old(game.name)
            _write(path, text)
    except OSError as error:
        warnings.warn(
            f"the cache folder {cache_folder()} can't be written ({error.strerror}): "
            f"{game.name} is compiled anew in each process. Set GAMELIB_CACHE to a folder that can.",
            stacklevel=4,
        )
        path = Path(tempfile.mkdtemp(prefix="gamelib-")) / path.parent.name / "rules.py"
        _write(path, text)
    return path


def _forget_old(name: str) -> None:
    """Delete the machine code of earlier versions of a game that nobody has added to for a while."""
    for folder in cache_folder().glob(f"{name}-{'[0-9a-f]' * 16}"):
        with contextlib.suppress(OSError):  # another process may be at it too
            added = max(each.stat().st_mtime for each in (folder, folder / "__pycache__") if each.exists())
            if time.time() - added > KEPT:
                shutil.rmtree(folder)


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
