"""The page of an import: a file or a text comes in, is shown, and is written when it is asked for.

Nothing is kept between the two: the preview carries the text, which may be mended there and read again. The same page
serves the characters of a table here and the fighters of an encounter (``encounters.prepare.import_views``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.models import Seat
from campaigns.seats.access import may_or_404
from campaigns.web import commands, rate_limits
from campaigns.web.language import say
from campaigns.web.middleware import body_limit
from rules.core.errors import BadSheet, Refused, RulesError, Stale
from rules.core.text import _ as text
from rules.importing.reading import Imported, Importer
from sheets import import_export
from sheets.importing import formats, preview, services
from sheets.importing.services import Chosen
from sheets.models import Character

MOST_ECHOED = 100_000  # bytes of a text that could not be read, to be mended
MOST_BODY = 2 * 1024 * 1024


@dataclass(frozen=True)
class ImportTarget:
    """The page of an import: its address, the way back, and the template with its own questions."""

    address: str
    back: str
    options: str
    about: Mapping[str, Any] = field(default_factory=dict)


def receive(
    request: HttpRequest, seat: Seat, target: ImportTarget, write: Callable[[list[Chosen]], HttpResponse]
) -> HttpResponse:
    """Show what was sent, or ``write`` what was chosen of it."""
    raw, reading = _given(request), None
    try:
        reading = formats.read(seat, raw)
        if request.POST.get("do") == "preview":
            return page(request, seat, target, raw, reading)
        chosen = _chosen(request, reading[1])
        if any(sheet.portrait for sheet in chosen) and not rate_limits.PICTURES.take(seat.token):
            return commands.late(request, seat)
        return write([(sheet, import_export.portrait_of(sheet.portrait)) for sheet in chosen])
    except Stale:
        raise
    except RulesError as error:
        problems = error.problems if isinstance(error, BadSheet) else (error.text,)
        return page(request, seat, target, raw, reading, [say(problem) for problem in problems])


def page(
    request: HttpRequest,
    seat: Seat,
    target: ImportTarget,
    raw: bytes = b"",
    reading: tuple[Importer, tuple[Imported, ...]] | None = None,
    wrong: list[str] | None = None,
) -> HttpResponse:
    system, posted = seat.campaign.system, request.POST
    importer, sheets = reading or (None, ())
    context = {
        "seat": seat,
        "target": target,
        "title": _("Import"),
        "formats": [say(known.label) for known in formats.offered(seat)],
        "notices": [say(known.notice) for known in formats.offered(seat) if known.notice],
        "format": say(importer.label) if importer else "",
        "rows": preview.rows(system, sheets, seat.campaign.settings),
        "text": raw.decode("utf-8-sig", "replace").replace("\0", "") if reading or len(raw) <= MOST_ECHOED else "",
        "wrong": wrong,
        "kind": posted.get("kind") or _usual_kind(importer, sheets),
        **target.about,
    }
    return render(request, "sheets/import.html", context, status=422 if wrong else 200)


def _usual_kind(importer: Importer | None, sheets: tuple[Imported, ...]) -> str:
    return sheets[0].kind if importer and importer.key == formats.OWN else Character.Kind.TEMPLATE


def _given(request: HttpRequest) -> bytes:
    file = request.FILES.get("file")
    if file is not None:
        return bytes(file.read(formats.MOST_BYTES + 1))
    return request.POST.get("text", "").replace("\r\n", "\n").encode("utf-8", "replace")


def _chosen(request: HttpRequest, sheets: tuple[Imported, ...]) -> list[Imported]:
    """The sheets that were ticked; all of them where no preview asked."""
    if request.POST.get("do") != "import":
        return list(sheets)
    picked = request.POST.getlist("pick")
    chosen = [sheet for number, sheet in enumerate(sheets) if str(number) in picked]
    if not chosen:
        raise Refused(text("Nobody was chosen."), "pick")
    return chosen


def _target(seat: Seat) -> ImportTarget:
    here = reverse("read-character", args=[seat.token])
    return ImportTarget(here, reverse("characters", args=[seat.token]), "sheets/_import_kinds.html")


def _show(request: HttpRequest, seat: Seat) -> HttpResponse:
    return page(request, may_or_404(seat, "create"), _target(seat))


def _send(request: HttpRequest, seat: Seat) -> HttpResponse:
    may_or_404(seat, "create")

    def write(chosen: list[Chosen]) -> HttpResponse:
        kind = request.POST.get("kind", "")
        given = kind if kind in Character.Kind.values else ""
        done = services.take_in(seat=seat, sent=commands.sent(request), chosen=chosen, kind=given)
        to = reverse("characters", args=[seat.token]) if seat.is_gm else reverse("sheet", args=[seat.token, done.first])
        toast = ngettext("%(count)s character is at the table.", "%(count)s characters are at the table.", len(chosen))
        return commands.respond(request, seat, done, toast=toast % {"count": len(chosen)}, to=to)

    return receive(request, seat, _target(seat), write)


characters = body_limit(MOST_BODY)(commands.shown(_send)(_show))
