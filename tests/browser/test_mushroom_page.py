"""A challenge of The Mushroom Eaters in the browser: two decide differently, one takes it back, all is replayed."""

import nbformat
import pytest

TABLE = """
import gamelib as gl
from gamelib.games.mushroom import lesson
table = gl.Table(gl.scenario.open(lesson.example("two_decide_differently")))
table
"""


@pytest.fixture
def table(lab):
    cells = [nbformat.v4.new_code_cell(TABLE.strip())]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=kernel), lab.folder / "challenge.ipynb")
    lab.run("challenge.ipynb")
    return lab


def test_two_decide_differently_undone_and_replayed(table):
    page = table.page

    def press(name):
        page.get_by_role("button", name=name, exact=True).first.click()

    def asked(words):
        page.get_by_text(words).first.wait_for()

    press("Redo")
    press("Redo")
    asked("Wendy decides: stand the challenge or breathe deeply (challenge 5)")
    press("breathe deeply")
    asked("Jason decides: stand the challenge or breathe deeply (challenge 5)")
    press("stand the challenge")
    asked("Jason decides: which item to lose")
    table.screenshot("inside")
    press("Undo")
    asked("Jason decides: stand the challenge or breathe deeply (challenge 5)")
    press("breathe deeply")
    asked("Tyler decides: lose an energy after the challenge (challenge 5)")
    for _ in range(4):
        press("Undo")
    asked("The action is about to be experienced")
    for _ in range(4):
        press("Redo")
    asked("Tyler decides: lose an energy after the challenge (challenge 5)")
    picture = table.screenshot("replayed")
    assert picture.stat().st_size > 10_000
    table.assert_no_errors()
    assert table.outside == []
