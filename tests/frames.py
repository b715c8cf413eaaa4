"""A frame as a page reads it: every region in it whole, put together as ``static/js/live.js`` does."""

from campaigns.live.delta import CUT, END


def joined(before, steps):
    """The text that these steps make of the one before."""
    steps = list(steps)
    if steps and isinstance(steps[0], dict):
        for name, other in steps.pop(0).items():
            before = before.replace(name, other)
    old, at, pieces = before.split(CUT), 0, []
    for step in steps:
        if isinstance(step, list):
            at += step[0]
            continue
        if isinstance(step, int):
            new = old[at : at + step]
        elif step.startswith(END):
            new = [old[at].partition(END)[0] + step]
        else:
            new = step.split(CUT)
        pieces += new
        at += len(new)
    return CUT.join(pieces)


def whole(frame, before):
    """By region, what a frame says that it shows now, with the texts as they were sent last."""
    parts = {name: joined(before[name], steps) for name, steps in frame.get("parts", {}).items()}
    return frame.get("regions", {}) | parts
