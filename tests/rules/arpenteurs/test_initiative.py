"""Rounds and initiative: dice, ties against a slow sort, and what is left of a round."""

import functools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core.script import Effect
from rules.games.arpenteurs import GAME, initiative
from tests.rules.arpenteurs.play import ARPENTEURS, RAIDER, SCOUT, VETERAN, Table, duel, fight


def sheet(adresse=3, **more):
    return {"characteristics": {"adresse": adresse}, **more}


def order(*rows, house=None):
    """The order of rows of name, side, Adresse, total and whether it is a boss."""
    scene = fight(*((name, side, sheet(adresse, boss=boss)) for name, side, adresse, _t, boss in rows), settings=house)
    totals = [scene.mark(name, "init", total) for name, _side, _adresse, total, _boss in rows]
    return list(initiative.order(scene.with_changes(totals)))


@pytest.mark.rules("ARP-TIME-01")
def test_a_round_lasts_six_seconds():
    here = Table(("ada", "pc", SCOUT), ("orc", "foe", RAIDER))
    titles = []
    for _round in range(10):
        for fighter in ("ada", "orc"):
            here.do("finish", fighter)
        titles.append(here.do("new_round").title)
    assert titles[0] == "A new round begins, after 6 s" and titles[-1] == "A new round begins, after 60 s"


@pytest.mark.rules("ARP-INIT-01")
def test_everybody_rolls_a_die_and_adds_the_dexterity():
    here = Table(("ada", "pc", SCOUT), ("orc", "foe", RAIDER), dice=(2, 6))
    assert [initiative.total(here.scene, one) for one in ("ada", "orc")] == [6, 9]
    assert here.up == ["orc"]
    assert ("orc", "initiative 9") in here.told()


@pytest.mark.rules("ARP-INIT-01")
def test_the_die_of_initiative_has_six_faces():
    assert str(initiative.D6) == "1d6"


@pytest.mark.rules("ARP-INIT-01")
@pytest.mark.parametrize("least", [2, 1, 0])
def test_a_fighter_still_to_roll_stands_behind_the_lowest_total(least):
    scene = fight(("ada", "pc", sheet(6)), ("orc", "foe", sheet(1)))
    assert initiative.order(scene.with_changes([scene.mark("orc", "init", least)])) == ("orc", "ada")


@pytest.mark.rules("ARP-INIT-01/at-once")
def test_all_may_roll_at_once_and_nobody_acts_before_all_have():
    here = Table(("ada", "pc", SCOUT), ("orc", "foe", RAIDER), started=False).do("start")
    assert here.up == ["ada", "orc"]
    here.do("initiative", "ada")
    assert here.up == ["ada", "orc"]
    assert [one.kind for one in here.offers("orc")] == ["initiative"]
    assert here.why_not("gm", "new_round") == "An action is still open."
    here.do("initiative", "orc").answer_of("orc", "initiative", 3)
    assert here.asked == [("ada", "initiative")]
    here.answer_of("ada", "initiative", 3)
    assert here.up == ["ada"]


@pytest.mark.rules("ARP-INIT-02")
def test_equal_totals_go_by_the_higher_dexterity():
    assert order(("a", "pc", 2, 7, False), ("b", "foe", 4, 7, False)) == ["b", "a"]


@pytest.mark.rules("ARP-INIT-03")
def test_equal_dexterity_goes_to_the_player_character():
    assert order(("a", "foe", 3, 7, False), ("b", "pc", 3, 7, False)) == ["b", "a"]


@pytest.mark.rules("ARP-INIT-04/boss", "ARP-INIT-04/adresse")
def test_a_boss_goes_before_the_player_character_it_is_tied_with():
    assert order(("a", "pc", 3, 7, False), ("b", "foe", 3, 7, True)) == ["b", "a"]
    rows = (("a", "pc", 4, 7, False), ("b", "foe", 3, 7, True))
    assert order(*rows) == ["a", "b"]
    assert order(*rows, house={"init": {"boss_before_adresse": True}}) == ["b", "a"]
    assert order(("a", "pc", 3, 8, False), ("b", "foe", 3, 7, True)) == ["a", "b"]


@pytest.mark.rules("ARP-INIT-06/changed")
def test_complete_equals_keep_the_listed_order_until_the_game_master_changes_it():
    assert order(("a", "foe", 3, 7, False), ("b", "foe", 3, 7, True)) == ["a", "b"]
    here = Table(("ada", "pc", sheet()), ("bob", "pc", sheet()), ("orc", "foe", sheet(5)), dice=(2, 2, 1))
    assert here.up == ["orc"]
    assert [choice.key for choice in here.offer("gm", "tie").fields[0].choices] == ["ada", "bob"]
    here.do("tie", fighter="bob").do("finish", "orc")
    assert here.up == ["bob"]
    here.do("finish", "bob")
    assert here.up == ["ada"]


