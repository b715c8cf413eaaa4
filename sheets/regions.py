"""Live regions of a sheet: head, statistics, vitals, body, attributes, favourites, skills, gear, notes, details.

They are drawn for the owner and the game master, and with the setting ``sheets_open`` for the whole table, without any
form or link.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from campaigns.live.regions import Audience, PageKind, PlacedRegion, Region, View, regions_of_other_apps
from campaigns.models import Seat
from campaigns.seats.access import may
from campaigns.seats.players import players
from campaigns.web import addresses
from campaigns.web.language import capitalize, say
from campaigns.web.language import gettext as _
from rules.character.character import Derived
from rules.character.sheet import Field
from rules.core.check import Check
from sheets import fight_lock, rows, sheet_view
from sheets.editing import wound_boxes
from sheets.lookup import rows as lookup_rows
from sheets.models import Character
from sheets.ownership import services
from sheets.portraits import store
from sheets.sheet_view import Reading

Context = Mapping[str, Any] | None
T = TypeVar("T")


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
    near = {number.key for number in _at_hand(sheet)}
    return {"stats": [rows.derived_row(view, sheet, number) | {"near": number.key in near} for number in numbers]}


def vitals(view: View, sheet: Reading) -> Context:
    """The vital numbers; with them the state of health, unless a body shows it, and the few derived numbers at hand."""
    health = sheet.system.health(sheet.sheet, sheet.settings)
    is_whole = bool(sheet.system.body(sheet.sheet, sheet.settings)) or not health.rank
    return {
        "health": None if is_whole else {"rank": health.rank, "word": capitalize(say(health.label))},
        "at_hand": [rows.derived_row(view, sheet, number) for number in _at_hand(sheet)],
        "action": rows.address_of(view, sheet, "sheet-step"),
        "vitals": [rows.vital_row(view, sheet, path) for path in sheet.system.vitals(sheet.sheet, sheet.settings)],
    }


def _at_hand(sheet: Reading) -> list[Derived]:
    return [number for number in sheet.beside("") if number.key in sheet.system.at_hand]


def attributes(view: View, sheet: Reading) -> Context:
    tiles = [rows.attribute_row(view, sheet, *attribute) for attribute in sheet.attributes]
    return {"attributes": tiles} if tiles else None


def body(view: View, sheet: Reading) -> Context:
    if not sheet.grids:
        return _body_with_points(view, sheet)
    path, field = sheet.grids[0]
    beside = sheet.beside(path)
    items = [
        rows.place_row(view, sheet, path, field, place) for place in sheet.system.body(sheet.sheet, sheet.settings)
    ]
    return {
        "title": _("Wounds"),
        "action": rows.address_of(view, sheet, "sheet-step"),
        "items": [item for _key, item in items],
        "zones": {key: {"rank": item["rank"], "href": item["href"]} for key, item in items},
        "grid": wound_boxes.grid(sheet, path, field),
        "main": rows.derived_row(view, sheet, beside[0]) if beside else {},
        "urgent": [rows.derived_row(view, sheet, number) for number in _urgent(sheet, path)],
    }


def _urgent(sheet: Reading, path: str) -> list[Derived]:
    """Numbers of the wounds that somebody alive has to mind, such as those to be stabilised."""
    if sheet.system.health(sheet.sheet, sheet.settings).for_good:
        return []
    return [number for number in sheet.beside(path)[1:] if number.shown and number.value.total]


def _body_with_points(view: View, sheet: Reading) -> Context:
    places = [place for place in sheet.system.body(sheet.sheet, sheet.settings) if place.path]
    if not places:
        return None
    items = [rows.place_row(view, sheet, "", None, place) for place in places]
    zones = {key: {"rank": item["rank"], "href": ""} for key, item in items}
    return {
        "title": _("Body"),
        "action": rows.address_of(view, sheet, "sheet-step"),
        "items": [item for _key, item in items],
        "zones": zones if "head" in zones and not zones.keys().isdisjoint(("chest", "forequarters")) else {},
        "steps": [rows.points_row(view, sheet, place) for place in places],
        "grid": None,
        "main": {},
        "urgent": [],
    }


def states(view: View, sheet: Reading) -> Context:
    timed = fight_lock.timed_states(view, sheet.character.token)
    until = {row["path"]: row["until"] for row in timed}
    present = [_state_row(view, sheet, path, field, until.get(path, "")) for path, field in sheet.states]
    paths = {path for path, _field in sheet.states}
    timed_elsewhere = [row for row in timed if row["path"] not in paths]
    if not present and not timed_elsewhere:
        return None
    on, off = [row for row in present if row["on"]], [row for row in present if not row["on"]]
    return {"action": rows.address_of(view, sheet, "sheet-star"), "on": on, "off": off, "named": timed_elsewhere}


def _state_row(view: View, sheet: Reading, path: str, field: Field, until: str) -> dict[str, Any]:
    on = bool(sheet.value(path))
    rule = lookup_rows.find_link(view.seat, view.campaign.game, path) if on else None
    return {"path": path, "label": say(field.label), "on": on, "until": until, "rule": rule}


def favourites(view: View, sheet: Reading) -> Context:
    if sheet.marks:
        checks, label = [check for check in sheet.checks.values() if sheet.stars.get(check.key)], _("Favourites")
    elif sheet.attacks:
        checks, label = list(sheet.attacks), say(sheet.attacks[0].group or "")
    else:
        return None
    return {"rows": rows.test_rows(view, sheet, checks), "label": label, "named": bool(sheet.marks)}


def skills(view: View, sheet: Reading) -> Context:
    shown_elsewhere = {check.key for _path, _field, check in sheet.attributes}
    if not sheet.marks:
        shown_elsewhere |= {check.key for check in sheet.attacks}
    rest = [check for check in sheet.checks.values() if check.key not in shown_elsewhere]
    groups = rows.grouped_rows(view, sheet, rest)
    lists = [rows.list_head(view, sheet, path) for path in sheet.skill_lists]
    stars = rows.address_of(view, sheet, "sheet-star") if sheet.marks else ""
    return {"groups": groups, "lists": lists, "stars": stars, "locked": _find_main_refusal(rest)}


def _find_main_refusal(checks: Sequence[Check]) -> str:
    """The reason that refuses most of a character's tests, such as a wound; empty if there is none."""
    reasons = Counter(check.refused for check in checks if check.refused is not None)
    reason, count = reasons.most_common(1)[0] if reasons else (None, 0)
    return say(reason) if reason is not None and 2 * count > len(checks) else ""


