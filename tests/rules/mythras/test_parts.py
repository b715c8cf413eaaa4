"""Single parts of Mythras: grades, weapons, open marks, loading, luck, and what is offered to whom."""

import pytest

from rules.core.check import Breakdown, Modifier
from rules.core.errors import RulesError
from rules.core.paths import put
from rules.core.scene import Action
from rules.core.script import Effect
from rules.core.text import Text
from rules.engine.offers import offers
from rules.games.mythras.character import sheet as sheets
from rules.games.mythras.character.tables import DamageModifier, resize
from rules.games.mythras.combat import blows, shots
from rules.games.mythras.combat.blows import knockback_metres
from rules.games.mythras.equipment import limbs, ranged
from rules.games.mythras.equipment import weapons as arms
from rules.games.mythras.rolls.grades import Situation, apply_cap, apply_grade, ease_worst, shift_grade, worst
from tests.rules.mythras.play import BANDIT, BEAR, GUNNER, MYTHRAS, QUIET, SHEETS, Table, marked, table

MAGE = put(QUIET, "professional", {"m": {"of": "magic", "trained": 30}})


def three(mine=QUIET, theirs=BANDIT, third=BANDIT, side="npc", **more):
    return Table(("ada", "pc", mine), ("orc", "npc", theirs), ("eve", side, third), **more).finish()


def number(total):
    return Breakdown(Modifier(Text("Skill"), total))


def rows(*cells):
    """Situations: a grade by its name, a step by its number."""
    return tuple(
        Situation(Text(str(cell)), **({"grade": cell} if isinstance(cell, str) else {"steps": cell})) for cell in cells
    )


# Grades.


@pytest.mark.rules("MYT-RANGED-AIM/one")
@pytest.mark.parametrize(
    ("said", "grades"),
    [
        (("hard",), ["standard"]),
        (("formidable", "hard"), ["hard", "hard"]),
        (("formidable", "formidable"), ["hard", "formidable"]),
        (("easy",), ["easy"]),
        (("standard",), ["standard"]),
        ((1,), [""]),
        (("hopeless", 1), ["herculean", ""]),
    ],
)
def test_aiming_eases_the_worst_situation_by_one_grade(said, grades):
    found = ease_worst(rows(*said))
    assert [one.grade for one in found] == grades
    assert [str(one.label) for one in found if "aimed" in str(one.label)] == (
        [f"{said[0]}, aimed"] if said[0] in ("hard", "formidable", "hopeless") else []
    )


@pytest.mark.rules("MYT-CORE-04/clamped")
def test_grades_are_clamped_at_both_ends():
    assert shift_grade("very_easy", -1) == "very_easy" and shift_grade("hopeless", 1) == "hopeless"
    assert shift_grade("standard", 2) == "formidable"
    assert worst(rows("easy", 1)) == "standard" and worst(rows("easy", "very_easy")) == "easy"


@pytest.mark.rules("MYT-CORE-04", "MYT-CORE-05")
def test_the_term_names_the_worst_and_the_steps_and_the_rest_counts_nothing():
    found = apply_grade(number(60), rows(1, "hard", "formidable"), {})
    assert found.total == 12
    assert [one.value for one in found.modifiers] == [-48, 0]
    assert str(found.modifiers[0].label).startswith("Herculean: ") and str(found.modifiers[1].label) == "Hard: hard"
    steps = apply_grade(number(60), rows(1, 1), {})
    assert steps.total == 30 and len(steps.modifiers) == 1
    assert apply_grade(number(60), (), {}).modifiers == ()
    equal = apply_cap(number(40), number(40), Text("Ride"), "")
    assert equal.modifiers == () and apply_cap(number(41), number(40), Text("Ride"), "").total == 40
    assert apply_cap(number(40), None, Text("Ride"), "").total == 40


@pytest.mark.rules("MYT-STYLE-COVERAGE")
def test_an_untrained_skill_is_worth_its_base():
    green = {
        "characteristics": {"str": 12, "dex": 11},
        "styles": {"s": {"name": "Rue"}},
        "professional": {"p": {"of": "lore"}},
    }
    assert sheets.style(green, "s").total == 23 and sheets.professional(green, "p").total == 26
    assert sheets.skill(green, "customs").total == 66


# Weapons and armour.


