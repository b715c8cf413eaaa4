"""Bodies: care, rest, fatigue, moving, locations and what a wound makes of them."""

import pytest

from rules.core.paths import put
from rules.games.mythras.actions import moving
from rules.games.mythras.character import healing
from rules.games.mythras.character import sheet as sheets
from rules.games.mythras.character.tables import WAYS
from tests.rules.mythras.play import (
    BANDIT,
    BEAR,
    GUNNER,
    HOPLITE,
    MYTHRAS,
    QUIET,
    SHEETS,
    Table,
    shown_exactly,
    table,
    with_all,
)

CHEST = "hit_locations.chest.hp"
WARLORD, CUTTHROAT = SHEETS["warlord"], SHEETS["cutthroat"]


# Care.


@pytest.mark.rules("MYT-HEAL-01/once")
def test_first_aid_heals_a_wound_once_and_ends_its_effects():
    hurt = with_all(QUIET, hit_locations__chest__hp=3, state__bleeding=True)
    here = table(hurt).do("aid", "ada", wound="ada-chest").go(5, 2)
    assert here.hp("ada", "chest") == 5 and here.scene.sheet("ada")["hit_locations"]["chest"]["treated"] is True
    assert "bleeding" not in here.scene.sheet("ada")["state"]
    assert [str(row[2]) for row in healing.wounds(here.scene, "ada")] == ["Treated already."]
    failed = table(hurt).do("aid", "ada", wound="ada-chest").go(95)
    assert failed.hp("ada", "chest") == 3 and failed.scene.sheet("ada")["state"]["bleeding"] is True


@pytest.mark.rules("MYT-HEAL-01")
@pytest.mark.parametrize(("side", "hidden", "seen"), [("pc", True, True), ("npc", True, False), ("npc", False, True)])
def test_the_wound_of_somebody_hidden_is_known_to_their_own_side(side, hidden, seen):
    hurt = put(BANDIT, "hit_locations.chest.hp", 3)
    here = Table(("ada", "pc", QUIET), ("bob", side, hurt))
    here.scene.state["fighters"]["bob"]["hidden"] = hidden
    shown_exactly(here, "bob")
    assert healing.wounds(here.scene, "ada") == ((("bob", "chest", None),) if seen else ())


@pytest.mark.rules("MYT-HEAL-01")
def test_first_aid_finds_the_worst_wound_of_somebody_whose_wounds_are_not_told():
    hurt = with_all(BANDIT, hit_locations__chest__hp=3, hit_locations__left_leg__hp=-1)
    here = Table(("ada", "pc", QUIET), ("orc", "npc", hurt))
    (offered,) = here.offer("ada", "aid").fields[0].choices
    assert (offered.key, str(offered.label), offered.refused) == ("orc-", "orc", None)
    here.do("aid", "ada", wound="orc-").go(30, 2)
    assert here.hp("orc", "left_leg") == 1 and here.hp("orc", "chest") == 3
    treated = healing.Treated("orc", location="left_leg", points=2)
    assert str(treated.public(here.scene)) == "is treated"
    assert str(treated.told(here.scene)) == "is treated (left leg): 2 hit points more"


@pytest.mark.rules("MYT-HEAL-01", "MYT-WOUND-03")
def test_first_aid_is_given_in_vain_to_the_dead_who_pass_for_unconscious():
    dead = with_all(BANDIT, hit_locations__chest__hp=-8, state__dead=True)
    here = table(theirs=dead)
    assert healing.wounds(here.scene, "ada") == (("orc", "", None),)
    assert here.do("aid", "ada", wound="orc-").go(30).hp("orc", "chest") == -8


@pytest.mark.rules("MYT-HEAL-01", "MYT-FX-DROP-FOE/aid")
def test_first_aid_revives_a_character_dropped_without_a_wound_left():
    here = table()
    here.scene.state["fighters"]["orc"]["marks"]["dropped"] = True
    assert healing.wounds(here.scene, "ada") == (("orc", "", None),)
    here.do("aid", "ada", wound="orc-").go(30)
    assert here.mark("orc", "dropped") is None


