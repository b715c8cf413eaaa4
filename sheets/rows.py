"""Ready values for the live parts of a sheet: one row, one tile, one term at a time, as their templates take them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campaigns.live.regions import View
from campaigns.web.addresses import address
from campaigns.web.language import gettext as _
from campaigns.web.language import inside, say
from rules.character.character import Derived, Place
from rules.character.sheet import Field, Section
from rules.core.check import Breakdown, Check
from rules.core.text import plain, signed
from sheets.editing.change_log import is_filled, value_text
from sheets.lookup.rows import of_rule
from sheets.models import Character
from sheets.notes.views import note_form, shown_value
from sheets.portraits import store
from sheets.sheet_view import Reading, star_path

MOST_FACTS = 4
Row = dict[str, Any]


class Kept(Row):
    """A row that stays the same object while it reads the same, with the texts that templates have made of it."""

    def __init__(self, **values: Any) -> None:
        super().__init__(values)
        self.texts: dict[Any, str] = {}


def sum_lines(value: Breakdown, seat: str) -> list[Row]:
    """The terms of a number, each with the address of its rule for pages of ``seat``; the table's have none."""
    return [
        {
            "label": say(term.label),
            "inside": inside(term.label),
            "value": term.value,
            "href": of_rule(seat, term.rule),
            "ignored": say(term.ignored) if term.ignored else "",
        }
        for term in value.lines
    ]


def parts_text(level: Breakdown, target: Breakdown) -> str:
    """``4 + 11 = 15, −5``: the parts of a level, and what health and circumstances add to it."""
    counted = [term.value for term in level.lines if term.ignored is None]
    first, *rest = counted
    text = " ".join((plain(first), *(f"{'+' if value >= 0 else '−'} {abs(value)}" for value in rest)))
    more = target.total - level.total
    if rest:
        text = f"{text} = {plain(level.total)}"
    elif not more:
        return ""
    return f"{text}, {signed(more)}" if more else text


def address_of(view: View, sheet: Reading, name: str, *args: object) -> str:
    """The address of something one does with this sheet; empty for those who only look."""
    return address(name, view.seat, sheet.character.token, *args) if sheet.editable else ""


def edit_of(view: View, sheet: Reading, path: str) -> str:
    """The address where one field is changed; empty for those who only look."""
    return address_of(view, sheet, "sheet-field", path)


def vital(view: View, sheet: Reading, path: str) -> Row:
    field = sheet.schema.field(path)
    assert field is not None
    label = say(sheet.row_name(path)) if path.count(".") == 2 else say(field.label)
    most, test = sheet.system.most(sheet.sheet, sheet.settings, path), sheet.testing(path)
    roll = address_of(view, sheet, "check", test.key) if test else ""
    made_of = (path, label, sheet.value(path), field.least, most, roll)
    return sheet.part((vital, view.language, path), made_of, lambda: _vital(*made_of))


def _vital(path: str, label: str, value: Any, least: int | None, most: int | None, roll: str) -> Row:
    shown = str(value) if most is None else f"{value} / {most}"
    return Kept(
        id=f"step-{path.replace('.', '-')}",
        label=label,
        value=value,
        line=path.count(".") == 2,
        least=least,
        most=most,
        fields={"path": path, "replaces": shown_value(value)},
        minus=_("%(label)s: one less") % {"label": label},
        plus=_("%(label)s: one more") % {"label": label},
        open=_("%(label)s: %(value)s, change") % {"label": label, "value": shown},
        typed=_("%(label)s: a number, or what to add or take off") % {"label": label},
        roll=roll,
    )


def attribute(view: View, sheet: Reading, path: str, field: Field, check: Check) -> Row:
    beside = [
        f"{say(number.short or number.label)} {figure(number)}"
        for number in sheet.beside(path)
        if number.key != check.key
    ]
    return {
        "key": check.key,
        "name": say(field.short or field.label),
        "whole": field.short is None,
        "full": say(field.label),
        "value": sheet.levels[check.key].total,
        "note": ", ".join(beside),
        "href": address_of(view, sheet, "check", check.key),
    }


def derived(view: View, sheet: Reading, number: Derived) -> Row:
    return {
        "key": number.key,
        "label": say(number.label),
        "value": figure(number, sign=False),
        "signed": figure(number),
        "href": address_of(view, sheet, "sheet-parts", number.key),
    }


def figure(number: Derived, sign: bool = True) -> str:
    if number.shown is not None:
        return say(number.shown)
    if number.unit:
        return f"{plain(number.value.total)}\N{NO-BREAK SPACE}{number.unit}"
    return signed(number.value.total) if sign else plain(number.value.total)


def place(view: View, sheet: Reading, path: str, field: Field | None, result: Place) -> tuple[str, Row]:
    """A place of the body; where the sheet has boxes for it, the way to them."""
    known = field is not None and field.grid is not None and result.key in field.grid
    return result.zone or result.key, {
        "label": say(result.label),
        "rank": result.rank,
        "word": _capital(say(result.word)),
        "count": result.count,
        "points": f"{plain(result.points[0])} / {result.points[1]}" if result.points else "",
        "armour": result.armour,
        "href": address_of(view, sheet, "sheet-place", f"{path}.{result.key}") if known else "",
    }


