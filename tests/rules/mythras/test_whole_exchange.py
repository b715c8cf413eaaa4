"""The odds of a whole exchange against the exchange itself: every level, location and die, through the script."""

import sys
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from rules.core.paths import put
from rules.core.scene import Action
from rules.core.script import Pending, Roll, replay
from rules.games.mythras.character import sheet as sheets
from rules.games.mythras.equipment import weapons as arms
from rules.games.mythras.rolls import resolution
from rules.games.mythras.rolls.resolution import D100
from rules.games.mythras.rounds.states import after_effects
from rules.odds import for_viewer as act_odds
from rules.views.viewers import Viewer
from tests.rules.mythras.play import BANDIT, HOPLITE, MYTHRAS, QUIET, SHEETS, SOLDIER, Table, marked

CUTTHROAT = put(SHEETS["cutthroat"], "weapons.sword.in_hand", False)
GUNNER = put(put(SOLDIER, "styles.infantry.ranged_marksman", False), "weapons.pistol.in_hand", True)


def faces(roll, sheet):
    """One face for each thing a die can mean, with its weight: a level, a location, a sum."""
    if roll.key in ("attack", "defence"):
        target = roll.check.target.total
        found = Counter(resolution.level(target, die, target) for die in range(1, 101))
        last = {resolution.level(target, die, target): die for die in range(1, 101)}
        return [((last[level],), Fraction(ways, 100)) for level, ways in found.items()]
    if roll.key == "location":
        body = Counter(sheets.struck_location(sheet, die).key for die in range(1, 21))
        return [((sheets.location(sheet, key).low,), Fraction(ways, 20)) for key, ways in body.items()]
    if roll.key.startswith(("damage", "modifier")):
        whole = sum(ways for _faces, ways in roll.dice.sums())
        return [(found, Fraction(ways, whole)) for found, ways in roll.dice.sums()]
    return [((1,) * roll.dice.count, Fraction(1))]  # what comes after the wound does not change it


def exchanged(scene, action, answer):
    """The chance of each wound by location, by walking the script with this answer and without effects."""
    wounds, steps = Counter(), Counter()

    def walk(answers, share):
        steps["nodes"] += 1
        state = replay(lambda: MYTHRAS.script(scene, action), answers)
        if not isinstance(state, Pending):
            after = after_effects(scene, state.value)
            for before in sheets.locations(scene.sheet("orc")):
                now = sheets.location(after.sheet("orc"), before.key)
                if now.hp < before.hp:
                    wounds[before.key, now.wound] += share
            return
        request = state.requests[0]
        if isinstance(request, Roll):
            for found, chance in faces(request, scene.sheet("orc")):
                walk({**answers, request.key: found}, share * chance)
            return
        keys = [one.key for one in request.options if one.refused is None]
        said = {"reaction": answer, "luck": "stand"}.get(request.key)
        said = said or ("none" if "none" in keys else keys[0])
        walk({**answers, request.key: (said,)}, share)

    walk({}, Fraction(1))
    return dict(wounds)


BEHIND = (("cover", {"of": "chair", "hides": "waist"}),)
GUARDED = (("wards", {"spear": ["chest", "head"]}),)
DARK = {"weapon": "fist", "situation": "dim", "theirs": "behind"}
TOUGH = put(put(put(BANDIT, "characteristics.siz", 60), "characteristics.con", 60), "armour", {})
PRICK = put(put(BANDIT, "weapons", {"pin": {"damage": "1d3", "style": "brigand", "in_hand": True}}), "armour", {})
WOUNDED = put(put(BANDIT, "hit_locations.chest.hp", -3), "hit_locations.head.hp", 1)
CASES = [
    (QUIET, put(BANDIT, "weapons.shield.in_hand", False), "attack", {"weapon": "aspis"}, "parry-axe", ()),
    (BANDIT, CUTTHROAT, "attack", {"weapon": "axe"}, "parry-dagger", ()),
    (put(QUIET, "characteristics.siz", 10), BANDIT, "charge", {"weapon": "fist"}, "parry-axe", ()),
    (QUIET, BANDIT, "attack", DARK, "parry-axe", ()),
    (QUIET, BANDIT, "attack", {"weapon": "spear"}, "none", (("spent", 2),)),
    (BANDIT, QUIET, "attack", {"weapon": "axe"}, "parry-aspis", GUARDED),
    (GUNNER, BANDIT, "shoot", {"weapon": "carbine", "metres": 450}, "none", ()),
    (GUNNER, BANDIT, "shoot", {"weapon": "pistol", "metres": 5}, "none", BEHIND),
    (PRICK, TOUGH, "attack", {"weapon": "pin"}, "parry-axe", ()),
    (PRICK, TOUGH, "attack", {"weapon": "pin"}, "none", (("spent", 2),)),
    (BANDIT, WOUNDED, "attack", {"weapon": "axe"}, "parry-axe", ()),
]


@pytest.mark.rules("MYT-ATK-01", "MYT-DMG-01", "MYT-PARRY-05", "MYT-ARM-01", "MYT-WOUND-01")
@pytest.mark.parametrize(("mine", "theirs", "kind", "args", "answer", "marks"), CASES)
def test_the_odds_are_those_of_the_script(mine, theirs, kind, args, answer, marks):
    here = Table(("ada", "pc", mine), ("orc", "npc", theirs))
    for key, value in marks:
        here.scene.state["fighters"]["orc"]["marks"][key] = value
    here.scene = replace(here.scene)
    offer = here.offer("ada", kind)
    plain = {field.key: field.blank for field in offer.fields} | {"target": "orc"} | args
    action = Action(kind, "ada", plain, gm=True)
    told = act_odds.odds(MYTHRAS, here.scene, Viewer("gm"), action)
    guard = arms.find(theirs, answer.removeprefix("parry-"), {})
    parry = "no answer" if guard is None else f"Parry: {guard.label}"
    assert [str(note) for note in told.notes] == [f"If the target answers: {parry}"]
    slow = exchanged(marked(here, "ada", engaged={"orc": True}).scene, action, answer)
    assert told.grid.rows == tuple(
        (place.label, tuple(slow.get((place.key, wound), Fraction()) for wound in ("minor", "serious", "major")))
        for place in reversed(sheets.locations(here.scene.sheet("orc")))
    )
    assert told.chances[-1].value == sum(slow.values())


@pytest.mark.rules("MYT-UI-03")
def test_a_forecast_costs_little_whatever_dice_are_thrown():
    """Counted in calls, not timed: each sum of each location, never the paths of all dice together."""
    strong = put(SHEETS["warlord"], "characteristics", {"str": 60, "siz": 60})
    here = Table(("ada", "pc", strong), ("orc", "npc", HOPLITE))
    action = Action("attack", "ada", {"target": "orc", "weapon": "great_axe"}, gm=True)
    calls = Counter()
    sys.setprofile(lambda _frame, event, _arg: calls.update([event]))
    try:
        assert act_odds.odds(MYTHRAS, here.scene, Viewer("gm"), action) is not None
    finally:
        sys.setprofile(None)
    assert 0 < calls["call"] < 60_000 < D100.sides**2 * 20
