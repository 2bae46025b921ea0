"""The Mushroom Eaters: its kit and faults in others, its two themes, decisions inside decisions, its balance."""

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gamelib as gl
from gamelib import game, luck
from gamelib.errors import BadFile
from gamelib.games.mushroom import invent, outcomes, strategies, words
from gamelib.games.mushroom import rules as r

PLAYERS = 4
STRATEGIES = ("random", "greedy", "collector", "focused", "drummer", "brave", "wanderer", "balanced")


@pytest.fixture(scope="module")
def mushroom():
    return game.load("mushroom")


def place(mushroom, **data):
    """A match at a position given in the words of scenarios."""
    kit = mushroom.kit(data.pop("kit", None))
    state = mushroom.new_states()
    with luck.wrapping():
        luck.start_luck(state[0].luck, 1, 0)
        r.setup(state[0], kit.record)
        words.position(state[0], kit, data)
    assert not data
    return gl.Match.from_state("mushroom", state, kit=kit, auto="none")


def test_every_case_has_a_scenario(mushroom):
    """The 83 worked examples and numeric statements of the rulebook, by their numbers."""
    from gamelib.scenario import Scenario

    cases = set()
    for path in mushroom.scenarios:
        case = Scenario(path).file.case
        cases |= set(case if isinstance(case, list) else [case])
    assert {f"MUS-E{number}" for number in range(1, 84)} <= cases


def test_box(mushroom):
    """Counts that the rulebook gives (MUS-1), and the parts of the board that it prints."""
    kit = mushroom.default_kit
    counts = {"panel": 10, "token": 17, "mood": 8, "environment": 10, "card": 10, "path": 36, "mantra": 5, "die": 6}
    assert {name: len(kit.tables[name]) for name in counts} == counts
    assert int(sum(kit.record.token_advanced == 1)) == 5
    trees = (kit.record.space_panel == r.B) & (kit.record.space_action == r.INTENSE)
    assert kit.record.space_number[trees].tolist() == [5] * int(trees.sum())
    for half in (range(r.A, r.F), range(r.F, r.J + 1)):
        here = np.isin(kit.record.space_panel, list(half)) & (kit.record.space_action == r.MANTRA_SPACE)
        assert sorted(kit.record.space_number[here].tolist()) == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]
    assert int(sum(kit.record.space_action == r.FACE)) == kit.values["face_tokens"]


def test_what_is_invented_says_so(mushroom):
    kit = mushroom.default_kit
    assert {"space", "token", "environment", "card", "path", "start_strength", "hour_spaces"} <= set(kit.invented)
    assert not {"mood", "special", "greater_paradox", "mantra_tokens"} & set(kit.invented)


def space_named(kit, name):
    return words.space_names(kit).index(name)


@pytest.mark.parametrize(
    "table, row, changes, told",
    [
        ("space", "B11", {"joined": True, "must": False}, "B11: joined: a Must Do series is broken"),
        ("space", "A1", {"must": False}, "opens with a series of two"),
        ("space", "J11", {"action": "personal path", "effects": []}, "the path has no end"),
        ("space", "A4", {"number": 7}, "A4: number: expected a letter A to E that has mantra tokens"),
        ("space", "B1", {"number": 0}, "B1: number: expected an intensity"),
        ("space", "B10", {"branch": True}, "no path can branch off a Must Do"),
        ("space", "A3", {"panel": "C"}, "the panels must follow one another"),
        ("space", "A6", {"effects": [["wisdom", 1]]}, "only items and the Jelly have effects"),
        ("space", "A3", {"effects": [["wisdom", 0]]}, "expected 1 to 15, got 0"),
        ("space", "A3", {"effects": [["or", 0], ["wisdom", 1]]}, "'or' stands between two effects"),
        ("space", "A3", {"effects": [["wisdom", 1], ["or", 0]]}, "'or' stands between two effects"),
        ("space", "A3", {"effects": [["fire", 1]]}, "is no effect"),
        ("token", 0, {"action": "face", "effects": []}, "a place token can't be that"),
        ("card", 1, {"share": [["lose wisdom", 1], ["wisdom", 1], ["wisdom", 1]]}, "expected three items to gain"),
        ("path", 0, {"actions": [], "effects": [], "numbers": []}, "a path without an end"),
        ("path", 0, {"actions": ["face"], "effects": [], "numbers": []}, "can't be on a personal path"),
        ("mood", 0, {"value": 3}, "expected Identity (2) in the first row"),
        ("path", 1, {"name": "Home"}, "two rows have the same name"),
    ],
)
def test_a_kit_with_a_fault_is_told_so(mushroom, table, row, changes, told):
    kit = mushroom.default_kit
    rows = [dict(line) for line in kit.data[table]]
    rows[row if isinstance(row, int) else space_named(kit, row)].update(changes)
    with pytest.raises(BadFile, match=re.escape(told)):
        kit.with_tables(**{table: rows})


