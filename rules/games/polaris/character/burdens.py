"""Penalties of wounds and fatigue on every test, and their sum (POL-WOUND-14, POL-FAT)."""

from __future__ import annotations

from dataclasses import replace

from rules.core.check import Modifier
from rules.core.paths import Data, get
from rules.core.text import Text
from rules.games.polaris.harm import wounds
from rules.games.polaris.settings import setting
from rules.games.polaris.text import _

# POL-FAT-01: the six levels of fatigue, what each takes from every test, and what each box from a test of fatigue.
LEVELS: tuple[tuple[Text, int], ...] = (
    (_("not tired"), 0),
    (_("slightly tired"), -3),
    (_("tired"), -5),
    (_("very tired"), -7),
    (_("exhausted"), -10),
    (_("spent"), -10),
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


def sickness(sheet: Data) -> Modifier:
    """POL-INIT-02, POL-WOUND-14: what an illness takes from every test, as the game master says."""
    return Modifier(_("Sickness"), int(get(sheet, "sickness") or 0), "POL-WOUND-14")


def penalty(sheet: Data, settings: Data) -> tuple[Modifier, ...]:
    """POL-WOUND-14, 20, POL-FAT-03: the terms of wounds, fatigue and sickness, of which only the worst counts."""
    sources = {"wounds": wounds.penalty(sheet, settings)}
    others = {"fatigue": fatigue(sheet, settings), "sickness": sickness(sheet)}
    sources |= {key: (term,) for key, term in others.items() if term.value}
    if setting(settings, "health_penalty_sources") == "sum":
        return tuple(term for terms in sources.values() for term in terms)
    worst = min(sources, key=lambda key: _lost(sources[key]))
    return tuple(
        term if key == worst else replace(term, ignored=term.ignored or _WORSE[worst])
        for key, terms in sources.items()
        for term in terms
    )


_WORSE: dict[str, Text] = {
    "wounds": _("The wounds are worse."),
    "fatigue": _("Fatigue is worse."),
    "sickness": _("Sickness is worse."),
}


def _lost(terms: tuple[Modifier, ...]) -> int:
    return sum(term.value for term in terms if term.ignored is None)
