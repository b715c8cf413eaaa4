"""Everything of a table that can be copied to another, by section; things that cannot are listed with the reason."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.models import Campaign, Seat
from encounters.models import Encounter, Handout
from encounters.subjects import all_fighters
from sheets.models import Character
from sheets.portraits import store

Row = dict[str, Any]


@dataclass(frozen=True)
class Section:
    """A section of things of one kind; if ``refused`` has a reason, none of them can be chosen."""

    title: str
    rows: list[Row]
    refused: str = ""


def sections(source: Seat, target: Seat) -> list[Section]:
    here, there = source.campaign, target.campaign
    other_game = _("They belong to a different game from that of the other table.") if here.game != there.game else ""
    no_ground = "" if there.system.ground else _("The game of the table they would go to knows no ground.")
    result = (
        Section(_("Player characters"), _sheet_rows(here, Character.Kind.PC), other_game),
        Section(_("Opponents"), _sheet_rows(here, Character.Kind.NPC), other_game),
        Section(_("Templates"), _sheet_rows(here, Character.Kind.TEMPLATE), other_game),
        Section(_("Prepared encounters, with their opponents"), _draft_rows(here), other_game),
        Section(_("Grounds, each with its picture as a new encounter"), _ground_rows(here), no_ground),
        Section(_("Handouts, with their notes"), _handout_rows(here)),
    )
    return [section for section in result if section.rows]


def _sheet_rows(campaign: Campaign, kind: str) -> list[Row]:
    made_for_one = made_for_one_encounter(campaign) if kind == Character.Kind.NPC else set()
    return [
        _row("character", row, portrait=store.address(row.portrait))
        for row in Character.objects.filter(campaign=campaign, kind=kind).order_by("name", "pk")
        if row.token not in made_for_one
    ]


def made_for_one_encounter(campaign: Campaign) -> set[str]:
    """The tokens of characters copied into a single encounter, which are copied together with it only."""
    rows = (row for fight in list_fights(campaign) for row in all_fighters(fight.state).values())
    return {row["character"] for row in rows if row.get("copy")}


def _draft_rows(campaign: Campaign) -> list[Row]:
    drafts = [fight for fight in list_fights(campaign) if fight.status == Encounter.Status.DRAFT]
    return [_row("encounter", fight, about=_count_fighters(len(all_fighters(fight.state)))) for fight in drafts]


def _ground_rows(campaign: Campaign) -> list[Row]:
    counts = [(fight, len(fight.state.get("ground", {}).get("places", {}))) for fight in list_fights(campaign)]
    return [_row("ground", fight, about=_count_places(count)) for fight, count in counts if count]


def _handout_rows(campaign: Campaign) -> list[Row]:
    return [_row("handout", row) for row in Handout.objects.filter(campaign=campaign).order_by("-pk")]


def list_fights(campaign: Campaign) -> list[Encounter]:
    return list(Encounter.objects.filter(campaign=campaign, kind=Encounter.Kind.FIGHT).order_by("-pk"))


def _row(kind: str, item: Character | Encounter | Handout, **more: str) -> Row:
    return {"key": f"{kind}:{item.token}", "name": item.name, **more}


def _count_fighters(count: int) -> str:
    return ngettext("%(count)s participant", "%(count)s participants", count) % {"count": count}


def _count_places(count: int) -> str:
    return ngettext("%(count)s place", "%(count)s places", count) % {"count": count}
