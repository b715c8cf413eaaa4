"""Contact and targets; distance, balance and rounds at their bounds."""

import pytest

from rules.core.script import Effect
from rules.games.polaris.close_combat import melee
from rules.games.polaris.shooting import ranged, weapons
from rules.games.polaris.turn import declarations
from tests.rules.polaris.play import POLARIS
from tests.rules.polaris.table import DAGGER, PISTOL, Table, fight, sheet

LENGTHS = {"dagger": 0, "sword": 2, "spear": 3, "pike": 3}
ARMS = {f"weapons__{key}": {**DAGGER, "name": key, "reach": reach} for key, reach in LENGTHS.items()}


@pytest.mark.rules("POL-MELEE-14")
@pytest.mark.parametrize(("metres", "contact"), [(0, True), (3, True), (4, False)])
def test_contact_lasts_up_to_three_metres(metres, contact):
    table = fight(a=14, b=10).do("contact", fighter="a", other="b", state="engaged")
    table.do("measure", fighter="a", other="b", metres=metres)
    assert bool(table.mark("a", "engaged")) is bool(table.mark("b", "engaged")) is contact


@pytest.mark.rules("POL-MELEE-07", "POL-MELEE-08")
@pytest.mark.parametrize(
    ("mine", "theirs", "even", "closed"),
    [("spear", "dagger", 3, -3), ("spear", "sword", 1, -3), ("spear", "pike", 0, 0), ("sword", "spear", 0, 0)],
)
def test_lost_distance_hinders_the_longer_weapon_alone(mine, theirs, even, closed):
    table = Table(a=sheet(**ARMS), b=sheet(**ARMS)).start().do("contact", fighter="a", other="b", state="engaged")
    sides = [
        melee.side(table.scene, who, weapons.find(table.scene.sheet(who), key), "")
        for who, key in (("a", mine), ("b", theirs))
    ]
    lost = table.scene.with_changes([table.scene.mark("a", "engaged.b", melee.CLOSED)])
    assert [melee.reach(scene, *sides).value for scene in (table.scene, lost)] == [even, closed]


@pytest.mark.rules("POL-MARTIAL-16", "POL-MARTIAL-01")
@pytest.mark.parametrize(("others", "chances"), [(0, 10), (1, 4 - 5 + 3)])
def test_the_technique_against_several_limits_an_attack_only_where_there_are_several(others, chances):
    art = {"skills__martial_defense": {"mastery": "Spé", "level": 4}}
    foes = {f"c{one}": sheet(reaction=6) for one in range(others)}
    table = Table({"martial_limit": "test"}, a=sheet(reaction=8), b=sheet(reaction=14, **art), **foes).start()
    for foe in foes:
        table.do("contact", fighter=foe, other="b", state="engaged").declare(foe)
    table.declare("a").declare("b", "a", technique="multiple_opponents").do("attack", "b")
    table.answers(attack_die=19, defence_die=19)
    assert table.outcome("b").check.target.total == chances


@pytest.mark.rules("POL-MELEE-01")
@pytest.mark.parametrize(
    ("said", "drawn", "held"),
    [
        ({}, ("knife", "sword"), "knife"),
        ({"kind": "melee", "weapon": "sword"}, ("knife", "sword"), "sword"),
        ({"kind": "melee", "weapon": "gone"}, ("knife", "sword"), "knife"),
        ({"kind": "shoot", "weapon": "pistol"}, ("knife", "pistol"), "knife"),
        ({"kind": "shoot", "weapon": "pistol"}, ("pistol",), "bare_hands"),
        ({}, (), "bare_hands"),
    ],
)
def test_a_fighter_defends_with_the_weapon_of_their_attack_or_the_first_in_hand(said, drawn, held):
    arms = {"knife": DAGGER, "sword": DAGGER, "pistol": PISTOL}
    rows = {key: {**row, "drawn": key in drawn} for key, row in arms.items()}
    scene = Table(a=sheet(weapons=rows)).start().scene
    scene = scene.with_changes([scene.mark("a", "declared", said or None)])
    assert weapons.in_hand(scene, "a").key == held


@pytest.mark.parametrize(
    ("side", "hidden", "target", "refused"),
    [
        ("pc", False, "b", None),
        ("pc", True, "b", "This target is no longer here."),
        ("npc", True, "b", "This target is no longer here."),
        ("b", True, "b", None),
        ("pc", False, "gone", "This target is no longer here."),
    ],
)
def test_a_target_gone_or_out_of_sight_cannot_be_attacked(side, hidden, target, refused):
    scene = Table(sides={"a": side}, a=sheet(), b=sheet()).start().scene
    scene = scene.with_changes([scene.change("fighters.b.hidden", hidden or None)])
    found = declarations.why_blocked(scene, "a", "melee", target)
    assert (found and str(found)) == refused


@pytest.mark.rules("POL-RANGED-03", "POL-RANGED-04")
def test_the_difficulties_of_a_shot_are_named():
    table = fight(a=14, b=10).do("situation", fighter="b", cover="half", size="30_cm").do("light", light="dim")
    scene = table.declare("b", pace="fast").scene
    terms = ranged.situation(scene, "a", "b", weapons.find(scene.sheet("a"), "pistol"))
    assert [str(one.label) for one in terms if one.value] == [
        "Size: 30 cm",
        "Target’s pace: fast",
        "Cover: half",
        "Light: dim",
    ]


@pytest.mark.rules("POL-MARTIAL-10")
@pytest.mark.parametrize(("now", "left", "owed"), [(10, 4, None), (4, 1, 3), (1, 1, 6), (0, 0, 6), (-2, -2, 6)])
def test_lost_balance_takes_the_rest_of_the_turn_and_the_excess_is_owed(now, left, owed):
    scene = fight(a=14, b=10, settings={"initiative_floor_rule": "last"}).declare("b").declare("a").scene
    scene = scene.with_changes([scene.mark("b", "initiative", now)])
    scene = scene.with_changes(POLARIS.land(scene, Effect("unbalanced", "b", {"by": -6})))
    assert (scene.fighters["b"].marks["initiative"], scene.fighters["b"].marks.get("owed")) == (left, owed)


@pytest.mark.rules("POL-MARTIAL-10")
def test_a_fighter_who_has_acted_owes_all_of_it_to_the_next_turn():
    scene = fight(a=14, b=10).scene
    scene = scene.with_changes([scene.mark("b", "done", True)])
    scene = scene.with_changes(POLARIS.land(scene, Effect("unbalanced", "b", {"by": -6})))
    assert (scene.fighters["b"].marks["initiative"], scene.fighters["b"].marks.get("owed")) == (10, 6)


@pytest.mark.parametrize(("spent", "left"), [(1, 7), (8, 0), (9, 0)])
def test_a_magazine_is_never_more_than_empty(spent, left):
    scene = fight("a").scene
    changes = POLARIS.land(scene, Effect("ammo", "a", {"weapon": "pistol", "spent": spent}))
    assert scene.with_changes(changes).sheet("a")["weapons"]["pistol"]["ammo"] == left
