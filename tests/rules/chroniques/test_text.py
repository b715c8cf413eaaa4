"""Clauses of the extract of Chroniques Oubliées that a fight meets by several routes."""

import pytest

from rules.core.errors import Refused, Unreadable
from tests.rules.chroniques.play import CORSAIR, GUARD, SCOUT, Table

EARLY = {"surprise": {"def_until": "end_of_turn"}}
FREE = {"name": "Esquive", "action": "F", "grants": "free_move", "per_turn": 1}


def table(*more, settings=None, **sheet):
    fighters = (("ada", "pc", {**SCOUT, **sheet}), ("orc", "foe", {**CORSAIR, "typed": {"init": 1, "def_": 10}}))
    return Table(*fighters, *more, settings=settings)


def surprised(settings=None):
    return table(settings=settings, states={"surprised": True})


WAYS = {"finished": lambda here: here.do("finish", "ada"), "passed over": lambda here: here.do("skip", fighter="ada")}


@pytest.mark.rules("CHO-SURPRISE-06/until-turn", "CHO-SURPRISE-07", "CHO-TIME-02/last-one-too")
@pytest.mark.parametrize("way", WAYS)
def test_surprise_until_the_end_of_the_first_turn_ends_whatever_the_way_it_passes(way):
    here = surprised(EARLY)
    WAYS[way](here)
    assert not here.at("ada", "states.surprised")


@pytest.mark.rules("CHO-SURPRISE-07", "CHO-SURPRISE-06/until-round")
@pytest.mark.parametrize("way", WAYS)
def test_surprise_until_the_end_of_the_round_outlasts_the_turn_and_no_more(way):
    here = surprised()
    WAYS[way](here)
    assert here.at("ada", "states.surprised")
    here.do("finish", "orc").do("new_round")
    assert not here.at("ada", "states.surprised")


@pytest.mark.rules("CHO-INIT-06", "CHO-SURPRISE-07/no-waiting")
def test_a_surprised_fighter_does_not_wait():
    assert surprised().why_not("ada", "delay") == "Surprised: no action."


@pytest.mark.rules("CHO-SURPRISE-01", "CHO-SURPRISE-06/no-turn-yet")
@pytest.mark.parametrize("rounds", [1, 2])
def test_only_a_fighter_without_a_turn_in_the_fight_walks_into_an_ambush(rounds):
    here = table(("bob", "pc", {**GUARD, "typed": {"init": 0}}))
    here.do("finish", "ada").do("finish", "orc")
    if rounds == 2:
        here.do("finish", "bob").do("new_round")
        here.scene = here.scene.with_changes(
            [here.scene.mark("bob", "acted", None)]
        )  # as for somebody who has just come
    roles = {field.key: [choice.key for choice in field.choices] for field in here.offer("gm", "ambush").fields}
    assert ("ambushed" in roles["role_bob"], "ambushed" in roles["role_ada"]) == (True, False)
    parts = {
        "role_orc": "ambusher",
        "role_bob": "none",
        **dict.fromkeys(("modifier_ada", "modifier_bob", "modifier_orc"), 0),
    }
    here.refused(Unreadable, "ambush", role_ada="ambushed", secret=False, **parts)


@pytest.mark.rules("CHO-SURPRISE-06")
def test_nobody_is_left_to_surprise_once_everybody_has_acted():
    here = table().do("finish", "ada").do("finish", "orc")
    assert here.why_not("gm", "ambush") == "Surprise comes with the first turn of a fight."


@pytest.mark.rules("CHO-ACT-04/bare-hands")
def test_bare_hands_are_a_weapon_everybody_has():
    here = table(weapons={}, abilities={"for_": 2}, atc_base=3)
    here.attack("ada", "orc", "hands", 12, damage=(3,))
    assert here.told()[-1][1].startswith("loses 4 hp (Dice 3, FOR +2, Damage reduction −1")


@pytest.mark.rules("CHO-ACT-04/no-weapon", "CHO-ACT-06")
def test_an_ability_that_attacks_takes_the_attack_without_a_weapon():
    gaze = {"name": "Regard", "action": "A", "grants": "nothing", "per_turn": 1}
    here = table(abilities_list={"g": gaze}).do("ability", "ada", what="ability-g", note="")
    assert here.title == "ada: Regard"
    assert here.why_not("ada", "attack") == "One attack action per turn."


JUMP = {"name": "Bond", "action": "M", "grants": "nothing", "per_turn": 1}
PLACES = {
    "level": "places",
    "places": {"quay": {"name": "Quay"}, "deck": {"name": "Deck"}},
    "ways": {"w": {"a": "quay", "b": "deck", "metres": 10}},
    "at": {"ada": "quay", "orc": "deck"},
}
MOVING = {"move": True, "movement_ability": True, "ability-j": True, "other": False, "open_door": False}


@pytest.mark.rules("CHO-ACT-03", "CHO-ACT-06/sets")
def test_movement_abilities_are_named_and_use_up_movements():
    here = table(abilities_list={"j": JUMP})
    for _time in range(2):
        assert here.why_not("ada", "movement", "what", "ability-j") is None
        here.do("movement", "ada", what="ability-j", how="usual", note="")
        assert here.title == "ada: Bond"
    assert here.why_not("ada", "movement", "how", "usual") == "This turn holds two actions already."


