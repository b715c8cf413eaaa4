"""A line of the journal for each reader: what befell somebody hidden is told to game masters alone."""

import pytest

from rules.core.json_codec import to_json
from rules.core.text import Text
from rules.views.journal import tell
from rules.views.viewers import Viewer

TABLE, GM = Viewer("table"), Viewer("gm")


def told(viewer, **row):
    """The line of an event about one fighter, who falls and throws."""
    payload = {
        "told": {"gm": to_json(Text("It rains.")), "table": to_json(Text("It rains."))},
        "who": {"ada": {"true": "Ada", "name": "Ada", "side": "pc", **row}},
        "fallen": [{"target": "ada", "text": to_json(Text("falls"))}],
        "thrown": [{"who": "ada", "text": to_json(Text("Damage")), "faces": [3, 4]}],
    }
    return tell("table", "rain", payload, viewer)


@pytest.mark.parametrize(
    ("viewer", "row", "fallen", "thrown"),
    [
        (TABLE, {}, True, True),
        (TABLE, {"hidden": True}, False, False),
        (TABLE, {"side": "npc"}, True, False),
        (GM, {}, True, True),
        (GM, {"hidden": True}, True, True),
        (GM, {"side": "npc"}, True, True),
    ],
)
def test_who_falls_and_what_is_thrown_is_told_to_those_who_may_know(viewer, row, fallen, thrown):
    line = told(viewer, **row)
    assert [str(text) for _who, text in line.fallen] == ["falls"] * fallen
    assert [faces for _who, _what, faces in line.thrown] == [(3, 4)] * thrown


OWNER, DOER, OTHER = (Viewer("seat", frozenset({f"c-{who}"})) for who in ("ada", "orc", "ben"))
EXACT, PUBLIC = ["loses 3"], ["is hurt"]


@pytest.mark.parametrize(
    ("side", "closed", "read"),
    [
        ("pc", False, [EXACT, EXACT, EXACT, EXACT, EXACT]),
        ("pc", True, [EXACT, EXACT, EXACT, PUBLIC, PUBLIC]),
        ("npc", False, [EXACT, EXACT, PUBLIC, PUBLIC, PUBLIC]),
        ("npc", True, [EXACT, EXACT, PUBLIC, PUBLIC, PUBLIC]),
    ],
)
def test_an_effect_is_read_with_its_numbers_by_those_who_may_know_them(side, closed, read):
    effect = {"target": "ada", "text": to_json(Text("loses 3")), "public": to_json(Text("is hurt")), "closed": closed}
    rows = (("ada", side), ("orc", "npc"))
    payload = {
        "told": {circle: to_json(Text("It rains.")) for circle in ("gm", "table")},
        "who": {who: {"true": who, "name": who, "side": camp, "character": f"c-{who}"} for who, camp in rows},
        "action": {"actor": "orc"},
        "effects": [effect],
    }
    lines = [tell("table", "rain", payload, viewer) for viewer in (GM, OWNER, DOER, OTHER, TABLE)]
    assert [[str(text) for _who, text in line.effects] for line in lines] == read
