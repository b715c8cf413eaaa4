"""The words for dice and their results: faces, totals, degrees of success, verdicts."""

from __future__ import annotations

from typing import Any

from campaigns.web.language import gettext as _
from campaigns.web.language import join_dotted, say
from encounters.log import effect_words
from rules.core.check import Breakdown, Level
from rules.core.text import Text, is_predicate, plain, signed
from rules.views.journal import Line, Result
from rules.views.viewers import DuelResult

Row = dict[str, Any]
KINDS = {Level.FUMBLE: "fumble", Level.FAILURE: "failure", Level.SUCCESS: "success", Level.CRITICAL: "critical"}


def result_words(result: Result, line: Line | None = None) -> str:
    """One result: the test's name if the line does not give it, the faces, the target if known, and the success."""
    words = {"faces": faces_words(result), "outcome": say(result.text) if result.text else ""}
    text = join_dotted(*words.values())
    if line is not None and (result.what == line.text or len(line.results) == 1):
        return text
    return _("%(what)s: %(result)s") % {"what": say(result.what), "result": text} if text else say(result.what)


def faces_words(result: Result) -> str:
    faces = format_faces(result)
    if result.target is None or not faces:
        return faces
    if result.adds:
        words = {"faces": faces, "bonus": signed(result.target.total), "total": _total_thrown(result)}
        return (
            _("%(faces)s with %(bonus)s, total %(total)s") if words["total"] else _("%(faces)s with %(bonus)s")
        ) % words
    return _("%(faces)s against %(target)s") % {"faces": faces, "target": plain(result.target.total)}


def _total_thrown(result: Result) -> str:
    """The sum of a die and its bonus where no outcome gives it, as against a secret difficulty; else empty."""
    is_alone = result.adds and result.text is None and result.target is not None and len(result.faces) == 1
    return plain(result.faces[0] + result.target.total) if is_alone and result.target else ""


def format_faces(result: Result) -> str:
    return " + ".join(str(face) for face in result.faces)


def grade(level: Level | None, text: Text | None) -> Row:
    """The sign and words of a result's success; empty for readers who may not know it."""
    return {"kind": KINDS[level] if level is not None else "", "word": say(text) if text else ""}


def result_row(results: Result) -> Row:
    return {
        "who": say(results.who),
        "what": say(results.what),
        "faces": results.faces,
        **grade(results.level, results.text),
        "look": "20" if results.real else "full",
        "real": results.real,
        "lines": breakdown_rows(results.target) if results.target else [],
        "total": plain(results.target.total) if results.target else None,
        "total_label": _("Bonus") if results.adds else _("Target"),
        "notes": [say(note) for note in results.notes],
        "thrown": _("total %(total)s") % {"total": thrown} if (thrown := _total_thrown(results)) else "",
    }


def verdict_row(won: DuelResult) -> Row:
    """The outcome of an attack or duel, in words first."""
    who = say(won.winner) if won.winner else ""
    if won.target is not None:
        blow = _("%(who)s hits %(target)s") if won.hit else _("%(who)s misses %(target)s")
        words = blow % {"who": who, "target": say(won.target)}
    else:
        words = _("%(who)s wins") % {"who": who} if who else _("Nobody wins")
    return {"words": words, "by": say(won.by) if won.by else "", "winner": who if won.hit else ""}


def ended_sentence(won: DuelResult, line: Line) -> str:
    """The outcome of an act in one line: its verdict, then its effects."""
    words = verdict_row(won)
    return join_dotted(words["words"], words["by"], *effect_words.shorten_effects(line)[0])


def breakdown_rows(target: Breakdown) -> list[Row]:
    return [
        {"label": say(term.label), "value": term.value, "ignored": say(term.ignored) if term.ignored else ""}
        for term in target.lines
    ]


def result_sentence(result: Result, line: Line) -> str:
    who, words = say(result.who), result_words(result, line)
    if result.text is None or not is_predicate(result.text):
        return join_dotted(who, words)
    return _("%(who)s %(effect)s") % {"who": who, "effect": words}
