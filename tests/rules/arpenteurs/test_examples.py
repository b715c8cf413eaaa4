"""The worked examples, played through the engine."""

from dataclasses import replace

import pytest

from rules.games.arpenteurs import modifiers
from rules.games.arpenteurs import sheet as sheets
from rules.games.arpenteurs.modifiers import Shot
from rules.games.arpenteurs.reactions import oppose
from tests.rules.arpenteurs.play import RAIDER, SCOUT, VETERAN, Table, examples, lines

WEAPONS = {"pistol": sheets.weapon(SCOUT, "pistol"), "rifle": sheets.weapon(VETERAN, "rifle")}


def shooter(given, weapon):
    """Somebody with this pair and skill, and nothing but this weapon."""
    row = {**(SCOUT if weapon == "pistol" else VETERAN)["weapons"][weapon], "first": "adresse", "second": "perception"}
    first, second = given["pair"]
    skills = {row["skill"]: {"level": given["skill"]}}
    return {"characteristics": {"adresse": first, "perception": second}, "skills": skills, "weapons": {weapon: row}}


@pytest.mark.parametrize("one", examples("shot"))
def test_a_shot(one):
    given, expect = one["given"], one["expect"]
    said = dict(given["shot"])
    weapon = said.pop("weapon")
    shot = Shot(WEAPONS[weapon], said.pop("metres"), engaged=False, **said)
    found = [line for line in modifiers.modifiers(shot, {}) if line.ignored is None]
    assert {str(line.label): line.value for line in found} == expect["lines"]
    assert sum(line.value for line in found) == expect["total"]

    theirs = {**RAIDER, "armour": {place: given.get("armour", 0) for place in ("left_leg", "right_arm")}}
    here = Table(("ada", "pc", shooter(given, weapon)), ("orc", "foe", theirs), metres=shot.metres)
    here.do("situation", fighter="orc", motion=shot.motion).do("cover", fighter="orc", level=shot.cover)
    aim = {"target": "orc", "rounds": shot.aimed_rounds} if shot.aimed_rounds else None
    here.scene = here.scene.with_changes([here.scene.mark("ada", "aimed", aim)])
    here.attack("ada", "orc", weapon, ("attack-dice", *one["dice"][0]), mode=shot.mode)
    here.answer("location", *one["dice"][1])
    (outcome,) = here.outcomes
    assert (outcome.check.target.total, outcome.margin) == (expect["score"], expect["degrees"])
    assert sum(lines(outcome.check).values()) - given["skill"] == expect["total"]
    hurt = [text for _who, text in here.told() if text.startswith(("loses", "hit on"))]
    assert hurt[0].startswith("hit on") == expect["absorbed"]
    if "lost" in expect:
        assert here.at("orc", "ecg.current") == max(0, 8 - expect["lost"])
        assert modifiers.applications(shot.mode, expect["degrees"], 3, {}) == expect["times"]


@pytest.mark.parametrize("one", examples("long_shot"))
def test_a_shot_beyond_five_times_the_range(one):
    long = one["given"]["long_shot"]
    assert modifiers.is_beyond(replace(WEAPONS["pistol"], range_m=long["range"]), long["metres"])
    found = {}
    for name, faces, answers in (("low", (1, 4), ()), ("ones", (1, 1), ("hit",)), ("vetoed", (1, 1), ("veto",))):
        here = Table(("ada", "pc", SCOUT), ("orc", "foe", RAIDER), metres=long["metres"])
        here.attack("ada", "orc", "pistol", ("attack-dice", *faces), *(("veto", word) for word in answers))
        found[name] = "hit" if here.scene.exchanges else "missed"
    assert found == one["expect"]


@pytest.mark.parametrize("one", examples("opposition"))
def test_an_opposition(one):
    given = one["given"]["opposition"]
    found = oppose(given["mode"], given["attacker"], given["defender"])
    assert {"winner": found.winner, "degrees": found.degrees, "both_fail": found.both_fail} == one["expect"]
