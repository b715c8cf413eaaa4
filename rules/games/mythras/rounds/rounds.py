"""Rounds as the game master runs them: initiative, surprise, contact, situations, states (MYT-ROUND)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.character.fields import flag, number
from rules.character.sheet import Choice, Field
from rules.core import rounds
from rules.core.acts import Act, Effects, fighters
from rules.core.dice import Dice
from rules.core.effects import Effect
from rules.core.errors import Refused
from rules.core.game import Rest as GameRest
from rules.core.paths import Data
from rules.core.rounds import AboutFighter, AboutTwo, GmAct, Rounds, prompts_in_turn
from rules.core.scene import Action, Scene
from rules.core.script import Roll, Script, just
from rules.core.text import Text
from rules.games.mythras import marks
from rules.games.mythras.actions.footing import Pull, Stand
from rules.games.mythras.actions.handling import Ready
from rules.games.mythras.character import sheet as sheets
from rules.games.mythras.character.healing import Rested, why_no_rest
from rules.games.mythras.character.tables import CLOSE, RANGED
from rules.games.mythras.combat.injuries import Dropped, bled
from rules.games.mythras.combat.shots import Reload
from rules.games.mythras.equipment import limbs
from rules.games.mythras.equipment import weapons as arms
from rules.games.mythras.equipment.arms import OBJECTS
from rules.games.mythras.equipment.ranged import why_unloaded
from rules.games.mythras.rolls.grades import GRADES
from rules.games.mythras.rounds import initiative, ladder, states
from rules.games.mythras.rounds.states import Around, Disengage, Engage, Flag, Shelter
from rules.games.mythras.rounds.turn_effects import LATER, Initiative, Over, Round, Surprised, Turn, Unaware
from rules.games.mythras.text import _

D10 = Dice(1, 10)
MOST_TIES = 5  # throws between equals


def _tie(scene: Scene, throw: int, fighter: str, equal: tuple[str, ...]) -> Roll:
    """The roll between equals; not thrown by those equal to somebody hidden alone, whose presence it would tell."""
    unseen = [other for other in equal if not scene.fighters[other].hidden] == [fighter]
    by = "gm" if unseen else fighter
    return Roll(f"tie{throw}-{fighter}", by, D10, _("Tie"), secret=unseen, thrower=fighter)


def roll_initiative(scene: Scene, who: tuple[str, ...], args: Data) -> Script[Effects]:
    """MYT-INIT-01, 02: initiative; equals with the same DEX throw again until one is higher.

    MYT-CLOSE-SURPRISE: what surprise takes is taken from a new roll too, as long as it lasts.
    """
    label = _("Initiative")
    faces = yield tuple(Roll(f"initiative-{fighter}", fighter, D10, label) for fighter in who)
    slowed = {fighter: marks.SLOWED.number(scene, fighter) for fighter in who}
    late = {fighter: LATER if args.get(f"surprised_{fighter}") else slowed[fighter] for fighter in who}
    ranks = {fighter: _rank(scene, fighter, die - late[fighter]) for fighter, (die,) in zip(who, faces, strict=True)}
    ranks |= _equals(scene, ranks)
    ties = yield from _break_ties(scene, ranks)
    return tuple(Initiative(key, rank[0], _as_number(ties[key]), late.get(key, 0)) for key, rank in ranks.items())


def _break_ties(scene: Scene, ranks: dict[str, tuple[int, int]]) -> Script[dict[str, tuple[int, ...]]]:
    ties: dict[str, tuple[int, ...]] = dict.fromkeys(ranks, ())
    for throw in range(1, MOST_TIES + 1):
        peers = {fighter: _peers(ranks, ties, fighter) for fighter in ranks}
        equal = tuple(fighter for fighter in ranks if len(peers[fighter]) > 1)
        if not equal:
            break
        again = yield tuple(_tie(scene, throw, fighter, peers[fighter]) for fighter in equal)
        ties |= {fighter: (*ties[fighter], die) for fighter, (die,) in zip(equal, again, strict=True)}
    return ties


def _peers(ranks: dict[str, tuple[int, int]], ties: dict[str, tuple[int, ...]], fighter: str) -> tuple[str, ...]:
    mine = ranks[fighter], ties[fighter]
    return tuple(other for other in ranks if (ranks[other], ties[other]) == mine)


def _rank(scene: Scene, fighter: str, die: int) -> tuple[int, int]:
    sheet = scene.sheet(fighter)
    bonus = sheets.initiative_bonus(sheet, scene.settings).total
    return die + bonus, sheets.characteristic(sheet, "dex")


def _equals(scene: Scene, ranks: dict[str, tuple[int, int]]) -> dict[str, tuple[int, int]]:
    """MYT-INIT-02: those who were there and are equal to somebody who comes later throw with them."""
    there = (who for who in scene.fighters if who not in ranks and marks.INIT.of(scene, who) is not None)
    return {who: rank for who in there if (rank := initiative.rank(scene, who)[:2]) in ranks.values()}


def _as_number(dice: tuple[int, ...]) -> int:
    """The dice thrown between equals as one number that orders like them."""
    return sum(die * 11 ** (MOST_TIES - place) for place, die in enumerate(dice))


def _losses(scene: Scene) -> Effects:
    """MYT-WOUND-05: what the bleeding lose as a round begins."""
    return tuple(effect for who in scene.fighters for effect in bled(scene, who))


def _living(scene: Scene) -> tuple[str, ...]:
    return tuple(who for who in scene.fighters if initiative.is_alive(scene, who))


class Start(rounds.StartFight):
    """MYT-UI-01, MYT-CLOSE-SURPRISE, MYT-WOUND-05: surprise comes before initiative; who bleeds tires in this round."""

    rules = ("MYT-INIT-01", "MYT-CLOSE-SURPRISE", "MYT-WOUND-05")
    first = Round
    says = _("The fight begins: initiative")

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        return tuple(
            flag(f"surprised_{who}", _("%(who)s is surprised", who=scene.name(who)), rule="MYT-CLOSE-SURPRISE")
            for who in _living(scene)
        )

    def cost(self, scene: Scene, action: Action) -> Effects:
        surprised = (who for who in scene.fighters if action.args.get(f"surprised_{who}"))
        return (*super().cost(scene, action), *_losses(scene), *(Unaware(who) for who in surprised))

    def script(self, scene: Scene, action: Action) -> Script[Effects] | None:
        return roll_initiative(scene, _living(scene), action.args)


class NewRound(GmAct):
    """MYT-ROUND-01, MYT-WOUND-05: bleeding causes fatigue."""

    kind = "new_round"
    label = _("New round")
    rules = ("MYT-ROUND-01", "MYT-WOUND-05")
    says = _("A new round begins")

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        waiting = _("Somebody still has points for a turn.") if initiative.acting(scene) else None
        return super().refusal(scene, actor) or waiting

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (Round("gm", scene.round + 1), *_losses(scene))


class End(rounds.EndFight):
    """The fight is over."""

    last = Over


class PassOver(rounds.PassOver):
    """MYT-ACT-DITHER: a fighter who is passed over dithers."""

    rules = ("MYT-ACT-DITHER",)

    def candidates(self, scene: Scene) -> Iterable[str]:
        return initiative.acting(scene)

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (Turn(action.args["fighter"], 1),)


def _seen_late(scene: Scene) -> tuple[str, ...]:
    return tuple(who for who in _late(scene) if not scene.fighters[who].hidden)


def _late(scene: Scene) -> Iterator[str]:
    return (who for who in _living(scene) if marks.INIT.of(scene, who) is None)


class Late(AboutFighter):
    """MYT-INIT-01: those who came later roll, at once like at the start; somebody hidden alone."""

    kind = "late"
    label = _("Roll initiative for who came later")
    rules = ("MYT-INIT-01",)
    opening = follows = True
    says = _("%(who)s joins the fight: initiative")

    def is_open(self, scene: Scene, actor: str) -> bool:
        return super().is_open(scene, actor) and any(_late(scene))

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        seen = _seen_late(scene)
        everybody = (Choice("all", _("everybody")),) if len(seen) > 1 else ()
        unseen = (who for who in _late(scene) if who not in seen)
        rows = (*everybody, *fighters(scene, (*seen, *unseen)))
        return (Field("fighter", _("Fighter"), "choice", default=rows[0].key, choices=rows),)

    def title(self, scene: Scene, action: Action) -> Text | None:
        several = action.args["fighter"] == "all"
        return _("Several join the fight: initiative") if several else super().title(scene, action)

    def script(self, scene: Scene, action: Action) -> Script[Effects] | None:
        whose = str(action.args["fighter"])
        return roll_initiative(scene, _seen_late(scene) if whose == "all" else (whose,), {})


class RollAgain(AboutFighter):
    """MYT-INIT-01: worked out anew, where something has changed."""

    kind = "again"
    label = _("Roll initiative again")
    rules = ("MYT-INIT-01",)
    says = _("%(who)s rolls initiative again")

    def candidates(self, scene: Scene) -> Iterable[str]:
        return (who for who in scene.fighters if marks.INIT.of(scene, who) is not None)

    def script(self, scene: Scene, action: Action) -> Script[Effects] | None:
        return roll_initiative(scene, (str(action.args["fighter"]),), {})


class Surprise(AboutFighter):
    """MYT-CLOSE-SURPRISE: in the middle of a fight."""

    kind = "surprise"
    label = _("Surprise somebody")
    rules = ("MYT-CLOSE-SURPRISE",)
    says = _("%(who)s is surprised")

    def candidates(self, scene: Scene) -> Iterable[str]:
        return (who for who in scene.fighters if not marks.NO_OFFENCE.of(scene, who))

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (Surprised(action.args["fighter"]),)


class Contact(AboutTwo):
    """MYT-CLOSE-ENGAGE: the game master knows who stands next to whom."""

    kind = "contact"
    label = _("Engagement")
    rules = ("MYT-CLOSE-ENGAGE",)
    says = _("Who is engaged with whom changes")

    def further(self, scene: Scene) -> tuple[Field, ...]:
        return (flag("apart", _("They are apart"), rule="MYT-CLOSE-ENGAGE"),)

    def effect(self, args: Data) -> Effect:
        kind = Disengage if args["apart"] else Engage
        return kind(args["fighter"], args["other"])


class AboutSome(GmAct):
    """An act of the game master about one fighter or everybody."""

    def fighter_field(self, scene: Scene) -> Field:
        rows = (Choice("all", _("everybody")), *fighters(scene, scene.fighters))
        return Field("fighter", _("Fighter"), "choice", choices=rows)

    def chosen_fighters(self, scene: Scene, action: Action) -> tuple[str, ...]:
        who = str(action.args["fighter"])
        return tuple(scene.fighters) if who == "all" else (who,)


class Situate(AboutSome):
    """MYT-SIT-GM: a fighter's situation until changed; the worst one counts."""

    kind = marks.AROUND.key
    label = _("Situation of somebody")
    rules = ("MYT-SIT-GM",)
    says = _("The situation changes")

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        close, shot, nothing = _("Close combat"), _("Shots, and who is shot at"), _("nothing special")
        rows: tuple[Choice, ...] = ()
        for key, group, table in (("close", close, CLOSE), ("shot", shot, RANGED)):
            near = (
                Choice(f"{key}-{name}", row[0], hint=GRADES[row[1]].label, group=group) for name, row in table.items()
            )
            rows += (Choice(f"{key}-none", nothing, group=group), *near)
        what = Field("what", _("Situation"), "choice", choices=rows, rule="MYT-SIT-GM")
        return self.fighter_field(scene), what

    def cost(self, scene: Scene, action: Action) -> Effects:
        table, _dash, key = str(action.args["what"]).partition("-")
        return tuple(Around(who, table, "" if key == "none" else key) for who in self.chosen_fighters(scene, action))


