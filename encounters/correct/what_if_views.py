"""The pages of a what-if fight, for its game master alone, until they throw it away."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.models import Seat
from campaigns.seats.access import may, may_or_404
from campaigns.web import commands, rate_limits
from campaigns.web.language import say
from encounters import roster
from encounters.correct import rows as correct_rows
from encounters.correct import what_if
from encounters.correct.replay import Address
from encounters.fight.offers import offer_form
from encounters.log import effect_words, sentences
from encounters.log.round_words import words_of
from encounters.models import Branch, Encounter
from encounters.prepare.simulation import Plan, run_simulation
from encounters.prepare.simulation_views import tally_figures
from rules.core.script import Roll
from rules.core.text import with_names
from rules.views import board, journal
from rules.views.board import Need
from rules.views.viewers import Viewer

Row = dict[str, Any]
GM = Viewer("gm")


@commands.command_view
def fork(request: HttpRequest, seat: Seat, encounter: str) -> HttpResponse:
    encounters = Encounter.objects.select_related("campaign").exclude(status=Encounter.Status.DRAFT)
    row = encounters.filter(campaign=seat.campaign, token=encounter, kind=Encounter.Kind.FIGHT).first()
    if not may(seat, "run") or row is None:
        raise Http404
    copy = what_if.begin(seat, row, commands.read(request))
    return commands.respond(request, seat, to=reverse("branch", args=[seat.token, copy.token]))


def _post(request: HttpRequest, seat: Seat, branch: str) -> HttpResponse:
    row, posted, sent = _branch_or_404(seat, branch), request.POST, commands.read(request)
    do, home = posted.get("do", ""), reverse("branch", args=[seat.token, branch])
    if do == "drop":
        what_if.drop(seat, row)
        return commands.respond(
            request, seat, toast=_("Thrown away."), to=reverse("fight", args=[seat.token, row.encounter])
        )
    if do == "back":
        what_if.take_back(seat, row, sent)
    elif do == "answer":
        nothing: tuple[Address, tuple[Any, ...]] = (("", ""), ())
        (exchange, key), values = next(iter(correct_rows.read_correction(posted).answers.items()), nothing)
        what_if.try_answer(seat, row, exchange, key, list(values), sent)
    elif do == "confirm":
        what_if.try_confirm(seat, row, posted.get("exchange", ""), sent)
    else:
        args = offer_form.read_args(posted)
        action = what_if.new_action(posted.get("kind", ""), posted.get("actor", ""), args, seat)
        what_if.try_action(seat, row, action, sent)
    return commands.respond(request, seat, to=home)


@commands.form_view(_post)
def branch(request: HttpRequest, seat: Seat, branch: str) -> HttpResponse:
    row = _branch_or_404(seat, branch)
    scene, system = what_if.scene_of(row), seat.campaign.system
    seen = board.view(system, scene, roster.viewer_of(seat))
    actors = [*(name for name in seen.up if name not in seen.uncalled), "gm"]
    context: Row = {
        "seat": seat,
        "branch": row,
        "name": scene.state.get("meta", {}).get("name", ""),
        "headline": correct_rows.headline(seat.campaign, scene),
        "fighters": [_fighter_row(seat, scene, fighter) for fighter in scene.fighters.values()],
        "uncalled": [fighter.name for fighter in scene.fighters.values() if fighter.id in seen.uncalled],
        "needs": [_need_row(need) for need in seen.needs if need.request is not None],
        "confirms": [
            {"exchange": need.exchange, "label": say(need.label)} for need in seen.needs if need.kind == "confirm"
        ],
        "actors": [_actor_row(seat, scene, actor, request.GET.get("act", "")) for actor in actors],
        "lines": _line_rows(row),
    }
    if "play" in request.GET:
        context |= _play_out(seat, scene)
    return render(request, "encounters/branch.html", context)


def _branch_or_404(seat: Seat, token: str) -> Branch:
    may_or_404(seat, "run")
    return get_object_or_404(Branch.objects.select_related("campaign"), campaign=seat.campaign, token=token)


def _fighter_row(seat: Seat, scene: Any, fighter: Any) -> Row:
    sheet, system, settings = scene.sheets[fighter.character], seat.campaign.system, seat.campaign.settings
    intent = system.intent(scene, fighter.id)
    return {
        "name": fighter.name,
        "numbers": roster.numbers_at_glance(system, sheet, settings),
        "intent": say(with_names(intent, scene.names(True))) if intent else "",
        **roster.health_in_full(system, sheet, settings),
    }


def _actor_row(seat: Seat, scene: Any, actor: str, chosen: str) -> Row:
    name = scene.fighters[actor].name if actor in scene.fighters else _("The game master")
    offers = []
    for offer in board.offers(seat.campaign.system, scene, roster.viewer_of(seat), actor):
        key = f"{actor}.{offer.kind}"
        fields = [offer_form.field_row(field, key.replace(".", "-")) for field in offer.fields]
        row = {"key": key, "kind": offer.kind, "actor": actor, "label": say(offer.label), "fields": fields}
        offers.append({**row, "open": key == chosen, "refused": say(offer.refused) if offer.refused else ""})
    return {"name": name, "offers": offers}


def _need_row(need: Need) -> Row:
    assert need.request is not None
    row = correct_rows.request_row(need.exchange, need.request)
    return {**row, "who": say(need.who), "label": say(need.label), "roll": isinstance(need.request, Roll)}


def _line_rows(row: Branch) -> list[str]:
    lines = (journal.tell(other["audience"], other["kind"], other["payload"], GM) for other in reversed(row.told))
    return [
        " — ".join((sentences.full_line(other), *effect_words.effect_sentences(other)))
        for other in lines
        if other is not None
    ]


def _play_out(seat: Seat, scene: Any) -> Row:
    if not rate_limits.SIMULATIONS.take(seat.token):
        return {"sentence": _("Too many tries at once. Wait a moment."), "played": True}
    bouts = run_simulation(Plan(scene, {}, seat.campaign.game))
    if bouts is None or not bouts.bouts:
        return {"sentence": _("Another fight is being tried: try again in a moment."), "played": True}
    return {**tally_figures(bouts, scene.fighters, words_of(seat.campaign.system)), "played": True}
