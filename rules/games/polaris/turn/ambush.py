"""Ambushes: free attacks, dangers noticed in time, watchfulness, foes who come in the middle (POL-SURP-09 to 12)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.character.fields import choice, flag, number
from rules.character.sheet import Choice, Field
from rules.core.acts import Effects, fighters
from rules.core.check import Modifier
from rules.core.effects import Effect
from rules.core.errors import Refused
from rules.core.paths import Data
from rules.core.rounds import TWO_NEEDED, AboutFighter
from rules.core.scene import Action, Change, Scene
from rules.core.script import Option, Script, choose
from rules.core.text import Text, plain, signed
from rules.games.polaris.character.sheet import lines
from rules.games.polaris.close_combat import modes
from rules.games.polaris.marks import AMBUSH, BASE, DECLARED, DONE, INITIATIVE, RISK, SURPRISE, UNREADY
from rules.games.polaris.settings import setting
from rules.games.polaris.text import _
from rules.games.polaris.trials import checks
from rules.games.polaris.trials.remarks import rolled
from rules.games.polaris.trials.resolution import oppose, resolve
from rules.games.polaris.turn import initiative
from rules.games.polaris.turn.circumstances import free_term
from rules.games.polaris.turn.progress import InitiativeMoved
from rules.games.polaris.turn.second_thoughts import Reconsidered, declare_anew

SHOWN = 5  # POL-SURP-09, 12
NOTICING = ("observation", "security_systems", "traps", "empathic_analysis", "shadowing")  # POL-SURP-10
HIDING = ("stealth", "concealment", "disguise", "shadowing")
GUARD, ZONE, ELSEWHERE = "guard", "zone", "elsewhere"
NOBODY = "none"


def free_attack(scene: Scene, fighter: str) -> bool:
    """POL-SURP-09: true if a fighter's present or next attack is the free one of an unseen attacker."""
    mark = AMBUSH.of(scene, fighter)
    return bool(mark == "ready" or (mark == "struck" and initiative.strikes_now(scene, fighter)))


def why_barred(scene: Scene, fighter: str, target: str) -> Text | None:
    """POL-SURP-11: why a fighter cannot attack somebody in this turn who came as a surprise."""
    if not (UNREADY.of(scene, fighter) or {}).get(target):
        return None
    return _("%(who)s came as a surprise: no attack on them this turn.", who=scene.name(target))


def use_free_attack(scene: Scene, fighter: str, target: str) -> Effects:
    """POL-SURP-09, 10: the free attack is made; before the first declarations its victim is at risk of being surprised.

    Whoever has noticed the danger in time is not.
    """
    unwarned = RISK.of(scene, target) is None and SURPRISE.of(scene, target) is None
    risks = unwarned and not initiative.has_begun(scene) and not initiative.is_out(scene, target)
    return (Used(fighter), *((Risk(target, modifier=0),) if risks else ()))


# The procedures.


def notice(scene: Scene, args: Data) -> Script[Effects]:
    """POL-SURP-10: a fitting test, opposed by whoever hides; success prevents surprise."""
    fighter, other = args["fighter"], args["against"]
    check = checks.of_fighter(scene, fighter, args["skill"])
    if check is None:
        return ()
    mine = check.plus(free_term(args))
    theirs = checks.of_fighter(scene, other, args["hides"]) if other in scene.fighters else None
    if theirs is None or other == fighter:
        outcome = yield from resolve(mine, scene.settings, "notice", _("Notice the danger"))
        saw, tests = outcome.level.succeeded, [outcome]
    else:
        met = yield from oppose(mine, theirs, scene.settings, "notice-")
        saw, tests = met.winner is met.first, [met.first, met.second]
    tested = tuple(rolled(test) for test in tests)
    return (*tested, Aware(fighter) if saw else Unaware(fighter))


def nerves(scene: Scene, args: Data) -> Script[Effects]:
    """POL-SURP-12: a fighter on alert attacks whatever moves, unless a test of will succeeds."""
    check = checks.of_fighter(scene, args["fighter"], "VOL")
    if check is None:
        return ()
    mine = check.plus(free_term(args))
    outcome = yield from resolve(mine, scene.settings, "nerves", _("Nerves: willpower"))
    tested = rolled(outcome)
    return (tested,) if outcome.level.succeeded else (tested, Startled(args["fighter"]))


