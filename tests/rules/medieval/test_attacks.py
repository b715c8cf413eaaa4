"""Attacks against the two Defences, their modifiers, and the damage they do."""

import pytest

from rules.core.check import Level
from rules.core.errors import Refused, Unreadable
from rules.games.medieval import damage, weapons
from rules.games.medieval.damage import Manner
from tests.rules.medieval.play import MEDIEVAL, Table, sheet


def table(mine=None, theirs=None, settings=None):
    return Table(("ada", "pc", mine or sheet()), ("orc", "npc", theirs or sheet()), settings=settings)


@pytest.mark.rules("MED-ATT-01/exceed", "MED-DMG-03")
@pytest.mark.parametrize(("faces", "hit"), [((5, 5), False), ((5, 6), True)])
def test_an_attack_must_exceed_the_defence_and_a_hit_is_followed_by_its_damage(faces, hit):
    found = table().attack("ada", "orc", attack=faces)
    assert found.open == (["damage"] if hit else [])
    if hit:
        found.answer(damage=(7,))
        assert found.at("orc", "hp.current") == 12
        assert found.told()[0] == ("orc", "loses 8 hp (Dice 7, Épée +1)")


@pytest.mark.rules("MED-DEF-03/otherwise", "MED-DEF-01", "MED-DEF-02")
@pytest.mark.parametrize(("weapon", "defence"), [("sword", 17), ("bow", 13), ("javelin", 13), ("pugilat", 17)])
def test_melee_meets_the_defence_in_melee_and_the_rest_the_natural_one(weapon, defence):
    guarded = sheet({"vitesse": 1, "acuite": 1, "reflexes": 1}, mastery={"lames": 4})
    found = table(theirs=guarded).attack("ada", "orc", weapon, attack=(1, 1))
    assert found.outcomes[0].check.extra == defence


@pytest.mark.rules("MED-ATT-02", "MED-ATT-03", "MED-FAM-03")
@pytest.mark.parametrize(("weapon", "bonus"), [("sword", 14), ("javelin", 19), ("bow", 22), ("pugilat", 6)])
def test_each_weapon_attacks_with_its_traits_and_its_mastery(weapon, bonus):
    traits = {"combativite": 2, "vitesse": 4, "adresse": 5, "acuite": 1}
    found = table(sheet(traits, mastery={"lames": 8, "armes_jet": 12, "arcs": 16})).attack(
        "ada", "orc", weapon, defence_modifier=30, attack=(1, 1)
    )
    assert found.outcomes[0].check.target.total == bonus


@pytest.mark.rules("MED-ATT-04")
def test_the_game_master_modifies_both_sides_by_name():
    found = table().attack("ada", "orc", modifier=3, defence_modifier=-2, attack=(2, 2))
    outcome = found.outcomes[0]
    assert (outcome.check.target.total, outcome.check.extra, outcome.margin) == (3, 8, -1)
    assert [str(one.label) for one in outcome.check.target.modifiers if not one.secret] == ["Modifier"]
    assert table().offer("ada", "attack").gm_only == {"modifier", "defence_modifier", "critical"}


@pytest.mark.rules("MED-ATT-05/gm", "MED-DMG-04/once")
@pytest.mark.parametrize(
    ("said", "faces", "lost"), [("auto", (10, 10), 12), ("no", (10, 10), 4), ("yes", (9, 9), 12), ("auto", (9, 9), 4)]
)
def test_a_critical_hit_triples_the_dice_and_the_game_master_has_the_last_word(said, faces, lost):
    found = table().attack("ada", "orc", critical=said, attack=faces, damage=(3,))
    assert found.at("orc", "hp.current") == 20 - lost
    assert (found.outcomes[0].level is Level.CRITICAL) == (lost == 12)


@pytest.mark.rules("MED-ATT-05/gm")
def test_a_miss_is_no_critical_hit_whatever_is_said():
    found = table().attack("ada", "orc", critical="yes", attack=(1, 1))
    assert found.outcomes[0].level is Level.FAILURE


