"""``python -m sheets.portraits.resize``: a picture on standard input becomes a portrait on standard output.

It writes the length of the larger size in four bytes, then both sizes; a picture outside the bounds ends it with
``BAD_SIDES``, anything else that cannot be read with another number. With ``--keep`` a larger size that was made here
stays as it is; with ``--wide`` there is one size alone, of a picture of places, and with ``--long`` of a handout.
What it may use of the machine is bounded: whoever started it need not trust what it reads.
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

AFTER_OTHERS = 10  # a table that is playing comes first
MOST_MEMORY = 768 * 1024 * 1024
GROUND = (128, 134, 144)  # behind what is transparent: stands out on light and on dark
QUALITY, LEAST_QUALITY = 82, 40
MOST_KEPT = 200_000  # bytes of the larger size, so that a character with its portrait stays a small file
MOST_SHOWN = 400_000  # of a handout, which may hold small writing
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
    _bound()
    raw = sys.stdin.buffer.read()
    if "--wide" in sys.argv:
        sys.stdout.buffer.write(_encoded(_fitted(raw, WIDE), MOST_KEPT))
        return
    if "--long" in sys.argv:
        sys.stdout.buffer.write(_encoded(_fitted(raw, (LONG, LONG), whole=True), MOST_SHOWN))
        return
    kept = "--keep" in sys.argv and is_own(raw, LARGE)
    square = _fitted(raw, (LARGE, LARGE))
    large = raw if kept else _encoded(square, MOST_KEPT)
    small = _encoded(square.resize((SMALL, SMALL), Image.Resampling.LANCZOS), MOST_KEPT)
    sys.stdout.buffer.write(len(large).to_bytes(4, "big") + large + small)


def _bound() -> None:
    os.nice(AFTER_OTHERS)
    for what, most in ((resource.RLIMIT_AS, MOST_MEMORY), (resource.RLIMIT_CPU, SECONDS), (resource.RLIMIT_CORE, 0)):
        with suppress(ValueError, OSError):  # not every system has each of them
            resource.setrlimit(what, (most, most))


def _fitted(raw: bytes, size: tuple[int, int], *, whole: bool = False) -> Image.Image:
    Image.MAX_IMAGE_PIXELS = None  # our own bound is lower, and has a sentence
    with Image.open(BytesIO(raw), formats=FORMATS) as picture:
        width, height = picture.size
        if min(picture.size) < LEAST_SIDE or max(picture.size) > MOST_SIDE or width * height > MOST_PIXELS:
            sys.exit(BAD_SIDES)
        picture.draft("RGB", (2 * size[0], 2 * size[1]))
        turn = TURNS.get(_orientation(picture))
        lies = turn in SIDEWAYS
        fitted = _plain(picture)
        if not whole:
            fitted = ImageOps.fit(fitted, size[::-1] if lies else size, Image.Resampling.LANCZOS)
        elif max(fitted.size) > max(size):
            fitted = ImageOps.contain(fitted, size, Image.Resampling.LANCZOS)
        fitted.load()  # one that is small enough is still read from the file, which is closed here
    plain = Image.new("RGB", fitted.size, GROUND)
    plain.paste(fitted, mask=fitted.getchannel("A") if fitted.mode == "RGBA" else None)
    return plain.transpose(turn) if turn is not None else plain


def _plain(picture: Image.Image) -> Image.Image:
    if picture.mode.startswith("I"):  # sixteen bits of grey, of which the upper eight are kept
        picture = picture.convert("I").point(lambda value: value * (1 / 256)).convert("L")
    if picture.mode in ("RGB", "RGBA") and "transparency" not in picture.info:
        return picture
    clear = picture.mode in ("LA", "PA", "La", "RGBa") or "transparency" in picture.info
    return picture.convert("RGBA" if clear else "RGB")


def _orientation(picture: Image.Image) -> int:
    with suppress(Exception):  # each kind of damage raises its own
        return int(picture.getexif().get(ORIENTATION, 1))
    return 1


def _encoded(square: Image.Image, most: int) -> bytes:
    for quality in range(QUALITY, LEAST_QUALITY - 1, -14):
        into = BytesIO()
        square.save(into, "WEBP", quality=quality, method=4)
        if into.tell() <= most:
            break
    return into.getvalue()


if __name__ == "__main__":
    main()
