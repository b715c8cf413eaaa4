"""Two rules of the text that meet: a strike at a shooter and the hands, two winning reactions, a dive and a ruling."""

import pytest

from rules.core.paths import put
from tests.rules.arpenteurs.play import RAIDER, VETERAN, Table, landed, lines

RIFLE = {"name": "Fusil", "category": "firearm", "skill": "fusils", "range_m": 100, "damage": 4}
KNIFE = {"name": "Couteau", "category": "melee", "damage": 2}
ARMED = {**VETERAN, "weapons": {"rifle": RIFLE, "knife": KNIFE}}
FRAIL = {**RAIDER, "ecg": {"current": 1, "max": 10}, "sang_froid": {"current": 3, "max": 3}, "armour": {}}
ALL_COOL = {"sang_froid": {"of": "all"}}


def shooting(mine=ARMED, theirs=RAIDER, **settings):
    """Ada shoots at Orc with whom she is engaged, and Orc strikes at her."""
    here = landed(Table(("ada", "pc", mine), ("orc", "foe", theirs), settings=settings), "engage", "orc", "ada")
    return here.attack("ada", "orc", "rifle", ("opportunity-orc", "attack-machete"))


@pytest.mark.rules("ARP-DIST-05", "ARP-ACT-02")
@pytest.mark.parametrize(("drawing", "why"), [(True, "Not in hand: “Do something else” draws it."), (False, None)])
def test_a_shooter_with_both_hands_on_a_rifle_parries_with_none_of_them(drawing, why):
    options = shooting(actions={"drawing": drawing}).options("opportunity-orc-reaction")
    assert options["attack-knife"] == why and options["attack-unarmed"] is None


@pytest.mark.rules("ARP-DIST-05", "ARP-REACT-04", "ARP-SF-01")
def test_a_shooter_does_not_fire_at_a_striker_who_has_died():
    here = shooting(theirs=FRAIL, **ALL_COOL)
    here.answer("opportunity-orc-reaction", "attack-unarmed")
    here.answers(("opportunity-orc-attack-dice", 6, 6), ("opportunity-orc-defence-dice", 1, 2))
    here.answers(("opportunity-orc-location", 3), ("opportunity-orc-death", "die"))
    assert here.asked == [] and here.at("orc", "dead") and here.at("orc", "ecg.current") == 0


@pytest.mark.rules("ARP-REACT-04", "ARP-SF-01")
@pytest.mark.parametrize(("answer", "asked"), [("die", []), ("spend", [("bob", "bob-location")])])
def test_the_dead_are_not_struck_again_by_a_second_winning_reaction(answer, asked):
    rows = (("orc", "foe", FRAIL), ("ada", "pc", VETERAN), ("bob", "pc", VETERAN))
    here = Table(*rows, settings={**ALL_COOL, "reaction": {"asked": "reach"}})
    here.attack("orc", "ada", "machete", ("reaction", "attack-axe"), ("thwart-bob", "attack-axe"))
    here.answers(("attack-dice", 6, 6), ("defence-dice", 1, 2), ("thwart-bob-dice", 1, 2))
    here.answers(("location", 3), ("death", answer))
    assert here.asked == asked and here.at("orc", "dead") is (answer == "die")


@pytest.mark.rules("ARP-ATK-04", "ARP-DIST-05", "ARP-SF-01")
def test_a_target_who_dies_of_shooting_back_in_melee_is_not_killed_again():
    shooter = put(FRAIL, "weapons", {"rifle": RIFLE})
    rows = (("orc", "foe", RAIDER), ("ada", "pc", shooter), ("imp", "foe", RAIDER))
    here = landed(Table(*rows, settings=ALL_COOL), "engage", "ada", "imp")
    here.attack("orc", "ada", "machete", ("reaction", "attack-rifle"), ("opportunity-imp", "attack-machete"))
    while here.asked[0][1] != "opportunity-imp-attack-dice":
        here.answer(here.asked[0][1], "nothing")
    here.answers(("opportunity-imp-attack-dice", 1, 2), ("opportunity-imp-location", 3))
    here.answer("opportunity-imp-death", "die")
    assert here.asked == [] and here.at("ada", "dead")


@pytest.mark.rules("ARP-DMG-02", "ARP-ACT-02")
@pytest.mark.parametrize(("drawing", "kept"), [(True, False), (False, True)])
def test_an_object_falls_as_both_hands_take_a_weapon(drawing, kept):
    here = Table(("ada", "pc", ARMED), ("orc", "foe", RAIDER), settings={"actions": {"drawing": drawing}})
    here.do("object", fighter="ada", name="chair", damage=1, range_m=5)
    here = landed(here, "hands", "ada", {"weapon": "knife"})
    assert "objects" in here.marks("ada")
    here = landed(here, "hands", "ada", {"weapon": "rifle"})
    assert ("objects" in here.marks("ada")) is kept


@pytest.mark.rules("ARP-DIST-02", "ARP-COVER-01")
def test_a_fighter_who_comes_back_is_engaged_with_nobody():
    here = landed(Table(("ada", "pc", VETERAN), ("orc", "foe", RAIDER)), "engage", "orc", "ada")
    here.do("cover", fighter="orc", level="heavy", places="preset").do("leave", fighter="orc")
    here.do("come_back", fighter="orc")
    assert {"engaged", "cover", "left"}.isdisjoint({**here.marks("ada"), **here.marks("orc")})


@pytest.mark.rules("ARP-ATK-06", "ARP-COVER-03")
@pytest.mark.parametrize(("ruled", "malus"), [("ground", -4), ("none", -4), ("light", -4), ("heavy", -6)])
def test_a_dive_counts_against_a_shot_whose_cover_was_ruled_before(ruled, malus):
    here = Table(("ada", "pc", ARMED), ("orc", "foe", RAIDER), metres=20)
    places = {
        "level": "places",
        "places": {"a": {"name": "Quay"}, "b": {"name": "Deck"}},
        "at": {"ada": "a", "orc": "b"},
    }
    ways = {"w": {"a": "a", "b": "b", "metres": 20}}
    here.scene = here.scene.with_changes([here.scene.change("ground", {**places, "ways": ways})])
    here.do("nearby", fighter="orc", level="medium", actions=1)
    here.attack("ada", "orc", "rifle", ("reaction", "dive_to_cover"), covered=ruled)
    here.answers(("dive", "athletisme"), ("dive-dice", 1, 1), ("attack-dice", 6, 6))
    (shot,) = [outcome for outcome in here.outcomes if outcome.check.actor == "ada"]
    assert sum(value for label, value in lines(shot.check).items() if label.startswith("Cover")) == malus


@pytest.mark.rules("ARP-TIME-02", "ARP-INIT-01")
def test_a_turn_goes_on_when_a_faster_fighter_comes_back():
    here = Table(("ada", "pc", VETERAN), ("orc", "foe", RAIDER)).do("leave", fighter="ada").do("next")
    assert here.do("act", "orc", what="use_item").do("come_back", fighter="ada").up == ["orc"]
    assert here.do("finish", "orc").up == ["ada"]
