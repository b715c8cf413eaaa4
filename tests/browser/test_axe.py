"""Every page, for every role, on a telephone, a tablet, a laptop and a television, by day and by night.

Axe finds nothing; nothing is wider than its window; and with letters of any size nothing is lost.
"""

from __future__ import annotations

import os

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import AXE
from tests.browser.ground import Visit, lay
from tests.serve import Server

SOAK = os.environ.get("TABLEE_SOAK") == "1"
WINDOWS = ((320, 640), (390, 844), (1280, 800), (1920, 1080))
THEMES = ("light", "dark")
SIZES = ("100", "125", "150", "175")
# Each width once in one theme, both themes on each page; every pair under `make soak`.
VIEWS = [(window, theme) for window in WINDOWS for theme in THEMES]
USUAL = [VIEWS[0], VIEWS[3], VIEWS[4], VIEWS[7]]
# Pages that read alike for all who may open them are looked at as one of them, unless soaked.
ALIKE = {"home", "code", "join", "sign-up", "log-in", "tv", "new-campaign"}
FIND = """async () => (await axe.run({resultTypes: ["violations"]})).violations
    .flatMap(({id, nodes}) => nodes.map((one) => `${id}: ${one.html.slice(0, 200)} ${one.failureSummary}`))"""
WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
# Text that its own box cuts off where no ellipsis says so, and controls that left the window sideways.
LOST = """() => [...document.querySelectorAll("main *, header *, nav *, footer *")].filter((one) => {
    if (!one.checkVisibility() || one.closest("svg, .vh, [popover], dialog")) return false;
    const style = getComputedStyle(one), box = one.getBoundingClientRect();
    const words = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const cut = words && /hidden|clip/.test(style.overflowX) && style.textOverflow !== "ellipsis"
        && one.clientWidth > 1 && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 4);
    const rolls = (node) => node && (/auto|scroll/.test(getComputedStyle(node).overflowX) || rolls(node.parentElement));
    const control = one.matches("button, a, input, select, textarea, summary") && box.width > 0;
    return cut || (control && (box.right > innerWidth + 1 || box.left < -1) && !rolls(one.parentElement));
}).map((one) => one.outerHTML.slice(0, 160))"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory):
    server = Server(tmp_path_factory.mktemp("ground"))
    server.migrate()
    visits = lay(server)
    server.start()
    yield server, visits
    server.stop()


def chosen(visits: list[Visit]) -> list[Visit]:
    found: dict[tuple[str, str], Visit] = {}
    for one in visits:
        found.setdefault((one.name, one.role if SOAK or one.name not in ALIKE else ""), one)
    return list(found.values())


def open_page(browser: Browser, server: Server, visit: Visit, **options: str) -> Page:
    context = browser.new_context(base_url=server.url, locale="fr-FR", **options)
    if visit.session:
        context.add_cookies([{"name": "tablee_session", "value": visit.session, "url": server.url}])
    page = context.new_page()
    if visit.name == "tv":
        page.route("**/htmx.min.js", lambda route: route.abort())  # it would ask for its code, and then reload for ever
    answer = page.goto(visit.address)
    assert answer is not None and answer.ok, visit
    if page.locator("#wire").count():
        expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    return page


def test_axe_finds_nothing_on_any_page_at_any_width_in_any_theme(browser: Browser, site):
    server, visits = site
    source = AXE.read_text()
    faults = []
    for visit in chosen(visits):
        page = open_page(browser, server, visit)
        page.evaluate(source)
        for (width, height), theme in VIEWS if SOAK else USUAL:
            page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            page.set_viewport_size({"width": width, "height": height})
            where = f"{visit.name} for {visit.role}, {width} {theme}"
            faults += [f"{where}: {one}" for one in page.evaluate(FIND)]
            if page.evaluate(WIDER) > 0:
                faults.append(f"{where}: {page.evaluate(WIDER)} px wider than its window")
        page.context.close()
    assert not faults, "\n".join(faults[:60])


def test_letters_of_any_size_lose_nothing(browser: Browser, site):
    server, visits = site
    faults = []
    for visit in chosen(visits):
        if visit.role not in ("gm", "ana", "screen", "anonymous"):
            continue
        page = open_page(browser, server, visit)
        for size in SIZES:
            page.evaluate("(size) => (document.documentElement.dataset.text = size)", size)
            for width, height in ((390, 844), (1920, 1080)):
                page.set_viewport_size({"width": width, "height": height})
                where = f"{visit.name} for {visit.role}, {width} at {size} %"
                faults += [f"{where}: lost {one}" for one in page.evaluate(LOST)]
                if page.evaluate(WIDER) > 0:
                    faults.append(f"{where}: {page.evaluate(WIDER)} px wider than its window")
        page.context.close()
    assert not faults, "\n".join(faults[:60])
