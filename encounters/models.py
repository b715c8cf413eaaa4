"""Models of encounters: a fight or a single test, whose whole state is one plain JSON value."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from campaigns.journal.json_field import PlainField
from campaigns.models import Campaign, Seat, new_token
from campaigns.queries import Row


class Encounter(Row):
    """A fight or a test; lasting wounds and states of its fighters are stored on their characters, not here."""

    class Kind(models.TextChoices):
        FIGHT = "fight"
        TEST = "test"

    class Status(models.TextChoices):
        DRAFT = "draft"
        RUNNING = "running"
        PAUSED = "paused"
        ENDED = "ended"

    token = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="encounters")
    name = models.CharField(max_length=200)
    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.FIGHT)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.DRAFT)
    state = PlainField(default=dict)

    class Meta:
        indexes = [models.Index(fields=["campaign", "status"])]

    def __str__(self) -> str:
        return self.name

    @property
    def subject(self) -> str:
        return f"encounter:{self.token}"


class ShownPicture(Row):
    """A picture behind a fight or in a handout of this table, now or formerly, named by its SHA-256.

    It is no subject of the journal, which stores only the name, so that an undo still finds the picture.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="shown_pictures")
    digest = models.CharField(max_length=64)
    picture = models.BinaryField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign", "digest"], name="one_shown_picture_per_digest")]

    def __str__(self) -> str:
        return self.digest


class Handout(Row):
    """A picture and a text to be shown, the game masters' notes on it, and who has been shown it."""

    token = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="handouts")
    name = models.CharField(max_length=200)
    data = PlainField(default=dict)

    def __str__(self) -> str:
        return self.name

    @property
    def subject(self) -> str:
        return f"handout:{self.token}"


class PartyItem(Row):
    """One thing that the whole group keeps, such as a clock: a subject of the journal, named by its kind."""

    token = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="party_items")
    kind = models.CharField(max_length=20)
    data = PlainField(default=dict)

    class Meta:
        indexes = [models.Index(fields=["campaign", "kind"], name="party_items_of_kind")]

    def __str__(self) -> str:
        return str(self.data.get("name", self.kind))

    @property
    def subject(self) -> str:
        return f"{self.kind}:{self.token}"


class Message(Row):
    """A whisper between the game masters and the player with the seat ``whose``, or a pause, which has no such seat."""

    class Kind(models.TextChoices):
        WHISPER = "whisper"
        PAUSE = "pause"

    token = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="messages")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    whose = models.CharField(max_length=32, blank=True)
    data = PlainField(default=dict)

    class Meta:
        indexes = [models.Index(fields=["campaign", "whose"])]

    def __str__(self) -> str:
        return self.token

    @property
    def subject(self) -> str:
        return f"message:{self.token}"


class PushSubscription(Row):
    """A browser to which a player lets this site send notices while no page is open; no subject of the journal.

    ``session`` is the key of the session that subscribed; its seat is notified only as long as the session lasts.
    ``shown`` holds the last notices by kind: ``encounters.push.signals``.
    """

    token = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="push_subscriptions")
    session = models.CharField(max_length=40, default="", db_index=True)
    endpoint = models.CharField(max_length=500)
    point = models.CharField(max_length=100)
    secret = models.CharField(max_length=40)
    wants = models.JSONField(default=list)
    moved = models.PositiveIntegerField(default=0)
    shown = models.JSONField(default=dict)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["seat", "endpoint"], name="one_subscription_per_browser")]

    def __str__(self) -> str:
        return self.token


class DiceStream(Row):
    """A seed from which the server's dice are drawn in order; no subject of the journal, which must not reveal it.

    A campaign has one open stream at a time, and another for secret throws, which is never published.
    """

    token = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="dice_streams")
    secret = models.BooleanField()
    seed = models.BinaryField(max_length=32)
    count = models.PositiveIntegerField(default=0)
    opened_at = models.DateTimeField(default=timezone.now, editable=False)
    published_at = models.DateTimeField(null=True, blank=True)

    @property
    def seed_bytes(self) -> bytes:
        return bytes(self.seed)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["campaign", "secret"], condition=models.Q(published_at=None), name="one_open_stream"
            )
        ]

    def __str__(self) -> str:
        return self.token


class Branch(Row):
    """A what-if: a copy of a fight that a game master plays on; no subject of the journal.

    ``scene`` is its present state, ``past`` the changes of each act tried, ``told`` their results, and ``marks`` the
    keys of the forms sent, so that a form sent twice acts once.
    """

    token = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="branches")
    encounter = models.CharField(max_length=32)
    scene = PlainField()
    past = PlainField(default=list)
    told = models.JSONField(default=list)
    marks = models.JSONField(default=list)
    begun_at = models.DateTimeField(default=timezone.now, editable=False)

    def __str__(self) -> str:
        return self.token


class Webhook(Row):
    """The address to which a table sends what its shared screen may show; not in the journal or in archives.

    Its secret is not stored: ``encounters.webhook.signing`` derives it from the token and the number of renewals.
    """

    token = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    campaign = models.OneToOneField(Campaign, on_delete=models.CASCADE, related_name="webhook")
    address = models.CharField(max_length=500)
    rolls = models.BooleanField(default=True)
    story = models.BooleanField(default=True)
    language = models.CharField(max_length=10)
    on = models.BooleanField(default=True)
    renewed = models.PositiveIntegerField(default=0)
    seq = models.PositiveBigIntegerField(editable=False)  # the last event sent
    tried_at = models.DateTimeField(null=True, blank=True)
    status = models.PositiveIntegerField(default=0)
    problem = models.JSONField(default=dict)

    def __str__(self) -> str:
        return self.token
