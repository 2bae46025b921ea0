"""Auntie Mildred in the browser, in English and in French: a prank is resolved, the language switched, undone."""

import pytest

TABLE = """
import gamelib as gl
table = gl.Table(gl.Example("mildred", "hard_hit").match())
table
"""


@pytest.fixture
def table(lab):
    lab.run(lab.write("prank.ipynb", TABLE))
    return lab


def test_a_prank_in_two_languages(table):
    page = table.page

    def press(name):
        page.get_by_role("button", name=name, exact=True).first.click()

    def asked(words):
        page.get_by_text(words).first.wait_for()

    asked("player 1: phase 1, WAKEUP")
    press("Redo")
    asked("player 2 loses a Victory Die")
    table.screenshot("english")
    press("Undo")
    press("Set up")
    page.locator("label.gl-select", has_text="language").locator("select").first.select_option("fr")
    press("Actions")
    asked("joueur 1 : phase 1, RÉVEIL")
    for name in ("Pourquoi ?", "Conseil", "Réglages", "Annuler", "Refaire"):
        assert page.get_by_role("button", name=name, exact=True).count() == 1
    tops = {tab.bounding_box()["y"] for tab in page.locator("[data-id^='tab:']").all()}
    assert len(tops) == 1  # the French words fit beside each other
    press("résoudre la farce")
    asked("joueur 2 perd un dé de victoire")
    asked("Ce qui s'est passé")
    picture = table.screenshot("french")
    assert picture.stat().st_size > 10_000
    table.assert_no_errors()
    assert table.outside == []
