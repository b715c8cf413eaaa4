"""The harm of a hit: locations, armour, the ECG, death and Sang-Froid; and murder, which needs no location."""

import pytest

from rules.core.check import Breakdown, Modifier
from rules.core.errors import Unreadable
from rules.core.script import Effect
from rules.core.text import _
from rules.games.arpenteurs import GAME, damage
from rules.games.arpenteurs import sheet as sheets
from rules.games.arpenteurs.attacks import NOTICED, TOO_FAR
from rules.games.arpenteurs.modifiers import Blow
from rules.games.arpenteurs.rounds import SAME_ACTION
from rules.games.arpenteurs.sheet import Weapon
from tests.rules.arpenteurs.play import HOUND, RAIDER, SCOUT, VETERAN, Table, duel, landed, lines, throw

NOTHING = ("reaction", "nothing")


EVERYBODY = {"sang_froid": {"of": "all"}}


def table(theirs=SCOUT, mine=VETERAN, settings=EVERYBODY, **kwargs):
    return Table(("ada", "pc", mine), ("orc", "foe", theirs), settings=settings, **kwargs)


def frail(points, **more):
    return {**SCOUT, "ecg": {"current": 2, "max": 10}, "sang_froid": {"current": points, "max": 3}, **more}


@pytest.mark.rules("ARP-LOC-01")
def test_a_die_gives_the_location():
    places = [damage.location_of(die) for die in range(1, 7)]
    assert places == ["left_leg", "right_leg", "torso", "left_arm", "right_arm", "head"]


@pytest.mark.rules("ARP-LOC-02/no-die", "ARP-AIM-02")
def test_a_location_aimed_at_is_hit_without_a_die_at_a_malus():
    here = table().attack("ada", "orc", "axe", NOTHING, ("attack-dice", 2, 2), location="torso")
    assert lines(here.outcomes[0].check)["Aimed at: torso"] == -1
    assert here.at("orc", "ecg.current") == 10 - (4 - 2)


AXE = Weapon("axe", "Hache", "melee", "armes_blanches", damage=4)


@pytest.mark.rules("ARP-DMG-01/armour")
@pytest.mark.parametrize(
    ("armour", "degrees", "house", "location", "lost"),
    [
        (0, 5, {}, "torso", 4),
        (3, 5, {}, "torso", 1),
        (9, 5, {}, "torso", 0),
        (3, 5, {"per_degree": 2}, "torso", 11),
        (1, 1, {"head_multiplier": 2}, "head", 6),
        (1, 1, {"head_multiplier": 2}, "torso", 3),
    ],
)
def test_a_hit_does_the_damage_of_its_weapon_less_the_armour_there(armour, degrees, house, location, lost):
    sheet = {"armour": {location: armour}}
    assert damage.damage(sheet, {"damage": house}, AXE, degrees, location).total == lost


@pytest.mark.rules("ARP-ECG-01")
def test_the_ecg_falls_and_does_not_go_below_nothing():
    here = table(frail(0)).attack("ada", "orc", "axe", NOTHING, ("attack-dice", 2, 2), ("location", 1))
    assert (here.at("orc", "ecg.current"), here.at("orc", "dead")) == (0, True)
    assert ("orc", "dies") in here.told()
    assert [choice.refused is None for choice in here.offer("ada", "attack").fields[0].choices] == [False]


@pytest.mark.rules("ARP-SF-01/one-point")
def test_a_point_of_sang_froid_averts_death():
    here = table(frail(2)).attack("ada", "orc", "axe", NOTHING, ("attack-dice", 2, 2), ("location", 1))
    assert here.asked == [("orc", "death")]
    here.answer("death", "spend")
    assert [here.at("orc", path) for path in ("ecg.current", "sang_froid.current", "saved", "dead")] == [
        1,
        1,
        True,
        False,
    ]


@pytest.mark.rules("ARP-SF-01/may")
def test_a_character_who_does_not_spend_dies_and_keeps_the_points():
    here = table(frail(2)).attack(
        "ada", "orc", "axe", NOTHING, ("attack-dice", 2, 2), ("location", 1), ("death", "die")
    )
    assert (here.at("orc", "dead"), here.at("orc", "sang_froid.current")) == (True, 2)


@pytest.mark.rules("ARP-SF-01/any-death")
def test_settings_give_the_points_left_after_death_is_averted_and_which_can_be():
    house = {"sang_froid": {"of": "all", "ecg_after_save": 4}}
    here = table(frail(1), settings=house).attack("ada", "orc", "axe", NOTHING, ("attack-dice", 2, 2), ("location", 1))
    assert here.answer("death", "spend").at("orc", "ecg.current") == 4
    strict = table(frail(1), settings={"sang_froid": {"of": "all", "any_death": False}})
    strict.attack("ada", "orc", "axe", NOTHING, ("attack-dice", 2, 2), ("location", 1))
    assert strict.at("orc", "dead")


