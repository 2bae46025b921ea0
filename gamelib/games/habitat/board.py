"""A table of Habitat as a picture: chains as stacks from the resource up, the displays, the hands.

A card is a strip in the colour of its title bar, with rank and a letter for its diet (R resource, F forager,
C carnivore, O omnivore, E event), and marks for its realms. A Hungry one has a dashed outline and an exclamation mark,
an abundant resource says ×2. A chain is a stack in a frame of its own; a hand lies on a tray.
When a card is lit, so is what could feed it, and what of the hand it could feed.
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

COLUMNS = 4
WIDE, HIGH = 2.5, 0.47  # a strip with its gap
BAR = 0.05  # the gap
BARS = {r.RESOURCE: "#6C3A8E", r.FORAGER: "#00694A", r.CARNIVORE: "#B3261E", r.OMNIVORE: "#1F1F1F"}
EVENT_BAR, BACK = "#7A4A1E", "#5A6772"
LETTERS = {r.RESOURCE: "R", r.FORAGER: "F", r.CARNIVORE: "C", r.OMNIVORE: "O"}
REALM_MARKS = {
    r.TERRESTRIAL: ("square", "#E8B06A", "terrestrial"),
    r.AQUATIC: ("circle", SKY, "aquatic"),
    r.FLYING: ("triangle-up", "#FFFFFF", "flying"),
}
SEEN = 14  # letters of a name that have room on a strip
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
        lives = r.FOREST <= self.state.place[card] < r.ASIDE
        hungry = lives and r.is_hungry(self.state, self.kit.record, card)
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
        lit: words of actions to light up, such as {"Mice"}; with a card, what could feed it is lit too, and what of the
            hand it could feed.
        seat: whose view; None: all hands are open.
        theme: colours and size.
    """
    look = themes.get(theme)
    names = words.card_names(kit)
    cards = {card for card, name in enumerate(names) if name in lit}
    sheet = Sheet(state, kit, look, seat, cards, food_of(state, cards) | fed_by(state, cards), names)
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


def fed_by(state: np.record, cards: Collection[int]) -> set[int]:
    """The cards in the hand of the seat to act that could feed on one of these, where they lie in a forest."""
    seat = int(r.to_act(state))
    hand = words.cards_at(state, r.HAND + seat) if seat >= 0 else []
    foods = [card for card in cards if r.FOREST <= state.place[card] < r.ASIDE]
    return {eater for eater in hand for food in foods if r.is_ranked(state, eater) and r.feeds_on(state, eater, food)}


def displays(sheet: Sheet) -> float:
    """The deck with the Draw Display below it, and the Starving Display. Returns how far down they reach."""
    state, look = sheet.state, sheet.look
    sheet.head(0, 0.1, "Deck")
    sheet.shapes.append(box(0, -0.15, fillcolor=BACK, line={"color": look.line, "width": 1}))
    sheet.labels.append((0.08, -0.15 - HIGH / 2, f"{state.deck} cards", "#ffffff"))
    sheet.head(0, -0.35 - HIGH, "Draw Display")
    y = -0.6 - HIGH
    for slot in range(r.SLOTS):
        if state.shown[slot] >= 0:
            sheet.strip(int(state.shown[slot]), 0, y)
        else:
            empty(sheet, 0, y)
        y -= HIGH + BAR
    sheet.head(WIDE, 0.1, "Starving Display")
    for slot, pile in enumerate(words.piles(state)):
        starving(sheet, slot, pile)
    if state.event >= 0:
        sheet.note(WIDE + 0.05, y + HIGH + 0.25, "the event in use:")
        sheet.strip(int(state.event), WIDE, y + HIGH)
    return y


def starving(sheet: Sheet, slot: int, pile: list[int]) -> None:
    """One pile of the Starving Display: its top card, a hint of what lies beneath, and how deep it is."""
    x = (slot + 1) * WIDE
    beneath = min(2, max(0, len(pile) - 1))
    for i in range(beneath, 0, -1):
        border = {"color": sheet.look.line, "width": 1}
        sheet.shapes.append(
            box(x + 0.06 * i, -0.15 - 0.12 * i, WIDE - BAR - 0.12, fillcolor=sheet.look.faint, line=border)
        )
    if pile:
        sheet.strip(pile[-1], x, -0.15)
    else:
        empty(sheet, x, -0.15)
    deep = f"{len(pile)} deep" if pile else "empty"
    sheet.note(x + 0.05, -0.15 - HIGH - 0.4, f"pile {slot + 1}: {deep}")


def empty(sheet: Sheet, x: float, y: float) -> None:
    """A place without a card."""
    sheet.shapes.append(
        box(x, y, fillcolor="rgba(0,0,0,0)", line={"color": sheet.look.line, "width": 1, "dash": "dot"})
    )


