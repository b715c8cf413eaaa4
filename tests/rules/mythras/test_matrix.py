"""The matrix of special effects: each with every condition that closes it, and the reason (MYT-FX-00c to 00f)."""

from dataclasses import replace

import pytest

from rules.core.check import Level
from rules.core.paths import put
from rules.games.mythras.combat import threat
from rules.games.mythras.effects.moment import Moment
from rules.games.mythras.effects.special_effects import EFFECTS, open_to, why_refused
from rules.games.mythras.equipment import weapons as arms
from tests.rules.mythras.play import BANDIT, BEAR, HOPLITE, SHEETS, SOLDIER, Table

FUMBLE, FAILURE, SUCCESS, CRITICAL = Level
BEAM = put(SOLDIER, "weapons.carbine.model", "laser")
SHOT = put(SOLDIER, "weapons.carbine.model", "shotgun")


def fitted(sheet, weapon, **values):
    """A sheet whose weapon has something written on it."""
    for key, value in values.items():
        sheet = put(sheet, f"weapons.{weapon}.{key}", value)
    return sheet


def moment(
    mine=HOPLITE, weapon="spear", theirs=BANDIT, guard=None, levels=(SUCCESS, FAILURE), side="attacker",
    reaction="none", chosen=(), marks=None, third=None, settings=None, **said,
):  # fmt: skip
    """An exchange as it stands when its winner chooses."""
    others = (("eve", *third),) if third else ()
    here = Table(("ada", "pc", mine), ("orc", "npc", theirs), *others, settings=settings).finish()
    for who, rows in (marks or {}).items():
        here.scene.state["fighters"][who].setdefault("marks", {}).update(rows)
    here.scene = replace(here.scene)
    used = arms.find(here.scene.sheet("ada"), weapon, here.scene.settings)
    made = threat.shot if used.ranged else threat.blow
    danger = made(here.scene, "ada", "orc", used, {"target": "orc", "weapon": weapon, "metres": 20, **said})
    held = arms.find(here.scene.sheet("orc"), guard, here.scene.settings) if guard else None
    return Moment(danger, held, reaction, *levels, side, chosen)


MISSED = {"levels": (FAILURE, CRITICAL), "side": "defender", "guard": "shield", "reaction": "parry"}
PARRIED = {"levels": (SUCCESS, CRITICAL), "side": "defender", "guard": "shield", "reaction": "parry"}
FUMBLED = {"levels": (FUMBLE, SUCCESS), "side": "defender", "guard": "shield", "reaction": "parry"}
EVADED = {"levels": (SUCCESS, CRITICAL), "side": "defender", "reaction": "evaded"}
GUN = {"mine": SOLDIER, "weapon": "carbine"}
CRIT = {"levels": (CRITICAL, FAILURE)}
CRITICAL_NEEDED = "Needs a critical success of one’s own."
FUMBLE_NEEDED = "Needs a fumble of the opponent."
NO_PARRY = "Needs a parry, with a weapon."
CLOSE = "In close combat alone."
FIREARM = "Needs a firearm."
LANDS = "The blow does not land."
FREE = "The opponent is neither helpless nor at a disadvantage."
STILL = "A shot needs a critical, or a still target at short range."
PARRY = "Nothing was parried."
HEAVY = "Needs a two-handed weapon, or one made for it."
STRONG = "The opponent is more than twice as strong."
LARGE = "The opponent is more than twice as large."
WHOLE = "Nothing here can be damaged."
COMPANION = "Choose first the effect it goes with: one that is resisted."
ALONE = "Nobody else is within reach."
POINTS = "No action point is left."
TWICE = "Chosen already, and it does not stack."
STACKED = {"weapon": "fist", "settings": {"flurry_stackable": True}}
WALL = {"orc": {"cover": {"of": "car", "hides": "chest"}}}
BRACED = {"weapon": "aspis", "marks": {"orc": {"braced": True}}}
STRICT = {"guard": "shield", "settings": {"firearm_damage_weapon_needs_critical": True}}

