"""The switches of the optional and advanced rules, and fights with all of them on, or with none."""

from random import Random

import pytest

from rules.autoplay.duel import duel
from rules.autoplay.skirmish import skirmish
from rules.core.paths import get
from rules.core.scene import revert
from rules.engine.exchanges import waiting_on
from rules.games.polaris.settings import HOUSE
from rules.registry import catalogue, samples
from tests.rules.play import play
from tests.rules.polaris.bedside import patient
from tests.rules.polaris.play import MERCENARY, POLARIS, all_set
from tests.rules.polaris.table import Table, sheet
from tests.rules.polaris.tiers import PARTS, SWITCHES
from tests.rules.test_random_play import going_on

FIELDS = {field.key: field for section in HOUSE for field in section.fields}
TIRED = {"fatigue_every_turns": 1}


@pytest.mark.rules("POL-GEN-02")
def test_every_optional_and_every_advanced_rule_has_its_switch():
    tiered = [rule.id for rule in catalogue("polaris") if rule.tier in ("optional", "advanced")]
    assert tiered == list(SWITCHES)
    assert all(FIELDS[key].kind == "flag" for key in (*SWITCHES.values(), *PARTS))
    marked = [key for key, field in FIELDS.items() if "optional rule" in str(field.label)]
    assert set(marked) <= set(all_set(on=False)), "a setting that says so is off with the others"


@pytest.mark.rules("POL-GEN-02")
@pytest.mark.parametrize("on", [True, False])
@pytest.mark.parametrize("seed", range(12))
def test_a_random_fight_goes_on_with_all_of_them_and_with_none(seed, on):
    random = Random(f"tiers/{seed}")
    sheets = [row["data"] for row in samples("polaris").values()]
    start = skirmish({"pc": random.choices(sheets, k=2), "npc": random.choices(sheets, k=2)}, all_set(on) | TIRED)
    seen = list(play(POLARIS, start, going_on(random), 50))
    assert seen and waiting_on(POLARIS, seen[-1][2])
    now = seen[-1][2]
    for before, event, _after in reversed(seen):
        now = revert(now, event)
        assert now == before


@pytest.mark.rules("POL-GEN-02")
@pytest.mark.parametrize("on", [True, False])
def test_duels_come_to_an_end_either_way(on):
    source = Random(f"duel/{on}")

    def throw(roll):
        return [source.randint(1, roll.dice.sides) for _die in range(roll.dice.count)]

    ending = duel(POLARIS, MERCENARY, samples("polaris")["pirate"]["data"], throw, most_rounds=40, settings=all_set(on))
    assert 0 < ending.rounds <= 40


@pytest.mark.rules("POL-GEN-02")
def test_without_them_the_base_game_has_its_tests_wounds_and_turns():
    table = Table(all_set(False), ada=sheet("ada", 12), bo=sheet("bo", 8)).start()
    table.declare("bo").declare("ada", "bo").do("attack", "ada", place="body")
    table.answers(attack_die=6, defence_die=19, damage=10)
    assert table.wounds("bo") == {"body": {"moderate": 1}}
    assert {field.key for field in POLARIS.test_fields(all_set(False))} >= {"difficulty", "modifier"}


@pytest.mark.rules("POL-GEN-02")
def test_a_value_switched_off_is_no_longer_on_the_sheet():
    keys = {one.key for one in POLARIS.derive(MERCENARY, all_set(False))}
    assert not keys & {"stun_threshold", "unconscious_threshold", "breath", "resistance_poison"}
    assert keys >= {"reaction", "pace_slow", "wound_penalty"}
    bed = patient(all_set(False), wounds={"body": {"moderate": 1}})
    assert bed.offer("heal") is None and bed.offer("fatigue") is None
    retries = {field.key for field in POLARIS.retry_fields(all_set(False))}
    assert "attempts" not in retries and "attempts" in {field.key for field in POLARIS.retry_fields({})}


@pytest.mark.rules("POL-INIT-10")
def test_the_cost_of_hesitation_and_the_time_to_declare_are_house_settings():
    table = Table(
        {"hesitation_penalty": "3", "declaration_timer_s": 20}, ada=sheet("ada", 12), bo=sheet("bo", 8)
    ).start()
    fields = {field.key: field for field in table.offer("hesitate").fields}
    assert fields["points"].default == "3"
    assert [(str(one.label), one.seconds) for one in waiting_on(POLARIS, table.scene)] == [("Declare what you do", 20)]
    table.do("declare_nothing", "bo").do("declare_nothing", "ada")
    assert [one.seconds for one in waiting_on(POLARIS, table.scene)] == [0]
    assert get(table.scene.state, "round") == 1