def weapon(settings=None, **row):
    return arms.weapons({"weapons": {"w": row}}, settings or {})[0]


def test_the_defaults_of_a_weapon_in_no_table():
    bare = weapon(damage="1d6", category="ranged")
    assert (bare.armour, bare.hp_max, bare.hp, bare.ranges, bare.load) == (0, 0, 0, (0, 0, 0), 0)
    assert (bare.magazine, bare.loaded, bare.reserve, bare.burst, bare.rate, bare.scope) == (0, 0, 0, 3, 20, 0)
    assert (bare.size, bare.reach, bare.passive, bare.force, bare.impale) == ("medium", "short", 1, "", "")
    assert bare.scope_metres == 0
    assert bare.modes == ("semi_auto",) and not bare.automatic and not bare.in_hand and not bare.broken


@pytest.mark.rules("MYT-AUTO-01", "MYT-AUTO-08")
def test_bursts_are_for_guns_that_have_more_than_one_mode_and_shoot_no_beams():
    assert weapon(model="carbine").automatic and weapon(model="gauss").automatic
    assert not weapon(model="pistol").automatic and weapon(model="pistol", short_burst=True).automatic
    assert not weapon(model="laser", long_burst=True).automatic and not weapon(model="bow", short_burst=True).automatic
    assert weapon(model="pistol", long_burst=True).modes == ("semi_auto", "long_burst")
    assert weapon(model="carbine", short_burst=True).modes == ("semi_auto", "short_burst", "long_burst")


@pytest.mark.rules("MYT-RANGED-IMPALE-SIZE", "MYT-RANGED-BANDS")
def test_a_value_written_on_a_missile_wins_over_the_table():
    found = weapon(model="bow", impale="large", force="huge", short=5, long=99, load=3, magazine=2, loaded=1)
    assert (found.impale, found.force, found.ranges, found.load) == ("large", "huge", (5, 100, 99), 3)
    assert (found.magazine, found.loaded) == (2, 1) and weapon(model="carbine").loaded == 30


@pytest.mark.rules("MYT-ARM-01", "MYT-INIT-03", "MYT-FX-SUNDER")
def test_armour_of_the_table_of_ones_own_and_none():
    assert sheets.armour_points({"model": "mail"}) == 6 and sheets.armour_points({"model": "mail", "points": 4}) == 4
    assert sheets.armour_points({}) == 0 and sheets.armour_left({"points": 4, "sundered": 5}) == 0
    assert sheets.covers({"elsewhere": "tail, wing"}, "wing") and not sheets.covers({"chest": False}, "chest")
    two = put(BANDIT, "armour.mail", {"model": "mail", "chest": True})
    assert sheets.worn(two, {}, "chest") == 6 and sheets.worn(two, {"worn_layers": "sum"}, "chest") == 7
    assert sheets.armour_penalty(two) == 6 and sheets.armour_penalty(put(two, "armour.mail.worn", False)) == 1
    assert sheets.worn(two, {}, "head") == 0


@pytest.mark.rules("MYT-CLOSE-CHARGE", "MYT-ATTR-02")
def test_the_ladder_of_the_damage_modifier_has_two_ends():
    assert str(DamageModifier(0).step(-1)) == "−1d8" and str(DamageModifier(3).step(1)) == "0"
    assert DamageModifier(18).step(5).index == 18 and DamageModifier(4).sign == 1 and DamageModifier(3).sign == -1


@pytest.mark.rules("MYT-CLOSE-KNOCKBACK/above")
@pytest.mark.parametrize(("damage", "metres"), [(12, 0), (13, 1), (17, 1), (18, 2), (5, 0)])
def test_damage_above_siz_pushes_a_metre_for_each_five_begun(damage, metres):
    assert max(0, knockback_metres(damage, 12)) == metres


@pytest.mark.rules("MYT-ACT-BRACE/siz", "MYT-CLOSE-KNOCKBACK")
@pytest.mark.parametrize(
    ("siz", "braced", "pushes"), [(8, False, True), (9, False, False), (5, True, True), (6, True, False)]
)
def test_a_braced_fighter_counts_half_as_large_again(siz, braced, pushes):
    small = put(put(BANDIT, "characteristics.siz", siz), "characteristics.con", 60)
    here = marked(table(QUIET, small), "orc", **({"braced": True} if braced else {}))
    here.attack("ada", "orc", "spear", 31, "none", "scar", 10, 7, 1)  # 9 of damage; 6 and a half again is 9
    assert (here.scene.exchanges != {}) == pushes


