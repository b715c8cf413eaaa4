"""One sheet as one circle may read it: its values, the numbers derived from them, and its layout.

The layout depends on kinds of fields and on the rules' answers, never on a game: a section whose every number can be
tested is a panel of attributes; a list whose rows can be tested is a list of skills; a list of things is gear.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, Generic, TypeVar

from django.db.models import QuerySet

from campaigns.live.regions import View
from campaigns.live.traces import ABSENT, NAMES, Trace, trace_of
from campaigns.models import Campaign
from campaigns.queries import get_or_none, prepared
from rules.character.character import Derived
from rules.character.sheet import Field, Section, SheetSchema
from rules.core.check import Breakdown, Check
from rules.core.game import Game
from rules.core.paths import Data, get, put
from rules.core.text import Text, ready_made
from sheets.editing.change_log import MOST_SHOWN, names_by_test, row_name, value_text
from sheets.models import Character
from sheets.subjects import plain_of

FEWEST_STATES = 3
MOST_TILES = 12
# The parts of the layout that fields for the game master alone may change.
LAID_OUT = ("skill_lists", "gear_lists", "grids", "states", "purse")
MOST_LAYOUTS = 20  # two for each game
T = TypeVar("T")
Fields = tuple[tuple[str, Field], ...]


class PageSheet(Mapping[str, Any]):
    """The facts of a trace as plain data that records each read; it implements what ``rules.core.memo`` needs."""

    owner: Hashable = "facts"

    def __init__(self, trace: Trace, settings: Mapping[str, Any]) -> None:
        self._trace, self._settings = trace, settings
        trace.owners[self.owner] = self

    def ask(self, work: Callable[..., Any], settings: Any, rest: tuple[Hashable, ...]) -> Any:
        """A pure function of these facts, computed once for the facts it read."""
        if settings is None:
            return self._trace.value(self.owner, work, *rest)
        if settings is not self._settings:
            return work(self, settings, *rest)
        return self._trace.value(self.owner, _fact_with_settings, work, *rest)

    def fact(self, name: str) -> Any:
        return self._trace.fact(name)

    def with_settings(self, work: Callable[..., Any], rest: tuple[Hashable, ...]) -> Any:
        return work(self, self._settings, *rest)

    def __getitem__(self, name: str) -> Any:
        value = self.fact(name)
        if value is ABSENT:
            raise KeyError(name)
        return value

    def get(self, name: str, default: Any = None) -> Any:
        value = self.fact(name)
        return default if value is ABSENT else value

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self.fact(name) is not ABSENT

    def __iter__(self) -> Iterator[str]:
        return iter(self._trace.fact(NAMES))

    def __len__(self) -> int:
        return len(self._trace.fact(NAMES))


class RedactedSheet(PageSheet):
    """The same facts without the values at certain dotted paths."""

    owner = "redacted"

    def __init__(self, trace: Trace, settings: Mapping[str, Any], paths: Iterable[str]) -> None:
        super().__init__(trace, settings)
        self._paths: dict[str, list[str]] = {}
        for path in paths:
            self._paths.setdefault(path.partition(".")[0], []).append(path)

    def fact(self, name: str) -> Any:
        paths = self._paths.get(name, ())
        value = ABSENT if name in paths else self._trace.fact(name)
        for path in paths:
            value = put({name: value}, path, None).get(name, ABSENT) if value is not ABSENT else ABSENT
        return value

    def __iter__(self) -> Iterator[str]:
        return (name for name in self._trace.fact(NAMES) if self.fact(name) is not ABSENT)

    def __len__(self) -> int:
        return sum(1 for _name in self)


def _fact_with_settings(traced: PageSheet, work: Callable[..., Any], *rest: Hashable) -> Any:
    return traced.with_settings(work, rest)


class traced_property(Generic[T]):
    """A property of a reading, computed once and kept with its trace until a value it read changes."""

    def __init__(self, make: Callable[[Reading], T]) -> None:
        self.make = make

    def __get__(self, reading: Reading, _owner: object = None) -> T:
        if reading.trace is not None:
            value: T = reading.trace.value(reading.owner, self.make)
            return value
        values = vars(reading)
        if self.make not in values:
            values[self.make] = self.make(reading)  # type: ignore[index]
        value = values[self.make]  # type: ignore[index]
        return value


class Layout:
    """The part of a sheet's layout that its fields alone determine, for a game master or for anybody else."""

    def __init__(self, schema: SheetSchema, gm: bool) -> None:
        sections = (
            (section, tuple((section.path(field), field) for field in section.fields if gm or not field.gm_only))
            for section in schema.sections
        )
        self.sections = tuple((section, rows) for section, rows in sections if rows)
        self.grids = self.fields("grid")
        # Texts written during play come before those of the beginning.
        self.notes = tuple(reversed(self.fields("note")))

    def fields(self, kind: str) -> Fields:
        return tuple((path, field) for _section, rows in self.sections for path, field in rows if field.kind == kind)

    @cached_property
    def purse(self) -> tuple[str, ...]:
        names: list[str] = []
        for section, rows in self.sections:
            if not section.key and any(field.kind == "list" and _is_named(field) for _path, field in rows):
                names += [path for path, field in rows if field.kind == "number"]
        return tuple(names)

    @cached_property
    def states(self) -> Fields:
        """The states of a character, such as stunned: the flags of sections that hold several flags."""
        pairs: list[tuple[str, Field]] = []
        for _section, rows in self.sections:
            flags = [(path, field) for path, field in rows if field.kind == "flag"]
            if len(flags) >= FEWEST_STATES:
                pairs += flags
        return tuple(pairs)


