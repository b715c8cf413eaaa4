"""The public view of a fighter, and the grid of an attack before its dice."""

import pytest

from rules.core.scene import Action
from rules.odds.for_viewer import odds
from rules.views.viewers import Viewer
from tests.rules.polaris.play import POLARIS
from tests.rules.polaris.table import DAGGER, PISTOL, Table, fight, sheet


def declared(**settings):
    return fight("b", a=14, c=5, settings=settings).declare("c").declare("b", "a", mode="offensive")


@pytest.mark.rules("POL-INIT-07", "POL-INIT-14", "POL-SHEET-17")
@pytest.mark.parametrize(
    ("settings", "who", "seen"),
    [
        ({}, "b", {"declared", "mode", "initiative", "base", "out"}),
        ({}, "a", {"initiative", "base", "out"}),
        ({"sealed_declarations": "always"}, "b", {"initiative", "base", "out"}),
        ({"show_initiative_track": "own"}, "b", {"declared", "mode", "out"}),
    ],
)
def test_everybody_sees_a_fighters_open_declaration_and_marker(settings, who, seen):
    assert set(POLARIS.open_marks(declared(**settings).scene, who)) == seen


def test_a_fighters_position_and_conditions_are_seen_too():
    table = fight(a=14, b=10).do("contact", fighter="a", other="b", state="engaged")
    table.do("situation", fighter="a", cover="half", size="human")
    assert {"engaged", "cover", "size"} <= set(POLARIS.open_marks(table.scene, "a"))
    dead = table.scene.with_changes([table.scene.write("b", "conditions", {"dead": True, "stunned": True})])
    assert POLARIS.open_marks(dead, "b")["out"] is True
    assert POLARIS.open_sheet(dead, "b") == {"conditions": {"stunned": True, "dead": True}}


@pytest.mark.rules("POL-DMG-04")
@pytest.mark.parametrize(
    ("damage", "columns", "shares"),
    [
        ("1d2+4", ["no wound", "light"], [0, 1]),
        ("1d2+3", ["no wound", "light"], [0.5, 0.5]),
        ("1d2", ["no wound"], [1]),
    ],
)
def test_the_grid_has_the_severities_and_the_places_that_can_come(damage, columns, shares):
    arms = {"weapons__pistol": {**PISTOL, "damage": damage}, "weapons__dagger": DAGGER}
    table = Table(a=sheet(reaction=14, shot=5, **arms), b=sheet()).start().declare("b")
    said = {"target": "b", "weapon": "pistol", "aim": "body"}  # chances of 2: a success is worth nothing more
    grid = odds(POLARIS, table.scene, Viewer("gm"), Action("declare_shoot", "a", said, gm=True)).grid
    assert [str(one) for one in grid.columns] == columns
    assert [(str(place), list(row)) for place, row in grid.rows] == [("Body", shares)]


REACH = "The reach of the other weapon is not known: it may change this."
FIRST = "The technique takes the initiative over the opponent."
ARTS = {
    "skills__martial_offense": {"mastery": "Spé", "level": 6},
    "skills__martial_defense": {"mastery": "Spé", "level": 4},
    "weapons__spear": {**DAGGER, "name": "Spear", "reach": 3},
}


@pytest.mark.rules("POL-MARTIAL-01", "POL-MARTIAL-11", "POL-MELEE-06", "POL-MELEE-13")
@pytest.mark.parametrize(
    ("said", "state", "chances", "notes"),
    [
        ({}, {}, 10, []),
        ({"technique": "powerful_strike"}, {}, 6, [FIRST]),
        ({"technique": "combat_guard"}, {}, 4, []),  # which is for the defence, but limits the whole turn
        ({"weapon": "spear"}, {}, 10, [REACH]),
        ({}, {"conditions__unconscious": True}, 15, []),
    ],
)
def test_a_player_reads_their_own_side_of_an_exchange_and_its_modifiers(said, state, chances, notes):
    table = Table({"odds": "full"}, a=sheet(reaction=14, **ARTS), b=sheet(**state)).start()
    if "b" in table.up:
        table.declare("b")
    seat = Viewer("seat", frozenset({table.scene.fighters["a"].character}))
    args = {"target": "b", "weapon": "dagger", **said}
    found = odds(POLARIS, table.scene, seat, Action("declare_melee", "a", args))
    assert (found.check.target.total, [str(one) for one in found.notes][1:]) == (chances, notes)


@pytest.mark.rules("POL-DMG-04", "POL-WOUND-05", "POL-WOUND-06")
@pytest.mark.parametrize(
    ("aim", "level", "damage", "ends"),
    [
        ("body", 5, "1d2+29", {"Death": 0.1}),  # chances of 2 in 20, and 30 or 31 of damage
        ("body", 5, "1d2+28", {"Death": 0.05}),
        ("left_arm", 9, "1d2+28", {"Limb lost": 0.05}),
        ("left_arm", 9, "1d2+27", {}),
    ],
)
def test_death_and_lost_limbs_are_in_the_odds(aim, level, damage, ends):
    gun = {"weapons__pistol": {**PISTOL, "damage": damage}}
    table = Table({"shock_rules": False}, a=sheet(reaction=14, shot=level, **gun), b=sheet()).start().declare("b")
    said = {"target": "b", "weapon": "pistol", "aim": aim}
    found = odds(POLARIS, table.scene, Viewer("gm"), Action("declare_shoot", "a", said, gm=True)).chances
    assert {str(one.label): float(one.value) for one in found} == {"Hit": 0.1, "Wound": 0.1, **ends}


@pytest.mark.rules("POL-TEST-24", "POL-DMG-02")
def test_a_hit_the_game_master_rules_is_worth_no_less_than_its_dice():
    gun = {"weapons__pistol": {**PISTOL, "damage": "1d2+4"}}
    table = (
        Table(a=sheet(reaction=14, shot=4, **gun), b=sheet())
        .start()
        .declare("b")
        .declare("a", "b", "pistol", aim="body")
    )
    found = odds(POLARIS, table.scene, Viewer("gm"), Action("shoot", "a", {"result": "hit"}, gm=True))
    assert [(str(place), list(row)) for place, row in found.grid.rows] == [("Body", [0, 1])]
