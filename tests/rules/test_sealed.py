"""A choice or declaration made together with others is read by nobody else until all of them are made."""

from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest

from rules import registry
from rules.core.errors import Refused
from rules.core.scene import Action, apply
from rules.core.script import Ask
from rules.engine.decide import decide
from rules.engine.exchanges import run, waiting_on
from rules.games.medieval import initiative as medieval
from rules.games.polaris.turn import initiative as polaris
from rules.testing import laws
from rules.views.board import offers, view
from rules.views.journal import tell
from rules.views.viewers import Viewer
from tests.rules.play import fillable, legal_value, play_blows

pytestmark = pytest.mark.fights

STEPS, FIGHTS, TABLE = 60, 4, Viewer("table")
HOUSE = {"arpenteurs": {"reaction": {"asked": "all"}}}
WITHOUT = {"polaris", "mythras", "medieval", "chroniques"}  # there nobody chooses together with somebody else
IN_SECRET = {"polaris": {"sealed_declarations": "always"}, "medieval": {"manoeuvre": {"sealed": True}}}
WAITED_FOR = {"polaris": polaris.undeclared, "medieval": medieval.owing}
# Everybody acts first, at the highest initiative there is.
MARKS = {"polaris": ("first",), "medieval": ()}
THROWS = "declare_destabilisation"  # at once, before everybody's eyes
FEW = 3  # acts, and forms of each, that are compared


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
        kept = run(system, after, after.exchanges[prompt.exchange]).answers
        if any(row.sealed and row.request.key == prompt.request.key for row in kept):
            line = tell(answered.audience, answered.kind, answered.payload, TABLE)
            shown.append((view(system, after, TABLE), line))
    assert all(other == shown[0] for other in shown)
    return len(shown)


@pytest.mark.slow("fights in which what is declared in secret is declared in other ways")
@pytest.mark.parametrize("game", IN_SECRET)
def test_a_declaration_in_secret_changes_nothing_that_others_see(game):
    system, compared = registry.system(game), 0
    for seed in range(FIGHTS):
        random = Random(f"{game} {seed}")
        start = replace(laws.fight(registry.pack(game), random.choice), settings=IN_SECRET[game])
        start = start.with_changes([start.change("fighters.npc2.hidden", None)])
        for _before, _event, scene in play_blows(system, start, random.choice, STEPS):
            marks = (scene.change(f"fighters.{who}.marks.{key}", True) for who in scene.fighters for key in MARKS[game])
            scene, waited_for = scene.with_changes(marks), WAITED_FOR[game](scene)
            for who in waited_for if len(waited_for) > 1 else ():
                compared += _compare_declarations(system, scene, who, random)
    assert compared > 20


def _compare_declarations(system, scene, who, random):
    """Compare what everybody else sees after each of some declarations; returns how many there are."""
    seats = (Viewer("seat", frozenset({row.character})) for row in scene.fighters.values() if row.id != who)
    others, shown = (TABLE, *seats), []
    menu = [row for row in offers(system, scene, Viewer("gm"), who) if row.refused is None and fillable(row)]
    menu = [row for row in menu if row.kind.startswith("declare_") and row.kind != THROWS]
    for offer in random.sample(menu, min(FEW, len(menu))) * FEW:
        args = {field.key: legal_value(field, random.choice) for field in offer.fields}
        action = Action(offer.kind, who, args, by="gm-seat", gm=True, id="x")
        with suppress(Refused):
            events = decide(system, scene, action)
            after = scene
            for event in events:
                after = apply(after, event)
            lines = [tell(row.audience, row.kind, row.payload, viewer) for row in events for viewer in others]
            shown.append((lines, [view(system, after, viewer) for viewer in others]))
    assert all(other == shown[0] for other in shown)
    return len(shown)