def test_too_few_rows_and_too_few_tokens(mushroom):
    kit = mushroom.default_kit
    with pytest.raises(BadFile, match="mantra: expected 5 rows, got 4"):
        kit.with_tables(mantra=kit.data["mantra"][:4])
    with pytest.raises(BadFile, match="place symbols on the board need as many regular tokens"):
        kit.with_tables(token=kit.data["token"][:8])


def test_the_neutral_theme_has_other_words_and_the_same_game(mushroom):
    """Same actions in the same order; no word of the rulebook's theme in any of them."""
    theirs = gl.Match("mushroom", seed=3, lang="en-neutral", auto="none")
    ours = gl.Match("mushroom", seed=3, auto="none")
    rng = np.random.default_rng(3)
    said = []
    for _ in range(250):
        if ours.over:
            break
        choice = int(rng.integers(len(ours.actions)))
        assert len(ours.actions) == len(theirs.actions)
        said += [action.text for action in theirs.actions] + [theirs.situation]
        said += [str(line) for line in theirs.play(choice)]
        ours.play(choice)
    assert ours.state.tobytes() == theirs.state.tobytes()
    text = " ".join(said).casefold()
    for word in ["mushroom", "shaman", "mantra", "paradox", "awakening", "eater", "jelly", "psychedelic"]:
        assert not re.search(rf"\b{word}", text), word
    for lang in words.LANGUAGES:
        assert set(words.ACTIONS[lang]) == set(words.RULE_OF_ACTION)


def test_two_decide_differently_in_a_challenge_undone_and_replayed(mushroom, tmp_path):
    """A decision of Wendy inside the outcome of Tyler's challenge, taken back in the middle and decided otherwise."""
    match = place(
        mushroom, current="Tyler", landing="B1", breath=[1, 0, 0, 0], strength=[4, 9, 9, 9], awakening={"Wendy": 1}
    )
    match.play("experience it")
    match.play("the die falls on side 5 (+1)")
    before = match.state.tobytes()
    match.play("breathe deeply")
    breathed = match.state.tobytes()
    match.undo()
    assert match.state.tobytes() == before
    match.play("stand the challenge")
    assert match.situation.endswith("Wendy decides: which item to lose.")
    match.play("lose an awakening")
    for _ in range(4):
        match.play("lose Intensity")
    assert match.state.strength[:4].tolist() == [3, 8, 8, 8]
    match.save(tmp_path / "table.json")
    again = gl.Match.load(tmp_path / "table.json")
    assert again.state.tobytes() == match.state.tobytes()
    again.goto(2)
    again.play("breathe deeply")
    assert again.state.tobytes() == breathed


def test_a_position_in_the_middle_of_a_decision_is_one_copy(mushroom):
    """The stack is part of the position: a table opened there asks the very same."""
    match = place(mushroom, current="Jason", landing="A7")
    for words_ in ("experience it", "the Environment is Cold", "show 3a"):
        match.play(words_)
    state = mushroom.new_states()
    state[0] = match.state
    other = gl.Match.from_state("mushroom", state, auto="none")
    assert [a.text for a in other.actions] == [a.text for a in match.actions]
    for table in (match, other):
        table.play("add a cube to the Hour Board")
    assert other.state.tobytes() == match.state.tobytes()
    assert match.phrases.seat(match.seat) == "Arielle"


