"""Journal lines and test results as template values: sentences in the reader's language, times, addresses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Any
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.utils import formats, timezone
from django.utils.safestring import SafeString, mark_safe

from campaigns.journal import event_cache, undo
from campaigns.journal.event_cache import Recent
from campaigns.journal.journal import Receipt
from campaigns.live.regions import View, fragment
from campaigns.models import Campaign, Command, Event, Seat
from campaigns.web.addresses import address
from campaigns.web.language import active_language, say, set_apart, within_line
from campaigns.web.language import gettext as _
from encounters import roster
from encounters.log import entries as log_entries
from encounters.log import grouping
from encounters.log.entries import Entry
from rules.core.check import Breakdown, Level
from rules.core.memo import memoize
from rules.core.text import Text, is_predicate, plain, shorten, signed
from rules.views import journal
from rules.views.journal import Line, Result
from rules.views.viewers import DuelResult

KINDS = {Level.FUMBLE: "fumble", Level.FAILURE: "failure", Level.SUCCESS: "success", Level.CRITICAL: "critical"}
Row = dict[str, Any]
LEAST_AFAR, LETTERS_AFAR = 3, 120  # effects on the shared screen: at least so many, more while they are short
OPENS = "open_"  # the kinds of events that begin an exchange
LETTERS_NEAR = 300  # on a page that is read in the hand
MOST_READY = 130  # rendered lines kept for each viewer: those of a table, of one sheet, and some spare


def newest_entries(view: View, character: str = "") -> tuple[list[Entry], bool]:
    def read() -> tuple[list[Entry], bool]:
        return log_entries.newest_entries(view.campaign, view.recent, view.circle, roster.viewer(view), character)

    return view.memoize(("lines", character), read)


def ready_rows(view: View, entries: Iterable[Entry]) -> list[Row]:
    """Lines as template values for a region; the viewer's last act, which can be undone, is found once per page."""
    seat = find_seat(view)
    last = view.memoize("last act", lambda: _last_act(seat, view.recent))
    # Dropped when somebody is renamed or a house setting changes.
    ready: dict[Any, Row] = view.cached(("ready lines", roster.viewer(view), view.language), (), dict)
    used = set()

    def kept(entry: Entry, undo: str) -> Row:
        event, line, _act, taken = entry
        # A result that was joined with its beginning has more effects than alone.
        which = (event.id, taken.id if taken else 0, undo, len(line.effects))
        used.add(which)
        made = ready.get(which)
        if made is None:
            made = ready[which] = _with_buttons(_shared_words(view, entry), entry, seat, undo)
        return made

    shown_rows = _build_rows(entries, seat, last, kept)
    if len(ready) > MOST_READY and len(used) > 1:  # after a whole journal, drop lines no longer shown
        for which in ready.keys() - used:
            ready.pop(which, None)
    return shown_rows


def rows(entries: Iterable[Entry], seat: Seat | None) -> list[Row]:
    return _build_rows(
        entries, seat, _last_act(seat), lambda entry, undo: _with_buttons(_line_words(entry), entry, seat, undo)
    )


def draw_list(shown: Iterable[Row]) -> SafeString:
    """Lines as rendered list items, grouped under headings by day."""
    parts: list[str] = []
    for line in shown:
        if line["new_day"]:
            parts.append(fragment("_day.html", day=line["new_day"]))
        parts.append(fragment("_fold.html", line=line, lines=draw_list(line["fold"])) if line["fold"] else line["html"])
    return mark_safe("".join(parts))  # drawn by templates that escape their values


def _last_act(seat: Seat | None, recent: Recent | None = None) -> Command | None:
    return undo.last_act(seat, recent) if seat is not None and not seat.is_gm else None


def _build_rows(
    result: Iterable[Entry], seat: Seat | None, last: Command | None, ready: Callable[[Entry, str], Row]
) -> list[Row]:
    entries, permanent = tuple(result), undo.permanent_kinds()
    offered = {entry.act for entry in entries if entry.event.kind in permanent}
    made: list[Row] = []
    day = ""
    for entry in entries:
        button = "" if seat is None or entry.act in offered else _button(entry, seat, last)
        offered.add(entry.act)
        line = ready(entry, button)
        if line["day"] != day:
            day = line["day"]
            line = {**line, "new_day": day}
        made.append(line)
    return made


def _button(entry: Entry, seat: Seat, last: Command | None) -> str:
    """The ``undo`` or ``redo`` button of a line: any act for a game master, their last act for a player."""
    if entry.taken_by is None:
        return "undo" if seat.is_gm or (last is not None and entry.act == last.pk) else ""
    return "redo" if seat.is_gm or entry.taken_by.by_id == seat.pk else ""


def format_moment(event: Event) -> Row:
    local = timezone.localtime(event.created)
    return {"time": formats.time_format(local, "H:i"), "iso": local.isoformat(timespec="seconds"), "local": local}


