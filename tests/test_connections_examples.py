"""Connections: what players say. The list of examples, and the panel at the table, both without a browser."""

import csv
import io

import pytest

import gamelib as gl
from gamelib import game
from gamelib.games.connections.examples import ALOUD, LONGEST, Examples, plain
from gamelib.games.connections.extras import ExamplesPanel
from gamelib.match import Match

LISTENING, COMPLAINING = 2, 7


@pytest.fixture
def kit():
    return game.load("connections").kit({"players": 2})


@pytest.fixture
def said(kit):
    return Examples(kit)


# ---------------------------------------------------------------- the list


def test_the_same_example_again_is_refused(said):
    """CON-E15: another time the same card comes, another example of the same player is needed."""
    said.give(0, LISTENING, "I let my sister finish.")
    assert said.refusal(0, LISTENING, "  i LET my sister, finish!! ")[0] == "CON-17"
    with pytest.raises(gl.Refused) as refused:
        said.give(0, LISTENING, "I let my sister finish")
    assert refused.value.rule == "CON-17"
    assert len(said) == 1
    said.give(0, LISTENING, "I let my brother finish")
    assert len(said) == 2


def test_another_card_or_another_player_may_repeat_it(said):
    said.give(0, LISTENING, "at dinner")
    assert said.refusal(0, COMPLAINING, "at dinner") is None
    assert said.refusal(1, LISTENING, "at dinner") is None


def test_house_rule_different_from_everybody(kit):
    said = Examples(kit.changed(different_from="all examples"))
    said.give(0, LISTENING, "at dinner")
    rule, why = said.refusal(1, LISTENING, "At dinner")
    assert rule == "CON-17" and "player 1" in why


def test_nobody_speaks_for_somebody_else(said):
    """CON-E16."""
    rule, why = said.refusal(0, LISTENING, "he listened to me", said_by=1)
    assert rule == "CON-18" and "player 1" in why
    assert said.refusal(0, LISTENING, "I listened", said_by=0) is None


@pytest.mark.parametrize("nothing", ["", "   ", "...", "\u200b", "\t\n"])
def test_no_example_is_none(said, nothing):
    assert said.refusal(0, LISTENING, nothing)[0] == "CON-9"
    assert said.refusal(0, LISTENING, nothing, aloud=True) is None


def test_said_aloud_may_be_said_again(said):
    """Nobody wrote down what was said, so nothing can be compared."""
    said.give(0, LISTENING, aloud=True)
    said.give(0, LISTENING, aloud=True)
    assert [row["example"] for row in said.rows()] == [ALOUD, ALOUD]


def test_too_long(said):
    assert said.refusal(0, LISTENING, "x" * LONGEST) is None
    assert said.refusal(0, LISTENING, "x" * (LONGEST + 1))[0] == "CON-9"


def test_plain_ignores_width_case_and_signs():
    assert plain("Ｉ listened, OK?") == plain("i LISTENED ok")
    assert plain("no") != plain("on")


def test_the_list_is_by_habit(said):
    said.give(1, COMPLAINING, "the food")
    said.give(0, LISTENING, "my sister")
    said.give(1, LISTENING, "my friend")
    assert list(said.by_subject()) == ["Listening", "Complaining"]
    assert said.rows()[0] == {
        "kind": "Connecting", "card": "Listening", "player": "player 1", "example": "my sister",
    }  # fmt: skip


def test_csv_with_and_without_names(said, tmp_path):
    said.name(0, "Zoë, the 1st")
    said.give(0, LISTENING, 'she said "hm"\nand I waited')
    said.give(1, LISTENING, "a friend, late")
    path = tmp_path / "deep" / "list.csv"
    with_names = said.to_csv(path)
    assert path.read_text(encoding="utf-8") == with_names
    rows = list(csv.DictReader(io.StringIO(with_names)))
    assert rows[0] == {
        "kind": "Connecting", "card": "Listening", "player": "Zoë, the 1st", "example": 'she said "hm" and I waited',
    }  # fmt: skip
    nameless = said.to_csv(names=False)
    assert "Zoë" not in nameless and "player" not in nameless
    # In the order of the letters, not in the order in which they spoke.
    assert [row["example"] for row in csv.DictReader(io.StringIO(nameless))] == [
        "a friend, late", 'she said "hm" and I waited',
    ]  # fmt: skip


@pytest.mark.parametrize("formula", ["=1+1", "+49", "-2", "@SUM(A1)"])
def test_csv_holds_no_formulas(said, formula):
    said.give(0, LISTENING, formula)
    assert said.to_csv().splitlines()[1].split(",")[-1] == f"'{formula}"


def test_html_is_escaped(said):
    said.name(0, "<b>Eve</b>")
    said.give(0, LISTENING, "<script>alert(1)</script> & <img src=x onerror=alert(1)>")
    shown = said._repr_html_()
    assert "<script" not in shown and "<img" not in shown and "<b>Eve" not in shown
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp;" in shown


# ---------------------------------------------------------------- the panel


class Seat:
    """A table where player 1 (of two) has drawn a card."""

    def __init__(self, drawn="Listening", at="B1", **kit):
        match = Match("connections", kit={"players": 2, **kit}, auto="none")
        state = match._row.copy()
        game.load("connections").words.position(
            state[0], match.kit, {"at": [at, "B1"], "to_draw": 0, "drawn": drawn, "points": [300, 0]}
        )
        self.table = gl.Table(Match.from_state("connections", state, match.kit, auto="none"))
        self.panel = ExamplesPanel(self.table)

    @property
    def points(self):
        return int(self.table.match.state.points[0])

    @property
    def buttons(self):
        return [c["text"] for c in self.panel.controls() + self._answers() if c["type"] == "button"]

    def _answers(self):
        return [c for row in self.panel.controls() if row["type"] == "row" for c in row["items"]]

    @property
    def notice(self):
        return next((c["text"] for c in self.panel.controls() if c.get("key") == "notice"), "")


