"""What a character may do outside a fight besides testing something: forms on its sheet, played like any test.

Whatever a game offers there (tending a wound, letting a day pass, spending a point) goes through its own procedure,
with its own questions to the game master, and into the journal as one act that can be undone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.live.regions import View
from campaigns.models import Campaign, Seat
from campaigns.seats.access import may_or_404
from campaigns.web import commands
from campaigns.web.language import say
from encounters import roster, services
from encounters.fight import offer_form
from encounters.fight.offer_form import PREFIX
from encounters.log import rows as log_rows
from rules.core.scene import Scene
from rules.views import board
from sheets.models import Character
from sheets.subjects import plain_of

Context = Mapping[str, Any] | None
PLACE = "deed"  # where on a sheet: what leads there names it
_STILL = {"gauge": None, "gauge_address": ""}  # nothing of a sheet moves a number of a fight


@commands.posted
def deed(request: HttpRequest, seat: Seat, character: str) -> HttpResponse:
    """Do one thing that a game offers on a sheet; of an opponent nobody else learns."""
    known = Character.objects.select_related("campaign", "owner")
    found = get_object_or_404(known, campaign=seat.campaign, token=character)
    may_or_404(seat, "roll", found)
    said = request.POST.dict()
    args = {key.removeprefix(PREFIX): value for key, value in said.items() if key.startswith(PREFIX) and value != ""}
    done = services.roll_test(
        seat=seat,
        sent=commands.sent(request),
        character=found,
        kind=said.get("kind", ""),
        args=args,
        hidden=seat.is_gm and found.kind != Character.Kind.PC,
        beside=_heroes(roster.played(seat.campaign)),
    )
    plain = request.headers.get("HX-Request") != "true"
    to = reverse("sheet", args=[seat.token, character]) if plain else ""
    return commands.respond(request, seat, done, toast=log_rows.newest(seat, done) or _("Done."), to=to)


def region(view: View) -> Context:
    """Everything this sheet offers besides its tests, in the groups of the game."""
    found = rows(view, view.key, PLACE)
    groups: dict[str, list[dict[str, Any]]] = {}
    for one in found:
        groups.setdefault(one["group"], []).append(one)
    return {"groups": [{"label": label, "rows": ones} for label, ones in groups.items()]} if found else None


def rows(view: View, character: str, place: str, after: bool = False) -> list[dict[str, Any]]:
    """The deeds of a character as forms; with ``after``, only those that follow from its last test."""
    name = ("deeds", character, place, after, view.language)
    return view.kept(name, ("character",), lambda: _rows(view, character, place, after))


def _rows(view: View, character: str, place: str, after: bool) -> list[dict[str, Any]]:
    everybody = roster.everybody(view)
    found = next((one for one in everybody if one.token == character), None)
    if found is None:
        return []
    scene = scene_of(view.campaign, [found, *_heroes(everybody)])
    offers = board.deeds(view.campaign.system, scene, roster.viewer(view), found.token)
    action = reverse("deed", args=[view.seat, found.token])
    wanted = [one for one in offers if one.after or not after]
    return [
        offer_form.row(one, action, place) | _STILL | {"group": say(one.group) if one.group else ""} for one in wanted
    ]


def _heroes(found: Sequence[Character]) -> list[Character]:
    return [one for one in found if one.kind == Character.Kind.PC]


def scene_of(campaign: Campaign, characters: Sequence[Character]) -> Scene:
    """A scene outside any fight with these people, the first of them the one who acts."""
    once = {one.token: one for one in characters}
    rows = {token: {"character": token, "order": number} for number, token in enumerate(once)}
    sheets = {token: plain_of(one) for token, one in once.items()}
    return Scene("", "test", campaign.settings, {"fighters": rows}, sheets)
