"""Polaris fighters of the same phase: marked as acting together; the board shows who is next."""

import copy

import pytest
from django.urls import reverse

from campaigns.models import Seat
from encounters.fight import snapshot
from encounters.fight.offers import gestures, group_actions
from encounters.models import Encounter
from encounters.prepare import services
from rules.core.script import Roll
from tests.cast import client_of
from tests.encounters.fight.test_pages import Fight

TOGETHER, HELD = "agissent ensemble", "Ils agissent ensemble"


@pytest.fixture
def fight(table):
    """Two guards strike Élowen and Tibor in the same phase, and are called."""
    Seat.objects.filter(pk=table.cast.gm.pk).update(dice=Seat.Dice.ASK)
    fight = Fight(table)
    more = {"sample": "station_guard", "count": 1, "hidden": False}
    services.recruit(seat=fight.gm, sent=fight.sent(), encounter=fight.token, **more)
    fight.act("start")
    fight.guards = [row.id for row in fight.scene.fighters.values() if row.group]
    targets = dict(zip(fight.guards, ("Élowen", "Tibor"), strict=True))
    while fight.board().headline.figure == "":
        if fight.board().uncalled:
            fight.act("next")
        for one in fight.board().up:
            if one in targets:
                melee = next(row for row in fight.offers(fight.scene.fighters[one].name) if row.kind == "declare_melee")
                weapon = next(field for field in melee.fields if field.key == "weapon").choices[0].key
                fight.act("declare_melee", one, target=fight.id(targets[one]), weapon=weapon)
            else:
                fight.act("declare_nothing", one)
    fight.act("next")
    return fight


def strike(fight, guard):
    """A guard strikes, and everybody throws what is asked until nothing of it is left to ask."""
    fight.act("attack", guard)
    while rolls := [need for need in fight.board().needs if isinstance(need.request, Roll)]:
        fight.answer(fight.gm, rolls[0], [20] * rolls[0].request.dice.count)


def test_all_read_that_those_of_one_phase_act_together(fight):
    assert set(fight.board().up) == set(fight.guards)
    for seat, page, key in ((fight.gm, "fight", fight.token), (fight.table.cast.screen, "screen", "")):
        assert any(TOGETHER in text for text in fight.shown(seat, page, key).values())
    assert not any(HELD in text for text in fight.shown(fight.gm, "fight", fight.token).values())


@pytest.mark.slow("every throw of two attacks")
def test_a_joint_act_shows_that_it_waits_and_the_board_moves_on(fight):
    first, second = fight.board().up
    strike(fight, first)
    assert not fight.board().cards[0].waiting
    for seat in (fight.gm, fight.table.cast.ana, fight.table.cast.leo):
        shown = "".join(fight.shown(seat, "fight", fight.token).values())
        assert HELD in shown and TOGETHER not in shown.replace(HELD, "")
    _view, found = snapshot.fight_or_404(fight.gm, fight.token)
    assert found.selected == second
    assert [row.kind for row in gestures.possible_gestures(found.system, found.scene, {})] == []
    strike(fight, second)
    assert HELD not in "".join(fight.shown(fight.gm, "fight", fight.token).values())


def add_hidden_mate(fight):
    """One more guard, who is hidden and was called in the same phase."""
    encounter = Encounter.objects.get(token=fight.token)
    rows = encounter.state["fighters"]
    rows["mate"] = copy.deepcopy(rows[fight.guards[0]]) | {"hidden": True, "order": -1}
    encounter.state["called"].append("mate")
    encounter.save()


@pytest.mark.parametrize("together", [{"kind": "pass", "together": "on"}, {"kind": "all", "arg-kind": "pass"}])
def test_an_act_begun_by_a_hidden_member_of_the_group_stops_nobody(fight, together):
    Seat.objects.filter(pk=fight.gm.pk).update(dice=Seat.Dice.TYPED)
    add_hidden_mate(fight)
    fight.act("attack", "mate")
    assert [row.action.actor for row in fight.scene.exchanges.values()] == ["mate"]
    actor = {"actor": fight.guards[0] if "together" in together else "gm"}
    address = reverse("act", args=[fight.gm.token, fight.token])
    answer = client_of(fight.gm).post(address, together | actor, headers={"HX-Request": "true", "X-Live": "1"})
    assert answer.status_code == 200
    assert not set(fight.guards) & set(fight.board().up)


def test_a_hidden_fighter_takes_no_visible_one_along(fight):
    add_hidden_mate(fight)
    everybody = [*fight.guards, "mate"]
    assert list(group_actions.peers(fight.scene, "mate", everybody)) == []
    assert list(group_actions.peers(fight.scene, fight.guards[0], everybody)) == [fight.guards[1], "mate"]
