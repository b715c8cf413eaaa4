"""Numbers that explain themselves, and the outcome of a test."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum

from rules.core.json_codec import register
from rules.core.paths import Data
from rules.core.text import Text, _, plain, signed


@register
class Level(IntEnum):
    """The success of a test, in the four levels that every game shares."""

    FUMBLE = 0
    FAILURE = 1
    SUCCESS = 2
    CRITICAL = 3

    @property
    def succeeded(self) -> bool:
        return self >= Level.SUCCESS


LEVELS: dict[Level, Text] = {
    Level.CRITICAL: _("Critical success"),
    Level.SUCCESS: _("Success"),
    Level.FAILURE: _("Failure"),
    Level.FUMBLE: _("Critical failure"),
}


@register
@dataclass(frozen=True)
class Modifier:
    """One named term of a sum, with the rule or the field it comes from; ``ignored`` is a reason not to count it.

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
        total = self.base.value
        for term in self.modifiers:
            if term.ignored is None:
                total += term.value
        return total

    @property
    def lines(self) -> tuple[Modifier, ...]:
        """The base first, then the modifiers, including ignored ones."""
        return (self.base, *self.modifiers)

    @property
    def terms(self) -> tuple[Text, ...]:
        """The base and every modifier that counts, in words."""
        counted = (term for term in self.modifiers if term.ignored is None)
        first = _("%(label)s %(value)s", label=self.base.label, value=plain(self.base.value))
        return (first, *(_("%(label)s %(value)s", label=term.label, value=signed(term.value)) for term in counted))

    def plus(self, *modifiers: Modifier) -> Breakdown:
        """The same number with more terms; terms of value 0 are left out, except ignored ones with a reason."""
        more = [term for term in modifiers if term.value or term.ignored]
        return Breakdown(self.base, (*self.modifiers, *more))


def bracketed(number: int, lines: Breakdown | None, times: int = 1) -> Text:
    """The terms of a number in brackets; empty without terms, or if a correction changed the number."""
    if lines is None or lines.total * times != number:
        return Text("")
    return _(" (%(terms)s)", terms=lines.terms)


@register
@dataclass(frozen=True)
class Check:
    """A test: the actor, the thing tested, and the number to reach; ``key`` identifies it on the sheet.

    ``extra`` is a second number that the game's procedure needs (a mastery, a bonus). ``refused`` is the reason why it
    cannot be tested at all, ``group`` its heading on the sheet, ``path`` the field to edit there. A ``secret`` check
    has terms that only the game master knows. ``flags`` are marks for the game's own procedure. If the number ``adds``
    to the dice, it is a bonus, not a target.
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

    def asked(self, args: Data, rule: str = "") -> Check:
        """The same test with the difficulty and the modifier of its form, secret in a secret test."""
        secret = self.secret or bool(args.get("secret"))
        modifier = Modifier(_("Modifier"), args.get("modifier", 0), rule, secret=secret)
        return replace(self, target=self.target.plus(modifier), extra=args.get("difficulty", self.extra), secret=secret)

    def plus(self, *terms: Modifier) -> Check:
        return replace(self, target=self.target.plus(*terms))

    def against(self, number: int, named: Text, rule: str) -> Check:
        """The same test against this number, which only the game master reads among the terms."""
        terms = (*self.target.modifiers, Modifier(named, 0, rule, secret=True))
        return replace(self, extra=number, target=replace(self.target, modifiers=terms))


@register
@dataclass(frozen=True)
class Outcome:
    """The result of a test: faces in the order thrown, level, and a ``margin`` that the game uses to compare results.

    ``label`` is the whole result as a sentence, ``public`` the same without anything that reveals the target.
    ``modifier`` is the margin's value for a further procedure; ``notes`` are remarks for the table; ``flags`` are marks
    for the game's further procedure.
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

    def __hash__(self) -> int:
        return hash((self.faces, self.margin))  # odds hash each outcome several times; its check is deep


@dataclass(frozen=True)
class Verdict:
    """The winner of two opposed tests (empty for nobody), and the margin in words that everybody may read."""

    winner: str
    by: Text | None = None
