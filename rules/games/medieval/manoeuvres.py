"""Manoeuvres: their conditions, costs and modifiers, the chain of attacks, and rest (MED-MAN)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from rules.character.fields import choice, flag, number, text
from rules.character.sheet import Field
from rules.core.acts import Act, Effects
from rules.core.check import Modifier
from rules.core.effects import Effect
from rules.core.game import Rest as GameRest
from rules.core.paths import Data
from rules.core.rounds import AboutFighter, GmAct
from rules.core.scene import Action, Change, Scene
from rules.core.script import ATTACK, Script, just
from rules.core.text import Text, signed
from rules.games.medieval import initiative
from rules.games.medieval import sheet as sheets
from rules.games.medieval.initiative import ACTED, ASSAILED, ASSAULT, CHAIN, DESTABILISED, LASTING, MODIFIER, TurnMark
from rules.games.medieval.movement import contact
from rules.games.medieval.movement.contact import ATTACKED, Attacked
from rules.games.medieval.movement.moves import MOVED, TRIED
from rules.games.medieval.settings import setting
from rules.games.medieval.tables import GUARDS, MANOEUVRES, REACTIVE, REFUSALS, too_few
from rules.games.medieval.text import _

MANOEUVRE, AGAINST, SETTLED = TurnMark("manoeuvre"), TurnMark("against"), TurnMark("settled")
FREE = TurnMark("free")  # MED-SNEAK-01: one attack of an Assault is unpaid, left by a failed approach
APPROACHED = TurnMark("approached")


# Conditions and costs.


def price(key: str, times: int) -> int:
    """MED-MAN-01: the combat points a manoeuvre costs when declared; an Assault costs as much for each attack."""
    return MANOEUVRES[key].pc * times


def refund(key: str) -> int:
    """MED-MAN-06: the combat points given back if a manoeuvre comes to nothing."""
    row = MANOEUVRES[key]
    return row.pc - row.failed if row.failed is not None else 0


def refusal(
    scene: Scene, fighter: str, key: str, moment: int, *, target: str = "", engagement: str = "", times: int = 1
) -> str:
    """The code of the first reason against a manoeuvre, in the order of the rules; empty if it is allowed.

    ``times`` is the number of attacks of an Assault, 1 for any other manoeuvre.
    """
    return next(_reasons(scene, fighter, key, moment, target, engagement, times), "")


def why_not(
    scene: Scene, fighter: str, key: str, moment: int, *, target: str = "", engagement: str = ""
) -> Text | None:
    """The first reason against a manoeuvre as a sentence; an Assault is taken to have one attack."""
    code = refusal(scene, fighter, key, moment, target=target, engagement=engagement)
    return in_words(scene, fighter, key, code) if code else None


def in_words(scene: Scene, fighter: str, key: str, code: str, times: int = 1) -> Text:
    """A reason against a manoeuvre as a sentence, with what it takes and what is there."""
    sheet = scene.sheet(fighter)
    if code == "NOT_ENOUGH_RANKS":
        return too_few(code, times, sheets.rank(sheet, key))
    return too_few(code, price(key, times), sheets.pc(sheet)) if code == "NOT_ENOUGH_PC" else REFUSALS[code]


def _reasons(
    scene: Scene, fighter: str, key: str, moment: int, target: str, engagement: str, times: int
) -> Iterator[str]:
    row, sheet = MANOEUVRES[key], scene.sheet(fighter)
    aimed = bool(target)
    checks: tuple[tuple[str, Callable[[], object]], ...] = (
        ("NOT_OWNED", lambda: not sheets.rank(sheet, key)),
        ("ONE_PER_ROUND", lambda: bool(used_manoeuvre(scene, fighter))),
        ("TOO_LATE", lambda: moment > row.when),
        ("WRONG_ENGAGEMENT", lambda: bool(engagement) and engagement not in row.engagements),
        ("ORDER", lambda: aimed and row.answers and out_of_order(scene, fighter, target)),
        ("ALREADY_DESTABILISED", lambda: aimed and key == "destabilisation" and bool(DESTABILISED.of(scene, target))),
        ("CHAIN_NOT_READY", lambda: key == "enchainement" and not chain(scene, fighter).is_ready),
        ("MAX_RANK", lambda: times > row.most),
        ("NOT_ENOUGH_RANKS", lambda: times > sheets.rank(sheet, key)),
        ("NOT_ENOUGH_PC", lambda: sheets.pc(sheet) < price(key, times)),
        ("HELD", lambda: key in GUARDS and bool(contact.holders(scene, fighter))),
        ("DOWN", lambda: key in REACTIVE and bool(initiative.PRONE.of(scene, fighter)) and _is_order_strict(scene)),
    )
    yield from (code for code, applies in checks if applies())


def used_manoeuvre(scene: Scene, fighter: str) -> str:
    """MED-MAN-03: the manoeuvre that a fighter has used in this round; empty if none."""
    return str(MANOEUVRE.of(scene, fighter) or "")


def named(args: Data) -> str:
    """MED-MAN-03: the manoeuvre chosen in the form of an attack; empty if none."""
    key = str(args.get(MANOEUVRE.key, "none"))
    return "" if key == "none" else key


def aimed_at(scene: Scene, fighter: str) -> str:
    return str(AGAINST.of(scene, fighter) or "")


def out_of_order(scene: Scene, fighter: str, target: str) -> bool:
    """MED-MAN-05: an opponent acts too late for a manoeuvre that answers their attack."""
    acts_before = not initiative.is_out(scene, target) and initiative.precedes(scene, target, fighter)
    return _is_order_strict(scene) and not acts_before


def _is_order_strict(scene: Scene) -> bool:
    return bool(setting(scene.settings, "manoeuvre.order_strict"))


def spend(fighter: str, key: str, times: int = 1) -> Effects:
    """MED-MAN-01, 03: the effects of using a manoeuvre: it counts for the round, and is paid."""
    return (Used(fighter, key), CombatPoints(fighter, -price(key, times), key))


def give_back(fighter: str, key: str) -> Effects:
    """MED-MAN-06: the combat points that come back from a manoeuvre that came to nothing."""
    points = refund(key)
    return (CombatPoints(fighter, points, key),) if points else ()


def waits(scene: Scene, fighter: str) -> bool:
    """MED-MAN-06: a manoeuvre still waits for the attack of the opponent it names."""
    return used_manoeuvre(scene, fighter) in REACTIVE and not SETTLED.of(scene, fighter)


def fail_manoeuvre(scene: Scene, user: str, hit: bool) -> Effects:
    """MED-MAN-06, MED-MANOEUVRE-OEIL: a manoeuvre that waited for an attack comes to nothing."""
    key = used_manoeuvre(scene, user)
    lost = key == "oeil" and not hit and not setting(scene.settings, "oeil.keeps_attack_on_miss")
    return (Settled(user), *give_back(user, key), *((Attacked(user),) if lost else ()))


def given_up(scene: Scene, attacker: str) -> Effects:
    """MED-MAN-06: points given back to those who waited for a further attack of an Assault, which has ended."""
    met = ASSAILED.of(scene, attacker) or {}
    waiting = (who for who in scene.fighters if who in met and waits(scene, who) and aimed_at(scene, who) == attacker)
    return tuple(effect for who in waiting for effect in fail_manoeuvre(scene, who, hit=False))


def unused_attacks(scene: Scene, fighter: str) -> int:
    """MED-MANOEUVRE-ASSAUT: the number of attacks paid for and not made; one left by a failed approach is unpaid."""
    return max(0, ASSAULT.number(scene, fighter) - bool(FREE.of(scene, fighter)))


def give_back_unsettled(scene: Scene) -> Effects:
    """MED-MAN-06: points given back at the end of a round, for attacks not made and answers never needed."""
    effects: Effects = ()
    for who in scene.fighters:
        left = unused_attacks(scene, who)
        if left:
            effects += (CombatPoints(who, left, "assaut"),)
        if waits(scene, who):
            effects += give_back(who, used_manoeuvre(scene, who))
    return effects


def reward_inaction(scene: Scene, fighter: str) -> Effects:
    """MED-MAN-07: the combat points gained by a round without any action, if the house settings give some."""
    busy = any(mark.of(scene, fighter) for mark in (ACTED, APPROACHED, ASSAULT, ATTACKED, TRIED, MANOEUVRE, MOVED))
    by, sheet = int(setting(scene.settings, "pc.per_idle_round")), scene.sheet(fighter)
    points = 0 if busy else min(by, sheets.pc_max(sheet) - sheets.pc(sheet))
    return (CombatPoints(fighter, points),) if points > 0 else ()


class CombatPoints(Effect):
    """MED-MAN-01, 06, 07: combat points spent or regained, for a manoeuvre or by rest."""

    kind = "pc"
    by: int
    why: str = ""

    def land(self, scene: Scene) -> tuple[Change, ...]:
        sheet = scene.sheet(self.target)
        before, most = sheets.pc(sheet), sheets.pc_max(sheet)
        after = max(0, before + int(self.by))
        return (scene.write(self.target, "pc.current", min(after, max(most, before))),)

    def told(self, scene: Scene) -> Text | None:
        by = signed(int(self.by))
        if self.why not in MANOEUVRES or setting(scene.settings, "manoeuvre.sealed"):
            return _("%(by)s PC", by=by)
        return _("%(by)s PC: %(manoeuvre)s", by=by, manoeuvre=MANOEUVRES[self.why].label)


class Used(Effect):
    """MED-MAN-03: a fighter has used their manoeuvre of the round."""

    kind = MANOEUVRE.key
    key: str

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return (MANOEUVRE.set(scene, self.target, MANOEUVRES[self.key].key),)


class Unused(Effect):
    """MED-MAN-03, MED-SNEAK-01: the manoeuvre of a fighter is still to be used, since its attack was not made."""

    kind = "unused"

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return (MANOEUVRE.set(scene, self.target, None),)


class Settled(Effect):
    """MED-MAN-06: a manoeuvre that waited for an attack is settled."""

    kind = "settled"
    mark = SETTLED


class Assault(Effect):
    """MED-MANOEUVRE-ASSAUT: the number of attacks left changes by ``by``."""

    mark = ASSAULT
    by: int

    def land(self, scene: Scene) -> tuple[Change, ...]:
        left = ASSAULT.number(scene, self.target) + int(self.by)
        return (ASSAULT.set(scene, self.target, max(0, left) or None),)


# The chain of attacks.

STEP = 3  # MED-MANOEUVRE-ENCHAINEMENT


class ChainEvent(StrEnum):
    """MED-MANOEUVRE-ENCHAINEMENT: something that happens to the owner of a chain."""

    DECLARED = "chain"
    TAKEN_BACK = "unchain"
    OWN_HIT = "own_hit"
    OWN_MISS = "own_miss"
    ENEMY_HIT_MELEE = "enemy_hit_melee"
    ENEMY_HIT_RANGED = "enemy_hit_ranged"
    ENEMY_MISS = "enemy_miss"
    END_ROUND = "end_round"


@dataclass(frozen=True)
class Chain:
    """The state of a fighter's chain of attacks: the number of uses, and if it was used in this round.

    ``struck`` is True after a hit in this round, until an opponent hits back; ``primed`` is its value at the end of
    the previous round, which allows a chain to begin.
    """

    count: int = 0
    used: bool = False
    struck: bool = False
    primed: bool = False

    @property
    def is_ready(self) -> bool:
        return self.count > 0 or self.primed

    @property
    def bonus(self) -> int:
        """The bonus of the attack for which it is declared: 3, then 3 more each time."""
        return STEP * (self.count + 1)

    def after(self, event: ChainEvent, settings: Data) -> Chain:
        """MED-MANOEUVRE-ENCHAINEMENT: the chain after an event; an enemy's miss changes nothing."""
        match event:
            case ChainEvent.DECLARED:
                return replace(self, count=self.count + 1, used=True)
            case ChainEvent.TAKEN_BACK:
                return replace(self, count=max(0, self.count - 1), used=False)
            case ChainEvent.OWN_HIT:
                return replace(self, struck=True)
            case ChainEvent.OWN_MISS:
                return replace(self, count=0) if setting(settings, "chain.own_miss_breaks") else self
            case ChainEvent.ENEMY_HIT_MELEE:
                return Chain(used=self.used)
            case ChainEvent.ENEMY_HIT_RANGED:
                return Chain(used=self.used) if setting(settings, "chain.ranged_breaks") else self
            case ChainEvent.END_ROUND:
                lapses = setting(settings, "chain.must_be_continuous") and not self.used
                return Chain(count=0 if lapses else self.count, primed=self.struck)
        return self

    def written(self) -> dict[str, Any]:
        """The chain as stored in its mark, without default values."""
        return {key: value for key, value in vars(self).items() if value}


