"""The defensive techniques of the martial arts, what may be tried untrained, and the sweep."""

import pytest

from rules.core.errors import Refused
from tests.rules.polaris.table import DAGGER, Table, sheet

DEFENSE = {"skills__martial_defense": {"mastery": "Spé", "level": 12}}
OFFENSE = {"skills__martial_offense": {"mastery": "Spé", "level": 12}}
KNIFE = {"weapons__knife": {**DAGGER, "name": "Knife"}}


def defended(technique, mode="defensive", level=12, settings=None, more=None, **said):
    """``b`` defends themselves so against ``a``, who attacks."""
    skill = {"skills__martial_defense": {"mastery": "Spé", "level": level}}
    people = {"a": sheet(reaction=14), "b": sheet(**skill, **KNIFE), **(more or {})}
    table = Table(settings, **people).start()
    for name in more or {}:
        table.do("contact", fighter=name, other="b", state="engaged")
    if mode in ("defensive", "retreat"):
        table.do("declare_defend", "b", technique=technique, mode=mode, **said)
    else:
        table.declare("b", "a", technique=technique, mode=mode, **said)
    for name in more or {}:
        table.declare(name)
    return table.declare("a", "b")


def chances(table, **said):
    table.do("attack", "a", **said).answers(attack_die=19, defence_die=19)
    return table.outcome("a").check.target.total, table.outcome("b").check.target.total


@pytest.mark.rules("POL-MARTIAL-12")
@pytest.mark.parametrize(("mode", "wanted"), [("defensive", (7, 13)), ("normal", (7, 10)), ("retreat", (7, 15))])
def test_a_combat_guard_takes_three_from_whoever_attacks(mode, wanted):
    assert chances(defended("combat_guard", mode)) == wanted


@pytest.mark.rules("POL-MARTIAL-11", "POL-MARTIAL-01")
@pytest.mark.parametrize(("level", "defence"), [(12, 13), (7, 10)])
def test_the_skill_of_the_technique_limits_the_defence(level, defence):
    assert chances(defended("combat_guard", level=level)) == (7, defence)


@pytest.mark.rules("POL-MARTIAL-11/mode")
@pytest.mark.parametrize(
    ("technique", "mode", "refused"),
    [
        ("combat_guard", "offensive", "Combat guard asks for one of these modes: normal, defensive, retreat."),
        ("combat_guard", "charge", "Combat guard asks for one of these modes"),
        ("simultaneous_counter", "retreat", "Simultaneous counter-attack asks for one of these modes: defensive."),
        ("dodge", "defensive", "Dodge asks for one of these modes: retreat."),
    ],
)
def test_a_defensive_technique_needs_a_fitting_mode(technique, mode, refused):
    with pytest.raises(Refused) as refusal:
        defended(technique, mode)
    assert (refused in str(refusal.value.text), refusal.value.field) == (True, "technique")


@pytest.mark.rules("POL-MARTIAL-03/untrained", "POL-MARTIAL-11")
@pytest.mark.parametrize(
    ("skill", "technique", "refused"),
    [
        ("martial_defense", "combat_guard", "Defensive techniques are not learnt."),
        ("martial_offense", "sweep", "Offensive techniques are not learnt."),
        ("martial_wrestling", "lock", "Wrestling is not learnt."),
        ("martial_offense", "untrained_sweep", None),
        ("martial_wrestling", "untrained_lock", None),
        ("martial_wrestling", "untrained_choke", None),
    ],
)
def test_without_the_skill_some_techniques_are_impossible_and_some_may_be_tried(skill, technique, refused):
    table = Table(a=sheet(**{f"skills__{skill}": {"mastery": "X"}}), b=sheet(reaction=9)).start().declare("b")
    choice = table.choice("declare_melee", "a", "technique", technique)
    assert (str(choice.refused) if choice.refused else None) == refused


@pytest.mark.rules("POL-MARTIAL-14/ground")
@pytest.mark.parametrize(("technique", "defence"), [("none", 13), ("dodge", 15)])
def test_a_dodge_has_the_bonus_of_a_retreat_without_the_ground(technique, defence):
    assert chances(defended(technique, "retreat"), stands=True) == (10, defence)


