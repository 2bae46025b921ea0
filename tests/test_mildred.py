"""Auntie Mildred: cases, kit, laws under any play, the canonical order, strategies, the board in both languages."""

import random
import re

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import gamelib as gl
from gamelib import game, luck, scenario, twin
from gamelib.games.mildred import board, invent, lesson, strategies, words
from gamelib.games.mildred import rules as r
from gamelib.match import Match
from gamelib.scenario import Scenario
from gamelib.show.panel import walk

GAME = game.load("mildred")
KIT = GAME.default_kit
LINES = re.compile(r"\d+")  # of the rulebook, in a rule's source


# ---------------------------------------------------------------- cases and rules


def test_every_case_has_a_scenario():
    """AM-E1 to E43 and the gaps AM-Q1 to Q37, each in some file."""
    cases = set()
    for path in GAME.scenarios:
        case = Scenario(path).file.case
        cases |= {case} if isinstance(case, str) else set(case)
    assert {f"AM-E{n}" for n in range(1, 44)} | {f"AM-Q{n}" for n in range(1, 38)} == cases


def test_every_rule_has_a_scenario():
    cited = {rule for path in GAME.scenarios for rule in Scenario(path).file.rules}
    assert {rule.number for rule in GAME.rulebook.values()} == cited
    assert len(GAME.rulebook) == 87


def test_a_wrong_rule_would_be_noticed(monkeypatch):
    """The scenarios can fail: with a broken rule, the case that is about it does."""
    monkeypatch.setattr(r, "turned_up", lambda value: min(value + 1, 6))
    assert not scenario.run(GAME.folder / "scenarios" / "modify_up_and_down.toml")
    monkeypatch.setattr(r, "pranks_hard", lambda state, kit, player: False)
    assert not scenario.run(GAME.folder / "scenarios" / "hard_hit_wins.toml")


def test_numbers_in_code_are_rules():
    """Whatever rule the code cites has a line in RULES.md."""
    cited = set(words.RULE_OF_ACTION.values()) | set(words.RULE_OF_EVENT.values()) | set(words.REFUSALS["en"])
    assert cited <= set(GAME.rulebook)
    assert set(words.RULE_OF_ACTION) == set(range(r.KINDS)) and set(words.RULE_OF_EVENT) == set(range(r.EVENTS))


# ---------------------------------------------------------------- the kit


def row_of(name):
    return words.task_names(KIT).index(name)


def test_what_the_rulebook_tells_is_as_told():
    assert KIT.record.task_effects[row_of("Ironing#1"), 0].tolist() == [r.SCORE_ON_TIES, 1]
    assert KIT.record.task_effects[row_of("Ironing#3"), 0].tolist() == [r.ADD_PRANK, 1]
    assert KIT.record.task_kind[row_of("Ironing#4")] == r.WAKEUP
    assert KIT.record.task_kind[row_of("DIY#3")] == r.REWARD
    assert KIT.record.task_kind[row_of("Cooking#1")] == r.WAKEUP_ALWAYS
    assert KIT.record.task_effects[row_of("Cooking#3"), 0].tolist() == [r.REROLL, 2]
    cards = {row["name"]: row["rows"] for row in KIT.tables["card"]}
    assert cards["Full"] == [3, 2] and cards["Two rows of 3"] == [3, 3]
    assert KIT.record.modify_slots == 2 and KIT.record.to_win == 3 and KIT.record.cookie_goal == 6


def test_what_is_invented_says_so():
    assert KIT.source("task", row_of("Ironing#1"), "effects") == "rulebook L75"
    assert KIT.source("task", row_of("DIY#3"), "effects") == "invented"
    assert {"dice", "task", "card"} <= set(KIT.invented)


def changed_task(name, **changes):
    rows = [dict(row) for row in KIT.tables["task"]]
    rows[row_of(name)].update(changes)
    return rows


