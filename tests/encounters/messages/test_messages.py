"""Whispers for two, and a pause in nobody's name."""

import json

import pytest
from django.core.cache import cache
from django.urls import reverse

from campaigns import archive
from campaigns.accounts import data_export, deletion
from campaigns.journal import journal, undo
from campaigns.journal.journal import Sent
from campaigns.models import Campaign, Command, Event, Seat
from encounters.handouts import services as handouts
from encounters.messages import services
from encounters.models import Message
from rules.core.errors import Refused, Stale, Unreadable
from tests.campaigns.test_archive import forget
from tests.cast import client_of

WORDS = "Zorvax te ment."
OTHERS = ("leo", "spectator", "screen")


class Whispers:
    def __init__(self, table):
        self.table, self.cast, self.number = table, table.cast, 0

    def do(self, service, seat=None, **said):
        self.number += 1
        return service(seat=seat or self.cast.gm, sent=Sent.of("", self.number), **said)

    def say(self, **said):
        return self.do(services.whisper, **{"to": self.cast.ana.token, "text": WORDS, **said})

    def pages(self, name):
        """All that a seat is shown of messages and of the journal."""
        seat = self.cast.seats[name]
        client = client_of(seat)
        pages = [client.get(reverse(page, args=[seat.token])) for page in ("messages", "journal", "recap", "screen")]
        return "".join(page.text for page in pages if page.status_code == 200)

    def readers(self, words=WORDS):
        return {name for name in self.cast.seats if words in self.pages(name)}


@pytest.fixture
def whispers(table):
    cache.clear()
    return Whispers(table)


@pytest.mark.parametrize("by", ["gm", "ana"])
@pytest.mark.slow("reads four pages of each seat")
def test_two_read_a_whisper_and_nobody_else_until_it_is_taken_away(whispers, by):
    done = whispers.say(seat=whispers.cast.seats[by])
    assert whispers.readers() == {"gm", "ana"}
    assert not Event.objects.filter(audience="table", kind__startswith="whisper").exists()
    undo.undo(seat=whispers.cast.seats[by], sent=Sent.of("", "back"), command=done.command)
    assert WORDS not in client_of(whispers.cast.ana).get(reverse("messages", args=[whispers.cast.ana.token])).text
    assert not Message.objects.exists()


@pytest.mark.parametrize("by", ["gm", "ana"])
def test_no_journal_holds_the_words_of_a_whisper(whispers, by):
    done = whispers.say(seat=whispers.cast.seats[by])
    undo.ask_gm(seat=done.command.seat, sent=Sent.of("", "asked"), command=done.command)
    for name in ("gm", "ana"):
        seat = whispers.cast.seats[name]
        journal_page = client_of(seat).get(reverse("journal", args=[seat.token])).text
        assert "Ana" in journal_page and WORDS not in journal_page
    payloads = Event.objects.values_list("payload", flat=True)
    assert WORDS not in json.dumps(list(payloads), ensure_ascii=False)


def test_an_answer_marks_its_message_as_read_and_nothing_else(whispers):
    whispers.say(text="Un feu ?")
    whispers.say(text="Et toi ?", to=whispers.cast.leo.token)
    whispers.say(seat=whispers.cast.ana, text="Éteint.")
    unread = {row.data["text"] for row in Message.objects.all() if not row.data.get("read")}
    assert unread == {"Et toi ?", "Éteint."}
    whispers.say(text="Bien.")
    assert "Éteint." not in {row.data["text"] for row in Message.objects.all() if not row.data.get("read")}


def test_the_newest_whispers_come_before_the_form_and_earlier_ones_fold_unless_unread(whispers):
    for number in range(5):
        whispers.say(seat=whispers.cast.ana, text=f"mot {number}")
    page = whispers.pages("ana")
    shown, folded = page.split("whispers-earlier", 1)
    assert [f"mot {number}" in shown for number in range(5)] == [False, False, False, False, True]
    assert "mot 0" in folded and folded.index("mot 0") < folded.index("<textarea")
    assert "whispers-earlier" not in whispers.pages("gm"), "all five are unread there"


