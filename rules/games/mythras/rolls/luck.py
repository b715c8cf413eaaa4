"""Luck points: another throw, a last effort, a wound that is not so bad (MYT-LUCK-01)."""

from __future__ import annotations

from dataclasses import replace

from rules.core.check import Outcome
from rules.core.effects import Effect
from rules.core.paths import get
from rules.core.scene import Change, Scene
from rules.core.script import Effect as Stored
from rules.core.script import Option, Script, choose
from rules.core.text import Text, plain
from rules.games.mythras import marks
from rules.games.mythras.character import sheet as sheets
from rules.games.mythras.combat.blows import Blow, Damage, raw, settled
from rules.games.mythras.rolls.resolution import judged, resolve, under
from rules.games.mythras.rounds.points import Lucky, swapped
from rules.games.mythras.text import _, ngettext

Effects = tuple[Stored, ...]


def has(scene: Scene, fighter: str) -> bool:
    """MYT-ATTR-07: true if a fighter has luck left: a player character, or whose sheet says so."""
    sheet = scene.sheet(fighter)
    lucky = scene.fighters[fighter].side == "pc" or get(sheet, "state.luck") is not None
    return lucky and sheets.luck(sheet) > 0


def used(scene: Scene, fighter: str) -> bool:
    """MYT-LUCK-01: true if luck was spent on the action that goes on."""
    return bool(marks.LUCKY.of(scene, fighter))


def spared(blow: Blow, damage: Damage) -> Script[tuple[Damage, Effects]]:
    """MYT-LUCK-01: whoever would be wounded badly may have the damage thrown again, or a major wound lessened."""
    scene, victim, body = blow.scene, blow.victim, damage.location
    after = replace(body, hp=body.hp - damage.dealt)
    grave = after.wound in ("serious", "major") and damage.dealt > 0
    if not grave or not has(scene, victim) or used(scene, victim):
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
    total, lines = yield from under("again-", raw(blow))
    return settled(blow, body, total, lines), (LuckTold(victim),)


def changed(scene: Scene, actor: str, outcome: Outcome) -> Script[tuple[Outcome, Effects]]:
    """MYT-LUCK-01: one’s own die outside a fight, thrown again or read backwards.

    It is offered where it can do good; in secret always, since the question would give the result away.
    """
    check, (die,) = outcome.check, outcome.faces
    turned = judged(check, (swapped(die),), scene.settings)
    helps = check.secret or not outcome.level.succeeded or turned.level > outcome.level
    if not helps or not has(scene, actor):
        return outcome, ()
    paid = (Lucky(actor, 1),)
    rows = (
        Option("stand", _("Let it stand")),
        Option("again", _("Throw again"), paid),
        Option("swap", _("Read as %(swapped)s", swapped=plain(swapped(die))), paid),
    )
    shown = _("%(roll)s, %(die)s", roll=check.what, die=plain(die))
    if not check.secret:
        shown = _("%(roll)s: %(result)s", roll=shown, result=outcome.public)
    answer = yield from choose("luck", actor, _("%(roll)s. A luck point?", roll=shown), rows)
    if answer == "stand":
        return outcome, ()
    if answer == "swap":
        return turned, (LuckTold(actor, die, *turned.faces),)
    thrown = yield from under("again-", resolve(check, scene.settings))
    return thrown, (LuckTold(actor, die, *thrown.faces),)


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
