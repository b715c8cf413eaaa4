"""The ledger of a round: repetitions, actions that bar others, and the first of several reasons."""

import pytest

from rules.core.errors import Refused
from rules.core.scene import Action
from rules.games.arpenteurs import GAME, initiative, rounds
from rules.games.arpenteurs.rounds import Wish
from tests.rules.arpenteurs.play import RAIDER, SCOUT, VETERAN, Table, duel


def why(*used, settings=None, allowance=2, engaged=False, **wish):
    rows = [{"kind": kind, **({"weapon": weapon} if weapon else {}), "as": how} for kind, weapon, how in used]
    return rounds.allowance_refusal(rows, allowance, engaged, Wish(**wish), settings or {})


AXE, KNIFE = ("attack", "axe", "action"), ("attack", "knife", "action")
DODGE, MOVE, DRAW = ("dodge", "", "reaction"), ("move", "", "action"), ("draw", "", "action")


@pytest.mark.rules("ARP-ACT-01/none-left")
def test_a_round_has_as_many_actions_as_the_allowance():
    assert why(DRAW, AXE, kind="move") == rounds.NO_ACTIONS_LEFT
    assert why(DRAW, AXE, allowance=3, kind="move") is None


@pytest.mark.rules("ARP-ACT-02/differ")
@pytest.mark.parametrize("kind", ["draw", "reload", "dodge", "stand_up", "pick_up", "use_item", "other:hurler"])
def test_the_same_action_is_not_taken_twice(kind):
    assert why((kind, "", "action"), kind=kind) == rounds.SAME_ACTION
    assert why((kind, "", "action"), kind="move") is None


@pytest.mark.rules("ARP-ACT-02")
def test_two_different_things_in_words_are_different():
    assert why(("other:hurler", "", "action"), kind="other:courir") is None


@pytest.mark.rules("ARP-ACT-03/except-moves")
def test_a_move_may_be_taken_again():
    assert why(MOVE, kind="move") is None
    assert why(MOVE, MOVE, allowance=3, kind="move") is None


@pytest.mark.rules("ARP-ACT-04/one-weapon", "ARP-ACT-04/two-weapons")
def test_nobody_attacks_twice_with_one_weapon_but_with_two_one_may():
    assert why(AXE, kind="attack", weapon="axe") == rounds.SAME_ACTION
    assert why(AXE, kind="attack", weapon="knife") is None
    single = {"actions": {"two_weapons": False}}
    assert why(AXE, kind="attack", weapon="knife", settings=single) == rounds.SAME_ACTION
    assert why(("opportunity_attack", "axe", "reaction"), kind="attack", weapon="axe") == rounds.SAME_ACTION


@pytest.mark.rules("ARP-ACT-05/same-ledger")
def test_reactions_are_compared_with_actions():
    parried = ("attack", "axe", "reaction")
    assert why(parried, kind="attack", weapon="axe") == rounds.SAME_ACTION
    assert why(DODGE, kind="dodge", reaction=True) == rounds.SAME_ACTION
    assert why(DODGE, AXE, kind="draw") == rounds.NO_ACTIONS_LEFT


@pytest.mark.rules("ARP-ACT-06/no-attack")
def test_a_fighter_who_has_dodged_does_not_attack_on_their_initiative():
    assert why(DODGE, kind="attack", weapon="axe") == rounds.DODGED_NO_ATTACK
    assert why(DODGE, kind="draw") is None
    assert why(AXE, kind="dodge", reaction=True) is None
    assert why(DODGE, kind="attack", weapon="axe", settings={"actions": {"dodge_bars_attack": "same_action"}}) is None


@pytest.mark.rules("ARP-ACT-06/but-counter")
def test_a_dodge_leaves_counter_attacks_unless_set_otherwise():
    strict = {"actions": {"dodge_bars_reaction_attack": True}}
    assert why(DODGE, kind="attack", weapon="axe", reaction=True) is None
    assert why(DODGE, kind="attack", weapon="axe", reaction=True, settings=strict) == rounds.DODGED_NO_ATTACK


@pytest.mark.rules("ARP-DIST-03/whole-round")
def test_an_engaged_fighter_leaves_only_by_a_retreat_of_a_whole_round():
    assert why(engaged=True, kind="move") == rounds.ENGAGED_NEEDS_REPLI
    assert why(engaged=True, kind="move", leaves_melee=False) is None
    assert why(engaged=True, kind="repli") is None
    assert why(DRAW, engaged=True, kind="repli") == rounds.NEEDS_FULL_TURN


@pytest.mark.rules("ARP-AIM-01")
def test_aiming_takes_a_whole_round():
    assert why(kind="aim") is None
    assert why(DRAW, kind="aim") == rounds.NEEDS_FULL_TURN


@pytest.mark.rules("ARP-REACT-01", "ARP-ATK-05", "ARP-ATK-06")
def test_the_reasons_against_a_reaction():
    assert why(kind="dodge", reaction=True, can_react=False) == rounds.CANNOT_REACT
    assert why(kind="dodge", reaction=True, can_be_dodged=False) == rounds.DODGE_VS_RANGED
    assert why(kind="dodge", reaction=True, can_be_dodged=True) is None
    assert why(kind="dive_to_cover", reaction=True, near=True) is None
    assert why(kind="dive_to_cover", reaction=True) == rounds.COVER_TOO_FAR