@pytest.mark.parametrize(
    "tables, says",
    [
        ({"task": KIT.tables["task"][:-1]}, "4 sets of 6 levels"),
        ({"task": KIT.tables["task"][::-1]}, "Ironing#1 here"),
        ({"task": changed_task("DIY#1", effects=[["fly", 1]])}, "no word 'fly'"),
        ({"task": changed_task("DIY#1", effects=[["score on ties", 1]])}, "task 7: effects"),
        ({"task": changed_task("Ironing#4", effects=[["reroll", 1]])}, "task 4: effects"),
        ({"task": changed_task("DIY#1", effects=[["shift", 0]])}, "from 1 to 9"),
        ({"task": changed_task("DIY#1", effects=[["straighten a set", 1]])}, "might never end"),
        ({"card": [{**KIT.tables["card"][0], "rows": [4, 4]}]}, "as many as a player has"),
        ({"card": [{**KIT.tables["card"][0], "rows": [1]}]}, "rows of 2 dice or more"),
        ({"card": [KIT.tables["card"][0]] * 2}, "same name"),
    ],
)
def test_impossible_cards_are_refused(tables, says):
    with pytest.raises(gl.BadFile, match=says):
        KIT.with_tables(**tables)


@pytest.mark.parametrize("seed", range(10))
def test_random_cards_can_be_played(seed):
    kit = KIT.with_tables(**invent.tables(KIT, seed))
    assert kit.record.task_effects[row_of("Cooking#3"), 0].tolist() == [r.REROLL, 2]
    states, scores, _ = played(kit, "balanced", "balanced", 400)
    assert (states["result"] > 0).all() and (scores[:, :, 0].sum(axis=1) == 1).all()
    starter = scores[np.arange(400), states["starter"], 0].mean()
    assert 0.3 < starter < 0.7 and 7 <= np.median(states["rounds"]) <= 20


def test_random_cards_differ_and_repeat():
    assert invent.tables(KIT, 1) == invent.tables(KIT, 1) != invent.tables(KIT, 2)
    with pytest.raises(ValueError, match="spread"):
        invent.tables(KIT, 1, spread=2)


# ---------------------------------------------------------------- laws


@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 2**32), st.integers(6, 9), st.integers(1, 3), st.integers(1, 6))
def test_every_die_is_in_one_place(seed, dice, goal_dice, goal_line):
    """Dice are conserved, place by place, whatever is played and whatever the numbers of the kit."""
    match = Match("mildred", seed, kit={"dice": dice, "goal_dice": goal_dice, "goal_line": goal_line}, auto="none")
    whim = random.Random(seed)
    for _ in range(60):
        if match.over:
            break
        match.play(whim.randrange(len(match.actions)))
        assert r.broken(match.state, match.kit.record) == 0
        for player in range(2):
            counted = sum(len(places) for places in dice_by_place(match.state, match.kit, player).values())
            assert counted == dice


def dice_by_place(state, kit, player):
    """Where the dice of a player are: counted apart from the rules."""
    found = {"pool": [v for v in range(7) for _ in range(state.pool[player, v])]}
    found["tasks"] = list(zip(*np.nonzero(state.task[player]), strict=True))
    found["prank"] = np.flatnonzero(state.prank[player]).tolist()
    found["dodge"] = np.flatnonzero(state.dodge[player]).tolist()
    found["modify"] = list(range(state.modify[player]))
    found["victory"] = list(range(state.victory[player]))
    groups = [kit.tables["card"][card]["rows"] for card in np.flatnonzero(state.group[player, :, 0])]
    found["groups"] = [die for rows in groups for size in rows for die in range(size)]
    return found


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 200), st.tuples(*[st.integers(-2, 40)] * 5))
def test_what_is_not_listed_is_refused(steps, fields):
    """`forbids` is 0 for the listed actions alone, whatever nonsense it gets."""
    match = some_match(steps % 12)
    action = np.zeros(1, r.ACTION)
    action[0] = fields
    listed = {tuple(record) for record in match.actions._records.tolist()}
    assert (r.forbids(match.state, match.kit.record, action[0]) == 0) == (fields in listed)


MATCHES: dict[int, Match] = {}


def some_match(seed):
    """A match in some position, the same for the same number."""
    if seed not in MATCHES:
        match = Match("mildred", seed, auto="none")
        whim = random.Random(seed)
        for _ in range(14 + 3 * seed):
            if match.over:
                break
            match.play(whim.randrange(len(match.actions)))
        MATCHES[seed] = match
    return MATCHES[seed]