def sentence(line: Line) -> str:
    what, results = say(line.text), list(filter(None, (result_words(result, line) for result in line.results)))
    return _("%(what)s: %(result)s") % {"what": what, "result": _("; ").join(results)} if results else what


def result_words(result: Result, line: Line | None = None) -> str:
    """One result: the test's name if the line does not give it, the faces, the target if known, and the success."""
    words = {"faces": _faces_words(result), "outcome": say(result.text) if result.text else ""}
    text = set_apart(*words.values())
    if line is not None and (result.what == line.text or len(line.results) == 1):
        return text
    return _("%(what)s: %(result)s") % {"what": say(result.what), "result": text} if text else say(result.what)


def _faces_words(result: Result) -> str:
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
    return set_apart(words["words"], words["by"], *shorten_effects(line)[0])


def breakdown_rows(target: Breakdown) -> list[Row]:
    return [
        {"label": say(term.label), "value": term.value, "ignored": say(term.ignored) if term.ignored else ""}
        for term in target.lines
    ]


def visible_events(seat: Seat) -> QuerySet[Event]:
    events = Event.objects.filter(campaign=seat.campaign)
    return events if seat.is_gm else events.filter(audience__in={"table", seat.circle})


def outcome_sentence(seat: Seat, done: Receipt) -> str:
    """The outcome of a command for its seat; empty while an exchange still waits."""
    all_lines = lines_of_command(seat, done)
    result_line = next((line for line in all_lines if line.results), None)
    if result_line is not None:
        return _verdict_sentence(result_line)
    effect_line = next((line for line in reversed(all_lines) if line.effects), None)
    return _("; ").join(effect_sentences(effect_line)) if effect_line else ""


def outcome_toast(seat: Seat, done: Receipt) -> dict[str, Any]:
    """The toast of a command for ``commands.respond``: its outcome, or a brief notice if answers are still awaited."""
    words = outcome_sentence(seat, done)
    return {"toast": words or _("Noted. Another answer is needed before the result."), "brief": not words}


def _verdict_sentence(line: Line) -> str:
    if line.won is not None:
        return ended_sentence(line.won, line)
    first = line.results[0]
    if len(line.results) > 1 or first.text is None:
        return full_line(line)
    faces = _faces_words(first)
    return set_apart(say(first.text), _actor_name(line), say(line.text), faces)


def newest_sentence(seat: Seat, done: Receipt) -> str:
    newest = _told_events(seat, done)[-1:]
    return act_sentence(*newest[0]) if newest else ""


def act_sentence(kind: str, line: Line) -> str:
    """An act in one line: its verdict, or what came of it for the one its title names, else the title."""
    if line.won is not None:
        return ended_sentence(line.won, line)
    about = {say(who) for who, _text in line.effects}
    begins = kind.startswith(OPENS)
    is_told = not line.results and len(about) == 1 and about.pop() in say(line.text)
    return _("; ").join(effect_sentences(line)) if is_told and not begins else full_line(line)


def past_sentence(seat: Seat, command: Command) -> str:
    """The sentence of an earlier act for a seat; empty if it may not read it."""
    return newest_sentence(seat, Receipt(command, again=True))


def lines_of_command(seat: Seat, done: Receipt) -> list[Line]:
    return [line for _kind, line in _told_events(seat, done)]


def _told_events(seat: Seat, done: Receipt) -> list[tuple[str, Line]]:
    # What another process has just done is not yet known to a seat that was read before.
    campaign = seat.campaign if done.command is None else done.command.campaign
    events = event_cache.events_of(campaign, done.command) if done.again and done.command else done.events
    viewer = roster.viewer(View(campaign, seat.circle, seat.token, seat.language))
    pairs = (
        (event.kind, journal.tell(event.audience, event.kind, event.payload, viewer))
        for event in events
        if seat.hears(event.audience)
    )
    return [(kind, line) for kind, line in pairs if line is not None]


def full_line(line: Line) -> str:
    who, text = _actor_name(line), sentence(line) if len(line.results) < 2 else say(line.text)
    return set_apart(who, text)


def _actor_name(line: Line) -> str:
    """The name before a line: of whoever threw its only test, if the line is called like that test."""
    tester = line.results[0].who if len(line.results) == 1 and line.results[0].what == line.text else ""
    who = say(tester or line.who or "")
    return "" if who and who in say(line.text) else who


def older_address(seat: str, event: Event, character: str = "") -> str:
    values = {"before": event.token, **({"character": character} if character else {})}
    return f"{address('journal', seat)}?{urlencode(values)}"


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


def _result_sentence(result: Result, line: Line) -> str:
    who, words = say(result.who), result_words(result, line)
    if result.text is None or not is_predicate(result.text):
        return set_apart(who, words)
    return _("%(who)s %(effect)s") % {"who": who, "effect": words}


