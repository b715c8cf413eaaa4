"""The house settings: what the extract leaves open, and a switch for every text that can be read two ways."""

from __future__ import annotations

from rules.character.fields import choice, flag, number
from rules.character.sheet import Section, SheetSchema
from rules.games.medieval.text import _

ROUNDING = {"down": _("Down"), "up": _("Up")}
FUMBLES = {"none": _("None"), "double_one": _("Two ones")}
HALVES = {"force_plus_half_mastery": _("Strength + half the mastery"), "half_of_sum": _("Half of Strength + mastery")}
CRITICALS = {"double_ten": _("Two tens"), "margin": _("Margin of success"), "total": _("Total of the roll")}
TIES = {"resister_wins": _("The one who resists"), "initiator_wins": _("The one who began")}
EQUALS = {
    "speed": _("Speed, then PCs, then the list"),
    "pc": _("PCs, then Speed, then the list"),
    "list": _("The list alone"),
}
WISDOM = {"wiser_later": _("The wiser acts later"), "list": _("The list alone")}
LATE = {"next_round": _("Is asked at the next round"), "last": _("Acts last, without a roll")}
SPEEDS = {"metres": _("As metres, after multiplying"), "multiplier": _("In the multiplier")}
CLOSING = {
    "half": _("At half speed"),
    "full": _("At full speed, or at a sprint"),
    "no_blow": _("Not at all: the round is over"),
}
EXTRAS = {"one": _("One"), "allowed": _("As many as are allowed")}
TIRED = {"all": _("Every roll of 2d10"), "attacks": _("Attack rolls alone")}
HOLDING_ON = {
    "one_success": _("One success instead of the roll"),
    "stabilise": _("Stabilised at once"),
    "bonus": _("A bonus on the roll"),
}
PASSED_OVER = {"loses": _("A hit point is lost"), "failure": _("It counts as failed"), "nothing": _("Nothing")}
SEVERAL = {"any": _("The first that fits"), "first": _("The first alone")}
STRIKES = {"strikes": _("Yes, automatically"), "not": _("No"), "gm": _("The game master decides each time")}
NIGHT = {"all": _("All of them"), "half": _("Half of them")}
SHOTS = {"anybody": _("At anybody"), "melee": _("At whom one fights, alone")}
FULL_DAMAGE = {"max": _("The maximum"), "normal": _("The usual roll")}
TAKEN = {"normal": _("Normal damage"), "declared": _("As the opponent declared")}
DURATION = {"round": _("The round"), "fight": _("The fight")}
APPROACH = {"open_attack": _("An attack in full view"), "no_attack": _("Nothing")}
JOINING = {"melee": _("The usual Defence of the victim"), "held": _("The Defence of the helpless")}


