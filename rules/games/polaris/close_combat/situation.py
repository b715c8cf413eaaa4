"""The situation of somebody in melee: place, footing, room and sight (POL-MELEE-11)."""

from __future__ import annotations

from functools import cache

from rules.character.fields import choice, flag
from rules.character.sheet import Choice, Field
from rules.core.acts import Effects
from rules.core.check import Modifier
from rules.core.effects import Effect
from rules.core.paths import Data, get
from rules.core.rounds import AboutFighter
from rules.core.scene import Action, Change, Scene
from rules.core.text import Text, signed
from rules.games.polaris.marks import CONFINED, POSITION, SIGHT, UNSTABLE
from rules.games.polaris.settings import setting
from rules.games.polaris.shooting.distance import LIGHTS, light, seen_light
from rules.games.polaris.shooting.weapons import Weapon
from rules.games.polaris.text import _
from rules.games.polaris.turn import initiative

PRONE, FLANKED, OFF_HAND = -5, -3, -5
BLIND = -7  # POL-MELEE-15
BALANCE = "acrobatics"

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
def hand_field() -> Field:
    """POL-MELEE-11: the hand that holds the weapon."""
    rows = (
        Choice("good", _("The good one")),
        Choice("off", _("%(what)s (%(cost)s)", what=_WRONG, cost=signed(OFF_HAND))),
    )
    return Field("hand", _("Hand"), "choice", default="good", choices=rows, rule="POL-MELEE-11")


_WRONG = _("The other one")


def terms(scene: Scene, fighter: str, attacks: bool = False) -> tuple[Modifier, ...]:
    """POL-MELEE-11: what a fighter’s own situation adds to their attack and to their defence."""
    prone = PRONE if get(scene.sheet(fighter), "conditions.prone") else 0
    place = POSITIONS[POSITION.of(scene, fighter) or "even"]
    return (
        Modifier(_("On the ground"), prone, "POL-MELEE-11"),
        Modifier(_("Position: %(place)s", place=place[0]), place[1], "POL-MELEE-11"),
        _sight_term(scene, fighter, attacks),
    )


def _sight_term(scene: Scene, fighter: str, attacks: bool) -> Modifier:
    """POL-MELEE-11, 15: bad light; to see nothing is like deep darkness, unless one attacks as the blind do."""
    seen = seen_light(scene, fighter, fighter)
    lost = LIGHTS["dark" if seen == "none" else seen][1]
    label = _("Light: %(light)s", light=LIGHTS[light(scene, fighter)][0])
    if seen == "none" != light(scene, fighter):
        label = SIGHTS["blind"]
    return Modifier(label, 0 if attacks and is_blind(scene, fighter) else lost, "POL-MELEE-11")


def attack_terms(scene: Scene, fighter: str) -> tuple[Modifier, ...]:
    """POL-MELEE-11, 15: the terms of a fighter who attacks, the wrong hand and an attack in the dark included."""
    wrong = initiative.declaration(scene, fighter).get("hand") == "off" and not _is_both_handed(scene, fighter)
    return (
        *terms(scene, fighter, attacks=True),
        Modifier(_("Off hand"), OFF_HAND if wrong else 0, "POL-MELEE-11"),
        Modifier(_("Fights blind"), BLIND if is_blind(scene, fighter) else 0, "POL-MELEE-15"),
    )


def defence_terms(scene: Scene, fighter: str, args: Data) -> tuple[Modifier, ...]:
    """POL-MELEE-11: the terms of a fighter who is attacked, from the side too."""
    side = FLANKED if args.get("flanked") else 0
    return (*terms(scene, fighter), Modifier(_("Attacked from the side"), side, "POL-MELEE-11"))


def limits(scene: Scene, fighter: str) -> tuple[str, ...]:
    """POL-MELEE-11: the skill that caps a fighter’s on unstable footing."""
    return (BALANCE,) if UNSTABLE.of(scene, fighter) else ()


def is_hampered(scene: Scene, fighter: str, weapon: Weapon) -> bool:
    """POL-MELEE-09: true if a fighter has no room for the long weapon they hold."""
    narrow = scene.marks.get("confined") or CONFINED.of(scene, fighter)
    return bool(narrow) and (weapon.long or weapon.hands > 1)


def is_blind(scene: Scene, fighter: str) -> bool:
    """POL-MELEE-15: true if a fighter has to fight without seeing, where the table plays it."""
    sight = SIGHT.of(scene, fighter)
    dark = light(scene, fighter) == "none" and sight != "night"
    blinded = sight == "blind" or get(scene.sheet(fighter), "conditions.blinded")
    return bool(setting(scene.settings, "blind_fighting")) and bool(dark or blinded)


def _is_both_handed(scene: Scene, fighter: str) -> bool:
    return bool(scene.sheet(fighter).get("handedness") == "ambidextrous")


class Footing(Effect):
    """POL-MELEE-09, 11, 15: position, footing, room and sight, as long as nobody changes them; as usual is no mark."""

    kind = "footing"
    scalar = "declared_as"
    declared_as: Data

    def land(self, scene: Scene) -> tuple[Change, ...]:
        who, stated = self.target, self.declared_as
        return (
            POSITION.set(scene, who, stated["position"]),
            UNSTABLE.set(scene, who, stated["unstable"]),
            CONFINED.set(scene, who, stated["confined"]),
            SIGHT.set(scene, who, stated["sight"]),
        )


class SetFooting(AboutFighter):
    """POL-MELEE-09, 11, 15: what the game master says of a fighter's place."""

    kind = "footing"
    label = _("Position and sight")
    rules = ("POL-MELEE-09", "POL-MELEE-11", "POL-MELEE-15")

    def more(self, scene: Scene) -> tuple[Field, ...]:
        places = tuple(
            Choice(key, label, hint=_("%(by)s", by=signed(value)) if value else None)
            for key, (label, value) in POSITIONS.items()
        )
        return (
            Field("position", _("Position"), "choice", default="even", choices=places, rule="POL-MELEE-11"),
            flag("unstable", _("Unstable footing: limited by acrobatics"), False, "POL-MELEE-11"),
            flag("confined", _("No room for a long weapon"), False, "POL-MELEE-09"),
            choice("sight", _("Sight"), SIGHTS, "usual", "POL-MELEE-15"),
        )

    def cost(self, scene: Scene, action: Action) -> Effects:
        usual = {"position": "even", "unstable": False, "confined": False, "sight": "usual"}
        given = {key: None if action.args[key] == value else action.args[key] for key, value in usual.items()}
        return (Footing(action.args["fighter"], given),)

    def title(self, scene: Scene, action: Action) -> Text | None:
        return None
