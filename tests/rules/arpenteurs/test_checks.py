"""The test: two dice under a score, degrees, doubles, pairs; and its odds against a slow enumeration."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import settings as how
from hypothesis import strategies as st

from rules.core.check import Breakdown, Check, Level, Modifier
from rules.core.json_codec import from_json
from rules.core.scene import Action, Scene, apply
from rules.core.script import replay
from rules.core.text import _
from rules.engine.decide import check_odds, decide
from rules.engine.exchanges import waiting_on
from rules.engine.offers import offers
from rules.games.arpenteurs import checks
from rules.games.arpenteurs import sheet as sheets
from tests.rules.arpenteurs.play import ARPENTEURS, SCOUT, VETERAN, Table, fight, throw

CRITICAL, SUCCESS, FAILURE, FUMBLE = Level.CRITICAL, Level.SUCCESS, Level.FAILURE, Level.FUMBLE


def against(score):
    return Check("", "x", _("Anything"), Breakdown(Modifier(_("Score"), score)))


def result(score, *faces, settings=None):
    found = throw(lambda: ARPENTEURS.resolve(against(score), settings or {}), faces)
    return found.level, found.margin


@pytest.mark.rules("ARP-TEST-01/under", "ARP-TEST-02")
@pytest.mark.parametrize(
    ("faces", "expected"),
    [((3, 4), (SUCCESS, 2)), ((4, 4), (SUCCESS, 1)), ((4, 5), (FAILURE, 0)), ((1, 2), (SUCCESS, 6))],
)
def test_two_dice_at_or_under_the_score_succeed_with_their_margin_and_one_more(faces, expected):
    assert result(8, *faces) == expected


@pytest.mark.rules("ARP-TEST-02/margin")
def test_degrees_may_be_the_bare_margin():
    bare = {"test": {"degrees": "margin"}}
    assert result(8, 3, 4, settings=bare) == (SUCCESS, 1)
    assert result(8, 4, 4, settings=bare) == (SUCCESS, 0)
    assert result(0, 1, 1, settings=bare) == (CRITICAL, 0)


@pytest.mark.rules("ARP-TEST-03/whatever")
def test_a_double_one_is_critical_and_succeeds_whatever_the_score():
    assert result(8, 1, 1) == (CRITICAL, 7)
    assert result(0, 1, 1) == (CRITICAL, 1)
    assert result(0, 1, 1, settings={"test": {"double_one_always_succeeds": False}}) == (FAILURE, 0)


@pytest.mark.rules("ARP-TEST-04/whatever")
def test_a_double_six_fails_critically_whatever_the_score():
    assert result(15, 6, 6) == (FUMBLE, 0)
    assert result(15, 6, 6, settings={"test": {"double_six_always_fails": False}}) == (SUCCESS, 4)


@pytest.mark.rules("ARP-TEST-01")
def test_the_score_is_a_pair_and_a_skill_or_the_better_of_the_pair():
    usual = checks.find(VETERAN, {}, "armes_blanches")
    best = checks.find(VETERAN, {"test": {"formula": "best_skill"}}, "armes_blanches")
    assert (usual.target.total, best.target.total) == (3 + 5 + 3, 5 + 3)
    assert checks.find(VETERAN, {}, "force").target.total == 10


@pytest.mark.rules("ARP-TEST-05")
def test_the_game_master_asks_for_a_pair():
    asked = checks.requested_check(
        SCOUT, {}, {"check": "armes_de_poing", "first": "volonte", "second": "intellect"}, "ada"
    )
    assert asked.target.total == 3 + 3 + 3
    assert (
        checks.requested_check(SCOUT, {}, {"check": "armes_de_poing", "modifier": -2}, "ada").target.total
        == 4 + 4 + 3 - 2
    )
    assert checks.requested_check(SCOUT, {}, {"check": "nothing"}, "ada") is None


@pytest.mark.rules("ARP-TEST-05")
def test_a_weapon_is_tested_with_its_skill_and_its_pair():
    mine = {**SCOUT, "weapons": {"w": {**SCOUT["weapons"]["knife"], "first": "perception"}}}
    here = Table(("ada", "pc", mine), ("orc", "foe", {}))
    here.attack("ada", "orc", "w", ("reaction", "nothing"), ("attack-dice", 6, 6))
    assert here.outcomes[0].check.target.total == 4 + 2 + 2
    here = Table(("ada", "pc", SCOUT), ("orc", "foe", {}))
    here.attack(
        "ada", "orc", "knife", ("reaction", "nothing"), ("attack-dice", 6, 6), first="intellect", second="volonte"
    )
    assert here.outcomes[0].check.target.total == 3 + 3 + 2


@pytest.mark.rules("ARP-TEST-05/asked")
@pytest.mark.parametrize(
    ("own", "said", "pair"),
    [
        ({}, {}, "Dexterity and strength"),
        ({"first": "intellect"}, {}, "Intellect and strength"),
        ({"second": "intellect"}, {}, "Dexterity and intellect"),
        ({"first": "intellect", "second": "volonte"}, {"first": "force"}, "Strength and will"),
        ({"first": "intellect", "second": "volonte"}, {"second": "force"}, "Intellect and strength"),
    ],
)
def test_the_pair_of_an_attack_is_the_chosen_the_weapons_or_the_skills(own, said, pair):
    mine = {"weapons": {"w": {"name": "W", **own}}}
    scene, weapon = fight(("ada", "pc", mine)), sheets.weapon(mine, "w")
    assert str(checks.weapon_check(scene, "ada", weapon, said).target.base.label) == pair


def test_the_dice_are_thrown_by_the_actor_or_else_by_the_game_master():
    for actor, thrower in (("ada", "ada"), ("", "gm")):
        check = replace(against(8), actor=actor)
        assert replay(lambda check=check: ARPENTEURS.resolve(check, {}), {}).requests[0].by == thrower


def test_the_dice_are_named_after_the_test_unless_they_have_a_name():
    for label, said in ((None, "Anything"), (_("Strike"), "Strike")):
        (asked,) = replay(lambda label=label: checks.resolve(against(8), {}, "attack", label), {}).requests
        assert (asked.key, str(asked.label)) == ("attack-dice", said)


def slow(score, plus_one, ones, sixes):
    tally = {}
    for a in range(1, 7):
        for b in range(1, 7):
            if (a, b) == (6, 6) and sixes:
                found = (FUMBLE, 0)
            elif (a, b) == (1, 1) and (ones or score >= 2):
                found = (CRITICAL, max(1, score - 1) if plus_one else max(0, score - 2))
            elif a + b <= score:
                found = (SUCCESS, score - a - b + (1 if plus_one else 0))
            else:
                found = (FAILURE, 0)
            tally[found] = tally.get(found, 0) + 1
    return {key: Fraction(ways, 36) for key, ways in tally.items()}


@how(deadline=None)
@given(st.integers(-3, 20), st.booleans(), st.booleans(), st.booleans())
def test_the_odds_are_those_of_a_slow_enumeration(score, plus_one, ones, sixes):
    house = {
        "degrees": "margin_plus_one" if plus_one else "margin",
        "double_one_always_succeeds": ones,
        "double_six_always_fails": sixes,
    }
    odds = check_odds(ARPENTEURS, against(score), {"test": house}).map(lambda one: (one.level, one.margin))
    expected = slow(score, plus_one, ones, sixes)
    assert {key: odds.chance(lambda found, key=key: found == key) for key in expected} == expected
    assert set(odds.weights) == set(expected)


def test_a_test_is_rolled_outside_a_fight():
    scene = Scene("t", "test", {}, {"fighters": {"ada": {"character": "c"}}}, {"c": SCOUT})
    (offer,) = offers(ARPENTEURS, scene, "ada")
    assert [field.key for field in offer.fields] == ["check", "first", "second", "modifier", "secret"]
    action = Action("test", "ada", {"check": "discretion", "modifier": 1}, by="seat", gm=True, id="x1")
    (event,) = decide(ARPENTEURS, scene, action)
    scene = apply(scene, event)
    (prompt,) = waiting_on(ARPENTEURS, scene)
    given = {"exchange": "x1", "key": prompt.request.key, "values": [2, 3]}
    events = decide(ARPENTEURS, scene, Action("answer", "ada", given, by="seat", gm=True))
    (outcome,) = from_json(events[-1].payload["outcomes"])
    assert (outcome.check.target.total, outcome.margin) == (4 + 3 + 3 + 1, 7)


def test_in_a_fight_only_the_game_master_names_the_pair():
    here = Table(("ada", "pc", SCOUT), ("orc", "foe", {}))
    assert {"first", "second"} <= here.offer("ada", "attack").gm_only
    assert not any(field.gm_only for field in checks.pair_fields())


def test_degrees_are_shown_to_those_who_may_know_the_score():
    found = throw(lambda: ARPENTEURS.resolve(against(8), {}), (3, 4))
    assert "degree" in str(found.label.params[1][1])
    assert str(found.public) == "Success"


@pytest.mark.rules("ARP-TEST-01/best", "ARP-TEST-05")
def test_a_house_setting_counts_only_the_better_of_a_pair():
    strong = {**VETERAN, "characteristics": {"adresse": 2, "force": 5}, "skills": {}}
    for pair, best in ((("adresse", "force"), "Strength"), (("force", "adresse"), "Strength")):
        said = {"check": "adresse", "first": pair[0], "second": pair[1]}
        for house, total, label in (({"test": {"formula": "best_skill"}}, 5, best), ({}, 7, None)):
            base = checks.requested_check(strong, house, said, "ada").target.base
            assert base.value == total
            assert label is None or str(base.label) == label


@pytest.mark.rules("ARP-TEST-01")
def test_a_characteristic_alone_counts_twice_without_a_skill():
    found = checks.characteristic({"characteristics": {"force": 4}}, {}, "force")
    assert (found.target.total, len(found.target.lines)) == (8, 1)


@pytest.mark.rules("ARP-TEST-01")
def test_a_pair_is_named_in_its_order():
    said = {"check": "adresse", "first": "adresse", "second": "force"}
    base = checks.requested_check(VETERAN, {}, said, "ada").target.base
    assert [str(text) for text in dict(base.label.params).values()] == ["Dexterity", "Strength"]


@pytest.mark.rules("ARP-TEST-05")
@pytest.mark.parametrize(
    ("pair", "total"),
    [(("", ""), 1 + 2 + 6), (("volonte", ""), 5 + 2 + 6), (("", "volonte"), 1 + 5 + 6), (("force", "volonte"), 13)],
)
def test_either_characteristic_of_a_pair_may_be_asked_for_alone(pair, total):
    sheet = {"characteristics": {"adresse": 1, "force": 2, "volonte": 5}, "skills": {"armes_blanches": {"level": 6}}}
    assert checks.find(sheet, {}, "armes_blanches", pair).target.total == total
    assert checks.find(sheet, {}, "volonte").target.total == 10


@pytest.mark.rules("ARP-ATK-01", "ARP-TEST-05")
@pytest.mark.parametrize(
    ("category", "skill"),
    [
        ("melee", "armes_blanches"),
        ("unarmed", "arts_martiaux"),
        ("firearm", "armes_de_poing"),
        ("bow", "fusils"),
        ("thrown", "athletisme"),
    ],
)
def test_a_weapon_without_a_skill_uses_that_of_its_category(category, skill):
    found = sheets.weapon({"weapons": {"one": {"name": "One", "category": category}}}, "one")
    assert (found.skill, found.damage, found.range_m) == (skill, 1, 0)
