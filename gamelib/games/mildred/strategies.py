"""Strategies for Auntie Mildred's list of random tasks.

Each looks at what an action brings by itself (`appeal`), without trying it: fast, and easy to read. They weigh things
alike and differ in what they care for. `planner` tries whole turns instead, in a canonical order: see `redundant`.
"""

import numpy as np

from gamelib.games.mildred.rules import (
    ACT,
    ACTION,
    ADD_DODGE,
    ADD_PRANK,
    ALWAYS,
    CLEAR_TASKS,
    EFFECTS,
    END_WAKEUP,
    ENOUGH,
    FACES,
    GAIN_COOKIES,
    GAIN_VICTORY_DICE,
    GIVE_MODIFIER,
    GIVE_POOL,
    GIVE_PRANK,
    GIVE_SCALLYWAG,
    HARD_PRANK,
    INDULGE,
    KEEP_DICE,
    MAX_ACTIONS,
    MODIFY,
    MORE_COOKIES,
    PASS,
    PLACE_DODGE,
    PLACE_PRANK,
    PLACE_SCALLYWAG,
    REROLL_DIE,
    RESOLVE,
    REWARD,
    ROW_COUNT,
    SCORE,
    SHAKE,
    SHIFT_DIE,
    STATE,
    STEAL_COOKIES,
    STRAIGHT,
    STRAIGHTEN,
    STRAIGHTEN_A_SET,
    STRAIGHTEN_SET,
    STRONGER_PRANK,
    TAKE_DODGE,
    TAKE_REWARD,
    TAKE_SCALLYWAG,
    TIDY,
    TURN_DIE,
    USE_WAKEUP,
    WAKEUP,
    WAKEUP_ALWAYS,
    always,
    apply,
    card_size,
    forbids,
    highest,
    legal,
    pranks_hard,
    reaches_goal,
    rolled_dice,
    row_value,
    task_card,
    to_act,
    top_slot,
    would_score,
)
from gamelib.luck import CHANCE, LOG_SHAPE, WHIM, below

# What a strategy cares for, as bits.
INDULGES, CLIMBS, PRANKS, DODGES = 1, 2, 4, 8
ALL_OF_IT = INDULGES | CLIMBS | PRANKS | DODGES

# What things are worth, measured by a cookie point. Found by trial: each strategy should do well with the default kit.
COOKIE = 25.0
DIE = 20.0  # what a die could do elsewhere, to who climbs
ON_THE_WAY, EACH_LEVEL = 8.0, 7.0  # a scallywag on its way to the goal line, and more for each level
AT_THE_GOAL = 60.0  # the one that gets there
PARKED = 5.0  # what it costs that a die stays on a task and is not rolled
AHEAD = 2.0  # turns for which a scallywag is thought to bring what its card does
HARDNESS = 10.0  # a die that makes pranks hard
DODGING = 12.0  # each die that a hard prank makes the opponent spend on the dodge
DREAD = 0.4  # the part of what is at stake that is worth dodging dice
A_STEP = 5.0  # rolling or turning a die
WORTHWHILE = 2.0  # how much a change of dice must gain
KEEP_FROM = 45.0  # how good the first roll must be to be kept


def choose_balanced(state, kit, actions, n):
    """Uses the whole board: Indulgencies, tasks, the goal line, pranks; dodges what would hurt."""
    return most_appealing(state, kit, actions, n, ALL_OF_IT)


def choose_cookies(state, kit, actions, n):
    """Indulgency cards first and only: neither tasks nor pranks; dodges with dice that are left."""
    return most_appealing(state, kit, actions, n, INDULGES | DODGES)


def choose_prankster(state, kit, actions, n):
    """Pranks, and tasks for what they bring where no prank pays; no Indulgencies."""
    return most_appealing(state, kit, actions, n, PRANKS | CLIMBS | DODGES)


def choose_climber(state, kit, actions, n):
    """Tasks and their rewards, up to the goal line; no Indulgencies, no pranks."""
    return most_appealing(state, kit, actions, n, CLIMBS | DODGES)


def most_appealing(state, kit, actions, n, cares):
    """The index of the action that appeals most, the first among equals."""
    if n == 1:
        return 0
    best, most = 0, -1e300
    present = best_use(state, kit, cares) if state.phase == ACT or state.left > 0 else 0.0
    for i in range(n):
        value = appeal(state, kit, actions[i], cares, present)
        if value > most:
            best, most = i, value
    return best


