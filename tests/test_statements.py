"""The selection of the tests that are also run on another database."""

from collections import Counter
from types import SimpleNamespace

import pytest
from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper
from django.db.utils import IntegrityError
from hypothesis import given
from hypothesis import strategies as st

from campaigns.models import Campaign
from tests import statements

NAMES = st.sampled_from("abcdefgh")


@given(st.dictionaries(st.integers(0, 30).map(str), st.sets(NAMES)), st.data())
def test_enough_tests_are_chosen_for_each_statement(sent, data):
    given_ones = data.draw(st.sets(st.sampled_from(sorted(sent)))) if sent else set()
    kept = statements.cover(sent, {}, given_ones)
    asked = Counter(name for names in sent.values() for name in names)
    often = Counter(name for test in kept for name in sent[test])
    assert given_ones <= kept <= set(sent)
    assert all(often[name] >= min(statements.TIMES, times) for name, times in asked.items())


def test_the_cheapest_of_tests_that_send_the_same_are_kept(monkeypatch):
    monkeypatch.setattr(statements, "TIMES", 2)
    sent = {"dear": {"a", "b"}, "cheap": {"a", "b"}, "cheaper": {"b", "a"}, "silent": set()}
    assert statements.cover(sent, {"dear": 3.0, "cheap": 0.2, "cheaper": 0.1}, ()) == {"cheap", "cheaper"}


def test_a_test_that_commits_or_did_not_run_is_kept(tmp_path):
    def item(name, *fixtures, **mark):
        found = SimpleNamespace(kwargs=mark)
        return SimpleNamespace(nodeid=name, fixturenames=fixtures, get_closest_marker=lambda _name: found)

    (tmp_path / "1").write_text('["commits", []]\n["serves", []]\n["sends nothing", []]\n')
    items = [item("commits", transaction=True), item("serves", "live_server"), item("sends nothing"), item("skipped")]
    assert statements.few(items, tmp_path) == {"commits", "serves", "skipped"}


@pytest.mark.parametrize(
    ("sql", "shape"),
    [
        ("WHERE a IN (%s, %s, %s) AND b = %s LIMIT 21", "WHERE a IN (%s) AND b = %s LIMIT 0"),
        ("INSERT INTO t (a, b) VALUES (%s, %s), (%s, %s)", "INSERT INTO t (a, b) VALUES (%s)"),
        ('RELEASE SAVEPOINT "s140_x7"', 'RELEASE SAVEPOINT "s0_x0"'),
    ],
)
def test_a_list_of_another_length_makes_no_other_statement(sql, shape):
    assert statements.shape_of(sql) == shape


def test_a_statement_is_noted_by_its_place_its_values_and_its_error(cast, tmp_path, monkeypatch):
    for name in ("execute", "executemany"):
        monkeypatch.setattr(CursorWrapper, name, getattr(CursorWrapper, name))  # as it was, after this test
    recorder = statements.Recorder(tmp_path)

    def is_new(act, line):
        """True if this line of the product sends another statement than those before."""
        before = set(recorder.sent)
        exec(compile("\n" * line + "act()", f"{statements.ROOT}/campaigns/made_up.py", "exec"), {"act": act})
        return recorder.sent != before

    def named(*names):
        return Campaign.objects.filter(name__in=names).first()

    def select(value):
        with connection.cursor() as cursor:
            cursor.execute("SELECT %s", [value])

    def nameless():
        with pytest.raises(IntegrityError), transaction.atomic():
            Campaign.objects.update(name=None)

    assert is_new(lambda: named("a"), 1) and is_new(lambda: named("a"), 2)
    assert not is_new(lambda: named("b", "c"), 1)
    assert is_new(lambda: Campaign.objects.filter(name="a").first(), 1)
    assert is_new(lambda: select("a"), 1) and not is_new(lambda: select("b"), 1) and is_new(lambda: select(7), 1)
    assert is_new(nameless, 1) and not is_new(nameless, 1)
    seen = set(recorder.sent)
    named("d")
    assert recorder.sent == seen, "no place of the product"