@settings(max_examples=12, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    players=st.integers(2, 5),
    switches=st.lists(
        st.sampled_from(["personal_paths", "jelly", "advanced_tokens", "forced_paths", "panic_everywhere"]), unique=True
    ),
    breathe=st.sampled_from(["after the roll", "before the roll", "at any moment"]),
    choices=st.lists(st.integers(0, 10**6), min_size=30, max_size=90),
)
def test_whatever_is_chosen_nothing_breaks(seed, players, switches, breathe, choices):
    """Cubes, tokens and cards are conserved, and every decision has an answer, on tables of all sorts."""
    found = game.load("mushroom")
    changes = {name: not found.default_kit.values[name] for name in switches}
    kit = found.kit({"players": players, "breathe": breathe, **changes})
    state, room, log = found.new_states(), found.new_actions(), np.zeros(luck.LOG_SHAPE, np.int64)
    with luck.wrapping():
        luck.start_luck(state[0].luck, seed, 0)
        r.setup(state[0], kit.record)
        for choice in choices:
            count = r.legal(state[0], kit.record, room)
            assert 0 < count <= r.MAX_ACTIONS
            log[0, 0] = 0
            r.apply(state[0], kit.record, room[choice % count], log)
            assert r.broken(state[0], kit.record) == 0
            if r.to_act(state[0]) == luck.OVER:
                break


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(-(2**31), 2**31 - 1), min_size=9, max_size=9), st.integers(0, 40))
def test_nonsense_is_refused_or_legal_never_worse(values, steps):
    """Any nine numbers are judged, at any position, and only what is listed is legal."""
    found = game.load("mushroom")
    kit = found.default_kit.record
    state, room, log = found.new_states(), found.new_actions(), np.zeros(luck.LOG_SHAPE, np.int64)
    record = np.zeros(1, r.ACTION)
    record[0] = tuple(values[:1] if steps % 2 else [abs(values[0]) % r.KINDS_OF_ACTION]) + tuple(values[1:])
    with luck.wrapping():
        r.setup(state[0], kit)
        for step in range(steps):
            count = r.legal(state[0], kit, room)
            log[0, 0] = 0
            r.apply(state[0], kit, room[(7 * step) % count], log)
        rule = r.forbids(state[0], kit, record[0])
    assert rule == 0 or rule in found.rulebook


@pytest.mark.parametrize("seed", range(12))
def test_random_boards_fit(mushroom, seed):
    """Boards of the same shape: they pass the checker and keep what the rulebook prints."""
    kit = mushroom.default_kit.with_tables(**invent.tables(seed))
    for field in ("space_must", "space_joined", "space_panel"):
        assert (kit.record[field] == mushroom.default_kit.record[field]).all()
    for field in ("space_action", "space_branch"):
        assert sorted(kit.record[field]) == sorted(mushroom.default_kit.record[field])
    assert kit.tables["environment"][0]["effects"] == mushroom.default_kit.tables["environment"][0]["effects"]
    assert kit.tables["mantra"][2]["effects"] == [["awakening", 1], ["wisdom", 1]]


def test_random_boards_are_reproducible():
    assert invent.tables(5) == invent.tables(5)
    assert invent.tables(5) != invent.tables(6)


@pytest.mark.slow
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_no_seat_is_favoured(strategy):
    """Equal strategies win equally often by seat, within 3 points (MUS-3: turns go round)."""
    study = gl.simulate("mushroom", games=6_000, strategy=strategy, seed=4)
    found = outcomes.by_seat({strategy: study}).iloc[0]
    assert found["most"] < 0.03, found.to_dict()
    assert found["give or take"] < 0.012


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_games_are_plausible(players):
    """All end; sensible play makes 15 to 45 Experience, and luck does not throw one far out of that."""
    study = gl.simulate("mushroom", games=2_000, strategy="balanced", seed=4, kit={"players": players})
    assert study.frame["finished"].all()
    points = study.frame[[f"points_{seat + 1}" for seat in range(players)]].to_numpy()
    assert 15 < points.mean() < 45
    assert 4 < points.std() < 10


