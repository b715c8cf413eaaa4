"""Wrestling: grips, holds and pressure (MED-LUTTE)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from math import prod

from rules.character.sheet import Choice, Field
from rules.core.acts import Effects, Notes, Offer
from rules.core.check import Check, Modifier
from rules.core.effects import Effect
from rules.core.errors import Refused
from rules.core.paths import Data
from rules.core.rounds import AboutFighter
from rules.core.scene import Action, Change, Scene
from rules.core.script import ATTACK, Script, just
from rules.core.script import Effect as AnyEffect
from rules.core.text import Text
from rules.games.medieval import checks, manoeuvres, weapons
from rules.games.medieval.attacks import blows, throws
from rules.games.medieval.attacks.attacking import DEFENCE_MODIFIER, Attacking
from rules.games.medieval.attacks.blows import PRESSED
from rules.games.medieval.checks import MODIFIER, TWO
from rules.games.medieval.initiative import HELD, MORE, TurnAct
from rules.games.medieval.manoeuvres import MANOEUVRE
from rules.games.medieval.movement import contact
from rules.games.medieval.movement.contact import Attacked, Released
from rules.games.medieval.sheet import SCHEMA
from rules.games.medieval.tables import MOST_HOLDERS, TECHNIQUES
from rules.games.medieval.text import _
from rules.odds.act import Chance, Odds, reach_of, value_if_known

TOO_BIG = _("This opponent is more than one and a half times as tall.")
HOLD_FULL = _("Four wrestlers hold this victim already.")
NO_ROLL = _("A third wrestler rolls nothing that this manoeuvre could help.")
ONE_PRESSURE = _("One wrestler alone inflicts pressure in a round.")


def too_big(sheet: Data, target: Data) -> bool:
    """MED-LUTTE-01: the target is more than one and a half times as tall as the wrestler."""
    return 2 * int(SCHEMA.value(target, "height_cm")) > 3 * int(SCHEMA.value(sheet, "height_cm"))


def why_too_big(scene: Scene, fighter: str, target: str) -> Text | None:
    """MED-LUTTE-01: the reason why a fighter cannot wrestle this target at all."""
    return TOO_BIG if too_big(scene.sheet(fighter), scene.sheet(target)) else None


def why_no_grip(scene: Scene, fighter: str, target: str, technique: str) -> Text | None:
    """MED-LUTTE-01, CLE-02: the reason why a fighter cannot use this technique on this target."""
    big = why_too_big(scene, fighter, target)
    if big or technique == "projection":
        return big
    if HELD.rows(scene, target).get(fighter) == technique:
        return _("You hold this victim already.")
    return HOLD_FULL if throws.count_helpers(scene, fighter, target) >= MOST_HOLDERS else None


def check_roll(scene: Scene, action: Action) -> None:
    """MED-LUTTE-CLE-02, MED-MAN-01: a hold without a roll takes no manoeuvre of a roll. Raises ``Refused``."""
    blow = throws.declared_blow(scene, action.actor, action.args)
    if blow and blow.manoeuvre not in ("", "assaut") and blows.holds_without_roll(scene, blow):
        raise Refused(NO_ROLL, MANOEUVRE.key)


class Wrestle(Attacking):
    """MED-LUTTE-01, 02, PROJ-01, CLE-01, 02, PRESS-01: an attack by a technique, without damage for a Fatal Blow."""

    kind = "wrestle"
    label = _("Wrestle")
    rules = ("MED-LUTTE-01", "MED-LUTTE-02", "MED-LUTTE-PROJ-01", "MED-LUTTE-CLE-02", "MED-LUTTE-PRESS-01")
    without = "coup_fatal"

    def targets(self, scene: Scene, actor: str) -> tuple[Choice, ...]:
        rows = super().targets(scene, actor)
        return tuple(replace(row, refused=row.refused or why_too_big(scene, actor, row.key)) for row in rows)

    def means(self, scene: Scene, actor: str) -> Field:
        open_to = [row.key for row in self.targets(scene, actor) if row.refused is None]

        def refused(technique: str) -> Text | None:
            reasons = [why_no_grip(scene, actor, target, technique) for target in open_to]
            return next(iter(reasons), None) if all(reasons) else None

        what = tuple(Choice(key, label, refused(key)) for key, label in TECHNIQUES.items())
        return Field("technique", _("Technique"), "choice", choices=what, rule="MED-LUTTE-02")

    def notes(self, scene: Scene, offer: Offer) -> Notes:
        return {}

    def effects(self, scene: Scene, action: Action) -> Effects:
        target, technique = action.args["target"], action.args["technique"]
        if why := why_no_grip(scene, action.actor, target, technique):
            raise Refused(why, "technique")
        check_roll(scene, action)
        return super().effects(scene, action)

    def told(self, scene: Scene, action: Action) -> Text:
        who, target = scene.name(action.actor), scene.name(action.args["target"])
        technique = TECHNIQUES[action.args["technique"]]
        return _("%(who)s wrestles with %(target)s: %(technique)s", who=who, target=target, technique=technique)


class HoldingAct(TurnAct):
    """An act of a wrestler who holds somebody, about this victim."""

    aims = True

    def is_open(self, scene: Scene, actor: str) -> bool:
        return super().is_open(scene, actor) and bool(contact.holds(scene, actor))

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        rows = tuple(
            contact.person(scene, actor, who, self.why_not(scene, actor, who)) for who in contact.holds(scene, actor)
        )
        return (Field("target", _("Target"), "choice", choices=rows, rule="MED-LUTTE-PRESS-01"),)

    def why_not(self, scene: Scene, actor: str, victim: str) -> Text | None:
        return None


class Press(HoldingAct):
    """MED-LUTTE-PRESS-01: a wrestler keeps up pressure for a round of damage; only one may, neither held nor down."""

    kind = "press"
    label = _("Keep the pressure on")
    rules = ("MED-LUTTE-PRESS-01",)
    sentence = _("%(who)s keeps the pressure on")

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        return (*super().fields(scene, actor), MORE)

    def why_not(self, scene: Scene, actor: str, victim: str) -> Text | None:
        if HELD.rows(scene, victim).get(actor) != "pression":
            return _("This is a hold, no pressure.")
        if not contact.can_attack(scene, actor):
            return _("Held or on the ground: no pressure.")
        gone = contact.why_busy(scene, actor) or contact.why_gone(scene, victim)
        return gone or (ONE_PRESSURE if PRESSED.of(scene, victim) else None)

    def effects(self, scene: Scene, action: Action) -> Effects:
        return (Attacked(action.actor),)

    def procedure(self, scene: Scene, action: Action) -> Script[Effects] | None:
        return just(blows.press(scene, action.actor, action.args["target"]))


class LetGo(HoldingAct):
    """MED-LUTTE-CLE-01: a wrestler lets go of a fighter, which is immediate."""

    kind = contact.Released.kind
    label = _("Let go")
    rules = ("MED-LUTTE-CLE-01",)
    sentence = _("%(who)s lets go")
    immediate = True
    in_assault = True

    def effects(self, scene: Scene, action: Action) -> Effects:
        return (Released(action.args["target"], action.actor),)


class Freed(Effect):
    """MED-LUTTE-DEGAG-01: a fighter is held by nobody any more."""

    kind = "free"
    is_open = True
    says = _("is free")

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return (HELD.clear(scene, self.target),)


class Firm(Effect):
    """MED-LUTTE-DEGAG-01: a fighter stays held by everybody."""

    kind = "firm"
    is_open = True
    says = _("stays held")


class BreakFree(TurnAct):
    """MED-LUTTE-DEGAG-01, MED-ATT-04: one roll of the victim against one of each holder; all must be beaten."""

    kind = "break_free"
    label = _("Break free")
    rules = ("MED-LUTTE-DEGAG-01",)
    foretold = True
    opposes = True
    sentence = _("%(who)s tries to break free")

    def is_open(self, scene: Scene, actor: str) -> bool:
        return super().is_open(scene, actor) and bool(contact.holders(scene, actor))

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        return MODIFIER, replace(DEFENCE_MODIFIER, label=_("Modifier of those who hold"))

    def procedure(self, scene: Scene, action: Action) -> Script[Effects] | None:
        return _break_free(scene, action.actor, action.args)

    def odds(self, scene: Scene, action: Action) -> Odds | None:
        mine, settings = wrestling_check(scene, action.actor, action.args.get("modifier", 0)), scene.settings
        free = Chance(_("Breaks free"), value_if_known(lambda: _chance_to_break_free(scene, action, mine)))

        def beats(faces: tuple[int, ...], number: int) -> bool:
            return checks.beats(sum(faces) + mine.target.total, number, settings)

        def label(number: int) -> Text:
            return _("Total %(number)s", number=number)

        return Odds(mine, None, TWO, chances=(free,), reach=reach_of(mine, TWO.sums(), TWO, label, beats))


def _break_free(scene: Scene, victim: str, args: Data) -> Script[Effects]:
    label = _("Wrestling: break free")
    tested = [wrestling_check(scene, victim, args.get("modifier", 0)), *resisting(scene, victim, args)]
    throws = yield tuple(checks.throw(check, f"free-{check.actor}", label) for check in tested)
    mine, *theirs = (checks.total(check, faces) for check, faces in zip(tested, throws, strict=True))
    beaten = [checks.opposed(mine, other, scene.settings) for other in theirs]
    rows = [(mine, all(beaten)), *((other, not lost) for other, lost in zip(theirs, beaten, strict=True))]
    outcomes = (AnyEffect("outcome", row.check.actor, checks.decided(row, won)) for row, won in rows)
    return (*outcomes, Freed(victim) if all(beaten) else Firm(victim))


def _chance_to_break_free(scene: Scene, action: Action, mine: Check) -> Fraction:
    """MED-LUTTE-DEGAG-01: the chance that one total beats those of all holders."""
    theirs = [checks.totals(check) for check in resisting(scene, action.actor, action.args)]

    def share(total: int) -> Fraction:
        beaten = (side.chance(lambda other: checks.beats(total, other, scene.settings)) for side in theirs)
        return prod(beaten, start=Fraction(1))

    rolled = checks.totals(mine)
    return sum((ways * share(total) for total, ways in rolled.weights.items()), Fraction()) / rolled.total


def resisting(scene: Scene, victim: str, args: Data) -> list[Check]:
    """MED-LUTTE-DEGAG-01: the tests of all holders."""
    return [wrestling_check(scene, who, args.get("defence_modifier", 0)) for who in contact.holders(scene, victim)]


def wrestling_check(scene: Scene, fighter: str, by: int) -> Check:
    """MED-LUTTE-DEGAG-01, MED-ATT-04: the wrestling test of one side, with all modifiers of an attack."""
    sheet = scene.sheet(fighter)
    check = checks.attack(sheet, scene.settings, weapons.bare(sheet, "lutte"))
    lasting = manoeuvres.circumstances(scene, fighter, ATTACK)
    terms = (*manoeuvres.stance(scene, fighter), *lasting, Modifier(_("Modifier"), int(by), "MED-ATT-04"))
    return replace(check, actor=fighter, target=check.target.plus(*terms))


class EndHold(AboutFighter):
    """MED-LUTTE-CLE-01: the game master ends a hold."""

    kind = "release"
    label = _("End a hold")
    rules = ("MED-LUTTE-CLE-01",)
    says = _("%(who)s")

    def candidates(self, scene: Scene) -> Iterable[str]:
        return (who for who in scene.fighters if contact.holders(scene, who))

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (Freed(action.args["fighter"]),)
