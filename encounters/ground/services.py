"""The writes of the ground: laying it, changing its places and ways, and putting people somewhere.

All of it is done by a game master, in the preparation or while the fight goes on, and undone like any other act.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from campaigns.models import Event, new_token
from encounters import pictures, scenes
from encounters.ground import readymade
from encounters.models import Encounter
from encounters.prepare.draft import EncounterEdit, encounter_command, listed
from rules.character.fields import choice, flag, number, text
from rules.character.sheet import Choice, Field
from rules.core.errors import Refused, Stale, Unreadable
from rules.core.game import Game
from rules.core.rounds import TWO_NEEDED
from rules.core.text import Text, _
from rules.ground import layout

LEVELS = {
    layout.NONE: _("None: distances as you tell them"),
    layout.PAIRS: _("Distances: who is how far from whom"),
    layout.PLACES: _("Places: who stands where, and the ways between"),
}
OTHERS_READ, MOST_OWN = 40, 12  # encounters of a table whose grounds are looked for, and shown
SOMEWHERE = "somewhere"  # the place of those who have none


def place_fields(system: Game, pinned: bool = False) -> dict[str, Field]:
    """The fields of a place, by key; ``pinned`` where it stands over a picture."""
    pin = (number("left", _("From the left (%)"), 50, 0, 100), number("top", _("From the top (%)"), 50, 0, 100))
    fields = (
        text("name", _("Name"), required=True, most=24),
        number("column", _("Column"), 1, 1, layout.COLUMNS),  # as people count
        number("line", _("Row"), 1, 1, layout.ROWS),
        number("size", _("Metres across"), 6, 1, layout.WIDEST),
        *_cover(system),
        *_light(system),
        *(pin if pinned else ()),
        flag("hidden", _("Hidden from the players")),
    )
    return {field.key: field for field in fields}


def way_fields(system: Game, places: Mapping[str, Any]) -> dict[str, Field]:
    """The fields of a way between two of these places, by key."""
    ends = {key: _("%(place)s", place=row["name"]) for key, row in places.items()}
    fields = (
        choice("a", _("From"), ends, None),
        choice("b", _("To"), ends, None),
        number("metres", _("Metres"), 10, 1, layout.FARTHEST),
        text("note", _("What it is"), most=24),
        *(_cover(system) if system.ground and not system.ground.at_hand else ()),
        flag("hidden", _("Hidden from the players")),
    )
    return {field.key: field for field in fields}


def _cover(system: Game) -> tuple[Field, ...]:
    covers = system.ground.covers if system.ground else {}
    return (choice("cover", _("Cover"), covers, layout.NONE),) if covers else ()


def own_grounds(encounter: Encounter) -> list[Encounter]:
    """The latest other fights of a table that have places, whose ground may be laid again."""
    rows = Encounter.objects.filter(campaign=encounter.campaign_id, kind=Encounter.Kind.FIGHT)
    latest = rows.exclude(pk=encounter.pk).order_by("-pk")[:OTHERS_READ]
    return [row for row in latest if row.state.get("ground", {}).get("places")][:MOST_OWN]


def _light(system: Game) -> tuple[Field, ...]:
    lights = system.ground.lights if system.ground else {}
    rows = {layout.EVERYWHERE: _("as everywhere"), **lights}
    return (choice("light", _("Light there"), rows, layout.EVERYWHERE),) if lights else ()


@encounter_command
def lay(edit: EncounterEdit, *, level: str, ready: str = "", other: str = "") -> None:
    """Give an encounter a ground of a level, a ready-made one, or that of another encounter of its table.

    Raises ``Unreadable`` for one nobody knows.
    """
    if ready or other:
        laid = _ready(ready) if ready else _of_other(edit, other)
        for key in ("level", "places", "ways", "at", "last", "went", "picture"):
            edit.change(f"ground.{key}", laid.get(key))
    else:
        wanted = Field("level", _("Ground"), "choice", choices=tuple(map(_choice, LEVELS.items()))).read(level)
        edit.change("ground.level", None if wanted == layout.NONE else wanted)
    named = str(readymade.GROUNDS[ready].name) if ready else LEVELS[_level(edit)]
    edit.close("ground", _("The ground is laid: %(level)s", level=named))


def _ready(key: str) -> Mapping[str, Any]:
    if key not in readymade.GROUNDS:
        raise Unreadable(_("There is no such ground."), "ready")
    return readymade.GROUNDS[key].laid()


def _of_other(edit: EncounterEdit, other: str) -> Mapping[str, Any]:
    """The places and ways of another encounter of this table, without those who stand there."""
    ground = edit.pen.read(f"encounter:{other}").get("ground", {})
    if not ground.get("places"):
        raise Unreadable(_("There is no such ground."), "other")
    return {"level": layout.PLACES, **{key: ground[key] for key in ("places", "ways", "picture") if key in ground}}


def _choice(item: tuple[str, Text]) -> Choice:
    return Choice(*item)


def _level(edit: EncounterEdit) -> str:
    return str(edit.state.get("ground", {}).get("level", layout.NONE))


@encounter_command
def set_place(edit: EncounterEdit, *, key: str, values: Mapping[str, Any]) -> None:
    """Add a place, or change one. Raises ``Refused`` beyond what a board holds, or for a cell that is taken."""
    places = _rows(edit, "places")
    if key not in places and key:
        raise Stale(_("This place is no longer there."), "key")
    if not key and len(places) >= layout.MOST_PLACES:
        raise Refused(_("%(most)s places at most.", most=layout.MOST_PLACES))
    pinned = bool(edit.state.get("ground", {}).get("picture"))
    row = _laid(_read(place_fields(edit.pen.campaign.system, pinned), as_asked(places.get(key, {})), values))
    other = next((name for name, item in places.items() if name != key and _cell(item) == _cell(row)), None)
    if other is not None:
        raise Refused(_("%(place)s stands there already.", place=places[other]["name"]), "column")
    _check_hides_nobody(edit, key, row)
    _set(edit, "places", key, row)
    if not row.get("hidden"):  # else the table would see that there is a ground
        edit.change("ground.level", layout.PLACES)
    edit.close("ground", _("Place: %(place)s", place=row["name"]))


def as_asked(row: Mapping[str, Any]) -> dict[str, Any]:
    """A place as its form asks for it: its cell by the column and the row that people count from one."""
    return {**row, "column": 1 + row.get("x", 0), "line": 1 + row.get("y", 0)}


def _laid(said: Mapping[str, Any]) -> dict[str, Any]:
    kept = {key: value for key, value in said.items() if key not in ("column", "line")}
    return {**kept, "x": said["column"] - 1, "y": said["line"] - 1}


def _cell(row: Mapping[str, Any]) -> tuple[int, int]:
    return int(row.get("x", 0)), int(row.get("y", 0))


def _check_hides_nobody(edit: EncounterEdit, key: str, row: Mapping[str, Any]) -> None:
    """Raise ``Refused`` where a place would be hidden with somebody in it whom everybody sees."""
    at = edit.state.get("ground", {}).get("at", {})
    seen = (fighter for fighter in edit.fighters if at.get(fighter) == key and not edit.row(fighter).get("hidden"))
    if row.get("hidden") and (fighter := next(seen, None)) is not None:
        raise Refused(_("%(who)s stands there: hide them first.", who=edit.name(edit.row(fighter))), "hidden")


@encounter_command
def remove_place(edit: EncounterEdit, *, key: str) -> None:
    """Take a place away, with its ways; whoever stood in it is somewhere."""
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
    """Add a way, or change one. Raises ``Refused`` for one that leads back to where it begins."""
    places, ways = _rows(edit, "places"), _rows(edit, "ways")
    if key not in ways and key:
        raise Stale(_("This way is no longer there."), "key")
    if not key and len(ways) >= layout.MOST_WAYS:
        raise Refused(_("%(most)s ways at most.", most=layout.MOST_WAYS))
    row = _read(way_fields(edit.pen.campaign.system, places), ways.get(key, {}), values)
    if row["a"] == row["b"]:
        raise Refused(_("A way leads from one place to another."), "b")
    _set(edit, "ways", key, row)
    edit.close("ground", _("Way: %(a)s, %(b)s", a=places[row["a"]]["name"], b=places[row["b"]]["name"]))


@encounter_command
def set_picture(edit: EncounterEdit, *, picture: bytes) -> None:
    """Lay a picture behind the places, each of which stands where its cell was; without one take it away."""
    before = edit.state.get("ground", {}).get("picture")
    edit.change("ground.picture", pictures.keep(edit.pen, picture) if picture else None)
    if picture and not before:
        for key, pin in _pins(_rows(edit, "places")).items():
            edit.change(f"ground.places.{key}", {**edit.state["ground"]["places"][key], **pin})
    edit.close("ground", _("A picture lies behind the places.") if picture else _("The picture is taken away."))


def _pins(places: Mapping[str, Any]) -> dict[str, dict[str, int]]:
    """The middle of the cell of each place on the board that the players see, in hundredths."""
    seen = [_cell(row) for row in places.values() if not row.get("hidden")] or [(0, 0)]
    columns, lines = sorted({x for x, _y in seen}), sorted({y for _x, y in seen})
    return {
        key: {"left": _middle(columns, row.get("x", 0)), "top": _middle(lines, row.get("y", 0))}
        for key, row in places.items()
    }


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
    """Put people into a place at once: fighters by id, or a whole side; ``somewhere`` takes them off the board."""
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
    edit.close_with_line("put", _told(edit, chosen, where), by=True)


def _check_unseen(edit: EncounterEdit, chosen: Iterable[str]) -> None:
    """Refuse to put a fighter whom the players see into a hidden place. Raises ``Refused``."""
    for row in map(edit.row, chosen):
        if not row.get("hidden"):
            raise Refused(_("The players see %(who)s, but not this place.", who=edit.name(row)), "who")


def _move(edit: EncounterEdit, fighter: str, place: str) -> None:
    ground = edit.pen.campaign.system.ground
    if ground is None:
        raise Refused(_("This game knows no ground."), "place")
    where = None if place == SOMEWHERE else place
    if fighter not in edit.fighters:  # who is in reserve is nobody to the rules yet, and stands there once they join
        edit.change(f"ground.at.{fighter}", where)
        return
    scene = scenes.at(edit.pen, edit.token, edit.state)
    for change in ground.put(scene, fighter, where):
        edit.change(change.path, change.after)


def _told(edit: EncounterEdit, chosen: Collection[str], where: Text) -> dict[str, Text]:
    """The line for game masters, and in a fight that has begun that for the table, as far as it sees them."""
    seen = [edit.shown(fighter) for fighter in chosen if not edit.row(fighter).get("hidden")]
    texts = {"gm": _put(map(edit.name, map(edit.row, chosen)), where)}
    begun = edit.status in (Encounter.Status.RUNNING, Encounter.Status.PAUSED)
    return {**texts, "table": _put(seen, where)} if seen and begun else texts


METRES = number("metres", _("Metres"), 0, 0, layout.FARTHEST)


@encounter_command
def measure(edit: EncounterEdit, *, fighter: str, other: str, metres: str) -> None:
    """Say how far two fighters are from each other, or with no metres take that back."""
    if fighter == other:
        raise Refused(TWO_NEEDED, "other")
    names = [edit.name(edit.row(key)) for key in (fighter, other)]
    away = METRES.read(metres) if metres else None
    edit.change(f"marks.metres.{layout.pair(fighter, other)}", away)
    line = _("%(names)s: measured no more", names=listed(names))
    if away is not None:
        line = _("%(names)s: %(metres)s m", names=listed(names), metres=away)
    edit.close_with_line("measured", {"gm": line}, by=True)


def about(event: Event) -> set[str]:
    """The fighters whom an event of this module put somewhere or measured."""
    paths = [change.path.split(".") for change in event.written]
    moved = {path[2] for path in paths if path[:2] == ["ground", "at"]}
    return moved or {fighter for path in paths if path[:2] == ["marks", "metres"] for fighter in path[2:]}


def _put(names: Any, where: Text) -> Text:
    return _("%(names)s: %(place)s", names=listed(names), place=where)


def _rows(edit: EncounterEdit, what: str) -> Mapping[str, Any]:
    rows: Mapping[str, Any] = edit.state.get("ground", {}).get(what) or {}
    return rows


def _read(fields: Mapping[str, Field], row: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """A row with these values read by their fields, kept without what stands at its default."""
    for key in values:
        if key not in fields:
            raise Unreadable(_("“%(field)s” is not asked here.", field=str(key)[:40]), str(key)[:40])
    read = {key: field.read(values.get(key, row.get(key, field.blank))) for key, field in fields.items()}
    return {key: value for key, value in read.items() if fields[key].kind not in ("flag", "text") or value}


def _set(edit: EncounterEdit, what: str, key: str, row: dict[str, Any]) -> None:
    rows = _rows(edit, what)
    order = rows[key].get("order", 0) if key else 1 + max((item.get("order", 0) for item in rows.values()), default=0)
    edit.change(f"ground.{what}.{key or new_token()}", {**row, "order": order})
