"""Initiative: a d6 plus Adresse, once or every round; the order, and the actions left in a round (ARP-INIT)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.core import turns
from rules.core.acts import Effects
from rules.core.dice import Dice
from rules.core.effects import Effect
from rules.core.marks import Mark, Until
from rules.core.memo import memoize, memoize_of_fighter
from rules.core.paths import Data
from rules.core.rounds import LEFT, AboutFighter, Slot, deferred_fighters, is_running
from rules.core.scene import Action, Change, Scene
from rules.core.script import Script, roll
from rules.core.text import Text, plain
from rules.core.turns import LISTED, PC_FIRST, Turns
from rules.games.arpenteurs import sheet as sheets
from rules.games.arpenteurs.settings import setting
from rules.games.arpenteurs.sheet import SCHEMA
from rules.games.arpenteurs.text import _

D6 = Dice(1, 6)
BOSS_FIRST, DEXTERITY = _("Boss"), _("Dexterity")  # the names of two tie-breakers

MOVE, AIMING, RETREAT = "move", "aim", "repli"  # kinds of action that other rules refer to
INIT = Mark("init", is_open=True)  # the total rolled
TIE = Mark("tie")  # set by the game master for completely tied fighters
LEDGER = Mark("ledger", Until.ROUND, is_open=True)  # the actions and reactions of the round
DONE = Mark("done", Until.ROUND, is_open=True)


def ledger(scene: Scene, fighter: str) -> tuple[Data, ...]:
    """ARP-ACT-05: the actions and reactions a fighter has spent in this round."""
    return tuple(LEDGER.of(scene, fighter) or ())


@memoize_of_fighter
def left(scene: Scene, fighter: str) -> int:
    """ARP-ACT-01, 05: the actions a fighter still has in this round."""
    return max(0, sheets.allowance(scene.sheet(fighter)).total - len(ledger(scene, fighter)))


def is_pc(scene: Scene, fighter: str) -> bool:
    return scene.fighters[fighter].side == "pc"


def is_boss(scene: Scene, fighter: str) -> bool:
    """ARP-INIT-04: a creature of class Boss."""
    return bool(SCHEMA.value(scene.sheet(fighter), "boss")) and not is_pc(scene, fighter)


@memoize_of_fighter
def is_out(scene: Scene, fighter: str) -> bool:
    return sheets.is_out(scene.sheet(fighter)) or bool(LEFT.of(scene, fighter))


def total(scene: Scene, fighter: str) -> int | None:
    """ARP-INIT-01: the total a fighter has rolled, ``None`` until then."""
    rolled = INIT.of(scene, fighter)
    return None if rolled is None else int(rolled)


@memoize
def still_to_roll(scene: Scene) -> tuple[str, ...]:
    """ARP-INIT-01, 05: the fighters who have yet to roll initiative."""
    late = deferred_fighters(scene, ORDER.pending(scene))
    able = (who for who in scene.fighters if who not in late and not is_out(scene, who))
    return tuple(who for who in able if total(scene, who) is None)


def _adresse(scene: Scene, fighter: str) -> int:
    return sheets.characteristic(scene.sheet(fighter), "adresse")


class Done(Effect):
    """ARP-TIME-02: a fighter's turn ends; actions left are kept for reactions."""

    mark = DONE

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return (DONE.set(scene, self.target), scene.end_call(self.target))


class Order(Turns):
    """ARP-INIT-01, ARP-TIME-02: all roll initiative, then act one after the other as long as they have actions left."""

    done = Done
    round_words = _("Round %(round)s")
    left_words = _("%(who)s’s turn: %(left)s")
    over_words = _("Everybody has acted")
    throw_words = _("Initiative: d6 and Dexterity")

    def breakers(self, scene: Scene, fighter: str) -> tuple[tuple[Text, int], ...]:
        """ARP-INIT-02 to 04, 06: Adresse, then a Boss tied with a player character, player characters, the ruling.

        By house setting such a Boss comes first, whatever their Adresse.
        """
        mine, early = _adresse(scene, fighter), setting(scene.settings, "init.boss_before_adresse")
        leads = is_boss(scene, fighter) and any(
            is_pc(scene, who) and (early or _adresse(scene, who) == mine) for who in self.tied(scene, fighter)
        )
        boss, dexterity = (BOSS_FIRST, -leads), (DEXTERITY, -mine)
        last = ((PC_FIRST, -is_pc(scene, fighter)), (LISTED, -TIE.number(scene, fighter)))
        return (boss, dexterity, *last) if early else (dexterity, boss, *last)

    def is_through(self, scene: Scene, fighter: str) -> bool:
        return bool(DONE.of(scene, fighter)) or not left(scene, fighter) or is_out(scene, fighter)

    def unthrown(self, scene: Scene) -> tuple[str, ...]:
        return still_to_roll(scene) if is_running(scene) else ()

    def slots(self, scene: Scene) -> tuple[Slot, ...]:
        return super().slots(scene) if is_running(scene) else tuple(Slot(who, "", "next") for who in scene.fighters)


ORDER = Order(total, is_out)
order, acting = ORDER.everybody, ORDER.acting


def equals(scene: Scene) -> tuple[str, ...]:
    """ARP-INIT-06: the fighters who are completely tied with another."""
    ranks = [ORDER.rank(scene, who) for who in scene.fighters if total(scene, who) is not None]
    return tuple(who for who in scene.fighters if ranks.count(ORDER.rank(scene, who)) > 1)


class TurnAct(turns.TurnAct):
    """An act open only to the fighter whose turn it is."""

    turns = ORDER


class Initiative(Effect):
    """ARP-INIT-01: the initiative of a fighter is set to the sum of a d6 and Adresse."""

    kind = "initiative"
    is_open = True
    die: int
    total: int

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return (INIT.set(scene, self.target, int(self.total)),)

    def told(self, scene: Scene) -> Text | None:
        return _("initiative %(total)s", total=plain(int(self.total)))


class RollInitiative(turns.Throw):
    """ARP-INIT-01: a fighter rolls initiative, at the same time as the others."""

    turns = ORDER
    rules = ("ARP-INIT-01", "ARP-INIT-05")
    opening = True

    def script(self, scene: Scene, action: Action) -> Script[Effects] | None:
        return _throw(scene, action.actor) if action.actor in scene.fighters else None


def _throw(scene: Scene, fighter: str) -> Script[Effects]:
    (die,) = yield from roll("initiative", fighter, D6, _("Initiative"))
    return (Initiative(fighter, die, die + _adresse(scene, fighter)),)


class First(Effect):
    """ARP-INIT-06: a fighter goes before all who were completely tied with them."""

    mark = TIE

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return (TIE.set(scene, self.target, 1 + max(TIE.number(scene, who) for who in scene.fighters)),)


class BreakTie(AboutFighter):
    """ARP-INIT-06: the game master chooses which of completely tied fighters acts first."""

    kind = "tie"
    label = _("Break a tie")
    rules = ("ARP-INIT-06",)
    says = _("%(who)s acts before equals")

    def candidates(self, scene: Scene) -> Iterable[str]:
        return equals(scene)

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (First(action.args["fighter"]),)
