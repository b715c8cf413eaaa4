"""Actions other than attacks: moves, aiming, retreats, others; and reactions that thwart them (ARP-ACT)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import replace
from typing import ClassVar

from rules.character.fields import number, text
from rules.character.sheet import Choice, Field
from rules.core.acts import Effects, fighters
from rules.core.check import Check
from rules.core.errors import Refused
from rules.core.paths import Data
from rules.core.scene import Action, Scene
from rules.core.script import ATTACK, Script, run_together
from rules.core.script import Effect as AnyEffect
from rules.core.text import Text
from rules.games.arpenteurs import arms, attacks, checks, damage, odds, places, reactions
from rules.games.arpenteurs import sheet as sheets
from rules.games.arpenteurs.arms import Ammunition, Held
from rules.games.arpenteurs.attacks import name_with_distance, target
from rules.games.arpenteurs.initiative import AIMING, MOVE, RETREAT, TurnAct, is_out
from rules.games.arpenteurs.modifiers import Aim
from rules.games.arpenteurs.places import MELEE, Disengaged, Distance, Engaged, Gone, Moved, worth
from rules.games.arpenteurs.rounds import (
    ENGAGED_NEEDS_REPLI,
    KINDS,
    WHOLE_ROUND,
    Spent,
    Wish,
    action_refusal,
    actions_left,
)
from rules.games.arpenteurs.settings import COVERS
from rules.games.arpenteurs.text import _
from rules.ground import moving
from rules.odds.act import Odds

AWAY = 5  # metres, after a retreat
DEEDS = ("draw", "reload", "stand_up", "pick_up", "use_item")  # besides actions that the player describes


class Undertaking(TurnAct, ABC):
    """ARP-REACT-01, 02: an action that succeeds unless another fighter thwarts it or its own test fails."""

    likely: ClassVar[str] = ""  # the skill that is usually tested when it is thwarted

    @abstractmethod
    def wish(self, scene: Scene, action: Action) -> Wish:
        """The action as it counts in the round. Raises ``Refused`` if it is impossible."""

    def done(self, scene: Scene, action: Action) -> Effects:
        return ()

    def own_test(self, scene: Scene, action: Action) -> Check | None:
        return None

    def cost(self, scene: Scene, action: Action) -> Effects:
        wish = self.wish(scene, action)
        whole = {"whole": True} if wish.kind in WHOLE_ROUND else {}
        spent = Spent(action.actor, {**wish.entry, **whole})
        return (spent,) if self._is_contested(scene, action) else (spent, *self.done(scene, action))

    def script(self, scene: Scene, action: Action) -> Script[Effects] | None:
        here = action.actor in scene.fighters and not is_out(scene, action.actor)  # felled on their sheet meanwhile
        return self._contest(scene, action) if here and self._is_contested(scene, action) else None

    def _is_contested(self, scene: Scene, action: Action) -> bool:
        """The action has its own test or can be thwarted; this no longer changes after it has begun."""
        begun = action.id in scene.exchanges
        return begun or self.own_test(scene, action) is not None or bool(_thwarters(scene, action))

    def _contest(self, scene: Scene, action: Action) -> Script[Effects]:
        third = _thwarters(scene, action)
        chosen = yield from run_together(*(reactions.thwart(scene, who, action.actor) for who in third))
        answers = tuple(answer for answer in chosen if answer is not None)
        before, answers = yield from attacks.first(scene, action.actor, answers)
        now = damage.after(scene, before)
        mine = self.own_test(now, action)
        if mine is None and answers:
            mine = yield from self._demanded(now, action.actor)
        if mine is None:
            return (*before, *self.done(now, action))
        test = checks.resolve(mine, scene.settings, ATTACK if answers else "test", mine.what)
        outcome, *others = yield from reactions.tested(now, test, answers)
        result = reactions.compare(outcome, zip(answers, others, strict=True))
        done: Effects = ()
        costs = attacks.used_back(now, answers)
        if result.degrees is not None:
            costs = tuple(effect for effect in costs if not self._is_left_behind(now, action, effect))
            done = self.done(now, action)
        effects = (*before, *result.effects, *costs, *done)
        return (*effects, *(yield from attacks.struck_back(scene, effects, result, {})))

    def _is_left_behind(self, scene: Scene, action: Action, cost: AnyEffect) -> bool:
        """ARP-DIST-02, 03: a losing strike would engage the actor, who has left its author's reach all the same."""
        return isinstance(cost, Engaged) and cost.target == action.actor and self.leaves(scene, action, cost.by)

    def leaves(self, scene: Scene, action: Action, opponent: str) -> bool:
        """ARP-DIST-03: the action takes the actor out of the melee reach of an opponent."""
        return False

    def _demanded(self, scene: Scene, actor: str) -> Script[Check]:
        """ARP-TEST-05: the test of a thwarted action that has none of its own; the game master chooses the skill."""
        words = _("%(who)s is thwarted: which skill is tested?")
        key = yield from reactions.ask_skill(scene, actor, "tested", words, self.likely)
        return checks.skill_check(scene, actor, key)


