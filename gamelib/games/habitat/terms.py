"""The words of Habitat as numbers, and what a table, an action and a kit are made of.

A card is a number: first the ranked cards, species by species as the kit lists them, then the events.
"""

import numpy as np

MAX_SEATS = 6
MAX_ACTIONS = 16_384  # 128 cards allow at most 14,514 (NW-92)
MOVE_LIMIT = 20_000_000  # 600 turns of at most 129 other steps with at most 2 moves of each card between them (NW-92)
HIDDEN = 1
CARDS = 128  # room for cards
SPECIES = 60  # room for kinds of ranked cards
EVENT_KINDS = 12  # room for kinds of event cards
SLOTS = 3  # of either display
TOP_RANK = 8
ALL_RANKS = 510  # as one bit each: bit 1 for rank 1, to bit 8

# Diets (NW-4, NW-6 to NW-8).
RESOURCE, FORAGER, CARNIVORE, OMNIVORE = 0, 1, 2, 3
# Realms (NW-13); of a scavenger too, where it may also say NEVER (NW-12).
TERRESTRIAL, AQUATIC, FLYING = 0, 1, 2
NEVER = -1

# What a condition says: of the food in a bold restriction (NW-54), of the population in an event.
ONLY_RANK_UP_TO, ONLY_RANK_FROM, ONLY_REALM, NOT_REALM, ONLY_DIET, NOT_DIET = 0, 1, 2, 3, 4, 5
ONLY_SPECIES, NOT_SPECIES = 6, 7

# What an event does, to whom, and where its card goes then (NW-16).
ABUNDANCE, DRAW_CARDS, DISCARD_FROM_HAND, LOSE_POPULATION = 0, 1, 2, 3
SELF, OTHERS, EVERYONE = 0, 1, 2
STARVING_DISPLAY, STAYS, OUT_OF_THE_GAME = 0, 1, 2

# Where a card is. A hand, a forest and a heap of cards set aside are one place for each seat, MAX_SEATS apart.
NOWHERE, IN_DECK, IN_DRAW_DISPLAY, IN_STARVING_DISPLAY, ATTACHED, BEING_USED, OUT = -1, 0, 1, 2, 3, 4, 5
HAND, FOREST, ASIDE, AFTER = 10, 16, 22, 28

# Sets of cards as numbers: 30 cards a word, one bit each, so that a word and what is worked out from it have room.
WORDS, BITS = 5, 30
# Which bit of a word is set, where it is one alone: see `cards_in`.
WHICH_BIT = (
    0,
    1,
    28,
    2,
    29,
    14,
    24,
    3,
    30,
    22,
    20,
    15,
    25,
    17,
    4,
    8,
    31,
    27,
    13,
    23,
    21,
    19,
    16,
    7,
    26,
    12,
    18,
    6,
    11,
    5,
    10,
    9,
)

# The steps of a game (NW-42 to NW-49). Chance has the say in between, while cards are owed or holes are open.
SETTING_UP, LAYING, DRAW_STEP, ACTING, LOSING, PUTTING_AWAY, STARVING, DISCARDING, ENDED = 0, 1, 2, 3, 4, 5, 6, 7, 8

# Kinds of action. A card that comes into a forest stands alone, on a card, under one, or between two.
SET_ASIDE, LAY, DRAW, TAKE, SKIP_DRAW, DEALT, SHOWN = 0, 1, 2, 3, 4, 5, 6
PLAY_ALONE, PLAY_ON, PLAY_UNDER, PLAY_BETWEEN = 7, 8, 9, 10
RESCUE_ALONE, RESCUE_ON, RESCUE_UNDER, RESCUE_BETWEEN = 11, 12, 13, 14
MOVE_ALONE, MOVE_ON, BULLY, USE, USE_ON, PUT_AWAY = 15, 16, 17, 18, 19, 20
STARVE, DISCARD, DECLARE, END_TURN = 21, 22, 23, 24
# The same four places at the set-up, where nobody else looks.
SET_OUT_ALONE, SET_OUT_ON, SET_OUT_UNDER, SET_OUT_BETWEEN = 25, 26, 27, 28
# The fields that each of them uses: 1 card, 2 on, 4 under, 8 pile.
FIELDS = (1, 1, 0, 1, 0, 1, 1, 1, 3, 5, 7, 1, 3, 5, 7, 1, 3, 3, 1, 3, 9, 9, 9, 0, 0, 1, 3, 5, 7)

