"""Habitat in the browser: a chain is built by clicking, the curtain hides hands, one seat's view, and all open."""

import html
import re

import pytest

import gamelib as gl
from gamelib.games.habitat import board, words
from gamelib.games.habitat import rules as r

BOARD = ".gl-board"
SIDEWAYS = """() => Math.max(0, ...[...document.querySelectorAll('.jp-OutputArea-output, .jp-WindowedPanel-outer')]
    .map(e => e.scrollWidth - e.clientWidth))"""
# Where on the page a card lies, by its name.
SPOT = f"""name => {{
    const b = document.querySelector('{BOARD}'), spots = b.data[3], i = (spots?.customdata || []).indexOf(name);
    if (i < 0) return null;
    const {{xaxis, yaxis}} = b._fullLayout, box = b.getBoundingClientRect();
    return [box.x + xaxis._offset + xaxis.c2p(spots.x[i]), box.y + yaxis._offset + yaxis.c2p(spots.y[i])];
}}"""
# Everything that a page knows of a table: what is in it, seen or not, and the data of the board.
ALL = f"""() => {{
    const b = document.querySelector('{BOARD}');
    return document.querySelector('.jp-OutputArea-output').outerHTML + JSON.stringify([b.data, b.layout]);
}}"""
# The cards whose names run out of their strip or into the marks of their realms.
TOO_LONG = f"""([wide, margin]) => {{
    const b = document.querySelector('{BOARD}'), [labels, , marks] = b.data, x = b._fullLayout.xaxis;
    const texts = [...b.querySelector('.scatterlayer .trace').querySelectorAll('text')];
    return texts.map((node, i) => {{
        const left = labels.x[i], limit = left - 0.08 + wide;
        const ends = marks.x.filter((at, k) => marks.y[k] === labels.y[i] && at > left && at < limit);
        const room = x.c2p(Math.min(limit, ...ends.map(at => at - margin))) - x.c2p(left);
        return node.getBBox().width > room + 1 ? `${{labels.text[i]}}: ${{node.getBBox().width}} > ${{room}}` : '';
    }}).filter(Boolean);
}}"""
ELK = """
import gamelib as gl
table = gl.Table(gl.Example("habitat", "elk_is_inserted").match(), view="curtain")
table
"""
SHARED = """
import gamelib as gl
table = gl.Table("habitat", seed=7, auto="chance", view="curtain")
table
"""
LATE = """
import gamelib as gl
import numpy as np
match, rng = gl.Match("habitat", 3, auto="chance"), np.random.default_rng(3)
while match.step < 260:
    match.play(int(rng.integers(len(match.actions))))
gl.Table(match)
"""


def press(page, name):
    page.get_by_role("button", name=name, exact=True).first.click()


def do(page, action):
    """Press the button of an action, or choose it where there are so many that they are a list."""
    button = page.locator(f"[data-id='do:{action.index}']", has_text=action.text)
    if button.count():
        button.click()
    else:
        choice = page.locator(".gl-pick").filter(has=page.locator("option", has_text=action.text)).first
        choice.locator("select").select_option(label=action.text)
        choice.get_by_role("button", name="Do it").click()


def click_card(page, name):
    """Click on a card of the board."""
    page.wait_for_function(f"name => ({SPOT})(name)", arg=name)
    page.locator(BOARD).first.scroll_into_view_if_needed()
    page.wait_for_timeout(300)  # JupyterLab is still moving
    page.mouse.click(*page.evaluate(SPOT, name))


def shown(page, names):
    """Which of some cards the page knows anything of."""
    everything = re.sub(r"eats [^<]*", "", html.unescape(page.evaluate(ALL)))  # what a card that is seen says of food
    return [name for name in names if re.search(rf"\b{re.escape(name)}\b(?! \d)", everything)]


def hand(match, seat):
    """The names of the cards that a seat holds."""
    names = words.card_names(match.kit)
    return [names[card] for card in words.cards_at(match.state, r.HAND + seat)]


def hidden_from(match, seat):
    """The names of the cards in other hands that a seat may not see."""
    state, names = match.state, words.card_names(match.kit)
    held = [card for card in range(int(state.cards)) if r.HAND <= state.place[card] < r.FOREST]
    return [names[card] for card in held if r.hidden_from(state, seat, card)]


