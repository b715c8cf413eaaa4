"""Sentences of the rules in the reader's language."""

from __future__ import annotations

from django.utils import translation
from django.utils.translation import gettext, ngettext, npgettext, pgettext

from rules.words import Text, render


def say(text: Text | str, language: str | None = None) -> str:
    """A sentence in ``language``, or in the active one; a plain string is returned as it is."""
    if isinstance(text, str):
        return text
    if language is None:
        return render(text, _translated)
    with translation.override(language):
        return render(text, _translated)


def _translated(text: Text) -> str:
    if text.plural and text.context:
        return npgettext(text.context, text.msgid, text.plural, text.count)
    if text.plural:
        return ngettext(text.msgid, text.plural, text.count)
    return pgettext(text.context, text.msgid) if text.context else gettext(text.msgid)
