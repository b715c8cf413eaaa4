"""Wrestling: the techniques, who may join a hold, breaking free, and keeping the pressure on."""

from __future__ import annotations

from dataclasses import replace

from rules.medieval import attacks, checks, initiative, weapons
from rules.medieval import sheet as sheets
from rules.medieval.attacks import Blow, Effects
from rules.medieval.schema import SCHEMA
from rules.medieval.settings import setting
from rules.medieval.tables import MOST_HOLDERS, REFUSALS
from rules.outcome import Breakdown, Check, Modifier
from rules.paths import Data
from rules.scene import Scene
from rules.script import Effect, Script
from rules.words import Text, pgettext

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
        return pgettext("medieval", "You hold this victim already.")
    return REFUSALS["HOLD_FULL"] if len(holders) >= MOST_HOLDERS else None


def joins(scene: Scene, target: str, technique: str) -> bool:
    """MED-LUTTE-CLE-02: whether a hold on somebody helps others who hold him."""
    return technique != "projection" and bool(initiative.holders(scene, target))


def wrestle(scene: Scene, actor: str, args: Data) -> Script[Effects]:
    """MED-LUTTE-02, CLE-02: a wrestling roll; a helper rolls against a lower Defence, a third one not at all."""
    target, technique = args["target"], args["technique"]
    if target not in scene.fighters:
        return ()
    blow = Blow(actor, target, weapons.bare(scene.sheet(actor), "lutte"), technique=technique, args=args)
    if not joins(scene, target, technique):
        return (yield from attacks.resolve(scene, blow))
    holds = Effect("hold", target, {"by": actor, "technique": technique})
    if len(initiative.holders(scene, target)) > ROLLS_TO_JOIN:
        return (holds,)
    faced = joined_against(scene, target).total + int(args.get("defence_modifier", 0))
    check = attacks.facing(attacks.thrown(scene, blow), faced)
    label = pgettext("medieval", "Wrestling: help to hold")
    outcome = yield from checks.resolve(check, scene.settings, "attack", label)
    outcome = attacks.ruled(outcome, args)
    return (Effect("outcome", actor, outcome), *((holds,) if outcome.level.succeeded else ()))


def joined_against(scene: Scene, target: str) -> Breakdown:
    """MED-LUTTE-CLE-02: what a second wrestler must exceed."""
    usual = setting(scene.settings, "hold.join_against") == "melee"
    base = sheets.melee_defence(scene.sheet(target)) if usual else attacks.helpless(scene.settings)
    return base.plus(Modifier(pgettext("medieval", "Held already"), HELPER, "MED-LUTTE-CLE-02"))


def break_free(scene: Scene, victim: str) -> Script[Effects]:
    """MED-LUTTE-DEGAG-01: one roll of the victim against one of each holder; all must be beaten."""
    sides = (victim, *initiative.holders(scene, victim))
    label = pgettext("medieval", "Wrestling: break free")
    tested = [_wrestling(scene, one) for one in sides]
    throws = yield tuple(checks.throw(check, f"free-{check.actor}", label) for check in tested)
    mine, *theirs = (checks.total(check, faces) for check, faces in zip(tested, throws, strict=True))
    freed = all(checks.opposed(mine, other, scene.settings) for other in theirs)
    outcomes = (Effect("outcome", one.check.actor, one) for one in (mine, *theirs))
    return (*outcomes, Effect("free" if freed else "firm", victim, True))


def why_no_pressure(scene: Scene, fighter: str, victim: str) -> Text | None:
    """MED-LUTTE-PRESS-01: why a wrestler does not hurt whom he holds."""
    technique = (initiative.mark(scene, victim, "held") or {}).get(fighter)
    if technique != "pression":
        return pgettext("medieval", "This is a hold, no pressure.")
    return REFUSALS["ONE_PRESSURE"] if initiative.mark(scene, victim, "turn.pressed") else None


def _wrestling(scene: Scene, fighter: str) -> Check:
    sheet = scene.sheet(fighter)
    return replace(checks.attack(sheet, scene.settings, weapons.bare(sheet, "lutte")), actor=fighter)
