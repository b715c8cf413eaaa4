"""Bare hands against an armed opponent, and their distance, whatever the bare hand tries (POL-MELEE-03, 08)."""

import pytest

from tests.rules.polaris.table import DAGGER, Table, sheet

SPEAR = {**DAGGER, "name": "Spear", "reach": 3, "damage": "3d10"}
WRESTLER = {"skills__martial_wrestling": {"mastery": "Spé", "level": 12}, "weapons": {}}
RIPOSTE = {"unarmed_riposte": True}


def grip(technique, settings=None, held=False, arm=DAGGER, **b):
    """``a`` tries with bare hands what they have declared on ``b``, who is armed."""
    people = {"a": sheet(reaction=14, **WRESTLER), "b": sheet(**{"weapons": {"arm": arm}, **b})}
    table = Table(settings, **people).start().declare("b")
    if held:
        row = {"grip": "seize", "trained": True, "turns": 1, "wins": 0}
        table.scene = table.scene.with_changes((table.scene.mark("a", "holds.b", row),))
    return table.do("declare_melee", "a", target="b", weapon="bare_hands", technique=technique).do("attack", "a")


@pytest.mark.rules("POL-MELEE-03", "POL-MARTIAL-19")
@pytest.mark.parametrize("technique", ["seize", "lock", "choke", "throw"])
def test_a_target_seized_in_vain_may_wound_the_bare_hand(technique):
    table = grip(technique, RIPOSTE).answers(attack_die=19, defence_die=8)
    table.answers(riposte="strike", location=7, damage=[5])
    assert "wound" in " ".join(table.told("a")), table.told("a")
    assert table.undone() == table.first


@pytest.mark.rules("POL-MELEE-03")
@pytest.mark.parametrize("technique", ["lock", "choke", "throw"])
def test_the_grip_itself_may_be_answered_too(technique):
    table = grip(technique, RIPOSTE, held=True).answers(attack_die_grip=19, defence_die_grip=8)
    assert table.asked() == [("b", "riposte-grip")]


@pytest.mark.rules("POL-MELEE-03", "POL-SHOCK-03")
def test_a_stunned_defender_wounds_nobody():
    table = grip("seize", RIPOSTE, conditions={"stunned": True}).answers(attack_die=19, defence_die=1)
    assert ("b", "riposte") not in table.asked()


@pytest.mark.rules("POL-MELEE-08", "POL-MARTIAL-19")
def test_seizing_a_spearman_may_break_the_distance():
    table = grip("seize", arm=SPEAR).answers(attack_die=8, defence_die=19)
    assert table.asked() == [("a", "distance")]
    table.answers(distance="close_in")
    assert table.mark("b", "engaged") == {"a": "closed"}


@pytest.mark.rules("POL-MELEE-08", "POL-MARTIAL-13")
def test_a_counter_attack_that_wins_may_break_the_distance():
    art = {"skills__martial_defense": {"mastery": "Spé", "level": 12}}
    people = {"a": sheet(reaction=14, weapons={"arm": SPEAR}), "b": sheet(melee=15, **art)}
    table = Table(None, **people).start()
    table.do("declare_defend", "b", technique="simultaneous_counter")
    table.do("declare_melee", "a", target="b", weapon="arm").do("attack", "a")
    table.answers(attack_die=19, defence_die=19, counter="strike", attack_die_counter=7, defence_die_counter=19)
    assert table.asked() == [("b", "distance-counter")]


@pytest.mark.rules("POL-MELEE-08", "POL-MELEE-09")
def test_a_long_weapon_without_room_has_no_distance_to_lose():
    long = {**SPEAR, "long_weapon": True}
    table = Table(None, a=sheet(reaction=14), b=sheet(weapons={"arm": long})).start()
    table.do("place", confined=True, underwater=False).declare("b").declare("a", "b")
    table.do("attack", "a").answers(attack_die=8, defence_die=19)
    assert ("a", "distance") not in table.asked()


@pytest.mark.rules("POL-MELEE-03", "POL-MARTIAL-01", "POL-MARTIAL-19")
def test_a_line_of_ones_own_made_from_a_skill_is_that_skill():
    own = {"skills__fists": {"of": "unarmed_combat", "specialty": "boxing", "mastery": "Spé", "level": 10}}
    own |= {"skills__knives": {"of": "armed_combat", "specialty": "knives", "mastery": "Spé", "level": 10}}
    own |= {"skills__martial_offense": {"mastery": "Spé", "level": 12}}
    arms = {
        "fist": {**DAGGER, "name": "Fist", "skill": "fists", "cause": "blow"},
        "knife": {**DAGGER, "name": "Knife", "skill": "knives"},
    }
    for weapon, technique in (("knife", "powerful_strike"), ("fist", "powerful_strike"), ("fist", "seize")):
        table = Table(RIPOSTE, a=sheet(reaction=14, **own, weapons=arms), b=sheet()).start().declare("b")
        table.declare("a", "b", weapon, technique=technique).do("attack", "a")
        table.answers(attack_die=19, defence_die=8)
        assert (("b", "riposte") in table.asked()) is (weapon == "fist")
