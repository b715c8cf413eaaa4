"""The middle of another’s turn: interruptions, luck, counters that were prepared, further blows."""

import pytest

from rules.core.errors import RulesError
from rules.core.paths import put
from rules.games.mythras.character import sheet as sheets
from rules.games.mythras.rounds.turn_effects import swap_digits
from rules.views.board import view
from rules.views.viewers import Viewer
from tests.rules.mythras.play import BANDIT, GUNNER, HOPLITE, MYTHRAS, QUIET, SHEETS, Table, kinds, marked


def table(mine=HOPLITE, theirs=BANDIT, **more):
    return Table(("ada", "pc", mine), ("orc", "npc", theirs), **more)


@pytest.mark.rules("MYT-REACT-INTERRUPT", "MYT-UI-06")
def test_a_delayed_fighter_breaks_into_an_enemys_turn_and_is_resolved_first():
    here = table(QUIET).do("delay", "ada")
    assert "attack" not in kinds(here, "orc") or here.up == ["orc"]
    here.do("attack", "orc", target="ada", weapon="axe")
    assert "attack" in kinds(here, "ada")
    here.do("attack", "ada", target="orc", weapon="spear")
    assert len(here.scene.exchanges) == 2
    inner = max(here.scene.exchanges.values(), key=lambda one: one.level)
    here.settle(inner.id, attack=31, reaction="none", location=10, damage=8, modifier=1, wound=3, shaken=2)
    assert here.mark("orc", "cannot_attack") == 2
    assert here.scene.exchanges == {} and "can no longer do what was declared" in here.told()
    assert (here.left("ada"), here.left("orc")) == (1, 1)


@pytest.mark.rules("MYT-REACT-INTERRUPT/delayed", "MYT-ACT-DELAY")
def test_nobody_breaks_in_without_a_delayed_point_or_into_a_friends_act():
    here = Table(("ada", "pc", QUIET), ("eve", "pc", put(QUIET, "characteristics.dex", 8)), ("orc", "npc", BANDIT))
    here.do("delay", "ada")
    assert here.up == ["orc"] or here.up == ["eve"]
    friend = here.up[0] == "eve"
    here.do("attack", here.up[0], target="ada" if not friend else "orc", weapon="spear" if friend else "axe")
    assert ("attack" in kinds(here, "ada")) != friend
    late = table(QUIET).do("dither", "ada").do("attack", "orc", target="ada", weapon="axe")
    assert not kinds(late, "ada") & {"attack", "move", "range", "drop"}


@pytest.mark.rules("MYT-MOVE-06", "MYT-MOVE-01", "MYT-MOVE-04")
@pytest.mark.parametrize(
    ("said", "engaged", "left"), [("block", True, 1), ("let", False, 2), ("strike-spear", True, 1)]
)
def test_an_unengaged_waiting_fighter_may_bar_the_way_or_strike_at_passers(said, engaged, left):
    here = table(QUIET).do("delay", "ada").do("move", "orc", how="run").go("on", "ada")
    here.go(said)
    while here.scene.exchanges:
        here.go(95 if here.asked() == ["attack"] else "none")
    assert bool(here.mark("orc", "engaged")) == (said == "block")
    assert here.left("ada") == left


@pytest.mark.rules("MYT-LUCK-01", "MYT-FREE-LUCK/once", "MYT-ATTR-07")
def test_luck_throws_a_die_again_or_reads_it_backwards_once_for_each_action():
    here = table().do("attack", "ada", target="orc", weapon="spear").go(93)
    assert here.asked() == ["reaction"]
    (choice, other) = here.offer("ada", "luck").fields[0].choices
    assert str(other.label).endswith("read as 39")
    here.do("luck", "ada", roll=other.key)
    assert here.scene.sheet("ada")["state"]["luck"] == 1
    assert here.go("none").asked() == ["effect-1"]
    assert "luck" not in kinds(here, "ada")
    again = table().do("attack", "ada", target="orc", weapon="spear").go(93).do("luck", "ada", roll=choice_of(here, 0))
    assert again.asked() == ["attack"]
    assert again.go(12, "none").asked() == ["effect-1"]
    assert [swap_digits(one) for one in (1, 10, 34, 100, 99)] == [10, 1, 43, 100, 99]


