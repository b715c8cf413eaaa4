"""The notes of an encounter: before it and while it is played, for its game masters alone."""

import pytest

from campaigns.journal import undo
from encounters.models import Encounter
from encounters.prepare import services
from rules.core.errors import RulesError
from tests.cast import client_of
from tests.encounters.fight.test_pages import Fight

CANARY = "La cale est piégée"


@pytest.fixture
def fight(table):
    return Fight(table)


def annotate(fight, text, seat=None):
    return services.annotate(seat=seat or fight.gm, sent=fight.sent(), encounter=fight.token, text=text)


def notes(fight):
    return Encounter.objects.get(token=fight.token).state.get("notes")


def test_notes_stand_before_and_during_the_fight_and_are_undone(fight):
    draft = services.prepare(seat=fight.gm, sent=fight.sent(), name="Le sas").value
    services.annotate(seat=fight.gm, sent=fight.sent(), encounter=draft, text=CANARY)
    assert CANARY in fight.table.region(fight.gm, "prepare", "fight_notes", draft)
    done = annotate(fight, f"{CANARY}\nDeux gardes dorment.")
    assert CANARY in fight.table.region(fight.gm, "fight", "fight_notes", fight.token)
    undo.undo(seat=fight.gm, sent=fight.sent(), command=done.command)
    assert notes(fight) is None
    annotate(fight, CANARY)
    annotate(fight, "")
    assert notes(fight) is None


def test_nobody_else_reads_them(fight):
    annotate(fight, CANARY)
    for shown in fight.others().values():
        assert CANARY not in "".join(shown.values()) and "fight_notes" not in "".join(shown)
    for seat in (fight.table.cast.ana, fight.table.cast.screen):
        assert not fight.gm.campaign.events.filter(audience__in=("table", seat.circle), kind="annotate").exists()


def test_bad_notes_change_nothing(fight):
    annotate(fight, CANARY)
    address = f"/t/{fight.gm.token}/encounters/{fight.token}/notes/"
    assert client_of(fight.gm).post(address, {"notes": "x" * 65_536}).status_code == 422
    for seat in (fight.table.cast.ana, fight.table.cast.screen):
        with pytest.raises(RulesError):
            annotate(fight, "mine", seat)
    assert notes(fight) == CANARY
