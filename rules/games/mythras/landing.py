"""What every effect of a fight writes on the scene as it is by then."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain, count
from typing import Any

from rules.core.paths import Data
from rules.core.scene import Change, Scene
from rules.core.script import Effect
from rules.games.mythras import counting, cover, healing, initiative, injuries, limbs, ranged

Changes = tuple[Change, ...]
BODILY = ("hurt", "prone", "unconscious", "dead", "bleeding", "useless", "stunned")
HARMFUL = (*BODILY, "drop", "taken", "weapon_hurt", "sundered")


def land(scene: Scene, effect: Effect) -> Changes:
    """The changes of an effect. Raises ``KeyError`` for one that does not exist here."""
    return _LANDINGS[effect.kind](scene, effect.target, effect.value)


def landed(scene: Scene, effects: Iterable[Effect]) -> Scene:
    """The scene as it will be after these effects, for what is worked out behind them."""
    for effect in effects:
        if effect.kind != "outcome":
            scene = scene.with_changes(one for one in land(scene, effect) if one.before != one.after)
    return scene


# What is between fighters.


def _engage(scene: Scene, fighter: str, other: str) -> Changes:
    """MYT-CLOSE-ENGAGE: recorded as a pair."""
    return scene.mark(fighter, f"engaged.{other}", True), scene.mark(other, f"engaged.{fighter}", True)


def _disengage(scene: Scene, fighter: str, other: str) -> Changes:
    """MYT-CLOSE-ENGAGE: and nothing that needs contact is left."""
    return (
        scene.mark(fighter, f"engaged.{other}", None),
        scene.mark(other, f"engaged.{fighter}", None),
        *_parted(scene, fighter, other),
        *_parted(scene, other, fighter),
    )


def _parted(scene: Scene, one: str, other: str) -> Changes:
    """MYT-CLOSE-LEAP, MYT-FX-GRIP: whoever is away neither lies on somebody nor holds them."""
    below = (scene.mark(one, "under", None),) if initiative.mark(scene, one, "under") == other else ()
    return (*below, scene.mark(one, f"gripped.{other}", None))


def _unsettled(scene: Scene, fighter: str, _value: None) -> Changes:
    """MYT-ACT-BRACE, MYT-ACT-STEADY, MYT-RANGED-AIM: whoever throws themselves aside gives up stance and aim."""
    return tuple(scene.mark(fighter, key, None) for key in ("braced", "steadied", "aim"))


def _outmanoeuvred(scene: Scene, fighter: str, other: str) -> Changes:
    """MYT-CLOSE-OUTMANOEUVRE: no attack on this one for the rest of the round."""
    return (scene.mark(fighter, f"outmanoeuvred.{other}", True),)


def _prone(scene: Scene, fighter: str, value: Any) -> Changes:
    """MYT-CLOSE-LEAP: who stands lies under nobody."""
    fallen = scene.mark(fighter, "prone", True if value else None)
    return (fallen, *_unsettled(scene, fighter, None)) if value else (fallen, scene.mark(fighter, "under", None))


def _prepared(by: int) -> Callable[[Scene, str, Data], Changes]:
    """MYT-FX-PREPARE-COUNTER: one more effect that is waited for, or one that came."""

    def changes(scene: Scene, fighter: str, value: Data) -> Changes:
        path = f"counters.{value['against']}.{value['effect']}"
        return (scene.mark(fighter, path, max(0, int(initiative.mark(scene, fighter, path) or 0) + by) or None),)

    return changes


def _moved(scene: Scene, fighter: str, _value: Data) -> Changes:
    """MYT-MOVE-01, MYT-ACT-BRACE, MYT-ACT-STEADY, MYT-RANGED-AIM: whoever moves gives up bracing, aim and cover."""
    return tuple(
        scene.mark(fighter, key, None) for key in ("braced", "steadied", "aim", "cover", "exposed", "crouched")
    )


def _exposed(scene: Scene, fighter: str, _value: None) -> Changes:
    """MYT-ACT-SNEAK-PEEK: in sight until one’s next turn, where one hides at all."""
    return (scene.mark(fighter, "exposed", True),) if cover.of(scene, fighter) else ()


def _aim(scene: Scene, fighter: str, target: str | None) -> Changes:
    """MYT-RANGED-AIM: at one target until the shot; another one is aimed at anew."""
    return (scene.mark(fighter, "aim", target),)


def _free(scene: Scene, fighter: str, _value: None) -> Changes:
    """MYT-FX-SLIP-FREE: everything that holds one."""
    return tuple(scene.mark(fighter, key, None) for key in ("entangled", "gripped", "pinned"))


def _freed(scene: Scene, fighter: str, value: Data) -> Changes:
    return (scene.mark(fighter, f"{value['kind']}.{value['key']}", None),)


# What is held, and what it does.


def _dropped(scene: Scene, fighter: str, value: Data) -> Changes:
    """MYT-FREE-DROP, MYT-ACT-READY: it lies on the ground: two actions to have it in hand again."""
    return (*_hold(scene, fighter, value), scene.mark(fighter, f"lying.{value['weapon']}", 2))


def _taken(scene: Scene, fighter: str, value: Data) -> Changes:
    """MYT-FX-DISARM: from one sheet to the other, into the hand; its style goes along to who has the same one."""
    key, by = str(value["weapon"]), str(value["by"])
    if key not in (scene.sheet(fighter).get("weapons") or {}):
        return ()
    row, styles = scene.sheet(fighter)["weapons"][key], (scene.sheet(fighter).get("styles") or {})
    own = scene.sheet(by).get("weapons") or {}
    known = {one.get("name"): name for name, one in (scene.sheet(by).get("styles") or {}).items()}
    style = known.get((styles.get(row.get("style")) or {}).get("name"))
    free = next(name for name in chain([key], (f"{key}_{number}" for number in count(2))) if name not in own)
    taken = {name: one for name, one in row.items() if name != "style"} | ({"style": style} if style else {})
    return (
        scene.mark(fighter, f"wards.{key}", None),
        *_slackens(scene, fighter, key),
        scene.write(fighter, f"weapons.{key}", None),
        scene.write(by, f"weapons.{free}", {**taken, "in_hand": True}),
    )


def _reached(scene: Scene, fighter: str, value: Data) -> Changes:
    return (scene.mark(fighter, f"lying.{value['weapon']}", int(value["left"])),)


def _mode(scene: Scene, fighter: str, value: Data) -> Changes:
    """MYT-ACT-SWITCH-FIRE."""
    key = str(value["weapon"])
    if key not in (scene.sheet(fighter).get("weapons") or {}):
        return ()
    return (scene.write(fighter, f"weapons.{key}.mode", str(value["mode"])),)


def _hold(scene: Scene, fighter: str, value: Data) -> Changes:
    """MYT-ACT-READY, MYT-FREE-DROP: a weapon in hand, or not; what guarded a location does no more."""
    key = str(value["weapon"])
    if key not in (scene.sheet(fighter).get("weapons") or {}):
        return ()
    return (
        scene.write(fighter, f"weapons.{key}.in_hand", True if value.get("draw") else None),
        scene.mark(fighter, f"wards.{key}", None),
        scene.mark(fighter, f"lying.{key}", None),
        *(() if value.get("draw") else _slackens(scene, fighter, key)),
    )


def _slackens(scene: Scene, fighter: str, weapon: str) -> Changes:
    """MYT-FX-ENTANGLE: what entangles holds nobody any more once it is out of the hand."""
    return tuple(
        scene.mark(one, f"entangled.{key}", None)
        for one in scene.fighters
        for key, row in limbs.snares(scene, one).items()
        if row["by"] == fighter and row["weapon"] == weapon
    )


def _weapon_hurt(scene: Scene, fighter: str, value: Data) -> Changes:
    """MYT-FX-DAMAGE-WEAPON, MYT-FX-ENTANGLE: what breaks holds nobody any more."""
    changes = injuries.weapon_hurt(scene, fighter, value)
    broken = any(one.path.endswith(".hp") and not one.after for one in changes)
    return (*changes, *(_slackens(scene, fighter, str(value["weapon"])) if broken else ()))


def _ward(scene: Scene, fighter: str, value: Data) -> Changes:
    return (scene.mark(fighter, f"wards.{value['weapon']}", list(value["places"]) or None),)


def _flag(key: str) -> Callable[[Scene, str, Any], Changes]:
    return lambda scene, fighter, value: (scene.mark(fighter, key, True if value else None),)


def _nothing(_scene: Scene, _fighter: str, _value: Any) -> Changes:
    return ()


_LANDINGS: dict[str, Callable[[Scene, str, Any], Changes]] = {
    "initiative": counting.rolled,
    "round": counting.new_round,
    "over": counting.ended,
    "turn": counting.turn,
    "spend": counting.spend,
    "spend_turn": counting.spend_turn,
    "held": _flag("held"),
    "offence": _flag("offence"),
    "surprised": counting.surprised,
    "unaware": counting.unaware,
    "gift": _flag("gift"),
    "engage": _engage,
    "disengage": _disengage,
    "free": _free,
    "freed": _freed,
    "hurt": injuries.hurt,
    "sundered": injuries.sundered,
    "weapon_hurt": _weapon_hurt,
    "drop": _dropped,
    "taken": _taken,
    "hold": _hold,
    "ward": _ward,
    "cannot_attack": injuries.cannot_attack,
    "prone": _prone,
    "braced": _flag("braced"),
    "unconscious": injuries.unconscious,
    "dead": lambda scene, fighter, _value: (scene.write(fighter, "state.dead", True),),
    "bleeding": lambda scene, fighter, value: (
        scene.write(fighter, "state.bleeding", True if value else None),
        scene.mark(fighter, "tended", None),
    ),
    "useless": injuries.useless,
    "scar": injuries.scar,
    "stunned": injuries.stunned,
    "impaled": injuries.impaled,
    "pulled": injuries.pulled,
    "entangled": injuries.entangled,
    "shaken": injuries.shaken,
    "cowed": injuries.cowed,
    "unsettled": _unsettled,
    "assessed": _flag("assessed"),
    "hauled": lambda scene, fighter, _value: (scene.mark(fighter, "snares", None),),
    "mounting": lambda scene, fighter, left: (scene.mark(fighter, "mounting", int(left) or None),),
    "tended": _flag("tended"),
    "gripped": lambda scene, fighter, by: (scene.mark(fighter, f"gripped.{by}", True),),
    "pinned": lambda scene, fighter, value: (scene.mark(fighter, f"pinned.{value['weapon']}", str(value["by"])),),
    "blind": lambda scene, fighter, value: (
        scene.mark(fighter, "blind", {"grade": str(value["grade"]), "turns": int(value["turns"])}),
    ),
    "surrendered": _flag("surrendered"),
    "fire": ranged.fire,
    "load": ranged.load,
    "dropped": _flag("dropped"),
    "jammed": lambda scene, fighter, key: (scene.write(fighter, f"weapons.{key}.malfunction", True),),
    "delayed_act": counting.delayed_act,
    "effort": counting.effort,
    "lucky": counting.lucky,
    "dice": counting.dice,
    "outmanoeuvred": _outmanoeuvred,
    "prepared": _prepared(1),
    "sprung": _prepared(-1),
    "moved": _moved,
    "exposed": _exposed,
    "cover": cover.land,
    "crouched": _flag("crouched"),
    "mounted": _flag("mounted"),
    "formation": _flag("formation"),
    "guarded": _flag("guarded"),
    "steadied": _flag("steadied"),
    **{key: _flag(key) for key in ("helpless", "still", "swimming", "cornered", "disadvantaged")},
    "around": lambda scene, fighter, value: (
        scene.mark(fighter, f"around.{value['table']}", str(value["key"]) or None),
    ),
    "shelter": lambda scene, fighter, of: (scene.mark(fighter, "shelter", str(of) or None),),
    "under": lambda scene, fighter, by: (scene.mark(fighter, "under", by),),
    "aim": _aim,
    "mode": _mode,
    "quick": ranged.hasten,
    "reached": _reached,
    "treated": healing.treat,
    "rest": healing.rest,
    "held_spell": lambda scene, fighter, what: (scene.mark(fighter, "spell", str(what) if what else None),),
    **dict.fromkeys(("pushed", "chosen", "thwarted", "strayed", "spell", "countered", "evaded_spell"), _nothing),
}
