"""Ctrl+Z and Ctrl+Shift+Z: a game master's own last act or the game's, one's own for a player, never from a field."""

import re

import pytest
from playwright.sync_api import expect


@pytest.fixture
def pages(player, window, server):
    """The sheet of one character twice: as its player and as the game master see it."""
    phone, table = player(), player.table
    master = window(width=1280, height=800)
    cookie = {"name": table["cookie"], "value": table["gm"]["session"], "url": server.url}
    master.context.add_cookies([cookie])
    master.goto(f"/t/{table['gm']['token']}/characters/{player.character}/")
    expect(master.locator("#connection")).to_have_attribute("data-state", "live")
    return master, phone


def value(page):
    return page.locator("[data-stepper] [data-value]").first


def lose(page):
    """One point less of the first counter; what it was and what it is."""
    before = int(value(page).inner_text())
    with page.expect_response("**/step/"):
        page.locator("[data-stepper]").first.locator("button").first.click()
    expect(value(page)).to_have_text(str(before - 1))
    return str(before), str(before - 1)


def test_a_game_master_undoes_and_redoes_their_own_act(pages):
    master, phone = pages
    before, after = lose(master)
    expect(value(phone)).to_have_text(after)
    master.keyboard.press("Control+z")
    for page in pages:
        expect(value(page)).to_have_text(before)
    snack = master.locator("#toasts .snack")
    expect(snack).to_contain_text("Personnage")
    expect(snack.locator("form")).to_have_attribute("action", re.compile("/redo/"))
    master.keyboard.press("Control+Shift+Z")
    for page in pages:
        expect(value(page)).to_have_text(after)
    expect(master.locator("#toasts .snack form")).to_have_attribute("action", re.compile("/undo/"))


def test_a_player_undoes_their_own_last_act(pages):
    _master, phone = pages
    before, after = lose(phone)
    phone.keyboard.press("Control+z")
    expect(value(phone)).to_have_text(before)
    phone.keyboard.press("Control+Shift+Z")
    expect(value(phone)).to_have_text(after)


def test_undo_takes_a_tap_that_was_not_sent_yet(pages):
    _master, phone = pages
    before = value(phone).inner_text()
    phone.locator("[data-stepper]").first.locator("button").first.click()
    with phone.expect_response("**/undo/"):
        phone.keyboard.press("Control+z")
    for page in pages:
        expect(value(page)).to_have_text(before)


def test_a_field_keeps_its_own_undo(pages):
    master, phone = pages
    _before, after = lose(phone)
    sent = []
    for page in pages:
        page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    master.evaluate("() => document.querySelector('main').insertAdjacentHTML('beforeend', '<input id=typed>')")
    master.locator("#typed").press_sequentially("ab")
    master.keyboard.press("Control+z")
    expect(master.locator("#typed"), "the browser's own undo").not_to_have_value("ab")
    master.wait_for_timeout(600)  # a page of ours would have sent something by then
    assert sent == []
    expect(value(phone)).to_have_text(after)


def test_a_player_who_loses_a_character_reads_why_and_returns_to_it(pages, player):
    master, phone = pages
    sheet = phone.url
    master.goto(f"/t/{player.table['gm']['token']}/people/")
    form = master.locator("#owners form").first
    form.locator("select").select_option("")
    form.locator("button").click()
    phone.wait_for_url("**/characters/")
    expect(phone.locator("#character_taken")).to_be_visible()
    expect(phone.locator("#connection")).to_have_attribute("data-state", "live")
    master.locator("#toasts .snack form[action*='/undo/'] button").click()
    phone.wait_for_url(sheet)
    expect(phone.locator("#connection")).to_have_attribute("data-state", "live")