@pytest.mark.rules("ARP-SF-02/awarded")
def test_points_come_back_only_when_they_are_awarded():
    here = table(frail(1)).do("award", fighter="orc")
    assert here.at("orc", "sang_froid.current") == 2
    here.do("award", fighter="orc").do("award", fighter="orc")
    assert here.at("orc", "sang_froid.current") == 3
    here.do("finish", "ada").do("finish", "orc").do("new_round")
    assert here.at("orc", "sang_froid.current") == 3


@pytest.mark.rules("ARP-DMG-02/gone")
def test_an_object_of_the_scene_is_seized_and_thrown():
    here = table(metres=4).do("object", fighter="ada", name="Chaise")
    here.attack("ada", "orc", "object1", ("attack-dice", 2, 2), ("location", 1))
    assert here.at("orc", "ecg.current") == 9
    assert "objects" not in here.marks("ada"), "what was thrown is gone"
    assert "object1" not in here.at("ada", "weapons")


@pytest.mark.rules("ARP-DMG-02", "ARP-ACT-04")
def test_an_object_is_swung_too_and_is_one_weapon_either_way():
    here = table().do("object", fighter="ada", name="Chaise", damage=2)
    here.attack("ada", "orc", "object1-swung", NOTHING, ("attack-dice", 2, 2), ("location", 1))
    assert here.at("orc", "ecg.current") == 8
    assert here.why_not("ada", "attack", "weapon", "object1") == str(SAME_ACTION)
    assert "objects" in here.marks("ada")
    assert "objects" not in here.do("end").marks("ada")


@pytest.mark.rules("ARP-SF-01/opponents")
@pytest.mark.parametrize(("whose", "asked"), [("pc", False), ("all", True)])
def test_the_sang_froid_of_opponents_averts_death_only_by_house_setting(whose, asked):
    here = table(frail(2), settings={"sang_froid": {"of": whose}})
    here.attack("ada", "orc", "axe", NOTHING, ("attack-dice", 2, 2), ("location", 1))
    assert here.asked == ([("orc", "death")] if asked else [])
    mine = table(RAIDER, {**VETERAN, "ecg": {"current": 1, "max": 10}}, settings={"sang_froid": {"of": whose}})
    mine.do("skip", fighter="ada").attack("orc", "ada", "machete", NOTHING, ("attack-dice", 2, 2), ("location", 6))
    assert mine.asked == [("ada", "death")]


# Assassination.


def murder(*answers, theirs=SCOUT, **kwargs):
    here = table(theirs, **kwargs).do("unnoticed", fighter="ada", other="orc")
    here.do("assassinate", "ada", target="orc", weapon="axe")
    return here.answers(*answers)


@pytest.mark.rules("ARP-ASSN-01/reach")
def test_one_murders_only_within_reach_and_unnoticed():
    assert table().why_not("ada", "assassinate", "target", "orc") == str(NOTICED)
    assert table(metres=4).why_not("ada", "assassinate", "target", "orc") == str(TOO_FAR)
    far = table(metres=4).do("unnoticed", fighter="ada", other="orc")
    assert far.why_not("ada", "assassinate", "target", "orc") == str(TOO_FAR)
    here = table().do("unnoticed", fighter="ada", other="orc")
    assert here.why_not("ada", "assassinate", "target", "orc") is None
    here.do("unnoticed", fighter="ada", other="orc", off=True)
    assert here.why_not("ada", "assassinate") == str(NOTICED)


@pytest.mark.rules("ARP-ASSN-02")
def test_a_murder_is_a_simple_test_at_minus_four():
    here = murder()
    assert here.asked == [("ada", "attack-dice")]
    here.answer("attack-dice", 6, 6)
    assert lines(here.outcomes[0].check)["Assassination"] == -4


@pytest.mark.rules("ARP-ASSN-03/cover")
@pytest.mark.parametrize(("level", "malus"), [("light", -6), ("medium", -8), ("heavy", -10)])
def test_a_cover_struck_over_counts_too(level, malus):
    here = table().do("unnoticed", fighter="ada", other="orc").do("between", fighter="ada", other="orc", level=level)
    here.do("assassinate", "ada", target="orc", weapon="axe").answer("attack-dice", 6, 6)
    found = lines(here.outcomes[0].check)
    assert sum(found.values()) - found["Blades"] == malus


@pytest.mark.rules("ARP-ASSN-04/all", "ARP-SF-01")
def test_a_murder_takes_everything_at_once_and_only_sang_froid_saves():
    dead = murder(("attack-dice", 2, 2), theirs=frail(0))
    assert (dead.at("orc", "ecg.current"), dead.at("orc", "dead")) == (0, True)
    saved = murder(
        ("attack-dice", 2, 2), ("death", "spend"), settings={"sang_froid": {"of": "all", "any_death": False}}
    )
    assert [saved.at("orc", path) for path in ("ecg.current", "sang_froid.current", "dead")] == [1, 2, False]
    assert ("orc", "loses the whole ECG at once") in saved.told()


