"""Ctrl+Z and Ctrl+Shift+Z: the last act of the game or of one's own, taken back and done again, and told by name."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext

from campaigns.journal import undo, undo_shortcut
from campaigns.models import Seat
from campaigns.web import commands
from encounters.log import rows
from rules.core.errors import Refused
from rules.core.text import _


@commands.posted
def back(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Undo the newest act that stands: of the game or their own for a game master, of their own for a player."""
    if (done := commands.earlier(request, seat)) is not None:  # by now something else would be the newest
        return commands.respond(request, seat, done, toast=gettext("Undone."))
    sent, command = commands.sent(request), undo_shortcut.last(seat)
    if command is None:
        raise Refused(_("There is nothing to undo."))
    what = rows.of_past(seat, command)
    try:
        undo.undo(seat=seat, sent=sent, command=command)
    except undo.BlockedByLaterActs as error:
        return commands.offer_rewind(request, seat, command, error)
    return commands.respond(
        request, seat, toast=_told(gettext("Undone: %(what)s"), what, gettext("Undone.")), redo=command
    )


@commands.posted
def again(request: HttpRequest, seat: Seat) -> HttpResponse:
    if (done := commands.earlier(request, seat)) is not None:
        return commands.respond(request, seat, done, toast=gettext("Redone."))
    sent, command = commands.sent(request), undo_shortcut.next_again(seat)
    if command is None:
        raise Refused(_("There is nothing to redo."))
    what = rows.of_past(seat, command)
    done = undo.redo(seat=seat, sent=sent, command=command)
    return commands.respond(request, seat, done, toast=_told(gettext("Done again: %(what)s"), what, gettext("Redone.")))


def _told(sentence: str, what: str, otherwise: str) -> str:
    return sentence % {"what": what} if what else otherwise
