"""A state of The Mushroom Eaters as a picture, from the top down.

- the Action Path as a map of ten panels, each space a tile with a sign for what it does, the pawn, and octagons where
  personal paths branch off or are walked;
- what lies ahead of the pawn, in words;
- the focus boards as towers of cubes, and what each player has;
- the card or challenge that is open, and whose decision it is.

Units are pixels at normal size.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np
import plotly.graph_objects as go

from gamelib.games.mushroom import rules as r
from gamelib.games.mushroom import words as w
from gamelib.kit import Kit
from gamelib.show import draw
from gamelib.show import theme as themes
from gamelib.show.theme import BLUE, GREEN, ORANGE, PINK, SKY, VERMILION, YELLOW, Theme

WIDTH, HEIGHT = 448.0, 472.0
PANEL_WIDE, PANEL_HIGH, TILE = 89.6, 92.0, 20.5
COLUMNS, TILES = 5, 4  # panels in a row, tiles in a row of a panel
AHEAD, CARD_WIDE, CARD_HIGH, AHEAD_TOP = 7, 63.0, 82.0, 192.0
TABLE_TOP = 288.0
TOWER_WIDE, CUBE = 50.0, 13.0
ROW = 28.0
TITLE_LETTERS = 48  # more do not fit above the board

# The sign and the colour of each kind of space; gains and losses have their own.
SIGNS = {
    r.NOTHING: ("·", "#8a949d"),
    r.FACE: ("☻", YELLOW),
    r.SHAMAN_DRUM: ("◉", ORANGE),
    r.INTENSE: ("!", "#15191d"),
    r.MANTRA_SPACE: ("", SKY),
    r.ENVIRONMENT: ("☁", "#c9d1d8"),
    r.SHARE: ("⇄", GREEN),
    r.TALKING: ("…", "#c9d1d8"),
    r.FIRE: ("▲", VERMILION),
    r.PLACE: ("?", "#e3d9c6"),
    r.PERSONAL_PATH: ("↗", PINK),
    r.JELLY: ("J", PINK),
    r.RETURN_MANTRAS: ("↩", SKY),
}
GAIN, LOSS = ("+", GREEN), ("−", BLUE)


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
        lang: "en" for the rulebook's theme, "en-neutral" for the neutral one.
        lit: words of actions to light up, such as {"B4", "Hour Board"}.
        seat: whose view; all see all.
        theme: colours and size.
    """
    look, names = themes.get(theme), w.space_names(kit)
    lit_spaces = [space for space, name in enumerate(names) if name in lit]
    ahead = range(int(state.pawn), min(int(state.pawn) + AHEAD, len(names)))
    traces = [
        tiles(state, kit, names, lit_spaces, look),
        octagons(state, kit, look),
        tile_signs(kit, look),
        walkers(state, kit, look),
        the_pawn(state, kit, look),
        ahead_codes(kit, names, ahead, look),
        ahead_words(state, kit, lang, ahead, look),
        cubes(state, kit, look),
        player_marks(state, kit, look),
        table_texts(state, kit, lang, look),
        spots(state, kit, lang, names, ahead, look),
    ]
    shapes = panel_frames(state, kit, look) + ahead_frames(state, kit, ahead, lit_spaces, look)
    shapes += tower_frames(kit, lang, lit, look) + table_frame(state, kit, look)
    return draw.board_figure(
        traces,
        look,
        x=(0.0, WIDTH),
        y=(-HEIGHT, 0.0),
        title=title(state, kit, lang),
        shapes=shapes,
        annotations=[open_card(state, kit, lang, look)],
    )


def title(state: np.record, kit: Kit, lang: str) -> str:
    """Turn, and whose decision it is."""
    name = w.themed(w.TITLE, lang)
    if state.ended:
        return f"<b>{name}</b> · the end"
    what = int(r.what_now(state))
    asked = w.themed(w.ASKS.get(what, ""), lang)
    who = "" if r.is_chance(what) else f"{w.seat_name(kit, int(r.whose(state)), lang)}: "
    said = f"{state.turn} · {who}{asked}"
    return f"<b>{name}</b> · {said}" if len(name) + len(said) < TITLE_LETTERS else f"<b>{said}</b>"


# -------------------------------------------------------------------------------------------------------------- the map


