"""Edge cases of a fight: prevented effects, absent fighters, last points, and every reason for a refusal."""

from dataclasses import replace

import pytest

from rules.autoplay.duel import attack_the_weakest
from rules.core.errors import Refused, RulesError
from rules.core.paths import put
from rules.core.scene import Action
from rules.engine.exchanges import waiting_on
from rules.games.mythras.rounds import rounds
from tests.rules.mythras.play import (
    BANDIT,
    BEAR,
    CLUB,
    GUNNER,
    HOPLITE,
    MYTHRAS,
    QUIET,
    SHEETS,
    SOLDIER,
    Table,
    kinds,
    marked,
    table,
    with_all,
)

WARLORD, CUTTHROAT = SHEETS["warlord"], SHEETS["cutthroat"]


# Resistance.


@pytest.mark.rules("MYT-FX-00g", "MYT-CORE-07/won")
@pytest.mark.parametrize(
    ("mine", "effect", "more", "mark"),
    [
        (put(QUIET, "weapons.spear.cutting", True), "bleed", (), "bleeding"),
        (CLUB, "stun_location", (), "stunned"),
        (QUIET, "trip", ("evade",), "prone"),
    ],
)
def test_a_successful_resistance_prevents_the_effect(mine, effect, more, mark):
    naked = put(BANDIT, "armour", {})
    for die, held in ((38, True), (90, False)):
        here = table(mine, naked).attack("ada", "orc", "spear", 31, "none", effect, 10, 1, 1, *more)
        here.go(die).finish()
        found = (
            here.scene.sheet("orc").get("state", {}).get("bleeding") if mark == "bleeding" else here.mark("orc", mark)
        )
        assert bool(found) != held


@pytest.mark.rules("MYT-FX-BLEED", "MYT-FX-STUN", "MYT-FX-DROP-FOE", "MYT-FX-IMPALE/wounds")
def test_a_blow_without_a_wound_neither_bleeds_nor_stuns_nor_drops_nor_stays_in():
    thick = with_all(BANDIT, armour__plate={"points": 20, "chest": True, "worn": True})
    cutting = put(QUIET, "weapons.spear.cutting", True)
    for mine, effect in ((cutting, "bleed"), (CLUB, "stun_location"), (QUIET, "impale")):
        here = table(mine, thick).attack("ada", "orc", "spear", 31, "none", effect, 10, 6)
        here.finish()
        assert here.hp("orc", "chest") == 7 and here.mark("orc", "impaled") is None
    here = table(GUNNER, thick).do("shoot", "ada", target="orc", weapon="carbine", metres=20)
    here.go(31, "drop_foe", 10, [6, 6])
    assert here.scene.exchanges == {} and here.mark("orc", "dropped") is None


@pytest.mark.rules("MYT-FX-DISARM")
@pytest.mark.parametrize(("die", "drops"), [(54, False), (55, True)])
def test_a_weapon_is_kept_by_winning_with_its_style(die, drops):
    here = table(BANDIT, BANDIT).attack("ada", "orc", "axe", 31, "parry-axe", 96, "disarm", 10, 1, "axe")
    assert here.rolled("attack").check.target.total == 54
    here.go(die)
    assert ("in_hand" in here.scene.sheet("orc")["weapons"]["axe"]) != drops


@pytest.mark.rules("MYT-FX-SURRENDER/no-damage")
def test_a_fighter_who_resists_does_not_surrender_and_is_not_hurt_either():
    here = table().do("state", fighter="orc", state="prone")
    here.attack("ada", "orc", "spear", 10, "none", "compel_surrender", 15)  # half of 30: they lie
    assert here.scene.exchanges == {} and here.mark("orc", "surrendered") is None and here.hp("orc", "chest") == 7


@pytest.mark.rules("MYT-FX-BASH/obstacle")
def test_a_push_over_clear_ground_only_moves_back():
    here = table(CLUB).attack("ada", "orc", "spear", 31, "none", "bash", 10, 6, 1)
    assert "2 m" in str(here.question())
    here.go("clear")
    assert here.mark("orc", "prone") is None and "is pushed back 2 m" in here.told()
    weak = table(CLUB).attack("ada", "orc", "spear", 31, "none", "bash", 10, 1, 1)
    assert weak.scene.exchanges == {} and not any("pushed" in one for one in weak.told())


