"""The ready-made characters: complete, within the rules, and able to fight."""

import pytest

from rules.core.dice import parse
from rules.engine.decide import check_odds
from rules.games.polaris import tables
from rules.registry import samples
from rules.testing import laws
from tests.rules.polaris.play import POLARIS

SHEETS = samples("polaris")


def test_there_are_two_characters_and_six_opponents():
    kinds = [row["kind"] for row in SHEETS.values()]
    assert (kinds.count("pc"), kinds.count("npc")) == (2, 6)


@pytest.mark.parametrize("key", SHEETS)
def test_every_weapon_has_dice_a_skill_of_the_sheet_and_rounds_that_fit(key):
    data = SHEETS[key]["data"]
    keys = {one.key for one in POLARIS.checks(data, {}) if one.refused is None}
    for row in data["weapons"].values():
        assert row["skill"] in keys
        assert parse(row.get("damage") or row["shock"]).dice.count >= 1
        assert row.get("ammo", 0) <= row.get("magazine", 0)
        bands = [row.get(band, 0) for band in ("point_blank", "short", "medium", "long", "extreme")]
        assert bands == sorted(bands)
        assert (row["kind"] == "ranged") == (bands[-1] > 0)


@pytest.mark.parametrize("key", SHEETS)
def test_every_sheet_can_strike_bare_handed_and_wears_its_armour(key):
    data = SHEETS[key]["data"]
    assert data["weapons"]["fists"]["damage"] == tables.BARE_HANDS
    assert all(row["equipped"] and row["value"] > 0 for row in data["protections"].values())
    assert any(row.get("body") for row in data["protections"].values())


@pytest.mark.parametrize("key", SHEETS)
def test_everything_on_every_sheet_has_odds(key):
    for one in POLARIS.checks(SHEETS[key]["data"], {}):
        odds = check_odds(POLARIS, one, {})
        assert sum(odds.weights.values()) == odds.total > 0


@pytest.mark.parametrize("key", SHEETS)
def test_values_that_change_in_a_fight_are_at_hand_on_the_sheet(key):
    laws.names_exist(POLARIS, SHEETS[key]["data"])
