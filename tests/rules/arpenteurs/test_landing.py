"""What an effect leaves on the scene and on the sheets, when it lands alone and at the bounds of what there is."""

import pytest

from rules.core.script import Effect
from rules.games.arpenteurs import GAME, initiative, places
from tests.rules.arpenteurs.play import ARPENTEURS, RAIDER, VETERAN, Table


def table(*more, **options):
    return Table(("ada", "pc", VETERAN), ("orc", "foe", RAIDER), *more, **options)


def landed(here, kind, target, value=None):
    here.scene = here.scene.with_changes(GAME.land(here.scene, Effect(kind, target, value)))
    return here


@pytest.mark.rules("ARP-SF-01")
@pytest.mark.parametrize(("points", "left"), [(3, 2), (1, 0), (0, 0)])
def test_who_escapes_death_pays_a_point_if_there_is_one_and_owes_none(points, left):
    here = table()
    here.scene = here.scene.with_changes([here.scene.write("orc", "sang_froid.current", points)])
    landed(here, "saved", "orc")
    assert (here.at("orc", "sang_froid.current"), here.at("orc", "saved")) == (left, True)


@pytest.mark.rules("ARP-ASSN-04")
def test_who_is_slain_has_nothing_left_of_the_track():
    assert landed(table(), "slain", "orc").at("orc", "ecg.current") == 0


@pytest.mark.rules("ARP-MOD-01", "ARP-COVER-05", "ARP-ATK-01")
@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ({"motion": "fast"}, {"motion": "fast"}),
        ({"invisible": True}, {"invisible": True}),
        ({"concealment": -1}, {"concealment": -1}),
        ({"concealment": -10}, {"concealment": -10}),
        ({"helpless": True}, {"helpless": True}),
        ({}, {}),
    ],
)
def test_of_a_situation_only_what_is_not_as_usual_is_noted(said, kept):
    usual = {"motion": "still", "invisible": False, "concealment": 0, "helpless": False}
    here = table().do("situation", fighter="orc", motion="moving", invisible=True, concealment=-3, helpless=True)
    landed(here, "situation", "orc", {**usual, **said})
    assert {key: value for key, value in here.marks("orc").items() if key in usual} == kept


@pytest.mark.rules("ARP-DIST-02", "ARP-DIST-03")
def test_who_leaves_melee_is_free_of_all_and_the_others_stay_at_each_other():
    here = table(("bob", "foe", RAIDER))
    for fighter, by in (("ada", "orc"), ("bob", "orc")):
        landed(here, "engage", fighter, by)
    engaged = {one: here.marks(one)["engaged"] for one in here.scene.fighters}
    assert engaged == {"ada": {"orc": True}, "orc": {"ada": True, "bob": True}, "bob": {"orc": True}}
    landed(here, "disengage", "ada")
    found = {one: places.opponents(here.scene, one) for one in here.scene.fighters}
    assert found == {"ada": (), "orc": ("bob",), "bob": ("orc",)}


@pytest.mark.rules("ARP-DMG-02")
@pytest.mark.parametrize(
    ("arms", "key"),
    [(None, "object1"), ({"object1": {"name": "Rope"}}, "object2"), ({"object2": {"name": "Rope"}}, "object1")],
)
def test_every_object_of_the_scene_is_a_weapon_of_its_own(arms, key):
    here = Table(("ada", "pc", {"weapons": arms} if arms else {}), ("orc", "foe", RAIDER))
    landed(here, "object", "ada", {"name": "Chair", "damage": 2, "range_m": 6})
    assert set(here.at("ada", "weapons")) == {*(arms or {})}
    assert here.marks("ada")["objects"] == {key: {"name": "Chair", "damage": 2, "range_m": 6}}


@pytest.mark.rules("ARP-ACT-01", "ARP-ACT-05")
@pytest.mark.parametrize(("spent", "left"), [(0, 2), (1, 1), (2, 0), (3, 0)])
def test_nobody_has_fewer_actions_left_than_none(spent, left):
    """Three of two: who has lost the talent of a third one meanwhile."""
    here = table()
    here.scene = here.scene.with_changes([here.scene.mark("orc", "ledger", [{"kind": "move"}] * spent)])
    assert initiative.left(here.scene, "orc") == left


@pytest.mark.rules("ARP-ACT-05", "ARP-AIM-01")
@pytest.mark.parametrize(("spent", "whole", "lines"), [(0, False, 1), (0, True, 2), (1, True, 2), (1, False, 2)])
def test_what_takes_the_whole_round_takes_every_action_left_and_anything_else_takes_one(spent, whole, lines):
    here = table()
    here.scene = here.scene.with_changes([here.scene.mark("orc", "ledger", [{"kind": "move"}] * spent)])
    landed(here, "spend", "orc", {"kind": "aim", "whole": whole})
    assert len(initiative.ledger(here.scene, "orc")) == lines


@pytest.mark.rules("ARP-TIME-02")
def test_a_new_round_is_the_next_one():
    here = table().do("finish", "ada").do("finish", "orc")
    assert [here.scene.round, here.do("new_round").scene.round] == [1, 2]


@pytest.mark.rules("ARP-INIT-01", "ARP-TIME-02")
def test_while_initiative_is_rolled_nobody_takes_a_turn():
    here = Table(("ada", "pc", VETERAN), ("orc", "foe", RAIDER), started=False)
    assert ARPENTEURS.takes_turns(here.scene)
    assert not ARPENTEURS.takes_turns(here.do("start").scene)
    assert ARPENTEURS.takes_turns(table().scene)
