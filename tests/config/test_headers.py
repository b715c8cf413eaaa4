"""Headers of every answer: a page, a refusal, a file."""

import pytest
from django.test import Client

from tests.policy import POLICY, policy_of


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/no-such-page/", "/language/", "/static/vendor/htmx-4.0.1/htmx.min.js"])
def test_every_answer_carries_the_policy(client, address):
    headers = client.get(address).headers
    assert policy_of(headers) == POLICY
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["X-Frame-Options"] == "DENY"
    assert "Access-Control-Allow-Origin" not in headers


@pytest.mark.django_db
def test_a_host_that_is_not_ours_gets_a_400(client):
    assert client.get("/language/", headers={"host": "elsewhere.example"}).status_code == 400


@pytest.mark.django_db
def test_an_oversized_form_is_refused(client):
    assert (
        client.post("/language/", {"language": "x" * 300_000}, "application/x-www-form-urlencoded").status_code == 413
    )


@pytest.mark.django_db
@pytest.mark.parametrize("charset", ["utf-7", "latin-1"])
def test_a_form_in_another_charset_gets_a_400_although_its_token_cannot_be_read(charset):
    client = Client(enforce_csrf_checks=True)
    client.cookies["tablee_csrf"] = "x" * 32
    kind = f"application/x-www-form-urlencoded; charset={charset}"
    answer = client.generic("POST", "/language/", b"language=fr", kind, headers={"X-CSRFToken": "x" * 32})
    assert (answer.status_code, "Rien n’a été changé" in answer.content.decode()) == (400, True)
    assert "unsafe" not in answer.headers["Content-Security-Policy"]
