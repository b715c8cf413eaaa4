"""Every page, for every role, on a telephone, a tablet, a laptop and a television, by day and by night.

Axe finds nothing; nothing is wider than its window; no short word is broken; with letters of any size nothing is lost.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from itertools import product
from typing import Any
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.conftest import AXE, VIOLATIONS
from tests.browser.full_table import Visit, lay
from tests.forks import ForkedServer
from tests.serve import Server

SOAK = os.environ.get("TABLEE_SOAK") == "1"
WINDOWS = ((320, 640), (390, 844), (1280, 800), (1920, 1080))
THEMES = ("light", "dark")
SIZES = ("100", "125", "150", "175")
# Between a phone and a laptop, where columns come and go: measured, and not read by axe.
BETWEEN = ((480, 900), (600, 960), (768, 1024), (900, 800), (1024, 768))
# Each width once in one theme, both themes on each page; every pair under `make soak`.
VIEWS = [(window, theme) for window in WINDOWS for theme in THEMES]
USUAL = [VIEWS[0], VIEWS[3], VIEWS[4], VIEWS[7]]
# Of a page that several roles may open axe reads for one role in turn a phone by day and a television by night, for the
# next the other two; everything else is measured for each role in all of them.
HALVES = (USUAL[::3], USUAL[1:3])
# Pages that read alike for all who may open them are looked at as one of them, unless soaked.
ALIKE = {"home", "code", "join", "sign-up", "log-in", "tv", "new-campaign"}
ENLARGED = ("gm", "ana", "screen", "anonymous")
COOKIE = "tablee_session"
RESTLESS = {"tv", "offline"}  # pages that reload by themselves
FORGET = "try { localStorage.clear(); sessionStorage.clear(); } catch {}"  # a page that has no site has no store
View = tuple[tuple[int, int], str]
LEAST = 100  # pages that differ: fewer, and something is left out
# A token, a digest, what a form or the policy proves itself by, and where a form leads back to, which nobody reads:
# they change from answer to answer.
OWN = re.compile(r'\b[a-z2-7]{16}\b|\b[\w-]{40,}|nonce="[^"]*"|(?<=name="next" value=")[^"]*')
TAB = re.compile(r'(?<=class="sheet-tabs" data-tab=")\w+| aria-current="page"')
# Where everything stands, and which link is the current one, of what is shown.
PLACES = """() => [...document.querySelectorAll("*")].map((one) => {
    if (!one.checkVisibility()) return "";
    const { x, y, width, height } = one.getBoundingClientRect();
    return [...[x, y, width, height].map(Math.round), one.getAttribute("aria-current")].join();
}).join(";")"""
FIND = f"""async () => {VIOLATIONS}
    .flatMap(({{id, nodes}}) => nodes.map((one) => `${{id}}: ${{one.html.slice(0, 200)}} ${{one.failureSummary}}`))"""
# Axe judges no letters on a page with an ornament, for it cannot tell that this lies beside them.
PLAIN = """() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(".iso::before { display: none }");
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}"""
ADORNED = "() => (document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1)).length"
WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
# Words that go on in the next line; one of more letters may be too long for its column, and a digest is no word.
BROKEN = """() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [], range = new Range();
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        if (!text.parentElement.checkVisibility() || text.parentElement.closest("svg, .vh, code")) continue;
        for (const { 0: word, index } of text.data.matchAll(/(?<![\\p{L}\\d])\\p{L}{2,12}(?![\\p{L}\\d])/gu)) {
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(word);
        }
    }
    return found;
}"""
NARROW = 320  # a window in which words may be broken
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
# Content of a button or label that lies outside of it; letters may be taller than their line.
SPILLED = """() => {
    const parts = (node) => [...node.childNodes].flatMap((child) => {
        if (child.nodeType === 3) {
            const range = new Range();
            range.selectNodeContents(child);
            return [...range.getClientRects()].map((rect) => [rect, false]);
        }
        if (child.nodeType !== 1 || child.matches("option") || !child.checkVisibility()) return [];
        const { display, clipPath } = getComputedStyle(child);
        if (clipPath !== "none") return []; // for ears
        return [[child.getBoundingClientRect(), display !== "inline"], ...child.matches("svg") ? [] : parts(child)];
    });
    return [...document.querySelectorAll("button, label, .btn")].filter((one) => {
        if (!one.checkVisibility() || one.closest(".vh, [popover], dialog")) return false;
        const box = one.getBoundingClientRect();
        return box.width > 1 && parts(one).some(([part, whole]) => part.width > 1 && part.height > 1
            && (part.left < box.left - 1 || part.right > box.right + 1
                || (whole && (part.top < box.top - 1 || part.bottom > box.bottom + 1))));
    }).map((one) => one.outerHTML.slice(0, 160));
}"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory):
    server = ForkedServer(tmp_path_factory.mktemp("ground"), TABLEE_WEBHOOK_HOSTS="hooks.example.org")
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


