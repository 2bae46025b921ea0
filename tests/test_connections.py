"""Connections: components, decks, house rules, the exact analysis against simulation, strategies, and the board."""

import math
import random

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import gamelib as gl
from gamelib import game, luck, twin
from gamelib.games.connections import exact, invent
from gamelib.games.connections import rules as r
from gamelib.match import Match

GAME = game.load("connections")


# ---------------------------------------------------------------- cases and components


def test_every_case_has_a_scenario():
    """CON-E1 to E22 and those gaps (CON-Q) that a table can show, each in some file."""
    from gamelib.scenario import Scenario

    cases = set()
    for path in GAME.scenarios:
        case = Scenario(path).file.case
        cases |= {case} if isinstance(case, str) else set(case)
    assert {f"CON-E{n}" for n in range(1, 23)} <= cases
    # Q1 is the kit's, Q7, Q13 and Q15 are seen below or need nothing.
    assert {f"CON-Q{n}" for n in (2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14)} <= cases


def test_the_cards_are_the_rulebooks():
    """L28, L31, L34: seven tan, seven red, five gold, with their points; sums 650, -225 and 925."""
    kit = GAME.default_kit
    colours = kit.record.card_colour[:19].tolist()
    points = kit.record.card_points[:19]
    assert [colours.count(colour) for colour in (r.TAN, r.RED, r.GOLD)] == [7, 7, 5]
    sums = [int(points[np.array(colours) == colour].sum()) for colour in (r.TAN, r.RED, r.GOLD)]
    assert sums == [650, -225, 925]
    assert kit.names("card")[6] == "Always Negotiating Disagreements"
    assert all(row["prompt"] for row in kit.tables["card"])


def test_what_is_invented_says_so():
    assert GAME.default_kit.invented == ["example_chance", "example_fade", "a_space", "b_space"]
    assert GAME.default_kit.source("card", 0) == "rulebook L28"
    assert GAME.default_kit.source("card", 0, "prompt") == "invented"


@pytest.mark.parametrize(
    "changes, says",
    [
        ({"a_space": [{"colour": "tan", "source": "invented"}] * 9}, "green"),
        ({"a_space": [{"colour": c, "source": "invented"} for c in ("green", "pitfall", "tan")]}, "CON-29"),
        ({"b_space": [{"colour": c, "source": "invented"} for c in ("green", "blue")]}, "blue"),
        ({"b_space": []}, "two spaces"),
    ],
)
def test_impossible_boards_are_refused(changes, says):
    """CON-29 among them: the Emotional Pitfall is in B only (CON-Q7)."""
    with pytest.raises(gl.BadFile, match=says):
        GAME.default_kit.with_tables(**changes)


def test_equals_share_the_win():
    """CON-32 with the round finished: two players with the same points have half the win each."""
    from gamelib import scenario

    report = scenario.run(GAME.folder / "scenarios" / "the_round_is_shared.toml")
    assert report.match.standing()[:, 0].tolist() == [0.5, 0.5]


# ---------------------------------------------------------------- decks


