"""From a wound box pressed in one browser until a phone shows it, at full speed and four times slower."""

from __future__ import annotations

from itertools import product
from statistics import median
from typing import Any

from bench.host import PATIENCE, Server
from bench.result import Result
from tests import services

WARM, SLOWER = 3, 4
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-renderer-backgrounding"]
# Both pages read the clock of the same machine.
PRESSER = """() => addEventListener("click", (event) => {
    if (event.target.closest(".wound-cell")) window.pressed = performance.timeOrigin + event.timeStamp;
}, true)"""
WATCHER = """() => {
    const now = () => performance.timeOrigin + performance.now();
    const everything = { subtree: true, childList: true, characterData: true, attributes: true };
    window.shown = null;
    new MutationObserver(() => {
        if (window.shown) return;
        window.shown = { changed: now(), painted: 0 };
        requestAnimationFrame(() => setTimeout(() => (window.shown.painted = now())));
    }).observe(document.querySelector("main"), everything);
}"""


async def measure(server: Server, rounds: int) -> Result:
    """A game master ticks a wound on the sheet of a hero and unticks it, before the phone of the hero's player."""
    chromium = services.chromium()
    if not chromium:
        return Result({}, ["reach: skipped, for there is no Chromium"])
    from playwright.async_api import async_playwright

    (laid,) = server.lay("lay", 1)
    figures, lines = {}, []
    async with async_playwright() as playwright:
        browsers = [await playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS) for _page in range(2)]
        sheet = laid["action"].removesuffix("roll/")
        master, _page, cookie = laid["pages"][0]
        own_sheet = f"/t/{master}/characters/{sheet.split('/')[4]}/"
        presser = await _open(browsers[0], server.port, own_sheet, cookie, width=1280)
        watcher = await _open(browsers[1], server.port, sheet, laid["session"], width=390)
        await presser.evaluate(PRESSER)
        devtools = await watcher.context.new_cdp_session(watcher)
        for rate, speed in ((1, "full CPU"), (SLOWER, f"CPU/{SLOWER}")):
            await devtools.send("Emulation.setCPUThrottlingRate", {"rate": rate})
            await watcher.evaluate(WATCHER)
            times = [await _press(presser, watcher, delta) for _turn, delta in product(range(rounds + WARM), (1, -1))]
            for name in ("changed", "painted"):
                took = median(row[name] for row in times[2 * WARM :])
                figures[f"a wound pressed until another browser has {name} it, {speed}, ms"] = took
                lines.append(f"reach: {took:.1f} ms until another browser has {name} it, {speed}")
        for browser in browsers:
            await browser.close()
    return Result(figures, lines)


async def _open(browser: Any, port: int, address: str, cookie: str, width: int) -> Any:
    where = f"http://127.0.0.1:{port}"
    name, _equals, value = cookie.partition("=")
    context = await browser.new_context(viewport={"width": width, "height": 844}, service_workers="block")
    await context.add_cookies([{"name": name, "value": value, "url": where}])
    page = await context.new_page()
    page.set_default_timeout(PATIENCE * 1000)
    await page.goto(where + address)
    await page.wait_for_selector("#connection[data-state='live']", state="attached")
    return page


async def _press(presser: Any, watcher: Any, delta: int) -> dict[str, float]:
    """Milliseconds until the other page has changed, and until it has painted that."""
    await presser.locator(f".tick-mode label:has([value='{delta}'])").first.click()
    await watcher.evaluate("() => { window.shown = null; }")
    await presser.locator(".body-grid .wound-cell").first.click()
    await watcher.wait_for_function("() => window.shown?.painted")
    await presser.wait_for_function("() => !document.querySelector('[aria-busy=true]')")
    await presser.wait_for_timeout(500)  # sooner, a page would take it for a double press
    shown, pressed = await watcher.evaluate("() => window.shown"), await presser.evaluate("() => window.pressed")
    return {name: at - pressed for name, at in shown.items()}
