"""Offers and refusals by a fighter's body and neighbours; the words of a sheet."""

from dataclasses import replace

import pytest

from rules.core.paths import put
from rules.core.script import Effect
from rules.games.mythras.actions import manoeuvres
from rules.games.mythras.character import sheet as sheets
from rules.games.mythras.combat import close
from rules.games.mythras.equipment import limbs
from rules.games.mythras.equipment import weapons as arms
from rules.games.mythras.equipment.arms import ARMOUR, MODELS
from rules.games.mythras.rounds import initiative
from tests.rules.mythras.play import BANDIT, HOPLITE, MYTHRAS, QUIET, Table, check, kinds, marked, table, with_all


def crowd(*sides, **more):
    """Ada among others called a, b, c … of these sides, with marks of hers."""
    others = [(name, side, BANDIT) for name, side in zip("abcd", sides, strict=False)]
    return marked(Table(("ada", "pc", QUIET), *others).finish(), "ada", **more)


@pytest.mark.rules("MYT-ACT-CHARGE", "MYT-ACT-MOVE", "MYT-CLOSE-LEAP", "MYT-MOVE-CRAWL", "MYT-WOUND-02")
@pytest.mark.parametrize(
    ("lame", "why"),
    [
        ((), None),
        (("right_arm", "left_arm"), None),
        (("left_leg",), "Left leg: cannot be used."),
        (("right_arm", "right_leg"), "Right leg: cannot be used."),
        (("left_leg", "right_leg"), "Right leg: cannot be used."),
    ],
)
def test_a_lame_leg_keeps_from_moving_and_charging_and_a_lame_arm_does_not(lame, why):
    here = table(put(QUIET, "hit_locations", {key: {"useless": True} for key in lame}))
    running = close.why_not_run(here.scene, "ada")
    assert here.why_not("ada", "move") == (running and str(running)) == here.why_not("ada", "leap") == why
    assert marked(here, "ada", prone=True).why_not("ada", "move") is None  # whoever lies crawls
    marked(here, "ada", prone=None, mounted=True)
    assert close.why_not_run(here.scene, "ada") is None and here.why_not("ada", "move") is None


@pytest.mark.rules("MYT-ACT-REGAIN-FOOTING", "MYT-WOUND-02")
@pytest.mark.parametrize(
    ("lame", "why"),
    [
        (("left_leg",), None),
        (("left_leg", "right_leg"), "No leg carries."),
        (("right_arm", "left_arm", "abdomen", "chest", "head"), None),
    ],
)
def test_one_leg_is_enough_to_stand_up(lame, why):
    here = table(put(QUIET, "hit_locations", {key: {"useless": True} for key in lame}))
    assert marked(here, "ada", prone=True).why_not("ada", "stand") == why


@pytest.mark.rules("MYT-CLOSE-SWEEP")
@pytest.mark.parametrize(("foes", "why"), [(1, "Fewer than two can be reached."), (2, None), (3, None)])
def test_a_sweep_is_for_two_at_least(foes, why):
    assert crowd(*["npc"] * foes).why_not("ada", "sweep") == why


@pytest.mark.rules("MYT-ACT-CHANGE-RANGE")
def test_the_range_is_opened_to_a_near_foe_and_closed_to_a_far_one():
    (field,) = crowd("npc", "npc", engaged={"a": True}).offer("ada", "range").fields
    assert {one.key: str(one.hint) for one in field.choices} == {"a": "break away", "b": "close in"}
    (free,) = crowd("npc", outmanoeuvred={"a": True}).offer("ada", "range").fields  # whom one may not attack now
    assert [one.refused for one in free.choices] == [None]


@pytest.mark.rules("MYT-CLOSE-OUTMANOEUVRE")
@pytest.mark.parametrize(
    ("near", "whom"),
    [
        ((), ()),
        (("a",), ("a",)),
        (("a", "c"), ("a", "c")),
        (("a", "d"), ("a",)),  # the one, and a friend
        (("a", "c", "d"), ("a", "c")),
    ],
)
def test_foes_one_is_engaged_with_are_outmanoeuvred_and_nobody_else(near, whom):
    here = crowd("npc", "npc", "npc", "pc", engaged=dict.fromkeys(near, True))
    assert manoeuvres.opponents(here.scene, "ada") == whom


# Words of a sheet.


@pytest.mark.rules("MYT-STYLE-COVERAGE")
@pytest.mark.parametrize(
    ("row", "label"),
    [
        ({"of": "lore"}, "Lore"),
        ({"of": "lore", "name": "Stratégie"}, "Lore (Stratégie)"),
        ({"name": "Cuisine"}, "Cuisine"),
        ({}, "?"),
    ],
)
def test_a_professional_skill_is_named_by_table_and_speciality_or_its_own_name(row, label):
    assert str(sheets.professional_label(row)) == label
    assert str(check({"professional": {"p": row}}, "professional_p").what) == label


