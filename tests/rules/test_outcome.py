"""Numbers explain themselves: a base, named terms, and those that do not count with the reason."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.check import Breakdown, Level, Modifier, bracketed
from rules.core.text import MINUS, _

TERMS = st.lists(st.builds(Modifier, st.just(_("term")), st.integers(-20, 20), ignored=st.none() | st.just(_("no"))))


@given(st.integers(-20, 20), TERMS)
def test_a_total_is_the_base_and_every_term_that_counts(base, terms):
    number = Breakdown(Modifier(_("base"), base), tuple(terms))
    assert number.total == base + sum(term.value for term in terms if term.ignored is None)
    assert number.lines[0].value == base
    assert number.lines[1:] == tuple(terms)


@given(st.integers(-20, 20), TERMS, TERMS)
def test_added_terms_keep_the_first_ones_and_skip_zeros(base, first, more):
    number = Breakdown(Modifier(_("base"), base), tuple(first))
    longer = number.plus(*more)
    assert longer.modifiers[: len(first)] == tuple(first)
    assert all(term.value or term.ignored for term in longer.modifiers[len(first) :])
    assert longer.total == number.total + sum(term.value for term in more if term.ignored is None)


def test_only_successes_of_any_kind_have_succeeded():
    assert [level.succeeded for level in Level] == [False, False, True, True]
    assert sorted(Level) == [Level.FUMBLE, Level.FAILURE, Level.SUCCESS, Level.CRITICAL]


MAIL = Breakdown(Modifier(_("die"), 6), (Modifier(_("mail"), -2), Modifier(_("helmet"), -1, ignored=_("no helmet"))))


@pytest.mark.parametrize(
    ("number", "lines", "times", "text"),
    [
        (4, MAIL, 1, f" (die 6, mail {MINUS}2)"),
        (8, MAIL, 2, f" (die 6, mail {MINUS}2)"),
        (5, MAIL, 1, ""),
        (4, MAIL, 2, ""),
        (4, None, 1, ""),
    ],
)
def test_a_number_names_its_terms_as_long_as_they_make_it(number, lines, times, text):
    assert str(bracketed(number, lines, times)) == text
