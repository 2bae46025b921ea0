"""A challenge of The Mushroom Eaters in the browser: two decide differently, one takes it back, all is replayed."""

import pytest

TABLE = """
import gamelib as gl
table = gl.Table(gl.Example("mushroom", "two_decide_differently").match())
table
"""


@pytest.fixture
def table(lab):
    lab.run(lab.write("challenge.ipynb", TABLE))
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
