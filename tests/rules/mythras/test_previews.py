"""The chances an attack is shown with are those of the die that is then thrown, for every choice of its form."""

from dataclasses import replace

import pytest

from rules.core.errors import Refused
from rules.core.paths import put
from rules.core.scene import Action
from rules.core.script import ATTACK, Roll
from rules.odds.for_viewer import odds
from rules.views.viewers import Viewer
from tests.rules.mythras.play import BANDIT, HOPLITE, MYTHRAS, SHEETS, SOLDIER, Table, marked, with_all

THROWER = with_all(SHEETS["cutthroat"], styles__knives__throw_weapons=True)
SKIRMISHER = with_all(SOLDIER, styles__infantry__skirmishing=True, weapons__carbine__scope=1)
GUNS = with_all(SOLDIER, weapons__carbine__in_hand=False, weapons__pistol__in_hand=True)
LATE = put(BANDIT, "characteristics.dex", 9)
PAIR = put(GUNS, "weapons.other", {"model": "pistol", "style": "pistols", "reserve": 30, "in_hand": True})
LANCER = with_all(HOPLITE, styles__phalanx__mounted_lancer=True)

# Each way to attack: the act, whose sheet, and what is said of it.
ACTS = {
    "melee": ("attack", HOPLITE, {"weapon": "spear", "target": "orc"}),
    "charge": ("charge", HOPLITE, {"weapon": "spear", "target": "orc"}),
    "charge of a lancer": ("charge", LANCER, {"weapon": "spear", "target": "orc"}),
    "sweep": ("sweep", HOPLITE, {"weapon": "spear", "at_orc": True, "at_bob": True}),
    "sweep of a charge": ("sweep", HOPLITE, {"weapon": "spear", "at_orc": True, "at_bob": True, "charging": True}),
    "shot": ("shoot", SKIRMISHER, {"weapon": "carbine", "target": "orc", "metres": 20}),
    "bow": ("shoot", SHEETS["archer"], {"weapon": "bow", "target": "orc", "metres": 20}),
    "thrown": ("shoot", THROWER, {"weapon": "dagger", "target": "orc", "metres": 5}),
    "two guns": ("shoot", PAIR, {"weapon": "pistol", "second": "other", "target": "orc", "metres": 5}),
    "short burst": (
        "shoot",
        put(SKIRMISHER, "weapons.carbine.mode", "short_burst"),
        {"weapon": "carbine", "target": "orc", "metres": 20},
    ),
    "long burst": (
        "burst",
        put(SKIRMISHER, "weapons.carbine.mode", "long_burst"),
        {"weapon": "carbine", "rounds": 4, "metres": 20, "at_orc": True},
    ),
    "leap": ("leap", HOPLITE, {"target": "orc"}),
}
HIDDEN = {"of": "wooden_wall", "hides": "all"}
# Each state of who attacks, then those of their target.
MINE = {
    "plain": {},
    "mounted": {"mounted": True},
    "prone": {"prone": True},
    "crouched": {"crouched": True},
    "in water": {"swimming": True},
    "covered": {"cover": HIDDEN},
    "held": {"gripped": {"orc": True}},
    "entangled": {"entangled": {"chest": "orc"}},
    "blinded": {"blind": {"grade": "hard", "turns": 1}},
    "steadied": {"steadied": True},
    "aiming": {"aim": "orc", "steadied": True},
    "in bad light": {"around": {"close": "dim", "shot": "light_wind"}},
    "hidden from": {"around": {"close": "none", "shot": "fog"}},
}
THEIRS = {
    "target in cover": {"cover": HIDDEN},
    "target prone": {"prone": True},
    "target in fog": {"around": {"close": "none", "shot": "fog"}},
    "target mounted": {"mounted": True},
}
ROUTES = {route: (marks, {}) for route, marks in MINE.items()} | {route: ({}, marks) for route, marks in THEIRS.items()}
ASKED_BEFORE = {"located", "sweep", "fire"}  # of the game master or of who attacks, before the die
OF_DEFENCE = {"theirs"}


def table(way, route):
    kind, sheet, args = ACTS[way]
    here = Table(("ada", "pc", sheet), ("orc", "npc", BANDIT), ("bob", "npc", LATE))
    mine, theirs = ROUTES[route]
    near = {"engaged": {"orc": True, "bob": True}} if kind in ("attack", "sweep") and "charging" not in args else {}
    return marked(marked(here, "ada", **near, **mine), "orc", **theirs)


def forms(here, way):
    """The arguments of an attack: as the form stands, then each of its fields at each other value."""
    kind, _sheet, args = ACTS[way]
    fields = here.offer("ada", kind).fields
    usual = {field.key: field.blank for field in fields}
    if not args.keys() <= usual.keys():  # a run-up where nobody can run
        return
    usual |= args
    yield usual
    for field in fields:
        if field.key not in ("target", "weapon", "rounds", *OF_DEFENCE) and not field.key.startswith("at_"):
            yield from ({**usual, field.key: value} for value in values(field) if value != usual[field.key])


