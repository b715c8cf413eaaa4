"""A group starts: the game master lays the table, and phones get in by a link, without an account."""

import re
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.serve import copy_database

PASSWORD = "une-longue-phrase-42"
HALF_A_MINUTE = 30


@dataclass
class Laid:
    """A table that a game master has made by hand: a copy of the data, her cookies, and the page she is on."""

    database: Path
    cookies: list[Any]
    address: str


@pytest.fixture(scope="module")
def laid(tmp_path_factory) -> list[Laid]:
    """Nothing until the first of these tests has made it; those after it begin with a copy."""
    return []


@pytest.fixture
def master(server, window, laid, tmp_path_factory) -> Page:
    """A game master who has just signed up and made a table with two characters to be taken."""
    page = window(width=1280, height=800)
    if not laid:
        make_table(page)
        database = tmp_path_factory.mktemp("laid") / "tablee.sqlite3"
        copy_database(server.database, database)
        laid.append(Laid(database, page.context.cookies(), urlsplit(page.url).path))
        return page
    copy_database(laid[0].database, server.database)
    page.context.add_cookies([{**cookie, "domain": urlsplit(server.url).hostname} for cookie in laid[0].cookies])
    page.goto(laid[0].address)
    return page


def make_table(page: Page) -> None:
    page.goto("/account/new/")
    page.get_by_label("Nom d’utilisateur").fill("odile")
    for field in page.locator("input[type=password]").all():
        field.fill(PASSWORD)
    page.locator("main form button").last.click()
    expect(page.locator("form[action='/account/out/']").first).to_be_attached()
    page.goto("/campaigns/new/")
    page.get_by_label("Nom de la campagne").fill("Équinoxe, quai 7")
    page.locator("input[name=game][value=polaris]").check(force=True)
    page.locator("main form button").last.click()
    expect(page).to_have_url(re.compile(r"/t/\w+/table/$"))
    page.goto(page.url.replace("/table/", "/characters/"))
    for name in ("Marek", "Ilse"):
        page.locator("#character-name").fill(name)
        page.locator("#make button").click()
        expect(page.locator("main")).to_contain_text(name)


def invite(page: Page, *, asks: bool = False) -> str:
    """Make a link on the page of people, by which all come in or each one asks; its path, as a phone scans it."""
    page.goto(re.sub(r"/t/(\w+)/.*", r"/t/\1/people/", page.url))
    page.get_by_label("Je laisse entrer chacun moi-même").set_checked(asks)
    links = page.locator(".invitation a", has_text="Montrer en grand")
    open_links = links.count()  # a new table has one already
    page.locator("#invite button").click()
    expect(links).to_have_count(open_links + 1)
    links.first.click()
    return "/" + page.locator(".link-address a").inner_text().split("/", 3)[3]


class Hand:
    """A thumb that counts what it does."""

    def __init__(self, page: Page) -> None:
        self.page, self.steps = page, 0

    def tap(self, what) -> None:
        what.click()
        self.steps += 1

    def write(self, what, text: str) -> None:
        what.fill(text)
        self.steps += 1


def take(page: Page, link: str, name: str, character: str) -> Hand:
    """As a new player does it: the page behind the code, a character, a first name, and in."""
    hand = Hand(page)
    page.goto(link)
    hand.tap(page.locator(".option", has_text=character))
    hand.write(page.get_by_label("Votre prénom"), name)
    hand.tap(page.get_by_role("button", name="Entrer"))
    return hand


def test_from_the_code_to_the_sheet_in_three_steps_and_half_a_minute(master, window):
    link = invite(master)
    phone = window(width=390, height=844)
    start = time.monotonic()
    hand = take(phone, link, "Yann", "Marek")
    expect(phone).to_have_url(re.compile(r"/t/\w+/characters/\w+/$"))
    expect(phone.locator("#connection")).to_have_attribute("data-state", "live")
    assert time.monotonic() - start < HALF_A_MINUTE
    assert hand.steps == 3
    expect(phone.locator("h1")).to_have_text("Marek")
    assert phone.evaluate("document.documentElement.scrollWidth") == 390


