"""Strategies for Connections. All there is to choose is what to say to a drawn card; whether a player can think of an
example at all is a matter of luck, with the chance that the kit says (CON-35)."""

from gamelib.luck import WHIM, below

from .chain import expand_turns  # noqa: F401  (compiled together with the strategies)
from .rules import COPIES, GIVE_EXAMPLE, GIVE_NONE, GO_ON, PLAY_ESCAPE, TO_ANSWER, B, worth


def choose_answer(state, kit, actions, n):
    """Always gives an example; escapes only where none comes to mind."""
    return reply(state, kit, actions, n, False)


def choose_first_red(state, kit, actions, n):
    """Escapes the first red card."""
    return reply(state, kit, actions, n, state.phase == TO_ANSWER and worth_now(state, kit) < 0)


def choose_worst_red(state, kit, actions, n):
    """Escapes only a red card that costs as much as any."""
    return reply(state, kit, actions, n, is_worst(state, kit))


def choose_hold_for_b(state, kit, actions, n):
    """Keeps the escape card for circuit B, and there escapes only a red card that costs as much as any."""
    return reply(state, kit, actions, n, state.circuit[state.seat] == B and is_worst(state, kit))


def reply(state, kit, actions, n, wants_out):
    """The index of what this player does: escape if wanted or for want of an example, else give one, else nothing."""
    if state.phase != TO_ANSWER:
        return index_of(actions, n, GO_ON)
    example = has_example(state, kit)
    escape = index_of(actions, n, PLAY_ESCAPE)
    if escape >= 0 and (wants_out or not example):
        return escape
    return index_of(actions, n, GIVE_EXAMPLE if example else GIVE_NONE)


def index_of(actions, n, kind):
    """Which of the listed actions is of a kind, or -1."""
    for i in range(n):
        if actions[i].kind == kind:
            return i
    return -1


def has_example(state, kit):
    """Does the player think of an example? The less likely, the more of them were given for this card (CON-35)."""
    likely = kit.example_chance - kit.example_fade * state.given[state.seat, state.card // COPIES]
    return likely >= 100 or below(state.luck, WHIM, 100) < likely


def worth_now(state, kit):
    """What the drawn card counts where the player stands."""
    return worth(kit, state.card // COPIES, state.circuit[state.seat])


def is_worst(state, kit):
    """Does no card cost more than the drawn one, where the player stands?"""
    if state.phase != TO_ANSWER or worth_now(state, kit) >= 0:
        return False
    for subject in range(kit.cards):
        if worth(kit, subject, state.circuit[state.seat]) < worth_now(state, kit):
            return False
    return True
