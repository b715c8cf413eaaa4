"""Reads the file of a written game. Whatever is wrong with it is one sentence that begins with its place."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from typing import Any

from rules.character.character import Character
from rules.character.fields import NOTES, choice, flag, number, section, text
from rules.character.sheet import Field, Section, SheetSchema
from rules.core.dice import parse as parse_dice
from rules.core.errors import BadSheet, RulesError
from rules.core.game import Game
from rules.core.text import Text, _
from rules.packs import KIT, MOST_SHEETS, Pack, Unfit, check_key, check_kit, checked_sheet, tried
from rules.written import fight, formulas, rolls
from rules.written.book import Book, Condition
from rules.written.formulas import Formula, Range

MOST_BYTES, MOST_NAMES, MOST_LABEL = 60_000, 60, 80
KINDS = ("number", "flag", "text", "note", "choice")
PARTS = (
    *("kit", "key", "version", "name", "about", "die", "sheet", "tables", "derived"),
    *("tests", "order", "health", "conditions", "samples"),
)
MOST_VERSION = 12
_VERSION = re.compile(rf"[\w.-]{{1,{MOST_VERSION}}}", re.ASCII)
_NAME = re.compile(r"[a-z][a-z0-9_]{0,29}")
_TAKEN = frozenset({"name", "notes", "secret_notes", "conditions", "min", "max", "label"})
Row = Mapping[str, Any]


def read(raw: bytes, taken: tuple[str, ...] = ()) -> Pack:
    """The game of a file. Raises ``Unfit`` with what is wrong."""
    if len(raw) > MOST_BYTES:
        raise Unfit(_("A game is a file of at most %(most)s bytes.", most=MOST_BYTES))
    try:
        data = tomllib.loads(raw.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise Unfit(_("It is not a TOML file: %(why)s", why=str(error)[:200])) from error
    try:
        return _Reader(data, sha256(raw).hexdigest()[:6]).pack(taken)
    except BadSheet as error:
        raise Unfit(_("samples: %(problem)s", problem=error.problems[0])) from error
    except RulesError as error:
        raise Unfit(error.text) from error


@contextmanager
def at(place: str) -> Iterator[None]:
    """Let what is wrong here be told with its place."""
    try:
        yield
    except Unfit as unfit:
        raise Unfit(_("%(place)s: %(problem)s", place=place, problem=unfit.text)) from unfit
    except RulesError as error:
        raise Unfit(_("%(place)s: %(problem)s", place=place, problem=error.text)) from error


class _Reader:
    """One file on its way to a game."""

    def __init__(self, data: Row, digest: str) -> None:
        self.data, self.digest = data, digest
        self.key = data["key"] if isinstance(data.get("key"), str) else ""
        self.words: dict[str, dict[str, str]] = {}
        self.bounds: dict[str, Range] = {}
        self.labels: dict[str, Text] = {}

    def pack(self, taken: tuple[str, ...]) -> Pack:
        with at("key"):
            check_key(self.key, taken)
        check_kit(self.whole(self.data, "kit", 0, 0, 9999))
        for part in self.data:
            if part not in PARTS:
                raise Unfit(_("“%(part)s” is no part of a game: %(parts)s.", part=part[:40], parts=", ".join(PARTS)))
        book = self.book()
        game = self.game(book)
        pack = Pack(game, None, self.samples(game), self.words)
        tried(pack)
        return pack

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
        """The version a file gives itself, with what tells it from a file that was changed under the same one."""
        version = self.data.get("version", "0")
        if not isinstance(version, str) or not _VERSION.fullmatch(version):
            raise Unfit(_("version: at most %(most)s letters, digits, dots and -.", most=MOST_VERSION))
        return f"{version}+{self.digest}"

    def book(self) -> Book:
        sections = [section("", _("Identity"), text("name", _("Name"), required=True, most=80))]
        sections += [self.section(key, row) for key, row in self.rows("sheet").items()]
        conditions = {key: self.condition(key, row) for key, row in self.rows("conditions").items()}
        flags = tuple(flag(key, row.label) for key, row in conditions.items())
        sections += [Section("conditions", _("Conditions"), flags)] if flags else []
        tables = {}
        for key, rows in self.rows("tables").items():
            with at(f"tables.{key}"):
                tables[key] = formulas.table(rows)
        derived, order = self.derived(tables)
        tests, health, turns = (self.rows(part) for part in ("tests", "health", "order"))
        with at("tests.dice"):
            dice = parse_dice(str(tests.get("dice", ""))).dice
        with at("health.lost"):
            if health.get("lost") not in self.bounds or health["lost"] in derived:
                raise Unfit(_("the name of a number of the sheet is needed."))
        return Book(
            *(SheetSchema((*sections, NOTES)), self.numbers(derived), self.labels, derived, order, dice),
            tested=self.tested(tests),
            adds=self.mode(tests, "mode", {"under": False, "over": True}),
            target=self.whole(tests, "target", 10, 0, rolls.MOST_TARGET),
            critical=self.whole(tests, "critical", 0, 0, 999),
            fumble=self.whole(tests, "fumble", 0, 0, 999),
            score=self.formula("order.score", turns.get("score", 0), tables),
            by_sides=self.mode(turns, "kind", {"static": False, "groups": True}),
            points=self.formula("health.points", health.get("points"), tables, least=1),
            lost=health["lost"],
            bands=self.bands(health.get("bands")),
            conditions=conditions,
        )

    # Values.

    def rows(self, part: str) -> Row:
        value = self.data.get(part, {})
        if not isinstance(value, dict) or len(value) > MOST_NAMES:
            raise Unfit(_("%(part)s: at most %(most)s named values are needed.", part=part, most=MOST_NAMES))
        return value

    def label(self, value: Any, place: str) -> Text:
        """Words in one language, or in two: ``{ en = "…", fr = "…" }``."""
        both = {"en": value, "fr": value} if isinstance(value, str) else value
        whole = isinstance(both, dict) and both.keys() == {"en", "fr"}
        if not whole or not all(isinstance(word, str) and 0 < len(word) <= MOST_LABEL for word in both.values()):
            raise Unfit(_("%(place)s: words are needed, or { en = …, fr = … }.", place=place))
        self.words.setdefault("fr", {})[both["en"]] = both["fr"]
        return Text(both["en"], (), self.key)

    def whole(self, row: Row, name: str, default: int, least: int, most: int) -> int:
        value = row.get(name, default)
        if type(value) is not int or not least <= value <= most:
            raise Unfit(_("%(name)s: a whole number from %(least)s to %(most)s.", name=name, least=least, most=most))
        return value

    def mode(self, row: Row, name: str, modes: Mapping[str, bool]) -> bool:
        value = row.get(name, next(iter(modes)))
        if not isinstance(value, str) or value not in modes:
            raise Unfit(_("%(name)s: one of %(modes)s is needed.", name=name, modes=", ".join(modes)))
        return modes[value]

    def named(self, key: str, place: str) -> None:
        if not _NAME.fullmatch(key) or key in _TAKEN or key in self.labels:
            raise Unfit(_("%(place)s: this name cannot be used, or is used twice.", place=place))

    # Parts.

    def section(self, key: str, row: Any) -> Section:
        if not isinstance(row, dict) or len(row) > MOST_NAMES:
            raise Unfit(_("%(part)s: at most %(most)s named values are needed.", part=f"sheet.{key}", most=MOST_NAMES))
        fields = (self.field(name, value, f"sheet.{key}.{name}") for name, value in row.items() if name != "label")
        return section("", self.label(row.get("label", key), f"sheet.{key}.label"), *fields)

    def field(self, key: str, row: Any, place: str) -> Field:
        self.named(key, place)
        if not isinstance(row, dict):
            row = {"label": row}
        label = self.labels[key] = self.label(row.get("label"), place)
        kind = "choice" if "choices" in row else row.get("kind", "number")
        if kind not in KINDS:
            raise Unfit(_("%(place)s: one of %(kinds)s is needed.", place=place, kinds=", ".join(KINDS)))
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

    def condition(self, key: str, row: Any) -> Condition:
        place = f"conditions.{key}"
        self.named(key, place)
        if not isinstance(row, dict):
            row = {"label": row}
        with at(place):
            return Condition(self.label(row.get("label"), "label"), self.whole(row, "tests", 0, -99, 99))

    def formula(
        self, place: str, given: Any, tables: Mapping[str, formulas.Table], least: int | None = None
    ) -> Formula:
        """A formula of numbers that are known by now."""
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
        rows, parsed = self.rows("derived"), dict[str, Formula]()
        for key, row in rows.items():
            place = f"derived.{key}"
            self.named(key, place)
            if not isinstance(row, dict):
                raise Unfit(_("%(place)s: a label and a formula are needed.", place=place))
            self.labels[key] = self.label(row.get("label"), place)
            with at(place):
                parsed[key] = formulas.parse(row.get("formula"), tables)
        with at("derived"):
            order = formulas.in_order(parsed, self.bounds)
        for key in order:
            with at(f"derived.{key}"):
                self.bounds[key] = parsed[key].bounds(self.bounds)
        return parsed, order

    def numbers(self, derived: Mapping[str, Formula]) -> dict[str, Range]:
        return {name: bounds for name, bounds in self.bounds.items() if name not in derived}

    def tested(self, tests: Row) -> tuple[str, ...]:
        names = tests.get("of", [])
        known = isinstance(names, list) and all(isinstance(name, str) and name in self.bounds for name in names)
        if not known or not 1 <= len(names) <= MOST_NAMES or len(set(names)) < len(names):
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
            raise Unfit(_("samples: sheets by their names are needed."))
        return {key: checked_sheet(game, key, row) for key, row in rows.items()}
