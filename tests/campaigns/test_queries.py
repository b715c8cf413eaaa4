"""Prepared statements do the same as their querysets."""

import sys
from contextlib import contextmanager

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.db.models import Model, QuerySet
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from bench.demo_table import DemoTable
from campaigns.journal import event_cache
from campaigns.journal.journal import Sent
from campaigns.models import Seat
from campaigns.queries import Prepared, Row, insert, prepared
from campaigns.seats import invitations
from campaigns.services import set_seat
from encounters.models import Encounter
from encounters.prepare import services

APPS = ("campaigns.", "encounters.", "sheets.", "config.")


@pytest.fixture(autouse=True)
def no_stale_cache():
    """Switch the oracle of the cache off: statements are compared here, not texts."""


def all_prepared():
    modules = [module for name, module in sys.modules.items() if name.startswith(APPS)]
    return {value for module in modules for value in vars(module).values() if isinstance(value, Prepared)}


def plain(row):
    """All that is known of a row, with the rows that were read with it."""
    related = {name: other and plain(other) for name, other in row._state.fields_cache.items()}
    columns = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    return type(row), columns, related, row._state.adding, row._state.db


def all_rows(model):
    return {row.pk: plain(row)[1] for row in model.objects.all()}


@contextmanager
def compared(monkeypatch):
    """Compare each statement with its queryset as it runs; gives those that were read and written."""
    read, written = {}, set()
    select, update = Prepared.__call__, Prepared.update

    def compare_rows(statement, *args):
        rows, queryset = select(statement, *args), statement.queryset(*args)
        expected = list(queryset)
        if not queryset.ordered:
            rows, expected = (sorted(several, key=lambda row: row.pk) for several in (rows, expected))
        assert [plain(row) for row in rows] == [plain(row) for row in expected]
        read[statement] = max(len(rows), read.get(statement, 0))
        return rows

    def compare_update(statement, columns, *args):
        model, pks = statement.queryset(*args).model, {row.pk for row in statement.queryset(*args)}
        before = all_rows(model)
        assert update(statement, columns, *args) == len(pks)
        assert all_rows(model) == {pk: {**row, **(columns if pk in pks else {})} for pk, row in before.items()}
        written.add(statement)
        return len(pks)

    with monkeypatch.context() as patches:
        patches.setattr(Prepared, "__call__", compare_rows)
        patches.setattr(Prepared, "update", compare_update)
        yield read, written


def test_a_row_is_the_one_that_the_constructor_makes(cast, monkeypatch):
    def read():
        whole = [*Seat.objects.select_related("campaign").order_by("pk"), *Seat.objects.order_by("-pk")]
        return [plain(row) for row in whole], [vars(row).keys() for row in Seat.objects.only("name")]

    own = read()
    monkeypatch.setattr(Row, "from_db", classmethod(Model.from_db.__func__))
    assert own == read()
    assert Seat.objects.only("name").latest("pk").token == cast.screen.token


def play(table, monkeypatch):
    """Acts of a game master, an act of a player's account that is sent twice, other dice, a link, the end of the fight.

    Between them the table is drawn by a process that keeps few events.
    """
    for act in table.acts("gm"):
        if act.name == "a declaration or an attack":
            break
        act.send()
    user = get_user_model().objects.create_user("ana", password="a long enough password")
    Seat.objects.filter(pk=table.player.pk).update(user=user)
    table.clients["player"] = Client()
    table.clients["player"].force_login(user)
    first = next(table.acts("player"))
    first.send()
    first.send()
    table.correct_newest()
    event_cache.KEPT.clear()
    with monkeypatch.context() as patches:
        patches.setattr(event_cache, "MOST_EVENTS", 10)
        table.draw()
    set_seat(seat=table.gm, sent=Sent.of("", "dice"), path="dice", value=Seat.Dice.TYPED.value)
    assert invitations.find(invitations.code_of(invitations.invite_to(table.gm, Seat.Role.PLAYER)))
    ended = Encounter.Status.ENDED.value
    services.turn_to(seat=table.gm, sent=Sent.of("", "end"), encounter=table.fight, status=ended)
    table.clients["gm"].get(f"/t/{table.gm.token}/encounters/{table.fight}/")


@pytest.mark.slow("the acts at a fight of the demonstration, with every statement asked twice")
@pytest.mark.django_db
def test_each_prepared_statement_reads_and_writes_like_its_queryset(settings, monkeypatch):
    settings.TABLEE_DICE = ""
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}
    table = DemoTable("chroniques")
    with compared(monkeypatch) as (read, written):
        play(table, monkeypatch)
    never = {statement for statement in all_prepared() - written if not read.get(statement)}
    assert [statement.queryset.__qualname__ for statement in never] == []


@prepared
def seats_named(campaign: int, tokens: tuple[str, ...]) -> QuerySet[Seat]:
    return Seat.objects.select_related("campaign").filter(campaign=campaign, token__in=tokens).order_by("pk")


@pytest.mark.django_db
@pytest.mark.parametrize("present", range(4))
def test_a_tuple_of_any_length_is_looked_for_by_few_statements(cast, present):
    known = [seat.token for seat in cast.seats.values()][:present]
    for absent in range(6):
        tokens = (*known, *(f"absent{number}" for number in range(absent)))
        with CaptureQueriesContext(connection) as asked:
            rows = seats_named(cast.campaign.pk, tokens)
        assert [plain(row) for row in rows] == [plain(row) for row in seats_named.queryset(cast.campaign.pk, tokens)]
        assert all(row["sql"].count("'") // 2 in (1, 2, 4, 8) for row in asked)


@pytest.mark.django_db
def test_the_only_row_is_found_or_missing_as_by_a_queryset(cast):
    assert seats_named.get(cast.campaign.pk, (cast.ana.token,)) == cast.ana
    with pytest.raises(Seat.DoesNotExist):
        seats_named.get(cast.campaign.pk, ("nobody",))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("count", "returning"), [(1, True), (49, True), (50, True), (51, True), (130, True), (3, False)]
)
def test_inserted_rows_are_those_that_are_read(cast, count, returning, monkeypatch):
    monkeypatch.setattr(connection.features, "can_return_columns_from_insert", returning)
    rows = [
        Seat(campaign=cast.campaign, role=Seat.Role.PLAYER, name=f"{number}", left_at=timezone.now(), moved=number)
        for number in range(count)
    ]
    insert(rows)
    stored = Seat.objects.filter(token__in=[row.token for row in rows]).order_by("moved")
    assert [plain(row)[1] for row in stored] == [plain(row)[1] for row in rows]
    assert not any(row._state.adding for row in rows) and {row._state.db for row in rows} == {"default"}