@pytest.mark.rules("ARP-INIT-06")
def test_a_fighter_once_given_precedence_stands_before_all_equals():
    here = Table(*((name, "pc", sheet()) for name in ("ada", "bob", "cid")), dice=(2, 2, 2))
    for name, expected in (
        ("bob", ("bob", "ada", "cid")),
        ("cid", ("cid", "bob", "ada")),
        ("ada", ("ada", "cid", "bob")),
        ("cid", ("cid", "ada", "bob")),
    ):
        here.scene = here.scene.with_changes(GAME.land(here.scene, Effect("tie", name)))
        assert initiative.order(here.scene) == expected


@pytest.mark.rules("ARP-INIT-01", "ARP-INIT-02", "ARP-INIT-03", "ARP-INIT-04", "ARP-INIT-06")
@settings(deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(["pc", "foe", "boss"]), st.integers(2, 4), st.integers(5, 7)), min_size=1, max_size=5
    )
)
def test_the_order_is_that_of_a_slow_obvious_sort(rows):
    named = [(f"f{place}", *row) for place, row in enumerate(rows)]

    def compare(one, other):
        if one[3] != other[3]:
            return other[3] - one[3]
        if one[2] != other[2]:
            return other[2] - one[2]
        there = {row[1] for row in named if row[2:] == one[2:]}
        worth = {"boss": 2 if "pc" in there else 0, "pc": 1, "foe": 0}
        return worth[other[1]] - worth[one[1]]

    expected = [row[0] for row in sorted(named, key=functools.cmp_to_key(compare))]
    found = order(
        *(
            (name, "pc" if kind == "pc" else "foe", adresse, total, kind == "boss")
            for name, kind, adresse, total in named
        )
    )
    assert found == expected


@pytest.mark.rules("ARP-INIT-05/each-round")
def test_initiative_is_rolled_once_or_every_round():
    here = Table(("ada", "pc", SCOUT)).do("finish", "ada").do("new_round")
    assert here.up == ["ada"]
    assert [one.kind for one in here.offers("ada")][0] == "attack"
    again = Table(("ada", "pc", SCOUT), settings={"init": {"every_round": True}}).do("finish", "ada").do("new_round")
    assert [one.kind for one in again.offers("ada")] == ["initiative"]


@pytest.mark.rules("ARP-TIME-02", "ARP-ACT-01")
def test_everybody_acts_in_turn_until_nothing_is_left():
    here = Table(("ada", "pc", SCOUT), ("orc", "foe", RAIDER))
    here.do("act", "ada", what="draw")
    assert here.up == ["ada"]
    here.do("act", "ada", what="use_item")
    assert here.up == ["orc"]
    assert here.why_not("gm", "new_round") == "Not everybody has acted."
    here.do("finish", "orc")
    assert here.up == ["gm"]
    here.do("new_round")
    assert here.title == "A new round begins, after 6 s"
    assert [initiative.left(here.scene, one) for one in ("ada", "orc")] == [2, 2]


def test_a_new_arrival_rolls_before_anybody_goes_on():
    here = Table(("ada", "pc", SCOUT))
    late = {"character": "c-ada", "side": "foe", "order": 9}
    here.scene = here.scene.with_changes([here.scene.change("fighters.late", late)])
    assert here.up == ["late"]


def test_the_headline_names_the_turn_and_the_actions_left():
    here = Table(("ada", "pc", VETERAN), ("orc", "foe", RAIDER), started=False)
    assert initiative.acting(here.scene) == ()
    assert str(ARPENTEURS.headline(here.scene).round) == "Before the fight"
    here.do("start")
    assert str(ARPENTEURS.headline(here.scene).part) == "Initiative: d6 and Dexterity"
    here = Table(("ada", "pc", VETERAN), ("orc", "foe", RAIDER))
    assert str(ARPENTEURS.headline(here.scene).part) == "ada’s turn: 3 actions left"
    here.do("act", "ada", what="draw").do("act", "ada", what="use_item")
    assert str(ARPENTEURS.headline(here.scene).part) == "ada’s turn: 1 action left"
    assert str(ARPENTEURS.intent(here.scene, "ada").params[0][1][1]) == "use an object"
    here.do("finish", "ada").do("finish", "orc")
    assert str(ARPENTEURS.headline(here.scene).part) == "Everybody has acted"
    assert [slot.state for slot in ARPENTEURS.order(here.scene)] == ["done", "done"]


