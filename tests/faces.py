"""Pictures to upload, each decoded once in this process, because a separate process costs 0.2 s each time."""

from functools import cache
from io import BytesIO

import pytest
from PIL import Image

from sheets.portraits import upload

RED, BLUE = (200, 30, 30), (30, 30, 200)
once = cache(upload.run_resize)  # what is refused is decoded every time


@pytest.fixture(scope="session", autouse=True)
def pictures_made_once():
    """Keep what comes of a picture for later tests; those of the decoder itself make them anew."""
    upload.run_resize = once


def drawn(form="PNG", size=(80, 60), colour=RED, mode="RGB", **said):
    """A picture of one colour, as the bytes of a file."""
    into = BytesIO()
    Image.new(mode, size, colour).save(into, form, **said)
    return into.getvalue()


def halves(form="JPEG", **said):
    """A wide picture, red on the left and blue on the right."""
    picture, into = Image.new("RGB", (300, 200), RED), BytesIO()
    picture.paste(BLUE, (150, 0, 300, 200))
    picture.save(into, form, **said)
    return into.getvalue()
