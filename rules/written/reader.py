"""The reader of a written game's file. Each problem is a sentence that begins with its place in the file."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from typing import Any, TypeVar

from rules.character.character import Character
from rules.character.fields import NOTES, choice, flag, number, section, text
from rules.character.sheet import Field, Section, SheetSchema
from rules.core.dice import Dice
from rules.core.dice import parse as parse_dice
from rules.core.errors import BadSheet, RulesError
from rules.core.game import Game
from rules.core.text import Text, _
from rules.packs import KIT, MOST_SHEETS, Pack, Problem, Unfit, check_key, check_kit, checked_sheet, try_out
from rules.written import fight, formulas, places, rolls
from rules.written.book import Book, Condition
from rules.written.formulas import Formula, Range

MOST_BYTES, MOST_NAMES, MOST_LABEL = 60_000, 60, 80
ORDERS = ("static", "rolled", "groups")
KINDS = ("number", "flag", "text", "note", "choice")
PARTS = (
    *("kit", "key", "version", "name", "about", "die", "sheet", "tables", "derived"),
    *("tests", "order", "health", "conditions", "samples"),
)
MOST_PROBLEMS = 20
MOST_VERSION = 12
_VERSION = re.compile(rf"[\w.-]{{1,{MOST_VERSION}}}", re.ASCII)
_NAME = re.compile(r"[a-z][a-z0-9_]{0,29}")
SETTINGS = {  # the settings allowed in a row, by kind of part
    "field": ("label", "kind", "least", "most", "default", "choices"),
    "derived": ("label", "formula"),
    "conditions": ("label", "tests"),
    "tests": ("dice", "mode", "target", "critical", "fumble", "of"),
    "order": ("kind", "dice", "score"),
    "health": ("lost", "points", "bands"),
}
_TAKEN = frozenset({"name", "notes", "secret_notes", "conditions", "min", "max", "label"})
Row = Mapping[str, Any]
T = TypeVar("T")


class Faulty(Unfit):
    """Raised for a file that is no valid game, with all problems found, in order."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__(problems[0].text)
        self.problems = problems


def read(raw: bytes, taken: tuple[str, ...] = ()) -> Pack:
    """Read a game from a file's bytes. Raises ``Faulty`` with all problems."""
    if len(raw) > MOST_BYTES:
        raise Faulty(Problem(0, _("A game is a file of at most %(most)s bytes.", most=MOST_BYTES)))
    try:
        source = raw.decode("utf-8")
        data = tomllib.loads(source)
    except (ValueError, RecursionError) as error:
        why = str(error)[:200]
        raise Faulty(Problem(places.line_named(why), _("It is not a TOML file: %(why)s", why=why))) from error
    reader = _Reader(data, sha256(raw).hexdigest()[:6])
    pack = reader.attempt("", lambda: reader.pack(taken))
    if pack is None or reader.wrong:
        rows = {unfit.text: Problem(places.line_of(source, unfit.place), unfit.text) for unfit in reader.wrong}
        raise Faulty(*sorted(rows.values(), key=lambda row: row.line)[:MOST_PROBLEMS])
    return pack


@contextmanager
def at(place: str) -> Iterator[None]:
    """Prefix an ``Unfit`` raised in this context with its place."""
    try:
        yield
    except Unfit as unfit:
        whole = f"{place}.{unfit.place}" if unfit.place else place
        raise Unfit(_("%(place)s: %(problem)s", place=place, problem=unfit.text), whole) from unfit
    except RulesError as error:
        raise Unfit(_("%(place)s: %(problem)s", place=place, problem=error.text), place) from error


