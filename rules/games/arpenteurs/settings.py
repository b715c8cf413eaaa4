"""The house settings: rules that the extract leaves out or that can be read in two ways."""

from __future__ import annotations

from rules.character.fields import choice, flag, number, section
from rules.character.sheet import Field, SheetSchema
from rules.core.text import Text
from rules.games.arpenteurs.text import _

ECG, SANG_FROID = 10, 3  # of a new character

# ARP-COVER-01
COVERS: dict[str, tuple[Text, int]] = {
    "none": (_("none"), 0),
    "light": (_("light (mound, trunk)"), -2),
    "medium": (_("medium (barricade, window, low wall)"), -4),
    "heavy": (_("heavy (bunker, casemate, loophole)"), -6),
}
LEGS, ARMS = ("left_leg", "right_leg"), ("left_arm", "right_arm")
HIDDEN_PLACES: dict[str, tuple[Text, tuple[str, ...]]] = {
    "nothing": (_("nothing"), ()),
    "legs": (_("the legs"), LEGS),
    "legs_torso": (_("the legs and the torso"), (*LEGS, "torso")),
    "all_but_head": (_("all but the head"), (*LEGS, "torso", *ARMS)),
    "everything": (_("everything"), (*LEGS, "torso", *ARMS, "head")),
}
PLACES = {key: label for key, (label, _hidden) in HIDDEN_PLACES.items()}

OURS = _("Tablée’s choice: as many as the ready-made characters have. 0: no limit.")
ABOVE = _("Above 3 in each. Tablée’s choice: as many as the ready-made characters have. 0: no limit.")
EACH = _("Sheets may override it.")
SCORE = _("Whatever the score.")
DODGED = {"round": _("For the rest of the round"), "same_action": _("With the action spent on the dodge only")}
ASKED = {"reach": _("Opponents within melee reach"), "all": _("All opponents"), "watching": _("Nobody else")}
ANSWERS = {
    "any": _("Any weapon, shots included"),
    "short": _("Blades, bare hands, short weapons"),
    "melee": _("Blades and bare hands"),
}
FORMULAS = {
    "pair_skill": _("Both characteristics and the skill"),
    "best_skill": _("The better characteristic and the skill"),
}
DEGREES = {"margin_plus_one": _("The margin and one more"), "margin": _("The margin")}
STRIKERS = {"engaged": _("Those engaged before the shot"), "target_too": _("The target of this very shot too")}
OVERLAPS = {
    "cumulative": _("Both modifiers count"),
    "melee_only": _("Only the melee modifier"),
    "engaged_split": _("Melee’s if engaged, else point-blank’s"),
}
IN_MELEE = {"target": _("The target is within 3 m"), "engaged": _("Anybody engaged is within 3 m")}
LAPSES = {"soon": _("By anything else, or a round later"), "never": _("By nothing else")}
MALUSES = {"none": _("None"), "by_status": _("−1 when wounded, −2 when critical")}
WHOSE = {"pc": _("Player characters’"), "all": _("Everyone’s")}


def _hides(level: str, places: str) -> Field:
    label = _("What a cover hides: %(cover)s", cover=COVERS[level][0])
    return choice(level, label, PLACES, places, "ARP-COVER-02", _("Unless the game master says otherwise."))


