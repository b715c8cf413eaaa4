"""Requested tests: of one, several or all; open, secret or unseen; repeated, with countdowns."""

import json
import re

import pytest
from django.urls import reverse

from campaigns.journal import undo
from campaigns.journal.journal import Sent, fold
from campaigns.models import Event, Seat
from encounters import subjects
from encounters.checks import requests
from encounters.checks.requests import CheckRequest
from encounters.models import Encounter
from encounters.prepare import services as prepare_services
from rules.core.errors import Refused, Stale, Unreadable
from rules.core.json_codec import from_json
from sheets.ownership import services as ownership_services
from tests.cast import client_of

HARD = {"difficulty": "hard"}
COUNT = iter(range(10_000))


def sent():
    return Sent.of("", next(COUNT))


def ask(table, *characters, check="rifles", seat=None, **more):
    checks = {one.token: check for one in characters}
    args = more.pop("args", HARD)
    return requests.ask(seat=seat or table.cast.gm, sent=sent(), request=CheckRequest(checks, args, **more))


def throw(seat, character, *faces, encounter=None, said=None):
    found = encounter or Encounter.objects.get(kind="test")
    given = {"encounter": found.token, "fighter": character.token, "faces": faces, "args": said}
    return requests.throw(seat=seat, sent=sent(), **given)


def asked(table, seat, character=None):
    """The region of what is asked, on the page where this seat is asked."""
    page = ("table", "") if seat.role == Seat.Role.GM else ("sheet", character.token)
    return table.region(seat, page[0], "pending", page[1])


def outcomes(done):
    return [row for event in done.command.events.all() for row in event.payload.get("outcomes", ())]


# Whom, what, and in whose words.


def test_each_addressee_reads_the_request_on_their_own_page_and_nobody_else(table):
    done = ask(table, table.elowen, table.tibor)
    assert done.value.names == ("Élowen", "Tibor")
    assert "Élowen · Fusils" in asked(table, table.cast.ana, table.elowen)
    assert "Difficile" in asked(table, table.cast.leo, table.tibor)
    assert "Tibor" not in asked(table, table.cast.ana, table.elowen)
    gm = asked(table, table.cast.gm)
    assert "Élowen" in gm and "Tibor" in gm


def test_a_requested_test_is_thrown_once_and_is_gone(table, lay):
    ask(table, table.elowen)
    lay(7)
    done = throw(table.cast.ana, table.elowen)
    assert [row["faces"] for row in outcomes(done)] == [[7]]
    assert not Encounter.objects.exists()
    with pytest.raises(Stale, match="no longer open"):
        throw(table.cast.ana, table.elowen, encounter=Encounter(token="gone"))


def test_the_thrower_may_add_a_point_of_luck_and_nothing_else_to_a_request(table, lay):
    ask(table, table.elowen)
    form = asked(table, table.cast.ana, table.elowen)
    assert 'name="arg-boost"' in form and 'name="arg-effect"' in form and "arg-difficulty" not in form
    lay(7)
    (row,) = outcomes(throw(table.cast.ana, table.elowen, said={"boost": "yes", "difficulty": "easy"}))
    terms = {term.rule: term.value for term in from_json(row).check.target.modifiers}
    assert (terms["POL-LUCK-02"], terms["POL-TEST-06"]) == (5, -5)


def test_a_wish_in_a_request_waits_for_the_game_master(table):
    ask(table, table.elowen)
    assert not outcomes(throw(table.cast.ana, table.elowen, said={"effect": "Sans bruit"}))
    assert "Sans bruit" in asked(table, table.cast.gm)


def test_a_value_set_by_the_game_master_is_not_left_to_the_thrower(table):
    ask(table, table.elowen, args={**HARD, "effect": "Sans bruit", "harder": "1"})
    form = asked(table, table.cast.ana, table.elowen)
    assert "arg-effect" not in form and "arg-boost" in form


def test_nothing_is_thrown_before_the_player_does(table):
    Seat.objects.filter(pk=table.cast.ana.pk).update(dice=Seat.Dice.SERVER)
    done = ask(table, table.elowen)
    assert outcomes(done) == []


def test_a_real_die_is_typed_and_its_second_one_is_waited_for(table):
    ask(table, table.elowen)
    throw(table.cast.ana, table.elowen, 20)
    assert Encounter.objects.get().state["exchanges"]
    assert "throw-here" in asked(table, table.cast.ana, table.elowen)


