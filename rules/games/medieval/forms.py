"""The forms of a fighter: the opening, his declaration, and his turn with the attacks it may hold."""

from __future__ import annotations

from dataclasses import replace

from rules.core.game import Offer
from rules.core.scene import Scene
from rules.core.sheet import Choice, Field
from rules.core.text import Text
from rules.games.medieval import asking, deeds, initiative, manoeuvres, movement, weapons, wrestling
from rules.games.medieval.manoeuvres import why_not
from rules.games.medieval.tables import AT_ACTION, AT_START, BEFORE_ROLL, MANOEUVRES, OWN, REFUSALS, START, TECHNIQUES
from rules.games.medieval.text import _
from rules.games.medieval.weapons import Weapon

_MANOEUVRES = _("Manoeuvres")


# The opening and the start of the round.


def opening(fighter: str) -> tuple[Offer, ...]:
    """MED-INIT-01, 02: rolling for initiative, or leaving it to the adversary."""
    return (
        Offer("take_initiative", fighter, _("Roll for initiative")),
        Offer("leave_initiative", fighter, _("Leave the initiative to the adversary")),
    )


def declarations(scene: Scene, fighter: str) -> tuple[Offer, ...]:
    """MED-MAN-04: one manoeuvre of the start of the round, or none; those that can be used come first."""
    nothing = Offer("declare_nothing", fighter, _("Declare nothing"))
    rows = (_declaration(scene, fighter, key) for key in AT_START)
    return (nothing, *sorted(rows, key=lambda one: one.refused is not None))


def _declaration(scene: Scene, fighter: str, key: str) -> Offer:
    row, refused = MANOEUVRES[key], why_not(scene, fighter, key, START)
    label = _("%(manoeuvre)s (%(pc)s PC)", manoeuvre=row.label, pc=row.pc)
    fields: tuple[Field, ...] = ()
    if row.aimed:
        whom = tuple(
            asking.choice(scene, fighter, one, why_not(scene, fighter, key, START, target=one))
            for one in asking.others(scene, fighter)
        )
        fields = (Field("target", asking.TARGET, "choice", choices=whom, rule="MED-MAN-05"),)
        refused = refused or asking.all_refused(whom, asking.NOBODY)
    return Offer(f"declare_{key}", fighter, label, fields, refused, hint=row.says, group=_MANOEUVRES)


# The turn.


def turn(scene: Scene, fighter: str) -> tuple[Offer, ...]:
    """MED-TURN-01: what a fighter may do in his turn, refused things included."""
    finish = Offer("finish", fighter, _("Do nothing more"))
    if initiative.mark(scene, fighter, "turn.assault"):
        return (_attack(scene, fighter), _shoot(scene, fighter), wrestle(scene, fighter), finish)
    if initiative.mark(scene, fighter, "turn.acted"):
        return (deeds.extra(scene, fighter), deeds.immediate(scene, fighter), *deeds.releasing(scene, fighter), finish)
    return (
        _attack(scene, fighter),
        _shoot(scene, fighter),
        wrestle(scene, fighter),
        *deeds.pressing(scene, fighter),
        *deeds.releasing(scene, fighter),
        _sneak(scene, fighter),
        *deeds.held(scene, fighter),
        *deeds.moving(scene, fighter),
        deeds.cast(scene, fighter),
        deeds.care(scene, fighter),
        deeds.extra(scene, fighter),
        deeds.immediate(scene, fighter),
        finish,
    )


def _attack(scene: Scene, fighter: str) -> Offer:
    arms = [one for one in weapons.weapons(scene.sheet(fighter)) if one.engagement in ("melee", "")]
    whom = tuple(
        replace(row, hint=row.hint or _far(scene, fighter, row.key)) for row in asking.in_reach(scene, fighter)
    )
    return _assailing(scene, fighter, "attack", _("Attack in melee"), arms, ("melee",), whom)


def _far(scene: Scene, fighter: str, target: str) -> Text | None:
    """MED-MOVEACT-03: how far somebody may be who is struck in the same round."""
    if not movement.closes(scene, fighter, target):
        return None
    return _("%(metres)s m away at most", metres=movement.closing(scene, fighter))


def _shoot(scene: Scene, fighter: str) -> Offer:
    """MED-MOVEACT-01: shooting or throwing, perhaps with half a movement."""
    arms = [one for one in weapons.weapons(scene.sheet(fighter)) if one.engagement != "melee"]
    whom, label = asking.targets(scene, fighter), _("Shoot or throw")
    offer = _assailing(scene, fighter, "shoot", label, arms, ("thrown", "ranged"), whom)
    return replace(offer, fields=(*offer.fields, movement.beside_field(scene, fighter)))


