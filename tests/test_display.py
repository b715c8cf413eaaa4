"""Theme and size of text: kept per device, without account or script."""

import pytest
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.urls import reverse


def shown(client) -> str:
    """Return the opening tag of the frame as this browser would get it."""
    request = RequestFactory().get("/")
    request.COOKIES = {name: morsel.value for name, morsel in client.cookies.items()}
    page = render_to_string("base.html", request=request)
    return page[page.index("<html") : page.index("<head>")]


def test_a_new_device_follows_the_system_at_normal_size(client):
    assert 'data-theme="system"' in shown(client) and 'data-text="100"' in shown(client)


@pytest.mark.parametrize(
    ("name", "value", "mark"), [("theme", "dark", 'data-theme="dark"'), ("text", "150", 'data-text="150"')]
)
def test_a_choice_stays_on_the_device(client, name, value, mark):
    answer = client.post(reverse("display"), {name: value, "next": "/somewhere/"})
    assert (answer.status_code, answer["Location"]) == (302, "/somewhere/")
    assert mark in shown(client)


def test_one_choice_leaves_the_other(client):
    client.post(reverse("display"), {"theme": "light"})
    client.post(reverse("display"), {"text": "175"})
    assert 'data-theme="light"' in shown(client) and 'data-text="175"' in shown(client)


@pytest.mark.parametrize("value", ["", "neon", '"><script>', "dark\x00"])
def test_a_choice_that_is_not_offered_changes_nothing(client, value):
    answer = client.post(reverse("display"), {"theme": value, "text": value})
    assert answer.status_code == 302 and not answer.cookies


def test_a_forged_cookie_never_reaches_the_page(client):
    client.cookies["tablee_theme"] = "<i>"
    assert "<i>" not in shown(client) and 'data-theme="system"' in shown(client)


def test_the_way_back_stays_on_this_site(client):
    answer = client.post(reverse("display"), {"theme": "dark", "next": "https://elsewhere.example/"})
    assert answer["Location"] == "/"


def test_reading_the_address_is_refused(client):
    assert client.get(reverse("display")).status_code == 405


@pytest.mark.parametrize("page", ["400.html", "403.html", "403_csrf.html", "404.html", "500.html"])
def test_error_pages_need_neither_request_nor_database(page):
    found = render_to_string(page)
    assert '<main id="main"' in found and "<script" not in found
