"""The catalogue of skills, in the order of the printed sheet."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.text import Text, pgettext

CATEGORIES: dict[str, Text] = {
    "physical": pgettext("polaris", "Physical aptitudes"),
    "melee": pgettext("polaris", "Combat (melee)"),
    "ranged": pgettext("polaris", "Combat (ranged)"),
    "social": pgettext("polaris", "Communication and social relations"),
    "knowledge": pgettext("polaris", "Knowledge"),
    "stealth": pgettext("polaris", "Stealth and subterfuge"),
    "languages": pgettext("polaris", "Languages"),
    "piloting": pgettext("polaris", "Piloting"),
    "outdoors": pgettext("polaris", "Survival and outdoors"),
    "techniques": pgettext("polaris", "Techniques"),
    "special": pgettext("polaris", "Special"),
}

RESERVED = "X"  # POL-SHEET-11: reserved and not learnt
SPECIAL = "Spé"  # the level is typed, or follows a rule of its own


@dataclass(frozen=True)
class Skill:
    """A skill of the catalogue; ``flags`` are ``limiting``, ``natural_progression`` and ``prerequisite``.

    A ``specialised`` one has no line on a sheet until a specialty is named.
    """

    key: str
    label: Text
    category: str
    attributes: tuple[str, str]
    start: int | str
    flags: frozenset[str]
    specialised: bool


_FLAGS = {"•": "limiting", "N": "natural_progression", "†": "prerequisite"}


def _skill(category: str, key: str, label: Text, attributes: str, start: int | str = 0, marks: str = "") -> Skill:
    """A row below; ``marks``: • limiting, † prerequisite, N natural progression, … one line per specialty."""
    first, _slash, second = attributes.partition("/")
    flags = frozenset(name for mark, name in _FLAGS.items() if mark in marks)
    return Skill(key, label, category, (first, second), start, flags, "…" in marks)


_ROWS = (
    _skill("physical", "acrobatics", pgettext("polaris", "Acrobatics and balance"), "COO/COO", 0, "•"),
    _skill("physical", "athletics", pgettext("polaris", "Athletics"), "FOR/COO"),
    _skill("physical", "endurance", pgettext("polaris", "Endurance"), "CON/VOL", 0, "•"),
    _skill("physical", "climbing", pgettext("polaris", "Climbing"), "FOR/COO"),
    _skill("physical", "zero_g", pgettext("polaris", "Zero-G manoeuvres"), "COO/ADA", 0, "•"),
    _skill("physical", "underwater_moves", pgettext("polaris", "Underwater manoeuvres"), "FOR/COO", 0, "•"),
    _skill("physical", "fluid_breathing", pgettext("polaris", "Fluid breathing"), "CON/VOL", -3),
    _skill("melee", "heavy_melee", pgettext("polaris", "Heavy weapons (melee)"), "FOR/FOR"),
    _skill("melee", "special_melee", pgettext("polaris", "Special weapons (melee)"), "FOR/COO", 0, "…"),
    _skill("melee", "martial_wrestling", pgettext("polaris", "Martial arts (Wrestling)"), "COO/ADA", -3, "•"),
    _skill(
        "melee",
        "martial_defense",
        pgettext("polaris", "Martial arts (Defensive techniques)"),
        "COO/ADA",
        -3,
        "•",
    ),
    _skill(
        "melee",
        "martial_offense",
        pgettext("polaris", "Martial arts (Offensive techniques)"),
        "COO/ADA",
        -3,
        "•",
    ),
    _skill("melee", "armed_combat", pgettext("polaris", "Armed combat"), "FOR/COO"),
    _skill("melee", "unarmed_combat", pgettext("polaris", "Unarmed combat"), "FOR/COO"),
    _skill("ranged", "thrown", pgettext("polaris", "Thrown weapons"), "COO/PER", -3),
    _skill("ranged", "heavy_ranged", pgettext("polaris", "Heavy weapons (ranged)"), "COO/PER", -3),
    _skill("ranged", "handguns", pgettext("polaris", "Handguns"), "COO/PER"),
    _skill("ranged", "underwater_weapons", pgettext("polaris", "Underwater weapons"), "COO/PER"),
    _skill("ranged", "special_ranged", pgettext("polaris", "Special weapons (ranged)"), "COO/PER", "X", "…"),
    _skill("ranged", "bows", pgettext("polaris", "Bows and crossbows"), "COO/PER", -3),
    _skill("ranged", "rifles", pgettext("polaris", "Rifles and shoulder arms"), "COO/PER"),
    _skill("ranged", "automatic_fire", pgettext("polaris", "Automatic fire"), "FOR/PER", 0, "•"),
    _skill("ranged", "precision_fire", pgettext("polaris", "Precision fire"), "PER/VOL", -3, "•"),
    _skill("social", "empathic_analysis", pgettext("polaris", "Empathic analysis"), "INT/PER", -3),
    _skill("social", "command", pgettext("polaris", "Command"), "VOL/PRE"),
    _skill("social", "persuasion", pgettext("polaris", "Eloquence and persuasion"), "INT/PRE", 0, "†"),
    _skill("social", "seduction", pgettext("polaris", "Charm and seduction"), "PRE/PRE"),
    _skill("social", "performance_singing", pgettext("polaris", "Artistic expression (Singing)"), "INT/PRE", -3),
    _skill("social", "performance_acting", pgettext("polaris", "Artistic expression (Acting)"), "ADA/PRE", -3),
    _skill("social", "performance_dance", pgettext("polaris", "Artistic expression (Dance)"), "COO/PRE", -3),
    _skill(
        "social",
        "performance_instrument",
        pgettext("polaris", "Artistic expression (Instrument)"),
        "COO/PER",
        "X",
    ),
    _skill("social", "performance", pgettext("polaris", "Artistic expression"), "INT/PRE", -3, "…"),
    _skill("social", "intimidation", pgettext("polaris", "Intimidation"), "VOL/PRE"),
    _skill("knowledge", "bureaucracy", pgettext("polaris", "Bureaucracy"), "INT/INT", 0, "†"),
    _skill("knowledge", "cartography", pgettext("polaris", "Cartography"), "INT/INT", "X", "†"),
    _skill("knowledge", "trade", pgettext("polaris", "Commerce and traffic"), "INT/PRE", 0, "†…"),
    _skill(
        "knowledge",
        "nation_org_lore",
        pgettext("polaris", "Lore of a nation or organisation"),
        "INT/INT",
        0,
        "•N…",
    ),
    _skill("knowledge", "cryptography", pgettext("polaris", "Cryptography"), "INT/INT", "X", "†"),
    _skill("knowledge", "general_culture", pgettext("polaris", "Education and general culture"), "INT/INT", -3),
    _skill("knowledge", "gambling", pgettext("polaris", "Gambling"), "INT/VOL"),
    _skill("knowledge", "navigation", pgettext("polaris", "Navigation"), "INT/INT", "X", "†"),
    _skill("knowledge", "research", pgettext("polaris", "Information research"), "INT/INT", -3, "†"),
    _skill("knowledge", "science", pgettext("polaris", "Science or special knowledge"), "INT/INT", "X", "†…"),
    _skill("knowledge", "strategy", pgettext("polaris", "Strategy"), "INT/INT", -3, "†"),
    _skill("knowledge", "tactics_naval", pgettext("polaris", "Tactics (Naval combat)"), "INT/ADA", -3),
    _skill("knowledge", "tactics_underground", pgettext("polaris", "Tactics (Underground combat)"), "INT/ADA"),
    _skill("knowledge", "tactics_land", pgettext("polaris", "Tactics (Land combat)"), "INT/ADA"),
    _skill("knowledge", "tactics_commando", pgettext("polaris", "Tactics (Commando operations)"), "INT/ADA"),
    _skill("knowledge", "tactics", pgettext("polaris", "Tactics"), "INT/ADA", 0, "…"),
    _skill("stealth", "concealment", pgettext("polaris", "Camouflage and concealment"), "PER/ADA", -3),
    _skill("stealth", "disguise", pgettext("polaris", "Disguise and imitation"), "ADA/PRE", -3),
    _skill("stealth", "shadowing", pgettext("polaris", "Discretion and shadowing"), "PER/ADA"),
    _skill("stealth", "escape_artist", pgettext("polaris", "Escape"), "COO/VOL", "X"),
    _skill("stealth", "stealth", pgettext("polaris", "Stealth and silent movement"), "PER/ADA", 0, "•"),
    _skill("stealth", "pickpocket", pgettext("polaris", "Pickpocket"), "COO/ADA", -3),
    _skill("languages", "mother_tongue", pgettext("polaris", "Mother tongue"), "INT/INT", "Spé", "…"),
    _skill("languages", "foreign_language", pgettext("polaris", "Foreign language"), "INT/INT", "X", "•N…"),
    _skill("languages", "ancient_language", pgettext("polaris", "Ancient language"), "INT/INT", "X", "•…"),
    _skill("languages", "jargon", pgettext("polaris", "Specific language"), "INT/INT", 0, "•N…"),
    _skill(
        "piloting",
        "armor_handling_external",
        pgettext("polaris", "Armour handling (External)"),
        "COO/ADA",
        0,
        "•",
    ),
    _skill(
        "piloting",
        "armor_handling_underwater",
        pgettext("polaris", "Armour handling (Underwater)"),
        "COO/ADA",
        0,
        "•",
    ),
    _skill("piloting", "armor_handling_space", pgettext("polaris", "Armour handling (Space)"), "COO/ADA", -3, "•"),
    _skill(
        "piloting",
        "armor_handling_atmospheric",
        pgettext("polaris", "Armour handling (Atmospheric)"),
        "COO/ADA",
        "X",
        "•",
    ),
    _skill("piloting", "armor_handling", pgettext("polaris", "Armour handling"), "COO/ADA", 0, "•…"),
    _skill("piloting", "piloting_fighters", pgettext("polaris", "Piloting (Fighters)"), "INT/ADA", "X", "†"),
    _skill("piloting", "piloting_light_ships", pgettext("polaris", "Piloting (Light ships)"), "INT/INT", "X", "†"),
    _skill("piloting", "piloting_heavy_ships", pgettext("polaris", "Piloting (Heavy ships)"), "INT/INT", "X", "†"),
    _skill("piloting", "piloting_spacecraft", pgettext("polaris", "Piloting (Spacecraft)"), "INT/INT", "X", "†"),
    _skill(
        "piloting",
        "piloting_underground",
        pgettext("polaris", "Piloting (Underground vehicles)"),
        "INT/ADA",
        "X",
    ),
    _skill("piloting", "piloting_ground", pgettext("polaris", "Piloting (Ground vehicles)"), "PER/ADA"),
    _skill("piloting", "piloting_scooters", pgettext("polaris", "Piloting (Scooters)"), "PER/ADA"),
    _skill("piloting", "piloting", pgettext("polaris", "Piloting"), "INT/ADA", "X", "…"),
    _skill("piloting", "remote_piloting", pgettext("polaris", "Remote piloting"), "INT/ADA", -3),
    _skill("outdoors", "tracking", pgettext("polaris", "Hunting and tracking"), "PER/ADA", "X"),
    _skill(
        "outdoors",
        "environment_lore_ocean",
        pgettext("polaris", "Lore of a natural environment (Oceans)"),
        "INT/ADA",
        -3,
        "•",
    ),
    _skill(
        "outdoors",
        "environment_lore_underground",
        pgettext("polaris", "Lore of a natural environment (Underground)"),
        "INT/ADA",
        -3,
        "•",
    ),
    _skill(
        "outdoors",
        "environment_lore_surface",
        pgettext("polaris", "Lore of a natural environment (Surface)"),
        "INT/ADA",
        "X",
        "•",
    ),
    _skill(
        "outdoors",
        "environment_lore",
        pgettext("polaris", "Lore of a natural environment"),
        "INT/ADA",
        -3,
        "•…",
    ),
    _skill("outdoors", "observation", pgettext("polaris", "Observation"), "PER/VOL"),
    _skill("outdoors", "orientation", pgettext("polaris", "Orientation"), "PER/ADA"),
    _skill("outdoors", "survival", pgettext("polaris", "Survival"), "ADA/VOL", "X"),
    _skill("techniques", "sonscan", pgettext("polaris", "Sonscan analysis"), "INT/ADA", "X"),
    _skill("techniques", "ship_weapons", pgettext("polaris", "Ship weapons and artillery"), "INT/INT", "X"),
    _skill("techniques", "armory", pgettext("polaris", "Armoury"), "INT/INT", "X"),
    _skill("techniques", "aquaculture", pgettext("polaris", "Aquaculture and breeding"), "INT/INT", "X"),
    _skill("techniques", "craft", pgettext("polaris", "Art or craft"), "INT/PER", "X", "…"),
    _skill("techniques", "surgery", pgettext("polaris", "Surgery"), "INT/INT", "X", "†"),
    _skill("techniques", "animal_training", pgettext("polaris", "Animal training"), "VOL/PRE", -3),
    _skill("techniques", "electronics", pgettext("polaris", "Electronics"), "INT/INT", "X", "†"),
    _skill("techniques", "surveillance", pgettext("polaris", "Espionage and surveillance"), "INT/INT", "X"),
    _skill("techniques", "explosives", pgettext("polaris", "Explosives"), "INT/VOL", "X"),
    _skill("techniques", "forgery", pgettext("polaris", "Forgery"), "INT/PER", "X", "†"),
    _skill("techniques", "engineering", pgettext("polaris", "Technical engineering"), "INT/INT", "X", "†…"),
    _skill("techniques", "computing", pgettext("polaris", "Computing"), "INT/INT", -3, "†"),
    _skill("techniques", "mechanics", pgettext("polaris", "Mechanics"), "INT/INT", 0, "†…"),
    _skill("techniques", "hacking", pgettext("polaris", "Hacking"), "INT/INT", "X", "†"),
    _skill("techniques", "traps", pgettext("polaris", "Traps"), "INT/PER", -3),
    _skill("techniques", "first_aid", pgettext("polaris", "First aid"), "INT/ADA", -3),
    _skill("techniques", "security_systems", pgettext("polaris", "Security systems"), "INT/INT", "X"),
)

CATALOGUE: dict[str, Skill] = {skill.key: skill for skill in _ROWS}
LIMITING = tuple(skill.key for skill in _ROWS if "limiting" in skill.flags)
