"""The forms of what is thrown and shot, and of what is done to a weapon meanwhile (MYT-RANGED, MYT-AUTO)."""

from __future__ import annotations

from dataclasses import replace

from rules.core.game import Offer
from rules.core.scene import Scene
from rules.core.sheet import Choice, Field
from rules.core.text import Text
from rules.games.mythras import cover, initiative, ranged, situations
from rules.games.mythras import sheet as sheets
from rules.games.mythras import weapons as arms
from rules.games.mythras.arms import MODES
from rules.games.mythras.picks import NO_WEAPON, NOBODY, PROACTIVE, all_refused, armed, attackers_reason, targets
from rules.games.mythras.situations import GM_ONLY, RANGED
from rules.games.mythras.striking import flags
from rules.games.mythras.text import _, ngettext
from rules.games.mythras.weapons import Weapon


def carried(scene: Scene, fighter: str) -> list[Weapon]:
    """What a fighter can shoot or throw, weapons of close combat he has learnt to throw included."""
    found = arms.weapons(scene.sheet(fighter), scene.settings)
    return [one for one in found if one.ranged or (one.in_hand and ranged.throwable(scene, fighter, one))]


def shoot(scene: Scene, fighter: str) -> Offer | None:
    """MYT-RANGED-01: whom, with what, from how far, and in which situation; not for who has nothing to shoot with."""
    rows = carried(scene, fighter)
    if not rows:
        return None
    whom, what = targets(scene, fighter, helpless=True), tuple(_loaded(scene, fighter, one) for one in rows)
    why = attackers_reason(scene, fighter) or all_refused(what, NO_WEAPON) or all_refused(whom, NOBODY)
    fields = (
        Field("target", _("Target"), "choice", choices=whom),
        Field("weapon", _("Weapon"), "choice", choices=what),
        _metres(scene, fighter, rows),
        *situations.fields(RANGED),
        *_prepared(scene, fighter, rows),
        _choice("crowd", _("A crowd"), "MYT-RANGED-CROWD", _CROWD),
        _choice("gait", _("On the move"), "MYT-STYLE-SKIRMISH", _GAITS),
        _choice("second", _("Second gun"), "MYT-RANGED-DUAL", _seconds(scene, fighter, rows)),
        _flag("still", _("The target is still, or unaware"), "MYT-FX-LOCATION"),
        _flag("cover_near", _("Cover is near the target"), "MYT-RANGED-PARRY"),
        _flag("own_cover", _("Cover is beside the shooter"), "MYT-FX-DUCK-BACK"),
    )
    return Offer("shoot", fighter, _("Shoot or throw"), fields, why, GM_ONLY, group=PROACTIVE)


_CROWD = (
    Choice("none", _("no crowd")),
    *(Choice(key, row[0]) for key, row in ranged.CROWD.items()),
)
_GAITS = tuple(Choice(key, row[0]) for key, row in ranged.GAITS.items())


def _choice(key: str, label: Text, rule: str, choices: tuple[Choice, ...]) -> Field:
    return Field(key, label, "choice", default=choices[0].key, choices=choices, rule=rule)


def _flag(key: str, label: Text, rule: str) -> Field:
    return Field(key, label, "flag", default=False, rule=rule)


def _prepared(scene: Scene, fighter: str, rows: list[Weapon]) -> tuple[Field, ...]:
    """MYT-SIT-R13: said only by who lies and has something that is shot so."""
    if not initiative.mark(scene, fighter, "prone") or not any(one.rested and one.in_hand for one in rows):
        return ()
    return (_flag("prepared", _("The shooter lies in a prepared position"), "MYT-SIT-R13"),)


def _metres(scene: Scene, fighter: str, rows: list[Weapon]) -> Field:
    farthest = max((one if one.ranged else ranged.thrown(one)).ranges[2] for one in rows)
    label = _("Metres")
    return Field("metres", label, default=min(5, farthest), least=0, most=farthest, rule="MYT-RANGED-BANDS")


def _seconds(scene: Scene, fighter: str, rows: list[Weapon]) -> tuple[Choice, ...]:
    guns = [one for one in rows if one.firearm and one.in_hand and "two_handed" not in one.flags]
    none = Choice("none", _("none"))
    return (none, *(_loaded(scene, fighter, one) for one in guns)) if len(guns) > 1 else (none,)


def _loaded(scene: Scene, fighter: str, weapon: Weapon) -> Choice:
    found = _ready(scene, fighter, weapon)
    if weapon.mode == "long_burst" and weapon.automatic:
        return replace(found, refused=_("Set to long bursts."))
    return found


def _ready(scene: Scene, fighter: str, weapon: Weapon) -> Choice:
    """MYT-AUTO-06: a weapon as it would be shot or thrown now, or why it cannot be."""
    found = armed(scene, fighter, weapon if weapon.ranged else ranged.thrown(weapon))
    return replace(found, refused=found.refused or ranged.unloaded(scene, fighter, weapon))