@pytest.mark.rules("POL-MARTIAL-15")
def test_two_weapons_parry_with_three_more():
    assert chances(defended("two_weapon_defense", other_hand="knife")) == (10, 16)
    with pytest.raises(Refused, match="second weapon") as refusal:
        defended("two_weapon_defense")
    assert refusal.value.field == "technique"


@pytest.mark.rules("POL-MARTIAL-16/three")
@pytest.mark.parametrize(("crowd", "usual", "eased"), [(1, 10, 10), (2, 5, 8), (3, 3, 6), (4, 0, 3)])
def test_several_opponents_cost_three_less(crowd, usual, eased):
    more = {f"m{one}": sheet(reaction=11) for one in range(crowd - 1)}
    for technique, wanted in (("none", usual), ("multiple_opponents", eased)):
        table = defended(technique, "normal", more=more).do("attack", "a").answers(attack_die=12)
        if wanted > 0:
            table.answers(defence_die=12)
        assert table.outcome("b").check.target.total == wanted


@pytest.mark.rules("POL-MARTIAL-16", "POL-MARTIAL-01")
def test_the_technique_serves_the_attack_too_and_limits_it():
    more = {"c": sheet(reaction=11)}
    table = defended("multiple_opponents", "normal", level=9, more=more)
    for name in ("a", "c"):
        table.do("pass", name)
    table.do("attack", "b").answers(attack_die=19, defence_die=19)
    assert table.outcome("b").check.target.total == 7, "9 of the art, and 5 less 3 of the crowd"


def countered(*dice, **said):
    table = defended("simultaneous_counter", **said).do("attack", "a")
    return table.answers(attack_die=dice[0], defence_die=dice[1])


@pytest.mark.rules("POL-MARTIAL-13")
def test_a_counter_attack_is_another_test_at_five_less_against_a_usual_defence():
    table = countered(19, 5)
    assert table.asked() == [("b", "counter")]
    table.answers(counter="strike", attack_die_counter=4, defence_die_counter=19)
    table.answers(location_counter=7, damage_counter=5)
    outcomes = [one.check.target.total for one in _outcomes(table)]
    assert outcomes == [10, 13, 5, 10]
    assert table.wounds("a") == {"body": {"light": 1}}
    assert table.undone() == table.first


@pytest.mark.rules("POL-MARTIAL-13", "POL-CRIT-10")
def test_a_counter_attack_is_easier_on_somebody_exposed():
    table = defended("simultaneous_counter")
    table.scene = table.scene.with_changes([table.scene.write("a", "conditions.exposed", True)])
    table.do("attack", "a").answers(attack_die=19, defence_die=5)
    table.answers(counter="strike", attack_die_counter=12, defence_die_counter=19)
    assert _outcomes(table)[2].check.target.total == 10


@pytest.mark.rules("POL-MARTIAL-13")
def test_a_fighter_who_was_hit_may_counter_attack_too_or_decline():
    table = countered(9, 19).answers(location=7, damage=5)
    assert table.asked() == [("b", "counter")]
    table.answers(counter="wait")
    assert (set(table.wounds("b")), table.mark("b", "countered")) == ({"body"}, None)


@pytest.mark.rules("POL-MARTIAL-13/once")
def test_there_is_one_counter_attack_in_a_turn():
    table = countered(19, 5, more={"c": sheet(reaction=11)})
    table.answers(counter="strike", defence_die_counter=19)
    table.do("redeclare", fighter="c").declare("c", "b").do("attack", "c")
    table.answers(attack_die=19, defence_die=5)
    assert table.asked() != [("b", "counter")]
    assert not table.scene.exchanges


def _outcomes(table):
    from rules.core.json_codec import from_json

    return [from_json(one) for event in table.events for one in event.payload.get("outcomes", ())]


