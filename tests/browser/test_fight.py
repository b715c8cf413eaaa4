"""A fight of Polaris as people play it: a game master, two players and a television, each with real dice in hand."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.quay import CANARY, Quay, lay
from tests.browser.relay import Relay
from tests.browser.test_three_windows import found

TRANSCRIPTS = Path(__file__).parent / "transcripts"
PATIENCE = 20_000
expect.set_options(timeout=PATIENCE)
SIZES = {"gm": (1920, 1080), "ana": (390, 844), "leo": (390, 844), "screen": (1920, 1080)}
FOE = "Pirate des bas-fonds"


@dataclass
class Fight:
    """Four windows on one fight."""

    pages: dict[str, Page]
    relays: dict[str, Relay]
    quay: Quay

    @property
    def gm(self) -> Page:
        return self.pages["gm"]

    def press(self, seat: str, name: str, within: str = "main") -> None:
        """Press a button by what it says."""
        self.pages[seat].locator(within).get_by_role("button", name=name).first.click()

    def next(self, name: str) -> None:
        """The game master calls who is up, and everybody who may see it sees it."""
        expect(self.gm.locator(".now-head button")).to_be_enabled()
        self.gm.keyboard.press("n")
        expect(self.gm.locator(".gm-left .is-now").filter(has_text=name)).to_be_visible()

    def select(self, name: str) -> None:
        self.gm.locator(".gm-left a.rung-body").filter(has=self.gm.locator(".rung-who", has_text=name)).click()
        expect(self.gm.locator(".selected-who h2")).to_contain_text(name)

    def of(self, seat: str, name: str) -> str:
        """Where somebody's offers are: on a player's own page, or with whom the game master has selected."""
        if seat == "gm":
            self.select(name)
        return ".selected" if seat == "gm" else ".fight-mine"

    def say(self, seat: str, name: str, what: str, *chosen: str, written: str = "") -> None:
        """Take one of somebody's offers: open it, tick what is chosen, write what is asked, and send it."""
        offer = self.pages[seat].locator(self.of(seat, name)).locator(".offer")
        offer = offer.filter(has=self.pages[seat].get_by_text(what, exact=True)).first
        offer.wait_for()
        opens = offer.locator("> summary")
        if opens.count():
            opens.click()
        for label in chosen:
            offer.get_by_label(re.compile(rf"^{re.escape(label)}")).first.check()
        if written:
            offer.locator("[name=arg-what]").fill(written)
        offer.locator("button:visible").last.click()

    def asked(self, seat: str, label: str) -> Locator:
        """The form in which a seat answers; what is asked of somebody else is opened first."""
        ask = self.pages[seat].locator(".exchange-ask").filter(has_text=label).first
        ask.wait_for()
        if ask.locator("> summary").count():
            ask.locator("> summary").click()
        return ask.locator("form")

    def throw(self, seat: str, label: str, *faces: int) -> None:
        """Type real dice where they are asked; the question is gone afterwards."""
        form = self.asked(seat, label)
        for number, face in enumerate(faces):
            form.locator("[name=values]").nth(number).fill(str(face))
        self._answer(seat, form, "Vrais dés")

    def choose(self, seat: str, label: str, option: str) -> None:
        """Choose among what is asked; the question is gone afterwards."""
        form = self.asked(seat, label)
        form.get_by_label(option).check()
        self._answer(seat, form, "Choisir")

    def _answer(self, seat: str, form: Locator, button: str) -> None:
        identity = form.get_attribute("id")
        form.get_by_role("button", name=button).click()
        expect(self.pages[seat].locator(f"#{identity}")).to_have_count(0)

    def journal(self, seat: str, until: str) -> list[str]:
        """The lines of the journal as a seat reads them, oldest first, without their time, once the last has come."""
        expect(self.pages[seat].locator("#log .journal-line").first).to_contain_text(until)
        read = """() => [...document.querySelectorAll("#log .journal-line")].reverse().map((line) =>
            (line.matches(".is-struck") ? "[annulé] " : "") + [...line.querySelectorAll(".journal-text")]
            .map((one) => one.innerText.trim()).join(" / "))"""
        return [re.sub(r"\s+", " ", line) for line in self.pages[seat].evaluate(read)]

    def wall(self, where: str, until: str) -> str:
        """What the television shows, once it shows that there: head, order with who is up, last result."""
        page = self.pages["screen"]
        expect(page.locator(where).filter(has_text=until)).to_have_count(1)
        read = """() => ["head", "ladder", "band"].map((part) => part !== "ladder"
            ? document.querySelector(`.screen-${part}`)?.innerText ?? ""
            : [...document.querySelectorAll(".ladder-wall .rung")].map((rung) =>
                (rung.matches(".is-now") ? "→ " : rung.matches(".is-done") ? "✓ " : "") + rung.innerText).join("; "))"""
        return " | ".join(re.sub(r"\s+", " ", part).strip() for part in page.evaluate(read) if part)


