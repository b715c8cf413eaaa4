"""The language of a terminal, before Django is there to ask."""

from __future__ import annotations

import gettext
import os
import sys
from collections.abc import Sequence
from typing import Any

from config import places

DEFAULT = "fr"  # of the site as well


def language() -> str:
    """Return the language of this terminal: French where it names none."""
    named = next(filter(None, (os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    code = named.partition(".")[0].partition("_")[0].lower()
    return DEFAULT if code in ("", "c", "posix", "fr") else "en"


def in_terminal(sentence: str) -> str:
    """Return a sentence in the language of this terminal; commands in it begin as this program was begun."""
    known = gettext.translation("django", places.ASSETS / "locale", [language()], fallback=True)
    return known.gettext(sentence).replace("`tablee ", f"`{places.PROGRAM} ")


class Sentence(Exception):
    """The reason why something cannot be done: in English as text, or in the language of a terminal."""

    def __init__(self, sentence: str, **values: Any) -> None:
        super().__init__(sentence % values)
        self.sentence, self.values = sentence, values

    def in_terminal(self) -> str:
        return in_terminal(self.sentence) % self.values


def _(sentence: str) -> str:
    """Mark a sentence for the catalogue; ``in_terminal`` says it."""
    return sentence


# They print, and serve nobody.
PRINTING = ("checkgame", "newgame", "rules", "odds", "roll", "duel", "backup", "restore", "adopt", "administrator")


def execute(typed: Sequence[str]) -> None:
    """Run a command of the site; what one prints or refuses is in the language of this terminal."""
    import django
    from django.core.management import execute_from_command_line
    from django.utils import translation

    if typed[1:2] and typed[1] in PRINTING:
        django.setup()
        translation.activate(language())
    try:
        execute_from_command_line([*typed])
    except Sentence as error:
        sys.exit(error.in_terminal())
