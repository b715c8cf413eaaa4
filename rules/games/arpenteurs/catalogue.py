"""Every rule of Arpenteurs by its ID: one line of our own each, in the order of the rulebook."""

from rules.catalogue import Rule

AUTO, ASSIST = "automated", "assisted"
ASSUMED = "assumed"

TIME = (
    Rule("ARP-TIME-01", "A round lasts six seconds, ten of them a minute.", AUTO),
    Rule("ARP-TIME-02", "Everybody acts on their initiative, or before and after it as a reaction.", AUTO),
)
ACTIONS = (
    Rule("ARP-ACT-01", "Everybody has two actions per round, talents may add some.", AUTO),
    Rule("ARP-ACT-02", "The actions of a round must differ; drawing a weapon is one of them.", AUTO),
    Rule("ARP-ACT-03", "A move may be taken twice.", AUTO),
    Rule("ARP-ACT-04", "Nobody attacks twice with one weapon, but with two weapons one may.", AUTO),
    Rule("ARP-ACT-05", "A reaction takes one action of the same allowance, and is compared with the others.", AUTO),
    Rule("ARP-ACT-06", "Who has dodged does not attack on their initiative in that round.", AUTO),
)
INITIATIVE = (
    Rule("ARP-INIT-01", "Initiative is a d6 and the Adresse, the highest total first.", AUTO),
    Rule("ARP-INIT-02", "Of equal totals the higher Adresse acts first.", AUTO),
    Rule("ARP-INIT-03", "Of equal Adresse a player character acts first.", AUTO),
    Rule("ARP-INIT-04", "A Boss goes before the player character it is tied with.", AUTO),
    Rule("ARP-INIT-05", "It is rolled once, when the fight begins.", AUTO, ASSUMED),
    Rule("ARP-INIT-06", "What is still equal keeps the listed order; the game master may change it.", AUTO, ASSUMED),
)
TESTS = (
    Rule("ARP-TEST-01", "A test is two d6 at or under a pair of characteristics and a skill.", AUTO, ASSUMED),
    Rule("ARP-TEST-02", "A success is worth its margin and one more in degrees.", AUTO, ASSUMED),
    Rule("ARP-TEST-03", "A double 1 is a critical success.", AUTO),
    Rule("ARP-TEST-04", "A double 6 is a critical failure.", AUTO, ASSUMED),
    Rule("ARP-TEST-05", "An attack tests the skill of its weapon, with the pair the game master asks for.", ASSIST),
)
REACTIONS = (
    Rule("ARP-REACT-01", "Who can hope to thwart what an adversary does may spend a reaction against it.", AUTO),
    Rule("ARP-REACT-02", "Both test, and the degrees of the loser are taken from those of the winner.", AUTO),
    Rule("ARP-REACT-03", "With equal degrees both actions fail.", AUTO),
    Rule("ARP-REACT-04", "A reaction does all that the same action would do.", AUTO),
    Rule("ARP-REACT-05", "One may decline; the attack is then a simple test.", AUTO),
    Rule("ARP-REACT-06", "A reaction is aimed at what triggers it, then and there.", AUTO),
)
DISTANCES = (
    Rule("ARP-DIST-01", "Melee reaches from 0 to 3 m, point-blank from 1 to 3 m.", AUTO),
    Rule("ARP-DIST-02", "Who is attacked within melee reach is engaged, and so is who attacks.", AUTO),
    Rule("ARP-DIST-03", "Only a retreat of a whole round leaves melee.", AUTO),
    Rule("ARP-DIST-04", "A long shooting weapon has −2 within melee reach.", AUTO),
    Rule("ARP-DIST-05", "Using it there gives those engaged an opportunity attack.", AUTO),
    Rule("ARP-DIST-06", "A short shooting weapon has +2 there instead.", AUTO),
    Rule("ARP-DIST-07", "A firearm has +1 at point-blank range.", AUTO),
    Rule("ARP-DIST-08", "From 1 to 3 m both of these modifiers count.", AUTO),
)
RANGE = (
    Rule("ARP-RANGE-01", "A shot has −1 for each segment of range after the first.", AUTO),
    Rule("ARP-RANGE-02", "Beyond five times the range only a double 1 hits.", AUTO),
    Rule("ARP-RANGE-03", "Even then the game master may say that it cannot reach.", ASSIST),
)
COVER = (
    Rule(
        "ARP-COVER-01", "A light cover costs the attacker 2, a medium one 4, a heavy one 6; who moves leaves it.", AUTO
    ),
    Rule("ARP-COVER-02", "A hit on a covered location is absorbed.", AUTO),
    Rule("ARP-COVER-03", "In melee a cover hinders and protects both, whoever is behind it.", AUTO),
    Rule("ARP-COVER-04", "Aiming past a cover avoids its absorption, not its malus.", AUTO),
    Rule("ARP-COVER-05", "Concealment costs what the game master says.", ASSIST),
)
ATTACKS = (
    Rule("ARP-ATK-01", "An attack on somebody without defence is a simple test, as shots usually are.", AUTO),
    Rule("ARP-ATK-02", "A dodge opposes an attack, and takes its degrees off even when it loses.", AUTO),
    Rule("ARP-ATK-03", "With equal degrees a dodge wins.", AUTO),
    Rule("ARP-ATK-04", "In melee any combat skill may answer an attack: the better one wounds the other.", AUTO),
    Rule("ARP-ATK-05", "Shots are not dodged, unless the game master allows it.", AUTO),
    Rule("ARP-ATK-06", "Against a shot one may dive behind a cover that a single action reaches.", ASSIST),
)
PLACES = (
    Rule("ARP-LOC-01", "A d6 gives the location of a hit, one for a whole burst.", AUTO),
    Rule("ARP-LOC-02", "A location aimed at is hit without a die.", AUTO),
    Rule("ARP-AIM-01", "One whole round of aiming gives +1, two give +2, for the shot that follows.", AUTO),
    Rule("ARP-AIM-02", "Aiming at a location costs 1.", AUTO),
    Rule("ARP-MOD-01", "The table of shooting modifiers, from +2 to −6.", AUTO),
    Rule("ARP-MOD-02", "Every modifier that applies is added.", AUTO),
)
BURSTS = (
    Rule("ARP-BURST-01", "A short burst does its damage once more for every two degrees.", AUTO),
    Rule("ARP-BURST-02", "A long burst does its damage once more for every degree.", AUTO),
    Rule("ARP-BURST-03", "Damage is never done more often than rounds were fired.", AUTO),
    Rule("ARP-BURST-04", "A burst cannot be aimed at a location.", AUTO),
    Rule("ARP-BURST-05", "A burst wastes the bonus of aiming.", AUTO),
    Rule("ARP-BURST-06", "A burst spends its rounds, or those that are left.", AUTO, ASSUMED),
)
MURDER = (
    Rule("ARP-ASSN-01", "Who comes within reach unnoticed may declare an assassination, with any weapon.", AUTO),
    Rule("ARP-ASSN-02", "It is an attack on somebody without defence, at −4.", AUTO),
    Rule("ARP-ASSN-03", "A cover struck over counts against it.", AUTO),
    Rule("ARP-ASSN-04", "It takes the whole ECG at once; only Sang-Froid saves.", AUTO),
)
LIFE = (
    Rule("ARP-SF-01", "At the moment of death a point of Sang-Froid averts that of an Arpenteur.", AUTO),
    Rule("ARP-SF-02", "Points come back only when the game master awards them.", ASSIST),
    Rule("ARP-ECG-01", "The ECG falls with damage; at 0 one dies.", AUTO, ASSUMED),
    Rule("ARP-DMG-01", "A hit does the damage of its weapon, less the armour there.", AUTO, ASSUMED),
    Rule("ARP-DMG-02", "Objects lying around can be seized, then swung or thrown.", ASSIST),
)

CATALOGUE: tuple[Rule, ...] = (
    *(*TIME, *ACTIONS, *INITIATIVE, *TESTS, *REACTIONS, *DISTANCES, *RANGE, *COVER),
    *(*ATTACKS, *PLACES, *BURSTS, *MURDER, *LIFE),
)
