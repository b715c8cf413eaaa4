"""Hands and weapons that a fighter can use now, some of them pinned, stuck or disabled."""

from __future__ import annotations

from rules.core.memo import memoize
from rules.core.scene import Change, Scene
from rules.core.text import Text
from rules.games.mythras import marks
from rules.games.mythras.character import sheet as sheets
from rules.games.mythras.character.schema import SCHEMA
from rules.games.mythras.equipment import weapons as arms
from rules.games.mythras.equipment.weapons import Weapon
from rules.games.mythras.rolls.grades import Situation
from rules.games.mythras.rounds import initiative
from rules.games.mythras.settings import setting
from rules.games.mythras.text import _

TRUNK = frozenset({"abdomen", "chest", "head"})
BEARING = TRUNK | {"leg"}


def style_traits(scene: Scene, fighter: str) -> frozenset[str]:
    """MYT-STYLE-LIMIT, MYT-STYLE-COVERAGE: the traits of the styles in use; of all styles if disarmed."""
    result: set[str] = set()
    for weapon in arms.weapons(scene.sheet(fighter), scene.settings):
        if weapon.in_hand:
            result |= sheets.traits(scene.sheet(fighter), weapon.style)
    rows = scene.sheet(fighter).get("styles") or {}
    disarmed = all(
        weapon.natural or not weapon.in_hand for weapon in arms.weapons(scene.sheet(fighter), scene.settings)
    )
    if len(rows) == 1 or disarmed:
        result = result.union(*(sheets.traits(scene.sheet(fighter), key) for key in rows))
    return frozenset(result)


def why_unusable(scene: Scene, fighter: str, weapon: Weapon) -> Text | None:
    """MYT-REACT-PARRY: why a weapon can be used neither to strike nor to parry now."""
    if not weapon.in_hand:
        return _("Not in hand.")
    if weapon.broken or weapon.jammed:
        return _("Broken.")
    if stuck := why_caught(scene, fighter, weapon):
        return stuck
    arm = lost_arm(scene, fighter, weapon)
    return _("%(location)s: cannot be used.", location=arm) if arm else None


def why_caught(scene: Scene, fighter: str, weapon: Weapon) -> Text | None:
    """MYT-FX-PIN-WEAPON, MYT-FX-IMPALE: why a weapon goes nowhere, neither to strike nor to be put away."""
    if initiative.is_pinned(scene, fighter, weapon.key):
        return _("Pinned by the opponent.")
    return _("It still sticks in somebody.") if (fighter, weapon.key) in _sticking(scene) else None


def why_lame(scene: Scene, fighter: str) -> Text | None:
    """MYT-WOUND-02, MYT-FX-STUN: the reason why no leg carries a fighter anywhere; a rider’s need not."""
    lost = useless(scene, fighter)
    legs = (key for key, kind in sheets.kinds(scene.sheet(fighter)).items() if kind == "leg" and key in lost)
    leg = None if marks.MOUNTED.of(scene, fighter) else next(legs, None)
    return (
        None if leg is None else _("%(location)s: cannot be used.", location=sheets.labels(scene.sheet(fighter))[leg])
    )


def why_immobile(scene: Scene, fighter: str) -> Text | None:
    """MYT-ACT-MOVE, MYT-FATIGUE-01: why a fighter goes nowhere: held, tired, or on a leg that does not carry."""
    moves = marks.MOUNTED.of(scene, fighter) or sheets.movement(scene.sheet(fighter))
    held = why_rooted(scene, fighter) or (None if moves else _("Too tired to move."))
    return held or (None if marks.PRONE.of(scene, fighter) else why_lame(scene, fighter))


def why_legless(scene: Scene, fighter: str) -> Text | None:
    """MYT-WOUND-02, MYT-FX-STUN: why a fighter does not stand: no leg of theirs can be used."""
    lost = useless(scene, fighter)
    legs = [key for key, kind in sheets.kinds(scene.sheet(fighter)).items() if kind == "leg"]
    return _("No leg carries.") if legs and all(key in lost for key in legs) else None


@memoize
def _sticking(scene: Scene) -> frozenset[tuple[str, str]]:
    """MYT-FX-IMPALE: the weapons that stick in somebody, each with whoever struck with it."""
    rows = (row for who in scene.fighters for row in marks.IMPALED.rows(scene, who).values())
    return frozenset((row.get("by", ""), row.get("weapon", "")) for row in rows if not row.get("shot"))


def lost_arm(scene: Scene, fighter: str, weapon: Weapon) -> Text | None:
    """MYT-WOUND-02, MYT-FX-STUN, MYT-FX-ENTANGLE: the arm that holds a weapon and cannot be used now."""
    lost = useless(scene, fighter)
    arm = next((key for key in holding(scene, fighter, weapon) if key in lost), None)
    return None if arm is None else sheets.labels(scene.sheet(fighter))[arm]


def useless(scene: Scene, fighter: str) -> frozenset[str]:
    """The locations that cannot be used: disabled by a wound, stunned or entangled."""
    body = sheets.disabled(scene.sheet(fighter))
    return frozenset((*body, *marks.STUNNED.rows(scene, fighter), *marks.ENTANGLED.rows(scene, fighter)))


def snares(scene: Scene, fighter: str) -> dict[str, dict[str, str]]:
    """MYT-FX-ENTANGLE: what holds the limbs of a fighter: by location, who, and with which weapon."""
    rows = marks.ENTANGLED.rows(scene, fighter)
    return {key: dict(row) if isinstance(row, dict) else {"by": str(row), "weapon": ""} for key, row in rows.items()}


