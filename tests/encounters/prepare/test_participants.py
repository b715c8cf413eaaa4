"""The palette: one search for all possible participants, with a number of copies."""

import re

import pytest
from django.urls import reverse

from campaigns.journal import undo
from campaigns.journal.journal import Sent
from campaigns.web.language import searchable
from encounters import scenes
from encounters.models import Encounter
from encounters.prepare import palette, participants, services
from rules.core.errors import Refused, Stale, Unreadable
from sheets import services as sheets
from sheets.models import Character
from tests.cast import client_of
from tests.encounters.conftest import join

COUNT = iter(range(10_000))
GUARD = "Garde de station"


def sent():
    return Sent.of("", next(COUNT))


@pytest.fixture
def draft(table):
    """The token of a draft with both player characters."""
    return services.prepare(seat=table.cast.gm, sent=sent(), name="Quai 7").value


def muster(table, draft, what="", pick="", hidden=False, joins="start", seat=None, **more):
    seat = seat or table.cast.gm
    return participants.add_participants(
        seat=seat, sent=sent(), encounter=draft, what=what, pick=pick, hidden=hidden, joins=joins, **more
    )


def everybody(draft):
    scene = scenes.with_reserves(Encounter.objects.get(token=draft))
    return {fighter.name: fighter for fighter in scene.fighters.values()}


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("4x guard", (4, "guard")),
        ("4 guard", (4, "guard")),
        (" 12 × Guard of honour ", (12, "Guard of honour")),
        ("3X guard", (3, "guard")),
        ("3*guard", (3, "guard")),
        ("guard", (None, "guard")),
        ("4", (4, "")),
        ("4th guard", (None, "4th guard")),
        ("", (None, "")),
    ],
)
def test_a_number_in_front_is_how_many(said, found):
    assert palette.split_count(said) == found


@pytest.mark.parametrize("what", ["4x garde de station", "4 GARDE  station", "4×Gàrde"])
def test_four_of_a_kind_come_with_letters(table, draft, what):
    muster(table, draft, what)
    assert [name for name in everybody(draft) if name.startswith(GUARD)] == [f"{GUARD} {one}" for one in "ABCD"]


def test_the_palette_adds_as_many_as_typed_or_as_its_button_says(table, draft):
    muster(table, draft, "2x gar", pick="sample:station_guard")
    muster(table, draft, "2x gar", pick="3x sample:station_guard")
    assert [name[-1] for name in everybody(draft) if name.startswith(GUARD)] == list("ABCDE")


def test_a_character_of_the_table_comes_once_and_then_in_copies(table, draft):
    muster(table, draft, "zorvax")
    assert everybody(draft)["Zorvax"].character == table.pirate.token
    muster(table, draft, "2 zorvax")
    found = everybody(draft)
    assert [name for name in found if name.startswith("Zorvax")] == ["Zorvax", "Zorvax B", "Zorvax C"]
    assert len({found[name].character for name in ("Zorvax", "Zorvax B", "Zorvax C")}) == 3


def test_a_copy_has_the_sheet_as_it_stands_and_no_owner(table, draft):
    Character.objects.filter(pk=table.pirate.pk).update(data={**table.pirate.data, "meta": {"owner": "x"}})
    muster(table, draft, "2x zorvax")
    copy = Character.objects.get(token=everybody(draft)["Zorvax A"].character)
    assert copy.data == {**table.pirate.data, "name": "Zorvax A"}
    assert (copy.kind, copy.owner) == ("npc", None)


def test_a_player_character_is_there_once(table, draft):
    for what in ("Élowen", "2x elowen"):
        with pytest.raises(Refused, match="only once"):
            muster(table, draft, what)
    fighter = everybody(draft)["Élowen"].id
    services.dismiss(seat=table.cast.gm, sent=sent(), encounter=draft, fighter=fighter)
    muster(table, draft, "élowen", hidden=True)
    assert not everybody(draft)["Élowen"].hidden


def test_opponents_are_hidden_where_that_is_said(table, draft):
    muster(table, draft, "zorvax", hidden=True)
    muster(table, draft, GUARD, hidden=False)
    found = everybody(draft)
    assert found["Zorvax"].hidden and not found[GUARD].hidden


@pytest.mark.parametrize(
    ("said", "error", "words"),
    [
        ({"what": ""}, Unreadable, "Choose who"),
        ({"what": "4x"}, Unreadable, "Choose who"),
        ({"what": "dragon"}, Unreadable, "Nobody is called “dragon”"),
        ({"what": "pirate"}, Refused, "Which one"),
        ({"what": f"0x {GUARD}"}, Unreadable, "1 to 12"),
        ({"what": f"13x {GUARD}"}, Unreadable, "1 to 12"),
        ({"pick": "sample:dragon"}, Unreadable, "no such sheet"),
        ({"pick": "character:nobody"}, Stale, "no longer at the table"),
        ({"pick": "nonsense"}, Stale, "no longer at the table"),
        ({"what": GUARD, "joins": "never"}, Unreadable, "Joins"),
    ],
)
def test_an_impossible_participant_is_refused_with_a_sentence_and_changes_nothing(table, draft, said, error, words):
    before = everybody(draft)
    with pytest.raises(error, match=words):
        muster(table, draft, **said)
    assert everybody(draft) == before


