"""The steps of an exchange at a table."""

import pytest

from rules.core.errors import RulesError
from rules.core.json_codec import from_json
from rules.core.paths import put
from rules.core.scene import revert
from rules.core.script import Roll
from rules.games.mythras.effects.special_effects import EFFECTS
from rules.views.board import view
from rules.views.journal import tell
from rules.views.viewers import Viewer
from tests.rules.mythras.play import BANDIT, MYTHRAS, QUIET, SHEETS, table


def board(here, *characters, role="seat"):
    return view(MYTHRAS, here.scene, Viewer(role, frozenset(characters)))


@pytest.mark.rules("MYT-UI-01")
def test_a_fight_is_set_up_with_surprise_contacts_and_states():
    here = table(surprised=("orc",))
    assert here.mark("orc", "surprised") is True
    here.do("contact", fighter="ada", other="orc")
    assert here.mark("orc", "engaged.ada") is True
    here.do("contact", fighter="ada", other="orc", apart=True).do("state", fighter="orc", state="mounted")
    assert here.mark("orc", "engaged") is None and here.mark("orc", "mounted") is True
    assert here.refused(RulesError, "contact", fighter="ada", other="ada") == "Two different fighters are needed."


@pytest.mark.rules("MYT-ROUND-01")
def test_the_head_of_the_page_names_the_phase_of_the_fight():
    def said():
        head = MYTHRAS.headline(here.scene)
        return str(head.round), head.part and str(head.part), head.figure

    here = table(started=False)
    assert said() == ("Before the fight", None, "")
    assert here.do("start") and said() == ("Round 1", "Initiative", "")
    here.answer("initiative-ada", 9).answer("initiative-orc", 1)
    assert said() == ("Round 1, cycle 1", "ada’s turn: 2 action points left", "")
    here.attack("ada", "orc", "spear", 90)
    assert said() == ("Round 1, cycle 1", "ada’s turn: 1 action point left", "")
    here.go("none")
    assert said() == ("Round 1, cycle 1", "orc’s turn: 2 action points left", "")
    here.do("dither", "orc")
    assert said() == ("Round 1, cycle 2", "ada’s turn: 1 action point left", "")
    here.do("hold", "ada").do("hold", "orc")
    assert said() == ("Round 1", "All points are spent or kept", "")


@pytest.mark.rules("MYT-UI-03")
def test_a_declaring_player_sees_the_chances_of_each_weapon():
    hints = {one.key: one.hint and str(one.hint) for one in table().offer("ada", "attack").fields[1].choices}
    assert hints["spear"] == "1d8+1, 68: critical 7%, success 61%, fumble 2%"
    tired = table(put(QUIET, "state.fatigue", "winded")).offer("ada", "attack").fields[1].choices
    assert str(tired[0].hint).startswith("1d8+1, 46: critical 5%")


@pytest.mark.rules("MYT-UI-04", "MYT-UI-05")
def test_a_die_may_be_real_and_the_defender_sees_the_attack_before_they_answer():
    here = table().do("attack", "ada", target="orc", weapon="spear")
    assert isinstance(here.request(), Roll) and here.request().by == "ada"
    (exchange,) = here.scene.exchanges
    here.do("answer", exchange=exchange, key="attack", values=[31], real=True)
    (need,) = [one for one in board(here, "c-orc").needs if one.own]
    assert str(need.label) == "Attack: success. Which reaction?"
    hints = {one.key: str(one.hint) for one in need.request.options if one.hint}
    assert hints["parry-shield"] == "54: critical 6%, success 48%, fumble 2%, stops all damage"
    assert hints["evade"].endswith("ends prone")
    assert board(here, "c-ada").cards[0].answered[0].real
    empty = (
        table()
        .do("dither", "ada")
        .do("dither", "orc")
        .do("dither", "ada")
        .do("attack", "orc", target="ada", weapon="axe")
    )
    assert {one.of for one in board(empty, "c-ada", "c-orc").needs} == {"orc"}


@pytest.mark.rules("MYT-UI-07", "MYT-UI-08")
def test_the_winner_chooses_among_effects_in_groups_the_closed_ones_with_the_reason():
    here = table().attack("ada", "orc", "spear", 5, "parry-shield", 30)
    assert str(here.question()) == "Special effect 1 of 1: Critical success against Success"
    request = here.request()
    assert {str(one.group) for one in request.options if one.group} == {
        "Damage", "Body", "Weapons and armour", "Footing and will"
    }  # fmt: skip
    assert all(one.hint for one in request.options if one.key in EFFECTS)
    assert here.options()["bleed"] == "Needs a cutting weapon."
    levels = [str(one.label) for one in board(here, "c-ada").cards[0].answered]
    assert levels[0].startswith("Attack") and levels[-1].startswith("Defence")


