"""Two rules of the text that meet: a coma and a contact, a fall and a hold, an approach and a movement, a departure."""

import pytest

from rules.core.errors import Refused
from rules.games.medieval.attacks import throws
from tests.rules.medieval.play import ALL, MEDIEVAL, Table, sheet

WEAK = sheet(hp={"max": 20, "current": 5})
COMA = sheet({"vitesse": 5, "acuite": 5, "reflexes": 5}, hp={"max": 20, "current": -2})


def meet(*fighters, marks=(), **more):
    """A fight with these marks, as fighter, path and value; Ada and the orc are in melee."""
    here = Table(*fighters, **more)
    both = (("ada", "engaged.orc", True), ("orc", "engaged.ada", True))
    here.scene = here.scene.with_changes([here.scene.mark(*row) for row in (*both, *marks)])
    return here


def two(theirs=WEAK, **more):
    return meet(("ada", "pc", sheet()), ("orc", "foe", theirs), **more)


def three(theirs=WEAK, mine=None, **more):
    return meet(("ada", "pc", mine or sheet()), ("orc", "foe", theirs), ("bob", "pc", sheet()), **more)


def fell(here, fighter="orc"):
    return here.do("damage", fighter=fighter, amount=7, reduced=False)


@pytest.mark.rules("MED-MOVEACT-03", "MED-DEATH-01", "MED-DEATH-08")
@pytest.mark.parametrize("moves", [True, False])
def test_a_waking_fighter_is_in_melee_with_nobody_who_has_moved_away(moves):
    here = fell(two())
    here.do("move" if moves else "finish", "ada", **({"contact": "none"} if moves else {}))
    here.do("heal", fighter="orc", amount=10)
    assert bool(here.mark("orc", "engaged")) is bool(here.mark("ada", "engaged")) is not moves


@pytest.mark.rules("MED-LUTTE-CLE-01", "MED-DEATH-01")
def test_a_fallen_wrestler_has_let_go_when_they_wake():
    here = fell(two(marks=[("ada", "held.orc", "cle")])).do("heal", fighter="orc", amount=10)
    assert here.mark("ada", "held") is None and here.why_not("ada", "attack") is None


@pytest.mark.rules("MED-MOVEACT-01", "MED-LUTTE-CLE-01")
def test_a_shooter_who_moves_lets_go_of_a_victim():
    here = three(COMA, marks=[("orc", "held.ada", "cle")])
    here.attack("ada", "bob", "bow", move="after", attack=(1, 2))
    assert here.mark("orc", "held") is here.mark("orc", "engaged") is None


@pytest.mark.rules("MED-MOVEACT-03", "MED-LUTTE-CLE-01")
def test_a_fighter_who_has_left_is_in_no_melee_and_no_target():
    marks = [("orc", "held.ada", "pression"), ("bob", "held.orc", "cle")]
    here = three(marks=marks).do("leave", fighter="orc")
    assert here.why_not("ada", "attack", "target", "orc") == "orc is out of the fight."
    here.do("come_back", fighter="orc")
    assert [here.mark(who, key) for who, key in (("orc", "held"), ("bob", "held"), ("ada", "engaged"))] == [None] * 3


@pytest.mark.rules("MED-MAN-05", "MED-DEATH-01")
@pytest.mark.parametrize(("theirs", "why"), [(WEAK, None), (COMA, "This opponent does not act before you.")])
def test_no_manoeuvre_awaits_the_attack_of_an_opponent_in_a_coma(theirs, why):
    here = Table(("orc", "foe", theirs), ("ada", "pc", sheet(None, ALL)))
    here.scene = here.scene.with_changes([here.scene.mark("orc", "turn.dying", None)])
    assert here.why_not("ada", "declare_oeil", "target", "orc") == why


@pytest.mark.rules("MED-DEATH-01", "MED-DEATH-05", "MED-DMG-03")
@pytest.mark.parametrize(
    ("successes", "resets", "told"),
    [(0, True, "loses 7 hp"), (3, False, "loses 7 hp"), (3, True, "loses 7 hp: is dying again")],
)
def test_a_wound_tells_a_fate_only_if_it_changes_one(successes, resets, told):
    fallen = sheet(hp={"max": 20, "current": -2}, dying={"successes": successes})
    here = fell(two(fallen, settings={"dying": {"rewound_resets": resets}}))
    assert here.told() == [("orc", told)]


