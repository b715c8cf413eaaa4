"""Covers, motion, aim, range and what is in hand: each counts while it lasts, by every route to an attack."""

import pytest

from rules.core.errors import Refused
from rules.games.arpenteurs import arms, modifiers, places
from tests.rules.arpenteurs.play import RAIDER, SCOUT, VETERAN, Table, lines

MISS = (("reaction", "nothing"), ("attack-dice", 6, 6))
HEAVY = "Cover: heavy (bunker, casemate, loophole)"


def table(*more, mine=VETERAN, theirs=RAIDER, **kwargs):
    return Table(("ada", "pc", mine), ("orc", "foe", theirs), *more, **kwargs)


def maluses(here):
    return [value for check in here.outcomes for key, value in lines(check.check).items() if key.startswith("Cover")]


@pytest.mark.rules("ARP-COVER-02", "ARP-COVER-03")
@pytest.mark.parametrize("behind", ["ada", "orc"])
def test_in_melee_a_cover_either_is_behind_hinders_and_protects_both(behind):
    here = table().do("cover", fighter=behind, level="heavy", places="everything")
    here.attack("ada", "orc", "axe", ("reaction", "attack-machete"), ("attack-dice", 1, 1), ("defence-dice", 6, 6))
    here.answer("location", 3)
    assert maluses(here) == [-6, -6]
    assert ("orc", "hit on the cover: Torso") in here.told


@pytest.mark.rules("ARP-COVER-02", "ARP-COVER-03")
@pytest.mark.parametrize(("metres", "weapon"), [(2, "pistol"), (20, "pistol")])
def test_a_cover_between_two_counts_against_shots_too(metres, weapon):
    here = table(mine=SCOUT, metres=metres).do("between", fighter="ada", other="orc", level="heavy")
    here.attack("ada", "orc", weapon, ("attack-dice", 1, 1), ("location", 3))
    assert maluses(here) == [-6]
    assert ("orc", "hit on the cover: Torso") in here.told


@pytest.mark.rules("ARP-COVER-02")
def test_who_shoots_from_a_cover_is_not_hindered_by_it():
    here = table(metres=20).do("cover", fighter="ada", level="heavy")
    assert maluses(here.attack("ada", "orc", "rifle", ("attack-dice", 6, 6))) == []


@pytest.mark.rules("ARP-COVER-03")
def test_two_on_the_same_side_of_a_cover_have_none_between_them():
    here = table().do("cover", fighter="orc", level="heavy").do("between", fighter="ada", other="orc", level="none")
    assert maluses(here.attack("ada", "orc", "axe", *MISS)) == []
    here.do("between", fighter="ada", other="orc", level="each")
    assert places.cover_against(here.scene, "ada", "orc", by_hand=True).level == "heavy"


@pytest.mark.rules("ARP-COVER-02", "ARP-COVER-03")
def test_of_two_covers_the_heavier_hinders_and_each_hides_what_it_hides():
    here = table(metres=20).do("cover", fighter="orc", level="light")
    here.do("between", fighter="ada", other="orc", level="heavy")
    found = places.cover_against(here.scene, "ada", "orc", by_hand=False)
    assert (found.level, len(found.hidden)) == ("heavy", 5)


@pytest.mark.rules("ARP-ASSN-03", "ARP-COVER-03")
@pytest.mark.parametrize(("kind", "args"), [("cover", {}), ("between", {"other": "ada"})])
def test_a_murder_over_a_cover_of_either_make_is_hindered(kind, args):
    here = table().do(kind, fighter="orc", level="heavy", **args).do("unnoticed", fighter="ada", other="orc")
    here.do("assassinate", "ada", target="orc", weapon="axe").answer("attack-dice", 6, 6)
    assert lines(here.outcomes[0].check)[HEAVY] == -6


