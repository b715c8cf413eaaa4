"""The exact odds of an attack before its dice: whether it hits, how hard, and whether it is the last blow (CHO-ATK)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from rules.core.check import Check, Level
from rules.core.distribution import distribution
from rules.core.odds import Chance, Odds, known, reach
from rules.core.paths import Data
from rules.core.scene import Action, Scene
from rules.core.text import Text
from rules.games.chroniques import attacks, checks
from rules.games.chroniques import sheet as sheets
from rules.games.chroniques.attacks import Weapon
from rules.games.chroniques.checks import HITS
from rules.games.chroniques.settings import setting
from rules.games.chroniques.tables import DEFENCES
from rules.games.chroniques.text import _

FORETOLD = frozenset({"attack"})


def odds(scene: Scene, action: Action) -> Odds | None:
    """The odds of an attack; for who does not know the defence it is made against, those against each it may be."""
    actor, args = action.actor, action.args
    weapon, target = attacks.find(scene.sheet(actor), args["weapon"]), args["target"]
    if weapon is None or target not in scene.fighters:
        return None
    check, which = attacks.thrown(scene, actor, weapon, args), attacks.versus(weapon, args["versus"])
    faced = known(lambda: sheets.defence(scene.sheet(target), which).total)
    if faced is None:
        return _unknown(scene, check, which)
    if attacks.helpless(scene, target):
        return None
    check = replace(check, extra=faced)
    against = _("Against %(defence)s %(number)s.", defence=DEFENCES[which], number=faced)
    own = distribution(lambda: checks.resolve(check, scene.settings))
    hit = own.chance(lambda one: one.level.succeeded)
    critical = own.chance(lambda one: one.level is Level.CRITICAL)
    chances = [Chance(HITS[Level.SUCCESS], hit), Chance(HITS[Level.CRITICAL], critical)]
    if weapon.damage is None:
        return Odds(check, own, checks.dice(check), (against,), tuple(chances))
    foe, settings = scene.sheet(target), scene.settings
    usual, doubled = (_dealt(scene.sheet(actor), foe, settings, weapon, one) for one in (False, True))
    ends: tuple[tuple[Text, Callable[[int], bool]], ...] = (
        (_("Severe wound"), lambda lost: attacks.severe(foe, settings, lost)),
        (_("Down to 0 HP"), lambda lost: lost >= sheets.hp(foe)),
    )
    for label, holds in ends:
        share = (hit - critical) * _share(usual, holds) + critical * _share(doubled, holds)
        if share:
            chances.append(Chance(label, share))
    return Odds(check, own, checks.dice(check), (against, *_notes(settings, usual)), tuple(chances))


def _unknown(scene: Scene, check: Check, which: str) -> Odds:
    """The chance against each defence of this kind; a helpless target, who is hit without a die, is not told apart."""
    dice = checks.dice(check)
    throws = tuple(dice.throws())

    def hits(number: int) -> Fraction:
        faced = replace(check, extra=number)
        won = (ways for faces, ways in throws if checks.judged(faced, faces, scene.settings).level.succeeded)
        return Fraction(sum(won), dice.outcomes)

    def named(number: int) -> Text:
        return _("%(defence)s %(number)s", defence=DEFENCES[which], number=number)

    more = check.target.total
    return Odds(check, None, dice, reach=reach(range(more, more + dice.sides + 1), named, hits))


Dealt = tuple[tuple[int, int], ...]


def _dealt(sheet: Data, foe: Data, settings: Data, weapon: Weapon, doubled: bool) -> Dealt:
    """CHO-DMG-01 to 03: what is lost, and in how many throws."""
    sums = weapon.damage.dice.sums() if weapon.damage else ()
    return tuple(
        (attacks.damage(sheet, foe, settings, weapon, sum(faces), doubled).total, ways) for faces, ways in sums
    )


def _share(dealt: Dealt, holds: Callable[[int], bool]) -> Fraction:
    return Fraction(sum(ways for lost, ways in dealt if holds(lost)), sum(ways for _lost, ways in dealt))


def _notes(settings: Data, usual: Dealt) -> tuple[Text, ...]:
    losses = [lost for lost, _ways in usual]
    told = _("A hit takes %(least)s to %(most)s HP.", least=min(losses), most=max(losses))
    if not setting(settings, "critical.advantage"):
        return (told,)
    return (told, _("A critical hit is counted as more damage, not as an advantage."))
