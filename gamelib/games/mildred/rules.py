"""The rules of Auntie Mildred's list of random tasks, numbered as in RULES.md beside this file.

Two players place dice. A die is in its owner's pool, on a task card (a scallywag), in a prank, dodge or modify slot, in
a group on an Indulgency card, or scored as a Victory Die. Dice have no names: a place knows how many it holds, the
pool also how many show each value (`pool[player, 0]` are those without a value, about to be rolled).
"""

import numpy as np

from gamelib.luck import CHANCE, OVER, note

MAX_SEATS = 2
MAX_ACTIONS = 600
MOVE_LIMIT = 200_000
HIDDEN = 0

FACES = 6
SETS = 6  # room; the kit says how many there are
LEVELS = 6
CARDS = 10
ROW_COUNT = 3  # rows of equal dice that an Indulgency card may ask for
SLOTS = 8
EFFECTS = 3

# Phases. From PICK_VICTORY on, a choice that something before it left open.
START, KEEP, WAKE, ROLLING, ACT = 0, 1, 2, 3, 4
PICK_VICTORY, PICK_REROLL, PICK_SHIFT, PICK_TURN, PICK_SET, ENDED = 5, 6, 7, 8, 9, 10

# Kinds of action.
ROLL, KEEP_DICE, SHAKE = 0, 1, 2
TAKE_DODGE, RESOLVE, SCORE, CLEAR_TASKS, STRAIGHTEN, USE_WAKEUP = 3, 4, 5, 6, 7, 8
TAKE_SCALLYWAG, TAKE_MODIFIER, TAKE_PRANK, TAKE_GROUP, TIDY, END_WAKEUP = 9, 10, 11, 12, 13, 14
PLACE_SCALLYWAG, TAKE_REWARD, INDULGE, MODIFY, PLACE_PRANK, PLACE_DODGE, PASS = 15, 16, 17, 18, 19, 20, 21
REROLL_DIE, SHIFT_DIE, TURN_DIE, STRAIGHTEN_SET, ENOUGH = 22, 23, 24, 25, 26
GIVE_POOL, GIVE_MODIFIER, GIVE_PRANK, GIVE_DODGE, GIVE_SCALLYWAG, GIVE_GROUP = 27, 28, 29, 30, 31, 32
KINDS = 33

# The phase in which each kind of action has its time (a ROLL also in START).
TIME_OF = (
    (ROLLING, KEEP, KEEP)
    + (WAKE,) * 12
    + (ACT,) * 7
    + (PICK_REROLL, PICK_SHIFT, PICK_TURN, PICK_SET, PICK_REROLL)
    + (PICK_VICTORY,) * 6
)

# Which fields each kind of action uses: 1 spot, 2 first, 4 second, 8 third. The others are 0.
USES = (
    (2, 0, 0) + (0, 0, 1, 0, 0, 1) + (1, 0, 0, 1, 0, 0) + (3, 1, 15, 14, 2, 2, 0) + (2, 6, 6, 1, 0) + (2, 0, 0, 0, 1, 3)
)

# Kinds of event.
ROLLED, TOTALS_TIE, STARTS, KEPT, SHAKEN, DODGE_OFF = 0, 1, 2, 3, 4, 5
HIT, HARD_HIT, MISSED, PRANK_OFF, SCORED, OUTDONE = 6, 7, 8, 9, 10, 11
CLEARED, STRAIGHTENED, USED_CARD, TAKEN_BACK, WOKEN, PLACED = 12, 13, 14, 15, 16, 17
INDULGED, MODIFIED, IN_PRANK, IN_DODGE, PASSED, COOKIES = 18, 19, 20, 21, 22, 23
COOKIE_DIE_FULL, STOLEN, VICTORY_DIE, ADVANCED, SHIFTED, PICKED = 24, 25, 26, 27, 28, 29
THREE_DICE, PRANKED_OUT, TIME_UP = 30, 31, 32
EVENTS = 33

# Words of the kit.
ALWAYS, WAKEUP, REWARD, WAKEUP_ALWAYS = 0, 1, 2, 3
ROWS, STRAIGHT = 0, 1
NOTHING = -1
GAIN_COOKIES, STEAL_COOKIES, GAIN_VICTORY_DICE, REROLL, SHIFT, TURN = 0, 1, 2, 3, 4, 5
ADD_PRANK, ADD_DODGE, STRAIGHTEN_A_SET = 6, 7, 8
SCORE_ON_TIES, STRONGER_PRANK, MORE_COOKIES, HARD_PRANK = 9, 10, 11, 12

STATE = np.dtype(
    (
        np.record,
        [
            ("luck", "u8", (2,)),
            ("turn", "i4"),  # turns of a player, from 1; 0 while it is rolled who starts
            ("rounds", "i4"),  # begun so far; two turns make one
            ("phase", "i4"),
            ("active", "i4"),  # whose turn it is
            ("starter", "i4"),
            ("cookie", "i4", (2,)),  # the cookie dice
            ("victory", "i4", (2,)),  # Victory Dice scored
            ("pool", "i4", (2, 7)),  # how many dice show 1 to 6; at 0 those to be rolled
            ("task", "i2", (2, SETS, LEVELS)),  # 1 where a scallywag stands
            ("tapped", "i4", (2, SETS)),  # 1 where a set's scallywags are in the used position
            ("prank", "i2", (2, SLOTS)),  # 1 where a die stands
            ("dodge", "i2", (2, SLOTS)),
            ("modify", "i4", (2,)),  # occupied modify slots
            ("group", "i2", (2, CARDS, ROW_COUNT)),  # the value of each row, 0 for none; the top of a straight
            ("straightened", "i4"),  # 1 once done this turn
            ("resolved", "i4"),  # 1 once the prank was resolved this turn
            ("free_used", "i2", (SETS, LEVELS)),  # 1 where a card was used this turn without tapping
            ("home", "i4"),  # the phase to go back to after choices
            ("card", "i4"),  # 1 + the task card whose effects are under way, or 0
            ("step", "i4"),  # the next of its effects
            ("left", "i4"),  # dice or sets still to choose for an effect
            ("picked", "i4"),  # chosen so far
            ("owed", "i4"),  # Victory Dice still to be placed
            ("result", "i4"),  # 0 while playing, 1 + the winner, 3 a tie
        ],
    )
)

ACTION = np.dtype(
    (
        np.record,
        [
            ("kind", "i4"),
            ("spot", "i4"),  # a task card, a set of them or an Indulgency card, counted from 0
            ("first", "i4"),  # values of dice
            ("second", "i4"),
            ("third", "i4"),
        ],
    )
)

