"""Folded lines of the journal lose nothing."""

import gzip
import re
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.urls import reverse
from django.utils import translation

from campaigns import archive
from campaigns.journal import journal
from campaigns.journal.journal import Sent
from campaigns.live import regions
from campaigns.models import Campaign, Event, Seat
from encounters.dice import published_seeds
from encounters.log import grouping
from encounters.log.entries import ENDED, Entry
from encounters.prepare import services
from rules import registry
from rules.core.text import Text
from rules.views.journal import Line
from sheets import services as sheets
from tests.cast import client_of
from tests.encounters.fight.test_next_button import Fight
from tests.encounters.test_every_game import GAMES

LINE = re.compile(r'<li id="line-([a-z2-7]{16})"')


@pytest.fixture(autouse=True)
def promised(table, settings):
    """The dice of the table are promised, as at every real one."""
    settings.TABLEE_DICE = ""
    journal.run(seat=table.cast.gm, sent=Sent.of("", "promise"), work=published_seeds.promise_first)


def log(seat):
    page = regions.find_page(Seat.objects.select_related("campaign").get(pk=seat.pk), "table", "")
    return page.draw(next(one for one in page.regions if one.name == "log"))


def history(seat):
    return client_of(seat).get(reverse("journal", args=[seat.token])).text


def prepare(table, name):
    return services.prepare(seat=table.cast.gm, sent=Sent.of("", name), name=name)


def tick(table):
    sheets.step(seat=table.cast.gm, sent=Sent.of("", "t"), character=table.elowen, path="luck.current", by=-1)


def test_preparations_are_one_line_that_holds_every_line(table):
    prepare(table, "Quai 7")
    drawn = log(table.cast.gm)
    events = Event.objects.filter(campaign=table.cast.campaign, undoes=None)
    assert set(LINE.findall(drawn)) == set(events.values_list("token", flat=True))
    before, fold = drawn.split("<details", 1)
    assert LINE.findall(before) == [], "the newest is one of them"
    inside = fold.partition("</ol></details>")[0]
    assert len(LINE.findall(inside)) == events.count() and str(events.count()) in fold.partition("</summary>")[0]


def test_acts_of_the_game_stand_between_the_folds(table):
    tick(table)
    prepare(table, "Quai 7")
    drawn = log(table.cast.gm)
    before = drawn.partition("<details")[0]
    assert len(LINE.findall(before)) == 2 and drawn.count('class="journal-fold') == 1


def lines(*kinds, together=()):
    """A journal as it is grouped: an act of each kind, newest first, as the lines it shows and how many each holds.

    The places ``together`` are acts of one command.
    """
    entries, rows = [], []
    for number, kind in enumerate(kinds):
        payload = {} if kind == ENDED else {"action": {"kind": kind}}
        event = SimpleNamespace(kind=kind if kind == ENDED else "act", payload=payload, encounter="fight")
        line = Line(None, Text(f"{kind} {number}"))
        entries.append(SimpleNamespace(event=event, line=line, stands=True, act=0 if number in together else number))
        row = {"token": str(number), "new_day": "", "time": "", "iso": "", "private": False}
        rows.append({**row, "text": kind, "what": kind})
    system = registry.system("medieval")
    shown = grouping.group_rows(entries, rows, system.opening_kinds, system.ending)
    return [(row["text"], len(row.get("fold", ()))) for row in shown]


def act(kind, *effects, exchange="e1", results=(), taken_by=None):
    event = SimpleNamespace(kind=kind, payload={"exchange": exchange})
    rows = tuple(("Ana", Text(effect)) for effect in effects)
    line = Line("Ana", Text("Ana attacks"), results, rows, kinds=effects)
    return Entry(event, line, 0, taken_by)


def joined(*entries):
    return [[text.msgid for _who, text in entry.line.effects] for entry in grouping.join_beginnings(entries)]


def test_an_attack_and_its_result_are_one_line_with_the_effects_of_both():
    assert joined(act("attack", "is hit"), act("open_attack", "engages")) == [["engages", "is hit"]]
    assert joined(act("attack", "is hit"), act("open_attack")) == [["is hit"]]


@pytest.mark.parametrize("beginning", [{"exchange": "e2"}, {"taken_by": SimpleNamespace()}])
def test_the_beginning_of_another_attack_keeps_its_line(beginning):
    assert joined(act("attack", "is hit"), act("open_attack", "engages", **beginning)) == [["is hit"], ["engages"]]


