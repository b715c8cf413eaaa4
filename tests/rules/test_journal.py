"""A line of the journal for each reader: what befell somebody hidden is told to game masters alone."""

from dataclasses import replace

import pytest

from rules.core.check import Level, Outcome
from rules.core.json_codec import to_json
from rules.core.text import Text, Who, _
from rules.views.journal import tell
from rules.views.viewers import Viewer
from tests.rules.toy import checks

TABLE, GM = Viewer("table"), Viewer("gm")
PEOPLE = ("ada", "orc")


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
def test_falls_and_throws_are_told_to_those_who_may_know(viewer, row, fallen, thrown):
    line = told(viewer, **row)
    assert [str(text) for _who, text in line.fallen] == ["falls"] * fallen
    assert [faces for _who, _what, faces in line.thrown] == [(3, 4)] * thrown


@pytest.mark.parametrize(("viewer", "hidden", "read"), [(TABLE, True, 0), (TABLE, False, 1), (GM, True, 1)])
def test_an_effect_that_names_somebody_hidden_is_told_to_game_masters_alone(viewer, hidden, read):
    deep = _("%(parts)s", parts=(_("engages %(who)s", who=Who("orc")),))
    payload = {
        "told": {circle: to_json(Text("It rains.")) for circle in ("gm", "table")},
        "who": {who: {"true": who, "name": who, "side": "pc", "hidden": hidden and who == "orc"} for who in PEOPLE},
        "effects": [{"target": "ada", "text": to_json(text)} for text in (deep, Text("is wet"))],
    }
    assert len(tell("table", "rain", payload, viewer).effects) == 1 + read


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


@pytest.mark.parametrize(
    ("closed", "touched", "known"),
    [
        (False, "ada", [True, True, True, True, True]),
        (True, "ada", [True, True, False, False, False]),
        (True, "orc", [True, True, True, False, False]),
    ],
)
def test_the_result_of_a_test_on_a_closed_sheet_is_read_by_those_it_concerns(closed, touched, known):
    (check,) = checks({}, {})
    outcome = Outcome(replace(check, actor="ada"), (2,), Level.SUCCESS, 2, _("Rolled"), _("Rolled"))
    payload = {
        "told": {circle: to_json(Text("It rains.")) for circle in ("gm", "table")},
        "who": {
            who: {"true": who, "name": who, "side": "pc", "character": f"c-{who}"} for who in ("ada", "orc", "ben")
        },
        "action": {"actor": "ada"},
        "effects": [{"target": touched, "text": to_json(Text("rests"))}],
        "outcomes": [to_json(outcome)],
        "closed": closed,
    }
    lines = [tell("table", "rain", payload, viewer) for viewer in (GM, OWNER, DOER, OTHER, TABLE)]
    assert [line.results[0].level is not None for line in lines] == known
    assert {line.results[0].faces for line in lines} == {(2,)}