def test_nobody_else_adds_anybody(table, draft):
    with pytest.raises(Refused, match="Only the game master"):
        muster(table, draft, GUARD, seat=table.cast.ana)
    with pytest.raises(Refused, match="Only the game master"):
        participants.clone(seat=table.cast.ana, sent=sent(), encounter=draft, fighter=everybody(draft)["Élowen"].id)


def test_another_of_a_kind_has_the_same_sheet_and_the_next_letter(table, draft):
    muster(table, draft, "zorvax", hidden=True, joins="signal")
    one = everybody(draft)["Zorvax"]
    said = {"side": "ally", "health_shown": "exact"}
    services.describe(seat=table.cast.gm, sent=sent(), encounter=draft, fighter=one.id, about=said)
    done = participants.clone(seat=table.cast.gm, sent=sent(), encounter=draft, fighter=one.id)
    copy = everybody(draft)["Zorvax B"]
    assert (copy.side, copy.health_shown, copy.hidden, copy.shown_name) == ("ally", "exact", True, "Zorvax")
    assert copy.id in Encounter.objects.get(token=draft).state["reserves"]
    undo.undo(seat=table.cast.gm, sent=sent(), command=done.command)
    assert "Zorvax B" not in everybody(draft)
    assert not Character.objects.filter(token=copy.character).exists()


def test_one_more_like_somebody_renamed_is_called_as_players_call_them(table, draft):
    muster(table, draft, "zorvax")
    one = everybody(draft)["Zorvax"]
    known = {"public_name": "Silhouette", "hidden": False}
    services.describe(seat=table.cast.gm, sent=sent(), encounter=draft, fighter=one.id, about=known)
    services.turn_to(seat=table.cast.gm, sent=sent(), encounter=draft, status="running")
    participants.clone(seat=table.cast.gm, sent=sent(), encounter=draft, fighter=one.id)
    participants.clone(seat=table.cast.gm, sent=sent(), encounter=draft, fighter=everybody(draft)["Zorvax B"].id)
    assert [everybody(draft)[f"Zorvax {letter}"].shown_name for letter in "BC"] == ["Silhouette B", "Silhouette C"]
    for seat, name, more in (
        (table.cast.ana, "fight", [draft]),
        (table.cast.ana, "journal", []),
        (table.cast.screen, "screen", []),
    ):
        page = client_of(seat).get(reverse(name, args=[seat.token, *more])).text
        assert "Silhouette C" in page and "Zorvax" not in page, name


def test_a_player_character_is_not_copied(table, draft):
    with pytest.raises(Refused, match="only once"):
        participants.clone(seat=table.cast.gm, sent=sent(), encounter=draft, fighter=everybody(draft)["Élowen"].id)


def test_the_list_holds_the_bestiary_and_the_table_but_no_copies(table, draft):
    muster(table, draft, f"2x {GUARD}")
    entries = palette.list_entries(table.cast.campaign)
    names = [one.name for one in entries]
    sides = ([searchable(entry.name) for entry in entries if entry.side == side] for side in ("pc", "ally", "foe"))
    party, heroes, others = map(sorted, sides)
    assert [searchable(name) for name in names] == [*party, *others, *heroes], "the party, opponents, then heroes"
    assert {GUARD, "Zorvax", "Élowen", "Tibor"} <= set(names)
    assert f"{GUARD} A" not in names


def test_a_ready_made_hero_is_listed_and_joins_on_the_side_of_the_party(table, draft):
    page = client_of(table.cast.gm).get(reverse("prepare", args=[table.cast.gm.token, draft])).text
    _before, *rows = page[page.index('class="rows palette"') :].split("palette-row")
    sides = {key: next(row for row in rows if f'"sample:{key}"' in row) for key in ("mercenary", "pirate")}
    assert "side-ally" in sides["mercenary"] and "Personnage prêt à jouer" in sides["mercenary"]
    assert "side-foe" in sides["pirate"] and "prêt à jouer" not in sides["pirate"]
    for key in sides:
        muster(table, draft, "", pick=f"2x sample:{key}")
    named = {fighter.group: fighter.side for fighter in everybody(draft).values() if fighter.group}
    assert named == {"Mercenaire": "ally", "Pirate des bas-fonds": "foe"}


