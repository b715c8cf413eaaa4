"""The players of a Polaris fight in four windows, and the turn they play."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, Request, expect
from playwright.sync_api import TimeoutError as TooLate

from tests.browser.polaris_fight import CANARY, PolarisFight
from tests.browser.relay import Relay
from tests.browser.waiting import AGAIN, until
from tests.browser.waiting import PATIENCE as PATIENCE

FOE = "Pirate des bas-fonds"
DOUBLE = 600  # milliseconds; a page sends the same press within half a second only once


def type_dice(form: Locator, *faces: int) -> None:
    """Type real dice: one key for a small die, else a field for each."""
    form.wait_for()  # the calls below do not wait
    for closed in form.locator("details.throw-real:not([open]) > summary").all():
        closed.click()
    if form.locator(".throw-keys").count():
        form.locator(f".throw-keys [value='{faces[0]}']").click()
        return
    for number, face in enumerate(faces):
        form.locator("input[name=values]").nth(number).fill(str(face))
    form.locator(".throw-typed > button").click()


def declare_attack(board: Page) -> Locator:
    """Let the selected fighter of a board of Chroniques attack the first target; returns the opened prompt."""
    attack = board.locator(".selected details.offer").filter(has=board.get_by_text("Attaque (A)", exact=True)).first
    attack.locator("> summary").click()
    attack.locator("[name=arg-target]:enabled").first.check()
    attack.locator(".offer-dock button").click()
    ask = board.locator(".exchange-ask").first
    ask.wait_for()
    if ask.locator("> summary").count():
        ask.locator("> summary").click()
    return ask


def send(page: Page, button: Locator) -> None:
    """Press the button of a form until the form is sent, again if the button moved away under the pointer."""
    posts: list[Request] = []
    page.on("request", lambda request: posts.append(request) if request.method == "POST" else None)
    button.click()
    for _press in range(2):
        with suppress(AssertionError):
            return until(page, lambda: posts, "a form that is sent", AGAIN)
        button.click()
    until(page, lambda: posts, "a form that is sent")


@dataclass
class Fight:
    """Four windows on one fight."""

    pages: dict[str, Page]
    relays: dict[str, Relay]
    laid: PolarisFight

    @property
    def gm(self) -> Page:
        return self.pages["gm"]

    def press(self, seat: str, name: str, within: str = "main") -> None:
        """Press a button by its name."""
        self.pages[seat].locator(within).get_by_role("button", name=name).first.click()

    def next(self, name: str) -> None:
        """The game master calls the next fighter, and the board shows it."""
        # The button keeps its former act until the page has received the last one.
        expect(self.gm.locator(".now-head button")).to_have_attribute("title", re.compile(re.escape(name)))
        self.gm.wait_for_timeout(DOUBLE)
        self.gm.keyboard.press("n")
        who = self.gm.locator(".rung-who", has_text=name)
        expect(self.gm.locator(".gm-left .is-now").filter(has=who).first).to_be_visible()

    def select(self, name: str) -> None:
        rung = self.gm.locator(".gm-left a.rung-body").filter(has=self.gm.locator(".rung-who", has_text=name)).first
        if rung.get_attribute("aria-current") is None:  # selecting again would reload the page under the next press
            there = re.compile(re.escape(rung.get_attribute("href")))
            for _press in range(3):  # again if the row moved away under the pointer
                rung.click()
                with suppress(TooLate):
                    self.gm.wait_for_url(there, timeout=AGAIN)
                    break
            expect(self.gm).to_have_url(there)
        expect(self.gm.locator(".selected-who h2")).to_contain_text(name)

    def of(self, seat: str, name: str) -> str:
        """The selector of a character's offers: on the player's own page, or on the board with them selected."""
        if seat == "gm":
            self.select(name)
        return ".selected" if seat == "gm" else ".fight-mine"

    def say(self, seat: str, name: str, what: str, *chosen: str, written: str = "", **picked: str) -> None:
        """Fill in and send one of a character's offers: tick the ``chosen`` labels and write a text.

        ``picked`` are the values of lists by the key of their field.
        """
        offer = self.pages[seat].locator(self.of(seat, name)).locator(".offer")
        offer = offer.filter(has=self.pages[seat].get_by_text(what, exact=True)).first
        offer.wait_for(state="attached")
        for fold in offer.locator("xpath=ancestor::details[not(@open)]/summary").all():
            fold.click()
        opens = offer.locator("> summary")
        if opens.count():
            opens.click()
            expect(offer.locator("> .offer-form[method]")).to_be_visible()
        for label in chosen:
            choice = offer.get_by_label(re.compile(rf"^{re.escape(label)}")).first
            for fold in choice.locator(
                "xpath=ancestor::details[contains(@class, 'offer-more')][not(@open)]/summary"
            ).all():
                fold.click()
            choice.check()
        if written:
            offer.locator("[name=arg-what]").fill(written)
        for more in offer.locator("details.offer-more:not([open]) > summary").all() if picked else ():
            more.click()
        for key, value in picked.items():
            offer.locator(f"select[name=arg-{key}]").select_option(value)
        send(self.pages[seat], offer.locator("button:visible").last)

    def asked(self, seat: str, label: str) -> Locator:
        """The form of a prompt; one that is folded, because it is somebody else's, is opened first."""
        ask = self.pages[seat].locator(".exchange-ask").filter(has_text=label).first
        ask.wait_for()
        if ask.locator("> summary").count():
            ask.locator("> summary").click()
        return ask.locator("form")

    def throw(self, seat: str, label: str, *faces: int) -> None:
        """Answer a prompt with real dice, and wait until it is gone."""
        form = self.asked(seat, label)
        identity = form.get_attribute("id")
        type_dice(form, *faces)
        self._expect_gone(identity)

    def choose(self, seat: str, label: str, option: str) -> None:
        """Answer a prompt with an option, and wait until it is gone."""
        form = self.asked(seat, label)
        identity, button = form.get_attribute("id"), form.locator("button.option").filter(has_text=option)
        if not form.locator("button.option").count():  # a long list, or several to choose
            form.get_by_label(option).and_(form.locator("input")).check()
            button = form.get_by_role("button", name="Choisir")
        send(self.pages[seat], button)
        self._expect_gone(identity)

    def _expect_gone(self, form: str) -> None:
        """Wait until no page has a form any more: a game master’s could be taken for the next, by its choices."""
        for page in self.pages.values():
            expect(page.locator(f"#{form}")).to_have_count(0)

    def journal(self, seat: str, until: str) -> list[str]:
        """The lines of the journal that a seat reads, oldest first, without times, once the newest has ``until``."""
        expect(self.pages[seat].locator("#log .journal-line").first).to_contain_text(until)
        read = """() => [...document.querySelectorAll("#log .journal-line")].reverse().map((line) =>
            (line.matches(".is-struck") ? "[annulé] " : "") + [...line.querySelectorAll(".journal-text")]
            .map((one) => one.innerText.trim()).join(" / "))"""
        return [re.sub(r"\s+", " ", line) for line in self.pages[seat].evaluate(read)]

    def wall(self, where: str, until: str) -> str:
        """The television's head, its order with the fighter who is up, and its last result, once this text is there."""
        page = self.pages["screen"]
        expect(page.locator(where).filter(has_text=until)).to_have_count(1)
        # The duel that lies over the band leaves after a while: what stays beneath it is read.
        read = """() => ["head", "ladder", "band"].map((part) => part !== "ladder"
            ? [...document.querySelector(`.screen-${part}`)?.children ?? []]
                .filter((one) => !one.matches(".wall-duel")).map((one) => one.innerText).join(" ")
            : [...document.querySelectorAll(".ladder-wall .rung")].map((rung) =>
                (rung.matches(".is-now") ? "→ " : rung.matches(".is-done") ? "✓ " : "") + rung.innerText).join("; "))"""
        return " | ".join(re.sub(r"\s+", " ", part).strip() for part in page.evaluate(read) if part)