@pytest.mark.rules("MYT-FX-BASH")
@pytest.mark.parametrize(("die", "metres"), [(1, 1), (3, 2), (4, 2)])
def test_a_shield_pushes_a_metre_for_two_points(die, metres):
    here = table().attack("ada", "orc", "aspis", 31, "none", "bash", 10, die, 1)
    assert f"{metres} m" in str(here.question())


# Views and offers.


def test_the_public_marks_of_a_fighter_are_those_set():
    here = marked(table(), "orc", prone=True, spent=1, counters={"ada": {"trip": 1}})
    assert MYTHRAS.open_marks(here.scene, "orc") == {"prone": True}
    assert MYTHRAS.open_marks(here.scene, "ada") == {}


def test_ones_own_side_comes_last_and_is_named_so():
    here = three(side="pc")
    choices = next(field for field in here.offer("ada", "attack").fields if field.key == "target").choices
    assert [(one.key, one.hint and str(one.hint)) for one in choices] == [("orc", None), ("eve", "Own side")]


@pytest.mark.rules("MYT-CLOSE-PASSIVE", "MYT-FREE-WARD")
def test_a_guard_covers_as_many_places_as_its_form_offers():
    assert blows.guarded_count(weapon(model="viking")) == 4 and blows.guarded_count(weapon(model="viking"), True) == 8
    assert blows.guarded_count(weapon(model="spear"), True) == 1
    places = [one.key for one in table().offer("ada", "ward").fields if one.key.startswith("place")]
    assert len(places) == 7  # twice four, but there are seven locations
    archer = table(put(SHEETS["archer"], "weapons.dagger.in_hand", True))
    assert [one.key for one in archer.offer("ada", "ward").fields if one.key.startswith("place")] == ["place1"]


@pytest.mark.rules("MYT-CLOSE-PASSIVE")
def test_a_guard_refuses_more_places_than_it_has():
    here = table()
    args = {
        f"place{number}": key for number, key in enumerate(("head", "chest", "abdomen", "right_leg", "left_leg"), 1)
    }
    assert here.refused(RulesError, "ward", "ada", weapon="aspis", **args) == "It guards only 4 locations."
    here.do("ward", "ada", weapon="aspis", crouched=True, **args)
    assert len(here.mark("ada", "wards.aspis")) == 5 and here.mark("ada", "crouched") is True
    here.do("ward", "ada", weapon="aspis", place1="none")
    assert here.mark("ada", "wards") is None and here.mark("ada", "crouched") is None


@pytest.mark.rules("MYT-RANGED-BANDS", "MYT-SIT-GM")
def test_a_shot_is_limited_by_range_and_only_the_game_master_adds_steps():
    fields = {one.key: one for one in table(GUNNER).offer("ada", "shoot").fields}
    assert (fields["metres"].default, fields["metres"].most) == (5, 2000)
    assert {"situation", "theirs", "steps"} == table().offer("ada", "attack").gm_only
    assert table(GUNNER).offer("ada", "shoot").gm_only >= {"situation", "still", "cover_near", "own_cover", "crowd"}
    thrower = put(put(QUIET, "styles.phalanx.throw_weapons", True), "weapons.javelin.model", "stone")
    assert {one.key: one for one in table(thrower).offer("ada", "shoot").fields}["metres"].most == 20


@pytest.mark.rules("MYT-ACT-CAST", "MYT-ACT-HOLD-MAGIC/each-turn")
def test_a_spell_is_prepared_held_and_released():
    here = table(MAGE)
    forms = {one.kind: one for one in offers(MYTHRAS, here.scene, "ada")}
    assert [forms[kind].fields[0].most for kind in ("prepare", "cast")] == [80, 80]
    assert str(forms["hold_spell"].refused) == "No spell is ready."
    here.do("prepare", "ada", note="Nuée")
    assert here.mark("ada", "spell") == "Nuée"
    here.do("unleash", "ada")
    here.go(30)
    assert here.mark("ada", "spell") is None and here.left("ada") == 1
    assert "the spell works: Nuée" in here.told()
    silent = table(MAGE).do("cast", "ada").go(30)
    assert "the spell works: …" in silent.told()
    assert not any("works" in one for one in table(MAGE).do("cast", "ada").go(90).told())
    held = table(MAGE).do("prepare", "ada").do("dither", "orc").do("hold_spell", "ada")
    assert held.mark("ada", "spell") == "…"


