"""The offensive techniques of the martial arts, and what they ask for."""

import pytest

from rules.core.errors import Refused, Unreadable
from rules.games.polaris.turn.ladder import open_declaration
from tests.rules.polaris.table import Table, sheet

SKILL = {"skills__martial_offense": {"mastery": "Spé", "level": 12}}


def ready(settings=None, technique="powerful_strike", level=12, **said):
    """``a``, the faster one, has declared a technique against ``b``."""
    skill = {"skills__martial_offense": {"mastery": "Spé", "level": level}}
    table = Table(settings, a=sheet(reaction=14, **skill), b=sheet()).start().declare("b", "a")
    return table.declare("a", "b", technique=technique, **said)


def struck(damage, *shock, **more):
    table = ready(**more).do("attack", "a", result="hit", place="body").answers(attack_die=1, defence_die=19)
    table.answer("damage", damage)
    return table.answers(shock=shock[0]) if shock else table


@pytest.mark.rules("POL-MARTIAL-01")
@pytest.mark.parametrize(("level", "chances"), [(12, 10), (7, 7)])
def test_the_techniques_limit_the_skill_of_the_weapon(level, chances):
    table = ready(level=level).do("attack", "a").answers(attack_die=19, defence_die=19)
    assert table.outcome("a").check.target.total == chances


@pytest.mark.rules("POL-MARTIAL-01/armed")
def test_the_techniques_go_with_armed_and_unarmed_combat_alone():
    axe = {"name": "Axe", "kind": "melee", "skill": "athletics", "damage": "1d10", "drawn": True}
    table = Table(a=sheet(reaction=14, weapons__axe=axe, **SKILL), b=sheet()).start().declare("b")
    with pytest.raises(Refused, match="armed or unarmed combat") as refusal:
        table.declare("a", "b", "axe", technique="powerful_strike")
    assert refusal.value.field == "technique"
    table.do("declare_melee", "a", target="b", weapon="bare_hands", technique="powerful_strike")


@pytest.mark.rules("POL-MARTIAL-02/one")
def test_a_declaration_holds_one_technique_or_none_for_the_whole_turn():
    table = ready()
    assert str(open_declaration(table.scene, "a")) == "attacks b: Dagger (powerful strike)"
    table.do("attack", "a").answers(attack_die=19, defence_die=19).do("pass", "b")
    assert table.up == ["gm"], "there is no second attack to use another one with"
    assert str(open_declaration(ready(technique="none").scene, "a")) == "attacks b: Dagger"


@pytest.mark.rules("POL-MARTIAL-04/initiative")
def test_a_fighter_who_has_lost_the_initiative_strikes_without_the_technique():
    table = ready(level=7)
    table.do("initiative", fighter="a", by=-8).do("pass", "b")
    assert "no technique" in str(table.offer("attack", "a").hint)
    table.do("attack", "a", result="hit", place="body").answers(attack_die=1, defence_die=19, damage=7)
    assert table.outcome("a").check.target.total == 10
    assert table.wounds("b") == {"body": {"light": 1}}


@pytest.mark.rules("POL-MARTIAL-04/together")
@pytest.mark.parametrize(("counts", "chances"), [(False, 10), (True, 7)])
def test_acting_together_counts_as_initiative_by_house_setting_only(counts, chances):
    weak = {"skills__martial_offense": {"mastery": "Spé", "level": 7}}
    settings = {"simultaneous_has_initiative": counts}
    table = Table(settings, a=sheet(**weak), b=sheet()).start()
    table.declare("a", "b", technique="powerful_strike").declare("b").do("attack", "a")
    table.answers(of="a", attack_die=19, defence_die=19)
    table.do("act", "b", check="none")
    assert table.outcome("a").check.target.total == chances


