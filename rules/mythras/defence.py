"""The answer to a threat: who may parry with what, evade, or let it come (MYT-PARRY, MYT-CLOSE-EVADE)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.mythras import checks, initiative, resolution, situations
from rules.mythras import sheet as sheets
from rules.mythras import weapons as arms
from rules.mythras.grades import Situation, graded
from rules.mythras.settings import setting
from rules.mythras.tables import SIZE_INDEX, resized
from rules.mythras.weapons import Weapon
from rules.outcome import Check, Level, Outcome
from rules.paths import Data
from rules.scene import Scene
from rules.script import Ask, Effect, Option, Script
from rules.words import Text, pgettext


@dataclass(frozen=True)
class Defence:
    """What the defender chose and rolled; without a roll it counts as a failure."""

    kind: str = "none"
    guard: Weapon | None = None
    outcome: Outcome | None = None

    @property
    def level(self) -> Level:
        """MYT-PARRY-03: the level, failure for who does not defend."""
        return self.outcome.level if self.outcome else Level.FAILURE


NOTHING = Defence()


def defend(
    scene: Scene, defender: str, weapon: Weapon, attack: Outcome, said: tuple[Situation, ...], cover: bool = False
) -> Script[Defence]:
    """MYT-ATK-01, MYT-AP-03: the defender has seen the attack and answers it once, or not at all."""
    options = tuple(_options(scene, defender, weapon, cover))
    if all(option.refused for option in options[:-1]):
        return NOTHING
    seen = pgettext("mythras", "The attack: %(result)s. Your answer?", result=resolution.LEVELS[attack.level])
    (chosen,) = yield Ask("reaction", defender, seen, options)
    if chosen == "none":
        return NOTHING
    check, guard = _chosen(scene, defender, str(chosen), said)
    label = pgettext("mythras", "Defence: %(skill)s", skill=check.what)
    outcome = yield from resolution.resolve(check, scene.settings, "defence", label)
    return Defence("parry" if guard else "evade", guard, outcome)


def stops(scene: Scene, defender: str, guard: Weapon, weapon: Weapon, shift: int = 0) -> str:
    """MYT-PARRY-05: what a parry stops: ``all``, ``half`` or ``none`` of the damage."""
    by = SIZE_INDEX[parrying(scene, defender, guard)] - SIZE_INDEX[resized(weapon.size, shift)]
    return "all" if by >= 0 else "half" if by == -1 else "none"


def parrying(scene: Scene, defender: str, guard: Weapon) -> str:
    """MYT-STYLE-UNARMED, MYT-STYLE-DEFENSIVE: the size with which something parries."""
    traits = style_traits(scene, defender)
    size = "medium" if guard.natural and guard.size == "small" and "unarmed_prowess" in traits else guard.size
    calm = not initiative.mark(scene, defender, "offence")
    defensive = "defensive_minded" in sheets.traits(scene.sheet(defender), guard.style) and calm
    return resized(size, 1) if defensive else size


def remaining(damage: int, stopped: str, settings: Data) -> int:
    """MYT-PARRY-05: what passes a parry; half of it is rounded up unless the table rounds down."""
    if stopped == "half":
        down = setting(settings, "half_rounding") == "down"
        return damage // 2 if down else -(-damage // 2)
    return 0 if stopped == "all" else damage


def style_traits(scene: Scene, fighter: str) -> frozenset[str]:
    """MYT-STYLE-LIMIT: the traits of the styles a fighter uses with what is in his hands."""
    found: set[str] = set()
    for one in arms.weapons(scene.sheet(fighter), scene.settings):
        if one.in_hand:
            found |= sheets.traits(scene.sheet(fighter), one.style)
    rows = scene.sheet(fighter).get("styles") or {}
    if len(rows) == 1:
        found |= sheets.traits(scene.sheet(fighter), next(iter(rows)))
    return frozenset(found)


def unusable(scene: Scene, fighter: str, weapon: Weapon) -> Text | None:
    """MYT-REACT-PARRY: why a weapon can be used neither to strike nor to parry now."""
    if not weapon.in_hand:
        return pgettext("mythras", "Not in hand.")
    if weapon.broken or weapon.jammed:
        return pgettext("mythras", "Broken.")
    if weapon.key in initiative.held(scene, fighter, "pinned"):
        return pgettext("mythras", "Pinned by the opponent.")
    if any(
        row.get("by") == fighter and row.get("weapon") == weapon.key
        for one in scene.fighters
        for row in initiative.held(scene, one, "impaled").values()
    ):
        return pgettext("mythras", "It still sticks in somebody.")
    arm = lost_arm(scene, fighter, weapon)
    return pgettext("mythras", "%(location)s: cannot be used.", location=arm) if arm else None


def lost_arm(scene: Scene, fighter: str, weapon: Weapon) -> Text | None:
    """MYT-WOUND-02, MYT-FX-STUN, MYT-FX-ENTANGLE: the arm that holds a weapon and cannot be used now."""
    lost = useless(scene, fighter)
    return next((one.label for one in holding(scene, fighter, weapon) if one.key in lost), None)


def useless(scene: Scene, fighter: str) -> frozenset[str]:
    """The locations that cannot be used: disabled by a wound, stunned or entangled."""
    body = (one.key for one in sheets.locations(scene.sheet(fighter)) if one.useless)
    marks = (initiative.held(scene, fighter, key) for key in ("stunned", "entangled"))
    return frozenset((*body, *(key for row in marks for key in row)))


def holding(scene: Scene, fighter: str, weapon: Weapon) -> tuple[sheets.Location, ...]:
    """The arms that hold a weapon: a first weapon in the first arm, shield or second weapon in the other."""
    limbs = [one for one in sheets.locations(scene.sheet(fighter)) if one.kind == "arm"]
    if weapon.natural or len(limbs) < 2:
        return ()
    if "two_handed" in weapon.flags:
        return tuple(limbs[:2])
    carried = [one for one in arms.weapons(scene.sheet(fighter), scene.settings) if one.in_hand and not one.natural]
    first = next((one for one in carried if one.category != "shield"), None)
    return (limbs[0],) if first is not None and weapon.key == first.key else (limbs[1],)


def cannot(scene: Scene, defender: str) -> Text | None:
    """MYT-PARRY-03, MYT-CLOSE-SURPRISE, MYT-FX-STUN: why a fighter cannot answer at all."""
    if initiative.mark(scene, defender, "surprised"):
        return pgettext("mythras", "Surprised.")
    if initiative.left(scene, defender) < 1:
        return pgettext("mythras", "No action point is left.")
    stunned = initiative.held(scene, defender, "stunned")
    body = {one.key: one.kind for one in sheets.locations(scene.sheet(defender))}
    return pgettext("mythras", "Stunned.") if any(body.get(key) == "head" for key in stunned) else None


def _options(scene: Scene, defender: str, weapon: Weapon, cover: bool) -> Iterator[Option]:
    paid = (Effect("spend", defender, 1),)
    unable = cannot(scene, defender)
    for guard in arms.weapons(scene.sheet(defender), scene.settings):
        if guard.ranged or not guard.in_hand:
            continue
        why = unable or unusable(scene, defender, guard) or _not_parried(scene, defender, weapon, guard)
        label = pgettext("mythras", "Parry: %(weapon)s", weapon=guard.label)
        hint = _STOPS[stops(scene, defender, guard, weapon)]
        yield Option(f"parry-{guard.key}", label, paid, why, hint)
    fallen = _FALLS if falls(scene, defender, weapon) else None
    evading = unable or _not_evaded(scene, defender, weapon, cover)
    yield Option("evade", pgettext("mythras", "Evade"), paid, evading, fallen)
    if sheets.learnt(scene.sheet(defender), "acrobatics") is not None:
        yield Option("acrobatics", pgettext("mythras", "Evade by Acrobatics"), paid, evading)
    yield Option("none", pgettext("mythras", "Let it come"))


_FALLS = pgettext("mythras", "ends prone")
_STOPS = {
    "all": pgettext("mythras", "stops all damage"),
    "half": pgettext("mythras", "stops half of the damage"),
    "none": pgettext("mythras", "stops no damage"),
}


def falls(scene: Scene, defender: str, weapon: Weapon) -> bool:
    """MYT-CLOSE-EVADE, MYT-STYLE-DAREDEVIL: whether evading this leaves one prone."""
    return weapon.ranged or "daredevil" not in style_traits(scene, defender)


def _not_parried(scene: Scene, defender: str, weapon: Weapon, guard: Weapon) -> Text | None:
    if guard.key in initiative.held(scene, defender, "wards"):
        return pgettext("mythras", "It guards a location.")
    if weapon.firearm:
        return pgettext("mythras", "Nothing parries this.")
    if weapon.ranged and guard.category != "shield":
        return pgettext("mythras", "Only a shield parries this.")
    return None


def _not_evaded(scene: Scene, defender: str, weapon: Weapon, cover: bool) -> Text | None:
    if weapon.firearm and not cover:
        return pgettext("mythras", "No cover to dive for.")
    body = {one.key: one.kind for one in sheets.locations(scene.sheet(defender))}
    if any(body.get(key) == "leg" for key in initiative.held(scene, defender, "entangled")):
        return pgettext("mythras", "A leg is held.")
    return None


def _chosen(scene: Scene, defender: str, chosen: str, said: tuple[Situation, ...]) -> tuple[Check, Weapon | None]:
    """MYT-PARRY-01, MYT-CLOSE-EVADE: what is rolled for an answer, with its situations."""
    sheet, settings = scene.sheet(defender), scene.settings
    key = chosen.removeprefix("parry-")
    guard = arms.find(sheet, key, settings) if chosen.startswith("parry-") else None
    if guard is not None:
        traits = sheets.traits(sheet, guard.style)
        rows = (*said, *situations.conditions(scene, defender, traits))
        return replace(checks.weapon(sheet, settings, guard, rows), actor=defender), guard
    rows = (*said, *situations.conditions(scene, defender))
    if chosen == "acrobatics":
        skill = sheets.learnt(sheet, "acrobatics")
        if skill is not None:
            found = checks.standard(sheet, settings, "evade", rows)
            target = graded(skill, (*rows, *checks.tired(sheet)), settings)
            label = pgettext("mythras", "Acrobatics")
            return replace(found, actor=defender, what=label, target=target, extra=skill.total), None
    return replace(checks.standard(sheet, settings, "evade", rows), actor=defender), None
