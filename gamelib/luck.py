"""Chance, as a stream of numbers that lives in a game's state.

`SplitMix64` (Steele, Lea, Flood 2014, "Fast splittable pseudorandom number generators"): one 64-bit counter a
stream, so a copy of a state carries its luck with it. A state's field `luck` holds two streams: `TABLE` for the
dice and cards that everybody sees, `WHIM` for what a strategy rolls in its head. They are apart so that two
strategies compared on one seed meet the same dice.

Everything here runs interpreted and compiled (see `twin.py`), so it is plain functions over NumPy integers.
Interpreted, NumPy warns that the 64-bit arithmetic wraps around, which it is meant to: callers use `wrapping()`.
"""

import numpy as np

CHANCE = -1  # the seat that rolls and draws
OVER = -2  # what `to_act` says when the game has ended

TABLE = 0
WHIM = 1

LOG_SHAPE = (512, 5)  # rows of (event, a, b, c, d); row 0 holds the count of rows in use, and of lines that had no room
LOG_ROOM = 511

STEP = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
S27, S30, S31, S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
LOW_32 = np.uint64(0xFFFFFFFF)
TWO_32 = np.uint64(0x100000000)


def wrapping():
    """A context in which the wrap-around of 64-bit arithmetic is not reported (interpreted code only)."""
    return np.errstate(over="ignore")


def mix(z):
    """Scramble 64 bits: the output function of SplitMix64."""
    z = (z ^ (z >> S30)) * MIX_1
    z = (z ^ (z >> S27)) * MIX_2
    return z ^ (z >> S31)


def draw(luck, stream):
    """The next 64 random bits of a stream, as uint64."""
    luck[stream] = luck[stream] + STEP
    return mix(luck[stream])


def below(luck, stream, n):
    """A whole number from 0 to n - 1, each equally likely (Lemire 2019, with its rejection step); 0 < n < 2**32."""
    size = np.uint64(n)
    product = (draw(luck, stream) >> S32) * size
    if (product & LOW_32) < size:
        too_low = (TWO_32 - size) % size
        while (product & LOW_32) < too_low:
            product = (draw(luck, stream) >> S32) * size
    return np.int64(product >> S32)


def shuffle(luck, stream, items, n):
    """Shuffle the first n items in place (Fisher and Yates)."""
    for last in range(n - 1, 0, -1):
        other = below(luck, stream, last + 1)
        kept = items[last]
        items[last] = items[other]
        items[other] = kept


def start_luck(luck, seed, game):
    """Set both streams for one game of a study: they depend on (seed, game) alone."""
    root = mix(np.uint64(seed) + STEP)
    luck[TABLE] = mix(root ^ mix(np.uint64(2 * game + 1) * STEP))
    luck[WHIM] = mix(root ^ mix(np.uint64(2 * game + 2) * STEP))


def note(log, event, a=0, b=0, c=0, d=0):
    """Write one line of what happened into the log of an action. What has no room is left out, and counted."""
    row = log[0, 0] + 1
    if row > LOG_ROOM:
        log[0, 1] += 1  # an exception here would make Numba count references in all that calls this: half the speed
        return
    log[0, 0] = row
    log[row, 0] = event
    log[row, 1] = a
    log[row, 2] = b
    log[row, 3] = c
    log[row, 4] = d
