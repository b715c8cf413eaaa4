"""Files in the forms of other programs, written for these tests."""


def ones(**values):
    return [{key: value} for key, value in values.items()]


def enemy(name="Reed Stalker 1", **more):
    """An opponent as the encounter generator writes it: every field, odd ones among them."""
    return {
        "name": name,
        "cult_rank": "Dedicated",
        "stats": ones(STR=12, CON=11, SIZ=9, DEX=14, INT=8, POW=10, CHA=7),
        "skills": [{"Athletics": 41}, {"Evade": 20}, {"Native Tongue": 60}, {"Lore: Marshes": 33}, {"Courtecy": 12},
                   {"Passion: Hate Dry Land": 55}, {"Track": 40}],
        "folk_spells": ["Bladesharp"], "theism_spells": [], "sorcery_spells": [], "mysticism_spells": [],
        "hit_locations": [
            {"name": "Right leg", "range": "01-03", "hp": 4, "ap": 1},
            {"name": "Left leg", "range": "04-06", "hp": 4, "ap": 1},
            {"name": "Abdomen", "range": "07-09", "hp": 5, "ap": 2},
            {"name": "Chest", "range": "10-12", "hp": 6, "ap": 2},
            {"name": "Right arm", "range": "13-15", "hp": 3, "ap": 0},
            {"name": "Left arm", "range": "16-18", "hp": 3, "ap": 0},
            {"name": "Head", "range": "19-20", "hp": 4, "ap": 3},
        ],
        "combat_styles": [
            {"name": "Marsh Hunter", "value": 58, "weapons": [
                {"name": "Shortspear", "type": "1h-melee", "damage": "1d8+1", "ap": 4, "hp": 5, "size": "M",
                 "reach": "L", "range": "-", "effects": "Impale", "add_damage_modifier": True},
                {"name": "Sling", "type": "ranged", "damage": "1d8", "ap": 1, "hp": 2, "size": "L", "reach": "-",
                 "range": "10/150/300", "effects": "Stun Location", "add_damage_modifier": False},
                {"name": "Hoplite shield", "type": "shield", "damage": "1d4", "ap": 6, "hp": 15, "size": "H",
                 "reach": "S", "range": None, "effects": "Passive Block 4 loc's", "add_damage_modifier": True},
            ]},
        ],
        "attributes": {"action_points": 2, "damage_modifier": "+0", "magic_points": 10, "strike_rank": "8(11-3)",
                       "movement": "6"},
        "notes": "***Holds its ground in water.***",
        "features": ["Ability: Swims ***like a fish"],
        "cults": ["Cult of the Reeds"],
        "spirits": [{"name": "Mist", "stats": ones(POW=14), "skills": ones(Willpower=64),
                     "attributes": {"spirit_intensity": 1}}],
        "natural_armor": False,
        **more,
    }  # fmt: skip
