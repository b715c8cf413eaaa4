"""Hidden fighters change nothing that others see or may do, in every game."""

import os
from random import Random

import pytest

from rules import registry
from rules.testing import twins
from tests.rules.house import odd_house

pytestmark = pytest.mark.fights

STEPS, FIGHTS = 60, 2
CONTACTS, STEPS_AFTER = 80 if os.environ.get("TABLEE_SOAK") == "1" else 2, 20


@pytest.mark.slow("a fight in which every board and menu is drawn twice after each step")
@pytest.mark.parametrize("side", ["foe", "pc"])
@pytest.mark.parametrize("game", registry.GAMES)
def test_somebody_hidden_changes_nothing_of_the_others_views_and_acts(game, side):
    for seed in range(FIGHTS):
        random = Random(f"{game} {seed} {side}")
        twins.held(registry.pack(game), random, side, STEPS, odd_house(game, random) if seed else {})


@pytest.mark.slow("fights in sight, and then two boards and menus after each step")
@pytest.mark.parametrize("side", ["foe", "pc"])
@pytest.mark.parametrize("game", registry.GAMES)
def test_a_fighter_hidden_in_contact_changes_nothing_for_the_others(game, side):
    for seed in range(CONTACTS):
        twins.held_after_contact(registry.pack(game), Random(f"{game} {seed} {side} contact"), side, STEPS_AFTER)
