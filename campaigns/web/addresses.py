"""Addresses by name: a page says hundreds of them at each act, and Django looks through all patterns for each."""

from __future__ import annotations

import re
from functools import cache

from django.urls import get_resolver, get_script_prefix, reverse
from django.urls.converters import StringConverter
from django.urls.resolvers import URLResolver

_PLAIN = re.compile(r"[A-Za-z0-9_-]+(?:,[A-Za-z0-9_-]+)*").fullmatch  # what stands in an address as it is
_STAND_IN = "stand-in"


def address(name: str, *args: object) -> str:
    """Django's ``reverse``, its pattern found once for each name; what needs more than to be put in is asked of it."""
    pattern = _pattern(get_resolver(), get_script_prefix(), name, len(args))
    texts = tuple(map(str, args))
    if pattern is None or (texts and not _PLAIN(",".join(texts))):
        return reverse(name, args=args)
    return pattern % texts


@cache
def _pattern(resolver: URLResolver, _prefix: str, name: str, count: int) -> str | None:
    """The address of this name with a place for each argument; ``None`` where an argument is no plain word."""
    ways = resolver.reverse_dict.getlist(name)
    words = [way for way in ways if all(isinstance(taken, StringConverter) for taken in way[3].values())]
    if len(ways) != 1 or not words:
        return None
    shown = reverse(name, args=(_STAND_IN,) * count)
    return shown.replace("%", "%%").replace(_STAND_IN, "%s")
