"""Takeaways of a session: for each of a player's characters what to do now, and what became of them.

Nothing here knows a game: what is due is what the sheet offers besides tests and would not offer in perfect health;
what runs on is what its game calls a state and does not stand at its blank; what runs out are the numbers of things,
half or less of what they hold.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from django.utils.translation import gettext as _

from campaigns.live.regions import View
from campaigns.models import Seat
from campaigns.web.language import say
from encounters import roster
from encounters.checks import downtime
from encounters.fight import offer_form
from encounters.log import entries, rows
from encounters.log.entries import Entry
from encounters.prepare import timers
from rules.character.sheet import Field
from rules.core.acts import Offer
from rules.core.paths import get, put
from rules.views import board
from sheets.editing.change_log import row_name, value_text
from sheets.models import Character
from sheets.subjects import plain_of

PAUSE = timedelta(hours=6)  # so long without a line, and another session has begun
MOST_CASES = 6


@dataclass(frozen=True)
class Due:
    """An act to do now, at a ``place`` of the sheet, with the cases it is for and how long each can wait."""

    label: str
    place: str
    cases: tuple[str, ...] = ()


@dataclass(frozen=True)
class After:
    """One character after a session."""

    token: str
    name: str
    wounds: tuple[str, ...]
    due: tuple[Due, ...]
    possible: tuple[str, ...]
    states: tuple[str, ...]
    low: tuple[str, ...]
    lines: tuple[dict[str, Any], ...]


def of(seat: Seat) -> list[After]:
    """The characters of a seat; for a game master, every player character."""
    everybody = roster.played(seat.campaign)
    heroes = [character for character in everybody if character.kind == Character.Kind.PC]
    mine = heroes if seat.is_gm else [character for character in everybody if character.owner_id == seat.pk]
    view = View(seat.campaign, seat.circle, seat.token, seat.language)
    return [_after(seat, view, character, heroes) for character in mine]


def wounds(character: Character) -> tuple[str, ...]:
    """The wounds of a character, the worst first; where a game has no places of a body, the state they are in."""
    system, sheet, settings = character.system, character.data, character.campaign.settings
    body = system.body(sheet, settings)
    if not body:
        whole = roster.state(system, sheet, settings)
        return (whole["word"],) if whole["rank"] else ()
    hurt = sorted((place for place in body if place.rank), key=lambda place: -place.rank)
    return tuple(_("%(place)s: %(state)s") % {"place": say(place.label), "state": say(place.word)} for place in hurt)


def _after(seat: Seat, view: View, character: Character, heroes: list[Character]) -> After:
    offers, always = _offers(seat, character, heroes)
    return After(
        character.token,
        character.name,
        wounds(character),
        tuple(_due(offer) for offer in offers if offer.kind not in always),
        tuple(say(offer.label) for offer in offers if offer.kind in always),
        tuple(_states(view, character)),
        tuple(_low(character)),
        tuple(_lines(seat, character)),
    )


def _due(offer: Offer) -> Due:
    return Due(say(offer.label), offer_form.place_of(offer, downtime.PLACE), tuple(_cases(offer)))


def _offers(seat: Seat, character: Character, heroes: list[Character]) -> tuple[list[Offer], set[str]]:
    system, viewer = seat.campaign.system, roster.viewer_of(seat)
    scene = downtime.scene_of(seat.campaign, [character, *heroes])
    sheet = scene.sheets[character.token]
    for path in system.state_paths:
        sheet = put(sheet, path, None) if get(sheet, path) is not None else sheet
    healthy = replace(scene, sheets={**scene.sheets, character.token: sheet})
    offers, always = (board.downtime(system, state, viewer, character.token) for state in (scene, healthy))
    return [offer for offer in offers if offer.refused is None], {
        offer.kind for offer in always if offer.refused is None
    }


def _cases(offer: Offer) -> Iterator[str]:
    if offer.hint is not None:
        yield say(offer.hint)
    for field in offer.fields:
        if any(choice.hint for choice in field.choices):
            for choice in [choice for choice in field.choices if choice.refused is None][:MOST_CASES]:
                yield f"{say(choice.label)} · {say(choice.hint)}" if choice.hint else say(choice.label)


def _states(view: View, character: Character) -> Iterator[str]:
    system, timed = character.system, timers.of_character(view, character.token)
    for other in timed:
        yield _("%(what)s, %(until)s") % {"what": other["label"], "until": other["until"]}
    for path, field in system.schema.walk():
        value = get(character.data, path)
        stated = any(path == state_path or path.startswith(f"{state_path}.") for state_path in system.state_paths)
        stated = stated and path not in {row["path"] for row in timed}
        if stated and not field.gm_only and value not in (None, field.blank):
            yield from _state(field, value)


def _state(field: Field, value: Any) -> Iterator[str]:
    if field.kind == "flag":
        yield say(field.label)
    elif field.kind in ("choice", "text"):
        yield _("%(what)s: %(result)s") % {"what": say(field.label), "result": say(value_text(field, value))}


def _low(character: Character) -> Iterator[str]:
    system, settings, sheet = character.system, character.campaign.settings, plain_of(character)
    for path in system.vitals(sheet, settings):
        most, value = system.most(sheet, settings, path), system.value(sheet, path)
        if path.count(".") == 2 and most and isinstance(value, int) and 2 * value <= most:
            name = say(row_name(character.campaign, sheet, path))
            yield _("%(what)s: %(value)s of %(most)s") % {"what": name, "value": value, "most": most}


def _lines(seat: Seat, character: Character) -> list[dict[str, Any]]:
    result, _more = entries.page(seat.campaign, seat.circle, roster.viewer_of(seat), character=character.token)
    standing = [entry for entry in _session(seat, result) if entry.stands]
    return [rows.row(entry) for entry in reversed(standing)]


def _session(seat: Seat, entries: list[Entry]) -> Iterator[Entry]:
    """The entries without a long pause between them, up to the newest event that this seat hears."""
    last = rows.of(seat).order_by("-seq").values_list("created", flat=True).first()
    for entry in entries:
        if last is None or last - entry.event.created > PAUSE:
            return
        last = entry.event.created
        yield entry
