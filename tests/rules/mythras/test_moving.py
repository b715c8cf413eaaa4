"""Moving, cover, free actions, lasting wounds and their healing."""

import pytest

from rules.core.errors import RulesError
from rules.core.json_codec import from_json
from rules.core.paths import put
from rules.core.scene import Action, Scene, apply
from rules.core.script import Effect
from rules.engine.decide import decide
from rules.engine.offers import offers
from rules.games.mythras.actions import moving
from rules.games.mythras.character import healing
from rules.games.mythras.character import sheet as sheets
from tests.rules.mythras.play import BANDIT, HOPLITE, MYTHRAS, QUIET, SOLDIER, Table, marked, shown_exactly, table


def rolled_against(here):
    return [from_json(one).check.target.total for one in here.events[-1].payload["outcomes"]]


@pytest.mark.rules("MYT-MOVE-06")
@pytest.mark.parametrize("hidden", [False, True])
def test_an_unseen_waiting_fighter_holds_up_nobody_who_passes(hidden):
    here = marked(table(), "orc", delayed=True)
    here.scene = here.scene.with_changes([here.scene.change("fighters.orc.hidden", hidden)])
    assert bool(here.do("move", "ada").scene.exchanges) is not hidden


@pytest.mark.rules("MYT-MOVE-CLIMB", "MYT-MOVE-CRAWL", "MYT-MOVE-JUMP", "MYT-MOVE-SWIM", "MYT-ATTR-06")
@pytest.mark.parametrize(
    ("sheet", "metres"),
    [
        ({}, {"walk": 6, "run": 18, "sprint": 30, "climb": 6, "crawl": 2, "swim": 6, "jump": 4, "standing_jump": 2}),
        (HOPLITE, {"walk": 6, "climb": 4, "jump": 4, "jump_up": 1, "standing_jump_up": 1}),
        ({"height_cm": 199}, {"jump": 4, "standing_jump": 2, "jump_up": 1}),
        ({"height_cm": 200}, {"jump": 4, "standing_jump": 2, "jump_up": 1}),
        ({"height_cm": 201}, {"jump": 5, "standing_jump": 3, "jump_up": 2}),  # halves are rounded up
        ({"height_cm": 400}, {"jump": 8, "standing_jump": 4, "jump_up": 2}),
        ({"state": {"fatigue": "exhausted"}}, {"walk": 3, "sprint": 15, "crawl": 2}),
    ],
)
def test_one_gets_so_far_in_a_turn(sheet, metres):
    assert {how: moving.metres(sheet, {}, how) for how in metres} == metres


@pytest.mark.rules("MYT-MOVE-JUMP/rounded")
@pytest.mark.parametrize(
    ("settings", "metres"),
    [({}, [4, 1, 2, 1]), ({"jump_rounding": "up"}, [4, 1, 2, 1]), ({"jump_rounding": "down"}, [3, 0, 1, 0])],
)
def test_the_rounding_of_a_jump_is_a_house_setting(settings, metres):
    """Somebody of 1.75 m: 3.50 m, or 0.88 m upwards; half of it without a run-up."""
    assert [moving.metres({"height_cm": 175}, settings, how) for how in moving.JUMPS] == metres
    here = table(mine=put(HOPLITE, "height_cm", 175), settings=settings).do("move", "ada", how="jump").go(1)
    assert f"moves {metres[0]} m (jump after a run-up)" in here.told()


@pytest.mark.rules("MYT-MOVE-JUMP", "MYT-MOVE-CRAWL", "MYT-MOVE-03/reach")
def test_a_jump_is_tested_and_may_engage_and_the_prone_only_crawl():
    here = table().do("move", "ada", how="jump", other="orc").go(50)
    assert rolled_against(here) == [55] and here.mark("ada", "engaged.orc")
    assert "moves 4 m (jump after a run-up)" in here.told()
    short = table().do("move", "ada", how="jump", other="orc").go(90)
    assert short.mark("ada", "engaged") is None
    low = table().do("state", fighter="ada", state="prone")
    assert low.refused(RulesError, "move", "ada", how="run") == "Prone: one crawls."
    assert low.do("move", "ada", how="crawl").left("ada") == 1


