"""The attacks of close combat: a blow, a charge, a sweep, a leap; each route to a blow is the same (MYT-CLOSE)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import ClassVar

from rules.character.fields import flag, number
from rules.character.sheet import Choice, Field
from rules.core.acts import Effects, Notes, Offer
from rules.core.check import Outcome
from rules.core.errors import Refused
from rules.core.paths import Data
from rules.core.scene import Action, Scene
from rules.core.script import Effect, Option, Script, choose, with_costs
from rules.core.text import Text
from rules.games.mythras import marks
from rules.games.mythras.actions import cover
from rules.games.mythras.character import sheet as sheets
from rules.games.mythras.character.tables import CLOSE, REACHES
from rules.games.mythras.combat import attack_odds, bout, consequences, defence, situations, threat
from rules.games.mythras.combat.defence import Defence
from rules.games.mythras.combat.threat import Threat
from rules.games.mythras.effects.moment import Moment
from rules.games.mythras.equipment import limbs
from rules.games.mythras.equipment import weapons as arms
from rules.games.mythras.equipment.weapons import Weapon
from rules.games.mythras.rolls import resolution
from rules.games.mythras.rolls.grades import NO_ATTEMPT, Situation
from rules.games.mythras.rolls.luck import LuckTold
from rules.games.mythras.rolls.resolution import differential, prefixed
from rules.games.mythras.rounds import initiative, picks
from rules.games.mythras.rounds.acts import TurnAct, strains, title_text
from rules.games.mythras.rounds.ground import Gone, why_apart
from rules.games.mythras.rounds.picks import name_text, targets, weapon_choice, weapon_note, why_no_attack
from rules.games.mythras.rounds.states import (
    Disengage,
    Engage,
    Gift,
    Mounted,
    Moved,
    Offence,
    Prone,
    Thwarted,
    Under,
    Unsettled,
    after_effects,
)
from rules.games.mythras.rounds.turn_effects import Spend
from rules.games.mythras.settings import setting
from rules.games.mythras.text import _
from rules.odds.act import Odds, value_if_known


class Attack(TurnAct):
    """MYT-ACT-ATTACK, MYT-ATK-01: one blow at one target.

    Every route to a blow pays, engages, readies and counts here.
    """

    kind = "attack"
    label = _("Attack")
    rules: ClassVar[tuple[str, ...]] = ("MYT-ACT-ATTACK", "MYT-ATK-01")
    foretold = True
    aims = True
    sentence: ClassVar[Text] = _("%(who)s attacks %(target)s: %(weapon)s")
    runs: ClassVar[bool] = False  # it ends a run
    several: ClassVar[bool] = False  # it may be aimed at several: its odds are of the roll against the first

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        return (self.target_field(scene, actor), self.weapon_field(scene, actor), *situations.fields(CLOSE))

    def target_field(self, scene: Scene, actor: str) -> Field:
        seen = targets(scene, actor, helpless=True)
        rows = tuple(self.check_reach(scene, actor, row) for row in seen)
        return Field("target", _("Target"), "choice", choices=rows)

    def check_reach(self, scene: Scene, actor: str, target: Choice) -> Choice:
        """A target, refused where it cannot be reached from here."""
        return check_engaged(scene, actor, target)

    def weapon_field(self, scene: Scene, actor: str) -> Field:
        rows = tuple(weapon_choice(scene, actor, weapon) for weapon in self.arms(scene, actor))
        return Field("weapon", _("Weapon"), "choice", choices=rows)

    def arms(self, scene: Scene, actor: str) -> list[Weapon]:
        """The weapons of such an attack, as they are used in it."""
        return [weapon for weapon in arms.weapons(scene.sheet(actor), scene.settings) if not weapon.ranged]

    def notes(self, scene: Scene, offer: Offer) -> Notes:
        actor, rows = offer.actor, (row for field in offer.fields if field.key == "weapon" for row in field.choices)
        ready = {row.key for row in rows if row.refused is None}  # one that is empty has its chances beside it, too
        usable = [
            weapon
            for weapon in self.arms(scene, actor)
            if weapon.key in ready or weapon_choice(scene, actor, weapon).refused is None
        ]
        noted = {weapon.key: weapon_note(scene, actor, weapon, self.danger) for weapon in usable}
        return {"weapon": noted, "second": noted}

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        return why_no_attack(scene, actor)

    def target_keys(self, scene: Scene, args: Data) -> tuple[str, ...]:
        """The fighters it engages. Raises ``Refused`` for too few."""
        return (str(args["target"]),)

    def cost(self, scene: Scene, action: Action) -> Effects:
        """MYT-ATK-01: a point, and contact with the target."""
        actor, args = action.actor, action.args
        whom, weapon = self.target_keys(scene, args), arms.find(scene.sheet(actor), str(args["weapon"]), scene.settings)
        there = self.approach(scene, action)
        if weapon is None or self.danger(after_effects(scene, there), actor, whom[0], weapon, args).check.refused:
            raise Refused(NO_ATTEMPT, "situation")
        return (
            self.pay(scene, actor),
            *there,
            *defence.striking(after_effects(scene, there), actor, weapon),
            *(Engage(actor, target) for target in whom),
        )

    def approach(self, scene: Scene, action: Action) -> Effects:
        """The effects of getting there. Raises ``Refused`` for those who cannot."""
        return ()

    def danger(self, scene: Scene, actor: str, target: str, weapon: Weapon, args: Data) -> Threat:
        """The attack before it is answered: what is rolled, refused as hopeless, and shown before as its chances."""
        return threat.blow(scene, actor, target, weapon, args)

    def plays(self, scene: Scene, action: Action) -> Script[Effects] | None:
        return self.resolve(scene, action.actor, action.args)

    def resolve(self, scene: Scene, actor: str, args: Data) -> Script[Effects]:
        """The procedure; what was declared and can no longer be done is lost (MYT-REACT-INTERRUPT)."""
        target, weapon = str(args["target"]), usable_weapon(scene, actor, args)
        if weapon is None or is_out_of_reach(scene, actor, target) or (self.runs and is_halted(scene, actor)):
            return thwart(actor)
        danger = self.danger(scene, actor, target, weapon, args)
        if not (yield from threat.confirm_location(danger)):
            return thwart(actor)
        rolled = yield from threat.roll(danger)
        return (yield from self.resolve_answer(danger, rolled))

    def resolve_answer(self, danger: Threat, rolled: Outcome) -> Script[Effects]:
        return (yield from bout.fight_out(danger, rolled))

    def title(self, scene: Scene, action: Action) -> Text | None:
        return title_text(self.sentence, scene, action)

    def odds(self, scene: Scene, action: Action) -> Odds | None:
        actor, args = action.actor, action.args
        weapon, target = (
            arms.find(scene.sheet(actor), str(args["weapon"]), scene.settings),
            self.target_keys(scene, args)[0],
        )
        if weapon is None or target not in scene.fighters:
            return None
        danger = self.danger(scene, actor, target, weapon, args)
        worked_out = attack_odds.first if self.several else attack_odds.odds
        return None if value_if_known(lambda: threat.hits_surely(danger)) else worked_out(danger)

    def promise(self, scene: Scene, action: Action) -> int:
        """The target number, and the damage it does on average; nothing for a blow at the helpless."""
        actor, args = action.actor, action.args
        weapon = arms.find(scene.sheet(actor), str(args["weapon"]), scene.settings)
        if weapon is None or weapon.damage is None or initiative.is_helpless(scene, str(args["target"])):
            return 0
        dice = weapon.damage.dice
        skill = self.danger(scene, actor, str(args["target"]), weapon, args).check.target.total
        return skill * (dice.count * (dice.sides + 1) + 2 * weapon.damage.plus)


def check_engaged(scene: Scene, fighter: str, target: Choice) -> Choice:
    """MYT-CLOSE-ENGAGE: a target out of contact, refused where the table counts every step, or no step can be made."""
    near = target.key in marks.ENGAGED.rows(scene, fighter)
    step = None if setting(scene.settings, "contact") == "free" else _("Out of reach: close in first.")
    why = why_apart(scene, fighter, target.key) or (None if near else step or limbs.why_immobile(scene, fighter))
    return target if why is None else replace(target, refused=target.refused or why)


def usable_weapon(scene: Scene, actor: str, args: Data, flies: bool = False) -> Weapon | None:
    """MYT-REACT-INTERRUPT: the weapon of an attack; none where its owner can no longer use it, or cannot act.

    Of what ``flies`` something thrown has left the hand already.
    """
    weapon = arms.find(scene.sheet(actor), str(args.get("weapon", "")), scene.settings)
    gone = str(args.get("target", actor)) not in scene.fighters or picks.is_stopped(scene, actor)
    if weapon is None or gone:
        return None
    thrown = flies and (weapon.kind == "thrown" or not weapon.ranged)
    ready = thrown or limbs.why_unusable(scene, actor, weapon) is None
    return weapon if ready else None


def is_out_of_reach(scene: Scene, actor: str, target: str) -> bool:
    """MYT-REACT-INTERRUPT: the target has got out of reach meanwhile."""
    evaded = bool(marks.OUTMANOEUVRED.rows(scene, actor).get(target))
    return target not in marks.ENGAGED.rows(scene, actor) or evaded


def thwart(actor: str) -> Effects:
    """MYT-REACT-INTERRUPT: what was declared can no longer be done; its point is lost."""
    return (Thwarted(actor),)


def why_not_run(scene: Scene, fighter: str, charges: bool = True) -> Text | None:
    """MYT-MOVE-02, MYT-MOVE-SWIM, MYT-ATTR-06, MYT-FX-GRIP: why a fighter cannot run now, be it a charge or not."""
    if marks.PRONE.of(scene, fighter):
        return _("Lies on the ground.")
    stays = not charges or setting(scene.settings, "charge_engaged") == "refused"
    near = _("Engaged: change range instead.") if stays and initiative.engaged_enemies(scene, fighter) else None
    held = limbs.why_rooted(scene, fighter) or limbs.why_afloat(scene, fighter)
    return held or near or limbs.why_immobile(scene, fighter)


SPRINT = 5  # MYT-MOVE-02: how many times as far as at a walk


def check_charge_range(scene: Scene, fighter: str, target: Choice) -> Choice:
    """MYT-CLOSE-CHARGE: a target, refused where nobody gets in a turn."""
    far = why_apart(scene, fighter, target.key, SPRINT * sheets.movement(scene.sheet(fighter)))
    return target if far is None else replace(target, refused=target.refused or far)


def run_up(scene: Scene, fighter: str, target: str) -> Effects:
    """MYT-CLOSE-CHARGE: a charge ends other engagements and leads to the target's place."""
    left = (Disengage(fighter, other) for other in marks.ENGAGED.rows(scene, fighter))
    return (*left, Moved(fighter), *Gone.joining(scene, fighter, target))


