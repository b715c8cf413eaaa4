"""The sentence of the story that one line of the journal becomes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.web.language import capitalize, say, within_line
from encounters.log import dice_words, round_words, unseen_hits
from encounters.log.entries import Entry
from encounters.log.round_words import RoundWords
from encounters.story.harm import harm_by_person, harmless_effects
from rules.core.check import Level
from rules.core.game import Game
from rules.core.rounds import Leave
from rules.core.text import Param, Text, is_predicate

_PARTS = re.compile(r"\s*[,:·]\s*")
_SEPARATOR = re.compile(r"(?: ·|:) (?=[a-zà-ÿ])")  # the journal separates the actor from the act
_NAMED, _WORDS = re.compile(r"%\(\w+\)s"), re.compile(r"\w")
_EMPTY_BRACKETS = re.compile(r"\s*\(\s*\)")  # brackets left empty when an aside was removed
_IN_BRACKETS = re.compile(r"\s*\(([^()]+)\)$")
_HIT, _HIT_WHERE, _HIT_AT = "is hit", "is hit: %(location)s", "is hit %(where)s"


def tell(system: Game, entry: Entry, round_: int, together: Sequence[Entry]) -> str:
    """One sentence for an act and its effect on the target, then one for each other person affected."""
    if together:
        return " ".join(f"{capitalize(part)}." for part in _tests_together([entry, *together]))
    harmed = harm_by_person(system, entry) or harmless_effects(entry)
    target = _target(entry)
    # The verdict already says that the target is hit.
    befell = [text for who, texts in harmed if who == target for text in texts if text.msgid != _HIT]
    others = [(who, texts) for who, texts in harmed if who != target]
    head, *felt = _act_and_harm(entry, others, bool(harmed))
    head = _with_round(head, round_, round_words.words_of(system))
    return " ".join(
        f"{capitalize(part)}." for part in (*_blow_sentences(head, target, befell, extreme_words(entry)), *felt)
    )


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
    if len(others) != 1 or entry.line.won is None or extreme_words(entry):
        return ""
    (who, texts), doer = others[0], say(entry.line.who) if entry.line.who else ""
    does, where = _split_effects(texts)
    apart = does or who == doer or who not in head or all(text.msgid == _HIT_WHERE for text in texts)
    return "" if apart else ", ".join(where)


def _head(entry: Entry, harmed: bool) -> str:
    """The act and its outcome: the verdict if there is one, else the title with the result's word."""
    won, begun = entry.line.won, _act_sentence(entry)
    if won is None:
        return _tested(entry) if is_test(entry) else _with_word(begun, entry)
    verdict = dice_words.verdict_row(won)["words"]
    if won.target is not None:
        return verdict
    if won.winner is None:
        return begun if harmed else _without_winner(begun, entry)
    if won.winner == entry.line.who:
        return _("%(what)s, and wins") % {"what": begun}
    return _("%(what)s: %(result)s") % {"what": begun, "result": verdict}


def _without_winner(begun: str, entry: Entry) -> str:
    if extreme_words(entry):
        return _with_word(begun, entry)
    return _("%(what)s: %(result)s") % {"what": begun, "result": _("nobody wins")}


def is_test(entry: Entry) -> bool:
    """True of a line that is one test whose result the reader may know, and no more."""
    return entry.event.kind == "test" and len(entry.line.results) == 1 and entry.line.results[0].level is not None


def _tested(entry: Entry) -> str:
    (sentence,) = _tests_together([entry])
    extreme = extreme_words(entry)
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


def extreme_words(entry: Entry) -> str:
    words = {Level.CRITICAL: _("critical success"), Level.FUMBLE: _("critical failure")}
    level = entry.line.results[0].level if entry.line.results else None
    return words.get(level, "") if level is not None else ""


def _blow_sentences(head: str, target: str, texts: Sequence[Text], extreme: str) -> list[str]:
    """A blow with its effect on the target; the effect of a critical one gets a sentence of its own."""
    at = [within_line(part) for text in texts if text.msgid == _HIT_AT for part in _parts(text)]
    does, where = _split_effects([text for text in texts if text.msgid != _HIT_AT])
    if extreme and target:
        head = _with_places(" ".join((head, *at)), where, is_last=False)
        return [
            _("%(what)s: %(result)s") % {"what": head, "result": extreme},
            *([f"{target} {_join_words(does)}"] if does else []),
        ]
    if not does:
        return [_with_places(" ".join((head, *at)), where, is_last=True)]
    head = _with_places(head, [*at, *where], is_last=False)  # in brackets, so that “who” is not the place
    return [_("%(what)s, who %(does)s") % {"what": head, "does": _join_words(does)}]


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
            (does if is_predicate(text) else where).append(words_within(text))
    return does, where


def _parts(text: Text) -> Iterator[Text]:
    return (value for _key, value in text.params if isinstance(value, Text))


def words_within(text: Text) -> str:
    """A sentence in the form it takes inside another sentence."""
    params = tuple((key, _param_within(value)) for key, value in text.params)
    return _EMPTY_BRACKETS.sub("", within_line(replace(text, params=params)))


def _param_within(value: Param) -> Param:
    if isinstance(value, tuple):
        return tuple(Text("%(what)s", (("what", words_within(part)),)) for part in value)
    # A name, such as that of a weapon, keeps its capital; labels within a sentence lose theirs in ``render``.
    return words_within(value) if isinstance(value, Text) and is_predicate(value) else value


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


def tell_result(entry: Entry, number: int) -> str:
    result = entry.line.results[number]
    faces = " + ".join(map(str, result.faces))
    values = {"name": say(result.who), "what": say(result.what), "faces": faces}
    return _("%(name)s, %(what)s: %(faces)s") % values if faces else _("%(name)s, %(what)s") % values


def _word(words: str) -> str:
    return next((part.lower() for part in _PARTS.split(words) if not any(map(str.isdigit, part))), "")