@pytest.mark.rules("ARP-ASSN-04/failed")
def test_a_murder_that_fails_does_nothing_but_warn():
    here = murder(("attack-dice", 6, 6))
    assert here.at("orc", "ecg.current") == 10
    assert here.why_not("ada", "assassinate") == str(NOTICED)
    assert here.why_not("ada", "attack", "weapon", "axe") is not None


def test_forms_refuse_values_they_do_not_offer():
    here = Table(("dog", "pc", HOUND), ("orc", "foe", RAIDER), metres=8)
    assert here.why_not("dog", "attack") == here.why_not("dog", "attack", "weapon", "bite") == str(TOO_FAR)
    here.do("move", "dog", target="orc", metres=1)
    assert here.why_not("dog", "attack") is None
    assert here.refused(Unreadable, "attack", "dog", target="dog", weapon="bite").startswith("Target")


def test_only_the_foe_in_reach_can_be_struck():
    here = Table(("dog", "pc", HOUND), ("orc", "foe", RAIDER), ("elf", "foe", SCOUT))
    here.do("measure", fighter="dog", other="elf", metres=30)
    assert here.why_not("dog", "attack", "target", "elf") == str(TOO_FAR)
    assert here.why_not("dog", "attack", "target", "orc") is None


RIFLE = sheets.weapon(VETERAN, "rifle")


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


@pytest.mark.rules("ARP-ECG-01/floor", "ARP-AIM-01/wound")
@pytest.mark.parametrize(("lost", "left", "aims"), [(0, 8, True), (1, 7, False), (8, 0, False), (30, 0, False)])
def test_a_wound_takes_the_ecg_to_nothing_at_most_and_spoils_the_aim(lost, left, aims):
    here = duel().do("skip", fighter="ada").do("aim", "orc", target_of_aim="ada")
    landed(here, "hurt", "orc", {"damage": lost, "location": "torso"})
    assert here.at("orc", "ecg.current") == left
    assert bool(here.marks("orc").get("aimed")) == aims


@pytest.mark.rules("ARP-ECG-01")
@pytest.mark.parametrize(("lost", "named"), [(4, True), (5, False)])
def test_a_corrected_wound_names_no_terms_that_make_another_number(lost, named):
    here = duel()
    terms = Breakdown(Modifier(_("damage"), 6), (Modifier(_("armour"), -2),))
    told = damage.Hurt("orc", lost, "torso", lines=terms).told(here.scene)
    assert ("damage 6" in str(told)) == named


@pytest.mark.rules("ARP-BURST-01", "ARP-BURST-03")
@pytest.mark.parametrize("counted", [True, False])
def test_a_blow_that_is_no_burst_hurts_once_however_good_it_is(counted):
    here = duel(settings={"burst": {"cap_counts_first": counted}})
    axe = sheets.weapon(VETERAN, "axe")
    assert damage.damage_of_hits(here.scene, Blow("ada", "orc", axe), 9, "left_leg")[1] == 1
    burst = Blow("ada", "orc", axe, mode="long_burst", rounds=3)
    assert damage.damage_of_hits(here.scene, burst, 9, "left_leg")[1] == (3 if counted else 4)


def test_the_dice_of_a_location_are_read_in_the_order_of_the_body():
    assert throw(lambda: damage.location_rolled(Blow("ada", "orc", sheets.weapon(VETERAN, "axe")), ""), (6,)) == "head"


@pytest.mark.rules("ARP-ECG-01/malus")
@pytest.mark.parametrize(("left", "saved", "malus"), [(10, False, 0), (5, False, -1), (2, False, -2), (2, True, -2)])
def test_wounds_hamper_by_their_status_by_house_setting(left, saved, malus):
    sheet = {"ecg": {"max": 10, "current": left}, "saved": saved}
    assert sheets.wound_malus(sheet, {"ecg": {"wound_malus": "by_status"}}).value == malus
    assert sheets.wound_malus(sheet, {}).value == 0


@pytest.mark.rules("ARP-SF-01")
@pytest.mark.parametrize(("points", "left"), [(3, 2), (1, 0), (0, 0)])
def test_escaping_death_costs_a_point_if_there_is_one_and_owes_none(points, left):
    here = duel()
    here.scene = here.scene.with_changes([here.scene.write("orc", "sang_froid.current", points)])
    landed(here, "saved", "orc")
    assert (here.at("orc", "sang_froid.current"), here.at("orc", "saved")) == (left, True)


@pytest.mark.rules("ARP-ASSN-04")
def test_a_slain_character_has_nothing_left_of_the_track():
    assert landed(duel(), "slain", "orc").at("orc", "ecg.current") == 0


@pytest.mark.parametrize(
    ("kind", "hurts"),
    [("hurt", True), ("slain", True), ("death", True), ("saved", True), ("absorbed", False), ("spend", False)],
)
def test_harmful_effects_are_those_a_table_may_confirm(kind, hurts):
    assert GAME.hurts(Effect(kind, "ada")) == hurts
