"""Two rules that meet: a lost turn and a mode, a new declaration and the one before, a reload and its price."""

import pytest

from rules.core.errors import Refused
from rules.games.polaris.close_combat import techniques
from rules.games.polaris.turn import initiative
from tests.rules.polaris.meetings import LINES, holding, state
from tests.rules.polaris.table import DAGGER, PISTOL, Table, sheet


@pytest.mark.rules("POL-INIT-25", "POL-WOUND-05")
@pytest.mark.parametrize(("dead", "initiative"), [(None, 14), (True, 8)])
def test_sharing_the_marker_of_the_dead_restores_the_own_one(dead, initiative):
    table = Table(a=sheet("a", 14), b=sheet("b", 8), c=sheet("c", 10)).start()
    table.do("share", fighter="b", other="a", state="shared")
    while "gm" not in table.up:
        table.do("declare_nothing", table.up[0])
    table.scene = table.scene.with_changes([table.scene.write("a", "conditions.dead", dead)])
    assert table.do("new_round").initiative("b") == initiative


@pytest.mark.rules("POL-INIT-18", "POL-CRIT-10")
def test_a_weapon_that_is_reloaded_is_in_hand_for_what_that_costs():
    table = Table(a=sheet("a", 14, weapons__pistol={**PISTOL, "drawn": False, "ammo": 1}), b=sheet("b", 8)).start()
    table.declare("b").do("declare_reload", "a", weapon="pistol")
    assert table.initiative("a") == 14 - 5 and table.scene.sheet("a")["weapons"]["pistol"]["drawn"]
    assert table.offer("reload", "a").refused is None
    table.scene = table.scene.with_changes([table.scene.write("a", "weapons.pistol.drawn", None)])
    assert str(table.offer("reload", "a").refused) == "This weapon is no longer in hand."


@pytest.mark.rules("POL-TURN-09", "POL-INIT-21")
def test_a_later_attack_cuts_in_without_losing_its_place():
    table = Table(a=sheet("a", 14), b=sheet("b", 8), c=sheet("c", 12)).start().declare("b").declare("c")
    table.declare("a", "b", attacks="2").do("attack", "a").answers(attack_die=19, defence_die=19)
    assert table.up == ["c"]
    table.do("cut_in", fighter="a")
    assert (table.up, table.initiative("a")) == (["a"], 14)
    table.do("attack", "a").answers(attack_die_2=19, defence_die_2=19)
    assert table.up == ["c"] and table.undone() == table.first


@pytest.mark.rules("POL-SURP-03", "POL-TURN-05")
def test_a_fighter_at_risk_who_is_passed_over_stops_nobody():
    table = Table(a=sheet("a", 14), b=sheet("b", 8)).start(b=0).do("skip", fighter="b")
    assert table.up == ["a"] and table.undone() == table.first


def carried(**more):
    """``a`` has kept a delayed attack on ``b`` for this turn, in which nobody has declared yet."""
    table = Table(a=sheet("a", 10, attributes__ADA=19, attributes__PER=1, **more), b=sheet("b", 14)).start()
    table.declare("a", "b", delayed=True).declare("b").do("act", "b").do("carry", "a")
    return table.do("new_round")


@pytest.mark.rules("POL-TURN-05/no-surprise", "POL-INIT-17/next-turn", "POL-SURP-09/until")
def test_an_action_carried_over_is_no_declaration_of_the_turn():
    table = carried()
    assert [table.offer(kind).refused for kind in ("surprise", "hidden")] == [None, None]
    table.do("surprise", fighter="b", modifier=0)
    assert table.up == ["b"]
    table.do("react", "b").answers(surprise_die=9).declare("b")
    assert str(table.offer("surprise").refused) == "Somebody has declared already."


@pytest.mark.rules("POL-INIT-17/next-turn", "POL-INIT-23")
def test_only_the_action_that_was_carried_over_comes_first():
    table = carried().declare("b")
    assert table.up == ["a"]
    table.do("change", "a").answers(change_die=3, allowed="yes").declare("a", "b", preparation="grab_far")
    assert (table.up, table.initiative("a")) == (["b"], 5)


