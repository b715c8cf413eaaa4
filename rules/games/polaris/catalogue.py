"""Every rule of Polaris, third edition, by its ID: one line of our own each, in the order of the rulebook."""

from rules.catalogue import Rule

AUTO, ASSIST, PLANNED = "automated", "assisted", "planned"
TEXT, FOUND, ASSUMED = "text", "found", "assumed"
OPTIONAL, ADVANCED = "optional", "advanced"

GENERAL = (
    Rule("POL-GEN-01", "The game master may override any rule or result, with a reason.", ASSIST),
    Rule("POL-GEN-02", "Every optional or advanced rule can be switched off, and the base game still plays.", AUTO),
    Rule("POL-GEN-03", "Dice of any size may be typed in or thrown, in the order each rule asks for them.", AUTO),
    Rule("POL-GEN-04", "Halves and thirds are rounded down.", AUTO, FOUND),
)

SHEET = (
    Rule("POL-SHEET-01", "A character has eight attributes: FOR, CON, COO, ADA, PER, INT, VOL, PRE.", AUTO),
    Rule("POL-SHEET-02", "The level of an attribute gives its natural aptitude, −4 to 6.", AUTO, FOUND),
    Rule("POL-SHEET-03", "Luck runs from 0 to 20 and starts at 11, 13 or 15 by the tone of the campaign.", AUTO),
    Rule(
        "POL-SHEET-04", "Réaction is half the sum of ADA and PER, plus a manual bonus; health lowers it.", AUTO, FOUND
    ),
    Rule("POL-SHEET-05", "FOR gives what is added to damage in melee.", AUTO, FOUND),
    Rule("POL-SHEET-06", "FOR and CON give a resistance that is added to the damage received.", AUTO, FOUND),
    Rule(
        "POL-SHEET-07",
        "FOR, CON and VOL give the thresholds of stun and unconsciousness, 10 apart.",
        AUTO,
        FOUND,
        OPTIONAL,
    ),
    Rule(
        "POL-SHEET-08",
        "CON and VOL give the resistances to poison, disease, radiation and drugs, and the breath.",
        AUTO,
        FOUND,
        OPTIONAL,
    ),
    Rule("POL-SHEET-09", "The base of a skill is the sum of the natural aptitudes of its two attributes.", AUTO, FOUND),
    Rule("POL-SHEET-10", "The global level of a skill is its base plus its mastery.", AUTO),
    Rule("POL-SHEET-11", "A reserved skill, marked X, cannot be tested; the first level bought makes it −3.", AUTO),
    Rule("POL-SHEET-12", "A hard skill starts at mastery −3, which the first levels bought make good.", AUTO, FOUND),
    Rule(
        "POL-SHEET-13", "Languages, nations and organisations grow by a level a year lived there, up to 5.", AUTO, FOUND
    ),
    Rule("POL-SHEET-14", "A limiting skill caps the skill it limits; several caps leave the lowest.", AUTO),
    Rule("POL-SHEET-15", "The mother tongue is no skill: 10 plus the mastery of general culture.", AUTO),
    Rule("POL-SHEET-16", "Every sheet carries a wound counter.", AUTO),
    Rule(
        "POL-SHEET-17", "A track of initiative levels holds a marker per fighter, and one more per extra attack.", AUTO
    ),
    Rule("POL-SHEET-18", "A character keeps sols, what he owns, and what he may get on credit.", AUTO),
    Rule("POL-SHEET-19", "COO and Athlétisme give four paces in metres a turn.", AUTO, FOUND),
    Rule("POL-SHEET-20", "An opponent's sheet needs a name, an initiative, one skill and a wound counter.", AUTO),
)

