"""The fight: turns and points, the exchange in its order, special effects, wounds and what holds one."""

import pytest

from rules.core.check import Level
from rules.core.errors import RulesError, Unreadable
from rules.core.json_codec import from_json
from rules.core.paths import put
from rules.core.scene import Action
from rules.engine.decide import decide
from rules.games.mythras.character import sheet as sheets
from rules.games.mythras.combat.blows import knockback_metres
from tests.rules.mythras.play import BANDIT, BEAR, HOPLITE, MYTHRAS, Table


def table(mine=HOPLITE, theirs=BANDIT, **more):
    return Table(("ada", "pc", mine), ("orc", "npc", theirs), **more)


def outcomes(here):
    return [from_json(one) for one in here.events[-1].payload["outcomes"]]


@pytest.mark.rules("MYT-INIT-01/surprised", "MYT-CLOSE-SURPRISE")
def test_initiative_is_a_die_plus_the_bonus_minus_ten_if_surprised():
    here = table(surprised=("orc",))
    assert here.mark("ada", "init") == 10 + 8
    assert here.mark("orc", "init") == 1 + 11 - 1 - 10


@pytest.mark.rules("MYT-INIT-02")
def test_equals_go_by_dex_then_by_another_die():
    twins = Table(("ada", "pc", BANDIT), ("orc", "npc", BANDIT), started=False).do("start")
    twins.answer("initiative-ada", 5).answer("initiative-orc", 5)
    assert set(twins.asked()) == {"tie1-ada", "tie1-orc"}
    twins.answer("tie1-ada", 3).answer("tie1-orc", 7)
    assert twins.up == ["orc"]
    quick = put(put(BANDIT, "characteristics.dex", 12), "characteristics.int", 10)
    other = Table(("ada", "pc", BANDIT), ("orc", "npc", quick), started=False).do("start")
    assert other.answer("initiative-ada", 5).answer("initiative-orc", 5).up == ["orc"]


@pytest.mark.rules("MYT-ROUND-01/cycles", "MYT-AP-01", "MYT-AP-02", "MYT-ACT-DITHER")
def test_the_count_goes_round_again_while_there_are_points():
    here, order = table(), []
    while here.up != ["gm"]:
        order += here.up
        here.do("dither", here.up[0])
    assert order == ["ada", "orc", "ada", "orc"]
    assert here.refused(RulesError, "dither", "ada")
    here.do("new_round")
    assert (here.left("ada"), here.up) == (2, ["ada"])


@pytest.mark.rules("MYT-ACT-DELAY/lapses")
def test_a_point_that_was_kept_lapses_with_the_next_turn_or_pays_a_reaction():
    here = table().do("delay", "ada")
    assert here.left("ada") == 2
    here.attack("orc", "ada", "axe", 90, "parry-aspis", "kept", 30, "trip", "brawn", 90)
    assert (here.left("ada"), here.mark("ada", "delayed")) == (1, None)
    late = table().do("delay", "ada").do("dither", "orc").do("dither", "ada")
    assert late.left("ada") == 0


@pytest.mark.rules(
    "MYT-ATK-01",
    "MYT-ACT-ATTACK",
    "MYT-FX-LOCATION",
    "MYT-WOUND-02",
    "MYT-WOUND-04",
    "MYT-CORE-07",
    "MYT-DMG-02/unless",
)
def test_the_example_of_choosing_the_location():
    here = table(theirs=put(put(BANDIT, "characteristics.con", 11), "hit_locations.right_leg.hp_max", 5))
    here.attack("ada", "orc", "spear", 31, "parry-shield", 77, "choose_location", "right_leg", 5, 2)
    assert here.asked() == ["shaken"]
    here.go(2, 20)
    assert here.hp("orc", "right_leg") == -2
    assert sheets.location(here.scene.sheet("orc"), "right_leg").useless
    assert (here.mark("orc", "prone"), here.mark("orc", "cannot_attack")) == (True, 2)
    assert (here.left("ada"), here.left("orc")) == (1, 1)


