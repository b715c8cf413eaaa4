"""An exchange in which two rules meet: what the first blow left counts for the second, and for what is resisted."""

import pytest

from rules.core.paths import put
from tests.rules.mythras.play import BANDIT, BEAR, GUNNER, HOPLITE, QUIET, Table, marked, table, with_all

BARE = put(QUIET, "armour", {})
FRAIL = with_all(BANDIT, armour={}, hit_locations__chest__hp=1, hit_locations__chest__hp_max=4)


def bear(*who, **more):
    return Table(("bear", "npc", BEAR), ("ada", "pc", BARE), *who, **more)


@pytest.mark.rules("MYT-FX-FLURRY", "MYT-CLOSE-EVADE", "MYT-SIT-C07")
def test_a_fighter_who_evaded_is_prone_when_the_next_limb_strikes():
    here = bear().attack("bear", "ada", "claws", 2, "evade", 9, "flurry").go(14, [1], 1)
    while here.request().key != "flurry1-reaction":
        here.finish_at(here.request().key, 1)
    here.go("evade")
    causes = [str(row.label) for row in here.request().check.target.modifiers]
    assert any("prone" in label for label in causes)


@pytest.mark.rules("MYT-FX-FLURRY", "MYT-CLOSE-SURPRISE")
def test_the_effect_that_surprise_gives_is_of_the_first_blow_alone():
    here = bear(surprised=("ada",)).attack("bear", "ada", "claws", 20)
    assert str(here.question()).startswith("Special effect 1 of 2")
    here.go("flurry", "none").finish_at("flurry1-attack", 20)
    assert str(here.question()).startswith("Special effect 1 of 1")


@pytest.mark.rules("MYT-FX-ARISE", "MYT-CLOSE-LEAP", "MYT-CLOSE-EVADE")
def test_an_evading_fighter_may_arise_at_once():
    for kind, more, die in (("attack", {"weapon": "claws"}, 20), ("leap", {}, 95)):
        here = bear().do(kind, "bear", target="ada", **more).go(die, "evade", 1)
        assert here.options()["arise"] is None
        assert here.go("arise").finish().mark("ada", "prone") is None
    daring = put(BARE, "styles.phalanx.daredevil", True)
    here = Table(("bear", "npc", BEAR), ("ada", "pc", daring)).attack("bear", "ada", "claws", 20, "evade", 1)
    assert here.options()["arise"] == "Already standing."


@pytest.mark.rules("MYT-FX-ACCIDENT/guard", "MYT-CLOSE-PASSIVE", "MYT-CLOSE-COVER")
@pytest.mark.parametrize(
    "state", [{"wards": {"aspis": ["chest", "head"]}}, {"cover": {"of": "concrete", "hides": "chest"}}]
)
def test_neither_guard_nor_cover_stands_before_ones_own_weapon(state):
    here = marked(table(BARE), "ada", **state)
    here.attack("ada", "orc", "spear", 100, "parry-axe", 20, "accidental_injury", "none", 10, 5)
    assert here.finish().hp("ada", "chest") == here.whole("ada", "chest") - 6 - 1


@pytest.mark.rules("MYT-FX-PREPARE-COUNTER", "MYT-FX-SURRENDER/no-damage")
def test_a_surrender_that_springs_from_a_counter_spares_its_victim():
    here = marked(table(BARE, FRAIL), "ada", counters={"orc": {"overextend": 1}})
    here = marked(here, "orc", disadvantaged=True)
    here.attack("ada", "orc", "spear", 30, "parry-axe", 2, "overextend", "compel_surrender").finish()
    assert here.mark("orc", "surrendered") is True and here.hp("orc", "chest") == 1
    assert not any("damage" in sentence for sentence in here.told())


@pytest.mark.rules("MYT-AUTO-07", "MYT-FX-DAMAGE-WEAPON")
def test_the_other_bullets_of_a_burst_hit_though_the_first_went_to_a_weapon():
    gunner = put(put(GUNNER, "weapons.carbine.mode", "short_burst"), "weapons.carbine.loaded", 9)
    netter = put(FRAIL, "weapons.net", {"model": "net", "style": "brigand", "in_hand": True})
    here = marked(table(gunner, netter), "ada", entangled={"left_leg": {"by": "orc", "weapon": "net"}})
    here.do("shoot", "ada", target="orc", weapon="carbine", metres=20).go(20, "damage_weapon", [6, 6], 3)
    assert here.asked() == ["bullet2-location"]


