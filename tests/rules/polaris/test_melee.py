"""Melee: the opposed test, who faces how many, reach, and who cannot defend themselves."""

import pytest

from rules.core.errors import Refused, Unreadable
from rules.games.polaris.close_combat import melee
from rules.views.board import view
from rules.views.viewers import Viewer
from tests.rules.polaris.table import POLARIS, Table, fight, sheet

SPEAR = {"name": "Spear", "kind": "melee", "skill": "armed_combat", "damage": "3d10", "reach": 3, "drawn": True}
SWORD = {**SPEAR, "name": "Sword", "reach": 2}


def duel(settings=None, a=None, b=None):
    """Somebody of reaction 14 is about to attack somebody of reaction 10."""
    people = {"a": sheet(**{"reaction": 14, **(a or {})}), "b": sheet(**(b or {}))}
    return Table(settings, **people).start().declare("b", "a").declare("a", "b")


def crowd(number, **settings):
    """So many opponents in contact with ``a``, who is the fastest."""
    foes = [f"f{one}" for one in range(number)]
    table = Table(settings, a=sheet(reaction=14, melee=15), **{foe: sheet(melee=12) for foe in foes}).start()
    for foe in foes:
        table.do("contact", fighter=foe, other="a", state="engaged")
    return table


def attacked(table, target="f0"):
    for name in list(table.scene.fighters)[1:]:
        table.declare(name)
    return table.declare("a", target).do("attack", "a")


@pytest.mark.rules("POL-MELEE-01", "POL-OPP-01", "POL-OPP-02", "POL-MELEE-02")
@pytest.mark.parametrize(
    ("attack", "defence", "hits"),
    [
        (9, 11, True), (11, 9, False), (12, 13, False), (9, 8, True), (8, 9, False), (7, 7, False), (10, 9, True),
        (9, 10, False),
    ],
)  # fmt: skip
def test_both_test_their_weapon_skill_and_the_better_success_wins(attack, defence, hits):
    table = duel().do("attack", "a").answers(attack_die=attack, defence_die=defence)
    assert (("a", "location") in table.asked()) == hits


@pytest.mark.rules("POL-MELEE-01")
def test_each_side_is_asked_for_its_own_die_and_neither_is_shown_first():
    table = duel().do("attack", "a")
    assert table.asked() == [("a", "attack-die"), ("b", "defence-die")]
    table.answer("defence-die", 3)
    assert table.asked() == [("a", "attack-die")]


@pytest.mark.rules("POL-MELEE-02")
def test_a_winning_defender_is_not_hurt_and_hurts_nobody():
    table = duel().do("attack", "a").answers(attack_die=15, defence_die=3)
    assert (table.wounds("a"), table.wounds("b"), table.up) == ({}, {}, ["b"])


@pytest.mark.rules("POL-MELEE-04/both")
@pytest.mark.parametrize(("number", "malus"), [(1, 0), (2, -5), (3, -7), (4, -10)])
def test_several_opponents_hamper_whoever_faces_them_and_nobody_else(number, malus):
    table = attacked(crowd(number)).answers(attack_die=19, defence_die=13)
    assert table.outcome("a").check.target.total == 15 + malus
    assert table.outcome("f0").check.target.total == 12


@pytest.mark.rules("POL-MELEE-04/both")
def test_several_opponents_hamper_the_defence_too():
    table = crowd(3)
    table.declare("f0", "a").do("skip", fighter="f1").do("skip", fighter="f2").do("skip", fighter="a")
    table.do("attack", "f0").answers(attack_die=13, defence_die=9)
    assert table.outcome("a").check.target.total == 8
    assert table.outcome("f0").check.target.total == 12


@pytest.mark.rules("POL-MELEE-04")
def test_an_opponent_who_is_out_no_longer_counts():
    table = crowd(3)
    table.scene = table.scene.with_changes((table.scene.write("f2", "conditions.unconscious", True),))
    table.declare("f0").declare("f1").declare("a", "f0").do("attack", "a").answers(attack_die=11, defence_die=13)
    assert table.outcome("a").check.target.total == 10


@pytest.mark.rules("POL-MELEE-05/four")
def test_a_fifth_opponent_finds_no_room():
    table = Table(**{name: sheet(name) for name in "abcdef"}).start()
    for name in "bcde":
        table.do("contact", fighter=name, other="a", state="engaged")
    choice = table.choice("declare_melee", "f", "target", "a")
    assert "faces four opponents already" in str(choice.refused)
    with pytest.raises(Unreadable, match="four opponents"):
        table.declare("f", "a")
    table.declare("f", "b").declare("b", "a")
    assert table.choice("declare_melee", "a", "target", "f").refused is not None, "nor does a go for a fifth"


@pytest.mark.rules("POL-MELEE-05")
def test_a_fifth_opponent_who_declared_in_time_is_refused_on_arrival():
    table = Table(**{name: sheet(name) for name in "abcde"}, f=sheet(reaction=8)).start()
    table.declare("f", "a")
    for name in "bcde":
        table.do("contact", fighter=name, other="a", state="engaged")
    for name in "abcde":
        table.declare(name)
    for name in "abcde":
        table.do("act", name, check="none")
    with pytest.raises(Refused, match="four opponents"):
        table.do("attack", "f")
    table.do("pass", "f")