def begin(fight: Fight, *at_risk: str) -> None:
    """The game master begins, and names those who may be surprised."""
    fight.gm.locator(".request-main > details > summary").click()
    for name in at_risk:
        fight.gm.get_by_label(f"{name} peut être surpris").check()
    fight.gm.locator(".request-main form .btn-primary").click()
    expect(fight.gm.locator(".now-head")).to_contain_text("Surprise" if at_risk else "Déclarations")


def declare(fight: Fight) -> None:
    """The declarations, the slowest first: Tibor, the pirate and the hidden fighter, Élowen, who then acts."""
    fight.next("Tibor")
    fight.say("leo", "Tibor", "Faire autre chose", written="Tenir la porte")
    fight.next(FOE)
    fight.say("gm", FOE, "Attaquer au contact", "Élowen", "Sabre")
    fight.say("gm", CANARY, "Ne rien faire ce tour")
    fight.next("Élowen")
    fight.say("ana", "Élowen", "Attaquer au contact", FOE, "Dague")
    fight.next("Élowen")


def strike(fight: Fight) -> None:
    """Élowen's blow: sealed dice, distance, hit location, damage and shock."""
    fight.say("ana", "Élowen", "Attaquer")
    fight.throw("ana", "Attaque", 9)
    expect(fight.pages["leo"].locator(".exchanges")).to_contain_text("caché jusqu’à ce que tous le soient")
    expect(fight.pages["leo"].locator(".exchanges .die")).to_have_count(0)
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


def undo(fight: Fight, what: str) -> None:
    """The game master undoes an act from its line in the journal, with everything that depends on it."""
    struck = fight.gm.locator("#log .journal-line.is-struck")
    before = struck.count()
    fight.gm.locator("#log .journal-line:not(.is-struck)").filter(has_text=what).first.locator("form button").click()
    more = fight.gm.locator("#toasts").get_by_role("button", name=re.compile("Annuler aussi"))
    expect(more.or_(struck.nth(before)).first).to_be_visible()
    if more.count():
        more.click()
    expect(struck.nth(before)).to_be_visible()


def redo(fight: Fight, what: str) -> None:
    """The game master redoes an act from its line in the journal."""
    struck = fight.gm.locator("#log .journal-line.is-struck")
    before = struck.count()
    struck.filter(has_text=what).first.locator("form button").click()
    expect(struck).to_have_count(before - 1)
