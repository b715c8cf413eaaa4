"""Verification of dice: the promise made beforehand, the seed published afterwards, and all throws between them."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.conf import settings
from django.utils import timezone

from campaigns.journal import journal
from campaigns.journal.journal import Pen
from campaigns.models import Campaign, Event
from campaigns.seats.access import check_gm
from encounters.dice.source import open_stream
from encounters.models import DiceStream
from rules import fairness
from rules.core.dice import parse
from rules.core.errors import Refused
from rules.core.text import _, ngettext
from rules.fairness import Throw


@dataclass(frozen=True)
class PublishedStream:
    """A stream whose seed is published, with its throws from the journal."""

    stream: DiceStream

    @cached_property
    def throws(self) -> tuple[Throw, ...]:
        events = Event.objects.filter(campaign=self.stream.campaign, payload__drawn__stream=self.stream.token)
        rows = events.order_by("seq").values_list("payload", flat=True)
        return tuple(_read_throw(payload["drawn"], payload["values"]) for payload in rows.iterator())

    @cached_property
    def faults(self) -> tuple[int, ...]:
        numbers = set(fairness.faults(self.stream.seed_bytes, promise_of(self.stream), self.throws))
        return tuple(sorted(numbers | set(range(len(self.throws) + 1, self.stream.count + 1))))

    @property
    def digest(self) -> str:
        return fairness.digest(self.throws)

    def as_file(self) -> str:
        throws = [
            {
                "index": throw.index,
                "what": f"{throw.dice} {throw.what}",
                "nonce": throw.nonce,
                "faces": list(throw.faces),
            }
            for throw in self.throws
        ]
        values: dict[str, Any] = {
            "format": "tablee-dice",
            "version": 1,
            "promise": promise_of(self.stream),
            "seed": self.stream.seed_bytes.hex(),
            "count": self.stream.count,
            "digest": self.digest,
            "throws": throws,
        }
        return json.dumps(values, indent=1) + "\n"


def promise_first(pen: Pen) -> None:
    """Record the promise of a table's first seed, in the command that creates the table."""
    if not settings.TABLEE_DICE:
        _promise(pen, "dice_promised")


@journal.command
def publish_seed(pen: Pen) -> None:
    """Publish the seed of the open stream and promise the next one. Raises ``Refused`` if it has no throws."""
    check_gm(pen.seat, _("Only the game master publishes the seed of the dice."))
    stream = open_stream(pen.campaign)
    if not stream.count:
        raise Refused(_("Nothing has been thrown here since the last seed was published."))
    stream.published_at = timezone.now()
    stream.save(update_fields=["published_at"])
    text = ngettext(
        "The dice can be checked: %(count)s throw, promise %(promise)s, fingerprint %(digest)s.",
        "The dice can be checked: %(count)s throws, promise %(promise)s, fingerprint %(digest)s.",
        stream.count,
        promise=promise_of(stream),
        digest=PublishedStream(stream).digest,
    )
    pen.tell("dice_published", (), "table", text)
    _promise(pen, "dice_published")


def published_streams(campaign: Campaign) -> tuple[PublishedStream, ...]:
    result = DiceStream.objects.filter(campaign=campaign, secret=False, published_at__isnull=False)
    return tuple(PublishedStream(stream) for stream in result.select_related("campaign").order_by("-published_at"))


def open_promises(campaign: Campaign) -> dict[str, str]:
    """The promises in force, by ``open`` and ``secret``; an older table has none before its first throw."""
    streams = DiceStream.objects.filter(campaign=campaign, published_at=None)
    return {("secret" if stream.secret else "open"): promise_of(stream) for stream in streams}


def count_real_dice(campaign: Campaign) -> Counter[str]:
    """The number of throws with real dice that the whole table saw, by the token of the seat that typed them."""
    typed = Event.objects.filter(campaign=campaign, kind="answered", audience="table", payload__real__isnull=False)
    return Counter(real for real in typed.values_list("payload__real", flat=True).iterator() if real)


def promise_of(stream: DiceStream) -> str:
    return fairness.promise(stream.seed_bytes)


def _promise(pen: Pen, kind: str) -> None:
    promise = promise_of(open_stream(pen.campaign))
    pen.tell(kind, (), "table", _("The next dice thrown here are promised: %(promise)s.", promise=promise))


def _read_throw(drawn: dict[str, Any], faces: list[int]) -> Throw:
    return Throw(drawn["index"], parse(drawn["dice"]).dice, drawn["what"], drawn["nonce"], tuple(faces))
