"""The three smaller games at the table: a fight of each played to its end through the pages, with real dice."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.playing import DOUBLE, type_dice
from tests.serve import Server

SIZES = {"gm": (1920, 1080), "ana": (390, 844), "screen": (1920, 1080)}
HERO = "Élowen"
# As a password manager leaves the fields it has looked at: nothing may copy their style, which the policy forbids.
STYLED = "document.querySelectorAll('input').forEach((one) => { one.style.width = '1px'; one.style.width = ''; })"


@pytest.fixture
def server(demonstration) -> Server:
    return demonstration[0]


@dataclass
class Fight:
    """The windows of a fight of Élowen, whom Ana plays, against one opponent."""

    gm: Page
    ana: Page
    screen: Page
    foe: str

    def of(self, page: Page) -> Locator:
        """The acts offered on a page of the game master or of the player."""
        return page.locator(".selected .offers" if page is self.gm else ".fight-mine")

    def next(self) -> None:
        """The game master calls who is up."""
        button = self.gm.locator(".now-head button")
        expect(button).to_be_enabled()
        # Until the page knows what was done just before, the button would do that once more.
        expect(button).not_to_have_attribute("title", re.compile("Commencer|Nouveau"))
        self.gm.wait_for_timeout(DOUBLE)
        button.click()

    def select(self, name: str) -> None:
        self.gm.locator(".gm-left a.rung-body").filter(has_text=name).first.click()
        expect(self.gm.locator(".selected-who h2")).to_contain_text(name)

    def do(self, page: Page, what: str, *chosen: str) -> None:
        """Take an offer: open it, tick what is chosen, and send it."""
        offer = self.of(page).locator(".offer").filter(has=page.get_by_text(what, exact=True)).first
        offer.wait_for()
        page.evaluate(STYLED)
        if offer.locator("> summary").count():
            offer.locator("> summary").click()
            for label in chosen:
                offer.locator(".options label").filter(has_text=label).first.click()
            offer.locator("> form button.btn-wide").last.click()
        else:
            offer.locator("button").first.click()

    def menu(self, what: str) -> None:
        """Press a button at the foot of the game master's page."""
        self.gm.locator(".request-main").get_by_text(what, exact=True).first.click()

    def more(self, what: str) -> None:
        """Press a button in the menu at the foot of the game master's page."""
        self.gm.locator("button[popovertarget]").filter(has_text="Plus").click()
        self.gm.locator(".offers-menu[id$=-more]").get_by_role("button", name=what).click()

    def end(self) -> None:
        """One side alone is left: one press leads the game master to the story, and everybody reads that it is over."""
        self.menu("Terminer, et lire le récit")
        self.gm.wait_for_url("**/recap/*")
        expect(self.ana.locator("main")).to_contain_text("Le combat est terminé")

    def throw(self, *faces: int) -> None:
        """Ana types her real dice; the question is gone afterwards."""
        form = self.ana.locator(".exchange-ask form").filter(has=self.ana.locator(".throw")).first
        identity = form.get_attribute("id")
        type_dice(form, *faces)
        expect(self.ana.locator(f"#{identity}")).to_have_count(0)

    def choose(self, label: str) -> None:
        form = self.ana.locator(".exchange-ask form").filter(has=self.ana.locator(".options")).first
        identity = form.get_attribute("id")
        form.locator("button.option").filter(has_text=label).click()
        expect(self.ana.locator(f"#{identity}")).to_have_count(0)

    @property
    def part(self) -> Locator:
        """The fighter whose turn it is and the rest of the turn, as the game master reads them."""
        return self.gm.locator(".now-head-phase")

    def told(self, *words: str) -> None:
        """The last result on the game master's page says all of this."""
        for said in words:
            expect(self.gm.locator(".table-last")).to_contain_text(said)


@pytest.fixture
def sit(demonstration, window):
    """Seat people at the table of one game and open a fight against one opponent whom everybody sees."""

    def seated(title: str, foe: str) -> Fight:
        gm, ana, _leo, screen, *_rest = demonstration[1][title]
        pages = {}
        for (name, size), link in zip(SIZES.items(), (gm, ana, screen), strict=True):
            page = pages[name] = window(*size)
            page.goto(link)
            page.locator("main form button").first.click()
            expect(page.locator("#connection")).to_have_attribute("data-state", "live")
        _prepare(pages["gm"], foe)
        pages["ana"].locator(".fight-link").click()
        fight = Fight(**pages, foe=foe)
        fight.select(foe)
        pages["gm"].get_by_role("button", name="Révéler").click()
        expect(pages["screen"].locator("main")).to_contain_text(foe)
        return fight

    return seated


