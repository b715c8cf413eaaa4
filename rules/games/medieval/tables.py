"""The tables of the rulebook: traits, families of weapons, difficulties, and the fifteen manoeuvres."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.core.text import Text
from rules.games.medieval.text import _

TRAITS: dict[str, Text] = {
    "vitesse": _("Speed"),
    "robustesse": _("Robustness"),
    "acuite": _("Acuity"),
    "reflexes": _("Reflexes"),
    "combativite": _("Combativeness"),
    "adresse": _("Dexterity"),
    "force": _("Strength"),
    "intelligence": _("Intelligence"),
    "sagesse": _("Wisdom"),
}
SKILLS: dict[str, Text] = {"furtivite": _("Stealth"), "acrobatie": _("Acrobatics")}

# MED-ATT-02, 03: the two traits that make the natural bonus of each type of engagement.
ENGAGEMENTS: dict[str, Text] = {"melee": _("Melee"), "thrown": _("Throwing"), "ranged": _("Shooting")}
ATTACKS: dict[str, tuple[str, str]] = {
    "melee": ("combativite", "vitesse"),
    "thrown": ("combativite", "adresse"),
    "ranged": ("acuite", "adresse"),
}

# MED-FAM-01, 02, MED-PUG-01, MED-LUTTE-01: each family with the engagement its weapons usually have.
FAMILIES: dict[str, tuple[Text, str]] = {
    "arcs": (_("Bows"), "ranged"),
    "armes_hast": (_("Polearms"), "melee"),
    "armes_jet": (_("Throwing weapons"), "thrown"),
    "haches": (_("Axes"), "melee"),
    "lames": (_("Blades"), "melee"),
    "masses": (_("Maces"), "melee"),
    "petites_lames": (_("Short blades"), "melee"),
    "pugilat": (_("Fist-fighting"), "melee"),
    "lutte": (_("Wrestling"), "melee"),
}
EXOTIC = "exotic"
BARE = ("pugilat", "lutte")  # the families that need no weapon

# MED-TEST-01: the names of the difficulties.
SCALE: dict[int, Text] = {
    0: _("Trivial"),
    5: _("Easy"),
    10: _("Feasible"),
    15: _("Hard"),
    20: _("Heroic"),
    25: _("Exploit"),
    30: _("Prowess"),
    40: _("Legendary"),
    60: _("Prodigy"),
}
FEASIBLE, HARD = 10, 15

# MED-MOVE-01: the factors of the movement and of Speed, by terrain and by sprinting or not.
TERRAINS: dict[str, Text] = {"flat": _("Flat and clear"), "difficult": _("Difficult")}
PACES: dict[tuple[str, bool], tuple[int, int]] = {
    ("difficult", False): (1, 0),
    ("flat", False): (2, 1),
    ("difficult", True): (2, 0),
    ("flat", True): (4, 2),
}

START, OWN, BEFORE_ROLL, AFTER_ROLL = range(4)  # MED-MAN-04: the moments of declaration, in order


@dataclass(frozen=True)
class Manoeuvre:
    """One manoeuvre: its price in character points (``pp``), its cost in combat points (``pc``), and its limits.

    ``when`` is the latest moment to declare it, ``failed`` the cost if it comes to nothing. One that is ``aimed``
    names an opponent; one that ``answers`` waits for the attack of this opponent, who must act first.
    ``engagements`` are the kinds of attack it can be used with, ``most`` the ranks that can be bought.
    """

    key: str
    label: Text
    pp: int
    pc: int
    when: int
    rule: str
    says: Text
    failed: int | None = None
    aimed: bool = False
    answers: bool = False
    engagements: tuple[str, ...] = ("melee", "thrown", "ranged")
    most: int = 1


# MED-MAN-01 to 06: the table of manoeuvres, in the order of the rulebook.
# fmt: off
MANOEUVRES: dict[str, Manoeuvre] = {row.key: row for row in (
    Manoeuvre("feinte", _("Feint"), 2, 1, START, "MED-MANOEUVRE-FEINTE",
        _("The opponent attacks at +5, then defends at −5 against you alone."), aimed=True, answers=True),
    Manoeuvre("esquive", _("Dodge"), 3, 1, START, "MED-MANOEUVRE-ESQUIVE",
        _("Defence +5, attack −5, against everybody.")),
    Manoeuvre("rage", _("Battle Rage"), 4, 1, START, "MED-MANOEUVRE-RAGE",
        _("Attack +5, Defence −5, against everybody.")),
    Manoeuvre("attaque_force", _("Forceful Attack"), 5, 1, OWN, "MED-MANOEUVRE-ATTAQUE-FORCE",
        _("Strength is added to the attack, in melee or throwing."), engagements=("melee", "thrown")),
    Manoeuvre("attaque_habile", _("Skilful Attack"), 5, 1, OWN, "MED-MANOEUVRE-ATTAQUE-HABILE",
        _("Intelligence is added to the attack, in melee."), engagements=("melee",)),
    Manoeuvre("blocage_force", _("Forceful Block"), 5, 1, START, "MED-MANOEUVRE-BLOCAGE-FORCE",
        _("Strength is added to the Defence in melee.")),
    Manoeuvre("defense_habile", _("Skilful Defence"), 5, 1, START, "MED-MANOEUVRE-DEFENSE-HABILE",
        _("Intelligence is added to the Defence in melee.")),
    Manoeuvre("enchainement", _("Chain"), 5, 1, OWN, "MED-MANOEUVRE-ENCHAINEMENT",
        _("After a hit that was not answered: +3, then 3 more each round.")),
    Manoeuvre("attaque_construite", _("Built Attack"), 5, 2, OWN, "MED-MANOEUVRE-ATTAQUE-CONSTRUITE",
        _("Two attack rolls; the better one counts.")),
    Manoeuvre("oeil", _("Eye for an Eye"), 5, 2, START, "MED-MANOEUVRE-OEIL",
        _("If the opponent hits you, you hit back automatically."), failed=1, aimed=True, answers=True),
    Manoeuvre("feinte_desesperee", _("Desperate Feint"), 5, 2, START, "MED-MANOEUVRE-FEINTE-DESESPEREE",
        _("The opponent hits you; in return you hit them with full damage."), aimed=True, answers=True),
    Manoeuvre("contre_attaque", _("Counter-Attack"), 5, 2, START, "MED-MANOEUVRE-CONTRE-ATTAQUE",
        _("If the opponent’s attack fails, you hit automatically."), failed=1, aimed=True, answers=True),
    Manoeuvre("destabilisation", _("Destabilisation"), 6, 2, START, "MED-MANOEUVRE-DESTABILISATION",
        _("The opponent’s Defence drops by 1d10 against everybody, once a fight."), aimed=True),
    Manoeuvre("coup_fatal", _("Fatal Blow"), 7, 3, BEFORE_ROLL, "MED-MANOEUVRE-COUP-FATAL",
        _("A hit does 2d6 more, the maximum, or doubles its roll."), failed=1),
    Manoeuvre("assaut", _("Assault"), 10, 1, OWN, "MED-MANOEUVRE-ASSAUT",
        _("One more attack per rank, each for 1 PC."), most=3),
)}
# fmt: on
AT_START = tuple(key for key, row in MANOEUVRES.items() if row.when == START)
AT_ACTION = tuple(key for key, row in MANOEUVRES.items() if row.when != START)
# MED-LUTTE-CLE-01: the manoeuvres that need a Defence or an attack, which a held fighter does not have.
GUARDS = (*("feinte", "esquive", "blocage_force", "defense_habile"), *("oeil", "feinte_desesperee", "contre_attaque"))
REACTIVE = ("oeil", "feinte_desesperee", "contre_attaque")  # decided by the attack of the opponent

# MED-LUTTE-PROJ-01, CLE-01, PRESS-01: the techniques of wrestling.
TECHNIQUES: dict[str, Text] = {"projection": _("Throw"), "cle": _("Hold"), "pression": _("Pressure")}
MOST_HOLDERS = 4

# MED-MOVEACT-06: the immediate actions, without a roll and without time.
IMMEDIATE: dict[str, Text] = {
    "shout": _("Shout"),
    "order": _("Give an order"),
    "drop_held": _("Drop what is held"),
    "draw_weapon": _("Draw a weapon"),
    "other": _("Something else"),
}

REFUSALS: dict[str, Text] = {
    "NOT_OWNED": _("This manoeuvre has not been bought."),
    "ONE_PER_ROUND": _("One manoeuvre per round: it has been used."),
    "TOO_LATE": _("It is too late to declare this manoeuvre."),
    "WRONG_ENGAGEMENT": _("This manoeuvre does not go with this kind of attack."),
    "ORDER": _("This opponent does not act before you."),
    "ALREADY_DESTABILISED": _("This opponent has been destabilised already in this fight."),
    "CHAIN_NOT_READY": _("No chain: it takes a hit in the previous round, and none taken since."),
    "MAX_RANK": _("Assault has three ranks at most."),
    "NOT_ENOUGH_RANKS": _("Not enough ranks of Assault: %(needed)s needed, %(left)s bought."),
    "NOT_ENOUGH_PC": _("Not enough combat points (PC): %(needed)s needed, %(left)s left."),
    "NOT_ENOUGH_PP": _("Not enough character points (PP): %(needed)s needed, %(left)s left."),
    "ALREADY_OWNED": _("This manoeuvre has been bought already."),
    "HELD": _("Held: neither attack nor defence."),
    "DOWN": _("On the ground: no attack."),
}


def too_few(code: str, needed: int, left: int) -> Text:
    return replace(REFUSALS[code], params=(("needed", needed), ("left", left)))
