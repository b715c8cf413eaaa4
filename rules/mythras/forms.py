"""The forms of a fighter’s turn: what he is offered, with the reasons against what he cannot do now (MYT-ACT)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rules.mythras import defence, initiative, ranged, situations
from rules.mythras import sheet as sheets
from rules.mythras import weapons as arms
from rules.mythras.grades import NO_ATTEMPT, worst
from rules.mythras.situations import CAPS, CLOSE, RANGED
from rules.mythras.weapons import Weapon
from rules.scene import Scene
from rules.sheet import Choice, Field
from rules.system import Offer
from rules.words import Text, pgettext

PROACTIVE = pgettext("mythras", "Actions: one point")
FREE = pgettext("mythras", "Free actions")


def offers(scene: Scene, fighter: str) -> tuple[Offer, ...]:
    """MYT-AP-02: actions in one’s own turn; free ones at any time between exchanges."""
    if scene.exchanges or not initiative.is_running(scene) or initiative.is_out(scene, fighter):
        return ()
    mine = _turn(scene, fighter) if fighter in initiative.acting(scene) else ()
    return (*mine, _ward(scene, fighter), _drop(scene, fighter))


def _turn(scene: Scene, fighter: str) -> tuple[Offer, ...]:
    return (
        _attack(scene, fighter),
        _shoot(scene, fighter),
        _reload(scene, fighter),
        _ready(scene, fighter),
        _stand(scene, fighter),
        _struggle(scene, fighter),
        _pull(scene, fighter),
        _range(scene, fighter),
        _move(scene, fighter),
        _simple("brace", fighter, pgettext("mythras", "Brace oneself"), _braced(scene, fighter)),
        _simple("delay", fighter, pgettext("mythras", "Delay: keep the point for a reaction")),
        _simple("dither", fighter, pgettext("mythras", "Dither: lose the turn")),
        Offer("hold", fighter, pgettext("mythras", "Keep all points for reactions"), group=FREE),
    )


def attackers_reason(scene: Scene, fighter: str) -> Text | None:
    """MYT-AP-05: why a fighter may not attack in this turn."""
    if initiative.mark(scene, fighter, "no_offence"):
        return pgettext("mythras", "Surprised in this round: no attack.")
    turns = int(initiative.mark(scene, fighter, "cannot_attack") or 0)
    if turns:
        return pgettext("mythras", "No attack; turns left: %(turns)s.", turns=turns)
    body = {one.key: one.kind for one in sheets.locations(scene.sheet(fighter))}
    stunned = [body.get(key) for key in initiative.held(scene, fighter, "stunned")]
    if any(kind in ("head", "chest", "abdomen") for kind in stunned):
        return pgettext("mythras", "Stunned: no attack.")
    return NO_ATTEMPT if worst(situations.conditions(scene, fighter)) == "hopeless" else None


def targets(scene: Scene, fighter: str) -> tuple[Choice, ...]:
    """Everybody a fighter may aim at, the other sides first; whom he cannot see he cannot aim at."""
    me = scene.fighters[fighter]
    seen = [one for one in scene.fighters.values() if one.id != fighter and (not one.hidden or one.side == me.side)]
    return tuple(_target(scene, fighter, one.id) for one in sorted(seen, key=lambda one: one.side == me.side))


def all_refused(choices: Iterable[Choice], why: Text) -> Text | None:
    """The reason that refuses every choice: that of the first, or ``why`` where there is no choice at all."""
    reasons = [choice.refused for choice in choices]
    return None if any(reason is None for reason in reasons) else next(iter(reasons), why)


NOBODY = pgettext("mythras", "Nobody can be attacked.")
NO_WEAPON = pgettext("mythras", "No weapon for this.")
_NEVER = pgettext("mythras", "This concerns nothing now.")


def _attack(scene: Scene, fighter: str) -> Offer:
    """MYT-ACT-ATTACK: whom, with what, and in which situation."""
    whom = targets(scene, fighter)
    melee = (one for one in arms.weapons(scene.sheet(fighter), scene.settings) if not one.ranged)
    what = tuple(_armed(scene, fighter, one) for one in melee)
    refused = attackers_reason(scene, fighter) or all_refused(whom, NOBODY) or all_refused(what, NO_WEAPON)
    caps = (Choice("none", pgettext("mythras", "On foot")), *(Choice(key, row[0]) for key, row in CAPS.items()))
    fields = (
        Field("target", pgettext("mythras", "Target"), "choice", choices=whom),
        Field("weapon", pgettext("mythras", "Weapon"), "choice", choices=what),
        *situations.fields(CLOSE),
        Field("cap", pgettext("mythras", "Limited by"), "choice", default="none", choices=caps, rule="MYT-CORE-05"),
    )
    label = pgettext("mythras", "Attack")
    return Offer("attack", fighter, label, fields, refused, frozenset({"steps"}), group=PROACTIVE)


def _shoot(scene: Scene, fighter: str) -> Offer:
    """MYT-RANGED-01: whom, with what, from how far, and in which situation."""
    whom = targets(scene, fighter)
    carried = [one for one in arms.weapons(scene.sheet(fighter), scene.settings) if one.ranged]
    farthest = max((one.ranges[2] for one in carried), default=0)
    what = tuple(_loaded(scene, fighter, one) for one in carried)
    refused = attackers_reason(scene, fighter) or all_refused(what, NO_WEAPON) or all_refused(whom, NOBODY)
    still = pgettext("mythras", "The target is still, or unaware")
    cover = pgettext("mythras", "Cover is near the target")
    fields = (
        Field("target", pgettext("mythras", "Target"), "choice", choices=whom),
        Field("weapon", pgettext("mythras", "Weapon"), "choice", choices=what),
        Field(
            "metres",
            pgettext("mythras", "Metres"),
            default=min(5, farthest),
            least=0,
            most=farthest,
            rule="MYT-RANGED-BANDS",
        ),
        *situations.fields(RANGED),
        Field("still", still, "flag", default=False, rule="MYT-FX-LOCATION"),
        Field("cover_near", cover, "flag", default=False, rule="MYT-RANGED-PARRY"),
    )
    label = pgettext("mythras", "Shoot or throw")
    return Offer("shoot", fighter, label, fields, refused, frozenset({"steps"}), group=PROACTIVE)


def _loaded(scene: Scene, fighter: str, weapon: Weapon) -> Choice:
    found = _armed(scene, fighter, weapon)
    return replace(found, refused=found.refused or ranged.unloaded(weapon))


def _reload(scene: Scene, fighter: str) -> Offer:
    """MYT-ACT-RELOAD: one turn of it."""
    carried = [one for one in arms.weapons(scene.sheet(fighter), scene.settings) if one.ranged and one.magazine]
    choices = tuple(Choice(one.key, one.label, _full(one), _turns(scene, fighter, one)) for one in carried)
    what = Field("weapon", pgettext("mythras", "Weapon"), "choice", choices=choices, rule="MYT-ACT-RELOAD")
    label = pgettext("mythras", "Reload")
    return Offer("reload", fighter, label, (what,), all_refused(choices, NO_WEAPON), group=PROACTIVE)


def _full(weapon: Weapon) -> Text | None:
    if not weapon.in_hand:
        return pgettext("mythras", "Not in hand.")
    if weapon.loaded >= weapon.magazine:
        return pgettext("mythras", "Loaded already.")
    return None if weapon.reserve else pgettext("mythras", "Nothing left to load.")


def _turns(scene: Scene, fighter: str, weapon: Weapon) -> Text:
    left = max(1, weapon.load - ranged.loading(scene, fighter, weapon))
    return pgettext("mythras", "turns: %(turns)s", turns=left)


def _ready(scene: Scene, fighter: str) -> Offer:
    """MYT-ACT-READY: draw or sheathe; a hand is needed for what is drawn."""
    rows = [one for one in arms.weapons(scene.sheet(fighter), scene.settings) if not one.natural]
    choices = tuple(
        Choice(
            one.key,
            pgettext("mythras", "Sheathe: %(weapon)s", weapon=one.label)
            if one.in_hand
            else pgettext("mythras", "Draw: %(weapon)s", weapon=one.label),
            None if one.in_hand else no_hand(scene, fighter, one),
        )
        for one in rows
    )
    what = Field("weapon", pgettext("mythras", "Weapon"), "choice", choices=choices, rule="MYT-ACT-READY")
    label = pgettext("mythras", "Ready a weapon")
    return Offer("ready", fighter, label, (what,), all_refused(choices, NO_WEAPON), group=PROACTIVE)


def no_hand(scene: Scene, fighter: str, weapon: Weapon) -> Text | None:
    """MYT-ACT-READY: why there is no hand left for a weapon."""
    carried = [one for one in arms.weapons(scene.sheet(fighter), scene.settings) if one.in_hand and not one.natural]
    hands = sum(2 if "two_handed" in one.flags else 1 for one in carried)
    needed = 2 if "two_handed" in weapon.flags else 1
    return pgettext("mythras", "Both hands are full.") if hands + needed > 2 else None


def _stand(scene: Scene, fighter: str) -> Offer:
    """MYT-ACT-REGAIN-FOOTING: freely, or against who is in contact."""
    standing = None if initiative.mark(scene, fighter, "prone") else pgettext("mythras", "Stands already.")
    lost = defence.useless(scene, fighter)
    legs = [one for one in sheets.locations(scene.sheet(fighter)) if one.kind == "leg"]
    lame = pgettext("mythras", "No leg carries.") if legs and all(one.key in lost for one in legs) else None
    return _simple("stand", fighter, pgettext("mythras", "Regain footing"), standing or lame)


def _struggle(scene: Scene, fighter: str) -> Offer:
    """MYT-ACT-STRUGGLE: out of whatever holds one."""
    choices = tuple(
        Choice(f"{kind}-{key}", label) for kind, label in HOLDS.items() for key in initiative.held(scene, fighter, kind)
    )
    what = Field("what", pgettext("mythras", "Out of what"), "choice", choices=choices, rule="MYT-ACT-STRUGGLE")
    free = pgettext("mythras", "Nothing holds one.")
    label = pgettext("mythras", "Struggle")
    return Offer("struggle", fighter, label, (what,), all_refused(choices, free), group=PROACTIVE)


HOLDS = {
    "gripped": pgettext("mythras", "a grip"),
    "entangled": pgettext("mythras", "what entangles"),
    "pinned": pgettext("mythras", "a pinned weapon"),
}


def _pull(scene: Scene, fighter: str) -> Offer:
    """MYT-FX-IMPALE: a weapon that sticks in somebody, oneself included."""
    choices = tuple(
        Choice(f"{one}-{key}", pgettext("mythras", "from %(who)s", who=scene.name(one)))
        for one in scene.fighters
        for key, row in initiative.held(scene, one, "impaled").items()
        if fighter in (one, row.get("by"))
    )
    which = Field("which", pgettext("mythras", "Which weapon"), "choice", choices=choices, rule="MYT-FX-IMPALE")
    label = pgettext("mythras", "Pull out a weapon")
    return Offer("pull", fighter, label, (which,), all_refused(choices, _NEVER), group=PROACTIVE)


def _range(scene: Scene, fighter: str) -> Offer:
    """MYT-ACT-CHANGE-RANGE: close in, or break away."""
    near = set(initiative.engaged(scene, fighter))
    held = pgettext("mythras", "Is gripped.") if initiative.held(scene, fighter, "gripped") else None
    choices = tuple(
        Choice(
            one.key,
            one.label,
            one.refused or (held if one.key in near else None),
            pgettext("mythras", "break away") if one.key in near else pgettext("mythras", "close in"),
        )
        for one in targets(scene, fighter)
    )
    other = Field("other", pgettext("mythras", "From or to whom"), "choice", choices=choices)
    label = pgettext("mythras", "Change range")
    return Offer("range", fighter, label, (other,), all_refused(choices, NOBODY), group=PROACTIVE)


def _move(scene: Scene, fighter: str) -> Offer:
    """MYT-ACT-MOVE, MYT-MOVE-02: not while engaged."""
    near = pgettext("mythras", "Engaged: change range instead.") if initiative.engaged(scene, fighter) else None
    lost = defence.useless(scene, fighter)
    body = sheets.locations(scene.sheet(fighter))
    legs = [one for one in body if one.kind == "leg" and one.key in lost]
    lame = pgettext("mythras", "%(location)s: cannot be used.", location=legs[0].label) if legs else None
    where = Field("note", pgettext("mythras", "Where to"), "text", most=80)
    hint = pgettext("mythras", "Walking: %(metres)s m", metres=sheets.movement(scene.sheet(fighter)))
    return Offer("move", fighter, pgettext("mythras", "Move"), (where,), near or lame, hint=hint, group=PROACTIVE)


def _braced(scene: Scene, fighter: str) -> Text | None:
    return pgettext("mythras", "Braced already.") if initiative.mark(scene, fighter, "braced") else None


def _ward(scene: Scene, fighter: str) -> Offer:
    """MYT-FREE-WARD, MYT-CLOSE-PASSIVE: a weapon guards one location, a shield its number."""
    able = [one for one in arms.weapons(scene.sheet(fighter), scene.settings) if not one.natural and not one.ranged]
    what = tuple(
        Choice(one.key, one.label, defence.unusable(scene, fighter, one), _places(one)) for one in able if one.in_hand
    )
    most = max((passive(one) for one in able if one.in_hand), default=1)
    body = tuple(Choice(one.key, one.label) for one in sheets.locations(scene.sheet(fighter)))
    none = Choice("none", pgettext("mythras", "nothing"))
    fields = (
        Field("weapon", pgettext("mythras", "With what"), "choice", choices=what, rule="MYT-FREE-WARD"),
        *(
            Field(f"place{number}", _GUARDED, "choice", default="none", choices=(none, *body))
            for number in range(1, most + 1)
        ),
    )
    label = pgettext("mythras", "Guard: passive parry")
    return Offer("ward", fighter, label, fields, all_refused(what, NO_WEAPON), group=FREE)


_GUARDED = pgettext("mythras", "Location guarded")


def passive(weapon: Weapon) -> int:
    """MYT-CLOSE-PASSIVE: how many locations something guards."""
    return weapon.passive if weapon.category == "shield" else 1


def _places(weapon: Weapon) -> Text:
    return pgettext("mythras", "Locations: %(number)s", number=passive(weapon))


def _drop(scene: Scene, fighter: str) -> Offer:
    """MYT-FREE-DROP."""
    rows = arms.weapons(scene.sheet(fighter), scene.settings)
    choices = tuple(Choice(one.key, one.label) for one in rows if one.in_hand and not one.natural)
    what = Field("weapon", pgettext("mythras", "Weapon"), "choice", choices=choices)
    label = pgettext("mythras", "Drop a weapon")
    return Offer("drop", fighter, label, (what,), all_refused(choices, NO_WEAPON), group=FREE)


def _armed(scene: Scene, fighter: str, weapon: Weapon) -> Choice:
    unreadable = None if weapon.damage else pgettext("mythras", "The damage of this weapon cannot be read.")
    hint = pgettext("mythras", "%(dice)s", dice=str(weapon.damage)) if weapon.damage else None
    return Choice(weapon.key, weapon.label, unreadable or defence.unusable(scene, fighter, weapon), hint)


def _target(scene: Scene, fighter: str, target: str) -> Choice:
    out = pgettext("mythras", "%(who)s is out of the fight.", who=scene.name(target))
    own = scene.fighters[target].side == scene.fighters[fighter].side
    hint = pgettext("mythras", "Own side") if own else None
    label = pgettext("mythras", "%(who)s", who=scene.name(target))
    return Choice(target, label, out if initiative.is_out(scene, target) else None, hint)


def _simple(kind: str, fighter: str, label: Text, refused: Text | None = None) -> Offer:
    return Offer(kind, fighter, label, refused=refused, group=PROACTIVE)
