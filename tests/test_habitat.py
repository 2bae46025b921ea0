"""Habitat: the deck and its food web, hidden hands, the bound on moves, games that end, positions in words."""

import itertools
import re
from collections import Counter

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gamelib as gl
from gamelib import game, luck, scenario
from gamelib.errors import BadFile
from gamelib.games.habitat import foodweb, invent, lesson, outcomes, strategies, words
from gamelib.games.habitat import rules as r

GREEDY = ("builder", "hoarder", "bully", "scavenger")


@pytest.fixture(scope="module")
def habitat():
    return game.load("habitat")


def advance(match, steps, rng):
    """Random steps, one at a time."""
    for _ in range(steps):
        if match.over:
            return
        if match.seat == luck.CHANCE:
            match.roll()
        else:
            match.play(int(rng.integers(len(match.actions))))


# ---------------------------------------------------------------- scenarios


def test_every_worked_example_has_a_scenario(habitat):
    cited = {case for path in habitat.scenarios for case in cases_of(path)}
    assert {f"NW-E{number}" for number in range(1, 48)} <= cited
    # Q1 is the kit itself, Q20 to Q22 and Q31 are cited by the rule alone.
    assert {f"NW-Q{number}" for number in range(2, 20)} <= cited


def cases_of(path):
    found = scenario.Scenario(path).file.case
    return [found] if isinstance(found, str) else found


def test_a_scenario_that_is_wrong_fails(habitat, tmp_path):
    """The scenarios are no tests that can't fail: with another expectation one does."""
    path = next(path for path in habitat.scenarios if path.stem == "elk_is_inserted")
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(path.read_text(encoding="utf-8").replace("[1, 6, 8]", "[1, 6, 7]"), encoding="utf-8")
    assert scenario.run(path)
    report = scenario.run(wrong, habitat)
    assert not report and "ranks" in str(report)


def test_positions_read_back(habitat):
    """What `report` says of a position, `position` lays out again."""
    rng = np.random.default_rng(5)
    match = gl.Match("habitat", 5, auto="none")
    for _ in range(6):
        advance(match, 40, rng)
        said = words.report(match.state, match.kit)
        if match.state.phase not in (r.ACTING, r.DRAW_STEP) or said["abundant"] or match.seat < 0:
            continue
        state = habitat.new_states()
        with luck.wrapping():
            r.setup(state[0], match.kit.record)
        data = {key: said[key] for key in ("chains", "hands", "display", "piles", "out", "step")}
        words.position(state[0], match.kit, data)
        assert not data
        again = words.report(state[0], match.kit)
        assert {key: again[key] for key in said} == said


@pytest.mark.parametrize(
    "data, fault",
    [
        ({"hands": [["Unicorns"]]}, "no card"),
        ({"hands": [["Wildfire", "Wildfire"]]}, "not so many"),
        ({"chains": [[["Plants", "Wolves"]]]}, "can't feed on"),
        ({"chains": [[["Winter"]]]}, "is an event"),
        ({"piles": [[], [], [], []]}, "at most 3"),
        ({"abundant": [{"resource": "Plants"}]}, "a resource of a chain"),
        ({"hands": [["Plants"]], "step": "sleep"}, "expected one of"),
    ],
)
def test_impossible_positions(habitat, data, fault):
    state = habitat.new_states()
    with luck.wrapping():
        r.setup(state[0], habitat.default_kit.record)
    with pytest.raises(ValueError, match=fault):
        words.position(state[0], habitat.default_kit, data)


# ---------------------------------------------------------------- the deck


def test_the_deck(habitat):
    kit = habitat.default_kit
    by_rank = Counter()
    for row in kit.tables["species"]:
        by_rank[row["rank"]] += row["copies"]
    assert 100 <= len(words.card_names(kit)) <= 123
    assert set(by_rank) == set(range(1, 9))
    assert all(by_rank[rank] >= by_rank[rank + 1] for rank in range(1, 8)), "more cards at low ranks than at high ones"
    assert [row["name"] for row in kit.tables["species"] if row["rank"] == 1] == [
        "Eggs", "Invertebrates", "Insects", "Plants", "Aquatic Plants", "Seeds & Nuts", "Fruit & Berries", "Fungi",
    ]  # fmt: skip
    assert foodweb.faults(kit) == []
    assert [row["name"] for row in kit.tables["species"] if row["true_scavenger"]] == ["Vultures"]