@pytest.mark.rules("MED-DMG-01", "MED-DMG-02/never-shot")
@pytest.mark.parametrize(("weapon", "faces", "total"), [("sword", (5,), 10), ("javelin", (5,), 9), ("bow", (2, 3), 6)])
def test_strength_is_added_in_melee_and_thrown_and_never_shot(weapon, faces, total):
    found = table(sheet({"force": 4})).attack("ada", "orc", weapon, attack=(9, 9), damage=faces)
    assert found.at("orc", "hp.current") == 20 - total


@pytest.mark.rules("MED-DMG-02/special")
def test_a_special_bonus_counts_with_every_weapon():
    rows = {"bow": {"name": "Arc", "family": "arcs", "dice": "2d6", "special_bonus": 2}}
    found = damage.blow_damage(sheet({"force": 9}, weapons=rows), {}, weapons.find(sheet(weapons=rows), "bow"), 7)
    assert found.total == 9


@pytest.mark.rules("MED-DMG-03", "MED-DMG-05/not-below")
@pytest.mark.parametrize(("rd", "lost"), [(0, 6), (4, 2), (6, 0), (9, 0)])
def test_armour_reduces_damage_and_never_heals(rd, lost):
    found = table(theirs=sheet(armour={"rd": rd})).attack("ada", "orc", attack=(9, 9), damage=(5,))
    assert found.at("orc", "hp.current") == 20 - lost
    if not lost:
        assert found.told("public")[0] == ("orc", "is hit without harm")


@pytest.mark.rules("MED-DMG-05")
def test_a_feeble_blow_does_nothing_at_all():
    found = table(sheet({"force": -5})).attack("ada", "orc", attack=(9, 9), damage=(1,))
    assert found.at("orc", "hp.current") == 20


@pytest.mark.rules("MED-DEATH-01", "MED-DEATH-02")
def test_a_blow_that_takes_the_last_hit_points_is_told_so():
    found = table(theirs=sheet(hp={"max": 20, "current": 5})).attack("ada", "orc", attack=(9, 9), damage=(4,))
    assert found.told()[0][1].endswith("falls into a coma")
    assert MEDIEVAL.is_out(found.scene, "orc")
    found = table(theirs=sheet(hp={"max": 20, "current": -9})).attack("ada", "orc", attack=(9, 9), damage=(10,))
    assert found.told()[0][1].endswith("dies")
    assert found.round().why_not("ada", "attack") == "orc is dead."


@pytest.mark.rules("MED-LUTTE-CLE-01")
def test_a_target_in_a_coma_does_not_defend():
    down = sheet({"vitesse": 5}, mastery={"lames": 9}, hp={"max": 20, "current": 0})
    assert table(theirs=down).attack("ada", "orc", attack=(1, 1)).outcomes[0].check.extra == 10


@pytest.mark.rules("MED-PUG-01", "MED-PUG-02/no-die")
@pytest.mark.parametrize(
    ("mastery", "settings", "critical", "total"),
    [
        (5, {}, False, 5),
        (5, {}, True, 9),
        (4, {}, False, 5),
        (5, {"round": "up"}, False, 6),
        (5, {"half_formula": "half_of_sum"}, False, 4),
        (4, {"half_formula": "half_of_sum"}, False, 3),
        (4, {"half_formula": "half_of_sum"}, True, 7),
    ],
)
def test_fists_do_strength_and_half_the_mastery(mastery, settings, critical, total):
    data = sheet({"force": 3}, mastery={"pugilat": mastery})
    fists = weapons.find(data, "pugilat")
    assert (fists.engagement, damage.blow_damage(data, settings, fists, 0, Manner(critical)).total) == ("melee", total)


@pytest.mark.rules("MED-PUG-02")
def test_fists_throw_no_die():
    found = table(sheet({"force": 3}, mastery={"pugilat": 4})).attack("ada", "orc", "pugilat", attack=(9, 9))
    assert (found.scene.exchanges, found.at("orc", "hp.current")) == ({}, 15)


def test_an_unreadable_act_is_refused_and_nothing_is_spent():
    found = table(sheet(manoeuvres=["coup_fatal"]))
    assert "Target" in found.refused(Unreadable, "attack", "ada", weapon="sword")
    found.refused(Unreadable, "attack", "ada", target="orc", weapon="bow")
    found.refused(Unreadable, "attack", "ada", target="moon", weapon="sword")
    assert found.refused(Refused, "attack", "orc", target="ada", weapon="sword") == "This cannot be done now."
