"""The page of one long note with its form; a text being typed survives changes made elsewhere meanwhile."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from crispy_forms.utils import render_crispy_form
from django.template.loader import render_to_string
from django.utils.safestring import mark_safe

from campaigns.web.language import say
from rules.character.sheet import Field
from sheets.forms import fields_form
from sheets.notes import markdown
from sheets.sheet_view import Reading


def form_id(path: str) -> str:
    return f"edit-{path.replace('.', '-')}"


def dump_replaced(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def note_form(sheet: Reading, path: str, field: Field, action: str) -> str:
    value = sheet.value(path)
    form = fields_form([replace(field, help=None)], gm=sheet.gm, values={field.key: value}, ids=form_id(path))
    context = {
        "id": form_id(path),
        "action": action,
        "fields": render_crispy_form(form),
        "replaces": dump_replaced({field.key: value}),
        "label": say(field.label),
        "text": mark_safe(markdown.html(str(value))),  # already sanitized
    }
    return render_to_string("sheets/_note.html", context)
