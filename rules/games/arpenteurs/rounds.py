"""Rounds of six seconds: the actions spent, the limits on further ones, and the turn order (ARP-TIME, ARP-ACT)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules.character.fields import number
from rules.character.sheet import Field
from rules.core import rounds, turns
from rules.core.acts import Effects
from rules.core.effects import Effect
from rules.core.marks import Mark
from rules.core.memo import memoize
from rules.core.paths import Data
from rules.core.rounds import LEFT, FightEnds, RoundBegins, Slot
from rules.core.scene import Action, Change, Scene
from rules.core.script import ATTACK
from rules.core.text import Text
from rules.core.turns import Distinct
from rules.games.arpenteurs import arms, checks, modifiers, places
from rules.games.arpenteurs import sheet as sheets
from rules.games.arpenteurs.initiative import AIMING, DONE, INIT, LEDGER, MOVE, ORDER, RETREAT, TIE, ledger, left
from rules.games.arpenteurs.modifiers import AIM
from rules.games.arpenteurs.places import Apart
from rules.games.arpenteurs.settings import COVERS, setting
from rules.games.arpenteurs.text import _, ngettext
from rules.ground import moving

WATCH = Mark("watch", keyed=True)  # the fighters whose actions this one watches to thwart

NO_ACTIONS_LEFT = _("No actions left this round.")
CANNOT_REACT = _("Unaware or unable: no reaction.")
DODGE_VS_RANGED = _("Ranged attacks cannot be dodged.")
COVER_TOO_FAR = _("No cover within a single action.")
NEEDS_FULL_TURN = _("This takes a whole round, and you have already acted.")
ENGAGED_NEEDS_REPLI = _("Engaged in melee: you must retreat to leave.")
DODGED_NO_ATTACK = _("No attack after a dodge this round.")
SAME_ACTION = _("Already done this round: actions must differ.")

# The names of actions. Attacks count as different by weapon; moves may be repeated.
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
LEAVING = (MOVE, "dive_to_cover")  # ARP-DIST-03: actions that change the fighter's place within the round


@dataclass(frozen=True)
class Wish:
    """An action or reaction that a fighter wants to take, with the facts that may forbid it.

    For a dodge, ``can_be_dodged`` is about the attack; for a dive, ``near`` means that one action reaches the cover.
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


def allowance_refusal(used: Sequence[Data], allowance: int, engaged: bool, wish: Wish, settings: Data) -> Text | None:
    """ARP-ACT-01 to 06, ARP-DIST-03, ARP-REACT-01: the first reason against an action or reaction."""
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
        (attacks and "dodge" in keys and _is_barred(wish, settings), DODGED_NO_ATTACK),
        (budget.repeats(keys, repeat_key(wish.entry, settings)), SAME_ACTION),
    )
    return next((reason for holds, reason in reasons if holds), None)


def repeat_key(entry: Data, settings: Data) -> str:
    """ARP-ACT-02, 04: the key of an action, which must differ within a round: its kind, with the weapon or skill.

    If the house settings do not count different weapons as different actions, all attacks have the same key.
    """
    kind = str(entry["kind"])
    if kind in (ATTACK, "opportunity_attack"):
        weapon = str(entry.get("weapon", "")) if setting(settings, "actions.two_weapons") else ""
        return f"attack {weapon}"
    return " ".join(f"{kind} {entry.get('skill', '')}".casefold().split())


def _is_barred(wish: Wish, settings: Data) -> bool:
    """ARP-ACT-06: by the house settings a dodge in this round forbids this attack."""
    if wish.reaction:
        return bool(setting(settings, "actions.dodge_bars_reaction_attack"))
    return bool(setting(settings, "actions.dodge_bars_attack") == "round")


@memoize
def action_refusal(scene: Scene, fighter: str, wish: Wish) -> Text | None:
    """The reason why a fighter cannot take an action or reaction now."""
    allowance = sheets.allowance(scene.sheet(fighter)).total
    engaged = bool(places.opponents(scene, fighter))
    reason = allowance_refusal(ledger(scene, fighter), allowance, engaged, wish, scene.settings)
    return reason or weapon_refusal(scene, fighter, wish.weapon)


def free_strike_refusal(scene: Scene, fighter: str, wish: Wish) -> Text | None:
    """ARP-ACT-06, ARP-DIST-05: the reason why a fighter cannot strike without spending an action."""
    dodges = [entry for entry in ledger(scene, fighter) if entry["kind"] == "dodge"]
    reason = allowance_refusal(dodges, len(dodges) + 1, False, wish, scene.settings)
    return reason or weapon_refusal(scene, fighter, wish.weapon)


def weapon_refusal(scene: Scene, fighter: str, key: str) -> Text | None:
    """ARP-ACT-02, ARP-RANGE-01, ARP-BURST-06: the reason why a weapon cannot be used in its present state."""
    weapon = arms.arm(scene, fighter, key)
    if weapon is None:
        return None
    if not arms.is_in_hand(scene, fighter, weapon):
        return arms.NOT_IN_HAND
    if not weapon.is_melee and not weapon.range_m:
        return modifiers.NO_RANGE
    return modifiers.NO_AMMUNITION if modifiers.is_empty(weapon, scene.settings) else None


