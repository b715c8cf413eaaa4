"""Ctrl+Z and Ctrl+Shift+Z: undo or redo the newest act that the seat may undo, and say which it was."""

from __future__ import annotations

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext

from campaigns.journal import undo, undo_shortcut
from campaigns.journal.event_cache import recent_of
from campaigns.models import Command, Seat
from campaigns.web import commands
from encounters.log import entries, sentences
from rules.core.errors import Refused
from rules.core.text import _


def find_ending(seat: Seat) -> tuple[str, Command] | None:
    """The encounter whose ending is the newest act that the seat may undo, and the command that ended it."""
    command = undo_shortcut.last_undoable(seat)
    ending = command.events.filter(kind=entries.ENDED).first() if command is not None else None
    return (ending.encounter, command) if ending is not None and command is not None else None


@commands.command_view
def undo_last(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Undo the newest act: for a game master that of the game or of their own, for a player their own."""
    if (done := commands.find_earlier(request, seat)) is not None:  # a request sent twice must not undo a second act
        return commands.respond(request, seat, done, toast=gettext("Undone."))
    sent, command = commands.read(request), undo_shortcut.last_undoable(seat, recent_of(seat.campaign))
    if command is None:
        raise Refused(_("There is nothing to undo."))
    undone = sentences.past_sentence(seat, command)
    try:
        undo.undo(seat=seat, sent=sent, command=command)
    except undo.BlockedByLaterActs as error:
        return commands.offer_rewind(request, seat, command, error)
    return commands.respond(
        request, seat, toast=_toast(gettext("Undone: %(what)s"), undone, gettext("Undone.")), redo=command
    )


@commands.command_view
def redo_last(request: HttpRequest, seat: Seat) -> HttpResponse:
    if (done := commands.find_earlier(request, seat)) is not None:
        return commands.respond(request, seat, done, toast=gettext("Redone."))
    sent, command = commands.read(request), undo_shortcut.next_redoable(seat)
    if command is None:
        raise Refused(_("There is nothing to redo."))
    redone = sentences.past_sentence(seat, command)
    done = undo.redo(seat=seat, sent=sent, command=command)
    return commands.respond(
        request,
        seat,
        replace(done, command=command),
        toast=_toast(gettext("Done again: %(what)s"), redone, gettext("Redone.")),
    )


def _toast(sentence: str, what: str, otherwise: str) -> str:
    return sentence % {"what": what} if what else otherwise
