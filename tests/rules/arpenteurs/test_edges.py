"""Edges of Arpenteurs: an aim at somebody else, and a cover that hides the place aimed at."""

import pytest

from rules.arpenteurs import checks, harm, places, shooting
from rules.arpenteurs import sheet as sheets
from rules.arpenteurs.harm import Blow
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


@pytest.mark.rules("ARP-LOC-01")
def test_the_die_of_the_location_has_six_faces_and_a_blow_counts_one_round():
    assert str(harm.D6) == "1d6"
    assert Blow("ada", "orc", RIFLE, 3).rounds == 1


@pytest.mark.rules("ARP-TEST-01", "ARP-TEST-05")
def test_the_best_of_a_pair_counts_alone_where_the_house_plays_so_under_its_own_name():
    strong = {**VETERAN, "characteristics": {"adresse": 2, "force": 5}, "skills": {}}
    for pair, best in ((("adresse", "force"), "Strength"), (("force", "adresse"), "Strength")):
        said = {"check": "adresse", "first": pair[0], "second": pair[1]}
        for house, total, label in (({"test": {"formula": "best_skill"}}, 5, best), ({}, 7, None)):
            base = checks.asked(strong, house, said, "ada").target.base
            assert base.value == total
            assert label is None or str(base.label) == label


@pytest.mark.rules("ARP-TEST-01")
def test_a_characteristic_alone_counts_twice_without_a_skill():
    found = checks.characteristic({"characteristics": {"force": 4}}, {}, "force")
    assert (found.target.total, len(found.target.lines)) == (8, 1)


@pytest.mark.rules("ARP-TEST-01")
def test_a_pair_is_named_in_its_order():
    said = {"check": "adresse", "first": "adresse", "second": "force"}
    base = checks.asked(VETERAN, {}, said, "ada").target.base
    assert [str(text) for text in dict(base.label.params).values()] == ["Dexterity", "Strength"]
