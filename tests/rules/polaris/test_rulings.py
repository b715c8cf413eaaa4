"""Rulings left to the game master: wishes, gifts, tests without a die, catastrophes, rulings, one against several."""

from dataclasses import replace

import pytest

from rules.core.check import Level
from rules.core.errors import Refused, Unreadable
from rules.core.scene import Action
from rules.core.script import Effect
from rules.engine.exchanges import waiting_on
from rules.games.polaris.tables import DIFFICULTIES
from rules.games.polaris.trials import catastrophes, no_dice, wishes
from tests.rules.polaris.bedside import patient
from tests.rules.polaris.play import POLARIS, at, throw
from tests.rules.polaris.table import Table, fight, sheet

CALM = {"use_non_random_tests": True}
FAILS = {"attributes__COO": 3}  # a 20 fails by 17, and a second die joins it


# Wishes and gifts.


@pytest.mark.rules("POL-TEST-22/degrees")
@pytest.mark.parametrize(
    ("difficulty", "said", "by"),
    [
        ("average", "1", -3),
        ("average", "2", -5),
        ("hard", "1", -2),
        ("easy", "3", -8),
        ("superhuman", "4", -12),
        ("heroic", "1", -3),
    ],
)
def test_a_wish_makes_the_test_as_much_harder_as_the_game_master_says(difficulty, said, by):
    bed = patient(attributes__COO=30).do(
        "test", 2, gm=False, says={"harder": said}, check="COO", difficulty=difficulty, effect="without a noise"
    )
    term = next(one for one in bed.outcome().check.target.modifiers if one.rule == "POL-TEST-22")
    assert (term.value, bed.outcome().check.target.total) == (by, 30 + DIFFICULTIES[difficulty][1] + by)
    assert "Won besides: without a noise" in [str(note) for note in bed.outcome().notes]


@pytest.mark.rules("POL-TEST-22/refused")
def test_a_wish_that_cannot_be_won_leaves_the_test_as_it_is():
    bed = patient().do("test", 2, says={"harder": "0"}, check="COO", effect="in silence")
    assert bed.outcome().check.target.total == 10
    assert not any("in silence" in str(note) for note in bed.outcome().notes)


@pytest.mark.rules("POL-TEST-22/degrees")
def test_a_failure_wins_nothing_and_the_game_master_may_give_the_degrees_at_once():
    bed = patient().do("test", 9, check="COO", effect="in silence", harder="1")
    assert bed.asked == [("ada", "ada-COO-die")]
    assert (bed.outcome().level, bed.outcome().check.target.total) == (Level.FAILURE, 7)
    assert not any("in silence" in str(note) for note in bed.outcome().notes)


@pytest.mark.rules("POL-TEST-22", "POL-TEST-10")
def test_a_secret_test_keeps_the_price_of_a_wish_secret():
    bed = patient().do("test", 3, check="COO", effect="in silence", harder="1", secret=True)
    assert all(term.secret for term in bed.outcome().check.target.modifiers if term.rule == "POL-TEST-22")


@pytest.mark.rules("POL-TEST-22/asked", "POL-LUCK-02/asked")
def test_the_thrower_chooses_wish_and_luck_of_a_requested_test():
    bed = patient(attributes__COO=19)
    marks = bed.scene.mark("ada", "asked", {"check": "COO", "difficulty": "hard", "boost": "no"})
    bed.scene = bed.scene.with_changes((marks,))
    said = {"effect": "in silence", "boost": "yes", "difficulty": "easy", "harder": "1"}
    bed.do("test", 2, gm=False, says={"harder": "1"}, **said)
    terms = {term.rule: term.value for term in bed.outcome().check.target.modifiers}
    assert terms == {"POL-TEST-06": -5, "POL-LUCK-02": 5, "POL-TEST-22": -2}


@pytest.mark.rules("POL-TEST-23")
@pytest.mark.parametrize(("die", "offered"), [(14, False), (15, True), (18, True)])
def test_after_a_great_margin_the_game_master_may_let_more_be_won(die, offered):
    bed = patient(attributes__COO=19).do("test", die, check="COO")
    assert (bed.offer("gift") is not None) is offered
    if offered:
        assert (bed.offer("gift").master, bed.offer("gift").after) == (True, True)
        bed.do("gift", gift="unnoticed")
        assert bed.told() == ["Won besides: done unnoticed"]
        assert bed.offer("gift") is None


