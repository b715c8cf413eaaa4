"""Answers worked out once of a thing that is never changed, only replaced: a scene, or a sheet in it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])
_NEW = object()
MOST = 2000  # of one thing: a few hundred are asked of a sheet; what is more was asked of names that somebody made up


def memoize(work: F) -> F:
    """A pure function of a thing, with what it gave kept in that thing’s ``known``.

    The other arguments are values, given by position; ``settings``, where they come second, are told apart by being
    the very same, and what the last ones gave is kept. A thing without ``known``, such as a sheet in no scene, is
    asked anew, unless it keeps answers in a way of its own (``ask``); so is what raised an error.
    """
    if work.__code__.co_varnames[1:2] == ("settings",):
        return cast(F, wraps(work)(_of_settings(work)))

    def found(thing: Any, *rest: Any) -> Any:
        try:
            known = thing.known
        except AttributeError:
            ask = getattr(thing, "ask", None)
            return work(thing, *rest) if ask is None else ask(work, None, rest)
        key = (work, *rest)
        answer = known.get(key, _NEW)
        return _keep(known, key, work(thing, *rest)) if answer is _NEW else answer

    return cast(F, wraps(work)(found))


def memoize_of_fighter(work: F) -> F:
    """A pure function of a scene and one fighter that reads of it their own row and sheet, and the settings, alone.

    What it gave is kept with the fighter, who stays the very same in the next scenes until either is written.
    """

    def found(scene: Any, fighter: str) -> Any:
        known = scene.fighters[fighter].known
        answer = known.get(work, _NEW)
        return _keep(known, work, work(scene, fighter)) if answer is _NEW else answer

    return cast(F, wraps(work)(found))


def _of_settings(work: Callable[..., Any]) -> Callable[..., Any]:
    """A memory whose every answer holds for the very settings it was given for."""

    def found(thing: Any, settings: Any, *rest: Any) -> Any:
        try:
            known = thing.known
        except AttributeError:
            ask = getattr(thing, "ask", None)
            return work(thing, settings, *rest) if ask is None else ask(work, settings, rest)
        key = (work, *rest)
        kept = known.get(key)
        if kept is None or kept[1] is not settings:
            kept = _keep(known, key, (work(thing, settings, *rest), settings))
        return kept[0]

    return found


def _keep(known: dict[Any, Any], key: Any, answer: Any) -> Any:
    if len(known) >= MOST:
        known.clear()
    known[key] = answer
    return answer
