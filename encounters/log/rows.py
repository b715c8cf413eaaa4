"""Lines of the journal and results of tests as ready values: sentences in the reader's language, times, addresses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import accumulate, groupby
from operator import itemgetter
from typing import Any
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.utils import formats, timezone
from django.utils.safestring import SafeString, mark_safe

from campaigns.journal import undo
from campaigns.journal.event_cache import Recent
from campaigns.journal.journal import Done
from campaigns.live.regions import View, fragment
from campaigns.models import Campaign, Command, Event, Seat
from campaigns.web.addresses import address
from campaigns.web.language import gettext as _
from campaigns.web.language import say
from encounters import roster
from encounters.log import entries as log_entries
from encounters.log import grouping
from encounters.log.entries import Entry
from rules.core.check import Breakdown, Level
from rules.core.text import Text, brief, is_predicate, plain, signed
from rules.views import journal
from rules.views.journal import Line, Result
from rules.views.viewers import Viewer, Won

KINDS = {Level.FUMBLE: "fumble", Level.FAILURE: "failure", Level.SUCCESS: "success", Level.CRITICAL: "critical"}
Row = dict[str, Any]
LEAST_AFAR, LETTERS_AFAR = 3, 120  # effects shown from afar: so many, and more as long as they are short
MOST_READY = 130  # lines kept ready for each who looks on: those of a table and of one sheet, and some that went


def entries(view: View, character: str = "") -> tuple[list[Entry], bool]:
    def read() -> tuple[list[Entry], bool]:
        return log_entries.newest(view.campaign, view.recent, view.circle, roster.viewer(view), character)

    return view.once(("lines", character), read)


def shown(view: View, entries: Iterable[Entry]) -> list[Row]:
    """Lines ready to be shown in a region; what may be undone is asked once for all regions of a page."""
    seat = seat_of(view)
    last = view.once("last act", lambda: _last_act(seat, view.recent))
    # Until a name or a setting of the house is another.
    ready: dict[Any, Row] = view.kept(("ready lines", roster.viewer(view), view.language), (), dict)
    used = set()

    def kept(entry: Entry, undo: str) -> Row:
        event, _line, _act, taken = entry
        which = (event.id, taken.id if taken else 0, undo)
        used.add(which)
        made = ready.get(which)
        if made is None:
            made = ready[which] = _placed(_told_once(view, entry), entry, seat, undo)
        return made

    shown_rows = _rows(entries, seat, last, kept)
    if len(ready) > MOST_READY and len(used) > 1:  # a whole journal: what stands there no longer is of no use
        for which in ready.keys() - used:
            ready.pop(which, None)
    return shown_rows


def rows(entries: Iterable[Entry], seat: Seat | None) -> list[Row]:
    return _rows(entries, seat, _last_act(seat), lambda entry, undo: _placed(_words(entry), entry, seat, undo))


def listed(shown: Iterable[Row]) -> SafeString:
    """Lines ready to be shown as the items of a list, each day under its heading; each is drawn already."""
    parts: list[str] = []
    for line in shown:
        if line["new_day"]:
            parts.append(fragment("_day.html", day=line["new_day"]))
        parts.append(fragment("_fold.html", line=line, lines=listed(line["fold"])) if line["fold"] else line["html"])
    return mark_safe("".join(parts))  # of templates that escape


def _last_act(seat: Seat | None, recent: Recent | None = None) -> Command | None:
    return undo.last_act(seat, recent) if seat is not None and not seat.is_gm else None


def _rows(
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
    """``undo`` or ``redo`` where this seat may: a game master any act, a player their last one and their own undo."""
    if entry.taken_by is None:
        return "undo" if seat.is_gm or (last is not None and entry.act == last.pk) else ""
    return "redo" if seat.is_gm or entry.taken_by.by_id == seat.pk else ""


def moment(event: Event) -> Row:
    local = timezone.localtime(event.created)
    return {"time": formats.time_format(local, "H:i"), "iso": local.isoformat(timespec="seconds"), "local": local}


def sentence(line: Line) -> str:
    names = [say(line.text), *(result_words(result, line) for result in line.results)]
    return _("%(what)s: %(result)s") % {"what": names[0], "result": _("; ").join(names[1:])} if names[1:] else names[0]


def result_words(result: Result, line: Line | None = None) -> str:
    """One result: what was tested where the line does not say it, the faces, the target if known, how it went."""
    words = {"faces": _measured(result), "outcome": say(result.text) if result.text else ""}
    text = " · ".join(filter(None, words.values()))
    if line is not None and (result.what == line.text or len(line.results) == 1):
        return text
    return _("%(what)s: %(result)s") % {"what": say(result.what), "result": text}


def _measured(result: Result) -> str:
    faces = faces_of(result)
    if result.target is None or not faces:
        return faces
    if result.adds:
        return _("%(faces)s with %(bonus)s") % {"faces": faces, "bonus": signed(result.target.total)}
    return _("%(faces)s against %(target)s") % {"faces": faces, "target": plain(result.target.total)}


def faces_of(result: Result) -> str:
    return " + ".join(str(face) for face in result.faces)


def result(results: Result) -> Row:
    return {
        "who": say(results.who),
        "what": say(results.what),
        "faces": results.faces,
        "kind": KINDS[results.level] if results.level is not None else "",
        "word": say(results.text) if results.text else "",
        "look": "20" if results.real else "full",
        "real": results.real,
        "lines": breakdown(results.target) if results.target else [],
        "total": plain(results.target.total) if results.target else None,
        "total_label": _("Bonus") if results.adds else _("Target"),
        "notes": [say(note) for note in results.notes],
    }


def verdict(won: Won) -> Row:
    """The end of an attack, or of two tests against each other, in words before any number."""
    who = say(won.winner) if won.winner else ""
    if won.target is not None:
        blow = _("%(who)s hits %(target)s") if won.hit else _("%(who)s misses %(target)s")
        words = blow % {"who": who, "target": say(won.target)}
    else:
        words = _("%(who)s wins") % {"who": who} if who else _("Nobody wins")
    return {"words": words, "by": say(won.by) if won.by else "", "winner": who if won.hit else ""}


def ended(won: Won, line: Line) -> str:
    """The end of an act in one line: its verdict, then what it did."""
    words = verdict(won)
    return " · ".join(filter(None, (words["words"], words["by"], *from_afar(line)[0])))


def breakdown(target: Breakdown) -> list[Row]:
    return [
        {"label": say(term.label), "value": term.value, "ignored": say(term.ignored) if term.ignored else ""}
        for term in target.lines
    ]


def of(seat: Seat) -> QuerySet[Event]:
    events = Event.objects.filter(campaign=seat.campaign)
    return events if seat.is_gm else events.filter(audience__in={"table", seat.circle})


def outcome(seat: Seat, done: Done) -> str:
    """The outcome of a command in words its seat may read; that something is still waited for otherwise."""
    known = of_command(seat, done)
    tested = next((line for line in known if line.results), None)
    if tested is not None:
        return _verdict_first(tested)
    followed = next((line for line in reversed(known) if line.effects), None)
    return _("; ").join(effects(followed)) if followed else _("Noted: more is asked before the result.")


def _verdict_first(line: Line) -> str:
    if line.won is not None:
        return ended(line.won, line)
    first = line.results[0]
    if len(line.results) > 1 or first.text is None:
        return full_line(line)
    faces = _measured(first)
    return " · ".join(filter(None, (say(first.text), _who(line), say(line.text), faces)))


def newest(seat: Seat, done: Done) -> str:
    lines = of_command(seat, done)
    return full_line(lines[-1]) if lines else ""


def of_past(seat: Seat, command: Command) -> str:
    """The sentence in which a seat reads what was done before; empty where it hears of none."""
    return newest(seat, Done(command, again=True))


def of_command(seat: Seat, done: Done) -> list[Line]:
    recorded = [event for event in done.events if seat.is_gm or event.audience in ("table", seat.circle)]
    events = of(seat).filter(command=done.command).order_by("seq") if done.again else recorded
    viewer = _viewer_of(seat, done)
    told_lines = (journal.tell(event.audience, event.kind, event.payload, viewer) for event in events)
    return [line for line in told_lines if line is not None]


def _viewer_of(seat: Seat, done: Done) -> Viewer:
    if done.again or done.command is None:
        return roster.viewer_of(seat)
    return roster.viewer(View(done.command.campaign, seat.circle, seat.token, seat.language))


def full_line(line: Line) -> str:
    who, what = _who(line), sentence(line) if len(line.results) < 2 else say(line.text)
    return f"{who} · {what}" if who else what


def _who(line: Line) -> str:
    who = say(line.who) if line.who else ""
    return "" if who and who in say(line.text) else who


def older(seat: str, event: Event, character: str = "") -> str:
    values = {"before": event.token, **({"character": character} if character else {})}
    return f"{address('journal', seat)}?{urlencode(values)}"


def effects(line: Line) -> list[str]:
    return [_befell(say(who), [text]) for who, text in line.effects]


def _befell(who: str, texts: Sequence[Text]) -> str:
    """Somebody and what they do or undergo: a sentence where it is one, else what is set apart from their name."""
    counted = Counter(map(say, texts))
    effect = ", ".join(text if times == 1 else f"{text} ×{times}" for text, times in counted.items())
    words = {"who": who, "effect": effect}
    return _("%(who)s %(effect)s") % words if is_predicate(texts[0]) else _("%(who)s: %(effect)s") % words


def from_afar(line: Line) -> tuple[list[str], int]:
    # What befell others first: what it cost, such as rounds fired, is told last.
    listed = sorted(line.effects, key=lambda effect: effect[0] == line.who)
    pairs = [(say(who), brief(text)) for who, text in listed]
    letters = accumulate(len(say(text)) for _who, text in pairs)
    shown = pairs[: max(LEAST_AFAR, sum(read <= LETTERS_AFAR for read in letters))]
    runs = groupby(shown, key=itemgetter(0))
    return [_befell(who, [text for _who, text in them]) for who, them in runs], len(pairs) - len(shown)


def unshortened(line: Line) -> set[str]:
    """The effects that are read whole from afar already."""
    whole = tuple((who, text) for who, text in line.effects if brief(text) == text)
    return set() if from_afar(line)[1] else set(effects(replace(line, effects=whole)))


def _of_one(result: Result, line: Line) -> str:
    apart = result.text is None or not is_predicate(result.text)
    words = {"who": say(result.who), "effect": result_words(result, line)}
    return _("%(who)s: %(effect)s") % words if apart else _("%(who)s %(effect)s") % words


def row(entry: Entry) -> Row:
    return _placed(_words(entry), entry, None, "")


def _told_once(view: View, entry: Entry) -> Row:
    made: dict[Any, list[tuple[Line, Row]]] = view.rows(("told lines", view.language), dict)
    alike = made.setdefault((entry.event.id, entry.taken_by.id if entry.taken_by else 0), [])
    row = next((words for line, words in alike if line == entry.line), None)
    if row is None:
        row = _words(entry, short=True)
        alike.append((entry.line, row))
    return row


def _words(entry: Entry, *, short: bool = False) -> Row:
    """The words of a line, whoever reads it; ``short`` puts what no human reads behind a tap."""
    event, line = entry.event, entry.line
    when = moment(event)
    what = sentence(line)
    text = what if len(line.results) < 2 else say(line.text)
    text, whole = grouping.shortened(text) if short else (text, "")
    return {
        "token": event.token,
        "time": when["time"],
        "iso": when["iso"],
        "day": formats.date_format(when["local"], "l j F"),
        "new_day": "",
        "who": _who(line),
        "what": what,
        "text": text,
        "whole": whole,
        "fold": (),
        "results": [_of_one(result, line) for result in line.results] if len(line.results) > 1 else [],
        "real": any(result.real for result in line.results),
        "effects": [*effects(line), *_edited(event)],
        "private": _("Only the game master sees this.") if line.gm_only else "",
        "struck": _taken(entry.taken_by) if entry.taken_by else "",
    }


def _placed(words: Row, entry: Entry, seat: Seat | None, undo: str) -> Row:
    what = words["what"]
    shown = {
        **words,
        "undo": _undo(entry, seat, undo, what) if seat is not None and undo else None,
        "mend": _mend(entry, seat, what) if seat is not None and seat.is_gm else None,
        "why": _why(entry, seat, what) if seat is not None and entry.line.results else None,
    }
    return {**shown, "html": fragment("_line.html", line=shown)}


def _edited(event: Event) -> list[str]:
    values = {"edited_by": _("Changed by %(who)s"), "kept_by": _("Kept as played by %(who)s")}
    tokens = {key: event.payload[key] for key in values if event.payload.get(key)}
    if not tokens:
        return []
    names = {seat.token: seat.shown_name for seat in Seat.objects.filter(campaign=event.campaign_id)}
    return [values[key] % {"who": names.get(token, "")} for key, token in tokens.items()]


def _taken(event: Event) -> str:
    values = {"who": event.by.shown_name if event.by else "", "time": moment(event)["time"]}
    if event.payload.get("corrected"):
        return _("Corrected by %(who)s at %(time)s") % values
    return _("Undone by %(who)s at %(time)s") % values


def _undo(entry: Entry, seat: Seat, name: str, what: str) -> Row:
    label = _("Undo: %(what)s") if name == "undo" else _("Redo: %(what)s")
    return {
        "action": address(name, seat.token, entry.event.command.token),
        "icon": name,
        "label": label % {"what": what},
    }


def _why(entry: Entry, seat: Seat, what: str) -> Row:
    return {"href": address("why", seat.token, entry.event.token), "label": _("Why: %(what)s") % {"what": what}}


def _mend(entry: Entry, seat: Seat, what: str) -> Row | None:
    about = entry.event.payload.get("about", entry.event.token if entry.event.encounter else "")
    if not entry.stands or not about:
        return None
    return {"href": address("correct", seat.token, about), "label": _("Correct: %(what)s") % {"what": what}}


def seat_of(view: View) -> Seat | None:
    campaign: Campaign = view.campaign
    return view.kept("seat", (), lambda: campaign.seats.filter(token=view.seat).first()) if view.seat else None
