"""Distances, engagement, retreat, covers and concealment."""

import pytest

from rules.core.errors import Refused
from rules.core.script import Effect
from rules.games.arpenteurs import GAME, initiative, places, rounds
from rules.games.arpenteurs.settings import HOUSE
from rules.games.arpenteurs.sheet import LOCATIONS
from tests.rules.arpenteurs.play import RAIDER, SCOUT, VETERAN, Table, duel, landed, lines


def table(*more, **kwargs):
    return Table(("ada", "pc", VETERAN), ("orc", "foe", RAIDER), *more, **kwargs)


MISS = (("reaction", "nothing"), ("attack-dice", 6, 6))


@pytest.mark.rules("ARP-DIST-01/bounds", "ARP-DIST-01/from-one")
@pytest.mark.parametrize(
    ("metres", "melee", "blank"),
    [(0, True, False), (0.9, True, False), (1, True, True), (3, True, True), (3.1, False, False)],
)
def test_the_bands_hold_their_bounds(metres, melee, blank):
    assert (places.in_melee(metres), places.at_point_blank(metres)) == (melee, blank)


@pytest.mark.rules("ARP-DIST-01")
def test_a_distance_is_as_measured_or_as_the_fight_began():
    here = table(("bob", "pc", SCOUT), metres=30)
    assert [places.metres(here.scene, "orc", one) for one in ("ada", "bob")] == [30, 30]
    assert places.metres(here.scene, "ada", "bob") == 2
    here.do("measure", fighter="orc", other="ada", metres=7)
    assert (places.metres(here.scene, "ada", "orc"), places.metres(here.scene, "bob", "orc")) == (7, 30)
    told = here.refused(Refused, "measure", fighter="orc", other="orc", metres=1)
    assert told == "Two different fighters are needed."


def test_a_lone_fighter_has_nobody_to_measure_a_move_from():
    alone = Table(("ada", "pc", SCOUT))
    assert alone.why_not("ada", "move") == "There is nobody to measure from."
    bounds = {field.key: (field.blank, field.least, field.most) for field in alone.offer("gm", "measure").fields}
    assert bounds["metres"] == (2, 0, 5000), "as far as the sides were placed apart"
    assert Table(("ada", "pc", SCOUT), started=False).offer("gm", "start").fields[0].default == 10


@pytest.mark.rules("ARP-DIST-02/mutual")
def test_an_attack_within_melee_reach_engages_both_or_only_the_one_attacked():
    here = table().attack("ada", "orc", "axe", *MISS)
    assert places.opponents(here.scene, "orc") == ("ada",)
    assert places.opponents(here.scene, "ada") == ("orc",)
    one_way = table(settings={"engage": {"mutual": False}}).attack("ada", "orc", "axe", *MISS)
    assert places.opponents(one_way.scene, "orc") == ("ada",)
    assert places.opponents(one_way.scene, "ada") == ()


@pytest.mark.rules("ARP-DIST-02/within-reach")
def test_a_shot_from_farther_away_engages_nobody():
    here = table(metres=4).attack("ada", "orc", "rifle", ("attack-dice", 6, 6))
    assert places.opponents(here.scene, "orc") == ()


@pytest.mark.rules("ARP-DIST-03/no-move")
def test_an_engaged_fighter_moves_only_within_reach():
    here = table().attack("ada", "orc", "axe", *MISS)
    assert here.refused(Refused, "move", "ada", target="orc", metres=4) == str(rounds.ENGAGED_NEEDS_REPLI)
    here.do("move", "ada", target="orc", metres=1)
    assert places.metres(here.scene, "ada", "orc") == 1
    assert places.opponents(here.scene, "ada") == ("orc",)


@pytest.mark.rules("ARP-DIST-03")
def test_a_retreat_takes_the_whole_round_and_ends_the_engagement():
    here = table().attack("ada", "orc", "axe", *MISS)
    assert here.why_not("ada", "repli") == str(rounds.NEEDS_FULL_TURN)
    here.do("finish", "ada").do("repli", "orc", metres=6)
    assert len(here.marks("orc")["ledger"]) == 2
    assert places.opponents(here.scene, "ada") == places.opponents(here.scene, "orc") == ()
    assert places.metres(here.scene, "ada", "orc") == 6
    assert here.up == ["gm"]


@pytest.mark.rules("ARP-DIST-03/engaged-only")
def test_nobody_retreats_from_nothing():
    assert table().why_not("ada", "repli") == "Not engaged in melee."


def test_a_measured_distance_out_of_reach_ends_the_engagement():
    here = table().attack("ada", "orc", "axe", *MISS).do("measure", fighter="ada", other="orc", metres=9)
    assert places.opponents(here.scene, "orc") == ()


