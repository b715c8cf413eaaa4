"""Aiming at a place: a test made harder on purpose, whose success needs no location die (POL-DMG-06)."""

from __future__ import annotations

from functools import cache

from rules.character.sheet import Choice, Field
from rules.core.check import Modifier
from rules.core.errors import Refused
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.text import signed
from rules.games.polaris.tables import PLACES
from rules.games.polaris.text import _
from rules.games.polaris.turn import initiative

ROLLED = "none"
MALUS = {"head": -7, "body": -3, "right_arm": -7, "left_arm": -7, "right_leg": -5, "left_leg": -5}
SPOTS = (-7, -8, -9, -10)  # a very precise spot, as small as the game master finds it


@cache
def fields() -> tuple[Field, ...]:
    places = tuple(
        Choice(key, _("%(what)s (%(cost)s)", what=label, cost=signed(MALUS[key]))) for key, label in PLACES.items()
    )
    small = tuple(Choice(str(-by), _("%(by)s", by=signed(by))) for by in SPOTS)
    nothing = Choice(ROLLED, _("Nothing in particular"))
    whole = Choice(ROLLED, _("The whole place"))
    aim, spot = _("Aim at"), _("A very precise spot of it")
    return (
        Field("aim", aim, "choice", default=ROLLED, choices=(nothing, *places), rule="POL-DMG-06"),
        Field("spot", spot, "choice", default=ROLLED, choices=(whole, *small), rule="POL-DMG-06"),
    )


def kept(args: Data) -> dict[str, str]:
    """The part of a declaration about aiming. Raises ``Refused`` for a precise spot without its place."""
    aim, spot = args.get("aim", ROLLED), args.get("spot", ROLLED)
    if aim == ROLLED and spot != ROLLED:
        raise Refused(_("First choose the location the precise spot belongs to."), "spot")
    return {key: stated for key, stated in (("aim", aim), ("spot", spot)) if stated != ROLLED}


def place(scene: Scene, fighter: str) -> str:
    """The place a fighter aims at, empty where the die decides."""
    return str(initiative.declaration(scene, fighter).get("aim", ""))


def term(scene: Scene, fighter: str) -> Modifier:
    """The malus of aiming: by the place, or by the precise spot instead."""
    plan = initiative.declaration(scene, fighter)
    aimed = plan.get("aim", "")
    if not aimed:
        return Modifier(_("Aim"), 0, "POL-DMG-06")
    value = -int(plan["spot"]) if "spot" in plan else MALUS[aimed]
    return Modifier(_("Aim: %(place)s", place=PLACES[aimed]), value, "POL-DMG-06")
