"""The game master's page of people at the table: links, seats, televisions."""

from __future__ import annotations

from datetime import timedelta

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from campaigns import services
from campaigns.forms import Invite
from campaigns.journal.journal import Receipt
from campaigns.models import Invitation, JoinRequest, Seat
from campaigns.seats import invitations, join_requests, pairing
from campaigns.seats import pages as seat_pages
from campaigns.seats import regions as seats_regions
from campaigns.seats.access import may_or_404
from campaigns.seats.televisions import tv_address
from campaigns.web import commands, rate_limits
from rules.core.errors import Refused, Unreadable
from rules.core.text import _

MOST_LINKS = 40


@seat_pages.shown_to()
def people(request: HttpRequest, seat: Seat) -> HttpResponse:
    page = seat_pages.page_or_404(seat, "people")
    context = {"page": page, "seat": page.seat, "form": Invite(), "tv_address": tv_address()}
    return render(request, "campaigns/people.html", context)


@seat_pages.shown_to("invite")
def link(request: HttpRequest, seat: Seat, link: str) -> HttpResponse:
    row = seats_regions.link_row(_link_or_404(seat, link), seat.token)
    return render(request, "campaigns/link.html", {"seat": seat, "link": row})


@commands.command_view
def invite(request: HttpRequest, seat: Seat) -> HttpResponse:
    _gm_or_404(seat)
    form = Invite(request.POST)
    if not form.is_valid():
        raise Unreadable(_("A link is for 1 to 30 seats, for one of the times offered."), "uses")
    values = form.cleaned_data
    until = timezone.now() + timedelta(hours=values["hours"])
    more = {"expires_at": until, "uses": values["uses"], "asks": values["asks"]}
    return _make_link(request, seat, lambda: invitations.invite_to(seat, values["role"], **more))


@commands.command_view
def move(request: HttpRequest, seat: Seat, member: str) -> HttpResponse:
    own_seat = _member_or_404(_gm_or_404(seat), member)
    return _make_link(request, seat, lambda: invitations.invite(own_seat, moves=True))


@commands.command_view
def revoke(request: HttpRequest, seat: Seat, link: str) -> HttpResponse:
    row = _link_or_404(_gm_or_404(seat), link)
    sent = commands.read(request)
    done = services.change_links(seat=seat, sent=sent, work=lambda: invitations.revoke(row))
    return commands.respond(request, seat, _without_undo(done), toast=gettext("The link is withdrawn."))


@commands.command_view
def join_request(request: HttpRequest, seat: Seat, join_request: str) -> HttpResponse:
    _gm_or_404(seat)
    row = get_object_or_404(JoinRequest, invitation__campaign=seat.campaign, nonce=join_request)
    how = request.POST.get("answer", "")
    done = join_requests.answer(seat=seat, sent=commands.read(request), join_request=row, how=how)
    texts = {"all": gettext("Everybody with this link may come in."), "refuse": gettext("%(name)s is not let in.")}
    text = texts.get(how) or gettext("%(name)s may come in.")
    return commands.respond(request, seat, _without_undo(done), toast=text % {"name": row.name})


@commands.command_view
def remove(request: HttpRequest, seat: Seat, member: str) -> HttpResponse:
    own_seat = _member_or_404(_gm_or_404(seat), member)
    done = services.remove_seat(seat=seat, sent=commands.read(request), leaving=own_seat)
    return commands.respond(request, seat, done, toast=gettext("%(name)s left the table.") % {"name": own_seat.name})


@commands.command_view
def pair(request: HttpRequest, seat: Seat) -> HttpResponse:
    _gm_or_404(seat)
    who = str(seat.user_id or seat.token)
    if not rate_limits.PAIRINGS.take(who):
        late = commands.refuse(request, seat, gettext("Too many wrong codes. Wait a few minutes."), status=429)
        return rate_limits.PAIRINGS.late(late)
    pairing.pair(seat=seat, sent=commands.read(request), code=request.POST.get("code", ""))
    rate_limits.PAIRINGS.give(who)
    return commands.respond(request, seat, toast=gettext("The television is at the table."))


def _make_link(request: HttpRequest, seat: Seat, make: services.Work) -> HttpResponse:
    def make_checked() -> Invitation:
        if Invitation.objects.filter(campaign=seat.campaign, revoked_at=None).count() >= MOST_LINKS:
            raise Refused(_("There are many links already: withdraw some first."))
        link: Invitation = make()
        return link

    done = services.change_links(seat=seat, sent=commands.read(request), work=make_checked)
    to = reverse("link", args=[seat.token, done.value.nonce]) if done.value else ""
    return commands.respond(request, seat, _without_undo(done), toast=gettext("The link is ready."), to=to)


def _without_undo(done: Receipt) -> Receipt:
    return Receipt(None, done.value, done.again)


def _gm_or_404(seat: Seat) -> Seat:
    return may_or_404(seat, "invite")


def _member_or_404(seat: Seat, token: str) -> Seat:
    return get_object_or_404(Seat, campaign=seat.campaign, token=token, left_at=None)


def _link_or_404(seat: Seat, token: str) -> Invitation:
    return get_object_or_404(Invitation.objects.select_related("seat"), campaign=seat.campaign, nonce=token)