def test_what_the_rulebook_says_of_the_cards(habitat):
    """component_facts: rank, diet and food of the cards that the rulebook names."""
    kit = habitat.default_kit
    rows = {row["name"]: row for row in kit.tables["species"]}
    ranks = {"Mice": 2, "Minks": 4, "Deer": 5, "Elk": 6, "Coyotes": 6, "Wolves": 7, "Black Bears": 8, "Cougars": 8}
    assert {name: rows[name]["rank"] for name in ranks} == ranks
    assert rows["Elk"]["diet"] == "forager" and "Plants" in rows["Elk"]["eats"]
    assert rows["Wolves"]["diet"] == "carnivore" and rows["Black Bears"]["diet"] == "omnivore"
    assert set(rows["Black Bears"]["realms"]) == {"terrestrial", "aquatic"}
    assert {"aquatic", "flying"} <= set(rows["Ospreys"]["realms"])
    web = foodweb.web(kit)
    pairs = [("Invertebrates", "Mice"), ("Mice", "Minks"), ("Mice", "Black Bears"), ("Plants", "Elk")]
    pairs += [("Plants", "Black Bears"), ("Elk", "Black Bears"), ("Fruit & Berries", "Deer"), ("Deer", "Wolves")]
    pairs += [("Deer", "Cougars"), ("Deer", "Black Bears")]
    assert [pair for pair in pairs if not web.has_edge(*pair)] == []
    assert not web.has_edge("Wolves", "Cougars") and not web.has_edge("Ospreys", "Black Bears")


@pytest.mark.parametrize(
    "change, fault",
    [
        ({"rank": 9}, "rank: expected 1 to 8"),
        ({"copies": 0}, "copies: expected 1 to 20"),
        ({"realms": []}, "lives in at least one"),
        ({"eats": ["Deer"]}, "expected resources"),
        ({"diet": "resource"}, "only rank 1 is a resource"),
        ({"name": "Plants"}, "no other species has"),
        ({"diet": "vegan"}, "the rules know no word"),
        ({"restrictions": [["only species", "Unicorns"]]}, "the rules know no word"),
        ({"true_scavenger": True}, "true scavenger scavenges"),
        ({"realms": ["terrestrial"] * 4}, "at most 3 entries"),
    ],
)
def test_bad_cards_are_refused(habitat, change, fault):
    rows = [dict(row) for row in habitat.default_kit.tables["species"]]
    elk = next(row for row in rows if row["name"] == "Elk")
    elk.update(change)
    with pytest.raises(BadFile, match=fault):
        habitat.default_kit.with_tables(species=rows)


def test_a_deck_that_is_too_small(habitat):
    rows = [{**row, "copies": 1} for row in habitat.default_kit.tables["species"]][:12]
    with pytest.raises(BadFile, match="cards in all"):
        habitat.default_kit.with_tables(species=rows)


def test_random_decks(habitat):
    kit = habitat.default_kit
    one, again, other = (kit.with_tables(**invent.tables(kit, seed)) for seed in (1, 1, 2))
    assert one.tables == again.tables != other.tables
    assert foodweb.faults(one) == [] and "species" in one.invented
    shape = [(row["rank"], row["copies"]) for row in kit.tables["species"]]
    assert [(row["rank"], row["copies"]) for row in one.tables["species"]] == shape
    study = gl.simulate("habitat", games=100, strategy="builder", kit=one, progress=False)
    assert study.frame["winner"].gt(0).mean() > 0.9


# ---------------------------------------------------------------- the food web


def diamond():
    """Plants feed hares and mice, both feed foxes; hawks eat mice alone. By hand: S 5, L 5, chains of 2, 2 and 2."""
    web = nx.DiGraph(
        [("plants", "hares"), ("plants", "mice"), ("hares", "foxes"), ("mice", "foxes"), ("mice", "hawks")]
    )
    ranks = {"plants": 1, "hares": 3, "mice": 2, "foxes": 5, "hawks": 5}
    nx.set_node_attributes(web, {name: {"rank": rank, "diet": "omnivore"} for name, rank in ranks.items()})
    nx.set_node_attributes(web, "never", "scavenges")
    web.nodes["foxes"]["scavenges"] = "terrestrial"
    return web


