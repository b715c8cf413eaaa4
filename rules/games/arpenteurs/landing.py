"""What every effect of a fight writes on the scene as it is by then."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import count
from typing import Any

from rules.core.paths import Data, get
from rules.core.scene import Change, Scene
from rules.core.script import Effect
from rules.games.arpenteurs import arms, initiative, shooting
from rules.games.arpenteurs import sheet as sheets
from rules.games.arpenteurs.schema import SCHEMA
from rules.games.arpenteurs.settings import setting
from rules.games.arpenteurs.sheet import Weapon
from rules.games.arpenteurs.tables import COVERS, MELEE

Changes = tuple[Change, ...]
HARMFUL = ("hurt", "slain", "death", "saved")
FRESH = ("ledger", "done")  # the marks that a new round takes away


def land(scene: Scene, effect: Effect) -> Changes:
    """The changes of an effect. Raises ``KeyError`` for one that does not exist here."""
    return _LANDINGS[effect.kind](scene, effect.target, effect.value)


def after(scene: Scene, effects: Iterable[Effect]) -> Scene:
    """The scene as it will be once these effects have landed, for the rest of a procedure."""
    for effect in effects:
        if effect.kind != "outcome":
            scene = scene.with_changes(land(scene, effect))
    return scene


# The round.


def _round(scene: Scene, _gm: str, number: int) -> Changes:
    """ARP-ACT-01, ARP-INIT-05: a new round gives every action back; initiative stays unless it is rolled again."""
    gone = (*FRESH, "init", "tie") if setting(scene.settings, "init.every_round") else FRESH
    marks = (scene.mark(one, key, None) for one in scene.fighters for key in gone)
    begins = (scene.change("round", int(number)), scene.change("marks.over", None))
    return (*begins, scene.change("called", None), scene.change("spare", None), *marks)


def _over(scene: Scene, _gm: str, _value: None) -> Changes:
    """Nothing of the fight outlasts it but what the sheets hold."""
    marks = (scene.change(f"fighters.{one}.marks", None) for one in scene.fighters)
    return (scene.change("marks", {"over": True}), scene.change("called", None), scene.change("spare", None), *marks)


def _initiative(scene: Scene, fighter: str, value: Data) -> Changes:
    return (scene.mark(fighter, "init", int(value["total"])),)


def _tie(scene: Scene, fighter: str, _value: None) -> Changes:
    """ARP-INIT-06: before everybody who was his equal."""
    most = max(int(initiative.mark(scene, one, "tie") or 0) for one in scene.fighters)
    return (scene.mark(fighter, "tie", most + 1),)


def _spend(scene: Scene, fighter: str, value: Data) -> Changes:
    """ARP-ACT-05: an action or a reaction of the one allowance; who takes a whole round spends all of it."""
    entry = {"kind": str(value["kind"]), **{key: str(value[key]) for key in ("weapon", "skill", "as") if key in value}}
    times = initiative.left(scene, fighter) if value.get("whole") else 1
    spent = scene.mark(fighter, "ledger", [*initiative.ledger(scene, fighter), *[entry] * times])
    spoils = entry["kind"] not in ("aim", "attack") and setting(scene.settings, "aim.lapses") == "soon"
    return (spent, scene.mark(fighter, "aim", None)) if spoils else (spent,)


def _done(scene: Scene, fighter: str, _value: None) -> Changes:
    called = [one for one in scene.called if one != fighter]
    return (scene.mark(fighter, "done", True), scene.change("called", called or None))


# Who stands where.


def _engage(scene: Scene, fighter: str, attacker: str) -> Changes:
    """ARP-DIST-02: who is attacked in melee is engaged, and so is who attacks, unless the table reads otherwise."""
    other = scene.fighters[attacker].id
    mutual = setting(scene.settings, "engage.mutual")
    mine = scene.mark(fighter, f"engaged.{other}", True)
    return (mine, scene.mark(other, f"engaged.{fighter}", True)) if mutual else (mine,)


def _disengage(scene: Scene, fighter: str, _value: None) -> Changes:
    """ARP-DIST-03: nobody is engaged with this fighter any more."""
    back = (scene.mark(one, f"engaged.{fighter}", None) for one in scene.fighters if one != fighter)
    return (scene.mark(fighter, "engaged", None), *back)


def _metres(scene: Scene, fighter: str, value: Data) -> Changes:
    """ARP-DIST-01, 02: how far two fighters are; out of the band of melee they are no longer engaged."""
    other, distance = scene.fighters[value["other"]].id, int(value["metres"])
    first, second = sorted((fighter, other))
    measured = scene.change(f"marks.metres.{first}.{second}", distance)
    if distance <= MELEE:
        return (measured,)
    return (measured, *(scene.mark(a, f"engaged.{b}", None) for a, b in ((fighter, other), (other, fighter))))


def _apart(scene: Scene, _gm: str, metres: int) -> Changes:
    return (scene.change("marks.apart", int(metres)),)


def _between(scene: Scene, fighter: str, value: Data) -> Changes:
    first, second = sorted((fighter, scene.fighters[value["other"]].id))
    level = None if value["level"] == "each" else _level(value) or "none"
    return (scene.change(f"marks.between.{first}.{second}", level),)


def _cover(scene: Scene, fighter: str, value: Data) -> Changes:
    level = _level(value)
    row = {"level": level, "places": str(value.get("places", "preset"))}
    return (scene.mark(fighter, "cover", row if level else None),)


def _moved(scene: Scene, fighter: str, value: Data) -> Changes:
    """ARP-COVER-01: who moves leaves the cover they were behind, beside and across, for another or for none."""
    pairs: Data = scene.marks.get("between", {})
    across = [(a, b) for a, row in pairs.items() for b in row if fighter in (a, b)]
    gone = (scene.change(f"marks.between.{a}.{b}", None) for a, b in across)
    return (*_cover(scene, fighter, value), scene.mark(fighter, "nearby", None), *gone)


def _hands(scene: Scene, fighter: str, value: Data) -> Changes:
    """ARP-ACT-02, ARP-DMG-02: a weapon is in hand, or no more once it is thrown; a thrown object is gone."""
    weapon = arms.arm(scene, fighter, value["weapon"])
    if weapon is None:
        return ()
    if not value.get("off"):
        return (scene.mark(fighter, "hands", arms.grasped(scene, fighter, weapon) or None),)
    held = [key for key in arms.in_hand(scene, fighter) if key != weapon.thing]
    gone = scene.mark(fighter, f"objects.{weapon.thing}", None)
    return (scene.mark(fighter, "hands", held or None), gone)


def _watch(scene: Scene, fighter: str, value: Data) -> Changes:
    """ARP-REACT-01: somebody whose actions a fighter means to thwart."""
    other = scene.fighters[value["other"]].id
    return (scene.mark(fighter, f"watch.{other}", None if value.get("off") else True),)


def _ruling(scene: Scene, fighter: str, value: Data | None) -> Changes:
    """ARP-TEST-05: the pair and the modifier that the game master asks of a fighter's next test."""
    usual = {"first": "usual", "second": "usual", "modifier": 0}
    said = {key: value[key] for key in usual if value[key] != usual[key]} if value else {}
    return (scene.mark(fighter, "ruling", said or None),)


