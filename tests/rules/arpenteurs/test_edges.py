"""Edges of Arpenteurs: an aim at somebody else, and a cover that hides the place aimed at."""

import pytest

from rules.games.arpenteurs import checks, damage, modifiers, places, reactions
from rules.games.arpenteurs import sheet as sheets
from rules.games.arpenteurs.modifiers import Blow, Shot
from tests.rules.arpenteurs.play import RAIDER, SCOUT, VETERAN, Table, throw

RIFLE = sheets.weapon(VETERAN, "rifle")


@pytest.mark.rules("ARP-AIM-01")
def test_rounds_of_aiming_count_for_the_one_aimed_at_alone():
    here = Table(("ada", "pc", VETERAN), ("orc", "foe", RAIDER), ("bob", "foe", RAIDER), metres=20)
    here.do("aim", "ada", target_of_aim="orc")
    rounds = [modifiers.at(here.scene, "ada", one, RIFLE, {}).aimed_rounds for one in ("orc", "bob")]
    assert rounds == [1, 0]


@pytest.mark.rules("ARP-COVER-04")
@pytest.mark.parametrize(("location", "lifted"), [("", False), ("head", True), ("torso", False)])
def test_only_aiming_past_the_cover_lifts_its_malus_where_the_house_plays_so(location, lifted):
    shot = Shot(RIFLE, 20, engaged=False, location=location, cover="medium", hidden=("torso",))
    (line,) = [one for one in modifiers.modifiers(shot, {"cover": {"aim_lifts_malus": True}}) if one.value == -4]
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


@pytest.mark.rules("ARP-ATK-01", "ARP-DIST-04")
@pytest.mark.parametrize(("metres", "weapon"), [(2, "axe"), (40, "rifle")])
def test_an_attack_stands_at_what_serves_at_that_distance(metres, weapon):
    here = Table(("ada", "pc", VETERAN), ("orc", "foe", RAIDER), metres=metres)
    (field,) = [one for one in here.offer("ada", "attack").fields if one.key == "weapon"]
    assert [one.key for one in field.choices if one.likely] == [weapon]


@pytest.mark.rules("ARP-MOD-01", "ARP-BURST-06")
@pytest.mark.parametrize(("ammo", "metres", "foreseen"), [(12, 2, True), (0, 2, False), (0, 20, True)])
def test_a_target_tells_of_the_shots_that_can_be_fired_or_of_all_where_nothing_can_be_done(ammo, metres, foreseen):
    pistol = {**SCOUT["weapons"]["pistol"], "ammo": ammo}
    here = Table(("ada", "pc", {**SCOUT, "weapons": {"pistol": pistol}}), ("orc", "foe", RAIDER), metres=metres)
    (field,) = [one for one in here.offer("ada", "attack").fields if one.key == "target"]
    assert (field.choices[0].hint is not None) == foreseen


@pytest.mark.rules("ARP-DIST-05")
def test_nobody_who_is_out_of_the_fight_takes_an_opportunity():
    here = Table(("ada", "pc", VETERAN), ("orc", "foe", RAIDER), ("bob", "foe", RAIDER))
    engaged = [here.scene.mark("orc", "engaged", {"ada": True}), here.scene.mark("bob", "engaged", {"ada": True})]
    here.scene = here.scene.with_changes([*engaged, here.scene.write("orc", "dead", True)])
    assert reactions.opportunists(here.scene, "ada") == ("bob",)


@pytest.mark.rules("ARP-RANGE-02", "ARP-ATK-05")
@pytest.mark.parametrize(("faces", "hits"), [((1, 2), False), ((1, 1), True)])
def test_a_dodge_lets_no_shot_reach_beyond_its_limit(faces, hits):
    here = Table(("ada", "pc", VETERAN), ("orc", "foe", RAIDER), metres=900)
    here.attack("ada", "orc", "rifle", ("reaction", "dodge"), dodge_allowed=True)
    here.answers(("attack-dice", *faces), ("defence-dice", 6, 6), *((("veto", "hit"), ("location", 3)) if hits else ()))
    assert [one.level.succeeded for one in here.outcomes] == [hits, False]
    assert ("orc" in [who for who, words in here.told if "ECG" in words]) == hits


@pytest.mark.rules("ARP-ATK-06")
def test_where_no_cover_is_near_none_can_be_reached():
    here = Table(("ada", "pc", VETERAN), ("orc", "foe", RAIDER))
    assert places.nearby(here.scene, "ada") == ("none", 0)


@pytest.mark.rules("ARP-ATK-06")
def test_athletics_stand_first_among_the_skills_to_dive_with():
    here = Table(("ada", "pc", VETERAN), ("orc", "foe", RAIDER), metres=20)
    here.do("nearby", fighter="orc", level="heavy", actions=1).attack(
        "ada", "orc", "rifle", ("reaction", "dive_to_cover")
    )
    assert list(here.options("dive"))[:2] == ["athletisme", "armes_de_poing"]


@pytest.mark.rules("ARP-ATK-06", "ARP-COVER-02", "ARP-SF-01")
@pytest.mark.parametrize(("dive", "stopped"), [((1, 1), True), ((6, 6), False)])
def test_the_cover_that_was_reached_stops_this_very_shot(dive, stopped):
    here = Table(("ada", "pc", VETERAN), ("orc", "foe", RAIDER), metres=20)
    here.do("nearby", fighter="orc", level="light", actions=1).attack(
        "ada", "orc", "rifle", ("reaction", "dive_to_cover")
    )
    here.answers(("dive", "athletisme"), ("dive-dice", *dive), ("attack-dice", 1, 1), ("location", 1))
    assert ("orc", "hit on the cover: Left leg") in here.told or not stopped
    assert here.at("orc", "ecg.current") == (8 if stopped else 4)


@pytest.mark.rules("ARP-ECG-01", "ARP-SF-01")
@pytest.mark.parametrize(("left", "deadly"), [(5, False), (4, True), (3, True)])
def test_a_hit_is_deadly_when_it_takes_all_that_is_left(left, deadly):
    theirs = {"ecg": {"max": 10, "current": left}, "sang_froid": {"current": 0, "max": 0}}
    here = Table(("ada", "pc", VETERAN), ("orc", "foe", theirs))
    effects = throw(lambda: damage.harm(here.scene, Blow("ada", "orc", RIFLE), 1), (3,))
    assert [one.kind for one in effects] == ["hurt", "death"][: 1 + deadly]


@pytest.mark.rules("ARP-LOC-01")
def test_the_die_of_the_location_has_six_faces_and_a_blow_counts_one_round():
    assert str(damage.D6) == "1d6"
    assert Blow("ada", "orc", RIFLE).rounds == 1


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
