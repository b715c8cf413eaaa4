"""Circumstances of an action beyond its own rules: hurry, and the game master's modifiers."""

from __future__ import annotations

from rules.character.sheet import Choice, Field
from rules.core.check import Modifier
from rules.core.paths import Data, get
from rules.core.scene import Scene
from rules.core.text import Text
from rules.games.polaris.settings import setting
from rules.games.polaris.tables import PLACES
from rules.games.polaris.text import _
from rules.games.polaris.trials import wishes
from rules.games.polaris.turn import initiative

EXPOSED = 5  # POL-CRIT-10


def rush(scene: Scene, fighter: str) -> Modifier:
    """POL-INIT-16: what hurry costs."""
    hurried = initiative.declaration(scene, fighter).get("rushed")
    value = setting(scene.settings, "rush_malus") if hurried else 0
    return Modifier(_("Rushed action"), value, "POL-INIT-16")


def exposed_term(scene: Scene, target: str) -> Modifier:
    """POL-CRIT-10: what a catastrophe of the target gives to its enemies."""
    value = EXPOSED if get(scene.sheet(target), "conditions.exposed") else 0
    return Modifier(_("Target exposed"), value, "POL-CRIT-10")


def free_term(args: Data, key: str = "modifier") -> Modifier:
    """POL-TEST-08: a modifier the game master gives."""
    return Modifier(_("Game master"), int(args.get(key, 0)), "POL-TEST-08")


def is_hit(args: Data, hit: bool) -> bool:
    """POL-TEST-24: true if an attack hits: as the dice say, unless the game master rules otherwise."""
    return {"hit": True, "miss": False}.get(str(args.get("result", "")), hit)


def number(key: str, label: Text, rule: str = "POL-TEST-08") -> Field:
    """A free modifier for the game master alone."""
    return Field(key, label, default=0, least=-30, most=30, rule=rule, gm_only=True)


def flag(key: str, label: Text, rule: str) -> Field:
    """A yes or no for the game master alone."""
    return Field(key, label, "flag", default=False, rule=rule, gm_only=True)


SHOT_FIELDS = (
    number("modifier", _("Modifier of the attack")),
    Field(
        "place",
        _("Place hit"),
        "choice",
        default="rolled",
        choices=(Choice("rolled", _("Rolled")), *(Choice(key, row) for key, row in PLACES.items())),
        rule="POL-DMG-05",
        gm_only=True,
    ),
    Field(
        "result",
        _("Result"),
        "choice",
        default="dice",
        choices=(
            Choice("dice", _("The dice decide")),
            Choice("hit", _("It hits, whatever the dice say")),
            Choice("miss", _("It misses, whatever the dice say")),
        ),
        rule="POL-TEST-24",
        gm_only=True,
    ),
    *wishes.fields(),
)
MELEE_FIELDS = (
    *SHOT_FIELDS,
    number("defence_modifier", _("Modifier of the defence")),
    flag("unseen", _("The attacker is not seen"), "POL-SURP-08"),
    flag("defenceless", _("The target cannot defend itself"), "POL-MELEE-13"),
    flag("flanked", _("The target is attacked from the side"), "POL-MELEE-11"),
    flag("stands", _("A target in retreat gives no ground"), "POL-MELEE-10"),
)


def place_said(args: Data) -> str:
    """POL-DMG-05: the place hit where it is obvious, empty where it is rolled."""
    given = str(args.get("place", "rolled"))
    return "" if given == "rolled" else given
