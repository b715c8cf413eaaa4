"""Two fights of Mythras, each played to its end through the pages with real dice: spear and shield, then firearms.

The game master's board, the defender's phone and the shared screen are open at once.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.playing import PATIENCE, Fight
from tests.browser.skirmish import HERO, Skirmish, lay

SIZES = {"gm": (1920, 1080), "ana": (390, 844), "screen": (1920, 1080)}
OPTIONS_IN_SIGHT = """() => {
    const frame = document.querySelector(".gm-fight > .exchanges").getBoundingClientRect();
    const send = document.querySelector(".exchanges form > .btn-wide").getBoundingClientRect().top;
    return [...document.querySelectorAll(".exchanges .choice > .choice-group .option")].filter((one) => {
        const box = one.getBoundingClientRect();
        return box.top >= frame.top && box.bottom <= Math.min(frame.bottom, send);
    }).length;
}"""
GROW = """() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(".exchange-head { min-height: 40rem }");
    document.adoptedStyleSheets = [sheet];
}"""
EFFECT = "Aucun autre effet"  # what every choice of a special effect offers too


@pytest.fixture
def sit(server, window):
    """Seat the game master, Ana and the screen at a fight that was laid, and begin it with this initiative."""

    def seated(ground: Skirmish, initiative: dict[str, int]) -> Fight:
        pages: dict[str, Page] = {}
        for name, size in SIZES.items():
            page = pages[name] = window(*size)
            page.context.add_cookies([{"name": "tablee_session", "value": ground.sessions[name], "url": server.url}])
            page.goto(ground.addresses[name])
            expect(page.locator("#connection")).to_have_attribute("data-state", "live", timeout=PATIENCE)
        fight = Fight(pages, {}, None)
        fight.gm.locator(".request-main > details > summary").click()
        fight.gm.locator(".request-main form .btn-primary").click()
        expect(fight.gm.locator(".now-head-phase")).to_have_text("Initiative")
        for who, die in initiative.items():
            fight.throw("ana" if who == HERO else "gm", who, die)
        return fight

    return seated


def part(fight: Fight) -> Locator:
    """The fighter whose turn it is, as the game master reads it; the page is no wider or higher than its window."""
    assert fight.gm.evaluate("document.documentElement.scrollHeight <= innerHeight")
    return fight.gm.locator(".now-head-phase")


def told(fight: Fight, *words: str) -> None:
    """The last result on the game master's page says all of this."""
    for said in words:
        expect(fight.gm.locator(".table-last")).to_contain_text(said)


def ends(fight: Fight, *beaten: str) -> None:
    """Nobody of the other side stands: fight and encounter are over."""
    for name in beaten:
        expect(fight.pages["screen"].locator(".rung", has_text=name)).to_contain_text("Hors de combat")
    fight.gm.locator(".request-main").get_by_text("Terminer, et lire le récit", exact=True).click()  # it leads now
    fight.gm.wait_for_url("**/recap/*")  # the story of the fight


def test_spear_and_shield_against_two_bandits(server, sit):
    fight = sit(lay(server, "mythras", "lysandros", bandit=2), {"Bandit A": 3, "Bandit B": 2, HERO: 9})
    fight.next(HERO)
    fight.say("ana", HERO, "Attaquer", "Bandit A", "Lance à une main")
    fight.throw("ana", "Attaque", 5)
    fight.choose("gm", "Réussite critique", "Parade : Écu")
    fight.throw("gm", "Défense", 70)
    for effect in ("Empaler", "Choisir la Localisation"):
        fight.choose("ana", EFFECT, effect)
    fight.choose("ana", "Quelle localisation", "Abdomen")
    for face in (3, 8):
        fight.throw("ana", "1d8", face)
    fight.choose("ana", "quels dégâts", "9")
    fight.throw("ana", "1d2", 1)
    fight.throw("gm", "Tours sans attaquer", 2)
    fight.throw("gm", "Endurance", 80)
    told(fight, "perd 9 PV (abdomen)", "garde l’arme dans la plaie", "perd connaissance")
    expect(fight.pages["screen"].locator("main")).not_to_contain_text("9 PV")
    _answers(fight)
    _strikes_back(fight)
    ends(fight, "Bandit A", "Bandit B")


def test_a_prompt_below_a_long_exchange_is_in_sight(server, sit):
    fight = sit(lay(server, "mythras", "lysandros", bandit=1), {"Bandit": 3, HERO: 9})
    fight.gm.evaluate(GROW)
    fight.next(HERO)
    fight.say("ana", HERO, "Attaquer", "Bandit", "Lance à une main")
    fight.throw("ana", "Attaque", 5)
    expect(fight.asked("gm", "Réussite critique").locator(".option").first).to_be_in_viewport(ratio=1)