@pytest.mark.rules("MED-LUTTE-PRESS-01", "MED-LUTTE-CLE-02")
@pytest.mark.parametrize(("at_once", "left"), [(True, 2), (False, 5)])
def test_a_third_wrestler_presses_at_once_without_a_roll(at_once, left):
    held = [("orc", "held", {"bob": "cle", "cyd": "cle"})]
    rows = (("ada", "pc", sheet({"force": 3})), ("orc", "foe", WEAK), ("bob", "pc", sheet()), ("cyd", "pc", sheet()))
    here = meet(*rows, marks=held, settings={"pressure": {"at_once": at_once}})
    here.do("wrestle", "ada", target="orc", technique="pression")
    assert here.open == [] and here.at("orc", "hp.current") == left


@pytest.mark.rules("MED-LUTTE-CLE-02", "MED-LUTTE-CLE-01", "MED-DEATH-01")
def test_a_helper_holds_a_victim_in_a_coma_as_anybody_strikes_them():
    here = three(COMA, marks=[("orc", "held.bob", "cle")])
    blow = throws.declared_blow(here.scene, "ada", {"target": "orc", "technique": "cle"})
    assert throws.defence(here.scene, blow).total == 10 - 3


@pytest.mark.rules("MED-SNEAK-01", "MED-MOVEACT-03", "MED-MOVEACT-04")
def test_a_successful_approach_is_the_movement_of_the_round():
    here = Table(("ada", "pc", sheet()), ("orc", "foe", WEAK)).do("unseen", fighter="ada", by="all")
    here.do("sneak", "ada", target="orc", weapon="sword", more=True)
    here.answer(stealth=(9, 9), acuity=(1, 2), attack=(1, 2))
    assert here.why_not("ada", "extra", "what", "move") == "Has moved in this round."


@pytest.mark.rules("MED-SNEAK-01", "MED-MANOEUVRE-OEIL")
def test_a_blow_in_answer_is_seen_by_everybody():
    rows = (("orc", "foe", sheet()), ("ada", "pc", sheet(None, ALL)), ("elf", "foe", sheet()))
    here = Table(*rows).do("unseen", fighter="ada", by="elf").do("declare_oeil", "ada", target="orc")
    here.attack("orc", "ada", attack=(9, 9), damage=(3,), return_damage=(2,))
    assert here.mark("ada", "unseen_by") is None


@pytest.mark.rules("MED-TURN-01", "MED-INIT-01", "MED-DEATH-08")
def test_a_turn_goes_on_when_a_faster_fighter_wakes():
    here = Table(("ada", "pc", COMA), ("bob", "pc", sheet()), ("orc", "foe", sheet()))
    here.do("next").do("move", "bob", contact="none", more=True).do("heal", fighter="ada", amount=10)
    assert here.up == ["bob"]
    assert here.do("finish", "bob").up == ["ada"]


@pytest.mark.rules("MED-LUTTE-PRESS-01", "MED-DEATH-02")
@pytest.mark.parametrize(("left", "why"), [(-2, None), (-100, "orc is dead.")])
def test_no_pressure_is_kept_up_on_the_dead(left, why):
    victim = sheet(hp={"max": 20, "current": left})
    here = three(victim, marks=[("orc", "held.ada", "pression"), ("orc", "turn.dying", None)])
    assert here.why_not("ada", "press", "target", "orc") == why


DEAD = sheet(hp={"max": 20, "current": -40})


def marked(here, **marks):
    """The same table with marks of Ada in this round."""
    here.scene = here.scene.with_changes([here.scene.mark("ada", f"turn.{key}", value) for key, value in marks.items()])
    return here


