"""The story: a few sentences, chosen by how much they changed the fight, each from a journal line or an edit.

Words and weights are computed only from what the reader may read, so the choice of sentences reveals nothing else.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from campaigns.web.language import say
from encounters.log.entries import PASSING, PAUSE, Entry
from encounters.story.edits import Edits, Sentence
from encounters.story.harm import harm_by_person, is_nobody_out, numbers_in
from encounters.story.wording import extreme_words, is_test, tell, tell_result
from rules.core.check import Level
from rules.core.effects import OUT
from rules.core.game import Game
from rules.core.rounds import ComeBack
from rules.core.script import Effect
from rules.core.text import Text

LEAST_SENTENCES, MOST_SENTENCES, MOST_BETWEEN = 2, 10, 5
BLOWS_A_SENTENCE = 4  # a fight gets one more sentence for every so many lines of harm
MOST_POINTS = 5
EXTREME, HARM, HEAVY, SHARE = 2, 1, 2, 2  # weights: critical result, any harm, severity, amount
AGAIN = 1  # the severity of what takes somebody out who is out already
TURNING = 4  # the severity from which a line always belongs in the story


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
    if entry.event.kind in PASSING or is_test(entry):
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
    if not is_test(entry) or extreme_words(entry):
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
    people = [harm_by_person(system, entry) for entry in entries]
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
    return max((number for text in texts for number in numbers_in(text)), default=0)


def rounds_of(entries: Sequence[Entry], begun: int) -> list[int]:
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
        for who in _felled(system, entry, harm_by_person(system, entry))
    }
    for entry, felled in zip(entries, _put_out(system, entries), strict=True):
        if felled - named and edits.replacement(entry.event.token) is None:
            points.append(("out", tell(system, entry, 0, ()).removesuffix(".")))
        else:
            points += _extreme_points(entry)
    extremes = [number for number, (kind, words_within) in enumerate(points) if kind != "out"][-most:]
    return tuple(point for number, point in enumerate(points) if point[0] == "out" or number in extremes)


def _extreme_points(entry: Entry) -> Iterator[tuple[str, str]]:
    for number, result in enumerate(entry.line.results):
        if result.level in (Level.CRITICAL, Level.FUMBLE):
            yield "critical" if result.level is Level.CRITICAL else "fumble", tell_result(entry, number)


def _put_out(system: Game, entries: Sequence[Entry]) -> Iterator[set[str]]:
    # By line; nobody who was out already.
    people = [harm_by_person(system, entry) for entry in entries]
    for entry, harmed, heavy in zip(entries, people, _severities(system, entries, people), strict=True):
        yield _felled(system, entry, harmed) if heavy >= OUT else set()


def _felled(system: Game, entry: Entry, harmed: Iterable[tuple[str, list[Text]]]) -> set[str]:
    out = {who for who, texts in harmed if not is_nobody_out(system, texts)}
    return out | {say(who) for who, tell in entry.line.fallen}


def evening(entries: Sequence[Entry]) -> list[Entry]:
    """The lines since the last long pause."""
    result: list[Entry] = []
    for entry in reversed(entries):
        if result and result[-1].event.created - entry.event.created > PAUSE:
            break
        result.append(entry)
    return result[::-1]


def _extremes(entry: Entry) -> int:
    return sum(result.level in (Level.CRITICAL, Level.FUMBLE) for result in entry.line.results)


def _is_high(entry: Entry) -> bool:
    return any(result.level is Level.CRITICAL for result in entry.line.results)


def _sentence(system: Game, entry: Entry, edits: Edits, round_: int, together: Sequence[Entry]) -> Sentence:
    key, edited = entry.event.token, edits.replacement(entry.event.token)
    text = tell(system, entry, round_, together) if edited is None else edited
    return Sentence(key, text, round_, _is_high(entry), entry.line.gm_only, edited is not None)