@pytest.fixture
def fight(server, window):
    quay = lay(server)
    pages, relays = {}, {}
    for name, (width, height) in SIZES.items():
        relay = relays[name] = Relay(server.port)
        page = pages[name] = window(width=width, height=height, base_url=relay.url)
        page.set_default_timeout(PATIENCE)
        page.context.add_cookies([{"name": "tablee_session", "value": quay.sessions[name], "url": relay.url}])
        page.goto(quay.addresses[name])
        expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    yield Fight(pages, relays, quay)
    for relay in relays.values():
        relay.close()


def begin(fight: Fight, *at_risk: str) -> None:
    """The game master begins, and says who may be surprised."""
    fight.gm.locator(".request-main > details > summary").click()
    for name in at_risk:
        fight.gm.get_by_label(f"{name} peut être surpris").check()
    fight.gm.locator(".request-main form .btn-primary").click()
    expect(fight.gm.locator(".now-head")).to_contain_text("Surprise" if at_risk else "Déclarations")


def declare(fight: Fight) -> None:
    """Slowest first: Tibor, who was nearly surprised, the pirate and who is hidden, Élowen."""
    fight.say("leo", "Tibor", "Faire autre chose", written="Tenir la porte")
    fight.next(FOE)
    fight.say("gm", FOE, "Attaquer au contact", "Élowen", "Sabre")
    fight.say("gm", CANARY, "Ne rien faire ce tour")
    fight.next("Élowen")
    fight.say("ana", "Élowen", "Attaquer au contact", FOE, "Dague")


def strike(fight: Fight) -> None:
    """Élowen's blow: dice that are seen together, the distance, the place, the harm, and the shock of it."""
    fight.say("ana", "Élowen", "Attaquer")
    fight.throw("ana", "Attaque", 9)
    expect(fight.pages["leo"].locator(".exchanges")).to_contain_text("caché jusqu’à ce que l’autre le soit")
    assert fight.pages["leo"].locator(".exchanges .die").count() == 0
    fight.throw("gm", "Défense", 15)
    fight.choose("ana", "Distance", "Garder la distance")
    fight.throw("ana", "Localisation", 20)
    fight.throw("ana", "Dommages", 10)


def riposte(fight: Fight) -> None:
    """The pirate strikes back, hard; Tibor holds the door."""
    fight.next(FOE)
    fight.say("gm", FOE, "Attaquer")
    fight.throw("ana", "Défense", 19)
    fight.throw("gm", "Attaque", 7)
    fight.throw("gm", "Localisation", 3)
    fight.throw("gm", "Dommages", 5, 8)
    fight.throw("ana", "Choc", 17)


def hold(fight: Fight) -> None:
    """Tibor holds the door."""
    fight.next("Tibor")
    fight.say("leo", "Tibor", "Agir")


def listened(fight: Fight, seat: str) -> bytes:
    """Everything a window was sent; nothing in it is packed."""
    heard = bytes(fight.relays[seat].heard)
    assert b"content-encoding" not in heard.lower()
    return heard


@pytest.fixture
def look(browser, server, accessibility_faults):
    """Return what axe finds on the pages of a fight, each opened anew, since its source is no guest of the policy."""

    def find(fight: Fight) -> list[str]:
        faults = []
        for seat, (width, height) in SIZES.items():
            context = browser.new_context(base_url=server.url, viewport={"width": width, "height": height})
            with context:
                cookie = {"name": "tablee_session", "value": fight.quay.sessions[seat], "url": server.url}
                context.add_cookies([cookie])
                page = context.new_page()
                page.goto(fight.quay.addresses[seat])
                expect(page.locator("#connection")).to_have_attribute("data-state", "live")
                faults += [f"{seat}: {one}" for one in accessibility_faults(page)]
        return faults

    return find


