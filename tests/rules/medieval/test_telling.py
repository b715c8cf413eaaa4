"""Texts of the medieval game: every effect, every act, the order, and what outlasts a round."""

import pytest

from rules.core.check import Breakdown, Modifier
from rules.core.scene import Action
from rules.core.script import Effect
from rules.core.text import Text
from tests.rules.medieval.play import FOE, HERO, MEDIEVAL, Table
from tests.rules.medieval.play import three as table


def landed(here, kind, target, value=None):
    here.scene = here.scene.with_changes(MEDIEVAL.land(here.scene, Effect(kind, target, value)))
    return here


def words(here, kind, value=None, target="orc", tell=MEDIEVAL.describe):
    found = tell(here.scene, Effect(kind, target, value))
    return None if found is None else str(found)


TOLD = [
    # kind, value, what who may know reads, what everybody reads
    ("damage", {"damage": 5}, "loses 5 hp", "is hit"),
    ("damage", {"damage": 0}, "is hit without harm", "is hit without harm"),
    ("damage", {"damage": 12}, "loses 12 hp: falls into a coma", "falls into a coma"),
    ("damage", {"damage": 24}, "loses 24 hp: falls into a coma", "falls into a coma"),
    ("damage", {"damage": 25}, "loses 25 hp: dies", "dies"),
    ("pc", {"by": -2, "why": "oeil"}, "−2 PC: Eye for an Eye", None),
    ("pc", {"by": 1}, "+1 PC", None),
    ("pp", {"by": -2}, "−2 PP", None),
    ("fatigue", {"by": 1}, "fatigue +1", None),
    ("moved", {"metres": 8}, *["moves 8 m at most"] * 2),
    ("not_allowed", None, *["the game master does not allow it"] * 2),
    ("destabilise", {"by": 7}, *["Defence −7 against everybody"] * 2),
    ("prone", True, *["is on the ground"] * 2),
    ("prone", False, *["stands again"] * 2),
    ("hold", {"by": "ada", "technique": "cle"}, *["is held by ada: Hold"] * 2),
    ("let_go", {"by": "ada"}, *["is held by ada no longer"] * 2),
    ("free", None, *["is free"] * 2),
    ("firm", None, *["stays held"] * 2),
    ("flee", None, *["flees from the melee"] * 2),
    ("break_off", None, *["breaks off from the melee"] * 2),
    ("spotted", {"by": "ada"}, *["is spotted by ada"] * 2),
    ("unseen", {"by": "ada"}, *["has not been spotted by ada"] * 2),
    ("modifier", {"attack": -2, "defence": 0, "lasts": "round", "why": ""}, "attack −2, Defence 0", None),
    ("modifier", {"attack": 0, "defence": -4, "lasts": "fight", "why": "Venin"}, "Venin: attack 0, Defence −4", None),
    ("unseen", None, *["has not been spotted"] * 2),
    ("spotted", None, *["is in full view"] * 2),
    ("draw", "sword", *["draws: Épée"] * 2),
    ("drop", None, *["drops what was held"] * 2),
    ("heal", {"amount": 3}, "regains 3 hp", None),
    ("heal", {"amount": 30}, "regains 8 hp", None),
    ("level_up", None, "gains a level and its character points", None),
    ("init", {"leave": True}, *["leaves the initiative to the adversary"] * 2),
    ("init", {"leave": True, "wisdom": 9}, None, None),
    ("init", {"roll": 12}, None, None),
    ("death", {"successes": 1}, "successes 1/3, failures 0/3, hit points 12 (threshold −12)", None),
    ("begun", None, None, None),
]


@pytest.mark.rules("MED-DMG-03", "MED-DEATH-01", "MED-DEATH-02", "MED-LUTTE-CLE-01")
@pytest.mark.parametrize(("kind", "value", "known", "open_to_all"), TOLD)
def test_effects_tell_their_numbers_only_to_those_who_may_know_them(kind, value, known, open_to_all):
    here = table()
    assert (words(here, kind, value), words(here, kind, value, tell=MEDIEVAL.public)) == (known, open_to_all)


@pytest.mark.rules("MED-DMG-03")
def test_a_loss_is_told_with_its_terms_only_where_they_come_to_it():
    lines = Breakdown(Modifier(Text("Dice"), 6)).plus(Modifier(Text("RD"), -2))
    here = table()
    assert words(here, "damage", {"damage": 4, "lines": lines}) == "loses 4 hp (Dice 6, RD −2)"
    assert words(here, "damage", {"damage": 3, "lines": lines}) == "loses 3 hp"


