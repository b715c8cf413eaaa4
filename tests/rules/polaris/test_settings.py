"""The house settings: defaults as the digest has them."""

import pytest

from rules.games.polaris.settings import HOUSE, setting
from tests.rules.polaris.play import POLARIS

FIELDS = [field for section in HOUSE for field in section.fields]


def test_each_default_is_one_the_setting_accepts():
    for field in FIELDS:
        assert field.read(field.default) == field.default


def test_each_setting_has_a_sentence_of_help_and_names_its_rule():
    for field in FIELDS:
        assert field.help is not None and str(field.help).endswith("."), field.key
        assert field.rule.startswith("POL-"), field.key


def test_no_key_is_used_twice_and_all_are_read_through_the_game():
    keys = [field.key for field in FIELDS]
    assert len(set(keys)) == len(keys)
    assert {key: POLARIS.setting({}, key) for key in keys} == {field.key: field.default for field in FIELDS}


@pytest.mark.rules("POL-GEN-04", "POL-CRIT-04", "POL-CRIT-08", "POL-OPP-02", "POL-WOUND-14")
def test_the_defaults_are_those_of_the_base_game():
    expected = {
        "rounding_mode": "floor",
        "na_clamp": True,
        "limit_cascade": "min_all",
        "halving_before_modifiers": True,
        "crit_bonus_min_zero": True,
        "limited_skill_crit_mastery": "used",
        "attribute_crit_half_rounding": "floor",
        "critical_failure_chains": False,
        "use_catastrophes": True,
        "impossible_20_is_critical": True,
        "opposed_both_fail": "nothing",
        "opposed_tie": "nothing",
        "turn_seconds": 5,
        "phases_follow_current_initiative": True,
        "mid_turn_wound_shifts_initiative": False,
        "declaration_reorder": "deferred_completion",
        "sealed_declarations": "ties",
        "rushing": True,
        "rush_malus": -5,
        "initiative_floor_rule": "postpone",
        "surprise_initiative_includes_critical_bonus": True,
        "surprised_can_defend": "visible",
        "damage_threshold_mode": "reach_or_exceed",
        "melee_location_table": True,
        "armor_stacking": False,
        "wound_penalty_stacking": "worst_only",
        "wound_on_destroyed_limb": "ignore",
        "bleeding_default_by_cause": "by_cause",
        "shock_rules": True,
        "shock_malus_reading": "both",
        "combat_modes": True,
        "simultaneous_has_initiative": False,
        "precise_strike_floor": 0,
        "reach_malus_basis": "full_reach",
        "reach_malus_duration": "until_win_or_break",
        "show_initiative_track": "all",
        "catastrophe_luck_refund": True,
        "retry_step_default": "none",
        "social_retry_mode": "failure",
        "countdown_visibility": "pips",
        "use_non_random_tests": False,
        "nrt_threshold": 10,
        "group_opposition": "per_opponent",
        "powered_armor_initiative": False,
        "new_foes": True,
        "guard_and_alert": True,
        "blind_fighting": True,
        "hesitation_penalty": "2",
        "declaration_timer_s": 0,
        "multiple_attacks": True,
        "change_intent": True,
        "health_penalty_sources": "worst_only",
        "simplified_npc_wounds": False,
        "unarmed_riposte": False,
        "two_weapon_bonus_on_extra_attack": True,
        "fatigue_rules": False,
        "fatigue_every_turns": 5,
    }
    assert {key: setting({}, key) for key in expected} == expected


def test_an_unknown_setting_is_an_error():
    with pytest.raises(KeyError):
        setting({}, "no_such_setting")
