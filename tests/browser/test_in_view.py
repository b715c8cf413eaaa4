"""The outcome of an act is in sight until the next one, on the board at every width; fighters join from there."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.playing import declare_attack, type_dice
from tests.browser.skirmish import HERO, begin_fight, lay
from tests.browser.waiting import settle

WIDTHS = [(390, 844), (1100, 760), (1280, 800), (1440, 900), (1920, 1080)]


@pytest.fixture
def board(server, window):
    """Seat the game master at a fight that has begun."""
    ground = lay(server, "chroniques", "ysaline_morvane", sentry_drone=2)
    page: Page = window(1280, 800)
    page.context.add_cookies([{"name": "tablee_session", "value": ground.sessions["gm"], "url": server.url}])
    page.goto(ground.addresses["gm"])
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    begin_fight(page)
    return page


def test_the_verdict_stays_in_sight_at_every_width_whoever_is_selected(board):
    board.locator(".gm-left a.rung-body").filter(has_text=HERO).first.click()
    type_dice(declare_attack(board).locator("form"), 2)
    verdict = board.locator(".table-last .result-verdict")
    expect(verdict).to_contain_text(f"{HERO} manque")
    board.locator(".gm-left a.rung-body").last.click()
    for width, height in WIDTHS:
        board.set_viewport_size({"width": width, "height": height})
        board.evaluate("scrollTo(0, 0)")
        expect(verdict).to_be_in_viewport(ratio=1)
        assert board.evaluate("document.documentElement.scrollWidth") <= width


def test_the_next_step_is_on_the_first_screen_of_a_game_masters_phone(board):
    board.locator(".gm-left a.rung-body").filter(has_text=HERO).first.click()
    type_dice(declare_attack(board).locator("form"), 2)
    expect(board.locator(".table-last .result-verdict")).to_contain_text(f"{HERO} manque")
    board.set_viewport_size({"width": WIDTHS[0][0], "height": WIDTHS[0][1]})
    board.evaluate("scrollTo(0, 0)")
    expect(board.locator(".table-last .breakdown")).to_be_hidden()
    expect(board.locator(".now-head")).to_be_in_viewport(ratio=1)
    keys = board.locator(".gm-bar > [popovertarget=keys]")
    expect(keys).to_have_count(1)
    expect(keys).to_be_hidden()


def test_the_bar_of_a_game_masters_phone_is_one_line_of_named_buttons(board):
    board.set_viewport_size({"width": WIDTHS[0][0], "height": WIDTHS[0][1]})
    assert board.locator(".gm-bar").bounding_box()["height"] <= 64
    board.locator(".gm-bar").get_by_role("button", name="Plus", exact=True).click()
    for words in ("Demander un test", "Pause", "Terminer, et lire le récit"):
        expect(board.locator(".gm-tools").get_by_text(words, exact=True)).to_be_in_viewport(ratio=1)


def test_the_result_of_a_die_is_in_sight_on_a_long_sheet(server, window):
    ground = lay(server, "mythras", "lysandros", bandit=1)
    page: Page = window(*WIDTHS[0])
    page.context.add_cookies([{"name": "tablee_session", "value": ground.sessions["ana"], "url": server.url}])
    page.goto(ground.addresses["ana"])
    page.locator("main a[href*='/characters/']").first.click()
    luck = page.locator("form[id$=state-luck]")
    for left in ("1", "0"):  # else a failure asks whether a point of it is spent
        luck.get_by_role("button", name="un de moins").click()
        expect(luck.locator("output")).to_have_text(left)
    page.locator(".tab-bar a", has_text="Comp.").click()
    page.locator(".skill", has_text="Athlétisme").first.click()
    page.locator("dialog[open] button.btn-primary").click()
    page.locator(".tab-bar a", has_text="État").click()
    page.evaluate("scrollTo(0, 0)")
    expect(page.locator(".sheet-last .result-verdict")).to_be_in_viewport(ratio=1)
    expect(page.locator("#body, .body").first).to_be_in_viewport()


def test_fighters_join_a_running_fight_in_three_inputs(board):
    before = board.locator(".gm-left .rung").count()
    board.locator(".ladder-add").click()
    board.locator("dialog [name=what]").fill("2x drone")
    board.locator("dialog [name=what]").press("Enter")
    expect(board.locator(".gm-left .rung")).to_have_count(before + 2)
    expect(board.locator("dialog[open]")).to_have_count(0)
    board.keyboard.press("u")
    expect(board.locator(".gm-left .rung")).to_have_count(before)


def test_awaited_names_are_not_cut_and_the_selected_panel_keeps_its_heading(board):
    """Whatever is asked above them, and however many are awaited: nothing of the head is cut short."""
    board.locator(".gm-left a.rung-body").filter(has_text=HERO).first.click()
    expect(board.locator(".selected-who h2")).to_have_text(HERO)
    settle(board)
    board.locator(".gm-fight").evaluate(
        """(fight) => {
            const asks = document.createElement("div"), awaited = document.createElement("p");
            asks.className = "exchanges";
            asks.innerHTML = "<section class='exchange'>" + "<p>Localisation</p>".repeat(200) + "</section>";
            fight.prepend(asks);
            awaited.className = "now-head-who caption";
            awaited.innerHTML = "<span>On attend " + "Chasseresse des friches, ".repeat(5) + "</span>";
            document.querySelector(".now-head > .grow").append(awaited);
        }"""
    )
    for width, height in WIDTHS[1:]:
        board.set_viewport_size({"width": width, "height": height})
        heading = board.locator(".selected-who h2")
        expect(heading).to_be_in_viewport(ratio=1)
        assert board.locator(".selected").bounding_box()["height"] >= 120
        cut = """() => [...document.querySelectorAll(".now-head *")].filter((one) =>
            !one.matches(".vh") && getComputedStyle(one).display !== "contents" &&
            (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 2) &&
            getComputedStyle(one).overflow !== "visible").map((one) => one.innerText)"""
        assert board.evaluate(cut) == []


def test_a_duel_takes_the_wall_below_its_head_and_not_the_band_alone(server, window):
    ground = lay(server, "chroniques", "ysaline_morvane", sentry_drone=2)
    wall: Page = window(1920, 1080)
    wall.context.add_cookies([{"name": "tablee_session", "value": ground.sessions["screen"], "url": server.url}])
    wall.goto(ground.addresses["screen"])
    expect(wall.locator("#connection")).to_have_attribute("data-state", "live")
    duel = "<footer class='screen-band is-past'><section class='wall-duel'><p>contre</p></section></footer>"
    wall.locator("main.screen").evaluate("(main, duel) => main.insertAdjacentHTML('beforeend', duel)", duel)
    box = wall.locator(".screen-band > .wall-duel").bounding_box()
    assert (box["x"], box["width"]) == (0, 1920)
    assert box["y"] < 200 and box["y"] + box["height"] == 1080
    ink = "(one) => getComputedStyle(one).color"
    words = wall.locator(".screen-band > .wall-duel > p")
    assert words.evaluate(ink) == wall.locator("body").evaluate(ink), "though an earlier turn lies beneath"


@pytest.mark.parametrize(("width", "height"), [(390, 844), (320, 640)])
def test_a_duel_on_a_spectators_phone_leaves_the_head_in_sight(server, window, width, height):
    ground = lay(server, "chroniques", "ysaline_morvane", sentry_drone=2)
    phone: Page = window(width, height)
    phone.context.add_cookies([{"name": "tablee_session", "value": ground.sessions["screen"], "url": server.url}])
    phone.goto(ground.addresses["screen"])
    expect(phone.locator("#connection")).to_have_attribute("data-state", "live")
    title = "<div><h1>Embuscade : quatre contre six au bord du gouffre</h1><p>Tour 2</p></div>"
    part = "<p class='screen-phase'><span>Déclarations<small>On attend tout le monde</small></span></p>"
    phone.locator("main.screen").evaluate(
        """(main, head) => {
            main.querySelector(".screen-head").innerHTML = head;
            const band = main.querySelector(".screen-band") ?? main.appendChild(document.createElement("footer"));
            band.className = "screen-band";
            band.innerHTML = "<section class='wall-duel'><p>contre</p></section>";
        }""",
        title + part,
    )
    head, duel = phone.locator(".screen-head").bounding_box(), phone.locator(".wall-duel").bounding_box()
    words = phone.locator(".screen-phase small").bounding_box()
    assert words["y"] + words["height"] <= head["y"] + head["height"] <= duel["y"]
    assert (duel["x"], duel["width"]) == (0, width) and duel["y"] + duel["height"] > height * 0.95


def test_a_refused_field_is_in_sight_in_a_form_of_any_length(player):
    sheet = player()
    sheet.locator(".tab-bar").get_by_text("Matériel").click()
    sheet.locator("a[href$='/rows/weapons/']").click()
    sheet.locator(".ready-own > summary").click()
    sheet.locator("#edit-weapons .btn-primary").click()
    expect(sheet.locator("#edit-weapons-name")).to_be_focused()
    expect(sheet.locator("#edit-weapons-name_error")).to_be_in_viewport(ratio=1)
