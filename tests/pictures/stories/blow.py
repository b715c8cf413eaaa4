"""One blow on three screens: the game master's board, a phone, the television."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.browser.playing import FOE, Fight, begin
from tests.pictures.film import Film
from tests.pictures.studio import DESKTOP, FOLDER, Stage, Studio, open_offer
from tests.pictures.tables import Cast

HERO, FRIEND, LURKER = "Élowen", "Tibor", "Guetteur"
QUAY = Cast(
    "polaris",
    "Quai 7",
    {"ana": ("mercenary", HERO), "leo": ("mercenary", FRIEND)},
    {"pirate": 1},
    {"station_guard": LURKER},
)


def declaring(stage: Stage, fight: Fight) -> None:
    """The fight has begun, and Élowen is the last to declare."""
    begin(fight)
    stage.later()
    fight.next(FOE)
    fight.say("gm", FOE, "Attaquer au contact", HERO, "Sabre")
    fight.say("gm", LURKER, "Ne rien faire ce tour")
    fight.next(HERO)
    fight.say("gm", FRIEND, "Ne rien faire ce tour")


def declared(stage: Stage, fight: Fight) -> None:
    """Let everybody declare, and begin Élowen's turn."""
    declaring(stage, fight)
    fight.say("ana", HERO, "Attaquer au contact", FOE, "Dague")
    stage.later()
    fight.next(HERO)


def strike(fight: Fight) -> None:
    """Élowen's blow wounds the pirate."""
    fight.say("ana", HERO, "Attaquer")
    fight.throw("ana", "Attaque", 9)
    fight.throw("gm", "Défense", 15)
    fight.choose("ana", "Distance", "Garder la distance")
    fight.throw("ana", "Localisation", 20)
    fight.throw("ana", "Dommages", 10)


def riposte(fight: Fight) -> None:
    """The pirate's blow wounds Élowen."""
    fight.say("gm", FOE, "Attaquer")
    fight.throw("ana", "Défense", 19)
    fight.throw("gm", "Attaque", 7)
    fight.throw("gm", "Localisation", 3)
    fight.throw("gm", "Dommages", 5, 8)
    fight.throw("ana", "Choc", 17)


def play(studio: Studio) -> None:
    """Film the pirate's blow, from the game master's press to the wound on the phone."""
    stage = studio.stage(QUAY)
    fight = stage.fight("gm", "ana", "screen", gm=DESKTOP)
    declared(stage, fight)
    strike(fight)
    stage.later()
    fight.next(FOE)
    fight.select(FOE)
    film = Film(fight.pages)
    film.frame(1500)
    offer = open_offer(fight.gm, ".selected", "Attaquer")
    film.frame(900)
    film.tap("gm", offer.locator("button:visible").last)
    _key(film, fight, "ana", "Défense", 19)
    _key(film, fight, "gm", "Attaque", 7)
    _key(film, fight, "gm", "Localisation", 3)
    fight.throw("gm", "Dommages", 5, 8)
    film.frame(1200)
    _key(film, fight, "ana", "Choc", 17)
    expect(fight.pages["screen"].locator("main")).to_contain_text("Grave")
    film.frame(4500)
    film.save(FOLDER / "table.webp", FOLDER / "table.png")


def _key(film: Film, fight: Fight, seat: str, label: str, face: int) -> None:
    """Somebody presses the face of a real die where it is asked; the question is gone afterwards."""
    form = fight.asked(seat, label)
    for closed in form.locator("details.throw-real:not([open]) > summary").all():
        closed.click()
    film.frame(900)
    identity = form.get_attribute("id")
    film.tap(seat, _face(form, face))
    expect(fight.pages[seat].locator(f"#{identity}")).to_have_count(0)


def _face(form: Locator, face: int) -> Locator:
    return form.locator(f".throw-keys [value='{face}']")
