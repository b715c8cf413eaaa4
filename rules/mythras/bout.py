"""One attack on one target after its roll, in the order of the text (MYT-ATK-01)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.dice import Dice
from rules.mythras import aftermath, choosing, consequences, initiative, luck, resolution, sizes, threat
from rules.mythras import sheet as sheets
from rules.mythras.blows import Blow, Damage, armour_left, raw, settled, strike
from rules.mythras.defence import Defence, defend, falls
from rules.mythras.landing import landed
from rules.mythras.moment import Moment
from rules.mythras.resolution import Differential, differential, under
from rules.mythras.settings import setting
from rules.mythras.special_effects import EFFECTS
from rules.mythras.threat import Threat
from rules.outcome import Breakdown, Level, Modifier, Outcome
from rules.scene import Scene
from rules.script import Effect, Option, Script, choose, roll
from rules.words import Text, pgettext

Effects = tuple[Effect, ...]
_THROUGH = pgettext("mythras", "Through the first target")


def fought(danger: Threat, rolled: Outcome) -> Script[Effects]:
    """MYT-ATK-01: the answer to an attack that was rolled, and what comes of both."""
    answer = yield from defend(danger, rolled)
    return (yield from against(danger, rolled, answer))


def against(danger: Threat, rolled: Outcome, answer: Defence) -> Script[Effects]:
    """MYT-ATK-01: from the differential roll to the end of the exchange."""
    scene, target = danger.scene, danger.target
    mine, answer = contest(scene, rolled, answer)
    avoided = answer.kind == "evade" and _evaded(scene, mine, answer)
    moment = Moment(danger, answer.guard, "evaded" if avoided else answer.kind, mine.level, answer.level)
    tested: Effects = (Effect("outcome", danger.attacker, mine), *_tested(target, answer))
    differs, only = _won(danger, mine, answer)
    after = yield from won(moment, mine, answer, differs, only)
    ended: Effects = ()
    if answer.kind == "evade" and _lands_prone(danger, answer):
        ended += (Effect("prone", target, True),)
    if initiative.mark(scene, target, "gift"):
        ended += (Effect("gift", target, None),)
    if initiative.mark(scene, target, "aim") and moment.hits:
        ended += (Effect("aim", target, None),)
    return (*tested, *ended, *after)


def won(
    moment: Moment, mine: Outcome, answer: Defence, differs: Differential, only: tuple[str, ...] = ()
) -> Script[Effects]:
    """MYT-FX-00a, MYT-FX-00k: the effects a contest brings, and what comes of them."""
    moment = yield from choosing.choices(moment, differs, only)
    moment, theirs, told = yield from choosing.sprung(moment)
    secret = yield from choosing.prepared(moment)
    after = yield from _Run(moment, theirs, mine, answer).resolved()
    named = tuple(Effect("chosen", moment.winner, key) for key in moment.chosen)
    return (*named, *told, *secret, *after)


def contest(scene: Scene, rolled: Outcome, answer: Defence) -> tuple[Outcome, Defence]:
    """MYT-CORE-09: with a defence there is a contest, and skills beyond 100 weigh on both."""
    if answer.outcome is None:
        return rolled, answer
    less = resolution.beyond(rolled.check, answer.outcome.check)
    if not less:
        return rolled, answer
    mine = resolution.judged(rolled.check, rolled.faces, scene.settings, less)
    theirs = resolution.judged(answer.outcome.check, answer.outcome.faces, scene.settings, less)
    return mine, replace(answer, outcome=theirs)


def _won(danger: Threat, mine: Outcome, answer: Defence) -> tuple[Differential, tuple[str, ...]]:
    """MYT-CORE-08, MYT-CLOSE-SURPRISE: the effects won, one more for the first blow at somebody surprised.

    MYT-FX-00j: where the table likes it, a fumbled shot nobody could answer gives one of a few to its target.
    """
    scene = danger.scene
    if danger.plain:
        return Differential("", 0), ()
    won = differential(mine.level, answer.level)
    if initiative.mark(scene, danger.target, "gift") and mine.level.succeeded and won.winner != "defender":
        return Differential("attacker", won.count + 1), ()
    alone = mine.level is Level.FUMBLE and answer.outcome is None and danger.weapon.firearm
    if alone and setting(scene.settings, "firearm_fumble_effect"):
        return Differential("defender", 1), choosing.FUMBLED
    return won, ()


def _evaded(scene: Scene, mine: Outcome, answer: Defence) -> bool:
    """MYT-CLOSE-EVADE: whether the blow goes past; equal levels go to the higher die, or as the table likes."""
    if not mine.level.succeeded or answer.level != mine.level or answer.outcome is None:
        return answer.level > mine.level or not mine.level.succeeded
    tie = setting(scene.settings, "evade_tie")
    higher = answer.outcome.faces[0] > (mine.faces[0] if mine.faces else 0)
    return bool(tie == "defender" or (tie == "higher_die" and higher))


def _lands_prone(danger: Threat, answer: Defence) -> bool:
    acrobat = answer.outcome is not None and answer.outcome.check.what == pgettext("mythras", "Acrobatics")
    return falls(danger) and not acrobat


def _tested(target: str, answer: Defence) -> Effects:
    return (Effect("outcome", target, answer.outcome),) if answer.outcome else ()


@dataclass(frozen=True)
class _Run:
    """What comes of an exchange whose effects are chosen: ``theirs`` are those of a counter that was prepared."""

    moment: Moment
    theirs: Moment
    mine: Outcome
    answer: Defence

    def resolved(self) -> Script[Effects]:
        """MYT-ATK-01: the effects that change the procedure, the blow, resistances, wounds, then what is left."""
        moment, chosen = self.moment, self.moment.chosen
        happens = (*chosen, *self.theirs.chosen)
        effects: Effects = ()
        damage: Damage | None = None
        if "accidental_injury" in happens:
            effects += yield from self._accident()
        if "damage_weapon" in chosen:
            effects += yield from self._weapon_damaged()
        if "select_target" in chosen:
            effects += yield from self._another()
        spared = {"compel_surrender", "damage_weapon"} & set(chosen if moment.side == "attacker" else ())
        if moment.hits and not spared:
            damage, paid = yield from self._strike("enhance_parry" in happens)
            effects += (*paid, *_hurt(moment.defender, damage))
        effects += yield from self._consequences(damage)
        if damage is not None:
            effects += yield from self._further(damage, effects)
        return (*effects, *(yield from self._flurry(effects)))

    def _strike(self, enhanced: bool) -> Script[tuple[Damage, Effects]]:
        """MYT-PARRY-05, MYT-FX-FEINT: the blow with what a successful parry stops of it."""
        moment, scene, guard = self.moment, self.moment.scene, self.answer.guard
        chosen = moment.chosen if moment.side == "attacker" else ()
        parried = guard is not None and self.answer.level.succeeded and "circumvent_parry" not in chosen
        stopped = "none"
        if parried and guard is not None and self.answer.kind == "parry":
            stopped = sizes.stops(scene, moment.defender, guard, moment.weapon)
        blow = Blow(moment.threat, moment.defender, guard, chosen, stopped)
        damage = yield from strike(blow)
        if enhanced:
            return replace(damage, passed=0, dealt=0, sundered=0), ()
        return (yield from luck.spared(blow, damage))

    def _consequences(self, damage: Damage | None) -> Script[Effects]:
        """MYT-FX-00g, MYT-WOUND-04: what is resisted, then the wound itself, then what simply follows."""
        moment, effects = self.moment, tuple[Effect, ...]()
        author = self.mine if moment.side == "attacker" else (self.answer.outcome or self.mine)
        forced = _forced(moment.chosen)
        for key in dict.fromkeys(moment.chosen):
            effects += yield from aftermath.of_effect(key, moment, author, damage, key == forced)
        for key in dict.fromkeys(self.theirs.chosen):
            effects += yield from under("own-", aftermath.of_effect(key, self.theirs, self.mine, None, True))
        if damage is not None:
            effects += yield from consequences.wound(moment.scene, moment.defender, damage, self.mine)
            effects += yield from consequences.knockback(moment.scene, moment.defender, damage.raw)
        own = aftermath.followups(self.theirs, None) if self.theirs.chosen else ()
        return (*effects, *aftermath.followups(moment, damage), *own)

    def _further(self, damage: Damage, so_far: Effects) -> Script[Effects]:
        """MYT-AUTO-02, MYT-AUTO-03, MYT-FX-OVERPENETRATE: the other bullets, and whom the first one goes on into."""
        danger = self.moment.threat
        effects: Effects = ()
        if "overpenetration" in self.moment.chosen:
            effects += yield from under("behind-", self._behind(damage))
        if danger.bullets > 1:
            label = pgettext("mythras", "Bullets that hit")
            faces = yield from roll("bullets", danger.attacker, Dice(1, danger.bullets), label)
            for number in range(2, faces[0] + 1):
                scene = landed(danger.scene, (*so_far, *effects))
                plain = replace(danger, scene=scene, plain=True)
                effects += yield from under(f"bullet{number}-", self._plain(plain, danger.target))
        return effects

    def _plain(self, danger: Threat, victim: str) -> Script[Effects]:
        """A blow that lands without special effects: location, damage, wound."""
        damage = yield from strike(Blow(danger, victim))
        wounds = yield from consequences.wound(danger.scene, victim, damage, self.mine)
        pushed = yield from consequences.knockback(danger.scene, victim, damage.raw)
        return (*_hurt(victim, damage), *wounds, *pushed)

    def _behind(self, damage: Damage) -> Script[Effects]:
        """MYT-FX-OVERPENETRATE: half of what was rolled, where it passed the armour of the first."""
        danger = self.moment.threat
        first = Blow(danger, danger.target, chosen=self.moment.chosen)
        if damage.raw <= armour_left(first, damage.location):
            return ()
        other = yield from self._somebody(pgettext("mythras", "Who stands behind?"), nobody=True)
        if not other:
            return ()
        second = Blow(replace(danger, plain=True, half=False), other)
        faces = yield from roll("location", danger.attacker, Dice(1, 20), pgettext("mythras", "Location"))
        where = sheets.struck(danger.scene.sheet(other), faces[0])
        half = -(-damage.raw // 2)
        again = settled(second, where, half, Breakdown(Modifier(_THROUGH, half, "MYT-FX-OVERPENETRATE")))
        wounds = yield from consequences.wound(danger.scene, other, again, self.mine)
        return (*_hurt(other, again), *wounds)

    def _accident(self) -> Script[Effects]:
        """MYT-FX-ACCIDENT: the damage of one’s own weapon on oneself; armour does not help who strikes unarmed."""
        danger = replace(self.moment.threat, plain=True)
        bare = ("bypass_armour", "bypass_armour") if danger.weapon.natural else ()
        damage = yield from under("own-", strike(Blow(danger, danger.attacker, None, bare)))
        wounds = yield from under("own-", consequences.wound(danger.scene, danger.attacker, damage, self.mine))
        return (*_hurt(danger.attacker, damage, "accident"), *wounds)

    def _another(self) -> Script[Effects]:
        """MYT-FX-SELECT-TARGET: somebody else is hit, without defence and without effects."""
        other = yield from self._somebody(pgettext("mythras", "Who is hit instead?"))
        if not other:
            return ()
        return (yield from under("other-", self._plain(replace(self.moment.threat, plain=True), other)))

    def _somebody(self, label: Text, nobody: bool = False) -> Script[str]:
        moment = self.moment
        near = [one for one in initiative.seen_by(moment.scene, moment.winner) if one != moment.loser]
        rows = tuple(
            Option(one, pgettext("mythras", "%(who)s", who=moment.scene.name(one)))
            for one in near
            if not initiative.is_out(moment.scene, one)
        )
        if not rows:
            return ""
        none = (Option("none", pgettext("mythras", "Nobody")),) if nobody else ()
        found = yield from choose("other-target", moment.winner, label, (*rows, *none))
        return "" if found == "none" else found

    def _weapon_damaged(self) -> Script[Effects]:
        """MYT-FX-DAMAGE-WEAPON: the blow, or that of the parrying weapon, goes to the other weapon."""
        moment, own, other = self.moment, self.moment.own, self.moment.other
        if own is None or other is None:
            return ()
        modifier = moment.threat.modifier
        if moment.side == "defender":
            modifier = sheets.damage_modifier(moment.scene.sheet(moment.winner))
        danger = replace(moment.threat, attacker=moment.winner, target=moment.loser, weapon=own, modifier=modifier)
        total, _lines = yield from under("arm-", raw(Blow(danger, moment.loser)))
        lost = max(0, total - other.armour)
        return (Effect("weapon_hurt", moment.loser, {"weapon": other.key, "damage": lost}),)

    def _flurry(self, so_far: Effects) -> Script[Effects]:
        """MYT-FX-FLURRY: another unarmed attack at once, an exchange of its own for its own point."""
        danger = self.moment.threat
        effects: Effects = ()
        for number in range(1, self.moment.chosen.count("flurry") + 1):
            effects += (Effect("spend", danger.attacker, 1),)
            scene = landed(danger.scene, (*so_far, *effects))
            if initiative.is_out(scene, danger.attacker) or initiative.is_out(scene, danger.target):
                break
            again = threat.blow(scene, danger.attacker, danger.target, danger.weapon, danger.args)
            effects += yield from under(f"flurry{number}-", _whole(again))
        return effects


def _whole(danger: Threat) -> Script[Effects]:
    rolled = yield from threat.roll(danger)
    return (yield from fought(danger, rolled))


def _forced(chosen: tuple[str, ...]) -> str:
    """MYT-FX-FORCE-FAILURE: the companion that is not resisted: the first one chosen before it."""
    if "force_failure" not in chosen:
        return ""
    return next((key for key in chosen if EFFECTS[key].resisted), "")


def _hurt(victim: str, damage: Damage, why: str = "blow") -> Effects:
    value = {"location": damage.location.key, "damage": damage.dealt, "lines": damage.lines, "why": why}
    hurt = Effect("hurt", victim, value)
    if not damage.sundered:
        return (hurt,)
    return (hurt, Effect("sundered", victim, {"location": damage.location.key, "points": damage.sundered}))
