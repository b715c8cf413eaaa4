"""Memoization on objects that are never changed, only replaced: a scene, or a sheet in it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])
_NEW = object()
MOST = 2000  # entries per object: a few hundred are usual; more come only from made-up arguments


def memoize(work: F) -> F:
    """Store the answers of a pure function in the ``memo`` of its first argument.

    The other arguments are values, given by position. If the second is called ``settings`` it is compared by identity,
    and only the answer for the last settings is kept. Without a ``memo``, as for a sheet outside any scene, the
    function is computed each time, unless the object has its own way of caching (``ask``). Errors are not memoized.
    """
    if work.__code__.co_varnames[1:2] == ("settings",):
        return cast(F, wraps(work)(_memoize_by_settings(work)))

    def found(thing: Any, *rest: Any) -> Any:
        try:
            memo = thing.memo
        except AttributeError:
            ask = getattr(thing, "ask", None)
            return work(thing, *rest) if ask is None else ask(work, None, rest)
        key = (work, *rest)
        answer = memo.get(key, _NEW)
        return _keep(memo, key, work(thing, *rest)) if answer is _NEW else answer

    return cast(F, wraps(work)(found))


def memoize_of_fighter(work: F) -> F:
    """Store the answers of a function that reads only a fighter's row and sheet, and the settings, on the fighter.

    The next scenes share the ``Fighter`` object, and so its answers, until its row or sheet is written.
    """

    def found(scene: Any, fighter: str) -> Any:
        memo = scene.fighters[fighter].memo
        answer = memo.get(work, _NEW)
        return _keep(memo, work, work(scene, fighter)) if answer is _NEW else answer

    return cast(F, wraps(work)(found))


def _memoize_by_settings(work: Callable[..., Any]) -> Callable[..., Any]:
    """A memoized function whose answers are valid only for the identical settings object."""

    def found(thing: Any, settings: Any, *rest: Any) -> Any:
        try:
            memo = thing.memo
        except AttributeError:
            ask = getattr(thing, "ask", None)
            return work(thing, settings, *rest) if ask is None else ask(work, settings, rest)
        key = (work, *rest)
        entry = memo.get(key)
        if entry is None or entry[1] is not settings:
            entry = _keep(memo, key, (work(thing, settings, *rest), settings))
        return entry[0]

    return found


def _keep(known: dict[Any, Any], key: Any, answer: Any) -> Any:
    if len(known) >= MOST:
        known.clear()
    known[key] = answer
    return answer
