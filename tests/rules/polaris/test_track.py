"""The track of initiative as each viewer reads it: everybody's markers, those of their side, or their own."""

import pytest

from rules.core.text import signed
from rules.games.polaris.close_combat import holds
from rules.views.board import view
from rules.views.viewers import Viewer
from tests.rules.polaris.play import POLARIS
from tests.rules.polaris.table import Table, fight, sheet

SIDES = {"ana": "pc", "leo": "pc", "friend": "ally", "foe": "foe"}


PEOPLE = {"foe": 15, "ana": 12, "friend": 9, "leo": 6}


def placed(shown, viewer):
    """The places of the fighters on the track for a viewer, once the fight has begun."""
    house = {"show_initiative_track": shown}
    scene = Table(house, SIDES, **{name: sheet(name, base) for name, base in PEOPLE.items()}).start().scene
    ana = frozenset({scene.fighters["ana"].character})
    viewers = {"gm": Viewer("gm"), "table": Viewer("table"), "ana": Viewer("seat", ana)}
    return [(row.fighter, row.at) for row in view(POLARIS, scene, viewers[viewer]).rows]


@pytest.mark.rules("POL-SHEET-17")
@pytest.mark.parametrize("shown", ["all", "allies", "own"])
def test_the_game_master_reads_the_whole_track(shown):
    assert [name for name, _at in placed(shown, "gm")] == ["foe", "ana", "friend", "leo"]
    assert all(at for _name, at in placed(shown, "gm"))


@pytest.mark.rules("POL-SHEET-17/shown")
@pytest.mark.parametrize(
    ("shown", "viewer", "known"),
    [
        ("all", "ana", ["foe", "ana", "friend", "leo"]),
        ("all", "table", ["foe", "ana", "friend", "leo"]),
        ("allies", "ana", ["ana", "friend", "leo"]),
        ("allies", "table", ["ana", "friend", "leo"]),
        ("own", "ana", ["ana"]),
        ("own", "table", []),
    ],
)
def test_a_player_reads_the_markers_that_the_house_shows(shown, viewer, known):
    found = placed(shown, viewer)
    assert [name for name, at in found if at] == known
    behind = [name for name, at in found if not at]
    assert [name for name, _at in found] == [*known, *behind]
    assert behind == [name for name in ("foe", "ana", "friend", "leo") if name not in known]


@pytest.mark.rules("POL-MARTIAL-19", "POL-MARTIAL-21", "POL-MARTIAL-18")
@pytest.mark.parametrize(
    ("grip", "said"), [(holds.SEIZED, "seized by bo"), (holds.LOCKED, "locked by bo"), (holds.CHOKED, "choked by bo")]
)
def test_the_ladder_shows_the_holder_and_the_held(grip, said):
    table = fight("ada", "bo")
    marks = table.scene.mark("bo", "holds", {"ada": {"grip": grip, "turns": 1, "won": 0}})
    assert note(table.scene.with_changes([marks]), "ada") == said
    assert note(table.scene, "ada") == ""


@pytest.mark.rules("POL-SHOCK-03")
@pytest.mark.parametrize(
    ("conditions", "said"),
    [
        (("stunned",), "stunned"),
        (("prone", "stunned"), "stunned, on the ground"),
        (("unconscious", "stunned"), "unconscious"),
        (("cannot_act", "prone"), ""),
    ],
)
def test_the_ladder_shows_the_public_state_of_a_fighter(conditions, said):
    scene = fight("ada", "bo").scene
    ticked = [scene.write("ada", f"conditions.{key}", True) for key in conditions]
    assert note(scene.with_changes(ticked), "ada") == said


@pytest.mark.rules("POL-MARTIAL-18")
def test_the_ladder_hides_a_grip_of_somebody_hidden():
    scene = fight("ada", "bo").scene
    for change in (scene.mark("bo", "holds", {"ada": {"grip": "lock"}}), scene.mark("ada", "threat", "bo")):
        held = scene.with_changes([change])
        assert "bo" in note(held, "ada")
        assert "bo" not in note(held.with_changes([held.change("fighters.bo.hidden", True)]), "ada")