@pytest.mark.rules("POL-TEST-23/until-next")
def test_an_extra_effect_may_be_free_text_and_lapses_with_the_next_test():
    bed = patient(attributes__COO=19).do("test", 16, check="COO")
    assert bed.do("gift", gift="more", told="The door stays open").told() == ["Won besides: The door stays open"]
    bed.do("test", 16, check="COO").do("test", 3, check="COO")
    assert bed.offer("gift") is None and "fate" not in bed.sheet()


@pytest.mark.rules("POL-TEST-23/great")
def test_the_size_of_a_great_margin_is_a_house_setting():
    assert not wishes.is_great(rolled(15), {"remarkable_margin": 16})
    assert wishes.is_great(rolled(16), {"remarkable_margin": 16})


def rolled(die):
    return throw(lambda: POLARIS.resolve(at(19), {}), die)


# Without a die.


@pytest.mark.rules("POL-NRT-01", "POL-GEN-02")
def test_tests_without_a_die_are_an_option_that_is_off():
    assert not any(field.key == "no_die" for field in POLARIS.test_fields({}))
    assert [field.default for field in POLARIS.test_fields(CALM) if field.key == "no_die"] == [False]


@pytest.mark.rules("POL-NRT-01/off", "POL-NRT-02")
@pytest.mark.parametrize(
    ("said", "settings", "chances", "asked"),
    [
        ({"no_die": True}, CALM, 10, True),
        ({"no_die": True}, CALM, 1, True),
        ({"no_die": True}, CALM, 0, False),
        ({"no_die": False}, CALM, 10, False),
        ({}, CALM, 10, False),
        ({"no_die": True}, {}, 10, False),
    ],
)
def test_conditions_are_asked_only_by_setting_wish_and_chance(said, settings, chances, asked):
    request = next(no_dice.settle_without_die(at(chances), said, settings), None)
    assert (request is not None) == asked
    assert request is None or (request.least, request.most) == (0, 4)


@pytest.mark.rules("POL-NRT-02/all-four")
@pytest.mark.parametrize("missing", [None, *no_dice.CONDITIONS])
def test_all_four_conditions_have_to_be_met(missing):
    met = [key for key in no_dice.CONDITIONS if key != missing]
    bed = patient(CALM)
    bed.do("test", *([] if missing is None else [4]), gm=False, says={"conditions": met}, check="COO", no_die=True)
    assert bool(bed.outcome().faces) is (missing is not None)


@pytest.mark.rules("POL-NRT-02/average", "POL-LUCK-02")
def test_luck_on_a_test_without_a_die_takes_a_die():
    bed = patient(CALM, luck__current=13).do("test", 4, check="COO", no_die=True, boost="yes")
    assert (bed.outcome().faces, bed.sheet()["luck"]["current"]) == ((4,), 12)


@pytest.mark.rules("POL-NRT-02/average", "POL-TEST-22")
def test_only_an_achievable_effect_takes_a_die():
    wish = {"check": "COO", "no_die": True, "effect": "in silence"}
    bed = patient(CALM).do("test", 4, gm=False, says={"harder": "1"}, **wish)
    assert (bed.outcome().faces, bed.outcome().check.target.total) == ((4,), 7)
    assert "Won besides: in silence" in [str(note) for note in bed.outcome().notes]
    met = {"harder": "0", "conditions": list(no_dice.CONDITIONS)}
    assert patient(CALM).do("test", gm=False, says=met, **wish).outcome().faces == ()


@pytest.mark.rules("POL-NRT-02/average", "POL-TEST-22")
@pytest.mark.parametrize(
    ("said", "foretold"),
    [({}, True), ({"boost": "yes"}, False), ({"effect": "in silence", "harder": "1"}, False), ({"effect": "?"}, False)],
)
def test_a_higher_stake_is_not_announced_as_done_without_a_die(said, foretold):
    action = Action("test", "ada", {"check": "COO", "no_die": True, **said})
    check = POLARIS.tested(patient(CALM).scene, action)
    assert (no_dice.WITHOUT in check.flags) is foretold


