"""First aid and rest: what mends a body, and how fast (MYT-HEAL-01, MYT-WOUND-05, MYT-FATIGUE-01)."""

from __future__ import annotations

from rules.core.dice import Dice
from rules.core.paths import Data
from rules.core.scene import Change, Scene
from rules.core.script import Effect, Script, roll
from rules.core.text import Text
from rules.games.mythras import consequences, initiative, resolution
from rules.games.mythras import sheet as sheets
from rules.games.mythras.schema import SCHEMA
from rules.games.mythras.tables import FATIGUE
from rules.games.mythras.text import _

Effects = tuple[Effect, ...]
D3 = Dice(1, 3)
DAYS = {"minor": 1, "serious": 7, "major": 30}  # for each healing rate of hit points


def aid(scene: Scene, fighter: str, args: Data) -> Script[Effects]:
    """MYT-HEAL-01: 1d3 hit points for a wound that was not treated yet; bleeding and stupor end."""
    whom, _dash, key = str(args["wound"]).partition("-")
    if whom not in scene.fighters:
        return ()
    label = _("First Aid")
    check = consequences.skill(scene, fighter, "first_aid")
    outcome = yield from resolution.resolve(check, scene.settings, "aid", label)
    test = Effect("outcome", fighter, outcome)
    if not outcome.level.succeeded:
        return (test,)
    better: Effects = ()
    if sheets.location(scene.sheet(whom), key) is not None:
        (points,) = yield from roll("healed", fighter, D3, label)
        better = (Effect("treated", whom, {"location": key, "points": points}),)
    if SCHEMA.value(scene.sheet(whom), "state.bleeding"):
        better += (Effect("bleeding", whom, False), Effect("tended", whom, True))
    if initiative.mark(scene, whom, "dropped"):
        better += (Effect("dropped", whom, False),)
    return (test, *better)


def wounds(scene: Scene, fighter: str) -> tuple[tuple[str, str, Text | None], ...]:
    """The wounds a fighter may treat: whose, where (nothing for a state alone), and why not."""
    found: list[tuple[str, str, Text | None]] = []
    for whom, row in scene.fighters.items():
        if row.hidden and row.side != scene.fighters[fighter].side:
            continue
        sheet = scene.sheet(whom)
        rows: Data = sheet.get("hit_locations") or {}
        hurt = [one for one in sheets.locations(sheet) if one.wound != "none"]
        for one in hurt:
            done = bool(rows.get(one.key, {}).get("treated"))
            found.append((whom, one.key, _("Treated already.") if done else None))
        if not hurt and initiative.mark(scene, whom, "dropped"):
            found.append((whom, "", None))
    return tuple(found)


def treat(scene: Scene, fighter: str, value: Data) -> tuple[Change, ...]:
    """MYT-HEAL-01: hit points come back, and the wound counts as treated until it is a new one."""
    found = sheets.location(scene.sheet(fighter), str(value["location"]))
    if found is None:
        return ()
    base = f"hit_locations.{found.key}"
    back = min(found.hp_max, found.hp + int(value["points"]))
    return (
        scene.write(fighter, f"{base}.hp", back),
        scene.write(fighter, f"{base}.treated", True),
        *((scene.write(fighter, f"{base}.useless", None),) if back > 0 else ()),
    )


def rest(scene: Scene, fighter: str, days: int) -> tuple[Change, ...]:
    """MYT-HEAL-01, MYT-FATIGUE-01: what so many days mend by themselves."""
    sheet = scene.sheet(fighter)
    changes: list[Change] = []
    for one in sheets.locations(sheet):
        hp = rested(sheet, one, int(days))
        if hp != one.hp:
            changes.append(scene.write(fighter, f"hit_locations.{one.key}.hp", hp))
            if hp > 0:
                changes.append(scene.write(fighter, f"hit_locations.{one.key}.useless", None))
    level = rested_level(sheet, 24 * int(days))
    return (*changes, scene.write(fighter, "state.fatigue", None if level == "fresh" else level))


def rested(sheet: Data, one: sheets.Location, days: int) -> int:
    """MYT-HEAL-01: the hit points of a location after so many days; a major wound mends only once treated."""
    rows: Data = sheet.get("hit_locations") or {}
    treated, rate, hp = bool(rows.get(one.key, {}).get("treated")), sheets.sixth(sheet, "con"), one.hp
    most = max(one.hp, one.hp_max)
    while hp != most:
        level = "minor" if hp > 0 else "serious" if hp > -one.hp_max else "major"
        if days < DAYS[level] or (level == "major" and not treated):
            break
        days -= DAYS[level]
        hp = min(most, hp + rate)
    return hp


def rested_level(sheet: Data, hours: int) -> str:
    """MYT-FATIGUE-01: the level of fatigue after so many hours of rest; the dead stay so."""
    levels, rate = tuple(FATIGUE), sheets.sixth(sheet, "con")
    now = levels.index(str(SCHEMA.value(sheet, "state.fatigue")))
    minutes = hours * 60 * rate
    while 0 < now < len(levels) - 1 and minutes >= FATIGUE[levels[now]].minutes:
        minutes -= FATIGUE[levels[now]].minutes
        now -= 1
    return levels[now]