def forest(sheet: Sheet, player: int, y: float) -> float:
    """One player's chains and hand. Returns how far down they reach."""
    state, look = sheet.state, sheet.look
    turn = "▶ " if int(r.to_act(state)) == player else ""
    sheet.head(0, y - 0.2, f"{turn}<b>{words.seat_name(sheet.kit, player, 'en')}</b>")
    sheet.shapes.append(draw.line(0, y + 0.08, COLUMNS * WIDE, y + 0.08, look.seat(player), look.px(2)))
    if state.phase == r.SETTING_UP and sheet.seat not in (None, player):
        return tray(sheet, whose(state, player), y - 0.4, "face down till all have chosen")
    ranks = words.ranks_of(state, sheet.kit, player)
    shown = " ".join(
        f"<b>{rank}</b>" if rank in ranks else f"<span style='opacity:0.45'>{rank}</span>" for rank in range(1, 9)
    )
    sheet.heads.append((WIDE, y - 0.2, f"ranks fed: {shown} ({len(ranks)} of 8)", look.soft))
    y = stacks(sheet, words.chains_of(state, player), y - 0.45)
    if state.phase == r.SETTING_UP:
        aside = words.cards_at(state, r.ASIDE + player)
        y = tray(sheet, aside, y, "set aside") if aside else y
    return tray(sheet, words.cards_at(state, r.HAND + player), y, "hand")


def whose(state: np.record, player: int) -> list[int]:
    """All cards of a player: hand, chains, and those set aside."""
    return [card for place in (r.HAND, r.FOREST, r.ASIDE) for card in words.cards_at(state, place + player)]


def stacks(sheet: Sheet, chains: list[list[int]], y: float) -> float:
    """Food chains as stacks, each in a frame, resources at the bottom. Returns how far down they reach."""
    if not chains:
        sheet.note(0, y - 0.15, "no chains yet")
        return y - 0.4
    for first in range(0, len(chains), COLUMNS):
        row = chains[first : first + COLUMNS]
        deepest = max(len(chain) for chain in row)
        for column, chain in enumerate(row):
            x, top = column * WIDE, y - (deepest - len(chain)) * HIGH
            frame = {"fillcolor": sheet.look.faint, "line": {"color": sheet.look.line, "width": 1}}
            bottom = y - deepest * HIGH - 0.03
            sheet.shapes.append(draw.rounded(x - 0.04, bottom, x + WIDE - 0.02, top + 0.03, 0.09, **frame))
            for level, card in enumerate(chain):
                sheet.strip(card, x, y - (deepest - 1 - level) * HIGH)
        y -= deepest * HIGH + 0.14
    return y


def tray(sheet: Sheet, cards: list[int], y: float, name: str) -> float:
    """Cards that are held, on a tray; face down for whom they are hidden from. Returns how far down it reaches."""
    if sheet.seat is not None:  # face-down cards have no order that would tell anything
        cards = sorted(cards, key=lambda card: bool(r.hidden_from(sheet.state, sheet.seat, card)))
    rows = -(-len(cards) // COLUMNS)
    bottom = y - 0.32 - rows * (HIGH + BAR)
    frame = {"fillcolor": "rgba(0,0,0,0)", "line": {"color": sheet.look.soft, "width": 1, "dash": "dot"}}
    sheet.shapes.append(draw.rounded(-0.04, bottom, COLUMNS * WIDE - 0.01, y, 0.09, **frame))
    sheet.note(0.05, y - 0.16, f"{name}: {len(cards) or 'empty'}")
    for i, card in enumerate(cards):
        sheet.strip(card, (i % COLUMNS) * WIDE + 0.02, y - 0.3 - (i // COLUMNS) * (HIGH + BAR))
    return bottom - 0.08


def legend(sheet: Sheet, y: float) -> float:
    """What the marks mean, and that cards are invented."""
    for i, (symbol, colour, name) in enumerate(REALM_MARKS.values()):
        x = i * 1.75
        sheet.shapes.append(box(x, y, 0.4, fillcolor=BARS[r.OMNIVORE], line={"width": 0}))
        sheet.marks.append((x + 0.2, y - HIGH / 2, colour, symbol))
        sheet.note(x + 0.48, y - HIGH / 2, name)
    y -= HIGH
    sheet.note(0, y - 0.2, "R resource · F forager · C carnivore · O omnivore · E event · ! Hungry · ×2 abundant")
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
    abundant = " ×2" if state.abundance[card] >= 0 else ""
    room = SEEN - round(1.3 * len(realms(state, kit, card))) - (1 if hungry else 0) - len(abundant)
    cut = name if len(name) <= room else abridged(name, room)
    return f"<b>{'! ' if hungry else ''}{rank}</b> {draw.escape(cut)}<b>{abundant}</b>"


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
