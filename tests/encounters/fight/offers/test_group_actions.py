"""One act for a whole group: one command, one undo, and a stop at the first prompt."""

import pytest
from django.urls import reverse

from campaigns.journal import undo
from campaigns.models import Seat
from encounters.fight.offers import group_actions
from encounters.prepare import services
from tests.cast import client_of
from tests.encounters.fight.test_pages import Fight

GUARD = "Garde de station"


@pytest.fixture
def fight(table):
    """A fight against four guards, whose declarations have begun."""
    Seat.objects.filter(pk=table.cast.gm.pk).update(dice=Seat.Dice.SERVER)
    fight = Fight(table)
    more = {"sample": "station_guard", "count": 3, "hidden": False}
    services.recruit(seat=fight.gm, sent=fight.sent(), encounter=fight.token, **more)
    fight.act("start")
    return fight


def guards(fight):
    return [one.id for one in fight.scene.fighters.values() if one.group == GUARD]


def come_to(fight, fighters):
    """Let every slower fighter declare nothing."""
    while not set(fighters) & set(fight.board().up):
        if fight.board().uncalled:
            fight.act("next")
        for one in fight.board().up:
            if one not in fighters:
                fight.act("declare_nothing", one)


def send(seat, fight, **said):
    address = reverse("act", args=[seat.token, fight.token])
    return client_of(seat).post(address, said, headers={"HX-Request": "true", "X-Live": "1"})


def test_a_group_declaration_is_one_act_and_one_undo(fight):
    group = guards(fight)
    come_to(fight, group)
    before = fight.scene.state
    assert list(group_actions.peers(fight.scene, group[0], fight.board().up)) == group[1:]
    answer = send(fight.gm, fight, kind="declare_nothing", actor=group[0], together="on")
    assert answer.status_code == 200 and not set(group) & set(fight.board().up)
    done = fight.gm.commands.order_by("-first_seq").first()
    assert sorted(one.for_fighter for one in done.events.exclude(kind="next")) == sorted(group)
    undo.undo(seat=fight.gm, sent=fight.sent(), command=done)
    assert fight.scene.state == before


def test_without_the_word_only_the_one_does_it(fight):
    group = guards(fight)
    come_to(fight, group)
    send(fight.gm, fight, kind="declare_nothing", actor=group[0])
    assert set(group[1:]) <= set(fight.board().up)


def test_a_fighter_who_may_not_is_left_out_and_the_others_do_it(fight):
    group = guards(fight)
    come_to(fight, group)
    fight.act("declare_nothing", group[1])
    assert send(fight.gm, fight, kind="declare_nothing", actor=group[0], together="on").status_code == 200
    assert not set(group) & set(fight.board().up)


def test_an_act_refused_to_the_first_is_done_by_nobody(fight):
    group = guards(fight)
    come_to(fight, group)
    before = fight.scene.state
    assert send(fight.gm, fight, kind="no_such_act", actor=group[0], together="on").status_code == 422
    assert fight.scene.state == before


def test_a_player_s_fighter_takes_nobody_along(fight):
    elowen = fight.id("Élowen")
    come_to(fight, [elowen])
    if fight.board().uncalled:
        fight.act("next")
    assert list(group_actions.peers(fight.scene, elowen, fight.board().up)) == []
    before = set(fight.board().up)
    assert send(fight.table.cast.ana, fight, kind="declare_nothing", actor=elowen, together="on").status_code == 200
    assert before - set(fight.board().up) == {elowen}


def test_the_form_names_the_others_who_would_act_along(fight):
    group = guards(fight)
    come_to(fight, group)
    shown = fight.shown(fight.gm, "fight", fight.token)
    text = "".join(shown.values())
    assert 'name="together"' in text
    assert 'name="together"' not in "".join(fight.shown(fight.table.cast.ana, "fight", fight.token).values())
