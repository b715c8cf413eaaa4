"""Rounds of six seconds: the ledger of actions, what bars what, and where the fight is (ARP-TIME, ARP-ACT)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules.character.fields import number
from rules.character.sheet import Field
from rules.core import rounds
from rules.core.acts import Effects
from rules.core.effects import Effect
from rules.core.marks import Mark
from rules.core.paths import Data
from rules.core.rounds import (
    FightEnds,
    GmAct,
    Headline,
    Prompt,
    RoundBegins,
    Rounds,
    Slot,
    is_running,
    one_after_the_other,
)
from rules.core.scene import Action, Change, Scene
from rules.core.script import ATTACK
from rules.core.text import Text, plain
from rules.core.turns import Distinct
from rules.games.arpenteurs import arms, checks, initiative, modifiers, places
from rules.games.arpenteurs import sheet as sheets
from rules.games.arpenteurs.initiative import (
    AIMING,
    DONE,
    INIT,
    LEDGER,
    MOVE,
    RETREAT,
    TIE,
    TurnAct,
    acting,
    is_out,
    ledger,
    left,
)
from rules.games.arpenteurs.modifiers import AIM
from rules.games.arpenteurs.places import Apart
from rules.games.arpenteurs.settings import COVERS, setting
from rules.games.arpenteurs.text import _, ngettext

SECONDS = 6  # ARP-TIME-01
WATCH = Mark("watch", keyed=True)  # whose actions somebody means to thwart

NO_ACTIONS_LEFT = _("No actions left this round.")
CANNOT_REACT = _("Unaware or unable: no reaction.")
DODGE_VS_RANGED = _("Ranged attacks cannot be dodged.")
COVER_TOO_FAR = _("No cover within a single action.")
NEEDS_FULL_TURN = _("This takes a whole round, and you have already acted.")
ENGAGED_NEEDS_REPLI = _("Engaged in melee: you must retreat to leave.")
DODGED_NO_ATTACK = _("No attack after a dodge this round.")
SAME_ACTION = _("Already done this round: actions must differ.")

# What an action of a round is called. Attacks differ by their weapon, moves may be repeated.
KINDS: dict[str, Text] = {
    ATTACK: _("attack"),
    MOVE: _("move"),
    "draw": _("draw"),
    "reload": _("reload"),
    AIMING: _("aim"),
    "dodge": _("dodge"),
    "dive_to_cover": _("dive to cover"),
    RETREAT: _("retreat from melee"),
    "stand_up": _("stand up"),
    "pick_up": _("pick up"),
    "use_item": _("use an object"),
    "opportunity_attack": _("opportunity attack"),
    "other": _("something else"),
}
WHOLE_ROUND = (RETREAT, AIMING)
REPEATABLE = frozenset({MOVE})  # ARP-ACT-03
LEAVING = (MOVE, "dive_to_cover")  # ARP-DIST-03: what takes somebody elsewhere within the round


@dataclass(frozen=True)
class Wish:
    """Something one would like to do: an entry of the ledger, and what may speak against it.

    ``can_be_dodged`` is said of the attack it answers, ``near`` of the cover dived for: a single action reaches it.
    """

    kind: str
    weapon: str = ""
    skill: str = ""
    reaction: bool = False
    leaves_melee: bool = True
    can_react: bool = True
    can_be_dodged: bool = True
    near: bool = False

    @property
    def entry(self) -> dict[str, str]:
        weapon = {"weapon": self.weapon.removesuffix(sheets.SWUNG)} if self.weapon else {}
        skill = {"skill": self.skill} if self.skill else {}
        return {"kind": self.kind, **weapon, **skill, "as": "reaction" if self.reaction else "action"}


def refused(used: Sequence[Data], allowance: int, engaged: bool, wish: Wish, settings: Data) -> Text | None:
    """ARP-ACT-01 to 06, ARP-DIST-03, ARP-REACT-01: the first reason why this cannot be done."""
    keys = [repeat_key(entry, settings) for entry in used]
    budget = Distinct(allowance, REPEATABLE)
    attacks = wish.kind in (ATTACK, "opportunity_attack")
    reasons = (
        (len(used) >= allowance, NO_ACTIONS_LEFT),
        (wish.reaction and not wish.can_react, CANNOT_REACT),
        (wish.kind == "dodge" and not wish.can_be_dodged, DODGE_VS_RANGED),
        (wish.kind == "dive_to_cover" and not wish.near, COVER_TOO_FAR),
        (wish.kind in WHOLE_ROUND and bool(used), NEEDS_FULL_TURN),
        (wish.kind in LEAVING and engaged and wish.leaves_melee, ENGAGED_NEEDS_REPLI),
        (attacks and "dodge" in keys and _barred(wish, settings), DODGED_NO_ATTACK),
        (budget.repeats(keys, repeat_key(wish.entry, settings)), SAME_ACTION),
    )
    return next((reason for holds, reason in reasons if holds), None)


def repeat_key(entry: Data, settings: Data) -> str:
    """ARP-ACT-02, 04: what two entries must not share: the kind, and the weapon or skill where it names one.

    Where two weapons make no difference, every attack is the same.
    """
    kind = str(entry["kind"])
    if kind in (ATTACK, "opportunity_attack"):
        weapon = str(entry.get("weapon", "")) if setting(settings, "actions.two_weapons") else ""
        return f"attack {weapon}"
    return " ".join(f"{kind} {entry.get('skill', '')}".casefold().split())


def _barred(wish: Wish, settings: Data) -> bool:
    """ARP-ACT-06: a dodge bars this attack."""
    if wish.reaction:
        return bool(setting(settings, "actions.dodge_bars_reaction_attack"))
    return bool(setting(settings, "actions.dodge_bars_attack") == "round")


def blocked(scene: Scene, fighter: str, wish: Wish) -> Text | None:
    """The reason against something a fighter would like to do now."""
    allowance = sheets.allowance(scene.sheet(fighter)).total
    engaged = bool(places.opponents(scene, fighter))
    reason = refused(ledger(scene, fighter), allowance, engaged, wish, scene.settings)
    return reason or _unarmed(scene, fighter, wish)


def _unarmed(scene: Scene, fighter: str, wish: Wish) -> Text | None:
    """ARP-ACT-02, ARP-RANGE-01, ARP-BURST-06: the reason against a weapon as it is."""
    weapon = arms.arm(scene, fighter, wish.weapon)
    if weapon is None:
        return None
    if not arms.is_in_hand(scene, fighter, weapon):
        return arms.NOT_IN_HAND
    if not weapon.is_melee and not weapon.range_m:
        return modifiers.NO_RANGE
    return modifiers.NO_AMMUNITION if modifiers.is_empty(weapon, scene.settings) else None


class Spent(Effect):
    """ARP-ACT-05: an action or a reaction of the one allowance; who takes a whole round spends all of it.

    Anything but an attack spoils an aim, where the house plays so (ARP-AIM-01).
    """

    kind = "spend"
    scalar = "entry"
    is_open = True
    entry: Data

    def land(self, scene: Scene) -> tuple[Change, ...]:
        row = {key: str(self.entry[key]) for key in ("kind", "weapon", "skill", "as") if key in self.entry}
        times = left(scene, self.target) if self.entry.get("whole") else 1
        spent = LEDGER.set(scene, self.target, [*ledger(scene, self.target), *[row] * times])
        spoils = row["kind"] not in (AIMING, ATTACK) and setting(scene.settings, "aim.lapses") == "soon"
        return (spent, AIM.clear(scene, self.target)) if spoils else (spent,)

    def told(self, scene: Scene) -> Text | None:
        return _named(self.entry, _kind(self.entry))


def intent(scene: Scene, fighter: str) -> Text | None:
    """ARP-ACT-05: the ledger of a fighter in words, such as “attack (Axe), dodge”."""
    rows = tuple(_entry(scene, fighter, entry) for entry in ledger(scene, fighter))
    return _("%(actions)s", actions=tuple(dict.fromkeys(rows))) if rows else None


def _entry(scene: Scene, fighter: str, entry: Data) -> Text:
    weapon = arms.arm(scene, fighter, entry.get("weapon", ""))
    name = _kind(entry)
    return _named(entry, _("%(action)s (%(weapon)s)", action=name, weapon=weapon.label) if weapon else name)


def _kind(entry: Data) -> Text:
    kind = str(entry["kind"])
    return KINDS.get(kind) or _("%(action)s", action=kind.removeprefix("other:"))


def _named(entry: Data, name: Text) -> Text:
    return _("%(action)s as a reaction", action=name) if entry.get("as") == "reaction" else name


class Done(Effect):
    """ARP-TIME-02: a turn is over; what is left of the round is for reactions."""

    mark = DONE

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return (DONE.set(scene, self.target), scene.call_over(self.target))


class Finish(TurnAct):
    """ARP-TIME-02: the rest of the actions is kept for reactions."""

    kind = "finish"
    label = _("Keep the rest for reactions")
    rules = ("ARP-TIME-02",)
    joint = True
    says = _("%(who)s has finished")

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (Done(action.actor),)


class PassOver(rounds.PassOver):
    """ARP-TIME-02: the game master passes over who is up."""

    rules = ("ARP-TIME-02",)

    def whom(self, scene: Scene) -> Iterable[str]:
        return acting(scene)

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (Done(action.args["fighter"]),)


MARKS = (INIT, TIE, LEDGER, DONE, AIM, WATCH, *places.MARKS, arms.HANDS, arms.OBJECTS, checks.RULING)


class Round(RoundBegins):
    """ARP-ACT-01, ARP-INIT-05: a new round gives every action back; initiative stays unless it is rolled again."""

    marks = MARKS

    def opening(self, scene: Scene) -> tuple[Change, ...]:
        if not setting(scene.settings, "init.every_round"):
            return ()
        return tuple(mark.clear(scene, who) for who in scene.fighters for mark in (INIT, TIE))


class Over(FightEnds):
    """Nothing of the fight outlasts it but what the sheets hold."""

    def closing(self, scene: Scene) -> tuple[Change, ...]:
        return tuple(scene.change(f"marks.{key}", None) for key in ("metres", "apart", "between"))


class Start(rounds.StartFight):
    """ARP-TIME-01, ARP-DIST-01: the first round, and how far the sides stand from each other."""

    first = Round
    says = _("The fight begins: roll initiative")

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        return (number("metres", _("Metres between the sides"), places.APART, 0, places.FAR, "ARP-DIST-01"),)

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (*super().cost(scene, action), Apart("gm", action.args["metres"]))


class NewRound(GmAct):
    """ARP-TIME-01: the next round, once everybody has acted."""

    kind = "new_round"
    label = _("New round")
    rules = ("ARP-TIME-01",)

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        rolling = _("Initiative is still to be rolled.") if initiative.unrolled(scene) else None
        waiting = _("Not everybody has acted.") if acting(scene) else rolling
        return super().refusal(scene, actor) or waiting

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (Round("gm", scene.round + 1),)

    def title(self, scene: Scene, action: Action) -> Text | None:
        return _("A new round begins, after %(seconds)s s", seconds=seconds(scene.round))


class End(rounds.EndFight):
    """The fight is over."""

    last = Over


def seconds(rounds: int) -> int:
    """ARP-TIME-01."""
    return SECONDS * rounds


# Where the fight is.


def turn(scene: Scene) -> tuple[Prompt, ...]:
    """ARP-TIME-02: initiative first, all together; then one fighter after the other; then the game master."""
    rolling = is_running(scene) and initiative.rollers(scene) or ()
    prompts = tuple(Prompt(who, "act", _("Roll initiative")) for who in rolling)
    return prompts or one_after_the_other(acting(scene), scene)


def takes_turns(scene: Scene) -> bool:
    """Nobody has their initiative still to throw."""
    return not (is_running(scene) and initiative.rollers(scene))


def headline(scene: Scene) -> Headline:
    """The round, whose turn it is, and how many actions are left of it."""
    if not is_running(scene):
        return rounds.outside(scene)
    words = _("Round %(round)s", round=scene.round)
    if initiative.unrolled(scene):
        return Headline(words, _("Initiative: d6 and Dexterity"))
    busy = rounds.busy(scene)
    now = (*busy, *acting(scene))
    if not now:
        return Headline(words, _("Everybody has acted"))
    rest = ngettext("%(count)s action left", "%(count)s actions left", left(scene, now[0]))
    return Headline(words, _("Turn of %(who)s: %(left)s", who=scene.name(now[0]), left=rest))


def slots(scene: Scene) -> tuple[Slot, ...]:
    """ARP-INIT-01: everybody from the highest total down."""
    if not is_running(scene):
        return tuple(Slot(who, "", "next") for who in scene.fighters)
    return tuple(_slot(scene, who) for who in initiative.order(scene))


def _slot(scene: Scene, fighter: str) -> Slot:
    total = initiative.total(scene, fighter)
    at = "" if total is None else plain(total)
    if is_out(scene, fighter):
        return Slot(fighter, at, "out")
    pending = "next" if fighter in initiative.pending(scene) else "done"
    state = "now" if fighter in acting(scene) else pending
    return Slot(fighter, at, state, _note(scene, fighter), tie=initiative.tie(scene, fighter))


def _note(scene: Scene, fighter: str) -> Text | None:
    level = places.cover(scene, fighter).level
    notes = (
        *((_("engaged"),) if places.opponents(scene, fighter) else ()),
        *((_("cover: %(cover)s", cover=COVERS[level][0]),) if level != "none" else ()),
    )
    return _("%(notes)s", notes=notes) if notes else None


ROUNDS = Rounds(turn, slots, headline, is_out, takes_turns=takes_turns, intent=intent)
