"""Template values of a sheet's regions: rows, tiles and terms."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from django.utils.translation import ngettext

from campaigns.live.regions import CachedRow, View
from campaigns.models import Campaign
from campaigns.web.addresses import address
from campaigns.web.language import capitalize, in_reading_order, ready_made_sheets, say, within_line
from campaigns.web.language import gettext as _
from rules.character.character import Derived, Place
from rules.character.sheet import Field, Section
from rules.core.check import Breakdown, Check
from rules.core.game import Game
from rules.core.paths import Data, get
from rules.core.text import OUT_OF, plain, ready_made, signed
from sheets.editing.change_log import is_worth_a_line, row_name, value_text
from sheets.lookup.rows import rule_address
from sheets.models import Character
from sheets.notes.form import dump_replaced, note_form
from sheets.portraits import store
from sheets.sheet_view import Reading, star_path

MOST_FACTS = 4
MOST_ARMS = 2  # weapons named on one line
Row = dict[str, Any]


def sum_lines(value: Breakdown, seat: str) -> list[Row]:
    """The terms of a number, each with the address of its rule for pages of ``seat``; the table's have none."""
    return [
        {
            "label": say(term.label),
            "inside": within_line(term.label),
            "value": term.value,
            "href": rule_address(seat, term.rule),
            "ignored": say(term.ignored) if term.ignored else "",
        }
        for term in value.lines
    ]


def _level_text(level: Breakdown) -> str:
    """``4 + 11 = 15``: the terms of a level; a single term stands alone."""
    first, *rest = [term.value for term in level.lines if term.ignored is None]
    text = " ".join((plain(first), *(f"{'+' if value >= 0 else '−'} {abs(value)}" for value in rest)))
    return f"{text} = {plain(level.total)}" if rest else text


def address_of(view: View, sheet: Reading, name: str, *args: object) -> str:
    """The address of an action on this sheet; empty for viewers who may not edit it."""
    return address(name, view.seat, sheet.character.token, *args) if sheet.editable else ""


def edit_address(view: View, sheet: Reading, path: str) -> str:
    """The address where a field is edited; empty for viewers who may not edit the sheet."""
    return address_of(view, sheet, "sheet-field", path)


def vital_row(view: View, sheet: Reading, path: str) -> Row:
    field = sheet.schema.field(path)
    assert field is not None
    label = say(sheet.row_name(path)) if path.count(".") == 2 else say(field.label)
    most, test = sheet.system.most(sheet.sheet, sheet.settings, path), sheet.testing(path)
    roll = address_of(view, sheet, "check", test.key) if test else ""
    made_of = (path, label, sheet.value(path), field.least, most, roll)
    return sheet.part((vital_row, view.language, path), made_of, lambda: _build_vital_row(*made_of))


def _build_vital_row(path: str, label: str, value: Any, least: int | None, most: int | None, roll: str) -> Row:
    text = str(value) if most is None else f"{value}{OUT_OF}{most}"
    return CachedRow(
        id=path.replace(".", "-"),
        label=label,
        value=value,
        line=path.count(".") == 2,
        least=least,
        most=most,
        fields={"path": path, "replaces": dump_replaced(value)},
        minus=_("%(label)s: one less") % {"label": label},
        plus=_("%(label)s: one more") % {"label": label},
        open=_("%(label)s: %(value)s, change") % {"label": label, "value": text},
        typed=_("%(label)s: a number, or what to add or take off") % {"label": label},
        roll=roll,
    )


def attribute_row(view: View, sheet: Reading, path: str, field: Field, check: Check) -> Row:
    beside = [
        f"{say(number.short or number.label)} {format_number(number)}"
        for number in sheet.beside(path)
        if number.key != check.key
    ]
    return {
        "key": check.key,
        "name": say(field.short or field.label),
        "whole": field.short is None,
        "full": say(field.label),
        "value": plain(sheet.levels[check.key].total),
        "note": ", ".join(beside),
        "href": address_of(view, sheet, "check", check.key),
    }


def derived_row(view: View, sheet: Reading, number: Derived) -> Row:
    return {
        "key": number.key,
        "label": say(number.label),
        "value": format_number(number, sign=False),
        "signed": format_number(number),
        "href": address_of(view, sheet, "sheet-parts", number.key),
    }


def format_number(number: Derived, sign: bool = True) -> str:
    if number.shown is not None:
        return say(number.shown)
    if number.unit == "%":
        return _("%(percent)s%%") % {"percent": plain(number.value.total)}
    if number.unit:
        return f"{plain(number.value.total)}\N{NO-BREAK SPACE}{number.unit}"
    return signed(number.value.total) if sign else plain(number.value.total)


