"""Live regions of preparation: the list of encounters, and the parts of the page that prepares one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import groupby
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import ngettext

from campaigns.live.regions import View
from campaigns.queries import prepared
from campaigns.web.addresses import address
from campaigns.web.language import active_language, join_dotted, ready_made_sheets, say
from campaigns.web.language import gettext as _
from encounters import roster, scenes
from encounters.fight import heading, snapshot
from encounters.fight.snapshot import Fight
from encounters.log import round_words
from encounters.models import Encounter
from encounters.prepare import checklist, palette, reserves
from encounters.prepare import participants as joining
from encounters.prepare.services import ABOUT, NOTES
from encounters.subjects import RESERVES, all_fighters
from rules import outfit, registry
from rules.character.sheet import Choice, Field
from rules.core.game import Game
from rules.core.scene import Fighter, Scene
from sheets import rows as sheet_rows
from sheets.models import Character

Context = Mapping[str, Any] | None
Row = dict[str, Any]


def encounter_list(view: View) -> Context:
    order = [Encounter.Status.RUNNING, Encounter.Status.PAUSED, Encounter.Status.DRAFT, Encounter.Status.ENDED]
    fights = view.cached_rows("all fights", ("encounter",), lambda: _fights(view.campaign.pk))
    encounters = sorted(fights, key=lambda fight: order.index(Encounter.Status(fight.status)))
    rows = [_encounter_row(view, fight) for fight in encounters]
    ended = [row for row in rows if row["status"] == Encounter.Status.ENDED]
    story = address("recap", view.seat)
    return {"rows": [row for row in rows if row not in ended], "ended": ended, "story": story}


@prepared
def _fights(campaign: int) -> QuerySet[Encounter]:
    return Encounter.objects.filter(campaign=campaign, kind=Encounter.Kind.FIGHT).order_by("-pk")


@snapshot.of_page
def participants_region(view: View, fight: Fight) -> Context:
    """The participants of an encounter, grouped by when they join, with what players will see of each."""
    args = [view.seat, fight.encounter.token]
    scene = view.memoize_rows(("whole", fight.encounter.token), lambda: scenes.with_reserves(fight.encounter))
    fighters = all_fighters(fight.encounter.state)
    rows = [_participant_row(view, fight, scene, fighter, fighters[fighter.id]) for fighter in scene.fighters.values()]
    return {
        "name": fight.encounter.name,
        "rename": address("rename-fight", *args),
        "waves": _wave_rows(view.campaign.system, rows),
        "lot": address("lot", *args),
        "sides": [
            {"key": choice.key, "label": say(choice.label)} for choice in ABOUT["side"].choices if choice.key != "pc"
        ],
        "shown": [{"key": choice.key, "label": say(choice.label)} for choice in ABOUT["health_shown"].choices],
        "joins": reserves.joins_rows(view.campaign.system),
        "preview": [row for row in rows if not row["hidden"] and row["joins"] == reserves.START],
    }


@snapshot.of_page
def notes_region(view: View, fight: Fight) -> Context:
    """The notes of an encounter, for its game masters alone."""
    text = str(fight.encounter.state.get(NOTES.key, ""))
    first = next(iter(text.strip().splitlines()), "")
    action = address("fight-notes", view.seat, fight.encounter.token)
    drafted = fight.encounter.status == Encounter.Status.DRAFT
    return {"text": text, "first": first, "action": action, "most": NOTES.most, "open": drafted}


@snapshot.of_page
def palette_region(view: View, fight: Fight) -> Context:
    """The palette of an encounter; player characters leave it once they take part."""
    return {"rows": palette_rows(view, fight)}


def palette_rows(view: View, fight: Fight) -> list[Row]:
    present = {row["character"] for row in all_fighters(fight.encounter.state).values()}
    entries = [entry for entry in palette.list_entries(view.campaign) if not entry.single or entry.token not in present]
    ready = _sample_notes(view.campaign.game, view.language)
    names = Counter(entry.name for entry in entries)
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
            "notes": _entry_notes(
                _("Ready-made character") if entry.side == "ally" else words[entry.kind],
                ready.get(entry.key, ()),
                entry.side == "ally" or names[entry.name] > 1,
            ),
            "side": entry.side,
            "single": entry.single,
        }
        for entry in entries
    ]


def palette_form(game: str) -> Row:
    """The limits of the form that adds fighters, and its weapons and armour under the game's headings."""
    fields = [
        {"key": field.key, "label": say(field.label), "groups": _ware_groups(field)}
        for field in outfit.fields(game, active_language())
    ]
    bounds = {"most": joining.MOST_COPIES, "most_called": joining.CALLED.most}
    return {**bounds, "example": _example(game), "outfit": fields}