def drawn_in_order(match, colour):
    """Play a whole game; the cards of a colour in the order in which they came."""
    cards = []
    while not match.over:
        if match.seat == luck.CHANCE:
            match.roll()
        else:
            match.play("give an example")
        step = match.steps[-1].record[0]
        if step.kind == r.DRAW and match.kit.record.card_colour[step.card // r.COPIES] == colour:
            cards.append(int(step.card))
    return cards


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("colour, size", [(r.TAN, 14), (r.RED, 14), (r.GOLD, 5)])
def test_a_deck_comes_round_in_its_first_order(seed, colour, size):
    """CON-E9: after k draws from a deck of k the order is the original one."""
    match = Match("connections", seed, kit={"goal": 3000, "players": 3}, auto="none")
    cards = drawn_in_order(match, colour)
    assert len(cards) > size
    assert len(set(cards[:size])) == size
    assert all(card == cards[i % size] for i, card in enumerate(cards))


def test_deciding_late_is_the_same_as_shuffling_first():
    """A deck whose order is decided card by card as it is drawn is a shuffled deck: here, of three gold cards.

    All six orders are equally likely (chi-squared over 3,000 games, one in a million false alarms).
    """
    from scipy import stats

    gold = [row for row in GAME.default_kit.tables["card"] if row["colour"] == "gold"][:3]
    spaces = [{"colour": c, "source": "invented"} for c in ["green", *["gold"] * 6]]
    kit = GAME.default_kit.changed(players=1, goal=900, hundred=1000, most_copies=1)
    kit = kit.with_tables(card=gold, a_space=spaces, b_space=spaces)
    states = played(kit, "answer", 3000, seed=8)
    orders = [tuple(int(state["place"][subject, 0]) for subject in range(3)) for state in states]
    orders = [order for order in orders if 0 not in order]
    assert len(orders) > 2500
    counts = [orders.count(order) for order in sorted(set(orders))]
    assert len(counts) == 6 and stats.chisquare(counts).pvalue > 1e-6


# ---------------------------------------------------------------- any course of a game


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 2**32), st.integers(1, 6), st.data())
def test_laws_hold_whatever_the_house_rules(seed, players, data):
    """Points are the sum of what was scored, escape cards are played once, no law breaks: under random house rules."""
    changes = {"players": players}
    for name, rule in GAME.default_kit.rules.items():
        if name in ("players", "goal", "faces"):
            continue
        if isinstance(rule.value, bool):
            changes[name] = data.draw(st.booleans(), name)
        elif rule.choices:
            changes[name] = data.draw(st.sampled_from(rule.choices), name)
    match = Match("connections", seed, kit={**changes, "goal": 400}, auto="none")
    whim = random.Random(seed)
    points, escapes = [0] * players, [0] * players
    for _ in range(60):
        if match.over:
            break
        if match.seat == luck.CHANCE:
            match.roll()
        else:
            match.play(whim.randrange(len(match.actions)))
        for event, a, b, c, _ in match.steps[-1].lines.tolist():
            if event == r.SCORED:
                points[a] += b
                assert points[a] == c
            if event in (r.ESCAPED, r.PASSED, r.PITFALL_PASSED):
                escapes[a] += 1
        assert r.broken(match.state, match.kit.record) == 0
        assert match.state.points[:players].tolist() == points
        assert match.state.escapes[:players].tolist() == [1 - used for used in escapes]
    if match.over:
        assert max(points) >= 400


@pytest.mark.parametrize("seed", range(20))
def test_random_boards_can_be_played(seed):
    kit = GAME.default_kit.with_tables(**invent.tables(seed))
    assert kit.record.a_space_colour[0] == kit.record.b_space_colour[0] == r.GREEN
    states = played(kit, "answer", 50)
    assert (states["phase"] == r.ENDED).all()
    match = Match("connections", seed, kit)
    assert len(match.game.board.figure(match.state, kit).data[-2].x) == kit.record.a_spaces + kit.record.b_spaces


def test_random_boards_differ_and_repeat():
    assert invent.tables(1) == invent.tables(1) != invent.tables(2)
    with pytest.raises(ValueError, match="b_length"):
        invent.tables(1, b_length=(40, 20))


# ---------------------------------------------------------------- exact and simulated


def played(kit, strategy, games, seed=3):
    """The last positions of many games under one strategy on all seats."""
    fast = twin.compiled(GAME)
    states = GAME.new_states(games)
    moves, tallies = np.zeros(games, np.int64), np.zeros((games, r.EVENTS), np.int64)
    scores = np.zeros((games, r.MAX_SEATS, 2))
    choosers = (fast.strategy(strategy),) * r.MAX_SEATS
    with luck.wrapping():
        fast.loop("play_many")(kit.record, choosers, seed, 0, r.MOVE_LIMIT, states, moves, scores, tallies)
    return states


@pytest.fixture(scope="module")
def chain():
    return exact.Chain()


def test_a_chain_solved_by_hand():
    """A die with two faces, a gold card of 100, a red one of -50, points not below 0, and 100 to win.

    On a circuit of green, gold, gold the first roll wins. On green, gold, red a roll from green (g) wins or leads to
    red (r), and from there wins or leads to green: g = 1 + r / 2 and r = 1 + g / 2 turns, so both are 2.
    """
    rows = {row["name"]: row for row in GAME.default_kit.tables["card"]}
    cards = [{**rows["Survival"], "points": 100}, {**rows["Nagging"], "points": -50, "copies": 1}]
    kit = GAME.default_kit.changed(goal=100, hundred=1000, faces=2, below_zero=False)

    def board(*colours):
        spaces = [{"colour": colour, "source": "invented"} for colour in colours]
        return kit.with_tables(card=cards, a_space=spaces, b_space=spaces)

    assert exact.Chain(board("green", "gold", "gold")).mean() == pytest.approx(1)
    assert exact.Chain(board("green", "gold", "red")).mean("answer") == pytest.approx(2)
    turns = exact.Chain(board("green", "gold", "red")).turns("answer", 60)
    assert turns[1:6] == pytest.approx([1 / 2, 1 / 4, 1 / 8, 1 / 16, 1 / 32])


