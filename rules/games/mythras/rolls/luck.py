"""Luck points: another throw, a last effort, a wound that is not so bad (MYT-LUCK-01)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rules.core.check import Outcome
from rules.core.effects import Effect
from rules.core.paths import get
from rules.core.scene import Change, Scene
from rules.core.script import Effect as Stored
from rules.core.script import Option, Request, Roll, Script, choose
from rules.core.text import Text, plain
from rules.games.mythras import marks
from rules.games.mythras.character import sheet as sheets
from rules.games.mythras.combat.blows import Blow, Damage, reduce_damage, roll_damage
from rules.games.mythras.rolls.resolution import judge, prefixed, resolve
from rules.games.mythras.rounds.points import Lucky, swap_digits
from rules.games.mythras.text import _, ngettext

Effects = tuple[Stored, ...]


def has_luck(scene: Scene, fighter: str) -> bool:
    """MYT-ATTR-07: true if a fighter has luck left: a player character, or whose sheet says so."""
    sheet = scene.sheet(fighter)
    lucky = scene.fighters[fighter].side == "pc" or get(sheet, "state.luck") is not None
    return lucky and sheets.luck(sheet) > 0


def is_used(scene: Scene, fighter: str) -> bool:
    """MYT-LUCK-01: true if luck was spent on the action that goes on."""
    return bool(marks.LUCKY.of(scene, fighter))


def spare(blow: Blow, damage: Damage) -> Script[tuple[Damage, Effects]]:
    """MYT-LUCK-01: a badly wounded fighter may have the damage rerolled, or a major wound reduced."""
    scene, victim, body = blow.scene, blow.victim, damage.location
    after = replace(body, hp=body.hp - damage.dealt)
    grave = after.wound in ("serious", "major") and damage.dealt > 0
    if not grave or not has_luck(scene, victim) or is_used(scene, victim):
        return damage, ()
    paid = (Lucky(victim, 1),)
    rows = (
        Option("stand", _("Let it stand")),
        Option("again", _("The damage is thrown again"), paid),
        Option(
            "lessen",
            _("A serious wound instead of a major one"),
            paid,
            None if after.wound == "major" else _("The wound is not major."),
        ),
    )
    label = ngettext(
        "%(location)s, %(count)s point of damage: a luck point?",
        "%(location)s, %(count)s points of damage: a luck point?",
        damage.dealt,
        location=body.label,
    )
    answer = yield from choose("luck", victim, label, rows)
    if answer == "stand":
        return damage, ()
    if answer == "lessen":
        return replace(damage, dealt=body.hp + body.hp_max - 1), (LuckTold(victim),)
    total, lines = yield from prefixed("again-", roll_damage(blow))
    return reduce_damage(blow, body, total, lines), (LuckTold(victim),)


def change_die(scene: Scene, actor: str, outcome: Outcome) -> Script[tuple[Outcome, Effects]]:
    """MYT-LUCK-01: one’s own die outside a fight, thrown again or read backwards.

    It is offered where it can do good; in secret always, since the question would give the result away.
    """
    check, (die,) = outcome.check, outcome.faces
    turned = judge(check, (swap_digits(die),), scene.settings)
    helps = check.secret or not outcome.level.succeeded or turned.level > outcome.level
    if not helps or not has_luck(scene, actor):
        return outcome, ()
    answer = yield from _ask_change(actor, check.what, outcome, "luck")
    if answer == "stand":
        return outcome, ()
    if answer == "swap":
        return turned, (LuckTold(actor, die, *turned.faces),)
    thrown = yield from prefixed("again-", resolve(check, scene.settings))
    return thrown, (LuckTold(actor, die, *thrown.faces),)


def _ask_change(actor: str, what: Text, outcome: Outcome, key: str) -> Script[str]:
    """MYT-LUCK-01: let a die stand, throw it again, or read it backwards."""
    (die,), paid = outcome.faces, (Lucky(actor, 1),)
    rows = (
        Option("stand", _("Let it stand")),
        Option("again", _("Throw again"), paid),
        Option("swap", _("Read as %(swapped)s", swapped=plain(swap_digits(die))), paid),
    )
    shown = _("%(roll)s, %(die)s", roll=what, die=plain(die))
    if not outcome.check.secret:
        shown = _("%(roll)s: %(result)s", roll=shown, result=outcome.public)
    return (yield from choose(key, actor, _("%(roll)s. A luck point?", roll=shown), rows))


def offer_at_last(scene: Scene, start: Callable[[], Script[Effects]]) -> Script[Effects]:
    """MYT-LUCK-01, MYT-FREE-LUCK: a procedure in a fight, with an offer of luck on the failed test that would end it.

    On every other die luck is spent while what follows it is awaited, such as the answer to an attack: a miss waits
    only where nobody can answer it. A die that is changed begins the procedure anew, with all that was answered before.
    """
    given: list[Any] = []
    effects, asked = yield from _play(start(), given)
    if not given:
        return effects
    batch, values = (asked, given[-1]) if isinstance(asked, tuple) else ((asked,), given[-1:])
    place, die = _find_lucky_die(scene, batch, values, effects)
    if die is None or die.check is None:
        return effects
    outcome = judge(die.check, values[place], scene.settings)
    answer = yield from _ask_change(die.by, die.label, outcome, "last-luck")
    if answer == "stand":
        return effects
    again = replace(die, key="last-again")
    faces = (swap_digits(outcome.faces[0]),) if answer == "swap" else (yield again)
    changed = tuple(faces if number == place else value for number, value in enumerate(values))
    given[-1] = changed if isinstance(asked, tuple) else faces
    effects, _last = yield from _play(start(), given)
    return (LuckTold(die.by, outcome.faces[0], faces[0]), *effects)


def _play(script: Script[Effects], given: list[Any]) -> Script[tuple[Effects, Request | tuple[Request, ...]]]:
    """A procedure whose first requests are answered as was ``given``; what came of it, and what it asked last."""
    asked: Request | tuple[Request, ...] = ()
    try:
        following, place = next(script), 0
        while True:
            asked, place = following, place + 1
            if len(given) < place:
                given.append((yield asked))
            following = script.send(given[place - 1])
    except StopIteration as stop:
        return stop.value, asked


def _find_lucky_die(
    scene: Scene, batch: tuple[Request, ...], values: list[Any] | tuple[Any, ...], effects: Effects
) -> tuple[int, Roll | None]:
    for place, (die, faces) in enumerate(zip(batch, values, strict=True)):
        if isinstance(die, Roll) and _may_change(scene, die, faces, effects):
            return place, die
    return 0, None


def _may_change(scene: Scene, die: Roll, faces: tuple[int, ...], effects: Effects) -> bool:
    """True for the failed test of a fighter with luck, who has spent none on this action."""
    if die.check is None or die.secret:
        return False
    if (
        die.by not in scene.fighters
        or scene.fighters[die.by].hidden
        or not has_luck(scene, die.by)
        or is_used(scene, die.by)
    ):
        return False
    spent = any(isinstance(row, LuckTold) and row.target == die.by for row in effects)
    return not spent and not judge(die.check, faces, scene.settings).level.succeeded


class LuckTold(Effect):
    """MYT-LUCK-01: a luck point within a procedure, once for each action; of a single die also the face it had."""

    kind = "luck_told"
    is_open = True
    before: int = 0
    after: int = 0

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return (marks.LUCKY.set(scene, self.target),)

    def told(self, scene: Scene) -> Text | None:
        if not self.before:
            return _("spends a luck point")
        return _("spends a luck point (%(before)s → %(after)s)", before=plain(self.before), after=plain(self.after))


EFFECTS = (LuckTold,)
