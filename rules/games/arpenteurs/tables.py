"""The tables of Arpenteurs: characteristics, skills, places of the body, covers, and what changes a shot."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.text import Text, pgettext

CHARACTERISTICS: dict[str, Text] = {
    "adresse": pgettext("arpenteurs", "Dexterity"),
    "force": pgettext("arpenteurs", "Strength"),
    "endurance": pgettext("arpenteurs", "Endurance"),
    "perception": pgettext("arpenteurs", "Perception"),
    "intellect": pgettext("arpenteurs", "Intellect"),
    "volonte": pgettext("arpenteurs", "Will"),
}


@dataclass(frozen=True)
class Skill:
    """A skill and the pair of characteristics it is usually tested with."""

    label: Text
    pair: tuple[str, str]


SKILLS: dict[str, Skill] = {
    "armes_de_poing": Skill(pgettext("arpenteurs", "Handguns"), ("adresse", "perception")),
    "fusils": Skill(pgettext("arpenteurs", "Rifles"), ("adresse", "perception")),
    "armes_automatiques": Skill(pgettext("arpenteurs", "Automatic weapons"), ("adresse", "perception")),
    "armes_blanches": Skill(pgettext("arpenteurs", "Blades"), ("adresse", "force")),
    "arts_martiaux": Skill(pgettext("arpenteurs", "Martial arts"), ("adresse", "force")),
    "esquive": Skill(pgettext("arpenteurs", "Dodge"), ("adresse", "perception")),
    "athletisme": Skill(pgettext("arpenteurs", "Athletics"), ("force", "endurance")),
    "discretion": Skill(pgettext("arpenteurs", "Stealth"), ("adresse", "volonte")),
    "observation": Skill(pgettext("arpenteurs", "Observation"), ("perception", "intellect")),
    "premiers_soins": Skill(pgettext("arpenteurs", "First aid"), ("intellect", "adresse")),
    "survie": Skill(pgettext("arpenteurs", "Survival"), ("endurance", "intellect")),
}
OWN_PAIR = ("adresse", "volonte")  # of a skill that stands in no catalogue

# ARP-LOC-01: in the order of the die.
LOCATIONS: dict[str, Text] = {
    "left_leg": pgettext("arpenteurs", "Left leg"),
    "right_leg": pgettext("arpenteurs", "Right leg"),
    "torso": pgettext("arpenteurs", "Torso"),
    "left_arm": pgettext("arpenteurs", "Left arm"),
    "right_arm": pgettext("arpenteurs", "Right arm"),
    "head": pgettext("arpenteurs", "Head"),
}

CATEGORIES: dict[str, Text] = {
    "melee": pgettext("arpenteurs", "Blade"),
    "unarmed": pgettext("arpenteurs", "Bare hands"),
    "firearm": pgettext("arpenteurs", "Firearm"),
    "bow": pgettext("arpenteurs", "Bow"),
    "thrown": pgettext("arpenteurs", "Thrown"),
}
HAND_TO_HAND = ("melee", "unarmed")
SHOOTING = ("firearm", "bow")  # the weapons that close quarters hinder

# ARP-DIST-01: in metres, bounds included.
MELEE, POINT_BLANK = 3, 1
SEGMENTS = 5  # ARP-RANGE-02

# ARP-COVER-01
COVERS: dict[str, tuple[Text, int]] = {
    "none": (pgettext("arpenteurs cover", "none"), 0),
    "light": (pgettext("arpenteurs cover", "light (mound, trunk)"), -2),
    "medium": (pgettext("arpenteurs cover", "medium (barricade, window, low wall)"), -4),
    "heavy": (pgettext("arpenteurs cover", "heavy (bunker, casemate, loophole)"), -6),
}
LEGS = ("left_leg", "right_leg")
HIDDEN_PLACES: dict[str, tuple[Text, tuple[str, ...]]] = {
    "nothing": (pgettext("arpenteurs", "nothing"), ()),
    "legs": (pgettext("arpenteurs", "the legs"), LEGS),
    "legs_torso": (pgettext("arpenteurs", "the legs and the torso"), (*LEGS, "torso")),
    "all_but_head": (pgettext("arpenteurs", "all but the head"), tuple(LOCATIONS)[:-1]),
    "everything": (pgettext("arpenteurs", "everything"), tuple(LOCATIONS)),
}

# ARP-MOD-01, 02: each row excludes the others of its table.
MOTIONS: dict[str, tuple[Text, int]] = {
    "still": (pgettext("arpenteurs", "Target on the spot"), 0),
    "moving": (pgettext("arpenteurs", "Target moving"), -1),
    "fast": (pgettext("arpenteurs", "Target moving fast"), -2),
}
SIZES: dict[str, tuple[Text, int]] = {
    "normal": (pgettext("arpenteurs", "Normal size"), 0),
    "small": (pgettext("arpenteurs", "Small target"), -1),
    "tiny": (pgettext("arpenteurs", "Tiny target"), -2),
}
AIMING = (
    (pgettext("arpenteurs", "Not aimed"), 0),
    (pgettext("arpenteurs", "Aimed for one whole round"), 1),
    (pgettext("arpenteurs", "Aimed for two whole rounds"), 2),
)
MODES: dict[str, tuple[Text, int]] = {
    "single": (pgettext("arpenteurs", "Single shot"), 0),
    "short_burst": (pgettext("arpenteurs", "Short burst"), 1),
    "long_burst": (pgettext("arpenteurs", "Long burst"), 2),
}
AT_LOCATION, UNSEEN, SHORT_AT_MELEE, LONG_AT_MELEE, BLANK = -1, -4, 2, -2, 1
MURDER = -4  # ARP-ASSN-02

# What an action of a round is called. Attacks differ by their weapon, moves may be repeated.
KINDS: dict[str, Text] = {
    "attack": pgettext("arpenteurs", "attack"),
    "move": pgettext("arpenteurs", "move"),
    "draw": pgettext("arpenteurs", "draw"),
    "reload": pgettext("arpenteurs", "reload"),
    "aim": pgettext("arpenteurs", "aim"),
    "dodge": pgettext("arpenteurs", "dodge"),
    "dive_to_cover": pgettext("arpenteurs", "dive to cover"),
    "repli": pgettext("arpenteurs", "retreat from melee"),
    "stand_up": pgettext("arpenteurs", "stand up"),
    "pick_up": pgettext("arpenteurs", "pick up"),
    "use_item": pgettext("arpenteurs", "use an object"),
    "opportunity_attack": pgettext("arpenteurs", "opportunity attack"),
    "other": pgettext("arpenteurs", "something else"),
}
ACTIONS = 2  # ARP-ACT-01
SECONDS = 6  # ARP-TIME-01
