"""The page with the results of a simulated encounter."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import isqrt
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.models import Seat
from campaigns.seats import pages as seat_pages
from campaigns.web import rate_limits
from encounters import scenes
from encounters.fight.offers.odds import format_percent
from encounters.log.round_words import RoundWords, words_of
from encounters.models import Encounter
from encounters.prepare.simulation import MOST_ROUNDS, is_played_out, plan_of, run_simulation
from rules.autoplay.simulation import FOES, NOBODY, PARTY, Tally
from rules.core.scene import Fighter

ENOUGH = 200  # fights, after which the page continues only on request


@seat_pages.shown_to("run")
def simulate(request: HttpRequest, seat: Seat, encounter: str) -> HttpResponse:
    """The outcomes of a prepared encounter that plays itself many times, for its game master."""
    drafts = Encounter.objects.select_related("campaign").filter(status=Encounter.Status.DRAFT)
    row = get_object_or_404(drafts, campaign=seat.campaign, token=encounter, kind=Encounter.Kind.FIGHT)
    context: dict[str, Any] = {"seat": seat, "encounter": row}
    if not rate_limits.SIMULATIONS.take(seat.token):
        context["sentence"] = _("Too many tries at once. Wait a moment.")
        return rate_limits.SIMULATIONS.late(_render(request, context))
    fighters = scenes.with_reserves(row).fighters
    if len({fighter.side in ("pc", "ally") for fighter in fighters.values()}) < 2:
        context["sentence"] = _("There is nobody to fight yet: add somebody on the other side.")
    elif (bouts := run_simulation(plan := plan_of(row))) is None:
        context["sentence"] = _("Another fight is being tried: try again in a moment.")
    elif not bouts.bouts:
        context["sentence"] = _("No fight ended in time. Try again, or with fewer fighters.")
    else:
        context |= tally_figures(bouts, fighters, words_of(row.campaign.system))
        context["more"] = len(bouts.bouts) < ENOUGH and not is_played_out(plan)
    return _render(request, context)


def tally_figures(result: Tally, fighters: Mapping[str, Fighter], words: RoundWords) -> dict[str, Any]:
    """The figures of a tally for the page: shares of victory with their margin, the median of rounds, and falls."""
    count = len(result.bouts)
    party = {fighter.id: fighter.name for fighter in fighters.values() if fighter.side == "pc"}
    nobody = _("Nobody has won after %(rounds)s") % {"rounds": words.counted(MOST_ROUNDS)}
    sides = (
        ("success", _("The party wins"), result.won(PARTY)),
        ("failure", _("Its opponents win"), result.won(FOES)),
        ("fumble", nobody, result.won(NOBODY)),
    )
    starts = (0, round(100 * result.won(PARTY)), round(100 * (result.won(PARTY) + result.won(FOES))), 100)
    return {
        "count": ngettext("%(count)s fight played", "%(count)s fights played", count) % {"count": count},
        "margin": format_percent(Fraction(1, max(1, isqrt(count)))),
        "won": [{"label": label, "share": format_percent(share)} for _kind, label, share in sides],
        "parts": [
            {"kind": kind, "start": start, "width": end - start}
            for (kind, *_rest), start, end in zip(sides, starts, starts[1:], strict=False)
        ],
        "fell": format_percent(result.fell(party)),
        "median": words.counted(result.median),
        "falls": [
            {"name": party[name], "share": format_percent(share)}
            for name, share in result.falls.items()
            if name in party
        ],
    }


def _render(request: HttpRequest, context: Mapping[str, Any]) -> HttpResponse:
    whole = request.headers.get("HX-Request") != "true"
    return render(request, f"encounters/{'' if whole else '_'}simulation.html", dict(context))