@pytest.mark.rules("MYT-EQ-ARMOUR", "MYT-EQ-MELEE")
def test_armour_and_weapon_models_are_chosen_by_name():
    for key, words in (
        ("armour", {key: row[0] for key, row in ARMOUR.items()}),
        ("weapons", {key: row.label for key, row in MODELS.items()}),
    ):
        model = next(leaf for leaf in MYTHRAS.schema.field(key).row if leaf.key == "model")
        assert {one.key: one.label for one in model.choices if one.key} == words


@pytest.mark.rules("MYT-CORE-02", "MYT-CORE-04")
@pytest.mark.parametrize(("said", "cause"), [("hard", "Hard: Tired"), ("formidable", "Formidable: difficulty")])
def test_a_difficulty_no_worse_than_the_present_one_leaves_its_reason(said, cause):
    found = MYTHRAS.adjusted(check(put(HOPLITE, "state.fatigue", "tired"), "evade"), {"grade": said}, {})
    assert [str(one.label) for one in found.target.modifiers][-1] == cause


@pytest.mark.rules("MYT-WOUND-05/dead")
def test_a_fighter_bled_to_death_stays_dead_in_the_next_round():
    bled = with_all(BANDIT, state={"fatigue": "dead", "bleeding": True})
    dying = with_all(BANDIT, state={"fatigue": "semi_conscious", "bleeding": True})
    here = Table(("ada", "pc", QUIET), ("orc", "npc", bled), ("bob", "npc", dying)).finish()
    here.do("hold", "ada").do("new_round")
    assert [here.scene.sheet(one)["state"]["fatigue"] for one in ("orc", "bob")] == ["dead", "dead"]
    assert here.told()[-1:] == ["bleeds to death"]


@pytest.mark.rules("MYT-CLOSE-ENGAGE")
def test_a_fighter_out_or_gone_engages_nobody():
    here = crowd("npc", "npc", engaged={"a": True, "b": True, "gone": True})
    assert initiative.engaged_enemies(marked(here, "b", dropped=True).scene, "ada") == ("a",)


@pytest.mark.rules("MYT-REACT-INTERRUPT", "MYT-INIT-01")
def test_nobody_breaks_into_an_act_of_the_game_master():
    here = marked(crowd("npc", "npc"), "ada", delayed=True)
    del here.scene.state["fighters"]["b"]["marks"]
    here.scene = replace(here.scene)
    here.do("late", fighter="b")
    assert here.asked() == ["initiative-b"] and not kinds(here, "ada") & {"attack", "range", "move"}


@pytest.mark.rules("MYT-FX-SUNDER")
def test_the_best_of_two_pieces_is_sundered():
    pieces = {"vest": {"points": 2, "chest": True}, "plate": {"points": 5, "chest": True}}
    for first in (pieces, dict(reversed(pieces.items()))):
        here = table(theirs=put(BANDIT, "armour", first))
        (change,) = MYTHRAS.land(here.scene, Effect("sundered", "orc", {"location": "chest", "points": 1}))
        assert change.path == "armour.plate.sundered"


@pytest.mark.rules("MYT-REACT-INTERRUPT", "MYT-ACT-DELAY")
@pytest.mark.parametrize(("delayed", "breaks"), [(True, True), (None, False)])
def test_a_fighter_who_has_spent_the_kept_point_breaks_in_no_more(delayed, breaks):
    here = marked(table(), "orc", delayed=delayed, spent=2).do("attack", "ada", target="orc", weapon="spear")
    assert ("attack" in kinds(here, "orc")) == breaks


@pytest.mark.rules("MYT-WOUND-02")
def test_the_first_arm_holds_the_drawn_weapon():
    drawn = with_all(QUIET, weapons__spear__in_hand=False, weapons__sword__in_hand=True)
    found = limbs.holding(table(drawn).scene, "ada", arms.find(drawn, "sword", {}))
    assert found == ("right_arm",)


@pytest.mark.rules("MYT-INIT-01")
def test_latecomers_roll_together_and_somebody_hidden_alone():
    here = crowd("npc", "npc", "npc")
    for who, hidden in (("a", False), ("b", False), ("c", True)):
        del here.scene.state["fighters"][who]["marks"]
        here.scene.state["fighters"][who]["hidden"] = hidden
    here.scene = replace(here.scene)
    here.do("late")
    assert here.asked() == ["initiative-a", "initiative-b"]
    here.go(7).go(2)
    here.do("late")
    assert here.asked() == ["initiative-c"]
    here.go(4)
    assert "late" not in kinds(here, "gm")