KIT = np.dtype(
    (
        np.record,
        [
            ("players", "i4"),
            ("dice", "i4"),
            ("cookie_goal", "i4"),
            ("to_win", "i4"),
            ("modify_slots", "i4"),
            ("prank_slots", "i4"),
            ("dodge_slots", "i4"),
            ("levels", "i4"),
            ("goal_line", "i4"),
            ("goal_dice", "i4"),
            ("goal_reward", "i4"),
            ("round_limit", "i4"),
            ("sets", "i4"),
            ("set_always", "i4", (SETS,)),
            ("tasks", "i4"),
            ("task_set", "i4", (SETS * LEVELS,)),
            ("task_level", "i4", (SETS * LEVELS,)),
            ("task_kind", "i4", (SETS * LEVELS,)),
            ("task_effects", "i4", (SETS * LEVELS, EFFECTS, 2)),
            ("cards", "i4"),
            ("card_shape", "i4", (CARDS,)),
            ("card_rows", "i4", (CARDS, ROW_COUNT)),
            ("card_cookies", "i4", (CARDS,)),
        ],
    )
)


# ---- the table ----


def setup(state, kit):
    """All dice wait to be rolled for who starts; the cookie dice show 1 (AM-12, AM-51)."""
    state.phase = START
    state.home = ACT
    for player in range(2):
        state.cookie[player] = 1
        state.pool[player, 0] = kit.dice


def to_act(state):
    """Dice fall by chance; all else is the active player's (AM-14)."""
    if state.phase == ENDED:
        return OVER
    if state.phase == START or state.phase == ROLLING:
        return CHANCE
    return state.active


def rolling(state):
    """Whose dice fall: in the opening first one player's, then the other's."""
    if state.phase == START:
        return 0 if state.pool[0, 0] > 0 else 1
    return state.active


def task_card(kit, set_, level):
    """Which row of the kit's tasks is a card: they stand there set by set, level by level."""
    return set_ * kit.levels + level - 1


def highest(state, player, set_):
    """The level of a player's highest scallywag in a set, 0 where there is none."""
    for level in range(LEVELS, 0, -1):
        if state.task[player, set_, level - 1]:
            return level
    return 0


def scallywags(state, player, set_):
    """How many scallywags a player has in a set."""
    count = 0
    for level in range(LEVELS):
        count += state.task[player, set_, level]
    return count


def all_scallywags(state, kit, player):
    """How many scallywags a player has in all sets."""
    count = 0
    for set_ in range(kit.sets):
        count += scallywags(state, player, set_)
    return count


def top_slot(slots):
    """The number of the highest occupied slot, 0 where all are free: the strength of a prank or a dodge (AM-65)."""
    for slot in range(SLOTS, 0, -1):
        if slots[slot - 1]:
            return slot
    return 0


def dice_in(slots):
    """How many dice stand in prank or dodge slots."""
    count = 0
    for slot in range(SLOTS):
        count += slots[slot]
    return count


def card_size(kit, card):
    """How many dice a group on an Indulgency card has."""
    size = 0
    for row in range(ROW_COUNT):
        size += max(kit.card_rows[card, row], 0)
    return size


def group_value(state, kit, player, card, die):
    """The value of a group's die, counted from 0 in the order of its rows."""
    if kit.card_shape[card] == STRAIGHT:
        return state.group[player, card, 0] - die
    row = 0
    while die >= kit.card_rows[card, row]:
        die -= kit.card_rows[card, row]
        row += 1
    return state.group[player, card, row]


def rolled_dice(state, player):
    """How many dice in the pool show a value."""
    count = 0
    for value in range(1, FACES + 1):
        count += state.pool[player, value]
    return count


def always(state, kit, player, effect):
    """The sum of an ALWAYS effect over the cards on which the player has a die, tapped or not (AM-9, AM-58)."""
    amount = 0
    for card in range(kit.tasks):
        if kit.task_kind[card] == ALWAYS and state.task[player, kit.task_set[card], kit.task_level[card] - 1]:
            for step in range(EFFECTS):
                if kit.task_effects[card, step, 0] == effect:
                    amount += kit.task_effects[card, step, 1]
    return amount


def pranks_hard(state, kit, player):
    """Has the player any die in a set whose ALWAYS makes pranks hard, such as Ironing? (AM-19, AM-57)"""
    for set_ in range(kit.sets):
        if kit.set_always[set_] == HARD_PRANK and highest(state, player, set_) > 0:
            return True
    return False


def compare_groups(state, player, card):
    """1 where the player's group on a card beats the opponent's, 0 for a tie, else -1: row by row (AM-23)."""
    for row in range(ROW_COUNT):
        mine, theirs = state.group[player, card, row], state.group[1 - player, card, row]
        if mine != theirs:
            return 1 if mine > theirs else -1
    return 0


def would_score(state, kit, player, card):
    """Does a group bring cookies now? Alone or higher (AM-22), or equal where the player lets ties score (AM-24)."""
    standing = compare_groups(state, player, card)
    return standing > 0 or (standing == 0 and always(state, kit, player, SCORE_ON_TIES) > 0)


def reaches_goal(state, kit, player):
    """Enough scallywags, and each on or beyond the goal line (AM-26, AM-54)."""
    for set_ in range(kit.sets):
        for level in range(1, kit.goal_line):
            if state.task[player, set_, level - 1]:
                return False
    return all_scallywags(state, kit, player) >= kit.goal_dice


# ---- what is allowed ----


def offer(out, n, kind, spot, first, second, third):
    """Write one action into the list; returns how many it holds now."""
    out[n].kind = kind
    out[n].spot = spot
    out[n].first = first
    out[n].second = second
    out[n].third = third
    return n + 1


def keep_legal(state, kit, out, start, n):
    """Drop those of the actions from `start` to `n` that a rule forbids; returns how many the list holds now."""
    kept = start
    for i in range(start, n):
        if forbids_now(state, kit, out[i]) == 0:
            if kept < i:
                out[kept] = out[i]
            kept += 1
    return kept


def legal(state, kit, out):
    """All that may be done now, in a stable order: what comes into question, less what a rule forbids."""
    if state.phase == ACT:
        n = actions_to_consider(state, kit, out)
    elif state.phase == WAKE:
        n = steps_to_consider(state, kit, out)
    elif state.phase == START or state.phase == ROLLING:
        n = 0
        for value in range(1, FACES + 1):
            n = offer(out, n, ROLL, 0, value, 0, 0)
        return n
    elif state.phase == KEEP:
        n = offer(out, 0, KEEP_DICE, 0, 0, 0, 0)
        return offer(out, n, SHAKE, 0, 0, 0, 0)
    elif state.phase == PICK_VICTORY:
        n = gifts_to_consider(state, kit, out)
    else:
        n = picks_to_consider(state, kit, out)
    return keep_legal(state, kit, out, 0, n)


