"""The routes to an act: fighters in every state of a game, in their turn, in those of others, and in a copy."""

import json
from functools import cache
from itertools import chain
from random import Random

from rules.autoplay.skirmish import skirmish
from rules.core.scene import scene_from_json, scene_to_json
from rules.engine.offers import offers
from rules.registry import samples, system
from tests.rules.play import play, play_blows
from tests.rules.test_random_play import going_on

WHO, FOE = "pc1", "npc1"
NEAR = {FOE: True}
TRUE = True
BLADE = {"name": "Blade", "kind": "melee", "skill": "armed_combat", "damage": "1d10", "drawn": True}
LOCK = {"grip": "lock", "trained": True, "turns": 0, "wins": 0}
STEPS, SAMPLES = 25, 3  # actions of each fight; sheets of which random deeds are played beside blows

# Values written for a fighter and for the foe: marks by their keys, and paths of the sheet behind a colon.
STATES = {
    "chroniques": {
        "plain": {},
        "prone": {":states.prone": TRUE},
        "slowed": {":states.slowed": TRUE},
        "immobilised": {":states.immobilised": TRUE},
        "surprised": {":states.surprised": TRUE},
        "stunned": {":states.stunned": TRUE},
        "attack spent": {"spent": ["A"]},
        "turn spent": {"spent": ["M", "A"]},
        "no free actions": {"no_free": TRUE},
        "dying": {":hp.current": 0},
        "gone": {"foe": {"left": TRUE}},
    },
    "arpenteurs": {
        "plain": {},
        "in melee": {"engaged": NEAR},
        "far": {"distance": 40},
        "behind cover": {"cover": {"level": "heavy"}},
        "cover near": {"nearby": {"level": "heavy", "actions": 1}},
        "unnoticed": {"unnoticed": NEAR, "distance": 1},
        "helpless": {"helpless": TRUE},
        "aimed": {"aimed": {"at": FOE, "rounds": 1, "left": 2}},
        "spent": {"ledger": [{"kind": "move"}, {"kind": "act"}]},
        "empty track": {":ecg.current": 0},
        "gone": {"foe": {"left": TRUE}},
    },
    "medieval": {
        "plain": {},
        "in melee": {"engaged": NEAR},
        "prone": {"prone": TRUE},
        "prone in melee": {"prone": TRUE, "engaged": NEAR},
        "held": {"held": {FOE: "cle"}, "engaged": NEAR},
        "holding": {"engaged": NEAR, "foe": {"held": {WHO: "pression"}}},
        "unseen": {"unseen": TRUE},
        "sprinting": {"sprint": 1},
        "no points": {":pc.current": 0},
        "dying": {":hp.current": -2},
        "gone": {"foe": {"left": TRUE}},
    },
    "mythras": {
        "plain": {},
        "in melee": {"engaged": NEAR},
        "held": {"engaged": NEAR, "gripped": NEAR},
        "entangling": {
            "engaged": NEAR,
            "foe": {"entangled": {"left_leg": WHO}},
            "snares": {FOE: {"die": 31, "level": 2}},
        },
        "stuck in a foe": {"engaged": NEAR, "foe": {"impaled": {"chest": {"weapon": "spear", "by": WHO}}}},
        "prone": {"prone": TRUE},
        "prone in melee": {"prone": TRUE, "engaged": NEAR},
        "mounted": {"mounted": TRUE},
        "in water": {"swimming": TRUE},
        "in cover": {"cover": {"of": "wooden_wall", "hides": "all"}},
        "surprised": {"surprised": TRUE},
        "no points": {"spent": 9},
        "delayed": {"delayed": TRUE},
        "spell ready": {"spell": {"what": "Ember", "works": 1}},
        "gripping": {"engaged": NEAR, "foe": {"gripped": {WHO: TRUE}}},
        "cannot attack": {"cannot_attack": 1},
        "out": {"dropped": TRUE},
    },
    "polaris": {
        "plain": {},
        "in contact": {"engaged": NEAR},
        "held": {"engaged": NEAR, "foe": {"holds": {WHO: LOCK}}},
        "holding": {"engaged": NEAR, "holds": {FOE: LOCK}},
        "threatened": {"threat": FOE, "foe": {":weapons.blade": BLADE}},
        "on the ground": {":conditions.prone": TRUE},
        "stunned": {":conditions.stunned": TRUE},
        "surprised": {"surprise": TRUE},
        "in the dark": {"sight": "blind"},
        "under water": {"water": TRUE, "engaged": NEAR},
        "unconscious": {":conditions.unconscious": TRUE},
        "held by the stunned": {"foe": {"holds": {WHO: LOCK}, ":conditions.stunned": TRUE}},
        "no luck": {":luck.current": 3},
        "tired": {":fatigue.level": 3},
        "badly hurt": {":wounds.body.serious": 1, ":wounds.left_leg.critical": 1},
        "done": {"done": TRUE},
    },
}


def put(scene, fighter, state):
    """A scene in which a fighter is in a state."""
    for key, value in state.items():
        if key == "foe":
            scene = put(scene, FOE, value)
        elif key == "distance":
            scene = scene.with_changes([scene.change("marks.apart", value)])
        elif key == "water":
            scene = scene.with_changes([scene.change("marks.underwater", value)])
        elif key.startswith(":"):
            scene = scene.with_changes([scene.write(fighter, key[1:], value)])
        else:
            scene = scene.with_changes([scene.mark(fighter, key, value)])
    return scene


@cache
def moments(game):
    """Scenes of fights of every ready-made fighter in which they, or the game master, have something new to do."""
    rules, seen, found = system(game), set(), []
    sheets = [sample["data"] for sample in samples(game).values()]
    for seed, sheet in enumerate(sheets):
        random = Random(f"{game}/routes/{seed}")
        start = skirmish({"pc": [sheet, random.choice(sheets)], "npc": random.choices(sheets, k=2)})
        blows = play_blows(rules, start, random.choice, STEPS)
        deeds = play(rules, start, going_on(random), STEPS if seed < SAMPLES else 0)
        for scene in (start, *(after for _before, _event, after in chain(blows, deeds))):
            kinds = {offer.kind for who in (WHO, "gm") for offer in offers(rules, scene, who) if offer.refused is None}
            if kinds - seen or (scene.exchanges and "interrupted" not in seen):
                seen |= {*kinds, *(("interrupted",) if scene.exchanges else ())}
                found.append(scene)
    return tuple(found)


def copied(scene):
    """The same scene as it comes out of the journal, or in a copy of the fight."""
    return scene_from_json(json.loads(json.dumps(scene_to_json(scene))))