@pytest.mark.rules("MYT-PARRY-02", "MYT-FX-00a", "MYT-FX-00b", "MYT-FX-00c", "MYT-FX-TRIP", "MYT-FX-OVEREXTEND")
def test_the_example_of_parrying_a_miss():
    here = table(BANDIT, HOPLITE).attack("ada", "orc", "axe", 83, "parry-spear", 5, "trip", "overextend", "evade", 20)
    assert [one.level for one in outcomes(here)[:2]] == [Level.FAILURE, Level.CRITICAL]
    assert (here.mark("ada", "prone"), here.mark("ada", "cannot_attack")) == (True, 1)
    assert all(here.hp("orc", one) > 0 for one in ("chest", "head", "abdomen"))
    assert "1 more turn" in (here.do("dither", "orc").why_not("ada", "attack") or "")


@pytest.mark.rules("MYT-PARRY-01", "MYT-PARRY-05", "MYT-FX-MAXIMISE", "MYT-REACT-PARRY")
def test_the_example_of_a_wasted_choice():
    here = table().attack("ada", "orc", "spear", 6, "parry-shield", 30, "maximise_damage", 10, 1)
    assert here.hp("orc", "chest") == sheets.location(BANDIT, "chest").hp_max


@pytest.mark.rules("MYT-PARRY-01", "MYT-REACT-PARRY")
@pytest.mark.parametrize(("trained", "target"), [(31, 54), (36, 59)])
def test_a_parry_costs_one_point_and_is_rolled_with_the_style(trained, target):
    mine = table(theirs=put(BANDIT, "styles.brigand.trained", trained))
    here = mine.attack("ada", "orc", "spear", 31, "parry-axe", 30).finish()
    assert [(one.check.actor, one.check.target.total) for one in outcomes(here)] == [("ada", 68), ("orc", target)]
    assert here.left("orc") == 1
    assert table().attack("ada", "orc", "spear", 31, "none").finish().left("orc") == 2


@pytest.mark.rules("MYT-FX-FEINT")
def test_a_feint_makes_nothing_of_the_parry():
    here = table().attack("ada", "orc", "spear", 6, "parry-shield", 30, "circumvent_parry", 10, 3, 1)
    assert here.hp("orc", "chest") == sheets.location(BANDIT, "chest").hp_max - (3 + 1 + 1 - 1)


@pytest.mark.rules("MYT-PARRY-05/sizes", "MYT-DMG-01")
@pytest.mark.parametrize(
    ("size", "settings", "lost"),
    [("medium", {}, 0), ("large", {}, 3), ("huge", {}, 7), ("large", {"half_rounding": "down"}, 2)],
)
def test_a_parry_stops_all_half_or_nothing_by_size(size, settings, lost):
    mine = put(HOPLITE, "weapons.spear.size", size)
    theirs = put(put(put(BANDIT, "weapons.axe.size", "medium"), "characteristics.siz", 20), "armour", {})
    here = table(mine, theirs, settings=settings)
    here.attack("ada", "orc", "spear", 31, "parry-axe", 30, 10, 5, 1)
    assert here.hp("orc", "chest") == sheets.location(theirs, "chest").hp_max - {3: 4, 2: 3}.get(lost, lost)


@pytest.mark.rules("MYT-PARRY-03/nobody", "MYT-FX-00h/left", "MYT-PARRY-04")
def test_a_defender_who_does_nothing_counts_as_failing_and_effects_may_be_skipped():
    here = table().attack("ada", "orc", "spear", 31, "none")
    assert here.asked() == ["effect-1"]
    assert here.go("none").asked() == ["location"]
    assert table().attack("ada", "orc", "spear", 80, "none").scene.exchanges == {}


@pytest.mark.rules("MYT-AP-03/once", "MYT-PARRY-06")
def test_a_threat_is_answered_once_and_without_points_not_at_all():
    here = table().attack("ada", "orc", "spear", 90, "parry-shield", 90)
    assert here.scene.exchanges == {}
    here.do("dither", "orc")
    assert here.left("orc") == 0
    here.attack("ada", "orc", "spear", 31)
    assert here.asked() == ["effect-1"]


