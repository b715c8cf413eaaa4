"""The worked examples of whole fights, as the rulebook’s digest plays them."""

import pytest

from rules.games.polaris.turn.ladder import headline
from rules.registry import samples
from tests.rules.polaris.play import examples
from tests.rules.polaris.table import Table, sheet

SAMPLES = samples("polaris")


@pytest.mark.parametrize("one", examples("fight"))
def test_the_example_is_played_as_printed(one):
    people = {name: _sheet(name, row) for name, row in one["given"]["fight"].items()}
    table = Table(one["given"].get("settings"), **people)
    for step in one["play"]:
        if "see" in step:
            seen = {key: _seen(table, key, wanted) for key, wanted in step["see"].items()}
            assert seen == step["see"], f"after {len(table.events)} events"
            continue
        kind, actor = (step["gm"], "gm") if "gm" in step else (step["does"], step["actor"])
        table.do(kind, actor, **step.get("with", {}))
        for key, face in step.get("answers", {}).items():
            table.answer(key, face, of=actor)
    assert table.undone() == table.first


def _sheet(name, row):
    return SAMPLES[row["sample"]]["data"] if "sample" in row else sheet(name, **row)


def _seen(table, key, wanted):
    if key == "up":
        return table.up
    if key == "phase":
        return headline(table.scene).figure
    read = {
        "initiative": table.initiative,
        "wounds": table.wounds,
        "chances": lambda name: table.outcome(name).check.target.total,
        "modifier": lambda name: table.outcome(name).modifier,
        "told": lambda name: table.told(name)[-1],
    }
    return {name: read[key](name) for name in wanted}
