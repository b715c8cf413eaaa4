"""Several attacks in a turn: announced, spaced, shifted and lost; combos and second weapons."""

import pytest

from rules.core.errors import Refused
from rules.games.polaris.turn.ladder import headline, order
from rules.views.board import view
from rules.views.viewers import Viewer
from tests.rules.polaris.play import POLARIS
from tests.rules.polaris.table import DAGGER, Table, sheet

OFFENSE = {"skills__martial_offense": {"mastery": "Spé", "level": 12}}
TWO = {"weapons__knife": {**DAGGER, "name": "Knife"}}


def ready(reaction=14, settings=None, other=None, **said):
    """``a`` has announced attacks on ``b``, who does nothing."""
    people = {"a": sheet(reaction=reaction, melee=12, **OFFENSE, **TWO), "b": sheet(reaction=10), **(other or {})}
    table = Table(settings, **people).start()
    for name in sorted(("b", *(other or {})), key=table.initiative):
        table.declare(name)
    return table.declare("a", "b", **{"attacks": "2", **said})


def markers(table, fighter="a"):
    return [(slot.at, slot.state, slot.further) for slot in order(table.scene) if slot.fighter == fighter]


def missed(table, number):
    """The attack of this number fails; the last chances of ``a``."""
    after = "" if number == 1 else f"-{number}"
    table.do("attack", "a").answers(**{f"attack_die{after}": 19, f"defence_die{after}": 19})
    return table.outcome("a").check.target.total


@pytest.mark.rules("POL-INIT-20", "POL-INIT-05")
def test_several_attacks_are_announced_with_a_marker_each():
    table = ready(attacks="3")
    assert markers(table) == [("14", "now", False), ("9", "next", True), ("4", "next", True)]
    assert str(POLARIS.intent(table.scene, "a")) == "attacks b: Dagger (3 attacks)"
    board = view(POLARIS, table.scene, Viewer("gm"))
    assert [row.fighter for row in board.rows] == ["a", "b"]
    assert [(row.fighter, row.at) for row in board.rungs] == [("a", "14"), ("b", "10"), ("a", "9"), ("a", "4")]


@pytest.mark.rules("POL-INIT-20/one")
def test_one_announced_attack_is_one_attack():
    table = ready(attacks="1")
    assert missed(table, 1) == 12
    table.do("pass", "b")
    assert (table.up, markers(table)) == (["gm"], [("14", "done", False)])


@pytest.mark.rules("POL-INIT-21/malus")
@pytest.mark.parametrize(("count", "chances", "phases"), [(2, 7, ["14", "9"]), (3, 5, ["14", "9", "4"])])
def test_two_attacks_cost_five_each_and_three_cost_seven_five_phases_apart(count, chances, phases):
    table = ready(attacks=str(count))
    for number, phase in enumerate(phases, 1):
        while table.up == ["b"]:
            table.do("pass", "b")
        assert (table.up, headline(table.scene).figure) == (["a"], phase)
        assert missed(table, number) == chances
    assert table.up in (["b"], ["gm"])
    assert table.undone() == table.first


@pytest.mark.rules("POL-INIT-21")
def test_others_act_between_two_attacks_and_their_acts_count():
    table = ready(other={"c": sheet(reaction=11)})
    missed(table, 1)
    assert table.up == ["c"]
    table.do("act", "c", check="none").do("pass", "b")
    table.scene = table.scene.with_changes((table.scene.write("a", "wounds", {"body": {"moderate": 1}}),))
    assert markers(table) == [("14", "done", True), ("9", "now", False)]
    assert missed(table, 2) == 4


@pytest.mark.rules("POL-INIT-21")
def test_equals_of_a_later_attack_strike_together():
    table = Table(a=sheet(reaction=14), b=sheet(reaction=14)).start()
    table.declare("a", "b", attacks="2").declare("b", "a", attacks="2")
    for number in ("", "-2"):
        assert sorted(table.up) == ["a", "b"]
        table.do("attack", "a").answers(of="a", **{f"attack_die{number}": 19})
        table.do("attack", "b").answers(of="b", **{f"attack_die{number}": 19})
    assert table.up == ["gm"]


