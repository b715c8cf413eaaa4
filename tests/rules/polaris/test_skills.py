"""The catalogue of skills, line by line: attributes, starting mastery, flags (• limiting, PN, † prerequisite)."""

import pytest

from rules.games.polaris.character.skills import CATALOGUE, CATEGORIES, LIMITING

PRINTED = """
acrobatics COO/COO 0 •
athletics FOR/COO 0
endurance CON/VOL 0 •
climbing FOR/COO 0
zero_g COO/ADA 0 •
underwater_moves FOR/COO 0 •
fluid_breathing CON/VOL -3
heavy_melee FOR/FOR 0
special_melee FOR/COO 0
martial_wrestling COO/ADA -3 •
martial_defense COO/ADA -3 •
martial_offense COO/ADA -3 •
armed_combat FOR/COO 0
unarmed_combat FOR/COO 0
thrown COO/PER -3
heavy_ranged COO/PER -3
handguns COO/PER 0
underwater_weapons COO/PER 0
special_ranged COO/PER X
bows COO/PER -3
rifles COO/PER 0
automatic_fire FOR/PER 0 •
precision_fire PER/VOL -3 •
empathic_analysis INT/PER -3
command VOL/PRE 0
persuasion INT/PRE 0 †
seduction PRE/PRE 0
performance_singing INT/PRE -3
performance_acting ADA/PRE -3
performance_dance COO/PRE -3
performance_instrument COO/PER X
performance INT/PRE -3
intimidation VOL/PRE 0
bureaucracy INT/INT 0 †
cartography INT/INT X †
trade INT/PRE 0 †
nation_org_lore INT/INT 0 • PN
cryptography INT/INT X †
general_culture INT/INT -3
gambling INT/VOL 0
navigation INT/INT X †
research INT/INT -3 †
science INT/INT X †
strategy INT/INT -3 †
tactics_naval INT/ADA -3
tactics_underground INT/ADA 0
tactics_land INT/ADA 0
tactics_commando INT/ADA 0
tactics INT/ADA 0
concealment PER/ADA -3
disguise ADA/PRE -3
shadowing PER/ADA 0
escape_artist COO/VOL X
stealth PER/ADA 0 •
pickpocket COO/ADA -3
mother_tongue INT/INT Spé
foreign_language INT/INT X • PN
ancient_language INT/INT X •
jargon INT/INT 0 • PN
armor_handling_external COO/ADA 0 •
armor_handling_underwater COO/ADA 0 •
armor_handling_space COO/ADA -3 •
armor_handling_atmospheric COO/ADA X •
armor_handling COO/ADA 0 •
piloting_fighters INT/ADA X †
piloting_light_ships INT/INT X †
piloting_heavy_ships INT/INT X †
piloting_spacecraft INT/INT X †
piloting_underground INT/ADA X
piloting_ground PER/ADA 0
piloting_scooters PER/ADA 0
piloting INT/ADA X
remote_piloting INT/ADA -3
tracking PER/ADA X
environment_lore_ocean INT/ADA -3 •
environment_lore_underground INT/ADA -3 •
environment_lore_surface INT/ADA X •
environment_lore INT/ADA -3 •
observation PER/VOL 0
orientation PER/ADA 0
survival ADA/VOL X
sonscan INT/ADA X
ship_weapons INT/INT X
armory INT/INT X
aquaculture INT/INT X
craft INT/PER X
surgery INT/INT X †
animal_training VOL/PRE -3
electronics INT/INT X †
surveillance INT/INT X
explosives INT/VOL X
forgery INT/PER X †
engineering INT/INT X †
computing INT/INT -3 †
mechanics INT/INT 0 †
hacking INT/INT X †
traps INT/PER -3
first_aid INT/ADA -3
security_systems INT/INT X
""".strip().splitlines()
FLAGS = {"•": "limiting", "PN": "natural_progression", "†": "prerequisite"}
FAMILIES = [
    "special_melee",
    "special_ranged",
    "performance",
    "trade",
    "nation_org_lore",
    "science",
    "tactics",
    "mother_tongue",
    "foreign_language",
    "ancient_language",
    "jargon",
    "armor_handling",
    "piloting",
    "environment_lore",
    "craft",
    "engineering",
    "mechanics",
]


@pytest.mark.rules("POL-SHEET-09", "POL-SHEET-11", "POL-SHEET-14")
@pytest.mark.parametrize("printed", PRINTED)
def test_each_skill_has_its_attributes_its_starting_mastery_and_its_flags(printed):
    key, attributes, start, *flags = printed.split()
    skill = CATALOGUE[key]
    assert "/".join(skill.attributes) == attributes
    assert str(skill.start) == start
    assert skill.flags == {FLAGS[flag] for flag in flags}


def test_the_catalogue_holds_these_lines_in_this_order_and_no_other():
    assert list(CATALOGUE) == [printed.split()[0] for printed in PRINTED]


def test_families_have_no_line_of_their_own():
    assert [key for key, skill in CATALOGUE.items() if skill.specialised] == FAMILIES


def test_categories_are_all_in_use_and_in_the_printed_order():
    used = list(dict.fromkeys(skill.category for skill in CATALOGUE.values()))
    assert [*used, "special"] == list(CATEGORIES)


@pytest.mark.rules("POL-SHEET-14")
def test_limiting_skills_are_those_marked_so():
    assert set(LIMITING) == {printed.split()[0] for printed in PRINTED if "•" in printed}
