"""What every effect of a fight writes on the scene as it is by then; what outlasts the fight is in ``lasting``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rules.core.paths import Data
from rules.core.scene import Change, Scene
from rules.core.script import Effect
from rules.games.medieval import chain, combat, dying, initiative, lasting, manoeuvres
from rules.games.medieval import sheet as sheets
from rules.games.medieval.tables import MANOEUVRES, TECHNIQUES, TERRAINS

Changes = tuple[Change, ...]
HARMFUL = ("damage", "death", "hold", "prone")
KEPT = ("init", "engaged", "prone", "destabilised", "terrain", "unseen", "unseen_by", "seen_by")  # they outlast a round


def land(scene: Scene, effect: Effect) -> Changes:
    """The changes of an effect. Raises ``KeyError`` for one that does not exist here."""
    return _LANDINGS[effect.kind](scene, effect.target, effect.value)


def after(scene: Scene, effects: Iterable[Effect]) -> Scene:
    """The scene as it will be once these effects have landed."""
    for effect in effects:
        scene = scene.with_changes(land(scene, effect))
    return scene


# The round.


def _round(scene: Scene, _gm: str, number: int) -> Changes:
    """MED-TIME-01, MED-INIT-04, MED-SPRINT-03: a new round; a new sequence may ask for a new order."""
    anew = initiative.begins_anew(scene, int(number))
    marks = (scene.change(f"fighters.{one}.marks", _fresh(scene, one, anew)) for one in scene.fighters)
    begins = (scene.change("round", int(number)), scene.change("marks.over", None))
    return (*begins, scene.change("called", None), scene.change("spare", None), *marks, *_awake(scene))


def _awake(scene: Scene) -> Changes:
    """MED-DEATH-08: whoever stands by now, by whatever way, has forgotten the counters of a coma."""
    standing = (one for one in scene.fighters if not initiative.is_out(scene, one))
    return tuple(
        scene.write(one, path, None)
        for one in standing
        for path in dying.awake(scene.sheet(one), sheets.hp(scene.sheet(one)))
    )


def _fresh(scene: Scene, fighter: str, anew: bool) -> dict[str, Any]:
    marks = scene.fighters[fighter].marks
    kept = {key: marks[key] for key in KEPT if key in marks and not (anew and key == "init")}
    kept["held"] = {one: marks["held"][one] for one in initiative.holders(scene, fighter)}
    kept["chain"] = chain.written(chain.after(manoeuvres.state(scene, fighter), "end_round", scene.settings))
    if initiative.mark(scene, fighter, "turn.sprinted"):
        kept["sprint"] = marks["sprint"]
    if initiative.mark(scene, fighter, "modifier.lasts") == "fight":
        kept["modifier"] = marks["modifier"]
    return {key: value for key, value in kept.items() if value}


def _over(scene: Scene, _gm: str, _value: None) -> Changes:
    """Nothing of the fight outlasts it but what the sheets hold."""
    marks = (scene.change(f"fighters.{one}.marks", None) for one in scene.fighters)
    rest = (scene.change("marks", {"over": True}), scene.change("called", None), scene.change("spare", None))
    return (*rest, *marks)


def _init(scene: Scene, fighter: str, value: Data) -> Changes:
    """MED-INIT-01 to 03: a place in the order of combat."""
    place = {key: int(value[key]) for key in ("roll", "wisdom") if key in value}
    left = {"leave": True} if value.get("leave") else {}
    return (scene.mark(fighter, "init", {**place, **left}), scene.mark(fighter, "choice", None))


def _declare(scene: Scene, fighter: str, value: Data) -> Changes:
    against = scene.fighters[value["target"]].id if value.get("target") else None
    return (scene.mark(fighter, "turn.declared", True), scene.mark(fighter, "turn.against", against))


def _manoeuvre(scene: Scene, fighter: str, value: Data) -> Changes:
    return (scene.mark(fighter, "turn.manoeuvre", MANOEUVRES[value["key"]].key),)


def _done(scene: Scene, fighter: str, _value: None) -> Changes:
    """The turn is over; what was called for it is not called any more."""
    called = [one for one in scene.called if one != fighter]
    return (scene.mark(fighter, "turn.done", True), scene.change("called", called or None))


def _skip(scene: Scene, fighter: str, _value: None) -> Changes:
    """Somebody is passed over in the present part of the round: he leaves the initiative, declares or does nothing."""
    part = combat.stage(scene)
    if part == "opening":
        return (scene.mark(fighter, "choice", "leave"),)
    if part == "dying":
        return (scene.mark(fighter, "turn.dying", None),)
    if part == "declarations":
        return (scene.mark(fighter, "turn.declared", True),)
    return (scene.mark(fighter, "turn.begun", True), *_done(scene, fighter, None))


def _assault(scene: Scene, fighter: str, value: Data) -> Changes:
    left = int(initiative.mark(scene, fighter, "turn.assault") or 0) + int(value["by"])
    return (scene.mark(fighter, "turn.assault", max(0, left) or None),)


def _chain(scene: Scene, fighter: str, value: Data) -> Changes:
    after = chain.after(manoeuvres.state(scene, fighter), str(value["event"]), scene.settings)
    return (scene.mark(fighter, "chain", chain.written(after)),)


def _sprint(scene: Scene, fighter: str, _value: None) -> Changes:
    """MED-SPRINT-01: one more round of the same sprint."""
    so_far = int(initiative.mark(scene, fighter, "sprint") or 0)
    return (scene.mark(fighter, "sprint", so_far + 1), scene.mark(fighter, "turn.sprinted", True))


def _turn(key: str) -> Callable[[Scene, str, Any], Changes]:
    return lambda scene, fighter, _value: (scene.mark(fighter, f"turn.{key}", True),)


# Who stands where.


def _engage(scene: Scene, fighter: str, other: str) -> Changes:
    """MED-MOVEACT-03: two fighters are in melee with each other."""
    pairs = ((fighter, scene.fighters[other].id), (other, fighter))
    return tuple(scene.mark(one, f"engaged.{two}", True) for one, two in pairs)


def _disengage(scene: Scene, fighter: str, other: str) -> Changes:
    pairs = ((fighter, scene.fighters[other].id), (other, fighter))
    return tuple(scene.mark(one, f"engaged.{two}", None) for one, two in pairs)


def _flee(scene: Scene, fighter: str, _value: None) -> Changes:
    """MED-MOVEACT-05: away from everybody, holding nobody any more."""
    apart = (change for other in initiative.mark(scene, fighter, "engaged") or {} if other in scene.fighters
             for change in _disengage(scene, fighter, other))  # fmt: skip
    gone = (scene.mark(one, f"held.{fighter}", None) for one in initiative.holds(scene, fighter))
    return (*apart, *gone)


def _assailed(scene: Scene, fighter: str, other: str) -> Changes:
    return (scene.mark(fighter, f"turn.assailed.{scene.fighters[other].id}", True),)


def _prone(scene: Scene, fighter: str, value: bool) -> Changes:
    return (scene.mark(fighter, "prone", True if value else None),)


def _hold(scene: Scene, fighter: str, value: Data) -> Changes:
    if value["technique"] not in TECHNIQUES:
        raise KeyError(value["technique"])
    return (scene.mark(fighter, f"held.{scene.fighters[value['by']].id}", value["technique"]),)


def _let_go(scene: Scene, fighter: str, value: Data) -> Changes:
    return (scene.mark(fighter, f"held.{scene.fighters[value['by']].id}", None),)


def _destabilise(scene: Scene, fighter: str, value: Data) -> Changes:
    """MED-MANOEUVRE-DESTABILISATION: remembered for the fight, whoever did it."""
    return (scene.mark(fighter, "destabilised", {"by": int(value["by"]), "round": scene.round}),)


def _unseen(scene: Scene, fighter: str, value: Data | None) -> Changes:
    """MED-SNEAK-01: nobody has spotted a fighter, or one adversary has not."""
    if isinstance(value, Mapping):
        by = scene.fighters[value["by"]].id
        return (scene.mark(fighter, f"unseen_by.{by}", True), scene.mark(fighter, f"seen_by.{by}", None))
    return _spotting(scene, fighter, True, None)


def _spotted(scene: Scene, fighter: str, value: Data | None) -> Changes:
    """MED-SNEAK-01: a fighter is in full view, or one adversary knows of them; whom the game master hides stays so."""
    if isinstance(value, Mapping):
        by = scene.fighters[value["by"]].id
        known = bool(initiative.mark(scene, fighter, "unseen")) or scene.fighters[fighter].hidden
        exempt = scene.mark(fighter, f"seen_by.{by}", True if known else None)
        return (scene.mark(fighter, f"unseen_by.{by}", None), exempt)
    others = {one: True for one in scene.fighters if one != fighter} if scene.fighters[fighter].hidden else None
    return _spotting(scene, fighter, None, others)


def _spotting(scene: Scene, fighter: str, unseen: bool | None, seen_by: Data | None) -> Changes:
    known = {"unseen": unseen, "unseen_by": None, "seen_by": seen_by}
    return tuple(scene.mark(fighter, key, value) for key, value in known.items())


def _terrain(scene: Scene, _gm: str, value: str) -> Changes:
    if value not in TERRAINS:
        raise KeyError(value)
    return (scene.change("marks.terrain", value), *(scene.mark(one, "terrain", None) for one in scene.fighters))


def _ground(scene: Scene, fighter: str, value: str) -> Changes:
    """MED-MOVE-01: the ground of one fighter."""
    if value not in TERRAINS:
        raise KeyError(value)
    return (scene.mark(fighter, "terrain", value),)


def _modifier(scene: Scene, fighter: str, value: Data) -> Changes:
    """MED-ATT-04: what weighs on every attack and on the Defence, for the round or for the fight."""
    changes = {key: int(value[key]) for key in ("attack", "defence") if value[key]}
    said = {"why": value["why"]} if value["why"] else {}
    return (scene.mark(fighter, "modifier", {**changes, **said, "lasts": value["lasts"]} if changes else None),)


def _resumes(scene: Scene, fighter: str, _value: None) -> Changes:
    """MED-SNEAK-01: the attack of the round is left; of an Assault, one more than was paid."""
    left = int(initiative.mark(scene, fighter, "turn.assault") or 0)
    if left:
        return (scene.mark(fighter, "turn.assault", left + 1), scene.mark(fighter, "turn.free", True))
    return (scene.mark(fighter, "turn.done", None), scene.mark(fighter, "turn.acted", None))


def _nothing(_scene: Scene, _fighter: str, _value: Any) -> Changes:
    return ()


_LANDINGS: dict[str, Callable[[Scene, str, Any], Changes]] = {
    "round": _round,
    "over": _over,
    "choice": lambda scene, fighter, value: (scene.mark(fighter, "choice", str(value)),),
    "init": _init,
    "declare": _declare,
    "manoeuvre": _manoeuvre,
    "begun": _turn("begun"),
    "done": _done,
    "skip": _skip,
    "assault": _assault,
    "attacked": _turn("attacked"),
    "settled": _turn("settled"),
    "extra": _turn("extra"),
    "pressed": _turn("pressed"),
    "death_owed": _turn("dying"),
    "death_rolled": lambda scene, fighter, _value: (scene.mark(fighter, "turn.dying", None),),
    "chain": _chain,
    "sprint": _sprint,
    "moved": _turn("moved"),
    "closed": _turn("moved"),
    "acted": _turn("acted"),
    "approached": _turn("approached"),
    "assailed": _assailed,
    "resumes": _resumes,
    "not_allowed": lambda scene, fighter, _value: (scene.mark(fighter, "turn.extra", None),),
    "firm": _nothing,
    "engage": _engage,
    "disengage": _disengage,
    "flee": _flee,
    "break_off": _flee,
    "prone": _prone,
    "hold": _hold,
    "let_go": _let_go,
    "free": lambda scene, fighter, _value: (scene.mark(fighter, "held", None),),
    "destabilise": _destabilise,
    "unseen": _unseen,
    "spotted": _spotted,
    "terrain": _terrain,
    "ground": _ground,
    "modifier": _modifier,
    **lasting.LANDINGS,
}
