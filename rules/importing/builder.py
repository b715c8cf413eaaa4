"""Builds a sheet from values of another program, each read by the rules of its field."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from rules.character.sheet import MOST_NOTE, MOST_ROWS, MOST_TEXT, Field, SheetSchema
from rules.core.errors import Unreadable
from rules.core.paths import canonical, get, put
from rules.core.text import Text, _
from rules.importing.reading import MOST_REMARKS, Imported, Say, excerpt

MOST_SHOWN = 60


class SheetBuilder:
    """A sheet in progress, with remarks on it. Nothing raises: a value that does not fit is left out with a remark."""

    def __init__(self, schema: SheetSchema, say: Say) -> None:
        self.schema, self.say = schema, say
        self.data: dict[str, Any] = {}
        self.remarks: list[Text] = []
        self.left_out: list[str] = []
        self._notes: dict[str, list[str]] = {}

    def put(self, path: str, value: Any) -> bool:
        """Write a value, unless it is absent. Returns True if it was written."""
        field = self.schema.field(path)
        if field is None or value is None or value == "":
            return False
        fit = self._fit(field, value)
        if fit is None:
            return False
        self.data = put(self.data, path, fit)
        return True

    def row(self, path: str, key: str, values: Mapping[str, Any]) -> str | None:
        """Add a row to a list; returns its key, or ``None`` if there is no room or a required value is missing."""
        field = self.schema.field(path)
        rows = get(self.data, path) or {}
        row = self._fitted_row(field, values) if field is not None and len(rows) < MOST_ROWS else {}
        if not row:
            return None
        name = _free(slug(key), rows)
        self.data = put(self.data, f"{path}.{name}", row)
        return name

    def _fitted_row(self, field: Field, values: Mapping[str, Any]) -> dict[str, Any]:
        leaves = {leaf.key: leaf for leaf in field.row}
        fits = {name: self._fit(leaves[name], value) for name, value in values.items() if value not in (None, "")}
        readable = {name: value for name, value in fits.items() if value is not None}
        lacks = any(leaf.required and not readable.get(leaf.key) for leaf in field.row)
        return (
            {} if lacks else {key: value for key, value in readable.items() if value != leaves[key].blank} or readable
        )

    def note(self, text: Any, path: str = "notes") -> None:
        if isinstance(text, str) and text.strip():
            self._notes.setdefault(path, []).append(_usable(text, keep="\n\t").strip())

    def remark(self, text: Text) -> None:
        if len(self.remarks) < MOST_REMARKS and text not in self.remarks:
            self.remarks.append(text)

    def strange(self, what: Text, value: Any) -> None:
        """Add the remark that a value could not be read."""
        self.remark(_("%(field)s: “%(value)s” was not understood and is left out.", field=what, value=as_text(value)))

    def imported(self, source: Any, name: Any, kind: str = "npc", portrait: str = "") -> Imported:
        """The finished sheet with its name; ``source`` is the part of the file it came from."""
        if not (isinstance(name, str) and self.put("name", name)):
            self.remark(_("No name is in the file."))
            self.data = {**self.data, "name": "?"}
        for path, texts in self._notes.items():
            self.put(path, "\n\n".join(texts))
        remarks = tuple(self.remarks)
        return Imported(canonical(self.data), excerpt(source), remarks, tuple(self.left_out[:40]), kind, portrait)

    def _fit(self, field: Field, value: Any) -> Any:
        """The value as its field stores it, clamped to its bounds with a remark; ``None`` if it cannot be read."""
        fit = value
        if field.kind == "number" and value not in field.words:
            fit = self._number(field, value)
        elif field.kind in ("text", "note"):
            fit = self._text(field, value)
        if fit is None:
            return None
        try:
            return field.read(fit)
        except Unreadable:
            self.strange(field.label, value)
            return None

    def _number(self, field: Field, value: Any) -> int | None:
        number = figure(value)
        if number is None:
            self.strange(field.label, value)
            return None
        least, most = field.least, field.most
        bounded = number if least is None else max(least, number)
        bounded = bounded if most is None else min(most, bounded)
        if bounded != number:
            text = _(
                "%(field)s: %(value)s in the file, %(kept)s here.",
                field=field.label,
                value=as_text(value),
                kept=bounded,
            )
            self.remark(text)
        return bounded

    def _text(self, field: Field, value: Any) -> str | None:
        if not isinstance(value, str | int) or isinstance(value, bool):
            self.strange(field.label, value)
            return None
        most = field.most or (MOST_NOTE if field.kind == "note" else MOST_TEXT)
        text = _usable(as_text(value) if isinstance(value, int) else value, keep="\n\t" if field.kind == "note" else "")
        text = text.strip()
        if len(text) > most:
            cut = _("%(field)s: the text is too long, and cut after %(most)s characters.", field=field.label, most=most)
            self.remark(cut)
            text = text[:most].strip()
        return text or None


def figure(value: Any) -> int | None:
    """A whole number in any notation: 12, 12.0, "12", "+3", "−2"; ``None`` for anything else."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value if abs(value) < 10**9 else None
    if isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) < 10**9 else None
    if isinstance(value, str):
        match = _FIGURE.fullmatch(value.strip().replace("\u2212", "-"))
        return int(match[0]) if match else None
    return None


def begins(value: Any) -> int | None:
    """The number that a text begins with, such as 6 of "6 (12 flying)"."""
    match = _BEGIN.match(value) if isinstance(value, str) else None
    return int(match[1]) if match else figure(value)


def as_text(value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, int) and abs(value) >= 10**9:
        return "…"
    text = value if isinstance(value, str) else repr(value) if isinstance(value, int | float) else type(value).__name__
    text = " ".join(_usable(text, keep="\n\t").split())
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}…"


def slug(text: str) -> str:
    """The key of a row, made from a name in any script."""
    return _NO_KEY.sub("_", text.lower()).strip("_")[:32] or "row"


def get_nested(value: Any, *keys: str) -> Any:
    """A value within nested objects; ``None`` if there is none."""
    for key in keys:
        value = value.get(key) if isinstance(value, Mapping) else None
    return value


def _free(key: str, rows: Mapping[str, Any]) -> str:
    if key not in rows:
        return key
    return next(name for number in range(2, MOST_ROWS + 3) if (name := f"{key}_{number}") not in rows)


def _usable(text: str, keep: str) -> str:
    spaced = text.replace("\r\n", "\n")
    return "".join(" " if sign in "\n\t" and sign not in keep else sign for sign in spaced if _is_usable(sign))


def _is_usable(sign: str) -> bool:
    return sign in "\n\t" or (sign.isprintable() or sign.isspace()) and sign >= " " and not "\x7f" <= sign < "\xa0"


_FIGURE = re.compile(r"[+-]?[0-9]{1,9}")
_BEGIN = re.compile(r"\s*([+-]?[0-9]{1,6})")
_NO_KEY = re.compile(r"[^a-z0-9]+")
