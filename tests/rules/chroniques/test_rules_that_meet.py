"""Two rules of the text that meet: a wait and a hidden fighter, a further turn and a surprise, a blow and a fall."""

import pytest

from rules.core.paths import put
from tests.rules.chroniques.play import CORSAIR, GUARD, SCOUT, SNIPER, Table


def at(sheet, score, **more):
    for path, value in {"typed.init": score, **more}.items():
        sheet = put(sheet, path.replace("__", "."), value)
    return sheet


@pytest.mark.rules("CHO-INIT-06", "CHO-INIT-01")
@pytest.mark.parametrize(("later", "up"), [(5, ["sniper"]), (12, ["ada"])])
def test_a_hidden_fighter_acts_before_whoever_waits_longer(later, up):
    here = Table(("ada", "pc", at(SCOUT, 15)), ("sniper", "npc", at(SNIPER, 10), {"hidden": True}))
    here.do("next").do("delay", "ada", score=later)
    assert here.scene.called == () and here.up == up


@pytest.mark.rules("CHO-SURPRISE-06", "CHO-SURPRISE-07", "CHO-TIME-02")
def test_a_surprised_fighter_acts_in_a_further_turn_of_the_round():
    here = Table(("ada", "pc", at(SCOUT, 15, states__surprised=True)), ("corsair", "npc", at(CORSAIR, 10)))
    assert here.why_not("ada", "attack") == here.why_not("ada", "delay") == "Surprised: no action."
    here.do("finish", "ada").do("again", fighter="ada")
    assert here.why_not("ada", "attack") is here.why_not("ada", "delay") is None
    assert here.score("ada", "def_") == Table(("ada", "pc", SCOUT)).score("ada", "def_") - 5


FALLEN = {"hp__current": 0, "stable": True}


@pytest.mark.rules("CHO-DMG-03", "CHO-DMG-05")
def test_a_blow_that_armour_stops_leaves_a_fallen_fighter_out_of_danger():
    here = Table(("ada", "pc", at(SCOUT, 15, armour__rd=2, **FALLEN)), ("corsair", "npc", CORSAIR))
    assert here.do("damage", fighter="ada", amount=2, reduced=True).at("ada", "stable")
    assert not here.do("damage", fighter="ada", amount=3, reduced=True).at("ada", "stable")


@pytest.mark.rules("CHO-DMG-04", "CHO-DMG-05")
@pytest.mark.parametrize(("left", "told"), [(0, "loses 30 hp"), (3, "loses 30 hp: severe wound, falls unconscious")])
def test_a_fallen_fighter_does_not_fall_again(left, told):
    here = Table(("ada", "pc", at(SCOUT, 15, hp__current=left)), ("corsair", "npc", CORSAIR))
    here.do("damage", fighter="ada", amount=30, reduced=False)
    assert here.told() == [("ada", told)] and bool(here.at("ada", "severe_wound")) is (left > 0)


def in_turn():
    """Ada lies there, the guard has begun the turn that the game master called."""
    ada, guard = at(SCOUT, 15, hp__current=0), at(GUARD, 10)
    here = Table(("ada", "pc", ada), ("guard", "pc", guard), ("corsair", "npc", at(CORSAIR, 3)))
    return here.do("next").do("movement", "guard", what="open_door", how="usual")


@pytest.mark.rules("CHO-INIT-01", "CHO-TIME-02", "CHO-DMG-05")
def test_a_turn_goes_on_when_a_faster_fighter_wakes():
    here = in_turn().do("heal", fighter="ada", amount=5)
    assert here.up == ["guard"]
    assert here.do("finish", "guard").up == ["ada"]


@pytest.mark.rules("CHO-INIT-01", "CHO-TIME-02")
def test_another_turn_comes_after_the_one_that_runs():
    here = in_turn().do("heal", fighter="ada", amount=5).do("finish", "guard").do("next").do("finish", "ada")
    here.do("next").do("again", fighter="ada")
    assert here.up == ["corsair"]