@pytest.mark.rules("POL-INIT-19/prepared-only", "POL-INIT-23")
def test_preparations_of_a_changed_declaration_count_for_the_floor():
    blades = {f"weapons__{key}": {**DAGGER, "drawn": False} for key in ("knife", "axe")}
    table = Table(a=sheet("a", 10, attributes__ADA=19, attributes__PER=1, **blades), b=sheet("b", 8)).start()
    table.declare("b").declare("a", "b", "knife", rushed=True)
    table.do("change", "a").answers(change_die=3, allowed="yes").declare("a", "b", "axe", preparation="grab")
    assert table.initiative("a") == 10 - 5 - 5 - 3
    assert initiative.carried_over(table.scene) == ("a",)


@pytest.mark.rules("POL-SURP-11/barred", "POL-MARTIAL-13")
@pytest.mark.parametrize(("margin", "asked"), [(19, []), (2, [("b", "counter")])])
def test_nobody_strikes_back_at_a_foe_who_came_as_a_surprise(margin, asked):
    table = Table(a=sheet("a", 14), b=sheet("b", 8, **LINES)).start()
    table.do("declare_defend", "b", mode="defensive", technique="simultaneous_counter").declare("a", "b")
    table.do("newcomer", fighter="b", other="a", undetected=False).answers(newcomer_die=margin)
    if table.asked() == [("b", "turns")]:
        table.answers(turns="keep")
    table.do("attack", "a").answers(attack_die=19, defence_die=19)
    assert [one for one in table.asked() if one[1] == "counter"] == asked


@pytest.mark.rules("POL-INIT-13", "POL-SHOCK-03", "POL-TURN-06")
@pytest.mark.parametrize(("drawn", "asked"), [(None, [("b", "defence-die")]), (True, [])])
def test_a_fighter_who_cannot_strike_at_the_same_moment_defends(drawn, asked):
    table = Table(a=sheet("a", 10), b=sheet("b", 10)).start().declare("a", "b").declare("b", "a")
    table.scene = table.scene.with_changes([table.scene.write("b", "weapons.dagger.drawn", drawn)])
    table.do("attack", "a")
    assert [one for one in table.asked() if one == ("b", "defence-die")] == asked


@pytest.mark.rules("POL-INIT-23/failed", "POL-INIT-23/unless", "POL-MARTIAL-20", "POL-MARTIAL-17")
@pytest.mark.parametrize("possible", [True, False])
@pytest.mark.parametrize("kind", ["hold", "break"])
def test_a_failed_change_of_mind_binds_to_an_act_about_a_hold(kind, possible):
    table = holding("lock")
    who = "a" if kind == "hold" else "b"
    said = {"hold": {"target": "b"}, "break": {"holder": "a", "how": "force"}}[kind]
    for fighter in ("b", "a"):
        table.do(
            f"declare_{kind}" if fighter == who else "declare_nothing", fighter, **(said if fighter == who else {})
        )
    table.scene = table.scene.with_changes([table.scene.mark(who, "bound", True)])
    if not possible:
        table.scene = table.scene.with_changes([table.scene.mark("a", "holds", None)])
    elif kind == "break":  # doing nothing has let go of them
        row = {"grip": "lock", "trained": False, "turns": 1, "wins": 0}
        table.scene = table.scene.with_changes([table.scene.mark("a", "holds", {"b": row})])
    assert (table.offer("pass", who).refused is not None) is possible


@pytest.mark.rules("POL-INIT-23/failed", "POL-SURP-11")
def test_a_new_declaration_is_not_bound_by_the_one_before():
    table = Table(a=sheet("a", 14), b=sheet("b", 8)).start().declare("b").declare("a", "b")
    table.do("change", "a").answers(change_die=19)
    assert table.mark("a", "bound")
    table.do("redeclare", fighter="a").declare("a")
    assert table.offer("pass", "a").refused is None and table.undone() == table.first


@pytest.mark.rules("POL-TURN-08", "POL-INIT-12", "POL-SHOCK-04")
@pytest.mark.parametrize(("key", "then"), [("stunned", [9, 14]), ("unconscious", [14, 9])])
def test_a_turn_begins_from_the_states_it_begins_with(key, then):
    table = state(Table(a=sheet("a", 14), b=sheet("b", 8)).start(), "a", key, 1)
    found = []
    for _turn in then:
        while "gm" not in table.up:
            table.do("declare_nothing", table.up[0])
        found.append(table.do("new_round").initiative("a"))
    assert found == then and table.undone() != table.scene


