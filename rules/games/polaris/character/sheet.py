"""The sheet of a character: its attributes and the skill lines that follow from it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rules.character.character import Step
from rules.core.errors import Refused
from rules.core.memo import memoize
from rules.core.paths import Data, get
from rules.core.text import Text
from rules.games.polaris.character.schema import LEAST_MASTERY, MOST_MASTERY, SCHEMA
from rules.games.polaris.character.skills import CATALOGUE, CATEGORIES, RESERVED, Skill
from rules.games.polaris.text import _

MOST_LOADED = 3


@dataclass(frozen=True)
class Line:
    """A skill line of a sheet, from the catalogue, from the character's own data, or from both.

    ``mastery`` is ``None`` for a special line, whose level is ``typed`` or follows from another skill.
    """

    key: str
    of: str
    label: Text
    category: str
    attributes: tuple[str, str]
    mastery: int | None
    reserved: bool = False
    typed: int | None = None
    favourite: bool = False


def blank(settings: Data) -> dict[str, Any]:
    """A new sheet: nothing filled in, every value at its default."""
    return {}


def at_hand(sheet: Data) -> tuple[str, ...]:
    """The numbers that change most in play: luck, then the rounds left, of weapons in hand first."""
    weapons: Data = sheet.get("weapons") or {}
    loaded = [key for key, row in weapons.items() if row.get("kind") == "ranged" and row.get("magazine")]
    loaded.sort(key=lambda key: (not weapons[key].get("drawn"), str(weapons[key].get("name", "")), key))
    return ("luck.current", *(f"weapons.{key}.ammo" for key in loaded[:MOST_LOADED]))


def most(sheet: Data, path: str) -> int | None:
    """The most a number can be on this sheet, where that is less than its field allows: a full magazine."""
    parts = path.split(".")
    if len(parts) != 3 or (parts[0], parts[2]) != ("weapons", "ammo"):
        return None
    return int(get(sheet, f"weapons.{parts[1]}.magazine") or 0) or None


@memoize
def level(sheet: Data, code: str) -> int:
    """POL-SHEET-01: the level of an attribute, its adjustments included."""
    return int(SCHEMA.value(sheet, f"attributes.{code}")) + sum(value for _key, value, _why in adjustments(sheet, code))


def adjustments(sheet: Data, code: str) -> Iterator[tuple[str, int, str]]:
    for key, row in (sheet.get("attribute_adjustments") or {}).items():
        if row.get("attribute", "FOR") == code:
            yield key, row.get("value", 0), row.get("reason", "")


def lines(sheet: Data) -> tuple[Line, ...]:
    """Every skill line in the order of the printed sheet, each followed by its specialties."""
    return _lines(sheet.get("skills") or {})


@memoize
def _lines(rows: Data) -> tuple[Line, ...]:
    result = [_line(rows, key) for key, skill in CATALOGUE.items() if key in rows or not skill.specialised]
    result += [_line(rows, key) for key in rows if key not in CATALOGUE]
    place = {key: number for number, key in enumerate(CATALOGUE)}
    category = {key: number for number, key in enumerate(CATEGORIES)}
    return tuple(sorted(result, key=lambda item: (category[item.category], place.get(item.of, len(place)))))


def line(sheet: Data, key: str) -> Line:
    """One skill line by its key. Raises ``KeyError`` for a key of neither the catalogue nor the sheet."""
    return _line(sheet.get("skills") or {}, key)


@memoize
def _line(rows: Data, key: str) -> Line:
    row: Data = rows.get(key, {})
    of = str(row.get("of") or (key if key in CATALOGUE else ""))
    if not of and key not in rows:
        raise KeyError(key)
    skill = CATALOGUE.get(of)
    given = row.get("mastery", skill.start if skill else 0)
    return Line(
        key,
        of,
        _label(row, skill.label if skill else None),
        skill.category if skill else "special",
        _attributes(row, skill),
        given if isinstance(given, int) else None,
        given == RESERVED,
        row.get("level"),
        bool(row.get("favourite")),
    )


def _attributes(row: Data, skill: Skill | None) -> tuple[str, str]:
    own = skill.attributes if skill else ("INT", "INT")
    first = str(row.get("attr1") or own[0])
    return first, str(row.get("attr2") or (own[1] if skill else first))


def luck(sheet: Data) -> int:
    """POL-SHEET-03: the luck left; what the character started with as long as none was ever spent."""
    left = get(sheet, "luck.current")
    return int(SCHEMA.value(sheet, "luck.max") if left is None else left)


def mastery_step(sheet: Data, path: str, by: int) -> Step:
    """POL-SHEET-11: what ``by`` more levels of mastery write; the first level bought turns X into −3.

    Raises ``Refused`` for a line the sheet does not have, and for a special one, which has no mastery.
    """
    key = path.split(".")[1]
    if key not in CATALOGUE and key not in (sheet.get("skills") or {}):
        raise Refused(_("This skill is not on the sheet."), path)
    here = line(sheet, key)
    if here.mastery is None and not here.reserved:
        raise Refused(_("This skill has no mastery: its level is typed."), path)
    skill = CATALOGUE.get(here.of)
    number = (LEAST_MASTERY - 1 if here.mastery is None else here.mastery) + by
    if number < LEAST_MASTERY and (here.reserved or (skill is not None and skill.start == RESERVED)):
        return Step({path: RESERVED})
    return Step({path: max(LEAST_MASTERY, min(MOST_MASTERY, number))})


def value_or_start(sheet: Data, path: str) -> Any:
    """The value of a field of a skill line: as filled in, or as the catalogue starts it (POL-SHEET-11)."""
    key = path.split(".")[1]
    skill = CATALOGUE.get(get(sheet, f"skills.{key}.of") or key)
    if skill is not None and path.endswith(".mastery") and get(sheet, path) is None:
        return skill.start
    return SCHEMA.value(sheet, path)


def override(sheet: Data, key: str) -> tuple[int, str] | None:
    """The value a game master has set in place of a computed one, with the reason."""
    row = get(sheet, f"overrides.{key}")
    return None if row is None else (row["value"], row.get("reason", ""))


def _label(row: Data, catalogue: Text | None) -> Text:
    name: str | Text = row.get("name") or catalogue or _("Unnamed skill")
    specialty = row.get("specialty", "")
    if specialty:
        return _("%(skill)s (%(specialty)s)", skill=name, specialty=specialty)
    return name if isinstance(name, Text) else _("%(skill)s", skill=name)
