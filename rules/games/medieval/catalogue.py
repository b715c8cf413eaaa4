"""Every rule of the medieval fantasy game by its ID: one line of our own each, in the order of the digest."""

from rules.catalogue import Rule

AUTO, ASSIST = "automated", "assisted"
FOUND, ASSUMED = "found", "assumed"

TIME = (
    Rule("MED-TIME-01", "A sequence lasts about 30 seconds: five rounds of about 6 seconds.", AUTO),
    Rule("MED-INIT-01", "Initiative is 2d10 + Vitesse, rolled once; the highest acts first.", AUTO),
    Rule("MED-INIT-02", "Whoever leaves the initiative to the adversary rolls nothing and acts last.", AUTO),
    Rule("MED-INIT-03", "Several who leave it roll 2d10 + Sagesse among them: the highest acts last.", AUTO),
    Rule("MED-INIT-04", "The order lasts the whole fight, unless each sequence rolls it again.", AUTO, ASSUMED),
    Rule("MED-INIT-05", "Equal totals: Vitesse, player characters, listed order; in the tail, Sagesse.", AUTO, ASSUMED),
    Rule("MED-TURN-01", "In each round everybody acts in order, after the declarations of its start.", AUTO),
)
MOVEMENT = (
    Rule("MED-MOVE-01", "Terrain and pace multiply the movement; on flat ground Vitesse adds metres.", AUTO),
    Rule("MED-MOVE-02", "A movement is 5 metres a round where the sheet says nothing else.", AUTO, ASSUMED),
    Rule("MED-MOVE-03", "Outside of melee, and without attacking, one moves at full combat speed.", AUTO),
    Rule("MED-SPRINT-01", "From its second round on, a sprint takes a Robustesse roll or a point of fatigue.", AUTO),
    Rule("MED-SPRINT-02", "Stealth at a sprint is rolled at −8.", AUTO),
    Rule("MED-SPRINT-03", "A round without sprinting lets the next sprint begin anew.", AUTO, ASSUMED),
    Rule("MED-FAT-01", "Each point of fatigue takes 1 from every roll of 2d10, or from attacks alone.", AUTO, ASSUMED),
    Rule("MED-MOVEACT-01", "Shooting or throwing leaves half a movement, before or after, never a sprint.", AUTO),
    Rule("MED-MOVEACT-02", "Casting a spell or a hex leaves half a movement too.", ASSIST),
    Rule("MED-MOVEACT-03", "Contact means melee: one fights in the same round, and moves normally no more.", AUTO),
    Rule(
        "MED-MOVEACT-04",
        "The game master may allow a move in melee: Vitesse or Acrobatie against 15 to break off.",
        ASSIST,
    ),
    Rule(
        "MED-MOVEACT-05", "Fleeing gives up the attack: Vitesse or Acrobatie against 10, then a round of sprint.", AUTO
    ),
    Rule("MED-MOVEACT-06", "Shouting, ordering, dropping or drawing something takes no roll and no time.", AUTO),
    Rule("MED-MOVEACT-07", "What is trivial is rolled when it comes as an extra action.", ASSIST),
)
ROLLS = (
    Rule("MED-TEST-01", "A test is 2d10 and a trait or a skill against a difficulty from 0 to 60.", AUTO, FOUND),
    Rule("MED-TEST-02", "A test succeeds when its total is greater than the difficulty.", AUTO, FOUND),
    Rule("MED-TEST-03", "Opposed, who begins must have the greater total.", AUTO, ASSUMED),
    Rule("MED-ATT-01", "An attack of 2d10, natural bonus and mastery must exceed the Defence.", AUTO),
    Rule(
        "MED-ATT-02", "Combativité goes with Vitesse in melee, with Adresse thrown; shots use Acuité and Adresse.", AUTO
    ),
    Rule("MED-ATT-03", "Every weapon is used in melee, thrown, or shot.", AUTO),
    Rule("MED-ATT-04", "Manoeuvres, fatigue and circumstances modify an attack, each by name.", AUTO),
    Rule("MED-ATT-05", "Two tens always succeed, and critically; the house may decide otherwise.", AUTO, FOUND),
    Rule("MED-DEF-01", "The natural Defence is 10 + Vitesse + Acuité + Réflexes.", AUTO),
    Rule("MED-DEF-02", "In melee the mastery of the weapon used is added, if it is one for melee.", AUTO),
    Rule("MED-DEF-03", "Attacks in melee meet the Defence in melee, all others the natural one.", AUTO),
    Rule("MED-FAM-01", "A mastery serves with every weapon of its family.", AUTO),
    Rule("MED-FAM-02", "Each exotic weapon has a mastery of its own.", AUTO),
    Rule("MED-FAM-03", "A mastery is added to attacks, and to the Defence in melee.", AUTO),
)
DAMAGE = (
    Rule("MED-DMG-01", "A hit throws the dice of the weapon and adds its own flat part.", AUTO),
    Rule("MED-DMG-02", "Force is added in melee and thrown, never to what is shot; bonuses always.", AUTO),
    Rule("MED-DMG-03", "Armour reduces what is inflicted; the rest is lost in hit points.", AUTO),
    Rule("MED-DMG-04", "A critical hit triples the dice with their flat part, and nothing else.", AUTO),
    Rule("MED-DMG-05", "Armour never leaves less than nothing.", AUTO, ASSUMED),
    Rule("MED-DEATH-01", "At 0 hit points or less one is in a coma until they are positive again.", AUTO),
    Rule("MED-DEATH-02", "Death comes below −(10 + twice the level + twice Robustesse).", AUTO),
    Rule("MED-DEATH-03", "Who lies between 0 and that threshold is dying until stabilised.", AUTO),
    Rule(
        "MED-DEATH-04",
        "Each round the dying roll Robustesse against 10, or lose a hit point; so does who does not roll.",
        AUTO,
    ),
    Rule("MED-DEATH-05", "Three successes stabilise, three failures kill; a new wound starts it again.", AUTO),
    Rule("MED-DEATH-06", "Two character points help somebody who is dying.", AUTO),
    Rule("MED-DEATH-07", "Care by others gives hit points; below 1 the rolls go on.", ASSIST),
    Rule("MED-DEATH-08", "With positive hit points, however they came, one wakes and the counters are cleared.", AUTO),
)
MANOEUVRES = (
    Rule("MED-MAN-01", "A manoeuvre costs combat points, all of them reserved when it is declared.", AUTO),
    Rule("MED-MAN-02", "Manoeuvres are bought one by one with character points, Assaut up to three times.", AUTO),
    Rule("MED-MAN-03", "One manoeuvre per character and round.", AUTO),
    Rule("MED-MAN-04", "What changes one’s Defence or the opponent is declared at the start of the round.", AUTO),
    Rule("MED-MAN-05", "What answers an attack needs an opponent who acts first.", AUTO),
    Rule("MED-MAN-06", "Three manoeuvres cost 1 point alone when they come to nothing.", AUTO),
    Rule("MED-MAN-07", "A night gives all combat points back, an hour without fighting one.", ASSIST, ASSUMED),
    Rule(
        "MED-MANOEUVRE-FEINTE",
        "The opponent attacks the user at +5 first, and then defends at −5 against the user alone.",
        AUTO,
    ),
    Rule("MED-MANOEUVRE-ESQUIVE", "Defence +5 and attack −5, against everybody, for the round.", AUTO),
    Rule("MED-MANOEUVRE-RAGE", "Attack +5 and Defence −5, against everybody, for the round.", AUTO),
    Rule("MED-MANOEUVRE-ATTAQUE-FORCE", "Force is added to an attack in melee or thrown.", AUTO),
    Rule("MED-MANOEUVRE-ATTAQUE-HABILE", "Intelligence is added to an attack in melee.", AUTO),
    Rule("MED-MANOEUVRE-BLOCAGE-FORCE", "Force is added to the Defence against attacks in melee.", AUTO),
    Rule("MED-MANOEUVRE-DEFENSE-HABILE", "Intelligence is added to the Defence against attacks in melee.", AUTO),
    Rule(
        "MED-MANOEUVRE-ENCHAINEMENT", "After a hit without an answer: +3, growing by 3 each round until struck.", AUTO
    ),
    Rule("MED-MANOEUVRE-ATTAQUE-CONSTRUITE", "Two attack rolls, of which the better one counts.", AUTO),
    Rule("MED-MANOEUVRE-OEIL", "If the opponent hits, the user hits back automatically; if not, 1 point.", AUTO),
    Rule(
        "MED-MANOEUVRE-FEINTE-DESESPEREE",
        "The user takes normal damage, and hits back automatically with full damage.",
        AUTO,
    ),
    Rule("MED-MANOEUVRE-CONTRE-ATTAQUE", "If the opponent misses, the user hits automatically; if not, 1 point.", AUTO),
    Rule("MED-MANOEUVRE-DESTABILISATION", "The opponent’s Defence drops by 1d10 for everybody, once a fight.", AUTO),
    Rule(
        "MED-MANOEUVRE-COUP-FATAL",
        "A hit does 2d6 more, its maximum, or twice its dice; critical, all of it twice.",
        AUTO,
    ),
    Rule("MED-MANOEUVRE-ASSAUT", "One more attack per rank, each for 1 point, up to four attacks in all.", AUTO),
)
OTHER = (
    Rule("MED-SNEAK-01", "Whom this target has not spotted creeps up: Furtivité against the target’s Acuité.", ASSIST),
    Rule("MED-SNEAK-02", "A sneak attack meets the natural Defence.", AUTO),
    Rule("MED-SNEAK-03", "It inflicts twice its total, or the maximum, as the attacker chooses.", AUTO),
    Rule("MED-SNEAK-04", "Critically, its damage is computed as usual, then doubled as a whole.", AUTO),
    Rule("MED-SNEAK-05", "Together with Coup Fatal the better of the two counts.", AUTO, ASSUMED),
    Rule("MED-PUG-01", "Fists, elbows, knees and feet are a family of weapons for melee.", AUTO),
    Rule("MED-PUG-02", "They inflict Force and half the mastery, without a die.", AUTO),
    Rule("MED-LUTTE-01", "Nobody wrestles with somebody more than one and a half times as tall.", AUTO),
    Rule("MED-LUTTE-02", "Wrestling is an attack of its own family against the Defence in melee.", AUTO),
    Rule("MED-LUTTE-PROJ-01", "A throw brings down without harm: no attack, Defence −7.", AUTO),
    Rule("MED-LUTTE-PROJ-02", "Getting up in melee is an extra action: Acrobatie against 10.", ASSIST),
    Rule("MED-LUTTE-CLE-01", "Who is held neither attacks nor defends.", AUTO),
    Rule("MED-LUTTE-CLE-02", "A second wrestler joins with a roll, a third and a fourth without, none after.", AUTO),
    Rule("MED-LUTTE-DEGAG-01", "One roll of the victim must beat that of every wrestler who holds.", AUTO),
    Rule(
        "MED-LUTTE-PRESS-01",
        "Pressure is a hold that hurts each round, by one wrestler alone, neither held nor down.",
        AUTO,
    ),
    Rule("MED-PROG-01", "A level gives character points, and at some levels 1 more of every trait.", ASSIST, FOUND),
)

CATALOGUE = (*TIME, *MOVEMENT, *ROLLS, *DAMAGE, *MANOEUVRES, *OTHER)
