"""The forms of declarations: what a fighter who has the floor may announce, with its cost in initiative."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from typing import ClassVar

from rules.character.fields import flag, text
from rules.character.sheet import Choice, Field
from rules.core.acts import Effects, Gauge, fighter_name, own_side
from rules.core.memo import memoize
from rules.core.paths import Data, get
from rules.core.scene import Action, Scene
from rules.core.script import ATTACK
from rules.core.text import Text, signed
from rules.games.polaris.close_combat import aim, holds, modes, several_attacks, situation, techniques
from rules.games.polaris.harm import wounds
from rules.games.polaris.marks import PREPARED
from rules.games.polaris.settings import setting
from rules.games.polaris.shooting import fire, weapons
from rules.games.polaris.shooting.distance import GROUND, RANGES
from rules.games.polaris.shooting.ranged import MOVES
from rules.games.polaris.shooting.weapons import Weapon
from rules.games.polaris.tables import PACES
from rules.games.polaris.text import _, ngettext
from rules.games.polaris.trials.remarks import after
from rules.games.polaris.turn import ambush, initiative
from rules.games.polaris.turn.declarations import (
    LAST,
    MOVING,
    PREPARATIONS,
    STUNNED,
    approach_text,
    declare,
    gauge,
    prepare,
    prepared_by,
    said_by,
    shift,
    why_blocked,
)
from rules.games.polaris.turn.stages import StageAct, is_ready, stage
from rules.ground.aiming import AS_GROUND, AS_LAID, cover_field, is_laid


class Declaration(StageAct):
    """POL-INIT-07: what a fighter who has the floor announces; in somebody's hold, hardly anything."""

    stages = ("declarations",)
    rules: ClassVar[tuple[str, ...]] = ("POL-INIT-07", "POL-INIT-08")

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        return holds.why_controlled(scene, actor)

    def cost(self, scene: Scene, action: Action) -> Effects:
        return declare(scene, action)

    def title(self, scene: Scene, action: Action) -> Text | None:
        return said_by(scene, action)

    def is_sealed(self, scene: Scene, action: Action) -> bool:
        return bool(initiative.sealed_with(scene, action.actor))

    def gauge(self, scene: Scene, action: Action) -> Gauge | None:
        return gauge(scene, action.actor, self.marker_cost(scene, action))

    def marker_cost(self, scene: Scene, action: Action) -> int:
        """POL-INIT-08: what it moves the marker by."""
        return shift(scene, action)


class _Blow(Declaration, ABC):
    """An attack with its form: target, weapon and manner; refused if no target or weapon is left."""

    foretold = True
    aims = True
    arms: str  # the kind of weapons
    declares: str  # the kind of declaration
    made: str  # the kind of the act it announces

    def is_open(self, scene: Scene, actor: str) -> bool:
        if is_ready(scene, actor) and stage(scene) == "ambush":  # POL-SURP-09
            return initiative.declaration(scene, actor).get("kind") not in ("melee", initiative.SHOT)
        return super().is_open(scene, actor)

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        arms, whom = weapons.carried(scene.sheet(actor), self.arms), _target_choices(scene, actor, self.declares)
        drawing: tuple[Field, ...] = ()
        if any(not weapon.drawn for weapon in arms) and not ambush.free_attack(scene, actor):
            ready = _("Hand already on the weapon (%(cost)s)", cost=signed(weapons.DRAW_READY - weapons.DRAW))
            drawing = (flag("hand_on_it", ready, False, "POL-INIT-18"),)
        return (
            Field("target", _("Target"), "choice", choices=whom),
            Field("weapon", _("Weapon"), "choice", choices=_weapon_choices(scene, actor, self.arms)),
            *self.manner_fields(scene, actor, arms, whom),
            *several_attacks.fields(scene, actor, arms, whom, self.declares == "melee"),
            *aim.fields(),
            *drawing,
            *manner(scene, actor),
        )

    @abstractmethod
    def manner_fields(
        self, scene: Scene, actor: str, arms: tuple[Weapon, ...], whom: tuple[Choice, ...]
    ) -> tuple[Field, ...]:
        """The fields of melee, or of a shot."""

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        arms = weapons.carried(scene.sheet(actor), self.arms)
        if bound := super().refusal(scene, actor):
            return bound
        if get(scene.sheet(actor), "conditions.stunned"):
            return STUNNED
        if not arms:
            return _NOTHING
        nobody = _refusal_of_all(_target_choices(scene, actor, self.declares), _NOBODY)
        return nobody or _refusal_of_all(_weapon_choices(scene, actor, self.arms), _NOTHING)

    def hint(self, scene: Scene, actor: str) -> Text | None:
        if ambush.free_attack(scene, actor):
            return _("A free attack: nothing of it costs initiative.")
        return _("Initiative now: %(initiative)s", initiative=initiative.current(scene, actor))

    def ahead(self, scene: Scene, action: Action) -> tuple[Scene, Action]:
        """The attack it announces, on the scene as the declaration leaves it."""
        scene = after(scene, self.cost(scene, action))
        return scene, Action(self.made, action.actor, {}, action.by, action.gm)

    def promise(self, scene: Scene, action: Action) -> int:
        """The chances of the weapon's skill times the damage to be expected."""
        weapon = weapons.find(scene.sheet(action.actor), action.args.get("weapon", ""))
        return _expected_worth(scene, action.actor, weapon) if weapon else 0