@pytest.mark.rules("MYT-CORE-06", "MYT-CORE-07")
def test_three_equal_dice_in_a_row_resist():
    here = table().attack("ada", "orc", "spear", 31, "none", "trip", 10, 1, 1, "evade", 31, 31)
    assert here.asked() == ["trip-resist3"]
    here.go(31)
    assert here.scene.exchanges == {} and here.mark("orc", "prone") is None


@pytest.mark.rules("MYT-FX-TRIP")
def test_acrobatics_may_keep_a_fighter_standing():
    tumbler = put(BANDIT, "professional", {"leap": {"of": "acrobatics", "trained": 40}})
    here = table(theirs=tumbler).attack("ada", "orc", "spear", 31, "none", "trip", 10, 1, 1)
    assert set(here.options()) == {"acrobatics", "evade", "brawn"}
    here.go("acrobatics")
    assert here.request().check.target.total == 12 + 11 + 40
    assert str(here.request().check.what) == "Acrobatics"


@pytest.mark.rules("MYT-WOUND-03")
@pytest.mark.parametrize(("die", "out"), [(40, False), (90, True)])
def test_a_major_wound_of_a_limb_may_cost_consciousness(die, out):
    here = table(theirs=put(BANDIT, "hit_locations.right_arm.hp", -2))
    here.attack("ada", "orc", "spear", 31, "none", "trip", 13, 8, 1, "evade", 38, die)
    sheet = here.scene.sheet("orc")
    assert sheet["hit_locations"]["right_arm"]["useless"] is True and here.mark("orc", "prone") is True
    assert bool(sheet.get("state", {}).get("unconscious")) == out


# Answers.


@pytest.mark.rules("MYT-CORE-09")
def test_skill_beyond_a_hundred_weighs_on_both_sides_of_a_contest():
    master = put(QUIET, "styles.phalanx.trained", 92)  # 120
    here = table(master).attack("ada", "orc", "spear", 95, "parry-axe", 35)
    assert here.asked() == ["effect-1"]  # 54 becomes 34: the parry failed
    alone = table(master).attack("ada", "orc", "spear", 12, "none")
    assert str(alone.question()).startswith("Special effect 1 of 2")  # nobody to weigh on: a tenth of 120
    met = table(master).attack("ada", "orc", "spear", 12, "parry-axe", 90)
    assert str(met.question()).startswith("Special effect 1 of 1")  # a tenth of 100


@pytest.mark.rules("MYT-CLOSE-EVADE/acrobatics")
def test_acrobatics_evades_and_leaves_one_standing():
    tumbler = put(BANDIT, "professional", {"leap": {"of": "acrobatics", "trained": 40}})
    here = table(theirs=tumbler).attack("ada", "orc", "spear", 31)
    assert {"evade", "acrobatics"} <= set(here.options())
    here.go("acrobatics")
    assert here.request().check.target.total == 63
    here.go(60)
    assert here.mark("orc", "prone") is None and here.hp("orc", "chest") == 7
    house = table(theirs=tumbler, settings={"acrobatics_for_evade": False}).attack("ada", "orc", "spear", 31)
    assert "acrobatics" not in house.options()


@pytest.mark.rules("MYT-FX-ENTANGLE")
def test_a_fighter_with_a_held_leg_evades_nothing():
    whip = put(QUIET, "weapons.spear.model", "whip")
    here = table(whip).attack("ada", "orc", "spear", 31, "none", "entangle", 2, 1, 1)
    assert here.mark("orc", "entangled") == {"right_leg": {"by": "ada", "weapon": "spear"}}
    here.do("dither", "orc").attack("ada", "orc", "aspis", 31)
    assert here.options()["evade"] == "A leg is held."


@pytest.mark.rules("MYT-REACT-COUNTER-CHARGE")
def test_a_fighter_who_may_not_attack_does_not_strike_back_at_a_charge():
    here = table(surprised=("orc",))
    here.scene.state["fighters"]["orc"]["marks"].pop("surprised")
    here.do("charge", "ada", target="orc", weapon="spear").go(31)
    assert here.options()["counter-axe"] == "Surprised in this round: no attack."


@pytest.mark.rules("MYT-RANGED-AIM/hit")
def test_a_fighter_who_is_hit_loses_the_aim():
    here = table(GUNNER, GUNNER).do("aim", "ada", target="orc")
    assert here.mark("ada", "aim") == "orc" and here.left("ada") == 0
    here.do("shoot", "orc", target="ada", weapon="carbine", metres=20).go(95)
    assert here.mark("ada", "aim") == "orc"
    here.do("shoot", "orc", target="ada", weapon="carbine", metres=20).go(31, "none", 10, [1, 1])
    assert here.mark("ada", "aim") is None


