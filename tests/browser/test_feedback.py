"""A press on a telephone is acknowledged at once, and a page is light when it first comes."""

from __future__ import annotations

import gzip
import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, Response, Route, expect

from config.bundles import minify, minify_script
from tests.browser.test_games import Fight
from tests.browser.test_games import sit as sit
from tests.browser.waiting import until
from tests.serve import Server

POLARIS = "Polaris, 3e édition"
KB = 1024
PACKED = ("woff2", "png", "webp", "jpg")  # a server that packs what it sends leaves these as they are
TAKEN = "(one) => one.ariaBusy === 'true' && getComputedStyle(one).opacity < 0.7"


@pytest.fixture
def server(demonstration) -> Server:
    return demonstration[0]


@pytest.fixture
def ana(demonstration, window) -> Page:
    """The sheet of a player on her telephone."""
    page = window(390, 844, has_touch=True)
    page.goto(demonstration[1][POLARIS][1])
    page.locator("main form button").first.click()
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    return page


class Line:
    """The line of a page: what it asks is held back until it is let go."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.held: list[Route] = []
        page.route("**/t/**", self._hold)

    def _hold(self, route: Route) -> None:
        asked = route.request
        if asked.method == "POST" or "hx-request" in asked.headers and "hx-source" not in asked.headers:
            self.held.append(route)
        else:
            route.fallback()

    def press(self, button: Locator) -> None:
        """Press something, find that it says so while nothing has been answered, and let the answer come."""
        button.click()
        until(self.page, lambda: len(self.held) == 1, "one question")
        pressed = button.element_handle()  # not before: a frame may have drawn it anew under the pointer
        assert pressed.evaluate(TAKEN), f"nothing shows that {self.held[0].request.url} is asked"
        expect(self.page.locator("#connection")).not_to_have_attribute("data-state", "ended")
        self.release()
        self.page.wait_for_function("(one) => !one.isConnected || !one.ariaBusy", arg=pressed)

    def release(self) -> None:
        """Let go what is held back."""
        self.held.pop().continue_()


def test_a_skill_and_its_roll_show_at_once_that_they_were_pressed(ana):
    line = Line(ana)
    line.press(ana.locator(".skill:visible").first)
    dialog = ana.locator("#dialog")
    expect(dialog).to_be_visible()
    line.press(dialog.get_by_role("button", name="Lancer", exact=True))
    expect(dialog).to_be_hidden()


@pytest.mark.parametrize("place", [".body-list .location", ".body a:has(.hit)"], ids=["in the list", "on the figure"])
def test_a_place_and_a_wound_box_show_a_press_at_once(ana, place):
    line = Line(ana)
    line.press(ana.locator(place).first)
    line.press(ana.locator("#dialog .cell-act button[value='1']").first)
    expect(ana.locator("#dialog")).to_be_hidden()


def test_the_sign_of_a_rule_stands_beside_its_word(ana):
    ana.locator(".body a:has(.hit)").first.click()
    words = ana.locator("#dialog .cell-head > b")
    expect(words).to_have_count(6)
    middles = """(word) => {
        const range = new Range();
        range.selectNode(word.firstChild);
        const boxes = [range, word.querySelector(".rule-link")].map((part) => part.getBoundingClientRect());
        return boxes.map((box) => (box.top + box.bottom) / 2);
    }"""
    for word in words.all():
        text, sign = word.evaluate(middles)
        assert abs(text - sign) < 8, f"the sign of {word.inner_text()} is on a line of its own"


def test_a_number_changes_at_once_under_the_thumb(ana):
    line, value = Line(ana), ana.locator("[data-stepper] [data-value]").first
    form = ana.locator("[data-stepper]").first
    start = int(value.inner_text())
    form.locator(".stepper-controls button[value='-1']").click()
    assert value.inner_text() == str(start - 1)
    expect(form.locator(".pending-dot")).to_be_visible()
    until(ana, lambda: len(line.held) == 1, "one question")
    expect(form.locator(".pending-dot")).to_be_visible()
    line.release()
    expect(form.locator(".pending-dot")).to_be_hidden()
    expect(value).to_have_text(str(start - 1))


def test_words_said_in_a_fight_show_at_once_that_they_were_sent(sit):
    fight: Fight = sit("Chroniques Oubliées", "Drone de veille")
    fight.menu("Commencer le combat")
    fight.next()
    ana, line = fight.ana, Line(fight.ana)

    attack = fight.of(ana).locator(".offer").filter(has=ana.get_by_text("Attaque (A)", exact=True)).first
    attack.locator("> summary").click()
    attack.locator(".options label").filter(has_text=fight.foe).first.click()
    attack.locator(".options label").filter(has_text="Masse électrique").first.click()
    line.press(attack.locator("> form button.btn-wide").last)

    asked = ana.locator(".exchange-ask form")
    dice = asked.filter(has=ana.locator("[name=values]")).first
    dice.locator("details.throw-real > summary").click()
    line.press(dice.locator(".throw-keys [value='20']"))
    choice = asked.filter(has=ana.locator(".options")).first
    line.press(choice.locator("button.option").filter(has_text="DM ×2"))
    line.press(dice.get_by_role("button", name=re.compile("^Lancer")))

    move = fight.of(ana).locator(".offer").filter(has=ana.get_by_text("Finir le tour", exact=True)).first
    expect(fight.part).to_contain_text("Élowen joue")
    line.press(move.locator("button").first)
    # The dice decide if the opponent still stands after that hit, and who comes next.
    expect(fight.part).not_to_contain_text("Élowen joue")


def wire(response: Response) -> int:
    """The bytes of an answer as a site puts them on the line: packed, styles and scripts without their comments."""
    body, path = response.body(), urlsplit(response.url).path
    if path.endswith(".css"):
        body = minify(body.decode()).encode()
    elif path.endswith(".js"):
        body = minify_script(path.removeprefix("/static/"), body.decode()).encode()
    return len(body) if path.endswith(PACKED) else len(gzip.compress(body))


@pytest.mark.parametrize(("who", "page"), [(1, "the sheet"), (0, "the table"), (3, "the screen")])
def test_a_page_is_light_when_it_first_comes(demonstration, window, who, page):
    window = window(390, 844)
    window.goto(demonstration[1][POLARIS][who])
    window.locator("main form button").first.click()
    expect(window.locator("#connection")).to_have_attribute("data-state", "live")
    address, came = window.url, []
    window.goto("about:blank")
    # As nobody has seen it before: nothing of it is in the memory of the browser.
    cache = window.context.new_cdp_session(window)
    cache.send("Network.clearBrowserCache")
    window.on("response", lambda one: came.append(one))
    window.goto(address)
    expect(window.locator("#connection")).to_have_attribute("data-state", "live")
    window.wait_for_load_state("networkidle")
    sizes = {urlsplit(one.url).path: wire(one) for one in came}
    assert any(path.endswith("htmx.min.js") for path in sizes) and any(path.endswith("woff2") for path in sizes)
    assert sum(sizes.values()) <= 150 * KB, f"{page}: {sizes}"
