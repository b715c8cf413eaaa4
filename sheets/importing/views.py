"""The page of an import: upload a file or paste a text, preview it, then write it.

The server stores nothing in between: the preview carries the text, which can be corrected there and read again. The
same page serves a table's characters and an encounter's fighters (``encounters.prepare.import_views``).
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
from campaigns.web import commands, rate_limits, uploads
from campaigns.web.language import say
from campaigns.web.middleware import body_limit
from rules.core.errors import BadSheet, Refused, RulesError, Stale
from rules.core.text import _ as text
from rules.importing.reading import Imported, Importer
from sheets import import_export
from sheets.importing import formats, preview, services
from sheets.importing.services import Chosen
from sheets.models import Character

MOST_ECHOED = 100_000  # bytes of an unreadable text shown again for correction
MOST_BODY = 2 * 1024 * 1024


@dataclass(frozen=True)
class ImportTarget:
    """The page of an import: its address, the address to return to, and the template with further questions."""

    address: str
    back: str
    options: str
    about: Mapping[str, Any] = field(default_factory=dict)


def receive(
    request: HttpRequest, seat: Seat, target: ImportTarget, write: Callable[[list[Chosen]], HttpResponse]
) -> HttpResponse:
    """Show a preview of the upload, or ``write`` the sheets chosen from it."""
    raw, reading = uploads.read_file_or_text(request, formats.MOST_BYTES), None
    try:
        reading = formats.read(seat, raw)
        if request.POST.get("do") == "preview":
            return import_page(request, seat, target, raw, reading)
        chosen = _read_chosen(request, reading[1])
        if any(sheet.portrait for sheet in chosen) and not rate_limits.PICTURES.take(seat.token):
            return commands.respond_late(request, seat)
        return write([(sheet, import_export.portrait_of(sheet.portrait)) for sheet in chosen])
    except Stale:
        raise
    except RulesError as error:
        problems = error.problems if isinstance(error, BadSheet) else (error.text,)
        return import_page(request, seat, target, raw, reading, [say(problem) for problem in problems])


def import_page(
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
        "formats": [say(importer.label) for importer in formats.list_importers(seat)],
        "notices": [say(importer.notice) for importer in formats.list_importers(seat) if importer.notice],
        "format": say(importer.label) if importer else "",
        "compare": importer is not None and importer.key != formats.OWN and len(sheets) == 1,
        "rows": preview.preview_rows(system, sheets, seat.campaign.settings),
        "text": raw.decode("utf-8-sig", "replace").replace("\0", "") if reading or len(raw) <= MOST_ECHOED else "",
        "wrong": wrong,
        "kind": posted.get("kind") or _usual_kind(importer, sheets),
        **target.about,
    }
    return render(request, "sheets/import.html", context, status=422 if wrong else 200)


def _usual_kind(importer: Importer | None, sheets: tuple[Imported, ...]) -> str:
    return sheets[0].kind if importer and importer.key == formats.OWN else Character.Kind.TEMPLATE


def _read_chosen(request: HttpRequest, sheets: tuple[Imported, ...]) -> list[Imported]:
    """The sheets that were ticked; all of them if there was no preview."""
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
    return import_page(request, may_or_404(seat, "create"), _target(seat))


def _send(request: HttpRequest, seat: Seat) -> HttpResponse:
    may_or_404(seat, "create")

    def write(chosen: list[Chosen]) -> HttpResponse:
        kind = request.POST.get("kind", "")
        given = kind if kind in Character.Kind.values else ""
        done = services.import_characters(seat=seat, sent=commands.read(request), chosen=chosen, kind=given)
        to = reverse("characters", args=[seat.token]) if seat.is_gm else reverse("sheet", args=[seat.token, done.first])
        toast = ngettext("%(count)s character is at the table.", "%(count)s characters are at the table.", len(chosen))
        return commands.respond(request, seat, done, toast=toast % {"count": len(chosen)}, to=to)

    return receive(request, seat, _target(seat), write)


characters = body_limit(MOST_BODY)(commands.form_view(_send)(_show))