@pytest.mark.rules("CHO-ACT-03/legs", "CHO-ACT-07/moves-only", "CHO-STATE-01/immobilised")
@pytest.mark.parametrize("what", MOVING)
def test_acts_of_movement_all_lead_elsewhere_may_be_free_and_need_legs(what):
    bound = table(abilities_list={"j": JUMP}, states={"immobilised": True})
    assert bound.why_not("ada", "movement", "what", what) == ("Immobilised: no movement." if MOVING[what] else None)
    for how, to in (("usual", "deck"), ("ability-e", "here")):
        here = table(abilities_list={"j": JUMP, "e": FREE})
        here.scene.state["ground"] = PLACES
        told = {"what": what, "how": how, "to": to, "note": ""}
        if not MOVING[what]:
            here.refused(Refused, "movement", "ada", **told)
            continue
        here.do("movement", "ada", **told)
        assert here.scene.state["ground"]["at"]["ada"] == ("deck" if to == "deck" else "quay")


@pytest.mark.rules("CHO-ACT-07/times")
def test_a_free_ability_is_counted_in_whichever_form_it_is_used():
    here = table(abilities_list={"e": FREE}).do("free", "ada", what="ability-e", note="")
    assert here.why_not("ada", "free", "what", "ability-e") == "Used in this turn already."
    assert here.why_not("ada", "movement", "how", "ability-e") == "Used in this turn already."


@pytest.mark.rules("CHO-ACT-03/drawn-first")
def test_weapons_drawn_first_need_a_movement_before_they_strike():
    here = table(settings={"attack": {"weapons": "drawn"}})
    assert here.why_not("ada", "attack", "weapon", "laser") == "Not in hand: draw it first (M)."
    assert here.why_not("ada", "attack", "weapon", "hands") is None
    here.do("movement", "ada", what="draw-laser", how="usual", note="")
    assert here.why_not("ada", "attack", "weapon", "laser") is None
    assert here.why_not("ada", "movement", "what", "draw-laser") == "In hand already."


@pytest.mark.rules("CHO-ACT-03/picked-up")
def test_a_weapon_picked_up_is_in_hand_as_one_that_is_drawn():
    here = table(settings={"attack": {"weapons": "drawn"}})
    here.do("movement", "ada", what="pick_up-laser", how="usual", note="")
    assert here.why_not("ada", "attack", "weapon", "laser") is None
    assert here.why_not("ada", "movement", "what", "pick_up-laser") == "In hand already."
    assert here.scene.fighters["ada"].marks["spent"] == ["M"]
    ready = table()
    assert ready.why_not("ada", "movement", "what", "pick_up") is None


@pytest.mark.rules("CHO-ACT-05")
def test_a_drawn_weapon_that_has_left_the_sheet_is_not_dropped():
    here = table(settings={"attack": {"weapons": "drawn"}})
    here.do("movement", "ada", what="draw-laser", how="usual", note="")
    here.scene = here.scene.with_changes([here.scene.write("ada", "weapons.laser", None)])
    assert "drop_object-laser" not in [row.key for row in here.offer("ada", "free").fields[0].choices]


@pytest.mark.rules("CHO-ACT-05", "CHO-ACT-03/drawn-first")
def test_a_weapon_that_is_dropped_is_no_longer_in_hand():
    here = table(settings={"attack": {"weapons": "drawn"}})
    offered = [row.key for row in here.offer("ada", "free").fields[0].choices]
    here.do("movement", "ada", what="draw-laser", how="usual", note="")
    here.do("free", "ada", what="drop_object-laser")
    assert not [key for key in offered if key.startswith("drop_object-")]
    assert here.why_not("ada", "attack", "weapon", "laser") == "Not in hand: draw it first (M)."
    assert here.do("movement", "ada", what="pick_up-laser", how="usual", note="").why_not(
        "ada", "attack", "weapon", "laser"
    ) in (None, "This turn holds two actions already.")


@pytest.mark.rules("CHO-TIME-02/another-turn")
def test_the_game_master_gives_a_second_turn_in_a_round():
    here = table().do("finish", "ada")
    assert here.up == ["orc"]
    here.do("again", fighter="ada")
    assert here.up == ["ada"] and here.why_not("ada", "attack") is None


@pytest.mark.rules("CHO-ATK-02/who-says")
@pytest.mark.parametrize("gm_says", [True, False])
def test_players_set_defence_and_modifier_only_by_house_setting(gm_says):
    here = table(settings={"attack": {"gm_says": gm_says}})
    fields = {field.key: field.gm_only for field in here.offer("ada", "attack").fields}
    assert (fields["versus"], fields["modifier"]) == (gm_says, gm_says)


@pytest.mark.rules("CHO-ACT-08/ended")
def test_no_free_action_after_the_game_master_has_ended_them():
    here = table().do("no_free", fighter="ada")
    assert here.refused(Refused, "free", "ada", what="shout").startswith("The game master allows no more")