def test_a_name_that_occurs_twice_shows_its_source(table, draft):
    join(table.cast, GUARD, "npc", None, "station_guard")
    page = client_of(table.cast.gm).get(reverse("prepare", args=[table.cast.gm.token, draft])).text
    _before, *rows = page[page.index('class="rows palette"') :].split("palette-row")
    found = [row for row in rows if f'data-name="{GUARD}"' in row]
    assert sorted(("Bestiaire ·<" in row, "Adversaire de la table" in row) for row in found) == [
        (False, True),
        (True, False),
    ]
    assert page.count("Bestiaire ·<") == 1, "of the others the numbers are enough"
    assert not any(re.search(r">\s*·|·</span>\s*</small>", row) for row in rows), "no line begins or ends with the sign"
    assert sum(row.count('class="whole"') > 1 for row in rows) > 1


def test_without_a_script_the_form_adds_its_selection(table, draft):
    client, address = client_of(table.cast.gm), reverse("enrol", args=[table.cast.gm.token, draft])
    page = client.get(reverse("prepare", args=[table.cast.gm.token, draft])).text
    assert f'action="{address}"' in page and 'value="sample:station_guard"' in page
    assert client.post(address, {"what": f"2x {GUARD}", "hidden": "1", "joins": "3"}).status_code == 302
    assert len(Encounter.objects.get(token=draft).state["reserves"]) == 2
    assert "Élowen" not in page[page.index('class="rows palette"') :], "who is there already cannot be added"


def test_no_name_is_listed_twice_in_a_row(table, draft):
    join(table.cast, GUARD, "npc", None, "station_guard")
    entries = palette.list_entries(table.cast.campaign)
    names = [entry.name for entry in entries]
    assert names.count(GUARD) == 2 and [entry.name for entry in entries if entry.side == "foe"][-1] == GUARD
    assert all(first != second for first, second in zip(names, names[1:], strict=False))


def test_a_row_names_the_weapons_that_somebody_has(table, draft):
    muster(table, draft, GUARD)
    guard = everybody(draft)[GUARD]
    sheet = scenes.with_reserves(Encounter.objects.get(token=draft)).sheet(guard.id)
    weapons = [row["name"] for row in sheet["weapons"].values()]
    page = client_of(table.cast.gm).get(reverse("prepare", args=[table.cast.gm.token, draft])).text
    row = page[page.index(f'id="more-{guard.id}"') - 3000 : page.index(f'id="more-{guard.id}"')]
    assert weapons and all(name in row for name in weapons[:2])


def carried(draft, name):
    sheet = Character.objects.get(token=everybody(draft)[name].character).data
    return [[row["name"] for row in sheet.get(part, {}).values()] for part in ("weapons", "protections")]


@pytest.mark.parametrize(
    ("arms", "found"),
    [
        ({}, (["Matraque", "Mains nues", "Pistolet-mitrailleur"], ["Protection en kevlar"])),
        ({"weapon": "axe"}, (["Hache"], ["Protection en kevlar"])),
        ({"weapon": "axe", "armour": "leather"}, (["Hache"], ["Cuir"])),
        ({"weapon": "none", "armour": "none"}, ([], [])),
    ],
)
def test_an_improvised_opponent_carries_the_chosen_equipment(table, draft, arms, found):
    muster(table, draft, f"2x {GUARD}", called="Docker", arms=arms)
    assert carried(draft, "Docker A") == carried(draft, "Docker B") == list(found)


def test_somebody_of_the_table_with_another_weapon_is_a_copy(table, draft):
    before = table.pirate.data
    muster(table, draft, "zorvax", arms={"weapon": "axe"})
    assert carried(draft, "Zorvax")[0] == ["Hache"]
    assert Character.objects.get(pk=table.pirate.pk).data == before


@pytest.mark.parametrize(
    ("what", "arms"),
    [(GUARD, {"weapon": "excalibur"}), (GUARD, {"armour": "x" * 65_536}), ("élowen", {"weapon": "axe"})],
)
def test_arms_that_are_not_there_or_not_theirs_add_nobody(table, draft, what, arms):
    before = set(everybody(draft))
    with pytest.raises((Unreadable, Refused)):
        muster(table, draft, what, arms=arms)
    assert set(everybody(draft)) == before


def test_the_form_arms_every_participant_from_the_games_list(table, draft):
    client, address = client_of(table.cast.gm), [table.cast.gm.token, draft]
    page = client.get(reverse("prepare", args=address)).content.decode()
    assert 'value="axe"' in page and 'value="leather"' in page
    posted = {"what": "", "pick": "sample:station_guard", "called": "Docker", "weapon": "axe", "armour": ""}
    client.post(reverse("enrol", args=address), posted)
    assert carried(draft, "Docker")[0] == ["Hache"]


def test_a_hurt_fighter_is_marked_while_the_next_fight_is_prepared(table, draft):
    def shown():
        return table.region(table.cast.gm, "prepare", "participants", draft)

    assert "Grave" not in shown()
    sheets.step(seat=table.cast.gm, sent=sent(), character=table.elowen, path="wounds.body.serious", by=1)
    assert shown().count("Grave") == 1