def appeal(state, kit, action, cares, present):
    """What an action is worth by itself, beyond what its dice could do elsewhere; ending a phase is worth 0."""
    kind = int(action.kind)
    if kind == PASS or kind == END_WAKEUP:
        return 0.0
    if kind == PLACE_SCALLYWAG:
        worth = scallywag_worth(state, kit, int(action.spot), cares)
        return max(worth - DIE, 0.01 * worth)
    if kind == TAKE_REWARD:
        return appeal_of_reward(state, kit, int(action.spot), cares)
    if kind == INDULGE:
        return appeal_of_group(state, kit, int(action.spot), int(action.first), int(action.second), cares)
    if kind == MODIFY:
        return appeal_of_change(state, kit, int(action.first), int(action.second), int(action.third), cares, present)
    if kind == PLACE_PRANK:
        return appeal_of_prank(state, kit, int(action.first), cares)
    if kind == PLACE_DODGE:
        return appeal_of_dodge(state, kit, int(action.first), cares)
    if kind == KEEP_DICE or kind == SHAKE:
        return KEEP_FROM if kind == SHAKE else best_use(state, kit, cares)
    if kind == SHIFT_DIE or kind == TURN_DIE:
        return 1.0 + appeal_of_change(state, kit, 0, int(action.first), int(action.second), cares, present)
    if kind == REROLL_DIE:
        return -usefulness(state, kit, int(action.first), cares)
    if kind == ENOUGH:
        return -3.5
    if kind == STRAIGHTEN_SET:
        return best_reward(state, kit, int(action.spot), cares)
    if kind >= GIVE_POOL:
        return appeal_of_gift(state, kit, kind, int(action.first), cares)
    return appeal_of_step(state, kit, kind, int(action.spot), cares)


def appeal_of_step(state, kit, kind, spot, cares):
    """The steps of the wake-up, by the order in which it is wise to take them."""
    player = state.active
    if kind == USE_WAKEUP:
        worth = effects_worth(state, kit, spot, cares)
        if kit.task_kind[spot] == WAKEUP_ALWAYS or not state.straightened:
            return 1900.0
        return 1700.0 if worth >= best_reward(state, kit, kit.task_set[spot], cares) else -1.0
    if kind == STRAIGHTEN:
        return 1800.0
    if kind == RESOLVE:
        # A hit that costs something comes first: before effects that take cookies and so soften it.
        return 1950.0 if strength(state, kit, player) > top_slot(state.dodge[1 - player]) else 1050.0
    if kind == SCORE:
        return 1600.0 if would_score(state, kit, player, spot) else 1100.0
    if kind == TIDY or kind == TAKE_DODGE:
        return 1000.0
    if kind == TAKE_SCALLYWAG:
        level = kit.task_level[spot]
        return 950.0 if level < kit.goal_line and beyond_goal(state, kit, player) >= kit.goal_dice else -1.0
    if kind == CLEAR_TASKS:
        return 900.0 if reaches_goal(state, kit, player) else -1.0
    return -1.0


def strength(state, kit, player):
    """How high the opponent must dodge the player's prank, 0 where there is none."""
    slot = top_slot(state.prank[player])
    return slot + always(state, kit, player, STRONGER_PRANK) if slot > 0 else 0


def stake(state, kit, player):
    """What a hit would cost a player now: a cookie point, a Victory Die or the game."""
    if state.cookie[player] > 1:
        return COOKIE
    if not pranks_hard(state, kit, 1 - player):
        return 0.0
    return COOKIE * (kit.cookie_goal - 1) if state.victory[player] > 0 else 1e5


def beyond_goal(state, kit, player):
    """How many scallywags stand on or beyond the goal line."""
    count = 0
    for set_ in range(kit.sets):
        for level in range(kit.goal_line, kit.levels + 1):
            count += state.task[player, set_, level - 1]
    return count