# ---------------------------------------------------------------- words


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_whatever_is_said_is_read_back(lang):
    for seed in range(4):
        match = Match("mildred", seed, lang=lang, auto="none")
        whim = random.Random(seed)
        for _ in range(60):
            if match.over:
                break
            for action in match.actions:
                assert match.phrases.parse(action.text) == action.record
            match.play(whim.randrange(len(match.actions)))
        assert "{" not in match.phrases.situation(match.state)


def test_both_languages_say_everything():
    for table in (words.ACTIONS, words.KINDS, words.EVENTS, words.REFUSALS, words.PHASES, words.TEXTS, words.EFFECTS):
        assert table["en"].keys() == table["fr"].keys()
    assert words.ACTIONS["en"].keys() == set(range(r.KINDS)) and words.EVENTS["en"].keys() == set(range(r.EVENTS))


def test_rules_have_the_same_numbers_and_lines_in_both_languages():
    english, french = GAME.rulebook, GAME.rulebook_in("fr")
    assert list(english) == list(french)
    for number, rule in french.items():
        assert rule.number == english[number].number and rule.text and rule.text != english[number].text
        assert LINES.findall(rule.source) == LINES.findall(english[number].source)


def test_verdicts_speak_french():
    """A refusal, an explanation and the end of the game, without a word of English."""
    match = scenario.Scenario(GAME.folder / "scenarios" / "vaurien_chenapan.toml").start()
    match.lang = "fr"
    yes, no = match.explain("placer 4 sur Lavage#4"), match.explain("placer 4 sur Lavage#5")
    assert str(yes) == f"oui: {GAME.rulebook_in('fr')[39].text} (AM-39)"
    assert str(no) == f"non: {words.REFUSALS['fr'][39]} (AM-39)"
    for rule in GAME.rulebook:
        said = match.phrases.refusal(match.state, match.actions[0].record, rule)
        assert said in (words.REFUSALS["fr"].get(rule), GAME.rulebook_in("fr")[rule].text) or rule == 14


def test_tables_of_rules_and_cards_are_in_french():
    assert set(words.HOUSE_RULES["fr"]) == set(KIT.rules)
    house, rules = gl.tables.house_rules("mildred", "fr").data, gl.tables.rules("mildred", "fr").data
    assert list(house["ce qu'elle dit"]) == list(words.HOUSE_RULES["fr"].values())
    assert list(rules["ce qu'elle dit"]) == [rule.text.replace("*", "") for rule in GAME.rulebook_in("fr").values()]
    tables = [house, rules, lesson.tasks_table("fr").data, lesson.cards_table("fr").data]
    said = " ".join(str(cell) for table in tables for cell in [*table, *table.to_numpy().ravel()])
    for english in ("rulebook", "invented", "house rule", " to ", "REWARD", "Washing", "equal"):
        assert english not in said


def test_french_has_the_rulebooks_terms():
    match = scenario.Scenario(GAME.folder / "scenarios" / "vaurien_chenapan.toml").start()
    assert "placer 4 sur Lavage#4" in [action.text for action in match.actions]
    headings = " ".join(words.KINDS["fr"].values())
    for term in ("RÉVEIL", "Indulgence", "Farce", "Esquive", "chenapan", "dé de victoire"):
        assert term in headings


# ---------------------------------------------------------------- the canonical order


def ends_of_turn(state, kit, pruned, deepest=9):
    """All positions in which a turn can end without dice that fall, as bytes, and how many positions were looked at."""
    room = GAME.new_actions()
    log = np.zeros(luck.LOG_SHAPE, np.int64)
    found, looks = set(), 0
    stack = [(state.copy(), None, None)]
    while stack:
        here, before, last = stack.pop()
        looks += 1
        listed = room[: r.legal(here[0], kit, room)].copy()
        for i in range(len(listed)):
            if pruned and before is not None and strategies.redundant(before[0], kit, last[0], listed[i]):
                continue
            after = here.copy()
            log[0, 0] = 0
            r.apply(after[0], kit, listed[i], log)
            if after[0].phase == r.ACT and after[0].active == here[0].active:
                stack.append((after, here, listed[i : i + 1]))
            else:
                found.add(after.tobytes())
    return found, looks


def small_position(dice, **more):
    """A turn of player 1 with few dice in the pool; the others modify or stand on Ironing's first card."""
    match = Match("mildred", 0, kit={"dice": 6}, auto="none")
    state = match._row.copy()
    rest = 6 - len(dice)
    given = {"dice": dice, "modify": min(rest, 2), "prank": max(rest - 2, 0), **more}
    data = {"player": 0, "mine": given, "theirs": {"cookie": 3}}
    words.position(state[0], match.kit, data)
    return state, match.kit.record


