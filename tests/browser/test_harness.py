"""The harness itself, on small notebooks made here: if one of these fails, the trouble is not in our notebooks."""

import pytest

COUNTER = """
import ipywidgets
button = ipywidgets.Button(description="Roll")
count = ipywidgets.Label("rolled 0 times")
button.add_class("gl-roll")
def roll(_):
    count.value = f"rolled {int(count.value.split()[1]) + 1} times"
button.on_click(roll)
ipywidgets.VBox([button, count])
"""


def test_a_click_reaches_the_kernel_and_comes_back(lab):
    lab.run(lab.write("harness_button.ipynb", "1 + 1", COUNTER))
    lab.page.locator("button.gl-roll").click()
    lab.page.get_by_text("rolled 1 times").wait_for()
    lab.page.locator("button.gl-roll").press("Space")
    lab.page.get_by_text("rolled 2 times").wait_for()
    picture = lab.screenshot("clicked")
    assert picture.stat().st_size > 10_000
    assert lab.outside == []


def test_waiting_lasts_until_the_last_cell_is_done(lab):
    lab.run(
        lab.write(
            "harness_slow.ipynb", "import time", "time.sleep(1.5)", "'first done'", "time.sleep(1.5)", "'all done'"
        )
    )
    assert lab.page.get_by_text("'all done'").count() == 2  # the source and the output


def test_an_error_far_down_the_page_is_seen(lab):
    padding = ["print('line\\n' * 60)"] * 8
    with pytest.raises(AssertionError, match="ZeroDivisionError"):
        lab.run(lab.write("harness_error.ipynb", *padding, "1 / 0", "'never reached'"))


def test_a_reloaded_page_keeps_its_kernel(lab):
    name = lab.write("harness_reload.ipynb", COUNTER)
    lab.run(name)
    lab.page.locator("button.gl-roll").click()
    lab.page.get_by_text("rolled 1 times").wait_for()
    lab.reload(name)
    lab.page.locator("button.gl-roll").click()
    lab.page.get_by_text("rolled 2 times").wait_for()
