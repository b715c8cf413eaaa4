"""Frames as a page reads them: whole regions, put together as ``static/js/live.js`` does."""

from campaigns.live.delta import CUT, END


def joined(before, steps):
    """The text that these steps make of the one before."""
    steps = list(steps)
    if steps and isinstance(steps[0], dict):
        for name, other in steps.pop(0).items():
            before = before.replace(name, other)
    hand, at = before.split(CUT), 0
    known, edit = len(hand), ""
    for step in steps:
        if isinstance(step, list) and len(step) == 1:
            at += step[0]
            continue
        if isinstance(step, int):
            new = hand[at : at + step]
        elif isinstance(step, list) and len(step) == 3 and isinstance(step[1], int):
            new = hand[at + step[0] : at + step[0] + step[1]]
        elif isinstance(step, list):
            first, *text, last = step
            edit = text[0] if text else edit
            new = [hand[at][:first] + edit + hand[at][len(hand[at]) - last :]]
        elif step.startswith(END):
            new = [hand[at].partition(END)[0] + step]
        else:
            new = step.split(CUT)
        hand += new
        at += len(new)
    return CUT.join(hand[known:])


def whole(frame, before):
    """By region, what a frame says that it shows now, with the texts as they were sent last."""
    parts = {name: joined(before[name], steps) for name, steps in frame.get("parts", {}).items()}
    return frame.get("regions", {}) | parts