def test_a_chain_is_built_by_clicking(lab):
    """Card first, then where to: the Elk between Plants and Black Bears."""
    lab.run(lab.write("elk.ipynb", ELK))
    page = lab.page
    press(page, "I am player 1: open")
    click_card(page, "Elk")
    page.get_by_role("button", name="Show all").wait_for()
    offered = page.locator("[data-id^='do:']").all_inner_texts()
    assert offered == ["play Elk", "play Elk between Plants and Black Bears"]
    dotted = "layout.shapes.filter(shape => shape.line.dash === 'dot' && shape.line.width >= 4).length"
    page.wait_for_function(f"document.querySelector('{BOARD}').{dotted} === 1")  # the Plants: its food
    lab.screenshot("card first")
    click_card(page, "Plants")
    page.wait_for_function("document.querySelectorAll(\"[data-id^='do:']\").length === 1")
    press(page, "play Elk between Plants and Black Bears")
    page.locator(".gl-happened").get_by_text("player 1 plays Elk, on Plants").first.wait_for()
    page.wait_for_function(f"document.querySelector('{BOARD}').data[1].text.some(text => text.includes('3 of 8'))")
    heights = [page.evaluate(SPOT, name)[1] for name in ("Black Bears", "Elk", "Plants")]
    assert heights == sorted(heights) and len(set(heights)) == 3  # a stack, the resource at the bottom
    lab.screenshot("then where to")
    press(page, "Undo")
    page.wait_for_function(f"document.querySelector('{BOARD}').data[1].text.some(text => text.includes('2 of 8'))")
    lab.assert_no_errors()
    assert lab.outside == []


@pytest.fixture
def shared(lab):
    lab.run(lab.write("shared.ipynb", SHARED))
    return lab


def test_the_curtain_between_turns(shared):
    """Three people share a screen through the set-up and into the first turn; a page never holds a hidden card."""
    page, match = shared.page, gl.Match("habitat", 7, auto="chance")
    turns = 0
    while turns < 5:
        seat = match.seat
        opens = page.get_by_role("button", name=f"I am player {seat + 1}: open")
        opens.wait_for()
        page.wait_for_function(f"!document.querySelector('{BOARD}').data[0].x.length")
        assert shown(page, sum((hand(match, each) for each in range(3)), [])) == []
        if turns == 3:
            shared.screenshot("closed")
            press(page, "Why not?")  # what could be answered would tell of a hand
            page.get_by_text("Only who is to act may ask").first.wait_for()
            press(page, "Actions")
        opens.click()
        page.wait_for_function(f"name => ({SPOT})(name)", arg=hand(match, seat)[0])
        while match.seat == seat:
            hidden = hidden_from(match, seat)
            assert len(hidden) >= 6 and shown(page, hidden) == []
            if turns == 3 and match.state.phase == r.ACTING:
                shared.screenshot("open")
            action = next((a for a in match.actions if a.kind in (r.SET_ASIDE, r.DRAW, r.END_TURN)), match.actions[0])
            do(page, action)
            match.play(action)
            page.get_by_text(f"step {match.step} of {match.step}").wait_for()
        turns += 1
    shared.assert_no_errors()


def test_one_seat_and_all_open(shared):
    """The switch under Set up: one seat's eyes, then all hands for a class."""
    page, match = shared.page, gl.Match("habitat", 7, auto="chance")

    def looks(who):
        press(page, "Set up")
        page.locator("label.gl-select", has_text="who looks").locator("select").first.select_option(label=who)
        press(page, "Actions")

    looks("player 2")
    page.get_by_text("Only who is to act sees what may be done.").first.wait_for()
    page.wait_for_function(f"name => ({SPOT})(name)", arg=hand(match, 1)[0])
    hidden = hidden_from(match, 1)
    assert len(hidden) == 12 and shown(page, hidden) == []
    shared.screenshot("player 2")
    looks("all open")
    page.wait_for_function(f"name => ({SPOT})(name)", arg=hidden[0])
    assert shown(page, hidden) == hidden
    shared.screenshot("all open")


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)], ids=["1280", "1920"])
def test_names_have_room(lab, size):
    """No name runs out of its card or into its marks, and nothing goes off to the side, at a class's sizes."""
    page = lab.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    lab.run(lab.write("late.ipynb", LATE))
    page.locator(f"{BOARD} .scatterlayer .trace").nth(3).wait_for(state="attached")
    assert page.evaluate(TOO_LONG, [board.WIDE, 0.1]) == []
    assert page.evaluate(SIDEWAYS) <= 1
    lab.screenshot("normal")
    before = page.evaluate(f"document.querySelector('{BOARD}').layout.width")
    press(page, "Set up")
    page.get_by_label("large, for a projector").check()
    page.wait_for_function(f"w => document.querySelector('{BOARD}').layout.width > w", arg=before)
    press(page, "Actions")
    page.wait_for_timeout(500)
    assert page.evaluate(TOO_LONG, [board.WIDE, 0.1]) == []
    assert page.evaluate(SIDEWAYS) <= 1
    lab.screenshot("projector")
