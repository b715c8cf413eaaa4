"""The four types of action and what one turn holds of them."""

from itertools import product

import pytest

from rules.core.errors import Refused, Unreadable
from rules.engine.exchanges import waiting_on
from rules.games.chroniques import actions
from rules.games.chroniques.actions import ACTIONS, DEEDS
from tests.rules.chroniques.play import CHRONIQUES, CORSAIR, GUARD, SCOUT, Table, refused_at

FIRST = {"typed": {"init": 30}}


def table(more=None, **kwargs):
    return Table(("ada", "pc", {**SCOUT, **FIRST, **(more or {})}), ("orc", "foe", CORSAIR), **kwargs)


@pytest.mark.rules("CHO-ACT-01", "CHO-ACT-02", "CHO-ACT-03", "CHO-ACT-04", "CHO-ACT-05")
@pytest.mark.parametrize(
    ("deed", "action"),
    [
        ("limited_ability", "L"),
        *((deed, "M") for deed in ("move", "stand_up", "pick_up", "draw", "movement_ability", "open_door", "reload")),
        ("other", "M"),
        ("attack", "A"),
        ("attack_ability", "A"),
        ("shout", "F"),
        ("drop_object", "F"),
    ],
)
def test_everything_one_does_is_of_one_of_the_four_types(deed, action):
    assert DEEDS[deed][1] == action
    assert set(ACTIONS) == {letter for _label, letter in DEEDS.values()} == set("LMAF")


@pytest.mark.rules("CHO-ACT-06/sets")
def test_a_turn_holds_one_of_six_sets_in_any_order():
    legal = {(), ("L",), ("M",), ("A",), ("A", "M"), ("M", "M")}
    for length in range(4):
        for word in product("LMA", repeat=length):
            assert (refused_at(word) is None) == (tuple(sorted(word)) in legal), word


@pytest.mark.rules("CHO-ACT-06/two-attacks", "CHO-ACT-06/limited-alone")
@pytest.mark.parametrize(
    ("word", "place", "why"),
    [
        ("LM", 1, actions.LIMITED_IS_ALONE),
        ("ML", 1, actions.LIMITED_IS_ALONE),
        ("MAL", 2, actions.LIMITED_IS_ALONE),
        ("LL", 1, actions.LIMITED_IS_ALONE),
        ("MAM", 2, actions.TOO_MANY),
        ("MAA", 2, actions.TOO_MANY),
        ("MMA", 2, actions.TOO_MANY),
        ("AA", 1, actions.TWO_ATTACKS),
        ("AFFA", 3, actions.TWO_ATTACKS),
    ],
)
def test_each_refusal_comes_at_its_place_with_its_reason(word, place, why):
    assert refused_at(word) == (place, why)


@pytest.mark.rules("CHO-ACT-08/no-cap")
def test_free_actions_have_no_number():
    assert refused_at("FFFMFAFFFF") is None
    here = table()
    for _time in range(5):
        here.do("free", "ada", what="drop_object")
    here.do("movement", "ada", what="draw").attack("ada", "orc", "laser", 1)
    assert here.do("free", "ada", what="shout").up == ["ada"]


@pytest.mark.rules("CHO-ACT-08/ended")
def test_the_game_master_may_end_them():
    here = table().do("no_free", fighter="ada")
    assert here.refused(Refused, "free", "ada", what="shout") == str(actions.GM_REFUSED)
    assert here.why_not("ada", "movement") is None
    assert here.why_not("ada", "movement", "what", "move") is None


@pytest.mark.rules("CHO-ACT-06")
def test_an_act_without_room_is_greyed_refused_and_takes_nothing():
    here = table().do("movement", "ada", what="move")
    assert here.why_not("ada", "limited") == str(actions.LIMITED_IS_ALONE)
    here.attack("ada", "orc", "laser", 1)
    assert here.why_not("ada", "attack") == str(actions.TOO_MANY)
    assert here.refused(Refused, "attack", "ada", target="orc", weapon="laser") == str(actions.TOO_MANY)
    assert here.refused(Refused, "limited", "ada", what="limited_ability") == str(actions.LIMITED_IS_ALONE)


@pytest.mark.rules("CHO-ACT-06")
def test_one_attack_action_leaves_a_movement():
    here = table().attack("ada", "orc", "laser", 1)
    assert here.why_not("ada", "attack") == str(actions.TWO_ATTACKS)
    here.do("movement", "ada", what="move")
    assert here.do("finish", "ada").up == ["orc"]


