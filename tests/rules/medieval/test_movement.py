"""Speeds, sprints, moving beside an action, fleeing, extra actions, and what takes no time."""

import pytest

from rules.core.errors import Refused
from rules.engine.exchanges import waiting_on
from rules.games.medieval import sheet as sheets
from rules.games.medieval import weapons
from tests.rules.medieval.play import MEDIEVAL, Table, derived, sheet


def table(mine=None, theirs=None, settings=None, engaged=False):
    found = Table(("ada", "pc", mine or sheet()), ("orc", "npc", theirs or sheet()), settings=settings)
    return found.do("contact", fighter="ada", other="orc", state="engaged") if engaged else found


@pytest.mark.rules("MED-MOVE-01/vitesse", "MED-MOVE-02")
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


@pytest.mark.rules("MED-MOVE-01/not-below")
def test_both_grounds_are_on_the_sheet_and_no_speed_is_negative():
    assert str(derived(sheet({"vitesse": 1}), "sprint").shown) == "22 m (10 m)"
    assert sheets.metres(sheet({"vitesse": -5}, mouvement=1), {}, "flat") == 0


@pytest.mark.rules("MED-MOVEACT-01/half")
@pytest.mark.parametrize(("rounding", "metres"), [("down", 5), ("up", 6)])
def test_the_rounding_of_half_a_movement_is_a_house_setting(rounding, metres):
    assert sheets.metres(sheet({"vitesse": 1}), {"round": rounding}, "flat", halved=True) == metres


@pytest.mark.rules("MED-MOVE-03/not-attacking")
def test_a_free_fighter_moves_at_full_speed_on_that_ground():
    found = table().do("move", "ada")
    assert found.told() == [("ada", "moves 10 m at most")]
    found.do("terrain", terrain="difficult").do("move", "orc", sprint=True)
    assert ("orc", "moves 10 m at most") in [*found.told()]


@pytest.mark.rules("MED-MOVEACT-03/no-move")
def test_contact_means_melee_and_no_movement_any_more():
    found = table().do("move", "ada", contact="orc").do("finish", "ada")
    assert found.why_not("orc", "move") == "Caught in melee: no normal movement."
    assert found.why_not("orc", "shoot", "move", "before") == "Caught in melee: no normal movement."
    assert found.refused(Refused, "move", "orc") == "Caught in melee: no normal movement."
    found.do("contact", fighter="ada", other="orc", state="apart")
    assert found.why_not("orc", "move") is None


@pytest.mark.rules("MED-MOVEACT-03/not-shots")
def test_a_blow_in_melee_is_contact_and_a_shot_is_not():
    assert table().attack("ada", "orc", attack=(1, 2)).mark("orc", "engaged.ada")
    assert not table().attack("ada", "orc", "bow", attack=(1, 2)).mark("orc", "engaged.ada")


@pytest.mark.rules("MED-SPRINT-01/first-free", "MED-SPRINT-03/reset")
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


@pytest.mark.rules("MED-MOVEACT-02/half")
def test_a_spell_leaves_half_a_movement_and_no_sprint():
    found = table()
    assert found.why_not("ada", "cast", "move", "sprint") == "No sprint together with this action."
    found.do("cast", "ada", note="Lumière", move="before")
    assert found.told() == [("ada", "moves 5 m at most")]
    found.do("contact", fighter="ada", other="orc", state="engaged").round()
    assert found.why_not("ada", "cast", "move", "before") == "Caught in melee: no normal movement."


@pytest.mark.rules("MED-MOVEACT-04/fifteen", "MED-MOVEACT-07")
@pytest.mark.parametrize(
    ("allow", "faces", "told"), [("0", (8, 8), True), ("0", (7, 8), False), ("2", (7, 7), True), ("-2", (8, 8), False)]
)
def test_moving_while_fighting_is_rolled_against_fifteen_if_the_game_master_allows_it(allow, faces, told):
    found = table(engaged=True).do("extra", "ada", what="move", check="acrobatie").answer(allow=allow, extra=faces)
    assert (("ada", "moves 5 m at most") in found.told()) is told
    assert found.up == ["ada"]  # the fight action is kept
    assert found.why_not("ada", "attack") is None
    assert found.why_not("ada", "extra") == "One extra action has been tried."


