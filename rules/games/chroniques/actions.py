"""The four types of action, how a turn may combine them, and all actions that are not attacks (CHO-ACT)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import ClassVar

from rules.character.sheet import Choice, Field
from rules.core import turns
from rules.core.acts import Effects, blocking_refusal, titled
from rules.core.effects import Effect
from rules.core.errors import Refused
from rules.core.paths import Data
from rules.core.rounds import AboutFighter
from rules.core.scene import Action, Change, Scene
from rules.core.script import ATTACK
from rules.core.text import Text
from rules.core.turns import DONE, Bundles
from rules.games.chroniques import initiative, states
from rules.games.chroniques import sheet as sheets
from rules.games.chroniques.initiative import DRAWN, NO_FREE, ORDER, RECOVERED, SPENT, USED, TurnAct, append
from rules.games.chroniques.settings import setting
from rules.games.chroniques.states import STATES, StateChange
from rules.games.chroniques.text import _
from rules.ground import moving
from rules.ground.ground import Ground

# CHO-ACT-01: the types by the letters of the rulebook; ``TAKEN`` words them for the actions taken so far.
ACTIONS: dict[str, Text] = {
    "L": _("limited action (L)"),
    "M": _("movement action (M)"),
    "A": _("attack action (A)"),
    "F": _("free action"),
}
TAKEN: dict[str, Text] = {"L": _("limited action"), "M": _("movement"), "A": _("attack"), "F": _("free action")}

# CHO-ACT-02 to 05: the things a fighter can do, each with the type of action it takes.
DEEDS: dict[str, tuple[Text, str]] = {
    "limited_ability": (_("Use a limited ability"), "L"),
    "move": (_("Move"), "M"),
    "stand_up": (_("Stand up"), "M"),
    "pick_up": (_("Pick up a weapon"), "M"),
    "draw": (_("Draw a weapon"), "M"),
    "movement_ability": (_("Use a movement ability"), "M"),
    "open_door": (_("Open a door"), "M"),
    "reload": (_("Reload"), "M"),
    "other": (_("Something else that is no attack"), "M"),
    ATTACK: (_("Attack"), "A"),
    "attack_ability": (_("Use an attack ability"), "A"),
    "shout": (_("Shout a few words"), "F"),
    "drop_object": (_("Drop an object"), "F"),
}
TO_HAND = ("pick_up", "draw")  # both ready a weapon
MOVES = ("move", "movement_ability", "ability-")  # the keys of actions that change a fighter's place begin so

TURN = Bundles(("L", "MA", "MM"))  # CHO-ACT-06

LIMITED_IS_ALONE = _("A limited action fills the turn: nothing but free actions goes with it.")
TOO_MANY = _("This turn holds two actions already.")
TWO_ATTACKS = _("One attack action per turn.")
GM_REFUSED = _("The game master allows no more free actions in this turn.")
WHAT = _("What")


def spent_actions(scene: Scene, fighter: str) -> tuple[str, ...]:
    """The actions already taken in the present turn, without the free ones, which have no limit."""
    return tuple(letter for letter in SPENT.of(scene, fighter) or () if letter != "F")


def over_budget(taken: Sequence[str], action: str) -> Text | None:
    """CHO-ACT-06 to 08: the reason why one more action does not fit into a turn; free actions always fit."""
    if action == "F" or TURN.fits(taken, action):
        return None
    if "L" in (*taken, action):
        return LIMITED_IS_ALONE
    return TOO_MANY if len(taken) > 1 else TWO_ATTACKS


def action_refusal(scene: Scene, fighter: str, action: str) -> Text | None:
    """The reason why a fighter cannot take an action now: first from their states, then from the turn so far."""
    if action == "F" and NO_FREE.of(scene, fighter):
        return GM_REFUSED
    reasons = (_state_refusal(scene, fighter, key, action) for key in states.of(scene.sheet(fighter)))
    return next((reason for reason in reasons if reason), None) or over_budget(spent_actions(scene, fighter), action)


def _state_refusal(scene: Scene, fighter: str, key: str, action: str) -> Text | None:
    """CHO-SURPRISE-07, CHO-STATE-01: the reason why a state forbids this action."""
    state = STATES[key]
    free = action == "F" and setting(scene.settings, "surprise.free_actions")
    past = key == "surprised" and (free or not initiative.loses_turn(scene, fighter))
    if state.no_action and not past:
        return _("%(state)s: no action.", state=state.label)
    if state.one_action and (action == "L" or (action != "F" and spent_actions(scene, fighter))):
        return _("%(state)s: one action per turn, A or M.", state=state.label)
    return None


def movement_refusal(scene: Scene, fighter: str) -> Text | None:
    """CHO-STATE-01: the reason why a state keeps a fighter from moving, however many actions they have left."""
    fixed = (STATES[key].label for key in states.of(scene.sheet(fighter)) if STATES[key].no_movement)
    return next((_("%(state)s: no movement.", state=label) for label in fixed), None)


def left(scene: Scene, fighter: str) -> Text | None:
    """CHO-ACT-06: the actions left in a turn, in words; ``None`` while all are left."""
    open_letters = "".join(letter for letter in "LMA" if action_refusal(scene, fighter, letter) is None)
    if not open_letters:
        return _("free actions left") if action_refusal(scene, fighter, "F") is None else _("nothing left")
    return {"M": _("a movement left"), "MA": _("an attack or a movement left")}.get(open_letters)


def letter(scene: Scene, fighter: str, how: str, usual: str, grants: str) -> str:
    """CHO-ACT-04, 07: the type of action that an attack or a move takes, done the usual way or by an ability."""
    if how == "usual":
        return usual
    row: Data = sheets.special_abilities(scene.sheet(fighter)).get(how.removeprefix("ability-"), {})
    return "F" if row.get("grants") == grants else str(row.get("action", "passive"))


def ways(scene: Scene, fighter: str, usual: str, grants: str) -> Field:
    """CHO-ACT-04, 07: the ways to attack or move: the usual action, then abilities; disabled if they do not fit."""
    rows = [Choice("usual", ACTIONS[usual], action_refusal(scene, fighter, usual))]
    for key, row in sheets.special_abilities(scene.sheet(fighter)).items():
        if row.get("grants") == grants or (usual == "A" and row.get("action") in ("A", "L")):
            taken = letter(scene, fighter, f"ability-{key}", usual, grants)
            label = _("%(ability)s: %(action)s", ability=str(row.get("name", "")), action=ACTIONS[taken])
            again = ability_refusal(scene, fighter, key) if taken == "F" else None
            rows.append(Choice(f"ability-{key}", label, action_refusal(scene, fighter, taken) or again))
    first = next((row.key for row in rows if row.refused is None), "usual")
    return Field("how", _("As"), "choice", default=first, choices=tuple(rows), rule="CHO-ACT-07")


def ability_refusal(scene: Scene, fighter: str, ability: str) -> Text | None:
    """CHO-ACT-07: the reason against another free use of an ability; its row limits uses per turn, 0 sets no limit."""
    most = int(sheets.special_abilities(scene.sheet(fighter))[ability].get("per_turn", 1))
    times = (USED.of(scene, fighter) or []).count(ability)
    return _("Used in this turn already.") if most and times >= most else None


class Spent(Effect):
    """CHO-ACT-06, 07: an action of the turn is spent; ``by`` is the ability or deed that it was spent on."""

    kind = "spend"
    is_open = True
    action: str
    by: str = ""

    def land(self, scene: Scene) -> tuple[Change, ...]:
        taken = append(SPENT, scene, self.target, str(self.action))
        return (taken, append(USED, scene, self.target, str(self.by))) if self.by else (taken,)

    def told(self, scene: Scene) -> Text | None:
        return ACTIONS[self.action]


def spend(fighter: str, action: str, how: str) -> Spent:
    """The effect that spends an action of the turn; ``how`` names the ability used, if any."""
    return Spent(fighter, action, how.removeprefix("ability-") if how.startswith("ability-") else "")


class Drawn(Effect):
    """CHO-ACT-03: a fighter now has a weapon in hand."""

    mark = DRAWN
    scalar = "weapon"
    weapon: str

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return (append(DRAWN, scene, self.target, self.weapon),)


class Dropped(Drawn):
    """CHO-ACT-05: a dropped weapon is no longer in hand."""

    kind = "dropped"

    def land(self, scene: Scene) -> tuple[Change, ...]:
        held = [weapon for weapon in DRAWN.of(scene, self.target) or () if weapon != self.weapon]
        return (DRAWN.set(scene, self.target, held or None),)


class ActionOf(TurnAct):
    """An action of one type, with a choice of the things that it allows."""

    letter: ClassVar[str]
    unnamed: ClassVar[str] = ""  # the choice for an ability that is not on the sheet

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        rule = f"CHO-ACT-0{'LMAF'.index(self.letter) + 2}"
        what = Field("what", WHAT, "choice", choices=tuple(self.deeds(scene, actor)), rule=rule)
        return (what, Field("note", _("In words"), "text", most=80))

    def deeds(self, scene: Scene, actor: str) -> Iterator[Choice]:
        for key, row in sheets.special_abilities(scene.sheet(actor)).items():
            if row.get("action") == self.letter:
                label = _("%(ability)s", ability=str(row.get("name", "")))
                legs = movement_refusal(scene, actor) if row.get("grants") == "free_move" else None
                again = ability_refusal(scene, actor, key) if self.letter == "F" else None
                yield Choice(f"ability-{key}", label, legs or again)
        if self.unnamed:
            yield Choice(self.unnamed, DEEDS[self.unnamed][0])

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        return action_refusal(scene, actor, self.letter)

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (spend(action.actor, self.letter, action.args["what"]),)

    def title(self, scene: Scene, action: Action) -> Text | None:
        key = str(action.args["what"])
        row: Data = sheets.special_abilities(scene.sheet(action.actor)).get(key.removeprefix("ability-"), {})
        what = _("%(ability)s", ability=str(row["name"])) if row.get("name") else _deed(key)
        return titled(scene, action, what)


def _deed(key: str) -> Text:
    return DEEDS.get(key.partition("-")[0], DEEDS["other"])[0]


class Movement(ActionOf):
    """CHO-ACT-03, 07: an action other than an attack; an ability can make a move free; standing up ends prone."""

    kind = "movement"
    label = _("Movement action (M)")
    rules = ("CHO-ACT-03", "CHO-ACT-07")
    letter = "M"

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        what, note = super().fields(scene, actor)
        legs = movement_refusal(scene, actor)
        rows = (replace(row, refused=row.refused or legs) if row.key.startswith(MOVES) else row for row in what.choices)
        to = moving.destination(scene, actor, moving.beyond(sheets.metres(scene.sheet(actor))), rule="CHO-ACT-03")
        return replace(what, choices=tuple(rows)), ways(scene, actor, "M", "free_move"), *to, note

    def deeds(self, scene: Scene, actor: str) -> Iterator[Choice]:
        standing = "prone" not in states.of(scene.sheet(actor))
        for key, (label, letter) in DEEDS.items():
            if key in TO_HAND:
                yield from _to_hand(scene, actor, key)
            elif letter == "M":
                yield Choice(key, label, _("Already standing.") if key == "stand_up" and standing else None)
        yield from super().deeds(scene, actor)

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        return blocking_refusal(self.fields(scene, actor)[1:2])

    def hint(self, scene: Scene, actor: str) -> Text | None:
        return _("About %(metres)s m", metres=sheets.metres(scene.sheet(actor)))

    def cost(self, scene: Scene, action: Action) -> Effects:
        fighter, what = action.actor, str(action.args["what"])
        taken = letter(scene, fighter, action.args["how"], "M", "free_move")
        if taken == "F" and not what.startswith(MOVES):
            raise Refused(_("This ability makes nothing but a move free."), "how")
        risen = (StateChange(fighter, "prone", True),) if what == "stand_up" else ()
        way, _dash, weapon = what.partition("-")
        drawn = (Drawn(fighter, weapon),) if way in TO_HAND and weapon else ()
        by = action.args["how"] if action.args["how"] != "usual" else what
        return (spend(fighter, taken, by), *risen, *drawn, *_move_effects(action))


def _band(scene: Scene, fighter: str, other: str) -> Text | None:
    """CHO-ATK-01: a note that another fighter is in or out of range of the first weapon with a range."""
    rows: Data = scene.sheet(fighter).get("weapons") or {}
    reach = next((int(row["range_m"]) for row in rows.values() if row.get("range_m")), 0)
    metres = GROUND.metres(scene, fighter, other)
    if not reach or metres is None:
        return None
    return _("within range") if metres <= reach else _("out of range")


GROUND = Ground(contact=2, band=_band)


class Gone(moving.Gone):
    """CHO-ACT-03: a fighter has moved to another place."""

    ground = GROUND


def _move_effects(action: Action) -> Effects:
    """CHO-ACT-03: the change of place, if one was chosen. Raises ``Refused`` if the action is not a move."""
    gone = Gone.chosen(action.actor, action.args)
    if gone and not action.args["what"].startswith(MOVES):
        raise Refused(_("Only a move leads to another place."), "to")
    return gone


def _to_hand(scene: Scene, fighter: str, way: str) -> Iterator[Choice]:
    """CHO-ACT-03: draw or pick up a weapon: one choice, or one for each weapon if they start undrawn."""
    if setting(scene.settings, "attack.weapons") == "ready":
        yield Choice(way, DEEDS[way][0])
        return
    for key, row in (scene.sheet(fighter).get("weapons") or {}).items():
        weapon = str(row.get("name", ""))
        label = _("Draw: %(weapon)s", weapon=weapon) if way == "draw" else _("Pick up: %(weapon)s", weapon=weapon)
        yield Choice(f"{way}-{key}", label, None if not in_hand(scene, fighter, key) else _("In hand already."))


def in_hand(scene: Scene, fighter: str, weapon: str) -> bool:
    """CHO-ACT-03: weapons are in hand from the start, unless the house settings require drawing them first."""
    ready = setting(scene.settings, "attack.weapons") == "ready"
    return ready or weapon in (DRAWN.of(scene, fighter) or ())


class Limited(ActionOf):
    """CHO-ACT-02: a limited ability, which fills the turn."""

    kind = "limited"
    label = _("Limited action (L)")
    rules = ("CHO-ACT-02",)
    letter = "L"
    unnamed = "limited_ability"


class AttackAbility(ActionOf):
    """CHO-ACT-04: an ability that attacks without a weapon of the sheet, described in words."""

    kind = "ability"
    label = _("Attack ability (A)")
    rules = ("CHO-ACT-04",)
    letter = "A"
    unnamed = "attack_ability"


class Free(ActionOf):
    """CHO-ACT-05, 08: free actions have no limit until the game master ends them."""

    kind = "free"
    label = _("Free action")
    rules = ("CHO-ACT-05", "CHO-ACT-08")
    letter = "F"

    def deeds(self, scene: Scene, actor: str) -> Iterator[Choice]:
        yield from (Choice(key, label) for key, (label, letter) in DEEDS.items() if letter == "F")
        rows: Data = scene.sheet(actor).get("weapons") or {}
        for key in DRAWN.of(scene, actor) or ():
            if key in rows:
                yield Choice(f"drop_object-{key}", _("Drop: %(weapon)s", weapon=str(rows[key].get("name", ""))))
        yield from super().deeds(scene, actor)
        yield Choice("other", _("Something else"))

    def cost(self, scene: Scene, action: Action) -> Effects:
        what, _dash, weapon = str(action.args["what"]).partition("-")
        dropped = (Dropped(action.actor, weapon),) if what == "drop_object" and weapon else ()
        return (*super().cost(scene, action), *dropped)


class Finish(turns.Finish):
    """CHO-TIME-02: a fighter ends their turn."""

    turns = ORDER
    label = _("End the turn")
    rules = ("CHO-TIME-02",)
    passes = "over"


class PassOver(turns.PassOver):
    """CHO-TIME-02: the game master skips the fighter whose turn it is."""

    turns = ORDER


class FreeActionsOver(Effect):
    """CHO-ACT-08: a fighter may take no more free actions in this turn."""

    mark = NO_FREE
    is_open = True
    says = _("no more free actions in this turn")


class EndFreeActions(PassOver):
    """CHO-ACT-08: the game master forbids further free actions to the fighter whose turn it is."""

    kind = NO_FREE.key
    label = _("No more free actions")
    rules = ("CHO-ACT-08",)
    says = _("%(who)s has done enough for free")

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (FreeActionsOver(action.args["fighter"]),)


class TurnAgain(Effect):
    """CHO-TIME-02: a fighter takes another turn in the same round."""

    kind = "again"
    is_open = True
    says = _("takes another turn in this round")

    def land(self, scene: Scene) -> tuple[Change, ...]:
        cleared = (mark.clear(scene, self.target) for mark in (DONE, SPENT, USED, NO_FREE))
        surprised = initiative.is_surprised(scene, self.target)
        return (*cleared, *((RECOVERED.set(scene, self.target),) if surprised else ()))


class AnotherTurn(AboutFighter):
    """CHO-TIME-02: the game master gives a second turn, an exception to one turn per round."""

    kind = "again"
    label = _("Another turn")
    rules = ("CHO-TIME-02",)
    says = _("%(who)s has another turn")

    def candidates(self, scene: Scene) -> Iterable[str]:
        return (who for who in scene.fighters if DONE.of(scene, who) and not initiative.is_out(scene, who))

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (TurnAgain(action.args["fighter"]),)


def openly(scene: Scene, fighter: str) -> Text | None:
    """CHO-ACT-06: the actions that a fighter has taken in this turn, in words for everybody."""
    taken = SPENT.of(scene, fighter)
    return _("%(taken)s", taken=tuple(TAKEN[letter] for letter in taken)) if taken else None
