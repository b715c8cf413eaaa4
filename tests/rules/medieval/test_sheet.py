"""The sheet: what follows from it, its weapons, what character points buy, and the ready-made ones."""

import pytest

from rules.character.sheet import problems
from rules.core.errors import Refused, RulesError
from rules.core.paths import canonical
from rules.core.scene import Action, Scene, apply
from rules.engine.decide import decide
from rules.engine.offers import offers
from rules.games.medieval import advancement, manoeuvres, weapons
from rules.games.medieval import sheet as sheets
from rules.games.medieval.tables import FAMILIES, MANOEUVRES, REFUSALS, too_few
from rules.registry import samples
from tests.rules.medieval.play import MEDIEVAL, WEAPONS, Table, check, derived, sheet

SHEETS = samples("medieval")
KNIGHT, SCOUT = (SHEETS[name]["data"] for name in ("garance_vaubelle", "isaure_brumepas"))


@pytest.mark.rules("MED-ATT-02", "MED-DEF-01", "MED-DEF-02", "MED-DEATH-02")
@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (KNIGHT, {"attack_melee": 6, "natural_defence": 15, "melee_defence": 20, "death_threshold": -22}),
        (SCOUT, {"attack_ranged": 8, "attack_melee": 4, "natural_defence": 20, "melee_defence": 23}),
        (SCOUT, {"attack_thrown": 5, "death_threshold": -16}),
    ],
)
def test_the_computed_numbers_of_two_characters(data, expected):
    assert {key: derived(data, key).value.total for key in expected} == expected


@pytest.mark.rules("MED-ATT-02")
def test_each_engagement_adds_its_own_two_traits():
    data = sheet({"combativite": 1, "vitesse": 2, "adresse": 4, "acuite": 8})
    assert [derived(data, f"attack_{key}").value.total for key in ("melee", "thrown", "ranged")] == [3, 5, 12]


@pytest.mark.rules("MED-DEF-01")
def test_the_natural_defence_adds_three_traits_to_ten():
    assert weapons.natural_defence(sheet({"vitesse": 1, "acuite": 2, "reflexes": 4, "force": 9})).total == 17


@pytest.mark.rules("MED-DEATH-02")
def test_a_negative_robustness_raises_the_threshold():
    assert sheets.threshold(sheet({"robustesse": -2}, niveau=3)).total == -12


@pytest.mark.rules("MED-DEATH-01/until-positive", "MED-DEATH-02/at-it", "MED-DEATH-03")
@pytest.mark.parametrize(
    ("hp", "more", "state"),
    [
        (1, {}, "active"),
        (0, {}, "dying"),
        (-12, {}, "dying"),
        (-13, {}, "dead"),
        (-3, {"successes": 3}, "stable_coma"),
        (-3, {"failures": 3}, "dead"),
        (-3, {"successes": 2, "failures": 2}, "dying"),
        (2, {"failures": 3}, "active"),
    ],
)
def test_hit_points_and_counters_decide_life_and_death(hp, more, state):
    data = sheet(hp={"max": 20, "current": hp}, dying=more)
    assert sheets.vital(data) == state
    assert (MEDIEVAL.health(data, {}).rank == 5) == (state != "active")


@pytest.mark.parametrize(("hp", "rank"), [(20, 0), (16, 1), (15, 2), (11, 2), (10, 3), (6, 3), (5, 4), (1, 4), (0, 5)])
def test_health_is_read_in_quarters(hp, rank):
    assert MEDIEVAL.health(sheet(hp={"max": 20, "current": hp}), {}).rank == rank


def test_points_left_empty_stand_at_their_maximum():
    data = sheet(hp={"max": 31}, pc={"max": 4})
    assert (MEDIEVAL.value(data, "hp.current"), MEDIEVAL.value(data, "pc.current")) == (31, 4)
    assert MEDIEVAL.step(data, {}, "hp.current", -40).writes == {"hp.current": -9}
    assert MEDIEVAL.vitals(data, {}) == ("hp.current", "pc.current")
    assert [MEDIEVAL.most(data, {}, path) for path in ("hp.current", "pc.current", "fatigue")] == [31, 4, 20]
    assert MEDIEVAL.step({**data, "hp": {"max": 31, "current": 30}}, {}, "hp.current", 5).writes == {"hp.current": 31}


# Weapons and families.


@pytest.mark.rules("MED-FAM-01", "MED-FAM-03")
def test_a_mastery_serves_every_weapon_of_its_family():
    arms = {key: {"name": key, "family": "haches", "dice": "1d6"} for key in ("hatchet", "axe")}
    data = sheet({"combativite": 2}, mastery={"haches": 3, "lames": 9}, weapons=arms)
    assert {check(data, f"attack_{key}").target.total for key in arms} == {5}


