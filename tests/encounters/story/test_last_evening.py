"""An evening begins with the results of the last one and its unfinished fight."""

import pytest

from campaigns.models import Seat
from encounters.prepare import services
from tests.encounters.fight.test_pages import Fight

GUARD = "Garde de station"


@pytest.fixture
def fight(table, lay):
    """Élowen has struck a guard, who is wounded."""
    Seat.objects.filter(campaign=table.cast.campaign).update(dice=Seat.Dice.SERVER)
    fight = Fight(table)
    fight.act("start")
    fight.declare_nothing_until("Élowen")
    lay(9, 20, *[5] * 3)
    fight.strike("Élowen", GUARD)
    return fight


def table(fight, name):
    return fight.table.region(fight.gm, "table", name)


def to(fight, status):
    services.turn_to(seat=fight.gm, sent=fight.sent(), encounter=fight.token, status=status)


def test_an_open_fight_names_its_state_and_leads_back(fight):
    shown = table(fight, "encounters")
    assert "Tour 1" in shown and "Reprendre" in shown
    assert "last-evening-title" not in table(fight, "last_evening")
    to(fight, "paused")
    assert "En pause" in table(fight, "encounters") and "Reprendre" in table(fight, "encounters")


def test_the_last_evening_is_told_in_the_sentences_of_the_story(fight):
    to(fight, "ended")
    shown = table(fight, "last_evening")
    assert "Où nous en sommes" in shown and "Élowen" in shown and GUARD in shown
    assert "Reprendre" not in table(fight, "encounters")


def test_the_shared_screen_tells_a_fight_that_has_ended(fight):
    def wall():
        return [fight.table.region(fight.table.cast.screen, "screen", name) for name in ("wall_story", "result_band")]

    running = wall()
    to(fight, "paused")
    assert wall() == running and GUARD not in running[0] and GUARD in running[1]
    to(fight, "ended")
    assert [GUARD in region for region in wall()] == [True, False]


def test_nobody_else_has_it(fight):
    to(fight, "ended")
    screen = fight.shown(fight.table.cast.screen, "screen")
    sheet = fight.shown(fight.table.cast.ana, "sheet", fight.table.elowen.token)
    assert "last-evening" not in "".join((*screen, *sheet))