@pytest.mark.parametrize("dice", [[1], [1, 1], [1, 2], [1, 1, 2], [4, 4, 4]])
def test_the_canonical_order_loses_no_end_of_turn(dice):
    """Every end of a turn that some order reaches, the canonical order reaches too, with fewer looks."""
    state, kit = small_position(dice)
    every, looks = ends_of_turn(state, kit, pruned=False)
    fewer, canonical = ends_of_turn(state, kit, pruned=True)
    assert fewer == every
    assert canonical <= looks and (len(dice) < 3 or canonical < looks)


def test_the_canonical_order_beside_rewards_and_modifications():
    """The same with free modify slots and a task to perform: those are never left out, but come between."""
    match = Match("mildred", 0, kit={"dice": 6}, auto="none")
    state = match._row.copy()
    mine = {"dice": [3, 3], "tasks": ["Ironing#3"], "prank": 1, "dodge": 1, "modify": 1}
    words.position(state[0], match.kit, {"player": 0, "mine": mine, "theirs": {"cookie": 3}})
    every, looks = ends_of_turn(state, match.kit.record, pruned=False)
    fewer, canonical = ends_of_turn(state, match.kit.record, pruned=True)
    assert fewer == every and canonical < looks


def test_a_wrong_order_would_lose_some(monkeypatch):
    """The tests above can fail: were modifying counted among what is interchangeable, ends of turns would be lost."""
    state, kit = small_position([2, 3], modify=0, prank=3, dodge=1)
    every, _ = ends_of_turn(state, kit, pruned=False)
    assert ends_of_turn(state, kit, pruned=True)[0] == every
    for name, always in (("plain", True), ("independent", True), ("enough_dice", True), ("forbids", 0)):
        monkeypatch.setattr(strategies, name, lambda *_, always=always: always)
    fewer, _ = ends_of_turn(state, kit, pruned=True)
    assert fewer < every


# ---------------------------------------------------------------- strategies


def peaceful(state, kit, actions, n):
    """All but the pranks."""
    cares = strategies.INDULGES | strategies.CLIMBS | strategies.DODGES
    return strategies.most_appealing(state, kit, actions, n, cares)


def reckless(state, kit, actions, n):
    """All but the dodges."""
    cares = strategies.INDULGES | strategies.CLIMBS | strategies.PRANKS
    return strategies.most_appealing(state, kit, actions, n, cares)


def homely(state, kit, actions, n):
    """All but the tasks."""
    cares = strategies.INDULGES | strategies.PRANKS | strategies.DODGES
    return strategies.most_appealing(state, kit, actions, n, cares)


def played(kit, one, other, games, seed=3):
    """The last positions and the scores of many games between two strategies, each a name or a function."""
    fast = twin.compiled(GAME)
    states = GAME.new_states(games)
    moves, tallies = np.zeros(games, np.int64), np.zeros((games, r.EVENTS), np.int64)
    scores = np.zeros((games, 2, 2))
    choosers = tuple(fast.strategy(each) if isinstance(each, str) else fast.adopt(each) for each in (one, other))
    with luck.wrapping():
        assert fast.loop("play_many")(kit.record, choosers, seed, 0, r.MOVE_LIMIT, states, moves, scores, tallies) == -1
    return states, scores, tallies


def interval(values):
    """The 95 % interval of a mean (normal)."""
    error = 1.96 * values.std() / len(values) ** 0.5
    return values.mean() - error, values.mean() + error


def paired(kit, one, other, games):
    """How much of each pair of games the first strategy wins: the same luck twice, once on each seat."""
    left, right = played(kit, one, other, games)[1], played(kit, other, one, games)[1]
    return (left[:, 0, 0] + right[:, 1, 0]) / 2


ALIKE = {"random": 4_000, "cookies": 6_000, "climber": 8_000, "prankster": 6_000, "balanced": 6_000, "planner": 1_000}


