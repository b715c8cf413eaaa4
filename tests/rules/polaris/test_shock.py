"""Shock: who has to test it, against what, what it leaves them able to do, and for how long."""

import pytest

from rules.core.check import Level, Modifier
from rules.core.errors import Refused, Unreadable
from rules.core.paths import get
from rules.core.scene import revert
from rules.core.text import _
from rules.games.polaris.character import derived
from rules.games.polaris.harm import shock
from rules.games.polaris.harm.conditions import Condition
from rules.games.polaris.harm.wounds import ORDER, Marked
from rules.games.polaris.harm.wounds import effect as effect_of
from rules.games.polaris.tables import CAPACITY
from tests.rules.polaris.bedside import Bedside
from tests.rules.polaris.play import MERCENARY, throw
from tests.rules.polaris.table import POLARIS, Table, sheet

STUPOR = {"stunned": True, "stunned_until": "1d6 min"}  # of whoever wakes


def struck(place, damage, *, settings=None, **target):
    """The end of a blow that does this much damage before shock; thresholds are 10 and 20."""
    weapon = {"weapons__dagger__damage": "3d10", "weapons__dagger__cause": "blow"}
    table = Table(settings, a=sheet(reaction=14, **weapon), b=sheet(**target)).start()
    table.declare("b", "a").declare("a", "b").do("attack", "a", result="hit", place=place)
    table.answers(attack_die=1, defence_die=19)
    return table.answer("damage", *[damage // 3 + (1 if number < damage % 3 else 0) for number in range(3)])


def malus(value):
    return Modifier(_("Wound"), value)


@pytest.mark.rules("POL-SHOCK-01/reading", "POL-SHOCK-02")
@pytest.mark.parametrize(
    ("lowered", "last_fine", "last_stunned"), [(0, 15, 20), (-5, 10, 20), (-10, 5, 15), (-15, 0, 10)]
)
def test_one_die_against_two_thresholds_both_lowered_by_the_malus(lowered, last_fine, last_stunned):
    limits = shock.thresholds(MERCENARY, {}, malus(lowered))
    states = [limits.state(die) for die in range(1, 21)]
    assert states.count("") == last_fine
    assert states.count("stunned") == last_stunned - last_fine
    assert states == sorted(states, key=["", "stunned", "unconscious"].index)


@pytest.mark.rules("POL-SHOCK-01/reading")
def test_in_the_other_reading_the_malus_lowers_the_first_threshold_alone():
    limits = shock.thresholds(MERCENARY, {"shock_malus_reading": "stun_only"}, malus(-10))
    assert (limits.stun.total, limits.unconscious.total) == (5, 25)


@pytest.mark.rules("POL-SHOCK-02", "POL-WOUND-10", "POL-WOUND-11", "POL-WOUND-12", "POL-WOUND-13")
@pytest.mark.parametrize(
    ("severity", "maluses"),
    [
        ("light", {}),
        ("moderate", {}),
        ("serious", {"body": 0, "head": -5}),
        ("critical", {"left_arm": 0, "left_leg": 0, "body": -5, "head": -10}),
        ("mortal", {"left_arm": -5, "left_leg": -5, "body": -10, "head": -15}),
        ("fatal", {"left_arm": -10, "left_leg": -10}),
    ],
)
def test_each_wound_demands_its_own_test_or_none(severity, maluses):
    table = Table(b=sheet())
    for place in ("left_arm", "left_leg", "body", "head"):
        faces = [1] if place in maluses else []
        if place in maluses and 10 + maluses[place] < 1:  # even a 1 stuns, for some time or until they are tended
            faces += [] if shock.DURATIONS[severity, _kind(place)]["stunned"] is None else [[1] * 6]
        effects = _shocked(table, Marked({}, place, severity), faces)
        assert bool(effects) == (place in maluses)
        if effects:
            assert effects[0].value.check.target.total == 10 + maluses[place]


@pytest.mark.rules("POL-SHOCK-01")
def test_no_test_is_asked_where_the_rule_is_off():
    table = struck("body", 15, settings={"shock_rules": False})
    assert table.up == ["b"]


@pytest.mark.rules("POL-SHOCK-01")
@pytest.mark.parametrize(
    ("die", "state", "level"),
    [(10, None, Level.SUCCESS), (11, "stunned", Level.FAILURE), (20, "stunned", Level.FAILURE)],
)
def test_the_target_throws_for_themselves_and_the_state_is_on_their_sheet(die, state, level):
    table = struck("body", 15)
    assert table.asked() == [("b", "shock")]
    table.answer("shock", die)
    assert table.outcome("b").level is level
    assert table.scene.sheet("b").get("conditions") == ({state: True} if state else None)


@pytest.mark.rules("POL-SHOCK-03/defend")
def test_the_stunned_defend_with_five_less_but_do_not_attack():
    table = struck("body", 15, melee=15).answer("shock", 11)
    assert str(table.offer("attack", "b").refused) == "Stunned: no attack, only defence."
    with pytest.raises(Refused, match="Stunned"):
        table.do("attack", "b")
    table.do("pass", "b").do("new_round")
    assert derived.health_terms(table.scene.sheet("b"), {})[-1].value == -5
    assert table.offer("declare_melee", "b").refused is not None
    assert table.choice("declare_other", "b", "pace", "fast").refused is not None
    with pytest.raises(Unreadable, match="limit the pace"):
        table.declare("b", pace="fast")
    table.declare("b", pace="medium").declare("a", "b").do("attack", "a")
    assert ("b", "defence-die") in table.asked()


@pytest.mark.rules("POL-SHOCK-04")
def test_the_unconscious_do_nothing_and_cannot_defend_themselves():
    table = struck("head", 15).answer("shock", 16)
    assert table.told("b")[-1] == "Unconscious for 24 turns (2 min)"
    assert POLARIS.is_out(table.scene, "b")
    assert table.up == ["gm"], "their action of this turn is lost"
    table.do("new_round").declare("a", "b").do("attack", "a")
    assert table.asked() == [("a", "attack-die")]
    table.answers(attack_die=16)
    assert table.outcome("a").check.target.total == 15


@pytest.mark.rules("POL-SHOCK-05", "POL-TURN-08")
def test_stun_lasts_its_turns_and_ends_with_them():
    table = struck("head", 15).answer("shock", 15)
    assert table.told("b")[-1] == "Stunned for 2 turns"
    for _turn in range(2):
        _idle(table)
        table.do("new_round")
        assert get(table.scene.sheet("b"), "conditions.stunned")
    _idle(table)
    table.do("new_round")
    assert "stunned" not in table.scene.sheet("b").get("conditions", {})
    assert not table.mark("b", "until"), "it is over once and for all"


@pytest.mark.rules("POL-TURN-02", "POL-SHOCK-05/minute")
@pytest.mark.parametrize(("seconds", "turns"), [(5, 12), (6, 10), (10, 6)])
def test_a_minute_is_sixty_seconds_of_turns(seconds, turns):
    table = struck("body", 15, settings={"turn_seconds": seconds}, attributes__CON=3).answer("shock", 20)
    assert table.told("b")[-1] == f"Unconscious for {turns} turns"


@pytest.mark.rules("POL-SHOCK-04/waking", "POL-SHOCK-05")
def test_a_fighter_who_wakes_is_stunned():
    table = struck("body", 20, settings={"turn_seconds": 60}).answers(bleeding="no", shock=16, duration=[1, 1])
    assert table.told("b")[-1] == "Unconscious for 2 turns (2 min)"
    for _turn in range(3):
        _idle(table)
        table.do("new_round")
    assert table.scene.sheet("b")["conditions"] == STUPOR
    assert table.told("b")[-1] == "wakes up, and is stunned"
    assert table.undone() == table.first


@pytest.mark.rules("POL-SHOCK-04/waking", "POL-SHOCK-05")
@pytest.mark.parametrize("stunned", [1, 2, 4])
def test_waking_from_a_sleep_within_a_stupor_stuns_as_any_waking(stunned):
    table = burdened(stunned=stunned, unconscious=1)
    for _turn in range(3):
        _idle(table)
        table.do("new_round")
    assert table.scene.sheet("a")["conditions"] == STUPOR and not table.mark("a", "until")


@pytest.mark.rules("POL-SHOCK-04", "POL-WOUND-05")
def test_the_dead_do_not_wake():
    table = burdened(unconscious=1, dead=0)
    for _turn in range(2):
        _idle(table)
        table.do("new_round")
    assert table.scene.sheet("a")["conditions"] == {"dead": True}


@pytest.mark.rules("POL-SHOCK-05/sheet", "POL-TURN-01")
@pytest.mark.parametrize(
    ("written", "settings", "turns"), [("10 s", None, 2), ("1 min", {"turn_seconds": 20}, 3), ("11 s", None, 3)]
)
def test_the_fight_counts_a_time_that_the_sheet_keeps(written, settings, turns):
    table = Table(settings, a=sheet(), b=sheet()).start()
    for path, value in (("stunned", True), ("stunned_until", written)):
        table.scene = table.scene.with_changes([table.scene.write("a", f"conditions.{path}", value)])
    for _turn in range(turns):
        _idle(table)
        table.do("new_round")
        assert table.scene.sheet("a")["conditions"] == {"stunned": True}
    _idle(table)
    assert "conditions" not in table.do("new_round").scene.sheet("a")


@pytest.mark.rules("POL-SHOCK-05/sheet")
@pytest.mark.parametrize(("written", "kept"), [("dawn", "dawn"), ("1d6 min", "1d6 min"), ("2 min", None)])
def test_a_time_in_words_is_nobodys_clock(written, kept):
    table = Table(a=sheet(conditions={"stunned": True, "stunned_until": written}), b=sheet()).start()
    assert table.scene.sheet("a")["conditions"].get("stunned_until") == kept
    assert table.mark("a", "until") == (None if kept else {"stunned": 24})


@pytest.mark.rules("POL-SHOCK-05/sheet", "POL-TURN-01")
def test_a_time_of_the_sheet_ends_with_the_fight_that_has_not_counted_it():
    table = Table(a=sheet(), b=sheet()).start()
    for path, value in (("stunned", True), ("stunned_until", "10 s")):
        table.scene = table.scene.with_changes([table.scene.write("a", f"conditions.{path}", value)])
    assert "conditions" not in table.do("end").scene.sheet("a")


@pytest.mark.rules("POL-SHOCK-05")
def test_every_wound_that_demands_a_test_has_its_durations():
    for severity in ORDER:
        for place in CAPACITY:
            effect = effect_of(place, severity)
            if effect.shock is not None:
                assert set(shock.DURATIONS[severity, _kind(place)]) == {"stunned", "unconscious", "catastrophe"}


def _shocked(table, marked, faces):
    singles = [face for face in faces if not isinstance(face, list)]
    longer = next((face for face in faces if isinstance(face, list)), [])
    dice = {"stunned": 0}
    number = (shock.DURATIONS.get((marked.ticked, _kind(marked.place))) or {}).get("stunned")
    if longer and number and not number[0].isdigit():
        dice["duration"] = tuple(longer[: int(number[0][0])])
    return throw(lambda: shock.test_due(table.scene, "b", marked), *singles, **dice)


def _kind(place):
    return place if place in ("head", "body") else "limb"


def _idle(table):
    """Let everybody who can pass the turn."""
    while table.up != ["gm"]:
        table.do("skip", fighter=table.up[0])


def burdened(settings=None, **turns):
    """A fight in which Ada has each of these conditions for so many turns, 0 for no end."""
    table = Table(settings, a=sheet(), b=sheet()).start()
    for key, number in turns.items():
        table.scene = table.scene.with_changes(Condition("a", key, number).land(table.scene))
    return table


@pytest.mark.rules("POL-TURN-01", "POL-SHOCK-05/fight")
@pytest.mark.parametrize(
    ("condition", "settings", "left"),
    [
        ({"stunned": 3}, None, {}),
        ({"unconscious": 11}, None, STUPOR),
        ({"unconscious": 11, "stunned": 30}, None, STUPOR),
        ({"exposed": 1, "shaken": 2, "blinded": 1}, None, {}),
        ({"unconscious": 30}, None, {"unconscious": True, "unconscious_until": "2 min"}),
        ({"unconscious": 11}, {"turn_seconds": 6}, {"unconscious": True, "unconscious_until": "1 min"}),
        ({"prone": 0, "stunned": 0}, None, {"prone": True, "stunned": True}),
    ],
)
def test_the_end_of_a_fight_ends_conditions_of_less_than_a_minute(condition, settings, left):
    table = burdened(settings, **condition)
    before = table.scene
    table.do("end")
    assert table.scene.sheet("a").get("conditions", {}) == left
    assert revert(table.scene, table.events[-1]) == before


@pytest.mark.rules("POL-SHOCK-05/endless")
def test_a_stupor_without_end_is_not_cut_short_by_one_of_some_turns():
    table = burdened(unconscious=0, light_coma=0)
    again = Condition("a", "unconscious", 1).land(table.scene)
    table.scene = table.scene.with_changes(again)
    assert table.mark("a", "until") is None


@pytest.mark.rules("POL-SHOCK-05")
def test_a_condition_that_ends_takes_the_time_it_was_kept_with():
    table = burdened(unconscious=30).do("end")
    over = Condition("a", "unconscious", off=True).land(table.scene)
    assert "conditions" not in table.scene.with_changes(over).sheet("a")


@pytest.mark.rules("POL-SHOCK-04")
@pytest.mark.parametrize("key", ["light_coma", "deep_coma"])
def test_a_fighter_in_a_coma_is_out(key):
    table = Table(a=sheet(**{f"conditions__{key}": True}), b=sheet()).start()
    assert POLARIS.rounds.is_out(table.scene, "a") and table.up == ["b"]
    assert str(POLARIS.health(table.scene.sheet("a"), {}).label) == "Unconscious"


@pytest.mark.rules("POL-SHOCK-01", "POL-TEST-23")
def test_a_shock_that_is_borne_is_no_great_success():
    bed = Bedside({"remarkable_margin": 5}, ada=sheet("ada", wounds={"body": {"serious": 1}}))
    bed.do("shock", 1, wound="body-serious")
    assert bed.offer("gift") is None and bed.outcome().level.succeeded