def test_a_player_whispers_to_nobody_but_the_game_master(whispers):
    whispers.say(seat=whispers.cast.ana, to=whispers.cast.leo.token)
    assert Message.objects.get().whose == whispers.cast.ana.token


def test_the_strip_announces_a_whisper_until_it_is_read(whispers):
    done = whispers.say()
    seat = whispers.cast.ana
    strips = {
        name: whispers.table.region(whispers.cast.seats[name], "messages", "message_strip")
        for name in ("ana", "leo", "gm")
    }
    assert "1 " in strips["ana"] and WORDS not in strips["ana"]
    assert f'href="{reverse("messages", args=[seat.token])}#whispers"' in strips["ana"]
    assert "hidden" in strips["leo"] and "hidden" in strips["gm"]
    with pytest.raises(Refused):
        whispers.do(services.mark_read, message=done.first)
    whispers.do(services.mark_read, seat=seat, message=done.first)
    assert "hidden" in whispers.table.region(seat, "messages", "message_strip")
    assert "Lu" in whispers.table.region(whispers.cast.gm, "messages", "whispers")


def test_a_handout_with_a_whisper_is_shown_to_its_reader_alone(whispers):
    handout = whispers.do(handouts.save, values={"name": "Billet", "notes": "Faux"}).value
    done = whispers.say(handout=handout)
    address = {name: reverse("handout", args=[whispers.cast.seats[name].token, handout]) for name in ("ana", "leo")}
    assert address["ana"] in whispers.table.region(whispers.cast.ana, "messages", "whispers")
    assert [client_of(whispers.cast.seats[name]).get(address[name]).status_code for name in address] == [200, 404]
    undo.undo(seat=whispers.cast.gm, sent=Sent.of("", "back"), command=done.command)
    assert client_of(whispers.cast.ana).get(address["ana"]).status_code == 404


@pytest.mark.parametrize(
    ("by", "said", "error"),
    [
        ("gm", {"text": ""}, Unreadable),
        ("gm", {"text": "x" * 501}, Unreadable),
        ("gm", {"to": "nobody"}, Refused),
        ("gm", {"to": ""}, Refused),
        ("gm", {"handout": "gone"}, Stale),
        ("spectator", {}, Refused),
        ("screen", {}, Refused),
    ],
)
def test_bad_input_is_a_sentence_and_changes_nothing(whispers, by, said, error):
    before = Event.objects.count()
    with pytest.raises(error) as refusal:
        whispers.say(seat=whispers.cast.seats[by], **said)
    assert str(refusal.value) and Event.objects.count() == before


def test_the_number_of_messages_is_limited(whispers, monkeypatch):
    monkeypatch.setattr(services, "MOST_WHISPERS", 1)
    whispers.say()
    with pytest.raises(Refused):
        whispers.say(seat=whispers.cast.ana)
    whispers.say(to=whispers.cast.leo.token)


def test_an_outsider_to_a_whisper_finds_none(whispers):
    token = whispers.say().first
    for service in (services.mark_read, services.withdraw):
        texts = set()
        for message in (token, "nothing"):
            with pytest.raises(Stale) as refusal:
                whispers.do(service, seat=whispers.cast.leo, message=message)
            texts.add(str(refusal.value))
        assert len(texts) == 1
    with pytest.raises(Refused):
        whispers.do(services.withdraw, seat=whispers.cast.ana, message=token)


def test_whispers_travel_in_the_archive_and_in_the_file_of_their_player(whispers):
    whispers.say()
    assert [WORDS in json.dumps(data_export.export_person([whispers.cast.seats[name]])) for name in ("ana", "leo")] == [
        True,
        False,
    ]
    kept = archive.write(Campaign.objects.get(pk=whispers.cast.campaign.pk))
    forget(Campaign.objects.get(pk=whispers.cast.campaign.pk))
    archive.restore(archive.read(kept))
    assert Message.objects.get().data["text"] == WORDS


