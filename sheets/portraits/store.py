"""The portraits of a table: kept by what they show, seen by who may see their character, carried in its archive."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable
from typing import Any

from campaigns import hooks
from campaigns.journal.journal import Pen
from campaigns.models import Campaign, Event, Seat
from campaigns.seats.access import may
from campaigns.unpacking import Unfit
from campaigns.web import addresses
from rules.core.errors import Refused
from rules.core.text import _
from sheets.models import Character, Picture
from sheets.portraits.limits import LARGE, SMALL
from sheets.portraits.upload import Portrait, is_whole

# Those of before among them, which an undo may bring back: of one player, and of all players or all game masters.
MOST_OF_A_SEAT, MOST_PICTURES = 40, 500
_DIGEST = re.compile(r"[0-9a-f]{64}")


def address(digest: str, side: int = SMALL) -> str:
    """The address of a portrait, the same for everybody; empty where there is none."""
    return addresses.address("picture", digest, side) if digest else ""


def inline(raw: bytes | memoryview) -> str:
    """A picture that only this page has, as its address; empty where there is none."""
    return f"data:image/webp;base64,{text(raw)}" if raw else ""


def keep(pen: Pen, portrait: Portrait) -> str:
    """Keep a picture at a table and return its name. Raises ``Refused`` where its seat, or its side, has too many.

    What game masters keep, hidden or not, takes no room from players, nor do all that one of them brings.
    """
    known = Picture.objects.filter(campaign=pen.campaign, digest=portrait.digest)
    brought = _brought(pen.campaign)
    mine = brought.get(pen.seat.pk, set())
    players = set().union(*(digests for seat, digests in brought.items() if seat in _players(pen.campaign)))
    if pen.seat.is_gm:
        room = known.exists() or Picture.objects.filter(campaign=pen.campaign).count() - len(players) < MOST_PICTURES
    else:
        room = portrait.digest in mine or (len(mine) < MOST_OF_A_SEAT and len(players) < MOST_PICTURES)
    if not room:
        raise Refused(_("There is no room for more pictures at this table."), "file")
    if not known.exists():
        Picture.objects.create(
            campaign=pen.campaign, digest=portrait.digest, large=portrait.large, small=portrait.small
        )
    return portrait.digest


def may_see(seat: Seat, character: Character) -> bool:
    """True if a seat may see what a character looks like: the whole table knows player characters, and who is shown."""
    if knows(seat, character):
        return True
    asked = (app.visible_to_table for app in hooks.registered() if app.visible_to_table is not None)
    return may(seat, "watch", character) and any(shown(character.campaign, character.token) for shown in asked)


def knows(seat: Seat, character: Character) -> bool:
    known = character.kind == Character.Kind.PC and may(seat, "watch", character)
    return known or may(seat, "read", character)


def seen_by(seats: Iterable[Seat], digest: str, side: int) -> tuple[bytes, bool] | None:
    """The picture of this name if one of these seats may see somebody who looks so now, and whether it may always."""
    if side not in (SMALL, LARGE) or not _DIGEST.fullmatch(digest):
        return None
    for seat in seats:
        worn = Character.objects.select_related("campaign").filter(campaign=seat.campaign_id, portrait=digest)
        always = any(knows(seat, character) for character in worn)
        if always or any(may_see(seat, character) for character in worn):
            picture = Picture.objects.filter(campaign=seat.campaign_id, digest=digest).first()
            return (bytes(picture.small if side == SMALL else picture.large), always) if picture else None
    return None


def text_of(character: Character) -> str:
    """The portrait of a character as a file holds it; empty where there is none."""
    picture = Picture.objects.filter(campaign=character.campaign_id, digest=character.portrait).first()
    return text(picture.large) if picture and character.portrait else ""


def sweep(campaign: Campaign, gone: Iterable[str]) -> None:
    """Forget the pictures that nothing in the journal shows but the sheets that are gone."""
    left, shown = set(gone), set()
    changes = Event.objects.filter(campaign=campaign).values_list("changes", flat=True)
    for rows in changes.iterator(chunk_size=500):
        for subject, path, *values in rows:
            if subject not in left:
                shown |= {digest for value in values for digest in _named(path, value)}
    Picture.objects.filter(campaign=campaign).exclude(digest__in=shown).delete()


def dump(campaign: Campaign, _admin: bool) -> list[dict[str, Any]]:
    """The pictures of a table for its archive, those that an undo may bring back among them."""
    known = Picture.objects.filter(campaign=campaign).order_by("digest")
    return [{"digest": picture.digest, "large": text(picture.large), "small": text(picture.small)} for picture in known]


def load(campaign: Campaign, rows: list[dict[str, Any]]) -> None:
    """Make the pictures of an archive again. Raises ``Unfit`` for one that is not what its name says, or missing."""
    if len(rows) > 2 * MOST_PICTURES:
        raise Unfit(f"There are more pictures in this archive than a table may have: {2 * MOST_PICTURES}.")
    for row in rows:
        try:
            portrait = Portrait(*(base64.b64decode(row[size], validate=True) for size in ("large", "small")))
            called = row["digest"]
        except (LookupError, TypeError, ValueError) as error:
            raise Unfit("A picture of this archive cannot be read.") from error
        if portrait.digest != called or not is_whole(portrait):
            raise Unfit("A picture of this archive is not the one it is called.")
        Picture.objects.create(campaign=campaign, digest=portrait.digest, large=portrait.large, small=portrait.small)
    worn = Character.objects.filter(campaign=campaign).exclude(portrait="").values_list("portrait", flat=True)
    if set(worn) - {row["digest"] for row in rows}:
        raise Unfit("A picture is missing in this archive.")


def _named(path: str, value: Any) -> list[str]:
    if path == "meta.portrait":
        return [value] if value else []
    return [value["portrait"]] if path == "meta" and isinstance(value, dict) and "portrait" in value else []


def _brought(campaign: Campaign) -> dict[int, set[str]]:
    """By seat, the pictures that came with something it did, whether they are shown still or not."""
    kept: dict[int, set[str]] = {}
    kinds = ("portrait", "create_character")
    events = Event.objects.filter(campaign=campaign, kind__in=kinds)
    for seat, changes in events.values_list("command__seat", "changes").iterator(chunk_size=500):
        kept.setdefault(seat, set()).update(
            digest for _subject, path, _before, after in changes for digest in _named(path, after)
        )
    return kept


def _players(campaign: Campaign) -> set[int]:
    return set(Seat.objects.filter(campaign=campaign).exclude(role=Seat.Role.GM).values_list("pk", flat=True))


def text(raw: bytes | memoryview) -> str:
    return base64.b64encode(bytes(raw)).decode()
