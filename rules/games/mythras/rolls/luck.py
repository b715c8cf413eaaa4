"""Luck points: another throw, a last effort, a wound that is not so bad (MYT-LUCK-01)."""

from __future__ import annotations

from dataclasses import replace

from rules.core.paths import get
from rules.core.scene import Scene
from rules.core.script import Effect, Option, Script, choose
from rules.games.mythras import marks
from rules.games.mythras.character import sheet as sheets
from rules.games.mythras.combat.blows import Blow, Damage, raw, settled
from rules.games.mythras.rolls.resolution import under
from rules.games.mythras.rounds.points import Lucky
from rules.games.mythras.text import _, ngettext

Effects = tuple[Effect, ...]


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
    if answer == "again":
        total, lines = yield from under("again-", raw(blow))
        return settled(blow, body, total, lines), ()
    if answer == "lessen":
        return replace(damage, dealt=body.hp + body.hp_max - 1), ()
    return damage, ()
