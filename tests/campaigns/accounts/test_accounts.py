"""Accounts of game masters: signed up, logged in and out, limited; and the seats that come with them."""

import pytest
from django.contrib.auth import get_user_model

from campaigns.models import Campaign, Seat
from campaigns.seats import invitations
from campaigns.services import create_campaign
from campaigns.web import rate_limits
from tests.cast import client_of

pytestmark = pytest.mark.django_db
PASSWORD = "une-longue-phrase-42"
NEW = {"username": "Odile", "password1": PASSWORD}
COMMON = {"password1": "q1w2e3r4t5y6"}  # long enough, and known to everybody
USER = {"username": "Odile", "password": PASSWORD}


@pytest.fixture
def odile():
    return get_user_model().objects.create_user("Odile", password=PASSWORD)


def entered(client):
    return "_auth_user_id" in client.session


def test_signing_up_logs_in_and_shows_the_first_table_to_be_made(client):
    answer = client.post("/account/new/", NEW, follow=True)
    assert answer.redirect_chain == [("/", 302)] and entered(client)
    assert "/campaigns/new/" in answer.text


@pytest.mark.parametrize(
    "wrong", [{"password1": ""}, {"username": ""}, {"username": "x" * 65536}, {"password1": "court"}, COMMON]
)
def test_a_form_that_is_wrong_is_shown_again_with_the_reason(client, wrong):
    answer = client.post("/account/new/", {**NEW, **wrong})
    assert answer.status_code == 422 and "invalid-feedback" in answer.text
    assert not get_user_model().objects.exists()


@pytest.mark.parametrize(
    ("name", "french", "english"),
    [
        ("Jean Paul", "n’a pas d’espace\u00a0: Jean-Paul irait.", "has no spaces: Jean-Paul would do."),
        ("Léa&Tom", "n’a pas de «\u00a0&amp;\u00a0»", "has no “&amp;”: letters"),
    ],
)
def test_a_sign_that_a_user_name_cannot_have_is_named(client, name, french, english):
    for language, sentence in (("fr", french), ("en", english)):
        answer = client.post("/account/new/", {**NEW, "username": name}, headers={"accept-language": language})
        assert answer.status_code == 422 and sentence in answer.text


def test_logging_in_changes_the_key_of_the_session_and_keeps_its_seats(cast, odile):
    client = client_of(cast.ana)
    before = client.cookies["tablee_session"].value
    client.post("/account/in/", USER)
    assert entered(client) and client.cookies["tablee_session"].value != before
    assert client.session["seats"] == [cast.ana.token]


def test_the_sixth_wrong_password_blocks_only_its_account(client, odile, clock):
    tries = [client.post("/account/in/", {**USER, "password": "faux"}).status_code for _try in range(6)]
    assert tries == [422] * rate_limits.LOGINS.burst + [429]
    assert client.post("/account/in/", USER).status_code == 429 and not entered(client)
    get_user_model().objects.create_user("Paul", password=PASSWORD)
    assert client.post("/account/in/", {**USER, "username": "Paul"}).status_code == 302
    client.post("/account/out/")
    clock.now += 60
    assert client.post("/account/in/", USER).status_code == 302


ELSEWHERE = {"REMOTE_ADDR": "203.0.113.9"}


def test_wrong_passwords_of_somebody_else_do_not_keep_the_owner_out(client, odile, clock):
    other = client_of()
    while other.post("/account/in/", {**USER, "password": "faux"}, **ELSEWHERE).status_code == 422:
        pass
    assert client.post("/account/in/", USER).status_code == 302 and entered(client)


def guess_from_everywhere():
    """Wrong passwords from so many addresses that the account takes none of a browser it does not know."""
    for number in range(rate_limits.LOGINS_OF.burst + 1):
        where = {"REMOTE_ADDR": f"198.51.100.{number}"}
        found = client_of().post("/account/in/", {**USER, "password": "faux"}, **where).status_code
    assert found == 429


def test_a_browser_that_logged_in_before_is_not_kept_out_by_the_whole_world(client, odile, clock):
    client.post("/account/in/", USER)
    client.post("/account/out/")
    guess_from_everywhere()
    assert client_of().post("/account/in/", USER).status_code == 429
    assert client.post("/account/in/", USER).status_code == 302 and entered(client)


