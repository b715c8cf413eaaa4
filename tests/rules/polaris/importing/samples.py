"""Files in the forms of Foundry and Roll20, written for these tests."""


def actor():
    """An actor of the system polaris-v3."""
    attributes = {"for": 14, "con": 12, "coo": 11, "ada": 9, "per": 13, "int": 8, "vol": 15, "pre": 10}
    return {
        "name": "Maëlle Vorn",
        "type": "personnage",
        "_stats": {"systemId": "polaris-v3"},
        "system": {
            "attributs": {
                **{key: {"base": value, "modifType": 0, "modifCreation": 0} for key, value in attributes.items()},
                "coo": {"base": 11, "modifType": 1, "modifCreation": 1},
                "chc": {"base": 12},
            },
            "competences": {
                "athletics": {"maitrise": 4, "acquise": True},
                "stealth": {"maitrise": 0, "acquise": False},
                "chant_des_fosses": {"maitrise": 3},
            },
            "description": {"histoire": "<script>alert(1)</script>"},
        },
        "items": [{"name": "Couteau de plongée", "type": "arme", "system": {"degats": "1d10"}}],
    }


def english_actor():
    """An actor of the system polaris."""
    return {
        "name": "Ilan",
        "type": "npc",
        "_stats": {"systemId": "polaris"},
        "system": {"attributes": {"FOR": {"base": 10, "geneticModifier": -2, "otherModifier": None}}},
        "items": [{"name": "Observation", "type": "skill", "system": {"mastery": 6, "category": "x"}}],
    }


def character():
    """A character of the Polaris sheet of Roll20 by VTTES."""
    bases = {"strBase": "16", "conBase": 12, "wilBase": "9", "luck": 5, "luckTotal": 11, "archetype": "Plongeuse"}
    return {
        "schema_version": 2,
        "name": "Sorène",
        "avatar": "https://elsewhere.example/face.png",
        "bio": "<p>Née à <b>bord</b>.</p><img src=x onerror=alert(1)>",
        "gmnotes": "<p>Elle ment &amp; vole.</p>",
        "attribs": [
            *({"name": name, "current": value, "max": "", "id": name} for name, value in bases.items()),
            {"name": "repeating_weapons_-Kx_name", "current": "Fusil", "max": "", "id": "r"},
        ],
        "abilities": [{"name": "Tir", "action": "/roll 1d20"}],
    }
