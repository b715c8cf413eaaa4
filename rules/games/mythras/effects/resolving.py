"""The outcome of an exchange: the blow, resistances, wounds, and plain consequences (MYT-ATK-01)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from rules.core.check import Breakdown, Modifier, Outcome
from rules.core.dice import Dice
from rules.core.scene import Scene
from rules.core.script import Effect, Option, Script, choose, roll, with_costs
from rules.core.text import Text
from rules.games.mythras import marks
from rules.games.mythras.actions import cover
from rules.games.mythras.character import sheet as sheets
from rules.games.mythras.combat import consequences, threat
from rules.games.mythras.combat.blows import (
    D20,
    Blow,
    Damage,
    armour_left,
    halve,
    pass_through,
    reduce_damage,
    roll_damage,
    strike,
)
from rules.games.mythras.combat.defence import Defence
from rules.games.mythras.combat.injuries import Hurt, Impaled, Sundered, WeaponHurt
from rules.games.mythras.combat.threat import Threat
from rules.games.mythras.effects import outcomes
from rules.games.mythras.effects.moment import Moment
from rules.games.mythras.effects.special_effects import EFFECTS
from rules.games.mythras.equipment import limbs, sizes
from rules.games.mythras.equipment import weapons as arms
from rules.games.mythras.equipment.weapons import Weapon
from rules.games.mythras.rolls import luck
from rules.games.mythras.rolls.resolution import prefixed
from rules.games.mythras.rounds import initiative, picks
from rules.games.mythras.rounds.states import Entangled, Gift, after_effects
from rules.games.mythras.rounds.turn_effects import Spend
from rules.games.mythras.settings import setting
from rules.games.mythras.text import _

Effects = tuple[Effect, ...]
_THROUGH = _("Through the first target")


@dataclass(frozen=True)
class BlowOutcome:
    """The outcome of an exchange with its effects chosen; ``theirs`` are those of a prepared counter.

    ``again`` is how one more attack is fought, for those who strike on.
    """

    moment: Moment
    theirs: Moment
    mine: Outcome
    answer: Defence
    again: Callable[[Threat], Script[Effects]]

    def resolve(self) -> Script[Effects]:
        """MYT-ATK-01: the effects that change the procedure, the blow, resistances, wounds, then what is left.

        MYT-FX-SELECT-TARGET, MYT-FX-ACCIDENT: a blow that was turned elsewhere, by a counter as well, hits nobody else.
        """
        moment, chosen = self.moment, self.moment.chosen
        happens = (*chosen, *self.theirs.chosen)
        effects: Effects = ()
        damage: Damage | None = None
        elsewhere = "accidental_injury" in happens
        if elsewhere:
            effects += yield from self._accident()
        for row, key in ((moment, ""), (self.theirs, "own-")):
            if "damage_weapon" in row.chosen:
                effects += yield from prefixed(key, self._damage_weapon(row))
            if "select_target" in row.chosen:
                another = yield from prefixed(key, self._hit_another(row))
                effects, elsewhere = (*effects, *another), elsewhere or bool(another)
        strikes = moment.hits and not elsewhere and "compel_surrender" not in self._of_blow
        if strikes and "damage_weapon" not in self._of_blow:
            damage, paid = yield from self._strike("enhance_parry" in happens)
            effects += (*paid, *_hurt(moment.defender, damage))
        effects += yield from self._consequences(damage)
        if strikes:
            effects += yield from self._hit_further(damage, effects)
        return (*effects, *(yield from self._flurry(effects)))

    @property
    def _of_blow(self) -> tuple[str, ...]:
        """The effects of whoever struck the blow, as the winner or by a counter that was prepared."""
        return next((row.chosen for row in (self.moment, self.theirs) if row.side == "attacker"), ())

    def _strike(self, enhanced: bool) -> Script[tuple[Damage, Effects]]:
        """MYT-PARRY-05, MYT-FX-FEINT, MYT-FX-ENHANCE-PARRY: the blow with what a parry stops of its force."""
        moment, scene, guard, chosen = self.moment, self.moment.scene, self.answer.guard, self._of_blow
        stopped = "none"
        if guard is not None and self.answer.level.succeeded and "circumvent_parry" not in chosen:
            stopped = sizes.stopped_by_parry(scene, moment.defender, guard, moment.weapon)
        blow = Blow(moment.threat, moment.defender, guard, chosen, stopped)
        damage = yield from strike(blow)
        if enhanced:
            return replace(damage, raw=0, dealt=0, sundered=0), ()
        return (yield from luck.spare(blow, damage))

    def _consequences(self, damage: Damage | None) -> Script[Effects]:
        """MYT-FX-00g, MYT-WOUND-04, MYT-UI-14: what is resisted, what simply follows, then the wound itself."""
        moment, effects = self.moment, tuple[Effect, ...]()
        author = self.mine if moment.side == "attacker" else (self.answer.outcome or self.mine)
        forced = yield from self._choose_forced()
        for key in dict.fromkeys(moment.chosen):
            effects += yield from outcomes.of_effect(key, moment.after(effects), author, damage, key == forced)
        own_blow = damage if self.theirs.side == "attacker" else None
        for key in dict.fromkeys(self.theirs.chosen):
            theirs = self.theirs.after(effects)
            effects += yield from prefixed("own-", outcomes.of_effect(key, theirs, self.mine, own_blow, True))
        own = outcomes.followups(self.theirs, own_blow, self.mine) if self.theirs.chosen else ()
        effects += (*outcomes.followups(moment, damage, author), *own)
        if damage is not None:
            weighs = setting(moment.scene.settings, "wound_hampered") == "at_once"
            felt = (row for row in effects if weighs or not isinstance(row, (Impaled, Entangled)))
            effects += yield from self._wounds(after_effects(moment.scene, felt), moment.defender, damage)
        return (*effects, *(yield from self._duck_back()))

    def _wounds(self, scene: Scene, victim: str, damage: Damage) -> Script[Effects]:
        """MYT-WOUND-04, MYT-CLOSE-KNOCKBACK: the wound, with all that weighs on its roll, and the force of the blow."""
        wounds = yield from consequences.wound(scene, victim, damage, self.mine)
        return (*wounds, *(yield from consequences.knockback(after_effects(scene, wounds), victim, damage.raw)))

    def _choose_forced(self) -> Script[str]:
        """MYT-FX-FORCE-FAILURE: the key of the effect beside it that is not resisted; of several the winner chooses."""
        chosen = self.moment.chosen
        rows = [key for key in dict.fromkeys(chosen) if EFFECTS[key].resisted]
        if "force_failure" not in chosen or len(rows) < 2:
            return rows[0] if rows and "force_failure" in chosen else ""
        options = tuple(Option(key, EFFECTS[key].label) for key in rows)
        return (yield from choose("forced", self.moment.winner, _("Which effect is not resisted?"), options))

    def _duck_back(self) -> Script[Effects]:
        """MYT-FX-DUCK-BACK: into the cover at hand."""
        for row in (self.moment, self.theirs):
            if "duck_back" in row.chosen:
                return (yield from cover.dive_for_cover(row.scene, row.winner, "duck"))
        return ()

    def _hit_further(self, damage: Damage | None, so_far: Effects) -> Script[Effects]:
        """MYT-AUTO-02, MYT-AUTO-03, MYT-FX-OVERPENETRATE: the other bullets, and whom the first one goes on into."""
        danger = self.moment.threat
        effects: Effects = ()
        if damage is not None and "overpenetration" in self.moment.chosen:
            effects += yield from prefixed("behind-", self._hit_behind(damage))
        if danger.bullets > 1:
            label = _("Bullets that hit")
            (hit,) = yield from roll("bullets", danger.attacker, Dice(1, danger.bullets), label)
            for number in range(2, hit + 1):
                scene = after_effects(danger.scene, (*so_far, *effects))
                plain = replace(danger, scene=scene, plain=True, further=True)
                effects += yield from prefixed(f"bullet{number}-", self._hit_plainly(plain, danger.target))
        return effects

    def _hit_plainly(self, danger: Threat, victim: str) -> Script[Effects]:
        blow = Blow(danger, victim)
        damage, paid = yield from luck.spare(blow, (yield from strike(blow)))
        return (*paid, *_hurt(victim, damage), *(yield from self._wounds(danger.scene, victim, damage)))

    def _hit_behind(self, damage: Damage) -> Script[Effects]:
        """MYT-FX-OVERPENETRATE: half of what was rolled, where it passed the armour of the first."""
        danger = self.moment.threat
        first = Blow(danger, danger.target, chosen=self.moment.chosen, layer=damage.layer)
        if damage.raw <= armour_left(first, damage.location):
            return ()
        other = yield from self._choose_somebody(_("Who stands behind?"), nobody=True)
        if not other or not (yield from self._in_the_way(self.moment, other)):
            return ()
        second = Blow(replace(danger, halves=0), other)

        def roll_anew() -> Script[int]:
            total, _lines = yield from roll_damage(Blow(danger, other))
            return pass_through(first, damage.location, total).force

        (die,) = yield from roll("location", danger.attacker, D20, _("Location"))
        where = sheets.struck_location(danger.scene.sheet(other), die)
        total = damage.raw
        raised = {"maximise_damage", "impale"} & set(self.moment.chosen)
        if raised and setting(danger.scene.settings, "overpenetrate_raised") == "plain":
            total = yield from roll_anew()

        def reroll() -> Script[Damage]:
            return _goes_on(second, where, (yield from roll_anew()))

        passed, paid = yield from luck.spare(second, _goes_on(second, where, total), reroll)
        return (*paid, *_hurt(other, passed), *(yield from self._wounds(danger.scene, other, passed)))

    def _accident(self) -> Script[Effects]:
        """MYT-FX-ACCIDENT: the damage of one’s own weapon on oneself; armour does not help who strikes unarmed."""
        danger = replace(self.moment.threat, plain=True, halves=0)
        bare = ("bypass_armour", "bypass_armour") if danger.weapon.natural else ()
        blow = Blow(danger, danger.attacker, None, bare)
        damage, paid = yield from prefixed("own-", luck.spare(blow, (yield from prefixed("own-", strike(blow)))))
        wounds = yield from prefixed("own-", consequences.wound(danger.scene, danger.attacker, damage, self.mine))
        return (*paid, *_hurt(danger.attacker, damage), *wounds)

    def _hit_another(self, moment: Moment) -> Script[Effects]:
        """MYT-FX-SELECT-TARGET: somebody else in reach is hit, without defence and without effects."""
        other = yield from self._choose_somebody(_("Who is hit instead?"))
        if not other or not (yield from self._in_the_way(moment, other)):
            return ()
        return (yield from prefixed("other-", self._hit_plainly(replace(self.moment.threat, plain=True), other)))

    def _in_the_way(self, moment: Moment, other: str) -> Script[bool]:
        """MYT-FX-SELECT-TARGET, MYT-FX-OVERPENETRATE: as the game master says, but for those one fights with."""
        if not moment.weapon.ranged and other in marks.ENGAGED.rows(moment.scene, moment.attacker):
            return True
        rows = (Option("near", _("In the way")), Option("far", _("Too far away")))
        label = _("Is %(who)s in the way of the blow?", who=moment.scene.name(other))
        return (yield from choose("in-the-way", "gm", label, rows)) == "near"

    def _choose_somebody(self, label: Text, nobody: bool = False) -> Script[str]:
        moment = self.moment
        seen = initiative.seen_by(moment.scene, moment.winner)
        near = initiative.in_sight_of(moment.scene, moment.winner, seen)
        rows = tuple(
            Option(who, _("%(who)s", who=moment.scene.name(who)))
            for who in near
            if who != moment.loser and not initiative.is_out(moment.scene, who)
        )
        if not rows:
            return ""
        none = (Option("none", _("Nobody")),) if nobody else ()
        answer = yield from choose("other-target", moment.winner, label, (*rows, *none))
        return "" if answer == "none" else answer

    def _damage_weapon(self, moment: Moment) -> Script[Effects]:
        """MYT-FX-DAMAGE-WEAPON: the blow, or that of the parrying weapon, goes to the other weapon."""
        own, other = moment.own, moment.breakable
        assert own is not None  # it is chosen where both have something that can break
        assert other is not None
        danger = replace(moment.threat, attacker=moment.winner, target=moment.loser, weapon=own)
        if moment.side == "defender":
            strength = sheets.damage_modifier(moment.scene.sheet(moment.winner))
            danger = replace(danger, modifier=strength, halves=0)
        blow = Blow(danger, moment.loser, chosen=tuple(key for key in moment.chosen if key == "maximise_damage"))
        total, lines = yield from prefixed("arm-", roll_damage(blow))
        total, lines = halve(blow, total, lines)
        lost = max(0, total - other.armour)
        return (WeaponHurt(moment.loser, weapon=other.key, damage=lost),)

    def _other_limb(self, last: Weapon, number: int) -> Script[Weapon]:
        """MYT-FX-FLURRY: another part of the body; bare hands and feet are several already."""
        moment = self.moment
        carried = arms.weapons(moment.scene.sheet(moment.attacker), moment.scene.settings)
        others = [weapon for weapon in carried if weapon.natural and weapon.key != last.key]
        able = [row for row in others if limbs.why_unusable(moment.scene, moment.attacker, row) is None]
        if len(able) < 2:
            return able[0] if able else last
        rows = tuple(Option(row.key, row.label) for row in able)
        answer = yield from choose(f"flurry{number}-weapon", moment.attacker, _("With what?"), rows)
        return next(row for row in able if row.key == answer)

    def _flurry(self, so_far: Effects) -> Script[Effects]:
        """MYT-FX-FLURRY: another unarmed attack at once, an exchange of its own for its own point."""
        danger, spent, effects = self.moment.threat, tuple[Effect, ...](), tuple[Effect, ...]()
        paid, weapon, struck = Spend(danger.attacker, 1), danger.weapon, Gift(danger.target, None)
        for number in range(1, self.moment.chosen.count("flurry") + 1):
            scene = after_effects(danger.scene, (*spent, *so_far, *effects, paid, struck))
            near = danger.target in marks.ENGAGED.rows(scene, danger.attacker)
            if not near or picks.is_stopped(scene, danger.attacker) or initiative.is_out(scene, danger.target):
                break
            weapon = yield from self._other_limb(danger.weapon if number == 1 else weapon, number)
            again = threat.blow(scene, danger.attacker, danger.target, weapon, danger.args)
            come, price = yield from with_costs(prefixed(f"flurry{number}-", self.again(again)))
            spent, effects = (*spent, *price), (*effects, paid, *come)
        return effects


def _goes_on(blow: Blow, where: sheets.Location, total: int) -> Damage:
    """MYT-FX-OVERPENETRATE: half of the damage, at the second target."""
    half = -(-total // 2)
    return reduce_damage(blow, where, half, Breakdown(Modifier(_THROUGH, half, "MYT-FX-OVERPENETRATE")))


def _hurt(victim: str, damage: Damage) -> Effects:
    value = {"location": damage.location.key, "damage": damage.dealt, "lines": damage.lines}
    hurt = Hurt.read(victim, value)
    if not damage.sundered:
        return (hurt,)
    return (hurt, Sundered(victim, damage.location.key, damage.sundered, damage.layer))
