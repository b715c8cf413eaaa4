"""How a manner of fire reads in a declaration."""

import pytest

from rules.polaris import manners


@pytest.mark.rules("POL-INIT-07", "POL-RANGED-05")
@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({}, []),
        ({"second": "other"}, ["One shot", "two weapons"]),
        ({"fire": "aimed", "points": 2}, ["Aimed shot"]),
        ({"fire": "repeated", "rounds": 2}, ["Repeated shots, 2 rounds"]),
        ({"fire": "short_burst"}, ["Short burst, 3 rounds"]),
        ({"fire": "long_burst", "rounds": 10, "second": "other"}, ["Long burst, 10 rounds", "two weapons"]),
    ],
)
def test_a_declaration_names_the_manner_its_rounds_and_a_second_weapon(said, told):
    assert [str(one) for one in manners.words(said)] == told