def effects_worth(state, kit, card, cares):
    """What the effects of a task card are worth now."""
    player = state.active
    worth = 0.0
    for step in range(EFFECTS):
        effect, amount = kit.task_effects[card, step, 0], kit.task_effects[card, step, 1]
        if effect == GAIN_COOKIES:
            worth += COOKIE * amount
        elif effect == STEAL_COOKIES:
            worth += 1.5 * COOKIE * min(amount, state.cookie[1 - player] - 1)
        elif effect == GAIN_VICTORY_DICE:
            worth += COOKIE * (kit.cookie_goal - 1) * amount
        elif effect == ADD_PRANK:
            threat = stake(state, kit, 1 - player) > COOKIE and cares & PRANKS
            worth += (DIE if threat else 3.0) * amount
        elif effect == ADD_DODGE:
            worth += min(amount, lacking(state, kit)) * dodge_worth(state, kit) + 1.0
        elif effect == STRAIGHTEN_A_SET:
            worth += 12.0
        elif effect >= 0:
            worth += A_STEP * min(amount, rolled_dice(state, player))
    return worth


def best_reward(state, kit, set_, cares):
    """The worth of the best reward that a set's highest scallywag reaches."""
    return reward_up_to(state, kit, set_, highest(state, state.active, set_), cares)


def reward_up_to(state, kit, set_, level, cares):
    """The worth of the best reward of a set up to a level."""
    best = 0.0
    for lower in range(1, level + 1):
        card = task_card(kit, set_, lower)
        if kit.task_kind[card] == REWARD:
            best = max(best, effects_worth(state, kit, card, cares))
    return best


def scallywag_worth(state, kit, card, cares):
    """What standing there brings in the next turns, beyond where the last one stands, and a part of the way to the goal
    line; the first of a set is a die less to roll from now on."""
    set_, level = kit.task_set[card], kit.task_level[card]
    if not cares & CLIMBS:
        return -1.0
    worth = AHEAD * standing_worth(state, kit, set_, level, cares)
    if level > 1:
        worth -= AHEAD * standing_worth(state, kit, set_, level - 1, cares)
    elif cares & INDULGES:
        worth -= PARKED
    if level <= kit.goal_line and (level > 1 or begun(state, kit) < kit.goal_dice):
        worth += ON_THE_WAY + EACH_LEVEL * level
    if level == kit.goal_line:
        worth += AT_THE_GOAL
    return worth


def begun(state, kit):
    """How many sets the player has begun, those aside that are a standing help and not climbed further."""
    count = 0
    for set_ in range(kit.sets):
        level = highest(state, state.active, set_)
        if level > 0 and kit.task_kind[task_card(kit, set_, level)] != WAKEUP_ALWAYS:
            count += 1
    return count


def standing_worth(state, kit, set_, level, cares):
    """What the highest scallywag of a set brings each turn: the effect of its card, or the best reward below it."""
    card = task_card(kit, set_, level)
    kind = kit.task_kind[card]
    worth = 0.0
    if kind == WAKEUP or kind == WAKEUP_ALWAYS:
        worth = effects_worth(state, kit, card, cares)
    elif kind == ALWAYS:
        effect, amount = kit.task_effects[card, 0, 0], kit.task_effects[card, 0, 1]
        if effect == MORE_COOKIES and cares & INDULGES:
            worth = 0.6 * COOKIE * amount
        elif effect == STRONGER_PRANK and cares & PRANKS:
            worth = 0.3 * DIE * amount
    if cares & PRANKS and kit.set_always[set_] == HARD_PRANK:
        worth += HARDNESS
    return max(worth, reward_up_to(state, kit, set_, level, cares))


def appeal_of_reward(state, kit, card, cares):
    """A reward is free: take the best one that there is, after the dice were placed that may raise it."""
    return 0.1 + effects_worth(state, kit, card, cares) / 10.0


def group_worth(state, kit, card, first, second, cares):
    """The cookies of a card, and those that the opponent won't score there any more; high values are hard to outdo."""
    if not cares & INDULGES:
        return -1.0
    player = state.active
    theirs = state.group[1 - player, card]
    if theirs[0] > first or (theirs[0] == first and theirs[1] >= second):
        return 1.0
    cookies = kit.card_cookies[card] + always(state, kit, player, MORE_COOKIES)
    worth = COOKIE * min(cookies, kit.cookie_goal - state.cookie[player])
    if theirs[0] > 0:
        worth += COOKIE * kit.card_cookies[card]
    return worth + first


def appeal_of_group(state, kit, card, first, second, cares):
    """A group's worth beyond what its dice could do elsewhere; dice left over are better there than nowhere."""
    if not cares & INDULGES:
        return -1.0
    worth = group_worth(state, kit, card, first, second, cares)
    return max(worth - die_worth(cares) * card_size(kit, card), 0.01 * worth)


