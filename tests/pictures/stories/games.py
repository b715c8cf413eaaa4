"""A moment of a fight of each game."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.playing import Fight
from tests.pictures.studio import BOARD, Studio, open_offer
from tests.pictures.tables import Cast

HERO = "Élowen"
TITLE = "Le gué"
ANY_EFFECT = "Aucun autre effet"  # what every choice of a special effect offers too


def menu(fight: Fight, what: str) -> None:
    """Press a button at the foot of the game master's page."""
    fight.gm.locator(".request-main").get_by_text(what, exact=True).first.click()


def call(fight: Fight) -> None:
    """The game master calls who is up."""
    button = fight.gm.locator(".now-head button")
    expect(button).to_be_enabled()
    expect(button).not_to_have_attribute("title", re.compile("Commencer|Nouveau"))
    fight.gm.wait_for_timeout(600)
    button.click()


def chroniques(studio: Studio) -> None:
    """A natural 20 asks its player what the critical hit is worth."""
    heroes = {"ana": ("ysaline_morvane", HERO), "leo": ("gaspard_tulane", "Tibor")}
    stage = studio.stage(Cast("chroniques", TITLE, heroes, {"sentry_drone": 3}))
    fight = stage.fight("gm", "ana", gm=BOARD)
    menu(fight, "Commencer le combat")
    stage.later()
    call(fight)
    fight.say("ana", HERO, "Attaque (A)", "Drone de veille A")
    fight.throw("ana", "Attaque", 20)
    fight.asked("gm", "Coup critique").wait_for()
    studio.keep("chroniques", fight.gm)


def medieval(studio: Studio) -> None:
    """The odds of a Fatal Blow before its dice."""
    heroes = {"ana": ("garance_vaubelle", HERO), "leo": ("isaure_brumepas", "Tibor")}
    stage = studio.stage(Cast("medieval", TITLE, heroes, {"road_brigand": 1}))
    fight = stage.fight("gm", "ana", "leo", gm=BOARD)
    menu(fight, "Commencer le combat")
    stage.later()
    call(fight)
    fight.say("ana", HERO, "Faire un Jet d’Initiative")
    fight.say("leo", "Tibor", "Laisser l’initiative à l’adversaire")
    fight.say("gm", "Brigand des chemins", "Laisser l’initiative à l’adversaire")
    menu(fight, "Déterminer l’Ordre de Combat")
    fight.throw("ana", "Initiative", 9, 8)
    fight.throw("leo", "Sagesse", 7, 6)
    fight.throw("gm", "Sagesse", 3, 2)
    stage.later()
    call(fight)
    for seat, name in (("ana", HERO), ("leo", "Tibor"), ("gm", "Brigand des chemins")):
        fight.say(seat, name, "Ne rien déclarer")
    stage.later()
    call(fight)
    fight.select(HERO)
    offer = open_offer(fight.gm, ".selected", "Attaquer en Mêlée", "Brigand des chemins")
    expect(offer).to_contain_text("%")
    studio.keep("medieval", fight.gm)


def arpenteurs(studio: Studio) -> None:
    """The odds of a blow with the answer it will meet, and the reaction on a phone."""
    heroes = {"ana": ("lune_orsini", HERO), "leo": ("tobias_grell", "Tibor")}
    stage = studio.stage(Cast("arpenteurs", TITLE, heroes, {"road_raider": 2}))
    fight = stage.fight("gm", "ana", "leo", gm=BOARD)
    menu(fight, "Commencer le combat")
    fight.gm.locator(".request-main form input[type=number]").fill("1")
    fight.gm.locator(".request-main form button.btn-wide").last.click()
    stage.later()
    call(fight)
    fight.say("ana", HERO, "Lancer l’initiative")
    fight.throw("ana", "Initiative", 2)
    fight.say("leo", "Tibor", "Lancer l’initiative")
    fight.throw("leo", "Initiative", 1)
    for foe, face in (("Écumeur de la route A", 6), ("Écumeur de la route B", 3)):
        fight.say("gm", foe, "Lancer l’initiative")
        fight.throw("gm", "Initiative", face)
    stage.later()
    fight.next("Écumeur de la route A")
    fight.select("Écumeur de la route A")
    offer = open_offer(fight.gm, ".selected", "Attaquer", HERO, "Machette")
    expect(offer).to_contain_text("%")
    studio.keep("arpenteurs", fight.gm)
    offer.locator("button:visible").last.click()
    fight.asked("ana", "réagir").wait_for()
    studio.keep("reaction", fight.pages["ana"])


def mythras(studio: Studio) -> None:
    """An attack waits for its defender; then two special effects are won."""
    stage = studio.stage(Cast("mythras", TITLE, {"ana": ("lysandros", HERO)}, {"bandit": 2}))
    fight = stage.fight("gm", "ana", gm=BOARD)
    fight.gm.locator(".request-main > details > summary").click()
    fight.gm.locator(".request-main form .btn-primary").click()
    stage.later()
    for who, die in {"Bandit A": 3, "Bandit B": 2, HERO: 9}.items():
        fight.throw("ana" if who == HERO else "gm", who, die)
    fight.next(HERO)
    fight.say("ana", HERO, "Attaquer", "Bandit A", "Lance à une main")
    fight.throw("ana", "Attaque", 5)
    stage.later()
    fight.choose("gm", "Réussite critique", "Parade : Écu")
    fight.throw("gm", "Défense", 70)
    expect(fight.pages["ana"].locator(".exchange-ask")).to_contain_text("Empaler")
    studio.keep("effects", fight.pages["ana"])
    for effect in ("Empaler", "Choisir la Localisation"):
        fight.choose("ana", ANY_EFFECT, effect)
    fight.choose("ana", "Quelle localisation", "Abdomen")
    for face in (3, 8):
        fight.throw("ana", "1d8", face)
    fight.choose("ana", "quels dégâts", "9")
    fight.throw("ana", "1d2", 1)
    fight.throw("gm", "Tours sans attaquer", 2)
    fight.throw("gm", "Endurance", 80)
    stage.later()
    fight.next("Bandit B")
    fight.say("gm", "Bandit B", "Attaquer", HERO, "Hache")
    fight.throw("gm", "Attaque", 20)
    fight.asked("gm", "Quelle réaction").wait_for()
    studio.keep("mythras", fight.gm)
