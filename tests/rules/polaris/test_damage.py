"""Damage: where a blow lands, what gets through, and the wound it makes."""

import pytest

from rules.engine.exchanges import run
from rules.games.polaris.harm import damage
from rules.games.polaris.harm.damage import Blow
from rules.games.polaris.shooting.weapons import find
from tests.rules.polaris.play import MERCENARY
from tests.rules.polaris.table import POLARIS, Table, fight, sheet

VEST = {"name": "Vest", "body": True, "value": 10, "equipped": True}
COAT = {"name": "Coat", "body": True, "left_arm": True, "value": 3, "equipped": True}


def struck(table, **args):
    """Somebody of reaction 14 hits, with what the game master says of it."""
    return table.declare("b").declare("a", "b").do("attack", "a", result="hit", **args)


def hit(*, settings=None, **target):
    return struck(Table(settings, a=sheet(reaction=14), b=sheet(**target)).start())


@pytest.mark.rules("POL-DMG-01", "POL-WOUND-07")
def test_a_hit_goes_from_place_to_damage_to_wound_to_shock():
    table = hit(reaction=10)
    asked = []
    for key, face in (("attack-die", 1), ("defence-die", 19), ("location", 7), ("damage", 10)):
        asked += [key] if (key in {found for _who, found in table.asked()}) else []
        table.answer(key, face)
    assert asked == ["attack-die", "defence-die", "location", "damage"]
    assert table.wounds("b") == {"body": {"moderate": 1}}
    assert table.up == ["b"], "the exchange is over"


@pytest.mark.rules("POL-DMG-02")
def test_the_modifier_of_the_success_joins_the_damage():
    table = hit(reaction=10).answers(attack_die=9, defence_die=20, defence_reroll=1, location=7, damage=7)
    assert table.outcome("a").modifier == 3
    assert table.told("b")[-1] == "moderate wound, body (damage 10: Dice 7, Success +3)"


@pytest.mark.rules("POL-DMG-03/melee")
@pytest.mark.parametrize(("weapon", "total"), [("dagger", 4 + 2 + 3 + 2 - 2), ("rifle", 4 + 3 - 2)])
def test_strength_counts_in_melee_and_resistance_always(weapon, total):
    table = Table(a=MERCENARY, b=MERCENARY)
    blow = Blow("a", "b", find(MERCENARY, weapon), 3)
    assert damage.damage(table.scene, blow, 4, "left_arm").total == total


@pytest.mark.rules("POL-DMG-03/not-below")
def test_damage_is_never_below_zero_and_says_why():
    table = hit(protections__vest=VEST).answers(attack_die=1, defence_die=19, location=7, damage=3)
    assert table.told("b")[-1] == "no wound, body (damage 0: Dice 3, Vest −10, Not below 0 +7)"
    assert table.wounds("b") == {}


@pytest.mark.rules("POL-DMG-04/threshold")
@pytest.mark.parametrize(
    ("total", "severity"),
    [
        (0, ""), (4, ""), (5, "light"), (9, "light"), (10, "moderate"), (14, "moderate"), (15, "serious"),
        (19, "serious"), (20, "critical"), (24, "critical"), (25, "mortal"), (29, "mortal"), (30, "fatal"),
        (99, "fatal"),
    ],
)  # fmt: skip
def test_each_threshold_brings_its_severity(total, severity):
    assert damage.severity_of(total, {}) == severity
    later = damage.severity_of(total + 1, {"damage_threshold_mode": "exceed"})
    assert later == severity


@pytest.mark.rules("POL-DMG-05")
@pytest.mark.parametrize(
    ("place", "ranged", "melee"),
    [
        ("head", (1, 2), (1, 4)),
        ("body", (3, 8), (5, 10)),
        ("right_arm", (9, 11), (11, 13)),
        ("left_arm", (12, 14), (14, 16)),
        ("right_leg", (15, 17), (17, 18)),
        ("left_leg", (18, 20), (19, 20)),
    ],
)
def test_the_location_die_finds_its_place(place, ranged, melee):
    for (first, last), close in ((ranged, False), (melee, True)):
        found = [die for die in range(1, 21) if damage.place_of(die, close) == place]
        assert (found[0], found[-1], len(found)) == (first, last, last - first + 1)


@pytest.mark.rules("POL-DMG-05")
def test_the_location_is_one_die_of_twenty_sides():
    table = hit(reaction=10).answers(attack_die=1, defence_die=19)
    (exchange,) = table.scene.exchanges.values()
    (request,) = run(POLARIS, table.scene, exchange).requests
    assert (request.key, str(request.dice)) == ("location", "1d20")


@pytest.mark.rules("POL-DMG-07")
@pytest.mark.parametrize(
    ("row", "cause", "value"),
    [
        ({}, "blade", 0),
        ({"value": 3}, "blade", 3),
        ({"value": 3, "against": "blade", "against_value": 7}, "blade", 7),
        ({"value": 3, "against": "blade", "against_value": 7}, "blow", 3),
        ({"value": 3, "against": "blade"}, "blade", 0),
        ({"value": 3, "against": "", "against_value": 7}, "", 3),
    ],
)
def test_a_protection_may_be_worth_more_or_less_against_one_cause(row, cause, value):
    assert damage.protection(row, cause) == value


