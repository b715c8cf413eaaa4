"""Rate limits: token buckets, one request too many, and no cache."""

import os
import secrets
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile

from campaigns.models import Campaign
from campaigns.web import rate_limits
from campaigns.web.rate_limits import Limit
from encounters.api import views as api
from tests import serve
from tests.cast import client_of

TOYS = pytest.mark.urls("tests.campaigns.urls")
SCRIPT = {"HTTP_HX_REQUEST": "true"}
# Each limit, how many at once, and the seconds until there is one more.
PROMISED = {
    "commands": (20, 0.2),
    "codes": (10, 6),
    "logins": (5, 60),
    "logins-of": (50, 72),
    "logins-from": (30, 10),
    "challenges": (60, 1),
    "passwords": (5, 60),
    "sign-ups": (10, 360),
    "campaigns": (10, 360),
    "games": (20, 3),
    "stage": (30, 2),
    "simulations": (12, 5),
    "pictures": (10, 6),
    "pairings": (5, 120),
    "screens": (10, 6),
    "api": (30, 0.5),
    "api-wrong": (20, 3),
}
LIMITS = {limit.name: limit for limit in (*vars(rate_limits).values(), *vars(api).values()) if isinstance(limit, Limit)}
ALMOST = 1 - 1e-4


def test_nothing_else_is_limited():
    assert LIMITS.keys() == PROMISED.keys()


@pytest.mark.parametrize("name", PROMISED)
def test_each_promised_limit_refuses_one_more(name, clock):
    limit, (burst, seconds) = LIMITS[name], PROMISED[name]
    assert [limit.take("ana") for _ in range(burst + 1)] == [True] * burst + [False]
    assert limit.take("leo")
    clock.now += seconds * ALMOST
    assert not limit.take("ana")
    clock.now += seconds * (1.0001 - ALMOST)
    assert [limit.take("ana"), limit.take("ana")] == [True, False]


def test_a_bucket_gives_its_burst_and_then_one_by_one(clock):
    cache.clear()
    limit = Limit("test", 3, 0.5)
    assert [limit.take("ana") for _ in range(4)] == [True, True, True, False]
    assert limit.take("leo")
    clock.now += 2
    assert [limit.take("ana") for _ in range(2)] == [True, False]


def test_while_the_shared_cache_is_away_each_process_limits_by_itself(monkeypatch, caplog, clock):
    def away(*_args, **_options):
        raise ConnectionError("no cache")

    monkeypatch.setattr(cache, "get", away)
    limit = Limit("away", 2, 1)
    assert [limit.take("ana") for _ in range(3)] == [True, True, False]
    clock.now += 1
    assert limit.take("ana") and limit.take("leo")
    assert "counts alone" in caplog.text


def test_many_at_the_same_instant_are_not_more(monkeypatch, clock):
    read = cache.get

    def slowly(*args):
        found = read(*args)
        time.sleep(0.002)
        return found

    monkeypatch.setattr(cache, "get", slowly)
    limit = Limit("test", 5, 0.01)
    with ThreadPoolExecutor(20) as pool:
        assert sum(pool.map(lambda _number: limit.take("ana"), range(60))) == 5


class Shared:
    """A cache that several processes share: none of its orders waits for another, and each takes a while."""

    def __init__(self):
        self.kept = {}

    def get(self, key, default=None):
        found = self.kept.get(key, default)
        time.sleep(0.002)
        return found

    def set(self, key, value, timeout=None):
        time.sleep(0.002)
        self.kept[key] = value

    def add(self, key, value, timeout=None):
        return self.kept.setdefault(key, mine := object()) is mine

    def delete(self, key):
        self.kept.pop(key, None)


def test_processes_that_share_a_cache_give_no_token_twice(monkeypatch):
    shared = Shared()
    monkeypatch.setattr(rate_limits, "cache", shared)
    monkeypatch.setattr(rate_limits, "caches", {"default": shared})
    monkeypatch.setattr(rate_limits, "LOCKS", [nullcontext()])  # each thread is a process of its own
    limit = Limit("test", 5, 0.0001)
    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(lambda _number: limit.take("ana"), range(24))) == 5
    assert not any(key.endswith(":lock") for key in shared.kept)