@pytest.mark.rules("MYT-MOVE-01")
@pytest.mark.parametrize(
    ("kind", "args", "moves"),
    [
        ("move", {"how": "walk"}, True),
        ("charge", {"target": "orc", "weapon": "spear"}, True),
        ("attack", {"target": "orc", "weapon": "spear"}, False),
        ("ready", {"weapon": "aspis"}, False),
        ("dither", {}, False),
    ],
)
def test_only_moving_or_charging_fighters_leave_the_place(kind, args, moves):
    here = marked(table(), "ada", braced=True).do(kind, "ada", **args).finish(100)
    assert here.mark("ada", "braced") is (None if moves else True)


@pytest.mark.rules("MYT-MOVE-01")
@pytest.mark.parametrize("mark", ["braced", "steadied", "crouched", "exposed"])
def test_a_moving_fighter_keeps_no_stance_and_no_posture_behind_cover(mark):
    assert marked(table(), "ada", **{mark: True}).do("move", "ada", how="walk").mark("ada", mark) is None


@pytest.mark.rules("MYT-FREE-ASSESS", "MYT-FREE-SPEAK", "MYT-FREE-SIGNAL")
def test_words_and_looks_cost_nothing_and_some_need_distance_from_foes():
    here = table().do("speak", "orc", note="À moi !")
    assert here.events[-1].payload["told"]["table"]["params"] and here.left("orc") == 2
    here.do("signal", "ada", note="par là", to="orc").do("assess", "ada").go(20)
    assert here.left("ada") == 2 and rolled_against(here) == [50]
    assert here.refused(RulesError, "assess", "ada", gait="run") == "Has looked already in this round."
    assert rolled_against(table().do("assess", "ada", gait="run").go(20)) == [34]
    assert rolled_against(table().do("assess", "ada", gait="sprint").go(20)) == [25]
    near = here.do("contact", fighter="ada", other="orc")
    assert near.why_not("ada", "assess") == near.why_not("ada", "signal") == "Engaged."
    fought = table().attack("ada", "orc", "spear", 90, "none").do("contact", fighter="ada", other="orc", apart=True)
    assert fought.why_not("ada", "assess") == "Takes part in the fight."


@pytest.mark.rules("MYT-FREE-ASSESS/moment", "MYT-CLOSE-CHARGE")
def test_a_fighter_who_takes_no_part_may_look_while_an_attack_is_open():
    here = Table(("orc", "npc", BANDIT), ("ada", "pc", QUIET), ("bob", "pc", QUIET)).finish()
    here.do("charge", "orc", target="ada", weapon="axe")
    assert [here.offer(who, "assess") is not None for who in ("orc", "ada", "bob")] == [False, False, True]
    (charge,) = here.scene.exchanges
    here.do("assess", "bob")
    look = next(key for key in here.scene.exchanges if key != charge)
    here.do("answer", exchange=look, key="look", values=[20])
    assert list(here.scene.exchanges) == [charge] and here.left("bob") == 2


@pytest.mark.rules("MYT-ACT-TAKE-COVER", "MYT-CLOSE-COVER/where")
def test_cover_stops_its_points_where_it_hides():
    here = table(SOLDIER).do("dither", "ada").do("cover", "orc", of="wooden_wall", hides="chest")
    assert here.left("orc") == 1 and here.mark("orc", "prone") is None
    here.do("shoot", "ada", target="orc", weapon="carbine", metres=20).go(31, "none", "none", 10, "chest", [3, 4])
    here.finish()
    assert here.hp("orc", "chest") == 7 - (7 - 4 - 1)
    here = table(SOLDIER).do("dither", "ada").do("cover", "orc", of="wooden_wall", hides="chest")
    here.do("shoot", "ada", target="orc", weapon="carbine", metres=20).go(31, "none", "none", 19, "head", [1, 1])
    assert here.hp("orc", "head") == 5 - 2
    here.do("move", "orc")
    assert here.mark("orc", "cover") is None


@pytest.mark.rules("MYT-CLOSE-COVER", "MYT-ACT-SNEAK-PEEK/fumble")
def test_a_wholly_hidden_target_is_shot_at_blindly_until_a_clumsy_look():
    here = table(SOLDIER).do("dither", "ada").do("cover", "orc", of="tank", hides="all")
    here.do("shoot", "ada", target="orc", weapon="carbine", metres=20, still=True).go("known", 31)
    assert here.rolled("attack").check.target.total == 44
    assert here.options()["choose_location"] == "The target cannot be seen."
    here.go("none").finish()
    assert here.hp("orc", "chest") == 7
    here.do("peek", "orc").go(100).do("new_round")
    here.do("shoot", "ada", target="orc", weapon="carbine", metres=20).go(31)
    assert here.rolled("attack").check.target.total == 66
    assert "This cannot be done now." in table().refused(RulesError, "peek", "ada")


