"""The distance of two fighters: what wins, what it is made of, and what nobody may learn from it."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.scene import Change, Scene
from rules.core.text import Text
from rules.ground import layout
from rules.ground.ground import Ground

COVERS = {"none": Text("none"), "half": Text("half"), "full": Text("full")}


def _engaged(scene, fighter, other):
    return other in (scene.fighters[fighter].marks.get("engaged") or ())


def _parted(scene, fighter, other):
    return (scene.mark(fighter, "engaged", None), scene.mark(other, "engaged", None))


GROUND = Ground(contact=2, engaged=_engaged, parted=_parted, unmeasured=lambda *_pair: 30, covers=COVERS)
PLACES = {
    "deck": {"name": "Deck", "size": 8},
    "bridge": {"name": "Bridge", "size": 4, "cover": "half"},
    "hold": {"name": "Hold"},
    "bilge": {"name": "Bilge", "hidden": True},
}
WAYS = {
    "stairs": {"a": "deck", "b": "bridge", "metres": 15},
    "hatch": {"a": "deck", "b": "hold", "metres": 6, "cover": "full", "note": "Hatch"},
    "crack": {"a": "bilge", "b": "hold", "metres": 1},
    "pipe": {"a": "bridge", "b": "bilge", "metres": 1},
    "duct": {"a": "bridge", "b": "hold", "metres": 2, "hidden": True},
}


def scene(at, level="places", marks=None, hidden=(), **fighters):
    rows = {
        who: {"character": f"c-{who}", "side": "pc", "order": number, **({"hidden": True} if who in hidden else {})}
        for number, who in enumerate(("ada", "ben", "cleo"))
    }
    for who, row in fighters.items():
        rows[who]["marks"] = row
    ground = {"level": level, "places": PLACES, "ways": WAYS, "at": at}
    sheets = {f"c-{who}": {"name": who.title()} for who in rows}
    return Scene("t", "fight", {}, {"fighters": rows, "ground": ground, "marks": marks or {}}, sheets)


@pytest.mark.parametrize(
    ("at", "more", "metres"),
    [
        ({"ada": "deck", "ben": "deck"}, {}, 8),
        ({"ada": "deck", "ben": "bridge"}, {}, 15),
        ({"ada": "hold", "ben": "bridge"}, {}, 21),
        ({"ada": "deck", "ben": "deck"}, {"ada": {"engaged": ["ben"]}}, 2),
        ({"ada": "deck", "ben": "deck"}, {"marks": {"metres": {"ada": {"ben": 5}}}}, 5),
        ({"ada": "deck", "ben": "bridge"}, {"marks": {"metres": {"ada": {"ben": 5}}}, "ada": {"engaged": ["ben"]}}, 5),
        ({"ada": "deck"}, {}, 30),
        ({}, {}, 30),
    ],
)
def test_a_measure_wins_then_contact_then_the_place_then_the_ways(at, more, metres):
    away = GROUND.between(scene(at, **more), "ada", "ben")
    assert away.metres == metres
    assert sum(step.metres for step in away.steps) == metres


def test_without_a_ground_only_measures_and_the_sides_count():
    bare = Scene("t", "fight", {}, {"fighters": scene({}).state["fighters"]}, scene({}).sheets)
    assert GROUND.between(bare, "ada", "ben").metres == 30
    contact = scene({}, level="none", ada={"engaged": ["ben"]})
    assert GROUND.metres(contact, "ada", "ben") == 30


def test_places_that_no_way_joins_are_cut_off():
    places = {**PLACES, "raft": {"name": "Raft"}}
    here = scene({"ada": "deck", "ben": "deck"})
    here = here.with_changes([here.change("ground.places", places), here.change("ground.at.ben", "raft")])
    away = GROUND.between(here, "ada", "ben")
    assert away.cut_off
    assert away.metres is None
    assert not GROUND.near(here, "ada", "ben")


@pytest.mark.parametrize(
    ("looks", "at", "cover"),
    [("ada", {"ada": "deck", "ben": "bridge"}, "half"), ("ben", {"ada": "deck", "ben": "bridge"}, "none")]
    + [("ada", {"ada": "bridge", "ben": "bridge"}, "none"), ("ada", {"ada": "deck", "ben": "hold"}, "full")],
)
def test_a_place_covers_against_fighters_elsewhere_and_a_way_both(looks, at, cover):
    other = "ben" if looks == "ada" else "ada"
    assert GROUND.between(scene(at), looks, other).cover == cover


def test_hidden_ways_and_places_shorten_no_visible_distance():
    seen = scene({"ada": "hold", "ben": "bridge"})
    unseen = scene({"ada": "hold", "ben": "bridge", "cleo": "bilge"}, hidden=("cleo",))
    assert GROUND.metres(seen, "ada", "ben") == GROUND.metres(unseen, "ada", "ben") == 21
    assert GROUND.metres(unseen, "cleo", "ada") == 1


def test_a_visible_fighter_is_never_in_a_hidden_place():
    assert layout.layout(scene({"ada": "bilge"})).of("ada") is None
    assert layout.layout(scene({"ada": "bilge"}, hidden=("ada",))).of("ada").name == "Bilge"


def test_going_elsewhere_ends_measures_and_contact_and_undo_brings_both_back():
    marks = {"metres": {"ada": {"ben": 1}, "ben": {"cleo": 9}}}
    at = {"ada": "deck", "ben": "deck", "cleo": "deck"}
    before = scene(at, marks=marks, ada={"engaged": ["ben"]}, ben={"engaged": ["ada"]})
    changes = GROUND.put(before, "ada", "bridge")
    after = before.with_changes(changes)
    assert layout.layout(after).of("ada").key == "bridge"
    assert layout.measured(after, "ada", "ben") is None
    assert layout.measured(after, "ben", "cleo") == 9
    assert not _engaged(after, "ada", "ben")
    assert after.with_changes(change.inverse for change in reversed(changes)).state == before.state


def test_staying_in_a_place_changes_nothing():
    assert GROUND.put(scene({"ada": "deck"}), "ada", "deck") == ()


grounds = st.lists(st.tuples(*(st.sampled_from("abcdef"),) * 2, st.integers(1, 40)), max_size=12)


@given(ways=grounds, measured=st.none() | st.integers(0, 50))
def test_distances_are_those_of_brute_force_and_the_same_from_either_side(ways, measured):
    places = {key: {"name": key.upper()} for key in "abcdef"}
    rows = {f"w{n}": {"a": a, "b": b, "metres": metres} for n, (a, b, metres) in enumerate(ways) if a != b}
    marks = {} if measured is None else {"metres": {"ada": {"ben": measured}}}
    base = scene({}, marks=marks)
    state = {
        **base.state,
        "ground": {"level": "places", "places": places, "ways": rows, "at": {"ada": "a", "ben": "f"}},
    }
    here = Scene("t", "fight", {}, state, base.sheets)
    metres = GROUND.metres(here, "ada", "ben")
    assert metres == GROUND.metres(here, "ben", "ada")
    assert metres == (measured if measured is not None else _by_brute_force(rows))


def _by_brute_force(rows):
    lengths: dict[tuple[str, str], int] = {}
    for row in rows.values():
        for ends in ((row["a"], row["b"]), (row["b"], row["a"])):
            lengths[ends] = min(lengths.get(ends, 9999), row["metres"])
    routes = []
    for count in range(5):
        for between in permutations("bcde", count):
            stops = ["a", *between, "f"]
            legs = [lengths.get(leg) for leg in zip(stops, stops[1:], strict=False)]
            if None not in legs:
                routes.append(sum(legs))
    return min(routes, default=None)


def test_removing_a_place_leaves_its_people_somewhere():
    here = scene({"ada": "deck", "ben": "bridge"})
    gone = here.with_changes([Change(here.subject, "ground.places.deck", PLACES["deck"], None)])
    assert layout.layout(gone).of("ada") is None
    assert set(gone.fighters) == set(here.fighters)


def test_rows_that_an_archive_brings_are_read_as_far_as_they_are_known():
    here = scene({"ada": "deck", "ben": "attic"})
    odd = {"name": "Attic", "colour": "red", "order": 9}
    lost = {"a": "attic", "b": "nowhere", "metres": 3}
    here = here.with_changes([here.change("ground.places.attic", odd), here.change("ground.ways.lost", lost)])
    assert layout.layout(here).of("ben").name == "Attic"
    assert GROUND.between(here, "ada", "ben").cut_off


def test_the_way_of_somebody_hidden_leaves_no_trace_of_itself():
    seen = scene({"ada": "deck", "cleo": "deck"}, hidden=("cleo",))
    after = seen.with_changes(GROUND.put(seen, "ada", "bridge"))
    later = after.with_changes(GROUND.put(after, "cleo", "hold"))
    assert later.state["ground"]["went"] == after.state["ground"]["went"]