# Reasons.


@pytest.mark.rules("MYT-SIT-R04", "MYT-SIT-R11", "MYT-RANGED-BANDS", "MYT-AUTO-06", "MYT-RANGED-DUAL")
@pytest.mark.parametrize(
    ("kind", "args", "why"),
    [
        ("shoot", {"metres": 2001}, "Metres: at most 2000."),
        ("shoot", {"metres": 20, "situation": "storm"}, "Hopeless: this cannot even be tried."),
        ("shoot", {"metres": 20, "second": "carbine"}, "Two different guns are needed."),
    ],
)
def test_a_shot_that_cannot_be_is_refused_and_nothing_is_spent(kind, args, why):
    both = with_all(GUNNER, weapons__pistol__in_hand=True)
    here = table(both)
    told = here.refused(RulesError, kind, "ada", target="orc", weapon="carbine", **args)
    assert told == why or "2000" in why
    assert here.left("ada") == 2


@pytest.mark.rules("MYT-RANGED-BANDS")
def test_the_shorter_of_two_weapons_is_beyond_its_range_first():
    both = with_all(GUNNER, weapons__pistol__in_hand=True)
    here = table(both)
    args = {"target": "orc", "weapon": "pistol"}
    assert here.refused(Refused, "shoot", "ada", metres=201, **args) == "Beyond its range: 200 m."
    here.do("shoot", "ada", metres=200, **args)
    assert here.asked() == ["attack"]


@pytest.mark.rules("MYT-AUTO-04", "MYT-AUTO-06")
def test_a_burst_has_rounds_for_everybody_and_no_more_than_the_magazine():
    long = with_all(GUNNER, weapons__carbine__mode="long_burst")
    args = {"weapon": "carbine", "metres": 20, "at_orc": True}
    here = table(long)
    assert "20" in here.refused(RulesError, "burst", "ada", rounds=21, **args)
    spare = {**long["weapons"]["carbine"], "mode": "long_burst"}
    few = table(with_all(long, weapons__carbine__loaded=7, weapons__other=spare))
    assert few.refused(Refused, "burst", "ada", rounds=8, **args) == "7 rounds at most."
    few.do("burst", "ada", rounds=7, **args).go("fire")
    assert few.asked() == ["orc-attack"]
    two = Table(("ada", "pc", long), ("orc", "npc", BANDIT), ("uruk", "npc", BANDIT)).finish()
    assert (
        two.refused(Refused, "burst", "ada", rounds=1, at_uruk=True, **args)
        == "One round for each target: 2 are needed."
    )
    assert two.refused(Refused, "burst", "ada", rounds=1, **{**args, "at_orc": False}).startswith("Nobody")


@pytest.mark.rules("MYT-AUTO-06/needs")
@pytest.mark.parametrize(
    ("loaded", "why"),
    [(2, "Only 2 rounds are left."), (1, "Only 1 round is left."), (0, "Nothing is loaded."), (3, None)],
)
def test_a_short_burst_needs_its_rounds(loaded, why):
    short = with_all(GUNNER, weapons__carbine__mode="short_burst", weapons__carbine__loaded=loaded)
    here = table(short)
    args = {"target": "orc", "weapon": "carbine", "metres": 20}
    if why:
        assert here.refused(RulesError, "shoot", "ada", **args) == why
    else:
        here.do("shoot", "ada", **args)
        assert here.scene.sheet("ada")["weapons"]["carbine"]["loaded"] == 0


@pytest.mark.rules("MYT-ACT-TAKE-COVER", "MYT-REACT-INTERRUPT")
def test_only_a_player_needs_the_game_masters_word_for_a_cover():
    here = Table(("ada", "pc", SOLDIER), ("cleo", "ally", SOLDIER), ("orc", "foe", BANDIT))
    here.do("delay", "ada").do("cover", "orc", of="brick_wall", hides="waist")
    assert here.asked() == ["go-on"] and here.go("on").mark("orc", "cover") and not here.scene.exchanges
    assert here.do("cover", "cleo", of="brick_wall", hides="waist").mark("cleo", "cover") and not here.scene.exchanges
    by_hand = table().do("cover", "ada", of="brick_wall", hides="waist")
    assert by_hand.mark("ada", "cover") and not by_hand.scene.exchanges
    assert table().do_as_player("cover", "ada", of="brick_wall", hides="waist").asked() == ["there"]


