"""Ctrl+Z and Ctrl+Shift+Z: the last act of the game or of one's own, taken back and done again, and told by name."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext

from campaigns import answers, history, undo
from campaigns.journal import Done
from campaigns.models import Seat
from encounters import lines
from rules.core.errors import Refused
from rules.core.text import _


@answers.posted
def back(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Undo the newest act that stands: of the game or his own for a game master, of his own for a player."""
    if (done := answers.earlier(request, seat)) is not None:  # by now something else would be the newest
        return answers.respond(request, seat, done, toast=gettext("Undone."))
    sent, command = answers.sent(request), history.last(seat)
    if command is None:
        raise Refused(_("There is nothing to undo."))
    what = lines.newest(seat, Done(command, again=True))
    try:
        undo.undo(seat=seat, sent=sent, command=command)
    except undo.Hanging as error:
        return answers.offer_rewind(request, seat, command, error)
    return answers.respond(
        request, seat, toast=_told(gettext("Undone: %(what)s"), what, gettext("Undone.")), redo=command
    )


@answers.posted
def again(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Do again what was undone last."""
    if (done := answers.earlier(request, seat)) is not None:
        return answers.respond(request, seat, done, toast=gettext("Done again."))
    sent, command = answers.sent(request), history.next_again(seat)
    if command is None:
        raise Refused(_("There is nothing to do again."))
    what = lines.newest(seat, Done(command, again=True))
    done = undo.redo(seat=seat, sent=sent, command=command)
    return answers.respond(
        request, seat, done, toast=_told(gettext("Done again: %(what)s"), what, gettext("Done again."))
    )


def _told(sentence: str, what: str, otherwise: str) -> str:
    return sentence % {"what": what} if what else otherwise
