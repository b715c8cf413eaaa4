"""The skills: those everybody has, those one has learnt, and the characteristics each begins with."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.text import Text
from rules.games.mythras.text import _


@dataclass(frozen=True)
class Skill:
    """A skill with what its base is made of: characteristics added up, and a constant."""

    label: Text
    of: tuple[str, str]
    plus: int = 0


STANDARD: dict[str, Skill] = {
    "athletics": Skill(_("Athletics"), ("str", "dex")),
    "boating": Skill(_("Boating"), ("str", "con")),
    "brawn": Skill(_("Brawn"), ("str", "siz")),
    "conceal": Skill(_("Conceal"), ("dex", "pow")),
    "customs": Skill(_("Customs"), ("int", "int"), 40),
    "dance": Skill(_("Dance"), ("dex", "cha")),
    "deceit": Skill(_("Deceit"), ("int", "cha")),
    "drive": Skill(_("Drive"), ("dex", "pow")),
    "endurance": Skill(_("Endurance"), ("con", "con")),
    "evade": Skill(_("Evade"), ("dex", "dex")),
    "first_aid": Skill(_("First Aid"), ("int", "dex")),
    "influence": Skill(_("Influence"), ("cha", "cha")),
    "insight": Skill(_("Insight"), ("int", "pow")),
    "locale": Skill(_("Locale"), ("int", "int")),
    "native_tongue": Skill(_("Native Tongue"), ("int", "cha"), 40),
    "perception": Skill(_("Perception"), ("int", "pow")),
    "ride": Skill(_("Ride"), ("dex", "pow")),
    "sing": Skill(_("Sing"), ("cha", "pow")),
    "stealth": Skill(_("Stealth"), ("dex", "int")),
    "swim": Skill(_("Swim"), ("str", "con")),
    "unarmed": Skill(_("Unarmed"), ("str", "dex")),
    "willpower": Skill(_("Willpower"), ("pow", "pow")),
}
PROFESSIONAL: dict[str, Skill] = {
    "acrobatics": Skill(_("Acrobatics"), ("str", "dex")),
    "acting": Skill(_("Acting"), ("cha", "cha")),
    "art": Skill(_("Art"), ("pow", "cha")),
    "astrogation": Skill(_("Astrogation"), ("int", "int")),
    "bureaucracy": Skill(_("Bureaucracy"), ("int", "int")),
    "commerce": Skill(_("Commerce"), ("int", "cha")),
    "comms": Skill(_("Comms"), ("int", "int")),
    "computers": Skill(_("Computers"), ("int", "int")),
    "courtesy": Skill(_("Courtesy"), ("int", "cha")),
    "craft": Skill(_("Craft"), ("dex", "int")),
    "culture": Skill(_("Culture"), ("int", "int")),
    "demolitions": Skill(_("Demolitions"), ("int", "pow")),
    "disguise": Skill(_("Disguise"), ("int", "cha")),
    "electronics": Skill(_("Electronics"), ("dex", "int")),
    "engineering": Skill(_("Engineering"), ("int", "int")),
    "forgery": Skill(_("Forgery"), ("dex", "int")),
    "gambling": Skill(_("Gambling"), ("int", "pow")),
    "healing": Skill(_("Healing"), ("int", "pow")),
    "language": Skill(_("Language"), ("int", "cha")),
    "literacy": Skill(_("Literacy"), ("int", "int")),
    "lockpicking": Skill(_("Lockpicking"), ("dex", "dex")),
    "lore": Skill(_("Lore"), ("int", "int")),
    "magic": Skill(_("Magic"), ("pow", "cha")),
    "mechanisms": Skill(_("Mechanisms"), ("dex", "int")),
    "musicianship": Skill(_("Musicianship"), ("dex", "cha")),
    "navigation": Skill(_("Navigation"), ("int", "pow")),
    "oratory": Skill(_("Oratory"), ("pow", "cha")),
    "pilot": Skill(_("Pilot"), ("dex", "int")),
    "politics": Skill(_("Politics"), ("int", "cha")),
    "research": Skill(_("Research"), ("int", "pow")),
    "science": Skill(_("Science"), ("int", "int")),
    "seamanship": Skill(_("Seamanship"), ("int", "con")),
    "seduction": Skill(_("Seduction"), ("int", "cha")),
    "sensors": Skill(_("Sensors"), ("int", "pow")),
    "sleight": Skill(_("Sleight"), ("dex", "cha")),
    "streetwise": Skill(_("Streetwise"), ("pow", "cha")),
    "survival": Skill(_("Survival"), ("con", "pow")),
    "teach": Skill(_("Teach"), ("int", "cha")),
    "track": Skill(_("Track"), ("int", "con")),
}
STYLE = ("str", "dex")  # the base of every combat style
