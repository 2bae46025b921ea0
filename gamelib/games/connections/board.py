"""A state of Connections as a picture: the two circuits, one inside the other, the decks and the drawn card in the
middle, and the score track with the escape cards below.

The board is drawn from the kit: any number of spaces finds its place on a circuit. Each colour of space has a sign of
its own. While the die is to be rolled, the spaces that it can lead to bear its numbers, and can be clicked.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Collection
from typing import Any

import numpy as np
import plotly.graph_objects as go

from gamelib.games.connections import rules, words
from gamelib.kit import Kit
from gamelib.show import draw
from gamelib.show import theme as themes
from gamelib.show.theme import Theme

X = (-1.06, 1.06)
TOP, ROWS_BEGIN, ROW = 1.04, -1.15, 0.112
# Of each circuit: half of the width of its middle line, the radius of its corners, the breadth of its spaces.
TRACKS = ((0.885, 0.26, 0.23), (0.61, 0.21, 0.21))
GAP = 0.06  # between two spaces, as a part of one
BEND = 8  # points along a space, so that corners look round
BAR = (-0.52, 0.3)  # where the score track begins and ends
MIDDLE = 0.44  # half of the free square in the middle

FILL = {
    rules.GREEN: "#0B7A5B",
    rules.TAN: "#D3B68E",
    rules.RED: "#B3261E",
    rules.GOLD: "#F5C518",
    rules.PITFALL: "#3A2A4D",
}
SIGN = {rules.GREEN: "●", rules.TAN: "♥", rules.RED: "✖", rules.GOLD: "★", rules.PITFALL: "▼"}
ON = {colour: themes.on(fill) for colour, fill in FILL.items()}  # what is written on a space
SAYS = {
    rules.GREEN: "neutral: no card",
    rules.TAN: "tan: draw a Connecting card",
    rules.RED: "red: draw a Disconnecting card",
    rules.GOLD: "gold: draw a Quality World card",
    rules.PITFALL: "Emotional Pitfall: back to A Start",
}
NEXT = {
    rules.WHO_STARTS: "{who}: who starts?",
    rules.BEFORE_ROLL: "{who} rolls or passes",
    rules.TO_ROLL: "{who} rolls",
    rules.IN_PITFALL: "{who} is in the pitfall",
    rules.TO_DRAW: "{who} draws a {colour} card",
    rules.TO_ANSWER: "{who}: your example?",
    rules.ENDED: "",
}
ESCAPE_BLUE = "#0072B2"
# Where the tokens on one space stand, by how many they are; in parts of a token's size.
STANDS = {
    1: [(0, 0)],
    2: [(-0.55, 0), (0.55, 0)],
    3: [(-0.55, 0.5), (0.55, 0.5), (0, -0.5)],
    4: [(-0.55, 0.55), (0.55, 0.55), (-0.55, -0.55), (0.55, -0.55)],
    5: [(-0.6, 0.6), (0.6, 0.6), (0, 0), (-0.6, -0.6), (0.6, -0.6)],
    6: [(-0.55, 0.9), (0.55, 0.9), (-0.55, 0), (0.55, 0), (-0.55, -0.9), (0.55, -0.9)],
}
TOKEN = 0.088

Place = tuple[float, float]


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
        lit: words of actions to light up, such as {"4"}, or of spaces.
        seat: whose view; all see all in Connections.
        theme: colours and size.
    """
    look = themes.get(theme)
    players = int(kit.record.players)
    y = (ROWS_BEGIN - ROW * (players - 0.4), TOP)
    pixels = draw.unit(look, X)
    ahead = numbers_ahead(state, kit)
    traces = [spaces_of(kit, colour, look) for colour in FILL]
    traces += [
        signs(kit, look),
        halo(state, kit, lit, ahead, look, pixels),
        tokens(state, kit, look, pixels),
        token_numbers(state, kit, look),
        numbers(kit, ahead, look, pixels, state),
        number_texts(kit, ahead, look, state),
        row_signs(state, kit, look),
        row_texts(state, kit, lang, look),
        spots(state, kit, ahead, pixels),
    ]
    shapes = [*links(look), *middle(state, kit, look), *bars(state, kit, look)]
    dice, pips, dice_texts = the_die(state, pixels, look)
    traces.append(draw.markers([p[0] for p in pips], [p[1] for p in pips], [p[3] for p in pips], [p[2] for p in pips]))
    return draw.board_figure(
        traces,
        look,
        x=X,
        y=y,
        title=title(state, kit, lang),
        shapes=[*shapes, *dice],
        annotations=[*dice_texts, *middle_texts(state, kit, look), *badge(kit, look, y[0])],
    )


