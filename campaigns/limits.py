"""How much one member or one address may ask in a while: a bucket of tokens that fills up again."""

from __future__ import annotations

import hashlib
import logging
import time
from dataclasses import dataclass

from django.core.cache import cache

log = logging.getLogger(__name__)


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

    def _change(self, who: str, by: int) -> bool:
        try:
            return self._count(f"limit:{self.name}:{who}", by)
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


def digest(text: str) -> str:
    """What somebody typed, as a name that any cache takes."""
    return hashlib.sha256(text.casefold().encode("utf-8", "replace")).hexdigest()[:32]


COMMANDS = Limit("commands", 20, 5)
# Codes that open nothing: a whole group behind one address may follow good links at once.
CODES = Limit("codes", 10, 10 / 60)
# Passwords that are wrong: of one account, and from one address for all accounts.
LOGINS = Limit("logins", 5, 5 / 300)
LOGINS_FROM = Limit("logins-from", 30, 30 / 300)
SIGN_UPS = Limit("sign-ups", 10, 10 / 3600)
CAMPAIGNS = Limit("campaigns", 10, 10 / 3600)
# A television shows a code of 30 bits: five wrong ones, then a wait of two minutes for each.
PAIRINGS = Limit("pairings", 5, 5 / 600)
SCREENS = Limit("screens", 10, 10 / 60)
