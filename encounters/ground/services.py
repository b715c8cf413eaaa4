"""Commands of the ground: lay it, edit its places and ways, move fighters on it.

A game master uses them during preparation or in the fight, and they can be undone like any other command.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from campaigns.models import Event, new_token
from encounters import pictures, scenes
from encounters.ground import readymade
from encounters.models import Encounter
from encounters.prepare.commands import encounter_command
from encounters.prepare.draft import EncounterEdit, name_texts
from rules.character.fields import choice, flag, number, text
from rules.character.sheet import Field
from rules.core.errors import Refused, Stale, Unreadable
from rules.core.game import Game
from rules.core.rounds import TWO_NEEDED
from rules.core.text import Text, _
from rules.ground import layout

LEVELS = {
    layout.NONE: _("None: you tell the distances"),
    layout.PAIRS: _("Distances: how far fighters are apart"),
    layout.PLACES: _("Places: who stands where, and the ways between"),
}
OTHERS_READ, MOST_OWN = 40, 12  # latest encounters searched for grounds, and grounds shown
SOMEWHERE = "somewhere"  # the key for fighters without a place


def place_fields(system: Game, pinned: bool = False) -> dict[str, Field]:
    """The fields of a place, by key; ``pinned`` adds its position over a picture."""
    pin = (number("left", _("From the left (%)"), 50, 0, 100), number("top", _("From the top (%)"), 50, 0, 100))
    fields = (
        text("name", _("Name"), required=True, most=24),
        number("column", _("Column"), 1, 1, layout.COLUMNS),  # counted from 1
        number("line", _("Row"), 1, 1, layout.ROWS),
        number("size", _("Metres across"), 6, 1, layout.WIDEST),
        *_cover_fields(system),
        *_light_fields(system),
        *(pin if pinned else ()),
        flag("hidden", _("Hidden from the players")),
    )
    return {field.key: field for field in fields}


def way_fields(system: Game, places: Mapping[str, Any]) -> dict[str, Field]:
    """The fields of a way between two of ``places``, by key."""
    ends = {key: _("%(place)s", place=row["name"]) for key, row in places.items()}
    fields = (
        choice("a", _("From"), ends, None),
        choice("b", _("To"), ends, None),
        number("metres", _("Metres"), 10, 1, layout.FARTHEST),
        text("note", _("What it is"), most=24),
        *(_cover_fields(system) if system.ground and not system.ground.at_hand else ()),
        flag("hidden", _("Hidden from the players")),
    )
    return {field.key: field for field in fields}


def _cover_fields(system: Game) -> tuple[Field, ...]:
    covers = system.ground.covers if system.ground else {}
    return (choice("cover", _("Cover"), covers, layout.NONE),) if covers else ()


def own_grounds(encounter: Encounter) -> list[Encounter]:
    """The latest other fights of the same table with places, whose ground can be reused."""
    rows = Encounter.objects.filter(campaign=encounter.campaign_id, kind=Encounter.Kind.FIGHT)
    latest = rows.exclude(pk=encounter.pk).order_by("-pk")[:OTHERS_READ]
    return [row for row in latest if row.state.get("ground", {}).get("places")][:MOST_OWN]


def _light_fields(system: Game) -> tuple[Field, ...]:
    lights = system.ground.lights if system.ground else {}
    rows = {layout.EVERYWHERE: _("as everywhere"), **lights}
    return (choice("light", _("Light there"), rows, layout.EVERYWHERE),) if lights else ()


@encounter_command
def lay(edit: EncounterEdit, *, level: str, ready: str = "", other: str = "") -> None:
    """Set an encounter's ground: a level of detail, a ready-made one, or that of another encounter of its table.

    Raises ``Unreadable`` for an unknown one.
    """
    if ready or other:
        ground = _read_ready(ready) if ready else _read_other(edit, other)
        for key in ("level", "places", "ways", "at", "last", "went", "picture"):
            edit.change(f"ground.{key}", ground.get(key))
    else:
        chosen = choice("level", _("Ground"), LEVELS, None).read(level)
        edit.change("ground.level", None if chosen == layout.NONE else chosen)
    label = str(readymade.GROUNDS[ready].name) if ready else LEVELS[_current_level(edit)]
    edit.close("ground", _("The ground is laid: %(level)s", level=label))


def _read_ready(key: str) -> Mapping[str, Any]:
    if key not in readymade.GROUNDS:
        raise Unreadable(_("There is no such ground."), "ready")
    return readymade.GROUNDS[key].as_stored()


def _read_other(edit: EncounterEdit, other: str) -> Mapping[str, Any]:
    """The places and ways of another encounter of this table, without its fighters. Raises ``Unreadable``."""
    ground = edit.pen.read(f"encounter:{other}").get("ground", {})
    if not ground.get("places"):
        raise Unreadable(_("There is no such ground."), "other")
    return {"level": layout.PLACES, **{key: ground[key] for key in ("places", "ways", "picture") if key in ground}}


def _current_level(edit: EncounterEdit) -> str:
    return str(edit.state.get("ground", {}).get("level", layout.NONE))


@encounter_command
def set_place(edit: EncounterEdit, *, key: str, values: Mapping[str, Any]) -> None:
    """Add or change a place. Raises ``Refused`` beyond the limit of places, or if its cell is taken."""
    places = _rows(edit, "places")
    if key not in places and key:
        raise Stale(_("This place is no longer there."), "key")
    if not key and len(places) >= layout.MOST_PLACES:
        raise Refused(_("%(most)s places at most.", most=layout.MOST_PLACES))
    pinned = bool(edit.state.get("ground", {}).get("picture"))
    row = _to_row(
        _read_row(place_fields(edit.pen.campaign.system, pinned), as_form_values(places[key]) if key else {}, values)
    )
    other = next((name for name, item in places.items() if name != key and _cell(item) == _cell(row)), None)
    if other is not None:
        raise Refused(_("%(place)s is already there.", place=places[other]["name"]), "column")
    _check_hides_nobody(edit, key, row)
    _write_row(edit, "places", key, row)
    if not row.get("hidden"):  # a hidden place must not reveal to the table that there is a ground
        edit.change("ground.level", layout.PLACES)
    edit.close("ground", _("Place: %(place)s", place=row["name"]))


def as_form_values(row: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a place for its form, with the column and row of its cell counted from 1."""
    return {**row, "column": 1 + row["x"], "line": 1 + row["y"]}


