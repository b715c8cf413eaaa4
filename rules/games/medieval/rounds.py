"""Rounds of about six seconds, five to a sequence: their beginning and end, and the order everybody sees (MED-TIME)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.core import rounds
from rules.core.acts import Effects
from rules.core.effects import Effect
from rules.core.paths import Data
from rules.core.rounds import HAS_LEFT, LEFT, FightEnds, GmAct, Headline, Prompt, RoundBegins, Rounds, Slot, is_running
from rules.core.scene import Action, Change, Scene
from rules.core.text import Text, plain, signed
from rules.games.medieval import declarations, initiative, manoeuvres
from rules.games.medieval import sheet as sheets
from rules.games.medieval.damage import written
from rules.games.medieval.dying import DeathOwed, awake, passed_over
from rules.games.medieval.initiative import (
    ACTED,
    ASSAULT,
    BEGUN,
    CHAIN,
    CHOICE,
    DECLARED,
    DONE,
    DYING_ROLL,
    HELD,
    INIT,
    MARKS,
    PRONE,
    SPRINT,
    TURN,
    Done,
    TurnAct,
    is_out,
    stage,
    up,
)
from rules.games.medieval.movement import contact
from rules.games.medieval.movement.moves import SPRINTED
from rules.games.medieval.settings import setting
from rules.games.medieval.sheet import DYING
from rules.games.medieval.text import _, ngettext


class Round(RoundBegins):
    """MED-TIME-01, MED-INIT-04, MED-SPRINT-03: a new round; a new sequence may ask for a new order."""

    marks = MARKS

    def land(self, scene: Scene) -> tuple[Change, ...]:
        """Chains and sprints are updated first, since they depend on marks that end with the round."""
        back = (change for who in scene.fighters for change in _looking_back(scene, who))
        ended = tuple(change for change in back if change.before != change.after)
        return (*ended, *super().land(scene.with_changes(ended)))

    def opening(self, scene: Scene) -> tuple[Change, ...]:
        anew = initiative.begins_anew(scene, int(self.number))
        return tuple(change for who in scene.fighters for change in _opening(scene, who, anew))


def _looking_back(scene: Scene, fighter: str) -> Iterator[Change]:
    """MED-MANOEUVRE-ENCHAINEMENT, MED-SPRINT-03: a chain or a sprint goes on, or ends if it was not continued."""
    after = manoeuvres.chain(scene, fighter).after(manoeuvres.ChainEvent.END_ROUND, scene.settings).written()
    yield CHAIN.set(scene, fighter, after or None)
    if not SPRINTED.of(scene, fighter):
        yield SPRINT.clear(scene, fighter)


def _opening(scene: Scene, fighter: str, anew: bool) -> Iterator[Change]:
    """MED-INIT-04, MED-LUTTE-CLE-01, MED-DEATH-08: end holds of absent wrestlers and counters of woken fighters."""
    if anew:
        yield INIT.clear(scene, fighter)
    present = contact.holders(scene, fighter)
    yield from (HELD.clear(scene, fighter, who) for who in HELD.rows(scene, fighter) if who not in present)
    if not is_out(scene, fighter):
        sheet = scene.sheet(fighter)
        yield from written(scene, fighter, awake(sheet, sheets.hp(sheet)))


class Over(FightEnds):
    """The fight ends, and its ground is forgotten."""

    def closing(self, scene: Scene) -> tuple[Change, ...]:
        return (scene.change("marks.terrain", None),)


def begins(scene: Scene, number: int) -> Effects:
    """MED-TIME-01, MED-DEATH-04: a round begins, in which dying fighters must roll."""
    dying = (DeathOwed(who) for who in scene.fighters if initiative.vital(scene, who) == DYING)
    return (Round("gm", number), *dying)


class Start(rounds.StartFight):
    """MED-TIME-01: a fight starts with its first round."""

    rules = ("MED-TIME-01",)

    def cost(self, scene: Scene, action: Action) -> Effects:
        return begins(scene, 1)


class NewRound(GmAct):
    """MED-TIME-01, MED-MAN-06, MED-DEATH-04: unused combat points come back, and the next round begins."""

    kind = "new_round"
    label = _("New round")
    rules = ("MED-TIME-01", "MED-MAN-06", "MED-DEATH-04")

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        waiting = _("Not everybody has acted.") if stage(scene) != "end" else None
        return super().refusal(scene, actor) or waiting

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (*manoeuvres.give_back_unsettled(scene), *begins(scene, scene.round + 1))

    def title(self, scene: Scene, action: Action) -> Text | None:
        sequence, place = initiative.sequence(scene.round + 1)
        passed = initiative.seconds(scene.round)
        return _(
            "Sequence %(sequence)s, round %(round)s, after %(seconds)s s",
            sequence=sequence, round=place, seconds=passed,
        )  # fmt: skip


class End(rounds.EndFight):
    """MED-MAN-06: unused combat points come back, and the fight is over."""

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (*manoeuvres.give_back_unsettled(scene), Over("gm"))


class Skipped(Effect):
    """A fighter is passed over in this part of the round: they leave the initiative, declare nothing or do nothing."""

    kind = "skip"

    def land(self, scene: Scene) -> tuple[Change, ...]:
        changes = {
            "opening": CHOICE.set(scene, self.target, "leave"),
            "dying": DYING_ROLL.set(scene, self.target, None),
            "declarations": DECLARED.set(scene, self.target),
        }
        part = stage(scene)
        if part in changes:
            return (changes[part],)
        return (BEGUN.set(scene, self.target), *Done(self.target).land(scene))


class PassOver(rounds.PassOver):
    """MED-TURN-01, MED-DEATH-04: the game master passes over a fighter, with the results of a roll not made."""

    rules = ("MED-TURN-01", "MED-DEATH-04")

    def candidates(self, scene: Scene) -> Iterable[str]:
        return up(scene)

    def cost(self, scene: Scene, action: Action) -> Effects:
        who = action.args["fighter"]
        settled = stops(scene, who) if stage(scene) == "action" else passed_over(scene, who)
        return (*settled, Skipped(who))


class Finish(TurnAct):
    """MED-MANOEUVRE-ASSAUT, MED-MAN-07: a fighter ends their turn; attacks of an Assault not made cost nothing."""

    kind = "finish"
    label = _("Do nothing more")
    rules = ("MED-TURN-01", "MED-MANOEUVRE-ASSAUT", "MED-MAN-07")
    sentence = _("%(who)s has finished")
    immediate = True
    in_assault = True
    joint = True
    passes = "over"

    def effects(self, scene: Scene, action: Action) -> Effects:
        return stops(scene, action.actor)

    def ending(self, scene: Scene, action: Action) -> Effects:
        return (Done(action.actor),)


def stops(scene: Scene, fighter: str) -> Effects:
    """MED-MANOEUVRE-ASSAUT, MED-MAN-06, 07: the combat points settled at the end of a turn."""
    left = ASSAULT.number(scene, fighter)
    spared = manoeuvres.CombatPoints(fighter, manoeuvres.unused_attacks(scene, fighter), "assaut")
    back = (manoeuvres.Assault(fighter, -left), spared) if left else ()
    return (*back, *manoeuvres.given_up(scene, fighter), *manoeuvres.reward_inaction(scene, fighter))


# Prompts, the order on display, and the headline.

_PROMPTS: dict[str, Text] = {
    "before": _("Start the fight"),
    "opening": _("Take the initiative, or leave it"),
    "order": _("Determine the order of combat"),
    "dying": _("Roll against death"),
    "declarations": _("Declare a manoeuvre, or none"),
    "action": _("Your turn"),
    "end": _("Open the next round, or end the fight"),
}
_PARTS: dict[str, Text] = {
    "opening": _("Who takes the initiative, who leaves it?"),
    "order": _("The order of combat"),
    "dying": _("Between life and death"),
    "declarations": _("Manoeuvres of the start of the round"),
    "end": _("Everybody has acted"),
}


def turn(scene: Scene) -> tuple[Prompt, ...]:
    """MED-TURN-01: openings and declarations in any order, then one fighter after the other."""
    if scene.exchanges:
        return ()
    label = _PROMPTS[stage(scene)]
    return tuple(Prompt(who, "act", label) for who in up(scene)) or (Prompt("gm", "act", label),)


def slots(scene: Scene) -> tuple[Slot, ...]:
    """MED-INIT-01, 03: everybody in the order of combat, those who left the initiative at its end."""
    if not is_running(scene):
        return tuple(Slot(who, "", "next") for who in scene.fighters)
    now = up(scene)
    return tuple(
        Slot(who, _at(scene, who), _state(scene, who, now), _note(scene, who)) for who in initiative.order(scene)
    )


def _at(scene: Scene, fighter: str) -> str:
    """The total that gives a place in the order; that of wisdom for whoever left the initiative."""
    row = INIT.of(scene, fighter) or {}
    total = row.get("roll", row.get("wisdom"))
    return "" if total is None else plain(int(total))


def _state(scene: Scene, fighter: str, now: tuple[str, ...]) -> str:
    if fighter in now:
        return "now"
    if is_out(scene, fighter):
        return "out"
    return "done" if DONE.of(scene, fighter) else "next"


def _note(scene: Scene, fighter: str) -> Text | None:
    if LEFT.of(scene, fighter):
        return HAS_LEFT
    notes = tuple(_notes(scene, fighter))
    return _("%(notes)s", notes=notes) if notes else None


def _notes(scene: Scene, fighter: str) -> Iterator[Text]:
    if (INIT.of(scene, fighter) or {}).get("leave"):
        yield _("left the initiative")
    if PRONE.of(scene, fighter):
        yield _("on the ground")
    holders = contact.holders(scene, fighter)
    if holders:
        yield _("held by %(who)s", who=tuple(_("%(who)s", who=scene.name(who)) for who in holders))
    yield from _feints(scene, fighter)
    by = manoeuvres.defence_malus(scene, fighter)
    if by:
        yield _("Defence %(by)s", by=signed(-by))
    count = 0 if is_out(scene, fighter) else manoeuvres.chain(scene, fighter).count
    if count:
        yield _("chain: %(count)s", count=count)
    if initiative.vital(scene, fighter) == DYING:
        yield _("dying")


def _feints(scene: Scene, fighter: str) -> Iterator[Text]:
    """MED-MANOEUVRE-FEINTE: notes on the feints aimed at a fighter, once everybody has declared."""
    if stage(scene) == "declarations":
        return
    attack, defence = map(signed, manoeuvres.FEINT)
    for who in scene.fighters:
        if manoeuvres.feints(scene, who, fighter):
            yield _("feint of %(who)s: attack %(attack)s, then Defence %(defence)s",
                who=scene.name(who), attack=attack, defence=defence,
            )  # fmt: skip


def headline(scene: Scene) -> Headline:
    """The sequence and the round, then whose turn it is and what is left of it."""
    if not is_running(scene):
        return rounds.idle_headline(scene)
    sequence, place = initiative.sequence(scene.round)
    words = _("Sequence %(sequence)s, round %(round)s of 5", sequence=sequence, round=place)
    part = stage(scene)
    busy = rounds.busy_fighters(scene)
    if part not in ("action", "end") or (part == "end" and not busy):
        return Headline(words, _PARTS[part])
    now = (*busy, *initiative.acting(scene))[0]
    return Headline(words, _attacks_left(scene, now, bool(busy)))


def _attacks_left(scene: Scene, now: str, busy: bool) -> Text:
    """MED-TURN-01, MED-MAN-03: the fighter whose turn it is, and the actions left in it."""
    who, attacks = scene.name(now), ASSAULT.number(scene, now)
    if attacks:
        left = ngettext("Assault, %(count)s attack left", "Assault, %(count)s attacks left", attacks)
    elif busy:
        return _("%(who)s’s turn", who=who)
    elif ACTED.of(scene, now):
        left = _("extra or immediate actions left")
    elif contact.holders(scene, now):
        left = _("held")
    elif manoeuvres.used_manoeuvre(scene, now):
        left = _("one action left")
    else:
        left = _("one action and one manoeuvre left")
    return _("%(who)s’s turn: %(left)s", who=who, left=left)


def intent(scene: Scene, fighter: str) -> Text | None:
    """MED-INIT-02, MED-MAN-04: the choice of a fighter about the initiative, then their declared manoeuvre."""
    if chose := CHOICE.of(scene, fighter):
        return _("leaves the initiative") if chose == "leave" else _("takes the initiative")
    key = manoeuvres.used_manoeuvre(scene, fighter)
    if DECLARED.of(scene, fighter) and _are_declarations_sealed(scene):
        return _("has declared")
    if not key:
        return None
    words = declarations.with_target(scene, key, manoeuvres.aimed_at(scene, fighter))
    if key not in manoeuvres.STANCES:
        return words
    attack, defence = map(signed, manoeuvres.STANCES[key])
    worth = _("attack %(attack)s, Defence %(defence)s", attack=attack, defence=defence)
    return _("%(manoeuvre)s: %(worth)s", manoeuvre=words, worth=worth)


def _are_declarations_sealed(scene: Scene) -> bool:
    """MED-MAN-04: declarations are secret by house setting until everybody has declared."""
    return bool(setting(scene.settings, "manoeuvre.sealed") and initiative.owing(scene))


def open_marks(scene: Scene, fighter: str) -> Data:
    marks, sealed = scene.fighters[fighter].marks, _are_declarations_sealed(scene)
    return {
        mark.key: marks[mark.key]
        for mark in MARKS
        if mark.is_open and mark.key in marks and not (sealed and mark is TURN)
    }


def _preferred_kinds(scene: Scene, fighter: str) -> tuple[str, ...]:
    return ("break_free", "get_up", Finish.kind) if contact.ATTACKED.of(scene, fighter) else ()


ROUNDS = Rounds(
    turn=turn,
    order=slots,
    headline=headline,
    is_out=is_out,
    takes_turns=lambda scene: stage(scene) == "action",
    intent=intent,
    open_marks=open_marks,
    preferred_kinds=_preferred_kinds,
)