@pytest.mark.slow
@pytest.mark.parametrize("name, games", ALIKE.items())
def test_equal_strategies_have_equal_chances(name, games):
    """The starter wins 45 to 55 %: the whole interval lies between."""
    states, scores, _ = played(KIT, name, name, games)
    low, high = interval(scores[np.arange(games), states["starter"], 0])
    assert 0.45 < low < high < 0.55


@pytest.mark.slow
@pytest.mark.parametrize("name", ALIKE)
def test_a_game_takes_8_to_25_rounds(name):
    """Nine of ten games do; and but for random play, hardly one of them because the last round cuts it off."""
    states, _, tallies = played(KIT, name, name, 600)
    low, high = interval((states["rounds"] >= 8) & (states["rounds"] <= 25))
    assert low > 0.85
    assert 8 <= np.median(states["rounds"]) <= 25
    assert tallies[:, r.TIME_UP].mean() < 0.15 or name == "random"


@pytest.mark.slow
@pytest.mark.parametrize("other", ["cookies", "climber", "prankster", "random", peaceful, reckless, homely])
def test_nothing_beats_the_whole_board(other):
    """Who ignores a part of the board loses against who uses it all, on the same luck from both seats."""
    low, _ = interval(paired(KIT, "balanced", other, 2_000))
    assert low > 0.5


@pytest.mark.slow
def test_planner_is_better():
    """Trying whole turns pays against who only climbs."""
    low, _ = interval(paired(KIT, "planner", "climber", 150))
    assert low > 0.55


# ---------------------------------------------------------------- the board


@pytest.mark.parametrize("lang, theme", [("en", "light"), ("fr", "dark projector")])
def test_the_board_shows_every_die(lang, theme):
    import plotly.graph_objects as go

    for seed in range(0, 12, 3):
        match = some_match(seed)
        figure = board.figure(match.state, match.kit, lang, theme=theme)
        go.Figure(figure.to_dict())  # valid
        assert len(figure.data) == 3
        spots = set(figure.data[2].customdata)
        assert set(words.task_names(match.kit, lang)) <= spots
        assert set(match.kit.names("card", lang=lang)) <= spots
        if match.state.phase == r.ACT:
            active = match.state.pool[match.state.active]
            assert {str(value) for value in range(1, 7) if active[value]} <= spots
        colours = [themes_seat(theme, player) for player in range(2)]
        for player in range(2):
            outlined = [
                s
                for s in figure.layout.shapes
                if s.line.color == colours[player] and s.line.dash is None and s.type == "path"
            ]
            # One outline is that of the player's own row.
            assert len(outlined) - 1 == match.kit.record.dice


def themes_seat(theme, player):
    from gamelib.show import theme as themes

    return themes.get(theme).seat(player)


ENGLISH = {"to", "act", "the", "what", "roll", "step", "of", "seed", "game", "New", "is", "by", "person", "yes", "with"}


@pytest.mark.parametrize("tab", ["play", "why", "hint", "setup"])
def test_the_table_speaks_french(tab):
    """No English word on any button, label or line; the names of files, strategies and rule examples aside."""
    table = gl.Table(Match("mildred", 3, lang="fr", auto="chance"), strategies={})
    table.match.play(0)
    table.click({"play": "Actions", "why": "Pourquoi ?", "hint": "Conseil", "setup": "Réglages"}[tab])
    for control in walk(table.controls()):
        aside = control.get("id") in ("example", "path") or str(control.get("id")).startswith("seat:")
        said = [control.get(name, "") for name in ("text", "label", "heading", "title") if control["type"] != "text"]
        said += [] if aside else [text for _, text in control.get("options", ())]
        assert not ENGLISH & {word.strip(".,:?") for text in said for word in str(text).split()}, said


def test_a_game_over_and_an_example_speak_french():
    match = Match("mildred", 3, lang="fr", auto="chance")
    while not match.over:
        match.play(match.suggest("climber"))
    table = gl.Table(match)
    said = [control.get("text", "") for control in walk(table.controls())]
    assert "Nouvelle partie (graine 4)" in said and any(text.startswith("Fin de la partie : joueur") for text in said)
    assert any(rule.text in str(table.log_entries()) for rule in GAME.rulebook_in("fr").values())


def test_lit_cards_stand_out():
    match = some_match(10)
    plain = board.figure(match.state, match.kit)
    lit = board.figure(match.state, match.kit, lit={"Washing#2"})
    assert plain.to_dict() != lit.to_dict()
