"""Numbers that explain themselves, and what a test gave."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from rules.core.json_codec import register
from rules.core.text import Text, _, plain, signed


@register
class Level(IntEnum):
    """How a test went, in the only four steps every game shares."""

    FUMBLE = 0
    FAILURE = 1
    SUCCESS = 2
    CRITICAL = 3

    @property
    def succeeded(self) -> bool:
        return self >= Level.SUCCESS


@register
@dataclass(frozen=True)
class Modifier:
    """One named term of a sum, with the rule or the field it comes from; ``ignored`` says why it does not count.

    ``secret`` terms are known to the game master alone.
    """

    label: Text
    value: int
    rule: str = ""
    ignored: Text | None = None
    secret: bool = False


@register
@dataclass(frozen=True)
class Breakdown:
    """A number as its base and its modifiers."""

    base: Modifier
    modifiers: tuple[Modifier, ...] = ()

    @property
    def total(self) -> int:
        return self.base.value + sum(term.value for term in self.modifiers if term.ignored is None)

    @property
    def lines(self) -> tuple[Modifier, ...]:
        """The base first, then the modifiers, ignored ones included."""
        return (self.base, *self.modifiers)

    @property
    def terms(self) -> tuple[Text, ...]:
        """The base and every modifier that counts, in words."""
        counted = (term for term in self.modifiers if term.ignored is None)
        first = _("%(label)s %(value)s", label=self.base.label, value=plain(self.base.value))
        return (first, *(_("%(label)s %(value)s", label=term.label, value=signed(term.value)) for term in counted))

    def plus(self, *modifiers: Modifier) -> Breakdown:
        """The same number with more terms; terms of value 0 are left out unless they say why they are ignored."""
        more = tuple(term for term in modifiers if term.value or term.ignored)
        return Breakdown(self.base, (*self.modifiers, *more))


def bracketed(number: int, lines: Breakdown | None, times: int = 1) -> Text:
    """The terms of a number in brackets; empty where there are none, or a correction has parted it from their sum."""
    if lines is None or lines.total * times != number:
        return Text("")
    return _(" (%(terms)s)", terms=lines.terms)


@register
@dataclass(frozen=True)
class Check:
    """What is tested, by whom, against which number; ``key`` finds it on the sheet again.

    ``extra`` is the game's own number that its procedure needs beside the target (a mastery, a bonus).
    ``refused`` says why it cannot be tested at all, ``group`` where it stands on the sheet, ``path`` what to edit
    there. A ``secret`` check has terms that only the game master knows. ``flags`` are the game's own marks for its
    procedure. Where the number ``adds`` to the dice, these are not compared with it.
    """

    actor: str
    key: str
    what: Text
    target: Breakdown
    extra: int = 0
    refused: Text | None = None
    secret: bool = False
    group: Text | None = None
    path: str = ""
    flags: tuple[str, ...] = ()
    adds: bool = False


@register
@dataclass(frozen=True)
class Outcome:
    """The result of a test: faces in the order thrown, level, and the game's own ``margin`` for comparing.

    ``label`` is the whole result as a sentence, ``public`` the same without anything that gives the target away.
    ``modifier`` is what the margin is worth to a further procedure; ``notes`` are what the table may need besides;
    ``flags`` are the game's own marks for its further procedure.
    """

    check: Check
    faces: tuple[int, ...]
    level: Level
    margin: int
    label: Text
    public: Text
    notes: tuple[Text, ...] = ()
    modifier: int = 0
    flags: tuple[str, ...] = ()


@dataclass(frozen=True)
class Verdict:
    """The winner of two tests against each other, empty where nobody wins, and by how much, as everybody may know."""

    winner: str
    by: Text | None = None
