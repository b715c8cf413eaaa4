"""Rate limits per member or address: token buckets that refill over time.

For codes and passwords, only wrong attempts cost a token.
"""

from __future__ import annotations

import hashlib
import ipaddress
import logging
import math
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic, sleep

from django.core.cache import cache, caches
from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.http import HttpRequest, HttpResponse

log = logging.getLogger(__name__)
# The cache is read and then written: two requests at once must not both take the last token.
LOCKS = tuple(threading.Lock() for _number in range(64))
# While the shared cache is unreachable, each process counts alone, so that passwords still cannot be guessed.
OWN = LocMemCache("limits", {"OPTIONS": {"MAX_ENTRIES": 10_000}})
HELD = 1  # seconds after which the lock of a killed process expires
# One household, club or attacker usually has all IPv6 addresses with the same 64 first bits.
_IPV6_PREFIX = 64


@dataclass(frozen=True)
class Limit:
    """A limit of ``burst`` requests at once, then ``per_second``."""

    name: str
    burst: int
    per_second: float

    def take(self, who: str) -> bool:
        return self._change(who, -1)

    def give(self, who: str) -> None:
        self._change(who, 1)

    @property
    def wait(self) -> int:
        return math.ceil(1 / self.per_second)

    def late(self, response: HttpResponse) -> HttpResponse:
        response.status_code = 429
        response["Retry-After"] = str(self.wait)
        return response

    def _change(self, who: str, by: int) -> bool:
        key = f"limit:{self.name}:{who}"
        with LOCKS[hash(key) % len(LOCKS)]:
            try:
                with _lock(key):
                    return self._count(cache, key, by)
            except Exception as error:  # each cache backend raises its own
                log.warning("The cache is away, this process counts alone: %r", error)
                return self._count(OWN, key, by)

    def _count(self, cache: BaseCache, key: str, by: int) -> bool:
        now = time.time()
        tokens, then = cache.get(key, (float(self.burst), now))
        tokens = min(float(self.burst), tokens + max(0.0, now - then) * self.per_second)
        allowed = tokens + by >= 0
        tokens = min(float(self.burst), tokens + by) if allowed else tokens
        cache.set(key, (tokens, now), timeout=int(self.burst / self.per_second) + 60)
        return bool(allowed)


@contextmanager
def _lock(key: str) -> Iterator[None]:
    if isinstance(caches["default"], LocMemCache):
        yield
        return
    lock, until = f"{key}:lock", monotonic() + HELD
    while not (held := cache.add(lock, 1, timeout=HELD)) and monotonic() < until:
        sleep(0.002)
    try:
        yield
    finally:
        if held:  # otherwise another process holds it
            cache.delete(lock)


def take_all(limits: Iterable[tuple[Limit, str]]) -> bool:
    """Take a token from each bucket, or from none if one of them is empty."""
    taken: list[tuple[Limit, str]] = []
    for limit, who in limits:
        if not limit.take(who):
            give_all(taken)
            return False
        taken.append((limit, who))
    return True


def give_all(limits: Iterable[tuple[Limit, str]]) -> None:
    for limit, who in limits:
        limit.give(who)


def address_of(request: HttpRequest) -> str:
    """The address by which a request is counted: for IPv6 its network, since one machine may own all of that."""
    text = str(request.META.get("REMOTE_ADDR", ""))
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return digest(text)
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    return str(address.ipv4_mapped or ipaddress.ip_network((int(address), _IPV6_PREFIX), strict=False))


class Line:
    """A queue of bounded length with one place at its head."""

    def __init__(self, length: int, seconds: float) -> None:
        self._places, self._head, self._seconds = threading.Semaphore(length), threading.Lock(), seconds

    @contextmanager
    def turn(self) -> Iterator[bool]:
        """Wait for a turn; yields False if the queue is full, or if waiting takes too long."""
        if not self._places.acquire(blocking=False):
            yield False
            return
        try:
            if not self._head.acquire(timeout=self._seconds):
                yield False
                return
            try:
                yield True
            finally:
                self._head.release()
        finally:
            self._places.release()


def digest(text: str) -> str:
    return hashlib.sha256(text.casefold().encode("utf-8", "replace")).hexdigest()[:32]


COMMANDS = Limit("commands", 20, 5)
# Wrong codes only. A code has 80 bits, so answering good ones without limit makes guessing no easier.
CODES = Limit("codes", 10, 10 / 60)
# Wrong passwords: of one account from one address (or from one browser that logged in before), and of one account from
# all other browsers together. These two limits make guessing hopeless.
LOGINS = Limit("logins", 5, 5 / 300)
LOGINS_OF = Limit("logins-of", 50, 50 / 3600)
# Wrong passwords of all accounts from one address: beyond the limit its logins are checked one after the other, because
# each check costs a good part of a second of processor time. Nobody is refused for what others at the address did.
LOGINS_FROM = Limit("logins-from", 30, 30 / 300)
CHECKS = Line(4, 5)
# Passkey challenges for browsers without a session, because each creates a session.
CHALLENGES = Limit("challenges", 60, 1)
# The password of a logged-in person, asked again before a serious step.
PASSWORDS = Limit("passwords", 5, 5 / 300)
SIGN_UPS = Limit("sign-ups", 10, 10 / 3600)
CAMPAIGNS = Limit("campaigns", 10, 10 / 3600)
# Games that an administrator previews or loads: each is read completely.
GAMES = Limit("games", 20, 20 / 60)
# Dice thrown on the start page, by address: nothing is stored, but each throw renders a page.
STAGE = Limit("stage", 30, 30 / 60)
# A simulated fight costs seconds of processor time.
SIMULATIONS = Limit("simulations", 12, 12 / 60)
# An uploaded picture costs a good part of a second of processor time.
PICTURES = Limit("pictures", 10, 10 / 60)
# A television's code has 30 bits: five wrong attempts, then a wait of two minutes for each.
PAIRINGS = Limit("pairings", 5, 5 / 600)
SCREENS = Limit("screens", 10, 10 / 60)
