"""The start page: an introduction, the visitor's tables, a new table, and a field for a code."""

from __future__ import annotations

import re
from typing import Any

from django.contrib.auth.decorators import login_required
from django.db.models import Max
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from campaigns import forms, sample_fight
from campaigns.models import Event, Seat
from campaigns.seats import invitations
from campaigns.seats.access import seats_of
from campaigns.seats.join_requests import waiting_requests
from campaigns.seats.televisions import tv_address
from campaigns.services import create_campaign
from campaigns.web import commands, rate_limits
from campaigns.web.language import games_by_name, say

_CODE = re.compile(r"[a-z2-7]{16}")
MOST_TYPED = 40  # characters of an invalid code that are shown again for correction


@require_GET
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    """The tables of the visitor, most recently played first; an introduction for visitors without any."""
    seats = _newest_first(seats_of(request.session, request.user))
    tables = [{"seat": seat, "game": say(seat.campaign.game_name)} for seat in seats]
    context = {"tables": tables, "tv_address": tv_address(), "waiting_tables": _waiting_rows(seats)}
    if not tables:
        wanted = "throw" in request.GET
        late = wanted and not rate_limits.STAGE.take(rate_limits.address_of(request))
        games = [{"name": say(game.name), "about": say(game.about or ""), "die": game.die} for game in games_by_name()]
        context |= {"stage": sample_fight.draw_screens(thrown=wanted and not late, late=late), "games": games}
        if late:
            return rate_limits.STAGE.late(render(request, "campaigns/home.html", context))
    return render(request, "campaigns/home.html", context)


@require_GET
@never_cache
def read_code(request: HttpRequest) -> HttpResponse:
    text = request.GET.get("code", "")
    clean = re.sub(r"[\s\-\u2010-\u2015]", "", text).lower()
    wrong = _wrong_code(clean) if "code" in request.GET else ""
    if _CODE.fullmatch(clean):
        leads = invitations.find(clean) is not None
        if leads or not rate_limits.CODES.take(rate_limits.address_of(request)):
            return redirect("join", clean)  # which says also that there were too many guesses
        wrong = _("This code leads nowhere: it may be mistyped, used already, too old or withdrawn.")
    return render(
        request, "campaigns/code.html", {"wrong": wrong, "typed": text[:MOST_TYPED]}, status=422 if wrong else 200
    )


def _wrong_code(clean: str) -> str:
    never = sorted(set(re.sub(r"[a-z2-7]", "", clean)))
    if never:
        return _("No code contains %(characters)s: codes have letters from A to Z and digits from 2 to 7.") % {
            "characters": ", ".join(never[:4])
        }
    return _("A code has 16 letters and digits, such as abcd-efgh-2345-6777.")


@require_http_methods(["GET", "POST"])
@never_cache
@login_required
def new_table(request: HttpRequest) -> HttpResponse:
    """Create a table from its form, with a link for players, and redirect its game master to it."""
    name = request.user.get_username()[:40]
    first = {"gm": name, "name": _("%(name)s’s table") % {"name": name}}
    form = forms.NewCampaign(request.POST or None, initial=first)
    if request.method == "POST" and form.is_valid():
        if not rate_limits.CAMPAIGNS.take(str(request.user.pk)):
            form.add_error(None, _("Too many tables at once. Wait a moment."))
            return rate_limits.CAMPAIGNS.late(_new_page(request, form))
        values = form.cleaned_data
        language = get_language() or "fr"
        seat = create_campaign(
            name=values["name"],
            game=values["game"],
            gm=values["gm"],
            language=language,
            dice=values["dice"],
            user=request.user,
            sent=commands.sent_by_anybody(request),
            cast=values["cast"],
            house={} if values["dice"] == Seat.Dice.ASK else {"dice": values["dice"]},
        )
        if not seat.campaign.invitations.exists():
            invitations.invite_to(seat, Seat.Role.PLAYER, asks=True)
        return redirect(*(("characters", seat.token) if values["cast"] == "file" else ("seat", seat.token)))
    return _new_page(request, form)


def _new_page(request: HttpRequest, form: forms.NewCampaign) -> HttpResponse:
    context = {"form": form, "questions": form.question_rows()}
    return render(request, "campaigns/new.html", context, status=422 if form.is_bound else 200)


def _waiting_rows(seats: list[Seat]) -> list[dict[str, Any]]:
    doors = ((seat, waiting_requests(seat.campaign).count()) for seat in seats if seat.is_gm)
    return [{"seat": seat, "count": count} for seat, count in doors if count]


def _newest_first(seats: list[Seat]) -> list[Seat]:
    """The seats sorted by the latest event at their table that each may know of, newest first."""
    rows = Event.objects.filter(campaign__in=[seat.campaign_id for seat in seats]).order_by()
    newest = list(rows.values_list("campaign", "audience").annotate(Max("created")))

    def order(seat: Seat) -> tuple[float, int]:
        heard = (at.timestamp() for table, to, at in newest if table == seat.campaign_id and seat.hears(to))
        return max(heard, default=0.0), seat.pk

    return sorted(seats, key=order, reverse=True)