class Spent(Effect):
    """ARP-ACT-05: an action or reaction is spent, from one allowance for both; a whole-round action spends all of it.

    A move loses an aim, even if it is thwarted; other actions but aiming or an attack do so if aims lapse (ARP-AIM-01).
    """

    kind = "spend"
    scalar = "entry"
    is_open = True
    entry: Data

    def land(self, scene: Scene) -> tuple[Change, ...]:
        row = {key: str(self.entry[key]) for key in ("kind", "weapon", "skill", "as") if key in self.entry}
        times = left(scene, self.target) if self.entry.get("whole") else 1
        spent = LEDGER.set(scene, self.target, [*ledger(scene, self.target), *[row] * times])
        lapses = row["kind"] not in (AIMING, ATTACK) and setting(scene.settings, "aim.lapses") == "soon"
        spoils = lapses or row["kind"] in places.MOVING
        return (spent, AIM.clear(scene, self.target)) if spoils else (spent,)

    def told(self, scene: Scene) -> Text | None:
        # An action is told by the title of its act.
        return _entry_name(self.entry, _kind(self.entry)) if self.entry.get("as") == "reaction" else None


def intent(scene: Scene, fighter: str) -> Text | None:
    """ARP-ACT-05: the actions and reactions of a fighter in this round, such as “attack (Axe), dodge”."""
    rows = tuple(_entry(scene, fighter, entry) for entry in ledger(scene, fighter))
    return _("%(actions)s", actions=tuple(dict.fromkeys(rows))) if rows else None


def _entry(scene: Scene, fighter: str, entry: Data) -> Text:
    weapon = arms.arm(scene, fighter, entry.get("weapon", ""))
    name = _kind(entry)
    return _entry_name(entry, _("%(action)s (%(weapon)s)", action=name, weapon=weapon.label) if weapon else name)


def _kind(entry: Data) -> Text:
    kind = str(entry["kind"])
    return KINDS.get(kind) or _("%(action)s", action=kind.removeprefix("other:"))


def _entry_name(entry: Data, name: Text) -> Text:
    return _("%(action)s as a reaction", action=name) if entry.get("as") == "reaction" else name


class Finish(turns.Finish):
    """ARP-TIME-02: a fighter ends their turn and keeps the actions left for reactions."""

    turns = ORDER
    label = _("Keep the rest for reactions")
    rules = ("ARP-TIME-02",)
    passes = "over"


class PassOver(turns.PassOver):
    """ARP-TIME-02: the game master skips the fighter whose turn it is."""

    turns = ORDER
    rules = ("ARP-TIME-02",)


MARKS = (INIT, TIE, LEDGER, DONE, AIM, WATCH, *places.MARKS, arms.HANDS, arms.OBJECTS, checks.RULING, LEFT)


class Round(RoundBegins):
    """ARP-ACT-01, ARP-INIT-05: a round begins with all actions; initiative is kept, or rolled anew by house setting."""

    marks = MARKS

    def opening(self, scene: Scene) -> tuple[Change, ...]:
        if not setting(scene.settings, "init.every_round"):
            return ()
        return tuple(mark.clear(scene, who) for who in scene.fighters for mark in (INIT, TIE))


class Over(FightEnds):
    """The fight ends, and distances and covers between fighters are forgotten."""

    def closing(self, scene: Scene) -> tuple[Change, ...]:
        return tuple(scene.change(f"marks.{key}", None) for key in ("metres", "apart", "between"))


class Left(moving.Left):
    """ARP-DIST-02, ARP-COVER-01, ARP-AIM-01: a fighter who leaves is out of melee, cover and sight: no aim lasts."""

    ground = places.GROUND

    def land(self, scene: Scene) -> tuple[Change, ...]:
        left = super().land(scene)
        if not self.gone:
            return left
        aiming = (
            who for who in scene.fighters if who == self.target or AIM.rows(scene, who).get("target") == self.target
        )
        return (*left, *(AIM.clear(scene, who) for who in aiming), WATCH.clear(scene, self.target))


class Leave(rounds.Leave):
    """ARP-DIST-02: the game master takes a fighter out of the fight, and so out of melee."""

    left = Left


class Start(rounds.StartFight):
    """ARP-TIME-01, ARP-DIST-01: the fight begins, with the distance between the sides."""

    first = Round
    says = _("The fight begins: roll initiative")

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        return (number("metres", _("Metres between the sides"), places.APART, 0, places.FAR, "ARP-DIST-01"),)

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (*super().cost(scene, action), Apart("gm", action.args["metres"]))


class NewRound(turns.NewRound):
    """ARP-TIME-01: the game master begins the next round after everybody has acted."""

    turns, first = ORDER, Round
    rules = ("ARP-TIME-01",)
    says = _("A new round begins, after %(seconds)s s")
    still = _("Not everybody has acted.")
    still_to_throw = _("Initiative is still to be rolled.")
    seconds = 6  # ARP-TIME-01


class End(rounds.EndFight):
    """The fight is over."""

    last = Over


# The turn order.


def actions_left(scene: Scene, fighter: str) -> Text:
    return ngettext("%(count)s action left", "%(count)s actions left", left(scene, fighter))


def slots(scene: Scene) -> tuple[Slot, ...]:
    """ARP-INIT-01: the rows of the order, from the highest total down, with notes on the fighters still in it."""
    rows = ORDER.slots(scene)
    return tuple(row if row.state == "out" else replace(row, note=_note(scene, row.fighter)) for row in rows)


def _note(scene: Scene, fighter: str) -> Text | None:
    level = places.cover(scene, fighter).level
    notes = (
        *((_("engaged"),) if places.opponents(scene, fighter) else ()),
        *((_("cover: %(cover)s", cover=COVERS[level][0]),) if level != "none" else ()),
    )
    return _("%(notes)s", notes=notes) if notes else None


ROUNDS = ORDER.rounds(actions_left, order=slots, intent=intent)
