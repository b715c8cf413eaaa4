"""Opportunity attacks: who may strike at a shooter in melee, and what that spoils."""

import pytest

from rules.games.arpenteurs import arms, attacks, reactions, rounds
from tests.rules.arpenteurs.play import HOUND, HUNTER, RAIDER, SCOUT, VETERAN, Table, duel, lines, throw


@pytest.mark.rules("ARP-DIST-05")
def test_a_fighter_who_is_out_takes_no_opportunity():
    here = Table(("ada", "pc", VETERAN), ("orc", "foe", RAIDER), ("bob", "foe", RAIDER))
    engaged = [here.scene.mark("orc", "engaged", {"ada": True}), here.scene.mark("bob", "engaged", {"ada": True})]
    here.scene = here.scene.with_changes([*engaged, here.scene.write("orc", "dead", True)])
    assert reactions.opportunists(here.scene, "ada") == ("bob",)


@pytest.mark.rules("ARP-DIST-05/falls")
def test_once_the_shooter_is_down_nobody_else_seizes_an_opportunity():
    here = duel(("bob", "foe", RAIDER))
    changes = [here.scene.mark(one, "engaged", {"ada": True}) for one in ("orc", "bob")]
    here.scene = here.scene.with_changes([*changes, here.scene.write("ada", "ecg.current", 1)])
    answers = {
        "opportunity-orc": ("attack-machete",),
        "opportunity-orc-reaction": ("nothing",),
        "opportunity-orc-death": ("die",),
    }
    effects, _after = throw(lambda: attacks.opportunities(here.scene, "ada", ("orc", "bob")), (1, 1), (1,), **answers)
    told = [one.kind for one in effects if one.kind in ("outcome", "hurt", "death")]
    assert told == ["outcome", "hurt", "death"]


@pytest.mark.rules("ARP-DIST-05", "ARP-ATK-01")
@pytest.mark.parametrize("before", [True, False])
@pytest.mark.parametrize("how", ["unnoticed", "said", "helpless"])
def test_a_target_without_defence_takes_no_opportunity(how, before):
    house = {"opportunity": {"before_shot": before}}
    here = Table(("bob", "pc", HUNTER), ("ada", "foe", SCOUT), settings=house)
    if how == "unnoticed":
        here.do("unnoticed", fighter="bob", other="ada")
    if how == "helpless":
        here.do("situation", fighter="ada", helpless=True)
    here.attack("bob", "ada", "bow", defenceless=how == "said")
    assert here.asked == [("bob", "attack-dice")]
    here.answer("attack-dice", 6, 6)
    assert not here.scene.exchanges


@pytest.mark.rules("ARP-DIST-05/aware", "ARP-ATK-01")
def test_others_engaged_take_the_opportunity_unless_unaware_of_the_shooter():
    for unnoticed, asked in ((False, ("dog", "opportunity-dog")), (True, ("bob", "attack-dice"))):
        here = Table(("bob", "pc", HUNTER), ("ada", "foe", SCOUT), ("dog", "foe", HOUND))
        here.scene = here.scene.with_changes([here.scene.mark("bob", "engaged.dog", True)])
        if unnoticed:
            here.do("unnoticed", fighter="bob", other="dog")
        here.attack("bob", "ada", "bow", defenceless=True)
        assert here.asked == [asked]


OPEN = ("opportunity-ada-reaction", "nothing")


@pytest.mark.rules("ARP-AIM-01", "ARP-DIST-05")
@pytest.mark.parametrize(("dice", "aimed"), [((1, 2), False), ((6, 6), True)])
def test_a_wound_by_the_opportunity_attack_spoils_the_aim_of_that_very_shot(dice, aimed):
    here = Table(("bob", "pc", HUNTER), ("ada", "foe", SCOUT)).do("aim", "bob", target_of_aim="ada")
    here.do("finish", "ada").do("new_round")
    here.scene = here.scene.with_changes([here.scene.mark("ada", "engaged.bob", True)])
    here.attack("bob", "ada", "bow", ("opportunity-ada", "attack-knife"), OPEN, ("opportunity-ada-attack-dice", *dice))
    if not aimed:
        here.answer("opportunity-ada-location", 1)
    here.answer("attack-dice", 6, 6)
    assert ("Aimed for one whole round" in lines(here.outcomes[-1].check)) == aimed


