"""The pages of an evening, each as whoever it is made for sees it."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.playing import FOE
from tests.pictures.stories.blow import HERO, QUAY, declared, declaring, riposte, strike
from tests.pictures.studio import BOARD, DESKTOP, PHONE, Studio, open_offer
from tests.pictures.tables import Cast

AMBUSH = Cast(
    "polaris",
    "Embuscade : quatre contre six",
    {
        "ana": ("mercenary", HERO),
        "leo": ("ship_engineer", "Tibor"),
        "nobody": ("mercenary", "Isaure"),
        "nobody else": ("ship_engineer", "Soren"),
    },
    {"pirate": 3, "commando_diver": 1, "pit_fighter": 1},
    {"pirate_captain": "Capitaine Varech"},
    begun=False,
)


def before(studio: Studio) -> None:
    """Somebody joins, a character is made, an encounter prepared, and an address leads nowhere."""
    stage = studio.stage(AMBUSH)
    phone = stage.window("", stage.table.link, PHONE)
    phone.locator("input[name=name]").fill("Mia")
    studio.keep("screen-join", phone)
    create = stage.window("ana", stage.table.address("ana", "characters", "create"), DESKTOP)
    create.get_by_role("button", name="Commencer").click()
    create.wait_for_url("**/create/*/")
    studio.keep("screen-create", create)
    gm = stage.window("gm", stage.table.address("gm", "table"), DESKTOP)
    studio.keep("screen-gm-table", gm)
    gm.goto(stage.table.address("gm", "encounters", stage.table.encounter, "prepare"))
    gm.locator(".participant").first.wait_for()
    studio.keep("screen-prepare", gm)
    studio.keep("screen-nothing", stage.window("", "/j/nowhere/", PHONE, dark=True))


def evening(studio: Studio) -> None:
    """A round of Polaris: the board, the shared screen, the sheet of who was hurt, and a shot being declared."""
    stage = studio.stage(QUAY)
    fight = stage.fight("gm", "ana", "leo", "screen", gm=BOARD)
    declared(stage, fight)
    strike(fight)
    stage.later()
    fight.next(FOE)
    fight.select(FOE)
    studio.keep("screen-board", fight.gm)
    riposte(fight)
    expect(fight.pages["screen"].locator("main")).to_contain_text("Grave")
    studio.keep("screen-wall", fight.pages["screen"])
    studio.keep("screen-sheet", stage.window("ana", stage.table.sheet("ana", HERO), PHONE))
    studio.keep("screen-skills", stage.window("leo", stage.table.sheet("leo", "Tibor", "skills"), PHONE, dark=True))


def beast(studio: Studio) -> None:
    """The sheet of a bear of Mythras."""
    stage = studio.stage(Cast("mythras", "La tanière", {"ana": ("lysandros", HERO)}, apart=("bear",), begun=False))
    studio.keep("screen-beast", stage.window("gm", stage.table.sheet("gm", "Ourse brune"), DESKTOP))


def declaration(studio: Studio) -> None:
    """A shot being declared on a phone."""
    stage = studio.stage(QUAY)
    fight = stage.fight("gm", "ana")
    declaring(stage, fight)
    phone = fight.pages["ana"]
    open_offer(phone, ".fight-mine", "Tirer", FOE, "Fusil d’assaut léger").scroll_into_view_if_needed()
    studio.keep("screen-declare", phone)
