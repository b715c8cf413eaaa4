"""Tests without a die: when the game master finds all four conditions met, the chances alone decide (POL-NRT)."""

from __future__ import annotations

from dataclasses import replace

from rules.character.sheet import Field
from rules.core.check import Check, Level, Outcome
from rules.core.paths import Data
from rules.core.script import Ask, Option, Script
from rules.core.text import Text
from rules.games.polaris.settings import setting
from rules.games.polaris.tables import degree
from rules.games.polaris.text import _
from rules.games.polaris.trials import boost, wishes

# POL-NRT-02.
CONDITIONS: dict[str, Text] = {
    "means": _("Good conditions: tools, calm and time"),
    "calm": _("No stress and no pressure"),
    "safe": _("No danger at hand, and failing means trying again"),
    "average": _("Only an average result is aimed at"),
}
LEAST_MARGIN, MOST_MARGIN = 1, 10


def fields(settings: Data) -> tuple[Field, ...]:
    """POL-NRT-01: the wish to do without a die, where the campaign plays with that."""
    if not setting(settings, "use_non_random_tests"):
        return ()
    label = _("Without a die, if the conditions are met")
    return (Field("no_die", label, "flag", default=False, rule="POL-NRT-01"),)


def settle_without_die(check: Check, args: Data, settings: Data) -> Script[Outcome | None]:
    """POL-NRT-02, 03: the outcome without a die, or ``None`` where one condition is missing or nobody wants it."""
    if not _is_fit(check, args, settings) or check.refused is not None or check.target.total < 1:
        return None
    text = _("%(test)s without a die: which conditions are met?", test=check.what)
    options = tuple(Option(key, label) for key, label in CONDITIONS.items())
    met = yield Ask("conditions", "gm", text, options, least=0, most=len(options))
    return outcome(check, settings) if set(met) == set(CONDITIONS) else None


def _is_fit(check: Check, args: Data, settings: Data) -> bool:
    """POL-NRT-02: it is wished for, and neither an effect nor a point of luck aims at more than an average result."""
    wanted = args.get("no_die") and setting(settings, "use_non_random_tests")
    return bool(wanted) and not wishes.is_taken_on(check) and boost.BOOSTED not in check.flags


WITHOUT = "no_die"  # the mark of a check that is foretold as if the game master found every condition met


def preview_check(check: Check, args: Data, settings: Data) -> Check:
    """POL-NRT-01: the check as it is shown beforehand where a test without a die is asked for."""
    fits = _is_fit(check, args, settings) and not args.get("effect")
    return replace(check, flags=(*check.flags, WITHOUT)) if fits else check


def outcome(check: Check, settings: Data) -> Outcome:
    """POL-NRT-03: half of the chances that suffice are the margin; that of a failure is what they lack."""
    chances, threshold = check.target.total, int(setting(settings, "nrt_threshold"))
    succeeds = chances >= threshold
    margin = max(LEAST_MARGIN, min(MOST_MARGIN, chances // 2)) if succeeds else threshold - chances
    row = degree(succeeds, margin)
    level = Level.SUCCESS if succeeds else Level.FAILURE
    result = _("Success") if succeeds else _("Failure")
    label = _("%(result)s without a die, margin %(margin)s: %(degree)s", result=result, margin=margin, degree=row.label)
    public = _("The game master knows the result.") if check.secret else result
    return Outcome(check, (), level, margin, label, public, modifier=row.modifier, flags=("no_die",))
