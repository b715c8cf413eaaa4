"""Fire modes: the requirements, costs and gains of each."""

import pytest

from rules.core.errors import Refused
from rules.games.polaris.shooting.weapons import find
from rules.games.polaris.turn.ladder import open_declaration
from tests.rules.polaris.table import PISTOL, Table, sheet

RIFLE = {
    **{"name": "Rifle", "kind": "ranged", "skill": "rifles", "damage": "2d10", "cause": "bullet", "drawn": True},
    **{"magazine": 30, "ammo": 30, "hands": 2, "modes": "CC/RC/RL", "init": 0},
    **{"point_blank": 10, "short": 50, "medium": 100, "long": 200, "extreme": 300},
}


def gunner(automatic=20, **more):
    """Somebody of reaction 20 and rifles 10, whose automatic fire limits nothing unless said otherwise."""
    skills = {"rifles": {"mastery": "Spé", "level": 10}, "automatic_fire": {"mastery": "Spé", "level": automatic}}
    return sheet(reaction=20, weapons__rifle=RIFLE, **{f"skills__{key}": row for key, row in skills.items()}, **more)


def table(settings=None, **more):
    return (
        Table(settings, a=gunner(**more), b=sheet(), c=sheet(), d=sheet())
        .start()
        .declare("b")
        .declare("c")
        .declare("d")
    )


def fired(settings=None, before=None, **said):
    """A shot of the rifle at b."""
    found = table(settings)
    for kind, args in (before or {}).items():
        found.do(kind, **args)
    return found.declare("a", "b", "rifle", **said).do("shoot", "a")


def chances(found, who="a"):
    key = "attack-die"
    found.answer(key, 20).answer("attack-reroll", 1)
    return found.outcome(who).check.target.total


def harmed(found, *damage):
    """The damage term of the manner after a hit whose margin is worth nothing."""
    found.answers(attack_die=2, location=9, damage=list(damage) or [1, 1])
    return found.told("b")[-1]


def refusal(found, **said):
    with pytest.raises(Refused) as refused:
        found.declare("a", "b", "rifle", **said)
    return refused.value.field, str(refused.value)


@pytest.mark.rules("POL-RANGED-06/at-most")
@pytest.mark.parametrize(("rounds", "bonus"), [(2, 1), (3, 2), (4, 3), (5, 3), (6, 3), (7, 4), (8, 4), (9, 4), (10, 5)])
def test_repeated_shots_are_easier_by_the_number_of_rounds(rounds, bonus):
    found = fired(fire="repeated", rounds=rounds)
    assert find(found.scene.sheet("a"), "rifle").ammo == 30 - rounds
    assert chances(found) == 10 + bonus


@pytest.mark.rules("POL-RANGED-06/instead")
@pytest.mark.parametrize(("rounds", "bonus", "damage"), [(4, 3, 0), (7, 3, 3), (10, 3, 6)])
def test_rounds_beyond_the_fourth_may_do_more_damage_instead(rounds, bonus, damage):
    assert chances(fired(fire="repeated", rounds=rounds, gain="damage")) == 10 + bonus
    told = harmed(fired(fire="repeated", rounds=rounds, gain="damage"))
    assert (f"Repeated shots +{damage}" in told) == bool(damage)


@pytest.mark.rules("POL-RANGED-07")
@pytest.mark.parametrize("points", [1, 2, 5])
def test_an_aimed_shot_buys_chances_with_initiative(points):
    found = table().declare("a", "b", "rifle", fire="aimed", points=points)
    assert found.initiative("a") == 20 - 2 * points
    assert chances(found.do("shoot", "a")) == 10 + points


@pytest.mark.rules("POL-RANGED-07/still")
def test_an_aimed_shot_is_fired_standing_still_and_takes_a_point_at_least():
    assert refusal(table(), fire="aimed", points=1, pace="slow") == ("pace", "An aimed shot is fired standing still.")
    assert refusal(table(), fire="aimed", points=1, preparation="short_move")[0] == "preparation"
    assert refusal(table(), fire="aimed")[0] == "points"


@pytest.mark.rules("POL-RANGED-08")
@pytest.mark.parametrize(("level", "total"), [(20, 13), (10, 13), (6, 9)])
def test_automatic_fire_limits_the_skill_of_a_weapon_that_fires_by_bursts(level, total):
    found = table(automatic=level).declare("a", "b", "rifle", fire="short_burst").do("shoot", "a")
    assert chances(found) == total


@pytest.mark.rules("POL-RANGED-08/single")
def test_a_single_shot_knows_no_such_limit():
    assert chances(table(automatic=1).declare("a", "b", "rifle").do("shoot", "a")) == 10


