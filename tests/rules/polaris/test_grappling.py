"""Wrestling: to seize, lock, choke and throw, to keep a hold and to break it; and weapons held at somebody."""

import pytest

from rules.core.errors import Refused
from rules.games.polaris.close_combat.holds import threatened_by
from rules.games.polaris.turn.ladder import open_declaration
from tests.rules.polaris.table import DAGGER, PISTOL, Table, sheet

BARE = {"weapons": {}}
WRESTLER = {"skills__martial_wrestling": {"mastery": "Spé", "level": 12}}
DEFENDER = {"skills__martial_defense": {"mastery": "Spé", "level": 12}}
UNARMED = {"skills__unarmed_combat": {"mastery": "Spé", "level": 12}}
STUNNED = "Stunned: no attack, only defence."


def ready(technique="lock", a=None, b=None, settings=None, target=None, **said):
    """``a`` has declared a grip on ``b``, who looks on unless told otherwise."""
    people = {"a": sheet(**{"reaction": 14, **BARE, **WRESTLER, **(a or {})}), "b": sheet(**{**BARE, **(b or {})})}
    table = Table(settings, **people).start()
    table.do(*(target or ("declare_other",))[:1], "b", **(target or ("", {}))[1])
    return table.do("declare_melee", "a", target="b", weapon="bare_hands", technique=technique, **said)


def seized(grip_die=8, resist_die=19, **more):
    """``a`` has seized ``b`` and goes on to the grip itself."""
    table = ready(**more).do("attack", "a").answers(attack_die=8, defence_die=19)
    return table.answers(attack_die_grip=grip_die, defence_die_grip=resist_die)


def holds(table, fighter="a"):
    return {who: row["grip"] for who, row in (table.mark(fighter, "holds") or {}).items()}


def next_turn(table, *names):
    for name in names or ("b",):
        table.do("pass", name)
    return table.do("new_round")


@pytest.mark.rules("POL-MARTIAL-19")
def test_wrestling_seizes_first_and_costs_three_of_initiative():
    table = ready()
    assert table.initiative("a") == 11
    table.do("attack", "a").answers(attack_die=19, defence_die=8)
    assert (holds(table), table.up) == ({}, ["b"]), "without a hold there is no lock"
    won = ready("seize").do("attack", "a").answers(attack_die=8, defence_die=6)
    assert (holds(won), won.told("a")[-1]) == ({"b": "seize"}, "has hold of b")
    assert won.undone() == won.first


@pytest.mark.rules("POL-MARTIAL-19")
def test_nobody_seizes_whom_they_hold():
    table = next_turn(ready("seize").do("attack", "a").answers(attack_die=8, defence_die=6)).declare("b")
    with pytest.raises(Refused, match="b is held already"):
        table.do("declare_melee", "a", target="b", weapon="bare_hands", technique="seize")


@pytest.mark.rules("POL-MARTIAL-19/first")
def test_a_held_target_is_gripped_without_being_seized_again():
    table = next_turn(ready("seize").do("attack", "a").answers(attack_die=8, defence_die=6)).declare("b")
    table.do("declare_melee", "a", target="b", weapon="bare_hands", technique="lock")
    assert table.initiative("a") == 14
    table.do("attack", "a")
    assert table.asked() == [("a", "attack-die-grip"), ("b", "defence-die-grip")]


@pytest.mark.rules("POL-MARTIAL-19")
@pytest.mark.parametrize(
    ("said", "field", "reason"),
    [
        ({"mode": "charge"}, "technique", "Lock asks for one of these modes: normal, offensive, defensive."),
        ({"attacks": "2"}, "technique", "Whoever seizes somebody makes one attack alone."),
    ],
)
def test_wrestling_needs_a_fitting_mode_and_one_attack(said, field, reason):
    with pytest.raises(Refused) as refusal:
        ready(**said)
    assert (refusal.value.field, str(refusal.value.text)) == (field, reason)


@pytest.mark.rules("POL-MARTIAL-19")
def test_wrestling_is_done_with_bare_hands():
    table = Table(a=sheet(reaction=14, **WRESTLER), b=sheet()).start().declare("b")
    with pytest.raises(Refused, match="bare hands") as refusal:
        table.declare("a", "b", technique="lock")
    assert refusal.value.field == "technique"


