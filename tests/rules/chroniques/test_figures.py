"""Every table and figure of Chroniques Oubliées, row by row."""

from tests.rules.figures import figures
from tests.rules.ranges import listed


def test_every_figure_is_as_it_is_written():
    assert figures("chroniques") == listed("chroniques", "figures")