@pytest.mark.rules("POL-SURP-09", "POL-SURP-10")
@pytest.mark.parametrize(("noticed", "up"), [(2, ["b"]), (None, ["b"])])
def test_a_fighter_who_has_noticed_the_danger_is_not_surprised_by_its_first_blow(noticed, up):
    table = Table(a=sheet("a", 14), b=sheet("b", 8)).start(b=0).do("hidden", fighter="a", how="unseen")
    if noticed:
        table.do("notice", fighter="b", skill="observation", against="none", modifier=10).answers(notice_die=noticed)
    table.declare("a", "b").do("attack", "a").answers(attack_die=19)
    assert table.up == up and (table.offer("react", "b") is None) is bool(noticed)


@pytest.mark.rules("POL-TURN-09", "POL-MARTIAL-04")
@pytest.mark.parametrize(("cuts", "technique"), [(True, "powerful_strike"), (False, "")])
def test_a_fighter_who_cuts_in_has_the_initiative(cuts, technique):
    table = Table(a=sheet("a", 10, **LINES), b=sheet("b", 14)).start()
    table.declare("a", "b", technique="powerful_strike").declare("b", "a")
    if cuts:
        table.do("cut_in", fighter="a")
    assert techniques.attack_technique(table.scene, "a", "b") == technique
    assert initiative.has_initiative(table.scene, "b", "a") is not cuts


@pytest.mark.rules("POL-SURP-03", "POL-INIT-22/outside")
@pytest.mark.parametrize(("die", "mode"), [(19, None), (2, "offensive")])
def test_a_turn_lost_to_surprise_ends_a_mode_too(die, mode):
    table = Table(a=sheet("a", 14), b=sheet("b", 8)).start()
    table.scene = table.scene.with_changes([table.scene.mark("a", "mode", "offensive")])
    table.do("surprise", fighter="a", modifier=0).do("react", "a").answers(surprise_die=die)
    assert table.mark("a", "mode") == mode


@pytest.mark.rules("POL-INIT-20", "POL-TURN-06")
@pytest.mark.parametrize(("then", "up"), [("c", "a"), ("same", "c")])
def test_an_attack_on_the_dead_is_given_up_alone_where_another_target_waits(then, up):
    table = Table(a=sheet("a", 14), b=sheet("b", 8), c=sheet("c", 13)).start().declare("b").declare("c")
    table.declare("a", "b", attacks="2", then=then)
    table.scene = table.scene.with_changes([table.scene.write("b", "conditions.dead", True)])
    assert table.do("pass", "a").up == ["c"]
    assert table.do("act", "c").up == (["a"] if up == "a" else ["gm"])
    assert up != "a" or table.offer("attack", "a").refused is None


@pytest.mark.rules("POL-INIT-20/rounds", "POL-RANGED-06")
@pytest.mark.parametrize(
    ("left", "said", "why"),
    [
        (2, {"attacks": "3"}, "One shot: 3 rounds are needed, 2 are left."),
        (3, {"attacks": "3"}, None),
        (7, {"attacks": "2", "fire": "repeated", "rounds": 4}, "Repeated shots: 8 rounds are needed, 7 are left."),
        (1, {}, None),
    ],
)
def test_several_shots_are_announced_with_the_rounds_for_all_of_them(left, said, why):
    table = Table(a=sheet("a", 14, weapons__pistol={**PISTOL, "ammo": left}), b=sheet("b", 8)).start().declare("b")
    if why is None:
        table.declare("a", "b", "pistol", **said)
        return
    with pytest.raises(Refused) as refused:
        table.declare("a", "b", "pistol", **said)
    assert (refused.value.field, str(refused.value)) == ("attacks", why)


@pytest.mark.rules("POL-SURP-11/free", "POL-SURP-09", "POL-INIT-07")
@pytest.mark.parametrize(("acts", "initiative", "up"), [(False, 10, ["c"]), (True, 17, ["a"])])
def test_a_foe_who_cannot_be_detected_declares_the_free_attack_anew(acts, initiative, up):
    table = Table(a=sheet("a", 14), b=sheet("b", 8), c=sheet("c", 20 if acts else 10)).start().declare("b")
    for who in ("a", "c") if acts else ("c", "a"):
        table.declare(who, *(("b", "dagger") if who == "c" else ()), preparation="orders")
    if acts:
        table.do("attack", "c").answers(attack_die=19, defence_die=19)
    table.do("newcomer", fighter="a", other="c", undetected=True, modifier=-9).answers(newcomer_die=19)
    assert table.up == ["c"] and table.offer("attack", "c") is None
    table.declare("c", "a").do("attack", "c").answers(**{"attack_die_2" if acts else "attack_die": 19})
    assert (table.up, table.initiative("c")) == (up, initiative) and table.undone() == table.first
