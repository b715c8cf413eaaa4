"""Pieces of HTML made of the live macros, for whatever is no live region."""

from __future__ import annotations

from typing import Any

from django.template import engines
from django.utils.safestring import SafeString, mark_safe


def drawn(template: str, **values: Any) -> SafeString:
    """A template of ``templates/live`` with these values."""
    return mark_safe(engines["live"].get_template(template).render(values))  # an escaping template
