"""A game master sets the webhook up, sees its secret once and how it goes, and every refusal is a sentence."""

import socket

import pytest
from django.urls import reverse

from campaigns.models import Delivery, Event
from campaigns.outgoing import addresses, worker
from encounters.models import Webhook
from encounters.webhook.signing import secret_of
from tests.campaigns.outgoing.receiver import HOST
from tests.cast import client_of

ADDRESS = f"http://{HOST}/table"


@pytest.fixture
def page(cast):
    return Page(cast)


class Page:
    def __init__(self, cast):
        self.client, self.address = client_of(cast.gm), reverse("webhook", args=[cast.gm.token])

    def post(self, do, **values):
        return self.client.post(self.address, {"do": do, **values}, headers={"HX-Request": "true", "X-Live": "1"})

    def text(self):
        return self.client.get(self.address).text


def switched_on(page, address=ADDRESS):
    return page.post("on", address=address, rolls="1", story="1")


def test_the_webhook_is_off_until_the_owner_of_the_site_allows_a_host(page, cast, settings):
    settings.TABLEE_WEBHOOK_HOSTS = []
    assert "TABLEE_WEBHOOK_HOSTS" in page.text() and 'name="address"' not in page.text()
    assert switched_on(page).status_code == 422 and not Webhook.objects.exists()


def test_the_webhook_is_set_up_tested_and_its_secret_shown_once(page, receiver):
    assert switched_on(page).status_code == 200
    hook = Webhook.objects.get()
    first = page.text()
    assert secret_of(hook) in first and "hx-trigger" in first  # a test waits
    assert secret_of(hook) not in page.text()
    worker.deliver_all()
    shown = page.text()
    assert len(receiver.came) == 1 and "hx-trigger" not in shown and "Il est arrivé." in shown
    switched_on(page)
    assert secret_of(hook) not in page.text()


def test_a_look_at_the_outcome_does_not_use_up_the_secret(page, receiver):
    switched_on(page)
    assert secret_of(Webhook.objects.get()) not in page.client.get(f"{page.address}?outcome").text
    assert secret_of(Webhook.objects.get()) in page.text()


def test_a_new_secret_takes_the_old_one_out_of_use(page, receiver):
    switched_on(page)
    old = secret_of(Webhook.objects.get())
    page.text()
    page.post("secret")
    new = secret_of(Webhook.objects.get())
    assert new != old and new in page.text() and new not in page.text()


def test_a_failure_is_a_sentence_on_the_page(page, receiver):
    receiver.status = 302
    switched_on(page)
    worker.deliver_all()
    assert "qui n’est pas suivie" in page.text()


def test_a_webhook_switched_off_sends_nothing_more(page, receiver):
    switched_on(page)
    assert page.post("off").status_code == 200
    assert not Webhook.objects.get().on and not Delivery.objects.exists()
    assert page.post("test").status_code == 422 and page.post("off").status_code == 200
    assert "Le webhook est désactivé." in page.text()


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("nonsense", "Cette adresse n’est pas valable"),
        ("https://elsewhere.example/", "ne permet pas elsewhere.example"),
        (f"https://{HOST}/", "ne permet pas"),
        ("http://127.0.0.1/", "seul https"),
        ("", "Cette adresse n’est pas valable"),
    ],
)
def test_an_address_that_may_not_be_is_refused_with_a_sentence(page, receiver, address, sentence):
    answer = switched_on(page, address)
    assert answer.status_code == 422 and sentence in answer.text and not Webhook.objects.exists()


@pytest.mark.parametrize("number", ["127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "fe80::1"])
def test_a_name_that_leads_inside_is_refused_when_it_is_set_up(page, settings, monkeypatch, number):
    settings.TABLEE_WEBHOOK_HOSTS = ["hooks.example"]
    rows = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (number, 443))]
    monkeypatch.setattr(addresses.socket, "getaddrinfo", lambda *_args, **_more: rows)
    answer = switched_on(page, "https://hooks.example/")
    assert answer.status_code == 422 and "au-dehors" in answer.text and number not in answer.text


def test_something_has_to_be_told(page, receiver):
    answer = page.post("on", address=ADDRESS)
    assert answer.status_code == 422 and not Webhook.objects.exists()


@pytest.mark.parametrize("do", ["", "nonsense", "test", "off", "secret"])
def test_an_impossible_webhook_is_refused(page, receiver, do):
    assert page.post(do).status_code == 422


def test_the_same_form_twice_sends_one_test(page, receiver):
    for _time in range(2):
        page.client.post(page.address, {"do": "on", "address": ADDRESS, "rolls": "1", "command": "abcdefgh1234"})
    assert Delivery.objects.count() == 1


def test_only_game_masters_learn_of_it(page, cast, receiver):
    switched_on(page)
    assert set(Event.objects.filter(kind="webhook_changed").values_list("audience", flat=True)) == {"gm"}
    for seat in (cast.ana, cast.spectator, cast.screen):
        address = reverse("webhook", args=[seat.token])
        assert client_of(seat).get(address).status_code == client_of(seat).post(address).status_code == 404