@pytest.mark.rules("MED-FAM-02/own")
def test_each_exotic_weapon_has_its_own_mastery():
    arms = {
        "crossbow": {"name": "Arbalète", "family": "exotic", "engagement": "ranged", "dice": "1d10"},
        "chain": {"name": "Chaîne à pointes", "family": "exotic", "dice": "1d6"},
    }
    rows = {"a": {"name": "arbalète ", "level": 4}, "b": {"name": "Boomerang", "level": 7}, "c": {"name": "Fouet"}}
    data = sheet(weapons=arms, exotics=rows)
    assert [weapons.find(data, key).mastery for key in arms] == [4, 0]
    assert weapons.mastery(data, "exotic", "Fouet") == 0, "named, and not learnt yet"


@pytest.mark.rules("MED-ATT-03/weapon-says", "MED-FAM-01")
def test_a_family_gives_the_use_of_its_weapons_unless_the_weapon_does():
    usual = {key: weapons.engagement_of(key, "usual") for key in FAMILIES}
    assert [key for key in usual if usual[key] == "ranged"] == ["arcs"]
    assert [key for key in usual if usual[key] == "thrown"] == ["armes_jet"]
    assert weapons.engagement_of("petites_lames", "thrown") == "thrown"
    assert weapons.engagement_of("exotic", "ranged") == "ranged"


@pytest.mark.rules("MED-DEF-02/melee-only", "MED-FAM-03")
@pytest.mark.parametrize(
    ("family", "more", "adds"),
    [
        ("lames", {}, 4),
        ("arcs", {}, 0),
        ("armes_jet", {}, 0),
        ("petites_lames", {"engagement": "thrown"}, 4),
        ("exotic", {"engagement": "melee"}, 4),
        ("exotic", {"engagement": "ranged"}, 0),
    ],
)
def test_only_a_weapon_for_melee_adds_its_mastery_to_the_defence(family, more, adds):
    row = {"name": "Arme", "family": family, "dice": "1d6", "in_hand": True, **more}
    rows = {"a": {"name": "Arme", "level": 4}}
    data = sheet(weapons={"w": row}, mastery={family: 4} if family != "exotic" else {}, exotics=rows)
    assert weapons.melee_defence(data).total == 10 + adds


@pytest.mark.rules("MED-DEF-02")
def test_bare_hands_defend_with_their_best_skill():
    data = sheet(weapons={}, mastery={"pugilat": 2, "lutte": 5})
    assert weapons.melee_defence(data).total == 15
    assert weapons.striking(data).family == "pugilat"


# Buying.


@pytest.mark.rules("MED-MAN-02")
@pytest.mark.parametrize(("key", "row"), MANOEUVRES.items())
def test_every_manoeuvre_is_bought_at_its_price(key, row):
    poor, rich = sheet(pp={"available": row.pp - 1}), sheet(pp={"available": row.pp})
    assert advancement.refusal(poor, {}, f"manoeuvres.{key}") == too_few("NOT_ENOUGH_PP", row.pp, row.pp - 1)
    assert MEDIEVAL.step(rich, {}, f"manoeuvres.{key}", 1).writes == {f"manoeuvres.{key}": 1, "pp.available": 0}


@pytest.mark.rules("MED-MAN-02/once", "MED-MANOEUVRE-ASSAUT")
def test_a_manoeuvre_is_bought_once_and_the_assault_three_times():
    data = sheet(manoeuvres={"rage": 1, "assaut": 2}, pp={"available": 90})
    assert advancement.refusal(data, {}, "manoeuvres.rage") == REFUSALS["ALREADY_OWNED"]
    assert advancement.refusal(data, {}, "manoeuvres.assaut") is None
    full = sheet(manoeuvres={"assaut": 3}, pp={"available": 90})
    assert advancement.refusal(full, {}, "manoeuvres.assaut") == REFUSALS["MAX_RANK"]
    with pytest.raises(Refused, match="three ranks"):
        MEDIEVAL.step(full, {}, "manoeuvres.assaut", 1)


@pytest.mark.rules("MED-MAN-02")
def test_one_rank_less_gives_its_price_back():
    data = sheet(manoeuvres={"assaut": 2}, pp={"available": 3})
    assert MEDIEVAL.step(data, {}, "manoeuvres.assaut", -1).writes == {"manoeuvres.assaut": 1, "pp.available": 13}
    with pytest.raises(Refused, match="not been bought"):
        MEDIEVAL.step(data, {}, "manoeuvres.rage", -1)


