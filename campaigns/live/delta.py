"""The changes to a region whose last text is known, so that one changed number is sent as that number.

Both texts are cut at each tag. Pieces that the page has at hand, of the text before and of what was put together so
far, are counted; of a piece that is like another the difference is sent; and the page puts the very same text together
(``static/js/live.js``). What a piece is depends on the two texts alone, so the way they are sent tells nothing that
they do not.
"""

from __future__ import annotations

import re
from collections import Counter

CUT, END = "<", ">"
FEW = 1000  # letters: a shorter delta is not shortened further
OFTEN = 4  # places: a name that changed in so many is sent once, as renamed
WHOLE = 0.75  # share of a text: where its steps take more, it is sent whole
SHORT = 12  # letters: no better step is sought than one so short
LEAST_RUN = 12  # letters: to point at a shorter run costs more than to send it
# Letters by which a piece that is like another is found. Words are never cut, here or below: the first letters that two
# chance names share would make one and the same act now longer, now shorter.
BEGINNINGS = (32, 12)
NEAR = 24  # letters: no better step is sought for a piece that takes so few
STEP, MOVE = 8, 6  # letters that an edit of a piece, and a move of the cursor, cost at least
NAME = re.compile(r"\b[a-z0-9]{16}\b")
WIDE = re.compile("[\U00010000-\U0010ffff]")  # letters that a page counts twice
Step = str | int | list[int | str] | dict[str, str]
Steps = list[Step]


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
    if named is None or (plain is not None and _length(plain) <= _length([names, *named])):
        return plain
    return [names, *named]


def _renamed(before: str, after: str) -> dict[str, str]:
    """The names that are gone, with those that came, in the order in which they stand, if they stand in many places."""
    old, new = (Counter(NAME.findall(text)) for text in (before, after))
    gone = (name for name, count in old.items() if name not in new and count >= OFTEN)
    came = (name for name, count in new.items() if name not in old and count >= OFTEN)
    return dict(zip(gone, came, strict=False))


def _length(steps: Steps) -> int:
    """The letters that these steps take, more or less."""
    return len(str(steps))


def steps(before: str, after: str) -> Steps | None:
    """The steps that make ``after`` of ``before``, with a cursor on the pieces at hand.

    A number copies so many pieces, ``[n]`` moves the cursor by ``n``, a text stands in place of as many pieces as it
    has, one that begins with ``>`` in place of what follows the tag of a piece, and ``[m, text, n]`` in place of what
    stands between the first ``m`` and the last ``n`` letters of a piece. What is put together stands behind all that
    was there before, at hand from then on. ``None`` where the steps take about as much as the text.
    """
    if after.startswith(END) or CUT + END in after:
        return None  # a piece without a tag would read as what follows one
    written = _Writer(before.split(CUT), after.split(CUT)).written()
    return written if _length(written) < WHOLE * len(after) else None


class _Writer:
    """A cursor on the pieces at hand, and how far the new ones are put together of them."""

    def __init__(self, hand: list[str], new: list[str]) -> None:
        self.hand, self.new = hand, new
        self.at = self.number = self.indexed = 0
        self.steps: Steps = []
        self.places: dict[str, int] = {}

    def written(self) -> Steps:
        while self.number < len(self.new):
            piece = self.new[self.number]
            here = self.hand[self.at] if self.at < len(self.hand) else ""
            count = _alike(self.hand, self.at, self.new, self.number)
            if count:
                self._put(count, count)
            elif len(short := _beside(here, piece)) <= SHORT:
                self._put(short)
            elif (place := self._longest_run()) is not None:
                self._go(place)
            else:
                self._put(self._nearest(here, piece, short))
        return self.steps

    def _put(self, step: Step, count: int = 1) -> None:
        last = self.steps[-1] if self.steps else ""
        if isinstance(step, str) and isinstance(last, str) and last and END not in (last[0], step[:1]):
            self.steps[-1] = f"{last}{CUT}{step}"
        else:
            self.steps.append(step)
        self.hand += self.new[self.number : self.number + count]
        self.number += count
        self.at += count

    def _go(self, place: int) -> None:
        if place != self.at:
            self.steps.append([place - self.at])
            self.at = place

    def _longest_run(self) -> int | None:
        """The place where most stands of what comes next, if that is worth the way: the nearest or the last of all."""
        self._index()
        piece = self.new[self.number]
        last = self.places.get(piece, -1)
        after = self.hand.index(piece, self.at) if last >= self.at else last
        lengths = {place: self._length_at(place) for place in (after, last) if place >= 0}
        best = max(lengths, key=lengths.__getitem__, default=None)
        return best if best is not None and lengths[best] >= LEAST_RUN else None

    def _length_at(self, place: int) -> int:
        count = _alike(self.hand, place, self.new, self.number)
        return len(CUT.join(self.new[self.number : self.number + count]))

    def _nearest(self, here: str, piece: str, text: str) -> Step:
        """The shortest step that makes a piece: its text, or what differs from the one here or from one like it."""
        if WIDE.search(piece):
            return text
        cost, step = _edited(here, piece, text)
        if cost > NEAR and (place := self._likest(piece)) is not None:
            elsewhere, edit = _edited(self.hand[place], piece, text)
            if elsewhere + MOVE < cost:
                self._go(place)
                return edit
        return step

    def _likest(self, piece: str) -> int | None:
        """The last place of a piece that begins with as many of the same words, or at least with a few."""
        text = CUT + CUT.join(self.hand)
        places = (text.rfind(CUT + _beginning(piece, most)) for most in BEGINNINGS)
        return next((text.count(CUT, 0, place) for place in places if place >= 0), None)

    def _index(self) -> None:
        self.places.update(zip(self.hand[self.indexed :], range(self.indexed, len(self.hand)), strict=True))
        self.indexed = len(self.hand)


def _alike(old: list[str], at: int, new: list[str], number: int) -> int:
    if at >= len(old) or old[at] != new[number]:
        return 0
    count, step, grows = 1, 1, True
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


def _edited(old: str, new: str, text: str) -> tuple[int, Step]:
    """The shorter of a text and what differs from a piece at hand, and the letters it takes."""
    if not old or WIDE.search(old):
        return len(text), text
    edit = _between(old, new)
    cost = len(str(edit[1])) + STEP
    return (cost, edit) if cost < len(text) else (len(text), text)


def _between(old: str, new: str) -> list[int | str]:
    """The letters that two pieces share at the start, what is new between, and those they share at the end."""
    first = _shared(old, new)
    while _cuts(old, first) or _cuts(new, first):
        first -= 1
    last = _shared(old[first:][::-1], new[first:][::-1])
    while last and (_cuts(old, len(old) - last) or _cuts(new, len(new) - last)):
        last -= 1
    return [first, new[first : len(new) - last], last]


def _beginning(piece: str, most: int) -> str:
    """The first words of a piece, of so many letters at most."""
    while _cuts(piece, most):
        most -= 1
    return piece[:most]


def _cuts(text: str, place: int) -> bool:
    """True where a word stands on both sides of a place."""
    return text[place - 1 : place].isalnum() and text[place : place + 1].isalnum()


def _shared(old: str, new: str) -> int:
    """The number of letters at the start that two texts share."""
    least, most = 0, min(len(old), len(new))
    while least < most:
        middle = (least + most + 1) // 2
        if old[least:middle] == new[least:middle]:
            least = middle
        else:
            most = middle - 1
    return least