def test_a_known_browser_has_its_own_five_tries(client, odile, clock):
    client.post("/account/in/", USER)
    client.post("/account/out/")
    tries = [client.post("/account/in/", {**USER, "password": "faux"}).status_code for _try in range(6)]
    assert tries == [422] * rate_limits.LOGINS.burst + [429]


@pytest.mark.parametrize("cookie", ["", "faux", "WyJ4Il0:1abc:xyz"])
def test_an_unsigned_cookie_is_ignored(client, odile, clock, cookie):
    client.cookies["tablee_device"] = cookie
    guess_from_everywhere()
    assert client.post("/account/in/", USER).status_code == 429


def test_a_browser_known_to_one_account_is_not_known_to_another(client, odile, clock):
    get_user_model().objects.create_user("Paul", password=PASSWORD)
    client.post("/account/in/", {**USER, "username": "Paul"})
    client.post("/account/out/")
    guess_from_everywhere()
    assert client.post("/account/in/", USER).status_code == 429


def test_good_passwords_are_never_limited(client, odile, clock):
    for _time in range(2 * rate_limits.LOGINS.burst):
        assert client.post("/account/in/", USER).status_code == 302
        client.post("/account/out/")


def crowd(client, more=0):
    """Wrong passwords of as many accounts as one address may try before it is slowed down."""
    return [
        client.post("/account/in/", {**USER, "username": f"nom{number}"}).status_code
        for number in range(rate_limits.LOGINS_FROM.burst + more)
    ]


def test_one_address_tries_accounts_only_so_fast(client, db, clock):
    assert crowd(client, more=3) == [422] * rate_limits.LOGINS_FROM.burst + [429] * 3


def test_right_passwords_work_at_an_address_from_which_others_try_wrong_ones(client, odile, clock):
    client.post("/account/in/", USER)
    client.post("/account/out/")
    crowd(client_of(), more=20)
    for browser in (client, client_of(), client_of()):
        assert browser.post("/account/in/", USER).status_code == 302
    assert client_of().post("/account/in/", {**USER, "username": "nom0"}).status_code == 429


def test_passwords_from_a_crowded_address_are_checked_one_after_the_other(odile, clock, monkeypatch):
    crowd(client_of())
    monkeypatch.setattr(rate_limits, "CHECKS", rate_limits.Line(2, 0.01))
    with rate_limits.CHECKS.turn():
        answer = client_of().post("/account/in/", USER)
        assert (answer.status_code, answer["Retry-After"]) == (429, "10")
        with rate_limits.CHECKS.turn() as ours:
            assert not ours, "somebody else is checked"
            with rate_limits.CHECKS.turn() as full:
                assert not full
        assert client_of().post("/account/in/", USER, **ELSEWHERE).status_code == 302
    assert client_of().post("/account/in/", USER).status_code == 302


def test_tries_that_are_refused_cost_nobody_anything(odile, clock):
    for _try in range(3 * rate_limits.LOGINS_FROM.burst):
        client_of().post("/account/in/", {**USER, "password": "faux"})
    assert crowd(client_of())[0] == 422


OTHER = "une-autre-phrase-43"


def changed(client, old=PASSWORD, new=OTHER):
    return client.post("/account/password/", {"old_password": old, "new_password1": new, "new_password2": new})


def test_a_new_password_ends_the_sessions_of_other_devices(client, odile):
    other = client_of()
    for one in (client, other):
        one.post("/account/in/", USER)
    before = client.cookies["tablee_session"].value
    assert "/account/password/" in client.get("/").text
    assert changed(client).status_code == 302
    assert entered(client) and client.cookies["tablee_session"].value != before
    assert "/account/password/" not in other.get("/").text
    assert client_of().post("/account/in/", USER).status_code == 422
    assert client_of().post("/account/in/", {**USER, "password": OTHER}).status_code == 302