@pytest.mark.rules("POL-MARTIAL-19", "POL-MARTIAL-01")
@pytest.mark.parametrize(("technique", "level", "chances"), [("lock", 7, 7), ("lock", 15, 10), ("seize", 7, 10)])
def test_the_skill_of_wrestling_limits_the_seizure_that_uses_it(technique, level, chances):
    skill = {"skills__martial_wrestling": {"mastery": "Spé", "level": level}}
    table = ready(technique, a=skill).do("attack", "a").answers(attack_die=12, defence_die=12)
    assert table.outcome("a").check.target.total == chances


@pytest.mark.rules("POL-MARTIAL-20/margin")
@pytest.mark.parametrize(
    ("mine", "theirs", "strong", "locked"),
    [(8, 19, 10, True), (8, 6, 10, False), (12, 19, 10, False), (8, 19, 14, True), (8, 19, 15, False)],
)
def test_a_lock_needs_a_failing_opponent_and_margin_enough_against_a_stronger_one(mine, theirs, strong, locked):
    table = seized(mine, theirs, b={"attributes__FOR": strong})
    if locked:
        assert table.asked() == [("a", "twist")]
        table.answers(twist="keep")
    assert holds(table) == {"b": "lock" if locked else "seize"}


@pytest.mark.rules("POL-MARTIAL-20")
@pytest.mark.parametrize("severity", ["moderate", "serious", "critical"])
def test_a_lock_may_wound_as_badly_as_its_holder_wants(severity):
    table = seized().answers(twist=severity, twisted="left_arm")
    if severity == "critical":
        table.answers(bleeding="yes", shock=5)
    assert table.wounds("b") == {"left_arm": {severity: 1}}


@pytest.mark.rules("POL-MARTIAL-20")
def test_a_locked_fighter_can_do_nothing_but_break_free():
    table = seized().answers(twist="keep")
    reason = "a has them in a hold: they have to break free first."
    assert str(table.offer("act", "b").refused) == reason
    next_turn(table)
    for kind in ("declare_melee", "declare_shoot", "declare_other", "declare_defend", "prepare"):
        assert str(table.offer(kind, "b").refused) == reason
    assert table.offer("declare_nothing", "b").refused is None
    assert table.offer("declare_break", "b").refused is None


@pytest.mark.rules("POL-MARTIAL-20")
def test_a_lock_is_kept_from_turn_to_turn_and_wounds_again():
    table = next_turn(seized().answers(twist="keep")).do("declare_nothing", "b").do("declare_hold", "a", target="b")
    assert str(open_declaration(table.scene, "a")) == "keeps hold of b"
    table.do("hold", "a").answers(twist="moderate", twisted="right_leg")
    assert (holds(table), table.wounds("b")) == ({"b": "lock"}, {"right_leg": {"moderate": 1}})


@pytest.mark.rules("POL-MARTIAL-19")
def test_any_other_act_lets_go():
    table = next_turn(seized().answers(twist="keep")).do("declare_nothing", "b").declare("a")
    assert holds(table) == {}


@pytest.mark.rules("POL-MARTIAL-03", "POL-MARTIAL-20")
def test_an_untrained_lock_is_tried_at_five_less_and_held_by_strength():
    table = ready("untrained_lock").do("attack", "a").answers(attack_die=8, defence_die=19)
    assert table.asked() == [("a", "attack-die-grip"), ("b", "defence-die-grip")]
    table.answers(attack_die_grip=4, defence_die_grip=19)
    assert [row for row in _chances(table) if row[0] == "a"] == [("a", 10), ("a", 5)]
    assert holds(table) == {"b": "lock"}
    for turn in range(3):
        next_turn(table) if turn == 0 else table.do("new_round")
        table.do("declare_nothing", "b").do("declare_hold", "a", target="b").do("hold", "a")
        table.answers(keep_first_die=8, keep_second_die=5)
        assert (table.asked() == [("a", "twist")]) == (turn == 2), "after three tests won in a row"
    table.answers(twist="serious", twisted="left_arm")
    assert set(table.wounds("b")) == {"left_arm"}