def steps_to_consider(state, kit, out):
    """The steps of phase 1 (AM-15)."""
    n = offer(out, 0, TAKE_DODGE, 0, 0, 0, 0)
    n = offer(out, n, RESOLVE, 0, 0, 0, 0)
    groups = state.group[state.active]
    for card in range(kit.cards):
        if groups[card, 0] > 0:
            n = offer(out, n, SCORE, card, 0, 0, 0)
    n = offer(out, n, CLEAR_TASKS, 0, 0, 0, 0)
    n = offer(out, n, STRAIGHTEN, 0, 0, 0, 0)
    for set_ in range(kit.sets):
        for level in range(1, kit.levels + 1):
            if state.task[state.active, set_, level - 1]:
                n = offer(out, n, USE_WAKEUP, task_card(kit, set_, level), 0, 0, 0)
                n = offer(out, n, TAKE_SCALLYWAG, task_card(kit, set_, level), 0, 0, 0)
    n = offer(out, n, TAKE_MODIFIER, 0, 0, 0, 0)
    n = offer(out, n, TAKE_PRANK, 0, 0, 0, 0)
    for card in range(kit.cards):
        if groups[card, 0] > 0:
            n = offer(out, n, TAKE_GROUP, card, 0, 0, 0)
    n = offer(out, n, TIDY, 0, 0, 0, 0)
    return offer(out, n, END_WAKEUP, 0, 0, 0, 0)


def actions_to_consider(state, kit, out):
    """What dice and tasks can do in phase 3 (AM-33)."""
    n = 0
    pool = state.pool[state.active]
    for set_ in range(kit.sets):
        value = highest(state, state.active, set_) + 1
        if value <= kit.levels and pool[value] > 0:
            n = offer(out, n, PLACE_SCALLYWAG, task_card(kit, set_, value), value, 0, 0)
        for level in range(1, value):
            n = offer(out, n, TAKE_REWARD, task_card(kit, set_, level), 0, 0, 0)
    for card in range(kit.cards):
        n = keep_legal(state, kit, out, n, groups_to_consider(state, kit, out, n, card))
    n = modifications_to_consider(state, kit, out, n)
    for value in range(1, FACES + 1):
        if pool[value] > 0:
            n = offer(out, n, PLACE_PRANK, 0, value, 0, 0)
    for value in range(1, FACES + 1):
        if pool[value] > 0:
            n = offer(out, n, PLACE_DODGE, 0, value, 0, 0)
    return offer(out, n, PASS, 0, 0, 0, 0)


def groups_to_consider(state, kit, out, n, card):
    """Every group of the pool's dice that an Indulgency card takes (AM-38)."""
    pool = state.pool[state.active]
    rows = kit.card_rows[card]
    least = 1 if kit.card_shape[card] == STRAIGHT else rows[0]
    for first in range(1, FACES + 1):
        if pool[first] < least:
            continue
        if rows[1] < 1:
            n = offer(out, n, INDULGE, card, first, 0, 0)
            continue
        for second in range(1, FACES + 1):
            if pool[second] < rows[1]:
                continue
            if rows[2] < 1:
                n = offer(out, n, INDULGE, card, first, second, 0)
                continue
            for third in range(1, FACES + 1):
                n = offer(out, n, INDULGE, card, first, second, third)
    return n


def modifications_to_consider(state, kit, out, n):
    """Every die to spend, with every other die, up and down (AM-34)."""
    player = state.active
    if state.modify[player] >= kit.modify_slots:
        return n
    for spent in range(1, FACES + 1):
        if state.pool[player, spent] > 0:
            for value in range(1, FACES + 1):
                if state.pool[player, value] > 0:
                    n = offer(out, n, MODIFY, 0, spent, value, turned_up(value))
                    n = offer(out, n, MODIFY, 0, spent, value, turned_down(value))
    return n


def picks_to_consider(state, kit, out):
    """The choices that an effect leaves open."""
    n = 0
    if state.phase == PICK_SET:
        for set_ in range(kit.sets):
            n = offer(out, n, STRAIGHTEN_SET, set_, 0, 0, 0)
        return n
    for value in range(1, FACES + 1):
        if state.pool[state.active, value] > 0:
            if state.phase == PICK_REROLL:
                n = offer(out, n, REROLL_DIE, 0, value, 0, 0)
            elif state.phase == PICK_SHIFT:
                n = offer(out, n, SHIFT_DIE, 0, value, turned_up(value), 0)
                n = offer(out, n, SHIFT_DIE, 0, value, turned_down(value), 0)
            else:
                for other in range(1, FACES + 1):
                    n = offer(out, n, TURN_DIE, 0, value, other, 0)
    return offer(out, n, ENOUGH, 0, 0, 0, 0)


def gifts_to_consider(state, kit, out):
    """Every own die that can become the Victory Die (AM-3, AM-60)."""
    n = 0
    for value in range(FACES + 1):
        n = offer(out, n, GIVE_POOL, 0, value, 0, 0)
    n = offer(out, n, GIVE_MODIFIER, 0, 0, 0, 0)
    n = offer(out, n, GIVE_PRANK, 0, 0, 0, 0)
    n = offer(out, n, GIVE_DODGE, 0, 0, 0, 0)
    for set_ in range(kit.sets):
        for level in range(1, kit.levels + 1):
            n = offer(out, n, GIVE_SCALLYWAG, task_card(kit, set_, level), 0, 0, 0)
    for card in range(kit.cards):
        if state.group[state.active, card, 0] > 0:
            for value in range(1, FACES + 1):
                n = offer(out, n, GIVE_GROUP, card, value, 0, 0)
    return n


def forbids(state, kit, action):
    """The number of the rule that forbids an action, 0 where none does. Takes any record, nonsense included."""
    kind = int(action.kind)
    if kind < 0 or kind >= KINDS:
        return 14
    if not its_time(state, kind):
        return 10 if kind == USE_WAKEUP else 11 if kind == TAKE_REWARD else 14
    if has_stray_fields(action):
        return 14
    return forbids_now(state, kit, action)


def its_time(state, kind):
    """Does this kind of action belong to the present phase?"""
    if kind == ROLL and state.phase == START:
        return True
    if kind == ENOUGH:
        return state.phase == PICK_REROLL or state.phase == PICK_SHIFT or state.phase == PICK_TURN
    return TIME_OF[kind] == state.phase


def has_stray_fields(action):
    """Is a field set that this kind of action has no use for?"""
    uses = USES[action.kind]
    return (
        (action.spot != 0 and not uses & 1)
        or (action.first != 0 and not uses & 2)
        or (action.second != 0 and not uses & 4)
        or (action.third != 0 and not uses & 8)
    )