@pytest.mark.rules("MED-MAN-04", "MED-DEATH-02", "MED-MOVEACT-03")
def test_nothing_is_declared_and_no_contact_made_with_the_dead_or_the_gone():
    here = Table(("ada", "pc", sheet(None, ALL)), ("orc", "foe", DEAD), ("bob", "foe", sheet())).do(
        "leave", fighter="bob"
    )
    acts = (("declare_destabilisation", "target"), ("declare_feinte", "target"), ("move", "contact"))
    reasons = [(here.why_not("ada", *act, "orc"), here.why_not("ada", *act, "bob")) for act in acts[:2]]
    assert reasons == [("orc is dead.", "bob is out of the fight.")] * 2
    here.do("declare_nothing", "ada")
    assert here.why_not("ada", *acts[2], "orc") == "orc is dead."


@pytest.mark.rules("MED-MAN-06", "MED-MOVEACT-02", "MED-MOVEACT-05", "MED-LUTTE-PRESS-01")
@pytest.mark.parametrize("kind", ["attack", "cast", "flee", "care", "press"])
def test_an_attack_made_by_a_manoeuvre_leaves_no_other_action(kind):
    held = [("orc", "held.ada", "pression")] if kind == "press" else []
    here = marked(three(mine=sheet(None, ALL), marks=held), attacked=True, declared=True)
    reason = here.why_not("ada", kind, "target", "orc") if kind == "press" else here.why_not("ada", kind)
    assert reason == "The attack of this round is made, or given up."


@pytest.mark.rules("MED-SNEAK-01", "MED-MAN-01", "MED-MAN-03", "MED-MANOEUVRE-ENCHAINEMENT")
@pytest.mark.parametrize("key", ["attaque_force", "attaque_construite", "enchainement"])
def test_an_approach_that_fails_uses_up_no_manoeuvre_of_its_attack(key):
    here = marked(Table(("ada", "pc", sheet({"force": 3}, ALL)), ("orc", "foe", WEAK)), declared=True)
    here.do("unseen", fighter="ada", by="all")
    here.scene = here.scene.with_changes([here.scene.mark("ada", "chain", {"primed": True})])
    here.do("sneak", "ada", target="orc", weapon="sword", manoeuvre=key).answer(stealth=(1, 1), acuity=(9, 9))
    assert here.at("ada", "pc.current") == 9 and here.mark("ada", "chain") == {"primed": True}
    assert "loses the chain of attacks" not in dict(here.told()).values()
    assert here.why_not("ada", "attack", "manoeuvre", key) is None


@pytest.mark.rules("MED-MANOEUVRE-FEINTE", "MED-DEATH-01", "MED-LUTTE-CLE-01")
@pytest.mark.parametrize(("row", "bonus"), [(None, 5), ("held.bob", 0), ("coma", 0)])
def test_nobody_is_taken_in_by_a_feint_of_the_helpless(row, bonus):
    here = meet(("orc", "foe", sheet()), ("ada", "pc", sheet(None, ALL)), ("bob", "foe", sheet()))
    here.do("declare_feinte", "ada", target="orc")
    if row == "coma":
        fell(here, "ada").do("damage", fighter="ada", amount=14, reduced=False)
    elif row:
        here.scene = here.scene.with_changes([here.scene.mark("ada", row, "cle")])
    here.attack("orc", "ada", attack=(1, 2))
    assert here.terms("MED-MANOEUVRE-FEINTE") == bonus


@pytest.mark.rules("MED-LUTTE-CLE-01", "MED-MOVEACT-03")
def test_two_fighters_set_apart_hold_each_other_no_more():
    here = two(marks=[("orc", "held.ada", "cle")]).do("contact", fighter="ada", other="orc", state="apart")
    assert here.mark("orc", "held") is None


@pytest.mark.rules("MED-DEATH-02", "MED-DEATH-05", "MED-PROG-01", "MED-MAN-02", "MED-MAN-07")
def test_the_dead_gain_no_level_buy_nothing_and_do_not_rest():
    dead = sheet(hp={"max": 20, "current": -13}, pp={"available": 50}, pc={"max": 9, "current": 1})
    here = Table(("ada", "pc", dead), ("orc", "foe", sheet()), placed=False)
    assert [row.key for row in here.offer("gm", "level_up").fields[0].choices] == ["orc"]
    assert here.why_not("ada", "buy") == "ada is dead."
    assert here.do("rest", fighter="ada", hours=8, night=True).at("ada", "pc.current") == 1


