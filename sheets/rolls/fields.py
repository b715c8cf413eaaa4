"""The fields of a test as template values."""

from __future__ import annotations

from typing import Any

from campaigns.web.language import say
from rules.character.sheet import Field
from sheets.forms import FieldsForm

MOST_DEGREE = 30  # letters of the name of a degree


def field_row(form: FieldsForm, field: Field) -> dict[str, Any]:
    """One field of a test as a row; a scale of degrees is split into those near the usual one and the rest."""
    bound = form[field.key]
    row: dict[str, Any] = {"field": field, "bound": bound, "kind": field.kind, "label": say(field.label)}
    if not _is_scale(field):
        return row
    chosen = str(bound.value())
    options = [
        {
            "key": choice.key,
            "label": say(choice.label),
            "figure": say(choice.hint or ""),
            "checked": choice.key == chosen,
        }
        for choice in field.choices
    ]
    usual = next((place for place, choice in enumerate(field.choices) if choice.key == field.default), 0)
    near = range(max(0, usual - 2), max(0, usual - 2) + 5)
    far = [option for place, option in enumerate(options) if place not in near]
    row |= {"near": [option for option in options if option not in far], "far": far}
    return row | {"open": any(option["checked"] for option in far), "count": len(options)}


def _is_scale(field: Field) -> bool:
    short = all(choice.hint and len(say(choice.label)) <= MOST_DEGREE for choice in field.choices)
    return field.kind == "choice" and len(field.choices) > 2 and short
