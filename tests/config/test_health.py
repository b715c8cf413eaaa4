"""Health checks, metrics and logs, which reveal nothing of the tables."""

import json
import logging

import pytest
from channels.layers import channel_layers
from django.db import InternalError, OperationalError
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families

from campaigns.models import Seat
from config.serving import health
from config.serving.logs import Json, Lines, Routes
from tests.cast import gather

pytestmark = pytest.mark.django_db


def away(*_args, **_options):
    raise OperationalError("could not connect")


def test_a_live_process_says_so_without_the_database(monkeypatch):
    monkeypatch.setattr(Seat.objects, "get", away)
    assert Client().get("/alive/").content == b"ok\n"


def test_a_ready_process_names_its_parts():
    response = Client().get("/ready/")
    assert response.status_code == 200
    assert response.content.decode() == "database: ok\nchannel layer: ok\n"
    assert response["Cache-Control"] == "no-store"


def test_a_process_without_its_database_is_not_ready(monkeypatch):
    monkeypatch.setattr(health, "MigrationExecutor", away)
    response = Client().get("/ready/")
    assert (response.status_code, response.content.splitlines()[0]) == (503, b"database: away")


def test_a_process_behind_in_its_migrations_is_not_ready(monkeypatch):
    monkeypatch.setattr(health.MigrationExecutor, "migration_plan", lambda *_: ["sheets.0099"])
    response = Client().get("/ready/")
    assert (response.status_code, response.content.splitlines()[0]) == (503, b"database: to migrate")


def test_a_lost_layer_is_reported_and_not_refused(settings):
    settings.CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": ["redis://127.0.0.1:1/0"]},
        }
    }
    channel_layers.backends.clear()
    response = Client().get("/ready/")
    channel_layers.backends.clear()
    assert response.status_code == 200
    assert response.content.decode() == "database: ok\nchannel layer: away\n"


@pytest.mark.parametrize("header", [{}, {"HTTP_AUTHORIZATION": "Bearer "}, {"HTTP_AUTHORIZATION": "Bearer wrong"}])
@pytest.mark.parametrize("token", ["", "right"])
def test_metrics_need_the_token(settings, token, header):
    settings.TABLEE_METRICS_TOKEN = token
    assert Client().get("/metrics", **header).status_code == 404


def figures(settings):
    settings.TABLEE_METRICS_TOKEN = "right"
    text = Client().get("/metrics", HTTP_AUTHORIZATION="Bearer right").content.decode()
    found = {}
    for family in text_string_to_metric_families(text):
        found |= {(one.name, *(one.labels[key] for key in sorted(one.labels))): one.value for one in family.samples}
    return text, found


def test_requests_are_counted_by_route_and_answer_without_any_address(settings):
    cast = gather()
    route = ("tablee_requests_total", "GET", "t/<str:seat>/journal/", "404")  # labels by name
    before = figures(settings)[1].get(route, 0)
    assert Client().get(f"/t/{cast.ana.token}/journal/").status_code == 404
    text, after = figures(settings)
    assert after[route] == before + 1
    assert cast.ana.token not in text


def test_a_database_that_is_away_gives_a_page_that_may_be_tried_again(monkeypatch):
    monkeypatch.setattr("campaigns.seats.sessions.SessionStore.load", away)
    client = Client(raise_request_exception=False)
    client.cookies["tablee_session"] = "x" * 32
    response = client.get("/")
    assert (response.status_code, response["Retry-After"]) == (503, "2")
    assert "Content-Security-Policy" in response


@pytest.mark.parametrize(("sqlstate", "status"), [("25006", 503), ("25P02", 500)])
def test_a_standby_database_is_retried_and_a_programming_error_is_not(monkeypatch, sqlstate, status):
    def refuse(*_args):
        cause = Exception("refused")
        cause.sqlstate = sqlstate
        raise InternalError("refused") from cause

    monkeypatch.setattr("campaigns.seats.sessions.SessionStore.load", refuse)
    client = Client(raise_request_exception=False)
    client.cookies["tablee_session"] = "x" * 32
    assert client.get("/").status_code == status


def record(request, message, *args, **fields):
    one = logging.LogRecord("django.request", logging.ERROR, __file__, 1, message, args, None)
    one.request = request
    one.__dict__.update(fields)
    assert Routes().filter(one)
    return one


def test_a_line_names_the_route_and_never_the_seat(rf):
    request = rf.get("/t/abcdefgh12345678/journal/?q=secret")
    one = record(request, "%s: %s", "Internal Server Error", request.path, status=500)
    whole = record(request, "%s: %s", "Bad", request.get_full_path())
    assert one.getMessage() == "Internal Server Error: t/<str:seat>/journal/"
    assert whole.getMessage() == "Bad: t/<str:seat>/journal/"
    assert Lines().format(one).endswith("Internal Server Error: t/<str:seat>/journal/ status=500")
    said = json.loads(Json().format(one))
    assert (said["level"], said["status"], said["said"]) == ("ERROR", 500, one.getMessage())


def test_an_exception_is_written_into_the_json_line():
    try:
        raise ValueError("boom")
    except ValueError as error:
        one = logging.LogRecord("x", logging.ERROR, __file__, 1, "broke", (), (ValueError, error, error.__traceback__))
    assert "ValueError: boom" in json.loads(Json().format(one))["trace"]


def test_each_request_is_a_line_at_that_log_level(caplog):
    with caplog.at_level("INFO", logger="tablee.request"):
        Client().get("/alive/")
    (line,) = [one for one in caplog.records if one.name == "tablee.request"]
    assert (line.route, line.method, line.status) == ("alive/", "GET", 200)