class DeclareMelee(_Blow):
    """POL-MELEE-01, POL-INIT-22: an attack in melee, with its mode, technique and hands."""

    kind = "declare_melee"
    label = _("Attack in melee")
    arms, declares, made = "melee", "melee", ATTACK

    def manner_fields(
        self, scene: Scene, actor: str, arms: tuple[Weapon, ...], whom: tuple[Choice, ...]
    ) -> tuple[Field, ...]:
        barred = several_attacks.techniques_barred(scene, actor, arms)
        technique = techniques.field(scene, actor, techniques.IN_ATTACK, barred)
        return (*modes.fields(scene, actor), technique, *several_attacks.other_hand(arms), situation.hand_field())


class DeclareShot(_Blow):
    """POL-RANGED-01: a shot, with its range and manner of fire."""

    kind = "declare_shoot"
    label = _("Shoot")
    arms, declares, made = "ranged", initiative.SHOT, initiative.SHOT

    def manner_fields(
        self, scene: Scene, actor: str, arms: tuple[Weapon, ...], whom: tuple[Choice, ...]
    ) -> tuple[Field, ...]:
        covered = cover_field(scene, GROUND, "POL-RANGED-04")
        pace = _paces(scene, actor, shooting=True)
        return (_ranges(is_laid(scene)), *covered, pace, *fire.fields(scene, actor, arms, whom))


class DeclareDefence(Declaration):
    """POL-MELEE-10: a fighter who only defends attacks nobody, and acts when they choose."""

    kind = "declare_defend"
    label = _("Only defend yourself")
    joint = True

    def is_open(self, scene: Scene, actor: str) -> bool:
        return super().is_open(scene, actor) and bool(setting(scene.settings, "combat_modes"))

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        arms = weapons.carried(scene.sheet(actor), "melee")
        rooted = {techniques.DODGE: wounds.why_rooted(scene.sheet(actor))}
        barred = several_attacks.techniques_barred(scene, actor, arms) | rooted
        technique, hands = (
            techniques.field(scene, actor, techniques.DEFENSIVE, barred),
            several_attacks.other_hand(arms),
        )
        steps = _preparations(scene, actor)
        return (modes.defence_field(holds.why_still(scene, actor)), technique, *hands, steps, _slower_field())


class DeclareReload(Declaration):
    """A new magazine in a weapon that has fired: an action of its own."""

    kind = "declare_reload"
    label = _("Reload")

    def is_open(self, scene: Scene, actor: str) -> bool:
        return super().is_open(scene, actor) and bool(_fired_weapons(scene, actor))

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        arms = tuple(map(_reload_choice, _fired_weapons(scene, actor)))
        return (Field("weapon", _("Weapon"), "choice", choices=arms), *manner(scene, actor))


class DeclareOther(Declaration):
    """POL-TURN-10: any other action."""

    kind = "declare_other"
    label = _("Do something else")

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        whole = flag("whole", _("A long action: the whole turn, outside of initiative"), False, "POL-TURN-10")
        what = text("what", _("What"), most=80)
        return (what, whole, _paces(scene, actor, shooting=False), *manner(scene, actor))


class DeclareNothing(Declaration):
    """POL-INIT-07: no action this turn."""

    kind = "declare_nothing"
    label = _("Do nothing this turn")
    joint = True

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        return None

    def gauge(self, scene: Scene, action: Action) -> Gauge | None:
        return None