def test_measures_of_a_small_web():
    found = {measure.name: measure.value for measure in foodweb.measures(diamond())}
    assert found["species"] == 5 and found["links"] == 5 and found["links a species"] == 1
    assert found["connectance"] == pytest.approx(5 / 25)
    assert (found["top"], found["intermediate"], found["basal"]) == (0.4, 0.4, 0.2)
    assert found["food chains"] == 3 and found["mean chain length"] == 2 and found["longest chain"] == 2


def test_chains_are_counted_right(habitat):
    """The count by ranks equals networkx's list of all paths."""
    web = foodweb.web(habitat.default_kit)
    paths = [
        len(path) - 1
        for start, end in itertools.product(foodweb.basal(web), foodweb.top(web))
        for path in nx.all_simple_paths(web, start, end)
    ]
    assert foodweb.chains(web) == (len(paths), sum(paths), max(paths))


def test_who_goes_hungry():
    assert foodweb.remove(diamond(), ["hares"]).hungry == ()
    assert foodweb.remove(diamond(), ["mice"]).waves == (("hawks",),)
    loss = foodweb.remove(diamond(), ["plants"])
    assert loss.waves == (("hares", "mice"), ("foxes", "hawks")) and loss.scavengers == ("foxes",)
    assert "4 go hungry" in str(loss)
    with pytest.raises(ValueError, match="not in the web: dodos"):
        foodweb.remove(diamond(), ["dodos"])


def test_all_resources_carry_the_web(habitat):
    web = foodweb.web(habitat.default_kit)
    assert set(foodweb.remove(web, foodweb.basal(web)).hungry) == set(web) - set(foodweb.basal(web))
    picture = foodweb.figure(web, ["Insects"], focus="Deer")
    assert "Bats" in picture.sentence and len(picture.table) == len(web)
    assert len(picture.to_plotly_json()["data"]) == 6


# ---------------------------------------------------------------- what is hidden


def observed(state, kit, seat):
    seen = np.array([state], dtype=r.STATE)
    r.observe(seen[0], kit.record, seat)
    return seen.tobytes()


def test_permuting_hidden_cards_shows_nothing():
    """Another seat's unseen cards and the deck may change places: nothing that the seat sees changes."""
    rng = np.random.default_rng(3)
    match, checked = gl.Match("habitat", 3, auto="none"), 0
    for _ in range(25):
        advance(match, 12, rng)
        if match.over:
            break
        for seat in range(match.players):
            state = match.state
            hidden = [c for c in range(int(state.cards)) if r.hidden_from(state, seat, c) and state.place[c] < r.FOREST]
            before = observed(state, match.kit, seat)
            mixed = rng.permutation(hidden)
            for name in ("place", "seen"):
                state[name][hidden] = state[name][mixed]
            assert observed(state, match.kit, seat) == before
            checked += len(hidden)
    assert checked > 1000


def test_what_was_taken_from_the_display_stays_known():
    match = gl.Match("habitat", 1, auto="none")
    rng = np.random.default_rng(1)
    while match.state.phase != r.DRAW_STEP or match.seat < 0:
        advance(match, 1, rng)
    taken = next(action for action in match.actions if action.kind == r.TAKE)
    card, seat = int(taken.record.card), match.seat
    match.play(taken)
    for _ in range(5):
        view = match.view((seat + 1) % 3)[0]
        assert view.place[card] == r.HAND + seat
    held = {c for c in words.cards_at(match.state, r.HAND + seat) if c != card}
    assert any({c for c in words.cards_at(match.view(1)[0], r.HAND + seat) if c != card} != held for _ in range(5))


def test_peeking_gains_nothing():
    """Who predicts the next card from the luck in its view is right by chance alone; from the true state, always."""
    rng = np.random.default_rng(2)
    honest = peeked = draws = 0
    for seed in range(6):
        match = gl.Match("habitat", seed, auto="none")
        for _ in range(250):
            if match.over:
                break
            drawing = match.seat >= 0 and any(action.kind == r.DRAW for action in match.actions)
            if not drawing:
                advance(match, 1, rng)
                continue
            guesses = [prediction(match.view(match.seat)[0]), prediction(match.state)]
            match.play("draw from the deck")
            match.roll()
            dealt = int(match.steps[match.step - 1].record[0].card)
            draws, honest, peeked = draws + 1, honest + (guesses[0] == dealt), peeked + (guesses[1] == dealt)
    assert draws > 40 and peeked == draws
    assert honest <= 6, f"{honest} of {draws} guessed from a view"


