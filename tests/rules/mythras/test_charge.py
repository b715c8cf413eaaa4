"""Charges, leaps, sweeps and outmanoeuvring."""

import pytest

from rules.core.check import Level
from rules.core.errors import RulesError
from rules.core.json_codec import from_json
from rules.core.paths import put
from rules.games.mythras.actions import manoeuvres
from rules.games.mythras.rounds.acts import strikes_at
from tests.rules.mythras.play import BANDIT, BEAR, HOPLITE, SHEETS, Table, marked

WARLORD, CUTTHROAT = SHEETS["warlord"], SHEETS["cutthroat"]
MARKED = put(BANDIT, "characteristics.dex", 9)
SPEARMAN = put(
    put(BANDIT, "weapons", {"pike": {"model": "longspear", "style": "brigand", "in_hand": True}}),
    "characteristics",
    {"str": 12, "con": 12, "siz": 13, "dex": 12, "int": 10, "pow": 10, "cha": 10},
)
# The charger of the example: style 60, damage modifier 1d4, SIZ 14, Endurance 50, chest of 7 hit points under 5.
CHARGER = put(
    put(
        put(BANDIT, "characteristics", {"str": 18, "con": 20, "siz": 14, "dex": 12, "int": 10, "pow": 10, "cha": 10}),
        "styles.brigand.trained",
        30,
    ),
    "armour",
    {"cuirass": {"model": "hoplite", "chest": True}},
)
CHARGER = put(put(CHARGER, "skills.endurance", 10), "hit_locations.chest.hp_max", 7)


def table(mine=CHARGER, theirs=BANDIT, **more):
    return Table(("ada", "pc", mine), ("orc", "npc", theirs), **more)


def outcomes(here):
    return [from_json(one) for one in here.events[-1].payload["outcomes"]]


def told(here):
    return [str(from_json(row["text"])) for row in here.events[-1].payload["effects"]]


@pytest.mark.rules("MYT-CLOSE-CHARGE/hard", "MYT-ACT-CHARGE", "MYT-UI-03")
def test_a_charge_is_hard_and_strikes_larger_with_one_step_more_of_the_modifier():
    here = table().do("charge", "ada", target="orc", weapon="axe").go(35)
    hints = {one.key: str(one.hint) for one in here.request().options}
    assert "stops all damage" in hints["parry-shield"]  # a heater shield is Large, and so is now the axe
    here.go("none", "none", 10, 3, 6).finish()
    assert outcomes(here)[0].check.target.total == 40
    assert here.left("ada") == 1 and here.mark("ada", "engaged.orc")
    assert here.hp("orc", "chest") == 7 - (3 + 1 + 6 - 1)


@pytest.mark.rules("MYT-CLOSE-CHARGE/engaged", "MYT-MOVE-03", "MYT-MOVE-05")
def test_a_charger_may_run_on_and_an_engaged_fighter_cannot_charge():
    here = table().do("charge", "ada", target="orc", weapon="axe").go(95, "none", "on")
    assert here.mark("ada", "engaged") is None
    near = table().do("contact", fighter="ada", other="orc")
    assert near.refused(RulesError, "charge", "ada", target="orc", weapon="axe")
    house = table(settings={"charge_engaged": "allowed"}).do("contact", fighter="ada", other="orc")
    assert house.why_not("ada", "charge") is None


