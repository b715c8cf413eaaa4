"""Translation of the rules' sentences into the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from functools import lru_cache
from typing import TypeVar
from unicodedata import combining, normalize

from django.utils import translation

from rules import registry
from rules.core.game import Game
from rules.core.text import Text, render, render_within
from rules.management.speak import Speaker, speaker
from rules.packs import Samples

T = TypeVar("T")
MOST_WORDS = 4_000  # labels of lists of all games in both languages
LONG = 8  # rows of a list that is looked through by name

# The catalogues of the active language, looked up once for the hundreds of texts of a page.
_SPOKEN: ContextVar[Speaker | None] = ContextVar("spoken", default=None)
_SPOKEN_ALREADY = nullcontext()


def speaking(language: str) -> AbstractContextManager[None]:
    """A context in which all texts are translated into this language."""
    words = speaker(language)
    return _SPOKEN_ALREADY if _SPOKEN.get() is words else _switch_to(words)


@contextmanager
def _switch_to(words: Speaker) -> Iterator[None]:
    with translation.override(words.language):
        before = _SPOKEN.set(words)
        try:
            yield
        finally:
            _SPOKEN.reset(before)


def gettext(message: str) -> str:
    """Like Django's ``gettext``, but without looking up the active language for every text of a page."""
    spoken = _SPOKEN.get()
    return spoken.site.gettext(message) if spoken is not None and message else translation.gettext(message)


def pgettext(context: str, message: str) -> str:
    spoken = _SPOKEN.get()
    return spoken.site.pgettext(context, message) if spoken is not None else translation.pgettext(context, message)


def say(text: Text | str, language: str | None = None) -> str:
    """A sentence in ``language``, or in the active one; a plain string is returned unchanged."""
    if isinstance(text, str):
        return text
    if language is None:
        return render(text, (_SPOKEN.get() or _speaker()).translate)
    with speaking(language):
        return say(text)


def games_by_name() -> list[Game]:
    """All games sorted by their names in the active language; accented letters sort beside plain ones."""
    return sorted(registry.systems(), key=lambda game: _letters(say(game.name)))


def in_reading_order(rows: Iterable[T], label: Callable[[T], Text | str]) -> list[T]:
    """Rows by their labels: a long list that is alphabetical in English is so in the active language; others stay."""
    listed = list(rows)
    english = [_letters(str(label(row))) for row in listed]
    if len(listed) < LONG or english != sorted(english):
        return listed
    return sorted(listed, key=lambda row: _letters(say(label(row))))


@lru_cache(MOST_WORDS)
def _letters(words: str) -> str:
    return normalize("NFD", words.casefold())


def searchable(text: str) -> str:
    """A text normalized for searching: lower case without accents, plain apostrophes and ligatures, single spaces."""
    parts = normalize("NFKD", text).replace("’", "'").replace("œ", "oe").casefold()
    return " ".join("".join(sign for sign in parts if not combining(sign)).split())


def active_language() -> str:
    return translation.get_language() or ""


def ready_made_sheets(game: str) -> Samples:
    """The ready-made sheets of a game, with names in the active language."""
    return registry.samples(game, active_language())


def capitalize(text: str) -> str:
    """A text with a capital first letter; unlike ``str.capitalize``, the rest is left alone."""
    return text[:1].upper() + text[1:]


def within_line(text: Text | str) -> str:
    """A label for use within a line: it begins in lower case, unless it begins with a name or an abbreviation."""
    return text if isinstance(text, str) else render_within(text, (_SPOKEN.get() or _speaker()).translate)


def join_dotted(*words: str) -> str:
    """Words joined by dots (``a · b``) that never begin a line where they wrap."""
    return "\u00a0· ".join(filter(None, words))


def _speaker() -> Speaker:
    return speaker(active_language() or "en")
