"""Odds of an act in a fight: one line beside its button, and a panel in its form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.safestring import SafeString

from campaigns.live.regions import View, fragment
from campaigns.models import Seat
from campaigns.seats import pages as seat_pages
from campaigns.seats.access import may
from campaigns.web import addresses
from campaigns.web.language import gettext as _
from campaigns.web.language import say
from encounters import scenes, subjects
from encounters.fight.offers.offer_form import read_args
from encounters.fight.snapshot import Fight
from encounters.models import Encounter
from rules.core.acts import Offer
from rules.core.check import Level
from rules.core.errors import RulesError
from rules.core.game import Game
from rules.core.memo import memoize
from rules.core.scene import Action, Scene
from rules.core.text import plain, signed, with_names
from rules.odds import for_viewer as act_odds
from rules.odds.act import Chance, Grid, Odds
from rules.views import board
from rules.views.viewers import Viewer
from sheets.models import Character
from sheets.rolls.odds import chances_of_faces
from sheets.rows import sum_lines

Row = dict[str, Any]
BETWEEN = " · "  # between the chances of one line


def address(view: View, fight: Fight, offer: Offer) -> str:
    """The address of the odds of an offer; empty if the table or the game shows none."""
    if not _has_odds(fight, offer):
        return ""
    where = addresses.address("odds", view.seat, fight.encounter.token, offer.actor)
    return f"{where}?{urlencode({'kind': offer.kind})}"


def menu_odds(fight: Fight, offer: Offer) -> Row:
    must_say = any(field.required or (field.kind == "choice" and field.default is None) for field in offer.fields)
    shown = None if must_say or not _has_odds(fight, offer) else find_odds(fight, offer, {})
    return {"odds_line": format_line(shown), "hopeless": is_hopeless(shown)}


def _has_odds(fight: Fight, offer: Offer) -> bool:
    foretold = offer.kind in fight.system.kinds_with_odds and offer.refused is None
    return foretold and fight.system.setting(fight.scene.settings, "odds") != "off"


@seat_pages.shown_to()
def odds(request: HttpRequest, seat: Seat, encounter: str, fighter: str) -> HttpResponse:
    """The odds of an act for the present values of its form, or its refusal; empty if it is no longer offered."""
    fights = Encounter.objects.select_related("campaign").filter(kind=Encounter.Kind.FIGHT)
    running = get_object_or_404(fights, campaign=seat.campaign, token=encounter)
    if not scenes.is_known(seat, subjects.plain_of(running)):
        raise Http404
    scene = scenes.scene_of(running)
    row = scene.fighters.get(fighter)
    character = Character.objects.filter(campaign=seat.campaign, token=row.character if row else "").first()
    if character is None or not may(seat, "act", character):
        raise Http404
    kind = request.GET.get("kind", "")
    if running.status != Encounter.Status.RUNNING or not _is_offered(seat, scene, fighter, kind):
        return HttpResponse("")
    action = Action(kind, fighter, read_args(request.GET), seat.token, seat.is_gm)
    try:
        chances = act_odds.odds(running.campaign.system, scene, scenes.viewer_of(seat, scene), action)
    except RulesError as error:
        return HttpResponse(fragment("_odds_panel.html", refused=say(with_names(error.text, scene.names(seat.is_gm)))))
    return HttpResponse(draw_panel(chances, seat.token) if chances else "")


def _is_offered(seat: Seat, scene: Scene, fighter: str, kind: str) -> bool:
    """True if a form of this kind may still be open: a form being filled in may outlive its offer."""
    if not (seat.is_gm or fighter in scene.called):
        return False
    return bool(board.offers(seat.campaign.system, scene, scenes.viewer_of(seat, scene), fighter, kind))


def draw_panel(odds: Odds, seat: str) -> SafeString:
    """The full panel: the terms of the actor's test, the faces of its die, further chances, and the damage table."""
    shown = chances_of_faces(odds.own, odds.dice) if odds.own else None
    success = "" if odds.success is None else format_percent(odds.success)
    return fragment(
        "_odds_panel.html",
        refused="",
        lines=sum_lines(odds.check.target, seat),
        total=signed(odds.check.target.total) if odds.check.adds else plain(odds.check.target.total),
        total_label=_("Bonus") if odds.check.adds else _("Chances"),
        percent=success,
        words=_("%(percent)s of success") % {"percent": success},
        faces=shown.faces if shown else (),
        parts=shown.parts if shown else (),
        reach=[{"label": say(chance.label), "value": _format_chance(chance)} for chance in odds.reach],
        notes=[say(note) for note in odds.notes],
        chances=[{"label": say(chance.label), "value": _format_chance(chance)} for chance in odds.chances],
        grid=_grid_table(odds.grid) if odds.grid else None,
    )


