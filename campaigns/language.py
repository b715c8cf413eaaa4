"""Sentences of the rules in the reader's language."""

from __future__ import annotations

import re

from django.utils import translation
from django.utils.translation import gettext, ngettext, npgettext, pgettext

from rules.words import Param, Text, render


def say(text: Text | str, language: str | None = None) -> str:
    """A sentence in ``language``, or in the active one; a plain string is returned as it is."""
    if isinstance(text, str):
        return text
    if language is None:
        return render(text, _translated)
    with translation.override(language):
        return render(text, _translated)


def inside(text: Text | str) -> str:
    """A label as it stands within a line: its first letter small, unless that begins a name or an abbreviation."""
    said = say(text)
    return said[:1].lower() + said[1:] if _begins_with_a_word(text) else said


def _begins_with_a_word(text: Param) -> bool:
    if isinstance(text, tuple):
        return bool(text) and _begins_with_a_word(text[0])
    if not isinstance(text, Text):
        return False  # a name that somebody gave
    template = _translated(text)
    if found := re.match(r"%\((\w+)\)s", template):
        return _begins_with_a_word(dict(text.params)[found[1]])
    second = template[1:2]
    return second.islower() or second in (" ", "’")  # “À couvert”, “L’arme”, and neither “PV” nor “D20”


def _translated(text: Text) -> str:
    if text.plural and text.context:
        return npgettext(text.context, text.msgid, text.plural, text.count)
    if text.plural:
        return ngettext(text.msgid, text.plural, text.count)
    return pgettext(text.context, text.msgid) if text.context else gettext(text.msgid)
