"""The page where anybody at the table checks the dice, and the file for those who trust no page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from campaigns.models import Seat
from campaigns.seats.access import may_or_404, seat_or_404
from campaigns.web import commands
from encounters.dice import fairness
from encounters.models import DiceStream


@require_GET
@never_cache
def dice(request: HttpRequest, seat: str) -> HttpResponse:
    own_seat = _watching(request, seat)
    typed = fairness.real_dice(own_seat.campaign)
    names = {seat.token: seat.shown_name for seat in own_seat.campaign.seats.filter(token__in=typed)}
    context = {
        "seat": own_seat,
        "promises": fairness.promises(own_seat.campaign),
        "published": fairness.streams(own_seat.campaign),
        "real": [(names[token], count) for token, count in typed.most_common() if token in names],
    }
    return render(request, "encounters/dice.html", context)


@commands.posted
def publish(request: HttpRequest, seat: Seat) -> HttpResponse:
    may_or_404(seat, "run")
    done = fairness.publish(seat=seat, sent=commands.sent(request))
    return commands.respond(
        request, seat, done, toast=_("The seed is published."), to=reverse("dice", args=[seat.token])
    )


@require_GET
@never_cache
def as_file(request: HttpRequest, seat: str, stream: str) -> HttpResponse:
    own_seat = _watching(request, seat)
    known = DiceStream.objects.filter(campaign=own_seat.campaign, secret=False, published_at__isnull=False)
    published = fairness.Published(get_object_or_404(known, token=stream))
    name = f"tablee-dice-{published.stream.published_at:%Y-%m-%d}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(published.as_file(), content_type="application/json", headers=headers)


def _watching(request: HttpRequest, token: str) -> Seat:
    seat = seat_or_404(request, token)
    return may_or_404(seat, "watch")