def test_the_second_die_of_a_test_says_so_and_has_no_target(table):
    ask(table, table.elowen)
    first = asked(table, table.cast.ana, table.elowen)
    assert "Cible" in first and "Second dé" not in first
    throw(table.cast.ana, table.elowen, 20)
    for second in (asked(table, table.cast.ana, table.elowen), asked(table, table.cast.gm)):
        assert "Second dé d’un échec critique" in second and "Cible" not in second


def test_the_game_master_answers_for_anyone(table, lay):
    ask(table, table.elowen)
    lay(4)
    assert outcomes(throw(table.cast.gm, table.elowen))[0]["faces"] == [4]


def test_nobody_answers_a_request_to_somebody_else(table):
    ask(table, table.elowen)
    with pytest.raises(Refused, match="Only the player of this character"):
        throw(table.cast.leo, table.elowen)


def test_only_a_game_master_asks(table):
    with pytest.raises(Refused, match="Only the game master asks"):
        ask(table, table.elowen, seat=table.cast.ana)


def test_one_character_who_cannot_be_asked_does_not_stop_the_others(table):
    request = CheckRequest({table.elowen.token: "organisation", table.pirate.token: "organisation"}, HARD)
    done = requests.ask(seat=table.cast.gm, sent=sent(), request=request)
    assert done.value.names == ("Élowen",)
    ((name, why),) = done.value.refused
    assert name == "Zorvax" and str(why)


@pytest.mark.parametrize("checks", [{}, {"nobody": "rifles"}])
def test_asking_nobody_is_refused(table, checks):
    with pytest.raises(Refused, match="Choose who is asked"):
        requests.ask(seat=table.cast.gm, sent=sent(), request=CheckRequest(checks, HARD))
    assert not Encounter.objects.exists()


@pytest.mark.parametrize("args", [{"difficulty": "whatever"}, {"modifier": "9" * 400}, {"unknown": "1"}])
def test_a_test_the_game_cannot_read_is_refused_and_nothing_is_asked(table, args):
    with pytest.raises(Unreadable):
        ask(table, table.elowen, args=args)
    assert not Encounter.objects.exists()


def test_the_ruling_of_a_game_master_needs_no_dice(table):
    done = ask(table, table.elowen, args={"ruling": "success"})
    assert outcomes(done)[0]["faces"] == []
    assert not Encounter.objects.exists()


def test_a_hint_goes_with_the_request(table):
    ask(table, table.elowen, hint="cela semble loin")
    assert "cela semble loin" in asked(table, table.cast.ana, table.elowen)


def test_the_journal_tells_a_request_to_the_game_master_and_its_addressee(table):
    ask(table, table.elowen)
    assert "Fusils" in table.region(table.cast.ana, "sheet", "log", table.elowen.token)
    assert "Fusils" not in table.region(table.cast.leo, "sheet", "log", table.tibor.token)


# In secret, and unseen.


def test_a_secret_difficulty_is_in_no_byte_of_the_player(table):
    ask(table, table.elowen, args={**HARD, "secret": "on"})
    page = asked(table, table.cast.ana, table.elowen)
    assert "Fusils" in page and 'class="num">15<' in page
    assert "Difficile" not in page and 'class="num">10<' not in page
    assert "key-success" not in page  # faces would be marked by a number that is not the one to reach
    assert "Difficile" in asked(table, table.cast.gm)


def test_the_journal_names_a_secret_difficulty_to_game_masters_alone(table):
    for args in ({**HARD, "secret": "on"}, HARD):
        ask(table, table.elowen, args=args)
    told = [event.payload["told"] for event in Event.objects.filter(kind="asked").order_by("seq")]
    hard = [{circle: "hard" in json.dumps(text).lower() for circle, text in row.items()} for row in told]
    assert hard == [{"gm": True, "owner": False}, {"gm": True, "owner": True}]


def test_an_unseen_throw_of_the_game_master_leaves_nothing_with_the_others(table, lay):
    pages = [(seat, one) for seat, one in ((table.cast.ana, table.elowen), (table.cast.leo, table.tibor))]
    names = ("pending", "last_result", "log", "sheet_head", "vitals")
    before = [table.region(seat, "sheet", name, one.token) for seat, one in pages for name in names]
    lay(3, 18)
    done = ask(table, table.elowen, table.tibor, hidden=True)
    assert [row["faces"] for row in outcomes(done)] == [[3], [18]]
    assert set(done.command.events.values_list("audience", flat=True)) == {"gm"}
    assert [table.region(seat, "sheet", name, one.token) for seat, one in pages for name in names] == before
    assert not Encounter.objects.exists()


