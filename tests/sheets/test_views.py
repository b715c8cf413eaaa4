import pytest

from campaigns.models import Campaign
from sheets.views import TABS
from tests.cast import client_of

SECRET = "The captain lies."


def get(table, seat, name, *args, of=None, **query):
    return client_of(seat).get(table.url(name, seat, *args, of=of), query)


@pytest.mark.parametrize("tab", TABS)
def test_the_owner_and_the_game_master_open_a_sheet(table, tab):
    for seat in (table.cast.ana, table.cast.gm):
        page = get(table, seat, f"sheet-tab-{tab}")
        assert page.status_code == 200
        assert "Élowen" in page.content.decode()
        assert f'data-tab="{tab}"' in page.content.decode()


@pytest.mark.parametrize(
    ("name", "args"),
    [("sheet", ()), ("check", ("rifles",)), ("sheet-parts", ("reaction",)), ("sheet-place", ("wounds.body",))],
)
def test_a_sheet_of_somebody_else_is_not_found(table, name, args):
    for seat in (table.cast.leo, table.cast.screen, table.cast.spectator):
        assert get(table, seat, name, *args).status_code == 404
    assert client_of().get(table.url(name, table.cast.ana, *args)).status_code == 404
    assert get(table, table.cast.ana, name, *args, of=table.pirate).status_code == 404


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("check", ("nothing",)),
        ("sheet-parts", ("nothing",)),
        ("sheet-place", ("wounds.tail",)),
        ("sheet-place", ("attributes.FOR",)),
        ("sheet-place", ("wounds",)),
    ],
)
def test_a_page_of_nothing_is_not_found(table, name, args):
    assert get(table, table.cast.ana, name, *args).status_code == 404


def test_an_address_may_hold_anything(table):
    for token in ("%00", "%E2%80%AE", "..", "a" * 3000):
        address = f"/t/{table.cast.ana.token}/characters/{token}/"
        assert client_of(table.cast.ana).get(address).status_code == 404


def test_a_number_opens_as_its_parts_with_their_rules(table):
    table.do("step", table.cast.gm, path="wounds.body.serious", by=1)
    page = get(table, table.cast.ana, "sheet-parts", "effective_reaction").content.decode()
    for part in ("POL-SHEET-04", "POL-WOUND-10", "−5"):
        assert part in page


def test_the_effect_of_a_full_row_is_announced_before_the_tap(table):
    for _time in range(3):
        table.do("step", table.cast.gm, path="wounds.left_arm.light", by=1)
    foretold = "Bras gauche : 3 cases effacées (légère), 1 case cochée (moyenne)"
    place = get(table, table.cast.ana, "sheet-place", "wounds.left_arm").content.decode()
    sheet = table.region(table.cast.ana, "body")
    for page in (place, sheet):
        assert foretold in page.replace("\u00a0", " ")


def test_a_test_shows_its_chances_face_by_face_before_it_is_rolled(table):
    page = get(table, table.cast.ana, "check", "rifles").content.decode()
    assert page.count("face-success") == 14
    assert page.count("face-critical") == 1
    assert page.count("face-fumble") == 1
    assert "75" in page


def test_the_chances_follow_the_form(table):
    said = {"difficulty": "hard", "modifier": "1"}
    page = get(table, table.cast.ana, "check", "rifles", **said).content.decode()
    assert page.count("face-success") == 15 + 1 - 5 - 1


def test_an_argument_out_of_bounds_is_explained_and_the_default_odds_are_shown(table):
    page = get(table, table.cast.ana, "check", "rifles", modifier="99")
    assert page.status_code == 200
    assert "invalid-feedback" in page.content.decode()
    assert page.content.decode().count("face-success") == 14


def test_a_reserved_skill_says_why_it_cannot_be_rolled(table):
    page = get(table, table.cast.ana, "check", "surgery").content.decode()
    assert "réservée" in page
    assert "disabled" in page.split("btn-big")[1].split(">")[0]


def test_a_field_of_a_test_for_the_game_master_is_in_their_form_alone(table):
    assert 'name="hidden"' in get(table, table.cast.gm, "check", "rifles").content.decode()
    page = get(table, table.cast.ana, "check", "rifles").content.decode()
    for name in ("hidden", "secret", "ruling", "hint"):
        assert f'name="{name}"' not in page


def test_the_odds_are_not_shown_where_the_table_does_without(table):
    Campaign.objects.filter(pk=table.cast.campaign.pk).update(settings={"odds": "off"})
    assert 'id="odds"' not in get(table, table.cast.ana, "check", "rifles").content.decode()


@pytest.mark.slow("every page of every seat")
def test_a_note_of_the_game_master_reaches_no_byte_of_anybody_else(table):
    table.do("edit", table.cast.gm, path="secret_notes", value=SECRET)
    table.do("add_row", table.cast.gm, path="overrides", values={"value": "3", "reason": "Hexed"})

    assert SECRET in table.everything_for(table.cast.gm)
    assert SECRET not in table.everything_for(table.cast.leo, of=table.tibor)
    bytes_of_ana = table.everything_for(table.cast.ana)
    for word in (SECRET, "secret_notes", "overrides", "Hexed", "gm-only"):
        assert word not in bytes_of_ana


def test_an_open_table_reads_the_sheets_of_its_heroes_and_can_press_nothing(table):
    table.do("edit", table.cast.gm, path="notes", value="Mine alone")
    Campaign.objects.filter(pk=table.cast.campaign.pk).update(settings={"sheets_open": True})
    for seat in (table.cast.leo, table.cast.spectator, table.cast.screen):
        page = get(table, seat, "sheet")
        html = page.content.decode()
        assert page.status_code == 200
        assert "Fusils" in html
        assert "Mine alone" not in html
        assert f"/t/{seat.token}/characters/{table.elowen.token}/checks/" not in html
        assert f"/t/{seat.token}/characters/{table.elowen.token}/step/" not in html
        assert get(table, seat, "sheet", of=table.pirate).status_code == 404


def test_a_player_begins_on_their_own_sheet(table):
    answer = client_of(table.cast.ana).get(f"/t/{table.cast.ana.token}/")
    assert answer["Location"] == table.url("sheet", table.cast.ana)
