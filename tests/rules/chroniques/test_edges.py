"""Edges of the rules of Chroniques Oubliées: exactly at a bound, nothing left, nothing said, one too few."""

import pytest

from rules.core.check import Breakdown, Modifier
from rules.core.json_codec import from_json, to_json
from rules.core.scene import Action
from rules.core.script import Effect
from rules.core.text import Text
from rules.engine.exchanges import waiting_on
from rules.games.chroniques import GAME as CHRONIQUES
from rules.games.chroniques import attacks, checks, damage, surprise
from rules.games.chroniques import sheet as sheets
from rules.games.chroniques.actions import DEEDS
from rules.games.chroniques.states import STATES
from tests.rules.chroniques.play import CORSAIR, GUARD, SCOUT, SNIPER, Table, check

SOLID = {**CORSAIR, "hp": {"max": 30, "current": 5}, "armour": {}, "typed": {"init": 1, "def_": 15}}


def table(**more):
    return Table(("ada", "pc", SCOUT), ("bob", "pc", GUARD), ("orc", "foe", {**SOLID, **more}))


def harmed(here, dealt, lines=None):
    """The sentence that tells so much damage."""
    return CHRONIQUES.describe(here.scene, Effect("damage", "orc", {"damage": dealt, "lines": lines}))


@pytest.mark.rules("CHO-DMG-04/zero", "CHO-DMG-05")
@pytest.mark.parametrize(("dealt", "severe", "falls"), [(4, False, False), (5, True, True), (6, True, True)])
def test_losing_exactly_the_last_point_is_severe_and_fells(dealt, severe, falls):
    here = table()
    assert damage.severe(here.scene.sheet("orc"), {}, dealt) == severe
    words = str(to_json(harmed(here, dealt)))
    assert ("severe wound" in words, "falls unconscious" in words) == (severe, falls)
    assert str(CHRONIQUES.public(here.scene, Effect("damage", "orc", {"damage": dealt}))) == (
        "falls unconscious" if falls else "is hit"
    )


def test_a_corrected_damage_is_told_without_terms_that_no_longer_add_up():
    lines = Breakdown(Modifier(Text("Dice"), 2))
    here = table()
    assert "Dice" in str(to_json(harmed(here, 2, lines)))
    assert "Dice" not in str(to_json(harmed(here, 3, lines)))


@pytest.mark.rules("CHO-DMG-05")
@pytest.mark.parametrize(("hp", "dealt", "kept"), [(5, 2, True), (0, 1, False), (5, 5, False)])
def test_first_aid_is_undone_by_a_blow_that_leaves_nothing(hp, dealt, kept):
    here = table(hp={"max": 30, "current": hp}, stable=True)
    after = here.scene.with_changes(CHRONIQUES.land(here.scene, Effect("damage", "orc", {"damage": dealt})))
    assert after.sheet("orc").get("stable", False) == kept


@pytest.mark.rules("CHO-DMG-05/floor")
def test_no_point_is_lost_below_none():
    here = table()
    after = here.scene.with_changes(CHRONIQUES.land(here.scene, Effect("damage", "orc", {"damage": 99})))
    assert after.sheet("orc")["hp"].get("current", 0) == 0
    poor = Table(("ada", "pc", {**SCOUT, "luck": {"current": 0}}))
    spent = poor.scene.with_changes(CHRONIQUES.land(poor.scene, Effect("luck", "ada", -1)))
    assert spent.sheet("ada")["luck"].get("current", 0) == 0
    one = Table(("ada", "pc", {**SCOUT, "luck": {"current": 1}}))
    spent = one.scene.with_changes(CHRONIQUES.land(one.scene, Effect("luck", "ada", -1)))
    assert sheets.luck(spent.sheet("ada")) == 0


def test_luck_never_begins_below_none():
    clumsy = {**SCOUT, "abilities": {**SCOUT["abilities"], "cha": -4}, "luck": {}, "family": "other"}
    assert sheets.luck(clumsy) == 0


def test_a_turn_that_ends_takes_its_fighter_alone_out_of_those_called():
    here = table()
    here.scene = here.scene.with_changes([here.scene.change("called", ["ada", "bob"])])
    here.do("finish", "ada")
    assert list(here.scene.called) == ["bob"]
    here.do("finish", "bob")
    assert not here.scene.called


@pytest.mark.rules("CHO-INIT-04")
def test_letting_an_equal_act_first_counts_once():
    twins = Table(("ada", "pc", SCOUT), ("eve", "pc", SCOUT)).do("let_pass", "ada")
    assert twins.scene.fighters["ada"].marks["yielded"] == 1


