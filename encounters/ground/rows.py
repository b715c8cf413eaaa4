"""The ground as plain values for a template: the cells of the board, the ways between them, distances from somebody."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from campaigns.web.language import gettext as _
from campaigns.web.language import say
from encounters import pictures
from encounters.fight import portraits
from encounters.fight import rows as fight_rows
from encounters.fight.snapshot import Fight
from rules.ground.layout import PLACES, Place, told
from rules.views import ground as view
from rules.views.ground import Away, Board, Spot

Row = dict[str, Any]


def board(fight: Fight, ground: Board) -> Row:
    """The places in the cells of a grid, the ways in the gaps between, the longer ones as a list.

    Cells are given out among the places that are seen: nothing is left free for one that is not.
    """
    columns, lines = _ranks(ground, "x"), _ranks(ground, "y")
    cells = {spot.place.key: (columns[spot.place.x], lines[spot.place.y]) for spot in ground.spots}
    ways = _apart([_way(ground, track, cells) for track in sorted(ground.tracks, key=lambda track: track.way.metres)])
    return {
        "picture": pictures.address(ground.picture),
        "lines_over": [_line(ground, track, len(columns)) for track in ground.tracks] if ground.picture else [],
        "columns": len(columns),
        "lines": len(lines),
        "places": [_spot(fight, ground, spot, cells[spot.place.key]) for spot in ground.spots],
        "ways": [way for way in ways if way["column"]],
        "far": [way for way in ways if not way["column"]],
        "somewhere": [_group(fight, group) for group in ground.somewhere],
        "nowhere": _("Somewhere"),
    }


def _ranks(ground: Board, axis: str) -> dict[int, int]:
    values = sorted({getattr(spot.place, axis) for spot in ground.spots})
    return {value: number for number, value in enumerate(values)}


def _apart(ways: list[Row]) -> list[Row]:
    """Ways of which each gap of the grid holds one, the first: what else would lie over it has no cell."""
    taken: set[tuple[int, int]] = set()
    for way in ways:
        cell = (way["column"], way["line"])
        if cell in taken:
            way.update(column=0, line=0)
        taken.add(cell)
    return ways


def _spot(fight: Fight, ground: Board, spot: Spot, cell: tuple[int, int]) -> Row:
    left = ground.last if ground.last is not None and ground.last.start == spot.place.key else None
    return {
        "key": spot.place.key,
        "name": spot.place.name,
        "pin": f"left-{_step(spot.place.left)} top-{_step(spot.place.top)}" if ground.picture else "",
        "column": 2 * cell[0] + 1,
        "line": 2 * cell[1] + 1,
        "cover": _briefly(say(spot.cover)) if spot.cover and spot.place.cover != "none" else "",
        "light": _("Light: %(light)s") % {"light": say(spot.light)} if spot.light else "",
        "hidden": spot.place.hidden,
        "groups": [_group(fight, group) for group in spot.groups],
        "count": sum(map(len, spot.groups)),
        "left": _("%(who)s has just left") % {"who": fight_rows.listed_names(fight, (left.fighter,))} if left else "",
        "now": any(fighter in fight.board.up for group in spot.groups for fighter in group),
    }


def _within(label: str) -> str:
    """A label as it stands within a sentence."""
    return label[:1].lower() + label[1:]


def _briefly(label: str) -> str:
    """The word for a level of cover without the examples that its book gives in brackets."""
    return label.partition(" (")[0]


def _group(fight: Fight, group: Iterable[str]) -> list[Row]:
    rows = (fight.row(fighter) for fighter in group)
    return [_face(fight, row) for row in rows if row is not None]


def _face(fight: Fight, row: Any) -> Row:
    name = str(row.name)
    return {
        "fighter": row.fighter,
        "name": name,
        "letters": initials(name),
        "portrait": portraits.visible_portrait(fight, row),
        "side": row.side,
        "hidden": row.hidden,
        "now": row.fighter in fight.board.up,
        "mine": row.mine,
        **fight_rows.state(fight, row),
    }


def initials(name: str) -> str:
    """Two letters that tell a face from others: of the first and last word, or the first two of an only one."""
    words = [word for word in name.replace("-", " ").split() if word[0].isalnum()]
    letters = words[0][0] + words[-1][0] if len(words) > 1 else (words[0] if words else name)[:2]
    return letters.upper()


def _way(ground: Board, track: view.Track, cells: dict[str, tuple[int, int]]) -> Row:
    """One way in the gap between two neighbouring cells, or without a cell where they are no neighbours."""
    way = track.way
    (ax, ay), (bx, by) = cells[way.a], cells[way.b]
    near = max(abs(ax - bx), abs(ay - by)) == 1
    gone = ground.last is not None and {ground.last.start, ground.last.end} == {way.a, way.b}
    names = {spot.place.key: spot.place.name for spot in ground.spots}
    return {
        "column": ax + bx + 1 if near else 0,
        "line": ay + by + 1 if near else 0,
        "run": "across" if ay == by else "down" if ax == bx else "rising" if (ax - bx) * (ay - by) < 0 else "falling",
        "metres": metres(way.metres),
        "note": way.note,
        "cover": say(track.cover) if track.cover and way.cover != "none" else "",
        "hidden": way.hidden,
        "arrow": _arrow(cells, ground.last) if gone and ground.last else "",
        "words": _("%(a)s to %(b)s") % {"a": names[way.a], "b": names[way.b]},
    }


SCALE = 12.8, 8.0  # of hundredths in the units of the drawing over a picture
INWARDS, INWARDS_OF_FOUR = 0.78, 0.83  # a place is drawn inside the picture: its middle is nearer to that of it


def _step(hundredths: int) -> int:
    """The spot of a place over a picture, in twentieths of its side."""
    return round(hundredths / 5)


def _middle(hundredths: int, axis: int, inwards: float) -> float:
    return (50 + (5 * _step(hundredths) - 50) * inwards) * SCALE[axis]


def _line(ground: Board, track: view.Track, columns: int) -> Row:
    """One way as a line over a picture, from the middle of a place to that of the other, in the way of who went it."""
    way, last, inwards = track.way, ground.last, INWARDS_OF_FOUR if columns > 3 else INWARDS
    ends = [way.a, way.b]
    gone = last is not None and {last.start, last.end} == set(ends)
    if last is not None and gone:
        ends = [last.start, last.end]
    at = {spot.place.key: spot.place for spot in ground.spots}
    spots = ((at[end].left, at[end].top) for end in ends)
    (ax, ay), (bx, by) = ((_middle(x, 0, inwards), _middle(y, 1, inwards)) for x, y in spots)
    middle = {"x": round((ax + bx) / 2), "y": round((ay + by) / 2)}
    start, end = f"{ax:.0f} {ay:.0f}", f"{bx:.0f} {by:.0f}"
    path = f"M{start}L{middle['x']} {middle['y']}L{end}"
    return {**middle, "path": path, "gone": gone, "hidden": way.hidden, "metres": metres(way.metres)}


def _arrow(cells: dict[str, tuple[int, int]], last: view.Step) -> str:
    (ax, ay), (bx, by) = cells[last.start], cells[last.end]
    across = "chevron-right" if bx > ax else "chevron-left" if bx < ax else ""
    return across or ("chevron-down" if by > ay else "chevron-up")


def metres(value: float | None) -> str:
    """Metres as they are read, “?” where nobody knows."""
    return "?" if value is None else say(told(value))


def distances(fight: Fight, fighter: str) -> Row | None:
    """Distances of everybody seen from a fighter, the others' side first, each with its terms."""
    row = fight.row(fighter)
    away = view.distances(fight.system, fight.scene, fight.viewer, fighter) if row is not None else ()
    if row is None or not away:
        return None
    camps = {other.id: other.camp for other in fight.scene.fighters.values()}
    rows = [(_away(fight, row), camps[row.fighter] == camps[fighter]) for row in away]
    title = _("Distances from %(who)s") % {"who": row.name}
    return {
        "from": fighter,
        "of": row.name,
        "unknown": all(item.distance.metres is None for item in away),
        "title": title,
        "foes": [item for item, own in rows if not own],
        "own": [item for item, own in rows if own],
        "here": _here(fight, fighter) or title,
    }