def title(state: np.record, kit: Kit, lang: str) -> str:
    """Whose turn, and what is next."""
    who = words.seat_name(kit, int(state.seat), lang)
    step = NEXT[int(state.phase)].format(who=who, colour=words.COLOURS[rules.colour_under(state, kit.record)])
    if state.phase == rules.ENDED:
        best = [s for s in range(kit.record.players) if rules.may_win(state, kit.record, s)]
        step = f"{words.seat_name(kit, best[0], lang)} has won" if len(best) == 1 else "the game is over"
    return f"<b>Connections</b> · turn {state.turn} · {draw.escape(step)}"


# ---------------------------------------------------------------- where things are


def along(circuit: int, part: float) -> tuple[float, float, float, float]:
    """A place on a circuit's middle line and the way outward from it: (x, y, right, up).

    `part` goes from 0 to 1 once round, clockwise, beginning in the bottom left corner.
    """
    half, radius, _ = TRACKS[circuit]
    straight, bend = 2 * (half - radius), math.pi / 2 * radius
    side, rest = divmod((part % 1.0) * 4 * (straight + bend) + bend / 2, straight + bend)
    # The left side upward, with the corner before it; the other sides are the same, turned.
    if rest < bend:
        angle = rest / radius
        x, y = -(half - radius) - radius * math.sin(angle), -(half - radius) - radius * math.cos(angle)
        right, up = -math.sin(angle), -math.cos(angle)
    else:
        x, y, right, up = -half, -(half - radius) + rest - bend, -1.0, 0.0
    for _ in range(int(side) % 4):
        x, y, right, up = y, -x, up, -right
    return x, y, right, up


def space_place(kit: Kit, circuit: int, space: int) -> Place:
    """The middle of a space."""
    return middle_of(circuit, space, length_of(kit, circuit))


def length_of(kit: Kit, circuit: int) -> int:
    """How many spaces a circuit has."""
    return int(rules.circuit_length(kit.record, circuit))


@functools.cache
def middle_of(circuit: int, space: int, length: int) -> Place:
    """The middle of a space of a circuit with so many."""
    x, y, _, _ = along(circuit, space / length)
    return draw.n(x), draw.n(y)


@functools.cache
def outline(circuit: int, space: int, length: int) -> tuple[Place, ...]:
    """The corners of a space, and points between them where it bends."""
    breadth = TRACKS[circuit][2] / 2
    parts = [(space + (1 - GAP) * (i / BEND - 0.5)) / length for i in range(BEND + 1)]
    points = [along(circuit, part) for part in parts]
    outer = [(x + right * breadth, y + up * breadth) for x, y, right, up in points]
    inner = [(x - right * breadth, y - up * breadth) for x, y, right, up in points]
    ring = [*outer, *reversed(inner)]
    return tuple((draw.n(x), draw.n(y)) for x, y in [*ring, ring[0]])


def all_spaces(kit: Kit) -> dict[tuple[int, int], int]:
    """Every space, as (circuit, number), with its colour."""
    record = kit.record
    colours = (record.a_space_colour.tolist(), record.b_space_colour.tolist())
    return {(c, s): colours[c][s] for c in (rules.A, rules.B) for s in range(length_of(kit, c))}


def numbers_ahead(state: np.record, kit: Kit) -> dict[tuple[int, int], int]:
    """Where the next roll can lead: each space with the number of the die (the lowest, on a tiny circuit)."""
    if state.phase not in (rules.TO_ROLL, rules.BEFORE_ROLL):
        return {}
    circuit, space = int(state.circuit[state.seat]), int(state.space[state.seat])
    length = length_of(kit, circuit)
    found: dict[tuple[int, int], int] = {}
    for value in range(1, int(kit.record.faces) + 1):
        found.setdefault((circuit, (space + value) % length), value)
    return found


# ---------------------------------------------------------------- the circuits


def spaces_of(kit: Kit, colour: int, look: Theme) -> dict[str, Any]:
    """All spaces of a colour, as one trace."""
    xs: list[float | None] = []
    ys: list[float | None] = []
    for space, its_colour in all_spaces(kit).items():
        if its_colour == colour:
            points = outline(*space, length_of(kit, space[0]))
            xs += [x for x, _ in points] + [None]
            ys += [y for _, y in points] + [None]
    return {
        "type": "scatter",
        "mode": "lines",
        "x": xs,
        "y": ys,
        "fill": "toself",
        "fillcolor": FILL[colour],
        "line": {"color": look.line, "width": 1},
        "hoverinfo": "skip",
        "cliponaxis": False,
    }


