"""Log lines of requests: the kind of page and its outcome, never its content or its table.

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
    """A filter that replaces the path by the route in Django's own log lines on requests."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        if request is not None and isinstance(record.args, tuple):
            routes = {request.path: route_of(request), request.get_full_path(): route_of(request)}
            record.args = tuple(routes.get(arg, arg) if isinstance(arg, str) else arg for arg in record.args)
        return True


class Lines(logging.Formatter):
    """A formatter of readable lines that end with the fields of the request."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:
        names = [f"{name}={value}" for name, value in log_fields(record).items()]
        return " ".join([super().formatMessage(record), *names])


class Json(logging.Formatter):
    """A formatter of one JSON object a line, for log collectors."""

    def format(self, record: logging.LogRecord) -> str:
        values: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname,
            "from": record.name,
            "said": record.getMessage(),
            **log_fields(record),
        }
        if record.exc_info:
            values["trace"] = self.formatException(record.exc_info)
        return json.dumps(values, ensure_ascii=False)


def log_fields(record: logging.LogRecord) -> dict[str, Any]:
    return {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}


def route_of(request: Any) -> str:
    """The pattern that a request matched, such as ``t/<str:seat>/undo/``, or ``?`` if none did."""
    match = getattr(request, "resolver_match", None)
    if match is None:
        try:
            match = resolve(request.path_info)
        except Resolver404:
            return "?"
    return str(match.route) or "/"


def logging_settings(form: str, level: str) -> dict[str, Any]:
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
            # Without DEBUG, Django's own handlers do not print errors.
            "django": {"handlers": [], "level": "WARNING", "propagate": True},
            # A refused command or an unknown page is no incident; the logger below has a line for it.
            "django.request": {"level": "ERROR"},
            "tablee.request": {"level": level},
        },
    }
