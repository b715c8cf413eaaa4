"""Kinds of deliveries: how to build the request of one, and how to read its response."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from rules.core.text import Text

if TYPE_CHECKING:
    from campaigns.models import Delivery

GONE = 410


@dataclass(frozen=True)
class Request:
    """A complete POST request; its address must be at one of the ``allowed`` hosts."""

    address: str
    allowed: Collection[str]
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True)
class Answer:
    """The outcome of a try: the HTTP status, 0 without a response, and a sentence for whoever set the address."""

    status: int = 0
    problem: Text | None = None

    @property
    def arrived(self) -> bool:
        return 200 <= self.status < 300

    @property
    def gone(self) -> bool:
        """True if the other side wants nothing more at this address (status 410)."""
        return self.status == GONE


@dataclass(frozen=True)
class Kind:
    """A kind of delivery of an app. ``answered`` gets each outcome; its third argument is true for the last try."""

    name: str
    request: Callable[[Delivery], Request | None]
    answered: Callable[[Delivery, Answer, bool], None]
    gather: Callable[[], None] | None = None
    lasts: timedelta = timedelta(days=1)  # time during which tries are repeated
    most: int = 100  # deliveries waiting for one recipient


KINDS: dict[str, Kind] = {}


def register(kinds: Iterable[Kind]) -> None:
    KINDS.update({kind.name: kind for kind in kinds})
