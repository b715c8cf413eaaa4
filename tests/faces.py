"""Pictures that somebody might send."""

from io import BytesIO

from PIL import Image

RED, BLUE = (200, 30, 30), (30, 30, 200)


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
