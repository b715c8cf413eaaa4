"""Lines of the journal and results of tests as ready values: sentences in the reader's language, times, addresses."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.translation import gettext as _

from campaigns import undo
from campaigns.journal import Done
from campaigns.language import say
from campaigns.live import View
from campaigns.models import Campaign, Command, Event, Seat
from encounters import journal_lines, people
from encounters.journal_lines import Entry
from rules import board
from rules.board import Line, Result
from rules.outcome import Breakdown, Level
from rules.words import plain, signed

KINDS = {Level.FUMBLE: "fumble", Level.FAILURE: "failure", Level.SUCCESS: "success", Level.CRITICAL: "critical"}
Row = dict[str, Any]


def entries(view: View, character: str = "") -> tuple[list[Entry], bool]:
    """The newest lines of this circle, and whether there are older ones."""

    def read() -> tuple[list[Entry], bool]:
        return journal_lines.page(view.campaign, view.circle, people.viewer(view), character=character)

    return view.once(("lines", character), read)


def shown(view: View, found: Iterable[Entry]) -> list[Row]:
    """Lines ready to be shown in a region; what may be undone is asked once for all regions of a page."""
    seat = seat_of(view)
    last = view.once("last act", lambda: _last_act(seat))
    return _rows(found, seat, last)


def rows(found: Iterable[Entry], seat: Seat | None) -> list[Row]:
    """Lines ready to be shown to a seat (or to nobody in particular), each new day marked."""
    return _rows(found, seat, _last_act(seat))


def _last_act(seat: Seat | None) -> Command | None:
    """The act that a player may undo; a game master undoes any."""
    return undo.last_act(seat) if seat is not None and not seat.is_gm else None


def _rows(found: Iterable[Entry], seat: Seat | None, last: Command | None) -> list[Row]:
    ready: list[Row] = []
    offered: set[int] = set()
    day = ""
    for entry in found:
        drawn = row(entry)
        if seat is not None and entry.event.command_id not in offered:
            offered.add(entry.event.command_id)
            drawn["undo"] = _undo(entry, seat, last.pk if last else None)
        drawn["new_day"] = drawn["day"] if drawn["day"] != day else ""
        day = drawn["day"]
        ready.append(drawn)
    return ready


def moment(event: Event) -> Row:
    """When something happened, as it is printed and as a machine reads it."""
    local = timezone.localtime(event.created)
    return {"time": formats.time_format(local, "H:i"), "iso": local.isoformat(timespec="seconds"), "local": local}


def sentence(line: Line) -> str:
    """A whole line as one sentence, without who."""
    told = [say(line.text), *(result_words(result, line) for result in line.results)]
    return _("%(what)s: %(result)s") % {"what": told[0], "result": _("; ").join(told[1:])} if told[1:] else told[0]


def result_words(result: Result, line: Line | None = None) -> str:
    """One result: what was tested where the line does not say it, the faces, the target if known, how it went."""
    words = {"faces": _measured(result), "outcome": say(result.text) if result.text else ""}
    told = " · ".join(filter(None, words.values()))
    if line is not None and (result.what == line.text or len(line.results) == 1):
        return told
    return _("%(what)s: %(result)s") % {"what": say(result.what), "result": told}


def _measured(result: Result) -> str:
    """The faces, with the number they are compared with or that is added to them, where it is known."""
    faces = faces_of(result)
    if result.target is None or not faces:
        return faces
    if result.adds:
        return _("%(faces)s with %(bonus)s") % {"faces": faces, "bonus": signed(result.target.total)}
    return _("%(faces)s against %(target)s") % {"faces": faces, "target": plain(result.target.total)}


def faces_of(result: Result) -> str:
    """The faces in the order thrown."""
    return " + ".join(str(face) for face in result.faces)


def result(found: Result) -> Row:
    """A result as a card shows it."""
    return {
        "who": say(found.who),
        "what": say(found.what),
        "faces": found.faces,
        "kind": KINDS[found.level] if found.level is not None else "",
        "word": say(found.text) if found.text else "",
        "look": "20" if found.real else "full",
        "real": found.real,
        "lines": breakdown(found.target) if found.target else [],
        "total": plain(found.target.total) if found.target else None,
        "total_label": _("Bonus") if found.adds else _("Target"),
        "notes": [say(note) for note in found.notes],
    }


def breakdown(target: Breakdown) -> list[Row]:
    """The terms of a sum."""
    return [
        {
            "label": say(term.label),
            "value": term.value,
            "rule": term.rule,
            "ignored": say(term.ignored) if term.ignored else "",
        }
        for term in target.lines
    ]


def of(seat: Seat) -> QuerySet[Event]:
    """The events a seat's circle may learn of."""
    found = Event.objects.filter(campaign=seat.campaign)
    return found if seat.is_gm else found.filter(audience__in={"table", seat.circle})