@pytest.mark.rules("POL-INIT-21")
@pytest.mark.parametrize(
    ("reaction", "count", "said", "refused"),
    [
        (5, "2", {}, "From initiative 5 attack 2 would come at phase 0: there is none below 1."),
        (6, "2", {}, None),
        (10, "3", {}, "From initiative 10 attack 3 would come at phase 0: there is none below 1."),
        (11, "3", {}, None),
        (3, "2", {"rushed": True}, None),
        (8, "2", {"preparation": "orders"}, "From initiative 5 attack 2 would come at phase 0: there is none below 1."),
        (14, "2", {"mode": "charge"}, "A charge is an exclusive action: one attack alone."),
    ],
)
def test_an_attack_that_would_come_below_phase_one_cannot_be_announced(reaction, count, said, refused):
    people = {"a": sheet(reaction=reaction), "b": sheet(reaction=20)}
    table = Table(**people).start()
    if refused is None:
        table.declare("a", "b", attacks=count, **said)
        return
    before = table.scene
    with pytest.raises(Refused) as refusal:
        table.declare("a", "b", attacks=count, **said)
    assert (str(refusal.value.text), refusal.value.field, table.scene) == (refused, "attacks", before)


@pytest.mark.rules("POL-INIT-21/lost")
def test_an_attack_pushed_below_phase_one_is_lost_and_the_others_cost_less():
    table = ready(reaction=13, attacks="3").do("initiative", fighter="a", by=-3)
    assert [at for at, _state, _further in markers(table)] == ["10", "5"]
    assert missed(table, 1) == 7
    table.do("pass", "b").do("initiative", fighter="a", by=-5)
    assert table.up == ["gm"], "the second one has lost its phase too"


@pytest.mark.rules("POL-INIT-21", "POL-INIT-17")
def test_delaying_the_first_attack_shifts_the_others_with_it():
    table = ready(settings={"delaying": "any"}, other={"c": sheet(reaction=11)})
    table.do("delay", "a")
    assert table.up == ["c"]
    assert missed(table, 1) == 7
    assert markers(table) == [("11", "done", True), ("6", "next", False)]
    with pytest.raises(Refused, match="only the first one can be delayed"):
        table.do("act", "c", check="none").do("pass", "b").do("delay", "a")
    assert missed(table, 2) == 7


@pytest.mark.rules("POL-INIT-21", "POL-INIT-16")
def test_rushing_shifts_them_all_and_adds_its_malus():
    table = ready(rushed=True)
    assert [at for at, _state, _further in markers(table)] == ["17", "12"]
    assert missed(table, 1) == 2
    assert missed(table, 2) == 2


@pytest.mark.rules("POL-INIT-21")
def test_several_attacks_carried_over_begin_at_the_first_phase_of_the_next_turn():
    table = ready(delayed=True).do("pass", "b").do("carry", "a").do("new_round").declare("b")
    assert [at for at, _state, _further in markers(table)] == ["14", "9"]
    missed(table, 1)
    assert table.up == ["b"]


@pytest.mark.rules("POL-INIT-21/water")
def test_under_water_there_is_one_attack_and_two_for_hybrids():
    for kind, most in (("human", 1), ("geno_hybrid", 2)):
        table = Table(a=sheet(reaction=14, genetic_type=kind), b=sheet()).start()
        table.do("place", underwater=True).declare("b")
        assert [one.key for one in counts(table) if one.refused is None] == ["1", "2"][:most]
        assert f"Under water: {most} attack" in str(counts(table)[most].refused)
        table.declare("a", "b", attacks=str(most))


@pytest.mark.rules("POL-INIT-21/water", "POL-MARTIAL-09")
def test_a_hybrid_has_the_second_weapons_blow_under_water_and_no_third_attack():
    table = Table(a=sheet(reaction=14, genetic_type="geno_hybrid", **OFFENSE, **TWO), b=sheet()).start()
    table.do("place", underwater=True).declare("b")
    said = {"technique": "two_weapon_combat", "other_hand": "knife"}
    with pytest.raises(Refused, match="Under water: 2 attacks at most"):
        table.declare("a", "b", attacks="2", **said)
    assert table.declare("a", "b", **said).mark("a", "declared")["extra"]