def forbids_now(state, kit, action):
    """As `forbids`, for an action whose time it is and that has no stray fields."""
    kind, spot, first = int(action.kind), int(action.spot), int(action.first)
    if kind == MODIFY:
        return forbids_modify(state, kit, action)
    if kind == PLACE_SCALLYWAG:
        return forbids_scallywag(state, kit, spot, first)
    if kind == TAKE_REWARD:
        return forbids_reward(state, kit, spot)
    if kind == INDULGE:
        return forbids_group(state, kit, action)
    if kind == PLACE_PRANK:
        return forbids_slot(state, state.prank[state.active], kit.prank_slots, first)
    if kind == PLACE_DODGE:
        return forbids_slot(state, state.dodge[state.active], kit.dodge_slots, first)
    if kind == ROLL:
        return 0 if 1 <= first <= FACES else 32
    if TIME_OF[kind] == WAKE:
        return forbids_wakeup(state, kit, kind, spot)
    if TIME_OF[kind] == PICK_VICTORY:
        return forbids_gift(state, kit, kind, spot, first)
    return forbids_pick(state, kit, kind, spot, first, int(action.second))


def forbids_wakeup(state, kit, kind, spot):
    """The steps of phase 1, each on its own terms."""
    player = state.active
    if kind == TAKE_DODGE:
        return 0 if top_slot(state.dodge[player]) > 0 else 17
    if kind == RESOLVE:
        return 0 if top_slot(state.prank[player]) > 0 and not state.resolved else 21
    if kind == TAKE_PRANK:
        return 0 if top_slot(state.prank[player]) > 0 else 30
    if kind == SCORE or kind == TAKE_GROUP:
        return 0 if has_group(state, kit, player, spot) else 22
    if kind == CLEAR_TASKS:
        return 0 if all_scallywags(state, kit, player) > 0 else 26
    if kind == STRAIGHTEN:
        return 0 if not state.straightened and any_tapped(state, kit, player) else 27
    if kind == USE_WAKEUP:
        return forbids_use(state, kit, spot)
    if kind == TAKE_SCALLYWAG:
        return forbids_taking(state, kit, spot)
    if kind == TAKE_MODIFIER:
        return 0 if state.modify[player] > 0 else 30
    if kind == TIDY:
        return 0 if untidy(state, kit, player) else 30
    return forbids_ending(state, kit, player)


def forbids_ending(state, kit, player):
    """No dodge dice left (AM-17), at most one scallywag in each set (AM-30)."""
    if top_slot(state.dodge[player]) > 0:
        return 17
    for set_ in range(kit.sets):
        if scallywags(state, player, set_) > 1:
            return 30
    return 0


def has_group(state, kit, player, card):
    """Has the player a group on this Indulgency card?"""
    return 0 <= card < kit.cards and state.group[player, card, 0] > 0


def has_scallywag(state, kit, player, card):
    """Has the player a die on this task card?"""
    return 0 <= card < kit.tasks and state.task[player, kit.task_set[card], kit.task_level[card] - 1] > 0


def any_tapped(state, kit, player):
    """Is any set of the player's in the used position?"""
    for set_ in range(kit.sets):
        if state.tapped[player, set_]:
            return True
    return False


def untidy(state, kit, player):
    """Are there dice that stand idle: dodging, modifying, or below a higher scallywag?"""
    if top_slot(state.dodge[player]) > 0 or state.modify[player] > 0:
        return True
    for set_ in range(kit.sets):
        if scallywags(state, player, set_) > 1:
            return True
    return False


def forbids_taking(state, kit, card):
    """A scallywag may be taken back, but the highest of a set only after the others (AM-30, AM-72)."""
    player = state.active
    if not has_scallywag(state, kit, player, card):
        return 30
    set_ = kit.task_set[card]
    if kit.task_level[card] == highest(state, player, set_) and scallywags(state, player, set_) > 1:
        return 72
    return 0


def forbids_use(state, kit, card):
    """A WAKEUP effect: a die on that very card (AM-8), upright (AM-28) or on a card that needs no tapping (AM-29)."""
    player = state.active
    if not has_scallywag(state, kit, player, card):
        return 8
    set_ = kit.task_set[card]
    if kit.task_kind[card] == WAKEUP_ALWAYS:
        if state.free_used[set_, kit.task_level[card] - 1]:
            return 29
    elif kit.task_kind[card] != WAKEUP:
        return 10
    elif state.tapped[player, set_]:
        return 28
    return 0 if does_something(state, kit, card) else why_useless(kit, card)


def forbids_reward(state, kit, card):
    """A REWARD: upright dice (AM-42), the highest on the card's level or above (AM-43)."""
    player = state.active
    if card < 0 or card >= kit.tasks:
        return 43
    set_ = kit.task_set[card]
    if highest(state, player, set_) == 0:
        return 8
    if kit.task_kind[card] != REWARD:
        return 11
    if highest(state, player, set_) < kit.task_level[card]:
        return 43
    if state.tapped[player, set_]:
        return 42
    return 0 if does_something(state, kit, card) else why_useless(kit, card)


def does_something(state, kit, card):
    """Can at least one of a card's effects happen now? (AM-47)"""
    for step in range(EFFECTS):
        if kit.task_effects[card, step, 0] >= 0 and possible(state, kit, card, step):
            return True
    return False


def why_useless(kit, card):
    """The rule to cite where none of a card's effects can happen: that of moved dice where it moves one."""
    effect = kit.task_effects[card, 0, 0]
    return 36 if effect == ADD_PRANK or effect == ADD_DODGE else 47


def possible(state, kit, card, step):
    """Can this effect of a card happen now?"""
    player = state.active
    effect, amount = kit.task_effects[card, step, 0], kit.task_effects[card, step, 1]
    if effect == STEAL_COOKIES:
        return state.cookie[1 - player] > 1
    if effect == REROLL or effect == SHIFT or effect == TURN:
        return state.home == ACT and rolled_dice(state, player) > 0
    if effect == ADD_PRANK:
        return can_advance(state.prank[player], kit.prank_slots, amount)
    if effect == ADD_DODGE:
        return can_advance(state.dodge[player], kit.dodge_slots, amount)
    if effect == STRAIGHTEN_A_SET:
        return others_tapped(state, kit, player, kit.task_set[card])
    return effect == GAIN_COOKIES or effect == GAIN_VICTORY_DICE


def can_advance(slots, room, amount):
    """A real die is there, and as many slots above it (AM-36, AM-77)."""
    top = top_slot(slots)
    return top > 0 and top + amount <= room


def others_tapped(state, kit, player, set_):
    """Is a set tapped other than this one?"""
    for other in range(kit.sets):
        if other != set_ and state.tapped[player, other]:
            return True
    return False


