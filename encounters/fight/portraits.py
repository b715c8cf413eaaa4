"""Portraits of the fighters of a scene, for those who may know them."""

from __future__ import annotations

from campaigns.models import Campaign
from encounters.fight.snapshot import OPEN, Fight
from encounters.models import Encounter
from rules.core.paths import Data, get
from rules.core.scene import Fighter
from rules.views.board import Row
from sheets.models import Character
from sheets.portraits import store
from sheets.portraits.limits import LARGE, SMALL


def of(fight: Fight, row: Row, side: int = SMALL) -> str:
    return store.address(get(_sheet(fight, row), "meta.portrait") or "", side)


def for_all(fight: Fight, row: Row, side: int = LARGE) -> str:
    """The picture of a fighter for the whole table: of who is shown under their own name, player characters or not."""
    return of(fight, row, side) if _is_open(fight.scene.fighters[row.fighter]) else ""


def visible_portrait(fight: Fight, row: Row) -> str:
    own = fight.viewer.gm or fight.viewer.owns(fight.scene.fighters[row.fighter].character)
    return of(fight, row) if own else for_all(fight, row, SMALL)


def is_shown(campaign: Campaign, token: str) -> bool:
    """True if the table has a character before its eyes, in a fight that goes on, under its own name."""
    character = Character.objects.get(campaign=campaign, token=token)
    going = Encounter.objects.filter(campaign=campaign, kind=Encounter.Kind.FIGHT, status__in=OPEN)
    states = going.values_list("state", flat=True)
    rows = (row for state in states.iterator() for row in state.get("fighters", {}).values())
    known = (
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
    return any(_is_open(fighter) for fighter in known)


def _is_open(fighter: Fighter) -> bool:
    """True if somebody is neither hidden nor called by another name, when a face would tell who it is.

    Of a group, whose letters for players follow those they have read, the name without its letter counts.
    """
    called = fighter.shown_name
    return not fighter.hidden and (
        called == fighter.name or (fighter.group or None) in (called, called.rpartition(" ")[0])
    )


def _sheet(fight: Fight, row: Row) -> Data:
    return fight.scene.sheets[fight.scene.fighters[row.fighter].character]