@pytest.mark.rules("POL-MELEE-06", "POL-MELEE-07/difference")
@pytest.mark.parametrize(
    ("mine", "theirs", "chances"),
    [("dagger", None, (10, 10)), ("spear", None, (13, 10)), ("spear", SWORD, (11, 10)), ("sword", SPEAR, (10, 11))],
)
def test_the_longer_weapon_keeps_the_difference_in_attack_and_defence(mine, theirs, chances):
    arms = {"weapons__spear": SPEAR, "weapons__sword": SWORD}
    other = {"weapons__dagger": theirs} if theirs else {}
    table = Table(a=sheet(reaction=14, **arms), b=sheet(**other)).start().declare("b").declare("a", "b", mine)
    table.do("attack", "a").answers(attack_die=19, defence_die=19)
    assert (table.outcome("a").check.target.total, table.outcome("b").check.target.total) == chances


def spear_attack(settings=None):
    """A spearman attacks and loses; the winner closes in."""
    table = duel(settings, a={"weapons__dagger": SPEAR}).do("attack", "a").answers(attack_die=19, defence_die=5)
    assert table.asked() == [("b", "distance")]
    return table.answer("distance", "close_in")


@pytest.mark.rules("POL-MELEE-08")
def test_beating_a_long_weapon_allows_closing_in_and_turns_the_bonus_into_a_malus():
    table = spear_attack()
    assert table.told("a") == ["loses the distance to b"]
    table.do("attack", "b").answers(attack_die=19, defence_die=19)
    assert table.outcome("a").check.target.total == 7


@pytest.mark.rules("POL-MELEE-08/basis")
def test_the_malus_may_be_the_difference_alone():
    settings = {"reach_malus_basis": "difference"}
    table = duel(settings, a={"weapons__dagger": SPEAR}, b={"weapons__dagger": SWORD})
    table.do("attack", "a").answers(attack_die=19, defence_die=5, distance="close_in")
    table.do("attack", "b").answers(attack_die=19, defence_die=19)
    assert table.outcome("a").check.target.total == 9


@pytest.mark.rules("POL-MELEE-08")
def test_the_distance_comes_back_with_the_next_opposed_test_won():
    table = spear_attack().do("attack", "b").answers(attack_die=19, defence_die=5)
    assert table.mark("a", "engaged") == {"b": "even"}
    assert table.up == ["gm"]


@pytest.mark.rules("POL-MELEE-08/until")
def test_the_distance_comes_back_when_contact_is_broken():
    table = spear_attack().do("contact", fighter="b", other="a", state="apart")
    assert (table.mark("a", "engaged"), table.mark("b", "engaged")) == (None, None)


@pytest.mark.rules("POL-MELEE-08")
def test_the_distance_is_restored_with_the_turn_by_house_setting():
    table = spear_attack({"reach_malus_duration": "turn"}).do("attack", "b").answers(attack_die=19, defence_die=5)
    assert table.mark("a", "engaged") == {"b": "closed"}, "winning does not end it here"
    table.do("new_round")
    assert table.mark("a", "engaged") == {"b": "even"}


@pytest.mark.rules("POL-MELEE-08/may")
def test_the_winner_may_leave_the_distance_as_it_is():
    table = duel(a={"weapons__dagger": SPEAR}).do("attack", "a").answers(attack_die=19, defence_die=5)
    table.answer("distance", "stay").do("attack", "b").answers(attack_die=19, defence_die=19)
    assert table.outcome("a").check.target.total == 13


@pytest.mark.rules("POL-MELEE-08", "POL-TEST-24")
@pytest.mark.parametrize(
    ("result", "dice", "asks"),
    [
        ("dice", {"attack_die": 19, "defence_die": 5}, ("b", "distance")),
        ("hit", {"attack_die": 19, "defence_die": 5}, ("a", "location")),
        ("miss", {"attack_die": 5, "defence_die": 3}, ("b", "act")),
    ],
)
def test_the_winner_gets_the_distance_if_the_game_master_says_so(result, dice, asks):
    table = duel(a={"weapons__dagger": SPEAR}).do("attack", "a", result=result).answers(**dice)
    assert table.asked() == [asks]


@pytest.mark.rules("POL-MARTIAL-19", "POL-TEST-24")
def test_a_hold_that_the_game_master_lets_fail_closes_no_distance():
    table = Table(a=sheet(reaction=14), b=sheet(weapons__dagger=SPEAR)).start().declare("b", "a")
    table.do("declare_melee", "a", target="b", weapon="bare_hands", technique="seize")
    table.do("attack", "a", result="miss").answers(attack_die=5, defence_die=3)
    assert (table.asked(), table.mark("a", "holds")) == ([("b", "act")], None)