@pytest.mark.rules("POL-MARTIAL-20")
def test_an_untrained_hold_is_lost_with_a_test_of_strength():
    table = ready("untrained_lock").do("attack", "a").answers(attack_die=8, defence_die=19)
    table.answers(attack_die_grip=4, defence_die_grip=19)
    next_turn(table).do("declare_nothing", "b").do("declare_hold", "a", target="b").do("hold", "a")
    table.answers(keep_first_die=12, keep_second_die=12)
    assert holds(table) == {}


@pytest.mark.rules("POL-MARTIAL-20")
def test_the_defensive_techniques_resist_an_untrained_hold_where_they_are_better():
    table = ready("untrained_lock", b=DEFENDER).do("attack", "a").answers(attack_die=8, defence_die=19)
    table.answers(attack_die_grip=4, defence_die_grip=19)
    next_turn(table).do("declare_nothing", "b").do("declare_hold", "a", target="b").do("hold", "a")
    table.answers(keep_first_die=8, keep_second_die=9)
    assert table.outcome("b").check.key == "martial_defense"
    assert holds(table) == {}


@pytest.mark.rules("POL-MARTIAL-21/turns")
def test_a_choke_makes_faint_after_two_turns_and_kills_after_half_the_constitution():
    table = seized(technique="choke", b={"attributes__CON": 7})
    assert holds(table) == {"b": "choke"}
    next_turn(table).do("declare_nothing", "b").do("declare_hold", "a", target="b").do("hold", "a").answers(faint=2)
    assert table.scene.sheet("b")["conditions"] == {"unconscious": True}
    assert table.scene.fighters["b"].marks["until"]["unconscious"] == table.scene.round + 24
    table.do("new_round").do("declare_hold", "a", target="b").do("hold", "a")
    assert table.scene.sheet("b")["conditions"].get("dead")
    assert table.undone() == table.first


@pytest.mark.rules("POL-MARTIAL-22")
def test_a_throw_brings_to_the_ground_for_a_die_and_the_modifiers():
    table = seized(technique="throw")
    assert table.asked() == [("a", "throw")]
    table.answers(throw="hurt", location=7, damage=5)
    assert table.scene.sheet("b")["conditions"] == {"prone": True}
    assert table.wounds("b") == {"body": {"light": 1}}, "5, and 3 for a margin of 8"
    assert holds(table) == {}
    gentle = seized(technique="throw").answers(throw="spare")
    assert gentle.wounds("b") == {}


def locked(a=None, b=None, technique="lock"):
    table = ready(technique, a=a, b=b).do("attack", "a").answers(attack_die=8, defence_die=19)
    table.answers(attack_die_grip=4, defence_die_grip=19)
    return table.answers(twist="keep") if technique == "lock" else table


@pytest.mark.rules("POL-MARTIAL-17/fails")
@pytest.mark.parametrize(
    ("technique", "mine", "theirs", "free"),
    [("untrained_lock", 8, 6, True), ("untrained_lock", 6, 8, False), ("lock", 8, 6, False), ("lock", 8, 12, True)],
)
def test_strength_frees_from_a_wrestler_only_when_they_fail(technique, mine, theirs, free):
    table = locked(technique=technique).do("break", "b", holder="a", how="force")
    table.answers(break_first_die=mine, break_second_die=theirs)
    assert (holds(table) == {}) == free


@pytest.mark.rules("POL-MARTIAL-17")
@pytest.mark.parametrize(
    ("mine", "theirs", "free", "clean"), [(8, 6, True, False), (8, 12, True, True), (12, 5, False, False)]
)
def test_the_art_of_combat_opposes_a_wrestler_and_answers_a_failure(mine, theirs, free, clean):
    table = locked(b=DEFENDER).do("break", "b", holder="a", how="art")
    table.answers(release_first_die=mine, release_second_die=theirs)
    assert (table.asked() == [("b", "answer")]) == clean
    if clean:
        table.answers(answer="nothing")
    assert (holds(table) == {}) == free


@pytest.mark.rules("POL-MARTIAL-17")
def test_against_an_untrained_hold_the_art_is_a_simple_test_with_an_answer():
    table = locked(b=DEFENDER, technique="untrained_lock").do("break", "b", holder="a", how="art")
    table.answers(release_die=9)
    assert table.asked() == [("b", "answer")]


