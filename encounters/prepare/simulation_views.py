"""The page that says what comes of an encounter when it is played by itself."""

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
from encounters.fight.odds import percent
from encounters.models import Encounter
from encounters.prepare.simulation import MOST_ROUNDS, plan, tally
from rules.autoplay.simulation import FOES, NOBODY, PARTY, Tally
from rules.core.scene import Fighter

ENOUGH = 200  # fights, after which a page goes on trying only when it is told to


@seat_pages.shown_to("run")
def simulate(request: HttpRequest, seat: Seat, encounter: str) -> HttpResponse:
    """The page of a simulation: outcomes of a prepared encounter that plays itself, for its game master."""
    drafts = Encounter.objects.select_related("campaign").filter(status=Encounter.Status.DRAFT)
    row = get_object_or_404(drafts, campaign=seat.campaign, token=encounter, kind=Encounter.Kind.FIGHT)
    context: dict[str, Any] = {"seat": seat, "encounter": row}
    if not rate_limits.SIMULATIONS.take(seat.token):
        context["sentence"] = _("Too many tries at once. Wait a moment.")
        return rate_limits.SIMULATIONS.late(_drawn(request, context))
    fighters = scenes.with_reserves(row).fighters
    if len({fighter.side in ("pc", "ally") for fighter in fighters.values()}) < 2:
        context["sentence"] = _("There is nobody to fight yet: add somebody on the other side.")
    elif (known := tally(plan(row))) is None:
        context["sentence"] = _("Another fight is being tried: try again in a moment.")
    elif not known.bouts:
        context["sentence"] = _("Not one fight came to its end in the time there is. Try once more, or with fewer.")
    else:
        context |= figures(known, fighters)
    return _drawn(request, context)


def figures(known: Tally, fighters: Mapping[str, Fighter]) -> dict[str, Any]:
    """A tally in the words of a page: shares with how sure they are, the median, who of the party falls most often."""
    count, party = len(known.bouts), {fighter.id: fighter.name for fighter in fighters.values() if fighter.side == "pc"}
    nobody = ngettext("Nobody has won after %(count)s round", "Nobody has won after %(count)s rounds", MOST_ROUNDS)
    sides = (
        ("success", _("The party wins"), known.won(PARTY)),
        ("failure", _("Its opponents win"), known.won(FOES)),
        ("fumble", nobody % {"count": MOST_ROUNDS}, known.won(NOBODY)),
    )
    starts = (0, round(100 * known.won(PARTY)), round(100 * (known.won(PARTY) + known.won(FOES))), 100)
    return {
        "count": ngettext("%(count)s fight played", "%(count)s fights played", count) % {"count": count},
        "more": count < ENOUGH,
        "margin": percent(Fraction(1, max(1, isqrt(count)))),
        "won": [{"label": label, "share": percent(share)} for _kind, label, share in sides],
        "parts": [
            {"kind": kind, "start": start, "width": end - start}
            for (kind, *_rest), start, end in zip(sides, starts, starts[1:], strict=False)
        ],
        "fell": percent(known.fell(party)),
        "median": ngettext("%(count)s round", "%(count)s rounds", known.median) % {"count": known.median},
        "falls": [
            {"name": party[name], "share": percent(share)} for name, share in known.falls.items() if name in party
        ],
    }


def _drawn(request: HttpRequest, context: Mapping[str, Any]) -> HttpResponse:
    whole = request.headers.get("HX-Request") != "true"
    return render(request, f"encounters/{'' if whole else '_'}simulation.html", dict(context))