def choice_of(_here, number):
    return ("again/x4/attack", "swap/x4/attack")[number]


@pytest.mark.rules("MYT-LUCK-01")
def test_luck_makes_an_attacker_throw_again_and_gives_a_last_point():
    here = table().do("dither", "ada").do("attack", "orc", target="ada", weapon="axe").go(10)
    assert "throw again" in str(here.offer("ada", "luck").fields[0].choices[0].label)
    here = table().do("dither", "ada").do("dither", "orc").do("dither", "ada")
    assert here.left("ada") == 0
    here.do("effort", "ada")
    assert here.left("ada") == 1 and here.scene.sheet("ada")["state"]["luck"] == 1
    assert "effort" not in kinds(table(QUIET).do("dither", "ada").do("dither", "orc").do("dither", "ada"), "ada")


@pytest.mark.rules("MYT-LUCK-01/lessened")
@pytest.mark.parametrize(("said", "hp"), [("stand", -11), ("lessen", -6), ("again", 5)])
def test_luck_lessens_a_major_wound_or_throws_its_damage_again(said, hp):
    bare = put(put(HOPLITE, "armour", {}), "hit_locations", {"chest": {"hp_max": 7, "hp": 6}})
    here = table(BANDIT, bare, first=10)
    here = Table(("orc", "npc", put(BANDIT, "weapons.axe.damage", "1d20")), ("ada", "pc", bare))
    here.attack("orc", "ada", "axe", 20, "none", "none", 10, 17, said)
    here.go(*([1] if said == "again" else []))
    here.finish(1)
    assert here.hp("ada", "chest") == hp
    assert sheets.luck(here.scene.sheet("ada")) == (2 if said == "stand" else 1)


@pytest.mark.rules("MYT-FX-PREPARE-COUNTER/secret", "MYT-UI-17")
def test_a_counter_waits_in_secret_and_turns_an_effect_against_its_author():
    here = table(BANDIT, QUIET)
    here.do("attack", "ada", target="orc", weapon="axe").go(90, "parry-aspis", 30, "prepare_counter")
    (need,) = view(MYTHRAS, here.scene, Viewer("seat", frozenset({"c-orc"}))).needs
    assert need.request.secret
    for card in view(MYTHRAS, here.scene, Viewer("table")).cards:
        assert not any("wait" in str(label) for _who, label in card.waiting)
    here.go("trip")
    assert here.mark("orc", "counters") == {"ada": {"trip": 1}}
    assert "trip" not in " ".join(here.told()).casefold()
    assert "Trip" in here.why_not("orc", "counters")
    here.do("dither", "orc").do("attack", "ada", target="orc", weapon="axe").go(20, "trip")
    assert here.asked() == ["sprung-0"]
    here.go("disarm").finish()
    assert here.mark("orc", "prone") is None and here.mark("orc", "counters") is None
    assert "in_hand" not in here.scene.sheet("ada")["weapons"]["axe"]


@pytest.mark.rules("MYT-FX-FLURRY")
def test_a_flurry_is_another_unarmed_attack_at_once_for_its_point():
    here = table(QUIET).attack("ada", "orc", "fist", 20, "none", "flurry", 10, 1, 1)
    assert here.asked() == ["flurry1-attack"]
    here.go(20, "none", "none", 10, 1, 1)
    assert here.left("ada") == 0 and here.hp("orc", "chest") == 7 - 2 * (1 + 1 - 1)
    once = table(QUIET).attack("ada", "orc", "fist", 3, "none", "flurry").options()
    assert once["flurry"] == "Chosen already, and it does not stack."
    house = (
        table(QUIET, settings={"flurry_stackable": True}).attack("ada", "orc", "fist", 3, "none", "flurry").options()
    )
    assert house["flurry"] == "No action point is left."
    assert table(QUIET).attack("ada", "orc", "spear", 20, "none").options()["flurry"]


