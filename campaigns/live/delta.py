"""A long region in pieces, so that one line more in a list is sent as that line and not as the whole list again.

A text is cut before each item of a list. The pieces that were sent before are named by where they stood, the others
are sent, and the page puts the very same text together (``static/js/live.js``). What a piece is depends on the two
texts alone, so the way they are sent tells nothing that they do not.
"""

from __future__ import annotations

CUT = "<li"
Steps = list[str | list[int]]


def steps(before: str, after: str) -> Steps | None:
    """The steps that make ``after`` of ``before``: runs of its pieces ``[from, to]`` and new text.

    ``None`` where most of it is new: it is then sent whole.
    """
    old, new = before.split(CUT), after.split(CUT)
    places = {piece: place for place, piece in enumerate(old)}
    result: Steps = []
    unknown = 0
    for piece in new:
        run = result[-1] if result and isinstance(result[-1], list) else None
        if run is not None and run[1] < len(old) and old[run[1]] == piece:
            run[1] += 1
        elif piece in places:
            result.append([places[piece], places[piece] + 1])
        else:
            unknown += len(piece)
            result.append(piece)
    return result if 2 * unknown < len(after) else None