TESTS = (
    Rule("POL-TEST-01", "What cannot fail succeeds and what cannot succeed fails, without a die.", ASSIST),
    Rule("POL-TEST-02", "What is very easy needs a test only under stress.", ASSIST),
    Rule("POL-TEST-03", "A skill is tested against its global level.", AUTO),
    Rule("POL-TEST-04", "An attribute, Réaction or luck is tested against its own level.", AUTO),
    Rule("POL-TEST-05", "A reserved skill fails whatever the modifiers, without a die.", AUTO),
    Rule("POL-TEST-06", "Twelve degrees of difficulty run from +10 to −20; one degree harder is the next row.", AUTO),
    Rule("POL-TEST-07", "Every bonus and malus adds up; only a halved skill is halved first.", AUTO),
    Rule("POL-TEST-08", "A modifier may be any whole number.", AUTO),
    Rule("POL-TEST-09", "A request names a skill and a difficulty or a modifier, never both.", ASSIST),
    Rule("POL-TEST-10", "A secret difficulty hides everything that would reveal the final chances.", AUTO),
    Rule("POL-TEST-11", "A vague hint may go with a secret difficulty.", ASSIST),
    Rule("POL-TEST-12", "The game master may roll for a player, who then knows nothing of it.", AUTO),
    Rule("POL-TEST-13", "A d20 at or under the final chances is a success.", AUTO),
    Rule("POL-TEST-14", "The die is thrown even at chances of 20 or more.", AUTO),
    Rule("POL-TEST-15", "The margin of a success is the die itself.", AUTO),
    Rule("POL-TEST-16", "The margin of a failure is the die less the final chances.", AUTO),
    Rule("POL-TEST-17", "The margin gives a degree and a modifier of 0 to 9, positive or negative.", AUTO),
    Rule("POL-TEST-18", "The modifier of a margin counts only where a rule uses it.", AUTO),
    Rule("POL-TEST-19", "A success by the narrowest margin may carry a complication of the game master's.", ASSIST),
    Rule("POL-TEST-20", "The margin measures quality or speed; a hint says so for each degree.", ASSIST),
    Rule(
        "POL-TEST-21",
        "Final chances below 1 are an automatic failure; a die thrown unknowing is itself the margin.",
        AUTO,
    ),
    Rule(
        "POL-TEST-22",
        "A player may always make his test harder to win a chosen effect; the game master says by how much.",
        ASSIST,
    ),
    Rule("POL-TEST-23", "The game master may grant such an effect after a remarkable margin.", ASSIST),
    Rule("POL-TEST-24", "The game master may alter an outcome, which only he sees in the journal.", ASSIST),
    Rule(
        "POL-TEST-25",
        "A test is worked in one order: chances, impossible, die, 20, equal, margin, degree.",
        AUTO,
        ASSUMED,
    ),
)

CRITICALS = (
    Rule("POL-CRIT-01", "A die equal to the final chances of a skill is critical: its mastery joins the margin.", AUTO),
    Rule("POL-CRIT-02", "For an attribute, half its level joins the margin.", AUTO),
    Rule("POL-CRIT-03", "A margin raised by a critical may exceed the chances.", AUTO),
    Rule("POL-CRIT-04", "A 20 with chances under 20 is a critical failure: a second d20 joins the margin.", AUTO),
    Rule(
        "POL-CRIT-05", "With chances of 20 or more a 20 is a critical success, and nothing is a critical failure.", AUTO
    ),
    Rule(
        "POL-CRIT-06",
        "A random test of any kind failed by 15 or more is a catastrophe, if the game master says so.",
        ASSIST,
        TEXT,
        OPTIONAL,
    ),
    Rule("POL-CRIT-07", "At chances of 1 only a 1 succeeds, critically.", AUTO),
    Rule("POL-CRIT-08", "A 20 on an impossible action is a critical failure.", AUTO, ASSUMED),
    Rule("POL-CRIT-09", "A catastrophe gives back a point of luck, or the test again.", ASSIST, FOUND),
    Rule("POL-CRIT-10", "A d10 suggests what a catastrophe does in a fight.", ASSIST, FOUND),
)

