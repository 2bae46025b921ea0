"""A state of Habits as a picture: the square of cards with their influence grids, the cube, the shield and the dice.

Good habits are yellow with a sun, bad ones blue with a moon. When something is lit, the dice lie where they would pay
for it, and red dots mark the cards that it would turn, as in the rulebook.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np
import plotly.graph_objects as go

from gamelib.games.habits import rules
from gamelib.kit import Kit
from gamelib.show import draw
from gamelib.show import theme as themes
from gamelib.show.theme import BLACK, BLUE, VERMILION, YELLOW, Theme

CARD = 0.455  # half of a card's edge; cells are 1 apart
RULER = 0.36  # the width of the strips of costs
X0, Y1 = -1.04, 0.92  # where the picture begins, left and above of the top left card's centre at (0, 0)
MINI = 0.082  # a square of an influence grid
CUBE_RED = "#C8102E"

WORDS = {
    "en": {
        "turn": "turn {turn}",
        "phases": (
            "the cube triggers",
            "roll the first die",
            "roll the second die",
            "your move",
            "the cube moves on",
            "",
        ),
        "results": ("", "won!", "lost", "broken off"),
        "good": "good habit",
        "bad": "bad habit",
        "cube": "the red cube stands here",
        "shield": "protected until the next roll",
        "pay": "pay {cost}",
        "invented": "✎ invented: {what}",
        "names": "most names and all influence marks",
        "influences": "influences {cells}",
        "nothing": "influences nothing from here",
    }
}


def figure(
    state: np.record,
    kit: Kit,
    lang: str = "en",
    lit: Collection[str] = (),
    seat: int | None = None,
    theme: Theme | str | None = None,
) -> go.Figure:
    """The table as a Plotly figure; always the same traces in the same order.

    Args:
        state: a row of dtype `rules.STATE`.
        kit: the kit in play.
        lang: the language of what is written.
        lit: words of actions to light up, such as {"B2", "6"}.
        seat: whose view; all see all in Habits.
        theme: colours and size.
    """
    look, words = themes.get(theme), WORDS[lang if lang in WORDS else "en"]
    side = int(kit.record.side)
    x, y = (X0, side - 0.45), (-(side - 0.4), Y1)
    pixels = draw.unit(look, x)
    names = cell_names(kit, lang)
    lit_cells = [cell for cell, name in enumerate(names) if name in lit]
    across = across_die(state, lit)
    shapes = rulers(side, look)
    shapes += [card_shape(state, side, cell, cell in lit_cells, look) for cell in range(side * side)]
    dice_shapes, pips, dice_labels = the_dice(state, side, lit_cells, across, pixels, look)
    shapes += dice_shapes + cube(state, side)
    if state.shield >= 0:
        shapes += shield(state, side)
    traces = [
        mini_grids(state, kit, pixels),
        draw.markers(*pip_columns(pips), symbol="circle"),
        red_dots(state, kit, lit_cells, look),
        suns_and_moons(state, side, look),
        card_names(state, kit, lang, look),
        cell_labels(state, side, names, look),
        cost_labels(side, words, look),
        spots(state, kit, lang, names, words, pixels),
    ]
    return draw.board_figure(
        traces,
        look,
        x=x,
        y=y,
        title=title(state, words),
        shapes=shapes,
        annotations=dice_labels + [badge(kit, words, look, side)],
    )


def title(state: np.record, words: dict[str, Any]) -> str:
    """Turn and phase."""
    now = words["results"][state.result] or words["phases"][state.phase]
    return f"<b>Habits</b> · {words['turn'].format(turn=state.turn)} · {now}"


def cell_names(kit: Kit, lang: str) -> list[str]:
    """What actions call the cells."""
    return list(kit.game.words.domains(kit, lang)["cell"])


def place(side: int, cell: int) -> tuple[int, int]:
    """Where a cell's centre is."""
    return cell % side, -(cell // side)


def across_die(state: np.record, lit: Collection[str]) -> int:
    """Which die lies across: the one whose value is lit, else the first."""
    return 1 if str(state.dice[1]) in lit and str(state.dice[0]) not in lit else 0


def face(good: int) -> tuple[str, str]:
    """The colour of a side and of what is written on it."""
    return (YELLOW, BLACK) if good else (BLUE, "#ffffff")


def card_shape(state: np.record, side: int, cell: int, lit: bool, look: Theme) -> dict[str, Any]:
    """A card, with a thick border where it is lit."""
    x, y = place(side, cell)
    border = {"color": look.lit if lit else look.line, "width": look.px(5 if lit else 1)}
    grow = 0.015 if lit else 0
    box = (x - CARD - grow, y - CARD - grow, x + CARD + grow, y + CARD + grow)
    return draw.rounded(*box, 0.07, fillcolor=face(state.good[cell])[0], line=border)


def mini_grids(state: np.record, kit: Kit, pixels: float) -> dict[str, Any]:
    """The influence grids: the card itself dark, its marks bold, those off the square hollow (HAB-7, HAB-8)."""
    side = int(kit.record.side)
    xs, ys, colours, outlines, sizes = [], [], [], [], []
    for cell in range(side * side):
        centre = place(side, cell)
        marks = marks_of(state, kit, cell)
        dark, pale = ("#1b1b1b", "#d8cc1f") if state.good[cell] else ("#ffffff", "#2b86bd")
        mark = VERMILION if state.good[cell] else "#F3C14B"
        for down in range(3):
            for right in range(3):
                xs.append(draw.n(centre[0] - CARD + 0.105 + right * MINI * 1.12))
                ys.append(draw.n(centre[1] + CARD - 0.105 - down * MINI * 1.12))
                on_square = 0 <= cell % side + right - 1 < side and 0 <= cell // side + down - 1 < side
                marked = (down - 1, right - 1) in marks
                own = down == right == 1
                colours.append(dark if own else mark if marked and on_square else pale)
                outlines.append(mark if marked else pale)
                sizes.append(round(MINI * pixels * (0.98 if own or marked else 0.72), 1))
    return draw.markers(xs, ys, colours, sizes, "square", outlines, 1.6)


def marks_of(state: np.record, kit: Kit, cell: int) -> set[tuple[int, int]]:
    """The marks of the side that is up, as (down, right)."""
    table = kit.record.habit_good_marks if state.good[cell] else kit.record.habit_bad_marks
    return {(rules.DOWN[way], rules.RIGHT[way]) for way in table[state.card[cell]] if way >= 0}


def targets(state: np.record, kit: Kit, cell: int) -> list[int]:
    """The cells that a card's marks point at."""
    found = (rules.influenced(state, kit.record, cell, mark) for mark in range(8))
    return sorted(int(target) for target in found if target >= 0)


def red_dots(state: np.record, kit: Kit, lit_cells: list[int], look: Theme) -> dict[str, Any]:
    """What the lit cards would turn (HAB-7 to HAB-10, HAB-18)."""
    turned = set()
    for cell in lit_cells:
        for target in targets(state, kit, cell):
            protected = target == state.shield and not state.good[cell]
            if state.good[target] != state.good[cell] and not protected:
                turned.add(target)
    spots = [place(int(kit.record.side), cell) for cell in sorted(turned)]
    xs, ys = [draw.n(x + 0.11) for x, _ in spots], [draw.n(y + 0.32) for _, y in spots]
    return draw.markers(xs, ys, "#ff2b2b", look.px(17), "circle", "#ffffff", look.px(2.5))


def suns_and_moons(state: np.record, side: int, look: Theme) -> dict[str, Any]:
    """A shape for each colour, so that nobody needs to see the colour."""
    cells = range(side * side)
    xs = [draw.n(place(side, cell)[0] + CARD - 0.13) for cell in cells]
    ys = [draw.n(place(side, cell)[1] + CARD - 0.13) for cell in cells]
    glyphs = ["☀" if state.good[cell] else "☾" for cell in cells]
    return draw.texts(xs, ys, glyphs, look.px(21), [face(state.good[cell])[1] for cell in cells])


def card_names(state: np.record, kit: Kit, lang: str, look: Theme) -> dict[str, Any]:
    """The names on the sides that are up."""
    side = int(kit.record.side)
    cells = range(side * side)
    words = [f"<b>{draw.wrap(draw.escape(habit(state, kit, lang, cell)), 11)}</b>" for cell in cells]
    xs = [place(side, cell)[0] for cell in cells]
    ys = [draw.n(place(side, cell)[1] - 0.05) for cell in cells]
    return draw.texts(xs, ys, words, look.px(14), [face(state.good[cell])[1] for cell in cells])


def habit(state: np.record, kit: Kit, lang: str, cell: int) -> str:
    """The name on the side that is up."""
    return kit.names("habit", "name" if state.good[cell] else "bad_name", lang)[state.card[cell]]


def cell_labels(state: np.record, side: int, names: list[str], look: Theme) -> dict[str, Any]:
    """What the cells are called, in the bottom left corners."""
    cells = range(side * side)
    xs = [draw.n(place(side, cell)[0] - CARD + 0.05) for cell in cells]
    ys = [draw.n(place(side, cell)[1] - CARD + 0.09) for cell in cells]
    colours = [face(state.good[cell])[1] for cell in cells]
    return draw.texts(xs, ys, names[: side * side], look.px(12), colours, textposition="middle right")


def rulers(side: int, look: Theme) -> list[dict[str, Any]]:
    """The strips of costs on top and at the side (HAB-14)."""
    top, left = CARD + 0.04, -CARD - 0.04
    style = {"fillcolor": look.card, "line": {"color": look.line, "width": 1}}
    return [
        draw.rounded(-CARD, top, side - 1 + CARD, top + RULER, 0.06, **style),
        draw.rounded(left - RULER, CARD, left, -(side - 1) - CARD, 0.06, **style),
    ]


def cost_labels(side: int, words: dict[str, Any], look: Theme) -> dict[str, Any]:
    """What the die on top pays for each column, and the one at the side for each row (HAB-14)."""
    middle = CARD + 0.04 + RULER / 2
    xs = [i - 0.22 for i in range(side)] + [-middle] * side
    ys = [middle] * side + [0.22 - i for i in range(side)]
    costs = [words["pay"].format(cost=i + 1) for i in range(side)] * 2
    return draw.texts(xs, ys, costs, look.px(13), look.soft)


def the_dice(
    state: np.record, side: int, lit_cells: list[int], across: int, pixels: float, look: Theme
) -> tuple[list[dict[str, Any]], list[tuple[float, float, float, str]], list[dict[str, Any]]]:
    """The dice rest in the corner of the rulers, or lie where they would pay for the lit card."""
    middle = CARD + 0.04 + RULER / 2
    if lit_cells and state.dice[0] and state.dice[1]:
        x, y = place(side, lit_cells[0])
        spots = [(x + 0.16, middle), (-middle, y - 0.1)]
        values = [int(state.dice[across]), int(state.dice[1 - across])]
    else:
        spots = [(-0.885, middle), (-0.605, middle)]
        values = [int(state.dice[0]), int(state.dice[1])]
    return draw.dice(spots, values, 0.25, pixels, look)


def pip_columns(pips: list[tuple[float, float, float, str]]) -> tuple[list[float], list[float], list[str], list[float]]:
    """Pips as the columns that `markers` takes."""
    return [p[0] for p in pips], [p[1] for p in pips], [p[3] for p in pips], [p[2] for p in pips]


def cube(state: np.record, side: int) -> list[dict[str, Any]]:
    """The red cube, bottom right on its card (HAB-3)."""
    x, y = place(side, int(state.cube))
    x, y, a, b = x + CARD - 0.16, y - CARD + 0.17, 0.105, 0.06
    edge = {"color": "#ffffff", "width": 1}
    left = [(x - a, y + b), (x, y), (x, y - 2 * b), (x - a, y - b)]
    right = [(x, y), (x + a, y + b), (x + a, y - b), (x, y - 2 * b)]
    top = [(x, y), (x + a, y + b), (x, y + 2 * b), (x - a, y + b)]
    faces = ((left, "#A50D26"), (right, "#7D0A1D"), (top, "#E8374F"))
    return [draw.polygon(points, fillcolor=colour, line=edge) for points, colour in faces]


def shield(state: np.record, side: int) -> list[dict[str, Any]]:
    """A shield on the protected card (HAB-18)."""
    x, y = place(side, int(state.shield))
    x, y, w = x + 0.03, y - CARD + 0.125, 0.088
    points = [(x - w, y + w), (x, y + w * 1.3), (x + w, y + w), (x + w * 0.85, y - w * 0.3), (x, y - w * 1.25)]
    points.append((x - w * 0.85, y - w * 0.3))
    return [draw.polygon(points, fillcolor="#ffffff", line={"color": "#15191d", "width": 3})]


def badge(kit: Kit, words: dict[str, Any], look: Theme, side: int) -> dict[str, Any]:
    """Says below the cards what is invented, if anything is."""
    text = words["invented"].format(what=words["names"]) if "habit" in kit.invented else ""
    return draw.label(side - 1 + CARD, -(side - 1) - CARD - 0.09, text, look.px(11), look.soft, xanchor="right")


def spots(
    state: np.record, kit: Kit, lang: str, names: list[str], words: dict[str, Any], pixels: float
) -> dict[str, Any]:
    """What can be clicked, and what the mouse is told there."""
    side = int(kit.record.side)
    cells = range(side * side)
    hover = []
    for cell in cells:
        aims = ", ".join(names[target] for target in targets(state, kit, cell))
        lines = [
            f"<b>{names[cell]}: {draw.escape(habit(state, kit, lang, cell))}</b>",
            words["good"] if state.good[cell] else words["bad"],
            words["influences"].format(cells=aims) if aims else words["nothing"],
        ]
        lines += [words["cube"]] if cell == state.cube else []
        lines += [words["shield"]] if cell == state.shield else []
        hover.append("<br>".join(lines))
    xs, ys = zip(*(place(side, cell) for cell in cells), strict=True)
    return draw.clickable(xs, ys, names[: side * side], hover, round(2 * CARD * pixels, 1))