def alike(page: str) -> str:
    """The text of a page without what is of this one answer or of this one table."""
    return OWN.sub("", page)


class Looker:
    """One window that goes from page to page as whoever may read it, and arrives at each as at its first.

    Files are fetched once, and axe is handed over once.
    """

    def __init__(self, browser: Browser, server: Server, visits: list[Visit]) -> None:
        self.browser, self.server = browser, server
        self.page = self._window()
        texts = {alike(self._read(visit)): visit for visit in reversed(visits)}
        self.visits = visits if SOAK else [visit for visit in visits if visit in texts.values()]
        self.different = len(texts)
        self.shapes = {visit: TAB.sub("", text) for text, visit in texts.items()}
        self.several = {shape for shape, count in Counter(self.shapes.values()).items() if count > 1 and not SOAK}
        self.looked: set[tuple[str, tuple[Hashable, ...], str]] = set()

    def views(self, visit: Visit) -> list[View]:
        """The views in which axe reads a page."""
        roles = [one for one in self.visits if one.name == visit.name]
        if SOAK or len(roles) < len(HALVES) or self.shapes[visit] in self.several:
            return VIEWS if SOAK else USUAL
        return HALVES[roles.index(visit) % len(HALVES)]

    def open(self, visit: Visit) -> Page:
        if self.page.is_closed():
            self.page = self._window()
        page = self.page
        page.context.clear_cookies()
        if visit.session:
            page.context.add_cookies([{"name": COOKIE, "value": visit.session, "url": self.server.url}])
        if visit.name in RESTLESS:
            page.route(self.server.url + visit.address, once())
        page.emulate_media(color_scheme="light", reduced_motion="no-preference")
        page.set_viewport_size({"width": 1280, "height": 720})
        answer = page.goto(visit.address)
        assert answer is not None and answer.ok, visit
        if page.locator("#wire").count():
            expect(page.locator("#connection")).to_have_attribute("data-state", "live")
        return page

    def sees(self, visit: Visit, *view: Hashable) -> bool:
        """True unless another page showed the same in the same view, as the tabs of a sheet do on a wide screen."""
        shape = self.shapes.get(visit, "")
        if shape not in self.several:
            return True
        look = (shape, view, self.page.evaluate(PLACES))
        known = look in self.looked
        self.looked.add(look)
        return not known

    def leave(self, visit: Visit) -> None:
        if visit.name in RESTLESS:
            self.page.context.close()

    def _window(self) -> Page:
        # Its worker would fetch the whole site again.
        context = self.browser.new_context(base_url=self.server.url, locale="fr-FR", service_workers="block")
        context.add_init_script(FORGET)
        context.add_init_script(path=AXE)
        return context.new_page()

    def _read(self, visit: Visit) -> str:
        cookie = {"Cookie": f"{COOKIE}={visit.session}"} if visit.session else {}
        asked = Request(self.server.url + visit.address, headers={"Accept-Language": "fr-FR", **cookie})
        with urlopen(asked) as answer:
            return answer.read().decode()


def once() -> Callable[[Route], None]:
    """Keep a page that reloads by itself, as those of an unpaired television and of a lost line do.

    What it sends to its own address is not answered either: a television would be told to reload before it has loaded.
    """
    loaded = False

    def answer(route: Route) -> None:
        nonlocal loaded
        if loaded:
            route.fulfill(status=204)
            return
        loaded = True
        route.continue_()

    return answer


def axe_faults(looker: Looker, visit: Visit) -> Iterator[str]:
    page = looker.page
    for (width, height), theme in VIEWS if SOAK else USUAL:
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        page.set_viewport_size({"width": width, "height": height})
        if not looker.sees(visit, "axe", width, theme):
            continue
        where = f"{visit.name} for {visit.role}, {width} {theme}"
        read = ((width, height), theme) in looker.views(visit)
        beyond, broken, *by_axe = look(page, WIDER, BROKEN, *((PLAIN, FIND, ADORNED) if read else ()))
        yield from (f"{where}: {one}" for one in (by_axe[1] if read else ()))
        yield from wider(beyond, where)
        yield from (f"{where}: {word} is broken" for word in broken if width > NARROW)


