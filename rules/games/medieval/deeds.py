"""The forms of what is no attack with a weapon: wrestling, moving, spells, care, extra and immediate actions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules.core.game import Offer
from rules.core.scene import Scene
from rules.core.sheet import Choice, Field
from rules.games.medieval import asking, checks, initiative, movement, weapons, wrestling
from rules.games.medieval.dying import curable
from rules.games.medieval.tables import IMMEDIATE, REFUSALS
from rules.games.medieval.text import _


def pressing(scene: Scene, fighter: str) -> Iterator[Offer]:
    """MED-LUTTE-PRESS-01: the pressure on whom one holds."""
    held = initiative.holds(scene, fighter)
    if not held:
        return
    pressed = tuple(asking.choice(scene, fighter, one, wrestling.why_no_pressure(scene, fighter, one)) for one in held)
    field = Field("target", asking.TARGET, "choice", choices=pressed, rule="MED-LUTTE-PRESS-01")
    why = asking.all_refused(pressed, asking.NOBODY)
    yield Offer("press", fighter, _("Keep the pressure on"), (field, asking.MORE), why)


def releasing(scene: Scene, fighter: str) -> Iterator[Offer]:
    """MED-LUTTE-CLE-01: letting go of somebody, which takes no time."""
    held = initiative.holds(scene, fighter)
    if held:
        rows = tuple(asking.choice(scene, fighter, one) for one in held)
        named = Field("target", asking.TARGET, "choice", choices=rows)
        yield Offer("let_go", fighter, _("Let go"), (named,))


def held(scene: Scene, fighter: str) -> Iterator[Offer]:
    """MED-LUTTE-DEGAG-01, MED-ATT-04: breaking free, for who is held; the game master may modify either side."""
    if initiative.holders(scene, fighter):
        fields = tuple(field for field in asking.GM_FIELDS if field.kind == "number")
        theirs = replace(fields[1], label=_("Modifier of those who hold"))
        yield Offer("break_free", fighter, _("Break free"), (fields[0], theirs), gm_only=asking.GM_ONLY)


def moving(scene: Scene, fighter: str) -> Iterator[Offer]:
    """MED-MOVE-03, MED-MOVEACT-03, 05: the whole movement, getting up, or fleeing."""
    caught = REFUSALS["ENGAGED"] if initiative.opponents(scene, fighter) else None
    down = _("On the ground.") if initiative.is_prone(scene, fighter) else None
    bound = _("Held.") if initiative.holders(scene, fighter) else None
    moved = movement.MOVED if initiative.mark(scene, fighter, "turn.moved") else None
    nobody = Choice("none", _("Nobody"))
    whom = (nobody, *(asking.choice(scene, fighter, one) for one in asking.others(scene, fighter)))
    fields = (
        Field("sprint", _("At a sprint"), "flag", default=False, rule="MED-SPRINT-01"),
        Field(
            "contact", _("Comes into contact with"), "choice", "none",
            choices=whom, rule="MED-MOVEACT-03",
        ),
        asking.MORE,
    )  # fmt: skip
    walk, run = (movement.speed(scene, fighter, sprint) for sprint in (False, True))
    hint = _("%(walk)s m, at a sprint %(run)s m", walk=walk, run=run)
    yield Offer("move", fighter, _("Move"), fields, movement.why_not(scene, fighter), hint=hint)
    if down:
        yield Offer("get_up", fighter, _("Get up"), refused=bound or caught)
    if caught:
        roll = (movement.agility_field(), asking.MODIFIER)
        only = frozenset({asking.MODIFIER.key})
        yield Offer("flee", fighter, _("Flee"), roll, bound or down or moved, only)


def cast(scene: Scene, fighter: str) -> Offer:
    """MED-MOVEACT-02: a spell or a hex; what it does is not in these rules."""
    fields = (asking.note(), movement.beside_field(scene, fighter), asking.MORE)
    bound = _("Held.") if initiative.holders(scene, fighter) else None
    return Offer("cast", fighter, _("Cast a spell or a hex"), fields, bound)


def care(scene: Scene, fighter: str) -> Offer:
    """MED-DEATH-07: care for somebody hurt; how much it gives back comes from a skill or a spell."""
    seen = {fighter, *asking.others(scene, fighter)}
    whom = tuple(asking.choice(scene, fighter, one) for one in curable(scene) if one in seen)
    refused = asking.busy(scene, fighter) or asking.all_refused(whom, _("Nobody needs care."))
    fields = (
        Field("patient", _("Patient"), "choice", choices=whom, rule="MED-DEATH-07"),
        Field("amount", _("Hit points given back"), default=1, least=0, most=200),
        movement.beside_field(scene, fighter),
        asking.MORE,
    )
    return Offer("care", fighter, _("Care for somebody"), fields, refused)


def extra(scene: Scene, fighter: str) -> Offer:
    """MED-MOVEACT-04, 07: one extra action beside the usual one, if the game master allows it."""
    done = _("One extra action has been tried.")
    moved = movement.MOVED if initiative.mark(scene, fighter, "turn.moved") else None
    free = moved if initiative.opponents(scene, fighter) else _("Not in melee: simply move.")
    standing = None if initiative.is_prone(scene, fighter) else _("Stands already.")
    what = tuple(
        Choice(key, label, {"move": free, "stand_up": standing}.get(key)) for key, label in movement.EXTRAS.items()
    )
    first = next(one.key for one in what if one.refused is None)
    rows = checks.rollable(scene.sheet(fighter))
    fields = (
        Field("what", _("What"), "choice", first, choices=what, rule="MED-MOVEACT-04"),
        Field("check", _("Rolled with"), "choice", "vitesse", choices=rows, rule="MED-MOVEACT-07"),
        asking.note(),
        asking.MODIFIER,
    )
    refused = done if initiative.mark(scene, fighter, "turn.extra") else None
    bound = _("Held.") if initiative.holders(scene, fighter) else None
    only = frozenset({asking.MODIFIER.key})
    return Offer("extra", fighter, _("Extra action"), fields, refused or bound, only)


def immediate(scene: Scene, fighter: str) -> Offer:
    """MED-MOVEACT-06: what takes no roll and no time."""
    arms = [one for one in weapons.weapons(scene.sheet(fighter)) if not one.bare]
    drawn = tuple(Choice(one.key, one.name) for one in arms)
    none = Choice("none", _("None"))
    refused = {
        "drop_held": None if any(one.in_hand for one in arms) else _("Nothing is held."),
        "draw_weapon": None if arms else asking.UNARMED,
    }
    what = tuple(Choice(key, label, refused.get(key)) for key, label in IMMEDIATE.items())
    fields = (
        Field("what", _("What"), "choice", "shout", choices=what, rule="MED-MOVEACT-06"),
        Field("weapon", _("Weapon"), "choice", "none", choices=(none, *drawn)),
        asking.note(),
    )
    return Offer("immediate", fighter, _("Immediate action"), fields)