def _to_row(values: Mapping[str, Any]) -> dict[str, Any]:
    attributes = {key: value for key, value in values.items() if key not in ("column", "line")}
    return {**attributes, "x": values["column"] - 1, "y": values["line"] - 1}


def _cell(row: Mapping[str, Any]) -> tuple[int, int]:
    return row["x"], row["y"]


def _check_hides_nobody(edit: EncounterEdit, key: str, row: Mapping[str, Any]) -> None:
    """Raise ``Refused`` if a place would be hidden while a visible fighter stands in it."""
    at = edit.state.get("ground", {}).get("at", {})
    visible = (fighter for fighter in edit.fighters if at.get(fighter) == key and not edit.row(fighter).get("hidden"))
    if row.get("hidden") and (fighter := next(visible, None)) is not None:
        raise Refused(_("%(who)s stands there: hide them first.", who=edit.name(edit.row(fighter))), "hidden")


@encounter_command
def remove_place(edit: EncounterEdit, *, key: str) -> None:
    """Remove a place and its ways; fighters who stood there have no place then."""
    places, ground = _rows(edit, "places"), edit.state.get("ground", {})
    if key not in places:
        raise Stale(_("This place is no longer there."), "key")
    for way, row in _rows(edit, "ways").items():
        if key in (row["a"], row["b"]):
            edit.change(f"ground.ways.{way}", None)
    for fighter, where in ground.get("at", {}).items():
        if where == key:
            edit.change(f"ground.at.{fighter}", None)
    edit.change(f"ground.places.{key}", None)
    edit.close("ground", _("Place removed: %(place)s", place=places[key]["name"]))


@encounter_command
def set_way(edit: EncounterEdit, *, key: str, values: Mapping[str, Any]) -> None:
    """Add or change a way. Raises ``Refused`` beyond the limit of ways, or if both ends are the same place."""
    places, ways = _rows(edit, "places"), _rows(edit, "ways")
    if key not in ways and key:
        raise Stale(_("This way is no longer there."), "key")
    if not key and len(ways) >= layout.MOST_WAYS:
        raise Refused(_("%(most)s ways at most.", most=layout.MOST_WAYS))
    row = _read_row(way_fields(edit.pen.campaign.system, places), ways.get(key, {}), values)
    if row["a"] == row["b"]:
        raise Refused(_("A way must lead from one place to another."), "b")
    _write_row(edit, "ways", key, row)
    edit.close("ground", _("Way: %(a)s, %(b)s", a=places[row["a"]]["name"], b=places[row["b"]]["name"]))


@encounter_command
def set_picture(edit: EncounterEdit, *, picture: bytes) -> None:
    """Set the picture behind the places, which keep the positions of their cells; an empty one removes it."""
    before = edit.state.get("ground", {}).get("picture")
    edit.change("ground.picture", pictures.save(edit.pen, picture) if picture else None)
    if picture and not before:
        for key, pin in _pins(_rows(edit, "places")).items():
            edit.change(f"ground.places.{key}", {**edit.state["ground"]["places"][key], **pin})
    edit.close("ground", _("A picture lies behind the places.") if picture else _("The picture is taken away."))


def _pins(places: Mapping[str, Any]) -> dict[str, dict[str, int]]:
    """The middle of each place's cell on the board as players see it, in hundredths of its side."""
    seen = [_cell(row) for row in places.values() if not row.get("hidden")] or [(0, 0)]
    columns, lines = sorted({x for x, _y in seen}), sorted({y for _x, y in seen})
    return {key: {"left": _middle(columns, row["x"]), "top": _middle(lines, row["y"])} for key, row in places.items()}


