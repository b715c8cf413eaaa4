"""The tables of Arpenteurs: characteristics, skills, places of the body, covers, and what changes a shot."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.text import Text
from rules.games.arpenteurs.text import _, pgettext

CHARACTERISTICS: dict[str, Text] = {
    "adresse": _("Dexterity"),
    "force": _("Strength"),
    "endurance": _("Endurance"),
    "perception": _("Perception"),
    "intellect": _("Intellect"),
    "volonte": _("Will"),
}


@dataclass(frozen=True)
class Skill:
    """A skill and the pair of characteristics it is usually tested with."""

    label: Text
    pair: tuple[str, str]


SKILLS: dict[str, Skill] = {
    "armes_de_poing": Skill(_("Handguns"), ("adresse", "perception")),
    "fusils": Skill(_("Rifles"), ("adresse", "perception")),
    "armes_automatiques": Skill(_("Automatic weapons"), ("adresse", "perception")),
    "armes_blanches": Skill(_("Blades"), ("adresse", "force")),
    "arts_martiaux": Skill(_("Martial arts"), ("adresse", "force")),
    "esquive": Skill(_("Dodge"), ("adresse", "perception")),
    "athletisme": Skill(_("Athletics"), ("force", "endurance")),
    "discretion": Skill(_("Stealth"), ("adresse", "volonte")),
    "observation": Skill(_("Observation"), ("perception", "intellect")),
    "premiers_soins": Skill(_("First aid"), ("intellect", "adresse")),
    "survie": Skill(_("Survival"), ("endurance", "intellect")),
}
OWN_PAIR = ("adresse", "volonte")  # of a skill that stands in no catalogue

# ARP-LOC-01: in the order of the die.
LOCATIONS: dict[str, Text] = {
    "left_leg": _("Left leg"),
    "right_leg": _("Right leg"),
    "torso": _("Torso"),
    "left_arm": _("Left arm"),
    "right_arm": _("Right arm"),
    "head": _("Head"),
}

CATEGORIES: dict[str, Text] = {
    "melee": _("Blade"),
    "unarmed": _("Bare hands"),
    "firearm": _("Firearm"),
    "bow": _("Bow"),
    "thrown": _("Thrown"),
}
HAND_TO_HAND = ("melee", "unarmed")
SHOOTING = ("firearm", "bow")  # the weapons that close quarters hinder

# ARP-DIST-01: in metres, bounds included.
MELEE, POINT_BLANK = 3, 1
SEGMENTS = 5  # ARP-RANGE-02

# ARP-COVER-01
COVERS: dict[str, tuple[Text, int]] = {
    "none": (pgettext("cover", "none"), 0),
    "light": (pgettext("cover", "light (mound, trunk)"), -2),
    "medium": (pgettext("cover", "medium (barricade, window, low wall)"), -4),
    "heavy": (pgettext("cover", "heavy (bunker, casemate, loophole)"), -6),
}
LEGS = ("left_leg", "right_leg")
HIDDEN_PLACES: dict[str, tuple[Text, tuple[str, ...]]] = {
    "nothing": (_("nothing"), ()),
    "legs": (_("the legs"), LEGS),
    "legs_torso": (_("the legs and the torso"), (*LEGS, "torso")),
    "all_but_head": (_("all but the head"), tuple(LOCATIONS)[:-1]),
    "everything": (_("everything"), tuple(LOCATIONS)),
}

# ARP-MOD-01, 02: each row excludes the others of its table.
MOTIONS: dict[str, tuple[Text, int]] = {
    "still": (_("Target on the spot"), 0),
    "moving": (_("Target moving"), -1),
    "fast": (_("Target moving fast"), -2),
}
SIZES: dict[str, tuple[Text, int]] = {
    "normal": (_("Normal size"), 0),
    "small": (_("Small target"), -1),
    "tiny": (_("Tiny target"), -2),
}
AIMING = (
    (_("Not aimed"), 0),
    (_("Aimed for one whole round"), 1),
    (_("Aimed for two whole rounds"), 2),
)
MODES: dict[str, tuple[Text, int]] = {
    "single": (_("Single shot"), 0),
    "short_burst": (_("Short burst"), 1),
    "long_burst": (_("Long burst"), 2),
}
AT_LOCATION, UNSEEN, SHORT_AT_MELEE, LONG_AT_MELEE, BLANK = -1, -4, 2, -2, 1
MURDER = -4  # ARP-ASSN-02

# What an action of a round is called. Attacks differ by their weapon, moves may be repeated.
KINDS: dict[str, Text] = {
    "attack": _("attack"),
    "move": _("move"),
    "draw": _("draw"),
    "reload": _("reload"),
    "aim": _("aim"),
    "dodge": _("dodge"),
    "dive_to_cover": _("dive to cover"),
    "repli": _("retreat from melee"),
    "stand_up": _("stand up"),
    "pick_up": _("pick up"),
    "use_item": _("use an object"),
    "opportunity_attack": _("opportunity attack"),
    "other": _("something else"),
}
HANDS = 2
ACTIONS = 2  # ARP-ACT-01
SECONDS = 6  # ARP-TIME-01
