"""The wounds of an evening: each character's worst ones, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.web.language import capitalize, say
from encounters.log.entries import Entry
from encounters.story.harm import is_nothing, numbers_in
from encounters.story.wording import words_within
from rules.core.effects import OUT
from rules.core.game import Game
from rules.core.script import Effect
from rules.core.text import Text, shorten

MOST_WOUNDS = 4


@dataclass(frozen=True)
class Wound:
    """One wound in words, and whether it put somebody out."""

    text: Text
    fells: bool


@dataclass(frozen=True)
class Wounds:
    """The wounds of one character, in order."""

    name: str
    wounds: tuple[str, ...]


def worst_wounds(system: Game, entries: Iterable[Entry], names: Sequence[str]) -> tuple[Wounds, ...]:
    """The wounds that these characters suffered according to the journal."""
    taken: dict[str, list[Wound]] = {name: [] for name in names}
    for entry in entries:
        felled = {say(who) for who, tell in entry.line.fallen}
        for (who, text), kind in zip(entry.line.effects, entry.line.kinds, strict=True):
            harm = system.story.without_asides(shorten(text))
            if kind and system.wounds(Effect(kind, "")) and say(who) in taken and not is_nothing(harm):
                taken[say(who)].append(Wound(harm, say(who) in felled or system.story.weight(harm) >= OUT))
    return tuple(Wounds(name, tuple(_worst_of(system, rows))) for name, rows in taken.items() if rows)


def _worst_of(system: Game, wounds: Sequence[Wound]) -> Iterator[str]:
    """A character's worst wounds, in order, each with how often it was taken, and the number of lighter ones.

    Those that put them out are among them; of several times out of the fight only the longest is listed.
    """
    sentences = [capitalize(words_within(wound.text)) for wound in wounds]
    times = Counter(sentences)
    fells = {sentence for sentence, wound in zip(sentences, wounds, strict=True) if wound.fells}

    def weight(number: int) -> tuple[bool, int, int, int]:
        text = wounds[number].text
        return sentences[number] in fells, system.story.weight(text), max(numbers_in(text), default=0), -number

    news = _news(system, wounds, sorted(map(sentences.index, times), key=weight, reverse=True))
    most = max(MOST_WOUNDS, sum(sentences[number] in fells for number in news))
    worst = [sentences[number] for number in sorted(news[:most])]
    yield from (_with_times(sentence, times[sentence]) for sentence in worst)
    left = len(wounds) - sum(times[sentence] for sentence in worst)
    if left > 0:
        yield ngettext("and %(count)s lighter", "and %(count)s lighter", left) % {"count": left}


def _news(system: Game, wounds: Sequence[Wound], worst_first: Sequence[int]) -> list[int]:
    """The numbers of the wounds without those that take somebody out in the words of a worse one."""
    out = [number for number in worst_first if system.story.weight(wounds[number].text) >= OUT]
    kinds = {wounds[number].text.msgid: number for number in reversed(out)}
    return [number for number in worst_first if kinds.get(wounds[number].text.msgid, number) == number]


def _with_times(sentence: str, times: int) -> str:
    return _("%(wound)s (%(times)s times)") % {"wound": sentence, "times": times} if times > 1 else sentence
