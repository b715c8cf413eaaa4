"""The forms of a fighter: the opening, his declaration, and his turn with the attacks it may hold."""

from __future__ import annotations

from dataclasses import replace

from rules.core.game import Offer
from rules.core.scene import Scene
from rules.core.sheet import Choice, Field
from rules.core.text import Text
from rules.games.medieval import asking, deeds, initiative, manoeuvres, movement, sneaking, weapons
from rules.games.medieval.manoeuvres import why_not
from rules.games.medieval.tables import AT_ACTION, AT_START, BEFORE_ROLL, MANOEUVRES, OWN, REFUSALS, START
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
        return (_attack(scene, fighter), _shoot(scene, fighter), finish)
    return (
        _attack(scene, fighter),
        _shoot(scene, fighter),
        *deeds.grappling(scene, fighter),
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
    arms = [one for one in weapons.weapons(scene.sheet(fighter)) if one.engagement == "melee"]
    return _assailing(scene, fighter, "attack", _("Attack in melee"), arms, ("melee",))


def _shoot(scene: Scene, fighter: str) -> Offer:
    """MED-MOVEACT-01: shooting or throwing, perhaps with half a movement."""
    arms = [one for one in weapons.weapons(scene.sheet(fighter)) if one.engagement != "melee"]
    label = _("Shoot or throw")
    offer = _assailing(scene, fighter, "shoot", label, arms, ("thrown", "ranged"))
    return replace(offer, fields=(*offer.fields, movement.beside_field(scene, fighter)))


def _assailing(
    scene: Scene, fighter: str, kind: str, label: Text, arms: list[Weapon], engagements: tuple[str, ...]
) -> Offer:
    going_on = bool(initiative.mark(scene, fighter, "turn.assault"))
    whom, what = asking.targets(scene, fighter), tuple(asking.weapon(scene, fighter, one) for one in arms)
    refused = (
        asking.unable(scene, fighter)
        or asking.all_refused(what, asking.UNARMED)
        or asking.all_refused(whom, asking.NOBODY)
    )
    said = () if going_on else (_manoeuvre(scene, fighter, engagements), *_extra_attacks(scene, fighter))
    fields = (
        Field("target", asking.TARGET, "choice", choices=whom),
        Field("weapon", _("Weapon"), "choice", choices=what, rule="MED-ATT-03"),
        *said,
        *asking.GM_FIELDS,
    )
    return Offer(kind, fighter, label, fields, refused, asking.GM_ONLY)


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
    """MED-SNEAK-01: only for who has not been spotted."""
    whom = asking.targets(scene, fighter)
    what = tuple(asking.weapon(scene, fighter, one) for one in weapons.weapons(scene.sheet(fighter)))
    spotted = REFUSALS["SPOTTED"] if sneaking.is_spotted(scene, fighter) else None
    caught = REFUSALS["ENGAGED"] if initiative.opponents(scene, fighter) else None
    fields = (
        Field("target", asking.TARGET, "choice", choices=whom),
        Field("weapon", _("Weapon"), "choice", choices=what),
        Field("sprint", _("At a sprint"), "flag", default=False, rule="MED-SPRINT-02"),
        _manoeuvre(scene, fighter, ("melee", "thrown", "ranged"), "assaut"),
        *asking.GM_FIELDS,
    )
    refused = (
        spotted
        or asking.unable(scene, fighter)
        or caught
        or asking.all_refused(whom, asking.NOBODY)
        or asking.all_refused(what, asking.UNARMED)
    )
    return Offer("sneak", fighter, _("Sneak attack"), fields, refused, asking.GM_ONLY)
