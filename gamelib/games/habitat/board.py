"""A table of Habitat as a picture: chains as stacks from the resource up, the displays, the hands.

A card is a strip in the colour of its title bar, with rank and a letter for its diet (R resource, F forager,
C carnivore, O omnivore, E event), and marks for its realms. A Hungry one has a dashed outline and an exclamation mark.
When a card is lit, so is what could feed it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import plotly.graph_objects as go

from gamelib.games.habitat import rules as r
from gamelib.games.habitat import words
from gamelib.kit import Kit
from gamelib.show import draw
from gamelib.show import theme as themes
from gamelib.show.theme import GREEN, ORANGE, SKY, Theme

COLUMNS = 5
WIDE, HIGH = 2.0, 0.47  # a strip with its gap
BAR = 0.05  # the gap
BARS = {r.RESOURCE: "#6C3A8E", r.FORAGER: "#00694A", r.CARNIVORE: "#B3261E", r.OMNIVORE: "#1F1F1F"}
EVENT_BAR, BACK = "#7A4A1E", "#5A6772"
LETTERS = {r.RESOURCE: "R", r.FORAGER: "F", r.CARNIVORE: "C", r.OMNIVORE: "O"}
REALM_MARKS = {
    r.TERRESTRIAL: ("square", "#E8B06A", "terrestrial"),
    r.AQUATIC: ("circle", SKY, "aquatic"),
    r.FLYING: ("triangle-up", "#FFFFFF", "flying"),
}
SEEN = 12  # letters of a name that have room on a strip
NOW = {
    r.SETTING_UP: "chooses in secret",
    r.LAYING: "the piles are laid out",
    r.DRAW_STEP: "draws",
    r.ACTING: "acts",
    r.LOSING: "gives up a card",
    r.PUTTING_AWAY: "puts the event away",
    r.STARVING: "the Hungry starve",
    r.DISCARDING: "discards",
    r.ENDED: "the game is over",
}


@dataclass
class Sheet:
    """What has been drawn so far: shapes, and the columns of each trace."""

    state: np.record
    kit: Kit
    look: Theme
    seat: int | None
    lit: set[int]
    food: set[int]
    names: list[str]
    shapes: list[dict[str, Any]] = field(default_factory=list)
    labels: list[tuple[float, float, str, str]] = field(default_factory=list)
    heads: list[tuple[float, float, str, str]] = field(default_factory=list)
    marks: list[tuple[float, float, str, str]] = field(default_factory=list)
    spots: list[tuple[float, float, str, str]] = field(default_factory=list)

    def strip(self, card: int, x: float, y: float) -> None:
        """One card, its top left corner at (x, y); face down where this seat may not see it."""
        if self.seat is not None and r.hidden_from(self.state, self.seat, card):
            self.back(x, y)
            return
        hungry = self.state.place[card] >= r.FOREST and r.is_hungry(self.state, self.kit.record, card)
        border = {"color": self.look.line, "width": 1}
        if card in self.lit:
            border = {"color": self.look.lit, "width": self.look.px(4)}
        elif card in self.food:
            border = {"color": GREEN if not self.look.dark else ORANGE, "width": self.look.px(4), "dash": "dot"}
        elif hungry:
            border = {"color": ORANGE, "width": self.look.px(3), "dash": "dash"}
        self.shapes.append(box(x, y, fillcolor=bar(self.state, self.kit, card), line=border))
        self.labels.append(
            (x + 0.08, y - HIGH / 2, short(self.state, self.kit, card, self.names[card], hungry), "#ffffff")
        )
        for i, realm in enumerate(realms(self.state, self.kit, card)):
            symbol, colour, _ = REALM_MARKS[realm]
            self.marks.append((x + WIDE - 0.19 - 0.17 * i, y - HIGH / 2, colour, symbol))
        for i in range(4):
            spot = (x + 0.25 + i * (WIDE - 0.5) / 3, y - HIGH / 2)
            self.spots.append((*spot, self.names[card], about(self.state, self.kit, card, self.names, hungry)))

    def back(self, x: float, y: float) -> None:
        """A card face down."""
        self.shapes.append(box(x, y, fillcolor=BACK, line={"color": self.look.line, "width": 1}))
        self.labels.append((x + WIDE / 2 - 0.05, y - HIGH / 2, "?", "#ffffff"))

    def head(self, x: float, y: float, text: str) -> None:
        """A heading."""
        self.heads.append((x, y, text, self.look.ink))

    def note(self, x: float, y: float, text: str) -> None:
        """A small remark."""
        self.heads.append((x, y, f"<span style='font-size:0.8em'>{text}</span>", self.look.soft))


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
        lit: words of actions to light up, such as {"Mice"}; with a card, what could feed it is lit too.
        seat: whose view; None: all hands are open.
        theme: colours and size.
    """
    look = themes.get(theme)
    names = words.card_names(kit)
    cards = {card for card, name in enumerate(names) if name in lit}
    sheet = Sheet(state, kit, look, seat, cards, food_of(state, cards), names)
    y = displays(sheet)
    for player in range(int(kit.record.players)):
        y = forest(sheet, player, y - 0.25)
    y = legend(sheet, y - 0.2)
    width = COLUMNS * WIDE
    return draw.board_figure(
        traces(sheet, draw.unit(look, (-0.05, width + 0.05))),
        look,
        x=(-0.05, width + 0.05),
        y=(y, 0.35),
        title=title(state, kit, lang),
        shapes=sheet.shapes,
        annotations=[],
    )