@pytest.mark.rules("MYT-FX-FLURRY", "MYT-AP-01")
@pytest.mark.parametrize(("spent", "asked"), [(0, "flurry1-reaction"), (1, "flurry1-effect-1")])
def test_a_flurry_is_parried_with_points_left_by_the_first_parry(spent, asked):
    here = marked(table(QUIET), "orc", spent=spent).attack("ada", "orc", "fist", 20, "parry-shield", 95, "flurry")
    assert here.go(10, 1, 1, 20).asked() == [asked]


@pytest.mark.rules("MYT-FX-FLURRY", "MYT-AP-01")
def test_each_blow_of_a_flurry_counts_the_cost_of_the_ones_before():
    here = marked(table(QUIET, settings={"flurry_stackable": True}), "ada", spent=-1)
    here.attack("ada", "orc", "fist", 3, "parry-shield", 95, "flurry", "flurry", 10, 1, 1)
    here.go(20, "parry-shield", 95, "none", 10, 1, 1, 20)
    assert here.asked() == ["flurry2-effect-1"]  # both points of Orc are gone


@pytest.mark.rules("MYT-FX-00i/not-evaded")
def test_an_evading_fighter_is_not_offered_effects_of_a_parrying_weapon():
    here = table(BANDIT, QUIET).attack("ada", "orc", "axe", 90, "evade", 20)
    why = here.options()
    for key in ("disarm", "damage_weapon", "entangle"):
        assert why[key] == "Needs a parry, with a weapon."
    assert why["trip"] is None and why["enhance_parry"]


@pytest.mark.rules("MYT-FX-00j/shot")
@pytest.mark.parametrize("house", [False, True])
def test_a_fumbled_shot_without_a_defence_gives_an_effect_by_house_setting(house):
    here = table(GUNNER, BANDIT, settings={"firearm_fumble_effect": house})
    here.do("shoot", "ada", target="orc", weapon="carbine", metres=20).go(100)
    if not house:
        assert here.scene.exchanges == {}
        return
    assert set(here.options()) == {"weapon_malfunction", "accidental_injury", "select_target", "none"}
    here.go("weapon_malfunction")
    assert here.scene.sheet("ada")["weapons"]["carbine"]["malfunction"] is True


@pytest.mark.rules("MYT-STYLE-FORMATION")
def test_a_close_formation_of_three_costs_its_enemies_a_point():
    line = [(name, "npc", put(HOPLITE, "characteristics.dex", dex)) for name, dex in (("a", 8), ("b", 10), ("c", 12))]
    here = Table(("ada", "pc", SHEETS["cutthroat"]), *line)
    here.do("state", fighter="ada", state="formation")
    assert here.left("ada") == 1
    alone = table()
    assert alone.refused(RulesError, "state", fighter="orc", state="formation")


@pytest.mark.rules("MYT-STYLE-DEFENSIVE/lock")
def test_a_table_may_forbid_attacks_after_a_defensive_parry():
    calm = put(BANDIT, "styles.brigand.defensive_minded", True)
    for rule, why in (("warn", None), ("forbid", "Has parried on the defensive in this round.")):
        here = table(QUIET, calm, settings={"defensive_lock": rule})
        here.attack("ada", "orc", "spear", 90, "parry-shield", 90)
        assert here.why_not("orc", "attack") == why