class _Reader:
    """The state of reading one file: labels, bounds and problems found so far."""

    def __init__(self, data: Row, digest: str) -> None:
        self.data, self.digest = data, digest
        self.key = data["key"] if isinstance(data.get("key"), str) else ""
        self.words: dict[str, dict[str, str]] = {}
        self.bounds: dict[str, Range] = {}
        self.labels: dict[str, Text] = {}
        self.wrong: list[Unfit] = []

    def attempt(self, place: str, work: Callable[[], T]) -> T | None:
        """The result of ``work``; if it fails, the problem is noted and ``None`` is returned, to read on."""
        try:
            return work()
        except Unfit as unfit:
            self.wrong.append(Unfit(unfit.text, unfit.place or place))
        except RulesError as error:
            self.wrong.append(Unfit(error.text, place))
        return None

    def pack(self, taken: tuple[str, ...]) -> Pack | None:
        self.attempt("key", lambda: self.head(taken))
        self.attempt("kit", lambda: check_kit(self.whole(self.data, "kit", 0, 0, 9999)))
        for part in self.data:
            if part not in PARTS:
                words = _("“%(part)s” is no part of a game: %(parts)s.", part=part[:40], parts=", ".join(PARTS))
                self.wrong.append(Unfit(words, part))
        book = self.book()
        if book is None or self.wrong:
            return None
        game = self.game(book)
        pack = Pack(game, None, self.samples(game), self.words)
        if not self.wrong:
            try_out(pack)
        return pack

    def head(self, taken: tuple[str, ...]) -> None:
        with at("key"):
            check_key(self.key, taken)

    def game(self, book: Book) -> Game:
        tests = rolls.tests(book)
        fought = fight.Fight(book, tests)
        acts, effects = fight.acts_and_effects(fought)
        state = (book.lost, *(f"conditions.{key}" for key in book.conditions))
        sheet = Character(
            *(book.schema, book.health, book.derive),
            vitals=(book.lost,),
            at_hand=tuple(book.formulas)[:3],
            state=state,
            harm=state,
        )
        about = self.label(self.data["about"], "about") if "about" in self.data else None
        return Game(
            *(self.key, self.label(self.data.get("name"), "name"), sheet, tests),
            die=str(self.data.get("die", ""))[:3],
            about=about,
            rounds=fought.rounds(),
            acts=acts,
            effects=effects,
            marks=fought.marks,
            by_hand=("damage", "heal"),
            kit=KIT,
            version=self.version(),
        )

    def version(self) -> str:
        """The version stated in the file, with a digest that tells apart files of the same version."""
        version = self.data.get("version", "0")
        if not isinstance(version, str) or not _VERSION.fullmatch(version):
            raise Unfit(_("version: at most %(most)s letters, digits, dots and -.", most=MOST_VERSION))
        return f"{version}+{self.digest}"

    def book(self) -> Book | None:
        """The game as a book, or ``None`` if there was a problem."""
        sections = [section("", _("Identity"), text("name", _("Name"), required=True, most=80))]
        parts = (self.attempt("sheet", partial(self.section, key, row)) for key, row in self.rows("sheet").items())
        sections += [part for part in parts if part is not None]
        conditions = self.conditions()
        flags = tuple(flag(key, row.label) for key, row in conditions.items())
        if flags:
            sections.append(Section("conditions", _("Conditions"), flags))
        tables = self.tables()
        derived, order = self.derived(tables)
        tests, health, turns = (self.rows(part) for part in ("tests", "health", "order"))
        for part in ("tests", "order", "health"):
            self.attempt(part, partial(self.known, part, self.rows(part), part))
        kind = self.attempt("order.kind", lambda: self.mode(turns, "kind", {key: key for key in ORDERS}))
        read: dict[str, Any] = {
            "dice": self.attempt("tests.dice", lambda: self.dice(tests)),
            "tested": self.attempt("tests.of", lambda: self.tested(tests)),
            "adds": self.attempt("tests.mode", lambda: self.mode(tests, "mode", {"under": False, "over": True})),
            "target": self.attempt("tests.target", lambda: self.whole(tests, "target", 10, 0, rolls.MOST_TARGET)),
            "critical": self.attempt("tests.critical", lambda: self.whole(tests, "critical", 0, 0, 999)),
            "fumble": self.attempt("tests.fumble", lambda: self.whole(tests, "fumble", 0, 0, 999)),
            "score": self.attempt("", lambda: self.formula("order.score", turns.get("score", 0), tables)),
            "by_sides": kind == "groups",
            "initiative": self.attempt("", lambda: self.initiative(turns)) if kind == "rolled" else None,
            "lost": self.attempt("", lambda: self.lost(health, derived)),
            "points": self.attempt("", lambda: self.formula("health.points", health.get("points"), tables, least=1)),
            "bands": self.attempt("health.bands", lambda: self.bands(health.get("bands"))),
        }
        if self.wrong:
            return None
        schema = SheetSchema((*sections, NOTES))
        return Book(schema, self.numbers(derived), self.labels, derived, order, conditions=conditions, **read)

    def tables(self) -> dict[str, formulas.Table]:
        tables = {}
        for key, rows in self.rows("tables").items():
            tables[key] = self.attempt("", partial(self.table, key, rows)) or ((0, 1),)
        return tables

    def table(self, key: str, rows: Any) -> formulas.Table:
        with at(f"tables.{key}"):
            return formulas.table(rows)

    def dice(self, tests: Row) -> Dice:
        with at("tests.dice"):
            return parse_dice(str(tests.get("dice", ""))).dice

    def initiative(self, turns: Row) -> Dice:
        with at("order.dice"):
            return parse_dice(str(turns.get("dice", "1d6"))).dice

    def lost(self, health: Row, derived: Mapping[str, Formula]) -> str:
        with at("health.lost"):
            name = health.get("lost")
            if not isinstance(name, str) or name not in self.bounds or name in derived:
                raise Unfit(_("the name of a number of the sheet is needed."))
            return name

    # Values.

    def rows(self, part: str) -> Row:
        value = self.data.get(part, {})
        if not isinstance(value, dict) or len(value) > MOST_NAMES:
            words = _("%(part)s: at most %(most)s named values are needed.", part=part, most=MOST_NAMES)
            self.wrong.append(Unfit(words, part))
            return {}
        return value

    def label(self, value: Any, place: str) -> Text:
        """Read a label in one language, or in two: ``{ en = "…", fr = "…" }``. Raises ``Unfit``."""
        both = {"en": value, "fr": value} if isinstance(value, str) else value
        whole = isinstance(both, dict) and both.keys() == {"en", "fr"}
        if not whole or not all(isinstance(word, str) and 0 < len(word) <= MOST_LABEL for word in both.values()):
            raise Unfit(_("%(place)s: words are needed, or { en = …, fr = … }.", place=place), place)
        self.words.setdefault("fr", {})[both["en"]] = both["fr"]
        return Text(both["en"], (), self.key)

    def whole(self, row: Row, name: str, default: int, least: int, most: int) -> int:
        value = row.get(name, default)
        if type(value) is not int or not least <= value <= most:
            raise Unfit(_("%(name)s: a whole number from %(least)s to %(most)s.", name=name, least=least, most=most))
        return value

    def mode(self, row: Row, name: str, modes: Mapping[str, T]) -> T:
        value = row.get(name, next(iter(modes)))
        if not isinstance(value, str) or value not in modes:
            raise Unfit(_("%(name)s: one of %(modes)s is needed.", name=name, modes=", ".join(modes)))
        return modes[value]

    def named(self, key: str, place: str) -> None:
        if not _NAME.fullmatch(key) or key in _TAKEN or key in self.labels:
            raise Unfit(_("%(place)s: this name cannot be used, or is used twice.", place=place), place)

    def known(self, kind: str, row: Row, place: str) -> None:
        """Raises ``Unfit`` for a setting that rows of this kind do not have, such as a misspelt one."""
        for name in row:
            if name not in SETTINGS[kind]:
                settings = ", ".join(SETTINGS[kind])
                words = _(
                    "%(place)s: “%(name)s” is not one of these settings: %(settings)s.",
                    place=place,
                    name=name,
                    settings=settings,
                )
                raise Unfit(words, f"{place}.{name}")

    def told(self, kind: str, row: Any, place: str) -> Row:
        """A row as settings; plain words, in one language or two, become its label."""
        if not isinstance(row, dict) or row.keys() == {"en", "fr"}:
            return {"label": row}
        self.known(kind, row, place)
        return row

    # Parts.

    def section(self, key: str, row: Any) -> Section:
        place = f"sheet.{key}"
        if not isinstance(row, dict) or len(row) > MOST_NAMES:
            words = _("%(part)s: at most %(most)s named values are needed.", part=place, most=MOST_NAMES)
            raise Unfit(words, place)
        fields = [
            self.field_or_placeholder(name, value, f"{place}.{name}") for name, value in row.items() if name != "label"
        ]
        label = self.label(row.get("label", key), f"{place}.label")
        return section("", label, *(field for field in fields if field is not None))

    def field_or_placeholder(self, key: str, row: Any, place: str) -> Field | None:
        """A field; ``None`` if it is faulty, and formulas with its name are then checked as if it were 1."""
        field = self.attempt(place, lambda: self.field(key, row, place))
        if field is None:
            self.labels.setdefault(key, Text(key))
            self.bounds.setdefault(key, (1, 1))
        return field

    def field(self, key: str, row: Any, place: str) -> Field:
        self.named(key, place)
        row = self.told("field", row, place)
        label = self.labels[key] = self.label(row.get("label"), place)
        kind = "choice" if "choices" in row else row.get("kind", "number")
        if kind not in KINDS:
            raise Unfit(_("%(place)s: one of %(kinds)s is needed.", place=place, kinds=", ".join(KINDS)), place)
        with at(place):
            if kind == "number":
                least = self.whole(row, "least", 0, -formulas.MOST, formulas.MOST)
                most = self.whole(row, "most", max(20, least), least, formulas.MOST)
                self.bounds[key] = (least, most)
                return number(key, label, self.whole(row, "default", max(0, least), least, most), least, most)
            if kind == "choice":
                rows = row["choices"]
                if (
                    not isinstance(rows, dict)
                    or not 1 <= len(rows) <= MOST_NAMES
                    or not all(map(_NAME.fullmatch, rows))
                ):
                    raise Unfit(_("choices by their names are needed."))
                return choice(key, label, {name: self.label(word, name) for name, word in rows.items()})
            if kind == "flag":
                self.bounds[key] = (0, 1)
                return flag(key, label)
        return text(key, label) if kind == "text" else Field(key, label, "note")

    def conditions(self) -> dict[str, Condition]:
        rows = {
            key: self.attempt("", partial(self.condition, key, row)) for key, row in self.rows("conditions").items()
        }
        return {key: row for key, row in rows.items() if row is not None}

    def condition(self, key: str, row: Any) -> Condition:
        place = f"conditions.{key}"
        self.named(key, place)
        row = self.told("conditions", row, place)
        with at(place):
            return Condition(self.label(row.get("label"), "label"), self.whole(row, "tests", 0, -99, 99))

    def formula(
        self, place: str, given: Any, tables: Mapping[str, formulas.Table], least: int | None = None
    ) -> Formula:
        """A parsed formula, whose names must be numbers read before. Raises ``Unfit``."""
        with at(place):
            formula = formulas.parse(given, tables)
            for name in formula.names:
                if name not in self.bounds:
                    raise Unfit(_("“%(name)s” is no number here.", name=name))
            reach = formula.bounds(self.bounds)
            if least is not None and reach[0] < least:
                raise Unfit(_("it can fall to %(number)s; %(least)s at least.", number=reach[0], least=least))
        return formula

    def derived(self, tables: Mapping[str, formulas.Table]) -> tuple[dict[str, Formula], tuple[str, ...]]:
        """The derived numbers and their order; a faulty one counts as 1 in formulas with its name."""
        parsed = dict[str, Formula]()
        for key, row in self.rows("derived").items():
            formula = self.attempt(f"derived.{key}", partial(self.parsed, key, row, tables))
            parsed[key] = formula or Formula("number", 1)
            self.labels.setdefault(key, Text(key))
        order = self.attempt("derived", lambda: self.in_order(parsed)) or ()
        for key in (*order, *(key for key in parsed if key not in order)):
            bounds = self.attempt("", partial(self.reach, key, parsed[key])) if key in order else None
            self.bounds[key] = bounds or (1, 1)
        return parsed, order

    def parsed(self, key: str, row: Any, tables: Mapping[str, formulas.Table]) -> Formula:
        place = f"derived.{key}"
        self.named(key, place)
        if not isinstance(row, dict):
            raise Unfit(_("%(place)s: a label and a formula are needed.", place=place), place)
        self.known("derived", row, place)
        self.labels[key] = self.label(row.get("label"), place)
        with at(place):
            return formulas.parse(row.get("formula"), tables)

    def in_order(self, parsed: Mapping[str, Formula]) -> tuple[str, ...]:
        with at("derived"):
            return formulas.sort_by_dependency(parsed, self.bounds)

    def reach(self, key: str, formula: Formula) -> Range:
        with at(f"derived.{key}"):
            return formula.bounds(self.bounds)

    def numbers(self, derived: Mapping[str, Formula]) -> dict[str, Range]:
        return {name: bounds for name, bounds in self.bounds.items() if name not in derived}

    def tested(self, tests: Row) -> tuple[str, ...]:
        names = tests.get("of", [])
        valid = isinstance(names, list) and all(isinstance(name, str) and name in self.bounds for name in names)
        if not valid or not 1 <= len(names) <= MOST_NAMES or len(set(names)) < len(names):
            raise Unfit(_("tests.of: the names of numbers are needed, each once."))
        return tuple(names)

    def bands(self, rows: Any) -> tuple[tuple[int, Text], ...]:
        listed = rows if isinstance(rows, list) and len(rows) <= 10 else []
        pairs = [row for row in listed if isinstance(row, list) and len(row) == 2 and type(row[0]) is int]
        starts = [row[0] for row in pairs]
        if len(pairs) < len(listed) or starts != sorted({*starts, 0, 100}) or (starts[0], starts[-1]) != (0, 100):
            raise Unfit(_("health.bands: percents with words are needed, ascending from 0 to 100."))
        return tuple((start, self.label(word, "health.bands")) for start, word in pairs)

    def samples(self, game: Game) -> dict[str, Mapping[str, Any]]:
        rows = self.rows("samples")
        if len(rows) > MOST_SHEETS or not all(isinstance(row, dict) for row in rows.values()):
            self.wrong.append(Unfit(_("samples: sheets by their names are needed."), "samples"))
            return {}
        sheets = {}
        for key, row in rows.items():
            try:
                sheets[key] = checked_sheet(game, key, row)
            except BadSheet as error:
                place = f"samples.{key}"
                self.wrong += [Unfit(_("samples: %(problem)s", problem=text), place) for text in error.problems]
        return sheets
