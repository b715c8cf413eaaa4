"""Three screens in one moving picture: where each lies, how a tap is drawn, how frames are kept."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFilter
from playwright.sync_api import Locator, Page

from tests.pictures.studio import shot

CANVAS, GROUND = (1600, 900), "#e7e3dc"
QUALITY = 78  # of WebP: letters stay clean, the file below a megabyte


class Place(NamedTuple):
    """The position of a screen on the picture, its width, and the radius of its corners."""

    left: int
    top: int
    width: int
    radius: int
    frame: int  # of the device, around it


PLACES = {"gm": Place(40, 36, 1120, 10, 2), "screen": Place(420, 510, 640, 8, 8), "ana": Place(1196, 56, 364, 26, 10)}


@dataclass
class Film:
    """The frames of a picture of some windows, each with how long it stays."""

    pages: dict[str, Page]
    frames: list[Image.Image] = field(default_factory=list)
    times: list[int] = field(default_factory=list)

    def frame(self, milliseconds: int) -> None:
        """Take what the windows show now."""
        self._add({seat: shot(self.pages[seat]) for seat in PLACES}, milliseconds)

    def tap(self, seat: str, what: Locator, milliseconds: int = 900) -> None:
        """Take what the windows show, with a finger on something, and press it."""
        what.scroll_into_view_if_needed()
        shots = {name: shot(self.pages[name]) for name in PLACES}
        box = what.bounding_box()
        assert box is not None
        middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        shots[seat] = _touched(shots[seat], middle, self.pages[seat])
        self._add(shots, milliseconds)
        what.click()

    def save(self, moving: Path, still: Path) -> None:
        """Keep all frames as a picture that moves, and the last one as one that stands still."""
        first, *others = self.frames
        options = {"save_all": True, "loop": 0, "quality": QUALITY, "method": 6, "minimize_size": True}
        first.save(moving, append_images=others, duration=self.times, **options)
        self.frames[-1].save(still, optimize=True)  # its shadows need every colour

    def _add(self, shots: dict[str, Image.Image], milliseconds: int) -> None:
        frame = Image.new("RGB", CANVAS, GROUND)
        for seat, place in PLACES.items():
            _lay(frame, shots[seat], place)
        self.frames.append(frame)
        self.times.append(milliseconds)


def _touched(image: Image.Image, middle: tuple[float, float], page: Page) -> Image.Image:
    """The picture with a translucent disc where a finger is, as large on every screen."""
    assert page.viewport_size is not None
    radius = 0.022 * page.viewport_size["width"] if page.viewport_size["width"] > 600 else 26
    layer = Image.new("RGBA", image.size)
    x, y = middle
    ImageDraw.Draw(layer).ellipse(
        (x - radius, y - radius, x + radius, y + radius), fill=(230, 90, 30, 110), outline=(230, 90, 30, 255), width=3
    )
    return Image.alpha_composite(image.convert("RGBA"), layer).convert("RGB")


def _lay(frame: Image.Image, image: Image.Image, place: Place) -> None:
    """Lay a screen on the picture, in the frame of its device and with its shadow."""
    height = round(image.height * place.width / image.width)
    outer = (place.width + 2 * place.frame, height + 2 * place.frame)
    corner = (place.left - place.frame, place.top - place.frame)
    shadow = Image.new("L", CANVAS)
    shadow.paste(_mask(outer, place.radius + place.frame).point(lambda level: level // 4), (corner[0], corner[1] + 8))
    frame.paste("#000", mask=shadow.filter(ImageFilter.GaussianBlur(16)))
    frame.paste("#16181d", corner, _mask(outer, place.radius + place.frame))
    scaled = image.resize((place.width, height), Image.Resampling.LANCZOS)
    frame.paste(scaled, (place.left, place.top), _mask(scaled.size, place.radius))


@cache
def _mask(size: tuple[int, int], radius: int) -> Image.Image:
    """A rectangle with round, smooth corners."""
    mask = Image.new("L", (size[0] * 4, size[1] * 4))
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, size[0] * 4 - 1, size[1] * 4 - 1), radius * 4, fill=255)
    return mask.resize(size, Image.Resampling.LANCZOS)
