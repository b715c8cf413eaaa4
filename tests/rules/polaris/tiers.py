"""Which setting switches each optional or advanced rule (POL-GEN-02); what has none belongs to the base game."""

from __future__ import annotations

SWITCHES: dict[str, str] = {
    "POL-SHEET-07": "shock_rules",
    "POL-SHEET-08": "natural_resistances",
    "POL-CRIT-06": "use_catastrophes",
    "POL-RETRY-06": "countdowns",
    "POL-RETRY-07": "countdowns",
    "POL-RETRY-08": "countdowns",
    "POL-RETRY-09": "countdowns",
    "POL-RETRY-10": "countdowns",
    "POL-NRT-01": "use_non_random_tests",
    "POL-NRT-02": "use_non_random_tests",
    "POL-NRT-03": "use_non_random_tests",
    "POL-INIT-03": "powered_armor_initiative",
    "POL-INIT-16": "rushing",
    "POL-INIT-21": "multiple_attacks",
    "POL-INIT-22": "combat_modes",
    "POL-INIT-23": "change_intent",
    "POL-SURP-11": "new_foes",
    "POL-SURP-12": "guard_and_alert",
    "POL-WOUND-21": "healing_rules",
    "POL-WOUND-22": "simplified_npc_wounds",
    "POL-SHOCK-01": "shock_rules",
    "POL-SHOCK-02": "shock_rules",
    "POL-SHOCK-03": "shock_rules",
    "POL-SHOCK-04": "shock_rules",
    "POL-SHOCK-05": "shock_rules",
    "POL-SHOCK-06": "knock_out_damage",
    "POL-MELEE-03": "unarmed_riposte",
    "POL-MELEE-10": "combat_modes",
    "POL-MELEE-15": "blind_fighting",
    "POL-RANGED-14": "instinctive_shots",
    "POL-RANGED-15": "blind_fire",
    "POL-RANGED-16": "stray_bullets",
    "POL-FAT-01": "fatigue_rules",
    "POL-FAT-02": "fatigue_rules",
    "POL-FAT-03": "fatigue_rules",
}

# Optional parts of rules of the base game: the table of places for melee (POL-DMG-05).
PARTS = ("melee_location_table",)