class CoverAtHand(AboutSome):
    """MYT-ACT-TAKE-COVER: what somebody can hide behind without going anywhere."""

    kind = marks.SHELTER.key
    label = _("Cover at hand")
    rules = ("MYT-ACT-TAKE-COVER",)
    says = _("What there is to hide behind changes")

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        of = (Choice("none", _("nothing")), *(Choice(key, row[0]) for key, row in OBJECTS.items()))
        return self.fighter_field(scene), Field("of", self.label, "choice", choices=of, rule="MYT-ACT-TAKE-COVER")

    def cost(self, scene: Scene, action: Action) -> Effects:
        of = "" if action.args["of"] == "none" else str(action.args["of"])
        return tuple(Shelter(who, of) for who in self.chosen_fighters(scene, action))


class Rest(AboutFighter):
    """MYT-HEAL-01: days of rest, once the dust has settled."""

    kind = Rested.kind
    label = _("Rest and heal")
    rules = ("MYT-HEAL-01",)
    says = _("%(who)s rests and heals")

    def candidates(self, scene: Scene) -> Iterable[str]:
        return (who for who in scene.fighters if why_no_rest(scene, who) is None)

    def more(self, scene: Scene) -> tuple[Field, ...]:
        return (number("days", _("Days"), 1, 1, 365, "MYT-HEAL-01"),)

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (Rested(action.args["fighter"], int(action.args["days"])),)