def test_leaving_for_good_removes_ones_whispers(whispers):
    whispers.say()
    whispers.say(seat=whispers.cast.ana, text="Je sais.")
    whispers.do(services.withdraw, message=whispers.say(text=f"{WORDS} Pris.").first)
    said = whispers.say(seat=whispers.cast.ana, text=f"{WORDS} Repris.")
    undo.undo(seat=whispers.cast.ana, sent=Sent.of("", "back"), command=said.command)
    deletion.leave_for_good([deletion.Farewell(whispers.cast.ana)])
    kept = json.dumps(list(Event.objects.values("changes", "payload")), ensure_ascii=False)
    assert not Message.objects.exists() and WORDS not in kept and "Je sais." not in kept and "Ana" not in kept
    campaign = Campaign.objects.get(pk=whispers.cast.campaign.pk)
    assert not any(data for subject, data in journal.fold(campaign).items() if subject.startswith("message:"))


@pytest.mark.parametrize("by", ["ana", "leo", "gm"])
def test_a_pause_is_the_same_in_every_row_whoever_asks(whispers, by):
    cast = whispers.cast
    client, seat = client_of(cast.seats[by]), cast.seats[by]
    tokens = {other.token for other in cast.seats.values()}
    answer = client.post(reverse("pause"), {"table": seat.token}, headers={"HX-Request": "true", "X-Live": "1"})
    assert answer.status_code == 200 and "data-undo" not in answer.text
    event = Event.objects.latest("seq")
    assert (event.by, event.audience, event.command.seat) == (None, "table", cast.gm)
    assert Command.objects.filter(seat__in=[cast.ana, cast.leo], first_seq=event.seq).count() == 0
    assert not any(token in json.dumps([event.changes, event.payload]) for token in tokens)
    assert "Pause" in whispers.table.region(cast.screen, "screen", "wall_pause")
    assert {
        "Pause" in whispers.table.region(cast.seats[name], "messages", "message_strip") for name in ("ana", "leo")
    } == {True}
    client.post(reverse("pause"), {"table": seat.token})
    assert Message.objects.count() == 1
    whispers.do(services.resume)
    assert not Message.objects.exists() and "Pause" not in whispers.table.region(cast.screen, "screen", "wall_pause")


def test_a_pause_names_no_seat_in_its_address_or_in_where_it_came_from(whispers):
    seat = whispers.cast.ana
    page = client_of(seat).get(reverse("messages", args=[seat.token]))
    assert seat.token not in reverse("pause") and page["Referrer-Policy"] == "origin"
    assert f'action="{reverse("pause")}"' in page.text


@pytest.mark.parametrize("by", ["screen", "stranger"])
def test_an_outsider_cannot_ask_for_a_pause(whispers, by):
    table = whispers.cast.ana.token if by == "stranger" else whispers.cast.screen.token
    client = client_of(whispers.cast.screen) if by == "screen" else client_of()
    assert client.post(reverse("pause"), {"table": table}).status_code == 404
    with pytest.raises(Refused):
        whispers.do(services.resume, seat=whispers.cast.ana)


def test_a_pause_is_never_the_last_act_of_the_undo_key(whispers):
    whispers.say()
    services.pause(Seat.objects.select_related("campaign").get(pk=whispers.cast.ana.pk))
    seat = whispers.cast.gm
    client_of(seat).post(reverse("undo-last", args=[seat.token]))
    assert [row.kind for row in Message.objects.all()] == ["pause"]


@pytest.mark.parametrize("by", ["gm", "ana"])
def test_the_form_of_the_page_whispers_and_leads_back_to_it(whispers, by):
    seat = whispers.cast.seats[by]
    address = reverse("messages", args=[seat.token])
    answer = client_of(seat).post(address, {"to": whispers.cast.ana.token, "text": WORDS})
    assert (answer.status_code, answer["Location"]) == (302, address)
    assert Message.objects.get().data["text"] == WORDS
