"""A fight of Polaris as people play it: a game master, two players and a television, each with real dice in hand."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser.quay import Quay, lay

expect.set_options(timeout=15_000)
SIZES = {"gm": (1920, 1080), "ana": (390, 844), "leo": (390, 844), "screen": (1920, 1080)}
GUARD = "Garde de station"


@dataclass
class Heard:
    """Every byte that a window was sent: the bodies of its requests and the frames of its socket."""

    texts: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)

    def listen(self, page: Page) -> None:
        page.on("requestfinished", self._keep)
        page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: self.texts.append(str(frame))))

    def _keep(self, request: Request) -> None:
        answer = request.response()
        assert answer is not None
        self.texts.append(str(answer.headers))
        if not 300 <= answer.status < 400:
            self.texts.append(answer.body().decode("utf-8", "replace"))


@dataclass
class Fight:
    """Four windows on one fight."""

    pages: dict[str, Page]
    heard: dict[str, Heard]
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
        self.gm.locator(".gm-left a.rung-body").filter(has_text=name).click()
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
            offer.locator("input:not([type]):visible").fill(written)
        offer.locator("button:visible").last.click()

    def throw(self, seat: str, label: str, *faces: int) -> None:
        """Type real dice where they are asked; the request is gone afterwards."""
        page = self.pages[seat]
        asked = page.locator(".exchange-ask").filter(has_text=label).locator("form:has([name=values])").first
        if not asked.is_visible():
            page.locator("details.exchange-ask").filter(has_text=label).locator("summary").click()
        for number, face in enumerate(faces):
            asked.locator("[name=values]").nth(number).fill(str(face))
        identity = asked.get_attribute("id")
        asked.get_by_role("button", name="Vrais dés").click()
        expect(page.locator(f"#{identity}")).to_have_count(0)

    def journal(self, seat: str) -> list[str]:
        """The lines of the journal as a seat reads them, oldest first, without their time."""
        read = """() => [...document.querySelectorAll("#log .journal-line")].reverse().map((line) =>
            (line.matches(".is-struck") ? "[annulé] " : "") + [...line.querySelectorAll(".journal-text")]
            .map((one) => one.innerText.trim()).join(" / "))"""
        return [re.sub(r"\s+", " ", line) for line in self.pages[seat].evaluate(read)]

    def wall(self) -> dict[str, str]:
        """What the television shows."""
        page = self.pages["screen"]
        parts = {"head": ".screen-head", "ladder": ".ladder-wall", "band": ".screen-band"}
        return {
            name: re.sub(r"\s+", " ", page.locator(where).inner_text()) if page.locator(where).count() else ""
            for name, where in parts.items()
        }


@pytest.fixture
def fight(server, window) -> Fight:
    quay = lay(server)
    pages, heard = {}, {}
    for name, (width, height) in SIZES.items():
        page = pages[name] = window(width=width, height=height)
        page.set_default_timeout(15_000)
        page.context.add_cookies([{"name": "tablee_session", "value": quay.sessions[name], "url": server.url}])
        heard[name] = Heard()
        heard[name].listen(page)
        page.goto(quay.addresses[name])
        expect(page.locator("#connection")).to_have_attribute("data-state", "live", timeout=20_000)
    return Fight(pages, heard, quay)


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
    expect(page.locator("#connection")).to_have_attribute("data-state", "live", timeout=20_000)
