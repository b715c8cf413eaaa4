"""The ready-made grounds, place by place and way by way, as ``grounds.txt`` draws them."""

from pathlib import Path

import pytest
from django.utils import translation

from encounters.ground.readymade import GROUNDS
from rules.ground import layout

KEPT = (Path(__file__).parent / "grounds.txt").read_text(encoding="utf-8").split("\n\n")


def drawn(key):
    """A ground in words: its places with their cells, and the ways of each to those after it."""
    with translation.override("en"):
        stored, name = GROUNDS[key].as_stored(), str(GROUNDS[key].name)
    names = {place: row["name"] for place, row in stored["places"].items()}
    lines = [f"{key}: {name}"]
    for place, row in sorted(stored["places"].items(), key=lambda one: one[1]["order"]):
        ways = [way for way in sorted(stored["ways"].values(), key=lambda one: one["order"]) if way["a"] == place]
        onwards = ", ".join(f"{way['metres']} m to {names[way['b']]}" for way in ways)
        lines.append(f"{row['x']} {row['y']}  {row['name']}, {row['size']} m wide; {onwards}".removesuffix("; "))
    return "\n".join(lines)


def test_each_ready_made_ground_equals_its_stored_file():
    assert [drawn(key) for key in GROUNDS] == [ground.strip() for ground in KEPT]


@pytest.mark.parametrize("key", GROUNDS)
def test_every_place_has_its_own_cell_and_is_reachable(key):
    stored = GROUNDS[key].as_stored()
    cells = [(row["x"], row["y"]) for row in stored["places"].values()]
    assert stored["level"] == layout.PLACES and len(set(cells)) == len(cells)
    reached = {"p1"}
    for _step in stored["places"]:
        reached |= {
            end for way in stored["ways"].values() for end in (way["a"], way["b"]) if {way["a"], way["b"]} & reached
        }
    assert reached == stored["places"].keys()
