"""Journal lines and test results as template values: sentences in the reader's language, times, addresses."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.utils import formats, timezone
from django.utils.safestring import SafeString, mark_safe

from campaigns.journal import undo
from campaigns.journal.event_cache import Recent
from campaigns.live.regions import View, fragment
from campaigns.models import Campaign, Command, Event, Seat
from campaigns.web.addresses import address
from campaigns.web.language import gettext as _
from campaigns.web.language import join_dotted, say
from encounters import roster
from encounters.log import dice_words, effect_words, grouping, sentences
from encounters.log import entries as log_entries
from encounters.log.entries import Entry
from rules.views.journal import Line

Row = dict[str, Any]
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


def visible_events(seat: Seat) -> QuerySet[Event]:
    events = Event.objects.filter(campaign=seat.campaign)
    return events if seat.is_gm else events.filter(audience__in={"table", seat.circle})


def older_address(seat: str, event: Event, character: str = "") -> str:
    values = {"before": event.token, **({"character": character} if character else {})}
    return f"{address('journal', seat)}?{urlencode(values)}"


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
    what = sentences.sentence(line)
    text, effects = _told_once(line, what if len(line.results) < 2 else say(line.text))
    text, full_text = grouping.shorten(text) if short else (text, "")
    return {
        "token": event.token,
        "time": when["time"],
        "iso": when["iso"],
        "day": formats.date_format(when["local"], "l j F"),
        "new_day": "",
        "who": sentences.actor_name(line),
        "what": what,
        "text": text,
        "whole": full_text,
        "fold": (),
        "results": [dice_words.result_sentence(result, line) for result in line.results]
        if len(line.results) > 1
        else [],
        "real": any(result.real for result in line.results),
        "effects": [*effects, *_edit_words(event)],
        "private": _("Only the game master sees this.") if line.gm_only else "",
        "struck": _undone_words(entry.taken_by) if entry.taken_by else "",
        "answer": _answer_words(entry) if "asks" in event.payload else None,
    }


def _told_once(line: Line, title: str) -> tuple[str, list[str]]:
    """The title and effects of a line: an effect that says the title again, or goes on from it, takes its place."""
    effects = effect_words.effect_sentences(line)
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
    words = join_dotted(dice_words.result_words(result, line), *effect_words.effect_sentences(line))
    return {"who": say(result.who), "what": say(result.what), "text": words, "thrown": True}


def _with_buttons(words: Row, entry: Entry, seat: Seat | None, undo: str) -> Row:
    what = words["what"]
    row = {
        **words,
        "undo": _undo_button(entry, seat, undo, what) if seat is not None and undo else None,
        "correct": _correct_link(entry, seat, what) if seat is not None and seat.is_gm else None,
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