def chain(scene: Scene, fighter: str) -> Chain:
    """MED-MANOEUVRE-ENCHAINEMENT: the chain of a fighter."""
    return Chain(**(CHAIN.of(scene, fighter) or {}))


class Chained(Effect):
    """MED-MANOEUVRE-ENCHAINEMENT: an event that changes a chain; only the end of a chain is told."""

    mark = CHAIN
    is_open = True
    event: str

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return (CHAIN.set(scene, self.target, self._after(scene).written()),)

    def told(self, scene: Scene) -> Text | None:
        broken = (
            self.event != ChainEvent.TAKEN_BACK and chain(scene, self.target).count and not self._after(scene).count
        )
        return _("loses the chain of attacks") if broken else None

    def _after(self, scene: Scene) -> Chain:
        return chain(scene, self.target).after(ChainEvent(self.event), scene.settings)


# The modifiers of declared manoeuvres in this round, on attacks then on the Defence.

STANCES: dict[str, tuple[int, int]] = {"esquive": (-5, 5), "rage": (5, -5)}
FEINT = (5, -5)
_BLOCKS = {"blocage_force": "force", "defense_habile": "intelligence"}
_ADDS = {"attaque_force": "force", "attaque_habile": "intelligence"}


def stance(scene: Scene, fighter: str) -> tuple[Modifier, ...]:
    """MED-MANOEUVRE-ESQUIVE, RAGE: the modifier of a declared stance on all attacks, wrestling included."""
    mine = used_manoeuvre(scene, fighter)
    return (_term(mine, STANCES[mine][0]),) if mine in STANCES else ()