def test_the_end_of_a_fight_is_one_line():
    with translation.override("en"):
        assert lines(ENDED, "end", "attack") == [(ENDED, 0), ("attack", 0)]
        assert lines("attack", "end", "attack") == [("attack", 0), ("end", 0), ("attack", 0)]


def test_the_initiative_of_a_round_is_one_line():
    with translation.override("en"):
        settled = ("leave_initiative", "take_initiative", "leave_initiative")
        assert lines("attack", *settled, "attack") == [("attack", 0), ("Initiative: 3 lines", 3), ("attack", 0)]
        assert lines(*settled) == [(kind, 0) for kind in settled], "the newest stands by itself"


def test_a_whole_side_that_does_the_same_by_one_command_is_one_line():
    with translation.override("en"):
        idle = ("attack", *["decline"] * 4)
        assert lines(*idle, together=range(1, 5))[1:] == [("decline, and 3 more", 4)]
        assert lines(*idle)[1:] == [("decline", 0)] * 4


def test_fewer_than_three_are_shown_as_they_are(table):
    for name in ("Quai 7", "Quai 8"):
        prepare(table, name)
    tick(table)
    before = log(table.cast.gm).partition("<details")[0]
    assert len(LINE.findall(before)) == 1
    tick(table)
    prepare(table, "Quai 9")
    prepare(table, "Quai 10")
    tick(table)
    before = log(table.cast.gm).partition("<details")[0]
    assert len(LINE.findall(before)) == 5


def test_a_fold_holds_one_day(table):
    first = Event.objects.filter(campaign=table.cast.campaign).order_by("seq")[:4]
    for event in first:
        Event.objects.filter(pk=event.pk).update(created=event.created - timedelta(days=2))
    drawn = log(table.cast.gm)
    assert len(re.findall('class="journal-day"', drawn)) == 2
    assert drawn.count('class="journal-fold') == 2


def test_a_fold_keeps_its_name_as_more_comes(table):
    def names():
        return re.findall(r'id="fold-([a-z2-7]{16})"', log(table.cast.gm))

    before = names()
    prepare(table, "Quai 7")
    assert names() == before == [Event.objects.filter(campaign=table.cast.campaign).earliest("seq").token]


def test_the_promise_of_the_dice_is_short_with_the_whole_behind_a_tap(table):
    drawn = log(table.cast.gm)
    (whole,) = set(re.findall(r"\b[0-9a-f]{64}\b", drawn))
    text = re.search(r'<span class="journal-text">([^<]*promis)\.</span>', drawn)[1]
    assert whole[:8] not in text
    assert whole in re.search(r'<details class="journal-whole".*?</details>', drawn, re.DOTALL)[0]


def test_the_history_and_every_file_hold_each_line_whole(table):
    prepare(table, "Quai 7")
    gm, ana = table.cast.gm, table.cast.ana
    page = history(gm)
    assert "data-fold" not in page and LINE.findall(page) == LINE.findall(log(gm))
    (promise,) = set(re.findall(r"\b[0-9a-f]{64}\b", page))
    assert promise in gzip.decompress(archive.write(Campaign.objects.get(pk=gm.campaign_id), admin=True)).decode()
    assert promise in client_of(ana).get(f"/t/{ana.token}/dice/").text


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("a" * 64, "aaaaaaaa…"),
        (f"Promised: {'a' * 64}.", "Promised."),
        ("a" * 63, ""),
        ("g" * 64, ""),
        ("x" + "a" * 64, ""),
        ("Élowen", ""),
    ],
)
def test_only_long_digests_are_shortened(text, short):
    assert grouping.shorten(text) == ((short, text) if short else (text, ""))


@pytest.mark.slow("a fight of each game from its beginning")
@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_the_beginning_of_a_fight_has_each_sentence_once(game):
    fight = Fight(game)
    fight.act("start", "gm", fight.gm)
    opened = sentences(fight)
    while waiting := [need for need in fight.needs(fight.gm) if need.request and hasattr(need.request, "dice")]:
        need = waiting[0]
        faces = [1] * need.request.dice.count
        fight.act("answer", "", fight.gm, exchange=need.exchange, key=need.request.key, values=faces)
    for told in (opened, sentences(fight)):
        assert told == list(dict.fromkeys(told)) and "Quai 7 commence." not in told


def sentences(fight):
    """The journal of a fight's page outside its folds, as the game master reads it."""
    drawn = re.sub(r"<details.*?</details>", "", fight.region(fight.gm, "fight", "log", fight.token), flags=re.DOTALL)
    return re.findall(r'<span class="journal-text">([^<]*)<', drawn)