def _assailing(
    scene: Scene,
    fighter: str,
    kind: str,
    label: Text,
    arms: list[Weapon],
    engagements: tuple[str, ...],
    whom: tuple[Choice, ...],
) -> Offer:
    what = tuple(asking.weapon(scene, fighter, one) for one in arms)
    refused = (
        asking.unable(scene, fighter)
        or asking.all_refused(what, asking.UNARMED)
        or asking.all_refused(whom, asking.NOBODY)
    )
    fields = (
        Field("target", asking.TARGET, "choice", choices=whom),
        Field("weapon", _("Weapon"), "choice", choices=what, rule="MED-ATT-03"),
        *_declared_with(scene, fighter, engagements),
        asking.MORE,
        *asking.GM_FIELDS,
    )
    return Offer(kind, fighter, label, fields, refused, asking.GM_ONLY)


def wrestle(scene: Scene, fighter: str) -> Offer:
    """MED-LUTTE-01, 02: a technique on somebody within reach; it does no harm that a Fatal Blow could raise."""
    whom = tuple(
        replace(row, refused=row.refused or wrestling.why_not(scene, fighter, row.key))
        for row in asking.in_reach(scene, fighter)
    )
    what = tuple(Choice(key, label) for key, label in TECHNIQUES.items())
    fields = (
        Field("target", asking.TARGET, "choice", choices=whom, rule="MED-LUTTE-01"),
        Field("technique", _("Technique"), "choice", choices=what, rule="MED-LUTTE-02"),
        *_declared_with(scene, fighter, ("melee",), "coup_fatal"),
        asking.MORE,
        *asking.GM_FIELDS,
    )
    refused = asking.unable(scene, fighter) or asking.all_refused(whom, asking.NOBODY)
    return Offer("wrestle", fighter, _("Wrestle"), fields, refused, asking.GM_ONLY)


def _declared_with(scene: Scene, fighter: str, engagements: tuple[str, ...], without: str = "") -> tuple[Field, ...]:
    """MED-MAN-03: the manoeuvre of an attack, unless it is one more of an Assault."""
    if initiative.mark(scene, fighter, "turn.assault"):
        return ()
    return (_manoeuvre(scene, fighter, engagements, without), *_extra_attacks(scene, fighter))


def _manoeuvre(scene: Scene, fighter: str, engagements: tuple[str, ...], without: str = "") -> Field:
    """MED-MAN-03, 04: the manoeuvres of one's own action; those of the start of the round come too late."""
    rows = [Choice("none", _("No manoeuvre"))]
    for key in (one for one in (*AT_ACTION, *AT_START) if one != without):
        row = MANOEUVRES[key]
        if key in AT_START and not manoeuvres.rank(scene.sheet(fighter), key):
            continue
        moment = BEFORE_ROLL if row.when == BEFORE_ROLL else OWN
        fitting = min(engagements, key=lambda one: one not in row.engagements)
        refused = why_not(scene, fighter, key, moment, engagement=fitting)
        label = _("%(manoeuvre)s (%(pc)s PC)", manoeuvre=row.label, pc=row.pc)
        rows.append(Choice(key, label, refused, row.says))
    return Field("manoeuvre", _("Manoeuvre"), "choice", "none", choices=tuple(rows), rule="MED-MAN-03")


def _extra_attacks(scene: Scene, fighter: str) -> tuple[Field, ...]:
    """MED-MANOEUVRE-ASSAUT: how many attacks more, where the manoeuvre has been bought."""
    if not manoeuvres.rank(scene.sheet(fighter), "assaut"):
        return ()
    label, most = _("Assault: additional attacks"), MANOEUVRES["assaut"].most
    return (Field("extra", label, default=1, least=1, most=most, rule="MED-MANOEUVRE-ASSAUT"),)


def _sneak(scene: Scene, fighter: str) -> Offer:
    """MED-SNEAK-01: only against whoever has not spotted the fighter; with any weapon, or with a technique."""
    whom = tuple(
        replace(row, refused=row.refused or _why_seen(scene, fighter, row.key))
        for row in asking.targets(scene, fighter)
    )
    arms = (asking.weapon(scene, fighter, one) for one in weapons.weapons(scene.sheet(fighter)))
    grips = (
        Choice(weapons.grip(key), _("Wrestling: %(technique)s", technique=label)) for key, label in TECHNIQUES.items()
    )
    what = (*arms, *grips)
    caught = REFUSALS["ENGAGED"] if initiative.opponents(scene, fighter) else None
    tried = _("One approach per round.") if initiative.mark(scene, fighter, "turn.approached") else None
    fields = (
        Field("target", asking.TARGET, "choice", choices=whom),
        Field("weapon", _("Weapon"), "choice", choices=what),
        Field("sprint", _("At a sprint"), "flag", default=False, rule="MED-SPRINT-02"),
        *_declared_with(scene, fighter, ("melee", "thrown", "ranged")),
        asking.MORE,
        *asking.GM_FIELDS,
    )
    refused = asking.all_refused(whom, asking.NOBODY) or asking.unable(scene, fighter) or caught or tried
    return Offer("sneak", fighter, _("Sneak attack"), fields, refused, asking.GM_ONLY)


def _why_seen(scene: Scene, fighter: str, target: str) -> Text | None:
    return REFUSALS["SPOTTED"] if initiative.is_spotted(scene, fighter, target) else None
