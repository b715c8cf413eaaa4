"""Exact odds of an attack: both rolls, the effects won, location, damage, wound (MYT-ATK-01)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

from rules.core.check import Check, Level
from rules.core.dice import Dice
from rules.core.scene import Scene
from rules.core.text import Text
from rules.games.mythras.character import sheet as sheets
from rules.games.mythras.character.health import WOUNDS
from rules.games.mythras.character.sheet import Location
from rules.games.mythras.combat import bout, defence
from rules.games.mythras.combat.blows import Barriers, Blow, barriers, pass_through
from rules.games.mythras.combat.threat import Threat
from rules.games.mythras.equipment import limbs, sizes
from rules.games.mythras.equipment import weapons as arms
from rules.games.mythras.equipment.weapons import Weapon
from rules.games.mythras.rolls import resolution
from rules.games.mythras.settings import setting
from rules.games.mythras.text import _
from rules.odds.act import Chance, Grid, Odds, value_if_known
from rules.odds.attack import Harm
from rules.odds.distribution import Distribution, totals

WORSE = ("minor", "serious", "major")


@dataclass(frozen=True)
class Meeting:
    """An attack against one answer: the chance of every pair of levels, and what the answer stops."""

    label: Text | None
    guard: Weapon | None
    pairs: dict[tuple[Level, Level], Fraction]
    stopped: str

    def effects(self, danger: Threat, winner: str) -> Fraction:
        """MYT-CORE-08, MYT-CLOSE-SURPRISE: the chance that this side wins special effects."""
        answered = self.guard is not None
        won = (bout.effects_won(danger, *pair, answered).winner == winner for pair in self.pairs)
        return sum((share for share, wins in zip(self.pairs.values(), won, strict=True) if wins), Fraction())


def odds(danger: Threat) -> Odds:
    """The own roll level by level; then what follows if the target answers as well as it can."""
    whole, own = value_if_known(lambda: _whole(danger)), _own(danger)
    if whole is None:
        return own
    meeting, hurt, grid = whole
    answer = meeting.label or _("no answer")
    notes = (_("If the target answers: %(answer)s", answer=answer), *_of_the_first(danger))
    chances = (
        *own.chances,
        Chance(_("Special effects won"), meeting.effects(danger, "attacker")),
        Chance(_("Special effects against one"), meeting.effects(danger, "defender")),
        Chance(_("A wound without effects"), hurt.chance(bool)),
    )
    return replace(own, notes=notes, chances=chances, grid=grid)


def _of_the_first(danger: Threat) -> Iterator[Text]:
    """MYT-AUTO-02, MYT-RANGED-DUAL: what hits besides the first bullet, of which alone the wounds are counted."""
    if danger.bullets > 1:
        yield _("Wounds of the first bullet: %(dice)s hit.", dice=str(Dice(1, danger.bullets)))
    if danger.args.get("second", "none") != "none":
        yield _("Of the first of two guns.")


def first(danger: Threat) -> Odds:
    """MYT-CLOSE-SWEEP, MYT-AUTO-04: the own roll of an attack at several, against the first of them."""
    return replace(_own(danger), notes=(_("Against %(who)s", who=danger.scene.name(danger.target)),))


def _own(danger: Threat) -> Odds:
    outcomes = [resolution.judge(danger.check, (die,), danger.scene.settings) for die in range(1, 101)]
    own = Distribution(dict.fromkeys(outcomes, 1))
    shares = ((level, _share(danger.check, danger.scene, level)) for level in reversed(Level))
    levels = tuple(Chance(resolution.LEVELS[level], share) for level, share in shares)
    return Odds(danger.check, own, resolution.D100, (), levels)


def _whole(danger: Threat) -> tuple[Meeting, Harm[str], Grid]:
    meeting = _met(danger)
    hurt = wounds(danger, meeting)
    return meeting, hurt, _grid(danger, hurt)


def _share(check: Check, scene: Scene, level: Level) -> Fraction:
    return Fraction(_weights(check, scene, 0)[level], 100)


def _met(danger: Threat) -> Meeting:
    """MYT-PARRY-03: the parry that stops most, then the one that succeeds oftenest; none where nothing parries."""
    able = [] if defence.why_no_answer(danger.scene, danger.target) else list(_parries(danger))
    if not able:
        return meeting(danger, None, None)
    check, guard = max(able, key=lambda row: (_RANK[_stops(danger, row[1])], row[0].target.total))
    return meeting(danger, check, guard)


_RANK = {"none": 0, "points": 1, "half": 2, "all": 3}


def _stops(danger: Threat, guard: Weapon) -> str:
    return sizes.stopped_by_parry(danger.scene, danger.target, guard, danger.weapon)


def _parries(danger: Threat) -> Iterator[tuple[Check, Weapon]]:
    for guard in arms.weapons(danger.scene.sheet(danger.target), danger.scene.settings):
        usable = guard.in_hand and not guard.ranged and limbs.why_unusable(danger.scene, danger.target, guard) is None
        if usable and defence.why_not_parried(danger, guard) is None:
            check, _guard = defence.answer_check(danger, f"{defence.PARRY}{guard.key}")
            if check.refused is None:
                yield check, guard


def meeting(danger: Threat, check: Check | None, guard: Weapon | None) -> Meeting:
    """MYT-CORE-08, 09: every pair of levels with its chance; not answering counts as failure."""
    scene, less = danger.scene, resolution.above_hundred(danger.check, check) if check else 0
    mine = _weights(danger.check, scene, less)
    theirs = _weights(check, scene, less) if check else {Level.FAILURE: 100}
    pairs = {(a, d): Fraction(m * n, 10_000) for a, m in mine.items() for d, n in theirs.items()}
    label = _("Parry: %(weapon)s", weapon=guard.label) if guard else None
    return Meeting(label, guard, pairs, _stops(danger, guard) if guard else "none")


def _weights(check: Check, scene: Scene, less: int) -> dict[Level, int]:
    target = check.target.total - less
    read = check.extra if setting(scene.settings, "fumble_threshold_on") == "raw" else target
    return dict(resolution.weights(target, read))


def wounds(danger: Threat, met: Meeting) -> Harm[str]:
    """MYT-DMG-01, MYT-WOUND-01: the chance of each wound by location, when no special effect is chosen."""
    hits = {
        parried: sum((s for (a, d), s in met.pairs.items() if a.succeeded and d.succeeded == parried), Fraction())
        for parried in (False, True)
    }
    hurt: Harm[str] = Harm()
    sheet = danger.scene.sheet(danger.target)
    body = [sheets.struck_location(sheet, die) for die in range(1, 21)]
    raw = damage(danger)
    for location in {place.key: place for place in body}.values():
        share = Fraction(sum(place.key == location.key for place in body), 20)
        for parried, chance in hits.items():
            guard, stopped = (met.guard, met.stopped) if parried else (None, "none")
            blow = Blow(danger, danger.target, guard, (), stopped)
            dealt = raw.map(partial(_wound, blow, location, barriers(blow, location)))
            hurt.spread(share * chance, dealt, location.key)
    return hurt


def damage(danger: Threat) -> Distribution[int]:
    """MYT-DMG-01: weapon and damage modifier, never less than nothing."""
    weapon = danger.weapon
    if weapon.damage is None:
        return Distribution({0: 1})
    plus = weapon.damage.plus
    dice = totals(weapon.damage.dice).map(lambda total: total + plus)
    for die in danger.modifier.dice if weapon.adds_modifier else ():
        dice = dice.beside(totals(die).map(lambda total: danger.modifier.sign * total)).map(sum)
    return dice.map(lambda total: max(0, total))


def _wound(blow: Blow, location: Location, before: Barriers, total: int) -> str:
    dealt = pass_through(blow, location, total, before).dealt
    return sheets.wound_at(location.hp - dealt, location.hp_max) if dealt else ""


def _grid(danger: Threat, hurt: Harm[str]) -> Grid:
    body = reversed(sheets.locations(danger.scene.sheet(danger.target)))
    rows = hurt.rows((wound.__eq__ for wound in WORSE), {place.key: place.label for place in body})
    columns = tuple(WOUNDS[wound][1] for wound in WORSE)
    return Grid(_("Wounds by location, without effects"), columns, rows)
