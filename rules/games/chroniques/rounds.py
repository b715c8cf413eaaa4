"""Rounds of about ten seconds, one turn after the other, and where the fight is (CHO-TIME)."""

from __future__ import annotations

from rules.core import rounds, turns
from rules.core.acts import Effects
from rules.core.scene import Action, Scene
from rules.games.chroniques import actions
from rules.games.chroniques.damage import a_round_of_dying
from rules.games.chroniques.initiative import ORDER, Over, Round
from rules.games.chroniques.text import _


class Start(rounds.StartFight):
    """CHO-TIME-01: a fight begins with its first round."""

    first = Round


class End(rounds.EndFight):
    """The fight is over."""

    last = Over


class NewRound(turns.NewRound):
    """CHO-TIME-01, CHO-DMG-05: the next round begins, and dying fighters come a round closer to death."""

    turns, first = ORDER, Round
    label = _("New round")
    rules = ("CHO-TIME-01",)
    says = _("A new round begins, after %(seconds)s s")
    still = _("Not everybody has had a turn.")
    seconds = 10  # CHO-TIME-01

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (*super().cost(scene, action), *a_round_of_dying(scene))


ROUNDS = ORDER.rounds(actions.left, intent=actions.openly, word="round")
