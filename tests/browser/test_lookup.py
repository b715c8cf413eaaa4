"""The rules lookup from any page: by key, by button, and without scripts."""

import re

from playwright.sync_api import expect

OPEN = "dialog#lookup[open]"


def test_a_key_opens_the_search_and_escape_leaves_the_page_as_it_was(player):
    page = player()
    page.keyboard.press("/")
    side = page.locator(OPEN)
    expect(side.get_by_role("searchbox")).to_be_focused()
    page.keyboard.type("blessure legere")
    found = side.locator(".lookup-rows a").first
    expect(found).to_contain_text("Blessure légère")  # before that the list is the one of all that there is
    found.click()
    expect(side.get_by_role("heading", name="Blessure légère")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(OPEN)).to_have_count(0)
    expect(page).to_have_url(re.compile("/characters/"))


def test_the_button_gets_the_focus_back_and_typing_never_opens_it(player):
    page = player()
    button = page.locator("header [data-lookup]")
    button.click()
    box = page.locator(OPEN).get_by_role("searchbox")
    expect(box).to_be_focused()
    page.keyboard.type("1/2")
    expect(box).to_have_value("1/2")
    page.locator(OPEN).get_by_role("button", name="Fermer").click()
    expect(button).to_be_focused()


def test_a_term_of_a_sum_opens_above_the_form_it_stands_in(player):
    page = player()
    page.goto(page.url + "skills/")
    page.locator(".skill-groups a.skill").first.click()
    form = page.locator("#dialog")
    form.locator(".odds-parts > summary").click()
    form.locator(".rule-link").first.click()
    expect(page.locator(OPEN).locator("article")).to_be_visible()
    page.keyboard.press("Escape")
    expect(form).to_be_visible()


def test_the_lookup_is_a_page_of_its_own_without_script(player, browser, server):
    page = player()
    state = page.context.storage_state()
    plain = browser.new_context(java_script_enabled=False, storage_state=state, base_url=server.url).new_page()
    plain.goto(page.locator("header [data-lookup]").get_attribute("href"))
    plain.get_by_role("searchbox").fill("surprise")
    plain.get_by_role("searchbox").press("Enter")
    plain.locator(".lookup-rows a").first.click()
    expect(plain.locator("article")).to_be_visible()
    plain.context.close()