@pytest.mark.rules("ARP-ASSN-01", "ARP-ASSN-02", "ARP-BURST-06", "ARP-DIST-06")
def test_any_weapon_murders_a_pistol_at_the_temple_too():
    here = table(mine=SCOUT).do("unnoticed", fighter="ada", other="orc")
    here.do("assassinate", "ada", target="orc", weapon="pistol").answer("attack-dice", 1, 2)
    found = lines(here.outcomes[0].check)
    assert (found["Assassination"], found["Short weapon in melee"], found["Point-blank"]) == (-4, 2, 1)
    assert (here.at("orc", "dead"), here.at("ada", "weapons.pistol.ammo")) == (True, 11)


@pytest.mark.rules("ARP-ASSN-01", "ARP-ACT-04")
def test_the_weapon_of_a_murder_is_used_for_the_round():
    here = table().do("unnoticed", fighter="ada", other="orc")
    here.do("assassinate", "ada", target="orc", weapon="axe").answer("attack-dice", 6, 6)
    assert here.marks("ada")["ledger"] == [{"kind": "attack", "weapon": "axe", "as": "action"}]


@pytest.mark.rules("ARP-COVER-01", "ARP-ATK-06")
@pytest.mark.parametrize(("behind", "level"), [("none", "none"), ("medium", "medium"), ("same", "light")])
def test_who_moves_leaves_the_cover_of_the_place(behind, level):
    here = table(metres=20).do("cover", fighter="ada", level="light").do("nearby", fighter="ada", level="heavy")
    here.do("between", fighter="ada", other="orc", level="heavy").do(
        "move", "ada", target="orc", metres=9, behind=behind
    )
    assert places.cover(here.scene, "ada").level == level
    left = behind != "same"
    assert (places.nearby(here.scene, "ada")[1] == 0) == left
    assert (places.cover_between(here.scene, "ada", "orc") is None) == left


@pytest.mark.rules("ARP-MOD-01", "ARP-ACT-03")
@pytest.mark.parametrize(("moves", "counted", "malus"), [(0, True, 0), (1, True, -1), (2, True, -2), (2, False, 0)])
def test_the_moves_of_a_round_make_a_moving_target(moves, counted, malus):
    here = table(metres=30, settings={"mod": {"moves_count": counted}})
    for _step in range(moves):
        here.do("move", "ada", target="orc", metres=15)
    here.do("finish", "ada").attack("orc", "ada", "shotgun", ("attack-dice", 6, 6))
    moving = [value for key, value in lines(here.outcomes[0].check).items() if key.startswith("Target moving")]
    assert moving == ([malus] if malus else [])
    here.do("finish", "orc").do("new_round")
    assert places.motion(here.scene, "ada") == "still"


@pytest.mark.rules("ARP-MOD-01")
def test_what_the_game_master_says_of_motion_holds_where_it_is_faster():
    here = table(metres=30).do("situation", fighter="ada", motion="fast").do("move", "ada", target="orc", metres=9)
    assert places.motion(here.scene, "ada") == "fast"


def aims(*deeds, house):
    """The rounds of aim left after a round of aiming, then these deeds."""
    here = table(metres=20, settings={"aim": {"lapses": house}}).do("aim", "ada", target_of_aim="orc")
    here.do("finish", "orc").do("new_round")
    for kind, args in deeds:
        here.do(kind, "ada" if kind not in ("new_round",) else "gm", **args)
    return modifiers.aimed_rounds(here.scene, "ada", "orc")


DRAW, FINISH = ("act", {"what": "pick_up"}), ("finish", {})


@pytest.mark.rules("ARP-AIM-01")
@pytest.mark.parametrize(
    ("deeds", "soon", "never"),
    [((), 1, 1), ((DRAW,), 0, 1), ((FINISH,), 1, 1), ((("aim", {"target_of_aim": "orc"}),), 2, 2)],
)
def test_anything_else_spoils_an_aim_unless_the_house_keeps_it(deeds, soon, never):
    assert aims(*deeds, house="soon") == soon
    assert aims(*deeds, house="never") == never


@pytest.mark.rules("ARP-AIM-01")
@pytest.mark.parametrize(("house", "left"), [("soon", 0), ("never", 1)])
def test_an_aim_lapses_after_the_next_round(house, left):
    here = table(metres=20, settings={"aim": {"lapses": house}}).do("aim", "ada", target_of_aim="orc")
    for _round in range(2):
        here.do("finish", "orc").do("new_round")
        assert modifiers.aimed_rounds(here.scene, "ada", "orc") in (left, 1)
        here.do("finish", "ada")
    assert modifiers.aimed_rounds(here.scene, "ada", "orc") == left


