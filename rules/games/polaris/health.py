"""A state of health in words: of the whole character, and of each place of the body."""

from __future__ import annotations

from rules.core.game import Place
from rules.core.memo import memoize
from rules.core.paths import Data, get
from rules.core.scene import Health
from rules.core.text import Text, pgettext
from rules.games.polaris.tables import CAPACITY, LIMBS, PLACES, SEVERITY_NAMES
from rules.games.polaris.wounds import ORDER, is_dead, marked_cells, worst


@memoize
def health(sheet: Data) -> Health:
    """The worst state as everybody may read it."""
    if is_dead(sheet):
        return Health(5, pgettext("polaris state", "Dead"))
    if get(sheet, "conditions.unconscious"):
        return Health(5, pgettext("polaris state", "Unconscious"))
    return Health(*_STATES[worst(sheet)])


@memoize
def body(sheet: Data) -> tuple[Place, ...]:
    """The six places with the worst wound of each."""
    return tuple(_place(sheet, place, label) for place, label in PLACES.items())


_STATES: dict[str, tuple[int, Text]] = {
    "": (0, pgettext("polaris state", "Unhurt")),
    "light": (1, pgettext("polaris state", "Lightly wounded")),
    "moderate": (2, pgettext("polaris state", "Wounded")),
    "serious": (3, pgettext("polaris state", "Seriously wounded")),
    "critical": (4, pgettext("polaris state", "Critically wounded")),
    "mortal": (5, pgettext("polaris state", "Mortally wounded")),
    "fatal": (5, pgettext("polaris state", "Limb destroyed")),
}


def _place(sheet: Data, place: str, label: Text) -> Place:
    cells = [(severity, ticked) for where, severity, ticked in marked_cells(sheet) if where == place]
    if not cells:
        return Place(place, label, 0, _STATES[""][1])
    severity, ticked = cells[0]
    word = _END[place in LIMBS] if severity == "fatal" else SEVERITY_NAMES[severity]
    detail = tuple(_filled(row, number, CAPACITY[place][row]) for row, number in cells)
    rank = min(5, ORDER.index(severity) + 1)
    return Place(place, label, rank, word, ticked, pgettext("polaris", "%(steps)s", steps=detail))


_END = {True: pgettext("polaris", "limb destroyed"), False: pgettext("polaris", "death")}


def _filled(severity: str, count: int, most: int) -> Text:
    return pgettext(
        "polaris",
        "%(severity)s %(count)s/%(most)s",
        severity=SEVERITY_NAMES[severity],
        count=count,
        most=most,
    )