def format_percent(share: Fraction) -> str:
    """A share in whole percents; a possible outcome is never shown as 0 %, an uncertain one never as 100 %."""
    number = round(100 * share)
    if number == 0 and share > 0:
        return _("< 1%%") % {}
    if number == 100 and share < 1:
        return _("> 99%%") % {}
    return _("%(percent)s%%") % {"percent": number}


def find_odds(fight: Fight, offer: Offer, args: Mapping[str, str]) -> Odds | None:
    """The odds of an offer with these arguments, from what its viewer may know; ``None`` if no odds are shown."""
    try:
        return read_odds(fight, offer, args)
    except RulesError:
        return None


def read_odds(fight: Fight, offer: Offer, args: Mapping[str, str]) -> Odds | None:
    """Like ``find_odds``, once for a scene; raises the errors of the rules, such as ``Refused`` for a second hold."""
    if offer.kind not in fight.system.kinds_with_odds or fight.system.setting(fight.scene.settings, "odds") == "off":
        return None
    return _odds(fight.scene_for("odds"), fight.system, fight.viewer, offer.kind, offer.actor, tuple(args.items()))


@memoize
def _odds(
    scene: Scene, system: Game, viewer: Viewer, kind: str, actor: str, args: tuple[tuple[str, str], ...]
) -> Odds | None:
    return act_odds.odds(system, scene, viewer, Action(kind, actor, dict(args), gm=viewer.gm))


def is_hopeless(odds: Odds | None) -> bool:
    return odds is not None and odds.success == 0


def format_line(odds: Odds | None) -> str:
    """The chances in words, or the chance of success if none has a number; empty if nothing is known."""
    if odds is None:
        return ""
    names = [
        f"{say(chance.label)} {format_percent(chance.value)}" for chance in odds.chances if chance.value is not None
    ]
    if names or odds.success is None:
        return BETWEEN.join(names)
    return _("Success %(percent)s") % {"percent": format_percent(odds.success)}


def format_button(odds: Odds | None) -> str:
    """The one chance that fits a button: the chance of success if the chances begin with its levels, else the first."""
    if odds is None or odds.success is None or not _are_levels(odds):
        return format_line(odds).split(BETWEEN)[0]
    return format_line(replace(odds, chances=()))


def _are_levels(odds: Odds) -> bool:
    shares = [chance.value for chance in odds.chances[: len(Level)]]
    numbers = [share for share in shares if share is not None]
    return len(numbers) == len(Level) and sum(numbers) == 1


def _format_chance(chance: Chance) -> str:
    return _("unknown") if chance.value is None else format_percent(chance.value)


def _grid_table(grid: Grid) -> Row:
    rows = [
        {
            "label": say(label),
            "share": format_percent(sum(shares, Fraction())),
            "cells": [_format_cell(share) for share in shares],
        }
        for label, shares in grid.rows
    ]
    return {"label": say(grid.label), "columns": [say(text) for text in grid.columns], "rows": rows}


def _format_cell(share: Fraction) -> str:
    return format_percent(share) if share else ""
