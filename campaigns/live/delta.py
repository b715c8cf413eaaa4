"""The changes to a region whose last text is known, so that one changed number is sent as that number.

Both texts are cut at each tag. The pieces that were sent before are counted, the others are sent, and the page puts
the very same text together (``static/js/live.js``). What a piece is depends on the two texts alone, so the way they
are sent tells nothing that they do not.
"""

from __future__ import annotations

import re

CUT, END = "<", ">"
LEAST_ANCHOR = 24  # letters: what is shorter stands in many places
FEW = 2000  # letters that are new: of so few no more is spared
NAME = re.compile(r"\b[a-z0-9]{16}\b")
Steps = list[str | int | list[int] | dict[str, str]]


def smallest(before: str, after: str) -> Steps | None:
    """The fewest steps that make ``after`` of ``before``; ``None`` where it is best sent whole.

    Where the same is shown of somebody else, a first step says which names stand in place of which.
    """
    plain = steps(before, after)
    if plain is not None and _length(plain) <= FEW:
        return plain
    names = _renamed(before, after)
    for old, new in names.items():
        before = before.replace(old, new)
    named = steps(before, after) if names else None
    if named is None or (plain is not None and _length(plain) <= _length(named)):
        return plain
    return [names, *named]


def _renamed(before: str, after: str) -> dict[str, str]:
    """The names that are gone, with those that came, in the order in which they stand."""
    old, new = (dict.fromkeys(NAME.findall(text)) for text in (before, after))
    return dict(zip((name for name in old if name not in new), (name for name in new if name not in old), strict=False))


def _length(steps: Steps) -> int:
    return sum(len(step) for step in steps if isinstance(step, str))


def steps(before: str, after: str) -> Steps | None:
    """The steps that make ``after`` of ``before``, with a cursor on the pieces of ``before``.

    A number copies so many pieces, ``[n]`` moves the cursor by ``n``, a text stands in place of as many pieces as it
    has, and one that begins with ``>`` in place of what follows the tag of a piece. ``None`` where most of it is new:
    it is then sent whole.
    """
    if after.startswith(END) or CUT + END in after:
        return None  # a piece without a tag would read as what follows one
    old, new = before.split(CUT), after.split(CUT)
    there: set[str] = set()
    result: Steps = []
    at = number = unknown = 0
    while number < len(new):
        piece = new[number]
        if count := _alike(old, at, new, number):
            result.append(count)
            at, number = at + count, number + count
            continue
        text = _beside(old[at] if at < len(old) else "", piece)
        if len(text) >= LEAST_ANCHOR and piece in (there := there or set(old)):
            place = _nearest(old, piece, at)
            result.append([place - at])
            at = place
            continue
        unknown += len(text)
        _write(result, text)
        at, number = at + 1, number + 1
    return result if 2 * unknown < len(after) else None


def _alike(old: list[str], at: int, new: list[str], number: int) -> int:
    """The number of pieces that are the same from here on."""
    count, step, grows = 0, 1, True
    while step:
        run = old[at + count : at + count + step]
        if len(run) == step and run == new[number + count : number + count + step]:
            count += step
            step = 2 * step if grows else step // 2
        else:
            step, grows = step // 2, False
    return count


def _beside(old: str, new: str) -> str:
    """A new piece, or where it has the tag of the old one, what follows it."""
    tag, end, text = new.partition(END)
    return END + text if end and old.startswith(tag + END) else new


def _nearest(old: list[str], piece: str, at: int) -> int:
    """The number of this piece at or after a place, or else the first one."""
    try:
        return old.index(piece, at)
    except ValueError:
        return old.index(piece)


def _write(result: Steps, text: str) -> None:
    last = result[-1] if result else None
    if isinstance(last, str) and not last.startswith(END) and not text.startswith(END):
        result[-1] = f"{last}{CUT}{text}"
    else:
        result.append(text)