def burst(scene: Scene, fighter: str) -> Offer | None:
    """MYT-AUTO-04: a long burst at everybody in its arc; not offered where no weapon is set to it."""
    rows = [one for one in carried(scene, fighter) if one.automatic and one.mode == "long_burst"]
    if not rows:
        return None
    what = tuple(_ready(scene, fighter, one) for one in rows)
    whom = [one for one in targets(scene, fighter) if one.refused is None]
    nobody = None if whom else NOBODY
    most = max(1, min(max(one.rate for one in rows), max(one.loaded for one in rows)))
    fields = (
        Field("weapon", _("Weapon"), "choice", choices=what),
        Field("rounds", _("Rounds"), default=min(10, most), least=1, most=most, rule="MYT-AUTO-04"),
        *flags(scene, whom),
        _metres(scene, fighter, rows),
        *situations.fields(RANGED),
        *_prepared(scene, fighter, rows),
        _flag("cover_near", _("Cover is near the target"), "MYT-RANGED-PARRY"),
        _flag("own_cover", _("Cover is beside the shooter"), "MYT-FX-DUCK-BACK"),
    )
    why = attackers_reason(scene, fighter) or all_refused(what, NO_WEAPON) or nobody
    label = _("Long burst")
    return Offer("burst", fighter, label, fields, why, GM_ONLY, group=PROACTIVE)


def mode(scene: Scene, fighter: str, free: bool = False) -> Offer | None:
    """MYT-ACT-SWITCH-FIRE: another mode of fire; free where the weapon is linked to its bearer’s mind."""
    rows = [one for one in carried(scene, fighter) if one.automatic and one.in_hand and (one.linked or not free)]
    if not rows:
        return None
    choices = tuple(
        Choice(
            f"{one.key}-{key}",
            _("%(weapon)s: %(mode)s", weapon=one.label, mode=MODES[key]),
            _("Set so already.") if one.mode == key else None,
            _("free") if one.linked else None,
        )
        for one in rows
        for key in one.modes
    )
    field = Field("mode", _("Fire mode"), "choice", choices=choices, rule="MYT-ACT-SWITCH-FIRE")
    return Offer("mode", fighter, _("Switch fire mode"), (field,), group=PROACTIVE)


def aim(scene: Scene, fighter: str) -> Offer | None:
    """MYT-ACT-AIM: a whole round, every point of it; not for who has done something already."""
    rows = [one for one in carried(scene, fighter) if one.in_hand]
    if not rows:
        return None
    begun = _("It takes a whole round.") if initiative.spent(scene, fighter) > 0 else None
    whom = tuple(_in_sight(scene, one) for one in targets(scene, fighter))
    field = Field("target", _("Target"), "choice", choices=whom, rule="MYT-RANGED-AIM")
    label = _("Aim for the whole round")
    return Offer("aim", fighter, label, (field,), begun or all_refused(whom, NOBODY), group=PROACTIVE)


def _in_sight(scene: Scene, target: Choice) -> Choice:
    """MYT-RANGED-AIM: nobody aims at what hides wholly."""
    hidden = target.refused is None and cover.total(scene, target.key)
    return replace(target, refused=_("The target cannot be seen.")) if hidden else target


def steady(scene: Scene, fighter: str) -> Offer | None:
    """MYT-ACT-STEADY: less recoil until one moves."""
    if not any(one.firearm and one.in_hand for one in carried(scene, fighter)):
        return None
    done = _("Steadied already.") if initiative.mark(scene, fighter, "steadied") else None
    hidden = _("Wholly behind cover.") if cover.total(scene, fighter) else None
    return Offer("steady", fighter, _("Steady the weapon"), refused=done or hidden, group=PROACTIVE)


def reload(scene: Scene, fighter: str) -> Offer | None:
    """MYT-ACT-RELOAD: one turn of it."""
    rows = [one for one in carried(scene, fighter) if one.ranged and (one.magazine or one.load)]
    choices = tuple(Choice(one.key, one.label, _full(scene, fighter, one), _turns(scene, fighter, one)) for one in rows)
    what = Field("weapon", _("Weapon"), "choice", choices=choices, rule="MYT-ACT-RELOAD")
    label = _("Reload")
    return Offer("reload", fighter, label, (what,), all_refused(choices, NO_WEAPON), group=PROACTIVE) if rows else None


def _full(scene: Scene, fighter: str, weapon: Weapon) -> Text | None:
    if not weapon.in_hand:
        return _("Not in hand.")
    if weapon.magazine and weapon.loaded < weapon.magazine:
        return None if weapon.reserve else _("Nothing left to load.")
    empty = not weapon.magazine and initiative.mark(scene, fighter, f"empty.{weapon.key}")
    return None if empty else _("Loaded already.")


def _turns(scene: Scene, fighter: str, weapon: Weapon) -> Text:
    return ngettext("takes %(count)s turn", "takes %(count)s turns", ranged.to_load(scene, fighter, weapon))


def runs_well(scene: Scene, fighter: str, weapon: Weapon) -> bool:
    """MYT-STYLE-SKIRMISH: whether a weapon is shot on the move."""
    return "skirmishing" in sheets.traits(scene.sheet(fighter), weapon.style)
