"""Every button answers: pressed once, it sends something or changes the page, and nothing it leads to is an error.

The pages at which the seats of a game begin; under ``make soak`` whatever each seat of every game reaches by links.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Error, Page, Request, Response

from tests.browser.waiting import PATIENCE, until
from tests.forks import ForkedServer

SOAK = os.environ.get("TABLEE_SOAK") == "1"
GAME = "Chroniques Oubliées"
SEATS = ("gm", "ana", "leo", "screen")  # as the demonstration prints their links
OWN = re.compile(r"\b[a-z2-7]{16}\b|\d+")  # of this one table
REFUSED = (409, 422, 429)  # a sentence
FAREWELL = re.compile(r"/(j/|leave|erase|remove|delete|account|link)")  # what takes the page from who presses
# What is seen as an answer, and all that can be pressed now: of an open dialog alone, if there is one.
WATCH = """() => {
    window.answers = 0;
    window.print = () => (window.answers += 1);
    const answered = () => (window.answers += 1);
    const all = { subtree: true, childList: true, attributes: true, characterData: true };
    new MutationObserver(answered).observe(document, all);
    for (const kind of ["toggle", "invalid", "scroll"]) document.addEventListener(kind, answered, true);
}"""
CONTROLS = """() => {
    const open = [...document.querySelectorAll("dialog[open], [popover]:popover-open:not(#toasts)")].at(-1);
    const all = [...(open ?? document).querySelectorAll("button:enabled, summary")];
    const line = (one) => one.closest(".journal-line, .rung")?.className ?? one.innerText + one.ariaLabel;
    window.pressable = all.filter((one) => one.checkVisibility() && one.getClientRects().length);
    const key = (one) => [one.name, one.value, line(one), one.form?.getAttribute("action")].join(" ");
    return [!!open, window.pressable.map(key)];
}"""
SETTLED = """() => document.readyState === "complete" && !window.tablee?.waiting
    && !document.querySelector("[aria-busy=true]")"""
LINKS = "() => [...document.querySelectorAll('a[href]:not([download])')].map((one) => one.href)"


class Presser:
    """Somebody who presses each thing on a page once, and writes down what does not answer."""

    def __init__(self, page: Page) -> None:
        self.page, self.faults, self.here, self.key = page, [], "", ""
        self.sent: list[Request] = []
        self.known: set[str] = set()
        page.add_init_script(f"({WATCH})()")
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page.on("request", lambda request: self.sent.append(request))
        page.on("response", self._hear)
        page.on("pageerror", lambda error: self._note(str(error)))

    def look(self, address: str) -> None:
        self.here, self.key = OWN.sub("…", address), "(opened)"
        if not self._open(address):
            return
        while (number := self._next()) is not None:
            self._press(number)
            if self.page.url.split("?")[0] != address.split("?")[0] and not self._open(address):
                return

    def _open(self, address: str) -> bool:
        answer = self.page.goto(address)
        self._settle()
        return answer is not None and answer.ok

    def _next(self) -> int | None:
        while True:
            dialog, keys = self.page.evaluate(CONTROLS)
            for number, found in enumerate(keys):
                self.key = OWN.sub("…", f"{self.here} {found}")
                if self.key not in self.known and not FAREWELL.search(found):
                    self.known.add(self.key)
                    return number
            if not dialog:
                return None
            self.page.keyboard.press("Escape")
            until(self.page, lambda was=keys: self.page.evaluate(CONTROLS)[1] != was, f"{self.key} closes")

    def _press(self, number: int) -> None:
        before, sent = self._answers(), len(self.sent)
        button = self.page.evaluate_handle(f"() => window.pressable[{number}]").as_element()
        assert button is not None
        try:
            button.click(timeout=PATIENCE)
            until(self.page, lambda: len(self.sent) > sent or self._answers() != before, "an answer", PATIENCE)
        except (Error, AssertionError) as error:
            if button.is_visible():  # else a change has taken it away
                self._note(str(error).splitlines()[0])
        self._settle()

    def _answers(self) -> int:
        try:
            return self.page.evaluate("window.answers")
        except Error:  # between two pages
            return -1

    def _settle(self) -> None:
        def settled() -> bool:
            try:
                return self.page.evaluate(SETTLED)
            except Error:
                return False

        until(self.page, settled, f"{self.key} is done")

    def _hear(self, response: Response) -> None:
        if response.status >= 400 and response.status not in REFUSED:
            self._note(f"{response.status} of {OWN.sub('…', response.url)}")

    def _note(self, fault: str) -> None:
        self.faults.append(f"{self.key}: {fault}")


@pytest.fixture(scope="module")
def seated(browser: Browser, tmp_path_factory: pytest.TempPathFactory):
    """A window of each seat, all joined before any of them presses what takes a link back."""
    server = ForkedServer(tmp_path_factory.mktemp("pressed"), TABLEE_DEMO="1", TABLEE_DICE="tests.dice.steady")
    blocks = [block.strip() for block in server.lay_demonstration().split("\n\n")]
    server.start()
    pages: dict[str, list[Page]] = {seat: [] for seat in SEATS}
    for block in blocks:
        for seat, link in zip(SEATS, re.findall(r"/j/\w+/", block), strict=False):
            if SOAK or block.startswith(GAME):
                context = browser.new_context(base_url=server.url, locale="fr-FR", service_workers="block")
                page = context.new_page()
                page.goto(link)
                page.locator("main form button").first.click()
                page.wait_for_url("**/t/**")
                pages[seat].append(page)
    yield pages
    for page in [page for row in pages.values() for page in row]:
        page.context.close()
    server.stop()


def pages_of(presser: Presser, start: str) -> Iterator[str]:
    """The page a seat begins at; if soaked, one of each kind that links lead to from there."""
    waiting, kinds = [start], set()
    while waiting:
        address = waiting.pop(0)
        if (kind := OWN.sub("…", address.split("?")[0].split("#")[0])) in kinds or "/t/" not in address:
            continue
        kinds.add(kind)
        yield address
        waiting += presser.page.evaluate(LINKS) if SOAK else []


@pytest.mark.parametrize("seat", SEATS)
def test_every_button_answers(seated, seat):
    for page in seated[seat]:
        presser = Presser(page)
        for address in pages_of(presser, page.url):
            presser.look(address)
        assert presser.known and not presser.faults, "\n".join(presser.faults)