class Charge(Attack):
    """MYT-CLOSE-CHARGE, MYT-ACT-CHARGE: at a run; its target may strike back; then the charger stops or runs on."""

    kind = "charge"
    promise = TurnAct.promise  # no rank of its own
    label = _("Charge")
    rules = ("MYT-CLOSE-CHARGE", "MYT-ACT-CHARGE", "MYT-REACT-COUNTER-CHARGE")
    sentence = _("%(who)s charges %(target)s: %(weapon)s")
    runs = True
    exposing = True

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        mount = _("STR + SIZ of the mount (0: one’s own strength)")
        return (*super().fields(scene, actor), number("mount", mount, 0, 0, 200, "MYT-CLOSE-CHARGE"))

    def check_reach(self, scene: Scene, actor: str, target: Choice) -> Choice:
        return check_charge_range(scene, actor, target)

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        return why_not_run(scene, actor) or super().refusal(scene, actor)

    def hint(self, scene: Scene, actor: str) -> Text | None:
        return _("hard, one size larger, with more force")

    def approach(self, scene: Scene, action: Action) -> Effects:
        return run_up(scene, action.actor, str(action.args["target"]))

    def danger(self, scene: Scene, actor: str, target: str, weapon: Weapon, args: Data) -> Threat:
        return threat.charge(scene, actor, target, weapon, args)

    def resolve_answer(self, danger: Threat, rolled: Outcome) -> Script[Effects]:
        effects, price = yield from with_costs(_meet_charge(danger, rolled))
        danger = replace(danger, scene=after_effects(danger.scene, price))
        return (*effects, *(yield from _run_on(danger, effects)))