@pytest.mark.rules("MED-PROG-01", "MED-MAN-02")
@pytest.mark.parametrize(
    ("item", "price", "writes"),
    [
        ("mastery.lutte", 2, {"mastery.lutte": 1, "pp.available": 98}),
        ("mastery.lames", 8, {"mastery.lames": 4, "pp.available": 92}),
        ("traits.force", 5, {"traits.force": 3, "pp.available": 95}),
        ("skills.furtivite", 1, {"skills.furtivite": 1, "pp.available": 99}),
        ("hp.max", 1, {"hp.max": 22, "hp.current": 22, "pp.available": 99}),
        ("pc.max", 2, {"pc.max": 10, "pc.current": 10, "pp.available": 98}),
    ],
)
def test_the_rest_is_bought_at_the_prices_of_the_house(item, price, writes):
    data = sheet({"force": 2}, mastery={"lames": 3}, pp={"available": 100})
    assert advancement.price(data, {}, item) == price
    assert advancement.purchase_writes(data, {}, item) == writes


@pytest.mark.rules("MED-MAN-02", "MED-PROG-01")
def test_points_are_spent_before_a_fight_and_refused_with_a_sentence():
    table = Table(("ada", "pc", sheet(manoeuvres={"rage": 1}, pp={"available": 5})), placed=False)
    assert table.why_not("ada", "buy", "item", "manoeuvres-rage") == str(REFUSALS["ALREADY_OWNED"])
    assert table.why_not("ada", "buy", "item", "manoeuvres-assaut") == str(too_few("NOT_ENOUGH_PP", 10, 5))
    table.do("buy", "ada", item="manoeuvres-esquive")
    assert (table.at("ada", "manoeuvres.esquive"), table.at("ada", "pp.available")) == (1, 2)
    assert table.events[0].payload["told"]["table"]["msgid"] == "%(who)s buys: %(item)s"


@pytest.mark.rules("MED-PROG-01/fifth")
def test_a_level_brings_points_and_every_fifth_one_of_every_trait():
    table = Table(("ada", "pc", sheet({"force": 2}, niveau=3)), placed=False)
    table.do("level_up", fighter="ada")
    assert [table.at("ada", path) for path in ("niveau", "pp.available", "traits.force")] == [4, 20, 2]
    table.do("level_up", fighter="ada")
    assert [table.at("ada", path) for path in ("niveau", "traits.force", "traits.sagesse")] == [5, 3, 1]
    raised = [level for level in range(2, 21) if "traits.force" in advancement.level_up(sheet(niveau=level - 1), {})]
    assert raised == [5, 10, 15, 20]
    last = [Table(("ada", "pc", sheet(niveau=level)), placed=False).why_not("gm", "level_up") for level in (19, 20)]
    assert last == [None, "No valid target."]


@pytest.mark.rules("MED-PROG-01", "MED-MAN-02")
def test_nothing_rises_above_the_limit_of_its_field():
    grown = sheet({"force": 20, "sagesse": 19}, {"rage": 1}, niveau=4, hp={"max": 499}, pp={"available": 9998})
    after = advancement.level_up(grown, {})
    assert [after[path] for path in ("traits.force", "traits.sagesse", "pp.available")] == [20, 20, 9999]
    assert advancement.purchase_writes(grown, {}, "hp.max") == {"hp.max": 500, "hp.current": 500, "pp.available": 9997}
    assert MEDIEVAL.step(grown, {}, "manoeuvres.rage", -1).writes["pp.available"] == 9999


@pytest.mark.rules("MED-MAN-07/at-most")
@pytest.mark.parametrize(
    ("hours", "night", "settings", "regained"),
    [
        (2, False, {}, 2),
        (0, True, {}, 7),
        (0, True, {"pc": {"night": "half"}}, 4),
        (3, False, {"pc": {"per_hour": 2}}, 6),
        (24, False, {}, 7),
    ],
)
def test_rest_gives_combat_points_back(hours, night, settings, regained):
    data = sheet(pc={"max": 9, "current": 2})
    assert manoeuvres.regained_points(data, settings, hours, night) == regained
    table = Table(("ada", "pc", data), settings=settings, placed=False)
    assert table.do("rest", fighter="ada", hours=hours, night=night).at("ada", "pc.current") == 2 + regained


# The ready-made ones.


def test_there_are_two_characters_and_four_opponents():
    kinds = [row["kind"] for row in SHEETS.values()]
    assert (kinds.count("pc"), kinds.count("npc")) == (2, 4)


@pytest.mark.parametrize("key", SHEETS)
def test_every_ready_made_sheet_can_fight(key):
    data = SHEETS[key]["data"]
    assert problems(MEDIEVAL.schema, data) == ()
    assert all(weapon.hurts for weapon in weapons.weapons(data))
    assert MEDIEVAL.health(data, {}).rank == 0