@pytest.mark.rules("POL-TEST-10", "POL-TEST-24", "POL-NRT-02")
def test_the_game_master_announces_a_secret_test_without_a_die_as_any_other():
    house = {**CALM, "gm_announces_secret_tests": True}
    says = {"conditions": list(no_dice.CONDITIONS), "announced": "failure"}
    bed = patient(house).do("test", says=says, check="COO", no_die=True, secret=True)
    assert (bed.outcome().level, bed.outcome().faces) == (Level.FAILURE, ())


@pytest.mark.rules("POL-NRT-02")
def test_no_condition_at_all_is_an_answer_too():
    assert patient(CALM).do("test", 4, says={"conditions": []}, check="COO", no_die=True).outcome().faces == (4,)


@pytest.mark.rules("POL-NRT-03")
@pytest.mark.parametrize(
    ("chances", "threshold", "level", "margin"),
    [
        (10, 10, Level.SUCCESS, 5),
        (11, 10, Level.SUCCESS, 5),
        (20, 10, Level.SUCCESS, 10),
        (29, 10, Level.SUCCESS, 10),
        (9, 10, Level.FAILURE, 1),
        (1, 10, Level.FAILURE, 9),
        (1, 1, Level.SUCCESS, 1),
        (12, 13, Level.FAILURE, 1),
    ],
)
def test_without_a_die_the_chances_decide(chances, threshold, level, margin):
    found = no_dice.outcome(at(chances), {"nrt_threshold": threshold})
    assert (found.level, found.margin, found.faces) == (level, margin, ())


@pytest.mark.rules("POL-NRT-03/no-critical")
def test_without_a_die_nothing_is_critical_and_the_impossible_stays_so():
    assert no_dice.outcome(at(20, extra=8), CALM).level is Level.SUCCESS
    bed = patient(CALM, attributes__COO=2).do("test", check="COO", difficulty="very_hard", no_die=True)
    assert bed.outcome().flags == ("impossible",)


# Catastrophes.


@pytest.mark.rules("POL-CRIT-06/fifteen", "POL-CRIT-09")
@pytest.mark.parametrize(("faces", "offered"), [((17,), False), ((18,), True), ((20, 1), True)])
def test_a_failure_by_fifteen_leaves_a_catastrophe_to_the_game_master(faces, offered):
    bed = patient(**FAILS).do("test", *faces, check="COO")
    assert (bed.offer("catastrophe") is not None) is offered


@pytest.mark.rules("POL-CRIT-09")
@pytest.mark.parametrize(("points", "back"), [(3, 4), (13, 14), (14, 15)])
def test_a_point_of_luck_makes_up_for_it(points, back):
    bed = patient(luck__current=points, **FAILS).do("test", 19, check="COO")
    bed.do("catastrophe", says={"solace": "luck"}, told="The rope breaks")
    assert bed.asked[-1] == ("ada", "solace")
    assert (bed.sheet()["luck"]["current"], bed.told()[0]) == (back, "catastrophe: The rope breaks")
    assert bed.offer("catastrophe") is None


@pytest.mark.rules("POL-CRIT-09/fifteen")
def test_full_luck_leaves_only_a_new_test_and_less_offers_both():
    bed = patient(luck__current=15, **FAILS).do("test", 19, check="COO")
    with pytest.raises(Unreadable):  # the answer "luck" is refused, and the question stands
        bed.do("catastrophe", says={"solace": "luck"})
    bed = patient(**FAILS).do("test", 19, check="COO").do("catastrophe", 2, says={"solace": "again"})
    assert bed.told() == ["catastrophe", "the test is done again (Coordination)"]
    assert "luck" not in bed.sheet()


@pytest.mark.rules("POL-CRIT-09", "POL-CRIT-06")
def test_the_house_may_give_nothing_back_or_know_no_catastrophes():
    bed = patient({"catastrophe_luck_refund": False}, **FAILS).do("test", 19, check="COO").do("catastrophe")
    assert bed.told() == ["catastrophe"]
    assert patient({"use_catastrophes": False}, **FAILS).do("test", 19, check="COO").offer("catastrophe") is None


@pytest.mark.rules("POL-CRIT-09")
def test_only_the_game_master_calls_it_one():
    bed = patient(**FAILS).do("test", 19, check="COO")
    assert bed.refused("catastrophe") == "Only the game master may say this."


