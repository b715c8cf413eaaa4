"""The page for a form without its token speaks the language of the seat it was sent from."""

import pytest
from django.urls import reverse

from campaigns.models import Seat
from tests.cast import client_of


@pytest.mark.parametrize(
    ("language", "browser", "words"),
    [
        ("en", "fr", "open too long"),
        ("fr", "en", "depuis trop longtemps"),
    ],
)
def test_a_form_without_its_token_is_refused_in_the_language_of_the_seat(cast, language, browser, words):
    Seat.objects.filter(pk=cast.ana.pk).update(language=language)
    client = client_of(cast.ana, strict=True)
    address = reverse("characters", args=[cast.ana.token])
    answer = client.post(address, {"sample": "blank", "name": "Lue"}, HTTP_ACCEPT_LANGUAGE=browser)
    assert answer.status_code == 403
    assert words in answer.text and f'<html lang="{language}"' in answer.text


@pytest.mark.parametrize("address", ["/t/nobody/characters/", "/account/in/"])
def test_elsewhere_it_speaks_the_language_of_the_browser(db, address):
    answer = client_of(strict=True).post(address, HTTP_ACCEPT_LANGUAGE="en")
    assert answer.status_code == 403 and "open too long" in answer.text
