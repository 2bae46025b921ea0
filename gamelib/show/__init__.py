"""What is seen: theme, drawing, charts, the step-through table and the what-if explorer.

Nothing here is imported by the core, and Plotly and ipywidgets only by the modules that need them.
"""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gamelib.match import Match


def bundle(match: Match) -> dict[str, str]:
    """A match as a picture with alternative text, and as a line of text: what shows where no script runs."""
    from gamelib.show import picture

    words = f"{match.game.title}, seed {match.seed}, step {match.step}: {match.situation}"
    try:
        board = match.game.board
    except ImportError:  # a game may have no picture
        return {"text/plain": words}
    shown = picture.img(board.figure(match.state, match.kit, lang=match.lang), words)
    return {"text/html": f"{shown}<p>{html.escape(words)}</p>", "text/plain": words}