@pytest.mark.rules("POL-INIT-24", "POL-MARTIAL-10")
@pytest.mark.parametrize(("by", "then"), [(-4, 6), (3, 13), (0, 10)])
def test_the_game_master_moves_an_initiative_of_the_next_turn(by, then):
    table = fight("ada", "bo").do("initiative", fighter="ada", by=by, owed=True, why="a shove")
    assert table.initiative("ada") == 10
    assert (f"{signed(by)} on the next turn" in note(table.scene, "ada")) is (by != 0)
    assert table.told("ada")[-1] == f"initiative {signed(by)} on the next turn: a shove"
    for one in ("ada", "bo"):
        table.do("declare_nothing", one)
    assert table.do("new_round").initiative("ada") == then
    assert note(table.scene, "ada") == ""
    assert table.undone() == table.first


def test_a_viewer_without_the_markers_is_not_told_of_debts():
    table = fight("ada", "bo", settings={"show_initiative_track": "own"})
    assert note(table.do("initiative", fighter="ada", by=-4, owed=True).scene, "ada") == ""


@pytest.mark.rules("POL-INIT-05", "POL-INIT-12")
def test_the_better_reaction_of_two_at_one_phase_stands_above():
    table = fight(ada=9, bo=12, cy=9).do("initiative", fighter="bo", by=-3)
    assert rungs(table.scene) == [("bo", "9"), ("ada", "9"), ("cy", "9")]


@pytest.mark.rules("POL-INIT-05", "POL-INIT-20", "POL-INIT-21")
def test_a_second_attack_stands_at_its_phase_before_slower_reactions_there():
    table = fight(ada=15, bo=10).declare("bo").declare("ada", "bo", attacks="2")
    assert rungs(table.scene) == [("ada", "15"), ("ada", "10"), ("bo", "10")]
    low = fight(ada=6, bo=4).declare("bo").declare("ada", "bo", attacks="2").do("attack", "ada")
    low.answers(attack_die=19, defence_die=19)
    assert rungs(low.scene) == [("ada", "6"), ("bo", "4"), ("ada", "1")]


@pytest.mark.rules("POL-INIT-05")
def test_only_the_active_fighter_is_marked_as_acting():
    table = fight(ada=15, bo=12, cy=9).declare("cy").declare("bo").declare("ada", "bo").do("attack", "ada")
    assert states(table.scene) == {"ada": "now", "bo": "next", "cy": "next"}
    table.answers(attack_die=19, defence_die=19)
    assert states(table.scene) == {"ada": "done", "bo": "now", "cy": "next"}


@pytest.mark.rules("POL-INIT-05", "POL-INIT-21")
def test_the_other_attacks_of_a_turn_are_numbered_and_a_sealed_declaration_shows_none():
    table = fight(ada=15, bo=10).declare("bo").declare("ada", "bo", attacks="3")
    assert notes(table.scene, "ada") == [("15", "", False), ("10", "attack 2", True), ("5", "attack 3", True)]
    table.do("attack", "ada").answers(attack_die=19, defence_die=19)
    assert notes(table.scene, "ada") == [("15", "attack 1", True), ("10", "", False), ("5", "attack 3", True)]
    sealed = fight("ada", "bo").declare("ada", "bo", attacks="2")
    assert notes(sealed.scene, "ada") == [("10", "declared in secret", False)]


@pytest.mark.rules("POL-INIT-17", "POL-MARTIAL-19")
def test_all_remarks_on_a_fighter_stand_in_one_note():
    table = fight(ada=8, bo=12).declare("ada", "bo", delayed=True)
    held = table.scene.with_changes([table.scene.mark("bo", "holds", {"ada": {"grip": holds.LOCKED}})])
    assert note(held, "ada") == "delays, locked by bo"


def notes(scene, fighter):
    found = [slot for slot in POLARIS.order(scene) if slot.fighter == fighter]
    return [(slot.at, str(slot.note or ""), slot.further) for slot in found]


def rungs(scene):
    return [(slot.fighter, slot.at) for slot in POLARIS.order(scene)]


def states(scene):
    return {slot.fighter: slot.state for slot in POLARIS.order(scene)}


def note(scene, fighter):
    found = next(slot.note for slot in POLARIS.order(scene) if slot.fighter == fighter)
    return str(found) if found else ""
