"""Wrestling: the techniques, who may join a hold, breaking free, and keeping the pressure on."""

from __future__ import annotations

from dataclasses import replace

from rules.core.check import Breakdown, Check, Modifier
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.script import Effect, Script
from rules.core.text import Text
from rules.games.medieval import attacks, checks, initiative, weapons
from rules.games.medieval.attacks import Blow, Effects
from rules.games.medieval.schema import SCHEMA
from rules.games.medieval.settings import setting
from rules.games.medieval.tables import MOST_HOLDERS, REFUSALS
from rules.games.medieval.text import _

HELPER = -3  # MED-LUTTE-CLE-02
ROLLS_TO_JOIN = 1  # the number of holders beside whom one joins with a roll; beside more, without


def too_big(sheet: Data, target: Data) -> bool:
    """MED-LUTTE-01: whether somebody is more than one and a half times as tall as the wrestler."""
    return 2 * int(SCHEMA.value(target, "height_cm")) > 3 * int(SCHEMA.value(sheet, "height_cm"))


def why_not(scene: Scene, fighter: str, target: str) -> Text | None:
    """MED-LUTTE-01, CLE-02: why a fighter cannot wrestle somebody."""
    if too_big(scene.sheet(fighter), scene.sheet(target)):
        return REFUSALS["TOO_BIG"]
    holders = initiative.holders(scene, target)
    if fighter in holders:
        return _("You hold this victim already.")
    return REFUSALS["HOLD_FULL"] if len(holders) >= MOST_HOLDERS else None


def grip(scene: Scene, actor: str, args: Data) -> Blow | None:
    """MED-LUTTE-02: the technique that somebody declares; ``None`` where its target has gone."""
    if args["target"] not in scene.fighters:
        return None
    body = weapons.bare(scene.sheet(actor), "lutte")
    return Blow(actor, args["target"], body, technique=args["technique"], args=args)


def helped(scene: Scene, blow: Blow) -> int:
    """MED-LUTTE-CLE-02: how many hold the victim whom this would help to hold; who throws him down helps nobody."""
    return 0 if blow.technique == "projection" else len(initiative.holders(scene, blow.target))


def wrestle(scene: Scene, actor: str, args: Data) -> Script[Effects]:
    """MED-LUTTE-02, CLE-02: a wrestling roll; a helper rolls against a lower Defence, a third one not at all."""
    blow = grip(scene, actor, args)
    if blow is None:
        return ()
    beside = helped(scene, blow)
    if not beside:
        return (yield from attacks.resolve(scene, blow))
    holds = Effect("hold", blow.target, {"by": actor, "technique": blow.technique})
    if beside > ROLLS_TO_JOIN:
        return (holds,)
    check = attacks.facing(attacks.thrown(scene, blow), joined_against(scene, blow).total)
    label = _("Wrestling: help to hold")
    outcome = yield from checks.resolve(check, scene.settings, "attack", label)
    outcome = attacks.ruled(outcome, args)
    return (Effect("outcome", actor, outcome), *((holds,) if outcome.level.succeeded else ()))


def joined_against(scene: Scene, blow: Blow) -> Breakdown:
    """MED-LUTTE-CLE-02: what a second wrestler must exceed, with all that lowers or raises the usual Defence."""
    usual = setting(scene.settings, "hold.join_against") == "melee"
    base = attacks.standing(scene, blow) if usual else attacks.helpless(scene.settings)
    held = Modifier(_("Held already"), HELPER, "MED-LUTTE-CLE-02")
    return base.plus(held, attacks.ruled_defence(blow.args))


def break_free(scene: Scene, victim: str) -> Script[Effects]:
    """MED-LUTTE-DEGAG-01: one roll of the victim against one of each holder; all must be beaten."""
    sides = (victim, *initiative.holders(scene, victim))
    label = _("Wrestling: break free")
    tested = [bid(scene, one) for one in sides]
    throws = yield tuple(checks.throw(check, f"free-{check.actor}", label) for check in tested)
    mine, *theirs = (checks.total(check, faces) for check, faces in zip(tested, throws, strict=True))
    freed = all(checks.opposed(mine, other, scene.settings) for other in theirs)
    outcomes = (Effect("outcome", one.check.actor, one) for one in (mine, *theirs))
    return (*outcomes, Effect("free" if freed else "firm", victim))


def why_no_pressure(scene: Scene, fighter: str, victim: str) -> Text | None:
    """MED-LUTTE-PRESS-01: why a wrestler does not hurt whom he holds."""
    technique = (initiative.mark(scene, victim, "held") or {}).get(fighter)
    if technique != "pression":
        return _("This is a hold, no pressure.")
    return REFUSALS["ONE_PRESSURE"] if initiative.mark(scene, victim, "turn.pressed") else None


def bid(scene: Scene, fighter: str) -> Check:
    """MED-LUTTE-DEGAG-01: the wrestling roll of one side of an attempt to break free."""
    sheet = scene.sheet(fighter)
    return replace(checks.attack(sheet, scene.settings, weapons.bare(sheet, "lutte")), actor=fighter)
