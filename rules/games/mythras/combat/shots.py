"""Shots: one at a time, in bursts, with two guns, into a crowd, and what is done to a weapon (MYT-RANGED, MYT-AUTO)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import ClassVar

from rules.character.fields import choice, flag, number
from rules.character.sheet import Choice, Field
from rules.core.acts import Effects
from rules.core.check import Outcome
from rules.core.errors import Refused
from rules.core.paths import Data
from rules.core.scene import Action, Scene
from rules.core.script import Effect, Option, Script, choose, with_costs
from rules.core.text import Text
from rules.games.mythras.actions import cover
from rules.games.mythras.actions.cover import Exposed
from rules.games.mythras.character import sheet as sheets
from rules.games.mythras.character.tables import RANGED
from rules.games.mythras.combat import bout, situations, threat
from rules.games.mythras.combat.close import (
    Attack,
    after_payment,
    target_boxes,
    thwart,
    ticked_targets,
    usable_weapon,
    why_not_run,
)
from rules.games.mythras.combat.threat import Threat
from rules.games.mythras.equipment import limbs, ranged
from rules.games.mythras.equipment import weapons as arms
from rules.games.mythras.equipment.arms import MODES
from rules.games.mythras.equipment.ranged import Aimed, Fire, Load, Strayed, SwitchedMode
from rules.games.mythras.equipment.weapons import Weapon
from rules.games.mythras.marks import EMPTY, OUTMANOEUVRED, PRONE, STEADIED
from rules.games.mythras.rolls import resolution
from rules.games.mythras.rolls.grades import NO_ATTEMPT, Situation
from rules.games.mythras.rolls.resolution import prefixed
from rules.games.mythras.rounds import initiative
from rules.games.mythras.rounds.acts import FREE, Quiet, TurnAct, strains, title_text
from rules.games.mythras.rounds.picks import NO_WEAPON, NOBODY, targets, weapon_choice
from rules.games.mythras.rounds.states import Moved, Offence, Steadied, after_effects
from rules.games.mythras.rounds.turn_effects import Turn
from rules.games.mythras.settings import setting
from rules.games.mythras.text import _, ngettext
from rules.ground.aiming import metres_field
from rules.ground.layout import layout

CROWDS = {"none": _("no crowd")} | {key: row[0] for key, row in ranged.CROWD.items()}
GAITS = {key: row[0] for key, row in ranged.GAITS.items()}


def missile_weapons(scene: Scene, fighter: str) -> list[Weapon]:
    """The weapons a fighter can shoot or throw, those of close combat that can be thrown included."""
    weapons = arms.weapons(scene.sheet(fighter), scene.settings)
    return [row for row in weapons if row.ranged or (row.in_hand and ranged.throwable(scene, fighter, row))]


def as_missile(weapon: Weapon) -> Weapon:
    """MYT-STYLE-THROW: a weapon as it is shot or thrown."""
    return weapon if weapon.ranged else ranged.as_thrown(weapon)


def find_weapon(scene: Scene, fighter: str, key: str) -> Weapon:
    """A weapon of the form. Raises ``Refused`` for one that has left the sheet."""
    weapon = arms.find(scene.sheet(fighter), key, scene.settings)
    if weapon is None:
        raise Refused(NO_WEAPON, "weapon")
    return weapon


class Shot(Attack):
    """A shot of any kind: a distance, the situation of shots, and a range beyond which nothing flies."""

    mode: ClassVar[str] = ""

    def concerns(self, scene: Scene, actor: str) -> bool:
        return bool(self.guns(scene, actor))

    def guns(self, scene: Scene, actor: str) -> list[Weapon]:
        return missile_weapons(scene, actor)

    def arms(self, scene: Scene, actor: str) -> list[Weapon]:
        return [as_missile(weapon) for weapon in self.guns(scene, actor)]

    def weapon_field(self, scene: Scene, actor: str) -> Field:
        rows = tuple(self.check_loaded(scene, actor, weapon) for weapon in self.guns(scene, actor))
        return Field("weapon", _("Weapon"), "choice", choices=rows)

    def check_loaded(self, scene: Scene, actor: str, weapon: Weapon) -> Choice:
        """MYT-AUTO-06: a weapon as it would be shot or thrown now, or why it cannot be."""
        row = weapon_choice(scene, actor, as_missile(weapon))
        return replace(row, refused=row.refused or ranged.why_unloaded(scene, actor, weapon))

    def check_reach(self, scene: Scene, actor: str, target: Choice) -> Choice:
        return target

    def surroundings_fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        return (*self.distance_fields(scene, actor), *situations.fields(RANGED), *self.position_fields(scene, actor))

    def distance_fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        farthest = max(as_missile(weapon).ranges[2] for weapon in self.guns(scene, actor))
        typed = number("metres", _("Metres"), min(5, farthest), 0, farthest, "MYT-RANGED-BANDS")
        return metres_field(scene, "MYT-RANGED-BANDS", farthest) or (typed,)

    def position_fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        """MYT-SIT-R13: only for whoever lies and has something that is shot so."""
        rested = any(weapon.fires_rested and weapon.in_hand for weapon in self.guns(scene, actor))
        if not PRONE.of(scene, actor) or not rested:
            return ()
        return (flag("prepared", _("The shooter lies in a prepared position"), rule="MYT-SIT-R13"),)

    def cover_fields(self) -> tuple[Field, ...]:
        cover_near = flag("cover_near", _("Cover is near the target"), rule="MYT-RANGED-PARRY", gm_only=True)
        return cover_near, flag("own_cover", _("Cover is beside the shooter"), rule="MYT-FX-DUCK-BACK", gm_only=True)

    def check_shot(self, scene: Scene, actor: str, target: str, weapon: Weapon, args: Data) -> None:
        """MYT-RANGED-BANDS, MYT-SIT: raise ``Refused`` for what is too far, hopeless, or shot on the run."""
        flown = as_missile(weapon)
        metres = threat.distance(scene, actor, target, args)
        if metres is None:
            raise Refused(_("Nobody has measured this distance: say the metres."), "metres")
        if not ranged.band(flown, metres):
            raise Refused(_("Beyond its range: %(most)s m.", most=flown.ranges[2]), "metres")
        if _runs(actor, args) and not runs_well(scene, actor, weapon):
            raise Refused(_("Only a skirmisher shoots on the move."), "gait")
        if args.get("prepared") and not weapon.fires_rested:
            raise Refused(_("Only a crossbow or a firearm is shot so."), "prepared")
        if self.danger(after_effects(scene, _runs(actor, args)), actor, target, weapon, args).check.refused:
            raise Refused(NO_ATTEMPT, "situation")

    def shot_effects(self, scene: Scene, action: Action) -> Effects:
        """The effects of every shot; runners give up stance, aim and cover."""
        actor = action.actor
        moved = (*strains(scene, actor), *_runs(actor, action.args))
        return (self.pay(scene, actor), *moved, Offence(actor), Exposed(actor))


def _runs(actor: str, args: Data) -> Effects:
    return (Moved(actor),) if str(args.get("gait", "still")) != "still" else ()


class Shoot(Shot):
    """MYT-RANGED-01, MYT-AUTO-02, MYT-RANGED-DUAL: a shot or a short burst, perhaps with another gun as well."""

    kind = "shoot"
    label = _("Shoot or throw")
    rules = ("MYT-RANGED-01", "MYT-AUTO-02", "MYT-RANGED-DUAL")

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        held = why_not_run(scene, actor, charges=False)
        gaits = tuple(Choice(key, row, held if key != "still" else None) for key, row in GAITS.items())
        return (
            self.target_field(scene, actor),
            self.weapon_field(scene, actor),
            *self.surroundings_fields(scene, actor),
            choice("crowd", _("A crowd"), CROWDS, "none", "MYT-RANGED-CROWD", gm_only=True),
            Field("gait", _("On the move"), "choice", default="still", choices=gaits, rule="MYT-STYLE-SKIRMISH"),
            self._second(scene, actor),
            flag("still", _("The target is still, or unaware"), rule="MYT-FX-LOCATION", gm_only=True),
            *self.cover_fields(),
        )

    def check_loaded(self, scene: Scene, actor: str, weapon: Weapon) -> Choice:
        row = super().check_loaded(scene, actor, weapon)
        long_burst = weapon.mode == "long_burst" and weapon.automatic
        return replace(row, refused=_("Set to long bursts.")) if long_burst else row

    def _second(self, scene: Scene, actor: str) -> Field:
        guns = [
            gun
            for gun in missile_weapons(scene, actor)
            if gun.firearm and gun.in_hand and "two_handed" not in gun.flags
        ]
        rows = tuple(self.check_loaded(scene, actor, gun) for gun in guns) if len(guns) > 1 else ()
        none = Choice("none", _("none"))
        return Field("second", _("Second gun"), "choice", default="none", choices=(none, *rows), rule="MYT-RANGED-DUAL")

    def cost(self, scene: Scene, action: Action) -> Effects:
        """MYT-AUTO-06: a point and the rounds of each gun."""
        actor, args, target = action.actor, action.args, str(action.args["target"])
        weapon = find_weapon(scene, actor, str(args["weapon"]))
        self.check_shot(scene, actor, target, weapon, args)
        spent: Effects = (_spend_rounds(actor, weapon, "weapon", target),)
        other = second_gun(scene, actor, args)
        if other is not None:
            self.check_shot(scene, actor, target, other, swap_guns(args))
            spent += (_spend_rounds(actor, other, "second", target),)
        elif args.get("second", "none") != "none":
            raise Refused(_("Two different guns are needed."), "second")
        return (*self.shot_effects(scene, action), *spent)

    def danger(self, scene: Scene, actor: str, target: str, weapon: Weapon, args: Data) -> Threat:
        return shot_at(scene, actor, target, weapon, args)

    def resolve(self, scene: Scene, actor: str, args: Data) -> Script[Effects]:
        weapon, target = usable_weapon(scene, actor, args, flies=True), str(args["target"])
        if weapon is None or OUTMANOEUVRED.rows(scene, actor).get(target):
            return thwart(actor)
        other = second_gun(scene, actor, args)
        other = other if other is not None and limbs.why_unusable(scene, actor, other) is None else None
        effects, price = yield from with_costs(_shoot_at(scene, actor, weapon, args))
        if other is not None:
            scene = after_effects(scene, (*price, *effects))
            if not initiative.is_out(scene, actor):
                effects += yield from prefixed("second-", _shoot_at(scene, actor, other, swap_guns(args)))
        return (*effects, Aimed(actor, None))


def runs_well(scene: Scene, fighter: str, weapon: Weapon) -> bool:
    """MYT-STYLE-SKIRMISH: a weapon that is shot on the move."""
    return "skirmishing" in sheets.traits(scene.sheet(fighter), weapon.style)


def _spend_rounds(fighter: str, weapon: Weapon, field: str, target: str) -> Fire:
    """MYT-AUTO-02, MYT-AUTO-06: every round of a short burst is spent, by each of two guns. Raises ``Refused``."""
    rounds = weapon.burst if weapon.mode == "short_burst" and weapon.automatic else 1
    if rounds > weapon.loaded > 0:
        few = ngettext("Only %(count)s round is left.", "Only %(count)s rounds are left.", weapon.loaded)
        raise Refused(few, field)
    flies = weapon.kind == "thrown" or not weapon.ranged
    return Fire(fighter, weapon.key, rounds, target if flies else "")


def second_gun(scene: Scene, actor: str, args: Data) -> Weapon | None:
    """MYT-RANGED-DUAL: the gun in the other hand, where one is used."""
    key = str(args.get("second", "none"))
    return None if key in ("none", args.get("weapon")) else arms.find(scene.sheet(actor), key, scene.settings)


def swap_guns(args: Data) -> Data:
    """MYT-RANGED-DUAL: the same of the shot with the second gun."""
    return {**args, "weapon": args["second"], "second": args["weapon"]}


def two_gun_situations(first: Weapon, other: Weapon) -> tuple[Situation, ...]:
    """MYT-RANGED-DUAL: two pistols are hard, anything longer formidable, for both shots."""
    grade = "hard" if first.kind == other.kind == "pistol" else "formidable"
    return (Situation(_("two guns"), grade, rule="MYT-RANGED-DUAL"),)


def shot_at(scene: Scene, actor: str, target: str, weapon: Weapon, args: Data) -> Threat:
    """MYT-AUTO-01, MYT-AUTO-02: a shot or a short burst, as the weapon is set."""
    short, other = weapon.mode == "short_burst" and weapon.automatic, second_gun(scene, actor, args)
    pair = two_gun_situations(weapon, other) if other is not None else ()
    rows = (*ranged.recoil(scene, actor, weapon.mode if short else "semi_auto"), *pair)
    danger = threat.shot(scene, actor, target, weapon, args, rows)
    return replace(danger, bullets=weapon.burst) if short else danger


def _shoot_at(scene: Scene, actor: str, weapon: Weapon, args: Data) -> Script[Effects]:
    """MYT-RANGED-CROWD: a shot; one that missed for the crowd alone hits somebody beside the target."""
    target = str(args["target"])
    danger = shot_at(scene, actor, target, weapon, args)
    if not (yield from threat.confirm_location(danger)):
        return thwart(actor)
    rolled = yield from threat.roll(danger)
    alone = shot_at(scene, actor, target, weapon, {**args, "crowd": "none"})
    if rolled.level.succeeded or not rolled.faces or not _missed_for_crowd(danger, alone, rolled):
        return (yield from bout.fight_out(danger, rolled))
    other = yield from _choose_bystander(danger)
    if not other:
        return (yield from bout.fight_out(danger, rolled))
    stray = replace(danger, check=alone.check, target=other, plain=True, bullets=1)
    hit = resolution.judge(alone.check, rolled.faces, scene.settings)
    effects = yield from prefixed("stray-", bout.fight_out(stray, hit))
    rest = (effect for effect in effects if effect.kind != "outcome" or effect.target != actor)
    return (Effect("outcome", actor, rolled), Strayed(other, actor), *rest)


def _missed_for_crowd(danger: Threat, alone: Threat, rolled: Outcome) -> bool:
    """MYT-RANGED-CROWD: the same die would have hit without the crowd."""
    if str(danger.args.get("crowd", "none")) == "none":
        return False
    return resolution.judge(alone.check, rolled.faces, danger.scene.settings).level.succeeded


def _choose_bystander(danger: Threat) -> Script[str]:
    """MYT-RANGED-CROWD: the game master knows who stands beside the target, and throws where it may be several.

    Nobody hidden is among them: everybody would wait for their answer.
    """
    near = [who for who in danger.scene.seen_by(danger.attacker) if who not in (danger.target, *danger.scene.hidden)]
    able = [who for who in near if not initiative.is_out(danger.scene, who)]
    rows = tuple(Option(who, _("%(who)s", who=danger.scene.name(who))) for who in able)
    none = Option("none", _("Nobody of those here"))
    label = _("The shot strays into the crowd: who stands there?")
    hit = yield from choose("stray", "gm", label, (*rows, none))
    return "" if hit == "none" else hit


# Long bursts.


def shares(rounds: int, count: int) -> tuple[int, int]:
    """MYT-AUTO-04: the rounds for each target, and those that are lost."""
    each = rounds // count if count else 0
    return each, rounds - each * count


def shares_text(rounds: int, each: int, lost: int) -> Text:
    """MYT-UI-16: how a long burst is shared out."""
    return _("A long burst of %(rounds)s: %(each)s for each target, %(lost)s lost", rounds=rounds, each=each, lost=lost)


def in_arc(scene: Scene, args: Data, open_to: Collection[str]) -> tuple[str, ...]:
    """MYT-AUTO-04: those in the arc of fire: who is named and, as the house plays, who is seen in one place with them.

    Of these only whom everybody sees and a shot may be aimed at (``open_to``), on whichever side.
    """
    named = ticked_targets(scene, args)
    at = layout(scene).open.at if setting(scene.settings, "long_burst_arc") == "place" else {}
    spots = {at[who] for who in named if who in at}
    beside = {who for who in open_to if at.get(who) in spots} - scene.hidden
    return tuple(who for who in scene.fighters if who in named or who in beside)


class Burst(Shot):
    """MYT-AUTO-04, MYT-AUTO-07: a long burst: a roll and an exchange of its own for everybody in the arc."""

    kind = "burst"
    label = _("Long burst")
    rules = ("MYT-AUTO-04", "MYT-AUTO-07")
    sentence = _("%(who)s fires a long burst")
    aims = False  # a box for each of them instead
    several = True
    exposing = True

    def guns(self, scene: Scene, actor: str) -> list[Weapon]:
        return [gun for gun in missile_weapons(scene, actor) if gun.automatic and gun.mode == "long_burst"]

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        guns = self.guns(scene, actor)
        whom = [row for row in self.target_field(scene, actor).choices if row.refused is None]
        most = max(1, min(max(gun.rate for gun in guns), max(gun.loaded for gun in guns)))
        return (
            self.weapon_field(scene, actor),
            number("rounds", _("Rounds"), min(10, most), 1, most, "MYT-AUTO-04"),
            *target_boxes(scene, whom),
            *self.surroundings_fields(scene, actor),
            *self.cover_fields(),
        )

    def danger(self, scene: Scene, actor: str, target: str, weapon: Weapon, args: Data) -> Threat:
        return threat.shot(scene, actor, target, weapon, args, ranged.recoil(scene, actor, "long_burst"))

    def target_keys(self, scene: Scene, args: Data) -> tuple[str, ...]:
        return ticked_targets(scene, args)

    def arc(self, scene: Scene, actor: str, args: Data) -> tuple[str, ...]:
        choices = self.target_field(scene, actor).choices
        return in_arc(scene, args, [row.key for row in choices if row.refused is None])

    def endangered(self, scene: Scene, action: Action, effects: Effects) -> tuple[str, ...]:
        return self.arc(scene, action.actor, action.args)

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        alone = all(row.refused is not None for row in self.target_field(scene, actor).choices)
        return super().refusal(scene, actor) or (NOBODY if alone else None)

    def cost(self, scene: Scene, action: Action) -> Effects:
        """MYT-AUTO-04: raise ``Refused`` for a burst that has not a round for each target."""
        args, whom = action.args, self.arc(scene, action.actor, action.args)
        weapon, rounds = find_weapon(scene, action.actor, str(args["weapon"])), int(args["rounds"])
        if not whom:
            first = next((key for key in args if key.startswith("at_")), "rounds")
            raise Refused(_("Nobody is in the arc of fire."), first)
        most = min(weapon.loaded, weapon.rate)
        if rounds > most:
            raise Refused(ngettext("%(count)s round at most.", "%(count)s rounds at most.", most), "rounds")
        if not shares(rounds, len(whom))[0]:
            few = ngettext(
                "One round for each target: %(count)s is needed.",
                "One round for each target: %(count)s are needed.",
                len(whom),
            )
            raise Refused(few, "rounds")
        for target in ticked_targets(scene, args):
            self.check_shot(scene, action.actor, target, weapon, args)
        return self.shot_effects(scene, action)

    def resolve(self, scene: Scene, actor: str, args: Data) -> Script[Effects]:
        weapon, past = (
            usable_weapon(scene, actor, {**args, "target": actor}, flies=True),
            OUTMANOEUVRED.rows(scene, actor),
        )
        whom = [who for who in self.arc(scene, actor, args) if not past.get(who)]
        if weapon is None or not whom:
            return thwart(actor)
        rounds = int(args["rounds"])
        each, lost = shares(rounds, len(whom))
        rows = Option("fire", _("Fire"), (Fire(actor, weapon.key, rounds),)), Option("hold", _("Hold fire"))
        if (yield from choose("fire", actor, shares_text(rounds, each, lost), rows)) == "hold":
            return ()
        effects: Effects = ()
        first_only = setting(scene.settings, "long_burst_fx") == "first_only"
        for place, target in enumerate(whom):
            danger = self.danger(scene, actor, target, weapon, args)
            danger = replace(danger, bullets=each, plain=first_only and place > 0)
            come, price = yield from with_costs(prefixed(f"{target}-", _resolve_hits(danger)))
            effects, scene = (*effects, *come), after_payment(scene, actor, price, come)
        return (*effects, Aimed(actor, None))


def _resolve_hits(danger: Threat) -> Script[Effects]:
    if not (yield from threat.confirm_location(danger)):
        return ()
    rolled = yield from threat.roll(danger)
    return (yield from bout.fight_out(danger, rolled))


# What is done to a weapon between shots.


def mode_of(chosen: str) -> tuple[str, str]:
    weapon, _dash, mode = chosen.rpartition("-")
    return weapon, mode if mode in MODES else "semi_auto"


class Mode(Quiet):
    """MYT-ACT-SWITCH-FIRE: another mode of fire; free, and at any time, with a weapon linked to its bearer’s mind."""

    kind = SwitchedMode.kind
    label = _("Switch fire mode")
    rules = ("MYT-ACT-SWITCH-FIRE",)

    def is_open(self, scene: Scene, actor: str) -> bool:
        return super().is_open(scene, actor) and bool(self._guns(scene, actor))

    def _guns(self, scene: Scene, actor: str) -> list[Weapon]:
        mine = not scene.exchanges and actor in initiative.acting(scene)
        rows = [gun for gun in missile_weapons(scene, actor) if gun.automatic and gun.in_hand]
        return [gun for gun in rows if mine or gun.linked or initiative.is_delayed_act(scene, actor)]

    def offers(self, scene: Scene, actor: str):  # type: ignore[no-untyped-def]
        rows = tuple(super().offers(scene, actor))
        yield from rows
        if not rows and not scene.exchanges and self.is_open(scene, actor):
            yield replace(self.offer(scene, actor), group=FREE)

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        rows = tuple(
            Choice(
                f"{gun.key}-{key}",
                _("%(weapon)s: %(mode)s", weapon=gun.label, mode=MODES[key]),
                _("Set so already.") if gun.mode == key else None,
                _("free") if gun.linked else None,
            )
            for gun in self._guns(scene, actor)
            for key in gun.modes
        )
        return (Field(self.kind, _("Fire mode"), "choice", choices=rows, rule="MYT-ACT-SWITCH-FIRE"),)

    def cost(self, scene: Scene, action: Action) -> Effects:
        key, _mode = mode_of(str(action.args[self.kind]))
        return self.does(scene, action) if find_weapon(scene, action.actor, key).linked else super().cost(scene, action)

    def does(self, scene: Scene, action: Action) -> Effects:
        key, mode = mode_of(str(action.args[self.kind]))
        return (SwitchedMode(action.actor, key, mode),)

    def title(self, scene: Scene, action: Action) -> Text | None:
        return title_text(_("%(who)s switches the fire mode"), scene, action)


class Aim(TurnAct):
    """MYT-ACT-AIM, MYT-RANGED-AIM: a whole round, every point of it, at somebody in sight."""

    kind = "aim"
    label = _("Aim for the whole round")
    rules = ("MYT-ACT-AIM", "MYT-RANGED-AIM")
    aims = True
    delayable = False
    exposing = True

    def concerns(self, scene: Scene, actor: str) -> bool:
        return any(limbs.why_unusable(scene, actor, gun) is None for gun in missile_weapons(scene, actor))

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        return (
            Field("target", _("Target"), "choice", choices=self._target_choices(scene, actor), rule="MYT-RANGED-AIM"),
        )

    def _target_choices(self, scene: Scene, actor: str) -> tuple[Choice, ...]:
        unseen = _("The target cannot be seen.")
        return tuple(
            replace(row, refused=unseen) if row.refused is None and cover.is_total(scene, row.key) else row
            for row in targets(scene, actor)
        )

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        begun = _("It takes a whole round.") if initiative.spent(scene, actor) > 0 else None
        return begun

    def cost(self, scene: Scene, action: Action) -> Effects:
        every = Turn(action.actor, initiative.left_for_turns(scene, action.actor))
        return every, Aimed(action.actor, action.args["target"])

    def title(self, scene: Scene, action: Action) -> Text | None:
        return title_text(_("%(who)s aims at %(target)s"), scene, action)


class Steady(Quiet):
    """MYT-ACT-STEADY: less recoil until one moves; not wholly behind cover."""

    kind = "steady"
    label = _("Steady the weapon")
    rules = ("MYT-ACT-STEADY",)
    exposing = True

    def concerns(self, scene: Scene, actor: str) -> bool:
        able = (gun for gun in missile_weapons(scene, actor) if limbs.why_unusable(scene, actor, gun) is None)
        return any(gun.firearm for gun in able)

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        hidden = _("Wholly behind cover.") if cover.of(scene, actor).get("hides") == "all" else None
        return _("Steadied already.") if STEADIED.of(scene, actor) else hidden

    def does(self, scene: Scene, action: Action) -> Effects:
        return (Steadied(action.actor),)

    def title(self, scene: Scene, action: Action) -> Text | None:
        return title_text(_("%(who)s steadies a weapon"), scene, action)


class Reload(Quiet):
    """MYT-ACT-RELOAD, MYT-RANGED-LOAD: one turn of it; free where every turn was saved."""

    kind = "reload"
    label = _("Reload")
    rules = ("MYT-ACT-RELOAD", "MYT-RANGED-LOAD")

    def concerns(self, scene: Scene, actor: str) -> bool:
        return bool(self._guns(scene, actor))

    def _guns(self, scene: Scene, actor: str) -> list[Weapon]:
        return [gun for gun in missile_weapons(scene, actor) if gun.ranged and (gun.magazine or gun.load)]

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        rows = tuple(
            Choice(gun.key, gun.label, _why_no_reload(scene, actor, gun), _turns_text(scene, actor, gun))
            for gun in self._guns(scene, actor)
        )
        return (Field("weapon", _("Weapon"), "choice", choices=rows, rule="MYT-ACT-RELOAD"),)

    def cost(self, scene: Scene, action: Action) -> Effects:
        weapon = find_weapon(scene, action.actor, str(action.args["weapon"]))
        turns = ranged.turns_to_load(scene, action.actor, weapon)
        return super().cost(scene, action) if turns else self.does(scene, action)

    def does(self, scene: Scene, action: Action) -> Effects:
        weapon = find_weapon(scene, action.actor, str(action.args["weapon"]))
        if unable := limbs.why_unusable(scene, action.actor, weapon):
            raise Refused(unable, "weapon")
        return (Load(action.actor, weapon.key),)

    def title(self, scene: Scene, action: Action) -> Text | None:
        return title_text(_("%(who)s reloads"), scene, action)


def _why_no_reload(scene: Scene, fighter: str, weapon: Weapon) -> Text | None:
    if unable := limbs.why_unusable(scene, fighter, weapon):
        return unable
    if weapon.magazine and weapon.loaded < weapon.magazine:
        return None if weapon.reserve else _("Nothing left to load.")
    empty = not weapon.magazine and EMPTY.rows(scene, fighter).get(weapon.key)
    return None if empty else _("Loaded already.")


def _turns_text(scene: Scene, fighter: str, weapon: Weapon) -> Text:
    return ngettext("takes %(count)s turn", "takes %(count)s turns", ranged.turns_to_load(scene, fighter, weapon))