@pytest.mark.rules("POL-INIT-21", "POL-INIT-16")
@pytest.mark.parametrize(("reaction", "most"), [(14, 3), (8, 3), (7, 2), (3, 2), (2, 1)])
def test_no_more_attacks_are_offered_than_even_hurry_finds_phases_for(reaction, most):
    table = Table(a=sheet(reaction=reaction), b=sheet(reaction=1)).start().declare("b")
    assert sum(one.refused is None for one in counts(table)) == most
    if most > 1:
        table.declare("a", "b", attacks=str(most), rushed=True)


@pytest.mark.rules("POL-MELEE-15", "POL-MELEE-12")
def test_an_impossible_second_attack_is_refused_in_the_form():
    table = Table({"blind_fighting": True}, a=sheet(reaction=14, **OFFENSE), b=sheet()).start()
    table.do("footing", fighter="a", sight="blind").declare("b")
    assert [one.refused is None for one in counts(table)] == [True, False, False]
    assert [one.refused is None for one in counts(table, "declare_shoot")] == [True] * 3
    for kind, technique in (("declare_melee", "two_weapon_combat"), ("declare_defend", "two_weapon_defense")):
        assert table.choice(kind, "a", "technique", technique).refused is not None


def counts(table, kind="declare_melee"):
    return next(field.choices for field in table.offer(kind, "a").fields if field.key == "attacks")


@pytest.mark.rules("POL-INIT-21")
def test_the_later_attacks_may_be_aimed_at_somebody_else():
    table = ready(other={"c": sheet(reaction=3)}, then="c")
    missed(table, 1)
    table.do("pass", "b").do("attack", "a").answers(**{"attack_die_2": 1, "defence_die_2": 19})
    assert table.asked() == [("a", "location-2")]
    table.answers(location_2=7, damage_2=9)
    assert (table.wounds("b"), set(table.wounds("c"))) == ({}, {"body"})


@pytest.mark.rules("POL-INIT-21")
def test_shots_are_several_too():
    table = ready(weapon="pistol", range="short")
    table.do("shoot", "a").answers(attack_die=19)
    assert table.outcome("a").check.target.total == 5
    assert table.scene.sheet("a")["weapons"]["pistol"]["ammo"] == 7
    table.do("pass", "b").do("shoot", "a").answers(attack_die_2=19)
    assert table.scene.sheet("a")["weapons"]["pistol"]["ammo"] == 6


@pytest.mark.rules("POL-INIT-21", "POL-MARTIAL-08")
def test_without_several_attacks_a_combo_is_still_played():
    off = {"multiple_attacks": False}
    with pytest.raises(Refused, match="not played here, but as a combo") as refusal:
        ready(settings=off)
    assert refusal.value.field == "attacks"
    ready(settings=off, technique="combo")


@pytest.mark.rules("POL-MARTIAL-08/instead")
@pytest.mark.parametrize(("count", "chances"), [(2, [12, 9]), (3, [9, 7, 5])])
def test_a_combo_costs_less_than_plain_attacks(count, chances):
    table = ready(attacks=str(count), technique="combo")
    for number, wanted in enumerate(chances, 1):
        while table.up == ["b"]:
            table.do("pass", "b")
        assert missed(table, number) == wanted


@pytest.mark.rules("POL-MARTIAL-08")
def test_a_combo_is_two_or_three_attacks():
    with pytest.raises(Refused, match="say how many") as refusal:
        ready(attacks="1", technique="combo")
    assert refusal.value.field == "attacks"


@pytest.mark.rules("POL-MARTIAL-08", "POL-MARTIAL-04")
def test_a_combo_without_the_initiative_is_but_several_attacks():
    table = ready(technique="combo").do("initiative", fighter="a", by=-8).do("pass", "b")
    assert missed(table, 1) == 7


@pytest.mark.rules("POL-MELEE-12")
@pytest.mark.parametrize(("hand", "chances"), [("none", 12), ("knife", 15)])
def test_a_weapon_in_the_other_hand_helps_the_attack_by_three(hand, chances):
    assert missed(ready(attacks="1", other_hand=hand), 1) == chances


