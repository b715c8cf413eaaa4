"""The catalogue of skills, in the order of the printed sheet."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.text import Text
from rules.games.polaris.text import _

CATEGORIES: dict[str, Text] = {
    "physical": _("Physical aptitudes"),
    "melee": _("Combat (melee)"),
    "ranged": _("Combat (ranged)"),
    "social": _("Communication and social relations"),
    "knowledge": _("Knowledge"),
    "stealth": _("Stealth and subterfuge"),
    "languages": _("Languages"),
    "piloting": _("Piloting"),
    "outdoors": _("Survival and outdoors"),
    "techniques": _("Techniques"),
    "special": _("Special"),
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
    _skill("physical", "acrobatics", _("Acrobatics and balance"), "COO/COO", 0, "•"),
    _skill("physical", "athletics", _("Athletics"), "FOR/COO"),
    _skill("physical", "endurance", _("Endurance"), "CON/VOL", 0, "•"),
    _skill("physical", "climbing", _("Climbing"), "FOR/COO"),
    _skill("physical", "zero_g", _("Zero-G manoeuvres"), "COO/ADA", 0, "•"),
    _skill("physical", "underwater_moves", _("Underwater manoeuvres"), "FOR/COO", 0, "•"),
    _skill("physical", "fluid_breathing", _("Fluid breathing"), "CON/VOL", -3),
    _skill("melee", "heavy_melee", _("Heavy weapons (melee)"), "FOR/FOR"),
    _skill("melee", "special_melee", _("Special weapons (melee)"), "FOR/COO", 0, "…"),
    _skill("melee", "martial_wrestling", _("Martial arts (Wrestling)"), "COO/ADA", -3, "•"),
    _skill("melee", "martial_defense", _("Martial arts (Defensive techniques)"), "COO/ADA", -3, "•"),
    _skill("melee", "martial_offense", _("Martial arts (Offensive techniques)"), "COO/ADA", -3, "•"),
    _skill("melee", "armed_combat", _("Armed combat"), "FOR/COO"),
    _skill("melee", "unarmed_combat", _("Unarmed combat"), "FOR/COO"),
    _skill("ranged", "thrown", _("Thrown weapons"), "COO/PER", -3),
    _skill("ranged", "heavy_ranged", _("Heavy weapons (ranged)"), "COO/PER", -3),
    _skill("ranged", "handguns", _("Handguns"), "COO/PER"),
    _skill("ranged", "underwater_weapons", _("Underwater weapons"), "COO/PER"),
    _skill("ranged", "special_ranged", _("Special weapons (ranged)"), "COO/PER", "X", "…"),
    _skill("ranged", "bows", _("Bows and crossbows"), "COO/PER", -3),
    _skill("ranged", "rifles", _("Rifles and shoulder arms"), "COO/PER"),
    _skill("ranged", "automatic_fire", _("Automatic fire"), "FOR/PER", 0, "•"),
    _skill("ranged", "precision_fire", _("Precision fire"), "PER/VOL", -3, "•"),
    _skill("social", "empathic_analysis", _("Empathic analysis"), "INT/PER", -3),
    _skill("social", "command", _("Command"), "VOL/PRE"),
    _skill("social", "persuasion", _("Eloquence and persuasion"), "INT/PRE", 0, "†"),
    _skill("social", "seduction", _("Charm and seduction"), "PRE/PRE"),
    _skill("social", "performance_singing", _("Artistic expression (Singing)"), "INT/PRE", -3),
    _skill("social", "performance_acting", _("Artistic expression (Acting)"), "ADA/PRE", -3),
    _skill("social", "performance_dance", _("Artistic expression (Dance)"), "COO/PRE", -3),
    _skill("social", "performance_instrument", _("Artistic expression (Instrument)"), "COO/PER", "X"),
    _skill("social", "performance", _("Artistic expression"), "INT/PRE", -3, "…"),
    _skill("social", "intimidation", _("Intimidation"), "VOL/PRE"),
    _skill("knowledge", "bureaucracy", _("Bureaucracy"), "INT/INT", 0, "†"),
    _skill("knowledge", "cartography", _("Cartography"), "INT/INT", "X", "†"),
    _skill("knowledge", "trade", _("Commerce and traffic"), "INT/PRE", 0, "†…"),
    _skill("knowledge", "nation_org_lore", _("Lore of a nation or organisation"), "INT/INT", 0, "•N…"),
    _skill("knowledge", "cryptography", _("Cryptography"), "INT/INT", "X", "†"),
    _skill("knowledge", "general_culture", _("Education and general culture"), "INT/INT", -3),
    _skill("knowledge", "gambling", _("Gambling"), "INT/VOL"),
    _skill("knowledge", "navigation", _("Navigation"), "INT/INT", "X", "†"),
    _skill("knowledge", "research", _("Information research"), "INT/INT", -3, "†"),
    _skill("knowledge", "science", _("Science or special knowledge"), "INT/INT", "X", "†…"),
    _skill("knowledge", "strategy", _("Strategy"), "INT/INT", -3, "†"),
    _skill("knowledge", "tactics_naval", _("Tactics (Naval combat)"), "INT/ADA", -3),
    _skill("knowledge", "tactics_underground", _("Tactics (Underground combat)"), "INT/ADA"),
    _skill("knowledge", "tactics_land", _("Tactics (Land combat)"), "INT/ADA"),
    _skill("knowledge", "tactics_commando", _("Tactics (Commando operations)"), "INT/ADA"),
    _skill("knowledge", "tactics", _("Tactics"), "INT/ADA", 0, "…"),
    _skill("stealth", "concealment", _("Camouflage and concealment"), "PER/ADA", -3),
    _skill("stealth", "disguise", _("Disguise and imitation"), "ADA/PRE", -3),
    _skill("stealth", "shadowing", _("Discretion and shadowing"), "PER/ADA"),
    _skill("stealth", "escape_artist", _("Escape"), "COO/VOL", "X"),
    _skill("stealth", "stealth", _("Stealth and silent movement"), "PER/ADA", 0, "•"),
    _skill("stealth", "pickpocket", _("Pickpocket"), "COO/ADA", -3),
    _skill("languages", "mother_tongue", _("Mother tongue"), "INT/INT", "Spé", "…"),
    _skill("languages", "foreign_language", _("Foreign language"), "INT/INT", "X", "•N…"),
    _skill("languages", "ancient_language", _("Ancient language"), "INT/INT", "X", "•…"),
    _skill("languages", "jargon", _("Specific language"), "INT/INT", 0, "•N…"),
    _skill("piloting", "armor_handling_external", _("Armour handling (External)"), "COO/ADA", 0, "•"),
    _skill("piloting", "armor_handling_underwater", _("Armour handling (Underwater)"), "COO/ADA", 0, "•"),
    _skill("piloting", "armor_handling_space", _("Armour handling (Space)"), "COO/ADA", -3, "•"),
    _skill("piloting", "armor_handling_atmospheric", _("Armour handling (Atmospheric)"), "COO/ADA", "X", "•"),
    _skill("piloting", "armor_handling", _("Armour handling"), "COO/ADA", 0, "•…"),
    _skill("piloting", "piloting_fighters", _("Piloting (Fighters)"), "INT/ADA", "X", "†"),
    _skill("piloting", "piloting_light_ships", _("Piloting (Light ships)"), "INT/INT", "X", "†"),
    _skill("piloting", "piloting_heavy_ships", _("Piloting (Heavy ships)"), "INT/INT", "X", "†"),
    _skill("piloting", "piloting_spacecraft", _("Piloting (Spacecraft)"), "INT/INT", "X", "†"),
    _skill("piloting", "piloting_underground", _("Piloting (Underground vehicles)"), "INT/ADA", "X"),
    _skill("piloting", "piloting_ground", _("Piloting (Ground vehicles)"), "PER/ADA"),
    _skill("piloting", "piloting_scooters", _("Piloting (Scooters)"), "PER/ADA"),
    _skill("piloting", "piloting", _("Piloting"), "INT/ADA", "X", "…"),
    _skill("piloting", "remote_piloting", _("Remote piloting"), "INT/ADA", -3),
    _skill("outdoors", "tracking", _("Hunting and tracking"), "PER/ADA", "X"),
    _skill("outdoors", "environment_lore_ocean", _("Lore of a natural environment (Oceans)"), "INT/ADA", -3, "•"),
    _skill(
        "outdoors", "environment_lore_underground", _("Lore of a natural environment (Underground)"), "INT/ADA", -3, "•"
    ),
    _skill("outdoors", "environment_lore_surface", _("Lore of a natural environment (Surface)"), "INT/ADA", "X", "•"),
    _skill("outdoors", "environment_lore", _("Lore of a natural environment"), "INT/ADA", -3, "•…"),
    _skill("outdoors", "observation", _("Observation"), "PER/VOL"),
    _skill("outdoors", "orientation", _("Orientation"), "PER/ADA"),
    _skill("outdoors", "survival", _("Survival"), "ADA/VOL", "X"),
    _skill("techniques", "sonscan", _("Sonscan analysis"), "INT/ADA", "X"),
    _skill("techniques", "ship_weapons", _("Ship weapons and artillery"), "INT/INT", "X"),
    _skill("techniques", "armory", _("Armoury"), "INT/INT", "X"),
    _skill("techniques", "aquaculture", _("Aquaculture and breeding"), "INT/INT", "X"),
    _skill("techniques", "craft", _("Art or craft"), "INT/PER", "X", "…"),
    _skill("techniques", "surgery", _("Surgery"), "INT/INT", "X", "†"),
    _skill("techniques", "animal_training", _("Animal training"), "VOL/PRE", -3),
    _skill("techniques", "electronics", _("Electronics"), "INT/INT", "X", "†"),
    _skill("techniques", "surveillance", _("Espionage and surveillance"), "INT/INT", "X"),
    _skill("techniques", "explosives", _("Explosives"), "INT/VOL", "X"),
    _skill("techniques", "forgery", _("Forgery"), "INT/PER", "X", "†"),
    _skill("techniques", "engineering", _("Technical engineering"), "INT/INT", "X", "†…"),
    _skill("techniques", "computing", _("Computing"), "INT/INT", -3, "†"),
    _skill("techniques", "mechanics", _("Mechanics"), "INT/INT", 0, "†…"),
    _skill("techniques", "hacking", _("Hacking"), "INT/INT", "X", "†"),
    _skill("techniques", "traps", _("Traps"), "INT/PER", -3),
    _skill("techniques", "first_aid", _("First aid"), "INT/ADA", -3),
    _skill("techniques", "security_systems", _("Security systems"), "INT/INT", "X"),
)

CATALOGUE: dict[str, Skill] = {skill.key: skill for skill in _ROWS}
LIMITING = tuple(skill.key for skill in _ROWS if "limiting" in skill.flags)
