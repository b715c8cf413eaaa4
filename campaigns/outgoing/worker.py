"""Background threads that send deliveries: one looks for work, a few send, so a slow address delays no other.

Every process of a site has them; each delivery is claimed by one.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Event, Semaphore, Thread

from django.db import connections
from django.utils import timezone

from campaigns.models import Delivery
from campaigns.outgoing import queue
from campaigns.outgoing.kinds import KINDS
from campaigns.outgoing.sending import send

log = logging.getLogger("tablee.outgoing")
MOST_AT_ONCE = 4
IDLE = 5.0  # seconds until this process looks for deliveries that another one committed
BREATH = 0.2  # least seconds between two looks


class Worker:
    """The threads of one process."""

    def __init__(self) -> None:
        self._news, self._ended = Event(), Event()
        self._free = Semaphore(MOST_AT_ONCE)
        self._idle = IDLE
        self._thread = Thread(target=self._run, name="outgoing", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def wake(self) -> None:
        self._news.set()

    def stop(self) -> None:
        self._ended.set()
        self._news.set()

    def _run(self) -> None:
        while not self._ended.is_set():
            self._news.clear()
            run_guarded(self._look)
            # A try goes out when it is due, neither at the next event of a table nor after it: a receiver that fails
            # on purpose would learn from the moment that something happened unseen.
            if not self._ended.wait(min(BREATH, self._idle)):
                self._news.wait(max(0.0, self._idle - BREATH))

    def _look(self) -> None:
        self._idle = IDLE
        gather_all()
        free = 0
        while free < MOST_AT_ONCE and self._free.acquire(blocking=False):
            free += 1
        rows = queue.claim(free) if free else []
        for _unused in range(free - len(rows)):
            self._free.release()
        for delivery in rows:
            Thread(target=self._send, args=(delivery,), name="outgoing-send", daemon=True).start()
        self._idle = queue.time_to_next_try(IDLE)

    def _send(self, delivery: Delivery) -> None:
        try:
            run_guarded(lambda: deliver(delivery))
        finally:
            self._free.release()
            self.wake()


def run_guarded(work: Callable[[], object]) -> None:
    """Call ``work`` and log any exception without raising it; then close this thread's database connections."""
    try:
        work()
    except Exception:
        log.exception("Deliveries wait: they are tried again.")
    finally:
        connections.close_all()


def gather_all() -> None:
    for kind in list(KINDS.values()):
        if kind.gather is not None:
            kind.gather()


def deliver(delivery: Delivery) -> None:
    """Send a claimed delivery and settle it; one that expired before its first try is dropped."""
    stale = delivery.attempts == 1 and delivery.until < timezone.now()
    request = None if stale else KINDS[delivery.kind].request(delivery)
    queue.settle(delivery, send(request) if request is not None else None)


def deliver_all() -> int:
    """Gather and send everything due in this thread; returns the number of tries."""
    tries = 0
    gather_all()
    while rows := queue.claim(MOST_AT_ONCE):
        for delivery in rows:
            deliver(delivery)
        tries += len(rows)
    return tries


_workers: list[Worker] = []


def start() -> Worker:
    """Start sending deliveries; called once in each server process."""
    worker = Worker()
    _workers[:] = [worker]
    worker.start()
    return worker


def wake() -> None:
    """Make this process look for deliveries at once; called after each commit of a table."""
    for worker in _workers:
        worker.wake()
