"""The schema of a sheet: sections of typed fields, from which forms, checks and problems follow.

There are few kinds of field, and no screen knows a game: ``number``, ``text``, ``note``, ``choice``, ``flag``, ``grid``
(numbers in rows and columns) and ``list`` (rows of fields under random keys).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rules.core.dice import parse
from rules.core.errors import Unreadable
from rules.core.paths import Data, get, put
from rules.core.text import Text, _

MOST_TEXT = 200
MOST_NOTE = 20_000
MOST_ROWS = 300
TYPED = ("text", "note")  # kinds of field that hold typed text


@dataclass(frozen=True)
class Choice:
    """One value of a choice, and its label; a refused one is shown disabled, with the reason.

    A ``likely`` one is preselected in a form, although the choice is required. Choices of a ``group`` stand under its
    heading, and those ``aside`` are folded if there are others.
    """

    key: str
    label: Text
    refused: Text | None = None
    hint: Text | None = None
    likely: bool = False
    group: Text | None = None
    aside: bool = False


class Choices(Sequence[Choice]):
    """The choices of a field, of which the first are known and the others are made when they are needed.

    The callable must not hold a scene, because a scene holds its offers.
    """

    def __init__(self, first: Iterable[Choice], further: Callable[[], Iterable[Choice]]) -> None:
        self._first, self._make = tuple(first), further

    @cached_property
    def _all(self) -> tuple[Choice, ...]:
        return (*self._first, *self._make())

    def __iter__(self) -> Iterator[Choice]:
        yield from self._first
        yield from self._all[len(self._first) :]

    def __len__(self) -> int:
        return len(self._all)

    def __getitem__(self, place: Any) -> Any:
        return self._all[place]

    def __eq__(self, other: object) -> bool:
        return tuple(self) == tuple(other) if isinstance(other, Sequence) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._all)

    def __repr__(self) -> str:
        return repr(self._all)


@dataclass(frozen=True)
class Field:
    """One field of a sheet or form.

    ``words`` are values a number may have besides numbers (such as "X"). ``least`` and ``most`` bound numbers; ``most``
    also bounds the length of a text. ``row`` has the fields of a list's rows. ``grid`` maps each column to its rows and
    their maximum, and ``names`` has the labels of columns and rows. ``short`` is a label for narrow places. ``gm_only``
    fields are shown to and filled in by the game master alone. ``rule`` is the ID of the rule it comes from. In a test,
    ``own`` fields are left to the player who throws, even if a game master requested the test.

    A text that ``names_test`` holds the key of a test of the same sheet, chosen by its name. ``suggested`` are some of
    the texts that are usual here. A text that ``names_row`` holds the key of a row of that list of the same sheet, or
    one of its ``choices``. A text of ``dice`` must be dice notation when somebody types it; an imported one may be
    anything.
    """

    key: str
    label: Text
    kind: str = "number"
    default: Any = None
    least: int | None = None
    most: int | None = None
    choices: Sequence[Choice] = ()
    words: tuple[str, ...] = ()
    row: tuple[Field, ...] = ()
    grid: Mapping[str, Mapping[str, int]] | None = None
    names: Mapping[str, Text] | None = None
    short: Text | None = None
    help: Text | None = None
    rule: str = ""
    gm_only: bool = False
    own: bool = False
    required: bool = False
    names_test: bool = False
    names_row: str = ""
    suggested: tuple[Text, ...] = ()
    dice: bool = False

    @property
    def names_another(self) -> bool:
        """True if it holds the key of a test or row on its sheet instead of words."""
        return self.names_test or bool(self.names_row)

    @cached_property
    def blank(self) -> Any:
        if self.default is not None:
            return self.default
        return {"number": 0, "flag": False, "grid": {}, "list": {}}.get(self.kind, "")

    def read(self, value: Any) -> Any:
        """``value`` as this field stores it. Raises ``Unreadable`` with a sentence that names the limit."""
        return _READERS[self.kind](self, value)

    def typed(self, value: Any) -> Any:
        """Like ``read``, for a value typed now. Raises ``Unreadable`` also for dice that the rules cannot read."""
        text = self.read(value)
        if self.dice and text:
            parse(text)
        return text


@dataclass(frozen=True)
class Section:
    """Fields that belong together; if the section has a ``key``, they are stored below it."""

    key: str
    label: Text
    fields: tuple[Field, ...]

    def path(self, field: Field) -> str:
        return f"{self.key}.{field.key}" if self.key else field.key


@dataclass(frozen=True)
class Problem:
    """A problem of a sheet: its path, and a sentence."""

    path: str
    text: Text


@dataclass(frozen=True)
class SheetSchema:
    """The sections of a sheet, or of a list of settings."""

    sections: tuple[Section, ...]

    def walk(self) -> Iterator[tuple[str, Field]]:
        for section in self.sections:
            for field in section.fields:
                yield section.path(field), field

    def field(self, path: str) -> Field | None:
        """The field that a dotted path writes, including a cell of a grid and a field of a row."""
        field = self._fields.get(path) or self._cells.get(path)
        if field is not None or path.count(".") < 2:
            return field
        top, key, leaf = path.rsplit(".", 2)
        return self._columns.get((top, leaf)) if _is_key(key) else None

    @cached_property
    def _fields(self) -> dict[str, Field]:
        return dict(self.walk())

    @cached_property
    def _cells(self) -> dict[str, Field]:
        grids = [(path, field, field.grid) for path, field in self.walk() if field.grid]
        return {
            f"{path}.{column}.{row}": _cell(field, row, most)
            for path, field, grid in grids
            for column, rows in grid.items()
            for row, most in rows.items()
        }

    @cached_property
    def _columns(self) -> dict[tuple[str, str], Field]:
        return {(path, leaf.key): leaf for path, field in self.walk() for leaf in field.row}

    def value(self, data: Data, path: str) -> Any:
        """The value at a path, or the field's blank value. Raises ``KeyError`` for a path without a field."""
        blank = self._blanks[path] if path in self._blanks else self._blank_of(path)
        value = get(data, path)
        return blank if value is None else value

    def _blank_of(self, path: str) -> Any:
        field = self.field(path)
        if field is None:
            raise KeyError(path)
        return field.blank

    @cached_property
    def _blanks(self) -> dict[str, Any]:
        return self.defaults()

    def defaults(self) -> dict[str, Any]:
        return {path: field.blank for path, field in self.walk()}


