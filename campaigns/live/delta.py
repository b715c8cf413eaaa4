"""What is new in a region whose last text is known, so that one changed number is sent as that number.

Both texts are cut at each tag. The pieces that were sent before are counted, the others are sent, and the page puts
the very same text together (``static/js/live.js``). What a piece is depends on the two texts alone, so the way they
are sent tells nothing that they do not.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import groupby

CUT, END = "<", ">"
LEAST_ANCHOR = 24  # letters: what is shorter stands in many places
Steps = list[str | int | list[int]]


def steps(before: str, after: str) -> Steps | None:
    """The steps that make ``after`` of ``before``, with a cursor on the pieces of ``before``.

    A number copies so many pieces, ``[n]`` moves the cursor by ``n``, a text stands in place of as many pieces as it
    has, and one that begins with ``>`` in place of what follows the tag of a piece. ``None`` where most of it is new:
    it is then sent whole.
    """
    if after.startswith(END) or CUT + END in after:
        return None  # a piece without a tag would read as what follows one
    old, new = before.split(CUT), after.split(CUT)
    result: Steps = []
    at = unknown = 0
    for offset, run in groupby(enumerate(_places(old, new)), key=_offset):
        numbers = [number for number, _place in run]
        known = offset is not None
        start = numbers[0] + offset if offset is not None else at
        if start != at:
            result.append([start - at])
        at = start + len(numbers)
        if known:
            result.append(len(numbers))
            continue
        for number, beside in zip(numbers, range(start, at), strict=True):
            text = _beside(old[beside] if beside < len(old) else "", new[number])
            unknown += len(text)
            _write(result, text, first=number == numbers[0])
    return result if 2 * unknown < len(after) else None


def _offset(pair: tuple[int, int]) -> int | None:
    number, place = pair
    return place - number if place >= 0 else None


def _write(result: Steps, text: str, first: bool) -> None:
    last = result[-1] if result else None
    if not first and isinstance(last, str) and not last.startswith(END) and not text.startswith(END):
        result[-1] = f"{last}{CUT}{text}"
    else:
        result.append(text)


def _beside(old: str, new: str) -> str:
    """A new piece, or where it has the tag of the old one, what follows it."""
    tag, end, text = new.partition(END)
    return END + text if end and old.startswith(tag + END) else new


def _places(old: list[str], new: list[str]) -> list[int]:
    """For each new piece the number of the old one it is: the next, or a long one elsewhere; -1 where it is none."""
    places: dict[str, list[int]] = {}
    for number, piece in enumerate(old):
        if len(piece) >= LEAST_ANCHOR:
            places.setdefault(piece, []).append(number)
    numbers: list[int] = []
    at = 0  # where a piece stands if each one took the place of another
    for piece in new:
        place = -1
        if at < len(old) and old[at] == piece:
            place = at
        elif piece in places and len(_beside(old[at] if at < len(old) else "", piece)) >= LEAST_ANCHOR:
            own = places[piece]
            place = own[min(bisect_left(own, at), len(own) - 1)]
        numbers.append(place)
        at = place + 1 if place >= 0 else at + 1
    return numbers