# Shooting and loading.


@pytest.mark.rules("MYT-AUTO-04/evenly")
def test_a_long_burst_is_shared_out_evenly_and_the_rest_is_lost():
    assert shots.shares(15, 6) == (2, 3) and shots.shares(11, 3) == (3, 2) and shots.shares(2, 3) == (0, 2)
    assert shots.shares(5, 0) == (0, 5)


@pytest.mark.rules("MYT-RANGED-SCOPE/aimed")
def test_a_scope_on_a_firearm_helps_an_aiming_shooter():
    scoped = put(GUNNER, "weapons.carbine.scope", 1)
    here, bow = table(scoped), table(put(SHEETS["archer"], "weapons.bow.scope", 1))

    def steps(aiming, weapon, target="orc"):
        used = arms.find(aiming.scene.sheet("ada"), weapon, {})
        return [one.steps for one in ranged.through_scope(aiming.scene, "ada", target, used)]

    assert steps(here, "carbine") == []
    for aiming in (here, bow):
        marked(aiming, "ada", aim="orc")
    assert [steps(here, "carbine"), steps(here, "pistol"), steps(bow, "bow")] == [[-1], [], []]
    assert steps(here, "carbine", "somebody else") == []
    marked(here, "ada", aim=None)
    far = arms.find(
        put(put(scoped, "weapons.carbine.scope_metres", 300), "weapons.carbine.in_hand", True), "carbine", {}
    )
    assert not ranged.is_scoped(here.scene, "ada", "orc", far, 300)
    marked(here, "ada", aim="orc")
    assert [ranged.is_scoped(here.scene, "ada", "orc", far, metres) for metres in (300, 301)] == [True, False]


@pytest.mark.rules("MYT-AUTO-01", "MYT-AUTO-05", "MYT-ACT-STEADY")
def test_recoil_is_a_grade_less_once_the_weapon_is_steadied():
    here = table(GUNNER)

    def grades():
        modes = ("semi_auto", "short_burst", "long_burst")
        return [[one.grade for one in ranged.recoil(here.scene, "ada", mode)] for mode in modes]

    assert grades() == [[], ["hard"], ["formidable"]]
    here.do("steady", "ada")
    assert here.mark("ada", "steadied") is True and grades() == [[], ["standard"], ["hard"]]
    here.do("dither", "orc")
    assert here.why_not("ada", "steady") == "Steadied already."
    here.do("move", "ada")
    assert here.mark("ada", "steadied") is None


@pytest.mark.rules("MYT-RANGED-LOAD", "MYT-FX-RAPID-RELOAD", "MYT-AP-04/each-turn")
@pytest.mark.parametrize(("load", "saved", "turns"), [(1, 0, 1), (2, 0, 2), (2, 1, 1), (3, 1, 2), (3, 9, 1)])
def test_loading_takes_its_turns_less_the_saved_ones(load, saved, turns):
    bow = put(put(SHEETS["archer"], "weapons.bow.load", load), "state.luck", 0)
    here = marked(table(bow), "ada", empty={"bow": True})
    if saved:
        for change in MYTHRAS.land(here.scene, Effect("quick", "ada", {"weapon": "bow", "turns": saved})):
            here.scene = here.scene.with_changes([change])
    done = 0
    while here.mark("ada", "empty.bow"):
        for change in MYTHRAS.land(here.scene, Effect("load", "ada", {"weapon": "bow"})):
            here.scene = here.scene.with_changes([change])
        done += 1
    assert done == (turns if saved < load else 0)
    assert here.mark("ada", "loading") is None and here.mark("ada", "quick") is None


