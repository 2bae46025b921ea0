"""The rules of Habits, numbered as in RULES.md beside this file.

Nine two-sided cards lie in a square: good habits (yellow) and bad ones (blue). Each turn a cube triggers a bad habit,
then the player spends two dice to trigger good ones. Cells are counted in reading order from 0: the top left is cell 0.
"""

import numpy as np

from gamelib.luck import CHANCE, OVER, TABLE, note, shuffle

MAX_SEATS = 1
MAX_ACTIONS = 400
MOVE_LIMIT = 40_000
HIDDEN = 0
CELLS = 9
MOST_FACES = 12
NO_SWAPS = 25  # a price that no two dice can pay

BLUE, YELLOW = 0, 1

# The steps of "Sequence of Play" (HAB-21), a die at a time.
CUBE_STEP, FIRST_DIE, SECOND_DIE, YOUR_MOVE, CUBE_WALK, ENDED = 0, 1, 2, 3, 4, 5

# Kinds of action.
CUBE_TRIGGERS, ROLL, TRIGGER, SWAP, PROTECT, STOP, CUBE_MOVES, CONCEDE = 0, 1, 2, 3, 4, 5, 6, 7

# Kinds of event.
CUBE_TRIGGERED, FLIPPED, SHIELDED, ROLLED, TRIGGERED, SWAPPED, PROTECTED, STOPPED = 0, 1, 2, 3, 4, 5, 6, 7
TURN_OVER, CUBE_MOVED, WON, ALL_BLUE, STUCK, CONCEDED, BROKEN_OFF = 8, 9, 10, 11, 12, 13, 14
EVENTS = 15

# Marks of an influence grid, as the compass says them.
N, NE, E, SE, S, SW, W, NW = 0, 1, 2, 3, 4, 5, 6, 7
DOWN = (-1, -1, 0, 1, 1, 1, 0, -1)
RIGHT = (0, 1, 1, 1, 0, -1, -1, -1)

# House rules that are a choice of words.
READING_ORDER, EACH_ROW_BLUE = 0, 1
NEVER, NO_FLIP = 0, 1

STATE = np.dtype(
    (
        np.record,
        [
            ("luck", "u8", (2,)),
            ("turn", "i4"),  # 1 in the first turn
            ("phase", "i4"),
            ("good", "i4", (CELLS,)),  # 1 where the good (yellow) side is up
            ("card", "i4", (CELLS,)),  # which habit lies on the cell
            ("cube", "i4"),  # the cell of the cube
            ("dice", "i4", (2,)),  # what is left of them; 0 before they are rolled
            ("shield", "i4"),  # the protected cell, or -1
            ("acted", "i4"),  # 1 once the player has triggered or swapped this turn
            ("result", "i4"),  # 0 while playing, 1 won, 2 lost, 3 broken off
        ],
    )
)

ACTION = np.dtype((np.record, [("kind", "i4"), ("cell", "i4"), ("other", "i4"), ("first", "i4"), ("second", "i4")]))

KIT = np.dtype(
    (
        np.record,
        [
            ("players", "i4"),
            ("side", "i4"),  # cells along a side of the square: 3
            ("faces", "i4"),
            ("swap_cost", "i4"),
            ("layout", "i4"),
            ("may_stop", "i4"),
            ("useless_triggers", "i4"),
            ("stuck", "i4"),
            ("may_concede", "i4"),
            ("most_turns", "i4"),
            ("habits", "i4"),  # how many cards the kit has
            ("habit_good_marks", "i4", (CELLS, 8)),  # directions, then -1
            ("habit_bad_marks", "i4", (CELLS, 8)),
        ],
    )
)


def setup(state, kit):
    """Shuffle, lay the cards in alternating colours, put the cube on the top left (HAB-1 to HAB-3)."""
    state.turn = 1
    state.phase = CUBE_STEP
    state.shield = -1
    for cell in range(CELLS):
        state.card[cell] = cell
    shuffle(state.luck, TABLE, state.card, kit.habits)
    for cell in range(cells(kit)):
        state.good[cell] = starting_side(kit, cell)


def cells(kit):
    """How many cells the square has."""
    return kit.side * kit.side


def starting_side(kit, cell):
    """Colours alternate, blue first: through all cells in reading order, or afresh in each row (HAB-2)."""
    if kit.layout == READING_ORDER:
        return cell % 2
    return cell % kit.side % 2