def points(view: View, sheet: Reading, place: Place) -> Row:
    return vital(view, sheet, place.path) | {"label": say(place.label), "line": True}


def test(view: View, sheet: Reading, check: Check) -> Row:
    word = sheet.value(check.path) if check.refused and check.path else None
    level, star = sheet.levels[check.key], sheet.stars.get(check.key)
    made_of = (check, level, star, word if isinstance(word, str) else "")
    key = (test, view.seat, view.language, check.key)
    return sheet.part(key, made_of, lambda: _test(view, sheet, *made_of))


def _test(view: View, sheet: Reading, check: Check, level: Breakdown, star: bool | None, word: str) -> Row:
    name, refused = say(check.what), say(check.refused) if check.refused else ""
    return Kept(
        key=check.key,
        name=name,
        total=word or plain(check.target.total),
        parts=refused or parts_text(level, check.target),
        locked=bool(refused),
        href=address_of(view, sheet, "check", check.key),
        star=star_path(check) if star is not None and sheet.editable else "",
        starred=bool(star),
        star_label=_("%(name)s among the favourites") % {"name": name},
    )


def candidate(character: Character) -> Row:
    """A player character as those see it who look for one: its name, what it is, and whether it is free."""
    owner = character.owner
    free = owner is None or owner.left_at is not None
    return {
        "token": character.token,
        "name": character.name,
        "about": _about(character),
        "portrait": store.address(character.portrait),
        "free": free,
        "owner": "" if free or owner is None else owner.name,
    }


def owner_row(view: View, character: Character) -> Row:
    args = [view.seat, character.token]
    return {
        **candidate(character),
        "href": address("sheet", *args),
        "give": address("give-character", *args),
        "player": character.owner.token if character.owner and not candidate(character)["free"] else "",
    }


def _about(character: Character) -> str:
    for path, field in character.system.schema.walk():
        if field.kind != "text" or path == "name" or field.gm_only:
            continue
        value = str(character.data.get(path, ""))
        return value if value != character.name else ""
    return ""


def list_head(view: View, sheet: Reading, path: str) -> dict[str, str]:
    field = sheet.schema.field(path)
    assert field is not None
    label = say(field.label)
    return {
        "label": label,
        "add": address_of(view, sheet, "sheet-rows", path),
        "add_label": _("Add: %(list)s") % {"list": label},
    }


def things(view: View, sheet: Reading, path: str, field: Field) -> Row:
    rows = sheet.value(path)
    return {
        **list_head(view, sheet, path),
        "rows": [
            {
                "key": f"{path}.{key}",
                "name": (name := say(sheet.row_name(f"{path}.{key}"))),
                "facts": facts(sheet, field, row, name),
                "href": edit_of(view, sheet, f"{path}.{key}"),
            }
            for key, row in rows.items()
        ],
    }


def facts(sheet: Reading, field: Field, row: Mapping[str, Any], name: str) -> str:
    """The facts of a row of a list, besides its name."""
    names = []
    for leaf in field.row:
        value = row.get(leaf.key, leaf.blank)
        if leaf.key == "name" or value == leaf.blank or leaf.kind == "note":
            continue
        if leaf.kind == "flag":
            names.append(inside(leaf.label))
        elif leaf.kind == "choice":
            names.append(say(value_text(leaf, value)))
        elif leaf.kind == "number":
            names.append(f"{inside(leaf.label)} {say(value_text(leaf, value))}")
        else:  # a text may name a test of this sheet
            names.append(say(sheet.named(str(value)) or str(value)))
    return " · ".join([fact for fact in names if fact != name][:MOST_FACTS])


def note(view: View, sheet: Reading, path: str, field: Field) -> Row:
    made_of = (field, sheet.value(path))
    key = (note, sheet.gm, view.seat, view.language, path)
    form = sheet.part(key, made_of, lambda: note_form(sheet, path, field, edit_of(view, sheet, path)))
    return {"secret": field.gm_only, "form": form}


def section(view: View, sheet: Reading, number: int, result: Section, fields: tuple[tuple[str, Field], ...]) -> Row:
    plain_rows = [(path, field) for path, field in fields if field.kind not in ("list", "grid")]
    pairs = [
        (say(field.label), say(value_text(field, sheet.value(path))))
        for path, field in plain_rows
        if path != "name" and is_filled(field, sheet.value(path))
    ]
    return {
        "label": say(result.label),
        "rows": pairs,
        "secret": all(field.gm_only for _path, field in fields),
        "edit": address_of(view, sheet, "sheet-section", number) if plain_rows else "",
        "edit_label": _("Change: %(section)s") % {"section": say(result.label)},
        "lists": [things(view, sheet, path, field) for path, field in fields if field.kind == "list"],
    }


def _capital(word: str) -> str:
    return word[:1].upper() + word[1:]