@pytest.mark.rules("POL-DMG-05/tables")
def test_without_a_melee_table_the_ranged_one_is_used_unless_the_place_is_obvious():
    table = hit(settings={"melee_location_table": False}, reaction=10)
    table.answers(attack_die=1, defence_die=19, location=4, damage=10)
    assert table.wounds("b") == {"body": {"moderate": 1}}
    obvious = struck(fight(a=14, b=10), place="left_leg").answers(attack_die=1, defence_die=19, damage=10)
    assert obvious.wounds("b") == {"left_leg": {"moderate": 1}}


@pytest.mark.rules("POL-DMG-07/best")
def test_the_best_protection_of_the_place_counts_alone():
    worn = sheet(protections__vest=VEST, protections__coat=COAT)
    body = damage.armour(worn, "body", {})
    assert [(term.value, term.ignored is None) for term in body] == [(-10, True), (-3, False)]
    assert [term.value for term in damage.armour(worn, "left_arm", {})] == [-3]
    assert damage.armour(worn, "head", {}) == ()
    both = damage.armour(worn, "body", {"armor_stacking": True})
    assert [term.ignored for term in both] == [None, None]


@pytest.mark.rules("POL-DMG-07/worn")
def test_armour_that_is_not_worn_does_not_protect():
    assert damage.armour(sheet(protections__vest={**VEST, "equipped": False}), "body", {}) == ()


@pytest.mark.rules("POL-DMG-08")
def test_bare_hands_are_a_weapon_everybody_has():
    table = Table(a=sheet(reaction=14), b=sheet()).start().declare("b")
    table.do("declare_melee", "a", target="b", weapon="bare_hands").do("attack", "a", result="hit", place="body")
    table.answers(attack_die=1, defence_die=19)
    (prompt,) = [one for one in table.asked() if one[1] == "damage"]
    assert prompt[0] == "a"
    table.answer("damage", 6)
    assert table.wounds("b") == {"body": {"light": 1}}


@pytest.mark.rules("POL-WOUND-03", "POL-WOUND-04")
def test_a_full_row_goes_up_when_the_blow_lands_and_the_journal_says_so():
    table = hit(reaction=10, wounds__body__light=4).answers(attack_die=1, defence_die=19, location=7, damage=5)
    assert table.wounds("b") == {"body": {"moderate": 1}}
    assert table.told("b")[-1].endswith("Body: light: 4 boxes erased, moderate: 1 box ticked")
    assert table.undone() == table.first


@pytest.mark.rules("POL-WOUND-11", "POL-WOUND-15")
@pytest.mark.parametrize(("cause", "usual"), [("blade", "yes"), ("blow", "no")])
@pytest.mark.parametrize("said", ["yes", "no"])
def test_the_game_master_says_whether_a_critical_wound_bleeds(cause, usual, said):
    strong = sheet(reaction=14, weapons__dagger__damage="2d10", weapons__dagger__cause=cause)
    table = struck(Table(a=strong, b=sheet()).start(), place="left_arm")
    table.answers(attack_die=1, defence_die=19, damage=[10, 10])
    assert table.asked() == [("gm", "bleeding")]
    (exchange,) = table.scene.exchanges
    assert _options(table, exchange)[0] == usual, "what the cause lets one expect comes first"
    table.answers(bleeding=said, shock=1)
    (detail,) = table.scene.sheet("b")["wound_details"].values()
    assert (detail["severity"], detail["bleeding"]) == ("critical", said == "yes")


@pytest.mark.rules("POL-WOUND-05", "POL-WOUND-13")
def test_a_fatal_wound_of_the_body_kills_and_one_of_a_limb_destroys_it():
    heavy = sheet(reaction=14, weapons__dagger__damage="3d10")
    table = struck(Table(a=heavy, b=sheet()).start(), place="body").answers(attack_die=1, defence_die=19)
    table.answer("damage", 10, 10, 10)
    assert table.told("b")[-1].endswith("Body: death")
    assert table.up == ["gm"], "the dead do not act"
    limb = struck(Table(a=heavy, b=sheet()).start(), place="left_arm").answers(attack_die=1, defence_die=19)
    limb.answer("damage", 10, 10, 10).answers(shock=1, duration=[1, 1])
    assert limb.wounds("b") == {"left_arm": {"fatal": 1}}
    assert limb.up == ["b"]


def test_a_weapon_that_left_the_sheet_ends_the_attack_without_effect():
    table = struck(fight(a=14, b=10))
    change = table.scene.write("a", "weapons.dagger", None)
    table.scene = table.scene.with_changes((change,))
    assert table.asked() == [("gm", "confirm")]
    table.do("confirm", exchange=next(iter(table.scene.exchanges)))
    assert table.up == ["b"]


def _options(table, exchange):
    (request,) = run(POLARIS, table.scene, table.scene.exchanges[exchange]).requests
    return [option.key for option in request.options]