# fmt: off
HOUSE = (
    section("creation", _("Making a character"),
        number("characteristics", _("Points of characteristics"), 2, 0, 30, "ARP-TEST-01", help=ABOVE),
        number("skills", _("Levels of skills"), 20, 0, 200, "ARP-TEST-01", help=OURS),
        number("talents", _("Talents"), 1, 0, 20, "ARP-ACT-01", help=_("Ours. 0: no limit.")),
    ),
    section("actions", _("Actions"),
        flag("two_weapons", _("Two attacks with two different weapons"), True, "ARP-ACT-04",
            help=_("Otherwise one attack per round, whatever the weapon.")),
        choice("dodge_bars_attack", _("Attacks barred by a dodge"), DODGED, "", "ARP-ACT-06",
            help=_("How far the loss of attacks goes.")),
        flag("dodge_bars_reaction_attack", _("A dodge bars counter-attacks too"), False, "ARP-ACT-06",
            help=_("Otherwise they stay possible.")),
        flag("drawing", _("Weapons must be drawn"), True, "ARP-ACT-02",
            help=_("Two hands hold what was used last; a long shooting weapon takes both.")),
    ),
    section("init", _("Initiative"),
        flag("boss_before_adresse", _("A tied Boss acts first whatever the Adresse"), False, "ARP-INIT-04",
            help=_("Otherwise the Adresse is compared before.")),
        flag("every_round", _("Initiative is rolled every round"), False, "ARP-INIT-05",
            help=_("Otherwise once, when the fight begins.")),
    ),
    section("test", _("Tests"),
        choice("formula", _("Score of a test"), FORMULAS, "", "ARP-TEST-01", help=_("Two dice, equal or under.")),
        choice("degrees", _("Degrees of success"), DEGREES, "", "ARP-TEST-02", help=_("What a success is worth.")),
        flag("double_one_always_succeeds", _("A double 1 always succeeds"), True, "ARP-TEST-03", help=SCORE),
        flag("double_six_always_fails", _("A double 6 always fails"), True, "ARP-TEST-04", help=SCORE),
    ),
    section("reaction", _("Reactions"),
        choice("asked", _("Who may thwart an action"), ASKED, "", "ARP-REACT-01",
            help=_("Besides watchers and anyone named.")),
        choice("weapons", _("Weapons of a counter-attack"), ANSWERS, "", "ARP-ATK-04",
            help=_("An attack against an attack is made with a combat skill.")),
    ),
    section("engage", _("Melee"),
        flag("mutual", _("Attackers are engaged too"), True, "ARP-DIST-02", help=_("Otherwise only the target is.")),
    ),
    section("opportunity", _("Opportunity attacks"),
        flag("costs_action", _("It costs an action"), True, "ARP-DIST-05", help=_("Like any reaction.")),
        flag("before_shot", _("It comes before the shot"), True, "ARP-DIST-05", help=_("Otherwise after it.")),
        flag("short_weapons_provoke", _("Short weapons provoke it too"), False, "ARP-DIST-05",
            help=_("Otherwise they are exempt, as from the penalty.")),
        flag("opposed", _("The shooter may react to it"), True, "ARP-DIST-05",
            help=_("Like any melee attack. Otherwise a simple test.")),
        choice("who", _("Who may strike"), STRIKERS, "", "ARP-DIST-05",
            help=_("A shot within melee reach engages its target too.")),
    ),
    section("range", _("Distances"),
        choice("overlap", _("Between 1 and 3 m"), OVERLAPS, "", "ARP-DIST-08",
            help=_("Where melee and point-blank range overlap.")),
        choice("melee_counts", _("A shot is fired in melee when"), IN_MELEE, "", "ARP-DIST-04",
            help=_("For the long-weapon penalty and opportunity attacks.")),
    ),
    section("cover", _("Cover"),
        flag("aim_lifts_malus", _("Aiming past a cover cancels its penalty"), False, "ARP-COVER-04",
            help=_("Otherwise both penalties count.")),
        _hides("light", "legs"),
        _hides("medium", "legs_torso"),
        _hides("heavy", "all_but_head"),
    ),
    section("burst", _("Bursts"),
        flag("cap_counts_first", _("The cap counts the first hit"), True, "ARP-BURST-03",
            help=_("Otherwise only the repetitions.")),
    ),
    section("aim", _("Aiming"),
        flag("lost_when_wounded", _("A wound spoils the aim"), True, "ARP-AIM-01", help=_("Moving always does.")),
        choice("lapses", _("An aim is lost"), LAPSES, "", "ARP-AIM-01",
            help=_("Apart from a shot, a move or a wound.")),
    ),
    section("ammo", _("Ammunition"),
        flag("track", _("Rounds are counted"), True, "ARP-BURST-06", help=_("For weapons with a magazine.")),
    ),
    section("mod", _("Modifiers"),
        flag("moves_count", _("Moves make a moving target"), True, "ARP-MOD-01",
            help=_("One in this round: moving, two: moving fast. Otherwise the game master says so.")),
    ),
    section("ecg", _("ECG"),
        number("max", _("ECG of a new character"), ECG, 1, 99, "ARP-ECG-01", help=EACH),
        choice("wound_malus", _("Wound penalty"), MALUSES, "", "ARP-ECG-01", help=_("On every test.")),
    ),
    section("damage", _("Damage"),
        number("per_degree", _("Damage per degree"), 0, 0, 5, "ARP-DMG-01",
            help=_("Added to the damage of the weapon.")),
        number("head_multiplier", _("A hit to the head multiplies by"), 1, 1, 5, "ARP-DMG-01", help=_("After armour.")),
    ),
    section("sang_froid", _("Sang-Froid"),
        number("max", _("Sang-Froid of a new character"), SANG_FROID, 0, 20, "ARP-SF-02", help=EACH),
        number("ecg_after_save", _("ECG after being saved"), 1, 1, 20, "ARP-SF-01",
            help=_("After a point of Sang-Froid averted death.")),
        choice("of", _("Whose Sang-Froid averts death"), WHOSE, "", "ARP-SF-01",
            help=_("The text gives it to Arpenteurs.")),
        flag("any_death", _("Sang-Froid averts any death"), True, "ARP-SF-01",
            help=_("Otherwise that of an assassination only.")),
    ),
)
# fmt: on
setting = SheetSchema(HOUSE).value