RETRIES = (
    Rule("POL-RETRY-01", "One test is one attempt; another may follow while it is possible.", AUTO),
    Rule("POL-RETRY-02", "A failure may change things so that trying again is harder, or over.", ASSIST),
    Rule("POL-RETRY-03", "Each new attempt under stress costs 1 more, or 3 in haste.", AUTO),
    Rule("POL-RETRY-04", "Or each new attempt is one degree harder.", AUTO),
    Rule("POL-RETRY-05", "Wary people may take the last failure's modifier into the next attempt.", AUTO),
    Rule("POL-RETRY-06", "A countdown gives an event and a number of attempts.", AUTO, tier=ADVANCED),
    Rule("POL-RETRY-07", "A catastrophe may cost one or two attempts more.", ASSIST, tier=ADVANCED),
    Rule(
        "POL-RETRY-08",
        "When the attempts run out the event happens; a success ends the countdown.",
        AUTO,
        tier=ADVANCED,
    ),
    Rule(
        "POL-RETRY-09",
        "The number of attempts fits the difficulty, with its chance shown to the game master.",
        ASSIST,
        tier=ADVANCED,
    ),
    Rule("POL-RETRY-10", "A countdown is visible as marks or hidden.", AUTO, ASSUMED, ADVANCED),
)

NON_RANDOM = (
    Rule("POL-NRT-01", "Tests without a die are an option of the campaign.", AUTO, tier=ADVANCED),
    Rule(
        "POL-NRT-02",
        "Four conditions must hold: good means, no stress, no danger, an average aim.",
        ASSIST,
        tier=ADVANCED,
    ),
    Rule("POL-NRT-03", "Chances at or over a threshold succeed with half of them as margin.", AUTO, ASSUMED, ADVANCED),
)

OPPOSED = (
    Rule("POL-OPP-01", "Each side tests; one success wins, two compare margins, none gives nothing.", AUTO),
    Rule("POL-OPP-02", "Equal margins give nothing.", AUTO, FOUND),
    Rule("POL-OPP-03", "Either side of an opposition may be secret.", AUTO, ASSUMED),
    Rule("POL-OPP-04", "One roll of the acting side meets each opponent's own.", AUTO, ASSUMED),
)

TURN = (
    Rule("POL-TURN-01", "Violence starts combat turns, and they end when no threat is left.", ASSIST),
    Rule("POL-TURN-02", "A turn lasts about five seconds.", AUTO),
    Rule("POL-TURN-03", "A turn has as many phases as the highest initiative.", AUTO),
    Rule("POL-TURN-04", "A fighter acts at the phase equal to his initiative.", AUTO),
    Rule(
        "POL-TURN-05",
        "Steps are surprise, initiative, declarations, resolution, fatigue, end; a new turn skips surprise.",
        AUTO,
    ),
    Rule("POL-TURN-06", "Results hold at once, for all who act later in the turn.", AUTO),
    Rule("POL-TURN-07", "The margin's degree scales what is told.", ASSIST),
    Rule("POL-TURN-08", "A new turn brings back base initiatives and clears declarations, not modes or wounds.", AUTO),
    Rule("POL-TURN-09", "A slower fighter may still cut into a long action.", ASSIST, FOUND),
    Rule("POL-TURN-10", "A turn holds one action, its preparations and a free action.", ASSIST, FOUND),
)

