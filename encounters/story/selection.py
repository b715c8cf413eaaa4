"""The story: a few sentences, chosen by how much they changed the fight, each from a journal line or an edit.

Words and weights are computed only from what the reader may read, so the choice of sentences reveals nothing else.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.web.language import capitalize, say, within_line
from encounters.log import round_words, rows, unseen_hits
from encounters.log.entries import PASSING, PAUSE, Entry
from encounters.log.round_words import RoundWords
from encounters.story.edits import Edits, Sentence
from rules.core.check import Level
from rules.core.effects import OUT
from rules.core.game import Game
from rules.core.rounds import ComeBack, Leave
from rules.core.script import Effect
from rules.core.text import Param, Text, is_predicate, shorten

LEAST_SENTENCES, MOST_SENTENCES, MOST_BETWEEN = 2, 10, 5
BLOWS_A_SENTENCE = 4  # a fight gets one more sentence for every so many lines of harm
MOST_POINTS, MOST_WOUNDS, MOST_WITHOUT_HARM = 5, 4, 2
MOST_FACES, TENTHS, SQUARE = 20, 10, 10  # the sizes of a histogram of dice
EXTREME, HARM, HEAVY, SHARE = 2, 1, 2, 2  # weights: critical result, any harm, severity, amount
AGAIN = 1  # the severity of what takes somebody out who is out already
TURNING = 4  # the severity from which a line always belongs in the story
_PARTS = re.compile(r"\s*[,:·]\s*")
_SEPARATOR = re.compile(r"(?: ·|:) (?=[a-zà-ÿ])")  # the journal separates the actor from the act
_NAMED, _WORDS = re.compile(r"%\(\w+\)s"), re.compile(r"\w")
_EMPTY_BRACKETS = re.compile(r"\s*\(\s*\)")  # brackets left empty when an aside was removed
_IN_BRACKETS = re.compile(r"\s*\(([^()]+)\)$")
_HIT, _HIT_WHERE, _HIT_AT = "is hit", "is hit: %(location)s", "is hit %(where)s"
_WITHOUT_HARM = ("is hit without harm", "%(location)s: the blow does nothing")


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


@dataclass(frozen=True)
class Strip:
    """A histogram of a session's dice: counts by face (or tenth), and the expected count."""

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
        """The y coordinate of the expected count."""
        return self.height - SQUARE * self.expected

    @property
    def columns(self) -> list[tuple[int, list[int], str, int]]:
        """For each column: x, the y of its squares from below, label, count."""
        return [
            (SQUARE * number, [self.height - SQUARE * (place + 1) for place in range(count)], label, count)
            for number, (label, count) in enumerate(self.counts)
        ]


def sentences(
    system: Game, entries: Sequence[Entry], edits: Edits, begun: int | None = 0, most: int = MOST_SENTENCES
) -> tuple[Sentence, ...]:
    """The sentences of a chapter, in order; ``begun`` is ``None`` if it is not a fight."""
    rounds = [0] * len(entries) if begun is None else rounds_of(entries, begun)
    if begun is None:
        kept = _between_fights(system, entries)
    else:
        kept = dict.fromkeys(_select_lines(system, entries, most), ())
    written = [number for number, entry in enumerate(entries) if edits.sentences_after(entry.event.token)]
    result: list[Sentence] = []
    last = 0
    for number in sorted({*kept, *written}):
        entry, round_ = entries[number], rounds[number]
        if number in kept:
            together = [entries[other] for other in kept[number]]
            sentence = _sentence(system, entry, edits, round_ if round_ != last else 0, together)
            if sentence.text:
                last = round_
            result.append(replace(sentence, round=round_))
        result += edits.sentences_after(entry.event.token)
    return tuple(sentence for sentence in result if sentence.text)


def _between_fights(system: Game, entries: Sequence[Entry]) -> dict[int, tuple[int, ...]]:
    """The lines of what happened between fights: tests, care, rest; each with the tests told along with it."""
    rests = {entry.act for entry in entries if entry.event.kind in PASSING}
    runs = [run for run in _runs_of_tests(entries) if _is_told_between(entries[run[0]], rests)]
    if len(runs) > MOST_BETWEEN:
        heavy = dict(zip(range(len(entries)), _line_weights(system, entries)[0], strict=True))
        runs = sorted(runs, key=lambda run: (-heavy[run[0]], run))[:MOST_BETWEEN]
    return {run[0]: run[1:] for run in runs}