def place_row(view: View, sheet: Reading, path: str, field: Field | None, place: Place) -> tuple[str, Row]:
    """A place of the body, with the address of its wound boxes if the sheet has any."""
    is_place = field is not None and field.grid is not None and place.key in field.grid
    return place.zone or place.key, {
        "label": say(place.label),
        "rank": place.rank,
        "word": capitalize(say(place.word)),
        "count": place.count,
        "points": f"{plain(place.points[0])}{OUT_OF}{place.points[1]}" if place.points else "",
        "armour": place.armour,
        "href": address_of(view, sheet, "sheet-place", f"{path}.{place.key}") if is_place else "",
    }


def points_row(view: View, sheet: Reading, place: Place) -> Row:
    return vital_row(view, sheet, place.path) | {"label": say(place.label), "line": True}


def test_rows(view: View, sheet: Reading, checks: Iterable[Check]) -> list[Row]:
    levels, stars = sheet.levels, sheet.stars
    return [_test_row(view, sheet, check, levels[check.key], stars.get(check.key)) for check in checks]


def _test_row(view: View, sheet: Reading, check: Check, level: Breakdown, star: bool | None) -> Row:
    word = sheet.value(check.path) if check.refused and check.path else None
    made_of = (check, level, star, word if isinstance(word, str) else "")
    key = (test_rows, view.seat, view.language, check.key)
    return sheet.part(key, made_of, lambda: _build_test_row(view, sheet, *made_of))


def _build_test_row(view: View, sheet: Reading, check: Check, level: Breakdown, star: bool | None, word: str) -> Row:
    is_starred = star is not None and sheet.editable
    key, made_of = (_fixed_part, view.seat, view.language, check.key), (check.what, check.group, check.path, is_starred)
    fixed = sheet.part(key, made_of, lambda: _fixed_part(view, sheet, check, is_starred))
    healthy, terms = sheet.part((_level_text, check.key), (level,), lambda: (level.total, _level_text(level)))
    total = check.target.total
    more = f", {signed(total - healthy)}" if total != healthy else ""
    return CachedRow(
        **fixed,
        total=word or plain(total),
        parts=say(check.refused) if check.refused else f"{terms}{more}" if more or " " in terms else "",
        locked=bool(check.refused),
        starred=bool(star),
    )


def _fixed_part(view: View, sheet: Reading, check: Check, is_starred: bool) -> Row:
    """The names and addresses of a test, which stay while its number changes."""
    name = say(check.what)
    return {
        "key": check.key,
        "name": name,
        "listed": _name_in_group(name, check),
        "href": address_of(view, sheet, "check", check.key),
        "star": star_path(check.path) if is_starred else "",
        "star_label": _("%(name)s among the favourites") % {"name": name},
    }


def _name_in_group(name: str, check: Check) -> str:
    """The name of a test below the heading of its group, which says the same as a first word such as “Attack:”."""
    first, colon, rest = name.partition(":")
    repeats = colon and check.group is not None and say(check.group).startswith(first.strip())
    return capitalize(rest.strip()) if repeats else name


def candidate_row(character: Character, *, reads: bool = False) -> Row:
    """A player character as offered to a player: its name, a description, and whether it is free.

    The description is part of the sheet: if somebody plays the character, it is shown only if sheets are open, or if
    the viewer ``reads`` this one.
    """
    is_open = not character.is_played or character.system.setting(character.campaign.settings, "sheets_open")
    return {
        "token": character.token,
        "name": character.name,
        "about": _describe(character.system, character.name, character.data) if reads or is_open else "",
        "portrait": store.address(character.portrait),
        "free": not character.is_played,
        "owner": character.owner.name if character.owner and character.is_played else "",
    }


def owner_row(view: View, character: Character) -> Row:
    args, row = [view.seat, character.token], candidate_row(character, reads=True)
    return {
        **row,
        "href": address("sheet", *args),
        "give": address("give-character", *args),
        "player": character.owner.token if character.owner and character.is_played else "",
    }


def sample_rows(campaign: Campaign, kind: str) -> list[Row]:
    """The ready-made sheets of a kind: the key, the name, and a description with the weapons of each."""
    samples = [(key, row["data"]) for key, row in ready_made_sheets(campaign.game).items() if row["kind"] == kind]
    return [_sample_row(campaign, key, data) for key, data in samples]


def _sample_row(campaign: Campaign, key: str, data: Data) -> Row:
    name = str(data.get("name", key))
    about = filter(None, (_describe(campaign.system, name, data), format_arms(campaign, data)))
    return {"key": key, "name": name, "about": " · ".join(about)}


def format_arms(campaign: Campaign, sheet: Data) -> str:
    """The first weapons of a sheet by name, and the number of the others."""
    path = campaign.system.arms
    keys = list(get(sheet, path) or ()) if path else []
    names = (row_name(campaign, sheet, f"{path}.{key}") for key in keys[:MOST_ARMS])
    remaining, listed = len(keys) - MOST_ARMS, ", ".join(say(ready_made(campaign.game, name)) for name in names)
    if remaining <= 0:
        return listed
    more = ngettext("%(names)s and %(count)s more", "%(names)s and %(count)s more", remaining)
    return more % {"names": listed, "count": remaining}