def _nearby(scene: Scene, fighter: str, value: Data) -> Changes:
    level = _level(value)
    row = {"level": level, "actions": int(value["actions"])}
    return (scene.mark(fighter, "nearby", row if level else None),)


def _level(value: Data) -> str | None:
    level = str(value["level"])
    if level not in COVERS:
        raise KeyError(level)
    return None if level == "none" else level


def _situation(scene: Scene, fighter: str, value: Data) -> Changes:
    usual = {"motion": "still", "invisible": False, "concealment": 0, "helpless": False}
    return tuple(
        scene.mark(fighter, key, None if value[key] == blank else value[key])
        for key, blank in usual.items()
        if key in value
    )


def _unnoticed(scene: Scene, fighter: str, value: Data) -> Changes:
    """ARP-ASSN-01: whether somebody has not noticed this fighter."""
    other = scene.fighters[value["by"]].id
    return (scene.mark(fighter, f"unnoticed.{other}", None if value.get("off") else True),)


def _aim(scene: Scene, fighter: str, target: str | None) -> Changes:
    """ARP-AIM-01: one more round spent aiming at somebody, two at most; ``None`` spoils the aim."""
    if target is None:
        return (scene.mark(fighter, "aim", None),)
    rounds = shooting.aimed_rounds(scene, fighter, target)
    row = {"target": scene.fighters[target].id, "rounds": min(2, rounds + 1), "round": scene.round}
    return (scene.mark(fighter, "aim", row),)


# What lasts: it is on the sheets.