@pytest.mark.rules("MYT-CLOSE-PASSIVE")
def test_crouching_behind_a_shield_guards_twice_as_much():
    here = table(BANDIT, QUIET)
    body = ["chest", "head", "abdomen", "right_leg", "left_leg"]
    five = {f"place{number}": key for number, key in enumerate(body, 1)}
    assert here.refused(RulesError, "ward", "orc", weapon="aspis", **five)
    here.do("ward", "orc", weapon="aspis", crouched=True, **five)
    here.attack("ada", "orc", "axe", 90, "parry-spear", 60)
    assert rolled_against(here)[1] == 46  # crouching is hard


@pytest.mark.rules("MYT-WOUND-02")
@pytest.mark.parametrize(("house", "target"), [(True, 46), (False, 68)])
def test_an_act_with_a_badly_wounded_arm_is_a_step_harder(house, target):
    hurt = put(QUIET, "hit_locations.right_arm.hp", 0)
    here = table(hurt, settings={"serious_ongoing_penalty": house}).attack("ada", "orc", "spear", 99, "none")
    assert rolled_against(here)[0] == target
    legs = put(QUIET, "hit_locations.left_leg.hp", -1)
    other = table(legs, settings={"serious_ongoing_penalty": house}).attack("ada", "orc", "spear", 99, "none")
    assert rolled_against(other)[0] == 68


@pytest.mark.rules("MYT-HEAL-01")
def test_first_aid_helps_a_wound_once_and_ends_bleeding():
    hurt = put(put(BANDIT, "hit_locations.chest.hp", 3), "state.bleeding", True)
    here = shown_exactly(table(QUIET, hurt), "orc").do("aid", "ada", wound="orc-chest").go(30, 2)
    assert here.hp("orc", "chest") == 5 and "bleeding" not in (here.scene.sheet("orc").get("state") or {})
    assert {one.key: str(one.refused) for one in here.offer("orc", "aid").fields[0].choices} == {
        "orc-chest": "Treated already."
    }
    here.do("dither", "orc").attack("ada", "orc", "spear", 31, "none", "none", 10, 1, 1)
    choices = here.offer("orc", "aid").fields[0].choices
    assert [one.refused for one in choices] == [None]  # a new wound
    failed = shown_exactly(table(QUIET, hurt), "orc").do("aid", "ada", wound="orc-chest").go(90)
    assert failed.hp("orc", "chest") == 3


@pytest.mark.rules("MYT-HEAL-01", "MYT-FATIGUE-01")
@pytest.mark.parametrize(
    ("hp", "treated", "days", "after"),
    [(5, False, 1, 7), (1, False, 2, 5), (0, False, 6, 0), (0, False, 7, 2), (-7, False, 90, -7), (-7, True, 30, -5)]
    + [(-7, True, 37, -3)],
)
def test_rest_mends_by_the_healing_rate(hp, treated, days, after):
    sheet = put(put(BANDIT, "hit_locations.chest.hp", hp), "hit_locations.chest.treated", treated)
    assert healing.rested_hp(sheet, sheets.location(sheet, "chest"), days) == after
    here = table(theirs=put(sheet, "state.fatigue", "tired")).do("rest", fighter="orc", days=days)
    assert here.hp("orc", "chest") == after
    assert "fatigue" not in (here.scene.sheet("orc").get("state") or {})


@pytest.mark.rules("MYT-HEAL-01", "MYT-FATIGUE-01")
def test_days_outside_a_fight_heal_like_rest():
    sheet = put(put(BANDIT, "hit_locations.chest.hp", 1), "state.fatigue", "tired")
    rows = {"ada": {"character": "ada", "side": "pc"}}
    scene = Scene("t", "test", {}, {"fighters": rows}, {"ada": sheet})
    offer = next(one for one in offers(MYTHRAS, scene, "ada") if one.kind == "days")
    assert offer.master and not any(one.kind == "days" for one in offers(MYTHRAS, table(QUIET).scene, "ada"))
    rest = Effect("rest", "ada", 2)
    assert str(MYTHRAS.describe(scene, rest)) == "rests for 2 days and regains 4 hit points (chest)"
    orc = table(theirs=put(BANDIT, "hit_locations.chest.hp", 1)).scene
    assert str(MYTHRAS.public(orc, Effect("rest", "orc", 2))) == "rests for 2 days", "the table sees no body"
    for event in decide(MYTHRAS, scene, Action("days", "ada", {"days": 2}, "gm", True, "x")):
        scene = apply(scene, event)
    after = scene.sheet("ada")
    assert after["hit_locations"]["chest"]["hp"] == 5 and "fatigue" not in (after.get("state") or {})


