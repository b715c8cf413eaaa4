"""Pages of the table itself: the start page of a seat, undo and redo."""

from __future__ import annotations

from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.utils.text import slugify
from django.utils.translation import gettext as _

from campaigns import archive
from campaigns.journal import undo
from campaigns.models import Command, Seat
from campaigns.seats import pages as seat_pages
from campaigns.web import commands


@seat_pages.shown_to()
def show_start(request: HttpRequest, seat: Seat) -> HttpResponse:
    address = seat_pages.start_address(seat)
    if address is None:
        return render(request, "campaigns/waiting.html", {"seat": seat})
    return HttpResponseRedirect(address)


@seat_pages.shown_to("run")
def download_table(request: HttpRequest, seat: Seat) -> HttpResponse:
    name = f"{slugify(seat.campaign.name) or seat.campaign.game}.tablee.gz"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(archive.write(seat.campaign), content_type="application/gzip", headers=headers)


@commands.command_view
def undo_command(request: HttpRequest, seat: Seat, command: str) -> HttpResponse:
    """Undo a command; with ``all=1`` a game master rewinds its dependents too, with ``ask=1`` a player asks for it."""
    row = _command_or_404(seat, command)
    sent = commands.read(request)
    if request.POST.get("ask") == "1":
        done = undo.ask_gm(seat=seat, sent=sent, command=row)
        return commands.respond(request, seat, done, toast=_("The game master has been asked."))
    if request.POST.get("all") == "1":
        done = undo.rewind(seat=seat, sent=sent, command=row)
    else:
        try:
            done = undo.undo(seat=seat, sent=sent, command=row)
        except undo.BlockedByLaterActs as error:
            return commands.offer_rewind(request, seat, row, error)
    return commands.respond(request, seat, toast=_("Undone."), redo=None if done.again else row)


@commands.command_view
def redo_command(request: HttpRequest, seat: Seat, command: str) -> HttpResponse:
    row = _command_or_404(seat, command)
    done = undo.redo(seat=seat, sent=commands.read(request), command=row)
    return commands.respond(request, seat, replace(done, command=row), toast=_("Redone."))


def _command_or_404(seat: Seat, token: str) -> Command:
    """A command of this seat, or with an event that it may know of. Raises ``Http404`` for any other."""
    row = get_object_or_404(Command, campaign=seat.campaign, token=token)
    if row.seat_id != seat.pk and not any(map(seat.hears, row.events.values_list("audience", flat=True))):
        raise Http404
    return row
