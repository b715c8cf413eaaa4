"""The time somebody has, as a page counts it down."""

from types import SimpleNamespace

import pytest

from encounters.fight.exchange_cards import clock

FIGHT = SimpleNamespace(encounter=SimpleNamespace(token="abc"), scene=SimpleNamespace(round=3))


@pytest.mark.parametrize(("seconds", "shown"), [(1, "0:01"), (59, "0:59"), (60, "1:00"), (75, "1:15"), (600, "10:00")])
def test_a_time_is_shown_in_minutes_and_counted_once_for_each_round_and_fighter(seconds, shown):
    need = SimpleNamespace(seconds=seconds, of="f1")
    assert clock(FIGHT, need) == {"key": "abc-3-f1", "seconds": seconds, "shown": shown}


def test_a_seat_without_a_time_limit_has_no_clock():
    assert clock(FIGHT, SimpleNamespace(seconds=0, of="f1")) is None
