"""Ctrl+Z and Ctrl+Shift+Z: the last act of the game or of one's own, taken back and done again, and told by name."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from campaigns import answers, history, undo
from campaigns.journal import Done
from campaigns.models import Seat
from encounters import lines
from rules.errors import Refused
from rules.words import _ as text


@answers.posted
def back(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Undo the newest act that stands: of the game or his own for a game master, of his own for a player."""
    sent, command = answers.sent(request), history.last(seat)
    if command is None:
        raise Refused(text("There is nothing to undo."))
    what = lines.newest(seat, Done(command, again=True))
    try:
        undo.undo(seat=seat, sent=sent, command=command)
    except undo.Hanging as error:
        return answers.offer_rewind(request, seat, command, error)
    return answers.respond(request, seat, toast=_told(_("Undone: %(what)s"), what) or _("Undone."), redo=command)


@answers.posted
def again(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Do again what was undone last."""
    sent, command = answers.sent(request), history.next_again(seat)
    if command is None:
        raise Refused(text("There is nothing to do again."))
    what = lines.newest(seat, Done(command, again=True))
    done = undo.redo(seat=seat, sent=sent, command=command)
    return answers.respond(request, seat, done, toast=_told(_("Done again: %(what)s"), what) or _("Done again."))


def _told(sentence: str, what: str) -> str:
    return sentence % {"what": what} if what else ""
