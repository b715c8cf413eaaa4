"""Changing one's mind, cutting in, free and long actions, and shared markers."""

import pytest

from rules.character.sheet import Choice
from rules.core.errors import Refused
from rules.games.polaris.turn.ladder import headline, open_declaration
from tests.rules.polaris.table import Table, fight, sheet


def ready(settings=None, adaptation=12, reaction=10, **said):
    """``a`` has declared to attack ``b``, who is slower."""
    people = {"a": sheet(reaction=14), "b": sheet(reaction=9)}
    people["a"]["attributes"] |= {"ADA": adaptation, "PER": 28 - adaptation}
    return Table(settings, **people).start().declare("b").declare("a", "b", **said)


@pytest.mark.rules("POL-INIT-23")
def test_a_success_lets_declare_again_if_the_game_master_agrees():
    table = ready().do("change", "a", gm=False).answers(change_die=5)
    assert table.asked() == [("gm", "allowed")]
    table.answers(allowed="yes")
    assert (table.up, table.initiative("a")) == (["a"], 14)
    table.declare("a", "b", technique="none", mode="offensive")
    assert (table.up, str(open_declaration(table.scene, "a"))) == (["a"], "attacks b: Dagger (offensive)")
    table.do("attack", "a").answers(attack_die=14, defence_die=19)
    assert table.outcome("a").check.target.total == 13
    assert table.undone() == table.first


@pytest.mark.rules("POL-INIT-23/approval")
@pytest.mark.parametrize(("die", "answers"), [(5, {"allowed": "no"}), (15, {})])
def test_a_failure_or_a_refusal_binds_to_the_declaration(die, answers):
    table = ready().do("change", "a").answers(change_die=die, **answers)
    assert (table.up, table.mark("a", "declared")["target"]) == (["a"], "b")
    with pytest.raises(Refused, match="has to be done"):
        table.do("change", "a")
    table.do("attack", "a")


@pytest.mark.rules("POL-INIT-23/catastrophe", "POL-CRIT-06")
@pytest.mark.parametrize(("said", "up"), [("yes", ["b"]), ("no", ["a"])])
def test_a_catastrophe_confuses_for_the_turn_if_the_game_master_rules_so(said, up):
    table = ready(adaptation=4).do("change", "a").answers(change_die=19)
    assert table.asked() == [("gm", "confused")]
    table.answers(confused=said)
    assert table.up == up
    assert table.told("a")[-1].startswith("is confused" if said == "yes" else "has to do")


@pytest.mark.rules("POL-INIT-23")
def test_the_wounds_and_the_game_master_make_the_test_harder():
    table = ready()
    table.scene = table.scene.with_changes((table.scene.write("a", "wounds", {"body": {"moderate": 1}}),))
    table.do("change", "a", modifier=-2).answers(change_die=19)
    assert table.outcome("a").check.target.total == 12 - 3 - 2
    with pytest.raises(Refused) as refusal:
        ready().do("change", "a", gm=False, modifier=5)
    assert refusal.value.field == "modifier"


@pytest.mark.rules("POL-INIT-23")
def test_the_gain_of_hurry_is_lost_with_the_declaration():
    table = ready(rushed=True)
    assert table.initiative("a") == 17
    table.do("change", "a").answers(change_die=5, allowed="yes")
    assert table.initiative("a") == 14


@pytest.mark.rules("POL-INIT-23")
def test_a_fighter_before_their_phase_may_change_and_one_who_has_begun_may_not():
    table = ready()
    assert table.offer("change", "b").refused is None, "it is not their turn yet, but they have still to act"
    more = ready(attacks="2").do("attack", "a").answers(attack_die=12, defence_die=12)
    assert str(more.offer("change", "a").refused) == "The declared action has begun."
    table.do("pass", "a").do("pass", "b")
    assert table.offer("change", "b") is None
    assert ready({"change_intent": False}).offer("change", "a") is None


@pytest.mark.rules("POL-TURN-09")
def test_a_slower_fighter_may_interrupt_a_faster_ones_pending_act():
    table = fight(a=14, b=10, c=8).declare("c").declare("b", "a").declare("a")
    table.do("cut_in", fighter="b")
    assert (table.up, headline(table.scene).figure) == (["b"], "14")
    table.do("attack", "b").answers(attack_die=12, defence_die=19)
    assert table.up == ["a"]
    keys = {one.key for field in table.offer("cut_in").fields for one in field.choices if isinstance(one, Choice)}
    assert keys == {"c"}, "who is up and who is through have nothing to cut into"


