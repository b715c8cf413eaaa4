"""A phone loses its line in a fight: the game master sees it and goes on, and nothing that she chose is lost."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.playing import CANARY, FOE, PATIENCE, Fight, begin, send
from tests.browser.polaris_fight import lay

SIZES = {"gm": (1920, 1080), "ana": (390, 844)}
AWAY = re.compile(r"hors ligne depuis \d+\s(s|min)")


class Phone:
    """A page whose line can be cut, requests and socket alike."""

    def __init__(self, page: Page) -> None:
        self.page, self.lines, self.is_cut = page, [], False
        page.route_web_socket("**/ws/**", self._join)

    def _join(self, near) -> None:
        if self.is_cut:
            near.close(code=1012)
        else:
            self.lines.append((near, near.connect_to_server()))

    def cut(self) -> None:
        expect(self.page.locator(".offer-form:not([method])")).to_have_count(0)  # the forms that are kept for this
        self.is_cut = True
        self.page.context.set_offline(True)
        for near, far in self.lines:
            near.close(code=1012)
            far.close()
        self.lines.clear()
        expect(self.page.locator("#connection")).not_to_have_attribute("data-state", "live")

    def mend(self) -> None:
        self.is_cut = False
        self.page.context.set_offline(False)


@pytest.fixture
def fight(server, window):
    """A fight in which Élowen is called to declare; Tibor's player is not there."""
    laid, pages = lay(server), {}
    for name, (width, height) in SIZES.items():
        page = pages[name] = window(width=width, height=height, late=False)
        page.set_default_timeout(PATIENCE)
        page.context.add_cookies([{"name": "tablee_session", "value": laid.sessions[name], "url": server.url}])
    phone = Phone(pages["ana"])
    for name, page in pages.items():
        page.goto(laid.addresses[name])
        expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    found = Fight(pages, {}, laid)
    begin(found)
    found.next(FOE)
    found.say("gm", FOE, "Ne rien faire ce tour")
    found.say("gm", CANARY, "Ne rien faire ce tour")
    found.next("Élowen")
    expect(pages["ana"].locator(".fight-mine .offer").first).to_be_visible()
    return found, phone


def waited_for(fight):
    return fight.gm.locator(".request").filter(has_text="Élowen")


def test_the_game_master_sees_a_phone_go_offline_and_return(fight):
    fight, phone = fight
    expect(waited_for(fight).locator(".here")).to_contain_text("en ligne")
    expect(fight.gm.locator(".group-card").filter(has_text="Tibor")).to_contain_text("hors ligne")
    phone.cut()
    expect(waited_for(fight)).to_contain_text(AWAY)
    expect(waited_for(fight).locator(".dot-off")).to_be_visible()
    away = waited_for(fight).locator("[data-since]")
    away.evaluate("(words) => (words.dataset.since -= 200)")  # as if more than three minutes had gone by
    expect(waited_for(fight)).to_contain_text(re.compile(r"hors ligne depuis 3\smin"))
    phone.mend()
    expect(waited_for(fight).locator(".here")).to_contain_text("en ligne")
    expect(phone.page.locator("body")).not_to_contain_text("hors ligne depuis")


def test_a_choice_made_offline_and_the_game_masters_choice_for_her_are_both_shown(fight):
    fight, phone = fight
    phone.cut()
    fight.say("ana", "Élowen", "Faire autre chose", written="Fouiller la caisse")
    expect(phone.page.locator("#offline [data-waiting]")).to_have_text("1")
    fight.say("gm", "Élowen", "Faire autre chose", written="Tenir la passerelle")
    expect(waited_for(fight)).to_have_count(0)
    phone.mend()
    banner = phone.page.locator("[data-late-refusal]")
    expect(banner).to_contain_text("Fouiller la caisse")
    expect(banner).to_contain_text("Tenir la passerelle")
    expect(banner).to_contain_text("c’est son choix qui compte")
    expect(phone.page.locator("#offline [data-waiting]")).to_be_hidden()
    expect(phone.page.locator(".fight-mine form")).to_have_count(0)
    banner.get_by_role("button", name="Fermer").click()
    expect(banner).to_be_hidden()


@pytest.mark.parametrize("reloaded", [False, True], ids=["as it was", "loaded again"])
def test_a_declaration_whose_target_is_gone_returns_with_its_other_fields(fight, reloaded):
    fight, phone = fight
    phone.cut()
    fight.say("ana", "Élowen", "Attaquer au contact", FOE, "Dague", preparation="orders")
    expect(phone.page.locator("#offline [data-waiting]")).to_have_text("1")
    fight.select(FOE)
    fight.gm.locator(".selected form:has([name=kind][value=hide]) button").first.click()
    expect(fight.gm.locator(".gm-left .rung.is-hidden").filter(has_text=FOE)).to_be_visible()
    if reloaded:
        phone.page.route("**/actions/", lambda route: route.abort())
        phone.mend()
        phone.page.reload()
        expect(phone.page.locator("#connection")).to_have_attribute("data-state", "sending")
        phone.page.unroute("**/actions/")
    else:
        phone.mend()
    banner, form = phone.page.locator("[data-late-refusal]"), phone.page.locator(".offer-form:visible")
    expect(banner).to_contain_text("n’est plus là")
    expect(banner).to_contain_text(re.compile(f"Attaquer au contact · {FOE} · Dague"))
    expect(form.locator("[data-refusal]")).to_contain_text("n’est plus là")
    expect(form.get_by_label(re.compile("^Dague"))).to_be_checked()
    expect(form.locator("[name=arg-preparation]")).to_have_value("orders")
    expect(form.locator("[name=arg-target]:checked")).to_have_count(0)
    expect(form.get_by_label(re.compile(f"^{FOE}"))).to_have_count(0)
    expect(phone.page.locator("#connection")).to_have_attribute("data-state", "live")
    form.get_by_label(re.compile("^Tibor")).check()
    send(phone.page, form.locator("button:visible").last)
    expect(phone.page.locator(".fight-mine form")).to_have_count(0)
    expect(phone.page.locator("#log")).to_contain_text(re.compile("Élowen"))