# Kinds of event in the log.
CARD_REVEALED, REVEALED, CARD_LAID, CARD_DRAWN, CARD_TAKEN, CARD_SHOWN = 0, 1, 2, 3, 4, 5
DECK_RENEWED, CARD_PLAYED, CARD_RESCUED, CARD_MOVED, BULLIED, SCARED_OFF = 6, 7, 8, 9, 10, 11
CARD_STOLEN, EVENT_USED, MADE_ABUNDANT, CARD_LOST, EVENT_AWAY, CARD_STARVED = 12, 13, 14, 15, 16, 17
CARD_DISCARDED, TURN_BEGAN, HABITAT_DECLARED, OUT_OF_TURNS, NOTHING_TO_DRAW, WENT_HUNGRY = 18, 19, 20, 21, 22, 23
EVENTS = 24

STATE = np.dtype(
    (
        np.record,
        [
            ("luck", "u8", (2,)),
            ("turn", "i4"),  # 0 during the set-up, 1 in the first turn
            ("phase", "i4"),
            ("seat", "i4"),  # whose turn it is
            ("winner", "i4"),  # -1 while there is none
            ("cards", "i4"),  # how many there are in the game
            ("deck", "i4"),  # how many lie in it
            ("holding", "i2", (MAX_SEATS,)),  # how many cards each holds
            ("drawn", "i2"),  # draws of this turn so far
            ("bullied", "i2"),  # 1 where Territoriality took the place of the draws
            ("owed", "i2"),  # cards that chance still gives to the seat from the deck
            ("holes", "i2"),  # slots of the Draw Display that chance fills first
            ("laid", "i2"),  # cards laid out so far at the end of the set-up
            ("event", "i2"),  # the event card that is being used, or -1
            ("victim", "i2"),  # the seat that loses a card through it, or -1
            ("losses", "i2"),  # how many cards the victim still loses
            ("back", "i2"),  # the step that goes on after the event
            ("shown", "i2", (SLOTS,)),  # cards of the Draw Display, -1 for none
            ("pile", "i2", (SLOTS,)),  # top cards of the Starving Display, -1 for none
            ("kind", "i2", (CARDS,)),  # species of a card; SPECIES + number for an event; -1: no such card
            ("place", "i2", (CARDS,)),
            ("held", "i4", (AFTER - HAND, WORDS)),  # the same the other way round, for each place from HAND on
            ("under", "i2", (CARDS,)),  # the card directly below, in a chain or a pile; the resource of an Abundance
            ("eater", "i2", (CARDS,)),  # the card that stands on it in a chain
            ("second", "i2", (CARDS,)),  # the second one, where it is an abundant resource
            ("abundance", "i2", (CARDS,)),  # the Abundance on a resource
            ("moved", "i2", (CARDS,)),  # since the last other step: 1 stood apart, 2 put on another card (NW-92)
            ("seen", "i2", (CARDS,)),  # of a card in a hand: which seats know it, one bit each
            ("foods", "i8", (SPECIES,)),  # which species each one can feed on in a chain, one bit each
        ],
    )
)

ACTION = np.dtype((np.record, [("kind", "i2"), ("card", "i2"), ("on", "i2"), ("under", "i2"), ("pile", "i2")]))

KIT = np.dtype(
    (
        np.record,
        [
            ("players", "i4"),
            ("deal", "i4"),
            ("hand_limit", "i4"),
            ("draws", "i4"),
            ("rounds", "i4"),
            ("all_fed", "i4"),
            ("events_first", "i4"),
            ("events_reshuffled", "i4"),
            ("refill_each", "i4"),
            ("rescue_resources", "i4"),
            ("own_kind", "i4"),
            ("species_rank", "i4", (SPECIES,)),
            ("species_diet", "i4", (SPECIES,)),
            ("species_realms", "i4", (SPECIES, 3)),
            ("species_eats", "i4", (SPECIES, 8)),
            ("species_scavenges", "i4", (SPECIES,)),
            ("species_true_scavenger", "i4", (SPECIES,)),
            ("species_copies", "i4", (SPECIES,)),
            ("species_restrictions", "i4", (SPECIES, 4, 2)),
            ("events", "i4"),
            ("event_effect", "i4", (EVENT_KINDS,)),
            ("event_amount", "i4", (EVENT_KINDS,)),
            ("event_whom", "i4", (EVENT_KINDS,)),
            ("event_after", "i4", (EVENT_KINDS,)),
            ("event_copies", "i4", (EVENT_KINDS,)),
            ("event_conditions", "i4", (EVENT_KINDS, 4, 2)),
        ],
    )
)