@pytest.mark.rules("MED-MAN-05", "MED-MAN-06", "MED-MANOEUVRE-OEIL", "MED-MANOEUVRE-FEINTE-DESESPEREE")
@pytest.mark.parametrize(("key", "back"), [("oeil", 1), ("feinte_desesperee", 0)])
def test_an_attack_of_the_round_leaves_no_striking_back(key, back):
    here = Table(
        ("ada", "pc", sheet(None, ALL)), ("orc", "foe", sheet()), settings={"manoeuvre": {"order_strict": False}}
    )
    here.do(f"declare_{key}", "ada", target="orc").attack("ada", "orc", attack=(9, 9), damage=(1,))
    here.attack("orc", "ada", attack=(9, 9), damage=(1,))
    assert here.at("orc", "hp.current") == 18 and here.at("ada", "pc.current") == 7 + back


@pytest.mark.rules("MED-MAN-04", "MED-LUTTE-PROJ-01")
@pytest.mark.parametrize("key", ["oeil", "feinte_desesperee", "contre_attaque"])
def test_a_fighter_on_the_ground_awaits_no_blow_to_answer(key):
    here = meet(("orc", "foe", sheet()), ("ada", "pc", sheet(None, ALL)), marks=[("ada", "prone", True)])
    assert here.why_not("ada", f"declare_{key}") == "On the ground: no attack."


@pytest.mark.rules("MED-MANOEUVRE-FEINTE-DESESPEREE", "MED-LUTTE-PROJ-01")
def test_nobody_lets_a_blow_hit_that_they_can_no_longer_return():
    here = meet(("orc", "foe", sheet()), ("ada", "pc", sheet(None, ALL)))
    here.do("declare_feinte_desesperee", "ada", target="orc").do("posture", fighter="ada", posture="prone")
    here.attack("orc", "ada", attack=(1, 1))
    assert here.at("ada", "hp.current") == 20


@pytest.mark.rules("MED-SNEAK-01", "MED-DEATH-01")
def test_nobody_in_a_coma_hears_an_approach():
    here = Table(("ada", "pc", sheet()), ("orc", "foe", COMA)).do("unseen", fighter="ada", by="all")
    here.scene = here.scene.with_changes([here.scene.mark("orc", "turn.dying", None)])
    here.do("sneak", "ada", target="orc", weapon="sword")
    assert here.open == ["attack"]


@pytest.mark.rules("MED-INIT-02", "MED-INIT-03", "MED-DEATH-02")
def test_the_dead_throw_no_wisdom_beside_whoever_leaves_the_initiative():
    here = Table(("orc", "foe", DEAD, {"marks": {"init": {"leave": True}}}), ("ada", "pc", sheet()), placed=False)
    here.do("start").do("leave_initiative", "ada").do("order")
    assert here.open == [] and here.mark("ada", "init") == {"leave": True}


def felled_on_the_sheet(here, fighter="ada", left=-1):
    here.scene = here.scene.with_changes([here.scene.write(fighter, "hp.current", left)])
    return here


@pytest.mark.rules("MED-DEATH-01", "MED-ATT-01", "MED-MOVEACT-04", "MED-MOVEACT-05", "MED-LUTTE-CLE-01")
@pytest.mark.parametrize(
    ("kind", "args"),
    [
        ("attack", {"target": "orc", "weapon": "sword"}),
        ("wrestle", {"target": "orc", "technique": "cle"}),
        ("flee", {"check": "vitesse"}),
        ("extra", {"what": "move", "check": "vitesse"}),
    ],
)
def test_an_open_act_is_lost_once_its_author_is_felled_on_the_sheet(kind, args):
    here = felled_on_the_sheet(two().do(kind, "ada", **args))
    assert here.open == []
    here.do("confirm", exchange=next(iter(here.scene.exchanges)))
    assert (here.told(), here.mark("orc", "held"), here.mark("orc", "engaged")) == ([], None, {"ada": True})