@pytest.mark.parametrize(
    "wrong", [{"old": "faux"}, {"new": "court"}, {"new": COMMON["password1"]}, {"new": "Odile-Odile"}]
)
def test_a_password_is_not_changed_without_the_old_one_or_to_a_bad_one(client, odile, wrong):
    client.post("/account/in/", USER)
    answer = changed(client, **wrong)
    assert answer.status_code == 422 and "invalid-feedback" in answer.text
    odile.refresh_from_db()
    assert odile.check_password(PASSWORD)


def test_a_found_device_does_not_help_to_guess_the_old_password(client, odile, clock):
    client.post("/account/in/", USER)
    tries = [changed(client, old="faux").status_code for _try in range(6)]
    assert tries == [422] * rate_limits.LOGINS.burst + [429]
    assert changed(client).status_code == 429
    clock.now += 60
    assert changed(client).status_code == 302


def test_nobody_changes_a_password_without_an_account(client, db):
    assert changed(client).url.startswith("/account/in/")


def test_logging_out_leaves_no_seat_behind(cast, odile):
    client = client_of(cast.ana)
    client.post("/account/in/", USER)
    client.post("/account/out/")
    assert client.get(f"/t/{cast.ana.token}/").status_code == 404 and not entered(client)


def test_logging_out_by_a_mere_look_does_nothing(client, odile):
    client.force_login(odile)
    assert client.get("/account/out/").status_code == 405 and entered(client)


def test_a_campaign_is_made_with_its_game_and_its_master_on_any_device(client, odile):
    assert client.get("/campaigns/new/").url.startswith("/account/in/")
    client.force_login(odile)
    answer = client.post("/campaigns/new/", {"name": "Équinoxe", "game": "chroniques", "gm": "Odile"})
    seat = Seat.objects.get(role=Seat.Role.GM)
    assert answer.url == f"/t/{seat.token}/"
    assert (seat.campaign.name, seat.campaign.game, seat.name, seat.user) == ("Équinoxe", "chroniques", "Odile", odile)
    elsewhere = client_of()
    assert elsewhere.get(f"/t/{seat.token}/table/").status_code == 404
    elsewhere.post("/account/in/", USER)
    assert elsewhere.get(f"/t/{seat.token}/table/").status_code == 200
    assert "Équinoxe" in elsewhere.get("/").text


@pytest.mark.parametrize("wrong", [{"game": "tarot"}, {"name": ""}, {"name": "é" * 65536}, {"gm": "\u202eOdile"}])
def test_a_campaign_that_cannot_be_is_not_made(client, odile, wrong):
    client.force_login(odile)
    answer = client.post("/campaigns/new/", {"name": "Équinoxe", "game": "polaris", "gm": "Odile", **wrong})
    assert answer.status_code == 422 and "invalid-feedback" in answer.text
    assert not Campaign.objects.exists()


def test_an_account_that_is_closed_holds_no_seat(client, odile):
    seat = create_campaign(name="Équinoxe", game="polaris", gm="Odile", user=odile)
    client.force_login(odile)
    assert client.get(f"/t/{seat.token}/table/").status_code == 200
    odile.is_active = False
    odile.save()
    assert client.get(f"/t/{seat.token}/table/").status_code == 404


def test_home_shows_the_table_played_last_first(cast, client, odile):
    older = create_campaign(name="Ancienne", game="polaris", gm="Odile", user=odile)
    create_campaign(name="Nouvelle", game="polaris", gm="Odile", user=odile)
    client.force_login(odile)
    text = client.get("/").text
    assert text.index("Nouvelle") < text.index("Ancienne") and cast.campaign.name not in text
    client.post(f"/t/{older.token}/settings/", {"table_name": "Ancienne et reprise"})
    text = client.get("/").text
    assert text.index("Ancienne et reprise") < text.index("Nouvelle")


def test_a_guest_finds_their_table_from_the_start_page(cast):
    assert f"/t/{cast.ana.token}/" in client_of(cast.ana).get("/").text
    assert "/t/" not in client_of().get("/").text


@pytest.mark.parametrize("between", ["", "-", " ", "–"])
@pytest.mark.parametrize("case", [str.lower, str.upper])
def test_a_code_is_typed_as_it_is_read(cast, client, case, between):
    code = invitations.code_of(invitations.invite(cast.ana))
    typed = case(between.join(code[at : at + 4] for at in range(0, 16, 4)))
    assert client.get("/code/", {"code": f" {typed}"}).url == f"/j/{code}/"