def swept(die, *answers, trained=True, settings=None, coordination=12, attack=8, target=None):
    """``a`` sweeps ``b``, whose test of coordination shows this die."""
    technique = "sweep" if trained else "untrained_sweep"
    people = {"a": sheet(reaction=14, melee=15, **OFFENSE), "b": sheet(attributes__COO=coordination, **(target or {}))}
    table = Table(settings, **people).start().declare("b", "a").declare("a", "b", technique=technique)
    table.do("attack", "a").answers(attack_die=attack, defence_die=19, balance_die=die)
    for key, value in answers:
        table.answers(**{key: value})
    return table


@pytest.mark.rules("POL-MARTIAL-10")
@pytest.mark.parametrize(
    ("die", "trained", "initiative", "unsteady"),
    [(5, True, 2, None), (14, True, 2, True), (5, False, 10, None), (14, False, 2, None)],
)
def test_a_sweep_lowers_initiative_and_the_next_test_by_the_balance_roll(die, trained, initiative, unsteady):
    table = swept(die, trained=trained)
    assert (table.initiative("b"), table.mark("b", "unsteady")) == (initiative, unsteady)
    assert table.wounds("b") == {}, "a sweep does no damage"


@pytest.mark.rules("POL-MARTIAL-10")
@pytest.mark.parametrize(("attack", "initiative"), [(2, 5), (3, 4), (8, 2)])
def test_a_sweep_costs_five_and_the_margin_of_the_success(attack, initiative):
    assert swept(5, attack=attack).initiative("b") == initiative


@pytest.mark.rules("POL-MARTIAL-10", "POL-MARTIAL-03")
@pytest.mark.parametrize(("trained", "chances"), [(True, 12), (False, 10)])
def test_an_untrained_sweep_is_an_attack_at_five_less_without_the_limit(trained, chances):
    assert swept(5, trained=trained).outcome("a").check.target.total == chances


@pytest.mark.rules("POL-MARTIAL-10/next-action")
def test_lost_balance_hampers_the_next_action_alone():
    table = swept(14).do("attack", "b").answers(attack_die=19, defence_die=19)
    assert table.outcome("b").check.target.total == 5
    table.do("new_round").declare("b", "a").declare("a").do("act", "a", check="none")
    table.do("attack", "b").answers(attack_die=19, defence_die=19)
    assert table.outcome("b").check.target.total == 10


@pytest.mark.rules("POL-MARTIAL-10")
def test_a_loss_this_turn_cannot_take_is_taken_from_the_next_one():
    table = swept(5, attack=11)
    assert (table.initiative("b"), table.mark("b", "owed")) == (1, None)
    slow = Table(a=sheet(reaction=14, melee=15, **OFFENSE), b=sheet(reaction=5)).start().declare("b", "a")
    slow.declare("a", "b", technique="sweep").do("attack", "a")
    slow.answers(attack_die=11, defence_die=19, balance_die=1)
    assert (slow.initiative("b"), slow.mark("b", "owed")) == (1, 5)
    slow.do("pass", "b").do("new_round")
    assert slow.initiative("b") == 0
    slow.declare("b").declare("a").do("act", "a", check="none").do("act", "b", check="none").do("new_round")
    assert slow.initiative("b") == 5


@pytest.mark.rules("POL-MARTIAL-10")
@pytest.mark.parametrize(("said", "prone"), [("falls", True), ("stands", False)])
def test_a_catastrophe_throws_to_the_ground_if_the_game_master_rules_so(said, prone):
    table = swept(18, ("falls", said), coordination=5)
    assert bool(table.scene.sheet("b").get("conditions", {}).get("prone")) == prone


@pytest.mark.rules("POL-MARTIAL-10", "POL-CRIT-06")
@pytest.mark.parametrize(("die", "asked"), [(16, False), (17, True)])
def test_a_failure_that_the_sweep_makes_one_of_fifteen_may_be_a_catastrophe(die, asked):
    table = swept(die, coordination=5)  # a failure by 11 or 12, worse by the 3 of a good success
    assert (("gm", "falls") in table.asked()) == asked


@pytest.mark.rules("POL-MARTIAL-10")
def test_without_catastrophes_nobody_is_thrown_down():
    assert swept(18, coordination=5, settings={"use_catastrophes": False}).mark("b", "unsteady") is True
