"""The equipment of an improvised fighter: one weapon and one armour of the game, in place of those on a sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from unicodedata import normalize

from rules import registry
from rules.character.character import Ware
from rules.character.sheet import Choice, Field, Section
from rules.core.game import Game
from rules.core.paths import Data, get, put
from rules.core.text import Text, _

OWN, BARE = "", "none"
HELD = "own"  # the key of what was chosen, on a sheet


@registry.cache_until_reload
def weapons(game: str, language: str = "") -> tuple[Ware, ...]:
    """The weapons of a game: those of its tables, else those of its ready-made opponents and characters.

    The names of the latter, and their order, are those of a language, where the game has them.
    """
    return _wares(game, registry.system(game).sheet.outfit.weapons, language)


@registry.cache_until_reload
def armours(game: str, language: str = "") -> tuple[Ware, ...]:
    return _wares(game, registry.system(game).sheet.outfit.armour, language)


def fields(game: str, language: str = "") -> tuple[Field, ...]:
    """The fields of somebody improvised: the weapon and the armour, by their keys, where the game's sheet has any."""
    as_is, system = Choice(OWN, _("As on their sheet")), registry.system(game)
    weapon = (as_is, Choice(BARE, _("Bare hands")), *_choices(weapons(game, language)))
    armour = (as_is, Choice(BARE, _("No armour")), *_choices(armours(game, language)))
    rows = (
        (system.sheet.outfit.weapons, Field("weapon", _("Weapon"), "choice", default=OWN, choices=weapon)),
        (system.sheet.outfit.armour, Field("armour", _("Armour"), "choice", default=OWN, choices=armour)),
    )
    return tuple(field for path, field in rows if _lists(system, path) or _section(system, path))


def ready(game: str, path: str, language: str = "") -> tuple[Ware, ...]:
    """The ready-made rows of a list for whoever fills in a sheet; of weapons, those of ready-made sheets at the least.

    A table that the rows of a list name by its keys is chosen from in the row itself.
    """
    outfit = registry.system(game).sheet.outfit
    own = registry.system(game).wares(path)
    if own or path != outfit.weapons or path in outfit.wares:
        return own
    return tuple(ware for ware in weapons(game, language) if ware.row.get(outfit.sort) not in outfit.grown)


def armed(game: Game, sheet: Data, ware: Ware | None, name: str = "") -> dict[str, Any]:
    """A sheet with one weapon in hand, or bare hands, used as well as the best of those it replaces."""
    outfit = game.sheet.outfit
    before: list[Data] = list((get(sheet, outfit.weapons) or {}).values())
    if ware is None:
        return put(sheet, outfit.weapons, None)
    row = {
        "name": name,
        **ware.row,
        **outfit.held,
        **{key: old[key] for old in before[:1] for key in outfit.kept if key in old},
    }
    changed = put(sheet, outfit.weapons, {HELD: row})
    paths = [path for path in map(outfit.level, (row, *before)) if game.schema.field(path) is not None]
    best = max((level for path in paths if isinstance(level := game.value(sheet, path), int)), default=None)
    return changed if outfit.level(row) not in paths or best is None else put(changed, outfit.level(row), best)


def clad(game: Game, sheet: Data, ware: Ware | None, name: str = "") -> dict[str, Any]:
    path = game.sheet.outfit.armour
    if ware is None:
        return put(sheet, path, None)
    return put(sheet, path, {HELD: {"name": name, **ware.row}} if _lists(game, path) else ware.row)


def _lists(game: Game, path: str) -> bool:
    field = game.schema.field(path)
    return field is not None and field.kind == "list"


def _section(game: Game, path: str) -> Section | None:
    return next((section for section in game.schema.sections if section.key == path), None)


def _choices(wares: tuple[Ware, ...]) -> Iterator[Choice]:
    for ware in wares:
        yield Choice(ware.key, ware.label, hint=ware.hint, group=ware.group)


def _wares(game: str, path: str, language: str) -> tuple[Ware, ...]:
    system = registry.system(game)
    own = system.wares(path) or system.sheet.outfit.wares.get(path, ())
    return own or (_of_sheets(game, path, language) if _lists(system, path) else _suits(game, path, language))


def _of_sheets(game: str, path: str, language: str) -> tuple[Ware, ...]:
    """The rows of a list on the ready-made sheets, by their sort, each name once, an accent beside its letter."""
    system, named = registry.system(game), registry.samples(game, language)
    listed, outfit = system.schema.field(path), system.sheet.outfit
    fields = {field.key: field for field in (listed.row if listed else ())}
    sorts = {choice.key: choice.label for choice in (fields[outfit.sort].choices if outfit.sort in fields else ())}
    rows: dict[str, Ware] = {}
    for name, sample in registry.samples(game).items():
        spoken = get(named[name]["data"], path) or {}
        for key, row in (get(sample["data"], path) or {}).items():
            label = Text(str(spoken[key]["name"]), context=game)
            hint = _weapon_hint(system, fields, row)
            group = sorts.get(str(row.get(outfit.sort)))
            rows[row["name"]] = Ware(f"{name}-{key}", label, spoken[key], group=group, hint=hint)
    order = tuple(sorts)

    def place(ware: Ware) -> tuple[int, str]:
        sort = ware.row.get(outfit.sort)
        return order.index(sort) if sort in order else len(order), normalize("NFD", ware.label.msgid.casefold())

    return tuple(sorted(rows.values(), key=place))


def _weapon_hint(game: Game, fields: Mapping[str, Field], row: Data) -> Text | None:
    used, harm = _test_text(game, row), _dice(row)
    if isinstance(row.get("damage"), int) and "damage" in fields:
        harm = _("%(label)s %(value)s", label=fields["damage"].label, value=row["damage"])
    terms = tuple(term for term in (used, harm) if term)
    return _("%(what)s", what=terms) if terms else None


def _test_text(game: Game, row: Data) -> Text | None:
    """The test a weapon is used with, by its number, else the number itself."""
    path = game.sheet.outfit.level(row)
    tested = next((check.what for check in game.checks(game.blank({}), {}) if path and check.path == path), None)
    field = game.schema.field(path)
    return tested or (field.label if field else None)


def _suits(game: str, path: str, language: str) -> tuple[Ware, ...]:
    """The armour that ready-made sheets wear in a section of their own."""
    section = _section(registry.system(game), path)
    if section is None:
        return ()
    sheets = ((name, sample["data"]) for name, sample in registry.samples(game, language).items())
    worn = ((name, sheet) for name, sheet in sheets if get(sheet, path))
    return tuple(
        Ware(name, _armour_text(game, sheet, sheet[path]), sheet[path], hint=_points(section, sheet[path]))
        for name, sheet in worn
    )


def _armour_text(game: str, sheet: Data, row: Data) -> Text:
    named = Text(str(row.get("name") or sheet["name"]), context=game)
    return named if row.get("name") else _("That of %(name)s", name=named)


def _points(section: Section, row: Data) -> Text:
    terms = (
        _("%(label)s %(value)s", label=field.label, value=row[field.key])
        for field in section.fields
        if field.kind == "number" and row.get(field.key)
    )
    return _("%(what)s", what=tuple(terms))


def _dice(row: Data) -> Text | None:
    harm = row.get("dice", row.get("damage"))
    return None if harm in (None, "") else _text(harm)


def _text(words: Any) -> Text:
    return _("%(what)s", what=str(words))
