"""What a game master sees of the encounters that are prepared: the list of them, and who takes part in one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.language import say
from campaigns.live import View
from encounters import fights, people
from encounters.fights import Fight
from encounters.models import Encounter
from encounters.preparing import ABOUT
from rules.scene import Fighter

Context = Mapping[str, Any] | None
Row = dict[str, Any]


def listed(view: View) -> Context:
    """The encounters of the table, the one going on first."""
    known = Encounter.objects.filter(campaign=view.campaign, kind=Encounter.Kind.FIGHT)
    order = {Encounter.Status.RUNNING: 0, Encounter.Status.PAUSED: 1, Encounter.Status.DRAFT: 2}
    found = sorted(
        known.exclude(status=Encounter.Status.ENDED).order_by("-pk"),
        key=lambda one: order[Encounter.Status(one.status)],
    )
    return {"rows": [_encounter(view, one) for one in found]}


def participants(view: View) -> Context:
    """Who takes part in an encounter that is prepared, and what players will see of each."""
    fight = fights.find(view)
    if fight is None:
        return None
    args = [view.seat, fight.encounter.token]
    rows = [_participant(view, fight, one) for one in fight.scene.fighters.values()]
    present = {row["character"] for row in rows}
    absent = [one for one in people.everybody(view) if one.token not in present and not _is_copy(view, one.token)]
    return {
        "name": fight.encounter.name,
        "rename": reverse("rename-fight", args=args),
        "rows": rows,
        "absent": [{"token": one.token, "name": one.name} for one in absent],
        "enrol": reverse("enrol", args=args),
        "sides": [{"key": one.key, "label": say(one.label)} for one in ABOUT["side"].choices if one.key != "pc"],
        "shown": [{"key": one.key, "label": say(one.label)} for one in ABOUT["health_shown"].choices],
        "preview": [row for row in rows if not row["hidden"]],
    }


def _encounter(view: View, one: Encounter) -> Row:
    drafted = one.status == Encounter.Status.DRAFT
    rows = one.state.get("fighters", {}).values()
    foes = sum(1 for row in rows if row.get("side") != "pc")
    words = {
        Encounter.Status.RUNNING: _("Running"),
        Encounter.Status.PAUSED: _("Paused"),
        Encounter.Status.DRAFT: _("Draft"),
    }
    return {
        "name": one.name,
        "status": one.status,
        "word": words[Encounter.Status(one.status)],
        "about": ngettext("%(count)s opponent", "%(count)s opponents", foes) % {"count": foes}
        if foes
        else _("No opponent yet"),
        "href": reverse("prepare" if drafted else "fight", args=[view.seat, one.token]),
    }


def _participant(view: View, fight: Fight, one: Fighter) -> Row:
    args = [view.seat, fight.encounter.token, one.id]
    return {
        "fighter": one.id,
        "character": one.character,
        "name": one.name,
        "public_name": one.public_name,
        "shown_name": one.shown_name,
        "side": one.side,
        "hidden": one.hidden,
        "health_shown": one.health_shown,
        "numbers": people.numbers(fight.system, fight.scene.sheets[one.character], fight.scene.settings),
        "sheet": reverse("sheet", args=[view.seat, one.character]),
        "action": reverse("fighter", args=args),
        "dismiss": reverse("dismiss", args=args),
    }


def _is_copy(view: View, character: str) -> bool:
    """Whether a character was made for another encounter."""

    def read() -> frozenset[str]:
        known = Encounter.objects.filter(campaign=view.campaign, kind=Encounter.Kind.FIGHT)
        rows = (row for one in known for row in one.state.get("fighters", {}).values())
        return frozenset(row["character"] for row in rows if row.get("copy"))

    return character in view.rows("copies", read)
