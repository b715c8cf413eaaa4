"""What every effect of a fight writes on the scene as it is by then."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.core.paths import Data, get
from rules.core.scene import Change, Scene
from rules.core.script import Effect
from rules.games.polaris import bearings, initiative, lasting, modes, situation, weapons
from rules.games.polaris.melee import EVEN
from rules.games.polaris.schema import CONDITIONS
from rules.games.polaris.settings import setting

Changes = tuple[Change, ...]
KEPT = (
    "engaged",
    "cover",
    "size",
    "until",
    "boost",
    "mode",
    "unsteady",
    "leader",
    "holds",
    "threat",
    *situation.MARKS,
)  # the marks of a fighter that outlast a turn (POL-TURN-08)
HARMFUL = ("wound", "condition")


def land(scene: Scene, effect: Effect) -> Changes:
    """The changes of an effect. Raises ``KeyError`` for one that does not exist here."""
    return _LANDINGS[effect.kind](scene, effect.target, effect.value)


# The turn.


def _round(scene: Scene, _gm: str, number: int) -> Changes:
    """POL-TURN-08: a new turn begins from the base initiative of this moment; declared actions carried over stay."""
    carried = initiative.carried_over(scene)
    woken = tuple(change for one in scene.fighters for change in _wake(scene, one, int(number)))
    marks = {one: _fresh(scene, one, one in carried) for one in scene.fighters}
    return (
        *woken,
        scene.change("round", int(number)),
        scene.change("marks.over", None),
        scene.change("called", None),
        scene.change("spare", None),
        *(scene.change(f"fighters.{one}.marks", row) for one, row in marks.items()),
    )


def _fresh(scene: Scene, fighter: str, carried: bool) -> dict[str, Any]:
    marks, start = scene.fighters[fighter].marks, initiative.fresh(scene, fighter)
    kept = {key: marks[key] for key in KEPT if key in marks}
    if "until" in kept:
        kept["until"] = {key: last for key, last in kept["until"].items() if last > scene.round}
    if "engaged" in kept and setting(scene.settings, "reach_malus_duration") == "turn":
        kept["engaged"] = dict.fromkeys(kept["engaged"], EVEN)
    if carried:
        gone = ("shift", "with", "delayed")
        kept["declared"] = {key: value for key, value in marks["declared"].items() if key not in gone}
        kept["first"] = True
    if kept.get("unsteady") == "now":
        del kept["unsteady"]
    start -= initiative.owed(scene, fighter)
    lost = {"done": True} if marks.get("lost") else {}  # POL-CRIT-10
    return {**kept, **lost, "base": start, "initiative": start}


def _over(scene: Scene, _gm: str, _value: None) -> Changes:
    """POL-TURN-01: nothing of the fight outlasts it but what the sheets hold."""
    marks = (scene.change(f"fighters.{one}.marks", None) for one in scene.fighters)
    rest = (scene.change("marks", {"over": True}), scene.change("called", None), scene.change("spare", None))
    return (*rest, *marks)


def _risk(scene: Scene, fighter: str, value: Data) -> Changes:
    return (scene.mark(fighter, "risk", {"modifier": int(value["modifier"])}), scene.mark(fighter, "surprise", None))


def _surprise(scene: Scene, fighter: str, value: int | None) -> Changes:
    """POL-SURP-02, 03: the margin is the initiative of this turn; without one the turn is lost."""
    if value is None:
        return (scene.mark(fighter, "surprise", "surprised"),)
    start = int(value)
    return (
        scene.mark(fighter, "surprise", "ready"),
        scene.mark(fighter, "base", start),
        scene.mark(fighter, "initiative", start),
    )


def _declare(scene: Scene, fighter: str, value: Data) -> Changes:
    """POL-INIT-08, 22: the declaration with its mode, which is the normal one outside of melee.

    That of a free attack moves no marker (POL-SURP-09), and is over with the declaration of the turn.
    """
    mode, state = modes.declared(scene, fighter, value), initiative.mark(scene, fighter, "ambush")
    value = {**value, "shift": 0} if state == "ready" else value
    over = (scene.mark(fighter, "ambush", None),) if state == "struck" else ()
    return (
        *over,
        scene.mark(fighter, "declared", {**value, "kind": str(value["kind"])}),
        scene.mark(fighter, "mode", None if mode == modes.NORMAL else mode),
        _shift(scene, fighter, value),
    )


def _redeclare(scene: Scene, fighter: str, _value: None) -> Changes:
    back = -int(initiative.declared(scene, fighter).get("shift", 0))
    cleared = (scene.mark(fighter, key, None) for key in ("declared", "carried", "struck"))
    return (*cleared, _shift(scene, fighter, {"shift": back}))


def _prepare(scene: Scene, fighter: str, value: Data) -> Changes:
    done = scene.mark(fighter, f"prepared.{value['key']}", int(value["by"]))
    return (done, _shift(scene, fighter, {"shift": value["by"]}))


def _initiative(scene: Scene, fighter: str, value: Data) -> Changes:
    if value.get("owed"):
        return (scene.mark(fighter, "owed", initiative.owed(scene, fighter) - int(value["by"]) or None),)
    return (_shift(scene, fighter, {"shift": value["by"]}),)


def _shift(scene: Scene, fighter: str, value: Data) -> Change:
    return scene.mark(fighter, "initiative", initiative.current(scene, fighter) + int(value.get("shift", 0)))


def _aware(scene: Scene, fighter: str, _value: None) -> Changes:
    """POL-SURP-10: no surprise, and no test of it."""
    return (scene.mark(fighter, "risk", None), scene.mark(fighter, "surprise", "ready"))


def _reconsider(scene: Scene, fighter: str, _value: None) -> Changes:
    """POL-INIT-23: a new declaration from the present initiative; what hurry had gained is lost."""
    rushed = initiative.declared(scene, fighter).get("rushed")
    cleared = tuple(scene.mark(fighter, key, None) for key in ("declared", "carried"))
    return (*cleared, _shift(scene, fighter, {"shift": -initiative.RUSH if rushed else 0}))


def _cut_in(scene: Scene, fighter: str, _value: None) -> Changes:
    """POL-TURN-09: he acts at this moment, before who was about to."""
    return (scene.mark(fighter, "initiative", initiative.now(scene)), scene.mark(fighter, "ahead", True))


def _share(scene: Scene, fighter: str, leader: str | None) -> Changes:
    """POL-INIT-25: from now on one marker for both; who has declared already joins with the next turn."""
    mark = scene.mark(fighter, "leader", scene.fighters[leader].id if leader else None)
    if initiative.declared(scene, fighter) or leader is None:
        return (mark,)
    now = initiative.current(scene, leader)
    return (mark, scene.mark(fighter, "base", initiative.base(scene, leader)), scene.mark(fighter, "initiative", now))


def _strike(scene: Scene, fighter: str, _value: None) -> Changes:
    """POL-INIT-21: one more attack is made, the turn’s last or not; the later ones follow one that was delayed."""
    made = initiative.struck(scene, fighter) + 1
    changes: Changes = (scene.mark(fighter, "struck", made),)
    if made == 1 and initiative.declared(scene, fighter).get("extra") and not initiative.has_extra(scene, fighter):
        changes += (scene.mark(fighter, "declared.extra", None),)  # POL-MARTIAL-09
    if made == 1 and initiative.loses_combo(scene, fighter):
        changes += (scene.mark(fighter, "declared.attacks", None),)  # POL-MARTIAL-08
    if initiative.is_delayed(scene, fighter):
        changes += (scene.mark(fighter, "initiative", initiative.now(scene)),)
    last = made >= initiative.attacks(scene.with_changes(changes), fighter)
    return (*changes, *bearings.steadier(scene, fighter), *((scene.mark(fighter, "done", True),) if last else ()))


def _skip(scene: Scene, fighter: str, _value: None) -> Changes:
    """The fighter does nothing more in this turn, and is no longer called."""
    said = initiative.declared(scene, fighter) or {"kind": "nothing", "shift": 0}
    called = [one for one in scene.called if one != fighter]
    rested = (scene.mark(fighter, "breath", True),) if initiative.mark(scene, fighter, "done") else ()
    return (
        scene.mark(fighter, "declared", {**said}),
        scene.mark(fighter, "ambush", None),
        scene.mark(fighter, "done", True),
        scene.change("called", called or None),
        *rested,  # at the end of a turn he is spared the test of fatigue (POL-FAT-01)
    )


def _done(scene: Scene, fighter: str, _value: None) -> Changes:
    return (scene.mark(fighter, "done", True), *bearings.steadier(scene, fighter))


def _set(key: str) -> Callable[[Scene, str, Any], Changes]:
    return lambda scene, fighter, _value: (scene.mark(fighter, key, True),)


# What lasts: it is on the sheets.


def _draw(scene: Scene, fighter: str, weapon: str) -> Changes:
    known = weapons.find(scene.sheet(fighter), weapon)
    return (scene.write(fighter, f"weapons.{weapon}.drawn", True),) if known else ()


def _ammo(scene: Scene, fighter: str, value: Data) -> Changes:
    known = weapons.find(scene.sheet(fighter), value["weapon"])
    if known is None:
        return ()
    return (scene.write(fighter, f"weapons.{value['weapon']}.ammo", max(0, known.ammo - int(value["spent"]))),)


def _reload(scene: Scene, fighter: str, value: Data) -> Changes:
    known = weapons.find(scene.sheet(fighter), value["weapon"])
    return (scene.write(fighter, f"weapons.{value['weapon']}.ammo", known.magazine),) if known else ()


def _fire_mode(scene: Scene, fighter: str, value: Data) -> Changes:
    """POL-RANGED-08: a weapon stays in the fire mode it is set to."""
    known = weapons.find(scene.sheet(fighter), value["weapon"])
    return (scene.write(fighter, f"weapons.{value['weapon']}.fire_mode", str(value["mode"])),) if known else ()


def _condition(scene: Scene, fighter: str, value: Data) -> Changes:
    """A condition begins, for a number of turns or until somebody ends it, or is over."""
    key = value["key"]
    if key not in CONDITIONS:
        raise KeyError(key)
    over, before = bool(value.get("off")), get(scene.fighters[fighter].marks, f"until.{key}") or 0
    until = max(before, scene.round + int(value["turns"])) if value.get("turns") and not over else None
    written = scene.write(fighter, f"conditions.{key}", None if over else True)
    return lasting.slowed(scene, fighter, (written, scene.mark(fighter, f"until.{key}", until)))


def _wake(scene: Scene, fighter: str, number: int) -> Changes:
    """POL-SHOCK-04, 05: what has lasted long enough ends with the turn; who wakes is stunned."""
    until: Data = initiative.mark(scene, fighter, "until") or {}
    over = [key for key, last in until.items() if last < number]
    if scene.round and get(scene.sheet(fighter), "conditions.surprised"):  # POL-SURP-03: of one turn, whoever ticked it
        over.append("surprised")
    ended = dict.fromkeys(over) | ({"stunned": True} if "unconscious" in over else {})
    return tuple(scene.write(fighter, f"conditions.{key}", after) for key, after in ended.items())


def _wound(scene: Scene, fighter: str, value: Data) -> Changes:
    """POL-WOUND-02 to 07: the mark on the counter, and the initiative it takes where the house plays that."""
    changes = lasting.hurt(scene, fighter, value)
    if setting(scene.settings, "mid_turn_wound_shifts_initiative"):  # POL-INIT-02
        lost = initiative.fresh(scene.with_changes(changes), fighter) - initiative.fresh(scene, fighter)
        changes += (_shift(scene, fighter, {"shift": lost}),)
    return changes


_LANDINGS: dict[str, Callable[[Scene, str, Any], Changes]] = {
    **bearings.LANDINGS,
    "round": _round,
    "over": _over,
    "risk": _risk,
    "surprise": _surprise,
    "declare": _declare,
    "redeclare": _redeclare,
    "prepare": _prepare,
    "initiative": _initiative,
    "delay": lambda scene, fighter, _value: (scene.mark(fighter, "declared.delayed", True),),
    "carry": _set("carried"),
    "done": _done,
    "ambush": lambda scene, fighter, _value: (scene.mark(fighter, "ambush", "ready"),),
    "ambushed": lambda scene, fighter, _value: (scene.mark(fighter, "ambush", "struck"),),
    "aware": _aware,
    "unaware": lambda scene, fighter, _value: (scene.mark(fighter, "risk.tried", True),),
    "watch": lambda scene, fighter, value: (scene.mark(fighter, "risk.watch", str(value)),),
    "startled": lambda _scene, _fighter, _value: (),
    "unready": lambda scene, fighter, foe: (scene.mark(fighter, f"unready.{scene.fighters[foe].id}", True),),
    "reconsider": _reconsider,
    "bound": _set("bound"),
    "confused": _skip,
    "free": _set("free"),
    "cut_in": _cut_in,
    "share": _share,
    "countered": _set("countered"),
    "strike": _strike,
    "skip": _skip,
    "draw": _draw,
    "ammo": _ammo,
    "reload": _reload,
    "fire_mode": _fire_mode,
    "unhurt": lambda _scene, _fighter, _value: (),
    "wound": _wound,
    "condition": _condition,
}