def die_worth(cares):
    """What a die could do elsewhere."""
    return DIE if cares & CLIMBS else 0.0


def best_use(state, kit, cares):
    """The worth of the best group and of all scallywags that the dice of the pool can make now."""
    best = 0.0
    pool = state.pool[state.active]
    if cares & INDULGES:
        for card in range(kit.cards):
            if state.group[state.active, card, 0] == 0:
                best = max(best, best_group(state, kit, pool, card, cares) - die_worth(cares) * card_size(kit, card))
    if cares & CLIMBS:
        for set_ in range(kit.sets):
            value = highest(state, state.active, set_) + 1
            if value <= kit.levels and pool[value] > 0:
                best += max(scallywag_worth(state, kit, task_card(kit, set_, value), cares) - DIE, 0.0)
    return best


def best_group(state, kit, pool, card, cares):
    """The worth of the best group that the pool has for a card (of cards with up to two rows)."""
    rows = kit.card_rows[card]
    for first in range(FACES, 0, -1):
        if kit.card_shape[card] == STRAIGHT:
            if has_straight(pool, first, rows[0]):
                return group_worth(state, kit, card, first, 0, cares)
        elif pool[first] >= rows[0]:
            if rows[1] < 1:
                return group_worth(state, kit, card, first, 0, cares)
            for second in range(FACES, 0, -1):
                if second != first and pool[second] >= rows[1]:
                    return group_worth(state, kit, card, first, second, cares)
    return 0.0


def has_straight(pool, top, length):
    """Are there dice for a straight with this highest value?"""
    if top < length:
        return False
    for value in range(top - length + 1, top + 1):
        if pool[value] < 1:
            return False
    return True


def appeal_of_change(state, kit, spent, value, turned, cares, present):
    """How much better the pool can be used after a die was turned (and another spent, unless that is 0)."""
    pool = state.pool[state.active]
    pool[value] -= 1
    pool[turned] += 1
    pool[spent] -= 1 if spent else 0
    after = best_use(state, kit, cares)
    pool[spent] += 1 if spent else 0
    pool[turned] -= 1
    pool[value] += 1
    gain = after - present
    # More than the use itself, so that the change comes before the pool is used otherwise.
    return 100.0 + gain if gain > WORTHWHILE else -1.0


def usefulness(state, kit, value, cares):
    """How much a die of this value is worth keeping: for a task, or beside its like."""
    worth = 1.5 * (state.pool[state.active, value] - 1) if cares & INDULGES else 0.0
    if cares & CLIMBS:
        for set_ in range(kit.sets):
            if highest(state, state.active, set_) + 1 == value:
                worth += 5.0
    return worth


def appeal_of_prank(state, kit, value, cares):
    """A hard prank is worth the dice that it makes the opponent spend on dodging; any other takes what is left over."""
    if not cares & PRANKS:
        return -1.0
    player = state.active
    first = top_slot(state.prank[player]) == 0
    at_stake = stake(state, kit, 1 - player)
    least = 0.001 * usefulness(state, kit, value, cares)
    if at_stake > COOKIE:
        dodging = 1 + (always(state, kit, player, STRONGER_PRANK) if first else 0)
        return max(DODGING * dodging - DIE, 0.1) - least
    return (0.1 if first and at_stake > 0 else 0.09) - least


def lacking(state, kit):
    """How many slots the dodge lacks against the opponent's prank; 0 where no dice at hand could make them up."""
    player = state.active
    need, have = strength(state, kit, 1 - player), top_slot(state.dodge[player])
    if need > kit.dodge_slots or have + rolled_dice(state, player) + dodge_help(state, kit) < need:
        return 0
    return max(need - have, 0)


def dodge_worth(state, kit):
    """What each slot of the dodge that is lacking is worth: its part of what is at stake."""
    missing = lacking(state, kit)
    return DREAD * stake(state, kit, state.active) / missing if missing > 0 else 0.0


def dodge_help(state, kit):
    """By how much a reward at hand would raise the dodge."""
    most = 0
    for card in range(kit.tasks):
        if kit.task_effects[card, 0, 0] == ADD_DODGE and kit.task_kind[card] == REWARD:
            set_ = kit.task_set[card]
            if highest(state, state.active, set_) >= kit.task_level[card] and not state.tapped[state.active, set_]:
                most = max(most, kit.task_effects[card, 0, 1])
    return most


