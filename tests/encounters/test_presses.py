"""Presses on the pages of the party: what each of them writes, and that an unknown one is refused."""

import re

from django.core.cache import cache
from django.urls import reverse

from campaigns.models import Event
from encounters.models import Message, PartyItem
from tests.cast import client_of

TOKEN = re.compile(r"\b[a-z2-7]{16}\b")
# Who presses, on which page, about which thing, what they send, and what it writes, or the status of a refusal.
PRESSES = (
    ("gm", "calendar", "", {"do": "set", "day": "4", "label": "Dark"}, "day_set name=calendar label=Dark day=4"),
    ("gm", "calendar", "", {"do": "next"}, "days_passed day=5"),
    ("gm", "calendar", "", {"do": "pass", "days": "3"}, "days_passed day=8"),
    ("gm", "calendar", "", {"do": "rest", "days": "2", "who": "elowen"}, "rested day=10"),
    ("gm", "calendar", "", {"do": "else", "days": "3"}, 422),
    ("gm", "next-session", "", {"name": "Friday", "place": "Ana's"}, "session_planned name=Friday place=Ana's"),
    ("ana", "answer-session", "", {"said": "yes"}, "session_answered answers.ana=yes"),
    (
        "gm",
        "clocks",
        "",
        {"name": "Tide", "size": "4", "to": "table"},
        "clock_made name=Tide size=4 filled=0 shown={'table': True}",
    ),
    ("gm", "clock", "clock", {"do": "tick"}, "clock_ticked filled=1"),
    ("gm", "clock", "clock", {"do": "tick"}, "clock_ticked filled=2"),
    ("gm", "clock", "clock", {"do": "untick"}, "clock_ticked filled=1"),
    ("gm", "clock", "clock", {"do": "show", "to": "ana"}, "clock_shown shown={'ana': True}"),
    ("gm", "clock", "clock", {"do": "else"}, 422),
    ("gm", "clock", "clock", {"do": "remove"}, "clock_removed"),
    (
        "gm",
        "random-tables",
        "",
        {"name": "Omens", "dice": "1d2", "rows": "1-2 None"},
        "table_kept name=Omens dice=1d2 rows=1-2 None",
    ),
    ("gm", "random-table", "random_table", {"do": "roll"}, "table_rolled"),
    ("gm", "random-table", "random_table", {"do": "secret"}, "table_rolled"),
    ("gm", "random-table", "random_table", {"do": "else"}, 422),
    ("gm", "random-table", "random_table", {"do": "remove"}, "table_put_away"),
    (
        "ana",
        "stash",
        "",
        {"do": "find", "name": "Rope", "qty": "3", "notes": "wet"},
        "stash_found name=Rope list=gear row={'name': 'Rope', 'qty': 3, 'notes': 'wet'}",
    ),
    ("ana", "stash", "", {"do": "else", "name": "Lamp"}, 422),
    (
        "ana",
        "stash-thing",
        "stash",
        {"do": "take", "character": "elowen", "count": "1"},
        "stash_taken gear.~={'name': 'Rope', 'qty': 1, 'notes': 'wet'} row={'name': 'Rope', 'qty': 2, 'notes': 'wet'}",
    ),
    ("ana", "stash-thing", "stash", {"do": "else", "count": "1"}, 422),
    ("ana", "stash-thing", "stash", {"do": "remove", "count": "2"}, "stash_gone"),
    (
        "ana",
        "purse",
        "",
        {"do": "put", "coin": "money_sols", "amount": "5"},
        "purse_paid name=purse coins.money_sols=5",
    ),
    (
        "ana",
        "purse",
        "",
        {"do": "take", "coin": "money_sols", "amount": "2", "character": "elowen"},
        "purse_paid money_sols=6802 coins.money_sols=3",
    ),
    ("ana", "purse", "", {"do": "else", "coin": "money_sols", "amount": "2"}, 422),
    (
        "gm",
        "questions",
        "",
        {"text": "Left?", "to": "ana", "options": "Yes\nNo"},
        "question_asked name=question text=Left? options={'o1': 'Yes', 'o2': 'No'} asked={'ana': True} reader=asked",
    ),
    (
        "ana",
        "question",
        "question",
        {"do": "answer", "said": "o1"},
        "question_answered name=~ whose=ana text=Yes question_closed closed=True",
    ),
    ("gm", "question", "question", {"do": "else"}, 422),
    ("gm", "question", "question", {"do": "remove"}, "question_removed answer_removed"),
    (
        "gm",
        "questions",
        "",
        {"text": "Right?", "to": "ana", "reader": "gm"},
        "question_asked name=question text=Right? asked={'ana': True} reader=gm",
    ),
    ("gm", "question", "question", {"do": "close"}, "question_closed closed=True"),
    (
        "gm",
        "messages",
        "",
        {"text": "Behind you.", "to": "ana"},
        "whispered kind=whisper whose=ana text=Behind you. by_gm=True",
    ),
    ("ana", "read-message", "message", {}, "whisper_read read=True"),
    ("gm", "take-message", "message", {}, "whisper_taken"),
)


def written(after, names):
    """Events after a number: their kinds, and each path with its new value."""
    told = []
    for event in Event.objects.filter(seq__gt=after).order_by("seq"):
        told += [
            event.kind,
            *(f"{path}={value}" for _subject, path, _before, value in event.changes if value is not None),
        ]
    return TOKEN.sub(lambda token: names.get(token[0], "~"), " ".join(told))


def test_each_press_writes_what_was_sent_and_an_unknown_one_nothing(table, lay):
    lay(1, 2)
    seats, done = table.cast.seats, []
    names = {seats["ana"].token: "ana", table.elowen.token: "elowen"}
    tokens = {name: token for token, name in names.items()}
    client = client_of(*seats.values())
    for who, page, thing, sent, _expected in PRESSES:
        things = Message.objects.all() if thing == "message" else PartyItem.objects.filter(kind=thing)
        about = [things.latest("pk").token] if thing else []
        last = Event.objects.latest("seq").seq
        cache.clear()  # else so many presses are too many at once
        posted = {key: tokens.get(value, value) for key, value in sent.items()}
        answer = client.post(reverse(page, args=[seats[who].token, *about]), posted)
        done.append((who, page, thing, sent, written(last, names) or answer.status_code))
    assert done == [*PRESSES]