@pytest.mark.rules("CHO-INIT-04")
def test_an_equal_acts_first_when_a_called_fighter_lets_them():
    here = Table(("ada", "pc", at(SCOUT, 15)), ("bob", "pc", at(SCOUT, 15)), ("corsair", "npc", at(CORSAIR, 3)))
    assert here.do("next").do("let_pass", "ada").up == ["bob"]


@pytest.mark.rules("CHO-SURPRISE-06", "CHO-ACT-06")
@pytest.mark.parametrize(("begun", "may"), [(False, True), (True, False)])
def test_nobody_is_ambushed_in_the_middle_of_their_first_turn(begun, may):
    here = Table(("ada", "pc", at(SCOUT, 15)), ("corsair", "npc", at(CORSAIR, 3))).do("next")
    if begun:
        here.do("movement", "ada", what="open_door", how="usual")
    roles = next(row for row in here.offer("gm", "ambush").fields if row.key == "role_ada").choices
    assert ("ambushed" in [row.key for row in roles]) is may


@pytest.mark.rules("CHO-STATE-01", "CHO-ACT-07")
@pytest.mark.parametrize(("grants", "why"), [("free_move", "Immobilised: no movement."), ("free_attack", None)])
def test_no_ability_moves_the_immobilised_for_free(grants, why):
    leap = {"name": "Bond", "action": "F", "grants": grants}
    ada = at(SCOUT, 15, states__immobilised=True, abilities_list__leap=leap)
    here = Table(("ada", "pc", ada), ("corsair", "npc", at(CORSAIR, 3)))
    assert here.why_not("ada", "free", "what", "ability-leap") == why


@pytest.mark.rules("CHO-STATE-01", "CHO-DMG-05")
def test_the_dead_come_into_no_state():
    dead, fallen = at(SCOUT, 15, hp__current=0, dead=True), at(SCOUT, 15, hp__current=0)
    here = Table(("ada", "pc", dead), ("bob", "pc", fallen), ("corsair", "npc", CORSAIR))
    assert [row.key for row in here.offer("gm", "state").fields[0].choices] == ["bob", "corsair"]


@pytest.mark.rules("CHO-ATK-01", "CHO-DMG-05")
@pytest.mark.parametrize("fighter", ["ada", "corsair"])
def test_an_open_attack_is_lost_once_its_author_or_target_has_fallen(fighter):
    here = Table(("ada", "pc", at(SCOUT, 15)), ("corsair", "npc", at(CORSAIR, 3)))
    assert here.do("attack", "ada", target="corsair", weapon="hands").prompts[0].request
    here.scene = here.scene.with_changes([here.scene.write(fighter, "hp.current", 0)])
    assert not any(prompt.request for prompt in here.prompts)


@pytest.mark.rules("CHO-TEST-01/luck", "CHO-ATK-05", "CHO-ATK-06")
@pytest.mark.parametrize(
    ("side", "die", "natural", "asked"),
    [
        ("pc", 4, True, "attack-luck"),
        ("pc", 2, True, "attack-luck"),
        ("pc", 1, True, None),
        ("pc", 1, False, "attack-luck"),
        ("foe", 4, True, None),
    ],
)
def test_luck_is_for_player_characters_and_helps_against_all_but_a_natural_one(side, die, natural, asked):
    settings = {"luck": {"bonus": 15}, "natural": {"1_misses": natural}}
    rows = (("ada", side, at(SCOUT, 15)), ("corsair", "npc", at(CORSAIR, 3, typed__def_=16)))
    here = Table(*rows, settings=settings).attack("ada", "corsair", "laser", die)
    assert next((prompt.request.key for prompt in here.prompts if prompt.request), None) == asked
    if asked:
        (outcome,) = here.answer("attack-luck", "yes").outcomes or here.answer("damage", 3).outcomes
        assert outcome.margin == die + outcome.check.target.total - 16