@pytest.mark.rules("MYT-HEAL-01")
@pytest.mark.parametrize(
    ("hp", "days", "left"),
    [
        (7, 1, 8),
        (1, 1, 4),
        (1, 2, 7),
        (1, 3, 8),
        (0, 6, 0),
        (0, 7, 3),
        (0, 8, 6),
        (-8, 29, -8),
        (-8, 30, -8),
        (-7, 7, -4),
    ],
)
def test_a_wound_mends_by_its_level_in_days_weeks_or_months(hp, days, left):
    hurt = put(QUIET, "hit_locations.chest.hp", hp)
    assert healing.rested_hp(hurt, sheets.location(hurt, "chest"), days) == left


@pytest.mark.rules("MYT-HEAL-01/treated")
def test_a_major_wound_mends_once_it_was_treated():
    hurt = with_all(QUIET, hit_locations__chest__hp=-8, hit_locations__chest__treated=True)
    chest = sheets.location(hurt, "chest")
    assert healing.rested_hp(hurt, chest, 29) == -8 and healing.rested_hp(hurt, chest, 30) == -5
    assert healing.rested_hp(hurt, chest, 37) == -2


@pytest.mark.rules("MYT-FATIGUE-01")
@pytest.mark.parametrize(
    ("level", "hours", "left"),
    [
        ("winded", 0, "winded"),
        ("winded", 1, "fresh"),
        ("tired", 1, "winded"),
        ("exhausted", 3, "exhausted"),
        ("exhausted", 4, "wearied"),
        ("exhausted", 6, "tired"),
        ("dead", 9999, "dead"),
    ],
)
def test_fatigue_goes_level_by_level_at_the_healing_rate(level, hours, left):
    assert healing.rested_level(put(QUIET, "state.fatigue", level), hours) == left


# Moving.


@pytest.mark.rules("MYT-ATTR-06", "MYT-MOVE-CLIMB", "MYT-MOVE-CRAWL", "MYT-MOVE-JUMP", "MYT-MOVE-SWIM")
def test_every_way_of_moving_goes_its_metres():
    assert {how: moving.metres(BANDIT, {}, how) for how in WAYS} == {
        "walk": 6, "run": 18, "sprint": 30, "climb": 6, "crawl": 2,
        "jump": 4, "jump_up": 1, "standing_jump": 2, "standing_jump_up": 1, "swim": 6,
    }  # fmt: skip
    tall, slow = put(BANDIT, "height_cm", 250), put(BANDIT, "movement", 1)
    assert [moving.metres(tall, {}, how) for how in moving.JUMPS] == [5, 2, 3, 1]
    assert moving.metres(slow, {}, "crawl") == 1 and moving.metres(slow, {}, "climb") == 1
    assert moving.metres(put(slow, "armour", {"lead": {"points": 20}}), {}, "climb") == 0