class Prepare(Declaration):
    """POL-INIT-09, 18: a preparation alone, before the rest is declared."""

    kind = "prepare"
    label = _("Announce a preparation first")
    rules = ("POL-INIT-09", "POL-INIT-18")

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        return (
            Field("preparation", _("Preparation"), "choice", choices=self._rows(scene, actor), rule="POL-INIT-18"),
            _slower_field(),
        )

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        if bound := super().refusal(scene, actor):
            return bound
        if setting(scene.settings, "declaration_reorder") == "off":
            return _("Here a declaration is made at once.")
        return _refusal_of_all(self._rows(scene, actor), _AGAIN)

    def cost(self, scene: Scene, action: Action) -> Effects:
        return prepare(action)

    def marker_cost(self, scene: Scene, action: Action) -> int:
        return prepared_by(action) if "preparation" in action.args else 0

    def title(self, scene: Scene, action: Action) -> Text | None:
        return _("%(who)s announces a preparation", who=scene.name(action.actor))

    def is_sealed(self, scene: Scene, action: Action) -> bool:
        return False

    def _rows(self, scene: Scene, actor: str) -> tuple[Choice, ...]:
        sheet, taken = scene.sheet(actor), PREPARED.rows(scene, actor)
        arms = (*weapons.carried(sheet, "melee"), *weapons.carried(sheet, "ranged"))
        rows = [(f"draw-{arm.key}", _draw(arm), weapons.DRAW) for arm in arms if not arm.drawn]
        rows += [(key, label, cost) for key, (label, cost) in PREPARATIONS.items()]
        rooted, prone = holds.why_still(scene, actor), wounds.is_prone(sheet)
        return tuple(
            Choice(key, _cost_text(label, cost), _AGAIN if key in taken else _why_unfit(key, rooted, prone))
            for key, label, cost in rows
        )


def _fired_weapons(scene: Scene, fighter: str) -> list[Weapon]:
    return [arm for arm in weapons.carried(scene.sheet(fighter), "ranged") if arm.ammo < arm.magazine]


_AGAIN = _("Done already.")
_LAST = _("free at the end of a move")
_NOBODY = _("Nobody can be attacked.")
_NOTHING = _("No weapon for this.")


def manner(scene: Scene, fighter: str) -> tuple[Field, ...]:
    """The fields of any action: a preparation, hurry or delay; a free attack comes before any initiative."""
    if ambush.free_attack(scene, fighter):  # POL-SURP-09
        return (_preparations(scene, fighter),)
    malus, rushing = int(setting(scene.settings, "rush_malus")), bool(setting(scene.settings, "rushing"))
    return (_preparations(scene, fighter), _slower_field(), *_pace_of_action(malus, rushing))


@cache
def _pace_of_action(malus: int, rushing: bool) -> tuple[Field, ...]:
    hurry = _("Rush: initiative %(gain)s, test %(malus)s", gain=signed(initiative.RUSH), malus=signed(malus))
    rushed = Field("rushed", hurry, "flag", default=False, rule="POL-INIT-16")
    later = _("Delay: act later, when I say so")
    delayed = Field("delayed", later, "flag", default=False, rule="POL-INIT-17")
    two = _("Another action at once, for a malus of the game master’s")
    also = Field("also", two, "text", default="", most=80, rule="POL-TURN-10")
    return (*((rushed,) if rushing else ()), delayed, also)


def _preparations(scene: Scene, fighter: str) -> Field:
    sheet = scene.sheet(fighter)
    return _preparation(holds.why_still(scene, fighter), wounds.is_prone(sheet))


def _why_unfit(key: str, rooted: Text | None, prone: bool) -> Text | None:
    """POL-WOUND-19, POL-INIT-18: why somebody who cannot move, who lies or who stands cannot do one."""
    if key == "stand_up" and not prone:
        return _("Stands already.")
    if key == "dive" and prone:
        return _("On the ground already.")
    return rooted if key in MOVING else None


@cache
def _preparation(rooted: Text | None, prone: bool) -> Field:
    """POL-INIT-18: what delays an action."""
    rows = tuple(
        Choice(key, _cost_text(label, cost), _why_unfit(key, rooted, prone), _LAST if key in LAST else None)
        for key, (label, cost) in PREPARATIONS.items()
    )
    none = Choice("none", _("None"))
    label = _("Preparation")
    return Field("preparation", label, "choice", default="none", choices=(none, *rows), rule="POL-INIT-18")


@cache
def _slower_field() -> Field:
    label = _("Further initiative lost, when it takes longer")
    return Field("slower", label, default=0, least=0, most=20, rule="POL-INIT-18")


@cache
def _ranges(laid: bool) -> Field:
    """POL-RANGED-02: the range, preset from the ground and editable."""
    rows = tuple(
        Choice(key, _("%(range)s (%(modifier)s)", range=label, modifier=signed(value)))
        for key, (label, value) in RANGES.items()
    )
    label = _("Range") if laid else _("Range, where it is not measured")
    ranges, default = ((AS_GROUND,), AS_LAID) if laid else ((), "short")
    return Field("range", label, "choice", default=default, choices=(*ranges, *rows), rule="POL-RANGED-02")


