"""What comes of an exchange: the blow, what is resisted, wounds, and what simply follows (MYT-ATK-01)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from rules.core.check import Breakdown, Modifier, Outcome
from rules.core.dice import Dice
from rules.core.script import Effect, Option, Script, choose, roll
from rules.core.text import Text
from rules.games.mythras import aftermath, consequences, initiative, luck, sizes, threat
from rules.games.mythras import sheet as sheets
from rules.games.mythras.blows import D20, Blow, Damage, armour_left, raw, settled, strike
from rules.games.mythras.defence import Defence
from rules.games.mythras.landing import landed
from rules.games.mythras.moment import Moment
from rules.games.mythras.resolution import under
from rules.games.mythras.special_effects import EFFECTS
from rules.games.mythras.text import _
from rules.games.mythras.threat import Threat

Effects = tuple[Effect, ...]
_THROUGH = _("Through the first target")


@dataclass(frozen=True)
class Aftermath:
    """What comes of an exchange whose effects are chosen: ``theirs`` are those of a counter that was prepared.

    ``again`` is how one more attack is fought, for those who strike on.
    """

    moment: Moment
    theirs: Moment
    mine: Outcome
    answer: Defence
    again: Callable[[Threat], Script[Effects]]

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
        stopped = "none"
        if guard is not None and self.answer.level.succeeded and "circumvent_parry" not in chosen:
            stopped = sizes.stops(scene, moment.defender, guard, moment.weapon)
        blow = Blow(moment.threat, moment.defender, guard, chosen, stopped)
        damage = yield from strike(blow)
        if enhanced:
            return replace(damage, dealt=0, sundered=0), ()
        return (yield from luck.spared(blow, damage))

    def _consequences(self, damage: Damage | None) -> Script[Effects]:
        """MYT-FX-00g, MYT-WOUND-04: what is resisted, then the wound itself, then what simply follows."""
        moment, effects = self.moment, tuple[Effect, ...]()
        author = self.mine if moment.side == "attacker" else (self.answer.outcome or self.mine)
        forced = forced_by(moment.chosen)
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
            label = _("Bullets that hit")
            (hit,) = yield from roll("bullets", danger.attacker, Dice(1, danger.bullets), label)
            for number in range(2, hit + 1):
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
        other = yield from self._somebody(_("Who stands behind?"), nobody=True)
        if not other:
            return ()
        second = Blow(replace(danger, half=False), other)
        (die,) = yield from roll("location", danger.attacker, D20, _("Location"))
        where = sheets.struck(danger.scene.sheet(other), die)
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
        return (*_hurt(danger.attacker, damage), *wounds)

    def _another(self) -> Script[Effects]:
        """MYT-FX-SELECT-TARGET: somebody else is hit, without defence and without effects."""
        other = yield from self._somebody(_("Who is hit instead?"))
        if not other:
            return ()
        return (yield from under("other-", self._plain(replace(self.moment.threat, plain=True), other)))

    def _somebody(self, label: Text, nobody: bool = False) -> Script[str]:
        moment = self.moment
        near = [one for one in initiative.seen_by(moment.scene, moment.winner) if one != moment.loser]
        rows = tuple(
            Option(one, _("%(who)s", who=moment.scene.name(one)))
            for one in near
            if not initiative.is_out(moment.scene, one)
        )
        if not rows:
            return ""
        none = (Option("none", _("Nobody")),) if nobody else ()
        found = yield from choose("other-target", moment.winner, label, (*rows, *none))
        return "" if found == "none" else found

    def _weapon_damaged(self) -> Script[Effects]:
        """MYT-FX-DAMAGE-WEAPON: the blow, or that of the parrying weapon, goes to the other weapon."""
        moment, own, other = self.moment, self.moment.own, self.moment.other
        assert own is not None  # it is chosen where both have something that can break
        assert other is not None
        modifier = moment.threat.modifier
        if moment.side == "defender":
            modifier = sheets.damage_modifier(moment.scene.sheet(moment.winner))
        danger = replace(moment.threat, attacker=moment.winner, target=moment.loser, weapon=own, modifier=modifier)
        total, _lines = yield from under("arm-", raw(Blow(danger, moment.loser)))
        lost = max(0, total - other.armour)
        return (Effect("weapon_hurt", moment.loser, {"weapon": other.key, "damage": lost}),)

    def _flurry(self, so_far: Effects) -> Script[Effects]:
        """MYT-FX-FLURRY: another unarmed attack at once, an exchange of its own for its own point."""
        danger, effects = self.moment.threat, tuple[Effect, ...]()
        paid = Effect("spend", danger.attacker, 1)
        for number in range(1, self.moment.chosen.count("flurry") + 1):
            scene = landed(danger.scene, (*so_far, *effects, paid))
            if initiative.is_out(scene, danger.attacker) or initiative.is_out(scene, danger.target):
                break
            again = threat.blow(scene, danger.attacker, danger.target, danger.weapon, danger.args)
            effects += (paid, *(yield from under(f"flurry{number}-", self.again(again))))
        return effects


def forced_by(chosen: tuple[str, ...]) -> str:
    """MYT-FX-FORCE-FAILURE: the companion that is not resisted: the first one chosen before it."""
    if "force_failure" not in chosen:
        return ""
    return next((key for key in chosen if EFFECTS[key].resisted), "")


def _hurt(victim: str, damage: Damage) -> Effects:
    value = {"location": damage.location.key, "damage": damage.dealt, "lines": damage.lines}
    hurt = Effect("hurt", victim, value)
    if not damage.sundered:
        return (hurt,)
    return (hurt, Effect("sundered", victim, {"location": damage.location.key, "points": damage.sundered}))
