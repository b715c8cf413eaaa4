"""The worked examples of the digest, read from their file and played through the engine."""

from pathlib import Path

import pytest

from rules.core.json_codec import from_json
from rules.core.paths import put
from rules.games.mythras.equipment import weapons as arms
from tests.rules.harness import read
from tests.rules.mythras.play import SHEETS, Table

WORKED = read(Path(__file__).parent / "examples" / "worked.yaml")


@pytest.mark.parametrize("one", WORKED, ids=[row["id"] for row in WORKED])
def test_the_example_is_played_as_printed(one):
    people = [(name, "pc" if number == 0 else "npc", _sheet(row)) for number, (name, row) in enumerate(_rows(one))]
    here = Table(*people)
    for step in one["play"]:
        if "see" in step:
            for what, wanted in step["see"].items():
                assert _SEEN[what](here, wanted) == wanted
            continue
        if "does" in step or "gm" in step:
            kind, actor = (step["does"], step["actor"]) if "does" in step else (step["gm"], "gm")
            here.do(kind, actor, **step.get("with", {}))
        here.go(*step.get("dice", ()))


def _rows(one):
    return one["fight"].items()


def _sheet(row):
    sheet = put(SHEETS[row["sample"]], "state.luck", 0)  # nobody is lucky in an example
    for path, value in row.get("with", {}).items():
        sheet = put(sheet, path, value)
    return sheet


def _pairs(read):
    return lambda here, wanted: {key: read(here, *key.split(" ", 1)) for key in wanted}


def _target(here, name):
    rolled = [from_json(one).check for event in here.events for one in event.payload.get("outcomes", ())]
    return next(one.target.total for one in rolled if one.actor == name and one.key.startswith("weapon"))


_SEEN = {
    "hit_points": _pairs(lambda here, name, where: here.hp(name, where)),
    "state": _pairs(lambda here, name, path: here.mark(name, path)),
    "points": _pairs(lambda here, name: here.left(name)),
    "target": _pairs(_target),
    "rounds": _pairs(lambda here, name, key: arms.find(here.scene.sheet(name), key, {}).loaded),
    "asked": lambda here, _wanted: here.asked()[0],
    "refused": lambda here, wanted: [key for key in wanted if here.options()[key]],
}
