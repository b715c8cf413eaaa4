"""The people whom a line of the journal harmed, and the effects that are worth a word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from campaigns.web.language import say
from encounters.log.entries import Entry
from rules.core.effects import OUT
from rules.core.game import Game
from rules.core.script import Effect
from rules.core.text import Text, shorten

MOST_WITHOUT_HARM = 2
_WITHOUT_HARM = ("is hit without harm", "%(location)s: the blow does nothing")


def harm_by_person(system: Game, entry: Entry) -> list[tuple[str, list[Text]]]:
    """The people a line harmed or took out of the fight, each with all effects on them."""
    effects = [(say(who), system.story.without_asides(shorten(text)), kind) for (who, text), kind in _effects(entry)]
    effects = [row for row in effects if not is_nothing(row[1])]
    hurt = {who for who, text, kind in effects if _is_notable(system, kind, text)}
    people: dict[str, dict[str, Text]] = {}
    for who, text, _kind in effects:
        if who in hurt:
            sentences = people.setdefault(who, {})
            sentences[_same(text)] = max(text, sentences.get(_same(text), text), key=lambda row: row.count)
    for person, text in entry.line.fallen:
        texts = people.setdefault(say(person), {})
        if is_nobody_out(system, texts.values()):
            texts.setdefault(_same(text), text)
    return [(who, list(texts.values())) for who, texts in people.items()]


def _same(text: Text) -> str:
    """A key of sentences of which one tells enough: the same one, or one for another number of turns."""
    return text.msgid if [key for key, _value in text.params] == ["count"] else say(text)


def is_nobody_out(system: Game, texts: Iterable[Text]) -> bool:
    return all(system.story.weight(text) < OUT for text in texts)


def is_nothing(text: Text) -> bool:
    values = [value for _key, value in text.params]
    numbers = [int(value) for value in values if isinstance(value, int | str) and str(value).isdigit()]
    nothing = not text.msgid or text.msgid in _WITHOUT_HARM or bool(numbers and not any(numbers))
    return nothing or any(isinstance(value, Text) and value.msgid and is_nothing(value) for value in values)


def harmless_effects(entry: Entry) -> list[tuple[str, list[Text]]]:
    effects = [(say(who), [shorten(text)]) for (who, text), kind in _effects(entry) if kind]
    return effects[:MOST_WITHOUT_HARM] if not entry.line.results else []


def _effects(entry: Entry) -> Iterator[tuple[tuple[str | Text, Text], str]]:
    return zip(entry.line.effects, entry.line.kinds, strict=True)


def _is_notable(system: Game, kind: str, text: Text) -> bool:
    return _harms(system, kind) or bool(kind) and (system.decides(Effect(kind, "")) or system.story.weight(text) > 0)


def _harms(system: Game, kind: str) -> bool:
    return bool(kind) and system.hurts(Effect(kind, ""))


def numbers_in(text: Text) -> Iterator[int]:
    for _key, value in text.params:
        if isinstance(value, Text):
            yield from numbers_in(value)
        elif isinstance(value, int | str) and str(value).isdigit():
            yield int(value)
