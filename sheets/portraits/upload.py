"""Uploads of portraits: converted to a square WebP in two sizes, one lossy frame without metadata.

Every upload is decoded in a process of its own (``sheets.portraits.resize``), limited in memory and time: neither a
decompression bomb nor a bug in a decoder affects the people who play.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from dataclasses import dataclass
from threading import BoundedSemaphore

from django.conf import settings

from rules.core.errors import Refused, Unreadable
from rules.core.text import _
from sheets.portraits.limits import (
    BAD_SIDES,
    LARGE,
    LEAST_SIDE,
    MOST_BYTES,
    MOST_SIDE,
    SECONDS,
    SMALL,
    WIDE,
    is_own,
    is_shown_whole,
)

AT_ONCE, PATIENCE = 2, 1.0  # processes, and seconds to wait for one
LONGEST = 6 * SECONDS  # seconds of wall-clock time, for a busy machine
NO_FILE = _("Choose a picture first.")
BUSY = _("Other pictures are being read: try again in a moment.")
TOO_LARGE = _("The picture is too large: %(most)s MB at most.", most=MOST_BYTES // 1024 // 1024)
UNREADABLE = _("This picture cannot be read: take a JPEG, PNG or WebP.")
SIDES = _(
    "The picture is too large or too small: 25 million pixels and %(most)s a side at most, %(least)s a side at least.",
    least=LEAST_SIDE,
    most=MOST_SIDE,
)
FREE = BoundedSemaphore(AT_ONCE)
_KNOWN_ENVIRONMENT = ("PATH", "LD_LIBRARY_PATH", "SYSTEMROOT")


@dataclass(frozen=True)
class Portrait:
    """One picture in both sizes."""

    large: bytes
    small: bytes

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.large).hexdigest()


def make_portrait(raw: bytes, *, keep: bool = False) -> Portrait:
    """The portrait made from an uploaded picture. Raises ``Unreadable`` or ``Refused`` with a sentence.

    With ``keep``, a larger size made by Tablée is used unchanged, so that importing an exported file loses nothing.
    """
    line = _run_resize_in_turn(raw, "--keep" if keep else "")
    size = int.from_bytes(line[:4], "big")
    portrait = Portrait(line[4 : 4 + size], line[4 + size :])
    if not is_whole(portrait):
        raise Unreadable(UNREADABLE, "file")
    return portrait


def make_wide(raw: bytes) -> bytes:
    """The picture behind a fight, made from an uploaded one; raises as for a portrait."""
    picture = _run_resize_in_turn(raw, "--wide")
    if not is_own(picture, *WIDE):
        raise Unreadable(UNREADABLE, "file")
    return picture


def make_whole(raw: bytes) -> bytes:
    """The picture of a handout, in its original shape; raises as for a portrait."""
    picture = _run_resize_in_turn(raw, "--long")
    if not is_shown_whole(picture):
        raise Unreadable(UNREADABLE, "file")
    return picture


def _run_resize_in_turn(raw: bytes, how: str) -> bytes:
    if not raw:
        raise Unreadable(NO_FILE, "file")
    if len(raw) > MOST_BYTES:
        raise Unreadable(TOO_LARGE, "file")
    # A waiting request occupies one of the threads that serve everybody (``config.serving.threads``).
    if not FREE.acquire(timeout=PATIENCE):
        raise Refused(BUSY, "file")
    try:
        return run_resize(raw, how)
    finally:
        FREE.release()


def is_whole(portrait: Portrait) -> bool:
    """True if both sizes are in this module's format: nothing else is ever stored or sent."""
    return is_own(portrait.large, LARGE) and is_own(portrait.small, SMALL)


def run_resize(raw: bytes, how: str) -> bytes:
    environment = {key: os.environ[key] for key in _KNOWN_ENVIRONMENT if key in os.environ}
    command = [sys.executable, "-m", "sheets.portraits.resize", *([how] if how else [])]
    try:
        run = subprocess.run(
            command,
            input=raw,
            capture_output=True,
            cwd=settings.BASE_DIR,
            env=environment,
            timeout=LONGEST,
            check=False,
        )
    except subprocess.TimeoutExpired as late:
        raise Refused(BUSY, "file") from late
    if run.returncode == BAD_SIDES:
        raise Unreadable(SIDES, "file")
    if run.returncode:
        raise Unreadable(UNREADABLE, "file")
    return run.stdout