def struck(settings=None, **more):
    """A fight in which Ada has failed by much in her attack, and nothing else is open."""
    low = {"skills__armed_combat": {"mastery": "Spé", "level": 2}}
    table = Table(settings, ada=sheet("ada", 12, **low, **more), bo=sheet("bo", 8)).start()
    table.declare("bo", "ada").declare("ada", "bo")
    table.do("attack", "ada").answers(attack_die=20, defence_die=15, attack_reroll=4)
    return table


@pytest.mark.rules("POL-CRIT-10")
def test_the_table_has_ten_rows():
    assert list(catastrophes.MISHAPS) == [str(number) for number in range(1, 11)]


@pytest.mark.rules("POL-CRIT-10", "POL-CRIT-06")
def test_a_die_names_the_catastrophe_of_a_fight_and_luck_is_refunded():
    table = struck()
    assert [choice.key for choice in table.offer("catastrophe").fields[0].choices] == ["ada"]
    table.do("catastrophe", fighter="ada", what="roll").answer("mishap", 2).answer("dropped", "dagger")
    assert "drawn" not in table.scene.sheet("ada")["weapons"]["dagger"]
    assert table.scene.sheet("ada")["luck"]["current"] == 14
    assert table.offer("catastrophe") is None
    assert table.undone() == table.first


@pytest.mark.rules("POL-CRIT-06")
def test_a_great_failure_of_before_a_fight_is_none_of_it():
    table = Table(ada=sheet("ada", 12, fate__catastrophe=23), bo=sheet("bo", 8))
    assert table.start().offer("catastrophe") is None
    assert table.undone() == table.first


@pytest.mark.rules("POL-CRIT-10", "POL-TURN-05")
def test_a_catastrophe_names_its_victim_and_leaves_the_turn():
    table = struck().do("pass", "bo").do("new_round")
    assert str(POLARIS.headline(table.scene).part) == "Declarations"
    table.do("catastrophe", fighter="ada", what="roll")
    assert str(POLARIS.headline(table.scene).part) == "Declarations"
    (exchange,) = table.scene.exchanges.values()
    assert str(POLARIS.act("catastrophe").title(table.scene, exchange.action)) == "Catastrophe: ada"


@pytest.mark.rules("POL-CRIT-06", "POL-MELEE-03")
def test_the_shock_of_the_riposte_does_not_hide_the_catastrophe_of_the_blow():
    low = {"skills__unarmed_combat": {"mastery": "Spé", "level": 2}}
    blade = {"weapons__dagger__damage": "2d10"}
    table = Table({"unarmed_riposte": True}, ada=sheet("ada", 12, **low), bo=sheet("bo", 8, **blade)).start()
    table.declare("bo").do("declare_melee", "ada", target="bo", weapon="bare_hands").do("attack", "ada")
    table.answers(attack_die=20, defence_die=5, attack_reroll=4, riposte="strike", location=10, damage=[9, 4], shock=15)
    assert str(table.outcome("ada").label).startswith("Shock")
    assert [choice.key for choice in table.offer("catastrophe").fields[0].choices] == ["ada"]


@pytest.mark.rules("POL-CRIT-06", "POL-TEST-23")
@pytest.mark.parametrize(
    ("flags", "level", "key"), [(("catastrophe",), Level.FAILURE, "catastrophe"), ((), Level.SUCCESS, "great")]
)
def test_the_game_master_uses_the_greatest_margin_of_a_blow(flags, level, key):
    scene = fight("ada", "bo").scene
    first, second = (
        replace(rolled(16), check=replace(at(19), actor="ada"), level=level, margin=margin, flags=flags)
        for margin in (17, 22)
    )
    effects = tuple(Effect("outcome", "ada", one) for one in (first, second))
    assert [one.value[key] for one in catastrophes.fates(scene, effects)] == [22]


@pytest.mark.rules("POL-CRIT-10")
def test_the_die_of_the_table_has_ten_faces():
    table = struck().do("catastrophe", fighter="ada", what="roll")
    (asked,) = [prompt.request for prompt in waiting_on(POLARIS, table.scene) if prompt.request is not None]
    assert str(asked.dice) == "1d10"


