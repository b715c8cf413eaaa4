"""A page that is read, such as the story: its reader is called to a fight, and what is posted from its text shows."""

import pytest
from playwright.sync_api import expect

from tests.browser.playing import Fight, begin
from tests.browser.polaris_fight import lay

SIZES = {"gm": (1920, 1080), "ana": (390, 844)}


@pytest.fixture
def pages(server, window):
    laid, pages = lay(server), {}
    for name, (width, height) in SIZES.items():
        page = pages[name] = window(width=width, height=height)
        page.context.add_cookies([{"name": "tablee_session", "value": laid.sessions[name], "url": server.url}])
        page.goto(laid.addresses[name])
    begin(Fight(pages, {}, laid))
    return pages


def read(page, name):
    page.goto("/".join([*page.url.split("/")[:5], name, ""]))
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")


def test_the_reader_of_a_story_is_called_to_the_fight_however_far_down(pages):
    gm, ana = pages["gm"], pages["ana"]
    read(ana, "recap")
    ana.evaluate("document.getElementById('main').style.minHeight = '4000px'; scrollTo(0, 1500)")
    expect(ana.locator(".fight-link")).to_be_in_viewport()
    read(gm, "recap")
    gm.locator(".sentence-edit summary").last.click()
    gm.locator(".sentence-edit[open] textarea").fill("Le quai se tait.")
    gm.locator(".sentence-edit[open] button").first.click()
    expect(gm.locator(".story-text")).to_contain_text("Le quai se tait.")


def test_a_page_that_comes_back_from_its_form_stays_where_it_was(pages):
    gm = pages["gm"]
    gm.set_viewport_size({"width": 1280, "height": 240})
    read(gm, "recap")
    gm.locator(".sentence-edit summary").last.click()
    gm.locator(".sentence-edit[open] textarea").fill("Le quai se tait.")
    save = gm.locator(".sentence-edit[open] button").first
    save.scroll_into_view_if_needed()
    top = gm.evaluate("scrollY")
    with gm.expect_navigation():
        save.click()
    expect(gm.locator(".story-text")).to_contain_text("Le quai se tait.")
    rest = gm.evaluate("document.documentElement.scrollHeight - innerHeight")
    assert 0 < min(top, rest) == gm.evaluate("scrollY")


def test_an_act_undone_from_the_journal_is_undone_on_its_page(pages):
    gm = pages["gm"]
    read(gm, "journal")
    before = gm.locator(".journal-line form").count()
    assert before
    with gm.expect_navigation():
        gm.locator(".journal-line form button").first.click()
    expect(gm.locator("main")).to_be_visible()