def test_the_second_to_take_the_same_character_is_told_and_chooses_another(master, window):
    link = invite(master)
    first, second = window(width=390, height=844), window(width=390, height=844)
    second.goto(link)
    take(first, link, "Yann", "Marek")
    expect(first.locator("h1")).to_have_text("Marek")
    second.locator(".option", has_text="Marek").click()
    second.get_by_label("Votre prénom").fill("Xan")
    second.get_by_role("button", name="Entrer").click()
    expect(second.locator("#wrong")).to_contain_text("Yann")
    expect(second.locator(".is-taken")).to_contain_text("Marek")
    second.locator(".option", has_text="Ilse").click()
    second.get_by_role("button", name="Entrer").click()
    expect(second.locator("h1")).to_have_text("Ilse")


def test_a_player_who_came_for_a_new_character_takes_a_free_one_instead(master, window):
    phone = window(width=390, height=844)
    take(phone, invite(master), "Yann", "Nouveau personnage")
    phone.goto(re.sub(r"/characters/.*", "/characters/", phone.url))
    expect(phone.locator("#connection")).to_have_attribute("data-state", "live")  # so its regions came by a frame
    phone.get_by_role("button", name="Jouer Marek").click()
    expect(phone.locator("h1")).to_have_text("Marek")


def test_a_newcomer_by_a_link_with_approval_waits_for_the_game_master(master, window):
    link = invite(master, asks=True)
    master.goto(re.sub(r"/t/(\w+)/.*", r"/t/\1/table/", master.url))
    expect(master.locator("#connection")).to_have_attribute("data-state", "live")
    phones = [window(width=390, height=844) for _name in range(3)]
    for phone, name in zip(phones, ("Yann", "Xan", "Zoé"), strict=True):
        phone.goto(link)
        phone.get_by_label("Votre prénom").fill(name)
        phone.get_by_role("button", name="Demander à entrer").click()
        expect(phone.locator("main")).to_contain_text(f"{name}, vous êtes devant la porte")
        expect(phone.locator("main")).not_to_contain_text("Marek")
    door = master.locator(".join-request")
    expect(door).to_have_count(3)
    door.filter(has_text="Yann").get_by_role("button", name="Laisser entrer").click()
    phones[0].locator(".option", has_text="Marek").click()
    expect(phones[0].get_by_label("Votre prénom")).to_have_value("Yann")
    phones[0].get_by_role("button", name="Entrer").click()
    expect(phones[0].locator("h1")).to_have_text("Marek")
    door.filter(has_text="Xan").get_by_role("button", name="Refuser").click()
    expect(phones[1].locator("main")).to_contain_text("ne vous a pas laissé entrer")
    door.get_by_role("button", name="Tous ceux de ce lien").click()
    expect(door).to_have_count(0)
    expect(master.locator("#toasts")).to_contain_text("Tous ceux qui ont ce lien peuvent entrer")
    expect(phones[2].locator(".is-taken")).to_contain_text("Marek")
    expect(phones[2].get_by_label("Votre prénom")).to_have_value("Zoé")
    phones[1].reload()
    expect(phones[1].locator(".option", has_text="Ilse")).to_be_visible()


def test_a_code_that_was_used_leaves_its_field(master, window):
    television = window(width=1920, height=1080)
    television.goto("/tv/")
    code = television.locator(".tv-code").inner_text()
    master.goto(re.sub(r"/t/(\w+)/.*", r"/t/\1/people/", master.url))
    field = master.locator("#pair input[name=code]")
    field.fill("WRONG2")
    master.locator("#pair button").click()
    expect(master.locator("#pair.is-refused")).to_be_attached()
    expect(field).to_have_value("WRONG2")
    field.fill(code)
    master.locator("#pair button").click()
    expect(field).to_have_value("")


