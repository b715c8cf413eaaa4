"""Effects: their traces on the scene and the sheets, and everybody's view of them."""

from dataclasses import replace

import pytest

from rules.core.script import Effect, replay
from rules.core.text import Text
from rules.games.medieval import checks, dying, initiative, manoeuvres, weapons
from rules.games.medieval import sheet as sheets
from rules.games.medieval.attacks import throws
from rules.games.medieval.attacks.throws import Blow
from rules.games.medieval.movement import contact
from tests.rules.medieval.play import ALL, FOE, HERO, MEDIEVAL, Table, fight, sheet
from tests.rules.medieval.play import three as table


def landed(here, kind, target, value=None):
    here.scene = here.scene.with_changes(MEDIEVAL.land(here.scene, Effect(kind, target, value)))
    return here


def marked(here, fighter, **marks):
    here.scene = here.scene.with_changes([here.scene.mark(fighter, key, value) for key, value in marks.items()])
    return here


@pytest.mark.rules("MED-DEATH-03", "MED-DEATH-04")
def test_a_character_dying_when_a_fight_begins_rolls_in_its_first_round():
    down = sheet(hp={"max": 20, "current": -3})
    here = Table(("ada", "pc", down), ("orc", "foe", FOE), ("bob", "pc", sheet()), placed=False).do("start")
    assert [bool(here.mark(one, "turn.dying")) for one in ("ada", "orc", "bob")] == [True, False, False]
    landed(here, "death_rolled", "ada")
    assert initiative.dying(here.scene) == ()


@pytest.mark.rules("MED-DEATH-07", "MED-DEATH-08")
@pytest.mark.parametrize(("amount", "left", "forgotten"), [(2, -1, False), (3, 0, False), (4, 1, True), (40, 20, True)])
def test_a_character_above_zero_again_forgets_the_rolls_against_death(amount, left, forgotten):
    writes = dying.healed(sheet(hp={"max": 20, "current": -3}, dying={"failures": 2}), amount)
    assert writes["hp.current"] == left
    assert ("dying.failures" in writes) == forgotten


@pytest.mark.rules("MED-LUTTE-CLE-01")
def test_the_game_master_ends_a_hold():
    here = marked(table(), "orc", held={"ada": "cle", "bob": "cle"})
    here.do("release", fighter="orc")
    assert contact.holders(here.scene, "orc") == ()
    assert here.told() == [("orc", "is free")]


@pytest.mark.rules("MED-TURN-01")
def test_a_fighter_who_has_finished_is_no_longer_called_and_the_others_are():
    here = table()
    here.scene = here.scene.with_changes([here.scene.change("called", ["ada", "orc"])])
    assert landed(here, "done", "ada").scene.called == ("orc",)


@pytest.mark.rules("MED-MAN-04/too-late")
def test_once_somebody_has_begun_nobody_declares_any_more():
    here = Table(("ada", "pc", HERO), ("orc", "foe", FOE))
    assert initiative.owing(here.scene) == ("ada",)
    assert initiative.owing(landed(here, "begun", "orc").scene) == ()


@pytest.mark.rules("MED-MAN-06")
@pytest.mark.parametrize("key", ["oeil", "feinte_desesperee", "contre_attaque"])
def test_a_manoeuvre_waits_for_one_attack_alone(key):
    here = marked(table(), "orc", turn={"manoeuvre": key, "against": "ada"})
    assert manoeuvres.waits(here.scene, "orc")
    assert not manoeuvres.waits(landed(here, "settled", "orc").scene, "orc")


@pytest.mark.rules("MED-MAN-06")
def test_striking_back_is_the_attack_of_the_round():
    here = landed(table(), "attacked", "ada")
    assert here.why_not("ada", "attack") == "The attack of this round is made, or given up."


@pytest.mark.rules("MED-TIME-01", "MED-LUTTE-CLE-01", "MED-LUTTE-PROJ-01", "MED-MANOEUVRE-DESTABILISATION")
def test_a_new_round_keeps_places_and_lasting_marks_only():
    kept = {
        "init": {"roll": 9}, "engaged": {"ada": True}, "prone": True, "unseen": True,
        "destabilised": {"by": 4, "round": 1}, "held": {"ada": "cle"},
    }  # fmt: skip
    here = marked(table(), "orc", **kept, turn={"done": True}, choice="roll", sprint=2)
    assert dict(landed(here, "round", "gm", 2).scene.fighters["orc"].marks) == kept


@pytest.mark.rules("MED-LUTTE-PROJ-01", "MED-LUTTE-CLE-01")
def test_everybody_sees_the_prone_and_the_held():
    here = marked(table(declared=False), "orc", prone=True, held={"ada": "cle"}, unseen=True)
    assert set(MEDIEVAL.open_marks(here.scene, "orc")) == {"init", "prone", "held"}


