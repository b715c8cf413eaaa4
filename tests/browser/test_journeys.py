"""Six journeys, each by keyboard alone and again without any script: join, edit, roll, wound, turn, undo."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.waiting import PATIENCE
from tests.forks import ForkedServer
from tests.serve import Server

MOST_TABS = 250
SAME = "(one) => one === document.activeElement"


class Keys:
    """Someone who has a keyboard and nothing else: what cannot be reached by the Tab key is not there."""

    script = True

    def __init__(self, page: Page) -> None:
        self.page = page

    def reach(self, wanted: Locator) -> None:
        """Press Tab until the focus is where it is wanted."""
        wanted = wanted.first
        wanted.wait_for(state="visible")
        for _tab in range(MOST_TABS):
            if wanted.evaluate(SAME):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the Tab key never reaches {wanted}")

    def press(self, wanted: Locator) -> None:
        """Press a button or follow a link."""
        self.reach(wanted)
        self.page.keyboard.press("Enter")

    def tick(self, wanted: Locator) -> None:
        """Tick a box or choose one of several, among which the arrows lead."""
        group = wanted.first.get_attribute("name") if wanted.first.get_attribute("type") == "radio" else None
        if group is not None:
            self.reach(self.page.locator(f"input[name={group}]:checked, input[name={group}]"))
            for _arrow in range(MOST_TABS):
                if wanted.first.is_checked():
                    return
                self.page.keyboard.press("ArrowDown")
            raise AssertionError(f"the arrows never choose {wanted}")
        self.reach(wanted)
        self.page.keyboard.press("Space")

    def unfold(self, wanted: Locator) -> None:
        """Open what is folded."""
        self.press(wanted)

    def fill_in(self, opened: Locator) -> None:
        """Come to the form of what was opened: it is fetched as it opens."""

    def write(self, wanted: Locator, text: str) -> None:
        """Write into a field in place of what is there."""
        self.reach(wanted)
        self.page.keyboard.press("Control+a")
        self.page.keyboard.type(text)


class NoScript:
    """Someone whose browser runs no script at all."""

    script = False

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, wanted: Locator) -> None:
        """Press a button or follow a link, and wait for the page it leads to."""
        with self.page.expect_navigation():
            wanted.first.click()

    def tick(self, wanted: Locator) -> None:
        """Tick a box or choose one of several."""
        wanted.first.check()

    def unfold(self, wanted: Locator) -> None:
        """Open what is folded."""
        wanted.first.click()

    def fill_in(self, opened: Locator) -> None:
        """Come to the form of what was opened: a page of its own where no script fetches it."""
        self.press(opened.get_by_role("button", name="Remplir"))

    def write(self, wanted: Locator, text: str) -> None:
        """Write into a field in place of what is there."""
        wanted.first.fill(text)


Hand = Keys | NoScript


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, list[str]]]:
    """A demonstration, and the paths of its links: game master, Ana, Léo, the screen, anybody."""
    server = ForkedServer(tmp_path_factory.mktemp("journeys"), TABLEE_DEMO="1")
    links = re.findall(r"/j/\w+/", server.lay_demonstration())[:5]
    server.start()
    yield server, links
    server.stop()


@pytest.fixture(params=[Keys, NoScript], ids=["keyboard", "no script"])
def hand(request: pytest.FixtureRequest, browser: Browser, site: tuple[Server, list[str]]) -> Iterator[Hand]:
    """A telephone's window in each of the two hands."""
    server, _links = site
    kind = request.param
    context = browser.new_context(
        base_url=server.url,
        locale="fr-FR",
        viewport={"width": 390, "height": 844},
        java_script_enabled=kind.script,
        service_workers="block",
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    yield kind(page)
    context.close()


def sit_down(hand: Hand, link: str) -> Page:
    """Open a link and take its seat; the page that the seat begins on."""
    page = hand.page
    page.goto(link)
    hand.press(page.locator("main form button"))
    page.wait_for_url(re.compile("/t/"))
    if hand.script:
        expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    return page


def wound(hand: Hand, place: str) -> None:
    """Tick a light wound from the list of places."""
    page = hand.page
    hand.press(page.locator(".body-list a.location").filter(has_text=place))
    hand.press(page.locator(".cell-act button[value='1']"))


def test_join(hand: Hand, site):
    page = hand.page
    page.goto(site[1][4])
    hand.tick(page.locator("input[name=character][value=new]"))
    hand.write(page.locator("#name"), "Zoé" if hand.script else "Yann")
    hand.press(page.locator("form.enter button"))
    page.wait_for_url(re.compile("/t/.*/characters/create/$"))
    expect(page.locator("main h1")).to_be_visible()
    hand.press(page.locator(".create-else a"))
    page.wait_for_url(re.compile("/characters/$"))
    hand.tick(page.locator("#make input[name=sample]"))
    hand.press(page.locator("#make button.btn-primary, .dock button.btn-primary"))
    page.wait_for_url(re.compile("/characters/[a-z2-7]{16}/"))
    expect(page.locator("[data-stepper]").first).to_be_visible()


def test_edit(hand: Hand, site):
    page = sit_down(hand, site[1][1])
    hand.press(page.locator(".sheet-tab-bar a[data-to=notes]"))
    words = f"Retrouver le plongeur ({'clavier' if hand.script else 'sans script'})"
    if not page.locator(".notes textarea").first.is_visible():  # somebody has written there before
        hand.unfold(page.locator(".note-edit > summary"))
    hand.write(page.locator(".notes textarea"), words)
    hand.press(page.locator(".notes form").filter(has=page.locator("textarea")).locator("button"))
    if hand.script:
        expect(page.locator("#toasts")).to_contain_text(re.compile(r"\w"))
    page.goto(page.url)
    expect(page.locator(".notes textarea").first).to_have_value(words)


def test_roll(hand: Hand, site):
    page = sit_down(hand, site[1][1])
    hand.press(page.locator("a.skill:visible, .skill a:visible"))
    hand.write(page.locator("#faces"), "1")
    hand.press(page.locator(".roll-form button.btn-primary"))
    expect(page.locator(".toasts, #last_result, .sheet-last").filter(has_text=re.compile(r"\w")).first).to_be_visible()
    if not hand.script:
        page.wait_for_url(re.compile("/characters/[a-z2-7]{16}/"))
    expect(page.locator(".sheet-last .die, .sheet-last").first).to_contain_text("1")


def test_wound(hand: Hand, site):
    page = sit_down(hand, site[1][2])
    wound(hand, "Corps")
    page.goto("/t/" + page.url.split("/t/")[1].split("/")[0] + "/")
    expect(page.locator(".body-list .location").filter(has_text="Corps")).to_contain_text(re.compile(r"Légère|1"))


def test_undo(hand: Hand, site):
    page = sit_down(hand, site[1][1])
    before = page.locator("[data-stepper] [data-value]").first.inner_text()
    hand.press(page.locator("[data-stepper] button[value='-1']:not([disabled])"))
    changed = page.locator("[data-stepper] [data-value]").first
    expect(changed).not_to_have_text(before)
    hand.press(page.locator(".sheet-tab-bar a[data-to=journal]"))
    hand.press(page.locator(".journal-line form button"))
    hand.press(page.locator(".sheet-tab-bar a[data-to=state]"))
    expect(page.locator("[data-stepper] [data-value]").first).to_have_text(before)


def test_turn(hand: Hand, site):
    page = sit_down(hand, site[1][0])
    hand.write(page.locator(".encounter-new input[name=name]"), "Au quai")
    hand.press(page.locator(".encounter-new button"))
    page.wait_for_url(re.compile("/prepare/"))
    before = page.locator(".participant").count()
    hand.press(page.locator(".palette-row button").first)
    expect(page.locator(".participant")).to_have_count(before + 1)
    hand.press(page.locator(".prepare-start button").last)  # step by step
    page.wait_for_url(re.compile("/encounters/[a-z2-7]{16}/$"))
    round_before = page.locator(".now-head").inner_text()
    hand.unfold(page.locator(".requests summary"))
    hand.fill_in(page.locator(".requests details[open]"))
    hand.press(page.locator(".requests details[open] button.btn-primary, main.page-narrow .offer button.btn-primary"))
    expect(page.locator(".now-head")).not_to_have_text(round_before, use_inner_text=True)
    hand.press(page.locator(".now-head button:not([disabled])"))
    expect(page.locator("#undo_bar")).to_be_visible()
    # For the next hand: nobody is in two fights at once. A popover opens without any script.
    if page.locator(".gm-more").is_visible():  # a phone has one button for what is pressed now and then
        hand.unfold(page.locator(".gm-more"))
    hand.press(page.locator("#end-now button"))
    page.wait_for_url(re.compile("/recap/"))