def entry_row(entry: Entry) -> Row:
    return _with_buttons(_line_words(entry), entry, None, "")


def _shared_words(view: View, entry: Entry) -> Row:
    known_rows: dict[Any, list[tuple[Line, Row]]] = view.memoize_rows(("told lines", view.language), dict)
    same_event = known_rows.setdefault((entry.event.id, entry.taken_by.id if entry.taken_by else 0), [])
    row = next((words for line, words in same_event if line == entry.line), None)
    if row is None:
        row = _line_words(entry, short=True)
        same_event.append((entry.line, row))
    return row


def _line_words(entry: Entry, *, short: bool = False) -> Row:
    """The words of a line for any reader; ``short`` moves technical parts behind a tap."""
    event, line = entry.event, entry.line
    when = format_moment(event)
    what = sentence(line)
    text, effects = _told_once(line, what if len(line.results) < 2 else say(line.text))
    text, full_text = grouping.shorten(text) if short else (text, "")
    return {
        "token": event.token,
        "time": when["time"],
        "iso": when["iso"],
        "day": formats.date_format(when["local"], "l j F"),
        "new_day": "",
        "who": _actor_name(line),
        "what": what,
        "text": text,
        "whole": full_text,
        "fold": (),
        "results": [_result_sentence(result, line) for result in line.results] if len(line.results) > 1 else [],
        "real": any(result.real for result in line.results),
        "effects": [*effects, *_edit_words(event)],
        "private": _("Only the game master sees this.") if line.gm_only else "",
        "struck": _undone_words(entry.taken_by) if entry.taken_by else "",
        "answer": _answer_words(entry) if "asks" in event.payload else None,
    }


def _told_once(line: Line, title: str) -> tuple[str, list[str]]:
    """The title and effects of a line: an effect that says the title again, or goes on from it, takes its place."""
    effects = effect_sentences(line)
    ends = ("", " ", "\u00a0", ":")
    echo = next((row for row in effects if row.startswith(title) and row[len(title) :][:1] in ends), None)
    if echo is None or line.results:
        return title, effects
    return echo, [row for row in effects if row != echo]


def _answer_words(entry: Entry) -> Row:
    line = entry.line
    if not line.results:
        asked: dict[str, Any] = {"name": line.who or "", "what": line.text, **dict(line.text.params)}
        words = _("not thrown yet")
        return {"who": say(asked["name"]), "what": say(asked["what"]), "text": words, "thrown": False}
    result = line.results[0]
    words = set_apart(result_words(result, line), *effect_sentences(line))
    return {"who": say(result.who), "what": say(result.what), "text": words, "thrown": True}


def _with_buttons(words: Row, entry: Entry, seat: Seat | None, undo: str) -> Row:
    what = words["what"]
    row = {
        **words,
        "undo": _undo_button(entry, seat, undo, what) if seat is not None and undo else None,
        "mend": _correct_link(entry, seat, what) if seat is not None and seat.is_gm else None,
        "why": _explanation_link(entry, seat, what) if seat is not None and entry.line.results else None,
    }
    return {**row, "html": fragment("_line.html", line=row)}


def _edit_words(event: Event) -> list[str]:
    values = {"edited_by": _("Changed by %(who)s"), "kept_by": _("Kept as played by %(who)s")}
    tokens = {key: event.payload[key] for key in values if event.payload.get(key)}
    if not tokens:
        return []
    names = {seat.token: seat.shown_name for seat in Seat.objects.filter(campaign=event.campaign_id)}
    return [values[key] % {"who": names.get(token, "")} for key, token in tokens.items()]


def _undone_words(event: Event) -> str:
    values = {"who": event.by.shown_name if event.by else "", "time": format_moment(event)["time"]}
    if event.payload.get("corrected"):
        return _("Corrected by %(who)s at %(time)s") % values
    return _("Undone by %(who)s at %(time)s") % values


def _undo_button(entry: Entry, seat: Seat, name: str, what: str) -> Row:
    label = _("Undo: %(what)s") if name == "undo" else _("Redo: %(what)s")
    return {
        "action": address(name, seat.token, entry.event.command.token),
        "icon": name,
        "label": label % {"what": what},
    }


def _explanation_link(entry: Entry, seat: Seat, what: str) -> Row:
    return {"href": address("why", seat.token, entry.event.token), "label": _("Why: %(what)s") % {"what": what}}


def _correct_link(entry: Entry, seat: Seat, what: str) -> Row | None:
    about = entry.event.payload.get("about", entry.event.token if entry.event.encounter else "")
    if not entry.stands or not about:
        return None
    return {"href": address("correct", seat.token, about), "label": _("Correct: %(what)s") % {"what": what}}


def find_seat(view: View) -> Seat | None:
    campaign: Campaign = view.campaign
    return view.cached("seat", (), lambda: campaign.seats.filter(token=view.seat).first()) if view.seat else None