def _here(fight: Fight, fighter: str) -> str:
    """The place of a fighter; empty on a ground without places."""
    ground = view.view(fight.system, fight.scene, fight.viewer)
    if ground is None or ground.level != PLACES:
        return ""
    spots: Iterable[Spot] = ground.spots
    here = (spot.place.name for spot in spots if any(fighter in group for group in spot.groups))
    return next(here, _("Somewhere"))


def _away(fight: Fight, away: Away) -> Row:
    row = fight.row(away.fighter)
    assert row is not None  # whoever is seen has a row
    words = [_where(away.place), _in_contact(away), _within(say(away.band)) if away.band else "", _covered(away)]
    return {
        **_face(fight, row),
        "metres": metres(away.distance.metres),
        "words": ", ".join(word for word in words if word),
        "engaged": away.distance.engaged,
        "why": [{"label": say(step.label), "metres": metres(step.metres)} for step in away.distance.steps],
    }


def _in_contact(away: Away) -> str:
    return _("in contact") if away.distance.engaged else ""


def _covered(away: Away) -> str:
    if away.distance.cover == "none" or away.cover is None:
        return ""
    return _("cover: %(cover)s") % {"cover": _briefly(say(away.cover))}


def _where(place: Place | None) -> str:
    return place.name if place is not None else ""