@pytest.mark.rules("CHO-ACT-02/fills", "CHO-ACT-06")
def test_a_limited_action_fills_the_turn():
    here = table().do("limited", "ada", what="ability-aimed")
    assert here.told() == [("ada", "limited action (L)")]
    assert here.why_not("ada", "attack") == here.why_not("ada", "limited") == str(actions.LIMITED_IS_ALONE)
    assert here.why_not("ada", "movement", "how", "usual") == str(actions.LIMITED_IS_ALONE)
    assert here.why_not("ada", "movement", "how", "ability-reflexes") is None
    assert here.why_not("ada", "free") is None


@pytest.mark.rules("CHO-ACT-03/stand-up")
def test_standing_up_is_a_movement_action_and_ends_being_prone():
    here = table({"states": {"prone": True}})
    assert here.score("ada", "def_") == 9
    here.do("movement", "ada", what="stand_up")
    assert (here.score("ada", "def_"), here.at("ada", "states.prone")) == (14, False)
    assert here.why_not("ada", "movement", "what", "stand_up") == "Already standing."


@pytest.mark.rules("CHO-ACT-03/metres", "CHO-STATE-01")
@pytest.mark.parametrize(("states", "metres"), [({}, 20), ({"winded": True}, 5), ({"crippled": True}, 5)])
def test_a_movement_action_goes_about_twenty_metres(states, metres):
    assert str(table({"states": states}).offer("ada", "movement").hint) == f"About {metres} m"


@pytest.mark.rules("CHO-ACT-04/ability")
def test_an_ability_may_be_the_attack_and_takes_the_action_of_its_type():
    sheet = {**GUARD, **FIRST, "abilities_list": {"charge": {"name": "Charge", "action": "L"}}}
    here = Table(("bob", "pc", sheet), ("orc", "foe", CORSAIR)).attack("bob", "orc", "maul", 1, how="ability-charge")
    assert here.scene.fighters["bob"].marks["spent"] == ["L"]
    assert here.why_not("bob", "movement") == str(actions.LIMITED_IS_ALONE)


@pytest.mark.rules("CHO-ACT-07/no-room-needed")
def test_an_attack_made_free_by_an_ability_takes_nothing_of_the_turn():
    here = Table(("bob", "pc", {**GUARD, **FIRST}), ("orc", "foe", CORSAIR))
    here.do("movement", "bob", what="move").attack("bob", "orc", "maul", 1)
    assert here.why_not("bob", "attack", "how", "usual") == str(actions.TOO_MANY)
    here.attack("bob", "orc", "maul", 1, how="ability-riposte")
    assert here.scene.fighters["bob"].marks["spent"] == ["M", "A", "F"]
    assert here.why_not("bob", "attack", "how", "ability-riposte") == "Used in this turn already."


@pytest.mark.rules("CHO-ACT-07/moves-only")
def test_a_move_made_free_is_a_move_and_nothing_else():
    here = table().do("movement", "ada", what="move", how="ability-reflexes")
    assert actions.spent_actions(here.scene, "ada") == ()
    assert here.why_not("ada", "movement", "how", "ability-reflexes") == "Used in this turn already."
    fresh = table()
    told = fresh.refused(Refused, "movement", "ada", what="reload", how="ability-reflexes")
    assert told == "This ability makes nothing but a move free."


def test_a_fighter_who_is_not_up_has_no_offers():
    here = table()
    assert here.offers("orc") == ()
    assert here.refused(Refused, "attack", "orc", target="ada", weapon="cutlass") == "This cannot be done now."


def test_an_attack_needs_a_readable_weapon_and_a_target_in_the_fight():
    here = table({"weapons": {"x": {"name": "Bâton", "dice": "beaucoup"}}})
    assert here.why_not("ada", "attack", "weapon", "x") == "The damage of this weapon cannot be read."
    assert here.why_not("ada", "attack") is here.why_not("ada", "attack", "weapon", "hands") is None
    here = table()
    here.do("adjust", character="c-orc", path="hp.current", value=0)
    assert here.why_not("ada", "attack", "target", "orc").endswith("is out of the fight.")
    assert here.refused(Unreadable, "movement", "ada", what="fly") == "What: one of the choices offered is needed."


@pytest.mark.rules("CHO-ATK-01")
def test_an_act_whose_means_have_left_the_sheet_has_no_effect():
    here = table().do("attack", "ada", target="orc", weapon="laser")
    gone = here.scene.sheets["c-ada"]["weapons"] | {}
    del gone["laser"]
    here.scene = here.scene.with_changes([here.scene.write("ada", "weapons", gone)])
    assert [prompt.kind for prompt in waiting_on(CHRONIQUES, here.scene)] == ["confirm"]


def test_words_may_be_added_to_an_act():
    here = table().do("movement", "ada", what="other", note="ferme le sas")
    told = here.events[0].payload["told"]["table"]
    assert "ferme le sas" in str(told)
