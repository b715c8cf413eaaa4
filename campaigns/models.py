"""Tables and what happened there: campaigns, seats, invitations, commands and events.

Every id a client may see is a random token. ``Campaign.seq`` and ``Event.seq`` never leave the server, for a gap in
them would tell that something hidden happened.
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
from rules import registry
from rules.core.scene import Change
from rules.core.text import Text

if TYPE_CHECKING:
    from rules.core.game import Game


SHARD = 3  # letters by which a proxy keeps all seats of a table on one process: deploy/nginx/tablee-http.conf


def new_token() -> str:
    """16 characters of lower-case base 32: 80 bits that nobody guesses."""
    return base64.b32encode(secrets.token_bytes(10)).decode().lower()


class Campaign(models.Model):
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
        """A token that begins like those of the other seats of this table: 65 bits that nobody guesses follow."""
        return self.token[:SHARD] + new_token()[SHARD:]

    @property
    def system(self) -> Game:
        return registry.system(self.game)

    @property
    def edition(self) -> str:
        """Its game with the version installed here; empty where that has none, or is gone."""
        return self.system.edition if self.game in registry.every_key() else ""

    @property
    def game_name(self) -> Text | str:
        """The name of its game, or its key where the game is not installed any more."""
        return self.system.name if self.game in registry.every_key() else self.game


class Seat(models.Model):
    """A place at a table: whoever holds its link acts and sees as this seat."""

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
    # How often it went to another device: a session that took it before a move holds it no longer.
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
        """Its name, or what stands for it once whoever sat there has left for good."""
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
        """True if an event told to ``audience`` is told to this seat."""
        return self.is_gm or audience in ("table", self.circle)


class Invitation(models.Model):
    """A link that binds a seat into the session of whoever opens it. The code itself is not stored.

    Without a ``seat`` each use makes a new one. A link that ``moves`` its seat takes it away from the devices before.
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
    # Whether a game master lets in each who comes by it.
    asks = models.BooleanField(default=False)

    @property
    def is_usable(self) -> bool:
        fresh = self.expires_at is None or self.expires_at > timezone.now()
        return fresh and self.revoked_at is None and self.uses_left != 0


class Use(models.Model):
    """One time that somebody sat down by a link."""

    invitation = models.ForeignKey(Invitation, on_delete=models.CASCADE, related_name="uses")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="uses")
    at = models.DateTimeField(auto_now_add=True)


class Knock(models.Model):
    """Somebody who asks to be let in by a link; ``let_in`` is None while they wait. Their browser holds the nonce."""

    invitation = models.ForeignKey(Invitation, on_delete=models.CASCADE, related_name="knocks")
    nonce = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="knock")
    name = models.CharField(max_length=80)
    language = models.CharField(max_length=10)
    let_in = models.BooleanField(null=True)


class Pairing(models.Model):
    """A television that shows a short code and waits for the seat a game master gives it. The code is not stored."""

    nonce = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    code_hash = models.CharField(max_length=64, unique=True, editable=False)
    expires_at = models.DateTimeField()
    seat = models.ForeignKey(Seat, null=True, blank=True, on_delete=models.CASCADE, related_name="pairings")


class Passkey(models.Model):
    """A key on a device of somebody's, which opens an account beside its password; what is kept here opens nothing."""

    token = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="passkeys")
    name = models.CharField(max_length=60)
    # By which devices know the account: no name, and the same for all of its keys.
    person = models.CharField(max_length=32)
    handle = models.CharField(max_length=1400, unique=True)
    key = models.BinaryField()
    count = models.PositiveBigIntegerField(default=0)
    made = models.DateTimeField(default=timezone.now)
    used = models.DateTimeField(null=True, blank=True)


class Command(models.Model):
    """One thing a seat asked and got: the unit of undo, and what makes a resend harmless."""

    token = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="commands")
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="commands")
    key = models.CharField(max_length=64)
    body_hash = models.CharField(max_length=64)
    first_seq = models.PositiveBigIntegerField()
    last_seq = models.PositiveBigIntegerField()
    # The game from outside that decided it, with its version.
    edition = models.CharField(max_length=60, blank=True, default="", editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["seat", "key"], name="one_command_per_key"),
            models.CheckConstraint(condition=models.Q(last_seq__gte=models.F("first_seq")), name="command_has_events"),
        ]
        indexes = [models.Index(fields=["campaign", "-last_seq"])]


class Event(models.Model):
    """One fact of the journal: appended, never edited. ``changes`` is a list of [subject, path, before, after].

    The one exception is what a person who leaves for good takes out of it: ``campaigns.journal.redaction``.
    """

    token = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="events")
    seq = models.PositiveBigIntegerField()
    command = models.ForeignKey(Command, on_delete=models.CASCADE, related_name="events")
    encounter = models.CharField(max_length=32, blank=True, default="")
    kind = models.CharField(max_length=60)
    by = models.ForeignKey(Seat, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    for_fighter = models.CharField(max_length=40, blank=True, default="")
    audience = models.CharField(max_length=40, default=None)  # the database refuses an event that has none
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
        """The amounts this event added to numbers that commute, by ``subject path``."""
        values: dict[str, Any] = self.payload.get("delta", {})
        return values


class Delivery(models.Model):
    """Something that waits to be sent to an address outside, written with what it tells of: ``campaigns.outgoing``."""

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