@pytest.mark.rules("MYT-FATIGUE-01")
def test_the_dead_do_not_wake_and_the_comatose_take_days():
    levels = {hours: healing.rested_level({"state": {"fatigue": "comatose"}}, hours) for hours in (23, 24, 200)}
    assert levels == {23: "comatose", 24: "semi_conscious", 200: "fresh"}
    assert healing.rested_level({"state": {"fatigue": "dead"}}, 10_000) == "dead"


@pytest.mark.rules("MYT-ACT-READY/two")
def test_taking_an_item_from_the_ground_takes_two_actions():
    here = table().do("drop", "ada", weapon="spear")
    here.do("ready", "ada", weapon="spear").do("dither", "orc").do("ready", "ada", weapon="spear")
    assert here.left("ada") == 0 and here.scene.sheet("ada")["weapons"]["spear"]["in_hand"] is True


@pytest.mark.rules("MYT-MOVE-06", "MYT-MOVE-03")
@pytest.mark.parametrize(("said", "moved"), [("block", False), ("let", True)])
def test_a_fighter_with_a_barred_way_goes_nowhere(said, moved):
    here = table().do("delay", "ada").do("move", "orc", how="run").go("on", "ada", said)
    assert ("moves 18 m (run)" in here.told()) == moved and bool(here.mark("orc", "engaged.ada")) != moved


@pytest.mark.rules("MYT-FREE-ASSESS", "MYT-ACT-SNEAK-PEEK")
def test_looking_around_from_behind_something_does_not_reveal():
    here = marked(table(), "ada", cover={"of": "car", "hides": "all"}).do("assess", "ada").go(100)
    assert here.mark("ada", "exposed") is None
    assert here.do("peek", "ada").go(100).mark("ada", "exposed") is True


@pytest.mark.rules("MYT-MOVE-06/unless")
@pytest.mark.parametrize(
    ("marks", "waits"),
    [
        ({}, False),
        ({"delayed": True}, True),
        ({"engaged": {"orc": True}}, False),
        ({"delayed": True, "engaged": {"orc": True}}, False),
        ({"delayed": True, "dropped": True}, False),
    ],
)
def test_only_an_able_unengaged_delayed_fighter_may_answer_those_who_pass(marks, waits):
    assert moving.is_waiting(marked(table(), "ada", **marks).scene, "ada") == waits


@pytest.mark.rules("MYT-MOVE-06")
def test_a_fighter_who_does_not_wait_lets_everybody_pass():
    assert "moves 18 m (run)" in table().do("move", "ada", how="run").told()


@pytest.mark.rules("MYT-ACT-MOVE", "MYT-CLOSE-ENGAGE")
def test_a_fighter_who_leaves_the_helpless_is_out_of_their_reach_once_they_wake():
    here = table().do("contact", fighter="ada", other="orc", apart=False).do("state", fighter="orc", state="helpless")
    here.do("move", "ada", how="run").do("state", fighter="orc", state="helpless", off=True)
    assert (here.mark("ada", "engaged"), here.mark("orc", "engaged")) == (None, None)


@pytest.mark.rules("MYT-MOVE-06", "MYT-FX-TRIP")
@pytest.mark.parametrize(("die", "moved"), [(93, False), (1, True)])
def test_a_runner_felled_by_a_blow_in_passing_stops(die, moved):
    here = marked(table(), "orc", delayed=True).do("move", "ada", how="run")
    here.go("on", "orc", "strike-axe", 30, "none", "trip").finish_at("trip-skill", "brawn").finish(die)
    assert ("moves 18 m (run)" in here.told()) is moved and bool(here.mark("ada", "prone")) is not moved


@pytest.mark.rules("MYT-MOVE-06", "MYT-FX-GRIP")
def test_a_runner_gripped_in_passing_stops():
    here = marked(table(theirs=put(BANDIT, "weapons", {})), "orc", delayed=True).do("move", "ada", how="run")
    here.go("on", "orc", "strike-fist", 5, "none", "grip").finish()
    assert here.mark("ada", "gripped") and "moves 18 m (run)" not in here.told()
