"""Gauge of a declaration: what remains of a number such as the initiative, as a sum with its terms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse

from campaigns.live.regions import View, fragment
from campaigns.models import Seat
from campaigns.seats import pages as seat_pages
from campaigns.seats.access import may
from campaigns.web.addresses import address
from campaigns.web.language import say, within_line
from encounters import roster, scenes, subjects
from encounters.fight.offers import offer_form
from encounters.fight.snapshot import Fight
from encounters.models import Encounter
from rules.character.sheet import Field
from rules.core.acts import Gauge, Offer
from rules.core.errors import RulesError
from rules.core.game import Game
from rules.core.scene import Action, Scene
from rules.core.text import plain, signed
from rules.engine import exchanges
from rules.views import board
from sheets.models import Character

Row = dict[str, Any]


@seat_pages.shown_to()
def declaration(request: HttpRequest, seat: Seat, encounter: str, fighter: str) -> HttpResponse:
    """The number that the ticked options leave, for those who may act for this fighter; empty if nothing changes it."""
    row = Encounter.objects.select_related("campaign").filter(campaign=seat.campaign, token=encounter).first()
    if row is None or not scenes.is_known(seat, subjects.plain_of(row)) or not _may_act_for(seat, row, fighter):
        raise Http404
    scene, system = scenes.scene_of(row), seat.campaign.system
    if row.status != Encounter.Status.RUNNING or not (seat.is_gm or fighter in scene.called):
        return HttpResponse("")  # the offer ended while its form was open
    viewer = roster.viewer_of(seat)
    offer = next(iter(board.offers(system, scene, viewer, fighter, request.GET.get("kind", ""))), None)
    args = offer_form.read_args(request.GET)
    shown = sum_terms(system, board.known_scene(system, scene, viewer), offer, args) if offer is not None else None
    return HttpResponse(fragment("_gauge.html", gauge=shown) if shown else "")


def opening_gauge(view: View, fight: Fight, offer: Offer, form: Row) -> Row:
    """The number that an offer changes, for the form's presets, and the address that answers for other choices."""
    row = (
        None if offer.refused else sum_terms(fight.system, fight.known_scene, offer, offer_form.chosen_arguments(form))
    )
    return {"gauge": row, "gauge_address": _address(view, fight, offer) if row else ""}


def _address(view: View, fight: Fight, offer: Offer) -> str:
    return address("gauge", view.seat, fight.encounter.token, offer.actor)


def sum_terms(system: Game, scene: Scene, offer: Offer, values: Mapping[str, Any]) -> Row | None:
    """The number with the terms of the chosen values, in the order of the form; ``None`` if the act changes none."""
    seen = exchanges.after_costs(system, scene)
    args = {field.key: field.blank for field in offer.fields if field.default is not None}
    start = _read_gauge(system, seen, offer, args)
    if start is None:
        return None
    terms, total = [], start
    for field in offer.fields:
        result = _read_field(field, values)
        if result is None or result == args.get(field.key):
            continue
        after = _read_gauge(system, seen, offer, {**args, field.key: result})
        if after is None:
            continue
        args[field.key] = result
        if after.after != total.after:
            terms.append({"label": _choice_words(field, result), "value": signed(after.after - total.after)})
        total = after
    return {
        "label": say(start.label),
        "start": plain(start.after),
        "terms": terms,
        "total": plain(total.after),
        "note": say(total.note) if total.note else "",
    }


def _read_gauge(system: Game, scene: Scene, offer: Offer, args: Mapping[str, Any]) -> Gauge | None:
    try:
        return system.gauge(scene, Action(offer.kind, offer.actor, args))
    except RulesError:
        return None  # these values contradict each other; sending the form explains why


def _read_field(field: Field, values: Mapping[str, Any]) -> Any:
    if values.get(field.key, "") == "":
        return None
    try:
        return field.read(values[field.key])
    except RulesError:
        return None


def _choice_words(field: Field, value: Any) -> str:
    choice = next((choice.label for choice in field.choices if choice.key == value), None)
    return offer_form.without_cost(within_line(choice or field.label))


def _may_act_for(seat: Seat, encounter: Encounter, actor: str) -> bool:
    row = encounter.state.get("fighters", {}).get(actor)
    character = row and Character.objects.filter(campaign=seat.campaign, token=row["character"]).first()
    return bool(character and may(seat, "act", character))
