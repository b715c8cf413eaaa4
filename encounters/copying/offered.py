"""The things of one table that its game master may copy to another, in sections, each with why not if it cannot go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.models import Campaign, Seat
from encounters.models import Encounter, Handout
from encounters.subjects import gathered
from sheets.models import Character
from sheets.portraits import store

Row = dict[str, Any]


@dataclass(frozen=True)
class Section:
    """Things of one kind; with ``refused`` none of them can be chosen."""

    title: str
    rows: list[Row]
    refused: str = ""


def sections(source: Seat, target: Seat) -> list[Section]:
    here, there = source.campaign, target.campaign
    other_game = _("They are of another game than the table they would go to.") if here.game != there.game else ""
    no_ground = "" if there.system.ground else _("The game of the table they would go to knows no ground.")
    result = (
        Section(_("Player characters"), _sheets(here, Character.Kind.PC), other_game),
        Section(_("Opponents"), _sheets(here, Character.Kind.NPC), other_game),
        Section(_("Templates"), _sheets(here, Character.Kind.TEMPLATE), other_game),
        Section(_("Prepared encounters, with their opponents"), _drafts(here), other_game),
        Section(_("Grounds, each with its picture as a new encounter"), _grounds(here), no_ground),
        Section(_("Handouts, with their notes"), _handouts(here)),
    )
    return [section for section in result if section.rows]


def _sheets(campaign: Campaign, kind: str) -> list[Row]:
    made_for_one = copies(campaign) if kind == Character.Kind.NPC else set()
    return [
        _row("character", row, portrait=store.address(row.portrait))
        for row in Character.objects.filter(campaign=campaign, kind=kind).order_by("name", "pk")
        if row.token not in made_for_one
    ]


def copies(campaign: Campaign) -> set[str]:
    """The characters that were made for one encounter and go with it alone."""
    rows = (row for fight in fights(campaign) for row in gathered(fight.state).values())
    return {row["character"] for row in rows if row.get("copy")}


def _drafts(campaign: Campaign) -> list[Row]:
    drafts = [fight for fight in fights(campaign) if fight.status == Encounter.Status.DRAFT]
    return [_row("encounter", fight, about=_fighters(len(gathered(fight.state)))) for fight in drafts]


def _grounds(campaign: Campaign) -> list[Row]:
    laid = [(fight, len(fight.state.get("ground", {}).get("places", {}))) for fight in fights(campaign)]
    return [_row("ground", fight, about=_places(count)) for fight, count in laid if count]


def _handouts(campaign: Campaign) -> list[Row]:
    return [_row("handout", row) for row in Handout.objects.filter(campaign=campaign).order_by("-pk")]


def fights(campaign: Campaign) -> list[Encounter]:
    return list(Encounter.objects.filter(campaign=campaign, kind=Encounter.Kind.FIGHT).order_by("-pk"))


def _row(kind: str, thing: Character | Encounter | Handout, **said: str) -> Row:
    return {"key": f"{kind}:{thing.token}", "name": thing.name, **said}


def _fighters(count: int) -> str:
    return ngettext("%(count)s participant", "%(count)s participants", count) % {"count": count}


def _places(count: int) -> str:
    return ngettext("%(count)s place", "%(count)s places", count) % {"count": count}
