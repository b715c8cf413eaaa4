"""Effects on a sheet outside the blows of a fight: points spent, boxes that move, care, fatigue, what was learnt."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.core.paths import Data, get, put
from rules.core.scene import Change, Scene
from rules.core.script import Effect
from rules.core.text import Text, signed
from rules.games.polaris import burdens, wounds
from rules.games.polaris.schema import MOST_LUCK
from rules.games.polaris.sheet import luck
from rules.games.polaris.tables import CAPACITY, PLACES, SEVERITY_NAMES
from rules.games.polaris.text import _, ngettext
from rules.games.polaris.wounds import boxes

Changes = tuple[Change, ...]


def land(scene: Scene, effect: Effect) -> Changes:
    """The changes of an effect of this module."""
    return LANDINGS[effect.kind](scene, effect.target, effect.value)


def after(scene: Scene, effects: tuple[Effect, ...]) -> Scene:
    """The scene once effects of this module have landed, for a procedure that goes on from there."""
    for effect in effects:
        if effect.kind in LANDINGS:
            scene = scene.with_changes(one for one in land(scene, effect) if one.before != one.after)
    return scene


def slowed(scene: Scene, fighter: str, changes: Changes) -> Changes:
    """POL-TURN-06, POL-WOUND-19: the changes of a wound or a stupor, and what they make of the pace declared."""
    pace = get(scene.fighters[fighter].marks, "declared.pace")
    left = wounds.fastest(scene.with_changes(changes).sheet(fighter), pace) if pace else pace
    if left == pace:
        return changes
    halted = (scene.mark(fighter, "declared.halted", True),) if left == "still" else ()
    return (*changes, scene.mark(fighter, "declared.pace", left), *halted)


def describe(scene: Scene, effect: Effect) -> Text | None:
    """An effect as one sentence about its target, ``None`` for bookkeeping."""
    told = _SENTENCES.get(effect.kind)
    return told(scene, effect) if told else None


# Landings.


def _luck(scene: Scene, fighter: str, by: int) -> Changes:
    """POL-SHEET-03: luck runs from 0 to 20."""
    now = luck(scene.sheet(fighter))
    return (scene.write(fighter, "luck.current", max(0, min(MOST_LUCK, now + int(by)))),)


def _worse(scene: Scene, fighter: str, value: Data) -> Changes:
    """POL-WOUND-17: one more box of a severity, its line with the cause of the old one."""
    found = row_of(scene.sheet(fighter), value["place"], value["severity"])
    cause = found[1].get("cause", "other") if found else "other"
    return hurt(scene, fighter, {"cause": cause, **value})


def hurt(scene: Scene, fighter: str, value: Data) -> Changes:
    """POL-WOUND-02 to 07, 18: one more box on the counter, with a line where the wound leaves something to write down.

    The lines of the boxes it erases go; the pace declared is no faster than what is left.
    """
    sheet = scene.sheet(fighter)
    before: Data = sheet.get("wounds") or {}
    marked = wounds.mark(sheet, scene.settings, value["place"], value["severity"])
    simple = wounds.is_simplified(sheet, scene.settings)
    changes = _cells(scene, fighter, before, wounds.worst_alone(marked.grid) if simple else marked.grid)
    rows: Data = sheet.get("wound_details") or {}
    erased = {(marked.place, severity) for severity in marked.erased}
    gone = [key for key, row in rows.items() if wounds.cell_of(row) in erased]
    changes += tuple(scene.write(fighter, f"wound_details.{key}", None) for key in gone)
    if marked.ticked and wounds.is_noted(marked.place, marked.ticked):
        row = {"place": marked.place, "severity": marked.ticked, "cause": str(value.get("cause", "other"))}
        bleeding = {"bleeding": bool(value["bleeding"])} if "bleeding" in value else {}
        line = {**row, "created_turn": scene.round, **bleeding}
        changes += (scene.write(fighter, f"wound_details.{wounds.new_line(rows)}", line),)
    return slowed(scene, fighter, changes)


def _lighter(scene: Scene, fighter: str, value: Data) -> Changes:
    """POL-LUCK-04, POL-WOUND-21: one box of a severity becomes one of another, or goes where ``to`` is empty or full.

    The line that tells of the wound goes with it.
    """
    place, severity, to = value["place"], value["severity"], value.get("to", "")
    before: Data = scene.sheet(fighter).get("wounds") or {}
    grid = wounds.untick(before, place, severity)
    if to and boxes(grid, place, to) < CAPACITY[place][to]:
        grid = put(grid, f"{place}.{to}", boxes(grid, place, to) + 1)
    found = row_of(scene.sheet(fighter), place, severity)
    said = {"bleeding": bool(value["bleeding"])} if "bleeding" in value else {}
    moved: Changes = ()
    if found:
        key, row = found
        fresh = {
            name: row[name] for name in ("cause", "sequelae", "created_turn", "bleeding", "stabilized") if name in row
        }
        line = {"place": place, "severity": to, **fresh, **said} if to else None
        moved = (scene.write(fighter, f"wound_details.{key}", line),)
    elif said:
        taken: Data = scene.sheet(fighter).get("wound_details") or {}
        line = {"place": place, "severity": to, **said}
        moved = (scene.write(fighter, f"wound_details.{wounds.new_line(taken)}", line),)
    return slowed(scene, fighter, (*_cells(scene, fighter, before, grid), *moved))


def _care(scene: Scene, fighter: str, value: Data) -> Changes:
    """What is known of the wound of one cell beside its box; a line is made where there is none yet."""
    place, severity = value["place"], value["severity"]
    said = {key: one for key, one in value.items() if key not in ("place", "severity")}
    rows: Data = scene.sheet(fighter).get("wound_details") or {}
    found = row_of(scene.sheet(fighter), place, severity)
    if found is None:
        kept = {"place": place, "severity": severity} | {name: one for name, one in said.items() if one}
        return (scene.write(fighter, f"wound_details.{wounds.new_line(rows)}", kept),)
    return tuple(scene.write(fighter, f"wound_details.{found[0]}.{name}", one or None) for name, one in said.items())


def _line(scene: Scene, fighter: str, value: Data) -> Changes:
    """POL-WOUND-15: a line about a wound that was marked by hand, with what the game master says of it."""
    rows: Data = scene.sheet(fighter).get("wound_details") or {}
    return (scene.write(fighter, f"wound_details.{wounds.new_line(rows)}", {**value}),)


def _fatigue(scene: Scene, fighter: str, value: Data) -> Changes:
    return tuple(scene.write(fighter, f"fatigue.{key}", int(value[key]) or None) for key in ("level", "box"))


def _days(scene: Scene, fighter: str, days: int) -> Changes:
    return (scene.write(fighter, "hurt_days", int(days) or None),)


def _mastery(scene: Scene, fighter: str, value: Data) -> Changes:
    """POL-SHEET-13: what living somewhere has taught."""
    line = f"skills.{value['skill']}"
    return (
        scene.write(fighter, f"{line}.mastery", int(value["mastery"])),
        scene.write(fighter, f"{line}.lived", int(value["lived"])),
    )


def _fate(scene: Scene, fighter: str, value: Data) -> Changes:
    """What the last test leaves to the game master, which he has decided where both are 0."""
    return tuple(scene.write(fighter, f"fate.{key}", int(value[key]) or None) for key in ("catastrophe", "great"))


def _lost(scene: Scene, fighter: str, _value: None) -> Changes:
    """POL-CRIT-10: the next turn is lost."""
    return (scene.mark(fighter, "lost", True),)


def _drop(scene: Scene, fighter: str, _value: None) -> Changes:
    """POL-CRIT-10: what is in hand falls."""
    rows: Data = scene.sheet(fighter).get("weapons") or {}
    said = str(scene.fighters[fighter].marks.get("declared", {}).get("weapon", ""))
    held = [said] if rows.get(said, {}).get("drawn") else [key for key, row in rows.items() if row.get("drawn")]
    fallen = [key for key in held if rows[key].get("skill") != "unarmed_combat"][:1]
    return tuple(scene.write(fighter, f"weapons.{key}.drawn", None) for key in fallen)


def _breathed(scene: Scene, fighter: str, _value: None) -> Changes:
    """POL-TURN-05: who has tested fatigue at the end of this turn."""
    return (scene.mark(fighter, "breath", True),)


def _boost(scene: Scene, fighter: str, on: bool) -> Changes:
    """POL-LUCK-02: a point spent in a fight counts for the next test of arms."""
    return (scene.mark(fighter, "boost", "yes" if on else None),)


def _nothing(_scene: Scene, _fighter: str, _value: Any) -> Changes:
    return ()


def row_of(sheet: Data, place: str, severity: str) -> tuple[str, Data] | None:
    """The oldest line about a wound of this cell."""
    rows: Data = sheet.get("wound_details") or {}
    about = (place, severity)
    return next(
        ((key, rows[key]) for key in sorted(rows, key=_age) if wounds.cell_of(rows[key]) == about),
        None,
    )


def _age(key: str) -> tuple[int, str]:
    return len(key), key


def _cells(scene: Scene, fighter: str, before: Data, grid: Data) -> Changes:
    return tuple(scene.write(fighter, path, number) for path, number in wounds.writes(before, grid).items())


LANDINGS: dict[str, Callable[[Scene, str, Any], Changes]] = {
    "luck": _luck,
    "worse": _worse,
    "lighter": _lighter,
    "care": _care,
    "line": _line,
    "fatigue": _fatigue,
    "days": _days,
    "mastery": _mastery,
    "fate": _fate,
    "lost": _lost,
    "drop": _drop,
    "breathed": _breathed,
    "boost": _boost,
    "told": _nothing,
}

# Sentences.


def _told_luck(scene: Scene, effect: Effect) -> Text:
    now = luck(scene.sheet(effect.target))
    left = max(0, min(MOST_LUCK, now + int(effect.value)))
    return _("luck %(by)s: %(left)s left", by=signed(int(effect.value)), left=left)


def _cell(value: Data) -> dict[str, Text]:
    return {"severity": SEVERITY_NAMES[value["severity"]], "place": PLACES[value["place"]]}


def _told_worse(scene: Scene, effect: Effect) -> Text:
    said = effect.value
    marked = wounds.mark(scene.sheet(effect.target), scene.settings, said["place"], said["severity"])
    return _("the wound gets worse. %(then)s", then=(marked.text, *wounds.left(marked)))


def _told_lighter(_scene: Scene, effect: Effect) -> Text:
    words, to = _cell(effect.value), effect.value.get("to", "")
    if not to:
        return _("healed: %(severity)s wound, %(place)s", **words)
    return _("%(place)s: %(severity)s becomes %(to)s", to=SEVERITY_NAMES[to], **words)


def _told_care(_scene: Scene, effect: Effect) -> Text | None:
    words, said = _cell(effect.value), effect.value
    if said.get("stabilized"):
        return _("stabilised: %(severity)s wound, %(place)s", **words)
    if "minutes" in said:
        return ngettext(
            "%(place)s: %(count)s minute left to stabilise it",
            "%(place)s: %(count)s minutes left to stabilise it",
            int(said["minutes"]),
            **words,
        )
    return None


def _told_line(_scene: Scene, effect: Effect) -> Text:
    words = _cell(effect.value)
    if effect.value["bleeding"]:
        return _("it bleeds: %(severity)s wound, %(place)s", **words)
    return _("it does not bleed: %(severity)s wound, %(place)s", **words)


def _told_fatigue(_scene: Scene, effect: Effect) -> Text:
    name, _value = burdens.LEVELS[int(effect.value["level"])]
    return _("fatigue: %(level)s, box %(box)s", level=name, box=int(effect.value["box"]) + 1)


def _told_days(scene: Scene, effect: Effect) -> Text | None:
    passed = int(effect.value) - int(get(scene.sheet(effect.target), "hurt_days") or 0)
    return ngettext("%(count)s day passes", "%(count)s days pass", passed) if passed > 0 else None


def _told_mastery(_scene: Scene, effect: Effect) -> Text:
    return _("mastery %(mastery)s", mastery=signed(int(effect.value["mastery"])))


_SENTENCES: dict[str, Callable[[Scene, Effect], Text | None]] = {
    "luck": _told_luck,
    "worse": _told_worse,
    "lighter": _told_lighter,
    "care": _told_care,
    "line": _told_line,
    "fatigue": _told_fatigue,
    "days": _told_days,
    "mastery": _told_mastery,
    "told": lambda _scene, effect: effect.value if isinstance(effect.value, Text) else None,
}
