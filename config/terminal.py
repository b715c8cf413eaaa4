"""The language of the terminal, before Django is loaded."""

from __future__ import annotations

import gettext
import os
import sys
from collections.abc import Sequence
from typing import Any

from config import places

DEFAULT = "fr"  # also the default of the site


def terminal_language() -> str:
    """Return the language of this terminal, French if it is not set."""
    named = next(filter(None, (os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    code = named.partition(".")[0].partition("_")[0].lower()
    return DEFAULT if code in ("", "c", "posix", "fr") else "en"


def in_terminal(sentence: str) -> str:
    """Translate a sentence for this terminal; commands in it begin with the name by which this program was called."""
    catalogue = gettext.translation("django", places.ASSETS / "locale", [terminal_language()], fallback=True)
    return catalogue.gettext(sentence).replace("`tablee ", f"`{places.PROGRAM} ")


class Sentence(Exception):
    """An error with a sentence, in English as its text, which can also be translated for a terminal."""

    def __init__(self, sentence: str, **values: Any) -> None:
        super().__init__(sentence % values)
        self.sentence, self.values = sentence, values

    def in_terminal(self) -> str:
        return in_terminal(self.sentence) % self.values


def _(sentence: str) -> str:
    """Mark a sentence for translation, which ``in_terminal`` does later."""
    return sentence


# These print and do not serve.
PRINTING = ("checkgame", "newgame", "rules", "odds", "roll", "duel", "backup", "restore", "adopt", "administrator")


def execute(typed: Sequence[str]) -> None:
    """Run a command of the site, with its output and errors in the language of this terminal."""
    import django
    from django.core.management import execute_from_command_line
    from django.utils import translation

    if typed[1:2] and typed[1] in PRINTING:
        django.setup()
        translation.activate(terminal_language())
    try:
        execute_from_command_line([*typed])
    except Sentence as error:
        sys.exit(error.in_terminal())
