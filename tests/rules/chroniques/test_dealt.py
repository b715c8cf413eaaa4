"""Damage and care by the game master, beside every attack: what a fall, a fire or a healer does."""

import pytest

from rules.core.errors import Refused
from rules.core.script import Effect
from rules.games.chroniques import GAME as CHRONIQUES
from tests.rules.chroniques.play import SCOUT, Table

LAST = 200


def table(**more):
    """Ada has 20 hit points, a damage reduction of 3 and a threshold of 12; it is her turn."""
    armour = {"rd": 3, "def_bonus": 0, "penalty": 0}
    mine = {**SCOUT, "hp": {"max": 20, "current": 20}, "armour": armour, "typed": {"init": 30, "wound_threshold": 12}}
    return Table(("ada", "pc", {**mine, **more}), ("orc", "foe", SCOUT))


def state(found):
    return tuple(found.at("ada", path) for path in ("hp.current", "severe_wound", "stable", "dead"))


@pytest.mark.rules("CHO-DMG-03", "CHO-DMG-04", "CHO-DMG-05")
@pytest.mark.parametrize(
    ("amount", "reduced", "left", "severe", "told"),
    [
        (5, False, 15, False, "loses 5 hp"),
        (5, True, 18, False, "loses 2 hp (Damage 5 Damage reduction −3)"),
        (2, True, 20, False, "is hit without harm (Damage 2 Damage reduction −2)"),
        (11, False, 9, False, "loses 11 hp"),
        (12, False, 8, True, "loses 12 hp: severe wound"),
        (14, True, 9, False, "loses 11 hp (Damage 14 Damage reduction −3)"),
        (15, True, 8, True, "loses 12 hp (Damage 15 Damage reduction −3): severe wound"),
        (20, False, 0, True, "loses 20 hp: severe wound falls unconscious"),
        (LAST, False, 0, True, "loses 200 hp: severe wound falls unconscious"),
    ],
)
def test_damage_is_taken_as_one_blow(amount, reduced, left, severe, told):
    found = table().do("damage", fighter="ada", amount=amount, reduced=reduced)
    assert state(found) == (left, severe, False, False)
    assert [(who, text.replace(",", "")) for who, text in found.told()] == [("ada", told)]
    assert found.title == "ada takes damage"


@pytest.mark.rules("CHO-TIME-02/last-one-too", "CHO-DMG-05")
def test_a_fighter_who_falls_in_their_own_turn_has_none_any_more():
    found = table().do("next")
    assert found.up == ["ada"]
    found.do("damage", fighter="ada", amount=20)
    assert found.up == ["orc"]


@pytest.mark.rules("CHO-DMG-05")
@pytest.mark.parametrize(
    ("before", "amount", "after", "told"),
    [(4, 5, 9, "regains 5 hp"), (18, 5, 20, "regains 2 hp"), (0, 3, 3, "regains 3 hp and wakes up")],
)
def test_hit_points_come_back_up_to_those_of_a_sound_body(before, amount, after, told):
    found = table(hp={"max": 20, "current": before}, severe_wound=True)
    found.do("heal", fighter="ada", amount=amount)
    assert state(found) == (after, True, False, False)
    assert found.told() == [("ada", told)]
    assert found.title == "ada is healed"


@pytest.mark.rules("CHO-DMG-05")
def test_a_character_who_wakes_is_not_dying_any_more():
    found = table(hp={"max": 20, "current": 0}, stable=True).do("finish", "orc").do("new_round")
    assert found.do("heal", fighter="ada", amount=1).at("ada", "stable") is False
    found.do("damage", fighter="ada", amount=1).do("finish", "orc").do("new_round")
    assert found.at("ada", "down") == 1
    found.do("heal", fighter="ada", amount=1)
    assert found.at("ada", "down") == 0


@pytest.mark.rules("CHO-DMG-05")
def test_nobody_hurts_or_heals_the_dead_nor_heals_the_sound():
    found = table(hp={"max": 20, "current": 0}, dead=True)
    offered = {one.kind: [row.key for row in one.fields[0].choices] for one in found.offers("gm") if one.fields}
    assert (offered["damage"], offered["heal"]) == (["orc"], [])
    assert found.why_not("gm", "heal") == "No valid target."
    assert found.do("damage", fighter="orc", amount=1).why_not("gm", "heal") is None


def test_nothing_is_dealt_while_an_action_is_open():
    found = table().do("attack", "ada", target="orc", weapon="laser", how="usual")
    assert found.refused(Refused, "damage", fighter="orc", amount=1) == "An action is still open."


@pytest.mark.rules("CHO-DMG-05")
@pytest.mark.parametrize("more", [{"hp": {"max": 20, "current": 0}, "dead": True}, {}])
def test_healing_the_dead_or_the_sound_changes_nothing(more):
    assert CHRONIQUES.land(table(**more).scene, Effect("heal", "ada", 3)) == ()
