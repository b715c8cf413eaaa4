"""Catastrophes: the game master says whether a great failure is one, which, and what makes up for it (POL-CRIT-06)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from rules.character.sheet import Choice, Field
from rules.core.acts import Act, Effects, Offer, fighters
from rules.core.check import Check, Modifier, Outcome
from rules.core.dice import Dice
from rules.core.effects import Effect
from rules.core.paths import Data, get
from rules.core.scene import Action, Change, Scene
from rules.core.script import Option, Script, choose, just, roll
from rules.core.text import Text
from rules.games.polaris.harm.conditions import Condition
from rules.games.polaris.marks import LOST
from rules.games.polaris.settings import setting
from rules.games.polaris.shooting import weapons
from rules.games.polaris.text import _
from rules.games.polaris.trials import resolution, wishes
from rules.games.polaris.trials.boost import Boosted, Luck, current
from rules.games.polaris.trials.remarks import Remark, boosted, rolled

D10 = Dice(1, 10)
DROP = "2"  # the row of the table for a weapon
GROUP = _("After the last test")
ENOUGH_LUCK = 15  # POL-CRIT-09: from here on none comes back


def is_possible(outcome: Outcome) -> bool:
    """POL-CRIT-06: true if the margin of a failure leaves the choice to the game master."""
    return "catastrophe" in outcome.flags


def fates(scene: Scene, effects: Effects) -> tuple[Fate, ...]:
    """POL-CRIT-06, POL-TEST-23: what the tests of everybody in a procedure leave to the game master to decide.

    It stands on the sheet until the next procedure; what stood there before is gone. A procedure may say it itself.
    """
    rows = []
    for fighter, outcomes in _tests(effects).items():
        if fighter not in scene.fighters:
            continue
        failed = max((outcome.margin for outcome in outcomes if is_possible(outcome)), default=0)
        great = max((outcome.margin for outcome in outcomes if wishes.is_great(outcome, scene.settings)), default=0)
        if failed or great or scene.sheet(fighter).get("fate"):
            rows.append(Fate(fighter, failed, great))
    return tuple(rows)


def _tests(effects: Effects) -> dict[str, list[Outcome]]:
    decided = {effect.target for effect in effects if effect.kind == Fate.kind}
    tests: dict[str, list[Outcome]] = {}
    for outcome in effects:
        if outcome.kind == "outcome" and outcome.value.check.actor not in decided:
            tests.setdefault(outcome.value.check.actor, []).append(outcome.value)
    return tests


def after_test(scene: Scene, args: Data, outcome: Outcome) -> Effects:
    """POL-CRIT-09: a test on the sheet with what it leaves, and what it takes to do it again after a catastrophe."""
    effects: Effects = (rolled(outcome),)
    left = fates(scene, effects)
    asked = {"check": outcome.check.key, "limited_by": args.get("limited_by", "none")}
    base = resolution.limited_check(scene.sheet(outcome.check.actor), scene.settings, asked)
    target = outcome.check.target
    secret = args.get("secret") or any(term.secret for term in target.modifiers)
    anew = secret or args.get("effect") or "retry" in scene.marks  # a wish, or where attempts are counted
    if base is None or anew or not is_possible(outcome):
        return (*effects, *left)
    again = {"test": outcome.check.key, "by": target.total - base.target.total, "limit": asked["limited_by"]}
    return (*effects, *(replace(fate, **again) for fate in left))


def watch(scene: Scene, script: Script[Effects]) -> Script[Effects]:
    """A procedure of a fight, with what it leaves to the game master."""
    effects = yield from script
    spent = (Boosted(who, False) for who in boosted(effects))
    return (*effects, *fates(scene, effects), *spent)


def pending_margin(sheet: Data, key: str) -> int:
    """The margin of the last test, if the game master may still use it; else 0."""
    return int(get(sheet, f"fate.{key}") or 0)


# Outside a fight.


def catastrophe(scene: Scene, actor: str, args: Data) -> Script[Effects]:
    """POL-CRIT-09: the victim regains a point of luck, or tests again."""
    effects = (_remark(actor, str(args.get("told", ""))), _decided_fate(actor))
    if not setting(scene.settings, "catastrophe_luck_refund"):
        return effects
    much = _("At %(points)s or more no luck comes back.", points=ENOUGH_LUCK)
    refused = much if current(scene.sheet(actor)) >= ENOUGH_LUCK else None
    options = (Option("luck", _("A point of luck"), refused=refused), Option("again", _("The test again")))
    answer = yield from choose("solace", actor, _("A catastrophe: what makes up for it?"), options)
    if answer == "luck":
        return (*effects, Luck(actor, 1))
    fate: Data = scene.sheet(actor).get("fate") or {}
    asked = {"check": str(fate.get("test", "")), "limited_by": str(fate.get("limit", "none"))}
    outcome = yield from _repeat_test(scene, actor, asked, int(fate.get("by", 0)))
    if outcome is None:
        return (*effects, Remark(actor, _("the test is done again")))
    words = Remark(actor, _("the test is done again (%(what)s)", what=outcome.check.what))
    return (effects[0], words, *after_test(scene, asked, outcome))


def _repeat_test(scene: Scene, actor: str, asked: Data, by: int) -> Script[Outcome | None]:
    """The last test of a sheet again, with all that modified it; ``None`` where that is not known."""
    term = Modifier(_("As in the first test"), by, "POL-CRIT-09")

    def modified(check: Check) -> Check:
        return check.plus(term) if by else check

    return (yield from resolution.test(scene.sheet(actor), scene.settings, actor, asked, modified))


# In a fight.


def fight_script(scene: Scene, args: Data) -> Script[Effects]:
    """POL-CRIT-09, 10: the row of the table with what the rules do of it, and the point of luck that comes back."""
    actor = str(args["fighter"])
    what = str(args["what"])
    if what == "roll":
        (die,) = yield from roll("mishap", "gm", D10, _("Which catastrophe"))
        what = str(die)
    back = setting(scene.settings, "catastrophe_luck_refund") and current(scene.sheet(actor)) < ENOUGH_LUCK
    refund: Effects = (Luck(actor, 1),) if back else ()
    row = MISHAPS.get(what)
    if row is None:
        return (_remark(actor, str(args.get("told", ""))), _decided_fate(actor), *refund)
    text = Remark(actor, _("catastrophe: %(what)s", what=row.label))
    done: Effects = (row.effect(actor),) if row.effect else ()
    if row is MISHAPS[DROP]:
        done = yield from _drop(scene, actor)
    return (text, _decided_fate(actor), *done, *refund)


def _drop(scene: Scene, actor: str) -> Script[Effects]:
    """POL-CRIT-10: of several weapons in hand the game master says which one has failed."""
    arms = weapons.held(scene.sheet(actor))
    options = tuple(Option(arm.key, arm.label) for arm in arms)
    many = len(arms) > 1
    keys = ((yield from choose("dropped", "gm", _("Which weapon?"), options)),) if many else (arm.key for arm in arms)
    return tuple(Dropped(actor, key) for key in keys)


def _remark(actor: str, words: str) -> Remark:
    if not words:
        return Remark(actor, _("catastrophe"))
    return Remark(actor, _("catastrophe: %(what)s", what=words))


def _decided_fate(actor: str) -> Fate:
    return Fate(actor)


class Fate(Effect):
    """The margins of the last test that the game master may use; both are 0 once they have decided."""

    kind = "fate"
    catastrophe: int = 0
    great: int = 0
    test: str = ""
    by: int = 0
    limit: str = "none"

    def land(self, scene: Scene) -> tuple[Change, ...]:
        keys = ("catastrophe", "great", "test", "by")
        limit = scene.write(self.target, "fate.limit", None if self.limit == "none" else self.limit)
        return (*(scene.write(self.target, f"fate.{key}", getattr(self, key) or None) for key in keys), limit)


class LoseTurn(Effect):
    """POL-CRIT-10: the next turn is lost."""

    mark = LOST


class Dropped(Effect):
    """POL-CRIT-10: a weapon falls from the hand."""

    kind = "drop"
    scalar = "weapon"
    weapon: str

    def land(self, scene: Scene) -> tuple[Change, ...]:
        arm = weapons.find(scene.sheet(self.target), self.weapon)
        return (scene.write(self.target, f"weapons.{self.weapon}.drawn", None),) if arm else ()


@dataclass(frozen=True)
class Mishap:
    """POL-CRIT-10: one row of the table, and what of it the rules do by themselves."""

    label: Text
    effect: Callable[[str], Effect] | None = None


MISHAPS: dict[str, Mishap] = {
    "1": Mishap(_("loses every action of the next turn"), LoseTurn),
    DROP: Mishap(_("the weapon falls, jams or breaks (a jam: 3 turns and a test)")),
    "3": Mishap(_("hits the wrong target, the nearest")),
    "4": Mishap(_("is wounded by their own blade")),
    "5": Mishap(_("is exposed: +5 to every enemy"), lambda who: Condition(who, "exposed", 1)),
    "6": Mishap(_("−5 to everything for 2 turns"), lambda who: Condition(who, "shaken", 2)),
    "7": Mishap(_("explosion or overload")),
    "8": Mishap(_("a system fails")),
    "9": Mishap(_("is blinded for 1 turn"), lambda who: Condition(who, "blinded", 1)),
    "10": Mishap(_("falls"), lambda who: Condition(who, "prone")),
}


class _AfterTest(Act, ABC):
    """An act of the game master after the last tests: on one character's sheet, or for any fighter."""

    downtime = None
    group = GROUP
    master = True
    after = True
    margin: str  # which of the two margins

    def offers(self, scene: Scene, actor: str) -> Iterator[Offer]:
        if scene.kind == "test":
            margin = pending_margin(scene.sheet(actor), self.margin) if actor in scene.fighters else 0
            if margin:
                fields = self.words()
                yield Offer(
                    self.kind, actor, self.label, fields, hint=self.worth(margin), group=GROUP, master=True, after=True
                )
            return
        whom = [who for who in scene.fighters if pending_margin(scene.sheet(who), self.margin)]
        if actor == "gm" and whom and not scene.exchanges:
            who = Field("fighter", _("Fighter"), "choice", choices=fighters(scene, whom))
            yield Offer(self.kind, "gm", self.label, (who, *self.choices(), *self.words()), after=True)

    def words(self) -> tuple[Field, ...]:
        return (Field("told", _("What happens"), "text", most=120),)

    def choices(self) -> tuple[Field, ...]:
        return ()

    @abstractmethod
    def worth(self, margin: int) -> Text:
        """The margin in words."""