@pytest.mark.rules("POL-RANGED-08/once")
def test_changing_the_fire_mode_costs_initiative_once_and_stays():
    found = table().declare("a", "b", "rifle", fire="short_burst")
    assert found.initiative("a") == 17
    assert found.scene.sheet("a")["weapons"]["rifle"]["fire_mode"] == "RC"
    found.do("shoot", "a").answers(attack_die=19)
    for one in ("b", "c", "d"):
        found.do("act", one)
    found.do("new_round").declare("b").declare("c").declare("d").declare("a", "b", "rifle", fire="short_burst")
    assert found.initiative("a") == 20


@pytest.mark.rules("POL-RANGED-08")
def test_a_fire_mode_changed_as_a_preparation_is_not_paid_twice():
    found = table().declare("a", "b", "rifle", fire="short_burst", preparation="fire_mode")
    assert found.initiative("a") == 17
    alone = table().do("prepare", "a", preparation="fire_mode").declare("a", "b", "rifle", fire="long_burst")
    assert alone.initiative("a") == 17


@pytest.mark.rules("POL-RANGED-08")
def test_a_weapon_does_not_fire_in_a_mode_it_does_not_have():
    found = table()
    with pytest.raises(Refused, match="Its fire modes: Single shots") as refused:
        found.declare("a", "b", "pistol", fire="short_burst")
    assert refused.value.field == "fire"
    unable = Table(a=sheet(reaction=20), b=sheet()).start().declare("b")
    assert (
        str(unable.choice("declare_shoot", "a", "fire", "long_burst").refused)
        == "No weapon at hand has this fire mode: Long bursts."
    )


@pytest.mark.rules("POL-RANGED-09")
def test_a_short_burst_is_three_rounds_for_better_chances_or_more_damage():
    found = fired(fire="short_burst")
    assert find(found.scene.sheet("a"), "rifle").ammo == 27
    assert chances(found) == 13
    more = fired(fire="short_burst", gain="damage")
    assert "Short burst +5" in harmed(more)
    assert more.outcome("a").check.target.total == 10


@pytest.mark.rules("POL-RANGED-09/short")
def test_more_damage_comes_at_short_range_alone():
    assert refusal(table(), fire="short_burst", gain="damage", range="medium")[0] == "gain"
    far = table().do("measure", fighter="a", other="b", metres=60)
    assert refusal(far, fire="short_burst", gain="damage")[0] == "gain"
    near = table().declare("a", "b", "rifle", fire="short_burst", gain="damage", range="point_blank").do("shoot", "a")
    assert "Short burst +5" in harmed(near)


@pytest.mark.rules("POL-RANGED-10")
@pytest.mark.parametrize("rounds", [5, 10, 15, 20])
def test_a_long_burst_is_better_in_both_for_every_five_rounds(rounds):
    by = 2 * rounds // 5
    assert chances(fired(fire="long_burst", rounds=rounds)) == 10 + by
    found = fired(fire="long_burst", rounds=rounds)
    assert f"Long burst +{by}" in harmed(found)
    assert find(found.scene.sheet("a"), "rifle").ammo == 30 - rounds


@pytest.mark.rules("POL-RANGED-10")
def test_a_long_burst_from_afar_does_no_more_damage():
    found = table().declare("a", "b", "rifle", fire="long_burst", range="medium").do("shoot", "a", modifier=10)
    assert "Long burst" not in harmed(found)


@pytest.mark.rules("POL-RANGED-10/five")
@pytest.mark.parametrize("rounds", [3, 4, 7, 25])
def test_a_long_burst_counts_its_rounds_by_five(rounds):
    assert refusal(table(), fire="long_burst", rounds=rounds) == ("rounds", "Long burst: 5 to 20 rounds, by 5.")


@pytest.mark.parametrize(
    ("said", "needed"),
    [
        ({"fire": "long_burst"}, "Long burst: 5 rounds are needed, 3 are left."),
        ({"fire": "sweep"}, "Sweeping burst: 10 rounds are needed, 3 are left."),
        ({"fire": "repeated", "rounds": 4}, "Repeated shots: 4 rounds are needed, 3 are left."),
    ],
)
def test_a_burst_with_three_rounds_left_is_refused_and_changes_nothing(said, needed):
    found = table(weapons__rifle__ammo=3)
    before = found.scene
    assert refusal(found, **said) == ("fire", needed)
    assert found.scene == before
    assert found.declare("a", "b", "rifle", fire="short_burst")


