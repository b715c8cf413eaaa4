"""Questions to several at once: nobody reads an answer before all are in, then those it is for, and nobody else."""

import json

import pytest
from django.urls import reverse

from campaigns.accounts import data_export, deletion
from campaigns.models import Event
from encounters.party import next_session
from encounters.questions import services
from rules.core.errors import Refused, Stale, Unreadable
from tests.cast import client_of
from tests.encounters.party.conftest import Desk

WORDS = "Qui porte la lampe ?"
OPTIONS = "À gauche\nÀ droite"


@pytest.fixture
def desk(table):
    return Desk(table)


def asked(desk, *names, **said):
    to = [desk.cast.seats[name].token for name in names or ("ana", "leo")]
    return desk.do(services.ask, **{"text": WORDS, "to": to, **said}).first


def answer(desk, name, question, said):
    return desk.do(services.answer, seat=desk.cast.seats[name], question=question, reply=said)


def page(desk, name):
    """All that a seat is shown of questions and of the journal."""
    seat = desk.cast.seats[name]
    pages = [client_of(seat).get(reverse(page, args=[seat.token])) for page in ("messages", "journal", "screen")]
    return "".join(page.text for page in pages if page.status_code == 200)


def region(desk, name, region="questions"):
    return desk.table.region(desk.cast.seats[name], "messages", region)


def test_answers_are_sealed_until_the_last_one_is_in(desk):
    question = asked(desk)
    strips = [region(desk, name, "message_strip") for name in ("ana", "leo")]
    before = {name: region(desk, name) for name in ("leo", "gm")}
    answer(desk, "ana", question, "Moi, sans doute.")
    assert region(desk, "leo") == before["leo"] and region(desk, "leo", "message_strip") == strips[1]
    assert region(desk, "ana", "message_strip") != strips[0]
    assert region(desk, "gm") != before["gm"]  # who has answered
    for name in ("leo", "gm", "spectator", "screen"):
        assert "sans doute" not in page(desk, name)
    answer(desk, "leo", question, "Pas moi.")
    for name in ("ana", "leo", "gm"):
        assert "sans doute" in region(desk, name) and "Pas moi" in region(desk, name)
    for name in ("spectator", "screen"):
        assert WORDS not in page(desk, name) and "Pas moi" not in page(desk, name)


def test_nobody_answers_anew_after_reading_the_others_answers(desk):
    question = asked(desk)
    answers = [answer(desk, name, question, f"{name} dit") for name in ("ana", "leo")]
    assert "ana dit" in region(desk, "leo")
    for name, done in zip(("ana", "leo"), answers, strict=True):
        with pytest.raises(Refused, match="open now"):
            desk.undo(done, seat=desk.cast.seats[name])
    assert "leo dit" in region(desk, "ana")
    desk.undo(answers[1])  # a game master may open the question again
    answer(desk, "leo", question, "Pas moi.")
    assert "leo dit" not in region(desk, "ana") and desk.folds()


def test_an_answer_is_revoked_while_others_are_waited_for(desk):
    question = asked(desk)
    desk.undo(answer(desk, "ana", question, "Moi"), seat=desk.cast.ana)
    assert desk.rows("answer") == []


def test_an_answer_of_another_length_looks_the_same_to_everybody_else(desk):
    question, seen = asked(desk), []
    for said in ("Oui", "x" * 300):
        done = answer(desk, "ana", question, said)
        seen.append([region(desk, name) for name in ("gm", "leo")])
        assert "x" * 9 not in json.dumps([event.payload for event in done.events])
    assert seen[0] == seen[1]


def test_a_vote_is_counted_and_closed_early(desk):
    question = asked(desk, options=OPTIONS)
    answer(desk, "ana", question, "o2")
    closed = desk.do(services.close, question=question)
    assert "À droite" in region(desk, "leo")
    with pytest.raises(Stale):
        answer(desk, "leo", question, "o1")
    with pytest.raises(Refused):
        desk.do(services.close, question=question)
    desk.undo(closed)
    answer(desk, "leo", question, "o1")
    assert desk.folds() and desk.archived()


