"""Sentences of what an act did, alike ones told as one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import accumulate

from campaigns.web.language import active_language, say, within_line
from campaigns.web.language import gettext as _
from rules.core.memo import memoize
from rules.core.text import Text, is_predicate, shorten
from rules.views.journal import Line

LEAST_AFAR, LETTERS_AFAR = 3, 120  # effects on the shared screen: at least so many, more while they are short
LETTERS_NEAR = 300  # on a page that is read in the hand


def effect_sentences(line: Line) -> list[str]:
    times = Counter(_effect_sentence(say(who), [text]) for who, text in line.effects)
    return [sentence if count == 1 else f"{sentence} ×{count}" for sentence, count in times.items()]


def _effect_sentence(who: str, texts: Sequence[Text]) -> str:
    """An effect with the name of its target: one sentence if it is a predicate, else set apart by a colon."""
    texts = _join_alike(texts)
    counts, within = Counter(map(say, texts)), {say(text): within_line(text) for text in texts[1:]}
    within.pop(say(texts[0]), None)
    *first, last = [
        within.get(text, text) if times == 1 else f"{within.get(text, text)} ×{times}" for text, times in counts.items()
    ]
    sentence = bool(first) and all(map(is_predicate, texts))
    effect = (
        _("%(some)s and %(last)s") % {"some": ", ".join(first), "last": last} if sentence else ", ".join((*first, last))
    )
    words = {"who": who, "effect": effect}
    return _("%(who)s %(effect)s") % words if is_predicate(texts[0]) else _("%(who)s: %(effect)s") % words


def _join_alike(texts: Sequence[Text]) -> list[Text]:
    """The same effects, with those that differ in a single name told as one: “uses Bleed and Trip”."""
    alike: dict[str, list[Text]] = {}
    for text in texts:
        alike.setdefault(text.msgid if _has_one_name(text) else say(text), []).append(text)
    return [text for group in alike.values() for text in (_tell_as_one(group) if _differ(group) else group)]


def _has_one_name(text: Text) -> bool:
    return is_predicate(text) and len(text.params) == 1 and isinstance(text.params[0][1], str | Text)


def _differ(group: Sequence[Text]) -> bool:
    return 1 < len(group) == len(set(group))


def _tell_as_one(group: Sequence[Text]) -> list[Text]:
    (key, _value), *_none = group[0].params
    *first, last = [say(value) for text in group for _key, value in text.params if isinstance(value, str | Text)]
    together = _("%(some)s and %(last)s") % {"some": ", ".join(first), "last": last}
    return [replace(group[0], params=((key, together),))]


def shorten_effects(line: Line, most: int = LETTERS_AFAR) -> tuple[list[str], int]:
    return _shortened_effects(line, most, active_language())


@memoize
def _shortened_effects(line: Line, most: int, language: str) -> tuple[list[str], int]:
    # Effects on others come first; the actor's own costs, such as spent ammunition, come last.
    news = (effect for effect in line.effects if effect not in line.repeats)
    in_order = sorted(news, key=lambda effect: effect[0] == line.who)
    pairs = [(say(who), shorten(text)) for who, text in in_order]
    letters = accumulate(len(say(text)) for _who, text in pairs)
    pairs_shown = pairs[: max(LEAST_AFAR, sum(read <= most for read in letters))]
    sentences = [_effect_sentence(who, texts) for who, texts in _runs(pairs_shown)]
    return sentences, len(pairs) - len(pairs_shown)


def _runs(pairs: Iterable[tuple[str, Text]]) -> list[tuple[str, list[Text]]]:
    """The effects of one person after another, but for a value after a sentence that names others.

    “Ana begins, then Léo, initiative 12” would give Léo's name the 12.
    """
    runs: list[tuple[str, list[Text]]] = []
    for who, text in pairs:
        before = runs[-1] if runs and runs[-1][0] == who else None
        if before is None or (before[1][-1].params and is_predicate(before[1][-1]) and not is_predicate(text)):
            runs.append((who, [text]))
        else:
            before[1].append(text)
    return runs


def effects_shown_whole(line: Line) -> set[str]:
    return _effects_shown_whole(line, active_language())


@memoize
def _effects_shown_whole(line: Line, language: str) -> set[str]:
    unabridged = tuple((who, text) for who, text in line.effects if shorten(text) == text)
    return set() if shorten_effects(line, LETTERS_NEAR)[1] else set(effect_sentences(replace(line, effects=unabridged)))
