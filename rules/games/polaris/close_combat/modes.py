"""The modes of combat: what a fighter gives up in defence to strike better, or the other way round (POL-MELEE-10)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from rules.character.sheet import Choice, Choices, Field
from rules.core.check import Modifier
from rules.core.paths import Data
from rules.core.scene import Change, Scene
from rules.core.text import Text, signed
from rules.games.polaris.harm import wounds
from rules.games.polaris.marks import MODE
from rules.games.polaris.settings import setting
from rules.games.polaris.shooting.distance import in_contact
from rules.games.polaris.text import _

NORMAL, CHARGE, RETREAT = "normal", "charge", "retreat"
PRONE = _("On the ground nobody runs, charges or gives ground: stand up first.")


@dataclass(frozen=True)
class Mode:
    """One mode: what it changes in attack, in defence and in damage."""

    label: Text
    attack: int = 0
    defence: int = 0
    damage: int = 0


ATTACKING = {NORMAL: Mode(_("normal")), "offensive": Mode(_("offensive"), 3, -5), CHARGE: Mode(_("charge"), 3, -7, 3)}
DEFENDING = {"defensive": Mode(_("defensive"), defence=3), RETREAT: Mode(_("retreat"), defence=5)}
MODES = {**ATTACKING, **DEFENDING}

# How far a charge runs: a short run-up is free.
RUN_UPS = {"short": (_("Short run-up"), 0), "longer": (_("Longer run-up"), -3), "long": (_("Long run-up"), -5)}


def current(scene: Scene, fighter: str) -> str:
    """POL-INIT-22: the mode a fighter is in; it lasts until their next declaration."""
    played = setting(scene.settings, "combat_modes")
    return str(MODE.of(scene, fighter) or NORMAL) if played else NORMAL


def set_declared(scene: Scene, fighter: str, said: Data) -> Change:
    """POL-INIT-22: the change to the mode that a declaration leaves; what is no melee has none of its own."""
    keeps_mode = "mode" not in said and setting(scene.settings, "mode_outside_melee") == "kept"
    mode = current(scene, fighter) if keeps_mode else str(said.get("mode", NORMAL))
    return MODE.set(scene, fighter, None if mode == NORMAL else mode)


def attack_term(scene: Scene, fighter: str) -> Modifier:
    mode = MODES[current(scene, fighter)]
    return Modifier(_mode_label(mode), mode.attack, "POL-MELEE-10")


def defence_term(scene: Scene, fighter: str, stands: bool) -> Modifier:
    """The mode of a defender in their test; a retreat that gives no ground is but a defence."""
    key, sheet = current(scene, fighter), scene.sheet(fighter)
    if key == RETREAT and (stands or wounds.why_rooted(sheet) or wounds.is_prone(sheet)):
        key = "defensive"
    mode = MODES[key]
    return Modifier(_mode_label(mode), mode.defence, "POL-MELEE-10")


def damage_term(scene: Scene, fighter: str) -> Modifier:
    mode = MODES[current(scene, fighter)]
    return Modifier(_mode_label(mode), mode.damage, "POL-MELEE-10")


def run_up(args: Data) -> int:
    return RUN_UPS[args.get("run_up", "short")][1] if args.get("mode") == CHARGE else 0


def why_no_charge(scene: Scene, fighter: str) -> Text | None:
    """The reason against a charge, which takes legs, and room to run."""
    if in_contact(scene, fighter):
        return _("Nobody charges who is in contact already.")
    return wounds.why_rooted(scene.sheet(fighter))


def fields(scene: Scene, fighter: str) -> tuple[Field, ...]:
    """POL-INIT-22: the modes an attack may be made in; none where the table plays without them."""
    if not setting(scene.settings, "combat_modes"):
        return ()

    charge = why_no_charge(scene, fighter)

    def others() -> Iterator[Choice]:
        rows = (row for row in ATTACKING.items() if row[0] != NORMAL)
        return (Choice(key, mode.label, charge if key == CHARGE else None, _worth(mode)) for key, mode in rows)

    mode, normal = _("Mode of combat"), MODES[NORMAL]
    rows = Choices((Choice(NORMAL, normal.label, None, _worth(normal)),), others)
    return (Field("mode", mode, "choice", default=NORMAL, choices=rows, rule="POL-INIT-22"), _run_ups())


@cache
def _run_ups() -> Field:
    runs = tuple(
        Choice(key, _("%(what)s (%(cost)s)", what=label, cost=signed(cost)) if cost else label)
        for key, (label, cost) in RUN_UPS.items()
    )
    return Field("run_up", _("Run-up of a charge"), "choice", default="short", choices=runs, rule="POL-MELEE-10")


def defence_field(held: Text | None) -> Field:
    """The modes in which a fighter only defends themselves; a retreat has to give ground."""
    rows = tuple(
        Choice(key, mode.label, held if key == RETREAT else None, _worth(mode)) for key, mode in DEFENDING.items()
    )
    label = _("Mode of combat")
    return Field("mode", label, "choice", default="defensive", choices=rows, rule="POL-MELEE-10")


def _mode_label(mode: Mode) -> Text:
    return _("Mode: %(mode)s", mode=mode.label)


@cache
def _worth(mode: Mode) -> Text:
    terms = _("Attack %(attack)s, defence %(defence)s", attack=signed(mode.attack), defence=signed(mode.defence))
    if not mode.damage:
        return (
            terms
            if mode.attack or not mode.defence
            else _("No attack, defence %(defence)s", defence=signed(mode.defence))
        )
    return _("%(terms)s, damage %(damage)s", terms=terms, damage=signed(mode.damage))
