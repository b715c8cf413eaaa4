"""More single parts of Mythras: conditions of a fighter, counters of the sheet, throwing, reasons."""

import pytest

from rules.core.paths import put
from rules.core.script import Effect
from rules.engine.exchanges import waiting_on
from rules.games.mythras.character import sheet as sheets
from rules.games.mythras.combat import situations, threat
from rules.games.mythras.equipment import ranged
from rules.games.mythras.equipment import weapons as arms
from rules.games.mythras.rounds import initiative, picks
from rules.games.mythras.rounds.turn_effects import swap_digits
from tests.rules.mythras.play import BANDIT, HOPLITE, MYTHRAS, QUIET, SHEETS, SOLDIER, Table, marked, table

# Effects of a fighter's state on their rolls.


@pytest.mark.rules("MYT-CORE-04", "MYT-SIT-C04", "MYT-SIT-C07", "MYT-FX-BLIND", "MYT-FX-IMPALE", "MYT-FX-ENTANGLE")
@pytest.mark.parametrize(
    ("marks", "found"),
    [
        ({}, []),
        ({"prone": True}, [("formidable", 0)]),
        ({"crouched": True}, [("hard", 0)]),
        ({"blind": {"grade": "hard", "turns": 1}}, [("hard", 0)]),
        ({"impaled": {"chest": {"grade": "herculean"}}}, [("herculean", 0)]),
        ({"impaled": {"chest": {"grade": ""}, "head": {"grade": "hard"}}}, [("hard", 0)]),
        ({"impaled": {"chest": {"grade": "incapacitated"}}}, []),
        ({"entangled": {"chest": "orc"}}, [("", 1)]),
        ({"entangled": {"head": "orc", "abdomen": "orc"}}, [("", 1)]),
        ({"entangled": {"right_arm": "orc", "left_leg": "orc"}}, []),
    ],
)
def test_a_state_is_a_grade_or_a_step_of_every_roll(marks, found):
    here = marked(table(), "ada", **marks)
    assert [(one.grade, one.steps) for one in situations.conditions(here.scene, "ada")] == found
    blind = situations.conditions(here.scene, "ada", frozenset({"blind_fighting"}))
    assert len(blind) == (0 if "blind" in marks else len(found))


@pytest.mark.rules("MYT-STYLE-BLIND")
@pytest.mark.parametrize(
    ("key", "seen"), [("dim", 0), ("dark", 0), ("blind", 0), ("weather", 1), ("none", 0), ("gone", 0)]
)
def test_blind_fighting_ignores_the_dark_and_nothing_else(key, seen):
    blind = frozenset({"blind_fighting"})
    assert len(situations.table_situation(key, situations.CLOSE, blind)) == seen
    assert len(situations.table_situation(key, situations.CLOSE)) == (0 if key in ("none", "gone") else 1)


@pytest.mark.rules("MYT-SIT-GM")
def test_a_modifier_of_the_game_master_is_a_step_and_nothing_is_none():
    assert [one.steps for one in situations.steps(2)] == [2] and situations.steps(0) == ()


@pytest.mark.rules("MYT-SIT-CAP-RIDE", "MYT-SIT-CAP-SWIM", "MYT-STYLE-MOUNTED")
@pytest.mark.parametrize(
    ("how", "traits", "skill"),
    [
        ("riding", (), "ride"),
        ("riding", ("mounted_combat",), None),
        ("swimming", ("mounted_combat",), "swim"),
        ("none", (), None),
    ],
)
def test_a_cap_is_that_of_the_saddle_or_the_water(how, traits, skill):
    marks = {"riding": {"mounted": True}, "swimming": {"swimming": True, "mounted": True}}.get(how, {})
    found = situations.caps(marked(table(), "ada", **marks).scene, "ada", frozenset(traits))
    assert [one[0] for one in found] == ([skill] if skill else [])


@pytest.mark.rules("MYT-SIT-R12", "MYT-SIT-R13")
@pytest.mark.parametrize(
    ("mine", "theirs", "prepared", "grades"),
    [
        (False, False, False, []),
        (True, False, False, ["herculean"]),
        (True, False, True, []),
        (False, True, False, ["formidable"]),
        (True, True, False, ["herculean", "formidable"]),
        (True, True, True, ["formidable"]),
    ],
)
def test_a_prone_fighter_shoots_badly_and_is_hard_to_hit(mine, theirs, prepared, grades):
    here = marked(marked(table(), "ada", prone=mine), "orc", prone=theirs)
    assert [one.grade for one in situations.of_shot(here.scene, "ada", "orc", prepared)] == grades