def _describe(system: Game, name: str, data: Data) -> str:
    """The first text of a sheet beside its name."""
    texts = (
        path for path, field in system.schema.walk() if field.kind == "text" and path != "name" and not field.gm_only
    )
    value = str(get(data, next(texts, "name")) or "")
    return value if value != name else ""


def list_head(view: View, sheet: Reading, path: str) -> dict[str, str]:
    field = sheet.schema.field(path)
    assert field is not None
    label = say(field.label)
    return {
        "label": label,
        "add": address_of(view, sheet, "sheet-rows", path),
        "add_label": _("Add: %(list)s") % {"list": label},
    }


def list_row(view: View, sheet: Reading, path: str, field: Field) -> Row:
    rows = [_listed_row(view, sheet, f"{path}.{key}", field, row) for key, row in sheet.value(path).items()]
    return {**list_head(view, sheet, path), "rows": rows}


def _listed_row(view: View, sheet: Reading, path: str, field: Field, row: Mapping[str, Any]) -> Row:
    name = say(sheet.row_name(path))
    texts = (str(row[leaf.key]) for leaf in field.row if leaf.kind == "text" and leaf.key != "name" and leaf.key in row)
    tested = tuple(sheet.named(text) for text in texts)  # a text may be the key of a test on this sheet

    def make() -> Row:
        facts = format_facts(sheet, field, row, name)
        return {"key": path, "name": name, "facts": facts, "href": edit_address(view, sheet, path)}

    return sheet.part((_listed_row, view.seat, view.language, path), (row, name, tested), make)


def format_facts(sheet: Reading, field: Field, row: Mapping[str, Any], name: str) -> str:
    leaves = (leaf for leaf in field.row if leaf.key != "name" and leaf.kind != "note")
    facts = (_format_fact(sheet, leaf, row[leaf.key]) for leaf in leaves if row.get(leaf.key, leaf.blank) != leaf.blank)
    return " · ".join([fact for fact in facts if fact != name][:MOST_FACTS])


def _format_fact(sheet: Reading, leaf: Field, value: Any) -> str:
    if leaf.kind == "flag":
        return within_line(leaf.label)
    if leaf.kind == "choice":
        return say(value_text(leaf, value))
    if leaf.kind == "number":
        return f"{within_line(leaf.label)} {say(value_text(leaf, value))}"
    return say(sheet.named(str(value)) or sheet.spoken(str(value)))  # a text may be the key of a test on this sheet


def note_row(view: View, sheet: Reading, path: str, field: Field) -> Row:
    made_of = (field, sheet.value(path))
    key = (note_row, sheet.gm, view.seat, view.language, path)
    form = sheet.part(key, made_of, lambda: note_form(sheet, path, field, edit_address(view, sheet, path)))
    return {"secret": field.gm_only, "form": form}


def grouped_rows(view: View, sheet: Reading, checks: Sequence[Check]) -> list[Row]:
    """The rows of tests under the names of their groups; a number that changes leaves their order alone."""
    by_key = {check.key: check for check in checks}
    made_of = tuple([(check.key, check.what, check.group) for check in checks])

    def make() -> list[tuple[str, list[str]]]:
        return [(label, [check.key for check in group]) for label, group in grouped_checks(checks)]

    groups = sheet.part((grouped_rows, view.language), made_of, make)
    return [{"label": label, "rows": test_rows(view, sheet, [by_key[key] for key in keys])} for label, keys in groups]


def grouped_checks(checks: Iterable[Check]) -> list[tuple[str, list[Check]]]:
    """Tests under the names of their groups, in the order in which they are looked for."""
    groups = groupby(checks, key=lambda check: say(check.group) if check.group else "")
    return [(name, in_reading_order(rows, lambda check: check.what)) for name, rows in groups]


def section_row(
    view: View, sheet: Reading, number: int, section: Section, fields: tuple[tuple[str, Field], ...]
) -> Row:
    listed = [(path, field) for path, field in fields if field.kind not in ("list", "grid")]
    plain_rows = in_reading_order(listed, lambda row: row[1].label)
    pairs = [
        (say(field.label), say(sheet.words(path, field)))
        for path, field in plain_rows
        if path != "name" and is_worth_a_line(field, sheet.value(path))
    ]
    return {
        "label": say(section.label),
        "rows": pairs,
        "secret": all(field.gm_only for _path, field in fields),
        "edit": address_of(view, sheet, "sheet-section", number) if plain_rows else "",
        "edit_label": _("Change: %(section)s") % {"section": say(section.label)},
        "lists": [list_row(view, sheet, path, field) for path, field in fields if field.kind == "list"],
    }
