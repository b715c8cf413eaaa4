"""Kinds of deliveries: how a request is made of one, and what its answer means."""

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
    """A POST, complete: to an address that has to be among the ``allowed`` hosts."""

    address: str
    allowed: Collection[str]
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True)
class Answer:
    """The outcome of a try: the status where one came, and a sentence for whoever set the address up."""

    status: int = 0
    problem: Text | None = None

    @property
    def arrived(self) -> bool:
        return 200 <= self.status < 300

    @property
    def gone(self) -> bool:
        """True where the other side wants nothing more at this address."""
        return self.status == GONE


@dataclass(frozen=True)
class Kind:
    """One record of an app. ``answered`` is told each outcome; ``final`` when this one is not tried again."""

    name: str
    request: Callable[[Delivery], Request | None]
    answered: Callable[[Delivery, Answer, bool], None]
    gather: Callable[[], None] | None = None
    lasts: timedelta = timedelta(days=1)  # tried for so long
    most: int = 100  # that wait for one recipient


KINDS: dict[str, Kind] = {}


def register(kinds: Iterable[Kind]) -> None:
    KINDS.update({kind.name: kind for kind in kinds})
