"""Characters as subjects of the journal: their data, with kind, owner, portrait and kept dice under ``meta``."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db.models import QuerySet

from campaigns.journal.json_field import share_sections
from campaigns.journal.subjects import Plain
from campaigns.models import Campaign
from campaigns.queries import get_or_none, prepared
from campaigns.unpacking import Unfit
from rules.character.sheet import is_shaped
from rules.core.memo import memoize
from rules.core.paths import Data
from sheets.models import Character


def plain_of(character: Character) -> Plain:
    """The whole state of a character for the journal: the same object as long as nothing in it changes."""
    return _plain_of(
        character.data, character.kind, character.owner.token if character.owner else "", character.portrait
    )


@memoize
def _plain_of(data: Data, kind: str, owner: str, portrait: str) -> Plain:
    own = {"kind": kind}
    if owner:
        own["owner"] = owner
    if portrait:
        own["portrait"] = portrait
    return share_sections({**data, "meta": {**own, **data.get("meta", {})}})


def load(campaign: Campaign, token: str) -> Plain:
    """A character's state, or an empty one if this table has no such character."""
    character = find_row(campaign, token)
    return plain_of(character) if character else {}


def load_all(campaign: Campaign, tokens: Collection[str]) -> dict[str, Plain]:
    return {character.token: plain_of(character) for character in rows_of(campaign.pk, tuple(tokens))}


def find_row(campaign: Campaign, token: str) -> Character | None:
    return get_or_none(rows_of(campaign.pk, (token,)))


@prepared
def rows_of(campaign: int, tokens: tuple[str, ...]) -> QuerySet[Character]:
    return Character.objects.select_related("owner").filter(campaign=campaign, token__in=tokens)


def save(campaign: Campaign, token: str, data: Plain, paths: Collection[str]) -> None:
    """Write a character back, field by field; the row is created if it is new, and deleted if its state is empty."""
    if not data:
        Character.objects.filter(campaign=campaign, token=token).delete()
        return
    meta = data.get("meta", {})
    values = {key: value for key, value in meta.items() if key not in ("kind", "owner", "portrait")}
    fields: dict[str, Any] = {"data": {key: value for key, value in data.items() if key != "meta"}}
    if values:
        fields["data"]["meta"] = values
    if _is_touched(paths, "name"):
        fields["name"] = data.get("name", "")
    if _is_touched(paths, "meta"):
        fields["kind"], fields["portrait"] = meta.get("kind", Character.Kind.PC), meta.get("portrait", "")
        owner = get_or_none(campaign.seats.filter(token=meta["owner"])) if meta.get("owner") else None
        fields["owner_id"] = owner and owner.pk
    if not rows_of.update(fields, campaign.pk, (token,)):
        Character.objects.create(campaign=campaign, token=token, **fields)


def check_restored(campaign: Campaign) -> None:
    """Raise ``Unfit`` for a character in an archive that is no sheet of its game."""
    for character in Character.objects.filter(campaign=campaign):
        shaped = is_shaped(campaign.system.schema, character.data)
        if not shaped or character.kind not in Character.Kind.values:
            raise Unfit(f"The character {character.token} of this archive is no sheet of its game.")


def step(campaign: Campaign, data: Plain, path: str, by: int) -> Any:
    return campaign.system.step(data, campaign.settings, path, by).writes[path]


def is_note(campaign: Campaign, path: str) -> bool:
    """True for the path of a long text, which no rule reads and only its own sheet shows."""
    field = campaign.system.schema.field(path)
    return field is not None and field.kind == "note"


def _is_touched(paths: Collection[str], key: str) -> bool:
    return any(path == key or path.startswith(f"{key}.") for path in paths)
