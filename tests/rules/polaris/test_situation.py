"""The situation in hand-to-hand combat: position, footing, room, light, and bare hands against a weapon."""

import pytest

from tests.rules.polaris.table import DAGGER, PISTOL, Table, sheet

STAFF = {"name": "Staff", "kind": "melee", "skill": "armed_combat", "damage": "1d10", "reach": 2, "drawn": True}
FISTS = {"name": "Fists", "kind": "melee", "skill": "unarmed_combat", "damage": "1d6", "cause": "blow", "drawn": True}
USUAL = {"position": "even", "unstable": False, "confined": False, "sight": "usual"}


def duel(settings=None, a=None, b=None, weapon="dagger", place=None, light=None, a_is=None, b_is=None, **said):
    """``a``, the faster one, has declared to attack ``b``, who only looks on."""
    people = {"a": sheet(**{"reaction": 14, **(a or {})}), "b": sheet(**(b or {}))}
    table = Table(settings, **people).start()
    for name, marks in (("a", a_is), ("b", b_is)):
        if marks:
            table.do("footing", fighter=name, **USUAL | marks)
    if place:
        table.do("place", **place)
    if light:
        table.do("light", light=light)
    return table.declare("b").declare("a", "b", weapon, **said)


def chances(table, **said):
    table.do("attack", "a", **said).answers(attack_die=19, defence_die=19)
    return table.outcome("a").check.target.total, table.outcome("b").check.target.total


@pytest.mark.rules("POL-MELEE-11")
@pytest.mark.parametrize(
    ("setup", "said", "wanted"),
    [
        ({}, {}, (10, 10)),
        ({}, {"flanked": True}, (10, 7)),
        ({"a": {"conditions__prone": True}}, {}, (5, 10)),
        ({"b": {"conditions__prone": True}}, {}, (10, 5)),
        ({"a_is": {"position": "good"}}, {}, (13, 10)),
        ({"b_is": {"position": "bad"}}, {}, (10, 7)),
        ({"b_is": {"position": "worse"}}, {}, (10, 5)),
        ({"hand": "off"}, {}, (5, 10)),
        ({"hand": "off", "a": {"handedness": "ambidextrous"}}, {}, (10, 10)),
        ({"light": "dim"}, {}, (7, 7)),
        ({"light": "dark"}, {}, (5, 5)),
        ({"light": "dark", "b_is": {"sight": "night"}}, {}, (5, 10)),
        ({"light": "none", "a_is": {"sight": "night"}}, {}, (10, 5)),
        ({"light": "none", "settings": {"blind_fighting": False}}, {}, (5, 5)),
        ({"b_is": {"sight": "blind"}}, {}, (10, 5)),
        ({"b": {"conditions__blinded": True}}, {}, (10, 5)),
        ({"a_is": {"sight": "blind"}, "settings": {"blind_fighting": False}}, {}, (5, 10)),
    ],
)
def test_the_situation_of_either_side_changes_its_own_chances(setup, said, wanted):
    assert chances(duel(**setup), **said) == wanted


@pytest.mark.rules("POL-MELEE-11")
@pytest.mark.parametrize(("level", "wanted"), [(8, 8), (15, 10)])
def test_unstable_footing_limits_by_acrobatics_in_attack_and_defence(level, wanted):
    skill = {"skills__acrobatics": {"mastery": "Spé", "level": level}}
    unstable = {"unstable": True}
    assert chances(duel(a=skill, a_is=unstable)) == (wanted, 10)
    assert chances(duel(b=skill, b_is=unstable)) == (10, wanted)


@pytest.mark.rules("POL-MELEE-11", "POL-MARTIAL-01")
def test_footing_and_technique_limit_together_and_the_lower_one_counts():
    skills = {
        "skills__acrobatics": {"mastery": "Spé", "level": 6},
        "skills__martial_offense": {"mastery": "Spé", "level": 8},
    }
    table = duel(a=skills, a_is={"unstable": True}, technique="powerful_strike")
    assert chances(table) == (6, 10)


@pytest.mark.rules("POL-MELEE-11")
def test_a_position_lasts_until_the_game_master_changes_it():
    table = duel(b_is={"position": "bad"})
    chances(table)
    table.do("pass", "b").do("new_round").declare("b").declare("a", "b")
    assert chances(table) == (10, 7)
    table.do("footing", fighter="b", **USUAL)
    assert table.mark("b", "position") is None


@pytest.mark.rules("POL-MELEE-09/malus")
@pytest.mark.parametrize(
    ("weapon", "where", "wanted"),
    [
        ({"hands": 2}, {}, (12, 10)),
        ({"hands": 2}, {"place": {"confined": True}}, (8, 10)),
        ({"long_weapon": True}, {"place": {"confined": True}}, (8, 10)),
        ({}, {"place": {"confined": True}}, (12, 10)),
        ({"hands": 2}, {"a_is": {"confined": True}}, (8, 10)),
        ({"hands": 2}, {"b_is": {"confined": True}}, (12, 10)),
    ],
)
def test_without_room_the_reach_of_a_long_weapon_is_a_malus(weapon, where, wanted):
    table = duel(a={"weapons__staff": {**STAFF, **weapon}}, weapon="staff", **where)
    assert chances(table) == wanted