def forbids_scallywag(state, kit, card, value):
    """The card's level is the die's value: 1 in an empty set, then one above the highest (AM-39, AM-79)."""
    if card < 0 or card >= kit.tasks or value != kit.task_level[card]:
        return 39
    if value != highest(state, state.active, kit.task_set[card]) + 1:
        return 39
    return 0 if state.pool[state.active, value] > 0 else 33


def forbids_modify(state, kit, action):
    """A free slot, a die to spend and a different one to turn by one, round the corner too (AM-34, AM-75)."""
    player = state.active
    spent, value, turned = int(action.first), int(action.second), int(action.third)
    if state.modify[player] >= kit.modify_slots:
        return 34
    if not in_pool(state, player, spent) or not in_pool(state, player, value):
        return 33
    if spent == value and state.pool[player, value] < 2:
        return 75
    return 0 if turned == turned_up(value) or turned == turned_down(value) else 34


def in_pool(state, player, value):
    """Does a die in the pool show this value?"""
    return 1 <= value <= FACES and state.pool[player, value] > 0


def turned_up(value):
    """One more, 1 after 6 (AM-34)."""
    return value % FACES + 1


def turned_down(value):
    """One less, 6 before 1 (AM-34)."""
    return (value + FACES - 2) % FACES + 1


def forbids_slot(state, slots, room, value):
    """Any die of the pool, into the slot above the highest occupied one (AM-35, AM-76, AM-86)."""
    if not in_pool(state, state.active, value):
        return 33
    return 0 if top_slot(slots) < room else 76


def forbids_group(state, kit, action):
    """One group a player and card (AM-67), of dice that the pool has, as the card asks (AM-38)."""
    player, card = state.active, int(action.spot)
    if card < 0 or card >= kit.cards:
        return 38
    if state.group[player, card, 0] > 0:
        return 67
    if kit.card_shape[card] == STRAIGHT:
        return forbids_straight(state, kit, action)
    return forbids_rows(state, kit, action)


def forbids_straight(state, kit, action):
    """Values in a row, named by the highest."""
    length = kit.card_rows[action.spot, 0]
    if action.second or action.third or action.first > FACES or action.first < length:
        return 38
    for value in range(action.first - length + 1, action.first + 1):
        if state.pool[state.active, value] < 1:
            return 38
    return 0


def forbids_rows(state, kit, action):
    """Each row of one value, the values different (AM-38); of rows of one size the higher comes first (AM-87)."""
    rows = kit.card_rows[action.spot]
    for row in range(ROW_COUNT):
        value = row_value(action, row)
        if rows[row] < 1:
            if value:
                return 38
        elif not in_pool(state, state.active, value) or state.pool[state.active, value] < rows[row]:
            return 38
    if rows[1] > 0:
        if action.first == action.second or action.third == action.first or action.third == action.second:
            return 38
        if rows[0] == rows[1] and action.first < action.second:
            return 87
        if rows[1] == rows[2] and action.second < action.third:
            return 87
    return 0


def row_value(action, row):
    """The value that an action gives for a row of a group."""
    return action.first if row == 0 else action.second if row == 1 else action.third


def forbids_pick(state, kit, kind, spot, value, second):
    """The choices that an effect leaves open."""
    if kind == ENOUGH:
        return 0 if state.picked > 0 else 82
    if kind == STRAIGHTEN_SET:
        own = kit.task_set[state.card - 1] if state.card > 0 else -1
        return 0 if 0 <= spot < kit.sets and spot != own and state.tapped[state.active, spot] else 81
    if kind == REROLL_DIE or kind == SHIFT_DIE or kind == TURN_DIE:
        if not in_pool(state, state.active, value):
            return 44 if kind == REROLL_DIE else 48
    if kind == SHIFT_DIE:
        return 0 if second == turned_up(value) or second == turned_down(value) else 48
    if kind == TURN_DIE:
        return 0 if 1 <= second <= FACES and second != value else 48
    return 0


def forbids_gift(state, kit, kind, spot, value):
    """The die that becomes a Victory Die must be there (AM-60)."""
    player = state.active
    if kind == GIVE_POOL:
        there = 0 <= value <= FACES and state.pool[player, value] > 0
    elif kind == GIVE_MODIFIER:
        there = state.modify[player] > 0
    elif kind == GIVE_PRANK:
        there = top_slot(state.prank[player]) > 0
    elif kind == GIVE_DODGE:
        there = top_slot(state.dodge[player]) > 0
    elif kind == GIVE_SCALLYWAG:
        there = has_scallywag(state, kit, player, spot)
    else:
        there = has_group(state, kit, player, spot) and group_shows(state, kit, player, spot, value)
    return 0 if there else 60


def group_shows(state, kit, player, card, value):
    """Does a die of the group show this value?"""
    for die in range(card_size(kit, card)):
        if group_value(state, kit, player, card, die) == value:
            return True
    return False


# ---- what happens ----


def apply(state, kit, action, log):
    """Make a legal action happen."""
    kind = int(action.kind)
    if kind == ROLL:
        roll(state, kit, int(action.first), log)
    elif kind == KEEP_DICE:
        note(log, KEPT, state.active)
        state.phase = ACT
    elif kind == SHAKE:
        note(log, SHAKEN, state.active)
        unroll(state)
        state.phase = ROLLING
    elif TIME_OF[kind] == WAKE:
        wake(state, kit, action, log)
    elif TIME_OF[kind] == ACT:
        act(state, kit, action, log)
    elif TIME_OF[kind] == PICK_VICTORY:
        give(state, kit, action, log)
    else:
        pick_for_effect(state, kit, action, log)


def roll(state, kit, value, log):
    """One die falls (AM-32); with the last one the phase ends, or it is known who starts."""
    player = rolling(state)
    state.pool[player, 0] -= 1
    state.pool[player, value] += 1
    note(log, ROLLED, player, value)
    if state.phase == START:
        if state.pool[1, 0] == 0:
            start(state, kit, log)
    elif state.pool[player, 0] == 0:
        proceed(state, kit, log)


def start(state, kit, log):
    """The lower total starts, with the dice as they lie (AM-12); equal totals are rolled again (AM-62)."""
    totals = total_of(state, 0), total_of(state, 1)
    if totals[0] == totals[1]:
        note(log, TOTALS_TIE, totals[0])
        for player in range(2):
            gather(state, player)
        return
    state.starter = 0 if totals[0] < totals[1] else 1
    state.active = state.starter
    state.turn = 1
    state.rounds = 1
    state.phase = ACT
    note(log, STARTS, state.starter, totals[state.starter], totals[1 - state.starter])


def total_of(state, player):
    """The sum of the values in a pool."""
    total = 0
    for value in range(1, FACES + 1):
        total += value * state.pool[player, value]
    return total


