"""The live parts of a sheet: head, statistics, vitals, body, attributes, favourites, skills, gear, notes, details.

They are drawn for the owner and the game master, and for the whole table where the setting ``sheets_open`` says so:
the table's projection has no form and no link.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import groupby
from typing import Any

from campaigns.live.regions import Audience, PageKind, Placed, Region, View, guests
from campaigns.models import Seat
from campaigns.seats.access import may
from campaigns.seats.players import players
from campaigns.web import addresses
from campaigns.web.language import gettext as _
from campaigns.web.language import say
from rules.character.sheet import Field
from sheets import fight_lock, rows, sheet_view
from sheets.editing import wound_boxes
from sheets.lookup import rows as lookup_rows
from sheets.models import Character
from sheets.ownership import services
from sheets.portraits import store
from sheets.sheet_view import Reading

Context = Mapping[str, Any] | None


def sheet_head(view: View, sheet: Reading) -> Context:
    owner = sheet.character.owner
    kind = _("Template") if sheet.character.kind == Character.Kind.TEMPLATE else ""
    whose = owner.name if owner and owner.circle != view.circle else ""
    about = " · ".join(filter(None, (kind, view.campaign.name, whose)))
    return {
        "name": sheet.character.name,
        "about": about,
        "portrait": store.address(sheet.character.portrait),
        "change": rows.address_of(view, sheet, "portrait"),
        "label": _("Portrait of %(name)s: change") % {"name": sheet.character.name},
    }


def stats(view: View, sheet: Reading) -> Context:
    numbers = [*sheet.beside(""), *(number for path, _field in sheet.grids for number in sheet.beside(path)[1:])]
    return {"stats": [rows.derived(view, sheet, number) for number in numbers]}


def vitals(view: View, sheet: Reading) -> Context:
    return {
        "action": rows.address_of(view, sheet, "sheet-step"),
        "vitals": [rows.vital(view, sheet, path) for path in sheet.system.vitals(sheet.sheet, sheet.settings)],
    }


def attributes(view: View, sheet: Reading) -> Context:
    tiles = [rows.attribute(view, sheet, *attribute) for attribute in sheet.attributes]
    return {"attributes": tiles} if tiles else None


def body(view: View, sheet: Reading) -> Context:
    if not sheet.grids:
        return _pointed(view, sheet)
    path, field = sheet.grids[0]
    beside = sheet.beside(path)
    items = [rows.place(view, sheet, path, field, place) for place in sheet.system.body(sheet.sheet, sheet.settings)]
    return {
        "title": _("Wounds"),
        "action": rows.address_of(view, sheet, "sheet-step"),
        "items": [item for _key, item in items],
        "zones": {key: {"rank": item["rank"], "href": item["href"]} for key, item in items},
        "grid": wound_boxes.grid(sheet, path, field),
        "main": rows.derived(view, sheet, beside[0]) if beside else {},
    }


def _pointed(view: View, sheet: Reading) -> Context:
    places = [place for place in sheet.system.body(sheet.sheet, sheet.settings) if place.path]
    if not places:
        return None
    items = [rows.place(view, sheet, "", None, place) for place in places]
    zones = {key: {"rank": item["rank"], "href": ""} for key, item in items}
    return {
        "title": _("Body"),
        "action": rows.address_of(view, sheet, "sheet-step"),
        "items": [item for _key, item in items],
        "zones": zones if "head" in zones and not zones.keys().isdisjoint(("chest", "forequarters")) else {},
        "steps": [rows.points(view, sheet, place) for place in places],
        "grid": None,
        "main": {},
    }


def states(view: View, sheet: Reading) -> Context:
    timed = fight_lock.timed(view, sheet.character.token)
    until = {row["path"]: row["until"] for row in timed}
    known = [_state(view, sheet, path, field, until.get(path, "")) for path, field in sheet.states]
    paths = {path for path, _field in sheet.states}
    named = [row for row in timed if row["path"] not in paths]
    if not known and not named:
        return None
    on, off = [row for row in known if row["on"]], [row for row in known if not row["on"]]
    return {"action": rows.address_of(view, sheet, "sheet-star"), "on": on, "off": off, "named": named}


def _state(view: View, sheet: Reading, path: str, field: Field, until: str) -> dict[str, Any]:
    on = bool(sheet.value(path))
    rule = lookup_rows.link(view.seat, view.campaign.game, path) if on else None
    return {"path": path, "label": say(field.label), "on": on, "until": until, "rule": rule}


def favourites(view: View, sheet: Reading) -> Context:
    if sheet.marks:
        checks, label = [check for check in sheet.checks.values() if sheet.stars.get(check.key)], _("Favourites")
    elif sheet.attacks:
        checks, label = list(sheet.attacks), say(sheet.attacks[0].group or "")
    else:
        return None
    return {"rows": [rows.test(view, sheet, check) for check in checks], "label": label}


def skills(view: View, sheet: Reading) -> Context:
    placed = {check.key for _path, _field, check in sheet.attributes}
    if not sheet.marks:
        placed |= {check.key for check in sheet.attacks}
    rest = (check for check in sheet.checks.values() if check.key not in placed)
    grouped = groupby(rest, key=lambda check: say(check.group) if check.group else "")
    groups = [{"label": label, "rows": [rows.test(view, sheet, check) for check in ones]} for label, ones in grouped]
    lists = [rows.list_head(view, sheet, path) for path in sheet.skill_lists]
    stars = rows.address_of(view, sheet, "sheet-star") if sheet.marks else ""
    return {"groups": groups, "lists": lists, "stars": stars}


def gear(view: View, sheet: Reading) -> Context:
    return {
        "lists": [rows.things(view, sheet, path, field) for path, field in sheet.gear_lists],
        "purse": [rows.vital(view, sheet, path) for path in sheet.purse],
        "action": rows.address_of(view, sheet, "sheet-step"),
    }


def notes(view: View, sheet: Reading) -> Context:
    """The long texts, each a form in place; those for the game master alone are drawn for nobody else."""
    if not sheet.editable:
        return None
    return {"notes": [rows.note(view, sheet, path, field) for path, field in sheet.notes]}


def details(view: View, sheet: Reading) -> Context:
    return {"sections": [rows.section(view, sheet, *row) for row in sheet.details]}


def owners(view: View) -> Context:
    names = [{"token": seat.token, "name": seat.name} for seat in players(view.campaign)]
    characters = services.player_characters(view.campaign)
    return {"characters": [rows.owner_row(view, character) for character in characters], "players": names}


def _of_sheet(context: Callable[[View, Reading], Context]) -> Callable[[View], Context]:
    """Values of a sheet, worked out again only where something that they read of it is another."""

    def drawn(view: View) -> Context:
        sheet = sheet_view.of(view)
        return _worked_out(context, view, sheet) if sheet is not None else None

    return drawn


def _open_sheet(context: Callable[[View, Reading], Context]) -> Callable[[View], Context]:
    """Values of a sheet, shared between game master and player while the sheet holds no secret."""

    def drawn(view: View) -> Context:
        sheet = sheet_view.open_to_all(view)
        return _worked_out(context, view.nobody, sheet) if sheet is not None else None

    return drawn


def _worked_out(context: Callable[[View, Reading], Context], view: View, sheet: Reading) -> Context:
    if sheet.trace is None:
        return None
    key = (context, sheet.owner, sheet.editable, view.seat, view.language)
    shown: Context = sheet.trace.kept(key, lambda: context(view, sheet))
    return shown


def _with_more(context: Callable[[View, Reading], Context]) -> Callable[[View], Context]:
    def drawn(view: View) -> Context:
        sheet = sheet_view.of(view)
        return context(view, sheet) if sheet is not None else None

    return drawn


def _reads(key: str) -> list[str]:
    return [f"character:{key}"]


def _reads_timed(key: str) -> list[str]:
    return [f"character:{key}", "encounter"]


def _open(name: str, context: Callable[[View, Reading], Context]) -> Region:
    return Region(name, _open_sheet(context), audience=Audience.TABLE, reads=_reads, shared_text=True)


# Of an open sheet the table sees the parts whose audience it is.
BODY = _open("body", body)
STATES = Region("states", _with_more(states), audience=Audience.TABLE, reads=_reads_timed)
SHEET = (
    Region("sheet_head", _with_more(sheet_head), audience=Audience.TABLE, reads=_reads),
    _open("stats", stats),
    _open("vitals", vitals),
    _open("attributes", attributes),
    BODY,
    STATES,
    _open("favourites", favourites),
    _open("skills", skills),
    _open("gear", gear),
    Region("notes", _of_sheet(notes), audience=Audience.OWN, reads=_reads),
    Region("details", _of_sheet(details), audience=Audience.TABLE, reads=_reads),
)
OWNERS = Region("owners", owners, audience=Audience.GM, pages=("people",))


def page(seat: Seat, view: View) -> list[Placed] | None:
    """The regions of a sheet for a seat: in full for who may read it, the table's where sheets are open."""
    key = view.key
    character = sheet_view.character(view)
    if character is None:
        return None
    if may(seat, "read", character):
        return [*(region.own(key) for region in SHEET), *guests("sheet", key)]
    is_open = seat.campaign.system.setting(seat.campaign.settings, "sheets_open")
    if is_open and character.kind == Character.Kind.PC and may(seat, "watch", character):
        return [region.shared(key) for region in SHEET if region.audience is Audience.TABLE]
    return None


def address(seat: Seat, key: str) -> str:
    return addresses.address("sheet", seat.token, key)


def start(seat: Seat) -> str | None:
    """A player begins on the sheet of the first character that is theirs, or where one is taken or made."""
    if seat.role != Seat.Role.PLAYER:
        return None
    first = Character.objects.filter(campaign=seat.campaign, owner=seat).order_by("pk").first()
    return address(seat, first.token) if first else addresses.address("characters", seat.token)


PAGE = PageKind("sheet", page, address=address, reads=_reads)