def gear(view: View, sheet: Reading) -> Context:
    return {
        "lists": [rows.list_row(view, sheet, path, field) for path, field in sheet.gear_lists],
        "purse": [rows.vital_row(view, sheet, path) for path in sheet.purse],
        "action": rows.address_of(view, sheet, "sheet-step"),
    }


def notes(view: View, sheet: Reading) -> Context:
    """The long texts, each as a form in place; the game master's own are drawn for nobody else."""
    if not sheet.editable:
        return None
    return {"notes": [rows.note_row(view, sheet, path, field) for path, field in sheet.notes]}


def details(view: View, sheet: Reading) -> Context:
    """The other fields by section; each section is worked out again only if a value it read has changed."""
    return {"sections": [_kept(rows.section_row, view, sheet, *row) for row in sheet.details]}


def owners(view: View) -> Context:
    names = [{"token": seat.token, "name": seat.name} for seat in players(view.campaign)]
    characters = services.player_characters(view.campaign)
    return {"characters": [rows.owner_row(view, character) for character in characters], "players": names}


def _with_reading(context: Callable[[View, Reading], Context]) -> Callable[[View], Context]:
    """A decorator: a region's values for a sheet, computed again only if values they read have changed."""

    def drawn(view: View) -> Context:
        sheet = sheet_view.reading_of_page(view)
        return _kept_context(context, view, sheet) if sheet is not None else None

    return drawn