def test_rounds_spent_since_the_declaration_are_missed_when_it_is_fired():
    found = table().declare("a", "b", "rifle", fire="long_burst")
    found.scene = found.scene.with_changes((found.scene.write("a", "weapons.rifle.ammo", 4),))
    assert str(found.offer("shoot", "a").refused) == "Long burst: 5 rounds are needed, 4 are left."


def test_a_manner_of_fire_is_told_with_the_declaration():
    found = table().declare("a", "b", "rifle", fire="long_burst", rounds=10)
    assert "long burst, 10 rounds" in str(open_declaration(found.scene, "a"))


def test_the_table_may_play_with_single_shots_alone():
    off = {"fire_manners": False, "instinctive_shots": False}
    found = table(off)
    keys = [field.key for field in found.offer("declare_shoot", "a").fields]
    assert not {"fire", "rounds", "gain", "points", "second"} & set(keys)
    assert chances(found.declare("a", "b", "rifle").do("shoot", "a")) == 10


@pytest.mark.rules("POL-RANGED-14")
def test_an_instinctive_shot_is_a_rushed_one():
    found = table().declare("a", "b", "rifle", fire="instinctive")
    assert found.initiative("a") == 23
    assert chances(found.do("shoot", "a")) == 5


@pytest.mark.rules("POL-RANGED-14")
def test_an_instinctive_shot_cannot_be_delayed_and_needs_its_house_setting():
    assert refusal(table(), fire="instinctive", delayed=True)[0] == "delayed"
    off = table({"instinctive_shots": False})
    fields = {one.key: one for one in off.offer("declare_shoot", "a").fields}
    assert "instinctive" not in [choice.key for choice in fields["fire"].choices]


# Two pistols.


def pair(second=None, **more):
    other = {**PISTOL, "name": "Other", "damage": "1d6", **(second or {})}
    return table(weapons__other=other, **more)


@pytest.mark.rules("POL-RANGED-13")
def test_two_pistols_at_one_target_give_three():
    found = pair().declare("a", "b", "pistol", second="other").do("shoot", "a")
    weapons = found.scene.sheet("a")["weapons"]
    assert (weapons["pistol"]["ammo"], weapons["other"]["ammo"]) == (7, 7)
    assert chances(found) == 13


@pytest.mark.rules("POL-RANGED-13/half")
def test_two_pistols_at_two_targets_meet_the_second_at_half_chances():
    found = pair().declare("a", "b", "pistol", second="other", second_target="c").do("shoot", "a")
    found.answers(attack_die=9, location=9, damage=[5, 5])
    assert found.asked() == [("a", "second-attack-die")]
    found.answers(second_attack_die=5, second_location=9, second_damage=6)
    totals = [row["check"] for event in found.events for row in event.payload.get("outcomes", ())]
    assert len(totals) == 2
    assert found.outcome("a").check.target.total == 5
    assert found.wounds("b") and found.wounds("c")


@pytest.mark.rules("POL-RANGED-13")
def test_two_long_bursts_at_one_target_give_five():
    light = {**RIFLE, "skill": "handguns", "hands": 1}
    found = table(weapons__one=light, weapons__other={**light, "name": "Other"})
    found.declare("a", "b", "one", fire="long_burst", second="other").do("shoot", "a")
    assert chances(found) == 10 + 2 + 5


@pytest.mark.rules("POL-RANGED-13")
@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({"fire": "aimed", "points": 1}, "fire"),
        ({"second": "pistol"}, "second"),
        ({"second_target": "b"}, "second_target"),
    ],
)
def test_two_pistols_aim_at_nothing_and_are_two(said, field):
    with pytest.raises(Refused) as refused:
        pair().declare("a", "b", "pistol", **{"second": "other", **said})
    assert refused.value.field == field


@pytest.mark.rules("POL-RANGED-13/two-hands")
def test_a_weapon_of_two_hands_leaves_none_for_a_second_one():
    assert [one.key for one in pair().offer("declare_shoot", "a").fields if one.key == "second"]
    found = pair({"hands": 2}, weapons__third=PISTOL)
    with pytest.raises(Refused):
        found.declare("a", "b", "rifle", second="pistol")


def test_a_weapon_is_reloaded_as_an_action():
    found = table(weapons__rifle__ammo=2)
    assert str(found.choice("declare_reload", "a", "weapon", "rifle").hint) == "2 rounds of 30"
    found.do("declare_reload", "a", weapon="rifle")
    assert str(open_declaration(found.scene, "a")) == "reloads: Rifle"
    found.do("reload", "a")
    assert found.scene.sheet("a")["weapons"]["rifle"]["ammo"] == 30
    assert found.told("a") == ["30 rounds left"]
    assert found.undone() == found.first
    assert table().offer("declare_reload", "a") is None