def peeking(state, kit, actions, n):
    """The builder, who draws from the deck where the luck in its view says that the next card is of a new rank."""
    return draw_if_promising(state, kit, actions, n, luck.TABLE)


def guessing(state, kit, actions, n):
    """The same, with a card of the deck that it picks at a whim."""
    return draw_if_promising(state, kit, actions, n, luck.WHIM)


def draw_if_promising(state, kit, actions, n, stream):
    for i in range(n):
        if actions[i].kind == r.DRAW:
            left = luck.below(state.luck, stream, state.deck)
            for card in range(state.cards):
                if state.place[card] == r.IN_DECK:
                    if left == 0 and state.kind[card] < r.SPECIES:
                        have = r.covered(state, kit, state.seat)
                        if (have >> r.rank_of(state, kit, card)) & 1 == 0:
                            return i
                    left -= 1
    return strategies.choose_builder(state, kit, actions, n)


def test_a_strategy_that_peeks_wins_no_more():
    """Played with what it is given, who peeks into the luck of the table wins as often as who guesses."""
    found = gl.compare("habitat", [guessing, peeking], games=300, opponent="builder", progress=False)
    row = found.summary().loc["peeking"]
    assert row["more_low"] < 0 < row["more_high"] and abs(row["more"]) < 0.05


def prediction(state):
    """The card that the luck of a state would deal next."""
    deck = words.cards_at(state, r.IN_DECK)
    with luck.wrapping():
        return deck[int(luck.below(state.luck, luck.TABLE, len(deck)))]


def test_choices_of_the_set_up_are_secret():
    match = gl.Match("habitat", 4, auto="none")
    for _ in range(3):
        match.play(next(action for action in match.actions if action.kind == r.SET_ASIDE))
    assert match.seat == 1
    seen = match.state
    r.observe(seen, match.kit.record, 1)
    assert seen.holding[0] == -1 and not [c for c in range(int(seen.cards)) if seen.place[c] == r.ASIDE]
    view = match.view(1)[0]
    assert view.holding[0] == match.kit.record.deal and r.broken(view, match.kit.record) == 0


def test_the_log_keeps_secrets():
    table = gl.Table(gl.Match("habitat", 2, auto="none"), view=1)
    match, rng = table.match, np.random.default_rng(0)
    while match.step < 40 or match.seat != 0:
        advance(match, 1, rng)
        if match.over:
            pytest.skip("over too soon")
    names = words.card_names(match.kit)
    secret = {
        names[int(s.record[0].card)] for s in match.steps if s.record[0].kind == r.DEALT and s.seat == luck.CHANCE
    }
    told = " ".join(entry["text"] for entry in table.log_entries())
    assert secret and not any(re.search(rf"the deck gives {re.escape(name)}\b", told) for name in secret)


def test_refusals_tell_nothing():
    """Why an action is refused is the same, whichever of the cards that the seat can't see lies where."""
    rng = np.random.default_rng(4)
    match, checked, wish = gl.Match("habitat", 4, auto="none"), 0, np.zeros(1, r.ACTION)
    kinds = (
        r.SET_ASIDE,
        r.SET_OUT_ALONE,
        r.SET_OUT_ON,
        r.PLAY_ALONE,
        r.PLAY_ON,
        r.USE,
        r.RESCUE_ON,
        r.BULLY,
        r.DISCARD,
    )
    for _ in range(40):
        advance(match, 6, rng)
        if match.over or match.seat < 0:
            continue
        state, other, seat = match.state, match.state, match.seat
        hidden = [c for c in range(int(state.cards)) if r.hidden_from(state, seat, c) and state.place[c] < r.FOREST]
        mixed = rng.permutation(hidden)
        for card, place, seen in zip(hidden, state.place[mixed].copy(), state.seen[mixed].copy(), strict=True):
            r.put(other, card, place)
            other.seen[card] = seen
        assert r.broken(other, match.kit.record) == 0
        for kind, card in itertools.product(kinds, rng.choice(int(state.cards), 30)):
            wish[0] = (kind, card, rng.integers(state.cards) if r.FIELDS[kind] & 2 else 0, 0, 0)
            action = wish.view(np.recarray)[0]
            assert r.forbids(state, match.kit.record, action) == r.forbids(other, match.kit.record, action)
            checked += 1
    assert checked > 3000


