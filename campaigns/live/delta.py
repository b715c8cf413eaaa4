"""Differences between two texts of a region, so that one changed number is sent as that number.

Both texts are cut into pieces at each tag. Runs of pieces that the page knows, from the old text or from what it has
put together so far, are sent as numbers; of a piece similar to a known one, only the difference is sent; and the page
puts the new text together from them (``static/js/live.js``). The cuts depend on the two texts alone, so the way a text
is sent reveals nothing that the text itself does not.
"""

from __future__ import annotations

import re
from collections import Counter

CUT, END = "<", ">"
SHORT_DELTA = 1000  # letters: a shorter delta is not shortened further
LEAST_RENAMES = 4  # occurrences: a name that changed in this many places is sent once, as renamed
MOST_SHARE = 0.75  # share of a text: if its steps take more, it is sent whole
SHORT_RUN = 16  # pieces: runs up to this length are compared one by one
SHORT_STEP = 12  # letters: a step this short is good enough, and pointing at a run this short costs more
# Letters by which a similar piece is found. Words are never cut, here or below: random names that happen to share their
# first letters would otherwise make the frames of the same act differ in length.
BEGINNINGS = (32, 12)
SHORT_EDIT = 24  # letters: a step is good enough for a piece this short
STEP, MOVE = 8, 6  # letters that an edit of a piece and a move of the cursor take at least
NEAR = STEP // 2
NAME = re.compile(r"\b[a-z0-9]{16}\b")
WIDE_LETTER = re.compile("[\U00010000-\U0010ffff]")  # letters that a page counts twice
Step = str | int | list[int | str] | dict[str, str]
Steps = list[Step]


def shortest_steps(before: str, after: str) -> Steps | None:
    """The shortest steps that turn ``before`` into ``after``; ``None`` if sending the whole text is better.

    If the same text now shows somebody else, a first step maps the old names to the new ones.
    """
    plain = steps(before, after)
    if plain is not None and _length(plain) <= SHORT_DELTA:
        return plain
    names = _find_renames(before, after)
    for old, new in names.items():
        before = before.replace(old, new)
    named = steps(before, after) if names else None
    if named is None or (plain is not None and _length(plain) <= _length([names, *named])):
        return plain
    return [names, *named]


def _find_renames(before: str, after: str) -> dict[str, str]:
    """Ids that vanished, mapped in order to ids that appeared, where both occur often enough."""
    hand, made = before.split(CUT), after.split(CUT)
    gone, came = _find_ids(hand, made, after), _find_ids(made, hand, before)
    return dict(zip(gone, came, strict=False))


def _find_ids(pieces: list[str], others: list[str], text: str) -> list[str]:
    """The ids that occur often enough in these pieces, but not in ``text``, which is cut into the ``others``."""
    shared = frozenset(others)
    counts = Counter(NAME.findall(CUT.join([piece for piece in pieces if piece not in shared])))
    return [name for name, count in counts.items() if count >= LEAST_RENAMES and name not in text]


def _length(steps: Steps) -> int:
    return len(str(steps))


def steps(before: str, after: str) -> Steps | None:
    """The steps that turn ``before`` into ``after``, by moving a cursor over the known pieces.

    A number copies so many pieces; ``[n]`` moves the cursor by ``n``; a text replaces as many pieces as it has, one
    that begins with ``>`` replaces what follows a piece's tag; ``[m, text, n]`` replaces what stands between the first
    ``m`` and the last ``n`` letters of a piece, and ``[m, n]`` does so with the same text again; ``[n, count, 0]``
    copies ``count`` pieces from ``n`` further on. New pieces are appended to the known ones, so later steps can copy
    them. ``None`` if the steps take about as much as the text.
    """
    if after.startswith(END) or CUT + END in after:
        return None  # a piece without a tag would be taken for the text after one
    written = _without_repeats(_Writer(before, after).write())
    return written if _length(written) < MOST_SHARE * len(after) else None


def _without_repeats(steps: Steps) -> Steps:
    """The steps, with the text of an edit left out where it repeats the last one, such as one more term in each sum."""
    last = None
    for place, step in enumerate(steps):
        if type(step) is list and step[1:] and type(step[1]) is str:
            first, text, end = step
            if text == last:
                steps[place] = [first, end]
            last = text
    return steps