def _ware_groups(field: Field) -> list[Row]:
    groups = groupby(field.choices, key=lambda choice: say(choice.group) if choice.group else "")
    return [{"label": label, "rows": [_ware_row(choice) for choice in choices]} for label, choices in groups]


def _example(game: str) -> str:
    """An example of a search, with the shortest name in the bestiary; empty for a game without one."""
    ready = (row for row in ready_made_sheets(game).values() if row["kind"] != Character.Kind.PC)
    names = sorted((str(row["data"]["name"]) for row in ready if row["data"].get("name")), key=len)
    return _("4x %(name)s") % {"name": names[0]} if names else ""


def _ware_row(choice: Choice) -> Row:
    return {"key": choice.key, "label": join_dotted(*map(say, filter(None, (choice.label, choice.hint))))}


@snapshot.of_page
def checklist_region(view: View, fight: Fight) -> Context:
    whole = view.memoize_rows(("whole", fight.encounter.token), lambda: scenes.with_reserves(fight.encounter))
    items = checklist.checklist_items(fight.encounter, whole, view.seat)
    rows = [(item.ready, {"text": say(item.text), "href": item.href, "pick": item.pick}) for item in items]
    missing, ready = ([row for is_ready, row in rows if is_ready is wanted] for wanted in (False, True))
    to_see, in_order = len(missing), len(ready)
    count_words = ngettext("%(count)s point to check", "%(count)s points to check", to_see) % {"count": to_see}
    ready_words = ngettext("%(count)s thing in order", "%(count)s things in order", in_order) % {"count": in_order}
    return {
        "missing": missing,
        "ready": ready,
        "counted": count_words if missing else "",
        "ready_words": ready_words,
        "enrol": address("enrol", view.seat, fight.encounter.token),
    }


def _entry_notes(kind: str, numbers: tuple[str, ...], named: bool) -> tuple[str, ...]:
    return (kind, *numbers) if named else numbers or (kind,)


@snapshot.of_page
def reserves_region(view: View, fight: Fight) -> Context:
    rows = fight.encounter.state.get(RESERVES, {})
    if not rows or fight.encounter.status == Encounter.Status.ENDED:
        return None
    scene = view.memoize_rows(("whole", fight.encounter.token), lambda: scenes.with_reserves(fight.encounter))
    fighters = [
        {"fighter": key, "name": fighter.name, "joins": reserves.joins_choice(rows[key])}
        for key, fighter in scene.fighters.items()
        if key in rows
    ]
    return {
        "waves": _wave_rows(view.campaign.system, fighters),
        "action": address("bring", view.seat, fight.encounter.token),
    }


def _wave_rows(system: Game, rows: list[Row]) -> list[Row]:
    labels = {row["key"]: row["label"] for row in reserves.joins_rows(system)}
    order = list(labels)
    for key in sorted({row["joins"] for row in rows} - set(order), key=int):  # later rounds than the choices offer
        order.append(key)
        labels[key] = round_words.words_of(system).numbered(key)
    pairs = [(key, [row for row in rows if row["joins"] == key]) for key in order]
    return [
        {"key": key, "label": labels[key], "rows": fighters, "foes": [row for row in fighters if row.get("clone")]}
        for key, fighters in pairs
        if fighters
    ]


@registry.cache_until_reload
def _sample_notes(game: str, _language: str) -> dict[str, tuple[str, ...]]:
    system = registry.system(game)
    values = {}
    for key, row in registry.samples(game).items():
        numbers = roster.numbers_at_glance(system, row["data"], {})
        values[f"{palette.SAMPLE}:{key}"] = tuple(f"{number['label']} {number['value']}" for number in numbers)
    return values


def _encounter_row(view: View, encounter: Encounter) -> Row:
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
        "now": "" if drafted else _moment_words(view, encounter),
    }


def _moment_words(view: View, encounter: Encounter) -> str:
    fight = snapshot.find_by_token(view, encounter.token)
    if fight is None:
        return ""
    head = heading.headline(fight)
    part = " ".join(filter(None, (head["part"], head["figure"])))
    return join_dotted(head["round"], part, heading.waiting_sentence(fight))


def _participant_row(view: View, fight: Fight, scene: Scene, fighter: Fighter, row: Mapping[str, Any]) -> Row:
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
        "joins": reserves.joins_choice(row),
        "numbers": roster.numbers_at_glance(fight.system, scene.sheets[fighter.character], scene.settings),
        "arms": sheet_rows.format_arms(fight.encounter.campaign, scene.sheets[fighter.character]),
        "state": roster.health_in_full(fight.system, scene.sheets[fighter.character], scene.settings),
        "sheet": address("sheet", view.seat, fighter.character),
        "action": address("fighter", *args),
        "clone": address("clone", *args) if fighter.side != "pc" else "",
        "save": address("save-template", view.seat, fighter.character),
        "dismiss": address("dismiss", *args),
    }