@pytest.mark.rules("MYT-FX-00d", "MYT-FX-00e/roll", "MYT-FX-00f")
def test_an_effect_whose_condition_fails_is_closed_with_the_reason():
    here = table().attack("ada", "orc", "spear", 31, "none")
    why = here.options()
    assert why["maximise_damage"] == "Needs a critical success of one’s own."
    assert why["bleed"] == "Needs a cutting weapon." and why["stun_location"] == "Needs a bludgeoning weapon."
    assert why["impale"] is None and "overextend" not in why
    before = here.scene
    with pytest.raises(Unreadable) as found:
        here.answer("effect-1", "bleed")
    assert str(found.value) == "Needs a cutting weapon."
    assert here.scene == before
    twice = table().attack("ada", "orc", "spear", 5, "none", "maximise_damage").options()
    assert twice["maximise_damage"] is None
    assert table().attack("ada", "orc", "spear", 5, "none", "impale").options()["impale"]


@pytest.mark.rules("MYT-FX-FORCE-FAILURE/companion", "MYT-FX-00g/unless")
def test_force_failure_goes_with_an_effect_that_is_resisted():
    here = table().attack("ada", "orc", "spear", 31, "parry-shield", 100)
    assert here.options()["force_failure"].startswith("Choose first")
    here.go("trip", "force_failure", 10, 1, 1)
    assert here.mark("orc", "prone") is True


@pytest.mark.rules("MYT-FX-IMPALE")
def test_an_impaling_weapon_rolls_twice_and_stays_in_until_it_is_pulled_out():
    here = table().attack("ada", "orc", "spear", 31, "none", "impale", 10, 2, 4, "5", 1)
    assert here.hp("orc", "chest") == 7 - (4 + 1 + 1 - 1)
    assert here.mark("orc", "impaled.chest") == {"weapon": "spear", "by": "ada", "grade": "formidable"}
    here.do("dither", "orc")
    assert here.attack("ada", "orc", "aspis", 90).options()["parry-shield"] is None
    here.go("none").do("dither", "orc").do("new_round")
    here.do("pull", "ada", which="orc-chest").go(20, "resist", 90, 5, 1, 5)
    assert here.mark("orc", "impaled") is None
    assert here.hp("orc", "chest") == 2 - 3


@pytest.mark.rules("MYT-FX-BLEED/round", "MYT-WOUND-05")
def test_a_bleeding_fighter_tires_at_the_start_of_every_round():
    here = table(BANDIT, put(BANDIT, "armour", {}))
    here.attack("ada", "orc", "axe", 31, "none", "bleed", 10, 2, 90)
    assert here.scene.sheet("orc")["state"]["bleeding"] is True
    for one in ("orc", "ada", "orc"):
        here.do("dither", one)
    assert here.do("new_round").scene.sheet("orc")["state"]["fatigue"] == "winded"


@pytest.mark.rules("MYT-FX-BLEED/round", "MYT-WOUND-05/first", "MYT-ROUND-01")
@pytest.mark.parametrize(("bleeds", "level"), [(True, "winded"), (False, None)])
def test_the_first_round_of_a_fight_tires_somebody_who_bleeds_like_any(bleeds, level):
    here = table(BANDIT, put(BANDIT, "state.bleeding", bleeds))
    assert here.scene.sheet("orc").get("state", {}).get("fatigue") == level


@pytest.mark.rules("MYT-FX-PRESS", "MYT-FX-WITHDRAW", "MYT-CLOSE-ENGAGE", "MYT-MOVE-02", "MYT-MOVE-04", "MYT-ACT-MOVE")
def test_press_advantage_and_withdrawing():
    here = table().attack("ada", "orc", "spear", 31, "none", "press_advantage", 10, 1, 1)
    assert here.why_not("orc", "attack") and here.why_not("orc", "move")
    here = table(BANDIT, HOPLITE).attack("ada", "orc", "axe", 90, "parry-aspis", 30, "withdraw")
    assert here.mark("ada", "engaged") is None and here.why_not("orc", "move") is None


@pytest.mark.rules("MYT-FX-DISARM")
def test_a_disarmed_opponent_drops_the_weapon():
    here = table(BANDIT, HOPLITE).attack("ada", "orc", "axe", 90, "parry-aspis", 30, "disarm", "axe", 90, 1, "stand")
    assert "in_hand" not in here.scene.sheet("ada")["weapons"]["axe"]