def values(field):
    if field.kind == "choice":
        return [row.key for row in field.choices if row.refused is None]
    return [False, True] if field.kind == "flag" else [field.least, field.most]


def thrown(here, kind, args):
    """The target number of the die of an attack, or the sentence against it; none where nobody throws."""
    start = here.scene
    try:
        here.do(kind, "ada", **args)
        while (request := here.request()).key.rpartition("-")[2] in ASKED_BEFORE:
            here.answer(request.key, request.options[0].key)
    except Refused as refusal:
        return str(refusal)
    finally:
        here.scene = start
    return request.check.target.total if isinstance(request, Roll) and request.key.endswith(ATTACK) else None


def foretold(here, kind, args):
    """The target number that the form shows, or the sentence against it; none where there is nothing to throw."""
    try:
        shown = odds(MYTHRAS, here.scene, Viewer("gm"), Action(kind, "ada", args, gm=True))
    except Refused as refusal:
        return str(refusal)
    return shown and shown.check.target.total


@pytest.mark.rules("MYT-UI-03")
@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("way", ACTS)
def test_the_form_shows_the_dice_that_are_thrown(way, route):
    here, (kind, *_rest) = table(way, route), ACTS[way]
    for args in forms(here, way) if here.why_not("ada", kind) is None else ():
        assert foretold(here, kind, args) == thrown(here, kind, args), args


@pytest.mark.rules("MYT-UI-03")
@pytest.mark.parametrize("route", [route for route in MINE if route != "aiming"])
@pytest.mark.parametrize(
    "way", [way for way, (*_rest, args) in ACTS.items() if "weapon" in args and not {"second", "charging"} & {*args}]
)
def test_the_dice_beside_a_weapon_are_those_thrown_at_a_plain_target(way, route):
    here, (kind, _sheet, args) = table(way, route), ACTS[way]
    if here.why_not("ada", kind) is None:
        field = next(field for field in here.offer("ada", kind).fields if field.key == "weapon")
        hint = next(str(row.hint) for row in field.choices if row.key == args["weapon"])
        number = thrown(here, kind, next(forms(here, way)))
        assert number == "Hopeless: this cannot even be tried." or f", {number}: critical" in hint


def same(here, kind, **args):
    """The target number of an attack of Ada, shown as it is thrown."""
    args = {field.key: field.blank for field in here.offer("ada", kind).fields} | {"target": "orc"} | args
    number = foretold(here, kind, args)
    assert number == thrown(here, kind, args)
    return number


@pytest.mark.rules("MYT-UI-03", "MYT-WOUND-02")
@pytest.mark.parametrize(("hurt", "number"), [("right_arm", 40), ("left_arm", 60)])
def test_a_wounded_arm_hampers_its_throw_although_its_hand_is_empty_then(hurt, number):
    here = Table(("ada", "pc", put(THROWER, f"hit_locations.{hurt}.hp", -1)), ("orc", "npc", BANDIT))
    assert same(here, "shoot", weapon="dagger", metres=5) == number


@pytest.mark.rules("MYT-UI-03", "MYT-RANGED-AIM", "MYT-AUTO-05", "MYT-STYLE-SKIRMISH")
@pytest.mark.parametrize(("gait", "number"), [("still", 99), ("walk", 44), ("run", 33)])
def test_shooting_on_the_move_announces_that_aim_and_stance_are_lost(gait, number):
    here = table("short burst", "aiming")
    assert same(here, "shoot", weapon="carbine", metres=20, gait=gait) == number


@pytest.mark.rules("MYT-UI-03", "MYT-CLOSE-CHARGE", "MYT-SIT-C08")
@pytest.mark.parametrize(("mine", "theirs", "number"), [("bright", "black", 14), ("black", "bright", 46)])
def test_charging_into_another_light_shows_the_chances_there(mine, theirs, number):
    here = table("charge", "plain")
    places = {"a": {"name": "Quay", "light": mine}, "b": {"name": "Hold", "light": theirs}}
    way = {"w": {"a": "a", "b": "b", "metres": 10}}
    here.scene.state["ground"] = {"level": "places", "places": places, "ways": way, "at": {"ada": "a", "orc": "b"}}
    here.scene = replace(here.scene)
    assert same(here, "charge", weapon="spear") == number


@pytest.mark.rules("MYT-UI-03", "MYT-CLOSE-CHARGE", "MYT-AUTO-01", "MYT-CORE-02")
@pytest.mark.parametrize("way", ["charge", "short burst", "two guns"])
def test_an_attack_made_hopeless_by_how_it_is_made_is_not_begun(way):
    kind, _sheet, args = ACTS[way]
    assert "Hopeless" in str(same(table(way, "plain"), kind, **args, steps=3))
