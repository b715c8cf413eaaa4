"""Every way to an attack pays, draws, engages and counts alike: in melee, from afar, wrestling, unseen."""

from fractions import Fraction

import pytest

from rules.core.errors import Refused
from rules.core.scene import Action
from rules.odds.for_viewer import odds
from rules.views.viewers import Viewer
from tests.rules.medieval.play import MEDIEVAL, Table, sheet

ROUTES = {
    "melee": ("attack", {"weapon": "sword"}),
    "fists": ("attack", {"weapon": "pugilat"}),
    "shot": ("shoot", {"weapon": "bow"}),
    "throw": ("shoot", {"weapon": "javelin"}),
    "hold": ("wrestle", {"technique": "cle"}),
    "throw down": ("wrestle", {"technique": "projection"}),
    "unseen melee": ("sneak", {"weapon": "sword"}),
    "unseen shot": ("sneak", {"weapon": "bow"}),
    "unseen hold": ("sneak", {"weapon": "lutte-cle"}),
}
FAR = ("shot", "throw", "unseen shot")
MISS, HIT = (1, 1), (9, 9)
every_route = pytest.mark.parametrize("route", ROUTES)


def table(mine=None, theirs=None, settings=None):
    rows = [("ada", "pc", mine or sheet()), ("orc", "npc", theirs or sheet())]
    here = Table(*rows, settings=settings)
    return here.do("close") if here.up != ["ada"] else here


def strike(here, route, faces, **more):
    kind, args = ROUTES[route]
    if kind == "sneak":
        here.do("unseen", fighter="ada")
    here.do(kind, "ada", target="orc", **args, **more)
    if kind == "sneak":
        here.answer(stealth=(9, 9), acuity=(1, 1))
    here.answer(attack=faces)
    for key in ("sneak", "damage"):
        if key in here.open:
            here.answer(**{key: "sneak-double" if key == "sneak" else (1,) * (2 if "bow" in args.values() else 1)})
    return here


def attack(here):
    return next(one for one in here.outcomes if "attack" in one.check.flags)


@every_route
@pytest.mark.rules("MED-MOVEACT-03", "MED-MAN-03", "MED-TURN-01")
def test_every_way_to_an_attack_ends_the_turn_and_those_of_melee_engage(route):
    here = strike(table(), route, MISS)
    assert here.up == ["orc"]
    assert bool(here.mark("orc", "engaged.ada")) is (route not in FAR)
    assert here.mark("ada", "turn.assailed") == {"orc": True}


@every_route
@pytest.mark.rules("MED-DEF-02", "MED-MOVEACT-06")
def test_every_way_to_an_attack_draws_its_weapon(route):
    here = strike(table(), route, MISS)
    weapon = ROUTES[route][1].get("weapon", "sword")
    drawn = weapon if weapon in ("bow", "javelin") else "sword"
    assert [key for key in ("sword", "bow", "javelin") if here.at("ada", f"weapons.{key}.in_hand")] == [drawn]


@every_route
@pytest.mark.rules("MED-ATT-04", "MED-MANOEUVRE-RAGE", "MED-MANOEUVRE-ESQUIVE/everybody", "MED-FAT-01")
def test_every_way_to_an_attack_counts_every_modifier(route):
    here = Table(("ada", "pc", sheet(manoeuvres=["rage"], fatigue=1)), ("orc", "npc", sheet(manoeuvres=["esquive"])))
    here.do("declare_rage", "ada").do("declare_esquive", "orc")
    here.do("modifier", fighter="ada", attack=-3, why="Venin").do("modifier", fighter="orc", defence=2)
    check = attack(strike(here, route, MISS, modifier=4, defence_modifier=-1)).check
    assert (check.target.total, check.extra) == (5 - 1 - 3 + 4, 10 + 5 + 2 - 1)


@every_route
@pytest.mark.rules("MED-MANOEUVRE-ENCHAINEMENT")
@pytest.mark.parametrize(("faces", "primed"), [(MISS, None), (HIT, True)])
def test_every_hit_may_begin_a_chain_and_ends_that_of_its_target(route, faces, primed):
    here = table()
    here.scene = here.scene.with_changes([here.scene.mark("orc", "chain", {"count": 2, "used": True})])
    strike(here, route, faces)
    assert bool((here.mark("orc", "chain") or {}).get("count")) is (faces == MISS)
    assert here.round().mark("ada", "chain.primed") == primed


@every_route
@pytest.mark.rules("MED-MANOEUVRE-OEIL", "MED-MAN-06")
def test_every_way_to_an_attack_is_answered_alike(route):
    here = Table(("ada", "pc", sheet()), ("orc", "npc", sheet(manoeuvres=["contre_attaque"])))
    here.do("declare_contre_attaque", "orc", target="ada")
    strike(here, route, MISS)
    assert here.open == ["return-damage"]
    here.answer(return_damage=(4,))
    assert (here.at("ada", "hp.current"), here.at("orc", "pc.current")) == (20 - 5, 7)


@every_route
@pytest.mark.rules("MED-SNEAK-01")
def test_every_way_to_an_attack_reveals_a_hidden_attacker(route):
    here = strike(table().do("unseen", fighter="ada"), route, MISS).round()
    here.do("contact", fighter="ada", other="orc", state="apart")
    assert here.why_not("ada", "sneak") == "The target has spotted the attacker: no sneak attack."


