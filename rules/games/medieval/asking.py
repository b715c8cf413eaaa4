"""The small parts that the forms of fighters share: whom, with what, and why not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rules.core.scene import Scene
from rules.core.sheet import Choice, Field
from rules.core.text import Text, plain, signed
from rules.games.medieval import checks, damage, initiative, weapons
from rules.games.medieval.sheet import DEAD
from rules.games.medieval.tables import REFUSALS
from rules.games.medieval.text import _
from rules.games.medieval.weapons import Weapon

TARGET = _("Target")
NOBODY = _("Nobody can be chosen.")
UNARMED = _("No such weapon on the sheet.")

MODIFIER = Field("modifier", _("Modifier"), default=0, least=-30, most=30, rule="MED-ATT-04", gm_only=True)
GM_FIELDS = (
    MODIFIER,
    Field(
        "defence_modifier",
        _("Modifier of the Defence"),
        default=0,
        least=-30,
        most=30,
        rule="MED-ATT-04",
        gm_only=True,
    ),
    Field(
        "critical",
        _("Critical success"),
        "choice",
        "auto",
        choices=(
            Choice("auto", _("As the dice say")),
            Choice("yes", _("Critical if it hits")),
            Choice("no", _("Never critical")),
        ),
        rule="MED-ATT-05",
        gm_only=True,
    ),
)
MORE = Field(
    "more",
    _("Then something more"),
    "flag",
    default=False,
    help=_("The turn goes on with an extra or an immediate action; after a movement, at half speed, with any other."),
    rule="MED-MOVEACT-04",
)
GM_ONLY = frozenset(field.key for field in GM_FIELDS if field.gm_only)


def unable(scene: Scene, fighter: str) -> Text | None:
    """MED-LUTTE-PROJ-01, CLE-01, MED-MAN-06: why a fighter cannot attack at all."""
    if initiative.is_prone(scene, fighter) and not initiative.holders(scene, fighter):
        return _("On the ground: no attack.")
    return busy(scene, fighter)


def busy(scene: Scene, fighter: str) -> Text | None:
    """MED-LUTTE-CLE-01, MED-MAN-06: why a fighter has no hand free in this round, be it for an attack or for care."""
    if initiative.holders(scene, fighter):
        return _("Held: neither attack nor defence.")
    if initiative.mark(scene, fighter, "turn.attacked"):
        return _("The attack of this round was made by a manoeuvre.")
    return None


def others(scene: Scene, fighter: str) -> tuple[str, ...]:
    """Everybody a fighter may aim at, the other sides first; whom he cannot see he cannot aim at."""
    me = scene.fighters[fighter]
    seen = [one for one in scene.fighters.values() if one.id != fighter and (not one.hidden or one.side == me.side)]
    return tuple(one.id for one in sorted(seen, key=lambda one: one.side == me.side))


def all_refused(choices: Iterable[Choice], why: Text) -> Text | None:
    """The reason that refuses every choice: that of the first, or ``why`` where there is no choice at all."""
    reasons = [choice.refused for choice in choices]
    return None if any(reason is None for reason in reasons) else next(iter(reasons), why)


def targets(scene: Scene, fighter: str) -> tuple[Choice, ...]:
    """Those who may be attacked: everybody but the dead."""
    return tuple(choice(scene, fighter, one, dead(scene, one)) for one in others(scene, fighter))


def in_reach(scene: Scene, fighter: str) -> tuple[Choice, ...]:
    """MED-MOVEACT-03: those who may be attacked in melee; who is caught in one does not move to another."""
    return tuple(
        replace(row, refused=row.refused or out_of_reach(scene, fighter, row.key))
        for row in targets(scene, fighter)
    )  # fmt: skip


def out_of_reach(scene: Scene, fighter: str, other: str) -> Text | None:
    """MED-MOVEACT-03: why somebody cannot be struck in melee."""
    caught = initiative.melee(scene, fighter)
    near = other in caught or initiative.mark(scene, fighter, f"engaged.{other}")
    return None if near or not caught else REFUSALS["OTHER_MELEE"]


def choice(scene: Scene, fighter: str, other: str, refused: Text | None = None) -> Choice:
    """A fighter among the choices of a form; one of the own side is said to be."""
    own = other != fighter and scene.fighters[other].side == scene.fighters[fighter].side
    hint = _("Own side") if own else None
    return Choice(other, _("%(who)s", who=scene.name(other)), refused, hint)


def dead(scene: Scene, fighter: str) -> Text | None:
    """Why a dead fighter is no target."""
    dead = initiative.vital(scene, fighter) == DEAD
    return _("%(who)s is dead.", who=scene.name(fighter)) if dead else None


def weapon(scene: Scene, fighter: str, weapon: Weapon) -> Choice:
    """A weapon among the choices of a form, with what it is worth."""
    unreadable = _("The damage of this weapon cannot be read.")
    sheet, settings = scene.sheet(fighter), scene.settings
    score = signed(checks.attack(sheet, settings, weapon).target.total)
    hint = _("attack %(score)s", score=score)
    if weapon.hurts:
        dealt = str(weapon.damage or plain(damage.pressure(sheet, settings, weapon).total))
        hint = _("attack %(score)s, damage %(dice)s", score=score, dice=dealt)
    refused = weapons.UNSAID if not weapon.engagement else None if weapon.hurts else unreadable
    return Choice(weapon.key, weapon.name, refused, hint, weapon.in_hand)


def note() -> Field:
    """What somebody says in his own words."""
    return Field("note", _("In words"), "text", most=80)
