"""The situation of who fights hand to hand: his place, his footing, the room he has and what he sees (POL-MELEE-11)."""

from __future__ import annotations

from functools import cache

from rules.core.check import Modifier
from rules.core.errors import Refused
from rules.core.paths import Data, get
from rules.core.scene import Scene
from rules.core.sheet import Choice, Field
from rules.core.text import Text, signed
from rules.games.polaris import initiative
from rules.games.polaris.ranged import LIGHTS
from rules.games.polaris.settings import setting
from rules.games.polaris.text import _
from rules.games.polaris.weapons import Weapon

PRONE, FLANKED, OFF_HAND = -5, -3, -5
BLIND = -7  # POL-MELEE-15
BALANCE = "acrobatics"
MARKS = (
    "position",
    "unstable",
    "confined",
    "sight",
)  # the marks of a fighter that say it, as long as nobody changes it

POSITIONS: dict[str, tuple[Text, int]] = {
    "even": (_("Like everybody’s"), 0),
    "good": (_("Good"), 3),
    "bad": (_("Bad"), -3),
    "worse": (_("Very bad"), -5),
}
SIGHTS: dict[str, Text] = {
    "usual": _("As the light allows"),
    "night": _("Sees in the dark"),
    "blind": _("Sees nothing"),
}


@cache
def fields() -> tuple[Field, ...]:
    """What the game master says of a fighter’s place."""
    places = tuple(
        Choice(key, label, hint=_("%(by)s", by=signed(value)) if value else None)
        for key, (label, value) in POSITIONS.items()
    )
    sights = tuple(Choice(key, label) for key, label in SIGHTS.items())
    position, sight = _("Position"), _("Sight")
    unstable = _("Unstable footing: limited by acrobatics")
    confined = _("No room for a long weapon")
    return (
        Field("position", position, "choice", default="even", choices=places, rule="POL-MELEE-11"),
        Field("unstable", unstable, "flag", default=False, rule="POL-MELEE-11"),
        Field("confined", confined, "flag", default=False, rule="POL-MELEE-09"),
        Field("sight", sight, "choice", default="usual", choices=sights, rule="POL-MELEE-15"),
    )


@cache
def hand() -> Field:
    """POL-MELEE-11: the hand that holds the weapon."""
    rows = (
        Choice("good", _("The good one")),
        Choice("off", _("%(what)s (%(cost)s)", what=_WRONG, cost=signed(OFF_HAND))),
    )
    return Field("hand", _("Hand"), "choice", default="good", choices=rows, rule="POL-MELEE-11")


_WRONG = _("The other one")


def kept(args: Data) -> dict[str, object]:
    """What the marks keep of it; what is as usual leaves none."""
    usual = {"position": "even", "unstable": False, "confined": False, "sight": "usual"}
    return {key: None if args[key] == usual[key] else args[key] for key in MARKS}


def terms(scene: Scene, fighter: str) -> tuple[Modifier, ...]:
    """POL-MELEE-11: what a fighter’s own situation changes, whether he attacks or defends himself."""
    prone = PRONE if get(scene.sheet(fighter), "conditions.prone") else 0
    place = POSITIONS[initiative.mark(scene, fighter, "position") or "even"]
    light = LIGHTS[scene.marks.get("light", "bright")]
    dim = 0 if initiative.mark(scene, fighter, "sight") == "night" else light[1]
    return (
        Modifier(_("On the ground"), prone, "POL-MELEE-11"),
        Modifier(_("Position: %(place)s", place=place[0]), place[1], "POL-MELEE-11"),
        Modifier(_("Light: %(light)s", light=light[0]), dim, "POL-MELEE-11"),
    )


def attack_terms(scene: Scene, fighter: str) -> tuple[Modifier, ...]:
    """POL-MELEE-11, 15: what is added to them for who attacks: the wrong hand, or an attack in the dark."""
    wrong = initiative.declared(scene, fighter).get("hand") == "off" and not _both_handed(scene, fighter)
    return (
        *terms(scene, fighter),
        Modifier(_("Off hand"), OFF_HAND if wrong else 0, "POL-MELEE-11"),
        Modifier(_("Fights blind"), BLIND if is_blind(scene, fighter) else 0, "POL-MELEE-15"),
    )


def defence_terms(scene: Scene, fighter: str, args: Data) -> tuple[Modifier, ...]:
    """POL-MELEE-11: what is added to them for who is attacked."""
    side = FLANKED if args.get("flanked") else 0
    return (*terms(scene, fighter), Modifier(_("Attacked from the side"), side, "POL-MELEE-11"))


def limits(scene: Scene, fighter: str) -> tuple[str, ...]:
    """POL-MELEE-11: the skill that caps a fighter’s on unstable footing."""
    return (BALANCE,) if initiative.mark(scene, fighter, "unstable") else ()


def hampered(scene: Scene, fighter: str, weapon: Weapon) -> bool:
    """POL-MELEE-09: whether a fighter has no room for the long weapon he holds."""
    narrow = scene.marks.get("confined") or initiative.mark(scene, fighter, "confined")
    return bool(narrow) and (weapon.long or weapon.hands > 1)


def is_blind(scene: Scene, fighter: str) -> bool:
    """POL-MELEE-15: whether a fighter has to fight without seeing, where the table plays it."""
    sight = initiative.mark(scene, fighter, "sight")
    dark = scene.marks.get("light") == "none" and sight != "night"
    blinded = sight == "blind" or get(scene.sheet(fighter), "conditions.blinded")
    return bool(setting(scene.settings, "blind_fighting")) and bool(dark or blinded)


def check(scene: Scene, fighter: str, said: Data) -> None:
    """POL-MELEE-15: raises ``Refused`` for several attacks of somebody who fights blind."""
    if int(said.get("attacks", 1)) > 1 and is_blind(scene, fighter):
        raise Refused(_("Who fights blind has one attack alone."), "attacks")


def _both_handed(scene: Scene, fighter: str) -> bool:
    return bool(scene.sheet(fighter).get("handedness") == "ambidextrous")