@pytest.mark.rules("ARP-COVER-01")
@pytest.mark.parametrize(("level", "malus"), [("none", 0), ("light", -2), ("medium", -4), ("heavy", -6)])
def test_a_cover_hampers_the_shooter(level, malus):
    here = table(metres=20).do("cover", fighter="orc", level=level)
    here.attack("ada", "orc", "rifle", ("attack-dice", 6, 6))
    found = {key: value for key, value in lines(here.outcomes[0].check).items() if key.startswith("Cover")}
    assert list(found.values()) == ([malus] if malus else [])


@pytest.mark.rules("ARP-COVER-02/absorbed")
@pytest.mark.parametrize(
    ("level", "hidden"),
    [
        ("light", ["left_leg", "right_leg"]),
        ("medium", ["left_leg", "right_leg", "torso"]),
        ("heavy", ["left_leg", "right_leg", "torso", "left_arm", "right_arm"]),
    ],
)
def test_a_hit_on_a_covered_location_is_absorbed(level, hidden):
    for die, place in enumerate(LOCATIONS, 1):
        here = table(metres=20).do("cover", fighter="orc", level=level)
        here.attack("ada", "orc", "rifle", ("attack-dice", 1, 1), ("location", die))
        absorbed = any(text.startswith("hit on the cover") for _who, text in here.told())
        assert absorbed == (place in hidden), place
        assert (here.at("orc", "ecg.current") == 8) == absorbed


@pytest.mark.rules("ARP-COVER-02/which")
def test_the_game_master_and_the_table_set_the_locations_a_cover_hides():
    here = table(metres=20).do("cover", fighter="orc", level="light", places="everything")
    assert places.cover(here.scene, "orc").hidden == tuple(LOCATIONS)
    assert places.behind("light", {"cover": {"light": "legs_torso"}}) == ("left_leg", "right_leg", "torso")
    assert places.behind("none", {}) == ()
    here.do("cover", fighter="orc", level="none")
    assert places.cover(here.scene, "orc").hidden == ()


@pytest.mark.rules("ARP-COVER-03")
def test_in_melee_the_cover_between_two_hinders_and_protects_both():
    here = table().do("between", fighter="orc", other="ada", level="medium")
    here.attack("ada", "orc", "axe", ("reaction", "attack-machete"), ("attack-dice", 1, 2), ("defence-dice", 6, 5))
    here.answer("location", 3)
    assert [lines(one.check)["Cover: medium (barricade, window, low wall)"] for one in here.outcomes] == [-4, -4]
    assert ("orc", "hit on the cover: torso") in here.told()


@pytest.mark.rules("ARP-COVER-04/absorption", "ARP-COVER-04/malus")
@pytest.mark.parametrize(("house", "malus"), [({}, [-4]), ({"cover": {"aim_lifts_malus": True}}, [])])
@pytest.mark.parametrize(("metres", "weapon", "answers"), [(20, "rifle", ()), (2, "axe", [("reaction", "nothing")])])
def test_aiming_past_a_cover_avoids_absorption_and_by_house_setting_the_malus(metres, weapon, answers, house, malus):
    here = table(metres=metres, settings=house).do("cover", fighter="orc", level="medium")
    here.attack("ada", "orc", weapon, *answers, ("attack-dice", 1, 1), location="head")
    found = lines(here.outcomes[0].check)
    assert [value for key, value in found.items() if key.startswith("Cover")] == malus
    assert (found["Aimed at: head"], here.at("orc", "ecg.current")) == (-1, 4)


@pytest.mark.rules("ARP-COVER-05/every-attack")
def test_concealment_costs_the_game_masters_number_in_every_attack():
    for metres, weapon, answers in ((20, "rifle", ()), (2, "axe", (("reaction", "nothing"),))):
        here = table(metres=metres).do("situation", fighter="orc", concealment=-3)
        here.attack("ada", "orc", weapon, *answers, ("attack-dice", 6, 6), modifier=-1)
        found = lines(here.outcomes[0].check)
        assert (found["Concealed"], found["Game master"]) == (-3, -1)


@pytest.mark.rules("ARP-DIST-03")
@pytest.mark.parametrize(("metres", "leaves"), [(1, True), (45, True), (46, False), (54, False), (55, True)])
def test_an_engaged_fighter_runs_to_nobody_else_out_of_reach_of_an_opponent(metres, leaves):
    """From 1 m of the opponent to 3 m beyond them are 4 m at most."""
    here = table(("bob", "foe", SCOUT)).do("measure", fighter="ada", other="bob", metres=50)
    here.do("measure", fighter="ada", other="orc", metres=1).attack("ada", "orc", "axe", *MISS)
    if leaves:
        told = here.refused(Refused, "move", "ada", target="bob", metres=metres)
        assert told == str(rounds.ENGAGED_NEEDS_REPLI)
    else:
        here.do("move", "ada", target="bob", metres=metres)
        assert places.opponents(here.scene, "ada") == ("orc",)


