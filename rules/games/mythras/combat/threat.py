"""An attack before it is answered: attacker, target, weapon and difficulty (MYT-ATK-01)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from rules.core.check import Check, Level, Outcome
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.script import ATTACK, Option, Script, choose
from rules.core.text import Text
from rules.games.mythras import marks
from rules.games.mythras.actions import cover
from rules.games.mythras.character import sheet as sheets
from rules.games.mythras.character.tables import CLOSE, RANGED, DamageModifier, resize
from rules.games.mythras.combat import situations
from rules.games.mythras.combat.situations import HELPLESS
from rules.games.mythras.equipment import limbs, ranged
from rules.games.mythras.equipment.weapons import Weapon
from rules.games.mythras.rolls import checks, resolution
from rules.games.mythras.rolls.grades import Situation, apply_cap, ease_worst
from rules.games.mythras.rounds import initiative
from rules.games.mythras.rounds.ground import GROUND
from rules.games.mythras.text import _
from rules.ground.aiming import aimed, is_laid


@dataclass(frozen=True)
class Threat:
    """One attack at one target. ``bullets`` is the most that can hit; a ``plain`` one brings no special effects.

    ``halves`` says how often the damage is halved, ``charges`` lets the target strike back, ``near`` is a shot at short
    range, a ``further`` one a bullet of a burst after the first;
    ``args`` is what was said of the attack.
    """

    scene: Scene
    attacker: str
    target: str
    weapon: Weapon
    check: Check
    modifier: DamageModifier
    halves: int = 0
    bullets: int = 1
    charges: bool = False
    plain: bool = False
    near: bool = False
    further: bool = False
    args: Data = field(default_factory=dict)

    @property
    def placed(self) -> bool:
        """MYT-FX-LOCATION: true for a shot at short range at somebody who is still, or unaware of it."""
        unaware = any(mark.of(self.scene, self.target) for mark in (marks.STILL, marks.SURPRISED))
        return self.near and (self.is_ticked("still") or unaware or initiative.is_helpless(self.scene, self.target))

    def is_ticked(self, key: str) -> bool:
        """True if something was ticked when the attack was declared."""
        return bool(self.args.get(key))


Attack = Callable[[Scene, str, str, Weapon, Data], Threat]
NOBODY = ""  # the target of an attack whose chances are shown before one is chosen


def blow(scene: Scene, actor: str, target: str, weapon: Weapon, args: Data) -> Threat:
    """MYT-ACT-ATTACK: a blow of close combat."""
    check = attack_check(scene, actor, target, weapon, args)
    return Threat(scene, actor, target, weapon, check, sheets.damage_modifier(scene.sheet(actor)), args=args)


def charge(scene: Scene, actor: str, target: str, weapon: Weapon, args: Data) -> Threat:
    """MYT-CLOSE-CHARGE, MYT-STYLE-LANCER: harder to land, one size larger, with more of the damage modifier."""
    sheet, mounted = scene.sheet(actor), bool(marks.MOUNTED.of(scene, actor))
    lancer = mounted and "mounted_lancer" in sheets.traits(sheet, weapon.style)
    hard = () if lancer else (Situation(_("charge"), "hard", rule="MYT-CLOSE-CHARGE"),)
    check = attack_check(scene, actor, target, weapon, args, hard)
    larger = replace(weapon, size=resize(weapon.size, 1))
    return Threat(scene, actor, target, larger, check, charging_modifier(scene, actor, args), charges=True, args=args)


def charging_modifier(scene: Scene, actor: str, args: Data) -> DamageModifier:
    """MYT-CLOSE-CHARGE: one step more on two legs, two on four; a rider may use what their mount has."""
    sheet, mounted = scene.sheet(actor), bool(marks.MOUNTED.of(scene, actor))
    own, mount = sheets.damage_modifier(sheet), int(args.get("mount", 0))
    base = sheets.modifier_of(mount) if mounted and mount else own
    return base.step(2 if (mounted and mount) or sheets.on_four_legs(sheet) else 1)


def shot(scene: Scene, actor: str, target: str, weapon: Weapon, args: Data, recoil: Iterable[Situation] = ()) -> Threat:
    """MYT-RANGED-01, MYT-STYLE-THROW: what is thrown or shot, from its distance."""
    far, hurled, made_to_fly = distance(scene, actor, target, args) or 0, not weapon.ranged, "thrown" in weapon.flags
    weapon = ranged.as_thrown(weapon) if hurled else weapon
    check = attack_check(scene, actor, target, weapon, args, recoil)
    near = ranged.band(weapon, far) == "short" or ranged.is_scoped(scene, actor, target, weapon, far)
    return Threat(
        scene,
        actor,
        target,
        ranged.as_shot(weapon, far),
        check,
        sheets.damage_modifier(scene.sheet(actor)),
        halves=(ranged.band(weapon, far) == "long") + (hurled and not made_to_fly),
        near=near,
        args=args,
    )


def distance(scene: Scene, actor: str, target: str, args: Data) -> int | None:
    """MYT-RANGED-BANDS: the distance of a shot, as chosen or from the ground; ``None`` if unknown."""
    if target == NOBODY or not is_laid(scene):
        return int(args.get("metres", 0))
    away = aimed(GROUND, scene, actor, target, args).metres
    return None if away is None else int(away)


def attack_check(
    scene: Scene, actor: str, target: str, weapon: Weapon, args: Data, more: Iterable[Situation] = ()
) -> Check:
    """MYT-CORE-04, 05: the style with its cap, then the worst situation and every step."""
    traits = sheets.traits(scene.sheet(actor), weapon.style)
    rows = (
        *_surroundings(scene, actor, target, weapon, args, traits),
        *more,
        *situations.steps(int(args.get("steps", 0))),
        *ranged.gait(scene, args),
        *limbs.wound_situations(scene, actor, weapon),
    )
    return style_check(scene, actor, weapon, rows, str(args.get("cap", "none")))


def style_check(
    scene: Scene, fighter: str, weapon: Weapon, rows: tuple[Situation, ...], declared: str = "none"
) -> Check:
    """MYT-CORE-05: the style with a weapon, no better than Ride in the saddle or than Swim in the water."""
    sheet, settings = scene.sheet(fighter), scene.settings
    check = replace(checks.weapon(sheet, settings, weapon, rows), actor=fighter)
    skill, shift = checks.skill_of(sheet, weapon)
    lower = skill
    for limit, label, rule in situations.caps(scene, fighter, sheets.traits(sheet, weapon.style), declared):
        lower = apply_cap(lower, sheets.skill(sheet, limit), label, rule)
    return check if lower is skill else checks.of(sheet, settings, check, lower, (*rows, *shift))


def _surroundings(
    scene: Scene, actor: str, target: str, weapon: Weapon, args: Data, traits: frozenset[str]
) -> tuple[Situation, ...]:
    """MYT-SIT, MYT-RANGED-AIM: the situations of both sides; aiming eases the worst by one grade."""
    around = situations.table_situation(str(args.get("situation", "none")), RANGED if weapon.ranged else CLOSE, traits)
    around += situations.place_situations(scene, actor, target, weapon.ranged, traits)
    if not weapon.ranged:
        return (*around, *situations.conditions(scene, actor, traits), *cover.blind_situations(scene, target))
    own = (*situations.blindness(scene, actor, traits), *situations.burdens(scene, actor))
    prepared = weapon.fires_rested and bool(args.get("prepared"))
    seen = (*around, *ranged.crowd(args), *situations.of_shot(scene, actor, target, prepared))
    seen = ease_worst(seen) if ranged.has_aimed(scene, actor, target) else seen
    scope = ranged.through_scope(scene, actor, target, weapon)
    return (*seen, *own, *cover.blind_situations(scene, target), *scope)


def hits_surely(threat: Threat) -> bool:
    """MYT-SIT-C01: an attack on somebody declared helpless, or a melee attack on somebody who is."""
    declared = threat.args.get("situation") == HELPLESS
    return declared or (not threat.weapon.ranged and initiative.is_helpless(threat.scene, threat.target))


def confirm_location(threat: Threat) -> Script[bool]:
    """MYT-CLOSE-COVER: true if the place of somebody wholly hidden is known well enough, as the game master says."""
    if not cover.is_total(threat.scene, threat.target):
        return True
    rows = (Option("known", _("The place is known")), Option("unknown", _("Nobody knows where")))
    label = _("%(who)s is wholly hidden: is the place known?", who=threat.scene.name(threat.target))
    return (yield from choose("located", "gm", label, rows)) == "known"


def roll(threat: Threat, label: Text | None = None) -> Script[Outcome]:
    """MYT-SIT-C01, MYT-UI-04: nobody rolls against a target that cannot help itself."""
    if hits_surely(threat):
        text = _("%(result)s: a helpless target", result=resolution.LEVELS[Level.SUCCESS])
        return Outcome(threat.check, (), Level.SUCCESS, 0, text, text)
    label = label or _("Attack: %(weapon)s", weapon=threat.check.what)
    return (yield from resolution.resolve(threat.check, threat.scene.settings, ATTACK, label))
