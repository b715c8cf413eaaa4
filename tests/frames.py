"""A frame as a page reads it: every region in it whole, put together as ``static/js/live.js`` does."""

import re

from campaigns.live.delta import CUT

PART = re.compile(r'<hx-partial hx-target="#([^"]+)" hx-swap="outerMorph">(.*?)</hx-partial>', re.DOTALL)


def joined(before, steps):
    """The text that these steps make of the one before."""
    old = before.split(CUT)
    return CUT.join(piece for one in steps for piece in ([one] if isinstance(one, str) else old[slice(*one)]))


def whole(frame, before):
    """By region, what a frame says that it shows now, with the texts as they were sent last."""
    found = {part[1]: part[0] for part in PART.finditer(frame.get("content", ""))}
    return found | {name: joined(before[name], steps) for name, steps in frame.get("parts", {}).items()}


def html(text):
    """A region's own element, out of what it is sent in."""
    return PART.fullmatch(text)[2]