def test_a_closed_curtain_hides_everything():
    """No card, no action, no draw; not even while a strategy is to act, or in what one may ask."""
    table = gl.Table(gl.Match("habitat", 7, auto="chance"), view="curtain", strategies={1: "first"})
    names = words.card_names(table.match.kit)

    def told(seat):
        everything = repr([table.controls(), table.log_entries(), table.figure().to_plotly_json()["data"]])
        hidden = [names[c] for c in range(len(names)) if r.hidden_from(table.match.state, seat, c)]
        hidden = [name for name in hidden if table.match.state.place[names.index(name)] != r.IN_DECK]
        everything = re.sub(r"eats [^<]*", "", everything)
        return hidden, [name for name in hidden if re.search(rf"{re.escape(name)}(?! \d)\b", everything)]

    for _ in range(40):
        seat = table.match.seat
        if table.curtain_closed:
            for tab in ("Why not?", "Hint", "Actions"):
                table.click(tab)
                assert not any(len(trace.text or ()) or len(trace.customdata or ()) for trace in table.figure().data)
                hidden, found = told(9)
                assert hidden and found == []
            table.click("here")
        hidden, found = told(table.eyes)
        assert hidden and found == []
        if seat == 1:
            assert table.eyes == 0  # who looked last goes on looking; never the strategy's own hand
            table.click("move")
        else:
            assert table.eyes == seat
            table.do(table.match.actions[-1])


def test_what_chance_could_deal_is_no_secret_told():
    """Who may not see all hands is not shown the list of what the deck could give."""
    match = gl.Match("habitat", 1, auto="none")
    rng = np.random.default_rng(1)
    while match.seat >= 0 or match.actions[0].kind != r.DEALT:
        advance(match, 1, rng)
    counts = [len([c for c in gl.Table(match, view=view).controls() if c.get("key") == "fell"]) for view in ("all", 0)]
    buttons = gl.Table(match, view=0)._action_controls()
    assert counts[0] == 1 and counts[1] == 0 and len(buttons) == 1


def test_card_first_then_where_to():
    """A second click on what the first card can go to shows that alone."""
    table = gl.Table(gl.Example("habitat", "elk_is_inserted").match(), view=0)
    table.click("Elk")
    assert [a.text for a in table._filtered()] == ["play Elk", "play Elk between Plants and Black Bears"]
    table.click("Black Bears")
    assert [a.text for a in table._filtered()] == ["play Elk between Plants and Black Bears"]
    assert table.lit == {"Elk", "Black Bears"}
    table.click("Mice")  # nothing can be done with both
    assert table.lit == {"Mice"}
    table.click("Mice")
    assert table.lit == set()


# ---------------------------------------------------------------- moves and ends


def arrangements(cards, feeds):
    """All ways in which some cards can stand on each other: what each stands on, one eater a card."""
    found = set()
    for below in itertools.product([-1, *cards], repeat=len(cards)):
        if all(on < 0 or feeds(card, on) for card, on in zip(cards, below, strict=True)):
            taken = [on for on in below if on >= 0]
            if len(set(taken)) == len(taken):
                found.add(below)
    return found


