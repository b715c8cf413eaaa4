"""The forms of close combat: a blow, a charge, a sweep, a leap, outmanoeuvring (MYT-ACT-ATTACK, MYT-CLOSE)."""

from __future__ import annotations

from dataclasses import replace

from rules.core.game import Offer
from rules.core.scene import Scene
from rules.core.sheet import Choice, Field
from rules.core.text import Text
from rules.games.mythras import initiative, limbs, manoeuvres, situations
from rules.games.mythras import sheet as sheets
from rules.games.mythras import weapons as arms
from rules.games.mythras.picks import NO_WEAPON, NOBODY, PROACTIVE, all_refused, armed, attackers_reason, named, targets
from rules.games.mythras.settings import setting
from rules.games.mythras.situations import CLOSE, GM_ONLY
from rules.games.mythras.text import _


def attack(scene: Scene, fighter: str) -> Offer:
    """MYT-ACT-ATTACK: whom, with what, and in which situation."""
    fields = (*_whom_and_what(scene, fighter, helpless=True), *situations.fields(CLOSE))
    label = _("Attack")
    return Offer("attack", fighter, label, fields, _unable(scene, fighter, helpless=True), GM_ONLY, group=PROACTIVE)


def charge(scene: Scene, fighter: str) -> Offer:
    """MYT-ACT-CHARGE: at a run, from outside of every reach; the blow is part of it."""
    mount = _("STR + SIZ of the mount (0: one’s own strength)")
    fields = (
        *_whom_and_what(scene, fighter, runs=True),
        *situations.fields(CLOSE),
        Field("mount", mount, default=0, least=0, most=200, rule="MYT-CLOSE-CHARGE"),
    )
    label = _("Charge")
    hint = _("hard, one size larger, with more force")
    why = running(scene, fighter) or _unable(scene, fighter, runs=True)
    return Offer("charge", fighter, label, fields, why, GM_ONLY, hint=hint, group=PROACTIVE)


def running(scene: Scene, fighter: str) -> Text | None:
    """MYT-MOVE-02, MYT-ATTR-06: why a fighter cannot run now."""
    if initiative.mark(scene, fighter, "prone"):
        return _("Lies on the ground.")
    if initiative.engaged(scene, fighter) and setting(scene.settings, "charge_engaged") == "refused":
        return _("Engaged: change range instead.")
    lost = limbs.useless(scene, fighter)
    body = sheets.locations(scene.sheet(fighter))
    lame = next((one for one in body if one.kind == "leg" and one.key in lost), None)
    if lame is not None and not initiative.mark(scene, fighter, "mounted"):
        return _("%(location)s: cannot be used.", location=lame.label)
    return None if sheets.movement(scene.sheet(fighter)) else _("Too tired to move.")


def sweep(scene: Scene, fighter: str) -> Offer:
    """MYT-CLOSE-SWEEP: one roll against several who stand close together, where the game master allows it."""
    whom = [_in_reach(scene, fighter, one) for one in targets(scene, fighter)]
    label = _("Sweep: one blow at several")
    near = [one for one in whom if one.refused is None]
    few = None if len(near) > 1 else _("Fewer than two can be reached.")
    weapon = _whom_and_what(scene, fighter)[1]
    runs = Field("charging", _("At the end of a charge"), "flag", default=False, rule="MYT-CLOSE-CHARGE")
    fields = (weapon, *flags(scene, near), runs, *situations.fields(CLOSE))
    return Offer("sweep", fighter, label, fields, few or _unable(scene, fighter), GM_ONLY, group=PROACTIVE)


def flags(scene: Scene, whom: list[Choice]) -> tuple[Field, ...]:
    """Several targets, each ticked or not."""
    return tuple(
        Field(f"at_{one.key}", named(scene, one.key), "flag", default=False, rule="MYT-CLOSE-SWEEP") for one in whom
    )


def leap(scene: Scene, fighter: str) -> Offer:
    """MYT-CLOSE-LEAP: bear somebody down; nobody more than twice as large."""
    mine = sheets.characteristic(scene.sheet(fighter), "siz")
    whom = tuple(
        one if one.refused or effective_siz(scene, one.key) <= 2 * mine else Choice(one.key, one.label, _LARGE)
        for one in targets(scene, fighter)
    )
    field = Field("target", _("Target"), "choice", choices=whom, rule="MYT-CLOSE-LEAP")
    prone = _("Lies on the ground.") if initiative.mark(scene, fighter, "prone") else None
    why = attackers_reason(scene, fighter) or prone or limbs.rooted(scene, fighter) or all_refused(whom, NOBODY)
    return Offer("leap", fighter, _("Leap at somebody"), (field,), why, group=PROACTIVE)


_LARGE = _("More than twice as large.")


def effective_siz(scene: Scene, fighter: str) -> int:
    """MYT-ACT-BRACE: half as large again for who has braced himself."""
    siz = sheets.characteristic(scene.sheet(fighter), "siz")
    return -(-siz * 3 // 2) if initiative.mark(scene, fighter, "braced") else siz


def outmanoeuvre(scene: Scene, fighter: str) -> Offer:
    """MYT-ACT-OUTMANOEUVRE: at least two opponents, room to move, and nothing that holds one."""
    few = len(manoeuvres.opponents(scene, fighter)) < 2
    why = _("Fewer than two opponents.") if few else None
    if initiative.mark(scene, fighter, "prone") or initiative.mark(scene, fighter, "cornered"):
        why = _("Cannot move freely.")
    why = limbs.rooted(scene, fighter) or why
    label = _("Outmanoeuvre all opponents")
    return Offer("outmanoeuvre", fighter, label, refused=why, group=PROACTIVE)


def _in_reach(scene: Scene, fighter: str, target: Choice) -> Choice:
    """MYT-CLOSE-ENGAGE: where the table counts every step, only those one is engaged with can be struck."""
    near = setting(scene.settings, "contact") == "free" or target.key in initiative.held(scene, fighter, "engaged")
    return target if near or target.refused else replace(target, refused=_("Out of reach: close in first."))


def _whom_and_what(scene: Scene, fighter: str, helpless: bool = False, runs: bool = False) -> tuple[Field, Field]:
    melee = (one for one in arms.weapons(scene.sheet(fighter), scene.settings) if not one.ranged)
    what = tuple(armed(scene, fighter, one) for one in melee)
    known = targets(scene, fighter, helpless=helpless)
    whom = known if runs else (_in_reach(scene, fighter, one) for one in known)
    return (
        Field("target", _("Target"), "choice", choices=tuple(whom)),
        Field("weapon", _("Weapon"), "choice", choices=what),
    )


def _unable(scene: Scene, fighter: str, helpless: bool = False, runs: bool = False) -> Text | None:
    whom, what = _whom_and_what(scene, fighter, helpless, runs)
    return attackers_reason(scene, fighter) or all_refused(whom.choices, NOBODY) or all_refused(what.choices, NO_WEAPON)