@pytest.mark.rules("MYT-ACT-TAKE-COVER", "MYT-ACT-BRACE", "MYT-ACT-MOUNT")
def test_cover_bracing_and_the_saddle_are_taken_and_left():
    here = table()
    assert here.refused(RulesError, "cover", "ada", of="none") == "Is behind nothing."
    here.do("brace", "ada").do("dither", "orc")
    assert here.mark("ada", "braced") is True and here.why_not("ada", "brace") == "Braced already."
    here.do("cover", "ada", of="brick_wall", hides="waist").do("dither", "orc").do("new_round")
    assert here.mark("ada", "braced") is None
    assert here.mark("ada", "cover") == {"of": "brick_wall", "hides": "waist"}
    here.do("cover", "ada", of="none").do("mount", "orc")
    assert here.mark("ada", "cover") is None and here.mark("orc", "mounted") is True
    here.do("dither", "ada").do("mount", "orc")
    assert here.mark("orc", "mounted") is None


@pytest.mark.rules("MYT-FX-DUCK-BACK/beside")
def test_a_prone_fighter_does_not_duck_back():
    here = table(GUNNER).do("state", fighter="ada", state="prone")
    here.do("shoot", "ada", target="orc", weapon="carbine", metres=20, own_cover=True).go(3)
    assert here.options()["duck_back"] == "Lies on the ground."


@pytest.mark.rules("MYT-FX-SURRENDER/players")
def test_a_table_may_keep_player_characters_from_giving_up():
    here = table(settings={"surrender_npc_only": True}).do("dither", "ada").do("state", fighter="ada", state="prone")
    here.attack("orc", "ada", "axe", 31, "none")
    assert here.options()["compel_surrender"] == "Player characters do not surrender at this table."


@pytest.mark.rules("MYT-FX-DAMAGE-WEAPON")
def test_a_shooter_is_out_of_reach_of_parries():
    here = table(SHEETS["archer"], HOPLITE)
    here.do("shoot", "ada", target="orc", weapon="bow", metres=10).go(95, "parry-aspis", 5)
    assert here.options()["damage_weapon"] == "In close combat alone."


# Throwing.


@pytest.mark.rules("MYT-AUTO-06", "MYT-ACT-READY")
def test_a_thrown_weapon_has_left_the_hand_and_the_last_one_lies_there():
    held = {"model": "javelin", "style": "phalanx", "in_hand": True}
    thrower = with_all(QUIET, weapons__javelin=held, weapons__spear__in_hand=False)
    here = table(thrower).do("shoot", "ada", target="orc", weapon="javelin", metres=10).go(95, "none")
    assert "in_hand" not in here.scene.sheet("ada")["weapons"]["javelin"]
    assert here.mark("ada", "lying.javelin") == 2
    here.do("dither", "orc")
    assert here.why_not("ada", "shoot") == "Not in hand."
    here.do("ready", "ada", weapon="javelin")
    assert here.mark("ada", "lying.javelin") == 1 and "in_hand" not in here.scene.sheet("ada")["weapons"]["javelin"]
    more = table(put(thrower, "weapons.javelin.reserve", 2))
    more.do("shoot", "ada", target="orc", weapon="javelin", metres=10).go(95, "none")
    row = more.scene.sheet("ada")["weapons"]["javelin"]
    assert row["reserve"] == 1 and "in_hand" not in row and more.mark("ada", "lying") is None


# The game master.


@pytest.mark.rules("MYT-ROUND-01", "MYT-INIT-01")
def test_a_fight_is_started_opened_again_and_ended():
    here = table(started=False)
    assert [str(one.label) for one in waiting_on(MYTHRAS, here.scene)] == ["Start the fight"]
    here.do("start").answer("initiative-ada", 9).answer("initiative-orc", 1)
    here.do("hold", "ada").do("hold", "orc")
    assert [str(one.label) for one in waiting_on(MYTHRAS, here.scene)] == ["Open the next round, or end the fight"]
    here.do("end")
    assert here.scene.fighters["ada"].marks == {} and here.scene.marks["over"] is True
    assert [str(one.label) for one in waiting_on(MYTHRAS, here.scene)] == ["Start the fight"]