@pytest.mark.parametrize(
    "chains",
    [
        [["Plants", "Elk", "Black Bears"], ["Insects", "Mice"]],
        [["Plants", "Snowshoe Hares", "Red Foxes", "Wolves"], ["Fruit & Berries"]],
        [["Fungi"], ["Mice"], ["Skunks"], ["Coyotes"], ["Black Bears"]],
    ],
)
def test_the_bound_on_moves_loses_nothing(habitat, chains):
    """NW-92: with moves alone, every legal arrangement of the own cards is reached, and none for ever."""
    start = habitat.new_states()
    kit = habitat.default_kit
    with luck.wrapping():
        r.setup(start[0], kit.record)
    words.position(start[0], kit, {"chains": [chains]})
    cards = words.cards_at(start[0], r.FOREST)
    seen, queue, met = {start.tobytes()}, [start], set()
    room, log = habitat.new_actions(), np.zeros(luck.LOG_SHAPE, np.int64)
    while queue:
        row = queue.pop()
        met.add(tuple(int(row[0].under[card]) for card in cards))
        for i in range(r.legal(row[0], kit.record, room)):
            if room[i].kind in (r.MOVE_ALONE, r.MOVE_ON):
                after = row.copy()
                log[0, 0] = 0
                r.apply(after[0], kit.record, room[i].copy(), log)
                assert after[0].moved.sum() > row[0].moved.sum()
                if after.tobytes() not in seen:
                    seen.add(after.tobytes())
                    queue.append(after)
    assert met == arrangements(cards, lambda card, on: r.feeds_on(start[0], card, on))


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_greedy_games_end_with_a_winner(players):
    """Over 99 % of games, for any number of players; nobody's seat decides it all."""
    for strategy in GREEDY:
        study = gl.simulate("habitat", 400, strategy, kit={"players": players}, progress=False)
        won = study.frame["winner"].gt(0).mean()
        assert won > 0.99, f"{strategy}: {won:.1%} of games with a winner"
        assert study.frame["turn"].max() <= 100 * players


def test_strategies_beat_chance():
    """One greedy player against two random ones wins far more than a third."""
    for strategy in GREEDY:
        study = gl.simulate("habitat", 300, ["random", strategy, "random"], progress=False)
        assert study.frame["winner"].eq(2).mean() > 0.6, strategy


def test_tree_search_beats_the_builder():
    """With hidden hands, at a table of three: well over the third that is par."""
    share = gl.compare("habitat", ["tree"], games=12, opponent="builder", seed=5, progress=False).summary()
    assert share["mean"].iloc[0] > 0.42


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(2, 6), st.lists(st.integers(0, 10**6), min_size=60, max_size=120))
def test_every_card_is_in_one_place(seed, players, choices):
    """Whatever is done, no law breaks: the cards of all places, counted in words, are the deck."""
    match = gl.Match("habitat", seed, {"players": players}, auto="none")
    for choice in choices:
        if match.over:
            break
        match.play(choice % len(match.actions))
        assert r.broken(match.state, match.kit.record) == 0
    state = match.state
    said = words.report(state, match.kit)
    flat = [card for seat in said["hands"] for card in seat] + [card for pile in said["piles"] for card in pile]
    flat += said["display"] + said["out"] + sorted({c for seat in said["chains"] for chain in seat for c in chain})
    names = words.card_names(match.kit)
    others = (r.IN_DECK, r.ATTACHED, r.BEING_USED, *(r.ASIDE + seat for seat in range(players)))
    flat += [names[card] for place in others for card in words.cards_at(state, place)]
    assert sorted(flat) == sorted(names)


def test_broken_notices():
    """The laws are no laws that nothing can break."""
    match = gl.Match("habitat", 7, auto="none")
    advance(match, 60, np.random.default_rng(7))
    kit, clean = match.kit.record, match.state
    assert r.broken(clean, kit) == 0

    def spoilt(field, index, value):
        state = match.state
        state[field][index] = value
        return r.broken(state, kit)

    deck = words.cards_at(clean, r.IN_DECK)[0]
    assert spoilt("place", deck, r.HAND) == 2
    assert spoilt("place", deck, 9) == 1
    assert spoilt("shown", 0, deck) == 3
    assert spoilt("pile", 0, deck) == 4
    assert spoilt("place", deck, r.FOREST) in (2, 5)


# ---------------------------------------------------------------- the board


def test_the_board_hides_what_a_seat_can_not_see():
    match = gl.Match("habitat", 3, auto="none")
    advance(match, 60, np.random.default_rng(3))
    names = words.card_names(match.kit)
    for seat in range(3):
        state = match.state
        shown = match.game.board.figure(state, match.kit, seat=seat)
        spots = set(shown.data[3].customdata)
        for card in range(int(state.cards)):
            visible = not r.hidden_from(state, seat, card) and state.place[card] not in (r.IN_DECK, r.ATTACHED, r.OUT)
            covered = state.place[card] == r.IN_STARVING_DISPLAY and card not in state.pile
            assert (names[card] in spots) == (visible and not covered), names[card]


