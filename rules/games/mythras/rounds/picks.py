"""The common fields of a fighter's forms: targets, weapons, and the reason against an attack."""

from __future__ import annotations

from rules.character.sheet import Choice
from rules.core.acts import out_of_fight
from rules.core.memo import memoize
from rules.core.scene import Scene
from rules.core.text import Text
from rules.games.mythras import marks
from rules.games.mythras.character import sheet as sheets
from rules.games.mythras.combat import situations, threat
from rules.games.mythras.equipment import limbs
from rules.games.mythras.equipment.weapons import Weapon
from rules.games.mythras.rolls import resolution
from rules.games.mythras.rolls.grades import NO_ATTEMPT, worst
from rules.games.mythras.rounds import initiative
from rules.games.mythras.settings import setting
from rules.games.mythras.text import _, ngettext

NOBODY = _("Nobody can be attacked.")
NO_WEAPON = _("No weapon for this.")


def why_no_attack(scene: Scene, fighter: str) -> Text | None:
    """MYT-AP-05: why a fighter may not attack in this turn."""
    if surprised := why_no_offence(scene, fighter):
        return surprised
    turns = int(marks.CANNOT_ATTACK.of(scene, fighter) or 0)
    if turns:
        return ngettext("No attack for %(count)s more turn.", "No attack for %(count)s more turns.", turns)
    if locked := why_defensive(scene, fighter):
        return locked
    if initiative.is_delayed_act(scene, fighter) and marks.DELAYED_UNABLE.of(scene, fighter):
        return _("Delayed a turn without attack.")
    if is_winded(scene, fighter):
        return _("Stunned: no attack.")
    return NO_ATTEMPT if worst(situations.conditions(scene, fighter)) == "hopeless" else None


def why_no_blow_at(scene: Scene, fighter: str, target: str) -> Text | None:
    """MYT-CLOSE-OUTMANOEUVRE, MYT-AP-05: why a fighter may not attack this one, in whatever way."""
    past = _("Outmanoeuvred in this round.") if marks.OUTMANOEUVRED.rows(scene, fighter).get(target) else None
    return past or why_no_attack(scene, fighter)


def why_defensive(scene: Scene, fighter: str) -> Text | None:
    """MYT-STYLE-DEFENSIVE: why a fighter does nothing offensive after a parry that was larger for it."""
    locks = marks.GUARDED.of(scene, fighter) and setting(scene.settings, "defensive_lock") == "forbid"
    return _("Has parried on the defensive in this round.") if locks else None


def why_no_offence(scene: Scene, fighter: str) -> Text | None:
    """MYT-CLOSE-SURPRISE: why a fighter does nothing offensive in this round, be it an attack or not."""
    return _("Surprised in this round: no attack.") if marks.NO_OFFENCE.of(scene, fighter) else None


def _has_stunned(scene: Scene, fighter: str, kinds: frozenset[str]) -> bool:
    body = sheets.kinds(scene.sheet(fighter))
    return any(body.get(key) in kinds for key in marks.STUNNED.rows(scene, fighter))


def is_stunned(scene: Scene, fighter: str) -> bool:
    """MYT-FX-STUN: true if a blow to the head keeps a fighter from doing anything."""
    return _has_stunned(scene, fighter, frozenset({"head"}))


def is_winded(scene: Scene, fighter: str) -> bool:
    """MYT-FX-STUN: true if a blow to the trunk leaves a fighter nothing but defence, or one to the head nothing."""
    return _has_stunned(scene, fighter, limbs.TRUNK)


def is_stopped(scene: Scene, actor: str) -> bool:
    """MYT-REACT-INTERRUPT, MYT-WOUND-02, MYT-FX-STUN: somebody who no longer strikes, whatever they declared."""
    shaken = bool(marks.SHAKEN.of(scene, actor))
    return initiative.is_helpless(scene, actor) or shaken or is_winded(scene, actor)


def why_no_reaction(scene: Scene, fighter: str) -> Text | None:
    """MYT-SIT-C01, MYT-CLOSE-SURPRISE, MYT-FX-STUN: the reason why a fighter answers nothing that happens."""
    if initiative.is_helpless(scene, fighter):
        return _("Helpless.")
    if marks.SURPRISED.of(scene, fighter):
        return _("Surprised.")
    return _("Stunned.") if is_stunned(scene, fighter) else None


def why_no_following(scene: Scene, fighter: str) -> Text | None:
    """MYT-ACT-CHANGE-RANGE, MYT-CLOSE-OUTMANOEUVRE: why a fighter neither stays close to somebody nor keeps away."""
    return why_no_reaction(scene, fighter) or limbs.why_immobile(scene, fighter)


def targets(scene: Scene, fighter: str, attacks: bool = True, helpless: bool = False) -> tuple[Choice, ...]:
    """The fighters one may aim at, the other sides first; nobody unseen.

    MYT-SIT-C01: the ``helpless`` are targets too, where they can be struck at all; nobody who has fled is.
    """
    return _targets(scene, fighter, attacks, helpless)


@memoize
def _targets(scene: Scene, fighter: str, attacks: bool, helpless: bool) -> tuple[Choice, ...]:
    seen = sorted(initiative.seen_by(scene, fighter), key=lambda who: not initiative.are_opposed(scene, fighter, who))
    return tuple(_target(scene, fighter, who, attacks, helpless) for who in seen)


def _target(scene: Scene, fighter: str, target: str, attacks: bool, helpless: bool) -> Choice:
    there = initiative.is_alive(scene, target) and not marks.FLED.of(scene, target)
    out = initiative.is_out(scene, target) and not (helpless and there)
    why = out_of_fight(scene, target) if out else None
    if attacks and marks.OUTMANOEUVRED.rows(scene, fighter).get(target):
        why = why or _("Outmanoeuvred in this round.")
    own = not initiative.are_opposed(scene, fighter, target)
    down = _("helpless") if initiative.is_helpless(scene, target) else None
    return Choice(target, name_text(scene, target), why, down or (_("Own side") if own else None))


def name_text(scene: Scene, who: str) -> Text:
    return _("%(who)s", who=scene.name(who))


def weapon_choice(scene: Scene, fighter: str, weapon: Weapon) -> Choice:
    unreadable = None if weapon.damage else _("The damage of this weapon cannot be read.")
    return Choice(weapon.key, weapon.label, unreadable or limbs.why_unusable(scene, fighter, weapon))


@memoize
def weapon_note(scene: Scene, fighter: str, weapon: Weapon, danger: threat.Attack) -> Text:
    """MYT-UI-03: the damage of a weapon and its chances in this kind of attack, regardless of the target."""
    check = danger(scene, fighter, threat.NOBODY, weapon, {}).check
    return _("%(parts)s", parts=(_dice(weapon), resolution.chances(check, scene.settings)))


def _dice(weapon: Weapon) -> Text:
    return _("%(dice)s", dice=str(weapon.damage))