def _thwarters(scene: Scene, action: Action) -> tuple[str, ...]:
    against = str(action.args.get("against", ""))
    return reactions.thwarters(scene, action.actor, (against,) if against in scene.fighters else ())


class Move(Undertaking):
    """ARP-ACT-03, ARP-DIST-03: a move, which may be repeated; engaged fighters must stay within reach of opponents."""

    kind = MOVE
    label = _("Move")
    rules = ("ARP-ACT-03", "ARP-DIST-03", "ARP-COVER-01")
    likely = "athletisme"
    aims = True

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        whom = tuple(Choice(who, name_with_distance(scene, actor, who)) for who in scene.targets_of(actor))
        barred = ENGAGED_NEEDS_REPLI if places.opponents(scene, actor) else None
        foes = moving.foes(scene, actor, is_out)
        ways = moving.destination(scene, actor, lambda _way: barred, rule="ARP-ACT-03", towards=foes)
        towards = Field("target", _("Towards or away from"), "choice", choices=whom)
        if ways:
            here = moving.nearest_here(scene, actor, foes, places.GROUND)
            marked = (replace(row, likely=row.key == here) for row in whom)
            towards = replace(towards, default=NOBODY, choices=(Choice(NOBODY, _("nobody")), *marked))
        return (
            *ways,
            towards,
            number("metres", _("Distance to them afterwards (m)"), 1, 0, places.FAR),
            *(() if ways else (places.half(),)),
            _behind(scene, actor),
        )

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        alone = None if scene.seen_by(actor) else _("There is nobody to measure from.")
        return alone or action_refusal(scene, actor, Wish(MOVE, leaves_melee=False))

    def hint(self, scene: Scene, actor: str) -> Text | None:
        return _("Engaged: only a retreat leaves melee") if places.opponents(scene, actor) else None

    def wish(self, scene: Scene, action: Action) -> Wish:
        fighter, args = action.actor, action.args
        if args["target"] == NOBODY and args["to"] == moving.HERE:
            raise Refused(_("To another place, or towards or away from somebody?"), "to")
        if any(self.leaves(scene, action, who) for who in places.opponents(scene, fighter)):
            raise Refused(ENGAGED_NEEDS_REPLI, "metres")
        return Wish(MOVE, leaves_melee=False)

    def leaves(self, scene: Scene, action: Action, opponent: str) -> bool:
        """ARP-DIST-03: a move relative to somebody else leaves if it is too long to end within reach."""
        fighter, args = action.actor, action.args
        if args["target"] == NOBODY:
            return True
        before, after = places.metres(scene, fighter, args["target"]), places.read_metres(args)
        if args["target"] == opponent:
            return not places.in_melee(after)
        return not places.in_melee(abs(after - before) - places.metres(scene, fighter, opponent))

    def done(self, scene: Scene, action: Action) -> Effects:
        """ARP-COVER-01, ARP-AIM-01: the fighter moves, loses their aim, and leaves a cover unless it is kept."""
        fighter, args = action.actor, action.args
        behind = str(args.get("behind", "none"))
        left = () if behind == "same" else (Moved(fighter, behind),)
        joins = args["target"] != NOBODY and places.in_melee(places.read_metres(args))  # ARP-DIST-01
        gone = Gone.chosen(fighter, args) or (Gone.joining(scene, fighter, args["target"]) if joins else ())
        return (*gone, *_nearer(fighter, args), Aim(fighter), *left)

    def title(self, scene: Scene, action: Action) -> Text | None:
        return _("%(who)s moves", who=scene.name(action.actor)) if action.actor in scene.fighters else None


NOBODY = "nobody"  # the choice for a move to another place, not towards a fighter


def _nearer(fighter: str, args: Data) -> Effects:
    return () if args["target"] == NOBODY else (Distance(fighter, args["target"], places.read_metres(args)),)


def _behind(scene: Scene, fighter: str) -> Field:
    """ARP-COVER-01: the field for the cover after a move: none, the same one if it is long, or another."""
    rows = [Choice("none", _("none"))]
    if places.cover(scene, fighter).level != "none":
        rows.append(Choice("same", _("the same cover")))
    rows += [Choice(key, label, hint=worth(malus)) for key, (label, malus) in COVERS.items() if malus]
    return Field("behind", _("Cover afterwards"), "choice", default="none", choices=tuple(rows), rule="ARP-COVER-01")


class TakeAim(Undertaking):
    """ARP-AIM-01: a fighter spends the whole round aiming at a target."""

    kind = AIMING
    label = _("Aim for the whole round")
    rules = ("ARP-AIM-01",)
    says = _("%(who)s takes aim")

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        whom = tuple(target(scene, actor, who) for who in scene.targets_of(actor))
        return (Field("target_of_aim", _("Target"), "choice", choices=whom, rule="ARP-AIM-01"),)

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        return action_refusal(scene, actor, Wish(AIMING))

    def wish(self, scene: Scene, action: Action) -> Wish:
        return Wish(AIMING)

    def done(self, scene: Scene, action: Action) -> Effects:
        return (Aim(action.actor, action.args["target_of_aim"]),)