def lost_letters(looker: Looker, visit: Visit) -> Iterator[str]:
    page = looker.page
    page.emulate_media(color_scheme="light", reduced_motion="no-preference")
    for width, height in ((390, 844), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        for size in SIZES:
            _set, lost, beyond = look(page, f"() => (document.documentElement.dataset.text = '{size}')", LOST, WIDER)
            if looker.sees(visit, "letters", width, size):
                where = f"{visit.name} for {visit.role}, {width} at {size} %"
                yield from (f"{where}: lost {one}" for one in lost)
                yield from wider(beyond, where)


def room_faults(looker: Looker, visit: Visit) -> Iterator[str]:
    """Everything that does not fit at the widths between those that axe reads."""
    page = looker.page
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    for width, height in BETWEEN:
        page.set_viewport_size({"width": width, "height": height})
        if not looker.sees(visit, "room", width):
            continue
        where = f"{visit.name} for {visit.role}, {width}"
        beyond, broken, lost, spilled = look(page, WIDER, BROKEN, LOST, SPILLED)
        yield from wider(beyond, where)
        yield from (f"{where}: {one} is broken" for one in broken)
        yield from (f"{where}: lost {one}" for one in lost)
        yield from (f"{where}: spilled {one}" for one in spilled)


def look(page: Page, *functions: str) -> list[Any]:
    """The results of functions of the page, one after the other: each call of its own would cost 1.5 ms."""
    return page.evaluate(f"async () => [{', '.join(f'await ({one})()' for one in functions)}]")


def wider(beyond: int, where: str) -> Iterator[str]:
    if beyond > 0:
        yield f"{where}: {beyond} px wider than its window"


@pytest.fixture(scope="module")
def faults(browser: Browser, site):
    """The faults of every page, each opened once: those of axe, for want of room, and with large letters."""
    server, visits = site
    by_axe: list[str] = []
    room: list[str] = []
    lost: list[str] = []
    looker = Looker(browser, server, chosen(visits))
    for visit in looker.visits:
        looker.open(visit)
        by_axe += axe_faults(looker, visit)
        room += room_faults(looker, visit)
        lost += lost_letters(looker, visit) if visit.role in ENLARGED else ()
        looker.leave(visit)
    looker.page.context.close()
    assert looker.different > LEAST
    read = {(visit.name, view) for visit in looker.visits for view in looker.views(visit)}
    assert read == set(product({visit.name for visit in looker.visits}, VIEWS if SOAK else USUAL))
    return by_axe, room, lost, Counter(view[1] for _shape, view, _places in looker.looked if view[0] == "axe")


def test_axe_finds_nothing_on_any_page_at_any_width_in_any_theme(faults):
    assert not faults[0], "\n".join(faults[0][:60])


def test_nothing_is_broken_or_lost_between_a_phone_and_a_laptop(faults):
    assert not faults[1], "\n".join(faults[1][:60])


def test_letters_of_any_size_lose_nothing(faults):
    assert not faults[2], "\n".join(faults[2][:60])


def faint_on_a_phone(browser, site, name, *roles):
    """The faults that axe finds on a page whose letters are too faint in one window, by role."""
    server, visits = site
    seen = [one for one in visits if one.name == name and one.role in roles]
    looker, found = Looker(browser, server, seen), {}
    for visit in seen:
        page = looker.open(visit)
        page.evaluate("""() => {
            const sheet = new CSSStyleSheet();
            const faint = "main * { color: #777; background: #666 }";
            sheet.replaceSync(`@media (min-width: 390px) and (max-width: 390px) { ${faint} }`);
            document.adoptedStyleSheets = [sheet];
        }""")
        found[visit.role] = {one.partition(" <")[0] for one in axe_faults(looker, visit)}
    ornament = page.evaluate("() => getComputedStyle(document.body, '::before').content")
    looker.page.context.close()
    return found, ornament


def test_letters_too_faint_in_one_window_are_found_on_a_page_with_an_ornament(browser, site):
    found, ornament = faint_on_a_phone(browser, site, "new-campaign", "stranger")
    assert found == {"stranger": {"new-campaign for stranger, 390 dark: color-contrast:"}} and ornament == '""'


def test_letters_too_faint_in_one_window_are_found_for_one_of_the_roles_that_read_a_page(browser, site):
    found, _ornament = faint_on_a_phone(browser, site, "journal", "ana", "gm")
    (first, second) = found.items()
    assert first[1] == set() and second[1] == {f"journal for {second[0]}, 390 dark: color-contrast:"}


def test_the_tabs_of_a_sheet_are_looked_at_one_by_one_on_a_phone_alone(faults):
    on_a_phone, on_a_laptop = (faults[3][width] for width in (390, 1280))
    assert SOAK or on_a_phone > 2 * on_a_laptop > 0


def test_a_page_with_other_content_is_checked_again():
    proof = "Xy" * 32
    page = f'<main id="seat-abcdefgh234567aa"><input name="csrfmiddlewaretoken" value="{proof}"><p>Ana</p></main>'
    assert alike(page) == alike(page.replace("abcdefgh", "hgfedcba").replace("Xy", "Az"))
    back = '<input type="hidden" name="next" value="/t/{}/">'
    assert alike(page + back.format("table")) == alike(page + back.format("people"))
    assert alike(page) != alike(page.replace("Ana", "Léo"))
    assert alike(page) != alike(page.replace("<p>", '<p class="muted">'))