@pytest.mark.rules("CHO-INIT-06/only-lower")
def test_waiting_is_offered_from_the_next_lower_score_down_to_losing_the_turn():
    here = table()
    score = here.score("ada", "init")
    (field,) = here.offer("ada", "delay").fields
    assert (field.default, field.least, field.most) == (score - 1, 0, score - 1)
    assert str(CHRONIQUES.describe(here.scene, Effect("delay", "ada", 0))) == "loses the turn"
    assert "loses" not in str(CHRONIQUES.describe(here.scene, Effect("delay", "ada", 1)))


@pytest.mark.rules("CHO-SURPRISE-02", "CHO-SURPRISE-08")
def test_the_named_target_sets_the_difficulty_only_with_that_setting():
    def stealth(sheet):
        return 10 + sheets.ability(sheet, "dex") + sheet.get("stealth_bonus", 0)

    group = (GUARD, SNIPER)
    assert stealth(GUARD) != stealth(SNIPER)
    for one in group:
        assert surprise.difficulty(group, "chosen", one) == stealth(one)
        assert surprise.difficulty(group, "min", one) == min(map(stealth, group))
    assert surprise.difficulty(group, "chosen", None) == min(map(stealth, group))


@pytest.mark.rules("CHO-SURPRISE-01/two-sides")
def test_an_ambush_takes_two():
    alone = Table(("ada", "pc", SCOUT), started=False)
    assert alone.why_not("gm", "ambush") == str(surprise.NOBODY)
    two = Table(("ada", "pc", SCOUT), ("orc", "foe", SNIPER), started=False)
    assert two.why_not("gm", "ambush") is None


def test_a_test_without_modifiers_is_as_on_the_sheet():
    plain = check(SCOUT, "per")
    assert checks.adjusted(plain, {}, {}) == plain
    assert checks.adjusted(plain, {"modifier": 2}, {}).target.total == plain.target.total + 2


@pytest.mark.rules("CHO-TEST-01", "CHO-SURPRISE-03", "CHO-ATK-01")
def test_every_check_adds_to_its_die_and_none_is_secret_by_itself():
    found = CHRONIQUES.checks(SCOUT, {})
    assert {(one.adds, one.secret) for one in found} == {(True, False)}


@pytest.mark.rules("CHO-DMG-01", "CHO-DMG-02")
def test_damage_is_doubled_only_if_marked_as_critical():
    (laser, *_rest) = attacks.weapons(SCOUT)
    assert attacks.damage(SCOUT, {}, {}, laser, 5).total == 5
    assert attacks.damage(SCOUT, {}, {}, laser, 5, True).total == 10


@pytest.mark.rules("CHO-ACT-03")
def test_a_movement_is_told_by_its_act():
    here = table().do("movement", "ada", what="draw")
    told = dict(dict(here.events[0].payload["told"]["table"])["params"])
    assert told["what"] == to_json(DEEDS["draw"][0])


def test_only_harmful_effects_may_wait_for_the_game_master():
    kinds = ("damage", "death", "state", "luck", "spend", "round")
    assert [CHRONIQUES.hurts(Effect(kind, "ada", None)) for kind in kinds] == [True, True, True, False, False, False]


def test_luck_is_offered_to_the_one_who_failed():
    here = Table(("ada", "pc", SCOUT), ("orc", "foe", SOLID), settings={"luck": {"bonus": 5}})
    here.attack("ada", "orc", "laser", 2)
    assert [prompt.of for prompt in waiting_on(CHRONIQUES, here.scene)] == ["ada"]


@pytest.mark.rules("CHO-SURPRISE-04", "CHO-SURPRISE-06")
def test_an_ambush_is_possible_in_the_first_round_without_a_modifier_by_default():
    here = Table(("ada", "pc", SCOUT), ("orc", "foe", SNIPER))
    assert here.why_not("gm", "ambush") is None
    usual = {field.key: field.default for field in here.offer("gm", "ambush").fields}
    assert (usual["modifier_ada"], usual["modifier_orc"]) == (0, 0)
    here.do("finish", here.up[0]).do("finish", here.up[0]).do("new_round")
    assert here.why_not("gm", "ambush") == "Surprise comes with the first turn of a fight."


@pytest.mark.rules("CHO-STATE-01", "CHO-ACT-03/legs")
def test_a_fighter_who_cannot_move_may_still_do_acts_without_legs():
    here = Table(("ada", "pc", {**SCOUT, "states": {"immobilised": True}}), ("orc", "foe", SOLID))
    rows = {one.key: one for one in next(f for f in here.offer("ada", "movement").fields if f.key == "what").choices}
    assert {key for key, one in rows.items() if one.refused and "no movement" in str(one.refused)} == {
        "move",
        "movement_ability",
    }
    assert {key: str(one.label) for key, one in rows.items()} == {key: str(DEEDS[key][0]) for key in rows}