def gather(state, player):
    """All dice of a pool are to be rolled."""
    for value in range(1, FACES + 1):
        state.pool[player, 0] += state.pool[player, value]
        state.pool[player, value] = 0


def unroll(state):
    """All dice of the active player's pool are to be rolled."""
    gather(state, state.active)


def wake(state, kit, action, log):
    """One step of phase 1."""
    kind, player, spot = int(action.kind), state.active, int(action.spot)
    if kind == TAKE_DODGE:
        take_dodge(state, player, log)
    elif kind == RESOLVE:
        resolve_prank(state, kit, log)
    elif kind == SCORE:
        score_group(state, kit, spot, log)
    elif kind == CLEAR_TASKS:
        clear_tasks(state, kit, log)
    elif kind == STRAIGHTEN:
        state.straightened = 1
        for set_ in range(kit.sets):
            state.tapped[player, set_] = 0
        note(log, STRAIGHTENED, player, -1)
    elif kind == USE_WAKEUP:
        use_wakeup(state, kit, spot, log)
    elif kind == TAKE_SCALLYWAG:
        lift_scallywag(state, player, kit.task_set[spot], kit.task_level[spot])
        taken_back(state, 1, log)
    elif kind == TAKE_MODIFIER:
        state.modify[player] -= 1
        taken_back(state, 1, log)
    elif kind == TAKE_PRANK:
        lift_top(state.prank[player])
        taken_back(state, 1, log)
    elif kind == TAKE_GROUP:
        lift_group(state, player, spot)
        taken_back(state, card_size(kit, spot), log)
    elif kind == TIDY:
        tidy(state, kit, log)
    else:
        end_wakeup(state, kit, log)


def taken_back(state, count, log):
    """Dice go into the pool, to be rolled in this turn (AM-16, AM-55)."""
    state.pool[state.active, 0] += count
    note(log, TAKEN_BACK, state.active, count)


def take_dodge(state, player, log):
    """All dodge dice come off (AM-17)."""
    count = clear_slots(state.dodge[player])
    state.pool[player, 0] += count
    note(log, DODGE_OFF, player, count)


def clear_slots(slots):
    """Take all dice out of prank or dodge slots; returns how many there were."""
    count = 0
    for slot in range(SLOTS):
        count += slots[slot]
        slots[slot] = 0
    return count


def lift_top(slots):
    """Take the die out of the highest occupied slot."""
    slots[top_slot(slots) - 1] = 0


def lift_scallywag(state, player, set_, level):
    """Take a die off a task card; an empty set is upright again."""
    state.task[player, set_, level - 1] = 0
    if highest(state, player, set_) == 0:
        state.tapped[player, set_] = 0


def lift_group(state, player, card):
    """Take a group off an Indulgency card."""
    for row in range(ROW_COUNT):
        state.group[player, card, row] = 0


def resolve_prank(state, kit, log):
    """A higher prank costs the opponent a cookie point, or worse (AM-18 to AM-20); the prank dice come off (AM-21)."""
    player, other = state.active, 1 - state.active
    prank = top_slot(state.prank[player]) + always(state, kit, player, STRONGER_PRANK)
    dodge = top_slot(state.dodge[other])
    state.resolved = 1
    count = clear_slots(state.prank[player])
    state.pool[player, 0] += count
    if prank <= dodge:
        note(log, MISSED, player, prank, dodge)
    elif state.cookie[other] > 1:
        state.cookie[other] -= 1
        note(log, HIT, other, prank, dodge, state.cookie[other])
    elif not pranks_hard(state, kit, player):
        note(log, HIT, other, prank, dodge, 1)
    elif state.victory[other] > 0:
        # A lost Victory Die goes back to its owner's pool (AM-59).
        state.victory[other] -= 1
        state.pool[other, 0] += 1
        note(log, HARD_HIT, other, prank, dodge, state.victory[other])
    else:
        finish(state, 1 + player, PRANKED_OUT, player, log)
    note(log, PRANK_OFF, player, count)


def score_group(state, kit, card, log):
    """A group comes off, for cookies where it is higher than the opponent's (AM-22 to AM-24)."""
    player = state.active
    scores = would_score(state, kit, player, card)
    lift_group(state, player, card)
    state.pool[player, 0] += card_size(kit, card)
    if not scores:
        note(log, OUTDONE, player, card)
        return
    note(log, SCORED, player, card)
    gain_cookies(state, kit, kit.card_cookies[card] + always(state, kit, player, MORE_COOKIES), log)
    proceed(state, kit, log)


def gain_cookies(state, kit, amount, log):
    """The cookie die goes up; at 6 it brings one Victory Die and restarts (AM-3, AM-61), the surplus lost (AM-4)."""
    player = state.active
    if state.cookie[player] + amount >= kit.cookie_goal:
        state.cookie[player] = 1
        state.owed += 1
        note(log, COOKIE_DIE_FULL, player, amount)
    else:
        state.cookie[player] += amount
        note(log, COOKIES, player, amount, state.cookie[player])


def clear_tasks(state, kit, log):
    """All scallywags come off; two Victory Dice where each stood on or beyond the goal line (AM-26, AM-70)."""
    player = state.active
    reached = reaches_goal(state, kit, player)
    count = 0
    for set_ in range(kit.sets):
        for level in range(LEVELS):
            count += state.task[player, set_, level]
            state.task[player, set_, level] = 0
        state.tapped[player, set_] = 0
    state.pool[player, 0] += count
    state.owed = kit.goal_reward if reached else 0
    note(log, CLEARED, player, count, state.owed)
    proceed(state, kit, log)


def use_wakeup(state, kit, card, log):
    """Use a WAKEUP effect: tap the set (AM-10, AM-28), unless the card needs no tapping (AM-29)."""
    set_ = kit.task_set[card]
    if kit.task_kind[card] == WAKEUP_ALWAYS:
        state.free_used[set_, kit.task_level[card] - 1] = 1
    else:
        state.tapped[state.active, set_] = 1
    begin_effects(state, kit, card, log)


def tidy(state, kit, log):
    """Take back all that stands idle, as one step (AM-30): dodge and modify dice, all but the highest of each set."""
    player = state.active
    count = state.modify[player] + clear_slots(state.dodge[player])
    state.modify[player] = 0
    for set_ in range(kit.sets):
        top = highest(state, player, set_)
        for level in range(1, top):
            count += state.task[player, set_, level - 1]
            state.task[player, set_, level - 1] = 0
    taken_back(state, count, log)


def end_wakeup(state, kit, log):
    """On to phase 2: all dice in the pool are rolled (AM-32)."""
    note(log, WOKEN, state.active, state.pool[state.active, 0])
    state.home = ACT
    state.phase = ROLLING if state.pool[state.active, 0] > 0 else ACT