def _meet_charge(danger: Threat, rolled: Outcome) -> Script[Effects]:
    """MYT-CLOSE-CHARGE, MYT-REACT-COUNTER-CHARGE: the end of a charge, which its target parries, evades or answers."""
    danger, answer = yield from bout.take_answer(danger, rolled)
    if answer.kind == "counter":
        return (yield from _strike_both_ways(danger, rolled, answer))
    return (yield from bout.resolve_exchange(danger, rolled, answer))


def _run_on(danger: Threat, so_far: Effects) -> Script[Effects]:
    """MYT-CLOSE-CHARGE, MYT-FX-GRIP: a charging fighter who can still run may run on, away from all."""
    scene, actor, args = after_effects(danger.scene, so_far), danger.attacker, danger.args
    near = marks.ENGAGED.rows(scene, actor)
    if not near or is_halted(scene, actor):
        return ()
    after = args.get("after")  # as it was declared once
    if after is None:
        rows = Option("stop", _("Stop at the target")), Option("on", _("Run on past it"))
        after = yield from choose("after", actor, _("After the charge"), rows)
    return tuple(Disengage(actor, who) for who in near) if after == "on" else ()


def is_halted(scene: Scene, fighter: str) -> bool:
    """MYT-CLOSE-CHARGE, MYT-REACT-INTERRUPT: true if something has put an end to somebody's run or leap."""
    stopped = initiative.is_helpless(scene, fighter) or picks.is_winded(scene, fighter)
    return stopped or bool(marks.PRONE.of(scene, fighter)) or limbs.why_immobile(scene, fighter) is not None