@pytest.mark.rules("POL-MELEE-09")
def test_a_long_weapon_without_room_keeps_no_other_one_at_a_distance():
    spear = {**STAFF, "reach": 3, "hands": 2}
    arms = {"weapons__dagger": {**STAFF, "reach": 1}}
    table = duel(a={"weapons__dagger": spear}, b=arms, place={"confined": True})
    assert chances(table) == (7, 11)


@pytest.mark.rules("POL-MELEE-15/one")
@pytest.mark.parametrize(
    ("settings", "setup", "die", "attacks", "wanted"),
    [
        (None, {"light": "none"}, 5, True, 3),
        (None, {"light": "none"}, 11, False, None),
        (None, {"a_is": {"sight": "blind"}}, 5, True, 3),
        ({"blind_fighting": False}, {"light": "none"}, None, True, 5),
        (None, {"light": "none", "a_is": {"sight": "night"}}, None, True, 10),
    ],
)
def test_fighting_blind_takes_a_test_to_be_allowed_one_attack_at_seven_less(settings, setup, die, attacks, wanted):
    eyes = {"skills__observation": {"mastery": "Spé", "level": 10}}
    table = duel(settings, a=eyes, **setup).do("attack", "a")
    if die is not None:
        table.answers(blind_die=die)
    assert (("a", "attack-die") in table.asked()) == attacks
    if attacks:
        table.answers(attack_die=12, defence_die=12)
        assert table.outcome("a").check.target.total == wanted
    else:
        assert table.up == ["b"], "the attack is over before it begins"


@pytest.mark.rules("POL-MELEE-15")
def test_fighting_blind_leaves_one_attack_alone():
    table = Table(a=sheet(reaction=14), b=sheet()).start().do("light", light="none").declare("b")
    with pytest.raises(Exception, match="A fighter who cannot see has one attack") as refusal:
        table.declare("a", "b", attacks="2")
    assert refusal.value.field == "attacks"


@pytest.mark.rules("POL-MELEE-03")
@pytest.mark.parametrize(
    ("on", "weapon", "arms", "asked"),
    [
        (True, "bare_hands", {}, True),
        (False, "bare_hands", {}, False),
        (True, "dagger", {}, False),
        (True, "bare_hands", {"weapons__dagger": FISTS, "weapons__pistol": {**PISTOL, "drawn": False}}, False),
        (True, "bare_hands", {"weapons__dagger": FISTS}, True),
        (True, "bare_hands", {"weapons__dagger": FISTS, "weapons__pistol": {**PISTOL, "ammo": 0}}, False),
    ],
)
def test_a_winning_armed_defender_may_wound_the_bare_hand(on, weapon, arms, asked):
    people = {"a": sheet(reaction=14), "b": sheet(**arms)}
    table = Table({"unarmed_riposte": on}, **people).start().declare("b")
    table.do("declare_melee", "a", target="b", weapon=weapon)
    table.do("attack", "a").answers(attack_die=19, defence_die=5)
    assert (table.asked() == [("b", "riposte")]) == asked


def riposte(*, defence=5, **arms):
    people = {"a": sheet(reaction=14), "b": sheet(**arms)}
    table = Table({"unarmed_riposte": True}, **people).start().declare("b")
    table.do("declare_melee", "a", target="b", weapon="bare_hands")
    return table.do("attack", "a").answers(attack_die=19, defence_die=defence)


@pytest.mark.rules("POL-MELEE-03")
def test_the_defender_wounds_as_if_they_had_attacked_or_lets_it_be():
    cut = {"weapons__dagger": {**DAGGER, "cause": "blade"}}
    assert riposte(**cut).answers(riposte="spare").wounds("a") == {}
    table = riposte(**cut).answers(riposte="strike", location=7, damage=8)
    assert table.wounds("a") == {"body": {"moderate": 1}}, "8 and 2 for the margin"
    assert table.undone() == table.first
    bare = riposte(defence=2, **cut).answers(riposte="strike", location=7, damage=8)
    assert bare.told("a")[-1] == "light wound, body (damage 8: Dice 8)", "a margin of 2 is worth nothing"


@pytest.mark.rules("POL-MELEE-03")
def test_a_firearm_spends_a_round_on_it():
    table = riposte(weapons__dagger=FISTS).answers(riposte="strike", location=7, damage=[5, 4])
    assert table.scene.sheet("b")["weapons"]["pistol"]["ammo"] == 7
    assert set(table.wounds("a")) == {"body"}
