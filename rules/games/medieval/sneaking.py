"""Sneak attacks: the approach against the target's Acuity, then the blow against the natural Defence."""

from __future__ import annotations

from dataclasses import replace

from rules.core.check import Check, Level, Modifier, Outcome
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.script import Effect, Script
from rules.games.medieval import attacks, checks, manoeuvres, movement
from rules.games.medieval.attacks import Blow, Effects
from rules.games.medieval.checks import LEVELS
from rules.games.medieval.settings import setting
from rules.games.medieval.text import _


def sneak(scene: Scene, actor: str, args: Data) -> Script[Effects]:
    """MED-SNEAK-01 to 05: the approach, and the attack of who was not noticed."""
    blow = attacks.declared(scene, actor, args)
    if blow is None:
        return ()
    tired = (yield from movement.sprints(scene, actor)) if args["sprint"] else ()
    approach = yield from _approach(scene, actor, blow.target, args["sprint"])
    effects: Effects = (*tired, Effect("outcome", actor, approach))
    if not approach.level.succeeded:
        return (*effects, *_noticed(scene, blow))
    met = (Effect("engage", actor, blow.target),) if blow.weapon.engagement == "melee" else ()
    struck = yield from attacks.resolve(scene, replace(blow, sneak=True))
    return (*effects, *met, *struck)


def _noticed(scene: Scene, blow: Blow) -> Effects:
    """MED-SNEAK-01: this adversary has spotted him; an attack in full view may be left."""
    back = manoeuvres.give_back(blow.actor, "coup_fatal") if blow.manoeuvre == "coup_fatal" else ()
    left = setting(scene.settings, "sneak.failed") == "open_attack"
    resumes = (Effect("resumes", blow.actor),) if left else ()
    return (*back, Effect("spotted", blow.actor, {"by": blow.target}), *resumes)


def stealth(scene: Scene, fighter: str, sprint: bool) -> Check:
    """MED-SPRINT-02, MED-SNEAK-01: Stealth, made hard by a sprint."""
    malus = Modifier(_("Sprint"), movement.SPRINTING if sprint else 0, "MED-SPRINT-02")
    return checks.side(scene, fighter, "furtivite", malus)


def _approach(scene: Scene, actor: str, target: str, sprint: bool) -> Script[Outcome]:
    """MED-TEST-03: both roll, the target's dice unseen in the game master's hand."""
    mine, theirs = stealth(scene, actor, sprint), checks.side(scene, target, "acuite")
    throws = yield (
        checks.throw(mine, "stealth", _("Stealth: approach")),
        checks.throw(theirs, "acuity", _("Acuity against the approach"), "gm", secret=True),
    )
    one, other = (checks.total(check, faces) for check, faces in zip((mine, theirs), throws, strict=True))
    level = Level.SUCCESS if checks.opposed(one, other, scene.settings) else Level.FAILURE
    return replace(one, level=level, margin=one.margin - other.margin, label=LEVELS[level], public=LEVELS[level])
