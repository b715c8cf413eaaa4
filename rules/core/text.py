"""Sentences that leave the rules: a message id with its parameters, translated at the edge.

``_``, ``ngettext`` and ``pgettext`` have the names that ``makemessages`` knows, so every literal is found. Parameters
are plain values, other texts, or lists of texts. Names given by people are plain strings and are never translated, but
in a sentence of a game that of a ready-made weapon is told in the reader's language (``ready_made``). Each game has its
own catalogue: ``domain`` binds the three names to it, and the context of a text begins with its key.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain
from typing import Protocol

MINUS = "\u2212"
READY_MADE = "ready-made"
OUT_OF = "\u00a0/\u00a0"  # between a value and its maximum, on one line
# Parameters that are labels, such as a place of the body, a state, or a result: lower case within a sentence.
LABELS = frozenset({"place", "location", "severity", "condition", "state", "how", "result", "second"})
_NUMBERS, _WORDS = (int,), (str, int)  # the types of parameters that need no translation, in a game's text or another
_BEFORE_A_CAPITAL = (". ", "! ", "? ", "“", "«\u00a0", "« ")
# Matches a sentence that begins, in English, with a verb about its subject.
_VERB = re.compile(r"(?!(?:successes|always|as|[a-z]*(?:less|ness|ous))\b)(?:cannot|[a-z]+s)\b")


@dataclass(frozen=True)
class Who:
    """A fighter in a sentence, named only for a known viewer, so that no stored sentence has a hidden name."""

    fighter: str


@dataclass(frozen=True)
class Text:
    """One sentence: ``msgid % params``, with a context if one English word has several French translations.

    ``str()`` gives English. ``plural`` and ``count`` are set together, for sentences that depend on a number.
    """

    msgid: str
    params: tuple[tuple[str, Param], ...] = ()
    context: str = ""
    plural: str = ""
    count: int = 0

    def __str__(self) -> str:
        return render(self, _english)


Param = str | int | Who | Text | tuple[Text, ...]


def _(msgid: str, **params: Param) -> Text:
    return Text(msgid, tuple(params.items())) if params else _constant(msgid, "")


@cache
def _constant(msgid: str, context: str) -> Text:
    """A sentence without parameters, created once, because a fight needs thousands."""
    return Text(msgid, (), context)


def pgettext(context: str, msgid: str, **params: Param) -> Text:
    return Text(msgid, tuple(params.items()), context)


def ngettext(one: str, many: str, count: int, **params: Param) -> Text:
    """A sentence that depends on ``count``, which is also its parameter ``%(count)s``."""
    return Text(one, (("count", count), *params.items()), "", many, count)


class Marker(Protocol):
    """A function that marks a sentence of a catalogue."""

    def __call__(self, msgid: str, /, **params: Param) -> Text: ...


class PluralMarker(Protocol):
    """A function that marks a sentence that depends on ``count``."""

    def __call__(self, one: str, many: str, count: int, /, **params: Param) -> Text: ...


class ContextMarker(Protocol):
    """A function that marks a sentence in a context, because one English word may have several French ones."""

    def __call__(self, context: str, msgid: str, /, **params: Param) -> Text: ...


def domain(key: str) -> tuple[Marker, PluralMarker, ContextMarker]:
    """The functions ``_``, ``ngettext`` and ``pgettext`` for the catalogue of one game."""

    def marked(msgid: str, /, **params: Param) -> Text:
        return Text(msgid, tuple(params.items()), key) if params else _constant(msgid, key)

    def plural(one: str, many: str, count: int, /, **params: Param) -> Text:
        return Text(one, (("count", count), *params.items()), key, many, count)

    def within(context: str, msgid: str, /, **params: Param) -> Text:
        return Text(msgid, tuple(params.items()), f"{key} {context}")

    return marked, plural, within


def ready_made(game: str, name: Text | str) -> Text:
    """A name on a sheet of this game, translated if it is one of its ready-made weapons, suits or other rows."""
    return name if isinstance(name, Text) else Text(name, (), f"{game} {READY_MADE}")


def signed(number: int) -> str:
    """``+3``, ``0`` or ``−3``, with a real minus sign."""
    return f"+{number}" if number > 0 else plain(number)


def plain(number: int) -> str:
    return str(number).replace("-", MINUS)


def span(numbers: Collection[int]) -> Text | str:
    """The smallest and the largest of some numbers, or the only one."""
    least, most = plain(min(numbers)), plain(max(numbers))
    return least if least == most else _("%(least)s to %(most)s", least=least, most=most)


def render(text: Text, translate: Callable[[Text], str]) -> str:
    """The sentence in the language of ``translate``, including parameters; lists are joined by commas."""
    template = translate(text)
    if not text.params:
        return template
    as_they_are = _NUMBERS if text.context else _WORDS
    return template % {
        key: param if type(param) in as_they_are else _render_param(text.context, template, key, param, translate)
        for key, param in text.params
    }


def _render_param(context: str, template: str, key: str, param: object, translate: Callable[[Text], str]) -> object:
    if isinstance(param, str):
        game = context.partition(" ")[0]
        return translate(ready_made(game, param)) if game and param[:1].isalpha() else param
    if not isinstance(param, Text | tuple):
        return param.fighter if isinstance(param, Who) else param
    spoken = render_within if _is_label_within(template, key) else render
    return ", ".join([spoken(part, translate) for part in ((param,) if isinstance(param, Text) else param)])


def render_within(text: Text, translate: Callable[[Text], str]) -> str:
    """The sentence for use within another: it begins in lower case, unless with a name or an abbreviation."""
    sentence = render(text, translate)
    return sentence[:1].lower() + sentence[1:] if _begins_with_a_word(text, translate) else sentence


def _is_label_within(template: str, key: str) -> bool:
    if key not in LABELS:
        return False
    before, *_after = template.partition(f"%({key})s")
    return bool(before) and not before.endswith(_BEFORE_A_CAPITAL)


def _begins_with_a_word(text: object, translate: Callable[[Text], str]) -> bool:
    if isinstance(text, tuple):
        return bool(text) and _begins_with_a_word(text[0], translate)
    if not isinstance(text, Text):
        return False  # a name given by a person
    template = translate(text)
    if match := re.match(r"%\((\w+)\)s", template):
        return _begins_with_a_word(dict(text.params)[match[1]], translate)
    second = template[1:2]
    return second.islower() or second in (" ", "’")  # “À couvert”, “L’arme”, but not “PV” or “D20”


def with_names(text: Text, names: Mapping[str, str | Text]) -> Text:
    """The same sentence with all fighters named from ``names``; those not in it become “somebody”."""
    if not text.params:
        return text
    params = [(key, param if type(param) in _WORDS else _name_param(param, names)) for key, param in text.params]
    return Text(text.msgid, tuple(params), text.context, text.plural, text.count)


def _name_param(param: Param, names: Mapping[str, str | Text]) -> Param:
    if isinstance(param, Who):
        return names.get(param.fighter, SOMEBODY)
    if isinstance(param, Text):
        return with_names(param, names)
    return tuple([with_names(part, names) for part in param]) if isinstance(param, tuple) else param


def fighters_in(text: Text) -> Iterator[str]:
    parts = chain.from_iterable(value if isinstance(value, tuple) else (value,) for _key, value in text.params)
    for part in parts:
        if isinstance(part, Who):
            yield part.fighter
        elif isinstance(part, Text):
            yield from fighters_in(part)


def is_predicate(text: Text) -> bool:
    """True if the sentence is a predicate, to be preceded by the name of its subject."""
    return _VERB.match(str(text)) is not None


def sentence_about(who: Who | str, what: Text) -> Text:
    """A person with what they do or undergo: one sentence if ``what`` is a predicate, else separated by a colon."""
    return (
        _("%(who)s %(what)s", who=who, what=what) if is_predicate(what) else _("%(who)s: %(what)s", who=who, what=what)
    )


def shorten(text: Text) -> Text:
    """The same sentence without the terms of its numbers, for a screen that is read from afar.

    These are a parameter ``terms`` that is a text of its own, and ``why`` if it lists the terms of ``what``.
    """
    params = dict(text.params)
    what = params.get("what")
    if isinstance(what, Text) and isinstance(params.get("why"), tuple):
        return shorten(what)

    def value(key: str, param: Param) -> Param:
        if isinstance(param, tuple):
            return tuple(shorten(part) for part in param)
        if not isinstance(param, Text):
            return param
        return Text("") if key == "terms" else shorten(param)

    return replace(text, params=tuple((key, value(key, param)) for key, param in text.params))


SOMEBODY = _("somebody")


def _english(text: Text) -> str:
    return text.plural if text.plural and text.count != 1 else text.msgid