def test_the_own_side_is_marked_among_the_targets():
    here = table()
    choices = next(one for one in here.offer("ada", "attack").fields if one.key == "target").choices
    assert {one.key: one.hint is not None for one in choices} == {"orc": False, "bob": True}


@pytest.mark.rules("CHO-DMG-01/for-contact")
def test_a_weapon_adds_strength_only_if_its_line_does():
    strong = {**GUARD, "weapons": {"club": {"name": "Matraque", "kind": "contact", "dice": "1d6"}}}
    assert [one.adds_strength for one in attacks.weapons(strong)] == [False]


@pytest.mark.rules("CHO-INIT-06/lost-at-zero")
@pytest.mark.parametrize(
    ("score", "lost", "note"), [(2, False, "acts later"), (1, False, "acts later"), (0, True, "15 from the next round")]
)
def test_the_turn_is_lost_at_nothing_and_not_before(score, lost, note):
    here = table()
    after = here.scene.with_changes(CHRONIQUES.land(here.scene, Effect("delay", "ada", score)))
    assert after.fighters["ada"].marks.get("done", False) == lost
    (slot,) = [one for one in CHRONIQUES.order(after) if one.fighter == "ada"]
    assert str(slot.note) == note


@pytest.mark.rules("CHO-INIT-06")
@pytest.mark.parametrize(("score", "why"), [(2, None), (1, None), (0, "No score is left to lower.")])
def test_waiting_needs_a_score_to_lower(score, why):
    here = Table(("ada", "pc", {**SCOUT, "typed": {"init": score}}))
    assert here.why_not("ada", "delay") == why
    (field,) = here.offer("ada", "delay").fields
    assert (field.default, field.least, field.most) == (max(0, score - 1), 0, max(0, score - 1))


OPEN = {
    "state": ({"key": "prone"}, "is prone"),
    "death": (None, "dies"),
    "stable": (None, "is out of danger"),
    "advantage": (None, "gains a tactical advantage, to be agreed on"),
    "delay": (3, "acts later, at 3"),
    "no_free": (None, "no more free actions in this turn"),
    "spend": ({"action": "M"}, "movement action (M)"),
}


@pytest.mark.parametrize("kind", [*OPEN, "luck", "down", "outcome", "round"])
def test_everybody_reads_events_visible_at_the_table(kind):
    value, words = OPEN.get(kind, (1, "None"))
    assert str(CHRONIQUES.public(table().scene, Effect(kind, "orc", value))) == words


@pytest.mark.rules("CHO-DMG-04", "CHO-DMG-05")
@pytest.mark.parametrize(
    ("hp", "dealt", "severe"), [(30, 4, False), (30, 13, False), (30, 14, True), (3, 3, True), (0, 14, False)]
)
def test_a_severe_wound_is_written_once_by_a_blow_that_makes_one(hp, dealt, severe):
    here = table(hp={"max": 30, "current": hp}, abilities={"con": 4})
    after = here.scene.with_changes(CHRONIQUES.land(here.scene, Effect("damage", "orc", {"damage": dealt})))
    assert after.sheet("orc").get("severe_wound", False) == severe


@pytest.mark.rules("CHO-DMG-01")
def test_a_weapon_whose_dice_cannot_be_read_adds_nothing():
    (stick,) = attacks.weapons({"weapons": {"x": {"name": "Bâton", "dice": "beaucoup"}}})
    assert attacks.damage(SCOUT, {}, {}, stick, 5).total == 5


@pytest.mark.rules("CHO-ATK-01")
@pytest.mark.parametrize(("said", "more"), [({}, 0), ({"modifier": 0}, 0), ({"modifier": 3}, 3)])
def test_an_attack_has_no_modifier_unless_one_is_said(said, more):
    here, (laser, *_rest) = table(), attacks.weapons(SCOUT)
    bonus = CHRONIQUES.check(SCOUT, {}, "attack_laser").target.total
    assert attacks.against(here.scene, "ada", laser, {"target": "orc", **said}).target.total == bonus + more


@pytest.mark.rules("CHO-ATK-02")
def test_the_defence_is_a_secret_term_of_the_attack():
    here, (laser, *_rest) = table(), attacks.weapons(SCOUT)
    *_own, last = attacks.against(here.scene, "ada", laser, {"target": "orc"}).target.modifiers
    assert (str(last.label), last.value, last.secret) == ("against DEF 15", 0, True)


@pytest.mark.rules("CHO-SURPRISE-02")
def test_the_difficulty_of_an_ambush_is_a_secret_term_of_the_test():
    here = Table(("spy", "foe", SNIPER), ("ada", "pc", SCOUT), started=False)
    here.do("ambush", role_spy="ambusher", role_ada="ambushed", modifier_ada=2).answer("ada-per-die", 9)
    (outcome,) = from_json(here.events[-1].payload["outcomes"])
    assert {str(one.label): one.secret for one in outcome.check.target.modifiers} == {
        "Distance and surroundings": False,
        "Difficulty 15": True,
    }


