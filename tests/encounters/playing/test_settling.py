"""A secret declaration with nobody left to wait for lands with the very command that reveals it."""

import pytest

from campaigns.journal import undo
from encounters.prepare import services as prepare_services
from encounters.prepare import timers as prepare_timers
from rules.core.paths import get
from rules.engine import timers
from sheets import services as sheets
from sheets.models import Character
from tests.encounters.fight.test_pages import fight as fight


def hide(fight, by):
    about = {"fighter": fight.id("Tibor"), "about": {"hidden": True}}
    return prepare_services.describe(**by, encounter=fight.token, **about)


def tick(flag):
    return lambda fight, by: sheets.edit(**by, character=fight.table.tibor, path=f"conditions.{flag}", value=True)


def put_out(fight, by):
    timer = timers.Timer(fight.id("Tibor"), "k", timers.ROUND, 2, path="conditions.cannot_act")
    return prepare_timers.set_timer(**by, encounter=fight.token, timer=timer)


def is_prone(fight):
    return bool(get(Character.objects.get(pk=fight.table.elowen.pk).data, "conditions.prone"))


@pytest.mark.parametrize("how", [hide, tick("cannot_act"), tick("surprised"), put_out])
def test_a_secret_dive_lands_with_the_command_that_leaves_nobody_to_wait_for(fight, how):
    fight.act("start")
    fight.declare_nothing_until("Élowen")
    fight.act("declare_defend", fight.id("Élowen"), mode="defensive", preparation="dive")
    assert not is_prone(fight)
    done = how(fight, {"seat": fight.gm, "sent": fight.sent()})
    assert is_prone(fight)
    undo.undo(seat=fight.gm, sent=fight.sent(), command=done.command)
    assert not is_prone(fight)