def test_an_unseen_test_that_may_be_tried_again_stays_with_the_game_master(table, lay):
    lay(19)
    ask(table, table.elowen, hidden=True, again={"stress": "one"})
    assert "Élowen" in asked(table, table.cast.gm)
    assert "Fusils" not in asked(table, table.cast.ana, table.elowen)
    with pytest.raises(Stale):
        throw(table.cast.ana, table.elowen)
    lay(2)
    throw(table.cast.gm, table.elowen)
    assert not Encounter.objects.exists()


# Again, under stress, and until a countdown ends.


def test_a_failure_may_be_tried_again_until_it_succeeds_each_time_harder(table, lay):
    ask(table, table.elowen, again={"stress": "three"})
    for face, target in ((19, 'class="num">10<'), (18, 'class="num">7<'), (4, 'class="num">4<')):
        assert target in asked(table, table.cast.ana, table.elowen)
        lay(face)
        throw(table.cast.ana, table.elowen)
    assert not Encounter.objects.exists()


def test_a_countdown_is_shared_and_its_event_is_only_the_game_master_s(table, lay):
    ask(table, table.elowen, table.tibor, again={"attempts": "3", "event": "La porte cède", "shown": "on"})
    encounter = Encounter.objects.get()
    lay(19)
    throw(table.cast.ana, table.elowen)
    for seat, one in ((table.cast.ana, table.elowen), (table.cast.leo, table.tibor)):
        page = asked(table, seat, one)
        assert page.count('class="pip"') == 2 and page.count("is-spent") == 1
        assert "La porte" not in page
    assert "La porte cède" in asked(table, table.cast.gm)
    lay(18, 17)
    throw(table.cast.leo, table.tibor)
    throw(table.cast.leo, table.tibor)
    assert "Fusils" not in asked(table, table.cast.leo, table.tibor)
    assert "La porte cède" in asked(table, table.cast.gm)
    with pytest.raises(Refused, match="No attempt is left"):
        throw(table.cast.ana, table.elowen)
    requests.finish(seat=table.cast.gm, sent=sent(), encounter=encounter.token)
    assert not Encounter.objects.exists()
    told = Event.objects.get(kind="attempts_over")
    assert "La porte" in str(told.payload["told"]["gm"]) and "La porte" not in str(told.payload["told"]["table"])


def test_a_hidden_countdown_shows_no_mark_to_the_players(table):
    ask(table, table.elowen, again={"attempts": "3", "event": "La porte cède", "shown": ""})
    assert 'class="pip' not in asked(table, table.cast.ana, table.elowen)
    assert asked(table, table.cast.gm).count('class="pip"') == 3


def test_a_game_master_takes_attempts_off_and_gives_them_back(table):
    ask(table, table.elowen, again={"attempts": "3", "shown": "on"})
    encounter = Encounter.objects.get().token
    for by, left in ((1, 2), (1, 1), (-1, 2), (-5, 3), (2, 1)):
        requests.spend(seat=table.cast.gm, sent=sent(), encounter=encounter, by=by)
        assert asked(table, table.cast.ana, table.elowen).count('class="pip"') == left
    requests.spend(seat=table.cast.gm, sent=sent(), encounter=encounter, by=1)
    assert not Encounter.objects.exists()


def test_attempts_taken_off_after_a_success_bring_no_event(table, lay):
    ask(table, table.elowen, args=HARD | {"secret": True}, again={"attempts": "3", "event": "La porte cède"})
    encounter = Encounter.objects.get().token
    lay(2)
    throw(table.cast.ana, table.elowen)
    requests.spend(seat=table.cast.gm, sent=sent(), encounter=encounter, by=3)
    told = Event.objects.get(kind="attempts_over")  # the players read the same as after a failure
    assert "No attempt is left." in str(told.payload["told"]["table"]) and "La porte" not in str(told.payload)


@pytest.mark.parametrize("act", [requests.finish, lambda **given: requests.spend(by=1, **given)])
def test_only_a_game_master_counts_or_ends(table, act):
    ask(table, table.elowen, again={"attempts": "3"})
    with pytest.raises(Refused, match="Only the game master"):
        act(seat=table.cast.ana, sent=sent(), encounter=Encounter.objects.get().token)