def _middle(tracks: list[int], cell: int) -> int:
    number = min(bisect_left(tracks, cell), len(tracks) - 1)
    return (2 * number + 1) * 100 // (2 * len(tracks))


@encounter_command
def remove_way(edit: EncounterEdit, *, key: str) -> None:
    if key not in _rows(edit, "ways"):
        raise Stale(_("This way is no longer there."), "key")
    edit.change(f"ground.ways.{key}", None)
    edit.close("ground", _("A way is removed."))


@encounter_command
def put(edit: EncounterEdit, *, who: Collection[str], place: str) -> None:
    """Put fighters, by id or by side, into a place at once; ``somewhere`` takes them off the board."""
    places = _rows(edit, "places")
    if place != SOMEWHERE and place not in places:
        raise Stale(_("This place is no longer there."), "place")
    chosen = [key for key, row in edit.everybody.items() if key in who or row.get("side") in who]
    if not chosen:
        raise Refused(_("Nobody was chosen."), "who")
    if place != SOMEWHERE and places[place].get("hidden"):
        _check_unseen(edit, chosen)
    for fighter in chosen:
        _move(edit, fighter, place)
    where = _("somewhere") if place == SOMEWHERE else _("%(place)s", place=places[place]["name"])
    edit.close_with_line("put", _sentences(edit, chosen, where), by=True)


def _check_unseen(edit: EncounterEdit, chosen: Iterable[str]) -> None:
    """Raise ``Refused`` if a visible fighter would be put into a hidden place."""
    for row in map(edit.row, chosen):
        if not row.get("hidden"):
            raise Refused(_("The players see %(who)s, but not this place.", who=edit.name(row)), "who")


def _move(edit: EncounterEdit, fighter: str, place: str) -> None:
    ground = edit.pen.campaign.system.ground
    if ground is None:
        raise Refused(_("This game has no ground."), "place")
    where = None if place == SOMEWHERE else place
    if fighter not in edit.fighters:  # in reserve: unknown to the rules until they join
        edit.change(f"ground.at.{fighter}", where)
        return
    scene = scenes.scene_at(edit.pen, edit.token, edit.state)
    for change in ground.put(scene, fighter, where):
        edit.change(change.path, change.after)


def _sentences(edit: EncounterEdit, chosen: Collection[str], where: Text) -> dict[str, Text]:
    """The line for game masters, and in a fight that has begun that for the table, as far as it sees them."""
    seen = [edit.name_shown(fighter) for fighter in chosen if edit.is_seen(fighter)]
    texts = {"gm": _put_sentence(map(edit.name, map(edit.row, chosen)), where)}
    begun = edit.status in (Encounter.Status.RUNNING, Encounter.Status.PAUSED)
    return {**texts, "table": _put_sentence(seen, where)} if seen and begun else texts


METRES = number("metres", _("Metres"), 0, 0, layout.FARTHEST)


@encounter_command
def measure(edit: EncounterEdit, *, fighter: str, other: str, metres: str) -> None:
    """Say how far two fighters are from each other, or with no metres take that back."""
    if fighter == other:
        raise Refused(TWO_NEEDED, "other")
    names = [edit.name(edit.row(key)) for key in (fighter, other)]
    distance = METRES.read(metres) if metres else None
    edit.change(f"marks.metres.{layout.pair(fighter, other)}", distance)
    line = _("%(names)s: measured no more", names=name_texts(names))
    if distance is not None:
        line = _("%(names)s: %(metres)s m", names=name_texts(names), metres=distance)
    edit.close_with_line("measured", {"gm": line}, by=True)


def fighters_moved(event: Event) -> set[str]:
    paths = [change.path.split(".") for change in event.written]
    moved = {path[2] for path in paths if path[:2] == ["ground", "at"]}
    return moved or {fighter for path in paths if path[:2] == ["marks", "metres"] for fighter in path[2:]}


def _put_sentence(names: Any, where: Text) -> Text:
    return _("%(names)s: %(place)s", names=name_texts(names), place=where)


def _rows(edit: EncounterEdit, what: str) -> Mapping[str, Any]:
    rows: Mapping[str, Any] = edit.state.get("ground", {}).get(what) or {}
    return rows


def _read_row(fields: Mapping[str, Field], row: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """A row with these values read by their fields, kept without what stands at its default."""
    for key in values:
        if key not in fields:
            raise Unreadable(_("“%(field)s” is not a field of this form.", field=str(key)[:40]), str(key)[:40])
    read = {key: field.read(values.get(key, row.get(key, field.blank))) for key, field in fields.items()}
    return {key: value for key, value in read.items() if fields[key].kind not in ("flag", "text") or value}


def _write_row(edit: EncounterEdit, what: str, key: str, row: dict[str, Any]) -> None:
    rows = _rows(edit, what)
    order = rows[key]["order"] if key else 1 + max((item["order"] for item in rows.values()), default=0)
    edit.change(f"ground.{what}.{key or new_token()}", {**row, "order": order})
