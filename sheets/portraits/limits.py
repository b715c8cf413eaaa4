"""The format of portraits (square WebP of one lossy frame in two sizes) and of other pictures, and upload limits.

This module does without Django: the process that decodes pictures imports it and nothing else of the site.
"""

from __future__ import annotations

import struct

SMALL, LARGE = 96, 512  # pixels of a side
SIZES = (SMALL, LARGE)
WIDE = (1280, 800)  # pixels of the picture behind a fight
LONG = 1600  # pixels of a handout's longer side; it keeps its shape
FORMATS = ("JPEG", "PNG", "WEBP")
MOST_BYTES = 8 * 1024 * 1024
LEAST_SIDE, MOST_SIDE, MOST_PIXELS = 32, 10_000, 25_000_000
SECONDS = 10
BAD_SIDES = 3  # exit status for a picture outside these limits


def size_of(raw: bytes) -> tuple[int, int] | None:
    """Width and height of one lossy WebP frame; ``None`` for anything else, even with additional chunks."""
    if len(raw) < 30 or raw[:4] != b"RIFF" or raw[8:16] != b"WEBPVP8 " or raw[23:26] != b"\x9d\x01\x2a":
        return None
    whole, frame = struct.unpack("<I8xI", raw[4:20])
    width, height = struct.unpack("<HH", raw[26:30])
    return (width, height) if (whole, frame + frame % 2) == (len(raw) - 8, len(raw) - 20) else None


def is_own(raw: bytes, side: int, high: int = 0) -> bool:
    """True if these bytes are a single lossy WebP frame of this size."""
    return size_of(raw) == (side, high or side)


def is_shown_whole(raw: bytes) -> bool:
    """True if these bytes are a single lossy WebP frame no larger than a handout."""
    size = size_of(raw)
    return size is not None and max(size) <= LONG