def not_a_field(path: str) -> Text:
    """The refusal of a path that a sheet does not have; somebody may have posted a long one."""
    return _("“%(path)s” is not a field of this sheet.", path=path[:80])


def problems(schema: SheetSchema, data: Any) -> tuple[Problem, ...]:
    """All problems of ``data``, each with its path and sentence; empty if there are none."""
    if not isinstance(data, Mapping):
        return (Problem("", _("A sheet is a set of named values.")),)
    sections = {section.key for section in schema.sections if section.key}
    fields = dict(schema.walk())
    wrong = [Problem(path, not_a_field(path)) for path in _strays(data, fields, sections)]
    for path, field in fields.items():
        value = get(data, path)
        if value is None:
            if field.required:
                wrong.append(Problem(path, _("%(field)s is missing.", field=field.label)))
        else:
            wrong.extend(_field_problems(path, field, value))
    return tuple(wrong)


def is_shaped(schema: SheetSchema, data: Data) -> bool:
    """True if every section, grid and list of a sheet is a mapping, whatever its values are."""
    sections = [data.get(section.key) for section in schema.sections if section.key]
    nested = [get(data, path) for path, field in schema.walk() if field.kind in ("grid", "list")]
    rows = [row for value in nested if isinstance(value, Mapping) for row in value.values()]
    return all(value is None or isinstance(value, Mapping) for value in (*sections, *nested, *rows))


def clean(schema: SheetSchema, data: Data) -> dict[str, Any]:
    """Valid data as its fields store it: numbers written as text become numbers, surrounding blanks are removed."""
    stored: dict[str, Any] = {}
    for path, field in schema.walk():
        value = get(data, path)
        if value is not None:
            stored = put(stored, path, field.read(value))
    return stored


def _strays(data: Data, fields: Mapping[str, Field], sections: set[str]) -> Iterator[str]:
    for key, item in data.items():
        if key in sections and isinstance(item, Mapping):
            yield from (f"{key}.{inner}"[:80] for inner in item if f"{key}.{inner}" not in fields)
        elif key not in fields:
            yield str(key)[:80]


def _field_problems(path: str, field: Field, value: Any) -> Iterator[Problem]:
    if field.kind in ("grid", "list"):
        yield from _nested_problems(path, field, value)
        return
    try:
        field.read(value)
    except Unreadable as error:
        yield Problem(path, error.text)


def _nested_problems(path: str, field: Field, value: Any) -> Iterator[Problem]:
    if not isinstance(value, Mapping):
        yield Problem(path, _("%(field)s is a set of named rows.", field=field.label))
        return
    if len(value) > MOST_ROWS:
        yield Problem(path, _("%(field)s has more than %(most)s rows.", field=field.label, most=MOST_ROWS))
        return
    for key, row in value.items():
        if not isinstance(row, Mapping) or not _is_key(key):
            yield Problem(
                f"{path}.{str(key)[:80]}", _("A row of %(field)s is a set of named values.", field=field.label)
            )
            continue
        for inner, item in row.items():
            leaf = _inner(field, key, str(inner))
            where = f"{path}.{key}.{str(inner)[:80]}"
            if leaf is None:
                yield Problem(where, not_a_field(where))
            else:
                yield from _field_problems(where, leaf, item)
        for leaf in field.row:
            if leaf.required and leaf.key not in row:
                yield Problem(f"{path}.{key}.{leaf.key}", _("%(field)s is missing.", field=leaf.label))


