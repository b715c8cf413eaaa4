"""The answer to a threat: who may parry with what, evade, strike back, or let it come (MYT-PARRY, MYT-CLOSE-EVADE)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.core.check import Check, Level, Outcome
from rules.core.scene import Scene
from rules.core.script import Ask, Effect, Option, Script
from rules.core.text import Text
from rules.games.mythras import checks, initiative, limbs, resolution, situations, sizes
from rules.games.mythras import sheet as sheets
from rules.games.mythras import weapons as arms
from rules.games.mythras.grades import Situation, graded
from rules.games.mythras.settings import setting
from rules.games.mythras.situations import CLOSE
from rules.games.mythras.text import _
from rules.games.mythras.threat import Threat, attack_check
from rules.games.mythras.weapons import Weapon


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
COUNTER, PARRY = "counter-", "parry-"


def defend(threat: Threat, attack: Outcome) -> Script[Defence]:
    """MYT-ATK-01, MYT-AP-03: the defender has seen the attack and answers it once, or not at all."""
    if not attack.faces:
        return NOTHING
    scene, defender = threat.scene, threat.target
    options = tuple(_options(threat))
    if all(option.refused for option in options[:-1]):
        return NOTHING
    seen = _("The attack: %(result)s. Your answer?", result=resolution.LEVELS[attack.level])
    (said,) = yield Ask("reaction", defender, seen, options)
    if said == "none":
        return NOTHING
    check, guard = chosen(threat, str(said))
    label = _("Defence: %(skill)s", skill=check.what)
    outcome = yield from resolution.resolve(check, scene.settings, "defence", label)
    kind = "counter" if str(said).startswith(COUNTER) else "parry" if guard else "evade"
    return Defence(kind, guard, outcome)


def cannot(scene: Scene, defender: str) -> Text | None:
    """MYT-PARRY-03, MYT-CLOSE-SURPRISE, MYT-FX-STUN: why a fighter cannot answer at all."""
    if initiative.mark(scene, defender, "surprised"):
        return _("Surprised.")
    if initiative.left(scene, defender) < 1:
        return _("No action point is left.")
    stunned = initiative.held(scene, defender, "stunned")
    body = {one.key: one.kind for one in sheets.locations(scene.sheet(defender))}
    return _("Stunned.") if any(body.get(key) == "head" for key in stunned) else None


def falls(threat: Threat) -> bool:
    """MYT-CLOSE-EVADE, MYT-STYLE-DAREDEVIL: whether evading this leaves one prone."""
    return threat.weapon.ranged or "daredevil" not in limbs.style_traits(threat.scene, threat.target)


def _options(threat: Threat) -> Iterator[Option]:
    scene, defender = threat.scene, threat.target
    paid, unable = (Effect("spend", defender, 1),), cannot(scene, defender)  # MYT-PARRY-01
    able = [one for one in arms.weapons(scene.sheet(defender), scene.settings) if one.in_hand and not one.ranged]
    for guard in able:
        why = unable or limbs.unusable(scene, defender, guard) or not_parried(threat, guard)
        label = _("Parry: %(weapon)s", weapon=guard.label)
        cost = (*paid, Effect("guarded", defender, True)) if sizes.defensive(scene, defender, guard) else paid
        hint = _hint(threat, f"{PARRY}{guard.key}", _STOPS[sizes.stops(scene, defender, guard, threat.weapon)])
        yield Option(f"{PARRY}{guard.key}", label, cost, why, hint)
    evading = unable or _not_evaded(threat)
    ends = _FALLS if falls(threat) else None
    yield Option("evade", _("Evade"), paid, evading, _hint(threat, "evade", ends))
    if _acrobat(threat):
        label = _("Evade by Acrobatics")
        yield Option("acrobatics", label, paid, evading, _hint(threat, "acrobatics", None))
    if threat.charges:
        for weapon in able:
            why = unable or _lame(scene, defender) or limbs.unusable(scene, defender, weapon)
            label = _("Strike back: %(weapon)s", weapon=weapon.label)
            key = f"{COUNTER}{weapon.key}"
            unward = Effect("ward", defender, {"weapon": weapon.key, "places": ()})
            back = (*paid, Effect("offence", defender, True), unward)
            yield Option(key, label, back, why, _hint(threat, key, None))
    yield Option("none", _("Let it come"))


def _acrobat(threat: Threat) -> bool:
    """MYT-CLOSE-EVADE: whether Acrobatics may stand for Evade."""
    learnt = sheets.learnt(threat.scene.sheet(threat.target), "acrobatics") is not None
    return learnt and bool(setting(threat.scene.settings, "acrobatics_for_evade"))


def _hint(threat: Threat, said: str, more: Text | None) -> Text:
    """MYT-UI-05: the chances of an answer, and what else it does."""
    check, _guard = chosen(threat, said)
    odds = resolution.chances(check, threat.scene.settings)
    return _("%(parts)s", parts=(odds, more)) if more else odds


_FALLS = _("ends prone")
_STOPS = {
    "all": _("stops all damage"),
    "half": _("stops half of the damage"),
    "none": _("stops no damage"),
    "points": _("stops what its armour points are worth"),
}


def not_parried(threat: Threat, guard: Weapon) -> Text | None:
    """MYT-RANGED-PARRY: why something does not parry this threat."""
    if guard.key in initiative.held(threat.scene, threat.target, "wards"):
        return _("It guards a location.")
    if threat.weapon.firearm:
        return _("Nothing parries this.")
    if threat.weapon.ranged and guard.category != "shield":
        return _("Only a shield parries this.")
    return None


def _not_evaded(threat: Threat) -> Text | None:
    """MYT-RANGED-PARRY: from a firearm one dives for cover, or not at all."""
    rule = setting(threat.scene.settings, "evade_firearms")
    if threat.weapon.firearm and (rule == "never" or (rule == "cover_only" and not threat.says("cover_near"))):
        return _("No cover to dive for.")
    body = {one.key: one.kind for one in sheets.locations(threat.scene.sheet(threat.target))}
    if any(body.get(key) == "leg" for key in initiative.held(threat.scene, threat.target, "entangled")):
        return _("A leg is held.")
    return None


def _lame(scene: Scene, defender: str) -> Text | None:
    """MYT-REACT-COUNTER-CHARGE: why somebody cannot strike back at a charge."""
    if initiative.mark(scene, defender, "no_offence") or initiative.mark(scene, defender, "cannot_attack"):
        return _("Cannot attack now.")
    return None


def chosen(threat: Threat, said: str) -> tuple[Check, Weapon | None]:
    """MYT-PARRY-01, MYT-CLOSE-EVADE: what is rolled for an answer, with its situations."""
    scene, defender, settings = threat.scene, threat.target, threat.scene.settings
    sheet = scene.sheet(defender)
    around = situations.said(str(threat.args.get("theirs", "none")), CLOSE)
    guard = arms.find(sheet, said.removeprefix(PARRY).removeprefix(COUNTER), settings)
    if guard is not None and said.startswith(COUNTER):
        return attack_check(scene, defender, threat.attacker, guard, {}), guard
    if guard is not None and said.startswith(PARRY):
        traits = sheets.traits(sheet, guard.style)
        rows: tuple[Situation, ...] = (*around, *situations.conditions(scene, defender, traits))
        rows = (*rows, *limbs.hampered(scene, defender, guard))
        return replace(checks.weapon(sheet, settings, guard, rows), actor=defender), guard
    rows = (*around, *situations.conditions(scene, defender), *limbs.hampered(scene, defender, kinds=limbs.BEARING))
    found = replace(checks.standard(sheet, settings, "evade", rows), actor=defender)
    skill = sheets.learnt(sheet, "acrobatics") if said == "acrobatics" else None
    if skill is None:
        return found, None
    target = graded(skill, (*rows, *checks.tired(sheet)), settings)
    return replace(found, what=_("Acrobatics"), target=target, extra=skill.total), None