def _strike_both_ways(danger: Threat, rolled: Outcome, answer: Defence) -> Script[Effects]:
    """MYT-REACT-COUNTER-CHARGE: two blows nobody parries, the longer weapon first; the second may come too late."""
    assert answer.guard is not None
    assert answer.outcome is not None
    back = _counter_charge(danger, answer.guard, answer.outcome)
    pairs, reach = ((danger, rolled, "charge-"), (back, answer.outcome, "back-")), tuple(REACHES)
    longest = sorted(pairs, key=lambda row: reach.index(row[0].weapon.reach), reverse=True)
    (first, mine, key), (second, theirs, other) = longest
    effects = yield from prefixed(key, bout.resolve_exchange(first, mine, defence.NOTHING))
    together = first.weapon.reach == second.weapon.reach
    scene = danger.scene if together else after_effects(danger.scene, effects)
    if not together and _strikes_too_late(scene, second):
        return (*effects, *thwart(second.attacker))
    return (
        *effects,
        *(yield from prefixed(other, bout.resolve_exchange(replace(second, scene=scene), theirs, defence.NOTHING))),
    )


def _counter_charge(danger: Threat, guard: Weapon, outcome: Outcome) -> Threat:
    """MYT-CLOSE-CHARGE: a spear set against a charge may strike with the charging fighter's force."""
    scene = danger.scene
    modifier = sheets.damage_modifier(scene.sheet(danger.target))
    if "set_vs_charge" in guard.flags:
        base = setting(scene.settings, "set_spear_dm") == "base"
        theirs = sheets.damage_modifier(scene.sheet(danger.attacker)) if base else danger.modifier
        modifier = max(modifier, theirs, key=lambda row: row.index)
    return Threat(scene, danger.target, danger.attacker, guard, outcome.check, modifier)