def title(state: np.record, kit: Kit, lang: str) -> str:
    """Turn, and what is to be done."""
    seat = int(r.to_act(state))
    who = words.seat_name(kit, seat, lang) + " " if seat >= 0 else ""
    if seat == r.CHANCE and state.phase != r.LAYING:
        what = "the deck gives a card"
    else:
        what = who + NOW[int(state.phase)]
    if state.winner >= 0:
        what = f"{words.seat_name(kit, int(state.winner), lang)} has a Habitat!"
    return f"<b>Habitat</b> · turn {state.turn} · <span style='font-size:0.8em'>{what}</span>"


def food_of(state: np.record, cards: Collection[int]) -> set[int]:
    """The cards in forests that could feed one of these in a chain."""
    eaters = [card for card in cards if r.is_ranked(state, card)]
    forests = [card for card in range(int(state.cards)) if r.FOREST <= state.place[card] < r.ASIDE]
    return {food for food in forests for eater in eaters if r.feeds_on(state, eater, food)}


def displays(sheet: Sheet) -> float:
    """The deck, the Draw Display and the Starving Display. Returns how far down they reach."""
    state, look = sheet.state, sheet.look
    sheet.head(0, 0.1, "Deck")
    sheet.shapes.append(box(0, -0.15, fillcolor=BACK, line={"color": look.line, "width": 1}))
    sheet.labels.append((0.08, -0.15 - HIGH / 2, f"{state.deck} cards", "#ffffff"))
    if state.event >= 0:
        sheet.note(0, -0.15 - 2.45 * HIGH, "in use:")
        sheet.strip(int(state.event), 0, -0.15 - 3 * HIGH)
    sheet.head(WIDE, 0.1, "Draw Display")
    for slot in range(r.SLOTS):
        top = -0.15 - slot * (HIGH + BAR)
        if state.shown[slot] >= 0:
            sheet.strip(int(state.shown[slot]), WIDE, top)
        else:
            empty(sheet, WIDE, top)
    sheet.head(2 * WIDE, 0.1, "Starving Display")
    for slot, pile in enumerate(words.piles(state)):
        x = 2 * WIDE + slot * WIDE
        for i in range(min(2, max(0, len(pile) - 1))):  # a hint of what lies beneath
            lower = -0.15 - (2 - i) * 0.12
            sheet.shapes.append(
                box(x + 0.08 * (2 - i), lower, fillcolor=look.faint, line={"color": look.line, "width": 1})
            )
        if pile:
            sheet.strip(pile[-1], x, -0.15)
            sheet.note(x + 0.05, -0.15 - HIGH - 0.4, f"pile {slot + 1}: {len(pile)} deep")
        else:
            empty(sheet, x, -0.15)
            sheet.note(x + 0.05, -0.15 - HIGH - 0.4, f"pile {slot + 1}: empty")
    return -0.15 - 3 * (HIGH + BAR)