def _answers(fight: Fight) -> None:
    """The second bandit strikes twice: a parry earns a counter in secret, which then turns the trip against them."""
    ana = fight.pages["ana"]
    fight.next("Bandit B")
    fight.say("gm", "Bandit B", "Attaquer", HERO, "Hache")
    ana.evaluate("scrollTo(0, 2000)")
    fight.throw("gm", "Attaque", 20)
    ask = fight.asked("ana", "Quelle réaction")
    expect(ask).to_be_in_viewport()  # the question comes to the phone, wherever it was read
    expect(ask.locator(".is-refused", has_text="Lance à une main")).to_contain_text("Encore plantée")
    fight.choose("ana", "Quelle réaction", "Parade : Aspis")
    fight.throw("ana", "Défense", 3)
    fight.choose("ana", EFFECT, "Préparer la Riposte")
    fight.choose("ana", "Quel effet attendez-vous", "Faire Trébucher")
    fight.throw("gm", "Localisation", 10)
    fight.throw("gm", "Dégâts", 4)
    told(fight, "ne perd aucun PV (poitrine) (Hache 5, Parade −5)")
    fight.say("gm", "Bandit B", "Attaquer", HERO, "Hache")
    fight.throw("gm", "Attaque", 30)
    expect(fight.pages["ana"].locator(".exchange-ask")).to_have_count(0)  # without points nothing is answered
    fight.choose("gm", EFFECT, "Faire Trébucher")
    fight.choose("ana", "Vous l’attendiez", "Exposer l’Adversaire")
    fight.throw("gm", "Localisation", 13)
    fight.throw("gm", "Dégâts", 2)
    told(fight, "Faire Trébucher est perdu", "perd 3 PV (bras droit)", "ne peut pas attaquer pendant 1 tour")
    expect(part(fight)).to_have_text("Tous les points sont dépensés ou gardés")


def _strikes_back(fight: Fight) -> None:
    """The spear is pulled out of the first, and meets the head of the second."""
    fight.gm.locator(".request-main").get_by_text("Nouveau round", exact=True).click()
    fight.next(HERO)
    expect(fight.pages["ana"].locator(".fight-mine .fight-intent")).to_contain_text("2 sur 2 points d’action")
    fight.say("ana", HERO, "Retirer une arme", "plantée chez Bandit A")
    fight.throw("ana", "Force Brute", 20)
    fight.throw("ana", "1d8", 2)
    fight.throw("gm", "Tours sans attaquer", 1)
    fight.throw("gm", "Endurance", 90)
    told(fight, "débarrassé de l’arme plantée", "perd 2 PV (abdomen)")
    fight.next("Bandit B")
    expect(fight.gm.locator(".selected .is-refused", has_text="Attaquer")).to_contain_text(
        "Pas d’attaque pendant encore"
    )
    fight.say("gm", "Bandit B", "Hésiter : perdre le tour")
    fight.next(HERO)
    fight.say("ana", HERO, "Attaquer", "Bandit B", "Lance à une main")
    fight.throw("ana", "Attaque", 40)
    fight.choose("gm", "Réussite", "Esquive")
    fight.throw("gm", "Défense", 90)
    fight.choose("ana", EFFECT, "Choisir la Localisation")
    fight.choose("ana", "Quelle localisation", "Tête")
    fight.throw("ana", "1d8", 6)
    fight.throw("ana", "1d2", 2)
    fight.throw("gm", "Tours sans attaquer", 2)
    fight.throw("gm", "Endurance", 90)
    told(fight, "tombe à terre", "perd 9 PV (tête)", "perd connaissance")


A, B = "Porte-flingue A", "Porte-flingue B"
BURST = "Fusil d’assaut\N{NO-BREAK SPACE}: Rafale courte"


def test_a_firefight_against_two_gunmen(server, sit):
    fight = sit(lay(server, "mythras", "camille_dray", gunman=2), {A: 3, B: 2, HERO: 9})
    fight.next(HERO)
    fight.say("ana", HERO, "Changer de Mode de Tir", BURST)
    _dives(fight)
    _fires_back(fight)
    _shoots_through_cover(fight)
    ends(fight, A)


def _dives(fight: Fight) -> None:
    """Nothing parries a bullet: one dives for the cover beside one, or lets it come."""
    fight.next(A)
    fight.say("gm", A, "Tirer ou lancer", HERO, "Pistolet", "Un couvert est près de la cible")
    fight.throw("gm", "Attaque", 20)
    ask = fight.asked("ana", "Quelle réaction")
    expect(ask.locator(".is-refused")).to_contain_text("Rien ne permet de parer cela")
    fight.choose("ana", "Quelle réaction", "Esquive")
    fight.throw("ana", "Défense", 15)  # both succeed: the higher die
    fight.throw("gm", "Localisation", 12)
    fight.throw("gm", "Dégâts", 6)
    fight.choose("gm", "derrière quoi", "Il n’y a pas de couvert")
    told(fight, "tombe à terre", "ne perd aucun PV (poitrine) (Pistolet 6, Armure −6)")
    fight.next(B)
    fight.say("gm", B, "Se Mettre à Couvert")
    expect(part(fight)).to_contain_text(A)
    fight.say("gm", A, "Garder tous les points pour des réactions")
    fight.next(B)
    fight.say("gm", B, "Garder tous les points pour des réactions")


