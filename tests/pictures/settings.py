"""The site's settings with a clock that a story moves, and the same codes and seeds in each run."""

import hashlib
import itertools
import os
import secrets
from datetime import UTC, datetime
from pathlib import Path

from django.utils import timezone

from config.settings import *  # noqa: F403

_clock = Path(os.environ["TABLEE_PICTURES_CLOCK"])
_drawn = itertools.count()
_random = secrets.token_bytes
DRAWN = {10, 32}  # bytes: of a token or code, and of a promised stream of dice


def _now() -> datetime:
    return datetime.fromtimestamp(_clock.stat().st_mtime, UTC)


def _token_bytes(count: int | None = None) -> bytes:
    if count not in DRAWN:
        return _random(count)
    return hashlib.sha256(f"{os.environ['TABLEE_PICTURES_SEED']} {next(_drawn)}".encode()).digest()[:count]


timezone.now = _now
secrets.token_bytes = _token_bytes
