"""The live parts of encounters in preparation: the list of them, and the participants of one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import groupby
from typing import Any

from django.utils.translation import ngettext

from campaigns.live.regions import View
from campaigns.models import Campaign
from campaigns.web.addresses import address
from campaigns.web.language import active, ready_made, say
from campaigns.web.language import gettext as _
from encounters import roster, scenes
from encounters.fight import rows as fight_rows
from encounters.fight import snapshot
from encounters.fight.snapshot import Fight
from encounters.models import Encounter
from encounters.prepare import checklist, palette, reserves
from encounters.prepare import participants as joining
from encounters.prepare.services import ABOUT, NOTES
from encounters.subjects import RESERVES, gathered
from rules import outfit, registry
from rules.character.sheet import Choice
from rules.core.paths import Data, get
from rules.core.scene import Fighter, Scene
from sheets.editing import change_log
from sheets.models import Character

Context = Mapping[str, Any] | None
Row = dict[str, Any]
MOST_ARMS = 2  # named in a row of the preparation


def listed(view: View) -> Context:
    order = [Encounter.Status.RUNNING, Encounter.Status.PAUSED, Encounter.Status.DRAFT, Encounter.Status.ENDED]
    known = view.kept_rows("all fights", ("encounter",), lambda: _newest_first(view))
    encounters = sorted(known, key=lambda fight: order.index(Encounter.Status(fight.status)))
    rows = [_encounter(view, fight) for fight in encounters]
    ended = [row for row in rows if row["status"] == Encounter.Status.ENDED]
    story = address("recap", view.seat)
    return {"rows": [row for row in rows if row not in ended], "ended": ended, "story": story}


def _newest_first(view: View) -> list[Encounter]:
    return list(Encounter.objects.filter(campaign=view.campaign, kind=Encounter.Kind.FIGHT).order_by("-pk"))


@snapshot.of_page
def participants(view: View, fight: Fight) -> Context:
    """The participants of an encounter in preparation, by when they join, and what players will see of each."""
    args = [view.seat, fight.encounter.token]
    scene = view.rows(("whole", fight.encounter.token), lambda: scenes.with_reserves(fight.encounter))
    known = gathered(fight.encounter.state)
    rows = [_participant(view, fight, scene, fighter, known[fighter.id]) for fighter in scene.fighters.values()]
    return {
        "name": fight.encounter.name,
        "rename": address("rename-fight", *args),
        "waves": _waves(rows),
        "lot": address("lot", *args),
        "sides": [
            {"key": choice.key, "label": say(choice.label)} for choice in ABOUT["side"].choices if choice.key != "pc"
        ],
        "shown": [{"key": choice.key, "label": say(choice.label)} for choice in ABOUT["health_shown"].choices],
        "joins": [{"key": choice.key, "label": say(choice.label)} for choice in reserves.JOINS.choices],
        "preview": [row for row in rows if not row["hidden"] and row["joins"] == reserves.START],
    }


@snapshot.of_page
def notes(view: View, fight: Fight) -> Context:
    """The notes of an encounter, for its game masters alone."""
    text = str(fight.encounter.state.get(NOTES.key, ""))
    first = next(iter(text.strip().splitlines()), "")
    action = address("fight-notes", view.seat, fight.encounter.token)
    drafted = fight.encounter.status == Encounter.Status.DRAFT
    return {"text": text, "first": first, "action": action, "most": NOTES.most, "open": drafted}


@snapshot.of_page
def addable(view: View, fight: Fight) -> Context:
    """The palette of an encounter in preparation, by name; characters of the table leave it once they take part."""
    return {"rows": palette_rows(view, fight)}


def palette_rows(view: View, fight: Fight) -> list[Row]:
    present = {row["character"] for row in gathered(fight.encounter.state).values()}
    entries = [entry for entry in palette.entries(view.campaign) if not entry.single or entry.token not in present]
    ready = _sample_notes(view.campaign.game, view.language)
    often = Counter(entry.name for entry in entries)
    words = {
        "sample": _("Bestiary"),
        "pc": _("Player character"),
        "npc": _("Opponent of the table"),
        "template": _("Template"),
    }
    return [
        {
            "key": entry.key,
            "name": entry.name,
            "note": _whence(words[entry.kind], ready.get(entry.key, ""), often[entry.name] > 1),
            "side": "pc" if entry.single else "foe",
            "single": entry.single,
        }
        for entry in entries
    ]


def palette_form(game: str) -> Row:
    """The bounds of what may be added, and what somebody improvised may carry, by the groups of the game."""
    fields = [
        {
            "key": field.key,
            "label": say(field.label),
            "groups": [
                {"label": label, "rows": [_carried(choice) for choice in choices]}
                for label, choices in groupby(
                    field.choices, key=lambda choice: say(choice.group) if choice.group else ""
                )
            ],
        }
        for field in outfit.fields(game, active())
    ]
    bounds = {"most": joining.MOST_COPIES, "most_called": joining.CALLED.most}
    return {**bounds, "example": _example(game), "outfit": fields}


def _example(game: str) -> str:
    """The search as it is typed, with the shortest name of the bestiary; nothing for a game that has none."""
    ready = (row for row in ready_made(game).values() if row["kind"] != Character.Kind.PC)
    names = sorted((str(row["data"]["name"]) for row in ready if row["data"].get("name")), key=len)
    return _("4x %(name)s") % {"name": names[0]} if names else ""


def _carried(choice: Choice) -> Row:
    return {"key": choice.key, "label": " · ".join(say(text) for text in (choice.label, choice.hint) if text)}


@snapshot.of_page
def checked(view: View, fight: Fight) -> Context:
    whole = view.rows(("whole", fight.encounter.token), lambda: scenes.with_reserves(fight.encounter))
    items = checklist.items(fight.encounter, whole, view.seat)
    missing = sum(1 for item in items if not item.ready)
    counted = ngettext("%(count)s thing to look at", "%(count)s things to look at", missing) % {"count": missing}
    rows = [{"text": say(item.text), "ready": item.ready, "href": item.href} for item in items]
    return {"rows": rows, "counted": counted if missing else ""}


def _whence(kind: str, numbers: str, shared: bool) -> str:
    return " · ".join(filter(None, (kind, numbers))) if shared else numbers or kind


@snapshot.of_page
def waiting(view: View, fight: Fight) -> Context:
    rows = fight.encounter.state.get(RESERVES, {})
    if not rows or fight.encounter.status == Encounter.Status.ENDED:
        return None
    scene = view.rows(("whole", fight.encounter.token), lambda: scenes.with_reserves(fight.encounter))
    named = [
        {"fighter": key, "name": fighter.name, "joins": reserves.choice(rows[key])}
        for key, fighter in scene.fighters.items()
        if key in rows
    ]
    return {"waves": _waves(named), "action": address("bring", view.seat, fight.encounter.token)}


def _waves(rows: list[Row]) -> list[Row]:
    order = [choice.key for choice in reserves.JOINS.choices]
    labels = {choice.key: say(choice.label) for choice in reserves.JOINS.choices}
    for key in sorted({row["joins"] for row in rows} - set(order), key=int):  # a fight that lasts
        order.append(key)
        labels[key] = _("In round %(round)s") % {"round": key}
    pairs = [(key, [row for row in rows if row["joins"] == key]) for key in order]
    return [
        {"key": key, "label": labels[key], "rows": them, "foes": [row for row in them if row.get("clone")]}
        for key, them in pairs
        if them
    ]


@registry.kept
def _sample_notes(game: str, _language: str) -> dict[str, str]:
    system = registry.system(game)
    values = {}
    for key, row in registry.samples(game).items():
        names = (f"{number['label']} {number['value']}" for number in roster.numbers(system, row["data"], {}))
        values[f"{palette.SAMPLE}:{key}"] = " · ".join(names)
    return values


def _encounter(view: View, encounter: Encounter) -> Row:
    drafted = encounter.status == Encounter.Status.DRAFT
    rows = encounter.state.get("fighters", {}).values()
    foes = sum(1 for row in rows if row.get("side") not in checklist.PARTY)
    words = {
        Encounter.Status.RUNNING: _("Running"),
        Encounter.Status.PAUSED: _("Paused"),
        Encounter.Status.DRAFT: _("Draft"),
    }
    if encounter.status == Encounter.Status.ENDED:
        story = f"{address('recap', view.seat)}#fight-{encounter.token}"
        return {"name": encounter.name, "status": encounter.status, "about": _("Story"), "href": story}
    return {
        "name": encounter.name,
        "status": encounter.status,
        "word": words[Encounter.Status(encounter.status)],
        "about": ngettext("%(count)s opponent", "%(count)s opponents", foes) % {"count": foes}
        if foes
        else _("No opponent yet"),
        "href": address("prepare" if drafted else "fight", view.seat, encounter.token),
        "now": "" if drafted else _now(view, encounter),
    }


def _now(view: View, encounter: Encounter) -> str:
    """The moment at which an open fight stands, in one line."""
    fight = snapshot.of(view, encounter.token)
    if fight is None:
        return ""
    head = fight_rows.headline(fight)
    part = " ".join(filter(None, (head["part"], head["figure"])))
    return " · ".join(filter(None, (head["round"], part, fight_rows.waiting_sentence(fight))))


def arms(campaign: Campaign, sheet: Data) -> str:
    path = campaign.system.arms
    keys = list(get(sheet, path) or ()) if path else []
    names = [say(change_log.row_name(campaign, sheet, f"{path}.{key}", ())) for key in keys[:MOST_ARMS]]
    more = f" +{len(keys) - MOST_ARMS}" if len(keys) > MOST_ARMS else ""
    return ", ".join(names) + more


def _participant(view: View, fight: Fight, scene: Scene, fighter: Fighter, row: Mapping[str, Any]) -> Row:
    args = [view.seat, fight.encounter.token, fighter.id]
    return {
        "fighter": fighter.id,
        "character": fighter.character,
        "name": fighter.name,
        "public_name": fighter.public_name,
        "shown_name": fighter.shown_name,
        "side": fighter.side,
        "hidden": fighter.hidden,
        "health_shown": fighter.health_shown,
        "joins": reserves.choice(row),
        "numbers": roster.numbers(fight.system, scene.sheets[fighter.character], scene.settings),
        "arms": arms(fight.encounter.campaign, scene.sheets[fighter.character]),
        "sheet": address("sheet", view.seat, fighter.character),
        "action": address("fighter", *args),
        "clone": address("clone", *args) if fighter.side != "pc" else "",
        "save": address("save-template", view.seat, fighter.character),
        "dismiss": address("dismiss", *args),
    }
