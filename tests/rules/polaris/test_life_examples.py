"""Worked examples of what happens outside a fight, as data: a sheet, deeds with dice and answers, what is left."""

import pytest

from rules.core.json_codec import from_json
from rules.core.paths import put
from rules.games.polaris.trials.boost import current
from tests.rules.polaris.bedside import patient
from tests.rules.polaris.play import examples


def bedside(given):
    found = patient(given.get("settings"), given.get("medic"))
    person = found.scene.sheets["ada"]
    for path, value in given["life"].items():
        rows = value.items() if path == "attributes" else [("", value)]
        for key, one in rows:
            person = put(person, f"{path}.{key}" if key else path, one)
    found.scene.sheets["ada"] = person
    return found


@pytest.mark.parametrize("example", examples("life"))
def test_an_example_of_life(example):
    bed = bedside(example["given"])
    before = bed.scene
    for row in example["given"]["deeds"]:
        said = {key: value for key, value in row.items() if key not in ("do", "dice", "says")}
        bed.do(row["do"], *row.get("dice", ()), says=row.get("says"), **said)
    expect = example["expect"]
    if "wounds" in expect:
        assert bed.wounds() == expect["wounds"]
    if "luck" in expect:
        assert current(bed.sheet()) == expect["luck"]
    if "told" in expect:
        assert bed.told() == expect["told"]
    if "outcomes" in expect:
        found = [from_json(one) for event in bed.events for one in event.payload.get("outcomes", ())]
        assert [[one.level.name.lower(), one.margin] for one in found] == expect["outcomes"]
    assert bed.undone() == before
