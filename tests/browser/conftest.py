"""A real Chromium and a real server; every test gets fresh data unless it shares those of its module."""

import os
import re
from contextlib import suppress
from functools import wraps
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Locator, Page, expect, sync_playwright

from tests.browser.waiting import PATIENCE
from tests.faults.inside import lay
from tests.forks import ForkedServer
from tests.serve import Server

pytest_plugins = ["tests.services", "tests.prices", "tests.early"]
expect.set_options(timeout=PATIENCE)

AXE = Path(__file__).parent / "vendor/axe-core-4.14.1/axe.min.js"
# Without this, axe fetches every style sheet again for an experimental rule that is not run.
VIOLATIONS = '(await axe.run({resultTypes: ["violations"], preload: {assets: ["media"]}})).violations'
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# Pages are laid out and measured as usual, but not painted, because nobody looks at them.
UNPAINTED = "--blink-settings=acceleratedCompositingEnabled=false"


# Milliseconds by which each response is delayed, to find tests that act before a page is ready.
LATENCY = int(os.environ.get("TABLEE_LATENCY", "0"))

# The state of the connection, then the parts that a player would read first.
READS = """() => [document.getElementById("connection")?.dataset.state, ...["#toasts", "#log", ".exchanges", "main"]
    .map((part) => document.querySelector(part)?.innerText.trim().replace(/\\n+/g, " / ").slice(0, 2000))]
    .filter(Boolean).join("\\n")"""


# Long files, begun first: at the end of a run they would leave one of two workers idle.
LONGEST = ("test_axe.py", "test_every_option.py", "test_xss.py", "test_wheel.py")


def arriving(press):
    """A press of a locator that returns once the page it leads to has been parsed."""

    @wraps(press)
    def pressed(locator: Locator, *arguments, **options) -> None:
        press(locator, *arguments, **options)
        with suppress(Error):  # the press closed its page
            locator.page.wait_for_load_state("domcontentloaded")

    return pressed


for name in ("click", "press"):
    setattr(Locator, name, arriving(getattr(Locator, name)))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo):
    """Report the text of every open page with a failure, because most failures cannot be repeated."""
    report = yield
    browser = getattr(item, "funcargs", {}).get("browser")
    if report.when == "call" and report.failed and browser:
        for page in [page for context in browser.contexts for page in context.pages]:
            with suppress(Error):  # the page is closed
                report.sections += [(page.url, text)] if (text := page.evaluate(READS)) else []
    return report


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: LONGEST.index(item.path.name) if item.path.name in LONGEST else len(LONGEST))
    for item in items:
        item.add_marker(pytest.mark.slow("a real browser, and a real server whose work counts as well", most=30))


@pytest.fixture(scope="session")
def browser(chromium_path: str):
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path, args=[*FLAGS, UNPAINTED])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def forked(tmp_path_factory: pytest.TempPathFactory):
    """The site for all tests of a process, one after the other, with fixed dice."""
    server = ForkedServer(tmp_path_factory.mktemp("site"), TABLEE_DICE="tests.dice.steady")
    yield server
    server.close()


@pytest.fixture
def server(forked: ForkedServer):
    """The site, migrated and empty; `server.kill()` and `server.start()` simulate a power cut."""
    forked.renew()
    forked.start()
    yield forked
    forked.kill()


@pytest.fixture(scope="module")
def demonstration(tmp_path_factory):
    """The demonstration on a server, and the links of each campaign: game master, two players, screen."""
    server = ForkedServer(tmp_path_factory.mktemp("games"), TABLEE_DEMO="1")
    links: dict[str, list[str]] = {}
    for block in server.lay_demonstration().split("\n\n"):
        title, *lines = block.strip().splitlines()
        links[title] = [found.group() for line in lines if (found := re.search(r"/j/\w+/", line))]
    server.start()
    yield server, links
    server.stop()


def delay(page: Page) -> None:
    late = {"offline": False, "latency": LATENCY, "downloadThroughput": -1, "uploadThroughput": -1}
    page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", late)


@pytest.fixture
def window(browser: Browser, server: Server):
    """Open windows, each a browser of its own: `window(width=390, height=844, color_scheme="dark")`.

    A window whose connection will be cut must not be `late`, because the delay would bring it online again.
    """
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def open_window(width: int = 1280, height: int = 800, late: bool = LATENCY > 0, **options: str) -> Page:
        options = {"locale": "fr-FR", "base_url": server.url, "service_workers": "block", **options}
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        if late:
            context.on("page", delay)
        context.on("weberror", lambda error: faults.append(str(error.error)))
        context.on("console", lambda line: faults.append(line.text) if "Content Security Policy" in line.text else None)
        return context.new_page()

    yield open_window
    for context in contexts:
        context.close()
    assert faults == [], "scripts failed or the content security policy was broken"


@pytest.fixture
def player(server, window):
    """Open the sheet of a player in a window, in one more page of the same browser each time."""
    table = lay(server, players=1)
    seat = table["players"][0]
    context = window(width=390, height=844).context
    context.add_cookies([{"name": table["cookie"], "value": seat["session"], "url": server.url}])

    def open_page():
        page = context.new_page()
        page.goto(f"/t/{seat['token']}/characters/{seat['characters'][0]}/")
        expect(page.locator("#connection")).to_have_attribute("data-state", "live")
        return page

    open_page.character, open_page.table = seat["characters"][0], table
    return open_page


@pytest.fixture
def accessibility_faults():
    """Return the violations that axe finds on a page; its source is evaluated, which the strict policy permits."""
    source = AXE.read_text()

    def find(page: Page) -> list[str]:
        page.evaluate(source)
        violations = page.evaluate(f"async () => {VIOLATIONS}")
        return [f"{v['id']}: {node['html']}" for v in violations for node in v["nodes"]]

    return find
