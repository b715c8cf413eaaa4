"""Buckets of tokens: each limit, one more than it, and what happens without a cache."""

from django.core.cache import cache

from campaigns.limits import Limit


def test_a_bucket_gives_its_burst_and_then_one_by_one(clock):
    cache.clear()
    limit = Limit("test", 3, 0.5)
    assert [limit.take("ana") for _ in range(4)] == [True, True, True, False]
    assert limit.take("leo")
    clock.now += 2
    assert [limit.take("ana") for _ in range(2)] == [True, False]


def test_without_a_cache_nobody_is_limited(monkeypatch, caplog):
    def away(*_args, **_options):
        raise ConnectionError("no cache")

    monkeypatch.setattr(cache, "get", away)
    limit = Limit("test", 1, 1)
    assert [limit.take("ana") for _ in range(3)] == [True, True, True]
    assert "nobody is limited" in caplog.text
