"""Sentences of the story: few, weighted by what changed the fight, each from a line of the journal or from its editor.

Every word and every weight is of lines as their reader may read them, so that no choice among them tells more.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from campaigns.web.language import say
from encounters import roster
from encounters.log import rows, takeaways, unseen_hits
from encounters.log.edits import Edits, Sentence
from encounters.log.entries import Entry
from rules.core.check import Level
from rules.core.game import Game
from rules.core.script import Effect
from rules.core.text import Text, brief, is_predicate

MOST_SENTENCES, MOST_POINTS, MOST_WITHOUT_HARM = 5, 5, 2
MOST_FACES, TENTHS, SQUARE = 20, 10, 10  # of a strip of dice
EXTREME, HARM = 2, 2  # weights
_PARTS = re.compile(r"\s*[,:·]\s*")
_APART = re.compile(r"(?: ·|:) (?=[a-zà-ÿ])")  # a journal sets who acts apart from what they do
_NAMED, _WORDS = re.compile(r"%\(\w+\)s"), re.compile(r"\w")
_HIT, _HIT_WHERE = "is hit", "is hit: %(location)s"
_NOTHING = ("is hit without harm", "%(location)s: the blow does nothing")


@dataclass(frozen=True)
class Wounded:
    """The harm somebody took, in its order."""

    name: str
    wounds: tuple[str, ...]


@dataclass(frozen=True)
class Strip:
    """The dice of an evening: how often each face fell, or each tenth of them; how often it would on average."""

    die: str
    counts: tuple[tuple[str, int], ...]
    expected: float
    mean: float
    middle: float
    total: int
    throwers: tuple[tuple[str, int], ...]

    @property
    def width(self) -> int:
        return SQUARE * len(self.counts)

    @property
    def height(self) -> int:
        return SQUARE * max(count for _label, count in self.counts)

    @property
    def line(self) -> float:
        """The height at which every column would stand on average, from above."""
        return self.height - SQUARE * self.expected

    @property
    def columns(self) -> list[tuple[int, list[int], str, int]]:
        """Each column: where it is, its squares from below, its label, their number."""
        return [
            (SQUARE * number, [self.height - SQUARE * (place + 1) for place in range(count)], label, count)
            for number, (label, count) in enumerate(self.counts)
        ]


def sentences(system: Game, entries: Sequence[Entry], edits: Edits, begun: int | None = 0) -> tuple[Sentence, ...]:
    """The sentences by which a chapter is remembered, in their order; ``begun`` is ``None`` where it is no fight."""
    rounds = [0] * len(entries) if begun is None else rounds_of(entries, begun)
    weighed = sorted(((_weight(system, entry), -number) for number, entry in enumerate(entries)), reverse=True)
    kept = sorted(-number for weight, number in weighed[:MOST_SENTENCES] if weight)
    written = [number for number, entry in enumerate(entries) if edits.sentences_after(entry.event.token)]
    result: list[Sentence] = []
    last = 0
    for number in sorted({*kept, *written}):
        entry, round_ = entries[number], rounds[number]
        if number in kept:
            sentence = _sentence(system, entry, edits, round_, round_ != last)
            if sentence.text:
                last = round_
            result.append(sentence)
        result += edits.sentences_after(entry.event.token)
    return tuple(sentence for sentence in result if sentence.text)


def rounds_of(entries: Sequence[Entry], begun: int = 0) -> list[int]:
    result, number = [], begun
    for entry in entries:
        subject = f"encounter:{entry.event.encounter}"
        for whose, path, _before, after in entry.event.changes:
            if (whose, path) == (subject, "round"):
                number = int(after or 0)
        result.append(number)
    return result


def high_points(entries: Sequence[Entry]) -> tuple[tuple[str, str], ...]:
    """The extreme tests of an evening, the last ones, each with ``critical`` or ``fumble``."""
    points = [
        ("critical" if result.level is Level.CRITICAL else "fumble", _point(entry, number))
        for entry in entries
        for number, result in enumerate(entry.line.results)
        if result.level in (Level.CRITICAL, Level.FUMBLE)
    ]
    return tuple(points[-MOST_POINTS:])


def wounds(system: Game, entries: Iterable[Entry], names: Sequence[str]) -> tuple[Wounded, ...]:
    """The harm that these people took, as it was told."""
    taken: dict[str, list[str]] = {name: [] for name in names}
    for entry in entries:
        for (who, text), kind in zip(entry.line.effects, entry.line.kinds, strict=True):
            harm = brief(text)
            if _harms(system, kind) and say(who) in taken and not _is_nothing(harm):
                taken[say(who)].append(roster.capital(say(harm)))
    return tuple(Wounded(name, tuple(texts)) for name, texts in taken.items() if texts)


def evening(entries: Sequence[Entry]) -> list[Entry]:
    """The lines since the last long pause."""
    result: list[Entry] = []
    for entry in reversed(entries):
        if result and result[-1].event.created - entry.event.created > takeaways.PAUSE:
            break
        result.append(entry)
    return result[::-1]


def dice(system: Game, entries: Iterable[Entry]) -> Strip | None:
    """The dice of the kind a game is known by, as far as their reader saw them fall; ``None`` where none fell."""
    sides = 100 if system.die == "%" else int(system.die or 0)
    thrown = [(who, face) for who, face in _thrown(entries) if 1 <= face <= sides]
    if not thrown:
        return None
    step = 1 if sides <= MOST_FACES else sides // TENTHS
    fell = Counter((face - 1) // step for _who, face in thrown)
    counts = tuple((_label(start, step), fell[start // step]) for start in range(0, sides, step))
    throwers = Counter(who for who, _face in thrown)
    mean = sum(face for _who, face in thrown) / len(thrown)
    expected = len(thrown) / len(counts)
    return Strip(system.die, counts, expected, mean, (sides + 1) / 2, len(thrown), tuple(throwers.most_common()))


def _thrown(entries: Iterable[Entry]) -> Iterator[tuple[str, int]]:
    for entry in entries:
        for result in entry.line.results:
            yield from ((say(result.who), face) for face in result.faces)


def _label(start: int, step: int) -> str:
    return str(start + 1) if step == 1 else f"{start + 1}–{start + step}"


def _weight(system: Game, entry: Entry) -> int:
    extreme = sum(result.level in (Level.CRITICAL, Level.FUMBLE) for result in entry.line.results)
    return EXTREME * extreme + sum(HARM + len(texts) for _who, texts in _harmed(system, entry))


def _is_high(entry: Entry) -> bool:
    return any(result.level is Level.CRITICAL for result in entry.line.results)


def _sentence(system: Game, entry: Entry, edits: Edits, round_: int, first: bool) -> Sentence:
    key, edited = entry.event.token, edits.replacement(entry.event.token)
    text = _text(system, entry, round_ if first else 0) if edited is None else edited
    return Sentence(key, text, round_, _is_high(entry), entry.line.gm_only, edited is not None)


def _text(system: Game, entry: Entry, round_: int) -> str:
    """A blow and what it did in one sentence; then what befell anybody else."""
    harmed = _harmed(system, entry) or _first_effects(entry)
    target = _target(entry)
    # That they are hit is in the verdict.
    befell = [text for who, texts in harmed if who == target for text in texts if text.msgid != _HIT]
    felt = [_felt(who, texts) for who, texts in harmed if who != target]
    head = felt.pop(0) if felt and _is_by_hand(entry) else _head(entry, bool(harmed))
    head = _dated(head, round_, system.rounds.word)
    return " ".join(f"{roster.capital(part)}." for part in (*_joined(head, target, befell, _extreme(entry)), *felt))


def _dated(what: str, round_: int, word: str) -> str:
    """A sentence with its round before it, where that is another than before."""
    return _("%(when)s, %(what)s") % {"when": _in_round(round_, word), "what": what} if round_ else what


def _target(entry: Entry) -> str:
    won = entry.line.won
    return say(won.target) if won and won.target else ""


def _is_by_hand(entry: Entry) -> bool:
    """True of harm without a throw: what it did is all there is to tell."""
    return not entry.line.results and entry.event.kind != unseen_hits.KIND


def _head(entry: Entry, harmed: bool) -> str:
    """The act and how it ended: its verdict where it has one, else its title and the word of its result."""
    won, begun = entry.line.won, _begun(entry)
    if won is None:
        return _with_word(begun, entry)
    verdict = rows.verdict(won)["words"]
    if won.target is not None:
        return verdict
    if won.winner is None:
        return begun if harmed else _without_winner(begun, entry)
    if won.winner == entry.line.who:
        return _("%(what)s, and wins") % {"what": begun}
    return _("%(what)s: %(result)s") % {"what": begun, "result": verdict}


def _without_winner(begun: str, entry: Entry) -> str:
    if _extreme(entry):
        return _with_word(begun, entry)
    return _("%(what)s: %(result)s") % {"what": begun, "result": _("nobody wins")}


def _with_word(what: str, entry: Entry) -> str:
    results = entry.line.results
    word = _word(say(results[0].text)) if results and results[0].text else ""
    return _("%(what)s: %(result)s") % {"what": what, "result": word} if word else what


def _extreme(entry: Entry) -> str:
    """The word of an extreme test; empty of any other."""
    words = {Level.CRITICAL: _("critical success"), Level.FUMBLE: _("critical failure")}
    level = entry.line.results[0].level if entry.line.results else None
    return words.get(level, "") if level is not None else ""


def _joined(head: str, target: str, texts: Sequence[Text], extreme: str) -> list[str]:
    """A blow with what it did to whom it names last; what an extreme one did stands in a sentence of its own."""
    does, where = _sorted(texts)
    if where:
        head = _("%(what)s (%(where)s)") % {"what": head, "where": ", ".join(where)}
    if extreme and target:
        return [
            _("%(what)s: %(result)s") % {"what": head, "result": extreme},
            *([f"{target} {_and(does)}"] if does else []),
        ]
    return [_("%(what)s, who %(does)s") % {"what": head, "does": _and(does)} if does else head]


def _felt(who: str, texts: Sequence[Text]) -> str:
    does, where = _sorted(texts)
    if not does:
        return _("%(name)s: %(what)s") % {"name": who, "what": ", ".join(where)}
    sentence = f"{who} {_and(does)}"
    return _("%(what)s (%(where)s)") % {"what": sentence, "where": ", ".join(where)} if where else sentence


def _sorted(texts: Sequence[Text]) -> tuple[list[str], list[str]]:
    """The effects on somebody as what they do, and as where and how badly they are hit."""
    does: list[str] = []
    where: list[str] = []
    for text in (part for whole in texts for part in _strung(whole)):
        location = dict(text.params).get("location")
        if text.msgid == _HIT_WHERE and isinstance(location, Text | str):
            where.append(say(location))
        else:
            (does if is_predicate(text) else where).append(say(text))
    return does, where


def _strung(text: Text) -> tuple[Text, ...]:
    """The sentences that one only strings together, such as what somebody loses and what comes of it; else itself."""
    values = [part for _key, value in text.params for part in (value if isinstance(value, tuple) else (value,))]
    parts = tuple(value for value in values if isinstance(value, Text))
    alone = len(parts) == len(values) > 1 and not _WORDS.search(_NAMED.sub("", text.msgid))
    return parts if alone else (text,)


def _and(words: Sequence[str]) -> str:
    *first, last = words
    return _("%(some)s and %(last)s") % {"some": ", ".join(first), "last": last} if first else last


def _begun(entry: Entry) -> str:
    who, what = say(entry.line.who) if entry.line.who else "", say(entry.line.text)
    if not who:
        return _APART.sub(" ", what, count=1)
    if who in what:
        return who + _APART.sub(" ", what[len(who) :], count=1) if what.startswith(who) else what
    return f"{who} {what}" if what[:1].islower() else _("%(name)s, %(what)s") % {"name": who, "what": what}


def _point(entry: Entry, number: int) -> str:
    result = entry.line.results[number]
    faces = " + ".join(map(str, result.faces))
    values = {"name": say(result.who), "what": say(result.what), "faces": faces}
    return _("%(name)s, %(what)s: %(faces)s") % values if faces else _("%(name)s, %(what)s") % values


def _harmed(system: Game, entry: Entry) -> list[tuple[str, list[Text]]]:
    """The people whom a line harms or takes out of the fight, with all that befell them."""
    effects = [(say(who), brief(text), kind) for (who, text), kind in _effects(entry)]
    hurt = {who for who, text, kind in effects if _is_told(system, kind) and not _is_nothing(text)}
    felt = [(who, text) for who, text, _kind in effects if who in hurt and not _is_nothing(text)]
    return [
        (who, list(dict.fromkeys(text for _who, text in texts))) for who, texts in groupby(felt, lambda row: row[0])
    ]


def _is_nothing(text: Text) -> bool:
    values = [value for _key, value in text.params]
    numbers = [int(value) for value in values if isinstance(value, int | str) and str(value).isdigit()]
    nothing = text.msgid in _NOTHING or bool(numbers and not any(numbers))
    return nothing or any(isinstance(value, Text) and _is_nothing(value) for value in values)


def _first_effects(entry: Entry) -> list[tuple[str, list[Text]]]:
    effects = [(say(who), [brief(text)]) for (who, text), kind in _effects(entry) if kind]
    return effects[:MOST_WITHOUT_HARM] if not entry.line.results else []


def _effects(entry: Entry) -> Iterator[tuple[tuple[str | Text, Text], str]]:
    return zip(entry.line.effects, entry.line.kinds, strict=True)


def _is_told(system: Game, kind: str) -> bool:
    return _harms(system, kind) or bool(kind) and system.decides(Effect(kind, ""))


def _harms(system: Game, kind: str) -> bool:
    return bool(kind) and system.hurts(Effect(kind, ""))


def _word(words: str) -> str:
    return next((part.lower() for part in _PARTS.split(words) if not any(map(str.isdigit, part))), "")


def _in_round(number: int, word: str) -> str:
    named, other = _IN_ROUND[word]
    return str(named.get(number) or other % {"round": number})


# Of the site's catalogue, by the context of the words of a game (``Rounds.word``).
_IN_ROUND = {
    "": (
        {
            1: gettext_lazy("In the first round"),
            2: gettext_lazy("In the second round"),
            3: gettext_lazy("In the third round"),
            4: gettext_lazy("In the fourth round"),
            5: gettext_lazy("In the fifth round"),
            6: gettext_lazy("In the sixth round"),
        },
        gettext_lazy("In round %(round)s"),
    ),
    "round": (
        {
            1: pgettext_lazy("round", "In the first round"),
            2: pgettext_lazy("round", "In the second round"),
            3: pgettext_lazy("round", "In the third round"),
            4: pgettext_lazy("round", "In the fourth round"),
            5: pgettext_lazy("round", "In the fifth round"),
            6: pgettext_lazy("round", "In the sixth round"),
        },
        pgettext_lazy("round", "In round %(round)s"),
    ),
}
