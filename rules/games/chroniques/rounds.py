"""Rounds of about ten seconds, one turn after the other, and where the fight is (CHO-TIME)."""

from __future__ import annotations

from rules.core import rounds
from rules.core.acts import Effects
from rules.core.rounds import GmAct, Headline, Rounds, is_running, prompts_in_turn
from rules.core.scene import Action, Scene
from rules.core.text import Text
from rules.games.chroniques import actions, initiative
from rules.games.chroniques.damage import a_round_of_dying
from rules.games.chroniques.initiative import Over, Round
from rules.games.chroniques.text import _

SECONDS = 10  # CHO-TIME-01


class Start(rounds.StartFight):
    """CHO-TIME-01."""

    first = Round


class NewRound(GmAct):
    """CHO-TIME-01, CHO-DMG-05: the next round begins, and dying fighters come a round closer to death."""

    kind = "new_round"
    label = _("New round")
    rules = ("CHO-TIME-01",)

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        waiting = _("Not everybody has had a turn.") if initiative.acting(scene) else None
        return super().refusal(scene, actor) or waiting

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (Round("gm", scene.round + 1), *a_round_of_dying(scene))

    def title(self, scene: Scene, action: Action) -> Text | None:
        return _("A new round begins, after %(seconds)s s", seconds=seconds(scene.round))


class End(rounds.EndFight):
    """The fight is over."""

    last = Over


def seconds(rounds: int) -> int:
    """CHO-TIME-01: the approximate duration of a number of rounds."""
    return SECONDS * rounds


def headline(scene: Scene) -> Headline:
    if not is_running(scene):
        return rounds.idle_headline(scene)
    words = _("Round %(round)s", round=scene.round)
    busy = rounds.busy_fighters(scene)
    now = next(iter((*busy, *initiative.acting(scene))), None)
    if now is None:
        return Headline(words, _("Everybody has had a turn"))
    who, left = scene.name(now), actions.left(scene, now)
    if left is None:
        return Headline(words, _("Turn of %(who)s", who=who))
    return Headline(words, _("Turn of %(who)s, left: %(left)s", who=who, left=left))


ROUNDS = Rounds(
    word="round",
    turn=lambda scene: prompts_in_turn(initiative.acting(scene), scene),  # CHO-TIME-02
    order=initiative.slots,
    headline=headline,
    is_out=initiative.is_out,
    has_acted=initiative.has_acted,
    intent=actions.openly,
)
