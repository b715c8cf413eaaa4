"""Readings that the book leaves open and a house setting decides: both, the first of them the usual one."""

import pytest

from rules.core.errors import Refused, Unreadable
from rules.games.polaris.character import derived
from rules.games.polaris.turn import initiative
from tests.rules.polaris.bedside import patient
from tests.rules.polaris.play import POLARIS
from tests.rules.polaris.table import DAGGER, Table, fight, sheet

FEW = "Under water: 1 attack at most."
OFFENSE = {"skills__martial_offense": {"mastery": "Spé", "level": 4}}
DEFENSE = {"skills__martial_defense": {"mastery": "Spé", "level": 6}}


@pytest.mark.rules("POL-INIT-17/decided")
@pytest.mark.parametrize(("when", "refused"), [("declared", True), ("any", False)])
def test_delaying_is_decided_at_the_declaration_or_later_too(when, refused):
    table = fight(settings={"delaying": when}, a=14, b=10).declare("b").declare("a", "b")
    assert (table.offer("delay", "a").refused is not None) is refused
    later = fight(settings={"delaying": when}, a=14, b=10).declare("b").declare("a", "b", delayed=True)
    assert later.up == ["b"]


@pytest.mark.rules("POL-MARTIAL-01/turn", "POL-MARTIAL-02")
@pytest.mark.parametrize(("reading", "defends", "strikes"), [("turn", 4, 6), ("test", 15, 15)])
def test_an_art_limits_the_turn_or_only_the_test_of_its_technique(reading, defends, strikes):
    settings = {"martial_limit": reading}
    table = Table(settings, a=sheet(reaction=14, melee=15, **OFFENSE), b=sheet()).start()
    table.declare("b", "a").declare("a", "b", technique="powerful_strike")
    table.do("attack", "a").answers(attack_die=19, defence_die=19).do("attack", "b").answers(
        attack_die=19, defence_die=19
    )
    assert table.outcome("a").check.target.total == defends
    guard = Table(settings, a=sheet(reaction=14, melee=15, **DEFENSE), b=sheet()).start().declare("b")
    guard.declare("a", "b", technique="combat_guard").do("attack", "a").answers(attack_die=19, defence_die=19)
    assert guard.outcome("a").check.target.total == strikes


@pytest.mark.rules("POL-MARTIAL-04")
def test_an_art_that_is_not_used_for_want_of_initiative_limits_nothing():
    table = Table(a=sheet(reaction=8, melee=15, **OFFENSE), b=sheet()).start()
    table.declare("a", "b", technique="powerful_strike").declare("b").do("act", "b", check="none")
    table.do("attack", "a").answers(attack_die=19, defence_die=19)
    assert table.outcome("a").check.target.total == 15


@pytest.mark.rules("POL-MARTIAL-03/learnt")
@pytest.mark.parametrize(
    ("reading", "mastery", "open_"), [("any", -3, True), ("bought", -3, False), ("bought", -2, True)]
)
def test_an_art_at_minus_three_is_used_or_has_to_be_bought(reading, mastery, open_):
    arts = {"skills__martial_offense": {"mastery": mastery}}
    table = Table({"martial_training": reading}, a=sheet(reaction=14, **arts), b=sheet()).start().declare("b")
    assert (table.choice("declare_melee", "a", "technique", "powerful_strike").refused is None) is open_


@pytest.mark.rules("POL-MARTIAL-08", "POL-MARTIAL-04")
@pytest.mark.parametrize("allowed", [True, False])
def test_a_combo_goes_with_a_charge_or_does_not(allowed):
    table = Table({"combo_in_charge": allowed}, a=sheet(reaction=14, **OFFENSE), b=sheet()).start().declare("b")
    said = {"mode": "charge", "technique": "combo", "attacks": "2"}
    if allowed:
        assert initiative.attacks(table.declare("a", "b", **said).scene, "a") == 2
        return
    with pytest.raises(Refused, match="one attack alone"):
        table.declare("a", "b", **said)


