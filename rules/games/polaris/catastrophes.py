"""Catastrophes: the game master says whether a great failure is one, which, and what makes up for it (POL-CRIT-06)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.check import Outcome
from rules.core.dice import Dice
from rules.core.game import Offer
from rules.core.paths import Data, get
from rules.core.scene import Scene
from rules.core.script import Effect, Option, Script, choose, roll
from rules.core.sheet import Choice, Field
from rules.core.text import Text
from rules.games.polaris import wishes
from rules.games.polaris.boost import BOOSTED, current
from rules.games.polaris.settings import setting
from rules.games.polaris.text import _

Effects = tuple[Effect, ...]
D10 = Dice(1, 10)
GROUP = _("After the last test")
ENOUGH_LUCK = 15  # POL-CRIT-09: from here on none comes back


@dataclass(frozen=True)
class Mishap:
    """POL-CRIT-10: one row of the table, and what of it the rules do by themselves."""

    label: Text
    kind: str = ""
    value: object = None


MISHAPS: dict[str, Mishap] = {
    "1": Mishap(_("loses every action of the next turn"), "lost"),
    "2": Mishap(_("the weapon falls, jams or breaks (a jam: 3 turns and a test)"), "drop"),
    "3": Mishap(_("hits the wrong target, the nearest")),
    "4": Mishap(_("wounds himself with his blade")),
    "5": Mishap(_("is exposed: +5 to every enemy"), "condition", {"key": "exposed", "turns": 1}),
    "6": Mishap(_("−5 to everything for 2 turns"), "condition", {"key": "shaken", "turns": 2}),
    "7": Mishap(_("explosion or overload")),
    "8": Mishap(_("a system fails")),
    "9": Mishap(_("is blinded for 1 turn"), "condition", {"key": "blinded", "turns": 1}),
    "10": Mishap(_("falls"), "condition", {"key": "prone"}),
}


def is_possible(outcome: Outcome) -> bool:
    """POL-CRIT-06: whether the margin of a failure leaves the choice to the game master."""
    return "catastrophe" in outcome.flags


def fates(scene: Scene, effects: Effects) -> Effects:
    """POL-CRIT-06, POL-TEST-23: what the tests of everybody in a procedure leave to the game master to decide.

    It stands on the sheet until the next procedure; what stood there before is gone.
    """
    tests: dict[str, list[Outcome]] = {}
    for one in effects:
        if one.kind == "outcome":
            tests.setdefault(one.value.check.actor, []).append(one.value)
    found = []
    for fighter, outcomes in tests.items():
        if fighter not in scene.fighters:
            continue
        failed = max((one.margin for one in outcomes if is_possible(one)), default=0)
        great = max((one.margin for one in outcomes if wishes.is_great(one, scene.settings)), default=0)
        if failed or great or scene.sheet(fighter).get("fate"):
            found.append(Effect("fate", fighter, {"catastrophe": failed, "great": great}))
    return tuple(found)


def watched(scene: Scene, script: Script[Effects]) -> Script[Effects]:
    """A procedure of a fight, with what it leaves to the game master."""
    effects = yield from script
    tests = [one.value for one in effects if one.kind == "outcome"]
    boosted = dict.fromkeys(one.check.actor for one in tests if BOOSTED in one.check.flags)
    spent = (Effect("boost", one, False) for one in boosted)
    return (*effects, *fates(scene, effects), *spent)


def pending(sheet: Data, key: str) -> int:
    """The margin of a last test that the game master may still make something of; 0 where there is none."""
    return int(get(sheet, f"fate.{key}") or 0)


# Outside a fight.


def offer(scene: Scene, actor: str) -> Offer | None:
    """POL-CRIT-06, 09: after a great failure."""
    margin = pending(scene.sheet(actor), "catastrophe")
    if not margin:
        return None
    told = Field("told", _("What happens"), "text", most=120)
    hint = _("Failure by %(margin)s", margin=margin)
    label = _("A catastrophe")
    return Offer("catastrophe", actor, label, (told,), hint=hint, group=GROUP, master=True, after=True)


def gift_offer(scene: Scene, actor: str) -> Offer | None:
    """POL-TEST-23: after a great success."""
    margin = pending(scene.sheet(actor), "great")
    if not margin:
        return None
    hint = _("Success by %(margin)s", margin=margin)
    label = _("Let more be won")
    return Offer("gift", actor, label, wishes.gift_fields(), hint=hint, group=GROUP, master=True, after=True)


def catastrophe(scene: Scene, actor: str, args: Data) -> Script[Effects]:
    """POL-CRIT-09: whoever meets it takes a point of luck back, or tests again."""
    effects = (_told(actor, str(args.get("told", ""))), _decided(actor))
    if not setting(scene.settings, "catastrophe_luck_refund"):
        return effects
    much = _("At %(points)s or more no luck comes back.", points=ENOUGH_LUCK)
    refused = much if current(scene.sheet(actor)) >= ENOUGH_LUCK else None
    options = (
        Option("luck", _("A point of luck"), refused=refused),
        Option("again", _("The test again")),
    )
    said = yield from choose("solace", actor, _("A catastrophe: what makes up for it?"), options)
    if said == "luck":
        return (*effects, Effect("luck", actor, 1))
    return (*effects, Effect("told", actor, _("the test is done again")))


def gift(_scene: Scene, actor: str, args: Data) -> Script[Effects]:
    """POL-TEST-23: what was granted."""
    yield from ()
    return (wishes.gift(actor, args), _decided(actor))


# In a fight.


def fight_offers(scene: Scene) -> tuple[Offer, ...]:
    """POL-CRIT-06, 10, POL-TEST-23: what the last tests of a fight leave to the game master."""
    failed = [one for one in scene.fighters if pending(scene.sheet(one), "catastrophe")]
    great = [one for one in scene.fighters if pending(scene.sheet(one), "great")]
    rows = (
        Choice("roll", _("By a die of the table")),
        Choice("own", _("As told below")),
        *(Choice(key, row.label) for key, row in MISHAPS.items()),
    )
    what = Field("what", _("Which catastrophe"), "choice", default="roll", choices=rows)
    told = Field("told", _("What happens"), "text", most=120)
    found = []
    if failed:
        label, fields = _("A catastrophe"), (_who(scene, failed), what, told)
        found.append(Offer("catastrophe", "gm", label, fields, after=True))
    if great:
        more = (_who(scene, great), *wishes.gift_fields())
        found.append(Offer("gift", "gm", _("Let more be won"), more, after=True))
    return tuple(found)


def fight_script(scene: Scene, args: Data, kind: str) -> Script[Effects]:
    """POL-CRIT-09, 10: the row of the table with what the rules do of it, and the point of luck that comes back."""
    actor = str(args["fighter"])
    if kind == "gift":
        return (wishes.gift(actor, args), _decided(actor))
    what = str(args["what"])
    if what == "roll":
        (die,) = yield from roll("mishap", "gm", D10, _("Which catastrophe"))
        what = str(die)
    back = setting(scene.settings, "catastrophe_luck_refund") and current(scene.sheet(actor)) < ENOUGH_LUCK
    refund: Effects = (Effect("luck", actor, 1),) if back else ()
    row = MISHAPS.get(what)
    if row is None:
        return (_told(actor, str(args.get("told", ""))), _decided(actor), *refund)
    told = Effect("told", actor, _("catastrophe: %(what)s", what=row.label))
    done: Effects = (Effect(row.kind, actor, row.value),) if row.kind else ()
    return (told, _decided(actor), *done, *refund)


def _who(scene: Scene, fighters: list[str]) -> Field:
    rows = tuple(Choice(one, _("%(who)s", who=scene.name(one))) for one in fighters)
    return Field("fighter", _("Fighter"), "choice", choices=rows)


def _told(actor: str, words: str) -> Effect:
    if not words:
        return Effect("told", actor, _("catastrophe"))
    return Effect("told", actor, _("catastrophe: %(what)s", what=words))


def _decided(actor: str) -> Effect:
    return Effect("fate", actor, {"catastrophe": 0, "great": 0})