@pytest.mark.rules("POL-TURN-10/one-free")
def test_a_turn_holds_one_free_action_which_costs_nothing():
    table = ready().do("free", "b", gm=False, what="shouts a warning")
    assert table.up == ["a"]
    assert table.offer("free", "b") is None
    table.do("attack", "a").answers(attack_die=12, defence_die=19).do("pass", "b").do("new_round")
    assert table.offer("free", "b") is not None


@pytest.mark.rules("POL-TURN-10")
def test_two_actions_at_once_are_declared_and_hampered_as_the_game_master_says():
    table = ready(also="kicks the door shut")
    assert str(open_declaration(table.scene, "a")) == "attacks b: Dagger (and at once: kicks the door shut)"
    table.do("attack", "a", modifier=-4).answers(attack_die=12, defence_die=12)
    assert table.outcome("a").check.target.total == 6


@pytest.mark.rules("POL-TURN-10")
def test_a_long_action_takes_the_turn_outside_of_initiative():
    table = fight(a=9, b=12).declare("a", what="mends the airlock", whole=True).declare("b")
    assert str(open_declaration(table.scene, "a")) == "mends the airlock (the whole turn)"
    table.do("act", "b", check="none")
    assert table.up == ["gm"]


@pytest.mark.rules("POL-INIT-25")
def test_unimportant_opponents_share_a_marker_unless_set_otherwise():
    table = fight(boss=12, one=8, two=5).do("share", fighter="two", other="one", state="shared")
    assert table.initiative("two") == 8
    table.declare("two").declare("one").declare("boss")
    table.do("act", "boss", check="none").do("act", "one", check="none").do("act", "two", check="none")
    table.do("new_round")
    assert table.initiative("two") == 8
    table.do("share", fighter="two", other="one", state="own")
    for name in ("two", "one", "boss"):
        table.do("declare_nothing", name)
    table.do("new_round")
    assert table.initiative("two") == 5


@pytest.mark.rules("POL-INIT-25")
def test_nobody_shares_a_marker_with_themselves():
    with pytest.raises(Refused, match="Two different fighters"):
        fight(a=12).do("share", fighter="a", other="a", state="shared")


EXO = {"name": "Exo", "powered": True, "skill": "exo", "equipped": True}
HANDLING = {"of": "armor_handling", "specialty": "Exo", "mastery": "Spé", "level": 8}


@pytest.mark.rules("POL-INIT-03/minimum")
@pytest.mark.parametrize(
    ("on", "armour", "skill", "wanted"),
    [
        (False, EXO, HANDLING, 14),
        (True, EXO, HANDLING, 8),
        (True, EXO, {**HANDLING, "level": 18}, 14),
        (True, {**EXO, "equipped": False}, HANDLING, 14),
        (True, {**EXO, "powered": False}, HANDLING, 14),
        (True, EXO, {**HANDLING, "mastery": "X"}, 0),
        (True, {**EXO, "skill": "nothing"}, HANDLING, 0),
        (True, EXO, {"of": "armor_handling", "mastery": 2}, 6),
    ],
)
def test_the_skill_of_powered_armour_caps_initiative(on, armour, skill, wanted):
    people = {"a": sheet(reaction=14, protections__exo=armour, skills__exo=skill), "b": sheet()}
    table = Table({"powered_armor_initiative": on}, **people).start()
    assert table.initiative("a") == wanted


@pytest.mark.rules("POL-INIT-03/reaction", "POL-INIT-02")
def test_the_health_malus_counts_once_and_ties_and_surprise_keep_reaction():
    hurt = {"protections__exo": EXO, "skills__exo": HANDLING, "wounds__body__moderate": 1}
    table = Table({"powered_armor_initiative": True}, a=sheet(reaction=14, **hurt), b=sheet()).start(a=0)
    table.do("react", "a").answers(surprise_die=19)
    assert table.outcome("a").check.target.total == 11
    table.declare("b").do("act", "b", check="none").do("new_round")
    assert table.initiative("a") == 5


@pytest.mark.rules("POL-INIT-03/minimum")
def test_the_worse_handled_of_two_powered_armours_counts():
    other = {"protections__other": {**EXO, "skill": "other"}, "skills__other": {**HANDLING, "level": 11}}
    suits = {"protections__exo": EXO, "skills__exo": HANDLING, **other}
    table = Table({"powered_armor_initiative": True}, a=sheet(reaction=14, **suits), b=sheet()).start()
    assert table.initiative("a") == 8
