"""A turn of Polaris with every optional and advanced rule on, played to its end and ended, with real dice."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.playing import PATIENCE, Fight, begin
from tests.browser.skirmish import HERO, lay
from tests.rules.polaris.play import all_set

SIZES = {"gm": (1920, 1080), "ana": (390, 844), "screen": (1920, 1080)}
PIRATE, CAPTAIN = "Pirate des bas-fonds", "Capitaine pirate"
HOUSE = {**all_set(True), "fatigue_every_turns": 1, "declaration_timer_s": 60}


@pytest.fixture
def fight(server, window):
    ground = lay(server, "polaris", "mercenary", HOUSE, pirate=1, pirate_captain=1)
    pages = {}
    for name, size in SIZES.items():
        page = pages[name] = window(*size)
        page.set_default_timeout(PATIENCE)
        page.context.add_cookies([{"name": "tablee_session", "value": ground.sessions[name], "url": server.url}])
        page.goto(ground.addresses[name])
        expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    return Fight(pages, {}, None)


def rule(fight: Fight, what: str, **picked: str) -> None:
    """The game master takes something from their menu, or from what a test has left to them."""
    fight.gm.locator(".requests > [popovertarget$=-more]").click()
    offer = (
        fight.gm.locator(".offers-menu[id$='-more'] .offer").filter(has=fight.gm.get_by_text(what, exact=True)).first
    )
    offer.locator("> summary").click()
    for key, value in picked.items():
        offer.locator(f"[name=arg-{key}]").first.select_option(value)
    offer.locator("button:visible").last.click()
    expect(fight.gm.locator(".offers-menu[id$='-more']")).to_be_hidden()


def told(fight: Fight, *words: str) -> None:
    """The last result on the game master's page says all of this."""
    for said in words:
        expect(fight.gm.locator(".table-last")).to_contain_text(said)


def test_a_turn_with_every_option_on_is_played_to_its_end(fight):
    gm, ana = fight.gm, fight.pages["ana"]
    begin(fight, HERO)
    fight.next(HERO)
    fight.say("ana", HERO, "Tester la Réaction")
    fight.throw("ana", HERO, 9)

    # Slowest first, each with the time there is; who dithers pays for it.
    fight.next(HERO)
    for seat in ("gm", "ana"):
        expect(fight.pages[seat].locator(".clock")).to_have_text(re.compile(r"^0:[345]\d$|^1:00$"))
    fight.say(
        "ana", HERO, "Attaquer au contact", PIRATE, "Dague", mode="offensive", technique="powerful_strike", aim="body"
    )
    fight.next(PIRATE)
    expect(ana.locator(".clock")).to_have_count(0)
    fight.say("gm", PIRATE, "Attaquer au contact", HERO, "Mains nues", "Action précipitée")
    fight.next(CAPTAIN)
    rule(fight, "Hésitation")
    fight.say("gm", CAPTAIN, "Seulement se défendre", mode="retreat")

    # A failure by much with bare hands: the riposte, the shock, and then the catastrophe.
    expect(gm.locator(".now-head-phase")).to_contain_text("Phase 15")
    fight.next(PIRATE)
    fight.say("gm", PIRATE, "Attaquer")
    fight.throw("gm", "Attaque", 20)
    fight.throw("ana", "Défense", 4)
    fight.throw("gm", "Second dé", 15)
    fight.choose("ana", "attaqué à mains nues", "Blesser l’attaquant")
    fight.throw("ana", "Localisation", 10)
    fight.throw("ana", "Dommages", 10)
    told(fight, "Échec critique", "Une catastrophe est possible", "blessure légère, corps")
    after = gm.locator(".request-after .offer")
    after.locator("> summary").click()
    after.locator("[name=arg-what]").select_option("10")
    after.locator("button:visible").last.click()
    expect(gm.locator("#log .journal-line").first).to_contain_text("catastrophe\N{NO-BREAK SPACE}: tombe")
    expect(after).to_have_count(0)

    # Too late to do something else; the blow goes where it was aimed.
    fight.next(HERO)
    fight.say("ana", HERO, "Changer d’intention")
    fight.throw("ana", "Adaptation", 18)
    fight.say("ana", HERO, "Attaquer")
    fight.throw("ana", "Attaque", 5)
    fight.throw("gm", "Défense", 19)
    fight.throw("ana", "Dommages", 5)
    told(fight, "Mode : offensif", "Viser : corps", "pas de blessure, corps")  # without initiative, no technique

    # A pure defender acts last; then everybody is tired.
    fight.next(CAPTAIN)
    fight.say("gm", CAPTAIN, "Y renoncer")
    expect(gm.locator(".now-head-phase")).to_contain_text("Fatigue")
    fight.next(HERO)
    fight.say("ana", HERO, "Tester la fatigue")
    fight.throw("ana", "Fatigue", 5)
    for name in (PIRATE, CAPTAIN):
        fight.say("gm", name, "Tester la fatigue")
        fight.throw("gm", "Fatigue", 5)
    gm.locator(".request-main").get_by_text("Nouveau tour", exact=True).click()
    expect(gm.locator(".now-head")).to_contain_text("Tour 2")
    gm.locator(".requests > [popovertarget$=-more]").click()
    gm.locator(".offers-menu[id$='-more']").get_by_text("Terminer, et lire le récit", exact=True).click()
    gm.wait_for_url("**/recap/*")