@pytest.mark.rules("ARP-DIST-01", "ARP-RANGE-01")
@pytest.mark.parametrize(
    ("whole", "half", "melee", "words"), [(3, False, True, "3"), (3, True, False, "3½"), (0, True, True, "½")]
)
def test_a_distance_is_measured_in_half_metres(whole, half, melee, words):
    here = table(metres=30).do("measure", fighter="orc", other="ada", metres=whole, half=half)
    assert places.in_melee(places.metres(here.scene, "ada", "orc")) == melee
    assert here.told() == [("orc", f"is at {words} m of ada")]
    (choice,) = next(field for field in here.offer("ada", "attack").fields if field.key == "target").choices
    assert str(choice.label) == f"orc, at {words} m"


@pytest.mark.rules("ARP-DIST-03/no-move")
@pytest.mark.parametrize(("half", "leaves"), [(False, False), (True, True)])
def test_half_a_metre_too_far_leaves_melee(half, leaves):
    here = table().attack("ada", "orc", "axe", *MISS)
    args = {"target": "orc", "metres": 3, "half": half}
    if leaves:
        assert here.refused(Refused, "move", "ada", **args) == str(rounds.ENGAGED_NEEDS_REPLI)
    else:
        here.do("move", "ada", **args)
        assert places.opponents(here.scene, "ada") == ("orc",)


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
def test_without_cover_nearby_none_can_be_reached():
    here = Table(("ada", "pc", VETERAN), ("orc", "foe", RAIDER))
    assert places.nearby(here.scene, "ada") == ("none", 0)


@pytest.mark.rules("ARP-COVER-02")
def test_each_cover_hides_more_than_the_one_before():
    legs = ("left_leg", "right_leg")
    assert [places.behind(level, {}) for level in ("none", "light", "medium", "heavy")] == [
        (), legs, (*legs, "torso"), (*legs, "torso", "left_arm", "right_arm")
    ]  # fmt: skip
    assert len(places.behind("light", {}, "everything")) == 6
    labels = [str(field.label) for section in HOUSE for field in section.fields if field.rule == "ARP-COVER-02"]
    assert labels[0] == "What a cover hides: light (mound, trunk)"


@pytest.mark.rules("ARP-DIST-02")
def test_the_dead_and_the_gone_are_nobodys_opponents():
    here, engaged = duel(("bob", "foe", RAIDER)), dict.fromkeys(("orc", "bob", "ghost"), True)
    fallen = here.scene.write("bob", "dead", True)
    here.scene = here.scene.with_changes([here.scene.mark("ada", "engaged", engaged), fallen])
    assert places.opponents(here.scene, "ada") == ("orc",)


@pytest.mark.rules("ARP-DIST-01", "ARP-DIST-02")
@pytest.mark.parametrize(("metres", "engaged"), [(3, True), (4, False)])
def test_three_metres_are_still_melee_for_an_engaged_fighter(metres, engaged):
    here = landed(duel(), "engage", "orc", "ada")
    landed(here, "metres", "ada", {"other": "orc", "metres": metres})
    assert bool(places.opponents(here.scene, "ada")) == engaged


@pytest.mark.rules("ARP-DIST-03", "ARP-ACT-01")
def test_a_retreat_takes_everything_that_is_left_and_leads_away_from_everybody():
    here = landed(landed(duel(("bob", "foe", RAIDER)), "engage", "ada", "orc"), "engage", "ada", "bob")
    here.do("repli", "ada", metres=7)
    assert initiative.left(here.scene, "ada") == 0
    assert [entry["kind"] for entry in initiative.ledger(here.scene, "ada")] == ["repli"] * 3
    assert not here.marks("ada").get("engaged") and not here.marks("orc").get("engaged")
    assert [places.metres(here.scene, "ada", one) for one in ("orc", "bob")] == [7, 7]


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
def test_only_unusual_parts_of_a_situation_are_noted(said, kept):
    usual = {"motion": "still", "invisible": False, "concealment": 0, "helpless": False}
    here = duel().do("situation", fighter="orc", motion="moving", invisible=True, concealment=-3, helpless=True)
    landed(here, "situation", "orc", {**usual, **said})
    assert {key: value for key, value in here.marks("orc").items() if key in usual} == kept