@pytest.mark.rules("MYT-STYLE-LANCER", "MYT-ACT-MOUNT", "MYT-CLOSE-CHARGE")
def test_a_mounted_lancer_charges_without_penalty_and_with_the_damage_of_the_mount():
    for lancer in (True, False):
        here = table(put(CHARGER, "styles.brigand.mounted_lancer", lancer)).do("mount", "ada")
        assert here.mark("ada", "mounted") is True
        here.do("dither", "orc").do("charge", "ada", target="orc", weapon="axe", mount=50)
        here.go(3, "none", "none")
        ride = 12 + 10
        assert here.rolled("attack").check.target.total == (ride if lancer else -(-ride * 2 // 3))
        here.go(10, 3)
        assert str(here.request().dice) == "2d6"  # the mount has 1d10: two steps on, 2d6


@pytest.mark.rules("MYT-REACT-COUNTER-CHARGE/first", "MYT-CLOSE-CHARGE", "MYT-FX-IMPALE")
def test_a_spear_set_against_a_charge_strikes_first_with_the_force_of_the_charger():
    here = table(theirs=SPEARMAN).do("charge", "ada", target="orc", weapon="axe").go(22, "counter-pike", 37)
    here.go("impale", 11, 4, 9, "10")
    assert str(here.request().dice) == "1d6"
    here.go(4, "stand")
    assert here.hp("ada", "chest") == 7  # nothing is written before the end
    here.go(1, 41)
    assert here.asked() == ["charge-effect-1"]
    here.go("press_advantage", 8, 4, 3).finish()
    assert here.left("orc") == 1 and here.mark("orc", "offence") is True
    assert here.hp("ada", "chest") == 7 - (9 + 1 + 4 - 5)
    assert here.mark("ada", "impaled.chest.grade") == "herculean"


@pytest.mark.rules("MYT-REACT-COUNTER-CHARGE")
def test_an_attacker_struck_down_first_strikes_no_more():
    weak = put(CHARGER, "hit_locations.chest.hp", -6)
    here = table(weak, SPEARMAN).do("charge", "ada", target="orc", weapon="axe").go(22, "counter-pike", 37)
    here.go("none", 11, 9, 6, "stand").finish(95)
    assert "can no longer do what was declared" in told(here)
    assert here.hp("orc", "chest") == here.whole("orc", "chest")


@pytest.mark.rules("MYT-REACT-COUNTER-CHARGE/lost", "MYT-CLOSE-CHARGE")
@pytest.mark.parametrize(
    ("rule", "hp", "strikes"),
    [
        ("lost_if_incapacitated", -6, False),
        ("lost_if_incapacitated", 7, True),
        ("lost_if_serious", 1, False),
        ("lost_if_serious", 7, True),
        ("always", -6, True),
    ],
)
def test_a_late_second_blow_is_a_house_setting(rule, hp, strikes):
    mine = put(CHARGER, "hit_locations.chest.hp", hp)
    here = table(mine, SPEARMAN, settings={"counter_charge_second_blow": rule})
    here.do("charge", "ada", target="orc", weapon="axe").go(22, "counter-pike", 37)
    here.go("none", 11, 1 if hp > 0 else 9, 6, *(["stand"] if hp <= 1 else []))
    here.finish()
    assert ("can no longer do what was declared" not in told(here)) == strikes


def swept(mine=CHARGER, charging=True, **more):
    """Ada sweeps at two, the first of whom holds a spear set against a charge."""
    here = Table(("ada", "pc", mine), ("orc", "npc", SPEARMAN), ("uruk", "npc", MARKED), **more).finish()
    return here.do("sweep", "ada", weapon="axe", at_orc=True, at_uruk=True, charging=charging).go("sweep", 22)


@pytest.mark.rules("MYT-CLOSE-SWEEP/counter", "MYT-REACT-COUNTER-CHARGE", "MYT-CLOSE-CHARGE")
@pytest.mark.parametrize("charging", [True, False])
def test_each_target_of_a_sweep_may_strike_back_if_it_ends_a_charge(charging):
    here = swept(charging=charging)
    assert ("counter-pike" in here.options()) is charging
    here.finish_at("uruk-reaction", "counter-axe" if charging else "none").finish()
    assert bool(here.mark("uruk", "offence")) is charging


@pytest.mark.rules("MYT-CLOSE-SWEEP/counter", "MYT-REACT-COUNTER-CHARGE/first")
def test_a_charger_felled_by_the_longer_spear_strikes_at_the_others_all_the_same():
    weak = put(CHARGER, "hit_locations.chest.hp", -6)
    here = swept(weak).go("counter-pike", 37, "none", 11, 9, 6, "stand").finish_at("uruk-reaction", "none").finish(6)
    assert "can no longer do what was declared" in told(here)
    assert [here.hp(who, "left_leg") == here.whole(who, "left_leg") for who in ("orc", "uruk")] == [True, False]


@pytest.mark.rules("MYT-FREE-LUCK/own", "MYT-CLOSE-SWEEP/counter")
def test_the_dice_of_a_blow_back_at_a_sweep_are_those_of_its_author():
    here = swept().go("counter-pike", 37, "none", 11)
    (exchange,) = here.scene.exchanges.values()
    assert [strikes_at(exchange, who, "orc-back-damage") for who in ("ada", "orc")] == [True, False]


@pytest.mark.rules("MYT-CLOSE-LEAP", "MYT-FX-00k")
def test_a_leap_bears_down_without_damage_and_may_bring_effects():
    here = table().do("leap", "ada", target="orc")
    here.go(3, "evade", 20, "press_advantage")
    assert here.mark("orc", "prone") is True and here.mark("orc", "under") == "ada"
    assert here.mark("orc", "cannot_attack") == 1
    assert here.hp("orc", "chest") == here.whole("orc", "chest")
    assert "on top" in here.why_not("orc", "stand")
    here.do("release", "ada", other="orc")
    assert here.why_not("orc", "stand") is None
    missed = table().do("leap", "ada", target="orc").go(30, "brawn", 2, "overextend")
    assert missed.mark("orc", "prone") is None and missed.mark("ada", "cannot_attack") == 1


@pytest.mark.rules("MYT-CLOSE-LEAP")
def test_nobody_leaps_at_a_target_over_twice_as_large_and_four_legs_stand_better():
    small = put(CHARGER, "characteristics.siz", 10)
    assert table(small, BEAR).refused(RulesError, "leap", "ada", target="orc")
    here = table(CHARGER, BEAR).do("leap", "ada", target="orc").go(99)
    assert here.rolled("attack").check.target.total == -(-(18 + 12 + 15) * 2 // 3)


@pytest.mark.rules("MYT-CLOSE-SWEEP/one-roll")
def test_a_sweep_is_one_roll_that_each_target_answers_alone():
    mine = put(WARLORD, "armour", {})
    here = Table(("ada", "pc", mine), ("orc", "npc", BANDIT), ("bob", "npc", CUTTHROAT))
    assert here.refused(RulesError, "sweep", "ada", weapon="great_axe", at_orc=True)
    here.do("sweep", "ada", weapon="great_axe", at_orc=True, at_bob=True)
    assert sorted(one for one in told(here) if "engages" in one) == ["engages bob", "engages orc"]
    here.go("sweep", 31)
    here.go("evade", 90).go("none", 4, [1, 1], 1)
    assert here.asked() == ["bob-reaction"]
    here.go("none", "trip").finish()
    assert (here.left("ada"), here.left("orc"), here.left("bob")) == (1, 1, 2)
    assert sum(one.check.actor == "ada" for one in outcomes(here)) == 2
    assert here.mark("ada", "engaged") == {"orc": True, "bob": True}


@pytest.mark.rules("MYT-CLOSE-OUTMANOEUVRE", "MYT-ACT-OUTMANOEUVRE", "MYT-CORE-10")
def test_an_outmanoeuvred_fighter_cannot_attack_this_round():
    here = Table(("ada", "pc", HOPLITE), ("orc", "npc", BANDIT), ("bob", "npc", MARKED))
    for foe in ("orc", "bob"):
        here.do("contact", fighter="ada", other=foe)
    assert manoeuvres.opponents(here.scene, "ada") == ("orc", "bob")
    here.do("outmanoeuvre", "ada").answer("follow-orc", "follow").answer("follow-bob", "let")
    here.answer("evade-ada", 45).answer("evade-orc", 10).go("fight-orc")
    assert here.mark("bob", "outmanoeuvred.ada") is True and here.mark("orc", "outmanoeuvred") is None
    assert here.left("orc") == 1
    here.do("dither", "orc")
    whom = {one.key: one.refused and str(one.refused) for one in here.offer("bob", "attack").fields[0].choices}
    assert whom["ada"] == "Outmanoeuvred in this round."
    here.do("dither", "bob")
    lost = Table(("ada", "pc", HOPLITE), ("orc", "npc", BANDIT), ("bob", "npc", MARKED))
    for foe in ("orc", "bob"):
        lost.do("contact", fighter="ada", other=foe)
    lost.do("outmanoeuvre", "ada").answer("follow-orc", "follow").answer("follow-bob", "follow")
    lost.answer("evade-ada", 20).answer("evade-orc", 30).answer("evade-bob", 90)
    assert lost.mark("orc", "outmanoeuvred") is None and lost.mark("bob", "outmanoeuvred.ada") is True
    alone = table()
    assert alone.why_not("ada", "outmanoeuvre") == "Fewer than two opponents."


def test_levels_of_a_leap_are_compared_like_those_of_a_blow():
    here = table().do("leap", "ada", target="orc").go(90, "evade", 10, "none")
    assert [one.level for one in outcomes(here)] == [Level.FAILURE, Level.SUCCESS]


@pytest.mark.rules("MYT-CLOSE-SWEEP", "MYT-CLOSE-COVER")
@pytest.mark.parametrize(("hidden", "target"), [(None, 74), ("orc", 50), ("bob", 74)])
def test_a_sweep_is_as_hard_as_the_blow_at_the_first_in_its_path(hidden, target):
    here = Table(("ada", "pc", WARLORD), ("orc", "npc", BANDIT), ("bob", "npc", CUTTHROAT))
    if hidden:
        marked(here, hidden, cover={"of": "car", "hides": "all"})
    here.do("sweep", "ada", weapon="great_axe", at_orc=True, at_bob=True).go("sweep")
    assert here.request().check.target.total == target


@pytest.mark.rules("MYT-CLOSE-SWEEP")
def test_a_sweep_that_reaches_the_first_alone_is_a_blow_at_them():
    here = Table(("ada", "pc", WARLORD), ("orc", "npc", BANDIT), ("bob", "npc", CUTTHROAT))
    here.do("sweep", "ada", weapon="great_axe", at_orc=True, at_bob=True).go("first", 31)
    assert here.asked() == ["orc-reaction"]
    here.go("none", "none", 4, [1, 1], 1).finish()
    assert here.hp("bob", "chest") == here.whole("bob", "chest") and len(outcomes(here)) == 1
