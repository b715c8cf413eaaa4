"""Several opponents: who counts as one from the first turn on, and in which tests (POL-MELEE-04, 05)."""

import pytest

from rules.core.errors import RulesError
from rules.core.scene import Action
from rules.games.polaris.close_combat import melee
from tests.rules.polaris.play import POLARIS
from tests.rules.polaris.table import Table, sheet


def beset(*foes, settings=None, **more):
    """Foes of falling reaction who have all declared an attack on ``a``, who is slower than they and strikes the first.

    Nobody has set any contact.
    """
    people = {"a": sheet(reaction=8, melee=15, **more)}
    people |= {foe: sheet(reaction=14 - number, melee=12) for number, foe in enumerate(foes)}
    table = Table(settings, **people).start().declare("a", foes[0])
    for foe in reversed(foes):
        table.declare(foe, "a")
    return table


def defences(table, foes):
    """The chances of ``a`` in each of their defences, then in their own blow."""
    found = []
    for foe in foes:
        table.do("attack", foe).answers(attack_die=19, defence_die=19)
        found.append(table.outcome("a").check.target.total)
    table.do("attack", "a").answers(attack_die=19, defence_die=19)
    return [*found, table.outcome("a").check.target.total]


@pytest.mark.rules("POL-MELEE-04")
@pytest.mark.parametrize(("count", "malus"), [(1, 0), (2, -5), (3, -7), (4, -10)])
def test_every_declared_attacker_counts_from_the_first_blow_on(count, malus):
    foes = "bcde"[:count]
    assert defences(beset(*foes), foes) == [15 + malus] * (count + 1)


@pytest.mark.rules("POL-MELEE-04")
def test_ones_own_target_counts_beside_ones_attackers():
    table = Table(a=sheet(reaction=8, melee=15), b=sheet(reaction=14), c=sheet(reaction=6)).start()
    table.declare("c").declare("a", "c").declare("b", "a")
    table.do("attack", "b").answers(attack_die=19, defence_die=19)
    assert table.outcome("a").check.target.total == 10
    assert table.outcome("b").check.target.total == 10, "who faces but one has no malus"


@pytest.mark.rules("POL-MELEE-04")
def test_a_fighter_who_gave_up_the_attack_before_contact_is_no_opponent():
    table = Table(a=sheet(reaction=8, melee=15), b=sheet(reaction=14), c=sheet(reaction=13)).start()
    table.declare("a").declare("c", "a").declare("b", "a").do("pass", "b")
    table.do("attack", "c").answers(attack_die=19, defence_die=19)
    assert table.outcome("a").check.target.total == 15


@pytest.mark.rules("POL-MELEE-04/beyond")
def test_a_fighter_measured_beyond_contact_is_no_opponent():
    table = beset("b", "c").do("measure", fighter="a", other="c", metres=4)
    table.do("attack", "b").answers(attack_die=19, defence_die=19)
    assert table.outcome("a").check.target.total == 15


@pytest.mark.rules("POL-MELEE-04")
def test_the_later_target_of_several_attacks_is_confronted_too():
    table = Table(a=sheet(reaction=8, melee=15), b=sheet(reaction=14), c=sheet(reaction=13)).start()
    table.declare("a").declare("c", "b", attacks="2", then="a").declare("b", "a")
    table.do("attack", "b").answers(attack_die=19, defence_die=19)
    assert table.outcome("a").check.target.total == 10


@pytest.mark.rules("POL-MELEE-04")
def test_a_shot_makes_nobody_an_opponent_in_melee():
    table = Table(a=sheet(reaction=8, melee=15), b=sheet(reaction=14), c=sheet(reaction=13)).start()
    table.declare("a").declare("c", "a", "pistol").declare("b", "a")
    table.do("attack", "b").answers(attack_die=19, defence_die=19)
    assert table.outcome("a").check.target.total == 15


@pytest.mark.rules("POL-MELEE-04", "POL-INIT-14")
def test_a_secret_declaration_counts_once_it_is_shown():
    table = Table({"sealed_declarations": "always"}, a=sheet(reaction=14), b=sheet(), c=sheet()).start()
    table.declare("b", "a").declare("c", "a")
    assert melee.opponents(table.scene, "a") == ()
    table.declare("a", "b").do("attack", "a").answers(attack_die=19, defence_die=19)
    assert table.outcome("a").check.target.total == 5


