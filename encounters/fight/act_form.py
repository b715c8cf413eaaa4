"""The form of one act, fetched when it is opened: a board lists the acts without their forms."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.safestring import SafeString

from campaigns.live.regions import View, fragment
from campaigns.models import Seat
from campaigns.seats import pages as seat_pages
from campaigns.web import form_keys
from campaigns.web.language import say
from encounters import scenes, subjects
from encounters.fight import links, panel, snapshot
from encounters.fight.snapshot import Fight
from rules.core.acts import Offer


@seat_pages.shown_to()
def form(request: HttpRequest, seat: Seat, encounter: str, fighter: str, kind: str) -> HttpResponse:
    """The form as a fragment for htmx, or as a page of its own; empty if the act is no longer offered."""
    view, fight = _fight(seat, encounter)
    offer = next(iter(_offers(fight, fighter, kind)), None)
    whole = request.headers.get("HX-Request") != "true"
    if offer is None or offer.refused is not None:
        return HttpResponseRedirect(links.address(view, fight)) if whole else HttpResponse("")
    drawn = _draw_forms(view, fight, [offer], {"to": "fight"} if whole else {})
    if not whole:
        return HttpResponse(drawn)
    context = {"seat": seat, "encounter": encounter, "title": say(offer.label)}
    return render(request, "encounters/act.html", context | {"form": form_keys.fill_forms(request, drawn)})


@seat_pages.shown_to()
def forms(_request: HttpRequest, seat: Seat, encounter: str, fighter: str) -> HttpResponse:
    """All open forms of a fighter, for a page to keep in case its connection drops."""
    view, fight = _fight(seat, encounter)
    usable = [offer for offer in _offers(fight, fighter) if offer.fields and offer.refused is None]
    return HttpResponse(_draw_forms(view, fight, usable))


def _fight(seat: Seat, encounter: str) -> tuple[View, Fight]:
    view = View(seat.campaign, seat.circle, seat.token, seat.language, encounter)
    fight = snapshot.find(view)
    if fight is None or not scenes.is_known(seat, subjects.plain_of(fight.encounter)):
        raise Http404
    return view, fight


def _draw_forms(view: View, fight: Fight, offers: Iterable[Offer], more: Mapping[str, str] | None = None) -> SafeString:
    forms = [panel.form(view, fight, offer) for offer in offers]
    return fragment("_act_forms.html", forms=[row | {"hidden": {**row["hidden"], **(more or {})}} for row in forms])


def _offers(fight: Fight, actor: str, kind: str | None = None) -> tuple[Offer, ...]:
    """The offers of an actor to this viewer. Raises ``Http404`` if the viewer does not play that actor."""
    row = fight.row(actor)
    if not (fight.viewer.gm and (row or actor == "gm") or row and row.mine):
        raise Http404
    called = fight.viewer.gm or actor in fight.scene.called
    return fight.offers(actor, kind) if called else ()