class _Writer:
    """A cursor over the known pieces, and the number of new pieces already written with them.

    It runs for every piece that changed on any page, so it calls little.
    """

    def __init__(self, before: str, after: str) -> None:
        self.hand, self.new = before.split(CUT), after.split(CUT)
        self.size = len(self.hand)
        self.at = self.number = self.indexed = self.joined = 0
        self.steps: Steps = []
        self.is_joined = False  # the last step is a text of whole pieces, to which another piece may be added
        self.places: dict[str, int] = {}
        self.text = ""  # the known pieces before ``joined``, each after a cut

    def write(self) -> Steps:
        most = len(self.new)
        while self.number < most:
            piece = self.new[self.number]
            here = self.hand[self.at]  # a cursor stays within, since what is copied is appended
            if here == piece:
                self._add(_count_common(self.hand, self.at, self.new, self.number))
                continue
            tag = piece.find(END) + 1
            short = piece[tag - 1 :] if tag and here[:tag] == piece[:tag] else piece
            if not short[SHORT_STEP:]:
                self._add(1, short)
            elif (place := self._longest_run()) is not None:
                self._move_cursor(place)
            else:
                self._add(1, self._shortest_step(here, piece, short))
        return self.steps

    def _add(self, count: int, step: Step | None = None) -> None:
        """Add a step that gives so many pieces; without one they are copied."""
        is_text = type(step) is str and step[:1] != END
        if is_text and self.is_joined:
            self.steps[-1] = f"{self.steps[-1]}{CUT}{step}"
        else:
            self.steps += (count if step is None else step,)
            self.is_joined = is_text and step != ""
        self.hand += self.new[self.number : self.number + count]
        self.size += count
        self.number += count
        self.at += count

    def _move_cursor(self, place: int) -> None:
        """Move the cursor; a move, a copied run and the move back are combined into one step."""
        run = self.steps[-1] if self.steps else None
        if type(run) is int and self.steps[-2:-1] == [[self.at - place]]:
            self.steps[-2:] = [[self.at - place, run, 0]]
        else:
            self.steps.append([place - self.at])
        self.at = place  # a copied run or an edit follows, never a text

    def _longest_run(self) -> int | None:
        """The place of the longest known run that continues the new text: the nearest or the last one."""
        self.places.update(zip(self.hand[self.indexed :], range(self.indexed, self.size), strict=True))
        self.indexed = self.size
        piece = self.new[self.number]
        best = self.places.get(piece)
        if best is None or best < self.at:
            return best
        nearest = self.hand.index(piece, self.at)
        return nearest if nearest == best or self._length_at(nearest) >= self._length_at(best) else best

    def _length_at(self, place: int) -> int:
        count = _count_common(self.hand, place, self.new, self.number)
        return len(CUT.join(self.new[self.number : self.number + count]))

    def _shortest_step(self, here: str, piece: str, text: str) -> Step:
        """The shortest step for one piece: its text, or an edit of the piece here or of a similar one."""
        if not piece.isascii() and WIDE_LETTER.search(piece):
            return text
        cost, step = _shorter_edit(here, piece, text)
        if cost > SHORT_EDIT and (place := self._find_similar(piece)) is not None:
            elsewhere, edit = _shorter_edit(self.hand[place], piece, text)
            if elsewhere + MOVE < cost:
                self._move_cursor(place)
                return edit
        return step

    def _find_similar(self, piece: str) -> int | None:
        """The last piece that begins with the same words, looking for long beginnings first."""
        text = self.text = CUT.join((self.text, *self.hand[self.joined :]))
        self.joined = self.size
        for most in BEGINNINGS:
            place = text.rfind(CUT + _beginning(piece, most))
            if place >= 0:
                return text.count(CUT, 0, place)
        return None


def _count_common(old: list[str], at: int, new: list[str], number: int) -> int:
    """The number of equal pieces from two places on; the first pair is known to be equal."""
    count = 1
    try:  # most runs are short
        while count < SHORT_RUN and old[at + count] == new[number + count]:
            count += 1
    except IndexError:
        return count
    if count < SHORT_RUN:
        return count
    most = len(new) - number
    step, grows = 1, True
    while step:
        end = count + step
        if end <= most and old[at + count : at + end] == new[number + count : number + end]:
            count = end
            step = 2 * step if grows else step // 2
        else:
            step, grows = step // 2, False
    return count


def _shorter_edit(old: str, new: str, text: str) -> tuple[int, Step]:
    """The cost in letters and the step, whichever is shorter: the text, or an edit of a known piece."""
    length = len(text)
    if old[:NEAR] != new[:NEAR] and old[-NEAR:] != new[-NEAR:]:
        return length, text  # fewer letters are shared than an edit takes
    if not old.isascii() and WIDE_LETTER.search(old):
        return length, text
    size = len(new)
    first = _count_shared_letters(old, new, size)
    last = _count_shared_letters(old[first:][::-1], new[first:][::-1], size)
    cost = size - first - last + STEP
    return (cost, [first, new[first : size - last], last]) if cost < length else (length, text)


def _beginning(piece: str, most: int) -> str:
    if piece[most : most + 1].isalnum():
        while piece[most - 1 : most].isalnum():
            most -= 1
    return piece[:most]


def _count_shared_letters(old: str, new: str, most: int) -> int:
    """The number of letters two texts share at the start, at most so many, without cutting a word."""
    least = 0
    while least < most:
        middle = (least + most + 1) // 2
        if old[least:middle] == new[least:middle]:
            least = middle
        else:
            most = middle - 1
    if old[least : least + 1].isalnum() or new[least : least + 1].isalnum():
        while old[least - 1 : least].isalnum():
            least -= 1
    return least
