"""Hidden fighters change nothing that others see or may do, in every game."""

from random import Random

import pytest

from rules import registry
from rules.testing import twins

pytestmark = pytest.mark.fights

STEPS, FIGHTS = 60, 2


@pytest.mark.slow("a fight in which every board and menu is drawn twice after each step")
@pytest.mark.parametrize("side", ["foe", "pc"])
@pytest.mark.parametrize("game", registry.GAMES)
def test_somebody_hidden_changes_nothing_of_the_others_views_and_acts(game, side):
    for seed in range(FIGHTS):
        twins.held(registry.pack(game), Random(f"{game} {seed} {side}"), side, STEPS)
