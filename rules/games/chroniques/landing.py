"""What every effect of a fight writes on the scene as it is by then."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.core.paths import Data
from rules.core.scene import Change, Scene
from rules.core.script import Effect
from rules.games.chroniques import attacks, initiative
from rules.games.chroniques import sheet as sheets
from rules.games.chroniques.schema import SCHEMA

Changes = tuple[Change, ...]
HARMFUL = ("damage", "death", "state")


def land(scene: Scene, effect: Effect) -> Changes:
    """The changes of an effect. Raises ``KeyError`` for one that does not exist here."""
    return _LANDINGS[effect.kind](scene, effect.target, effect.value)


# The round.


def _round(scene: Scene, _gm: str, number: int) -> Changes:
    """CHO-INIT-01, CHO-SURPRISE-07: a new round begins from the scores of this moment; surprise ends with the first."""
    over = _no_longer_surprised(scene) if int(number) > 1 else ()
    after = scene.with_changes(over)
    marks = (scene.change(f"fighters.{one}.marks", _fresh(after, one)) for one in scene.fighters)
    begins = (scene.change("round", int(number)), scene.change("marks.over", None))
    return (*over, *begins, scene.change("called", None), scene.change("spare", None), *marks)


def _fresh(scene: Scene, fighter: str) -> dict[str, Any]:
    down = initiative.mark(scene, fighter, "down") if initiative.is_out(scene, fighter) else None
    return {"at": initiative.fresh(scene, fighter), **({"down": down} if down else {})}


def _over(scene: Scene, _gm: str, _value: None) -> Changes:
    """Nothing of the fight outlasts it but what the sheets hold."""
    marks = (scene.change(f"fighters.{one}.marks", None) for one in scene.fighters)
    rest = (scene.change("marks.over", True), scene.change("called", None), scene.change("spare", None))
    return (*_no_longer_surprised(scene), *rest, *marks)


def _no_longer_surprised(scene: Scene) -> Changes:
    return tuple(scene.write(one, "states.surprised", None) for one in scene.fighters if _surprised(scene, one))


def _surprised(scene: Scene, fighter: str) -> bool:
    return "surprised" in sheets.states(scene.sheet(fighter))


# A turn.


def _spend(scene: Scene, fighter: str, value: Data) -> Changes:
    taken = initiative.mark(scene, fighter, "spent") or ()
    spent: Changes = (scene.mark(fighter, "spent", [*taken, str(value["action"])]),)
    if "by" in value:
        used = initiative.mark(scene, fighter, "used") or ()
        spent += (scene.mark(fighter, "used", [*used, str(value["by"])]),)
    return spent


def _done(scene: Scene, fighter: str, _value: None) -> Changes:
    """The turn is over; what was called for it is not called any more."""
    called = [one for one in scene.called if one != fighter]
    return (scene.mark(fighter, "done", True), scene.change("called", called or None))


def _delay(scene: Scene, fighter: str, score: int) -> Changes:
    """CHO-INIT-06: a lower score for this round; at 0 the turn is lost."""
    later = (scene.mark(fighter, "at", int(score)), scene.mark(fighter, "delayed", True))
    return (*later, scene.mark(fighter, "done", True)) if int(score) <= 0 else later


def _yield(scene: Scene, fighter: str, _value: None) -> Changes:
    return (scene.mark(fighter, "yielded", int(initiative.mark(scene, fighter, "yielded") or 0) + 1),)


def _no_free(scene: Scene, fighter: str, _value: None) -> Changes:
    return (scene.mark(fighter, "no_free", True),)


# What lasts: it is on the sheets.


def _state(scene: Scene, fighter: str, value: Data) -> Changes:
    return (scene.write(fighter, sheets.state_path(value["key"]), None if value.get("off") else True),)


def _damage(scene: Scene, fighter: str, value: Data) -> Changes:
    """CHO-DMG-03 to 05: hit points lost, never below 0, with the severe wound that this makes."""
    dealt, sheet = int(value["damage"]), scene.sheet(fighter)
    before = sheets.hp(sheet)
    lost: Changes = (scene.write(fighter, "hp.current", max(0, before - dealt)),)
    if before and attacks.severe(sheet, scene.settings, dealt):
        lost += (scene.write(fighter, "severe_wound", True),)
    if before <= dealt and SCHEMA.value(sheet, "stable"):
        lost += (scene.write(fighter, "stable", None),)
    return lost


def _heal(scene: Scene, fighter: str, amount: int) -> Changes:
    """CHO-DMG-05: hit points given back; whoever wakes is not dying any more, and a severe wound stays."""
    sheet = scene.sheet(fighter)
    before, most = sheets.hp(sheet), sheets.hp_max(sheet).total
    if sheets.is_dead(sheet) or before >= most:
        return ()
    back: Changes = (scene.write(fighter, "hp.current", min(most, before + int(amount))),)
    return back if before else (*back, scene.write(fighter, "stable", None), scene.mark(fighter, "down", None))


def _down(scene: Scene, fighter: str, rounds: int) -> Changes:
    return (scene.mark(fighter, "down", int(rounds)),)


def _death(scene: Scene, fighter: str, _value: None) -> Changes:
    return (scene.write(fighter, "dead", True),)


def _stable(scene: Scene, fighter: str, _value: None) -> Changes:
    return (scene.write(fighter, "stable", True), scene.mark(fighter, "down", None))


def _luck(scene: Scene, fighter: str, by: int) -> Changes:
    left = sheets.luck(scene.sheet(fighter))
    return (scene.write(fighter, "luck.current", max(0, left + int(by))),)


_LANDINGS: dict[str, Callable[[Scene, str, Any], Changes]] = {
    "round": _round,
    "over": _over,
    "spend": _spend,
    "done": _done,
    "delay": _delay,
    "yield": _yield,
    "no_free": _no_free,
    "state": _state,
    "damage": _damage,
    "heal": _heal,
    "advantage": lambda _scene, _fighter, _value: (),
    "down": _down,
    "death": _death,
    "stable": _stable,
    "luck": _luck,
}
