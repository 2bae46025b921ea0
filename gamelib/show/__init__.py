"""What is seen: theme, drawing, charts, the step-through table and the what-if explorer.

Nothing here is imported by the core, and Plotly and ipywidgets only by the modules that need them.
"""

from __future__ import annotations

import html
import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gamelib.match import Match
    from gamelib.show.example import Example
    from gamelib.show.explorer import Explorer
    from gamelib.show.table import Table

__all__ = ["Example", "Explorer", "Table", "bundle"]
_HOMES = {
    "Table": "gamelib.show.table",
    "Explorer": "gamelib.show.explorer",
    "Example": "gamelib.show.example",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'gamelib.show' has no attribute {name!r}")
    return getattr(importlib.import_module(_HOMES[name]), name)


def bundle(match: Match) -> dict[str, str]:
    """A match as a picture with alternative text, and as a line of text: what shows where no script runs."""
    from gamelib.show import picture

    words = f"{match.game.title}, seed {match.seed}, step {match.step}: {match.situation}"
    if not (match.game.folder / "board.py").exists():  # a game may have no picture
        return {"text/plain": words}
    board = match.game.board.figure(match.state, match.kit, lang=match.lang)
    return {"text/html": f"{picture.img(board, words)}<p>{html.escape(words)}</p>", "text/plain": words}