@pytest.mark.rules("POL-MARTIAL-08/without", "POL-INIT-21")
@pytest.mark.parametrize(
    ("settings", "attacks"), [({}, 2), ({"combo_without_initiative": "one"}, 1), ({"multiple_attacks": False}, 1)]
)
def test_a_combo_without_initiative_becomes_several_normal_attacks_if_allowed(settings, attacks):
    table = Table(settings, a=sheet(reaction=9, melee=15, **OFFENSE), b=sheet()).start()
    table.declare("a", "b", technique="combo", attacks="2").declare("b").do("act", "b", check="none")
    assert initiative.attacks(table.scene, "a") == attacks
    table.do("attack", "a").answers(attack_die=19, defence_die=19)
    assert table.outcome("a").check.target.total == (10 if attacks == 2 else 15)
    assert (table.up == ["a"]) is (attacks == 2)


@pytest.mark.rules("POL-INIT-12", "POL-SHOCK-03")
@pytest.mark.parametrize(("slows", "reaction"), [(True, 9), (False, 14)])
@pytest.mark.parametrize("state", ["stunned", "shaken"])
def test_a_stupor_slows_or_does_not(state, slows, reaction):
    who = sheet(reaction=14, conditions={state: True})
    assert derived.effective_reaction(who, {"stupor_slows": slows}).total == reaction
    assert {one.key: one for one in POLARIS.checks(who, {})}["reaction"].target.total == 9


@pytest.mark.rules("POL-MELEE-03/option")
@pytest.mark.parametrize(
    ("arms", "cause", "asked"), [("any", "other", True), ("edged", "other", False), ("edged", "cut", True)]
)
def test_a_bare_hand_is_wounded_by_any_weapon_or_by_blades_alone(arms, cause, asked):
    club = {"club": {**DAGGER, "name": "Club", "cause": cause}}
    settings = {"unarmed_riposte": True, "riposte_arms": arms}
    table = Table(settings, a=sheet(reaction=14, weapons={}), b=sheet(weapons=club)).start().declare("b")
    table.do("declare_melee", "a", target="b", weapon="bare_hands").do("attack", "a")
    table.answers(attack_die=19, defence_die=8)
    assert (("b", "riposte") in table.asked()) is asked


@pytest.mark.rules("POL-MELEE-03/armed")
def test_an_unarmed_fighter_wounds_no_bare_hand():
    table = Table({"unarmed_riposte": True}, a=sheet(reaction=14, weapons={}), b=sheet(weapons={})).start().declare("b")
    table.do("declare_melee", "a", target="b", weapon="bare_hands").do("attack", "a")
    table.answers(attack_die=19, defence_die=8)
    assert ("b", "riposte") not in table.asked()


@pytest.mark.rules("POL-INIT-22/outside", "POL-MELEE-10")
@pytest.mark.parametrize(("reading", "mode"), [("normal", None), ("kept", "offensive")])
def test_a_mode_ends_with_melee_or_is_kept(reading, mode):
    table = fight(settings={"mode_outside_melee": reading}, a=14, b=10).declare("b").declare("a", "b", mode="offensive")
    table.do("pass", "a").do("pass", "b").do("new_round").declare("b").declare("a")
    assert table.mark("a", "mode") == mode


@pytest.mark.rules("POL-INIT-19/prepared-only", "POL-INIT-10")
@pytest.mark.parametrize(
    ("rule", "hesitates", "waits"),
    [("postpone", False, True), ("postpone", True, False), ("postpone_any", True, True), ("last", False, False)],
)
def test_a_preparation_delays_an_action_and_hesitation_does_not(rule, hesitates, waits):
    table = fight(settings={"initiative_floor_rule": rule}, a=3, b=10)
    if hesitates:
        table.do("hesitate", fighter="a", points="3").declare("a")
    else:
        table.declare("a", preparation="orders")
    table.declare("b").do("act", "b", check="none")
    assert table.up == (["gm"] if waits else ["a"])