def test_a_turn_of_polaris_is_told_line_for_line_and_a_hidden_name_to_nobody(fight, look):
    walls = []
    begin(fight, "Tibor")
    fight.next("Tibor")
    walls.append(fight.wall(".screen-head", "Surprise"))
    fight.say("leo", "Tibor", "Tester la Réaction")
    fight.throw("leo", "Tibor", 9)
    declare(fight)
    walls.append(fight.wall(".screen-head", "Phase"))
    assert look(fight) == [], "with what is offered"
    strike(fight)
    walls.append(fight.wall(".ladder-wall", "Touché"))
    riposte(fight)
    walls.append(fight.wall(".ladder-wall", "Grave"))
    hold(fight)
    walls.append(fight.wall(".ladder-wall .is-done", "Tibor"))
    assert look(fight) == [], "at the end of the turn"

    told = {seat: fight.journal(seat, until="Tibor : Tenir la porte") for seat in ("gm", "ana", "leo")}
    told = {seat: lines[lines.index("Le combat commence") :] for seat, lines in told.items()}
    assert {**told, "screen": walls} == {seat: (TRANSCRIPTS / f"{seat}.txt").read_text().splitlines() for seat in SIZES}

    assert fight.quay.secrets[0].encode() in listened(fight, "gm")
    for seat in ("ana", "leo", "screen"):
        heard = listened(fight, seat)
        assert b"Pirate des bas-fonds" in heard
        assert [one for one in fight.quay.secrets if one.encode() in heard] == []


def undo(fight: Fight, what: str) -> None:
    """The game master takes an act back from its line in the journal, with what hangs on it."""
    struck = fight.gm.locator("#log .journal-line.is-struck")
    before = struck.count()
    fight.gm.locator("#log .journal-line:not(.is-struck)").filter(has_text=what).first.locator("form button").click()
    more = fight.gm.locator("#toasts").get_by_role("button", name=re.compile("Annuler aussi"))
    expect(more.or_(struck.nth(before)).first).to_be_visible()
    if more.count():
        more.click()
    expect(struck.nth(before)).to_be_visible()


def redo(fight: Fight, what: str) -> None:
    """The game master does an act again, from its line in the journal."""
    struck = fight.gm.locator("#log .journal-line.is-struck")
    before = struck.count()
    struck.filter(has_text=what).first.locator("form button").click()
    expect(struck).to_have_count(before - 1)


def test_what_is_undone_several_steps_back_and_done_again_meets_the_same_dice_even_after_a_restart(fight, server):
    begin(fight)
    fight.next(FOE)
    for name in (FOE, CANARY):
        fight.say("gm", name, "Ne rien faire ce tour")
    fight.next("Élowen")
    fight.say("leo", "Tibor", "Ne rien faire ce tour")
    fight.say("ana", "Élowen", "Attaquer au contact", FOE, "Dague")
    strike(fight)
    hit = fight.journal("gm", until="blessure moyenne")[-1]

    # Meanwhile Ana notes down on her sheet that she has used luck.
    ana = fight.pages["ana"].context.new_page()
    ana.goto(fight.quay.addresses["ana"].partition("encounters")[0])
    ana.locator("[data-stepper]").first.get_by_role("button", name="un de moins").click()
    expect(ana.locator("[data-stepper] [data-value]").first).to_have_text("12")
    expect(fight.gm.locator(".group-card").filter(has_text="Élowen")).to_contain_text("12")

    undo(fight, "blessure moyenne")
    undo(fight, "Élowen : attaque Pirate")
    undo(fight, "Élowen déclare")
    server.kill()
    expect(fight.gm.locator("#connection")).not_to_have_attribute("data-state", "live")
    server.start()
    for page in fight.pages.values():
        expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    undo(fight, "Tibor a déclaré")
    expect(fight.gm.locator(".group-card").filter(has_text="Élowen")).to_contain_text("12")

    redo(fight, "Tibor a déclaré")
    redo(fight, "Élowen déclare")
    fight.say("ana", "Élowen", "Attaquer")
    fight.choose("ana", "Distance", "Garder la distance")  # the dice around it fall by themselves, as they did
    assert fight.journal("gm", until="blessure moyenne")[-1] == hit
    expect(fight.gm.locator(".group-card").filter(has_text="Élowen")).to_contain_text("12")
    assert found(server) | {"events": 0} == {"equal": True, "gapless": True, "events": 0}


def enter(window, server, quay: Quay, seat: str, **size: int) -> Page:
    """Open the page of one seat."""
    page = window(**size)
    page.set_default_timeout(PATIENCE)
    page.context.add_cookies([{"name": "tablee_session", "value": quay.sessions[seat], "url": server.url}])
    page.goto(quay.addresses[seat])
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    return page


PANELS = ".gm-left, .gm-main, .gm-fight, .selected, .ladder-wall"
OVERFLOWING = f"""() => [document.scrollingElement, ...document.querySelectorAll("{PANELS}")]
    .filter((one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)
    .map((one) => [one.className, one.scrollHeight, one.clientHeight])"""