def test_answers_for_the_game_master_alone_are_read_by_nobody_else(desk):
    question = asked(desk, reader="gm")
    for name in ("ana", "leo"):
        answer(desk, name, question, f"réponse de {name}")
    assert "réponse de ana" in region(desk, "gm")
    assert "réponse de ana" not in region(desk, "leo") and "réponse de leo" in region(desk, "leo")


def test_a_seat_that_is_not_asked_sees_nothing_and_finds_nothing(desk):
    blank = [region(desk, "leo"), region(desk, "leo", "message_strip")]
    question = asked(desk, "ana")
    assert [region(desk, "leo"), region(desk, "leo", "message_strip")] == blank
    texts = set()
    for token in (question, "nothing"):
        with pytest.raises(Stale) as refusal:
            answer(desk, "leo", token, "moi")
        texts.add(str(refusal.value))
    assert len(texts) == 1 and not Event.objects.filter(kind__startswith="question", audience="table").exists()


def test_asking_is_undone_and_a_question_put_away_takes_its_answers_along(desk):
    question = asked(desk)
    answer(desk, "ana", question, "Moi")
    gone = desk.do(services.remove, question=question)
    assert desk.rows("question") == desk.rows("answer") == []
    desk.undo(gone)
    assert [row["text"] for row in desk.rows("answer")] == ["Moi"]
    desk.undo(desk.do(services.ask, text="Et alors ?", to=[desk.cast.ana.token]))
    assert len(desk.rows("question")) == 1 and desk.folds()


def test_an_answer_is_in_the_personal_data_of_its_author_alone(desk):
    question = asked(desk)
    answer(desk, "ana", question, "Moi")
    files = {
        name: json.dumps(data_export.export_person([desk.cast.seats[name]]), default=str) for name in ("ana", "leo")
    }
    assert '"answer": "Moi"' in files["ana"] and '"Moi"' not in files["leo"]


@pytest.mark.parametrize(
    ("said", "error"),
    [
        ({"text": ""}, Unreadable),
        ({"text": "x" * 301}, Unreadable),
        ({"to": []}, Unreadable),
        ({"to": ["nobody"]}, Unreadable),
        ({"options": "une seule"}, Unreadable),
        ({"options": "\n".join("abcdefghijk")}, Unreadable),
        ({"options": "a\n" + "x" * 81}, Unreadable),
        ({"reader": "everybody"}, Unreadable),
    ],
)
def test_an_invalid_question_changes_nothing(desk, said, error):
    with pytest.raises(error):
        asked(desk, **said)
    assert desk.rows("question") == []


@pytest.mark.parametrize("name", ["ana", "spectator", "screen"])
def test_only_a_game_master_asks(desk, name):
    with pytest.raises(Refused):
        desk.do(services.ask, seat=desk.cast.seats[name], text=WORDS, to=[desk.cast.leo.token])


def test_leaving_for_good_removes_ones_answers_and_name(desk):
    next_session.plan(seat=desk.cast.gm, sent=desk.sent(), values={"name": "samedi"})
    desk.do(next_session.answer, seat=desk.cast.ana, choice="yes")
    for said in ("Moi, sans doute.", "Moi, enfin."):
        question = asked(desk)
        answer(desk, "ana", question, said)
        answer(desk, "leo", question, "Pas moi.")
    desk.do(services.remove, question=question)
    deletion.leave_for_good([deletion.Farewell(desk.cast.ana)])
    kept = json.dumps(list(Event.objects.values("changes", "payload")), ensure_ascii=False)
    found = [word for word in ("Moi, sans doute.", "Moi, enfin.", "Ana") if word in kept]
    assert found == [] and "Pas moi." in kept
    assert [row["text"] for row in desk.rows("answer")] == ["Pas moi."] and desk.folds()
    assert "Moi" not in region(desk, "leo")
