"""Late commands of a phone: their player reads what replaced them."""

import pytest

from campaigns.journal import undo, undo_shortcut
from campaigns.models import Campaign, Seat
from encounters import roster
from encounters.prepare import services
from rules.core.script import Roll
from rules.views import board
from sheets import services as sheets
from tests.encounters.fight.test_pages import fight as fight
from tests.encounters.fight.test_pages import post

LATE = "Trop tard"


def seq(fight):
    return Campaign.objects.get(pk=fight.gm.campaign_id).seq


def declares(fight, seat, kind="declare_other", actor="Élowen", **said):
    said = {f"arg-{key}": value for key, value in said.items()}
    return post(seat, "act", fight.token, kind=kind, actor=fight.id(actor), **said)


@pytest.fixture
def called(fight):
    """Élowen is called to declare."""
    fight.act("start")
    fight.declare_nothing_until("Élowen")
    return fight


def test_a_player_who_comes_after_the_game_master_chose_for_them_reads_the_choice(called):
    called.act("declare_other", called.id("Élowen"), what="Tenir la porte")
    before = seq(called)
    late = declares(called, called.table.cast.ana, what="Fouiller la caisse")
    text = late.content.decode()
    assert late.status_code == 422 and LATE in text and "Tenir la porte" in text
    assert seq(called) == before


def test_the_player_reads_it_however_much_has_happened_since(called):
    elowen = called.table.elowen
    called.act("declare_other", called.id("Élowen"), what="Tenir la porte")
    sheets.step(seat=called.gm, sent=called.sent(), character=elowen, path="luck.current", by=-2)
    fighter = called.id("Zorvax")
    services.reveal(seat=called.gm, sent=called.sent(), encounter=called.token, fighter=fighter, hide=False)
    undo.undo(seat=called.gm, sent=called.sent(), command=undo_shortcut.last_undoable(called.gm))
    late = declares(called, called.table.cast.ana, what="Fouiller la caisse").content.decode()
    assert LATE in late and "Tenir la porte" in late and "Zorvax" not in late


def test_no_choice_is_reported_if_nobody_made_one(called):
    late = declares(called, called.table.cast.ana, kind="attack")
    assert late.status_code == 422 and LATE not in late.content.decode()


def round_is_over(fight):
    offers = board.offers(fight.gm.campaign.system, fight.scene, roster.viewer_of(fight.gm), "gm")
    return next(one.refused is None for one in offers if one.kind == "new_round")


def test_a_choice_made_before_the_next_call_is_not_given_as_the_reason(called):
    called.act("declare_nothing", called.id("Élowen"))
    while not round_is_over(called):
        if called.board().uncalled:
            called.act("next")
        for one in called.board().up:
            called.act("declare_nothing", one)
    called.act("new_round")
    called.declare_nothing_until("Élowen")
    late = declares(called, called.table.cast.ana, kind="attack")
    assert late.status_code == 422 and LATE not in late.content.decode()


def test_a_player_who_chose_hears_nothing_of_the_game_master(called):
    assert declares(called, called.table.cast.ana, what="Écouter").status_code == 200
    late = declares(called, called.table.cast.ana, what="Fouiller la caisse")
    assert late.status_code == 422 and LATE not in late.content.decode()


def test_a_choice_that_the_game_master_took_back_is_not_in_the_way(called):
    called.act("declare_other", called.id("Élowen"), what="Tenir la porte")
    undo.undo(seat=called.gm, sent=called.sent(), command=undo_shortcut.last_undoable(called.gm))
    assert declares(called, called.table.cast.ana, what="Fouiller la caisse").status_code == 200


@pytest.mark.parametrize("who", ["leo", "gm"])
def test_only_the_player_of_the_character_is_told(called, who):
    called.act("declare_other", called.id("Élowen"), what="Tenir la porte")
    seat = called.gm if who == "gm" else called.table.cast.leo
    late = declares(called, seat, what="Fouiller la caisse")
    assert late.status_code == 422 and LATE not in late.content.decode()


def test_a_choice_never_offered_to_a_player_was_not_made_for_them_either(called):
    called.act("declare_other", called.id("Élowen"), what="Tenir la porte")
    late = declares(called, called.table.cast.ana, kind="attack")
    assert late.status_code == 422 and LATE not in late.content.decode()


def test_a_call_is_no_choice_whatever_has_closed_since(called):
    elowen = called.table.elowen
    stunned = {"path": "conditions.stunned", "value": True}
    sheets.edit(seat=called.gm, sent=called.sent(), character=elowen, **stunned)
    late = declares(called, called.table.cast.ana, kind="declare_melee", **blow(called))
    assert late.status_code == 422 and LATE not in late.content.decode()


def test_a_late_choice_does_not_replace_the_game_masters(called):
    called.strike("Élowen", "Tibor")
    while called.scene.exchanges:
        need = next(one for one in called.board().needs if one.exchange)
        if need.request is None:
            called.act("confirm", exchange=need.exchange)
        else:
            called.answer(called.gm, need, usual(need.request))
    late = declares(called, called.table.cast.ana, kind="attack")
    assert late.status_code == 422 and LATE in late.content.decode()


