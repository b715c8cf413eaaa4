"""Sentences of the rules in the language of a terminal."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from django.utils.formats import number_format
from django.utils.translation import gettext, ngettext, npgettext, pgettext

from rules.core.text import Text, _, render


def say(text: Text | str) -> str:
    """A sentence in the active language; a plain string is returned as it is."""
    return text if isinstance(text, str) else render(text, _translated)


def decimal(number: Fraction) -> str:
    """A number rounded to two decimals, as the active language writes it."""
    return number_format(Decimal(round(100 * number)) / 100, 2)


def percent(share: Fraction) -> str:
    """A share of 1, such as ``12.50%``."""
    return say(_("%(number)s%%", number=decimal(100 * share)))


def _translated(text: Text) -> str:
    if text.plural and text.context:
        return npgettext(text.context, text.msgid, text.plural, text.count)
    if text.plural:
        return ngettext(text.msgid, text.plural, text.count)
    return pgettext(text.context, text.msgid) if text.context else gettext(text.msgid)
