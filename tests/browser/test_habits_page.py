"""The notebooks of Habits in JupyterLab, as people open them: play and undo; change a house rule, open a game."""

import pytest
from test_explorer import CHART, HEIGHTS
from test_table import roll, wait_for_title

SLOW = 240  # seconds; other tests may be running


def shown(lab, locator):
    locator.scroll_into_view_if_needed()
    lab.page.wait_for_timeout(300)


@pytest.fixture(autouse=True)
def patience(lab):
    lab.page.set_default_timeout(90_000)


def test_a_first_play_from_the_start_page(lab):
    lab.run("00_start_here.ipynb", SLOW)
    page = lab.page
    page.get_by_text("All is well: everything that the notebooks need is here.").first.wait_for()
    page.locator(".gl-board .main-svg").first.wait_for()
    roll(page, 3, 3)
    wait_for_title(page, "your move")
    shown(lab, page.locator(".gl-board").first)
    lab.screenshot("table")
    lab.assert_no_errors()
    assert lab.outside == []


def test_play_undo_and_a_puzzle(lab):
    lab.run("habits/2_play.ipynb", SLOW)
    page = lab.page
    page.locator(".gl-board .main-svg").first.wait_for()
    table = page.locator(".gl-whole").first
    roll(page, 4, 6)
    wait_for_title(page, "your move")
    before = page.locator(".gl-board .main-svg").first.inner_html()
    steps = table.locator(".gl-step").count()
    table.locator("[data-id^='do:']").filter(has_text="trigger B3 with 4 across").click()
    page.wait_for_function("n => document.querySelectorAll('.gl-step').length > n", arg=steps)
    assert page.locator(".gl-board .main-svg").first.inner_html() != before
    assert table.get_by_text("C3 turns yellow").count() > 0
    shown(lab, page.locator(".gl-board").first)
    lab.screenshot("played")
    table.get_by_role("button", name="Undo", exact=True).click()
    page.wait_for_function("n => document.querySelectorAll('.gl-step').length === n", arg=steps)
    page.wait_for_function(
        "before => document.querySelector('.gl-board .main-svg').innerHTML.length === before.length", arg=before
    )
    puzzles = page.locator(".gl-puzzles")
    shown(lab, puzzles)
    puzzles.get_by_role("button", name="Puzzle 3: a poor roll").click()
    puzzle = page.locator(".gl-whole").last
    puzzle.get_by_text("the dice have 1 and 3 left").wait_for()  # the first puzzle has this button, too
    puzzle.get_by_role("button", name="protect A2", exact=True).click()
    puzzle.get_by_text("is protected and stays yellow").first.wait_for()
    lab.screenshot("puzzle")
    lab.assert_no_errors()
    assert lab.outside == []


def test_outcomes_follow_a_house_rule_and_a_bar_opens_a_game(lab):
    lab.run("habits/3_outcomes.ipynb", SLOW)
    page = lab.page
    page.locator(".gl-chart .barlayer .point").first.wait_for(state="attached")
    shown(lab, page.locator(".gl-settings").first)
    before = page.evaluate(HEIGHTS)
    page.get_by_label("Time and effort that a swap costs").focus()
    page.keyboard.press("ArrowLeft")
    page.get_by_text("With the setting before").wait_for()
    page.wait_for_function(f"before => {HEIGHTS} !== before", arg=before)
    lab.screenshot("explorer")
    bar = page.locator(".gl-chart .barlayer .point path").nth(1).bounding_box()
    page.mouse.click(bar["x"] + bar["width"] / 2, bar["y"] + bar["height"] - 4)
    page.locator(".gl-board .main-svg").first.wait_for()
    page.get_by_text("of this study is open below").wait_for()
    shown(lab, page.locator(".gl-board").first)
    lab.screenshot("game")
    assert page.locator(CHART).count() == 1
    lab.assert_no_errors()
    assert lab.outside == []