def empty(sheet: Sheet, x: float, y: float) -> None:
    """A place without a card."""
    sheet.shapes.append(
        box(x, y, fillcolor="rgba(0,0,0,0)", line={"color": sheet.look.line, "width": 1, "dash": "dot"})
    )


def forest(sheet: Sheet, player: int, y: float) -> float:
    """One player's chains and hand. Returns how far down they reach."""
    state, kit, look = sheet.state, sheet.kit, sheet.look
    secret = state.phase == r.SETTING_UP and sheet.seat not in (None, player)
    ranks = [] if secret else words.ranks_of(state, kit, player)
    shown = " ".join(
        f"<b>{rank}</b>" if rank in ranks else f"<span style='opacity:0.45'>{rank}</span>" for rank in range(1, 9)
    )
    turn = "▶ " if int(r.to_act(state)) == player else ""
    sheet.head(0, y - 0.15, f"{turn}<b>{words.seat_name(kit, player, 'en')}</b>")
    sheet.heads.append((WIDE * 1.15, y - 0.15, f"ranks fed: {shown} ({len(ranks)} of 8)", look.soft))
    sheet.shapes.append(draw.line(0, y + 0.08, COLUMNS * WIDE, y + 0.08, look.seat(player), look.px(2)))
    y -= 0.4
    chains = words.chains_of(state, player)
    for first in range(0, len(chains), COLUMNS):
        row = chains[first : first + COLUMNS]
        deepest = max(len(chain) for chain in row)
        for column, chain in enumerate(row):
            for level, card in enumerate(chain):
                sheet.strip(card, column * WIDE, y - (deepest - 1 - level) * HIGH)
        y -= deepest * HIGH + 0.12
    if not chains:
        sheet.note(0, y - 0.15, "no chains yet")
        y -= 0.4
    return hand(sheet, player, y)