def _paces(scene: Scene, fighter: str, shooting: bool) -> Field:
    """POL-WOUND-19, POL-RANGED-04: how fast a fighter moves meanwhile, within what their wounds allow."""
    sheet, held = scene.sheet(fighter), holds.HELD if holds.holders(scene, fighter) else None
    rows = tuple(
        Choice(
            key,
            _pace_text(label, shooter if shooting else 0),
            (held if key != "still" else None) or _why_too_fast(sheet, key, shooting),
        )
        for key, (label, _target, shooter) in MOVES.items()
    )
    return Field("pace", _("Moving"), "choice", default="still", choices=rows, rule="POL-RANGED-04")


def _why_too_fast(sheet: Data, pace: str, shooting: bool) -> Text | None:
    if shooting and pace == "maximum":
        return fire.FLAT_OUT
    if wounds.fastest(sheet, pace, prone=False) == pace:  # they may stand up first: see ``declare``
        return None
    return _("Wounds limit the pace: %(limit)s.", limit=PACES[wounds.pace_limit(sheet)])


def _pace_text(label: Text, modifier: int) -> Text:
    return _cost_text(label, modifier) if modifier else label


def _cost_text(label: Text, cost: int) -> Text:
    return _("%(what)s (%(cost)s)", what=label, cost=signed(cost))


def _draw(weapon: Weapon) -> Text:
    return _("Draw: %(weapon)s", weapon=weapon.name)


def _reload_choice(weapon: Weapon) -> Choice:
    left = ngettext(
        "%(count)s round of %(magazine)s", "%(count)s rounds of %(magazine)s", weapon.ammo, magazine=weapon.magazine
    )
    return Choice(weapon.key, weapon.label, hint=left)


def _weapon_choice(scene: Scene, fighter: str, weapon: Weapon) -> Choice:
    cost = weapon.init + (0 if weapon.drawn else weapons.DRAW)
    hint = _("In hand") if weapon.drawn else _("To be drawn")
    if weapon.magazine:
        hint = ngettext(
            "%(hint)s, %(count)s round of %(magazine)s",
            "%(hint)s, %(count)s rounds of %(magazine)s",
            weapon.ammo,
            hint=hint,
            magazine=weapon.magazine,
        )
    label = _cost_text(weapon.label, cost) if cost else weapon.label
    return Choice(weapon.key, label, weapons.why_unusable(scene, fighter, weapon), hint)


@memoize
def _weapon_choices(scene: Scene, fighter: str, kind: str) -> tuple[Choice, ...]:
    """The weapons of a kind; of those that can be used, the best in hand is likely, else the best that can be drawn."""
    arms = weapons.carried(scene.sheet(fighter), kind)
    rows = [_weapon_choice(scene, fighter, weapon) for weapon in arms]
    usable = [weapon for weapon, row in zip(arms, rows, strict=True) if row.refused is None]
    held = [weapon for weapon in usable if weapon.drawn and weapon.key != weapons.HANDS]
    best = max(held or usable, key=lambda weapon: _expected_worth(scene, fighter, weapon), default=None)
    return tuple(replace(row, likely=True) if weapon is best else row for weapon, row in zip(arms, rows, strict=True))


def _expected_worth(scene: Scene, fighter: str, weapon: Weapon) -> int:
    """The chances of a weapon's skill times twice the damage to be expected of it."""
    test = weapons.check(scene, fighter, weapon)
    if test is None or weapon.damage is None:
        return 0
    dice = weapon.damage.dice
    return max(0, test.target.total) * (dice.count * (dice.sides + 1) + 2 * weapon.damage.plus)


@memoize
def _target_choices(scene: Scene, fighter: str, declares: str) -> tuple[Choice, ...]:
    return tuple(_target(scene, fighter, declares, target) for target in scene.targets_of(fighter))


def _target(scene: Scene, fighter: str, declares: str, target: str) -> Choice:
    """Somebody to attack; below stands that they are of one's own side, and how to come within reach of them."""
    refused = why_blocked(scene, fighter, declares, target)
    own = own_side(scene, fighter, target)
    comes = approach_text(scene, fighter, target) if declares == "melee" and refused is None else None
    notes = _("%(notes)s", notes=(own, comes)) if own and comes else own or comes
    return Choice(target, fighter_name(scene, target), refused, notes)


def _refusal_of_all(choices: Iterable[Choice], why: Text) -> Text | None:
    reasons = [choice.refused for choice in choices]
    if any(reason is None for reason in reasons):
        return None
    return reasons[0] if len(set(reasons)) == 1 and reasons[0] is not None else why