@pytest.mark.rules("ARP-INIT-02", "ARP-INIT-03", "ARP-INIT-04", "ARP-INIT-06")
@pytest.mark.parametrize(
    ("mine", "theirs", "early", "why"),
    [
        (("pc", 4, False), ("foe", 3, False), False, "Dexterity"),
        (("pc", 3, False), ("foe", 3, False), False, "PC before NPC"),
        (("pc", 3, False), ("foe", 3, True), False, "Boss"),
        (("pc", 4, False), ("foe", 3, True), False, "Dexterity"),
        (("pc", 4, False), ("foe", 3, True), True, "Boss"),
        (("pc", 3, False), ("pc", 3, False), False, "listed order"),
        (("foe", 3, False), ("foe", 3, True), True, "listed order"),
    ],
)
def test_a_tie_is_explained_by_its_tie_breaker(mine, theirs, early, why):
    rows = ((name, side, sheet(adresse, boss=boss)) for name, (side, adresse, boss) in (("a", mine), ("b", theirs)))
    scene = fight(*rows, settings={"init": {"boss_before_adresse": early}})
    scene = scene.with_changes([scene.mark(name, "init", 7) for name in "ab"])
    assert [str(initiative.ORDER.tie(scene, name)) for name in "ab"] == [f"tie: {why}"] * 2


def test_the_reasons_of_several_ties_are_told_once_each():
    here = Table(("ada", "pc", sheet(4)), ("bob", "pc", sheet(3)), ("orc", "foe", sheet(3)), dice=(1, 2, 2))
    ties = {slot.fighter: slot.tie for slot in ARPENTEURS.order(here.scene)}
    assert [str(word) for word in ties["bob"].params[0][1]] == ["Dexterity", "PC before NPC"]


def test_somebody_may_be_passed_over_and_the_fight_ended():
    here = Table(("ada", "pc", SCOUT), ("orc", "foe", RAIDER)).do("skip", fighter="ada")
    assert here.up == ["orc"]
    here.do("end")
    assert (here.up, here.scene.marks) == (["gm"], {"over": True})


def test_the_reason_of_a_tie_never_betrays_somebody_in_hiding():
    orc = ("orc", "foe", SCOUT)
    here = Table(("ada", "pc", SCOUT), (*orc, {"hidden": True}), dice=(4, 4))
    ties = {slot.fighter: slot.tie for slot in ARPENTEURS.order(here.scene)}
    assert ties["ada"] is None
    assert ties["orc"] is not None
    seen = Table(("ada", "pc", SCOUT), orc, dice=(4, 4))
    assert all(slot.tie is not None for slot in ARPENTEURS.order(seen.scene))


def test_there_is_no_tie_to_explain_before_the_dice():
    here = Table(("ada", "pc", SCOUT), ("orc", "foe", SCOUT), started=False).do("start", metres=2)
    assert [slot.tie for slot in ARPENTEURS.order(here.scene)] == [None, None]


@pytest.mark.rules("ARP-TIME-02/all-rolled", "ARP-INIT-01", "ARP-INIT-05")
def test_nobody_acts_before_the_fight_while_initiative_is_rolled_or_after_its_end():
    assert initiative.acting(Table(("ada", "pc", VETERAN), started=False).scene) == ()
    rolling = Table(("ada", "pc", VETERAN), ("orc", "foe", RAIDER), started=False).do("start", metres=2)
    assert initiative.acting(rolling.scene) == ()
    here = duel()
    assert initiative.acting(here.scene) == ("ada",)
    assert initiative.acting(here.do("end").scene) == ()


@pytest.mark.rules("ARP-INIT-01", "ARP-TIME-02")
def test_while_initiative_is_rolled_nobody_takes_a_turn():
    here = Table(("ada", "pc", VETERAN), ("orc", "foe", RAIDER), started=False)
    assert ARPENTEURS.takes_turns(here.scene)
    assert not ARPENTEURS.takes_turns(here.do("start").scene)
    assert ARPENTEURS.takes_turns(duel().scene)


def test_a_hero_nobody_sees_gives_a_boss_no_precedence():
    sides = {"orc": "foe", "boss": "foe", "ada": "pc"}
    scene = fight(*((name, side, sheet(boss=name == "boss")) for name, side in sides.items()))
    totals = [scene.mark(name, "init", 6) for name in scene.fighters]
    scene = scene.with_changes([*totals, scene.change("fighters.ada.hidden", True)])
    assert [who for who in initiative.order(scene) if who != "ada"] == ["orc", "boss"]
