"""Fire that is no single shot: sweeping bursts, suppressive fire, blind fire, stray bullets."""

import pytest

from rules.core.errors import Refused
from rules.core.json_codec import from_json
from rules.core.text import SOMEBODY
from rules.views.board import view
from rules.views.journal import Result, tell
from rules.views.viewers import Viewer
from tests.rules.polaris.play import POLARIS
from tests.rules.polaris.table import Table, fight, sheet
from tests.rules.polaris.test_fire import chances, gunner, table


def lucky(level, **more):
    return sheet(luck__current=level, **more)


def zone(settings=None, **people):
    found = Table(settings, a=gunner(), **(people or {"b": lucky(10), "c": lucky(10)})).start()
    for one in found.scene.fighters:
        if one != "a":
            found.declare(one)
    return found


def suppressed(found=None, **said):
    return (found or zone()).declare("a", "b", "rifle", fire="suppress", **said).do("shoot", "a")


def luck_of(found, who):
    """The chances of the test of luck that is asked now."""
    rolls = (need.request for need in view(POLARIS, found.scene, Viewer("gm")).needs if need.request)
    return next(roll.check.target.total for roll in rolls if roll.key == f"{who}-luck-die")


@pytest.mark.rules("POL-RANGED-11")
def test_a_sweeping_burst_takes_one_target_for_every_five_rounds():
    found = table().declare("a", "b", "rifle", fire="sweep", rounds=15).do("shoot", "a")
    assert found.scene.sheet("a")["weapons"]["rifle"]["ammo"] == 15
    assert found.asked() == [("a", "swept")]
    found.answer("swept", "c", "d").answers(attack_die=9, location=9, damage=[5, 5])
    found.answers(target2_attack_die=11).answers(target3_attack_die=2, target3_location=3, target3_damage=[5, 6])
    assert (found.wounds("b"), found.wounds("c"), found.wounds("d")) == (
        {"right_arm": {"moderate": 1}},
        {},
        {"body": {"moderate": 1}},
    )


@pytest.mark.rules("POL-RANGED-11")
@pytest.mark.parametrize(("band", "total"), [("point_blank", 10), ("short", 10), ("medium", 5)])
def test_the_ranges_of_a_sweeping_burst(band, total):
    found = table().declare("a", "b", "rifle", fire="sweep", range=band).do("shoot", "a").answer("swept")
    assert chances(found) == total


@pytest.mark.rules("POL-RANGED-11")
def test_a_sweeping_burst_reaches_no_farther_than_medium_range():
    with pytest.raises(Refused, match="to medium range"):
        table().declare("a", "b", "rifle", fire="sweep", range="long")


@pytest.mark.rules("POL-RANGED-11/apart")
def test_targets_too_far_apart_are_refused_with_their_distance():
    found = table().do("measure", fighter="b", other="c", metres=4).do("measure", fighter="b", other="d", metres=3)
    found.declare("a", "b", "rifle", fire="sweep").do("shoot", "a")
    with pytest.raises(AssertionError):
        found.answer("nothing")
    (card,) = [card for card in view(POLARIS, found.scene, Viewer("gm")).needs if card.request]
    refused = {option.key: option.refused and str(option.refused) for option in card.request.options}
    assert refused == {"c": "4 m away: too far for this burst.", "d": None}


@pytest.mark.rules("POL-RANGED-11")
def test_a_sweeping_burst_is_not_aimed_at_a_place():
    with pytest.raises(Refused) as refused:
        table().declare("a", "b", "rifle", fire="sweep", aim="head")
    assert refused.value.field == "aim"


@pytest.mark.rules("POL-RANGED-12")
@pytest.mark.parametrize(
    ("die", "total"), [(2, 10), (9, 7), (10, 6), (11, 10), (17, 13)], ids=["barely", "good", "critical", "miss", "bad"]
)
def test_the_shooters_margin_modifies_the_luck_of_everybody_in_the_zone(die, total):
    found = suppressed().answer("attack-die", die).answer("zone", "b", "c")
    assert luck_of(found, "b") == total


@pytest.mark.rules("POL-RANGED-12/one")
def test_a_failure_is_hit_by_one_bullet_which_the_margin_does_not_make_worse():
    found = suppressed().answer("attack-die", 9).answer("zone", "b", "c").answer("b-luck-die", 7)
    found.answer("c-luck-die", 8).answers(c_location=9, c_damage=[5, 4])
    assert (found.wounds("b"), found.wounds("c")) == ({}, {"right_arm": {"light": 1}})
    assert found.told("c")[-1].endswith("(damage 9: Dice 9)")
    assert found.undone() == found.first


