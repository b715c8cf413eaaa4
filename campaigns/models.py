"""Models of a table and its history: campaigns, seats, invitations, commands and events.

All ids that clients see are random tokens. ``Campaign.seq`` and ``Event.seq`` never leave the server, because a gap in
them would reveal a hidden event.
"""

from __future__ import annotations

import base64
import secrets
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns.journal.json_field import PlainField, SheetField
from campaigns.queries import Row
from rules import registry
from rules.core.scene import Change
from rules.core.text import Text

if TYPE_CHECKING:
    from rules.core.game import Game


SHARD = 3  # letters by which a proxy keeps all seats of a table on one process: deploy/nginx/tablee-http.conf


def new_token() -> str:
    """A random token: 16 characters of lower-case base 32, which are 80 bits."""
    return base64.b32encode(secrets.token_bytes(10)).decode().lower()


class Campaign(Row):
    """One table: its game, its house settings, and the number of its last event."""

    token = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    name = models.CharField(max_length=200)
    game = models.CharField(max_length=40)
    settings = SheetField(default=dict, blank=True)
    seq = models.PositiveBigIntegerField(default=0, editable=False)
    # The number of the event with which somebody's data were last redacted: campaigns.journal.redaction.
    amended = models.PositiveBigIntegerField(default=0, editable=False)

    def __str__(self) -> str:
        return self.name

    @property
    def subject(self) -> str:
        return f"campaign:{self.token}"

    def new_seat_token(self) -> str:
        """A seat token: the first characters are the same for all seats of this table, then 65 random bits."""
        return self.token[:SHARD] + new_token()[SHARD:]

    @property
    def system(self) -> Game:
        return registry.system(self.game)

    @property
    def edition(self) -> str:
        """The game with its installed version; empty if it has no version or is not installed."""
        return self.system.edition if self.game in registry.all_keys() else ""

    @property
    def game_name(self) -> Text | str:
        """The name of its game, or the game's key if it is no longer installed."""
        return self.system.name if self.game in registry.all_keys() else self.game


class Seat(Row):
    """A place at a table; the person who holds it acts and sees as this seat."""

    class Role(models.TextChoices):
        GM = "gm", _("Game master")
        PLAYER = "player", _("Player")
        SPECTATOR = "spectator", _("Spectator")
        SCREEN = "screen", _("Shared screen")

    class Dice(models.TextChoices):
        SERVER = "server", _("Thrown here")
        TYPED = "typed", _("Real dice")
        ASK = "ask", _("Ask each time")

    token = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="seats")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="seats"
    )
    role = models.CharField(max_length=10, choices=Role.choices)
    name = models.CharField(max_length=80)
    language = models.CharField(max_length=10, choices=settings.LANGUAGES)
    dice = models.CharField(max_length=10, choices=Dice.choices)
    left_at = models.DateTimeField(null=True, blank=True)
    # The number of moves to another device: a session that took the seat before a move no longer holds it.
    moved = models.PositiveIntegerField(default=0)

    class Meta:
        indexes = [models.Index(fields=["campaign", "role"])]

    def __str__(self) -> str:
        return self.name

    @property
    def subject(self) -> str:
        return f"seat:{self.token}"

    @property
    def shown_name(self) -> str:
        """Its name, or a substitute if its person has left for good."""
        return self.name or gettext("A deleted player")

    @property
    def is_gm(self) -> bool:
        return self.role == self.Role.GM

    @property
    def circle(self) -> str:
        """The circle this seat belongs to: ``gm``, ``seat:<token>`` for a player, ``table`` for those who watch."""
        if self.is_gm:
            return "gm"
        return self.subject if self.role == self.Role.PLAYER else "table"

    def hears(self, audience: str) -> bool:
        """True if this seat may know of events for this ``audience``."""
        return self.is_gm or audience in ("table", self.circle)


