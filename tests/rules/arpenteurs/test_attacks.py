"""Attacks and murders: whom and what the form offers, and what a dive, a dodge or a pistol does."""

import pytest

from rules.core.errors import Refused
from rules.core.scene import Action
from rules.games.arpenteurs import GAME, places
from tests.rules.arpenteurs.play import RAIDER, SCOUT, VETERAN, Table, duel, lines, throw


@pytest.mark.rules("ARP-ATK-01", "ARP-DIST-04")
@pytest.mark.parametrize(("metres", "weapon"), [(2, "axe"), (40, "rifle")])
def test_an_attack_defaults_to_a_weapon_for_that_distance(metres, weapon):
    """With only allies near, nobody draws a blade."""
    here = Table(("ada", "pc", VETERAN), ("orc", "foe", RAIDER), ("eve", "pc", SCOUT), metres=metres)
    (field,) = [one for one in here.offer("ada", "attack").fields if one.key == "weapon"]
    assert [one.key for one in field.choices if one.likely] == [weapon]


@pytest.mark.rules("ARP-MOD-01", "ARP-BURST-06")
@pytest.mark.parametrize(("ammo", "metres", "foreseen"), [(12, 2, True), (0, 2, False), (0, 20, True)])
def test_a_target_hints_at_the_possible_shots_or_at_all_where_none_is_possible(ammo, metres, foreseen):
    pistol = {**SCOUT["weapons"]["pistol"], "ammo": ammo}
    here = Table(("ada", "pc", {**SCOUT, "weapons": {"pistol": pistol}}), ("orc", "foe", RAIDER), metres=metres)
    (field,) = [one for one in here.offer("ada", "attack").fields if one.key == "target"]
    assert (field.choices[0].hint is not None) == foreseen


@pytest.mark.rules("ARP-RANGE-02", "ARP-ATK-05")
@pytest.mark.parametrize(("faces", "hits"), [((1, 2), False), ((1, 1), True)])
def test_a_dodge_lets_no_shot_reach_beyond_its_limit(faces, hits):
    here = Table(("ada", "pc", VETERAN), ("orc", "foe", RAIDER), metres=900)
    here.attack("ada", "orc", "rifle", ("reaction", "dodge"), dodge_allowed=True)
    here.answers(("attack-dice", *faces), ("defence-dice", 6, 6), *((("veto", "hit"), ("location", 3)) if hits else ()))
    assert [one.level.succeeded for one in here.outcomes] == [hits, False]
    assert ("orc" in [who for who, words in here.told() if "ECG" in words]) == hits


@pytest.mark.rules("ARP-ATK-06")
def test_athletics_stand_first_among_the_skills_to_dive_with():
    here = Table(("ada", "pc", VETERAN), ("orc", "foe", RAIDER), metres=20)
    here.do("nearby", fighter="orc", level="heavy", actions=1).attack(
        "ada", "orc", "rifle", ("reaction", "dive_to_cover")
    )
    assert list(here.options("dive"))[:2] == ["athletisme", "armes_de_poing"]


@pytest.mark.rules("ARP-ATK-06/success", "ARP-ATK-06/leaves", "ARP-COVER-01", "ARP-COVER-03", "ARP-AIM-01/spoilt")
@pytest.mark.parametrize("between", ["each", "none", "light", "heavy"])
def test_a_dive_leaves_the_former_cover_and_the_aim(between):
    here = duel(metres=20, settings={"aim": {"lapses": "never"}})
    here.do("between", fighter="ada", other="orc", level=between)
    here.do("nearby", fighter="orc", level="medium", actions=1)
    here.scene = here.scene.with_changes([here.scene.mark("orc", "aimed", {"target": "ada", "rounds": 1, "left": 9})])
    here.attack("ada", "orc", "rifle", ("reaction", "dive_to_cover"), ("dive", "athletisme"), ("dive-dice", 1, 1))
    here.answer("attack-dice", 6, 6)
    shot = next(one for one in here.outcomes if one.check.actor == "ada")
    assert {name: by for name, by in lines(shot.check).items() if name.startswith("Cover")} == {
        "Cover: medium (barricade, window, low wall)": -4
    }
    assert not {"aimed", "nearby"} & set(here.marks("orc"))


