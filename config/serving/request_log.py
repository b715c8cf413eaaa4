"""Middleware that writes a log line and counts a metric for each request."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from config.serving import metrics
from config.serving.logs import route_of

log = logging.getLogger("tablee.request")


def note_request(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    def middleware(request: HttpRequest) -> HttpResponse:
        start = time.perf_counter()
        response = get_response(request)
        took, route = time.perf_counter() - start, route_of(request)
        metrics.note(route, request.method or "", response.status_code, took)
        values = {"route": route, "method": request.method, "status": response.status_code, "ms": round(took * 1000, 1)}
        log.info("request", extra=values)
        return response

    return middleware