@pytest.mark.rules("ARP-REACT-01")
@pytest.mark.parametrize(
    ("used", "wish", "first"),
    [
        ((DRAW, MOVE), {"kind": "dodge", "reaction": True, "can_react": False}, rounds.NO_ACTIONS_LEFT),
        (
            (DODGE,),
            {"kind": "dodge", "reaction": True, "can_react": False, "can_be_dodged": False},
            rounds.CANNOT_REACT,
        ),
        ((DODGE,), {"kind": "dodge", "reaction": True, "can_be_dodged": False}, rounds.DODGE_VS_RANGED),
        ((("dive_to_cover", "", "reaction"),), {"kind": "dive_to_cover", "reaction": True}, rounds.COVER_TOO_FAR),
        ((("repli", "", "action"),), {"kind": "repli"}, rounds.NEEDS_FULL_TURN),
        ((AXE, DODGE), {"kind": "attack", "weapon": "axe"}, rounds.NO_ACTIONS_LEFT),
    ],
)
def test_the_first_reason_is_told(used, wish, first):
    assert why(*used, engaged=True, **wish) == first


def test_the_refusal_names_the_dodge_before_the_repetition():
    assert why(AXE, DODGE, allowance=3, kind="attack", weapon="axe") == rounds.DODGED_NO_ATTACK


# At the table.


@pytest.mark.rules("ARP-ACT-02", "ARP-ACT-03", "ARP-ACT-04")
def test_an_action_already_taken_is_greyed_refused_and_takes_nothing():
    here = Table(("ada", "pc", VETERAN), ("orc", "foe", RAIDER))
    here.do("act", "ada", what="draw")
    assert here.why_not("ada", "act", "what", "draw") == str(rounds.SAME_ACTION)
    here.attack("ada", "orc", "axe", ("reaction", "nothing"), ("attack-dice", 6, 6))
    assert here.why_not("ada", "attack", "weapon", "axe") == str(rounds.SAME_ACTION)
    assert here.why_not("ada", "attack", "weapon", "unarmed") is None
    assert here.marks("ada")["ledger"] == [
        {"kind": "draw", "as": "action"},
        {"kind": "attack", "weapon": "axe", "as": "action"},
    ]


def test_words_of_ones_own_are_compared_too():
    here = Table(("ada", "pc", SCOUT), ("orc", "foe", RAIDER)).do("act", "ada", what="other", note="siffler")
    assert here.refused(Refused, "act", "ada", what="other", note="siffler") == str(rounds.SAME_ACTION)
    here.do("act", "ada", what="other", note="courir")
    assert here.up == ["orc"]


def test_reloading_fills_the_magazine():
    mine = {**SCOUT, "weapons": {"pistol": {**SCOUT["weapons"]["pistol"], "ammo": 1}}}
    here = Table(("ada", "pc", mine), ("orc", "foe", RAIDER)).do("act", "ada", what="reload", loaded="pistol")
    assert here.at("ada", "weapons.pistol.ammo") == 12
    assert ("ada", "12 cartridges left") in here.told()


def test_a_fighter_who_is_not_up_has_no_offers():
    here = Table(("ada", "pc", SCOUT), ("orc", "foe", RAIDER))
    assert here.offers("orc") == ()
    assert here.refused(Refused, "finish", "orc") == "This cannot be done now."


@pytest.mark.rules("ARP-ACT-02/spelling")
@pytest.mark.parametrize("again", ["Ouvre", " ouvre", "OUVRE  la porte"])
def test_the_spelling_of_something_else_makes_it_no_other_action(again):
    first = "ouvre la porte" if "porte" in again else "ouvre"
    here = Table(("ada", "pc", SCOUT), ("orc", "foe", RAIDER)).do("act", "ada", what="other", note=first)
    assert here.refused(Refused, "act", "ada", what="other", note=again) == str(rounds.SAME_ACTION)


@pytest.mark.rules("ARP-ACT-02")
@pytest.mark.parametrize(
    ("what", "note", "kind"),
    [("draw", "the axe", "draw"), ("other", "", "other"), ("other", "climb", "other:climb"), ("other", "  ", "other")],
)
def test_only_something_else_is_named_by_its_words(what, note, kind):
    here = duel().do("act", "ada", what=what, note=note)
    assert [entry["kind"] for entry in initiative.ledger(here.scene, "ada")] == [kind]


@pytest.mark.rules("ARP-ACT-02")
@pytest.mark.parametrize(("said", "field"), [({"what": "draw"}, "what"), ({"what": "other", "note": "climb"}, "note")])
def test_a_deed_done_before_is_refused_where_it_was_said(said, field):
    args = {"note": "", "loaded": "none", **said}
    here = duel().do("act", "ada", **said)
    with pytest.raises(Refused) as refused:
        GAME.cost(here.scene, Action("act", "ada", args))
    assert refused.value.field == field


def test_an_act_of_a_departed_fighter_has_no_title_and_no_procedure():
    here = duel()
    assert GAME.title(here.scene, Action("move", "gone", {})) is None
    assert GAME.script(here.scene, Action("attack", "gone", {})) is None
    args = {"check": "gone", "against": "nobody", "modifier": 0, "what": "use_item", "loaded": "none"}
    assert GAME.script(here.scene, Action("act", "ada", args)) is None