def struck_twice(costs):
    """Bob shoots in melee, Cid thwarts that with a shot of his own: the raider, engaged with both, strikes at Bob."""
    house = {"opportunity": {"costs_action": costs}, "reaction": {"asked": "reach"}}
    here = Table(
        *(("bob", "pc", HUNTER), ("ada", "foe", SCOUT), ("cid", "foe", HUNTER), ("orc", "foe", RAIDER)), settings=house
    )
    here.scene = here.scene.with_changes([here.scene.mark(who, "engaged.orc", True) for who in ("bob", "cid")])
    here.attack("bob", "ada", "bow", ("opportunity-orc", "attack-machete"))
    here.answers(("opportunity-orc-reaction", "nothing"), ("opportunity-orc-attack-dice", 6, 6))
    return here.answers(("thwart-cid", "attack-bow"), ("thwart-orc", "nothing"))


@pytest.mark.rules("ARP-DIST-05", "ARP-ACT-02")
@pytest.mark.parametrize("costs", [True, False])
def test_a_strike_at_one_shooter_leaves_the_remaining_options_against_another(costs):
    here = struck_twice(costs)
    assert here.asked == [("orc", "opportunity-orc-2")]
    reasons = here.options("opportunity-orc-2")
    assert reasons["attack-machete"] == (str(rounds.SAME_ACTION) if costs else None)
    assert reasons["attack-unarmed"] is None
    here.answer("opportunity-orc-2", "attack-unarmed")
    assert here.options("opportunity-orc-reaction-2")["attack-bow"] == str(rounds.SAME_ACTION)  # by which he thwarts
    here.answers(("opportunity-orc-reaction-2", "nothing"), ("opportunity-orc-attack-dice-2", 6, 6))
    here.answers(("attack-dice", 6, 6), ("thwart-cid-dice", 6, 6))
    assert not here.scene.exchanges
    kinds = [row["kind"] for row in here.marks("orc").get("ledger", ())]
    assert kinds == (["opportunity_attack"] * 2 if costs else [])


@pytest.mark.rules("ARP-DIST-05/cost", "ARP-ACT-02")
@pytest.mark.parametrize("costs", [True, False])
def test_a_weapon_not_in_hand_strikes_at_no_shooter_whatever_the_strike_costs(costs):
    here = Table(("bob", "pc", HUNTER), ("ada", "foe", VETERAN), settings={"opportunity": {"costs_action": costs}})
    held = [here.scene.mark("ada", "engaged.bob", True), here.scene.mark("ada", "hands", ["rifle"])]
    here.scene = here.scene.with_changes(held)
    reasons = here.attack("bob", "ada", "bow").options("opportunity-ada")
    assert reasons["attack-axe"] == str(arms.NOT_IN_HAND)
    assert reasons["attack-unarmed"] is None


def shot_first(actions):
    """Bob shoots at Ada, who is engaged with him, has so many actions left and dodges; she may strike afterwards."""
    here = Table(("bob", "pc", HUNTER), ("ada", "foe", SCOUT), settings={"opportunity": {"before_shot": False}})
    spent = [{"kind": "move", "as": "action"}] * (2 - actions)
    ada = [here.scene.mark("ada", "engaged.bob", True), here.scene.mark("ada", "ledger", spent)]
    here.scene = here.scene.with_changes(ada)
    here.attack("bob", "ada", "bow", ("reaction", "dodge"), dodge_allowed=True)
    return here.answers(("attack-dice", 6, 6), ("defence-dice", 6, 6))


@pytest.mark.rules("ARP-DIST-05/cost", "ARP-ACT-05")
@pytest.mark.parametrize(("actions", "asked"), [(1, []), (2, [("ada", "opportunity-ada")])])
def test_a_strike_after_the_shot_is_paid_with_actions_left_by_the_reaction(actions, asked):
    here = shot_first(actions)
    assert here.asked == asked
    assert [row["kind"] for row in here.marks("ada")["ledger"]] == ([] if asked else ["move", "dodge"])


@pytest.mark.rules("ARP-DIST-05/opposed", "ARP-ACT-05")
@pytest.mark.parametrize("before", [True, False])
def test_a_shooter_answers_no_second_strike_with_the_action_that_answered_the_first(before):
    house = {"opportunity": {"before_shot": before}}
    people = (("bob", "pc", HUNTER), ("ada", "foe", SCOUT), ("orc", "foe", RAIDER))
    here = Table(*people, settings=house)
    here.scene = here.scene.with_changes([here.scene.mark(who, "engaged.bob", True) for who in ("ada", "orc")])
    here.attack("bob", "ada", "bow")
    if not before:
        here.answer("attack-dice", 6, 6)
    here.answers(("opportunity-ada", "attack-knife"), ("opportunity-ada-reaction", "dodge"))
    here.answers(("opportunity-ada-attack-dice", 6, 6), ("opportunity-ada-defence-dice", 6, 6))
    here.answer("opportunity-orc", "attack-machete")
    assert here.asked == [("orc", "opportunity-orc-attack-dice")]  # both of Bob's actions are gone