@pytest.mark.rules("MYT-LUCK-01", "MYT-FX-SELECT-TARGET", "MYT-FX-ACCIDENT", "MYT-AUTO-03")
def test_luck_lessens_a_wound_by_whatever_way_it_comes():
    lucky = with_all(HOPLITE, armour={}, state__luck=2, hit_locations__chest__hp=-4)
    people = ("orc", "npc", BANDIT), ("eve", "pc", put(QUIET, "characteristics.dex", 8)), ("ada", "pc", lucky)
    here = Table(*people).do("contact", fighter="orc", other="ada", apart=False)
    here.attack("orc", "eve", "axe", 100, "parry-spear", 20, "select_target", "none", "ada", 10, 6)
    assert here.finish_at("other-luck", "lessen").finish().hp("ada", "chest") == 1 - here.whole("ada", "chest")
    here = table(lucky).attack("ada", "orc", "spear", 100, "parry-axe", 20, "accidental_injury", "none", 10, 8)
    assert here.finish_at("own-luck", "again").scene.sheet("ada")["state"].get("luck", 2) in (1, 2)
    gunner = with_all(GUNNER, weapons__carbine__mode="short_burst", weapons__carbine__loaded=9)
    here = Table(("gun", "npc", gunner), ("ada", "pc", put(lucky, "hit_locations.head.hp", 2)))
    here.do("shoot", "gun", target="ada", weapon="carbine", metres=20).go(20, "none", 10, [6, 6], "lessen")
    here.finish_at("bullets", 2).go(20, [6, 6])
    assert "bullet2-luck" not in here.asked()  # one point for each action


@pytest.mark.rules("MYT-WOUND-04/own")
@pytest.mark.parametrize(("reading", "target"), [("later", 50), ("at_once", 10)])
def test_an_impaling_item_weighs_on_the_roll_of_its_own_wound_by_house_setting(reading, target):
    body = {"chest": {"hp": 3, "hp_max": 9}}
    victim = with_all(FRAIL, hit_locations=body, skills__endurance=30, characteristics__con=10, characteristics__siz=14)
    here = Table(
        ("ada", "pc", put(BARE, "weapons.spear.size", "large")),
        ("orc", "npc", victim),
        settings={"wound_hampered": reading},
    )
    here.attack("ada", "orc", "spear", 30, "none", "impale", 10, 3, 3)
    here.finish_at("shaken", 1)
    assert (here.request().key, here.request().check.target.total) == ("wound", target)


CLUBBED = put(QUIET, "weapons.spear.model", "club")


@pytest.mark.rules("MYT-FX-00c", "MYT-FX-TRIP", "MYT-FX-BASH/obstacle")
@pytest.mark.parametrize("order", [("trip", "bash"), ("bash", "trip")])
def test_somebody_felled_by_one_effect_is_not_felled_by_the_next(order):
    given = {"bash-ground": "obstacle", "trip-skill": "brawn", "trip-resist": 95, "bash-roll": 95, "damage": 3}
    here, asked = table(CLUBBED).attack("ada", "orc", "spear", 2, "none", *order), []
    while here.scene.exchanges:
        asked += here.asked()
        here.finish_at(asked[-1], given.get(asked[-1], 1))
    assert here.told().count("falls prone") == 1
    assert len({"bash-roll", "trip-resist"} & {*asked}) == 1


@pytest.mark.rules("MYT-FX-00c", "MYT-FX-DISARM", "MYT-FX-PIN-WEAPON")
def test_a_weapon_that_is_struck_away_is_not_pinned_as_well():
    here = table(CLUBBED).attack("ada", "orc", "spear", 2, "none", "disarm", "pin_weapon")
    here.finish_at("disarm-what", "axe").finish_at("disarm-resist", 95).finish()
    assert here.mark("orc", "pinned") == {"shield": "ada"} and "has a weapon pinned (Axe)" not in here.told()


@pytest.mark.rules("MYT-FX-TRIP", "MYT-FX-ENTANGLE")
def test_a_prone_fighter_is_not_tripped():
    here = marked(table(), "orc", prone=True, entangled={"left_leg": {"by": "ada", "weapon": "spear"}})
    here = marked(here, "ada", snares={"orc": {"die": 20, "level": 2}})
    assert here.why_not("ada", "haul", "target", "orc") == "Lies on the ground."
    assert here.attack("ada", "orc", "spear", 20, "none").options()["trip"] == "Lies on the ground."