@pytest.mark.rules("POL-MELEE-12/attack")
def test_two_weapons_do_not_help_a_defender_without_the_art():
    table = Table(a=sheet(reaction=14, **TWO), b=sheet(melee=11, **TWO)).start().declare("b", "a", other_hand="knife")
    table.declare("a", "b").do("attack", "a").answers(attack_die=19, defence_die=19)
    assert table.outcome("b").check.target.total == 11


@pytest.mark.rules("POL-MELEE-12")
@pytest.mark.parametrize(("weapon", "hand"), [("dagger", "dagger"), ("staff", "knife")])
def test_two_weapons_are_one_in_each_hand(weapon, hand):
    staff = {**DAGGER, "name": "Staff", "hands": 2}
    table = Table(a=sheet(reaction=14, weapons__staff=staff, **TWO), b=sheet()).start().declare("b")
    with pytest.raises(Refused, match="one in each hand") as refusal:
        table.declare("a", "b", weapon, other_hand=hand)
    assert refusal.value.field == "other_hand"


@pytest.mark.rules("POL-MARTIAL-09")
@pytest.mark.parametrize(("bonus", "chances"), [(True, [15, 10]), (False, [15, 7])])
def test_combat_with_two_weapons_brings_one_more_attack_at_the_same_moment(bonus, chances):
    settings = {"two_weapon_bonus_on_extra_attack": bonus}
    table = ready(attacks="1", technique="two_weapon_combat", other_hand="knife", settings=settings)
    assert [at for at, _state, _further in markers(table)] == ["14", "14"]
    assert missed(table, 1) == chances[0]
    assert (table.up, headline(table.scene).figure) == (["a"], "14")
    assert missed(table, 2) == chances[1]
    assert table.up == ["b"]


@pytest.mark.rules("POL-MARTIAL-09/two")
def test_combat_with_two_weapons_takes_two():
    with pytest.raises(Refused, match="second weapon") as refusal:
        ready(attacks="1", technique="two_weapon_combat")
    assert refusal.value.field == "technique"


@pytest.mark.rules("POL-MARTIAL-09")
def test_the_second_weapon_does_its_own_damage_under_the_limit_of_the_art():
    knife = {"weapons__knife": {**DAGGER, "name": "Knife", "damage": "1d10+20"}}
    low = {"skills__martial_offense": {"mastery": "Spé", "level": 8}}
    table = Table(a=sheet(reaction=14, **knife, **low), b=sheet()).start().declare("b")
    table.declare("a", "b", technique="two_weapon_combat", other_hand="knife")
    assert missed(table, 1) == 11
    table.do("attack", "a").answers(attack_die_2=1, defence_die_2=19, location_2=12, damage_2=5, shock_2=5)
    assert table.outcome("a").check.target.total == 6
    assert table.wounds("b") == {"right_arm": {"mortal": 1}}


def test_a_new_declaration_after_an_attack_has_a_whole_turn():
    table = ready()
    missed(table, 1)
    table.do("redeclare", fighter="a").declare("a", "b")
    assert [at for at, _state, _further in markers(table)] == ["14"]
    assert missed(table, 1) == 12
    assert table.up == ["b"]


@pytest.mark.rules("POL-INIT-21", "POL-MARTIAL-08")
@pytest.mark.parametrize(
    ("settings", "learnt", "kind", "offered"),
    [
        ({}, False, "declare_melee", True),
        ({}, False, "declare_shoot", True),
        ({"multiple_attacks": False, "martial_training": "bought"}, False, "declare_melee", False),
        ({"multiple_attacks": False, "martial_training": "bought"}, True, "declare_melee", True),
        ({"multiple_attacks": False}, True, "declare_shoot", False),
    ],
)
def test_several_attacks_are_offered_where_there_may_be_several(settings, learnt, kind, offered):
    art = {"skills__martial_offense__mastery": 5} if learnt else {}
    table = Table(settings, a=sheet(reaction=20, **art), b=sheet()).start().declare("b")
    assert ("attacks" in [field.key for field in table.offer(kind, "a").fields]) == offered
