"""The forms of declarations: what a fighter who has the floor may announce, with its cost in initiative."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache

from rules.core.game import Offer
from rules.core.paths import Data, get
from rules.core.scene import Scene
from rules.core.sheet import Choice, Field
from rules.core.text import Text, signed
from rules.games.polaris import (
    aim,
    fire,
    holds,
    initiative,
    modes,
    several_attacks,
    situation,
    techniques,
    weapons,
    wounds,
)
from rules.games.polaris.declarations import DRAW, DRAW_READY, MOVING, PREPARATIONS, STUNNED, blocked, is_unseen
from rules.games.polaris.ranged import MOVES, RANGES
from rules.games.polaris.settings import setting
from rules.games.polaris.tables import PACES
from rules.games.polaris.text import _, ngettext
from rules.games.polaris.weapons import Weapon


def offers(scene: Scene, fighter: str) -> tuple[Offer, ...]:
    """POL-INIT-07: what a fighter who has the floor may declare; in somebody’s hold, hardly anything."""
    bound = holds.controlled(scene, fighter)
    found = _usual(scene, fighter)
    usual = tuple(replace(one, refused=bound) if bound and one.kind != "declare_nothing" else one for one in found)
    about = holds.offers(scene, fighter)
    manner = _manner(scene, fighter) if about else ()
    return (*usual, *(replace(one, fields=(*one.fields, *manner)) for one in about))


def _usual(scene: Scene, fighter: str) -> tuple[Offer, ...]:
    return (
        _attack(scene, fighter, "melee", _("Attack in melee")),
        _attack(scene, fighter, "ranged", _("Shoot")),
        *_defence(scene, fighter),
        *_reload(scene, fighter),
        Offer("declare_other", fighter, _("Do something else"), _other_fields(scene, fighter)),
        Offer("declare_nothing", fighter, _("Do nothing this turn")),
        _prepare(scene, fighter),
    )


def _attack(scene: Scene, fighter: str, kind: str, label: Text) -> Offer:
    """An attack with its form: whom, with what, and how; refused as a whole where no target or weapon is left."""
    offer, said = ("declare_melee", "melee") if kind == "melee" else ("declare_shoot", "shoot")
    arms = weapons.carried(scene.sheet(fighter), kind)
    first = None if arms else _("No weapon for this.")
    if get(scene.sheet(fighter), "conditions.stunned"):
        first = STUNNED
    whom = _targets(scene, fighter, lambda target: blocked(scene, fighter, said, target))
    what = tuple(_armed(scene, fighter, weapon) for weapon in arms)
    refused = first or _all_refused(whom, _NOBODY) or _all_refused(what, _NOTHING)
    fields = [
        Field("target", _("Target"), "choice", choices=whom),
        Field("weapon", _("Weapon"), "choice", choices=what),
    ]
    if kind == "ranged":
        fields += [_ranges(), _paces(scene, fighter, shooting=True), *fire.fields(scene, arms, whom)]
    else:
        hands = several_attacks.other_hand(arms)
        fields += (*modes.fields(scene, fighter), techniques.field(scene, fighter), *hands, situation.hand())
    fields += several_attacks.fields(whom)
    fields += aim.fields()
    if any(not weapon.drawn for weapon in arms):
        ready = _("Hand already on the weapon (%(cost)s)", cost=signed(DRAW_READY - DRAW))
        fields.append(Field("hand_on_it", ready, "flag", default=False, rule="POL-INIT-18"))
    hint = _("Initiative now: %(initiative)s", initiative=initiative.current(scene, fighter))
    return Offer(offer, fighter, label, (*fields, *_manner(scene, fighter)), refused, hint=hint)


def _defence(scene: Scene, fighter: str) -> tuple[Offer, ...]:
    """POL-MELEE-10: who only defends himself attacks nobody and acts when he says so."""
    if not setting(scene.settings, "combat_modes"):
        return ()
    hands = several_attacks.other_hand(weapons.carried(scene.sheet(fighter), "melee"))
    technique = techniques.field(scene, fighter, techniques.DEFENSIVE)
    fields = (modes.defences(scene, fighter), technique, *hands, _preparation(scene, fighter), _slower())
    return (Offer("declare_defend", fighter, _("Only defend yourself"), fields),)


def _reload(scene: Scene, fighter: str) -> tuple[Offer, ...]:
    """A new magazine in a weapon that has fired: an action of its own."""
    arms = [arm for arm in weapons.carried(scene.sheet(fighter), "ranged") if arm.ammo < arm.magazine]
    if not arms:
        return ()
    weapon = Field("weapon", _("Weapon"), "choice", choices=tuple(map(_loaded, arms)))
    return (Offer("declare_reload", fighter, _("Reload"), (weapon, *_manner(scene, fighter))),)


_NOBODY = _("Nobody can be attacked.")
_NOTHING = _("No weapon for this.")


def _other_fields(scene: Scene, fighter: str) -> tuple[Field, ...]:
    what = Field("what", _("What"), "text", most=80)
    label = _("A long action: the whole turn, outside of initiative")
    whole = Field("whole", label, "flag", default=False, rule="POL-TURN-10")
    return (what, whole, _paces(scene, fighter, shooting=False), *_manner(scene, fighter))


def _prepare(scene: Scene, fighter: str) -> Offer:
    taken: Data = initiative.mark(scene, fighter, "prepared") or {}
    arms = (*weapons.carried(scene.sheet(fighter), "melee"), *weapons.carried(scene.sheet(fighter), "ranged"))
    rows = [(f"draw-{arm.key}", _draw(arm), DRAW) for arm in arms if not arm.drawn]
    rows += [(key, label, cost) for key, (label, cost) in PREPARATIONS.items()]
    again, rooted = _("Done already."), wounds.rooted(scene.sheet(fighter))
    choices = tuple(
        Choice(key, _costing(label, cost), again if key in taken else rooted if key in MOVING else None)
        for key, label, cost in rows
    )
    off = setting(scene.settings, "declaration_reorder") == "off"
    refused = _("Here a declaration is made at once.") if off else _all_refused(choices, again)
    which = Field("preparation", _("Preparation"), "choice", choices=choices, rule="POL-INIT-18")
    label = _("Announce a preparation first")
    return Offer("prepare", fighter, label, (which, _slower()), refused)


def _manner(scene: Scene, fighter: str) -> tuple[Field, ...]:
    """What may be said of any action: a preparation, hurry or delay."""
    hurry = _(
        "Rush: initiative %(gain)s, test %(malus)s",
        gain=signed(initiative.RUSH),
        malus=signed(int(setting(scene.settings, "rush_malus"))),
    )
    rushed = Field("rushed", hurry, "flag", default=False, rule="POL-INIT-16")
    later = _("Delay: act later, when I say so")
    delayed = Field("delayed", later, "flag", default=False, rule="POL-INIT-17")
    rushing = (rushed,) if setting(scene.settings, "rushing") else ()
    two = _("Another action at once, for a malus of the game master’s")
    also = Field("also", two, "text", default="", most=80, rule="POL-TURN-10")
    return (_preparation(scene, fighter), _slower(), *rushing, delayed, also)


def _preparation(scene: Scene, fighter: str) -> Field:
    """POL-INIT-18, POL-WOUND-19: what delays an action; who cannot move does nothing of it that takes a step."""
    rooted = wounds.rooted(scene.sheet(fighter))
    rows = tuple(
        Choice(key, _costing(label, cost), rooted if key in MOVING else None)
        for key, (label, cost) in PREPARATIONS.items()
    )
    none = Choice("none", _("None"))
    label = _("Preparation")
    return Field("preparation", label, "choice", default="none", choices=(none, *rows), rule="POL-INIT-18")


@cache
def _slower() -> Field:
    label = _("Further initiative lost, when it takes longer")
    return Field("slower", label, default=0, least=0, most=20, rule="POL-INIT-18")


@cache
def _ranges() -> Field:
    rows = tuple(
        Choice(key, _("%(range)s (%(modifier)s)", range=label, modifier=signed(value)))
        for key, (label, value) in RANGES.items()
    )
    label = _("Range, where it is not measured")
    return Field("range", label, "choice", default="short", choices=rows, rule="POL-RANGED-02")


def _paces(scene: Scene, fighter: str, shooting: bool) -> Field:
    """POL-WOUND-19, POL-RANGED-04: how fast a fighter moves meanwhile, within what his wounds allow."""
    sheet = scene.sheet(fighter)
    rows = tuple(
        Choice(key, _paced(label, shooter if shooting else 0), _too_fast(sheet, key, shooting))
        for key, (label, _target, shooter) in MOVES.items()
    )
    return Field("pace", _("Moving"), "choice", default="still", choices=rows, rule="POL-RANGED-04")


def _too_fast(sheet: Data, pace: str, shooting: bool) -> Text | None:
    if shooting and pace == "maximum":
        return _("Nobody shoots running flat out.")
    if wounds.fastest(sheet, pace) == pace:
        return None
    return _("Wounds limit the pace: %(limit)s.", limit=PACES[wounds.pace_limit(sheet)])


def _paced(label: Text, modifier: int) -> Text:
    return _costing(label, modifier) if modifier else label


def _costing(label: Text, cost: int) -> Text:
    return _("%(what)s (%(cost)s)", what=label, cost=signed(cost))


def _draw(weapon: Weapon) -> Text:
    return _("Draw: %(weapon)s", weapon=weapon.name)


def _loaded(weapon: Weapon) -> Choice:
    """A weapon with what is left in it."""
    left = ngettext(
        "%(count)s round of %(magazine)s", "%(count)s rounds of %(magazine)s", weapon.ammo, magazine=weapon.magazine
    )
    return Choice(weapon.key, weapon.label, hint=left)


def _armed(scene: Scene, fighter: str, weapon: Weapon) -> Choice:
    """A weapon with what it costs in initiative."""
    cost = weapon.init + (0 if weapon.drawn else DRAW)
    hint = _("In hand") if weapon.drawn else _("To be drawn")
    if weapon.magazine:
        hint = ngettext(
            "%(hint)s, %(count)s round of %(magazine)s",
            "%(hint)s, %(count)s rounds of %(magazine)s",
            weapon.ammo,
            hint=hint,
            magazine=weapon.magazine,
        )
    label = _costing(weapon.label, cost) if cost else weapon.label
    held = weapon.drawn and weapon.key != weapons.HANDS
    return Choice(weapon.key, label, weapons.unusable(scene, fighter, weapon), hint, held)


def _targets(scene: Scene, fighter: str, why: Callable[[str], Text | None]) -> tuple[Choice, ...]:
    """Everybody a fighter may aim at, the other sides first; refused ones with the reason."""
    me = scene.fighters[fighter]
    others = [one for one in scene.fighters.values() if one.id != fighter and not is_unseen(me, one)]
    ordered = sorted(others, key=lambda one: one.side == me.side)
    own = _("Own side")
    return tuple(
        Choice(one.id, _("%(who)s", who=scene.name(one.id)), why(one.id), own if own_side else None)
        for one in ordered
        for own_side in (one.side == me.side,)
    )


def _all_refused(choices: Iterable[Choice], why: Text) -> Text | None:
    """The reason that refuses every choice, the choices’ own where they share it."""
    reasons = [choice.refused for choice in choices]
    if any(reason is None for reason in reasons):
        return None
    return reasons[0] if len(set(reasons)) == 1 and reasons[0] is not None else why