def signs(kit: Kit, look: Theme) -> dict[str, Any]:
    """The sign of each space's colour, with its number; the starts say so."""
    spaces = all_spaces(kit)
    places = [space_place(kit, *space) for space in spaces]
    told = []
    for (circuit, space), colour in spaces.items():
        name = "AB"[circuit] + (str(space) if space else "")
        sign = SIGN[colour] if space else "START"
        size = look.px(15) if space else look.px(9)
        told.append(f'<span style="font-size:{size}px">{sign}</span><br>{name}')
    colours = [ON[colour] for colour in spaces.values()]
    return draw.texts([x for x, _ in places], [y for _, y in places], told, look.px(9), colours)


def links(look: Theme) -> list[dict[str, Any]]:
    """The bridge from A Start to B Start, which a hundred points open."""
    (ax, ay, _, _), (bx, by, _, _) = along(rules.A, 0), along(rules.B, 0)
    return [draw.line(ax, ay, bx, by, FILL[rules.GREEN], look.px(9))]


def halo(
    state: np.record, kit: Kit, lit: Collection[str], ahead: dict[tuple[int, int], int], look: Theme, pixels: float
) -> dict[str, Any]:
    """A ring round what is lit, and round the space of the player on turn."""
    here = (int(state.circuit[state.seat]), int(state.space[state.seat]))
    chosen = [s for s in all_spaces(kit) if words.space_name(*s) in lit or str(ahead.get(s, "")) in lit]
    ringed = [here, *chosen] if state.phase != rules.WHO_STARTS else chosen
    places = [space_place(kit, *space) for space in ringed]
    widths = [look.px(2 if space == here and space not in chosen else 4) for space in ringed]
    size = round(0.2 * pixels, 1)
    xs, ys = [x for x, _ in places], [y for _, y in places]
    return draw.markers(xs, ys, "rgba(255,255,255,0.35)", size, "circle", look.lit, widths)


# ---------------------------------------------------------------- tokens and the die


def token_places(state: np.record, kit: Kit) -> list[Place]:
    """Where each player's token stands; those on one space stand side by side."""
    here = [(int(state.circuit[seat]), int(state.space[seat])) for seat in range(kit.record.players)]
    places = []
    for seat, space in enumerate(here):
        stands = STANDS[here.count(space)]
        right, up = stands[here[:seat].count(space)]
        x, y = space_place(kit, *space)
        places.append((draw.n(x + right * TOKEN), draw.n(y + up * TOKEN)))
    return places


def tokens(state: np.record, kit: Kit, look: Theme, pixels: float) -> dict[str, Any]:
    places = token_places(state, kit)
    seats = range(len(places))
    colours, symbols = [look.seat(s) for s in seats], [look.symbol(s) for s in seats]
    xs, ys = [x for x, _ in places], [y for _, y in places]
    return draw.markers(xs, ys, colours, round(TOKEN * 1.25 * pixels, 1), symbols, "#ffffff", look.px(1.5))


def token_numbers(state: np.record, kit: Kit, look: Theme) -> dict[str, Any]:
    places = token_places(state, kit)
    told = [f"<b>{seat + 1}</b>" for seat in range(len(places))]
    colours = [themes.on(look.seat(seat)) for seat in range(len(places))]
    return draw.texts([x for x, _ in places], [y for _, y in places], told, look.px(11), colours)


def edge_places(kit: Kit, ahead: dict[tuple[int, int], int]) -> list[Place]:
    """The inner edges of the spaces that can be reached."""
    places = []
    for circuit, space in ahead:
        x, y, right, up = along(circuit, space / length_of(kit, circuit))
        breadth = TRACKS[circuit][2] / 2
        places.append((draw.n(x - right * breadth), draw.n(y - up * breadth)))
    return places


def numbers(
    kit: Kit, ahead: dict[tuple[int, int], int], look: Theme, pixels: float, state: np.record
) -> dict[str, Any]:
    """Discs for the numbers of the die on the spaces ahead."""
    places = edge_places(kit, ahead)
    xs, ys = [x for x, _ in places], [y for _, y in places]
    return draw.markers(xs, ys, "#ffffff", round(0.085 * pixels, 1), "circle", look.seat(int(state.seat)), look.px(2))


def number_texts(kit: Kit, ahead: dict[tuple[int, int], int], look: Theme, state: np.record) -> dict[str, Any]:
    places = edge_places(kit, ahead)
    told = [f"<b>{value}</b>" for value in ahead.values()]
    return draw.texts([x for x, _ in places], [y for _, y in places], told, look.px(11), "#15191d")