@pytest.mark.rules("MED-MOVEACT-04/once", "MED-LUTTE-PROJ-02")
@pytest.mark.parametrize(("reading", "why"), [("one", "One extra action has been tried."), ("allowed", None)])
def test_a_further_extra_action_of_a_round_is_a_house_setting(reading, why):
    found = table(engaged=True, settings={"move": {"extra_actions": reading}})
    found.do("posture", fighter="ada", posture="prone").do("extra", "ada", what="stand_up").answer(
        allow="0", extra=(1, 1)
    )
    assert found.why_not("ada", "extra") == why
    if why is None:
        found.do("extra", "ada", what="stand_up").answer(allow="0", extra=(9, 9))
        assert found.mark("ada", "prone") is None


@pytest.mark.rules("MED-MOVEACT-04/either-skill")
def test_an_extra_action_may_be_refused_and_moving_takes_one_of_two_skills():
    found = table(engaged=True)
    assert found.refused(Refused, "extra", "ada", what="move", check="force") == "Speed or Acrobatics is needed."
    found.do("extra", "ada", what="move").answer(allow="no")
    assert found.told() == [("ada", "the game master does not allow it")]
    assert (apart := table()).why_not("ada", "extra", "what", "move") == "Not in melee: simply move."
    apart.scene = apart.scene.with_changes([apart.scene.mark("ada", "turn.moved", True)])
    assert apart.why_not("ada", "extra", "what", "move") == "Has moved in this round."


@pytest.mark.rules("MED-MOVEACT-07/difficulty")
def test_any_other_extra_action_is_rolled_against_the_game_masters_number():
    found = table(sheet({"force": 2}), engaged=True).do("extra", "ada", what="other", check="force", note="Enfoncer")
    found.answer(allow="0", difficulty="20", extra=(9, 9))
    assert (found.outcomes[0].margin, found.outcomes[0].check.extra) == (0, 20)


@pytest.mark.rules("MED-MOVEACT-05/gives-up")
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


@pytest.mark.rules("MED-MOVEACT-06/no-turn")
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
    assert weapons.melee_defence(found.scene.sheet("ada")).total == 14
    found.attack("ada", "orc", "bow", attack=(1, 2))
    assert weapons.melee_defence(found.scene.sheet("ada")).total == 10


@pytest.mark.rules("MED-FAT-01")
def test_fatigue_lowers_initiative_attacks_and_rolls_against_death():
    found = Table(("ada", "pc", sheet(fatigue=2)), ("orc", "npc", sheet()), placed=False).do("start")
    found.do("take_initiative", "ada").do("take_initiative", "orc")
    found.do("order").answer(initiative_ada=(5, 5), initiative_orc=(1, 1))
    assert found.mark("ada", "init.roll") == 8
    assert found.attack("ada", "orc", attack=(5, 5)).terms("MED-FAT-01") == -2


@pytest.mark.rules("MED-MOVEACT-04/leeway")
def test_the_game_master_has_some_leeway_with_an_extra_action():
    found = table(engaged=True).do("extra", "ada", what="move")
    (request,) = [prompt.request for prompt in waiting_on(MEDIEVAL, found.scene)]
    keys = [option.key for option in request.options]
    assert keys == ["0", *(str(by) for by in range(1, 11)), *(str(-by) for by in range(1, 11)), "no"]
    assert (request.whose, str(request.options[12].label)) == ("gm", "Allow it: −2")
    found.answer(allow="-8", extra=(8, 8))
    assert found.terms("MED-MOVEACT-04") == -8


@pytest.mark.rules("MED-MOVE-01")
def test_the_form_of_a_movement_shows_its_range():
    assert str(table(sheet({"vitesse": 1})).offer("ada", "move").hint) == "11 m, at a sprint 22 m"


@pytest.mark.rules("MED-MOVEACT-03", "MED-MOVEACT-01")
@pytest.mark.parametrize(
    ("closing", "sprint", "metres", "fights"),
    [
        ("half", False, 5, True),
        ("half", True, 20, False),
        ("full", False, 10, True),
        ("full", True, 20, True),
        ("no_blow", False, 10, False),
    ],
)
def test_a_fighter_who_comes_into_contact_fights_in_the_same_round(closing, sprint, metres, fights):
    found = table(settings={"move": {"closing": closing}}).do("move", "ada", contact="orc", sprint=sprint)
    assert found.told() == [("ada", f"moves {metres} m at most")]
    assert found.up == (["ada"] if fights else ["orc"])
    if fights:
        assert found.attack("ada", "orc", attack=(1, 2)).up == ["orc"]


