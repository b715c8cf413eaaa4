"""The modes of combat: chosen with the declaration, they trade attack for defence."""

import pytest

from rules.core.errors import Refused, Unreadable
from rules.games.polaris.close_combat import modes
from rules.games.polaris.turn.ladder import open_declaration
from tests.rules.polaris.table import fight


def exchange(mine, theirs=None, **more):
    """``b`` declares in a mode of their own, then ``a`` attacks them in this one, and both miss."""
    table = fight(a=14, b=10)
    if theirs in modes.DEFENDING:
        table.do("declare_defend", "b", mode=theirs)
    else:
        table.declare("b", "a", mode=theirs or "normal")
    return table.declare("a", "b", mode=mine).do("attack", "a", **more)


@pytest.mark.rules("POL-INIT-22", "POL-MELEE-10")
@pytest.mark.parametrize(("mode", "chances"), [("normal", 10), ("offensive", 13), ("charge", 13)])
def test_the_mode_of_an_attacker_changes_their_test(mode, chances):
    table = exchange(mode).answers(attack_die=19, defence_die=19)
    assert table.outcome("a").check.target.total == chances
    assert table.outcome("b").check.target.total == 10


@pytest.mark.rules("POL-MELEE-10")
@pytest.mark.parametrize(
    ("mode", "chances"), [("normal", 10), ("offensive", 5), ("charge", 3), ("defensive", 13), ("retreat", 15)]
)
def test_the_mode_of_a_defender_changes_their_test(mode, chances):
    table = exchange("normal", mode).answers(attack_die=19, defence_die=19)
    assert table.outcome("b").check.target.total == chances


@pytest.mark.rules("POL-MELEE-10/ground")
@pytest.mark.parametrize(("mode", "chances"), [("retreat", 13), ("defensive", 13), ("offensive", 5)])
def test_a_retreat_that_gives_no_ground_is_but_a_defence(mode, chances):
    table = exchange("normal", mode, stands=True).answers(attack_die=19, defence_die=19)
    assert table.outcome("b").check.target.total == chances


@pytest.mark.rules("POL-MELEE-10")
@pytest.mark.parametrize(
    ("mode", "wound"), [("normal", {"light": 1}), ("offensive", {"light": 1}), ("charge", {"moderate": 1})]
)
def test_a_charge_adds_three_to_the_damage(mode, wound):
    table = exchange(mode, place="body", result="hit").answers(attack_die=1, defence_die=19, damage=7)
    assert table.wounds("b") == {"body": wound}


@pytest.mark.rules("POL-MELEE-10")
@pytest.mark.parametrize(("run", "now"), [("short", 14), ("longer", 11), ("long", 9)])
def test_a_charge_costs_its_run_up_and_nothing_else_does(run, now):
    assert fight(a=14, b=10).declare("b").declare("a", "b", mode="charge", run_up=run).initiative("a") == now
    assert fight(a=14, b=10).declare("b").declare("a", "b", mode="offensive", run_up=run).initiative("a") == 14


@pytest.mark.rules("POL-MELEE-10/contact")
def test_a_fighter_in_contact_does_not_charge():
    table = fight(a=14, b=10, c=9).do("contact", fighter="b", other="a", state="engaged")
    table.declare("c")
    with pytest.raises(Unreadable, match="in contact already"):
        table.declare("b", "a", mode="charge")
    assert table.choice("declare_melee", "b", "mode", "offensive").refused is None
    table.do("contact", fighter="b", other="a", state="apart").declare("b", "a", mode="charge")


@pytest.mark.rules("POL-MELEE-10/delays")
@pytest.mark.parametrize("mode", ["defensive", "retreat"])
def test_a_purely_defensive_fighter_delays_and_attacks_nobody(mode):
    table = fight(a=10, b=14).do("declare_defend", "a", mode=mode).declare("b", preparation="observe")
    assert table.up == ["b"]
    kinds = {one: table.offer(one, "a") for one in ("attack", "shoot", "act", "carry", "pass")}
    assert (kinds["attack"], kinds["shoot"]) == (None, None)
    with pytest.raises(Refused, match="keeps nothing"):
        table.do("carry", "a")
    table.do("act", "b", check="none")
    assert table.do("act", "a", check="none").up == ["gm"]


@pytest.mark.rules("POL-INIT-22/lasts")
def test_a_mode_lasts_until_the_next_declaration_even_into_the_next_turn():
    table = exchange("offensive").answers(attack_die=19, defence_die=19).do("pass", "b").do("new_round")
    assert modes.current(table.scene, "a") == "offensive"
    table.declare("b", "a").declare("a")
    assert modes.current(table.scene, "a") == "normal"


@pytest.mark.rules("POL-INIT-22")
def test_a_declaration_names_its_mode():
    table = fight(a=14, b=10).declare("b", "a", mode="offensive").do("declare_defend", "a", mode="retreat")
    told = [str(open_declaration(table.scene, one)) for one in ("b", "a")]
    assert told == ["attacks a: Dagger (offensive)", "only defends himself: retreat (delayed)"]


@pytest.mark.rules("POL-INIT-22")
def test_modes_are_not_offered_where_the_rule_is_off():
    table = fight(a=14, b=10, settings={"combat_modes": False})
    assert table.offer("declare_defend", "b") is None
    assert not {"mode", "run_up"} & {field.key for field in table.offer("declare_melee", "b").fields}
    table.declare("b").declare("a", "b").do("attack", "a").answers(attack_die=19, defence_die=19)
    assert table.outcome("a").check.target.total == 10


@pytest.mark.rules("POL-INIT-22")
@pytest.mark.parametrize(("setting", "mode"), [("normal", None), ("kept", "offensive")])
def test_a_fighter_passed_over_before_declaring_has_the_default_mode(setting, mode):
    def left(kind, **args):
        table = (
            fight("b", a=20, settings={"mode_outside_melee": setting}).declare("b").declare("a", "b", mode="offensive")
        )
        table.do("skip", fighter="a").do("act", "b", check="none").do("new_round").declare("b")
        return table.do(kind, **args).mark("a", "mode")

    assert left("skip", fighter="a") == left("declare_nothing", actor="a") == mode