def the_die(state: np.record, pixels: float, look: Theme) -> tuple[Any, Any, Any]:
    """The die lies in the middle, with this turn's roll; before that it is blank."""
    shown = int(state.die)
    if state.phase == rules.WHO_STARTS:
        shown = next((int(v) for v in reversed(state.start_roll[: state.seat]) if v), 0)
    return draw.dice([(0.345, 0.345)], [shown], 0.13, pixels, look)


# ---------------------------------------------------------------- the middle: decks and the drawn card


def deck_box(deck: int) -> tuple[float, float, float, float]:
    """Where a deck lies."""
    x, y = (deck - 1) * 0.285, 0.1
    return x - 0.13, y - 0.12, x + 0.13, y + 0.13


def middle(state: np.record, kit: Kit, look: Theme) -> list[dict[str, Any]]:
    """The three decks, face down, and the drawn card, face up."""
    shapes = []
    for deck in range(rules.DECKS):
        x0, y0, x1, y1 = deck_box(deck)
        active = state.phase == rules.TO_DRAW and rules.colour_under(state, kit.record) == deck + 1
        edge = {"color": look.lit if active else look.line, "width": look.px(4 if active else 1)}
        for rise in (0.0, 0.012, 0.024):
            shapes.append(draw.rounded(x0, y0 + rise, x1, y1 + rise, 0.03, fillcolor=FILL[deck + 1], line=edge))
    colour = drawn_colour(state, kit)
    face = {"fillcolor": "#ffffff", "line": {"color": FILL[colour], "width": look.px(5)}}
    blank = {"fillcolor": look.felt, "line": {"color": look.line, "width": 1, "dash": "dot"}}
    shapes.append(draw.rounded(-0.415, -0.43, 0.415, -0.08, 0.04, **(face if colour else blank)))
    return shapes


def pitfall_label(kit: Kit, look: Theme) -> dict[str, Any]:
    """The name of the area, beside its spaces."""
    area = [space for space, colour in all_spaces(kit).items() if colour == rules.PITFALL]
    if not area:
        return draw.label(0, 0, "", look.px(9), look.soft)
    circuit, space = area[-1]
    x, y, right, up = along(circuit, space / length_of(kit, circuit))
    breadth = TRACKS[circuit][2] / 2 + 0.027
    angle = math.degrees(math.atan2(right, up))
    return draw.label(
        x + right * breadth, y + up * breadth, "EMOTIONAL PITFALL", look.px(8), look.soft, textangle=round(angle)
    )


