"""Push notifications: the chosen kinds, and nothing hidden."""

import json

import pytest
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from campaigns import archive
from campaigns.accounts import data_export, deletion
from campaigns.journal import undo
from campaigns.journal.journal import Sent
from campaigns.live import presence
from campaigns.models import Campaign, Delivery, Seat
from campaigns.outgoing import queue, worker
from campaigns.outgoing.kinds import KINDS
from encounters.handouts import services as handouts
from encounters.messages import services as messages
from encounters.models import PushSubscription
from encounters.push import signals, subscriptions
from encounters.questions import services as questions
from rules.core.errors import Refused, Unreadable
from tests.campaigns.outgoing.receiver import HOST
from tests.cast import client_of
from tests.encounters.fight.test_pages import Fight
from tests.encounters.push.browser import Browser, claims
from tests.encounters.push.conftest import EVERYTHING


def whisper(pocket, name="ana", text="Zorvax te ment."):
    return pocket.do(messages.whisper, to=pocket.cast.seats[name].token, text=text)


def show(pocket, to):
    handout = pocket.do(handouts.save, values={"name": "Plan des quais"}).value
    return pocket.do(handouts.show, handout=handout, to=to)


def test_a_whisper_arrives_at_one_phone_without_its_words(pocket):
    for name in ("ana", "leo"):
        pocket.wants(name, *EVERYTHING)
    whisper(pocket)
    [(name, said)] = pocket.told()
    assert name == "ana" and said["title"] == pocket.cast.campaign.name
    assert said["body"] == "Un mot ou une question pour vous"
    assert said["to"] == reverse("messages", args=[pocket.cast.ana.token])
    headers, body = pocket.receiver.came[0]
    assert (headers["Content-Encoding"], headers["Urgency"], headers["TTL"]) == ("aes128gcm", "high", "300")
    sender, _key = claims(headers["Authorization"])
    now = timezone.now().timestamp()
    assert sender["aud"] == f"http://{HOST}" and now < sender["exp"] <= now + 86400
    assert b"Zorvax" not in body and "Zorvax" not in json.dumps(said)
    assert pocket.told() == []


def test_each_phone_gets_its_chosen_notifications_and_none_by_default(pocket):
    whisper(pocket)
    assert pocket.looked() == []
    pocket.wants("ana", "handout")
    pocket.wants("leo", "message", "handout")
    whisper(pocket)
    whisper(pocket, "leo")
    show(pocket, pocket.cast.ana.token)
    assert pocket.looked() == [("Ana", "handout"), ("Léo", "message")]
    show(pocket, "table")
    assert pocket.looked() == [("Ana", "handout"), ("Léo", "handout")]
    pocket.wants("ana")
    show(pocket, pocket.cast.ana.token)
    assert pocket.looked() == [] and not PushSubscription.objects.filter(seat=pocket.cast.ana).exists()


def test_a_table_that_was_put_back_to_an_earlier_state_notifies(pocket):
    pocket.wants("ana", "message")
    with transaction.atomic():
        whisper(pocket)
        whisper(pocket)
        assert pocket.looked() == [("Ana", "message")]
        transaction.set_rollback(True)
    whisper(pocket)
    assert pocket.looked() == [("Ana", "message")]


def test_a_question_is_notified_until_it_is_answered(pocket):
    pocket.wants("ana", "message")
    asked = pocket.do(questions.ask, text="Qui monte ?", to=[pocket.cast.ana.token])
    assert pocket.looked() == [("Ana", "message")]
    pocket.do(questions.answer, "ana", question=asked.first, reply="moi")
    assert pocket.looked() == []