def _inner(field: Field, key: str, leaf: str) -> Field | None:
    if field.grid is not None:
        most = field.grid.get(key, {}).get(leaf)
        return None if most is None else _cell(field, leaf, most)
    return next((column for column in field.row if column.key == leaf), None)


def _cell(grid: Field, row: str, most: int) -> Field:
    return Field(row, grid.label, "number", least=0, most=most, rule=grid.rule)


def _is_key(key: Any) -> bool:
    return isinstance(key, str) and _KEY.fullmatch(key) is not None


_KEY = re.compile("[A-Za-z0-9_-]{1,40}")


def _number(field: Field, value: Any) -> int | str:
    text = _figures(value)
    for word in field.words:
        if text.casefold() == word.casefold():
            return word
    text = text.replace("\u2212", "-")
    digits = text.lstrip("+-")
    if len(text) > 12 or len(text) - len(digits) > 1 or not (digits.isascii() and digits.isdigit()):
        raise Unreadable(_number_error(field), field.key)
    number = int(text)
    if field.least is not None and number < field.least:
        raise Unreadable(_("%(field)s: %(least)s at least.", field=field.label, least=field.least), field.key)
    if field.most is not None and number > field.most:
        raise Unreadable(_("%(field)s: %(most)s at most.", field=field.label, most=field.most), field.key)
    return number


def _number_error(field: Field) -> Text:
    words = ", ".join(word for word in field.words if word)
    if words:
        return _("%(field)s: a whole number is needed, or %(words)s.", field=field.label, words=words)
    return _("%(field)s: a whole number is needed.", field=field.label)


def _figures(value: Any) -> str:
    """The text of an entry; an overlong number becomes as unreadable as a value that is no number."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**12:
        return str(value)
    return value.strip() if isinstance(value, str) else "?"


def _text(field: Field, value: Any) -> str:
    limit = field.most or (MOST_NOTE if field.kind == "note" else MOST_TEXT)
    if not isinstance(value, str):
        raise Unreadable(_("%(field)s: a text is needed.", field=field.label), field.key)
    cleaned = unicodedata.normalize("NFC", value.replace("\r\n", "\n")).strip()
    if len(cleaned) > limit:
        raise Unreadable(_("%(field)s: %(most)s characters at most.", field=field.label, most=limit), field.key)
    if any(_is_unusable(sign, field.kind) for sign in cleaned):
        raise Unreadable(_("%(field)s: a character cannot be used here.", field=field.label), field.key)
    if field.required and all(unicodedata.category(sign)[0] in "CZ" for sign in cleaned):  # only invisible characters
        raise Unreadable(_("%(field)s is missing.", field=field.label), field.key)
    return cleaned


def _is_unusable(sign: str, kind: str) -> bool:
    """True for control characters (except line breaks and tabs in notes), and for changes of the writing direction."""
    if sign in _DIRECTION:
        return True
    return unicodedata.category(sign) in ("Cc", "Cs") and not (kind == "note" and sign in "\n\t")


def _choice(field: Field, value: Any) -> str:
    for choice in field.choices:
        if isinstance(value, str) and choice.key == value:
            if choice.refused is not None:
                raise Unreadable(choice.refused, field.key)
            return value
    raise Unreadable(_("%(field)s: one of the choices offered is needed.", field=field.label), field.key)


def _flag(field: Field, value: Any) -> bool:
    if isinstance(value, bool):
        return value
    if value in ("", "on", "true", "false", "1", "0"):
        return value in ("on", "true", "1")
    raise Unreadable(_("%(field)s: yes or no is needed.", field=field.label), field.key)


def _whole(field: Field, value: Any) -> dict[str, dict[str, Any]]:
    wrong = tuple(_nested_problems(field.key, field, value))
    if wrong:
        raise Unreadable(wrong[0].text, wrong[0].path)
    return {key: _row(field, key, row) for key, row in value.items()}


def _row(field: Field, key: str, row: Data) -> dict[str, Any]:
    leaves = {inner: _inner(field, key, inner) for inner in row}
    return {inner: leaf.read(row[inner]) for inner, leaf in leaves.items() if leaf is not None}


# Embeddings, overrides and isolates can make a name look like another one.
_DIRECTION = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_READERS = {
    "number": _number,
    "text": _text,
    "note": _text,
    "choice": _choice,
    "flag": _flag,
    "grid": _whole,
    "list": _whole,
}


def map_texts(schema: SheetSchema, path: str, value: Any, read: Callable[[Field, str], Any]) -> Any:
    """The value at a path of a sheet, with each typed text replaced by the result of ``read``."""
    if isinstance(value, Mapping):
        return {key: map_texts(schema, f"{path}.{key}" if path else key, other, read) for key, other in value.items()}
    field = schema.field(path) if isinstance(value, str) else None
    return read(field, value) if field is not None and field.kind in TYPED else value