def drawn_colour(state: np.record, kit: Kit) -> int:
    """The colour of the drawn card, 0 where there is none."""
    return int(kit.record.card_colour[state.card // rules.COPIES]) if state.card >= 0 else 0


def middle_texts(state: np.record, kit: Kit, look: Theme) -> list[dict[str, Any]]:
    """What stands on the decks and on the drawn card; always equally many texts."""
    told = [
        pitfall_label(kit, look),
        draw.label(-0.42, 0.345, "<b>CONNECTIONS</b>", look.px(16), look.ink, xanchor="left"),
    ]
    for deck in range(rules.DECKS):
        x0, y0, x1, y1 = deck_box(deck)
        ink = ON[deck + 1]
        seen = f"{state.known[deck]} / {state.cards_in[deck]} seen"
        if kit.record.draws == rules.INDEPENDENT:
            seen = f"{state.cards_in[deck]} cards"
        told.append(draw.label((x0 + x1) / 2, (y0 + y1) / 2 + 0.06, SIGN[deck + 1], look.px(19), ink))
        told.append(draw.label((x0 + x1) / 2, (y0 + y1) / 2 - 0.05, seen, look.px(9), ink))
    if state.card < 0:
        told += [draw.label(0, y, "", look.px(10), look.soft) for y in (-0.135, -0.245, -0.37)]
        return told
    subject = int(state.card) // rules.COPIES
    circuit = int(state.circuit[state.seat])
    points = int(rules.worth(kit.record, subject, circuit))
    twice = " (double)" if rules.doubled(kit.record, subject, circuit) else ""
    name = draw.wrap(draw.escape(words.card_name(kit, state.card)), 20)
    kind = words.KINDS_OF_CARD[drawn_colour(state, kit)]
    told.append(draw.label(0, -0.135, f"{SIGN[drawn_colour(state, kit)]} {kind}", look.px(11), "#4d5760"))
    told.append(draw.label(0, -0.245, f"<b>{name}</b>", look.px(15), "#15191d"))
    told.append(draw.label(0, -0.37, f"<b>{points:+d}</b>{twice}", look.px(15), "#15191d"))
    return told


# ---------------------------------------------------------------- the score track


def row_y(seat: int) -> float:
    return ROWS_BEGIN - ROW * seat


def bars(state: np.record, kit: Kit, look: Theme) -> list[dict[str, Any]]:
    """One track for each player, from 0 to the goal, with a mark at the hundred; and the escape cards not used yet."""
    shapes = []
    left, right = BAR
    for seat in range(kit.record.players):
        y, h = row_y(seat), 0.034
        shapes.append(draw.rounded(left, y - h, right, y + h, 0.03, fillcolor=look.faint))
        share = min(max(state.points[seat] / kit.record.goal, 0.0), 1.0)
        end = left + (right - left) * share
        shapes.append(draw.rounded(left, y - h, end, y + h, 0.03, fillcolor=look.seat(seat)))
        fill = ESCAPE_BLUE if state.escapes[seat] else look.felt
        edge = {"color": ESCAPE_BLUE if state.escapes[seat] else look.line, "width": 1}
        shapes.append(draw.rounded(0.79, y - 0.045, 1.03, y + 0.045, 0.02, fillcolor=fill, line=edge))
    return shapes


def row_signs(state: np.record, kit: Kit, look: Theme) -> dict[str, Any]:
    """Each player's token before the row."""
    seats = range(kit.record.players)
    colours, symbols = [look.seat(s) for s in seats], [look.symbol(s) for s in seats]
    on_turn = [look.px(3) if s == state.seat and state.phase != rules.ENDED else 0 for s in seats]
    return draw.markers(
        [-0.97] * len(seats), [row_y(s) for s in seats], colours, look.px(15), symbols, look.lit, on_turn
    )


def row_texts(state: np.record, kit: Kit, lang: str, look: Theme) -> dict[str, Any]:
    """Names, points, what is still wanted for B, and the escape cards."""
    xs: list[float] = []
    ys: list[float] = []
    told: list[str] = []
    colours: list[str] = []
    where: list[str] = []
    for seat in range(kit.record.players):
        name = draw.escape(words.seat_name(kit, seat, lang))
        on_turn = seat == state.seat and state.phase != rules.ENDED
        toward = f"A {state.toward[seat]}/{kit.record.hundred}" if state.circuit[seat] == rules.A else "B"
        held = bool(state.escapes[seat])
        entries = (
            (-0.91, f"<b>▸ {name}</b>" if on_turn else name, look.ink, "middle right"),
            (0.32, f"<b>{state.points[seat]}</b>", look.ink, "middle right"),
            (0.5, toward, look.soft, "middle right"),
            (0.91, "escape" if held else "used", "#ffffff" if held else look.soft, "middle center"),
        )
        for x, text, colour, position in entries:
            xs.append(x)
            ys.append(draw.n(row_y(seat)))
            told.append(text)
            colours.append(colour)
            where.append(position)
    return draw.texts(xs, ys, told, look.px(12), colours, textposition=where)


def badge(kit: Kit, look: Theme, bottom: float) -> list[dict[str, Any]]:
    """Says that the spaces are invented, where they are."""
    text = "✎ invented: the spaces" if {"a_space", "b_space"} & set(kit.invented) else ""
    return [draw.label(X[1] - 0.02, ROWS_BEGIN + 0.085, text, look.px(10), look.soft, xanchor="right")]


# ---------------------------------------------------------------- what can be clicked


def spots(state: np.record, kit: Kit, ahead: dict[tuple[int, int], int], pixels: float) -> dict[str, Any]:
    """The spaces; those ahead are called by the number that leads there, as a roll is, the others by their name."""
    spaces = all_spaces(kit)
    places = [space_place(kit, *space) for space in spaces]
    called = [str(ahead[space]) if space in ahead else words.space_name(*space) for space in spaces]
    hover = []
    for (circuit, space), colour in spaces.items():
        lines = [f"<b>{words.space_name(circuit, space)}</b>", SAYS[colour]]
        if colour == rules.TAN and circuit == rules.A:
            lines.append("tan counts double in A")
        if (circuit, space) in ahead:
            lines.append(f"with a {ahead[circuit, space]}")
        hover.append("<br>".join(lines))
    return draw.clickable([x for x, _ in places], [y for _, y in places], called, hover, round(0.2 * pixels, 1))


def extras(table: Any) -> list[Any]:
    """What Connections adds to a table: the place where players give their examples."""
    from gamelib.games.connections.extras import ExamplesPanel

    return [ExamplesPanel.of(table).widget]