@pytest.mark.rules("POL-CRIT-06", "POL-TEST-23")
def test_the_remark_of_a_great_margin_stands_beside_the_test_in_120_letters():
    for bed in (patient(**FAILS).do("test", 20, 5, check="COO"), struck()):
        found = bed.offer("catastrophe")
        assert found.after
        assert {field.key: field.most for field in found.fields}["told"] == 120
    won = fight(settings={"remarkable_margin": 5}, ada=8, bo=12).declare("ada").declare("bo", "ada").do("attack", "bo")
    assert won.answers(attack_die=9, defence_die=19, location=10, damage=1).offer("gift").after


@pytest.mark.rules("POL-CRIT-09")
@pytest.mark.parametrize(("luck", "then"), [(13, 14), (14, 15), (15, 15), (16, 16)])
def test_luck_comes_back_in_a_fight_below_fifteen(luck, then):
    table = struck(luck__current=luck, luck__max=20).do("catastrophe", fighter="ada", what="3")
    assert table.scene.sheet("ada")["luck"]["current"] == then


@pytest.mark.rules("POL-CRIT-10")
@pytest.mark.parametrize(
    ("row", "condition", "turns"), [("5", "exposed", 1), ("6", "shaken", 2), ("9", "blinded", 1), ("10", "prone", 0)]
)
def test_some_rows_bring_a_condition(row, condition, turns):
    table = struck().do("catastrophe", fighter="ada", what=row)
    assert table.scene.sheet("ada")["conditions"] == {condition: True}
    assert (table.mark("ada", "until") or {}).get(condition, 1) == (1 + turns if turns else 1)


@pytest.mark.rules("POL-CRIT-10")
@pytest.mark.parametrize("row", ["3", "4", "7", "8"])
def test_the_other_rows_are_shown_and_left_to_the_game_master(row):
    table = struck().do("catastrophe", fighter="ada", what=row)
    assert table.told("ada")[-2] == f"catastrophe: {catastrophes.MISHAPS[row].label}"
    assert "conditions" not in table.scene.sheet("ada")


@pytest.mark.rules("POL-CRIT-10")
def test_the_first_row_costs_the_next_turn():
    table = struck().do("catastrophe", fighter="ada", what="1")
    table.do("attack", "bo").answers(attack_die=19, defence_die=19)
    table.do("new_round")
    assert table.up == ["bo"]


@pytest.mark.rules("POL-CRIT-10")
def test_a_shaken_fighter_has_five_less_and_an_exposed_one_is_easier_to_hit():
    table = struck().do("catastrophe", fighter="ada", what="6")
    table.do("attack", "bo").answers(attack_die=19)  # what she has left is too little for a die
    assert any(str(term.label) == "Shaken" for term in table.outcome("ada").check.target.modifiers)
    table = struck().do("catastrophe", fighter="ada", what="5")
    table.do("attack", "bo").answers(attack_die=19, defence_die=19)
    assert ("Target exposed", 5) in [(str(one.label), one.value) for one in table.outcome("bo").check.target.modifiers]


@pytest.mark.rules("POL-CRIT-10", "POL-CRIT-09")
def test_the_game_master_may_tell_their_own_catastrophe_without_a_luck_point():
    table = struck({"catastrophe_luck_refund": False}).do(
        "catastrophe", fighter="ada", what="own", told="The lamp goes out"
    )
    assert table.told("ada")[-1] == "catastrophe: The lamp goes out"
    assert "luck" not in table.scene.sheet("ada")


@pytest.mark.rules("POL-TEST-23")
def test_a_great_success_in_a_fight_wins_more():
    table = Table(ada=sheet("ada", 12, 18), bo=sheet("bo", 8)).start()
    table.declare("bo", "ada").declare("ada", "bo")
    table.do("attack", "ada").answers(attack_die=16, defence_die=19, location=19, damage=1)
    table.do("gift", fighter="ada", gift="exact")
    assert table.told("ada")[-1] == "Won besides: exactly where it was meant"
    assert table.offer("gift") is None


# Luck in a fight.