def to_act(state):
    """The player moves in step 3; everything else is chance or follows by itself (HAB-21)."""
    if state.phase == ENDED:
        return OVER
    if state.phase == YOUR_MOVE:
        return 0
    return CHANCE


def legal(state, kit, out):
    """All that may be done now, in a stable order."""
    if state.phase == CUBE_STEP:
        return offer(out, 0, CUBE_TRIGGERS)
    if state.phase == CUBE_WALK:
        return offer(out, 0, CUBE_MOVES)
    n = 0
    if state.phase == FIRST_DIE or state.phase == SECOND_DIE:
        for value in range(1, kit.faces + 1):
            n = offer(out, n, ROLL, 0, 0, value)
        return n
    for cell in range(cells(kit)):
        n = offer_if_legal(state, kit, out, n, TRIGGER, cell, 0, state.dice[0], 0)
        if state.dice[0] != state.dice[1]:
            n = offer_if_legal(state, kit, out, n, TRIGGER, cell, 0, state.dice[1], 0)
    n = legal_swaps(state, kit, out, n)
    for cell in range(cells(kit)):
        n = offer_if_legal(state, kit, out, n, PROTECT, cell, 0, 0, 0)
    n = offer_if_legal(state, kit, out, n, STOP, 0, 0, 0, 0)
    return offer_if_legal(state, kit, out, n, CONCEDE, 0, 0, 0, 0)


def legal_swaps(state, kit, out, n):
    """Every pair of yellow cards, with every way to split the price over the dice (HAB-17)."""
    if state.dice[0] + state.dice[1] < kit.swap_cost:
        return n
    for cell in range(cells(kit)):
        if state.good[cell] == YELLOW:
            for other in range(cell + 1, cells(kit)):
                for first in range(kit.swap_cost + 1):
                    n = offer_if_legal(state, kit, out, n, SWAP, cell, other, first, kit.swap_cost - first)
    return n


def offer(out, n, kind, cell=0, other=0, first=0, second=0):
    """Write one action into the list; returns how many it holds now."""
    out[n].kind = kind
    out[n].cell = cell
    out[n].other = other
    out[n].first = first
    out[n].second = second
    return n + 1


def offer_if_legal(state, kit, out, n, kind, cell, other, first, second):
    """Write an action and keep it where no rule forbids it."""
    offer(out, n, kind, cell, other, first, second)
    if forbids(state, kit, out[n]) == 0:
        return n + 1
    return n


def forbids(state, kit, action):
    """The number of the rule that forbids an action, 0 where none does."""
    if expected_phase(action.kind, state.phase) != state.phase:
        return 21
    if action.kind == ROLL:
        return 0 if 1 <= action.first <= kit.faces else 13
    if action.kind == TRIGGER:
        return forbids_trigger(state, kit, action.cell, action.first)
    if action.kind == SWAP:
        return forbids_swap(state, kit, action)
    if action.kind == PROTECT:
        return forbids_protect(state, kit, action.cell)
    if action.kind == STOP and not kit.may_stop and can_act(state, kit):
        return 22
    if action.kind == CONCEDE and not kit.may_concede:
        return 25
    return 0


def expected_phase(kind, phase):
    """The step of the turn that a kind of action belongs to."""
    if kind == CUBE_TRIGGERS:
        return CUBE_STEP
    if kind == CUBE_MOVES:
        return CUBE_WALK
    if kind == ROLL:
        return SECOND_DIE if phase == SECOND_DIE else FIRST_DIE
    return YOUR_MOVE


def forbids_trigger(state, kit, cell, across):
    """A yellow card, a die that pays its column on top and the other its row at the side (HAB-14 to HAB-16)."""
    if cell < 0 or cell >= cells(kit):
        return 14
    if across != state.dice[0] and across != state.dice[1]:
        return 13
    if state.good[cell] != YELLOW:
        return 15
    down = state.dice[0] + state.dice[1] - across
    if across < column(kit, cell) or down < row(kit, cell):
        return 16
    if not kit.useless_triggers and influence(state, kit, cell, 0) == 0:
        return 23
    return 0


def forbids_swap(state, kit, action):
    """Two yellow cards, the exact price, and no more from a die than it has (HAB-17)."""
    if action.cell < 0 or action.other >= cells(kit) or action.cell >= action.other:
        return 17
    if state.good[action.cell] != YELLOW or state.good[action.other] != YELLOW:
        return 17
    if action.first < 0 or action.second < 0 or action.first + action.second != kit.swap_cost:
        return 17
    if action.first > state.dice[0] or action.second > state.dice[1]:
        return 16
    # With two equal dice, 1 + 5 and 5 + 1 leave the same table: one of them is enough.
    if state.dice[0] == state.dice[1] and action.first > action.second:
        return 17
    return 0