CASES = [
    ("maximise_damage", CRIT, None),
    ("maximise_damage", {}, CRITICAL_NEEDED),
    ("maximise_damage", {**CRIT, "chosen": ("maximise_damage",)}, None),
    ("maximise_damage", {**CRIT, "reaction": "leap"}, LANDS),
    ("impale", {}, None),
    ("impale", {"chosen": ("impale",)}, TWICE),
    ("impale", {"weapon": "aspis"}, "Needs an impaling weapon."),
    ("impale", {"reaction": "evaded"}, LANDS),
    ("impale", GUN, None),
    ("impale", {**GUN, "mine": BEAM}, None),
    ("impale", {**GUN, "mine": BEAM, "settings": {"energy_impale": False}}, "Needs an impaling weapon."),
    ("impale", {**GUN, "mine": BEAM, "settings": {"energy_impale": True}}, None),
    ("bleed", {"weapon": "sword"}, None),
    ("bleed", {}, "Needs a cutting weapon."),
    ("bleed", GUN, CRITICAL_NEEDED),
    ("bleed", {**GUN, **CRIT}, None),
    ("bleed", {**GUN, "mine": fitted(SOLDIER, "carbine", cutting=True)}, None),
    ("bypass_armour", CRIT, None),
    ("bypass_armour", {}, CRITICAL_NEEDED),
    ("bypass_armour", {**GUN, **CRIT}, None),
    ("bypass_armour", {**GUN, **CRIT, "mine": SHOT}, "Not with ammunition that spreads."),
    ("choose_location", {}, None),
    ("choose_location", GUN, STILL),
    ("choose_location", {**GUN, **CRIT}, None),
    ("choose_location", {**GUN, "still": True}, None),
    ("choose_location", {**GUN, "still": True, "metres": 101}, STILL),
    ("choose_location", {"marks": {"orc": {"cover": {"of": "car", "hides": "all"}}}}, "The target cannot be seen."),
    ("choose_location", {"marks": WALL}, None),
    ("circumvent_parry", {"levels": (CRITICAL, SUCCESS), "guard": "shield", "reaction": "parry"}, None),
    ("circumvent_parry", {"levels": (CRITICAL, FAILURE), "guard": "shield", "reaction": "parry"}, PARRY),
    ("circumvent_parry", CRIT, PARRY),
    ("circumvent_parry", {"guard": "shield", "reaction": "parry"}, CRITICAL_NEEDED),
    ("sunder", {}, HEAVY),
    ("sunder", {"mine": fitted(HOPLITE, "spear", sundering=True)}, None),
    ("sunder", {"mine": fitted(HOPLITE, "spear", two_handed=True)}, None),
    ("sunder", {**GUN, "mine": fitted(SOLDIER, "carbine", two_handed=True)}, HEAVY),
    ("damage_weapon", {"guard": "shield", "reaction": "parry"}, None),
    ("damage_weapon", {}, WHOLE),
    ("damage_weapon", {"guard": "fist", "reaction": "parry"}, WHOLE),
    ("damage_weapon", {"theirs": fitted(BANDIT, "shield", hp=0), "guard": "shield"}, WHOLE),
    ("damage_weapon", {"theirs": fitted(BANDIT, "shield", hp=1), "guard": "shield"}, None),
    ("damage_weapon", {"theirs": fitted(BANDIT, "shield", hp_max=1), "guard": "shield"}, None),
    ("damage_weapon", MISSED, None),
    ("damage_weapon", EVADED, NO_PARRY),
    ("damage_weapon", {**MISSED, **GUN, "mine": SHEETS["archer"], "weapon": "bow"}, CLOSE),
    ("damage_weapon", {**GUN, "guard": "shield"}, None),
    ("damage_weapon", {**GUN, **STRICT}, CRITICAL_NEEDED),
    ("disarm", {"guard": "shield", "reaction": "parry"}, None),
    ("disarm", {"guard": "fist", "reaction": "parry"}, None),
    ("disarm", {}, None),
    ("disarm", {"theirs": BEAR}, "The opponent holds no weapon."),
    ("disarm", MISSED, None),
    ("disarm", EVADED, NO_PARRY),
    ("disarm", {**GUN, "guard": "shield"}, None),
    ("disarm", {**MISSED, **GUN}, CLOSE),
    ("disarm", {"guard": "shield", "theirs": put(BANDIT, "characteristics.str", 28)}, None),
    ("disarm", {"guard": "shield", "theirs": put(BANDIT, "characteristics.str", 29)}, STRONG),
    ("pin_weapon", {**CRIT, "guard": "shield"}, None),
    ("pin_weapon", {"guard": "shield"}, CRITICAL_NEEDED),
    ("pin_weapon", PARRIED, None),
    ("pin_weapon", {**PARRIED, "levels": (FAILURE, SUCCESS)}, CRITICAL_NEEDED),
    ("pin_weapon", EVADED, NO_PARRY),
    ("pin_weapon", {**CRIT, "guard": "fist"}, None),
    ("pin_weapon", {**GUN, **CRIT, "guard": "shield"}, CLOSE),
    ("trip", {}, None),
    ("trip", GUN, None),
    ("trip", {**MISSED, **GUN}, CLOSE),
    ("trip", EVADED, None),
    ("stun_location", {}, "Needs a bludgeoning weapon."),
    ("stun_location", {"weapon": "aspis"}, "Needs a bludgeoning weapon."),
    ("stun_location", {"weapon": "fist"}, None),
    ("bash", {"weapon": "aspis"}, None),
    ("bash", {"weapon": "fist"}, None),
    ("bash", {}, "Needs a shield or a bludgeoning weapon."),
    ("bash", {"weapon": "aspis", "theirs": put(BANDIT, "characteristics.siz", 26)}, None),
    ("bash", {"weapon": "aspis", "theirs": put(BANDIT, "characteristics.siz", 27)}, LARGE),
    ("bash", {**BRACED, "theirs": put(BANDIT, "characteristics.siz", 13)}, None),
    ("bash", {**BRACED, "theirs": put(BANDIT, "characteristics.siz", 14)}, LARGE),
    ("entangle", {"mine": fitted(HOPLITE, "spear", model="whip")}, None),
    ("entangle", {}, "Needs an entangling weapon."),
    ("entangle", {"mine": fitted(HOPLITE, "spear", model="whip"), "reaction": "evaded"}, LANDS),
    ("entangle", {**MISSED, "theirs": fitted(BANDIT, "shield", model="net")}, None),
    ("entangle", MISSED, "Needs an entangling weapon."),
    ("entangle", EVADED, NO_PARRY),
    ("grip", {"weapon": "fist"}, "No hand is free."),
    ("grip", {"weapon": "fist", "mine": fitted(HOPLITE, "spear", in_hand=False)}, None),
    ("grip", {}, "Needs an attack without weapons."),
    ("press_advantage", {}, None),
    ("press_advantage", {"theirs": BEAR}, None),
    ("press_advantage", {"theirs": put(BEAR, "heedless", True)}, "This opponent does not care for its defence."),
    ("scar", {}, None),
    ("scar", MISSED, None),
    ("marksman", GUN, None),
    ("marksman", {}, "Needs a ranged weapon."),
    ("marksman", {**GUN, "reaction": "evaded"}, LANDS),
    ("pin_down", GUN, None),
    ("pin_down", {**GUN, "chosen": ("pin_down",)}, None),
    ("pin_down", {**GUN, "reaction": "evaded"}, None),
    ("pin_down", {"mine": SHEETS["archer"], "weapon": "bow"}, FIREARM),
    ("drop_foe", GUN, None),
    ("drop_foe", {}, FIREARM),
    ("weapon_malfunction", {**FUMBLED, **GUN}, None),
    ("weapon_malfunction", FUMBLED, FIREARM),
    ("weapon_malfunction", {**MISSED, **GUN}, FUMBLE_NEEDED),
    ("enhance_parry", PARRIED, None),
    ("enhance_parry", {**PARRIED, "levels": (FAILURE, SUCCESS)}, CRITICAL_NEEDED),
    ("enhance_parry", EVADED, PARRY),
    ("accidental_injury", FUMBLED, None),
    ("accidental_injury", MISSED, FUMBLE_NEEDED),
    ("select_target", FUMBLED, ALONE),
    ("select_target", {**FUMBLED, "third": ("npc", BANDIT)}, None),
    ("select_target", {**MISSED, "third": ("npc", BANDIT)}, FUMBLE_NEEDED),
    ("select_target", {**FUMBLED, "third": ("npc", put(BANDIT, "state.dead", True))}, ALONE),
    ("overextend", {**MISSED, "chosen": ("overextend",)}, None),
    ("blind_opponent", PARRIED, None),
    ("blind_opponent", {**PARRIED, "levels": (FAILURE, SUCCESS)}, CRITICAL_NEEDED),
    ("slip_free", PARRIED, "Nothing holds the fighter."),
    ("slip_free", {**PARRIED, "marks": {"orc": {"gripped": {"ada": True}}}}, None),
    ("slip_free", {**PARRIED, "marks": {"orc": {"entangled": {"chest": "ada"}}}}, None),
    ("slip_free", {**PARRIED, "marks": {"orc": {"pinned": {"axe": "ada"}}}}, None),
    ("slip_free", {**PARRIED, "marks": {"ada": {"gripped": {"orc": True}}}}, "Nothing holds the fighter."),
    ("arise", MISSED, "Already standing."),
    ("arise", EVADED, "Already standing."),
    ("arise", {**EVADED, "marks": {"orc": {"prone": True}}}, None),
    ("arise", {**MISSED, "marks": {"orc": {"prone": True}}}, None),
    ("withdraw", MISSED, None),
    ("withdraw", {**MISSED, "marks": {"orc": {"gripped": {"ada": True}}}}, "Is gripped."),
    ("withdraw", {**MISSED, "marks": {"orc": {"entangled": {"left_leg": "ada"}}}}, "A leg is held."),
    ("withdraw", {**MISSED, "marks": {"orc": {"entangled": {"left_arm": "ada"}}}}, None),
    ("withdraw", {**MISSED, "marks": {"orc": {"under": "ada", "prone": True}}}, "ada is on top."),
    ("withdraw", {**MISSED, **GUN}, CLOSE),
    ("circumvent_cover", GUN, "The target is behind nothing."),
    ("circumvent_cover", {**GUN, "marks": WALL}, CRITICAL_NEEDED),
    ("circumvent_cover", {**GUN, "mine": BEAM, "marks": WALL}, None),
    ("circumvent_cover", {"marks": WALL}, FIREARM),
    ("overpenetration", {**GUN, **CRIT, "third": ("npc", BANDIT)}, None),
    ("overpenetration", {**GUN, **CRIT}, ALONE),
    ("overpenetration", {**GUN, "third": ("npc", BANDIT)}, CRITICAL_NEEDED),
    ("duck_back", GUN, "No cover is beside the shooter."),
    ("duck_back", {**GUN, "own_cover": True}, None),
    ("duck_back", {"own_cover": True}, FIREARM),
    ("rapid_reload", {**GUN, "chosen": ("rapid_reload",)}, None),
    ("rapid_reload", {}, "Needs a ranged weapon."),
    ("flurry", {"weapon": "fist"}, None),
    ("flurry", {}, "Needs an attack without weapons."),
    ("flurry", {"weapon": "fist", "chosen": ("flurry",)}, TWICE),
    ("flurry", {**STACKED, "chosen": ("flurry",)}, None),
    ("flurry", {**STACKED, "chosen": ("flurry",) * 2}, POINTS),
    ("flurry", {"weapon": "fist", "marks": {"ada": {"spent": 2}}}, POINTS),
    ("flurry", {"weapon": "fist", "marks": {"ada": {"spent": 1}}}, None),
    ("prepare_counter", {**MISSED, "chosen": ("prepare_counter",)}, None),
    ("force_failure", {"levels": (SUCCESS, FUMBLE), "chosen": ("trip",)}, None),
    ("force_failure", {"levels": (SUCCESS, FUMBLE), "chosen": ("scar",)}, COMPANION),
    ("force_failure", {"chosen": ("trip",)}, FUMBLE_NEEDED),
    ("compel_surrender", {}, FREE),
    ("compel_surrender", {"marks": {"orc": {"prone": True}}}, None),
    ("compel_surrender", {"marks": {"orc": {"surprised": True}}}, None),
    ("compel_surrender", {"marks": {"orc": {"pinned": {"axe": "ada"}}}}, None),
    ("compel_surrender", {"theirs": put(BANDIT, "hit_locations.head.hp", 1)}, FREE),
    ("compel_surrender", {**MISSED, "marks": {"ada": {"prone": True}}}, None),
]  # fmt: skip


@pytest.mark.rules(
    "MYT-FX-00c",
    "MYT-FX-00d/stack",
    "MYT-FX-00e",
    "MYT-FX-00f",
    "MYT-FX-00i",
    "MYT-UI-08",
    "MYT-FX-PRESS/mindless",
    "MYT-FX-DISARM/strength",
    "MYT-FX-BASH/size",
)
@pytest.mark.parametrize(("key", "how", "reason"), CASES)
def test_an_effect_is_open_or_closed_with_its_reason(key, how, reason):
    found = why_refused(key, moment(**how))
    assert (found and str(found)) == reason


@pytest.mark.rules("MYT-FX-00e")
def test_each_effect_of_the_matrix_has_a_case_and_a_side():
    assert {key for key, _how, _reason in CASES} == set(EFFECTS)
    assert {key for key, how, _reason in CASES if how.get("side") == "defender"} <= set(open_to("defender"))
    assert {key for key, how, _reason in CASES if how.get("side") != "defender"} <= set(open_to("attacker"))