@pytest.mark.django_db
@pytest.mark.parametrize("typed", ["", "abcd", "a" * 16, "abcdefgh2345677", "x" * 65536, "../../etc/passwd", "%00"])
def test_an_invalid_code_is_refused_with_a_sentence(client, typed):
    answer = client.get("/code/", {"code": typed})
    assert answer.status_code == 422 and 'role="alert"' in answer.text


@pytest.mark.parametrize(("typed", "never"), [("abcd-efgh-2340-6718", "0, 1, 8"), ("ébcd-efgh-2345-6777", "é")])
def test_a_code_with_characters_that_none_has_is_told_which(client, typed, never):
    assert f"Aucun code ne contient {never}" in client.get("/code/", {"code": typed}).text


def test_a_mistyped_code_stays_in_the_field_for_correction(client):
    answer = client.get("/code/", {"code": 'abcd-efgh-2345-677"'})
    assert 'value="abcd-efgh-2345-677&quot;"' in answer.text


def test_a_code_that_leads_nowhere_stays_in_the_field_until_it_is_guessed(cast, client, clock):
    answers = [client.get("/code/", {"code": "abcd-efgh-2345-6777"}) for _try in range(rate_limits.CODES.burst + 1)]
    assert all('value="abcd-efgh-2345-6777"' in answer.text for answer in answers[:-1])
    assert client.get(answers[-1].url).status_code == 429


def guest_signs_up(seats, keep):
    browser = client_of(*seats)
    assert all(f'value="{seat.token}"' in browser.get("/account/new/").text for seat in seats)
    assert browser.post("/account/new/", {**NEW, "keep": [seat.token for seat in keep]}).status_code == 302
    return browser


def test_a_guest_who_signs_up_finds_their_seat_on_any_device(cast):
    browser = guest_signs_up([cast.ana], [cast.ana])
    assert browser.get(f"/t/{cast.ana.token}/mine/").status_code == 200
    elsewhere = client_of()
    assert elsewhere.get(f"/t/{cast.ana.token}/mine/").status_code == 404
    elsewhere.post("/account/in/", USER)
    assert elsewhere.get(f"/t/{cast.ana.token}/mine/").status_code == 200
    assert f"/t/{cast.ana.token}/" in elsewhere.get("/").text


def test_a_seat_of_somebody_else_in_the_same_browser_is_left_out(cast):
    guest_signs_up([cast.ana, cast.leo], [cast.ana])
    assert [seat.user_id is None for seat in Seat.objects.filter(pk__in=(cast.ana.pk, cast.leo.pk)).order_by("pk")] == [
        False,
        True,
    ]


def test_no_seat_is_kept_that_this_browser_does_not_hold(cast):
    answer = client_of(cast.ana).post("/account/new/", {**NEW, "keep": [cast.gm.token]})
    assert answer.status_code == 422 and not get_user_model().objects.exists()


def test_a_shared_screen_belongs_to_no_account(cast):
    assert cast.screen.token not in client_of(cast.screen).get("/account/new/").text


def test_an_account_keeps_a_seat_taken_later(cast, odile):
    browser, address = client_of(cast.ana), f"/t/{cast.ana.token}/mine/"
    assert browser.post(f"{address}keep/").status_code == 422
    browser.post("/account/in/", USER)
    assert f"{address}keep/" in browser.get(address).text
    assert browser.post(f"{address}keep/").status_code == 302
    assert Seat.objects.get(pk=cast.ana.pk).user == odile
    assert f"{address}keep/" not in browser.get(address).text


def test_a_seat_of_one_account_is_not_taken_by_another(cast, odile):
    Seat.objects.filter(pk=cast.ana.pk).update(user=get_user_model().objects.create_user("Paul", password=PASSWORD))
    browser = client_of(cast.ana)
    browser.force_login(odile)
    assert browser.post(f"/t/{cast.ana.token}/mine/keep/").status_code == 422
    assert Seat.objects.get(pk=cast.ana.pk).user.get_username() == "Paul"