def test_a_withdrawn_link_and_a_removed_seat_are_over_at_once(master, window):
    link = invite(master)
    phone = window(width=390, height=844)
    take(phone, link, "Yann", "Marek")
    expect(phone.locator("#connection")).to_have_attribute("data-state", "live")
    master.get_by_role("button", name="Retirer ce lien").click()
    late, wrong = window(width=390, height=844), window(width=390, height=844)
    assert late.goto(link).status == wrong.goto("/j/aaaaaaaaaaaaaaaa/").status == 404
    assert late.locator("main").inner_text() == wrong.locator("main").inner_text()
    master.goto(re.sub(r"/t/(\w+)/.*", r"/t/\1/people/", master.url))
    seat = master.locator(".seat-row", has_text="Yann")
    seat.locator("summary").click()
    seat.get_by_role("button", name=re.compile("Retirer")).click()
    expect(phone.locator("[data-ended='4403']")).to_be_visible()
    expect(phone.locator("#main")).to_be_empty()


def test_the_pages_of_a_deleted_table_say_so_and_are_empty(master, window):
    link = invite(master)
    phone = window(width=390, height=844)
    take(phone, link, "Yann", "Marek")
    expect(phone.locator("#connection")).to_have_attribute("data-state", "live")
    master.goto(re.sub(r"/t/(\w+)/.*", r"/t/\1/mine/leave/", master.url))
    master.locator("input[value=end]").check()
    master.locator("input[type=password]").fill(PASSWORD)
    master.locator("form[data-plain] .btn-danger").click()
    expect(phone.locator("[data-ended='4410']")).to_be_visible()
    expect(phone.locator("#main")).to_be_empty()


def test_signing_out_in_one_window_disconnects_the_others(master):
    master.goto(re.sub(r"/t/(\w+)/.*", r"/t/\1/table/", master.url))
    expect(master.locator("#connection")).to_have_attribute("data-state", "live")
    other = master.context.new_page()
    other.goto("/")
    other.locator("form[action='/account/out/'] button").click()
    expect(master.locator("[data-ended='4401']")).to_be_visible()
    expect(master.locator("#main")).to_be_empty()


def test_without_a_script_one_gets_in_and_reads_the_sheet(master, browser, server):
    link = invite(master)
    context = browser.new_context(viewport={"width": 390, "height": 844}, java_script_enabled=False, locale="fr-FR")
    page = context.new_page()
    page.goto(server.url + link)
    page.locator(".option", has_text="Ilse").locator("input").check(force=True)
    page.get_by_label("Votre prénom").fill("Yann")
    page.get_by_role("button", name="Entrer").click()
    expect(page.locator("h1")).to_have_text("Ilse")
    expect(page.locator("main")).to_contain_text("Chance")
    context.close()


REFUSED = [
    ("<input name=one required>", "", "À remplir d’abord.", "Ana"),
    ("<input name=one type=number min=1 max=9>", "0", "1 au moins.", "1"),
    ("<input name=one type=number min=1 max=9>", "10", "9 au plus.", "9"),
    ("<input name=one type=number min=1 max=9>", "1.5", "Écrivez un nombre entier.", "2"),
    ("<input name=one type=radio required><input name=one type=radio value=b>", None, "À choisir d’abord.", None),
]


@pytest.mark.parametrize(("fields", "wrong", "why", "right"), REFUSED)
def test_a_browsers_own_refusal_is_in_the_language_of_the_page(window, fields, wrong, why, right):
    page = window(width=390, height=660)
    page.goto("/")
    page.evaluate("(fields) => (main.innerHTML = `<form action='/'>${fields}<button>Oui</button></form>`)", fields)
    form, first = page.locator("main form"), page.locator("main [name=one]").first
    if wrong is not None:
        first.fill(wrong)
    form.locator("button").click()
    assert first.evaluate("(one) => one.validationMessage") == why
    if right is None:
        page.locator("main [value=b]").check()
    else:
        first.fill(right)
    assert form.evaluate("(one) => one.checkValidity()")
