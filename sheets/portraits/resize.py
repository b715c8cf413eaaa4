"""``python -m sheets.portraits.resize``: a picture on standard input becomes a portrait on standard output.

The output is the length of the larger size in four bytes, then both sizes. Exit status ``BAD_SIDES`` means that the
picture exceeds the limits, any other but 0 that it cannot be read. With ``--keep`` a larger size made by this program
is not encoded again; ``--wide`` writes only one size, for the picture behind a fight, and ``--long`` for a handout.

Memory and time are limited, so that the caller need not trust the input.
"""

from __future__ import annotations

import os
import resource
import sys
from contextlib import suppress
from io import BytesIO

from PIL import Image, ImageOps

from sheets.portraits.limits import (
    BAD_SIDES,
    FORMATS,
    LARGE,
    LEAST_SIDE,
    LONG,
    MOST_PIXELS,
    MOST_SIDE,
    SECONDS,
    SMALL,
    WIDE,
    is_own,
)

AFTER_OTHERS = 10  # niceness: running tables come first
MOST_MEMORY = 768 * 1024 * 1024
GROUND = (128, 134, 144)  # behind transparent parts: contrasts with light and dark
QUALITY, LEAST_QUALITY = 82, 40
MOST_KEPT = 200_000  # bytes of the larger size, so that a character's file with its portrait stays small
MOST_SHOWN = 400_000  # bytes of a handout, which may contain small print
ORIENTATION = 0x0112
TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
SIDEWAYS = {TURNS[5], TURNS[6], TURNS[7], TURNS[8]}


def main() -> None:
    _limit_resources()
    raw = sys.stdin.buffer.read()
    if "--wide" in sys.argv:
        sys.stdout.buffer.write(_encode(_fit(raw, WIDE), MOST_KEPT))
        return
    if "--long" in sys.argv:
        sys.stdout.buffer.write(_encode(_fit(raw, (LONG, LONG), whole=True), MOST_SHOWN))
        return
    unchanged = "--keep" in sys.argv and is_own(raw, LARGE)
    square = _fit(raw, (LARGE, LARGE))
    large = raw if unchanged else _encode(square, MOST_KEPT)
    small = _encode(square.resize((SMALL, SMALL), Image.Resampling.LANCZOS), MOST_KEPT)
    sys.stdout.buffer.write(len(large).to_bytes(4, "big") + large + small)


def _limit_resources() -> None:
    os.nice(AFTER_OTHERS)
    for limit, most in ((resource.RLIMIT_AS, MOST_MEMORY), (resource.RLIMIT_CPU, SECONDS), (resource.RLIMIT_CORE, 0)):
        with suppress(ValueError, OSError):  # not every system has all of these limits
            resource.setrlimit(limit, (most, most))


def _fit(raw: bytes, size: tuple[int, int], *, whole: bool = False) -> Image.Image:
    Image.MAX_IMAGE_PIXELS = None  # our own limit is lower, and has a message
    with Image.open(BytesIO(raw), formats=FORMATS) as picture:
        width, height = picture.size
        if min(picture.size) < LEAST_SIDE or max(picture.size) > MOST_SIDE or width * height > MOST_PIXELS:
            sys.exit(BAD_SIDES)
        picture.draft("RGB", (2 * size[0], 2 * size[1]))
        turn = TURNS.get(_read_orientation(picture))
        is_sideways = turn in SIDEWAYS
        fitted = _to_rgb(picture)
        if not whole:
            fitted = ImageOps.fit(fitted, size[::-1] if is_sideways else size, Image.Resampling.LANCZOS)
        elif max(fitted.size) > max(size):
            fitted = ImageOps.contain(fitted, size, Image.Resampling.LANCZOS)
        fitted.load()  # an unscaled picture is still lazy, and its file closes here
    plain = Image.new("RGB", fitted.size, GROUND)
    plain.paste(fitted, mask=fitted.getchannel("A") if fitted.mode == "RGBA" else None)
    return plain.transpose(turn) if turn is not None else plain


def _to_rgb(picture: Image.Image) -> Image.Image:
    if picture.mode.startswith("I"):  # 16 bits of grey: keep the upper 8
        picture = picture.convert("I").point(lambda value: value * (1 / 256)).convert("L")
    if picture.mode in ("RGB", "RGBA") and "transparency" not in picture.info:
        return picture
    clear = picture.mode in ("LA", "PA", "La", "RGBa") or "transparency" in picture.info
    return picture.convert("RGBA" if clear else "RGB")


def _read_orientation(picture: Image.Image) -> int:
    with suppress(Exception):  # damaged metadata raise various errors
        return int(picture.getexif().get(ORIENTATION, 1))
    return 1


def _encode(square: Image.Image, most: int) -> bytes:
    for quality in range(QUALITY, LEAST_QUALITY - 1, -14):
        into = BytesIO()
        square.save(into, "WEBP", quality=quality, method=4)
        if into.tell() <= most:
            break
    return into.getvalue()


if __name__ == "__main__":
    main()