INITIATIVE = (
    Rule("POL-INIT-01", "Base initiative is Réaction with its bonuses and maluses, without a die.", AUTO),
    Rule("POL-INIT-02", "The health malus lowers base initiative, from the next turn on.", AUTO),
    Rule("POL-INIT-03", "In powered armour the skill to handle it caps Réaction.", AUTO, tier=OPTIONAL),
    Rule("POL-INIT-04", "Current initiative starts at the base and moves with what happens.", AUTO),
    Rule("POL-INIT-05", "A marker moves at once with its fighter's initiative.", AUTO),
    Rule("POL-INIT-06", "The slowest declares first.", AUTO),
    Rule("POL-INIT-07", "A declaration says the action, the target, and how.", AUTO),
    Rule("POL-INIT-08", "A change of initiative by a declaration holds at once.", AUTO),
    Rule("POL-INIT-09", "Who announces only a preparation may finish declaring after the slower ones.", AUTO),
    Rule("POL-INIT-10", "Dithering may cost 2 or 3 points of initiative.", ASSIST),
    Rule("POL-INIT-11", "The fastest acts first.", AUTO),
    Rule("POL-INIT-12", "At one phase the higher Réaction with maluses acts first, and to the end.", AUTO),
    Rule("POL-INIT-13", "Equal in that too, both act on the same moment, and both effects land.", AUTO),
    Rule("POL-INIT-14", "Simultaneous declarations may be secret, and are shown together.", AUTO),
    Rule("POL-INIT-15", "At equal initiative the lower Réaction declares first.", AUTO),
    Rule(
        "POL-INIT-16",
        "Rushing gives +3 initiative and costs 5 on the action; it cannot be delayed.",
        AUTO,
        TEXT,
        OPTIONAL,
    ),
    Rule("POL-INIT-17", "A fighter may declare to wait for a later phase, and goes first there.", AUTO),
    Rule("POL-INIT-18", "Each preparation costs its own initiative.", AUTO),
    Rule(
        "POL-INIT-19", "Initiative spent to 0 or less puts the action off to the start of the next turn.", AUTO, FOUND
    ),
    Rule("POL-INIT-20", "Several attacks must be declared, with their markers.", AUTO),
    Rule("POL-INIT-21", "Two attacks cost 5 each, three cost 7, five phases apart.", AUTO, tier=ADVANCED),
    Rule("POL-INIT-22", "A mode of combat is chosen with the declaration.", AUTO, tier=OPTIONAL),
    Rule("POL-INIT-23", "A test of Adaptation lets a fighter change his mind.", ASSIST, tier=OPTIONAL),
    Rule("POL-INIT-24", "Any event may move an initiative.", ASSIST),
    Rule("POL-INIT-25", "Unimportant opponents may share a marker.", ASSIST),
)

SURPRISE = (
    Rule("POL-SURP-01", "Who is not aware of the attack tests Réaction.", ASSIST),
    Rule("POL-SURP-02", "The margin of a success is the initiative of that first turn.", AUTO),
    Rule("POL-SURP-03", "A failure loses the turn, and the next is as usual.", AUTO),
    Rule("POL-SURP-04", "The game master may ease or burden each test of surprise.", ASSIST),
    Rule("POL-SURP-05", "The health malus counts once in it.", AUTO),
    Rule("POL-SURP-06", "When both sides are surprised everybody tests for himself.", AUTO),
    Rule("POL-SURP-07", "If both fail, both lose the first turn and nobody tests again.", AUTO),
    Rule("POL-SURP-08", "A surprised fighter defends only against who he sees.", AUTO),
    Rule(
        "POL-SURP-09", "An unseen attacker strikes once before initiative; one who shows himself has +5.", ASSIST, FOUND
    ),
    Rule("POL-SURP-10", "Noticing the danger in time leaves no surprise.", ASSIST, FOUND),
    Rule("POL-SURP-11", "New foes in a fight call for a test of Réaction.", ASSIST, FOUND, OPTIONAL),
    Rule("POL-SURP-12", "Being on guard or on alert helps against surprise, at a price.", ASSIST, FOUND, ADVANCED),
)

DAMAGE = (
    Rule("POL-DMG-01", "A hit is worked in order: place, damage, armour, severity, counter, shock.", AUTO, FOUND),
    Rule("POL-DMG-02", "The modifier of the attack's margin joins the damage.", AUTO),
    Rule("POL-DMG-03", "Damage adds dice and modifiers, then resistance, less armour; 0 at least.", AUTO, FOUND),
    Rule("POL-DMG-04", "Damage reaching 5, 10, 15, 20, 25 or 30 gives the severity of the wound.", AUTO),
    Rule("POL-DMG-05", "A d20 gives the place hit, by one table for shots and one for melee.", AUTO, FOUND),
    Rule("POL-DMG-06", "Aiming at a place costs 3 to 10.", AUTO, FOUND),
    Rule("POL-DMG-07", "Armour counts where it covers; the best layer alone.", AUTO, FOUND),
    Rule("POL-DMG-08", "A bare hand does 1d6.", AUTO, FOUND),
    Rule("POL-DMG-09", "A short list of weapons and protections comes with the game.", AUTO, FOUND),
)