def appeal_of_dodge(state, kit, value, cares):
    """Worth its dice where a Victory Die or the game is at stake; for a cookie point what is left over, else last."""
    if not cares & DODGES:
        return -1.0
    least = 0.001 * usefulness(state, kit, value, cares)
    worth = dodge_worth(state, kit)
    return max(worth - die_worth(cares), 0.12 if worth > 0 else 0.05) - least


def appeal_of_gift(state, kit, kind, value, cares):
    """The Victory Die: best a die that has done its work."""
    if kind == GIVE_POOL:
        return 10.0 - usefulness(state, kit, value, cares) if value > 0 else 11.0
    if kind == GIVE_MODIFIER:
        return 12.0
    if kind == GIVE_PRANK:
        return 3.0
    return 2.0 if kind == GIVE_SCALLYWAG else 1.0


# ---- whole turns, in a canonical order ----

PLANS = 40  # positions that `planner` looks at for each of the first actions that it tries
WIDTH = 5  # how many first actions it tries; of later ones, three
DEEPEST = 12  # actions of a turn that it chooses; the rest of the turn goes by appeal
BETTER = 12.0  # how much better a plan must look to be preferred to what appeals most


def choose_planner(state, kit, actions, n):
    """Tries out whole turns, each set of interchangeable actions in one order only, and begins the best one.

    The first plan is what `balanced` would do. Where dice roll, one roll stands for all, and the turn is finished by
    appeal.
    """
    if n == 1:
        return 0
    if state.phase != ACT:
        return most_appealing(state, kit, actions, n, ALL_OF_IT)
    lists = np.zeros((DEEPEST + 1, MAX_ACTIONS), ACTION)
    order = np.zeros((DEEPEST + 1, WIDTH), np.int64)
    path = np.zeros(DEEPEST + 2, STATE)
    log = np.zeros(LOG_SHAPE, np.int64)
    path[0] = state
    for i in range(n):
        lists[0, i] = actions[i]
    first = most_appealing_few(path[0], kit, lists[0], n, order[0], WIDTH)
    best, best_value = order[0, 0], -1e300
    for k in range(first):
        value = best_plan(path, kit, lists, order, order[0, k], log)
        if k == 0:
            value += BETTER
        if value > best_value:
            best, best_value = order[0, k], value
    return best


def best_plan(path, kit, lists, order, begin, log):
    """The value of the best turn that begins with an action of the first list: depth first, at most PLANS positions."""
    seat = path[0].active
    counts = np.zeros(DEEPEST + 1, np.int64)
    tried = np.zeros(DEEPEST + 1, np.int64)
    made = np.zeros(DEEPEST + 1, np.int64)
    made[0] = begin
    depth, best, looks = 0, -1e300, 0
    room = np.zeros(MAX_ACTIONS, ACTION)
    counts[0], tried[0] = 1, 0
    while depth >= 0:
        if tried[depth] == counts[depth] or looks >= PLANS:
            depth -= 1
            continue
        if depth > 0:
            made[depth] = order[depth, tried[depth]]
        tried[depth] += 1
        action = lists[depth, made[depth]]
        if depth > 0 and redundant(path[depth - 1], kit, lists[depth - 1, made[depth - 1]], action):
            continue
        path[depth + 1] = path[depth]
        log[0, 0] = 0
        apply(path[depth + 1], kit, action, log)
        looks += 1
        after = path[depth + 1]
        if after.phase == ACT and after.active == seat and depth + 1 < DEEPEST:
            depth += 1
            n = legal(after, kit, lists[depth])
            counts[depth] = most_appealing_few(after, kit, lists[depth], n, order[depth], 3)
            tried[depth] = 0
            continue
        finish_turn(after, kit, seat, room, log)
        best = max(best, outlook(after, kit, seat))
    return best


def most_appealing_few(state, kit, actions, n, order, most):
    """The indices of the few actions that appeal most, best first, in `order`; returns how many."""
    present = best_use(state, kit, ALL_OF_IT)
    worth = np.zeros(WIDTH)
    count = 0
    for i in range(n):
        value = appeal(state, kit, actions[i], ALL_OF_IT, present)
        if count == most and value <= worth[most - 1]:
            continue
        place = min(count, most - 1)
        while place > 0 and worth[place - 1] < value:
            worth[place] = worth[place - 1]
            order[place] = order[place - 1]
            place -= 1
        worth[place] = value
        order[place] = i
        count = min(count + 1, most)
    return count


