"""Portraits of a scene's fighters, for viewers who may see them."""

from __future__ import annotations

from campaigns.models import Campaign
from encounters import roster
from encounters.fight.snapshot import OPEN, Fight
from encounters.models import Encounter
from rules.core.game import Game
from rules.core.paths import Data, get
from rules.core.scene import Fighter
from rules.views.board import Row
from sheets.models import Character
from sheets.portraits import store
from sheets.portraits.limits import LARGE, SMALL


def portrait_of(fight: Fight, row: Row, side: int = SMALL) -> str:
    character = fight.scene.fighters[row.fighter].character
    return store.address(roster.about(fight.view, character, _picture), side)


def _picture(_system: Game, sheet: Data, _settings: Data) -> str:
    return str(get(sheet, "meta.portrait") or "")


def public_portrait(fight: Fight, row: Row, side: int = LARGE) -> str:
    """The portrait of a fighter for the whole table; empty unless they are shown under their own name."""
    return portrait_of(fight, row, side) if _is_open(fight.scene.fighters[row.fighter]) else ""


def visible_portrait(fight: Fight, row: Row) -> str:
    own = fight.viewer.gm or fight.viewer.owns(fight.scene.fighters[row.fighter].character)
    return portrait_of(fight, row) if own else public_portrait(fight, row, SMALL)


def is_shown(campaign: Campaign, token: str) -> bool:
    """True if the table sees this character, under its own name, in an open fight."""
    character = Character.objects.get(campaign=campaign, token=token)
    going = Encounter.objects.filter(campaign=campaign, kind=Encounter.Kind.FIGHT, status__in=OPEN)
    states = going.values_list("state", flat=True)
    rows = (row for state in states.iterator() for row in state.get("fighters", {}).values())
    fighters = (
        Fighter(
            "",
            character.token,
            character.name,
            row.get("public_name", ""),
            group=row.get("group", ""),
            hidden=row.get("hidden", False),
        )
        for row in rows
        if row["character"] == character.token
    )
    return any(_is_open(fighter) for fighter in fighters)


def _is_open(fighter: Fighter) -> bool:
    """True if a fighter is neither hidden nor shown under another name, because a portrait would reveal who it is.

    Players read other letters in a group, so a group's name counts without its letter.
    """
    called = fighter.shown_name
    return not fighter.hidden and (
        called == fighter.name or (fighter.group or None) in (called, called.rpartition(" ")[0])
    )
