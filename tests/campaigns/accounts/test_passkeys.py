"""Passkeys: each opens its own account, by a challenge that is used once and signed for this site."""

import json

import pytest
from django.contrib.auth import get_user_model

from campaigns import archive, backup
from campaigns.accounts import data_export, passkeys
from campaigns.models import Passkey
from campaigns.web import rate_limits
from config.serving.logs import logging_settings
from tests.campaigns.passkey_device import Device
from tests.cast import client_of, gather

pytestmark = pytest.mark.django_db
PASSWORD = "une-longue-phrase-42"
KEYS, IN = "/account/keys/", "/account/in/key/"
ASKED = {"name": "Téléphone", "password": PASSWORD}


@pytest.fixture
def odile():
    return get_user_model().objects.create_user("Odile", password=PASSWORD)


@pytest.fixture
def hers(client, odile):
    """A browser of Odile's."""
    client.force_login(odile)
    return client


def enrolled(client, device=None, **asked):
    """A device with a passkey of whoever is logged in."""
    device = device or Device()
    answer = device.make(client.post(KEYS, {**ASKED, **asked}).json())
    assert client.post(KEYS, {"name": asked.get("name", "Téléphone"), "answer": answer}).status_code == 302
    return device


def opens(device, client=None, **changed):
    """True if a device logs in a browser that has never been logged in."""
    client = client or client_of()
    answer = client.post(IN, {"answer": device.sign(client.post(IN).json(), **changed)})
    assert answer.status_code in (302, 422)
    assert (answer.status_code == 302) == ("_auth_user_id" in client.session)
    return "_auth_user_id" in client.session


def test_a_passkey_opens_the_account_on_a_browser_that_knows_nobody_again_and_again(hers, odile):
    device = enrolled(hers)
    other = client_of()
    assert opens(device, other) and other.session["_auth_user_id"] == str(odile.pk)
    assert "tablee_device" in other.cookies, "a browser that has logged in"
    assert opens(device)
    key = Passkey.objects.get()
    assert key.count == 2 and key.used and key.name == "Téléphone"
    assert hers.get(KEYS).status_code == 200, "the session that was open goes on"


def test_a_login_challenge_names_nobody_and_finds_the_account_by_itself(hers, odile):
    made = hers.post(KEYS, ASKED).json()["publicKey"]
    assert made["rp"]["id"] == "testserver" and made["authenticatorSelection"]["residentKey"] == "required"
    assert made["authenticatorSelection"]["userVerification"] == "preferred"
    opened = client_of().post(IN).json()["publicKey"]
    assert opened["rpId"] == "testserver" and "allowCredentials" not in opened


def test_the_keys_of_an_account_are_of_one_person_and_no_device_makes_two(hers):
    enrolled(hers)
    second = hers.post(KEYS, ASKED).json()["publicKey"]
    assert len(second["excludeCredentials"]) == 1
    enrolled(hers, Device(number=2))
    assert len(set(Passkey.objects.values_list("person", flat=True))) == 1


def test_a_challenge_is_good_for_one_answer(hers):
    device, other = enrolled(hers), client_of()
    answer = device.sign(other.post(IN).json())
    assert other.post(IN, {"answer": answer}).status_code == 302
    other.post("/account/out/")
    assert other.post(IN, {"answer": answer}).status_code == 422
    made = Device(number=3).make(hers.post(KEYS, ASKED).json())
    assert [hers.post(KEYS, {"answer": made}).status_code for _time in range(2)] == [302, 422]


def test_a_wrong_answer_uses_the_challenge_up(hers):
    device, other = enrolled(hers), client_of()
    options = other.post(IN).json()
    assert other.post(IN, {"answer": "{}"}).status_code == 422
    assert other.post(IN, {"answer": device.sign(options)}).status_code == 422


def test_a_challenge_waits_five_minutes(hers, monkeypatch):
    device, other = enrolled(hers), client_of()
    options = other.post(IN).json()
    now = passkeys.time.time()
    monkeypatch.setattr(passkeys.time, "time", lambda: now + passkeys.LASTS + 60)
    assert other.post(IN, {"answer": device.sign(options)}).status_code == 422


