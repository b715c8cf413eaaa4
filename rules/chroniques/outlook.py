"""The exact odds of an attack before its dice: whether it hits, how hard, and whether it is the last blow (CHO-ATK)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from rules.chances import Chance, Odds, known
from rules.chroniques import attacks, checks
from rules.chroniques import sheet as sheets
from rules.chroniques.attacks import Weapon
from rules.chroniques.checks import HITS
from rules.chroniques.settings import setting
from rules.odds import distribution
from rules.outcome import Level
from rules.paths import Data
from rules.scene import Action, Scene
from rules.words import Text, pgettext

FORETOLD = frozenset({"attack"})


def odds(scene: Scene, action: Action) -> Odds | None:
    """The odds of an attack; ``None`` for who does not know the defence it is made against."""
    actor, args = action.actor, action.args
    weapon, target = attacks.find(scene.sheet(actor), args["weapon"]), args["target"]
    if weapon is None or target not in scene.fighters:
        return None
    check = known(lambda: attacks.against(scene, actor, weapon, args))
    if check is None or attacks.helpless(scene, target):
        return None
    own = distribution(lambda: checks.resolve(check, scene.settings))
    hit = own.chance(lambda one: one.level.succeeded)
    critical = own.chance(lambda one: one.level is Level.CRITICAL)
    chances = [Chance(HITS[Level.SUCCESS], hit), Chance(HITS[Level.CRITICAL], critical)]
    if weapon.damage is None:
        return Odds(check, own, checks.dice(check), (), tuple(chances))
    foe, settings = scene.sheet(target), scene.settings
    usual, doubled = (_dealt(scene.sheet(actor), foe, settings, weapon, one) for one in (False, True))
    ends: tuple[tuple[Text, Callable[[int], bool]], ...] = (
        (pgettext("chroniques", "Severe wound"), lambda lost: attacks.severe(foe, settings, lost)),
        (pgettext("chroniques", "Down to 0 HP"), lambda lost: lost >= sheets.hp(foe)),
    )
    for label, holds in ends:
        share = (hit - critical) * _share(usual, holds) + critical * _share(doubled, holds)
        if share:
            chances.append(Chance(label, share))
    return Odds(check, own, checks.dice(check), _notes(settings, usual), tuple(chances))


def _dealt(sheet: Data, foe: Data, settings: Data, weapon: Weapon, doubled: bool) -> dict[int, int]:
    """CHO-DMG-01 to 03: in how many throws each loss comes."""
    found: dict[int, int] = {}
    for faces, ways in weapon.damage.dice.sums() if weapon.damage else ():
        lost = attacks.damage(sheet, foe, settings, weapon, sum(faces), doubled).total
        found[lost] = found.get(lost, 0) + ways
    return found


def _share(dealt: dict[int, int], holds: Callable[[int], bool]) -> Fraction:
    return Fraction(sum(ways for lost, ways in dealt.items() if holds(lost)), sum(dealt.values()))


def _notes(settings: Data, usual: dict[int, int]) -> tuple[Text, ...]:
    told = pgettext("chroniques", "A hit takes %(least)s to %(most)s HP.", least=min(usual), most=max(usual))
    if not setting(settings, "critical.advantage"):
        return (told,)
    return (told, pgettext("chroniques", "A critical hit is counted as more damage, not as an advantage."))
