"""The page on which anybody at the table verifies the dice, and a file to verify them elsewhere."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.models import Seat
from campaigns.seats import pages as seat_pages
from campaigns.seats.access import may_or_404
from campaigns.web import commands
from encounters.dice import published_seeds
from encounters.models import DiceStream


@seat_pages.shown_to("watch")
def dice(request: HttpRequest, seat: Seat) -> HttpResponse:
    typed = published_seeds.count_real_dice(seat.campaign)
    names = {thrower.token: thrower.shown_name for thrower in seat.campaign.seats.filter(token__in=typed)}
    context = {
        "page": seat_pages.page_or_404(seat, "reading"),
        "seat": seat,
        "promises": published_seeds.open_promises(seat.campaign),
        "published": published_seeds.published_streams(seat.campaign),
        "real": [(names[token], count) for token, count in typed.most_common() if token in names],
    }
    return render(request, "encounters/dice.html", context)


@commands.command_view
def publish(request: HttpRequest, seat: Seat) -> HttpResponse:
    may_or_404(seat, "run")
    done = published_seeds.publish_seed(seat=seat, sent=commands.read(request))
    return commands.respond(
        request, seat, done, toast=_("The seed is published."), to=reverse("dice", args=[seat.token])
    )


@seat_pages.shown_to("watch")
def download(request: HttpRequest, seat: Seat, stream: str) -> HttpResponse:
    streams = DiceStream.objects.filter(campaign=seat.campaign, secret=False, published_at__isnull=False)
    published = published_seeds.PublishedStream(get_object_or_404(streams, token=stream))
    name = f"tablee-dice-{published.stream.published_at:%Y-%m-%d}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(published.as_file(), content_type="application/json", headers=headers)