@pytest.mark.parametrize("strategy", ["answer", "first_red", "worst_red", "hold_for_b"])
def test_exact_and_simulated_agree(chain, strategy):
    """With independent draws the simulated mean is within four standard errors of the exact one; the shape fits too."""
    from scipy import stats

    turns = played(chain.kit, strategy, 40_000)["turn"]
    error = turns.std() / math.sqrt(len(turns))
    assert abs(turns.mean() - chain.mean(strategy)) < 4 * error
    exactly = chain.turns(strategy, 60)
    expected = np.append(exactly[4:41], [exactly[:4].sum() + 1 - exactly[:41].sum()]) * len(turns)
    found = np.bincount(np.minimum(turns, 60), minlength=61)
    observed = np.append(found[4:41], [found[:4].sum() + found[41:].sum()])
    assert stats.chisquare(observed[expected > 5], expected[expected > 5] * observed[expected > 5].sum()
                           / expected[expected > 5].sum()).pvalue > 1e-6  # fmt: skip


def test_exact_with_missing_examples_and_house_rules():
    kit = GAME.kit({"example_chance": 60, "win_where": "only in B", "hundred_counts": "points gained"})
    chain = exact.Chain(kit)
    turns = played(chain.kit, "answer", 20_000)["turn"]
    assert abs(turns.mean() - chain.mean()) < 4 * turns.std() / math.sqrt(len(turns))


def test_mean_and_distribution_are_of_one_piece(chain):
    turns = chain.turns("answer", 400)
    assert turns.sum() == pytest.approx(1, abs=1e-9)
    assert (turns * np.arange(401)).sum() == pytest.approx(chain.mean("answer"), abs=1e-6)
    onward, home = chain.matrix("answer")
    assert np.abs(onward.sum(axis=1) + home - 1).max() < 1e-12
    assert chain.at_the_edge() < 1e-4  # the cut at the lowest points is hardly ever met


def test_nothing_beats_the_best(chain):
    """The best use of the escape card takes fewest turns, but hardly fewer than escaping the worst red cards."""
    means = {name: chain.mean(name) for name in chain.strategies}
    assert min(means, key=means.get) == exact.BEST
    assert means["answer"] > means["first_red"] > means["worst_red"] > means[exact.BEST]
    assert means["worst_red"] / means[exact.BEST] < 1.01
    advice = chain.advice().set_index(["circuit", "card"])["escapes"]
    assert advice["B"]["Being Critical"] == advice["B"]["Threatening"] == pytest.approx(1)
    assert advice["B"]["Listening"] == 0 == advice["A"]["Fun"]


def test_who_goes_first_exact_and_simulated(chain):
    """With independent draws players don't touch each other, so wins by seat follow from one player's turns."""
    for players in (2, 6):
        kit = GAME.kit({"players": players, "draws": "independent"})
        states = played(kit, "answer", 20_000, seed=players)
        winner = np.array([states["points"][:, seat] for seat in range(players)]).argmax(axis=0)
        place = (winner - states["first"]) % players
        found = np.bincount(place, minlength=players) / len(place)
        expected = exact.wins_by_seat(chain.turns("answer"), players)
        assert expected.sum() == pytest.approx(1, abs=1e-9)
        assert np.abs(found - expected).max() < 4 * 0.5 / math.sqrt(len(place))
        assert (np.diff(expected) < 0).all()


def test_what_the_chain_can_not_do():
    for changes in ({"example_fade": 10}, {"escape_pitfall": True}, {"escape_before_roll": True}):
        with pytest.raises(ValueError, match="example_fade"):
            exact.Chain(changes)
    for changes in ({"advance_when": "next turn", "win_where": "only in B"},):
        with pytest.raises(ValueError, match="next turn"):
            exact.Chain(changes)
    with pytest.raises(ValueError, match="no strategy"):
        exact.Chain({"goal": 200}).mean("tree")