def _fires_back(fight: Fight) -> None:
    """On her feet again she answers with a burst: a critical drops the first gunman and pins them down."""
    fight.gm.locator(".request-main").get_by_text("Nouveau round", exact=True).click()
    fight.next(HERO)
    fight.say("ana", HERO, "Se Relever")
    fight.next(A)
    fight.say("gm", A, "Tirer ou lancer", HERO, "Pistolet")
    fight.throw("gm", "Attaque", 100)
    told(fight, "Maladresse", "Cible 54")
    fight.next(B)
    fight.say("gm", B, "Hésiter : perdre le tour")
    fight.next(HERO)
    fight.say("ana", HERO, "Tirer ou lancer", A, "Fusil d’assaut")
    fight.throw("ana", "Attaque", 4)
    for effect in ("Neutraliser l’Adversaire", "Clouer sur Place"):
        fight.choose("ana", EFFECT, effect)
    fight.throw("ana", "Localisation", 8)
    fight.choose("ana", "Déplacer le tir", "Poitrine")
    fight.throw("ana", "Dégâts", 5, 4)
    fight.throw("gm", "Neutraliser", 90)
    fight.throw("gm", "Clouer", 90)
    fight.choose("gm", "derrière quoi", "Il n’y a pas de couvert")
    fight.throw("gm", "Tours sans attaquer", 1)
    fight.throw("gm", "Endurance", 90)
    fight.throw("ana", "Balles", 1)
    told(fight, "Rafale courte", "perd 8 PV (poitrine)", "est hors de combat")


def _shoots_through_cover(fight: Fight) -> None:
    """The second shoots first; then a steadied burst goes through their wall, and its second bullet meets their arm."""
    fight.say("gm", B, "Tirer ou lancer", HERO, "Pistolet")
    fight.throw("gm", "Attaque", 10)
    fight.choose("gm", EFFECT, "Prendre l’Avantage")
    fight.throw("gm", "Localisation", 20)
    fight.throw("gm", "Dégâts", 6)
    told(fight, "perd 2 PV (tête) (Pistolet 6, Armure −4)")
    fight.gm.locator(".request-main").get_by_text("Nouveau round", exact=True).click()
    fight.next(HERO)
    expect(fight.pages["ana"].locator(".fight-mine .is-refused", has_text="Tirer")).to_contain_text(
        "Pas d’attaque pendant encore"
    )
    fight.say("ana", HERO, "Stabiliser l’Arme")
    fight.next(B)
    fight.say("gm", B, "Hésiter : perdre le tour")
    fight.next(HERO)
    fight.say("ana", HERO, "Tirer ou lancer", B, "Fusil d’assaut")
    fight.throw("ana", "Attaque", 30)
    fight.choose("gm", "Quelle réaction", "Laisser venir")
    fight.choose("ana", EFFECT, "Neutraliser l’Adversaire")
    fight.throw("ana", "Localisation", 3)
    fight.choose("ana", "Déplacer le tir", "Jambe droite")
    fight.throw("ana", "Dégâts", 5, 4)
    fight.throw("gm", "Neutraliser", 90)
    fight.throw("gm", "Tours sans attaquer", 1)
    fight.throw("gm", "Endurance", 90)
    fight.throw("ana", "Balles", 2)
    fight.throw("ana", "Localisation", 14)
    fight.choose("ana", "Déplacer le tir", "Bras droit")
    fight.throw("ana", "Dégâts", 1, 1)
    told(
        fight,
        "Réussite",
        "Cible 66",
        "perd 5 PV (jambe droite) (Fusil d’assaut 9, Couverture −4)",
        "perd 1 PV (bras droit)",
    )


@pytest.mark.parametrize(("width", "height", "least"), [(1440, 900, 6), (1280, 800, 5)])
def test_the_choice_of_an_effect_replaces_the_selected_fighter_on_a_board(server, sit, width, height, least):
    fight = sit(lay(server, "mythras", "lysandros", bandit=1), {"Bandit": 9, HERO: 2})
    fight.next("Bandit")
    fight.say("gm", "Bandit", "Attaquer", HERO, "Hache")
    fight.throw("gm", "Attaque", 2)
    fight.choose("ana", "Quelle réaction", "Parade : Aspis")
    fight.throw("ana", "Défense", 95)
    fight.gm.set_viewport_size({"width": width, "height": height})
    fight.asked("gm", EFFECT)
    assert fight.gm.evaluate(OPTIONS_IN_SIGHT) >= least
    expect(fight.gm.locator(".selected-head").get_by_text("Bandit").first).to_be_in_viewport()