@pytest.mark.rules("MED-MANOEUVRE-DESTABILISATION/duration")
@pytest.mark.parametrize(("house", "later"), [({}, 0), ({"destabilisation": {"duration": "fight"}}, 4)])
def test_a_defence_stays_lowered_for_the_fight_or_for_one_round(house, later):
    here = landed(table(settings=house), "destabilise", "orc", {"by": 4})
    assert [manoeuvres.defence_malus(here.scene, one) for one in ("orc", "ada")] == [4, 0]
    (term,) = manoeuvres.defence_terms(here.scene, "orc", "ada", True)
    assert term.value == -4
    assert manoeuvres.defence_malus(landed(here, "round", "gm", 2).scene, "orc") == later


@pytest.mark.rules("MED-DMG-03", "MED-DEATH-02")
@pytest.mark.parametrize(("lost", "left"), [(-5, 12), (0, 12), (5, 7), (12, 0), (40, -28)])
def test_a_blow_subtracts_its_damage_and_never_adds(lost, left):
    assert landed(table(), "damage", "orc", {"damage": lost}).at("orc", "hp.current") == left


@pytest.mark.rules("MED-DMG-03")
def test_no_blow_leads_below_the_minimum_of_the_sheet():
    here = landed(table(), "damage", "orc", {"damage": 10**6})
    field = MEDIEVAL.schema.field("hp.current")
    assert here.at("orc", "hp.current") == field.least


@pytest.mark.rules("MED-MAN-04")
def test_possible_manoeuvres_are_listed_first():
    here = Table(("ada", "pc", sheet(manoeuvres=("destabilisation", "rage"))), ("orc", "foe", FOE))
    kinds = [one.kind for one in MEDIEVAL.offers(here.scene, "ada")]
    assert kinds[:4] == ["declare_nothing", "declare_rage", "declare_destabilisation", "declare_feinte"]


@pytest.mark.rules("MED-MAN-01", "MED-MANOEUVRE-ASSAUT")
@pytest.mark.parametrize(("points", "reason"), [(1, None), (0, "Not enough combat points (PC): 1 needed, 0 left.")])
def test_an_assault_of_one_attack_takes_a_point(points, reason):
    poor = sheet(manoeuvres={"assaut": 3}, pc={"max": 9, "current": points})
    here = Table(("ada", "pc", poor), ("orc", "foe", FOE))
    assert here.why_not("ada", "attack", "manoeuvre", "assaut") == reason
    (extra,) = [one for one in here.offer("ada", "attack").fields if one.key == "extra"]
    assert (extra.default, extra.least, extra.most) == (1, 1, 3)


@pytest.mark.rules("MED-MAN-04")
def test_the_manoeuvres_of_an_attack_are_its_own_and_those_that_come_too_late():
    bought = sheet(manoeuvres=("rage", "coup_fatal"))
    here = marked(Table(("ada", "pc", bought), ("orc", "foe", FOE)), "ada", turn={"begun": True})
    (field,) = [one for one in here.offer("ada", "attack").fields if one.key == "manoeuvre"]
    own = ("attaque_force", "attaque_habile", "enchainement", "attaque_construite", "coup_fatal", "assaut")
    assert {one.key for one in field.choices} == {"none", *own, "rage"}


@pytest.mark.rules("MED-INIT-01")
def test_the_dice_of_initiative_lie_open():
    scene = fight(*((name, "pc", sheet()) for name in ("ada", "bob")))
    changes = [scene.change("round", 1), *(scene.mark(name, "choice", "roll") for name in ("ada", "bob"))]
    scene = scene.with_changes(changes)
    asked = replay(lambda: initiative.determine(scene), {}).requests
    assert [(one.key, one.by, one.secret) for one in asked] == [
        ("initiative-ada", "ada", False), ("initiative-bob", "bob", False)
    ]  # fmt: skip
    assert all(one.check.adds for one in asked), "the dice are added to"


def test_the_dice_of_a_test_name_thrower_and_purpose():
    check = checks.of(table().scene, "ada", "force", 15)
    for given, said in (
        ((check,), ("force-dice", "ada", "Strength")),
        ((replace(check, actor=""),), ("force-dice", "gm", "Strength")),
        ((check, "extra", Text("Lift it")), ("extra", "ada", "Lift it")),
    ):
        one, *more = given
        (asked,) = replay(lambda one=one, more=more: checks.resolve(one, {}, *more), {}).requests
        assert (asked.key, asked.by, str(asked.label)) == said


@pytest.mark.rules("MED-MAN-02")
@pytest.mark.parametrize(("points", "refused"), [(0, "Not enough character points (PP): 1 needed, 0 left."), (1, None)])
def test_buying_is_refused_as_a_whole_when_nothing_can_be_bought(points, refused):
    here = Table(("ada", "pc", sheet(manoeuvres=ALL, pp={"available": points})), placed=False)
    assert here.why_not("ada", "buy") == refused


