"""Auntie Mildred in the browser, in English and in French: a prank is resolved, the language switched, undone."""

import nbformat
import pytest

TABLE = """
import gamelib as gl
from gamelib.games.mildred import lesson
table = gl.Table(gl.scenario.open(lesson.example("hard_hit")))
table
"""


@pytest.fixture
def table(lab):
    cells = [nbformat.v4.new_code_cell(TABLE.strip())]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=kernel), lab.folder / "prank.ipynb")
    lab.run("prank.ipynb")
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
    press("résoudre la farce")
    asked("joueur 2 perd un dé de victoire")
    picture = table.screenshot("french")
    assert picture.stat().st_size > 10_000
    table.assert_no_errors()
    assert table.outside == []