def hand(sheet: Sheet, player: int, y: float) -> float:
    """The cards in a hand, face down for whom they are hidden from."""
    state = sheet.state
    cards = words.cards_at(state, r.HAND + player) + words.cards_at(state, r.ASIDE + player)
    if sheet.seat is not None:  # face-down cards have no order that would tell anything
        cards.sort(key=lambda card: bool(r.hidden_from(state, sheet.seat, card)))
    sheet.note(
        0, y - 0.12, f"hand{' and cards set aside' if state.phase == r.SETTING_UP else ''}: {len(cards) or 'empty'}"
    )
    y -= 0.3
    for i, card in enumerate(cards):
        sheet.strip(card, (i % COLUMNS) * WIDE, y - (i // COLUMNS) * (HIGH + BAR))
    return y - -(-len(cards) // COLUMNS) * (HIGH + BAR)


def legend(sheet: Sheet, y: float) -> float:
    """What the marks mean, and that cards are invented."""
    for i, (symbol, colour, name) in enumerate(REALM_MARKS.values()):
        x = i * 1.75
        sheet.shapes.append(box(x, y, 0.4, fillcolor=BARS[r.OMNIVORE], line={"width": 0}))
        sheet.marks.append((x + 0.2, y - HIGH / 2, colour, symbol))
        sheet.note(x + 0.48, y - HIGH / 2, name)
    y -= HIGH
    sheet.note(0, y - 0.2, "R resource · F forager · C carnivore · O omnivore · E event · ! Hungry")
    if "species" in sheet.kit.invented:
        sheet.note(0, y - 0.6, "✎ invented: most cards, their numbers, foods and restrictions, and the texts of events")
    return y - 0.9


def box(x: float, y: float, width: float = WIDE - BAR, **style: Any) -> dict[str, Any]:
    """The outline of a strip."""
    return draw.rounded(x, y - HIGH + BAR / 2, x + width, y - BAR / 2, 0.07, **style)


def bar(state: np.record, kit: Kit, card: int) -> str:
    """The colour of a title bar."""
    if not r.is_ranked(state, card):
        return EVENT_BAR
    return BARS[int(kit.record.species_diet[state.kind[card]])]


def realms(state: np.record, kit: Kit, card: int) -> list[int]:
    """The realms of a population."""
    if not r.is_ranked(state, card):
        return []
    return [int(realm) for realm in kit.record.species_realms[state.kind[card]] if realm >= 0]


def short(state: np.record, kit: Kit, card: int, name: str, hungry: bool) -> str:
    """What is written on a strip."""
    rank = "E"
    if r.is_ranked(state, card):
        species = state.kind[card]
        rank = f"{kit.record.species_rank[species]}{LETTERS[int(kit.record.species_diet[species])]}"
    room = SEEN - 2 * len(realms(state, kit, card)) - (1 if hungry else 0)
    cut = name if len(name) <= room else abridged(name, room)
    return f"<b>{'! ' if hungry else ''}{rank}</b> {draw.escape(cut)}"


def abridged(name: str, room: int) -> str:
    """A long name cut to size: "Snowshoe Hares 2" -> "S. Hares 2", "Invertebrates 3" -> "Inverteb. 3"."""
    parts = name.split()
    number = [parts.pop()] if parts[-1].isdigit() and len(parts) > 1 else []
    parts = [part if part == "&" else part[0] + "." for part in parts[:-1]] + parts[-1:]
    room -= sum(len(part) + 1 for part in parts[:-1] + number)
    if len(parts[-1]) > room:
        parts[-1] = parts[-1][: max(2, room - 1)] + "."
    return " ".join(parts + number)


def about(state: np.record, kit: Kit, card: int, names: list[str], hungry: bool) -> str:
    """What the mouse is told on a card."""
    lines = [f"<b>{draw.escape(names[card])}</b>"]
    kind = int(state.kind[card])
    if kind >= r.SPECIES:
        lines.append(f"event: {draw.escape(str(kit.tables['event'][kind - r.SPECIES].get('text', '')))}")
    else:
        lines += about_species(kit, kind)
    if hungry:
        lines.append("<b>Hungry</b>: starves at the end of its owner's turn")
    if state.abundance[card] >= 0:
        lines.append("abundant: supports two chains")
    if state.place[card] == r.IN_STARVING_DISPLAY:
        beneath = next((pile[-2::-1] for pile in words.piles(state) if pile[-1:] == [card]), [])
        lines += ["beneath, from the top: " + ", ".join(draw.escape(names[c]) for c in beneath)] if beneath else []
    return "<br>".join(lines)


def about_species(kit: Kit, species: int) -> list[str]:
    """A species in words."""
    row = kit.tables["species"][species]
    kind = f"rank {row['rank']}, {row['diet']}"
    lines = [kind + (f", {', '.join(row['realms'])}" if row["realms"] else "")]
    if row["eats"]:
        lines.append("eats " + ", ".join(draw.escape(food) for food in row["eats"]))
    if row["true_scavenger"]:
        lines.append("true scavenger: lives on starving animals alone")
    elif row["scavenges"] != "never":
        lines.append(f"{row['scavenges']} scavenger")
    for word, value in row["restrictions"]:
        lines.append(f"<b>food: {draw.escape(f'{word} {value}')}</b>")
    lines.append(
        "invented" if row["source"].startswith("invented") and not row.get("sources") else "in part from the rulebook"
    )
    return lines


def traces(sheet: Sheet, pixels: float) -> list[dict[str, Any]]:
    """The four traces of the board."""
    look = sheet.look
    labels, heads, marks, spots = (
        list(zip(*rows, strict=True)) or [()] * 4 for rows in (sheet.labels, sheet.heads, sheet.marks, sheet.spots)
    )
    place = {"textposition": "middle right"}
    return [
        draw.texts(*rounded(labels), labels[2], look.px(10), list(labels[3]), **place),
        draw.texts(*rounded(heads), heads[2], look.px(12.5), list(heads[3]), **place),
        draw.markers(*rounded(marks), list(marks[2]), look.px(6), list(marks[3]), "#000000", 0.5),
        draw.clickable(*rounded(spots), spots[2], spots[3], round(HIGH * pixels, 1)),
    ]


def rounded(columns: list[Any]) -> tuple[list[float], list[float]]:
    """The places of a trace."""
    return [draw.n(x) for x in columns[0]], [draw.n(y) for y in columns[1]]
