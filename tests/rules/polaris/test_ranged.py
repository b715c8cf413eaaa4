"""Ranged combat: one test, and everything that makes it easier or harder."""

import pytest

from rules.core.errors import Refused, Unreadable
from rules.games.polaris.shooting.ranged import RANGES, SIZES
from tests.rules.polaris.table import Table, fight, sheet


def shot(*, pace="still", target_pace="still", settings=None, before=None, **said):
    """Somebody of reaction 14 and skill 10 shoots at somebody who has declared how they move."""
    table = Table(settings, a=sheet(reaction=14), b=sheet()).start()
    for kind, args in (before or {}).items():
        table.do(kind, **args)
    table.declare("b", pace=target_pace)
    table.declare("a", "b", "pistol", pace=pace, **said)
    return table.do("shoot", "a")


def chances(table):
    table.answers(attack_die=20, attack_reroll=1)
    return table.outcome("a").check.target.total


@pytest.mark.rules("POL-RANGED-01", "POL-RANGED-05")
def test_a_shot_is_one_simple_test_at_the_level_of_the_weapons_skill():
    table = shot()
    assert table.asked() == [("a", "attack-die")]
    table.answers(attack_die=9, location=9, damage=[5, 2])
    assert table.wounds("b") == {"right_arm": {"moderate": 1}}
    assert table.outcome("a").check.target.total == 10
    assert [str(term.label) for term in table.outcome("a").check.target.lines] == ["Level"]


@pytest.mark.rules("POL-RANGED-02")
@pytest.mark.parametrize(
    ("band", "modifier"), [("point_blank", 5), ("short", 0), ("medium", -5), ("long", -10), ("extreme", -15)]
)
def test_range_as_it_is_said(band, modifier):
    assert RANGES[band][1] == modifier
    table = shot(range=band, before={"initiative": {"fighter": "a", "by": 0}})
    if 10 + modifier >= 1:
        assert chances(table) == 10 + modifier
    else:
        assert "impossible" in table.outcome("a").flags


@pytest.mark.rules("POL-RANGED-02/measured")
@pytest.mark.parametrize(("metres", "total"), [(3, 15), (4, 10), (15, 10), (16, 5), (30, 5)])
def test_a_measured_range_wins_over_a_typed_one(metres, total):
    table = shot(range="extreme", before={"measure": {"fighter": "b", "other": "a", "metres": metres}})
    assert chances(table) == total


@pytest.mark.rules("POL-RANGED-02/beyond")
def test_beyond_the_last_range_nobody_shoots():
    table = fight(a=14, b=10).do("measure", fighter="a", other="b", metres=91).declare("b")
    with pytest.raises(Refused, match="Out of range") as refusal:
        table.declare("a", "b", "pistol")
    assert refusal.value.field == "target"


@pytest.mark.rules("POL-RANGED-03")
@pytest.mark.parametrize(
    ("size", "modifier"),
    [
        ("30_cm", -10), ("50_cm", -5), ("1_m", -3), ("human", 0), ("3_m", 3), ("5_m", 5), ("7_m", 10), ("10_m", 15),
    ],
)  # fmt: skip
def test_the_size_of_the_target(size, modifier):
    assert SIZES[size][1] == modifier
    if 10 + modifier in range(1, 20):
        situation = {"situation": {"fighter": "b", "size": size, "cover": "none"}}
        assert chances(shot(before=situation)) == 10 + modifier


@pytest.mark.rules("POL-RANGED-04")
@pytest.mark.parametrize(("pace", "malus"), [("still", 0), ("slow", 0), ("medium", -3), ("fast", -5), ("maximum", -7)])
def test_a_target_that_moves_is_harder_to_hit(pace, malus):
    assert chances(shot(target_pace=pace)) == 10 + malus


@pytest.mark.rules("POL-RANGED-04")
@pytest.mark.parametrize(("pace", "malus"), [("still", 0), ("slow", -3), ("medium", -5), ("fast", -7)])
def test_a_moving_shooter_shoots_worse(pace, malus):
    assert chances(shot(pace=pace)) == 10 + malus


@pytest.mark.rules("POL-RANGED-04/flat-out")
def test_nobody_shoots_running_flat_out():
    with pytest.raises(Unreadable, match="flat out"):
        shot(pace="maximum")


@pytest.mark.rules("POL-RANGED-04")
@pytest.mark.parametrize(("cover", "malus"), [("none", 0), ("half", -3), ("three_quarters", -5)])
def test_cover(cover, malus):
    assert chances(shot(before={"situation": {"fighter": "b", "cover": cover, "size": "human"}})) == 10 + malus


@pytest.mark.rules("POL-RANGED-04")
@pytest.mark.parametrize(("light", "malus"), [("bright", 0), ("dim", -3), ("dark", -5)])
def test_darkness(light, malus):
    assert chances(shot(before={"light": {"light": light}})) == 10 + malus


@pytest.mark.rules("POL-RANGED-04/flat-out")
def test_nobody_aims_in_total_darkness():
    table = fight(a=14, b=10).do("light", light="none")
    assert "total darkness" in str(table.offer("declare_shoot", "b").refused)


def test_a_fired_round_is_spent_and_undo_restores_it():
    table = shot()
    assert table.scene.sheet("a")["weapons"]["pistol"]["ammo"] == 7
    assert table.undone() == table.first


def test_an_empty_weapon_is_refused_when_it_is_chosen_and_when_it_is_fired():
    table = Table(a=sheet(reaction=14, weapons__pistol__ammo=0), b=sheet()).start().declare("b")
    assert str(table.choice("declare_shoot", "a", "weapon", "pistol").refused) == "No ammunition is left."
    assert str(table.offer("declare_shoot", "a").refused) == "No ammunition is left."
    spent = fight(a=14, b=10).declare("b").declare("a", "b", "pistol")
    spent.scene = spent.scene.with_changes((spent.scene.write("a", "weapons.pistol.ammo", 0),))
    with pytest.raises(Refused, match="No ammunition"):
        spent.do("shoot", "a")


def test_a_weapon_whose_skill_is_not_learnt_is_refused():
    unable = sheet(reaction=14, skills__handguns={"mastery": "X"})
    table = Table(a=unable, b=sheet()).start().declare("b")
    assert "not learnt" in str(table.offer("declare_shoot", "a").refused)
