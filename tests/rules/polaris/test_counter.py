"""Counter-attacks and ripostes among other blows: once a turn, and not by a fighter whom the attack has stopped."""

import pytest

from tests.rules.polaris.table import DAGGER, Table, sheet

ART = {"skills__martial_defense": {"mastery": "Spé", "level": 12}}
KNIFE = {"weapons__knife": {**DAGGER, "name": "Knife"}}
WRESTLER = {"skills__martial_wrestling": {"mastery": "Spé", "level": 12}, "weapons": {}}


def countering(*others, settings=None, a=None, b=None):
    """``b`` strikes back whatever happens, ``a`` acts first, and ``others`` together with them."""
    people = {"a": sheet(reaction=14, **(a or {})), **{name: sheet(reaction=14) for name in others}}
    table = Table(settings, **people, b=sheet(**{**KNIFE, **ART, **(b or {})})).start()
    return table.do("declare_defend", "b", mode="defensive", technique="simultaneous_counter")


def struck(damage):
    """The end of a blow that does this much, by a weapon of six dice."""
    table = countering(a={"weapons__dagger__damage": "6d10", "weapons__dagger__cause": "blow"}).declare("a", "b")
    dice = [damage // 6 + (number < damage % 6) for number in range(6)]
    return table.do("attack", "a").answers(attack_die=1, defence_die=19, location=7, damage=dice)


@pytest.mark.rules("POL-MARTIAL-13/once", "POL-INIT-13")
@pytest.mark.parametrize(("said", "left"), [("strike", 0), ("wait", 1)])
def test_there_is_one_counter_attack_even_against_two_simultaneous_foes(said, left):
    table = countering("c").declare("a", "b").declare("c", "b").do("attack", "a").do("attack", "c")
    for who in ("a", "c"):
        table.answers(of=who, attack_die=19, defence_die=5)
    assert table.asked() == [("b", "counter")] * 2
    table.answers(of="a", counter=said)
    assert [key for _who, key in table.asked()].count("counter") == left


@pytest.mark.rules("POL-MARTIAL-13", "POL-TURN-06")
def test_nobody_strikes_back_once_the_blow_has_killed_them():
    assert struck(6).asked() == [("b", "counter")]
    assert not struck(60).scene.exchanges


@pytest.mark.rules("POL-MARTIAL-13", "POL-TURN-06")
@pytest.mark.parametrize(("die", "strikes"), [(10, True), (11, False), (20, False)])
def test_a_fighter_stunned_by_the_blow_does_not_strike_back(die, strikes):
    table = struck(15).answers(shock=die)
    assert (("b", "counter") in table.asked()) is strikes is bool(table.scene.exchanges)


@pytest.mark.rules("POL-MARTIAL-13", "POL-TURN-06")
def test_a_wound_counts_in_the_counter_attack_that_follows_it():
    table = struck(10).answers(counter="strike", attack_die_counter=19)
    table.answers(defence_die_counter=19)
    terms = table.outcome("b").check.target.modifiers
    assert [term.value for term in terms if term.rule == "POL-WOUND-09"] == [-3]


@pytest.mark.rules("POL-MELEE-03", "POL-MARTIAL-13")
def test_a_counter_attack_with_bare_hands_may_be_answered_by_a_blade():
    table = countering(settings={"unarmed_riposte": True}, a=KNIFE, b={"weapons": {}}).declare("a", "b")
    table.do("attack", "a").answers(attack_die=19, defence_die=5, counter="strike")
    table.answers(attack_die_counter=19, defence_die_counter=5)
    assert table.asked() == [("a", "riposte-counter")]
    table.answers(riposte_counter="strike", location_counter=7, damage_counter=5)
    assert table.wounds("b") and not table.scene.exchanges and table.undone() == table.first


@pytest.mark.rules("POL-MARTIAL-13", "POL-MARTIAL-19", "POL-MARTIAL-20")
@pytest.mark.parametrize(("technique", "asked"), [("seize", [("b", "counter")]), ("lock", [("a", "twist")])])
def test_a_seized_fighter_strikes_back_and_a_locked_one_does_not(technique, asked):
    table = countering(a=WRESTLER)
    table.do("declare_melee", "a", target="b", weapon="bare_hands", technique=technique).do("attack", "a")
    table.answers(attack_die=8, defence_die=19)
    if technique == "lock":
        table.answers(attack_die_grip=4, defence_die_grip=19)
    assert table.asked() == asked
    if technique == "lock":
        assert not table.answers(twist="keep").scene.exchanges
