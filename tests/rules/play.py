"""Fights played from what is offered: the kit's own player, and fighters who attack when they can."""

from dataclasses import replace

from rules.autoplay.duel import attack_the_weakest
from rules.core.paths import get
from rules.core.scene import apply
from rules.engine.decide import decide
from rules.engine.exchanges import waiting_on
from rules.testing.play import fillable as fillable
from rules.testing.play import legal_answer as legal_answer
from rules.testing.play import legal_value as legal_value
from rules.testing.play import moves as moves
from rules.testing.play import next_action as next_action
from rules.testing.play import play as play
from rules.testing.play import reply as reply


def play_blows(system, scene, pick, steps):
    """A fight as ``play`` yields it, of fighters who attack when they can and answer as ``pick`` chooses."""
    for number in range(steps):
        prompt = waiting_on(system, scene)[0]
        if prompt.kind in ("answer", "confirm"):
            action = reply(prompt, pick)
        else:
            action = replace(attack_the_weakest(system, scene, prompt.of), id=f"x{number}")
        for event in decide(system, scene, action):
            before, scene = scene, apply(scene, event)
            yield before, event, scene


def at(scene, path):
    return get(scene.state, path)
