"""The interface between this library and the site that uses it: one ``Site`` record, connected at start-up.

Types come from the site for the type checker alone; at run time the site connects one ``Site``, and nothing here
imports anything of it (``tests/test_architecture.py``).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from campaigns.models import Campaign as Table
    from campaigns.models import Seat as Seat


class Changes(Protocol):
    """The writes of a table up to its number ``seq``."""

    @property
    def seq(self) -> int: ...

    def stamp(self, topics: Iterable[str]) -> int:
        """A number that grows whenever one of these subjects, or kinds of subjects, is written."""
        ...


class Holder(NamedTuple):
    """A session, the seat it held when it opened a page, and how often that seat had changed device."""

    session: str
    seat: int
    moved: int


@dataclass(frozen=True)
class Site:
    """Everything the library asks of its site; ``seats`` and ``lost_holders`` take database numbers of seats."""

    changes: Callable[[Table], Any]
    in_language: Callable[[str], AbstractContextManager[None]]
    folder: Callable[[Table], str]  # templates there come before those of the same name
    seats: Callable[[int, Collection[int]], tuple[int | None, Mapping[int, Seat]]]  # and the table's number
    seat_of: Callable[[Mapping[str, Any], str], Seat | int]  # of a socket's scope and a token, or a close code
    lost_holders: Callable[[Collection[Holder]], frozenset[Holder]]  # those that no longer hold their seat
    sweep: Callable[[], None]  # called now and then to forget what is gone


_connected: list[Site] = []


def connect(site: Site) -> None:
    """Register the site; called once at start-up."""
    _connected[:] = [site]


def site() -> Site:
    return _connected[0]
