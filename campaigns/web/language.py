"""Sentences of the rules in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from unicodedata import normalize

from django.utils import translation

from rules import registry
from rules.core.game import Game
from rules.core.text import Param, Text, render
from rules.management.speak import Speaker, speaker
from rules.packs import Samples

# The catalogues of the language spoken, found once for the hundreds of words of a page.
_SPOKEN: ContextVar[Speaker | None] = ContextVar("spoken", default=None)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Let all that is said within be said in this language."""
    words = speaker(language)
    if _SPOKEN.get() is words and translation.get_language() == language:
        yield
        return
    with translation.override(language):
        before = _SPOKEN.set(words)
        try:
            yield
        finally:
            _SPOKEN.reset(before)


def gettext(message: str) -> str:
    """Django's own, without its looking for the language at each word of a page."""
    spoken = _SPOKEN.get()
    return spoken.site.gettext(message) if spoken is not None and message else translation.gettext(message)


def pgettext(context: str, message: str) -> str:
    spoken = _SPOKEN.get()
    return spoken.site.pgettext(context, message) if spoken is not None else translation.pgettext(context, message)


def say(text: Text | str, language: str | None = None) -> str:
    """A sentence in ``language``, or in the active one; a plain string is returned as it is."""
    if isinstance(text, str):
        return text
    if language is None:
        return render(text, _translated)
    with speaking(language):
        return render(text, _translated)


def games_by_name() -> list[Game]:
    """All games by their names in the active language, an accent beside its letter."""
    return sorted(registry.systems(), key=lambda game: normalize("NFD", say(game.name).casefold()))


def active() -> str:
    return translation.get_language() or ""


def ready_made(game: str) -> Samples:
    """The ready-to-play sheets of a game, their names in the active language."""
    return registry.samples(game, active())


def inside(text: Text | str) -> str:
    """A label as it stands within a line: its first letter small, unless that begins a name or an abbreviation."""
    sentence = say(text)
    return sentence[:1].lower() + sentence[1:] if _begins_with_a_word(text) else sentence


def _begins_with_a_word(text: Param) -> bool:
    if isinstance(text, tuple):
        return bool(text) and _begins_with_a_word(text[0])
    if not isinstance(text, Text):
        return False  # a name that somebody gave
    template = _translated(text)
    if match := re.match(r"%\((\w+)\)s", template):
        return _begins_with_a_word(dict(text.params)[match[1]])
    second = template[1:2]
    return second.islower() or second in (" ", "’")  # “À couvert”, “L’arme”, and neither “PV” nor “D20”


def _translated(text: Text) -> str:
    spoken = _SPOKEN.get() or speaker(active() or "en")
    return spoken.translate(text)
