"""The odds of a full exchange: exact, equal to a slow enumeration, and no more than the viewer may know."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.core.check import Level
from rules.core.paths import put
from rules.core.scene import Action
from rules.games.mythras.combat import attack_odds, threat
from rules.games.mythras.equipment import weapons as arms
from rules.games.mythras.rolls import resolution
from rules.odds import for_viewer as act_odds
from rules.views.viewers import Viewer
from tests.rules.mythras.play import BANDIT, HOPLITE, MYTHRAS, SOLDIER, Table, marked

# Nobody here can be wounded badly, so that an exchange ends with its damage; a die of three sides is soon walked.
PRICK = put(put(BANDIT, "weapons", {"pin": {"damage": "1d3", "style": "brigand", "in_hand": True}}), "armour", {})


def table(mine=HOPLITE, theirs=BANDIT, **more):
    return Table(("ada", "pc", mine), ("orc", "npc", theirs), **more)


def asked(here, viewer, kind="attack", **args):
    args = {"target": "orc", **args}
    return act_odds.odds(MYTHRAS, here.scene, viewer, Action(kind, "ada", args, gm=viewer.gm))


GM, PLAYER = Viewer("gm"), Viewer("seat", frozenset({"c-ada"}))


def shares(found):
    return {str(one.label): one.value for one in found.chances}


def spent(here):
    """The target has no point left to answer with."""
    here.scene.state["fighters"]["orc"]["marks"]["spent"] = 2
    here.scene = replace(here.scene)
    return here


def test_the_game_master_reads_every_level_the_effects_and_the_wounds():
    found = asked(table(), GM, weapon="spear")
    told = shares(found)
    assert [str(one) for one in found.notes] == ["If the target answers: Parry: Axe"]
    assert told["Critical success"] == Fraction(7, 100) and told["Fumble"] == Fraction(2, 100)
    assert told["Success"] == Fraction(61, 100) and told["Failure"] == Fraction(30, 100)
    assert sum(told[str(resolution.LEVELS[one])] for one in Level) == 1
    assert sum(sum(row, Fraction()) for _label, row in found.grid.rows) == told["A wound without effects"]


@pytest.mark.rules("MYT-CORE-08", "MYT-PARRY-03", "MYT-UI-03")
def test_the_odds_include_the_effects_of_both_sides():
    alone = shares(asked(spent(table()), GM, weapon="spear"))
    assert alone["Special effects won"] == Fraction(68, 100) and alone["Special effects against one"] == 0
    # A spear of 68 against an axe of 54: levels of 7, 61, 30 and 2, and of 6, 48, 44 and 2 in a hundred.
    met = shares(asked(table(), GM, weapon="spear"))
    assert met["Special effects won"] == Fraction(7 * (100 - 6) + 61 * (44 + 2), 10_000)
    assert met["Special effects against one"] == Fraction(61 * 6 + (30 + 2) * (6 + 48), 10_000)


@pytest.mark.rules("MYT-CORE-09")
def test_the_odds_of_a_skill_beyond_a_hundred_include_its_malus_on_both():
    master = put(HOPLITE, "styles.phalanx.trained", 92)  # 120: they strike at 100, and the axe of 54 parries at 34
    met = shares(asked(table(master), GM, weapon="spear"))
    assert met["Special effects won"] == Fraction(10 * (100 - 4) + 85 * (61 + 5), 10_000)
    alone = shares(asked(spent(table(master)), GM, weapon="spear"))
    assert (alone["Critical success"], alone["Special effects won"]) == (Fraction(12, 100), Fraction(95, 100))


@pytest.mark.rules("MYT-CORE-01", "MYT-SIT-C02")
@pytest.mark.parametrize(("rule", "fumble"), [("modified", 2), ("raw", 1)])
def test_the_odds_of_a_99_follow_the_house_setting(rule, fumble):
    master = put(HOPLITE, "styles.phalanx.trained", 92)  # 120, and 80 in narrow quarters
    here = table(master, settings={"fumble_threshold_on": rule})
    assert shares(asked(here, GM, weapon="spear", situation="confined"))["Fumble"] == Fraction(fumble, 100)


def test_a_player_reads_their_own_roll_and_nothing_of_the_other():
    here = table(settings={"odds": "full"})
    found = asked(here, PLAYER, weapon="spear")
    assert found.success == Fraction(68, 100) and found.grid is None and found.notes == ()
    assert set(shares(found)) == {str(one) for one in resolution.LEVELS.values()}
    assert asked(table(settings={"odds": "off"}), GM, weapon="spear") is None


def test_damage_adds_the_dice_of_the_modifier_or_takes_them():
    weak = put(put(BANDIT, "characteristics.str", 6), "characteristics.siz", 6)
    for sheet, least, most in (
        (put(PRICK, "characteristics.str", 20), 2, 7),
        (put(weak, "weapons", PRICK["weapons"]), 0, 2),
    ):
        here = table(sheet)
        danger = threat.blow(here.scene, "ada", "orc", arms.find(sheet, "pin", {}), {})
        found = attack_odds.damage(danger)
        assert (min(found.weights), max(found.weights)) == (least, most)


@pytest.mark.parametrize(
    ("kind", "mine", "args"),
    [("attack", HOPLITE, {"weapon": "spear"}), ("charge", HOPLITE, {"weapon": "spear"})]
    + [("shoot", SOLDIER, {"weapon": "carbine", "metres": 450, "crowd": "edge"})],
)
def test_every_kind_of_attack_is_priced(kind, mine, args):
    here = table(mine, HOPLITE)
    found = asked(here, GM, kind, **args)
    assert 0 < shares(found)["A wound without effects"] < 1 and len(found.grid.rows) == 7


def test_range_cover_and_a_guard_are_counted():
    here = table(SOLDIER, HOPLITE).do("ward", "orc", weapon="aspis", place1="chest")
    near = shares(asked(here, GM, "shoot", weapon="carbine", metres=20))["A wound without effects"]
    far = shares(asked(here, GM, "shoot", weapon="carbine", metres=450))["A wound without effects"]
    assert far < near


@pytest.mark.rules("MYT-AUTO-02", "MYT-AUTO-03", "MYT-RANGED-DUAL")
@pytest.mark.parametrize(
    ("values", "args", "notes"),
    [
        ({"weapons.carbine.mode": "short_burst"}, {"weapon": "carbine"}, ["Wounds of the first bullet: 1d3 hit."]),
        ({"weapons.pistol.in_hand": True, "weapons.other": {"model": "pistol", "style": "infantry", "in_hand": True}},
         {"weapon": "pistol", "second": "other"}, ["Of the first of two guns."]),
        ({}, {"weapon": "carbine"}, []),
    ],
)  # fmt: skip
def test_the_odds_say_that_other_bullets_come_besides(values, args, notes):
    soldier = SOLDIER
    for path, value in values.items():
        soldier = put(soldier, path, value)
    found = asked(table(soldier), GM, "shoot", metres=5, **args)
    assert [str(note) for note in found.notes][1:] == notes


@pytest.mark.rules("MYT-CLOSE-SURPRISE")
def test_the_effect_of_a_surprise_that_is_past_is_in_the_odds():
    """Half of this round the surprised answer again; the first blow that succeeds brings an effect all the same."""
    here, level = table(), lambda target: resolution.weights(target, target)
    plain = shares(asked(here, GM, weapon="spear"))
    found = shares(asked(marked(here, "orc", gift=True), GM, weapon="spear"))
    mine, theirs = level(68), level(54)
    alike = sum(mine[one] * theirs[one] for one in (Level.SUCCESS, Level.CRITICAL))
    assert found["Special effects won"] - plain["Special effects won"] == Fraction(alike, 10_000)
    assert found["Special effects against one"] == plain["Special effects against one"]


@pytest.mark.rules("MYT-FX-00j")
@pytest.mark.parametrize(("house", "share"), [(False, 0), (True, 2)])
def test_a_fumbled_shot_counts_in_the_odds_as_the_house_plays_it(house, share):
    here = spent(table(SOLDIER, settings={"firearm_fumble_effect": house}))
    found = shares(asked(here, GM, "shoot", weapon="carbine", metres=20))
    assert found["Special effects against one"] == Fraction(share, 100) and found["Fumble"] == Fraction(2, 100)


@pytest.mark.rules("MYT-CLOSE-SWEEP", "MYT-AUTO-04", "MYT-UI-03")
@pytest.mark.parametrize("viewer", [GM, PLAYER])
@pytest.mark.parametrize(
    ("kind", "mine", "args"),
    [
        ("sweep", HOPLITE, {"weapon": "spear", "at_orc": True, "at_bob": True, "charging": True}),
        (
            "burst",
            put(SOLDIER, "weapons.carbine.mode", "long_burst"),
            {"weapon": "carbine", "rounds": 4, "at_bob": True},
        ),
    ],
)
def test_the_odds_of_an_attack_at_several_are_against_the_first(kind, mine, args, viewer):
    late = put(BANDIT, "characteristics.dex", 9)
    here = Table(("ada", "pc", mine), ("orc", "npc", BANDIT), ("bob", "npc", late))
    whole = act_odds.odds(MYTHRAS, here.scene, viewer, Action(kind, "ada", args, gm=viewer.gm))
    assert [str(note) for note in whole.notes] == [f"Against {'Orc' if kind == 'sweep' else 'Bob'}"]
    assert whole.grid is None and whole.success < Fraction(68, 100)
