"""What every effect of a fight writes on the scene as it is by then."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.mythras import initiative, ranged
from rules.mythras import sheet as sheets
from rules.mythras import weapons as arms
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


# The round and its turns.


def _initiative(scene: Scene, fighter: str, value: Data) -> Changes:
    return (
        scene.mark(fighter, "init", int(value["init"])),
        scene.mark(fighter, "tie", int(value.get("tie", 0)) or None),
    )


_OF_A_ROUND = ("spent", "turns", "held", "delayed", "offence", "no_offence", "surprised", "gift")


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
        scene.mark(fighter, "surprised", None),
        *timers,
    )


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


def _free(scene: Scene, fighter: str, _value: None) -> Changes:
    """MYT-FX-SLIP-FREE: everything that holds one."""
    return tuple(scene.mark(fighter, key, None) for key in ("entangled", "gripped", "pinned"))


def _freed(scene: Scene, fighter: str, value: Data) -> Changes:
    return (scene.mark(fighter, f"{value['kind']}.{value['key']}", None),)


# What the body suffers.


def _hurt(scene: Scene, fighter: str, value: Data) -> Changes:
    found = sheets.location(scene.sheet(fighter), str(value["location"]))
    if found is None:
        return ()
    return (scene.write(fighter, f"hit_locations.{found.key}.hp", max(-200, found.hp - int(value["damage"]))),)


def _sundered(scene: Scene, fighter: str, value: Data) -> Changes:
    """MYT-FX-SUNDER: the best piece worn there loses its points, or the hide where nothing is worn."""
    sheet, key, points = scene.sheet(fighter), str(value["location"]), int(value["points"])
    rows: Data = sheet.get("armour") or {}
    worn = [name for name, row in rows.items() if row.get("worn", True) and sheets.covers(row, key)]
    if worn:
        best = max(worn, key=lambda name: sheets.effective(rows[name]))
        lost = min(20, int(rows[best].get("sundered", 0)) + points)
        return (scene.write(fighter, f"armour.{best}.sundered", lost),)
    found = sheets.location(sheet, key)
    return (scene.write(fighter, f"hit_locations.{key}.natural", max(0, found.natural - points)),) if found else ()


def _weapon_hurt(scene: Scene, fighter: str, value: Data) -> Changes:
    found = arms.find(scene.sheet(fighter), str(value["weapon"]), scene.settings)
    if found is None:
        return ()
    return (scene.write(fighter, f"weapons.{found.key}.hp", max(0, found.hp - int(value["damage"]))),)


def _hold(scene: Scene, fighter: str, value: Data) -> Changes:
    """MYT-ACT-READY, MYT-FREE-DROP: a weapon in hand, or not; what guarded a location does no more."""
    key = str(value["weapon"])
    if key not in (scene.sheet(fighter).get("weapons") or {}):
        return ()
    return (
        scene.write(fighter, f"weapons.{key}.in_hand", True if value.get("draw") else None),
        scene.mark(fighter, f"wards.{key}", None),
    )


def _ward(scene: Scene, fighter: str, value: Data) -> Changes:
    return (scene.mark(fighter, f"wards.{value['weapon']}", list(value["places"]) or None),)


def _cannot_attack(scene: Scene, fighter: str, turns: int) -> Changes:
    now = int(initiative.mark(scene, fighter, "cannot_attack") or 0)
    return (scene.mark(fighter, "cannot_attack", max(now, int(turns))),)


def _unconscious(scene: Scene, fighter: str, _minutes: int) -> Changes:
    return scene.write(fighter, "state.unconscious", True), scene.mark(fighter, "prone", True)


def _useless(scene: Scene, fighter: str, key: str) -> Changes:
    return (scene.write(fighter, f"hit_locations.{key}.useless", True),)


def _scar(scene: Scene, fighter: str, key: str) -> Changes:
    rows: Data = scene.sheet(fighter).get("hit_locations") or {}
    return (scene.write(fighter, f"hit_locations.{key}.scars", int(rows.get(key, {}).get("scars", 0)) + 1),)


def _stunned(scene: Scene, fighter: str, value: Data) -> Changes:
    return (scene.mark(fighter, f"stunned.{value['location']}", int(value["turns"])),)


def _impaled(scene: Scene, fighter: str, value: Data) -> Changes:
    """MYT-FX-IMPALE: the weapon stays where it is until somebody pulls it out."""
    row = {key: str(value[key]) for key in ("weapon", "by", "grade")}
    return (scene.mark(fighter, f"impaled.{value['location']}", row),)


def _pulled(scene: Scene, fighter: str, key: str) -> Changes:
    return (scene.mark(fighter, f"impaled.{key}", None),)


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
    "hurt": _hurt,
    "sundered": _sundered,
    "weapon_hurt": _weapon_hurt,
    "drop": _hold,
    "hold": _hold,
    "ward": _ward,
    "cannot_attack": _cannot_attack,
    "prone": _flag("prone"),
    "braced": _flag("braced"),
    "unconscious": _unconscious,
    "dead": lambda scene, fighter, _value: (scene.write(fighter, "state.dead", True),),
    "bleeding": lambda scene, fighter, value: (scene.write(fighter, "state.bleeding", True if value else None),),
    "useless": _useless,
    "scar": _scar,
    "stunned": _stunned,
    "impaled": _impaled,
    "pulled": _pulled,
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
    "pushed": _nothing,
    "chosen": _nothing,
}
