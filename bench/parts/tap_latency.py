"""U3: the time from a tap on a phone to its first painted reaction and to its confirmation, near and far.

``tests/browser/test_feedback.py`` tests that something is shown before any answer, and the weight of a page.
"""

from __future__ import annotations

from typing import Any

from bench.host import PATIENCE, Server
from bench.played_table import PlayedTable
from bench.result import Result, percentile
from bench.slow_link import SlowLink
from tests import services

WARM, TIMES = 3, 4  # taps to warm up, and taps of each kind in a round
# The browser tells when the frame after a click was painted; a timer would wait behind an answer that came meanwhile.
# It is silent about frames of less than 16 ms.
SCRIPT = """() => {
    const SHORTEST = 16, MISSED = 1000;
    const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    let tap = 0;
    window.felt = { busy: 0, seen: 0, done: 0 };
    addEventListener("click", (event) => {
        const button = event.target.closest("a[data-dialog], form button");
        if (!button || button.closest("[data-close]")) return;
        tap = event.timeStamp;
        felt = { busy: 0, seen: 0, done: 0 };
    }, true);
    new MutationObserver(() => (felt.busy ||= performance.now()))
        .observe(document, { subtree: true, attributeFilter: ["aria-busy"] });
    new PerformanceObserver((list) => list.getEntries().forEach(({ name, startTime, duration }) => {
        const isShown = felt.busy && felt.busy < startTime + duration;
        if (name === "click" && startTime === tap) felt.seen = isShown ? duration : MISSED;
    })).observe({ type: "event", durationThreshold: SHORTEST });
    const told = async () => {
        await painted();
        felt.done = performance.now() - tap;
        setTimeout(() => (felt.seen ||= SHORTEST), 300);
    };
    document.addEventListener("tablee:done", told);
    new MutationObserver(() => document.getElementById("dialog").open && told())
        .observe(document.getElementById("dialog"), { attributeFilter: ["open"] });
}"""
Taps = dict[str, list[float]]


async def measure(server: Server, rounds: int) -> Result:
    """Tests opened and rolled from a sheet, at a table with four more open pages, near and over a slow link."""
    chromium = services.chromium()
    if not chromium:
        return Result({}, ["felt: skipped, for there is no Chromium"])
    from playwright.async_api import async_playwright

    (laid,) = server.lay("lay", 1)
    table = await PlayedTable(server.port, laid).open(4)
    far = SlowLink(server.port)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        near = await _taps(browser, server.port, laid, rounds * TIMES)
        away = await _taps(browser, await far.open(), laid, rounds * TIMES)
        await browser.close()
    far.close()
    table.close()
    ways = {"near": near, "far": away}
    rows = [(f"{kind}, {where}", taps) for where, values in ways.items() for kind, taps in values.items()]
    lines = [
        f"felt: {name}: median {percentile(taps, 0.5):.0f} ms, p95 {percentile(taps, 0.95):.0f} ms"
        for name, taps in rows
    ]
    figures = {
        "tap to something visible, p95, ms": max(percentile(values["seen"], 0.95) for values in (near, away)),
        "tap to confirmed on this machine, p95, ms": percentile(near["opened"] + near["rolled"], 0.95),
        "tap to confirmed at 300 ms and 1 % loss, p95, ms": percentile(away["opened"] + away["rolled"], 0.95),
    }
    return Result(figures, [*lines, f"felt: {far.lost} of {far.passed} pieces were sent again"])


async def _taps(browser: Any, port: int, laid: dict[str, Any], count: int) -> Taps:
    where = f"http://127.0.0.1:{port}"
    name, _equals, value = laid["session"].partition("=")
    context = await browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, service_workers="block"
    )
    await context.add_cookies([{"name": name, "value": value, "url": where}])
    page = await context.new_page()
    page.set_default_timeout(PATIENCE * 1000)
    await page.goto(where + laid["action"].removesuffix("roll/") + "skills/")
    await page.wait_for_selector("#connection[data-state='live']", state="attached")
    await page.evaluate(SCRIPT)
    values: Taps = {"seen": [], "opened": [], "rolled": []}
    for number in range(count + WARM):
        for kind, button in (("opened", "a.skill >> visible=true"), ("rolled", ".roll-form .btn-primary")):
            await page.locator(button).first.tap()
            await page.wait_for_function("() => felt.seen && felt.done")
            felt = await page.evaluate("() => felt")
            if number >= WARM:
                values["seen"].append(felt["seen"])
                values[kind].append(felt["done"])
        await page.wait_for_selector("#dialog:not([open])", state="attached")
        await page.wait_for_timeout(500)  # sooner, a page would take it for a double tap
    await context.close()
    return values