WOUNDS = (
    Rule("POL-WOUND-01", "Each place has its number of boxes for each severity.", AUTO),
    Rule("POL-WOUND-02", "A wound ticks one box of its place and severity.", AUTO),
    Rule("POL-WOUND-03", "A wound on a full row erases it and ticks one box above.", AUTO),
    Rule("POL-WOUND-04", "A box ticked that way counts as a wound of that severity, and may cross again.", AUTO),
    Rule("POL-WOUND-05", "The last row of head or body is death.", AUTO),
    Rule("POL-WOUND-06", "The last row of a limb is its loss; later wounds there count for nothing.", AUTO),
    Rule("POL-WOUND-07", "A wound's effects hold as soon as it is marked.", AUTO),
    Rule("POL-WOUND-08", "A light wound costs 1 on tests.", AUTO),
    Rule("POL-WOUND-09", "A moderate wound costs 3 on tests.", AUTO),
    Rule("POL-WOUND-10", "A serious wound costs 5, may slow, and calls for a shock test on body and head.", AUTO),
    Rule("POL-WOUND-11", "A critical wound costs 10, slows, and calls for a shock test everywhere.", AUTO),
    Rule("POL-WOUND-12", "A mortal wound leaves nothing that needs a test.", AUTO),
    Rule("POL-WOUND-13", "A fatal wound kills, or takes the limb and leaves nothing that needs a test.", AUTO),
    Rule("POL-WOUND-14", "Of several wounds only the worst counts.", AUTO, FOUND),
    Rule("POL-WOUND-15", "The game master says whether a critical wound bleeds and must be stabilised.", ASSIST),
    Rule("POL-WOUND-16", "Premiers soins stabilises, against a clock of minutes.", AUTO, FOUND),
    Rule("POL-WOUND-17", "Overexertion and infection make a wound worse.", ASSIST),
    Rule("POL-WOUND-18", "A grave enough wound leaves sequelae of the game master's choice.", ASSIST),
    Rule("POL-WOUND-19", "The strictest limit of pace among the wounds holds.", AUTO, ASSUMED),
    Rule("POL-WOUND-20", "The wound malus counts once in every test, and in Réaction.", AUTO),
    Rule("POL-WOUND-21", "Each step of healing takes its time and its care.", ASSIST, FOUND, OPTIONAL),
    Rule("POL-WOUND-22", "Of a minor opponent only the worst wound is kept.", ASSIST, FOUND, OPTIONAL),
    Rule("POL-WOUND-23", "Any box may be ticked or cleared by hand, and undone exactly.", AUTO, ASSUMED),
)

SHOCK = (
    Rule(
        "POL-SHOCK-01",
        "A d20 over one threshold stuns, over the other knocks out; a malus lowers both.",
        AUTO,
        TEXT,
        OPTIONAL,
    ),
    Rule("POL-SHOCK-02", "The malus of the wound table applies to the shock test.", AUTO, TEXT, OPTIONAL),
    Rule("POL-SHOCK-03", "The stunned cannot attack and have 5 less on everything.", AUTO, FOUND, OPTIONAL),
    Rule("POL-SHOCK-04", "The unconscious do nothing, and wake up stunned.", AUTO, FOUND, OPTIONAL),
    Rule("POL-SHOCK-05", "Severity and place give how long it lasts.", AUTO, FOUND, OPTIONAL),
    Rule("POL-SHOCK-06", "Blunt weapons shock harder than they wound.", AUTO, FOUND, OPTIONAL),
)