@pytest.mark.rules("POL-WOUND-12/no-action")
@pytest.mark.parametrize(("reading", "refused"), [("actions", {"FOR", "COO", "ADA", "PRE"}), ("skills", set())])
def test_the_mortally_wounded_test_nothing_that_is_an_action(reading, refused):
    who = sheet(wounds={"left_arm": {"mortal": 1}})
    found = POLARIS.checks(who, {"mortal_tests": reading})
    assert {one.key for one in found if one.refused is not None and one.key.isupper()} == refused


# Points that used to have no rule.


@pytest.mark.rules("POL-INIT-02", "POL-WOUND-14")
@pytest.mark.parametrize(
    ("settings", "more", "malus"),
    [
        ({}, {}, -4),
        ({}, {"wounds": {"body": {"serious": 1}}}, -5),
        ({}, {"wounds": {"body": {"moderate": 1}}}, -4),
        ({"fatigue_rules": True}, {"fatigue": {"level": 3}}, -7),
        ({"health_penalty_sources": "sum"}, {"wounds": {"body": {"moderate": 1}}}, -7),
    ],
)
def test_sickness_lowers_reaction_and_every_test_like_wounds_and_fatigue(settings, more, malus):
    who = sheet(reaction=14, sickness=-4, **more)
    assert derived.base_initiative(who, settings).total == 14 + malus
    found = {one.key: one.target.total for one in POLARIS.checks(who, settings)}
    assert (found["COO"], found["armed_combat"]) == (10 + malus, 10 + malus)


@pytest.mark.rules("POL-INIT-23/failed")
def test_a_failed_change_of_declaration_binds_to_the_first_one():
    table = fight(settings={"delaying": "any"}, a=14, b=10).declare("b").declare("a", "b")
    table.do("change", "a").answers(change_die=19)
    for kind in ("pass", "delay", "change"):
        assert str(table.offer(kind, "a").refused) == "The declared action has to be done."
    assert table.offer("attack", "a").refused is None


@pytest.mark.rules("POL-INIT-23/unless")
def test_an_impossible_declaration_binds_nobody():
    table = fight(a=14, b=10).declare("b").declare("a", "b").do("change", "a").answers(change_die=19)
    table.scene = table.scene.with_changes((table.scene.write("b", "conditions.dead", True),))
    assert table.offer("attack", "a").refused is not None and table.offer("pass", "a").refused is None


@pytest.mark.rules("POL-INIT-03", "POL-GEN-01")
def test_a_level_of_armour_handling_set_by_the_game_master_caps_initiative():
    worn = {"suit": {"name": "Exo-1", "equipped": True, "powered": True, "skill": "armor_handling_underwater"}}
    said = {"armor_handling_underwater": {"value": 9}}
    who = sheet(reaction=14, protections=worn, overrides=said)
    assert derived.base_initiative(who, {"powered_armor_initiative": True}).total == 9


@pytest.mark.rules("POL-INIT-21", "POL-MARTIAL-09")
def test_the_second_weapons_blow_is_a_second_attack_under_water():
    arms = {"weapons__knife": {**DAGGER, "name": "Knife"}}
    table = Table(a=sheet(reaction=14, **OFFENSE, **arms), b=sheet()).start()
    table.do("place", confined=False, underwater=True).declare("b")
    assert str(table.choice("declare_melee", "a", "technique", "two_weapon_combat").refused) == FEW
    with pytest.raises(Unreadable, match=FEW):
        table.declare("a", "b", technique="two_weapon_combat", other_hand="knife")


@pytest.mark.rules("POL-SURP-03")
def test_the_condition_of_surprise_loses_one_turn():
    table = Table(a=sheet(reaction=14, conditions={"surprised": True}), b=sheet()).start()
    assert table.up == ["b"]
    table.declare("b").do("act", "b", check="none").do("new_round")
    assert table.up == ["b"] and "surprised" not in table.scene.sheet("a").get("conditions", {})
    assert table.declare("b").up == ["a"]


@pytest.mark.rules("POL-SHEET-03")
def test_luck_defaults_to_the_starting_value():
    bed = patient(luck={"max": 15})
    assert POLARIS.value(bed.sheet(), "luck.current") == 15
    assert bed.do("favour", says={"favour": "one"}, wish="a door").sheet()["luck"]["current"] == 14