def slacken(scene: Scene, fighter: str, weapon: str) -> tuple[Change, ...]:
    """MYT-FX-ENTANGLE: what entangles holds nobody any more once it is broken, or out of the hand."""
    return tuple(
        scene.mark(who, f"entangled.{key}", None)
        for who in scene.fighters
        for key, row in snares(scene, who).items()
        if row["by"] == fighter and row["weapon"] == weapon
    )


def free_hand(scene: Scene, fighter: str, gripping: int | None = None) -> bool:
    """MYT-FX-GRIP: true if one of the arms can be used and holds nothing; a body without arms has other limbs."""
    arms_of = _arms_of(scene, fighter)
    gripping = gripping_hands(scene, fighter) if gripping is None else gripping
    carried = [
        weapon for weapon in arms.weapons(scene.sheet(fighter), scene.settings) if weapon.in_hand and not weapon.natural
    ]
    full = {key for weapon in carried for key in holding(scene, fighter, weapon)} | useless(scene, fighter)
    return not arms_of or sum(key not in full for key in arms_of) > gripping


def grippers(scene: Scene, fighter: str) -> tuple[str, ...]:
    """MYT-FX-GRIP, MYT-FX-STUN: who holds a fighter, and has not lost the arm to do it with."""

    def holds(who: str) -> bool:
        return useless(scene, who).isdisjoint(_arms_of(scene, who)) or free_hand(scene, who, gripping=0)

    return tuple(filter(holds, initiative.gripped_by(scene, fighter)))


def gripping_hands(scene: Scene, fighter: str) -> int:
    """MYT-FX-GRIP: how many hands of a fighter hold somebody; other limbs hold without them."""
    return sum(fighter in marks.GRIPPED.rows(scene, who) for who in scene.fighters) if _arms_of(scene, fighter) else 0


def why_rooted(scene: Scene, fighter: str) -> Text | None:
    """MYT-FX-ENTANGLE, MYT-FX-GRIP, MYT-CLOSE-LEAP: why a fighter cannot leave the place: held, gripped, or below."""
    if grippers(scene, fighter):
        return _("Is gripped.")
    if below := borne_down(scene, fighter):
        return below
    return why_leg_held(scene, fighter)


def why_leg_held(scene: Scene, fighter: str) -> Text | None:
    body = sheets.kinds(scene.sheet(fighter))
    legs = any(body.get(key) == "leg" for key in marks.ENTANGLED.rows(scene, fighter))
    return _("A leg is held.") if legs else None


def why_afloat(scene: Scene, fighter: str) -> Text | None:
    """MYT-MOVE-SWIM: why a fighter with legs neither walks nor runs: they are in the water."""
    legs = int(SCHEMA.value(scene.sheet(fighter), "legs"))
    return _("In the water: one swims.") if legs and marks.SWIMMING.of(scene, fighter) else None


def borne_down(scene: Scene, fighter: str) -> Text | None:
    """MYT-CLOSE-LEAP: somebody who can still hold them there is on top of a fighter."""
    over = str(marks.UNDER.of(scene, fighter) or "")
    there = initiative.in_sight_of(scene, fighter, (over,)) and not initiative.is_helpless(scene, over)
    return _("%(who)s is on top.", who=scene.name(over)) if there else None


def empty_handed(scene: Scene, fighter: str) -> bool:
    """MYT-FX-DISARM: true if a fighter has hands, one of them of use, and no weapon in any."""
    carried = arms.weapons(scene.sheet(fighter), scene.settings)
    bare = all(weapon.natural or not weapon.in_hand for weapon in carried)
    return bare and bool(_arms_of(scene, fighter)) and free_hand(scene, fighter)


def holding(scene: Scene, fighter: str, weapon: Weapon) -> tuple[str, ...]:
    """MYT-WOUND-02: the arms that hold a weapon: the first one in the first arm not lost, others in the second."""
    limbs = _arms_of(scene, fighter)
    if weapon.natural or len(limbs) < 2:
        return ()
    if "two_handed" in weapon.flags:
        return limbs[:2]
    first = weapon.key == _first_weapon(scene, fighter, weapon)
    return (next((arm for arm in limbs if first and arm not in lost_arms(scene, fighter)), limbs[1]),)


def lost_arms(scene: Scene, fighter: str) -> frozenset[str]:
    """MYT-WOUND-02: the arms that a wound has disabled, which have dropped what they held."""
    return frozenset(sheets.disabled(scene.sheet(fighter))).intersection(_arms_of(scene, fighter))


def _arms_of(scene: Scene, fighter: str) -> tuple[str, ...]:
    return tuple(key for key, kind in sheets.kinds(scene.sheet(fighter)).items() if kind == "arm")


def _first_weapon(scene: Scene, fighter: str, used: Weapon) -> str | None:
    """The first of the weapons held, with the one in use, which has left the hand already if it is thrown."""
    carried = arms.weapons(scene.sheet(fighter), scene.settings)
    held = (row for row in carried if row.in_hand or row.key == used.key)
    return next((row.key for row in held if not row.natural and row.category != "shield"), None)


def wound_situations(
    scene: Scene, fighter: str, weapon: Weapon | None = None, kinds: frozenset[str] = TRUNK
) -> tuple[Situation, ...]:
    """MYT-WOUND-02: a step harder where a location with a serious wound is needed: that holds a weapon, or bears."""
    if not setting(scene.settings, "serious_ongoing_penalty"):
        return ()
    needed = holding(scene, fighter, weapon) if weapon is not None else ()
    sheet = scene.sheet(fighter)
    bad = [key for key in sheets.seriously_hurt(sheet) if sheets.kinds(sheet)[key] in kinds or key in needed]
    return (Situation(sheets.labels(sheet)[bad[0]], steps=1, rule="MYT-WOUND-02"),) if bad else ()
