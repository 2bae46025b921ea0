"""Colours and sizes, so that every board and chart looks like one family.

The colours are those of Okabe and Ito, which people with any of the common kinds of colour blindness can tell apart.
They are never the only cue: whatever differs in colour differs in shape, letter or place too.
"""

from __future__ import annotations

from dataclasses import dataclass

BLUE, ORANGE, GREEN, VERMILION = "#0072B2", "#E69F00", "#009E73", "#D55E00"
SKY, PINK, YELLOW, BLACK = "#56B4E9", "#CC79A7", "#F0E442", "#000000"
# In this order for seats and series: neighbours differ in brightness too.
CYCLE = (BLUE, ORANGE, GREEN, PINK, SKY, VERMILION, YELLOW, BLACK)
# The same order, for markers: each colour of the cycle has a shape of its own.
SYMBOLS = ("circle", "square", "diamond", "triangle-up", "cross", "star", "triangle-down", "x")

FONT = "system-ui, 'DejaVu Sans', 'Liberation Sans', Arial, sans-serif"
BOARD = 460  # pixels
BIGGER = 1.25  # so much larger is everything for a projector


@dataclass(frozen=True)
class Theme:
    """Light or dark, normal or for a projector.

    Colours by role: `paper` lies behind everything, `felt` is the table top, `card` a blank card, `ink` text, `soft`
    text of less weight (still 4.5 to 1), `line` rules and outlines, `lit` what is chosen, `faint` what is hardly there.
    """

    dark: bool = False
    projector: bool = False

    @property
    def scale(self) -> float:
        """How much larger than normal."""
        return BIGGER if self.projector else 1.0

    def px(self, pixels: float) -> float:
        """A length or font size in pixels, given what it is at normal size."""
        return round(pixels * self.scale, 1)

    @property
    def board(self) -> int:
        """The width of a board in pixels."""
        return round(BOARD * self.scale)

    @property
    def paper(self) -> str:
        return "#16191d" if self.dark else "#ffffff"

    @property
    def felt(self) -> str:
        return "#232a31" if self.dark else "#eef1f3"

    @property
    def card(self) -> str:
        return "#39424b" if self.dark else "#ffffff"

    @property
    def ink(self) -> str:
        return "#f3f5f7" if self.dark else "#15191d"

    @property
    def soft(self) -> str:
        return "#b9c2ca" if self.dark else "#4d5760"

    @property
    def line(self) -> str:
        return "#7d8993" if self.dark else "#8a949d"

    @property
    def faint(self) -> str:
        return "#39434c" if self.dark else "#d9dfe4"

    @property
    def lit(self) -> str:
        return ORANGE if self.dark else VERMILION

    def seat(self, seat: int) -> str:
        """The colour of a seat."""
        return CYCLE[seat % len(CYCLE)]

    def symbol(self, seat: int) -> str:
        """The marker of a seat, which differs where its colour does."""
        return SYMBOLS[seat % len(SYMBOLS)]

    @property
    def name(self) -> str:
        """As `get` understands it."""
        return ("dark" if self.dark else "light") + (" projector" if self.projector else "")


def get(theme: Theme | str | None = None) -> Theme:
    """A theme by what is asked for: "light", "dark", "projector", "dark projector", a theme, or None for light.

    Raises:
        ValueError: some other word.
    """
    if isinstance(theme, Theme):
        return theme
    words = set((theme or "light").split())
    unknown = words - {"light", "dark", "projector"}
    if unknown:
        raise ValueError(f"no theme {theme!r}; say light, dark, projector or dark projector")
    return Theme(dark="dark" in words, projector="projector" in words)


def brightness(colour: str) -> float:
    """The relative luminance of a colour given as "#rrggbb": from 0 to 1."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """The contrast of two colours as the accessibility guidelines count it: from 1 to 21."""
    high, low = sorted((brightness(one), brightness(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def on(colour: str) -> str:
    """Black or white, whichever reads better on a colour."""
    return max("#000000", "#ffffff", key=lambda text: contrast(text, colour))