MOST_DAYS = 365


class DaysOfRest(Act):
    """MYT-HEAL-01: days of rest outside a fight."""

    kind = "days"
    label = Rest.label
    rules = Rest.rules
    downtime = True
    master = True
    says = Rest.says

    def is_open(self, scene: Scene, actor: str) -> bool:
        return actor in scene.fighters

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        return (number("days", _("Days"), 1, 1, MOST_DAYS, "MYT-HEAL-01"),)

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        return why_no_rest(scene, actor)

    def script(self, scene: Scene, action: Action) -> Script[Effects] | None:
        return just((Rested(action.actor, int(action.args["days"])),))


REST = GameRest(
    DaysOfRest.kind,
    _("Wounds heal by the healing rate, by the day, the week or the month; major ones once they are treated."),
    MOST_DAYS,
)


STATES: dict[str, tuple[Text, type[Flag]]] = {
    "prone": (_("Prone"), states.Prone),
    "surrendered": (_("Has given up"), states.Surrendered),
    "fled": (_("Has fled"), states.Fled),
    "mounted": (_("In the saddle"), states.Mounted),
    "formation": (_("Faces a close formation"), states.Formation),
    "helpless": (_("Helpless: bound, asleep"), states.Helpless),
    "still": (_("Stands still, or is unaware"), states.Still),
    "swimming": (_("In the water"), states.Swimming),
    "cornered": (_("Cornered: no room to move"), states.Cornered),
    "disadvantaged": (_("At a disadvantage"), states.Disadvantaged),
    "dropped": (_("Out of the fight"), Dropped),
}


