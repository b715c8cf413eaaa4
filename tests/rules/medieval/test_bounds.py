"""Bounds of the medieval rules: the target of a feint, the start of a blow back, stepped values."""

from fractions import Fraction

import pytest

from rules.core.scene import Action
from rules.games.medieval import advancement, manoeuvres, weapons
from rules.games.medieval.attacks import blows
from rules.games.medieval.attacks.throws import Blow
from rules.odds.for_viewer import odds
from rules.views.viewers import Viewer
from tests.rules.medieval.play import FOE, HERO, MEDIEVAL, Table, derived, sheet, throw
from tests.rules.medieval.play import three as table


@pytest.mark.rules("MED-MANOEUVRE-FEINTE/alone")
@pytest.mark.parametrize(("aimed_at", "terms"), [("ada", [5]), ("bob", [])])
def test_a_feint_helps_only_attacks_on_its_target(aimed_at, terms):
    here = table()
    here.scene = here.scene.with_changes([here.scene.mark("orc", "turn", {"manoeuvre": "feinte", "against": aimed_at})])
    assert [one.value for one in manoeuvres.attack_terms(here.scene, "ada", "orc")] == terms


@pytest.mark.rules("MED-MANOEUVRE-CONTRE-ATTAQUE", "MED-MANOEUVRE-ENCHAINEMENT")
def test_a_blow_back_is_a_hit_from_which_a_chain_may_begin():
    here = table()
    missed = Blow("orc", "ada", weapons.find(FOE, "sword"))
    effects = throw(lambda: blows.answer_back(here.scene, missed, "contre_attaque", False, False), 3)
    told = {one.target: one.value["event"] for one in effects if one.kind == "chain"}
    assert told == {"ada": "own_hit", "orc": "enemy_hit_melee"}


@pytest.mark.rules("MED-FAM-02")
def test_the_higher_mastery_of_an_exotic_weapon_listed_twice_counts():
    rows = {"a": {"name": "Fouet", "level": 1}, "b": {"name": "fouet", "level": 3}}
    assert weapons.mastery({"exotics": rows}, "exotic", "Fouet") == 3


@pytest.mark.rules("MED-MAN-02")
@pytest.mark.parametrize(
    ("path", "by", "bought"),
    [
        ("manoeuvres.rage", 1, True),
        ("manoeuvres.rage", 2, False),
        ("manoeuvres.dance", 1, False),
        ("traits.rage", 1, False),
        ("traits.force", 1, False),
    ],
)
def test_a_rank_of_a_manoeuvre_is_bought_one_by_one_and_nothing_else_is(path, by, bought):
    rich = sheet(pp={"available": 30})
    assert (advancement.step(rich, {}, path, by) is not None) == bought


@pytest.mark.rules("MED-TIME-01", "MED-TURN-01")
def test_a_new_round_is_the_next_one_and_those_passed_over_have_begun():
    here = table().do("skip", fighter="ada")
    assert (here.mark("ada", "turn.begun"), here.mark("ada", "turn.done")) == (True, True)
    assert [here.scene.round, here.round().scene.round] == [1, 2]


@pytest.mark.rules("MED-DMG-05")
def test_the_odds_of_a_blow_never_add_hit_points():
    here = Table(("ada", "pc", HERO), ("orc", "foe", {**FOE, "armour": {"rd": 8}})).do("close")
    action = Action("attack", "ada", {"target": "orc", "weapon": "sword"}, gm=True)
    notes = [str(one) for one in odds(MEDIEVAL, here.scene, Viewer("gm"), action).notes]
    assert notes == ["Against Defence 10.", "A hit takes 0 to 5 HP."], "4 to 13 before armour"


@pytest.mark.rules("MED-SNEAK-01", "MED-DEF-01")
@pytest.mark.parametrize(("kind", "faced"), [("attack", 15), ("sneak", 10)])
def test_the_odds_of_an_unseen_attacker_use_the_natural_defence(kind, faced):
    here = Table(("ada", "pc", sheet()), ("orc", "foe", sheet(mastery={"lames": 5}))).do("unseen", fighter="ada")
    action = Action(kind, "ada", {"target": "orc", "weapon": "sword"}, gm=True)
    found = odds(MEDIEVAL, here.scene, Viewer("gm"), action)
    assert str(found.notes[0]) == f"Against Defence {faced}."


@pytest.mark.rules("MED-MOVE-01")
def test_a_sheet_shows_both_paces_on_both_grounds():
    """Movement 4 and Speed 1: twice and four times on the flat, with Speed once and twice; half of it elsewhere."""
    found = {key: derived(sheet({"vitesse": 1}, mouvement=4), key) for key in ("walk", "sprint")}
    assert {key: (one.value.total, str(one.shown)) for key, one in found.items()} == {
        "walk": (9, "9 m (4 m)"), "sprint": (18, "18 m (8 m)")
    }  # fmt: skip


@pytest.mark.rules("MED-DEATH-02")
def test_the_odds_count_death_below_the_threshold_and_not_at_it():
    """5 hit points, a threshold of −2: 7 lost lead to it, 8 kill; a sword of 4 to 13 does that at 5 and more."""
    frail = sheet({"robustesse": -5}, hp={"max": 20, "current": 5}, niveau=1)
    here = Table(("ada", "pc", HERO), ("orc", "foe", frail)).do("close")
    found = odds(
        MEDIEVAL, here.scene, Viewer("gm"), Action("attack", "ada", {"target": "orc", "weapon": "sword"}, gm=True)
    )
    told = {str(one.label): one.value for one in found.chances}
    assert told["Death"] == (told["Hit"] - told["Critical hit"]) * Fraction(6, 10) + told["Critical hit"]