@pytest.mark.rules("MED-MOVEACT-03/closing")
def test_a_blow_closes_in_by_the_same_half_movement_as_a_move():
    found = table(sheet(manoeuvres={"assaut": 1}))
    (field,) = [one for one in found.offer("ada", "attack").fields if one.key == "target"]
    assert str(field.choices[0].hint) == "5 m away at most"
    found.attack("ada", "orc", manoeuvre="assaut", attack=(1, 2))
    assert found.mark("ada", "turn.moved"), "it was their movement"


@pytest.mark.rules("MED-MOVEACT-01/once", "MED-MANOEUVRE-ASSAUT")
def test_half_a_movement_is_made_once_however_many_shots_there_are():
    found = table(sheet(manoeuvres={"assaut": 3}))
    found.attack("ada", "orc", "bow", manoeuvre="assaut", extra=3, move="before", attack=(1, 1))
    assert found.why_not("ada", "shoot", "move", "after") == "Has moved in this round."
    assert (
        table()
        .do("shoot", "ada", target="orc", weapon="bow", move="after", more=True)
        .answer(attack=(1, 1))
        .why_not("ada", "extra", "what", "move")
    )


@pytest.mark.rules("MED-MOVEACT-03/other-melee")
def test_a_fighter_in_melee_strikes_nobody_outside_of_it():
    rows = [(name, side, sheet()) for name, side in (("ada", "pc"), ("orc", "npc"), ("elf", "npc"), ("bob", "pc"))]
    found = Table(*rows).do("contact", fighter="ada", other="orc", state="engaged")
    assert found.why_not("ada", "attack", "target", "elf") == "Caught in another melee."
    assert found.why_not("ada", "wrestle", "target", "elf") == "Caught in another melee."
    assert found.why_not("ada", "shoot", "target", "elf") is None
    found.do("contact", fighter="bob", other="orc", state="engaged")
    assert found.why_not("ada", "attack", "target", "elf") == "Caught in another melee."
    found.do("contact", fighter="bob", other="elf", state="engaged")
    assert found.why_not("ada", "attack", "target", "elf") is None, "all four are in one melee"


@pytest.mark.rules("MED-MOVEACT-04/breaks-off")
@pytest.mark.parametrize(("disengages", "engaged"), [(True, None), (False, {"orc": True})])
def test_a_movement_won_in_melee_is_a_disengagement(disengages, engaged):
    found = table(engaged=True, settings={"move": {"disengages": disengages}})
    found.do("extra", "ada", what="move").answer(allow="0", extra=(8, 8))
    assert (("ada", "breaks off from the melee") in found.told()) is disengages
    assert found.mark("ada", "engaged") == engaged
    assert found.why_not("ada", "move") == (
        "Has moved in this round." if disengages else "Caught in melee: no normal movement."
    )
    assert found.why_not("ada", "attack") is None, "the fight goes on"
    assert found.round().mark("orc", "engaged") == ({"ada": True} if engaged else None)


@pytest.mark.rules("MED-LUTTE-CLE-01/lets-go")
@pytest.mark.parametrize("disengages", [True, False])
def test_moving_while_fighting_releases_the_held_fighter(disengages):
    found = table(engaged=True, settings={"move": {"disengages": disengages}})
    found.scene = found.scene.with_changes([found.scene.mark("orc", "held.ada", "cle")])
    found.do("extra", "ada", what="move", check="vitesse").answer(allow="0", extra=(9, 9))
    assert found.mark("orc", "held") is None


@pytest.mark.rules("MED-MOVEACT-04/not-lying", "MED-LUTTE-PROJ-01")
def test_nobody_moves_while_lying_on_the_ground():
    found = table(engaged=True).do("posture", fighter="ada", posture="prone")
    assert found.why_not("ada", "extra", "what", "move") == "On the ground."
    assert found.why_not("ada", "extra", "what", "stand_up") is None


@pytest.mark.rules("MED-MOVEACT-03/shots")
@pytest.mark.parametrize(("house", "refused"), [("anybody", None), ("melee", "Caught in another melee.")])
def test_a_shooter_in_melee_has_the_targets_of_the_house_setting(house, refused):
    rows = (("ada", "pc", sheet()), ("orc", "npc", sheet()), ("elf", "npc", sheet()))
    found = Table(*rows, settings={"move": {"shots_in_melee": house}})
    assert found.why_not("ada", "shoot", "target", "elf") is None
    found.do("contact", fighter="ada", other="orc", state="engaged")
    assert found.why_not("ada", "shoot", "target", "orc") is None
    assert found.why_not("ada", "shoot", "target", "elf") == refused


