"""The track of initiative as each viewer reads it: everybody's markers, those of his side, or his own."""

import pytest

from rules.board import Viewer, view
from tests.rules.polaris.play import POLARIS
from tests.rules.polaris.table import Table, sheet

SIDES = {"ana": "pc", "leo": "pc", "friend": "ally", "foe": "foe"}


PEOPLE = {"foe": 15, "ana": 12, "friend": 9, "leo": 6}


def placed(shown, viewer):
    """Who stands where for a viewer, once the fight has begun."""
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


@pytest.mark.rules("POL-SHEET-17")
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
