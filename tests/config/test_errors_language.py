"""The error pages 404 and 403 use the language of their seat."""

import pytest
from django.urls import reverse

from campaigns.models import Seat
from tests.cast import client_of


@pytest.mark.parametrize(
    ("language", "browser", "words"), [("en", "fr", "open too long"), ("fr", "en", "depuis trop longtemps")]
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


NOT_THERE = {"en": "There is nothing at this address", "fr": "Il n’y a rien à cette adresse"}


@pytest.mark.parametrize(("language", "browser"), [("en", "fr"), ("fr", "en")])
@pytest.mark.parametrize("path", ["characters/nobody/", "nowhere/", "encounters/none/prepare/"])
def test_a_missing_page_is_told_in_the_language_of_the_seat(cast, language, browser, path):
    Seat.objects.filter(pk=cast.ana.pk).update(language=language)
    client = client_of(cast.ana)
    answer = client.get(f"/t/{cast.ana.token}/{path}", HTTP_ACCEPT_LANGUAGE=browser)
    assert answer.status_code == 404
    assert NOT_THERE[language] in answer.text and f'<html lang="{language}"' in answer.text


@pytest.mark.parametrize("path", ["/nowhere/", "/t/nobody/table/", "/t/"])
def test_elsewhere_a_missing_page_is_told_in_the_language_of_the_browser(cast, path):
    Seat.objects.filter(pk=cast.ana.pk).update(language="fr")
    answer = client_of(cast.ana).get(path, HTTP_ACCEPT_LANGUAGE="en")
    assert answer.status_code == 404 and NOT_THERE["en"] in answer.text


def test_the_seat_of_somebody_else_uses_the_language_of_the_reader(cast):
    Seat.objects.filter(pk=cast.leo.pk).update(language="fr")
    answers = [
        client_of(cast.ana).get(f"/t/{token}/table/", HTTP_ACCEPT_LANGUAGE="en").text
        for token in (cast.leo.token, "aaaaaaaaaaaaaaaa")
    ]
    assert answers[0] == answers[1] and NOT_THERE["en"] in answers[0]