@pytest.mark.rules("MYT-INIT-01")
def test_a_latecomer_rolls_alone():
    here = table()
    del here.scene.state["fighters"]["orc"]["marks"]
    here.scene = replace(here.scene)
    here.do("late", fighter="orc")
    assert here.asked() == ["initiative-orc"]
    here.go(7)
    assert here.mark("orc", "init") == 7 + 10


@pytest.mark.rules("MYT-CLOSE-SURPRISE")
def test_somebody_may_be_surprised_in_the_middle_of_a_fight():
    here = table()
    before = here.mark("ada", "init")
    here.do("surprise", fighter="ada")
    assert here.mark("ada", "init") == before - 10
    assert [here.mark("ada", key) for key in ("surprised", "gift", "no_offence")] == [True, True, True]
    assert here.up == ["orc"]


@pytest.mark.rules("MYT-UI-07")
def test_an_attack_promises_more_with_more_skill_and_more_damage():
    scene = table().scene

    def worth(kind="attack", **args):
        return MYTHRAS.promise(scene, Action(kind, "ada", {"target": "orc", **args}))

    assert worth(weapon="spear") == 68 * (1 * 9 + 2) and worth(weapon="aspis") == 68 * 5
    assert worth("charge", weapon="spear") == 0 and worth(weapon="lost") == 0


# Holds, range and what is gone meanwhile.


@pytest.mark.rules("MYT-ACT-CHANGE-RANGE/contest")
@pytest.mark.parametrize(
    ("said", "dice", "engaged"),
    [
        ("let", (), False),
        ("contest", ([30], [20]), False),
        ("contest", ([20], [30]), True),
        ("contest", ([60], [60]), True),
    ],
)
def test_breaking_away_may_be_contested_with_evade(said, dice, engaged):
    here = table().do("contact", fighter="ada", other="orc").do("range", "ada", other="orc").go(said)
    for key, die in zip(("mine1", "theirs1"), dice, strict=False):
        here.answer(key, *die)
    assert here.scene.exchanges == {}
    assert bool(here.mark("ada", "engaged")) == engaged
    assert here.left("orc") == (1 if said == "contest" else 2)


@pytest.mark.rules("MYT-ACT-CHANGE-RANGE", "MYT-CORE-06/three-times")
def test_equal_dice_are_thrown_again_and_after_three_nothing_changes():
    here = table().do("contact", fighter="ada", other="orc").do("range", "ada", other="orc").go("contest")
    for number in (1, 2, 3):
        here.answer(f"mine{number}", 20).answer(f"theirs{number}", 20)
    assert here.scene.exchanges == {} and here.mark("ada", "engaged.orc") is True


@pytest.mark.rules("MYT-ACT-STRUGGLE")
def test_a_fighter_held_by_somebody_struck_down_is_free_at_once():
    here = table()
    here.scene.state["fighters"]["ada"]["marks"]["gripped"] = {"orc": True}
    marked(here, "orc", surrendered=True).do("struggle", "ada", what="gripped-orc")
    assert here.scene.exchanges == {} and here.mark("ada", "gripped") is None


@pytest.mark.rules("MYT-FX-IMPALE")
def test_nothing_is_pulled_out_of_a_place_that_is_no_longer_there():
    stuck = {"tail": {"weapon": "spear", "by": "ada", "grade": "hard"}}
    here = marked(table(), "orc", impaled=stuck).do("pull", "ada", which="orc-tail")
    assert here.scene.exchanges == {} and here.hp("orc", "chest") == 7


@pytest.mark.rules("MYT-FX-IMPALE/pulled", "MYT-ACT-READY")
def test_a_weapon_that_stuck_comes_out_by_strength_or_stays():
    here = table().attack("ada", "orc", "spear", 31, "none", "impale", 10, 1, 1, 1).do("dither", "orc")
    here.do("pull", "ada", which="orc-chest").go(20, "resist", 10)
    assert here.mark("orc", "impaled.chest") is not None  # 10 is critical: the victim held on
    own = table(theirs=BANDIT).attack("ada", "orc", "spear", 31, "none", "impale", 10, 1, 1, 1)
    own.do("pull", "orc", which="orc-chest").go(90)
    assert own.mark("orc", "impaled.chest") is not None


