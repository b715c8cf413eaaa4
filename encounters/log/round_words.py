"""The site's own sentences about rounds, in the word that a game has for them (``Rounds.word``)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext, pgettext

from rules.core.game import Game


@dataclass(frozen=True)
class RoundWords:
    """The sentences about rounds for one word: the first rounds by name, any other by number, and so on."""

    first: tuple[str, ...]
    other: str
    next: str
    unit: str
    counted: Callable[[int], str]

    def during(self, number: int) -> str:
        return self.first[number - 1] if number <= len(self.first) else self.numbered(number)

    def numbered(self, number: int | str) -> str:
        return self.other % {"round": number}


def words_of(system: Game) -> RoundWords:
    return _WORDS[system.rounds.word]()


def _count_rounds(count: int) -> str:
    return ngettext("%(count)s round", "%(count)s rounds", count) % {"count": count}


def _count_in_rounds(count: int) -> str:
    return npgettext("round", "%(count)s round", "%(count)s rounds", count) % {"count": count}


def _count_turns(count: int) -> str:
    return npgettext("round", "%(count)s turn", "%(count)s turns", count) % {"count": count}


def _about_rounds() -> RoundWords:
    return RoundWords(
        (
            *(_("In the first round"), _("In the second round"), _("In the third round"), _("In the fourth round")),
            *(_("In the fifth round"), _("In the sixth round"), _("In the seventh round"), _("In the eighth round")),
            *(_("In the ninth round"), _("In the tenth round")),
        ),
        _("In round %(round)s"),
        _("In the next round"),
        _("Rounds"),
        _count_rounds,
    )


def _about_rounds_everywhere() -> RoundWords:
    return RoundWords(
        (
            pgettext("round", "In the first round"),
            pgettext("round", "In the second round"),
            pgettext("round", "In the third round"),
            pgettext("round", "In the fourth round"),
            pgettext("round", "In the fifth round"),
            pgettext("round", "In the sixth round"),
            pgettext("round", "In the seventh round"),
            pgettext("round", "In the eighth round"),
            pgettext("round", "In the ninth round"),
            pgettext("round", "In the tenth round"),
        ),
        pgettext("round", "In round %(round)s"),
        pgettext("round", "In the next round"),
        pgettext("round", "Rounds"),
        _count_in_rounds,
    )


def _about_turns() -> RoundWords:
    return RoundWords(
        (
            *(_("In the first turn"), _("In the second turn"), _("In the third turn"), _("In the fourth turn")),
            *(_("In the fifth turn"), _("In the sixth turn"), _("In the seventh turn"), _("In the eighth turn")),
            *(_("In the ninth turn"), _("In the tenth turn")),
        ),
        _("In turn %(round)s"),
        _("In the next turn"),
        pgettext("round", "Turns"),
        _count_turns,
    )


_WORDS: Mapping[str, Callable[[], RoundWords]] = {
    "": _about_rounds,
    "round": _about_rounds_everywhere,
    "turn": _about_turns,
}
