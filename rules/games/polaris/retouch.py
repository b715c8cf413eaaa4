"""What a game master may change of an effect before it lands."""

from __future__ import annotations

from rules.core.script import Effect
from rules.core.sheet import Choice, Field
from rules.games.polaris.tables import PLACES, SEVERITY_NAMES
from rules.games.polaris.text import _


def fields(effect: Effect) -> tuple[Field, ...]:
    """Of a wound, where it is and how bad; everything else lands as it is, or not at all."""
    if effect.kind != "wound":
        return ()
    place, severity = _("Location"), _("Severity")
    rows = (("place", place, PLACES), ("severity", severity, SEVERITY_NAMES))
    return tuple(
        Field(key, label, "choice", default=effect.value[key], choices=tuple(Choice(*one) for one in names.items()))
        for key, label, names in rows
    )