@pytest.mark.rules("MYT-ACT-CAST", "MYT-ACT-HOLD-MAGIC", "MYT-REACT-COUNTERSPELL")
def test_a_spell_is_rolled_held_for_its_point_and_countered_as_a_whole():
    mage = put(BANDIT, "professional.magic", {"of": "magic", "trained": 40})
    here = table(put(mage, "characteristics.dex", 13), mage)
    here.do("cast", "ada", note="Mur de feu").go("let", 20)
    assert "the spell works: Mur de feu" in here.told()
    here.do("prepare", "orc", note="Contre").do("dither", "ada")
    assert here.mark("orc", "spell") == "Contre" and here.left("orc") == 1
    here.do("hold_spell", "orc").do("new_round")
    assert here.mark("orc", "spell") == "Contre"
    here.do("cast", "ada", note="Foudre").go("counter", "fits", 20)
    assert any(one.startswith("the spell is countered") for one in here.told())
    assert (here.mark("orc", "spell"), here.left("orc")) == (None, 2)
    here.do("prepare", "orc").do("dither", "ada").do("dither", "orc")
    assert here.mark("orc", "spell") is None  # what is not held is lost


ARCHER = put(BANDIT, "weapons.bow", {"model": "bow", "style": "brigand", "in_hand": True})
GRIPPED, WINDED = {"gripped": {"eve": True}}, {"stunned": {"chest": 2}}
CHARGE, SHOT = (
    ("charge", {"target": "ada", "weapon": "axe"}),
    ("shoot", {"target": "ada", "weapon": "bow", "metres": 5}),
)
SWEEP = ("sweep", {"at_ada": True, "at_eve": True, "weapon": "axe", "charging": True})
LEAP, WALK, AWAY = ("leap", {"target": "ada"}), ("move", {"how": "walk"}), ("range", {"other": "ada"})


def play_out(act, meanwhile, before=None, sheet=ARCHER):
    """The sentences of an act of Orc, to whom something happens while Ada breaks in."""
    (kind, said), here = act, Table(("orc", "npc", sheet), ("ada", "pc", QUIET), ("eve", "pc", QUIET)).finish()
    marked(here, "ada", delayed=True)
    marked(here, "orc", **(before or {}))
    here.do(kind, "orc", **said)
    marked(here, "orc", **meanwhile).do("brace", "ada")
    return [*here.told(), *here.finish().told()]


@pytest.mark.rules("MYT-REACT-INTERRUPT/thwarted", "MYT-MOVE-06", "MYT-FX-GRIP", "MYT-FX-STUN", "MYT-CLOSE-CHARGE")
@pytest.mark.parametrize(
    ("act", "meanwhile"),
    [
        *((act, {"prone": True}) for act in (CHARGE, SWEEP, LEAP, WALK, ("mount", {}))),
        *((act, GRIPPED) for act in (CHARGE, SWEEP, LEAP, WALK, AWAY, ("mount", {}), ("cover", {"of": "car"}))),
        *((act, {"stunned": {"left_leg": 2}}) for act in (CHARGE, LEAP, WALK, AWAY)),
        *((act, WINDED) for act in (SHOT, WALK, AWAY, ("ready", {"weapon": "shield"}))),
        *((SHOT, state) for state in ({"pinned": {"bow": "eve"}}, {"outmanoeuvred": {"ada": True}})),
    ],
)
def test_an_act_that_has_become_impossible_meanwhile_is_lost(act, meanwhile):
    before = {"engaged": {"ada": True}} if act is AWAY else {}
    lost = "can no longer do what was declared"
    assert lost in play_out(act, meanwhile, before)
    assert lost not in play_out(act, {}, before)


@pytest.mark.rules("MYT-REACT-INTERRUPT/thwarted", "MYT-ACT-STRUGGLE", "MYT-FX-IMPALE", "MYT-CLOSE-OUTMANOEUVRE")
@pytest.mark.parametrize(
    ("act", "before"),
    [
        (("struggle", {"what": "gripped-ada"}), {"gripped": {"ada": True}}),
        (("pull", {"which": "orc-chest"}), {"impaled": {"chest": {"weapon": "spear", "by": "ada", "grade": "hard"}}}),
        (("outmanoeuvre", {}), {"engaged": {"ada": True, "eve": True}}),
    ],
)
def test_a_helpless_fighter_does_not_go_on(act, before):
    assert "can no longer do what was declared" in play_out(act, {"helpless": True}, before)


