"""First aid and rest: what mends a body, and how fast (MYT-HEAL-01, MYT-WOUND-05, MYT-FATIGUE-01)."""

from __future__ import annotations

from rules.core.dice import Dice
from rules.core.effects import Effect
from rules.core.paths import Data
from rules.core.scene import Change, Scene
from rules.core.script import Effect as Stored
from rules.core.script import Script, roll
from rules.core.text import Text
from rules.games.mythras import marks
from rules.games.mythras.character import sheet as sheets
from rules.games.mythras.character.health import health
from rules.games.mythras.character.schema import SCHEMA
from rules.games.mythras.character.tables import FATIGUE
from rules.games.mythras.combat import consequences
from rules.games.mythras.combat.injuries import Bleeding, Dropped
from rules.games.mythras.rolls import resolution
from rules.games.mythras.rounds.states import Tended
from rules.games.mythras.text import _, ngettext

Effects = tuple[Stored, ...]
D3 = Dice(1, 3)
DAYS = {"minor": 1, "serious": 7, "major": 30}  # for each healing rate of hit points


def give_aid(scene: Scene, fighter: str, args: Data) -> Script[Effects]:
    """MYT-HEAL-01: 1d3 hit points for a wound that was not treated yet; bleeding and stupor end."""
    whom, _dash, key = str(args["wound"]).partition("-")
    if whom not in scene.fighters:
        return ()
    label = _("First Aid")
    check = consequences.skill(scene, fighter, "first_aid")
    outcome = yield from resolution.resolve(check, scene.settings, "aid", label)
    test = Stored("outcome", fighter, outcome)
    if not outcome.level.succeeded:
        return (test,)
    better: Effects = ()
    place = _place_to_treat(scene, fighter, whom, key)
    if place is not None:
        (points,) = yield from roll("healed", fighter, D3, label)
        better = (Treated(whom, location=place.key, points=points),)
    if SCHEMA.value(scene.sheet(whom), "state.bleeding"):
        better += (Bleeding(whom, False), Tended(whom))
    if marks.DROPPED.of(scene, whom):
        better += (Dropped(whom, False),)
    return (test, *better)


def wounds(scene: Scene, fighter: str) -> tuple[tuple[str, str, Text | None], ...]:
    """The wounds a fighter may treat: whose, where, and why not.

    MYT-FX-BLEED: without a place, for whoever bleeds or is out of the fight and has no wound left to treat, and for
    whoever is seen to be hurt while nobody is told where.
    """
    rows: list[tuple[str, str, Text | None]] = []
    for whom in scene.patients_of(fighter):
        if scene.knows_wounds(fighter, whom):
            rows += ((whom, key, why) for key, why in _to_treat(scene, whom, own=whom == fighter))
        elif health(scene.sheet(whom), scene.settings).rank or marks.DROPPED.of(scene, whom):
            rows.append((whom, "", None))
    return tuple(rows)


def _place_to_treat(scene: Scene, fighter: str, whom: str, key: str) -> sheets.Location | None:
    """The place named; the worst untreated one of a fighter whose wounds are not known before they are looked at."""
    sheet = scene.sheet(whom)
    if key or scene.knows_wounds(fighter, whom) or sheets.is_dead(sheet):
        return sheets.location(sheet, key)
    rows: Data = sheet.get("hit_locations") or {}
    hurt = (row for row in sheets.locations(sheet) if row.wound != "none" and not rows.get(row.key, {}).get("treated"))
    return min(hurt, key=lambda place: place.hp / place.hp_max, default=None)


def _to_treat(scene: Scene, whom: str, *, own: bool) -> list[tuple[str, Text | None]]:
    sheet = scene.sheet(whom)
    if sheets.is_dead(sheet):
        return []
    rows: Data = sheet.get("hit_locations") or {}
    hurt = [place.key for place in sheets.locations(sheet) if place.wound != "none"]
    treated = {key for key in hurt if rows.get(key, {}).get("treated")}
    entries = [(key, _("Treated already.") if key in treated else None) for key in hurt]
    all_treated = len(treated) == len(hurt)
    return [*entries, ("", None)] if all_treated and _ails(scene, whom, shown=own or bool(hurt)) else entries


