"""The source of the server's dice: a stream with a promised seed, or a fixed source in tests.

Throws that the whole table sees come from the campaign's open stream, all others from its secret one: neither
the count of open throws nor the published seed reveals anything of the secret ones.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Annotated, Any

from django.conf import settings
from django.db.models import QuerySet
from django.utils.module_loading import import_string
from pydantic import BaseModel, ConfigDict, Field

from campaigns.journal.journal import Pen
from campaigns.models import Campaign
from campaigns.queries import prepared
from campaigns.unpacking import Digest, Token, Unfit, parse_moment
from encounters.models import DiceStream
from rules import fairness
from rules.core.dice import Dice
from rules.core.script import Roll

Source = Callable[[Dice], tuple[int, ...]]
SEED_BYTES = 32


def throw(pen: Pen, roll: Roll, *, unseen: bool) -> tuple[list[int], dict[str, Any] | None]:
    """Throw under the campaign's lock; returns the faces, and the record by which the throw can be verified.

    The nonce is the key of the command, which the page of the thrower generated.
    """
    if settings.TABLEE_DICE:
        source: Source = import_string(settings.TABLEE_DICE)
        return list(source(roll.dice)), None
    stream = pen.once(open_streams)[unseen]
    stream.count += 1
    _stream.update({"count": stream.count}, stream.pk)
    faces = fairness.draw(stream.seed_bytes, stream.count, roll.key, pen.key, roll.dice)
    drawn = {"stream": stream.token, "index": stream.count, "dice": str(roll.dice), "what": roll.key, "nonce": pen.key}
    return list(faces), drawn


def open_stream(campaign: Campaign) -> DiceStream:
    """The unpublished stream of throws that the whole table sees. Runs under the campaign's lock."""
    return open_streams(campaign)[False]


def open_streams(campaign: Campaign) -> dict[bool, DiceStream]:
    """The unpublished streams, by ``secret``. Runs under the campaign's lock.

    Missing ones are created together, so that a secret stream is no sign of a secret throw.
    """
    streams = {stream.secret: stream for stream in _unpublished(campaign.pk)}
    for kind in {False, True} - set(streams):
        streams[kind] = DiceStream.objects.create(campaign=campaign, secret=kind, seed=secrets.token_bytes(SEED_BYTES))
    return streams


@prepared
def _unpublished(campaign: int) -> QuerySet[DiceStream]:
    return DiceStream.objects.filter(campaign=campaign, published_at=None)


@prepared
def _stream(pk: int) -> QuerySet[DiceStream]:
    return DiceStream.objects.filter(pk=pk)


def dump(campaign: Campaign, admin: bool) -> list[dict[str, Any]]:
    """The streams of a campaign for its archive; unpublished seeds go into an administrator's backup only."""
    streams = DiceStream.objects.filter(campaign=campaign).order_by("pk")
    return [
        {
            "token": stream.token,
            "secret": stream.secret,
            "seed": stream.seed_bytes.hex(),
            "count": stream.count,
            "opened_at": stream.opened_at.isoformat(),
            "published_at": stream.published_at and stream.published_at.isoformat(),
        }
        for stream in streams
        if admin or stream.published_at
    ]


def load(campaign: Campaign, rows: list[dict[str, Any]]) -> None:
    """Create the streams of an archive. Raises ``Unfit`` for a row that is not a valid stream."""
    for row in rows:
        try:
            stream = _Stream.model_validate(row)
            opened = parse_moment(stream.opened_at)
            published = parse_moment(stream.published_at) if stream.published_at else None
        except ValueError as error:
            raise Unfit("A stream of dice of this archive cannot be read.") from error
        DiceStream.objects.create(
            campaign=campaign,
            token=stream.token,
            secret=stream.secret,
            seed=bytes.fromhex(stream.seed),
            count=stream.count,
            opened_at=opened,
            published_at=published,
        )


class _Stream(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    token: Token
    secret: bool
    seed: Digest  # the same length and alphabet
    count: Annotated[int, Field(ge=0, le=2**31 - 1)]
    opened_at: Annotated[str, Field(max_length=40)]
    published_at: Annotated[str, Field(max_length=40)] | None
