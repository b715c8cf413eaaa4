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


def actor(**more):
    """An actor of the older of the two systems for Mythras."""
    values = {"STR": 12, "CON": 11, "SIZ": 9, "DEX": 14, "INT": 8, "POW": 10, "CHA": 7}
    places = [("Right leg", 1, 3, 4), ("Left leg", 4, 6, 4), ("Head", 19, 20, 4), ("Chest", 10, 12, 6),
              ("Abdomen", 7, 9, 5), ("Right arm", 13, 15, 3), ("Left arm", 16, 18, 3)]  # fmt: skip
    items = [
        {"name": "Athletics", "type": "standardSkill", "system": {"trainingVal": 15, "totalVal": 41}},
        {"name": "Evade", "type": "standardSkill", "system": {"trainingVal": 10}},
        {"name": "Track", "type": "professionalSkill", "system": {"trainingVal": "21", "miscBonus": 1}},
        {"name": "Love the Marsh", "type": "passion", "system": {"totalVal": 55}},
        {"name": "Marsh Hunter", "type": "combatStyle", "system": {"trainingVal": 32}},
        {"name": "Shortspear", "type": "melee-weapon", "img": "https://example.com/spear.png",
         "system": {"ap": 4, "hp": 5, "damage": "1d8+1", "damageModifier": True, "reach": "L", "size": "M"}},
        {"name": "Sling", "type": "ranged-weapon",
         "system": {"damage": "1d8", "force": "L", "range": {"close": 10, "effective": 150, "long": 300}}},
        *({"name": name, "type": "hitLocation",
           "system": {"rollRangeStart": low, "rollRangeEnd": high, "maxHp": hp, "naturalArmor": 1}}
          for name, low, high, hp in places),
    ]  # fmt: skip
    return {
        "name": "Iole of the Reeds", "type": "character", "img": "https://example.com/iole.png", "effects": [],
        "system": {"characteristics": {key.lower(): {"value": value} for key, value in values.items()}},
        "items": items, "_stats": {"systemId": "mythras", "systemVersion": "1", "coreVersion": "12"}, **more,
    }  # fmt: skip


def newer_actor():
    """An actor of the other system: long names, points by their source, weapons with modes, overrides."""
    items = [
        {"name": "Athlétisme", "type": "skill", "system": {"slug": "athletics", "culturePoints": 10, "freePoints": 5}},
        {"name": "Esquive", "type": "skill", "system": {"slug": "evade", "valueMode": "manual", "manualValue": 20}},
        {"name": "Pique", "type": "weapon", "system": {"armorPoints": 4, "currentHitPoints": 5, "modes": [
            {"damage": "1d8", "size": "M", "reach": "L", "effects": "Impale"}]}},
        {"name": "Torso", "type": "hitLocation",
         "system": {"rangeStart": 1, "rangeEnd": 20, "maxHitPoints": 9, "armorPoints": 2}},
        {"name": "Haubert", "type": "armor", "system": {"armorPoints": 6}},
    ]  # fmt: skip
    values = {"strength": 12, "constitution": 11, "size": 9, "dexterity": 14, "intelligence": 8, "power": 10}
    return {
        "name": "Gardien", "type": "npc", "items": items, "_stats": {"systemId": "mythras-foundry"},
        "system": {
            **values, "charisma": {"value": 7}, "identity": {"culture": {"name": "Marais"}},
            "attributeOverrides": {"actionPoints": {"mode": "manual", "value": 4},
                                   "initiativeBonus": {"mode": "auto", "value": 99}},
        },
    }  # fmt: skip