def attack_terms(scene: Scene, fighter: str, target: str) -> tuple[Modifier, ...]:
    """MED-MANOEUVRE-ESQUIVE, RAGE, FEINTE: the modifiers of declared manoeuvres on an attack."""
    feint = (_term("feinte", FEINT[0]),) if feints(scene, target, fighter) else ()
    return (*stance(scene, fighter), *feint)


def defence_terms(scene: Scene, fighter: str, attacker: str, melee: bool) -> tuple[Modifier, ...]:
    """MED-MANOEUVRE-ESQUIVE to DESTABILISATION: the modifiers of manoeuvres on a Defence, ``melee`` or natural."""
    mine, sheet = used_manoeuvre(scene, fighter), scene.sheet(fighter)
    terms = [_term(mine, STANCES[mine][1])] if mine in STANCES else []
    if mine in _BLOCKS and melee:
        terms.append(_term(mine, sheets.trait(sheet, _BLOCKS[mine])))
    if feints(scene, attacker, fighter) and _taken_in(scene, fighter, attacker):
        terms.append(_term("feinte", FEINT[1]))
    if by := defence_malus(scene, fighter):
        terms.append(_term("destabilisation", -by))
    return tuple(terms)


def action_terms(scene: Scene, fighter: str, key: str) -> tuple[Modifier, ...]:
    """MED-MANOEUVRE-ATTAQUE-FORCE, ATTAQUE-HABILE, ENCHAINEMENT: the bonus of a manoeuvre on its own attack."""
    if key == "enchainement":  # the chain has counted this declaration already
        return (_term(key, STEP * chain(scene, fighter).count),)
    return (_term(key, sheets.trait(scene.sheet(fighter), _ADDS[key])),) if key in _ADDS else ()