@pytest.mark.rules("MYT-MOVE-CLIMB")
@pytest.mark.parametrize(("points", "metres"), [(7, 6), (8, 5), (15, 5), (16, 4), (40, 1), (60, 1)])
def test_armour_hampers_climbing(points, metres):
    worn = {str(number): {"points": min(20, points - 20 * number), "worn": True} for number in range(-(-points // 20))}
    assert moving.metres(put(BANDIT, "armour", worn), {}, "climb") == metres


@pytest.mark.rules("MYT-MOVE-CRAWL/lying")
def test_only_prone_fighters_crawl():
    here = table()
    assert [str(moving.why_no_gait(here.scene, "ada", how)) for how in ("walk", "crawl")] == ["None", "Stands."]
    here.do("state", fighter="ada", state="prone")
    assert [str(moving.why_no_gait(here.scene, "ada", how)) for how in ("walk", "crawl")] == [
        "Prone: one crawls.",
        "None",
    ]


# The body.


@pytest.mark.rules("MYT-DMG-02")
def test_a_table_with_gaps_gives_the_nearest_location_below():
    beast = put(BEAR, "hit_locations", {"tail": {"kind": "leg", "low": 3, "high": 5}, "back": {"low": 9, "high": 20}})
    assert [sheets.struck_location(beast, die).key for die in (1, 3, 5, 6, 8, 9, 20)] == [
        "tail", "tail", "tail", "tail", "tail", "back", "back"
    ]  # fmt: skip


@pytest.mark.rules("MYT-DMG-02")
def test_a_custom_location_takes_its_dice_from_the_table():
    winged = put(HOPLITE, "hit_locations", {"wing": {"kind": "arm", "low": 17, "high": 17}, "tail": {"kind": "leg"}})
    assert [sheets.struck_location(winged, die).key for die in (1, 16, 17, 18, 19)] == [
        "right_leg", "left_arm", "wing", "left_arm", "head"
    ]  # fmt: skip


@pytest.mark.rules("MYT-WOUND-01")
@pytest.mark.parametrize(
    ("hp", "wound"), [(8, "none"), (7, "minor"), (1, "minor"), (0, "serious"), (-7, "serious"), (-8, "major")]
)
def test_the_level_of_a_wound(hp, wound):
    assert sheets.location(put(HOPLITE, "hit_locations.chest.hp", hp), "chest").wound == wound


@pytest.mark.rules("MYT-WOUND-01", "MYT-FATIGUE-01")
def test_full_healing_keeps_scars_hide_and_spent_points():
    kept = {"state": {"luck": 1, "magic": 3}, "hit_locations": {"chest": {"natural": 2, "scars": 1}}}
    state = {"fatigue": "tired", "bleeding": True, "unconscious": True, "dead": True}
    chest = {"hp": -3, "useless": True, "treated": True}
    harmed = with_all(kept, **{f"state__{key}": value for key, value in state.items()})
    harmed = with_all(harmed, **{f"hit_locations__chest__{key}": value for key, value in chest.items()})
    assert MYTHRAS.healed(harmed, {}) == kept


@pytest.mark.rules("MYT-WOUND-03")
def test_the_fighters_who_are_out():
    assert not sheets.is_out(HOPLITE) and not sheets.is_out(put(HOPLITE, "hit_locations.chest.hp", -7))
    for path, value in (
        ("hit_locations.chest.hp", -8),
        ("hit_locations", {"wing": {"kind": "arm", "hp_max": 1, "hp": -1}}),
        ("state.dead", True),
        ("state.unconscious", True),
        ("state.fatigue", "semi_conscious"),
    ):
        assert sheets.is_out(put(HOPLITE, path, value))
    assert not sheets.is_out(put(HOPLITE, "state.fatigue", "incapacitated"))


@pytest.mark.rules("MYT-WOUND-01")
def test_a_state_is_worse_than_any_wound():
    assert str(MYTHRAS.health(put(HOPLITE, "state.dead", True), {}).label) == "Dead"
    assert str(MYTHRAS.health(put(HOPLITE, "state.fatigue", "dead"), {}).label) == "Dead"
    assert str(MYTHRAS.health(put(HOPLITE, "state.unconscious", True), {}).label) == "Unconscious"
    ranks = [MYTHRAS.health(put(HOPLITE, "hit_locations.chest.hp", hp), {}).rank for hp in (8, 7, 0, -8)]
    assert ranks == [0, 2, 4, 5]


@pytest.mark.rules("MYT-FX-SUNDER", "MYT-ARM-01")
def test_sundered_hide_is_thinner_where_nothing_is_worn():
    axe = with_all(QUIET, weapons__spear__sundering=True)
    bare = with_all(BANDIT, armour={}, hit_locations__chest__natural=2)
    here = table(axe, bare).attack("ada", "orc", "spear", 31, "none", "sunder", 10, 3, 1)
    # 5 of damage on 2: a surplus of 3 takes both points, and 1 goes through.
    assert here.scene.sheet("orc")["hit_locations"]["chest"]["natural"] == 0
    assert here.hp("orc", "chest") == 7 - 1


@pytest.mark.rules("MYT-HEAL-01", "MYT-WOUND-02")
@pytest.mark.parametrize(("hp", "useless"), [(-3, True), (-2, True), (-1, None)])
def test_a_location_is_of_use_again_once_it_is_above_nothing(hp, useless):
    hurt = put(put(QUIET, "hit_locations.right_arm.hp", hp), "hit_locations.right_arm.useless", True)
    here = table(hurt).do("aid", "ada", wound="ada-right_arm").go(10, 2)
    assert here.scene.sheet("ada")["hit_locations"]["right_arm"].get("useless") == useless


@pytest.mark.rules("MYT-WOUND-02/shield")
@pytest.mark.parametrize(("place", "dropped"), [(13, {"axe"}), (16, set())])
def test_a_failing_arm_drops_its_item_but_for_a_shield(place, dropped):
    here = table().attack("ada", "orc", "spear", 31, "none", "scar", place, 4, 1, 1, 90)
    rows = here.scene.sheet("orc")["weapons"]
    assert {key for key in ("axe", "shield") if "in_hand" not in rows[key]} == dropped


@pytest.mark.rules("MYT-WOUND-02")
def test_an_arm_that_fails_drops_nothing_that_was_not_in_hand():
    here = table(BANDIT, with_all(QUIET, armour={}, hit_locations__left_arm__hp=1))
    here.attack("ada", "orc", "axe", 31, "none", "scar", 16, 3, 1, 95)
    rows = here.scene.sheet("orc")["weapons"]
    assert here.scene.sheet("orc")["hit_locations"]["left_arm"]["useless"] is True
    assert rows["aspis"]["in_hand"] is True and here.mark("orc", "lying") is None


@pytest.mark.rules("MYT-WOUND-03/trunk")
@pytest.mark.parametrize(("die", "told"), [(38, "falls unconscious"), (90, "dies")])
def test_a_major_wound_of_the_trunk_costs_consciousness_or_life(die, told):
    here = table(theirs=put(BANDIT, CHEST, -6)).attack("ada", "orc", "spear", 31, "none", "scar", 10, 3, 1, die)
    assert told in here.told()


@pytest.mark.rules("MYT-FX-TRIP/four-legs")
@pytest.mark.parametrize(
    ("legs", "athletics"), [(0, set()), (2, set()), (3, set()), (4, {"athletics"}), (8, {"athletics"})]
)
@pytest.mark.parametrize("acrobatics", [set(), {"acrobatics"}])
def test_four_legs_may_stand_by_athletics_too(legs, athletics, acrobatics):
    learnt = {"leap": {"of": "acrobatics", "trained": 40}} if acrobatics else {}
    beast = with_all(BANDIT, legs=legs, professional=learnt)
    here = table(theirs=beast).attack("ada", "orc", "spear", 31, "none", "trip", 10, 1, 1)
    assert set(here.options()) == {"evade", "brawn", *athletics, *acrobatics}


@pytest.mark.rules("MYT-FX-OVEREXTEND", "MYT-FX-PIN-DOWN/stack")
@pytest.mark.parametrize(("rule", "turns"), [("add", 2), ("single", 1)])
def test_copies_of_overextend_and_of_pin_down_add_up_or_not(rule, turns):
    here = table(settings={"stack_effect_turns": rule}).attack("ada", "orc", "spear", 95, "parry-axe", 3)
    here.go("overextend", "overextend")
    assert here.mark("ada", "cannot_attack") == turns
    shot = table(GUNNER, settings={"stack_effect_turns": rule})
    shot.do("shoot", "ada", target="orc", weapon="carbine", metres=20)
    shot.go(5, "pin_down", "pin_down", 10, [1, 1], 90, "none")
    assert shot.mark("orc", "cannot_attack") == turns


@pytest.mark.rules("MYT-FX-SURRENDER", "MYT-FX-STUN")
def test_a_blow_that_is_only_a_threat_stuns_nobody():
    club = put(put(QUIET, "weapons.spear.model", "club"), "weapons.spear.bludgeoning", True)
    here = table(club).do("state", fighter="orc", state="prone")
    here.attack("ada", "orc", "spear", 3, "none", "compel_surrender", "stun_location", 15)
    assert here.scene.exchanges == {} and here.mark("orc", "stunned") is None


@pytest.mark.rules("MYT-ATTR-04")
def test_a_body_of_which_no_place_is_written_yet_is_a_human_one():
    bare = {**WARLORD, "body": "own"}
    bare.pop("hit_locations", None)
    assert sheets.locations(bare) == sheets.locations({**bare, "body": "humanoid"}) != ()
    assert MYTHRAS.health(bare, {}).rank == 0