@pytest.mark.rules("POL-LUCK-02")
def test_a_point_in_a_fight_counts_for_the_next_test_of_arms():
    table = Table(ada=sheet("ada", 12), bo=sheet("bo", 8)).start()
    table.declare("bo", "ada").declare("ada", "bo").do("boost", "ada", gm=False)
    assert table.scene.sheet("ada")["luck"]["current"] == 12
    assert table.offer("boost", "ada") is None
    table.do("attack", "ada").answers(attack_die=14, defence_die=19, location=19, damage=4)
    assert (table.outcome("ada").check.target.total, table.outcome("ada").margin) == (15, 0)
    table.do("attack", "bo").answers(attack_die=19, defence_die=14)
    assert table.outcome("ada").check.target.total == 10
    assert table.undone() == table.first


# Rulings.


@pytest.mark.rules("POL-GEN-01")
def test_a_result_may_be_ruled_with_a_reason_that_only_the_game_master_reads():
    bed = patient().do("test", check="COO", ruling="failure", reason="The wind is too strong")
    term = bed.outcome().check.target.modifiers[-1]
    assert (str(term.ignored), term.secret, bed.outcome().level) == ("The wind is too strong", True, Level.FAILURE)
    with pytest.raises(Refused):
        patient().do("test", check="COO", ruling="failure", gm=False)


@pytest.mark.rules("POL-GEN-01")
@pytest.mark.parametrize(
    "key", ["reaction", "base_initiative", "stun_threshold", "damage_resistance", "natural_aptitude_FOR", "breath"]
)
def test_every_computed_number_may_be_set_and_keeps_its_terms(key):
    usual = {one.key: one.value for one in POLARIS.derive(sheet("ada"), {})}[key]
    data = sheet("ada", overrides={key: {"value": 9, "reason": "A serum"}})
    found = {one.key: one.value for one in POLARIS.derive(data, {})}[key]
    assert found.total == 9 and found.lines[: len(usual.lines)] == usual.lines


@pytest.mark.rules("POL-GEN-01")
def test_the_game_master_may_set_a_skill_and_any_field_in_a_fight():
    data = sheet("ada", overrides={"stealth": {"value": 15, "reason": "Camouflage"}})
    assert {one.key: one.target.total for one in POLARIS.checks(data, {})}["stealth"] == 15
    table = fight("ada", "bo").do("adjust", character="x1", path="luck.current", value="2", reason="A curse")
    assert table.scene.sheet("ada")["luck"]["current"] == 2
    assert table.events[-1].payload["reason"] == "A curse"


# One against several.


def guards(settings=None):
    seen = {"skills__observation": {"mastery": "Spé", "level": 10}}
    hides = {"skills__stealth": {"mastery": "Spé", "level": 14}}
    people = {"ada": sheet("ada", **hides), "bo": sheet("bo", **seen), "cy": sheet("cy", **seen)}
    return Table(settings, {"ada": "pc", "bo": "foe", "cy": "foe"}, **people).start()


@pytest.mark.rules("POL-OPP-04")
def test_one_roll_meets_each_opponents_own():
    table = guards().do("oppose", fighter="ada", check="stealth", against="all", opposing="observation", modifier=-1)
    table.answers(acts_die=8, resists_bo_die=9, resists_cy_die=12)
    assert table.outcome("ada").check.target.total == 13
    assert table.told("ada") == ["loses to bo", "wins against cy"]


def test_opposing_somebody_in_sight_names_no_hidden_fighter():
    table = guards()
    table.scene = table.scene.with_changes([table.scene.change("fighters.cy.hidden", True)])
    table.do("oppose", fighter="ada", check="stealth", against="all", opposing="observation")
    assert {key for _who, key in table.asked()} == {"acts-die", "resists-bo-die"}
    table.answers(acts_die=9, resists_bo_die=9)
    assert table.told("ada") == ["nothing happens against bo"]


@pytest.mark.rules("POL-OPP-04/best")
def test_the_house_may_let_only_the_best_of_them_roll():
    table = guards({"group_opposition": "best"})
    table.do("oppose", fighter="ada", check="stealth", against="all", opposing="observation")
    assert {key for _who, key in table.asked()} == {"acts-die", "resists-bo-die"}
    table.answers(acts_die=9, resists_bo_die=9)
    assert table.told("ada")[-1] == "nothing happens against bo"


