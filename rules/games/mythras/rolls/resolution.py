"""The d100 roll: levels of success, opposed and differential rolls (MYT-CORE-01 and 06 to 10)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from rules.core.check import Check, Level, Outcome, Verdict
from rules.core.dice import Dice
from rules.core.paths import Data
from rules.core.script import Request, Script, T, roll
from rules.core.text import Text, plain
from rules.games.mythras.settings import setting
from rules.games.mythras.text import _, ngettext

AGAIN = "again"  # an opposed test that is thrown again
WEAPON = "weapon_"  # the keys of tests with a weapon begin so
D100 = Dice(1, 100)
LEVELS: dict[Level, Text] = {
    Level.CRITICAL: _("Critical success"),
    Level.SUCCESS: _("Success"),
    Level.FAILURE: _("Failure"),
    Level.FUMBLE: _("Fumble"),
}


def level(target: int, die: int, read: int) -> Level:
    """MYT-CORE-01: the level of a die under a target; ``read`` tells whether a 99 is still a fumble."""
    if die == 100 or (die == 99 and read <= 100):
        return Level.FUMBLE
    if die >= 96:
        return Level.FAILURE
    if die <= critical(target):
        return Level.CRITICAL
    return Level.SUCCESS if die <= max(target, 5) else Level.FAILURE


def critical(target: int) -> int:
    """MYT-CORE-01, 03: a tenth of the target, rounded up: at or under it a success is critical."""
    return -(-target // 10)


def chances(check: Check, settings: Data) -> Text:
    """MYT-UI-03: the chance of each level of a roll, worked out from every face."""
    target = check.target.total
    read = check.extra if setting(settings, "fumble_threshold_on") == "raw" else target
    result = weights(target, read)
    return _(
        "%(target)s: critical %(critical)s%%, success %(success)s%%, fumble %(fumble)s%%",
        target=plain(target),
        critical=result[Level.CRITICAL],
        success=result[Level.SUCCESS],
        fumble=result[Level.FUMBLE],
    )


@lru_cache(maxsize=1024)
def weights(target: int, read: int) -> Mapping[Level, int]:
    """MYT-CORE-01: how many of the hundred faces give each level."""
    rows = [level(target, die, read) for die in range(1, 101)]
    return {level: rows.count(level) for level in Level}


def judge(check: Check, faces: tuple[int, ...], settings: Data, less: int = 0) -> Outcome:
    """MYT-CORE-01, 09: what a die gives, with ``less`` of the target in a contest beyond 100."""
    target = check.target.total - less
    read = check.extra if setting(settings, "fumble_threshold_on") == "raw" else target
    (die,) = faces
    result = level(target, die, read)
    # The die and the target stand beside it, but for what a contest takes off.
    shown = _("against %(target)s: %(result)s", target=plain(target), result=LEVELS[result]) if less else LEVELS[result]
    return Outcome(check, faces, result, target - die, shown, LEVELS[result])


def resolve(check: Check, settings: Data, key: str = "", label: Text | None = None) -> Script[Outcome]:
    """One roll of a skill; the key of the request is who tests what, unless one is given."""
    named = key or "-".join(filter(None, (check.actor, check.key.replace(".", "-"))))
    faces = yield from roll(named, check.actor or "gm", D100, label or check.what, check=check)
    return judge(check, faces, settings)


def prefixed(prefix: str, script: Script[T]) -> Script[T]:
    """A script as a part of a larger one: its requests carry a prefix, so that no two share a key."""
    try:
        asked = next(script)
        while True:
            given = (
                yield tuple(_with_prefix(prefix, request) for request in asked)
                if isinstance(asked, tuple)
                else _with_prefix(prefix, asked)
            )
            asked = script.send(given)
    except StopIteration as stop:
        return stop.value  # type: ignore[no-any-return]


def _with_prefix(prefix: str, request: Request) -> Request:
    return replace(request, key=f"{prefix}{request.key}")


def above_hundred(*checks: Check) -> int:
    """MYT-CORE-09: what a contest takes from every target when the best of them is above 100."""
    return max(0, max(check.target.total for check in checks) - 100)


def opposed(active: Outcome, resister: Outcome, settings: Data) -> str:
    """MYT-CORE-06: who wins an opposed roll: ``active``, ``resister``, ``none``, or ``again`` for another roll."""
    if not active.level.succeeded and not resister.level.succeeded:
        return AGAIN if setting(settings, "opposed_both_fail") == "reroll" else "none"
    mine, theirs = ((row.level, row.faces) for row in (active, resister))  # nobody rolls at the helpless
    if mine == theirs:
        tie = setting(settings, "opposed_tie")
        return {"reroll": AGAIN, "active_wins": "active", "resister_wins": "resister"}[tie]
    return max((mine, "active"), (theirs, "resister"))[1]


@dataclass(frozen=True)
class Differential:
    """MYT-CORE-08: who won how many special effects; nobody where both are equal or neither succeeded."""

    winner: str
    count: int


NOBODY = Differential("", 0)


def differential(attack: Level, defence: Level) -> Differential:
    """MYT-CORE-08: the better level wins, by as many effects as levels lie between them."""
    best = max(attack, defence)
    if attack == defence or not best.succeeded:
        return NOBODY
    return Differential("attacker" if attack is best else "defender", abs(attack - defence))


def verdict(attack: Outcome, defence: Outcome, settings: Data) -> Verdict:
    """MYT-CORE-06, 08: who wins, and by how many levels; where levels are alike, a parry leaves nobody a winner."""
    won = differential(attack.level, defence.level)
    if not won.winner and not attack.level.succeeded:
        return Verdict("", None)
    if not won.winner:
        return _alike(attack, defence, settings)
    best = attack if won.winner == "attacker" else defence
    return Verdict(best.check.actor, ngettext("by %(count)s level", "by %(count)s levels", won.count))


def goes_past(attack: Outcome, evasion: Outcome, settings: Data) -> bool:
    """MYT-CLOSE-EVADE: true if the blow goes past; equal levels go to the higher die, or as the table likes."""
    higher = evasion.faces > attack.faces
    tie = {"higher_die": higher, "defender": True, "attacker": False}[setting(settings, "evade_tie")]
    return not attack.level.succeeded or (evasion.level, tie) > (attack.level, False)


def _alike(attack: Outcome, defence: Outcome, settings: Data) -> Verdict:
    """Equal successes: of an opposed test, or of a blow that is evaded."""
    if not attack.check.key.startswith(WEAPON):
        best = {"active": attack, "resister": defence}.get(opposed(attack, defence, settings))
    elif defence.check.key.startswith(WEAPON):
        best = None
    else:
        best = defence if goes_past(attack, defence, settings) else attack
    if best is None:
        return Verdict("", _("both succeed"))
    higher = best.faces > (attack if best is defence else defence).faces
    return Verdict(best.check.actor, _("with the higher die") if higher else None)