@pytest.mark.rules("MYT-ACT-RELOAD/carried", "MYT-AUTO-06")
@pytest.mark.parametrize(
    ("loaded", "reserve", "why", "after"),
    [
        (30, 90, "Loaded already.", None),
        (29, 0, "Nothing left to load.", None),
        (29, 90, None, (30, 89)),
        (0, 7, None, (7, 0)),
    ],
)
def test_a_magazine_is_filled_from_carried_rounds(loaded, reserve, why, after):
    gun = put(
        put(put(GUNNER, "weapons.carbine.loaded", loaded), "weapons.carbine.reserve", reserve), "weapons.pistol", None
    )
    here = table(gun)
    assert here.why_not("ada", "reload") == why
    if after:
        here.do("reload", "ada", weapon="carbine").do("dither", "orc").do("reload", "ada", weapon="carbine")
        row = here.scene.sheet("ada")["weapons"]["carbine"]
        assert (row["loaded"], row["reserve"]) == after


# Body and hands.


@pytest.mark.rules("MYT-WOUND-02", "MYT-FX-STUN")
def test_the_first_arm_holds_the_weapon_and_the_other_the_shield():
    here = table()
    held = {one.key: list(limbs.holding(here.scene, "ada", one)) for one in arms.weapons(QUIET, {})}
    assert held == {
        "spear": ["right_arm"],
        "aspis": ["left_arm"],
        "sword": ["left_arm"],
        "javelin": ["left_arm"],
        "fist": [],
    }
    axe = table(SHEETS["warlord"])
    great = arms.find(SHEETS["warlord"], "great_axe", {})
    assert limbs.holding(axe.scene, "ada", great) == ("right_arm", "left_arm")
    for place, lost in (("right_arm", "spear"), ("left_arm", "aspis")):
        marked(here, "ada", stunned={place: 1})
        usable = [
            key
            for key in ("spear", "aspis")
            if limbs.why_unusable(here.scene, "ada", arms.find(QUIET, key, {})) is None
        ]
        assert usable == [key for key in ("spear", "aspis") if key != lost]


@pytest.mark.rules("MYT-STYLE-LIMIT/own-style")
def test_only_traits_of_styles_in_hand_or_of_a_single_style_help():
    here = table(put(GUNNER, "styles.pistols.daredevil", True))
    assert limbs.style_traits(here.scene, "ada") == frozenset()
    drawn = table(put(put(GUNNER, "styles.pistols.daredevil", True), "weapons.pistol.in_hand", True))
    assert limbs.style_traits(drawn.scene, "ada") == {"daredevil"}
    alone = table(put(put(QUIET, "weapons.spear.in_hand", False), "weapons.aspis.in_hand", False))
    assert limbs.style_traits(alone.scene, "ada") == {"formation_fighting"}


@pytest.mark.rules("MYT-STYLE-FORMATION/three")
@pytest.mark.parametrize(("able", "refused"), [(3, False), (2, True)])
def test_three_able_trained_foes_make_a_formation(able, refused):
    foes = [(f"h{number}", "npc", put(QUIET, "state.unconscious", number >= able)) for number in range(3)]
    here = Table(("ada", "pc", BANDIT), *foes, ("eve", "pc", QUIET)).finish()
    if refused:
        assert here.refused(RulesError, "state", fighter="ada", state="formation").startswith("Fewer than three")
    else:
        here.do("state", fighter="ada", state="formation")
        assert here.left("ada") == 1


# Counters, luck and further blows.


@pytest.mark.rules("MYT-FX-PREPARE-COUNTER/one-copy", "MYT-FX-00d")
def test_a_counter_stops_one_copy_of_its_effect():
    here = marked(table(), "orc", counters={"ada": {"maximise_damage": 1}})
    here.attack("ada", "orc", "spear", 5, "none", "maximise_damage", "maximise_damage")
    assert here.asked() == ["sprung-0"]
    here.go("none")
    assert here.asked() == ["location"]  # the second copy is not waited for
    here.go(10, 2).finish()
    assert here.mark("orc", "counters") is None
    assert here.hp("orc", "chest") == 7 - (8 + 1 + 2 - 1)


@pytest.mark.rules("MYT-CLOSE-EVADE/tie")
@pytest.mark.parametrize(
    ("tie", "attack", "evade", "hit"),
    [("higher_die", 31, 32, False), ("higher_die", 31, 31, True), ("higher_die", 31, 30, True)]
    + [("defender", 31, 10, False), ("attacker", 31, 38, True)],
)
def test_equal_levels_of_a_dodge_go_to_the_higher_die_or_by_house_setting(tie, attack, evade, hit):
    here = table(settings={"evade_tie": tie}).attack("ada", "orc", "spear", attack, "evade", evade)
    assert (here.asked() == ["location"]) == hit