@pytest.mark.rules("POL-OPP-04")
def test_an_unknown_skill_fails_an_opposed_test():
    table = guards().do("oppose", fighter="bo", check="reaction", against="ada", opposing="survival")
    table.answer("acts-die", 5)
    assert table.told("bo")[-1] == "wins against ada"


@pytest.mark.rules("POL-OPP-04")
def test_nobody_opposes_where_nobody_stands_against():
    table = guards().do("oppose", fighter="ada", check="stealth", against="ada", opposing="observation")
    assert table.told("ada")[-1] == "nobody can oppose this"


@pytest.mark.rules("POL-OPP-01", "POL-OPP-03", "POL-TEST-06")
def test_an_opposed_test_needs_no_turns_and_may_be_secret_on_either_side():
    own = {"skills__lore": {"name": "Lore of the docks", "mastery": "Spé", "level": 12}}
    people = {"ada": sheet("ada", **own), "bo": sheet("bo")}
    table = Table({}, {"ada": "pc", "bo": "foe"}, **people)
    said = {"fighter": "ada", "check": "lore", "against": "bo", "opposing": "INT", "difficulty": "hard"}
    table.do("oppose", **said, secret=True, secret_against=False).answers(acts_die=7, resists_bo_die=12)
    mine, theirs = table.outcome("ada").check, table.outcome("bo").check
    assert (mine.target.total, mine.secret, theirs.secret) == (7, True, False)
    assert table.told("ada") == [] and table.told("gm") == ["ada wins against bo"]


@pytest.mark.rules("POL-CRIT-06", "POL-OPP-01")
def test_a_great_failure_in_an_opposed_test_may_be_a_catastrophe():
    table = guards().do("oppose", fighter="bo", check="FOR", against="ada", opposing="FOR", modifier=-8)
    table.answers(acts_die=19, resists_ada_die=5)
    assert [one.key for one in table.offer("catastrophe").fields[0].choices] == ["bo"]


@pytest.mark.rules("POL-CRIT-06", "POL-WOUND-16", "POL-WOUND-17")
@pytest.mark.parametrize("deed", ["stabilise", "days", "fatigue"])
def test_a_great_failure_of_care_or_effort_may_be_a_catastrophe(deed):
    hurt = {"wounds": {"body": {"mortal": 1}}} if deed == "stabilise" else {"wounds": {"body": {"serious": 1}}}
    bed = patient({"fatigue_rules": True}, healer=3, attributes__CON=6, attributes__VOL=2, **hurt)
    said = {
        "stabilise": {"wound": "body-mortal", "healer": "tom", "kit": True},
        "days": {"days": 2},
        "fatigue": {"effort": "CON"},
    }[deed]
    dice = {"stabilise": (19,), "days": (19, 1), "fatigue": (19,)}[deed]
    if deed == "stabilise":
        bed.scene.sheets["tom"]["skills"]["first_aid"]["level"] = 6
    bed.do(deed, *dice, **said)
    who = "tom" if deed == "stabilise" else "ada"
    assert catastrophes.pending_margin(bed.sheet(who), "catastrophe") >= 15


@pytest.mark.rules("POL-TEST-22", "POL-TEST-10")
def test_a_test_in_a_fight_may_be_a_harder_version_or_secret():
    table = fight(a=14, b=10).declare("b").declare("a", what="opens the lock")
    form = {one.key: one for one in table.offer("act", "a").fields}
    assert not form["effect"].gm_only and form["harder"].gm_only and form["secret"].gm_only
    table.do("act", "a", check="COO", effect="without a noise", secret=True).answers(harder="2", test_die=5)
    outcome = table.outcome("a")
    assert (outcome.check.target.total, outcome.check.secret) == (10 - 5, True)
    assert "Won besides: without a noise" in [str(note) for note in outcome.notes]


def test_an_attribute_is_limited_by_no_skill():
    bed = patient().do("test", 9, check="COO", limited_by="acrobatics")
    assert bed.outcome().check.target.total == 10