@pytest.mark.rules("POL-RANGED-12")
@pytest.mark.parametrize(
    ("rounds", "gain", "total", "metres"), [(5, "hit", 10, 3), (15, "hit", 14, 3), (15, "zone", 10, 9)]
)
def test_more_rounds_press_harder_or_cover_more_ground(rounds, gain, total, metres):
    found = suppressed(rounds=rounds, gain=gain)
    assert found.scene.sheet("a")["weapons"]["rifle"]["ammo"] == 30 - rounds
    found.answer("attack-die", 19)
    assert f"over {metres} m" in str(view(POLARIS, found.scene, Viewer("gm")).needs[0].label)
    found.answer("zone")
    assert found.outcome("a").check.target.total == total


@pytest.mark.rules("POL-RANGED-12")
def test_a_modifier_of_one_target_does_not_count_for_a_zone():
    found = zone().do("situation", fighter="b", cover="half", size="30_cm")
    suppressed(found).answer("attack-die", 19).answer("zone")
    assert found.outcome("a").check.target.total == 10


@pytest.mark.rules("POL-RANGED-12")
@pytest.mark.parametrize(("fire", "gain"), [("suppress", "damage"), ("short_burst", "zone")])
def test_the_gain_must_suit_the_manner_of_fire(fire, gain):
    with pytest.raises(Refused) as refused:
        zone().declare("a", "b", "rifle", fire=fire, gain=gain)
    assert refused.value.field == "gain"


BLIND = {"blind_fire": True}


def blindly(settings=None, **said):
    found = Table(
        {**BLIND, **(settings or {})}, a=gunner(skills__observation={"mastery": "Spé", "level": 15}), b=lucky(10)
    )
    found.start().do("light", light="none").declare("b")
    return found.declare("a", "b", "rifle", fire="blind", **said)


@pytest.mark.rules("POL-RANGED-15")
@pytest.mark.parametrize(("die", "total"), [(2, 10), (9, 13), (11, 10), (15, 8)])
def test_blind_fire_is_a_shot_at_fifteen_less_and_the_modifier_of_observation(die, total):
    found = blindly().do("shoot", "a", modifier=15)
    assert found.asked() == [("a", "observation-die")]
    found.answer("observation-die", die)
    assert chances(found) == total


@pytest.mark.rules("POL-RANGED-15")
def test_observation_is_five_harder():
    found = blindly().do("shoot", "a", modifier=15).answer("observation-die", 20).answer("observation-reroll", 1)
    found.answer("attack-die", 20).answer("attack-reroll", 1)
    first = [row for event in found.events for row in event.payload.get("outcomes", ())][0]
    assert [term.value for term in from_json(first).check.target.lines] == [15, -5]


@pytest.mark.rules("POL-RANGED-15/luck")
@pytest.mark.parametrize(("luck", "hit"), [(9, False), (11, True)])
def test_luck_decides_after_a_blind_shot_that_would_hit(luck, hit):
    found = blindly().do("shoot", "a", modifier=15).answers(observation_die=2, attack_die=2)
    assert found.asked() == [("b", "luck-die")]
    found.answer("luck-die", luck)
    assert (found.asked() == [("a", "location")]) == hit


@pytest.mark.rules("POL-RANGED-15")
@pytest.mark.parametrize(("luck", "hit"), [(9, True), (14, False)])
def test_the_luck_tested_may_be_the_shooters(luck, hit):
    found = blindly({"blind_fire_luck": "shooter"}).do("shoot", "a", modifier=15)
    found.answers(observation_die=2, attack_die=2, luck_die=luck)
    assert (found.asked() == [("a", "location")]) == hit


@pytest.mark.rules("POL-RANGED-15")
def test_in_total_darkness_only_blind_fire_remains_by_house_setting():
    found = Table(BLIND, a=gunner(), b=sheet()).start().do("light", light="none").declare("b")
    with pytest.raises(Refused, match="total darkness") as refused:
        found.declare("a", "b", "rifle")
    assert refused.value.field == "fire"
    off = fight(a=14, b=10).do("light", light="none").declare("b")
    assert "total darkness" in str(off.offer("declare_shoot", "a").refused)


STRAY = {"stray_bullets": True}


@pytest.mark.rules("POL-RANGED-16", "POL-RANGED-16/spared")
def test_after_a_miss_the_game_master_names_those_who_test_their_luck():
    found = Table(STRAY, a=gunner(), b=sheet(), c=lucky(10), d=lucky(10)).start()
    found.declare("b").declare("c").declare("d").declare("a", "b", "rifle").do("shoot", "a").answers(attack_die=11)
    assert found.asked() == [("gm", "stray")]
    found.answer("stray", "c", "d").answer("c-luck-die", 9).answer("d-luck-die", 11)
    found.answers(d_location=9, d_damage=[4, 2])
    assert (found.wounds("c"), found.wounds("d")) == ({}, {"right_arm": {"light": 1}})
    assert found.events[-1].payload["unharmed"] == ["c"]


