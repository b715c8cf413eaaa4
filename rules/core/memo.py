"""Answers worked out once of a thing that is never changed, only replaced: a scene, or a sheet in it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])
MOST = 2000  # of one thing: a few hundred are asked of a sheet; what is more was asked of names that somebody made up


def memoize(work: F) -> F:
    """A pure function of a thing, with what it gave kept in that thing’s ``known``.

    The other arguments are values, given by position; ``settings``, where they come second, are told apart by being
    the very same, and what the last ones gave is kept. A thing without ``known``, such as a sheet in no scene, is
    asked anew; so is what raised an error.
    """
    first = 1 if work.__code__.co_varnames[1:2] == ("settings",) else 0

    @wraps(work)
    def found(thing: Any, *rest: Any) -> Any:
        known = getattr(thing, "known", None)
        if known is None:
            return work(thing, *rest)
        settings = rest[0] if first else None
        key = (work, *rest[first:])
        kept = known.get(key)
        if kept is None or kept[1] is not settings:
            kept = (work(thing, *rest), settings)
            if len(known) >= MOST:
                known.clear()
            known[key] = kept
        return kept[0]

    return cast(F, found)
