"""The forms of the stash and the purse, which stand on the page of the party."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from campaigns.models import Seat
from campaigns.seats.access import may_or_404
from campaigns.web import commands
from encounters.stash import services
from encounters.stash.stash import MOST_COINS, number
from rules.core.errors import Unreadable
from rules.core.text import _ as text

NOT_OFFERED = text("This choice is not offered.")


@commands.posted
def stash(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Put a thing of a sheet into the stash, or write down what was found."""
    may_or_404(seat, "create")
    posted, sent = request.POST, commands.sent(request)
    if posted.get("do", "") == "put":
        character, _colon, path = posted.get("what", "").partition(":")
        count = number(posted.get("count", ""))
        done = services.put(seat=seat, sent=sent, character=character, path=path, count=count)
        return commands.respond(request, seat, done, toast=_("Put into the stash."))
    if posted.get("do", "") == "find":
        fields = {key: posted[key] for key in ("name", "qty", "notes") if posted.get(key)}
        done = services.find(seat=seat, sent=sent, said=fields)
        return commands.respond(request, seat, done, toast=_("Put into the stash."))
    raise Unreadable(NOT_OFFERED, "do")


@commands.posted
def thing(request: HttpRequest, seat: Seat, thing: str) -> HttpResponse:
    """Take a thing out of the stash, for a character or for nobody."""
    may_or_404(seat, "create")
    posted, sent = request.POST, commands.sent(request)
    count = number(posted.get("count", ""))
    if posted.get("do", "") == "take":
        who = posted.get("character", "")
        done = services.take(seat=seat, sent=sent, thing=thing, character=who, count=count)
        return commands.respond(request, seat, done, toast=_("Taken from the stash."))
    if posted.get("do", "") == "remove":
        done = services.discard(seat=seat, sent=sent, thing=thing, count=count)
        return commands.respond(request, seat, done, toast=_("Removed."))
    raise Unreadable(NOT_OFFERED, "do")


@commands.posted
def purse(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Put coins into the purse or take them out, for a character or for nobody."""
    may_or_404(seat, "create")
    posted, wanted = request.POST, request.POST.get("do", "")
    if wanted not in ("put", "take"):
        raise Unreadable(NOT_OFFERED, "do")
    amount = number(posted.get("amount", ""), MOST_COINS) or 0
    named = {key: posted.get(key, "") for key in ("coin", "character")}
    done = services.pay(seat=seat, sent=commands.sent(request), amount=amount, out=wanted == "take", **named)
    return commands.respond(request, seat, done, toast=_("Done."))