@every_route
@pytest.mark.rules("MED-MANOEUVRE-ASSAUT", "MED-MAN-01")
def test_every_way_to_an_attack_may_begin_an_assault(route):
    here = strike(table(sheet(manoeuvres={"assaut": 2})), route, MISS, manoeuvre="assaut", extra=2)
    assert (here.up, here.mark("ada", "turn.assault"), here.at("ada", "pc.current")) == (["ada"], 2, 7)
    assert here.do("finish", "ada").at("ada", "pc.current") == 9


@every_route
@pytest.mark.rules("MED-MANOEUVRE-COUP-FATAL", "MED-LUTTE-02")
def test_a_fatal_blow_goes_with_every_way_to_an_attack_that_does_harm(route):
    here, (kind, args) = table(sheet(manoeuvres=["coup_fatal"])).do("unseen", fighter="ada"), ROUTES[route]
    if kind == "wrestle":
        manoeuvre = next(field for field in here.offer("ada", kind).fields if field.key == "manoeuvre")
        assert "coup_fatal" not in [choice.key for choice in manoeuvre.choices]
    elif route == "unseen hold":
        refused = here.refused(Refused, kind, "ada", target="orc", **args, manoeuvre="coup_fatal")
        assert refused == "This manoeuvre does not go with this kind of attack."
    else:
        assert here.do(kind, "ada", target="orc", **args, manoeuvre="coup_fatal").at("ada", "pc.current") == 6


@every_route
@pytest.mark.rules("MED-MOVEACT-04", "MED-MOVEACT-06")
def test_behind_every_way_to_an_attack_something_more_may_follow(route):
    here = strike(table(), route, MISS, more=True)
    assert here.up == ["ada"] and here.offer("ada", "attack") is None
    assert here.do("immediate", "ada", what="shout").do("finish", "ada").up == ["orc"]


@pytest.mark.rules("MED-LUTTE-CLE-02", "MED-SNEAK-01")
def test_an_unseen_third_wrestler_holds_as_often_as_they_come_close():
    names = ("ada", "bob", "cleo")
    here = Table(*((name, "pc", sheet()) for name in names), ("orc", "npc", sheet())).do("unseen", fighter="ada")
    here.scene = here.scene.with_changes([here.scene.mark("orc", "held", {"bob": "cle", "cleo": "cle"})])
    args = {"target": "orc", "weapon": "lutte-cle"}
    told = {
        str(one.label): one.value
        for one in odds(MEDIEVAL, here.scene, Viewer("gm"), Action("sneak", "ada", args, gm=True)).chances
    }
    assert told["Hold"] == told["Comes close unseen"] > Fraction(1, 3)
    here.do("sneak", "ada", **args).answer(stealth=(9, 9), acuity=(1, 1))
    assert here.mark("orc", "held.ada") == "cle" and here.scene.exchanges == {}


# Acts left open by each state.

ENGAGED = {"engaged": {"orc": True}}
STATES = {
    "free": ({}, "attack shoot wrestle move cast extra immediate finish"),
    "engaged": (ENGAGED, "attack shoot wrestle flee cast extra immediate finish"),
    "on the ground": ({"prone": True}, "get_up cast extra immediate finish"),
    "on the ground in melee": ({"prone": True, **ENGAGED}, "cast extra immediate finish"),
    "held": ({"held": {"orc": "cle"}, **ENGAGED}, "break_free immediate finish"),
    "held on the ground": ({"held": {"orc": "cle"}, "prone": True, **ENGAGED}, "break_free immediate finish"),
    "moved": ({"turn": {"moved": True}}, "attack shoot wrestle cast extra immediate finish"),
    "moved in melee": ({"turn": {"moved": True}, **ENGAGED}, "attack shoot wrestle cast extra immediate finish"),
    "struck back already": ({"turn": {"attacked": True}}, "move extra immediate finish"),
    "acted": ({"turn": {"acted": True}}, "extra immediate finish"),
    "acted and tried": ({"turn": {"acted": True, "extra": True}}, "immediate finish"),
    "in an Assault": ({"turn": {"assault": 1, "manoeuvre": "assaut"}}, "attack shoot wrestle immediate finish"),
    "unseen": ({"unseen": True}, "attack shoot wrestle sneak move cast extra immediate finish"),
    "unseen after an approach": (
        {"unseen": True, "turn": {"approached": True}},
        "attack shoot wrestle move cast extra immediate finish",
    ),
}


@pytest.mark.rules("MED-TURN-01", "MED-MOVEACT-03", "MED-LUTTE-CLE-01", "MED-LUTTE-PROJ-01", "MED-SNEAK-01")
@pytest.mark.parametrize(("marks", "left"), STATES.values(), ids=STATES)
def test_each_state_leaves_open_the_acts_the_rules_allow(marks, left):
    here = table()
    here.scene = here.scene.with_changes([here.scene.mark("ada", key, value) for key, value in marks.items()])
    assert " ".join(one.kind for one in MEDIEVAL.offers(here.scene, "ada") if one.refused is None) == left


@pytest.mark.rules("MED-LUTTE-CLE-01", "MED-LUTTE-PRESS-01")
@pytest.mark.parametrize(("technique", "press"), [("cle", False), ("pression", True)])
def test_a_holder_may_let_go_and_press_if_it_is_pressure(technique, press):
    here = table()
    here.scene = here.scene.with_changes([here.scene.mark("orc", "held", {"ada": technique})])
    open_kinds = {one.kind for one in MEDIEVAL.offers(here.scene, "ada") if one.refused is None}
    assert "let_go" in open_kinds and ("press" in open_kinds) is press
