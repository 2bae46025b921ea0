"""Connections in the browser: an example is typed and its points are awarded; without one there are none."""

import pytest

from gamelib import game, twin

TABLE = """
import gamelib as gl
match = gl.Example("connections", "points_after_the_example").match()
match.play("draw Encouraging")
table = gl.Table(match)
table
"""


@pytest.fixture
def table(lab):
    lab.run(lab.write("examples.ipynb", TABLE))
    return lab


def test_an_example_wins_its_points(table):
    page = table.page
    panel = page.locator(".gl-examples").first

    def says(words):
        page.get_by_text(words).first.wait_for()

    says("player 1, read your card aloud: Encouraging, +100.")
    says("Whom did you tell that they could do it")
    # Nothing said: neither the panel nor the table's own button gives points.
    panel.get_by_role("button", name="Give this example: +100").click()
    says("Type a personal example of Encouraging, or tick that it was said aloud (CON-9).")
    page.locator(".gl-main").get_by_role("button", name="give an example", exact=True).click()
    page.locator(".gl-main").get_by_text("(CON-9)").first.wait_for()
    # Somebody else may not say it.
    field = panel.get_by_label("player 1's own example")
    field.fill("I told <b>Ada</b> that she would make it")
    field.press("Tab")
    panel.get_by_label("said by").select_option(label="player 2")
    panel.get_by_role("button", name="Give this example: +100").click()
    says("(CON-18)")
    assert "Turn 1" in page.locator(".gl-main").inner_text()
    # The player says it: points, log, list; what was typed shows as it was typed.
    panel.get_by_label("said by").select_option(label="player 1")
    panel.get_by_role("button", name="Give this example: +100").click()
    says("player 1's example counts.")
    page.locator(".gl-happened").get_by_text("player 1 gets +100 and has 100 points").wait_for()
    panel.get_by_text("1 example so far").click()
    panel.get_by_text("I told <b>Ada</b> that she would make it").first.wait_for()
    assert panel.locator("td b").count() == 0
    assert table.screenshot("awarded").stat().st_size > 10_000
    # Undo takes it back.
    page.get_by_role("button", name="Undo").first.click()
    panel.get_by_text("1 example so far").wait_for(state="detached")
    says("player 1, read your card aloud: Encouraging, +100.")
    table.assert_no_errors()
    assert table.outside == []


def test_the_examples_are_kept_as_csv(table):
    page = table.page
    panel = page.locator(".gl-examples").first
    field = panel.get_by_label("player 1's own example")
    field.fill("=1+1, I said")
    panel.get_by_role("button", name="Give this example: +100").click()
    page.get_by_text("player 1's example counts.").first.wait_for()
    panel.get_by_label("names, prompts, saving").check()
    panel.get_by_label("leave names out").check()
    panel.get_by_role("button", name="Save as CSV").click()
    page.get_by_text("1 example is in examples.csv").first.wait_for()
    kept = (table.folder / "examples.csv").read_text(encoding="utf-8")
    assert kept == 'kind,card,example\nConnecting,Encouraging,"\'=1+1, I said"\n'


def test_the_play_notebook(lab):
    twin.compiled(game.load("connections")).strategy("worst_red")  # a cold cache would be told of under a cell
    lab.run("connections/2_play.ipynb", seconds=240)
    page = lab.page
    page.locator(".gl-board").first.scroll_into_view_if_needed()  # JupyterLab draws what is in sight
    page.locator(".gl-board .scatterlayer .trace").nth(8).wait_for(state="attached")
    page.locator(".gl-main").get_by_role("button", name="roll 4 for the start").first.click()
    page.locator(".gl-happened").get_by_text("player 1 rolls 4 for the start").first.wait_for()
    lab.screenshot("play")
    assert lab.outside == []