@pytest.mark.rules("MED-DEATH-02", "MED-ATT-01")
def test_an_open_attack_is_lost_once_its_target_is_dead():
    assert felled_on_the_sheet(two().do("attack", "ada", target="orc", weapon="sword"), "orc", -50).open == []


@pytest.mark.rules("MED-MOVEACT-05", "MED-MANOEUVRE-OEIL")
def test_an_attack_given_up_to_flee_is_not_made_in_answer():
    here = meet(
        ("ada", "pc", sheet(None, ALL)), ("orc", "foe", sheet()), settings={"manoeuvre": {"order_strict": False}}
    )
    here.do("declare_oeil", "ada", target="orc").do("flee", "ada", check="vitesse").answer(flee=(1, 1))
    here.attack("orc", "ada", attack=(9, 9), damage=(1,))
    assert here.open == [] and here.at("orc", "hp.current") == 20


@pytest.mark.rules("MED-LUTTE-CLE-02", "MED-MAN-01")
@pytest.mark.parametrize(("key", "left"), [("attaque_construite", None), ("assaut", 8)])
def test_a_hold_without_a_roll_takes_no_manoeuvre_of_a_roll(key, left):
    held = [("orc", "held", {"bob": "cle", "cyd": "cle"})]
    rows = (("orc", "foe", WEAK), ("bob", "pc", sheet()), ("cyd", "pc", sheet()))
    here = marked(meet(("ada", "pc", sheet(None, ALL)), *rows, marks=held), declared=True)
    call, args = ("wrestle", "ada"), {"target": "orc", "technique": "cle", "manoeuvre": key, "extra": 1}
    if left is None:
        words = "A third wrestler rolls nothing that this manoeuvre could help."
        assert here.refused(Refused, *call, **args) == words
    else:
        assert here.do(*call, **args).at("ada", "pc.current") == left


@pytest.mark.rules("MED-DEATH-04", "MED-DEATH-08")
def test_a_roll_owed_in_one_coma_is_not_owed_in_the_next():
    here = Table(("ada", "pc", COMA), ("orc", "foe", sheet())).do("next")
    here.scene = here.scene.with_changes([here.scene.mark("ada", "turn.dying", True)])
    here.do("heal", fighter="ada", amount=5).do("damage", fighter="ada", amount=5)
    assert here.up == ["orc"]


@pytest.mark.rules("MED-DEATH-07")
def test_a_fighter_out_of_the_fight_is_not_cared_for():
    here = Table(("ada", "pc", sheet()), ("orc", "foe", WEAK), ("bob", "pc", WEAK)).do("leave", fighter="bob")
    assert here.why_not("ada", "care", "patient", "bob") == "bob is out of the fight."


@pytest.mark.rules("MED-SPRINT-01", "MED-DEATH-01", "MED-LUTTE-PROJ-01", "MED-LUTTE-CLE-01")
@pytest.mark.parametrize("by", ["coma", "posture", "hold", "none"])
def test_a_sprint_ends_with_a_coma_a_fall_or_a_hold(by):
    here = Table(("ada", "pc", sheet()), ("orc", "foe", sheet())).do("move", "ada", contact="none", sprint=True)
    if by == "coma":
        here.do("damage", fighter="ada", amount=25).do("heal", fighter="ada", amount=20)
    elif by == "posture":
        here.do("posture", fighter="ada", posture="prone").do("posture", fighter="ada", posture="standing")
    elif by == "hold":
        here.do("wrestle", "orc", target="ada", technique="cle").answer(attack=(9, 9)).do("release", fighter="ada")
    here.round()
    assert bool(here.mark("ada", "sprint")) is (by == "none")


@pytest.mark.rules("MED-MOVEACT-03")
def test_the_game_master_puts_nobody_who_has_left_in_contact():
    here = three().do("leave", fighter="orc")
    fields = {field.key: [row.key for row in field.choices] for field in here.offer("gm", "contact").fields}
    assert (fields["fighter"], fields["other"]) == (["ada", "bob"], ["ada", "bob"])


LOOSE = {"manoeuvre": {"order_strict": False}}
READY = sheet(None, ALL)


