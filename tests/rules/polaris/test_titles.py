"""Titles of the game master's acts, the fields of an effect they may change, and the stated costs of techniques."""

import pytest

from rules.core.scene import Action
from rules.core.script import Effect
from rules.games.polaris.close_combat import techniques
from rules.games.polaris.tables import PLACES, SEVERITY_THRESHOLDS
from rules.games.polaris.turn.ladder import headline
from tests.rules.polaris.play import POLARIS
from tests.rules.polaris.table import Table, fight, sheet


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("start", "The fight begins"),
        ("new_round", "A new turn begins"),
        ("end", "The fight is over"),
        ("skip", "a is passed over"),
        ("hesitate", "a hesitates"),
        ("initiative", "The initiative of a changes"),
        ("redeclare", "a declares again"),
        ("surprise", "a may be surprised"),
        ("cut_in", "a cuts in"),
        ("notice", "a may notice the danger"),
        ("newcomer", "a sees a new foe"),
        ("contact", "None"),
    ],
)
def test_an_act_of_the_game_master_names_its_target(kind, told):
    args = {} if kind in ("start", "new_round", "end") else {"fighter": "a"}
    assert str(POLARIS.title(fight(a=14).scene, Action(kind, "gm", args))) == told


def test_the_place_and_its_light_are_told_and_stand_beside_the_turn():
    table = Table(a=sheet(), b=sheet(reaction=14)).start()
    acts = (
        ("place", {"confined": True, "underwater": True}, "Place: under water, confined space"),
        ("light", {"light": "none"}, "Light: none at all"),
        ("light", {"light": "bright"}, "Light: bright"),
        ("place", {"confined": False, "underwater": False}, "Place: open and in the air"),
    )
    heads = []
    for kind, args, told in acts:
        assert str(POLARIS.title(table.scene, Action(kind, "gm", args))) == told
        heads.append(str(headline(table.do(kind, **args).scene).round))
    assert heads == [
        "Turn 1, under water, confined space",
        "Turn 1, under water, confined space, total darkness",
        "Turn 1, under water, confined space",
        "Turn 1",
    ]


@pytest.mark.rules("POL-MARTIAL-03", "POL-MARTIAL-10")
@pytest.mark.parametrize(
    ("technique", "malus", "rule"),
    [
        ("untrained_sweep", -5, "POL-MARTIAL-10"),
        ("untrained_lock", -5, "POL-MARTIAL-03"),
        ("untrained_choke", -5, "POL-MARTIAL-03"),
        ("seize", 0, "POL-MARTIAL-03"),
        ("lock", 0, "POL-MARTIAL-03"),
        ("", 0, "POL-MARTIAL-03"),
    ],
)
def test_an_untrained_technique_costs_five_and_names_its_rule(technique, malus, rule):
    found = techniques.untrained_term(technique)
    assert (found.value, found.rule) == (malus, rule)


@pytest.mark.rules("POL-MARTIAL-13", "POL-MARTIAL-14", "POL-GEN-02")
@pytest.mark.parametrize(
    ("technique", "offered"),
    [("simultaneous_counter", False), ("dodge", False), ("combat_guard", True), ("powerful_strike", True)],
)
@pytest.mark.parametrize("modes", [True, False])
def test_techniques_of_another_mode_are_not_offered_with_an_attack(technique, offered, modes):
    table = Table({"combat_modes": modes}, a=sheet(), b=sheet(reaction=14)).start()
    field = next(field for field in table.offer("declare_melee", "a").fields if field.key == "technique")
    assert (technique in {choice.key for choice in field.choices}) is offered
    assert (table.offer("declare_defend", "a") is not None) is modes


@pytest.mark.rules("POL-GEN-01", "POL-TEST-24")
def test_only_place_and_severity_of_a_pending_wound_are_editable():
    wound = Effect("wound", "a", {"place": "body", "severity": "light"})
    found = [(one.key, one.default, [choice.key for choice in one.choices]) for one in POLARIS.editable_fields(wound)]
    assert found == [("place", "body", list(PLACES)), ("severity", "light", list(SEVERITY_THRESHOLDS))]
    assert POLARIS.editable_fields(Effect("condition", "a", {"key": "prone"})) == ()