@pytest.mark.rules("CHO-TEST-01")
def test_a_thrower_is_asked_by_the_name_of_the_test_or_of_the_attack():
    here = table()
    here.do("attack", "ada", target="orc", weapon="laser", how="usual")
    (asked,) = [prompt.request for prompt in waiting_on(CHRONIQUES, here.scene)]
    assert (str(asked.label), asked.by) == (f"Attack: {SCOUT['weapons']['laser']['name']}", "ada")
    alone = next(CHRONIQUES.resolve(check(SCOUT, "per"), {}))
    assert (str(alone.label), alone.by) == ("Perception", "gm")


@pytest.mark.rules("CHO-ACT-02", "CHO-ACT-05", "CHO-ACT-07")
@pytest.mark.parametrize(("kind", "what", "letter"), [("limited", "limited_ability", "L"), ("free", "shout", "F")])
def test_an_act_that_is_no_ability_uses_none(kind, what, letter):
    here = table().do(kind, "ada", what=what)
    assert here.scene.fighters["ada"].marks["spent"] == [letter]
    assert "used" not in here.scene.fighters["ada"].marks


@pytest.mark.rules("CHO-ACT-07")
def test_the_first_way_that_is_still_possible_is_proposed():
    free = {**SCOUT, "typed": {"init": 40}, "abilities_list": {"r": {"name": "Riposte", "grants": "free_attack"}}}
    here = Table(("ada", "pc", free), ("orc", "foe", SOLID))

    def proposed():
        return next(one.default for one in here.offer("ada", "attack").fields if one.key == "how")

    assert proposed() == "usual"
    here.attack("ada", "orc", "laser", 1)
    assert proposed() == "ability-r"
    here.attack("ada", "orc", "laser", 1, how="ability-r")
    assert proposed() == "usual"


@pytest.mark.rules("CHO-ACT-06")
@pytest.mark.parametrize(("left", "turn"), [(1, "ada’s turn: a movement left"), (0, "bob’s turn")])
def test_an_open_action_stays_the_turn_of_its_actor_unless_they_fall(left, turn):
    here = table().do("attack", "ada", target="orc", weapon="laser", how="usual")
    here.do("adjust", character="c-ada", path="hp.current", value=left)
    assert str(CHRONIQUES.headline(here.scene).part) == turn


def test_an_act_of_the_game_master_names_somebody_only_where_it_concerns_one():
    here = table()
    titles = {
        kind: CHRONIQUES.title(here.scene, Action(kind, "gm", args))
        for kind, args in (("start", {}), ("end", {}), ("skip", {"fighter": "bob"}))
    }
    assert [str(one) for one in titles.values()] == ["The fight begins", "The fight is over", "bob is passed over"]
    assert (titles["start"].params, titles["end"].params) == ((), ())


def test_the_rounds_of_a_fight_are_nobodys_but_the_game_masters():
    here = table()
    found = [CHRONIQUES.cost(here.scene, Action(kind, "gm", {})) for kind in ("start", "new_round", "end")]
    assert {one.target for effects in found for one in effects} == {"gm"}


@pytest.mark.rules("CHO-STATE-01")
@pytest.mark.parametrize(
    ("forbids", "keys"),
    [
        ("no_action", {"surprised", "stunned", "paralysed"}),
        ("no_movement", {"immobilised"}),
        ("one_action", {"slowed"}),
        ("helpless", {"paralysed"}),
    ],
)
def test_the_acts_forbidden_by_states(forbids, keys):
    assert {key for key, state in STATES.items() if getattr(state, forbids)} == keys


def test_the_other_side_comes_first_among_the_targets():
    choices = next(one for one in table().offer("ada", "attack").fields if one.key == "target").choices
    assert [one.key for one in choices] == ["orc", "bob"]


@pytest.mark.rules("CHO-TIME-01")
def test_rounds_are_counted_one_by_one():
    here = Table(("ada", "pc", SCOUT))
    rounds = []
    for _round in range(3):
        rounds.append(here.scene.round)
        here.do("finish", "ada").do("new_round")
    assert rounds == [1, 2, 3]


@pytest.mark.rules("CHO-DMG-05/rounds")
@pytest.mark.parametrize(("con", "rounds"), [(1, 4), (0, 3), (-2, 1), (-3, 1), (-4, 1)])
def test_even_the_weakest_live_for_a_round(con, rounds):
    assert sheets.rounds_to_live({"abilities": {"con": con}}, {}) == rounds
