"""Extra and immediate actions, and spells (MED-MOVEACT-02, 04, 06, 07)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.character.fields import text
from rules.character.sheet import Choice, Field
from rules.core.acts import Effects, titled
from rules.core.check import Check, Modifier
from rules.core.effects import Effect
from rules.core.errors import Refused
from rules.core.paths import Data
from rules.core.scene import Action, Change, Scene
from rules.core.script import Effect as AnyEffect
from rules.core.script import Option, Script, choose
from rules.core.text import Text, signed
from rules.games.medieval import checks, initiative, weapons
from rules.games.medieval.checks import MODIFIER
from rules.games.medieval.initiative import MORE, PRONE, TurnAct, is_out
from rules.games.medieval.movement.contact import (
    BOUND,
    ON_THE_GROUND,
    Attacked,
    BrokenOff,
    Prone,
    holders,
    let_go,
    opponents,
    why_busy,
)
from rules.games.medieval.movement.moves import (
    MOVED,
    MOVED_ALREADY,
    SPRINTED,
    SPRINTING,
    TRIED,
    beside,
    beside_fields,
    half_way,
    stays,
    to_half_way,
    why_out_of_breath,
)
from rules.games.medieval.settings import setting
from rules.games.medieval.tables import FEASIBLE, HARD, IMMEDIATE, SCALE
from rules.games.medieval.text import _
from rules.odds.act import Odds

MOST_LEEWAY = 10  # MED-MOVEACT-04: the most a game master adds to an extra action, or takes from it
NOTE = text("note", _("In words"), most=80)


class Tried(Effect):
    """MED-MOVEACT-04: a fighter has tried their extra action of this round."""

    kind = "extra"
    mark = TRIED


class NotAllowed(Effect):
    """MED-MOVEACT-04: the game master has refused an extra action, which does not count as tried."""

    kind = "not_allowed"
    is_open = True
    says = _("the game master does not allow it")

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return (TRIED.set(scene, self.target, None),)


EXTRAS: dict[str, Text] = {"move": _("Move while fighting"), "stand_up": _("Get up"), "other": _("Something else")}


class ExtraAction(TurnAct):
    """MED-MOVEACT-04, 07, MED-LUTTE-PROJ-02: an extra action, if the game master allows it, is rolled."""

    kind = "extra"
    label = _("Extra action")
    rules = ("MED-MOVEACT-04", "MED-MOVEACT-07", "MED-LUTTE-PROJ-02", "MED-SPRINT-02")
    foretold = True
    immediate = True

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        moved = MOVED_ALREADY if MOVED.of(scene, actor) else None
        stuck = ON_THE_GROUND if PRONE.of(scene, actor) else moved
        why = {
            "move": stuck or (None if opponents(scene, actor) else _("Not in melee: simply move.")),
            "stand_up": None if PRONE.of(scene, actor) else _("Already standing."),
        }
        what = tuple(Choice(key, label, why.get(key)) for key, label in EXTRAS.items())
        first = next(row.key for row in what if row.refused is None)
        rows = checks.rollable(scene.sheet(actor))
        return (
            Field("what", _("What"), "choice", first, choices=what, rule="MED-MOVEACT-04"),
            Field("check", _("Rolled with"), "choice", "vitesse", choices=rows, rule="MED-MOVEACT-07"),
            *(to_half_way(scene, actor, "MED-MOVEACT-04") if opponents(scene, actor) else ()),
            NOTE,
            MODIFIER,
        )

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        once = TRIED.of(scene, actor) and setting(scene.settings, "move.extra_actions") == "one"
        tried = _("One extra action has been tried.") if once else None
        return tried or (BOUND if holders(scene, actor) else None)

    def effects(self, scene: Scene, action: Action) -> Effects:
        if action.args["what"] == "move" and action.args["check"] not in ("vitesse", "acrobatie"):
            raise Refused(_("Speed or Acrobatics is needed."), "check")
        return (*(() if action.args["what"] == "move" else stays(action.args)), Tried(action.actor))

    def wording(self, scene: Scene, action: Action) -> Text | None:
        return titled(scene, action, EXTRAS[action.args["what"]])

    def procedure(self, scene: Scene, action: Action) -> Script[Effects] | None:
        return _extra(scene, action.actor, action.args)

    def odds(self, scene: Scene, action: Action) -> Odds | None:
        """The odds with the usual difficulty; ``None`` for an action whose difficulty the game master still sets."""
        if action.args["what"] == "other":
            return None
        check = _usual(scene, action.actor, action.args)
        return checks.tested(_eased(check, action.args), scene.settings, _("If the game master allows it as it is."))


def _extra(scene: Scene, fighter: str, args: Data) -> Script[Effects]:
    question = _("Extra action: allow it?")
    allowed = yield from choose("allow", "gm", question, (*_leeway(), Option("no", _("Refuse it"))))
    if allowed == "no":
        return (NotAllowed(fighter),)
    check = _usual(scene, fighter, args)
    if args["what"] == "other":
        check = yield from _ask_difficulty(scene, fighter, args["check"])
    check = _eased(check, args, int(allowed))
    outcome = yield from checks.resolve(check, scene.settings, "extra", EXTRAS[args["what"]])
    done = _extra_done(scene, fighter, args) if outcome.level.succeeded else ()
    return (AnyEffect("outcome", fighter, outcome), *done)


def _eased(check: Check, args: Data, leeway: int = 0) -> Check:
    """MED-MOVEACT-04: the test with the modifier of the form and what the game master adds as they allow it."""
    free = Modifier(_("Modifier"), leeway + int(args.get("modifier", 0)), "MED-MOVEACT-04")
    return check.plus(free)


def _leeway() -> Iterator[Option]:
    """MED-MOVEACT-04: the options of the game master: allow it, with a bonus or a malus, for allies or opponents."""
    yield Option("0", _("Allow it"))
    for sign, group in ((1, _("With a bonus")), (-1, _("With a penalty"))):
        for size in range(1, MOST_LEEWAY + 1):
            by = sign * size
            yield Option(str(by), _("Allow it: %(by)s", by=signed(by)), group=group)


def _usual(scene: Scene, fighter: str, args: Data) -> Check:
    """MED-MOVEACT-04, MED-LUTTE-PROJ-02: the usual test: Acrobatics to get up, a chosen trait or skill to move."""
    if args["what"] == "stand_up":
        return checks.of(scene, fighter, "acrobatie", FEASIBLE)
    return checks.of(scene, fighter, args["check"], HARD)


def _ask_difficulty(scene: Scene, fighter: str, key: str) -> Script[Check]:
    """MED-MOVEACT-07, MED-SPRINT-02: ask the game master for the difficulty; Stealth has a malus during a sprint."""
    options = tuple(
        Option(str(number), _("%(word)s (%(number)s)", word=word, number=number)) for number, word in SCALE.items()
    )
    difficulty = yield from choose("difficulty", "gm", _("Difficulty of the extra action"), options)
    running = key == "furtivite" and SPRINTED.of(scene, fighter)
    terms = (Modifier(_("Sprint"), SPRINTING, "MED-SPRINT-02"),) if running else ()
    return checks.of(scene, fighter, key, int(difficulty), *terms)


def _extra_done(scene: Scene, fighter: str, args: Data) -> Effects:
    """MED-MOVEACT-04: the effects of success; a movement leaves the melee, unless the house settings differ."""
    if args["what"] == "stand_up":
        return (Prone(fighter, False),)
    if args["what"] == "move":
        apart = bool(setting(scene.settings, "move.disengages"))
        away = (BrokenOff(fighter),) if apart else let_go(scene, fighter)
        return (*away, *half_way(scene, fighter, args))
    return ()


class Drawn(Effect):
    """MED-DEF-02: a fighter draws a weapon, and puts away any other."""

    kind = "draw"
    scalar = "weapon"
    is_open = True
    weapon: str

    def land(self, scene: Scene) -> tuple[Change, ...]:
        if self.weapon not in _arms(scene, self.target):
            return ()
        return (*_put_away(scene, self.target), scene.write(self.target, f"weapons.{self.weapon}.in_hand", True))

    def told(self, scene: Scene) -> Text | None:
        row = _arms(scene, self.target).get(self.weapon, {})
        return _("draws: %(weapon)s", weapon=str(row.get("name", "?")))


class Dropped(Effect):
    """MED-MOVEACT-06: a fighter drops what they hold."""

    kind = "drop"
    is_open = True
    says = _("drops what was held")

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return _put_away(scene, self.target)


def _arms(scene: Scene, fighter: str) -> Data:
    rows: Data = scene.sheet(fighter).get("weapons") or {}
    return rows


def _put_away(scene: Scene, fighter: str) -> tuple[Change, ...]:
    held = (key for key, row in _arms(scene, fighter).items() if row.get("in_hand"))
    return tuple(scene.write(fighter, f"weapons.{key}.in_hand", None) for key in held)


class Immediate(TurnAct):
    """MED-MOVEACT-06: an immediate action, without a roll; the action of the round stays available."""

    kind = "immediate"
    label = _("Immediate action")
    rules = ("MED-MOVEACT-06",)
    immediate = True
    in_assault = True

    def is_open(self, scene: Scene, actor: str) -> bool:
        if super().is_open(scene, actor):
            return True
        between = actor in scene.fighters and not scene.exchanges and initiative.stage(scene) == "action"
        return between and not is_out(scene, actor) and self.at_any_time(scene, actor)

    def at_any_time(self, scene: Scene, actor: str) -> bool:
        """True out of the fighter's own turn, if the house settings allow it."""
        anybody = bool(setting(scene.settings, "move.immediate_any_time"))
        return anybody and actor not in initiative.acting(scene)

    def cost(self, scene: Scene, action: Action) -> Effects:
        """The effects of the action; out of the fighter's own turn it does not begin that turn."""
        return super().cost(scene, action) if action.actor in initiative.acting(scene) else self.effects(scene, action)

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        arms = [weapon for weapon in weapons.weapons(scene.sheet(actor)) if not weapon.bare]
        why = {
            "drop_held": None if any(weapon.in_hand for weapon in arms) else _("Nothing is held."),
            "draw_weapon": None if arms else weapons.UNARMED,
        }
        what = tuple(Choice(key, label, why.get(key)) for key, label in IMMEDIATE.items())
        drawn = (Choice("none", _("None")), *(Choice(weapon.key, weapon.name) for weapon in arms))
        return (
            Field("what", _("What"), "choice", "shout", choices=what, rule="MED-MOVEACT-06"),
            Field("weapon", _("Weapon"), "choice", "none", choices=drawn),
            NOTE,
        )

    def effects(self, scene: Scene, action: Action) -> Effects:
        what, weapon = action.args["what"], action.args["weapon"]
        if what == "draw_weapon" and weapon == "none":
            raise Refused(_("Which weapon?"), "weapon")
        if what == "draw_weapon":
            return (Drawn(action.actor, weapon),)
        return (Dropped(action.actor),) if what == "drop_held" else ()

    def wording(self, scene: Scene, action: Action) -> Text | None:
        return titled(scene, action, IMMEDIATE[action.args["what"]])


class Cast(TurnAct):
    """MED-MOVEACT-02: a spell or a hex, whose effect is decided at the table."""

    kind = "cast"
    label = _("Cast a spell or a hex")
    rules = ("MED-MOVEACT-02",)

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        return NOTE, *beside_fields(scene, actor), MORE

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        return BOUND if holders(scene, actor) else why_busy(scene, actor) or why_out_of_breath(scene, actor)

    def effects(self, scene: Scene, action: Action) -> Effects:
        return (Attacked(action.actor), *beside(scene, action.actor, action.args))

    def wording(self, scene: Scene, action: Action) -> Text | None:
        return titled(scene, action, _("Spell or hex"))
