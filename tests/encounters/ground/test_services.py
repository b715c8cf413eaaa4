"""The forms of a ground accept each field from its minimum to its maximum, and not a step more."""

import pytest

from encounters.ground import services
from rules import registry
from rules.core.errors import RulesError

PLACE = services.place_fields(registry.system("polaris"), pinned=True)
WAY = services.way_fields(registry.system("polaris"), {"p1": {"name": "Quay"}, "p2": {"name": "Hold"}})
BOUNDS = [
    (PLACE, "column", 1, 4),
    (PLACE, "line", 1, 4),
    (PLACE, "size", 1, 200),
    (PLACE, "left", 0, 100),
    (PLACE, "top", 0, 100),
    (WAY, "metres", 1, 5000),
]


@pytest.mark.parametrize(("fields", "key", "least", "most"), BOUNDS, ids=[row[1] for row in BOUNDS])
def test_a_number_has_its_bounds(fields, key, least, most):
    assert [fields[key].read(str(value)) for value in (least, most)] == [least, most]
    for value in (least - 1, most + 1):
        with pytest.raises(RulesError):
            fields[key].read(str(value))


@pytest.mark.parametrize(("fields", "key"), [(PLACE, "name"), (WAY, "note")])
def test_words_have_twenty_four_letters_at_most(fields, key):
    assert fields[key].read("a" * 24) == "a" * 24
    with pytest.raises(RulesError):
        fields[key].read("a" * 25)


def test_the_defaults_of_places_and_ways():
    usual = {key: field.default for key, field in (PLACE | WAY).items() if field.kind in ("number", "flag")}
    assert usual == {"column": 1, "line": 1, "size": 6, "left": 50, "top": 50, "metres": 10, "hidden": False}


def test_a_place_has_a_position_over_a_picture_alone():
    assert PLACE.keys() - services.place_fields(registry.system("polaris")).keys() == {"left", "top"}
    with pytest.raises(RulesError):
        PLACE["name"].read("")
