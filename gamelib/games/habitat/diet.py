"""Who may eat whom: ranks, diets, realms, restrictions and scavenging (NW-3 to NW-14, NW-53, NW-54)."""

from .terms import (
    AQUATIC,
    CARNIVORE,
    FLYING,
    FORAGER,
    NEVER,
    NOT_DIET,
    NOT_REALM,
    NOT_SPECIES,
    ONLY_DIET,
    ONLY_RANK_FROM,
    ONLY_RANK_UP_TO,
    ONLY_REALM,
    ONLY_SPECIES,
    RESOURCE,
    SLOTS,
    SPECIES,
    TERRESTRIAL,
)


def not_food(kit, eater, food):
    """The number of the rule by which a species can't feed on another in a chain, 0 where it can."""
    if kit.species_diet[eater] == RESOURCE:
        return 4
    if kit.species_true_scavenger[eater]:
        return 10
    if kit.species_rank[eater] <= kit.species_rank[food]:
        return 53
    if kit.species_diet[food] == RESOURCE:
        return not_a_listed_resource(kit, eater, food)
    if kit.species_diet[eater] == FORAGER:
        return 6
    if kit.species_diet[food] == CARNIVORE:
        return 7 if kit.species_diet[eater] == CARNIVORE else 8
    if not share_a_realm(kit, eater, food):
        return 13
    if lives_in(kit, food, FLYING) and not lives_in(kit, eater, FLYING):
        return 14
    return 0 if meets(kit, kit.species_restrictions[eater], food) else 54


def not_a_listed_resource(kit, eater, resource):
    """Foragers and omnivores eat the resources that their card lists, carnivores none (NW-6 to NW-8)."""
    if kit.species_diet[eater] == CARNIVORE:
        return 7
    for listed in kit.species_eats[eater]:
        if listed == resource:
            return 0
    return 6 if kit.species_diet[eater] == FORAGER else 8


def lives_in(kit, species, realm):
    """Is this one of the species' realms?"""
    for own in kit.species_realms[species]:
        if own == realm:
            return True
    return False


def share_a_realm(kit, one, other):
    """Have two species a realm in common? (NW-13)"""
    for realm in kit.species_realms[one]:
        if realm >= 0 and lives_in(kit, other, realm):
            return True
    return False


def meets(kit, conditions, species):
    """Does a species meet all conditions; where some name species, is it one of those?"""
    named, is_named = False, False
    for i in range(len(conditions)):
        word, value = conditions[i, 0], conditions[i, 1]
        if word < 0:
            break
        if word == ONLY_SPECIES:
            named = True
            is_named = is_named or species == value
        elif not meets_one(kit, word, value, species):
            return False
    return is_named or not named


def meets_one(kit, word, value, species):
    """Does a species meet one condition?"""
    if word == ONLY_RANK_UP_TO:
        return kit.species_rank[species] <= value
    if word == ONLY_RANK_FROM:
        return kit.species_rank[species] >= value
    if word == ONLY_REALM:
        return lives_in(kit, species, value)
    if word == NOT_REALM:
        return not lives_in(kit, species, value)
    if word == ONLY_DIET:
        return kit.species_diet[species] == value
    if word == NOT_DIET:
        return kit.species_diet[species] != value
    if word == NOT_SPECIES:
        return species != value
    return False


def scavenges_on(kit, scavenger, carrion):
    """Can a scavenging species feed on an uncovered starving one, of whatever rank? (NW-9 to NW-12)"""
    if kit.species_diet[carrion] == RESOURCE or kit.species_scavenges[scavenger] == NEVER:
        return False
    if carrion == scavenger and not kit.own_kind:
        return False
    return kit.species_scavenges[scavenger] == TERRESTRIAL or lives_in(kit, carrion, AQUATIC)


def learn_foods(state, kit):
    """Work out once who feeds on whom, so that the rest of the game only looks it up."""
    for eater in range(SPECIES):
        if kit.species_rank[eater] < 0:
            break
        for food in range(SPECIES):
            if kit.species_rank[food] < 0:
                break
            if not_food(kit, eater, food) == 0:
                state.foods[eater] |= 1 << food


def is_ranked(state, card):
    """Is it a ranked card, not an event?"""
    return state.kind[card] < SPECIES


def rank_of(state, kit, card):
    """The rank of a ranked card."""
    return kit.species_rank[state.kind[card]]


def is_resource(state, kit, card):
    """Is it of rank 1?"""
    return state.kind[card] < SPECIES and kit.species_diet[state.kind[card]] == RESOURCE


def is_population(state, kit, card):
    """Is it a ranked card, but no resource? (NW-1)"""
    return state.kind[card] < SPECIES and kit.species_diet[state.kind[card]] != RESOURCE


def feeds_on(state, eater, food):
    """Can this card feed on that one in a chain? Both are ranked."""
    kind = state.kind
    return (state.foods[kind[eater]] >> kind[food]) & 1 != 0


def scavenging(state, kit, card, lifted):
    """Is a population fed by carrion, once the top card of pile `lifted` is gone (-1: none is)? (NW-9, NW-31)"""
    species = state.kind[card]
    if kit.species_scavenges[species] == NEVER:
        return False
    for pile in range(SLOTS):
        top = state.pile[pile]
        if pile == lifted:
            top = state.under[top]
        if top >= 0 and state.kind[top] < SPECIES and scavenges_on(kit, species, state.kind[top]):
            return True
    return False


def is_hungry(state, kit, card):
    """Is a card in a forest a population without food? (NW-3) What stands on another card is fed by it, always."""
    if state.under[card] >= 0 or kit.species_diet[state.kind[card]] == RESOURCE:
        return False
    return not scavenging(state, kit, card, -1)
