"""Two rules that meet: a death and its days, luck and a wound, a senseless opponent and a test."""

import pytest

from rules.core.json_codec import from_json
from rules.engine.exchanges import waiting_on
from rules.games.polaris.character.schema import MOST_MASTERY
from rules.games.polaris.harm.damage import Wound
from rules.games.polaris.trials import resolution
from rules.games.polaris.trials.boost import BOOSTED
from tests.rules.polaris.bedside import Bedside, patient
from tests.rules.polaris.meetings import BARE, LINES, burst, gripping, open_check, seized
from tests.rules.polaris.play import POLARIS
from tests.rules.polaris.table import Table, sheet

ART = {"skills__martial_defense": {"mastery": "Spé", "level": 12}}


@pytest.mark.rules("POL-SHOCK-03", "POL-MARTIAL-17", "POL-TURN-06")
@pytest.mark.parametrize(("stunned", "asked"), [(None, [("b", "answer")]), (True, [])])
def test_the_stunned_break_free_and_strike_nothing_back(stunned, asked):
    table = seized("lock", a=BARE, b={**BARE, **ART, **({"conditions__stunned": True} if stunned else {})})
    table.do("declare_break", "b", holder="a", how="art").do("declare_hold", "a", target="b", delayed=True)
    table.do("break", "b", holder="a", how="art").answers(release_first_die=4, release_second_die=19)
    assert [one for one in table.asked() if one[1] == "answer"] == asked


@pytest.mark.rules("POL-WOUND-16", "POL-WOUND-05")
@pytest.mark.parametrize("kind", ["stabilise", "minutes"])
def test_the_dead_need_no_stabilising(kind):
    wounds = {"body": {"mortal": 1}}
    dead, dying = (Bedside(ada=sheet("ada", wounds=wounds, conditions__dead=gone)) for gone in (True, None))
    assert dead.offer(kind) is None and dying.offer(kind) is not None


@pytest.mark.rules("POL-WOUND-17", "POL-WOUND-05")
def test_no_day_passes_for_whoever_an_infection_has_killed():
    held = {"w1": {"place": "head", "severity": "mortal", "stabilized": True}}
    bed = Bedside(ada=sheet("ada", wounds={"head": {"mortal": 1}, "left_leg": {"moderate": 1}}, wound_details=held))
    bed.do("days", days=4)  # with a mortal wound no test can succeed
    assert bed.wounds() == {"head": {"fatal": 1}, "left_leg": {"moderate": 1}} and bed.sheet()["hurt_days"] == 2


@pytest.mark.rules("POL-TEST-22", "POL-RANGED-12", "POL-RANGED-15")
@pytest.mark.parametrize(("fire", "light"), [("suppress", "bright"), ("blind", "none")])
def test_a_wish_makes_every_manner_of_fire_harder(fire, light):
    table = burst({"blind_fire": True}, b=sheet("b"))
    table.do("light", light=light)
    table.declare("a", "b", "rifle", fire=fire).do("shoot", "a", effect="the lamp too")
    assert table.asked() == [("gm", "harder")]


@pytest.mark.rules("POL-LUCK-02")
def test_a_point_of_luck_waits_for_a_test_that_takes_a_die():
    table = Table(a=sheet("a", 14, melee=1), b=sheet("b", 8)).start().declare("b").declare("a", "b", attacks="2")
    table.do("boost", "a").do("attack", "a", modifier=-20).answers(defence_die=19)
    assert table.mark("a", "boost") == "yes"
    table.do("attack", "a", modifier=9).answers(attack_die_2=20, defence_die_2=19)
    assert table.mark("a", "boost") is None


@pytest.mark.rules("POL-OPP-04", "POL-SHOCK-04")
@pytest.mark.parametrize(("out", "opposes"), [(True, False), (None, True)])
def test_the_unconscious_oppose_nothing(out, opposes):
    table = Table(sides={"a": "pc", "b": "npc"}, a=sheet("a", 10), b=sheet("b", 10), c=sheet("c", 10)).start()
    table.scene = table.scene.with_changes([table.scene.write("b", "conditions.unconscious", out)])
    table.do("oppose", fighter="a", check="reaction", against="all", opposing="reaction")
    assert (("b", "resists-b-die") in table.asked()) is opposes and ("c", "resists-c-die") in table.asked()