@pytest.mark.rules(
    "MED-MAN-05/one-act", "MED-MANOEUVRE-CONTRE-ATTAQUE", "MED-MOVEACT-01", "MED-MOVE-03", "MED-LUTTE-PRESS-01"
)
@pytest.mark.parametrize(
    ("kind", "args", "back"),
    [
        ("cast", {}, False),
        ("care", {"patient": "bob", "amount": 1}, False),
        ("press", {"target": "elf"}, False),
        ("move", {"contact": "none"}, False),
        ("move", {"contact": "none", "sprint": True, "more": True}, False),
        ("move", {"contact": "none", "more": True}, True),
        ("move", {"contact": "bob"}, True),
        ("finish", {}, True),
    ],
)
def test_an_act_that_leaves_no_attack_leaves_no_striking_back(kind, args, back):
    rows = (("ada", "pc", READY), ("orc", "foe", sheet()), ("bob", "pc", WEAK), ("elf", "foe", sheet()))
    here = Table(*rows, settings=LOOSE).do("declare_contre_attaque", "ada", target="orc")
    if kind == "press":
        here.scene = here.scene.with_changes([here.scene.mark("elf", "held.ada", "pression")])
    here.do(kind, "ada", **args)
    if here.up == ["ada"]:
        here.do("finish", "ada")
    assert here.attack("orc", "ada", attack=(1, 1)).open == (["return-damage"] if back else [])


@pytest.mark.rules("MED-MOVEACT-01/struck-back", "MED-MAN-06")
def test_a_fighter_who_has_shot_back_moves_at_half_speed_and_does_not_sprint():
    bow = {"bow": {"name": "Arc", "family": "arcs", "dice": "2d6+1", "in_hand": True}}
    here = Table(("orc", "foe", sheet()), ("ada", "pc", {**READY, "weapons": bow}))
    here.do("declare_contre_attaque", "ada", target="orc").attack("orc", "ada", "bow", attack=(1, 1))
    here.answer(return_damage=(1, 1))
    why = here.refused(Refused, "move", "ada", contact="none", sprint=True)
    assert why == "No sprint together with this action."
    assert here.do("move", "ada", contact="none").told() == [("ada", "moves 5 m at most")]


def approaching(mine=None, failed="open_attack", **args):
    """The approach of Ada, whom the game master has called, is noticed by the orc."""
    rows = (("ada", "pc", mine or sheet()), ("orc", "foe", sheet()))
    here = Table(*rows, settings={**LOOSE, "sneak": {"failed": failed}}).do("unseen", fighter="ada", by="all")
    if mine:
        here.do("declare_nothing", "ada") if args else here.do("declare_contre_attaque", "ada", target="orc")
    here.do("next").do("sneak", "ada", target="orc", weapon="sword", **args)
    return here.answer(stealth=(1, 1), acuity=(9, 9))


@pytest.mark.rules("MED-SPRINT-01/once", "MED-SNEAK-01")
def test_two_sprints_of_a_round_are_one():
    here = approaching(sprint=True).do("move", "ada", contact="none", sprint=True)
    assert here.open == [] and here.mark("ada", "sprint") == 1


@pytest.mark.rules("MED-MOVEACT-01/no-sprint", "MED-MOVEACT-02", "MED-SNEAK-01", "MED-SPRINT-02")
@pytest.mark.parametrize("kind", ["shoot", "cast"])
@pytest.mark.parametrize(("sprint", "why"), [(True, "No sprint together with this action."), (False, None)])
def test_an_approach_at_a_sprint_that_fails_leaves_neither_a_shot_nor_a_spell(kind, sprint, why):
    assert approaching(sprint=sprint).why_not("ada", kind) == why


@pytest.mark.rules("MED-MOVEACT-01/no-sprint", "MED-MOVEACT-03", "MED-MANOEUVRE-ASSAUT")
def test_a_sprint_into_contact_leaves_a_blow_and_no_throw():
    here = Table(("ada", "pc", sheet()), ("orc", "foe", sheet()), settings={"move": {"closing": "full"}})
    here.do("move", "ada", contact="orc", sprint=True)
    assert [here.why_not("ada", kind) for kind in ("attack", "shoot")] == [None, "No sprint together with this action."]


