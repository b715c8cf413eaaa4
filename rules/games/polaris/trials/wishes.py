"""Stakes beyond a success: a harder test taken on for it, or a gift of the game master after a great margin."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from rules.character.sheet import Choice, Field
from rules.core.check import Check, Modifier, Outcome
from rules.core.paths import Data
from rules.core.script import Option, Script, choose
from rules.core.text import Text, signed
from rules.games.polaris.settings import setting
from rules.games.polaris.text import _, ngettext
from rules.games.polaris.trials.remarks import Remark
from rules.games.polaris.trials.retries import rows_down

MOST_DEGREES = 11  # from one end of the printed scale to the other

# POL-TEST-23: what is usually granted, as POL-TEST-22 lets one aim at it.
GIFTS: dict[str, Text] = {
    "faster": _("done faster"),
    "unnoticed": _("done unnoticed"),
    "exact": _("exactly where it was meant"),
    "more": _("something more, which the game master tells"),
}


@cache
def fields() -> tuple[Field, ...]:
    """POL-TEST-22: the effect aimed at, and how much harder it makes the test; the game master says so, or is asked."""
    degrees = (
        Choice("0", _("Asked of the game master")),
        *(Choice(str(number), _degrees(number)) for number in range(1, MOST_DEGREES + 1)),
    )
    return (
        Field("effect", _("Effect aimed at, for a harder test"), "text", most=80, rule="POL-TEST-22", own=True),
        Field("harder", _("How much harder"), "choice", default="0", choices=degrees, rule="POL-TEST-22", gm_only=True),
    )


def make_harder(check: Check, args: Data) -> Script[Check]:
    """POL-TEST-22: the check as its wish makes it; the one it was where the game master lets nothing be won."""
    wish = str(args.get("effect", ""))
    if not wish:
        return check
    degrees = int(args.get("harder", "0")) or (yield from _ask_degrees(check, wish))
    return _with_wish(check, wish, degrees) if degrees else check


def preview_check(check: Check, args: Data) -> Check:
    """POL-TEST-22: the check with the degrees that are already chosen, before any prompt."""
    wish, degrees = str(args.get("effect", "")), int(args.get("harder", "0"))
    return _with_wish(check, wish, degrees) if wish and degrees else check


def _with_wish(check: Check, wish: str, degrees: int) -> Check:
    words, by = rows_down(check, degrees)
    label = _("%(wish)s: %(degrees)s", wish=wish, degrees=words)
    return check.plus(Modifier(label, by, "POL-TEST-22", secret=check.secret))


def is_taken_on(check: Check) -> bool:
    """POL-TEST-22: true if a test was made harder for the sake of an effect."""
    return any(term.rule == "POL-TEST-22" for term in check.target.modifiers)


def add_effect(check: Check, outcome: Outcome, args: Data) -> Outcome:
    """POL-TEST-22: the outcome with the effect that its success has won."""
    if not is_taken_on(check) or not outcome.level.succeeded:
        return outcome
    note = _("Won besides: %(effect)s", effect=str(args["effect"]))
    return replace(outcome, notes=(*outcome.notes, note))


def is_great(outcome: Outcome, settings: Data) -> bool:
    """POL-TEST-23: true if a margin is such that the game master may let more be won."""
    return outcome.level.succeeded and outcome.margin >= int(setting(settings, "remarkable_margin"))


@cache
def gift_fields() -> tuple[Field, ...]:
    """POL-TEST-23: what the game master may grant."""
    rows = tuple(Choice(key, label) for key, label in GIFTS.items())
    what = Field("gift", _("What is won besides"), "choice", default="faster", choices=rows)
    return (what, Field("told", _("In the game master’s words"), "text", most=120))


def gift(actor: str, args: Data) -> Remark:
    """POL-TEST-23: what was granted, as the journal tells it."""
    own = _("%(told)s", told=args["told"]) if args.get("told") else None
    return Remark(actor, _("Won besides: %(effect)s", effect=own or GIFTS[args["gift"]]))


def _ask_degrees(check: Check, wish: str) -> Script[int]:
    text = _("%(test)s, aiming at: %(wish)s. How much harder?", test=check.what, wish=wish)
    options = (
        *(_option(check, number) for number in range(1, MOST_DEGREES + 1)),
        Option("0", _("This cannot be won: the test as it is")),
    )
    return int((yield from choose("harder", "gm", text, options)))


def _option(check: Check, number: int) -> Option:
    words, by = rows_down(check, number)
    return Option(str(number), words, hint=_("%(by)s", by=signed(by)))


def _degrees(number: int) -> Text:
    return ngettext("%(count)s degree harder", "%(count)s degrees harder", number)
