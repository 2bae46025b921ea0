"""Chains, displays and the deck as links between cards: what lies where, and how it gets elsewhere (NW-17 to NW-34)."""

from gamelib.luck import note

from .diet import feeds_on, is_hungry, is_ranked
from .terms import (
    ATTACHED,
    BITS,
    CARD_STOLEN,
    CARDS,
    DECK_RENEWED,
    FOREST,
    HAND,
    IN_DECK,
    IN_DRAW_DISPLAY,
    IN_STARVING_DISPLAY,
    SCARED_OFF,
    SLOTS,
    WENT_HUNGRY,
    WHICH_BIT,
    WORDS,
)


def put(state, card, place):
    """A card is in another place from now on."""
    where, held, word, bit = state.place, state.held, card // BITS, 1 << int(card) % BITS
    if where[card] >= HAND:
        held[where[card] - HAND, word] ^= bit
    where[card] = place
    if place >= HAND:
        held[place - HAND, word] ^= bit


def cards_in(state, place, found):
    """List the cards of a hand, a forest or a heap set aside, in order; returns how many they are."""
    held, n = state.held, 0
    for word in range(WORDS):
        left = int(held[place - HAND, word])
        while left != 0:
            lowest = left & -left
            # Leiserson, Prokop and Randall 1998: the five upper bits of this product differ for each bit of a word.
            found[n] = BITS * word + WHICH_BIT[((lowest * 0x077CB531) & 0xFFFFFFFF) >> 27]
            n += 1
            left ^= lowest
    return n


def in_forest(state, seat, card):
    """Is it a card in the chains of a seat? Any number may be asked about."""
    return 0 <= card < CARDS and state.place[card] == FOREST + seat


def in_hand(state, seat, card):
    """Is it a card in a seat's hand? Any number may be asked about."""
    return 0 <= card < CARDS and state.place[card] == HAND + seat


def has_room(state, card):
    """Can one more chain stand on it? One card carries one, an abundant resource two (NW-41, NW-87)."""
    return state.eater[card] < 0 or (state.abundance[card] >= 0 and state.second[card] < 0)


def misplaced(state, seat, card, on, under):
    """The rule by which a ranked card can't come between two cards of a forest (-1: nothing there), 0 where it can.

    The number 53 stands for all that keeps one card from feeding on another; `not_food` tells which it is.
    """
    if on >= 0 and not in_forest(state, seat, on):
        return 51
    if under >= 0 and (not in_forest(state, seat, under) or state.under[under] != on):
        return 19
    return unsuited(state, card, on, under)


def unsuited(state, card, on, under):
    """The same for a place that there is in the forest: are all fed, and is there room? (NW-18, NW-19, NW-87)"""
    if on >= 0 and not feeds_on(state, card, on):
        return 53
    if under >= 0 and not feeds_on(state, under, card):
        return 53
    if on >= 0 and under < 0 and not has_room(state, on):
        return 87
    return 0


def put_in(state, seat, card, on, under):
    """A card comes into a forest: onto one card, under another, or both."""
    put(state, card, FOREST + seat)
    if under >= 0:
        if on >= 0:
            leave(state, under)
        state.under[under] = card
        state.eater[card] = under
    stand(state, card, on)


def stand(state, card, on):
    """A card, with all on it, stands on another from now on, or apart."""
    state.under[card] = on
    if on >= 0:
        if state.eater[on] < 0:
            state.eater[on] = card
        else:
            state.second[on] = card


def leave(state, card):
    """A card, with all on it, leaves what it stood on."""
    on = state.under[card]
    if on >= 0:
        if state.eater[on] == card:
            state.eater[on] = state.second[on]
        state.second[on] = -1
        state.under[card] = -1


def take_out(state, kit, card, log):
    """A card leaves a forest alone: what stood on it stands apart, and is Hungry unless it scavenges (NW-91)."""
    leave(state, card)
    above = state.eater[card]
    state.eater[card] = -1
    if above >= 0:
        state.under[above] = -1
        if is_hungry(state, kit, above):
            note(log, WENT_HUNGRY, above, state.place[above] - FOREST)


def top_of(state, card):
    """The highest card of the chain that goes up from this one."""
    while state.eater[card] >= 0:
        card = state.eater[card]
    return card


