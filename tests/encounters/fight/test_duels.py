"""Opposed rolls: both dice and the winner, never too early or to the wrong circle."""

import pytest

from campaigns.models import Seat
from encounters.prepare import services
from tests.encounters.fight.test_next_button import Fight as Begun
from tests.encounters.fight.test_pages import Fight

GUARD = "Garde de station"


@pytest.fixture
def fight(table):
    """Élowen's blow at a guard, whose two dice are asked."""
    Seat.objects.filter(campaign=table.cast.campaign).update(dice=Seat.Dice.TYPED)
    fight = Fight(table)
    fight.act("start")
    fight.declare_nothing_until("Élowen")
    fight.strike("Élowen", GUARD)
    return fight


def throw(fight, seat, face):
    need = next(need for need in fight.board(seat).needs if need.own and need.request is not None)
    fight.answer(seat, need, [face])


def wall(fight):
    return "".join(fight.shown(fight.table.cast.screen, "screen").values())


def verdicts(fight):
    cast = fight.table.cast
    return {fight.board(seat).cards[0].won for seat in (cast.gm, cast.ana, cast.leo, cast.screen)}


def test_the_wall_shows_both_sides_before_a_die_and_nothing_of_a_sealed_one(fight):
    assert wall(fight).count('class="duel-side"') == 2
    throw(fight, fight.table.cast.ana, 3)
    assert verdicts(fight) == {None}
    shown = wall(fight)
    assert "Posé, scellé" in shown and 'class="die' not in shown and "is-over" not in shown
    assert shown.count('class="duel-side"') == 2, "whoever throws next stands beside it"


def read_of_the_blow(fight, seat):
    """The card of the blow as a player's own page of the fight has it."""
    return fight.table.region(seat, "fight", "exchanges", fight.token)


def test_a_thrower_reads_their_result_in_words_before_the_other_die_is_in(fight):
    cast = fight.table.cast
    throw(fight, cast.ana, 3)
    assert "Réussite, marge 3" in read_of_the_blow(fight, cast.ana)
    assert "Réussite" not in read_of_the_blow(fight, cast.leo) + wall(fight)
    throw(fight, fight.gm, 19)
    assert "Réussite, marge 3" in read_of_the_blow(fight, cast.ana)
    assert "Échec" not in read_of_the_blow(fight, cast.ana), "the number of the guard's test is not hers to know"
    assert "Échec" in read_of_the_blow(fight, fight.gm)


def test_the_winner_is_shown_once_both_dice_are_in_before_the_next_question(fight):
    throw(fight, fight.table.cast.ana, 3)
    throw(fight, fight.gm, 19)
    (won,) = verdicts(fight)
    assert won.winner == "Élowen"
    for shown in (wall(fight), *("".join(page.values()) for page in fight.others().values())):
        assert "Élowen l’emporte" in shown
    assert "contre 10" not in wall(fight)  # the number of her test is hers and the game master's


def test_the_result_names_the_winner_and_the_margin_in_words(fight):
    throw(fight, fight.table.cast.ana, 2)
    throw(fight, fight.gm, 5)
    shown = wall(fight)
    assert f"{GUARD} l’emporte" in shown and "5 contre 2" in shown
    assert "is-over" in shown
    fight.act("new_round")
    fight.act("next")
    assert "wall-duel" not in wall(fight)


def test_a_duel_with_somebody_hidden_since_is_on_no_screen_of_others(fight):
    hidden = {"encounter": fight.token, "fighter": fight.id(GUARD), "hide": True}
    services.reveal(seat=fight.gm, sent=fight.sent(), **hidden)
    for seat, face in ((fight.table.cast.ana, 2), (fight.gm, 5)):
        throw(fight, seat, face)
        shown = wall(fight)
        assert "emporte" not in shown and GUARD not in shown and "duel-side" not in shown


def test_an_initiative_roll_is_no_duel_of_the_first_two(db):
    fight = Begun("mythras", Seat.Dice.TYPED)
    fight.press()
    first, second, _third = (need for need in fight.needs(fight.gm) if need.request)
    for need in (first, second):
        fight.act("answer", "", fight.gm, exchange=need.exchange, key=need.request.key, values=[5])
    assert "duel-side" not in fight.region(fight.cast.screen, "screen", "result_band")
    assert "duel-side" not in fight.region(fight.gm, "fight", "exchanges", fight.token)


def test_nor_is_one_that_each_throws_for_themselves(db):
    fight = Begun("arpenteurs", Seat.Dice.TYPED)
    fight.press()
    fight.act("initiative", next(iter(fight.scene.fighters)), fight.gm)
    assert "lance l’initiative" not in fight.region(fight.cast.screen, "screen", "result_band")


def test_the_next_thrower_is_drawn_and_not_named_again_beneath(fight):
    throw(fight, fight.table.cast.ana, 3)
    assert wall(fight).count(f"{GUARD}</b>") == 1 and "wall-duel-next" not in wall(fight)
