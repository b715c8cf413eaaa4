"""Whole fights of Polaris against their stored transcripts."""

import pytest

from tests.rules.transcripts import FIGHTS, fight, kept


@pytest.mark.parametrize("number", range(1, FIGHTS + 1))
def test_a_fight_goes_as_it_was_written_down(number):
    assert fight("polaris", number) == kept("polaris", number).read_text(encoding="utf-8").splitlines()
