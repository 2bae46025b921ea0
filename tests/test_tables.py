"""Rules and house rules as tables, and rule examples by name."""

import pytest

import gamelib as gl
from gamelib import game


@pytest.mark.parametrize("name", game.names())
def test_all_rules_and_house_rules_stand_in_a_table(name):
    found = game.load(name)
    rules, house = gl.tables.rules(name).data, gl.tables.house_rules(name).data
    assert list(rules["rule"]) == [rule.number for rule in found.rulebook.values()]
    assert list(house["name"]) == list(found.default_kit.rules)
    assert (house["may be"] != "").all() and (house["source"] != "").all()


def test_values_and_choices_are_said_as_in_a_kit():
    house = gl.tables.house_rules("habits").data.set_index("name")
    assert tuple(house.loc["may_stop", ["value", "may be"]]) == ("true", "true, false")
    assert tuple(house.loc["layout", ["value", "may be"]]) == ("reading order", "reading order, each row blue")
    assert tuple(house.loc["faces", ["value", "may be"]]) == ("6", "2 to 12")


def test_a_table_is_the_same_each_time():
    assert gl.tables.rules("habits").to_html() == gl.tables.rules("habits").to_html()


@pytest.mark.parametrize("name", ["four_and_six", "06_four_and_six"])
def test_examples_by_name(name):
    assert game.load("habits").example(name).name == "06_four_and_six.toml"