def test_a_weapon_whose_damage_cannot_be_read_is_offered_as_refused():
    rows = {**WEAPONS, "odd": {"name": "Étrange", "family": "lames", "dice": "beaucoup"}}
    table = Table(("ada", "pc", sheet(weapons=rows)), ("orc", "npc", sheet()))
    assert table.why_not("ada", "attack", "weapon", "odd") == "The damage of this weapon cannot be read."


@pytest.mark.rules("MED-MAN-02")
def test_each_manoeuvre_is_bought_on_the_sheet_at_its_price_outside_a_fight():
    sheet = {**KNIGHT, "pp": {"available": 5}, "manoeuvres": {"esquive": 1}}
    scene = Scene("t", "test", {}, {"fighters": {"ada": {"character": "c-ada"}}}, {"c-ada": canonical(sheet)})
    (offer,) = [one for one in offers(MEDIEVAL, scene, "ada") if one.kind == "buy"]
    assert str(offer.hint) == "5 PP left", "a price is nothing without it"
    rows = {one.key: one for one in offer.fields[0].choices}
    assert {f"manoeuvres-{key}" for key in MANOEUVRES} <= rows.keys()
    assert str(rows["manoeuvres-esquive"].refused) == str(REFUSALS["ALREADY_OWNED"])
    assert str(rows["manoeuvres-assaut"].refused) == "Not enough character points (PP): 10 needed, 5 left."
    for event in decide(MEDIEVAL, scene, Action("buy", "ada", {"item": "manoeuvres-rage"}, id="x")):
        scene = apply(scene, event)
    bought = scene.sheet("ada")
    assert (bought["manoeuvres"], bought.get("pp")) == ({"esquive": 1, "rage": 1}, {"available": 1})
    with pytest.raises(RulesError, match="Not enough"):
        decide(MEDIEVAL, scene, Action("buy", "ada", {"item": "manoeuvres-feinte"}, id="y"))


@pytest.mark.rules("MED-FAM-02", "MED-ATT-03", "MED-DEF-02")
def test_an_exotic_weapon_has_no_family_to_give_its_use():
    rows = {"arbalete": {"name": "Arbalète", "family": "exotic", "dice": "2d6", "in_hand": True}}
    data = sheet(weapons=rows, exotics={"a": {"name": "Arbalète", "level": 5}})
    why = "Say on the sheet whether this exotic weapon is used in melee, thrown or shot."
    found = Table(("ada", "pc", data), ("orc", "npc", sheet()))
    assert {found.why_not("ada", kind, "weapon", "arbalete") for kind in ("attack", "shoot", "sneak")} == {why}
    assert str(check(data, "attack_arbalete").refused) == why
    assert derived(data, "melee_defence").value.total == 10, "a crossbow does not parry"
    assert weapons.striking(data).key == "pugilat"
    said = {"arbalete": {**rows["arbalete"], "engagement": "ranged"}}
    assert check({**data, "weapons": said}, "attack_arbalete").refused is None


@pytest.mark.rules("MED-FAM-02", "MED-MAN-02", "MED-PROG-01")
def test_points_buy_exotic_weapons_and_skills_of_the_sheet_itself():
    data = sheet(
        exotics={"a-b": {"name": "Fouet", "level": 2}}, others={"ride": {"name": "Équitation"}}, pp={"available": 7}
    )
    found = Table(("ada", "pc", data), placed=False)
    (field,) = found.offer("ada", "buy").fields
    labels = {one.key: str(one.label) for one in field.choices}
    assert labels["exotics-a-b-level"] == "Fouet: 6 PP"
    assert labels["others-ride-level"] == "Équitation: 1 PP"
    found.do("buy", "ada", item="exotics-a-b-level").do("buy", "ada", item="others-ride-level")
    assert [found.at("ada", path) for path in ("exotics.a-b.level", "others.ride.level", "pp.available")] == [3, 1, 0]


@pytest.mark.rules("MED-MAN-02", "MED-DEATH-04")
def test_a_test_on_one_sheet_waits_for_nobody_elses_dice():
    rows = {who: {"character": f"c-{who}"} for who in ("ada", "bob")}
    data = sheet(hp={"max": 20, "current": -2}, pp={"available": 9})
    scene = Scene("t", "test", {}, {"fighters": rows}, {f"c-{who}": canonical(data) for who in rows})
    for event in decide(MEDIEVAL, scene, Action("death_roll", "ada", {}, id="x")):
        scene = apply(scene, event)
    assert scene.exchanges
    assert {"death_roll", "hold_on", "buy"} <= {one.kind for one in offers(MEDIEVAL, scene, "bob")}
