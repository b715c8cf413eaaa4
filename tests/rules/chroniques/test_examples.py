"""The worked examples, played through the engine."""

import pytest

from rules.core.check import Level
from rules.core.json_codec import from_json
from rules.games.chroniques import initiative, surprise
from tests.rules.chroniques.play import CORSAIR, DRONE, GUARD, SCOUT, SNIPER, Table, examples, fight, refused_at

SHEETS = {"scout": SCOUT, "guard": GUARD, "drone": DRONE, "corsair": CORSAIR, "sniper": SNIPER}


@pytest.mark.parametrize("one", examples("ambush"))
def test_an_ambush(one):
    roles = one["given"]["ambush"]
    table = Table(*((who, "pc", SHEETS[who]) for who in roles), started=False)
    table.do("ambush", **{f"role_{who}": role for who, role in roles.items()})
    walking = [who for who, role in roles.items() if role == "ambushed"]
    for who, die in zip(walking, one["dice"], strict=True):
        table.answer(f"{who}-per-die", die)
    found = from_json(table.events[-1].payload["outcomes"])
    assert [outcome.check.extra for outcome in found] == [one["expect"]["difficulty"]] * len(walking)
    assert [who for who in walking if table.at(who, "states.surprised")] == one["expect"]["surprised"]
    assert {who: table.score(who, "def_") for who in walking} == one["expect"]["defence"]
    assert surprise.difficulty([SNIPER], "min", None) == one["expect"]["difficulty"]


@pytest.mark.parametrize("one", examples("order"))
def test_the_order_of_a_round(one):
    scene = fight(*((who, side, SHEETS[who]) for who, side in one["given"]["order"].items()))
    assert list(initiative.order(scene)) == one["expect"]["order"]


@pytest.mark.parametrize("one", examples("turn"))
def test_the_contents_of_a_turn(one):
    place, why = refused_at(one["given"]["turn"])
    assert (place, str(why)) == (one["expect"]["refused_at"], one["expect"]["why"])


@pytest.mark.parametrize("one", examples("attack"))
def test_an_attack(one):
    given, expect = one["given"], one["expect"]
    attack, harm = given["attack"], given.get("damage", {})
    score = {"distance": "atd", "psychic": "atp", "contact": "atc"}[attack["kind"]]
    weapon = {"name": "Arme", "kind": attack["kind"], "dice": harm.get("dice", "1d6")}
    mine = {"typed": {"init": 30, score: attack["bonus"]}, "weapons": {"w": weapon}}
    theirs = {
        "typed": {"def_": attack["def_"], "dep": attack["dep"], "wound_threshold": harm.get("threshold", 50)},
        "armour": {"rd": harm.get("rd", 0)},
        "hp": {"max": 90, "current": harm.get("hp", 90)},
    }
    table = Table(("ada", "pc", mine), ("orc", "npc", theirs), settings={"critical": {"advantage": False}})
    table.attack("ada", "orc", "w", one["dice"][0], damage=one["dice"][1:] if "dealt" in expect else ())
    if expect["hit"] and "dealt" not in expect:
        table.answer("damage", 1)
    (outcome,) = from_json(table.events[-1].payload["outcomes"])
    assert outcome.check.extra == attack[expect["versus"]]
    assert outcome.margin == expect["total"] - attack[expect["versus"]]
    assert (outcome.level.succeeded, outcome.level is Level.CRITICAL) == (expect["hit"], expect["critical"])
    if "dealt" in expect:
        assert table.at("orc", "hp.current") == expect["hp"]
        assert harm["hp"] - expect["dealt"] == expect["hp"]
        assert table.at("orc", "severe_wound") == expect["severe"]
