"""Speeds, sprints, moving beside an action, fleeing, extra actions, and what takes no time."""

import pytest

from rules.core.errors import Refused
from rules.engine.exchanges import waiting_on
from rules.games.medieval import sheet as sheets
from tests.rules.medieval.play import MEDIEVAL, Table, derived, sheet


def table(mine=None, theirs=None, settings=None, engaged=False):
    found = Table(("ada", "pc", mine or sheet()), ("orc", "npc", theirs or sheet()), settings=settings)
    return found.do("contact", fighter="ada", other="orc", state="engaged") if engaged else found


@pytest.mark.rules("MED-MOVE-01", "MED-MOVE-02")
@pytest.mark.parametrize(
    ("terrain", "sprint", "vitesse", "metres", "multiplied"),
    [
        ("difficult", False, 3, 5, 5),
        ("flat", False, 3, 13, 25),
        ("difficult", True, 3, 10, 10),
        ("flat", True, 3, 26, 50),
        ("flat", False, -5, 5, 0),
        ("flat", False, 0, 10, 10),
    ],
)
def test_terrain_and_pace_multiply_the_movement(terrain, sprint, vitesse, metres, multiplied):
    data = sheet({"vitesse": vitesse})
    assert sheets.metres(data, {}, terrain, sprint) == metres
    assert sheets.metres(data, {"move": {"vitesse_as": "multiplier"}}, terrain, sprint) == multiplied


@pytest.mark.rules("MED-MOVE-01")
def test_both_grounds_are_on_the_sheet_and_no_speed_is_negative():
    assert str(derived(sheet({"vitesse": 1}), "sprint").shown) == "22 m (10 m)"
    assert sheets.metres(sheet({"vitesse": -5}, mouvement=1), {}, "flat") == 0


@pytest.mark.rules("MED-MOVEACT-01")
@pytest.mark.parametrize(("rounding", "metres"), [("down", 5), ("up", 6)])
def test_half_a_movement_is_rounded_as_the_table_does(rounding, metres):
    assert sheets.metres(sheet({"vitesse": 1}), {"round": rounding}, "flat", halved=True) == metres


@pytest.mark.rules("MED-MOVE-03")
def test_who_is_free_moves_at_full_speed_on_the_ground_there_is():
    found = table().do("move", "ada")
    assert found.told() == [("ada", "moves 10 m at most")]
    found.do("terrain", terrain="difficult").do("move", "orc", sprint=True)
    assert ("orc", "moves 10 m at most") in [*found.told()]


@pytest.mark.rules("MED-MOVEACT-03")
def test_contact_means_melee_and_no_movement_any_more():
    found = table().do("move", "ada", contact="orc")
    assert found.why_not("orc", "move") == "Caught in melee: no normal movement."
    assert found.why_not("orc", "shoot", "move", "before") == "Caught in melee: no normal movement."
    assert found.refused(Refused, "move", "orc") == "Caught in melee: no normal movement."
    found.do("contact", fighter="ada", other="orc", state="apart")
    assert found.why_not("orc", "move") is None


@pytest.mark.rules("MED-MOVEACT-03")
def test_a_blow_in_melee_is_contact_and_a_shot_is_not():
    assert table().attack("ada", "orc", attack=(1, 2)).mark("orc", "engaged.ada")
    assert not table().attack("ada", "orc", "bow", attack=(1, 2)).mark("orc", "engaged.ada")


@pytest.mark.rules("MED-SPRINT-01", "MED-SPRINT-03")
def test_a_sprint_tires_from_its_second_round_on():
    found = table().do("move", "ada", sprint=True)
    assert found.scene.exchanges == {}
    found.round().do("move", "ada", sprint=True).answer(sprint=(4, 6))
    assert found.at("ada", "fatigue") == 1
    found.round().do("move", "ada", sprint=True).answer(sprint=(6, 6))
    assert found.at("ada", "fatigue") == 1
    found.round().round().do("move", "ada", sprint=True)
    assert (found.scene.exchanges, found.mark("ada", "sprint")) == ({}, 1)


@pytest.mark.rules("MED-SPRINT-01")
def test_the_roll_of_a_sprint_is_robustness_against_ten():
    found = table(sheet({"robustesse": 1})).do("move", "ada", sprint=True).round().do("move", "ada", sprint=True)
    found.answer(sprint=(4, 6))
    assert (found.outcomes[0].margin, found.at("ada", "fatigue")) == (1, 0)


@pytest.mark.rules("MED-MOVEACT-01")
@pytest.mark.parametrize("weapon", ["bow", "javelin"])
def test_a_shot_or_a_throw_leaves_half_a_movement_and_no_sprint(weapon):
    found = table()
    assert found.why_not("ada", "shoot", "move", "sprint") == "No sprint together with this action."
    assert "one of the choices" not in found.refused(
        Exception, "shoot", "ada", target="orc", weapon=weapon, move="sprint"
    )
    found.do("shoot", "ada", target="orc", weapon=weapon, move="after")
    assert ("ada", "moves 5 m at most") in found.told()


@pytest.mark.rules("MED-MOVEACT-02")
def test_a_spell_leaves_half_a_movement_and_no_sprint():
    found = table()
    assert found.why_not("ada", "cast", "move", "sprint") == "No sprint together with this action."
    found.do("cast", "ada", note="Lumière", move="before")
    assert found.told() == [("ada", "moves 5 m at most")]
    found.do("contact", fighter="ada", other="orc", state="engaged").round()
    assert found.why_not("ada", "cast", "move", "before") == "Caught in melee: no normal movement."