def _ammo(scene: Scene, fighter: str, value: Data) -> Changes:
    """ARP-BURST-06: rounds fired, or a full magazine."""
    weapon = arms.arm(scene, fighter, value["weapon"])
    if weapon is None or get(scene.sheet(fighter), f"weapons.{weapon.key}") is None:
        return ()
    left = weapon.magazine if value.get("reload") else max(0, weapon.ammo - int(value["fired"]))
    return (scene.write(fighter, f"weapons.{weapon.key}.ammo", left),)


def _hurt(scene: Scene, fighter: str, value: Data) -> Changes:
    """ARP-ECG-01, ARP-AIM-01: the ECG lost, never below 0; a wound spoils the aim."""
    lost = int(value["damage"])
    wounded = scene.write(fighter, "ecg.current", max(0, sheets.ecg(scene.sheet(fighter)) - lost))
    spoils = lost > 0 and setting(scene.settings, "aim.lost_when_wounded")
    return (wounded, scene.mark(fighter, "aim", None)) if spoils else (wounded,)


def _heal(scene: Scene, fighter: str, amount: int) -> Changes:
    """ARP-ECG-01: ECG given back, up to the whole track; nobody comes back from death."""
    sheet = scene.sheet(fighter)
    before, most = sheets.ecg(sheet), int(SCHEMA.value(sheet, "ecg.max"))
    if SCHEMA.value(sheet, "dead") or before >= most:
        return ()
    return (scene.write(fighter, "ecg.current", min(most, before + int(amount))),)


def _slain(scene: Scene, fighter: str, _value: None) -> Changes:
    """ARP-ASSN-04: the whole ECG at once."""
    return (scene.write(fighter, "ecg.current", 0),)


def _saved(scene: Scene, fighter: str, _value: None) -> Changes:
    """ARP-SF-01: one point of Sang-Froid less, and a little ECG again."""
    sheet = scene.sheet(fighter)
    left = min(int(SCHEMA.value(sheet, "ecg.max")), int(setting(scene.settings, "sang_froid.ecg_after_save")))
    spent = scene.write(fighter, "sang_froid.current", max(0, sheets.cool(sheet) - 1))
    return (spent, scene.write(fighter, "ecg.current", left), scene.write(fighter, "saved", True))


def _death(scene: Scene, fighter: str, _value: None) -> Changes:
    return (scene.write(fighter, "ecg.current", 0), scene.write(fighter, "dead", True))


def _award(scene: Scene, fighter: str, points: int) -> Changes:
    """ARP-SF-02: a point given by the game master, up to the maximum."""
    sheet = scene.sheet(fighter)
    most = max(int(SCHEMA.value(sheet, "sang_froid.max")), sheets.cool(sheet))
    return (scene.write(fighter, "sang_froid.current", min(most, sheets.cool(sheet) + int(points))),)


def _object(scene: Scene, fighter: str, value: Data) -> Changes:
    """ARP-DMG-02: an object of the scene is in hand, to be swung or thrown."""
    taken = {weapon.thing for weapon in arms.arms(scene, fighter)}
    names = (f"object{number}" for number in count(1))
    key = next(name for name in names if name not in taken)
    row = {"name": str(value["name"]), "range_m": int(value["range_m"]), "damage": int(value["damage"])}
    held = scene.mark(fighter, f"objects.{key}", row)
    thing = Weapon(key, row["name"], "thrown", "athletisme")
    return (held, scene.mark(fighter, "hands", arms.grasped(scene, fighter, thing)))


def _nothing(_scene: Scene, _fighter: str, _value: Any) -> Changes:
    """What is only told."""
    return ()


_LANDINGS: dict[str, Callable[[Scene, str, Any], Changes]] = {
    "round": _round,
    "over": _over,
    "initiative": _initiative,
    "tie": _tie,
    "spend": _spend,
    "done": _done,
    "engage": _engage,
    "disengage": _disengage,
    "metres": _metres,
    "apart": _apart,
    "between": _between,
    "cover": _cover,
    "moved": _moved,
    "hands": _hands,
    "watch": _watch,
    "ruling": _ruling,
    "nearby": _nearby,
    "situation": _situation,
    "unnoticed": _unnoticed,
    "aim": _aim,
    "ammo": _ammo,
    "hurt": _hurt,
    "heal": _heal,
    "slain": _slain,
    "saved": _saved,
    "death": _death,
    "award": _award,
    "object": _object,
    "absorbed": _nothing,
    "opposed": _nothing,
}