@pytest.mark.slow
def test_each_part_of_the_game_is_used_in_most_games():
    study = gl.simulate("mushroom", games=1_000, strategy="balanced", seed=4)
    parts = (
        "hand_refilled must_do_stops stayed face_won drum_won rolled stood overwhelmed breathed panic understood "
        "missed earned weather_drawn share_drawn talk_drawn burned breath_deep path_drawn path_done token_laid "
        "jelly_reached special_used cube_pushed raised lowered"
    )
    used = {part: float((study.frame[part] > 0).mean()) for part in parts.split()}
    assert {part: share for part, share in used.items() if share < 0.5} == {}


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 5])
def test_random_boards_are_plausible(mushroom, players):
    """On boards of the same shape games end too, make 15 to 45 Experience, and bring panic now and then."""
    for seed in range(8):
        kit = mushroom.default_kit.with_tables(**invent.tables(seed)).changed(players=players)
        study = gl.simulate("mushroom", games=100, strategy="balanced", seed=4, kit=kit)
        assert study.frame["finished"].all()
        assert 15 < outcomes.by_source(study).sum(axis=2).mean() < 50
        assert (study.frame["panics"] > 0).mean() > 0.1


def test_kinds_of_decision_cover_all_that_players_decide():
    """Each place of `KINDS_OF_DECISION` is some decision, so that `blunderer` blunders on every seat."""
    asked = (r.PLAY_CARD, r.ENERGY, r.FOCUS, r.SHOW_CARD, r.GIVE_ITEM, r.OUTCOME, r.LOSE_ANY, r.MANTRA, r.DRAIN)
    assert {strategies.kind_of_decision(what) for what in asked} == set(range(len(strategies.KINDS_OF_DECISION)))


@pytest.fixture(scope="module")
def balanced():
    return gl.simulate("mushroom", games=300, strategy="balanced", seed=6)


