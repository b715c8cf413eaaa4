"""Models of characters: one row whose data follow the schema of the campaign's game; portraits; drafts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import models

from campaigns.journal.json_field import PlainField, SheetField
from campaigns.models import Campaign, Seat, new_token
from campaigns.queries import Row

if TYPE_CHECKING:
    from rules.core.game import Game


class Character(Row):
    """A person or thing with a sheet: ``data`` is plain JSON in canonical form, validated by the game's schema.

    ``name`` is a copy of ``data["name"]``, which is the one in the journal. ``portrait`` is the digest of a picture.
    """

    class Kind(models.TextChoices):
        PC = "pc"
        NPC = "npc"
        TEMPLATE = "template"

    token = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="characters")
    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.PC)
    owner = models.ForeignKey(Seat, null=True, blank=True, on_delete=models.SET_NULL, related_name="characters")
    name = models.CharField(max_length=200)
    portrait = models.CharField(max_length=64, blank=True, default="")
    data = SheetField(default=dict)

    class Meta:
        indexes = [models.Index(fields=["campaign", "kind"])]

    def __str__(self) -> str:
        return self.name

    @property
    def subject(self) -> str:
        return f"character:{self.token}"

    @property
    def is_played(self) -> bool:
        """False for a character without an owner, or whose owner has left the table."""
        return self.owner is not None and self.owner.left_at is None

    @property
    def system(self) -> Game:
        return self.campaign.system


class Picture(Row):
    """A portrait on a sheet of this table, now or formerly, named by the SHA-256 of its larger size.

    It is no subject of the journal, which stores only the name, so that an undo still finds the picture.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="pictures")
    digest = models.CharField(max_length=64)
    large = models.BinaryField()
    small = models.BinaryField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign", "digest"], name="one_picture_per_digest")]

    def __str__(self) -> str:
        return self.digest


class Draft(Row):
    """A character that a seat is still creating: private to the seat, so no subject of the journal.

    ``data`` may be an incomplete sheet; ``done`` lists the saved stages. Both sizes of the portrait are stored only
    here until the character joins, so a dropped draft leaves no picture.
    """

    token = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="draft")
    kind = models.CharField(max_length=10, choices=Character.Kind.choices, default=Character.Kind.PC)
    data = PlainField(default=dict)
    done = models.JSONField(default=list)
    large = models.BinaryField(default=bytes)
    small = models.BinaryField(default=bytes)

    def __str__(self) -> str:
        return self.token
