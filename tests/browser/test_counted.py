"""The inputs of a game master around a fight, counted: presses, and fields that are written."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

PASSWORD = "une-longue-phrase-42"
POLARIS = "Polaris, 3e édition"


@pytest.fixture
def server(demonstration):
    return demonstration[0]


@dataclass
class Counted:
    """A game master at a page, with the number of their inputs."""

    page: Page
    presses: int = 0
    fields: int = 0

    def press(self, what: Locator) -> None:
        what.first.click()
        self.presses += 1

    def write(self, what: Locator, text: str) -> None:
        what.fill(text)
        self.fields += 1


@pytest.fixture
def master(demonstration, window) -> Page:
    """The game master of the demonstration."""
    page = window(width=1280, height=800)
    page.goto(demonstration[1][POLARIS][0])
    page.locator("main form button").first.click()
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    return page


def test_from_the_first_page_to_an_encounter_with_an_open_invitation(window):
    hand = Counted(window(width=1280, height=800))
    hand.page.goto("/")
    hand.press(hand.page.locator("main a", has_text="Ouvrir une table"))
    hand.write(hand.page.get_by_label("Nom d’utilisateur"), "odile")
    hand.write(hand.page.locator("input[type=password]"), PASSWORD)
    hand.press(hand.page.locator("main form button"))
    hand.press(hand.page.get_by_role("button", name="Mettre la table"))
    expect(hand.page).to_have_url(re.compile(r"/t/\w+/table/$"))
    expect(hand.page.locator(".invitation-code")).to_have_text(re.compile(r"^\w{4}(-\w{4}){3}$"))
    expect(hand.page.locator("main")).to_contain_text("Un premier combat")
    assert hand.presses <= 5 and hand.fields <= 2


def test_a_secret_roll_of_the_group(master):
    hand = Counted(master)
    hand.press(master.locator("a", has_text="Demander un test"))
    # The whole group, unless it is said otherwise.
    assert master.locator("input[name=who]:checked").count() >= 2
    hand.press(master.locator(".ask-test", has_text="Observation"))
    hand.press(master.get_by_role("button", name="Lancer en secret"))
    expect(master).to_have_url(re.compile(r"/t/\w+/(table|tests)/"))
    expect(master.locator("main")).to_contain_text("Observation")
    assert hand.presses <= 3 and hand.fields == 0


def test_from_the_end_to_the_story(master):
    hand = Counted(master)
    master.locator(".table-group .row-link").first.click()
    master.get_by_role("button", name="Commencer").first.click()
    expect(master).to_have_url(re.compile(r"/encounters/\w+/$"))
    master.locator("button[popovertarget=end-fight]").first.click()
    hand.press(master.locator("#end-fight button[value=ended]"))
    expect(master).to_have_url(re.compile(r"/recap/#fight-\w+$"))
    expect(master.locator("h1")).to_have_text("Le récit jusqu’ici")
    assert hand.presses <= 1 and hand.fields == 0


def test_settings_of_one_sort_in_one_press(master):
    hand = Counted(master)
    master.goto(re.sub(r"/table/.*", "/settings/", master.url))
    rows = master.locator(".house-row[data-kinds]:visible")
    hand.press(master.locator("[data-filter=switch]"))
    count = int(master.locator("[data-filter=switch] small").inner_text())
    expect(rows).to_have_count(count)
    expect(master.locator(".house-row.is-switch:visible")).to_have_count(count)
    hand.press(master.locator("[data-filter=changed]"))
    expect(rows).to_have_count(0)
    expect(master.locator(".find-none")).to_be_visible()
    assert hand.presses == 2