@pytest.mark.rules("MED-DEATH-02")
def test_the_threshold_of_a_common_human():
    assert sheets.threshold({}).total == -12


@pytest.mark.rules("MED-MOVEACT-03")
def test_two_in_melee_are_so_with_each_other():
    here = landed(table(), "engage", "ada", "orc")
    assert [here.mark(one, "engaged") for one in ("ada", "orc", "bob")] == [{"orc": True}, {"ada": True}, None]


@pytest.mark.rules("MED-MANOEUVRE-ASSAUT")
@pytest.mark.parametrize(("before", "by", "left"), [(None, 2, 2), (2, -1, 1), (1, -1, None), (None, -1, None)])
def test_the_attacks_left_of_an_assault(before, by, left):
    here = marked(table(), "ada", turn={"assault": before})
    assert landed(here, "assault", "ada", {"by": by}).mark("ada", "turn.assault") == left


@pytest.mark.rules("MED-MAN-01", "MED-FAT-01")
@pytest.mark.parametrize(("kind", "path"), [("pc", "pc.current"), ("pp", "pp.available"), ("fatigue", "fatigue")])
def test_no_points_fall_below_nothing(kind, path):
    here = landed(table(), kind, "orc", {"by": 2})
    before = here.at("orc", path)
    assert landed(here, kind, "orc", {"by": 1 - before}).at("orc", path) == 1
    assert landed(here, kind, "orc", {"by": -5}).at("orc", path) == 0


@pytest.mark.rules("MED-MOVE-01/not-below")
def test_nobody_is_slower_than_standing():
    assert sheets.metres({"mouvement": 1, "traits": {"vitesse": -5}}, {}, "flat") == 0


@pytest.mark.rules("MED-INIT-01", "MED-INIT-02/last", "MED-INIT-03")
@pytest.mark.parametrize(
    ("ada", "bob", "first"),
    [
        ({"roll": -1}, {"leave": True, "wisdom": 0}, "ada"),
        ({"leave": True, "wisdom": 9}, {"leave": True, "wisdom": 8}, "bob"),
        ({"leave": True}, {"roll": 2}, "bob"),
        (None, {"leave": True, "wisdom": 30}, "bob"),
        (None, {"leave": True}, "bob"),
    ],
)
def test_those_who_rolled_act_before_those_who_did_not_and_those_without_a_place(ada, bob, first):
    scene = fight(("ada", "pc", sheet()), ("bob", "pc", sheet()))
    scene = scene.with_changes([scene.mark("ada", "init", ada), scene.mark("bob", "init", bob)])
    assert initiative.order(scene)[0] == first


@pytest.mark.rules("MED-MANOEUVRE-CONTRE-ATTAQUE", "MED-MANOEUVRE-OEIL")
def test_a_blow_back_is_an_automatic_hit_with_nothing_added():
    here = table(mine=sheet({"combativite": 3}))
    blow = Blow("ada", "orc", weapons.striking(here.scene.sheet("ada")))
    found = throws.automatic(throws.against(here.scene, blow))
    assert (found.check.target.total, found.check.extra, found.margin, found.faces) == (3, 10, 0, ())


@pytest.mark.rules("MED-MOVEACT-03")
def test_the_dead_and_the_gone_are_nobodys_opponents():
    dead = sheet(hp={"max": 20, "current": -90})
    here = Table(("ada", "pc", HERO), ("orc", "foe", FOE), ("ghoul", "foe", dead))
    marked(here, "ada", engaged=dict.fromkeys(("orc", "ghoul", "gone"), True))
    assert contact.opponents(here.scene, "ada") == ("orc",)


@pytest.mark.rules("MED-MAN-07")
def test_rest_takes_nothing_from_a_character_above_the_usual_points():
    assert manoeuvres.regained_points(sheet(pc={"max": 9, "current": 12}), {}, 3, nights=1) == 0


@pytest.mark.rules("MED-TEST-03", "MED-INIT-01")
def test_a_throw_of_which_the_total_alone_counts_stands_against_nothing():
    check = checks.of(table().scene, "ada", "force", 15)
    assert check.extra == 15
    assert (checks.unaware(check).extra, checks.total(check, (4, 5)).check.extra) == (0, 0)
    assert checks.total(check, (4, 5)).margin == 4 + 5 + 2


@pytest.mark.rules("MED-TURN-01")
def test_turns_are_taken_once_everybody_has_a_place_and_has_declared():
    here = Table(("ada", "pc", HERO), ("orc", "foe", FOE), placed=False).do("start")
    assert not MEDIEVAL.takes_turns(here.scene)
    assert [MEDIEVAL.takes_turns(table(declared=said).scene) for said in (False, True)] == [False, True]
