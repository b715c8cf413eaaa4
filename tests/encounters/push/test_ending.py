"""Push subscriptions end with the access to their seat."""

from itertools import product

import pytest
from django.contrib.auth import get_user_model
from django.contrib.sessions.models import Session
from django.urls import reverse
from django.utils import timezone

from campaigns.accounts import data_export
from campaigns.models import Invitation, Seat
from campaigns.seats import invitations
from campaigns.services import create_campaign
from encounters.handouts import services as handouts
from encounters.models import PushSubscription
from tests.campaigns.outgoing.receiver import HOST
from tests.cast import client_of
from tests.encounters.push.browser import Browser
from tests.encounters.push.conftest import EVERYTHING

PASSWORD, ANOTHER = "une-longue-phrase-42", "une-autre-phrase-43"
LINK, ACCOUNT, BOTH = "by a link", "by an account", "by a link and an account"


class Phone:
    """A browser of Ana that was joined by her link, logged in, or both, and wants to be told everything."""

    def __init__(self, pocket, how):
        self.pocket, self.seat, self.user = pocket, pocket.cast.ana, None
        self.client = client_of() if how == ACCOUNT else client_of(self.seat)
        if how != LINK:
            self.user = get_user_model().objects.create_user("Odile", password=PASSWORD)
            Seat.objects.filter(pk=self.seat.pk).update(user=self.user)
            self.log_in(self.client)
        sent = {**Browser(f"http://{HOST}/ana").sent, "wants": EVERYTHING}
        assert self.client.post(reverse("push", args=[self.seat.token]), sent).status_code == 302
        pocket.wants("leo", *EVERYTHING)

    def log_in(self, client):
        assert client.post(reverse("log-in"), {"username": "Odile", "password": PASSWORD}).status_code == 302

    def change_password(self, client):
        said = {"old_password": PASSWORD, "new_password1": ANOTHER, "new_password2": ANOTHER}
        assert client.post(reverse("password"), said).status_code == 302

    def told(self):
        """The players who are told of something that is shown to the whole table."""
        handout = self.pocket.do(handouts.save, values={"name": "Plan des quais"}).value
        self.pocket.do(handouts.show, handout=handout, to="table")
        return [name for name, kind in self.pocket.looked() if kind == "handout"]

    def is_shown_her_table(self):
        return self.client.get(reverse("messages", args=[self.seat.token])).status_code == 200


def sign_out(phone):
    assert phone.client.post(reverse("log-out")).status_code == 302


def change_the_password_elsewhere(phone):
    laptop = client_of()
    phone.log_in(laptop)
    phone.change_password(laptop)


def disable_the_account(phone):
    get_user_model().objects.filter(pk=phone.user.pk).update(is_active=False)


def end_the_session(phone):
    phone.client.session.flush()


def let_the_session_run_out(phone):
    Session.objects.filter(pk=phone.client.session.session_key).update(expire_date=timezone.now())


def move_the_seat(phone):
    code = invitations.code_of(invitations.invite(phone.pocket.seat("ana"), moves=True))
    assert client_of().post(reverse("join", args=[code])).status_code == 302


def remove_the_seat(phone):
    gm = phone.pocket.cast.gm
    address = reverse("remove-seat", args=[gm.token, phone.seat.token])
    assert client_of(gm).post(address).status_code == 302


def leave(phone):
    body = {f"characters-{phone.seat.token}": "keep", "password": PASSWORD}
    assert phone.client.post(reverse("leave", args=[phone.seat.token]), body).status_code == 302


def delete_the_account(phone):
    body = {f"characters-{phone.seat.token}": "keep", "password": PASSWORD}
    assert phone.client.post(reverse("delete-account"), body).status_code == 302


# The acts that end a subscription, with the ways to hold a seat that they concern.
ENDS = {
    sign_out: (LINK, ACCOUNT, BOTH),
    change_the_password_elsewhere: (ACCOUNT, BOTH),
    disable_the_account: (ACCOUNT, BOTH),
    end_the_session: (LINK, ACCOUNT, BOTH),
    let_the_session_run_out: (LINK, ACCOUNT, BOTH),
    move_the_seat: (LINK, BOTH),
    remove_the_seat: (LINK, ACCOUNT, BOTH),
    leave: (LINK, ACCOUNT, BOTH),
    delete_the_account: (ACCOUNT, BOTH),
}


@pytest.mark.parametrize(
    ("end", "how"),
    [pair for end, ways in ENDS.items() for pair in product([end], ways)],
    ids=lambda one: getattr(one, "__name__", one),
)
def test_a_phone_of_an_ended_seat_gets_no_push_and_the_others_still_do(pocket, end, how):
    phone = Phone(pocket, how)
    assert phone.told() == ["Ana", "Léo"] and phone.is_shown_her_table()
    end(phone)
    assert [one["phones"] for one in data_export.export_person([Seat.objects.get(pk=phone.seat.pk)])["seats"]] == [[]]
    assert phone.told() == ["Léo"]
    assert not PushSubscription.objects.filter(seat=phone.seat).exists()
    assert (end is move_the_seat and how == BOTH) or not phone.is_shown_her_table()


def join_another_table(phone):
    other = create_campaign(name="Ailleurs", game="polaris", gm="MJ")
    code = invitations.code_of(invitations.invite_to(other, Seat.Role.PLAYER))
    assert phone.client.post(reverse("join", args=[code]), {"name": "Ana", "character": ""}).status_code == 302


def leave_another_table(phone):
    join_another_table(phone)
    seat = Seat.objects.exclude(campaign=phone.seat.campaign).get(name="Ana")
    body = {f"characters-{seat.token}": "keep"}
    assert phone.client.post(reverse("leave", args=[seat.token]), body).status_code == 302


def sign_up(phone):
    body = {"username": "Odile", "password1": PASSWORD, "password2": PASSWORD, "keep": [phone.seat.token]}
    assert phone.client.post(reverse("sign-up"), body).status_code == 302


def change_the_password_here(phone):
    phone.change_password(phone.client)


def withdraw_a_link(phone):
    """Revoke a link; a seat taken by it stays."""
    link = invitations.invite_to(phone.pocket.seat("gm"), Seat.Role.PLAYER)
    Invitation.objects.filter(pk=link.pk).update(seat=phone.seat)
    invitations.revoke(link)


GOES_ON = {
    join_another_table: (LINK, ACCOUNT, BOTH),
    leave_another_table: (LINK, ACCOUNT, BOTH),
    sign_up: (LINK,),
    change_the_password_here: (ACCOUNT, BOTH),
    withdraw_a_link: (LINK,),
}


@pytest.mark.parametrize(
    ("act", "how"),
    [pair for act, ways in GOES_ON.items() for pair in product([act], ways)],
    ids=lambda one: getattr(one, "__name__", one),
)
def test_a_phone_that_still_shows_the_seat_gets_its_notifications(pocket, act, how):
    phone = Phone(pocket, how)
    act(phone)
    assert phone.told() == ["Ana", "Léo"] and phone.is_shown_her_table()