def test_the_challenge_of_one_browser_is_nothing_to_another(hers):
    device = enrolled(hers)
    one, other = client_of(), client_of()
    options = one.post(IN).json()
    other.post(IN)
    assert other.post(IN, {"answer": device.sign(options)}).status_code == 422


def test_a_challenge_to_add_is_none_to_log_in_and_none_for_another_account(hers, client):
    device = enrolled(hers)
    options = hers.post(KEYS, ASKED).json()
    state = hers.session["passkey"]
    other = client_of()
    session = other.session
    session["passkey"] = state
    session.save()
    said = {"publicKey": {"challenge": options["publicKey"]["challenge"], "rpId": "testserver"}}
    assert other.post(IN, {"answer": device.sign(said)}).status_code == 422
    other.force_login(get_user_model().objects.create_user("Paul", password=PASSWORD))
    session = other.session
    session["passkey"] = state
    session.save()
    assert other.post(KEYS, {"answer": Device(number=4).make(options)}).status_code == 422


@pytest.mark.parametrize("origin", ["http://evil.example", "https://testserver", "http://testserver:81"])
def test_a_signature_for_another_origin_opens_nothing(hers, origin):
    device = enrolled(hers)
    device.origin = origin
    assert not opens(device)
    assert hers.post(KEYS, {"answer": Device(origin, 5).make(hers.post(KEYS, ASKED).json())}).status_code == 422


def test_a_key_is_for_the_host_that_it_was_made_at(hers, settings):
    settings.ALLOWED_HOSTS = ["testserver", "other.example"]
    device, other = enrolled(hers), client_of()
    device.origin = "http://other.example"
    options = other.post(IN, headers={"host": "other.example"}).json()
    assert options["publicKey"]["rpId"] == "other.example"
    options["publicKey"]["rpId"] = "testserver"  # all that such a device would sign for
    assert other.post(IN, {"answer": device.sign(options)}, headers={"host": "other.example"}).status_code == 422


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "[::1]:8000"])
def test_an_address_of_numbers_has_no_passkeys_and_says_so(hers, host):
    hers.get("/")
    for path, body in ((KEYS, ASKED), (IN, {})):
        asker = hers if path == KEYS else client_of()
        answer = asker.post(path, body, headers={"host": host})
        assert answer.status_code == 422 and "nom de domaine" in answer.text


def test_a_key_that_is_not_known_and_one_that_was_removed_open_nothing(hers):
    stranger = Device(number=6)
    stranger.person = b"somebody"
    assert not opens(stranger)
    device = enrolled(hers)
    token = Passkey.objects.get().token
    assert hers.post(KEYS, {"remove": token}).status_code == 302
    assert not Passkey.objects.exists() and not opens(device)


def test_nobody_removes_a_key_of_somebody_else_s(hers):
    enrolled(hers)
    paul = client_of()
    paul.force_login(get_user_model().objects.create_user("Paul", password=PASSWORD))
    assert paul.post(KEYS, {"remove": Passkey.objects.get().token}).status_code == 404
    assert paul.post(KEYS, {"remove": "\0"}).status_code == 404
    assert Passkey.objects.exists()
    assert "Téléphone" not in paul.get(KEYS).text


def test_a_key_opens_its_own_account_alone(hers):
    device = enrolled(hers)
    assert not opens(device, userHandle=b"another-person")
    other = Device()  # another secret under the same name
    other.person, other.count = device.person, 9
    assert not opens(other)
    taken = Device()
    paul = client_of()
    paul.force_login(get_user_model().objects.create_user("Paul", password=PASSWORD))
    assert paul.post(KEYS, {"answer": taken.make(paul.post(KEYS, ASKED).json())}).status_code == 422


def test_a_copy_of_a_key_that_was_used_before_is_found_by_its_count(hers):
    device = enrolled(hers)
    assert opens(device) and opens(device)
    device.count = 1
    assert not opens(device)
    assert Passkey.objects.get().count == 2


