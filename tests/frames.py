"""A frame as a page reads it: every region in it whole, put together as ``static/js/live.js`` does."""

from campaigns.live.delta import CUT


def joined(before, steps):
    """The text that these steps make of the one before."""
    old = before.split(CUT)
    return CUT.join(piece for one in steps for piece in ([one] if isinstance(one, str) else old[slice(*one)]))


def whole(frame, before):
    """By region, what a frame says that it shows now, with the texts as they were sent last."""
    parts = {name: joined(before[name], steps) for name, steps in frame.get("parts", {}).items()}
    return frame.get("regions", {}) | parts
