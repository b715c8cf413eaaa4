"""Two rules that meet: a burst and its second victim, a wish and a manner of fire, a pistol out of hand."""

import pytest

from rules.engine.exchanges import waiting_on
from tests.rules.polaris.meetings import burst, open_check
from tests.rules.polaris.play import POLARIS
from tests.rules.polaris.table import PISTOL, Table, sheet


@pytest.mark.rules("POL-RANGED-04", "POL-MELEE-15")
@pytest.mark.parametrize(
    ("light", "sight", "malus"), [("dark", "usual", -5), ("dark", "night", 0), ("none", "night", 0)]
)
def test_a_fighter_with_night_sight_shoots_in_the_dark(light, sight, malus):
    table = lit(light, sight).declare("b").declare("a", "b", weapon="pistol").do("shoot", "a").answers(attack_die=19)
    terms = [term for term in table.outcome("a").check.target.modifiers if str(term.label).startswith("Light")]
    assert sum(term.value for term in terms) == malus


@pytest.mark.rules("POL-RANGED-04", "POL-MELEE-15")
@pytest.mark.parametrize(
    ("light", "sight", "why"),
    [
        ("none", "usual", "In total darkness nothing can be aimed at."),
        ("bright", "blind", "Whoever sees nothing can aim at nothing."),
        ("none", "night", "None"),
    ],
)
def test_a_blind_fighter_aims_at_nothing(light, sight, why):
    table = lit(light, sight, {"blind_fire": False}).declare("b")
    assert str(table.offer("declare_shoot", "a").refused) == why


def lit(light, sight, settings=None):
    table = Table(settings, a=sheet("a", 14), b=sheet("b", 8)).start().do("light", light=light)
    return table.do("footing", fighter="a", position="even", unstable=False, confined=False, sight=sight)


@pytest.mark.rules("POL-RANGED-11", "POL-RANGED-16", "POL-WOUND-03")
def test_a_stray_bullet_hits_whom_the_same_burst_has_wounded_already():
    table = burst({"stray_bullets": True}, b=sheet("b", wounds={"right_arm": {"serious": 1}}), c=sheet("c"))
    table.declare("a", "b", "rifle", fire="sweep", rounds=10).do("shoot", "a").answer("swept", "c")
    table.answers(attack_die=2, location=9, damage=[8, 8])
    table.answers(target2_attack_die=19).answer("target2-stray", "b").answer("target2-b-luck-die", 20)
    table.answer("target2-b-luck-reroll", 1).answer("target2-b-location", 9).answer("target2-b-damage", 8, 8)
    assert table.asked() == [("gm", "target2-b-bleeding")], "two serious wounds and one more are a critical one"


@pytest.mark.rules("POL-RANGED-11", "POL-SURP-11", "POL-RANGED-04")
def test_a_sweeping_burst_takes_no_further_target_that_could_not_be_the_first():
    table = burst(b=sheet("b"), c=sheet("c"), d=sheet("d"), e=sheet("e"))
    table.scene = table.scene.with_changes([table.scene.write("c", "conditions.dead", True)])
    table.do("newcomer", fighter="a", other="d", undetected=False, modifier=-9).answers(newcomer_die=19)
    table.declare("a", "b", "rifle", fire="sweep", rounds=20).do("shoot", "a")
    (asked,) = [prompt.request for prompt in waiting_on(POLARIS, table.scene) if prompt.request]
    assert [option.key for option in asked.options if option.refused is None] == ["e"]


@pytest.mark.rules("POL-RANGED-13", "POL-TURN-06")
@pytest.mark.parametrize(("dead", "asked", "left"), [(True, [], 8), (None, [("a", "second-attack-die")], 7)])
def test_no_second_weapon_is_fired_at_the_dead(dead, asked, left):
    two = {"weapons__two": {**PISTOL, "name": "Second"}}
    table = Table(a=sheet("a", 14, **two), b=sheet("b", 8), c=sheet("c", 6)).start().declare("c").declare("b")
    table.declare("a", "b", "pistol", second="two", second_target="c")
    table.scene = table.scene.with_changes([table.scene.write("c", "conditions.dead", dead)])
    table.do("shoot", "a").answers(attack_die=19)
    assert [one for one in table.asked() if "attack" in one[1]] == asked
    assert table.scene.sheet("a")["weapons"]["two"]["ammo"] == left