def _strikes_too_late(scene: Scene, second: Threat) -> bool:
    """MYT-CLOSE-CHARGE: the one struck first may lose their strike, by house setting, or what they strike with."""
    rule, fighter = setting(scene.settings, "counter_charge_second_blow"), second.attacker
    if rule == "always":
        return False
    weapon = arms.find(scene.sheet(fighter), second.weapon.key, scene.settings)
    if picks.is_winded(scene, fighter) or weapon is None or limbs.why_unusable(scene, fighter, weapon):
        return True
    serious = any(place.wound in ("serious", "major") for place in sheets.locations(scene.sheet(fighter)))
    return initiative.is_out(scene, fighter) or (rule == "lost_if_serious" and serious)


def target_boxes(scene: Scene, whom: Iterable[Choice]) -> tuple[Field, ...]:
    return tuple(flag(f"at_{row.key}", name_text(scene, row.key), rule="MYT-CLOSE-SWEEP") for row in whom)


def ticked_targets(scene: Scene, args: Data) -> tuple[str, ...]:
    return tuple(fighter for fighter in scene.fighters if args.get(f"at_{fighter}"))


class Sweep(Attack):
    """MYT-CLOSE-SWEEP: one roll against several who stand close together, where the game master allows it."""

    kind = "sweep"
    label = _("Sweep: one blow at several")
    rules = ("MYT-CLOSE-SWEEP",)
    sentence = _("%(who)s strikes at several")
    aims = False  # a box for each of them instead
    several = True
    exposing = True

    def check_reach(self, scene: Scene, actor: str, target: Choice) -> Choice:
        charges = why_not_run(scene, actor) is None
        return check_charge_range(scene, actor, target) if charges else check_engaged(scene, actor, target)

    def targets_in_reach(self, scene: Scene, actor: str) -> list[Choice]:
        return [row for row in self.target_field(scene, actor).choices if row.refused is None]

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        runs = flag("charging", _("At the end of a charge"), rule="MYT-CLOSE-CHARGE")
        marked = target_boxes(scene, self.targets_in_reach(scene, actor))
        able = () if why_not_run(scene, actor) else (runs,)
        return (self.weapon_field(scene, actor), *marked, *able, *situations.fields(CLOSE))

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        few = None if len(self.targets_in_reach(scene, actor)) > 1 else _("Fewer than two can be reached.")
        return few or super().refusal(scene, actor)

    def target_keys(self, scene: Scene, args: Data) -> tuple[str, ...]:
        whom = ticked_targets(scene, args)
        if len(whom) < 2:
            first = next((key for key in args if key.startswith("at_")), "weapon")
            raise Refused(_("A sweep needs two targets at least."), first)
        return whom

    def approach(self, scene: Scene, action: Action) -> Effects:
        actor, whom = action.actor, self.target_keys(scene, action.args)
        if not action.args.get("charging"):
            rows = (check_engaged(scene, actor, Choice(who, name_text(scene, who))) for who in whom)
            for row in rows:
                if row.refused is not None:
                    raise Refused(row.refused, f"at_{row.key}")
            return ()
        return run_up(scene, actor, whom[0])

    def danger(self, scene: Scene, actor: str, target: str, weapon: Weapon, args: Data) -> Threat:
        """MYT-CLOSE-CHARGE: a blow like any, or one at the end of a charge."""
        build = threat.charge if args.get("charging") else threat.blow
        return build(scene, actor, target, weapon, args)

    def endangered(self, scene: Scene, action: Action, effects: Effects) -> tuple[str, ...]:
        return ticked_targets(scene, action.args)

    def resolve(self, scene: Scene, actor: str, args: Data) -> Script[Effects]:
        """Each answers for themselves, all at the same time."""
        weapon, path = (
            usable_weapon(scene, actor, args),
            [who for who in ticked_targets(scene, args) if not is_out_of_reach(scene, actor, who)],
        )
        if weapon is None or not path or (args.get("charging") and is_halted(scene, actor)):
            return thwart(actor)
        rows = Option("sweep", _("They stand close enough")), Option("first", _("Only the first can be reached"))
        reach = yield from choose("sweep", "gm", _("A sweep: does it reach them all?"), rows)
        path = path if reach == "sweep" else path[:1]
        first = self.danger(scene, actor, path[0], weapon, args)
        rolled = yield from threat.roll(min((replace(first, target=who) for who in path), key=threat.hits_surely))
        effects: Effects = ()
        for target in path:
            danger = replace(first, scene=scene, target=target)
            come, price = yield from with_costs(prefixed(f"{target}-", _resolve_swept(danger, rolled)))
            effects, scene = (*effects, *come), after_payment(scene, actor, price, come)
        return (*effects, *((yield from _run_on(first, effects)) if args.get("charging") else ()))