MELEE = (
    Rule("POL-MELEE-01", "Melee is an opposition of the skills of both weapons.", AUTO),
    Rule("POL-MELEE-02", "The attacker who wins hits; otherwise nothing does.", AUTO, FOUND),
    Rule(
        "POL-MELEE-03",
        "An armed defender may wound the unarmed attacker he beats in any opposed test of melee.",
        AUTO,
        tier=OPTIONAL,
    ),
    Rule(
        "POL-MELEE-04",
        "Two, three or four opponents, in contact or about to attack, cost 5, 7 or 10 in attack and defence.",
        AUTO,
    ),
    Rule("POL-MELEE-05", "At most four engage one fighter.", AUTO),
    Rule("POL-MELEE-06", "A long weapon has a bonus in melee.", AUTO),
    Rule("POL-MELEE-07", "Of two long weapons the longer keeps the difference.", AUTO),
    Rule(
        "POL-MELEE-08",
        "Who beats a long weapon in any opposed test of melee may close in: its bonus becomes a malus.",
        AUTO,
    ),
    Rule("POL-MELEE-09", "In a confined space long weapons are a malus.", AUTO),
    Rule("POL-MELEE-10", "Five modes of combat trade attack for defence.", ASSIST, tier=OPTIONAL),
    Rule("POL-MELEE-11", "The situation of either side changes its chances.", ASSIST, FOUND),
    Rule("POL-MELEE-12", "Two weapons give the attacker +3.", AUTO),
    Rule("POL-MELEE-13", "A defenceless target is a simple test at +5.", AUTO, FOUND),
    Rule("POL-MELEE-14", "Fighters engage within 3 metres.", ASSIST, FOUND),
    Rule("POL-MELEE-15", "Fighting blind takes a test to be allowed one attack at −7.", AUTO, FOUND, OPTIONAL),
)

MARTIAL = (
    Rule(
        "POL-MARTIAL-01",
        "A martial art used in a turn limits Combat à mains nues or Combat armé, for that test or for the turn.",
        ASSIST,
    ),
    Rule("POL-MARTIAL-02", "At most one technique is used in a turn.", AUTO),
    Rule("POL-MARTIAL-03", "Some techniques may be tried without the skill.", AUTO),
    Rule("POL-MARTIAL-04", "An offensive technique needs the initiative and a fitting mode.", AUTO),
    Rule("POL-MARTIAL-05", "Frappe puissante adds 3 to the damage, on top of a charge.", AUTO),
    Rule("POL-MARTIAL-06", "Frappe incapacitante adds a shock test at −5, or 5 to the malus of the wound's own.", AUTO),
    Rule("POL-MARTIAL-07", "Frappe précise takes 3 off the malus of aiming.", AUTO),
    Rule("POL-MARTIAL-08", "Enchaînement makes two or three attacks at smaller maluses.", AUTO),
    Rule("POL-MARTIAL-09", "Two weapons give one more attack, at −5.", AUTO),
    Rule("POL-MARTIAL-10", "Balayage costs its target initiative, or his feet.", AUTO, FOUND),
    Rule("POL-MARTIAL-11", "A defensive technique needs a fitting mode.", AUTO, FOUND),
    Rule("POL-MARTIAL-12", "Garde de combat takes 3 from the opponent.", AUTO, FOUND),
    Rule("POL-MARTIAL-13", "Contre-attaque simultanée adds a test at −5 in defence.", AUTO, FOUND),
    Rule("POL-MARTIAL-14", "Esquive gives the bonus of a retreat without the ground.", AUTO, FOUND),
    Rule("POL-MARTIAL-15", "Two weapons give +3 in defence.", AUTO, FOUND),
    Rule("POL-MARTIAL-16", "Several opponents cost 3 less.", AUTO, FOUND),
    Rule("POL-MARTIAL-17", "Dégagement frees from a hold, and may answer it.", AUTO, FOUND),
    Rule("POL-MARTIAL-18", "A weapon may be held at somebody, against his Réaction.", ASSIST, FOUND),
    Rule("POL-MARTIAL-19", "Wrestling needs a fitting mode, and a hold first.", AUTO, FOUND),
    Rule("POL-MARTIAL-20", "Clé controls whoever fails against it, and may wound.", AUTO, FOUND),
    Rule("POL-MARTIAL-21", "Étranglement makes faint, then kills.", AUTO, FOUND),
    Rule("POL-MARTIAL-22", "Projection throws, for 1d6 and the modifiers.", AUTO, FOUND),
)

