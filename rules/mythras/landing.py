"""What every effect of a fight writes on the scene as it is by then."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rules.mythras import cover, healing, initiative, injuries, ranged
from rules.mythras import sheet as sheets
from rules.mythras.schema import SCHEMA
from rules.mythras.tables import FATIGUE
from rules.paths import Data
from rules.scene import Change, Scene
from rules.script import Effect

Changes = tuple[Change, ...]
HARMFUL = ("hurt", "prone", "unconscious", "dead", "bleeding", "useless", "stunned", "drop", "weapon_hurt", "sundered")


def land(scene: Scene, effect: Effect) -> Changes:
    """The changes of an effect. Raises ``KeyError`` for one that does not exist here."""
    return _LANDINGS[effect.kind](scene, effect.target, effect.value)


def landed(scene: Scene, effects: Iterable[Effect]) -> Scene:
    """The scene as it will be after these effects, for what is worked out behind them."""
    for effect in effects:
        if effect.kind != "outcome":
            scene = scene.with_changes(one for one in land(scene, effect) if one.before != one.after)
    return scene


# The round and its turns.


def _initiative(scene: Scene, fighter: str, value: Data) -> Changes:
    return (
        scene.mark(fighter, "init", int(value["init"])),
        scene.mark(fighter, "tie", int(value.get("tie", 0)) or None),
    )


_OF_A_ROUND = (
    "spent", "turns", "held", "delayed", "offence", "no_offence", "surprised", "gift", "guarded", "outmanoeuvred",
)  # fmt: skip


def _round(scene: Scene, _gm: str, number: int) -> Changes:
    """MYT-AP-01, MYT-WOUND-05: points are there again, and who bleeds tires."""
    first = int(number) <= 1
    fresh = tuple(scene.mark(one, key, None) for one in scene.fighters for key in _OF_A_ROUND if not first)
    bled = tuple(change for one in scene.fighters if not first for change in _tired(scene, one))
    begins = (scene.change("round", int(number)), scene.change("marks.over", None))
    return (*begins, scene.change("called", None), scene.change("spare", None), *fresh, *bled)


def _tired(scene: Scene, fighter: str) -> Changes:
    """MYT-WOUND-05: one level of fatigue worse at the start of each round."""
    sheet = scene.sheet(fighter)
    if not SCHEMA.value(sheet, "state.bleeding"):
        return ()
    levels = tuple(FATIGUE)
    now = levels.index(str(SCHEMA.value(sheet, "state.fatigue")))
    return (scene.write(fighter, "state.fatigue", levels[min(len(levels) - 1, now + 1)]),)


def _over(scene: Scene, _gm: str, _value: None) -> Changes:
    """Nothing of the fight outlasts it but what the sheets hold."""
    marks = (scene.change(f"fighters.{one}.marks", None) for one in scene.fighters)
    return (scene.change("marks.over", True), scene.change("called", None), scene.change("spare", None), *marks)


def _turn(scene: Scene, fighter: str, value: Data) -> Changes:
    """MYT-AP-01, MYT-ACT-DELAY: a turn taken, a kept point that lapses, and timers that run down."""
    lapsed = 1 if initiative.mark(scene, fighter, "delayed") else 0
    spent = initiative.spent(scene, fighter) + int(value["cost"]) + lapsed
    timers = (
        _timer(scene, fighter, "cannot_attack"),
        *(_timer(scene, fighter, f"stunned.{key}") for key in initiative.held(scene, fighter, "stunned")),
    )
    blind = initiative.held(scene, fighter, "blind")
    if blind:
        left = int(blind["turns"]) - 1
        timers += (scene.mark(fighter, "blind", {**blind, "turns": left} if left > 0 else None),)
    return (
        scene.mark(fighter, "turns", int(initiative.mark(scene, fighter, "turns") or 0) + 1),
        scene.mark(fighter, "spent", spent or None),
        scene.mark(fighter, "delayed", True if value.get("delays") else None),
        *(scene.mark(fighter, key, None) for key in ("surprised", "exposed")),
        *(() if value.get("keeps") else (scene.mark(fighter, "spell", None),)),
        *_luck_again(scene),
        *timers,
    )


def _luck_again(scene: Scene) -> Changes:
    """MYT-LUCK-01: a new action, and everybody may be lucky again."""
    return tuple(scene.mark(one, "lucky", None) for one in scene.fighters)


def _delayed_act(scene: Scene, fighter: str, _value: None) -> Changes:
    """MYT-REACT-INTERRUPT: what was delayed is done with the point that was kept."""
    paid = scene.mark(fighter, "spent", initiative.spent(scene, fighter) + 1)
    return paid, scene.mark(fighter, "delayed", None), *_luck_again(scene)


def _effort(scene: Scene, fighter: str, _value: None) -> Changes:
    """MYT-LUCK-01: one action point more in this round."""
    return (scene.mark(fighter, "spent", max(0, initiative.spent(scene, fighter) - 1) or None),)


def _lucky(scene: Scene, fighter: str, points: int) -> Changes:
    """MYT-LUCK-01: once for each action."""
    left = max(0, sheets.luck(scene.sheet(fighter)) - int(points))
    return scene.write(fighter, "state.luck", left), scene.mark(fighter, "lucky", True)


def _dice(scene: Scene, _fighter: str, value: Data) -> Changes:
    """MYT-LUCK-01: a die of an open exchange that is thrown again, or read the other way round."""
    exchange = scene.exchanges.get(str(value["exchange"]))
    if exchange is None or value["key"] not in exchange.answers:
        return ()
    base = f"exchanges.{exchange.id}"
    if value["how"] == "swap":
        return (scene.change(f"{base}.answers.{value['key']}", [swapped(int(exchange.answers[value["key"]][0]))]),)
    gone = (scene.change(f"{base}.real.{value['key']}", None),) if value["key"] in exchange.real else ()
    return (scene.change(f"{base}.answers.{value['key']}", None), *gone)


def swapped(face: int) -> int:
    """MYT-LUCK-01: the two digits of a d100 the other way round; 00 is 100."""
    tens, ones = divmod(face % 100, 10)
    return ones * 10 + tens or 100


def _timer(scene: Scene, fighter: str, path: str) -> Change:
    return scene.mark(fighter, path, max(0, int(initiative.mark(scene, fighter, path) or 0) - 1) or None)


def _spend(scene: Scene, fighter: str, number: int) -> Changes:
    """MYT-ACT-DELAY: a point for a reaction; the one that was kept goes first."""
    paid = scene.mark(fighter, "spent", initiative.spent(scene, fighter) + int(number))
    return (paid, scene.mark(fighter, "delayed", None))


def _unaware(scene: Scene, fighter: str, _value: None) -> Changes:
    """MYT-CLOSE-SURPRISE: no defence until one’s turn, no attack in this round, and a gift to who strikes first."""
    return tuple(scene.mark(fighter, key, True) for key in ("surprised", "gift", "no_offence"))


def _surprised(scene: Scene, fighter: str, _value: None) -> Changes:
    """MYT-CLOSE-SURPRISE, MYT-INIT-01: surprised once the fight goes on: later by 10 besides."""
    later = scene.mark(fighter, "init", initiative.score(scene, fighter) - 10)
    return (*_unaware(scene, fighter, None), later)


# What is between fighters.


def _engage(scene: Scene, fighter: str, other: str) -> Changes:
    """MYT-CLOSE-ENGAGE: recorded as a pair."""
    return scene.mark(fighter, f"engaged.{other}", True), scene.mark(other, f"engaged.{fighter}", True)


def _disengage(scene: Scene, fighter: str, other: str) -> Changes:
    return scene.mark(fighter, f"engaged.{other}", None), scene.mark(other, f"engaged.{fighter}", None)


def _outmanoeuvred(scene: Scene, fighter: str, other: str) -> Changes:
    """MYT-CLOSE-OUTMANOEUVRE: no attack on this one for the rest of the round."""
    return (scene.mark(fighter, f"outmanoeuvred.{other}", True),)


def _prone(scene: Scene, fighter: str, value: Any) -> Changes:
    """MYT-CLOSE-LEAP: who stands lies under nobody."""
    fallen = scene.mark(fighter, "prone", True if value else None)
    return (fallen,) if value else (fallen, scene.mark(fighter, "under", None))


def _prepared(by: int) -> Callable[[Scene, str, Data], Changes]:
    """MYT-FX-PREPARE-COUNTER: one more effect that is waited for, or one that came."""

    def changes(scene: Scene, fighter: str, value: Data) -> Changes:
        path = f"counters.{value['against']}.{value['effect']}"
        return (scene.mark(fighter, path, max(0, int(initiative.mark(scene, fighter, path) or 0) + by) or None),)

    return changes


def _moved(scene: Scene, fighter: str, _value: Data) -> Changes:
    """MYT-ACT-BRACE, MYT-ACT-STEADY, MYT-RANGED-AIM: who moves is no longer braced, steady, aiming or hidden."""
    return tuple(
        scene.mark(fighter, key, None) for key in ("braced", "steadied", "aim", "cover", "exposed", "crouched")
    )


def _exposed(scene: Scene, fighter: str, _value: bool) -> Changes:
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
    )


def _ward(scene: Scene, fighter: str, value: Data) -> Changes:
    return (scene.mark(fighter, f"wards.{value['weapon']}", list(value["places"]) or None),)


def _flag(key: str) -> Callable[[Scene, str, Any], Changes]:
    return lambda scene, fighter, value: (scene.mark(fighter, key, True if value else None),)


def _nothing(_scene: Scene, _fighter: str, _value: Any) -> Changes:
    return ()


_LANDINGS: dict[str, Callable[[Scene, str, Any], Changes]] = {
    "initiative": _initiative,
    "round": _round,
    "over": _over,
    "turn": _turn,
    "spend": _spend,
    "held": _flag("held"),
    "offence": _flag("offence"),
    "surprised": _surprised,
    "unaware": _unaware,
    "gift": _flag("gift"),
    "engage": _engage,
    "disengage": _disengage,
    "free": _free,
    "freed": _freed,
    "hurt": injuries.hurt,
    "sundered": injuries.sundered,
    "weapon_hurt": injuries.weapon_hurt,
    "drop": _dropped,
    "hold": _hold,
    "ward": _ward,
    "cannot_attack": injuries.cannot_attack,
    "prone": _prone,
    "braced": _flag("braced"),
    "unconscious": injuries.unconscious,
    "dead": lambda scene, fighter, _value: (scene.write(fighter, "state.dead", True),),
    "bleeding": lambda scene, fighter, value: (scene.write(fighter, "state.bleeding", True if value else None),),
    "useless": injuries.useless,
    "scar": injuries.scar,
    "stunned": injuries.stunned,
    "impaled": injuries.impaled,
    "pulled": injuries.pulled,
    "entangled": lambda scene, fighter, value: (
        scene.mark(fighter, f"entangled.{value['location']}", str(value["by"])),
    ),
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
    "delayed_act": _delayed_act,
    "effort": _effort,
    "lucky": _lucky,
    "dice": _dice,
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
    "under": lambda scene, fighter, by: (scene.mark(fighter, "under", by),),
    "aim": _aim,
    "mode": _mode,
    "quick": ranged.hasten,
    "reached": _reached,
    "treated": healing.treat,
    "rest": healing.rest,
    "held_spell": lambda scene, fighter, what: (scene.mark(fighter, "spell", str(what) if what else None),),
    **dict.fromkeys(("pushed", "chosen", "thwarted", "strayed", "spell", "countered"), _nothing),
}