def test_points_only_with_an_example():
    """CON-E18: neither the panel's button nor the table's own gives points without an example."""
    seat = Seat()
    seat.panel.click("give")
    assert seat.points == 300 and "CON-9" in seat.notice
    seat.table.click("give an example")
    assert seat.points == 300 and "CON-9" in str(seat.table.controls())
    seat.panel.set("example", "I heard my friend out")
    assert seat.points == 300
    seat.panel.click("Give this example: +150")
    assert seat.points == 450 and seat.table.match.state.seat == 1
    assert [e.text for e in seat.panel.examples.given] == ["I heard my friend out"]


def test_the_tables_own_button_takes_the_example_too():
    seat = Seat()
    seat.panel.set("said aloud", True)
    seat.table.click("give an example")
    assert seat.points == 450
    assert [e.aloud for e in seat.panel.examples.given] == [True]


def test_a_repeated_example_is_refused_at_the_table():
    seat = Seat()
    for text, points in (("at dinner", 450), ("At dinner!", 450), ("on the bus", 600)):
        if seat.table.match.state.seat == 1:
            seat.table.match.play("roll 2")
            seat.table.match.play("draw Fun")
            seat.panel.set("said aloud", True)
            seat.panel.click("give")
            seat.table.match.play("roll 3")
            seat.table.match.play("draw Listening 2")
        seat.panel.set("example", text)
        seat.panel.click("give")
        assert seat.points == points
    assert [e.text for e in seat.panel.examples.given if e.subject == LISTENING] == ["at dinner", "on the bus"]


def test_somebody_else_may_not_say_it():
    seat = Seat()
    seat.panel.set("example", "she did")
    seat.panel.set("said by", "1")
    seat.panel.click("give")
    assert seat.points == 300 and "CON-18" in seat.notice


def test_the_escape_card_is_offered_once():
    seat = Seat("Complaining", "B2")
    assert "Play the escape card instead" in seat.buttons and "No example" not in seat.buttons
    seat.panel.click("Play the escape card instead")
    assert seat.points == 300 and seat.table.match.state.escapes[0] == 0 and len(seat.panel.examples) == 0
    seat.table.match.play("roll 1")
    seat.table.match.play("draw Threatening")
    seat.panel.set("said aloud", True)
    seat.panel.click("give")
    seat.table.match.play("roll 3")
    seat.table.match.play("draw Nagging")
    assert "Play the escape card instead" not in seat.buttons
    seat.panel.click("No example")
    assert seat.points == 275


def test_undo_takes_the_example_back_and_redo_returns_it():
    seat = Seat()
    seat.panel.set("example", "at dinner")
    seat.panel.click("give")
    seat.table.click("Undo")
    assert len(seat.panel.examples) == 0 and seat.points == 300
    seat.table.click("Redo")
    assert len(seat.panel.examples) == 1
    seat.table.click("Undo")
    seat.panel.set("example", "at dinner")
    seat.panel.click("give")
    assert len(seat.panel.examples) == 1 and seat.points == 450


def test_an_example_is_not_carried_to_the_next_card():
    seat = Seat()
    seat.panel.set("example", "at dinner")
    seat.panel.click("Play the escape card instead")
    seat.table.match.play("roll 3")
    seat.table.match.play("draw Trusting")
    seat.panel.click("give")
    assert "CON-9" in seat.notice and len(seat.panel.examples) == 0


def test_a_new_game_has_an_empty_list_and_keeps_the_names():
    seat = Seat()
    seat.panel.set("names, prompts, saving", True)
    seat.panel.set("seat 1", "Ada")
    seat.panel.set("example", "at dinner")
    seat.panel.click("give")
    seat.table.use(Match("connections", 3, seat.table.match.kit))
    assert len(seat.panel.examples) == 0 and seat.panel.examples.names == ["Ada", "player 2"]


def test_strategies_are_not_asked():
    seat = Seat()
    seat.table.strategies[0] = "answer"
    assert not seat.panel.asked
    seat.table.click("move")
    assert seat.points == 450 and len(seat.panel.examples) == 0


def test_prompts_and_csv(tmp_path):
    seat = Seat()
    told = [c.get("text", "") for c in seat.panel.controls()]
    assert any(text.startswith("When did you hear somebody out") for text in told)
    seat.panel.set("names, prompts, saving", True)
    seat.panel.set("Listening", "Whom did you hear out this week?")
    assert any("this week" in c.get("text", "") for c in seat.panel.controls())
    seat.panel.set("example", "Ada")
    seat.panel.click("give")
    seat.panel.set("file", str(tmp_path / "list.csv"))
    seat.panel.set("leave names out", True)
    seat.panel.click("Save as CSV")
    assert (tmp_path / "list.csv").read_text() == "kind,card,example\nConnecting,Listening,Ada\n"
    seat.panel.set("file", str(tmp_path / "list.csv" / "impossible.csv"))
    seat.panel.click("Save as CSV")
    assert "list.csv" in seat.notice and seat.panel._tone == "bad"


def test_all_examples_are_shown_at_the_end():
    seat = Seat(goal=400)
    seat.panel.set("example", "at dinner")
    seat.panel.click("give")
    assert seat.table.match.over
    shown = str(seat.panel.controls())
    assert "at dinner (player 1)" in shown
