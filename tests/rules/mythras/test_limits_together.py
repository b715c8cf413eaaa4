"""Rules that meet: what stops a charge or a missile, and which effect outlasts which."""

import pytest

from rules.core.paths import put
from rules.core.scene import Action
from rules.games.mythras.character.tables import OUTSIDE
from rules.odds.for_viewer import odds
from rules.views.viewers import Viewer
from tests.rules.mythras.play import BANDIT, CLUB, GUNNER, MYTHRAS, QUIET, Table, marked, table, with_all

BARE = put(QUIET, "armour", {})
MAGE = put(BARE, "professional", {"m": {"of": "magic", "trained": 80}})


@pytest.mark.rules("MYT-CLOSE-CHARGE", "MYT-FX-GRIP", "MYT-REACT-COUNTER-CHARGE")
def test_a_fighter_gripped_on_the_way_does_not_run_on():
    wrestler = with_all(BANDIT, weapons={}, skills__unarmed=60)
    here = table(BARE, wrestler).do("charge", "ada", target="orc", weapon="spear").go(99, "counter-fist", 20)
    here.finish_at("back-effect-1", "grip")
    with pytest.raises(AttributeError):  # the exchange ends without this question
        here.finish_at("after", "on")
    assert here.mark("ada", "gripped") == {"orc": True} and here.mark("ada", "engaged") == {"orc": True}


@pytest.mark.rules("MYT-CLOSE-PASSIVE/missiles", "MYT-RANGED-PARRY", "MYT-RANGED-SHIELD")
@pytest.mark.parametrize(("what", "left"), [("sword", 4), ("aspis", 0)])
def test_only_a_shield_guards_a_location_against_missiles(what, left):
    """A guard stops what a parry with the same thing would: a sword nothing of an arrow, a shield all of it."""
    victim = with_all(BARE, hit_locations__chest__hp=4, hit_locations__chest__hp_max=9)
    archer = put(QUIET, "weapons.bow", {"model": "bow", "style": "phalanx", "in_hand": True, "own_flags": True})
    here = Table(("orc", "npc", archer), ("ada", "pc", put(victim, f"weapons.{what}.in_hand", True)))
    marked(here, "ada", wards={what: ["chest"]})
    here.do("shoot", "orc", target="ada", weapon="bow", metres=10).go(30, "none", "none", 10, left or 4)
    assert here.finish().hp("ada", "chest") == 4 - left


@pytest.mark.rules("MYT-FX-STUN/turns", "MYT-FX-BLIND")
def test_a_shorter_effect_does_not_end_a_longer_one():
    here = marked(table(CLUB, put(BANDIT, "armour", {})), "orc", stunned={"chest": 6})
    here.attack("ada", "orc", "spear", 30, "none", "stun_location", 10, 1).finish_at(
        "stun_location-resist", 99
    ).finish()
    assert here.mark("orc", "stunned.chest") == 6
    here = marked(table(BARE), "ada", blind={"grade": "formidable", "turns": 4})
    here.attack("ada", "orc", "spear", 90, "parry-axe", 2, "blind_opponent", "none")
    here.finish_at("blind_opponent-resist", 99).finish_at("blind-grade", "hard")
    assert here.finish().mark("ada", "blind") == {"grade": "formidable", "turns": 3}


@pytest.mark.rules("MYT-STYLE-DAREDEVIL", "MYT-CLOSE-EVADE")
def test_a_daredevil_stays_on_their_feet_in_close_combat_alone():
    daring = put(BARE, "styles.phalanx.daredevil", True)
    for kind, args in (("hazard", {"fighter": "ada", "note": "Char"}), ("cast", {"target": "ada", "note": "Éclair"})):
        here = Table(("orc", "npc", MAGE), ("ada", "pc", daring))
        here.do(kind, "gm" if kind == "hazard" else "orc", **args).finish_at("reaction", "evade").finish()
        assert here.mark("ada", "prone") is True, kind
    here = Table(("orc", "npc", BANDIT), ("ada", "pc", daring)).attack("orc", "ada", "axe", 30, "evade", 20).finish()
    assert here.mark("ada", "prone") is None