def act(state, kit, action, log):
    """One action of phase 3."""
    kind, player, value, spot = int(action.kind), state.active, int(action.first), int(action.spot)
    if kind == PASS:
        note(log, PASSED, player)
        next_turn(state, kit, log)
        return
    if kind == TAKE_REWARD:
        state.tapped[player, kit.task_set[spot]] = 1
        begin_effects(state, kit, spot, log)
        return
    if kind == INDULGE:
        indulge(state, kit, action, log)
        return
    state.pool[player, value] -= 1
    if kind == PLACE_SCALLYWAG:
        # The first stands upright (AM-40), the next ones as the lower one does (AM-41): a set is tapped as a whole.
        set_ = kit.task_set[spot]
        state.task[player, set_, value - 1] = 1
        note(log, PLACED, player, spot, state.tapped[player, set_])
    elif kind == MODIFY:
        state.modify[player] += 1
        state.pool[player, action.second] -= 1
        state.pool[player, action.third] += 1
        note(log, MODIFIED, player, value, action.second, action.third)
    elif kind == PLACE_PRANK:
        slot = top_slot(state.prank[player])
        state.prank[player, slot] = 1
        note(log, IN_PRANK, player, value, slot + 1)
    else:
        slot = top_slot(state.dodge[player])
        state.dodge[player, slot] = 1
        note(log, IN_DODGE, player, value, slot + 1)


def indulge(state, kit, action, log):
    """A group of dice goes onto an Indulgency card (AM-38)."""
    player, card = state.active, int(action.spot)
    for row in range(ROW_COUNT):
        state.group[player, card, row] = row_value(action, row)
    for die in range(card_size(kit, card)):
        state.pool[player, group_value(state, kit, player, card, die)] -= 1
    note(log, INDULGED, player, card, int(action.first), 10 * int(action.second) + int(action.third))


def next_turn(state, kit, log):
    """The opponent's turn: from phase 1, but the second player's first turn has only dice to keep or shake (AM-13)."""
    if state.turn == 2 * kit.round_limit:
        time_up(state, kit, log)
        return
    state.active = 1 - state.active
    state.turn += 1
    state.rounds = (state.turn + 1) // 2
    state.straightened = 0
    state.resolved = 0
    for set_ in range(kit.sets):
        for level in range(kit.levels):
            state.free_used[set_, level] = 0
    if state.turn == 2:
        state.home = ACT
        state.phase = KEEP
        return
    gather(state, state.active)
    state.home = WAKE
    state.phase = WAKE


def begin_effects(state, kit, card, log):
    """Use a task card: its effects happen one after the other (AM-47)."""
    note(log, USED_CARD, state.active, card)
    state.card = card + 1
    state.step = 0
    proceed(state, kit, log)


def proceed(state, kit, log):
    """Go on until somebody must choose: Victory Dice first, then the rest of a card's effects, then the phase."""
    while state.result == 0:
        if state.owed > 0:
            if state.victory[state.active] + 1 < kit.to_win:
                state.phase = PICK_VICTORY
                return
            score_last_victory_die(state, kit, log)
        elif state.card > 0:
            next_effect(state, kit, log)
            if state.left > 0:
                return
        else:
            state.phase = state.home
            return


def next_effect(state, kit, log):
    """Start the next effect of the card in use, if there is one and it can happen."""
    card, step = state.card - 1, state.step
    if step >= EFFECTS or kit.task_effects[card, step, 0] < 0:
        state.card = 0
        state.step = 0
        return
    state.step += 1
    if possible(state, kit, card, step):
        begin_effect(state, kit, kit.task_effects[card, step, 0], kit.task_effects[card, step, 1], log)


def begin_effect(state, kit, effect, amount, log):
    """Make an effect happen, or begin the choice that it leaves."""
    player = state.active
    if effect == GAIN_COOKIES:
        gain_cookies(state, kit, amount, log)
    elif effect == STEAL_COOKIES:
        steal(state, kit, amount, log)
    elif effect == GAIN_VICTORY_DICE:
        state.owed += amount
    elif effect == ADD_PRANK:
        advance(state.prank[player], amount)
        note(log, ADVANCED, player, 0, top_slot(state.prank[player]))
    elif effect == ADD_DODGE:
        advance(state.dodge[player], amount)
        note(log, ADVANCED, player, 1, top_slot(state.dodge[player]))
    else:
        state.left = amount
        state.picked = 0
        state.phase = phase_of_choice(effect)


def phase_of_choice(effect):
    """The phase in which the player chooses for an effect."""
    if effect == REROLL:
        return PICK_REROLL
    if effect == SHIFT:
        return PICK_SHIFT
    return PICK_TURN if effect == TURN else PICK_SET


def steal(state, kit, amount, log):
    """Cookie points change owner, as many as the opponent has above 1 (AM-49)."""
    other = 1 - state.active
    points = min(amount, state.cookie[other] - 1)
    state.cookie[other] -= points
    note(log, STOLEN, state.active, points, state.cookie[other])
    gain_cookies(state, kit, points, log)


def advance(slots, amount):
    """The highest die moves up (AM-36)."""
    top = top_slot(slots)
    slots[top - 1] = 0
    slots[top - 1 + amount] = 1


def pick_for_effect(state, kit, action, log):
    """A die or set chosen for the effect under way, or enough of them."""
    player, kind, value, spot = state.active, int(action.kind), int(action.first), int(action.spot)
    if kind == ENOUGH:
        state.left = 0
    else:
        state.left -= 1
        state.picked += 1
    if kind == STRAIGHTEN_SET:
        state.tapped[player, spot] = 0
        note(log, STRAIGHTENED, player, spot)
    elif kind == SHIFT_DIE or kind == TURN_DIE:
        state.pool[player, value] -= 1
        state.pool[player, action.second] += 1
        note(log, SHIFTED, player, value, action.second)
    elif kind == REROLL_DIE:
        # Dice are chosen first and rolled then, so none is rolled twice (AM-44).
        state.pool[player, value] -= 1
        state.pool[player, 0] += 1
        note(log, PICKED, player, value)
    if state.left > 0 and more_to_pick(state, kit, player):
        return
    state.left = 0
    if state.phase == PICK_REROLL:
        state.phase = ROLLING
    else:
        proceed(state, kit, log)


def more_to_pick(state, kit, player):
    """Is there anything left to choose from?"""
    if state.phase == PICK_SET:
        return others_tapped(state, kit, player, kit.task_set[state.card - 1])
    return rolled_dice(state, player) > 0


