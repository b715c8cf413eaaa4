"""An encounter is prepared with the keyboard alone, tried, left and taken up again; nobody else hears of it before."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.relay import Relay

NAME, GUARD, DIVER, CAPTAIN = "La septième écluse", "Garde de station", "Plongeur de commando", "Capitaine pirate"
SEEN = "Une silhouette"
TRIED = 90_000  # milliseconds: many whole fights are played


@pytest.fixture
def server(demonstration):
    return demonstration[0]


@pytest.fixture
def table(demonstration, server, window):
    """The game master, a player and the screen; every byte that the latter two are sent is kept."""
    gm, ana, _leo, screen, *_rest = demonstration[1]["Polaris, 3e édition"]
    relays = [Relay(server.port) for _one in "12"]
    pages = [window(), window(390, 844, base_url=relays[0].url), window(1920, 1080, base_url=relays[1].url)]
    for page, link in zip(pages, (gm, ana, screen), strict=True):
        page.goto(link)
        page.locator("main form button").first.click()
        expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    yield *pages, relays
    for relay in relays:
        relay.close()


def people(page: Page):
    return page.locator(".participant .row-main b")


def add(gm: Page, typed: str, count: int) -> None:
    """Search and add with the keyboard, which stays in the search; so many take part then."""
    expect(gm.locator(".palette-search [name=what]")).to_be_focused()
    gm.keyboard.type(typed)
    gm.keyboard.press("Enter")
    expect(people(gm)).to_have_count(count)
    expect(gm.locator(".palette-search [name=what]")).to_have_value("")


def press(gm: Page, what) -> None:
    what.focus()
    gm.keyboard.press("Enter")


def test_a_name_that_begins_as_typed_is_meant_before_one_that_only_holds_it(table):
    gm, *_others = table
    gm.locator(".encounter-new input[name=name]").fill(NAME)
    gm.keyboard.press("Enter")
    gm.wait_for_url(re.compile("/prepare/"))
    gm.keyboard.press("/")
    gm.keyboard.press("Enter")  # adds nobody: nothing is typed
    add(gm, "2x pirate", 5)
    expect(people(gm).last).to_have_text("Pirate des bas-fonds B")


def test_an_encounter_is_prepared_by_keyboard_and_nobody_hears_of_it_before_it_begins(table):
    gm, ana, screen, relays = table
    gm.locator(".encounter-new input[name=name]").focus()
    gm.keyboard.type(NAME)
    gm.keyboard.press("Enter")
    gm.wait_for_url(re.compile("/prepare/"))
    expect(people(gm)).to_have_text(["Élowen", "Tibor", "Isaure"])

    gm.keyboard.press("/")
    add(gm, "4x garde de st", 7)
    expect(people(gm)).to_have_text(["Élowen", "Tibor", "Isaure", *(f"{GUARD} {letter}" for letter in "ABCD")])
    add(gm, "capi", 8)
    gm.locator(".palette-form [name=joins]").select_option(label="Au tour 3")
    gm.keyboard.press("/")
    add(gm, "plongeur", 9)
    expect(gm.locator(".participants").last.locator("b")).to_have_text([DIVER])

    captain = gm.locator(".participant").filter(has_text=CAPTAIN)
    captain.locator("[name=public_name]").focus()
    gm.keyboard.press("Control+a")
    gm.keyboard.type(SEEN)
    gm.keyboard.press("Tab")
    press(gm, captain.get_by_role("switch"))
    expect(gm.locator(".prepare-preview")).to_contain_text(SEEN)
    expect(gm.locator(".prepare-preview")).not_to_contain_text(GUARD)
    expect(gm.locator(".prepare-checks .is-missing")).to_have_text([re.compile("Personne ne joue Isaure")])

    press(gm, gm.get_by_role("link", name="Laisser jouer"))
    expect(gm.locator("#try-result")).to_contain_text(re.compile(r"Le groupe l’emporte\D*\d+"), timeout=TRIED)
    press(gm, gm.locator(".participant").filter(has_text=f"{GUARD} D").get_by_role("button", name="Retirer"))
    expect(people(gm)).to_have_count(8)
    expect(gm.locator("[data-stale]")).to_be_visible()

    gm.reload()
    expect(people(gm)).to_have_count(8)
    expect(captain.locator("[name=public_name]")).to_have_value(SEEN)
    assert all(NAME.encode() not in relay.heard for relay in relays)

    press(gm, gm.get_by_role("button", name="Commencer", exact=True))
    gm.wait_for_url(re.compile("/encounters/[a-z2-7]{16}/$"))
    for page in (screen, ana):
        expect(page.locator("main")).to_contain_text(NAME)
    expect(screen.locator("main")).to_contain_text(SEEN)
    for relay in relays:
        assert NAME.encode() in relay.heard
        assert all(name.encode() not in relay.heard for name in (GUARD, DIVER, CAPTAIN))


def test_a_refused_beginning_is_told_where_it_was_asked(table):
    gm, *_others = table
    gm.goto(re.sub("/encounters/.*", "/table/", gm.url))
    gm.locator(".encounter-new input[name=name]").fill("Une autre")
    gm.keyboard.press("Enter")
    gm.wait_for_url(re.compile("/prepare/"))
    gm.locator(".palette-form [name=called]").fill("un nom")
    press(gm, gm.get_by_role("button", name="Commencer", exact=True))
    expect(gm.locator("#toasts [data-refused]")).to_contain_text(f"Élowen est déjà dans une autre rencontre ({NAME})")
    expect(gm.locator(".palette-form [name=called]")).to_have_value("un nom")
    assert "/prepare/" in gm.url