@lru_cache(MOST_LAYOUTS)
def layout_of(game: Game, gm: bool) -> Layout:
    return Layout(game.schema, gm)


@dataclass(frozen=True)
class Reading:
    """A character and everything the rules derive from it, computed once."""

    character: Character
    campaign: Campaign
    gm: bool
    editable: bool = True
    trace: Trace | None = None
    known_settings: Data | None = None  # the trace's own object

    def __post_init__(self) -> None:
        if self.trace is not None:
            self.trace.owners[self.owner] = self
            object.__setattr__(self, "sheet", PageSheet(self.trace, self.settings))
            present = [path for path in self.system.state_paths if get(self.trace.facts, path) is not None]
            cleared = RedactedSheet(self.trace, self.settings, present) if present else self.sheet
            object.__setattr__(self, "cleared", cleared)

    @cached_property
    def cleared(self) -> Data:
        sheet = self.sheet
        for path in self.system.state_paths:
            sheet = put(sheet, path, None) if get(sheet, path) is not None else sheet
        return sheet

    @cached_property
    def owner(self) -> tuple[str, bool]:
        return ("reading", self.gm)

    @cached_property
    def system(self) -> Game:
        return self.campaign.system

    @cached_property
    def schema(self) -> SheetSchema:
        return self.system.schema

    @cached_property
    def sheet(self) -> Data:
        return plain_of(self.character)

    @cached_property
    def settings(self) -> Data:
        settings: Data = self.campaign.settings
        return settings if self.known_settings is None else self.known_settings

    def value(self, path: str) -> Any:
        return self.system.value(self.sheet, path)

    @traced_property
    def derived(self) -> tuple[Derived, ...]:
        if self.gm:
            return tuple(self.system.derive(self.sheet, self.settings))
        numbers = self._in_full.derived
        if not _has_secret([number.value for number in numbers]):
            return numbers
        return tuple(replace(number, value=_without_secret_terms(number.value)) for number in numbers)

    @cached_property
    def _in_full(self) -> Reading:
        return self if self.gm else replace(self, gm=True)

    def beside(self, path: str) -> tuple[Derived, ...]:
        return tuple(number for number in self.derived if number.beside == path)

    @traced_property
    def checks(self) -> dict[str, Check]:
        return self._opened(self._tests(self.sheet))

    @traced_property
    def levels(self) -> dict[str, Breakdown]:
        """By key of a test, its target number in perfect health."""
        states, unhurt = self.system.state_paths, self._unhurt
        return {key: check.target if check.path in states else unhurt[key] for key, check in self.checks.items()}

    @traced_property
    def _unhurt(self) -> dict[str, Breakdown]:
        return {key: check.target for key, check in self._opened(self._tests(self.cleared)).items()}

    # Names and places of the tests, which stay the same when a wound changes all their numbers.

    @traced_property
    def _names(self) -> dict[str, Text]:
        return {key: check.what for key, check in self.checks.items()}

    @traced_property
    def _row_names(self) -> dict[str, Text]:
        return names_by_test(self.checks.values())

    @traced_property
    def _tested_paths(self) -> dict[str, str]:
        return {key: check.path for key, check in self.checks.items()}

    def testing(self, path: str) -> Check | None:
        return next((check for check in self.checks.values() if check.path == path), None)

    def row_name(self, path: str) -> Text | str:
        return self.spoken(row_name(self.campaign, self.sheet, path, lambda: self._row_names))

    def spoken(self, name: Text | str) -> Text:
        """A name as its reader calls it: those of ready-made weapons and the like are translated."""
        return ready_made(self.campaign.game, name)

    def named(self, value: str) -> Text | str:
        """The name of a test, or of a row that can be tested, from its key; empty for any other text."""
        if value in self._names:
            return self._names[value]
        lists = (top for top in self.skill_lists if value in (self.sheet.get(top) or {}))
        return next((self.row_name(f"{top}.{value}") for top in lists), "")

    def words(self, path: str, field: Field, most: int = MOST_SHOWN) -> Text | str:
        """The value at a path; what names a test, by the name of that test."""
        value = self.value(path)
        return (self.named(str(value)) if field.names_test else "") or self.spoken(value_text(field, value, most))

    # The layout.

    @cached_property
    def layout(self) -> Layout:
        return layout_of(self.system, self.gm)

    @property
    def grids(self) -> Fields:
        return self.layout.grids

    @property
    def notes(self) -> Fields:
        return self.layout.notes

    @property
    def purse(self) -> tuple[str, ...]:
        return self.layout.purse

    @property
    def states(self) -> Fields:
        return self.layout.states

    @traced_property
    def attributes(self) -> tuple[tuple[str, Field, Check], ...]:
        """The fields of the sections whose every number can be tested; a larger section is a list of skills."""
        tested = {check.path: check for check in self.checks.values()}
        result: list[tuple[str, Field, Check]] = []
        for section, rows in self.layout.sections:
            if not section.key or len(rows) > MOST_TILES:
                continue
            if all(field.kind == "number" and path in tested for path, field in rows):
                result += [(path, field, tested[path]) for path, field in rows]
        return tuple(result)

    @traced_property
    def skill_lists(self) -> tuple[str, ...]:
        tops = {path.split(".")[0] for path in self._tested_paths.values()}
        return tuple(path for path, field in self.layout.fields("list") if path in tops)

    @traced_property
    def gear_lists(self) -> tuple[tuple[str, Field], ...]:
        """The lists of belongings, and other lists with names whose rows cannot be tested."""
        things = self.system.sheet.belongings.lists
        lists = [(path, field) for path, field in self.layout.fields("list") if path in things or _is_named(field)]
        return tuple((path, field) for path, field in lists if path in things or path not in self.skill_lists)

    @traced_property
    def details(self) -> tuple[tuple[int, Section, tuple[tuple[str, Field], ...]], ...]:
        """All fields that no other part of the layout shows, by the number of their section."""
        placed = {path for path, _field, _check in self.attributes} | set(self.skill_lists)
        placed |= {path for path, _field in (*self.gear_lists, *self.grids, *self.notes, *self.states)}
        placed |= {*self.system.vitals(self.sheet, self.settings), *self.purse}
        numbers = {id(section): number for number, section in enumerate(self.schema.sections)}
        rest = (
            (numbers[id(section)], section, tuple((path, field) for path, field in rows if path not in placed))
            for section, rows in self.layout.sections
        )
        return tuple(row for row in rest if row[2])

    def section_fields(self, number: int) -> tuple[tuple[str, Field], ...]:
        """The fields of a section that are edited together. Raises ``IndexError`` for an unknown number."""
        pairs = next((rows for other, _section, rows in self.details if other == number), None)
        if pairs is None:
            raise IndexError(number)
        return tuple((path, field) for path, field in pairs if field.kind not in ("list", "grid"))

    @traced_property
    def _star_paths(self) -> dict[str, str]:
        """By key of a test, the path of the flag that makes it a favourite, if its row has one."""
        paths = {key: star_path(path) for key, path in self._tested_paths.items()}
        fields = {key: self.schema.field(path) for key, path in paths.items() if path}
        return {key: paths[key] for key, field in fields.items() if field is not None and field.kind == "flag"}

    @traced_property
    def stars(self) -> dict[str, bool]:
        """By key of a test, True if it is a favourite; tests whose row has no such flag are left out."""
        return {key: bool(self.value(path)) for key, path in self._star_paths.items()}

    @property
    def marks(self) -> bool:
        return bool(self._star_paths)

    def part(self, key: Hashable, made_of: tuple[Any, ...], make: Callable[[], T]) -> T:
        return make() if self.trace is None else self.trace.part((self.editable, key), made_of, make)

    @traced_property
    def attacks(self) -> tuple[Check, ...]:
        """The last group of tests that are no fields of the sheet: attacks with its weapons."""
        computed = [check for check in self.checks.values() if not check.path]
        return tuple(check for check in computed if check.group == computed[-1].group)

    @traced_property
    def is_open(self) -> bool:
        """True if numbers and layout read the same for the game master and the player."""
        others = replace(self, gm=False)
        checks = [check.target for sheet in (self.sheet, self.cleared) for check in self._tests(sheet)]
        numbers = [number.value for number in self._in_full.derived]
        hidden = _has_secret((*checks, *numbers))
        return not hidden and all(getattr(self, name) == getattr(others, name) for name in LAID_OUT)

    def _tests(self, sheet: Data) -> tuple[Check, ...]:
        return tuple(self.system.checks(sheet, self.settings))

    def _opened(self, checks: Iterable[Check]) -> dict[str, Check]:
        """The tests by key; secret terms of their numbers are left out unless a game master reads."""
        by_key = {check.key: check for check in checks}
        if self.gm or not _has_secret([check.target for check in by_key.values()]):
            return by_key
        return {key: replace(check, target=_without_secret_terms(check.target)) for key, check in by_key.items()}