def usual(request):
    """Middling dice, and the first of what may be chosen."""
    if isinstance(request, Roll):
        return ["10"] * request.dice.count
    return [next(one.key for one in request.options if one.refused is None)]


# Nobody was before them: what they said is refused.


def blow(fight):
    """The words of a blow that may be declared, but for its manner."""
    melee = next(one for one in fight.offers("Élowen") if one.kind == "declare_melee")
    weapon = next(field for field in melee.fields if field.key == "weapon").choices[0].key
    return {"target": fight.id("Tibor"), "weapon": weapon}


WRONG = {
    "a technique of another mode": (
        {"technique": "combat_guard", "mode": "offensive"},
        "Garde de combat exige l’un de ces modes",
    ),
    "hurried and put off": ({"rushed": "on", "delayed": "on"}, "Une action précipitée ne peut pas être retardée."),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_refused_player_who_may_still_act_reads_the_reason(called, wrong):
    said, why = WRONG[wrong]
    called.act("free", called.id("Élowen"), what="Crier")
    before = seq(called)
    answer = declares(called, called.table.cast.ana, kind="declare_melee", **blow(called), **said)
    text = answer.content.decode()
    assert answer.status_code == 422 and why in text and LATE not in text
    assert seq(called) == before


def test_a_player_who_may_still_act_reads_that_the_fight_is_paused(called):
    called.act("free", called.id("Élowen"), what="Crier")
    services.turn_to(seat=called.gm, sent=called.sent(), encounter=called.token, status="paused")
    answer = declares(called, called.table.cast.ana, kind="declare_melee", **blow(called))
    text = answer.content.decode()
    assert answer.status_code == 422 and "pas en cours" in text and LATE not in text


def test_a_game_master_who_chooses_twice_for_their_own_is_not_told_of_themselves(fight):
    fight.act("start")
    fight.declare_nothing_until("Garde de station")
    choice = {"actor": "Garde de station", "what": "Garder la porte"}
    assert declares(fight, fight.gm, **choice).status_code == 200
    late = declares(fight, fight.gm, **choice)
    assert late.status_code == 422 and LATE not in late.content.decode()


def test_a_missing_target_is_named_as_missing(called):
    before = seq(called)
    late = declares(called, called.table.cast.ana, kind="declare_melee", target="somebody-gone")
    assert late.status_code == 422 and "n’est plus là" in late.content.decode()
    assert seq(called) == before


def asked(fight, seat):
    """The prompt of a seat, and the arguments of a late answer to it."""
    (need,) = (one for one in fight.board(seat).needs if one.request is not None and one.own)
    return need, {"exchange": need.exchange, "key": need.request.key, "values": "4"}


def test_an_answer_that_the_game_master_gave_meanwhile_stands(called):
    called.strike("Élowen", "Tibor")
    need, said = asked(called, called.table.cast.ana)
    called.answer(called.gm, need, ["13"])
    late = post(called.table.cast.ana, "answer", called.token, **said)
    assert late.status_code == 409 and LATE in late.content.decode()
    for never_asked in (called.table.cast.leo, called.gm):
        late = post(never_asked, "answer", called.token, **said)
        assert late.status_code == 409 and LATE not in late.content.decode()


def test_a_game_master_who_answers_twice_for_their_own_is_not_told_of_themselves(called):
    Seat.objects.filter(pk=called.gm.pk).update(dice=Seat.Dice.ASK)
    called.strike("Élowen", "Garde de station")
    need, said = asked(called, called.gm)
    called.answer(called.gm, need, ["13"])
    late = post(called.gm, "answer", called.token, **said)
    assert late.status_code == 409 and LATE not in late.content.decode()


def test_a_player_who_answers_twice_hears_nothing_of_the_game_master(called):
    called.strike("Élowen", "Tibor")
    need, said = asked(called, called.table.cast.ana)
    called.answer(called.table.cast.ana, need, ["13"])
    late = post(called.table.cast.ana, "answer", called.token, **said)
    assert late.status_code == 409 and LATE not in late.content.decode()


@pytest.mark.parametrize("second", [{"values": "13"}, {"throw": "1"}])
@pytest.mark.parametrize("part", ["ana", "gm"])
def test_a_second_press_of_ones_own_answer_is_no_refusal(called, part, second):
    seat = called.table.cast.seats[part]
    called.strike("Élowen", "Tibor")
    need, said = asked(called, called.table.cast.ana)
    called.answer(seat, need, ["13"])
    before = seq(called)
    again = post(seat, "answer", called.token, **{**said, "values": "", **second})
    text = again.content.decode()
    assert again.status_code == 200 and "déjà été répondu" not in text and "is-refused" not in text
    assert seq(called) == before


def test_an_answer_of_somebody_else_is_no_second_press(called):
    called.strike("Élowen", "Tibor")
    need, said = asked(called, called.table.cast.ana)
    called.answer(called.table.cast.ana, need, ["13"])
    late = post(called.gm, "answer", called.token, **{**said, "values": "13"})
    assert late.status_code == 409 and "déjà été répondu" in late.content.decode()
