"""A server, a Chromium and a clock that stands still: what a story plays on, and where its pictures are kept."""

from __future__ import annotations

import io
import os
import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.browser.playing import Fight
from tests.pictures.tables import Cast, Table, lay
from tests.serve import ROOT, Server

FOLDER = ROOT / "docs" / "img"
EVENING = datetime(2026, 11, 21, 19, 40, tzinfo=UTC).timestamp()  # a Saturday, at twenty to nine in Paris
PHONE, DESKTOP, BOARD, WALL = (390, 844), (1280, 800), (1440, 900), (1920, 1080)
SIZES = {"gm": WALL, "ana": PHONE, "leo": PHONE, "screen": WALL}
STILL, TRIES = 300, 10  # milliseconds in which nothing may change, and how often that is tried
COLOURS = 256  # of a kept picture: flat colours lose nothing that is seen


@dataclass
class Stage:
    """One table on a server of its own, the windows on it, and its clock."""

    browser: Browser
    server: Server
    table: Table
    clock: Path
    contexts: list[BrowserContext] = field(default_factory=list)

    def later(self, minutes: int = 1) -> None:
        """Move the clock of the server."""
        now = self.clock.stat().st_mtime + 60 * minutes
        os.utime(self.clock, (now, now))

    def window(self, seat: str, address: str, size: tuple[int, int], *, dark: bool = False) -> Page:
        """Open a window of a seat, or of a stranger where there is none of that name."""
        context = self.browser.new_context(
            base_url=self.server.url,
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
            locale="fr-FR",
            timezone_id="Europe/Paris",
            service_workers="block",
        )
        self.contexts.append(context)
        if session := self.table.sessions.get(seat):
            context.add_cookies([{"name": "tablee_session", "value": session, "url": self.server.url}])
        page = context.new_page()
        page.goto(address)
        if page.locator("#connection").count():
            expect(page.locator("#connection")).to_have_attribute("data-state", "live")
        return page

    def fight(self, *seats: str, gm: tuple[int, int] = WALL, dark: bool = False) -> Fight:
        """Open the fight in a window of each of these seats."""
        sizes = {**SIZES, "gm": gm}
        pages = {seat: self.window(seat, self.table.fight(seat), sizes[seat], dark=dark) for seat in seats}
        return Fight(pages, {}, None)


class Studio:
    """Stages for stories, and the pictures they take."""

    def __init__(self, browser: Browser, var: Path) -> None:
        self.browser, self.var = browser, var
        self.numbers = count(1)
        self.stages: list[Stage] = []

    def stage(self, cast: Cast) -> Stage:
        """Serve a table of its own."""
        number = next(self.numbers)
        var = self.var / str(number)
        var.mkdir()
        clock = var / "clock"
        clock.touch()
        os.utime(clock, (EVENING, EVENING))
        laid = Server(var, **_settings(clock, f"laid {number}"))
        laid.manage("migrate", "--verbosity", "0")
        table = lay(laid, cast)
        server = Server(var, **_settings(clock, f"served {number}"))
        server.start()
        self.stages.append(stage := Stage(self.browser, server, table, clock))
        return stage

    def end(self) -> None:
        """Close every window and end every server of the last story."""
        for stage in self.stages:
            for context in stage.contexts:
                context.close()
            stage.server.stop()
        self.stages.clear()

    def keep(self, name: str, page: Page) -> None:
        """Keep what a window shows as a picture of the documents."""
        image = palette(shot(page))
        image.save(FOLDER / f"{name}.png", optimize=True)


def open_offer(page: Page, within: str, what: str, *chosen: str) -> Locator:
    """Open a form of an act and tick what is chosen, without sending it."""
    offer = page.locator(within).locator(".offer").filter(has=page.get_by_text(what, exact=True)).first
    offer.wait_for(state="attached")
    for fold in offer.locator("xpath=ancestor::details[not(@open)]/summary").all():
        fold.click()
    if offer.locator("> summary").count():
        offer.locator("> summary").click()
    for label in chosen:
        offer.get_by_label(re.compile(rf"^{re.escape(label)}")).first.check()
    return offer


def shot(page: Page) -> Image.Image:
    """A picture of a window once its fonts, pictures and frames have come; no cursor blinks, nothing moves."""
    page.evaluate("() => document.fonts.ready")
    page.mouse.move(0, 0)
    page.evaluate("() => { document.activeElement?.blur(); document.getElementById('toasts')?.replaceChildren(); }")
    before, now = b"", _screenshot(page)
    for _try in range(TRIES):
        page.wait_for_timeout(STILL)
        before, now = now, _screenshot(page)
        if before == now:
            break
    return Image.open(io.BytesIO(now)).convert("RGB")


def palette(image: Image.Image) -> Image.Image:
    """The picture in the colours it has most of, exactly as they are; the others as the nearest of those."""
    counted = sorted(image.getcolors(image.width * image.height), reverse=True)[:COLOURS]
    colours = Image.new("P", (1, 1))
    colours.putpalette([part for _count, colour in counted for part in colour])
    return image.quantize(palette=colours, dither=Image.Dither.NONE)


def _screenshot(page: Page) -> bytes:
    return page.screenshot(animations="disabled", caret="hide")


def _settings(clock: Path, seed: str) -> dict[str, str]:
    return {
        "DJANGO_SETTINGS_MODULE": "tests.pictures.settings",
        "TABLEE_PICTURES_CLOCK": str(clock),
        "TABLEE_PICTURES_SEED": seed,
    }