def give(state, kit, action, log):
    """One of the player's dice becomes a Victory Die (AM-3, AM-60)."""
    player, kind, spot = state.active, int(action.kind), int(action.spot)
    if kind == GIVE_POOL:
        state.pool[player, action.first] -= 1
    elif kind == GIVE_MODIFIER:
        state.modify[player] -= 1
    elif kind == GIVE_PRANK:
        lift_top(state.prank[player])
    elif kind == GIVE_DODGE:
        lift_top(state.dodge[player])
    elif kind == GIVE_SCALLYWAG:
        lift_scallywag(state, player, kit.task_set[spot], kit.task_level[spot])
    else:
        break_group(state, kit, player, spot, int(action.first))
    state.owed -= 1
    state.victory[player] += 1
    note(log, VICTORY_DIE, player, state.victory[player])
    proceed(state, kit, log)


def break_group(state, kit, player, card, value):
    """One die leaves a group, the others go back to the pool as they lie (in the wake-up: to be rolled)."""
    for die in range(card_size(kit, card)):
        state.pool[player, 0 if state.home == WAKE else group_value(state, kit, player, card, die)] += 1
    state.pool[player, 0 if state.home == WAKE else value] -= 1
    lift_group(state, player, card)


def score_last_victory_die(state, kit, log):
    """The third Victory Die wins at once (AM-2): which die it is makes no difference any more."""
    player = state.active
    spend_any_die(state, kit, player)
    state.owed = 0
    state.card = 0
    state.step = 0
    state.victory[player] += 1
    note(log, VICTORY_DIE, player, state.victory[player])
    finish(state, 1 + player, THREE_DICE, player, log)


def spend_any_die(state, kit, player):
    """Take a die from the pool, else from a task card, else from wherever one is."""
    for value in range(FACES + 1):
        if state.pool[player, value] > 0:
            state.pool[player, value] -= 1
            return
    for set_ in range(kit.sets):
        if highest(state, player, set_) > 0:
            lift_scallywag(state, player, set_, highest(state, player, set_))
            return
    for card in range(kit.cards):
        if state.group[player, card, 0] > 0:
            break_group(state, kit, player, card, state.group[player, card, 0])
            return
    if state.modify[player] > 0:
        state.modify[player] -= 1
    elif top_slot(state.prank[player]) > 0:
        lift_top(state.prank[player])
    else:
        lift_top(state.dodge[player])


def time_up(state, kit, log):
    """After the last round more Victory Dice win, then more cookie points; else it is a tie (AM-46)."""
    lead = standing_of(state, kit, 0) - standing_of(state, kit, 1)
    winner = 1 if lead > 0 else 2 if lead < 0 else 3
    finish(state, winner, TIME_UP, winner - 1, log)


def finish(state, result, event, who, log):
    """The game is over."""
    state.result = result
    state.phase = ENDED
    note(log, event, who)


def standing_of(state, kit, player):
    """Victory Dice and cookie points as one number: a Victory Die is worth the way of the cookie die."""
    return state.victory[player] * (kit.cookie_goal - 1) + state.cookie[player] - 1


def score(state, kit, out):
    """Column 0: 1 for a win, 0.5 each for a tie; column 1: cookie points, a Victory Die as many as bring it."""
    for player in range(2):
        out[player, 0] = 0.5 if state.result == 3 else 1.0 if state.result == 1 + player else 0.0
        out[player, 1] = standing_of(state, kit, player)


def hide(state, kit, seat):
    """Nothing is hidden: all dice lie open."""


# ---- what must always hold ----


def dice_of(state, kit, player):
    """All dice of a player, wherever they are."""
    count = state.victory[player] + state.modify[player] + all_scallywags(state, kit, player)
    count += dice_in(state.prank[player]) + dice_in(state.dodge[player])
    for value in range(FACES + 1):
        count += state.pool[player, value]
    for card in range(kit.cards):
        if state.group[player, card, 0] > 0:
            count += card_size(kit, card)
    return count


def broken(state, kit):
    """0, or the law broken: 1 dice, 2 cookies, 3 Victory Dice, 4 slots, 5 tasks, 6 groups, 7 phase, 8 pool."""
    for player in range(2):
        if dice_of(state, kit, player) != kit.dice:
            return 1
        if state.cookie[player] < 1 or state.cookie[player] >= kit.cookie_goal:
            return 2
        if state.victory[player] < 0 or state.victory[player] > kit.to_win:
            return 3
        if broken_slots(state, kit, player):
            return 4
        if broken_tasks(state, kit, player):
            return 5
        for card in range(kit.cards):
            if broken_group(state, kit, player, card):
                return 6
        for value in range(FACES + 1):
            if state.pool[player, value] < 0:
                return 8
    return broken_phase(state, kit)


def broken_slots(state, kit, player):
    """Is a slot beyond the last one used, or one used twice?"""
    if state.modify[player] < 0 or state.modify[player] > kit.modify_slots:
        return True
    for slot in range(SLOTS):
        if not 0 <= state.prank[player, slot] <= 1 or not 0 <= state.dodge[player, slot] <= 1:
            return True
    return top_slot(state.prank[player]) > kit.prank_slots or top_slot(state.dodge[player]) > kit.dodge_slots


def broken_tasks(state, kit, player):
    """Does a scallywag stand where there is no card, twice on one, or an empty set tapped?"""
    for set_ in range(SETS):
        tapped = state.tapped[player, set_]
        if not 0 <= tapped <= 1 or (tapped and not highest(state, player, set_)):
            return True
        for level in range(LEVELS):
            there = state.task[player, set_, level]
            if not 0 <= there <= 1 or (there and (set_ >= kit.sets or level >= kit.levels)):
                return True
    return False


def broken_group(state, kit, player, card):
    """Does a group not have what its card asks for?"""
    if state.group[player, card, 0] == 0:
        return state.group[player, card, 1] != 0 or state.group[player, card, 2] != 0
    if kit.card_shape[card] == STRAIGHT:
        return not kit.card_rows[card, 0] <= state.group[player, card, 0] <= FACES
    for row in range(ROW_COUNT):
        value = state.group[player, card, row]
        if not 0 <= value <= FACES or (value > 0) != (kit.card_rows[card, row] > 0):
            return True
        for other in range(row):
            if value > 0 and value == state.group[player, card, other]:
                return True
    return False


def broken_phase(state, kit):
    """Do phase and choices under way fit together?"""
    if state.phase < START or state.phase > ENDED or (state.phase == ENDED) != (state.result > 0):
        return 7
    if not 0 <= state.active <= 1 or not 0 <= state.card <= kit.tasks or state.owed < 0:
        return 7
    if (state.phase == PICK_VICTORY) != (state.owed > 0):
        return 7
    if state.phase == ACT and state.pool[state.active, 0] > 0:
        return 8
    return 0
