"""The explorer in JupyterLab: a house rule is changed, the outcomes follow, and a bar opens one of its games."""

SETUP = "import gamelib as gl\nexplorer = gl.Explorer('habits', strategy='greedy', games=2_000)\nexplorer"
CHART = ".gl-chart .js-plotly-plot, .js-plotly-plot.gl-chart"
HEIGHTS = f"JSON.stringify([...document.querySelector('{CHART}').data[0].y])"


def open_explorer(lab):
    lab.page.set_default_timeout(90_000)  # other tests may be running
    lab.open(lab.write("explorer.ipynb", SETUP))
    lab.run_all()
    lab.page.locator(".gl-chart .barlayer .point").first.wait_for(timeout=180_000, state="attached")
    lab.wait_finished()
    return lab.page


def test_outcomes_follow_a_slider_and_a_bar_opens_a_game(lab):
    page = open_explorer(lab)
    assert page.get_by_text("rulebook L38").count() == 1  # where the price of a swap comes from
    before = page.evaluate(HEIGHTS)
    slider = page.get_by_label("Time and effort that a swap costs")
    slider.focus()
    page.keyboard.press("ArrowLeft")
    page.get_by_text("With the setting before").wait_for(timeout=60_000)
    page.wait_for_function(f"before => {HEIGHTS} !== before", arg=before)
    assert page.evaluate(f"document.querySelector('{CHART}').data[1].visible")
    lab.screenshot("ghost")
    bar = page.locator(".gl-chart .barlayer .point path").nth(1).bounding_box()
    page.mouse.click(bar["x"] + bar["width"] / 2, bar["y"] + bar["height"] - 4)
    page.locator(".gl-board .main-svg").first.wait_for(timeout=60_000)
    page.get_by_text("of this study is open below").wait_for()
    page.get_by_role("button", name="Redo", exact=True).click()
    page.locator(".gl-step").first.wait_for()
    page.locator(".gl-board").first.scroll_into_view_if_needed()
    lab.screenshot("game")
    assert not lab.page_errors, lab.page_errors
    assert lab.outside == []


def test_the_explorer_fits_and_survives_a_reload(lab):
    page = open_explorer(lab)
    outputs = "[...document.querySelectorAll('.jp-OutputArea-output')]"
    assert page.evaluate(f"Math.max(0, ...{outputs}.map(e => e.scrollWidth - e.clientWidth))") <= 1
    slider = page.get_by_label("Time and effort that a swap costs")
    slider.focus()
    page.keyboard.press("ArrowRight")
    page.get_by_text("With the setting before").wait_for(timeout=60_000)
    page.wait_for_timeout(3000)
    shown = page.evaluate(HEIGHTS)
    lab.reload("explorer.ipynb")
    page.locator(".gl-chart .barlayer .point").first.wait_for(timeout=60_000, state="attached")
    page.wait_for_function(f"shown => {HEIGHTS} === shown", arg=shown, timeout=20_000)
