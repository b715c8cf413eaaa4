"""A board of the ground: who stands where and with whom, the last way gone, and how far others are."""

import pytest

from rules.character.sheet import Choice, Field
from rules.core.text import Text
from rules.engine import sides
from rules.ground.ground import Ground
from rules.ground.layout import layout
from rules.views import ground as view
from rules.views.viewers import Viewer
from tests.rules.toy import PARTS, Toy, scene

GM, TABLE = Viewer("gm"), Viewer("table")
HIDDEN = {"hidden": True}
PLACES = {
    "hall": {"name": "Hall", "x": 0, "y": 0, "size": 4, "order": 0, "cover": "half", "light": "dusk"},
    "yard": {"name": "Yard", "x": 1, "y": 0, "size": 6, "order": 1},
    "lair": {"name": "Lair", "x": 2, "y": 0, "order": 2, "hidden": True},
}
WAYS = {
    "door": {"a": "hall", "b": "yard", "metres": 5, "order": 0, "cover": "half"},
    "hole": {"a": "yard", "b": "lair", "metres": 3, "order": 1},
}
AT = {"ada": "hall", "orc": "hall", "ben": "yard", "owl": "hall"}


def engaged(here, one, other):
    return other in here.fighters[one].marks.get("held", ()) or one in here.fighters[other].marks.get("held", ())


GROUND = Ground(2.0, engaged=engaged, covers={"half": Text("Half")}, lights={"dusk": Text("Dusk")})
TOY = Toy(**PARTS, ground=GROUND)


def fight(*, level="places", held=None, **ground):
    found = scene(("ada", "pc"), ("orc", "npc"), ("ben", "pc"), ("owl", "npc", HIDDEN), ("elf", "pc"))
    rows = {"level": level, "places": PLACES, "ways": WAYS, "at": AT, **ground}
    marks = [found.mark(who, "held", whom) for who, whom in (held or {}).items()]
    return found.with_changes([found.change("ground", rows), *marks])


def standing(viewer, **said):
    return {spot.place.key: spot.groups for spot in view.view(TOY, fight(**said), viewer).spots}


def test_everybody_stands_in_the_place_where_they_are_and_apart_unless_they_touch():
    assert standing(TABLE) == {"hall": (("ada",), ("orc",)), "yard": (("ben",),)}
    assert standing(GM) == {"hall": (("ada",), ("orc",), ("owl",)), "yard": (("ben",),), "lair": ()}
    assert standing(TABLE, held={"orc": ["ada"]})["hall"] == (("ada", "orc"),)
    held = {"owl": ["orc"], "ada": ["owl"]}
    assert standing(GM, held=held)["hall"] == (("ada", "owl", "orc"),)
    assert standing(TABLE, held=held)["hall"] == (("ada",), ("orc",)), "nobody touches through somebody hidden"


@pytest.mark.parametrize("who", ["ada", "orc"])
def test_a_fighter_who_is_out_holds_nobody(who):
    here = fight(held={"orc": ["ada"]})
    after = here.with_changes([here.write(who, "life", 0)])
    assert view.view(TOY, after, TABLE).spots[0].groups == (("ada",), ("orc",))


def test_a_board_names_cover_and_light_of_a_place_and_fighters_without_one():
    board = view.view(TOY, fight(), TABLE)
    hall, yard = board.spots
    assert (str(hall.cover), str(hall.light), yard.cover, yard.light) == ("Half", "Dusk", None, None)
    assert [(track.way.key, str(track.cover)) for track in board.tracks] == [("door", "Half")]
    assert board.somewhere == (("elf",),)
    assert [track.way.key for track in view.view(TOY, fight(), GM).tracks] == ["door", "hole"]


def test_a_board_needs_a_ground_and_a_game_that_uses_one():
    assert view.view(TOY, fight(level="none"), GM) is None
    assert view.view(Toy(**PARTS), fight(), GM) is None
    assert view.distances_from(TOY, fight(level="none"), GM, "ada") == ()
    assert view.distances_from(Toy(**PARTS), fight(), GM, "ada") == ()


@pytest.mark.parametrize(
    ("went", "last", "viewer", "found"),
    [
        ({}, {}, TABLE, None),
        ({"ada": {"from": "hall", "to": "yard", "number": 1}}, {}, TABLE, ("ada", "hall", "yard")),
        (
            {"ada": {"from": "hall", "to": "yard", "number": 1}, "ben": {"from": "yard", "to": "hall", "number": 2}},
            {},
            TABLE,
            ("ben", "yard", "hall"),
        ),
        (
            {"ada": {"from": "hall", "to": "yard"}, "ben": {"from": "yard", "to": "hall", "number": 1}},
            {},
            TABLE,
            ("ben", "yard", "hall"),
        ),
        (
            {"ada": {"from": "hall", "to": "yard"}},
            {"fighter": "ben", "from": "yard", "to": "hall"},
            TABLE,
            ("ben", "yard", "hall"),
        ),
        ({"owl": {"from": "hall", "to": "yard", "number": 1}}, {}, TABLE, None),
        ({"owl": {"from": "hall", "to": "yard", "number": 1}}, {}, GM, ("owl", "hall", "yard")),
        ({"ada": {"from": "lair", "to": "yard", "number": 1}}, {}, TABLE, None),
        ({"ada": {"from": "lair", "to": "yard", "number": 1}}, {}, GM, ("ada", "lair", "yard")),
        ({"ada": {"from": "hall", "to": "yard", "number": 1, "round": 1}}, {}, TABLE, ("ada", "hall", "yard")),
        ({"ada": {"from": "hall", "to": "yard", "number": 1, "round": 2}}, {}, TABLE, None),
    ],
)
def test_a_board_shows_the_last_way_that_somebody_seen_went_in_this_round(went, last, viewer, found):
    step = view.view(TOY, fight(went=went, last=last), viewer).last
    assert (step and (step.fighter, step.start, step.end)) == found


def test_others_are_listed_from_the_nearest_to_those_at_unknown_distance():
    here = fight(held={"ben": ["ada"]})
    told = view.distances_from(TOY, here, TABLE, "ada")
    assert [(one.fighter, one.place and one.place.key) for one in told] == [
        ("ben", "yard"),
        ("orc", "hall"),
        ("elf", None),
    ]
    assert [one.fighter for one in view.distances_from(TOY, here, GM, "ada")] == ["ben", "orc", "owl", "elf"]
    fallen = here.with_changes([here.write("orc", "life", 0)])
    assert [one.fighter for one in view.distances_from(TOY, fallen, TABLE, "ada")] == ["ben", "elf"]
    assert layout(here).of("ada").key == "hall"


def test_targets_are_listed_nearest_first_with_their_distance():
    field = Field(
        "who", Text("Who"), "choice", choices=tuple(Choice(key, Text(key)) for key in ("all", "ada", "ben", "orc"))
    )
    rows = sides.sort_by_distance(fight(), "ada", field, GROUND).choices
    assert [row.key for row in rows] == ["all", "ada", "orc", "ben"]
    assert [bool(row.hint) for row in rows] == [False, False, True, True]
    assert sides.sort_by_distance(fight(), "gm", field, GROUND) is field
    assert sides.sort_by_distance(fight(level="none"), "ada", field, GROUND) is field
    assert sides.sort_by_distance(fight(), "ada", field, None) is field