@pytest.mark.slow("a round is declared until each is called")
@pytest.mark.parametrize("called", ["Élowen", "Tibor", "a guard", "somebody hidden"])
def test_a_turn_is_notified_to_its_player_and_one_of_somebody_hidden_to_nobody(pocket, called):
    Seat.objects.filter(pk=pocket.cast.gm.pk).update(dice=Seat.Dice.SERVER)
    fight = Fight(pocket.table)
    for name in ("ana", "leo"):
        pocket.wants(name, "turn", "asked")
    fight.act("start")
    foes = {"a guard": False, "somebody hidden": True}
    fighters = fight.scene.fighters.values()
    who = next((one.name for one in fighters if one.side == "foe" and one.hidden == foes.get(called)), called)
    pocket.looked()
    up, told = set(), set()
    while fight.id(who) not in up:
        fight.act("next")
        up = set(fight.board().up)
        news = pocket.looked()
        shown = {"Ana": fight.id("Élowen") in fight.scene.called, "Léo": fight.id("Tibor") in fight.scene.called}
        assert {name for name, kind in news if kind == "turn"} == {name for name, is_up in shown.items() if is_up}
        told |= set(news)
        if fight.id(who) not in up:
            for one in up:
                fight.act("declare_nothing", one)
    if called == "somebody hidden":
        assert news == []
    elif called in ("Élowen", "Tibor"):
        assert ("Ana" if called == "Élowen" else "Léo", "turn") in told


def test_a_signal_already_shown_is_no_news_and_one_that_is_over_is_not_sent(pocket):
    whisper(pocket)
    pocket.wants("ana", "message")
    assert pocket.looked() == []
    done = whisper(pocket)
    worker.gather_all()
    assert Delivery.objects.count() == 1
    pocket.do(messages.mark_read, "ana", message=done.first)
    pocket.do(messages.mark_read, "ana", message=messages.Message.objects.earliest("pk").token)
    assert pocket.told() == [] and not Delivery.objects.exists()


def test_two_processes_put_it_once(pocket):
    pocket.wants("ana", "message")
    whisper(pocket)
    assert pocket.looked() == [("Ana", "message")]
    KINDS["push"].gather()
    assert not Delivery.objects.exists()


def test_nothing_is_sent_while_a_page_of_the_seat_is_open(pocket, request):
    pocket.wants("ana", "message")
    attendance = presence.Attendance()
    presence.install(attendance)
    request.addfinalizer(lambda: presence.install(None))
    attendance.follow(pocket.cast.campaign.pk)
    attendance.open_page(pocket.cast.campaign.pk, pocket.cast.ana.pk)
    whisper(pocket)
    assert pocket.looked() == []


@pytest.mark.parametrize("status", [404, 410])
def test_a_phone_that_is_gone_is_forgotten_and_loses_nothing(pocket, status):
    pocket.wants("ana", *EVERYTHING)
    pocket.receiver.status = status
    whisper(pocket)
    show(pocket, pocket.cast.ana.token)
    worker.deliver_all()
    assert not PushSubscription.objects.exists() and not Delivery.objects.exists()
    page = client_of(pocket.cast.ana).get(reverse("messages", args=[pocket.cast.ana.token])).text
    assert "Zorvax te ment." in page


@pytest.mark.parametrize("status", [400, 429, 500, 503])
def test_a_service_that_fails_is_asked_again_for_a_while(pocket, status):
    pocket.wants("ana", *EVERYTHING)
    pocket.receiver.status = status
    whisper(pocket)
    worker.deliver_all()
    row = Delivery.objects.get()
    assert row.next_try > timezone.now() and PushSubscription.objects.exists()
    pocket.receiver.status = 201
    Delivery.objects.update(next_try=timezone.now())
    assert [name for name, _said in pocket.told()] == ["ana"]
    assert not Delivery.objects.exists()


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://127.0.0.1/x",
        "https://evil.example/x",
        "http://fcm.googleapis.com/x",
        "https://fcm.googleapis.com.evil.example/x",
        "https://fcm.googleapis.com@evil.example/x",
        "https://fcm.googleapis.com:444/x",
        "https://evil%00.push.apple.com/x",
        "https://evil%2F.push.apple.com/x",
        "https://[::1]/x",
        "https://2130706433/x",
        "file:///etc/passwd",
        "",
        "https://fcm.googleapis.com/" + "x" * 600,
    ],
)
def test_no_other_address_is_ever_asked(pocket, endpoint):
    sent = Browser(endpoint).sent
    with pytest.raises(Refused) as refusal:
        pocket.subscribe("ana", **sent, wants=["turn"])
    assert str(refusal.value) and not PushSubscription.objects.exists()