@pytest.mark.rules("POL-MARTIAL-04")
def test_a_delayed_technique_needs_an_opponent_who_has_not_acted():
    early = ready(delayed=True)
    assert "no technique" not in str(early.offer("attack", "a").hint)
    early.do("pass", "b")
    assert "no technique" in str(early.offer("attack", "a").hint)


@pytest.mark.rules("POL-MARTIAL-05/charge")
@pytest.mark.parametrize(
    ("technique", "mode", "damage", "wound"),
    [
        ("none", "normal", 9, "light"),
        ("powerful_strike", "normal", 6, "light"),
        ("powerful_strike", "normal", 7, "moderate"),
        ("powerful_strike", "charge", 3, "light"),
        ("powerful_strike", "charge", 4, "moderate"),
    ],
)
def test_a_powerful_strike_adds_three_also_to_a_charge(technique, mode, damage, wound):
    assert struck(damage, technique=technique, mode=mode).wounds("b") == {"body": {wound: 1}}


@pytest.mark.rules("POL-MARTIAL-06/no-wound")
@pytest.mark.parametrize(("damage", "wounds"), [(2, {}), (7, {"body": {"light": 1}})])
@pytest.mark.parametrize(("die", "told"), [(5, None), (6, "stunned"), (15, "stunned"), (16, "unconscious")])
def test_an_incapacitating_strike_shocks_by_five_even_without_a_wound(damage, wounds, die, told):
    table = struck(damage, die, technique="incapacitating_strike")
    assert table.wounds("b") == wounds
    assert set(table.scene.sheet("b").get("conditions", {})) == ({told} if told else set())


@pytest.mark.rules("POL-MARTIAL-06/one-test")
@pytest.mark.parametrize(("technique", "threshold"), [("none", 10), ("incapacitating_strike", 5)])
def test_the_malus_of_the_wound_and_of_the_strike_make_one_test(technique, threshold):
    heavy = {"name": "Axe", "kind": "melee", "skill": "armed_combat", "damage": "1d10+10", "drawn": True}
    table = Table(a=sheet(reaction=14, weapons__dagger=heavy, **SKILL), b=sheet()).start().declare("b", "a")
    table.declare("a", "b", technique=technique).do("attack", "a", result="hit", place="body")
    table.answers(attack_die=1, defence_die=19, damage=5, shock=threshold)
    assert table.wounds("b") == {"body": {"serious": 1}}
    assert table.outcome("b").check.target.total == threshold
    assert table.up == ["b"], "one test and no second one"


@pytest.mark.rules("POL-MARTIAL-07/floor")
@pytest.mark.parametrize(
    ("said", "floor", "malus"),
    [
        ({"aim": "head"}, 0, -4), ({"aim": "body"}, 0, 0), ({"aim": "left_leg"}, 0, -2),
        ({"aim": "head", "spot": "10"}, 0, -7), ({"aim": "body"}, 2, -2), ({"aim": "body"}, 5, -3),
    ],
)  # fmt: skip
def test_a_precise_strike_reduces_the_cost_of_aiming_by_three(said, floor, malus):
    table = ready({"precise_strike_floor": floor}, "precise_strike", **said)
    table.do("attack", "a").answers(attack_die=19, defence_die=19)
    assert table.outcome("a").check.target.total == 10 + malus


@pytest.mark.rules("POL-MARTIAL-07")
def test_a_precise_strike_aims_at_a_place():
    with pytest.raises(Refused, match="aims at a place"):
        ready(technique="precise_strike")


@pytest.mark.rules("POL-MARTIAL-05", "POL-MARTIAL-06")
def test_no_technique_is_tried_without_its_skill_nor_a_shock_where_there_is_none():
    table = Table(a=sheet(reaction=14, skills__martial_offense={"mastery": "X"}), b=sheet()).start().declare("b")
    with pytest.raises(Unreadable, match="not learnt"):
        table.declare("a", "b", technique="powerful_strike")
    with pytest.raises(Unreadable, match="Shock tests"):
        ready({"shock_rules": False}, "incapacitating_strike")