@pytest.mark.rules("MYT-FX-FLURRY", "MYT-AP-05", "MYT-FX-STUN/head")
def test_a_fighter_stunned_in_the_trunk_does_not_attack():
    here = marked(table(), "ada", engaged={"orc": True})
    for place, why in (("chest", "Stunned: no attack."), ("right_leg", None)):
        here.scene.state["fighters"]["ada"]["marks"]["stunned"] = {place: 2}
        here.scene = replace(here.scene)
        assert here.why_not("ada", "attack") == why
    assert kinds(marked(here, "ada", stunned={"head": 2}), "ada") >= {"dither", "hold"}
    assert not kinds(here, "ada") & {"attack", "move", "cover", "ready", "brace", "delay"}


# Fights that play themselves.


@pytest.mark.rules("MYT-ACT-REGAIN-FOOTING", "MYT-ACT-RELOAD", "MYT-ACT-READY")
def test_an_automatic_fighter_stands_up_and_draws_a_weapon_before_striking():
    def next_act(here, actor="ada"):
        return attack_the_weakest(MYTHRAS, here.scene, actor).kind

    here = table()
    assert next_act(here) == "attack" and rounds.preferred_kinds(here.scene, "ada") == ()
    assert (
        rounds.preferred_kinds(table(SHEETS["archer"]).scene, "ada")
        == rounds.preferred_kinds(table(GUNNER).scene, "ada")
        == ()
    )
    here.do("state", fighter="ada", state="prone")
    assert next_act(here) == "stand" and rounds.preferred_kinds(here.scene, "ada") == ("stand",)
    bow = (
        table(SHEETS["archer"])
        .do("shoot", "ada", target="orc", weapon="bow", metres=10)
        .go(96, "none")
        .do("dither", "orc")
    )
    assert next_act(bow) == "reload"
    bare = table(with_all(QUIET, weapons__spear__in_hand=False, weapons__aspis__in_hand=False))
    assert next_act(bare) == "ready" and rounds.preferred_kinds(bare.scene, "ada") == ("reload", "pull", "ready")
    beast = table(BEAR)
    assert next_act(beast) == "attack"
    stuck = table(with_all(QUIET, weapons__aspis__in_hand=False))
    stuck.attack("ada", "orc", "spear", 31, "none", "impale", 10, 1, 1, 1).do("dither", "orc")
    assert next_act(stuck) == "pull" and rounds.preferred_kinds(stuck.scene, "ada") == ("reload", "pull")


# Impossible acts are refused with a sentence, and change nothing.


@pytest.mark.rules("MYT-AP-03", "MYT-PARRY-03", "MYT-RANGED-PARRY", "MYT-AUTO-06", "MYT-FX-00f", "MYT-UI-05")
def test_every_wrong_answer_is_refused_in_a_sentence_and_nothing_changes():
    def told(here, key, value):
        (exchange,) = here.scene.exchanges
        return here.refused(RulesError, "answer", exchange=exchange, key=key, values=[value])

    bullet = table(GUNNER, HOPLITE).do("shoot", "ada", target="orc", weapon="carbine", metres=20, cover_near=True)
    assert told(bullet.go(31), "reaction", "parry-aspis") == "Nothing parries this."
    spent = table().do("dither", "ada").do("dither", "orc").do("attack", "ada", target="orc", weapon="spear").go(31)
    spent.go("parry-axe", 60)
    assert told(spent, "reaction", "evade") == "This has been answered already."
    closed = table().attack("ada", "orc", "spear", 31, "none")
    assert told(closed, "effect-1", "bleed") == "Needs a cutting weapon."
    guarded = (
        table(theirs=put(BANDIT, "weapons.axe.in_hand", False))
        .do("dither", "ada")
        .do("ward", "orc", weapon="shield", place1="head")
    )
    guarded.do("dither", "orc").attack("ada", "orc", "spear", 31)
    assert told(guarded, "reaction", "parry-shield") == "It guards a location."
    empty = table(with_all(GUNNER, weapons__carbine__loaded=0))
    shot = {"target": "orc", "weapon": "carbine", "metres": 20}
    assert empty.refused(RulesError, "shoot", "ada", **shot) == "Nothing is loaded."
    tired = table(theirs=put(BANDIT, "state.fatigue", "debilitated")).attack("ada", "orc", "spear", 31)
    assert tired.asked() == ["effect-1"] and told(tired, "reaction", "evade") == "This has been answered already."
