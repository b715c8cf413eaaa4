"""The tables of the rulebook: traits, families of weapons, difficulties, and the fifteen manoeuvres."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.text import Text, pgettext

TRAITS: dict[str, Text] = {
    "vitesse": pgettext("medieval", "Speed"),
    "robustesse": pgettext("medieval", "Robustness"),
    "acuite": pgettext("medieval", "Acuity"),
    "reflexes": pgettext("medieval", "Reflexes"),
    "combativite": pgettext("medieval", "Combativeness"),
    "adresse": pgettext("medieval", "Dexterity"),
    "force": pgettext("medieval", "Strength"),
    "intelligence": pgettext("medieval", "Intelligence"),
    "sagesse": pgettext("medieval", "Wisdom"),
}
SKILLS: dict[str, Text] = {
    "furtivite": pgettext("medieval", "Stealth"),
    "acrobatie": pgettext("medieval", "Acrobatics"),
}

# MED-ATT-02, 03: the two traits that make the natural bonus of each type of engagement.
ENGAGEMENTS: dict[str, Text] = {
    "melee": pgettext("medieval", "Melee"),
    "thrown": pgettext("medieval", "Throwing"),
    "ranged": pgettext("medieval", "Shooting"),
}
ATTACKS: dict[str, tuple[str, str]] = {
    "melee": ("combativite", "vitesse"),
    "thrown": ("combativite", "adresse"),
    "ranged": ("acuite", "adresse"),
}

# MED-FAM-01, 02, MED-PUG-01, MED-LUTTE-01: each family with the engagement its weapons usually have.
FAMILIES: dict[str, tuple[Text, str]] = {
    "arcs": (pgettext("medieval", "Bows"), "ranged"),
    "armes_hast": (pgettext("medieval", "Polearms"), "melee"),
    "armes_jet": (pgettext("medieval", "Throwing weapons"), "thrown"),
    "haches": (pgettext("medieval", "Axes"), "melee"),
    "lames": (pgettext("medieval", "Blades"), "melee"),
    "masses": (pgettext("medieval", "Maces"), "melee"),
    "petites_lames": (pgettext("medieval", "Short blades"), "melee"),
    "pugilat": (pgettext("medieval", "Fist-fighting"), "melee"),
    "lutte": (pgettext("medieval", "Wrestling"), "melee"),
}
EXOTIC = "exotic"
BARE = ("pugilat", "lutte")  # the families that need no weapon

# MED-TEST-01: what the difficulties are called.
SCALE: dict[int, Text] = {
    0: pgettext("medieval", "Trivial"),
    5: pgettext("medieval", "Easy"),
    10: pgettext("medieval", "Feasible"),
    15: pgettext("medieval", "Hard"),
    20: pgettext("medieval", "Heroic"),
    25: pgettext("medieval", "Exploit"),
    30: pgettext("medieval", "Prowess"),
    40: pgettext("medieval", "Legendary"),
    60: pgettext("medieval", "Prodigy"),
}
FEASIBLE, HARD = 10, 15

# MED-MOVE-01: how often the movement is taken, and how often Speed is added, by terrain then pace.
TERRAINS: dict[str, Text] = {
    "flat": pgettext("medieval", "Flat and clear"),
    "difficult": pgettext("medieval", "Difficult"),
}
PACES: dict[tuple[str, bool], tuple[int, int]] = {
    ("difficult", False): (1, 0),
    ("flat", False): (2, 1),
    ("difficult", True): (2, 0),
    ("flat", True): (4, 2),
}

START, OWN, BEFORE_ROLL, AFTER_ROLL = range(4)  # MED-MAN-04: the moments in the order in which they come


@dataclass(frozen=True)
class Manoeuvre:
    """One manoeuvre: its price in PP, its cost in PC and that of its failing branch, and what restricts it.

    ``when`` is the last moment to declare it. ``answers`` a chosen opponent, who must act first; ``aimed`` at one at
    all. ``engagements`` are the attacks it goes with.
    """

    key: str
    label: Text
    pp: int
    pc: int
    when: int
    says: Text
    failed: int | None = None
    aimed: bool = False
    answers: bool = False
    engagements: tuple[str, ...] = ("melee", "thrown", "ranged")
    most: int = 1


# MED-MAN-01 to 06: the table of manoeuvres, in the order of the rulebook.
MANOEUVRES: dict[str, Manoeuvre] = {
    row.key: row
    for row in (
        Manoeuvre(
            "feinte",
            pgettext("medieval", "Feint"),
            2,
            1,
            START,
            pgettext("medieval", "The opponent attacks at +5, then defends at −5 against you alone."),
            aimed=True,
            answers=True,
        ),
        Manoeuvre(
            "esquive",
            pgettext("medieval", "Dodge"),
            3,
            1,
            START,
            pgettext("medieval", "Defence +5, attack −5, against everybody."),
        ),
        Manoeuvre(
            "rage",
            pgettext("medieval", "Battle Rage"),
            4,
            1,
            START,
            pgettext("medieval", "Attack +5, Defence −5, against everybody."),
        ),
        Manoeuvre(
            "attaque_force",
            pgettext("medieval", "Forceful Attack"),
            5,
            1,
            OWN,
            pgettext("medieval", "Strength is added to the attack, in melee or throwing."),
            engagements=("melee", "thrown"),
        ),
        Manoeuvre(
            "attaque_habile",
            pgettext("medieval", "Skilful Attack"),
            5,
            1,
            OWN,
            pgettext("medieval", "Intelligence is added to the attack, in melee."),
            engagements=("melee",),
        ),
        Manoeuvre(
            "blocage_force",
            pgettext("medieval", "Forceful Block"),
            5,
            1,
            START,
            pgettext("medieval", "Strength is added to the Defence in melee."),
        ),
        Manoeuvre(
            "defense_habile",
            pgettext("medieval", "Skilful Defence"),
            5,
            1,
            START,
            pgettext("medieval", "Intelligence is added to the Defence in melee."),
        ),
        Manoeuvre(
            "enchainement",
            pgettext("medieval", "Chain"),
            5,
            1,
            OWN,
            pgettext("medieval", "After a hit that was not answered: +3, then 3 more each round."),
        ),
        Manoeuvre(
            "attaque_construite",
            pgettext("medieval", "Built Attack"),
            5,
            2,
            OWN,
            pgettext("medieval", "Two attack rolls; the better one counts."),
        ),
        Manoeuvre(
            "oeil",
            pgettext("medieval", "Eye for an Eye"),
            5,
            2,
            START,
            pgettext("medieval", "If the opponent hits you, you hit back automatically."),
            failed=1,
            aimed=True,
            answers=True,
        ),
        Manoeuvre(
            "feinte_desesperee",
            pgettext("medieval", "Desperate Feint"),
            5,
            2,
            START,
            pgettext("medieval", "The opponent hits you; in return you hit him with full damage."),
            aimed=True,
            answers=True,
        ),
        Manoeuvre(
            "contre_attaque",
            pgettext("medieval", "Counter-Attack"),
            5,
            2,
            START,
            pgettext("medieval", "If the opponent’s attack fails, you hit automatically."),
            failed=1,
            aimed=True,
            answers=True,
        ),
        Manoeuvre(
            "destabilisation",
            pgettext("medieval", "Destabilisation"),
            6,
            2,
            START,
            pgettext("medieval", "The opponent’s Defence drops by 1d10 against everybody, once a fight."),
            aimed=True,
        ),
        Manoeuvre(
            "coup_fatal",
            pgettext("medieval", "Fatal Blow"),
            7,
            3,
            BEFORE_ROLL,
            pgettext("medieval", "A hit does 2d6 more, the maximum, or doubles its roll."),
            failed=1,
        ),
        Manoeuvre(
            "assaut",
            pgettext("medieval", "Assault"),
            10,
            1,
            OWN,
            pgettext("medieval", "One more attack per rank, each for 1 PC."),
            most=3,
        ),
    )
}
AT_START = tuple(key for key, row in MANOEUVRES.items() if row.when == START)
AT_ACTION = tuple(key for key, row in MANOEUVRES.items() if row.when != START)
REACTIVE = ("oeil", "feinte_desesperee", "contre_attaque")  # those that the opponent's attack settles

# MED-LUTTE-PROJ-01, CLE-01, PRESS-01: the techniques of wrestling.
TECHNIQUES: dict[str, Text] = {
    "projection": pgettext("medieval", "Throw"),
    "cle": pgettext("medieval", "Hold"),
    "pression": pgettext("medieval", "Pressure"),
}
MOST_HOLDERS = 4

# MED-MOVEACT-06: what takes no roll and no time.
IMMEDIATE: dict[str, Text] = {
    "shout": pgettext("medieval", "Shout"),
    "order": pgettext("medieval", "Give an order"),
    "drop_held": pgettext("medieval", "Drop what is held"),
    "draw_weapon": pgettext("medieval", "Draw a weapon"),
}

REFUSALS: dict[str, Text] = {
    "NOT_OWNED": pgettext("medieval", "This manoeuvre has not been bought."),
    "ONE_PER_ROUND": pgettext("medieval", "One manoeuvre per round: it has been used."),
    "TOO_LATE": pgettext("medieval", "It is too late to declare this manoeuvre."),
    "WRONG_ENGAGEMENT": pgettext("medieval", "This manoeuvre does not go with this kind of attack."),
    "ORDER": pgettext("medieval", "This opponent does not act before you."),
    "ALREADY_DESTABILISED": pgettext("medieval", "This opponent has been destabilised already in this fight."),
    "CHAIN_NOT_READY": pgettext("medieval", "No chain: it takes a hit in the previous round, and none taken since."),
    "NOT_ENOUGH_RANKS": pgettext("medieval", "Not enough ranks of Assault for so many attacks."),
    "NOT_ENOUGH_PC": pgettext("medieval", "Not enough combat points (PC)."),
    "NOT_ENOUGH_PP": pgettext("medieval", "Not enough character points (PP)."),
    "ALREADY_OWNED": pgettext("medieval", "This manoeuvre has been bought already."),
    "MAX_RANK": pgettext("medieval", "Assault has three ranks at most."),
    "NO_SPRINT_WITH_ACTION": pgettext("medieval", "No sprint together with this action."),
    "ENGAGED": pgettext("medieval", "Caught in melee: no normal movement."),
    "SPOTTED": pgettext("medieval", "The target has spotted the attacker: no sneak attack."),
    "TOO_BIG": pgettext("medieval", "This opponent is more than one and a half times as tall."),
    "HOLD_FULL": pgettext("medieval", "Four wrestlers hold this victim already."),
    "ONE_PRESSURE": pgettext("medieval", "One wrestler alone inflicts pressure in a round."),
}
