"""A state of Auntie Mildred's list of random tasks as a picture.

At the top the task cards, a row for each set, with a spot for each player; below them the Indulgency cards; at the
bottom each player's own row: pool, modify slots, prank, dodge, cookie die and Victory Dice. Player 1's dice are blue
and stand on the left, on round spots, player 2's orange, on the right, on square ones; tapped dice lie on a corner.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np
import plotly.graph_objects as go

from gamelib.games.mildred import rules as r
from gamelib.games.mildred import words
from gamelib.kit import Kit
from gamelib.show import draw
from gamelib.show import theme as themes
from gamelib.show.theme import Theme

WIDTH = 12.4  # the picture's width in its own units
TASK_W, TASK_H = 1.8, 1.3
LEFT = 1.5  # where the first level begins
CARD_H = 1.55
ROW_H = 1.5  # a player's own row

TEXTS = {
    "en": {
        "round": "round {}",
        "invented": "✎ invented: most cards and numbers",
        "pool": "pool",
        "modify": "modify",
        "prank": "prank",
        "dodge": "dodge",
        "cookie": "cookies",
        "victory": "Victory",
        "goal": "goal line",
        "cookies": "{} → +{}",
        "turn": "▶ ",
        "wins": "{} wins",
        "tie": "a tie",
        "hard": "ALWAYS: hard prank",
        "stands": "{} stands here, {}",
        "straight": "straight {}",
        "shown": "dice of the pool that show {}",
    },
    "fr": {
        "round": "manche {}",
        "invented": "✎ inventé : la plupart des cartes et nombres",
        "pool": "réserve",
        "modify": "modification",
        "prank": "farce",
        "dodge": "esquive",
        "cookie": "cookies",
        "victory": "victoire",
        "goal": "ligne d'objectif",
        "cookies": "{} → +{}",
        "turn": "▶ ",
        "wins": "{} gagne",
        "tie": "égalité",
        "hard": "TOUJOURS : farce dure",
        "stands": "{} est ici, {}",
        "straight": "suite {}",
        "shown": "dés de la réserve qui montrent {}",
    },
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
        lang: "en" or "fr".
        lit: words of actions to light up, such as {"Washing#3", "4", "Full"}.
        seat: whose view; all see all.
        theme: colours and size.
    """
    picture = Picture(state, kit, lang if lang in TEXTS else "en", lit, themes.get(theme))
    picture.tasks()
    picture.cards()
    for player in range(2):
        picture.own_row(player)
    return picture.finish()


def fitting(text: str, size: float, letters: int) -> float:
    """A size at which a text takes no more room than so many letters at the size given."""
    return size * min(1.0, letters / max(len(text), 1))


