"""How much one member or one address may ask in a while: a bucket of tokens that fills up again."""

from __future__ import annotations

import hashlib
import logging
import math
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic, sleep

from django.core.cache import cache, caches
from django.core.cache.backends.locmem import LocMemCache
from django.http import HttpResponse

log = logging.getLogger(__name__)
# A cache is read and then written: two requests at once must not both take the last token.
_LOCKS = tuple(threading.Lock() for _number in range(64))
HELD = 1  # seconds after which the lock of a process that was killed is nobody's


@dataclass(frozen=True)
class Limit:
    """At most ``burst`` at once, then ``per_second``."""

    name: str
    burst: int
    per_second: float

    def take(self, who: str) -> bool:
        """Take one token of ``who``, if there is one left."""
        return self._change(who, -1)

    def give(self, who: str) -> None:
        """Give one token back, for what turned out not to count."""
        self._change(who, 1)

    @property
    def wait(self) -> int:
        """Whole seconds after which who has no token left has one again."""
        return math.ceil(1 / self.per_second)

    def late(self, response: HttpResponse) -> HttpResponse:
        """A refusal that says when to come again."""
        response.status_code = 429
        response["Retry-After"] = str(self.wait)
        return response

    def _change(self, who: str, by: int) -> bool:
        key = f"limit:{self.name}:{who}"
        try:
            with _LOCKS[hash(key) % len(_LOCKS)], _alone(key):
                return self._count(key, by)
        except Exception as error:  # each cache raises its own
            # A table goes on playing while the cache is away: better no limit than no game.
            log.warning("The cache is away, nobody is limited: %r", error)
            return True

    def _count(self, key: str, by: int) -> bool:
        now = time.time()
        tokens, then = cache.get(key, (float(self.burst), now))
        tokens = min(float(self.burst), tokens + max(0.0, now - then) * self.per_second)
        allowed = tokens + by >= 0
        tokens = min(float(self.burst), tokens + by) if allowed else tokens
        cache.set(key, (tokens, now), timeout=int(self.burst / self.per_second) + 60)
        return bool(allowed)


@contextmanager
def _alone(key: str) -> Iterator[None]:
    """One process at a time, where several count in one cache."""
    if isinstance(caches["default"], LocMemCache):
        yield
        return
    lock, until = f"{key}:lock", monotonic() + HELD
    while not cache.add(lock, 1, timeout=HELD) and monotonic() < until:
        sleep(0.002)
    try:
        yield
    finally:
        cache.delete(lock)


def digest(text: str) -> str:
    """What somebody typed, as a name that any cache takes."""
    return hashlib.sha256(text.casefold().encode("utf-8", "replace")).hexdigest()[:32]


COMMANDS = Limit("commands", 20, 5)
# Codes that open nothing: a whole group behind one address may follow good links at once.
CODES = Limit("codes", 10, 10 / 60)
# Passwords that are wrong: of one account from one address (or from one browser that logged in before), of one account
# from all other browsers together, and from one address for all accounts.
LOGINS = Limit("logins", 5, 5 / 300)
LOGINS_OF = Limit("logins-of", 50, 50 / 3600)
LOGINS_FROM = Limit("logins-from", 30, 30 / 300)
# The password of who is logged in, asked again before something grave.
PASSWORDS = Limit("passwords", 5, 5 / 300)
SIGN_UPS = Limit("sign-ups", 10, 10 / 3600)
CAMPAIGNS = Limit("campaigns", 10, 10 / 3600)
# A fight tried beforehand costs seconds of a processor.
REHEARSALS = Limit("rehearsals", 12, 12 / 60)
# A picture that is sent costs a good part of a second of one.
PICTURES = Limit("pictures", 10, 10 / 60)
# A television shows a code of 30 bits: five wrong ones, then a wait of two minutes for each.
PAIRINGS = Limit("pairings", 5, 5 / 600)
SCREENS = Limit("screens", 10, 10 / 60)