@pytest.mark.rules("MED-DEATH-05", "MED-DEATH-08")
@pytest.mark.parametrize(
    ("dying", "value", "known", "seen"),
    [
        (
            {"successes": 2},
            {"successes": 1},
            "successes 3/3, failures 0/3, hit points −2 (threshold −12): is stabilised",
            "is stabilised",
        ),
        ({"failures": 2}, {"failures": 1}, "successes 0/3, failures 3/3, hit points −3 (threshold −12): dies", "dies"),
        ({}, {"failures": 1}, "successes 0/3, failures 1/3, hit points −3 (threshold −12)", "stays in a coma"),
    ],
)
def test_three_and_three_are_counted_aloud(dying, value, known, seen):
    fallen = {**FOE, "hp": {"max": 20, "current": -2}, "dying": dying}
    here = Table(("ada", "pc", HERO), ("orc", "foe", fallen))
    assert words(here, "death", value) == known
    assert words(here, "death", value, tell=MEDIEVAL.public) == seen
    assert words(here, "heal", {"amount": 3}) == "regains 3 hp and wakes up"
    assert words(here, "heal", {"amount": 2}) == "regains 2 hp"


@pytest.mark.rules("MED-MAN-04")
def test_a_manoeuvre_declared_in_secret_is_not_named_by_its_price():
    here = table(settings={"manoeuvre": {"sealed": True}})
    assert words(here, "pc", {"by": -2, "why": "oeil"}) == "−2 PC"


@pytest.mark.rules("MED-MANOEUVRE-ENCHAINEMENT")
def test_only_the_end_of_a_chain_is_told():
    here = landed(table(), "chain", "orc", {"event": "chain"})
    assert words(here, "chain", {"event": "enemy_hit_melee"}) == "loses the chain of attacks"
    assert words(here, "chain", {"event": "own_miss"}) is None
    assert words(here, "chain", {"event": "enemy_hit_melee"}, target="ada") is None


@pytest.mark.rules("MED-TIME-01", "MED-SPRINT-03", "MED-MANOEUVRE-DESTABILISATION", "MED-SNEAK-01")
def test_places_and_memories_of_the_fight_outlast_a_round():
    here = table()
    marks = {
        "engaged": {"orc": True},
        "prone": True,
        "held": {"orc": "cle", "ghost": "cle"},
        "destabilised": {"by": 4, "round": 1},
        "unseen": True,
        "sprint": 2,
        "turn": {"manoeuvre": "rage", "sprinted": True},
        "chain": {"struck": True},
        "choice": "roll",
    }
    here.scene = here.scene.with_changes([here.scene.mark("ada", key, value) for key, value in marks.items()])
    landed(here, "round", "gm", 2)
    kept = dict(here.scene.fighters["ada"].marks)
    assert kept.pop("init")
    assert kept == {
        "engaged": {"orc": True},
        "prone": True,
        "held": {"orc": "cle"},
        "destabilised": {"by": 4, "round": 1},
        "unseen": True,
        "sprint": 2,
        "chain": {"primed": True},
    }
    landed(here, "round", "gm", 3)
    assert "sprint" not in here.scene.fighters["ada"].marks, "a round without sprinting"
    landed(here, "over", "gm")
    assert not here.scene.fighters["ada"].marks and here.scene.marks == {"over": True}


@pytest.mark.parametrize(
    ("kind", "hurts"),
    [("damage", True), ("death", True), ("hold", True), ("prone", True), ("heal", False), ("pc", False)],
)
def test_harmful_effects_are_those_a_table_may_confirm(kind, hurts):
    assert MEDIEVAL.hurts(Effect(kind, "ada")) == hurts


@pytest.mark.rules("MED-INIT-01", "MED-TURN-01", "MED-LUTTE-CLE-01", "MED-MANOEUVRE-FEINTE")
def test_the_turn_order_marks_the_active_the_done_and_the_out():
    here = table(settings={"manoeuvre": {"order_strict": False}}, declared=False)
    here.do("declare_feinte", "ada", target="orc").do("finish", "ada")
    marks = [
        here.scene.mark("orc", "prone", True),
        here.scene.mark("orc", "held", {"ada": "cle"}),
        here.scene.mark("orc", "destabilised", {"by": 4, "round": 1}),
        here.scene.mark("orc", "chain", {"count": 2}),
        here.scene.mark("bob", "init", {"leave": True, "wisdom": 9}),
        here.scene.write("bob", "hp.current", -1),
    ]
    here.scene = here.scene.with_changes(marks)
    shown = [(one.fighter, one.at, one.state, one.note and str(one.note)) for one in MEDIEVAL.order(here.scene)]
    told = "on the ground, held by ada, feint of ada: attack +5, then Defence −5, Defence −4, chain: 2"
    assert shown == [
        ("ada", "40", "done", None),
        ("orc", "39", "now", told),
        ("bob", "9", "out", "left the initiative, dying"),
    ]


