"""The ledger of a round: how many actions, which of them may be taken again, and what bars what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.text import Text
from rules.core.turns import Distinct
from rules.games.arpenteurs import arms, initiative, shooting
from rules.games.arpenteurs import sheet as sheets
from rules.games.arpenteurs.settings import setting
from rules.games.arpenteurs.tables import KINDS
from rules.games.arpenteurs.text import _

NO_ACTIONS_LEFT = _("No action is left in this round.")
CANNOT_REACT = _("Unaware or unable: no reaction.")
DODGE_VS_RANGED = _("Nobody dodges what is shot or thrown.")
COVER_TOO_FAR = _("No cover can be reached in a single action.")
NEEDS_FULL_TURN = _("This takes a whole round, and something has been done in it.")
ENGAGED_NEEDS_REPLI = _("Engaged in melee: only a retreat leaves it.")
DODGED_NO_ATTACK = _("Who has dodged does not attack any more in this round.")
SAME_ACTION = _("The actions of a round must differ, and this one has been taken.")

WHOLE_ROUND = ("repli", "aim")
REPEATABLE = frozenset({"move"})  # ARP-ACT-03
LEAVING = ("move", "dive_to_cover")  # ARP-DIST-03: what takes somebody elsewhere within the round


@dataclass(frozen=True)
class Wish:
    """Something one would like to do: an entry of the ledger, and what may speak against it.

    ``can_be_dodged`` is said of the attack it answers, ``near`` of the cover dived for: a single action reaches it.
    """

    kind: str
    weapon: str = ""
    skill: str = ""
    reaction: bool = False
    leaves_melee: bool = True
    can_react: bool = True
    can_be_dodged: bool = True
    near: bool = False

    @property
    def entry(self) -> dict[str, str]:
        """The line it makes in the ledger."""
        weapon = {"weapon": self.weapon.removesuffix("-swung")} if self.weapon else {}
        skill = {"skill": self.skill} if self.skill else {}
        return {"kind": self.kind, **weapon, **skill, "as": "reaction" if self.reaction else "action"}


def refused(used: Sequence[Data], allowance: int, engaged: bool, wish: Wish, settings: Data) -> Text | None:
    """ARP-ACT-01 to 06, ARP-DIST-03, ARP-REACT-01: the first reason why this cannot be done."""
    keys = [same(entry, settings) for entry in used]
    budget = Distinct(allowance, REPEATABLE)
    attacks = wish.kind in ("attack", "opportunity_attack")
    reasons = (
        (len(used) >= allowance, NO_ACTIONS_LEFT),
        (wish.reaction and not wish.can_react, CANNOT_REACT),
        (wish.kind == "dodge" and not wish.can_be_dodged, DODGE_VS_RANGED),
        (wish.kind == "dive_to_cover" and not wish.near, COVER_TOO_FAR),
        (wish.kind in WHOLE_ROUND and bool(used), NEEDS_FULL_TURN),
        (wish.kind in LEAVING and engaged and wish.leaves_melee, ENGAGED_NEEDS_REPLI),
        (attacks and "dodge" in keys and _barred(wish, settings), DODGED_NO_ATTACK),
        (budget.repeats(keys, same(wish.entry, settings)), SAME_ACTION),
    )
    return next((reason for holds, reason in reasons if holds), None)


def same(entry: Data, settings: Data) -> str:
    """ARP-ACT-02, 04: what two entries must not share: the kind, and the weapon or skill where it names one.

    Where two weapons make no difference, every attack is the same.
    """
    kind = str(entry["kind"])
    if kind in ("attack", "opportunity_attack"):
        weapon = str(entry.get("weapon", "")) if setting(settings, "actions.two_weapons") else ""
        return f"attack {weapon}"
    return " ".join(f"{kind} {entry.get('skill', '')}".casefold().split())


def blocked(scene: Scene, fighter: str, wish: Wish) -> Text | None:
    """Why a fighter cannot do this now."""
    allowance = sheets.allowance(scene.sheet(fighter)).total
    used = initiative.ledger(scene, fighter)
    reason = refused(used, allowance, bool(opponents(scene, fighter)), wish, scene.settings)
    return reason or _unarmed(scene, fighter, wish)


def _unarmed(scene: Scene, fighter: str, wish: Wish) -> Text | None:
    """ARP-ACT-02, ARP-RANGE-01, ARP-BURST-06: why a weapon cannot be used as it is."""
    weapon = arms.arm(scene, fighter, wish.weapon)
    if weapon is None:
        return None
    if not arms.is_in_hand(scene, fighter, weapon):
        return arms.NOT_IN_HAND
    if not weapon.is_melee and not weapon.range_m:
        return shooting.NO_RANGE
    return shooting.NO_AMMUNITION if shooting.is_empty(weapon, scene.settings) else None


def opponents(scene: Scene, fighter: str) -> tuple[str, ...]:
    """ARP-DIST-02: those with whom a fighter is engaged and who are still in the fight."""
    engaged = initiative.mark(scene, fighter, "engaged") or {}
    return tuple(one for one in engaged if one in scene.fighters and not initiative.is_out(scene, one))


def told(scene: Scene, fighter: str) -> Text | None:
    """The ledger of a fighter in words, such as “attack (Axe), dodge”."""
    rows = tuple(_entry(scene, fighter, entry) for entry in initiative.ledger(scene, fighter))
    return _("%(actions)s", actions=tuple(dict.fromkeys(rows))) if rows else None


def _entry(scene: Scene, fighter: str, entry: Data) -> Text:
    kind = str(entry["kind"])
    name = KINDS.get(kind) or _("%(action)s", action=kind.removeprefix("other:"))
    weapon = arms.arm(scene, fighter, entry.get("weapon", ""))
    if weapon is not None:
        name = _("%(action)s (%(weapon)s)", action=name, weapon=weapon.label)
    if entry.get("as") == "reaction":
        return _("%(action)s as a reaction", action=name)
    return name


def _barred(wish: Wish, settings: Data) -> bool:
    """ARP-ACT-06: whether a dodge bars this attack."""
    if wish.reaction:
        return bool(setting(settings, "actions.dodge_bars_reaction_attack"))
    return bool(setting(settings, "actions.dodge_bars_attack") == "round")
