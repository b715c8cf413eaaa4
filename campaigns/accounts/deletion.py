"""Deletion of a person: one transaction removes their name and private texts from a table for good.

Only a seat and an account have a person's name, all else refers to their tokens; so the seat loses its name
and account, the account and its sessions are deleted, and ``campaigns.journal.redaction`` removes the name from the
journal. Apps that store data of a person have hooks for it: ``before_leaving(pen, seat, characters)`` records
hidden changes beforehand; ``leaving(leaving)`` fills ``leaving.redaction`` and changes the app's
rows; ``belongings(seat)`` names the characters that may be handed over or removed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.db import models, transaction
from django.db.models import QuerySet
from django.utils import timezone

from campaigns import hooks
from campaigns.journal import event_cache
from campaigns.journal.journal import Pen, Receipt, Sent, run
from campaigns.journal.redaction import Redaction, redact_journal
from campaigns.live.notify import announce
from campaigns.models import Campaign, Command, Event, Seat
from campaigns.seats.access import may, seats_held
from rules.core import scene
from rules.core.errors import Refused
from rules.core.json_codec import to_json
from rules.core.scene import Change
from rules.core.text import Text, _

KEEP, REMOVE = "keep", "remove"
ERASED, HANDED = "seat_erased", "table_handed"


@dataclass(frozen=True)
class Farewell:
    """Choices on leaving: the fate of the seat's characters; a last game master names an heir or ``ends`` the table."""

    seat: Seat
    characters: str = KEEP
    heir: str = ""
    ends: bool = False


@dataclass
class Leaving:
    """A seat that is being left, under the lock of its table; ``changes`` are recorded after all is removed."""

    campaign: Campaign
    seat: Seat
    characters: str
    redaction: Redaction = field(default_factory=Redaction)
    changes: list[Change] = field(default_factory=list)

    def take_out_private(self, kind: str) -> None:
        """Redact all subjects of a kind that were ever between this seat and game masters only."""
        private = Event.objects.filter(campaign=self.campaign, audience=self.seat.subject)
        for changes in private.values_list("changes", flat=True).iterator(chunk_size=500):
            self.redaction.gone |= {subject for subject, *_rest in changes if subject.startswith(f"{kind}:")}


def names_of_belongings(seat: Seat) -> list[str]:
    return [name for names in hooks.offered(lambda app: app.belongings) for name in names(seat)]


def possible_heirs(seat: Seat) -> list[Seat]:
    """The seats to which a game master may hand the table: other people's players and spectators."""
    roles = (Seat.Role.PLAYER, Seat.Role.SPECTATOR)
    seats = Seat.objects.filter(campaign=seat.campaign_id, left_at=None, role__in=roles).order_by("pk")
    return [member for member in seats if seat.user_id is None or member.user_id != seat.user_id]


def is_last_gm(seat: Seat) -> bool:
    others = Seat.objects.filter(campaign=seat.campaign_id, left_at=None, role=Seat.Role.GM).exclude(pk=seat.pk)
    return seat.is_gm and seat.left_at is None and not others.exists()


def leave_for_good(farewells: Iterable[Farewell], user: Any = None) -> None:
    """Leave these seats for good and delete the account, in one transaction: nothing happens if a part is refused."""
    in_order = sorted(farewells, key=lambda farewell: farewell.seat.campaign_id)
    with transaction.atomic():
        tables_ended = {
            farewell.seat.campaign_id for farewell in in_order if farewell.ends and is_last_gm(farewell.seat)
        }
        for campaign in sorted(tables_ended):
            _delete_table(campaign)
        for farewell in in_order:
            if farewell.seat.campaign_id not in tables_ended:
                _leave_seat(farewell)
        _forget_people([farewell.seat for farewell in in_order], user)


def _forget_people(seats: Collection[Seat], user: Any) -> None:
    names = {seat.name for seat in seats if seat.name} | ({user.get_username()} if user else set())
    _forget_sessions({seat.token for seat in seats}, names, str(user.pk) if user else "")
    if user is not None:
        user.delete()


def departed_seats(campaign: Campaign) -> QuerySet[Seat]:
    """The seats of people who have left a table but are still named there, latest first."""
    gone = Seat.objects.filter(campaign=campaign, left_at__isnull=False).exclude(name="")
    return gone.exclude(role__in=("", Seat.Role.SCREEN)).order_by("-left_at", "-pk")


