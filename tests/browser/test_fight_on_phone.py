"""A fight on a phone: questions, acts and results are in view."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.playing import Fight as Windows
from tests.browser.skirmish import HERO, begin_fight, lay

SIZES = [(390, 844), (320, 640)]
DRONES = ("Drone de veille A", "Drone de veille B")
ATTACK = "Attaque (A)"


@pytest.fixture
def sit(server, window):
    """Seat the game master and Ana, with a telephone of this size, at a fight of hers, and let her begin."""
    ground = lay(server, "chroniques", "ysaline_morvane", sentry_drone=2)

    def seated(width: int, height: int) -> Windows:
        pages: dict[str, Page] = {}
        for name, size in (("gm", (1920, 1080)), ("ana", (width, height))):
            page = pages[name] = window(*size, has_touch=name == "ana")
            page.context.add_cookies([{"name": "tablee_session", "value": ground.sessions[name], "url": server.url}])
            page.goto(ground.addresses[name])
            expect(page.locator("#connection")).to_have_attribute("data-state", "live")
        fight = Windows(pages, {}, None)
        begin_fight(fight.gm)
        fight.next(HERO)
        expect(pages["ana"].locator(".turn-banner")).to_be_visible()
        return fight

    return seated


def offer(page: Page, what: str) -> Locator:
    return page.locator(".fight-mine details.offer").filter(has=page.get_by_text(what, exact=True)).first


def box(found: Locator) -> dict[str, float]:
    """The rectangle in which an element is drawn, within the window."""
    expect(found).to_be_in_viewport(ratio=1)
    place = found.bounding_box()
    assert place is not None
    return place


def apart(one: Locator, other: Locator) -> bool:
    first, second = sorted((box(one), box(other)), key=lambda place: place["y"])
    return first["y"] + first["height"] <= second["y"]


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_form_that_opens_is_in_sight_with_its_odds_and_its_button(sit, width, height):
    fight = sit(width, height)
    ana, attack = fight.pages["ana"], offer(fight.pages["ana"], ATTACK)
    attack.locator("> summary").click()
    button, head = attack.locator(".offer-dock button"), attack.locator("> summary")
    assert apart(head, button)
    attack.get_by_label(DRONES[0]).check()
    expect(attack.locator(".odds-total")).to_contain_text("+4")
    assert apart(attack.locator(".odds-head"), button)
    assert ana.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_question_then_its_result_are_on_top_and_no_message_covers_a_button(sit, width, height):
    fight = sit(width, height)
    ana, lost = fight.pages["ana"], []
    ana.on("response", lambda one: lost.append(one.url) if one.status == 404 else None)
    attack = offer(ana, ATTACK)
    attack.locator("> summary").click()
    attack.get_by_label(DRONES[1]).check()
    attack.locator(".offer-dock button").click()
    asked = ana.locator(".exchange-ask")
    assert apart(asked.locator(".odds-total"), asked.get_by_role("button", name=re.compile("^Lancer")))
    assert apart(ana.locator("#toasts > :last-child"), asked.get_by_role("button", name=re.compile("^Lancer")))
    fight.throw("ana", "Attaque", 2)
    result = ana.locator(".fight-now .result")
    expect(result).to_contain_text("manqué")
    assert apart(result.locator(".outcome"), ana.locator(".fight-own h2"))
    move = offer(ana, "Action de mouvement (M)")
    move.locator("> summary").click()
    assert apart(ana.locator("#toasts > :last-child"), move.locator(".offer-dock button"))
    assert box(ana.locator("#toasts > :last-child"))["height"] < 64
    assert lost == []


@pytest.mark.parametrize(("width", "height"), [*SIZES, (390, 660)])
def test_the_die_to_throw_is_at_the_foot_of_a_phone(sit, width, height):
    ana = sit(width, height).pages["ana"]
    attack = offer(ana, ATTACK)
    attack.locator("> summary").click()
    attack.get_by_label(DRONES[1]).check()
    attack.locator(".offer-dock button").click()
    asked = ana.locator(".exchange-ask")
    asked.evaluate("(one) => one.insertAdjacentHTML('beforebegin', '<p>La suite.</p>'.repeat(60))")
    throw = asked.locator(".throw-here")
    assert apart(ana.locator("#toasts > :last-child"), throw)
    asked.locator(".throw-real > summary").click()
    expect(asked.locator(".odds")).to_be_hidden()
    keys = asked.locator(".throw-keys > button")
    expect(keys).to_have_count(20)
    box(keys.first)
    assert apart(keys.last, throw) or height < 700, "what throws comes after the keys"
    throw.scroll_into_view_if_needed()
    assert apart(keys.last, throw)


def test_a_line_of_the_journal_is_read_on_a_phone(sit):
    ana = sit(*SIZES[0]).pages["ana"]
    line = ana.locator("#log .journal-line").first
    line.scroll_into_view_if_needed()
    log, first = box(ana.locator("#log")), box(line)
    assert first["y"] + first["height"] <= log["y"] + log["height"]


def test_the_next_blow_defaults_to_the_target_of_the_last(sit):
    fight = sit(*SIZES[0])
    ana, attack = fight.pages["ana"], offer(fight.pages["ana"], ATTACK)
    attack.locator("> summary").click()
    expect(attack.locator("[name=arg-target]:checked")).to_have_count(0)  # whom it concerns is not guessed
    attack.get_by_label(DRONES[1]).check()
    attack.locator(".offer-dock button").click()
    fight.throw("ana", "Attaque", 2)
    expect(ana.locator(".fight-now .result")).to_be_visible()
    undo = fight.gm.locator("[data-key=u]")
    the_die = undo.get_attribute("title")
    fight.gm.keyboard.press("u")
    expect(ana.locator(".exchange-ask")).to_have_count(1)
    expect(undo).not_to_have_attribute("title", the_die)  # the key names the blow itself now
    fight.gm.keyboard.press("u")
    expect(ana.locator(".exchange-ask")).to_have_count(0)
    attack.locator("> summary").click()
    expect(attack.get_by_label(DRONES[1])).to_be_checked()
    expect(attack.locator(".odds-total")).to_contain_text("+4")