def test_one_attempt_undone_leaves_the_request_and_the_same_die(table, lay):
    ask(table, table.elowen, again={"stress": "one", "attempts": "3"})
    lay(19)
    first = throw(table.cast.ana, table.elowen)
    undo.undo(seat=table.cast.ana, sent=sent(), command=first.command)
    assert asked(table, table.cast.gm).count('class="pip"') == 3
    assert outcomes(throw(table.cast.ana, table.elowen))[0]["faces"] == [19]
    encounter = Encounter.objects.get()
    assert fold(table.cast.campaign)[encounter.subject] == subjects.plain_of(encounter)


def test_asking_is_undone_as_one(table):
    done = ask(table, table.elowen, table.tibor)
    undo.undo(seat=table.cast.gm, sent=sent(), command=done.command)
    assert not Encounter.objects.exists()
    undo.redo(seat=table.cast.gm, sent=sent(), command=done.command)
    assert Encounter.objects.count() == 2


# The page.


def page(table, **said):
    client, address = client_of(table.cast.gm), reverse("ask", args=[table.cast.gm.token])
    return client.post(address, said) if said else client.get(address)


def test_the_page_asks_and_goes_back_to_the_table(table):
    answer = page(table, who=[table.elowen.token], check="rifles", difficulty="hard", again="1", attempts="2")
    assert answer.status_code == 302 and answer.url == reverse("table", args=[table.cast.gm.token])
    assert Encounter.objects.get().state["marks"]["retry"]["said"]["attempts"] == 2


@pytest.mark.parametrize(
    "said",
    [
        {"check": "rifles"},
        {"who": "x"},
        {"check": "nothing"},
        {"check": "rifles", "difficulty": "?"},
        {"check": "rifles", "modifier": "9" * 5000},
        {"check": "rifles", "again": "1", "attempts": "99"},
    ],
)
def test_an_invalid_request_is_explained_on_the_page_and_asks_nothing(table, said):
    who = {} if said.get("check") == "rifles" and len(said) == 1 else {"who": table.elowen.token}
    answer = page(table, **{**who, **said})
    assert answer.status_code == 422 and 'role="alert"' in answer.text
    assert not Encounter.objects.exists()


def test_the_chances_are_shown_to_the_game_master_before_they_ask(table):
    client, address = client_of(table.cast.gm), reverse("ask", args=[table.cast.gm.token])
    said = {"who": table.elowen.token, "check": "rifles", "difficulty": "hard", "again": "1", "attempts": "3"}
    text = client.get(address, said).text
    assert "50 %" in text or "50\u00a0%" in text
    assert "88" in text and "essais</span>" in text
    assert "essais</span>" not in client.get(address, {**said, "attempts": "1"}).text


@pytest.mark.parametrize("do", ["throw", "", "else"])
def test_an_answer_without_dice_or_of_no_kind_is_refused(table, do):
    ask(table, table.elowen)
    address = reverse("asked", args=[table.cast.ana.token, Encounter.objects.get().token])
    said = {"do": do, "fighter": table.elowen.token}
    assert client_of(table.cast.ana).post(address, said).status_code == 422
    assert Encounter.objects.exists()


def test_a_request_made_during_a_fight_is_on_the_pages_of_the_fight(table):
    fight = prepare_services.prepare(seat=table.cast.gm, sent=sent(), name="Quai 7").value
    prepare_services.turn_to(seat=table.cast.gm, sent=sent(), encounter=fight, status="running")
    assert "Fusils" not in table.region(table.cast.ana, "fight", "tests", fight)
    ask(table, table.elowen)
    assert "Fusils" in table.region(table.cast.ana, "fight", "tests", fight)
    assert "Fusils" in table.region(table.cast.gm, "fight", "tests", fight)
    assert "Fusils" not in table.region(table.cast.leo, "fight", "tests", fight)


def test_the_page_begins_with_all_player_characters(table):
    ownership_services.make_character(seat=table.cast.gm, sent=sent(), sample="blank", name="Libre")
    text = page(table).text
    boxes = re.findall(r'<input[^>]* name="who"[^>]*>', text)
    chosen = [re.search(r'value="(\w+)"', box)[1] for box in boxes if " checked" in box]
    assert len(boxes) == 4 and sorted(chosen) == sorted([table.elowen.token, table.tibor.token])


def test_a_test_asked_for_in_a_fight_comes_back_to_it(table):
    client = client_of(table.cast.gm)
    fight = prepare_services.prepare(seat=table.cast.gm, sent=Sent.of("", "prepare"), name="Quai 7").value
    prepare_services.turn_to(seat=table.cast.gm, sent=Sent.of("", "run"), encounter=fight, status="running")
    address, board = f"/t/{table.cast.gm.token}/tests/", f"/t/{table.cast.gm.token}/encounters/{fight}/"
    assert board in client.get(address, {"fight": fight}).text
    said = {"who": table.elowen.token, "check": "rifles", "hidden": "", "fight": fight}
    assert client.post(address, said).url == board
    assert client.post(address, {**said, "fight": "elsewhere"}).url == f"/t/{table.cast.gm.token}/table/"