@pytest.mark.rules("MYT-FX-FLURRY")
def test_a_flurry_costs_its_point():
    here = table(BEAR, BANDIT).attack("ada", "orc", "claws", 31, "none", "flurry", 13, 1, 1)
    assert here.asked() == ["flurry1-attack"]
    here.go(95, "none") if here.left("orc") else here.go(95)
    assert here.scene.exchanges == {} and here.left("ada") == 0


@pytest.mark.rules("MYT-CLOSE-OUTMANOEUVRE", "MYT-CORE-10")
def test_only_following_foes_roll_against_an_outmanoeuvring_fighter():
    here = marked(three(side="npc"), "ada", engaged={"eve": True, "orc": True})
    here.do("outmanoeuvre", "ada")
    assert sorted(here.asked()) == ["follow-eve", "follow-orc"]
    friend = marked(three(side="pc"), "ada", engaged={"eve": True, "orc": True})
    assert friend.why_not("ada", "outmanoeuvre") == "Fewer than two opponents."


def test_an_attack_on_a_departed_target_has_no_odds():
    here = table()
    assert MYTHRAS.odds(here.scene, Action("attack", "ada", {"target": "gone", "weapon": "spear"})) is None
    assert MYTHRAS.odds(here.scene, Action("attack", "ada", {"target": "orc", "weapon": "gone"})) is None


def test_a_weapon_whose_damage_cannot_be_read_does_none():
    blunt = put(QUIET, "weapons.spear.damage", "two")
    action = Action("attack", "ada", {"target": "orc", "weapon": "spear"})
    told = MYTHRAS.odds(table(blunt).scene, action)
    assert told.success > 0 and told.chances[-1].value == 0


@pytest.mark.rules("MYT-PARRY-05")
def test_a_size_below_small_is_small():
    assert resize("small", -1) == "small" and resize("enormous", 1) == "enormous"


@pytest.mark.rules("MYT-WOUND-02")
@pytest.mark.parametrize(
    ("place", "spear", "evade", "endurance"),
    [("right_leg", 0, 1, 0), ("right_arm", 1, 0, 0), ("left_arm", 0, 0, 0), ("chest", 1, 1, 1), ("head", 1, 1, 1)],
)
def test_a_serious_wound_hampers_acts_with_that_location(place, spear, evade, endurance):
    here = table(put(QUIET, f"hit_locations.{place}.hp", 0))
    held = arms.find(QUIET, "spear", {})
    found = [
        limbs.wound_situations(here.scene, "ada", held),
        limbs.wound_situations(here.scene, "ada", kinds=limbs.BEARING),
        limbs.wound_situations(here.scene, "ada"),
    ]
    assert [sum(one.steps for one in rows) for rows in found] == [spear, evade, endurance]
    off = table(put(QUIET, f"hit_locations.{place}.hp", 0), settings={"serious_ongoing_penalty": False})
    assert limbs.wound_situations(off.scene, "ada", held) == ()


@pytest.mark.rules("MYT-FX-SUNDER")
def test_armour_taken_off_or_elsewhere_is_not_sundered():
    pieces = {
        "off": {"points": 9, "chest": True, "worn": False},
        "cap": {"points": 8, "head": True},
        "vest": {"points": 2, "chest": True},
    }
    here = table(theirs=put(BANDIT, "armour", pieces))
    (change,) = MYTHRAS.land(here.scene, Effect("sundered", "orc", {"location": "chest", "points": 1}))
    assert change.path == "armour.vest.sundered" and change.after == 1


@pytest.mark.rules("MYT-CORE-09", "MYT-CORE-10")
def test_a_skill_beyond_a_hundred_weighs_on_both_of_an_opposed_test():
    strong = put(put(QUIET, "skills.evade", 72), "characteristics.dex", 24)  # Evade 120
    here = table(strong).do("contact", fighter="ada", other="orc").do("range", "ada", other="orc").go("contest")
    here.answer("mine1", 15).answer("theirs1", 20)  # 38 becomes 18: a failure
    assert here.mark("ada", "engaged") is None