class Catastrophe(_AfterTest):
    """POL-CRIT-06, 09, 10: after a great failure."""

    kind = "catastrophe"
    label = _("A catastrophe")
    rules = ("POL-CRIT-06", "POL-CRIT-09", "POL-CRIT-10")
    margin = "catastrophe"
    says = _("Catastrophe")

    def choices(self) -> tuple[Field, ...]:
        rows = (
            Choice("roll", _("By a die of the table")),
            Choice("own", _("As told below")),
            *(Choice(key, row.label) for key, row in MISHAPS.items()),
        )
        return (Field("what", _("Which catastrophe"), "choice", default="roll", choices=rows),)

    def worth(self, margin: int) -> Text:
        return _("Failure by %(margin)s", margin=margin)

    def title(self, scene: Scene, action: Action) -> Text | None:
        if scene.kind == "test":
            return self.says
        return _("Catastrophe: %(who)s", who=scene.name(str(action.args["fighter"])))

    def script(self, scene: Scene, action: Action) -> Script[Effects] | None:
        if scene.kind == "test":
            return catastrophe(scene, action.actor, action.args)
        return fight_script(scene, action.args)


class Gift(_AfterTest):
    """POL-TEST-23: after a great success."""

    kind = "gift"
    label = _("Let more be won")
    rules = ("POL-TEST-23",)
    margin = "great"
    says = _("More is won")

    def words(self) -> tuple[Field, ...]:
        return wishes.gift_fields()

    def worth(self, margin: int) -> Text:
        return _("Success by %(margin)s", margin=margin)

    def script(self, scene: Scene, action: Action) -> Script[Effects] | None:
        who = action.actor if scene.kind == "test" else str(action.args["fighter"])
        return just((wishes.gift(who, action.args), _decided_fate(who)))