@pytest.mark.rules("MED-SNEAK-01", "MED-SPRINT-02", "MED-MOVE-03")
@pytest.mark.parametrize(("sprint", "why"), [(True, "Has moved in this round."), (False, None)])
def test_nobody_who_has_moved_creeps_up_at_a_sprint(sprint, why):
    here = Table(("ada", "pc", sheet()), ("orc", "foe", sheet())).do("unseen", fighter="ada", by="all")
    here.do("move", "ada", contact="none", more=True)
    call, args = ("sneak", "ada"), {"target": "orc", "weapon": "sword", "sprint": sprint}
    assert here.refused(Refused, *call, **args) == why if why else here.do(*call, **args).open


@pytest.mark.rules("MED-SPRINT-01/at-once", "MED-FAT-01", "MED-SNEAK-01", "MED-SPRINT-02")
@pytest.mark.parametrize(("faces", "less"), [((1, 1), 1), ((9, 9), 0)])
def test_a_sprint_that_tires_makes_its_own_approach_and_blow_worse(faces, less):
    here = Table(("ada", "pc", sheet()), ("orc", "foe", sheet())).do("unseen", fighter="ada", by="all")
    here.do("move", "ada", contact="none", sprint=True).round()
    here.do("sneak", "ada", target="orc", weapon="sword", sprint=True).answer(sprint=faces)
    totals = [prompt.request.check.target.total for prompt in here.prompts]
    here.answer(stealth=(10, 10), acuity=(1, 1))
    totals += [prompt.request.check.target.total for prompt in here.prompts]
    assert totals == [-8 - less, 0, -less]


@pytest.mark.rules("MED-SNEAK-01/turn", "MED-TURN-01")
@pytest.mark.parametrize(("failed", "called"), [("open_attack", ("ada",)), ("no_attack", ())])
def test_a_called_fighter_stays_called_as_long_as_an_attack_is_left(failed, called):
    assert approaching(failed=failed).scene.called == called


@pytest.mark.rules("MED-SNEAK-01", "MED-MANOEUVRE-ASSAUT", "MED-MANOEUVRE-CONTRE-ATTAQUE")
def test_an_approach_that_fails_for_good_leaves_no_attack_at_all():
    here = approaching(READY, "no_attack", manoeuvre="assaut", extra=2)
    assert (here.up, here.at("ada", "pc.current"), here.mark("ada", "turn.assault")) == (["orc"], 9, None)
    assert approaching(READY, "no_attack").attack("orc", "ada", attack=(1, 1)).open == []


@pytest.mark.rules("MED-MANOEUVRE-ENCHAINEMENT/by-hand", "MED-DMG-03")
@pytest.mark.parametrize(
    ("source", "ranged", "left"), [("none", True, 2), ("melee", False, 0), ("ranged", True, 0), ("ranged", False, 2)]
)
def test_damage_dealt_by_hand_ends_a_chain_if_it_is_a_hit(source, ranged, left):
    house = {"chain": {"ranged_breaks": ranged}}
    here = meet(("ada", "pc", READY), ("orc", "foe", sheet()), marks=[("ada", "chain", {"count": 2})], settings=house)
    here.do("damage", fighter="ada", amount=1, source=source)
    assert (here.mark("ada", "chain") or {}).get("count", 0) == left
    assert ("ada", "loses the chain of attacks") not in here.told() or not left


@pytest.mark.rules("MED-TURN-01", "MED-MOVEACT-04/with-the-fight")
@pytest.mark.parametrize(
    ("kind", "args", "left"),
    [
        ("cast", {"more": True}, "extra or immediate actions left"),
        ("move", {"contact": "none", "sprint": True, "more": True}, "extra or immediate actions left"),
        ("move", {"contact": "none", "more": True}, "one action and one manoeuvre left"),
        ("immediate", {"what": "shout"}, "one action and one manoeuvre left"),
    ],
)
def test_the_headline_says_what_is_left_once_the_action_is_used(kind, args, left):
    here = Table(("ada", "pc", sheet()), ("orc", "foe", sheet())).do(kind, "ada", **args)
    assert str(MEDIEVAL.headline(here.scene).part) == f"ada’s turn: {left}"