def test_sources_add_up(balanced):
    """Experience by source: all together are the points, and what is left for awards is that of MUS-18 and MUS-19."""
    parts = outcomes.by_source(balanced)
    points = balanced.frame[[f"points_{seat + 1}" for seat in range(PLAYERS)]].to_numpy()
    assert parts.shape == (300, PLAYERS, len(outcomes.SOURCES))
    assert parts.min() >= 0
    assert np.allclose(parts.sum(axis=2), points)
    awards = np.zeros((300, PLAYERS))
    for prize, column in ((6, "paradox"), (3, "collected")):
        owned = balanced.frame[[f"{column}_{seat + 1}" for seat in range(PLAYERS)]].to_numpy()
        first = (owned == owned.max(axis=1, keepdims=True)) & (owned > 0)
        awards += first * (prize // np.maximum(first.sum(axis=1, keepdims=True), 1))
    assert np.allclose(parts[:, :, -1], awards)


def test_charts_of_sources_say_what_they_show(balanced):
    chart = outcomes.by_strategy({"balanced": balanced}, "Where?")
    mean = outcomes.by_source(balanced).sum(axis=2).mean()
    assert [trace.name for trace in chart.data] == list(outcomes.SOURCES)
    assert sum(trace.y[0] for trace in chart.data) == pytest.approx(mean, abs=0.01)
    assert chart.sentence == f"Where? In all: balanced {mean:.1f}."
    table = outcomes.by_score(balanced, "What?").table
    assert 0.9 < table["share of the players"].sum() <= 1
    for _, row in table.iterrows():
        low, high = (int(word) for word in row.iloc[0].split(" to "))
        assert low <= row[list(outcomes.SOURCES)].sum() < high + 1


def test_blunders_cost():
    """The dearest kind of decision comes first and costs for certain; the same seed finds the same."""
    found = outcomes.blunders(games=60)
    assert sorted(found["at random"]) == sorted(strategies.KINDS_OF_DECISION)
    assert found["Experience lost"].is_monotonic_decreasing
    assert ((found["low"] < found["Experience lost"]) & (found["Experience lost"] < found["high"])).all()
    assert found["low"].iloc[0] > 0
    assert found.equals(outcomes.blunders(games=60))
    chart = outcomes.blunders_chart(found, "Which?")
    assert list(chart.data[0].hovertext)[-1] == found["at random"].iloc[0]


def test_panics_are_counted(balanced):
    row = outcomes.panics({"balanced": balanced}).iloc[0]
    assert row["stood"] + row["overwhelmed"] + row["breathed"] == pytest.approx(1)
    assert row["panics a game"] == pytest.approx(balanced.frame["panic"].mean())
    assert 0 < row["games with a panic"] <= min(1, row["panics a game"])


def test_turns_by_hour_are_positions_of_the_games(mushroom):
    """Each is met in its game, in its hour, with a space about to be experienced by the current player."""
    faces = np.flatnonzero(mushroom.default_kit.record.space_action == r.FACE)
    hours = outcomes.turns_by_hour(3, 1, "balanced")
    assert len(hours) == len(faces) == 7
    study = gl.simulate("mushroom", games=3, strategy="balanced", seed=1)
    met = set()
    for number in range(3):
        match = study.reopen(number)
        for step in range(len(match.steps) + 1):
            match.goto(step)
            met.add(match.state.tobytes()[16:])  # all but luck, which strategies drew from, too
    for hour, states in enumerate(hours):
        for state in states:
            assert state.tobytes()[16:] in met
            assert (faces < state["pawn"]).sum() == hour
            assert r.what_now(state.view(np.recarray)) == r.EXPERIENCE


def test_a_cube_is_worth_something_where_it_decides(mushroom):
    """Just before the last face of the game a cube earns it for who has none; one without stock gets no cube."""
    match = place(mushroom, current="Tyler", landing="J10", hour=["Wendy"], faces={"Jason": 6})
    state = mushroom.new_states()
    state[0] = match.state
    state[0].faces_left = 1
    assert r.broken(state[0], match.kit.record) == 0
    assert outcomes._with_a_cube(state[0], 20, 1, "balanced") == (0, 0)  # Wendy's cube is nearer to the top
    state[0].tracks[r.HOUR, 0] = -1
    assert outcomes._with_a_cube(state[0], 20, 1, "balanced") == (3, 0)  # a face; else an energy is lost
    state[0].tracks[r.HOUR, :8] = 3
    assert outcomes._with_a_cube(state[0], 20, 1, "balanced") == (0, 0)


def test_cube_worth_is_repeatable():
    found = outcomes.cube_worth(positions=4, rollouts=2)
    assert found["hour"].tolist() == [1, 2, 3, 4, 5, 6, 7] * 2
    assert found.equals(outcomes.cube_worth(positions=4, rollouts=2))
    assert "hour" in outcomes.cube_chart(found, "What?").sentence


def test_seats_share_the_wins(balanced):
    row = outcomes.by_seat({"balanced": balanced}).iloc[0]
    wins = row[[f"seat {seat + 1}" for seat in range(PLAYERS)]].to_numpy(float)
    assert wins.sum() == pytest.approx(1)
    assert row["most"] == pytest.approx(abs(wins - 0.25).max())


def test_kits_beside_one_another():
    """The easier game has no award for paths, and more players share the same faces (MUS-70)."""
    found = outcomes.over_kits({"two": {"players": 2}, "four": {}, "easier": outcomes.EASIER}, games=60)
    two, four, easier = (found.iloc[row] for row in range(3))
    assert two["faces"] > four["faces"]
    assert easier["awards"] < four["awards"]
    assert easier["turns"] < four["turns"]
    assert (found["winner"] > found["Experience"]).all()
    assert [trace.name for trace in outcomes.by_kit(found, "How?").data] == list(outcomes.SOURCES)


def test_random_boards_beside_one_another():
    names = ("balanced", "collector", "brave", "wanderer")
    found = outcomes.over_boards([0, 3], games=24)
    assert found["board"].tolist() == [0, 3]
    assert np.allclose(found[list(names)].sum(axis=1), 1)
    assert np.allclose(found[list(outcomes.SOURCES)].sum(axis=1), found["Experience"])
    assert found.equals(outcomes.over_boards([0, 3], games=24))
    assert outcomes.boards_chart(found, "Who?").table["least"].iloc[0] <= found[names[0]].max()
