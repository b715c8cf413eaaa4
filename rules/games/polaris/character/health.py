"""A state of health in words: of the whole character, and of each place of the body."""

from __future__ import annotations

from rules.character.character import Place
from rules.core.memo import memoize
from rules.core.paths import Data
from rules.core.scene import Health
from rules.core.text import Text
from rules.games.polaris.harm.wounds import ORDER, is_dead, is_senseless, marked_cells, worst
from rules.games.polaris.tables import CAPACITY, LIGHT, LIMBS, PLACES, SEVERITY_NAMES
from rules.games.polaris.text import _


@memoize
def health(sheet: Data) -> Health:
    """The worst state as everybody may read it."""
    if is_dead(sheet):
        return Health(5, _("Dead"), for_good=True)
    if is_senseless(sheet):
        return Health(5, _("Unconscious"))
    return Health(*_STATES[worst(sheet)])


@memoize
def body(sheet: Data) -> tuple[Place, ...]:
    """The six places with the worst wound of each."""
    return tuple(_place(sheet, place, label) for place, label in PLACES.items())


_STATES: dict[str, tuple[int, Text]] = {
    "": (0, _("Unhurt")),
    LIGHT: (1, _("Lightly wounded")),
    "moderate": (2, _("Wounded")),
    "serious": (3, _("Seriously wounded")),
    "critical": (4, _("Critically wounded")),
    "mortal": (5, _("Mortally wounded")),
    "fatal": (5, _("Limb destroyed")),
}


def _place(sheet: Data, place: str, label: Text) -> Place:
    cells = [(severity, ticked) for where, severity, ticked in marked_cells(sheet) if where == place]
    if not cells:
        return Place(place, label, 0, _STATES[""][1])
    severity, ticked = cells[0]
    word = _END[place in LIMBS] if severity == "fatal" else SEVERITY_NAMES[severity]
    detail = tuple(_filled_text(row, number, CAPACITY[place][row]) for row, number in cells)
    rank = min(5, ORDER.index(severity) + 1)
    return Place(place, label, rank, word, ticked, _("%(steps)s", steps=detail))


_END = {True: _("limb destroyed"), False: _("death")}


def _filled_text(severity: str, count: int, most: int) -> Text:
    return _("%(severity)s %(count)s/%(most)s", severity=SEVERITY_NAMES[severity], count=count, most=most)
