import re

import pytest
from django.urls import reverse

from campaigns.journal import undo
from campaigns.journal.journal import Sent
from campaigns.models import Event
from encounters.models import Encounter
from tests.cast import client_of

LINE = re.compile(r'<li id="(line-\w+)" class="journal-line')
PAGES = ("table", "screen", "journal")
MAY = {
    "table": {"gm"},
    "screen": {"gm", "ana", "leo", "spectator", "screen"},
    "journal": {"gm", "ana", "leo", "spectator", "screen"},
}


def get(seat, name, *args):
    return client_of(seat).get(reverse(name, args=[seat.token, *args]))


def throw(seat, character, live=False, **said):
    headers = {"HX-Request": "true", "X-Live": "1"} if live else {}
    body = {"check": "rifles", **said}
    return client_of(seat).post(reverse("roll", args=[seat.token, character.token]), body, headers=headers)


def pending(table, seat=None, **said):
    """The address at which the second die of Élowen's roll is answered, and the data of its form."""
    done = table.roll(seat or table.cast.ana, table.elowen, faces=[20], **said)
    encounter = Encounter.objects.get(token=done.value)
    ((exchange, row),) = encounter.state["exchanges"].items()
    return encounter, {"exchange": exchange, "key": f"{row['action']['actor']}-rifles-reroll"}


def answer(seat, encounter, **said):
    address = reverse("answer", args=[seat.token, encounter.token])
    return client_of(seat).post(address, said, headers={"HX-Request": "true", "X-Live": "1"})


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("part", ["gm", "ana", "leo", "spectator", "screen"])
def test_a_page_exists_for_its_viewers(table, name, part):
    assert get(table.cast.seats[part], name).status_code == (200 if part in MAY[name] else 404)


def test_prepared_and_running_fights_come_before_the_cast(table):
    page = get(table.cast.gm, "table").text
    assert page.index("Rencontres</h2>") < page.index("Les personnages</h2>") < page.index("Zorvax")


@pytest.mark.parametrize("name", PAGES)
def test_a_stranger_finds_no_page(table, name):
    assert client_of().get(reverse(name, args=[table.cast.gm.token])).status_code == 404


@pytest.mark.parametrize(
    ("part", "name"), [("gm", "table"), ("spectator", "screen"), ("screen", "screen"), ("ana", "sheet")]
)
def test_a_seat_begins_on_its_own_page(table, part, name):
    seat = table.cast.seats[part]
    args = [seat.token, table.elowen.token] if name == "sheet" else [seat.token]
    assert get(seat, "seat").url == reverse(name, args=args)


def test_the_game_master_sees_every_wound_and_every_roll(table, lay):
    lay(7)
    table.roll(table.cast.ana, table.elowen)
    text = get(table.cast.gm, "table").content.decode()
    assert all(name in text for name in ("Élowen", "Tibor", "Zorvax", "Niveau de maîtrise"))
    assert reverse("sheet", args=[table.cast.gm.token, table.elowen.token]) in text


def test_the_screen_shows_player_characters_and_nothing_to_press_but_its_sound(table, lay):
    lay(7)
    table.roll(table.cast.ana, table.elowen)
    text = get(table.cast.screen, "screen").content.decode()
    assert "Élowen" in text and "Tibor" in text
    assert "Zorvax" not in text
    main = text.partition("<main")[2].partition("</main>")[0]
    assert not any(tag in main for tag in ("<a ", "<form", "<input", "<summary"))
    assert main.count("<button") == main.count('data-choice="sound"') == 1


def test_a_roll_posted_without_a_script_leads_back_to_the_sheet(table, lay):
    lay(7)
    response = throw(table.cast.ana, table.elowen)
    assert response.status_code == 302
    assert response.url == reverse("sheet", args=[table.cast.ana.token, table.elowen.token])


def test_a_roll_on_a_live_page_answers_with_its_result_and_its_undo(table, lay):
    lay(7)
    text = throw(table.cast.ana, table.elowen, live=True).content.decode()
    assert "Élowen\u00a0· " in text and "7" in text
    command = Event.objects.get(kind="test").command
    assert reverse("undo", args=[table.cast.ana.token, command.token]) in text


def test_a_die_still_waited_for_is_announced(table):
    text = throw(table.cast.ana, table.elowen, live=True, faces="20").content.decode()
    assert text.count("hx-partial") == 2 and Encounter.objects.count() == 1


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ({"faces": "21"}, 422),
        ({"faces": "seven"}, 422),
        ({"faces": "7 " * 40}, 422),
        ({"difficulty": "godlike"}, 422),
        ({"modifier": "much"}, 422),
        ({"modifier": "99"}, 422),
        ({"check": "performance_instrument"}, 422),
        ({"check": "swimming_in_gold"}, 422),
        ({"secret": "on"}, 422),
        ({"hidden": "on"}, 422),
        ({"command": "?"}, 422),
    ],
)
def test_a_roll_that_cannot_be_is_a_sentence_and_changes_nothing(table, said, status):
    before = Event.objects.count()
    response = throw(table.cast.ana, table.elowen, live=True, **said)
    assert response.status_code == status
    assert "snack" in response.content.decode()
    assert Event.objects.count() == before


