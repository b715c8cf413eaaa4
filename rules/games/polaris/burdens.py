"""What wounds and fatigue take from every test, and how the two go together (POL-WOUND-14, POL-FAT)."""

from __future__ import annotations

from dataclasses import replace

from rules.core.check import Modifier
from rules.core.paths import Data, get
from rules.core.text import Text
from rules.games.polaris import wounds
from rules.games.polaris.settings import setting
from rules.games.polaris.text import _, pgettext

# POL-FAT-01: the six levels of fatigue, what each takes from every test, and what each box from a test of fatigue.
LEVELS: tuple[tuple[Text, int], ...] = (
    (pgettext("fatigue", "not tired"), 0),
    (pgettext("fatigue", "slightly tired"), -3),
    (pgettext("fatigue", "tired"), -5),
    (pgettext("fatigue", "very tired"), -7),
    (pgettext("fatigue", "exhausted"), -10),
    (pgettext("fatigue", "spent"), -10),
)
BOXES = (0, -5, -10)
SPENT = len(LEVELS) - 1


def fatigue_level(sheet: Data) -> int:
    """POL-FAT-01: the level of fatigue, 0 to 5."""
    return int(get(sheet, "fatigue.level") or 0)


def fatigue_box(sheet: Data) -> int:
    """POL-FAT-01: the box reached on the level, 0 to 2."""
    return int(get(sheet, "fatigue.box") or 0)


def fatigue(sheet: Data, settings: Data) -> Modifier:
    """POL-FAT-01: what fatigue takes from every test, nothing where the campaign plays without it."""
    name, value = LEVELS[fatigue_level(sheet)]
    label = _("Fatigue: %(level)s", level=name)
    return Modifier(label, value if setting(settings, "fatigue_rules") else 0, "POL-FAT-01")


def penalty(sheet: Data, settings: Data) -> tuple[Modifier, ...]:
    """POL-WOUND-14, 20, POL-FAT-03: the terms of wounds and fatigue; of the two only the worse counts."""
    hurt, tired = wounds.penalty(sheet, settings), fatigue(sheet, settings)
    if not tired.value:
        return hurt
    lost = sum(term.value for term in hurt if term.ignored is None)
    if not lost or setting(settings, "health_penalty_sources") == "sum":
        return (*hurt, tired)
    if tired.value < lost:
        why = _("Fatigue is worse.")
        return (*(replace(term, ignored=term.ignored or why) for term in hurt), tired)
    return (*hurt, replace(tired, ignored=_("The wounds are worse.")))
