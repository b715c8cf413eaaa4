"""An exchange when its winner chooses: what every special effect asks about (MYT-FX-00)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.check import Level
from rules.core.scene import Scene
from rules.games.mythras.threat import Threat
from rules.games.mythras.weapons import Weapon


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
        """The scene it happens in."""
        return self.threat.scene

    @property
    def attacker(self) -> str:
        """Who attacks."""
        return self.threat.attacker

    @property
    def defender(self) -> str:
        """Who is attacked."""
        return self.threat.target

    @property
    def weapon(self) -> Weapon:
        """What the attacker uses."""
        return self.threat.weapon

    @property
    def winner(self) -> str:
        """Who chooses."""
        return self.attacker if self.side == "attacker" else self.defender

    @property
    def loser(self) -> str:
        """Whom the effects are for."""
        return self.defender if self.side == "attacker" else self.attacker

    @property
    def own(self) -> Weapon | None:
        """MYT-FX-00f: the winner’s weapon in this exchange."""
        return self.weapon if self.side == "attacker" else self.guard

    @property
    def other(self) -> Weapon | None:
        """The loser’s weapon in this exchange."""
        return self.guard if self.side == "attacker" else self.weapon

    @property
    def hits(self) -> bool:
        """Whether the blow lands, parried or not."""
        return self.attack.succeeded and self.reaction not in ("evaded", "leap")