def forbids_protect(state, kit, cell):
    """A yellow card, as the first and only action of the turn (HAB-18)."""
    if cell < 0 or cell >= cells(kit) or state.good[cell] != YELLOW or state.acted:
        return 18
    return 0


def can_act(state, kit):
    """Is there anything to do but stop?"""
    for cell in range(cells(kit)):
        if forbids_protect(state, kit, cell) == 0:
            return True
        for die in range(2):
            if forbids_trigger(state, kit, cell, state.dice[die]) == 0:
                return True
    return state.dice[0] + state.dice[1] >= kit.swap_cost and yellow_cards(state, kit) >= 2


def apply(state, kit, action, log):
    """Make a legal action happen."""
    if action.kind == CUBE_TRIGGERS:
        cube_triggers(state, kit, log)
    elif action.kind == ROLL:
        roll(state, action.first, log)
    elif action.kind == TRIGGER:
        trigger(state, kit, action.cell, action.first, log)
    elif action.kind == SWAP:
        swap(state, action, log)
    elif action.kind == PROTECT:
        state.shield = action.cell
        note(log, PROTECTED, action.cell, state.card[action.cell])
        end_turn(state, log)
    elif action.kind == STOP:
        note(log, STOPPED)
        end_turn(state, log)
    elif action.kind == CUBE_MOVES:
        cube_moves(state, kit, log)
    elif action.kind == CONCEDE:
        finish(state, 2, CONCEDED, log)


def cube_triggers(state, kit, log):
    """Step 1: the blue card under the cube triggers (HAB-11); then it may be that all is lost (HAB-5, HAB-6)."""
    note(log, CUBE_TRIGGERED, state.cube, state.card[state.cube])
    spread(state, kit, state.cube, log)
    state.phase = FIRST_DIE
    if yellow_cards(state, kit) == 0:
        finish(state, 2, ALL_BLUE, log)
    elif kit.stuck == NO_FLIP and is_stuck(state, kit):
        finish(state, 2, STUCK, log)


def roll(state, value, log):
    """Step 2: one die falls (HAB-13); with the first, last turn's protection ends (HAB-18)."""
    die = 0 if state.phase == FIRST_DIE else 1
    state.dice[die] = value
    note(log, ROLLED, die, value)
    state.shield = -1
    state.acted = 0
    state.phase = SECOND_DIE if die == 0 else YOUR_MOVE


def trigger(state, kit, cell, across, log):
    """Step 3: pay the column with the die across, the row with the other, and spread (HAB-14)."""
    top = 0 if state.dice[0] == across else 1
    state.dice[top] -= column(kit, cell)
    state.dice[1 - top] -= row(kit, cell)
    note(log, TRIGGERED, cell, state.card[cell], state.dice[top], state.dice[1 - top])
    spread(state, kit, cell, log)
    if yellow_cards(state, kit) == cells(kit):
        finish(state, 1, WON, log)
    else:
        after_move(state, log)


def swap(state, action, log):
    """Step 3: two yellow cards change places (HAB-17)."""
    exchange(state, action.cell, action.other)
    state.dice[0] -= action.first
    state.dice[1] -= action.second
    note(log, SWAPPED, action.cell, action.other, state.dice[0], state.dice[1])
    after_move(state, log)


def after_move(state, log):
    """The turn ends with a die at zero (HAB-19)."""
    state.acted = 1
    if state.dice[0] == 0 or state.dice[1] == 0:
        end_turn(state, log)


def end_turn(state, log):
    """What is left of the dice is gone; the cube is next."""
    note(log, TURN_OVER, state.dice[0], state.dice[1])
    state.dice[0] = 0
    state.dice[1] = 0
    state.phase = CUBE_WALK


def cube_moves(state, kit, log):
    """Step 4: on to the next blue card (HAB-12), and the next turn, if it isn't one too many (HAB-26)."""
    start = state.cube
    state.cube = next_blue(state, kit)
    note(log, CUBE_MOVED, start, state.cube)
    if state.turn == kit.most_turns:
        finish(state, 3, BROKEN_OFF, log)
    else:
        state.turn += 1
        state.phase = CUBE_STEP


