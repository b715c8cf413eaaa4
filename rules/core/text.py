"""Sentences that leave the rules: a message id with its parameters, translated at the edge.

``_``, ``ngettext`` and ``pgettext`` carry the names ``makemessages`` knows, so every literal is found. Parameters are
plain values, other texts, or lists of texts; names given by people are plain strings and are never translated. Each
game has a catalogue of its own: ``domain`` binds the three names to it, and the context of a text begins with its key.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Protocol

MINUS = "\u2212"
# A sentence that begins, in English, with what somebody does or what befalls them.
_VERB = re.compile(r"(?!(?:successes|always|as|[a-z]*(?:less|ness|ous))\b)[a-z]+s\b")


@dataclass(frozen=True)
class Who:
    """Somebody in a scene, named only when a viewer is known: a sentence never holds a name that may be hidden."""

    fighter: str


@dataclass(frozen=True)
class Text:
    """One sentence: ``msgid % params``, in a context where one English word has several French ones.

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
    """A sentence without parameters, made once: a fight asks for thousands."""
    return Text(msgid, (), context)


def pgettext(context: str, msgid: str, **params: Param) -> Text:
    return Text(msgid, tuple(params.items()), context)


def ngettext(one: str, many: str, count: int, **params: Param) -> Text:
    """A sentence that depends on ``count``, which is also its ``%(count)s``."""
    return Text(one, (("count", count), *params.items()), "", many, count)


class Marker(Protocol):
    """Marks a sentence of a catalogue."""

    def __call__(self, msgid: str, /, **params: Param) -> Text: ...


class PluralMarker(Protocol):
    """Marks a sentence of a catalogue that depends on ``count``."""

    def __call__(self, one: str, many: str, count: int, /, **params: Param) -> Text: ...


class ContextMarker(Protocol):
    """Marks a sentence of a catalogue in a context where one English word has several French ones."""

    def __call__(self, context: str, msgid: str, /, **params: Param) -> Text: ...


def domain(key: str) -> tuple[Marker, PluralMarker, ContextMarker]:
    """``_``, ``ngettext`` and ``pgettext`` of the catalogue of one game."""

    def marked(msgid: str, /, **params: Param) -> Text:
        return Text(msgid, tuple(params.items()), key) if params else _constant(msgid, key)

    def plural(one: str, many: str, count: int, /, **params: Param) -> Text:
        return Text(one, (("count", count), *params.items()), key, many, count)

    def within(context: str, msgid: str, /, **params: Param) -> Text:
        return Text(msgid, tuple(params.items()), f"{key} {context}")

    return marked, plural, within


def signed(number: int) -> str:
    """``+3``, ``0`` or ``−3``, with a real minus sign."""
    return f"+{number}" if number > 0 else f"{MINUS}{-number}" if number < 0 else "0"


def plain(number: int) -> str:
    return str(number).replace("-", MINUS)


def span(numbers: Collection[int]) -> Text | str:
    """The least and the most of some numbers, or the only one there is."""
    least, most = min(numbers), max(numbers)
    return plain(least) if least == most else _("%(least)s to %(most)s", least=plain(least), most=plain(most))


def render(text: Text, translate: Callable[[Text], str]) -> str:
    """The sentence in the language of ``translate``, parameters included; lists are joined by commas."""

    def value(param: object) -> object:
        if isinstance(param, Text):
            return render(param, translate)
        if isinstance(param, tuple):
            return ", ".join(render(part, translate) for part in param)
        return param.fighter if isinstance(param, Who) else param

    template = translate(text)
    return template % {key: value(param) for key, param in text.params} if text.params else template


def naming(text: Text, names: Mapping[str, str | Text]) -> Text:
    """The same sentence with everybody in it named from ``names``; who is not in it is somebody."""

    def value(param: Param) -> Param:
        if isinstance(param, Who):
            return names.get(param.fighter, SOMEBODY)
        if isinstance(param, Text):
            return naming(param, names)
        if isinstance(param, tuple):
            return tuple(naming(part, names) for part in param)
        return param

    return replace(text, params=tuple((key, value(param)) for key, param in text.params))


def is_predicate(text: Text) -> bool:
    """It says what its subject does or undergoes, so that a name stands before it as in any sentence."""
    return _VERB.match(str(text)) is not None


def about(who: Who | str, what: Text) -> Text:
    """Somebody and what they do or undergo: a sentence where it is one, else set apart from their name."""
    return (
        _("%(who)s %(what)s", who=who, what=what) if is_predicate(what) else _("%(who)s: %(what)s", who=who, what=what)
    )


def brief(text: Text) -> Text:
    """The same sentence without what its numbers are made of, for a screen that is read from afar.

    That is a parameter ``terms`` that is a text of its own, and ``why`` where it lists what ``what`` is made of.
    """
    params = dict(text.params)
    what = params.get("what")
    if isinstance(what, Text) and isinstance(params.get("why"), tuple):
        return brief(what)

    def value(key: str, param: Param) -> Param:
        if isinstance(param, tuple):
            return tuple(brief(part) for part in param)
        if not isinstance(param, Text):
            return param
        return Text("") if key == "terms" else brief(param)

    return replace(text, params=tuple((key, value(key, param)) for key, param in text.params))


SOMEBODY = _("somebody")


def _english(text: Text) -> str:
    return text.plural if text.plural and text.count != 1 else text.msgid
