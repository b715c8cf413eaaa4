"""Answers to a command: to a page that listens, to one that does not, and to one without a script."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from campaigns.models import Campaign, Command
from campaigns.web import rate_limits
from tests.campaigns.toys import box, put_toy
from tests.cast import client_of

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.campaigns.urls")]
SCRIPT = {"HTTP_HX_REQUEST": "true", "HTTP_X_PAGE": "toys"}
LIVE = {**SCRIPT, "HTTP_X_LIVE": "1"}
LEAVES = {"HTTP_X_LEAVES": "1"}


def send(seat, value="3", client=None, **headers):
    return (client or client_of(seat)).post(f"/t/{seat.token}/toys/put/", {"value": value}, **headers)


def test_a_page_that_listens_gets_no_region(cast):
    answer = send(cast.ana, **LIVE)
    assert answer.status_code == 200
    assert 'hx-target="#toasts"' in answer.text and "toys-open" not in answer.text


def test_a_page_that_does_not_listen_gets_all_its_regions(cast):
    answer = send(cast.ana, **SCRIPT)
    assert 'hx-target="#toys-open"' in answer.text and "open 3" in answer.text
    assert 'hx-target="#toys-own"' in answer.text


@pytest.mark.parametrize("page", ["", "elsewhere", "toys/key", "toys/../..", "a" * 5000])
def test_a_page_that_does_not_exist_gets_no_region(cast, page):
    answer = send(cast.ana, **{**SCRIPT, "HTTP_X_PAGE": page})
    assert answer.status_code == 200 and "toys-open" not in answer.text


def test_without_a_script_the_answer_is_a_way_back(cast):
    answer = send(cast.ana, HTTP_REFERER=f"http://testserver/t/{cast.ana.token}/toys/")
    assert (answer.status_code, answer.url) == (302, f"/t/{cast.ana.token}/toys/")
    assert box(cast.campaign) == {"open": 3}


@pytest.mark.parametrize(
    "referer", ["http://elsewhere.example/t/{}/toys/", "http://testserver/j/code/", "", "::", "//x", "http://["]
)
def test_the_way_back_never_leads_elsewhere(cast, referer):
    answer = send(cast.ana, HTTP_REFERER=referer.format(cast.ana.token))
    assert answer.url == f"/t/{cast.ana.token}/"


@pytest.mark.parametrize("headers", [LIVE, SCRIPT, LEAVES, {}])
def test_a_command_about_something_gone_is_refused_where_it_was_sent(cast, headers):
    address = f"/t/{cast.ana.token}/toys/"
    answer = send(cast.ana, "gone", HTTP_REFERER=f"http://testserver{address}", **headers)
    assert answer.status_code == 404 and "Ce n’est plus là." in answer.text
    assert ("<hx-partial" in answer.text) is bool(headers) and (bool(headers) or address in answer.text)


@pytest.mark.parametrize(("value", "status"), [("unreadable", 422), ("refused", 422), ("stale", 409)])
@pytest.mark.parametrize("headers", [LIVE, SCRIPT, LEAVES, {}])
def test_a_refusal_is_a_sentence_and_changes_nothing(cast, value, status, headers):
    before = Campaign.objects.get(pk=cast.campaign.pk).seq
    answer = send(cast.ana, value, **headers)
    assert answer.status_code == status and "Out of range." in answer.text
    assert Campaign.objects.get(pk=cast.campaign.pk).seq == before


@pytest.mark.parametrize(("headers", "whole"), [(LIVE, False), (LEAVES, False), ({}, True)])
def test_a_refusal_is_a_page_of_its_own_only_without_a_script(cast, headers, whole):
    text = send(cast.ana, "refused", **headers).text
    assert ("<!doctype html>" in text, text.startswith("<hx-partial")) == (whole, not whole)


def test_a_refused_text_is_kept_for_another_try_without_a_script(cast):
    written = {"value": "refused", "text": "Deux phrases.\nElles restent.", "to": "ana"}
    picture = SimpleUploadedFile("map.png", b"none", "image/png")
    answer = client_of(cast.ana).post(f"/t/{cast.ana.token}/toys/put/", {**written, "picture": picture})
    assert ">\nDeux phrases.\nElles restent.</textarea>" in answer.text
    assert all(f'type="hidden" name="{name}" value="{written[name]}"' in answer.text for name in ("value", "to"))
    assert 'type="file" name="picture"' in answer.text


def test_a_form_that_leaves_its_page_is_told_where_to(cast):
    answer = send(cast.ana, HTTP_REFERER=f"http://testserver/t/{cast.ana.token}/toys/", **LEAVES)
    assert (answer.status_code, answer["X-To"]) == (204, f"/t/{cast.ana.token}/toys/")
    assert "Location" not in answer and box(cast.campaign) == {"open": 3}


def test_a_form_is_shown_again_in_its_place(cast):
    answer = send(cast.ana, "form", **LIVE)
    assert answer.status_code == 422
    assert '<hx-partial hx-target="#again" hx-swap="outerHTML"><form id="again"' in answer.text


def test_a_form_is_shown_again_without_a_script(cast):
    answer = send(cast.ana, "form")
    assert answer.status_code == 422 and '<form id="again"' in answer.text


def test_the_same_command_twice_answers_alike_and_is_done_once(cast):
    client, data = client_of(cast.ana), {"value": "3", "command": "page-key-1"}
    first = client.post(f"/t/{cast.ana.token}/toys/put/", data, **SCRIPT)
    second = client.post(f"/t/{cast.ana.token}/toys/put/", data, **SCRIPT)
    assert (first.status_code, second.status_code) == (200, 200)
    assert "open 3" in second.text
    assert Command.objects.filter(seat=cast.ana).count() == 1


def test_the_same_key_with_another_content_is_refused(cast):
    client = client_of(cast.ana)
    client.post(f"/t/{cast.ana.token}/toys/put/", {"value": "3", "command": "page-key-1"}, **LIVE)
    answer = client.post(f"/t/{cast.ana.token}/toys/put/", {"value": "4", "command": "page-key-1"}, **LIVE)
    assert answer.status_code == 422 and box(cast.campaign) == {"open": 3}


def test_a_command_that_had_nothing_to_change_says_so(cast):
    put_toy(cast.gm, "open", 3)
    assert send(cast.ana, "3", **LIVE).headers["X-Same"] == "1"
    assert "X-Same" not in send(cast.ana, "4", **LIVE).headers


def test_the_toast_undoes_and_does_again(cast):
    client = client_of(cast.ana)
    offer = send(cast.ana, client=client, **LIVE)
    token = Command.objects.get(seat=cast.ana).token
    assert f"/t/{cast.ana.token}/undo/{token}/" in offer.text
    undone = client.post(f"/t/{cast.ana.token}/undo/{token}/", **LIVE)
    assert undone.status_code == 200 and f"/t/{cast.ana.token}/redo/{token}/" in undone.text
    assert box(cast.campaign) == {}
    again = client.post(f"/t/{cast.ana.token}/redo/{token}/", **LIVE)
    assert again.status_code == 200 and box(cast.campaign) == {"open": 3}


def test_an_act_with_dependents_offers_a_rewind_to_the_game_master_alone(cast):
    first = put_toy(cast.ana, "open", 1).command
    put_toy(cast.gm, "open", 2)
    address = "/t/{}/undo/" + first.token + "/"
    offer = client_of(cast.gm).post(address.format(cast.gm.token), **LIVE)
    assert offer.status_code == 422 and 'name="all"' in offer.text
    refusal = client_of(cast.ana).post(address.format(cast.ana.token), **LIVE)
    assert refusal.status_code == 422 and 'name="all"' not in refusal.text
    done = client_of(cast.gm).post(address.format(cast.gm.token), {"all": "1"}, **LIVE)
    assert done.status_code == 200 and box(cast.campaign) == {}


@pytest.mark.parametrize("token", ["nothing", "a" * 16, "a" * 5000])
def test_an_unknown_command_is_not_found(cast, token):
    assert client_of(cast.gm).post(f"/t/{cast.gm.token}/undo/{token}/").status_code == 404


def test_commands_come_by_post_alone(cast):
    assert client_of(cast.ana).get(f"/t/{cast.ana.token}/toys/put/").status_code == 405


def test_a_command_without_its_form_token_is_refused(cast):
    assert send(cast.ana, client=client_of(cast.ana, strict=True), **LIVE).status_code == 403
    assert box(cast.campaign) == {}


def test_a_form_drawn_in_a_region_carries_the_token(cast):
    client = client_of(cast.ana, strict=True)
    page = client.get(f"/t/{cast.ana.token}/toys/").text
    assert "<!--csrf-->" not in page
    token = page.split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]
    answer = client.post(f"/t/{cast.ana.token}/toys/put/", {"value": "3", "csrfmiddlewaretoken": token})
    assert answer.status_code == 302


def test_a_flooding_client_is_slowed_down_and_the_others_are_not(cast, clock):
    client = client_of(cast.ana)
    statuses = [
        send(cast.ana, "stale", client=client, **LIVE).status_code for _turn in range(rate_limits.COMMANDS.burst)
    ]
    assert set(statuses) == {409}
    assert send(cast.ana, client=client, **LIVE).status_code == 429
    assert send(cast.leo, **LIVE).status_code == 200
    clock.now += 1 / rate_limits.COMMANDS.per_second
    assert [send(cast.ana, client=client, **LIVE).status_code for _turn in range(2)] == [200, 429]


@pytest.mark.parametrize("headers", [LIVE, {}])
def test_a_body_that_is_too_large_gets_a_sentence(cast, headers):
    answer = send(cast.ana, "9" * (256 * 1024), **headers)
    assert answer.status_code == 413 and "<p" in answer.text


def test_a_body_of_the_largest_size_is_read(cast, settings):
    settings.TABLEE_MOST_BODY = len("value=3")
    client = client_of(cast.ana)
    kind = "application/x-www-form-urlencoded"
    address = f"/t/{cast.ana.token}/toys/put/"
    assert client.generic("POST", address, "value=3", kind, **LIVE).status_code == 200
    assert client.generic("POST", address, "value=33", kind, **LIVE).status_code == 413


def test_too_many_fields_get_a_sentence(cast):
    data = {f"field{number}": "1" for number in range(1001)}
    answer = client_of(cast.ana).post(f"/t/{cast.ana.token}/toys/put/", data, **LIVE)
    assert answer.status_code == 413