@pytest.mark.parametrize(
    "changed", [{"point": "x"}, {"point": ""}, {"secret": "AAAA"}, {"secret": "é"}, {"wants": ["x"]}]
)
def test_keys_and_kinds_that_are_none_are_refused(pocket, changed):
    sent = {**Browser(f"http://{HOST}/x").sent, "wants": ["turn"], **changed}
    with pytest.raises(Unreadable):
        pocket.subscribe("ana", **sent)
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize("name", ["gm", "spectator", "screen"])
def test_only_players_subscribe(pocket, name):
    sent = {**Browser(f"http://{HOST}/x").sent, "wants": ["turn"]}
    with pytest.raises(Refused):
        pocket.subscribe(name, **sent)


def test_one_browser_more_than_a_seat_may_have_takes_the_place_of_the_oldest(pocket):
    for number in range(subscriptions.MOST_BROWSERS + 1):
        browser = Browser(f"http://{HOST}/{number}")
        pocket.subscribe("ana", **browser.sent, wants=["turn"])
    kept = list(PushSubscription.objects.order_by("pk").values_list("endpoint", flat=True))
    assert len(kept) == subscriptions.MOST_BROWSERS and f"http://{HOST}/0" not in kept


def test_a_phone_posts_its_choice(pocket):
    browser = Browser(f"http://{HOST}/ana")
    pocket.browsers["ana"] = browser
    client, address = client_of(pocket.cast.ana), reverse("push", args=[pocket.cast.ana.token])
    assert client.post(address, {**browser.sent, "wants": ["message"]}).status_code == 302
    whisper(pocket)
    assert [name for name, _said in pocket.told()] == ["ana"]
    client.post(address, browser.sent)
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize("endpoint", ["", "\x00", f"http://{HOST}/leo", "x" * 5000])
def test_cancelling_an_unknown_subscription_changes_nothing(pocket, endpoint):
    pocket.wants("ana", "turn")
    client, address = client_of(pocket.cast.ana), reverse("push", args=[pocket.cast.ana.token])
    assert client.post(address, {"endpoint": endpoint}).status_code == 302
    assert PushSubscription.objects.count() == 1


def test_a_subscription_is_personal_data_and_never_archived(pocket):
    pocket.wants("ana", "turn")
    seats = data_export.export_person([pocket.seat("ana")])["seats"]
    assert seats[0]["phones"] == [{"service": HOST, "wants": ["turn"]}]
    kept = archive.read(archive.write(Campaign.objects.get(pk=pocket.cast.campaign.pk)))
    assert HOST not in str(kept)
    deletion.leave_for_good([deletion.Farewell(pocket.cast.ana)])
    assert not PushSubscription.objects.exists()


def test_an_undone_whisper_is_news_no_more(pocket):
    pocket.wants("ana", "message")
    done = whisper(pocket)
    worker.gather_all()
    undo.undo(seat=pocket.seat("gm"), sent=Sent.of("", "back"), command=done.command)
    assert pocket.told() == []


def test_no_more_waits_for_a_phone_than_it_can_be_told(pocket):
    pocket.wants("ana", "message")
    kind = KINDS["push"]
    for number in range(kind.most + 5):
        queue.enqueue(kind, pocket.cast.campaign, PushSubscription.objects.get().token, f"{number}")
    assert Delivery.objects.count() == kind.most


def test_the_page_offers_push_with_https_and_says_so_without(pocket, settings):
    page = reverse("messages", args=[pocket.cast.ana.token])
    assert "data-push" not in client_of(pocket.cast.ana).get(page).text
    assert "https" in client_of(pocket.cast.ana).get(page).text
    settings.TABLEE_PUSH = True
    text = client_of(pocket.cast.ana).get(page).text
    assert "data-push" in text and all(f'data-kind="{kind}"' in text for kind in signals.KINDS)
    assert "data-push" not in client_of(pocket.cast.gm).get(reverse("table", args=[pocket.cast.gm.token])).text