@pytest.mark.rules("ARP-DIST-02", "ARP-DIST-03/free")
def test_leaving_melee_frees_from_all_and_the_others_stay_engaged():
    here = duel(("bob", "foe", RAIDER))
    for fighter, by in (("ada", "orc"), ("bob", "orc")):
        landed(here, "engage", fighter, by)
    engaged = {one: here.marks(one)["engaged"] for one in here.scene.fighters}
    assert engaged == {"ada": {"orc": True}, "orc": {"ada": True, "bob": True}, "bob": {"orc": True}}
    landed(here, "disengage", "ada")
    found = {one: places.opponents(here.scene, one) for one in here.scene.fighters}
    assert found == {"ada": (), "orc": ("bob",), "bob": ("orc",)}


@pytest.mark.rules("ARP-COVER-01", "ARP-BURST-06")
def test_an_unknown_effect_cannot_land():
    here = duel()
    with pytest.raises(KeyError):
        GAME.land(here.scene, Effect("cover", "orc", {"level": "moon"}))
    for weapon in ("gone", "unarmed"):
        assert GAME.land(here.scene, Effect("ammo", "orc", {"weapon": weapon, "fired": 1})) == ()


def maluses(here):
    return [value for check in here.outcomes for key, value in lines(check.check).items() if key.startswith("Cover")]


@pytest.mark.rules("ARP-COVER-02", "ARP-COVER-03/both")
@pytest.mark.parametrize("behind", ["ada", "orc"])
def test_in_melee_a_cover_either_is_behind_hinders_and_protects_both(behind):
    here = duel().do("cover", fighter=behind, level="heavy", places="everything")
    here.attack("ada", "orc", "axe", ("reaction", "attack-machete"), ("attack-dice", 1, 1), ("defence-dice", 6, 6))
    here.answer("location", 3)
    assert maluses(here) == [-6, -6]
    assert ("orc", "hit on the cover: torso") in here.told()


@pytest.mark.rules("ARP-COVER-02", "ARP-COVER-03")
@pytest.mark.parametrize(("metres", "weapon"), [(2, "pistol"), (20, "pistol")])
def test_a_cover_between_two_counts_against_shots_too(metres, weapon):
    here = duel(mine=SCOUT, metres=metres).do("between", fighter="ada", other="orc", level="heavy")
    here.attack("ada", "orc", weapon, ("attack-dice", 1, 1), ("location", 3))
    assert maluses(here) == [-6]
    assert ("orc", "hit on the cover: torso") in here.told()


@pytest.mark.rules("ARP-COVER-02/own")
def test_a_shooter_is_not_hindered_by_their_own_cover():
    here = duel(metres=20).do("cover", fighter="ada", level="heavy")
    assert maluses(here.attack("ada", "orc", "rifle", ("attack-dice", 6, 6))) == []


@pytest.mark.rules("ARP-COVER-03/same-side")
def test_two_on_the_same_side_of_a_cover_have_none_between_them():
    here = duel().do("cover", fighter="orc", level="heavy").do("between", fighter="ada", other="orc", level="none")
    assert maluses(here.attack("ada", "orc", "axe", *MISS)) == []
    here.do("between", fighter="ada", other="orc", level="each")
    assert places.cover_against(here.scene, "ada", "orc", by_hand=True).level == "heavy"


@pytest.mark.rules("ARP-COVER-02", "ARP-COVER-03")
def test_the_heavier_of_two_covers_hinders_and_each_hides_its_own():
    here = duel(metres=20).do("cover", fighter="orc", level="light")
    here.do("between", fighter="ada", other="orc", level="heavy")
    found = places.cover_against(here.scene, "ada", "orc", by_hand=False)
    assert (found.level, len(found.hidden)) == ("heavy", 5)


@pytest.mark.rules("ARP-COVER-01/leaves", "ARP-ATK-06")
@pytest.mark.parametrize(("behind", "level"), [("none", "none"), ("medium", "medium"), ("same", "light")])
def test_a_moving_fighter_leaves_the_cover_of_the_place(behind, level):
    here = duel(metres=20).do("cover", fighter="ada", level="light").do("nearby", fighter="ada", level="heavy")
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
    here = duel(metres=30, settings={"mod": {"moves_count": counted}})
    for _step in range(moves):
        here.do("move", "ada", target="orc", metres=15)
    here.do("finish", "ada").attack("orc", "ada", "shotgun", ("attack-dice", 6, 6))
    moving = [value for key, value in lines(here.outcomes[0].check).items() if key.startswith("Target moving")]
    assert moving == ([malus] if malus else [])
    here.do("finish", "orc").do("new_round")
    assert places.motion(here.scene, "ada") == "still"


@pytest.mark.rules("ARP-MOD-01")
def test_the_game_masters_motion_holds_if_it_is_faster():
    here = duel(metres=30).do("situation", fighter="ada", motion="fast").do("move", "ada", target="orc", metres=9)
    assert places.motion(here.scene, "ada") == "fast"