def erase(*, seat: Seat, sent: Sent, member: Seat, characters: str = KEEP) -> Receipt:
    """Delete the remaining data of somebody who left the table earlier; cannot be undone. Raises ``Refused``."""

    def work(pen: Pen) -> None:
        if not may(pen.seat, "invite", member):
            raise Refused(_("Only the game master deletes the data of players who have left."))
        seat = departed_seats(pen.campaign).filter(pk=member.pk).first()
        if seat is None:
            raise Refused(_("There is nothing left to remove, or the seat is taken again."))
        text = _("What was left of a player who had gone is deleted.")
        _take_out(pen, seat, characters, text, by=pen.seat.token)
        _forget_sessions({seat.token}, {seat.name}, "")

    return run(seat=seat, sent=sent, work=work)


def _leave_seat(farewell: Farewell) -> None:
    campaign = Campaign.objects.select_for_update().get(pk=farewell.seat.campaign_id)
    seat = Seat.objects.get(pk=farewell.seat.pk)
    if seat.left_at is not None and not seat.name:  # the same form was sent twice
        return
    if is_last_gm(seat):
        _hand_over(seat, farewell.heir)
        campaign.refresh_from_db()
    pen = Pen(campaign, seat, "")
    _take_out(pen, seat, farewell.characters, _("A player has left for good: their data are deleted."))
    pen.close(Sent.of("", ""))


def _take_out(pen: Pen, seat: Seat, characters: str, text: Text, by: str = "") -> None:
    before = Pen(pen.campaign, pen.seat, "")
    for before_leaving in hooks.offered(lambda app: app.before_leaving):
        before_leaving(before, seat, characters)
    before.close(Sent.of("", ""))
    leaving = Leaving(pen.campaign, seat, characters)
    namesakes = Seat.objects.filter(campaign=pen.campaign, name=seat.name).exclude(pk=seat.pk)
    leaving.redaction.people = {seat.name} - {""}
    leaving.redaction.alone = seat if namesakes.exists() else None
    leaving.redaction.veils[seat.subject] = lambda path, value: None if path == "name" else value
    for take_out in hooks.offered(lambda app: app.leaving):
        take_out(leaving)
    redact_journal(pen.campaign, leaving.redaction)
    Seat.objects.filter(pk=seat.pk).update(name="", user=None)
    for relation in Seat._meta.related_objects:
        if relation.on_delete is models.CASCADE:  # links, uses of links, and rows that apps store for one seat
            relation.related_model._default_manager.filter(**{relation.field.name: seat}).delete()
    left = Change(seat.subject, "left_at", pen.value(seat.subject, "left_at"), timezone.now().isoformat())
    pen.record(scene.Event(ERASED, by, "", (left, *leaving.changes), "table", {"told": {"table": to_json(text)}}))
    pen.campaign.amended = pen.campaign.seq + len(pen.events)
    pen.campaign.save(update_fields=["amended"])


def _hand_over(seat: Seat, heir: str) -> None:
    def work(pen: Pen) -> None:
        new_gm = next((other for other in possible_heirs(seat) if other.token == heir), None)
        if new_gm is None:
            raise Refused(_("Choose who gets the table, or delete it."), "table")
        change = Change(new_gm.subject, "role", pen.value(new_gm.subject, "role"), Seat.Role.GM.value)
        text = _("%(name)s is the game master now.", name=new_gm.name)
        pen.tell(HANDED, (change,), "table", text)

    run(seat=seat, sent=Sent.of("", heir), work=work)


def _delete_table(campaign: int) -> None:
    table = Campaign.objects.select_for_update().get(pk=campaign)
    Event.objects.filter(campaign=table).update(undoes=None)
    Event.objects.filter(campaign=table).delete()
    Command.objects.filter(campaign=table).delete()
    pk, seq = table.pk, table.seq
    table.delete()
    transaction.on_commit(event_cache.sweep, robust=True)
    transaction.on_commit(partial(announce, pk, seq + 1), robust=True)


def _forget_sessions(tokens: set[str], names: set[str], user: str) -> None:
    for row in list(Session.objects.all()):
        data = row.get_decoded()
        if user and str(data.get(SESSION_KEY)) == user:
            row.delete()
            continue
        remaining = {token: moved for token, moved in seats_held(data).items() if token not in tokens}
        quotes = any(name in str(data.get("_messages", "")) for name in names)
        if len(remaining) < len(seats_held(data)) or quotes:
            data = {**data, "seats": list(remaining), "moved": remaining}
            if quotes:
                del data["_messages"]
            row.session_data = Session.objects.encode(data)
            row.save(update_fields=["session_data"])