def on_board(metres, **more):
    found = table(**more)
    found.scene.state["ground"] = {
        "level": "places",
        "places": {"quay": {"name": "Quay"}, "deck": {"name": "Deck"}},
        "ways": {"w": {"a": "quay", "b": "deck", "metres": metres}},
        "at": {"ada": "quay", "orc": "quay"},
    }
    return found


HALF_WAYS = {
    "shoot": {"target": "orc", "weapon": "bow", "move": "before"},
    "cast": {"move": "after"},
    "care": {"patient": "orc", "amount": 1, "move": "before"},
    "extra": {"what": "move", "check": "vitesse"},
}


@pytest.mark.rules("MED-MOVEACT-01", "MED-MOVEACT-02", "MED-MOVEACT-04")
@pytest.mark.parametrize("kind", HALF_WAYS)
def test_half_a_movement_beside_something_else_leads_to_another_place(kind):
    hurt = sheet(hp={"max": 9, "current": 5})
    near, far = (on_board(metres, theirs=hurt, engaged=kind == "extra") for metres in (5, 6))
    assert far.why_not("ada", kind, "to", "deck") == "Too far: 5 m at most."
    near.do(kind, "ada", to="deck", **HALF_WAYS[kind])
    if kind == "extra":
        assert near.answer(allow="0", extra=(9, 9)).mark("ada", "engaged") is None
    assert near.scene.state["ground"]["at"]["ada"] == "deck"
    still = {"what": "other"} if kind == "extra" else {"move": "none"}
    again = on_board(5, theirs=hurt, engaged=kind == "extra")
    again.refused(Refused, kind, "ada", to="deck", **{**HALF_WAYS[kind], **still})


@pytest.mark.rules("MED-MOVEACT-04/with-the-fight", "MED-MOVEACT-06", "MED-MOVEACT-07")
def test_an_extra_action_goes_with_the_fight_before_it_or_after_it():
    found = table(engaged=True).attack("ada", "orc", more=True, attack=(1, 2))
    assert found.up == ["ada"]
    assert {one.kind for one in MEDIEVAL.offers(found.scene, "ada")} == {"extra", "immediate", "finish"}
    found.do("immediate", "ada", what="other", note="Sourire").do("extra", "ada", what="move").answer(
        allow="0", extra=(9, 9)
    )
    assert ("ada", "moves 5 m at most") in found.told()
    assert found.why_not("ada", "extra") == "One extra action has been tried."
    assert found.do("finish", "ada").up == ["orc"]


@pytest.mark.rules("MED-MOVEACT-04/allowed")
def test_a_try_that_is_refused_is_not_used_up():
    found = table(engaged=True).do("extra", "ada", what="move").answer(allow="no")
    assert found.why_not("ada", "extra") is None


@pytest.mark.rules("MED-MOVEACT-07", "MED-MOVEACT-01/anything-else")
def test_any_other_act_halves_the_speed():
    found = table().do("extra", "ada", what="other", check="force").answer(allow="0", difficulty="5", extra=(1, 1))
    assert str(found.offer("ada", "move").hint) == "5 m, at a sprint 10 m"
    assert found.do("move", "ada").told() == [("ada", "moves 5 m at most")]
    assert table().do("move", "ada", more=True).told() == [("ada", "moves 5 m at most")]


@pytest.mark.rules("MED-MOVEACT-01", "MED-DEATH-07")
def test_care_leaves_half_a_movement_too():
    found = table(theirs=sheet(hp={"max": 20, "current": 5}))
    found.do("care", "ada", patient="orc", amount=2, move="before")
    assert [told for who, told in found.told() if who == "ada"] == ["moves 5 m at most"]
    assert found.at("orc", "hp.current") == 7


@pytest.mark.rules("MED-MOVEACT-02/not-lying", "MED-LUTTE-PROJ-01")
def test_nobody_moves_beside_a_spell_while_on_the_ground():
    found = table().do("posture", fighter="ada", posture="prone")
    assert found.why_not("ada", "cast", "move", "before") == "On the ground."
    assert found.why_not("ada", "cast") is None