@pytest.mark.rules("POL-WOUND-17/untended", "POL-WOUND-02")
def test_a_new_wound_is_not_tended_by_the_care_of_an_old_one():
    tended = {"w1": {"place": "left_arm", "severity": "moderate", "treated": True, "days": 2}}
    hurt = {"wounds": {"left_arm": {"moderate": 1}}, "wound_details": tended}
    bed = Bedside(ada=sheet("ada", hurt_days=1, **hurt))
    bed.scene = bed.scene.with_changes(Wound("ada", "left_arm", "moderate").land(bed.scene))
    bed.do("days", 3, days=1)  # a test against infection
    assert bed.asked == [("ada", "infection-2-left_arm-die")]


@pytest.mark.rules("POL-LUCK-04", "POL-WOUND-16")
@pytest.mark.parametrize(("severity", "offered"), [("fatal", True), ("mortal", False)])
def test_luck_undoes_the_wound_that_has_killed_and_no_other_death(severity, offered):
    bed = patient(wounds={"body": {severity: 1}}, conditions__dead=True, luck__current=10)
    assert (bed.offer("lessen") is not None) is offered


@pytest.mark.rules("POL-LUCK-02", "POL-RANGED-11")
def test_a_point_of_luck_is_for_one_test_of_a_burst():
    table = burst(b=sheet("b"), c=sheet("c")).do("boost", "a")
    table.declare("a", "b", "rifle", fire="sweep", rounds=10).do("shoot", "a").answer("swept", "c")
    table.answers(attack_die=20, target2_attack_die=19)
    tests = [from_json(one) for event in table.events for one in event.payload.get("outcomes", ())]
    assert [BOOSTED in test.check.flags for test in tests if test.check.key == "rifles"] == [True, False]
    assert table.mark("a", "boost") is None


@pytest.mark.rules("POL-LUCK-02", "POL-MARTIAL-13")
def test_a_point_of_luck_on_a_defence_does_not_help_the_counter_attack():
    table = Table(a=sheet("a", 14), b=sheet("b", 8, **LINES)).start()
    table.do("declare_defend", "b", mode="defensive", technique="simultaneous_counter").declare("a", "b")
    table.do("boost", "b").do("attack", "a").answers(attack_die=19, defence_die=9, counter="strike")
    table.answers(attack_die_counter=19, defence_die_counter=19)
    assert BOOSTED not in table.outcome("b").check.flags


@pytest.mark.rules("POL-WOUND-16", "POL-SHOCK-04")
def test_the_unconscious_tend_nobody():
    bed = patient(wounds={"body": {"mortal": 1}}, conditions__unconscious=True)
    healers = {one.key: one.refused is None for one in bed.field("stabilise", "healer").choices}
    assert healers == {"ada": False, "tom": True, "other": True}


@pytest.mark.rules("POL-SHEET-13/at-most")
def test_a_year_lived_teaches_nothing_at_the_highest_mastery():
    tongue = {"of": "foreign_language", "specialty": "Océane", "mastery": MOST_MASTERY}
    bed = Bedside(ada=sheet("ada", skills__tongue=tongue))
    choices = {one.key: str(one.refused) for one in bed.field("year", "skill").choices}
    assert choices["tongue"] == "The mastery is as high as it can be."


@pytest.mark.rules("POL-DMG-06", "POL-INIT-20")
@pytest.mark.parametrize("weapon", ["dagger", "pistol"])
def test_each_of_several_attacks_aims_as_declared(weapon):
    table = Table(a=sheet("a", 14, 18, 18), b=sheet("b", 8), c=sheet("c", 7)).start().declare("c").declare("b")
    table.declare("a", "b", weapon, aim="head", attacks="2", then="c")
    kind = "shoot" if weapon == "pistol" else "attack"
    table.do(kind, "a").answers(attack_die=19, **({} if weapon == "pistol" else {"defence_die": 19}))
    table.do(kind, "a")
    (aimed,) = [term.value for term in open_check(table).target.modifiers if term.rule == "POL-DMG-06"]
    assert aimed == -7


