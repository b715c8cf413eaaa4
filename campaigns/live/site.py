"""The only door between this library and the site that uses it.

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
    """A session as a page was opened with it, and the seat it held, moved so many times."""

    session: str
    seat: int
    moved: int


@dataclass(frozen=True)
class Site:
    """All that the library asks of its site; ``seats`` and ``lost`` are asked with database numbers of seats."""

    changes: Callable[[Table], Any]
    speaking: Callable[[str], AbstractContextManager[None]]
    folder: Callable[[Table], str]  # templates there come before those of the same name
    seats: Callable[[int, Collection[int]], tuple[int | None, Mapping[int, Seat]]]  # and the table's number
    seat_of: Callable[[Mapping[str, Any], str], Seat | int]  # of a socket's scope and a token, or a close code
    lost: Callable[[Collection[Holder]], frozenset[Holder]]  # those that hold their seat no longer
    sweep: Callable[[], None]  # forget what is gone, now and then


_connected: list[Site] = []


def connect(site: Site) -> None:
    """Name the site; called once, when it starts."""
    _connected[:] = [site]


def site() -> Site:
    return _connected[0]
