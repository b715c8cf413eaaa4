"""Each game whose bodies have places tells which one a blow strikes, so that a page may draw it."""

import pytest

from rules import registry
from rules.core.script import Effect

STRUCK = [
    ("polaris", "wound", {"place": "body", "severity": "light"}, ("body", 1)),
    ("polaris", "wound", {"place": "left_arm", "severity": "fatal"}, ("left_arm", 5)),
    ("mythras", "hurt", {"location": "abdomen", "damage": 3}, ("abdomen", 0)),
]


@pytest.mark.parametrize(("game", "kind", "value", "place"), STRUCK)
def test_a_blow_knows_the_place_it_strikes(game, kind, value, place):
    assert registry.system(game).struck(Effect(kind, "a", value)) == place


@pytest.mark.parametrize("game", registry.GAMES)
def test_nothing_unknown_strikes_a_place(game):
    assert registry.system(game).struck(Effect("no-such-kind", "a")) is None
