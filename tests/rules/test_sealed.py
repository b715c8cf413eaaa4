"""A choice that is asked together with others' choices is read by nobody else until all of them are made."""

from dataclasses import replace
from random import Random

import pytest

from rules import registry
from rules.core.scene import Action, apply
from rules.core.script import Ask
from rules.engine.decide import decide
from rules.engine.exchanges import run, waiting_on
from rules.testing import laws
from rules.views.board import view
from rules.views.journal import tell
from rules.views.viewers import Viewer
from tests.rules.play import play_blows

pytestmark = pytest.mark.fights

STEPS, FIGHTS, TABLE = 60, 4, Viewer("table")
HOUSE = {"arpenteurs": {"reaction": {"asked": "all"}}}
WITHOUT = {"polaris", "mythras", "medieval", "chroniques"}  # there nobody chooses together with somebody else


@pytest.mark.slow("fights in which each option of each joint choice is tried")
@pytest.mark.parametrize("game", registry.GAMES)
def test_a_sealed_choice_changes_nothing_that_others_see(game):
    system, compared = registry.system(game), 0
    for seed in range(FIGHTS):
        random = Random(f"{game} {seed}")
        start = replace(laws.fight(registry.pack(game), random.choice), settings=HOUSE.get(game, {}))
        for _before, _event, scene in play_blows(system, start, random.choice, STEPS):
            asked = (prompt for prompt in waiting_on(system, scene) if isinstance(prompt.request, Ask))
            compared += sum(_compare_options(system, scene, prompt) for prompt in asked)
    assert bool(compared) != (game in WITHOUT)


def _compare_options(system, scene, prompt):
    """Compare what the table sees after each option; returns how many of them are sealed."""
    shown, options = [], [option.key for option in prompt.request.options if option.refused is None]
    for key in options if prompt.request.least == prompt.request.most == 1 else ():
        args = {"exchange": prompt.exchange, "key": prompt.request.key, "values": [key]}
        answered, *_closings = decide(system, scene, Action("answer", prompt.of, args, by="gm-seat", gm=True))
        after = apply(scene, answered)
        kept = run(system, after, after.exchanges[prompt.exchange]).kept
        if any(row.sealed and row.request.key == prompt.request.key for row in kept):
            line = tell(answered.audience, answered.kind, answered.payload, TABLE)
            shown.append((view(system, after, TABLE), line))
    assert all(other == shown[0] for other in shown)
    return len(shown)