@pytest.mark.rules("POL-RANGED-13", "POL-CRIT-10")
@pytest.mark.parametrize(("drawn", "bonus", "left"), [(True, 3, 7), (None, 0, 8)])
def test_two_pistols_are_two_that_are_in_hand(drawn, bonus, left):
    two = {"weapons__two": {**PISTOL, "name": "Second"}}
    table = Table(a=sheet("a", 14, **two), b=sheet("b", 8)).start().declare("b")
    table.declare("a", "b", "pistol", second="two")
    table.scene = table.scene.with_changes([table.scene.write("a", "weapons.two.drawn", drawn)])
    table.do("shoot", "a").answers(attack_die=19)
    terms = table.outcome("a").check.target.modifiers
    assert sum(term.value for term in terms if term.rule == "POL-RANGED-13") == bonus
    assert table.scene.sheet("a")["weapons"]["two"]["ammo"] == left


@pytest.mark.rules("POL-RANGED-08/once", "POL-INIT-18")
@pytest.mark.parametrize(
    ("declared", "cost"),
    [
        ({"kind": "declare_reload", "weapon": "rifle"}, 0),
        ({"kind": "declare_shoot", "weapon": "rifle", "target": "b"}, -3),
    ],
)
def test_a_reload_changes_no_fire_mode(declared, cost):
    table = burst(b=sheet("b"))
    for path, value in (("fire_mode", "RC"), ("ammo", 5)):
        table.scene = table.scene.with_changes([table.scene.write("a", f"weapons.rifle.{path}", value)])
    args = {key: value for key, value in declared.items() if key != "kind"}
    assert table.do(declared["kind"], "a", **args).initiative("a") == 20 + cost


@pytest.mark.rules("POL-RANGED-13", "POL-INIT-18/in-hand")
@pytest.mark.parametrize(("drawn", "cost"), [(True, 0), (False, -5)])
def test_a_second_pistol_is_drawn_at_the_price_of_the_first(drawn, cost):
    two = {"weapons__two": {**PISTOL, "name": "Second", "drawn": drawn}}
    table = Table(a=sheet("a", 14, **two), b=sheet("b", 8)).start().declare("b")
    assert table.declare("a", "b", "pistol", second="two").initiative("a") == 14 + cost


@pytest.mark.rules("POL-RANGED-02/contact", "POL-MELEE-14")
@pytest.mark.parametrize(
    ("state", "near", "metres", "bonus"),
    [("engaged", 3, None, 5), ("engaged", 2, None, 0), ("apart", 3, None, -10), ("engaged", 2, 1, 5)],
)
def test_fighters_in_contact_shoot_at_each_other_from_near(state, near, metres, bonus):
    gun = {**PISTOL, "point_blank": near}
    table = Table(a=sheet("a", 14, shot=16, weapons__pistol=gun), b=sheet("b", 8)).start().declare("b")
    if metres is not None:
        table.do("measure", fighter="a", other="b", metres=metres)
    table.do("contact", fighter="a", other="b", state=state).declare("a", "b", "pistol", range="long")
    table.do("shoot", "a")
    assert sum(term.value for term in open_check(table).target.modifiers) == bonus


@pytest.mark.rules("POL-RANGED-16/living", "POL-WOUND-05")
def test_a_stray_bullet_seeks_the_living_alone():
    table = Table({"stray_bullets": True}, a=sheet("a", 14), b=sheet("b", 8), c=sheet("c", 8), d=sheet("d", 8))
    table.scene = table.scene.with_changes([table.scene.write("d", "conditions.dead", True)])
    table.start().declare("b").declare("c").declare("a", "b", "pistol").do("shoot", "a").answers(attack_die=19)
    (asked,) = [prompt.request for prompt in waiting_on(POLARIS, table.scene) if prompt.request]
    assert [option.key for option in asked.options] == ["c"]
