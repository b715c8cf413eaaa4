"""Goal 17: painting the changes of an act on a phone four times slower, compared with replacing the whole board.

``tests/browser/test_updates.py`` tests that a page does not grow by a node.
"""

from __future__ import annotations

import asyncio
from statistics import median
from typing import Any

from bench.host import PATIENCE, Server
from bench.played_table import PlayedTable
from bench.result import Result, median_ratio, noise
from tests import services

SLOWER, WARM = 4, 3
SCRIPT = """() => {
    window.took = [];
    const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    let start = 0;
    document.addEventListener("htmx:ws:before:message:incoming", () => (start = performance.now()), true);
    document.addEventListener("htmx:ws:after:message:incoming", async (event) => {
        if (event.detail.message.data.length < 100) return; // a heartbeat
        const begun = start;
        await painted();
        took.push(performance.now() - begun);
    });
    window.replaced = async () => {
        const board = document.querySelector("main"), own = [...board.childNodes];
        const begun = performance.now(), html = board.innerHTML;
        board.innerHTML = html;
        htmx.process(board);
        await painted();
        const took = performance.now() - begun;
        board.replaceChildren(...own); // the page knows the text of its own nodes, and would ask for any others anew
        await painted();
        return took;
    };
}"""


async def measure(server: Server, rounds: int) -> Result:
    """Several acts in front of a game master's board, each followed by replacing the whole board."""
    chromium = services.chromium()
    if not chromium:
        return Result({}, ["browser: skipped, for there is no Chromium"])
    from playwright.async_api import async_playwright

    (laid,) = server.lay("lay", 1)
    table = await PlayedTable(server.port, laid).open(2)
    for _line in range(50):
        await table.act()
    seat, _page, cookie = laid["pages"][0]
    name, _equals, value = cookie.partition("=")
    took: dict[str, list[float]] = {"changed": [], "whole": []}
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        where = f"http://127.0.0.1:{server.port}"
        context = await browser.new_context(viewport={"width": 390, "height": 844}, service_workers="block")
        await context.add_cookies([{"name": name, "value": value, "url": where}])
        window = await context.new_page()
        await window.goto(f"{where}/t/{seat}/encounters/{laid['fight']}/")
        await window.wait_for_selector("#connection[data-state='live']", timeout=PATIENCE * 1000, state="attached")
        await (await context.new_cdp_session(window)).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        await window.evaluate(SCRIPT)
        for number in range(rounds + WARM):
            await table.act()
            changed = await _next(window, number)
            whole = await window.evaluate("() => replaced()")
            if number >= WARM:
                took["changed"].append(changed)
                took["whole"].append(whole)
        await browser.close()
    table.close()
    ratio = median_ratio(took["changed"], took["whole"])
    lines = [f"browser: {median(values):.1f} ms to paint, {name}" for name, values in took.items()]
    return Result({"what an act changes, painted / the board replaced": ratio}, lines, noise(took["whole"]))


async def _next(window: Any, number: int) -> float:
    async with asyncio.timeout(PATIENCE):
        while await window.evaluate("() => took.length") <= number:
            await asyncio.sleep(0.05)
    value: float = await window.evaluate(f"() => took[{number}]")
    return value