def test_a_process_that_was_killed_holds_nobody_up_for_long(monkeypatch):
    shared = Shared()
    monkeypatch.setattr(rate_limits, "cache", shared)
    monkeypatch.setattr(rate_limits, "caches", {"default": shared})
    monkeypatch.setattr(rate_limits, "HELD", 0.05)
    shared.add("limit:test:ana:lock", 1)
    assert Limit("test", 5, 1).take("ana")


TAKE = """
import django, os
django.setup()
from campaigns.web import rate_limits
from campaigns.web.rate_limits import Limit
rate_limits.HELD = 60  # a process that a busy machine lets wait is not killed
os.fork()
print(sum(Limit("shared", 20, 0.0001).take("{who}") for _number in range(40)))
"""


def test_two_processes_on_one_redis_give_no_token_twice(redis_url):
    said = {"DJANGO_SETTINGS_MODULE": "config.settings", "CACHE_URL": redis_url.replace("redis://", "rediscache://")}
    told = serve.run(("-c", TAKE.format(who=secrets.token_hex(8))), {**os.environ, **said}).stdout
    assert sum(map(int, told.split())) == 20 and len(told.split()) == 2


def spend(limit, who):
    while limit.take(who):
        pass


@TOYS
def test_a_refusal_says_when_to_retry_and_gives_back_the_typed_text(cast, clock):
    client, address = client_of(cast.ana, strict=True), f"/t/{cast.ana.token}/toys/put/"
    token = client.get(f"/t/{cast.ana.token}/toys/").text.split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]
    said = {"value": '3<"', "command": "page-key-1", "csrfmiddlewaretoken": token}
    spend(rate_limits.COMMANDS, cast.ana.token)
    answer = client.post(address, said)
    assert (answer.status_code, answer["Retry-After"]) == (429, "1")
    assert 'role="alert"' in answer.text and f'action="{address}"' in answer.text
    assert '<input type="hidden" name="value" value="3&lt;&quot;">' in answer.text
    assert '<input type="hidden" name="command" value="page-key-1">' in answer.text
    assert answer.text.count("csrfmiddlewaretoken") == 1
    clock.now += 1
    assert client.post(address, {**said, "value": "3"}).status_code == 302


@TOYS
def test_a_live_page_is_told_when_its_command_is_accepted_again(cast, clock):
    spend(rate_limits.COMMANDS, cast.ana.token)
    answer = client_of(cast.ana).post(f"/t/{cast.ana.token}/toys/put/", {"value": "3"}, **SCRIPT)
    assert (answer.status_code, answer["Retry-After"]) == (429, "1")
    assert "is-refused" in answer.text and 'type="hidden" name="value"' not in answer.text
    assert Campaign.objects.get(pk=cast.campaign.pk).seq == cast.screen.campaign.seq


@pytest.mark.parametrize("address", ["/j/guess/", "/account/in/", "/tv/"])
def test_every_other_limit_says_when_to_retry(client, db, clock, address):
    wanted = {"/j/guess/": "6", "/account/in/": "60", "/tv/": "6"}[address]
    said = {"username": "Odile", "password": "faux"}
    answers = [client.post(address, said) for _try in range(11)]
    assert {answer["Retry-After"] for answer in answers if answer.status_code == 429} == {wanted}


def test_a_delayed_login_keeps_the_typed_name_and_never_the_password(client, db, clock):
    spend(rate_limits.LOGINS, f"{rate_limits.digest('Odile')}@127.0.0.1")
    answer = client.post("/account/in/", {"username": "Odile", "password": "une-longue-phrase"})
    assert answer.status_code == 429 and 'value="Odile"' in answer.text and "une-longue-phrase" not in answer.text


@pytest.mark.parametrize(("more", "status"), [(0, 422), (1, 413)])
def test_a_file_may_be_two_megabytes_and_not_a_byte_more(cast, more, status):
    client, address = client_of(cast.ana), f"/t/{cast.ana.token}/characters/file/"
    empty = int(client.post(address, {"file": SimpleUploadedFile("a.json", b"")}).request["CONTENT_LENGTH"])
    given = SimpleUploadedFile("a.json", b"x" * (2 * 1024 * 1024 - empty + more))
    assert client.post(address, {"file": given}).status_code == status
    assert client_of(cast.leo).get(f"/t/{cast.leo.token}/characters/").status_code == 200
