"""Metrics of one process for an administrator: requests and open pages, in Prometheus' text format.

``/metrics`` responds with 404 unless ``TABLEE_METRICS_TOKEN`` is set; scrapers send it as a bearer token.
"""

from __future__ import annotations

import hmac
from collections import Counter as Tally
from collections.abc import Iterator

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.registry import Collector

REGISTRY = CollectorRegistry()
REQUESTS = Counter(
    "tablee_requests", "Requests by route and answer; 409, 422 and 429 are refusals.",
    ["route", "method", "status"], registry=REGISTRY,
)  # fmt: skip
SECONDS = Histogram(
    "tablee_request_seconds", "Time from the request to its answer.", ["method"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5), registry=REGISTRY,
)  # fmt: skip
METHODS = {"GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE"}


class OpenPages(Collector):
    """A collector of the number of live pages open in this process, and of their tables."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        from campaigns.live.hub import rooms_here

        rooms = rooms_here()
        yield GaugeMetricFamily("tablee_tables", "Tables with an open page.", value=len(rooms))
        sockets = GaugeMetricFamily("tablee_sockets", "Open live pages.", labels=["page"])
        tally: Tally[str] = Tally()
        for room in rooms:
            for watch, fellows in list(room.sockets.items()):
                tally[watch.name] += len(fellows)
        for page, count in sorted(tally.items()):
            sockets.add_metric([page], count)
        yield sockets


REGISTRY.register(OpenPages())


def note(route: str, method: str, status: int, seconds: float) -> None:
    method = method if method in METHODS else "?"
    REQUESTS.labels(route, method, str(status)).inc()
    SECONDS.labels(method).observe(seconds)


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    token, scheme = settings.TABLEE_METRICS_TOKEN, "Bearer "
    text = request.headers.get("Authorization", "")
    if not token or not hmac.compare_digest(text.encode(), f"{scheme}{token}".encode()):
        raise Http404
    return HttpResponse(generate_latest(REGISTRY), content_type=CONTENT_TYPE_LATEST)
