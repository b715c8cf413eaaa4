"""Files in the forms of Foundry and Roll20, written for these tests."""


def resolver(formula):
    return {"actions": [{"resolvers": [{"skill": {"formula": "@atc"}, "dmg": {"formula": formula}}]}]}


def actor():
    """A character of the system co2."""
    abilities = {"agi": 3, "con": 1, "for": 2, "per": 1, "cha": 0, "int": -1, "vol": 2}
    return {
        "name": "Maëlle Vorn",
        "type": "character",
        "_stats": {"systemId": "co2"},
        "system": {
            "abilities": {
                **{
                    key: {"base": value, "bonuses": {"sheet": 0}, "superior": False} for key, value in abilities.items()
                },
                "con": {"base": 1, "bonuses": {"sheet": 1}},
            },
            "attributes": {"hp": {"base": 0, "value": 14, "max": 18}, "level": {"base": 3}},
            "combat": {"init": {"base": 10}, "def": {"base": 10}},
            "details": {"biography": "<script>alert(1)</script>"},
        },
        "items": [
            {"name": "Éclaireuse", "type": "profile", "system": {"description": "…"}},
            {"name": "Sabre", "type": "equipment", "system": {"subtype": "melee", **resolver("1d8+@for")}},
            {"name": "Gourde", "type": "equipment", "system": {"description": "…"}},
        ],
    }


def opponent():
    """An encounter of the same system."""
    return {
        "name": "Garde du spatioport",
        "type": "encounter",
        "_stats": {"systemId": "co2"},
        "system": {
            "abilities": {"for": {"base": 1}, "agi": {"base": 2}},
            "attributes": {"hp": {"base": 22, "value": 22, "max": 22}, "nc": 2},
            "combat": {"init": {"base": 13}, "def": {"base": 15}, "melee": {"base": 4}, "ranged": {"base": 5}},
        },
        "items": [
            {"name": "Fusil", "type": "attack", "system": {"subtype": "ranged", "range": 40, **resolver("2d6 + 1")}},
            {"name": "Poing", "type": "attack", "system": {"subtype": "melee", **resolver("force")}},
        ],
    }


def character():
    """A character of the Galactiques sheet of Roll20 by VTTES."""
    values = {"FOR": "1", "DEX": 3, "CON": "2", "INT": 0, "PER": 14, "CHA": "-1", "PROFIL": "Pilote", "NIVEAU": "4"}
    values |= {
        "RACE": "Humaine",
        "PV": 20,
        "PV_max": "26",
        "DEF": 15,
        "DEP": 12,
        "INIT": 16,
        "notes": "Doit de l’argent.",
    }
    weapon = {
        "armenom": "Pistolet laser",
        "armeatk": "@{ATKTIR}",
        "armedmde": "8!",
        "armedmdiv": "2",
        "armeportee": "30",
    }
    blade = {"armenom": "Couteau", "armeatk": "@{ATKCAC}", "armedmnbde": "1", "armedmde": "4", "armedmcar": "@{FOR}"}
    rows = [("repeating_armes_-Kx_1_", weapon), ("repeating_armes_-Ky_", blade)]
    return {
        "schema_version": 2,
        "name": "Sorène",
        "avatar": "https://elsewhere.example/face.png",
        "bio": "<p>Née à <b>bord</b>.</p><img src=x onerror=alert(1)>",
        "gmnotes": "<p>Elle ment &amp; vole.</p>",
        "attribs": [
            *({"name": name, "current": value, "max": "", "id": name} for name, value in values.items()),
            *({"name": f"{key}{name}", "current": value} for key, row in rows for name, value in row.items()),
        ],
    }


def foe():
    """An opponent of the same sheet."""
    values = {"type_personnage": "pnj", "pnj_for": 3, "pnj_dex": "2", "pnj_con": 1, "pnj_def": "16", "pnj_pv": 30}
    values |= {"pnj_pv_max": 30, "pnj_init": 12, "pnj_sbg": 9, "pnj_divers": "Obéit à l’Ordre."}
    attack = {"atknom": "Griffes", "atkbonus": "7", "atkdmnbde": "2", "atkdmde": "6", "atkdmbonus": "3"}
    return {
        "schema_version": 2,
        "name": "Félin des sables",
        "attribs": [
            *({"name": name, "current": value} for name, value in values.items()),
            *({"name": f"repeating_pnjatk_-Ka_{name}", "current": value} for name, value in attack.items()),
        ],
    }
