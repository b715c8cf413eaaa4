"""The ground as template values: cells of the board, ways between them, distances from a fighter."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from campaigns.web.language import gettext as _
from campaigns.web.language import say, within_line
from encounters import pictures
from encounters.fight import heading, portraits, turn_order
from encounters.fight.snapshot import Fight
from rules.ground.layout import PLACES, told
from rules.views import ground as view
from rules.views.ground import Away, GroundBoard, Spot

Row = dict[str, Any]


def board(fight: Fight, ground: GroundBoard) -> Row:
    """The places in the cells of a grid, ways between neighbours in the gaps, other ways as a list.

    Only visible places get a column and a row, so that a gap never reveals a hidden one.
    """
    columns, lines = _rank_values(ground, "x"), _rank_values(ground, "y")
    cells = {spot.place.key: (columns[spot.place.x], lines[spot.place.y]) for spot in ground.spots}
    ways = _without_overlap(
        [_way_row(ground, track, cells) for track in sorted(ground.tracks, key=lambda track: track.way.metres)]
    )
    return {
        "picture": pictures.address(ground.picture),
        "lines_over": [_line_row(ground, track, len(columns)) for track in ground.tracks] if ground.picture else [],
        "columns": len(columns),
        "lines": len(lines),
        "places": [_place_row(fight, ground, spot, cells[spot.place.key]) for spot in ground.spots],
        "ways": [way for way in ways if way["column"]],
        "far": [way for way in ways if not way["column"]],
        "somewhere": [_face_rows(fight, group) for group in ground.somewhere],
        "nowhere": _("Somewhere"),
    }


def _rank_values(ground: GroundBoard, axis: str) -> dict[int, int]:
    values = sorted({getattr(spot.place, axis) for spot in ground.spots})
    return {value: number for number, value in enumerate(values)}


def _without_overlap(ways: list[Row]) -> list[Row]:
    """The ways, with the cell removed from those that would lie over an earlier one."""
    taken: set[tuple[int, int]] = set()
    for way in ways:
        cell = (way["column"], way["line"])
        if cell in taken:
            way.update(column=0, line=0)
        taken.add(cell)
    return ways


def _place_row(fight: Fight, ground: GroundBoard, spot: Spot, cell: tuple[int, int]) -> Row:
    left = ground.last if ground.last is not None and ground.last.start == spot.place.key else None
    return {
        "key": spot.place.key,
        "name": spot.place.name,
        "pin": f"left-{_step(spot.place.left)} top-{_step(spot.place.top)}" if ground.picture else "",
        "column": 2 * cell[0] + 1,
        "line": 2 * cell[1] + 1,
        "cover": _without_examples(say(spot.cover)) if spot.cover and spot.place.cover != "none" else "",
        "light": _("Light: %(light)s") % {"light": say(spot.light)} if spot.light else "",
        "hidden": spot.place.hidden,
        "groups": [_face_rows(fight, group) for group in spot.groups],
        "count": sum(map(len, spot.groups)),
        "left": _("%(who)s has just left") % {"who": heading.format_names(fight, (left.fighter,))} if left else "",
        "now": any(fighter in fight.board.up for group in spot.groups for fighter in group),
    }


def _without_examples(label: str) -> str:
    """The label of a level of cover without the rulebook's examples in brackets."""
    return label.partition(" (")[0]


def _face_rows(fight: Fight, group: Iterable[str]) -> list[Row]:
    rows = (fight.row(fighter) for fighter in group)
    return [_face_row(fight, row) for row in rows if row is not None]


def _face_row(fight: Fight, row: Any) -> Row:
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
        **turn_order.health(fight, row),
    }


def initials(name: str) -> str:
    """Two letters for a face: the initials of the first and last word, or the first two letters of a single word."""
    words = [word for word in name.replace("-", " ").split() if word[0].isalnum()]
    letters = words[0][0] + words[-1][0] if len(words) > 1 else (words[0] if words else name)[:2]
    return letters.upper()


def _way_row(ground: GroundBoard, track: view.Track, cells: dict[str, tuple[int, int]]) -> Row:
    """The row of one way, in the gap between its two cells; without a cell unless they are neighbours."""
    way = track.way
    (ax, ay), (bx, by) = cells[way.a], cells[way.b]
    are_neighbours = max(abs(ax - bx), abs(ay - by)) == 1
    is_last = ground.last is not None and {ground.last.start, ground.last.end} == {way.a, way.b}
    names = {spot.place.key: spot.place.name for spot in ground.spots}
    return {
        "column": ax + bx + 1 if are_neighbours else 0,
        "line": ay + by + 1 if are_neighbours else 0,
        "run": _direction(cells[way.a], cells[way.b]),
        "metres": format_metres(way.metres),
        "note": way.note,
        "cover": say(track.cover) if track.cover and way.cover != "none" else "",
        "hidden": way.hidden,
        "arrow": _arrow_icon(cells, ground.last) if is_last and ground.last else "",
        "words": _("%(a)s to %(b)s") % {"a": names[way.a], "b": names[way.b]},
    }


