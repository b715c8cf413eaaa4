"""Addresses by name, put together once: a page names the same hundreds of them at each act."""

from functools import lru_cache

from django.urls import reverse

MOST = 20_000


@lru_cache(MOST)
def address(name: str, *args: object) -> str:
    return reverse(name, args=args)