@pytest.mark.rules("POL-MARTIAL-17")
@pytest.mark.parametrize(
    ("answer", "skill", "answers", "wounds", "grips"),
    [
        ("lock", "martial_wrestling", {}, {}, {"a": "lock"}),
        ("throw", "martial_wrestling", {"throw_answer": "spare"}, {}, {}),
        ("strike", "unarmed_combat", {"location_answer": 7, "damage_answer": 4}, {"body": {"light": 1}}, {}),
    ],
)
def test_a_clean_release_locks_throws_or_strikes_in_the_same_movement(answer, skill, answers, wounds, grips):
    table = locked(b=DEFENDER | WRESTLER).do("break", "b", holder="a", how="art")
    table.answers(release_first_die=8, release_second_die=12, answer=answer, answer_die=8, **answers)
    assert table.outcome("b").check.key == skill
    assert (table.wounds("a"), holds(table, "b"), holds(table)) == (wounds, grips, {})


@pytest.mark.rules("POL-MARTIAL-17", "POL-MARTIAL-02")
def test_a_declared_release_breaks_a_hold_at_once():
    said = ("declare_defend", {"mode": "defensive", "technique": "release"})
    table = ready("seize", b=DEFENDER, target=said).do("attack", "a").answers(attack_die=10, defence_die=8)
    assert table.asked() == [("b", "release-die")]
    table.answers(release_die=8, answer="nothing")
    assert holds(table) == {}
    assert table.undone() == table.first


@pytest.mark.rules("POL-MARTIAL-17")
def test_without_the_skill_there_is_but_strength():
    table = locked(b={"skills__martial_defense": {"mastery": "X"}})
    choice = table.choice("break", "b", "how", "art")
    assert str(choice.refused) == "Defensive techniques are not learnt."


def test_nobody_hidden_is_named_to_the_player_they_hold():
    table = Table(sides={"a": "npc", "b": "pc"}, a=sheet(reaction=14, **BARE, **WRESTLER), b=sheet()).start()
    table.declare("b").do("declare_melee", "a", target="b", weapon="bare_hands", technique="seize")
    table.do("attack", "a").answers(attack_die=8, defence_die=19)
    table.scene = table.scene.with_changes((table.scene.change("fighters.a.hidden", True),))
    offer = table.offer("break", "b")
    assert (str(offer.refused), offer.fields[0].choices) == ("Whoever holds them is not to be seen.", ())


def threatened(weapon="pistol", **b):
    arms = {"pistol": {"weapons": {"pistol": PISTOL}}, "dagger": {"weapons": {"dagger": DAGGER}}}[weapon]
    people = {"a": sheet(reaction=12, **arms), "b": sheet(**{**DEFENDER, **b})}
    return Table(**people).start().do("threat", fighter="a", other="b", state="held")


@pytest.mark.rules("POL-MARTIAL-18")
def test_a_weapon_held_at_somebody_leaves_them_but_to_escape_it():
    table = threatened()
    reason = "a holds a weapon at them: they have to escape it first."
    assert str(table.offer("declare_melee", "b").refused) == reason
    assert table.offer("declare_escape", "b").refused is None
    table.do("threat", fighter="a", other="b", state="over")
    assert table.offer("declare_melee", "b").refused is None


@pytest.mark.rules("POL-MARTIAL-18")
@pytest.mark.parametrize(
    ("mine", "theirs", "said", "threat", "drawn"),
    [
        (8, 10, None, "a", True),
        (10, 8, None, None, True),
        (8, 14, "leave", None, True),
        (8, 14, "take", None, False),
        (14, 14, None, "a", True),
    ],
)
def test_the_art_of_combat_is_opposed_to_the_holders_reaction(mine, theirs, said, threat, drawn):
    table = threatened().do("declare_escape", "b").declare("a").do("act", "a", check="none").do("escape", "b")
    table.answers(escape_first_die=mine, escape_second_die=theirs)
    assert (table.asked() == [("b", "take")]) == (said is not None)
    if said:
        table.answers(take=said)
    assert table.outcome("a").check.key == "reaction"
    assert table.mark("b", "threat") == threat
    assert ("pistol" in table.scene.sheet("a").get("weapons", {})) == drawn
    assert ("pistol1" in table.scene.sheet("b")["weapons"]) != drawn
    assert table.mark("a", "threat") == ("b" if said == "take" else None)


