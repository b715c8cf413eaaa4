"""Reload of game files that change while the site runs: each process checks them before its next page."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from threading import Lock

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from campaigns.live.cache import forget_all
from campaigns.web.language import say
from rules import registry
from rules.packs import Problem

log = logging.getLogger("tablee.games")


@dataclass
class _Watch:
    """The files as this process last read them, and the time when it last reloaded them."""

    stamp: tuple[tuple[str, int, int], ...] = ()
    again: datetime | None = None
    lock: Lock = field(default_factory=Lock)


_WATCH = _Watch()


def begin() -> None:
    """Note the state of the files that were read; called once, when the site starts."""
    _WATCH.stamp, _WATCH.again = registry.stamp(), None


def refresh() -> bool:
    """Reload the games if a file was added, removed or changed; returns True if one was."""
    if registry.stamp() == _WATCH.stamp:
        return False
    with _WATCH.lock:
        stamp = registry.stamp()
        if stamp == _WATCH.stamp:
            return False
        registry.forget()
        forget_all()
        _WATCH.stamp, _WATCH.again = stamp, timezone.now()
    for row in registry.outside_packs().left_out:
        log.warning("The game %s is left out: %s", row.name, row.why)
    return True


def keep_fresh(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    def middleware(request: HttpRequest) -> HttpResponse:
        refresh()
        return get_response(request)

    return middleware


def reloaded(_request: HttpRequest) -> dict[str, object]:
    """For authors of games (``TABLEE_DEBUG``): the time of the last reload, and each problem with its line."""
    if not settings.DEBUG:
        return {}
    rows = [
        {"file": row.name, "line": problem.line, "text": say(problem.text)}
        for row in registry.outside_packs().left_out
        for problem in row.problems or (Problem(0, row.why),)
    ]
    return {"reloaded": {"at": _WATCH.again, "problems": rows}} if rows or _WATCH.again else {}
