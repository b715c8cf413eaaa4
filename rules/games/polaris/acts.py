"""What a fighter may do at his phase, and besides, with what he has declared (POL-INIT-17, POL-TURN-10)."""

from __future__ import annotations

from dataclasses import replace

from rules.core.game import Offer
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.sheet import Choice, Field
from rules.core.text import Text
from rules.games.polaris import (
    announcements,
    boost,
    checks,
    fire,
    grappling,
    holds,
    initiative,
    modes,
    second_thoughts,
    several_attacks,
    techniques,
    wounds,
)
from rules.games.polaris.circumstances import MELEE_FIELDS, SHOT_FIELDS
from rules.games.polaris.declarations import blocked, intent, unable
from rules.games.polaris.settings import setting
from rules.games.polaris.text import _

CALM = ("no_die",)  # what is said of a test outside a fight alone


def from_hiding(scene: Scene, fighter: str) -> tuple[Offer, ...]:
    """POL-SURP-09: a free attack is declared and made at once."""
    leave = Offer("pass", fighter, _("Give it up"))
    said = initiative.declared(scene, fighter)
    if said.get("kind") in ("melee", "shoot"):
        return (_deed(scene, fighter, said), leave)
    found = announcements.offers(scene, fighter)
    return (*(one for one in found if one.kind in ("declare_melee", "declare_shoot")), leave)


def aside(scene: Scene, fighter: str, part: str) -> tuple[Offer, ...]:
    """What a fighter may do besides, whether or not it is his turn: a free action, and second thoughts."""
    if part not in ("declarations", "resolution") or scene.exchanges or initiative.is_out(scene, fighter):
        return ()
    return (*second_thoughts.offers(scene, fighter), *_free(scene, fighter))


def _free(scene: Scene, fighter: str) -> tuple[Offer, ...]:
    """POL-TURN-10: one free action a turn, which costs nothing."""
    if initiative.mark(scene, fighter, "free") or initiative.is_surprised(scene, fighter):
        return ()
    what = Field("what", _("What"), "text", most=80, required=True, rule="POL-TURN-10")
    hint = _("A word, something dropped: once a turn")
    return (Offer("free", fighter, _("Free action"), (what,), hint=hint),)


def deeds(scene: Scene, fighter: str) -> tuple[Offer, ...]:
    """POL-INIT-17: at his phase a fighter does what he has declared, delays it, or gives it up."""
    said = initiative.declared(scene, fighter)
    hurried = _("A rushed action cannot be delayed.") if said.get("rushed") else None
    if not hurried and setting(scene.settings, "delaying") == "declared":
        hurried = _("Here an action is delayed at its declaration.")
    if initiative.struck(scene, fighter):
        hurried = _("Attacks keep their spacing: only the first one can be delayed.")
    later = (
        Offer("carry", fighter, _("Keep it for the next turn"), refused=_kept_back(said))
        if initiative.is_delayed(scene, fighter)
        else Offer("delay", fighter, _("Delay: act later"), refused=hurried)
    )
    about = holds.deeds(scene, fighter, said)
    usual: tuple[Offer, ...] = () if said["kind"] in grappling.TITLES else (_deed(scene, fighter, said),)
    if reason := holds.controlled(scene, fighter):
        usual = tuple(replace(one, refused=reason) for one in usual)
    give_up = Offer("pass", fighter, _("Give it up"))
    if initiative.mark(scene, fighter, "bound") and any(one.refused is None for one in usual):  # POL-INIT-23
        later, give_up = (replace(one, refused=second_thoughts.BOUND) for one in (later, give_up))
    return (*usual, *about, later, give_up)


def _kept_back(said: Data) -> Text | None:
    """POL-MELEE-10: who only defends himself has no action to keep."""
    if said["kind"] != "defend":
        return None
    return _("Who only defends himself keeps nothing for the next turn.")


def _deed(scene: Scene, fighter: str, said: Data) -> Offer:
    what = intent(scene, fighter, said)
    if said["kind"] == "reload":
        return Offer("reload", fighter, _("Reload"), hint=what)
    if said["kind"] not in ("melee", "shoot"):
        halted = wounds.rooted(scene.sheet(fighter)) if said.get("halted") else None
        return _offer("act", fighter, _("Act"), _act_fields(scene, fighter), halted, what)
    weapon, target = several_attacks.weapon(scene, fighter), several_attacks.target(scene, fighter)
    refused = unable(scene, fighter, weapon) or blocked(scene, fighter, said["kind"], target, weapon)
    if said["kind"] == "melee":
        if reason := techniques.lost(scene, fighter, target) if target in scene.fighters else None:
            what = _("%(what)s. %(reason)s", what=what, reason=reason)
        if said.get("mode") == modes.CHARGE and not initiative.struck(scene, fighter):
            refused = refused or wounds.rooted(scene.sheet(fighter))
        return _offer("attack", fighter, _("Attack"), MELEE_FIELDS, refused, what)
    refused = refused or (fire.barred(scene, fighter, weapon, said) if weapon else None)
    return _offer("shoot", fighter, _("Shoot"), SHOT_FIELDS, refused, what)


def _offer(kind: str, fighter: str, label: Text, fields: tuple[Field, ...], refused: Text | None, hint: Text) -> Offer:
    only = frozenset(field.key for field in fields if field.gm_only)
    return Offer(kind, fighter, label, fields, refused, only, hint=hint)


def _act_fields(scene: Scene, fighter: str) -> tuple[Field, ...]:
    """What another action tests, if anything; its difficulty is the game master’s."""
    sheet = scene.sheet(fighter)
    found = checks.checks(sheet, scene.settings)
    none = Choice("none", _("No test"))
    rows = (none, *(Choice(check.key, check.what, check.refused) for check in found))
    what = Field("check", _("What is tested"), "choice", default="none", choices=rows)
    told = (field for field in checks.test_fields(scene.settings) if field.key not in CALM)
    words = (replace(field, gm_only=field.key != "effect") for field in told)
    return (what, *words, boost.field(sheet), checks.limit_field(sheet))