@pytest.mark.rules("ARP-ATK-06/stops", "ARP-COVER-02", "ARP-SF-01")
@pytest.mark.parametrize(("dive", "stopped"), [((1, 1), True), ((6, 6), False)])
def test_the_cover_that_was_reached_stops_this_very_shot(dive, stopped):
    here = Table(("ada", "pc", VETERAN), ("orc", "foe", RAIDER), metres=20)
    here.do("nearby", fighter="orc", level="light", actions=1).attack(
        "ada", "orc", "rifle", ("reaction", "dive_to_cover")
    )
    here.answers(("dive", "athletisme"), ("dive-dice", *dive), ("attack-dice", 1, 1), ("location", 1))
    assert ("orc", "hit on the cover: left leg") in here.told() or not stopped
    assert here.at("orc", "ecg.current") == (8 if stopped else 4)


@pytest.mark.rules("ARP-ATK-01")
def test_an_attack_defaults_to_a_visible_target_the_other_side_first():
    here = duel(
        ("bob", "pc", SCOUT, {"hidden": True}), ("imp", "foe", RAIDER, {"hidden": True}), ("elf", "ally", SCOUT)
    )
    (field,) = [one for one in here.offer("ada", "attack").fields if one.key == "target"]
    assert [(one.key, "Own side" in str(one.hint)) for one in field.choices] == [
        ("orc", False), ("elf", False), ("bob", True)
    ]  # fmt: skip


@pytest.mark.rules("ARP-DIST-01", "ARP-BURST-06")
@pytest.mark.parametrize(
    ("metres", "said", "field"),
    [
        (20, {"weapon": "axe"}, "target"),
        (2, {"weapon": "axe", "mode": "short_burst"}, "mode"),
        (20, {"weapon": "rifle", "mode": "short_burst", "location": "head"}, "location"),
    ],
)
def test_an_impossible_attack_names_the_field_in_the_way(metres, said, field):
    args = {"target": "orc", "mode": "single", "location": "none", "modifier": 0, **said}
    with pytest.raises(Refused) as refused:
        GAME.cost(duel(metres=metres).scene, Action("attack", "ada", args))
    assert refused.value.field == field


@pytest.mark.parametrize("kind", ["attack", "assassinate"])
@pytest.mark.parametrize("said", [{"target": "gone"}, {"weapon": "gone"}])
def test_an_attack_without_its_target_or_weapon_has_no_effect(kind, said):
    args = {"target": "orc", "weapon": "axe", **said}
    assert throw(lambda: GAME.script(duel().scene, Action(kind, "ada", args))) == ()


@pytest.mark.rules("ARP-ASSN-01", "ARP-DIST-02")
def test_an_assassin_is_within_reach_and_so_engages():
    here = duel().do("unnoticed", fighter="ada", other="orc").do("assassinate", "ada", target="orc", weapon="axe")
    here.answer("attack-dice", 6, 6)
    assert places.opponents(here.scene, "orc") == ("ada",)


HEAVY = "Cover: heavy (bunker, casemate, loophole)"


@pytest.mark.rules("ARP-ASSN-03/cover", "ARP-COVER-03")
@pytest.mark.parametrize(("kind", "args"), [("cover", {}), ("between", {"other": "ada"})])
def test_a_murder_over_a_cover_of_either_make_is_hindered(kind, args):
    here = duel().do(kind, fighter="orc", level="heavy", **args).do("unnoticed", fighter="ada", other="orc")
    here.do("assassinate", "ada", target="orc", weapon="axe").answer("attack-dice", 6, 6)
    assert lines(here.outcomes[0].check)[HEAVY] == -6


@pytest.mark.rules("ARP-ASSN-01/any-weapon", "ARP-ASSN-02", "ARP-BURST-06", "ARP-DIST-06")
def test_any_weapon_murders_a_pistol_at_the_temple_too():
    here = duel(mine=SCOUT).do("unnoticed", fighter="ada", other="orc")
    here.do("assassinate", "ada", target="orc", weapon="pistol").answer("attack-dice", 1, 2)
    found = lines(here.outcomes[0].check)
    assert (found["Assassination"], found["Short weapon in melee"], found["Point-blank"]) == (-4, 2, 1)
    assert (here.at("orc", "dead"), here.at("ada", "weapons.pistol.ammo")) == (True, 11)


@pytest.mark.rules("ARP-ASSN-01", "ARP-ACT-04")
def test_the_weapon_of_a_murder_is_used_for_the_round():
    here = duel().do("unnoticed", fighter="ada", other="orc")
    here.do("assassinate", "ada", target="orc", weapon="axe").answer("attack-dice", 6, 6)
    assert here.marks("ada")["ledger"] == [{"kind": "attack", "weapon": "axe", "as": "action"}]