def _has_secret(values: Iterable[Breakdown]) -> bool:
    return True in [term.secret for value in values for term in value.modifiers]


def _without_secret_terms(value: Breakdown) -> Breakdown:
    return Breakdown(value.base, tuple(term for term in value.modifiers if not term.secret))


def star_path(path: str) -> str:
    """The path of the flag that makes the test of a path a favourite: ``favourite`` in its row; empty outside lists."""
    parts = path.split(".")
    return ".".join((*parts[:2], "favourite")) if len(parts) == 3 else ""


def find_character(campaign: Campaign, token: str) -> Character | None:
    """The character of a token at this table; an address may contain any text, which then matches nobody."""
    return get_or_none(_with_campaign(campaign.pk, token)) if token.isalnum() else None


@prepared
def _with_campaign(campaign: int, token: str) -> QuerySet[Character]:
    return Character.objects.select_related("owner", "campaign").filter(campaign=campaign, token=token)


def character_of_page(view: View) -> Character | None:
    """The character that a page shows, read once for all pages drawn together."""
    written = (f"character:{view.key}",)
    return view.cached_rows(("character", view.key), written, lambda: find_character(view.campaign, view.key))


def reading_of_page(view: View) -> Reading | None:
    """The sheet from which a region is drawn; ``None`` if the character is gone."""

    def make() -> Reading | None:
        row = character_of_page(view)
        if row is None:
            return None
        trace, settings = trace_of((view.campaign.token, row.token), plain_of(row), view.campaign.settings)
        return Reading(row, view.campaign, view.circle == "gm", view.circle != "table", trace, settings)

    return view.memoize(("sheet", view.key), make)


def open_reading(view: View) -> Reading | None:
    """The sheet of a view; as its player, if it has one, reads it, if a game master would read nothing more."""

    def make() -> Reading | None:
        sheet = reading_of_page(view)
        shared = sheet is not None and sheet.gm and sheet.character.owner_id is not None and sheet.is_open
        return replace(sheet, gm=False) if sheet is not None and shared else sheet

    return view.memoize(("open sheet", view.key), make)


def _is_named(field: Field) -> bool:
    return any(leaf.key == "name" and leaf.required for leaf in field.row)