@pytest.mark.rules("MYT-FX-ACCIDENT/unarmed", "MYT-FX-SELECT-TARGET/no-defence")
def test_a_fumble_may_hurt_the_attacker_or_somebody_else():
    here = table(BANDIT, HOPLITE).attack(
        "ada", "orc", "axe", 100, "parry-aspis", 30, "accidental_injury", "none", 10, 3
    )
    assert here.hp("ada", "chest") == 7 - (3 + 1 - 1)
    three = Table(("ada", "pc", BANDIT), ("orc", "npc", HOPLITE), ("bob", "pc", BANDIT))
    three.attack("ada", "orc", "axe", 100, "parry-aspis", 30, "select_target", "none", "bob", "near", 10, 3)
    assert three.hp("bob", "chest") == 7 - 3


@pytest.mark.rules("MYT-CLOSE-EVADE/prone", "MYT-REACT-EVADE/prone", "MYT-STYLE-DAREDEVIL")
@pytest.mark.parametrize(("die", "hurt"), [(35, False), (20, True), (90, True)])
def test_evading_at_the_same_level_goes_to_the_higher_die_and_leaves_one_prone(die, hurt):
    here = table().attack("ada", "orc", "spear", 31, "evade", die)
    while here.scene.exchanges:
        here.go("none" if here.asked() == ["effect-1"] else 1)
    assert here.mark("orc", "prone") is True
    assert (here.hp("orc", "right_leg") < 5) == hurt


@pytest.mark.rules("MYT-CLOSE-SURPRISE/defence", "MYT-AP-05")
def test_a_surprised_fighter_cannot_defend_and_gives_an_effect_away():
    here = table(surprised=("orc",)).attack("ada", "orc", "spear", 31)
    assert here.asked() == ["effect-1"]
    here.go("none", 10, 1, 1)
    assert here.why_not("orc", "attack") == "Surprised in this round: no attack."
    assert here.mark("orc", "gift") is None
    two = table(surprised=("orc",)).attack("ada", "orc", "spear", 31, "trip")
    assert two.asked() == ["effect-2"]


@pytest.mark.rules("MYT-CLOSE-KNOCKBACK", "MYT-ACT-BRACE")
def test_damage_above_siz_pushes_back_a_metre_for_each_five_begun():
    assert [knockback_metres(damage, 12) for damage in (11, 12, 13, 17, 18)] == [0, 0, 1, 1, 2]
    here = table(BEAR, put(BANDIT, "characteristics.siz", 4), first=10)
    here.attack("ada", "orc", "claws", 31, "none", "none", 10, 3, 2)
    while here.asked() not in (["knockback-roll"], ["knockback-skill"]):
        assert here.scene.exchanges
        here.go(1)


@pytest.mark.rules("MYT-FREE-WARD", "MYT-CLOSE-PASSIVE/ends", "MYT-UI-02")
def test_a_guard_reduces_damage_without_a_roll_and_ends_when_the_item_strikes():
    here = table(BANDIT, HOPLITE).do("ward", "orc", weapon="aspis", place1="chest", place2="head")
    here.attack("ada", "orc", "axe", 31)
    assert here.options()["parry-aspis"] == "It guards a location."
    here.go("none", "none", 10, 6)
    assert here.hp("orc", "chest") == 8
    here.attack("orc", "ada", "aspis", 90, "none")
    assert here.mark("orc", "wards") is None
    too_many = {f"place{number}": key for number, key in enumerate(("chest", "head"), 1)}
    assert table().refused(RulesError, "ward", "ada", weapon="spear", **too_many)


@pytest.mark.rules("MYT-ACT-REGAIN-FOOTING/opposed", "MYT-FX-ARISE", "MYT-SIT-C07")
def test_a_prone_fighter_rises_freely_or_against_those_in_contact():
    here = table().do("state", fighter="ada", state="prone", off=False)
    assert here.do("stand", "ada").mark("ada", "prone") is None
    near = table().do("state", fighter="ada", state="prone").do("contact", fighter="ada", other="orc")
    near.do("stand", "ada").go("brawn", "brawn")
    assert near.answer("mine1", 20).answer("theirs1", 90).mark("ada", "prone") is None