def told(seat: Seat, done: Done) -> str:
    """What a command came to, in the words its own seat may read; that something is still waited for otherwise."""
    found = [line for line in _of_command(seat, done) if line.results]
    return _whole(found[0]) if found else _("Noted: more is asked before the result.")


def newest(seat: Seat, done: Done) -> str:
    """The last line a command brought for its own seat, empty where there is none."""
    found = _of_command(seat, done)
    return _whole(found[-1]) if found else ""


def _of_command(seat: Seat, done: Done) -> list[Line]:
    viewer = people.viewer_of(seat)
    events = of(seat).filter(command=done.command).order_by("seq")
    told_lines = (board.tell(event.audience, event.kind, event.payload, viewer) for event in events)
    return [line for line in told_lines if line is not None]


def _whole(line: Line) -> str:
    who, what = _who(line), sentence(line) if len(line.results) < 2 else say(line.text)
    return f"{who} · {what}" if who else what


def _who(line: Line) -> str:
    """Who acts, where the sentence does not name him already."""
    who = say(line.who) if line.who else ""
    return "" if who and who in say(line.text) else who


def older(seat: str, event: Event, character: str = "") -> str:
    """The address of the journal before an event."""
    said = {"before": event.token, **({"character": character} if character else {})}
    return f"{reverse('journal', args=[seat])}?{urlencode(said)}"


def effects(line: Line) -> list[str]:
    """What followed, each with whom it concerns."""
    return [_("%(who)s: %(effect)s") % {"who": say(who), "effect": say(text)} for who, text in line.effects]


def _of_one(found: Result, line: Line) -> str:
    return _("%(who)s: %(effect)s") % {"who": say(found.who), "effect": result_words(found, line)}


def row(entry: Entry) -> Row:
    """A line as it is shown, without what may be pressed."""
    event, line = entry.event, entry.line
    when = moment(event)
    return {
        "token": event.token,
        "time": when["time"],
        "iso": when["iso"],
        "day": formats.date_format(when["local"], "l j F"),
        "who": _who(line),
        "text": sentence(line) if len(line.results) < 2 else say(line.text),
        "results": [_of_one(one, line) for one in line.results] if len(line.results) > 1 else [],
        "real": any(one.real for one in line.results),
        "effects": [*effects(line), *_edited(event)],
        "private": _("Only the game master sees this.") if line.gm_only else "",
        "struck": _taken(entry.taken_by) if entry.taken_by else "",
        "undo": None,
    }


def _edited(event: Event) -> list[str]:
    """That a game master changed the effects before they landed, and who."""
    token = event.payload.get("edited_by")
    if not token:
        return []
    seat = Seat.objects.filter(campaign=event.campaign_id, token=token).first()
    return [_("Changed by %(who)s") % {"who": seat.name if seat else ""}]


def _taken(event: Event) -> str:
    by = event.by.name if event.by else ""
    return _("Undone by %(who)s at %(time)s") % {"who": by, "time": moment(event)["time"]}


def _undo(entry: Entry, seat: Seat, last: int | None) -> Row | None:
    """The button of a line: undo what stands, do again what was undone, where this seat may."""
    command = entry.event.command
    if undo.lasts(entry.event):
        return None
    if entry.stands:
        allowed = seat.is_gm or command.pk == last
    else:
        allowed = seat.is_gm or (entry.taken_by is not None and entry.taken_by.by_id == seat.pk)
    if not allowed:
        return None
    name, icon = ("undo", "undo") if entry.stands else ("redo", "redo")
    label = _("Undo: %(what)s") if entry.stands else _("Do again: %(what)s")
    return {
        "action": reverse(name, args=[seat.token, command.token]),
        "icon": icon,
        "label": label % {"what": sentence(entry.line)},
    }


def seat_of(view: View) -> Seat | None:
    """The seat a region is drawn for, ``None`` for the table."""
    campaign: Campaign = view.campaign
    return view.once("seat", lambda: campaign.seats.filter(token=view.seat).first()) if view.seat else None