def after_payment(scene: Scene, actor: str, price: Effects, effects: Effects) -> Scene:
    """MYT-AP-01, MYT-LUCK-01: the scene of the next of several targets: all is simultaneous but what was spent."""
    own = (row for row in effects if isinstance(row, (Spend, LuckTold)) and row.target == actor)
    return after_effects(scene, (*price, *own))


def _resolve_swept(danger: Threat, rolled: Outcome) -> Script[Effects]:
    """MYT-SIT-C01: whoever is helpless is hit whatever the roll at the others.

    MYT-REACT-COUNTER-CHARGE: at the end of a charge each target may strike back.
    """
    if not (yield from threat.confirm_location(danger)):
        return ()
    sure = threat.hits_surely(danger)
    return (yield from _meet_charge(danger, (yield from threat.roll(danger)) if sure else rolled))


class Leap(TurnAct):
    """MYT-CLOSE-LEAP, MYT-FX-00k: Athletics against Brawn or Evade; the loser lies under the attacker."""

    kind = "leap"
    label = _("Leap at somebody")
    rules = ("MYT-CLOSE-LEAP",)
    aims = True
    foretold = True
    exposing = True

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        return (
            Field("target", _("Target"), "choice", choices=self._target_choices(scene, actor), rule="MYT-CLOSE-LEAP"),
        )

    def _target_choices(self, scene: Scene, actor: str) -> tuple[Choice, ...]:
        """Nobody more than twice as large, nor out of reach."""
        most = 2 * sheets.characteristic(scene.sheet(actor), "siz")

        def why(who: str) -> Text | None:
            large = _("More than twice as large.") if effective_siz(scene, who) > most else None
            return large or why_apart(scene, actor, who)

        rows = targets(scene, actor)
        return tuple(row if row.refused or not (no := why(row.key)) else Choice(row.key, row.label, no) for row in rows)

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        prone = _("Lies on the ground.") if marks.PRONE.of(scene, actor) else None
        afoot = after_effects(scene, (Mounted(actor, False),))
        return why_no_attack(scene, actor) or prone or limbs.why_immobile(afoot, actor)

    def cost(self, scene: Scene, action: Action) -> Effects:
        actor = action.actor
        moved = (self.pay(scene, actor), *strains(scene, actor), Moved(actor))
        afoot = (Mounted(actor, False),) if marks.MOUNTED.of(scene, actor) else ()
        return (*moved, *afoot, Offence(actor), Engage(actor, action.args["target"]))

    def title(self, scene: Scene, action: Action) -> Text | None:
        return title_text(_("%(who)s leaps at %(target)s"), scene, action)

    def plays(self, scene: Scene, action: Action) -> Script[Effects] | None:
        return _leap(scene, action.actor, action.args)

    def odds(self, scene: Scene, action: Action) -> Odds | None:
        target = str(action.args["target"])
        if target not in scene.fighters:
            return None
        danger = _leap_at(scene, action.actor, target, action.args)
        return None if value_if_known(lambda: threat.hits_surely(danger)) else attack_odds.first(danger)


