"""Deletion of a player's characters: handed over without their notes, or removed.

A removed character is deleted with every text of its sheet, from the journal too; the same goes for characters that
were removed, or whose creation was undone, before the player leaves. If a fight that has ended still needs the
character, one without name and texts but with the same numbers replaces it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext

from campaigns import hooks
from campaigns.accounts.deletion import REMOVE, Leaving
from campaigns.journal.journal import Pen
from campaigns.journal.redaction import ELIDED, Veil
from campaigns.models import Event, Seat
from rules import registry
from rules.character.sheet import TYPED, Field, SheetSchema, map_texts
from rules.core.paths import canonical
from rules.core.scene import Change
from sheets.models import Character
from sheets.portraits import store
from sheets.subjects import plain_of


def remove_unseen(pen: Pen, seat: Seat, characters: str) -> None:
    """Remove a leaving seat's characters from everything that only game masters see, if they are to be removed."""
    owned = Character.objects.filter(owner=seat).order_by("pk").values_list("token", flat=True)
    for token in owned if characters == REMOVE else ():
        for remove in hooks.offered(lambda app: app.remove_unseen):
            remove(pen, token)


def owned_names(seat: Seat) -> list[str]:
    return list(Character.objects.filter(owner=seat).order_by("pk").values_list("name", flat=True))


def take_out(leaving: Leaving) -> None:
    """Remove a leaving seat's characters from the table, or only the notes on those handed over."""
    characters = Character.objects.select_related("owner", "campaign").filter(owner=leaving.seat).order_by("pk")
    for character in list(characters):
        if leaving.characters == REMOVE:
            _remove(leaving, character)
        else:
            _hand_over(leaving, character)
    for token in _former_characters(leaving):
        character = Character(campaign=leaving.campaign, token=token)
        if leaving.characters == REMOVE:
            _take_out_texts(leaving, character)
        else:
            _veil_notes(leaving, character)
    if leaving.redaction.gone:
        store.forget_unused(leaving.campaign, leaving.redaction.gone)


def _former_characters(leaving: Leaving) -> list[str]:
    """The tokens of characters no longer at the table whose last owner was this seat."""
    here = set(Character.objects.filter(campaign=leaving.campaign).values_list("token", flat=True))
    owners: dict[str, str] = {}
    events = Event.objects.filter(campaign=leaving.campaign).order_by("seq").values_list("changes", flat=True)
    for changes in events.iterator(chunk_size=500):
        for subject, path, before, after in changes:
            kind, _colon, token = subject.partition(":")
            if kind == "character" and token not in here and path in ("", "meta", "meta.owner"):
                owners[token] = _owner(path, before if after is None else after)
    return [token for token, owner in owners.items() if owner == leaving.seat.token]


def _owner(path: str, value: Any) -> str:
    for key in {"": ("meta", "owner"), "meta": ("owner",)}.get(path, ()):
        value = value.get(key) if isinstance(value, Mapping) else None
    return str(value or "")


def _hand_over(leaving: Leaving, character: Character) -> None:
    veil = _veil_notes(leaving, character)
    character.data = canonical(veil("", character.data))
    character.save(update_fields=["data"])


def _veil_notes(leaving: Leaving, character: Character) -> Veil:
    def read(field: Field, text: str) -> Any:
        return None if field.kind == "note" and not field.gm_only else text

    def veil(path: str, value: Any) -> Any:
        return map_texts(character.system.schema, path, value, read)

    leaving.redaction.veils[character.subject] = veil
    return veil


def _remove(leaving: Leaving, character: Character) -> None:
    checks = hooks.offered(lambda app: app.stand_in_needed)
    needed = [needs(leaving.campaign, character.token) for needs in checks]
    _take_out_texts(leaving, character)
    if any(needed):
        leaving.changes += _stand_in_changes(character)
    character.delete()


def _take_out_texts(leaving: Leaving, character: Character) -> None:
    redaction = leaving.redaction
    redaction.gone.add(character.subject)
    states = [*_values_written(character), ("", character.data)]
    names = {text for path, value in states for at, _field, text in _find_texts(character, path, value) if at == "name"}
    redaction.called |= dict.fromkeys(names, gettext("A deleted character"))
    typed = {text for path, value in states for _at, _field, text in _find_texts(character, path, value)}
    redaction.texts |= typed - names - _names_of_others(character)


def _stand_in_changes(character: Character) -> Iterator[Change]:
    def read(field: Field, text: str) -> Any:
        if field.names_another:
            return text
        return ELIDED if field.required else None

    plain = plain_of(character)
    data = canonical(map_texts(character.system.schema, "", {**plain, "meta": None}, read))
    own_values = {"name": gettext("A deleted character"), "meta": {"kind": character.kind}}
    for key, value in {**data, **own_values}.items():
        yield Change(character.subject, key, None, value)


def _values_written(character: Character) -> Iterator[tuple[str, Any]]:
    events = Event.objects.filter(campaign=character.campaign_id).values_list("changes", flat=True)
    for changes in events.iterator(chunk_size=500):
        for subject, path, before, after in changes:
            if subject == character.subject:
                yield from ((path, before), (path, after))


def _find_texts(character: Character, path: str, value: Any) -> list[tuple[str, Field, str]]:
    result: list[tuple[str, Field, str]] = []

    def keep(at: str, field: Field, text: str) -> None:
        if text and not field.names_another:
            result.append((at, field, text))

    _visit_texts(character.system.schema, path, value, keep)
    return result


def _names_of_others(character: Character) -> set[str]:
    names: set[str] = set()

    def keep(_at: str, field: Field, text: str) -> None:
        if not field.gm_only:  # texts for game masters only may not be spared either
            names.add(text)

    heroes = Character.objects.filter(campaign=character.campaign_id, kind=Character.Kind.PC)
    others = heroes.exclude(pk=character.pk)  # opponents' texts, which only game masters read, are not spared
    for data in (*_ready_made_sheets(character.campaign.game), *others.values_list("data", flat=True)):
        _visit_texts(character.system.schema, "", data, keep)
    return names


def _ready_made_sheets(game: str) -> Iterator[Mapping[str, Any]]:
    for language in ("", *registry.pack(game).names):
        yield from (row["data"] for row in registry.samples(game, language).values())


def _visit_texts(schema: SheetSchema, path: str, value: Any, keep: Callable[[str, Field, str], None]) -> None:
    if isinstance(value, Mapping):
        for key, other in value.items():
            _visit_texts(schema, f"{path}.{key}" if path else key, other, keep)
    elif isinstance(value, str) and (field := schema.field(path)) is not None and field.kind in TYPED:
        keep(path, field, value)
