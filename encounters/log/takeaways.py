"""Takeaways of a session: what a player has to do with each of their characters, and what became of them.

This module knows no game. An act is due if the sheet offers it now but would not offer it in perfect health; a state
lasts if it is not at its blank value; a number of things runs low at half its maximum or less.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from campaigns.live.regions import View
from campaigns.models import Seat
from campaigns.web.language import say
from encounters import roster
from encounters.checks import downtime
from encounters.fight import snapshot
from encounters.fight.offers import offer_form
from encounters.log import entries, rows
from encounters.log.entries import PAUSE, Entry
from encounters.prepare import timers
from rules.character.sheet import Field
from rules.core.acts import Offer
from rules.core.paths import get
from rules.core.text import ready_made
from rules.views import board
from sheets.editing.change_log import row_name, value_text
from sheets.models import Character
from sheets.subjects import plain_of

MOST_CASES = 6


@dataclass(frozen=True)
class Due:
    """An act to do soon, its ``place`` on the sheet, and its cases with their deadlines."""

    label: str
    place: str
    cases: tuple[str, ...] = ()


@dataclass(frozen=True)
class Takeaway:
    """One character after a session."""

    token: str
    name: str
    lost: str  # a final state such as death, after which nothing is treated
    wounds: tuple[str, ...]
    numbers: tuple[str, ...]
    due: tuple[Due, ...]
    possible: tuple[Due, ...]
    states: tuple[str, ...]
    low: tuple[str, ...]
    lines: tuple[dict[str, Any], ...]


def takeaways_for(seat: Seat) -> list[Takeaway]:
    """The takeaways of a seat's characters; for a game master, of all player characters."""
    everybody = roster.played_characters(seat.campaign)
    heroes = [character for character in everybody if character.kind == Character.Kind.PC]
    characters = heroes if seat.is_gm else [character for character in everybody if character.owner_id == seat.pk]
    view = View(seat.campaign, seat.circle, seat.token, seat.language)
    return [_takeaway_of(seat, view, character, heroes) for character in characters]


def wound_words(character: Character) -> tuple[str, ...]:
    """A character's wounds, worst first; in a game without places of the body, their state of health."""
    system, sheet, settings = character.system, character.data, character.campaign.settings
    if roster.final_state(character):
        return ()
    body = system.body(sheet, settings)
    if not body:
        whole = roster.health_in_full(system, sheet, settings)
        return (whole["word"],) if whole["rank"] else ()
    hurt = sorted((place for place in body if place.rank), key=lambda place: -place.rank)
    return tuple(_("%(place)s: %(state)s") % {"place": say(place.label), "state": say(place.word)} for place in hurt)


def number_words(character: Character) -> tuple[str, ...]:
    numbers = roster.numbers_at_glance(character.system, character.data, character.campaign.settings)
    return tuple(f"{row['label']}\u00a0{row['value']}{row['note']}" for row in numbers)


def _takeaway_of(seat: Seat, view: View, character: Character, heroes: list[Character]) -> Takeaway:
    offers, always = _find_offers(seat, character, heroes)
    wounds = wound_words(character)
    return Takeaway(
        character.token,
        character.name,
        roster.final_state(character),
        wounds,
        number_words(character),
        tuple(_build_due(offer) for offer in offers if offer.kind not in always),
        tuple(_build_due(offer, cases=False) for offer in offers if offer.kind in always),
        tuple(words for words in _state_words(view, character) if words not in wounds),
        tuple(_low_vitals(character)),
        tuple(_line_rows(seat, character)),
    )


def _build_due(offer: Offer, *, cases: bool = True) -> Due:
    words = tuple(_case_words(offer)) if cases else ()
    return Due(say(offer.label), offer_form.form_id(offer, downtime.PLACE), words)


def _find_offers(seat: Seat, character: Character, heroes: list[Character]) -> tuple[list[Offer], frozenset[str]]:
    system, viewer = seat.campaign.system, roster.viewer_of(seat)
    beside = downtime.heroes_beside(heroes, viewer, snapshot.find_seen(seat.campaign))
    scene = downtime.scene_of(seat.campaign, [character, *beside])
    offers = board.downtime_offers(system, scene, viewer, character.token)
    usual = downtime.kinds_in_health(system, scene, viewer, character.token)
    return [offer for offer in offers if offer.refused is None], usual


def _case_words(offer: Offer) -> Iterator[str]:
    if offer.hint is not None:
        yield say(offer.hint)
    for field in offer.fields:
        if any(choice.hint for choice in field.choices):
            for choice in [choice for choice in field.choices if choice.refused is None][:MOST_CASES]:
                yield f"{say(choice.label)} · {say(choice.hint)}" if choice.hint else say(choice.label)


def _state_words(view: View, character: Character) -> Iterator[str]:
    system, timers_shown = character.system, timers.timers_of_character(view, character.token)
    for other in timers_shown:
        yield _("%(what)s, %(until)s") % {"what": other["label"], "until": other["until"]}
    for path, field in system.schema.walk():
        value = get(character.data, path)
        is_state = system.is_state(path) and path not in {row["path"] for row in timers_shown}
        if is_state and not field.gm_only and value not in (None, field.blank):
            yield from _state_word(field, value)


def _state_word(field: Field, value: Any) -> Iterator[str]:
    if field.kind == "flag":
        yield say(field.label)
    elif field.kind in ("choice", "text"):
        yield _("%(what)s: %(result)s") % {"what": say(field.label), "result": say(value_text(field, value))}


def _low_vitals(character: Character) -> Iterator[str]:
    system, settings, sheet = character.system, character.campaign.settings, plain_of(character)
    for path in system.vitals(sheet, settings):
        maximum, value = system.most(sheet, settings, path), system.value(sheet, path)
        if path.count(".") == 2 and maximum and isinstance(value, int) and 2 * value <= maximum:
            name = say(ready_made(system.key, row_name(character.campaign, sheet, path)))
            yield _("%(what)s: %(value)s of %(most)s") % {"what": name, "value": value, "most": maximum}


def _line_rows(seat: Seat, character: Character) -> list[dict[str, Any]]:
    result, _more = entries.entries_page(seat.campaign, seat.circle, roster.viewer_of(seat), character=character.token)
    standing = [entry for entry in _last_session(seat, result) if entry.stands]
    return [rows.entry_row(entry) for entry in reversed(standing)]


def _last_session(seat: Seat, entries: list[Entry]) -> Iterator[Entry]:
    last = rows.visible_events(seat).order_by("-seq").values_list("created", flat=True).first()
    for entry in entries:
        if last is None or last - entry.event.created > PAUSE:
            return
        last = entry.event.created
        yield entry
