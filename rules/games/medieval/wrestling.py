"""Wrestling: the techniques, who may join a hold, breaking free, and keeping the pressure on."""

from __future__ import annotations

from dataclasses import replace

from rules.core.check import Check, Modifier
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.script import Effect, Script
from rules.core.text import Text
from rules.games.medieval import attacks, checks, initiative, manoeuvres, weapons
from rules.games.medieval.attacks import Effects
from rules.games.medieval.schema import SCHEMA
from rules.games.medieval.tables import MOST_HOLDERS, REFUSALS
from rules.games.medieval.text import _


def too_big(sheet: Data, target: Data) -> bool:
    """MED-LUTTE-01: whether somebody is more than one and a half times as tall as the wrestler."""
    return 2 * int(SCHEMA.value(target, "height_cm")) > 3 * int(SCHEMA.value(sheet, "height_cm"))


def why_not(scene: Scene, fighter: str, target: str) -> Text | None:
    """MED-LUTTE-01: why a fighter cannot wrestle somebody at all."""
    return REFUSALS["TOO_BIG"] if too_big(scene.sheet(fighter), scene.sheet(target)) else None


def why_not_technique(scene: Scene, fighter: str, target: str, technique: str) -> Text | None:
    """MED-LUTTE-01, CLE-02: why a fighter cannot use this technique; whom four hold can still be thrown down."""
    big = why_not(scene, fighter, target)
    if big or technique == "projection":
        return big
    if (initiative.mark(scene, target, "held") or {}).get(fighter) == technique:
        return _("You hold this victim already.")
    return REFUSALS["HOLD_FULL"] if attacks.helped(scene, fighter, target) >= MOST_HOLDERS else None


def break_free(scene: Scene, victim: str, args: Data) -> Script[Effects]:
    """MED-LUTTE-DEGAG-01: one roll of the victim against one of each holder; all must be beaten."""
    label = _("Wrestling: break free")
    tested = [bid(scene, victim, args.get("modifier", 0)), *resisting(scene, victim, args)]
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
    if not initiative.can_attack(scene, fighter):
        return _("Held or on the ground: no pressure.")
    return REFUSALS["ONE_PRESSURE"] if initiative.mark(scene, victim, "turn.pressed") else None


def resisting(scene: Scene, victim: str, args: Data) -> list[Check]:
    """MED-LUTTE-DEGAG-01: the rolls of everybody who holds."""
    return [bid(scene, one, args.get("defence_modifier", 0)) for one in initiative.holders(scene, victim)]


def bid(scene: Scene, fighter: str, by: int) -> Check:
    """MED-LUTTE-DEGAG-01, MED-ATT-04: the wrestling roll of one side, with every modifier of an attack."""
    sheet = scene.sheet(fighter)
    check = checks.attack(sheet, scene.settings, weapons.bare(sheet, "lutte"))
    lasting = manoeuvres.circumstances(scene, fighter, "attack")
    terms = (*manoeuvres.stance(scene, fighter), lasting, Modifier(_("Modifier"), int(by), "MED-ATT-04"))
    return replace(check, actor=fighter, target=check.target.plus(*terms))