def _prepare(gm: Page, foe: str) -> None:
    gm.locator(".encounter-new input[name=name]").fill("Le gué")
    gm.get_by_role("button", name="Préparer").click()
    gm.wait_for_url("**/prepare/**")  # whole: who takes part is counted
    others = gm.locator(".participant:has(form)").filter(has_not_text=HERO)
    while left := others.count():
        others.first.get_by_role("button", name="Retirer").click()
        expect(others).to_have_count(left - 1)
    gm.locator(".palette-search [name=what]").fill(foe)
    gm.locator(".palette-row:visible").last.get_by_role("button").first.click()
    expect(gm.locator(".participant").filter(has_text=foe)).to_be_visible()
    gm.get_by_role("button", name="Pas à pas…", exact=True).first.click()
    expect(gm.locator(".gm-left")).to_contain_text(foe)


def test_a_fight_of_chroniques_oubliees(sit):
    fight = sit("Chroniques Oubliées", "Drone de veille")
    fight.menu("Commencer le combat")
    fight.next()
    expect(fight.part).not_to_contain_text("reste")
    fight.do(fight.ana, "Attaque (A)", fight.foe, "Masse électrique")
    expect(fight.part).to_contain_text("il reste un mouvement")
    fight.throw(20)
    fight.choose("DM ×2")
    fight.throw(4)
    fight.told("total 25 · coup critique", "perd 12 PV", "blessure grave, perd connaissance")
    expect(fight.screen.locator("main")).to_contain_text("coup critique")
    expect(fight.screen.locator("main")).not_to_contain_text("12 PV")
    expect(fight.of(fight.ana)).to_contain_text("Une action limitée remplit le tour")
    fight.do(fight.ana, "Action de mouvement (M)", "Se déplacer")
    expect(fight.part).to_contain_text("actions gratuites")
    fight.do(fight.ana, "Finir le tour")
    expect(fight.part).to_have_text("Chacun a eu son tour")
    fight.end()


def test_a_fight_of_the_medieval_game(sit):
    fight = sit("Médiéval-Fantastique, 2d10", "Brigand des chemins")
    fight.menu("Commencer le combat")
    expect(fight.part).to_have_text("Qui prend l’initiative, qui la laisse ?")
    fight.next()
    fight.do(fight.ana, "Faire un Jet d’Initiative")
    fight.do(fight.gm, "Laisser l’initiative à l’adversaire")
    fight.menu("Déterminer l’Ordre de Combat")
    fight.throw(9, 8)
    fight.told("total 19")
    expect(fight.part).to_have_text("Manœuvres du début du Tour")
    fight.next()
    fight.do(fight.ana, "Rage de Bataille (1 PC)")
    fight.do(fight.gm, "Ne rien déclarer")
    fight.next()
    expect(fight.part).to_contain_text(HERO)
    fight.do(fight.ana, "Attaquer en Mêlée", fight.foe, "Épée longue")
    fight.throw(10, 10)
    fight.throw(7)
    fight.told("total 36 · touché, Réussite Critique", "Rage de Bataille", "perd 26 PV", "plonge dans le coma")
    expect(fight.screen.locator("main")).not_to_contain_text("26 PV")
    expect(fight.part).to_have_text("Tout le monde a agi")
    fight.more("Nouveau Tour")
    expect(fight.part).to_have_text("Entre la vie et la mort")
    fight.next()
    fight.do(fight.gm, "Jet de Robustesse contre la mort")
    fight.told("/3")
    fight.end()


def test_a_fight_of_arpenteurs(sit):
    fight = sit("Arpenteurs", "Écumeur de la route")
    fight.menu("Commencer le combat")
    fight.gm.locator(".request-main form input[type=number]").fill("15")
    fight.gm.locator(".request-main form button.btn-wide").last.click()
    fight.next()
    fight.do(fight.ana, "Lancer l’initiative")
    fight.throw(6)
    fight.do(fight.gm, "Lancer l’initiative")
    fight.next()
    expect(fight.part).to_contain_text("2 actions restantes")
    fight.do(fight.ana, "Attaquer", fight.foe, "Pistolet")
    fight.throw(2, 3)
    fight.throw(5)
    fight.told("Réussite, 7 degrés", "il reste 11 cartouches", "perd 4 ECG au bras droit")
    expect(fight.screen.locator("main")).to_contain_text("7 degrés")
    expect(fight.screen.locator("main")).not_to_contain_text("4 ECG")
    expect(fight.part).to_contain_text("1 action restante")
    expect(fight.of(fight.ana)).to_contain_text("Les actions d’un tour doivent différer")
    fight.do(fight.ana, "Garder le reste pour des réactions")
    expect(fight.part).to_contain_text(fight.foe)
    fight.next()
    fight.do(fight.gm, "Garder le reste pour des réactions")
    fight.menu("Nouveau tour")
    fight.next()
    fight.do(fight.ana, "Attaquer", fight.foe, "Pistolet")
    fight.throw(2, 3)
    fight.throw(5)
    fight.told("il reste 10 cartouches", "perd 4 ECG au bras droit", "meurt")
    fight.end()