@pytest.mark.rules("POL-MELEE-04")
def test_the_odds_of_an_attack_count_opponents_like_the_attack():
    table = beset("b", "c", "d")
    for foe in "bcd":
        table.do("attack", foe).answers(attack_die=19, defence_die=19)
    action = Action("attack", "a", {}, "seat", True, "x")
    foretold = POLARIS.odds(*POLARIS.ahead(table.scene, action)).check.target.total
    table.do("attack", "a").answers(attack_die=19, defence_die=19)
    assert foretold == table.outcome("a").check.target.total == 8


@pytest.mark.rules("POL-MELEE-04")
def test_a_hidden_fighter_who_has_declared_is_betrayed_by_no_malus():
    table = beset("b", "c")
    table.scene = table.scene.with_changes((table.scene.change("fighters.c.hidden", True),))
    table.do("attack", "b").answers(attack_die=19, defence_die=19)
    assert table.outcome("a").check.target.total == 15
    table.do("attack", "c").answers(attack_die=19, defence_die=19)
    assert table.outcome("a").check.target.total == 10, "in contact they count"


@pytest.mark.rules("POL-MELEE-05")
def test_a_fifth_attacker_of_the_same_target_finds_no_room():
    table = Table(a=sheet(reaction=20), **{foe: sheet(reaction=14 - n) for n, foe in enumerate("bcdef")}).start()
    for foe in "fedc":
        table.declare(foe, "a")
    assert "four opponents" in str(table.choice("declare_melee", "b", "target", "a").refused)
    with pytest.raises(RulesError, match="four opponents"):
        table.declare("b", "a")


@pytest.mark.rules("POL-MELEE-05", "POL-INIT-14")
def test_the_last_of_five_secret_attackers_finds_no_room():
    foes = "bcdef"
    people = {foe: sheet(reaction=14 - number) for number, foe in enumerate(foes)}
    table = Table({"sealed_declarations": "always"}, a=sheet(reaction=4), **people).start()
    for foe in foes:
        assert table.choice("declare_melee", foe, "target", "a").refused is None
        table.declare(foe, "a")
    table.declare("a")
    for foe in foes[:4]:
        table.do("attack", foe).answers(attack_die=19)
        if ("a", "defence-die") in table.asked():
            table.answer("defence-die", 19)
    assert "four opponents" in str(table.offer("attack", "f").refused)


@pytest.mark.rules("POL-MELEE-04", "POL-MARTIAL-17", "POL-MARTIAL-20")
@pytest.mark.parametrize("how", ["art", "force"])
def test_breaking_a_hold_among_several_is_as_hard_as_any_opposed_test(how):
    def chances(*more):
        art = {"skills__martial_defense": {"mastery": "Spé", "level": 10}, "weapons": {}}
        table = Table(a=sheet(reaction=14, **art), b=sheet(), c=sheet(), d=sheet()).start()
        for foe in ("b", *more):
            table.do("contact", fighter="a", other=foe, state="engaged")
        for one in "dcb":
            table.declare(one)
        row = {"grip": "seize", "trained": True, "turns": 1, "wins": 0}
        table.scene = table.scene.with_changes((table.scene.mark("b", "holds.a", row),))
        table.do("declare_break", "a", holder="b", how=how).do("break", "a", holder="b", how=how)
        while table.asked()[0][1].endswith("-die"):
            table.answer(table.asked()[0][1], 19)
        return table.outcome("a").check.target.total

    alone = chances()
    assert (chances("c"), chances("c", "d")) == (alone - 5, alone - 7)


@pytest.mark.rules("POL-INIT-16", "POL-INIT-18", "POL-MARTIAL-17")
def test_a_hold_may_be_broken_in_a_hurry():
    table = Table(a=sheet(reaction=14, weapons={}), b=sheet()).start().declare("b")
    row = {"grip": "seize", "trained": True, "turns": 1, "wins": 0}
    table.scene = table.scene.with_changes((table.scene.mark("b", "holds.a", row),))
    table.do("declare_break", "a", holder="b", how="force", rushed=True, preparation="orders")
    assert table.initiative("a") == 14 + 3 - 3
    table.do("break", "a", holder="b", how="force").answers(break_first_die=19, break_second_die=19)
    assert table.outcome("a").check.target.total == 10 - 5
