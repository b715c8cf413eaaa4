"""The skills: those everybody has, those one has learnt, and the characteristics each begins with."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.text import Text, pgettext


@dataclass(frozen=True)
class Skill:
    """A skill with what its base is made of: characteristics added up, and a constant."""

    label: Text
    of: tuple[str, str]
    plus: int = 0


STANDARD: dict[str, Skill] = {
    "athletics": Skill(pgettext("mythras", "Athletics"), ("str", "dex")),
    "boating": Skill(pgettext("mythras", "Boating"), ("str", "con")),
    "brawn": Skill(pgettext("mythras", "Brawn"), ("str", "siz")),
    "conceal": Skill(pgettext("mythras", "Conceal"), ("dex", "pow")),
    "customs": Skill(pgettext("mythras", "Customs"), ("int", "int"), 40),
    "dance": Skill(pgettext("mythras", "Dance"), ("dex", "cha")),
    "deceit": Skill(pgettext("mythras", "Deceit"), ("int", "cha")),
    "drive": Skill(pgettext("mythras", "Drive"), ("dex", "pow")),
    "endurance": Skill(pgettext("mythras", "Endurance"), ("con", "con")),
    "evade": Skill(pgettext("mythras", "Evade"), ("dex", "dex")),
    "first_aid": Skill(pgettext("mythras", "First Aid"), ("int", "dex")),
    "influence": Skill(pgettext("mythras", "Influence"), ("cha", "cha")),
    "insight": Skill(pgettext("mythras", "Insight"), ("int", "pow")),
    "locale": Skill(pgettext("mythras", "Locale"), ("int", "int")),
    "native_tongue": Skill(pgettext("mythras", "Native Tongue"), ("int", "cha"), 40),
    "perception": Skill(pgettext("mythras", "Perception"), ("int", "pow")),
    "ride": Skill(pgettext("mythras", "Ride"), ("dex", "pow")),
    "sing": Skill(pgettext("mythras", "Sing"), ("cha", "pow")),
    "stealth": Skill(pgettext("mythras", "Stealth"), ("dex", "int")),
    "swim": Skill(pgettext("mythras", "Swim"), ("str", "con")),
    "unarmed": Skill(pgettext("mythras", "Unarmed"), ("str", "dex")),
    "willpower": Skill(pgettext("mythras", "Willpower"), ("pow", "pow")),
}
PROFESSIONAL: dict[str, Skill] = {
    "acrobatics": Skill(pgettext("mythras", "Acrobatics"), ("str", "dex")),
    "acting": Skill(pgettext("mythras", "Acting"), ("cha", "cha")),
    "art": Skill(pgettext("mythras", "Art"), ("pow", "cha")),
    "astrogation": Skill(pgettext("mythras", "Astrogation"), ("int", "int")),
    "bureaucracy": Skill(pgettext("mythras", "Bureaucracy"), ("int", "int")),
    "commerce": Skill(pgettext("mythras", "Commerce"), ("int", "cha")),
    "comms": Skill(pgettext("mythras", "Comms"), ("int", "int")),
    "computers": Skill(pgettext("mythras", "Computers"), ("int", "int")),
    "courtesy": Skill(pgettext("mythras", "Courtesy"), ("int", "cha")),
    "craft": Skill(pgettext("mythras", "Craft"), ("dex", "int")),
    "culture": Skill(pgettext("mythras", "Culture"), ("int", "int")),
    "demolitions": Skill(pgettext("mythras", "Demolitions"), ("int", "pow")),
    "disguise": Skill(pgettext("mythras", "Disguise"), ("int", "cha")),
    "electronics": Skill(pgettext("mythras", "Electronics"), ("dex", "int")),
    "engineering": Skill(pgettext("mythras", "Engineering"), ("int", "int")),
    "forgery": Skill(pgettext("mythras", "Forgery"), ("dex", "int")),
    "gambling": Skill(pgettext("mythras", "Gambling"), ("int", "pow")),
    "healing": Skill(pgettext("mythras", "Healing"), ("int", "pow")),
    "language": Skill(pgettext("mythras", "Language"), ("int", "cha")),
    "literacy": Skill(pgettext("mythras", "Literacy"), ("int", "int")),
    "lockpicking": Skill(pgettext("mythras", "Lockpicking"), ("dex", "dex")),
    "lore": Skill(pgettext("mythras", "Lore"), ("int", "int")),
    "magic": Skill(pgettext("mythras", "Magic"), ("pow", "cha")),
    "mechanisms": Skill(pgettext("mythras", "Mechanisms"), ("dex", "int")),
    "musicianship": Skill(pgettext("mythras", "Musicianship"), ("dex", "cha")),
    "navigation": Skill(pgettext("mythras", "Navigation"), ("int", "pow")),
    "oratory": Skill(pgettext("mythras", "Oratory"), ("pow", "cha")),
    "pilot": Skill(pgettext("mythras", "Pilot"), ("dex", "int")),
    "politics": Skill(pgettext("mythras", "Politics"), ("int", "cha")),
    "research": Skill(pgettext("mythras", "Research"), ("int", "pow")),
    "science": Skill(pgettext("mythras", "Science"), ("int", "int")),
    "seamanship": Skill(pgettext("mythras", "Seamanship"), ("int", "con")),
    "seduction": Skill(pgettext("mythras", "Seduction"), ("int", "cha")),
    "sensors": Skill(pgettext("mythras", "Sensors"), ("int", "pow")),
    "sleight": Skill(pgettext("mythras", "Sleight"), ("dex", "cha")),
    "streetwise": Skill(pgettext("mythras", "Streetwise"), ("pow", "cha")),
    "survival": Skill(pgettext("mythras", "Survival"), ("con", "pow")),
    "teach": Skill(pgettext("mythras", "Teach"), ("int", "cha")),
    "track": Skill(pgettext("mythras", "Track"), ("int", "con")),
}
STYLE = ("str", "dex")  # the base of every combat style