def test_an_account_that_is_shut_opens_by_no_key(hers, odile):
    device = enrolled(hers)
    odile.is_active = False
    odile.save()
    assert not opens(device)


def test_adding_a_key_needs_the_password_and_five_wrong_ones_wait(hers, clock):
    tries = [hers.post(KEYS, {**ASKED, "password": "faux"}).status_code for _try in range(6)]
    assert tries == [422] * rate_limits.PASSWORDS.burst + [429]
    assert hers.post(KEYS, ASKED).status_code == 429 and "passkey" not in hers.session


def test_challenges_are_limited_by_address_where_each_makes_a_session(hers, clock):
    tries = [client_of().post(IN).status_code for _try in range(rate_limits.CHALLENGES.burst + 1)]
    assert tries == [200] * rate_limits.CHALLENGES.burst + [429]
    assert client_of().post(IN, REMOTE_ADDR="192.0.2.9").status_code == 200
    forged = client_of()
    forged.cookies["tablee_session"] = "x" * 32
    assert forged.post(IN).status_code == 429
    clock.now += 1
    known = client_of()
    assert [known.post(IN).status_code for _try in range(3)] == [200, 200, 200]


def test_wrong_passwords_at_an_address_keep_no_passkey_out(hers, clock):
    device = enrolled(hers)
    for number in range(rate_limits.LOGINS_FROM.burst + 1):
        client_of().post("/account/in/", {"username": f"nom{number}", "password": "faux"})
    for _time in range(rate_limits.LOGINS_FROM.burst + 1):
        assert opens(device)


def test_an_account_has_ten_keys(hers):
    for number in range(passkeys.MOST):
        enrolled(hers, Device(number=number + 1))
    answer = hers.post(KEYS, ASKED)
    assert answer.status_code == 422 and "10" in answer.text


RUBBISH = [
    "",
    "null",
    "[]",
    "{}",
    '{"rawId": 1}',
    "[" * 5000,
    '{"rawId": "a", "response": []}',
    '{"rawId": "\\u0000", "response": {"userHandle": "\\ud800"}}',
    '{"rawId": "a", "response": {}}',
]


@pytest.mark.parametrize("rubbish", RUBBISH)
def test_rubbish_is_refused_with_a_sentence(hers, rubbish):
    hers.post(KEYS, ASKED)
    assert hers.post(KEYS, {"answer": rubbish}).status_code == 422
    other = client_of()
    other.post(IN)
    assert other.post(IN, {"answer": rubbish}).status_code == 422
    device = enrolled(hers)
    other.post(IN)
    whole = json.loads(device.sign(other.post(IN).json()))
    for key in whole["response"]:
        other.post(IN)
        broken = {**whole, "response": {**whole["response"], key: rubbish}}
        assert other.post(IN, {"answer": json.dumps(broken)}).status_code == 422


def test_keys_are_in_no_archive_export_or_log_and_go_with_the_account(hers, odile, tmp_path):
    cast = gather()
    cast.gm.user = odile
    cast.gm.save()
    device = enrolled(hers, name="Zyrkanphone")
    key = Passkey.objects.get()
    assert "Zyrkanphone" not in archive.write(cast.campaign, admin=True).decode("latin-1")
    kept = json.dumps(data_export.export_person([cast.gm], odile), ensure_ascii=False)
    assert "Zyrkanphone" in kept and key.handle not in kept and key.person not in kept
    logs = logging_settings("text", "DEBUG")  # the library names each key that it meets, as information
    assert logs["root"]["level"] == "WARNING" and not [name for name in logs["loggers"] if name.startswith("fido2")]
    left = {"password": PASSWORD, f"table-{cast.gm.token}": "end"}
    assert hers.post("/account/delete/", left).status_code == 302
    assert not Passkey.objects.exists() and not opens(device)
    backup.write(tmp_path / "site.zip")
    assert b"Zyrkanphone" not in (tmp_path / "site.zip").read_bytes()
