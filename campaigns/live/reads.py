"""Dependencies of a region: the facts it read are recorded, and it is drawn again only when one of them changes.

A fact is a function of a view and of plain arguments, asked by ``View.read``. Every fact asked while a region is drawn
is recorded with its answer. When one of the region's subjects has been written, its facts are asked again; if every
answer is the same, so is the text. Regions declare nothing: one that reads in any other way, such as
``View.memoize_rows`` or a query of its own, is drawn each time.

The answer to a fact is a plain value, compared by equality, or an object such as a scene that stays identical as long
as its content does.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from threading import local
from typing import Any, TypeVar
from weakref import ref

from django.db import connection

T = TypeVar("T")
Fact = tuple[Callable[..., Any], tuple[Hashable, ...]]
PLAIN = (str, int, float, bool, tuple, list, dict, frozenset, type(None))


class Basis:
    """The facts a region was drawn from; ``complete`` unless it read something that is not a fact."""

    __slots__ = ("complete", "facts")

    def __init__(self) -> None:
        self.facts: dict[Fact, Any] = {}
        self.complete = True

    def still_holds(self, ask: Callable[[Fact], Any]) -> bool:
        """True if every fact read still has the same answer."""
        return self.complete and all(_is_same(answer, ask(fact)) for fact, answer in self.facts.items())


class _Recording(local):
    basis: Basis | None = None  # of the region being computed in this thread, except while a fact is
    sees_queries = False


_RECORDING = _Recording()


def recorded(basis: Basis, work: Callable[..., T], *args: Any) -> T:
    """The result of some work, and in ``basis`` the facts read meanwhile."""
    if not _RECORDING.sees_queries:
        with watch_queries():
            return recorded(basis, work, *args)
    before, _RECORDING.basis = _RECORDING.basis, basis
    try:
        return work(*args)
    finally:
        _RECORDING.basis = before


@contextmanager
def watch_queries() -> Iterator[None]:
    """See every query of this thread, once for all regions that are drawn meanwhile."""
    before, _RECORDING.sees_queries = _RECORDING.sees_queries, True
    try:
        with connection.execute_wrapper(_note_query):
            yield
    finally:
        _RECORDING.sees_queries = before


def unrecorded(work: Callable[..., T], *args: Any) -> T:
    """The result of some work whose own reads are not recorded, such as a fact."""
    before, _RECORDING.basis = _RECORDING.basis, None
    try:
        return work(*args)
    finally:
        _RECORDING.basis = before


def _note_query(execute: Callable[..., Any], *query: Any) -> Any:
    note_untracked()
    return execute(*query)


def note(fact: Fact, answer: Any) -> None:
    if _RECORDING.basis is not None:
        _RECORDING.basis.facts[fact] = answer if isinstance(answer, PLAIN) else ref(answer)


def is_recording() -> bool:
    return _RECORDING.basis is not None


def note_untracked() -> None:
    """Note that something was read that cannot be asked again as a fact."""
    if _RECORDING.basis is not None:
        _RECORDING.basis.complete = False


def _is_same(before: Any, answer: Any) -> bool:
    return bool(before() is answer) if isinstance(before, ref) else bool(before == answer)
