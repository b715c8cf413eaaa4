"""Storage of a table's portraits: by content, visible to those who may see the character, part of archives."""

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

# Limits that include former pictures, which an undo may restore: of one player, and of all players or game masters.
MOST_OF_A_SEAT, MOST_PICTURES = 40, 500
_DIGEST = re.compile(r"[0-9a-f]{64}")


def address(digest: str, side: int = SMALL) -> str:
    """The address of a portrait, the same for everybody; empty if there is none."""
    return addresses.address("picture", digest, side) if digest else ""


def inline(raw: bytes | memoryview) -> str:
    """A picture embedded in a page as a data URL; empty if there is none."""
    return f"data:image/webp;base64,{encode(raw)}" if raw else ""


def save(pen: Pen, portrait: Portrait) -> str:
    """Store a picture for a table and return its name. Raises ``Refused`` if the seat, or its side, has too many."""
    is_new = not Picture.objects.filter(campaign=pen.campaign, digest=portrait.digest).exists()
    if not _has_room(pen, portrait.digest, is_new=is_new):
        raise Refused(_("There is no room for more pictures at this table."), "file")
    if is_new:
        Picture.objects.create(
            campaign=pen.campaign, digest=portrait.digest, large=portrait.large, small=portrait.small
        )
    return portrait.digest


def _has_room(pen: Pen, digest: str, *, is_new: bool) -> bool:
    # Game masters and players are counted apart, and each player alone, so that nobody uses up the others' room.
    by_seat = _digests_by_seat(pen.campaign)
    player_seats = _player_seat_ids(pen.campaign)
    of_players = set().union(*(digests for seat, digests in by_seat.items() if seat in player_seats))
    if pen.seat.is_gm:
        in_all = Picture.objects.filter(campaign=pen.campaign).count()
        return not is_new or in_all - len(of_players) < MOST_PICTURES
    own_digests = by_seat.get(pen.seat.pk, set())
    return digest in own_digests or (len(own_digests) < MOST_OF_A_SEAT and len(of_players) < MOST_PICTURES)


def may_see(seat: Seat, character: Character) -> bool:
    """True if a seat may see a portrait: of any player character, and of anybody shown under their own name."""
    if may_always_see(seat, character):
        return True
    checks = hooks.offered(lambda app: app.visible_to_table)
    return may(seat, "watch", character) and any(shown(character.campaign, character.token) for shown in checks)


def may_always_see(seat: Seat, character: Character) -> bool:
    """True if no later hiding takes a portrait away from a seat."""
    open_to_all = character.kind == Character.Kind.PC and may(seat, "watch", character)
    return open_to_all or may(seat, "read", character)


def find_visible(seats: Iterable[Seat], digest: str, side: int) -> tuple[bytes, bool] | None:
    """The picture, if one of these seats may see a character with it now, and True if that seat always may."""
    if side not in (SMALL, LARGE) or not _DIGEST.fullmatch(digest):
        return None
    for seat in seats:
        characters = Character.objects.select_related("campaign").filter(campaign=seat.campaign_id, portrait=digest)
        always = any(may_always_see(seat, character) for character in characters)
        if always or any(may_see(seat, character) for character in characters):
            picture = Picture.objects.filter(campaign=seat.campaign_id, digest=digest).first()
            return (bytes(picture.small if side == SMALL else picture.large), always) if picture else None
    return None


def export_portrait(character: Character) -> str:
    """The portrait of a character in base 64 for a file; empty if there is none."""
    picture = Picture.objects.filter(campaign=character.campaign_id, digest=character.portrait).first()
    return encode(picture.large) if picture and character.portrait else ""


def forget_unused(campaign: Campaign, gone: Iterable[str]) -> None:
    """Delete pictures that nothing in the journal refers to except the sheets that are gone."""
    removed, shown = set(gone), set()
    changes = Event.objects.filter(campaign=campaign).values_list("changes", flat=True)
    for rows in changes.iterator(chunk_size=500):
        for subject, path, *values in rows:
            if subject not in removed:
                shown |= {digest for value in values for digest in _digests_in(path, value)}
    Picture.objects.filter(campaign=campaign).exclude(digest__in=shown).delete()


def dump(campaign: Campaign, _admin: bool) -> list[dict[str, Any]]:
    """The pictures of a table for its archive, including those that an undo may restore."""
    pictures = Picture.objects.filter(campaign=campaign).order_by("digest")
    return [
        {"digest": picture.digest, "large": encode(picture.large), "small": encode(picture.small)}
        for picture in pictures
    ]


def load(campaign: Campaign, rows: list[dict[str, Any]]) -> None:
    """Restore the pictures of an archive. Raises ``Unfit`` if one is missing, unreadable or differs from its name."""
    if len(rows) > 2 * MOST_PICTURES:
        raise Unfit(f"There are more pictures in this archive than a table may have: {2 * MOST_PICTURES}.")
    for row in rows:
        try:
            portrait = Portrait(*(base64.b64decode(row[size], validate=True) for size in ("large", "small")))
            digest = row["digest"]
        except (LookupError, TypeError, ValueError) as error:
            raise Unfit("A picture of this archive cannot be read.") from error
        if portrait.digest != digest or not is_whole(portrait):
            raise Unfit("A picture of this archive is not the one it is called.")
        Picture.objects.create(campaign=campaign, digest=portrait.digest, large=portrait.large, small=portrait.small)
    in_use = Character.objects.filter(campaign=campaign).exclude(portrait="").values_list("portrait", flat=True)
    if set(in_use) - {row["digest"] for row in rows}:
        raise Unfit("A picture is missing in this archive.")


def _digests_in(path: str, value: Any) -> list[str]:
    if path == "meta.portrait":
        return [value] if value else []
    return [value["portrait"]] if path == "meta" and isinstance(value, dict) and "portrait" in value else []


def _digests_by_seat(campaign: Campaign) -> dict[int, set[str]]:
    """By seat, all pictures that its commands brought in, whether still in use or not."""
    digests: dict[int, set[str]] = {}
    kinds = ("portrait", "create_character")
    events = Event.objects.filter(campaign=campaign, kind__in=kinds)
    for seat, changes in events.values_list("command__seat", "changes").iterator(chunk_size=500):
        digests.setdefault(seat, set()).update(
            digest for _subject, path, _before, after in changes for digest in _digests_in(path, after)
        )
    return digests


def _player_seat_ids(campaign: Campaign) -> set[int]:
    return set(Seat.objects.filter(campaign=campaign).exclude(role=Seat.Role.GM).values_list("pk", flat=True))


def encode(raw: bytes | memoryview) -> str:
    return base64.b64encode(bytes(raw)).decode()
