"""The explanation of a journal line: every number as a sum, as recorded when the dice were thrown."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.models import Event, Seat
from campaigns.seats import pages as seat_pages
from encounters import roster
from encounters.log import dice_words, effect_words, sentences
from encounters.log import rows as log_rows
from rules.core.text import signed
from rules.views import journal
from rules.views.journal import Result
from sheets.rows import sum_lines

Row = dict[str, Any]


@seat_pages.shown_to("watch")
def explain(request: HttpRequest, seat: Seat, event: str) -> HttpResponse:
    """A line with everything its reader may know: terms, ignored modifiers with reasons, the source of the dice."""
    row = get_object_or_404(log_rows.visible_events(seat).filter(undoes=None).select_related("by"), token=event)
    line = journal.tell(row.audience, row.kind, row.payload, roster.viewer_of(seat))
    if line is None:
        raise Http404
    context: Row = {
        "seat": seat,
        "line": sentences.full_line(line),
        "when": log_rows.format_moment(row),
        "results": [_result_row(seat, result) for result in line.results],
        "effects": effect_words.effect_sentences(line),
        "dice": _dice_rows(seat, row),
        "correct": reverse("correct", args=[seat.token, event]) if seat.is_gm and row.encounter else "",
    }
    return render(request, "encounters/why.html", context)


def _result_row(seat: Seat, result: Result) -> Row:
    terms = [
        {**row, "shown": row["value"] if not number and row["value"] >= 0 else signed(row["value"])}
        for number, row in enumerate(sum_lines(result.target, seat.token) if result.target else ())
    ]
    return {**dice_words.result_row(result), "lines": terms}


def _dice_rows(seat: Seat, event: Event) -> list[Row]:
    exchange = event.payload.get("exchange")
    if not exchange or not event.encounter:
        return []
    answered = log_rows.visible_events(seat).filter(
        encounter=event.encounter, kind="answered", payload__exchange=exchange, undoes=None
    )
    faces = event.payload.get("faces", {})
    values = {event.payload["key"]: event.payload for event in answered.order_by("seq") if event.payload.get("spare")}
    rows = [other for key, other in values.items() if faces.get(key) == other["values"]]
    names = {other.token: other.shown_name for other in seat.campaign.seats.all()}
    return [{"faces": " + ".join(map(str, row["values"])), "source": _source_words(row, names)} for row in rows]


def _source_words(payload: Row, names: dict[str, str]) -> str:
    if payload.get("real"):
        return _("a real die, typed by %(who)s") % {"who": names.get(payload["real"], "")}
    if drawn := payload.get("drawn"):
        return _("thrown here: throw %(index)s of the promised dice") % {"index": drawn["index"]}
    return _("thrown here")
