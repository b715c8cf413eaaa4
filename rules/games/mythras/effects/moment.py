"""An exchange when its winner chooses: what every special effect asks about (MYT-FX-00)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from rules.core.check import Level
from rules.core.scene import Scene
from rules.core.script import Effect
from rules.games.mythras.combat.threat import Threat
from rules.games.mythras.equipment import limbs
from rules.games.mythras.equipment.weapons import Weapon, weapons
from rules.games.mythras.rounds.states import after_effects

LEAPS = ("leap", "leap-evaded")  # as they were met
HAUL = "haul"  # of an entangled victim


@dataclass(frozen=True)
class Moment:
    """An exchange when its winner chooses: the threat, how it was met, how it went, and what was chosen so far."""

    threat: Threat
    guard: Weapon | None
    reaction: str
    attack: Level
    defence: Level
    side: str = ""
    chosen: tuple[str, ...] = ()

    @property
    def scene(self) -> Scene:
        return self.threat.scene

    def after(self, effects: Iterable[Effect]) -> Moment:
        """MYT-FX-00c: the same, once the effects that were resolved before have come about."""
        return replace(self, threat=replace(self.threat, scene=after_effects(self.scene, effects)))

    @property
    def attacker(self) -> str:
        return self.threat.attacker

    @property
    def defender(self) -> str:
        return self.threat.target

    @property
    def weapon(self) -> Weapon:
        return self.threat.weapon

    @property
    def winner(self) -> str:
        return self.attacker if self.side == "attacker" else self.defender

    @property
    def loser(self) -> str:
        return self.defender if self.side == "attacker" else self.attacker

    @property
    def own(self) -> Weapon | None:
        """MYT-FX-00f: the winner’s weapon in this exchange."""
        return self.weapon if self.side == "attacker" else self.guard

    @property
    def other(self) -> Weapon | None:
        return self.guard if self.side == "attacker" else self.weapon

    @property
    def in_hand(self) -> tuple[Weapon, ...]:
        """MYT-FX-DISARM, MYT-FX-PIN-WEAPON: what the loser holds, that of this exchange first."""
        held = [weapon for weapon in weapons(self.scene.sheet(self.loser), self.scene.settings) if weapon.in_hand]
        used = self.other.key if self.other is not None else ""
        return tuple(sorted((weapon for weapon in held if not weapon.natural), key=lambda row: row.key != used))

    @property
    def breakable(self) -> Weapon | None:
        """MYT-FX-DAMAGE-WEAPON: the loser’s weapon of the exchange, or the one that entangles the winner."""
        holds = {row["weapon"] for row in limbs.snares(self.scene, self.winner).values() if row["by"] == self.loser}
        rows = (self.other, *(weapon for weapon in self.in_hand if weapon.key in holds))
        return next((row for row in rows if row is not None and row.hp_max > 0 and not row.broken), None)

    @property
    def hits(self) -> bool:
        return self.attack.succeeded and self.reaction not in ("evaded", HAUL, *LEAPS)
