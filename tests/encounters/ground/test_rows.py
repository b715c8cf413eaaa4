"""The places and ways of a ground are drawn in the cells of a grid, or over a picture."""

from types import SimpleNamespace

import pytest
from django.utils import translation

from encounters.ground import rows
from rules.core.text import Text
from rules.ground.layout import Place, Way
from rules.views.ground import GroundBoard, Spot, Step, Track

FIGHT = SimpleNamespace(board=SimpleNamespace(up=(), rows=()), row=lambda _fighter: None)
CELLS = {"a": (0, 0), "b": (2, 0), "c": (0, 5), "d": (2, 5), "e": (9, 0)}  # empty columns and rows leave no gap
HALF = Text("Half (a wall)")


def drawn(*ways, last=None, picture="", **more):
    """The board of these ways between the places above."""
    places = {key: Place(key, key.upper(), x, y, **more.get(key, {})) for key, (x, y) in CELLS.items()}
    spots = tuple(Spot(place, (), HALF if place.cover != "none" else None) for place in places.values())
    tracks = tuple(Track(Way(f"w{a}{b}", a, b, metres, **said), HALF) for a, b, metres, said in ways)
    with translation.override("en"):
        return rows.board(FIGHT, GroundBoard("places", spots, tracks, (), last, picture))


def test_places_stand_in_cells_with_a_gap_between_for_their_ways():
    board = drawn()
    assert (board["columns"], board["lines"]) == (3, 2)
    assert {row["key"]: (row["column"], row["line"]) for row in board["places"]} == {
        "a": (1, 1),
        "b": (3, 1),
        "c": (1, 3),
        "d": (3, 3),
        "e": (5, 1),
    }


@pytest.mark.parametrize(
    ("ends", "cell", "run"),
    [
        ("ab", (2, 1), "across"),
        ("ac", (1, 2), "down"),
        ("ad", (2, 2), "falling"),
        ("da", (2, 2), "falling"),
        ("bc", (2, 2), "rising"),
        ("cb", (2, 2), "rising"),
        ("be", (4, 1), "across"),
        ("de", (4, 2), "rising"),
    ],
)
def test_a_way_between_neighbours_lies_in_their_gap(ends, cell, run):
    (way,) = drawn((*ends, 5, {}))["ways"]
    assert ((way["column"], way["line"]), way["run"], way["words"]) == (
        cell,
        run,
        f"{ends[0].upper()} to {ends[1].upper()}",
    )


def test_a_way_that_is_longer_or_would_lie_over_another_is_listed():
    board = drawn(("a", "d", 9, {}), ("b", "c", 5, {}), ("a", "e", 7, {}), ("c", "e", 3, {}))
    assert [way["words"] for way in board["ways"]] == ["B to C"], "the shorter one is drawn"
    assert [way["words"] for way in board["far"]] == ["C to E", "A to E", "A to D"]


@pytest.mark.parametrize(
    ("start", "end", "arrow"),
    [
        ("a", "b", "right"),
        ("b", "a", "left"),
        ("a", "c", "down"),
        ("c", "a", "up"),
        ("a", "d", "right"),
        ("b", "c", "left"),
    ],
)
def test_the_last_way_that_was_gone_has_an_arrow(start, end, arrow):
    board = drawn(
        ("a", "b", 1, {}), ("a", "c", 2, {}), ("a", "d", 3, {}), ("b", "c", 4, {}), last=Step("x", start, end)
    )
    arrows = {way["words"]: way["arrow"] for way in (*board["ways"], *board["far"]) if way["arrow"]}
    assert list(arrows.values()) == [f"chevron-{arrow}"]
    assert set(next(iter(arrows)).split(" to ")) == {start.upper(), end.upper()}


def test_the_cover_of_a_way_is_named_without_examples():
    (bare,) = drawn(("a", "b", 5, {}))["ways"]
    (covered,) = drawn(("a", "b", 5, {"cover": "half", "hidden": True, "note": "ladder"}))["ways"]
    assert (bare["cover"], bare["hidden"], bare["note"]) == ("", False, "")
    assert (covered["cover"], covered["hidden"], covered["note"]) == ("Half (a wall)", True, "ladder")
    places = {row["key"]: row["cover"] for row in drawn(a={"cover": "half"})["places"]}
    assert places == {"a": "Half", "b": "", "c": "", "d": "", "e": ""}


def test_over_a_picture_places_are_pinned_and_ways_are_lines_between_them():
    assert drawn()["lines_over"] == [] and drawn()["places"][0]["pin"] == ""
    where = {"a": {"left": 0, "top": 50}, "b": {"left": 100, "top": 50}, "c": {"left": 52, "top": 8}}
    board = drawn(("a", "b", 5, {"hidden": True}), picture="p", last=Step("x", "b", "a"), **where)
    assert [row["pin"] for row in board["places"][:3]] == ["left-0 top-10", "left-20 top-10", "left-10 top-2"]
    (line,) = board["lines_over"]
    # 78 % of the way out from the middle of 1280 by 800; the last way begins where it was left.
    assert line["path"] == "M1139 400L640 400L141 400"
    assert (line["x"], line["y"], line["gone"], line["hidden"]) == (640, 400, True, True)


@pytest.mark.parametrize(
    ("name", "letters"),
    [("Élowen", "ÉL"), ("Jean-Luc Martin", "JM"), ("Ana (2)", "AN"), ("Orc B", "OB"), ("Ö", "Ö"), ("…", "…")],
)
def test_a_face_has_two_letters(name, letters):
    assert rows.initials(name) == letters


def test_metres_that_nobody_knows_are_a_question_mark():
    with translation.override("en"):
        assert (rows.format_metres(None), rows.format_metres(5)) == ("?", "5 m".replace(" ", "\u00a0"))
