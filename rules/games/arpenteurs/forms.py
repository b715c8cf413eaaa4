"""The forms of a fighter's turn: what he is offered, with the reasons against what he cannot do now."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rules.core.game import Offer
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.sheet import Choice, Field
from rules.core.text import Text, signed
from rules.games.arpenteurs import actions, checks, initiative, places, shooting
from rules.games.arpenteurs import sheet as sheets
from rules.games.arpenteurs.actions import Wish
from rules.games.arpenteurs.arms import arms as all_arms
from rules.games.arpenteurs.arms import hands
from rules.games.arpenteurs.sheet import Weapon
from rules.games.arpenteurs.shooting import Shot
from rules.games.arpenteurs.tables import COVERS, KINDS, LOCATIONS, MELEE, MODES
from rules.games.arpenteurs.text import _, ngettext

TOO_FAR = _("Too far for melee: 3 m at most.")
NOTICED = _("This one has noticed.")
_NOBODY = _("Nobody can be attacked.")
AWAY = 5  # metres, after a retreat

# What is neither an attack nor a move, besides what is named by who does it.
DEEDS = ("draw", "reload", "stand_up", "pick_up", "use_item")


def offers(scene: Scene, fighter: str) -> tuple[Offer, ...]:
    """ARP-ACT-01, 02: what a fighter may do on his initiative, refused things included."""
    return (
        _attack(scene, fighter),
        _assassinate(scene, fighter),
        _move(scene, fighter),
        _aim(scene, fighter),
        _act(scene, fighter),
        _retreat(scene, fighter),
        _watch(scene, fighter),
        Offer("finish", fighter, _("Keep the rest for reactions")),
    )


def _attack(scene: Scene, fighter: str) -> Offer:
    """ARP-ATK-01: an attack with any weapon, each refused with its reason."""
    arms = all_arms(scene, fighter)
    whom = _others(scene, fighter)
    armed = tuple((weapon, _armed(scene, fighter, weapon, whom)) for weapon in arms)
    what = tuple(choice for _weapon, choice in armed)
    ready = [weapon for weapon, choice in armed if choice.refused is None]
    targets = tuple(_aimed_at(scene, fighter, one, ready or arms) for one in whom)
    fields = [
        Field("target", _("Target"), "choice", choices=targets),
        Field("weapon", _("Weapon"), "choice", choices=what, rule="ARP-ACT-04"),
        *_shooting(arms),
        _modifier(),
        *checks.pair_fields(gm_only=True),
        _flag("defenceless", _("The target cannot defend itself"), "ARP-ATK-01"),
        _flag("dodge_allowed", _("This shot can be dodged"), "ARP-ATK-05"),
    ]
    refused = _all_refused(what, actions.SAME_ACTION) or _all_refused(targets, _NOBODY)
    return _offer("attack", fighter, _("Attack"), fields, refused, scene)


def _assassinate(scene: Scene, fighter: str) -> Offer:
    """ARP-ASSN-01: who has come within reach unnoticed may declare an assassination."""
    arms = all_arms(scene, fighter)
    what = tuple(Choice(one.key, one.label, actions.blocked(scene, fighter, Wish("attack", one.key))) for one in arms)
    whom = tuple(_victim(scene, fighter, one) for one in _others(scene, fighter))
    fields = [
        Field("target", _("Target"), "choice", choices=whom, rule="ARP-ASSN-01"),
        Field("weapon", _("Weapon"), "choice", choices=what, rule="ARP-ASSN-02"),
        _modifier(),
        *checks.pair_fields(gm_only=True),
    ]
    refused = _all_refused(whom, _NOBODY) or _all_refused(what, actions.SAME_ACTION)
    return _offer("assassinate", fighter, _("Assassinate"), fields, refused, scene)


def _move(scene: Scene, fighter: str) -> Offer:
    """ARP-ACT-03, ARP-DIST-03: a move, twice if one likes; who is engaged may only move within reach."""
    engaged = bool(actions.opponents(scene, fighter))
    whom = tuple(Choice(one, _placed(scene, fighter, one)) for one in _others(scene, fighter))
    stays = _("Within reach of every opponent")
    fields = (
        Field("target", _("Towards or away from"), "choice", choices=whom),
        Field("metres", _("Metres to there afterwards"), default=1, least=0, most=5000),
        Field("stays", stays, "flag", default=engaged, rule="ARP-DIST-03"),
        _behind(scene, fighter),
    )
    alone = _("There is nobody to measure from.") if not whom else None
    refused = alone or actions.blocked(scene, fighter, Wish("move", leaves_melee=False))
    hint = _("Engaged: only a retreat leaves melee") if engaged else None
    return Offer("move", fighter, _("Move"), fields, refused, hint=hint)


def _behind(scene: Scene, fighter: str) -> Field:
    """ARP-COVER-01: the cover a move leads behind; who keeps behind a long one stays covered."""
    rows = [Choice("none", _("none"))]
    if places.cover(scene, fighter).level != "none":
        rows.append(Choice("same", _("the one it began behind")))
    rows += [Choice(key, label, hint=_worth(malus)) for key, (label, malus) in COVERS.items() if malus]
    return Field("behind", _("Cover afterwards"), "choice", default="none", choices=tuple(rows), rule="ARP-COVER-01")


def _watch(scene: Scene, fighter: str) -> Offer:
    """ARP-REACT-01: to be asked whenever somebody does something, wherever they are."""
    watched = initiative.mark(scene, fighter, "watch") or {}
    others = _others(scene, fighter)
    whom = tuple(Choice(one, _named(scene, one), hint=_WATCHED if one in watched else None) for one in others)
    fields = (
        Field("other", _("Whom"), "choice", choices=whom, rule="ARP-REACT-01"),
        Field("off", _("No more"), "flag", default=False, rule="ARP-REACT-01"),
    )
    hint = _("Free: you are then asked whether you thwart what they do")
    return Offer("watch", fighter, _("Watch somebody"), fields, None if whom else _NOBODY_HERE, hint=hint)


_WATCHED, _NOBODY_HERE = _("watched"), _("Nobody else is here.")


def _aim(scene: Scene, fighter: str) -> Offer:
    """ARP-AIM-01: a whole round of aiming at somebody."""
    whom = tuple(_target(scene, fighter, one, ()) for one in _others(scene, fighter))
    field = Field("target_of_aim", _("Target"), "choice", choices=whom, rule="ARP-AIM-01")
    refused = actions.blocked(scene, fighter, Wish("aim")) or _all_refused(whom, _NOBODY)
    return Offer("aim", fighter, _("Aim for the whole round"), (field,), refused)


def _act(scene: Scene, fighter: str) -> Offer:
    """ARP-ACT-02, ARP-REACT-01: any other action, with its test and whoever may thwart it."""
    what = tuple(Choice(key, KINDS[key], actions.blocked(scene, fighter, Wish(key))) for key in DEEDS)
    what = (*what, Choice("other", KINDS["other"]))
    tests = checks.checks(scene.sheet(fighter), scene.settings)
    rows = (Choice("none", _("No test")), *(Choice(one.key, one.what) for one in tests))
    nobody = Choice("nobody", _("Nobody"))
    whom = (nobody, *(Choice(one, _named(scene, one)) for one in _others(scene, fighter)))
    carried = [one for one in sheets.weapons(scene.sheet(fighter)) if one.magazine or hands(one)]
    loaded = (Choice("none", _("No weapon")), *(Choice(one.key, one.label) for one in carried))
    fields = [
        Field("what", _("What"), "choice", choices=what, rule="ARP-ACT-02"),
        Field("note", _("In words"), "text", most=40),
        Field("loaded", _("Weapon drawn or reloaded"), "choice", default="none", choices=loaded),
        Field("check", _("What is tested"), "choice", default="none", choices=rows),
        Field(
            "against",
            _("Who else may thwart it"),
            "choice",
            default="nobody",
            choices=whom,
            rule="ARP-REACT-01",
        ),
        _modifier(),
        *checks.pair_fields(gm_only=True),
    ]
    return _offer("act", fighter, _("Do something else"), fields, None, scene)


def _retreat(scene: Scene, fighter: str) -> Offer:
    """ARP-DIST-03: leaving melee takes the whole round."""
    metres = _("Metres away afterwards")
    field = Field("metres", metres, default=AWAY, least=MELEE + 1, most=100, rule="ARP-DIST-03")
    free = None if actions.opponents(scene, fighter) else _("Not engaged in melee.")
    refused = free or actions.blocked(scene, fighter, Wish("repli"))
    return Offer("repli", fighter, _("Retreat from melee"), (field,), refused)


def _offer(kind: str, fighter: str, label: Text, fields: Iterable[Field], refused: Text | None, scene: Scene) -> Offer:
    listed = tuple(fields)
    only = frozenset(field.key for field in listed if field.gm_only)
    left = ngettext("%(count)s action left", "%(count)s actions left", initiative.left(scene, fighter))
    return Offer(kind, fighter, label, listed, refused, only, hint=left)


def _shooting(arms: tuple[Weapon, ...]) -> tuple[Field, ...]:
    """ARP-BURST-01, 02, ARP-AIM-02: the fire mode where a weapon has several, and the location aimed at."""
    modes = tuple(
        Choice(key, label, None if any(arm.rounds(key) for arm in arms) else shooting.NO_SUCH_MODE, _worth(bonus))
        for key, (label, bonus) in MODES.items()
    )
    none = Choice("none", _("None: the die decides"))
    located = (none, *(Choice(key, label) for key, label in LOCATIONS.items()))
    mode, aimed = _("Fire mode"), _("Location aimed at (−1)")
    return (
        Field("mode", mode, "choice", default="single", choices=modes, rule="ARP-BURST-01"),
        Field("location", aimed, "choice", default="none", choices=located, rule="ARP-AIM-02"),
    )


def _worth(bonus: int) -> Text | None:
    return _("%(bonus)s", bonus=signed(bonus)) if bonus else None


def _modifier() -> Field:
    label = _("Modifier")
    return Field("modifier", label, default=0, least=-12, most=12, rule="ARP-COVER-05", gm_only=True)


def _flag(key: str, label: Text, rule: str) -> Field:
    return Field(key, label, "flag", default=False, rule=rule, gm_only=True)


def _others(scene: Scene, fighter: str) -> tuple[str, ...]:
    """Everybody else a fighter may know of, the other sides first."""
    me = scene.fighters[fighter]
    seen = [one for one in scene.fighters.values() if one.id != fighter and (not one.hidden or one.side == me.side)]
    return tuple(one.id for one in sorted(seen, key=lambda one: one.side == me.side))


def _named(scene: Scene, fighter: str) -> Text:
    return _("%(who)s", who=scene.name(fighter))


def _placed(scene: Scene, fighter: str, other: str) -> Text:
    metres = places.metres(scene, fighter, other)
    return _("%(who)s, at %(metres)s m", who=scene.name(other), metres=metres)


def _target(scene: Scene, fighter: str, target: str, arms: Iterable[Weapon]) -> Choice:
    """Somebody to attack, with the distance; refused where no weapon of ``arms`` reaches."""
    metres = places.metres(scene, fighter, target)
    label = _placed(scene, fighter, target)
    out = _("%(who)s is out of the fight.", who=scene.name(target))
    weapons = tuple(arms)
    near = places.in_melee(metres) or not weapons or any(not weapon.is_melee for weapon in weapons)
    own = scene.fighters[target].side == scene.fighters[fighter].side
    hint = _("Own side") if own else None
    return Choice(target, label, out if initiative.is_out(scene, target) else None if near else TOO_FAR, hint)


def _aimed_at(scene: Scene, fighter: str, target: str, arms: Iterable[Weapon]) -> Choice:
    """ARP-MOD-01, 02: somebody to attack, with what every shot at him would be worth before it is fired."""
    weapons = tuple(arms)
    choice = _target(scene, fighter, target, weapons)
    shots = (
        shooting.at(scene, fighter, target, weapon, {}) for weapon in weapons if not weapon.is_melee and weapon.range_m
    )
    told = (*((choice.hint,) if choice.hint else ()), *(_foreseen(shot, scene.settings) for shot in shots))
    return replace(choice, hint=_("%(notes)s", notes=told)) if told else choice


def _foreseen(shot: Shot, settings: Data) -> Text:
    """ARP-RANGE-02: the sum of the modifiers of a plain shot and its terms, or that it is too far."""
    if shooting.is_beyond(shot.weapon, shot.metres):
        return _("%(weapon)s: only a double 1", weapon=shot.weapon.label)
    lines = shooting.modifiers(shot, settings)
    total = signed(sum(line.value for line in lines if line.ignored is None))
    if not lines:
        return _("%(weapon)s: %(total)s", weapon=shot.weapon.label, total=total)
    terms = tuple(_("%(label)s %(value)s", label=line.label, value=signed(line.value)) for line in lines)
    return _("%(weapon)s: %(total)s (%(terms)s)", weapon=shot.weapon.label, total=total, terms=terms)


def _armed(scene: Scene, fighter: str, weapon: Weapon, whom: Iterable[str]) -> Choice:
    """ARP-ACT-04, 06: a weapon, refused where this round bars it, nobody is in its reach, or it is empty."""
    refused = actions.blocked(scene, fighter, Wish("attack", weapon.key))
    foes = [one for one in whom if not initiative.is_out(scene, one)]
    near = any(places.in_melee(places.metres(scene, fighter, one)) for one in foes)
    if weapon.is_melee and not near:
        refused = refused or TOO_FAR
    hint = _("damage %(damage)s", damage=weapon.damage)
    if weapon.magazine:
        hint = ngettext(
            "%(hint)s, %(count)s cartridge of %(magazine)s",
            "%(hint)s, %(count)s cartridges of %(magazine)s",
            weapon.ammo,
            hint=hint,
            magazine=weapon.magazine,
        )
    return Choice(weapon.key, weapon.label, refused, hint, near and (weapon.is_melee or weapon.short))


def _victim(scene: Scene, fighter: str, target: str) -> Choice:
    choice = _target(scene, fighter, target, ())
    near = places.in_melee(places.metres(scene, fighter, target))
    unnoticed = (initiative.mark(scene, fighter, "unnoticed") or {}).get(target)
    reason = choice.refused or (TOO_FAR if not near else None if unnoticed else NOTICED)
    return Choice(target, choice.label, reason, choice.hint)


def _all_refused(choices: Iterable[Choice], why: Text) -> Text | None:
    """The reason that refuses every choice: that of the first, or ``why`` where there is no choice at all."""
    reasons = [choice.refused for choice in choices]
    return None if any(reason is None for reason in reasons) else next(iter(reasons), why)
