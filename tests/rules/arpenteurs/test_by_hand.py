"""Damage and care by the game master, beside every attack: what a fall, a fire or a healer does."""

import pytest

from rules.core.errors import Refused
from rules.core.json_codec import from_json
from tests.rules.arpenteurs.play import SCOUT, Table

ARMOUR = {"left_leg": 1, "right_leg": 0, "torso": 3, "left_arm": 0, "right_arm": 0, "head": 0}


def table(current=10, cool=1, **more):
    """Ada has 10 ECG, armour of 3 on her torso and of 1 on her left leg, and as much Sang-Froid as said."""
    numbers = {"ecg": {"max": 10, "current": current}, "sang_froid": {"max": 3, "current": cool}}
    rows = ("ada", "pc", {**SCOUT, **numbers, "armour": ARMOUR, **more}), ("orc", "foe", SCOUT)
    return Table(*rows) if current else Table(*rows, started=False).do("start", metres=2)


def told(found):
    rows = [row for one in found.events for row in one.payload.get("effects", ())]
    return [(str(from_json(row["text"])).replace(",", ""), str(from_json(row["public"]))) for row in rows]


@pytest.mark.rules("ARP-DMG-01", "ARP-LOC-01", "ARP-ECG-01")
@pytest.mark.parametrize(
    ("amount", "location", "reduced", "left", "said", "public"),
    [
        (4, "none", False, 6, "loses 4 ECG", "is hit"),
        (4, "torso", False, 6, "loses 4 ECG in the torso", "is hit in the torso"),
        (4, "torso", True, 9, "loses 1 ECG in the torso (Damage 4 Armour −3)", "is hit in the torso"),
        (4, "left_leg", True, 7, "loses 3 ECG in the left leg (Damage 4 Armour −1)", "is hit in the left leg"),
        (2, "torso", True, 10, "loses 0 ECG in the torso (Damage 2 Armour −2)", "is hit in the torso"),
        (9, "none", False, 1, "loses 9 ECG", "is hit"),
    ],
)
def test_damage_is_taken_somewhere_or_nowhere(amount, location, reduced, left, said, public):
    found = table().do("damage", fighter="ada", amount=amount, location=location, reduced=reduced)
    assert found.at("ada", "ecg.current") == left
    assert told(found) == [(said, public)]


@pytest.mark.rules("ARP-DMG-01")
def test_armour_is_worn_somewhere():
    why = table().refused(Refused, "damage", fighter="ada", amount=3, location="none", reduced=True)
    assert why == "Armour counts at a location: say which."


@pytest.mark.rules("ARP-SF-01")
@pytest.mark.parametrize(("said", "left", "cool", "dead"), [("spend", 1, 0, False), ("die", 0, 1, True)])
def test_sang_froid_may_avert_the_death_it_brings(said, left, cool, dead):
    found = table().do("damage", fighter="ada", amount=10)
    assert found.asked == [("ada", "death")]
    found.answer("death", said)
    assert [found.at("ada", path) for path in ("ecg.current", "sang_froid.current", "dead")] == [left, cool, dead]


@pytest.mark.rules("ARP-SF-01")
def test_without_any_death_comes_at_once():
    found = table(cool=0).do("damage", fighter="ada", amount=10)
    assert (found.asked, found.at("ada", "dead"), found.up) == ([], True, ["orc"])


@pytest.mark.rules("ARP-AIM-01/wound")
def test_a_wound_spoils_the_aim():
    found = table().do("aim", "ada", target_of_aim="orc")
    assert found.do("damage", fighter="ada", amount=2, location="torso", reduced=True).marks("ada").get("aimed")
    assert not found.do("damage", fighter="ada", amount=1).marks("ada").get("aimed")


@pytest.mark.rules("ARP-ECG-01")
@pytest.mark.parametrize(("before", "amount", "after", "said"), [(4, 5, 9, 5), (8, 5, 10, 2), (0, 1, 1, 1)])
def test_ecg_comes_back_up_to_the_whole_track(before, amount, after, said):
    found = table(before).do("heal", fighter="ada", amount=amount)
    assert found.at("ada", "ecg.current") == after
    assert told(found) == [(f"regains {said} ECG", "is better")]


@pytest.mark.rules("ARP-ECG-01")
def test_nobody_hurts_or_heals_the_dead_nor_heals_the_sound():
    found = table(0, dead=True)
    offered = {kind: [row.key for row in found.offer("gm", kind).fields[0].choices] for kind in ("damage", "heal")}
    assert offered == {"damage": ["orc"], "heal": []}


def test_nothing_is_dealt_while_an_action_is_open():
    found = table().do("damage", fighter="ada", amount=10)
    assert found.refused(Refused, "damage", fighter="orc", amount=1) == "An action is still open."