def newcomer(scene: Scene, args: Data) -> Script[Effects]:
    """POL-SURP-11: a test of reaction; failed, the new foe cannot be attacked in this turn."""
    fighter, foe = args["fighter"], args["other"]
    check = checks.of_fighter(scene, fighter, "reaction")
    if check is None:
        return ()
    mine = check.plus(free_term(args))
    outcome = yield from resolve(mine, scene.settings, "newcomer", _("New foe: reaction test"))
    tested = rolled(outcome)
    if not outcome.level.succeeded:
        unseen = fighter in scene.hidden and foe not in scene.hidden  # all would see that a foe declares anew
        strikes = (Ready(foe),) if args["undetected"] and not unseen else ()
        return (tested, Unready(fighter, foe), *strikes)
    waiting = fighter in (*initiative.pending(scene), *initiative.delaying(scene))
    if not waiting or initiative.attacks_made(scene, fighter):
        return (tested,)
    return (tested, *(yield from _turns(scene, fighter, foe)))


def guard(scene: Scene, fighter: str) -> Script[tuple[tuple[Modifier, ...], Effects]]:
    """POL-SURP-12: what being ready changes in the test of surprise, with the test of will it takes."""
    watch = RISK.of(scene, fighter).get("watch")
    if watch == ELSEWHERE:
        return (Modifier(_("On alert elsewhere"), -3, "POL-SURP-12"),), ()
    check = checks.of_fighter(scene, fighter, "VOL") if watch == GUARD else None
    if check is None:
        return (), ()
    outcome = yield from resolve(check, scene.settings, "guard", _("On guard: willpower"))
    gained = outcome.modifier if outcome.level.succeeded else 0
    bonus = Modifier(_("On guard"), gained, "POL-SURP-12")
    return (bonus,), (rolled(outcome),)


def _turns(scene: Scene, fighter: str, foe: str) -> Script[Effects]:
    text = _("%(who)s appears", who=scene.name(foe))
    options = (Option("keep", _("Do what was declared")), Option("change", _("Declare again, against the new foe")))
    chosen = yield from choose("turns", fighter, text, options)
    return (Reconsidered(fighter),) if chosen == "change" else ()


class Risk(Effect):
    """POL-SURP-01, 04: somebody may be surprised, with this modifier of their test."""

    mark = RISK
    modifier: int

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return (RISK.set(scene, self.target, {"modifier": int(self.modifier)}), SURPRISE.clear(scene, self.target))


class Surprised(Effect):
    """POL-SURP-02, 03: the margin is the initiative of this turn; without one the turn is lost."""

    mark = SURPRISE
    scalar = "margin"
    is_open = True
    margin: int | None = None

    def land(self, scene: Scene) -> tuple[Change, ...]:
        if self.margin is None:
            return (SURPRISE.set(scene, self.target, "surprised"), modes.set_declared(scene, self.target, {}))
        start = int(self.margin)
        return (
            SURPRISE.set(scene, self.target, "ready"),
            BASE.set(scene, self.target, start),
            INITIATIVE.set(scene, self.target, start),
        )

    def told(self, scene: Scene) -> Text | None:
        if self.margin is None:
            return _("surprised: this turn is lost")
        return _("not surprised: initiative %(initiative)s", initiative=plain(int(self.margin)))


class Ready(Effect):
    """POL-SURP-09, 11: a free attack is to come: as declared on somebody who is surprised by it, else to be declared.

    The declaration of the turn is made after it.
    """

    mark = AMBUSH

    def land(self, scene: Scene) -> tuple[Change, ...]:
        who, plan = self.target, initiative.declaration(scene, self.target)
        target, ready = str(plan.get("target", "")), AMBUSH.set(scene, who, "ready")
        if not plan or (target in scene.fighters and why_barred(scene, target, who)):
            return (ready,)
        if DONE.of(scene, who):
            return (ready, DECLARED.clear(scene, who))
        return (ready, *declare_anew(scene, who, int(plan.get("readied", 0))))


