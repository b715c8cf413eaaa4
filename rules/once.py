"""Answers worked out once of a thing that is never changed, only replaced: a scene, or a sheet in it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])


def once(work: F) -> F:
    """A pure function of a thing, with what it gave kept in that thing’s ``known``.

    The other arguments are values, given by position; ``settings``, where they come second, are told apart by being
    the very same. A thing without ``known``, such as a sheet in no scene, is asked anew; so is what raised an error.
    """
    with_settings = work.__code__.co_varnames[1:2] == ("settings",)

    @wraps(work)
    def found(thing: Any, *rest: Any) -> Any:
        known = getattr(thing, "known", None)
        if known is None:
            return work(thing, *rest)
        key = (work, id(rest[0]), *rest[1:]) if with_settings else (work, *rest)
        kept = known.get(key)
        if kept is None:
            kept = known[key] = (
                work(thing, *rest),
                rest[:1],
            )  # as long as the settings are kept no others have their id
        return kept[0]

    return cast(F, found)
