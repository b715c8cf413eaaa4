"""What may be said of a test, ready to be drawn by the kind of each field."""

from __future__ import annotations

from typing import Any

from campaigns.web.language import say
from rules.core.sheet import Field
from sheets.forms import FieldsForm


def said_row(form: FieldsForm, field: Field) -> dict[str, Any]:
    """One thing that may be said of a test; a scale of degrees is split into those near the usual one and the rest."""
    bound = form[field.key]
    row: dict[str, Any] = {"field": field, "bound": bound, "kind": field.kind, "label": say(field.label)}
    if field.kind != "choice" or len(field.choices) < 3 or any(len(say(one.label)) > 30 for one in field.choices):
        return row
    if not all(one.hint for one in field.choices):
        return row
    chosen = str(bound.value())
    options = [
        {"key": one.key, "label": say(one.label), "figure": say(one.hint or ""), "checked": one.key == chosen}
        for one in field.choices
    ]
    usual = next((place for place, one in enumerate(field.choices) if one.key == field.default), 0)
    near = range(max(0, usual - 2), max(0, usual - 2) + 5)
    row |= {"near": [one for place, one in enumerate(options) if place in near]}
    row |= {"far": [one for place, one in enumerate(options) if place not in near]}
    row |= {"open": any(one["checked"] for one in row["far"]), "count": len(options)}
    return row