def bottom_of(state, card):
    """The lowest card of the chain that this one stands in."""
    while state.under[card] >= 0:
        card = state.under[card]
    return card


def lies_on(state, pile, card):
    """Is it the top card of that pile of the Starving Display?"""
    return 0 <= pile < SLOTS and state.pile[pile] == card


def pile_of(state, card):
    """The pile of the Starving Display of which it is the top card, or -1."""
    for pile in range(SLOTS):
        if state.pile[pile] == card:
            return pile
    return -1


def may_go_to(state, pile):
    """May a card be put on that pile? The first empty slot is filled before any pile grows (NW-26, NW-94)."""
    for slot in range(SLOTS):
        if state.pile[slot] < 0:
            return pile == slot
    return 0 <= pile < SLOTS


def put_on_pile(state, card, pile):
    """A card is put face up into the Starving Display."""
    put(state, card, IN_STARVING_DISPLAY)
    state.under[card] = state.pile[pile]
    state.pile[pile] = card


def lift(state, pile):
    """The top card of a pile is taken; what lay beneath it is uncovered (NW-34)."""
    card = state.pile[pile]
    state.pile[pile] = state.under[card]
    state.under[card] = -1
    return card


def renew_deck(state, kit, log):
    """With the deck empty, both displays are shuffled into a new one; the Draw Display is laid out again (NW-22)."""
    if state.deck > 0:
        return
    kept = 0
    for pile in range(SLOTS):
        kept += clear_pile(state, kit, pile)
    if state.deck == 0:
        return
    for slot in range(SLOTS):
        if state.shown[slot] >= 0:
            return_to_deck(state, state.shown[slot])
            state.shown[slot] = -1
    note(log, DECK_RENEWED, state.deck, kept)


def clear_pile(state, kit, pile):
    """A pile goes into the deck; by house rule its events stay where they are (NW-66). Returns how many stayed."""
    card = state.pile[pile]
    state.pile[pile] = -1
    last, kept = -1, 0
    while card >= 0:
        beneath = state.under[card]
        if is_ranked(state, card) or kit.events_reshuffled:
            return_to_deck(state, card)
        else:
            state.under[card] = -1
            if last < 0:
                state.pile[pile] = card
            else:
                state.under[last] = card
            last = card
            kept += 1
        card = beneath
    return kept


def return_to_deck(state, card):
    """A card is shuffled into the deck: nobody knows of it any more."""
    put(state, card, IN_DECK)
    state.under[card] = -1
    state.deck += 1


def open_slots(state):
    """How many slots of the Draw Display the deck can fill now."""
    empty = 0
    for slot in range(SLOTS):
        if state.shown[slot] < 0:
            empty += 1
    return min(empty, state.deck)


def show(state, card):
    """A card from the deck fills the first empty slot of the Draw Display (NW-24). Returns the slot."""
    for slot in range(SLOTS):
        if state.shown[slot] < 0:
            state.shown[slot] = card
            put(state, card, IN_DRAW_DISPLAY)
            return slot
    return -1


def bitten(state, bully, top):
    """The highest card of a chain that a bully can feed on, going down from its top (NW-39); -1 where there is none."""
    card = top
    while card >= 0 and not feeds_on(state, bully, card):
        card = state.under[card]
    return card


def scare_off(state, kit, top, bite, log):
    """Every card above the bite stands apart from now on, with its owner (NW-40)."""
    card = top
    while card != bite:
        lower = state.under[card]
        leave(state, card)
        note(log, SCARED_OFF, card, state.place[card] - FOREST)
        card = lower


def steal(state, card, seat, log):
    """A card, all below it, and all that stands on those, go to another forest (NW-39, NW-41)."""
    owner = state.place[card] - FOREST
    bottom = bottom_of(state, card)
    for branch in range(2):
        stolen = state.eater[bottom] if branch == 0 else state.second[bottom]
        while stolen >= 0:
            put(state, stolen, FOREST + seat)
            note(log, CARD_STOLEN, stolen, owner, seat)
            stolen = state.eater[stolen]
    put(state, bottom, FOREST + seat)
    note(log, CARD_STOLEN, bottom, owner, seat)


def attach(state, event, resource):
    """An Abundance lies with its resource from now on, wherever that goes (NW-95)."""
    put(state, event, ATTACHED)
    state.under[event] = resource
    state.abundance[resource] = event
