"""Requested tests as template values: dice to throw, attempts left, the game master's buttons."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import ngettext

from campaigns.live.regions import View
from campaigns.web.addresses import address
from campaigns.web.language import gettext as _
from campaigns.web.language import say
from encounters import roster
from encounters.checks import requests
from encounters.fight import prompts
from encounters.fight.offers import offer_form
from encounters.models import Encounter
from rules.core import retries
from rules.core.errors import RulesError
from rules.core.scene import Scene

Row = dict[str, Any]


def rows(view: View, encounter: Encounter, scene: Scene) -> Iterator[Row]:
    viewer = roster.viewer(view)
    hidden = any(fighter.hidden for fighter in scene.fighters.values())
    if scene.kind != "test" or (hidden and not viewer.gm):
        return
    busy = {exchange.action.actor for exchange in scene.exchanges.values()}
    for fighter in scene.fighters.values():
        if fighter.id in busy or retries.requested_args(scene, fighter.id) is None:
            continue
        if viewer.gm or viewer.owns(fighter.character):
            row = _row(view, encounter, scene, fighter.id)
            if row is not None:
                yield row


def request_words(view: View, scene: Scene, fighter: str) -> Row | None:
    title = requests.request_title(view.campaign.system, scene, fighter, gm=roster.viewer(view).gm)
    if title is None:
        return None
    tries = retries.tries(scene, fighter)
    return {
        "title": say(title),
        "further": False,
        "hint": scene.fighters[fighter].marks.get("hint")
        or (retries.requested_args(scene, fighter) or {}).get("hint", ""),
        "attempt": _("Attempt %(number)s") % {"number": tries + 1} if tries else "",
        "pips": attempts_left_row(scene) if retries.terms(scene).get("shown") or roster.viewer(view).gm else None,
    }


def attempts_left_row(scene: Scene) -> Row | None:
    remaining, most = retries.attempts_left(scene), retries.terms(scene).get("attempts", 0)
    if remaining is None or most < 2:
        return None
    words = ngettext("%(count)s of %(most)s attempt left", "%(count)s of %(most)s attempts left", remaining)
    words %= {"count": remaining, "most": most}
    return {"left": remaining, "spent": most - remaining, "words": words}


def request_card(view: View, encounter: Encounter, scene: Scene) -> Row | None:
    fighters = [fighter for fighter in scene.fighters if retries.requested_args(scene, fighter) is not None]
    if not fighters or not roster.viewer(view).gm:
        return None
    first = requests.request_title(view.campaign.system, scene, fighters[0], gm=True)
    names = ", ".join(scene.fighters[name].name for name in fighters)
    return {
        "id": f"kept-{encounter.token}",
        "request": encounter.token,
        "action": address("asked", view.seat, encounter.token),
        "names": names,
        "title": say(first) if first is not None else names,
        "hidden": any(fighter.hidden for fighter in scene.fighters.values()),
        "secret": retries.is_secret(scene),
        "won": retries.is_won(scene),
        "over": retries.attempts_left(scene) == 0,
        "event": retries.terms(scene).get("event", ""),
        "pips": attempts_left_row(scene),
        "tried": any(retries.tries(scene, name) for name in fighters),
    }


def _row(view: View, encounter: Encounter, scene: Scene, fighter: str) -> Row | None:
    words = request_words(view, scene, fighter)
    if words is None or retries.attempts_left(scene) == 0:
        return None
    try:
        after = requests.begin_attempt(view.campaign.system, scene, fighter)
    except RulesError as error:
        return {**words, **_row_without_dice(view, encounter, scene, fighter), "refused": say(error.text)}
    row = next((row for row in prompts.rows(view, encounter, after) if row["exchange"] == "next"), None)
    if row is None:
        return {
            **words,
            **_row_without_dice(view, encounter, scene, fighter),
            "refused": _("No new attempt is possible."),
        }
    return {
        **row,
        **words,
        "request": encounter.token,
        "id": f"asked-{encounter.token}-{fighter}",
        "action": address("asked", view.seat, encounter.token),
        "fields": {"do": "throw", "fighter": fighter},
        "said": _own_fields(view, encounter, scene, fighter),
        "refused": "",
    }


def _own_fields(view: View, encounter: Encounter, scene: Scene, fighter: str) -> list[Row]:
    fields = requests.own_fields(view.campaign.system, scene, fighter)
    return [offer_form.field_row(field, f"said-{encounter.token}-{fighter}") for field in fields]


def _row_without_dice(view: View, encounter: Encounter, scene: Scene, fighter: str) -> Row:
    person = scene.fighters[fighter]
    own = roster.viewer(view).owns(person.character)
    about = {"who": person.name, "character": person.character, "request": encounter.token}
    presence = roster.presence_of_player(view, person.character)
    return {
        "id": f"asked-{encounter.token}-{fighter}",
        "kind": "",
        "own": own,
        "target": "",
        "presence": presence,
        **about,
    }
