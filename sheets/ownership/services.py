"""Commands of ownership: claim a free character, make one, or give one to a player.

A character is free if it has no owner, or if its owner has left the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campaigns.journal import journal
from campaigns.journal.journal import Pen, Receipt, Sent
from campaigns.models import Campaign, Seat
from campaigns.seats.access import check_gm, may
from campaigns.web.language import ready_made_sheets
from rules.character.sheet import Field, problems
from rules.core.errors import Refused, Stale, Unreadable
from rules.core.json_codec import to_json
from rules.core.scene import Change, Event
from rules.core.text import _
from sheets import sheet_view
from sheets.creation.create import create
from sheets.models import Character
from sheets.ownership.letters import next_names
from sheets.portraits import store
from sheets.portraits.upload import Portrait

MOST_CHARACTERS = 300
BLANK = "blank"
NAME = Field("name", _("Name of the character"), "text", most=80, required=True)


def player_characters(campaign: Campaign) -> list[Character]:
    characters = Character.objects.filter(campaign=campaign, kind=Character.Kind.PC)
    return list(characters.select_related("owner", "campaign").order_by("pk"))


def player_character(campaign: Campaign, token: str) -> Character | None:
    """The player character of a token; ``None`` for an opponent, even if the token exists."""
    row = sheet_view.find_character(campaign, token)
    return row if row is not None and row.kind == Character.Kind.PC else None


def list_templates(campaign: Campaign) -> list[Character]:
    return list(Character.objects.filter(campaign=campaign, kind=Character.Kind.TEMPLATE).order_by("name", "pk"))


def ready_made(seat: Seat, sample: str) -> tuple[str, dict[str, Any]]:
    """The kind and the data of a ready-made sheet. Raises ``Unreadable`` unless this seat may choose it."""
    values = ready_made_sheets(seat.campaign.game).get(sample)
    if values is None or (values["kind"] != Character.Kind.PC and not seat.is_gm):
        raise Unreadable(_("Choose a ready-made character or a blank sheet."), "sample")
    return values["kind"], dict(values["data"])


def claim_character(*, seat: Seat, sent: Sent, character: Character) -> Receipt:
    """Claim a free character. Raises ``Stale`` if somebody else was faster."""
    return journal.run(seat=seat, sent=sent, work=lambda pen: claim_in_command(pen, character))


def claim_in_command(pen: Pen, character: Character) -> None:
    row = find_present(pen, character)
    if not may(pen.seat, "create"):
        raise Refused(_("A spectator plays no character."))
    if row.is_played or row.kind != Character.Kind.PC:
        name = row.owner.shown_name if row.owner else _("the game master")
        raise Stale(_("%(character)s was just taken by %(player)s.", character=row.name, player=name), "character")
    if not pen.seat.is_gm and Character.objects.filter(campaign=pen.campaign, owner=pen.seat).exists():
        raise Refused(_("You already play somebody: the game master can give you another character."), "character")
    _give(pen, row, pen.seat)


@journal.command
def give_character(pen: Pen, *, character: Character, to: Seat | None) -> None:
    """Give a character to a player, or make it free. Raises ``Refused`` for anyone but a game master."""
    row = find_present(pen, character)
    check_gm(pen.seat, _("Only the game master gives characters."))
    if to is not None and (to.campaign_id != pen.campaign.pk or to.role != Seat.Role.PLAYER or to.left_at):
        raise Refused(_("A character is given to a player of this table."), "owner")
    if row.kind != Character.Kind.PC:
        raise Refused(_("Only a player character is given to a player."), "owner")
    if row.owner_id != (to.pk if to else None):
        _give(pen, row, to)


@journal.command
def remove_character(pen: Pen, *, character: Character) -> None:
    """Remove a character from the table; undo restores it unchanged.

    Raises ``Refused`` for anyone but a game master, and while the character takes part in an encounter.
    """
    row = find_present(pen, character)
    if not may(pen.seat, "run", row):
        raise Refused(_("Only the game master removes characters."))
    changes = tuple(Change(row.subject, key, value, None) for key, value in pen.read(row.subject).items())
    payload = {"told": {"table": to_json(_("%(character)s leaves the table for good.", character=row.name))}}
    audience = "table" if row.kind == Character.Kind.PC else "gm"
    pen.record(Event("remove_character", pen.seat.token, "", changes, audience, payload))


@journal.command
def make_character(pen: Pen, *, sample: str, name: str, kind: str = Character.Kind.PC) -> str:
    """Make a character from a ready-made or blank sheet, and return its token.

    A ready-made player character that keeps its name gets a letter if somebody at the table is already called so.
    """
    if sample == BLANK:
        blank = pen.campaign.system.blank(pen.campaign.settings)
        return add_character(pen, {**blank, "name": NAME.read(name)}, kind)
    kind, data = ready_made(pen.seat, sample)
    if name.strip():
        data["name"] = NAME.read(name)
    elif kind == Character.Kind.PC:
        names = [row.name for row in player_characters(pen.campaign)]
        [data["name"]] = next_names(data["name"], names, 1)
    return add_character(pen, data, kind)


def add_character(pen: Pen, data: Mapping[str, Any], kind: str, portrait: Portrait | None = None) -> str:
    """Record a new character: it belongs to the player who made it; a game master's is free to be claimed."""
    if not may(pen.seat, "create"):
        raise Refused(_("A spectator plays no character."))
    if kind != Character.Kind.PC and not pen.seat.is_gm:
        raise Refused(_("Players create player characters only."), "kind")
    check_room(pen, kind)
    for problem in problems(pen.campaign.system.schema, data):
        raise Refused(problem.text, problem.path)
    digest = store.save(pen, portrait) if portrait else ""
    return create(pen, data=data, kind=kind, owner=None if pen.seat.is_gm else pen.seat, portrait=digest)


def check_room(pen: Pen, kind: str, coming: int = 0) -> None:
    """Raise ``Refused`` if the table has too many player characters, or too many of the game master's.

    ``coming`` counts those that the same command adds before this one.
    """
    everybody = Character.objects.filter(campaign=pen.campaign)
    heroes = everybody.filter(kind=Character.Kind.PC)
    characters = heroes if kind == Character.Kind.PC else everybody.exclude(kind=Character.Kind.PC)
    if characters.count() + coming >= MOST_CHARACTERS:
        raise Refused(_("There is no room for more characters at this table."))


def find_present(pen: Pen, character: Character) -> Character:
    """A character as stored now, under the lock. Raises ``Stale`` if it is gone."""
    characters = Character.objects.select_related("owner", "campaign").filter(campaign=pen.campaign)
    row = characters.filter(token=character.token).first()
    if row is None:
        raise Stale(_("This character is no longer at the table."), "character")
    return row


def _give(pen: Pen, character: Character, to: Seat | None) -> None:
    present = pen.value(character.subject, "meta.owner")
    change = Change(character.subject, "meta.owner", present, to.token if to else None)
    if to is None:
        text = _("Nobody plays %(character)s any more.", character=character.name)
    else:
        text = _("%(player)s plays %(character)s.", player=to.name, character=character.name)
    pen.tell("give_character", (change,), "table", text, payload={"owner": character.token})
