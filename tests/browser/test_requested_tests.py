"""A requested test: thrown on the player's phone, silent if secret."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.playing import type_dice
from tests.browser.waiting import until
from tests.forks import ForkedServer
from tests.serve import Server


@pytest.fixture(scope="module")
def laid(tmp_path_factory) -> tuple[Server, list[str]]:
    """A demonstration that every test starts from a copy of, and the paths of its links."""
    server = ForkedServer(tmp_path_factory.mktemp("laid"), TABLEE_DEMO="1")
    return server, re.findall(r"/j/\w+/", server.lay_demonstration())


@pytest.fixture
def server(laid, server):
    server.copy(laid[0])
    return server


@pytest.fixture
def table(laid, window) -> tuple[Page, Page, list[str]]:
    """The game master's window, Ana's phone, and every frame with content that came to the phone."""
    _server, links = laid
    master, phone = window(width=1280, height=800), window(width=390, height=844)
    frames: list[str] = []
    phone.on("websocket", lambda socket: socket.on("framereceived", lambda text: keep(frames, text)))
    for page, link in ((master, links[0]), (phone, links[1])):
        page.goto(link)
        page.locator("main form button").first.click()
        expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    return master, phone, frames


def keep(frames: list[str], payload: str | bytes) -> None:
    text = payload if isinstance(payload, str) else payload.decode()
    if '"hb"' not in text:
        frames.append(text)


def ask(page: Page, skill: str, *also: str, verb: str = ".btn-primary") -> None:
    """Ask everybody for a skill, as the page offers it."""
    page.locator(".table-ask").click()
    page.locator("[data-find]").fill(skill)
    page.locator(".ask-test:visible", has_text=skill).first.click()
    for selector in also:
        page.locator(selector).check(force=True)
    page.locator(".ask-verbs").locator(verb).click()
    expect(page).to_have_url(re.compile(r"/table/$"))


def test_a_request_appears_on_the_phone_is_thrown_there_and_reaches_the_game_master(table):
    master, phone, _frames = table
    phone.evaluate("scrollTo(0, document.body.scrollHeight)")
    ask(master, "Observation", "input[name=difficulty][value=fairly_easy]")
    asked = phone.locator(".asked", has_text="Observation")
    expect(asked).to_be_in_viewport()  # wherever the sheet was read
    expect(master.locator(".asked-for")).to_have_count(2)
    asked.locator("button[name=throw]").click()
    expect(asked).to_have_count(0)
    expect(phone.locator("#toasts")).to_contain_text("Observation")
    expect(master.locator(".table-last")).to_contain_text("Observation")
    expect(master.locator(".asked-for")).to_have_count(1)


def test_a_note_that_its_button_saved_is_nobody_elses_and_is_saved_again(table):
    _master, phone, _frames = table
    phone.locator("a[data-to=notes]").click()
    note = phone.locator(".note:visible").first
    for words in ("Le quai", "Le quai 7"):
        if not note.locator("textarea").is_visible():
            note.locator("summary").click()
        note.locator("textarea").fill(words)
        note.locator("button").click()
        expect(note.locator(".prose")).to_have_text(words)
        expect(note.locator("textarea")).to_be_hidden()  # it is closed again
    expect(note.locator("[data-changed]")).to_be_hidden()


def test_a_real_die_is_typed_on_the_phone(table):
    master, phone, _frames = table
    ask(master, "Observation")
    asked = phone.locator(".asked", has_text="Observation")
    type_dice(asked, 3)
    expect(asked).to_have_count(0)
    expect(master.locator(".table-last .die")).to_have_text("3")


def test_an_unseen_throw_of_the_game_master_makes_no_sound_on_the_phone(table):
    master, phone, frames = table
    until(phone, lambda: frames, "what the page shows when it opens")
    heard = len(frames)
    ask(master, "Observation", verb="[name=hidden]")
    expect(master.locator(".table-last")).to_contain_text("Observation")
    ask(master, "Athlétisme")  # what is asked aloud comes after it, so nothing is still on its way
    expect(phone.locator(".asked", has_text="Athlétisme")).to_be_visible()
    assert len(frames) == heard + 1
    assert "Athlétisme" in frames[-1] and "Observation" not in frames[-1]