def next_blue(state, kit):
    """The next blue card after the cube in reading order, from the first again after the last (HAB-12)."""
    for steps in range(1, cells(kit) + 1):
        cell = (state.cube + steps) % cells(kit)
        if state.good[cell] == BLUE:
            return cell
    return state.cube


def finish(state, result, event, log):
    """The game is over (HAB-4 to HAB-6, HAB-25, HAB-26)."""
    state.result = result
    state.phase = ENDED
    note(log, event)


def spread(state, kit, cell, log):
    """Turn what a triggered card influences to its own colour (HAB-7 to HAB-10); nothing turned triggers (HAB-24)."""
    colour = state.good[cell]
    for mark in range(8):
        target = influenced(state, kit, cell, mark)
        if target >= 0 and state.good[target] != colour:
            if target == state.shield and colour == BLUE:
                note(log, SHIELDED, target, state.card[target])
            else:
                state.good[target] = colour
                note(log, FLIPPED, target, state.card[target], colour)


def influence(state, kit, cell, least):
    """How many cards a trigger of this cell would turn; stops counting beyond `least` where that is above 0."""
    colour = state.good[cell]
    turned = 0
    for mark in range(8):
        target = influenced(state, kit, cell, mark)
        if target >= 0 and state.good[target] != colour and not (target == state.shield and colour == BLUE):
            turned += 1
            if turned == least:
                break
    return turned


def influenced(state, kit, cell, mark):
    """The cell that a card's mark number `mark` points at, or -1 where it points off the square (HAB-8, HAB-9)."""
    card = state.card[cell]
    way = kit.habit_good_marks[card, mark] if state.good[cell] == YELLOW else kit.habit_bad_marks[card, mark]
    if way < 0:
        return -1
    down = cell // kit.side + DOWN[way]
    right = cell % kit.side + RIGHT[way]
    if down < 0 or right < 0 or down >= kit.side or right >= kit.side:
        return -1
    return down * kit.side + right


def column(kit, cell):
    """What the die across pays: the column, counted from 1 at the left (HAB-14)."""
    return cell % kit.side + 1


def row(kit, cell):
    """What the die at the side pays: the row, counted from 1 at the top (HAB-14)."""
    return cell // kit.side + 1


def yellow_cards(state, kit):
    """How many good sides are up."""
    count = 0
    for cell in range(cells(kit)):
        count += state.good[cell]
    return count


def is_stuck(state, kit):
    """With the best roll, does no trigger turn a blue card, neither at once nor after one swap? (HAB-5, house rule)."""
    if some_trigger_turns(state, kit):
        return False
    if 2 * kit.faces < kit.swap_cost + 2:
        return True
    for cell in range(cells(kit)):
        for other in range(cell + 1, cells(kit)):
            if state.good[cell] == YELLOW and state.good[other] == YELLOW:
                exchange(state, cell, other)
                helps = some_trigger_turns(state, kit)
                exchange(state, cell, other)
                if helps:
                    return False
    return True


def exchange(state, cell, other):
    """Two cards change places."""
    carried = state.card[cell]
    state.card[cell] = state.card[other]
    state.card[other] = carried


def some_trigger_turns(state, kit):
    """Would any yellow card turn a blue one, were the dice no obstacle?"""
    for cell in range(cells(kit)):
        if state.good[cell] == YELLOW and influence(state, kit, cell, 1) > 0:
            return True
    return False


def score(state, kit, out):
    """Column 0: 1 for a win; column 1: yellow cards."""
    out[0, 0] = 1 if state.result == 1 else 0
    out[0, 1] = yellow_cards(state, kit)


def hide(state, kit, seat):
    """Nothing is hidden in Habits."""


def broken(state, kit):
    """0, or the law that does not hold: 1 cards, 2 sides, 3 cube, 4 dice, 5 shield, 6 phase."""
    seen = 0
    for cell in range(cells(kit)):
        if state.good[cell] != BLUE and state.good[cell] != YELLOW:
            return 2
    for cell in range(CELLS):
        if 0 <= state.card[cell] < CELLS:
            seen |= 1 << state.card[cell]
    if seen != (1 << CELLS) - 1:
        return 1
    if state.cube < 0 or state.cube >= cells(kit):
        return 3
    if state.phase == CUBE_STEP and state.good[state.cube] != BLUE:
        return 3
    for die in range(2):
        if state.dice[die] < 0 or state.dice[die] > kit.faces:
            return 4
    if state.shield < -1 or state.shield >= cells(kit):
        return 5
    if state.phase < CUBE_STEP or state.phase > ENDED:
        return 6
    return 0
