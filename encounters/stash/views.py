"""Forms of the stash and the purse, on the page of the party."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from campaigns.models import Seat
from campaigns.seats.access import may_or_404
from campaigns.web import commands
from encounters.stash import services
from encounters.stash.stash import MOST_COINS, read_number
from rules.core.errors import Unreadable
from rules.core.text import _ as text

NOT_OFFERED = text("This choice is not offered.")


@commands.command_view
def add_thing(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Put a thing from a sheet into the stash, or add one that was found."""
    may_or_404(seat, "create")
    posted, sent = request.POST, commands.read(request)
    if posted.get("do", "") == "put":
        character, _colon, path = posted.get("what", "").partition(":")
        count = read_number(posted.get("count", ""))
        done = services.put(seat=seat, sent=sent, character=character, path=path, count=count)
        return commands.respond(request, seat, done, toast=_("Put into the stash."))
    if posted.get("do", "") == "find":
        fields = {key: posted[key] for key in ("name", "qty", "notes") if posted.get(key)}
        done = services.record_found(seat=seat, sent=sent, values=fields)
        return commands.respond(request, seat, done, toast=_("Put into the stash."))
    raise Unreadable(NOT_OFFERED, "do")


@commands.command_view
def take_thing(request: HttpRequest, seat: Seat, thing: str) -> HttpResponse:
    """Move a thing from the stash to a character, or discard it."""
    may_or_404(seat, "create")
    posted, sent = request.POST, commands.read(request)
    count = read_number(posted.get("count", ""))
    if posted.get("do", "") == "take":
        who = posted.get("character", "")
        done = services.take(seat=seat, sent=sent, thing=thing, character=who, count=count)
        return commands.respond(request, seat, done, toast=_("Taken from the stash."))
    if posted.get("do", "") == "remove":
        done = services.discard(seat=seat, sent=sent, thing=thing, count=count)
        return commands.respond(request, seat, done, toast=_("Removed."))
    raise Unreadable(NOT_OFFERED, "do")


@commands.command_view
def move_coins(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Put coins into the purse or take them out, with or without a character's sheet."""
    may_or_404(seat, "create")
    posted, do = request.POST, request.POST.get("do", "")
    if do not in ("put", "take"):
        raise Unreadable(NOT_OFFERED, "do")
    amount = read_number(posted.get("amount", ""), MOST_COINS) or 0
    terms = {key: posted.get(key, "") for key in ("coin", "character")}
    done = services.pay(seat=seat, sent=commands.read(request), amount=amount, out=do == "take", **terms)
    return commands.respond(request, seat, done, toast=_("Done."))