# ---------------------------------------------------------------- strategies


def escapes_by(strategy, **kit):
    """In 15 games: in which circuit escape cards were played, and against how many points."""
    found = []
    for number in range(15):
        match = Match("connections", 5, kit={"players": 2, **kit}, auto="none", number=number)
        while not match.over and match.step < 400:
            if match.seat == luck.CHANCE:
                match.roll()
                continue
            state, action = match.state, match.suggest(strategy)
            if action.kind == r.PLAY_ESCAPE:
                points = int(r.worth(match.kit.record, state.card // r.COPIES, state.circuit[state.seat]))
                found.append((int(state.circuit[state.seat]), points))
            match.play(action)
    return found


def test_each_strategy_escapes_as_it_says():
    assert escapes_by("answer") == []
    first = escapes_by("first_red")
    assert {points for _, points in first} == {-25, -50} and {circuit for circuit, _ in first} == {r.A, r.B}
    worst = escapes_by("worst_red")
    assert {points for _, points in worst} == {-50} and {circuit for circuit, _ in worst} == {r.A, r.B}
    assert {where for where in escapes_by("hold_for_b")} == {(r.B, -50)}


def test_examples_that_are_missing_are_missing_as_often_as_the_kit_says():
    kit = GAME.kit({"players": 1, "example_chance": 70, "keep_escape": True, "draws": "independent"})
    states = played(kit, "answer", 4_000)
    given = int(states["given"].sum())
    missing = int(states["unanswered"].sum() + states["escaped"].sum())
    share = given / (given + missing)
    assert abs(share - 0.7) < 4 * math.sqrt(0.21 / (given + missing))


def test_examples_run_out():
    """With a fading chance the same cards get fewer examples, and the game takes longer."""
    turns = [played(GAME.kit({"players": 1, "example_fade": fade}), "answer", 2_000)["turn"].mean() for fade in (0, 30)]
    assert turns[1] > turns[0] + 1


# ---------------------------------------------------------------- the board


def board(match, **more):
    return match.game.board.figure(match.state, match.kit, **more)


def test_tokens_stand_where_the_state_says():
    match = Match("connections", 7, kit={"players": 6})
    module = match.game.board
    places = module.token_places(match.state, match.kit)
    assert len(set(places)) == 6  # six on one space stand side by side
    centre = module.space_place(match.kit, r.A, 0)
    assert np.mean(places, axis=0) == pytest.approx(centre, abs=1e-3)
    lit = Match.from_state("connections", _to_roll(match)[None].view(np.recarray), match.kit, auto="none")
    ahead = module.numbers_ahead(lit.state, lit.kit)
    assert list(ahead.values()) == [1, 2, 3, 4, 5, 6] and (r.A, 4) in ahead
    words = list(board(lit).data[-2].customdata)
    assert words[4] == "4" and words[0] == "A Start" and words[28] == "B Start"


def _to_roll(match):
    row = match._row.copy()
    match.game.words.position(row[0], match.kit, {"to_roll": 0})
    return row[0]


def test_spaces_lie_clockwise_and_apart():
    module, kit = GAME.board, GAME.default_kit
    for circuit, length in ((r.A, 28), (r.B, 20)):
        places = np.array([module.space_place(kit, circuit, space) for space in range(length)])
        x, y = places.T
        turning = x * np.roll(y, -1) - y * np.roll(x, -1)
        assert (turning < 0).all()  # clockwise round the middle
        steps = np.hypot(*(places - np.roll(places, -1, axis=0)).T)
        assert steps.min() > 0.75 * steps.max()
    assert min(np.hypot(*place) for place in [module.space_place(kit, r.B, s) for s in range(20)]) > module.MIDDLE


@pytest.mark.parametrize("theme", ["light", "dark", "projector"])
def test_the_picture_is_valid_and_says_what_it_shows(theme):
    import plotly.graph_objects as go

    match = Match("connections", 7, auto="none")
    while match.state.phase != r.TO_ANSWER:
        match.roll()
    figure = go.Figure(board(match, theme=theme).to_dict())  # with Plotly's own validation
    said = " ".join(note.text or "" for note in figure.layout.annotations)
    assert match.game.words.card_name(match.kit, match.state.card).split()[0] in said
    assert "invented" in said