@pytest.mark.rules("MYT-REACT-INTERRUPT/thwarted", "MYT-ACT-RELOAD", "MYT-FX-DISARM")
def test_a_weapon_lost_meanwhile_is_not_loaded():
    here = marked(
        marked(Table(("orc", "npc", ARCHER), ("ada", "pc", QUIET)), "ada", delayed=True), "orc", empty={"bow": True}
    )
    here.do("reload", "orc", weapon="bow").do("attack", "ada", target="orc", weapon="spear")
    inner = max(here.scene.exchanges.values(), key=lambda one: one.level)
    effect = {"effect-1": "disarm", "disarm-what": "bow", "disarm-resist": 95, "effect-2": "none"}
    here.settle(inner.id, attack=20, reaction="none", **effect)
    assert "can no longer do what was declared" in here.told() and here.mark("orc", "empty") == {"bow": True}


@pytest.mark.rules("MYT-AP-03/breaking-in", "MYT-CLOSE-SWEEP", "MYT-REACT-INTERRUPT")
def test_breaking_into_a_sweep_is_the_reaction_to_it_whoever_else_breaks_in():
    here = Table(("orc", "npc", BANDIT), ("ada", "pc", QUIET), ("eve", "pc", QUIET)).finish()
    for who in ("ada", "eve"):
        marked(here, who, delayed=True)
    here.do("sweep", "orc", at_ada=True, at_eve=True, weapon="axe").do("brace", "ada").do("brace", "eve")
    assert here.mark("ada", "reacted") is here.mark("eve", "reacted") is True
    here.go("sweep", 20)
    assert not any("reaction" in key for key in here.asked())


@pytest.mark.rules("MYT-AP-03", "MYT-REACT-COUNTERSPELL", "MYT-CLOSE-EVADE")
@pytest.mark.parametrize(("countered", "asked"), [("counter", False), ("let", True)])
def test_a_target_that_failed_to_counter_a_spell_does_not_evade_it_as_well(countered, asked):
    mage = put(BANDIT, "professional.magic", {"of": "magic", "trained": 40})
    here = table(put(mage, "characteristics.dex", 13), mage).do("cast", "ada", note="fire", target="orc").go(countered)
    here.go(*([95] if countered == "counter" else []), 20)
    assert (here.asked() == ["reaction"]) is asked


@pytest.mark.rules("MYT-ACT-CAST", "MYT-WOUND-02")
@pytest.mark.parametrize("kind", ["cast", "prepare"])
def test_a_fighter_shaken_by_a_wound_begins_no_spell(kind):
    mage = put(BANDIT, "professional.magic", {"of": "magic", "trained": 40})
    here = marked(table(put(mage, "characteristics.dex", 13)), "ada", shaken=2, cannot_attack=2)
    assert here.why_not("ada", kind) == "Shaken by a wound: no spell is begun."


@pytest.mark.rules("MYT-FREE-WARD/before-die", "MYT-CLOSE-PASSIVE/ends")
def test_a_weapon_about_to_strike_is_not_set_to_guard():
    here = table(QUIET).do("attack", "ada", target="orc", weapon="spear")
    rows = {row.key: row.refused and str(row.refused) for row in here.offer("ada", "ward").fields[0].choices}
    assert rows == {"spear": "Used in this attack.", "aspis": None}
    assert "crouched" not in [field.key for field in here.offer("ada", "ward").fields]


@pytest.mark.rules("MYT-ACT-AIM/whole-round", "MYT-ACT-DELAY/lapses", "MYT-LUCK-01")
def test_aiming_spends_the_points_of_the_round_and_not_the_one_that_lapses():
    here = marked(
        table(put(put(HOPLITE, "weapons.bow", {"model": "bow", "style": "phalanx", "in_hand": True}), "state.luck", 2)),
        "ada",
        delayed=True,
    )
    assert here.do("aim", "ada", target="orc").do("effort", "ada").left("ada") == 1
