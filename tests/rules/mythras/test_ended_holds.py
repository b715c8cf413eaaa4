"""Holds that end with the holder, fighters who cannot leave their place, and blows with or without force."""

import pytest

from rules.core.paths import put
from rules.games.mythras.character import sheet as sheets
from rules.games.mythras.combat import blows, threat
from rules.games.mythras.equipment import limbs
from rules.games.mythras.equipment import weapons as arms
from tests.rules.mythras.play import BANDIT, GUNNER, QUIET, Table, marked, table, with_all


def three(**settings):
    """Ada fights Orc, and Eve stands by."""
    here = Table(("ada", "pc", QUIET), ("orc", "npc", BANDIT), ("eve", "npc", GUNNER), settings=settings)
    return here.do("contact", fighter="ada", other="orc", apart=False)


BY_BODY = "Pinned by the opponent."
PINNED = {
    "held": (lambda here: here, BY_BODY),
    "apart": (lambda here: here.do("contact", fighter="orc", other="ada", apart=True), None),
    "out": (lambda here: here.do("state", fighter="orc", state="dropped"), None),
    "another apart": (
        lambda here: here.do("contact", fighter="eve", other="ada", apart=True),
        "Pinned by the opponent.",
    ),
}


@pytest.mark.rules("MYT-FX-PIN-WEAPON/ends")
@pytest.mark.parametrize("way", PINNED)
def test_a_weapon_is_pinned_as_long_as_the_body_that_pins_it_is_there(way):
    happens, why = PINNED[way]
    here = happens(marked(three(), "ada", pinned={"spear": "orc"}))
    spear = arms.find(here.scene.sheet("ada"), "spear", here.scene.settings)
    assert (reason := limbs.why_unusable(here.scene, "ada", spear)) is why or str(reason) == why


HOLDS = {
    "gripped": ({"gripped": {"orc": True}}, "Is gripped."),
    "entangled": ({"entangled": {"right_leg": "orc"}}, "A leg is held."),
    "below": ({"prone": True, "under": "orc"}, "orc is on top."),
    "free": ({}, None),
}
STANDING = ("charge", "leap")  # for which whoever lies is refused before


@pytest.mark.rules("MYT-FX-GRIP", "MYT-FX-ENTANGLE", "MYT-CLOSE-ENGAGE", "MYT-CLOSE-LEAP", "MYT-ACT-TAKE-COVER")
@pytest.mark.parametrize("hold", HOLDS)
@pytest.mark.parametrize("route", [*STANDING, "range", "cover"])
def test_a_held_fighter_does_not_leave_their_place(route, hold):
    held, why = HOLDS[hold]
    if hold == "below" and route in STANDING:
        why = "Lies on the ground."
    here = marked(three(charge_engaged="allowed"), "ada", **held)
    offer = here.offer("ada", route)
    reasons = {offer.refused, *(row.refused for row in offer.fields[0].choices if row.key == "orc")} - {None}
    assert {str(reason) for reason in reasons} == ({why} if why else set())


# Magic keeps off what no blow ruins.


@pytest.mark.rules("MYT-FX-SUNDER/magic", "MYT-ARM-01")
@pytest.mark.parametrize(
    ("chosen", "layer", "total", "dealt", "sundered"),
    [
        ((), "", 12, 12 - 4 - 2 - 1, 0),
        (("sunder",), "", 7, 0, 0),  # what magic and armour are worth
        (("sunder",), "", 9, 0, 2),
        (("sunder",), "", 12, 2, 3),  # 3 points of armour and hide, and no magic
        (("sunder", "bypass_armour"), "worn", 9, 7, 1),  # the hide alone
        (("sunder", "bypass_armour"), "natural", 9, 1, 2),
    ],
)
def test_magic_reduces_a_blow_that_ruins_armour_and_is_not_ruined(chosen, layer, total, dealt, sundered):
    rows = {"ward": {"points": 4, "chest": True, "magical": True}, "furs": {"points": 2, "chest": True}}
    here = table(theirs=with_all(BANDIT, armour=rows, hit_locations__chest__natural=1))
    danger = threat.blow(here.scene, "ada", "orc", arms.find(QUIET, "spear", {}), {})
    blow = blows.Blow(danger, "orc", chosen=chosen, layer=layer)
    left = blows.pass_through(blow, sheets.location(here.scene.sheet("orc"), "chest"), total)
    assert (left.dealt, left.sundered) == (dealt, sundered)


@pytest.mark.rules("MYT-FX-SUNDER/magic")
@pytest.mark.parametrize("layers", ["sum", "best"])
def test_sundering_takes_its_points_from_worn_armour_and_never_from_magic(layers):
    rows = {"ward": {"points": 4, "chest": True, "magical": True}, "furs": {"points": 2, "chest": True}}
    axe = put(QUIET, "weapons.spear.sundering", True)
    here = table(axe, put(BANDIT, "armour", rows), settings={"worn_layers": layers})
    here.attack("ada", "orc", "spear", 31, "none", "sunder", 10, 8, 1)  # 8, 1 of the spear and 1 of strength
    armour = here.scene.sheet("orc")["armour"]
    assert (armour["ward"].get("sundered", 0), armour["furs"]["sundered"]) == (0, 2)
    assert here.hp("orc", "chest") == here.whole("orc", "chest") - (10 - 4 - 2 - 2)


# Force.


@pytest.mark.rules("MYT-CLOSE-KNOCKBACK/not-avoided", "MYT-FX-ENHANCE-PARRY/all")
@pytest.mark.parametrize(("effect", "pushed"), [("enhance_parry", False), ("none", True)])
def test_a_blow_whose_whole_force_is_parried_pushes_nobody(effect, pushed):
    heavy = with_all(QUIET, weapons__spear__damage="1d6+20", weapons__spear__size="enormous")
    here = table(heavy).attack("ada", "orc", "spear", 31, "parry-shield", 3, effect).finish()
    assert any(words.startswith("is pushed back") for words in here.told()) == pushed


@pytest.mark.rules("MYT-CLOSE-KNOCKBACK", "MYT-FX-OVERPENETRATE/half")
@pytest.mark.parametrize(("rolled", "metres"), [(20, None), (50, "is pushed back 3 m")])
def test_a_bullet_that_goes_on_pushes_its_next_target_by_the_half_left(rolled, metres):
    bare = with_all(BANDIT, armour={}, characteristics__siz=13)
    gun = put(GUNNER, "weapons.carbine.damage", f"1d2+{rolled - 1}")
    here = Table(("ada", "pc", gun), ("orc", "npc", bare), ("eve", "npc", put(bare, "characteristics.dex", 3)))
    here.do("shoot", "ada", target="orc", weapon="carbine", metres=20).go(5, "overpenetration", "none").finish()
    told = [row for row in here.events[-1].payload["effects"] if row["target"] == "eve" and row["kind"] == "pushed"]
    assert len(told) == (metres is not None)


@pytest.mark.rules("MYT-FX-ACCIDENT/whole", "MYT-RANGED-BANDS")
def test_a_shooter_who_hits_themselves_is_near_however_far_the_target_is():
    hurt = {}
    for metres in (20, 1500):
        here = table(GUNNER).do("shoot", "ada", target="orc", weapon="carbine", metres=metres, cover_near=True)
        here.go(100, "evade", 20, "accidental_injury", "none", 10, [6, 6]).finish()
        hurt[metres] = here.hp("ada", "chest")
    assert hurt[20] == hurt[1500]