RANGED = (
    Rule("POL-RANGED-01", "A shot is a simple test.", AUTO, FOUND),
    Rule("POL-RANGED-02", "Five ranges run from +5 to −15.", AUTO, FOUND),
    Rule("POL-RANGED-03", "The size of the target gives −10 to +15.", ASSIST, FOUND),
    Rule("POL-RANGED-04", "Movement, cover and darkness make a shot harder, or impossible.", ASSIST, FOUND),
    Rule("POL-RANGED-05", "A single shot changes nothing.", AUTO, FOUND),
    Rule("POL-RANGED-06", "More rounds give a small bonus, to hit or in damage.", AUTO, FOUND),
    Rule("POL-RANGED-07", "An aimed shot buys +1 for 2 points of initiative, up to +5.", AUTO, FOUND),
    Rule("POL-RANGED-08", "Tir automatique limits the skill of the weapon.", AUTO, FOUND),
    Rule("POL-RANGED-09", "A short burst gives 3 to hit or 5 in damage.", AUTO, FOUND),
    Rule("POL-RANGED-10", "A long burst gives 2 to hit and in damage for every 5 rounds.", AUTO, FOUND),
    Rule("POL-RANGED-11", "A sweeping burst takes one target for every 5 rounds.", AUTO, FOUND),
    Rule("POL-RANGED-12", "Suppressive fire makes everybody in its zone test his luck.", ASSIST, FOUND),
    Rule("POL-RANGED-13", "Two pistols give +3 or a second target.", AUTO, FOUND),
    Rule("POL-RANGED-14", "An instinctive shot is a rushed one.", AUTO, FOUND, OPTIONAL),
    Rule("POL-RANGED-15", "Blind fire takes a test, a shot at −15 and a test of luck.", AUTO, FOUND, OPTIONAL),
    Rule("POL-RANGED-16", "A stray bullet is a test of luck.", ASSIST, FOUND, OPTIONAL),
)

LUCK = (
    Rule("POL-LUCK-01", "A test of luck is a d20 under the present luck.", AUTO, FOUND),
    Rule("POL-LUCK-02", "A point gives +5 before a test, which then has no margin and no critical.", AUTO, FOUND),
    Rule("POL-LUCK-03", "A point buys a favourable event or a clue.", ASSIST, FOUND),
    Rule("POL-LUCK-04", "A point makes a serious wound one severity lighter, two points at most.", AUTO, FOUND),
    Rule("POL-LUCK-05", "At 3 or less no point may be spent.", AUTO, FOUND),
    Rule("POL-LUCK-06", "Luck comes back by catastrophes, good ideas and the end of a scenario.", ASSIST, FOUND),
)

FATIGUE = (
    Rule("POL-FAT-01", "Six levels of fatigue cost up to 10; a failed test is the next one.", AUTO, TEXT, ADVANCED),
    Rule("POL-FAT-02", "Endurance, Constitution or Volonté is tested, by the effort.", AUTO, FOUND, ADVANCED),
    Rule("POL-FAT-03", "Fatigue does not add to wounds.", AUTO, FOUND, ADVANCED),
)

CATALOGUE = (
    *(*GENERAL, *SHEET, *TESTS, *CRITICALS, *RETRIES, *NON_RANDOM, *OPPOSED, *TURN, *INITIATIVE, *SURPRISE),
    *(*DAMAGE, *WOUNDS, *SHOCK, *MELEE, *MARTIAL, *RANGED, *LUCK, *FATIGUE),
)
