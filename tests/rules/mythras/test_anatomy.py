"""Which part of a drawn body a location is."""

import pytest

from rules import registry
from rules.core.paths import put

MYTHRAS = registry.system("mythras")
BEAR = registry.samples("mythras")["bear"]["data"]


def drawn(sheet):
    return {place.key: place.zone for place in MYTHRAS.body(sheet, {})}


def test_a_beast_on_four_legs_is_drawn_as_one():
    assert drawn(BEAR) == {
        "right_hind": "right_hind_leg",
        "left_hind": "left_hind_leg",
        "hindquarters": "hindquarters",
        "forequarters": "forequarters",
        "right_fore": "right_fore_leg",
        "left_fore": "left_fore_leg",
        "skull": "head",
    }


def test_legs_are_numbered_by_their_die_not_by_their_order():
    rows = BEAR["hit_locations"]
    turned = put(BEAR, "hit_locations", dict(reversed(list(rows.items()))))
    assert drawn(turned) == drawn(BEAR)


@pytest.mark.parametrize(
    ("path", "kind"), [("hit_locations.left_fore.kind", "arm"), ("hit_locations.skull.kind", "chest")]
)
def test_another_body_is_a_list(path, kind):
    assert set(drawn(put(BEAR, path, kind)).values()) == {""}


def test_one_leg_less_is_a_list():
    assert set(drawn(put(BEAR, "hit_locations.left_fore", None)).values()) == {""}


def test_a_human_body_is_drawn_by_its_own_names():
    found = drawn(registry.samples("mythras")["lysandros"]["data"])
    assert {"head", "chest", "abdomen", "right_arm", "left_leg"} <= set(found) and set(found.values()) == {""}