def test_a_bad_roll_without_a_script_is_a_page_with_the_sentence(table):
    response = throw(table.cast.ana, table.elowen, faces="21")
    assert response.status_code == 422
    assert "1d20" in response.content.decode()


@pytest.mark.parametrize("part", ["leo", "spectator", "screen"])
def test_a_character_that_is_not_ones_own_is_not_found(table, part):
    assert throw(table.cast.seats[part], table.elowen).status_code == 404


def test_an_unknown_character_is_not_found(table):
    address = reverse("roll", args=[table.cast.gm.token, "nobody"])
    assert client_of(table.cast.gm).post(address, {"check": "rifles"}).status_code == 404


def test_a_roll_is_posted_and_never_fetched(table):
    assert get(table.cast.ana, "roll", table.elowen.token).status_code == 405


def test_a_die_is_answered_on_the_page(table):
    encounter, form = pending(table)
    assert answer(table.cast.ana, encounter, **form, values="6").status_code == 200
    assert Event.objects.filter(kind="test").count() == 1


def test_a_die_is_thrown_from_the_page(table, lay):
    encounter, form = pending(table)
    lay(9)
    assert answer(table.cast.ana, encounter, **form, values="", throw="1").status_code == 200


@pytest.mark.parametrize(
    ("part", "said", "status"),
    [
        ("ana", {"values": "21"}, 422),
        ("ana", {"values": "x"}, 422),
        ("leo", {"values": "6"}, 422),
        ("spectator", {"values": "6"}, 422),
        ("ana", {"values": "6", "key": "another"}, 409),
        ("ana", {"values": "6", "exchange": "another"}, 409),
    ],
)
def test_an_answer_that_cannot_be_is_a_sentence_and_changes_nothing(table, part, said, status):
    encounter, form = pending(table)
    before = Event.objects.count()
    assert answer(table.cast.seats[part], encounter, **{**form, **said}).status_code == status
    assert Event.objects.count() == before


def test_an_answer_to_no_encounter_is_as_stale_as_one_that_comes_late(table):
    encounter, form = pending(table)
    answer(table.cast.ana, encounter, **form, values="6")
    late = answer(table.cast.ana, encounter, **form, values="7")
    encounter.token = "nowhere"
    never = answer(table.cast.ana, encounter, **form, values="7")
    assert late.status_code == never.status_code == 409
    assert late.content == never.content


def test_older_lines_are_read_page_by_page(table):
    for number in range(60):
        table.roll(table.cast.ana, table.elowen, faces=[number % 19 + 1])
    first = get(table.cast.ana, "journal").content.decode()
    older = (
        first.partition('class="journal-older"><a')[2].partition('href="')[2].partition('"')[0].replace("&amp;", "&")
    )
    second = client_of(table.cast.ana).get(older).content.decode()
    pages = [LINE.findall(page) for page in (first, second)]
    rolls, seats, characters, table_made = 60, 4, 2, 1
    assert [len(page) for page in pages] == [50, rolls + seats + characters + table_made - 50]
    assert len({*pages[0], *pages[1]}) == 67, "no line is there twice"
    assert "journal-older" not in second


def test_the_journal_before_a_line_one_may_not_know_is_not_found(table, lay):
    lay(3)
    done = table.roll(table.cast.gm, table.elowen, hidden=True)
    secret = undo.Event.objects.filter(command=done.command).first()
    address = reverse("journal", args=[table.cast.ana.token])
    assert client_of(table.cast.ana).get(address, {"before": secret.token}).status_code == 404


def test_undoing_an_act_with_dependents_offers_to_rewind(table):
    from sheets import services

    first = services.step(seat=table.cast.gm, sent=Sent.of("", 1), character=table.elowen, path="luck.current", by=-1)
    services.edit(seat=table.cast.gm, sent=Sent.of("", 2), character=table.elowen, path="luck.current", value="5")
    address = reverse("undo", args=[table.cast.gm.token, first.command.token])
    response = client_of(table.cast.gm).post(address, headers={"HX-Request": "true", "X-Live": "1"})
    assert response.status_code == 422
    assert 'name="all" value="1"' in response.content.decode()


def test_a_real_die_that_is_not_typed_is_not_thrown_here_instead(table):
    encounter, said = pending(table)
    before = Event.objects.count()
    empty = answer(table.cast.ana, encounter, **said, values="")
    assert empty.status_code == 422
    assert "Tapez ce que montrent vos dés" in empty.text
    assert Event.objects.count() == before