def finish_turn(state, kit, seat, room, log):
    """Play a turn on to its end, by appeal, with dice rolled in the head."""
    for _ in range(80):
        if state.result > 0 or state.active != seat:
            return
        n = legal(state, kit, room)
        if to_act(state) == CHANCE:
            index = below(state.luck, WHIM, n)
        else:
            index = most_appealing(state, kit, room, n, ALL_OF_IT)
        log[0, 0] = 0
        apply(state, kit, room[index], log)


def redundant(before, kit, first, second):
    """May `second` after `first` be left out, because `first` after `second` is looked at too and comes to the same?

    True only where `second` stands before `first` in a fixed order of all actions, was legal `before` already, and the
    two don't touch each other's dice, cards or slots. Of all orders of such actions just the sorted one is left, so no
    end of a turn is lost.
    """
    if not key_of(second) < key_of(first):
        return False
    if not independent(kit, first, second):
        return False
    return enough_dice(before, kit, first, second) and forbids(before, kit, second) == 0


def key_of(action):
    """A number for each action: the fixed order."""
    key = int(action.kind)
    key = key * 64 + int(action.spot)
    key = key * 8 + int(action.first)
    key = key * 8 + int(action.second)
    return key * 8 + int(action.third)


def independent(kit, one, other):
    """Do two actions of phase 3 act on different things, but for dice of the pool?"""
    return plain(one) and plain(other) and place_of(kit, one) != place_of(kit, other)


def plain(action):
    """Placing dice: what takes dice from the pool and puts them somewhere, without any choice or chance after it."""
    kind = action.kind
    return kind == PLACE_SCALLYWAG or kind == INDULGE or kind == PLACE_PRANK or kind == PLACE_DODGE


def place_of(kit, action):
    """Where a placed die goes: a set, a card, the prank or the dodge, as one number."""
    if action.kind == PLACE_SCALLYWAG:
        return int(kit.task_set[action.spot])
    if action.kind == INDULGE:
        return 100 + int(action.spot)
    return 200 if action.kind == PLACE_PRANK else 201


def enough_dice(state, kit, one, other):
    """Has the pool the dice of both actions at once?"""
    need = np.zeros(FACES + 1, np.int64)
    count_dice(kit, one, need)
    count_dice(kit, other, need)
    for value in range(1, FACES + 1):
        if need[value] > state.pool[state.active, value]:
            return False
    return True


def count_dice(kit, action, need):
    """Add the dice that a placing takes, by value."""
    if action.kind != INDULGE:
        need[action.first] += 1
        return
    card = action.spot
    if kit.card_shape[card] == STRAIGHT:
        for value in range(action.first - kit.card_rows[card, 0] + 1, action.first + 1):
            need[value] += 1
        return
    for row in range(ROW_COUNT):
        if kit.card_rows[card, row] > 0:
            need[row_value(action, row)] += kit.card_rows[card, row]


def outlook(state, kit, seat):
    """What a position at the end of a turn is worth to a seat."""
    if state.result > 0:
        return 1e6 if state.result == 1 + seat else -1e6 if state.result < 3 else 0.0
    return own_outlook(state, kit, seat) - own_outlook(state, kit, 1 - seat) - threat(state, kit, seat)


def own_outlook(state, kit, player):
    """Victory Dice, cookie points, groups that would score, scallywags and what they can bring."""
    worth = COOKIE * ((kit.cookie_goal - 1) * (state.victory[player] + state.owed * (player == state.active)))
    worth += COOKIE * state.cookie[player]
    for card in range(kit.cards):
        if state.group[player, card, 0] > 0 and would_score(state, kit, player, card):
            worth += 0.8 * COOKIE * kit.card_cookies[card] + 0.5 * state.group[player, card, 0]
    for set_ in range(kit.sets):
        level = highest(state, player, set_)
        if level > 0:
            worth += ON_THE_WAY + EACH_LEVEL * level + (AT_THE_GOAL if level >= kit.goal_line else 0.0)
            worth += standing_worth(state, kit, set_, level, ALL_OF_IT)
    if strength(state, kit, player) > top_slot(state.dodge[1 - player]):
        worth += 0.5 * COOKIE
    return worth


def threat(state, kit, seat):
    """What the opponent's prank would cost in the coming wake-up."""
    hits = strength(state, kit, 1 - seat) > top_slot(state.dodge[seat])
    return stake(state, kit, seat) if hits else 0.0