def feints(scene: Scene, fighter: str, target: str) -> bool:
    """MED-MANOEUVRE-FEINTE, MED-LUTTE-CLE-01: a fighter who can defend feints at this opponent."""
    feint = used_manoeuvre(scene, fighter) == "feinte" and aimed_at(scene, fighter) == target
    return feint and contact.can_defend(scene, fighter)


def _taken_in(scene: Scene, fighter: str, feinter: str) -> bool:
    """MED-MANOEUVRE-FEINTE: the feint lowers the Defence: this opponent has attacked, or by house setting anyway."""
    attacked = feinter in (ASSAILED.of(scene, fighter) or {})
    return attacked or not setting(scene.settings, "feinte.after_attack")


def defence_malus(scene: Scene, fighter: str) -> int:
    """MED-MANOEUVRE-DESTABILISATION: the present malus of a Defence, for one round or for the fight."""
    row = DESTABILISED.of(scene, fighter) or {}
    lasts = setting(scene.settings, "destabilisation.duration") == "fight" or row.get("round") == scene.round
    return int(row.get("by", 0)) if lasts else 0


def _term(key: str, by: int) -> Modifier:
    return Modifier(MANOEUVRES[key].label, by, MANOEUVRES[key].rule)


# Circumstances, and rest.


def circumstances(scene: Scene, fighter: str, what: str) -> tuple[Modifier, ...]:
    """MED-ATT-04: modifiers set by the game master on a fighter's ``attack`` or ``defence``, as for poison."""
    rows = (mark.of(scene, fighter) or {} for mark in (MODIFIER, LASTING))
    return tuple(Modifier(_why(row), int(row.get(what, 0)), "MED-ATT-04") for row in rows if row.get(what))


def _why(row: Data) -> Text:
    return _("%(why)s", why=str(row["why"])) if row.get("why") else _("Circumstances")