@pytest.mark.rules("MED-SPRINT-01/flight", "MED-MOVEACT-05")
def test_a_flight_is_a_round_of_sprint():
    found = table(engaged=True).do("flee", "ada").answer(flee=(9, 9))
    assert found.mark("ada", "sprint") == 1 and found.at("ada", "fatigue") == 0
    found.round().do("contact", fighter="ada", other="orc", state="engaged")
    found.do("flee", "ada").answer(flee=(9, 9), sprint=(5, 5))
    assert (found.mark("ada", "sprint"), found.at("ada", "fatigue")) == (2, 1)


@pytest.mark.rules("MED-SPRINT-02/malus", "MED-MOVEACT-07")
@pytest.mark.parametrize(("sprint", "malus"), [(True, -8), (False, 0)])
def test_stealth_beside_a_sprint_is_an_extra_action_at_minus_eight(sprint, malus):
    found = table().do("move", "ada", sprint=sprint, more=True)
    found.do("extra", "ada", what="other", check="furtivite").answer(allow="0", difficulty="10", extra=(9, 9))
    assert found.terms("MED-SPRINT-02") == malus


@pytest.mark.rules("MED-MOVEACT-07", "MED-TEST-01")
def test_a_skill_of_the_sheet_itself_can_be_an_extra_action():
    found = table(sheet(others={"climb": {"name": "Escalade", "level": 4}}))
    found.do("extra", "ada", what="other", check="other_climb").answer(allow="0", difficulty="10", extra=(4, 4))
    assert found.outcomes[0].margin == 2


@pytest.mark.rules("MED-MOVE-01/own-ground")
def test_the_ground_may_differ_under_one_fighter():
    found = table().do("terrain", fighter="ada", terrain="difficult")
    assert found.do("move", "ada").told() == [("ada", "moves 5 m at most")]
    assert found.do("move", "orc").told() == [("orc", "moves 10 m at most")]
    found.round().do("terrain", terrain="flat")
    assert found.do("move", "ada").told() == [("ada", "moves 10 m at most")]


@pytest.mark.rules("MED-FAT-01/every-roll")
@pytest.mark.parametrize(("counts_on", "others"), [("all", -2), ("attacks", 0)])
def test_fatigue_may_be_confined_to_attacks(counts_on, others):
    settings = {"fatigue": {"counts_on": counts_on}}
    tired = {one.key: one.target.total for one in MEDIEVAL.checks(sheet(fatigue=2), settings)}
    assert (tired["attack_sword"], tired["robustesse"]) == (-2, others)


@pytest.mark.rules("MED-FAT-01/bounds")
def test_fatigue_stays_within_its_field():
    found = table(sheet(fatigue=20), engaged=True)
    found.scene = found.scene.with_changes([found.scene.mark("ada", "sprint", 1)])
    assert found.do("flee", "ada").answer(flee=(10, 10), sprint=(1, 1)).at("ada", "fatigue") == 20


@pytest.mark.rules("MED-MOVEACT-06/any-time")
@pytest.mark.parametrize("any_time", [False, True])
def test_immediate_actions_may_be_taken_out_of_turn_by_house_setting(any_time):
    found = table(settings={"move": {"immediate_any_time": any_time}})
    assert (found.offer("orc", "immediate") is not None) is any_time
    if any_time:
        found.do("immediate", "orc", what="draw_weapon", weapon="bow")
        assert (found.up, found.mark("orc", "turn")) == (["ada"], None)
        assert found.at("orc", "weapons.bow.in_hand")


@pytest.mark.rules("MED-MOVEACT-03")
@pytest.mark.parametrize(
    ("closing", "far"), [("half", "5 m away at most"), ("full", "10 m away at most"), ("no_blow", None)]
)
def test_an_attack_shows_its_reach(closing, far):
    found = table(settings={"move": {"closing": closing}})
    (field,) = [one for one in found.offer("ada", "attack").fields if one.key == "target"]
    assert field.choices[0].hint == far or str(field.choices[0].hint) == far
    assert bool(found.attack("ada", "orc", attack=(1, 1)).mark("ada", "turn.moved")) is (far is not None)


@pytest.mark.rules("MED-MOVE-03", "MED-MOVEACT-03/full-speed")
def test_giving_up_the_blow_allows_contact_at_full_speed():
    found = table().do("move", "ada", contact="orc", whole=True)
    assert found.told() == [("ada", "moves 10 m at most")]
    assert (found.up, found.mark("orc", "engaged")) == (["orc"], {"ada": True})