def _ails(scene: Scene, whom: str, *, shown: bool) -> bool:
    """Bleeding may be ticked by hand on a private sheet, so others see it only on wounded fighters."""
    bleeds = shown and SCHEMA.value(scene.sheet(whom), "state.bleeding")
    return bool(bleeds or marks.DROPPED.of(scene, whom))


class Treated(Effect):
    """MYT-HEAL-01: hit points come back, and the wound counts as treated until it is a new one."""

    kind = "treated"
    location: str
    points: int = 0

    def land(self, scene: Scene) -> tuple[Change, ...]:
        place = sheets.location(scene.sheet(self.target), self.location)
        if place is None:
            return ()
        base = f"hit_locations.{place.key}"
        back = min(place.hp_max, place.hp + int(self.points))
        usable = (scene.write(self.target, f"{base}.useless", None),) if back > 0 else ()
        treated = scene.write(self.target, f"{base}.hp", back), scene.write(self.target, f"{base}.treated", True)
        return (*treated, *usable)

    def told(self, scene: Scene) -> Text | None:
        return ngettext(
            "is treated (%(location)s): %(count)s hit point more",
            "is treated (%(location)s): %(count)s hit points more",
            int(self.points),
            location=sheets.place_of(scene.sheet(self.target), self.location),
        )

    def public(self, scene: Scene) -> Text | None:
        return self.told(scene) if scene.fighters[self.target].is_body_public else _("is treated")


class Rested(Effect):
    """MYT-HEAL-01, MYT-FATIGUE-01, MYT-WOUND-02: natural recovery over days; whoever has no major wound left wakes."""

    kind = "rest"
    scalar = "days"
    days: int

    def land(self, scene: Scene) -> tuple[Change, ...]:
        sheet = scene.sheet(self.target)
        if sheets.is_dead(sheet):
            return ()
        changes: list[Change] = []
        healed = dict(self._healed(sheet))
        for place, hp in healed.items():
            base = f"hit_locations.{place.key}"
            usable = (scene.write(self.target, f"{base}.useless", None),) if hp > 0 else ()
            changes += (scene.write(self.target, f"{base}.hp", hp), *usable)
        places = sheets.locations(sheet)
        if not any(sheets.wound_at(healed.get(place, place.hp), place.hp_max) == "major" for place in places):
            changes.append(scene.write(self.target, "state.unconscious", None))
        level = rested_level(sheet, 24 * int(self.days))
        return (*changes, scene.write(self.target, "state.fatigue", None if level == "fresh" else level))

    def told(self, scene: Scene) -> Text | None:
        rest, healed = self._rest(), self._healed(scene.sheet(self.target))
        if not healed:
            return rest
        return ngettext(
            "%(rest)s and regains %(count)s hit point (%(location)s)",
            "%(rest)s and regains %(count)s hit points (%(location)s)",
            sum(hp - place.hp for place, hp in healed),
            rest=rest,
            location=tuple(place.label for place, _hp in healed),
        )

    def public(self, scene: Scene) -> Text | None:
        return self.told(scene) if scene.fighters[self.target].is_body_public else self._rest()

    def _rest(self) -> Text:
        return ngettext("rests for %(count)s day", "rests for %(count)s days", int(self.days))

    def _healed(self, sheet: Data) -> list[tuple[sheets.Location, int]]:
        """The places with another number of hit points after the rest, and that number; none of the dead."""
        places = () if sheets.is_dead(sheet) else sheets.locations(sheet)
        rows = ((place, rested_hp(sheet, place, int(self.days))) for place in places)
        return [(place, hp) for place, hp in rows if hp != place.hp]


EFFECTS = (Treated, Rested)


def why_no_rest(scene: Scene, fighter: str) -> Text | None:
    """MYT-WOUND-05: why no day passes for somebody: they would bleed to death before."""
    bleeds = SCHEMA.value(scene.sheet(fighter), "state.bleeding")
    return _("Bleeds: that has to be stopped first.") if bleeds else None


def rested_hp(sheet: Data, place: sheets.Location, days: int) -> int:
    """MYT-HEAL-01: the hit points of a location after so many days; a major wound mends only once treated."""
    rows: Data = sheet.get("hit_locations") or {}
    treated, rate, hp = bool(rows.get(place.key, {}).get("treated")), sheets.sixth(sheet, "con"), place.hp
    most = max(place.hp, place.hp_max)
    while hp != most:
        level = sheets.wound_at(hp, place.hp_max)
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