@pytest.mark.rules("MED-MOVEACT-04", "MED-MOVEACT-07")
@pytest.mark.parametrize(
    ("allow", "faces", "told"), [("0", (8, 8), True), ("0", (7, 8), False), ("2", (7, 7), True), ("-2", (8, 8), False)]
)
def test_moving_while_fighting_is_rolled_against_fifteen_if_the_game_master_allows_it(allow, faces, told):
    found = table(engaged=True).do("extra", "ada", what="move", check="acrobatie").answer(allow=allow, extra=faces)
    assert (("ada", "moves 5 m at most") in found.told()) is told
    assert found.up == ["ada"]  # the fight action is kept
    assert found.why_not("ada", "attack") is None
    assert found.why_not("ada", "extra") == "One extra action has been tried."


@pytest.mark.rules("MED-MOVEACT-04")
def test_an_extra_action_may_be_refused_and_moving_takes_one_of_two_skills():
    found = table(engaged=True)
    assert found.refused(Refused, "extra", "ada", what="move", check="force") == "Speed or Acrobatics is needed."
    found.do("extra", "ada", what="move").answer(allow="no")
    assert found.told() == [("ada", "the game master does not allow it")]
    assert table().why_not("ada", "extra", "what", "move") == "Not in melee: simply move."


@pytest.mark.rules("MED-MOVEACT-07")
def test_anything_else_as_an_extra_action_is_rolled_against_what_the_game_master_says():
    found = table(sheet({"force": 2}), engaged=True).do("extra", "ada", what="other", check="force", note="Enfoncer")
    found.answer(allow="0", difficulty="20", extra=(9, 9))
    assert (found.outcomes[0].margin, found.outcomes[0].check.extra) == (0, 20)


@pytest.mark.rules("MED-MOVEACT-05")
@pytest.mark.parametrize(("faces", "away"), [((5, 6), True), ((5, 5), False)])
def test_fleeing_gives_up_the_attack_and_leads_away_at_a_sprint(faces, away):
    found = table(engaged=True).do("flee", "ada").answer(flee=faces)
    assert (("ada", "moves 20 m at most") in found.told()) is away
    assert (found.mark("ada", "engaged") is None) is away
    assert found.up == ["orc"]
    assert table().offer("ada", "flee") is None


@pytest.mark.rules("MED-MOVEACT-05")
def test_the_game_master_may_modify_a_flight():
    found = table(engaged=True).do("flee", "ada", check="acrobatie", modifier=-3).answer(flee=(6, 6))
    assert found.outcomes[0].margin == -1


@pytest.mark.rules("MED-MOVEACT-06")
def test_immediate_actions_take_no_roll_and_no_turn():
    found = table()
    for what in ("shout", "order"):
        found.do("immediate", "ada", what=what, note="À moi")
        assert (found.scene.exchanges, found.up) == ({}, ["ada"])
    found.do("immediate", "ada", what="draw_weapon", weapon="bow")
    assert [key for key in ("sword", "bow") if found.at("ada", f"weapons.{key}.in_hand")] == ["bow"]
    found.do("immediate", "ada", what="drop_held")
    assert not found.at("ada", "weapons.bow.in_hand")
    assert found.why_not("ada", "immediate", "what", "drop_held") == "Nothing is held."
    assert found.refused(Refused, "immediate", "ada", what="draw_weapon") == "Which weapon?"


@pytest.mark.rules("MED-MOVEACT-06", "MED-DEF-02")
def test_an_attack_draws_its_weapon_and_the_defence_follows_it():
    found = table(sheet(mastery={"lames": 4, "arcs": 6}))
    assert sheets.melee_defence(found.scene.sheet("ada")).total == 14
    found.attack("ada", "orc", "bow", attack=(1, 2))
    assert sheets.melee_defence(found.scene.sheet("ada")).total == 10


@pytest.mark.rules("MED-FAT-01")
def test_fatigue_lowers_initiative_attacks_and_rolls_against_death():
    found = Table(("ada", "pc", sheet(fatigue=2)), ("orc", "npc", sheet()), placed=False).do("start")
    found.do("take_initiative", "ada").do("take_initiative", "orc")
    found.do("order").answer(initiative_ada=(5, 5), initiative_orc=(1, 1))
    assert found.mark("ada", "init.roll") == 8
    assert found.attack("ada", "orc", attack=(5, 5)).terms("MED-FAT-01") == -2


@pytest.mark.rules("MED-MOVEACT-04")
def test_the_game_master_has_some_leeway_with_an_extra_action():
    found = table(engaged=True).do("extra", "ada", what="move")
    (request,) = [prompt.request for prompt in waiting_on(MEDIEVAL, found.scene)]
    assert [option.key for option in request.options] == ["0", "2", "4", "-2", "-4", "no"]
    assert (request.whose, str(request.options[3].label)) == ("gm", "Allow it: −2")


@pytest.mark.rules("MED-MOVE-01")
def test_the_form_of_a_movement_says_how_far_it_leads():
    assert str(table(sheet({"vitesse": 1})).offer("ada", "move").hint) == "11 m, at a sprint 22 m"