class Retreat(Undertaking):
    """ARP-DIST-03: a fighter spends the whole round to leave melee and is engaged with nobody afterwards."""

    kind = RETREAT
    label = _("Retreat from melee")
    rules = ("ARP-DIST-03",)
    likely = "athletisme"
    says = _("%(who)s retreats from melee")

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        ways = moving.destination(scene, actor, lambda _way: None, rule="ARP-DIST-03")
        return (*ways, number("metres", _("Distance afterwards (m)"), AWAY, MELEE + 1, 100, "ARP-DIST-03"))

    def hint(self, scene: Scene, actor: str) -> Text | None:
        return _("takes the whole round, reactions included")

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        free = None if places.opponents(scene, actor) else _("Not engaged in melee.")
        return free or action_refusal(scene, actor, Wish(RETREAT))

    def wish(self, scene: Scene, action: Action) -> Wish:
        return Wish(RETREAT)

    def done(self, scene: Scene, action: Action) -> Effects:
        fighter, metres, further = action.actor, action.args["metres"], Gone.chosen(action.actor, action.args)
        away = () if further else (Distance(fighter, who, metres) for who in places.opponents(scene, fighter))
        return (*away, Disengaged(fighter), *further, Aim(fighter), Moved(fighter, "none"))


class DoElse(Undertaking):
    """ARP-ACT-02, ARP-REACT-01, 02: any other action, with its test, if any, and fighters who may thwart it."""

    kind = "act"
    label = _("Do something else")
    rules = ("ARP-ACT-02", "ARP-REACT-01", "ARP-REACT-02")
    foretold = True

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        sheet = scene.sheet(actor)
        deeds = (Choice(key, KINDS[key], action_refusal(scene, actor, Wish(key))) for key in DEEDS)
        carried = (weapon for weapon in sheets.weapons(sheet) if weapon.magazine or arms.takes(weapon))
        tests = checks.checks(sheet, scene.settings)
        return (
            Field("what", _("What"), "choice", choices=(*deeds, Choice("other", KINDS["other"])), rule="ARP-ACT-02"),
            text("note", _("In words"), most=40),
            _or_none("loaded", _("Weapon drawn or reloaded"), _("No weapon"), _choices(carried)),
            _or_none("check", _("What is tested"), _("No test"), (Choice(row.key, row.what) for row in tests)),
            Field(
                "against",
                _("Who else may thwart it"),
                "choice",
                default="nobody",
                choices=(Choice("nobody", _("Nobody")), *fighters(scene, scene.targets_of(actor))),
                rule="ARP-REACT-01",
            ),
            attacks.modifier(),
            *checks.pair_fields(gm_only=True),
        )

    def hint(self, scene: Scene, actor: str) -> Text | None:
        return actions_left(scene, actor)

    def wish(self, scene: Scene, action: Action) -> Wish:
        args = action.args
        note = str(args["note"]).strip()
        wish = Wish(f"other:{note}" if args["what"] == "other" and note else args["what"])
        if reason := action_refusal(scene, action.actor, wish):
            raise Refused(reason, "note" if args["what"] == "other" else "what")
        weapon = arms.arm(scene, action.actor, args["loaded"])
        if args["what"] == "reload" and weapon is not None and not arms.is_in_hand(scene, action.actor, weapon):
            raise Refused(arms.NOT_IN_HAND, "loaded")
        return wish

    def own_test(self, scene: Scene, action: Action) -> Check | None:
        args = action.args
        return checks.named_check(scene, action.actor, args) if args.get("check", "none") != "none" else None

    def done(self, scene: Scene, action: Action) -> Effects:
        """ARP-ACT-02, ARP-BURST-06: the chosen weapon is drawn or reloaded."""
        what, weapon = action.args["what"], arms.arm(scene, action.actor, action.args["loaded"])
        if weapon is None or what not in ("reload", "draw"):
            return ()
        if what == "draw":
            return (Held(action.actor, weapon.key, drawn=True),)
        full = Ammunition(action.actor, weapon.key, reload=True)
        return Held(action.actor, weapon.key), *((full,) if arms.counts_rounds(weapon, scene.settings) else ())

    def title(self, scene: Scene, action: Action) -> Text | None:
        note = str(action.args["note"])
        what = _("%(action)s", action=note) if note else KINDS[action.args["what"]]
        return _("%(who)s: %(what)s", who=scene.name(action.actor), what=what)

    def odds(self, scene: Scene, action: Action) -> Odds | None:
        check = self.own_test(scene, action)
        return odds.other(scene, check, lambda: _thwarters(scene, action)) if check else None


def _or_none(key: str, label: Text, none: Text, rows: Iterable[Choice]) -> Field:
    return Field(key, label, "choice", default="none", choices=(Choice("none", none), *rows))


def _choices(weapons: Iterable[sheets.Weapon]) -> Iterable[Choice]:
    return (Choice(weapon.key, weapon.label) for weapon in weapons)