@pytest.mark.rules("MED-TURN-01", "MED-MAN-03", "MED-MANOEUVRE-ASSAUT", "MED-LUTTE-CLE-01")
@pytest.mark.parametrize(
    ("marks", "part"),
    [
        ({}, "ada’s turn: one action and one manoeuvre left"),
        ({"turn.manoeuvre": "rage"}, "ada’s turn: one action left"),
        ({"turn.assault": 2}, "ada’s turn: Assault, 2 attacks left"),
        ({"held": {"orc": "cle"}}, "ada’s turn: held"),
    ],
)
def test_the_headline_names_the_rest_of_a_turn(marks, part):
    here = table()
    here.scene = here.scene.with_changes([here.scene.mark("ada", key, value) for key, value in marks.items()])
    found = MEDIEVAL.headline(here.scene)
    assert (str(found.round), str(found.part)) == ("Sequence 1, round 1 of 5", part)


@pytest.mark.rules("MED-INIT-02", "MED-MAN-04")
def test_the_public_state_of_a_fighter():
    here = Table(("ada", "pc", HERO), ("orc", "foe", FOE), placed=False).do("start")
    here.do("take_initiative", "ada").do("leave_initiative", "orc")
    said = [str(MEDIEVAL.intent(here.scene, one)) for one in ("ada", "orc")]
    assert said == ["takes the initiative", "leaves the initiative"]
    here = table(declared=False).do("declare_rage", "ada")
    assert str(MEDIEVAL.intent(here.scene, "ada")) == "Battle Rage: attack +5, Defence −5"
    assert MEDIEVAL.intent(here.scene, "orc") is None


ACTS = [
    ("attack", {"target": "orc", "weapon": "sword", "manoeuvre": "none"}, "ada attacks orc: Épée"),
    ("shoot", {"target": "orc", "weapon": "bow", "manoeuvre": "coup_fatal"}, "ada attacks orc: Arc (Fatal Blow)"),
    ("sneak", {"target": "orc", "weapon": "sword"}, "ada creeps up to orc: Épée"),
    ("wrestle", {"target": "orc", "technique": "projection"}, "ada wrestles with orc: Throw"),
    ("buy", {"item": "hp-max"}, "ada buys: Hit points (PV) at most"),
    ("extra", {"what": "move", "note": ""}, "ada: Move while fighting"),
    ("immediate", {"what": "shout", "note": "Run!"}, "ada: Shout (Run!)"),
    ("cast", {"note": ""}, "ada: Spell or hex"),
    ("flee", {}, "ada tries to flee"),
    ("press", {}, "ada keeps the pressure on"),
    ("let_go", {}, "ada lets go"),
    ("care", {}, "ada cares for somebody"),
    ("finish", {}, "ada has finished"),
    ("declare_nothing", {}, "ada declares no manoeuvre"),
    ("declare_oeil", {"target": "orc"}, "ada declares: Eye for an Eye against orc"),
    ("declare_rage", {}, "ada declares: Battle Rage"),
]


@pytest.mark.parametrize(("kind", "args", "title"), ACTS)
def test_every_act_is_one_sentence(kind, args, title):
    assert str(MEDIEVAL.title(table().scene, Action(kind, "ada", args))) == title


@pytest.mark.rules("MED-MAN-04")
def test_a_secret_declaration_is_told_as_secret():
    here = table(settings={"manoeuvre": {"sealed": True}})
    assert str(MEDIEVAL.title(here.scene, Action("declare_rage", "ada", {}))) == "ada has declared"
    assert MEDIEVAL.title(here.scene, Action("finish", "gone", {})) is None


@pytest.mark.parametrize(("kind", "args", "title"), ACTS)
def test_an_act_of_a_departed_fighter_has_no_title_and_no_procedure(kind, args, title):
    here, action = table(), Action(kind, "gone", args)
    assert (MEDIEVAL.title(here.scene, action), MEDIEVAL.script(here.scene, action)) == (None, None)


@pytest.mark.rules("MED-MANOEUVRE-ENCHAINEMENT")
@pytest.mark.parametrize(
    ("count", "event", "told"),
    [(2, "enemy_hit_melee", "loses the chain of attacks"), (2, "own_hit", None), (0, "enemy_hit_melee", None)],
)
def test_everybody_reads_that_a_chain_ends_and_nothing_else_of_it(count, event, told):
    here = table()
    here.scene = here.scene.with_changes([here.scene.mark("orc", "chain", {"count": count, "used": True})])
    assert (
        words(here, "chain", {"event": event}) == words(here, "chain", {"event": event}, tell=MEDIEVAL.public) == told
    )