@pytest.mark.rules("POL-RANGED-16/miss")
def test_a_hit_strays_nowhere_and_without_the_rule_no_miss_does():
    hit = Table(STRAY, a=gunner(), b=sheet(), c=sheet()).start().declare("b").declare("c").declare("a", "b", "rifle")
    hit.do("shoot", "a").answers(attack_die=9, location=9, damage=[1, 1])
    assert "stray" not in [key for _who, key in hit.asked()]
    miss = table().declare("a", "b", "rifle").do("shoot", "a").answers(attack_die=11)
    assert "stray" not in [key for _who, key in miss.asked()]


@pytest.mark.rules("POL-RANGED-16")
def test_a_stray_bullet_that_finds_somebody_hidden_is_told_like_one_that_finds_nobody():
    """The place and the damage, which the one who shot would throw: no line, no die, and nothing on a card."""

    def read(*hit):
        found = Table(STRAY, sides={"a": "pc"}, a=gunner(), b=sheet(), c=lucky(10), d=sheet()).start()
        found.scene = found.scene.with_changes((found.scene.change("fighters.c.hidden", True),))
        found.declare("b").declare("c").declare("d").declare("a", "b", "rifle").do("shoot", "a").answers(attack_die=11)
        viewers = Viewer("table"), Viewer("seat", frozenset({found.scene.fighters["a"].character}))
        cards = [view(POLARIS, found.scene, viewer).cards for viewer in viewers]
        found.answer("stray", *hit)
        if hit:
            found.answer("c-luck-die", 11).answers(c_location=9)
            assert [view(POLARIS, found.scene, viewer).cards for viewer in viewers] == cards
            found.answers(c_damage=[4, 2])
            assert found.wounds("c") == {"right_arm": {"light": 1}}
        told = [tell(event.audience, event.kind, event.payload, one) for event in found.events for one in viewers]
        return [line for line in told if line is not None]

    assert read("c") == read()


def test_the_table_learns_nothing_of_somebody_hidden_whom_a_bullet_may_find():
    found = zone()
    found.scene = found.scene.with_changes((found.scene.change("fighters.c.hidden", True),))
    suppressed(found).answer("attack-die", 9)
    player = Viewer("seat", frozenset({found.scene.fighters["b"].character}))
    assert not view(POLARIS, found.scene, player).needs
    found.answer("zone", "c").answer("c-luck-die", 8).answers(c_location=9, c_damage=[5, 4])
    lines = [tell(event.audience, event.kind, event.payload, player) for event in found.events]
    told = [row for line in lines if line for row in (*line.results, *line.effects)]
    assert len([row for row in told if "Luck" in repr(row)]) == 0
    assert "wound" not in repr(told) and SOMEBODY not in [
        row.who if isinstance(row, Result) else row[0] for row in told
    ]


def alone_with_somebody_hidden(settings=None, **said):
    """A rifle against b, and nobody else in sight."""
    found = Table(settings, sides={"a": "npc", "b": "pc", "c": "npc"}, a=gunner(), b=sheet(), c=sheet()).start()
    found.do("hide", fighter="c").declare("b").declare("c").declare("a", "b", "rifle", **said)
    return found.do("shoot", "a")


def test_a_miss_waits_for_nobody_where_only_somebody_hidden_might_be_hit():
    assert not alone_with_somebody_hidden(STRAY).answers(attack_die=11).scene.exchanges


def test_nobody_hidden_is_a_further_target_of_a_burst_in_sight():
    assert alone_with_somebody_hidden(fire="sweep", rounds=15).asked() == [("a", "attack-die")]


def test_a_stray_bullet_that_finds_a_hidden_hero_waits_for_no_confirmation():
    sides = {"a": "npc", "b": "npc", "c": "pc", "d": "npc"}
    people = {"a": gunner(), "b": sheet(), "c": lucky(10), "d": sheet()}
    found = Table({**STRAY, "confirm": "pc_hurt"}, sides=sides, **people).start().do("hide", fighter="c")
    found.declare("b").declare("c").declare("d").declare("a", "b", "rifle").do("shoot", "a").answers(attack_die=11)
    found.answer("stray", "c").answer("c-luck-die", 11).answers(c_location=9).answers(c_damage=[4, 2])
    assert found.wounds("c") and not found.scene.exchanges
