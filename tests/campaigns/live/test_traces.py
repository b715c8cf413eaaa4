"""A value is computed again if a value it read has changed, and only then."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaigns.live.traces import ABSENT, Trace

NAMES = "abcd"


class Reader:
    """Values of a thing, which count how often each was worked out."""

    def __init__(self, trace):
        self.trace, trace.owners["reader"] = trace, self

    def ask(self, work, *args):
        return self.trace.value("reader", work, *args)


def counted(calls):
    """A sum of two facts, whether it is large, and a sentence made of that and of another fact."""

    def total(reader):
        calls.append("total")
        return sum(reader.trace.fact(name) for name in "ab")

    def large(reader):
        calls.append("large")
        return reader.ask(total) > 10

    def sentence(reader):
        calls.append("sentence")
        return [reader.ask(large), reader.trace.fact("c") if reader.ask(large) else None]

    return sentence


@pytest.mark.parametrize(
    ("changed", "again"),
    [
        ({"d": 9}, []),
        ({"a": 2}, ["total", "large"]),  # no larger than before: the sentence stays
        ({"a": 20}, ["total", "large", "sentence"]),
        ({"c": 8}, []),  # it was not asked for
        ({"a": 2, "b": 1}, ["total"]),  # the same sum
    ],
)
def test_only_values_with_changed_reads_are_computed_again(changed, again):
    calls = []
    sentence = counted(calls)
    trace = Trace({"a": 1, "b": 2, "c": 7, "d": 5})
    first = Reader(trace).ask(sentence)
    calls.clear()
    later = Reader(trace.advance({**trace.facts, **changed}))
    result = later.ask(sentence)
    assert calls == again
    assert result is first if "sentence" not in again else result == [True, 7]


def test_a_value_carried_over_a_version_without_a_reader_is_still_good():
    calls = []
    sentence = counted(calls)
    trace = Trace({"a": 1, "b": 2})
    Reader(trace).ask(sentence)
    between = trace.advance({"a": 30, "b": 2, "c": 1})
    back = between.advance({"a": 1, "b": 2})
    calls.clear()
    assert Reader(back).ask(sentence) == [False, None] and calls == []


def test_a_failure_told_to_a_reader_depends_on_its_causes():
    def fails(reader):
        if reader.trace.fact("a") is ABSENT:
            raise LookupError
        return "there"

    def says(reader):
        try:
            return reader.ask(fails)
        except LookupError:
            return "missing"

    trace = Trace({})
    assert Reader(trace).ask(says) == "missing"
    assert Reader(trace.advance({"a": 1})).ask(says) == "there"


def chosen(reader, start):
    """Go from fact to fact: what is read depends on what was read."""
    seen = []
    while start not in seen and start is not ABSENT:
        seen.append(start)
        start = reader.trace.fact(start)
    return seen


facts = st.dictionaries(st.sampled_from(NAMES), st.sampled_from(NAMES))


@given(st.lists(facts, min_size=1, max_size=6))
def test_an_incremental_value_equals_one_computed_afresh(versions):
    trace = Trace({})
    for version in versions:
        trace = trace.advance(version)
        reader = Reader(trace)
        assert [reader.ask(chosen, name) for name in NAMES] == [
            Reader(Trace(version)).ask(chosen, name) for name in NAMES
        ]