# fmt: off
HOUSE = (
    Section("", _("Rolls and halves"), (
        choice("round", _("Rounding of halves"), ROUNDING, rule="MED-MOVEACT-01",
            help=_("Of half a movement and of half a mastery.")),
        choice("fumble", _("Automatic failure"), FUMBLES, rule="MED-ATT-05", help=_("Whether a throw always fails.")),
        choice("half_formula", _("Damage of fists and of pressure"), HALVES, rule="MED-PUG-02",
            help=_("What is halved.")),
    )),
    Section("creation", _("Character creation"), (
        number("points", _("Character points (PP) at the first level"), 140, 0, 2000, "MED-PROG-01",
            help=_("Tablée’s choice: enough for the ready-made characters. Each level brings its own. 0: no limit.")),
    )),
    Section("critical", _("Critical success"), (
        choice("definition", _("Critical success"), CRITICALS, rule="MED-ATT-05",
            help=_("Two tens succeed in any case.")),
        number("number", _("Margin or total"), 10, 1, 60, "MED-ATT-05",
            help=_("The margin or the total of a critical success, where it is not two tens.")),
    )),
    Section("opposed", _("Opposed rolls"), (
        choice("tie", _("Equal totals"), TIES, rule="MED-TEST-03",
            help=_("Who wins an opposed roll with equal totals.")),
    )),
    Section("init", _("Initiative"), (
        flag("reroll_each_sequence", _("New initiative at each sequence"), rule="MED-INIT-04",
            help=_("Otherwise the order lasts the whole fight.")),
        choice("ties", _("Equal initiative"), EQUALS, rule="MED-INIT-05", help=_("What comes first in the order.")),
        choice("wisdom_ties", _("Equal rolls for wisdom"), WISDOM, rule="MED-INIT-05",
            help=_("Of two who left the initiative; the text says nothing.")),
        choice("latecomers", _("Who comes into a fight later"), LATE, rule="MED-INIT-01",
            help=_("The text rolls as the first sequence begins, and says nothing of those who come after.")),
    )),
    Section("move", _("Movement"), (
        choice("vitesse_as", _("Speed in the table of movements"), SPEEDS, rule="MED-MOVE-01",
            help=_("How the trait counts on flat ground.")),
        choice("closing", _("Coming into contact and fighting in one round"), CLOSING, rule="MED-MOVEACT-03",
            help=_("How far one may go and still strike; without a blow one moves at full speed.")),
        choice("shots_in_melee", _("Shooting and throwing while caught in melee"), SHOTS, rule="MED-MOVEACT-03",
            help=_("The text says that the action of that round is to fight.")),
        flag("disengages", _("A movement won in melee ends the contact"), True, rule="MED-MOVEACT-04",
            help=_("Otherwise one moves and stays in the same melee.")),
        choice("extra_actions", _("Extra actions in a round"), EXTRAS, rule="MED-MOVEACT-04",
            help=_("The game master allows each of them in any case; the text gives no number.")),
        flag("immediate_any_time", _("Immediate actions at any time"), rule="MED-MOVEACT-06",
            help=_("Otherwise in one’s own turn.")),
    )),
    Section("fatigue", _("Fatigue"), (
        number("malus_per_point", _("Penalty per point of fatigue"), 1, 0, 5, "MED-FAT-01",
            help=_("On every roll of 2d10, or on attacks alone.")),
        choice("counts_on", _("What fatigue lowers"), TIRED, rule="MED-FAT-01",
            help=_("The text names attack rolls and is silent on others.")),
    )),
    Section("dying", _("Dying"), (
        flag("rewound_resets", _("A new wound makes one dying again"), True, rule="MED-DEATH-05",
            help=_("After being stabilised, with fresh counters.")),
        choice("pp_effect", _("Two character points spent"), HOLDING_ON, rule="MED-DEATH-06",
            help=_("What they do for somebody who is dying.")),
        number("pp_bonus", _("That bonus"), 5, 1, 20, "MED-DEATH-06",
            help=_("On the Robustness roll for which two points were spent.")),
        choice("passed_over", _("A roll against death that is passed over"), PASSED_OVER, rule="MED-DEATH-04",
            help=_("What it does to somebody who is dying.")),
    )),
    Section("manoeuvre", _("Manoeuvres"), (
        flag("order_strict", _("The opponent must act first"), True, rule="MED-MAN-05",
            help=_("For the manoeuvres that answer an attack.")),
        flag("sealed", _("Manoeuvres are declared in secret"), rule="MED-MAN-04",
            help=_("They are shown when everybody has declared; a Destabilisation at once, as its die is thrown.")),
        choice("several_attacks", _("An opponent with several attacks"), SEVERAL, rule="MED-MANOEUVRE-OEIL",
            help=_("Which of them an Eye for an Eye or a Counter-Attack answers.")),
        choice("felled", _("Whoever is felled strikes back"), STRIKES, rule="MED-MANOEUVRE-OEIL",
            help=_("Where the blow that a manoeuvre answers fells its user.")),
        choice("out_of_reach", _("Whoever is shot at strikes back in melee"), STRIKES, rule="MED-MANOEUVRE-OEIL",
            help=_("Where the attacker shoots or throws from afar and the user holds a weapon of melee.")),
    )),
    Section("pc", _("Combat points"), (
        number("per_hour", _("Combat points per hour of rest"), 1, 0, 20, "MED-MAN-07",
            help=_("Regained without fighting.")),
        number("per_idle_round", _("Combat points per round of inaction"), 0, 0, 5, "MED-MAN-07",
            help=_("For whoever does nothing in a round of a fight.")),
        choice("night", _("A night’s rest gives back"), NIGHT, rule="MED-MAN-07", help=_("Combat points.")),
    )),
    Section("chain", _("Chain"), (
        flag("ranged_breaks", _("Shots and throws break it"), True, rule="MED-MANOEUVRE-ENCHAINEMENT",
            help=_("Otherwise only hits in melee do.")),
        flag("own_miss_breaks", _("A miss breaks it"), rule="MED-MANOEUVRE-ENCHAINEMENT",
            help=_("One’s own miss.")),
        flag("must_be_continuous", _("It is used every round or ends"), True, rule="MED-MANOEUVRE-ENCHAINEMENT",
            help=_("Otherwise it waits until somebody hits.")),
    )),
    Section("oeil", _("Eye for an Eye"), (
        flag("keeps_attack_on_miss", _("The attack is kept when the opponent misses"), True, rule="MED-MANOEUVRE-OEIL",
            help=_("Otherwise there is no attack in this round.")),
    )),
    Section("feinte", _("Feint"), (
        flag("after_attack", _("It lowers a Defence once the opponent has attacked"), True, rule="MED-MANOEUVRE-FEINTE",
            help=_("The one who feints, in this round. Otherwise it lowers it in any case.")),
    )),
    Section("feinte_desesperee", _("Desperate Feint"), (
        choice("damage", _("Full damage"), FULL_DAMAGE, rule="MED-MANOEUVRE-FEINTE-DESESPEREE",
            help=_("What it means.")),
        choice("taken", _("What its user takes"), TAKEN, rule="MED-MANOEUVRE-FEINTE-DESESPEREE",
            help=_("Where the opponent has declared a Fatal Blow or comes unseen.")),
    )),
    Section("destabilisation", _("Destabilisation"), (
        choice("duration", _("How long it lasts"), DURATION, rule="MED-MANOEUVRE-DESTABILISATION",
            help=_("The penalty to the Defence.")),
    )),
    Section("coup_fatal", _("Fatal Blow"), (
        flag("double_whole_total", _("Doubling counts Strength and bonuses too"), rule="MED-MANOEUVRE-COUP-FATAL",
            help=_("Otherwise the damage roll alone is doubled.")),
    )),
    Section("sneak", _("Sneak attack"), (
        flag("stacks_with_coup_fatal", _("It stacks with the Fatal Blow"), rule="MED-SNEAK-05",
            help=_("Otherwise one of the two counts.")),
        choice("failed", _("An approach that fails"), APPROACH, rule="MED-SNEAK-01",
            help=_("What is left of the round.")),
    )),
    Section("hold", _("Holds"), (
        number("defence", _("Defence of the helpless"), 10, 0, 30, "MED-LUTTE-CLE-01",
            help=_("Without trait or mastery.")),
        choice("join_against", _("A helper rolls against"), JOINING, rule="MED-LUTTE-CLE-02",
            help=_("The Defence that is lowered by 3.")),
    )),
    Section("pressure", _("Pressure"), (
        flag("rd_applies", _("Armour reduces it"), True, rule="MED-LUTTE-PRESS-01", help=_("As any other damage.")),
        flag("at_once", _("It hurts from the round it begins"), rule="MED-LUTTE-PRESS-01",
            help=_("Otherwise from the first round it is maintained.")),
        flag("third_rolls", _("A third wrestler rolls for it"), rule="MED-LUTTE-PRESS-01",
            help=_("Otherwise pressure is taken as a hold is: the third and the fourth roll nothing.")),
    )),
    Section("cost", _("Prices in character points"), (
        number("pp_per_level", _("PP per level"), 20, 0, 100, "MED-PROG-01"),
        number("hp_per_pp", _("Hit points for 1 PP"), 2, 1, 20, "MED-PROG-01"),
        number("pp_per_pc", _("PP for 1 combat point"), 2, 0, 20, "MED-PROG-01"),
        number("mastery", _("Mastery: PP times the new level"), 2, 0, 20, "MED-PROG-01"),
        number("trait", _("PP for 1 trait"), 5, 0, 50, "MED-PROG-01"),
        number("skill", _("PP for 1 skill"), 1, 0, 50, "MED-PROG-01"),
    )),
)
# fmt: on
setting = SheetSchema(HOUSE).value
