"""The puzzles of Habits, each gone through to the end; and what the outcome notebook counts."""

import numpy as np
import pytest

import gamelib as gl
from gamelib import luck, twin
from gamelib.games.habits import lesson
from gamelib.games.habits import rules as r


def ways(match):
    """All ways to spend this turn: (words of the actions, the match's state at its end)."""
    game, kit = match.game, match.kit.record
    fast, log = twin.compiled(game), np.zeros(luck.LOG_SHAPE, np.int64)

    def go(state, said):
        if state[0].phase != r.YOUR_MOVE:
            yield said, state
            return
        room = game.new_actions()
        for action in room[: fast.legal(state[0], kit, room)].copy():
            after = state.copy()
            log[0, 0] = 0
            fast.apply(after[0], kit, action, log)
            yield from go(after, [*said, match.phrases.say(action)])

    start = game.new_states()
    start[:] = match.state
    return list(go(start, []))


def plainly(words):
    """Which cards are moved or triggered, however it is paid for."""
    return tuple(word.split(" with ")[0].split(" paying ")[0] for word in words)


def test_the_answers_hold():
    assert all(puzzle.run() for puzzle in lesson.puzzles())
    with pytest.raises(ValueError, match="expected 1 to 3"):
        lesson.puzzle(4)


@pytest.mark.parametrize(
    "number, answer",
    [(1, ("trigger A2", "trigger B1")), (2, ("swap B1 and A2", "trigger B1"))],
)
def test_a_puzzle_has_one_answer(number, answer):
    won = {plainly(words) for words, state in ways(lesson.puzzle(number)) if state[0].result == 1}
    assert won == {answer}


def test_the_first_puzzle_is_not_for_the_greedy():
    match = lesson.puzzle(1)
    turned = {
        action.text: int(r.influence(match.state, match.kit.record, action.record.cell, 0)) for action in match.actions
    }
    best = max(turned, key=turned.get)
    assert best.startswith("trigger C1")


def test_only_protecting_a2_keeps_six_in_the_third_puzzle():
    match, kept = lesson.puzzle(3), {}
    for words, state in ways(match):
        later = gl.Match.from_state("habits", state[0], auto="none")
        later.play("the cube moves")
        later.play("the cube triggers")
        kept[tuple(words)] = int(r.yellow_cards(later.state, later.kit.record))
    assert kept[("protect A2",)] == 6
    assert all(count < 6 for words, count in kept.items() if words != ("protect A2",))


def test_the_puzzle_table_changes_puzzles():
    box = lesson.puzzle_table()
    switch, again = box.children[0].children
    switch.value = 3
    again.click()
    assert len(switch.options) == 3


def test_decks_are_compared_by_strategy():
    frame = lesson.over_decks(lesson.decks(2), ["random", "greedy"], games=50)
    assert frame["deck"].tolist() == [1, 2] and (frame["random"] < frame["greedy"]).all()
    assert "over 2 decks" in lesson.decks_chart(frame).sentence


def test_a_layout_that_cannot_be_won_without_swaps():
    frame = lesson.within(lesson.layout(15), ["greedy"], turns=[1, 5], games=50)
    assert frame["best possible"].tolist() == [0, 0] and frame["greedy"].tolist() == [0, 0]
    assert "Within 5 turns the best possible chance is 0.0%" in lesson.within_chart(frame).sentence


def test_tables_name_the_sources():
    assert "invented" in lesson.cards_table().to_html() and "rulebook L9" in lesson.cards_table().to_html()
    assert "HAB-26" in gl.tables.rules("habits").to_html()