@pytest.mark.rules("POL-MELEE-13")
@pytest.mark.parametrize(
    "state", [{"conditions__unconscious": True}, {"conditions__cannot_act": True}, {"wounds__left_arm__mortal": 1}]
)
def test_a_target_without_defence_is_a_simple_test_at_five_more(state):
    table = Table(a=sheet(reaction=14), b=sheet(**state)).start()
    if "b" in table.up:
        table.declare("b")
    table.declare("a", "b").do("attack", "a")
    assert table.asked() == [("a", "attack-die")]
    table.answers(attack_die=16)
    assert table.outcome("a").check.target.total == 15


@pytest.mark.rules("POL-MELEE-13", "POL-TEST-24")
def test_the_game_master_rules_on_a_defenceless_target_and_on_a_sure_hit():
    table = duel().do("attack", "a", defenceless=True, result="miss").answers(attack_die=3)
    assert (table.wounds("b"), table.up) == ({}, ["b"])
    hit = duel().do("attack", "a", result="hit", modifier=2, defence_modifier=-3)
    hit.answers(attack_die=19, defence_die=7, location=7, damage=5)
    assert hit.outcome("a").check.target.total == 12
    assert hit.outcome("b").check.target.total == 7
    assert hit.wounds("b") == {"body": {"light": 1}}


@pytest.mark.rules("POL-TEST-24")
@pytest.mark.parametrize("field", ["modifier", "defence_modifier", "place", "result", "unseen", "defenceless"])
def test_only_the_game_master_bends_an_attack(field):
    said = {
        "modifier": 2,
        "defence_modifier": -2,
        "place": "head",
        "result": "hit",
        "unseen": True,
        "defenceless": True,
    }
    with pytest.raises(Refused) as refusal:
        duel().do("attack", "a", gm=False, **{field: said[field]})
    assert refusal.value.field == field


@pytest.mark.rules("POL-MELEE-14")
def test_melee_begins_at_three_metres():
    table = fight(a=14, b=10).do("measure", fighter="a", other="b", metres=4)
    assert str(table.choice("declare_melee", "b", "target", "a").refused) == "4 m away: melee begins at 3 m."
    table.do("measure", fighter="b", other="a", metres=3)
    table.declare("b", "a").declare("a").do("act", "a", check="none").do("attack", "b")
    assert table.mark("a", "engaged") == {"b": "even"}
    assert table.mark("b", "engaged") == {"a": "even"}


@pytest.mark.rules("POL-MELEE-14")
def test_moving_away_breaks_contact():
    table = fight(a=14, b=10).do("contact", fighter="a", other="b", state="engaged")
    table.do("measure", fighter="a", other="b", metres=5)
    assert table.mark("a", "engaged") is None


def test_nobody_is_in_contact_with_themselves():
    with pytest.raises(Refused) as refusal:
        fight(a=14, b=10).do("contact", fighter="a", other="a", state="engaged")
    assert refusal.value.field == "other"


def test_a_dead_target_and_one_that_is_hidden_cannot_be_attacked():
    table = Table(sides={"a": "pc", "b": "npc", "c": "npc"}, a=sheet(), b=sheet(conditions__dead=True), c=sheet())
    table.scene = table.scene.with_changes((table.scene.change("fighters.c.hidden", True),))
    table.start()
    assert str(table.choice("declare_melee", "a", "target", "b").refused) == "b is dead."
    assert "c" not in {one.key for one in table.offer("declare_melee", "a").fields[0].choices}
    assert "a" in {one.key for one in table.offer("declare_melee", "c").fields[0].choices}


def test_a_target_that_dies_before_the_blow_is_refused_with_the_reason():
    table = duel()
    table.scene = table.scene.with_changes((table.scene.write("b", "conditions.dead", True),))
    with pytest.raises(Refused, match="b is dead"):
        table.do("attack", "a")
    assert table.do("pass", "a").up == ["gm"]


def test_an_attack_on_somebody_hidden_since_it_was_declared_is_seen_by_nobody():
    """Its form names nobody: whom it is done to was declared, when everybody saw them."""
    table = duel().do("attack", "a")
    assert view(POLARIS, table.scene, Viewer("table")).cards
    table.do("hide", fighter="b")
    board = view(POLARIS, table.scene, Viewer("table"))
    assert table.scene.exchanges and (board.cards, board.awaited, board.up) == ((), (), ())


def test_nobody_hidden_is_one_of_several_opponents():
    """The sum of a test tells its fighter, and in the journal everybody, who they face."""
    table = crowd(3)
    faced = melee.crowd(table.scene, "a", "f0")
    table.do("hide", fighter="f2")
    assert faced.value < melee.crowd(table.scene, "a", "f0").value == melee.crowd(crowd(2).scene, "a", "f0").value
    assert melee.crowd(table.scene, "a", "f2") == faced
    table.do("hide", fighter="f1")
    assert melee.crowd(table.scene, "a", "f2") == melee.crowd(crowd(2).scene, "a", "f0"), "nor whoever hides beside f2"