@pytest.mark.rules("MYT-UI-09", "MYT-UI-10", "MYT-UI-12")
def test_location_and_damage_are_told_with_all_that_reduced_them_and_undone_at_once():
    here = table().attack("ada", "orc", "spear", 31, "none", "none", 10, 5, 1)
    assert here.told()[-1] == "takes 6 damage (chest) (One-handed spear 6, Damage modifier +1, Armour −1)"
    assert revert(here.scene, here.events[-1]).exchanges
    chosen = table().attack("ada", "orc", "spear", 31, "none", "choose_location")
    assert [one.key for one in chosen.request().options][:2] == ["right_leg", "left_leg"]
    line = tell("table", "attack", here.events[-1].payload, Viewer("seat", frozenset({"c-ada"})))
    assert [str(text) for _who, text in line.effects if "chest" in str(text)] == ["is hit (chest)"]


@pytest.mark.rules("MYT-UI-11", "MYT-UI-13")
def test_the_victim_chooses_how_to_resist_and_the_wound_is_rolled_after_the_effects():
    here = table().attack("ada", "orc", "spear", 31, "parry-shield", 90, "trip", 10, 8, 2)
    assert here.asked() == ["trip-skill"] and here.request().of == "orc"
    assert [one.key for one in here.request().options] == ["evade", "brawn"]
    here.go("brawn")
    assert here.request().by == "orc" and here.go(90).asked() == ["shaken"]
    here.go(1)
    assert str(here.request().label) == "Serious wound: Endurance"


@pytest.mark.rules("MYT-UI-14")
def test_pushing_back_and_falling_come_last():
    small = put(BANDIT, "characteristics.siz", 4)
    here = table(SHEETS["bear"], small)
    here.do("skip", fighter="orc") if here.up == ["orc"] else None
    here.attack("ada", "orc", "claws", 31, "none", "none", 10, 3, 2).finish_at("knockback-roll", 90)
    assert here.scene.exchanges == {} and here.mark("orc", "prone") is True


@pytest.mark.rules("MYT-UI-14", "MYT-CLOSE-KNOCKBACK")
@pytest.mark.parametrize("wounds", [(6, 6, 1), (6, 6, 90)])
def test_a_fighter_felled_by_the_wound_gets_no_test_to_keep_footing(wounds):
    """Unconscious of a major wound, or dead of it: pushed back without a test."""
    here = table(SHEETS["bear"], put(BANDIT, "characteristics.siz", 4))
    here.do("skip", fighter="orc") if here.up == ["orc"] else None
    here.attack("ada", "orc", "claws", 31, "none", "none", 10, *wounds)
    assert here.scene.exchanges == {} and "is pushed back 2 m" in here.told()


@pytest.mark.rules("MYT-UI-15")
def test_timers_run_on_ones_own_turns_and_points_come_back_each_round():
    here = table().attack("ada", "orc", "spear", 31, "none", "press_advantage", 10, 1, 1)
    assert here.mark("orc", "cannot_attack") == 1
    here.do("dither", "orc")
    assert here.mark("orc", "cannot_attack") is None
    here.do("dither", "ada").do("dither", "orc").do("new_round")
    assert here.left("orc") == here.left("ada") == 2


@pytest.mark.rules("MYT-UI-17", "MYT-FX-PREPARE-COUNTER")
def test_the_trigger_one_waits_for_is_told_to_nobody_else():
    here = table(BANDIT, QUIET).attack("ada", "orc", "axe", 90, "parry-aspis", 30, "prepare_counter", "trip")
    for viewer in (Viewer("table"), Viewer("seat", frozenset({"c-ada"}))):
        shown = repr(
            [view(MYTHRAS, here.scene, viewer), *(tell(e.audience, e.kind, e.payload, viewer) for e in here.events)]
        )
        assert "trip" not in shown.casefold()
    hard = table().attack("ada", "orc", "spear", 95, "none", situation="confined")
    lines = from_json(hard.events[-1].payload["outcomes"][0]).check.target.lines
    assert lines[-1].rule == "MYT-SIT-C02"