@pytest.mark.rules("MYT-FX-GRIP/until-free", "MYT-ACT-STRUGGLE", "MYT-MOVE-05", "MYT-ACT-CHANGE-RANGE")
def test_a_grip_holds_until_one_struggles_free():
    assert table().attack("ada", "orc", "fist", 31, "none").options()["grip"] == "No hand is free."
    here = table().do("drop", "ada", weapon="spear").attack("ada", "orc", "fist", 31, "none", "grip", 10, 1, 1)
    assert here.mark("orc", "gripped.ada") is True and here.why_not("orc", "range")
    here.do("struggle", "orc", what="gripped-ada").go("brawn", "brawn").answer("mine1", 20).answer("theirs1", 90).go(
        "stand"
    )
    assert here.mark("orc", "gripped") is None
    here.do("dither", "ada").do("range", "orc", other="ada")
    assert here.mark("orc", "engaged") is None


@pytest.mark.rules("MYT-WOUND-03")
def test_a_failed_endurance_makes_a_major_wound_of_the_chest_fatal():
    here = table(HOPLITE, put(BANDIT, "hit_locations.chest.hp", -5))
    here.attack("ada", "orc", "spear", 31, "none", "none", 10, 6, 1, 90)
    assert here.scene.sheet("orc")["state"]["dead"] is True
    assert MYTHRAS.is_out(here.scene, "orc")


@pytest.mark.rules("MYT-SIT-C01", "MYT-SIT-GM")
def test_nobody_rolls_against_a_helpless_target():
    here = table().attack("ada", "orc", "spear", situation="helpless")
    assert here.asked() == ["effect-1"]


@pytest.mark.rules(
    "MYT-SIT-C02", "MYT-SIT-C03", "MYT-SIT-C04", "MYT-SIT-C05", "MYT-SIT-C08", "MYT-SIT-C10", "MYT-SIT-C11"
)
@pytest.mark.parametrize(
    ("situation", "target"),
    [("none", 68), ("confined", 46), ("unstable", 46), ("crouching", 46), ("weather", 46), ("dim", 34), ("blind", 14)]
    + [("dark", 14)],
)
def test_the_situation_gives_the_grade(situation, target):
    here = table().attack("ada", "orc", "spear", 99, "none", situation=situation)
    assert outcomes(here)[0].check.target.total == target


@pytest.mark.rules("MYT-SIT-C06", "MYT-SIT-C09")
@pytest.mark.parametrize(("situation", "target"), [("below", 36), ("behind", 27)])
def test_the_situation_of_the_defence_weighs_on_the_defence_alone(situation, target):
    here = table().attack("ada", "orc", "spear", 99, "parry-shield", 98, theirs=situation)
    assert [one.check.target.total for one in outcomes(here)] == [68, target]


@pytest.mark.rules("MYT-SIT-CAP-RIDE/unless", "MYT-SIT-CAP-SWIM", "MYT-STYLE-MOUNTED", "MYT-STYLE-BLIND")
def test_riding_and_swimming_cap_the_style_unless_a_trait_helps():
    for state, target in (("mounted", 24), ("swimming", 35)):
        here = table().do("state", fighter="ada", state=state).attack("ada", "orc", "spear", 99, "none")
        assert outcomes(here)[0].check.target.total == target
    rider = put(put(HOPLITE, "styles.phalanx.mounted_combat", True), "styles.phalanx.blind_fighting", True)
    here = table(rider).do("state", fighter="ada", state="mounted")
    here.attack("ada", "orc", "spear", 99, "none", situation="dark")
    assert outcomes(here)[0].check.target.total == 68


@pytest.mark.rules("MYT-ACT-READY", "MYT-FREE-DROP")
def test_a_weapon_is_drawn_for_a_point_and_dropped_for_none():
    here = table()
    with pytest.raises(RulesError):
        decide(MYTHRAS, here.scene, Action("ready", "ada", {"weapon": "sword"}, id="n"))
    here.do("drop", "ada", weapon="spear").do("ready", "ada", weapon="sword")
    assert here.left("ada") == 1 and here.scene.sheet("ada")["weapons"]["sword"]["in_hand"] is True