class Invitation(Row):
    """A link that gives a seat to the session that opens it. Its code is stored as a hash only.

    Without a ``seat`` each use creates a new one. A link that ``moves`` its seat takes it from earlier devices.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="invitations")
    nonce = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    code_hash = models.CharField(max_length=64, unique=True, editable=False)
    role = models.CharField(max_length=10, choices=Seat.Role.choices)
    seat = models.ForeignKey(Seat, null=True, blank=True, on_delete=models.CASCADE, related_name="invitations")
    expires_at = models.DateTimeField(null=True, blank=True)
    uses_left = models.PositiveIntegerField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    moves = models.BooleanField(default=False)
    # True if a game master has to let in everybody who uses the link.
    asks = models.BooleanField(default=False)

    @property
    def is_usable(self) -> bool:
        fresh = self.expires_at is None or self.expires_at > timezone.now()
        return fresh and self.revoked_at is None and self.uses_left != 0


class Use(Row):
    """One use of a link, by which somebody took a seat."""

    invitation = models.ForeignKey(Invitation, on_delete=models.CASCADE, related_name="uses")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="uses")
    at = models.DateTimeField(auto_now_add=True)


class JoinRequest(Row):
    """A join request by a link; ``let_in`` is None while it waits. The browser of the person has the nonce."""

    invitation = models.ForeignKey(Invitation, on_delete=models.CASCADE, related_name="join_requests")
    nonce = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="join_request")
    name = models.CharField(max_length=80)
    language = models.CharField(max_length=10)
    let_in = models.BooleanField(null=True)


class Pairing(Row):
    """A television that shows a short code and waits for a seat from a game master. Only the code's hash is stored."""

    nonce = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    code_hash = models.CharField(max_length=64, unique=True, editable=False)
    expires_at = models.DateTimeField()
    seat = models.ForeignKey(Seat, null=True, blank=True, on_delete=models.CASCADE, related_name="pairings")


class Passkey(Row):
    """A passkey, by which a device logs into an account without the password; only its public key is stored."""

    token = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="passkeys")
    name = models.CharField(max_length=60)
    # The id by which devices know the account: random, and the same for all of its passkeys.
    person = models.CharField(max_length=32)
    handle = models.CharField(max_length=1400, unique=True)
    key = models.BinaryField()
    count = models.PositiveBigIntegerField(default=0)
    made = models.DateTimeField(default=timezone.now)
    used = models.DateTimeField(null=True, blank=True)


class Command(Row):
    """An executed command of a seat: the unit of undo; its key makes repeated submissions harmless."""

    token = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="commands")
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="commands")
    key = models.CharField(max_length=64)
    body_hash = models.CharField(max_length=64)
    first_seq = models.PositiveBigIntegerField()
    last_seq = models.PositiveBigIntegerField()
    # The game from outside whose rules were used, with its version.
    edition = models.CharField(max_length=60, blank=True, default="", editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["seat", "key"], name="one_command_per_key"),
            models.CheckConstraint(condition=models.Q(last_seq__gte=models.F("first_seq")), name="command_has_events"),
        ]
        indexes = [models.Index(fields=["campaign", "-last_seq"])]


class Event(Row):
    """One event of the journal: appended, never edited. ``changes`` is a list of [subject, path, before, after].

    The only exception is the redaction for a person who leaves for good: ``campaigns.journal.redaction``.
    """

    token = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="events")
    seq = models.PositiveBigIntegerField()
    command = models.ForeignKey(Command, on_delete=models.CASCADE, related_name="events")
    encounter = models.CharField(max_length=32, blank=True, default="")
    kind = models.CharField(max_length=60)
    by = models.ForeignKey(Seat, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    for_fighter = models.CharField(max_length=40, blank=True, default="")
    audience = models.CharField(max_length=40, default=None)  # the database rejects an event without one
    changes = PlainField(default=list)
    payload = models.JSONField(default=dict)
    undoes = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="undone_by")
    created = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["seq"]
        constraints = [models.UniqueConstraint(fields=["campaign", "seq"], name="one_event_per_seq")]
        indexes = [models.Index(fields=["campaign", "encounter", "seq"])]

    @property
    def written(self) -> tuple[Change, ...]:
        return tuple(Change(*row) for row in self.changes)

    @property
    def delta(self) -> dict[str, Any]:
        """The amounts that this event added to numbers whose changes commute, by ``subject path``."""
        values: dict[str, Any] = self.payload.get("delta", {})
        return values


class Delivery(Row):
    """A delivery that waits to be sent to an outside address, stored with its event: ``campaigns.outgoing``."""

    token = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="deliveries")
    kind = models.CharField(max_length=40)
    to = models.CharField(max_length=64)
    body = models.TextField()
    attempts = models.PositiveIntegerField(default=0)
    made = models.DateTimeField()
    next_try = models.DateTimeField()
    until = models.DateTimeField()  # not tried after this

    class Meta:
        indexes = [models.Index(fields=["kind", "to"]), models.Index(fields=["next_try"])]

    def __str__(self) -> str:
        return self.token
