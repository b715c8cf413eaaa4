"""Addresses are those of Django, whatever they name."""

import pytest
from django.urls import get_resolver, reverse, set_script_prefix
from django.urls.converters import IntConverter

from campaigns.web.addresses import address

NAMES = sorted(name for name in get_resolver().reverse_dict if isinstance(name, str))


def ways(name):
    """The arguments of each way in which this address may be written: words as they are, and those that are quoted."""
    for possibilities, _pattern, _defaults, converters in get_resolver().reverse_dict.getlist(name):
        for _result, params in possibilities:
            numbers = [isinstance(converters.get(param), IntConverter) for param in params]
            yield tuple(7 if is_number else f"k3f9-{place}" for place, is_number in enumerate(numbers))
            yield tuple(7 if is_number else f"é %{place}" for place, is_number in enumerate(numbers))


@pytest.mark.parametrize("name", NAMES)
def test_an_address_is_the_one_that_django_finds(name):
    for args in ways(name):
        assert address(name, *args) == reverse(name, args=args)


def test_an_address_lies_where_the_site_does():
    set_script_prefix("/games/")
    try:
        assert address("sheet", "a", "b") == reverse("sheet", args=["a", "b"]) == "/games/t/a/characters/b/"
    finally:
        set_script_prefix("/")