class State(AboutFighter):
    """MYT-SIT-GM, MYT-STYLE-FORMATION: a state that the game master lets begin or end."""

    kind = "state"
    label = _("State begins or ends")
    rules = ("MYT-STYLE-FORMATION",)
    says = _("The state of %(who)s changes")

    def more(self, scene: Scene) -> tuple[Field, ...]:
        rows = tuple(Choice(key, row[0]) for key, row in STATES.items())
        return Field("state", _("State"), "choice", choices=rows), flag("off", _("It ends"))

    def cost(self, scene: Scene, action: Action) -> Effects:
        """Three in close order at least, of another side."""
        fighter, state, off = str(action.args["fighter"]), str(action.args["state"]), bool(action.args["off"])
        if state == "formation" and not off and not in_formation(scene, fighter):
            raise Refused(_("Fewer than three opponents fight in formation."), "state")
        return (STATES[state][1](fighter, not off),)


def in_formation(scene: Scene, fighter: str) -> bool:
    """MYT-STYLE-FORMATION: three of another side are trained to it with what they hold."""
    standing = (who for who in scene.fighters if not initiative.is_helpless(scene, who))
    foes = [who for who in standing if initiative.are_opposed(scene, fighter, who)]
    return sum("formation_fighting" in limbs.style_traits(scene, who) for who in foes) >= 3


def preferred_kinds(scene: Scene, fighter: str) -> tuple[str, ...]:
    """The acts before a blow in automatic play: standing up, and readying a weapon that can be used."""
    kinds = (Stand.kind,) if marks.PRONE.of(scene, fighter) else ()
    carried = [weapon for weapon in arms.weapons(scene.sheet(fighter), scene.settings) if not weapon.natural]
    able = (weapon for weapon in carried if limbs.why_unusable(scene, fighter, weapon) is None)
    if any(not weapon.ranged or why_unloaded(scene, fighter, weapon) is None for weapon in able):
        return kinds
    drawn = any(weapon.in_hand for weapon in carried)  # what is in hand would be sheathed
    return (*kinds, Reload.kind, Pull.kind, *(() if drawn else (Ready.kind,)))


ROUNDS = Rounds(
    word="round",
    turn=lambda scene: prompts_in_turn(initiative.acting(scene), scene),
    order=ladder.order,
    headline=ladder.headline,
    is_out=initiative.is_out,
    intent=ladder.open_state,
    preferred_kinds=preferred_kinds,
    turns_taken=marks.TURNS.number,
)
ACTS = (
    *(
        Start,
        Late,
        NewRound,
        End,
        PassOver,
        Surprise,
        Contact,
        Situate,
        CoverAtHand,
        RollAgain,
        Rest,
        DaysOfRest,
        State,
    ),
)
