"""Edges of Arpenteurs: an aim at somebody else, and a cover that hides the place aimed at."""

import pytest

from rules.arpenteurs import sheet as sheets
from rules.arpenteurs import shooting
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
