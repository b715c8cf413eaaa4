"""The log: which kind of page was asked, how it ended; never its content or its table.

A path holds the secret of a seat or of a link, so lines name the route (``t/<str:seat>/undo/``) instead.
"""

from __future__ import annotations

import json
import logging
import time
from typing import Any

from django.urls import Resolver404, resolve

FIELDS = ("route", "method", "status", "ms", "role")


class Routes(logging.Filter):
    """Puts the route in the place of the path in Django's own lines about a request."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        if request is not None and isinstance(record.args, tuple):
            known = {request.path: route_of(request), request.get_full_path(): route_of(request)}
            record.args = tuple(known.get(arg, arg) if isinstance(arg, str) else arg for arg in record.args)
        return True


class Lines(logging.Formatter):
    """One line for people, with the fields of a request behind it."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:
        names = [f"{name}={value}" for name, value in fields_of(record).items()]
        return " ".join([super().formatMessage(record), *names])


class Json(logging.Formatter):
    """One JSON object a line, for whatever collects logs."""

    def format(self, record: logging.LogRecord) -> str:
        values: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname,
            "from": record.name,
            "said": record.getMessage(),
            **fields_of(record),
        }
        if record.exc_info:
            values["trace"] = self.formatException(record.exc_info)
        return json.dumps(values, ensure_ascii=False)


def fields_of(record: logging.LogRecord) -> dict[str, Any]:
    return {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}


def route_of(request: Any) -> str:
    """The pattern a request matched, such as ``t/<str:seat>/undo/``, or ``?`` where there is none."""
    match = getattr(request, "resolver_match", None)
    if match is None:
        try:
            match = resolve(request.path_info)
        except Resolver404:
            return "?"
    return str(match.route) or "/"


def logging_of(form: str, level: str) -> dict[str, Any]:
    """The ``LOGGING`` setting: everything to standard error, as ``text`` or as ``json``."""
    formatter = Json if form == "json" else Lines
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"routes": {"()": Routes}},
        "formatters": {"line": {"()": formatter}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["routes"]}},
        "root": {"handlers": ["stderr"], "level": "WARNING"},
        "loggers": {
            # Django's own handlers keep the errors of a site without DEBUG to themselves.
            "django": {"handlers": [], "level": "WARNING", "propagate": True},
            # A refused command or an unknown page is an answer, not an incident: the line below counts it.
            "django.request": {"level": "ERROR"},
            "tablee.request": {"level": level},
        },
    }
