"""Rounds and initiative: the order against a slow sort, its ties, and acting later."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core.errors import Refused, Unreadable
from rules.games.chroniques import initiative
from tests.rules.chroniques.play import CHRONIQUES, CORSAIR, DRONE, GUARD, SCOUT, Table, fight


def sheet(init, per=0):
    return {"typed": {"init": init}, "abilities": {"per": per}, "hp": {"max": 9}}


def order(*rows):
    scene = fight(*((name, side, sheet(init, per)) for name, side, init, per in rows))
    return list(initiative.order(scene))


@pytest.mark.rules("CHO-TIME-01")
def test_a_round_lasts_ten_seconds():
    here, titles = Table(("ada", "pc", SCOUT)), []
    for _round in range(6):
        titles.append(here.do("finish", "ada").do("new_round").title)
    assert titles[0] == "A new round begins, after 10 s" and titles[-1] == "A new round begins, after 60 s"


@pytest.mark.rules("CHO-TIME-02")
def test_everybody_has_one_turn_a_round():
    here = Table(("ada", "pc", SCOUT), ("orc", "foe", CORSAIR))
    for _round in range(2):
        assert here.up == ["orc"]
        here.do("finish", "orc")
        assert here.up == ["ada"]
        assert here.why_not("gm", "new_round") == "Not everybody has had a turn."
        here.do("finish", "ada")
        assert here.up == ["gm"]
        here.do("new_round")


@pytest.mark.rules("CHO-INIT-01")
def test_the_highest_score_acts_first():
    assert order(("a", "pc", 9, 0), ("b", "foe", 12, 0), ("c", "foe", 10, 0)) == ["b", "c", "a"]


@pytest.mark.rules("CHO-INIT-02/whatever-per")
def test_at_equal_scores_a_player_character_acts_first_whatever_the_per():
    assert order(("a", "foe", 12, 5), ("b", "ally", 12, 4), ("c", "pc", 12, -2)) == ["c", "a", "b"]


@pytest.mark.rules("CHO-INIT-03", "CHO-INIT-04")
def test_then_per_decides_then_the_list():
    assert order(("a", "pc", 12, 1), ("b", "pc", 12, 3), ("c", "pc", 12, 1)) == ["b", "a", "c"]
    assert order(("a", "foe", 12, 1), ("b", "foe", 12, 3), ("c", "foe", 12, 1)) == ["b", "a", "c"]


@pytest.mark.rules("CHO-INIT-04/others")
@pytest.mark.parametrize(("ties", "first"), [("per", "orc"), ("list", "elf")])
def test_non_player_ties_go_by_per_or_by_the_list_by_house_setting(ties, first):
    fighters = (("elf", "foe", sheet(12, 1)), ("orc", "foe", sheet(12, 3)), ("ada", "pc", sheet(12, 0)))
    here = Table(*fighters, settings={"init": {"npc_ties": ties}})
    assert [slot.fighter for slot in CHRONIQUES.order(here.scene)][:2] == ["ada", first]
    pcs = Table(("bob", "pc", sheet(12, 1)), ("ada", "pc", sheet(12, 3)), settings={"init": {"npc_ties": ties}})
    assert [slot.fighter for slot in CHRONIQUES.order(pcs.scene)] == ["ada", "bob"]


@pytest.mark.rules("CHO-INIT-01", "CHO-INIT-02", "CHO-INIT-03", "CHO-INIT-04")
@settings(deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["pc", "foe"]), st.integers(8, 11), st.integers(-1, 1)), max_size=6))
def test_the_order_is_that_of_a_slow_obvious_sort(rows):
    left = [(f"f{number}", *row) for number, row in enumerate(rows)]
    expected = []
    while left:
        best = left[0]
        for one in left[1:]:
            higher = one[2] > best[2]
            player = one[2] == best[2] and (one[1], best[1]) == ("pc", "foe")
            keener = one[1:3] == best[1:3] and one[3] > best[3]
            if higher or player or keener:
                best = one
        expected.append(best[0])
        left.remove(best)
    assert order(*((f"f{number}", *row) for number, row in enumerate(rows))) == expected


@pytest.mark.rules("CHO-INIT-01/joined")
def test_newcomers_keep_their_score_for_the_round_like_those_of_its_start():
    here = Table(("ada", "pc", sheet(12)), ("orc", "foe", sheet(9)), ("spy", "foe", sheet(9), {"hidden": True}))
    here.scene = here.scene.with_changes([here.scene.mark(who, "at", None) for who in ("orc", "spy")])
    here.do("joined")
    here.scene = here.scene.with_changes([here.scene.write(who, "typed.init", 20) for who in ("orc", "spy")])
    at = {row.fighter: row.at for row in CHRONIQUES.order(here.scene)}
    assert (at, here.offer("gm", "joined")) == ({"ada": "12", "orc": "9", "spy": "20"}, None)  # hidden: placed later


@pytest.mark.rules("CHO-INIT-01/next-round")
def test_a_score_that_changes_counts_from_the_next_round():
    here = Table(("ada", "pc", sheet(12)), ("bob", "pc", sheet(11)))
    here.do("adjust", character="c-bob", path="typed.init", value=20)
    assert here.up == ["ada"]
    slot = next(one for one in CHRONIQUES.order(here.scene) if one.fighter == "bob")
    assert (slot.at, str(slot.note)) == ("11", "20 from the next round")
    here.do("finish", "ada").do("finish", "bob").do("new_round")
    assert here.up == ["bob"]


@pytest.mark.rules("CHO-INIT-04/swap-unbegun")
def test_equal_player_characters_may_swap_while_they_have_done_nothing():
    here = Table(("ada", "pc", sheet(12)), ("bob", "pc", sheet(12)), ("orc", "foe", sheet(12)))
    here.do("let_pass", "ada")
    assert here.up == ["bob"]
    here.do("free", "bob", what="shout")
    assert here.why_not("bob", "let_pass") == "This turn has begun."
    here.do("finish", "bob")
    assert here.up == ["ada"]
    assert "let_pass" not in [one.kind for one in here.offers("ada")]


@pytest.mark.rules("CHO-INIT-06/this-round")
def test_one_may_act_later_at_a_lower_score_for_this_round():
    here = Table(("ada", "pc", sheet(12)), ("orc", "foe", sheet(9)))
    here.do("delay", "ada", score=8)
    assert here.up == ["orc"]
    here.do("finish", "orc")
    assert here.up == ["ada"]
    here.do("finish", "ada").do("new_round")
    assert here.up == ["ada"]


@pytest.mark.rules("CHO-INIT-06/only-lower")
def test_at_zero_the_turn_is_lost_and_a_score_is_only_lowered():
    here = Table(("ada", "pc", sheet(12)), ("orc", "foe", sheet(9)))
    assert here.refused(Unreadable, "delay", "ada", score=12).endswith("11 at most.")
    (field,) = here.offer("ada", "delay").fields
    assert (field.default, field.least, field.most) == (11, 0, 11)
    here.do("delay", "ada", score=0)
    assert here.up == ["orc"]
    assert here.do("finish", "orc").up == ["gm"]


@pytest.mark.rules("CHO-INIT-06/unbegun", "CHO-INIT-06/switch")
def test_acting_later_is_for_a_turn_not_begun_and_may_be_switched_off():
    here = Table(("ada", "pc", sheet(12)), ("orc", "foe", sheet(9)))
    here.do("free", "ada", what="shout")
    assert here.refused(Refused, "delay", "ada", score=3) == "This turn has begun."
    strict = Table(("ada", "pc", sheet(12)), ("orc", "foe", sheet(9)), settings={"init": {"delay": False}})
    assert "delay" not in [one.kind for one in strict.offers("ada")]
    slow = Table(("ada", "pc", sheet(0)))
    assert slow.why_not("ada", "delay") == "No score is left to lower."


@pytest.mark.rules("CHO-INIT-02", "CHO-INIT-03")
def test_the_reasons_of_ties_are_shown():
    here = Table(("ada", "pc", SCOUT), ("bob", "pc", GUARD), ("drone", "foe", DRONE))
    slots = CHRONIQUES.order(here.scene)
    assert [(slot.fighter, slot.state) for slot in slots] == [("ada", "now"), ("bob", "next"), ("drone", "next")]
    assert [[str(word) for word in slot.tie.params[0][1]] for slot in slots] == [
        ["PC before NPC", "PER"],
        ["PC before NPC", "PER"],
        ["PC before NPC"],
    ]
    twins = Table(("ada", "pc", sheet(12)), ("bob", "pc", sheet(12)), ("eve", "pc", sheet(11)))
    ties = [slot.tie for slot in CHRONIQUES.order(twins.scene)]
    assert [tie and [str(word) for word in tie.params[0][1]] for tie in ties] == [["listed order"]] * 2 + [None]


def test_the_headline_names_the_turn_and_the_actions_left():
    here = Table(("ada", "pc", sheet(12)), ("orc", "foe", sheet(9)), started=False)
    assert str(CHRONIQUES.headline(here.scene).round) == "Before the fight"
    here.do("start")
    found = CHRONIQUES.headline(here.scene)
    assert (str(found.round), str(found.part), found.figure) == (
        "Round 1",
        "ada’s turn",
        "",  # the score stands in the order already, and beside what is left it reads like a count
    )
    here.do("movement", "ada", what="move")
    assert str(CHRONIQUES.headline(here.scene).part) == "ada’s turn: an attack or a movement left"
    assert str(CHRONIQUES.intent(here.scene, "ada")) == "movement"
    here.do("finish", "ada").do("finish", "orc")
    assert str(CHRONIQUES.headline(here.scene).part) == "Everybody has had a turn"
    assert [slot.state for slot in CHRONIQUES.order(here.scene)] == ["done", "done"]


def test_somebody_may_be_passed_over_and_a_new_arrival_takes_their_place():
    here = Table(("ada", "pc", sheet(12)), ("orc", "foe", sheet(9)))
    assert here.do("skip", fighter="ada").up == ["orc"]
    assert here.refused(Unreadable, "skip", fighter="ada")


def test_the_reason_of_a_tie_never_betrays_somebody_in_hiding():
    drone = ("drone", "foe", DRONE)
    here = Table(("ada", "pc", SCOUT), (*drone, {"hidden": True}))
    ties = {slot.fighter: slot.tie for slot in CHRONIQUES.order(here.scene)}
    assert ties["ada"] is None
    assert ties["drone"] is not None
    seen = Table(("ada", "pc", SCOUT), drone)
    assert all(slot.tie is not None for slot in CHRONIQUES.order(seen.scene))