def _with_open_reading(context: Callable[[View, Reading], Context]) -> Callable[[View], Context]:
    """A decorator: as above, shared between game master and player while the sheet holds no secret."""

    def drawn(view: View) -> Context:
        sheet = sheet_view.open_reading(view)
        return _kept_context(context, view.anonymous, sheet) if sheet is not None else None

    return drawn


def _kept_context(context: Callable[[View, Reading], Context], view: View, sheet: Reading) -> Context:
    shown: Context = _kept(context, view, sheet)
    return shown


def _kept(work: Callable[..., T], view: View, sheet: Reading, *args: Any) -> T:
    """The work of a view and a sheet, which no other kept value reads; ``args`` begin with their key."""
    assert sheet.trace is not None, "a page's sheet is traced"
    key = (work, sheet.owner, sheet.editable, view.seat, view.language, *args[:1])
    value: T = sheet.trace.cache_value(key, lambda: work(view, sheet, *args))
    return value


def _with_fresh_reading(context: Callable[[View, Reading], Context]) -> Callable[[View], Context]:
    def drawn(view: View) -> Context:
        sheet = sheet_view.reading_of_page(view)
        return context(view, sheet) if sheet is not None else None

    return drawn


def _reads(key: str) -> list[str]:
    return [f"character:{key}"]


def _reads_timed(key: str) -> list[str]:
    return [f"character:{key}", "encounter"]


def _open_region(name: str, context: Callable[[View, Reading], Context]) -> Region:
    return Region(name, _with_open_reading(context), audience=Audience.TABLE, reads=_reads, shared_text=True)


# If sheets are open, the table sees the regions with this audience.
BODY = _open_region("body", body)
STATES = Region("states", _with_fresh_reading(states), audience=Audience.TABLE, reads=_reads_timed)
SHEET = (
    Region("sheet_head", _with_fresh_reading(sheet_head), audience=Audience.TABLE, reads=_reads),
    _open_region("stats", stats),
    _open_region("vitals", vitals),
    _open_region("attributes", attributes),
    BODY,
    STATES,
    _open_region("favourites", favourites),
    _open_region("skills", skills),
    _open_region("gear", gear),
    Region("notes", _with_reading(notes), audience=Audience.OWN, reads=_reads),
    Region("details", _with_fresh_reading(details), audience=Audience.TABLE, reads=_reads),
)
OWNERS = Region("owners", owners, audience=Audience.GM, pages=("people",))


def sheet_page(seat: Seat, view: View) -> list[PlacedRegion] | None:
    """The regions of a sheet for a seat: all of them if it may read the sheet, the table's if sheets are open.

    While fights are open, only the sheets of those are whom everybody sees in one.
    """
    key = view.key
    character = sheet_view.character_of_page(view)
    if character is None:
        return None
    if may(seat, "read", character):
        return [*(region.own(key) for region in SHEET), *regions_of_other_apps("sheet", key)]
    is_open = seat.campaign.system.setting(seat.campaign.settings, "sheets_open")
    is_shared = is_open and character.kind == Character.Kind.PC and may(seat, "watch", character)
    if is_shared and fight_lock.is_seen(seat.campaign, key):
        return [region.shared(key) for region in SHEET if region.audience is Audience.TABLE]
    return None


def address(seat: Seat, key: str) -> str:
    return addresses.address("sheet", seat.token, key)


def start(seat: Seat) -> str | None:
    """The start page of a player: the sheet of their first character who lives, or the page to claim or make one."""
    if seat.role != Seat.Role.PLAYER:
        return None
    health, settings = seat.campaign.system.health, seat.campaign.settings
    own = Character.objects.filter(campaign=seat.campaign, owner=seat).order_by("pk")
    first = next((character for character in own if not health(character.data, settings).for_good), None)
    return address(seat, first.token) if first else addresses.address("characters", seat.token)


PAGE = PageKind("sheet", sheet_page, address=address, reads=_reads_timed)
