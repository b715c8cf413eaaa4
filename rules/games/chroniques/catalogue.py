"""Every rule of Chroniques Oubliées by its ID: one line of our own each, in the order of the rulebook."""

from rules.catalogue import Rule

AUTO, ASSIST = "automated", "assisted"
FOUND, ASSUMED = "found", "assumed"

TIME = (
    Rule("CHO-TIME-01", "A fight is a series of rounds of about ten seconds.", AUTO),
    Rule("CHO-TIME-02", "Everybody has one turn per round.", AUTO),
)

SURPRISE = (
    Rule("CHO-SURPRISE-01", "Only a group that lay concealed where the fight begins can surprise another.", ASSIST),
    Rule("CHO-SURPRISE-02", "Everybody ambushed tests PER against 10 and the DEX of those in ambush.", AUTO),
    Rule("CHO-SURPRISE-03", "A skill bonus in stealth is added to that difficulty.", AUTO),
    Rule("CHO-SURPRISE-04", "Distance and surroundings give a bonus or a malus to the test.", ASSIST),
    Rule("CHO-SURPRISE-05", "Whoever fails is surprised, the others are not.", AUTO),
    Rule("CHO-SURPRISE-06", "Surprise lasts for the first turn of a fight only.", AUTO),
    Rule("CHO-SURPRISE-07", "Who is surprised does nothing, and has 5 DEF less for the first round.", AUTO, FOUND),
    Rule("CHO-SURPRISE-08", "Of several in ambush the lowest DEX and stealth count.", AUTO, ASSUMED),
    Rule("CHO-SURPRISE-09", "A PER test that equals the difficulty succeeds.", AUTO),
)

INITIATIVE = (
    Rule("CHO-INIT-01", "Each round goes from the highest score down, without a die.", AUTO),
    Rule("CHO-INIT-02", "At equal scores player characters act before the others.", AUTO),
    Rule("CHO-INIT-03", "At equal scores the player character with the higher PER acts first.", AUTO),
    Rule("CHO-INIT-04", "What is still equal keeps the listed order, and players may swap.", AUTO, ASSUMED),
    Rule("CHO-INIT-05", "The score is 10, DEX and PER, less the encumbrance of the armour.", AUTO, FOUND),
    Rule("CHO-INIT-06", "One may lower the score of a round to act later; at 0 the turn is lost.", AUTO, FOUND),
)

ACTIONS = (
    Rule("CHO-ACT-01", "Actions are limited, of movement, of attack, or free: L, M, A, F.", AUTO),
    Rule("CHO-ACT-02", "A limited action uses a limited ability.", ASSIST),
    Rule("CHO-ACT-03", "A movement action goes about 20 m, or does anything else that is no attack.", ASSIST),
    Rule("CHO-ACT-04", "An attack action is a normal attack, or an ability that attacks.", AUTO),
    Rule("CHO-ACT-05", "A free action comes on top, such as a few words or a thing dropped.", ASSIST),
    Rule("CHO-ACT-06", "A turn holds one L, or one M and one A, or two M; or less.", AUTO),
    Rule("CHO-ACT-07", "An attack or a move that an ability makes free takes nothing of the turn.", AUTO),
    Rule("CHO-ACT-08", "Free actions have no number, but the game master may end them.", ASSIST),
)

ATTACKS = (
    Rule("CHO-ATK-01", "An attack is a d20 and the score that goes with the weapon.", AUTO),
    Rule("CHO-ATK-02", "What is physical meets DEF, what is psychic meets DEP, unless something says otherwise.", AUTO),
    Rule("CHO-ATK-03", "A total that equals the defence hits.", AUTO),
    Rule("CHO-ATK-04", "A total below the defence misses.", AUTO),
    Rule("CHO-ATK-05", "A natural 20 is a critical success, a natural 1 a critical failure.", AUTO, FOUND),
    Rule("CHO-ATK-06", "A difference of 10 or more is critical too, in either direction.", AUTO, FOUND),
)

DAMAGE = (
    Rule("CHO-DMG-01", "Damage is the dice of the weapon, with FOR at contact; 1 at least.", AUTO, FOUND),
    Rule("CHO-DMG-02", "A critical hit doubles the whole damage, or gives an advantage instead.", ASSIST, FOUND),
    Rule("CHO-DMG-03", "Damage reduction comes off last, down to nothing.", AUTO, FOUND),
    Rule("CHO-DMG-04", "The wound threshold lost in one blow, or 0 hp, makes a severe wound.", AUTO, FOUND),
    Rule("CHO-DMG-05", "At 0 hp one is unconscious, and dies after some rounds without first aid.", ASSIST, ASSUMED),
)

STATES = (
    Rule("CHO-STATE-01", "Detrimental states lower scores, dice and what a turn may hold.", AUTO, FOUND),
    Rule("CHO-TEST-01", "An ability test is a d20 and its modifier against a difficulty.", AUTO, FOUND),
)

CATALOGUE: tuple[Rule, ...] = (*TIME, *SURPRISE, *INITIATIVE, *ACTIONS, *ATTACKS, *DAMAGE, *STATES)