@pytest.mark.rules("POL-MARTIAL-18")
def test_the_weapon_that_is_taken_threatens_whoever_held_it():
    table = threatened(weapons={}).do("declare_escape", "b").declare("a").do("act", "a").do("escape", "b")
    table.answers(escape_first_die=8, escape_second_die=14, take="take")
    assert threatened_by(table.scene, "a") == "b" and table.undone() == table.first


@pytest.mark.rules("POL-MARTIAL-18/unskilled", "POL-MARTIAL-03")
def test_nobody_escapes_a_weapon_without_the_skill():
    table = threatened(skills__martial_defense={"mastery": "X"})
    assert str(table.offer("declare_escape", "b").refused) == "Defensive techniques are not learnt."


def test_nobody_holds_a_weapon_at_themselves():
    with pytest.raises(Refused) as refusal:
        threatened().do("threat", fighter="a", other="a", state="held")
    assert refusal.value.field == "other"


@pytest.mark.rules("POL-SHOCK-03", "POL-MARTIAL-20")
def test_the_stunned_use_no_hold_and_let_go_with_whatever_else_they_declare():
    table = written(locked().do("pass", "b"), "a", "stunned").do("new_round")
    assert str(table.offer("declare_hold", "a").refused) == STUNNED
    assert holds(table) == {"b": "lock"}, "until then"
    assert holds(table.do("declare_defend", "a")) == {}


@pytest.mark.rules("POL-SHOCK-03", "POL-MARTIAL-20")
def test_a_fighter_stunned_before_using_a_hold_does_not_use_it():
    table = locked().do("pass", "b").do("new_round").do("declare_nothing", "b").do("declare_hold", "a", target="b")
    assert str(written(table, "a", "stunned").offer("hold", "a").refused) == STUNNED


@pytest.mark.rules("POL-SHOCK-03", "POL-MARTIAL-18")
def test_a_weapon_in_the_hand_of_the_stunned_threatens_nobody():
    table = written(threatened(), "a", "stunned")
    assert table.offer("declare_escape", "b") is None and table.offer("declare_melee", "b").refused is None


@pytest.mark.rules("POL-SHOCK-04", "POL-MARTIAL-18", "POL-MARTIAL-20")
def test_a_fighter_who_fainted_wakes_without_a_hold_and_threatens_nobody():
    table = written(locked().do("pass", "b"), "a", "unconscious")
    table.do("threat", fighter="a", other="b", state="held").do("new_round")
    table.scene = table.scene.with_changes([table.scene.write("a", "conditions.unconscious", None)])
    assert holds(table) == {} and table.mark("b", "threat") is None
    assert table.offer("declare_melee", "b").refused is None


@pytest.mark.rules("POL-MELEE-11", "POL-MARTIAL-17")
@pytest.mark.parametrize(("who", "chances"), [("nobody", (12, 12)), ("b", (7, 12)), ("a", (12, 7))])
def test_a_fighter_on_the_ground_has_five_less_in_a_release_and_against_one(who, chances):
    table = locked(a=UNARMED, b=UNARMED | DEFENDER)
    if who != "nobody":
        written(table, who, "prone")
    table.do("break", "b", holder="a", how="art").answers(release_first_die=19, release_second_die=19)
    assert (table.outcome("b").check.target.total, table.outcome("a").check.target.total) == chances


@pytest.mark.rules("POL-INIT-16", "POL-MARTIAL-17")
def test_hurry_makes_a_simple_release_harder_too():
    table = locked(b={**DEFENDER, "attributes__ADA": 3}, technique="untrained_lock").do("pass", "b").do("new_round")
    table.do("declare_break", "b", holder="a", how="art", rushed=True)
    table.do("declare_hold", "a", target="b", delayed=True)
    table.do("break", "b", holder="a", how="art").answers(release_die=19)
    assert [one.value for one in table.outcome("b").check.target.modifiers if one.rule == "POL-INIT-16"] == [-5]


def written(table, fighter, condition):
    table.scene = table.scene.with_changes([table.scene.write(fighter, f"conditions.{condition}", True)])
    return table


def _chances(table):
    from rules.core.json_codec import from_json

    outcomes = [from_json(one) for event in table.events for one in event.payload.get("outcomes", ())]
    return [(one.check.actor, one.check.target.total) for one in outcomes]
