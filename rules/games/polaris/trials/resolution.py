"""The procedure of a test, in the order of the rulebook: chances, die, criticals, margin, degree; then oppositions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from rules.core.check import Check, Level, Modifier, Outcome, Verdict
from rules.core.dice import Dice
from rules.core.paths import Data
from rules.core.script import Option, Script, choose, roll, run_together
from rules.core.text import Param, Text, signed
from rules.games.polaris.settings import setting
from rules.games.polaris.tables import CATASTROPHE_MARGIN, degree
from rules.games.polaris.text import _
from rules.games.polaris.trials import boost, checks, no_dice, wishes

D20 = Dice(1, 20)

LEVELS: dict[Level, Text] = {
    Level.CRITICAL: _("Critical success"),
    Level.SUCCESS: _("Success"),
    Level.FAILURE: _("Failure"),
    Level.FUMBLE: _("Critical failure"),
}


def resolve(check: Check, settings: Data, prefix: str | None = None, label: Text | None = None) -> Script[Outcome]:
    """A test from its final chances to its degree (POL-TEST-25).

    The keys of its rolls begin with ``prefix``, by default who tests what, so that several tests fit in one script.
    """
    start = "-".join(filter(None, (check.actor, check.key))) if prefix is None else prefix
    chances = check.target.total
    if check.refused is not None:  # POL-TEST-05, POL-WOUND-12
        return _automatic_outcome(check, check.refused, "refused")
    if no_dice.WITHOUT in check.flags and chances >= 1:
        return no_dice.outcome(check, settings)
    if chances < 1 and not check.secret:  # POL-TEST-21: everybody knows, so no die is thrown
        return _automatic_outcome(check, _("Impossible: automatic failure."), "impossible")

    die = yield from _d20(f"{start}-die", check, label or check.what)  # POL-TEST-13, 14
    faces: tuple[int, ...] = (die,)
    if boost.BOOSTED in check.flags:
        return _unmeasured_outcome(check, faces, Level.SUCCESS if die <= chances else Level.FAILURE)
    if die == 20 and _fails_critically(chances, settings):  # POL-CRIT-04, 08
        faces += yield from _throw_again(start, check, settings)
        level, margin = Level.FUMBLE, 20 - max(0, chances) + sum(faces[1:])
    else:
        level, margin = _read(check, die, settings)
    return _outcome(check, faces, level, margin, settings)


def _throw_again(start: str, check: Check, settings: Data) -> Script[tuple[int, ...]]:
    """POL-CRIT-04: the further dice of a critical failure."""
    again = _("Second die of a critical failure")
    by = check.actor or "gm"  # what was tested is decided: the die that follows has no target
    (second,) = yield from roll(f"{start}-reroll", by, D20, again)
    if second < 20 or not setting(settings, "critical_failure_chains"):
        return (second,)
    return (second, *(yield from roll(f"{start}-reroll2", by, D20, again)))


@dataclass(frozen=True)
class Opposed:
    """Two tests against each other and the outcome that wins, if one does."""

    first: Outcome
    second: Outcome
    winner: Outcome | None


def oppose(first: Check, second: Check, settings: Data, prefix: str = "") -> Script[Opposed]:
    """POL-OPP-01 to 03: both test, their dice asked together; the higher margin of two successes wins."""
    item, two = yield from run_together(
        resolve(first, settings, f"{prefix}first"), resolve(second, settings, f"{prefix}second")
    )
    return Opposed(item, two, winner(item, two, settings))


def winner(first: Outcome, second: Outcome, settings: Data) -> Outcome | None:
    """POL-OPP-01, 02: who wins an opposition; ``None`` when nothing happens."""
    succeeded = first.level.succeeded
    if succeeded != second.level.succeeded:
        return first if succeeded else second
    if succeeded:
        if first.margin != second.margin:
            return first if first.margin > second.margin else second
        return {"first": first, "second": second}.get(setting(settings, "opposed_tie"))
    if setting(settings, "opposed_both_fail") == "nothing" or first.margin == second.margin:
        return None
    thrown = [outcome for outcome in (first, second) if outcome.faces]
    return min(thrown, key=lambda outcome: outcome.margin)


def verdict(first: Outcome, second: Outcome, settings: Data) -> Verdict:
    """POL-OPP-01, 02: who wins; the margins of plain successes are their dice, which lie open."""
    best = winner(first, second, settings)
    if best is None:
        return Verdict("")
    other = second if best is first else first
    plain_ones = best.level is other.level is Level.SUCCESS
    by = _("%(mine)s against %(theirs)s", mine=best.margin, theirs=other.margin) if plain_ones else None
    return Verdict(best.check.actor, by)


def test(
    sheet: Data,
    settings: Data,
    actor: str,
    args: Data,
    again: Callable[[Check], Check] = lambda check: check,
    prefix: str | None = None,
) -> Script[Outcome | None]:
    """A test as the arguments of its offer ask for it; ``None`` when the sheet has it no more.

    ``again`` makes the check what it is for a new attempt, or for an action of a fight.
    """
    base = prepare(sheet, settings, actor, args)
    if base is None:
        return None
    check = again(base)
    if args.get("ruling", "dice") != "dice":  # POL-TEST-01, 02
        return _ruled_outcome(check, args["ruling"] == "success", str(args.get("reason", "")))
    check = yield from wishes.make_harder(check, args)
    outcome = yield from no_dice.settle_without_die(check, args, settings)
    if outcome is None:
        thrown = yield from resolve(check, settings, prefix, label=checks.notation(check.what, args))
        outcome = wishes.add_effect(check, thrown, args)
    if check.secret and setting(settings, "gm_announces_secret_tests"):
        outcome = yield from _announce(outcome)
    return outcome


def prepare(sheet: Data, settings: Data, actor: str, args: Data) -> Check | None:
    """The check of a test with its arguments, before any wish; ``None`` if the sheet does not have it."""
    check = limited_check(sheet, settings, args)
    return check and replace(checks.adjusted(boost.boost(check, args), args, settings), actor=actor)


def limited_check(sheet: Data, settings: Data, args: Data) -> Check | None:
    """POL-SHEET-14: the check of a test with the skill that limits it, before any circumstance."""
    check, limit = checks.find(sheet, settings, args["check"]), args.get("limited_by", "none")
    if check is None or limit == "none" or not checks.is_skill(check):
        return check
    return checks.limit(sheet, settings, check, (limit,))


def _d20(key: str, check: Check, label: Text) -> Script[int]:
    (die,) = yield from roll(key, check.actor or "gm", D20, label, check=check)
    return die


def _read(check: Check, die: int, settings: Data) -> tuple[Level, int]:
    """The level and margin of a die that is no critical failure (POL-TEST-15, 16, 21, POL-CRIT-01, 02, 05).

    The margin of a critical may exceed the chances (POL-CRIT-03); at chances of 1 the 1 is one (POL-CRIT-07).
    """
    chances = check.target.total
    if die > chances:  # in secret there may be no chances at all: the die itself is the margin
        return Level.FAILURE, die - max(0, chances)
    if die == min(chances, 20):  # beyond 20 no die is equal to the chances: the 20 stands for them
        return Level.CRITICAL, max(1, die + _critical_bonus(check, settings))
    return Level.SUCCESS, die


def _fails_critically(chances: int, settings: Data) -> bool:
    """A 20 is a critical failure under chances of 20, and by a house setting where none are left."""
    return chances < 20 and (chances >= 1 or bool(setting(settings, "impossible_20_is_critical")))


def _critical_bonus(check: Check, settings: Data) -> int:
    """POL-CRIT-01, 02: the mastery, or half the level of an attribute."""
    return max(0, check.extra) if setting(settings, "crit_bonus_min_zero") else check.extra


def _outcome(check: Check, faces: tuple[int, ...], level: Level, margin: int, settings: Data) -> Outcome:
    """POL-TEST-17 to 20, POL-CRIT-06: the degree of a margin and what it may bring."""
    row = degree(level.succeeded, margin)
    catastrophe = not level.succeeded and margin >= CATASTROPHE_MARGIN and bool(setting(settings, "use_catastrophes"))
    notes: tuple[Text, ...] = (row.hint,) if row.hint else ()
    flags = _impossible(check)
    if catastrophe:
        notes += (_("A catastrophe is possible: the game master decides."),)
        flags += ("catastrophe",)
    values: dict[str, Param] = {"result": LEVELS[level], "margin": margin, "degree": row.label}
    if row.modifier:
        label = _("%(result)s, margin %(margin)s: %(degree)s, %(modifier)s", modifier=signed(row.modifier), **values)
    else:
        label = _("%(result)s, margin %(margin)s: %(degree)s", **values)
    return Outcome(check, faces, level, margin, label, _public(check, level, row.label), notes, row.modifier, flags)


def _unmeasured_outcome(check: Check, faces: tuple[int, ...], level: Level) -> Outcome:
    """POL-LUCK-02: a result without margin has no degree either, and neither criticals nor catastrophes."""
    return Outcome(check, faces, level, 0, LEVELS[level], _public(check, level), flags=_impossible(check))


def _impossible(check: Check) -> tuple[str, ...]:
    return ("impossible",) if check.target.total < 1 else ()


def _public(check: Check, level: Level, name: Text | None = None) -> Text:
    """The result without what gives the chances away: only the degree of a plain success follows from the die."""
    if check.secret:
        return _("The game master knows the result.")
    if level is Level.SUCCESS and name is not None:
        return _("%(result)s: %(degree)s", result=LEVELS[level], degree=name)
    return LEVELS[level]


def _automatic_outcome(check: Check, why: Text, flag: str) -> Outcome:
    return Outcome(check, (), Level.FAILURE, 0, why, LEVELS[Level.FAILURE], flags=(flag,))


def _ruled_outcome(check: Check, succeeded: bool, reason: str) -> Outcome:
    """POL-TEST-01, POL-GEN-01: the result a game master gives; its reason is for game masters alone."""
    if reason:
        why = _("%(reason)s", reason=reason)
        ruling = Modifier(_("Ruling"), 0, "POL-GEN-01", why, secret=True)
        check = check.plus(ruling)
    level = Level.SUCCESS if succeeded else Level.FAILURE
    label = _("%(result)s: the game master rules so, without a test", result=LEVELS[level])
    return Outcome(replace(check, secret=False), (), level, 0, label, LEVELS[level], flags=("ruled",))


def _announce(outcome: Outcome) -> Script[Outcome]:
    """POL-TEST-10, 24: the game master says how a secret test went, which need not be what the dice say."""
    text = _("The dice say: %(outcome)s. What is announced?", outcome=outcome.label)
    options = (
        Option("nothing", _("Nothing: it stays secret")),
        Option("success", LEVELS[Level.SUCCESS]),
        Option("failure", LEVELS[Level.FAILURE]),
    )
    answer = yield from choose("announced", "gm", text, options, secret=True)
    if answer == "nothing":
        return outcome
    level = Level.SUCCESS if answer == "success" else Level.FAILURE
    check = replace(outcome.check, secret=False)  # its secret terms stay hidden one by one
    sentence = Outcome(check, outcome.faces, level, 0, LEVELS[level], LEVELS[level], flags=("announced",))
    if level.succeeded != outcome.level.succeeded:
        return sentence
    # As the dice say: what hangs on the margin follows from it, though the words do not say it.
    return replace(sentence, margin=outcome.margin, modifier=outcome.modifier, flags=(*outcome.flags, "announced"))