def _is_told_between(entry: Entry, rests: Collection[int]) -> bool:
    if entry.event.kind in PASSING or _is_test(entry):
        return True
    return entry.act not in rests and bool(entry.line.fallen or any(entry.line.kinds))


def _runs_of_tests(entries: Sequence[Entry]) -> Iterator[tuple[int, ...]]:
    """The numbers of the lines, with plain tests of several characters for the same thing in one run."""
    run: list[int] = []
    about: list[Any] = []
    people: set[str] = set()
    for number, entry in enumerate(entries):
        who, *here = _test_in_words(entry)
        if run and (not here or here != about or who in people):
            yield tuple(run)
            run, people = [], set()
        run.append(number)
        people.add(who)
        about = here
    if run:
        yield tuple(run)


def _test_in_words(entry: Entry) -> tuple[Any, ...]:
    if not _is_test(entry) or _extreme(entry):
        return ("",)
    result = entry.line.results[0]
    return say(result.who), say(result.what), entry.line.gm_only


def _select_lines(system: Game, entries: Sequence[Entry], most: int) -> list[int]:
    """The lines for the story: those on which the fight turned, then the heaviest; more where more was dealt."""
    weights, turns, blows = _line_weights(system, entries)
    length = max(LEAST_SENTENCES + blows // BLOWS_A_SENTENCE, sum(turns))
    heaviest = sorted(range(len(entries)), key=lambda number: (-weights[number], not turns[number], number))
    return sorted(number for number in heaviest[: min(most, length)] if weights[number])


def _line_weights(system: Game, entries: Sequence[Entry]) -> tuple[list[int], list[bool], int]:
    """The weight of each line, whether the fight turned on it, and the number of lines with harm."""
    people = [_harm_by_person(system, entry) for entry in entries]
    harm = [[text for _who, texts in row for text in texts] for row in people]
    most = max(map(_loss, harm), default=0) or 1
    rows = [
        (_extremes(entry), bool(texts), heavy, SHARE * _loss(texts) // most)
        for entry, texts, heavy in zip(entries, harm, _severities(system, entries, people), strict=True)
    ]
    weights = [EXTREME * extremes + HARM * harmed + HEAVY * heavy + share for extremes, harmed, heavy, share in rows]
    turns = [heavy >= TURNING or (harmed and extremes > 0) for extremes, harmed, heavy, _share in rows]
    return weights, turns, sum(map(bool, harm))


def _severities(
    system: Game, entries: Sequence[Entry], people: Iterable[Sequence[tuple[str, list[Text]]]]
) -> Iterator[int]:
    """The severity of each line; to be out of the fight is no news of somebody who is out, until they act again."""
    gone: set[str] = set()
    for entry, harmed in zip(entries, people, strict=True):
        gone.discard(say(entry.line.who or ""))
        decided = any(kind and system.decides(Effect(kind, "")) for kind in entry.line.kinds)
        weights = [OUT if decided or entry.event.kind == ComeBack.kind else system.story.weight(entry.line.text)]
        for who, texts in harmed:
            weight = max(OUT * bool(entry.line.fallen), *map(system.story.weight, texts))
            weights.append(AGAIN if who in gone and weight == OUT else weight)
            gone.update({who} if weight >= OUT else ())
        yield max(weights)


def _loss(texts: Iterable[Text]) -> int:
    return max((number for text in texts for number in _numbers(text)), default=0)


def rounds_of(entries: Sequence[Entry], begun: int = 0) -> list[int]:
    result, number = [], begun
    for entry in entries:
        subject = f"encounter:{entry.event.encounter}"
        for whose, path, _before, after in entry.event.changes:
            if (whose, path) == (subject, "round"):
                number = int(after or 0)
        result.append(number)
    return result


def high_points(
    system: Game, entries: Sequence[Entry], edits: Edits, told: Collection[str] = (), most: int = MOST_POINTS
) -> tuple[tuple[str, str], ...]:
    """The last critical results of a session, and every line that put somebody out of whom no ``told`` line says it.

    Each has its kind: ``critical``, ``fumble`` or ``out``. What a game master has rewritten or removed is left to them.
    """
    points: list[tuple[str, str]] = []
    named = {
        who
        for entry in entries
        if entry.event.token in told
        for who in _felled(system, entry, _harm_by_person(system, entry))
    }
    for entry, felled in zip(entries, _put_out(system, entries), strict=True):
        if felled - named and edits.replacement(entry.event.token) is None:
            points.append(("out", _text(system, entry, 0, ()).removesuffix(".")))
        else:
            points += _extreme_points(entry)
    extremes = [number for number, (kind, _words) in enumerate(points) if kind != "out"][-most:]
    return tuple(point for number, point in enumerate(points) if point[0] == "out" or number in extremes)


def _extreme_points(entry: Entry) -> Iterator[tuple[str, str]]:
    for number, result in enumerate(entry.line.results):
        if result.level in (Level.CRITICAL, Level.FUMBLE):
            yield "critical" if result.level is Level.CRITICAL else "fumble", _point(entry, number)


def _put_out(system: Game, entries: Sequence[Entry]) -> Iterator[set[str]]:
    # By line; nobody who was out already.
    people = [_harm_by_person(system, entry) for entry in entries]
    for entry, harmed, heavy in zip(entries, people, _severities(system, entries, people), strict=True):
        yield _felled(system, entry, harmed) if heavy >= OUT else set()


def _felled(system: Game, entry: Entry, harmed: Iterable[tuple[str, list[Text]]]) -> set[str]:
    out = {who for who, texts in harmed if not _is_nobody_out(system, texts)}
    return out | {say(who) for who, _text in entry.line.fallen}


def wounds(system: Game, entries: Iterable[Entry], names: Sequence[str]) -> tuple[Wounds, ...]:
    """The wounds that these characters suffered according to the journal."""
    taken: dict[str, list[Wound]] = {name: [] for name in names}
    for entry in entries:
        felled = {say(who) for who, _text in entry.line.fallen}
        for (who, text), kind in zip(entry.line.effects, entry.line.kinds, strict=True):
            harm = system.story.without_asides(shorten(text))
            if kind and system.wounds(Effect(kind, "")) and say(who) in taken and not _is_nothing(harm):
                taken[say(who)].append(Wound(harm, say(who) in felled or system.story.weight(harm) >= OUT))
    return tuple(Wounds(name, tuple(_worst_of(system, rows))) for name, rows in taken.items() if rows)


def _worst_of(system: Game, wounds: Sequence[Wound]) -> Iterator[str]:
    """A character's worst wounds, in order, each with how often it was taken, and the number of lighter ones.

    Those that put them out are among them; of several times out of the fight only the longest is listed.
    """
    sentences = [capitalize(_words(wound.text)) for wound in wounds]
    times = Counter(sentences)
    fells = {sentence for sentence, wound in zip(sentences, wounds, strict=True) if wound.fells}

    def weight(number: int) -> tuple[bool, int, int, int]:
        text = wounds[number].text
        return sentences[number] in fells, system.story.weight(text), max(_numbers(text), default=0), -number

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


def evening(entries: Sequence[Entry]) -> list[Entry]:
    """The lines since the last long pause."""
    result: list[Entry] = []
    for entry in reversed(entries):
        if result and result[-1].event.created - entry.event.created > PAUSE:
            break
        result.append(entry)
    return result[::-1]


def dice(system: Game, entries: Iterable[Entry]) -> Strip | None:
    """A histogram of the game's main die, for the throws the reader saw; ``None`` if there are none."""
    sides = 100 if system.die == "%" else int(system.die or 0)
    thrown = [(who, face) for who, face in _faces_by_thrower(entries) if 1 <= face <= sides]
    if not thrown:
        return None
    step = 1 if sides <= MOST_FACES else sides // TENTHS
    fell = Counter((face - 1) // step for _who, face in thrown)
    counts = tuple((_label(start, step), fell[start // step]) for start in range(0, sides, step))
    throwers = Counter(who for who, _face in thrown)
    mean = sum(face for _who, face in thrown) / len(thrown)
    expected = len(thrown) / len(counts)
    return Strip(system.die, counts, expected, mean, (sides + 1) / 2, len(thrown), tuple(throwers.most_common()))


def _faces_by_thrower(entries: Iterable[Entry]) -> Iterator[tuple[str, int]]:
    for entry in entries:
        for result in entry.line.results:
            yield from ((say(result.who), face) for face in result.faces)


def _label(start: int, step: int) -> str:
    return str(start + 1) if step == 1 else f"{start + 1}–{start + step}"


def _extremes(entry: Entry) -> int:
    return sum(result.level in (Level.CRITICAL, Level.FUMBLE) for result in entry.line.results)


def _numbers(text: Text) -> Iterator[int]:
    for _key, value in text.params:
        if isinstance(value, Text):
            yield from _numbers(value)
        elif isinstance(value, int | str) and str(value).isdigit():
            yield int(value)


def _is_high(entry: Entry) -> bool:
    return any(result.level is Level.CRITICAL for result in entry.line.results)


def _sentence(system: Game, entry: Entry, edits: Edits, round_: int, together: Sequence[Entry]) -> Sentence:
    key, edited = entry.event.token, edits.replacement(entry.event.token)
    text = _text(system, entry, round_, together) if edited is None else edited
    return Sentence(key, text, round_, _is_high(entry), entry.line.gm_only, edited is not None)


def _text(system: Game, entry: Entry, round_: int, together: Sequence[Entry]) -> str:
    """One sentence for an act and its effect on the target, then one for each other person affected."""
    if together:
        return " ".join(f"{capitalize(part)}." for part in _tests_together([entry, *together]))
    harmed = _harm_by_person(system, entry) or _harmless_effects(entry)
    target = _target(entry)
    # The verdict already says that the target is hit.
    befell = [text for who, texts in harmed if who == target for text in texts if text.msgid != _HIT]
    others = [(who, texts) for who, texts in harmed if who != target]
    head, *felt = _act_and_harm(entry, others, bool(harmed))
    head = _with_round(head, round_, round_words.words_of(system))
    return " ".join(f"{capitalize(part)}." for part in (*_blow_sentences(head, target, befell, _extreme(entry)), *felt))


def _act_and_harm(entry: Entry, others: Sequence[tuple[str, list[Text]]], harmed: bool) -> list[str]:
    """The sentence of the act and those of its effects on others; the effects alone if the act adds nothing."""
    felt = [_harm_sentence(who, texts) for who, texts in others]
    head = _head(entry, harmed)
    if entry.event.kind == Leave.kind:  # its title tells of the fall that it is
        return [head]
    if felt and _is_told_by_harm(entry, others):
        return felt
    wound = _wound(entry, head, others)
    return [_("%(what)s: %(result)s") % {"what": head, "result": wound}] if wound else [head, *felt]


def _with_round(what: str, round_: int, words: RoundWords) -> str:
    return _("%(when)s, %(what)s") % {"when": words.during(round_), "what": what} if round_ else what


def _target(entry: Entry) -> str:
    won = entry.line.won
    return say(won.target) if won and won.target else ""


def _is_told_by_harm(entry: Entry, others: Sequence[tuple[str, list[Text]]]) -> bool:
    """True if the effects say everything: harm without a throw, or effects on the actor alone."""
    by_hand = not entry.line.results and entry.event.kind != unseen_hits.KIND
    doer = say(entry.line.who) if entry.line.who else ""
    return by_hand or (entry.line.won is None and all(who == doer for who, _texts in others))


def _wound(entry: Entry, head: str, others: Sequence[tuple[str, list[Text]]]) -> str:
    """The harm of the only other person, who is named in ``head``, as words without a verb to append to it."""
    if len(others) != 1 or entry.line.won is None or _extreme(entry):
        return ""
    (who, texts), doer = others[0], say(entry.line.who) if entry.line.who else ""
    does, where = _split_effects(texts)
    apart = does or who == doer or who not in head or all(text.msgid == _HIT_WHERE for text in texts)
    return "" if apart else ", ".join(where)


def _head(entry: Entry, harmed: bool) -> str:
    """The act and its outcome: the verdict if there is one, else the title with the result's word."""
    won, begun = entry.line.won, _act_sentence(entry)
    if won is None:
        return _tested(entry) if _is_test(entry) else _with_word(begun, entry)
    verdict = rows.verdict_row(won)["words"]
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


def _is_test(entry: Entry) -> bool:
    """True of a line that is one test whose result the reader may know, and no more."""
    return entry.event.kind == "test" and len(entry.line.results) == 1 and entry.line.results[0].level is not None


def _tested(entry: Entry) -> str:
    (sentence,) = _tests_together([entry])
    extreme = _extreme(entry)
    return _("%(what)s: %(result)s") % {"what": sentence, "result": extreme} if extreme else sentence


def _tests_together(entries: Sequence[Entry]) -> list[str]:
    results = [entry.line.results[0] for entry in entries]
    passed = [say(row.who) for row in results if row.level in (Level.SUCCESS, Level.CRITICAL)]
    failed = [say(row.who) for row in results if row.level in (Level.FAILURE, Level.FUMBLE)]
    what = say(results[0].what)
    good = ngettext("%(who)s succeeds in a test (%(what)s)", "%(who)s succeed in a test (%(what)s)", len(passed))
    bad = ngettext("%(who)s fails a test (%(what)s)", "%(who)s fail a test (%(what)s)", len(failed))
    short = ngettext("%(who)s fails", "%(who)s fail", len(failed))
    rows = ((good, passed), (short if passed else bad, failed))
    return [words % {"who": _join_words(who), "what": what} for words, who in rows if who]


def _with_word(what: str, entry: Entry) -> str:
    results = entry.line.results
    word = _word(say(results[0].text)) if results and results[0].text else ""
    return _("%(what)s: %(result)s") % {"what": what, "result": word} if word else what


def _extreme(entry: Entry) -> str:
    words = {Level.CRITICAL: _("critical success"), Level.FUMBLE: _("critical failure")}
    level = entry.line.results[0].level if entry.line.results else None
    return words.get(level, "") if level is not None else ""


def _blow_sentences(head: str, target: str, texts: Sequence[Text], extreme: str) -> list[str]:
    """A blow with its effect on the target; the effect of a critical one gets a sentence of its own."""
    at = [within_line(part) for text in texts if text.msgid == _HIT_AT for part in _parts(text)]
    does, where = _split_effects([text for text in texts if text.msgid != _HIT_AT])
    is_apart = bool(extreme and target)
    head = _with_places(" ".join((head, *at)), where, is_last=not does and not is_apart)
    if is_apart:
        return [
            _("%(what)s: %(result)s") % {"what": head, "result": extreme},
            *([f"{target} {_join_words(does)}"] if does else []),
        ]
    return [_("%(what)s, who %(does)s") % {"what": head, "does": _join_words(does)} if does else head]


def _with_places(head: str, where: Sequence[str], is_last: bool) -> str:
    """A sentence with places and wounds after it, in brackets unless nothing else follows."""
    if not where:
        return head
    words = _("%(what)s: %(where)s") if is_last else _("%(what)s (%(where)s)")
    return words % {"what": head, "where": ", ".join(where)}


def _harm_sentence(who: str, texts: Sequence[Text]) -> str:
    does, where = _split_effects(texts)
    if not does and all(text.msgid == _HIT_WHERE for text in texts):
        does = [_("is hit")]
    if not does:
        return _("%(name)s: %(what)s") % {"name": who, "what": ", ".join(where)}
    sentence = f"{who} {_join_words(does)}"
    return _("%(what)s (%(where)s)") % {"what": sentence, "where": ", ".join(where)} if where else sentence


def _split_effects(texts: Sequence[Text]) -> tuple[list[str], list[str]]:
    """Effects split into predicates, and places with the severity of the hit."""
    does: list[str] = []
    where: list[str] = []
    for text in (part for whole in texts for part in _split_strung(whole)):
        location = dict(text.params).get("location")
        if text.msgid == _HIT_WHERE and isinstance(location, Text | str):
            where.append(within_line(location))
        else:
            (does if is_predicate(text) else where).append(_words(text))
    return does, where


def _parts(text: Text) -> Iterator[Text]:
    return (value for _key, value in text.params if isinstance(value, Text))


def _words(text: Text) -> str:
    """A sentence in the form it takes inside another sentence."""
    params = tuple((key, _words_within(value)) for key, value in text.params)
    return _EMPTY_BRACKETS.sub("", within_line(replace(text, params=params)))


def _words_within(value: Param) -> Param:
    if isinstance(value, tuple):
        return tuple(Text("%(what)s", (("what", _words(part)),)) for part in value)
    return _words(value) if isinstance(value, Text) else value


def _split_strung(text: Text) -> tuple[Text, ...]:
    """The parts of a sentence that only joins others, such as a loss and its consequence; else the sentence itself."""
    values = [part for _key, value in text.params for part in (value if isinstance(value, tuple) else (value,))]
    parts = tuple(value for value in values if isinstance(value, Text))
    alone = len(parts) == len(values) > 0 and not _WORDS.search(_NAMED.sub("", text.msgid))
    return tuple(part for part in parts if part.msgid) if alone else (text,)


def _join_words(words: Sequence[str]) -> str:
    *first, last = _without_repeated_places(words)
    return _("%(some)s and %(last)s") % {"some": ", ".join(first), "last": last} if first else last


def _without_repeated_places(words: Sequence[str]) -> Iterator[str]:
    """Parts of one sentence, where what stands in brackets after one of them is not repeated after the next."""
    seen: set[str] = set()
    for part in words:
        bracket = _IN_BRACKETS.search(part)
        yield part[: bracket.start()] if bracket and bracket[1] in seen else part
        seen |= {bracket[1]} if bracket else set()


def _act_sentence(entry: Entry) -> str:
    who, what = say(entry.line.who) if entry.line.who else "", say(entry.line.text)
    if not who:
        return _SEPARATOR.sub(" ", what, count=1)
    if who in what:
        return who + _SEPARATOR.sub(" ", what[len(who) :], count=1) if what.startswith(who) else what
    return f"{who} {what}" if what[:1].islower() else _("%(name)s, %(what)s") % {"name": who, "what": what}


def _point(entry: Entry, number: int) -> str:
    result = entry.line.results[number]
    faces = " + ".join(map(str, result.faces))
    values = {"name": say(result.who), "what": say(result.what), "faces": faces}
    return _("%(name)s, %(what)s: %(faces)s") % values if faces else _("%(name)s, %(what)s") % values


def _harm_by_person(system: Game, entry: Entry) -> list[tuple[str, list[Text]]]:
    """The people a line harmed or took out of the fight, each with all effects on them."""
    effects = [(say(who), system.story.without_asides(shorten(text)), kind) for (who, text), kind in _effects(entry)]
    effects = [row for row in effects if not _is_nothing(row[1])]
    hurt = {who for who, text, kind in effects if _is_notable(system, kind, text)}
    people: dict[str, dict[str, Text]] = {}
    for who, text, _kind in effects:
        if who in hurt:
            sentences = people.setdefault(who, {})
            sentences[_same(text)] = max(text, sentences.get(_same(text), text), key=lambda row: row.count)
    for person, text in entry.line.fallen:
        texts = people.setdefault(say(person), {})
        if _is_nobody_out(system, texts.values()):
            texts.setdefault(_same(text), text)
    return [(who, list(texts.values())) for who, texts in people.items()]


def _same(text: Text) -> str:
    """A key of sentences of which one tells enough: the same one, or one for another number of turns."""
    return text.msgid if [key for key, _value in text.params] == ["count"] else say(text)


def _is_nobody_out(system: Game, texts: Iterable[Text]) -> bool:
    return all(system.story.weight(text) < OUT for text in texts)


def _is_nothing(text: Text) -> bool:
    values = [value for _key, value in text.params]
    numbers = [int(value) for value in values if isinstance(value, int | str) and str(value).isdigit()]
    nothing = not text.msgid or text.msgid in _WITHOUT_HARM or bool(numbers and not any(numbers))
    return nothing or any(isinstance(value, Text) and value.msgid and _is_nothing(value) for value in values)


def _harmless_effects(entry: Entry) -> list[tuple[str, list[Text]]]:
    effects = [(say(who), [shorten(text)]) for (who, text), kind in _effects(entry) if kind]
    return effects[:MOST_WITHOUT_HARM] if not entry.line.results else []


def _effects(entry: Entry) -> Iterator[tuple[tuple[str | Text, Text], str]]:
    return zip(entry.line.effects, entry.line.kinds, strict=True)


def _is_notable(system: Game, kind: str, text: Text) -> bool:
    return _harms(system, kind) or bool(kind) and (system.decides(Effect(kind, "")) or system.story.weight(text) > 0)


def _harms(system: Game, kind: str) -> bool:
    return bool(kind) and system.hurts(Effect(kind, ""))


def _word(words: str) -> str:
    return next((part.lower() for part in _PARTS.split(words) if not any(map(str.isdigit, part))), "")
