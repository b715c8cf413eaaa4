"""Translation of the rules' sentences: by the site's own catalogue, and by one of each game."""

from __future__ import annotations

import gettext
import re
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from functools import cache, cached_property, lru_cache

from django.utils import translation
from django.utils.formats import number_format
from django.utils.translation import trans_real

from rules import registry
from rules.core.text import READY_MADE, Text, _, render
from rules.packs import Pack

Catalogue = gettext.NullTranslations
MOST_WORDS = 20_000  # of one language, several times the sentences of all games
# The space between a number and its unit, unless an elided French word follows.
_UNIT = re.compile(r"(?:(?<=\)s)|(?<=[\d½])) (?=(?:m|s|min)\b(?!’))")


@cache
def unbroken(template: str) -> str:
    """The same words, with no-break spaces between numbers and their units."""
    return _UNIT.sub("\N{NO-BREAK SPACE}", template)


class Words(gettext.NullTranslations):
    """The catalogue of a game whose translations are in its own file."""

    def __init__(self, words: Mapping[str, str]) -> None:
        super().__init__()
        self.words = words

    def gettext(self, message: str) -> str:
        return self.words[message] if message in self.words else super().gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


class Speaker:
    """One language: the catalogues of the site (``site``) and of the games."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.site: Catalogue = trans_real.translation(language)
        self._found = lru_cache(MOST_WORDS)(self._template)

    @cached_property
    def games(self) -> dict[str, Catalogue]:
        return {key: self._catalogue(registry.pack(key)) for key in registry.all_keys()}

    @cached_property
    def names(self) -> dict[str, dict[str, str]]:
        return {key: registry.pack(key).row_names(self.language) for key in registry.all_keys()}

    def knowing(self, pack: Pack) -> Speaker:
        """The same language with one more game."""
        other = Speaker(self.language)
        other.games = {**self.games, pack.game.key: self._catalogue(pack)}
        return other

    def _catalogue(self, pack: Pack) -> Catalogue:
        """The catalogue of a game, whose entries count even if they equal the English; the site's is the fallback."""
        if pack.folder is None or pack.words:
            catalogue: Catalogue = Words(pack.words.get(self.language, {}))
        else:
            catalogue = gettext.translation("django", pack.folder / "locale", [self.language], fallback=True)
        catalogue.add_fallback(Words(pack.names.get(self.language, {})))
        catalogue.add_fallback(self.site)
        return catalogue

    def translate(self, text: Text) -> str:
        return unbroken(self._plural(text)) if text.plural else self._found(text.msgid, text.context)

    def _template(self, msgid: str, context: str) -> str:
        """The translated template of a text; its context begins with the key of the game whose catalogue has it.

        Old journals hold contexts that no longer exist, and texts that moved from a game to the site's catalogue.
        """
        key, _space, within = context.partition(" ")
        if within == READY_MADE:
            return self.names.get(key, {}).get(msgid, msgid)
        game = self.games.get(key)
        if game is None:
            return unbroken(self._site(msgid, context))
        template = game.pgettext(within, msgid) if within else msgid
        return unbroken(game.gettext(msgid) if template == msgid and msgid else template)

    def _site(self, msgid: str, context: str) -> str:
        if context:
            return self.site.pgettext(context, msgid)
        return self.site.gettext(msgid) if msgid else ""

    def _plural(self, text: Text) -> str:
        """A plural; journals written before games had catalogues hold some without a game."""
        game = self.games.get(text.context.partition(" ")[0])
        if game is not None:
            return game.ngettext(text.msgid, text.plural, text.count)
        if text.context:
            mark = trans_real.CONTEXT_SEPARATOR
            forms = (f"{text.context}{mark}{text.msgid}", f"{text.context}{mark}{text.plural}")
            return self.site.ngettext(*forms, text.count).rpartition(mark)[2]
        for catalogue in (self.site, *self.games.values()):
            template = catalogue.ngettext(text.msgid, text.plural, text.count)
            if template not in (text.msgid, text.plural):
                return template
        return text.msgid if text.count == 1 else text.plural


@registry.cache_until_reload
def speaker(language: str) -> Speaker:
    return Speaker(language)


def say(text: Text | str) -> str:
    """A sentence in the active language; a plain string is returned as it is."""
    return text if isinstance(text, str) else render(text, speaker(translation.get_language() or "en").translate)


def decimal(number: Fraction) -> str:
    """A number rounded to two decimals, as the active language writes it."""
    return number_format(Decimal(round(100 * number)) / 100, 2)


def percent(share: Fraction) -> str:
    return say(_("%(number)s%%", number=decimal(100 * share)))
