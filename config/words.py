"""The language of a terminal, before Django is there to ask."""

from __future__ import annotations

import gettext
import os

from config import places

DEFAULT = "fr"  # of the site as well


def language() -> str:
    """Return the language of this terminal: French where it names none."""
    named = next(filter(None, (os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    code = named.partition(".")[0].partition("_")[0].lower()
    return DEFAULT if code in ("", "c", "posix", "fr") else "en"


def in_terminal(sentence: str) -> str:
    known = gettext.translation("django", places.ASSETS / "locale", [language()], fallback=True)
    return known.gettext(sentence)


def _(sentence: str) -> str:
    """Mark a sentence for the catalogue; ``in_terminal`` says it."""
    return sentence