class Used(Effect):
    """POL-SURP-09: the free attack is made."""

    kind = "ambushed"

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return (AMBUSH.set(scene, self.target, "struck"),)


class Aware(Effect):
    """POL-SURP-10: no surprise, and no test of it."""

    kind = "aware"
    says = _("is not surprised")

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return (RISK.clear(scene, self.target), SURPRISE.set(scene, self.target, "ready"))


class Unaware(Effect):
    """POL-SURP-10: the danger was not noticed."""

    kind = "unaware"
    says = _("notices nothing")

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return (RISK.set(scene, self.target, True, "tried"),)


class Watching(Effect):
    """POL-SURP-12: somebody was on guard, or on alert."""

    kind = "watch"
    scalar = "how"
    how: str

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return (RISK.set(scene, self.target, str(self.how), "watch"),)


class Startled(Effect):
    """POL-SURP-12: nerves have failed."""

    kind = "startled"
    is_open = True
    says = _("panics: attacks whatever moves")


class Unready(Effect):
    """POL-SURP-11: a new foe came as a surprise."""

    mark = UNREADY
    scalar = "foe"
    foe: str

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return (UNREADY.set(scene, self.target, True, scene.fighters[self.foe].id),)

    def told(self, scene: Scene) -> Text | None:
        return _("is surprised by %(who)s", who=scene.name(self.foe))


# What the game master does about it.


def nobody_has_declared(scene: Scene) -> Text | None:
    """POL-TURN-05: surprise comes before the first declaration."""
    return _("Somebody has declared already.") if initiative.has_begun(scene) else None


class Surprise(AboutFighter):
    """POL-TURN-05, POL-SURP-01: surprise after the start, as long as nobody has declared anything."""

    kind = SURPRISE.key
    label = _("Surprise somebody")
    rules = ("POL-SURP-01", "POL-SURP-04")
    says = _("%(who)s may be surprised")

    def more(self, scene: Scene) -> tuple[Field, ...]:
        return (_surpriser_field(),)

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        return super().refusal(scene, actor) or nobody_has_declared(scene)

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (Risk(action.args["fighter"], action.args["modifier"]),)


class StrikeFromHiding(AboutFighter):
    """POL-SURP-09: one free attack for an unseen attacker, or a bonus of 5 for one who shows themselves."""

    kind = "hidden"
    label = _("Strike from hiding")
    rules = ("POL-SURP-09",)

    def more(self, scene: Scene) -> tuple[Field, ...]:
        rows = {
            "unseen": _("Strikes unseen: one free attack"),
            "shown": _("Shows himself: initiative %(by)s", by=signed(SHOWN)),
        }
        return (choice("how", _("How"), rows, None, "POL-SURP-09"),)

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        return super().refusal(scene, actor) or nobody_has_declared(scene)

    def cost(self, scene: Scene, action: Action) -> Effects:
        who = action.args["fighter"]
        return (Ready(who),) if action.args["how"] == "unseen" else (InitiativeMoved(who, SHOWN),)

    def title(self, scene: Scene, action: Action) -> Text | None:
        return None


class Notice(AboutFighter):
    """POL-SURP-10: noticing the danger in time leaves no surprise."""

    kind = "notice"
    label = _("Notice the danger in time")
    rules = ("POL-SURP-10",)
    says = _("%(who)s may notice the danger")

    def candidates(self, scene: Scene) -> Iterable[str]:
        return (who for who in initiative.at_risk(scene) if not RISK.rows(scene, who).get("tried"))

    def more(self, scene: Scene) -> tuple[Field, ...]:
        own = [line for who in self.candidates(scene) for line in lines(scene.sheet(who))]
        tactics = {line.key: line.label for line in own if line.of.startswith("tactics")}
        labels = {line.key: line.label for who in scene.fighters for line in lines(scene.sheet(who))}
        skills = {key: label for key, label in labels.items() if key in NOTICING or key in tactics}
        hides = {key: label for key, label in labels.items() if key in HIDING}
        others = (Choice(NOBODY, _("Nobody in particular")), *fighters(scene, scene.fighters))
        return (
            choice("skill", _("Skill"), skills, "observation"),
            Field("against", _("Who hides"), "choice", default=NOBODY, choices=others, rule="POL-SURP-10"),
            choice("hides", _("Hides by"), hides, "stealth", "POL-SURP-10"),
            _surpriser_field(),
        )

    def script(self, scene: Scene, action: Action) -> Script[Effects] | None:
        return notice(scene, action.args)


