"""Addresses of a fight and of the forms of its acts."""

from __future__ import annotations

from campaigns.live.regions import View
from campaigns.web import addresses
from encounters.fight import snapshot
from encounters.fight.snapshot import Fight
from rules.core.acts import Offer
from rules.views.board import Row as BoardRow


def act_address(view: View, fight: Fight) -> str:
    return addresses.address("act", view.seat, fight.encounter.token)


def form_address(view: View, fight: Fight, offer: Offer) -> str:
    return addresses.address("act-form", view.seat, fight.encounter.token, offer.actor, offer.kind)


def address(view: View, fight: Fight) -> str:
    return addresses.address("fight", view.seat, fight.encounter.token)


def select_address(view: View, fight: Fight, row: BoardRow) -> str:
    """The address that selects a fighter on the game master's page, for their turn if they may act; else empty."""
    if not fight.viewer.gm:
        return ""
    selected = row.fighter + snapshot.TURN * (row.fighter in fight.board.up)
    return addresses.address("fight-selected", view.seat, fight.encounter.token, selected)