@pytest.mark.rules("POL-WOUND-21/alone")
def test_a_wound_that_cannot_heal_alone_keeps_its_days():
    held = {"w1": {"place": "body", "severity": "critical", "stabilized": True, "days": 21}}
    bed = patient(wounds={"body": {"critical": 1}}, wound_details=held)
    bed.do("heal", wound="body-critical", skill="alone")
    assert bed.line("body", "critical")["days"] == 21 and bed.told() == ["Body: critical needs: Medicine, Surgery"]


@pytest.mark.rules("POL-OPP-04/best", "POL-WOUND-12")
def test_the_best_opponent_is_one_who_can_test():
    dying = sheet("b", skills__observation={"mastery": 20}, wounds={"body": {"mortal": 1}})
    table = Table({"group_opposition": "best"}, sides={"a": "pc"}, a=sheet("a"), b=dying, c=sheet("c")).start()
    table.do("oppose", fighter="a", check="stealth", against="all", opposing="observation")
    assert ("c", "resists-c-die") in table.asked()


@pytest.mark.rules("POL-TEST-07", "POL-SHEET-04")
def test_a_bonus_is_part_of_the_level_that_is_halved():
    skilled = {"bonuses": {"reaction": 6}}
    assert [
        resolution.prepare(skilled, {}, "a", {"check": "reaction", "halved": on}).target.total for on in (0, 1)
    ] == [16, 8]


@pytest.mark.rules("POL-SHOCK-04", "POL-WOUND-12")
@pytest.mark.parametrize("state", ["unconscious", "light_coma", "deep_coma", "dead"])
def test_the_senseless_test_nothing_but_what_they_bear(state):
    tests = POLARIS.checks(sheet("a", conditions={state: True}), {})
    able = [one.key for one in tests if str(one.refused) != "The unconscious act and perceive nothing."]
    skilled = [one.key for one in POLARIS.checks(sheet("a"), {}) if one.refused is not None]
    assert able == ["CON", "VOL", "luck", *skilled]


@pytest.mark.rules("POL-TEST-22", "POL-MARTIAL-19")
@pytest.mark.parametrize(("held", "key"), [(True, "attack-die-grip"), (False, "attack-die")])
def test_a_wish_makes_the_first_test_of_a_grip_harder(held, key):
    table = gripping("lock", held, effect="the keys too").answers(harder="1")
    (request,) = [one.request for one in waiting_on(POLARIS, table.scene) if one.of == "a"]
    assert request.key == key
    assert [term.value for term in request.check.target.modifiers if term.rule == "POL-TEST-22"] == [-3]


@pytest.mark.rules("POL-TEST-24", "POL-MARTIAL-20")
@pytest.mark.parametrize(("result", "die", "grip"), [("hit", 19, "lock"), ("miss", 9, "seize"), ("dice", 9, "lock")])
def test_a_ruling_decides_the_grip_on_somebody_held_already(result, die, grip):
    table = gripping("lock", held=True, result=result)
    table.answers(attack_die_grip=die, defence_die_grip=19)
    if grip == "lock":
        table.answers(twist="keep")
    assert table.mark("a", "holds")["b"]["grip"] == grip


@pytest.mark.rules("POL-LUCK-02/unused", "POL-TURN-01")
@pytest.mark.parametrize(("tested", "left"), [(True, 12), (False, 13)])
def test_a_point_of_luck_that_no_test_has_used_comes_back_at_the_end(tested, left):
    table = Table(a=sheet("a", 14), b=sheet("b", 8)).start().do("boost", "a").declare("b").declare("a", "b")
    if tested:
        table.do("attack", "a").answers(attack_die=19, defence_die=19)
    assert table.do("end").scene.sheet("a")["luck"]["current"] == left
