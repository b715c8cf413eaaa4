"""Detrimental states: every row of the table, on scores, dice and turns."""

import pytest

from rules.core.check import Level
from rules.core.json_codec import from_json
from rules.games.chroniques import checks
from rules.games.chroniques import sheet as sheets
from rules.games.chroniques.sheet import ABILITIES
from rules.games.chroniques.states import STATES
from tests.rules.chroniques.play import CHRONIQUES, CORSAIR, SCOUT, WITCH, Table, check

pytestmark = pytest.mark.rules("CHO-STATE-01")

# The malus of each state: initiative, DEF, attacks at contact, at distance, psychic.
MALUSES = {
    "surprised": (0, -5, 0, 0, 0),
    "blinded": (-5, -5, -5, -10, 0),
    "weakened": (0, 0, 0, 0, 0),
    "stunned": (0, -5, 0, 0, 0),
    "immobilised": (0, 0, 0, 0, 0),
    "paralysed": (0, 0, 0, 0, 0),
    "slowed": (0, 0, 0, 0, 0),
    "prone": (0, -5, -5, -5, -5),
    "winded": (0, 0, 0, 0, 0),
    "crippled": (0, 0, 0, 0, 0),
    "frightened": (0, 0, -5, -5, -5),
    "panicked": (0, -2, 0, 0, 0),
    "confused": (0, 0, 0, 0, 0),
    "severe_wound": (0, 0, 0, 0, 0),
}


def with_state(sheet, *keys):
    flags = {key: True for key in keys if key != "severe_wound"}
    return {**sheet, "states": flags, **({"severe_wound": True} if "severe_wound" in keys else {})}


def five(sheet):
    kinds = (sheets.attack(sheet, kind).total for kind in ("contact", "distance", "psychic"))
    return (sheets.initiative(sheet).total, sheets.defence(sheet, "def_").total, *kinds)


@pytest.mark.parametrize("key", STATES)
def test_a_state_lowers_these_scores_and_no_others(key):
    before, after = five(SCOUT), five(with_state(SCOUT, key))
    assert tuple(b - a for a, b in zip(before, after, strict=True)) == MALUSES[key]
    assert sheets.defence(with_state(SCOUT, key), "dep").total == sheets.defence(SCOUT, "dep").total


ALL = frozenset(ABILITIES) | {"stealth", "attack_spike", "attack_dagger"}
LESSER = {
    "weakened": ALL,
    "panicked": ALL,
    "severe_wound": ALL,
    "immobilised": {"attack_spike", "attack_dagger"},
    "confused": {"int_", "per", "cha", "attack_spike"},
}


@pytest.mark.rules("CHO-STATE-01/dice", "CHO-TEST-01", "CHO-ATK-01")
@pytest.mark.parametrize("key", STATES)
def test_a_state_makes_these_dice_lesser_and_no_others(key):
    sheet = with_state(WITCH, key)
    lesser = {one for one in ALL if checks.dice(check(sheet, one)).sides == 12}
    assert lesser == LESSER.get(key, set())


@pytest.mark.rules("CHO-STATE-01/weakened")
def test_the_weakened_may_roll_two_dice_and_keep_the_lower():
    settings = {"weakened": "malus_die"}
    one = check(with_state(SCOUT, "weakened"), "per", settings)
    assert str(checks.dice(one)) == "2d20"
    assert checks.read_outcome(one, (17, 4), settings).margin == 4 + 3 - 10
    both = check(with_state(SCOUT, "weakened", "severe_wound"), "per", settings)
    assert str(checks.dice(both)) == "2d12"


def table(*keys, theirs=(), settings=None):
    mine = {**with_state(SCOUT, *keys), "typed": {"init": 40}}
    rows = (("ada", "pc", mine), ("orc", "foe", with_state(CORSAIR, *theirs)))
    return Table(*rows, settings={"critical": {"advantage": False}, **(settings or {})})


@pytest.mark.rules("CHO-STATE-01/stunned", "CHO-ACT-03", "CHO-ACT-04", "CHO-ACT-06")
@pytest.mark.parametrize("key", ["surprised", "stunned", "paralysed"])
def test_these_states_leave_no_action(key):
    here = table(key)
    assert {here.why_not("ada", kind) for kind in ("attack", "movement", "limited", "free")} == {
        f"{STATES[key].label}: no action."
    }
    assert str(CHRONIQUES.headline(here.scene).part) == "ada’s turn: nothing left"
    assert here.do("finish", "ada").up == ["orc"]


@pytest.mark.rules("CHO-STATE-01/immobilised")
def test_an_immobilised_fighter_does_not_move_but_may_draw():
    here = table("immobilised")
    assert here.why_not("ada", "movement", "what", "move") == "Immobilised: no movement."
    assert here.why_not("ada", "movement", "what", "movement_ability") == "Immobilised: no movement."
    assert here.why_not("ada", "movement", "what", "draw") is None


@pytest.mark.rules("CHO-STATE-01/slowed")
def test_a_slowed_fighter_has_one_action_that_is_not_limited():
    here = table("slowed")
    assert str(CHRONIQUES.headline(here.scene).part) == "ada’s turn: an attack or a movement left"
    assert here.why_not("ada", "limited") == "Slowed: one action per turn, A or M."
    here.do("movement", "ada", what="move")
    assert here.why_not("ada", "attack") == "Slowed: one action per turn, A or M."
    assert str(CHRONIQUES.headline(here.scene).part) == "ada’s turn: free actions left"


@pytest.mark.rules("CHO-STATE-01/paralysed")
def test_a_paralysed_target_is_hit_critically_without_a_die():
    here = table(theirs=("paralysed",)).attack("ada", "orc", "laser", damage=(3,))
    (outcome,) = from_json(here.events[-1].payload["outcomes"])
    assert (outcome.level, outcome.faces, outcome.margin) == (Level.CRITICAL, (), 0)
    assert here.at("orc", "hp.current") == 12 - 5


def test_the_game_master_begins_and_ends_states():
    here = table().do("state", fighter="orc", state="prone")
    assert here.score("orc", "def_") == 10
    assert here.told() == [("orc", "is prone")]
    here.do("state", fighter="orc", state="prone", off=True)
    assert (here.score("orc", "def_"), here.told()) == (15, [("orc", "is no longer prone")])
    here.do("state", fighter="orc", state="severe_wound")
    assert here.at("orc", "severe_wound") is True


def test_several_states_add_up():
    assert sheets.defence(with_state(SCOUT, "prone", "blinded", "panicked"), "def_").total == 14 - 12