@pytest.mark.rules("MYT-CORE-04", "MYT-PARRY-01", "MYT-CLOSE-EVADE")
@pytest.mark.parametrize(
    ("marks", "style", "hopeless"),
    [
        ({}, OUTSIDE, set()),
        ({"around": {"close": "dark"}}, OUTSIDE, {"parry-axe"}),
        ({"blind": {"grade": "herculean", "turns": 3}, "entangled": {"chest": "ada"}}, "brigand", None),
    ],
)
def test_a_hopeless_skill_answers_no_blow_either(marks, style, hopeless):
    """As an attack is refused then, and is not foretold as a parry: no chance of 5 % is left of what is not tried."""
    here = marked(table(BARE, put(BANDIT, "weapons.axe.style", style)), "orc", **marks)
    args = {"target": "orc", "weapon": "spear"}
    foretold = odds(MYTHRAS, here.scene, Viewer("gm"), Action("attack", "ada", args, gm=True))
    here.do("attack", "ada", target="orc", weapon="spear").go(30)
    if hopeless is None:
        assert here.asked() != ["reaction"]
        assert [str(note) for note in foretold.notes] == ["If the target answers: no answer"]
        return
    options = here.options()
    assert {key for key, why in options.items() if why and "Hopeless" in why} == hopeless
    assert options["parry-shield"] is None and options["evade"] is None


@pytest.mark.rules("MYT-ACT-CHANGE-RANGE", "MYT-MOVE-CRAWL")
@pytest.mark.parametrize(("prone", "why"), [(False, None), (True, "5 m away, 2 m at most: move first")])
def test_a_prone_fighter_closes_in_no_farther_than_they_crawl(prone, why):
    places, ways = {"gate": {"name": "gate"}, "yard": {"name": "yard"}}, {"d": {"a": "gate", "b": "yard", "metres": 5}}
    here = marked(table(GUNNER), "ada", **({"prone": True} if prone else {}))
    ground = {"level": "places", "places": places, "ways": ways, "at": {"ada": "gate", "orc": "yard"}}
    here.scene = here.scene.with_changes((here.scene.change("ground", ground),))
    (row,) = here.offer("ada", "range").fields[0].choices
    assert row.refused is None if why is None else str(row.refused).startswith(why)


SLOW = put(BANDIT, "characteristics.dex", 6)
LOST = {"blind": {"grade": "herculean", "turns": 3}, "entangled": {"chest": "orc"}}
WEIGHED = {"impaled": {"chest": {"grade": "herculean"}}, "entangled": {"chest": "orc"}}


@pytest.mark.rules("MYT-CORE-04", "MYT-ACT-OUTMANOEUVRE", "MYT-ACT-SNEAK-PEEK", "MYT-FREE-ASSESS", "MYT-HEAL-01")
@pytest.mark.parametrize(
    ("kind", "marks"),
    [
        ("outmanoeuvre", LOST | {"engaged": {"orc": True, "bob": True}}),
        ("peek", LOST | {"cover": {"of": "tree", "hides": "half"}}),
        ("assess", LOST),
        ("aid", WEIGHED),
    ],
)
def test_nothing_hopeless_is_tried(kind, marks):
    hurt = put(MAGE, "hit_locations.chest.hp", 1)
    for state in (marks, {key: value for key, value in marks.items() if key != "entangled"}):
        here = marked(Table(("ada", "pc", hurt), ("orc", "npc", BANDIT), ("bob", "npc", SLOW)), "ada", **state)
        hopeless = "entangled" in state
        assert here.why_not("ada", kind) == ("Hopeless: this cannot even be tried." if hopeless else None)


@pytest.mark.rules("MYT-CORE-04", "MYT-REACT-COUNTERSPELL", "MYT-CLOSE-OUTMANOEUVRE")
def test_a_hopeless_fighter_neither_counters_nor_follows():
    here = marked(Table(("ada", "pc", MAGE), ("orc", "npc", put(MAGE, "characteristics.dex", 6))), "orc", **WEIGHED)
    here.do("cast", "ada", note="Light")
    assert "counter-orc" not in here.asked()
    here = marked(Table(("ada", "pc", MAGE), ("orc", "npc", BANDIT), ("bob", "npc", SLOW)), "orc", **LOST)
    marked(here, "ada", engaged={"orc": True, "bob": True}).do("outmanoeuvre", "ada")
    assert here.asked() == ["follow-bob"]
