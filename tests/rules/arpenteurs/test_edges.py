"""Edges of Arpenteurs: an aim at somebody else, and a cover that hides the place aimed at."""

import pytest

from rules.arpenteurs import places, shooting
from rules.arpenteurs import sheet as sheets
from rules.arpenteurs.shooting import Shot
from tests.rules.arpenteurs.play import RAIDER, VETERAN, Table

RIFLE = sheets.weapon(VETERAN, "rifle")


@pytest.mark.rules("ARP-AIM-01")
def test_rounds_of_aiming_count_for_the_one_aimed_at_alone():
    here = Table(("ada", "pc", VETERAN), ("orc", "foe", RAIDER), ("bob", "foe", RAIDER), metres=20)
    here.do("aim", "ada", target_of_aim="orc")
    rounds = [shooting.at(here.scene, "ada", one, RIFLE, {}).aimed_rounds for one in ("orc", "bob")]
    assert rounds == [1, 0]


@pytest.mark.rules("ARP-COVER-04")
@pytest.mark.parametrize(("location", "lifted"), [("", False), ("head", True), ("torso", False)])
def test_only_aiming_past_the_cover_lifts_its_malus_where_the_house_plays_so(location, lifted):
    shot = Shot(RIFLE, 20, location=location, cover="medium", hidden=("torso",))
    (line,) = [one for one in shooting.modifiers(shot, {"cover": {"aim_lifts_malus": True}}) if one.value == -4]
    assert (line.ignored is not None) == lifted


@pytest.mark.rules("ARP-DIST-02")
@pytest.mark.parametrize("mutual", [True, False])
def test_two_are_engaged_when_either_is_with_the_other_and_nobody_else_is(mutual):
    house = {"engage": {"mutual": mutual}}
    here = Table(("ada", "pc", VETERAN), ("orc", "foe", RAIDER), ("bob", "pc", VETERAN), settings=house)
    assert not places.are_engaged(here.scene, "ada", "orc")
    here.attack("ada", "orc", "axe", ("reaction", "nothing"), ("attack-dice", 6, 6))
    pairs = {
        (one, two): places.are_engaged(here.scene, one, two) for one in here.scene.fighters for two in ("ada", "orc")
    }
    assert {pair for pair, engaged in pairs.items() if engaged} == {("ada", "orc"), ("orc", "ada")}


@pytest.mark.rules("ARP-ATK-06")
def test_where_no_cover_is_near_none_can_be_reached():
    here = Table(("ada", "pc", VETERAN), ("orc", "foe", RAIDER))
    assert places.nearby(here.scene, "ada") == ("none", 0)
