"""The board of a game master in a real browser: people are put by dragging, and by keyboard alone; phones see it."""

import pytest
from playwright.sync_api import expect

from tests.browser import skirmish


@pytest.fixture
def table(server, browser):
    laid = skirmish.lay(server, "polaris", "mercenary", station_guard=1)
    pages = {}
    for seat, size in (("gm", (1440, 900)), ("ana", (390, 844)), ("screen", (1920, 1080))):
        context = browser.new_context(
            base_url=server.url,
            viewport={"width": size[0], "height": size[1]},
            locale="fr-FR",
            service_workers="block",
            reduced_motion="reduce",
        )
        context.add_cookies([{"name": "tablee_session", "value": laid.sessions[seat], "url": server.url}])
        pages[seat] = context.new_page()
    gm = pages["gm"]
    gm.goto(f"{laid.addresses['gm']}ground/")
    with gm.expect_navigation():  # by the script of the page, once the answer is there
        gm.get_by_role("button", name="Abordage").click()
    for seat, page in pages.items():
        page.goto(laid.addresses[seat])
        expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    gm.locator("[data-tab='ground']").first.click()
    yield pages
    for page in pages.values():
        page.context.close()


def named(page, place):
    return page.locator(":is(section.panel.ground, .screen:not(.thumbnail-wall) > .ground) .ground-place").filter(
        has=page.locator(".ground-title", has_text=place)
    )


def test_people_are_dragged_into_a_place_and_every_screen_shows_it(table):
    gm = table["gm"]
    gm.locator(".panel.ground .ground-somewhere .ground-who", has_text=skirmish.HERO).drag_to(named(gm, "Coursive"))
    expect(named(gm, "Coursive")).to_contain_text(skirmish.HERO)
    expect(named(table["screen"], "Coursive")).to_contain_text(skirmish.HERO)
    expect(table["ana"].locator(".ground h2").first).to_have_text("Coursive")
    gm.locator(".panel.ground .ground-place .ground-who", has_text=skirmish.HERO).drag_to(named(gm, "Sas"))
    expect(named(gm, "Sas")).to_contain_text(skirmish.HERO)


def test_people_are_put_into_a_place_by_keyboard_alone(table):
    gm = table["gm"]
    gm.locator("input[name=who][value=pc]").focus()
    gm.keyboard.press("Space")
    named(gm, "Soute").locator(".ground-press").focus()
    gm.keyboard.press("Enter")
    expect(named(gm, "Soute")).to_contain_text(skirmish.HERO)
    expect(named(table["screen"], "Soute")).to_contain_text(skirmish.HERO)


def test_several_are_placed_at_once_and_open_folds_stay_open(table):
    gm = table["gm"]
    fold = gm.locator(".panel.ground .ground-people")
    fold.locator("summary").click()
    for who in (skirmish.HERO, "Garde de station"):
        fold.locator(".chip", has_text=who).click()
    named(gm, "Soute").locator(".ground-press").click()
    expect(named(gm, "Soute")).to_contain_text(skirmish.HERO)
    expect(named(gm, "Soute")).to_contain_text("Garde de station")
    expect(fold).to_have_attribute("open", "")
    expect(gm.locator(".ground-choose input:checked")).to_have_count(0)


def test_a_telephone_names_both_ends_of_each_way(table):
    gm = table["gm"]
    gm.set_viewport_size({"width": 390, "height": 844})
    ways = gm.locator(".panel.ground .ground-way > span:first-child")
    expect(ways.nth(2)).to_be_visible()
    for way in ways.all():
        expect(way).to_be_visible()
        assert way.bounding_box()["width"] > 60, way.inner_text()


def test_the_selected_fighter_is_below_the_ground_and_questions_above(table):
    gm = table["gm"]
    gm.locator(".now-head button").click()
    gm.locator(".gm-left a.rung-body").filter(has_text=skirmish.HERO).first.click()
    gm.wait_for_url("**/fighters/**")
    ground, offer = gm.locator("section.panel.ground"), gm.locator(".selected .offer").first
    expect(ground).to_be_visible()
    offer.scroll_into_view_if_needed()
    expect(offer).to_be_in_viewport()
    expect(gm.locator(".selected .wound-grid")).to_be_hidden()
    gm.locator(".gm-fight").evaluate(
        """(fight) => {
            const asks = document.createElement("div");
            asks.className = "exchanges";
            asks.innerHTML = "<section class='exchange'><p>Localisation</p></section>";
            fight.prepend(asks);
        }"""
    )
    assert gm.locator(".exchanges").bounding_box()["y"] < ground.bounding_box()["y"]


def test_an_act_that_opens_beneath_the_places_shows_its_submit_button(table):
    gm = table["gm"]
    gm.locator(".request-main > details > summary").click()
    gm.locator(".request-main form .btn-primary").click()
    gm.locator(".gm-left a.rung-body").filter(has_text="Garde de station").first.click()
    gm.wait_for_url("**/fighters/**")
    expect(gm.locator("section.panel.ground")).to_be_visible()
    gm.locator(".selected .offer > summary", has_text="Tirer").click()
    expect(gm.locator(".selected .offer[open] .offer-dock button:visible").last).to_be_in_viewport()
    gm.locator("[data-tab='fight']").first.click()
    gm.locator(".selected-states .states-more > summary").click()
    expect(gm.locator(".selected-states").get_by_role("button", name="Mort", exact=True)).to_be_in_viewport()


def test_without_scripts_the_board_shows_the_ground_and_no_tab_that_opens_nothing(table, browser):
    gm = table["gm"]
    context = browser.new_context(java_script_enabled=False, locale="fr-FR", storage_state=gm.context.storage_state())
    page = context.new_page()
    page.goto(gm.url)
    expect(page.locator(".panel-tabs")).to_be_hidden()
    page.locator("label.chip", has_text="Personnages joueurs").click()
    named(page, "Soute").locator(".ground-press").click()
    expect(named(page, "Soute")).to_contain_text(skirmish.HERO)
    context.close()


SMALL = """() => [...document.querySelectorAll(".rung-who, .ground-name, .ground-title")].filter((name) =>
    parseFloat(getComputedStyle(name).fontSize) < 11 || name.scrollWidth > name.clientWidth + 1)
    .map((name) => name.innerText)"""


def test_a_spectators_phone_reads_the_places_below_the_order(table):
    gm, phone = table["gm"], table["screen"]
    for who, place in ((skirmish.HERO, "Sas"), ("Garde de station", "Coursive")):
        gm.locator(".panel.ground .ground-somewhere .ground-who", has_text=who).drag_to(named(gm, place))
        expect(named(phone, place)).to_contain_text(who)
    phone.set_viewport_size({"width": 390, "height": 844})
    order, ground = phone.locator(".ladder-wall").bounding_box(), phone.locator(".ground-wall").bounding_box()
    assert order["y"] + order["height"] <= ground["y"] and min(order["width"], ground["width"]) > 350
    assert ground["y"] + ground["height"] <= 844
    assert phone.evaluate(SMALL) == []