SMALL = """() => [...document.querySelectorAll("body *")].filter((one) => one.checkVisibility() && !one.closest(".vh"))
    .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
    .map((one) => [parseFloat(getComputedStyle(one).fontSize), one.className, one.innerText])"""


def test_the_board_of_eight_fighters_needs_no_scrolling_and_the_wall_is_read_from_afar(server, window):
    quay = lay(server, foes=6)
    gm = enter(window, server, quay, "gm", width=1920, height=1080)
    wall = enter(window, server, quay, "screen", width=1920, height=1080)
    expect(gm.locator(".gm-left .rung")).to_have_count(9)
    assert gm.evaluate(OVERFLOWING) == []
    gm.locator(".request-main > details > summary").click()
    gm.locator(".request-main form .btn-primary").click()
    expect(gm.locator(".now-head")).to_contain_text("Déclarations")
    gm.keyboard.press("n")
    expect(gm.locator(".selected .offers")).to_be_visible()
    assert gm.evaluate(OVERFLOWING) == []
    expect(wall.locator(".ladder-wall .is-now").first).to_be_visible()
    expect(wall.locator(".ladder-wall .rung")).to_have_count(8)
    sizes = wall.evaluate(SMALL)
    assert [row for row in sizes if row[0] < 28] == []
    assert [row for row in sizes if "rung-who" in row[1] and row[0] < 44] == []
    assert wall.evaluate(OVERFLOWING) == []
    gm.set_viewport_size({"width": 1280, "height": 800})
    assert not gm.evaluate(
        "() => document.scrollingElement.scrollWidth > innerWidth || document.body.scrollHeight > innerHeight"
    )


def test_the_keyboard_does_what_its_help_says(server, window):
    quay = lay(server)
    gm = enter(window, server, quay, "gm", width=1920, height=1080)
    selected = gm.locator(".selected-who h2")
    gm.keyboard.press("?")
    help_ = gm.locator("#keys")
    expect(help_).to_be_visible()
    listed = set(help_.locator("kbd").all_inner_texts())
    assert listed == {"n", "j", "k", "t", "l", "g", "d", "h", "e", "u", "?"}
    gm.keyboard.press("Escape")

    begin_here = gm.locator(".request-main > details > summary")
    begin_here.click()
    gm.locator(".request-main form .btn-primary").click()
    expect(gm.locator(".now-head")).to_contain_text("Déclarations")
    gm.keyboard.press("n")
    expect(gm.locator(".gm-left .is-now").first).to_be_visible()
    names = gm.locator(".gm-left .rung-who").all_inner_texts()
    gm.locator(".gm-left a.rung-body").first.click()
    for key, name in (("", names[0]), ("j", names[1]), ("k", names[0])):
        if key:
            gm.keyboard.press(key)
        expect(selected).to_have_text(name)
        expect(gm.locator("#connection")).to_have_attribute("data-state", "live")

    gm.keyboard.press("t")
    expect(gm.locator(".selected-body .wound-cell").first).to_be_focused()
    gm.keyboard.press("Enter")
    expect(gm.locator(".selected-body .wound-box.is-marked")).to_have_count(1)
    gm.keyboard.press("l")
    expect(gm.locator(".selected-body .wound-cell.is-hurt").first).to_be_focused()
    gm.keyboard.press("Enter")
    expect(gm.locator(".selected-body .wound-box.is-marked")).to_have_count(0)
    gm.keyboard.press("u")
    expect(gm.locator(".selected-body .wound-box.is-marked")).to_have_count(1)

    gm.keyboard.press("g")
    expect(gm.locator(".selected-states details button").first).to_be_focused()
    gm.keyboard.press("Enter")
    expect(gm.locator(".selected-states [aria-pressed=true]")).to_have_count(1)
    gm.locator(".gm-left a.rung-body").filter(has_text=FOE).click()
    expect(selected).to_have_text(FOE)
    expect(gm.locator("#connection")).to_have_attribute("data-state", "live")
    gm.keyboard.press("h")
    expect(gm.locator(".gm-left .rung.is-hidden").filter(has_text=FOE)).to_have_count(1)
    gm.keyboard.press("e")
    gm.wait_for_url("**/characters/**")


def test_a_page_whose_script_of_sockets_comes_late_is_live_all_the_same(server, window):
    quay = lay(server)
    page = window()
    page.context.add_cookies([{"name": "tablee_session", "value": quay.sessions["ana"], "url": server.url}])

    def late(route):
        page.wait_for_function("() => window.htmx && document.readyState === 'interactive'")
        page.wait_for_timeout(300)
        route.continue_()

    page.route("**/hx-ws.min*.js", late)
    page.goto(quay.addresses["ana"])
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
