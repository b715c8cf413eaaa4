"""Numbers that follow from a sheet: attributes, skills, locations with their hit points and armour."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rules.core.check import Breakdown, Modifier
from rules.core.memo import memoize
from rules.core.paths import Data
from rules.core.text import Text
from rules.games.mythras.character.schema import SCHEMA
from rules.games.mythras.character.skills import PROFESSIONAL, STANDARD, STYLE, Skill
from rules.games.mythras.character.tables import (
    CHARACTERISTICS,
    DEATH,
    FATIGUE,
    HUMANOID,
    KIND_HP,
    PRINTED_MODIFIERS,
    DamageModifier,
    Fatigue,
    ladder_index,
)
from rules.games.mythras.equipment.arms import ARMOUR
from rules.games.mythras.settings import setting
from rules.games.mythras.text import _


def wound_at(hp: int, most: int) -> str:
    """MYT-WOUND-01: the wound that leaves so many hit points of a location."""
    return "minor" if hp > 0 else "serious" if hp > -most else "major"


@dataclass(frozen=True)
class Location:
    """One location of a body with what is left of it."""

    key: str
    label: Text
    kind: str
    low: int
    high: int
    adjacent: tuple[str, ...]
    hp_max: int
    hp: int
    natural: int
    useless: bool

    @property
    def wound(self) -> str:
        """MYT-WOUND-01: none, minor, serious or major."""
        if self.hp >= self.hp_max:
            return "none"
        return wound_at(self.hp, self.hp_max)


def characteristic(sheet: Data, key: str) -> int:
    rows: Data = sheet.get("characteristics") or {}
    return int(rows.get(key, _USUAL[key]))


_USUAL = {key: int(SCHEMA.value({}, f"characteristics.{key}")) for key in CHARACTERISTICS}


@memoize
def fatigue(sheet: Data) -> Fatigue:
    """MYT-FATIGUE-01: the level of fatigue."""
    return FATIGUE[str(SCHEMA.value(sheet, "state.fatigue"))]


# Attributes.


@memoize
def action_points(sheet: Data, settings: Data) -> Breakdown:
    """MYT-ATTR-01: the points of a round."""
    if setting(settings, "action_points_mode") == "flat2":
        base = Modifier(_("Everybody"), 2, "MYT-ATTR-01")
    else:
        total = characteristic(sheet, "int") + characteristic(sheet, "dex")
        base = Modifier(_("INT + DEX"), -(-total // 12), "MYT-ATTR-01")
    points = _as_printed(sheet, "action_points", Breakdown(base))
    taken = max(-points.total, fatigue(sheet).points)
    return points.plus(Modifier(fatigue(sheet).label, taken, "MYT-FATIGUE-01"))


def damage_modifier(sheet: Data) -> DamageModifier:
    """MYT-ATTR-02: the dice that STR and SIZ add to a blow, or those of a stat block."""
    index = PRINTED_MODIFIERS.get(str(_printed(sheet, "damage_modifier")))
    if index is not None:
        return DamageModifier(index)
    return own_damage_modifier(sheet)


def own_damage_modifier(sheet: Data) -> DamageModifier:
    """MYT-ATTR-02: the dice of STR and SIZ, whatever a stat block says."""
    return modifier_of(characteristic(sheet, "str") + characteristic(sheet, "siz"))


def modifier_of(total: int) -> DamageModifier:
    """MYT-ATTR-02: the dice for a sum of STR and SIZ."""
    return DamageModifier(ladder_index(total))


def sixth(sheet: Data, key: str) -> int:
    """MYT-ATTR-03: a sixth of a characteristic, rounded up."""
    return -(-characteristic(sheet, key) // 6)


def initiative_bonus(sheet: Data, settings: Data) -> Breakdown:
    """MYT-ATTR-05, MYT-INIT-03: the mean of DEX and INT rounded up, less the heaviest armour and fatigue."""
    mean = -(-(characteristic(sheet, "dex") + characteristic(sheet, "int")) // 2)
    base = Modifier(_("Mean of DEX and INT"), mean, "MYT-ATTR-05")
    heaviest = Modifier(_("Heaviest armour"), -armour_penalty(sheet), "MYT-INIT-03")
    bonus = _as_printed(sheet, "initiative", Breakdown(base).plus(heaviest))
    return bonus.plus(Modifier(fatigue(sheet).label, fatigue(sheet).initiative, "MYT-FATIGUE-01"))


def movement(sheet: Data) -> int:
    """MYT-ATTR-06, MYT-FATIGUE-01: the metres of a walk."""
    tired, metres = fatigue(sheet), int(SCHEMA.value(sheet, "movement"))
    if tired.immobile:
        return 0
    return -(-metres // 2) if tired.halved else max(0, metres + tired.metres)


def on_four_legs(sheet: Data) -> bool:
    """MYT-FX-TRIP, MYT-CLOSE-LEAP, MYT-CLOSE-CHARGE: true if a body stands on four legs at least."""
    return int(SCHEMA.value(sheet, "legs")) >= 4


def luck(sheet: Data) -> int:
    """MYT-LUCK-01: the luck points left."""
    return _standing(SCHEMA.value(sheet, "state.luck"), sixth(sheet, "pow"))


def magic(sheet: Data) -> int:
    """The magic points left: POW where nothing is written."""
    return _standing(SCHEMA.value(sheet, "state.magic"), characteristic(sheet, "pow"))


# Skills.


@memoize
def skill(sheet: Data, key: str) -> Breakdown:
    """A standard skill: its base and what was trained; or as a stat block has it."""
    own = _skill(sheet, STANDARD[key], int(SCHEMA.value(sheet, f"skills.{key}")))
    rows: Data = sheet.get("printed_skills") or {}
    printed = (int(row.get("value", 0)) for row in rows.values() if row.get("of", "athletics") == key)
    return _beside(own, next(printed, None))


def professional(sheet: Data, key: str) -> Breakdown:
    row: Data = (sheet.get("professional") or {})[key]
    skill = PROFESSIONAL.get(str(row.get("of", "")))
    own = Skill(professional_label(row), (row.get("first", "int"), row.get("second", "int")))
    return _beside(_skill(sheet, skill or own, int(row.get("trained", 0))), row.get("printed"))


def professional_label(row: Data) -> Text:
    skill, name = PROFESSIONAL.get(str(row.get("of", ""))), str(row.get("name", ""))
    if skill is None:
        return _("%(skill)s", skill=name or "?")
    return _("%(skill)s (%(name)s)", skill=skill.label, name=name) if name else skill.label


def learnt(sheet: Data, of: str) -> Breakdown | None:
    """A professional skill by what it is, or ``None`` where it was not learnt."""
    rows: Data = sheet.get("professional") or {}
    return next((professional(sheet, key) for key, row in rows.items() if row.get("of") == of), None)


@memoize
def style(sheet: Data, key: str) -> Breakdown:
    row: Data = (sheet.get("styles") or {})[key]
    label = _("%(skill)s", skill=str(row.get("name", "")))
    return _beside(_skill(sheet, Skill(label, STYLE), int(row.get("trained", 0))), row.get("printed"))


@memoize
def traits(sheet: Data, key: str) -> frozenset[str]:
    """MYT-STYLE-LIMIT: the traits of a combat style, which help with its weapons alone."""
    row: Data = (sheet.get("styles") or {}).get(key, {})
    return frozenset(name for name, held in row.items() if held is True)


# The body.


@memoize
def locations(sheet: Data) -> tuple[Location, ...]:
    """MYT-DMG-02: the locations of a body, from the feet up."""
    rows: Data = sheet.get("hit_locations") or {}
    fifth = -(-(characteristic(sheet, "con") + characteristic(sheet, "siz")) // 5)
    cells = tuple((key, tuple(row.items())) for key, row in rows.items())
    return _locations(sheet.get("body", "humanoid") == "humanoid", fifth, cells)


# Most who ask about a body do not ask how many points it has left, so a wound changes few of these answers.


@memoize
def kinds(sheet: Data) -> dict[str, str]:
    """The kinds of the locations of a body, such as ``leg``, by their keys."""
    return {place.key: place.kind for place in locations(sheet)}


@memoize
def labels(sheet: Data) -> dict[str, Text]:
    return {place.key: place.label for place in locations(sheet)}


@memoize
def disabled(sheet: Data) -> tuple[str, ...]:
    """MYT-WOUND-02: the locations that cannot be used any more."""
    return tuple(place.key for place in locations(sheet) if place.useless)


@memoize
def seriously_hurt(sheet: Data) -> tuple[str, ...]:
    """MYT-WOUND-01: the locations with a serious wound, and no worse one."""
    return tuple(place.key for place in locations(sheet) if place.wound == "serious")


Cells = tuple[tuple[str, Any], ...]


@lru_cache(maxsize=4096)  # a fight asks for the same bodies at every step
def _locations(human: bool, fifth: int, cells: tuple[tuple[str, Cells], ...]) -> tuple[Location, ...]:
    """MYT-ATTR-04: the table of a body with what is written on its rows; a body none is written of yet is human."""
    rows = {key: dict(row) for key, row in cells}
    usual = {place.key: place for place in HUMANOID} if human or not rows else {}
    places = (
        _location(key, rows.get(key, {}), usual.get(key) or _unknown(key), fifth)
        for key in dict.fromkeys((*usual, *rows))
    )
    return tuple(sorted(places, key=lambda place: (place.low, place.key)))


def _unknown(key: str) -> Location:
    """A location that is on no table: called by its key until it has a name."""
    return Location(key, _("%(location)s", location=key), "chest", 0, 0, (), 0, 0, 0, False)


def _location(key: str, row: Data, usual: Any, fifth: int) -> Location:
    kind = str(row.get("kind") or usual.kind)
    most = _standing(row.get("hp_max"), max(1, fifth + KIND_HP[kind]))
    return Location(
        key,
        _("%(location)s", location=str(row["name"])) if row.get("name") else usual.label,
        kind,
        int(row.get("low") or usual.low),
        int(row.get("high") or usual.high),
        tuple(str(row.get("beside", "")).replace(",", " ").split()) or usual.adjacent,
        most,
        _standing(row.get("hp"), most),
        int(row.get("natural", 0)),
        bool(row.get("useless")),
    )


def location(sheet: Data, key: str) -> Location | None:
    return next((place for place in locations(sheet) if place.key == key), None)


def struck_location(sheet: Data, die: int) -> Location:
    """MYT-DMG-02: the location a d20 finds; a gap gives the nearest below, an overlap the one begun last."""
    body = locations(sheet)
    below = (place for place in body if place.low <= die)
    return max(below, key=lambda place: (die <= place.high, place.low), default=body[0])


@memoize
def worn(sheet: Data, settings: Data, key: str) -> int:
    """MYT-ARM-01: the armour worn on a location."""
    rows = [row for row in _pieces(sheet) if covers(row, key)]
    points = [armour_left(row) for row in rows if not row.get("magical")]
    return magic_armour(sheet, key) + (
        sum(points) if setting(settings, "worn_layers") == "sum" else max(points, default=0)
    )


def magic_armour(sheet: Data, key: str) -> int:
    """MYT-ARM-01: the magical protection of a location."""
    return sum(armour_left(row) for row in _pieces(sheet) if covers(row, key) and row.get("magical"))


def armour(sheet: Data, key: str, settings: Data) -> Breakdown:
    """MYT-ARM-01: natural and worn armour of a location, which add up."""
    place = location(sheet, key)
    base = Modifier(_("Worn"), worn(sheet, settings, key), "MYT-ARM-01")
    return Breakdown(base).plus(Modifier(_("Natural"), place.natural if place else 0, "MYT-ARM-01"))


def armour_penalty(sheet: Data) -> int:
    """MYT-INIT-03, MYT-ARM-02: the points of the heaviest piece worn; what is of magic weighs nothing."""
    return max((armour_points(row) for row in _pieces(sheet) if not row.get("magical")), default=0)


def armour_points(row: Data) -> int:
    model = ARMOUR.get(str(row.get("model", "")))
    return _standing(row.get("points"), model[1] if model else 0)


def armour_left(row: Data) -> int:
    """MYT-FX-SUNDER: what is left of a piece of armour."""
    return max(0, armour_points(row) - int(row.get("sundered", 0)))


def covers(row: Data, key: str) -> bool:
    return bool(row.get(key)) or key in str(row.get("elsewhere", "")).replace(",", " ").split()


@memoize
def is_dead(sheet: Data) -> bool:
    """MYT-WOUND-03, MYT-FATIGUE-01: dead of a wound or of exhaustion."""
    return bool(SCHEMA.value(sheet, "state.dead")) or fatigue(sheet) is DEATH


@memoize
def is_out(sheet: Data) -> bool:
    """MYT-WOUND-03: dead, unconscious, too tired to act, or with a major wound."""
    if is_dead(sheet) or SCHEMA.value(sheet, "state.unconscious") or fatigue(sheet).out:
        return True
    rows: Data = sheet.get("hit_locations") or {}
    below = any(isinstance(row.get("hp"), int) and row["hp"] < 0 for row in rows.values())
    return below and any(place.wound == "major" for place in locations(sheet))


def _pieces(sheet: Data) -> list[Data]:
    rows: Data = sheet.get("armour") or {}
    return [row for row in rows.values() if row.get("worn", True)]


def _skill(sheet: Data, skill: Skill, trained: int) -> Breakdown:
    first, second = skill.of
    plus = Modifier(_("Base"), skill.plus, "professional.trained")
    learnt_points = Modifier(_("Trained"), trained, "professional.trained")
    return Breakdown(_term(sheet, first)).plus(_term(sheet, second), plus, learnt_points)


def _term(sheet: Data, key: str) -> Modifier:
    return Modifier(CHARACTERISTICS[key], characteristic(sheet, key), f"characteristics.{key}")


def _printed(sheet: Data, key: str) -> object:
    rows: Data = sheet.get("printed") or {}
    return rows.get(key)


def _as_printed(sheet: Data, key: str, own: Breakdown) -> Breakdown:
    return _beside(own, _printed(sheet, key))


def _beside(own: Breakdown, printed: object) -> Breakdown:
    """The number of a stat block, which counts, beside what the rules make of the sheet; the latter without one."""
    if not isinstance(printed, int):
        return own
    computed = Modifier(_("By the rules"), own.total, ignored=_("the stat block counts"))
    return Breakdown(Modifier(_("As printed"), printed), (computed,))


def _standing(written: object, usual: int) -> int:
    return int(written) if isinstance(written, int) else usual


def place_of(sheet: Data, key: str) -> Text:
    """The name of a location; its key where the body has none of this name."""
    place = location(sheet, key)
    return place.label if place else _("%(location)s", location=key)