def effective_siz(scene: Scene, fighter: str) -> int:
    """MYT-ACT-BRACE: a braced fighter counts as half as large again, against a leap they are aware of."""
    siz = sheets.characteristic(scene.sheet(fighter), "siz")
    firm = marks.BRACED.of(scene, fighter) and not marks.SURPRISED.of(scene, fighter)
    return -(-siz * 3 // 2) if firm else siz


def _cannot_leap(scene: Scene, actor: str, target: str) -> bool:
    stopped = picks.is_stopped(scene, actor) or is_halted(scene, actor)
    return stopped or is_out_of_reach(scene, actor, target)


def _leap_at(scene: Scene, actor: str, target: str, args: Data) -> Threat:
    """MYT-CLOSE-LEAP, MYT-CLOSE-COVER: a leap before it is answered."""
    four = (Situation(_("four legs"), steps=1, rule="MYT-CLOSE-LEAP"),)
    harder = four if sheets.on_four_legs(scene.sheet(target)) else ()
    around = situations.place_situations(scene, actor, target, ranged=False, traits=limbs.style_traits(scene, actor))
    rows = (*harder, *around, *cover.blind_situations(scene, target))
    check = consequences.skill(scene, actor, "athletics", rows, fights=True)
    fist = next(weapon for weapon in arms.weapons(scene.sheet(actor), scene.settings) if weapon.natural)
    return Threat(scene, actor, target, fist, check, sheets.damage_modifier(scene.sheet(actor)), args=args)


def _leap(scene: Scene, actor: str, args: Data) -> Script[Effects]:
    target = str(args["target"])
    if target not in scene.fighters or _cannot_leap(scene, actor, target):
        return thwart(actor)
    danger = _leap_at(scene, actor, target, args)
    if not (yield from threat.confirm_location(danger)):
        return thwart(actor)
    rolled = yield from threat.roll(danger, _("Leap"))
    seen = _("Leap: %(result)s. Which reaction?", result=resolution.LEVELS[rolled.level])
    answer = yield from defence.dodge(scene, target, actor, seen, ("brawn",), _falls_evading(scene, target))
    mine, answer = bout.contest(scene, rolled, answer)
    tests: Effects = (Effect("outcome", actor, mine),)
    tests += (Effect("outcome", target, answer.outcome),) if answer.outcome else ()
    lands = mine.level.succeeded and _bears_down(scene, mine, answer)
    down = (Prone(target), Under(target, actor)) if lands else _end_evading(scene, target, answer)
    met = "leap-evaded" if answer.kind == "evade" else "leap"
    moment = Moment(replace(danger, scene=after_effects(scene, down)), None, met, mine.level, answer.level)
    won = bout.add_surprise_effect(danger, mine.level, differential(mine.level, answer.level))
    after = yield from bout.apply_effects(moment, mine, answer, won)
    ends = (Gift(target, None),) if marks.GIFT.of(scene, target) else ()
    return (*tests, *ends, *down, *after)


def _end_evading(scene: Scene, target: str, answer: Defence) -> Effects:
    """MYT-CLOSE-EVADE: evading leaves one prone, a leap as well where the table likes it."""
    if answer.kind != "evade" or not setting(scene.settings, "leap_evade_prone"):
        return ()
    return defence.lands(target, answer) if _falls_evading(scene, target) else (Unsettled(target),)


def _falls_evading(scene: Scene, target: str) -> bool:
    daring = "daredevil" in limbs.style_traits(scene, target)
    return bool(setting(scene.settings, "leap_evade_prone")) and not daring


def _bears_down(scene: Scene, mine: Outcome, answer: Defence) -> bool:
    return answer.outcome is None or resolution.opposed(mine, answer.outcome, scene.settings) == "active"
