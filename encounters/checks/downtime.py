"""Downtime acts: forms on a sheet, outside a fight, played like any test.

An act that a game offers there (tending a wound, letting a day pass, spending a point) runs its own procedure, with its
own prompts to the game master, and enters the journal as one act that can be undone.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404

from campaigns.live.regions import View
from campaigns.models import Campaign, Seat
from campaigns.seats.access import may_or_404
from campaigns.web import commands
from campaigns.web.addresses import address
from campaigns.web.language import gettext as _
from campaigns.web.language import say
from encounters import roster, services
from encounters.fight import snapshot
from encounters.fight.offers import offer_form
from encounters.log import sentences
from rules.core.acts import Offer
from rules.core.game import Game
from rules.core.memo import memoize
from rules.core.paths import get, put
from rules.core.scene import Scene
from rules.views import board
from rules.views.viewers import Viewer
from sheets.models import Character
from sheets.subjects import plain_of

Context = Mapping[str, Any] | None
PLACE = "downtime"  # the prefix of the forms' ids on a sheet, for links to them
_STILL = {"gauge": None, "gauge_address": ""}  # acts outside a fight have none


@commands.command_view
def do_downtime(request: HttpRequest, seat: Seat, character: str) -> HttpResponse:
    """Do a downtime act of a character; nobody but the game master learns of an opponent's."""
    characters = Character.objects.select_related("campaign", "owner")
    row = get_object_or_404(characters, campaign=seat.campaign, token=character)
    may_or_404(seat, "roll", row)
    seen = snapshot.find_seen(seat.campaign)
    done = services.roll_test(
        seat=seat,
        sent=commands.read(request),
        character=row,
        kind=request.POST.get("kind", ""),
        args=offer_form.read_args(request.POST),
        hidden=seat.is_gm and row.kind != Character.Kind.PC,
        beside=heroes_beside(roster.played_characters(seat.campaign), roster.viewer_of(seat), seen),
    )
    plain = request.headers.get("HX-Request") != "true"
    to = address("sheet", seat.token, character) if plain else ""
    return commands.respond(request, seat, done, toast=sentences.newest_sentence(seat, done) or _("Done."), to=to)


def downtime(view: View) -> Context:
    """All downtime acts this sheet offers, under the game's headings; ``None`` if there are none."""
    result = downtime_rows(view, view.key, PLACE)
    groups: dict[str, list[dict[str, Any]]] = {}
    for row in result:
        if not row["due"]:
            groups.setdefault(row["group"], []).append(row)
    rest = [{"label": label, "rows": ones} for label, ones in groups.items()]
    return {"due": [row for row in result if row["due"]], "groups": rest} if result else None


def downtime_rows(view: View, character: str, place: str, after: bool = False) -> list[dict[str, Any]]:
    """The acts of a character outside a fight as forms; with ``after``, only those that follow from its last test."""
    scene, healthy = view.read(_outside_fight, character, False), view.read(_outside_fight, character, True)
    if scene is None or healthy is None:
        return []
    viewer, system = roster.viewer(view), view.campaign.system
    offers = _offers(scene, system, viewer, character)
    shown = [offer for offer in offers if offer.after or not after]
    usual = _open_kinds(_offers(healthy, system, viewer, character))
    action = address("downtime", view.seat, character)
    return [
        offer_form.row(offer, action, place)
        | _STILL
        | {"group": say(offer.group) if offer.group else "", "due": offer.refused is None and offer.kind not in usual}
        for offer in shown
    ]


def _outside_fight(view: View, character: str, healthy: bool) -> Scene | None:
    """The scene of a character and the heroes outside any fight, as it is or with that character in perfect health."""
    everybody = roster.everybody(view)
    row = next((other for other in everybody if other.token == character), None)
    if row is None:
        return None
    heroes = heroes_beside(everybody, roster.viewer(view), snapshot.seen_in_fights(view))

    def make() -> Scene:
        scene = scene_of(view.campaign, [row, *heroes])
        return in_health(view.campaign.system, scene, character) if healthy else scene

    name = ("outside a fight", character, "in health" if healthy else "", *(hero.token for hero in heroes))
    return snapshot.follow(view, name, ("character",), make)


@memoize
def _offers(scene: Scene, system: Game, viewer: Viewer, character: str) -> tuple[Offer, ...]:
    return board.downtime_offers(system, scene, viewer, character)


def in_health(system: Game, scene: Scene, character: str) -> Scene:
    """The scene with this character in perfect health: any act that it does not offer is due."""
    sheet = scene.sheets[character]
    for path in system.state_paths:
        sheet = put(sheet, path, None) if get(sheet, path) not in (None, {}) else sheet
    return replace(scene, sheets={**scene.sheets, character: sheet})


def kinds_in_health(system: Game, scene: Scene, viewer: Viewer, character: str) -> frozenset[str]:
    """The kinds of acts that a sheet would offer in perfect health."""
    return _open_kinds(board.downtime_offers(system, in_health(system, scene, character), viewer, character))


def _open_kinds(offers: Sequence[Offer]) -> frozenset[str]:
    return frozenset(offer.kind for offer in offers if offer.refused is None)


def heroes_beside(characters: Sequence[Character], viewer: Viewer, seen: Collection[str] | None) -> list[Character]:
    """The heroes whom an act outside a fight may concern, such as first aid.

    While fights are open these are, for a player, their own and those ``seen`` there by everybody: whom somebody may
    treat would tell the state of the others.
    """
    heroes = (character for character in characters if character.kind == Character.Kind.PC)
    return [hero for hero in heroes if seen is None or hero.token in seen or viewer.knows(hero.token)]


def scene_of(campaign: Campaign, characters: Sequence[Character]) -> Scene:
    """A scene outside any fight with these characters; the first one acts."""
    once = {character.token: character for character in characters}
    rows = {token: {"character": token, "order": number} for number, token in enumerate(once)}
    sheets = {token: plain_of(character) for token, character in once.items()}
    return Scene("", "test", campaign.settings, {"fighters": rows}, sheets)
