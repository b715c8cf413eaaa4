"""The checklist before an encounter, with links to fix each point."""

import re

import pytest
from django.urls import reverse

from campaigns.journal.journal import Sent
from campaigns.models import Seat
from encounters import scenes
from encounters.models import Encounter
from encounters.prepare import checklist, participants, services
from rules import registry
from rules.character.sheet_checks import find_missing
from sheets import rows
from sheets.models import Character
from tests.cast import client_of, gather

COUNT = iter(range(10_000))


def sent():
    return Sent.of("", next(COUNT))


@pytest.fixture
def draft(table):
    """Both player characters against Zorvax, whom everybody sees."""
    token = services.prepare(seat=table.cast.gm, sent=sent(), name="Quai 7").value
    muster(table, token, "zorvax")
    return token


def muster(table, draft, what, hidden=False, joins="start"):
    said = {"what": what, "hidden": hidden, "joins": joins}
    participants.add_participants(seat=table.cast.gm, sent=sent(), encounter=draft, **said)


def missing(draft):
    found = Encounter.objects.select_related("campaign").get(token=draft)
    items = checklist.checklist_items(found, scenes.with_reserves(found), "gm")
    return [str(one.text) for one in items if not one.ready], sum(1 for one in items if one.ready)


def write(character, **data):
    Character.objects.filter(pk=character.pk).update(data={**character.data, **data})


def test_a_complete_preparation_is_in_order(draft):
    assert missing(draft) == ([], 6)


def test_a_side_that_is_not_there(table, draft):
    rows = Encounter.objects.get(token=draft).state["fighters"]
    one = next(key for key, row in rows.items() if row["character"] == table.pirate.token)
    put = {"seat": table.cast.gm, "encounter": draft, "fighter": one}
    services.describe(**put, sent=sent(), about={"joins": "3"})
    assert missing(draft)[0] == ["All opponents are in reserve."]
    services.dismiss(**put, sent=sent())
    assert missing(draft)[0] == ["Nobody stands against the party."]


def test_opponents_of_whom_players_see_nobody_are_told_hidden(table):
    draft = services.prepare(seat=table.cast.gm, sent=sent(), name="Quai 7").value
    muster(table, draft, "zorvax", hidden=True)
    muster(table, draft, "zorvax", joins="signal")
    told = ["All opponents are hidden: players see none until you reveal one."]
    assert missing(draft)[0] == told, "one in reserve is not there yet"
    muster(table, draft, "zorvax")
    assert missing(draft)[0] == []


def test_a_participant_in_another_fight_or_waiting_for_it_is_listed(table, draft):
    second = services.prepare(seat=table.cast.gm, sent=sent(), name="Sas").value
    muster(table, second, "zorvax", joins="signal")
    assert missing(draft)[0] == [], "it has not begun"
    services.turn_to(seat=table.cast.gm, sent=sent(), encounter=second, status="running")
    told = [f"{name} takes part in Sas: end it first." for name in ("Élowen", "Tibor", "Zorvax")]
    assert missing(draft)[0] == told


def test_a_sheet_that_cannot_be_played(table, draft):
    weapons = {"k1": {"name": "Fusil", "kind": "ranged", "skill": "juggling"}}
    write(table.pirate, weapons=weapons)
    assert missing(draft)[0] == ["Zorvax: Fusil: Skill used is not on this sheet."]
    wounds = {"head": {"fatal": 1}}
    write(table.pirate, wounds=wounds)
    assert missing(draft)[0] == ["Zorvax is out of action already."]


def test_a_player_character_without_a_player(table, draft):
    Seat.objects.filter(pk=table.cast.leo.pk).update(left_at="2026-01-01T00:00:00Z")
    assert missing(draft)[0] == ["Nobody plays Tibor."]
    Character.objects.filter(pk=table.elowen.pk).update(owner=None)
    assert missing(draft)[0] == ["Nobody plays Élowen.", "Nobody plays Tibor."]


def test_a_player_whose_character_stays_away(table, draft):
    rows = Encounter.objects.get(token=draft).state["fighters"]
    tibor = next(key for key, row in rows.items() if row["character"] == table.tibor.token)
    services.dismiss(seat=table.cast.gm, encounter=draft, fighter=tibor, sent=sent())
    assert missing(draft)[0] == ["Tibor (Léo) does not take part."]
    page = client_of(table.cast.gm).get(reverse("prepare", args=[table.cast.gm.token, draft])).text
    pick = f'name="pick" value="character:{table.tibor.token}"'
    assert pick in page.partition('class="checklist')[2]
    Character.objects.filter(pk=table.tibor.pk).update(owner=None)
    assert missing(draft)[0] == []


def test_two_participants_with_one_name_for_players_are_listed(table, draft):
    muster(table, draft, "garde de station")
    rows = Encounter.objects.get(token=draft).state["fighters"]
    foes = [key for key, row in rows.items() if row["side"] == "foe"]
    for key in foes:
        said = {"public_name": "Silhouette"}
        services.describe(seat=table.cast.gm, sent=sent(), encounter=draft, fighter=key, about=said)
    assert missing(draft)[0] == ["Players read “Silhouette” more than once."]
    said = {"hidden": True}
    services.describe(seat=table.cast.gm, sent=sent(), encounter=draft, fighter=foes[0], about=said)
    assert missing(draft)[0] == []


def test_a_table_without_a_screen(table, draft):
    Seat.objects.filter(pk=table.cast.screen.pk).update(left_at="2026-01-01T00:00:00Z")
    assert missing(draft)[0] == ["No screen shows the table yet."]


def test_the_checklist_is_on_the_page_of_preparation_with_the_way_to_fix(table, draft):
    Character.objects.filter(pk=table.elowen.pk).update(owner=None)
    drawn = table.region(table.cast.gm, "prepare", "checks", draft)
    assert drawn.count("is-missing") == 1 and f"/t/{table.cast.gm.token}/people/" in drawn
    missing_part, _summary, ready_part = drawn.partition("<summary")
    assert "is-missing" in missing_part and "is-missing" not in ready_part, "what is in order is folded away"


@pytest.mark.parametrize("game", registry.GAMES)
def test_ready_made_sheets_lack_nothing(game):
    found = {key: find_missing(registry.system(game), row["data"], {}) for key, row in registry.samples(game).items()}
    assert not any(found.values())


def test_a_value_the_schema_refuses_is_on_the_checklist():
    polaris = registry.system("polaris")
    data = {**registry.samples("polaris")["pirate"]["data"], "meta": {"owner": "x"}}
    assert find_missing(polaris, data, {}) == ()
    (lack,) = find_missing(polaris, {**data, "attributes": {**data["attributes"], "FOR": 900}}, {})
    assert lack.path == "attributes.FOR"


@pytest.mark.parametrize("game", registry.GAMES)
def test_the_weapons_of_participants_have_names(db, game):
    campaign = gather(game).campaign
    for sample in registry.samples(game).values():
        told = rows.format_arms(campaign, sample["data"])
        names = re.split(r" (?:et|and) \d", told)[0].split(", ")
        assert len(set(names)) == min(len(sample["data"].get("weapons") or [""]), rows.MOST_ARMS), "each its own"
        assert told == "" or "" not in names