class Watch(AboutFighter):
    """POL-SURP-12: what being ready changes at once."""

    kind = "watch"
    label = _("On guard or on alert")
    rules = ("POL-SURP-12",)
    says = _("%(who)s was ready for it")

    def is_open(self, scene: Scene, actor: str) -> bool:
        return super().is_open(scene, actor) and bool(setting(scene.settings, "guard_and_alert"))

    def candidates(self, scene: Scene) -> Iterable[str]:
        return initiative.at_risk(scene)

    def more(self, scene: Scene) -> tuple[Field, ...]:
        rows = (
            Choice(GUARD, _("On guard: willpower first, its modifier helps")),
            Choice(
                ZONE,
                _("On alert, danger from the watched zone"),
                hint=_("No surprise, initiative %(by)s", by=signed(SHOWN)),
            ),
            Choice(
                ELSEWHERE, _("On alert, danger from elsewhere"), hint=_("Reaction test, %(malus)s", malus=signed(-3))
            ),
        )
        return (Field("how", _("How"), "choice", choices=rows, rule="POL-SURP-12"),)

    def cost(self, scene: Scene, action: Action) -> Effects:
        who, how = action.args["fighter"], action.args["how"]
        return (Aware(who), InitiativeMoved(who, SHOWN)) if how == ZONE else (Watching(who, how),)


class Nerves(AboutFighter):
    """POL-SURP-12: the test of will of a fighter on alert."""

    kind = "nerves"
    label = _("Test the nerves of who is on alert")
    rules = ("POL-SURP-12",)
    says = _("The nerves of %(who)s are tested")

    def is_open(self, scene: Scene, actor: str) -> bool:
        return super().is_open(scene, actor) and bool(setting(scene.settings, "guard_and_alert"))

    def candidates(self, scene: Scene) -> Iterable[str]:
        return (who for who in scene.fighters if not initiative.is_out(scene, who))

    def more(self, scene: Scene) -> tuple[Field, ...]:
        return (_surpriser_field(),)

    def script(self, scene: Scene, action: Action) -> Script[Effects] | None:
        return nerves(scene, action.args)


class NewFoe(AboutFighter):
    """POL-SURP-11: somebody is surprised by a foe who comes in the middle of the fight."""

    kind = "newcomer"
    label = _("Surprise by a new foe")
    rules = ("POL-SURP-11",)
    says = _("%(who)s sees a new foe")

    def is_open(self, scene: Scene, actor: str) -> bool:
        return super().is_open(scene, actor) and bool(setting(scene.settings, "new_foes"))

    def candidates(self, scene: Scene) -> Iterable[str]:
        return (who for who in scene.fighters if not initiative.is_out(scene, who))

    def more(self, scene: Scene) -> tuple[Field, ...]:
        foes = Field("other", _("New foe"), "choice", choices=fighters(scene, self.candidates(scene)))
        return (foes, flag("undetected", _("The new foe cannot be detected"), False, "POL-SURP-11"), _surpriser_field())

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        waits = _("First those who may be surprised test.") if initiative.at_risk(scene) else None
        return super().refusal(scene, actor) or waits

    def cost(self, scene: Scene, action: Action) -> Effects:
        if action.args["fighter"] == action.args["other"]:
            raise Refused(TWO_NEEDED, "other")
        return ()

    def script(self, scene: Scene, action: Action) -> Script[Effects] | None:
        return newcomer(scene, action.args)


def _surpriser_field() -> Field:
    return number("modifier", _("Modifier"), 0, -20, 20, "POL-SURP-04")