def test_the_board_lights_up_food():
    kit = game.load("habitat").default_kit
    state = game.load("habitat").new_states()
    with luck.wrapping():
        r.setup(state[0], kit.record)
    words.position(state[0], kit, {"chains": [[["Plants"], ["Eggs"]]], "hands": [["Elk"]]})
    board = kit.game.board
    assert {words.card_names(kit)[card] for card in board.food_of(state[0], [words.card_names(kit).index("Elk")])} == {
        "Plants"
    }
    dotted = [
        s for s in board.figure(state[0], kit, lit={"Elk"}).layout.shapes if s.line.dash == "dot" and s.line.width > 3
    ]
    assert len(dotted) == 1
    names = words.card_names(kit)
    assert {names[card] for card in board.fed_by(state[0], [names.index("Plants")])} == {"Elk"}
    assert board.fed_by(state[0], [names.index("Eggs")]) == set()


def test_names_on_the_board_have_room(habitat):
    board = habitat.board
    for name in words.card_names(habitat.default_kit):
        assert len(board.abridged(name, 8)) <= 12
    assert board.abridged("Snowshoe Hares 2", 11) == "S. Hares 2"


# ---------------------------------------------------------------- what the notebooks show


def test_the_food_web_is_taken_apart():
    """By click and by list; the picture, the sentence and the panel follow."""
    web = lesson.FoodWeb()
    assert web.widget is web.widget
    web._live._clicked("Insects")
    assert web.removed == ["Insects"] and web.loss.hungry == ("Bats",)
    said = next(control["text"] for control in web._panel.view["items"] if control.get("key") == "loss")
    assert "Bats" in said
    web.handle("set", "remove", "Invertebrates")
    assert set(web.loss.hungry) == {"Bats", "Frogs", "Salamanders"}
    fares = web.figure().table.set_index("species")["fares"]
    assert fares["Insects"] == "removed" and fares["Bats"] == "hungry, wave 1" and fares["Elk"] == "fed"
    web.handle("set", "focus", "Deer")
    web.handle("set", "remove", "Dodos")  # such as a stale page may send
    web.handle("click", "restore")
    assert web.removed == [] and web.focus == "Deer"
    with pytest.raises(ValueError, match="not in the web"):
        lesson.FoodWeb(removed=("Dodos",))


def test_missing_ranks_by_hand(habitat):
    """One game that seat 1 won: seats 2 and 3 lack what `report` says that they lack."""
    states = outcomes.last_positions("builder", 1, seed=4)
    table = outcomes.missing_ranks(states, habitat.default_kit)
    ranks = words.report(states[0], habitat.default_kit)["ranks"]
    losers = [seat for seat in range(3) if seat != states[0]["winner"]]
    for rank, share in zip(table["rank"], table["missing"], strict=True):
        assert share == sum(rank not in ranks[seat] for seat in losers) / 2


def test_a_deck_without_an_event(habitat):
    kit = outcomes.without_event(habitat.default_kit, "Winter")
    assert len(words.card_names(kit)) == len(words.card_names(habitat.default_kit))
    assert not any(name.startswith("Winter") for name in words.card_names(kit))
    with pytest.raises(ValueError, match="no event"):
        outcomes.without_event(habitat.default_kit, "Meteor")


def test_each_event(habitat):
    """Without an event that takes cards, fewer are lost; what stands in the row is what a study of that deck says."""
    table = outcomes.each_event("builder", 200).set_index("without")
    assert list(table.index) == ["nothing", *(row["name"] for row in habitat.default_kit.tables["event"])]
    assert table.loc["Winter", "lost"] < table.loc["nothing", "lost"]
    deck = outcomes.without_event(habitat.default_kit, "Winter")
    frame = gl.simulate("habitat", 200, "builder", seed=1, kit=deck, progress=False).frame
    assert table.loc["Winter", "turns"] == frame["turn"].mean()


def test_who_never_uses_events():
    study = gl.simulate("habitat", 50, "peaceful", progress=False)
    assert study.frame["event_used"].sum() == study.frame["made_abundant"].sum() == 0