def panel_corner(panel: int) -> tuple[float, float]:
    """The top left corner of a panel."""
    return panel % COLUMNS * PANEL_WIDE + 2, -(panel // COLUMNS) * (PANEL_HIGH + 2) - 2


def tile_places(kit: Kit) -> list[tuple[float, float]]:
    """The middle of each space's tile: in rows of four within its panel."""
    places, counts = [], [0] * r.PANELS
    for space in range(kit.record.spaces):
        panel = int(kit.record.space_panel[space])
        x, y = panel_corner(panel)
        row, column = divmod(counts[panel], TILES)
        counts[panel] += 1
        places.append((x + 12 + column * (TILE + 0.8), y - 23 - row * (TILE - 1.5)))
    return places


def sign_of(kit: Kit, space: int) -> tuple[str, str]:
    """The sign and the colour of a space."""
    k = kit.record
    action, number = int(k.space_action[space]), int(k.space_number[space])
    if action == r.ITEMS:
        return LOSS if k.space_effects[space, 0, 0] >= r.LOSE_AWAKENING else GAIN
    sign, colour = SIGNS[action]
    if action == r.INTENSE:
        return str(number), colour
    return (w.LETTERS[number] if action == r.MANTRA_SPACE else sign), colour


def tiles(state: np.record, kit: Kit, names: list[str], lit: list[int], look: Theme) -> dict[str, Any]:
    """The spaces: round ones, and square ones with a thick edge where the pawn must stop."""
    places = tile_places(kit)
    must = kit.record.space_must
    edges = [look.lit if space in lit else look.ink if must[space] else look.line for space in range(len(names))]
    widths = [look.px(4 if space in lit else 2 if must[space] else 0.6) for space in range(len(names))]
    return draw.markers(
        [draw.n(x) for x, _ in places],
        [draw.n(y) for _, y in places],
        [sign_of(kit, space)[1] for space in range(len(names))],
        look.px(TILE - 4),
        ["square" if must[space] else "circle" for space in range(len(names))],
        edges,
        widths,
    )


def tile_signs(kit: Kit, look: Theme) -> dict[str, Any]:
    """A sign on each space, so that nobody needs to see the colour."""
    places = tile_places(kit)
    signs = [sign_of(kit, space) for space in range(len(places))]
    return draw.texts(
        [draw.n(x) for x, _ in places],
        [draw.n(y) for _, y in places],
        [f"<b>{sign}</b>" for sign, _ in signs],
        look.px(11),
        [themes.on(colour) for _, colour in signs],
    )


def octagons(state: np.record, kit: Kit, look: Theme) -> dict[str, Any]:
    """Where personal paths branch off (MUS-55)."""
    places = [place for space, place in enumerate(tile_places(kit)) if kit.record.space_branch[space]]
    shown = places if kit.record.personal_paths else []
    xs, ys = [draw.n(x + 8) for x, _ in shown], [draw.n(y + 8) for _, y in shown]
    return draw.markers(xs, ys, look.card, look.px(9), "octagon", PINK, look.px(2))


def walkers(state: np.record, kit: Kit, look: Theme) -> dict[str, Any]:
    """The octagons of who walks a personal path (MUS-57)."""
    places = tile_places(kit)
    seats = [s for s in range(kit.record.players) if state.path_at[s] >= 0]
    spots = [places[int(state.path_at[s])] for s in seats]
    xs, ys = [draw.n(x + 8) for x, _ in spots], [draw.n(y + 8) for _, y in spots]
    return draw.markers(xs, ys, [look.seat(s) for s in seats], look.px(13), "octagon", look.ink, look.px(1.5))


def the_pawn(state: np.record, kit: Kit, look: Theme) -> dict[str, Any]:
    """The mushroom, on its space."""
    x, y = tile_places(kit)[int(state.pawn)]
    return draw.markers([draw.n(x)], [draw.n(y)], look.lit, look.px(19), "star", look.card, look.px(2))


def panel_frames(state: np.record, kit: Kit, look: Theme) -> list[dict[str, Any]]:
    """A frame around each panel; paler where it has not been seen."""
    here = int(kit.record.space_panel[state.pawn])
    frames = []
    for panel in range(r.PANELS):
        x, y = panel_corner(panel)
        line = {"color": look.lit if panel == here else look.faint, "width": look.px(2 if panel == here else 1)}
        fill = look.card if panel < state.opened else look.felt
        frames.append(draw.rounded(x, y, x + PANEL_WIDE - 4, y - PANEL_HIGH, 6, fillcolor=fill, line=line))
    return frames


# ------------------------------------------------------------------------------------------------------ what lies ahead


def ahead_corner(i: int) -> tuple[float, float]:
    """The top left corner of a card of what lies ahead."""
    return 2 + i * (CARD_WIDE + 1), -AHEAD_TOP


def ahead_frames(state: np.record, kit: Kit, ahead: range, lit: list[int], look: Theme) -> list[dict[str, Any]]:
    """A card for the pawn's space and each of the next; a band shows its colour."""
    shapes = []
    for i in range(AHEAD):
        x, y = ahead_corner(i)
        there = i < len(ahead)
        space = ahead[i] if there else 0
        chosen = there and space in lit
        line = {"color": look.lit if chosen or i == 0 else look.line, "width": look.px(3 if chosen else 1.5)}
        fill = look.card if there else look.felt
        shapes.append(draw.rounded(x, y, x + CARD_WIDE - 1, y - CARD_HIGH, 5, fillcolor=fill, line=line))
        band = sign_of(kit, space)[1] if there else look.felt
        shapes.append(draw.rounded(x + 2, y - 2, x + CARD_WIDE - 3, y - 17, 4, fillcolor=band))
    return shapes


def ahead_codes(kit: Kit, names: list[str], ahead: range, look: Theme) -> dict[str, Any]:
    """The names of the spaces ahead, on their bands."""
    corners = [ahead_corner(i) for i in range(len(ahead))]
    must = kit.record.space_must
    codes = [f"<b>{names[space]}{' ■' if must[space] else ''}</b>" for space in ahead]
    colours = [themes.on(sign_of(kit, space)[1]) for space in ahead]
    return draw.texts(
        [draw.n(x + CARD_WIDE / 2) for x, _ in corners],
        [draw.n(y - 9.5) for _, y in corners],
        codes,
        look.px(11),
        colours,
    )


def ahead_words(state: np.record, kit: Kit, lang: str, ahead: range, look: Theme) -> dict[str, Any]:
    """What the spaces ahead do."""
    corners = [ahead_corner(i) for i in range(len(ahead))]
    said = []
    for space in ahead:
        text = doing(state, kit, lang, space)
        if kit.record.space_branch[space] and kit.record.personal_paths:
            text += " ↗ path"
        said.append(draw.wrap(draw.escape(text), 10, 4))
    xs, ys = [draw.n(x + CARD_WIDE / 2) for x, _ in corners], [draw.n(y - 48) for _, y in corners]
    return draw.texts(xs, ys, said, look.px(10.5), look.ink)


def doing(state: np.record, kit: Kit, lang: str, space: int) -> str:
    """What a space does; a place symbol what its token does (MUS-15)."""
    token = int(r.token_on(state, kit.record, space))
    if kit.record.space_action[space] != r.PLACE or token < 0:
        return w.say_space(kit, lang, space)
    k = kit.record
    action, number = int(k.token_action[token]), int(k.token_number[token])
    said = w.say_action(kit, lang, action, number, k.token_effects[token])
    return f"Place: {said}" + (" (1)" if k.token_one[token] else "")


# --------------------------------------------------------------------------------------------- focus boards and players


def tower_corner(board: int) -> tuple[float, float]:
    """The top left corner of a focus board."""
    return 4 + board * (TOWER_WIDE + 4), -TABLE_TOP


def tower_frames(kit: Kit, lang: str, lit: Collection[str], look: Theme) -> list[dict[str, Any]]:
    """The focus boards."""
    shapes = []
    for board in range(2):
        x, y = tower_corner(board)
        high = 20 + int(r.room(kit.record, board)) * (CUBE + 1.2)
        chosen = w.themed(("Hour Board", "Shaman Drum Board")[board], lang) in lit
        line = {"color": look.lit if chosen else look.line, "width": look.px(3 if chosen else 1.2)}
        shapes.append(draw.rounded(x, y, x + TOWER_WIDE, y - high, 5, fillcolor=look.card, line=line))
    return shapes


def cubes(state: np.record, kit: Kit, look: Theme) -> dict[str, Any]:
    """The cubes on the focus boards, the topmost at the top, each in its player's colour and shape (MUS-125)."""
    xs, ys, colours, symbols = [], [], [], []
    for board in range(2):
        x, y = tower_corner(board)
        for place in range(int(r.cubes_on(state, board))):
            seat = int(state.tracks[board, place])
            xs.append(draw.n(x + TOWER_WIDE / 2))
            ys.append(draw.n(y - 25 - place * (CUBE + 1.2)))
            colours.append(look.seat(seat))
            symbols.append(look.symbol(seat))
    return draw.markers(xs, ys, colours, look.px(CUBE - 1), symbols, look.ink, look.px(1))


def row_y(seat: int) -> float:
    """The middle of a player's row."""
    return -TABLE_TOP - 25 - seat * ROW


def player_marks(state: np.record, kit: Kit, look: Theme) -> dict[str, Any]:
    """A mark in each player's colour and shape before the name."""
    seats = range(int(kit.record.players))
    colours, symbols = [look.seat(s) for s in seats], [look.symbol(s) for s in seats]
    return draw.markers([121.0] * len(seats), [row_y(s) for s in seats], colours, look.px(12), symbols, look.ink, 1)


def table_frame(state: np.record, kit: Kit, look: Theme) -> list[dict[str, Any]]:
    """A band behind the player whose turn it is, a frame around the one who decides."""
    seat = int(state.current)
    deciding = seat if state.ended or r.is_chance(int(r.what_now(state))) else int(r.whose(state))
    band = (114.0, row_y(seat) + ROW / 2 - 1, WIDTH - 2, row_y(seat) - ROW / 2 + 1)
    frame = (114.0, row_y(deciding) + ROW / 2 - 1, WIDTH - 2, row_y(deciding) - ROW / 2 + 1)
    line = {"color": look.lit, "width": look.px(2)}
    return [draw.rounded(*band, 5, fillcolor=look.faint), draw.rounded(*frame, 5, fillcolor="rgba(0,0,0,0)", line=line)]


# The columns of the players' table: where, and the heading.
TABLE = (
    (130.0, ""),
    (201.0, "I"),
    (217.0, "M"),
    (234.0, "A"),
    (251.0, "W"),
    (268.0, "P"),
    (285.0, "☻"),
    (324.0, "mantras"),
    (367.0, "br."),
    (394.0, "paths"),
    (428.0, "xp"),
)


def table_texts(state: np.record, kit: Kit, lang: str, look: Theme) -> dict[str, Any]:
    """Each player's tracks, items and Experience, and the names of the focus boards."""
    xs, ys, said = [], [], []
    heads = [text for _, text in TABLE]
    if lang == "en-neutral":
        heads[1:8] = ["C", "P", "S", "I", "R", "☻", "songs"]
    for (x, _), text in zip(TABLE, heads, strict=True):
        xs.append(x)
        ys.append(-TABLE_TOP - 4)
        said.append(text)
    for seat in range(int(kit.record.players)):
        for (x, _), text in zip(TABLE, row_of(state, kit, lang, seat), strict=True):
            xs.append(x)
            ys.append(row_y(seat))
            said.append(text)
    for board, name in enumerate(("Hour", "Drum")):
        x, y = tower_corner(board)
        xs.append(draw.n(x + TOWER_WIDE / 2))
        ys.append(draw.n(y - 9))
        said.append(f"<b>{name}</b>")
    positions = ["middle right" if x == TABLE[0][0] else "middle center" for x in xs]
    return draw.texts(xs, ys, said, look.px(12), look.ink, textposition=positions)


def row_of(state: np.record, kit: Kit, lang: str, seat: int) -> list[str]:
    """What a player has, as the columns of the table."""
    letters = "".join(letter * n for letter, n in zip(w.LETTERS, state.mantras[seat], strict=True))
    points = int(r.half_points(state, kit.record, seat))
    special = " ★" if state.jelly and not state.special[seat] else ""
    paths = str(state.collected[seat])
    if state.path_at[seat] >= 0:
        steps = int(r.last_step(kit.record, int(state.path_card[seat]))) + 1 if state.path_card[seat] >= 0 else 0
        paths += f" ({int(state.path_step[seat]) + 1}/{steps})"
    return [
        w.seat_name(kit, seat, lang) + special,
        f"<b>{state.strength[seat]}</b>",
        str(state.moving[seat]),
        str(state.awakening[seat]),
        str(state.wisdom[seat]),
        str(state.paradox[seat]),
        str(state.faces[seat]),
        letters if len(letters) <= 6 else f"{letters[:5]}…",
        "●" if state.breath[seat] else "○",
        paths,
        f"<b>{w.half(points)}</b>",
    ]


def open_card(state: np.record, kit: Kit, lang: str, look: Theme) -> dict[str, Any]:
    """The common card, the personal path or the challenge that is open, and the hand of who is to decide."""
    lines = [line for line in (now_open(state, kit, lang), hand_line(state, kit, lang)) if line]
    text = "<br>".join(lines) or " "
    return draw.label(4, -HEIGHT + 2, text, look.px(12), look.ink, xanchor="left", yanchor="bottom", align="left")


def now_open(state: np.record, kit: Kit, lang: str) -> str:
    """What is looked at just now, in words."""
    what, k = int(r.what_now(state)), kit.record
    if what in (r.OUTCOME, r.DRAIN):
        return w.themed(f"Challenge {state.challenge} (intensity {state.printed} and the die)", lang)
    if what in (r.ROLL_DIE, r.ANSWER):
        return w.themed(f"Challenge: intensity {state.printed}, the die is to fall", lang)
    if what == r.SHOW_CARD and state.card >= 0:
        rows = [w.say_effects(k.environment_effects[state.card, value], lang) or "–" for value in range(4)]
        said = " · ".join(f"{value}: {row}" for value, row in enumerate(rows))
        return f"<b>{draw.escape(kit.names('environment', lang=lang)[state.card])}</b> {said}"
    if what == r.GIVE_ITEM:
        items = [w.say_effects(k.card_share[state.card, i : i + 1], lang) for i in range(3)]
        return "<b>Share</b> " + " · ".join(f"{i + 1}: {item}" for i, item in enumerate(items))
    if what == r.GIVE_CARD:
        cards = [c for c in range(k.cards) if r.forbids_talk_card(state, c) == 0]
        said = [f"{kit.names('card', lang=lang)[c]}: {w.say_effects(k.card_talk[c], lang)}" for c in cards]
        return "<b>Talking</b> " + " · ".join(said)
    seat = int(state.current)
    if what >= 0 and state.path_card[seat] >= 0:
        return path_line(state, kit, lang, seat)
    return ""


def path_line(state: np.record, kit: Kit, lang: str, seat: int) -> str:
    """The personal path of a seat from its octagon on."""
    k, card = kit.record, int(state.path_card[seat])
    steps = []
    for step in range(int(state.path_step[seat]), int(r.last_step(k, card)) + 1):
        action, number = int(k.path_actions[card, step]), int(k.path_numbers[card, step])
        number = int(k.path_base[card]) if action == r.INTENSE else number
        steps.append(w.say_action(kit, lang, action, number, k.path_effects[card, step]))
    name = draw.escape(kit.names("path", lang=lang)[card])
    return f"<b>{name}</b> " + " → ".join(steps)


def hand_line(state: np.record, kit: Kit, lang: str) -> str:
    """The mood cards of who is to decide."""
    what = int(r.what_now(state))
    if what < 0:
        return ""
    seat = int(state.current) if r.is_chance(what) else int(r.whose(state))
    names = kit.names("mood", lang=lang)
    cards = [names[card] for card in range(r.MOODS) if state.hand[seat, card] == r.IN_HAND]
    return f"{w.seat_name(kit, seat, lang)} holds " + " · ".join(cards)


def spots(state: np.record, kit: Kit, lang: str, names: list[str], ahead: range, look: Theme) -> dict[str, Any]:
    """What can be clicked: tiles, the cards of what lies ahead, the focus boards, the players."""
    xs, ys, called, hover, sizes = [], [], [], [], []

    def spot(x: float, y: float, word: str, told: str, size: float) -> None:
        xs.append(draw.n(x))
        ys.append(draw.n(y))
        called.append(word)
        hover.append(told)
        sizes.append(look.px(size))

    titles = kit.names("space", lang=lang)
    told = []
    for space, name in enumerate(names):
        lines = [f"<b>{name}: {draw.escape(titles[space])}</b>", draw.escape(doing(state, kit, lang, space))]
        lines += ["Must Do"] if kit.record.space_must[space] else []
        lines += [w.themed("a personal path branches off", lang)] if kit.record.space_branch[space] else []
        told.append("<br>".join(lines))
    for space, (x, y) in enumerate(tile_places(kit)):
        spot(x, y, names[space], told[space], TILE - 2)
    for i, space in enumerate(ahead):
        x, y = ahead_corner(i)
        spot(x + CARD_WIDE / 2, y - CARD_HIGH / 2, names[space], told[space], CARD_WIDE - 4)
    for board, name in enumerate(("Hour Board", "Shaman Drum Board")):
        x, y = tower_corner(board)
        word = w.themed(name, lang)
        spot(x + TOWER_WIDE / 2, y - 60, word, f"<b>{word}</b>", TOWER_WIDE)
    for seat in range(int(kit.record.players)):
        name = w.seat_name(kit, seat, lang)
        stock = int(r.stock(state, kit.record, seat))
        spot(150, row_y(seat), name, f"<b>{name}</b><br>focus cubes in stock: {stock}", ROW - 4)
    return draw.clickable(xs, ys, called, hover, sizes)
