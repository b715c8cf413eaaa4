"""The wounds of an opponent whose health is not shown change nothing that a player reads or may do."""

from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest

from rules import registry
from rules.core.errors import Refused
from rules.core.paths import put
from rules.testing import laws
from rules.views.board import offers, view
from rules.views.viewers import Viewer
from tests.rules.play import play_blows

pytestmark = pytest.mark.fights

STEPS, FIGHTS = 24, 3


@pytest.mark.slow("fights in which boards and menus are drawn anew for each wound of an opponent")
@pytest.mark.parametrize("game", registry.GAMES)
def test_wounds_that_are_not_shown_change_nothing_for_a_player(game):
    system, compared = registry.system(game), 0
    for seed in range(FIGHTS):
        random = Random(f"{game} {seed}")
        start = laws.fight(registry.pack(game), random.choice)
        for _before, _event, scene in list(play_blows(system, start, random.choice, STEPS))[::3]:
            compared += _compare_wounds(system, scene)
    assert compared > 10


def _compare_wounds(system, scene):
    """Compare what a player reads before and after each wound; returns how many were compared."""
    rows = scene.fighters.values()
    heroes = [row for row in rows if row.side == "pc"]
    foe = next((row for row in rows if row.camp != "pc" and not system.is_out(scene, row.id)), None)
    if foe is None or scene.exchanges:  # what is asked of somebody follows from their sheet
        return 0
    scene = scene.with_changes((scene.change(f"fighters.{foe.id}.health_shown", "nothing"),))
    seat, wounds = Viewer("player", frozenset(row.character for row in heroes)), list(_wounds(system, scene, foe))
    for wounded in wounds:
        assert view(system, wounded, seat) == view(system, scene, seat)
        for hero in heroes:
            assert offers(system, wounded, seat, hero.id) == offers(system, scene, seat, hero.id)
    return len(wounds)


def _wounds(system, scene, foe):
    """Scenes in which one number or state of the foe's body is another one, and the foe can still fight."""
    for writes in _writes(system, scene.sheet(foe.id), scene.settings):
        sheet = scene.sheet(foe.id)
        for path, value in writes.items():
            sheet = put(sheet, path, value)
        wounded = replace(scene, sheets={**scene.sheets, foe.character: sheet})
        if not system.is_out(wounded, foe.id):
            yield wounded


def _writes(system, sheet, settings):
    """The writes of each step of a number that harm moves, and of each tick of a state that it leaves."""
    body = [place.key for place in system.body(sheet, settings)]
    for path in system.harm_paths:
        section, star, rest = path.partition(".*")
        for place in [f"{section}.{key}{rest}" for key in body] if star else [path]:
            field = system.schema.field(place)
            if field is None or field.kind not in ("number", "grid", "flag"):
                continue
            if field.kind == "flag":
                yield {place: True}
                continue
            for number in [f"{place}.{key}.{cell}" for key, row in (field.grid or {}).items() for cell in row] or [
                place
            ]:
                for by in (-1, 1):
                    with suppress(Refused):
                        yield system.step(sheet, settings, number, by).writes
