"""The inputs of a game master around a fight, counted: presses, and fields that are written."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.rules.mythras.importing.samples import enemy

PASSWORD = "une-longue-phrase-42"
POLARIS, MYTHRAS = "Polaris, 3e édition", "Mythras Fondamentaux"


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


def test_a_visitor_opens_a_table_in_few_taps(window):
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
    expect(master.locator("input[name=who]:checked").nth(1)).to_be_checked()
    hand.press(master.locator(".ask-test", has_text="Observation"))
    hand.press(master.get_by_role("button", name="Lancer en secret"))
    expect(master).to_have_url(re.compile(r"/t/\w+/(table|tests)/"))
    expect(master.locator("main")).to_contain_text("Observation")
    assert hand.presses <= 3 and hand.fields == 0


def test_ending_a_fight_and_reading_its_story_takes_few_taps(master):
    hand = Counted(master)
    master.locator(".table-group .row-link").first.click()
    master.get_by_role("button", name="Commencer").first.click()
    expect(master).to_have_url(re.compile(r"/encounters/\w+/$"))
    hand.press(master.locator("#end-now button"))
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


def test_thirty_opponents_of_a_generator_file_in_a_fight_that_goes_on(demonstration, window, tmp_path):
    page = window(width=1280, height=800)
    page.goto(demonstration[1][MYTHRAS][0])
    page.locator("main form button").first.click()
    page.locator(".table-group .row-link").first.click()
    page.get_by_role("button", name="Commencer").first.click()
    expect(page).to_have_url(re.compile(r"/encounters/\w+/$"))
    file = tmp_path / "marsh.json"
    file.write_text(json.dumps([enemy(f"Reed Stalker {number}") for number in range(1, 31)]))
    hand = Counted(page)
    hand.press(page.locator("a", has_text="Ajouter des combattants"))
    hand.press(page.locator("a", has_text="D’un fichier ou d’un texte"))
    page.locator("#import-file").set_input_files(file)
    hand.presses += 2  # the button of the file, and the file
    uploads = []
    page.on("request", lambda request: uploads.append(request.url) if request.method == "POST" else None)
    hand.press(page.get_by_role("button", name="Regarder d’abord"))
    expect(page.locator("input[name=pick]:checked")).to_have_count(30)
    assert len(uploads) == 1, "the file travels once"
    hand.press(page.get_by_role("button", name="Importer"))
    expect(page).to_have_url(re.compile(r"/encounters/\w+/$"))
    rungs = page.locator(".rung", has_text="Reed Stalker")
    expect(rungs.filter(has_text="Reed Stalker AD").first).to_be_attached()  # the thirtieth
    names = {re.search(r"Reed Stalker \w+", text)[0] for text in rungs.all_text_contents()}
    assert len(names) == 30
    assert hand.presses <= 6 and hand.fields == 0
