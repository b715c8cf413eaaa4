"""Damage by the game master, beside every attack: what a fall or a fire does; care is among the dying."""

import pytest

from rules.core.errors import Refused
from rules.core.json_codec import from_json
from rules.games.medieval import sheet as sheets
from tests.rules.medieval.play import Table, sheet


def table(current=20, **more):
    """Ada has 20 hit points and a damage reduction of 3, and dies below −18."""
    data = sheet(hp={"max": 20, "current": current}, armour={"rd": 3}, niveau=3, traits={"robustesse": 1}, **more)
    return Table(("ada", "pc", data), ("orc", "npc", sheet()))


def told(found):
    rows = [row for one in found.events for row in one.payload.get("effects", ())]
    return [str(from_json(row["text"])).replace(",", "") for row in rows if row["kind"] == "damage"]


@pytest.mark.rules("MED-DMG-03", "MED-DMG-05", "MED-DEATH-01", "MED-DEATH-02")
@pytest.mark.parametrize(
    ("amount", "reduced", "left", "said"),
    [
        (5, False, 15, "loses 5 hp"),
        (5, True, 18, "loses 2 hp (Damage 5 RD −3)"),
        (2, True, 20, "is hit without harm (Damage 2 RD −3 Nothing at least +1)"),
        (19, False, 1, "loses 19 hp"),
    ],
)
def test_damage_is_taken_less_the_armour_that_counts(amount, reduced, left, said):
    found = table().do("damage", fighter="ada", amount=amount, reduced=reduced)
    assert (found.at("ada", "hp.current"), told(found)) == (left, [said])


@pytest.mark.rules("MED-DEATH-01", "MED-DEATH-02", "MED-TURN-01")
@pytest.mark.parametrize(("amount", "state"), [(19, "active"), (20, "dying"), (38, "dying"), (39, "dead")])
def test_enough_of_it_ends_in_a_coma_or_in_death(amount, state):
    found = table().do("damage", fighter="ada", amount=amount)
    assert sheets.vital(found.scene.sheet("ada")) == state
    assert ("ada" in found.up) == (state == "active")


@pytest.mark.rules("MED-DEATH-05")
def test_a_new_wound_ends_the_stabilisation():
    found = table(-3, dying={"successes": 3, "failures": 1}).do("damage", fighter="ada", amount=1)
    assert [found.at("ada", path) for path in ("hp.current", "dying.successes", "dying.failures")] == [-4, 0, 0]


@pytest.mark.rules("MED-DEATH-02")
def test_nobody_hurts_the_dead():
    found = table(-40)
    (fighter, *_rest) = found.offer("gm", "damage").fields
    assert [one.key for one in fighter.choices] == ["orc"]


def test_nothing_is_dealt_while_an_action_is_open():
    found = table().do("attack", "ada", target="orc", weapon="sword")
    assert found.refused(Refused, "damage", fighter="orc", amount=1) == "An action is still open."