class Picture:
    """Collects what is drawn: shapes, pips, texts of three sizes, and spots that can be clicked."""

    def __init__(self, state: np.record, kit: Kit, lang: str, lit: Collection[str], look: Theme):
        self.state, self.kit, self.lang, self.lit, self.look = state, kit, lang, lit, look
        self.text = TEXTS[lang]
        record = kit.record
        self.sets, self.levels = int(record.sets), int(record.levels)
        self.scale = min(1.0, (WIDTH - LEFT) / (self.levels * TASK_W))
        self.bottom = -(self.sets * TASK_H + CARD_H + 0.35 + 2 * ROW_H + 0.3)
        self.pixels = draw.unit(look, (0, WIDTH))
        self.shapes: list[dict[str, Any]] = []
        self.pips: list[tuple[float, float, float, str]] = []
        self.labels: list[tuple[float, float, str, float, str]] = []
        self.spots: list[tuple[float, float, str, str, float]] = []

    def write(self, x: float, y: float, text: str, size: float, colour: str = "") -> None:
        """A text centred on a place; `size` in pixels at normal size."""
        self.labels.append((x, y, text, self.look.px(size), colour or self.look.ink))

    def box(self, x: float, y: float, w: float, h: float, name: str) -> None:
        """A card with its centre at (x, y), with a thick border where its name is lit."""
        lit = name in self.lit
        border = {"color": self.look.lit if lit else self.look.line, "width": self.look.px(4 if lit else 1)}
        self.shapes.append(
            draw.rounded(x - w / 2, y - h / 2, x + w / 2, y + h / 2, 0.12, fillcolor=self.look.card, line=border)
        )

    def spot(self, x: float, y: float, name: str, hover: str, size: float) -> None:
        """Something that can be clicked."""
        self.spots.append((x, y, name, hover, size))

    def die(self, x: float, y: float, value: int, player: int, side: float, tapped: bool = False) -> None:
        """A die in its owner's colour: on its corner where it is tapped; empty where it is still to be rolled."""
        colour = self.look.seat(player)
        ink = themes.on(colour) if value else colour
        h = side / 2
        style = {
            "fillcolor": colour if value else self.look.felt,
            "line": {"color": colour, "width": self.look.px(1.5)},
        }
        if tapped:
            d = h * 1.25
            self.shapes.append(draw.polygon([(x - d, y), (x, y + d), (x + d, y), (x, y - d)], **style))
            self.write(x, y, str(value), side * self.pixels * 0.55 / self.look.scale, ink)
            return
        self.shapes.append(draw.rounded(x - h, y - h, x + h, y + h, side * 0.2, **style))
        for right, up in draw.PIPS.get(value, []):
            self.pips.append((x + right * side * 0.26, y + up * side * 0.26, side * self.pixels * 0.2, ink))

    def empty(self, x: float, y: float, player: int, side: float) -> None:
        """A free spot, round for player 1, square for player 2."""
        border = {"color": self.look.seat(player), "width": self.look.px(1), "dash": "dot"}
        h = side / 2
        if player == 0:
            self.shapes.append(draw.circle(x, y, h, line=border))
        else:
            self.shapes.append(draw.rounded(x - h, y - h, x + h, y + h, 0.02, line=border))

    # ---- the common part ----

    def tasks(self) -> None:
        """The task cards, set by set."""
        names = words.task_names(self.kit, self.lang)
        sets = self.kit.names("set", lang=self.lang)
        wide = TASK_W * self.scale
        for set_ in range(self.sets):
            y = -(set_ + 0.5) * TASK_H
            self.write(LEFT / 2, y + 0.12, f"<b>{draw.escape(draw.wrap(sets[set_], 10))}</b>", 8.5)
            if self.kit.record.set_always[set_] == r.HARD_PRANK:
                self.write(LEFT / 2, y - 0.34, draw.wrap(self.text["hard"], 12), 8, self.look.soft)
            self.spot(LEFT / 2, y, sets[set_], sets[set_], 26)
            for level in range(1, self.levels + 1):
                x = LEFT + (level - 0.5) * wide
                self.task(x, y, wide, set_, level, names[r.task_card(self.kit.record, set_, level)])
        x = LEFT + (self.kit.record.goal_line - 1) * wide - 0.02
        self.shapes.append(draw.line(x, 0.04, x, -self.sets * TASK_H, self.look.lit, self.look.px(2.5), layer="above"))
        self.write(x, 0.18, self.text["goal"], 9, self.look.soft)

    def task(self, x: float, y: float, wide: float, set_: int, level: int, name: str) -> None:
        """One task card with the dice on it."""
        self.box(x, y, wide - 0.1, TASK_H - 0.1, name)
        said = words.effects_text(self.kit, r.task_card(self.kit.record, set_, level), self.lang)
        kind, _, effect = said.partition(": ")
        self.write(x, y + 0.4, kind, fitting(kind, 7, 14), self.look.soft)
        self.write(x, y + 0.08, draw.wrap(effect, 15, 2), 7 if "," in effect else fitting(effect, 8, 12))
        self.write(x, y - 0.34, f"<b>#{level}</b>", 8, self.look.soft)
        hover = f"{name}<br>{said}"
        for player in range(2):
            at = x + (player - 0.5) * wide * 0.58
            tapped = bool(self.state.tapped[player, set_])
            if self.state.task[player, set_, level - 1]:
                self.die(at, y - 0.34, level, player, 0.4, tapped)
                who = words.seat_name(self.kit, player, self.lang)
                lies = words.TEXTS[self.lang]["lies"][int(tapped)]
                hover += "<br>" + self.text["stands"].format(who, lies)
            else:
                self.empty(at, y - 0.34, player, 0.26)
        self.spot(x, y, name, hover, 30)

    def cards(self) -> None:
        """The Indulgency cards with the groups on them."""
        record = self.kit.record
        names = self.kit.names("card", lang=self.lang)
        wide = WIDTH / max(len(names), 1)
        y = -self.sets * TASK_H - 0.2 - CARD_H / 2
        for card, name in enumerate(names):
            x = (card + 0.5) * wide
            self.box(x, y, wide - 0.12, CARD_H - 0.1, name)
            self.write(x, y + 0.5, f"<b>{draw.escape(draw.wrap(name, 20, 1))}</b>", fitting(name, 7.5, 14))
            rows = "+".join(str(size) for size in record.card_rows[card] if size > 0)
            asks = self.text["straight"].format(rows) if record.card_shape[card] == r.STRAIGHT else rows
            printed = self.text["cookies"].format(asks, record.card_cookies[card])
            self.write(x, y + 0.24, printed, 7.5, self.look.soft)
            for player in range(2):
                self.group(x, y - 0.1 - 0.4 * player, wide, player, card)
            self.spot(x, y, name, f"{draw.escape(name)}<br>{printed}", 34)

    def group(self, x: float, y: float, wide: float, player: int, card: int) -> None:
        """A player's group on an Indulgency card."""
        size = int(r.card_size(self.kit.record, card))
        step = min(0.36, (wide - 0.25) / max(size, 1))
        there = self.state.group[player, card, 0] > 0
        for die in range(size):
            at = x + (die - (size - 1) / 2) * step
            if there:
                value = int(r.group_value(self.state, self.kit.record, player, card, die))
                self.die(at, y, value, player, step * 0.9)
            else:
                self.empty(at, y, player, step * 0.45)

    # ---- each player's own part ----

    def own_row(self, player: int) -> None:
        """Pool, modify slots, prank, dodge, cookie die and Victory Dice of a player."""
        top = -(self.sets * TASK_H + CARD_H + 0.35 + player * ROW_H)
        y = top - ROW_H / 2
        state, record = self.state, self.kit.record
        mine = state.turn > 0 and state.active == player and state.phase != r.ENDED
        style = {"color": self.look.seat(player), "width": self.look.px(3 if mine else 1)}
        self.shapes.append(draw.rounded(0.06, top - ROW_H + 0.06, WIDTH - 0.06, top - 0.06, 0.15, line=style))
        name = words.seat_name(self.kit, player, self.lang)
        self.write(1.0, y + 0.47, ("▶ " if mine else "") + f"<b>{name}</b>", 10)
        self.pool(0.4, y, player)
        self.slots(5.0, y, player, "modify", [i < state.modify[player] for i in range(record.modify_slots)])
        self.slots(6.0, y, player, "prank", list(state.prank[player, : record.prank_slots] > 0))
        self.slots(8.0, y, player, "dodge", list(state.dodge[player, : record.dodge_slots] > 0))
        self.write(10.4, y + 0.47, self.text["cookie"], 9, self.look.soft)
        self.cookie(10.4, y - 0.05, int(state.cookie[player]))
        self.write(11.6, y + 0.47, self.text["victory"], 9, self.look.soft)
        for i in range(record.to_win):
            at = 11.6 + (i - (record.to_win - 1) / 2) * 0.4
            if i < state.victory[player]:
                self.die(at, y - 0.05, 0, player, 0.34)
                self.write(at, y - 0.05, "★", 12, self.look.seat(player) if self.look.dark else self.look.ink)
            else:
                self.empty(at, y - 0.05, player, 0.34)

    def pool(self, x: float, y: float, player: int) -> None:
        """The dice of a pool, lowest first."""
        counts = self.state.pool[player]
        values = [value for value in range(r.FACES + 1) for _ in range(counts[value])]
        step = min(0.62, 4.2 / max(len(values), 1))
        self.write(x + 2.3, y + 0.47, self.text["pool"], 9, self.look.soft)
        for i, value in enumerate(values):
            at = x + i * step
            self.die(at, y - 0.1, value, player, step * 0.86)
            if value and player == self.state.active and str(value) in self.lit:
                border = {"color": self.look.lit, "width": self.look.px(3)}
                self.shapes.append(draw.circle(at, y - 0.1, step * 0.66, line=border, layer="above"))
            if value and player == self.state.active:
                self.spot(at, y - 0.1, str(value), self.text["shown"].format(value), 26)

    def slots(self, x: float, y: float, player: int, what: str, there: list[bool]) -> None:
        """Numbered slots."""
        step = min(0.34, 1.9 / max(len(there), 1))
        self.write(x + (len(there) - 1) * step / 2, y + 0.47, self.text[what], 9, self.look.soft)
        for i, occupied in enumerate(there):
            at = x + i * step
            if occupied:
                self.die(at, y - 0.05, 0, player, step * 0.9)
                self.write(at, y - 0.05, "●", 11, self.look.seat(player) if self.look.dark else self.look.ink)
            else:
                self.empty(at, y - 0.05, player, step * 0.8)
            if what != "modify":
                self.write(at, y - 0.4, str(i + 1), 8, self.look.soft)

    def cookie(self, x: float, y: float, value: int) -> None:
        """The black cookie die."""
        h = 0.29
        style = {"fillcolor": "#15191d", "line": {"color": self.look.line, "width": self.look.px(1.5)}}
        self.shapes.append(draw.rounded(x - h, y - h, x + h, y + h, 0.1, **style))
        for right, up in draw.PIPS.get(value, []):
            self.pips.append((x + right * 0.15, y + up * 0.15, 0.11 * self.pixels, "#ffffff"))
        if value not in draw.PIPS:
            self.write(x, y, str(value), 12, "#ffffff")

    def title(self) -> str:
        """Round, phase, or who has won."""
        state = self.state
        now = words.PHASES[self.lang][int(state.phase)]
        if state.result:
            winner = words.seat_name(self.kit, int(state.result) - 1, self.lang)
            now = self.text["tie"] if state.result == 3 else self.text["wins"].format(winner)
        return f"<b>{self.text['round'].format(state.rounds)}</b> · {now}"

    def finish(self) -> go.Figure:
        """Lay it all out."""
        columns = [[p[i] for p in self.pips] for i in range(4)]
        labels = [[t[i] for t in self.labels] for i in range(5)]
        spots = [[s[i] for s in self.spots] for i in range(5)]
        traces = [
            draw.markers(columns[0], columns[1], columns[3], columns[2]),
            {
                **draw.texts(labels[0], labels[1], labels[2], 9, self.look.ink),
                "textfont": {"size": labels[3], "color": labels[4]},
            },
            draw.clickable(spots[0], spots[1], spots[2], spots[3], spots[4]),
        ]
        notes = []
        if self.kit.invented:
            y = self.bottom + 0.14
            notes.append(
                draw.label(
                    0.1, y, self.text["invented"], self.look.px(9), self.look.soft, xanchor="left", yanchor="middle"
                )
            )
        return draw.board_figure(
            traces,
            self.look,
            x=(0, WIDTH),
            y=(self.bottom, 0.36),
            title=self.title(),
            shapes=self.shapes,
            annotations=notes,
        )