def _direction(start: tuple[int, int], end: tuple[int, int]) -> str:
    across, down = end[0] - start[0], end[1] - start[1]
    if not down:
        return "across"
    if not across:
        return "down"
    return "rising" if across * down < 0 else "falling"


SCALE = 12.8, 8.0  # drawing units per hundredth of a picture, across and down
INWARDS, INWARDS_OF_FOUR = 0.78, 0.83  # places are drawn inside the picture, so closer to its middle


def _step(hundredths: int) -> int:
    return round(hundredths / 5)


def _middle_on_picture(hundredths: int, axis: int, inwards: float) -> float:
    return (50 + (5 * _step(hundredths) - 50) * inwards) * SCALE[axis]


def _line_row(ground: GroundBoard, track: view.Track, columns: int) -> Row:
    """One way as a line over a picture, between the middles of its places; the last way used keeps its direction."""
    way, last, scale = track.way, ground.last, INWARDS_OF_FOUR if columns > 3 else INWARDS
    ends = [way.a, way.b]
    is_last = last is not None and {last.start, last.end} == set(ends)
    if last is not None and is_last:
        ends = [last.start, last.end]
    at = {spot.place.key: spot.place for spot in ground.spots}
    spots = ((at[end].left, at[end].top) for end in ends)
    (ax, ay), (bx, by) = ((_middle_on_picture(x, 0, scale), _middle_on_picture(y, 1, scale)) for x, y in spots)
    middle = {"x": round((ax + bx) / 2), "y": round((ay + by) / 2)}
    start, end = f"{ax:.0f} {ay:.0f}", f"{bx:.0f} {by:.0f}"
    path = f"M{start}L{middle['x']} {middle['y']}L{end}"
    return {**middle, "path": path, "gone": is_last, "hidden": way.hidden, "metres": format_metres(way.metres)}


def _arrow_icon(cells: dict[str, tuple[int, int]], last: view.Step) -> str:
    (ax, ay), (bx, by) = cells[last.start], cells[last.end]
    across = "chevron-right" if bx > ax else "chevron-left" if bx < ax else ""
    return across or ("chevron-down" if by > ay else "chevron-up")


def format_metres(value: float | None) -> str:
    return "?" if value is None else say(told(value))


def distances(fight: Fight, fighter: str) -> Row | None:
    """The distances from a fighter to all visible others, the other side first, each with its terms."""
    row = fight.row(fighter)
    away = view.distances_from(fight.system, fight.scene, fight.viewer, fighter) if row is not None else ()
    if row is None or not away:
        return None
    camps = {other.id: other.camp for other in fight.scene.fighters.values()}
    rows = [(_away_row(fight, row), camps[row.fighter] == camps[fighter]) for row in away]
    title = _("Distances from %(who)s") % {"who": row.name}
    return {
        "from": fighter,
        "of": row.name,
        "unknown": all(item.distance.metres is None for item in away),
        "title": title,
        "foes": [item for item, own in rows if not own],
        "own": [item for item, own in rows if own],
        "here": _place_words(fight, fighter) or title,
    }


def _place_words(fight: Fight, fighter: str) -> str:
    ground = view.view(fight.system, fight.scene, fight.viewer)
    if ground is None or ground.level != PLACES:
        return ""
    spots: Iterable[Spot] = ground.spots
    names = (spot.place.name for spot in spots if any(fighter in group for group in spot.groups))
    return next(names, _("Somewhere"))


def _away_row(fight: Fight, away: Away) -> Row:
    row = fight.row(away.fighter)
    assert row is not None  # every visible fighter has a row
    words = [
        away.place.name if away.place is not None else "",
        _("in contact") if away.distance.engaged else "",
        within_line(away.band) if away.band else "",
        _cover_words(away),
    ]
    return {
        **_face_row(fight, row),
        "metres": format_metres(away.distance.metres),
        "words": ", ".join(word for word in words if word),
        "engaged": away.distance.engaged,
        "why": [{"label": say(step.label), "metres": format_metres(step.metres)} for step in away.distance.steps],
    }


def _cover_words(away: Away) -> str:
    if away.distance.cover == "none" or away.cover is None:
        return ""
    return _("cover: %(cover)s") % {"cover": _without_examples(say(away.cover))}
