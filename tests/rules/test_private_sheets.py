"""Nothing of an opponent's sheet changes what a player reads or may do, but what everybody sees at the table.

The opponent's health is not shown, or in words. What is asked of somebody in an exchange follows from their sheet, so
fights are compared where none is open.
"""

import re
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest

from rules import registry
from rules.core.errors import Refused
from rules.core.paths import put
from rules.core.script import Effect
from rules.engine import wording
from rules.testing import laws
from rules.views.board import band, offers, view
from rules.views.viewers import Viewer
from tests.rules.play import play_blows

pytestmark = pytest.mark.fights

STEPS, FIGHTS, SHARES = 24, 3, 6
TOLD = [("words", "foe"), ("nothing", "foe"), ("words", "ally"), ("nothing", "ally")]


@pytest.mark.slow("fights in which boards and menus are drawn anew for each wound of an opponent")
@pytest.mark.parametrize("game", registry.GAMES)
def test_wounds_that_are_not_shown_change_nothing_for_a_player(game):
    system, compared = registry.system(game), Counter()
    for number, (scene, foe, _seen) in enumerate(_moments(game, every=3)):
        told, side = TOLD[number % len(TOLD)]
        scene = _with_row(scene, foe, health_shown=told, side=side)
        seen = _shown(system, scene)
        for writes in _writes(system, scene.sheet(foe.id), scene.settings):
            other = _rewritten(scene, foe, writes)
            if not system.is_out(other, foe.id) and (told == "nothing" or _has_same_word(system, foe, scene, other)):
                assert _shown(system, other) == seen, (told, side, writes)
                compared[told, side] += 1
    assert len(compared) == len(TOLD) and compared.total() > 10


# What tells of a life that ends or is saved, and makes a sheet one of the dead.
FATES = [
    *(("chroniques", kind, None, {"dead": True}) for kind in ("death", "stable")),
    ("arpenteurs", "death", None, {"dead": True}),
    ("mythras", "dead", None, {"state.dead": True}),
    ("mythras", "bled", "dead", {"state.dead": True}),
]


@pytest.mark.parametrize(("game", "kind", "value", "dead"), FATES)
def test_the_death_of_somebody_whose_health_is_not_shown_is_told_to_nobody(game, kind, value, dead):
    system, (scene, foe, _seen) = registry.system(game), next(_moments(game, every=1))
    shown = [_with_row(scene, foe, health_shown=told) for told in ("nothing", "words")]
    nothing, words = (system.public(scene, Effect(kind, foe.id, value)) for scene in shown)
    assert (nothing, bool(words)) == (None, True)
    fallen = [str(wording.fallen_row(system, _rewritten(scene, foe, dead), foe.id)["text"]) for scene in shown]
    assert fallen[0] != fallen[1]


# Whatever everybody sees at the table: the name, a declared weapon, the order of turns, and how tall somebody is.
SEEN = {
    "chroniques": r"name|typed\.init|abilities\.(dex|per)",
    "arpenteurs": r"name|boss|characteristics\.adresse",
    "medieval": r"name|traits\.vitesse|height_cm",
    "mythras": r"name|characteristics\.siz",
    "polaris": r"name|weapons\.\w+\.name|attributes\.(ADA|PER)",
}


@pytest.mark.slow("fights in which boards and menus are drawn anew for many values of a sheet")
@pytest.mark.parametrize("game", registry.GAMES)
def test_the_values_of_a_sheet_change_nothing_for_other_players(game):
    system, tried = registry.system(game), set()
    for number, (scene, foe, seen) in enumerate(_moments(game, every=5)):
        values = sorted(_values(scene.sheet(foe.id)))
        for path, value in values[number % SHARES :: SHARES]:
            other = _rewritten(scene, foe, {path: value})
            if not re.fullmatch(SEEN[game], path) and _is_readable(system, other, foe):
                assert _shown(system, other) == seen, path
                tried.add(path)
    assert len(tried) > 8


def _moments(game, every):
    """Moments of fights without an open exchange: the scene, a foe who can fight, and what a player is shown."""
    system = registry.system(game)
    for seed in range(FIGHTS):
        random = Random(f"{game} {seed}")
        start = laws.fight(registry.pack(game), random.choice)
        for _before, _event, scene in list(play_blows(system, start, random.choice, STEPS))[::every]:
            able = (row for row in scene.fighters.values() if row.camp != "pc" and not system.is_out(scene, row.id))
            foe = next(able, None)
            if foe is not None and not scene.exchanges:
                scene = _with_row(scene, foe, health_shown="nothing")
                yield scene, foe, _shown(system, scene)


def _with_row(scene, foe, **values):
    return scene.with_changes([scene.change(f"fighters.{foe.id}.{key}", value) for key, value in values.items()])


def _has_same_word(system, foe, *scenes):
    """True if the table reads the same word about the health of an opponent in each of these fights."""
    found = {band(system.health(scene.sheet(foe.id), scene.settings), system.sheet.bands).rank for scene in scenes}
    return len(found) == 1


def _shown(system, scene):
    """The board and the menus of a player who plays all heroes."""
    heroes = [row for row in scene.fighters.values() if row.side == "pc"]
    seat = Viewer("player", frozenset(row.character for row in heroes))
    return view(system, scene, seat), [offers(system, scene, seat, hero.id) for hero in heroes]


def _rewritten(scene, foe, writes):
    sheet = scene.sheet(foe.id)
    for path, value in writes.items():
        sheet = put(sheet, path, value)
    return replace(scene, sheets={**scene.sheets, foe.character: sheet})


def _is_readable(system, scene, foe):
    """True if the game can work with this sheet, and the foe can still fight."""
    try:
        system.derive(scene.sheet(foe.id), scene.settings)
        return not system.is_out(scene, foe.id)
    except (KeyError, TypeError, ValueError):
        return False


def _values(sheet, start=""):
    """Every number, text and flag of a sheet by its path, with another value."""
    for key, value in sheet.items():
        if hasattr(value, "items"):
            yield from _values(value, f"{start}{key}.")
        elif isinstance(value, bool):
            yield f"{start}{key}", not value
        elif isinstance(value, int):
            yield f"{start}{key}", value + 1
        elif isinstance(value, str):
            yield f"{start}{key}", f"{value}x"


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
