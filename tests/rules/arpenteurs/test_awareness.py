"""Awareness: who has not noticed somebody answers nothing of what they do."""

import pytest

from rules.games.arpenteurs import rounds
from tests.rules.arpenteurs.play import HOUND, HUNTER, RAIDER, SCOUT, VETERAN, Table, lines


@pytest.mark.rules("ARP-DIST-05", "ARP-ATK-01")
@pytest.mark.parametrize("before", [True, False])
@pytest.mark.parametrize("how", ["unnoticed", "said", "helpless"])
def test_a_target_without_defence_takes_no_opportunity(how, before):
    house = {"opportunity": {"before_shot": before}}
    here = Table(("bob", "pc", HUNTER), ("ada", "foe", SCOUT), settings=house)
    if how == "unnoticed":
        here.do("unnoticed", fighter="bob", other="ada")
    if how == "helpless":
        here.do("situation", fighter="ada", helpless=True)
    here.attack("bob", "ada", "bow", defenceless=how == "said")
    assert here.asked == [("bob", "attack-dice")]
    here.answer("attack-dice", 6, 6)
    assert not here.scene.exchanges


@pytest.mark.rules("ARP-DIST-05", "ARP-ATK-01")
def test_others_engaged_take_the_opportunity_unless_unaware_of_the_shooter():
    for unnoticed, asked in ((False, ("dog", "opportunity-dog")), (True, ("bob", "attack-dice"))):
        here = Table(("bob", "pc", HUNTER), ("ada", "foe", SCOUT), ("dog", "foe", HOUND))
        here.scene = here.scene.with_changes([here.scene.mark("bob", "engaged.dog", True)])
        if unnoticed:
            here.do("unnoticed", fighter="bob", other="dog")
        here.attack("bob", "ada", "bow", defenceless=True)
        assert here.asked == [asked]


@pytest.mark.rules("ARP-REACT-01")
def test_who_has_not_noticed_the_actor_thwarts_nothing():
    here = Table(("ada", "pc", VETERAN), ("orc", "foe", RAIDER)).do("unnoticed", fighter="ada", other="orc")
    here.do("act", "ada", what="use_item", check="athletisme", against="orc")
    assert here.asked == [("ada", "test-dice")]


OPEN = ("opportunity-ada-reaction", "nothing")


@pytest.mark.rules("ARP-AIM-01", "ARP-DIST-05")
@pytest.mark.parametrize(("dice", "aimed"), [((1, 2), False), ((6, 6), True)])
def test_a_wound_by_the_opportunity_attack_spoils_the_aim_of_that_very_shot(dice, aimed):
    here = Table(("bob", "pc", HUNTER), ("ada", "foe", SCOUT)).do("aim", "bob", target_of_aim="ada")
    here.do("finish", "ada").do("new_round")
    here.scene = here.scene.with_changes([here.scene.mark("ada", "engaged.bob", True)])
    here.attack("bob", "ada", "bow", ("opportunity-ada", "attack-knife"), OPEN, ("opportunity-ada-attack-dice", *dice))
    if not aimed:
        here.answer("opportunity-ada-location", 1)
    here.answer("attack-dice", 6, 6)
    assert ("Aimed for one whole round" in lines(here.outcomes[-1].check)) == aimed


@pytest.mark.rules("ARP-ATK-06", "ARP-DIST-03")
@pytest.mark.parametrize("engaged", [True, False])
def test_nobody_engaged_in_melee_dives_out_of_it(engaged):
    here = Table(("ada", "pc", VETERAN), ("orc", "foe", RAIDER), ("bob", "pc", SCOUT), metres=20)
    here.do("nearby", fighter="orc", level="heavy", actions=1)
    if engaged:
        here.do("measure", fighter="bob", other="orc", metres=2)
        here.scene = here.scene.with_changes([here.scene.mark("orc", "engaged.bob", True)])
    here.attack("ada", "orc", "rifle", dodge_allowed=True)
    assert here.options("reaction")["dive_to_cover"] == (str(rounds.ENGAGED_NEEDS_REPLI) if engaged else None)