class Circumstances(Effect):
    """MED-ATT-04: modifiers on all attacks and the Defence, for the round or the fight; two zeros end them."""

    mark = MODIFIER
    attack: int = 0
    defence: int = 0
    lasts: str = "round"
    why: str = ""

    def land(self, scene: Scene) -> tuple[Change, ...]:
        if not self.attack and not self.defence:
            return (MODIFIER.clear(scene, self.target), LASTING.clear(scene, self.target))
        value = {ATTACK: int(self.attack), "defence": int(self.defence), "why": self.why}
        mark = LASTING if self.lasts == "fight" else MODIFIER
        return (mark.set(scene, self.target, {key: item for key, item in value.items() if item}),)

    def told(self, scene: Scene) -> Text | None:
        attack, defence = signed(int(self.attack)), signed(int(self.defence))
        words = _("attack %(attack)s, Defence %(defence)s", attack=attack, defence=defence)
        return _("%(why)s: %(told)s", why=self.why, told=words) if self.why else words


class SetCircumstances(AboutFighter):
    """MED-ATT-04: the game master sets lasting modifiers of a fighter, also while an exchange is open."""

    kind = MODIFIER.key
    label = _("Lasting modifier")
    rules = ("MED-ATT-04",)
    interrupts = True
    says = _("%(who)s")

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        return None

    def more(self, scene: Scene) -> tuple[Field, ...]:
        return (
            number(ATTACK, _("On attacks"), 0, -30, 30, "MED-ATT-04"),
            number("defence", _("On the Defence"), 0, -30, 30, "MED-ATT-04"),
            choice("lasts", _("How long"), {"round": _("This round"), "fight": _("The fight")}),
            text("why", _("Why"), most=80),
        )

    def cost(self, scene: Scene, action: Action) -> Effects:
        args = action.args
        return (Circumstances(args["fighter"], args[ATTACK], args["defence"], args["lasts"], args["why"]),)


class Rest(GmAct):
    """MED-MAN-07: a night gives all combat points back, an hour without fighting some, to one fighter or to all."""

    kind = "rest"
    label = _("Rest")
    rules = ("MED-MAN-07",)

    def is_open(self, scene: Scene, actor: str) -> bool:
        return actor == "gm" and initiative.stage(scene) == "before"

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        return (
            contact.one_or_all(scene, "fighter", _("Fighter")),
            number("hours", _("Hours without fighting"), 0, 0, 24, "MED-MAN-07"),
            flag("night", _("A night’s rest"), rule="MED-MAN-07"),
        )

    def cost(self, scene: Scene, action: Action) -> Effects:
        who, hours, night = (action.args[key] for key in ("fighter", "hours", "night"))
        resting = scene.fighters if who == contact.ALL else (who,)
        gained = ((each, regained_points(scene.sheet(each), scene.settings, int(hours), night)) for each in resting)
        return tuple(CombatPoints(each, points) for each, points in gained)

    def title(self, scene: Scene, action: Action) -> Text | None:
        who = action.args["fighter"]
        return _("Everybody rests") if who == contact.ALL else _("%(who)s rests", who=scene.name(who))


MOST_NIGHTS = 30


class Nights(Act):
    """MED-MAN-07: nights of rest outside a fight."""

    kind = "nights"
    label = _("Nights of rest")
    rules = ("MED-MAN-07",)
    downtime = True
    master = True
    says = _("%(who)s rests")

    def is_open(self, scene: Scene, actor: str) -> bool:
        return actor in scene.fighters

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        return (number("days", _("Nights"), 1, 1, MOST_NIGHTS, "MED-MAN-07"),)

    def script(self, scene: Scene, action: Action) -> Script[Effects] | None:
        gained = regained_points(scene.sheet(action.actor), scene.settings, 0, int(action.args["days"]))
        return just((CombatPoints(action.actor, gained),) if gained else ())


REST = GameRest(Nights.kind, _("Each night gives combat points back; hit points come back by care alone."), MOST_NIGHTS)


def regained_points(sheet: Data, settings: Data, hours: int, nights: int) -> int:
    """MED-MAN-07: the combat points regained by rest, up to the maximum."""
    most, now = sheets.pc_max(sheet), sheets.pc(sheet)
    if sheets.vital(sheet) == sheets.DEAD:
        return 0
    slept = nights * (most if setting(settings, "pc.night") == "all" else sheets.half(most, settings))
    return max(0, min(most - now, slept + hours * int(setting(settings, "pc.per_hour"))))