@pytest.mark.rules("POL-TEST-22")
@pytest.mark.parametrize(
    ("weapon", "kind", "dice"),
    [
        ("dagger", "attack", {"attack_die": 5, "defence_die": 19, "location": 7, "damage": 1}),
        ("pistol", "shoot", {"attack_die": 5, "location": 7, "damage": [1, 1]}),
    ],
)
def test_an_attack_too_may_be_made_harder_for_an_effect(weapon, kind, dice):
    table = fight(a=14, b=10).declare("b").declare("a", "b", weapon)
    action = Action(kind, "a", {"effect": "knocks the lamp over", "harder": "2"}, "seat", True, "x")
    foretold = POLARIS.odds(table.scene, action).check.target.total
    table.do(kind, "a", effect="knocks the lamp over").answers(harder="2", **dice)
    outcome = table.outcome("a")
    assert outcome.check.target.total == foretold == 10 - 5
    assert "Won besides: knocks the lamp over" in [str(note) for note in outcome.notes]


@pytest.mark.rules("POL-LUCK-02")
def test_luck_is_offered_while_a_test_of_arms_may_still_come():
    table = Table(ada=sheet("ada", 12), bo=sheet("bo", 8)).start()
    table.declare("bo", "ada").do("declare_nothing", "ada")
    assert table.offer("boost", "ada"), "for the defence"
    table.do("attack", "bo").answers(attack_die=19, defence_die=19)
    assert table.offer("boost", "ada") is None and table.offer("boost", "bo") is None


@pytest.mark.rules("POL-LUCK-02", "POL-SURP-08")
def test_a_surprised_fighter_is_offered_no_luck():
    table = Table({"surprised_can_defend": "never"}, ada=sheet("ada", 12), bo=sheet("bo", 8)).start(bo=0)
    table.do("react", "bo").answers(surprise_die=19)
    assert table.offer("boost", "bo") is None and table.offer("boost", "ada")


# After a catastrophe, the test again.


@pytest.mark.rules("POL-CRIT-09/again")
@pytest.mark.parametrize(("die", "left"), [(2, {}), (19, {"catastrophe": 17, "test": "COO", "by": -10})])
def test_after_a_catastrophe_the_same_test_is_thrown_again_with_all_that_modified_it(die, left):
    bed = patient(attributes__COO=12).do("test", 20, 5, check="COO", difficulty="hard", modifier=-5)
    first = bed.outcome()
    bed.do("catastrophe", die, says={"solace": "again"}, told="The rope gives")
    again = bed.outcome()
    assert (again.check.key, again.check.target.total, again.faces) == ("COO", first.check.target.total, (die,))
    assert bed.told()[-2:] == ["catastrophe: The rope gives", "the test is done again (Coordination)"]
    assert bed.sheet().get("fate", {}) == left


@pytest.mark.rules("POL-CRIT-09/again", "POL-SHEET-14/not-learnt")
def test_the_test_done_again_is_limited_as_before():
    low = {"skills__climbing__mastery": 6, "skills__endurance__mastery": 1}
    bed = patient(**low).do("test", 20, 15, check="climbing", limited_by="endurance", modifier=-2)
    bed.do("catastrophe", 20, 15, says={"solace": "again"})
    (limit,) = [term for term in bed.outcome().check.target.modifiers if term.rule == "POL-SHEET-14"]
    assert str(limit.label).startswith("Limited by Endurance") and bed.outcome().check.extra == 1
    assert bed.sheet()["fate"]["limit"] == "endurance" and bed.sheet()["fate"]["by"] == -2


@pytest.mark.rules("POL-CRIT-09/again", "POL-TEST-10")
@pytest.mark.parametrize("said", [{"effect": "in silence", "harder": "1"}, {"secret": True}])
def test_a_wish_or_a_secret_test_is_asked_anew_by_the_game_master(said):
    bed = patient(attributes__COO=12).do("test", 20, 15, check="COO", **said)
    assert "test" not in bed.sheet()["fate"] and "by" not in bed.sheet()["fate"]
    bed.do("catastrophe", says={"solace": "again"})
    assert bed.told()[-1] == "the test is done again" and "fate" not in bed.sheet()


@pytest.mark.rules("POL-CRIT-09/again")
def test_the_point_of_luck_ends_it_without_another_test():
    bed = patient(**FAILS).do("test", 20, 5, check="COO")
    bed.do("catastrophe", says={"solace": "luck"})
    assert bed.sheet()["luck"]["current"] == 14 and "fate" not in bed.sheet()
    assert bed.undone().sheet("ada") == patient(**FAILS).sheet()