def test_a_group_request_stands_together_on_the_board_until_another_test(table, lay):
    def card():
        return table.region(table.cast.gm, "table", "last_result")

    def answer(seat, character, face):
        scenes = Encounter.objects.filter(kind="test")
        lay(face)
        throw(seat, character, encounter=next(one for one in scenes if character.token in one.state["fighters"]))

    ask(table, table.elowen, table.tibor)
    answer(table.cast.ana, table.elowen, 7)
    assert "Élowen" in card() and "Tibor" not in card()
    answer(table.cast.leo, table.tibor, 12)
    assert "Élowen" in card() and "Tibor" in card()
    ask(table, table.tibor, check="observation")
    answer(table.cast.leo, table.tibor, 5)
    assert "Élowen" not in card()


def told(html):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


@pytest.fixture
def card(table):
    """The line of a fight's journal that holds a test asked of several, as its summary tells it; empty without one."""
    fight = prepare_services.prepare(seat=table.cast.gm, sent=sent(), name="Quai 7").value
    prepare_services.turn_to(seat=table.cast.gm, sent=sent(), encounter=fight, status="running")

    def read(seat):
        drawn = table.region(seat, "fight", "log", fight)
        summaries = re.findall(r"<details id=\"fold-.*?</summary>", drawn, re.DOTALL)
        assert drawn.count("journal-answer") == sum(one.count("journal-answer") for one in summaries)
        return "".join(told(one) for one in summaries if "journal-answer" in one)

    return read


def answer(table, seat, character):
    scenes = Encounter.objects.filter(kind="test")
    return throw(seat, character, encounter=next(one for one in scenes if character.token in one.state["fighters"]))


def test_a_test_asked_of_several_is_one_line_that_fills_as_they_answer(table, card, lay):
    lay(7, 12)
    gm, ana, leo = table.cast.gm, table.cast.ana, table.cast.leo
    ask(table, table.elowen, table.tibor)
    assert card(gm).count("pas encore lancé") == 2
    answer(table, ana, table.elowen)
    assert re.search(r"Fusils\S* d’épaule Élowen · 7 .*Tibor · pas encore lancé", card(gm))
    answer(table, leo, table.tibor)
    assert re.search(r"Élowen · 7 .*Tibor · 12 ", card(gm)) and "pas encore" not in card(gm)
    assert re.search(r"Élowen · 7 .*Tibor · 12 ", card(ana))
    assert re.search(r"Fusils\S* d’épaule Tibor · 12 .*Élowen · 7 ", card(leo)), "one's own first"


def test_a_line_of_several_tells_nobody_the_other_addressees(table, card, lay):
    lay(7)
    ask(table, table.elowen, table.tibor)
    assert not card(table.cast.ana) and not card(table.cast.leo)
    answer(table, table.cast.ana, table.elowen)
    assert not card(table.cast.ana) and not card(table.cast.leo)


def test_an_unseen_request_to_several_is_one_line_for_the_game_master(table, card, lay):
    lay(7, 12)
    ask(table, table.elowen, table.tibor, hidden=True)
    assert "Tibor" in card(table.cast.gm) and not card(table.cast.ana)


def test_a_secret_difficulty_is_in_no_line_of_several(table, card, lay):
    lay(7, 12)
    ask(table, table.elowen, table.tibor, args={**HARD, "secret": True})
    for seat, character in ((table.cast.ana, table.elowen), (table.cast.leo, table.tibor)):
        answer(table, seat, character)
    assert re.search(r"Élowen · 7 sur 10 · Réussite", card(table.cast.gm))
    assert re.search(r"Élowen · 7 sur 15 Tibor · 12 $", card(table.cast.ana))


def test_an_undone_request_leaves_the_line_of_several(table, card, lay):
    lay(7, 12)
    ask(table, table.elowen, table.tibor)
    answer(table, table.cast.ana, table.elowen)
    done = answer(table, table.cast.leo, table.tibor)
    undo.undo(seat=table.cast.gm, sent=sent(), command=done.command)
    assert re.search(r"Élowen · 7 .*Tibor · pas encore lancé", card(table.cast.gm))
    assert not card(table.cast.ana)
