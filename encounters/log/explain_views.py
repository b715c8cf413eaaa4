"""Why a line of the journal came to what it did: every number as its sum, as it was recorded when the dice fell."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from campaigns.models import Event, Seat
from campaigns.seats.access import may_or_404, seat_or_404
from encounters import roster
from encounters.log import rows as log_rows
from rules.core.text import signed
from rules.views import journal
from rules.views.journal import Result

Row = dict[str, Any]


@require_GET
@never_cache
def why(request: HttpRequest, seat: str, event: str) -> HttpResponse:
    """A line with all that its reader may know of it: terms, what was ignored and why, where its dice came from."""
    found = may_or_404(seat_or_404(request, seat), "watch")
    row = get_object_or_404(log_rows.of(found).filter(undoes=None).select_related("by"), token=event)
    line = journal.tell(row.audience, row.kind, row.payload, roster.viewer_of(found))
    if line is None:
        raise Http404
    context: Row = {
        "seat": found,
        "line": log_rows.whole(line),
        "when": log_rows.moment(row),
        "results": [_result(one) for one in line.results],
        "effects": log_rows.effects(line),
        "dice": _dice(found, row),
        "mend": reverse("correct", args=[found.token, event]) if found.is_gm and row.encounter else "",
    }
    return render(request, "encounters/why.html", context)


def _result(found: Result) -> Row:
    """A result with the terms of its sum; the first stands without a sign, and each with the rule it comes from."""
    row = log_rows.result(found)
    terms = [
        {**one, "shown": one["value"] if not number and one["value"] >= 0 else signed(one["value"])}
        for number, one in enumerate(row["lines"])
    ]
    return {**row, "lines": terms}


def _dice(seat: Seat, event: Event) -> list[Row]:
    """Where each die of the act came from: a hand, or which throw of which stream."""
    exchange = event.payload.get("exchange")
    if not exchange or not event.encounter:
        return []
    answered = log_rows.of(seat).filter(
        encounter=event.encounter, kind="answered", payload__exchange=exchange, undoes=None
    )
    faces = event.payload.get("faces", {})
    told = {one.payload["key"]: one.payload for one in answered.order_by("seq") if one.payload.get("spare")}
    rows = [one for key, one in told.items() if faces.get(key) == one["values"]]
    names = {one.token: one.shown_name for one in seat.campaign.seats.all()}
    return [{"faces": " + ".join(map(str, one["values"])), "source": _source(one, names)} for one in rows]


def _source(payload: Row, names: dict[str, str]) -> str:
    if payload.get("real"):
        return _("a real die, typed by %(who)s") % {"who": names.get(payload["real"], "")}
    if drawn := payload.get("drawn"):
        return _("thrown here: throw %(index)s of the promised dice") % {"index": drawn["index"]}
    return _("thrown here")
