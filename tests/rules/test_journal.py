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
