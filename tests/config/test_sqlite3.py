"""The threads of a process take turns at an embedded database, and a turn always ends."""

import threading

import pytest
from django.db import OperationalError, connection, connections, transaction

from config.environment import sqlite_options
from config.sqlite3 import base
from tests.sockets import PATIENCE

HERE = "embedded"  # a file of its own, whichever database the other tests are asked of


class Turn:
    """A lock that says when somebody waits for it."""

    def __init__(self):
        self.lock, self.asked = threading.Lock(), threading.Event()

    def acquire(self, timeout):
        self.asked.set()
        return self.lock.acquire(timeout=timeout)

    def release(self):
        self.lock.release()


@pytest.fixture
def opened(tmp_path, django_db_blocker):
    """Opens a connection to the file in the thread that calls it."""

    def connect():
        settings = {**connection.settings_dict, "ENGINE": "config.sqlite3", "NAME": str(tmp_path / "notes.sqlite3")}
        connections[HERE] = base.DatabaseWrapper({**settings, "OPTIONS": sqlite_options("OFF")}, HERE)
        return connections[HERE]

    with django_db_blocker.unblock():
        try:
            with connect().cursor() as cursor:
                cursor.execute("create table note (word text)")
            yield connect
        finally:
            connections[HERE].close()
            del connections[HERE]


@pytest.fixture
def turn(opened, monkeypatch):
    found = Turn()
    monkeypatch.setitem(base.TURNS, connections[HERE].settings_dict["NAME"], found)
    return found


def note(word):
    with connections[HERE].cursor() as cursor:
        cursor.execute("insert into note values (%s)", [word])


def notes():
    with connections[HERE].cursor() as cursor:
        return {word for (word,) in cursor.execute("select word from note")}


def test_a_writer_behind_another_asks_for_the_file_only_in_its_turn(opened, turn):
    asked = []

    def write():
        def listen(execute, sql, params, many, context):
            asked.append(sql)
            return execute(sql, params, many, context)

        mine = opened()
        try:
            mine.ensure_connection()
            with mine.execute_wrapper(listen), transaction.atomic(using=HERE):
                note("second")
        finally:
            mine.close()

    other = threading.Thread(target=write)
    with transaction.atomic(using=HERE):
        note("first")
        turn.asked.clear()
        other.start()
        assert turn.asked.wait(PATIENCE)
        assert asked == []
    other.join(PATIENCE)
    assert asked[0] == "BEGIN IMMEDIATE"
    assert notes() == {"first", "second"}


def commits():
    with transaction.atomic(using=HERE):
        note("one")


def is_taken_back():
    with pytest.raises(ZeroDivisionError), transaction.atomic(using=HERE):
        note("none")
        1 / 0  # noqa: B018


def is_taken_back_to_a_point():
    with transaction.atomic(using=HERE):
        is_taken_back()


def loses_its_connection():
    with transaction.atomic(using=HERE):
        note("none")
        connections[HERE].close()


def cannot_begin():
    def refuse(execute, sql, params, many, context):
        raise OperationalError("no")

    refused = connections[HERE].execute_wrapper(refuse)
    with refused, pytest.raises(OperationalError), transaction.atomic(using=HERE):
        pass


def cannot_commit():
    class Broken:
        def __getattr__(self, name):
            return getattr(real, name)

        def commit(self):
            raise OperationalError("no")

    real = connections[HERE].connection
    with pytest.raises(OperationalError), transaction.atomic(using=HERE):
        note("none")
        connections[HERE].connection = Broken()
    assert not real.in_transaction


@pytest.mark.parametrize(
    "ends", [commits, is_taken_back, is_taken_back_to_a_point, loses_its_connection, cannot_begin, cannot_commit]
)
def test_however_a_transaction_ends_the_next_one_has_its_turn(turn, ends):
    ends()
    assert turn.asked.is_set() and not turn.lock.locked()
    connections[HERE].close()
    commits()
    assert notes() == {"one"}


def test_a_writer_who_waits_too_long_gets_the_error_of_the_file_itself(turn, monkeypatch):
    monkeypatch.setitem(connections[HERE].settings_dict["OPTIONS"], "timeout", 0.01)
    with turn.lock, pytest.raises(OperationalError, match="locked"), transaction.atomic(using=HERE):
        pass
    commits()


def test_values_take_the_places_of_a_statement_and_a_percent_sign_stays(opened):
    with connections[HERE].cursor() as cursor:
        for word in ("one", "100 %"):
            assert cursor.execute("select '%%', '%%s', %s", [word]).fetchone() == ("%", "%s", word)
            assert cursor.execute("select '%%', %(word)s", {"word": word}).fetchone() == ("%", word)
        cursor.executemany("insert into note values (%s || '%%')", [["5"], ["6"]])
        assert cursor.execute("select '%%s'").fetchone() == ("%%s",)  # without values nothing is rewritten
    assert notes() == {"5%", "6%"}
