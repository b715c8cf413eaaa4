"""Whole fights of Mythras against their stored transcripts."""

import pytest

from tests.rules.transcripts import FIGHTS, fight, kept


@pytest.mark.parametrize("number", range(1, FIGHTS + 1))
def test_a_fight_goes_as_it_was_written_down(number):
    assert fight("mythras", number) == kept("mythras", number).read_text(encoding="utf-8").splitlines()
