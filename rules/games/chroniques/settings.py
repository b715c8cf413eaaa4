"""The house settings: rules that the extract leaves open or that come from other sources."""

from __future__ import annotations

from rules.character.fields import choice, flag, number, section
from rules.character.sheet import SheetSchema
from rules.games.chroniques.text import _

OURS = _("Tablée’s choice: as many as the ready-made characters have. 0: no limit.")
SUM = _("The sum of the modifiers. Tablée’s choice: as many as the ready-made characters have. 0: no limit.")
UNTIL = {"end_of_round": _("Until the end of the first round"), "end_of_turn": _("Until the end of one’s first turn")}
AMBUSHERS = {
    "min": _("The lowest"),
    "max": _("The highest"),
    "mean": _("The mean, rounded down"),
    "chosen": _("That of one who is named"),
}
WEAKENED = {"d12": _("A d12"), "malus_die": _("Two dice, and keeps the lower")}
UNARMED = {"1d2": _("1d2"), "1d3": _("1d3"), "1d4": _("1d4")}
EQUALS = {"per": _("The higher PER, then the list"), "list": _("The list alone")}
HANDS = {"ready": _("In hand"), "drawn": _("Drawn first, by a movement action")}


# fmt: off
HOUSE = (
    section("creation", _("Making a character"),
        number("abilities", _("Points of abilities"), 8, 0, 60, "CHO-ATK-01", help=SUM),
        number("attack", _("Points of attack and stealth"), 5, 0, 80, "CHO-ATK-01", help=OURS),
        number("special", _("Special abilities"), 2, 0, 40, "CHO-ACT-07", help=OURS),
    ),
    section("surprise", _("Surprise"),
        flag("free_actions", _("Who is surprised has free actions"), False, "CHO-SURPRISE-07",
            help=_("Otherwise nothing at all can be done.")),
        choice("def_until", _("End of surprise"), UNTIL, "", "CHO-SURPRISE-07",
            help=_("How long the malus of DEF lasts.")),
        choice("group", _("Several ambushers"), AMBUSHERS, "", "CHO-SURPRISE-08",
            help=_("Whose DEX and stealth make the difficulty.")),
    ),
    section("test", _("Tests"),
        flag("equal_succeeds", _("A test equal to its difficulty succeeds"), True, "CHO-SURPRISE-09",
            help=_("Attacks always hit on equality.")),
    ),
    section("init", _("Initiative"),
        flag("delay", _("One may act later"), True, "CHO-INIT-06",
            help=_("By lowering one’s initiative for the round.")),
        choice("npc_ties", _("Equal scores of two who are no player characters"), EQUALS, "", "CHO-INIT-04",
            help=_("The text tells two player characters apart by PER, and says nothing of the others.")),
    ),
    section("attack", _("Attacks"),
        flag("gm_says", _("Defence and modifier of an attack are the game master’s to say"), True, "CHO-ATK-02",
            help=_("Otherwise whoever attacks chooses them in the form.")),
        choice("unarmed", _("Damage of bare hands"), UNARMED, "1d3", "CHO-ACT-04",
            help=_("With FOR, at contact; the extract does not say it.")),
        choice("weapons", _("Weapons at the start of a fight"), HANDS, "", "CHO-ACT-03",
            help=_("Drawing a weapon is a movement action.")),
    ),
    section("natural", _("Natural 20 and 1"),
        flag("20_hits", _("A natural 20 is a critical success"), True, "CHO-ATK-05",
            help=_("It succeeds whatever the difficulty.")),
        flag("1_misses", _("A natural 1 is a critical failure"), True, "CHO-ATK-05",
            help=_("It fails whatever the difficulty.")),
    ),
    section("critical", _("Criticals by margin"),
        number("margin", _("Margin of a critical"), 10, 0, 30, "CHO-ATK-06",
            help=_("Above or below the difficulty; 0 for none.")),
        number("factor", _("A critical success multiplies the damage by"), 2, 1, 4, "CHO-DMG-02",
            help=_("Bonuses included.")),
        flag("advantage", _("A tactical advantage may replace it"), True, "CHO-DMG-02",
            help=_("Chosen by who attacks, agreed with the game master.")),
    ),
    section("damage", _("Damage and wounds"),
        number("minimum", _("Least damage of a hit"), 1, 0, 10, "CHO-DMG-01", help=_("Before the damage reduction.")),
        flag("severe_wounds", _("Severe wounds"), True, "CHO-DMG-04",
            help=_("By a single blow of the wound threshold, or at 0 hit points.")),
        number("threshold", _("Base of the wound threshold"), 10, 1, 40, "CHO-DMG-04",
            help=_("CON and FOR are added to it.")),
    ),
    section("dying", _("Death"),
        number("rounds", _("Rounds before death, without CON"), 3, 0, 20, "CHO-DMG-05",
            help=_("CON is added; 1 at least.")),
    ),
    section("luck", _("Luck"),
        number("bonus", _("What a point of luck adds to a failed test"), 0, 0, 20, "CHO-TEST-01",
            help=_("With 0, points are only counted.")),
    ),
    section("", _("States"),
        choice("weakened", _("Who is weakened rolls"), WEAKENED, "", "CHO-STATE-01", help=_("Instead of one d20.")),
    ),
)
# fmt: on
setting = SheetSchema(HOUSE).value