@pytest.mark.rules("ARP-AIM-01")
@pytest.mark.parametrize("weapon", ["axe", "unarmed"])
def test_a_blow_of_ones_own_spoils_the_aim(weapon):
    here = table().do("aim", "ada", target_of_aim="orc").do("finish", "orc").do("new_round")
    here.attack("ada", "orc", weapon, *MISS)
    assert "aim" not in here.marks("ada")


@pytest.mark.rules("ARP-RANGE-01")
def test_a_weapon_whose_range_nobody_knows_does_not_shoot():
    bow = {"name": "Arc", "category": "bow", "damage": 3}
    here = table(mine={**VETERAN, "weapons": {"bow": bow}}, metres=20)
    assert here.why_not("ada", "attack", "weapon", "bow") == str(modifiers.NO_RANGE)


@pytest.mark.rules("ARP-DIST-08", "ARP-DIST-02")
@pytest.mark.parametrize(("engaged", "bonus"), [(False, 1), (True, 2)])
def test_a_shot_counts_as_engaged_only_who_was_so_before_it(engaged, bonus):
    here = table(mine=SCOUT, settings={"range": {"overlap": "engaged_split"}})
    if engaged:
        here.attack("ada", "orc", "knife", *MISS)
    here.attack("ada", "orc", "pistol", ("attack-dice", 6, 6))
    assert sum(lines(here.outcomes[0].check).values()) == 3 + bonus


# In hand.


@pytest.mark.rules("ARP-ACT-02")
@pytest.mark.parametrize("tracked", [True, False])
def test_what_is_not_in_hand_is_drawn_first_and_that_is_an_action(tracked):
    here = table(metres=20, settings={"actions": {"drawing": tracked}}).attack(
        "ada", "orc", "rifle", ("attack-dice", 6, 6)
    )
    here.do("measure", fighter="ada", other="orc", metres=2)
    assert here.why_not("ada", "attack", "weapon", "axe") == (str(arms.NOT_IN_HAND) if tracked else None)
    assert here.why_not("ada", "attack", "weapon", "unarmed") is None
    here.do("act", "ada", what="draw", loaded="axe")
    assert here.why_not("ada", "attack", "weapon", "axe") is None
    assert here.marks("ada")["hands"] == ["axe"]
    assert ("ada", "has in hand: Hache") in here.told


@pytest.mark.rules("ARP-ACT-02", "ARP-ACT-04")
def test_two_hands_hold_two_short_weapons_and_a_third_makes_room():
    knives = {key: {"name": key, "category": "melee", "damage": 1} for key in ("left", "right", "third")}
    here = table(mine={**VETERAN, "weapons": knives})
    here.attack("ada", "orc", "left", *MISS).attack("ada", "orc", "right", *MISS)
    assert here.why_not("ada", "attack", "weapon", "third") == str(arms.NOT_IN_HAND)
    here.do("act", "ada", what="draw", loaded="third")
    assert here.marks("ada")["hands"] == ["right", "third"]


@pytest.mark.rules("ARP-ACT-02", "ARP-REACT-04")
def test_a_reaction_needs_its_weapon_in_hand_too():
    here = table(metres=20).do("finish", "ada").attack("orc", "ada", "shotgun", ("attack-dice", 6, 6))
    here.do("finish", "orc").do("new_round").do("measure", fighter="ada", other="orc", metres=2)
    options = here.attack("ada", "orc", "axe").options("reaction")
    assert options["attack-machete"] == str(arms.NOT_IN_HAND)
    assert options["attack-shotgun"] is None


@pytest.mark.rules("ARP-ACT-02")
def test_what_is_in_hand_is_forgotten_with_the_fight():
    here = table().attack("ada", "orc", "axe", *MISS).do("end")
    assert here.marks("ada") == {}
    here.refused(Refused, "attack", "ada", target="orc", weapon="axe")