@pytest.mark.rules("MYT-CORE-05", "MYT-SIT-CAP-SWIM")
def test_a_cap_comes_before_the_grade_of_an_attack():
    here = table()
    spear = arms.find(QUIET, "spear", {})
    swim = sheets.skill(QUIET, "swim").total
    for args, total in (
        ({}, 68),
        ({"cap": "swimming"}, swim),
        ({"cap": "swimming", "situation": "confined"}, -(-swim * 2 // 3)),
        ({"situation": "confined"}, 46),
        ({"steps": 1}, 46),
        ({"steps": -1}, 102),
    ):
        assert threat.attack_check(here.scene, "ada", "orc", spear, args).target.total == total


# The sheet.


def test_counters_are_at_most_the_maximum_of_the_sheet():
    paths = {"hit_locations.chest.hp": 8, "hit_locations.chest.natural": 30, "state.luck": 2, "state.magic": 10}
    assert {path: MYTHRAS.most(HOPLITE, {}, path) for path in paths} == paths
    assert (
        MYTHRAS.most(HOPLITE, {}, "hit_locations.tail.hp") == 200
        and MYTHRAS.most(HOPLITE, {}, "weapons.spear.hp") == 200
    )
    assert MYTHRAS.most(HOPLITE, {}, "nothing.here") is None


@pytest.mark.parametrize(
    ("path", "start", "by", "value"),
    [
        ("hit_locations.chest.hp", None, -3, 5),
        ("hit_locations.chest.hp", 5, 9, 8),
        ("hit_locations.chest.hp", 5, 1, 6),
        ("hit_locations.chest.hp", -199, -5, -200),
        ("hit_locations.chest.hp", 12, -1, 11),
        ("hit_locations.chest.hp", 12, 1, 12),
        ("state.luck", None, -1, 1),
        ("state.luck", 0, -1, 0),
        ("state.luck", 1, 5, 2),
        ("state.magic", None, -4, 6),
    ],
)
def test_a_counter_is_stepped_within_its_bounds(path, start, by, value):
    sheet = HOPLITE if start is None else put(HOPLITE, path, start)
    assert MYTHRAS.step(sheet, {}, path, by).writes == {path: value}


@pytest.mark.rules("MYT-ATTR-06", "MYT-FATIGUE-01")
@pytest.mark.parametrize(
    ("level", "walk"), [("fresh", 6), ("tired", 5), ("wearied", 4), ("exhausted", 3), ("incapacitated", 0), ("dead", 0)]
)
def test_fatigue_slows_a_walk(level, walk):
    assert sheets.movement(put(QUIET, "state.fatigue", level)) == walk
    assert sheets.movement(put(put(QUIET, "state.fatigue", "wearied"), "movement", 1)) == 0
    assert sheets.movement(put(put(QUIET, "state.fatigue", "exhausted"), "movement", 5)) == 3


@pytest.mark.rules("MYT-INIT-01", "MYT-INIT-03", "MYT-FATIGUE-01")
@pytest.mark.parametrize(("level", "bonus"), [("fresh", 8), ("wearied", 6), ("exhausted", 4), ("incapacitated", 0)])
def test_initiative_is_less_for_armour_and_fatigue(level, bonus):
    assert sheets.initiative_bonus(put(HOPLITE, "state.fatigue", level), {}).total == bonus


@pytest.mark.rules("MYT-INIT-02")
def test_equal_initiative_goes_to_dex_then_to_the_die():
    here = Table(("ada", "pc", QUIET), ("orc", "npc", BANDIT), ("uruk", "npc", BANDIT), started=False).do("start")
    here.answer("initiative-ada", 3).answer("initiative-orc", 1).answer("initiative-uruk", 1)
    assert sorted(here.asked()) == ["tie1-orc", "tie1-uruk"]
    here.answer("tie1-orc", 4).answer("tie1-uruk", 4).answer("tie2-orc", 2).answer("tie2-uruk", 9)
    assert initiative.order(here.scene) == ("ada", "uruk", "orc")
    assert [initiative.score(here.scene, one) for one in ("ada", "uruk", "orc")] == [11, 11, 11]


@pytest.mark.rules("MYT-LUCK-01")
@pytest.mark.parametrize(("face", "read"), [(37, 73), (5, 50), (50, 5), (100, 100), (99, 99), (10, 1), (1, 10)])
def test_the_digits_of_a_die_are_swapped(face, read):
    assert swap_digits(face) == read


# Throwing and other small things.


@pytest.mark.rules("MYT-STYLE-THROW")
def test_a_thrown_weapon_flies_as_far_as_a_dagger_and_strikes_with_its_size():
    found = ranged.as_thrown(arms.find(QUIET, "spear", {}))
    assert (found.category, found.kind, found.force, found.ranges) == ("ranged", "thrown", "medium", (5, 10, 20))
    here = table(put(QUIET, "styles.phalanx.throw_weapons", True))
    assert ranged.throwable(here.scene, "ada", arms.find(QUIET, "spear", {}))
    assert not ranged.throwable(here.scene, "ada", arms.find(QUIET, "aspis", {}))


@pytest.mark.rules("MYT-RANGED-FORCE")
@pytest.mark.parametrize(
    ("model", "metres", "size"),
    [("bow", 100, "large"), ("bow", 101, "medium"), ("stone", 20, "small"), ("laser", 99, "medium")],
)
def test_impact_is_a_size_less_at_long_range(model, metres, size):
    weapon = arms.weapons({"weapons": {"w": {"model": model}}}, {})[0]
    assert ranged.as_shot(weapon, metres).size == size


@pytest.mark.rules("MYT-FX-FORCE-FAILURE")
@pytest.mark.parametrize(("forced", "asked"), [("trip", "disarm-resist"), ("disarm", "trip-skill")])
def test_the_winner_picks_the_effect_of_two_that_is_not_resisted(forced, asked):
    here = table().attack("ada", "orc", "spear", 3, "parry-axe", 100, "trip", "disarm", "force_failure", 10, 1, 1)
    assert here.asked() == ["forced"]
    here.go(forced)
    assert here.finish_at(asked, "brawn" if asked == "trip-skill" else 90).finish(90)
    assert here.mark("orc", "prone") is True or forced == "disarm"


@pytest.mark.rules("MYT-AP-05", "MYT-WOUND-02", "MYT-STYLE-DEFENSIVE")
@pytest.mark.parametrize(
    ("marks", "settings", "why"),
    [
        ({}, {}, None),
        ({"no_offence": True}, {}, "Surprised in this round: no attack."),
        ({"cannot_attack": 2}, {}, "No attack for 2 more turns."),
        ({"guarded": True}, {"defensive_lock": "warn"}, None),
        ({"guarded": True}, {}, "Has parried on the defensive in this round."),
        ({"stunned": {"left_leg": 1}}, {}, None),
        (
            {"impaled": {"chest": {"grade": "herculean"}}, "entangled": {"chest": "orc"}},
            {},
            "Hopeless: this cannot even be tried.",
        ),
    ],
)
def test_every_reason_against_an_attack(marks, settings, why):
    here = marked(table(settings=settings), "ada", **marks)
    found = picks.why_no_attack(here.scene, "ada")
    assert (found and str(found)) == why


@pytest.mark.rules("MYT-AUTO-07/house")
@pytest.mark.parametrize(("rule", "effects"), [("per_target", 2), ("first_only", 1)])
def test_a_long_burst_brings_effects_for_each_target_or_for_the_first(rule, effects):
    long = put(
        put(put(SOLDIER, "state.luck", 0), "weapons.carbine.mode", "long_burst"),
        "styles.infantry.ranged_marksman",
        False,
    )
    here = Table(
        ("ada", "pc", long), ("orc", "npc", BANDIT), ("uruk", "npc", BANDIT), settings={"long_burst_fx": rule}
    ).finish()
    here.do("burst", "ada", weapon="carbine", metres=20, rounds=10, at_orc=True, at_uruk=True).go("fire")
    asked = set()
    while here.scene.exchanges:
        key = here.request().key
        asked.add(key)
        here.answer(
            key,
            *(
                [20]
                if key.endswith("attack")
                else ["none"]
                if "effect" in key
                else [1] * getattr(getattr(here.request(), "dice", None), "count", 1)
            ),
        )
    assert len({key for key in asked if "effect-1" in key}) == effects
    assert len({key for key in asked if key.endswith("bullets")}) == 2


def test_everybody_of_the_samples_has_something_to_strike_with():
    for name, sheet in SHEETS.items():
        here = table(sheet)
        assert here.why_not("ada", "attack") is None, name


@pytest.mark.parametrize(
    ("kind", "hurts"),
    [(kind, True) for kind in ("hurt", "prone", "unconscious", "dead", "bleeding", "useless", "stunned", "drop")]
    + [("weapon_hurt", True), ("sundered", True), ("moved", False), ("engage", False), ("outcome", False)],
)
def test_harmful_effects_are_those_a_table_may_confirm(kind, hurts):
    assert MYTHRAS.hurts(Effect(kind, "ada")) == hurts


@pytest.mark.rules("MYT-CLOSE-EVADE")
def test_a_weapon_that_is_called_like_an_answer_is_not_taken_for_it():
    here = table(theirs=put(BANDIT, "weapons.evade", {"model": "club", "style": "brigand", "in_hand": True}))
    here.attack("ada", "orc", "spear", 31, "evade")
    assert here.request().check.target.total == 38


@pytest.mark.rules("MYT-FX-DAMAGE-WEAPON")
@pytest.mark.parametrize(("damage", "left"), [("two", 5), ("1d4", 3)])
def test_a_parrying_weapon_hurts_the_other_by_its_own_damage(damage, left):
    frail = put(
        QUIET, "weapons.spear", {"damage": "1d6", "style": "phalanx", "hp_max": 5, "armour": 0, "in_hand": True}
    )
    here = table(frail, put(BANDIT, "weapons.shield.damage", damage))
    here.attack("ada", "orc", "spear", 31, "parry-shield", 3, "damage_weapon")
    if damage == "1d4":
        here.go(2)
    here.finish()
    assert here.scene.sheet("ada")["weapons"]["spear"].get("hp", 5) == left


@pytest.mark.rules("MYT-SIT-C01", "MYT-SIT-C06", "MYT-SIT-C09", "MYT-SIT-GM")
def test_a_form_offers_the_situations_that_concern_it():
    close, shots = [*situations.CLOSE], [*situations.RANGED]
    for table_of, mine in ((situations.CLOSE, close), (situations.RANGED, shots)):
        attack, defence, steps = situations.fields(table_of)
        assert steps.gm_only and attack.gm_only and defence.gm_only
        assert [one.key for one in attack.choices] == [
            "none", *(key for key in mine if key not in ("below", "behind")), "helpless"
        ]  # fmt: skip
        assert [one.key for one in defence.choices] == ["none", *close]
        assert (attack.default, defence.default) == ("none", "none")


@pytest.mark.rules("MYT-FX-ENTANGLE")
@pytest.mark.parametrize(("weapon", "limb"), [("spear", "right_arm"), ("aspis", "left_arm"), ("fist", "right_arm")])
def test_a_defender_entangles_the_limb_that_strikes(weapon, limb):
    net = put(BANDIT, "weapons.shield", {"model": "net", "style": "brigand", "in_hand": True})
    here = table(theirs=net).attack("ada", "orc", weapon, 95, "parry-shield", 30, "entangle")
    assert here.scene.exchanges == {} and here.mark("ada", "entangled") == {limb: {"by": "orc", "weapon": "shield"}}


@pytest.mark.rules("MYT-RANGED-BANDS", "MYT-UI-10")
def test_half_damage_is_a_term_of_its_own():
    gunner = put(put(SOLDIER, "state.luck", 0), "styles.infantry.ranged_marksman", False)
    here = table(gunner, put(BANDIT, "armour", {})).do("shoot", "ada", target="orc", weapon="carbine", metres=450)
    here.go(31, "none", 10, [3, 4])
    assert any("takes 4 damage (chest)" in one and "Half damage −3" in one for one in here.told())


@pytest.mark.rules("MYT-RANGED-DUAL")
@pytest.mark.parametrize(
    ("written", "second"),
    [
        ({}, ["none"]),
        ({"weapons.pistol.in_hand": True}, ["none", "carbine", "pistol"]),
        ({"weapons.pistol.in_hand": True, "weapons.carbine.two_handed": True}, ["none"]),
        ({"weapons.bow": {"model": "bow", "in_hand": True}}, ["none"]),
    ],
)
def test_a_second_gun_is_one_in_the_other_hand(written, second):
    sheet = SOLDIER
    for path, value in written.items():
        sheet = put(sheet, path, value)
    field = next(one for one in table(sheet).offer("ada", "shoot").fields if one.key == "second")
    assert [one.key for one in field.choices] == second


@pytest.mark.rules("MYT-INIT-02", "MYT-ROUND-01")
def test_the_order_marks_the_fighters_up_waiting_and_done():
    here = Table(("ada", "pc", QUIET), ("orc", "npc", BANDIT), ("eve", "npc", put(BANDIT, "state.dead", True))).finish()

    def states():
        return {one.fighter: one.state for one in MYTHRAS.order(here.scene)}

    assert states() == {"ada": "now", "orc": "next", "eve": "out"}
    here.do("hold", "ada")
    assert states() == {"ada": "done", "orc": "now", "eve": "out"}
    said = [str(MYTHRAS.intent(here.scene, one)) for one in ("ada", "orc", "eve")]
    assert said == ["2 of 2 action points, keeps points", "2 of 2 action points", "None"]
    here.do("dither", "orc")
    assert str(MYTHRAS.intent(here.scene, "orc")) == "1 of 2 action points"
    here.do("dither", "orc")
    assert str(MYTHRAS.intent(here.scene, "orc")) == "no action point left"


@pytest.mark.rules("MYT-ACT-RELOAD", "MYT-RANGED-LOAD")
def test_the_form_of_loading_shows_the_turns_left():
    bow = put(put(SHEETS["archer"], "weapons.bow.load", 3), "state.luck", 0)
    here = marked(table(bow), "ada", empty={"bow": True})
    for told, done in (("3 turns", 0), ("2 turns", 1), ("1 turn", 2)):
        marked(here, "ada", loading={"bow": done} if done else {})
        (field,) = here.offer("ada", "reload").fields
        assert [str(one.hint) for one in field.choices if one.key == "bow"] == [f"takes {told}"]


def test_everything_a_table_sees_of_a_fighter_is_open():
    seen = ("prone", "cover", "exposed", "mounted", "engaged", "wards", "surprised", "impaled", "aim")
    here = marked(table(), "orc", **dict.fromkeys(seen, True), counters=True, tie=3)
    assert set(MYTHRAS.open_marks(here.scene, "orc")) == set(seen)


@pytest.mark.rules("MYT-FX-RAPID-RELOAD")
@pytest.mark.parametrize(("load", "turns", "loaded"), [(1, 1, True), (2, 1, False), (2, 2, True)])
def test_loading_that_takes_no_turn_any_more_is_done(load, turns, loaded):
    bow = put(SHEETS["archer"], "weapons.bow.load", load)
    here = marked(table(bow), "ada", empty={"bow": True})
    changes = {
        one.path: one.after
        for one in MYTHRAS.land(here.scene, Effect("quick", "ada", {"weapon": "bow", "turns": turns}))
    }
    quick = next(after for path, after in changes.items() if path.endswith("quick.bow"))
    assert (quick is None) == loaded and any(path.endswith("empty.bow") for path in changes) == loaded


@pytest.mark.rules("MYT-ACT-CHANGE-RANGE", "MYT-CORE-06")
def test_each_side_of_an_opposed_test_rolls_its_own_skill():
    here = table().do("contact", fighter="ada", other="orc").do("range", "ada", other="orc").go("contest")
    assert here.asked() == ["mine1", "theirs1"]
    due = [prompt.request for prompt in waiting_on(MYTHRAS, here.scene)]
    assert [(one.by, one.check.target.total) for one in due] == [("ada", 50), ("orc", 38)]


@pytest.mark.rules("MYT-AP-01/not-kept", "MYT-ROUND-01")
def test_a_new_round_ends_values_of_one_round_and_nothing_else():
    of_a_round = ("spent", "turns", "offence", "no_offence", "gift", "guarded", "outmanoeuvred", "assessed")
    here = table().do("hold", "ada").do("hold", "orc")
    marked(here, "ada", **dict.fromkeys(of_a_round, 1), prone=True, lucky=True)
    here.do("new_round")
    assert [key for key in (*of_a_round, "held") if here.mark("ada", key)] == []
    assert here.mark("ada", "prone") is True and here.left("ada") == 2


@pytest.mark.rules("MYT-FX-PREPARE-COUNTER")
def test_each_copy_of_a_counter_is_kept():
    here = table().attack("ada", "orc", "spear", 95, "parry-axe", 3)
    here.go("prepare_counter", "prepare_counter", "trip", "trip")
    assert here.mark("orc", "counters") == {"ada": {"trip": 2}}
