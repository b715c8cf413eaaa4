"""What a character may do outside a fight besides testing something: forms on its sheet, played like any test.

Whatever a game offers there (tending a wound, letting a day pass, spending a point) goes through its own procedure,
with its own questions to the game master, and into the journal as one act that can be undone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns import answers
from campaigns.access import may
from campaigns.language import say
from campaigns.live import View
from campaigns.models import Campaign, Seat
from encounters import lines, offering, people, services
from encounters.offering import PREFIX
from rules import board
from rules.scene import Scene
from rules.system import Offer
from sheets.models import Character
from sheets.subjects import plain_of

Context = Mapping[str, Any] | None


@answers.posted
def deed(request: HttpRequest, seat: Seat, character: str) -> HttpResponse:
    """Do one thing that a game offers on a sheet; of an opponent nobody else learns."""
    known = Character.objects.select_related("campaign", "owner")
    found = get_object_or_404(known, campaign=seat.campaign, token=character)
    if not may(seat, "roll", found):
        raise Http404
    said = request.POST.dict()
    args = {key.removeprefix(PREFIX): value for key, value in said.items() if key.startswith(PREFIX) and value != ""}
    done = services.roll_test(
        seat=seat,
        sent=answers.sent(request),
        character=found,
        kind=said.get("kind", ""),
        args=args,
        hidden=seat.is_gm and found.kind != Character.Kind.PC,
        beside=_named(seat, args),
    )
    plain = request.headers.get("HX-Request") != "true"
    to = reverse("sheet", args=[seat.token, character]) if plain else ""
    return answers.respond(request, seat, done, toast=lines.newest(seat, done) or _("Done."), to=to)


def region(view: View) -> Context:
    """Everything this sheet offers besides its tests, in the groups of the game."""
    found = next((one for one in people.everybody(view) if one.token == view.key), None)
    if found is None:
        return None
    viewer = people.viewer(view)
    scene = _scene(view.campaign, [found, *_heroes(people.everybody(view))])
    offers = [one for one in board.offers(view.campaign.system, scene, viewer, found.token) if one.kind != "test"]
    if not offers:
        return None
    action = reverse("deed", args=[view.seat, found.token])
    groups: dict[str, list[dict[str, Any]]] = {}
    for one in offers:
        groups.setdefault(_group(one), []).append(offering.row(one, action, "deed"))
    return {"groups": [{"label": label, "rows": rows} for label, rows in groups.items()]}


def _group(offer: Offer) -> str:
    return say(offer.group) if offer.group else ""


def _heroes(found: Sequence[Character]) -> list[Character]:
    return [one for one in found if one.kind == Character.Kind.PC]


def _named(seat: Seat, args: Mapping[str, Any]) -> list[Character]:
    """The other characters an act names: player characters, since everybody knows them."""
    found = Character.objects.filter(
        campaign=seat.campaign, kind=Character.Kind.PC, token__in=set(map(str, args.values()))
    )
    return list(found.select_related("campaign", "owner").order_by("pk"))


def _scene(campaign: Campaign, characters: Sequence[Character]) -> Scene:
    """A scene outside any fight with these people, the first of them the one who acts."""
    once = {one.token: one for one in characters}
    rows = {token: {"character": token, "order": number} for number, token in enumerate(once)}
    sheets = {token: plain_of(one) for token, one in once.items()}
    return Scene("", "test", campaign.settings, {"fighters": rows}, sheets)
