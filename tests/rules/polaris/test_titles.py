"""Titles of the game master's acts, the fields of an effect they may change, and the stated costs of techniques."""

import pytest

from rules.core.scene import Action
from rules.core.script import Effect
from rules.games.polaris.close_combat import techniques
from rules.games.polaris.tables import PLACES, SEVERITY_THRESHOLDS
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
def test_an_act_of_the_game_master_names_whom_it_concerns(kind, told):
    args = {} if kind in ("start", "new_round", "end") else {"fighter": "a"}
    assert str(POLARIS.title(fight(a=14).scene, Action(kind, "gm", args))) == told


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
def test_what_is_tried_untrained_costs_five_and_names_its_rule(technique, malus, rule):
    found = techniques.untrained_term(technique)
    assert (found.value, found.rule) == (malus, rule)


@pytest.mark.rules("POL-MARTIAL-13", "POL-MARTIAL-14", "POL-GEN-02")
@pytest.mark.parametrize(
    ("technique", "refused"),
    [("simultaneous_counter", True), ("dodge", True), ("combat_guard", False), ("powerful_strike", False)],
)
def test_techniques_of_a_mode_are_refused_where_modes_are_not_played(technique, refused):
    table = Table({"combat_modes": False}, a=sheet(), b=sheet(reaction=14)).start()
    choice = table.choice("declare_melee", "a", "technique", technique)
    assert (choice.refused and str(choice.refused)) == ("Modes of combat are not played here." if refused else None)


@pytest.mark.rules("POL-GEN-01", "POL-TEST-24")
def test_only_place_and_severity_of_a_pending_wound_are_editable():
    wound = Effect("wound", "a", {"place": "body", "severity": "light"})
    found = [(one.key, one.default, [choice.key for choice in one.choices]) for one in POLARIS.editable_fields(wound)]
    assert found == [("place", "body", list(PLACES)), ("severity", "light", list(SEVERITY_THRESHOLDS))]
    assert POLARIS.editable_fields(Effect("condition", "a", {"key": "prone"})) == ()
